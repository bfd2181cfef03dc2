//! What penpa-edit draws, as the clues of a genre: numbers, circles and borders into the layers of its rule set.
//!
//! A drawing there has no rules, so the genre is named besides; its parts say what is a clue, and what is drawn and
//! belongs to none of them is refused.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::code::UNTOLD;
use super::genres::{Genre, Shape};
use super::part::Part;
use super::rooms::{Rooms, beside};
use super::{LARGEST, fitting};
use crate::language::puzzle::written::Puzzle;

/// Short names of what is drawn, and the word for it if no genre here has it.
const UNREAD: [(&str, &str); 16] = [
    ("z1", "small numbers"),
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
    ("z4", "deleted edges"),
    ("zS", "shades"),
    ("zY", "symbols"),
];

/// Circles by their number there, as pzpr counts white and black ones.
const CIRCLES: [(u64, &str); 2] = [(1, "1"), (2, "2")];

/// A drawing: rows and columns with the margins, the margins, and what is drawn.
struct Drawing {
    rows: usize,
    cols: usize,
    /// Above, below, left and right of the board.
    margins: [usize; 4],
    drawn: Map<String, Value>,
}

impl Drawing {
    fn parse(text: &str) -> Result<Drawing, String> {
        let mut lines = text.lines();
        let head: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
        if head.first() != Some(&"square") {
            return Err(format!("a board of squares, not of the shape `{}`", head.first().unwrap_or(&"")));
        }
        let side = |at: usize| {
            let number = head.get(at).and_then(|told| told.parse().ok());
            number.filter(|side| (1..=LARGEST).contains(side)).ok_or("the size of the board")
        };
        let (cols, rows) = (side(1)?, side(2)?);
        let margins: Vec<usize> = serde_json::from_str(lines.next().unwrap_or_default()).unwrap_or_default();
        let margins: [usize; 4] = margins.try_into().unwrap_or_default();
        if margins[0] + margins[1] >= rows || margins[2] + margins[3] >= cols {
            return Err("a board within its margins".to_owned());
        }
        let drawn = lines.nth(1).unwrap_or_default();
        let drawn: Value = serde_json::from_str(&unshortened(drawn)).map_err(|_| "what is drawn, as JSON")?;
        let drawn = drawn.as_object().cloned().ok_or("what is drawn, as JSON")?;
        Ok(Drawing { rows, cols, margins, drawn })
    }

    /// Rows and columns of the board alone.
    fn size(&self) -> (usize, usize) {
        let [above, below, left, right] = self.margins;
        (self.rows - above - below, self.cols - left - right)
    }

    /// Row and column in the drawing, which has two empty ones on each side.
    fn place(&self, number: usize) -> Option<(usize, usize)> {
        let wide = self.cols + 4;
        let (row, col) = ((number / wide).checked_sub(2)?, (number % wide).checked_sub(2)?);
        (row < self.rows && col < self.cols).then_some((row, col))
    }

    /// The number of a point.
    fn point_at(&self, row: usize, col: usize) -> usize {
        let wide = self.cols + 4;
        wide * (self.rows + 4) + (row + 1) * wide + col + 1
    }

    fn list(&self, name: &str) -> impl Iterator<Item = (&String, &Value)> {
        self.drawn.get(name).and_then(Value::as_object).into_iter().flatten()
    }

    /// Numbers by their place in the drawing; one that is not told is `?`.
    fn numbers(&self) -> Result<BTreeMap<(usize, usize), String>, String> {
        let mut all = BTreeMap::new();
        for (key, value) in self.list("zN") {
            let told = value.get(0).and_then(Value::as_str).unwrap_or_default().trim();
            let word = if told == "?" { UNTOLD.to_owned() } else { told.to_owned() };
            if word.is_empty() {
                continue;
            }
            let at = key.parse().ok().and_then(|key| self.place(key));
            let at = at.ok_or_else(|| format!("numbers in cells, not `{told}` elsewhere"))?;
            if word != UNTOLD && word.parse::<usize>().is_err() {
                return Err(format!("numbers, not `{told}`"));
            }
            all.insert(at, word);
        }
        Ok(all)
    }

    /// White and black circles by their place, as numbers of pzpr.
    fn circles(&self) -> Result<BTreeMap<(usize, usize), String>, String> {
        let mut all = BTreeMap::new();
        for (key, value) in self.list("zY") {
            let name = value.get(1).and_then(Value::as_str).unwrap_or_default();
            let number = value.get(0).and_then(Value::as_u64).unwrap_or_default();
            let known =
                CIRCLES.iter().find(|(circle, _)| *circle == number).filter(|_| name.starts_with("circle"));
            let (_, word) =
                known.ok_or_else(|| format!("white and black circles, not the symbol `{name}`"))?;
            let at = key.parse().ok().and_then(|key| self.place(key)).ok_or("circles in cells")?;
            all.insert(at, (*word).to_owned());
        }
        Ok(all)
    }

    /// Whether an edge is drawn between two points.
    fn is_edge(&self, one: (usize, usize), other: (usize, usize)) -> bool {
        let (one, other) = (self.point_at(one.0, one.1), self.point_at(other.0, other.1));
        let edges = self.drawn.get("zE").and_then(Value::as_object);
        edges.is_some_and(|edges| {
            edges.contains_key(&format!("{one},{other}")) || edges.contains_key(&format!("{other},{one}"))
        })
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

/// Reads what is drawn as a puzzle of a genre.
pub(in crate::language::puzzle) fn read(genre: &Genre, text: &str) -> Result<Puzzle, String> {
    let drawing = Drawing::parse(text)?;
    let (rows, cols) = drawing.size();
    if matches!(genre.shape, Shape::Square | Shape::Boxed) && rows != cols {
        return Err(format!("a square board, not {cols} by {rows}"));
    }
    let mut board = genre.board(rows, cols);
    let mut numbers = drawing.numbers()?;
    let mut circles = drawing.circles()?;
    let mut edges = false;
    let [above, _, left, _] = drawing.margins;
    for part in genre.parts {
        match *part {
            Part::Cells(_, layers) | Part::Perhaps(_, layers) => {
                let round = layers.iter().all(|(_, signs)| signs.is_colours());
                let told = if round { &mut circles } else { &mut numbers };
                let place = |at: usize| (at / cols + above, at % cols + left);
                let words: Vec<Option<String>> = (0..rows * cols).map(|at| told.remove(&place(at))).collect();
                board.put_cells(&words, layers)?;
            }
            Part::Beside(_, sides, signs) => {
                let mut words = Vec::new();
                for side in sides {
                    for line in 0..board.side(side) {
                        let place = match *side {
                            "top" => (above.checked_sub(1), Some(line + left)),
                            "bottom" => (Some(above + rows), Some(line + left)),
                            "left" => (Some(line + above), left.checked_sub(1)),
                            _ => (Some(line + above), Some(left + cols)),
                        };
                        words.push(place.0.zip(place.1).and_then(|place| numbers.remove(&place)));
                    }
                }
                board.put_beside(&words, sides, signs)?;
            }
            Part::Rooms(_) => {
                edges = true;
                let border = |border: usize| {
                    let (one, other) = beside(rows, cols, border);
                    let (row, col) = (other / cols + above, other % cols + left);
                    let end = if other == one + 1 { (row + 1, col) } else { (row, col + 1) };
                    drawing.is_edge((row, col), end)
                };
                board.rooms = Some(Rooms::parted(rows, cols, border));
            }
            Part::Totals(name, signs) => {
                let rooms = board.rooms.as_ref().ok_or("rooms")?;
                let mut words = vec![None; rooms.count];
                for (at, room) in rooms.of.iter().enumerate() {
                    if let Some(word) = numbers.remove(&(at / cols + above, at % cols + left)) {
                        words[*room] = Some(word);
                    }
                }
                board.put_totals(name, signs, &words)?;
            }
            Part::NoBorders => {}
            _ => {
                return Err(format!(
                    "another genre: drawings of `{}` are not read, addresses of puzz.link are",
                    genre.names[0]
                ));
            }
        }
    }
    if let Some((_, number)) = numbers.iter().next() {
        return Err(format!(
            "numbers that the rule set `{}` has a place for, not `{number}` where it stands",
            genre.rules
        ));
    }
    if !circles.is_empty() {
        return Err(format!("no circles: the rule set `{}` has none", genre.rules));
    }
    let is_drawn = |name: &str| match drawing.drawn.get(name) {
        Some(Value::Array(all)) => !all.is_empty(),
        Some(Value::Object(all)) => !all.is_empty(),
        _ => false,
    };
    let unread = UNREAD.iter().filter(|(name, _)| *name != "zY").find(|(name, _)| is_drawn(name));
    if let Some((_, what)) = unread {
        return Err(format!("no {what}: they are not read as clues of `{}`", genre.rules));
    }
    if !edges && is_drawn("zE") {
        return Err(format!("no borders: the rule set `{}` has none", genre.rules));
    }
    genre.finished(board)
}

/// A drawing of a puzzle, with the names of its genre behind it.
pub(in crate::language::puzzle) fn write(puzzle: &Puzzle) -> Result<(&'static str, String), String> {
    let (genre, board) = fitting(puzzle)?;
    let (rows, cols) = (board.rows, board.cols);
    let has = |side: &str| {
        let parts =
            genre.parts.iter().any(|part| matches!(part, Part::Beside(..)) && part.names().contains(&side));
        usize::from(parts)
    };
    let margins = [has("top"), has("bottom"), has("left"), has("right")];
    let [above, below, left, right] = margins;
    let drawn = Map::new();
    let drawing = Drawing { rows: rows + above + below, cols: cols + left + right, margins, drawn };
    let (mut numbers, mut symbols, mut edges) = (Map::new(), Map::new(), Map::new());
    let wide = drawing.cols + 4;
    let mut put = |row: usize, col: usize, word: &str, round: bool| {
        let key = ((row + 2) * wide + col + 2).to_string();
        match CIRCLES.iter().find(|(_, known)| round && *known == word) {
            Some((circle, _)) => symbols.insert(key, json!([circle, "circle_L", 1])),
            None => numbers.insert(key, json!([if word == UNTOLD { "?" } else { word }, 1, "1"])),
        };
    };
    for part in genre.parts {
        match *part {
            Part::Cells(_, layers) | Part::Perhaps(_, layers) => {
                let round = layers.iter().all(|(_, signs)| signs.is_colours());
                for (at, word) in board.cells(layers)?.iter().enumerate() {
                    if let Some(word) = word {
                        if !round && word != UNTOLD && word.parse::<usize>().is_err() {
                            return Err(format!("`{word}`"));
                        }
                        put(at / cols + above, at % cols + left, word, round);
                    }
                }
            }
            Part::Beside(_, sides, signs) => {
                for side in sides {
                    let clues = super::board::words(board.puzzle.clues(side, board.side(side))?, signs)?;
                    for (line, word) in clues.iter().enumerate() {
                        let Some(word) = word else { continue };
                        let (row, col) = match *side {
                            "top" => (0, line + left),
                            "bottom" => (above + rows, line + left),
                            "left" => (line + above, 0),
                            _ => (line + above, left + cols),
                        };
                        put(row, col, word, false);
                    }
                }
            }
            Part::Rooms(name) => {
                let rooms = Rooms::named(rows, cols, &puzzle.cells(name, rows, cols)?.concat())?;
                for (border, _) in rooms.borders().enumerate().filter(|(_, drawn)| *drawn) {
                    let (one, other) = beside(rows, cols, border);
                    let (row, col) = (other / cols + above, other % cols + left);
                    let (down, over) = if other == one + 1 { (row + 1, col) } else { (row, col + 1) };
                    let key = format!("{},{}", drawing.point_at(row, col), drawing.point_at(down, over));
                    edges.insert(key, json!(2));
                }
            }
            Part::Totals(name, signs) => {
                let rooms = board.rooms.as_ref().ok_or("rooms")?;
                for (room, word) in board.totals(name, signs)?.iter().enumerate() {
                    if let Some((word, at)) = word.as_ref().zip(rooms.of.iter().position(|of| *of == room)) {
                        put(at / cols + above, at % cols + left, word, false);
                    }
                }
            }
            Part::NoBorders => {}
            _ => return Err(format!("a board of `{}`", genre.rules)),
        }
    }
    Ok((genre.names[0], told(genre, &drawing, &numbers, &symbols, &edges)))
}

/// The text of a drawing, as much of it as the page needs.
fn told(
    genre: &Genre,
    drawing: &Drawing,
    numbers: &Map<String, Value>,
    symbols: &Map<String, Value>,
    edges: &Map<String, Value>,
) -> String {
    let Drawing { rows, cols, margins, .. } = drawing;
    let (high, wide) = (38 * (rows + 1), 38 * (cols + 1));
    let mut text = format!(
        "square,{cols},{rows},38,0,1,1,{wide},{high},{wide},{high},0,0,0,0,Title: ,Author: ,,,OFF,false\n"
    );
    let shown = |map: &Map<String, Value>| Value::Object(map.clone()).to_string();
    let nothing = "zR:{z_:[]},zU:{z_:[]},z8:{z_:[]},zS:{}";
    let rest = "zF:{},z2:{},zT:[],z3:[],zD:[],z0:[],z5:[],zL:{}";
    let body = |numbers: &str, symbols: &str, edges: &str| {
        format!(
            "{{{nothing},zN:{numbers},z1:{{}},zY:{symbols},{rest},zE:{edges},zW:{{}},zC:{{}},z4:{{}},z6:[],z7:[]}}\n"
        )
    };
    let [above, below, left, right] = margins;
    let _ = writeln!(text, "[{above},{below},{left},{right}]\n[\"1\",\"2\",\"1\"]~zS~[\"\",1]");
    text.push_str(&body(&shown(numbers), &shown(symbols), &shown(edges)));
    text.push('\n');
    // The cells of the board, each as its distance from the one before.
    let inside = (*above..rows - below)
        .flat_map(|row| (*left..cols - right).map(move |col| (row + 2) * (cols + 4) + col + 2));
    let mut last = 0;
    let steps: Vec<String> =
        inside.map(|cell| (cell - std::mem::replace(&mut last, cell)).to_string()).collect();
    let _ = writeln!(
        text,
        "[{}]\n[]\n{{}}\n\"x\"\n\"x\"\n[3,2,5]\n{{}}\n\"x\"\n0\n\n\n{{}}\n[\"{}\"]",
        steps.join(","),
        genre.names[0]
    );
    text
}

/// The name of the genre that a drawing says it is, by its tags.
pub(in crate::language::puzzle) fn tag(text: &str) -> Option<&'static Genre> {
    let tags: Vec<String> = serde_json::from_str(text.lines().nth(17)?).ok()?;
    tags.iter().find_map(|tag| super::genre(&tag.to_lowercase().replace([' ', '-'], "")))
}
