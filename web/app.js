// @ts-check
// The playground: puts its parts together.
import { Desk, hasContent, OWN } from "./desk.js";
import { openEngine } from "./engine.js";
import { AnswerPart } from "./panels/answers.js";
import { BoardPart } from "./panels/board.js";
import { openFiles, takeDrops } from "./panels/files.js";
import { offerBack, openGallery, openRuleSet, sampleChooser } from "./panels/gallery.js";
import { QUESTIONS, showQuestions } from "./panels/questions.js";
import { openKeys, openSettings } from "./panels/settings.js";
import { openExport, openShare, takeLink } from "./panels/sharing.js";
import { WritingDesk } from "./panels/writing.js";
import { openDialog } from "./parts/dialog.js";
import { button, byId, make } from "./parts/dom.js";
import { notify, reason } from "./parts/notices.js";
import { applyTheme, nextTheme, themeSign } from "./parts/theme.js";

/** What a new rule set starts from. */
const NEW_RULES = `% My rules, in words.
param n = 4.
grid(n, n) :: 1..n.

%! {L} holds every digit once.
lines: line(L) => distinct(L).
`;
const NEW_PUZZLE = `use my.
given """
1 . . .
. . 3 .
. 4 . .
. . . 2
""".
`;

/**
 * The editor of the bundle if there is one, else our own.
 * @param {import("./engine.js").About} about
 */
async function chooseEditor(about) {
    if (about.bundle) {
        try {
            return (await import(/* @vite-ignore */ new URL("editor/codemirror.js", document.baseURI).href)).codemirrorEditor;
        } catch {
            // The plain one does all that is needed.
        }
    }
    return undefined;
}

async function start() {
    applyTheme();
    showTabs();
    const desk = new Desk();
    const recalled = desk.recall();
    const engine = await openEngine();
    const writing = new WritingDesk(desk, engine, await chooseEditor(engine.about));
    const board = new BoardPart(desk, engine);
    const answers = new AnswerPart(desk, engine, board, writing);
    showQuestions(answers);
    answers.show(welcome());
    showActions(desk, engine, board);
    showTools(engine, writing, answers);
    showNames(desk);
    takeDrops(desk, engine);
    listen(desk, engine, answers);
    // The page is there before the engine has said a word: what it starts with comes when it comes.
    if (!(await takeLink(desk, engine)) && !recalled) await first(desk, engine);
    await board.refresh();
    window.addEventListener("hashchange", () => void takeLink(desk, engine));
    document.documentElement.dataset.ready = "true";
}

/**
 * What somebody sees who comes for the first time.
 * @param {Desk} desk
 * @param {import("./engine.js").Engine} engine
 */
async function first(desk, engine) {
    try {
        await openRuleSet(desk, engine, "sudoku", "sudoku/six");
    } catch (trouble) {
        notify(`The engine does not answer: ${reason(trouble)}`, "error");
    }
}

function welcome() {
    return make(
        "div",
        { class: "welcome" },
        make("p", { text: "Write the rules of a puzzle as on paper, and ask." }),
        make(
            "p",
            {},
            make("kbd", { text: "Ctrl+Enter" }),
            " solves, ",
            make("kbd", { text: "?" }),
            " lists all shortcuts. The gallery has rule sets to begin with.",
        ),
    );
}

/**
 * The buttons at the top; on a phone most of them are in a menu.
 * @param {Desk} desk
 * @param {import("./engine.js").Engine} engine
 * @param {BoardPart} board
 */
function showActions(desk, engine, board) {
    const fresh = () =>
        desk.replace(
            { name: OWN, rules: NEW_RULES, own: true, origin: "", puzzle: NEW_PUZZLE, sample: "", params: "" },
            offerBack,
        );
    /** @type {[string, () => unknown][]} */
    const rest = [
        ["New", fresh],
        ["Open…", () => openFiles(desk, engine)],
        ["Export…", () => openExport(desk, engine, board)],
        ["Limits…", () => openSettings(desk)],
        ["Shortcuts", openKeys],
    ];
    const theme = button(
        themeSign(applyTheme()),
        () => {
            const next = nextTheme();
            theme.textContent = themeSign(next);
            theme.setAttribute("aria-label", `Colours: ${next}`);
            theme.title = `Colours: ${next}`;
        },
        {
            class: "button quiet icon",
            "aria-label": `Colours: ${applyTheme()}`,
            title: "Colours: light, dark or as the system has it",
        },
    );
    const menu = button(
        "⋯",
        () => {
            const dialog = openDialog("More", [
                make(
                    "div",
                    { class: "menu-list" },
                    ...rest.map(([label, does]) =>
                        button(
                            label,
                            () => {
                                dialog.close();
                                does();
                            },
                            { class: "button quiet" },
                        ),
                    ),
                ),
            ]);
        },
        { class: "button quiet icon phone-only", "aria-label": "More", "aria-haspopup": "dialog" },
    );
    byId("actions").replaceChildren(
        button("Gallery", () => openGallery(desk, engine), { class: "button quiet" }),
        ...rest.slice(0, 2).map(([label, does]) => button(label, () => void does(), { class: "button quiet wide-only" })),
        button("Share", () => openShare(desk), { class: "button quiet" }),
        ...rest.slice(2, 4).map(([label, does]) => button(label, () => void does(), { class: "button quiet wide-only" })),
        theme,
        button("?", openKeys, { class: "button quiet icon wide-only", "aria-label": "Shortcuts" }),
        menu,
    );
}

/**
 * The small buttons in the heads of the parts.
 * @param {import("./engine.js").Engine} engine
 * @param {WritingDesk} writing
 * @param {AnswerPart} answers
 */
function showTools(engine, writing, answers) {
    const format = (/** @type {"rules" | "puzzle"} */ which) => async () => {
        const { editor } = writing[which];
        const text = editor.text;
        if (!hasContent(text)) return;
        const response = await engine.quick({ command: "fmt", arguments: ["-"], files: { "-": text } }).catch(() => null);
        if (!response || response.exit > 1 || !response.output) return notify("A text with errors is not formatted.", "error");
        if (response.output !== text && editor.text === text) editor.apply([{ from: 0, to: text.length, text: response.output }]);
    };
    byId("rules-tools").replaceChildren(
        button("Format", format("rules"), { class: "button quiet small", title: "Write it in the common style" }),
    );
    byId("puzzle-tools").replaceChildren(
        sampleChooser(answers.desk, engine),
        button("Format", format("puzzle"), { class: "button quiet small", title: "Write it in the common style" }),
    );
    byId("answer-tools").replaceChildren(button("Limits…", () => openSettings(answers.desk), { class: "button quiet small" }));
}

function showTabs() {
    const desk = byId("desk");
    const tabs = /** @type {const} */ ([
        ["rules", "Rules"],
        ["puzzle", "Puzzle"],
        ["solve", "Board"],
    ]);
    const show = (/** @type {string} */ name) => {
        desk.dataset.tab = name;
        for (const tab of byId("tabs").children) {
            if (/** @type {HTMLElement} */ (tab).dataset.tab === name) tab.setAttribute("aria-current", "page");
            else tab.removeAttribute("aria-current");
        }
    };
    byId("tabs").replaceChildren(
        ...tabs.map(([name, label]) =>
            make("button", { type: "button", class: "tab", "data-tab": name, onclick: () => show(name) }, label),
        ),
    );
    show("solve");
}

/** The names of what is on the desk. @param {Desk} desk */
function showNames(desk) {
    const show = () => {
        const { name, own, rules } = desk.papers;
        byId("rules-name").textContent = rules ? (own ? `${name}.rules` : `${name} · built-in`) : "";
        const stranger = desk.stranger();
        byId("puzzle-name").textContent = stranger ? `uses ${stranger}, not these rules` : "";
    };
    desk.onChange(show);
    show();
}

/**
 * Keys that work everywhere.
 * @param {Desk} desk
 * @param {import("./engine.js").Engine} engine
 * @param {AnswerPart} answers
 */
function listen(desk, engine, answers) {
    const ask = (/** @type {string} */ name) => QUESTIONS.find((question) => question.name === name)?.ask(answers);
    const parts = ["rules-part", "puzzle-part", "board-part", "answer-part"];
    const go = (/** @type {string} */ part) => {
        const tab = part === "rules-part" ? "rules" : part === "puzzle-part" ? "puzzle" : "solve";
        /** @type {HTMLElement | null} */ (document.querySelector(`.tab[data-tab="${tab}"]`))?.click();
        const inside = /** @type {HTMLElement | null} */ (
            byId(part).querySelector("textarea, [contenteditable=true], [role=grid], #commands button")
        );
        (inside ?? byId(part)).focus();
    };
    document.addEventListener("keydown", (event) => {
        if (document.querySelector("dialog[open]")) return;
        const control = event.ctrlKey || event.metaKey;
        const typing = /** @type {HTMLElement} */ (event.target).matches?.("input, textarea, select, [contenteditable=true]");
        if (control && event.key === "Enter") ask("solve");
        else if (event.key === "Escape" && answers.isBusy) answers.cancel();
        else if (event.altKey && /^Digit[1-4]$/.test(event.code)) go(parts[Number(event.code.slice(5)) - 1]);
        else if (event.altKey && event.code === "KeyG") void openGallery(desk, engine);
        else if (event.altKey && event.code === "KeyE") ask("explain");
        else if (event.altKey && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
            const named = event.key === "ArrowLeft" ? "Previous" : "Next";
            const turn = /** @type {HTMLElement | null} */ (byId("answer").querySelector(`.pager [aria-label^="${named}"]`));
            if (!turn) return;
            turn.click();
        } else if (event.key === "?" && !typing) openKeys();
        else return;
        event.preventDefault();
    });
}

start().catch((trouble) => notify(`The page could not start: ${reason(trouble)}`, "error"));
