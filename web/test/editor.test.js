// @ts-check
// Writing: colours, squiggles, fixes, suggestions, hovers, undo.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { WORDS } from "../editor/words.js";
import { ask, playground, read, write } from "./playground.js";

const { open } = playground();
const BROKEN = "param n = 3.\ngrid(n, n) :: 1..n.\nlines: line(L) => distinct(L), n <= 9.\n";

test("the page's words are those of all editors", () => {
    const all = JSON.parse(readFileSync(new URL("../../editors/words.json", import.meta.url), "utf8"));
    for (const [kind, words] of Object.entries(WORDS)) assert.deepEqual(words, all[kind]);
});

test("a new rule set: squiggle, quick fix, undo, solve", async () => {
    const page = await open();
    await page.getByRole("button", { name: "New" }).click();
    await write(page, "Rules", BROKEN);
    await page.locator("#rules-editor .squiggle.error").first().waitFor();
    assert.equal((await page.locator("#rules-editor .squiggle.error").allTextContents()).join(""), "<=");
    await page.locator("#rules-problems[aria-busy=false]").getByText("write `=<` instead of `<=`").waitFor();
    await page.locator("#rules-problems").getByRole("button", { name: /^Fix/ }).click();
    await page.locator("#rules-editor .squiggle.error").first().waitFor({ state: "detached" });
    assert.match(await read(page, "Rules"), /n =< 9/);
    await page.getByRole("textbox", { name: "Rules" }).press("Control+z");
    assert.match(await read(page, "Rules"), /n <= 9/);
    await page.getByRole("textbox", { name: "Rules" }).press("Control+Shift+z");
    assert.match(await read(page, "Rules"), /n =< 9/);
    await write(page, "Puzzle", "use my.\n");
    await page.locator("#puzzle-problems[aria-busy=false]:empty").waitFor({ state: "attached" });
    await ask(page, "solve");
    await page.locator("#answer .badge.yes").waitFor();
    await page.locator("#board-bar").getByText("The solution").waitFor();
});

test("a fix by key", async () => {
    const page = await open();
    await write(page, "Rules", BROKEN);
    await page.locator("#rules-problems[aria-busy=false] .problem").first().waitFor();
    const rules = page.getByRole("textbox", { name: "Rules" });
    await rules.press("Control+Home");
    await rules.press("F8");
    await page.getByRole("tooltip").getByText("write `=<` instead of `<=`").waitFor();
    await rules.press("Control+.");
    await page.getByRole("option").first().waitFor();
    await rules.press("Enter");
    assert.match(await read(page, "Rules"), /n =< 9/);
});

test("suggestions while typing, by key, and taken by Tab", async () => {
    const page = await open();
    await write(page, "Rules", "grid(3, 3) :: 1..3.\n");
    const rules = page.getByRole("textbox", { name: "Rules" });
    await rules.press("Control+End");
    await rules.pressSequentially("a: line(L) => disti");
    const option = page.getByRole("option", { name: /distinct/ }).first();
    await option.waitFor();
    await rules.press("Tab");
    await option.waitFor({ state: "hidden" });
    assert.match(await read(page, "Rules"), /=> distinct\(L\)$/);
    // Its argument is selected, so that typing replaces it.
    await rules.pressSequentially("M");
    assert.match(await read(page, "Rules"), /=> distinct\(M\)$/);
    await rules.press("End");
    await rules.pressSequentially(", ");
    await rules.press("Control+Space");
    await page.getByRole("listbox").waitFor();
    await rules.press("Escape");
    await page.getByRole("listbox").waitFor({ state: "hidden" });
});

test("hovers by key and by mouse", async () => {
    const page = await open();
    const rules = page.getByRole("textbox", { name: "Rules" });
    const text = await rules.inputValue();
    const at = text.indexOf("box(r, c, L)");
    await rules.evaluate((area, at) => (area.focus(), /** @type {HTMLTextAreaElement} */ (area).setSelectionRange(at, at)), at);
    await rules.press("Alt+i");
    await page.getByRole("tooltip").getByText("box").first().waitFor();
    await rules.press("Escape");
    await page.getByRole("tooltip").first().waitFor({ state: "hidden" });
    const word = page.locator("#rules-editor .paper span", { hasText: /^box$/ }).first();
    const spot = await word.boundingBox();
    assert.ok(spot);
    await page.mouse.move(spot.x + 4, spot.y + 6);
    await page.getByRole("tooltip").getByText("box").first().waitFor();
});

test("lines: indentation, comments, numbers", async () => {
    const page = await open();
    await write(page, "Rules", "");
    const rules = page.getByRole("textbox", { name: "Rules" });
    await rules.pressSequentially("a(X) :-");
    await rules.press("Enter");
    await rules.pressSequentially("X = 1.");
    await rules.press("Enter");
    assert.equal(await read(page, "Rules"), "a(X) :-\n    X = 1.\n");
    assert.equal(await page.locator("#rules-editor .line[data-number]").count(), 3);
    await rules.press("Control+a");
    await rules.press("Control+/");
    assert.equal(await read(page, "Rules"), "% a(X) :-\n    % X = 1.\n");
    await rules.press("Control+/");
    assert.equal(await read(page, "Rules"), "a(X) :-\n    X = 1.\n");
    await rules.press("Control+]");
    assert.equal(await read(page, "Rules"), "    a(X) :-\n        X = 1.\n");
});

test("built-in rules become one's own with the first key", async () => {
    const page = await open();
    await page.locator("#rules-name").getByText("sudoku · built-in").waitFor();
    const rules = page.getByRole("textbox", { name: "Rules" });
    await rules.press("Control+End");
    await rules.pressSequentially("% mine");
    await page.locator("#rules-name").getByText("my.rules").waitFor();
    assert.match(await read(page, "Puzzle"), /^use my with/);
    await ask(page, "unique");
    await page.locator("#answer .badge", { hasText: "Exactly one solution" }).waitFor();
});

test("format", async () => {
    const page = await open();
    await write(page, "Rules", "param n=3.\ngrid(n,n)::1..n.\n");
    await page.locator("#rules-tools").getByRole("button", { name: "Format" }).click();
    await page.waitForFunction(
        () =>
            /** @type {HTMLTextAreaElement} */ (document.querySelector("#rules-editor textarea")).value ===
            "param n = 3.\ngrid(n, n) :: 1..n.\n",
    );
});
