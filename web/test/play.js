// @ts-check
// Play pages for tests, made by the program: `GRIDLOG` names it, else the newest of the usual builds is taken.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { WEB } from "./browser.js";

const ROOT = join(WEB, "..");
const BUILDS = ["target/release/gridlog", "target/quick/gridlog", "target/debug/gridlog"];

/** The program. */
export function programPath() {
    if (process.env.GRIDLOG) return process.env.GRIDLOG;
    const built = BUILDS.map((path) => join(ROOT, path)).filter((path) => existsSync(path));
    built.sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
    if (built.length === 0) throw new Error("there is no gridlog: build it, or set GRIDLOG");
    return built[0];
}

const folder = mkdtempSync(join(tmpdir(), "gridlog-play-"));
let made = 0;

/** Runs the program; what it prints. */
export function gridlog(...words) {
    return execFileSync(programPath(), words, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28 });
}

/** The address of the play page of a puzzle: a file of rules/, or a text. */
export function playPage(puzzle) {
    made += 1;
    let path = puzzle;
    if (puzzle.includes("\n")) {
        path = join(folder, `p${made}.puzzle`);
        writeFileSync(path, puzzle);
    }
    const page = join(folder, `p${made}.html`);
    gridlog("render", "--play", path, "-o", page);
    return pathToFileURL(page).href;
}

/** The solution as the program knows it: values by places. */
export function solutionOf(path) {
    const facts = gridlog("solve", path, "-f", "facts");
    const values = new Map();
    for (const [, place, value] of facts.matchAll(/^given\((.*), ([^,]+)\)\.$/gm)) values.set(place, value);
    return values;
}

/** Opens a page and fails the test where the page fails. */
export async function openPage(context, address) {
    const page = await context.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => { if (message.type() === "error") errors.push(message.text()); });
    await page.goto(address);
    return { page, errors };
}

/** Where a point of the picture is on the screen. */
export async function screenPoint(page, [x, y]) {
    return page.evaluate(([px, py]) => {
        const svg = /** @type {SVGSVGElement} */ (document.querySelector(".board svg"));
        const at = new DOMPoint(px, py).matrixTransform(/** @type {DOMMatrix} */ (svg.getScreenCTM()));
        return [at.x, at.y];
    }, [x, y]);
}

/** The places of the game in a page. */
export async function placesOf(page) {
    return page.evaluate(() => JSON.parse(document.getElementById("game")?.textContent ?? "{}").board.places);
}

/** What the page says. */
export async function messageOf(page) {
    return page.locator(".play-message").innerText();
}
