// @ts-check
// Short messages over the desk that stay until they are closed.
import { button, byId, make } from "./dom.js";

/**
 * @param {string} message
 * @param {"" | "error"} [kind]
 * @param {{label: string, does: () => void}} [action] what can be done about it
 */
export function notify(message, kind = "", action) {
    const act = action && button(action.label, () => (notice.remove(), action.does()), { class: "button small" });
    const notice = make(
        "p",
        { class: `notice ${kind}` },
        make("span", { text: message }),
        act,
        button("Close", () => notice.remove(), { class: "button small" }),
    );
    const all = byId("notices");
    // The same message twice says nothing more, and a few are enough.
    for (const child of [...all.children]) if (child.firstChild?.textContent === message) child.remove();
    all.append(notice);
    while (all.children.length > 3) all.firstChild?.remove();
}

/** What went wrong, in words. @param {unknown} trouble */
export function reason(trouble) {
    return trouble instanceof Error ? trouble.message : String(trouble);
}
