// @ts-check
// The page around it: gallery, keyboard alone, phone, files, export, memory, names for screen readers.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FORMATS } from "../formats.js";
import { ask, playground, read, write } from "./playground.js";

const { open } = playground();

test("the gallery has every rule set, finds, draws and opens", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Gallery" }).click();
    await page.locator(".card-picture svg").first().waitFor();
    assert.ok((await page.locator(".card").count()) > 40);
    await page.getByRole("searchbox").fill("fences");
    await page.getByText("1 rule set", { exact: true }).waitFor();
    await page.locator("[data-rules=slitherlink] svg").waitFor();
    await page.locator("[data-rules=slitherlink]").click();
    await page.locator("dialog").waitFor({ state: "detached" });
    await page.locator("#rules-name").getByText("slitherlink · built-in").waitFor();
    assert.match(await read(page, "Puzzle"), /use slitherlink/);
    await page.getByRole("button", { name: "Gallery" }).click();
    await page.getByRole("searchbox").fill("takuzu");
    await page.getByRole("button", { name: "Takuzu, sample hard" }).click();
    await page.waitForFunction(
        () => /** @type {HTMLSelectElement} */ (document.querySelector("#puzzle-tools select")).value === "takuzu/hard",
    );
    await page.getByRole("combobox", { name: "Sample" }).selectOption("four");
    await page.waitForFunction(() =>
        /** @type {HTMLTextAreaElement} */ (document.querySelector("#puzzle-editor textarea")).value.includes("1 1 . ."),
    );
});

test("by keyboard alone: write, solve, read the answer, open from the gallery", async () => {
    const page = await open();
    await page.keyboard.press("Tab");
    await page.getByText("Skip to the puzzle").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Skip to the puzzle");
    await page.keyboard.press("Alt+2");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("use latin with n = 2.\n");
    await page.keyboard.press("Control+Enter");
    await page.locator("#answer .badge").waitFor();
    await page.keyboard.press("Alt+4");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-question")), "all");
    const ring = await page.evaluate(() => getComputedStyle(/** @type {Element} */ (document.activeElement)).outlineStyle);
    assert.equal(ring, "solid");
    await page.keyboard.press("Enter");
    await page.getByText("Solution 1 of 2").first().waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Shortcuts" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Alt+g");
    await page.getByRole("dialog", { name: "Gallery" }).waitFor();
    await page.keyboard.insertText("nurikabe");
    await page.getByText("1 rule set", { exact: true }).waitFor();
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-rules")), "nurikabe");
    await page.keyboard.press("Enter");
    await page.locator("#rules-name").getByText("nurikabe").waitFor();
});

test("on a phone: tabs, and nothing wider than the screen", async () => {
    const page = await open({ width: 360, height: 740 });
    await page.locator("#board svg:visible").waitFor();
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(await wide(), false);
    assert.equal(await page.getByRole("textbox", { name: "Rules" }).isVisible(), false);
    await page.locator(".tab", { hasText: "Rules" }).click();
    await page.getByRole("textbox", { name: "Rules" }).waitFor();
    assert.equal(await wide(), false);
    await page.locator(".tab", { hasText: "Puzzle" }).click();
    await page.getByRole("textbox", { name: "Puzzle" }).waitFor();
    await page.locator(".tab", { hasText: "Board" }).click();
    await ask(page, "explain");
    await page.locator(".step").first().waitFor();
    assert.equal(await wide(), false);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("button", { name: "Export…" }).click();
    await page.getByRole("dialog", { name: "Export" }).waitFor();
    assert.equal(await wide(), false);
});

test("what is on the desk is there again", async () => {
    const page = await open();
    await write(page, "Puzzle", "use latin with n = 2.\n% kept\n");
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    assert.match(await read(page, "Puzzle"), /% kept/);
});

test("each tab has its own desk, and a new one begins with the last", async () => {
    const page = await open();
    await write(page, "Puzzle", "use latin with n = 2.\n");
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.waitForSelector("html[data-ready]");
    assert.equal(await read(other, "Puzzle"), "use latin with n = 2.\n");
    await write(other, "Puzzle", "use latin with n = 3.\n");
    await page.reload();
    await page.waitForSelector("html[data-ready]");
    assert.equal(await read(page, "Puzzle"), "use latin with n = 2.\n");
});

test("exports", async () => {
    const page = await open();
    await page.locator("#board svg:visible").waitFor();
    await page.getByRole("button", { name: "Export…" }).click();
    for (const [label, ending] of [
        ["Picture (SVG)", ".svg"],
        ["Picture (PNG)", ".png"],
        ["Puzzle file", ".puzzle"],
        ["Rule file", ".rules"],
        ["Explanation page", ".html"],
    ]) {
        const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: label }).click()]);
        assert.ok(download.suggestedFilename().endsWith(ending), download.suggestedFilename());
    }
    await page.getByRole("combobox", { name: "Format" }).selectOption("sgt-solo");
    await page.getByRole("button", { name: "Convert" }).click();
    await page.getByText("2x3:").waitFor();
    await page.getByRole("combobox", { name: "Format" }).selectOption("non");
    await page.getByRole("button", { name: "Convert" }).click();
    await page.getByRole("dialog").getByText("Not exported").waitFor();
});

test("every format that there is can be chosen", () => {
    const manual = readFileSync(new URL("../../docs/formats.md", import.meta.url), "utf8");
    const sections = manual.split(/^## /m).filter((section) => !section.includes("The page does not know it."));
    assert.deepEqual(
        ["puzzle", ...FORMATS],
        sections.flatMap((section) => section.match(/^`([\w-]+)`$/m)?.[1] ?? []),
    );
});

test("files that are dropped", async () => {
    const page = await open();
    const drop = (/** @type {string} */ name, /** @type {string} */ text) =>
        page.evaluate(
            ([name, text]) => {
                const transfer = new DataTransfer();
                transfer.items.add(new File([text], name));
                document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
            },
            [name, text],
        );
    await drop("mine.puzzle", "use latin with n = 2.\n");
    await page.waitForFunction(() =>
        /** @type {HTMLTextAreaElement} */ (document.querySelector("#puzzle-editor textarea")).value.startsWith("use latin"),
    );
    await drop("some.sdm", "1.....3..4.....2\n");
    await page.waitForFunction(() =>
        /** @type {HTMLTextAreaElement} */ (document.querySelector("#puzzle-editor textarea")).value.startsWith("use sudoku"),
    );
    await drop("Own Rules.rules", "grid(2, 2) :: 1..2.\n");
    await page.locator("#rules-name").getByText("own_rules.rules").waitFor();
});

test("every button, field and picture has a name", async () => {
    const page = await open();
    await page.locator("#board svg:visible").waitFor();
    await ask(page, "explain");
    await page.locator("#board-bar").getByText("Step 1").waitFor();
    const bare = await page.evaluate(() =>
        [...document.querySelectorAll("button, input, select, textarea, svg[role=img], dialog")]
            .filter(
                (one) =>
                    one.checkVisibility() &&
                    !(
                        one.getAttribute("aria-label") ||
                        one.getAttribute("aria-labelledby") ||
                        one.textContent?.trim() ||
                        one.closest("label")
                    ),
            )
            .map((one) => one.outerHTML.slice(0, 80)),
    );
    assert.deepEqual(bare, []);
});

for (const dark of [false, true]) {
    test(`texts stand out from their grounds in the ${dark ? "dark" : "light"}`, async () => {
        const page = await open({ dark });
        await ask(page, "explain");
        await page.locator(".step").first().waitFor();
        await write(page, "Rules", '% a remark\n%! {L} is good.\nlines: line(L) => count(1, L) <= "x".\n');
        await page.locator(".squiggle").first().waitFor();
        const poor = await page.evaluate(poorContrast);
        assert.deepEqual(poor, []);
    });
}

/** Texts whose contrast is below 4.5 to 1, measured on what the browser has computed. */
function poorContrast() {
    const parse = (/** @type {string} */ colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const light = (/** @type {number[]} */ [r, g, b]) => {
        const [x, y, z] = [r, g, b].map((part) =>
            part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const found = new Set();
    for (const element of document.querySelectorAll("body *")) {
        const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
        if (!own || !element.checkVisibility() || element.closest("svg, .unseen, textarea, .skip, :disabled, noscript")) continue;
        const colour = parse(getComputedStyle(element).color);
        let ground = element;
        while (ground.parentElement && (parse(getComputedStyle(ground).backgroundColor)[3] ?? 1) < 1)
            ground = ground.parentElement;
        const [a, b] = [light(colour), light(parse(getComputedStyle(ground).backgroundColor))].sort((x, y) => y - x);
        const ratio = (a + 0.05) / (b + 0.05);
        if (ratio < 4.5) found.add(`${ratio.toFixed(2)} ${element.className} ${element.textContent?.slice(0, 20)}`);
    }
    return [...found];
}
