// @ts-check
// Puzzles of moves: the page's modules with the program as engine, and whole pages with the engine in them, which needs
// web/dist/gridlog.wasm as web/build makes it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { openBrowser, serveFolder, shoot, WEB } from "./browser.js";
import { gridlog, messageOf, openPage, programPath, screenPoint } from "./play.js";

const wasm = process.env.GRIDLOG_WASM ?? join(WEB, "dist", "gridlog.wasm");
const folder = mkdtempSync(join(tmpdir(), "gridlog-moves-"));
let browser;
let server;
before(async () => {
    browser = await openBrowser();
    const page = '<!DOCTYPE html><link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/play/play.css"><main id="play"></main><script type="module" src="/try.js"></script>';
    const script = `import { playMoves } from "/play/moves.js";
        const ask = async (request) => JSON.parse(await askProgram(JSON.stringify(request)));
        const sample = decodeURIComponent(location.search.slice(1));
        const lead = (position) => ask({ command: "moves", arguments: [sample], options: { position } });
        ask({ command: "game", arguments: [sample] }).then(({ result }) => playMoves(document.getElementById("play"), result, lead));`;
    server = await serveFolder(WEB, { "/try.html": page, "/try.js": script });
});
after(async () => { await browser.close(); await server.close(); });

async function withMoves(sample, act) {
    const context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
    await context.exposeFunction("askProgram", (request) => execFileSync(programPath(), ["answer"], { input: `${request}\n`, encoding: "utf8" }));
    const { page, errors } = await openPage(context, `${server.address}try.html?${encodeURIComponent(sample)}`);
    await page.waitForSelector(".play-count");
    try {
        await act(page);
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
    }
}

const ARROWS = { left: "ArrowLeft", right: "ArrowRight", top: "ArrowUp", bottom: "ArrowDown", up: "ArrowUp", down: "ArrowDown" };
const moved = (page, count) => page.waitForFunction((number) => document.querySelector(".play-count")?.textContent?.startsWith(`${number} move`), count);
const planOf = (sample) => gridlog("solve", sample, "-f", "line").trim().split(/, (?![^(]*\))/);

async function finish2048(page) {
    const plan = planOf("2048/three").map((move) => /\((.*)\)/.exec(move)?.[1]);
    const board = page.locator(".board svg");
    for (const [at, way] of plan.entries()) {
        await board.focus();
        await page.keyboard.press(ARROWS[way]);
        await moved(page, at + 1);
        if (at === 0) {
            await page.locator("[data-tool=undo]").click();
            await moved(page, 0);
            await page.locator("[data-tool=redo]").click();
            await moved(page, 1);
            await page.reload();
            await moved(page, 1);
        }
    }
    assert.match(await messageOf(page), /^Solved!/);
    assert.match(await messageOf(page), /Nobody does it with fewer/);
}

test("a 2048 is finished by arrow keys, undone, and kept over a reload", async () => {
    await withMoves("2048/three", async (page) => {
        await finish2048(page);
        await shoot(page, "play-2048");
    });
});

test("hints go to the end of every kind of moves", async () => {
    for (const sample of ["lightsout/three", "pegs/line", "river/classic", "sokoban/corridor", "fifteen/wide", "knights/guarini", "pancakes/five"]) {
        await withMoves(sample, async (page) => {
            for (let times = 0; times < 60; times++) {
                const told = await page.locator(".play-message").isVisible() ? await messageOf(page) : "";
                if (told.startsWith("Solved!")) break;
                const count = await page.locator(".play-count").innerText();
                await page.locator("[data-tool=hint]").click();
                await page.getByRole("button", { name: "Do it" }).click();
                await page.waitForFunction((text) => document.querySelector(".play-count")?.textContent !== text, count);
                if (times === 0) await shoot(page, `play-${sample.replace("/", "-")}`);
            }
            assert.match(await messageOf(page), /^Solved!/, sample);
        });
    }
});

test("lamps are pressed and knights hop by taps", async () => {
    const tap = async (page, cell) => {
        const [, row, column] = /r(\d+)c(\d+)/.exec(cell) ?? [];
        const [x, y] = await screenPoint(page, [60 * Number(column) - 30, 60 * Number(row) - 30]);
        await page.mouse.click(x, y);
    };
    await withMoves("lightsout/three", async (page) => {
        await tap(page, planOf("lightsout/three")[0]);
        await moved(page, 1);
    });
    await withMoves("knights/guarini", async (page) => {
        const [from, to] = [...planOf("knights/guarini")[0].matchAll(/r\dc\d/g)].map(([cell]) => cell);
        await tap(page, from);
        // It moves if it can move to one place alone, and is chosen else.
        await page.waitForFunction(() => document.querySelector('[data-layer="highlights"]')?.hasChildNodes());
        if ((await page.locator(".play-count").innerText()).startsWith("0")) await tap(page, to);
        await moved(page, 1);
    });
});

test("a whole page holds the engine", { skip: !existsSync(wasm) }, async () => {
    const [engine, file] = [join(folder, "engine.gz"), join(folder, "page.html")];
    writeFileSync(engine, gzipSync(readFileSync(wasm), { level: 9 }));
    gridlog("render", "--play", "2048/three", "--engine", engine, "-o", file);
    const context = await browser.newContext();
    const { page, errors } = await openPage(context, pathToFileURL(file).href);
    await finish2048(page);
    assert.deepEqual(errors, []);
    await context.close();
});
