// @ts-check
// Making puzzles: the options, and the puzzles to choose from.
import { button, make, picture } from "../parts/dom.js";
import { pager, showDiagnostics, verdict } from "./verdict.js";

/** @typedef {import("./answers.js").AnswerPart} AnswerPart */

const LEVELS = ["trivial", "easy", "medium", "hard", "expert", "beyond"];
const SYMMETRIES = {
    none: "none",
    rotate: "half turn",
    quarter: "quarter turn",
    mirror: "left and right",
    flip: "top and bottom",
    both: "both",
    diagonal: "diagonal",
};

/**
 * Shows the form.
 * @param {AnswerPart} part
 */
export function openGenerate(part) {
    const seed = Math.floor(Math.random() * 100_000);
    const field = (/** @type {string} */ label, /** @type {HTMLElement} */ input) =>
        make("label", { class: "field" }, label, input);
    const input = (/** @type {Record<string, any>} */ attributes) =>
        /** @type {HTMLInputElement} */ (make("input", { autocomplete: "off", ...attributes }));
    const select = (/** @type {[string, string][]} */ options) =>
        /** @type {HTMLSelectElement} */ (make("select", {}, ...options.map(([value, text]) => make("option", { value, text }))));
    const level = select([["", "any"], ...LEVELS.map((one) => /** @type {[string, string]} */ ([one, one]))]);
    const symmetry = select(Object.entries(SYMMETRIES));
    const clues = input({ placeholder: "as few as possible" });
    const count = input({ type: "number", min: "1", max: "50", value: "1" });
    const seeded = input({ type: "number", min: "0", value: String(seed) });
    const params = input({ placeholder: "n=6", value: part.desk.papers.params || paramsOf(part.desk.papers.puzzle) });
    const without = input({ placeholder: "givens" });
    const moves = input({ type: "number", min: "1", placeholder: "10" });
    const form = make(
        "form",
        {
            class: "options",
            onsubmit: (/** @type {Event} */ event) => {
                event.preventDefault();
                const options = {
                    difficulty: level.value || undefined,
                    symmetry: symmetry.value === "none" ? undefined : symmetry.value,
                    clues: clues.value.trim() || undefined,
                    count: Number(count.value) || 1,
                    seed: Number(seeded.value) || 0,
                    without: without.value.trim() || undefined,
                    moves: moves.value ? Number(moves.value) : undefined,
                };
                void generate(part, form, options, params.value);
            },
        },
        make(
            "div",
            { class: "fields" },
            field("Difficulty", level),
            field("Symmetry of clues", symmetry),
            field("Clues (30 or 45%)", clues),
            field("How many", count),
            field("Seed", seeded),
            field("Params (n=6)", params),
            field("Without clues of", without),
            field("Moves (of a plan)", moves),
        ),
        make("div", { class: "row" }, make("button", { class: "button primary", text: "Generate" })),
    );
    part.show(form);
    level.focus();
}

/**
 * The params that a puzzle sets, as the form takes them.
 * @param {string} puzzle
 */
function paramsOf(puzzle) {
    const set = /\buse\b(?<=(?:^|[.\n])[^\S\n]*use)\s+"?\w+"?\s+with\s+([^.]{0,2000})\./.exec(puzzle)?.[1] ?? "";
    return [...set.matchAll(/(\w+)\s*=\s*(\d+)/g)].map((found) => `${found[1]}=${found[2]}`).join(" ");
}

/**
 * @param {AnswerPart} part
 * @param {HTMLElement} form
 * @param {Record<string, any>} options
 * @param {string} params
 */
function generate(part, form, options, params) {
    const { desk } = part;
    const request = desk.request("generate", options);
    // Puzzles are made for the rules alone: what the puzzle on the desk says is not kept.
    request.arguments = [desk.papers.own ? desk.rulesFile : desk.papers.name];
    request.files = desk.papers.own ? { [desk.rulesFile]: desk.papers.rules } : {};
    const set = params.split(/[\s,;]+/).filter(Boolean);
    request.options.set = set.length ? set : undefined;
    return part.askLasting("Generating", request, (response) => {
        const made = response.records.filter((record) => record.puzzle);
        if (made.length === 0) {
            if (part.refused(response)) return;
            const record = response.records[0];
            return part.show(
                form,
                verdict(record, ["Nothing was made", "maybe"]),
                showDiagnostics(record.diagnostics, part.writing),
            );
        }
        const text = make("pre", { tabindex: "0", "aria-label": "The puzzle" });
        const shown = make("div", { class: "picture picture-dark" });
        const turning = pager(made.length, "Puzzle", async (index) => {
            text.textContent = made[index].puzzle;
            const drawing = await part.engine.quick({
                command: "render",
                arguments: ["new.puzzle"],
                options: { format: "svg" },
                files: { ...request.files, "new.puzzle": made[index].puzzle },
            });
            const svg = picture(drawing.output);
            if (svg && turning.at === index) shown.replaceChildren(svg);
        });
        const use = button("Put it on the desk", () => desk.change({ puzzle: made[turning.at].puzzle, sample: "" }), {
            class: "button primary",
        });
        part.show(
            made.length > 1 && turning.element,
            shown,
            make(
                "div",
                { class: "row" },
                use,
                button("Again with other options", () => openGenerate(part)),
            ),
            make("details", {}, make("summary", { text: "As text" }), text),
        );
        turning.go(0);
    });
}
