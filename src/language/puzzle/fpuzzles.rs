//! What f-puzzles says about sudoku variants: the names of its clues, and the rule sets that have them.

mod drawn;
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
const LINES: [(&str, &str, &str); 11] = [
    ("thermometer", "thermo", "thermo"),
    ("palindrome", "palindrome", "palindrome"),
    ("renban", "renban", "renban"),
    ("whispers", "whispers", "whisper"),
    ("betweenline", "between", "between"),
    ("lockout", "lockout", "lockout"),
    ("regionsumline", "regionsum", "sumline"),
    ("entropicline", "entropiclines", "entropic"),
    ("modularline", "modularlines", "modular"),
    ("zipperline", "zipper", "zipper"),
    ("doublearrow", "doublearrow", "doublearrow"),
];

/// Marked cells: the name there, the rule set, its predicate and the sign.
const MARKS: [(&str, &str, &str, &str); 6] = [
    ("even", "evenodd", "parity", "e"),
    ("odd", "evenodd", "parity", "o"),
    ("minimum", "minmax", "extreme", "min"),
    ("maximum", "minmax", "extreme", "max"),
    ("rowindexer", "indexing", "index", "row"),
    ("columnindexer", "indexing", "index", "col"),
];

/// Signs between two cells: the name there, its value, the rule set, its predicate and the sign.
const PAIRS: [(&str, &str, &str, &str, &str); 4] = [
    ("difference", "1", "kropki", "dot", "w"),
    ("ratio", "2", "kropki", "dot", "b"),
    ("xv", "X", "xv", "xv", "x"),
    ("xv", "V", "xv", "xv", "v"),
];

/// Signs between two cells, and the law of a rule set that all of them are drawn.
const ALL_DRAWN: [(&str, &str, &str); 3] =
    [("difference", "kropki", "plain"), ("ratio", "kropki", "single"), ("xv", "xv", "unmarked")];

/// Pictures. One that says which clue it belongs to says nothing more.
const PICTURES: [&str; 5] = ["line", "circle", "rectangle", "cage", "text"];

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
