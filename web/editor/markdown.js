// @ts-check
// The little of Markdown that hovers are written in, as elements: paragraphs, lists, headings, fences, code, strong and emphasis.
import { make } from "../parts/dom.js";

/**
 * @param {string} text
 * @returns {DocumentFragment}
 */
export function fromMarkdown(text) {
    const all = document.createDocumentFragment();
    const fence = /^```\w*\n([^]*?)^```\s*$/gm;
    let at = 0;
    for (const found of text.matchAll(fence)) {
        blocks(text.slice(at, found.index), all);
        all.append(make("pre", {}, make("code", { text: found[1].replace(/\n$/, "") })));
        at = found.index + found[0].length;
    }
    blocks(text.slice(at), all);
    return all;
}

/**
 * @param {string} text
 * @param {DocumentFragment} all
 */
function blocks(text, all) {
    for (const block of text.split(/\n\s*\n/)) {
        const lines = block.split("\n").filter((line) => line.trim());
        if (lines.length === 0) continue;
        if (/^\s*(---|\*\*\*)\s*$/.test(lines[0])) all.append(make("hr"));
        else if (lines.every((line) => /^\s*[-*] /.test(line)))
            all.append(make("ul", {}, ...lines.map((line) => make("li", {}, inline(line.replace(/^\s*[-*] /, ""))))));
        else all.append(make("p", {}, inline(lines.join("\n").replace(/^#+ /, ""))));
    }
}

/**
 * @param {string} text
 * @returns {DocumentFragment}
 */
export function inline(text) {
    const all = document.createDocumentFragment();
    let at = 0;
    for (const found of text.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\([^)]*\)/g)) {
        all.append(text.slice(at, found.index));
        if (found[1] !== undefined) all.append(make("code", { text: found[1] }));
        else if (found[2] !== undefined) all.append(make("strong", { text: found[2] }));
        else all.append(make("em", { text: found[3] ?? found[4] }));
        at = found.index + found[0].length;
    }
    all.append(text.slice(at));
    return all;
}
