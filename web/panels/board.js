// @ts-check
// The board: the puzzle to look at, to draw clues on or to play, or what an answer shows of it.
import { freshest } from "../engine.js";
import { button, byId, make, picture } from "../parts/dom.js";
import { reason } from "../parts/notices.js";
import { startPlay } from "./playing.js";

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../engine.js").Engine} Engine */
/** @typedef {"puzzle" | "play"} Mode */

/** How long after a change the picture is drawn anew, in milliseconds. */
const SETTLE = 60;
/** The same while somebody plays: a game takes a search to prepare. */
const SETTLE_GAME = 600;
/** A picture with a longer text than this is not shown: a browser would stand still over it. */
const LARGEST_PICTURE = 3_000_000;

/** The part of the page that shows the board. */
export class BoardPart {
  #desk;
  #engine;
  #bar = byId("board-bar");
  #render;
  #drawn = make("div", { class: "drawn picture-dark" });
  #stage = make("div", { class: "stage", hidden: true });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #settling;
  /** @type {AbortController | null} */
  #preparing = null;
  /** Whether an answer is shown in place of the puzzle. */
  #presenting = false;
  /** @type {Mode} */
  #mode = "puzzle";
  /** @type {Map<Mode, HTMLElement>} */
  #modes = new Map();
  /** The text of the picture that is shown, for export. */
  svg = "";
  /** A cell was pressed. @type {(place: string) => void} */
  pressed = () => {};

  /**
   * @param {Desk} desk
   * @param {Engine} engine
   */
  constructor(desk, engine) {
    this.#desk = desk;
    this.#engine = engine;
    this.#render = freshest(engine.quick);
    desk.onChange(() => this.#later());
    byId("board").append(this.#drawn, this.#stage);
    this.#drawn.addEventListener("click", (event) => this.#press(event));
    for (const [mode, label] of /** @type {[Mode, string][]} */ ([["puzzle", "Puzzle"], ["play", "Play"]])) {
      this.#modes.set(mode, button(label, () => this.#turnTo(mode), { "aria-pressed": String(mode === this.#mode) }));
    }
    byId("board-tools").append(make("div", { class: "segments", role: "group", "aria-label": "What the board is for" }, ...this.#modes.values()));
  }

  /** @param {Mode} mode */
  #turnTo(mode) {
    this.#mode = mode;
    for (const [one, pressed] of this.#modes) pressed.setAttribute("aria-pressed", String(one === mode));
    this.back();
    void this.refresh();
  }

  #later() {
    if (this.#presenting) this.back();
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => void this.refresh(), this.#mode === "play" ? SETTLE_GAME : SETTLE);
  }

  /** Shows the puzzle as it is now. */
  async refresh() {
    this.#preparing?.abort();
    if (!this.#desk.papers.rules.trim() && !this.#desk.papers.puzzle.trim()) return this.#say("Nothing is written yet. Open a rule set from the gallery, or write rules of your own.");
    if (this.#mode === "play") return this.#play();
    try {
      const response = await this.#render(this.#desk.request("render", { format: "svg", "time-limit": "5s" }));
      if (!response || this.#presenting || this.#mode === "play") return;
      if (response.output.includes("<svg")) this.#show(response.output, "The puzzle");
      else if (this.svg) this.#drawn.classList.add("stale");
      else this.#say("There is no board yet: the rules or the puzzle need mending first.");
    } catch {
      this.#say("The engine does not answer.");
    }
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
      await startPlay(this.#stage, response.result);
      this.#turn(this.#stage);
    } catch (trouble) {
      if (!mine.signal.aborted) this.#say(`No game: ${reason(trouble)}`);
    }
  }

  /** Shows the picture or the stage. @param {HTMLElement} shown */
  #turn(shown) {
    this.#drawn.hidden = shown !== this.#drawn;
    this.#stage.hidden = shown !== this.#stage;
  }

  /**
   * Shows an answer on the board until the text changes or somebody goes back.
   * @param {string} svg
   * @param {string} label
   */
  present(svg, label) {
    this.#presenting = true;
    this.#bar.hidden = false;
    this.#bar.replaceChildren(make("span", { text: label }), make("span", { class: "grow" }), button("Back to the puzzle", () => this.#leave(), { class: "button small" }));
    this.#show(svg, label);
  }

  /** Takes the answer from the board. */
  back() {
    this.#presenting = false;
    this.#bar.hidden = true;
  }

  #leave() {
    this.back();
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
    this.svg = svg;
    shown.setAttribute("role", "img");
    shown.setAttribute("aria-label", label);
    this.#drawn.classList.remove("stale");
    this.#drawn.replaceChildren(shown);
    this.#turn(this.#drawn);
  }

  /** @param {string} message */
  #say(message) {
    this.svg = "";
    this.#drawn.classList.remove("stale");
    this.#drawn.replaceChildren(make("p", { class: "board-empty", role: "status", text: message }));
    this.#turn(this.#drawn);
  }

  /** @param {MouseEvent} event */
  #press(event) {
    const svg = this.#drawn.querySelector("svg");
    const matrix = svg?.getScreenCTM();
    if (!svg || !matrix) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const [row, column] = [Math.floor(at.y / 60) + 1, Math.floor(at.x / 60) + 1];
    if (row > 0 && column > 0) this.pressed(`r${row}c${column}`);
  }
}
