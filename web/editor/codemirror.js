// @ts-check
// The editor of the bundle: CodeMirror 6 behind the same interface as our own. `web/build` makes one file of this and its packages.
import {
    autocompletion,
    closeBrackets,
    closeBracketsKeymap,
    completionKeymap,
    snippet,
    startCompletion,
} from "@codemirror/autocomplete";
import {
    defaultKeymap,
    history,
    historyKeymap,
    indentLess,
    indentMore,
    isolateHistory,
    toggleComment,
} from "@codemirror/commands";
import { bracketMatching, indentService } from "@codemirror/language";
import { lintGutter, lintKeymap, nextDiagnostic, previousDiagnostic, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState, StateEffect, StateField } from "@codemirror/state";
import {
    Decoration,
    drawSelection,
    dropCursor,
    EditorView,
    highlightActiveLine,
    highlightActiveLineGutter,
    highlightSpecialChars,
    hoverTooltip,
    keymap,
    lineNumbers,
    showTooltip,
} from "@codemirror/view";
import { announce, make } from "../parts/dom.js";
import { fromMarkdown } from "./markdown.js";
import { guessTokens } from "./words.js";

/** @typedef {import("./plain.js").Needs} Needs */
/** @typedef {import("./plain.js").Problem} Problem */
/** @typedef {import("./words.js").Token} Token */

/** A change that nobody need be told of. */
const quiet = Annotation.define();
/** @type {import("@codemirror/state").StateEffectType<Token[]>} */
const tokensCome = StateEffect.define();
/** @type {import("@codemirror/state").StateEffectType<import("@codemirror/view").Tooltip | null>} */
const tipComes = StateEffect.define();

/** Colours: those of the engine where the text has not changed since, else guessed. */
const colours = StateField.define({
    create: (state) => Decoration.set(marksOf(guessTokens(state.doc.toString()))),
    update(set, transaction) {
        for (const effect of transaction.effects) if (effect.is(tokensCome)) return Decoration.set(marksOf(effect.value));
        if (!transaction.docChanged) return set;
        let next = set.map(transaction.changes);
        const guessed = guessTokens(transaction.newDoc.toString());
        transaction.changes.iterChangedRanges((_from, _to, from, to) => {
            const [start, end] = [transaction.newDoc.lineAt(from).from, transaction.newDoc.lineAt(to).to];
            next = next.update({
                filterFrom: start,
                filterTo: end,
                filter: () => false,
                add: marksOf(guessed.filter((token) => token[0] >= start && token[1] <= end)),
            });
        });
        return next;
    },
    provide: (field) => EditorView.decorations.from(field),
});

/** The tip that a key asked for; it goes with the next change. */
const askedTip = StateField.define({
    create: () => /** @type {import("@codemirror/view").Tooltip | null} */ (null),
    update(tip, transaction) {
        for (const effect of transaction.effects) if (effect.is(tipComes)) return effect.value;
        return transaction.docChanged || transaction.selection ? null : tip;
    },
    provide: (field) => showTooltip.from(field),
});

/** @param {Token[]} tokens */
function marksOf(tokens) {
    return tokens
        .filter((token) => token[0] < token[1])
        .map((token) => Decoration.mark({ class: `t-${token[2]}` }).range(token[0], token[1]));
}

/** As deep as the line before; deeper where a statement goes on, at the margin where it has ended. */
const depth = indentService.of((context, at) => {
    const before = context.lineAt(at, -1).text;
    if (/^[^\s%].*(:-|=>|-->|[,;])\s*$/.test(before)) return 4;
    return /^\s+[^\s%].*[^.]\.\s*$/.test(before) ? 0 : (/^\s*/.exec(before)?.[0].length ?? 0);
});

const kinds = ["keyword", "comment", "doc", "number", "text", "placeholder", "law", "predicate", "builtin", "param"];
const look = EditorView.theme({
    "&": { height: "100%", backgroundColor: "var(--sheet)", color: "var(--ink)", fontSize: ".8438rem" },
    "&.cm-focused": { outline: "none", boxShadow: "inset 2px 0 0 var(--accent)" },
    ".cm-scroller": { fontFamily: "var(--code)", lineHeight: "1.6" },
    ".cm-content": { padding: "10px 0 24px", caretColor: "var(--ink)" },
    ".cm-cursor": { borderLeftColor: "var(--ink)" },
    ".cm-gutters": { backgroundColor: "var(--sheet)", color: "var(--soft)", border: "0" },
    ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent) 5%, transparent)" },
    "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
        backgroundColor: "color-mix(in srgb, var(--accent) 24%, transparent)",
    },
    ".cm-tooltip": {
        backgroundColor: "var(--raised)",
        color: "var(--ink)",
        border: "1px solid var(--rule)",
        borderRadius: "9px",
        boxShadow: "var(--float)",
        fontFamily: "var(--text)",
        fontSize: ".8125rem",
        maxWidth: "min(560px, 90vw)",
        overflow: "hidden",
    },
    ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--code)", maxHeight: "15em" },
    ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 10px" },
    ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent-soft)", color: "var(--accent-text)" },
    ".cm-completionDetail": { color: "var(--soft)", fontStyle: "normal", fontFamily: "var(--text)" },
    ".cm-completionInfo": { padding: "8px 12px" },
    ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--ink)", borderColor: "var(--rule)" },
    ".cm-diagnosticAction": {
        backgroundColor: "var(--accent)",
        color: "var(--accent-ink)",
        borderRadius: "6px",
        padding: "2px 8px",
    },
    ".cm-tip": { padding: "8px 12px" },
    ".cm-tip pre": { whiteSpace: "pre-wrap", background: "var(--sunk)", padding: "6px 8px", borderRadius: "6px" },
    ...Object.fromEntries(kinds.map((kind) => [`.t-${kind}`, { color: `var(--t-${kind})` }])),
    ".t-drawing": { color: "var(--t-text)" },
    ".t-unknown, .t-input": { color: "var(--t-predicate)", fontWeight: "600" },
    ".t-law": { color: "var(--t-law)", fontWeight: "600" },
    ".t-comment, .t-doc": { fontStyle: "italic" },
    ".t-operator": { color: "var(--soft)" },
    ".t-ruleset": { color: "var(--t-builtin)" },
});

/**
 * @param {Needs} needs
 * @returns {import("./plain.js").Editor}
 */
export function codemirrorEditor(needs) {
    const element = make("div", { class: "editor codemirror" });
    // In a shadow root the styles of the packages are sheets of script, which a strict policy of the page allows.
    const root = element.attachShadow({ mode: "open" });
    const inner = make("div", { part: "inner" });
    inner.style.height = "100%";
    root.append(inner);
    /** @type {Problem[]} */
    let problems = [];
    const told = (/** @type {string} */ markdown) => {
        const dom = make("div", { class: "cm-tip" });
        dom.append(fromMarkdown(markdown));
        return { dom };
    };
    const extensions = [
        lineNumbers(),
        lintGutter(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        dropCursor(),
        bracketMatching(),
        closeBrackets(),
        highlightSelectionMatches(),
        depth,
        colours,
        askedTip,
        look,
        needs.wrap ? EditorView.lineWrapping : [],
        EditorState.languageData.of(() => [{ commentTokens: { line: "%" }, closeBrackets: { brackets: ["(", "[", "{"] } }]),
        EditorView.contentAttributes.of({ "aria-label": needs.label }),
        EditorView.updateListener.of((update) => {
            if (update.docChanged && !update.transactions.some((one) => one.annotation(quiet)))
                needs.changed(update.state.doc.toString());
        }),
        autocompletion({ override: [(context) => suggest(context, needs)] }),
        hoverTooltip(async (_view, at) => {
            const found = await needs.hover(at).catch(() => null);
            return found && { pos: found.from, end: found.to, create: () => told(found.markdown) };
        }),
        keymap.of([
            { key: "Mod-Space", run: startCompletion },
            { key: "Mod-]", run: indentMore },
            { key: "Mod-[", run: indentLess },
            { key: "Mod-/", run: toggleComment },
            { key: "F8", run: nextDiagnostic, shift: previousDiagnostic },
            { key: "Mod-.", run: () => takeFirst() },
            { key: "Alt-i", run: () => (void askTip(), true) },
            ...closeBracketsKeymap,
            ...completionKeymap,
            ...historyKeymap,
            ...searchKeymap,
            ...lintKeymap,
            ...defaultKeymap.filter((binding) => binding.key !== "Mod-Enter"),
        ]),
    ];
    const view = new EditorView({ root, parent: inner, state: EditorState.create({ extensions }) });
    const fresh = (/** @type {string} */ text) => EditorState.create({ doc: text, extensions });
    /** The fix that is nearest to the caret in its line. */
    const takeFirst = () => {
        const at = view.state.selection.main.head;
        const line = view.state.doc.lineAt(at);
        const near = problems.filter((problem) => problem.fixes.length && problem.from <= line.to && problem.to >= line.from);
        near.sort((a, b) => Math.abs(a.from - at) - Math.abs(b.from - at));
        if (near.length === 0) announce("No fixes here");
        else needs.fix(near[0].fixes[0]);
        return true;
    };
    const askTip = async () => {
        const at = view.state.selection.main.head;
        const found = await needs.hover(at).catch(() => null);
        if (!found) return announce("Nothing to tell here");
        announce(fromMarkdown(found.markdown).textContent ?? "");
        view.dispatch({ effects: tipComes.of({ pos: at, create: () => told(found.markdown) }) });
    };
    return {
        element,
        get text() {
            return view.state.doc.toString();
        },
        load(text) {
            view.setState(fresh(text));
        },
        apply(edits) {
            view.dispatch({
                changes: edits.map(({ from, to, text }) => ({ from, to, insert: text })),
                annotations: isolateHistory.of("full"),
            });
        },
        mark(found) {
            problems = found;
            const end = view.state.doc.length;
            const shown = found.map((problem) => ({
                from: Math.min(problem.from, end),
                to: Math.min(problem.to, end),
                severity: /** @type {any} */ (problem.severity === "note" ? "info" : problem.severity),
                message: problem.message,
                source: problem.code ?? undefined,
                actions: problem.fixes.map((fix) => ({ name: fix.title, apply: () => needs.fix(fix) })),
            }));
            view.dispatch(setDiagnostics(view.state, shown), { annotations: quiet.of(true) });
        },
        colour(tokens) {
            view.dispatch({ effects: tokensCome.of(tokens.filter((token) => token[1] <= view.state.doc.length)) });
        },
        select(from, to) {
            view.focus();
            view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
        },
        focus() {
            view.focus();
        },
    };
}

/**
 * @param {import("@codemirror/autocomplete").CompletionContext} context
 * @param {Needs} needs
 */
async function suggest(context, needs) {
    if (!context.explicit && !context.matchBefore(/[\p{L}\d_]+/u)) return null;
    const found = await needs.complete(context.pos).catch(() => null);
    if (!found || context.aborted) return null;
    const options = found.items.map((item) => ({
        label: item.label,
        detail: item.detail ?? item.kind,
        apply: item.snippet ? snippet(item.snippet) : (item.insert ?? item.label),
        info: item.documentation
            ? () => {
                  const dom = make("div", {});
                  dom.append(fromMarkdown(item.documentation ?? ""));
                  return dom;
              }
            : undefined,
    }));
    return { from: found.from, to: found.to, options, validFor: /^[\p{L}\d_]*$/u };
}
