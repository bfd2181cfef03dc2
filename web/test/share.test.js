// @ts-check
// Links: there and back, cut, made by hand, and bombs.
import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { test } from "node:test";
import { readLink, writeLink } from "../share.js";
import { playground, read, write } from "./playground.js";

const { open } = playground();
const link = (/** @type {string | Buffer} */ text) => `#1${deflateRawSync(text).toString("base64url")}`;

test("a link carries what it was given", async () => {
    const shared = { name: "my", rules: "% é 🧩\ngrid(3, 3) :: 1..3.\n", puzzle: "use my.\n", params: "n=3" };
    const fragment = await writeLink(shared);
    assert.match(fragment, /^#1[\w-]+$/);
    assert.deepEqual(await readLink(fragment), shared);
    assert.equal(await readLink(""), null);
    assert.equal(await readLink("#puzzle-part"), null);
});

test("links that are cut, changed or hostile are refused in words", async () => {
    const whole = await writeLink({ name: "my", rules: "grid(3, 3) :: 1..3.\n".repeat(20) });
    await assert.rejects(readLink(whole.slice(0, -9)), /cut/);
    await assert.rejects(readLink("#1%%%"), /no link has/);
    await assert.rejects(readLink("#9abc"), /does not know/);
    await assert.rejects(readLink(link("[1]")), /something else/);
    await assert.rejects(readLink(link('{"rules": 7}')), /something else/);
    await assert.rejects(readLink(link('{"name": "../x"}')), /names rules/);
    await assert.rejects(readLink(link("{")), /not whole/);
    // 64 MB of blanks are 64 kB in a link.
    await assert.rejects(readLink(link(Buffer.alloc(64 << 20, " "))), /more than this page takes/);
    await assert.rejects(writeLink({ rules: "x".repeat(2_000_000) }), /too long/);
});

test("round trip through the page", async () => {
    const page = await open();
    await page.getByRole("button", { name: "New" }).click();
    await write(page, "Rules", "% mine 🧩\ngrid(2, 2) :: 1..2.\nlines: line(L) => distinct(L).\n");
    await write(page, "Puzzle", 'use my.\ngiven """\n1 .\n. .\n""".\n');
    await page.getByRole("button", { name: "Share" }).click();
    const address = await page.getByRole("textbox", { name: "Link" }).inputValue();
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByText("Copied.").waitFor();
    const other = await open({ hash: new URL(address).hash });
    assert.match(await read(other, "Rules"), /^% mine 🧩/);
    assert.match(await read(other, "Puzzle"), /^use my/);
    await other.locator("#board svg:visible").waitFor();
    assert.equal(new URL(other.url()).hash, "");
});

test("built-in rules go by their name", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Share" }).click();
    const { hash } = new URL(await page.getByRole("textbox", { name: "Link" }).inputValue());
    const shared = await readLink(hash);
    assert.equal(shared?.name, "sudoku");
    assert.equal(shared?.rules, undefined);
    const other = await open({ hash });
    await other.locator("#rules-name").getByText("sudoku · built-in").waitFor();
});

test("half a sign in a link is mended", async () => {
    const page = await open({ hash: link('{"name": "my", "rules": "% \\ud83e cut\\ngrid(2, 2) :: 1..2.\\n", "puzzle": "use my.\\n"}') });
    assert.match(await read(page, "Rules"), /^% \ufffd cut/);
    await page.locator("#board svg:visible").waitFor();
});

test("a link to a part of the page is none to a puzzle", async () => {
    const page = await open();
    await page.evaluate(() => (location.hash = "#puzzle-part"));
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    assert.equal(await page.locator("#notices .notice").count(), 0);
});

for (const [what, hash] of [
    ["cut", link(JSON.stringify({ name: "my", rules: "grid(3, 3) :: 1..3.\n" })).slice(0, -8)],
    ["made by hand", "#1!!!"],
    ["hostile", link(Buffer.alloc(32 << 20, "["))],
    [
        "of markup",
        link(JSON.stringify({ name: "my", rules: "<img src=x onerror=alert(1)>", puzzle: "<script>alert(1)</script>" })),
    ],
]) {
    test(`a link that is ${what} leaves a page that works`, async () => {
        const page = await open({ hash });
        if (what !== "of markup") await page.getByText("The link could not be opened").waitFor();
        await page.getByRole("button", { name: "New" }).click();
        await page.locator("#board svg:visible").waitFor();
    });
}
