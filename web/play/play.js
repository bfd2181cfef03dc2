// @ts-check
// A page to play a puzzle of values on.

import { createBoard } from "../board/board.js";
import { sayValue, writeValue } from "../board/holds.js";
import { createKeypad } from "../board/keypad.js";
import { createFrame, helpLines, makeElement } from "./frame.js";
import { createHints } from "./hints.js";
import { createJudge } from "./judge.js";
import { clockText, createHistory, createKeeper, createTimer } from "./keep.js";

/**
 * @param {HTMLElement} root
 * @param {any} game what the request `game` answers
 * @param {{keep?: boolean}} options
 */
export function playGame(root, game, options = {}) {
    const frame = createFrame(root, game);
    const history = createHistory();
    const keeper = options.keep === false ? { read: () => null, write() {} } : createKeeper(game.key);
    const timer = createTimer((seconds) => { frame.clock.textContent = clockText(seconds); keepSoon(); });
    let isDone = false;
    let hint = null;
    let keypad = null;
    let soon = null;

    const board = createBoard(frame.board, game.board, {
        change(changes) {
            if (isDone) return false;
            history.add(changes);
            clearHint();
            timer.start();
            queueMicrotask(changed);
        },
        cursor: () => keypad?.update(),
    }, { label: game.title });
    const judge = createJudge(game, board);
    const hints = createHints(game, board);
    keypad = createKeypad(frame.keypad, board);

    const canNote = board.holds.some((hold) => hold.pencil);
    frame.button("undo", "Undo", () => step(history.undo(), "was"));
    frame.button("redo", "Redo", () => step(history.redo(), "now"));
    if (canNote) frame.button("pencil", "Pencil", () => setMode(board.mode === "pencil" ? "value" : "pencil"), { "aria-pressed": "false" });
    frame.button("check", "Check", check);
    frame.button("hint", "Hint", giveHint);
    frame.button("restart", "Restart", () => frame.tell("Begin again?", "All that is on the board goes away.", [
        ["Begin again", restart], ["Go on", () => frame.tell("")],
    ]));
    const facts = [game.level ? `level: ${game.level}` : "", game.checks.length > 1 ? `${game.checks.length} solutions, any will do` : ""];
    frame.facts.textContent = facts.filter((fact) => fact !== "").join(" · ");
    if (game.rules) frame.help.append(makeElement("p", {}, game.rules));
    for (const line of helpLines(board)) frame.help.append(makeElement("p", {}, line));
    const listed = createList(frame.listed, board);

    root.addEventListener("keydown", (event) => {
        const key = event.key.toLowerCase();
        if (!(event.ctrlKey || event.metaKey) || (key !== "z" && key !== "y")) return;
        event.preventDefault();
        if (key === "y" || event.shiftKey) step(history.redo(), "now");
        else step(history.undo(), "was");
    });

    function changed() {
        keypad.update();
        listed.update();
        frame.buttons.undo.disabled = !history.canUndo || isDone;
        frame.buttons.redo.disabled = !history.canRedo || isDone;
        if (!isDone && judge.isSolved()) finish();
        keep();
    }

    function keep() {
        clearTimeout(soon);
        soon = null;
        keeper.write({ ...board.state(), ...history.kept(), seconds: timer.seconds, isDone, mode: board.mode });
    }

    function keepSoon() {
        soon ??= setTimeout(keep, 4000);
    }

    function step(changes, part) {
        if (!changes || isDone) return;
        const before = board.state();
        for (const change of changes) {
            const { value, pencil, struck } = change[part];
            if (value === null) delete before.values[change.id]; else before.values[change.id] = value;
            before.pencil[change.id] = pencil;
            before.struck[change.id] = struck;
        }
        board.load(before);
        clearHint();
        changed();
    }

    function setMode(mode) {
        board.mode = mode;
        frame.buttons.pencil?.setAttribute("aria-pressed", String(mode === "pencil"));
    }

    function check() {
        const wrong = judge.errors();
        clearHint();
        if (wrong.length > 0) {
            const text = wrong.length === 1 ? "One place is wrong." : `${wrong.length} places are wrong.`;
            frame.tell(text, "", [["Show", () => revealErrors(wrong)], ["Close", () => frame.tell("")]], "bad");
            return;
        }
        const open = judge.open();
        frame.tell("No mistake so far.", open === 0 ? "" : open === 1 ? "One place is open." : `${open} places are open.`, [], "good");
    }

    function revealErrors(wrong) {
        const left = wrong.filter((id) => judge.errors().includes(id));
        board.highlight({ error: left });
        const names = left.map((id) => board.place(id).label);
        frame.tell(left.length === 1 ? "This one is wrong." : "These are wrong.", names.join("; "), [
            ["Take them away", () => { board.put(left.map((id) => ({ id, value: null }))); clearHint(); }],
            ["Close", clearHint],
        ], "bad");
    }

    function clearHint() {
        hint = null;
        board.highlight({});
        frame.tell("");
    }

    /** First where to look, then the whole step, then it is put on the board. */
    function giveHint() {
        if (isDone) return;
        timer.start();
        const wrong = judge.errors();
        if (wrong.length > 0) return check();
        if (hint === null) {
            const next = hints.next();
            if (next === null) return revealOne();
            hint = { step: next, isTold: false };
            board.highlight(hints.lights(next, false));
            frame.tell(`Hint: ${next.look}`, "", [["Tell me", giveHint], ["Close", clearHint]], "hint");
        } else if (!hint.isTold) {
            hint.isTold = true;
            const { step: told } = hint;
            board.highlight(hints.lights(told, true));
            frame.tell(told.title, [told.text, ...told.remarks].join("\n").replace(/ \(step \d+\)/g, ""), [["Do it", giveHint], ["Close", clearHint]], "hint");
        } else {
            const { step: told } = hint;
            board.put(hints.changes(told));
        }
    }

    /** Where no step is stored, a value of the solution. */
    function revealOne() {
        const place = judge.firstOpen();
        if (!place) return frame.tell("Nothing is left to find.");
        const value = judge.reveal(place);
        board.highlight({ conclusion: [place.id] });
        if (value === null) return frame.tell("No hint is stored for this.");
        frame.tell("No step is stored for this.", `${place.label}: show its value?`, [
            ["Show", () => board.put([{ id: place.id, value }])], ["Close", clearHint],
        ], "hint");
    }

    function finish() {
        isDone = true;
        timer.stop();
        board.highlight({});
        root.classList.add("is-done");
        setDone();
    }

    function setDone() {
        for (const name of ["undo", "redo", "pencil", "check", "hint"]) if (frame.buttons[name]) frame.buttons[name].disabled = true;
        frame.tell("Solved!", `Well done: ${clockText(timer.seconds)}.`, [["Play again", restart]], "done");
        board.say(`Solved. Well done: ${clockText(timer.seconds)}.`);
    }

    function restart() {
        isDone = false;
        root.classList.remove("is-done");
        board.load({});
        history.load(null);
        timer.set(0);
        timer.stop();
        setMode("value");
        for (const button of Object.values(frame.buttons)) button.disabled = false;
        clearHint();
        changed();
    }

    const kept = keeper.read();
    if (kept) {
        board.load(kept);
        history.load(kept);
        timer.set(kept.seconds ?? 0);
        setMode(kept.mode ?? "value");
        if (Object.keys(kept.values ?? {}).length > 0) timer.start();
        if (kept.isDone && judge.isSolved()) {
            isDone = true;
            timer.stop();
            root.classList.add("is-done");
            setDone();
        }
    }
    changed();
    return { board, frame };
}

/** Unknowns that are nowhere on the picture, each with a field to choose its value from. */
function createList(root, board) {
    const fields = [];
    for (const place of board.places.filter(({ kind }) => kind === "listed")) {
        const hold = board.hold(place);
        const isFree = hold.values.length === 0;
        const field = isFree
            ? makeElement("input", { type: "number", "aria-label": place.label })
            : makeElement("select", { "aria-label": place.label },
                makeElement("option", { value: "" }, "–"),
                ...hold.values.map(({ value }) => makeElement("option", { value, "aria-label": sayValue(hold, value) }, writeValue(hold, value))));
        field.addEventListener("change", () => board.put([{ id: place.id, value: field.value === "" ? null : field.value }]));
        field.disabled = place.fixed === true;
        fields.push([place, field]);
        root.append(makeElement("label", {}, `${place.label} `, field));
    }
    return {
        update() {
            for (const [place, field] of fields) field.value = board.entry(place.id).value ?? "";
        },
    };
}
