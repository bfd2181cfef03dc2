// @ts-check
// Where things are on a board: all in the units of its viewBox.

/** How far a point is from a segment. */
export function segmentDistance([x, y], [x1, y1], [x2, y2]) {
    const [dx, dy] = [x2 - x1, y2 - y1];
    const length = dx * dx + dy * dy;
    const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / length));
    return Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
}

/** How far a point is from a line through several points. */
export function pathDistance(point, path) {
    let least = Infinity;
    for (let at = 1; at < path.length; at++) {
        least = Math.min(least, segmentDistance(point, path[at - 1], path[at]));
    }
    return least;
}

/** Width and height of what is clicked. */
export function sizeOf(place) {
    return place.size ?? (place.kind === "cell" ? [60, 60] : [24, 24]);
}

/** Whether a point lies in the rectangle of a place. */
export function isInside([x, y], place) {
    const [width, height] = sizeOf(place);
    return Math.abs(x - place.at[0]) <= width / 2 && Math.abs(y - place.at[1]) <= height / 2;
}

const WAYS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };

/** The nearest of some places in a direction, or null: first within 45 degrees, then anywhere on that side. */
export function nearestTowards(from, way, places) {
    const [dx, dy] = WAYS[way];
    let best = null;
    let least = Infinity;
    for (const place of places) {
        if (!place.at) continue;
        const [x, y] = [place.at[0] - from[0], place.at[1] - from[1]];
        const along = x * dx + y * dy;
        const across = Math.abs(x * dy) + Math.abs(y * dx);
        if (along <= 0) continue;
        const wide = across > along ? 10_000 : 0;
        const cost = Math.hypot(along, across) + across / 2 + wide;
        if (cost < least) [best, least] = [place, cost];
    }
    return best;
}

/** `row 1, column 2` for a middle of a cell, `corner 0, 1` for a corner. */
export function spotName([x, y]) {
    const isMiddle = ((x % 60) + 60) % 60 === 30 && ((y % 60) + 60) % 60 === 30;
    return isMiddle
        ? `row ${Math.floor(y / 60) + 1}, column ${Math.floor(x / 60) + 1}`
        : `corner ${Math.round(y / 60)}, ${Math.round(x / 60)}`;
}
