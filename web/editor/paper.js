// @ts-check
// The coloured text under the plain editor's transparent one: lines of stretches, squiggles, line numbers, and where each sign is.
import { make } from "../parts/dom.js";
import { guessTokens } from "./words.js";

/** @typedef {import("./words.js").Token} Token */
/** @typedef {{from: number, to: number, severity: string}} Mark */
/**
 * @typedef {object} Line
 * @property {string} text
 * @property {Token[]} tokens
 * @property {HTMLElement} row
 * @property {Token[] | null} shown the tokens that were drawn the last time
 * @property {boolean} isMarked whether squiggles were
 * @property {string} drawn
 */

/** A longer text, or one of more lines, has neither colours nor line numbers: a browser would stand still over them. */
const LONGEST = 150_000;
const MOST_LINES = 5_000;
/** So many squiggles are drawn at most; nobody mends more at once. */
const MOST_MARKS = 500;

/** Tokens and marks of a line count from the start of that line, so that lines which do not change need no work. */
export class Paper {
    element = make("div", { class: "paper", "aria-hidden": "true" });
    text = "";
    /** @type {Line[]} */
    #lines = [];
    /** @type {Mark[]} */
    #marks = [];
    /** Where each line starts. @type {number[]} */
    #starts = [0];
    /** Whether the text is too long for colours: then it is one line with all its breaks in it. */
    #isLarge = false;

    constructor() {
        this.write("");
    }

    /**
     * Shows another text; what did not change keeps its colours, the rest is guessed.
     * @param {string} text
     */
    write(text) {
        const before = this.text;
        const wanted = linesOf(text);
        this.#isLarge = text.length > LONGEST || (wanted.length === 1 && text.includes("\n"));
        if (this.#isLarge) this.#marks = [];
        let head = 0;
        while (head < wanted.length && head < this.#lines.length && this.#lines[head].text === wanted[head]) head++;
        let tail = 0;
        while (
            tail < wanted.length - head &&
            tail < this.#lines.length - head &&
            this.#lines[this.#lines.length - 1 - tail].text === wanted[wanted.length - 1 - tail]
        )
            tail++;
        const fresh = wanted.slice(head, wanted.length - tail).map((line) => newLine(line));
        const gone = this.#lines.splice(head, this.#lines.length - head - tail, ...fresh);
        for (const line of gone) line.row.remove();
        const after = this.#lines[head + fresh.length]?.row ?? null;
        for (const line of fresh) this.element.insertBefore(line.row, after);
        this.text = text;
        this.#measure();
        this.#shift(before, text);
        if (fresh.length > 0 && !this.#isLarge) this.#spread(guessTokens(text), head, head + fresh.length);
        // Lines that stayed where they were have their number already.
        const renumbered = gone.length === fresh.length ? head + fresh.length : this.#lines.length;
        for (let at = head; at < renumbered; at++) this.#lines[at].row.dataset.number = String(at + 1);
        this.#draw();
    }

    /**
     * Colours the text as the engine sees it.
     * @param {Token[]} tokens
     */
    colour(tokens) {
        if (this.#isLarge) return;
        this.#spread(tokens, 0, this.#lines.length);
        this.#draw();
    }

    /**
     * Draws squiggles under these stretches.
     * @param {Mark[]} marks
     */
    mark(marks) {
        const drawn = this.#isLarge ? [] : marks.slice(0, MOST_MARKS);
        this.#marks = drawn.map(({ from, to, severity }) => ({ from, to, severity }));
        this.#draw();
    }

    #measure() {
        this.#starts = [];
        let at = 0;
        for (const line of this.#lines) {
            this.#starts.push(at);
            at += line.text.length + 1;
        }
    }

    /**
     * Moves squiggles with the text around them.
     * @param {string} before
     * @param {string} after
     */
    #shift(before, after) {
        if (this.#marks.length === 0) return;
        let head = 0;
        const shorter = Math.min(before.length, after.length);
        while (head < shorter && before[head] === after[head]) head++;
        const grown = after.length - before.length;
        const move = (/** @type {number} */ at) => (at <= head ? at : Math.max(head, at + grown));
        for (const mark of this.#marks) [mark.from, mark.to] = [move(mark.from), move(mark.to)];
    }

    /**
     * Gives the lines between their tokens; one that spans lines is cut at their ends.
     * @param {Token[]} tokens
     * @param {number} first
     * @param {number} end
     */
    #spread(tokens, first, end) {
        for (let at = first; at < end; at++) this.#lines[at].tokens = [];
        let at = 0;
        for (const [from, to, kind] of tokens) {
            while (at > 0 && this.#starts[at] > from) at--;
            while (at + 1 < this.#starts.length && this.#starts[at + 1] <= from) at++;
            for (let on = at; on < this.#lines.length && this.#starts[on] < to; on++) {
                const line = this.#lines[on];
                const [begin, stop] = [Math.max(0, from - this.#starts[on]), Math.min(line.text.length, to - this.#starts[on])];
                if (on >= first && on < end && begin < stop) line.tokens.push([begin, stop, kind]);
            }
        }
    }

    /** The squiggles of each line that has any, counted from its start. */
    #marksByLine() {
        /** @type {Map<number, Mark[]>} */
        const all = new Map();
        for (const mark of this.#marks) {
            const last = this.#lineOf(mark.to);
            for (let at = this.#lineOf(mark.from); at <= last; at++) {
                const start = this.#starts[at];
                const length = this.#lines[at].text.length;
                let [from, to] = [Math.max(mark.from - start, 0), Math.min(mark.to - start, length)];
                // What is missing has no width: the sign before it is marked instead, or the one after.
                if (from === to && mark.from === mark.to) [from, to] = from > 0 ? [from - 1, from] : [0, 1];
                if (from >= to) continue;
                const own = all.get(at) ?? [];
                all.set(at, own);
                own.push({ from, to, severity: mark.severity });
            }
        }
        return all;
    }

    #draw() {
        const marked = this.#marksByLine();
        this.#lines.forEach((line, at) => {
            const marks = marked.get(at) ?? [];
            // Most lines are as they were: they are not even compared.
            if (line.shown === line.tokens && !line.isMarked && marks.length === 0) return;
            line.shown = line.tokens;
            line.isMarked = marks.length > 0;
            const drawn = JSON.stringify([line.tokens, marks]);
            if (drawn === line.drawn) return;
            line.drawn = drawn;
            line.row.replaceChildren(...stretches(line, marks));
            const worst = marks.some((mark) => mark.severity === "error") ? "error" : marks.length ? "warning" : "";
            line.row.className = worst ? `line has-${worst}` : "line";
        });
    }

    /** The line that an offset is in. @param {number} offset */
    #lineOf(offset) {
        let [low, high] = [0, this.#starts.length];
        while (low + 1 < high) {
            const middle = (low + high) >> 1;
            if (this.#starts[middle] <= offset) low = middle;
            else high = middle;
        }
        return low;
    }

    /**
     * The line and column of an offset.
     * @param {number} offset
     */
    place(offset) {
        const line = this.#lineOf(offset);
        return { line, column: offset - this.#starts[line] };
    }

    /**
     * Where an offset is on the screen: the left side of its sign.
     * @param {number} offset
     */
    rectangle(offset) {
        const { line, column } = this.place(offset);
        const { row, text } = this.#lines[line];
        if (text === "") return row.getBoundingClientRect();
        // Behind the last sign there is none: its right side is the place.
        const { left, right, top, bottom } = signAt(row, Math.min(column, text.length - 1));
        return { left: column < text.length ? left : right, top, bottom };
    }

    /**
     * The offset of the sign under a point of the screen; null beside the text.
     * @param {number} x
     * @param {number} y
     */
    offsetAt(x, y) {
        const at = this.#lines.findIndex(({ row }) => {
            const { top, bottom } = row.getBoundingClientRect();
            return top <= y && y < bottom;
        });
        const line = this.#lines[at];
        if (!line || line.text === "") return null;
        // A line may be broken into several: what stands higher comes before.
        const before = (/** @type {number} */ column) => {
            const sign = signAt(line.row, column);
            return sign.bottom <= y || (sign.top <= y && sign.left <= x);
        };
        let [low, high] = [0, line.text.length];
        while (low + 1 < high) {
            const middle = (low + high) >> 1;
            if (before(middle)) low = middle;
            else high = middle;
        }
        const { left, right, top, bottom } = signAt(line.row, low);
        return left <= x && x <= right && top <= y && y <= bottom ? this.#starts[at] + low : null;
    }
}

/**
 * The lines of a text; one with too many is a single one.
 * @param {string} text
 */
function linesOf(text) {
    const lines = text.length > LONGEST ? [text] : text.split("\n");
    return lines.length > MOST_LINES ? [text] : lines;
}

/** @param {string} text @returns {Line} */
function newLine(text) {
    return { text, tokens: [], row: make("div", { class: "line" }), shown: null, isMarked: false, drawn: "" };
}

/**
 * The stretches of a line, each with one colour and one squiggle at most.
 * @param {Line} line
 * @param {Mark[]} marks
 */
function stretches(line, marks) {
    const cuts = new Set([0, line.text.length]);
    for (const [from, to] of line.tokens) cuts.add(from).add(to);
    for (const { from, to } of marks) cuts.add(from).add(to);
    const places = [...cuts].filter((cut) => cut >= 0 && cut <= line.text.length).sort((a, b) => a - b);
    const made = [];
    for (let at = 0; at + 1 < places.length; at++) {
        const [from, to] = [places[at], places[at + 1]];
        const token = line.tokens.find((token) => token[0] <= from && token[1] >= to);
        const mark = marks.find((mark) => mark.from <= from && mark.to >= to);
        const text = line.text.slice(from, to);
        const classes = [token && `t-${token[2].replaceAll(" ", "-")}`, mark && `squiggle ${mark.severity}`]
            .filter(Boolean)
            .join(" ");
        made.push(classes ? make("span", { class: classes, text }) : document.createTextNode(text));
    }
    return made;
}

/**
 * Where a sign of a row is on the screen.
 * @param {HTMLElement} row
 * @param {number} column
 */
function signAt(row, column) {
    const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    let left = column;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const length = node.textContent?.length ?? 0;
        if (left < length) {
            const range = document.createRange();
            range.setStart(node, left);
            range.setEnd(node, left + 1);
            return range.getBoundingClientRect();
        }
        left -= length;
    }
    return row.getBoundingClientRect();
}
