// @ts-check
// An input field over a place, for what takes more than a key: lists, words, clues beside the board.

/**
 * Watches a board: a letter typed at a place that takes any text is its value; Enter there, or typing, Enter or a tap at a place of
 * input `text`, opens a field over it.
 * @param {HTMLElement} root what the board is in
 * @param {any} board
 */
export function createField(root, board) {
    const field = document.createElement("input");
    field.className = "board-field";
    field.autocomplete = "off";
    field.spellcheck = false;
    field.hidden = true;
    root.style.position = "relative";
    root.append(field);
    let place = null;

    /** Whether a place can be written into, and how. */
    function writable(id) {
        const found = id === null ? null : board.place(id);
        const hold = board.hold(found);
        if (!hold || found.fixed || !found.at) return null;
        return { place: found, hold, isText: hold.input === "text", isFree: hold.input === "text" || hold.free !== undefined };
    }

    root.addEventListener("keydown", (event) => {
        if (event.target === field || event.ctrlKey || event.metaKey || event.altKey) return;
        const at = writable(board.cursor);
        if (!at?.isFree) return;
        const isSign = event.key.length === 1 && event.key !== " " && event.key !== ".";
        if (event.key === "Enter" || (at.isText && isSign)) open(at, event.key === "Enter" ? null : event.key);
        else if (isSign && at.hold.free === "text" && /\p{L}/u.test(event.key)) board.put([{ id: at.place.id, value: event.key }]);
        else return;
        event.preventDefault();
        event.stopPropagation();
    }, true);

    root.addEventListener("click", (event) => {
        if (event.target === field) return;
        const at = writable(board.cursor);
        if (at?.isText) open(at, null);
    });

    function open(at, typed) {
        place = at.place;
        const matrix = board.element.getScreenCTM();
        const corner = root.getBoundingClientRect();
        const [width, height] = place.size ?? [24, 24];
        const from = new DOMPoint(place.at[0] - width / 2, place.at[1] - height / 2).matrixTransform(matrix);
        const to = new DOMPoint(place.at[0] + width / 2, place.at[1] + height / 2).matrixTransform(matrix);
        const wide = Math.max(72, to.x - from.x);
        field.style.left = `${Math.max(0, Math.min((from.x + to.x - wide) / 2 - corner.left, corner.width - wide))}px`;
        field.style.top = `${(from.y + to.y) / 2 - corner.top - 16}px`;
        field.style.width = `${wide}px`;
        field.setAttribute("aria-label", place.label ?? place.id);
        field.pattern = at.hold.pattern ?? ".*";
        field.value = typed ?? board.entry(place.id).value ?? "";
        field.hidden = false;
        field.focus();
        if (typed === null) field.select();
    }

    function close(isTaken) {
        if (field.hidden) return;
        const [id, value] = [place.id, field.value.trim()];
        if (isTaken && !field.validity.valid) {
            field.reportValidity();
            return;
        }
        field.hidden = true;
        if (isTaken && value !== (board.entry(id).value ?? "")) board.put([{ id, value: value === "" ? null : value }]);
        board.element.focus();
    }

    field.addEventListener("keydown", (event) => {
        event.stopPropagation();
        if (event.key !== "Enter" && event.key !== "Escape" && event.key !== "Tab") return;
        event.preventDefault();
        close(event.key !== "Escape");
    });
    field.addEventListener("blur", () => close(field.validity.valid));
}
