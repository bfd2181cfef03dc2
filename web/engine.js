// @ts-check
// Asking the engine: one interface for the server of `gridlog serve` and for the WebAssembly in a worker.
import { httpEngine } from "./engine/http.js";

/**
 * A request: a command line with texts (docs/web.md).
 * @typedef {{command: string, arguments?: string[], options?: Record<string, any>, files?: Record<string, string>, [more: string]: any}} Request
 * @typedef {{exit: number, records: any[], output: string, messages: string, result?: any}} Response
 * @typedef {{seconds: number, solutions?: number, text: string}} Progress
 * @typedef {{signal?: AbortSignal, progress?: (progress: Progress) => void}} Asking
 * @typedef {(request: Request, asking?: Asking) => Promise<Response>} Ask
 */

/** What the page is told about its engine by `engine.json` beside it. */
/** @typedef {{engine: "http" | "wasm", version?: string, files?: "none" | "read" | "edit", bundle?: boolean}} About */

/**
 * An engine with two lanes: `ask` for what may take long, `quick` for what the page needs while somebody types, so that a long
 * search does not hold up the squiggles.
 * @typedef {{about: About, ask: Ask, quick: Ask}} Engine
 */

/**
 * The engine that this page can reach.
 * @returns {Promise<Engine>}
 */
export async function openEngine() {
    const about = await readAbout();
    if (about.engine === "http") {
        const { ask } = httpEngine("answer");
        return { about, ask, quick: ask };
    }
    const { wasmEngine } = await import("./engine/wasm.js");
    // Each lane is a worker of its own.
    const [work, language] = [wasmEngine(), wasmEngine()];
    return { about, ask: work.ask, quick: language.ask };
}

/** @returns {Promise<About>} */
async function readAbout() {
    try {
        const answer = await fetch("engine.json");
        if (answer.ok) return await answer.json();
    } catch {
        // Whoever serves the files alone has no such file: then there is the worker.
    }
    return { engine: "wasm", files: "none" };
}

/** A question that somebody has a newer one for is left alone for this long, in milliseconds, before it is aborted. */
const PATIENCE = 1000;

/**
 * Asks one question at a time, and of those that come meanwhile only the last: all others end as null. So answers come as fast
 * as the engine can give them while somebody types, and never about an older text than the last answer was.
 * @param {Ask} ask
 * @returns {(request: Request) => Promise<Response | null>}
 */
export function freshest(ask) {
    /** @type {{request: Request, resolve: (response: Response | null) => void, reject: (trouble: unknown) => void} | null} */
    let waiting = null;
    /** @type {AbortController | null} */
    let running = null;
    let started = 0;
    const next = async () => {
        if (running || !waiting) return;
        const { request, resolve, reject } = waiting;
        waiting = null;
        const mine = new AbortController();
        running = mine;
        started = performance.now();
        try {
            const response = await ask(request, { signal: mine.signal });
            resolve(waiting ? null : response);
        } catch (trouble) {
            if (mine.signal.aborted) resolve(null);
            else reject(trouble);
        } finally {
            running = null;
            void next();
        }
    };
    return (request) =>
        new Promise((resolve, reject) => {
            waiting?.resolve(null);
            waiting = { request, resolve, reject };
            if (running && performance.now() - started > PATIENCE) running.abort();
            void next();
        });
}
