// @ts-check
// What `web/build` makes, from a static host: the engine in a worker, the editor of CodeMirror. Without web/dist these tests are skipped.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openBrowser, serveFolder, WEB } from "./browser.js";
import { giveTime } from "./playground.js";

const DIST = process.env.DIST ?? join(WEB, "dist");
const skip =
    existsSync(join(DIST, "gridlog.wasm")) && existsSync(join(DIST, "editor/codemirror.js"))
        ? false
        : "web/build has not been run";
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serveFolder>>} */
let server;

before(async () => {
    if (skip) return;
    server = await serveFolder(DIST);
    browser = await openBrowser();
});
after(async () => {
    await browser?.close();
    await server?.close();
});

/** @param {string} [hash] */
async function open(hash = "") {
    const page = await (await browser.newContext({ viewport: { width: 1400, height: 900 } })).newPage();
    page.setDefaultTimeout(30_000);
    page.on("pageerror", (error) => {
        throw error;
    });
    await page.goto(server.address + hash);
    await page.waitForSelector("html[data-ready]");
    return page;
}

test("solve, explain, count and cancel in the worker", { skip }, async (context) => {
    const page = await open();
    const start = performance.now();
    await page.locator("[data-question=unique]").click();
    await page.locator("#answer .badge", { hasText: "Exactly one solution" }).waitFor();
    context.diagnostic(`first answer after ${(performance.now() - start).toFixed(0)} ms`);
    await page.locator("[data-question=explain]").click();
    await page.locator("#board-bar").getByText("Step 1 of 24").waitFor();
    const puzzle = page.getByRole("textbox", { name: "Puzzle" });
    await giveTime(page);
    await puzzle.fill("use latin with n = 9.");
    await page.locator("[data-question=count]").click();
    await page.locator("#working").getByText("searching").waitFor();
    // The second worker answers while the first one counts.
    await page.getByRole("textbox", { name: "Rules" }).fill("param n <= 3.");
    await page.locator("#rules-problems .problem").first().waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.locator("#answer").getByText("was called off").waitFor();
    await puzzle.fill("use latin with n = 3.");
    await page.locator("[data-question=count]").click();
    await page.locator("#answer .big").waitFor();
    assert.equal(await page.locator("#answer .big").textContent(), "12");
});

test("the editor of the bundle: squiggle, fix, undo, suggestions, hover", { skip }, async () => {
    const page = await open();
    const rules = page.getByRole("textbox", { name: "Rules" });
    const text = () => rules.innerText();
    await rules.press("Control+End");
    await rules.pressSequentially("a: line(L) => n <= 9.");
    // The problems are those of the whole text, not of its beginning.
    const known = page.locator("#rules-problems[aria-busy=false]");
    await known.getByText("write `=<` instead of `<=`").waitFor();
    await page.locator("#rules-editor .cm-lintRange-error").first().waitFor();
    await rules.press("Control+.");
    assert.match(await text(), /n =< 9/);
    await rules.press("Control+z");
    assert.match(await text(), /n <= 9/);
    await known.getByText("write `=<` instead of `<=`").waitFor();
    await page.locator("#rules-problems").getByRole("button", { name: /^Fix/ }).click();
    await page.locator("#rules-editor .cm-lintRange-error").first().waitFor({ state: "detached" });
    await rules.press("Control+End");
    await rules.press("Enter");
    await rules.pressSequentially("b: line(L) => disti");
    await page.getByRole("option", { name: /distinct/ }).waitFor();
    await rules.press("Alt+i");
    assert.equal(await page.locator("#rules-name").textContent(), "my.rules");
    await page.locator(".t-builtin", { hasText: "distinct" }).first().hover();
    await page.locator(".cm-tip").first().waitFor();
});
