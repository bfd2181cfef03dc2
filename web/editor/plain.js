// @ts-check
// Our own editor: a text field whose letters are transparent, over the same text in colours.
import { announce, make } from "../parts/dom.js";
import { fromMarkdown } from "./markdown.js";
import { Paper } from "./paper.js";
import { ChoiceList, Tip } from "./popup.js";

/** @typedef {{from: number, to: number, text: string}} Edit */
/** @typedef {{title: string, edits: (Edit & {file: string})[]}} Fix */
/** @typedef {{from: number, to: number, severity: string, code: string | null, message: string, details?: string[], fixes: Fix[]}} Problem */
/** @typedef {{from: number, to: number, items: {label: string, kind: string, detail?: string, documentation?: string, insert?: string, snippet?: string}[]}} Completion */

/**
 * What an editor needs from the page.
 * @typedef {object} Needs
 * @property {string} label what is edited here, for screen readers
 * @property {boolean} wrap whether long lines are broken; drawings would lose their shape
 * @property {(text: string) => void} changed the text changed, by typing or by `apply`
 * @property {(at: number) => Promise<{from: number, to: number, markdown: string} | null>} hover
 * @property {(at: number) => Promise<Completion | null>} complete
 * @property {(fix: Fix) => void} fix somebody takes a fix, which may touch other texts
 */

/**
 * What the page needs from an editor, this one or that of CodeMirror.
 * @typedef {object} Editor
 * @property {HTMLElement} element
 * @property {string} text
 * @property {(text: string) => void} load shows another document, whose undo starts afresh; tells nobody
 * @property {(edits: Edit[]) => void} apply changes the text as typing does: undo takes it back
 * @property {(problems: Problem[]) => void} mark
 * @property {(tokens: import("./words.js").Token[]) => void} colour
 * @property {(from: number, to: number) => void} select puts the caret there, and the focus
 * @property {() => void} focus
 */

/** How long a mouse rests before it asks what is under it, in milliseconds. */
const REST = 350;
const INDENT = "    ";

/**
 * @param {Needs} needs
 * @returns {Editor}
 */
export function plainEditor(needs) {
    return new PlainEditor(needs);
}

/** @implements {Editor} */
class PlainEditor {
    #needs;
    #paper = new Paper();
    #area = /** @type {HTMLTextAreaElement} */ (
        make("textarea", {
            class: "area",
            spellcheck: "false",
            autocomplete: "off",
            autocapitalize: "off",
            autocorrect: "off",
            "aria-autocomplete": "list",
            "aria-haspopup": "listbox",
        })
    );
    #choices = new ChoiceList(this.#area);
    #tip = new Tip();
    /** @type {Problem[]} */
    #problems = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #resting;
    #asked = 0;
    /** The offset that the list of choices belongs to. */
    #anchor = 0;
    element;

    /** @param {Needs} needs */
    constructor(needs) {
        this.#needs = needs;
        this.#area.setAttribute("aria-label", needs.label);
        const sheet = make("div", { class: "sheet" }, this.#paper.element, this.#area);
        this.element = make("div", { class: `editor plain ${needs.wrap ? "wraps" : ""}` }, sheet);
        document.body.append(this.#choices.element, this.#tip.element);
        this.#area.addEventListener("input", (event) => this.#typed(/** @type {InputEvent} */ (event)));
        this.#area.addEventListener("keydown", (event) => this.#key(event));
        this.#area.addEventListener("blur", () => this.#quiet());
        this.#area.addEventListener("click", () => this.#choices.close());
        this.#area.addEventListener("mousemove", (event) => this.#rest(event));
        this.#area.addEventListener("mouseleave", () => this.#stopResting());
        this.element.addEventListener("scroll", () => this.#moved(), { passive: true });
        // The list of problems below takes room when it appears: the caret stays in sight.
        new ResizeObserver(() => document.activeElement === this.#area && this.#reveal(this.#area.selectionStart)).observe(
            this.element,
        );
    }

    get text() {
        return this.#area.value;
    }

    /** @param {string} text */
    load(text) {
        this.#quiet();
        this.#problems = [];
        this.#area.value = text;
        this.#area.setSelectionRange(0, 0);
        this.#paper.mark([]);
        this.#paper.write(this.#area.value);
        this.element.scrollTo(0, 0);
    }

    /** @param {Edit[]} edits */
    apply(edits) {
        const focused = document.activeElement;
        const before = this.#area.selectionStart;
        this.#area.focus({ preventScroll: true });
        let caret = before;
        // From the end to the start, so that the places of those that follow stay true.
        for (const edit of [...edits].sort((a, b) => b.from - a.from)) {
            this.#insert(edit.from, edit.to, edit.text);
            if (edit.to <= before) caret += edit.text.length - (edit.to - edit.from);
            else if (edit.from < before) caret = edit.from + edit.text.length;
        }
        this.#area.setSelectionRange(caret, caret);
        if (focused instanceof HTMLElement && focused !== document.body) focused.focus({ preventScroll: true });
    }

    /** @param {Problem[]} problems */
    mark(problems) {
        this.#problems = problems;
        this.#paper.mark(problems);
    }

    /** @param {import("./words.js").Token[]} tokens */
    colour(tokens) {
        this.#paper.colour(tokens);
    }

    /**
     * @param {number} from
     * @param {number} to
     */
    select(from, to) {
        this.#area.focus({ preventScroll: true });
        this.#area.setSelectionRange(from, to);
        this.#reveal(from);
    }

    focus() {
        this.#area.focus();
    }

    /**
     * Replaces a stretch as typing would, so that the browser's own undo knows it.
     * @param {number} from
     * @param {number} to
     * @param {string} text
     */
    #insert(from, to, text) {
        const { value } = this.#area;
        this.#area.setSelectionRange(from, to);
        if (text === "" ? from === to || document.execCommand("delete") : insertText(text)) {
            if (this.#area.value.length === value.length - (to - from) + text.length) return;
            [from, to, text] = [0, this.#area.value.length, value.slice(0, from) + text + value.slice(to)];
        }
        this.#area.setRangeText(text, from, to, "end");
        this.#area.dispatchEvent(new InputEvent("input", { inputType: "insertText" }));
    }

    /** @param {InputEvent} event */
    #typed(event) {
        this.#tip.close();
        this.#paper.write(this.#area.value);
        this.#reveal(this.#area.selectionStart);
        this.#needs.changed(this.#area.value);
        const typed = event.inputType === "insertText" && event.data?.length === 1 && /[\p{L}\d_]/u.test(event.data);
        if (typed || (this.#choices.isOpen && event.inputType.startsWith("deleteContent"))) void this.#complete(false);
        else this.#choices.close();
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        if (event.isComposing) return;
        if (this.#choices.key(event)) return;
        const { selectionStart: from, selectionEnd: to } = this.#area;
        const control = event.ctrlKey || event.metaKey;
        if (event.key === "Escape" && this.#tip.isOpen) this.#tip.close();
        else if (control && event.code === "Space") void this.#complete(true);
        else if (control && event.key === ".") this.#offerFixes();
        else if (control && (event.key === "/" || event.key === "%")) this.#toggleComment();
        else if (control && event.key === "]") this.#indent(INDENT.length);
        else if (control && event.key === "[") this.#indent(-INDENT.length);
        else if (event.altKey && event.code === "KeyI") void this.#hover(from, true);
        else if (event.key === "F8") this.#nextProblem(event.shiftKey);
        else if (event.key === "Enter" && !control && !event.shiftKey && !event.altKey) this.#newLine(from, to);
        else if (event.key === "Backspace" && from === to && !control) {
            if (!this.#outdentBack(from)) return;
        } else return;
        event.preventDefault();
        event.stopPropagation();
    }

    /**
     * Starts a line as deep as the one before, deeper where a statement goes on, and at the margin where it has ended.
     * @param {number} from
     * @param {number} to
     */
    #newLine(from, to) {
        const before = this.text.slice(this.text.lastIndexOf("\n", from - 1) + 1, from);
        const after = this.text.slice(to).split("\n", 1)[0];
        let deep = /^[ \t]*/.exec(before)?.[0] ?? "";
        if (/^[^\s%].*(:-|=>|-->|[,;])\s*$/.test(before)) deep = INDENT;
        else if (/^\s+[^\s%].*[^.]\.\s*$/.test(before)) deep = "";
        else if (/^%! .*\S/.test(before) && after.trim()) deep = "%! ";
        this.#insert(from, to, `\n${deep}`);
        this.#reveal(this.#area.selectionStart);
    }

    /** A step back in the blanks before a line takes a whole indentation. @param {number} at */
    #outdentBack(at) {
        const start = this.text.lastIndexOf("\n", at - 1) + 1;
        const blanks = this.text.slice(start, at);
        if (blanks.length < 2 || blanks.trim()) return false;
        this.#insert(at - ((blanks.length - 1) % INDENT.length) - 1, at, "");
        return true;
    }

    /** The lines of the selection: where they start and end, and what they are. */
    #selectedLines() {
        const { selectionStart, selectionEnd } = this.#area;
        const start = this.text.lastIndexOf("\n", selectionStart - 1) + 1;
        const stop = this.text.indexOf("\n", Math.max(selectionEnd - (selectionEnd > selectionStart ? 1 : 0), start));
        const end = stop < 0 ? this.text.length : stop;
        return { start, end, lines: this.text.slice(start, end).split("\n") };
    }

    /**
     * Replaces the selected lines, and keeps them selected, or the caret beside its sign.
     * @param {(line: string) => string} change
     */
    #changeLines(change) {
        const { start, end, lines } = this.#selectedLines();
        const { selectionStart, selectionEnd } = this.#area;
        const changed = lines.map(change);
        const text = changed.join("\n");
        if (text === this.text.slice(start, end)) return;
        this.#insert(start, end, text);
        const moved = changed[0].length - lines[0].length;
        if (selectionStart === selectionEnd)
            this.#area.setSelectionRange(Math.max(start, selectionStart + moved), Math.max(start, selectionStart + moved));
        else this.#area.setSelectionRange(start, start + text.length);
    }

    #toggleComment() {
        const { lines } = this.#selectedLines();
        const all = lines.filter((line) => line.trim()).every((line) => /^\s*%/.test(line));
        this.#changeLines((line) =>
            all ? line.replace(/^(\s*)% ?/, "$1") : line.trim() || lines.length === 1 ? line.replace(/^\s*/, "$&% ") : line,
        );
    }

    /** @param {number} by */
    #indent(by) {
        this.#changeLines((line) =>
            by > 0 ? (line.trim() ? INDENT + line : line) : line.replace(new RegExp(`^ {1,${-by}}|^\t`), ""),
        );
    }

    /** @param {boolean} asked whether somebody pressed the key; else a single choice that is already typed says nothing */
    async #complete(asked) {
        const at = this.#area.selectionStart;
        const mine = ++this.#asked;
        const found = await this.#needs.complete(at).catch(() => null);
        if (mine !== this.#asked || this.#area.selectionStart !== at || document.activeElement !== this.#area) return;
        const typed = found ? this.text.slice(found.from, at) : "";
        const items = (found?.items ?? [])
            .filter((item) => item.label.toLowerCase().startsWith(typed.toLowerCase()))
            .slice(0, 100);
        if (!found || items.length === 0 || (!asked && (typed === "" || (items.length === 1 && items[0].label === typed)))) {
            this.#choices.close();
            if (asked) announce("No suggestions here");
            return;
        }
        const choices = items.map((item) => ({
            label: item.label,
            detail: item.detail ?? item.kind,
            documentation: item.documentation ? fromMarkdown(item.documentation) : null,
        }));
        this.#anchor = found.from;
        this.#choices.open(choices, this.#paper.rectangle(found.from), (index) => {
            const { label, insert = label, snippet = "" } = items[index];
            this.#insert(found.from, Math.max(found.to, this.#area.selectionStart), insert);
            const stop = /\$\{1:([^}]*)\}/.exec(snippet);
            if (stop) this.#area.setSelectionRange(found.from + stop.index, found.from + stop.index + stop[1].length);
        });
        announce(`${items.length} suggestions`);
    }

    #offerFixes() {
        const at = this.#area.selectionStart;
        const { line } = this.#paper.place(at);
        const on = (/** @type {Problem} */ problem) =>
            this.#paper.place(problem.from).line <= line && this.#paper.place(problem.to).line >= line;
        const near = this.#problems.filter((problem) => problem.from <= at && problem.to >= at);
        const fixes = [...near, ...this.#problems.filter((problem) => on(problem) && !near.includes(problem))].flatMap(
            (problem) => problem.fixes.map((fix) => ({ fix, problem })),
        );
        if (fixes.length === 0) return announce("No fixes here");
        const choices = fixes.map(({ fix, problem }) => ({ label: fix.title, detail: problem.code ?? "", documentation: null }));
        this.#anchor = at;
        this.#choices.open(choices, this.#paper.rectangle(at), (index) => this.#needs.fix(fixes[index].fix));
    }

    /** @param {boolean} back */
    #nextProblem(back) {
        const sorted = [...this.#problems].sort((a, b) => a.from - b.from);
        if (sorted.length === 0) return announce("No problems");
        const at = this.#area.selectionStart;
        const next = back
            ? (sorted.findLast((problem) => problem.from < at) ?? sorted[sorted.length - 1])
            : (sorted.find((problem) => problem.from > at) ?? sorted[0]);
        this.select(next.from, next.from);
        this.#showTip(next.from, this.#problemsAt(next.from), true);
    }

    /** @param {MouseEvent} event */
    #rest(event) {
        clearTimeout(this.#resting);
        if (event.buttons) return;
        const { clientX, clientY } = event;
        this.#resting = setTimeout(() => {
            const at = this.#paper.offsetAt(clientX, clientY);
            if (at === null) this.#tip.close();
            else void this.#hover(at, false);
        }, REST);
    }

    #stopResting() {
        clearTimeout(this.#resting);
        this.#resting = setTimeout(() => !this.#tip.element.matches(":hover") && this.#tip.close(), REST);
    }

    /**
     * @param {number} at
     * @param {boolean} aloud whether a screen reader is told
     */
    async #hover(at, aloud) {
        const problems = this.#problemsAt(at);
        const text = this.text;
        const found = await this.#needs.hover(at).catch(() => null);
        if (text !== this.text) return;
        const all = document.createDocumentFragment();
        all.append(problems);
        if (found) all.append(fromMarkdown(found.markdown));
        if (all.childNodes.length === 0) {
            this.#tip.close();
            if (aloud) announce("Nothing to tell here");
        } else this.#showTip(found?.from ?? at, all, aloud);
    }

    /**
     * @param {number} at
     * @param {Node} content
     * @param {boolean} aloud
     */
    #showTip(at, content, aloud) {
        if (aloud) announce(content.textContent ?? "");
        this.#tip.open(content, this.#paper.rectangle(at));
    }

    /** What is wrong at a place, in words. @param {number} at */
    #problemsAt(at) {
        const all = document.createDocumentFragment();
        for (const problem of this.#problems.filter(({ from, to }) => at >= from - (from === to ? 1 : 0) && at <= to)) {
            all.append(make("p", { class: `tip-problem ${problem.severity}`, text: problem.message }));
            if (problem.fixes.length) all.append(make("p", { class: "tip-fix", text: `Ctrl+. ${problem.fixes[0].title}` }));
        }
        return all;
    }

    /** Scrolls so that a place is seen. @param {number} at */
    #reveal(at) {
        const spot = this.#paper.rectangle(at);
        const frame = this.element.getBoundingClientRect();
        if (spot.top < frame.top + 12) this.element.scrollTop -= frame.top - spot.top + 24;
        else if (spot.bottom > frame.bottom - 12) this.element.scrollTop += spot.bottom - frame.bottom + 24;
        if (spot.left < frame.left + 60) this.element.scrollLeft -= frame.left + 60 - spot.left;
        else if (spot.left > frame.right - 12) this.element.scrollLeft += spot.left - frame.right + 48;
    }

    #moved() {
        this.#tip.close();
        this.#choices.follow(this.#paper.rectangle(this.#anchor));
    }

    #quiet() {
        clearTimeout(this.#resting);
        this.#choices.close();
        this.#tip.close();
    }
}

/** Browsers type a text of several lines line by line, with an event and a layout for each: more of them than this are pasted. */
const TYPED_LINES = 20;

/**
 * Puts a text in place of the selection so that undo knows it; says whether the browser could.
 * @param {string} text
 */
function insertText(text) {
    if (text.split("\n", TYPED_LINES + 1).length <= TYPED_LINES) return document.execCommand("insertText", false, text);
    const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    // The first and the last break of an element of this kind are no part of its text.
    return document.execCommand("insertHTML", false, `<pre>\n${escaped}${text.endsWith("\n") ? "\n" : ""}</pre>`);
}
