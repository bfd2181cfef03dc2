// @ts-check
// What outlives a reload, and what was done, to be undone.

const MOST_KEPT = 400;

/** A place in the browser's storage; nothing is kept where there is none. */
export function createKeeper(key) {
    const name = `gridlog-play-${key}`;
    return {
        read() {
            try {
                return JSON.parse(localStorage.getItem(name) ?? "null");
            } catch {
                return null;
            }
        },
        write(kept) {
            try {
                localStorage.setItem(name, JSON.stringify(kept));
            } catch {
                // A full or forbidden storage is no reason to stop playing.
            }
        },
    };
}

/** Changes of a board, back and forth. */
export function createHistory() {
    let done = [];
    let undone = [];
    return {
        add(changes) {
            done = [...done, changes].slice(-MOST_KEPT);
            undone = [];
        },
        undo() {
            const changes = done.pop();
            if (changes) undone.push(changes);
            return changes;
        },
        redo() {
            const changes = undone.pop();
            if (changes) done.push(changes);
            return changes;
        },
        get canUndo() { return done.length > 0; },
        get canRedo() { return undone.length > 0; },
        kept: () => ({ done, undone }),
        load(kept) {
            ({ done = [], undone = [] } = kept ?? {});
        },
    };
}

/** Seconds while the page is looked at. */
export function createTimer(tell) {
    let seconds = 0;
    let isRunning = false;
    setInterval(() => {
        if (isRunning && document.visibilityState === "visible") {
            seconds += 1;
            tell(seconds);
        }
    }, 1000);
    return {
        get seconds() { return seconds; },
        set(next) { seconds = next; tell(seconds); },
        start() { isRunning = true; },
        stop() { isRunning = false; },
    };
}

/** `1:02`, `1:00:02`. */
export function clockText(seconds) {
    const two = (number) => String(number).padStart(2, "0");
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
