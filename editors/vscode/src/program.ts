// The gridlog program: is it there, and is it new enough to serve editors? Knows nothing of VS Code.

import { execFile } from "node:child_process";

/** What was found at a path. */
export type Found =
    | { state: "ready"; version: string }
    | { state: "missing"; reason: string }
    | { state: "old"; version: string };

interface Ran {
    /** The exit status; undefined where nothing could be started. */
    status: number | undefined;
    out: string;
    reason: string;
}

/** Runs the program to its end, for ten seconds at most. */
function run(program: string, args: string[]): Promise<Ran> {
    return new Promise((resolve) => {
        execFile(program, args, { timeout: 10_000, windowsHide: true }, (error, out, said) => {
            const code = error?.code;
            const status = error === null ? 0 : typeof code === "number" ? code : undefined;
            resolve({ status, out, reason: said.trim() || error?.message || "" });
        });
    });
}

/** Looks at the program: a version that knows no `lsp` is too old. */
export async function find(program: string): Promise<Found> {
    const told = await run(program, ["--version"]);
    if (told.status !== 0) {
        return { state: "missing", reason: told.reason };
    }
    const version = told.out.trim();
    if (!/^gridlog\S* \d/.test(version)) {
        return { state: "missing", reason: `it is some other program: ${version.split("\n")[0] ?? ""}` };
    }
    const help = await run(program, ["lsp", "--help"]);
    return help.status === 0 ? { state: "ready", version } : { state: "old", version };
}

/** What a person is told about a program that cannot serve. */
export function complaint(program: string, found: Exclude<Found, { state: "ready" }>): string {
    return found.state === "missing"
        ? `gridlog was not found as \`${program}\` (${found.reason}). Install it, or set \`gridlog.path\`.`
        : `${found.version} at \`${program}\` is too old: it has no \`gridlog lsp\`. Install a newer one, or set \`gridlog.path\`.`;
}
