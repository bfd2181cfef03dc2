// @ts-check
// Hints: the stored steps one by one, each first as a place to look at, then in words, then on the board.

import { unveil } from "./seal.js";

/**
 * @param {any} game
 * @param {any} board
 */
export function createHints(game, board) {
    const steps = game.hints.map(() => null);
    const places = board.places;

    function step(number) {
        steps[number] ??= JSON.parse(unveil(game.hints[number], `${game.salt} hint ${number}`));
        return steps[number];
    }

    function wordOf(place, number) {
        return board.hold(places[place]).values[number]?.value ?? null;
    }

    /** Whether all that a step says can be seen on the board. */
    function isDone({ is, not }) {
        return is.every(([place, value]) => board.entry(places[place].id).value === wordOf(place, value)) &&
            not.every(([place, values]) => {
                const { value, struck } = board.entry(places[place].id);
                return value !== null || values.every((one) => struck.includes(wordOf(place, one)));
            });
    }

    /**
     * The first step that is not on the board and whose premises are: of the steps that the next value needs the first
     * one, so that nothing is told that only served values which are there already.
     */
    function next() {
        const open = [];
        for (let at = 0; at < steps.length; at++) open[at] = !isDone(step(at));
        const target = open.findIndex((isOpen, at) => isOpen && step(at).is.length > 0);
        const last = target < 0 ? open.indexOf(true) : target;
        if (last < 0) return null;
        const needed = new Set([last]);
        for (let at = last; at >= 0; at--) {
            if (needed.has(at)) step(at).from.forEach((from) => needed.add(from));
        }
        const first = open.findIndex((isOpen, at) => isOpen && needed.has(at));
        return { number: first, ...step(first) };
    }

    const ids = (numbers) => numbers.map((number) => places[number].id);
    return {
        next,
        /** What to highlight of a step: where to look, or also what follows. */
        lights(hint, isTold) {
            const about = ids([...hint.is.map(([place]) => place), ...hint.not.map(([place]) => place)]);
            const scope = ids(hint.scope);
            return isTold ? { conclusion: about, reason: ids(hint.reason), scope } : { scope: scope.length > 0 ? scope : about };
        },
        /** What a step puts on the board. */
        changes(hint) {
            const placed = hint.is.map(([place, value]) => ({ id: places[place].id, value: wordOf(place, value) }));
            const ruledOut = hint.not.map(([place, values]) => {
                const { id } = places[place];
                const { pencil, struck } = board.entry(id);
                const words = values.map((value) => wordOf(place, value)).filter((word) => !struck.includes(word));
                return { id, pencil: pencil.filter((word) => !words.includes(word)), struck: [...struck, ...words] };
            });
            return [...placed, ...ruledOut];
        },
    };
}
