// @ts-check
// The folder that `gridlog serve` was started for: opened, saved, and not overwritten behind somebody's back.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { playground, read, write } from "./playground.js";

const folder = mkdtempSync(join(tmpdir(), "gridlog-folder-"));
writeFileSync(join(folder, "tiny.puzzle"), "use latin with n = 2.\n");
writeFileSync(join(folder, "own.rules"), "grid(2, 2) :: 1..2.\n");
after(() => rmSync(folder, { recursive: true }));
const { open } = playground(["--edit", folder]);

test("files of the folder are opened and saved", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Open…" }).click();
    await page.getByRole("button", { name: "tiny.puzzle" }).click();
    await page.waitForFunction(() =>
        /** @type {HTMLTextAreaElement} */ (document.querySelector("#puzzle-editor textarea")).value.startsWith("use latin"),
    );
    await write(page, "Puzzle", "use latin with n = 3.\n");
    await page.getByRole("button", { name: "Open…" }).click();
    await page.getByRole("button", { name: "Save tiny.puzzle" }).click();
    await page.getByText("tiny.puzzle is saved.").waitFor();
    assert.equal(readFileSync(join(folder, "tiny.puzzle"), "utf8"), "use latin with n = 3.\n");
    writeFileSync(join(folder, "tiny.puzzle"), "use latin with n = 4.\n");
    await page.getByRole("button", { name: "Save tiny.puzzle" }).click();
    await page.getByText("tiny.puzzle was not saved").waitFor();
    assert.equal(readFileSync(join(folder, "tiny.puzzle"), "utf8"), "use latin with n = 4.\n");
    await page.getByRole("dialog").getByRole("button", { name: "own.rules" }).click();
    await page.locator("#rules-name").getByText("own.rules").waitFor();
    assert.equal(await read(page, "Rules"), "grid(2, 2) :: 1..2.\n");
});
