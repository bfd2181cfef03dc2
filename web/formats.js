// @ts-check
// Names that the page has to know beforehand; a test holds them against the manual.

/** Formats of other programs that `convert` writes (docs/formats.md). */
export const FORMATS = [
    "ist",
    "bordeaux",
    "pt2",
    "ufmg",
    "sdm",
    "sdk",
    "non",
    "puzzlink",
    "pzprv3",
    "fpuzzles",
    "sgt-unruly",
    "sgt-solo",
    "sgt-unequal",
    "sgt-towers",
    "sgt-keen",
    "sgt-pattern",
    "sgt-singles",
    "sgt-tents",
    "sgt-lightup",
];
