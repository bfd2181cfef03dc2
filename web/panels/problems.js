// @ts-check
// The list of problems under an editor, each with its place and its fixes.
import { button, make } from "../parts/dom.js";

/** @typedef {import("../editor/plain.js").Problem} Problem */

/** More problems than this are counted and not listed. */
const MOST = 100;

/** @typedef {{problems: Problem[], editor: import("../editor/plain.js").Editor, take: (fix: import("../editor/plain.js").Fix) => void}} Troubled */

/**
 * @param {HTMLElement} slot
 * @param {Troubled} writing
 */
export function listProblems(slot, writing) {
    const { problems, editor } = writing;
    const wasOpen = slot.querySelector("details")?.open ?? true;
    // What is focused is about to go: the focus goes on to the same place of the new list.
    const focused = slot.contains(document.activeElement)
        ? [...slot.querySelectorAll("button")].indexOf(/** @type {any} */ (document.activeElement))
        : -1;
    if (problems.length === 0) {
        slot.replaceChildren();
        if (focused >= 0) editor.focus();
        return;
    }
    const errors = problems.filter((problem) => problem.severity === "error").length;
    const summary = errors
        ? `${errors} ${errors === 1 ? "error" : "errors"}${problems.length > errors ? `, ${problems.length - errors} more` : ""}`
        : `${problems.length} ${problems.length === 1 ? "remark" : "remarks"}`;
    const listed = problems.slice(0, MOST);
    const lines = linesAt(
        editor.text,
        listed.map(({ from }) => from),
    );
    const items = listed.map((problem) => item(problem, lines.get(problem.from) ?? 1, writing));
    slot.replaceChildren(
        make(
            "details",
            { open: wasOpen },
            make("summary", { class: errors ? "has-error" : "", text: summary }),
            make("ul", { class: "problem-list" }, ...items),
        ),
    );
    if (focused >= 0)
        [...slot.querySelectorAll("button")][Math.min(focused, slot.querySelectorAll("button").length - 1)]?.focus();
}

/**
 * The numbers of the lines that offsets are in. The text is read once: it may be long.
 * @param {string} text
 * @param {number[]} offsets
 */
function linesAt(text, offsets) {
    /** @type {Map<number, number>} */
    const lines = new Map();
    let line = 1;
    let at = text.indexOf("\n");
    for (const offset of [...offsets].sort((a, b) => a - b)) {
        for (; at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line++;
        lines.set(offset, line);
    }
    return lines;
}

/**
 * @param {Problem} problem
 * @param {number} line
 * @param {Troubled} writing
 */
function item(problem, line, { editor, take }) {
    const help = (problem.details ?? [])
        .filter((one) => !one.startsWith("help: ") || problem.fixes.length === 0)
        .map((one) => one.replace(/^help: /, ""))
        .join("; ");
    const place = make(
        "button",
        { type: "button", class: "problem-place", onclick: () => editor.select(problem.from, problem.to) },
        make("span", { class: "problem-where", text: `line ${line} ` }),
        problem.message,
        help ? make("span", { class: "soft", text: ` – ${help}` }) : null,
        problem.code ? make("span", { class: "soft", text: ` ${problem.code}` }) : null,
    );
    const fixes = problem.fixes.slice(0, 3).map((fix) => button(`Fix: ${fix.title}`, () => take(fix), { class: "button small" }));
    return make(
        "li",
        { class: "problem" },
        make("span", { class: `mark ${problem.severity}`, role: "img", "aria-label": problem.severity }),
        place,
        ...fixes,
    );
}
