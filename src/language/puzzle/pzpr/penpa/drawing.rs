//! The text of a drawing of penpa-edit: its size and margins, and what is drawn where.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::language::puzzle::pzpr::LARGEST;

/// A place in half steps from the upper left corner of the board, downwards and to the right: cells are odd both ways, points
/// where cells meet are even, and sides are one of each.
pub(super) type Spot = (i64, i64);

/// A number, or another text, as it is drawn.
#[derive(Clone, Debug)]
pub(super) struct Number {
    pub(super) text: String,
    /// Whether an arrow goes with it: `3_1` is a 3 to the left.
    pub(super) is_arrow: bool,
}

impl Number {
    /// Whether there is a place for a number, and none in it.
    pub(super) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// What is drawn on a board, by places; whoever reads something takes it away.
#[derive(Clone, Default, Debug)]
pub(super) struct Drawing {
    pub(super) rows: usize,
    pub(super) cols: usize,
    /// Above, below, left and right of the board.
    pub(super) margins: [usize; 4],
    pub(super) numbers: BTreeMap<Spot, Number>,
    /// Numbers in corners of cells: upper left, upper right, lower left, lower right.
    pub(super) small: BTreeMap<(Spot, usize), String>,
    pub(super) symbols: BTreeMap<Spot, (String, u64)>,
    /// Cells that are filled with a colour.
    pub(super) shades: BTreeMap<Spot, u64>,
    pub(super) edges: BTreeSet<[Spot; 2]>,
    /// What else is drawn, in words.
    pub(super) unread: Option<&'static str>,
}

/// Short names of what is drawn, and the word for it if no genre here has it.
const UNREAD: [(&str, &str); 12] = [
    ("zF", "free lines"),
    ("z2", "free edges"),
    ("zT", "thermometers"),
    ("z3", "arrows"),
    ("zD", "directions"),
    ("z0", "frames"),
    ("z5", "polygons"),
    ("zL", "lines"),
    ("zW", "walls"),
    ("zC", "cages"),
    ("z6", "killer cages"),
    ("z7", "thermometers without bulbs"),
];

/// The kinds of boards that are made of squares.
const SQUARES: [&str; 3] = ["square", "sudoku", "kakuro"];

/// A cross on a side, which tells that there is none.
const CROSS: u64 = 98;

/// How a number with an arrow is marked, and any other.
const ARROW: &str = "2";
const PLAIN: &str = "1";

/// How many rows and columns there are around what is seen.
const BEYOND: usize = 4;

impl Drawing {
    /// A board of this size with nothing on it.
    pub(super) fn new(rows: usize, cols: usize, margins: [usize; 4]) -> Drawing {
        Drawing { rows, cols, margins, ..Drawing::default() }
    }

    pub(super) fn parse(text: &str) -> Result<Drawing, String> {
        let mut lines = text.lines();
        let head: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
        let shape = head.first().unwrap_or(&"");
        if !SQUARES.contains(shape) {
            return Err(format!("a board of squares, not of the shape `{shape}`"));
        }
        let side = |at: usize| {
            let number = head.get(at).and_then(|told| told.parse().ok());
            number.filter(|side| (1..=LARGEST).contains(side)).ok_or("the size of the board")
        };
        let (cols, rows) = (side(1)?, side(2)?);
        let margins: Vec<usize> = serde_json::from_str(lines.next().unwrap_or_default()).unwrap_or_default();
        let margins: [usize; 4] = margins.try_into().unwrap_or_default();
        let [above, below, left, right] = margins;
        let within = |all: usize, one: usize, other: usize| all.checked_sub(one)?.checked_sub(other);
        let (Some(rows @ 1..), Some(cols @ 1..)) = (within(rows, above, below), within(cols, left, right))
        else {
            return Err("a board within its margins".to_owned());
        };
        let drawn = lines.nth(1).unwrap_or_default();
        let drawn: Value = serde_json::from_str(&unshortened(drawn)).map_err(|_| "what is drawn, as JSON")?;
        let drawn = drawn.as_object().ok_or("what is drawn, as JSON")?;
        // The cells of the board follow what its answer draws.
        let cells: Option<Vec<i64>> = lines.nth(1).and_then(|cells| serde_json::from_str(cells).ok());
        if cells.is_some_and(|cells| cells.len() != rows * cols) {
            return Err("a board with all cells within its margins".to_owned());
        }
        let mut drawing = Drawing::new(rows, cols, margins);
        drawing.take_in(drawn)?;
        Ok(drawing)
    }

    fn take_in(&mut self, drawn: &Map<String, Value>) -> Result<(), String> {
        let list = |name: &str| drawn.get(name).and_then(Value::as_object).into_iter().flatten();
        let word = |value: Option<&Value>| match value {
            Some(Value::String(text)) => text.trim().to_owned(),
            Some(Value::Number(number)) => number.to_string(),
            _ => String::new(),
        };
        let unknown = |what: &str, key: &str| format!("{what} on the board, not at `{key}`");
        for (key, value) in list("zN") {
            let is_arrow = word(value.get(2)) == ARROW;
            let text = word(value.get(0));
            // A number of blanks is a clue that is not told.
            let is_told =
                !text.is_empty() || value.get(0).and_then(Value::as_str).is_some_and(|text| !text.is_empty());
            if is_told || is_arrow {
                let spot = self.spot(key).ok_or_else(|| unknown("numbers", key))?;
                self.numbers.insert(spot, Number { text, is_arrow });
            }
        }
        for (key, value) in list("z1") {
            let text = word(value.get(0));
            if !text.is_empty() {
                let corner = self.corner(key).ok_or_else(|| unknown("small numbers", key))?;
                self.small.insert(corner, text);
            }
        }
        for (key, value) in list("zY") {
            let name = word(value.get(1));
            let name = if name == "zL" { "line".to_owned() } else { name };
            // Some symbols are lists of what they are put together from.
            let number = value.get(0).and_then(Value::as_u64);
            let number = number.ok_or_else(|| format!("another symbol than `{name}`"))?;
            let spot = self.spot(key).ok_or_else(|| unknown("symbols", key))?;
            self.symbols.insert(spot, (name, number));
        }
        for (key, value) in list("zS") {
            let colour = value.as_u64().filter(|colour| *colour > 0);
            if let Some(colour) = colour {
                let spot = self.spot(key).ok_or_else(|| unknown("shades", key))?;
                self.shades.insert(spot, colour);
            }
        }
        for (key, value) in list("zE") {
            if value.as_u64() == Some(CROSS) {
                continue;
            }
            let ends =
                key.split_once(',').and_then(|(one, other)| Some([self.spot(one)?, self.spot(other)?]));
            let ends = ends.ok_or_else(|| unknown("borders", key))?;
            self.edges.insert(ordered(ends));
        }
        self.unread = UNREAD.iter().find(|(name, _)| is_drawn(drawn.get(*name))).map(|(_, what)| *what);
        Ok(())
    }

    /// Rows and columns of all that is seen, and the ones around it.
    fn whole(&self) -> (usize, usize) {
        let [above, below, left, right] = self.margins;
        (self.rows + above + below + BEYOND, self.cols + left + right + BEYOND)
    }

    /// The place with this number: all cells, then where they meet, then the sides below them, then those on the right.
    fn spot(&self, key: &str) -> Option<Spot> {
        let number: usize = key.strip_suffix('E').unwrap_or(key).parse().ok()?;
        let (rows, cols) = self.whole();
        let (down, over) = match number / (rows * cols) {
            0 => (1, 1),
            1 => (2, 2),
            2 => (2, 1),
            3 => (1, 2),
            _ => return None,
        };
        let (y, x) = self.cell(number % (rows * cols));
        Some((y + down, x + over))
    }

    /// Row and column of a cell from the upper left corner of the board, in half steps.
    fn cell(&self, number: usize) -> Spot {
        let (_, cols) = self.whole();
        let [above, _, left, _] = self.margins;
        let half = |at: usize, margin: usize| (at as i64 - (margin + BEYOND / 2) as i64) * 2;
        (half(number / cols, above), half(number % cols, left))
    }

    /// The cell and its corner, or its side, with this number.
    fn corner(&self, key: &str) -> Option<(Spot, usize)> {
        let (rows, cols) = self.whole();
        let number = key.parse::<usize>().ok()?.checked_sub(4 * rows * cols)?;
        let cell = number / 4;
        let (y, x) = self.cell(cell % (rows * cols));
        (cell < 2 * rows * cols).then_some(((y + 1, x + 1), number % 4 + cell / (rows * cols) * 4))
    }

    /// What [`spot`](Self::spot) reads.
    fn key(&self, (y, x): Spot) -> String {
        let (rows, cols) = self.whole();
        let [above, _, left, _] = self.margins;
        let kind = match (y.rem_euclid(2), x.rem_euclid(2)) {
            (1, 1) => 0,
            (0, 0) => 1,
            (0, _) => 2,
            _ => 3,
        };
        // A place belongs to the cell that it is the centre, or the end, of.
        let at =
            |half: i64, margin: usize| ((half + 1).div_euclid(2) - 1 + (margin + BEYOND / 2) as i64) as usize;
        (kind * rows * cols + at(y, above) * cols + at(x, left)).to_string()
    }

    /// Whether a side of a cell is drawn as a border, from one point where cells meet to the next.
    pub(super) fn is_edge(&self, one: Spot, other: Spot) -> bool {
        self.edges.contains(&ordered([one, other]))
    }

    pub(super) fn draw_edge(&mut self, one: Spot, other: Spot) {
        self.edges.insert(ordered([one, other]));
    }

    /// The text of a drawing, as much of it as the page needs, tagged with the name of its genre.
    pub(super) fn told(&self, tag: &str) -> String {
        let [above, below, left, right] = self.margins;
        let (rows, cols) = (self.rows + above + below, self.cols + left + right);
        let (high, wide) = (38 * (rows + 1), 38 * (cols + 1));
        let mut text = format!(
            "square,{cols},{rows},38,0,1,1,{wide},{high},{wide},{high},0,0,0,0,Title: ,Author: ,,,OFF,false\n"
        );
        let _ = writeln!(text, "[{above},{below},{left},{right}]\n[\"1\",\"2\",\"1\"]~zS~[\"\",1]");
        let numbers = self.numbers.iter().map(|(spot, number)| {
            let style = if number.is_arrow { ARROW } else { PLAIN };
            (self.key(*spot), json!([number.text, 1, style]))
        });
        let symbols =
            self.symbols.iter().map(|(spot, (name, number))| (self.key(*spot), json!([number, name, 1])));
        let shades = self.shades.iter().map(|(spot, colour)| (self.key(*spot), json!(colour)));
        let edges = self
            .edges
            .iter()
            .map(|[one, other]| (format!("{},{}", self.key(*one), self.key(*other)), json!(2)));
        let shown = |all: Map<String, Value>| Value::Object(all).to_string();
        let _ = writeln!(
            text,
            "{{zR:{{z_:[]}},zU:{{z_:[]}},z8:{{z_:[]}},zS:{},zN:{},z1:{{}},zY:{},zF:{{}},z2:{{}},zT:[],z3:[],zD:[],\
             z0:[],z5:[],zL:{{}},zE:{},zW:{{}},zC:{{}},z4:{{}},z6:[],z7:[]}}\n",
            shown(shades.collect()),
            shown(numbers.collect()),
            shown(symbols.collect()),
            shown(edges.collect()),
        );
        // The cells of the board, each as its distance from the one before.
        let inside = (above..rows - below)
            .flat_map(|row| (left..cols - right).map(move |col| (row + 2) * (cols + BEYOND) + col + 2));
        let mut last = 0;
        let steps: Vec<String> =
            inside.map(|cell| (cell - std::mem::replace(&mut last, cell)).to_string()).collect();
        let _ = writeln!(
            text,
            "[{}]\n[]\n{{}}\n\"x\"\n\"x\"\n[3,2,5]\n{{}}\n\"x\"\n0\n\n\n{{}}\n[\"{tag}\"]",
            steps.join(","),
        );
        text
    }
}

fn ordered([one, other]: [Spot; 2]) -> [Spot; 2] {
    if one < other { [one, other] } else { [other, one] }
}

fn is_drawn(value: Option<&Value>) -> bool {
    match value {
        Some(Value::Array(all)) => !all.is_empty(),
        Some(Value::Object(all)) => !all.is_empty(),
        _ => false,
    }
}

/// Names in JSON that penpa writes as `zQ`: here they keep these names, in quotes.
fn unshortened(text: &str) -> String {
    let mut out = String::new();
    let (mut quoted, mut letters) = (false, text.chars().peekable());
    while let Some(letter) = letters.next() {
        match letter {
            '\\' if quoted => {
                out.push(letter);
                out.extend(letters.next());
            }
            '"' => {
                quoted = !quoted;
                out.push(letter);
            }
            'z' if quoted => {
                // `zZ` is a `z` that somebody wrote.
                letters.next_if_eq(&'Z');
                out.push('z');
            }
            'z' => match letters.next() {
                Some('O') => out.push_str("null"),
                Some(sign) => out.push_str(&format!("\"z{sign}\"")),
                None => {}
            },
            _ => out.push(letter),
        }
    }
    out
}
