// @ts-check
// A page to play a puzzle of moves on. The engine knows the rules: which moves are legal, and where they lead.

import { createBoard } from "../board/board.js";
import { createFrame, helpLines, makeElement } from "./frame.js";
import { clockText, createKeeper, createTimer } from "./keep.js";
import { unveil } from "./seal.js";

/** Moves that have buttons at most. */
const MOST_LISTED = 24;

/**
 * @param {HTMLElement} root
 * @param {any} game what the request `game` answers for a puzzle of moves
 * @param {(position: string[]) => Promise<any>} ask the response to the request `moves` at a position
 * @param {{keep?: boolean}} options
 */
export function playMoves(root, game, ask, options = {}) {
    const frame = createFrame(root, game);
    const keeper = options.keep === false ? { read: () => null, write() {} } : createKeeper(game.key);
    const timer = createTimer((seconds) => { frame.clock.textContent = clockText(seconds); if (seconds % 5 === 0) keep(); });
    let now = game.start;
    let done = [];
    let undone = [];
    let chosen = null;
    let isBusy = false;

    const describe = (position) => ({ svg: position.svg, places: position.places, holds: [] });
    const board = createBoard(frame.board, describe(now), {
        swipe: (way, id) => swiped(way, id),
        tap: (id) => tapped(id),
    }, { moves: true, label: game.title });
    const count = makeElement("p", { class: "play-count", role: "status", "aria-live": "polite" });
    const list = makeElement("div", { class: "play-moves", role: "group", "aria-label": "moves" });
    frame.keypad.replaceWith(count, list);
    frame.button("undo", "Undo", undo);
    frame.button("redo", "Redo", redo);
    frame.button("hint", "Hint", giveHint);
    frame.button("restart", "Restart", () => { undone = []; go([], game.start.position); });
    if (game.rules) frame.help.append(makeElement("p", {}, game.rules));
    for (const line of helpLines(board)) frame.help.append(makeElement("p", {}, line));
    root.addEventListener("keydown", (event) => {
        const key = event.key.toLowerCase();
        if (!(event.ctrlKey || event.metaKey) || (key !== "z" && key !== "y")) return;
        event.preventDefault();
        if (key === "y" || event.shiftKey) redo(); else undo();
    });

    /** Goes to a position that so many moves lead to; nothing if the engine cannot. */
    async function go(moves, position, changed = []) {
        if (isBusy) return;
        isBusy = true;
        try {
            const answer = await ask(position);
            if (!answer.result) throw new Error(answer.messages);
            now = answer.result;
            done = moves;
            chosen = null;
            show(changed);
            keep();
        } catch (trouble) {
            frame.tell("The engine failed.", String(trouble), [], "bad");
        } finally {
            isBusy = false;
        }
    }

    function make(move) {
        timer.start();
        undone = [];
        return go([...done, { name: move.name, position: move.position }], move.position, move.changed);
    }

    function undo() {
        if (done.length === 0 || isBusy) return;
        const before = done.slice(0, -1);
        undone.push(done[done.length - 1]);
        go(before, before[before.length - 1]?.position ?? game.start.position);
    }

    function redo() {
        const move = isBusy ? undefined : undone.pop();
        if (move) go([...done, move], move.position);
    }

    function show(changed = []) {
        board.show(describe(now));
        // Where most of the board changes, nothing would stand out.
        board.highlight(changed.length * 2 <= now.places.length ? { reason: changed } : {});
        const best = game.plan.length > 0 || game.shortest ? `, ${game.shortest ? "the fewest are" : "some need"} ${game.plan.length}` : "";
        count.textContent = done.length === 1 ? `1 move${best}` : `${done.length} moves${best}`;
        listMoves(now.moves);
        frame.buttons.undo.disabled = done.length === 0;
        frame.buttons.redo.disabled = undone.length === 0;
        frame.tell("");
        root.classList.toggle("is-done", now.goal);
        if (now.goal) finish();
        else if (now.moves.length === 0) frame.tell("No move is left.", "Undo, or begin again.", [], "bad");
        board.say(now.goal ? "Solved." : count.textContent);
    }

    function finish() {
        timer.stop();
        const isBest = game.shortest && done.length === game.plan.length;
        const text = isBest ? "Nobody does it with fewer moves." : game.shortest ? `It can be done with ${game.plan.length}.` : "";
        frame.tell("Solved!", `${done.length} moves, ${clockText(timer.seconds)}.\n${text}`, [["Play again", () => { timer.set(0); undone = []; go([], game.start.position); }]], "done");
    }

    function listMoves(moves) {
        list.replaceChildren(...moves.slice(0, MOST_LISTED).map((move) =>
            makeElement("button", { type: "button", "data-move": move.name, title: move.text, onclick: () => make(move) }, move.name)));
        if (moves.length > MOST_LISTED) list.append(makeElement("span", {}, `and ${moves.length - MOST_LISTED} more: choose a place`));
    }

    const speaksOf = (move, id) => move.places.includes(id) || move.to === id;

    function swiped(way, id) {
        const going = now.moves.filter((move) => move.way === way);
        const from = going.filter((move) => move.places.includes(id ?? chosen));
        const only = from.length === 1 ? from[0] : going.length === 1 ? going[0] : null;
        if (only) make(only);
        else board.say(going.length === 0 ? "Nothing moves there." : "Choose what moves first.");
    }

    /** A tap on a place makes the only move that speaks of it, or chooses it among several. */
    function tapped(id) {
        const pair = chosen === null ? [] : now.moves.filter((move) => speaksOf(move, chosen) && speaksOf(move, id) && chosen !== id);
        const all = pair.length > 0 ? pair : now.moves.filter((move) => move.places.includes(id));
        const only = all.length === 1 ? all : all.filter((move) => move.places[0] === id && all.length > 0 && move.places.length === 1);
        if (only.length === 1) return make(only[0]);
        chosen = all.length > 0 && chosen !== id ? id : null;
        board.highlight(chosen === null ? {} : { conclusion: [id], reason: all.map((move) => move.to).filter((to) => to !== undefined) });
        listMoves(chosen === null ? now.moves : all);
    }

    /** The next move of the stored plan, or how to come back to it. */
    function giveHint() {
        timer.start();
        const plan = game.plan.map((letters, at) => unveil(letters, `${game.salt} move ${at}`));
        if (plan.length === 0) return frame.tell("No plan is stored.");
        const names = done.map((move) => move.name);
        let along = 0;
        while (along < names.length && names[along] === plan[along]) along++;
        if (along < names.length) {
            const back = names.length - along;
            const actions = [["Go back", () => { undone = []; const kept = done.slice(0, along); go(kept, kept[along - 1]?.position ?? game.start.position); }], ["Close", () => frame.tell("")]];
            return frame.tell("Hint", `The stored plan goes another way: take ${back === 1 ? "1 move" : `${back} moves`} back.`, actions, "hint");
        }
        const move = now.moves.find((one) => one.name === plan[along]);
        if (move) frame.tell(`Hint: ${move.name}`, move.text, [["Do it", () => make(move)], ["Close", () => frame.tell("")]], "hint");
    }

    function keep() {
        keeper.write({ done, undone, seconds: timer.seconds });
    }

    const kept = keeper.read();
    if (kept) {
        timer.set(kept.seconds ?? 0);
        undone = kept.undone ?? [];
        if (kept.done?.length > 0) {
            timer.start();
            go(kept.done, kept.done[kept.done.length - 1].position);
        }
    }
    show();
    return { board, frame };
}
