// @ts-check
// Where a play page begins: the game is in the page.

import { focusBoard } from "./frame.js";
import { playGame } from "./play.js";

const page = /** @type {HTMLElement} */ (document.getElementById("play"));
playGame(page, JSON.parse(document.getElementById("game")?.textContent ?? "null"));
focusBoard(page);
