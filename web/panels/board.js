// @ts-check
// The board: the puzzle as it is drawn, or what an answer shows of it.
import { freshest } from "../engine.js";
import { button, byId, make, picture } from "../parts/dom.js";

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../engine.js").Engine} Engine */

/** How long after a change the picture is drawn anew, in milliseconds. */
const SETTLE = 60;

/** A picture with a longer text than this is not shown: a browser would stand still over it. */
const LARGEST_PICTURE = 3_000_000;

/** The part of the page that shows the board. */
export class BoardPart {
  #desk;
  #slot = byId("board");
  #bar = byId("board-bar");
  #render;
  #drawn = make("div", { class: "drawn picture-dark" });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #settling;
  /** Whether an answer is shown in place of the puzzle. */
  #presenting = false;
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
    this.#render = freshest(engine.quick);
    desk.onChange(() => this.#later());
    this.#slot.append(this.#drawn);
    this.#slot.addEventListener("click", (event) => this.#press(event));
  }

  #later() {
    if (this.#presenting) this.back();
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => void this.refresh(), SETTLE);
  }

  /** Draws the puzzle as it is now. */
  async refresh() {
    if (!this.#desk.papers.rules.trim() && !this.#desk.papers.puzzle.trim()) return this.#say("Nothing is written yet. Open a rule set from the gallery, or write rules of your own.");
    try {
      const response = await this.#render(this.#desk.request("render", { format: "svg", "time-limit": "5s" }));
      if (!response || this.#presenting) return;
      if (response.output.includes("<svg")) this.#show(response.output, "The puzzle");
      else if (this.svg) this.#drawn.classList.add("stale");
      else this.#say("There is no board yet: the rules or the puzzle need mending first.");
    } catch {
      this.#say("The engine does not answer.");
    }
  }

  /**
   * Shows an answer on the board until the text changes or somebody goes back.
   * @param {string} svg
   * @param {string} label
   */
  present(svg, label) {
    this.#presenting = true;
    this.#bar.hidden = false;
    this.#bar.replaceChildren(make("span", { text: label }), make("span", { class: "grow" }), button("Back to the puzzle", () => this.back(true), { class: "button small" }));
    this.#show(svg, label);
  }

  /** @param {boolean} [asked] whether the picture is wanted at once */
  back(asked = false) {
    this.#presenting = false;
    this.#bar.hidden = true;
    if (asked) void this.refresh();
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
  }

  /** @param {string} message */
  #say(message) {
    this.svg = "";
    this.#drawn.replaceChildren(make("p", { class: "board-empty", text: message }));
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
