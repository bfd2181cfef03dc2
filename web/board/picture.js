// @ts-check
// The picture that follows the values: fills the slots of the SVG.

/**
 * @param {SVGSVGElement} svg
 * @param {any} picture looks, tables, conditions and slots, as README.md describes them
 * @returns {{update(numbers: (number | null)[], texts: (string | null)[]): void}} shows the values: for each place
 *     the number of its value, and its text
 */
export function createPicture(svg, picture) {
    const { looks = [], tables = [], conditions = [], slots = [] } = picture ?? {};
    const rows = tables.map((table) => new Set(table.map((row) => row.join(","))));
    const groups = new Map();
    for (const group of svg.querySelectorAll("[data-slot]")) {
        groups.set(Number(group.getAttribute("data-slot")), group);
    }
    const shown = slots.map(() => "");

    function update(numbers, texts) {
        const held = conditions.map(([table, ...places]) => {
            const row = places.map((place) => numbers[place]);
            return !row.includes(null) && rows[table].has(row.join(","));
        });
        const chosen = [];
        slots.forEach((slot, at) => {
            chosen[at] = choose(slot, numbers, texts, held, chosen);
            const look = lookOf(slot, chosen[at], texts);
            if (look !== shown[at]) {
                shown[at] = look;
                const group = groups.get(at);
                if (group) group.innerHTML = look;
            }
        });
    }

    function choose(slot, numbers, texts, held, chosen) {
        if (slot.of) {
            for (let at = slot.of.length - 1; at >= 0; at--) {
                const [look, ...when] = slot.of[at];
                if (when.every((one) => (one < 0 ? chosen[-1 - one] >= 0 : held[one]))) return look;
            }
            return -1;
        }
        if (slot.lengths) {
            const text = texts[slot.place];
            return text === null || text === "" ? -1 : slot.lengths[Math.min(text.length, slot.lengths.length) - 1];
        }
        const number = numbers[slot.place];
        if (number === null || number < 0) return -1;
        const isDark = slot.dark !== undefined && chosen[slot.dark] >= 0;
        return (isDark ? slot.darkLooks : slot.looks)[number] ?? -1;
    }

    function lookOf(slot, look, texts) {
        if (look < 0) return "";
        return slot.lengths ? looks[look].replace("{text}", escapeText(texts[slot.place])) : looks[look];
    }

    return { update };
}

/** A text as it may stand in markup. */
export function escapeText(text) {
    const signs = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
    return String(text).replace(/[&<>"']/g, (sign) => signs[sign]);
}
