// @ts-check
// Playing the puzzle on the desk, as on a play page.

/**
 * Puts a game on the stage. What plays it is loaded when it is first wanted.
 * @param {HTMLElement} stage
 * @param {any} game what the request `game` answers
 * @param {(position: string[]) => Promise<any>} ask what the request `moves` answers at a position
 */
export async function startPlay(stage, game, ask) {
    const root = document.createElement("div");
    if (game.start) {
        const { playMoves } = await import("../play/moves.js");
        stage.replaceChildren(root);
        playMoves(root, game, ask, { keep: false });
        return;
    }
    const { playGame } = await import("../play/play.js");
    stage.replaceChildren(root);
    playGame(root, game, { keep: false });
}
