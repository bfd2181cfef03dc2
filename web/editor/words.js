// @ts-check
// A quick guess at what each word of a text is, from its looks alone: colours while the engine's own are on their way.

/** The words that editors know, as in editors/words.json; tests hold the two together. */
export const WORDS = {
    statement: [
        "language",
        "param",
        "grid",
        "hidden",
        "input",
        "offer",
        "sketch",
        "move",
        "goal",
        "bound",
        "use",
        "with",
        "drop",
        "minimise",
        "maximise",
        "expect",
        "draw",
    ],
    operator: ["in", "matches", "not", "mod"],
    truth: ["true", "false"],
    call: [
        "sum",
        "product",
        "len",
        "min",
        "max",
        "reverse",
        "nth",
        "abs",
        "distinct",
        "connected",
        "reach",
        "loop",
        "loops",
        "path",
        "tree",
        "acyclic",
        "end",
        "inside",
        "outside",
        "same",
        "square",
        "area",
    ],
    constant: ["rows", "cols"],
};

/** @type {Map<string, string>} */
const KIND_OF = new Map([
    ...WORDS.statement.map((word) => /** @type {[string, string]} */ ([word, "keyword"])),
    ...WORDS.operator.map((word) => /** @type {[string, string]} */ ([word, "keyword"])),
    ...WORDS.truth.map((word) => /** @type {[string, string]} */ ([word, "symbol"])),
    ...WORDS.call.map((word) => /** @type {[string, string]} */ ([word, "builtin"])),
    ...WORDS.constant.map((word) => /** @type {[string, string]} */ ([word, "builtin"])),
]);

const PIECE =
    /(?<doc>%!.*)|(?<comment>%.*|\/\*[^]*?(?:\*\/|$))|(?<drawing>"""[^]*?(?:"""|$))|(?<text>"(?:[^"\\\n]|\\.)*"?)|(?<number>\d+)|(?<word>[\p{L}_][\p{L}\p{N}_]*)|(?<operator>-->|<=>|::|:-|\\=|=<|>=|=>|\.\.|[:=<>;*|+\-/^])/gu;

/** @typedef {[from: number, to: number, kind: string]} Token */

/**
 * Stretches of the text with what they seem to be, in order.
 * @param {string} text
 * @returns {Token[]}
 */
export function guessTokens(text) {
    /** @type {Token[]} */
    const tokens = [];
    for (const found of text.matchAll(PIECE)) {
        const from = found.index;
        const to = from + found[0].length;
        const kind = Object.entries(found.groups ?? {}).find(([, value]) => value !== undefined)?.[0] ?? "";
        tokens.push([from, to, kind === "word" ? ofWord(found[0], text, from, to) : kind]);
    }
    return tokens;
}

/**
 * @param {string} word
 * @param {string} text
 * @param {number} from
 * @param {number} to
 */
function ofWord(word, text, from, to) {
    const known = KIND_OF.get(word);
    const follows = text.slice(to, to + 3);
    // A name at the start of a line before a colon is a law.
    if (/^\s*:(?![:-])/.test(follows) && (from === 0 || text[from - 1] === "\n")) return "law";
    if (known) return known;
    if (/^[\p{Lu}_]/u.test(word)) return "placeholder";
    return follows.startsWith("(") ? "predicate" : "symbol";
}
