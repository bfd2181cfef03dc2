// @ts-check
// What places may hold: values by keys, the next value, how a value is said.

/** The number of a value in a hold, or null; -1 for one that is none of its values. */
export function valueNumber(hold, value) {
    if (value === null || value === undefined) return null;
    return hold ? hold.values.findIndex((known) => known.value === value) : -1;
}

/** The order in which values are cycled through: the first one, the others, then none. */
function cycleOrder(hold) {
    const first = hold.first ?? Math.max(0, hold.values.findIndex((value) => value.mark === undefined));
    const all = hold.values.map((value) => value.value);
    const rest = all.filter((_, at) => at !== first);
    // Larger ones follow the first, so that two bridges come after one; what looks like nothing comes last.
    const later = rest.filter((value) => all.indexOf(value) > first);
    const earlier = rest.filter((value) => all.indexOf(value) < first);
    return [all[first], ...later, ...earlier, null];
}

/** The value after this one, or before it. */
export function nextValue(hold, value, backwards = false) {
    const order = cycleOrder(hold);
    const at = Math.max(-1, order.indexOf(value ?? null));
    return order[(at + (backwards ? order.length - 1 : 1)) % order.length];
}

/** The value that a dragged line draws. */
export function firstValue(hold) {
    return cycleOrder(hold)[0];
}

/** The value that says that there is none, if the hold has one with a mark. */
export function markedValue(hold) {
    return hold.values.find((value) => value.mark !== undefined)?.value ?? null;
}

/** How a value is said. */
export function sayValue(hold, value) {
    if (value === null || value === undefined) return "empty";
    const known = hold?.values.find((one) => one.value === value);
    return known?.label ?? known?.value ?? value;
}

/** How a value is written. */
export function writeValue(hold, value) {
    const known = hold?.values.find((one) => one.value === value);
    return known?.text || known?.value || value;
}

/** The keys of the values of a hold: a letter or digit for each that has one. */
export function keysOf(hold) {
    const keys = new Map();
    hold.values.forEach((value) => {
        const word = value.key ?? (/^\d+$/.test(value.value) ? null : value.text || value.value);
        if (!word) return;
        const letters = value.key ? [value.key] : [...word.toLowerCase(), ...value.value.toLowerCase()];
        const letter = letters.find((one) => /\S/.test(one) && !keys.has(one));
        if (letter) keys.set(letter, value.value);
    });
    return keys;
}

/** The value that a typed key makes of what was typed before, or undefined: digits follow each other. */
export function typedValue(hold, key, before) {
    if (/^\d$/.test(key)) {
        const fits = (text) => hold.values.some((value) => value.value === text) || hold.free !== undefined;
        const begins = (text) => hold.values.some((value) => value.value.startsWith(text));
        const longer = before + key;
        if (before !== "" && fits(longer)) return { value: String(Number(longer)), typed: longer };
        if (fits(key)) return { value: key, typed: key };
        if (begins(key)) return { value: null, typed: key };
    }
    const value = keysOf(hold).get(key.toLowerCase());
    return value === undefined ? undefined : { value, typed: "" };
}
