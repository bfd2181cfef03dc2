// @ts-check
// Play pages in a browser: finished by keyboard, by mouse, by fingers and by hints.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openBrowser, shoot } from "./browser.js";
import { messageOf, openPage, placesOf, playPage, screenPoint, solutionOf } from "./play.js";

let browser;
before(async () => { browser = await openBrowser(); });
after(async () => { await browser.close(); });

async function withPage(puzzle, options, act) {
    const context = await browser.newContext({ viewport: { width: 1100, height: 800 }, ...options });
    const address = playPage(puzzle);
    const { page, errors } = await openPage(context, address);
    try {
        await act(page, context, address);
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
    }
}

const clickAt = async (page, at, options = {}) => {
    const [x, y] = await screenPoint(page, at);
    await page.mouse.click(x, y, options);
};

async function drag(page, points) {
    const [first, ...others] = await Promise.all(points.map((point) => screenPoint(page, point)));
    await page.mouse.move(first[0], first[1]);
    await page.mouse.down();
    for (const [x, y] of others) await page.mouse.move(x, y, { steps: 4 });
    await page.mouse.up();
}

const isSolved = async (page) => (await messageOf(page)).startsWith("Solved!");

test("a sudoku is finished by keyboard alone", async () => {
    const path = "rules/sudoku/four.puzzle";
    const solution = solutionOf(path);
    await withPage(path, {}, async (page) => {
        await page.locator(".board svg").focus();
        // Back to the top left corner, then row by row.
        for (let times = 0; times < 8; times++) await page.keyboard.press(times < 4 ? "ArrowUp" : "ArrowLeft");
        for (let row = 1; row <= 4; row++) {
            for (let column = 1; column <= 4; column++) {
                await page.keyboard.press(`Digit${solution.get(`r${row}c${column}`)}`);
                await page.keyboard.press("ArrowRight");
            }
            for (let times = 0; times < 4; times++) await page.keyboard.press("ArrowLeft");
            await page.keyboard.press("ArrowDown");
        }
        assert.ok(await isSolved(page));
        await shoot(page, "play-sudoku-done");
    });
});

test("the state outlives a reload, undo and redo go through all of it", async () => {
    await withPage("rules/sudoku/four.puzzle", {}, async (page) => {
        const svg = page.locator(".board svg");
        await clickAt(page, [90, 30]);
        await page.keyboard.press("Digit2");
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("Shift+Digit3");
        await page.keyboard.press("Shift+Digit1");
        const state = () => svg.evaluate((element) => [...element.querySelectorAll("[role=gridcell]")]
            .map((cell) => cell.getAttribute("aria-label")).slice(1, 3));
        const full = ["row 1, column 2: 2", "row 1, column 3: empty, noted 1 3"];
        assert.deepEqual(await state(), full);
        await page.reload();
        assert.deepEqual(await state(), full);
        await page.keyboard.press("Tab");
        await page.keyboard.press("Control+z");
        assert.deepEqual(await state(), [full[0], "row 1, column 3: empty, noted 3"]);
        await page.locator("[data-tool=undo]").click();
        await page.locator("[data-tool=undo]").click();
        assert.deepEqual(await state(), ["row 1, column 2: empty", "row 1, column 3: empty"]);
        for (let times = 0; times < 3; times++) await page.locator("[data-tool=redo]").click();
        assert.deepEqual(await state(), full);
        assert.ok(await page.locator("[data-tool=redo]").isDisabled());
    });
});

test("an error is told, shown and taken away", async () => {
    const path = "rules/sudoku/four.puzzle";
    const solution = solutionOf(path);
    await withPage(path, {}, async (page) => {
        await clickAt(page, [90, 30]);
        const wrong = ["1", "2", "3", "4"].find((value) => value !== solution.get("r1c2"));
        await page.locator(`.keypad [data-value="${wrong}"]`).click();
        await page.locator("[data-tool=check]").click();
        assert.match(await messageOf(page), /One place is wrong/);
        assert.equal(await page.locator('[data-layer="highlights"] rect').count(), 0);
        await page.getByRole("button", { name: "Show" }).click();
        assert.match(await messageOf(page), /row 1, column 2/);
        assert.equal(await page.locator('[data-layer="highlights"] rect').count(), 1);
        await shoot(page, "play-error");
        await page.getByRole("button", { name: "Take them away" }).click();
        await page.locator("[data-tool=check]").click();
        assert.match(await messageOf(page), /No mistake so far/);
    });
});

test("a loop is drawn by dragging", async () => {
    const path = "rules/slitherlink/easy.puzzle";
    const solution = solutionOf(path);
    await withPage(path, {}, async (page) => {
        const places = await placesOf(page);
        const drawn = places.filter((place) => solution.get(place.id) === "1").map((place) => place.path);
        // The sides of the loop in the order in which a hand would go along them.
        const loop = [...drawn.pop()];
        while (drawn.length > 0) {
            const end = loop[loop.length - 1].join();
            const at = drawn.findIndex((side) => side.some((point) => point.join() === end));
            const [side] = drawn.splice(at, 1);
            loop.push(side.find((point) => point.join() !== end));
        }
        await drag(page, loop);
        assert.ok(await isSolved(page));
        await shoot(page, "play-slitherlink");
    });
});

test("a side is crossed out by the right button, drawn by a tap, and drawn by keys", async () => {
    await withPage("rules/slitherlink/easy.puzzle", {}, async (page) => {
        await clickAt(page, [30, 0], { button: "right" });
        assert.equal(await page.locator('[data-layer="marks"] text').count(), 1);
        await clickAt(page, [0, 30]);
        const lines = () => page.locator("[data-slot] path").count();
        assert.equal(await lines(), 1);
        await page.locator(".board svg").focus();
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("Shift+ArrowRight");
        assert.equal(await lines(), 2);
    });
});

test("cells are shaded by clicking, whatever is not shaded need not be marked", async () => {
    for (const path of ["rules/hitori/easy.puzzle", "rules/nurikabe/easy.puzzle"]) {
        const solution = solutionOf(path);
        await withPage(path, {}, async (page) => {
            for (const place of await placesOf(page)) {
                if (["black", "sea"].includes(solution.get(place.id)) && !place.fixed) await clickAt(page, place.at);
            }
            assert.ok(await isSolved(page), path);
        });
    }
});

test("a takuzu is filled by clicking", async () => {
    const path = "rules/takuzu/four.puzzle";
    const solution = solutionOf(path);
    await withPage(path, {}, async (page) => {
        for (const place of await placesOf(page)) {
            if (place.fixed) continue;
            for (let times = 0; times <= Number(solution.get(place.id)); times++) await clickAt(page, place.at);
        }
        assert.ok(await isSolved(page));
    });
});

test("rectangles are drawn by dragging over them, queens by tapping", async () => {
    const path = "rules/shikaku/easy.puzzle";
    const solution = solutionOf(path);
    await withPage(path, {}, async (page) => {
        for (const place of await placesOf(page)) {
            if (solution.get(place.id) !== "1") continue;
            const [first, last] = [place.cells[0], place.cells[place.cells.length - 1]];
            await drag(page, first === last ? [first, [first[0] + 12, first[1] + 12]] : [first, last]);
        }
        assert.ok(await isSolved(page));
        await shoot(page, "play-shikaku");
    });
    const queens = "rules/queens/corner.puzzle";
    const found = solutionOf(queens);
    await withPage(queens, {}, async (page) => {
        for (const place of await placesOf(page)) {
            if (place.of && found.get(place.of) === place.pick) await clickAt(page, place.at);
        }
        assert.ok(await isSolved(page));
    });
});

test("hints lead to the end", async () => {
    for (const path of ["rules/sudoku/four.puzzle", "rules/slitherlink/easy.puzzle", "rules/akari/easy.puzzle"]) {
        await withPage(path, {}, async (page) => {
            const hint = page.locator("[data-tool=hint]");
            for (let times = 0; times < 900 && !(await isSolved(page)); times++) {
                await hint.click();
                if (times === 1) await shoot(page, `play-hint-${path.split("/")[1]}`);
            }
            assert.ok(await isSolved(page), path);
        });
    }
});

test("a finger swipes lines, and a long press crosses out", async () => {
    await withPage("rules/slitherlink/easy.puzzle", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }, async (page) => {
        const [x, y] = await screenPoint(page, [30, 0]);
        await page.touchscreen.tap(x, y);
        assert.equal(await page.locator("[data-slot] path").count(), 1);
        const client = await page.context().newCDPSession(page);
        const [left, top] = await screenPoint(page, [0, 30]);
        await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: left, y: top }] });
        await page.locator('[data-layer="marks"] text').waitFor({ state: "attached" });
        await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
        assert.equal(await page.locator('[data-layer="marks"] text').count(), 1);
        const small = await page.locator("button:visible").evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 40).length);
        assert.equal(small, 0);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        await shoot(page, "play-phone");
    });
});

test("the solution does not stand in the page", async () => {
    const path = "rules/sudoku/hard.puzzle";
    const solution = solutionOf(path);
    await withPage(path, {}, async (page) => {
        const text = await page.content();
        const rows = Array.from({ length: 9 }, (_, row) => Array.from({ length: 9 }, (_, column) => solution.get(`r${row + 1}c${column + 1}`)));
        for (const row of rows) for (const between of ["", " ", ",", '","', ", "]) assert.ok(!text.includes(row.join(between)));
        assert.ok(!/r\dc\d = \d/.test(text));
    });
});
