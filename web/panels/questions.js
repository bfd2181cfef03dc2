// @ts-check
// The questions that have a button each, and what is shown of their answers.
import { announce, button, byId, make } from "../parts/dom.js";
import { notify } from "../parts/notices.js";
import { showSteps } from "./steps.js";
import { asLaws, asText, pager, showDiagnostics, verdict } from "./verdict.js";
import { openWhy } from "./why.js";
import { askTest } from "./testing.js";
import { openGenerate } from "./generate.js";

/** @typedef {import("./answers.js").AnswerPart} AnswerPart */
/** @typedef {import("../engine.js").Response} Response */

/** More solutions than this are not kept for paging. */
const PAGES = 500;

/** @typedef {{name: string, label: string, title: string, class?: string, ask: (part: AnswerPart) => unknown}} Question */

/** @type {Question[]} */
export const QUESTIONS = [
    {
        name: "solve",
        label: "Solve",
        title: "Find a solution (Ctrl+Enter)",
        class: "primary",
        ask: (part) => ask(part, "Solving", "solve", {}, showSolutions),
    },
    {
        name: "unique",
        label: "Unique?",
        title: "Is there exactly one solution?",
        ask: (part) => ask(part, "Looking for a second solution", "solve", { unique: true }, showSolutions),
    },
    {
        name: "all",
        label: "All",
        title: `All solutions, up to ${PAGES}`,
        ask: (part) => ask(part, "Looking for all solutions", "solve", { number: PAGES }, showSolutions),
    },
    {
        name: "count",
        label: "Count",
        title: "How many solutions are there?",
        ask: (part) => ask(part, "Counting", "count", {}, showCount),
    },
    { name: "candidates", label: "Candidates", title: "The values that each place has in some solution", ask: askCandidates },
    {
        name: "explain",
        label: "Explain",
        title: "The way to the solution, step by step",
        ask: (part) => ask(part, "Explaining", "explain", {}, showSteps),
    },
    {
        name: "hint",
        label: "Hint",
        title: "Where to look next",
        ask: (part) => ask(part, "Looking for a hint", "hint", {}, showHint),
    },
    { name: "why", label: "Why…", title: "Why does a place have this value, or not?", ask: openWhy },
    {
        name: "rate",
        label: "Rate",
        title: "How hard is it for people?",
        ask: (part) => ask(part, "Rating", "rate", {}, showRating),
    },
    {
        name: "verify",
        label: "Verify",
        title: "Does the board break a law as it is?",
        ask: (part) => ask(part, "Checking the board", "verify", {}, showJudgement),
    },
    {
        name: "test",
        label: "Test",
        title: "Do the puzzle and the samples of the rules do what their `expect` says?",
        ask: askTest,
    },
    { name: "generate", label: "Generate…", title: "Make a new puzzle for these rules", ask: openGenerate },
];

/**
 * Puts the buttons on the page.
 * @param {AnswerPart} part
 */
export function showQuestions(part) {
    const buttons = QUESTIONS.map((question) =>
        button(question.label, () => question.ask(part), {
            class: `button ${question.class ?? ""}`,
            title: question.title,
            "data-question": question.name,
        }),
    );
    byId("commands").replaceChildren(...buttons);
    const show = () => {
        const { hasMoves } = part.desk;
        QUESTIONS.forEach(({ name, title }, at) => {
            buttons[at].disabled = hasMoves && OF_VALUES.includes(name);
            buttons[at].title = buttons[at].disabled ? "A puzzle of moves has a plan, no values to ask about" : title;
        });
    };
    part.desk.onChange(show);
    show();
}

/** Questions about values: puzzles of moves have none. */
const OF_VALUES = ["candidates", "explain", "why", "rate", "verify"];

/**
 * @param {AnswerPart} part
 * @param {string} title
 * @param {string} command
 * @param {Record<string, any>} options
 * @param {(part: AnswerPart, record: any, response: Response) => unknown} show
 */
function ask(part, title, command, options, show) {
    return part.ask(title, part.desk.request(command, options), async (response) => {
        if (part.refused(response)) return;
        const record = response.records[0];
        await show(part, record, response);
        announce(record?.message ?? record?.status ?? "answered");
        if (response.records.length > 1)
            notify(`The text holds ${response.records.length} puzzles; the answer is about the first of them.`);
    });
}

/**
 * @param {AnswerPart} part
 * @param {any} record
 */
async function showSolutions(part, record) {
    const head = verdict(record);
    const diagnostics = showDiagnostics(record.diagnostics, part.writing);
    if (Array.isArray(record.moves)) return showPlan(part, record);
    if (record.solutions.length === 0) {
        const why =
            record.status === "none" ? button("Why is there none?", () => openWhy(part, "none"), { class: "button" }) : null;
        return part.show(head, diagnostics, why && make("div", { class: "row" }, why));
    }
    const text = make("pre", { tabindex: "0", "aria-label": "The solution as text" });
    const turning = pager(record.solutions.length, "Solution", (index) => {
        text.textContent = asText(record.solutions[index]);
        drawn = drawSolution(part, record.solutions[index], index, record.solutions.length, () => turning.at === index).catch(
            () => {},
        );
    });
    /** @type {Promise<void>} */
    let drawn = Promise.resolve();
    const more =
        record.solutions.length > 1 && !record.complete ? make("p", { class: "soft", text: "There may be more." }) : null;
    part.show(
        head,
        record.solutions.length > 1 && turning.element,
        more,
        best(record),
        make("details", {}, make("summary", { text: "As text" }), text),
        diagnostics,
    );
    turning.go(0);
    await drawn;
}

/** @param {any} record */
function best(record) {
    return record.best
        ? make("p", {
              text: `Best value: ${record.best.value}${record.best.proved ? ", none is better" : ", a better one may exist"}`,
          })
        : null;
}

/**
 * @param {AnswerPart} part
 * @param {any} solution
 * @param {number} index
 * @param {number} count
 * @param {() => boolean} wanted
 */
async function drawSolution(part, solution, index, count, wanted) {
    const { desk } = part;
    const label = count > 1 ? `Solution ${index + 1} of ${count}` : "The solution";
    if (count === 1) return part.present({ solution: true }, label);
    // One of several is drawn as the solution of a puzzle that has no other.
    const request = desk.request("render", { format: "svg", solution: true });
    const file = desk.puzzleFile;
    request.files[file] = `${request.files[file] ?? ""}\n${asLaws(solution)}\n`;
    if (!request.arguments.includes(file)) request.arguments.push(file);
    await part.present(request, label, wanted);
}

/**
 * The plan of a puzzle of moves, position by position.
 * @param {AnswerPart} part
 * @param {any} record
 */
function showPlan(part, record) {
    const list = make("ol", { class: "steps" });
    const turning = pager(record.moves.length + 1, "Position", async (index) => {
        [...list.querySelectorAll("button")].forEach((one, at) =>
            at === index - 1 ? one.setAttribute("aria-current", "step") : one.removeAttribute("aria-current"),
        );
        const label = index === 0 ? "The start" : `After move ${index}: ${record.moves[index - 1]}`;
        await part.present(index === 0 ? {} : { step: index }, label, () => turning.at === index).catch(() => {});
    });
    list.append(
        ...record.moves.map((/** @type {string} */ move, /** @type {number} */ at) =>
            make(
                "li",
                {},
                make(
                    "button",
                    { type: "button", class: "step", onclick: () => turning.go(at + 1) },
                    make("span", { class: "count", text: String(at + 1) }),
                    make("span", { class: "what", text: move }),
                ),
            ),
        ),
    );
    part.show(
        verdict(record, record.status === "solved" ? [`${record.moves.length} moves`, "yes"] : undefined),
        turning.element,
        list,
    );
    turning.go(0);
}

/**
 * @param {AnswerPart} part
 * @param {any} record
 */
function showCount(part, record) {
    const count = record.count === null ? "Too many to be counted" : Number(record.count).toLocaleString("en");
    /** @type {Record<number, [string, string]>} */
    const few = part.desk.hasMoves
        ? { 0: ["No plan", "no"], 1: ["Exactly one shortest plan", "yes"] }
        : { 0: ["No solution", "no"], 1: ["Exactly one solution", "yes"] };
    const many = part.desk.hasMoves ? "Shortest plans" : "All of them";
    part.show(
        make("p", { class: "big", text: record.complete ? count : `at least ${count}` }),
        verdict(record, record.complete ? (few[record.count] ?? [many, "yes"]) : ["A limit was reached", "maybe"]),
        showDiagnostics(record.diagnostics, part.writing),
    );
}

/** @param {AnswerPart} part */
function askCandidates(part) {
    return ask(part, "Looking for candidates", "candidates", {}, async (_, record) => {
        if (record.status === "none") return part.show(verdict(record), showDiagnostics(record.diagnostics, part.writing));
        const left = record.unsettled
            ? make("p", { class: "soft", text: `${record.unsettled} values are not settled: a limit was reached.` })
            : null;
        const explained =
            record.status === "unique"
                ? "One value is left everywhere."
                : "The board shows the values that each place has in some solution.";
        part.show(
            verdict(record),
            make("p", { text: explained }),
            left,
            make(
                "details",
                {},
                make("summary", { text: "As text" }),
                make("pre", { tabindex: "0", text: candidatesText(record.candidates) }),
            ),
        );
        await part.present({ candidates: true }, "Candidates");
    });
}

/** @param {any} candidates */
function candidatesText(candidates) {
    if (!candidates) return "";
    const rows = Array.isArray(candidates) ? candidates : (candidates.rows ?? []);
    const others = Array.isArray(candidates) ? {} : (candidates.others ?? (candidates.rows ? {} : candidates));
    const join = (/** @type {any} */ values) => (Array.isArray(values) ? values.join("") : "·") || "·";
    const words = rows.map((/** @type {any[]} */ row) => row.map(join));
    const width = Math.max(1, ...words.flat().map((/** @type {string} */ word) => word.length));
    return [
        ...words.map((/** @type {string[]} */ row) => row.map((word) => word.padEnd(width)).join(" ")),
        ...Object.entries(others).map(([name, values]) => `${name}: ${join(values)}`),
    ].join("\n");
}

/**
 * @param {AnswerPart} part
 * @param {any} record
 */
async function showHint(part, record) {
    const more = button("Tell me more", () => ask(part, "Looking for a hint", "hint", { more: true }, showWholeHint), {
        class: "button",
    });
    part.show(
        make("p", { class: "saying", text: record.message ?? "There is nothing to find any more." }),
        record.status === "unique" && !record.message ? null : make("div", { class: "row" }, more),
        showDiagnostics(record.diagnostics, part.writing),
    );
}

/**
 * @param {AnswerPart} part
 * @param {any} record
 */
async function showWholeHint(part, record) {
    part.show(make("p", { class: "saying", text: record.message ?? "" }), showDiagnostics(record.diagnostics, part.writing));
    await part.present({ step: 1 }, "The next step");
}

/**
 * @param {AnswerPart} part
 * @param {any} record
 */
function showRating(part, record) {
    const counts = record.rating?.counts;
    const order = ["trivial", "easy", "medium", "hard", "expert", "beyond"];
    const table = counts
        ? make(
              "table",
              {},
              make("caption", { class: "unseen", text: "Steps of each level" }),
              make(
                  "tbody",
                  {},
                  ...order.map((level) =>
                      make(
                          "tr",
                          {},
                          make("th", { scope: "row", text: level }),
                          make("td", { class: "figure", text: String(counts[level] ?? 0) }),
                          make("td", { class: "soft", text: counts[level] === 1 ? "step" : "steps" }),
                      ),
                  ),
              ),
          )
        : null;
    part.show(
        record.level ? make("p", { class: "big", text: record.level }) : null,
        verdict(record),
        table,
        showDiagnostics(record.diagnostics, part.writing),
    );
}

/**
 * @param {AnswerPart} part
 * @param {any} record
 */
function showJudgement(part, record) {
    const badge = /** @type {Record<string, [string, string]>} */ ({
        solved: ["Every law holds", "yes"],
        none: ["A law is broken", "no"],
        unknown: ["No law is broken so far", "maybe"],
    })[record.status];
    const broken = (record.broken ?? []).map((/** @type {any} */ one) =>
        make(
            "div",
            {},
            make("h3", { text: one.law }),
            make(
                "ul",
                { class: "list" },
                ...one.places.map((/** @type {any} */ place) => make("li", {}, `${place.says}: ${place.found}`)),
            ),
        ),
    );
    const outside = (record.outside ?? []).map((/** @type {any} */ one) =>
        make("p", { text: `${one.place} cannot be ${one.value}${one.domain ? `, only ${one.domain}` : ""}` }),
    );
    part.show(verdict(record, badge), ...broken, ...outside, showDiagnostics(record.diagnostics, part.writing));
}
