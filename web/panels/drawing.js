// @ts-check
// Drawing clues: the layers that a rule set takes, its params, and a board on which each change becomes a change of the puzzle's text.
import { createBoard } from "../board/board.js";
import { createField } from "../board/field.js";
import { createKeypad } from "../board/keypad.js";
import { button, make, picture } from "../parts/dom.js";
import { notify, reason } from "../parts/notices.js";

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../engine.js").Engine} Engine */
/**
 * What the requests `board` and `put` answer.
 * @typedef {{name: string, arity: number, kind: string, areas: boolean, help: string, places: any[], holds: any[]}} Layer
 * @typedef {{text: string, board: {svg: string, size: [number, number], layers: Layer[]} | null, params?: {name: string, value: number | null, set: boolean}[]}} Drawn
 * @typedef {{layer?: string, param?: string, place?: string | string[], value: any}} Change
 */

/** More layers than this are a list to choose from. */
const MOST_TABS = 4;

/** How long digits make one number, in milliseconds. */
const TOGETHER = 1500;

/** A board to draw clues on. */
export class Drawing {
    #desk;
    #engine;
    #stage;
    /** @type {any} */
    #board = null;
    /** @type {{update(): void} | null} */
    #keypad = null;
    /** @type {Drawn | null} */
    #drawn = null;
    #layer = 0;
    /** Texts before and after what is drawn. @type {string[]} */
    #undone = [];
    /** @type {string[]} */
    #done = [];
    /** Changes wait for one another: each is a change of the text that the last one left. @type {Promise<void>} */
    #last = Promise.resolve();
    #head = make("div", { class: "draw-head" });
    #choices = make("div", { class: "draw-choices" });
    #undo = button("↶", () => this.#step("back"), {
        class: "button quiet small icon",
        "aria-label": "Undo drawing",
    });
    #redo = button("↷", () => this.#step("forth"), {
        class: "button quiet small icon",
        "aria-label": "Redo drawing",
    });
    #help = make("p", { class: "soft draw-help" });
    #holder = make("div", { class: "draw-board" });
    #keys = make("div", { class: "draw-keys" });
    #list = make("div", { class: "draw-list" });
    #shape = "";
    /** What the fields were made of: they are made anew only if that changes, so that nobody presses or fills one that goes away. */
    #made = { head: "", list: "" };
    /** The key that was pressed last. */
    #key = "";
    #typed = { id: "", text: "", time: 0 };
    /** A place was chosen. @type {(place: string) => void} */
    pressed = () => {};

    /**
     * @param {HTMLElement} stage
     * @param {Desk} desk
     * @param {Engine} engine
     */
    constructor(stage, desk, engine) {
        this.#stage = stage;
        this.#desk = desk;
        this.#engine = engine;
        this.#head.append(this.#choices, make("span", { class: "grow" }), this.#undo, this.#redo);
        const root = make("div", { class: "draw" }, this.#head, this.#help, this.#holder, this.#keys, this.#list);
        root.addEventListener("keydown", (event) => {
            const key = event.key.toLowerCase();
            if (
                !(event.ctrlKey || event.metaKey) ||
                (key !== "z" && key !== "y") ||
                /** @type {HTMLElement} */ (event.target).matches("input, select")
            )
                return;
            event.preventDefault();
            this.#step(key === "y" || event.shiftKey ? "forth" : "back");
        });
        this.#holder.addEventListener("keydown", (event) => (this.#key = event.key), true);
        stage.replaceChildren(root);
    }

    /**
     * Shows a board. Says whether there is one.
     * @param {Drawn | null | undefined} drawn
     */
    show(drawn) {
        if (!drawn?.board || drawn.board.layers.length === 0) return false;
        const clean = picture(drawn.board.svg);
        if (!clean) return false;
        this.#drawn = { ...drawn, board: { ...drawn.board, svg: new XMLSerializer().serializeToString(clean) } };
        const { layers } = drawn.board;
        const shape = JSON.stringify([layers.map((layer) => [layer.name, layer.kind]), drawn.params?.map((param) => param.name)]);
        if (shape !== this.#shape) {
            this.#shape = shape;
            this.#layer = 0;
        }
        this.#showHead();
        this.#showLayer();
        if (!this.#stage.contains(this.#head)) this.#stage.replaceChildren(/** @type {Node} */ (this.#head.parentNode));
        return true;
    }

    #showHead() {
        this.#undo.disabled = this.#done.length === 0;
        this.#redo.disabled = this.#undone.length === 0;
        const { board, params = [] } = /** @type {Drawn} */ (this.#drawn);
        const layers = board?.layers ?? [];
        const made = JSON.stringify([layers.map((layer) => [layer.name, layer.kind]), params, this.#layer]);
        if (made === this.#made.head) return;
        this.#made.head = made;
        const focused =
            document.activeElement instanceof HTMLElement && this.#head.contains(document.activeElement)
                ? document.activeElement.dataset.field
                : null;
        const title = (/** @type {Layer} */ layer) =>
            layer.name + (layers.filter((other) => other.name === layer.name).length > 1 ? ` (${layer.kind})` : "");
        const choose = (/** @type {number} */ index) => {
            this.#layer = index;
            this.#showHead();
            this.#showLayer();
        };
        const tabs =
            layers.length < 2
                ? null
                : layers.length <= MOST_TABS
                  ? make(
                        "div",
                        { class: "segments", role: "group", "aria-label": "What to draw" },
                        ...layers.map((layer, index) =>
                            button(title(layer), () => choose(index), {
                                "aria-pressed": String(index === this.#layer),
                                "data-field": `layer-${index}`,
                            }),
                        ),
                    )
                  : this.#select(layers.map(title), choose);
        // Where a puzzle sets some params, the others follow from them.
        const isSome = params.some((param) => param.set);
        const fields = params
            .filter((param) => param.value !== null && (param.set || !isSome))
            .map((param) => {
                const field = /** @type {HTMLInputElement} */ (
                    make("input", {
                        type: "number",
                        value: String(param.value),
                        min: "1",
                        max: "60",
                        class: "tiny",
                        "data-field": `param-${param.name}`,
                    })
                );
                field.addEventListener(
                    "change",
                    () =>
                        field.validity.valid &&
                        field.value !== "" &&
                        this.#put([{ param: param.name, value: Number(field.value) }]),
                );
                return make("label", { class: "param" }, param.name, field);
            });
        this.#choices.replaceChildren(...[tabs, ...fields].filter((one) => one !== null));
        if (focused) /** @type {HTMLElement | null} */ (this.#head.querySelector(`[data-field="${focused}"]`))?.focus();
    }

    /**
     * @param {string[]} names
     * @param {(index: number) => void} choose
     */
    #select(names, choose) {
        const field = /** @type {HTMLSelectElement} */ (
            make(
                "select",
                { class: "small", "aria-label": "What to draw", "data-field": "layer" },
                ...names.map((name, index) => make("option", { value: String(index), text: name })),
            )
        );
        field.value = String(this.#layer);
        field.addEventListener("change", () => choose(Number(field.value)));
        return field;
    }

    #showLayer() {
        const { board } = /** @type {Drawn} */ (this.#drawn);
        const layer = board?.layers[this.#layer];
        if (!board || !layer) return;
        const description = {
            svg: layer.areas ? withNames(board.svg, layer.places) : board.svg,
            places: layer.places,
            holds: layer.holds,
        };
        if (this.#board) this.#board.show(description);
        else {
            this.#board = createBoard(
                this.#holder,
                description,
                {
                    change: (/** @type {any[]} */ changes) => this.#changed(changes),
                    path: (/** @type {string[]} */ places) => this.#put([{ layer: this.#name, place: "", value: places }]),
                    cursor: (/** @type {string} */ id) => {
                        this.#keypad?.update();
                        this.pressed(id);
                    },
                },
                { label: "The puzzle, to draw on" },
            );
            this.#keypad = createKeypad(this.#keys, this.#board);
            createField(this.#holder, this.#board);
        }
        this.#board.tool = layer.holds.find((hold) => hold.input === "path") ?? null;
        this.#help.textContent = layer.help;
        this.#help.hidden = !layer.help;
        this.#keypad?.update();
        this.#showListed(layer);
    }

    get #name() {
        return this.#drawn?.board?.layers[this.#layer]?.name ?? "";
    }

    /** Clues that have no place on the picture, each in a field. @param {Layer} layer */
    #showListed(layer) {
        const listed = layer.places.filter((place) => place.kind === "listed");
        // Lists of places are dragged; by keyboard they are written.
        if (layer.kind === "paths") listed.push({ id: "", kind: "listed", label: `another ${layer.name}, such as [r1c1, r1c2]` });
        const made = JSON.stringify([layer.name, listed]);
        if (made === this.#made.list) return;
        this.#made.list = made;
        this.#list.replaceChildren(
            ...listed.map((place) => {
                const field = /** @type {HTMLInputElement} */ (
                    make("input", {
                        value: place.value ?? "",
                        disabled: place.fixed === true,
                        spellcheck: "false",
                        autocomplete: "off",
                        placeholder: place.value === undefined ? layer.name : "",
                    })
                );
                field.addEventListener("change", () =>
                    this.#put([{ layer: layer.name, place: place.id, value: field.value.trim() || null }]),
                );
                return make("label", { class: "field" }, place.label ?? place.id, field);
            }),
        );
    }

    /** @param {{id: string, now: {value: string | null}, was: {value: string | null}}[]} changes */
    #changed(changes) {
        const real = changes.map((change) => ({ ...change, value: this.#together(change) })).filter(({ value, was }) => value !== was.value);
        if (real.length === 0) return false;
        void this.#put(real.map(({ id, value }) => ({ layer: this.#name, place: id, value })));
        return true;
    }

    /**
     * The value that a change means: a digit soon after another at the same place makes one number with it. The board knows that
     * too, but it is made anew with every change of the text.
     * @param {{id: string, now: {value: string | null}}} change
     */
    #together({ id, now }) {
        const last = this.#typed;
        const isDigit = /^\d$/.test(this.#key);
        const longer = isDigit && last.id === id && performance.now() - last.time < TOGETHER ? last.text + this.#key : "";
        const layer = this.#drawn?.board?.layers[this.#layer];
        const hold = layer?.holds[layer.places.find((place) => place.id === id)?.hold ?? -1];
        const fits = longer !== "" && (hold?.free || hold?.values.some((/** @type {any} */ one) => one.value === longer));
        const value = fits ? longer : now.value;
        this.#typed = { id, text: isDigit ? (value ?? "") : "", time: performance.now() };
        // What comes next need not be a key.
        this.#key = "";
        return value;
    }

    /**
     * Has changes made in the text, and shows what comes of them.
     * @param {Change[]} changes
     */
    #put(changes) {
        this.#last = this.#last.then(async () => {
            const before = this.#desk.papers.puzzle;
            try {
                const response = await this.#engine.quick({ ...this.#desk.request("put"), changes });
                /** @type {Drawn | null} */
                const drawn = response.result ?? null;
                if (!drawn) throw new Error(response.messages.trim().replace(/^error: /, "") || "this cannot be drawn");
                if (before !== this.#desk.papers.puzzle) return;
                this.#done.push(before);
                this.#undone = [];
                this.#desk.change({ puzzle: drawn.text, sample: "" });
                this.show(drawn);
                // Whoever waits to see a digit before the next one has as long for that, however busy the engine is.
                this.#typed.time = performance.now();
            } catch (trouble) {
                notify(reason(trouble), "error");
                this.#made = { head: "", list: "" };
                this.show(this.#drawn);
            }
        });
        return this.#last;
    }

    /**
     * Goes a step back or forth, from what the changes before it have left.
     * @param {"back" | "forth"} way
     */
    #step(way) {
        this.#last = this.#last.then(() => {
            const [from, to] = way === "back" ? [this.#done, this.#undone] : [this.#undone, this.#done];
            const text = from.pop();
            if (text === undefined) return;
            to.push(this.#desk.papers.puzzle);
            this.#desk.change({ puzzle: text, sample: "" });
            this.#showHead();
        });
    }
}

/**
 * The picture with the names of areas in their squares, small: of an area rules draw the border, and not how it is called.
 * @param {string} svg
 * @param {any[]} places
 */
function withNames(svg, places) {
    const shown = picture(svg);
    if (!shown) return svg;
    for (const place of places) {
        if (place.value === undefined || place.value === null) continue;
        const name = document.createElementNS("http://www.w3.org/2000/svg", "text");
        const [x, y] = [place.at[0] + place.size[0] / 2 - 9, place.at[1] + place.size[1] / 2 - 6];
        for (const [key, value] of Object.entries({ x, y, "font-size": 15, fill: "#5c6876", "text-anchor": "end" }))
            name.setAttribute(key, String(value));
        name.textContent = place.value;
        shown.append(name);
    }
    return new XMLSerializer().serializeToString(shown);
}
