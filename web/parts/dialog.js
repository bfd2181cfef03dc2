// @ts-check
// Windows over the page: the browser's own dialogs, which keep the focus inside and close by Escape.
import { button, make } from "./dom.js";

/**
 * Opens a dialog; it is removed from the page when it closes.
 * @param {string} title
 * @param {Node[]} content
 * @param {{class?: string, closed?: () => void}} [more]
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, content, more = {}) {
    const id = `dialog-${title.toLowerCase().replace(/\W+/g, "-")}`;
    const close = button("✕", () => dialog.close(), { class: "button quiet icon", "aria-label": "Close" });
    const head = make("div", { class: "dialog-head" }, make("h2", { id, text: title }), make("span", { class: "grow" }), close);
    const dialog = /** @type {HTMLDialogElement} */ (
        make("dialog", { class: more.class, "aria-labelledby": id }, head, make("div", { class: "dialog-body" }, ...content))
    );
    dialog.addEventListener("click", (event) => {
        // A press beside the window closes it; the window itself is covered by its children.
        if (event.target === dialog) dialog.close();
    });
    dialog.addEventListener("close", () => {
        dialog.remove();
        more.closed?.();
    });
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
}
