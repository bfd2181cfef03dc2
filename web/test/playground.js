// @ts-check
// The playground of the program's own server in a browser, and what tests do with it.
import { spawn } from "node:child_process";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { openBrowser, WEB } from "./browser.js";

/** How long a test waits for anything, in milliseconds: the machine may be busy. */
const PATIENCE = 20_000;

/**
 * Starts `gridlog serve` on a free port with the pages of this folder. `GRIDLOG` names another binary.
 * @param {string[]} [words] further words of the command line
 * @returns {Promise<{url: string, stop: () => void}>}
 */
export async function serve(words = []) {
    const binary = process.env.GRIDLOG ?? fileURLToPath(new URL("../../target/debug/gridlog", import.meta.url));
    const server = spawn(binary, ["serve", "--no-open", "--port", "0", "--pages", WEB, ...words], {
        stdio: ["ignore", "pipe", "pipe"],
    });
    const url = await new Promise((resolve, reject) => {
        let said = "";
        const listen = (/** @type {Buffer} */ data) => {
            said += data;
            const found = /http:\/\/\S+/.exec(said);
            if (found) resolve(found[0]);
        };
        server.stdout.on("data", listen);
        server.stderr.on("data", listen);
        server.on("error", reject);
        server.on("exit", () => reject(new Error(`the server ended: ${said}`)));
    });
    return { url, stop: () => server.kill() };
}

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{open: (options?: {hash?: string, width?: number, height?: number, dark?: boolean}) => Promise<Page>, url: () => string}} Playground */

/**
 * A browser for the tests of a file; an error in the page is an error of the test.
 * @param {string[]} [words] further words of `gridlog serve`
 * @returns {Playground}
 */
export function playground(words = []) {
    /** @type {import("playwright-core").Browser} */
    let browser;
    /** @type {Awaited<ReturnType<typeof serve>>} */
    let server;
    before(async () => {
        server = await serve(words);
        browser = await openBrowser();
    });
    after(async () => {
        await browser?.close();
        server?.stop();
    });
    return {
        url: () => server.url,
        async open({ hash = "", width = 1400, height = 900, dark = false } = {}) {
            const context = await browser.newContext({
                viewport: { width, height },
                colorScheme: dark ? "dark" : "light",
                permissions: ["clipboard-read", "clipboard-write"],
            });
            const page = await context.newPage();
            page.setDefaultTimeout(PATIENCE);
            page.on("pageerror", (error) => {
                throw error;
            });
            page.on("console", (message) => {
                if (message.type() === "error" && /Content Security Policy|Refused to/.test(message.text()))
                    throw new Error(message.text());
            });
            // An address may have a key in it, which the server takes out: the fragment has to wait for that.
            if (server.url.includes("?")) await page.goto(server.url);
            await page.goto(new URL(server.url).origin + "/" + hash);
            await page.waitForSelector("html[data-ready]");
            return page;
        },
    };
}

/**
 * Writes a text into an editor in place of what it holds, as somebody would.
 * @param {Page} page
 * @param {"Rules" | "Puzzle"} label
 * @param {string} text
 */
export async function write(page, label, text) {
    await page.getByRole("textbox", { name: label, exact: true }).fill(text);
}

/**
 * The text of an editor.
 * @param {Page} page
 * @param {"Rules" | "Puzzle"} label
 */
export function read(page, label) {
    return page.getByRole("textbox", { name: label, exact: true }).inputValue();
}

/**
 * Where a point of a picture is on the screen, once the picture rests there: it moves while other parts of the page find their place.
 * @param {Page} page
 * @param {string} selector
 * @param {number} x
 * @param {number} y
 * @returns {Promise<[number, number]>}
 */
export function pointOf(page, selector, x, y) {
    return page.evaluate(
        async ([selector, x, y, patience]) => {
            // The picture may give way to another one meanwhile, so it is looked for each time.
            const where = () => {
                const matrix = /** @type {SVGSVGElement | null} */ (document.querySelector(String(selector)))?.getScreenCTM();
                if (!matrix) return null;
                const point = new DOMPoint(Number(x), Number(y)).matrixTransform(matrix);
                return /** @type {[number, number]} */ ([point.x, point.y]);
            };
            const end = performance.now() + patience;
            for (let [still, last] = [0, where()]; performance.now() < end; ) {
                await new Promise((next) => setTimeout(next, 20));
                const now = where();
                still = now && String(now) === String(last) ? still + 1 : 0;
                if (now && still === 5) return now;
                last = now;
            }
            throw new Error(`${selector} does not come to rest`);
        },
        /** @type {const} */ ([selector, x, y, PATIENCE]),
    );
}

/**
 * Gives questions so much time that none of a test ends by itself.
 * @param {Page} page
 */
export async function giveTime(page) {
    await page.locator("#answer-tools").getByRole("button", { name: "Limits…" }).click();
    await page.getByLabel("Time, such as").fill("1h");
    await page.keyboard.press("Escape");
}

/**
 * Presses the button of a question and waits until the work is over.
 * @param {Page} page
 * @param {string} question
 */
export async function ask(page, question) {
    await page.locator(`[data-question=${question}]`).click();
    await page.locator("#working").waitFor({ state: "hidden" });
}
