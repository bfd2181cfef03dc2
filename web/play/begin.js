// @ts-check
// Where a page for a puzzle of moves begins: the game, what the engine is asked and the engine are in the page.

import { engineOf, playMoves } from "./moves.js";

const partOf = (id) => document.getElementById(id)?.textContent ?? "null";
playMoves(
    /** @type {HTMLElement} */ (document.getElementById("play")),
    JSON.parse(partOf("game")),
    JSON.parse(partOf("request")),
    engineOf(partOf("engine")),
);
