// @ts-check
// Long texts, honest or hostile: work on them grows with their length and not faster. The bounds are far above what is needed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hasContent, renameUse, usedBy } from "../desk.js";
import { guessTokens } from "../editor/words.js";
import { readLink, writeLink } from "../share.js";
import { playground } from "./playground.js";

const { open } = playground();
/** What a squared effort would take minutes for, in milliseconds. */
const BOUND = 5000;

/** @type {[string, string][]} */
const LONG = [
    ["empty lines", "\n".repeat(500_000)],
    ["blanks", " ".repeat(500_000)],
    ["comments that are not closed", "/* ".repeat(200_000)],
    ["texts that are not closed", '"\\'.repeat(200_000)],
    ["drawings", '""" '.repeat(100_001)],
    ["uses of nothing", "use\n".repeat(100_000)],
];
for (const [what, text] of LONG) {
    test(`many ${what} are read in one go`, () => {
        const start = performance.now();
        usedBy(text);
        renameUse(text, "my", "other");
        hasContent(text);
        guessTokens(text);
        assert.ok(performance.now() - start < BOUND);
    });
}

test("uses are found at the start of a statement alone", () => {
    const text = 'use a. use b.\n\n  use c with n = 3.\n% use d.\nx use e. /* use f. */ use "g". reuse h.\n\tuse\n i.\n/* use j.';
    assert.deepEqual(usedBy(text), ["a", "b", "c", "g", "i"]);
});

test("a link with more lines than a browser lays out at once is refused", async () => {
    await assert.rejects(readLink(await writeLink({ rules: "\n".repeat(100_000) })), /more lines/);
});

test("a link with many empty lines leaves a page that works", async () => {
    const lines = "\n".repeat(10_000);
    const page = await open({ hash: await writeLink({ name: "my", rules: lines, puzzle: `${lines}use my.` }) });
    await page.getByRole("button", { name: "New" }).click();
    await page.locator("#board svg:visible").waitFor();
});

test("a long text is formatted in one step that undo takes back", async () => {
    const page = await open();
    const text = "% A law.\nlines:   line(L) => distinct(L).\n".repeat(400);
    await page.evaluate((text) => navigator.clipboard.writeText(text), text);
    const rules = page.getByRole("textbox", { name: "Rules", exact: true });
    await rules.focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+v");
    await page.waitForFunction(
        (text) => /** @type {HTMLTextAreaElement} */ (document.querySelector("#rules-editor textarea")).value === text,
        text,
    );
    await page.evaluate(() => {
        const counted = /** @type {any} */ (window);
        counted.inputs = 0;
        document.addEventListener("input", () => counted.inputs++, true);
    });
    await page.locator("#rules-tools").getByRole("button", { name: "Format" }).click();
    await page.waitForFunction(() => /** @type {any} */ (window).inputs > 0);
    assert.match(await rules.inputValue(), /^% A law.\nlines: line\(L\) => distinct\(L\)\.\n/);
    assert.equal(await page.evaluate(() => /** @type {any} */ (window).inputs), 1);
    await rules.focus();
    await page.keyboard.press("Control+z");
    assert.equal(await rules.inputValue(), text);
});
