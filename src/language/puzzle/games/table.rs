//! The games: a row each.

use super::params::Param::{self, Groups, Level, Made, Must, Not, Set, Shaped};
use super::part::Layers;
use super::part::Part::{
    self, Bones, Every, Facts, Halves, Limit, List, Map, Marks, Mines, Numbers, Posts, Ragged, Round, Runs,
    Stations, Strips, Values,
};
use super::runs::Alphabet::{Above, Digits, Filled, Table};
use super::runs::Place::{Cells, Corners, Points};
use super::{Game, Shape};
use crate::language::puzzle::written::GIVEN;

const SIZED: Shape = Shape::Sized("r", "c");

/// A game on a board of rows and columns whose ID tells no more than how hard it is.
const fn game(name: &'static str, rules: &'static str, parts: &'static [Part]) -> Game {
    Game { name, summary: "", example: "", rules, shape: SIZED, params: &[Level], parts }
}

const OTHER_GRID: &str = "`slitherlink` is on squares";
const TWO_BRIDGES: &str = "`hashi` has two bridges at most between two islands";
const LOOPS: &str = "`hashi` lets bridges close a ring";
const WRAPS: &str = "the wires of `net` do not go over the edge";
const MADE_FOR_TWO: &[Param] = &[Made('i'), Made('e'), Must('m', 2, TWO_BRIDGES), Not('L', LOOPS), Level];
const TILES: Layers = &[(
    "tile",
    Table(&[
        ('1', "e"),
        ('2', "e"),
        ('4', "e"),
        ('8', "e"),
        ('5', "i"),
        ('a', "i"),
        ('3', "l"),
        ('6', "l"),
        ('9', "l"),
        ('c', "l"),
        ('7', "t"),
        ('b', "t"),
        ('d', "t"),
        ('e', "t"),
        ('f', "x"),
    ]),
)];
const RAILS: Layers =
    &[("rail", Table(&[('5', "ew"), ('A', "ns"), ('3', "ne"), ('6', "nw"), ('9', "se"), ('C', "sw")]))];
const MIRRORS: Layers = &[
    ("mirror", Table(&[('L', "\\"), ('R', "/")])),
    (GIVEN, Table(&[('G', "ghost"), ('V', "vampire"), ('Z', "zombie")])),
];
const MARBLES: Layers =
    &[("board", Table(&[('b', ""), ('g', "*"), ('m', "x"), ('s', "o"), ('S', "O"), ('w', "#")]))];

pub(in crate::language::puzzle) const LOOPY: Game = Game {
    summary: "Loopy of Simon Tatham (Slitherlink; squares only), a game ID on each line",
    params: &[Must('t', 0, OTHER_GRID), Level],
    example: "4x3t0:0123a2a1a212\n",
    ..game("sgt-loopy", "slitherlink", &[Runs(Cells, &[("number", Digits(0, 4))])])
};

pub(in crate::language::puzzle) const BRIDGES: Game = Game {
    summary: "Bridges of Simon Tatham (Hashi; two bridges at most), a game ID on each line",
    params: MADE_FOR_TWO,
    example: "6x5m2:3a1i5c3g2a2a2a\n",
    ..game("sgt-bridges", "hashi", &[Runs(Cells, &[("number", Digits(1, 16))])])
};

pub(in crate::language::puzzle) const RANGE: Game = Game {
    summary: "Range of Simon Tatham (Kuromasu), a game ID on each line",
    example: "5x4:d3b5_5c6g\n",
    ..game("sgt-range", "kuromasu", &[Numbers("number")])
};

pub(in crate::language::puzzle) const SLANT: Game = Game {
    summary: "Slant of Simon Tatham (Gokigen Naname), a game ID on each line",
    example: "4x3:c1a0a12b12b1c1\n",
    ..game("sgt-slant", "gokigen", &[Runs(Corners, &[("number", Digits(0, 4))])])
};

pub(in crate::language::puzzle) const MAGNETS: Game = Game {
    summary: "Magnets of Simon Tatham, a game ID on each line",
    params: &[Level, Made('S')],
    example: "5x4:.1..1,.20.,12...,1...,TLRLRBTTLRTBBTTBLRBB\n",
    ..game("sgt-magnets", "magnets", &[Strips(&["top", "left", "bottom", "right"]), Halves("magnet", "x")])
};

pub(in crate::language::puzzle) const GALAXIES: Game = Game {
    summary: "Galaxies of Simon Tatham, a game ID on each line",
    example: "5x4:bmegmpe\n",
    ..game("sgt-galaxies", "galaxies", &[Marks(Points, "star", "o")])
};

pub(in crate::language::puzzle) const MAP: Game = Game {
    summary: "Map of Simon Tatham (four colours), a game ID on each line",
    shape: Shape::Sized("height", "width"),
    params: &[Groups('n', "region"), Level],
    example: "5x4n5:dfbdcccadaa,3a1a2\n",
    ..game("sgt-map", "map", &[Map("region", "paint", &["red", "yellow", "green", "blue"])])
};

pub(in crate::language::puzzle) const MINES: Game = Game {
    summary: "Mines of Simon Tatham (Minesweeper), a game ID on each line: what opens with the first cell",
    params: &[Made('n'), Made('a'), Made('X'), Made('Y')],
    example: "3x3:0,0,u008\n",
    ..game("sgt-mines", "minesweeper", &[Mines])
};

pub(in crate::language::puzzle) const PALISADE: Game = Game {
    summary: "Palisade of Simon Tatham (Fourcells of any size), a game ID on each line",
    params: &[Set('n', "size")],
    example: "5x4n4:a3a3f2a32d3\n",
    ..game("sgt-palisade", "fourcells", &[Ragged(&[("number", Digits(0, 4))])])
};

pub(in crate::language::puzzle) const PEARL: Game = Game {
    summary: "Pearl of Simon Tatham (Masyu), a game ID on each line",
    params: &[Level, Made('n')],
    example: "4x3:BcWaWbWBa\n",
    ..game("sgt-pearl", "masyu", &[Runs(Cells, &[("pearl", Table(&[('W', "w"), ('B', "b")]))])])
};

pub(in crate::language::puzzle) const RECT: Game = Game {
    summary: "Rectangles of Simon Tatham (Shikaku), a game ID on each line",
    params: &[Made('e'), Made('a')],
    example: "5x4:d3c3b6d2_2_4a\n",
    ..game("sgt-rect", "shikaku", &[Numbers("number")])
};

pub(in crate::language::puzzle) const TRACKS: Game = Game {
    summary: "Train Tracks of Simon Tatham, a game ID on each line",
    params: &[Level, Made('o')],
    example: "4x4:f6bAf,3,3,S4,3,2,S4,4,3\n",
    ..game("sgt-tracks", "tracks", &[Runs(Cells, RAILS), Stations("from", "to")])
};

pub(in crate::language::puzzle) const UNDEAD: Game = Game {
    summary: "Undead of Simon Tatham, a game ID on each line",
    example: "4x3:3,1,2,LLRbRcRLa,0,0,0,1,2,1,3,1,0,0,2,3,1,1\n",
    ..game("sgt-undead", "undead", &[Facts(&["ghosts", "vampires", "zombies"]), Runs(Cells, MIRRORS), Round])
};

pub(in crate::language::puzzle) const FILLING: Game = Game {
    summary: "Filling of Simon Tatham (Fillomino), a game ID on each line",
    example: "3x3:c6c36\n",
    ..game("sgt-filling", "fillomino", &[Runs(Cells, &[(GIVEN, Filled(9))])])
};

pub(in crate::language::puzzle) const DOMINOSA: Game = Game {
    summary: "Dominosa of Simon Tatham, a game ID on each line",
    shape: Shape::Dominoes("most"),
    params: &[Made('a'), Level],
    example: "2:122000110221\n",
    ..game("sgt-dominosa", "dominosa", &[Bones("number")])
};

pub(in crate::language::puzzle) const NET: Game = Game {
    summary: "Net of Simon Tatham (without barriers), a game ID on each line",
    params: &[Not('w', WRAPS), Made('b'), Made('a')],
    example: "4x3:313377751111\n",
    ..game("sgt-net", "net", &[Every(TILES)])
};

pub(in crate::language::puzzle) const MOSAIC: Game = Game {
    summary: "Mosaic of Simon Tatham, a game ID on each line",
    params: &[Made('a'), Made('h')],
    example: "6x4:b22b45b33a633a22b111\n",
    ..game("sgt-mosaic", "mosaic", &[Runs(Cells, &[("number", Digits(0, 9))])])
};

pub(in crate::language::puzzle) const FLOOD: Game = Game {
    summary: "Flood of Simon Tatham, a game ID on each line; the number of moves is not read, and written as the cells",
    params: &[Made('c'), Made('m')],
    example: "4x4:0102120020020220,16\n",
    ..game("sgt-flood", "flood", &[Every(&[(GIVEN, Above)]), Values("colours"), Limit])
};

pub(in crate::language::puzzle) const FIFTEEN: Game = Game {
    summary: "Fifteen of Simon Tatham, a game ID on each line",
    params: &[],
    example: "3x2:4,1,3,0,2,5\n",
    ..game("sgt-fifteen", "fifteen", &[List(GIVEN)])
};

pub(in crate::language::puzzle) const SIXTEEN: Game = Game {
    summary: "Sixteen of Simon Tatham, a game ID on each line",
    params: &[Made('m')],
    example: "3x2:6,5,2,4,1,3\n",
    ..game("sgt-sixteen", "sixteen", &[List(GIVEN)])
};

pub(in crate::language::puzzle) const PEGS: Game = Game {
    summary: "Pegs of Simon Tatham, a game ID on each line",
    params: &[Shaped(&["cross", "octagon", "random"])],
    example: "4x1:PPHP\n",
    ..game("sgt-pegs", "pegs", &[Every(&[("board", Table(&[('P', "x"), ('H', "o"), ('O', "")]))])])
};

pub(in crate::language::puzzle) const INERTIA: Game = Game {
    summary: "Inertia of Simon Tatham, a game ID on each line",
    params: &[],
    example: "4x1:Sbgw\n",
    ..game("sgt-inertia", "inertia", &[Every(MARBLES)])
};

pub(in crate::language::puzzle) const SIGNPOST: Game = Game {
    summary: "Signpost of Simon Tatham, a game ID on each line",
    params: &[Made('c')],
    example: "4x3:ecgfdadgca12aa\n",
    ..game("sgt-signpost", "signpost", &[Posts("arrow")])
};
