// @ts-check
// Pieces that answers are made of: the verdict, diagnostics, a pager, values as text.
import { button, make } from "../parts/dom.js";

/** What a status is called, and whether that is good news. @type {Record<string, [string, string]>} */
const STATUS = {
    unique: ["Exactly one solution", "yes"],
    several: ["Several solutions", "maybe"],
    none: ["No solution", "no"],
    solved: ["Solved", "yes"],
    unknown: ["Not decided", "maybe"],
    error: ["Something is wrong", "no"],
};

/**
 * The verdict of a record: what is known, and the message.
 * @param {any} record
 * @param {[string, string]} [instead] another badge than the status has
 */
export function verdict(record, instead) {
    const [label, kind] = instead ?? STATUS[record.status] ?? [record.status, "maybe"];
    const message = record.message?.toLowerCase() === label.toLowerCase() ? null : record.message;
    return make(
        "div",
        { class: "verdict" },
        make("span", { class: `badge ${kind}`, text: label }),
        message ? make("p", { class: "saying", text: message }) : null,
    );
}

/**
 * Diagnostics of records, each with a way to its place.
 * @param {any[]} diagnostics
 * @param {{show: (file: string, span: any) => boolean}} writing
 */
export function showDiagnostics(diagnostics, writing) {
    if (diagnostics.length === 0) return null;
    return make(
        "ul",
        { class: "problem-list" },
        ...diagnostics.map((one) => {
            const where = one.span ? `line ${one.span.line} of ${one.file.replace(/^\.\//, "")} ` : "";
            const more = [one.label, ...(one.notes ?? []), one.help].filter(Boolean).join("; ");
            const text = [
                make("span", { class: "problem-where", text: where }),
                one.message,
                more ? make("span", { class: "soft", text: ` – ${more}` }) : null,
            ];
            const place = one.span
                ? make(
                      "button",
                      { type: "button", class: "problem-place", onclick: () => writing.show(one.file, one.span) },
                      ...text,
                  )
                : make("span", { class: "problem-place" }, ...text);
            return make(
                "li",
                { class: "problem" },
                make("span", { class: `mark ${one.severity}`, role: "img", "aria-label": one.severity }),
                place,
            );
        }),
    );
}

/**
 * A pager over `count` things from 0; `turn` shows one of them.
 * @param {number} count
 * @param {string} what such as "Solution"
 * @param {(index: number) => void} turn
 */
export function pager(count, what, turn) {
    let at = 0;
    const told = make("span", { class: "at", "aria-live": "polite" });
    const go = (/** @type {number} */ to) => {
        at = Math.max(0, Math.min(count - 1, to));
        told.textContent = `${what} ${at + 1} of ${count.toLocaleString("en")}`;
        first.disabled = back.disabled = at === 0;
        next.disabled = last.disabled = at === count - 1;
        turn(at);
    };
    const first = button("«", () => go(0), { class: "button small icon", "aria-label": `First ${what.toLowerCase()}` });
    const back = button("‹", () => go(at - 1), { class: "button small icon", "aria-label": `Previous ${what.toLowerCase()}` });
    const next = button("›", () => go(at + 1), { class: "button small icon", "aria-label": `Next ${what.toLowerCase()}` });
    const last = button("»", () => go(count - 1), { class: "button small icon", "aria-label": `Last ${what.toLowerCase()}` });
    const element = make("div", { class: "pager", role: "group", "aria-label": `${what}s` }, first, back, told, next, last);
    return {
        element,
        go,
        get at() {
            return at;
        },
    };
}

/** A longer text is cut: nobody reads it here. */
const LONGEST = 200_000;

/**
 * A solution as text, in rows where it has rows.
 * @param {any} solution
 */
export function asText(solution) {
    const rows = Array.isArray(solution) ? solution : (solution.rows ?? null);
    const others = Array.isArray(solution) ? {} : (solution.others ?? (solution.rows ? {} : solution));
    const lines = [];
    if (rows) {
        const words = rows.map((/** @type {any[]} */ row) => row.map((value) => (value === null ? "." : String(value))));
        const width = Math.max(0, ...words.flat().map((/** @type {string} */ word) => word.length));
        lines.push(...words.map((/** @type {string[]} */ row) => row.map((word) => word.padStart(width)).join(" ")));
    }
    for (const [name, value] of Object.entries(others)) lines.push(`${name} = ${value}`);
    const text = lines.join("\n");
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}\n…` : text;
}

/**
 * The values of a solution as laws that can stand in a puzzle: it has this solution alone, and what is given stays told from the rest.
 * @param {any} solution
 */
export function asLaws(solution) {
    return valuesOf(solution)
        .map(([place, value], at) => `solution_${at + 1}: ${place} = ${value}.`)
        .join("\n");
}

/**
 * @param {any} solution
 * @returns {[place: string, value: any][]}
 */
function valuesOf(solution) {
    const rows = Array.isArray(solution) ? solution : (solution.rows ?? []);
    const others = Array.isArray(solution) ? {} : (solution.others ?? (solution.rows ? {} : solution));
    /** @type {[string, any][]} */
    const values = [];
    rows.forEach((/** @type {any[]} */ row, /** @type {number} */ r) =>
        row.forEach((value, c) => value !== null && values.push([`r${r + 1}c${c + 1}`, value])),
    );
    return [...values, ...Object.entries(others)];
}
