// @ts-check
// Handing on what is on the desk: links, pictures, files, formats of other programs.
import { hasContent, OWN } from "../desk.js";
import { FORMATS } from "../formats.js";
import { openDialog } from "../parts/dialog.js";
import { announce, button, make } from "../parts/dom.js";
import { notify, reason } from "../parts/notices.js";
import { readLink, writeLink } from "../share.js";
import { offerBack, openRuleSet } from "./gallery.js";

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../engine.js").Engine} Engine */

/**
 * The address of this page with everything on the desk in it. Built-in rules go by their name.
 * @param {Desk} desk
 */
export async function linkTo(desk) {
    const { name, rules, own, puzzle, params } = desk.papers;
    const fragment = await writeLink({
        name,
        ...(own ? { rules } : {}),
        ...(puzzle ? { puzzle } : {}),
        ...(params ? { params } : {}),
    });
    return location.href.replace(/#.*/, "") + fragment;
}

/**
 * Opens the dialog with the link.
 * @param {Desk} desk
 */
export async function openShare(desk) {
    let link;
    try {
        link = await linkTo(desk);
    } catch (trouble) {
        return notify(`No link: ${reason(trouble)}`, "error");
    }
    const field = /** @type {HTMLInputElement} */ (
        make("input", { readonly: true, value: link, "aria-label": "Link", class: "link-field" })
    );
    const isHere = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
    const reach = isHere
        ? make("p", { text: `${location.hostname} is this machine: the link opens here alone, as long as the server runs.` })
        : null;
    const told = make("p", {
        class: "soft",
        role: "status",
        text: `${link.length.toLocaleString("en")} characters. Rules and puzzle are in the link itself; nothing is sent to a server.`,
    });
    const copy = button(
        "Copy",
        async () => {
            try {
                await navigator.clipboard.writeText(link);
                told.textContent = "Copied.";
            } catch {
                field.select();
                told.textContent = document.execCommand("copy") ? "Copied." : "Copy the selected text by hand.";
            }
        },
        { class: "button primary" },
    );
    openDialog("Share", [make("div", { class: "row" }, field, copy), ...(reach ? [reach] : []), told]);
    field.select();
}

/**
 * Puts on the desk what the address of the page carries; says whether it carried anything.
 * @param {Desk} desk
 * @param {Engine} engine
 */
export async function takeLink(desk, engine) {
    try {
        const shared = await readLink(location.hash);
        if (!shared) return false;
        if (shared.rules === undefined && shared.name) {
            const { name, puzzle = "", params = "" } = shared;
            try {
                await openRuleSet(desk, engine, name);
                desk.change({ puzzle, sample: "", params });
            } catch (trouble) {
                // Without an engine there is still something to read.
                desk.replace({ name, rules: "", own: false, origin: name, puzzle, sample: "", params }, offerBack);
                notify(`The rules of ${name} could not be opened: ${reason(trouble)}.`, "error");
            }
        } else
            desk.replace(
                {
                    name: shared.name ?? OWN,
                    rules: shared.rules ?? "",
                    own: true,
                    origin: "",
                    puzzle: shared.puzzle ?? "",
                    sample: "",
                    params: shared.params ?? "",
                },
                offerBack,
            );
        // The link has done its work: what is written from now on is not what it carries.
        history.replaceState(null, "", location.href.replace(/#.*/, ""));
        return true;
    } catch (trouble) {
        notify(`The link could not be opened: ${reason(trouble)}.`, "error");
        return false;
    }
}

/**
 * Opens the dialog of exports.
 * @param {Desk} desk
 * @param {Engine} engine
 * @param {import("./board.js").BoardPart} board
 */
export function openExport(desk, engine, board) {
    const told = make("p", { class: "saying", role: "status" });
    const text = make("pre", { class: "export-text", hidden: true, tabindex: "0" });
    const stem = desk.papers.sample.replace("/", "-") || desk.papers.name;
    const tell = (/** @type {string} */ message) => {
        told.textContent = message;
        announce(message);
    };
    const safely = (/** @type {() => unknown} */ does) => async () => {
        try {
            tell("");
            await does();
        } catch (trouble) {
            tell(`Not exported: ${reason(trouble)}`);
        }
    };
    const format = /** @type {HTMLSelectElement} */ (
        make("select", { "aria-label": "Format" }, ...FORMATS.map((one) => make("option", { value: one, text: one })))
    );
    const convert = async () => {
        const request = desk.request("convert", { to: format.value });
        for (const option of ["set", "time-limit", "memory-limit"]) delete request.options[option];
        const response = await engine.quick(request);
        const record = response.records[0];
        if (!record?.text)
            throw new Error(
                record?.diagnostics?.[0]?.message ??
                    record?.message ??
                    (response.messages.trim() || "this puzzle has no such form"),
            );
        text.hidden = false;
        text.textContent = record.text;
        tell(`As ${format.value}:`);
    };
    const files = [
        button(
            "Picture (SVG)",
            safely(async () => save(`${stem}.svg`, "image/svg+xml", await board.picture())),
        ),
        button(
            "Picture (PNG)",
            safely(async () => save(`${stem}.png`, "image/png", await pngOf(await board.picture()))),
        ),
        button(
            "Puzzle file",
            safely(() => save(`${stem}.puzzle`, "text/plain", desk.papers.puzzle)),
            { disabled: !hasContent(desk.papers.puzzle) },
        ),
        button(
            "Rule file",
            safely(() => save(`${desk.papers.name}.rules`, "text/plain", desk.papers.rules)),
            { disabled: !desk.papers.rules },
        ),
        button(
            "Page to play",
            safely(() => playPage(desk, engine, stem)),
        ),
        button(
            "Explanation page",
            safely(() => explanationPage(desk, engine, stem)),
        ),
    ];
    openDialog("Export", [
        make("div", { class: "row" }, ...files),
        make(
            "div",
            { class: "row" },
            make("span", { text: "Format of another program" }),
            format,
            button("Convert", safely(convert)),
        ),
        told,
        text,
    ]);
}

/**
 * @param {Desk} desk
 * @param {Engine} engine
 * @param {string} stem
 */
async function playPage(desk, engine, stem) {
    const response = await engine.ask(desk.request("render", { play: true }));
    if (!response.output.includes("<html")) throw new Error(response.messages.trim() || "this engine makes no such pages");
    save(`${stem}-play.html`, "text/html", response.output);
}

/**
 * @param {Desk} desk
 * @param {Engine} engine
 * @param {string} stem
 */
async function explanationPage(desk, engine, stem) {
    const response = await engine.ask(desk.request("explain", { format: "html" }));
    if (!response.output.includes("<html")) throw new Error(response.messages.trim() || "there is no explanation");
    save(`${stem}-explained.html`, "text/html", response.output);
}

/**
 * Hands a file to the browser's downloads.
 * @param {string} name
 * @param {string} type
 * @param {string | Blob} content
 */
export function save(name, type, content) {
    const address = URL.createObjectURL(new Blob([content], { type }));
    const link = /** @type {HTMLAnchorElement} */ (make("a", { href: address, download: name }));
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * The picture as PNG, twice as fine as its size says.
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
async function pngOf(svg) {
    const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    try {
        const image = new Image();
        image.src = address;
        await image.decode();
        const canvas = document.createElement("canvas");
        // Large boards are drawn smaller: browsers have no canvas beyond a size.
        const scale = Math.min(2, 8000 / Math.max(image.width, image.height));
        [canvas.width, canvas.height] = [Math.ceil(image.width * scale), Math.ceil(image.height * scale)];
        canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
        return await new Promise((resolve, reject) =>
            canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large"))), "image/png"),
        );
    } finally {
        URL.revokeObjectURL(address);
    }
}
