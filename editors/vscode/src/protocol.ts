// What this client and `gridlog lsp` say to each other beyond the protocol, and the flows built on it. Knows nothing of VS Code.

/** What the server is told when it starts: its own texts have addresses of its own, where the editor asks for them. */
export const startOptions = { builtIn: "virtual", results: "virtual" } as const;

/** The scheme of the server's own texts: built-in rule sets, pages of codes, results. */
export const scheme = "gridlog";

/** What a command found. */
export interface Found {
    kind: "text" | "picture";
    uri: string;
    title: string;
    text: string;
    status: number | null;
}

/** What a command is asked to do. */
export interface Asked {
    uri: string;
    puzzle?: number;
    /** Whether the server is to show what it finds; this client shows it by itself. */
    show: false;
}

/** The argument of a command as a lens has it, or the address alone, or nothing for the document in front. */
export function asked(argument: unknown, front: string | undefined): Asked | undefined {
    if (typeof argument === "object" && argument !== null && "uri" in argument) {
        return { ...(argument as { uri: string }), show: false };
    }
    const uri = typeof argument === "string" ? argument : front;
    return uri === undefined ? undefined : { uri, show: false };
}

/** Sends a command to the server and waits for what it finds. */
export type Execute = (command: string, asked: Asked) => Promise<Found>;

/** The picture of a document as the editor has it now, or why there is none. */
export async function picture(execute: Execute, uri: string): Promise<{ svg: string } | { message: string }> {
    const found = await execute("gridlog.render", { uri, show: false });
    return found.kind === "picture" ? { svg: found.text } : { message: found.text.trim() };
}
