// @ts-check
// The gallery: all built-in rule sets with their samples, each with a small picture.
import { openDialog } from "../parts/dialog.js";
import { button, make, picture } from "../parts/dom.js";
import { notify, reason } from "../parts/notices.js";

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../engine.js").Engine} Engine */
/** @typedef {{id: string, aliases: string[], summary: string, samples: string[]}} RuleSet */

/** So many pictures are drawn at the same time. */
const AT_ONCE = 2;
/** Pictures that were drawn, by sample. @type {Map<string, Promise<string>>} */
const pictures = new Map();
/** @type {Promise<RuleSet[]> | null} */
let listed = null;

/**
 * @param {Engine} engine
 * @returns {Promise<RuleSet[]>}
 */
export function ruleSets(engine) {
    listed ??= engine.quick({ command: "list" }).then((response) => response.records);
    listed.catch(() => (listed = null));
    return listed;
}

/**
 * Loads a rule set and one of its samples; a sample that shows what is unique comes first.
 * @param {Desk} desk
 * @param {Engine} engine
 * @param {string} name
 * @param {string} [sample]
 */
export async function openRuleSet(desk, engine, name, sample) {
    const show = async (/** @type {string} */ what) => {
        const response = await engine.quick({ command: "show", arguments: [what] });
        if (response.exit !== 0) throw new Error(response.messages.trim() || `there is no ${what}`);
        return response.output;
    };
    const chosen = sample ?? best((await ruleSets(engine)).find((one) => one.id === name)?.samples ?? []);
    const [rules, puzzle] = await Promise.all([show(name), chosen ? show(chosen) : ""]);
    desk.replace({ name, rules, own: false, origin: name, puzzle, sample: chosen ?? "", params: "" }, offerBack);
}

/**
 * Says that something of one's own has made way.
 * @param {() => void} bringBack
 */
export function offerBack(bringBack) {
    notify("What you wrote was put away.", "", { label: "Bring it back", does: bringBack });
}

/**
 * The sample to begin with.
 * @param {string[]} samples
 */
function best(samples) {
    const rank = ["easy", "four", "six", "tiny", "medium", "start", "hard"];
    const place = (/** @type {string} */ one) => {
        const found = rank.indexOf(one.split("/")[1]);
        return found < 0 ? (/none|several|stuck|all|corner/.test(one) ? 50 : 20) : found;
    };
    return [...samples].sort((a, b) => place(a) - place(b))[0];
}

/**
 * A field to choose among the samples of the rule set on the desk.
 * @param {Desk} desk
 * @param {Engine} engine
 */
export function sampleChooser(desk, engine) {
    const field = /** @type {HTMLSelectElement} */ (make("select", { class: "small", "aria-label": "Sample" }));
    field.addEventListener("change", () => {
        if (field.value)
            openRuleSet(desk, engine, desk.papers.name, field.value).catch((trouble) =>
                notify(`Not opened: ${reason(trouble)}`, "error"),
            );
    });
    let shown = "";
    const show = async () => {
        const { name, own, sample } = desk.papers;
        field.hidden = own;
        if (own) return;
        const samples = (await ruleSets(engine).catch(() => [])).find((one) => one.id === name)?.samples ?? [];
        if (shown !== name)
            field.replaceChildren(
                make("option", { value: "", text: "samples" }),
                ...samples.map((one) => make("option", { value: one, text: one.split("/")[1] })),
            );
        shown = name;
        field.value = sample;
    };
    desk.onChange(() => void show());
    void show();
    return field;
}

/**
 * Opens the gallery.
 * @param {Desk} desk
 * @param {Engine} engine
 * @param {() => void} [opened] something was taken from it
 */
export async function openGallery(desk, engine, opened = () => {}) {
    const search = /** @type {HTMLInputElement} */ (
        make("input", {
            type: "search",
            placeholder: "Search names and rules",
            "aria-label": "Search the gallery",
            autofocus: true,
        })
    );
    const count = make("p", { class: "soft", role: "status" });
    const cards = make("ul", { class: "cards" });
    const easel = new Easel(engine);
    const dialog = openDialog("Gallery", [make("div", { class: "row" }, search, count), cards], {
        class: "gallery",
        closed: () => easel.stop(),
    });
    const take = async (/** @type {string} */ name, /** @type {string | undefined} */ sample) => {
        try {
            await openRuleSet(desk, engine, name, sample);
            dialog.close();
            opened();
        } catch (trouble) {
            count.textContent = `Not opened: ${reason(trouble)}`;
        }
    };
    let sets;
    try {
        sets = await ruleSets(engine);
    } catch (trouble) {
        count.textContent = `The engine does not answer: ${reason(trouble)}`;
        return;
    }
    // Only pictures that somebody sees are drawn.
    const seen = new IntersectionObserver((entries) => {
        for (const entry of entries) {
            if (!entry.isIntersecting) continue;
            seen.unobserve(entry.target);
            easel.add(/** @type {HTMLElement} */ (entry.target));
        }
    });
    const made = sets.map((set) => ({
        set,
        element: card(set, take),
        text: [set.id, ...set.aliases, set.summary].join("\n").toLowerCase(),
    }));
    cards.append(...made.map(({ element }) => element));
    for (const slot of cards.querySelectorAll(".card-picture")) seen.observe(slot);
    const filter = () => {
        const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
        let shown = 0;
        for (const { element, text } of made) {
            element.hidden = !words.every((word) => text.includes(word));
            if (!element.hidden) shown++;
        }
        count.textContent = `${shown} rule ${shown === 1 ? "set" : "sets"}`;
    };
    search.addEventListener("input", filter);
    filter();
}

/** Draws the pictures of cards a few at a time, so that whoever opens a rule set meanwhile does not wait for all of them. */
class Easel {
    #engine;
    /** @type {HTMLElement[]} */
    #waiting = [];
    #drawing = 0;

    /** @param {Engine} engine */
    constructor(engine) {
        this.#engine = engine;
    }

    /** @param {HTMLElement} slot */
    add(slot) {
        this.#waiting.push(slot);
        void this.#next();
    }

    /** Nobody looks any more. */
    stop() {
        this.#waiting = [];
    }

    async #next() {
        if (this.#drawing >= AT_ONCE) return;
        const slot = this.#waiting.shift();
        if (!slot) return;
        this.#drawing++;
        await drawCard(this.#engine, slot).catch(() => {});
        this.#drawing--;
        void this.#next();
    }
}

/**
 * @param {RuleSet} set
 * @param {(name: string, sample?: string) => void} take
 */
function card(set, take) {
    const sample = best(set.samples);
    const title = set.aliases[0] ?? set.id;
    const also = set.aliases.slice(1);
    const open = make(
        "button",
        { type: "button", class: "card-open", "data-rules": set.id, onclick: () => take(set.id) },
        make("span", { class: "card-picture picture-dark", "data-sample": sample ?? "" }),
        make(
            "span",
            { class: "card-text" },
            make("span", { class: "card-name", text: title }),
            make("span", { class: "card-summary", text: set.summary }),
        ),
    );
    if (also.length) open.title = `Also ${also.join(", ")}`;
    const samples = set.samples.map((one) =>
        button(one.split("/")[1], () => take(set.id, one), {
            class: "button quiet small",
            "aria-label": `${title}, sample ${one.split("/")[1]}`,
        }),
    );
    return make("li", {}, make("div", { class: "card" }, open, make("div", { class: "card-samples" }, ...samples)));
}

/**
 * @param {Engine} engine
 * @param {HTMLElement} slot
 */
async function drawCard(engine, slot) {
    const sample = slot.dataset.sample ?? "";
    if (!sample) return;
    if (!pictures.has(sample)) {
        const drawing = engine
            .quick({ command: "show", arguments: [sample] })
            .then((shown) =>
                engine.quick({
                    command: "render",
                    arguments: ["card.puzzle"],
                    options: { format: "svg", "time-limit": "2s" },
                    files: { "card.puzzle": shown.output },
                }),
            );
        pictures.set(
            sample,
            drawing.then(
                (response) => response.output,
                () => "",
            ),
        );
    }
    const svg = picture((await pictures.get(sample)) ?? "");
    if (!svg) return;
    svg.setAttribute("aria-hidden", "true");
    slot.replaceChildren(svg);
}
