//! The genres that pzpr knows and gridlog has a rule set for: a codec each, in a few lines.

use super::board::WALL;
use super::code::Code::{
    self, Arrows, Bits, Every, Hex, Marks, Nothing, Plain, Posts, Runs, Sparse, Tailed, Ten, Three, Walls,
};
use super::part::Part::{
    self, Beside, Blocks, Cells, Corners, Edges, Fleet, NoBorders, Perhaps, Points, Poles, Rooms, Setting,
    Sizes, Sums, Totals,
};
use super::signs::Signs;
use super::signs::Signs::{Arrow, Circle, Letter, List, Number, Post, Table};
use crate::language::puzzle::written::GIVEN;

/// A genre as pzpr has it.
#[derive(Debug)]
pub(in crate::language::puzzle) struct Genre {
    /// What pzpr calls it; the first is written.
    pub(super) names: &'static [&'static str],
    /// The rule set.
    pub(super) rules: &'static str,
    pub(super) shape: Shape,
    /// Params that make the rule set this genre.
    pub(super) with: &'static [(&'static str, usize)],
    /// The variants that pzpr marks by a letter, which the rule set does not have.
    pub(super) variants: &'static [(char, &'static str)],
    pub(super) parts: &'static [Part],
    /// A layer that must hold so many signs, which are called this, since the rule set knows no others.
    pub(super) needs: Option<(&'static str, usize, &'static str)>,
}

/// The params that the size of a board sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// `r` and `c`.
    Sized,
    /// `n`, with as many rows as columns.
    Square,
    /// `n`, and boxes: a square number or 6.
    Boxed,
    /// `r` and `c`, each with a line of clues more.
    Framed,
    /// `r`, `c`, and `pairs` of numbers from 1.
    Paired,
    /// `r`, `c`, and `most`, the size of the largest room.
    Roomed,
    /// `r` and `c`, and no room of more than two cells.
    Halved,
}

const FOUR: Code = Tailed(5, 2);
const UNTOLD: Signs = Number("?");
const TOLD: Signs = Number("");
const ROUND: &[&str] = &["top", "bottom", "left", "right"];
const TWO: &[&str] = &["top", "left"];
const FULL: &[(char, &str)] = &[('f', "the loop passes all cells")];
const OUT: (char, &str) = ('o', "clues outside the loop");
const CIRCLES: &[(&str, Signs)] = &[("circle", Table(&[("1", "w"), ("2", "b")]))];
const OLD: &[(char, &str)] = &[('d', "an old way to write the board")];

const fn genre(names: &'static [&'static str], rules: &'static str, parts: &'static [Part]) -> Genre {
    Genre { names, rules, shape: Shape::Sized, with: &[], variants: &[], parts, needs: None }
}

/// Numbers in cells, and nothing else; the rule set has a sign for one that is not told.
const fn numbers(names: &'static [&'static str], rules: &'static str) -> Genre {
    genre(names, rules, &[Cells(Hex, &[("number", UNTOLD)])])
}

/// Rooms, perhaps with a number.
const fn totals(names: &'static [&'static str], rules: &'static str) -> Genre {
    genre(names, rules, &[Rooms("region"), Totals("total", TOLD)])
}

/// All of them, by the names that pzpr has for them.
pub(super) const GENRES: &[Genre] = &[
    genre(&["akari", "lightup", "bijutsukan"], "akari", &[Cells(FOUR, &[("board", Number("#"))])]),
    Genre { variants: &[('b', "borders that part groups")], ..totals(&["aqre"], "aqre") },
    genre(&["araf"], "araf", &[Cells(Hex, &[("number", TOLD)])]),
    Genre { variants: FULL, ..genre(&["balance"], "balanceloop", &[Cells(Hex, &[("circle", Circle)])]) },
    genre(
        &["battleship"],
        "battleship",
        &[
            Beside(Hex, TWO, TOLD),
            Cells(
                Hex,
                &[(
                    "part",
                    Table(&[
                        ("0", "x"),
                        ("1", "n"),
                        ("2", "s"),
                        ("3", "w"),
                        ("4", "e"),
                        ("5", "m"),
                        ("6", "o"),
                    ]),
                )],
            ),
            Fleet("fleet"),
        ],
    ),
    numbers(&["canal"], "canalview"),
    genre(&["castle"], "castlewall", &[Cells(Posts, &[("post", Post)])]),
    numbers(&["cave", "bag", "corral"], "cave"),
    totals(&["chocona"], "chocona"),
    totals(&["cocktail"], "cocktaillamp"),
    Genre { variants: &[('e', "regions that may stay empty")], ..totals(&["country"], "countryroad") },
    Genre { variants: OLD, ..genre(&["creek"], "creek", &[Corners(FOUR, "number", UNTOLD)]) },
    totals(&["detour"], "detour"),
    Genre {
        shape: Shape::Square,
        ..genre(&["doppelblock"], "doppelblock", &[Beside(Hex, TWO, TOLD), Perhaps(Hex, &[(GIVEN, TOLD)])])
    },
    genre(&["dosufuwa"], "dosunfuwari", &[Rooms("region"), Cells(Marks, &[("black", Table(&[("1", "x")]))])]),
    genre(&["dotchi"], "dotchiloop", &[Rooms("region"), Cells(Three, CIRCLES)]),
    genre(&["doubleback"], "doubleback", &[Rooms("region"), Perhaps(Bits, &[(WALL, Table(&[("1", WALL)]))])]),
    Genre {
        shape: Shape::Square,
        ..genre(
            &["easyasabc"],
            "easyas",
            &[Setting("letters"), Beside(Hex, ROUND, Letter), Perhaps(Hex, &[(GIVEN, Letter)])],
        )
    },
    Genre {
        variants: &[('t', "triominoes only")],
        ..genre(&["fillomino", "fillomino01"], "fillomino", &[Cells(Hex, &[(GIVEN, TOLD)]), NoBorders])
    },
    FIVE,
    Genre { names: &["fourcells"], with: &[], ..FIVE },
    genre(
        &["tentaisho"],
        "galaxies",
        &[
            Points(Tailed(2, 7), "star", Table(&[("0", "o"), ("1", "o")])),
            Perhaps(Bits, &[(WALL, Table(&[]))]),
        ],
    ),
    Genre { variants: FULL, ..numbers(&["geradeweg"], "geradeweg") },
    Genre { variants: OLD, ..genre(&["gokigen"], "gokigen", &[Corners(FOUR, "number", UNTOLD)]) },
    genre(
        &["hakoiri"],
        "hakoiri",
        &[Rooms("region"), Cells(Ten, &[("shape", Table(&[("1", "c"), ("2", "t"), ("3", "s")]))])],
    ),
    roomed(&["ripple", "hakyukoka"], "hakyuu"),
    genre(&["hanare"], "hanare", &[Rooms("region"), Cells(Hex, &[("number", TOLD)])]),
    numbers(&["hashi", "hashikake", "bridges"], "hashi"),
    genre(&["heyawake", "heyawacky"], "heyawake", &[Rooms("room"), Totals("total", UNTOLD)]),
    genre(&["hitori"], "hitori", &[Cells(Every, &[("number", UNTOLD)])]),
    totals(&["juosan"], "juosan"),
    Genre { shape: Shape::Framed, ..genre(&["kakuro"], "kakuro", &[Sums("sums")]) },
    Genre { shape: Shape::Square, ..genre(&["factors"], "kenken", &[Rooms("cage"), Totals("times", TOLD)]) },
    Genre {
        variants: &[OUT, ('m', "cells counted as in Minesweeper")],
        ..genre(&["koburin"], "koburin", &[Cells(FOUR, &[("number", UNTOLD)])])
    },
    Genre {
        shape: Shape::Square,
        ..genre(&["kropki"], "kropki", &[Edges(Three, "dot", Table(&[("1", "w"), ("2", "b")]))])
    },
    numbers(&["kurodoko"], "kuromasu"),
    numbers(&["kurochute"], "kuroshuto"),
    numbers(&["kurotto"], "kurotto"),
    Genre { variants: OLD, ..genre(&["lits"], "lits", &[Rooms("region")]) },
    Genre {
        variants: &[('a', "equal poles beside each other")],
        shape: Shape::Halved,
        ..genre(
            &["magnets"],
            "magnets",
            &[
                Poles,
                Rooms("magnet"),
                Cells(Three, &[(GIVEN, Table(&[("1", "+"), ("2", "-")]))]),
                Cells(Bits, &[(WALL, Table(&[("1", WALL)]))]),
            ],
        )
    },
    Genre {
        shape: Shape::Roomed,
        ..genre(
            &["makaro"],
            "makaro",
            &[
                Rooms("region"),
                Cells(
                    Walls,
                    &[
                        (
                            "black",
                            Table(&[
                                ("#0", "x"),
                                ("#1", "up"),
                                ("#2", "down"),
                                ("#3", "left"),
                                ("#4", "right"),
                            ]),
                        ),
                        (GIVEN, TOLD),
                    ],
                ),
            ],
        )
    },
    Genre {
        variants: FULL,
        ..genre(
            &["mashu", "masyu", "pearl"],
            "masyu",
            &[Cells(Three, &[("pearl", Table(&[("1", "w"), ("2", "b")]))])],
        )
    },
    numbers(&["mines"], "minesweeper"),
    numbers(&["mochikoro"], "mochikoro"),
    genre(
        &["moonsun"],
        "moonsun",
        &[Rooms("region"), Cells(Three, &[("sky", Table(&[("1", "moon"), ("2", "sun")]))])],
    ),
    genre(&["nawabari"], "nawabari", &[Cells(Ten, &[("number", UNTOLD)])]),
    genre(&["nondango"], "nondango", &[Rooms("region"), Cells(Bits, &[("dot", Table(&[("1", "o")]))])]),
    genre(&["nonogram"], "nonogram", &[Blocks]),
    genre(&["norinori"], "norinori", &[Rooms("region")]),
    Genre {
        shape: Shape::Paired,
        ..genre(&["numlin", "numberlink"], "numberlink", &[Cells(Hex, &[("number", TOLD)])])
    },
    numbers(&["nuribou"], "nuribou"),
    numbers(&["nurikabe"], "nurikabe"),
    genre(&["nurimisaki"], "nurimisaki", &[Cells(Hex, &[("cape", UNTOLD)])]),
    genre(&["putteria"], "putteria", &[Rooms("region"), Sizes(GIVEN, "number")]),
    genre(&["shakashaka"], "shakashaka", &[Cells(FOUR, &[("board", Number("#"))])]),
    numbers(&["shikaku"], "shikaku"),
    totals(&["shimaguni"], "shimaguni"),
    genre(&["simpleloop"], "simpleloop", &[Perhaps(Bits, &[("black", Table(&[("1", "x")]))])]),
    Genre {
        shape: Shape::Square,
        ..genre(
            &["skyscrapers", "skyscraper", "building"],
            "skyscrapers",
            &[Beside(Hex, ROUND, TOLD), Perhaps(Hex, &[(GIVEN, TOLD)])],
        )
    },
    Genre {
        variants: &[('f', "the loop passes all points")],
        ..genre(&["slither", "slitherlink"], "slitherlink", &[Cells(FOUR, &[("number", UNTOLD)])])
    },
    Genre {
        needs: Some(("tip", 2, "both ends of the snake")),
        ..genre(
            &["snake"],
            "snake",
            &[Cells(Three, &[("tip", Table(&[("2", "x")]))]), Beside(Hex, TWO, TOLD)],
        )
    },
    Genre {
        shape: Shape::Square,
        ..genre(&["starbattle"], "starbattle", &[Setting("stars"), Rooms("region")])
    },
    Genre { shape: Shape::Boxed, ..genre(&["sudoku"], "sudoku", &[Cells(Hex, &[(GIVEN, TOLD)])]) },
    roomed(&["suguru"], "suguru"),
    genre(&["sukoro"], "sukoro", &[Cells(Ten, &[(GIVEN, TOLD)])]),
    genre(&["tapa"], "tapa", &[Cells(Runs, &[("number", List)])]),
    genre(
        &["tatamibari"],
        "tatamibari",
        &[Cells(Hex, &[("sign", Table(&[("1", "|"), ("2", "-"), ("3", "+")]))])],
    ),
    genre(&["tents"], "tents", &[Beside(Hex, TWO, TOLD), Cells(Sparse, &[("tree", Table(&[("1", "t")]))])]),
    genre(&["tilepaint"], "tilepaint", &[Rooms("region"), Cells(Nothing, &[]), Beside(Plain, TWO, TOLD)]),
    genre(&["wblink"], "wblink", &[Cells(Three, CIRCLES)]),
    Genre {
        variants: &[OUT],
        ..genre(&["yajilin", "yajirin"], "yajilin", &[Cells(Arrows, &[("arrow", Arrow("x"))])])
    },
    Genre { variants: &[OUT], ..totals(&["yajilin-regions"], "regionalyajilin") },
    genre(&["yinyang"], "yinyang", &[Cells(Three, &[(GIVEN, Table(&[("1", "w"), ("2", "b")]))])]),
];

/// Numbers from 1 to the size of each room.
const fn roomed(names: &'static [&'static str], rules: &'static str) -> Genre {
    let parts =
        &[Rooms("region"), Cells(Hex, &[(GIVEN, TOLD)]), Perhaps(Bits, &[(WALL, Table(&[("1", WALL)]))])];
    Genre { shape: Shape::Roomed, ..genre(names, rules, parts) }
}

const FIVE: Genre = Genre {
    with: &[("size", 5)],
    ..genre(&["fivecells"], "fourcells", &[Cells(Ten, &[(WALL, Table(&[("7", WALL)])), ("number", TOLD)])])
};
