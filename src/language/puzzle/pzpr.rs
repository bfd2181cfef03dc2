//! What pzpr, the program behind puzz.link, says about puzzles: the bodies of its addresses.
//!
//! A genre is a row of [`genres`]: the parts of its board, each a way to write words and the place of these words in a
//! puzzle. [`code`] has the ways, [`part`] the places; both go both ways. [`file`] reads the same boards from files.

mod board;
mod code;
mod file;
mod fleet;
mod genres;
mod part;
#[cfg(feature = "cli")]
pub(super) mod penpa;
mod rooms;
mod signs;
mod words;

use std::collections::BTreeMap;

use self::board::Board;
use self::genres::{GENRES, Genre, Shape};
use self::part::Part;
use self::rooms::Rooms;
use super::scan::{Scan, Wrong};
use super::written::{Puzzle, rows};

/// The largest number of rows or columns, and the most cells.
const LARGEST: usize = 200;

/// The genre of this name.
pub(super) fn genre(name: &str) -> Option<&'static Genre> {
    GENRES.iter().find(|genre| genre.names.contains(&name))
}

/// How many genres there are.
#[cfg(test)]
pub(super) fn count() -> usize {
    GENRES.len()
}

/// The name of a genre by its number.
#[cfg(test)]
pub(super) fn name(number: usize) -> &'static str {
    GENRES[number].names[0]
}

impl Genre {
    /// A board of this size without anything on it.
    fn board(&self, rows: usize, cols: usize) -> Board {
        let with = match self.shape {
            Shape::Square => vec![("n", rows)],
            Shape::Boxed => vec![("r", usual(rows).0), ("c", usual(rows).1)],
            Shape::Framed => vec![("r", rows + 1), ("c", cols + 1)],
            _ => vec![("r", rows), ("c", cols)],
        };
        let with: Vec<_> = with.into_iter().chain(self.with.iter().copied()).collect();
        Board { rows, cols, puzzle: Puzzle::of(self.rules, &with), rooms: None }
    }

    /// Reads a file: what follows the word for its version, as lines.
    pub(super) fn read_lines(&self, name: &str, lines: &[&str]) -> Result<Puzzle, String> {
        let mut lines = lines.iter().copied().peekable();
        let mut size = |what: &str| {
            let told = lines
                .next()
                .and_then(|line| line.trim().parse().ok())
                .filter(|size| (1..=LARGEST).contains(size));
            told.ok_or_else(|| format!("the number of {what}, from 1 to {LARGEST}"))
        };
        let rows = size("rows")?;
        let cols = if self.shape == Shape::Boxed { rows } else { size("columns")? };
        if self.shape == Shape::Square && rows != cols {
            return Err(format!("a square board, not {cols} by {rows}"));
        }
        if let Some(sign) =
            lines.peek().and_then(|line| line.trim().chars().next()).filter(char::is_ascii_alphabetic)
        {
            let what =
                self.variants.iter().find(|(variant, _)| *variant == sign).map_or("", |(_, what)| what);
            return Err(format!(
                "the usual rules: the rule set `{}` has no variant `{sign}`, {what}",
                self.rules
            ));
        }
        let words =
            lines.map(|line| line.split_whitespace().collect::<Vec<_>>()).filter(|words| !words.is_empty());
        file::read(name, rows, cols, words.collect())
    }

    /// Reads what follows the name: perhaps variants, the size, and the body.
    pub(super) fn read(&self, scan: &mut Scan<'_>) -> Result<Puzzle, Wrong> {
        self.read_variants(scan)?;
        let start = *scan;
        let cols = scan.number("the width", 1, LARGEST)?;
        scan.want('/', "between width and height")?;
        let rows = scan.number("the height", 1, LARGEST)?;
        let square = matches!(self.shape, Shape::Square | Shape::Boxed);
        if square && rows != cols {
            return Err(start.wrong(&format!("a square board, not {cols} by {rows}")));
        }
        if self.shape == Shape::Boxed && cols.isqrt().pow(2) != cols && cols != 6 {
            return Err(start.wrong("a board of 4, 6, 9, 16 or 25 rows, which has boxes"));
        }
        if scan.peek().is_some() {
            scan.want('/', "before the board")?;
        }
        let mut board = self.board(rows, cols);
        let body = *scan;
        for part in self.parts {
            part.read(scan, &mut board)?;
        }
        scan.eat('/');
        scan.end()?;
        self.finished(board).map_err(|what| body.wrong(&what))
    }

    /// Letters before the size change the rules; none of them is passed over, except the one about how clues look.
    fn read_variants(&self, scan: &mut Scan<'_>) -> Result<(), Wrong> {
        while !scan.at_digit() {
            let sign = scan.peek().ok_or_else(|| scan.wrong("the width of the board"))?;
            if scan.rest().starts_with("v:") {
                return Err(
                    scan.wrong("the width of the board; rules that a setter changed, `v:`, are not told")
                );
            }
            if let Some((_, what)) = self.variants.iter().find(|(variant, _)| *variant == sign) {
                let rules = self.rules;
                return Err(scan.wrong(&format!(
                    "the usual rules: the rule set `{rules}` has no variant `{sign}`, {what}"
                )));
            }
            let is_look = sign == 'b' || sign == '/';
            if !is_look {
                return Err(scan.wrong("the width of the board; no variant of that name is known"));
            }
            scan.take();
        }
        Ok(())
    }

    /// The puzzle of a board that was read: with its rooms, and with the params that follow from the clues.
    fn finished(&self, mut board: Board) -> Result<Puzzle, String> {
        if let Some(rooms) = board.rooms.take().map(Rooms::settled) {
            if self.shape == Shape::Halved && rooms.sizes().into_iter().any(|size| size > 2) {
                return Err(format!(
                    "no piece of more than two cells, as the rule set `{}` has them",
                    self.rules
                ));
            }
            if self.shape == Shape::Roomed {
                board.set("most", rooms.sizes().into_iter().max().unwrap_or(1));
            }
            for part in self.parts {
                if let Part::Rooms(name) = part {
                    let drawn =
                        std::mem::take(&mut board.puzzle).draw(name, &rows(&rooms.drawn(), board.cols));
                    board.puzzle = drawn;
                    board.puzzle.layers.rotate_right(1);
                }
            }
        }
        if self.shape == Shape::Paired {
            renumber(&mut board);
        }
        match self.missing(&board)? {
            Some(what) => Err(format!("{what}, as the rule set `{}` has them", self.rules)),
            None => Ok(board.puzzle),
        }
    }

    /// The board of a puzzle that is to be written.
    fn board_of(&self, puzzle: &Puzzle) -> Result<Board, String> {
        let names: Vec<&str> = self.parts.iter().flat_map(|part| part.names()).collect();
        puzzle.only(&[self.rules], &[], &names)?;
        let (rows, cols) = self.size(puzzle).ok_or("a board whose size is not told")?;
        if rows == 0 || cols == 0 || rows > LARGEST || cols > LARGEST {
            return Err(format!("a board of {rows} by {cols}"));
        }
        if self.shape == Shape::Boxed
            && puzzle.setting("r").zip(puzzle.setting("c")).is_some_and(|found| found != usual(rows))
        {
            return Err("boxes of another shape than usual".to_owned());
        }
        let mut board = Board { rows, cols, puzzle: puzzle.clone(), rooms: None };
        for part in self.parts {
            if let Part::Rooms(name) = part {
                let cells = puzzle.cells(name, rows, cols)?.concat();
                board.rooms = Some(Rooms::named(rows, cols, &cells)?);
            }
        }
        match self.missing(&board)? {
            Some(what) => Err(format!("a board without {what}")),
            None => Ok(board),
        }
    }

    /// What is missing of the signs that the rule set needs.
    fn missing(&self, board: &Board) -> Result<Option<&'static str>, String> {
        let Some((name, many, what)) = self.needs else { return Ok(None) };
        let cells = board.puzzle.cells(name, board.rows, board.cols)?;
        Ok((cells.iter().flatten().flatten().count() != many).then_some(what))
    }

    /// Writes what [`read`](Self::read) reads, with the name.
    fn write(&self, board: &Board) -> Result<String, String> {
        let mut text = format!("{}/{}/{}/", self.names[0], board.cols, board.rows);
        for part in self.parts {
            text.push_str(&part.write(board)?);
        }
        // A link that ends in another sign loses it where it is copied.
        if !text.ends_with(|end: char| end.is_ascii_alphanumeric() || end == '/') {
            text.push('/');
        }
        Ok(text)
    }

    /// The number of rows and columns, by the params or by what is drawn.
    fn size(&self, puzzle: &Puzzle) -> Option<(usize, usize)> {
        let less = |(rows, cols): (usize, usize)| (rows.saturating_sub(1), cols.saturating_sub(1));
        let told = match self.shape {
            Shape::Boxed => {
                let boxes = puzzle.setting("r").zip(puzzle.setting("c")).map(|(rows, cols)| rows * cols);
                puzzle.setting("n").or(boxes).map(|side| (side, side))
            }
            Shape::Square => puzzle.setting("n").map(|side| (side, side)),
            Shape::Framed => puzzle.setting("r").zip(puzzle.setting("c")).map(less),
            _ => puzzle.setting("r").zip(puzzle.setting("c")),
        };
        let clues =
            |side: &str| puzzle.strips.iter().find(|strip| strip.name == side).map(|strip| strip.clues.len());
        let drawn = self.parts.iter().find_map(|part| match part {
            Part::Corners(_, name, _) | Part::Sums(name) => puzzle.drawn_size(name).map(less),
            Part::Points(_, name, _) | Part::Edges(_, name, _) => {
                puzzle.drawn_size(name).map(|(rows, cols)| (rows.div_ceil(2), cols.div_ceil(2)))
            }
            Part::Beside(..) | Part::Poles | Part::Blocks if self.shape == Shape::Square => {
                ["top", "left", "bottom", "right"].into_iter().find_map(clues).map(|side| (side, side))
            }
            Part::Beside(..) | Part::Poles | Part::Blocks => clues("left").zip(clues("top")),
            _ => part.names().into_iter().find_map(|name| puzzle.drawn_size(name)),
        });
        told.or(drawn)
    }
}

/// The usual boxes of a sudoku, rows and columns.
fn usual(side: usize) -> (usize, usize) {
    if side == 6 { (2, 3) } else { (side.isqrt(), side.isqrt()) }
}

/// Numbers from 1 on for the pairs of a board, in order, and how many there are.
fn renumber(board: &mut Board) {
    let mut known: BTreeMap<usize, usize> = BTreeMap::new();
    let cells = board.puzzle.layers.iter_mut().flat_map(|layer| layer.rows.iter_mut().flatten());
    let cells: Vec<(usize, &mut String)> =
        cells.filter_map(|cell| cell.parse().ok().map(|number| (number, cell))).collect();
    cells.iter().for_each(|(number, _)| {
        known.insert(*number, 0);
    });
    known.values_mut().zip(1..).for_each(|(place, number)| *place = number);
    cells.into_iter().for_each(|(number, cell)| *cell = known[&number].to_string());
    let pairs = known.len();
    if pairs > 0 {
        board.set("pairs", pairs);
    }
}

/// The genre of a puzzle and its board, to be written; or what part of it there is no sign for.
fn fitting(puzzle: &Puzzle) -> Result<(&'static Genre, Board), String> {
    let rules = puzzle.uses.first().map_or("", |used| used.name.as_str());
    let fits = |genre: &&Genre| {
        let with = |(param, value): &(&str, usize)| puzzle.setting(param) == Some(*value);
        genre.rules == rules && genre.with.iter().all(with)
    };
    let genre = match GENRES.iter().find(fits) {
        Some(genre) => genre,
        None if puzzle.uses.is_empty() => return Err("a puzzle that names no rule set".to_owned()),
        None => return Err(format!("a puzzle of the rule set `{rules}`")),
    };
    let known = ["r", "c", "n", "most", "pairs", "stars", "letters", "size"];
    let mut params = puzzle.uses.iter().flat_map(|used| &used.with);
    match params.find(|(param, _)| !known.contains(&param.as_str())) {
        Some((param, value)) => Err(format!("the param `{param} = {value}`")),
        None => Ok((genre, genre.board_of(puzzle)?)),
    }
}

/// The name of a genre, the size and the body of an address.
pub(super) fn write(puzzle: &Puzzle) -> Result<String, String> {
    let (genre, board) = fitting(puzzle)?;
    genre.write(&board)
}

/// A file with nothing filled in.
pub(super) fn write_file(puzzle: &Puzzle) -> Result<String, String> {
    let (genre, board) = fitting(puzzle)?;
    file::write(genre, &board)
}
