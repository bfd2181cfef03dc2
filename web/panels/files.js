// @ts-check
// Files: from this machine by a button or by dropping them, and those of the folder that `gridlog serve` was started for.
import { usedBy } from "../desk.js";
import { openDialog } from "../parts/dialog.js";
import { button, make } from "../parts/dom.js";
import { notify, reason } from "../parts/notices.js";
import { offerBack, ruleSets } from "./gallery.js";

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../engine.js").Engine} Engine */

/** A larger file is no puzzle. */
const LARGEST = 1_000_000;

/**
 * Puts a text on the desk, as rules, as a puzzle, or from another program's format.
 * @param {Desk} desk
 * @param {Engine} engine
 * @param {string} name
 * @param {string} text
 * @param {Folder} [folder] the folder that the file is in, if the server has it
 */
export async function takeText(desk, engine, name, text, folder) {
    const stem =
        name
            .replace(/^.*\//, "")
            .replace(/\.\w+$/, "")
            .toLowerCase()
            .replace(/[^a-z0-9_]+/g, "_") || "my";
    const path = folder ? name : "";
    if (name.endsWith(".rules")) {
        const called = /^[a-z]/.test(stem) ? stem : `my_${stem}`;
        const { puzzle, puzzlePath } = desk.papers;
        // A puzzle of these rules stays; that of other rules would only be in the way.
        const kept = usedBy(puzzle).includes(called) ? { puzzle, puzzlePath } : { puzzle: `use ${called}.\n`, params: "" };
        return desk.replace(
            { name: called, rules: text, own: true, origin: "", sample: "", rulesPath: path, ...kept },
            offerBack,
        );
    }
    if (name.endsWith(".puzzle")) {
        const { rulesPath } = desk.papers;
        const rules = (await rulesOf(desk, engine, name, text, folder)) ?? { rulesPath };
        return desk.replace({ ...rules, puzzle: text, sample: "", puzzlePath: path }, offerBack);
    }
    const response = await engine.quick({
        command: "convert",
        arguments: [name.replace(/^.*\//, "")],
        files: { [name.replace(/^.*\//, "")]: text },
    });
    const record = response.records[0];
    // What is in no known format may still be a grid for the rules on the desk.
    const puzzle = record?.text ?? text;
    const rules = (await rulesOf(desk, engine, "", puzzle)) ?? { rulesPath: desk.papers.rulesPath };
    desk.replace({ ...rules, puzzle, sample: "" }, offerBack);
    if (!record?.text) notify(`${name} is in no format that is certain: it is taken as a grid for the rules on the desk.`);
}

/** @typedef {{names: string[], read: (name: string) => Promise<string>}} Folder */

/**
 * The rules that a puzzle uses: the file beside it or in the folder above, as the engine looks for them, else those on the desk if
 * they have the name, else the built-in ones. Null if the desk is as good as anything.
 * @param {Desk} desk
 * @param {Engine} engine
 * @param {string} name
 * @param {string} text
 * @param {Folder} [folder]
 * @returns {Promise<Partial<import("../desk.js").Papers> | null>}
 */
async function rulesOf(desk, engine, name, text, folder) {
    const [used] = usedBy(text);
    if (!used) return null;
    const parts = name.split("/").slice(0, -1);
    for (const place of [parts, parts.slice(0, -1)]) {
        const path = [...place, `${used}.rules`].join("/");
        if (folder?.names.includes(path))
            return { name: used, rules: await folder.read(path), own: true, origin: "", params: "", rulesPath: path };
    }
    if (desk.papers.name === used) return null;
    if (!(await ruleSets(engine)).some((set) => set.id === used)) return null;
    const { output } = await engine.quick({ command: "show", arguments: [used] });
    return { name: used, rules: output, own: false, origin: used, params: "" };
}

/**
 * @param {Desk} desk
 * @param {Engine} engine
 * @param {File} file
 */
export async function takeFile(desk, engine, file) {
    try {
        if (file.size > LARGEST) throw new Error("it is larger than 1 MB");
        await takeText(desk, engine, file.name, await file.text());
    } catch (trouble) {
        notify(`${file.name} was not opened: ${reason(trouble)}`, "error");
    }
}

/**
 * Lets files be dropped anywhere on the page.
 * @param {Desk} desk
 * @param {Engine} engine
 */
export function takeDrops(desk, engine) {
    const has = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
    document.addEventListener("dragover", (event) => {
        if (!has(event)) return;
        event.preventDefault();
        document.body.classList.add("dropping");
    });
    document.addEventListener("dragleave", (event) => event.relatedTarget === null && document.body.classList.remove("dropping"));
    document.addEventListener("drop", async (event) => {
        document.body.classList.remove("dropping");
        if (!has(event)) return;
        event.preventDefault();
        for (const file of event.dataTransfer?.files ?? []) await takeFile(desk, engine, file);
    });
}

/**
 * Opens the dialog of files.
 * @param {Desk} desk
 * @param {Engine} engine
 */
export async function openFiles(desk, engine) {
    const input = /** @type {HTMLInputElement} */ (
        make("input", { type: "file", multiple: true, "aria-label": "Files of this machine" })
    );
    input.addEventListener("change", async () => {
        for (const file of input.files ?? []) await takeFile(desk, engine, file);
        dialog.close();
    });
    const folder = make("div", {});
    const dialog = openDialog("Open", [
        make("p", {
            class: "soft",
            text: "Rule files, puzzle files, or puzzles as other programs write them. They can be dropped on the page as well.",
        }),
        input,
        folder,
    ]);
    if (engine.about.files === "read" || engine.about.files === "edit") await listFolder(desk, engine, folder, dialog);
}

/**
 * @param {Desk} desk
 * @param {Engine} engine
 * @param {HTMLElement} slot
 * @param {HTMLDialogElement} dialog
 */
async function listFolder(desk, engine, slot, dialog) {
    try {
        const answer = await fetch("files");
        if (!answer.ok) return;
        /** @type {{files: string[], more: boolean}} */
        const { files: names, more } = await answer.json();
        const read = async (/** @type {string} */ name) => {
            const answer = await fetch(`file?name=${encodeURIComponent(name)}`);
            if (!answer.ok) throw new Error(await answer.text());
            tags.set(name, answer.headers.get("ETag") ?? "");
            return answer.text();
        };
        const open = async (/** @type {string} */ name) => {
            try {
                await takeText(desk, engine, name, await read(name), { names, read });
                dialog.close();
            } catch (trouble) {
                notify(`${name} was not opened: ${reason(trouble)}`, "error");
            }
        };
        const list = make(
            "ul",
            { class: "menu-list folder" },
            ...names.map((name) =>
                make(
                    "li",
                    {},
                    button(name, () => open(name), { class: "button quiet" }),
                ),
            ),
        );
        slot.append(
            make("h3", { text: "In the folder" }),
            names.length ? list : make("p", { class: "soft", text: "It holds no rules and no puzzles." }),
            more ? make("p", { class: "soft", text: "There are more than are shown." }) : "",
        );
        if (engine.about.files === "edit") slot.append(make("div", { class: "row" }, ...saves(desk)));
    } catch (trouble) {
        slot.append(make("p", { text: `The folder cannot be read: ${reason(trouble)}` }));
    }
}

/** What the files were when they were opened or saved, by name: a file that somebody else has changed since is not overwritten. @type {Map<string, string>} */
const tags = new Map();

/** @param {Desk} desk */
function saves(desk) {
    const { rules, puzzle, rulesPath, puzzlePath } = desk.papers;
    const put = (/** @type {string} */ name, /** @type {string} */ text) => async () => {
        try {
            const known = tags.get(name);
            const headers = { "Content-Type": "text/plain", ...(known ? { "If-Match": known } : {}) };
            const answer = await fetch(`file?name=${encodeURIComponent(name)}`, { method: "PUT", body: text, headers });
            if (!answer.ok) throw new Error(await answer.text());
            tags.set(name, answer.headers.get("ETag") ?? "");
            notify(`${name} is saved.`);
        } catch (trouble) {
            notify(`${name} was not saved: ${reason(trouble)}`, "error");
        }
    };
    const [one, other] = [rulesPath || desk.rulesFile, puzzlePath || desk.puzzleFile];
    return [
        rules.trim() ? button(`Save ${one}`, put(one, rules)) : "",
        puzzle.trim() ? button(`Save ${other}`, put(other, puzzle)) : "",
    ];
}
