//! What f-puzzles says about sudoku variants: the names of its clues, and the rule sets that have them.

mod read;
mod write;

pub(super) use self::read::read;
pub(super) use self::write::write;

/// Laws that a puzzle switches on: the name there, and the rule set.
const FLAGS: [(&str, &str); 4] = [
    ("antiknight", "antiknight"),
    ("antiking", "antiking"),
    ("nonconsecutive", "nonconsecutive"),
    ("disjointgroups", "disjoint"),
];

/// Lines of cells: the name there, the rule set, and its predicate.
const LINES: [(&str, &str, &str); 7] = [
    ("thermometer", "thermo", "thermo"),
    ("palindrome", "palindrome", "palindrome"),
    ("renban", "renban", "renban"),
    ("whispers", "whispers", "whisper"),
    ("betweenline", "between", "between"),
    ("lockout", "lockout", "lockout"),
    ("regionsumline", "regionsum", "sumline"),
];

/// Marked cells: the name there, the rule set, its predicate and the sign.
const MARKS: [(&str, &str, &str, &str); 4] = [
    ("even", "evenodd", "parity", "e"),
    ("odd", "evenodd", "parity", "o"),
    ("minimum", "minmax", "extreme", "min"),
    ("maximum", "minmax", "extreme", "max"),
];

/// Signs between two cells: the name there, its value, the rule set, its predicate and the sign.
const PAIRS: [(&str, &str, &str, &str, &str); 4] = [
    ("difference", "1", "kropki", "dot", "w"),
    ("ratio", "2", "kropki", "dot", "b"),
    ("xv", "X", "xv", "xv", "x"),
    ("xv", "V", "xv", "xv", "v"),
];

/// The law that all signs of a rule set are drawn.
const ALL_DRAWN: [(&str, &str); 2] = [("kropki", "plain"), ("xv", "unmarked")];

/// Clues beside the board: the name there, and the rule set. Only one kind can be there, since they share their place.
const SIDES: [(&str, &str); 3] =
    [("sandwichsum", "sandwich"), ("xsum", "xsums"), ("skyscraper", "skyscrapersudoku")];

/// What is told about a puzzle and is no rule; fog hides cells from those who solve, and changes no answer.
const TOLD: [&str; 16] = [
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "solution",
    "negative",
    "highlightConflicts",
    "fogofwar",
    "foglight",
    "foglink",
    "successMessage",
    "disabledlogic",
    "truecandidatesoptions",
    "customTitle",
    "msgcorrect",
];

const WAYS: [(&str, &str, i64, i64); 4] = [
    ("UL", "upleft", -1, -1),
    ("UR", "upright", -1, 1),
    ("DL", "downleft", 1, -1),
    ("DR", "downright", 1, 1),
];
