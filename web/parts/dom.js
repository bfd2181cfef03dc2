// @ts-check
// Making and finding elements of the page, without markup in strings: texts of rules and puzzles never become markup.

/**
 * An element with attributes and children. A name that starts with `on` is an event with its listener, `class` and `text` are what
 * they say; true makes an attribute without a value, false, null and undefined none.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function make(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (value === false || value === null || value === undefined) continue;
        if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
        else if (name === "text") made.textContent = value;
        else if (name === "value") /** @type {any} */ (made).value = value;
        else made.setAttribute(name, value === true ? "" : String(value));
    }
    made.append(
        ...children
            .filter((child) => child !== null && child !== undefined && child !== false)
            .map((child) => /** @type {Node | string} */ (child)),
    );
    return made;
}

/**
 * The element with this id, which the page is sure to have.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
    const found = document.getElementById(id);
    if (!found) throw new Error(`the page has no element #${id}`);
    return found;
}

/**
 * A button. `label` is what it shows, `does` what a press does.
 * @param {string} label
 * @param {(event: Event) => void} does
 * @param {Record<string, any>} [attributes]
 */
export function button(label, does, attributes = {}) {
    return /** @type {HTMLButtonElement} */ (
        make("button", { type: "button", class: "button", ...attributes, onclick: does }, label)
    );
}

/** Elements and attributes that pictures of the engine are made of; whatever else a text could smuggle in is left out. */
const DRAWN = new Set([
    "svg",
    "g",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "text",
    "tspan",
    "defs",
    "symbol",
    "use",
    "title",
    "desc",
    "pattern",
    "clippath",
]);

/**
 * The picture that an SVG text shows, as an element of this page; null if the text is no picture.
 * @param {string} text
 * @returns {SVGSVGElement | null}
 */
export function picture(text) {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    if (parsed.nodeName !== "svg") return null;
    for (const node of [parsed, ...parsed.querySelectorAll("*")]) {
        if (!DRAWN.has(node.localName.toLowerCase())) {
            node.remove();
            continue;
        }
        for (const { name, value } of [...node.attributes]) {
            const link = name.endsWith("href") && !value.startsWith("#");
            if (name.startsWith("on") || name === "style" || link) node.removeAttribute(name);
        }
    }
    return /** @type {SVGSVGElement} */ (document.importNode(/** @type {Element} */ (parsed), true));
}

/**
 * Tells a screen reader, without moving the focus.
 * @param {string} message
 */
export function announce(message) {
    const live = byId("live");
    live.textContent = "";
    // A text that did not change is not read again, so it is emptied for a moment.
    requestAnimationFrame(() => (live.textContent = message));
}
