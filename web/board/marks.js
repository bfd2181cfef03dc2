// @ts-check
// What the board itself draws on the picture: signs for values that draw nothing, pencil marks, highlights, the cursor.

import { sizeOf } from "./geometry.js";
import { escapeText } from "./picture.js";

/** The size at which a text fits, as `render` computes it. */
function fittingSize(text, largest, width) {
    return Math.max(6, Math.min(largest, Math.floor((width * 10) / (Math.max(1, [...text].length) * 6))));
}

function textAt(x, y, size, attributes, text) {
    const down = Math.round(size * 0.36);
    return `<text x="${x}" y="${y + down}" font-size="${size}" ${attributes}>${escapeText(text)}</text>`;
}

/** How far before the middle of a long line its sign stands, so that those of crossing lines do not cover each other. */
function beforeMiddle(path) {
    const [[x1, y1], [x2, y2]] = [path[0], path[path.length - 1]];
    return Math.hypot(x2 - x1, y2 - y1) > 60 ? [(x1 - x2) * 0.12, (y1 - y2) * 0.12] : [0, 0];
}

/** The sign of a value that draws nothing itself. */
export function signMarkup(place, sign) {
    const [x, y] = place.at;
    if (sign === "·" || sign === ".") {
        const [right, down] = place.full ? [21, 21] : [0, 0];
        return `<circle cx="${x + right}" cy="${y + down}" r="${place.full ? 3.5 : 4}" fill="#7a8594"/>`;
    }
    const isLine = place.kind === "line";
    const [right, down] = place.full ? [19, 19] : isLine ? beforeMiddle(place.path) : [0, 0];
    return textAt(x + right, y + down, isLine ? 24 : place.full ? 16 : 28, 'fill="#7a8594"', sign);
}

/** Pencil marks at their places among all values, those struck out in red, as `render` draws candidates. */
export function pencilMarkup(place, hold, pencil, struck) {
    const all = hold.values;
    const shown = new Set([...pencil, ...struck]);
    const columns = Math.ceil(Math.sqrt(all.length));
    const rows = Math.ceil(all.length / columns);
    const top = place.top ?? 0;
    const [width, height] = sizeOf(place);
    const [wide, high] = [Math.floor((width - 10) / columns), Math.floor((height - 10 - top) / rows)];
    const texts = all.map((value) => value.text || value.value);
    const longest = texts.reduce((one, other) => (one.length >= other.length ? one : other), "");
    const size = fittingSize(longest, Math.min(15, high), wide);
    let markup = "";
    all.forEach((value, at) => {
        if (!shown.has(value.value)) return;
        const isStruck = struck.includes(value.value);
        const x = place.at[0] - (width - 10) / 2 + (at % columns) * wide + wide / 2;
        const y = place.at[1] - (height - 10) / 2 + top + Math.floor(at / columns) * high + high / 2;
        markup += textAt(x, y, size, `fill="${isStruck ? "#cc2222" : "#555555"}"`, texts[at]);
        if (isStruck) {
            const reach = size / 2;
            const path = `M${x - reach} ${y + reach}L${x + reach} ${y - reach}`;
            markup += `<path d="${path}" stroke="#cc2222" stroke-width="1.5"/>`;
        }
    });
    return markup;
}

const LIGHT = { conclusion: "#ffd966", reason: "#bcd6ff", scope: "#e3ecf8", error: "#f5b7b1", chosen: "#bcd6ff" };

/** A colour behind a place, or along it. */
export function highlightMarkup(place, kind) {
    const colour = LIGHT[kind];
    if (place.path?.length) {
        const points = place.path.map((point) => point.join(" ")).join("L");
        return (
            `<path d="M${points}" fill="none" stroke="${colour}" stroke-width="16" stroke-linecap="round" ` +
            'stroke-opacity="0.85"/>'
        );
    }
    const square = ([x, y], [width, height]) =>
        `<rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" fill="${colour}" ` +
        'fill-opacity="0.75"/>';
    if (place.cells) return place.cells.map((at) => square(at, [60, 60])).join("");
    return place.at ? square(place.at, sizeOf(place)) : "";
}

/** The frame around the place under the cursor. */
export function cursorMarkup(place) {
    if (!place?.at) return "";
    const [x, y] = place.at;
    const attributes = 'fill="none" stroke="#2457a6" stroke-width="4"';
    const [width, height] = sizeOf(place);
    if (width < 30) return `<circle cx="${x}" cy="${y}" r="13" ${attributes}/>`;
    return (
        `<rect x="${x - width / 2 + 3}" y="${y - height / 2 + 3}" width="${width - 6}" height="${height - 6}" rx="4" ` +
        `${attributes}/>`
    );
}
