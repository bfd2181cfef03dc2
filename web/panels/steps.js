// @ts-check
// An explanation step by step: the list of steps, a stepper, and each step drawn on the board with what it follows from.
import { make } from "../parts/dom.js";
import { pager, showDiagnostics, verdict } from "./verdict.js";

/** @typedef {import("./answers.js").AnswerPart} AnswerPart */

/**
 * Shows steps. `numbers` are those that the steps have in the whole explanation, where they are only some of them.
 * @param {AnswerPart} part
 * @param {any} record
 * @param {any} [_response]
 * @param {number[]} [numbers]
 */
export function showSteps(part, record, _response, numbers) {
    const steps = record.steps ?? [];
    if (steps.length === 0) return part.show(verdict(record), showDiagnostics(record.diagnostics, part.writing));
    /** @type {Map<number, Promise<string>>} */
    const drawn = new Map();
    const draw = (/** @type {number} */ index) => {
        const number = numbers?.[index] ?? index + 1;
        // A step that is not told in the explanation has no number, and no picture.
        if (number === 0 || part.isAged) return Promise.resolve("");
        if (!drawn.has(number))
            drawn.set(
                number,
                part.engine.ask(part.desk.request("render", { format: "svg", step: number })).then(
                    (response) => response.output,
                    () => "",
                ),
            );
        return /** @type {Promise<string>} */ (drawn.get(number));
    };
    const list = make("ol", { class: "steps", "aria-label": "Steps" });
    const turning = pager(steps.length, "Step", async (index) => {
        [...list.querySelectorAll("button")].forEach((one, at) => {
            if (at !== index) return one.removeAttribute("aria-current");
            one.setAttribute("aria-current", "step");
            one.scrollIntoView({ block: "nearest" });
        });
        const { visit } = part.board;
        const svg = await draw(index);
        if (turning.at !== index || visit !== part.board.visit || !svg.includes("<svg")) return;
        part.board.present(svg, `Step ${index + 1} of ${steps.length}`);
        // The next one is most likely wanted next.
        if (index + 1 < steps.length) void draw(index + 1);
    });
    list.append(
        ...steps.map((/** @type {any} */ step, /** @type {number} */ at) =>
            make(
                "li",
                {},
                oneStep(step, at, () => turning.go(at)),
            ),
        ),
    );
    list.addEventListener("keydown", (event) => {
        const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
        if (!by) return;
        event.preventDefault();
        turning.go(turning.at + by);
        list.querySelectorAll("button")[turning.at].focus();
    });
    part.show(verdict(record), turning.element, list, showDiagnostics(record.diagnostics, part.writing));
    turning.go(0);
}

/**
 * @param {any} step
 * @param {number} at
 * @param {() => void} go
 */
function oneStep(step, at, go) {
    const name = step.technique ?? step.level;
    return make(
        "button",
        { type: "button", class: "step", onclick: go },
        make("span", { class: "count", text: String(at + 1) }),
        make("span", { class: "what", text: step.text }),
        make("span", { class: "level", text: name }),
    );
}
