// @ts-check
// Limits and params of questions, and the list of shortcuts.
import { openDialog } from "../parts/dialog.js";
import { make } from "../parts/dom.js";

/**
 * @param {import("../desk.js").Desk} desk
 */
export function openSettings(desk) {
    const { time, memory, params } = desk.papers;
    const field = (
        /** @type {string} */ label,
        /** @type {"time" | "memory" | "params"} */ which,
        /** @type {string} */ value,
        /** @type {string} */ pattern,
        /** @type {string} */ sample,
    ) => {
        const input = /** @type {HTMLInputElement} */ (
            make("input", { value, pattern, placeholder: sample, autocomplete: "off", spellcheck: "false" })
        );
        input.addEventListener("input", () => input.validity.valid && desk.change({ [which]: input.value.trim() }));
        return make("label", { class: "field" }, label, input);
    };
    openDialog("Limits and params", [
        make("p", { class: "soft", text: "An answer that takes longer, or more memory, ends as undecided." }),
        make(
            "div",
            { class: "fields" },
            field("Time, such as 10s or 2m", "time", time, "\\d+(ms|s|m|h)", "10s"),
            field("Memory, such as 500MB", "memory", memory, "\\d+(kB|KB|MB|GB)", "1GB"),
            field("Params, such as n=4", "params", params, "[a-z]\\w*=-?\\d+([\\s,;]+[a-z]\\w*=-?\\d+)*", "n=4"),
        ),
    ]);
}

/** @type {[string, string][]} */
const KEYS = [
    ["Ctrl+Enter", "solve"],
    ["Escape", "call off what is being worked on"],
    ["Ctrl+Space", "suggestions"],
    ["Ctrl+.", "fixes for the line"],
    ["Alt+I", "what is this?"],
    ["F8, Shift+F8", "next and previous problem"],
    ["Ctrl+/", "comment or not"],
    ["Ctrl+], Ctrl+[", "deeper and back"],
    ["Ctrl+Z, Ctrl+Shift+Z", "undo and redo"],
    ["Alt+1 … Alt+4", "rules, puzzle, board, answers"],
    ["Alt+G", "gallery"],
    ["Alt+E", "explain"],
    ["Alt+Left, Alt+Right", "step back and forth in an answer"],
    ["?", "this list (outside of texts)"],
];

/** Opens the list of shortcuts. */
export function openKeys() {
    const rows = KEYS.flatMap(([keys, does]) => [
        make("dt", {}, ...keys.split(", ").flatMap((key, at) => [at ? " " : "", make("kbd", { text: key })])),
        make("dd", { text: does }),
    ]);
    openDialog("Shortcuts", [
        make("dl", { class: "keys" }, ...rows),
        make("p", { class: "soft", text: "On a Mac use ⌘ for Ctrl. Tab leaves a text; inside a board arrows move." }),
    ]);
}
