// @ts-check
// Where a play page begins: the game is in the page.

import { playGame } from "./play.js";

playGame(/** @type {HTMLElement} */ (document.getElementById("play")), JSON.parse(document.getElementById("game")?.textContent ?? "null"));
