// @ts-check
// Right or wrong, by digests: a page knows no solution, only how one would look stirred.

import { digestOf } from "./seal.js";

/**
 * @param {any} game
 * @param {any} board
 */
export function createJudge(game, board) {
    const places = board.places.filter((place) => place.of === undefined);
    const known = new Map();

    function digest(place, value) {
        const key = `${place.id}\n${value}`;
        if (!known.has(key)) known.set(key, digestOf([place.id, value], game.salt));
        return known.get(key);
    }

    /** The value that a place without any counts as: where only some values are drawn, nobody has to mark the others. */
    function blankOf(place) {
        const hold = board.hold(place);
        return hold?.blank === undefined ? null : hold.values[hold.blank].value;
    }

    function mismatches(checks) {
        return places.filter((place, at) => {
            const { value } = board.entry(place.id);
            return value !== null && digest(place, value) !== checks[at];
        });
    }

    /** Of several solutions the one that is nearest to what is on the board. */
    function nearest() {
        let best = null;
        for (const checks of game.checks) {
            const wrong = mismatches(checks);
            if (best === null || wrong.length < best.wrong.length) best = { checks, wrong };
        }
        return best;
    }

    return {
        /** The places that are wrong. */
        errors: () => nearest().wrong.map(({ id }) => id),
        /** How many places need a value that have none. */
        open() {
            const { checks } = nearest();
            return places.filter((place, at) => {
                if (board.entry(place.id).value !== null) return false;
                const blank = blankOf(place);
                return blank === null || digest(place, blank) !== checks[at];
            }).length;
        },
        /** Whether the board shows a solution. */
        isSolved: () => game.checks.some((checks) => places.every((place, at) => {
            const value = board.entry(place.id).value ?? blankOf(place);
            return value !== null && digest(place, value) === checks[at];
        })),
        /** The value that a place has in the nearest solution, found by trying; null if it is none of its values. */
        reveal(place) {
            const { checks } = nearest();
            const at = places.findIndex(({ id }) => id === place.id);
            const value = board.hold(place).values.find((one) => digest(place, one.value) === checks[at]);
            return value?.value ?? null;
        },
        /** The first place that is still open and that somebody has to fill. */
        firstOpen() {
            const { checks } = nearest();
            return places.find((place, at) => {
                if (board.entry(place.id).value !== null) return false;
                const blank = blankOf(place);
                return blank === null || digest(place, blank) !== checks[at];
            }) ?? null;
        },
    };
}
