// @ts-check
// A board to play and draw on. README.md says what a description is and how the board is used.

import { nearestTowards, spotName } from "./geometry.js";
import { watchPointer } from "./gestures.js";
import { sayValue, valueNumber } from "./holds.js";
import { watchKeys } from "./keys.js";
import { cursorMarkup, highlightMarkup, pencilMarkup, signMarkup } from "./marks.js";
import { createPicture, escapeText } from "./picture.js";

const NOTHING = { value: null, pencil: [], struck: [] };
let boardsMade = 0;

/** A copy of what a place holds that always has all parts. */
function wholeEntry(entry) {
    return { ...NOTHING, ...entry };
}

/**
 * @param {HTMLElement} root gets the picture and a live region
 * @param {any} description
 * @param {any} handlers change, path, tap, swipe, cursor
 * @param {{moves?: boolean, label?: string}} options
 */
export function createBoard(root, description, handlers = {}, options = {}) {
    const number = ++boardsMade;
    const holder = document.createElement("div");
    holder.className = "board";
    const live = document.createElement("div");
    live.className = "board-live";
    live.setAttribute("aria-live", "polite");
    root.replaceChildren(holder, live);

    let places = [];
    let byId = new Map();
    let stops = [];
    let nodes = [];
    let entries = new Map();
    let highlights = {};
    let cursor = null;
    let picture = createPicture(/** @type {any} */ (document.createElementNS("http://www.w3.org/2000/svg", "svg")), null);
    let svg = null;
    let layers = {};
    let cells = new Map();
    let said = "";
    let shown = "";

    const board = {
        /** What keys do: "value" or "pencil". */
        mode: "value",
        /** A hold of input "path" that dragging and shift with arrows use, whatever the places hold; or null. */
        tool: null,
        get element() { return svg; },
        get places() { return places; },
        get stops() { return stops; },
        get nodes() { return nodes; },
        get holds() { return description.holds ?? []; },
        get cursor() { return cursor; },
        get moves() { return options.moves === true; },
        handlers,
        place: (id) => byId.get(id),
        hold: (place) => (place?.hold === undefined ? undefined : description.holds[place.hold]),
        entry: (id) => entries.get(id) ?? NOTHING,
        state, load, put, show, highlight, select, move, say, point, tap,
    };

    function show(next) {
        // The same board again is left where it is: somebody may be about to press it.
        const text = JSON.stringify(next);
        const isNew = text !== shown;
        if (isNew) {
            shown = text;
            description = next;
            places = next.places.map((place) => ({ ...place }));
            byId = new Map(places.map((place) => [place.id, place]));
        }
        const before = entries;
        entries = new Map();
        for (const place of places) {
            const kept = before.get(place.id);
            if (place.value !== undefined && place.value !== null) entries.set(place.id, wholeEntry({ value: place.value }));
            else if (kept && !place.fixed && next.picture) entries.set(place.id, kept);
        }
        if (isNew) {
            ({ stops, nodes } = stopsOf(places, board));
            for (const stop of stops) byId.set(stop.id, byId.get(stop.id) ?? stop);
            draw();
            if (cursor && !byId.has(cursor)) cursor = null;
        }
        paint();
    }

    /** Puts the picture on the page, with the layers that the board draws on. */
    function draw() {
        const hadFocus = svg !== null && document.activeElement === svg;
        holder.innerHTML = description.svg;
        svg = holder.querySelector("svg");
        const make = (name, below) => {
            const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
            group.setAttribute("data-layer", name);
            group.setAttribute("pointer-events", "none");
            if (below) below.before(group);
            else svg.append(group);
            return group;
        };
        const under = svg.querySelector('[data-layer="highlights"]');
        const over = under ?? make("highlights");
        // Over the picture a colour must not hide what is there.
        if (!under) over.style.mixBlendMode = "multiply";
        layers = { highlights: over, marks: make("marks"), cursor: make("cursor"), places: make("places") };
        svg.setAttribute("tabindex", "0");
        svg.setAttribute("role", board.moves ? "application" : "grid");
        svg.setAttribute("aria-label", options.label ?? "board");
        svg.setAttribute("focusable", "true");
        // Small boards stay small: a cell is no larger than 84 pixels.
        svg.style.maxWidth = `${Math.round(svg.viewBox.baseVal.width * 1.4)}px`;
        const drags = description.holds?.some((hold) => hold.input !== "type" && hold.input !== "text");
        svg.style.touchAction = drags || board.moves ? "pinch-zoom" : "manipulation";
        picture = createPicture(svg, description.picture);
        name();
        svg.addEventListener("focus", () => { if (!cursor && !board.moves) select(firstStop()); });
        if (hadFocus) svg.focus();
    }

    /** The places as a screen reader meets them: rows of cells, each with its name and value. */
    function name() {
        cells = new Map();
        const rows = new Map();
        for (const stop of stops) {
            if (!stop.at) continue;
            if (!rows.has(stop.at[1])) rows.set(stop.at[1], []);
            rows.get(stop.at[1]).push(stop);
        }
        const sorted = [...rows.entries()].sort(([one], [other]) => one - other);
        layers.places.innerHTML = sorted.map(([, row]) => {
            const all = [...row].sort((one, other) => one.at[0] - other.at[0]);
            const inside = all.map((stop) => `<g role="gridcell" id="board${number}-${stops.indexOf(stop)}"></g>`);
            return `<g role="row">${inside.join("")}</g>`;
        }).join("");
        for (const stop of stops) {
            const cell = layers.places.querySelector(`#board${number}-${stops.indexOf(stop)}`);
            if (cell) cells.set(stop.id, cell);
        }
    }

    function firstStop() {
        return (stops.find((stop) => stop.at && !stop.fixed) ?? stops.find((stop) => stop.at))?.id ?? null;
    }

    /** Shows what all places hold. */
    function paint() {
        const held = places.map((place) => board.entry(place.id).value);
        picture.update(places.map((place, at) => valueNumber(board.hold(place), held[at])), held);
        let marks = "";
        for (const place of places) {
            const hold = board.hold(place);
            if (!hold || !place.at) continue;
            const entry = board.entry(place.id);
            const sign = hold.values.find((value) => value.value === entry.value)?.mark;
            if (sign !== undefined && hold.input !== "area") marks += signMarkup(place, sign);
            const noted = entry.value === null && (entry.pencil.length > 0 || entry.struck.length > 0);
            if (noted && hold.values.length <= 25) marks += pencilMarkup(place, hold, entry.pencil, entry.struck);
        }
        layers.marks.innerHTML = marks;
        let lights = "";
        for (const kind of ["scope", "reason", "conclusion", "chosen", "error"]) {
            for (const id of highlights[kind] ?? []) {
                const place = byId.get(id);
                if (place) lights += highlightMarkup(place, kind);
            }
        }
        layers.highlights.innerHTML = lights;
        paintCursor();
        for (const [id, cell] of cells) cell.setAttribute("aria-label", speak(id));
    }

    function paintCursor() {
        const place = cursor === null ? null : byId.get(cursor);
        layers.cursor.innerHTML = place && !board.moves ? cursorMarkup(place) : "";
        const cell = cells.get(cursor);
        if (cell) svg.setAttribute("aria-activedescendant", cell.id);
    }

    /** A place and what it holds, in words. */
    function speak(id) {
        const place = byId.get(id);
        const label = place.label ?? place.id;
        if (place.joins) {
            const lines = place.joins.map(({ way, place: line }) => {
                const { value } = board.entry(line.id);
                return value === null ? "" : `${way} ${sayValue(board.hold(line), value)}`;
            });
            const told = lines.filter((line) => line !== "").join(", ");
            if (told !== "") return `${label}: ${told}`;
        }
        const hold = board.hold(place);
        if (place.of !== undefined) {
            return `${label}${board.entry(place.of).value === place.pick ? ", chosen" : ""}`;
        }
        if (!hold) return label;
        const { value, pencil } = board.entry(id);
        const noted = value === null && pencil.length > 0 ? `, noted ${pencil.join(" ")}` : "";
        return `${label}: ${sayValue(hold, value)}${place.fixed ? ", given" : ""}${noted}`;
    }

    function state() {
        const kept = { values: {}, pencil: {}, struck: {} };
        for (const place of places) {
            const entry = entries.get(place.id);
            if (!entry || place.fixed) continue;
            if (entry.value !== null) kept.values[place.id] = entry.value;
            if (entry.pencil.length > 0) kept.pencil[place.id] = entry.pencil;
            if (entry.struck.length > 0) kept.struck[place.id] = entry.struck;
        }
        return kept;
    }

    function load(kept) {
        for (const place of places) {
            if (place.fixed || !board.hold(place)) continue;
            const { values = {}, pencil = {}, struck = {} } = kept;
            const { id } = place;
            entries.set(id, wholeEntry({ value: values[id] ?? null, pencil: pencil[id] ?? [], struck: struck[id] ?? [] }));
        }
        paint();
    }

    /** Makes changes and tells the owner, who may take them back. */
    function put(wanted) {
        const changes = [];
        for (const { id, ...now } of wanted) {
            const place = byId.get(id);
            if (!place || place.fixed || !board.hold(place)) continue;
            const was = board.entry(id);
            const next = wholeEntry({ ...was, ...now });
            if (JSON.stringify(was) === JSON.stringify(next)) continue;
            changes.push({ id, was, now: next });
            entries.set(id, next);
        }
        if (changes.length === 0) return false;
        if (board.handlers.change?.(changes) === false) {
            for (const { id, was } of changes) entries.set(id, was);
        } else if (changes.length === 1) {
            say(speak(changes[0].id));
        }
        paint();
        return true;
    }

    function highlight(next) {
        highlights = next;
        paint();
    }

    function select(id) {
        if (id === null || !byId.has(id)) return;
        const moved = id !== cursor;
        cursor = id;
        paintCursor();
        if (moved) board.handlers.cursor?.(id);
    }

    function move(way) {
        const from = cursor === null ? null : byId.get(cursor);
        if (!from?.at) return select(firstStop());
        const next = nearestTowards(from.at, way, stops);
        if (next) select(next.id);
    }

    function say(text) {
        // The same text twice is said twice.
        said = text === said ? `${text}\u00a0` : text;
        live.textContent = said;
    }

    /** The place of the description or the stop with this id was meant, by tap or Enter. */
    function tap(id) {
        const place = byId.get(id);
        if (place?.of !== undefined) {
            const { value } = board.entry(place.of);
            put([{ id: place.of, value: value === place.pick ? null : place.pick }]);
        } else {
            board.handlers.tap?.(id);
        }
    }

    /** A point of the screen in the units of the picture. */
    function point(event) {
        const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
        return [at.x, at.y];
    }

    show(description);
    // Pictures come and go, also between the press and the release of a button: the holder stays.
    watchPointer(board, holder);
    watchKeys(board, holder);
    return board;
}

/**
 * Where the cursor can be: places that hold something by themselves or can be pointed at, the ends of lines, the cells
 * of areas. An end knows the lines that meet there.
 */
function stopsOf(places, board) {
    const stops = [];
    const bySpot = new Map();
    const nodes = [];
    for (const place of places) {
        const input = board.hold(place)?.input;
        if (!place.at || input === "line" || input === "area" || place.kind === "spread" || place.kind === "listed") continue;
        stops.push(place);
        if (!place.path) bySpot.set(place.at.join(","), place);
    }
    const spot = (at) => {
        const key = at.join(",");
        if (!bySpot.has(key)) {
            const isCell = ((at[0] % 60) + 60) % 60 === 30 && ((at[1] % 60) + 60) % 60 === 30;
            const stop = { id: `@${key}`, kind: "point", label: spotName(at), at, size: isCell ? [60, 60] : [24, 24] };
            bySpot.set(key, stop);
            stops.push(stop);
        }
        return bySpot.get(key);
    };
    for (const place of places) {
        const input = board.hold(place)?.input;
        if (input === "line" && place.path?.length > 1) {
            const ends = [spot(place.path[0]), spot(place.path[place.path.length - 1])];
            ends.forEach((end, at) => {
                const [from, to] = [end.at, ends[1 - at].at];
                const [x, y] = [to[0] - from[0], to[1] - from[1]];
                const way = Math.abs(x) >= Math.abs(y) ? (x > 0 ? "right" : "left") : y > 0 ? "down" : "up";
                end.joins ??= [];
                end.joins.push({ way, place, to: ends[1 - at] });
                if (!nodes.includes(end)) nodes.push(end);
            });
        }
        if (input === "area") place.cells.forEach((at) => { spot(at).covered = true; });
    }
    return { stops, nodes };
}
