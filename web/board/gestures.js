// @ts-check
// Mouse and touch: taps, long presses, the right button, and dragging of lines, values, areas and paths.

import { isInside, pathDistance } from "./geometry.js";
import { firstValue, nextValue } from "./holds.js";

const LONG = 500;
/** How far a pointer may wander, in pixels, and still be a tap. */
const STEADY = 8;

/** What lies at a point: a line close by, else the place whose rectangle it is in, else a near line. */
export function placeAt(board, at) {
    let line = null;
    let least = 30;
    for (const place of board.places) {
        if (!place.path || !board.hold(place)) continue;
        const distance = pathDistance(at, place.path);
        if (distance < least) [line, least] = [place, distance];
    }
    // Where other places hold something a line is narrow, else it reaches half way to the next one.
    const inside = board.stops.filter((stop) => !stop.path && isInside(at, stop));
    inside.sort((one, other) => (one.size?.[0] ?? 24) - (other.size?.[0] ?? 24));
    const solid = inside.find((stop) => board.hold(stop) || stop.of !== undefined);
    if (line && least < (solid ? 9 : 30)) return line;
    return solid ?? inside[0] ?? null;
}

/** The end of lines that a point is close to. */
function nodeAt(board, at, reach) {
    let best = null;
    let least = reach;
    for (const node of board.nodes) {
        const distance = Math.hypot(node.at[0] - at[0], node.at[1] - at[1]);
        if (distance < least) [best, least] = [node, distance];
    }
    return best;
}

/** The cell of areas that a point is in. */
function cellAt(board, at) {
    return board.stops.find((stop) => stop.covered && isInside(at, stop)) ?? null;
}

/** Watches the pointer on the pictures of a board, which are all in one element. */
export function watchPointer(board, holder) {
    let drag = null;

    holder.addEventListener("contextmenu", (event) => event.preventDefault());
    holder.addEventListener("pointerdown", (event) => {
        if (drag || !board.element.contains(event.target)) return;
        board.element.focus({ preventScroll: true });
        const at = board.point(event);
        drag = {
            pointer: event.pointerId, from: [event.clientX, event.clientY], at, last: at, moved: false, done: false,
            place: placeAt(board, at), back: event.button === 2, work: null,
        };
        drag.timer = setTimeout(() => {
            if (drag && !drag.moved && !board.moves) {
                drag.done = true;
                tapped(board, drag.place, true);
                if (navigator.vibrate) navigator.vibrate(15);
            }
        }, LONG);
        holder.setPointerCapture(event.pointerId);
    });
    holder.addEventListener("pointermove", (event) => {
        if (!drag || event.pointerId !== drag.pointer || drag.done) return;
        const far = Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]);
        if (!drag.moved && far < STEADY) return;
        if (!drag.moved) {
            drag.moved = true;
            clearTimeout(drag.timer);
            drag.work = board.moves ? null : work(board, drag);
        }
        const at = board.point(event);
        // A quick pointer jumps: all points on its way count.
        const steps = Math.max(1, Math.ceil(Math.hypot(at[0] - drag.last[0], at[1] - drag.last[1]) / 8));
        for (let step = 1; step <= steps; step++) {
            const part = step / steps;
            drag.work?.pass([drag.last[0] + (at[0] - drag.last[0]) * part, drag.last[1] + (at[1] - drag.last[1]) * part]);
        }
        drag.last = at;
    });
    const end = (event) => {
        if (!drag || event.pointerId !== drag.pointer) return;
        clearTimeout(drag.timer);
        const { place, moved, done, back, from } = drag;
        const finished = drag.work;
        drag = null;
        if (done || event.type === "pointercancel") return finished?.cancel?.();
        if (!moved) return tapped(board, place, back);
        if (board.moves) return swiped(board, event.clientX - from[0], event.clientY - from[1], place);
        finished?.end?.();
    };
    holder.addEventListener("pointerup", end);
    holder.addEventListener("pointercancel", end);
}

/** A tap on a place: it is selected, and takes its next value where taps give values. */
function tapped(board, pressed, back) {
    // The board may have been shown anew since the press.
    const place = pressed && board.place(pressed.id);
    if (!place) return;
    const hold = board.hold(place);
    const stop = board.stops.includes(place) ? place : null;
    if (stop) board.select(stop.id);
    if (place.of !== undefined) return board.tap(place.id);
    if (!hold || place.fixed) return board.tap(place.id);
    if (hold.input === "cycle" || hold.input === "line") {
        board.put([{ id: place.id, value: nextValue(hold, board.entry(place.id).value, back) }]);
    } else {
        board.handlers.tap?.(place.id);
    }
}

function swiped(board, x, y, place) {
    if (Math.max(Math.abs(x), Math.abs(y)) < 24) return;
    const way = Math.abs(x) >= Math.abs(y) ? (x > 0 ? "right" : "left") : y > 0 ? "down" : "up";
    board.handlers.swipe?.(way, place?.id ?? null);
}

/** What a drag does, by what it starts on. */
function work(board, drag) {
    if (board.tool?.input === "path" || board.hold(drag.place)?.input === "path") return dragPath(board, drag);
    if (board.nodes.length > 0) {
        const node = nodeAt(board, drag.at, 34);
        if (node) return dragLine(board, node);
    }
    if (cellAt(board, drag.at)) return dragArea(board, drag);
    const hold = board.hold(drag.place);
    if (hold?.input === "cycle" && !drag.place.fixed) return dragValue(board, drag, hold);
    return null;
}

/** Lines from end to end: the first one decides whether lines are drawn or taken away. */
function dragLine(board, start) {
    let node = start;
    let value;
    return {
        pass(at) {
            const next = nodeAt(board, at, 21);
            if (!next || next.id === node.id) return;
            // Lines are looked up by the name of an end: what was drawn so far may have made the board anew.
            const join = next.joins.find(({ to }) => to.id === node.id);
            if (!join) return;
            const { place } = join;
            const hold = board.hold(place);
            const was = board.entry(place.id).value;
            if (value === undefined) {
                const more = hold.values.filter((one) => one.mark === undefined).length > 1;
                value = more ? nextValue(hold, was) : was === firstValue(hold) ? null : firstValue(hold);
            }
            if (!place.fixed) board.put([{ id: place.id, value }]);
            node = next;
            board.select(node.id);
        },
    };
}

/** The value of the first place, carried over to the others that may hold it. */
function dragValue(board, drag, hold) {
    const value = nextValue(hold, board.entry(drag.place.id).value, drag.back);
    board.put([{ id: drag.place.id, value }]);
    return {
        pass(at) {
            const place = placeAt(board, at);
            if (!place || place.fixed) return;
            const other = board.hold(place);
            if (other?.input !== "cycle" || (value !== null && !other.values.some((one) => one.value === value))) return;
            board.select(place.id);
            board.put([{ id: place.id, value }]);
        },
    };
}

/** The area that has exactly the cells between two corners, or among several the first that is not there yet. */
export function areaBetween(board, one, other) {
    const inside = ([x, y]) =>
        x >= Math.min(one[0], other[0]) && x <= Math.max(one[0], other[0]) &&
        y >= Math.min(one[1], other[1]) && y <= Math.max(one[1], other[1]);
    const count = (Math.abs(one[0] - other[0]) / 60 + 1) * (Math.abs(one[1] - other[1]) / 60 + 1);
    return board.places.find((place) => place.cells?.length === count && place.cells.every(inside)) ?? null;
}

/** Puts an area where the board allows one, and takes away those that overlap; the same again takes it away. */
export function putArea(board, area) {
    const hold = board.hold(area);
    const value = firstValue(hold);
    if (board.entry(area.id).value === value) return board.put([{ id: area.id, value: null }]);
    const cells = new Set(area.cells.map((at) => at.join(",")));
    const overlapping = board.places.filter((place) =>
        place !== area && place.cells && board.entry(place.id).value === value &&
        place.cells.some((at) => cells.has(at.join(","))));
    return board.put([...overlapping.map(({ id }) => ({ id, value: null })), { id: area.id, value }]);
}

function dragArea(board, drag) {
    const start = cellAt(board, drag.at);
    let corner = start;
    const covered = () => {
        const [[x1, y1], [x2, y2]] = [start.at, corner.at];
        return board.stops.filter(({ at, covered: counts }) =>
            counts && at[0] >= Math.min(x1, x2) && at[0] <= Math.max(x1, x2) && at[1] >= Math.min(y1, y2) && at[1] <= Math.max(y1, y2));
    };
    return {
        pass(at) {
            const cell = cellAt(board, at);
            if (!cell || cell.id === corner.id) return;
            corner = cell;
            board.highlight({ chosen: covered().map(({ id }) => id) });
        },
        cancel() { board.highlight({}); },
        end() {
            board.highlight({});
            board.select(corner.id);
            const area = areaBetween(board, start.at, corner.at);
            if (area) putArea(board, area);
            else board.say("Nothing fits there.");
        },
    };
}

/** A list of places, told at the end; going back takes the last one off. */
function dragPath(board, drag) {
    const ids = drag.place ? [drag.place.id] : [];
    return {
        pass(at) {
            const place = placeAt(board, at);
            if (!place || ids[ids.length - 1] === place.id) return;
            if (ids[ids.length - 2] === place.id) ids.pop();
            else if (!ids.includes(place.id)) ids.push(place.id);
            board.highlight({ chosen: ids });
        },
        cancel() { board.highlight({}); },
        end() {
            board.highlight({});
            board.handlers.path?.(ids, board.tool ?? board.hold(drag.place));
        },
    };
}
