// @ts-check
// Light, dark, or as the system has it.

const THEME = "gridlog-theme";
const THEMES = /** @type {const} */ (["system", "light", "dark"]);

/** @returns {typeof THEMES[number]} */
function themeNow() {
    try {
        const kept = localStorage.getItem(THEME);
        return THEMES.find((theme) => theme === kept) ?? "system";
    } catch {
        return "system";
    }
}

/** Shows the page as it was chosen the last time. */
export function applyTheme() {
    const theme = themeNow();
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    return theme;
}

/** Goes on to the next of the three; says which it is. */
export function nextTheme() {
    const next = THEMES[(THEMES.indexOf(themeNow()) + 1) % THEMES.length];
    try {
        localStorage.setItem(THEME, next);
    } catch {
        document.documentElement.dataset.theme = next;
    }
    applyTheme();
    return next;
}

/** The sign for a theme. @param {string} theme */
export function themeSign(theme) {
    return theme === "light" ? "☀" : theme === "dark" ? "☾" : "◐";
}
