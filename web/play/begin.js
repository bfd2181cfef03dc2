// @ts-check
// Where a page for a puzzle of moves begins: the game, what the engine is asked and the engine are in the page.

import { startInstance } from "../engine/instance.js";
import { focusBoard } from "./frame.js";
import { playMoves } from "./moves.js";

const partOf = (id) => document.getElementById(id)?.textContent ?? "null";

/** The engine in the page, compressed and in letters; answers requests. */
async function engineOf(letters) {
    const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    const module = await WebAssembly.compile(await new Response(unpacked).arrayBuffer());
    const instance = await startInstance(module, () => {});
    return (request) => JSON.parse(instance.ask(JSON.stringify(request)));
}

const { files, arguments: words, settings: set } = JSON.parse(partOf("request"));
const starting = engineOf(partOf("engine"));
const page = /** @type {HTMLElement} */ (document.getElementById("play"));
playMoves(page, JSON.parse(partOf("game")), async (position) => {
    const engine = await starting;
    return engine({ command: "moves", arguments: words, files, options: { position, set } });
});
focusBoard(page);
