//! What the files of each genre of pzpr say, in which order.

/// What a file says next.
#[derive(Clone, Copy, Debug)]
pub(super) enum Told {
    /// The clues of the genre, a word for each of their places.
    Clues,
    /// The same; a cell with a clue holds nothing else.
    Walls,
    /// The same where what a clue shows is the value of its cell.
    Shown(&'static [(&'static str, &'static str)]),
    /// Clues that are lists, and shading between them.
    Runs,
    /// Walls with numbers, and lamps between them.
    Lamps,
    /// Trees and tents between clues beside the board.
    Camp,
    /// Clues of cells between those beside the board.
    Between,
    /// Circles with their colour before the number.
    Circles,
    /// How many rooms there are, and the room of each cell.
    Areas,
    /// The borders between rooms.
    Borders,
    /// The numbers of rooms, each in one of its cells.
    Totals,
    /// Clues beside the board and the numbers on it, with these in place of some.
    Framed(&'static [&'static str], &'static [(&'static str, &'static str)]),
    /// Sums in and beside the board.
    Sums,
    /// Values of cells: what these words say, and what all others say.
    Values(&'static [(&'static str, &'static str)], &'static str),
    /// Numbers as values.
    Digits,
    /// The sizes of rooms as this value, and a value for a cell without.
    Sizes(&'static str, &'static str),
    /// Marked cells: the direction, the number and the colour.
    Posts,
    /// The pieces of a fleet.
    Fleet,
    /// Whether neighbours are linked.
    Links(&'static str, &'static str, &'static str, &'static str),
    /// The same with the edges of the board.
    Framings,
    /// Bridges between clues.
    Bridges,
}

const SHADED: Told = Told::Values(&[("#", "black")], "white");
const LINKS: Told = Told::Links("link", "1", "1", "0");
const TIES: Told = Told::Links("tie", "1", "0", "1");
const SHAPES: &[(&str, &str)] = &[("1", "\"c\""), ("2", "t"), ("3", "s")];
const ROUND: &[&str] = &["top", "left", "bottom", "right"];

/// What the files of a genre say, by its name there.
pub(super) const FILES: &[(&str, &[Told])] = &[
    ("araf", &[Told::Clues, TIES]),
    ("balance", &[Told::Circles, LINKS]),
    ("battleship", &[Told::Fleet, Told::Between, Told::Values(&[("#", "ship")], "water")]),
    ("canal", &[Told::Clues, SHADED]),
    ("castle", &[Told::Posts, LINKS]),
    ("cave", &[Told::Clues, Told::Values(&[("#", "rock")], "cave")]),
    ("chocona", &[Told::Areas, Told::Totals, SHADED]),
    ("cocktail", &[Told::Areas, Told::Totals, SHADED]),
    ("creek", &[Told::Clues, SHADED]),
    ("detour", &[Told::Areas, Told::Totals, LINKS]),
    ("doppelblock", &[Told::Framed(&["top", "left"], &[("-", "0")])]),
    ("dotchi", &[Told::Areas, Told::Clues, LINKS]),
    ("doubleback", &[Told::Areas, Told::Totals, LINKS]),
    ("factors", &[Told::Borders, Told::Totals, Told::Digits]),
    ("fillomino", &[Told::Clues, Told::Digits]),
    ("fivecells", &[Told::Clues, Told::Framings]),
    ("fourcells", &[Told::Clues, TIES]),
    ("geradeweg", &[Told::Clues, LINKS]),
    ("gokigen", &[Told::Clues, Told::Values(&[("1", "down"), ("2", "up")], "")]),
    ("hakoiri", &[Told::Areas, Told::Shown(SHAPES), Told::Values(SHAPES, "blank")]),
    ("hanare", &[Told::Borders, Told::Sizes("1", ""), Told::Sizes("1", "0")]),
    ("hashikake", &[Told::Clues, Told::Bridges]),
    ("heyawake", &[Told::Areas, Told::Totals, SHADED]),
    ("juosan", &[Told::Areas, Told::Totals, Told::Values(&[("1", "upright"), ("2", "flat")], "")]),
    ("kakuro", &[Told::Sums, Told::Digits]),
    ("koburin", &[Told::Walls, SHADED, LINKS]),
    ("kropki", &[Told::Clues, Told::Digits]),
    ("kurochute", &[Told::Clues, Told::Values(&[("1", "black")], "white")]),
    ("kurodoko", &[Told::Clues, SHADED]),
    ("lightup", &[Told::Lamps]),
    ("mines", &[Told::Clues, Told::Values(&[("#", "mine")], "free")]),
    ("mochikoro", &[Told::Clues, SHADED]),
    ("moonsun", &[Told::Areas, Told::Clues, LINKS]),
    ("norinori", &[Told::Areas, SHADED]),
    ("numlin", &[Told::Clues, LINKS]),
    ("nuribou", &[Told::Clues, SHADED]),
    ("nurikabe", &[Told::Clues, Told::Values(&[("#", "sea")], "land")]),
    ("nurimisaki", &[Told::Clues, SHADED]),
    ("putteria", &[Told::Borders, Told::Sizes("number", ""), Told::Sizes("number", "blank")]),
    (
        "shakashaka",
        &[Told::Walls, Told::Values(&[("2", "sw"), ("3", "se"), ("4", "ne"), ("5", "nw")], "blank")],
    ),
    ("shimaguni", &[Told::Areas, Told::Totals, SHADED]),
    ("skyscrapers", &[Told::Framed(ROUND, &[])]),
    ("sudoku", &[Told::Clues, Told::Digits]),
    ("tapa", &[Told::Runs]),
    ("tents", &[Told::Camp]),
    ("yajilin", &[Told::Walls, SHADED, LINKS]),
];
