// @ts-check
// What opens beside the caret: a list to choose from, and a tip to read.
import { make } from "../parts/dom.js";

/** @typedef {{label: string, detail?: string, documentation?: Node | null}} Choice */
/** @typedef {{left: number, top: number, bottom: number}} Spot */

let lists = 0;

/** A list beside the caret. The focus stays where it was: the owner hands keys on, and a screen reader follows `aria-activedescendant`. */
export class ChoiceList {
    #id = `choices-${++lists}`;
    #list = make("ul", { class: "choices", role: "listbox", id: this.#id, "aria-label": "Suggestions" });
    #side = make("div", { class: "choice-side" });
    element = make("div", { class: "popup choice-popup", hidden: true }, this.#list, this.#side);
    /** @type {Choice[]} */
    #choices = [];
    #at = 0;
    /** @type {(index: number) => void} */
    #chosen = () => {};
    /** @type {HTMLElement} */
    #owner;

    /** @param {HTMLElement} owner the element that has the focus */
    constructor(owner) {
        this.#owner = owner;
        // A press must not take the focus away from the text.
        this.element.addEventListener("mousedown", (event) => event.preventDefault());
        this.#list.addEventListener("click", (event) => {
            const item = /** @type {HTMLElement} */ (event.target).closest("li");
            if (item) this.#choose(Number(item.dataset.index));
        });
    }

    get isOpen() {
        return !this.element.hidden;
    }

    /**
     * @param {Choice[]} choices
     * @param {Spot} spot
     * @param {(index: number) => void} chosen
     */
    open(choices, spot, chosen) {
        this.#choices = choices;
        this.#chosen = chosen;
        this.#list.replaceChildren(
            ...choices.map((choice, index) =>
                make(
                    "li",
                    { role: "option", id: `${this.#id}-${index}`, "data-index": index },
                    make("span", { class: "choice-label", text: choice.label }),
                    make("span", { class: "choice-detail", text: choice.detail ?? "" }),
                ),
            ),
        );
        this.element.hidden = false;
        this.#turnTo(0);
        place(this.element, spot);
        this.#owner.setAttribute("aria-controls", this.#id);
    }

    /** The place it belongs to has moved. @param {Spot} spot */
    follow(spot) {
        if (this.isOpen) place(this.element, spot);
    }

    close() {
        if (!this.isOpen) return;
        this.element.hidden = true;
        this.#owner.removeAttribute("aria-controls");
        this.#owner.removeAttribute("aria-activedescendant");
    }

    /**
     * Takes a key if it means something here; says whether it did.
     * @param {KeyboardEvent} event
     */
    key(event) {
        if (!this.isOpen || event.ctrlKey || event.altKey || event.metaKey) return false;
        const last = this.#choices.length - 1;
        if (event.key === "ArrowDown") this.#turnTo(this.#at === last ? 0 : this.#at + 1);
        else if (event.key === "ArrowUp") this.#turnTo(this.#at === 0 ? last : this.#at - 1);
        else if (event.key === "PageDown") this.#turnTo(Math.min(last, this.#at + 8));
        else if (event.key === "PageUp") this.#turnTo(Math.max(0, this.#at - 8));
        else if (event.key === "Enter" || event.key === "Tab") this.#choose(this.#at);
        else if (event.key === "Escape") this.close();
        else return false;
        event.preventDefault();
        event.stopPropagation();
        return true;
    }

    /** @param {number} index */
    #choose(index) {
        this.close();
        this.#chosen(index);
    }

    /** @param {number} index */
    #turnTo(index) {
        this.#at = index;
        [...this.#list.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === index)));
        const item = this.#list.children[index];
        item?.scrollIntoView({ block: "nearest" });
        if (item) this.#owner.setAttribute("aria-activedescendant", item.id);
        const { documentation } = this.#choices[index] ?? {};
        this.#side.hidden = !documentation;
        this.#side.replaceChildren(...(documentation ? [documentation.cloneNode(true)] : []));
    }
}

/** A text beside a place, for the mouse that rests there or the key that asks. */
export class Tip {
    element = make("div", { class: "popup tip", role: "tooltip", hidden: true });

    /**
     * @param {Node} content
     * @param {Spot} spot
     */
    open(content, spot) {
        this.element.replaceChildren(content);
        this.element.hidden = false;
        place(this.element, spot);
    }

    close() {
        this.element.hidden = true;
    }

    get isOpen() {
        return !this.element.hidden;
    }
}

/**
 * Puts a popup under a place, or above it where there is more room.
 * @param {HTMLElement} popup
 * @param {Spot} spot
 */
function place(popup, spot) {
    const { width, height } = popup.getBoundingClientRect();
    const below = spot.bottom + height + 8 <= window.innerHeight || spot.top < height;
    popup.style.left = `${Math.max(8, Math.min(spot.left, window.innerWidth - width - 8))}px`;
    popup.style.top = `${below ? spot.bottom + 2 : spot.top - height - 2}px`;
}
