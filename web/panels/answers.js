// @ts-check
// Asking and being answered: the buttons, the work that can be called off, and where answers are shown.
import { announce, button, byId, make } from "../parts/dom.js";
import { reason } from "../parts/notices.js";
import { showDiagnostics } from "./verdict.js";

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../engine.js").Engine} Engine */
/** @typedef {import("../engine.js").Request} Request */
/** @typedef {import("../engine.js").Response} Response */
/** @typedef {{rules: string, puzzle: string, params: string}} Texts */

/** The part of the page where answers are; one question at a time. */
export class AnswerPart {
    desk;
    engine;
    board;
    writing;
    #slot = byId("answer");
    #working = byId("working");
    /** @type {AbortController | null} */
    #running = null;
    /** Counts questions and changes of the texts: a picture that comes late for one of them is not shown. */
    #turn = 0;
    /** The texts that the answer on the page is about. @type {Texts | null} */
    #about = null;
    #aged = make("p", { class: "soft", role: "status", text: "This is about the puzzle before the last change." });

    /**
     * @param {Desk} desk
     * @param {Engine} engine
     * @param {import("./board.js").BoardPart} board
     * @param {import("./writing.js").WritingDesk} writing
     */
    constructor(desk, engine, board, writing) {
        this.desk = desk;
        this.engine = engine;
        this.board = board;
        this.writing = writing;
        desk.onChange(() => {
            this.#turn++;
            this.#age();
        });
    }

    /** Marks an answer that is about other texts than those on the desk now. */
    #age() {
        const { rules, puzzle, params } = this.desk.papers;
        const about = this.#about;
        const isOld = about !== null && (about.rules !== rules || about.puzzle !== puzzle || about.params !== params);
        this.#slot.classList.toggle("aged", isOld);
        if (!isOld) this.#aged.remove();
        else if (!this.#aged.isConnected) this.#slot.prepend(this.#aged);
    }

    /** Whether the answer on the page is about other texts: then nothing is drawn for it any more. */
    get isAged() {
        return this.#slot.classList.contains("aged");
    }

    get isBusy() {
        return this.#running !== null;
    }

    /** Calls off what is being worked on. */
    cancel() {
        this.#running?.abort();
    }

    /**
     * Asks, shows that it is worked on, and hands the response on; nothing comes of a question that was called off.
     * @param {string} title what is done, such as "Solving"
     * @param {Request} request
     * @param {(response: Response) => void | Promise<void>} show
     */
    async ask(title, request, show) {
        const { rules, puzzle, params } = this.desk.papers;
        await this.askLasting(title, request, async (response) => {
            await show(response);
            this.#about = { rules, puzzle, params };
            this.#age();
        });
    }

    /**
     * The same for an answer that stays good when the texts change.
     * @param {string} title
     * @param {Request} request
     * @param {(response: Response) => void | Promise<void>} show
     */
    async askLasting(title, request, show) {
        this.cancel();
        this.#turn++;
        const mine = new AbortController();
        this.#running = mine;
        const progress = this.#start(title);
        try {
            const response = await this.engine.ask(request, {
                signal: mine.signal,
                progress: ({ text }) => this.#running === mine && progress(text),
            });
            if (this.#running === mine) await show(response);
        } catch (trouble) {
            if (mine.signal.aborted) {
                if (this.#running === mine) this.show(make("p", { class: "saying soft", text: `${title} was called off.` }));
            } else this.show(make("p", { class: "saying", role: "alert", text: `No answer: ${reason(trouble)}` }));
        } finally {
            if (this.#running === mine) {
                this.#running = null;
                this.#working.hidden = true;
            }
        }
    }

    /**
     * Has a picture drawn, and shows it on the board, unless somebody has asked something else or gone on meanwhile.
     * @param {Record<string, any> | Request} what options of `render`, or a whole request
     * @param {string} label
     * @param {() => boolean} [wanted]
     */
    async present(what, label, wanted = () => true) {
        if (this.isAged) return;
        const [turn, visit] = [this.#turn, this.board.visit];
        const request = /** @type {Request} */ (
            "command" in what ? what : this.desk.request("render", { format: "svg", ...what })
        );
        const { output } = await this.engine.ask(request, { signal: this.#running?.signal });
        if (turn === this.#turn && visit === this.board.visit && wanted() && output.includes("<svg")) this.board.present(output, label);
    }

    /**
     * Shows an answer in place of the last one.
     * @param {...(Node | null | undefined | false)} content
     */
    show(...content) {
        this.#about = null;
        this.#age();
        this.#slot.replaceChildren(...content.filter((node) => node instanceof Node));
        this.#slot.scrollTo(0, 0);
    }

    /**
     * Shows what is wrong with the input, if nothing else came out; says whether that was so.
     * @param {Response} response
     */
    refused(response) {
        const wrong = response.records.filter((record) => record.status === "error");
        if (response.records.length > 0 && wrong.length < response.records.length) return false;
        if (response.records.length === 0 && response.exit === 0) return false;
        const diagnostics = wrong.flatMap((record) => record.diagnostics ?? []);
        const told =
            wrong
                .map((record) => record.message)
                .filter(Boolean)
                .join("\n") || (diagnostics.length === 0 ? response.messages.trim() || "There is no answer." : "");
        // What is said about no text at all is about the question.
        const isQuestion =
            response.exit === 2 && diagnostics.length > 0 && diagnostics.every((one) => !one.code && !one.span && !one.file);
        const badge = isQuestion ? ["maybe", "This question does not apply"] : ["no", "Something is wrong"];
        this.show(
            make("div", { class: "verdict" }, make("span", { class: `badge ${badge[0]}`, text: badge[1] })),
            told ? make("p", { class: "saying", text: told }) : null,
            showDiagnostics(diagnostics, this.writing),
        );
        announce(isQuestion ? badge[1] : "Something is wrong with the rules or the puzzle");
        return true;
    }

    /**
     * @param {string} title
     * @returns {(text: string) => void}
     */
    #start(title) {
        const told = make("span", { text: `${title} …` });
        const stop = button("Cancel", () => this.cancel(), { class: "button small stop", title: "Escape" });
        this.#working.replaceChildren(
            make("span", { class: "spin", "aria-hidden": "true" }),
            told,
            make("span", { class: "grow" }),
            stop,
        );
        this.#working.hidden = false;
        return (text) => (told.textContent = `${title}: ${text}`);
    }
}
