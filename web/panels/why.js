// @ts-check
// Asking why: of a place and a value, of a puzzle without a solution, of one with several.
import { button, make } from "../parts/dom.js";
import { showSteps } from "./steps.js";
import { asText, showDiagnostics, verdict } from "./verdict.js";

/** @typedef {import("./answers.js").AnswerPart} AnswerPart */

/**
 * Shows the form to ask in; or asks at once, if a question is given.
 * @param {AnswerPart} part
 * @param {string} [question] `none` or `several`
 */
export function openWhy(part, question) {
    if (typeof question === "string") return askWhy(part, question);
    const place = /** @type {HTMLInputElement} */ (
        make("input", {
            name: "place",
            required: true,
            placeholder: "r1c1",
            autocomplete: "off",
            spellcheck: "false",
            size: "14",
        })
    );
    const relation = /** @type {HTMLSelectElement} */ (
        make(
            "select",
            { name: "relation" },
            make("option", { value: "=", text: "is" }),
            make("option", { value: "!=", text: "is not" }),
        )
    );
    const value = /** @type {HTMLInputElement} */ (
        make("input", { name: "value", placeholder: "value", autocomplete: "off", spellcheck: "false", size: "8" })
    );
    const form = make(
        "form",
        {
            class: "options",
            onsubmit: (/** @type {Event} */ event) => {
                event.preventDefault();
                void askWhy(part, value.value.trim() ? `${place.value.trim()}${relation.value}${value.value.trim()}` : "none");
            },
        },
        make("p", {
            class: "soft",
            text: "Press a cell on the board, or name a place. Without a value: why is there no solution?",
        }),
        make(
            "div",
            { class: "row" },
            make("span", { text: "Why" }),
            labelled("Place", place),
            labelled("Relation", relation),
            labelled("Value", value),
            make("button", { class: "button primary", text: "Ask" }),
        ),
        make(
            "div",
            { class: "row" },
            button("Why is there no solution?", () => askWhy(part, "none")),
            button("Why are there several?", () => askWhy(part, "several")),
        ),
    );
    part.show(form);
    part.board.pressed = (id) => {
        // The form may be gone by now: then a press means nothing.
        if (!form.isConnected) return;
        place.value = id;
        value.focus();
    };
    place.focus();
}

/**
 * @param {string} label
 * @param {HTMLElement} field
 */
function labelled(label, field) {
    field.setAttribute("aria-label", label);
    return field;
}

/**
 * @param {AnswerPart} part
 * @param {string} question
 */
function askWhy(part, question) {
    return part.ask("Looking for the reason", part.desk.request("why", {}, [question]), async (response) => {
        if (part.refused(response)) return;
        const record = response.records[0];
        const again = make(
            "div",
            { class: "row" },
            button("Ask another", () => openWhy(part), { class: "button small" }),
        );
        if (record.steps?.length) {
            showSteps(part, record, response, await numbersOf(part, record.steps));
            return;
        }
        const laws = record.laws
            ? make(
                  "div",
                  {},
                  make("h3", {
                      text: record.minimal
                          ? "These contradict each other, and none of them can be left out"
                          : "These contradict each other",
                  }),
                  make(
                      "ul",
                      { class: "list" },
                      ...[...record.laws, ...(record.givens ?? [])].map((one) =>
                          make("li", { text: typeof one === "string" ? one : `${one.place} = ${one.is ?? one.value}` }),
                      ),
                  ),
              )
            : null;
        const differ = record.differ
            ? make(
                  "div",
                  {},
                  make("h3", { text: "Two solutions differ here" }),
                  make(
                      "table",
                      {},
                      make(
                          "tbody",
                          {},
                          ...record.differ
                              .slice(0, 60)
                              .map((/** @type {any} */ one) =>
                                  make(
                                      "tr",
                                      {},
                                      make("th", { scope: "row", text: one.place }),
                                      ...one.values.map((/** @type {string} */ value) =>
                                          make("td", { class: "figure", text: value }),
                                      ),
                                  ),
                              ),
                      ),
                  ),
              )
            : null;
        const two = (record.solutions ?? []).map((/** @type {any} */ solution) =>
            make("pre", { tabindex: "0", text: asText(solution) }),
        );
        part.show(verdict(record), laws, differ, ...two, showDiagnostics(record.diagnostics, part.writing), again);
    });
}

/**
 * The numbers that steps have in the whole explanation, by which they are drawn.
 * @param {AnswerPart} part
 * @param {any[]} steps
 */
async function numbersOf(part, steps) {
    const whole = await part.engine.ask(part.desk.request("explain"));
    /** @type {string[]} */
    const texts = (whole.records[0]?.steps ?? []).map((/** @type {any} */ step) => JSON.stringify(step.conclusions));
    return steps.map((step) => texts.indexOf(JSON.stringify(step.conclusions)) + 1);
}
