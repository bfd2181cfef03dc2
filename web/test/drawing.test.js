// @ts-check
// Drawing clues on the board, and playing on it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { playground, pointOf, read, write } from "./playground.js";

const { open } = playground();

/** @typedef {import("playwright-core").Page} Page */

/** Waits until the puzzle's text is like this. @param {Page} page @param {RegExp} like */
function puzzleLike(page, like) {
    return page.waitForFunction(
        (source) =>
            new RegExp(source).test(/** @type {HTMLTextAreaElement} */ (document.querySelector("#puzzle-editor textarea")).value),
        like.source,
    );
}

/** Presses a place of the board that is drawn on, by the middle of it in units of the picture. @param {Page} page @param {number} x @param {number} y */
async function press(page, x, y) {
    const at = await pointOf(page, ".draw-board svg", x, y);
    await page.mouse.click(at[0], at[1]);
}

test("clues by mouse and keyboard, undone and redone", async () => {
    const page = await open();
    await page.locator(".draw-board svg").waitFor();
    await press(page, 30, 30);
    await page.keyboard.press("5");
    await puzzleLike(page, /\n5 \. \. 1 \. 2\n/);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("6");
    await puzzleLike(page, /\n5 6 \. 1 \. 2\n/);
    await page.keyboard.press("Delete");
    await puzzleLike(page, /\n5 \. \. 1 \. 2\n/);
    await page.keyboard.press("Control+z");
    await puzzleLike(page, /\n5 6 \. 1 \. 2\n/);
    await page.getByRole("button", { name: "Undo drawing" }).click();
    await page.getByRole("button", { name: "Undo drawing" }).click();
    await puzzleLike(page, /\n\. \. \. 1 \. 2\n/);
    await page.getByRole("button", { name: "Redo drawing" }).click();
    await puzzleLike(page, /\n5 \. \. 1 \. 2\n/);
});

test("a board that is shown again keeps its picture, and one that is drawn anew the press on it", async () => {
    const page = await open();
    await page.locator(".draw-board svg").waitFor();
    await page.evaluate(() => Object.assign(window, { first: document.querySelector(".draw-board svg") }));
    const isFirst = () => page.evaluate(() => /** @type {any} */ (window).first === document.querySelector(".draw-board svg"));
    // A remark at the end of the puzzle changes its text and nothing that is drawn.
    const text = await read(page, "Puzzle");
    const again = page.waitForResponse((answer) => (answer.request().postData() ?? "").includes('"command":"board"'));
    await write(page, "Puzzle", `${text}% a remark\n`);
    await again;
    await page.waitForTimeout(300);
    assert.equal(await isFirst(), true);
    const [x, y] = await pointOf(page, ".draw-board svg", 90, 30);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.keyboard.press("4");
    await page.waitForFunction(() => /** @type {any} */ (window).first !== document.querySelector(".draw-board svg"));
    await page.mouse.up();
    await page.keyboard.press("6");
    await puzzleLike(page, /\n4 6 \. 1 \. 2\n/);
});

test("an undo waits for the drawing before it", async () => {
    const page = await open();
    await page.locator(".draw-board svg").waitFor();
    await press(page, 30, 30);
    await page.keyboard.press("5");
    await puzzleLike(page, /\n5 \. \. 1 \. 2\n/);
    await page.route("**/answer", async (route) => {
        if (route.request().postData()?.includes('"command":"put"')) await new Promise((resolve) => setTimeout(resolve, 300));
        await route.continue();
    });
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("6");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+y");
    await puzzleLike(page, /\n5 6 \. 1 \. 2\n/);
});

test("layers and params of a rule set", async () => {
    const page = await open();
    await write(page, "Puzzle", "use killer with r = 2, c = 2.\n");
    await page.getByLabel("What to draw").waitFor();
    const chosen = page.getByLabel("What to draw");
    if ((await chosen.evaluate((one) => one.tagName)) === "SELECT") await chosen.selectOption({ label: "cage" });
    else await chosen.getByRole("button", { name: "cage" }).click();
    await press(page, 30, 30);
    await page.keyboard.press("a");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("a");
    await puzzleLike(page, /cage """\na a \. \./);
    await page.getByLabel("c", { exact: true }).fill("3");
    await page.getByLabel("c", { exact: true }).press("Enter");
    await puzzleLike(page, /c = 3/);
});

test("numbers of two digits", async () => {
    const page = await open();
    await write(page, "Puzzle", 'use killer with r = 2, c = 2.\ncage """\na a b b\nc c d d\ne e f f\ng g h h\n""".\n');
    await page.getByLabel("What to draw").getByRole("button", { name: "total" }).click();
    await press(page, 18, 16);
    await page.keyboard.press("1");
    await puzzleLike(page, /total\(a, 1\)/);
    await page.keyboard.press("1");
    await puzzleLike(page, /total\(a, 11\)/);
    await page.keyboard.press("Delete");
    await page.waitForFunction(() => !(/** @type {HTMLTextAreaElement} */ (document.querySelector("#puzzle-editor textarea")).value.includes("total")));
});

test("a puzzle without any text is begun by drawing", async () => {
    const page = await open();
    await write(page, "Puzzle", "");
    await page.locator(".draw-board [role=gridcell]").nth(80).waitFor({ state: "attached" });
    await press(page, 90, 90);
    await page.keyboard.press("7");
    await puzzleLike(page, /use sudoku[^]*7/);
});

test("clues beside the board in a field", async () => {
    const page = await open();
    await write(page, "Puzzle", "use skyscrapers with n = 4.\n");
    const chosen = page.getByLabel("What to draw");
    await chosen.waitFor();
    if ((await chosen.evaluate((one) => one.tagName)) === "SELECT") await chosen.selectOption({ label: "left" });
    else await chosen.getByRole("button", { name: "left" }).click();
    const left = page.locator(".draw-board [role=gridcell]", { hasText: "" }).first();
    await left.waitFor({ state: "attached" });
    await page.locator(".draw-board svg").focus();
    await page.keyboard.press("3");
    const field = page.locator(".board-field:not([hidden])");
    if (await field.count()) await field.press("Enter");
    await puzzleLike(page, /left[^]*3/);
});

test("a game is played to its end", async () => {
    const page = await open();
    await page.locator("[data-question=solve]").click();
    await page.locator("#answer .badge").waitFor();
    const rows = ((await page.locator("#answer pre").textContent()) ?? "").split("\n").map((row) => row.trim().split(/\s+/));
    const given = (await read(page, "Puzzle"))
        .split("\n")
        .slice(2, 8)
        .map((row) => row.split(" "));
    await page.locator("#board-tools").getByRole("button", { name: "Play" }).click();
    const board = page.locator(".stage .play svg").first();
    await board.waitFor();
    for (let row = 0; row < 6; row++) {
        for (let column = 0; column < 6; column++) {
            if (given[row][column] !== ".") continue;
            const at = await pointOf(page, ".stage .play svg", column * 60 + 30, row * 60 + 30);
            await page.mouse.click(at[0], at[1]);
            await page.keyboard.press(rows[row][column]);
        }
    }
    await page.getByText("Solved!").waitFor();
    assert.ok(await page.locator(".is-done").count());
});

test("what cannot be played says why", async () => {
    const page = await open();
    await write(page, "Puzzle", "use latin with n = 5.\n");
    await page.locator("#board-tools").getByRole("button", { name: "Play" }).click();
    await page.locator("#board").getByText("cannot be played").waitFor();
    await page.locator("#board-tools").getByRole("button", { name: "Draw" }).click();
    await page.locator(".draw-board svg").waitFor();
});

test("a puzzle of moves is played by keys", async () => {
    const page = await open();
    await write(page, "Puzzle", 'use "2048" with n = 3.\ngiven """\n2 . 2\n. 4 .\n8 . .\n""".\n');
    await page.locator("#board-tools").getByRole("button", { name: "Play" }).click();
    const board = page.locator(".stage .play svg").first();
    await board.waitFor();
    const before = await board.innerHTML();
    await board.focus();
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((before) => document.querySelector(".stage .play svg")?.innerHTML !== before, before);
});
