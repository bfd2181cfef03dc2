// @ts-check
// Tests: the puzzle on the desk, and the samples of the rule set that the rules are or once were.
import { expects, renameUse } from "../desk.js";
import { announce, make } from "../parts/dom.js";
import { ruleSets } from "./gallery.js";
import { showDiagnostics } from "./verdict.js";

/** @typedef {import("./answers.js").AnswerPart} AnswerPart */

/** @param {AnswerPart} part */
export async function askTest(part) {
    const { desk } = part;
    const samples = await samplesOf(part).catch(() => ({}));
    const request = desk.request("test", { check: true, set: undefined });
    request.files = { ...request.files, ...samples };
    const puzzle = desk.puzzleFile in request.files ? [desk.puzzleFile] : [];
    request.arguments = [...puzzle, ...Object.keys(samples)];
    if (request.arguments.length === 0) return part.show(make("p", { class: "saying", text: "There is no puzzle to test." }));
    return part.ask("Testing", request, (response) => {
        if (response.records.length === 0) return void part.refused(response);
        const isSilent = (/** @type {any} */ record) => hasPassed(record) && !expects(request.files?.[record.id] ?? "");
        const items = response.records.map((record) => oneResult(part, record, isSilent(record)));
        const failed = response.records.filter((record) => !hasPassed(record)).length;
        const silent = response.records.every(isSilent);
        const told = failed
            ? `${failed} of ${response.records.length} not as expected`
            : silent
              ? "Nothing is expected"
              : "All as expected";
        const kind = failed ? "no" : silent ? "maybe" : "yes";
        part.show(
            make("div", { class: "verdict" }, make("span", { class: `badge ${kind}`, text: told })),
            make("ul", { class: "results" }, ...items),
        );
        announce(told);
    });
}

/**
 * The samples of the rules, as files of a request. They use the rules on the desk.
 * @param {AnswerPart} part
 * @returns {Promise<Record<string, string>>}
 */
async function samplesOf({ desk, engine }) {
    const { origin, name } = desk.papers;
    const samples = (await ruleSets(engine)).find((set) => set.id === origin)?.samples ?? [];
    const shown = await Promise.all(samples.map((sample) => engine.quick({ command: "show", arguments: [sample] })));
    const renamed = (/** @type {string} */ text) =>
        renameUse(text, origin, name).reduceRight((all, edit) => all.slice(0, edit.from) + edit.text + all.slice(edit.to), text);
    return Object.fromEntries(
        samples.map((sample, at) => [`${desk.folder}sample_${sample.split("/")[1]}.puzzle`, renamed(shown[at].output)]),
    );
}

/** The page keeps no snapshots: what a puzzle expects decides. @param {any} record */
function hasPassed(record) {
    return record.passed || /no snapshot/.test(record.message ?? "");
}

/**
 * @param {AnswerPart} part
 * @param {any} record
 * @param {boolean} isSilent whether the puzzle says nothing of what it expects
 */
function oneResult(part, record, isSilent) {
    const passed = hasPassed(record);
    const name = record.id.replace(/^(?:.*\/)?sample_(\w+)\.puzzle$/, "sample $1").replace(part.desk.puzzleFile, "the puzzle");
    const example = { unique: "expect unique.", none: "expect none." }[/** @type {string} */ (record.status)] ?? "expect unique.";
    const saying = isSilent
        ? `expects nothing; it is ${record.status}. A line such as \`${example}\` makes it a test.`
        : passed
          ? record.status
          : (record.message ?? record.status);
    const [mark, label] = isSilent ? ["note", "no test"] : passed ? ["good", "passed"] : ["error", "failed"];
    return make(
        "li",
        {},
        make("span", { class: `mark ${mark}`, role: "img", "aria-label": label }),
        make(
            "span",
            { class: "what" },
            make("strong", { text: name }),
            ` ${saying}`,
            showDiagnostics(record.diagnostics, part.writing),
        ),
    );
}
