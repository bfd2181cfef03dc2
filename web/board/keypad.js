// @ts-check
// The values of the place under the cursor as buttons.

import { writeValue } from "./holds.js";
import { enterValue, typeKey } from "./keys.js";

/** Values that have a button each at most; of more there are buttons for digits. */
const MOST_BUTTONS = 36;

/**
 * @param {HTMLElement} root
 * @param {any} board
 * @returns {{update(): void}} to be called when the cursor or the mode has changed
 */
export function createKeypad(root, board) {
    let shown = null;
    root.classList.add("keypad");
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", "values");

    function update() {
        const place = board.cursor === null ? null : board.place(board.cursor);
        const hold = board.hold(place) ?? board.holds.find(({ input }) => input === "type");
        if (hold !== shown) build(hold);
        const entry = place ? board.entry(place.id) : null;
        for (const button of root.querySelectorAll("button[data-value]")) {
            const value = button.getAttribute("data-value");
            const isOn = entry !== null && (entry.value === value || (entry.value === null && entry.pencil.includes(value)));
            button.setAttribute("aria-pressed", String(isOn));
        }
    }

    function build(hold) {
        shown = hold;
        root.replaceChildren();
        root.hidden = !hold || hold.input !== "type";
        if (root.hidden) return;
        const isMany = hold.values.length === 0 || hold.values.length > MOST_BUTTONS;
        if (isMany) {
            for (const digit of "1234567890") {
                const button = document.createElement("button");
                button.type = "button";
                button.textContent = digit;
                button.addEventListener("click", () => pressDigit(digit));
                root.append(button);
            }
        }
        for (const { value } of isMany ? [] : hold.values) {
            const button = document.createElement("button");
            button.type = "button";
            button.textContent = writeValue(hold, value);
            button.setAttribute("data-value", value);
            button.addEventListener("click", () => press(value));
            root.append(button);
        }
        const erase = document.createElement("button");
        erase.type = "button";
        erase.textContent = "⌫";
        erase.setAttribute("aria-label", "erase");
        erase.addEventListener("click", () => {
            if (board.cursor !== null) board.put([{ id: board.cursor, value: null, pencil: [], struck: [] }]);
            update();
        });
        root.append(erase);
    }

    function pressDigit(digit) {
        const place = board.cursor === null ? null : board.place(board.cursor);
        const hold = board.hold(place);
        if (hold && !place.fixed) typeKey(board, place, hold, digit, board.mode === "pencil");
        update();
    }

    function press(value) {
        const place = board.cursor === null ? null : board.place(board.cursor);
        const hold = board.hold(place);
        if (hold && !place.fixed) enterValue(board, place, hold, value, board.mode === "pencil");
        update();
    }

    update();
    return { update };
}
