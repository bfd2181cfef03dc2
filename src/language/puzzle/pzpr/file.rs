//! The boards in files of pzpr: clues, then what somebody has filled in, as rows of words.

mod told;
mod write;

use self::told::{FILES, Told};
pub(super) use self::write::write;
use super::board::Board;
use super::code::{UNTOLD, Words};
use super::fleet;
use super::genres::{GENRES, Genre};
use super::part::{Part, edges};
use super::rooms::{Rooms, beside};
use super::signs::Signs;
use crate::language::puzzle::written::{GIVEN, Puzzle, rows as in_rows};

/// A board that is read from the lines of a file.
struct Reading<'t> {
    board: Board,
    genre: &'static Genre,
    lines: std::vec::IntoIter<Vec<&'t str>>,
    /// The cells that hold no value.
    walls: Vec<bool>,
    facts: Vec<[String; 2]>,
}

/// Reads the board of a genre from lines of words; says what is wrong with it. Lines that are missing say nothing.
pub(super) fn read(name: &str, rows: usize, cols: usize, lines: Vec<Vec<&str>>) -> Result<Puzzle, String> {
    let genre = GENRES
        .iter()
        .find(|genre| genre.names.contains(&name))
        .ok_or("a genre that gridlog has a rule set for")?;
    let file = FILES.iter().find(|(file, _)| genre.names.contains(file));
    let (_, told) =
        file.ok_or_else(|| format!("another genre: files of `{name}` are not read, addresses are"))?;
    let board = genre.board(rows, cols);
    let walls = vec![false; rows * cols];
    let mut reading = Reading { board, genre, lines: lines.into_iter(), walls, facts: Vec::new() };
    for told in *told {
        reading.take(*told)?;
    }
    // What is left are marks of somebody who solves.
    let Reading { board, facts, .. } = reading;
    let mut puzzle = genre.finished(board)?;
    for [place, value] in facts {
        puzzle = puzzle.state(GIVEN, &[place, value]);
    }
    Ok(puzzle)
}

fn cell(at: usize, cols: usize) -> String {
    format!("r{}c{}", at / cols + 1, at % cols + 1)
}

impl Reading<'_> {
    /// The next words, row by row; nothing for those that are missing or `.`.
    fn words(&mut self, rows: usize, cols: usize) -> Result<Words, String> {
        let mut words = Vec::new();
        for _ in 0..rows {
            let line = self.lines.next().unwrap_or_else(|| vec!["."; cols]);
            if line.len() != cols {
                return Err(format!("{cols} words in a line, not {}", line.len()));
            }
            words.extend(line.into_iter().map(|word| (word != ".").then(|| word.replace("-2", UNTOLD))));
        }
        Ok(words)
    }

    fn give(&mut self, place: String, value: &str) {
        self.facts.push([place, value.to_owned()]);
    }

    fn take(&mut self, told: Told) -> Result<(), String> {
        let (rows, cols) = (self.board.rows, self.board.cols);
        match told {
            Told::Clues | Told::Walls => {
                for part in self.genre.parts {
                    self.clues(*part, matches!(told, Told::Walls))?;
                }
                Ok(())
            }
            Told::Shown(table) => {
                let words = self.words(rows, cols)?;
                for (at, word) in words.iter().enumerate() {
                    let known = table.iter().find(|(told, _)| word.as_deref() == Some(*told));
                    known.iter().for_each(|(_, value)| self.give(cell(at, cols), value));
                }
                self.walls = words.iter().map(Option::is_some).collect();
                self.put_cells(&words)
            }
            Told::Runs => {
                let words = self.words(rows, cols)?;
                let is_clue =
                    |word: &String| word.starts_with(|first: char| first.is_ascii_digit() || first == '-');
                let clues: Words = words.iter().map(|word| word.clone().filter(is_clue)).collect();
                let parts = self.genre.parts;
                if let [Part::Cells(_, layers)] = parts {
                    self.board.put_cells(&clues, layers)?;
                }
                for (at, word) in words.iter().enumerate() {
                    self.give(cell(at, cols), if word.as_deref() == Some("#") { "black" } else { "white" });
                }
                Ok(())
            }
            Told::Lamps => {
                let words = self.words(rows, cols)?;
                let lamp = |word: &Option<String>| matches!(word.as_deref(), None | Some("#" | "+"));
                let clues: Words = words.iter().map(|word| word.clone().filter(|_| !lamp(word))).collect();
                if let [Part::Cells(_, layers)] = self.genre.parts {
                    self.board.put_cells(&clues, layers)?;
                }
                for (at, word) in words.iter().enumerate().filter(|(_, word)| lamp(word)) {
                    self.give(cell(at, cols), if word.as_deref() == Some("#") { "lamp" } else { "dark" });
                }
                Ok(())
            }
            Told::Camp => {
                let words = self.frame(&["top", "left"])?;
                let trees: Words = words.iter().map(|word| word.clone().filter(|word| word == "1")).collect();
                if let [_, Part::Cells(_, layers)] = self.genre.parts {
                    self.board.put_cells(&trees, layers)?;
                }
                for (at, word) in words.iter().enumerate().filter(|(_, word)| word.as_deref() != Some("1")) {
                    self.give(cell(at, cols), if word.as_deref() == Some("A") { "1" } else { "0" });
                }
                Ok(())
            }
            Told::Between => {
                let words = self.frame(&["top", "left"])?;
                self.put_cells(&words)
            }
            Told::Posts => {
                let words = self.words(rows, cols)?;
                let post = |word: &String| match word.split(',').collect::<Vec<_>>().as_slice() {
                    [way, number, colour] => format!("{colour},{way},{}", number.replace("-1", UNTOLD)),
                    _ => word.clone(),
                };
                self.put_cells(&words.iter().map(|word| word.as_ref().map(post)).collect::<Words>())
            }
            Told::Fleet => {
                let first = self.lines.next().ok_or("a fleet")?;
                let many = first.first().and_then(|many| many.parse::<usize>().ok()).unwrap_or(0);
                let pieces = self.lines.by_ref().take(many).flatten();
                let fleet = fleet::of_words(&first.into_iter().chain(pieces).collect::<Vec<_>>())?;
                self.board.put_fleet("fleet", &fleet);
                Ok(())
            }
            Told::Circles => {
                let words = self.words(rows, cols)?;
                let circle = |word: &String| {
                    let (colour, number) = word.split_once(',').unwrap_or((word, UNTOLD));
                    let number = number.parse::<usize>().unwrap_or(0);
                    (2 * number + usize::from(colour == "1")).to_string()
                };
                let words: Words = words.iter().map(|word| word.as_ref().map(circle)).collect();
                match self.genre.parts {
                    [Part::Cells(_, layers)] => self.board.put_cells(&words, layers),
                    _ => Ok(()),
                }
            }
            Told::Areas => {
                self.lines.next();
                let words = self.words(rows, cols)?;
                let apart = |one: usize, other: usize| words[one] != words[other];
                self.board.rooms = Some(Rooms::parted(rows, cols, |border| {
                    let (one, other) = beside(rows, cols, border);
                    apart(one, other)
                }));
                Ok(())
            }
            Told::Borders => {
                let mut words = self.words(rows, cols - 1)?;
                words.extend(self.words(rows - 1, cols)?);
                let is_border = |border: usize| words[border].as_deref() == Some("1");
                self.board.rooms = Some(Rooms::parted(rows, cols, is_border));
                Ok(())
            }
            Told::Totals => {
                let words = self.words(rows, cols)?;
                let name = self.genre.parts.iter().find_map(|part| match part {
                    Part::Totals(name, signs) => Some((*name, *signs)),
                    _ => None,
                });
                let Some(((name, signs), rooms)) = name.zip(self.board.rooms.as_ref()) else { return Ok(()) };
                let mut totals = vec![None; rooms.count];
                rooms
                    .of
                    .iter()
                    .zip(words)
                    .filter(|(_, word)| word.is_some())
                    .for_each(|(room, word)| totals[*room] = word);
                self.board.put_totals(name, signs, &totals)
            }
            Told::Framed(sides, others) => {
                let words = self.frame(sides)?;
                self.digits(&words, others);
                Ok(())
            }
            Told::Sums => self.sums(),
            Told::Values(table, other) => {
                let words = self.words(rows, cols)?;
                for (at, word) in
                    words.iter().enumerate().filter(|(at, _)| !self.walls[*at]).collect::<Vec<_>>()
                {
                    let known = table.iter().find(|(told, _)| word.as_deref() == Some(*told));
                    let value = known.map_or(other, |(_, value)| value);
                    if !value.is_empty() {
                        self.give(cell(at, cols), value);
                    }
                }
                Ok(())
            }
            Told::Digits => {
                let words = self.words(rows, cols)?;
                self.digits(&words, &[]);
                Ok(())
            }
            Told::Sizes(value, other) => {
                let words = self.words(rows, cols)?;
                let sizes = self.board.rooms.as_ref().map(|rooms| (rooms.sizes(), rooms.of.clone()));
                let Some((sizes, of)) = sizes else { return Ok(()) };
                for (at, word) in words.iter().enumerate() {
                    let size = sizes[of[at]];
                    match word.as_ref().and_then(|word| word.parse::<usize>().ok()) {
                        Some(number) if number != size => {
                            return Err(format!("{size}, the size of the region, and not {number}"));
                        }
                        Some(_) => self.give(cell(at, cols), value),
                        None if other.is_empty()
                            || self.facts.iter().any(|[place, _]| *place == cell(at, cols)) => {}
                        None => self.give(cell(at, cols), other),
                    }
                }
                Ok(())
            }
            Told::Links(name, sign, yes, no) => {
                let mut words = self.words(rows, cols - 1)?;
                words.extend(self.words(rows - 1, cols)?);
                self.links(&words, name, |word| if word == Some(sign) { yes } else { no })
            }
            Told::Framings => {
                let across = self.words(rows, cols + 1)?;
                let down = self.words(rows + 1, cols)?;
                let inside = across.chunks(cols + 1).flat_map(|row| &row[1..cols]);
                let words: Words = inside.chain(&down[cols..rows * cols]).cloned().collect();
                self.links(&words, "tie", |word| if word == Some("1") { "0" } else { "1" })
            }
            Told::Bridges => self.bridges(),
        }
    }

    /// Clues of cells, in the layers of the genre.
    fn put_cells(&mut self, words: &[Option<String>]) -> Result<(), String> {
        let cells = self.genre.parts.iter().find_map(|part| match part {
            Part::Cells(_, layers) => Some(*layers),
            _ => None,
        });
        self.board.put_cells(words, cells.unwrap_or(&[]))
    }

    /// The words of a part that holds clues.
    fn clues(&mut self, part: Part, walls: bool) -> Result<(), String> {
        let (rows, cols) = (self.board.rows, self.board.cols);
        match part {
            Part::Cells(_, layers) | Part::Perhaps(_, layers) => {
                // A cell that is no part of the board.
                let words: Words = self
                    .words(rows, cols)?
                    .into_iter()
                    .map(|word| word.map(|word| word.replace('*', "7")))
                    .collect();
                words.iter().enumerate().for_each(|(at, word)| {
                    let is_hole = word.as_deref() == Some("7") && layers.len() > 1;
                    self.walls[at] |= (walls && word.is_some()) || is_hole;
                });
                self.board.put_cells(&words, layers)
            }
            Part::Corners(_, name, signs) => {
                let words = self.words(rows + 1, cols + 1)?;
                self.board.put_drawn(&words, name, signs, cols + 1)
            }
            Part::Edges(_, name, signs) => {
                let mut words = self.words(rows, cols - 1)?;
                words.extend(self.words(rows - 1, cols)?);
                let mut all = vec![None; (2 * rows - 1) * (2 * cols - 1)];
                let told = words.into_iter().map(|word| word.filter(|word| word != "0"));
                edges(rows, cols).zip(told).for_each(|(at, word)| all[at] = word);
                self.board.put_drawn(&all, name, signs, 2 * cols - 1)
            }
            _ => Ok(()),
        }
    }

    /// Clues beside the board, and the words on it.
    fn frame(&mut self, sides: &[&str]) -> Result<Words, String> {
        let (rows, cols) = (self.board.rows, self.board.cols);
        let more = sides.len() / 2;
        let words = self.words(rows + more, cols + more)?;
        let at = |row: usize, col: usize| words[row * (cols + more) + col].clone();
        for side in sides {
            let clues: Words = match *side {
                "top" => (0..cols).map(|col| at(0, col + 1)).collect(),
                "bottom" => (0..cols).map(|col| at(rows + 1, col + 1)).collect(),
                "left" => (0..rows).map(|row| at(row + 1, 0)).collect(),
                _ => (0..rows).map(|row| at(row + 1, cols + 1)).collect(),
            };
            self.board.put_beside(&clues, &[side], Signs::Number(""))?;
        }
        Ok((0..rows * cols).map(|cell| at(cell / cols + 1, cell % cols + 1)).collect())
    }

    /// Numbers as values; `q3` is a number that the puzzle tells.
    fn digits(&mut self, words: &[Option<String>], others: &[(&str, &str)]) {
        let (cols, frame) = (self.board.cols, usize::from(matches!(self.genre.parts, [Part::Sums(_)])));
        for (at, word) in words.iter().enumerate() {
            let Some(word) = word.as_ref().map(|word| word.trim_start_matches('q')) else { continue };
            let other = others.iter().find(|(told, _)| *told == word).map(|(_, value)| *value);
            if let Some(value) = other.or_else(|| word.parse::<usize>().ok().map(|_| word)) {
                let place = format!("r{}c{}", at / cols + 1 + frame, at % cols + 1 + frame);
                self.give(place, value);
            }
        }
    }

    /// `8,4` is a wall with 8 to the right and 4 down; a row of sums above, and one before each row.
    fn sums(&mut self) -> Result<(), String> {
        let (rows, cols) = (self.board.rows, self.board.cols);
        let words = self.words(rows + 1, cols + 1)?;
        let sign = |down: &str, right: &str| match (down, right) {
            ("0" | "-1", "0" | "-1") => "#".to_owned(),
            _ => format!("{},{}", down.replace("-1", "0"), right.replace("-1", "0")),
        };
        let token = |(at, word): (usize, &Option<String>)| match (at / (cols + 1), at % (cols + 1), word) {
            (0, 0, _) => Some("#".to_owned()),
            (0, _, word) => Some(sign(word.as_deref().unwrap_or("0"), "0")),
            (_, 0, word) => Some(sign("0", word.as_deref().unwrap_or("0"))),
            (_, _, Some(word)) => word.split_once(',').map(|(right, down)| sign(down, right)),
            _ => None,
        };
        let tokens: Words = words.iter().enumerate().map(token).collect();
        if let [Part::Sums(name)] = self.genre.parts {
            let puzzle = std::mem::take(&mut self.board.puzzle);
            self.board.puzzle = puzzle.draw(name, &in_rows(&tokens, cols + 1));
        }
        Ok(())
    }

    /// A value for each pair of neighbours that may be linked.
    fn links<'v>(
        &mut self,
        words: &[Option<String>],
        name: &str,
        value: impl Fn(Option<&str>) -> &'v str,
    ) -> Result<(), String> {
        let (rows, cols) = (self.board.rows, self.board.cols);
        for (border, word) in words.iter().enumerate() {
            let (one, other) = beside(rows, cols, border);
            let value = value(word.as_deref());
            if self.walls[one] || self.walls[other] {
                if value == "1" && name != "tie" {
                    return Err("no line into a cell that holds none".to_owned());
                }
                continue;
            }
            self.give(format!("{name}({{{}, {}}})", cell(one, cols), cell(other, cols)), value);
        }
        Ok(())
    }

    /// The number over the first border behind a clue tells the bridges to the next one.
    fn bridges(&mut self) -> Result<(), String> {
        let (rows, cols) = (self.board.rows, self.board.cols);
        let (across, down) = (self.words(rows, cols - 1)?, self.words(rows - 1, cols)?);
        let islands = self.board.puzzle.cells("number", rows, cols)?;
        let is_island = |row: usize, col: usize| islands[row][col].is_some();
        let count = |word: &Option<String>| {
            word.as_ref().and_then(|word| word.parse::<i64>().ok()).unwrap_or(0).max(0).to_string()
        };
        for at in (0..rows * cols).filter(|at| is_island(at / cols, at % cols)) {
            let (row, col) = (at / cols, at % cols);
            if let Some(next) = (col + 1..cols).find(|next| is_island(row, *next)) {
                let place = format!("bridge({{{}, {}}})", cell(at, cols), cell(row * cols + next, cols));
                self.give(place, &count(&across[row * (cols - 1) + col]));
            }
            if let Some(next) = (row + 1..rows).find(|next| is_island(*next, col)) {
                let place = format!("bridge({{{}, {}}})", cell(at, cols), cell(next * cols + col, cols));
                self.give(place, &count(&down[row * cols + col]));
            }
        }
        Ok(())
    }
}
