// @ts-check
// The folder that `gridlog serve` was started for: opened, saved, and not overwritten behind somebody's back.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { writeLink } from "../share.js";
import { ask, playground, read, write } from "./playground.js";

const folder = mkdtempSync(join(tmpdir(), "gridlog-folder-"));
writeFileSync(join(folder, "tiny.puzzle"), "use latin with n = 2.\n");
writeFileSync(join(folder, "own.rules"), "grid(2, 2) :: 1..2.\n");
mkdirSync(join(folder, "sub"));
writeFileSync(join(folder, "sub", "deep.rules"), "grid(1, 1) :: 7..7.\n");
writeFileSync(join(folder, "sub", "one.puzzle"), "use deep.\n");
after(() => rmSync(folder, { recursive: true }));
const { open, url } = playground(["--edit", folder]);

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
    assert.equal(await read(page, "Puzzle"), "use own.\n");
});

test("a puzzle brings its rules, from beside it or built in", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Open…" }).click();
    await page.getByRole("button", { name: "sub/one.puzzle" }).click();
    await page.locator("#rules-name").getByText("deep.rules").waitFor();
    assert.equal(await read(page, "Rules"), "grid(1, 1) :: 7..7.\n");
    await ask(page, "unique");
    await page.locator("#answer .badge", { hasText: "Exactly one solution" }).waitFor();
    // The rules that are asked about are those on the desk.
    await write(page, "Rules", "grid(1, 1) :: 7..8.\n");
    await ask(page, "unique");
    await page.locator("#answer .badge", { hasText: "Several solutions" }).waitFor();
    await page.getByRole("button", { name: "Open…" }).click();
    await page.getByRole("button", { name: "tiny.puzzle" }).click();
    await page.locator("#rules-name").getByText("latin · built-in").waitFor();
});

test("without the key a link shows its texts and says once what is missing", async () => {
    const page = await open();
    await page.context().clearCookies();
    for (const [hash, text] of [
        [await writeLink({ name: "my", rules: "grid(2, 2) :: 1..2.\n", puzzle: "use my.\n" }), "use my.\n"],
        [await writeLink({ name: "latin", puzzle: "use latin with n = 2.\n" }), "use latin with n = 2.\n"],
    ]) {
        await page.goto("about:blank");
        await page.goto(new URL(url()).origin + "/" + hash);
        await page.waitForSelector("html[data-ready]");
        assert.equal(await read(page, "Puzzle"), text);
        assert.ok((await page.locator("#notices .error").count()) <= 1);
        await page.locator("#board").getByText("it has the key").waitFor();
    }
});
