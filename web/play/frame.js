// @ts-check
// What stands around a board on a play page: title, clock, buttons, messages.

/** An element with attributes and children. */
export function makeElement(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (key === "onclick") element.addEventListener("click", value);
        else if (value !== null && value !== false) element.setAttribute(key, value === true ? "" : String(value));
    }
    element.append(...children.filter((child) => child !== null));
    return element;
}

/**
 * @param {HTMLElement} root
 * @param {any} game
 */
export function createFrame(root, game) {
    const clock = makeElement("time", { class: "play-clock", "aria-label": "time played" }, "0:00");
    const facts = makeElement("p", { class: "play-facts" });
    const board = makeElement("div", { class: "play-board" });
    const tools = makeElement("div", { class: "play-tools", role: "toolbar", "aria-label": "tools" });
    const message = makeElement("div", { class: "play-message", role: "status", "aria-live": "polite", hidden: true });
    const keypad = makeElement("div", { class: "play-keypad" });
    const listed = makeElement("div", { class: "play-listed" });
    const help = makeElement("details", { class: "play-help" }, makeElement("summary", {}, "How to play"));
    root.classList.add("play");
    root.replaceChildren(
        makeElement("header", {}, makeElement("div", {}, makeElement("h1", {}, game.title), facts), clock),
        makeElement("div", { class: "play-main" },
            makeElement("div", { class: "play-stage" }, board, listed),
            makeElement("div", { class: "play-side" }, tools, keypad, message, help)),
    );

    const buttons = {};
    return {
        clock, board, keypad, listed, help, facts,
        button(name, text, onclick, attributes = {}) {
            buttons[name] = makeElement("button", { type: "button", onclick, "data-tool": name, ...attributes }, text);
            tools.append(buttons[name]);
            return buttons[name];
        },
        buttons,
        /** Says something: a title, paragraphs, and buttons to go on with. */
        tell(title, text = "", actions = [], kind = "") {
            message.hidden = title === "" && text === "";
            message.dataset.kind = kind;
            const paragraphs = text.split("\n").filter((line) => line !== "")
                .map((line) => makeElement("p", { class: line.startsWith("    ") ? "inner" : "" }, line.trim()));
            message.replaceChildren(
                ...(title === "" ? [] : [makeElement("strong", {}, title)]),
                ...paragraphs,
                ...(actions.length === 0 ? [] : [makeElement("div", { class: "play-actions" },
                    ...actions.map(([label, act]) => makeElement("button", { type: "button", onclick: act }, label)))]),
            );
        },
    };
}

/** What keys and fingers do, as far as this board has them. */
export function helpLines(board) {
    const inputs = new Set(board.holds.map((hold) => hold.input));
    const lines = [];
    if (board.moves) lines.push("Arrow keys and swipes make moves; so do the buttons, and taps on what a move names.");
    if (inputs.has("type")) lines.push("Choose a cell and type its value, or use the buttons. Shift with a key, or the pencil, notes possible values.");
    if (inputs.has("cycle")) lines.push("Tap a cell to go through its values; the right button or a long press goes backwards; drag to fill several. Space does it by keyboard.");
    if (inputs.has("line")) lines.push("Drag from end to end to draw lines; tap between two ends for a line or a cross. By keyboard: arrows move, shift with an arrow draws, alt with an arrow crosses out.");
    if (inputs.has("area")) lines.push("Drag over a rectangle to draw it, again to take it away. By keyboard: shift with arrows spans it, Enter draws it.");
    if (board.places.some((place) => place.of !== undefined)) lines.push("Tap a spot to choose it.");
    lines.push("Ctrl+Z undoes, Ctrl+Y does again.");
    return lines;
}

/** From now on keys mean the board: on a page that holds nothing else. @param {HTMLElement} root */
export function focusBoard(root) {
    /** @type {SVGElement | null} */ (root.querySelector("svg[tabindex]"))?.focus({ preventScroll: true });
}
