// @ts-check
// The list of problems under an editor, each with its place and its fixes.
import { button, make } from "../parts/dom.js";

/** @typedef {import("../editor/plain.js").Problem} Problem */

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
    const items = problems.slice(0, 100).map((problem) => item(problem, writing));
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
 * @param {Problem} problem
 * @param {Troubled} writing
 */
function item(problem, { editor, take }) {
    const line = editor.text.slice(0, problem.from).split("\n").length;
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
