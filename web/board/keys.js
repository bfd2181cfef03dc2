// @ts-check
// The keyboard on a board.

import { areaBetween, putArea } from "./gestures.js";
import { firstValue, markedValue, nextValue, typedValue } from "./holds.js";

const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };
/** How long digits make one number, in milliseconds. */
const TOGETHER = 1500;

/** Watches the keys on the pictures of a board, which are all in one element. */
export function watchKeys(board, holder) {
    let corner = null;

    holder.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey) return;
        if (handled(event)) {
            event.preventDefault();
            event.stopPropagation();
        }
    });

    function handled(event) {
        const way = ARROWS[event.key];
        if (way && board.moves) {
            board.handlers.swipe?.(way, null);
            return true;
        }
        if (way) return arrow(way, event);
        const place = board.cursor === null ? null : board.place(board.cursor);
        if (!place) return false;
        if (event.key === "Enter" || (event.key === " " && !board.hold(place))) return enter(place);
        const hold = board.hold(place);
        if (!hold || place.fixed) return false;
        if (event.key === " ") {
            board.put([{ id: place.id, value: nextValue(hold, board.entry(place.id).value, event.shiftKey) }]);
            return true;
        }
        if (["Delete", "Backspace", "."].includes(event.key)) {
            board.put([{ id: place.id, value: null, pencil: [], struck: [] }]);
            return true;
        }
        return typing(place, hold, event);
    }

    /** Moves the cursor; with shift it draws a line or spans an area, with alt it crosses a line out. */
    function arrow(way, event) {
        const place = board.cursor === null ? null : board.place(board.cursor);
        if (!event.shiftKey) corner = null;
        if (place?.joins && (event.shiftKey || event.altKey)) {
            const join = place.joins.find((one) => one.way === way);
            if (!join) return true;
            const hold = board.hold(join.place);
            const was = board.entry(join.place.id).value;
            const mark = markedValue(hold);
            const value = event.altKey ? (was === mark ? null : mark)
                : hold.values.filter((one) => one.mark === undefined).length > 1 ? nextValue(hold, was)
                : was === firstValue(hold) ? null : firstValue(hold);
            if (!join.place.fixed) board.put([{ id: join.place.id, value }]);
            if (event.shiftKey) board.select(join.to.id);
            return true;
        }
        if (place?.covered && event.shiftKey) {
            corner ??= place;
            board.move(way);
            return true;
        }
        board.move(way);
        return true;
    }

    function enter(place) {
        if (place.covered) {
            const area = areaBetween(board, (corner ?? place).at, place.at);
            corner = null;
            if (area) putArea(board, area);
            else board.say("Nothing fits there.");
            return true;
        }
        board.tap(place.id);
        return true;
    }

    function typing(place, hold, event) {
        // With shift a digit is some other sign.
        const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
        const key = event.shiftKey || event.altKey ? digit ?? event.key : event.key;
        if (key.length !== 1) return false;
        const turned = event.shiftKey || event.altKey;
        return typeKey(board, place, hold, key, (board.mode === "pencil") !== turned);
    }
}

/** What was typed last on each board: digits that follow each other soon make one number. */
const typedOn = new WeakMap();

/** Types a sign at a place; says whether it means something there. */
export function typeKey(board, place, hold, key, isPencil) {
    const last = typedOn.get(board) ?? { id: "", text: "", time: 0, mode: "" };
    const mode = isPencil ? "pencil" : "value";
    const isLater = last.id !== place.id || last.mode !== mode || Date.now() - last.time > TOGETHER;
    const before = isLater ? "" : last.text;
    const found = typedValue(hold, key, before);
    if (!found) {
        if (key !== "0") return false;
        board.put([{ id: place.id, value: null, pencil: [] }]);
        return true;
    }
    const first = before !== "" && found.typed.length > 1 ? before : null;
    typedOn.set(board, { id: place.id, text: found.typed, time: Date.now(), mode });
    if (found.value !== null) enterValue(board, place, hold, found.value, isPencil, first);
    return true;
}

/** Puts a value at a place, or notes it; `instead` is a shorter number typed just before, which it replaces. */
export function enterValue(board, place, hold, value, isPencil, instead = null) {
    const entry = board.entry(place.id);
    if (!isPencil || !hold.pencil) {
        const next = entry.value === value && instead === null ? null : value;
        return board.put([{ id: place.id, value: next }]);
    }
    const kept = entry.pencil.filter((one) => one !== value && one !== instead);
    const pencil = entry.pencil.includes(value) ? kept : [...kept, value];
    const order = hold.values.map((one) => one.value);
    pencil.sort((one, other) => order.indexOf(one) - order.indexOf(other));
    const struck = entry.struck.filter((one) => one !== value);
    return board.put([{ id: place.id, value: null, pencil, struck }]);
}
