// Samples as the test explorer sees them: where they expect something, and what `gridlog test` says. Knows nothing of VS Code.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** A place in a text; lines and columns are counted from 0. */
export interface Place {
    line: number;
    column: number;
    endLine: number;
    endColumn: number;
}

/** An `expect` statement. */
export interface Expectation {
    /** The statement without `expect` and its dot: `unique`, `count = 48`. */
    text: string;
    place: Place;
}

/** What `gridlog test -f jsonl` prints about one sample (docs/json.md); what is not used here is left out. */
export interface Told {
    id: string;
    status: string;
    message?: string;
    passed: boolean;
    difference: string;
    diagnostics: {
        code: string;
        severity: string;
        message: string;
        label?: string;
        file: string;
        span?: { line: number; column: number; end_line: number; end_column: number };
    }[];
}

/** One thing that is wrong with a sample, at its place in the file named. */
export interface Failure {
    message: string;
    file: string;
    place: Place;
    /** What the snapshot holds and what came out instead. */
    difference?: { expected: string; actual: string };
}

/** A text of the same length in which nothing but statements is left: comments, texts and drawings are blank. */
function bare(text: string): string {
    return text.replace(/%[^\n]*|\/\*[^]*?\*\/|"""[^]*?"""|"[^"\n]*"/g, (found) => found.replace(/[^\n]/g, " "));
}

/** All expectations that `gridlog test` judges by solving the file; those about laws are for `--mutate`. */
export function expectations(text: string): Expectation[] {
    const found: Expectation[] = [];
    const statements = bare(text);
    for (const match of statements.matchAll(/(?<![\p{L}\p{N}_])expect\s+([^.]*?)\s*\./gu)) {
        const what = (match[1] ?? "").replace(/\s+/g, " ");
        if (!/^(implied|slack)\b/.test(what)) {
            const place = { ...point(text, match.index), ...end(point(text, match.index + match[0].length)) };
            found.push({ text: what, place });
        }
    }
    return found;
}

function point(text: string, offset: number): { line: number; column: number } {
    const before = text.slice(0, offset).split("\n");
    return { line: before.length - 1, column: (before.at(-1) ?? "").length };
}

function end(at: { line: number; column: number }): { endLine: number; endColumn: number } {
    return { endLine: at.line, endColumn: at.column };
}

/** The whole first line, for what has no place of its own. */
const top: Place = { line: 0, column: 0, endLine: 0, endColumn: 0 };

/** What failed in a sample whose text is given; nothing if it passed. */
export function failures(told: Told, file: string, text: string): Failure[] {
    if (told.passed) {
        return [];
    }
    const errors = told.diagnostics.filter((diagnostic) => diagnostic.severity === "error");
    if (errors.length > 0) {
        return errors.map((error) => ({
            message: `${error.code}: ${error.message}${error.label ? ` (${error.label})` : ""}`,
            // The program names the file as it was given; another one is a rule set that the sample uses.
            file: error.file === told.id ? file : error.file,
            place: error.span
                ? {
                      line: error.span.line - 1,
                      column: error.span.column - 1,
                      endLine: error.span.end_line - 1,
                      endColumn: error.span.end_column - 1,
                  }
                : top,
        }));
    }
    const place = expectations(text)[0]?.place ?? top;
    const message = told.message ?? "failed";
    return [told.difference === "" ? { message, file, place } : { message, file, place, difference: sides(told.difference) }];
}

/** The two sides of a difference written like a patch. */
function sides(patch: string): { expected: string; actual: string } {
    const lines = patch.split("\n").filter((line) => !/^(---|\+\+\+|@@)/.test(line));
    const side = (other: string): string =>
        lines
            .filter((line) => !line.startsWith(other))
            .map((line) => line.slice(1))
            .join("\n");
    return { expected: side("+"), actual: side("-") };
}

/** What a run may take, and how it is stopped. */
export interface Run {
    program: string;
    folder: string;
    timeLimit: string;
    /** Takes what comes out as the new snapshots. */
    accept?: boolean;
    signal?: AbortSignal;
}

/** Runs samples and tells of each as soon as it is done. Answers what the program complained of, or nothing. */
export function run(files: string[], how: Run, tell: (told: Told) => void): Promise<string> {
    const args = ["test", "-f", "jsonl", "--time-limit", how.timeLimit, how.accept ? "--accept" : "--check", ...files];
    return new Promise((resolve) => {
        const child = spawn(how.program, args, {
            cwd: how.folder,
            stdio: ["ignore", "pipe", "pipe"],
            windowsHide: true,
            ...(how.signal ? { signal: how.signal } : {}),
        });
        let said = "";
        let broken = "";
        child.stderr.setEncoding("utf8").on("data", (part: string) => (said += part));
        createInterface({ input: child.stdout }).on("line", (line) => {
            try {
                tell(JSON.parse(line) as Told);
            } catch {
                broken = `gridlog wrote what is no record: ${line}`;
            }
        });
        child.on("error", (error) => resolve(error.name === "AbortError" ? "" : error.message));
        // 0 to 3 are answers about samples; beyond that something else went wrong.
        child.on("close", (status) => resolve(broken || (status !== null && status > 3 ? said.trim() : "")));
    });
}
