// @ts-check
// Playing the puzzle on the desk, as on a play page.

/**
 * Puts a game on the stage. What plays it is loaded when it is first wanted.
 * @param {HTMLElement} stage
 * @param {any} game what the request `game` answers
 */
export async function startPlay(stage, game) {
    const { playGame } = await import("../play/play.js");
    const root = document.createElement("div");
    stage.replaceChildren(root);
    playGame(root, game, { keep: false });
}
