// @ts-check
// The board: the puzzle to draw clues on or to play, or what an answer shows of it.
import { freshest } from "../engine.js";
import { button, byId, make, picture } from "../parts/dom.js";
import { reason } from "../parts/notices.js";
import { Drawing } from "./drawing.js";
import { startPlay } from "./playing.js";

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../engine.js").Engine} Engine */
/** @typedef {"draw" | "play"} Mode */

/** How long after a change the picture is drawn anew, in milliseconds. */
const SETTLE = 150;
/** The same while somebody plays: a game takes a search to prepare. */
const SETTLE_GAME = 600;
/** A picture with a longer text than this is not shown: a browser would stand still over it. */
const LARGEST_PICTURE = 3_000_000;
/** A board with more places than this is shown and not drawn on, for the same reason. */
const MOST_PLACES = 4000;

/** The part of the page that shows the board. */
export class BoardPart {
    #desk;
    #engine;
    #bar = byId("board-bar");
    #describe;
    #render;
    #picture = make("div", { class: "drawn picture-dark" });
    #canvas = make("div", { class: "stage", hidden: true });
    #stage = make("div", { class: "stage", hidden: true });
    #drawing;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #settling;
    /** @type {AbortController | null} */
    #preparing = null;
    /** The answer that is shown in place of the puzzle. */
    #presented = "";
    /** @type {Mode} */
    #mode = "draw";
    /** @type {Map<Mode, HTMLElement>} */
    #modes = new Map();
    /** Counts how often somebody went back to the puzzle or the game: an answer that comes late for that is not shown. */
    visit = 0;
    /** A place was pressed. @type {(place: string) => void} */
    pressed = () => {};

    /**
     * @param {Desk} desk
     * @param {Engine} engine
     */
    constructor(desk, engine) {
        this.#desk = desk;
        this.#engine = engine;
        this.#describe = freshest(engine.quick);
        this.#render = freshest(engine.quick);
        this.#drawing = new Drawing(this.#canvas, desk, engine);
        this.#drawing.pressed = (place) => this.pressed(place);
        desk.onChange(() => this.#later());
        byId("board").append(this.#picture, this.#canvas, this.#stage);
        this.#picture.addEventListener("click", (event) => this.#press(event));
        for (const [mode, label] of /** @type {[Mode, string][]} */ ([
            ["draw", "Draw"],
            ["play", "Play"],
        ])) {
            this.#modes.set(
                mode,
                button(label, () => this.#turnTo(mode), { "aria-pressed": String(mode === this.#mode) }),
            );
        }
        byId("board-tools").append(
            make("div", { class: "segments", role: "group", "aria-label": "What the board is for" }, ...this.#modes.values()),
        );
    }

    /** @param {Mode} mode */
    #turnTo(mode) {
        this.#mode = mode;
        for (const [one, pressed] of this.#modes) pressed.setAttribute("aria-pressed", String(one === mode));
        this.#back();
        void this.refresh();
    }

    /** Whether an answer or a game has taken the place of the puzzle. */
    get #isElsewhere() {
        return this.#presented !== "" || this.#mode === "play";
    }

    #later() {
        if (this.#presented) this.#back();
        clearTimeout(this.#settling);
        this.#settling = setTimeout(() => void this.refresh(), this.#mode === "play" ? SETTLE_GAME : SETTLE);
    }

    /** Shows the puzzle as it is now. */
    async refresh() {
        this.#preparing?.abort();
        // This is about the texts as they are: nothing is left to be drawn later.
        clearTimeout(this.#settling);
        const { rules, puzzle } = this.#desk.papers;
        const isLate = () => this.#isElsewhere || this.#desk.papers.puzzle !== puzzle || this.#desk.papers.rules !== rules;
        if (!rules.trim() && !puzzle.trim())
            return this.#say("Nothing is written yet. Open a rule set from the gallery, or write rules of your own.");
        if (this.#mode === "play") return this.#play();
        try {
            const response = await this.#describe(this.#desk.request("board"));
            // Other texts have a question of their own, and what was drawn meanwhile is shown already.
            if (!response || isLate()) return;
            const places = (response.result?.board?.layers ?? []).reduce(
                (/** @type {number} */ sum, /** @type {any} */ layer) => Math.max(sum, layer.places.length),
                0,
            );
            if (places <= MOST_PLACES && this.#drawing.show(response.result)) return this.#turn(this.#canvas);
            await this.#look(isLate);
        } catch (trouble) {
            this.#say(`The engine does not answer: ${reason(trouble)}`);
        }
    }

    /**
     * Shows the puzzle where it cannot be drawn on: it is too large, or just being mended.
     * @param {() => boolean} isLate whether the picture would be of something else
     */
    async #look(isLate) {
        const response = await this.#render(this.#desk.request("render", { format: "svg", "time-limit": "5s" }));
        if (!response || isLate()) return;
        if (response.output.includes("<svg")) this.#show(response.output, "The puzzle");
        else if (!this.#canvas.hidden) this.#canvas.classList.add("stale");
        else if (this.#picture.querySelector("svg")) this.#picture.classList.add("stale");
        else this.#say("There is no board yet: the rules or the puzzle need mending first.");
    }

    async #play() {
        const mine = new AbortController();
        this.#preparing = mine;
        this.#say("Preparing the game …");
        try {
            const response = await this.#engine.ask(this.#desk.request("game"), { signal: mine.signal });
            if (mine.signal.aborted || this.#mode !== "play") return;
            const told = response.records[0]?.diagnostics?.[0]?.message ?? response.messages.trim().replace(/^error: /, "");
            if (!response.result) return this.#say(`This puzzle cannot be played: ${told || "there is nothing to find"}`);
            await startPlay(this.#stage, response.result, (position) => this.#engine.ask(this.#desk.request("moves", { position })));
            if (!this.#presented && !mine.signal.aborted) this.#turn(this.#stage);
        } catch (trouble) {
            if (!mine.signal.aborted) this.#say(`No game: ${reason(trouble)}`);
        }
    }

    /** Shows the picture, the board to draw on or the game. @param {HTMLElement} shown */
    #turn(shown) {
        for (const one of [this.#picture, this.#canvas, this.#stage]) {
            one.hidden = one !== shown;
            one.classList.remove("stale");
        }
    }

    /**
     * Shows an answer on the board until the text changes or somebody goes back.
     * @param {string} svg
     * @param {string} label
     */
    present(svg, label) {
        this.#presented = svg;
        this.#bar.hidden = false;
        this.#bar.replaceChildren(
            make("span", { text: label }),
            make("span", { class: "grow" }),
            ...turners(),
            button("Back to the puzzle", () => this.#leave(), { class: "button small" }),
        );
        this.#show(svg, label);
    }

    /** The picture as it is shown now, for export. */
    async picture() {
        if (this.#presented) return this.#presented;
        const { output, messages } = await this.#engine.quick(
            this.#desk.request("render", { format: "svg", "time-limit": "5s" }),
        );
        if (!output.includes("<svg")) throw new Error(messages.trim() || "there is no picture");
        return output;
    }

    #back() {
        this.visit++;
        this.#presented = "";
        this.#bar.hidden = true;
    }

    #leave() {
        this.#back();
        // A game goes on as it was left.
        if (this.#mode === "play" && this.#stage.hasChildNodes()) this.#turn(this.#stage);
        else void this.refresh();
    }

    /**
     * @param {string} svg
     * @param {string} label
     */
    #show(svg, label) {
        if (svg.length > LARGEST_PICTURE) return this.#say("The board is too large to be drawn here.");
        const shown = picture(svg);
        if (!shown) return;
        shown.setAttribute("role", "img");
        shown.setAttribute("aria-label", label);
        this.#picture.replaceChildren(shown);
        this.#turn(this.#picture);
    }

    /** @param {string} message */
    #say(message) {
        this.#picture.replaceChildren(make("p", { class: "board-empty", role: "status", text: message }));
        this.#turn(this.#picture);
    }

    /** Which cell of a picture was pressed, by its place alone. @param {MouseEvent} event */
    #press(event) {
        const svg = this.#picture.querySelector("svg");
        const matrix = svg?.getScreenCTM();
        if (!svg || !matrix) return;
        const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
        const [row, column] = [Math.floor(at.y / 60) + 1, Math.floor(at.x / 60) + 1];
        if (row > 0 && column > 0) this.pressed(`r${row}c${column}`);
    }
}

/** Buttons to go through an answer from here: on a phone its own are out of sight. */
function turners() {
    const own = [...document.querySelectorAll("#answer .pager button")];
    const turn = (/** @type {string} */ word, /** @type {string} */ sign) => {
        const meant = /** @type {HTMLButtonElement | undefined} */ (
            own.find((one) => one.getAttribute("aria-label")?.startsWith(word))
        );
        return meant
            ? [button(sign, () => meant.click(), { class: "button small icon", "aria-label": word, disabled: meant.disabled })]
            : [];
    };
    return [...turn("Previous", "‹"), ...turn("Next", "›")];
}
