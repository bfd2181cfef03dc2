// @ts-check
// What lies on the desk: a rule set, a puzzle, and how they are asked about. It is kept in the browser, so that a page that is
// opened again is as it was left.

/**
 * @typedef {object} Papers
 * @property {string} name the rule set's name, without `.rules`
 * @property {string} rules its text
 * @property {boolean} own whether the text is no longer that of the built-in rule set of this name
 * @property {string} origin the built-in rule set that the rules are or were before they were changed; empty if they never were one
 * @property {string} puzzle the puzzle's text
 * @property {string} sample the built-in sample that the puzzle was, such as `sudoku/six`; empty if there is none
 * @property {string} params params that are set besides, such as `n=4 r=2`
 * @property {string} rulesPath the file of the server's folder that the rules are from; empty if they are from none
 * @property {string} puzzlePath the same of the puzzle
 * @property {string} time how long an answer may take
 * @property {string} memory how much memory it may take
 */

const KEPT = "gridlog-desk-1";
/** The name that rules get as soon as they differ from the built-in ones. */
export const OWN = "my";

/** @type {Papers} */
const BARE = {
    name: OWN,
    rules: "",
    own: true,
    origin: "",
    puzzle: "",
    sample: "",
    params: "",
    rulesPath: "",
    puzzlePath: "",
    time: "10s",
    memory: "1GB",
};

/** The papers, and who is told about changes of them. */
export class Desk {
    /** @type {Papers} */
    papers = { ...BARE };
    /** @type {Set<(changed: Partial<Papers>) => void>} */
    #listeners = new Set();

    /** Takes up what was there the last time; false if there was nothing. */
    recall() {
        try {
            // Each tab has its own papers; a new one begins with those of the last.
            const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? localStorage.getItem(KEPT) ?? "null");
            if (!kept) return false;
            for (const key of /** @type {(keyof Papers)[]} */ (Object.keys(BARE))) {
                if (typeof kept[key] === typeof BARE[key]) /** @type {any} */ (this.papers)[key] = kept[key];
            }
            return Boolean(this.papers.rules || this.papers.puzzle);
        } catch {
            // Storage may be refused or hold anything: then the page starts afresh.
            return false;
        }
    }

    /** @param {(changed: Partial<Papers>) => void} listener */
    onChange(listener) {
        this.#listeners.add(listener);
    }

    /**
     * Changes papers, and tells about it.
     * @param {Partial<Papers>} changed
     */
    change(changed) {
        // Half a sign, which a cut text may have at its ends, is nothing that an engine could read.
        const sound = Object.fromEntries(
            Object.entries(changed).map(([key, value]) => [key, typeof value === "string" ? value.toWellFormed() : value]),
        );
        Object.assign(this.papers, sound);
        try {
            const kept = JSON.stringify(this.papers);
            sessionStorage.setItem(KEPT, kept);
            localStorage.setItem(KEPT, kept);
        } catch {
            // A full or forbidden storage costs the memory of the page, not its work.
        }
        for (const listener of this.#listeners) listener(sound);
    }

    /**
     * Puts other papers on the desk; those of one's own that lay there can be brought back.
     * @param {Partial<Papers>} papers
     * @param {(bringBack: () => void) => void} [putAway] told if something of one's own made way
     */
    replace(papers, putAway) {
        const before = { ...this.papers };
        this.change({ rulesPath: "", puzzlePath: "", ...papers });
        const isOwn = before.own ? before.rules.trim() : !before.sample && hasContent(before.puzzle);
        if (isOwn && (before.rules !== this.papers.rules || before.puzzle !== this.papers.puzzle))
            putAway?.(() => this.change(before));
    }

    /** The folder that the texts are in for a server that has one, with its `/`: what they use is looked for beside them. */
    get folder() {
        const { puzzlePath, rulesPath } = this.papers;
        return /^.*\//.exec(puzzlePath || rulesPath)?.[0] ?? "";
    }

    get rulesFile() {
        const { name, rulesPath } = this.papers;
        return rulesPath.split("/").at(-1) === `${name}.rules` ? rulesPath : `${this.folder}${name}.rules`;
    }

    get puzzleFile() {
        if (this.papers.puzzlePath.endsWith(".puzzle")) return this.papers.puzzlePath;
        return `${this.folder}${this.papers.name === OWN ? "puzzle" : this.papers.name}.puzzle`;
    }

    /** The texts as files of a request. Built-in rules need not be sent. */
    files() {
        const { rules, own, puzzle } = this.papers;
        /** @type {Record<string, string>} */
        const files = {};
        if (own && (rules.trim() || this.subject()[0] === this.rulesFile)) files[this.rulesFile] = rules;
        if (hasContent(puzzle)) files[this.puzzleFile] = puzzle;
        return files;
    }

    /** The words that name what is asked about. */
    subject() {
        const { name, own, puzzle, rules } = this.papers;
        const set = own ? this.rulesFile : name;
        const used = usedBy(puzzle);
        // Rules that a puzzle uses and that were emptied are what is to be told about.
        if (!hasContent(puzzle) || (own && !rules.trim() && used.includes(name))) return [set];
        // A puzzle that says which rules it uses needs no others; one that says nothing gets those on the desk.
        return used.length > 0 || !rules.trim() ? [this.puzzleFile] : [set, this.puzzleFile];
    }

    /** The rule set that the puzzle uses in place of the one on the desk, if it does. */
    stranger() {
        const { name, puzzle, rules } = this.papers;
        const used = usedBy(puzzle);
        return used.length > 0 && rules.trim() && !used.includes(name) ? used[0] : null;
    }

    /** Whether the puzzle is one of moves: a plan is looked for, not values. */
    get hasMoves() {
        const { rules, puzzle } = this.papers;
        return MOVE.test(bare(puzzle)) || (!this.stranger() && MOVE.test(bare(rules)));
    }

    /**
     * A request about the papers, within the limits.
     * @param {string} command
     * @param {Record<string, any>} [options]
     * @param {string[]} [more] further words
     * @returns {{command: string, arguments: string[], options: Record<string, any>, files: Record<string, string>}}
     */
    request(command, options = {}, more = []) {
        const { params, time, memory } = this.papers;
        const set = params.split(/[\s,;]+/).filter(Boolean);
        /** @type {Record<string, any>} */
        const limits = {
            "time-limit": time || undefined,
            "memory-limit": memory || undefined,
            set: set.length ? set : undefined,
        };
        return { command, arguments: [...this.subject(), ...more], options: { ...limits, ...options }, files: this.files() };
    }
}

/**
 * The text without its comments, texts and drawings, each replaced by blanks. What is not closed goes on to the end: were it passed
 * over instead, each opening would be looked for again, and a long text of them would hold up the page.
 * @param {string} text
 */
function bare(text) {
    return text.replace(/"""[^]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|%.*|\/\*[^]*?(?:\*\/|$)/g, (found) =>
        /^"[\w]+"$/.test(found) ? found : found.replace(/[^\n]/g, " "),
    );
}

/** @param {string} text */
export function hasContent(text) {
    return text.replace(/%.*/g, "").trim() !== "";
}

/** A statement that starts with `use`. What stands before it is looked at last, so that long stretches of blanks are read once. */
const USE = /\buse\b(?<=(?:^|[.\n])[^\S\n]*use)\s+("?)([A-Za-z0-9_]+)\1/g;

/** The same of `move`. */
const MOVE = /\bmove\b(?<=(?:^|[.\n])[^\S\n]*move)\s/;

/**
 * Whether a puzzle says what it expects.
 * @param {string} text
 */
export function expects(text) {
    return /\bexpect\s/.test(bare(text));
}

/**
 * The rule sets that a text uses.
 * @param {string} text
 */
export function usedBy(text) {
    return [...bare(text).matchAll(USE)].map((found) => found[2]);
}

/**
 * The edits that make a puzzle use another rule set: from, to and text of each.
 * @param {string} text
 * @param {string} before
 * @param {string} after
 */
export function renameUse(text, before, after) {
    return [...bare(text).matchAll(USE)]
        .filter((found) => found[2] === before)
        .map((found) => {
            const length = found[2].length + 2 * found[1].length;
            const to = found.index + found[0].length;
            return { from: to - length, to, text: after };
        });
}
