// @ts-check
// The two editors, with what the engine says about their texts while somebody types.
import { OWN, renameUse } from "../desk.js";
import { plainEditor } from "../editor/plain.js";
import { freshest } from "../engine.js";
import { byId } from "../parts/dom.js";
import { listProblems } from "./problems.js";

/** @typedef {import("../desk.js").Desk} Desk */
/** @typedef {import("../engine.js").Engine} Engine */
/** @typedef {import("../editor/plain.js").Editor} Editor */
/** @typedef {import("../editor/plain.js").Problem} Problem */

/** One text of the desk: its editor, and its own questions. */
class Writing {
    /** @type {Problem[]} */
    problems = [];
    /** @type {Editor} */
    editor;
    take;
    #desk;
    #which;
    #diagnose;
    #tokens;

    /**
     * @param {Desk} desk
     * @param {Engine} engine
     * @param {"rules" | "puzzle"} which
     * @param {(needs: import("../editor/plain.js").Needs) => Editor} createEditor
     * @param {(fix: import("../editor/plain.js").Fix) => void} fix
     */
    constructor(desk, engine, which, createEditor, fix) {
        this.#desk = desk;
        this.#which = which;
        this.take = fix;
        this.#diagnose = freshest(engine.quick);
        this.#tokens = freshest(engine.quick);
        const hover = freshest(engine.quick);
        const complete = freshest(engine.quick);
        const about = (/** @type {string} */ command, /** @type {number} */ at) => ({
            command,
            file: this.file,
            at,
            files: this.#files(),
        });
        this.editor = createEditor({
            label: which === "rules" ? "Rules" : "Puzzle",
            wrap: which === "rules",
            changed: (text) => desk.change({ [which]: text }),
            hover: async (at) => (await hover(about("hover", at)))?.result ?? null,
            complete: async (at) => (await complete(about("complete", at)))?.result ?? null,
            fix,
        });
        byId(`${which}-editor`).replaceChildren(this.editor.element);
    }

    get file() {
        return this.#which === "rules" ? this.#desk.rulesFile : this.#desk.puzzleFile;
    }

    /** The texts, with built-in rules as they are shown, and this text even if it is empty. */
    #files() {
        const { papers, rulesFile } = this.#desk;
        const files = this.#desk.files();
        if (this.#which === "rules") files[rulesFile] = papers.rules;
        files[this.file] = papers[this.#which];
        return files;
    }

    /**
     * Asks what is to be said about the text, and then how it is coloured: whoever types waits for squiggles more than for colours,
     * which are guessed meanwhile. Ends when the squiggles are there, or somebody has typed on.
     */
    async ask() {
        const text = this.editor.text;
        const files = this.#files();
        const slot = byId(`${this.#which}-problems`);
        // What is listed may be about an older text until the answer is there.
        slot.setAttribute("aria-busy", "true");
        try {
            const found = await this.#diagnose({ command: "diagnostics", file: this.file, files });
            if (!found?.result || text !== this.editor.text) return;
            this.#show(found.result);
            void this.#colour(text, files);
        } catch {
            // An engine that is away says nothing about texts; the questions people ask will tell them.
        } finally {
            if (text === this.editor.text) slot.setAttribute("aria-busy", "false");
        }
    }

    /**
     * @param {string} text
     * @param {Record<string, string>} files
     */
    async #colour(text, files) {
        const tokens = await this.#tokens({ command: "tokens", file: this.file, files }).catch(() => null);
        if (Array.isArray(tokens?.result) && text === this.editor.text) this.editor.colour(tokens.result);
    }

    /**
     * What is wrong in the rules is told there, each thing once; the puzzle says only that there is something.
     * @param {Problem[]} problems
     * @returns {Problem[]}
     */
    #withoutRules(problems) {
        const { rulesFile } = this.#desk;
        const elsewhere = problems.filter((problem) => problem.details?.includes(`in ${rulesFile}`));
        const own = problems.filter((problem) => !elsewhere.includes(problem));
        const worst = elsewhere.find((problem) => problem.severity === "error");
        return worst ? [{ ...worst, code: null, message: `${rulesFile} has errors`, details: [], fixes: [] }, ...own] : own;
    }

    /** @param {Problem[]} problems */
    #show(problems) {
        this.problems = this.#which === "rules" ? problems : this.#withoutRules(problems);
        this.editor.mark(this.problems);
        listProblems(byId(`${this.#which}-problems`), this);
    }
}

/** Both editors. */
export class WritingDesk {
    #desk;
    /** @type {Writing} */
    rules;
    /** @type {Writing} */
    puzzle;

    /**
     * @param {Desk} desk
     * @param {Engine} engine
     * @param {(needs: import("../editor/plain.js").Needs) => Editor} [createEditor]
     */
    constructor(desk, engine, createEditor = plainEditor) {
        this.#desk = desk;
        const fix = (/** @type {import("../editor/plain.js").Fix} */ taken) => this.take(taken);
        this.rules = new Writing(desk, engine, "rules", createEditor, fix);
        this.puzzle = new Writing(desk, engine, "puzzle", createEditor, fix);
        this.rules.editor.load(desk.papers.rules);
        this.puzzle.editor.load(desk.papers.puzzle);
        desk.onChange((changed) => this.#changed(changed));
        void this.#ask(true);
    }

    /**
     * What is said about the rules comes first; the puzzle depends on them.
     * @param {boolean} both whether the rules have changed
     */
    async #ask(both) {
        if (both) await this.rules.ask();
        await this.puzzle.ask();
    }

    /** @param {Partial<import("../desk.js").Papers>} changed */
    #changed(changed) {
        const { papers } = this.#desk;
        if (changed.rules !== undefined && changed.own === undefined && !papers.own) {
            // Somebody writes in built-in rules: from now on they are his own, under a name of their own, and the puzzle goes with them.
            const edits = renameUse(papers.puzzle, papers.name, OWN);
            const puzzle = edits.reduceRight(
                (text, edit) => text.slice(0, edit.from) + edit.text + text.slice(edit.to),
                papers.puzzle,
            );
            this.#desk.change({ own: true, name: OWN, origin: papers.name, sample: "", puzzle });
            return;
        }
        if (changed.rules !== undefined && changed.rules !== this.rules.editor.text) this.rules.editor.load(changed.rules);
        if (changed.puzzle !== undefined && changed.puzzle !== this.puzzle.editor.text) this.puzzle.editor.load(changed.puzzle);
        const both = changed.rules !== undefined || changed.own !== undefined;
        if (both || changed.puzzle !== undefined) void this.#ask(both);
    }

    /**
     * Takes a fix: its edits in whichever text they belong to.
     * @param {import("../editor/plain.js").Fix} fix
     */
    take(fix) {
        for (const writing of [this.rules, this.puzzle]) {
            const edits = fix.edits.filter((edit) => edit.file === writing.file);
            if (edits.length > 0) writing.editor.apply(edits);
        }
    }

    /**
     * Shows a place of a file; lines and columns count from 1. Says whether the file is on the desk.
     * @param {string} file
     * @param {{line: number, column: number, end_line: number, end_column: number}} span
     */
    show(file, span) {
        const writing = [this.rules, this.puzzle].find((one) => one.file === file.replace(/^\.\//, ""));
        if (!writing) return false;
        const lines = writing.editor.text.split("\n");
        const offset = (/** @type {number} */ line, /** @type {number} */ column) =>
            lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) +
            [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
        writing.editor.select(offset(span.line, span.column), offset(span.end_line, span.end_column));
        return true;
    }
}
