// The page that shows a picture. Knows nothing of VS Code.

/** What a preview shows: a picture, or why there is none. */
export type Shown = { svg: string } | { message: string };

/**
 * The page around a picture. Nothing but the one script of this page may run and nothing may be loaded, whatever the
 * picture says. The picture is an image and no part of the page, so it could not run anything in the first place.
 */
export function page(nonce: string): string {
    return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; img-src data:; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}';">
<title>gridlog</title>
<style nonce="${nonce}">
  html, body { height: 100%; margin: 0; }
  body { display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 1em; }
  img { max-width: 96%; max-height: 90%; min-width: min(60vw, 40em); background: #fff; border-radius: 4px; padding: 8px; }
  img.stale { opacity: 0.45; }
  pre { color: var(--vscode-descriptionForeground, #666); font-family: var(--vscode-editor-font-family, monospace); white-space: pre-wrap; margin: 0 1em; }
  [hidden] { display: none; }
</style>
</head>
<body>
<img id="picture" alt="the puzzle" hidden>
<pre id="message"></pre>
<script nonce="${nonce}">
  const picture = document.getElementById("picture");
  const message = document.getElementById("message");
  // What cannot be drawn while it is being typed leaves the last picture, pale.
  window.addEventListener("message", ({ data }) => {
    if (data.svg !== undefined) {
      picture.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(data.svg);
      picture.hidden = false;
    }
    picture.classList.toggle("stale", data.svg === undefined);
    message.textContent = data.message ?? "";
    message.hidden = !data.message;
  });
  if (typeof acquireVsCodeApi === "function") acquireVsCodeApi().postMessage("ready");
</script>
</body>
</html>
`;
}

/**
 * Runs a piece of work after a rest, the last wish only: what is under way when another comes is given up.
 */
export class Rest {
    private timer: NodeJS.Timeout | undefined;
    private stop: AbortController | undefined;

    constructor(private readonly work: (signal: AbortSignal) => Promise<void>) {}

    /** Asks for the work after so many milliseconds without another wish. */
    wish(delay: number): void {
        this.cancel();
        this.timer = setTimeout(() => {
            this.stop = new AbortController();
            void this.work(this.stop.signal);
        }, delay);
    }

    /** Gives up what waits or is under way. */
    cancel(): void {
        clearTimeout(this.timer);
        this.stop?.abort();
    }
}
