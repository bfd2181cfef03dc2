//! The parts that the board of a genre of pzpr has, and where each stands in a puzzle.

use std::collections::BTreeMap;

use super::code::{Code, UNTOLD, Words, numbers, sum, write_sum};
use super::rooms::Rooms;
use crate::language::puzzle::gameid::block_name;
use crate::language::puzzle::scan::{Scan, Wrong};
use crate::language::puzzle::written::{Cells, Fact, Puzzle, rows};

/// A part of a board: how its words are written in an address, and where they stand.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    /// A word for each cell; the layers take the words that they have signs for.
    Cells(Code, &'static [(&'static str, Signs)]),
    /// The same, not written if there is none.
    Perhaps(Code, &'static [(&'static str, Signs)]),
    /// A word for each point where cells meet, the edge of the board included.
    Corners(Code, &'static str, Signs),
    /// A word for each cell, each border and each point inside the board, row by row.
    Points(Code, &'static str, Signs),
    /// A word for each border inside the board: all that stand upright, then all that lie.
    Edges(Code, &'static str, Signs),
    /// Clues on these sides.
    Beside(&'static [&'static str], Signs),
    /// The lengths of blocks at the top and on the left, the last one first.
    Blocks,
    /// Walls with sums, those of the edges apart.
    Sums(&'static str),
    /// Rooms by the borders between them.
    Rooms(&'static str),
    /// Borders that this rule set has no word for.
    NoBorders,
    /// A number for each room.
    Totals(&'static str, Signs),
    /// This value for the size of a room in one of its cells, and blank for one that is not told.
    Sizes(&'static str, &'static str),
    /// A number before a slash.
    Setting(&'static str),
}

/// What the words of a part are called in a puzzle.
#[derive(Clone, Copy, Debug)]
pub(super) enum Signs {
    /// A number, and this for one that is not told; nothing where it must be told.
    Number(&'static str),
    /// Letters from `a` for numbers from 1.
    Letter,
    /// These words.
    Table(&'static [(&'static str, &'static str)]),
    /// A direction and a number as `2,left`; this for a clue without them.
    Arrow(&'static str),
    /// A colour, a direction and a number as `white,2,left`.
    Post,
    /// White circles as even numbers, black ones as odd numbers.
    Circle,
    /// A list of numbers.
    List,
}

const WAYS: [&str; 5] = ["", "up", "down", "left", "right"];
const COLOURS: [&str; 3] = ["", "white", "black"];

impl Signs {
    /// The token for a word.
    pub(super) fn token(self, word: &str) -> Option<String> {
        let parts = numbers(word);
        let own = |token: &str| (!token.is_empty()).then(|| token.to_owned());
        match (self, parts.as_slice()) {
            (Signs::Number(_) | Signs::List, [Some(_)]) => Some(word.to_owned()),
            (Signs::Number(untold), [None]) if word == UNTOLD => own(untold),
            (Signs::Letter, [Some(number @ 1..=26)]) => {
                Some(((b'a' + *number as u8 - 1) as char).to_string())
            }
            (Signs::Table(table), _) => {
                table.iter().find(|(told, _)| *told == word).map(|(_, token)| (*token).to_owned())
            }
            (Signs::Arrow(untold), [Some(_), None]) => own(untold),
            (Signs::Arrow(_), [Some(way @ 1..=4), Some(number)]) => Some(format!("{number},{}", WAYS[*way])),
            (Signs::Post, [Some(colour @ 1..=2), Some(_), None]) => own(COLOURS[*colour]),
            (Signs::Post, [Some(colour @ 1..=2), Some(way @ 1..=4), Some(number)]) => {
                Some(format!("{},{number},{}", COLOURS[*colour], WAYS[*way]))
            }
            (Signs::Circle, [Some(number)]) => {
                let colour = if number % 2 == 0 { "w" } else { "b" };
                Some(if *number < 2 { colour.to_owned() } else { format!("{colour},{}", number / 2) })
            }
            (Signs::List, all) if all.iter().all(Option::is_some) => Some(word.to_owned()),
            _ => None,
        }
    }

    /// The word for a token.
    pub(super) fn word(self, token: &str) -> Option<String> {
        let parts: Vec<&str> = token.split(',').collect();
        let place = |all: &[&str], name: &str| all.iter().position(|one| !name.is_empty() && *one == name);
        let number = |text: &str| text.parse::<usize>().ok();
        match (self, parts.as_slice()) {
            (Signs::Number(untold) | Signs::Arrow(untold), _) if token == untold => Some(match self {
                Signs::Number(_) => UNTOLD.to_owned(),
                _ => format!("0,{UNTOLD}"),
            }),
            (Signs::Number(_), [told]) => number(told).map(|told| told.to_string()),
            (Signs::Letter, [told]) => match told.as_bytes() {
                [letter @ b'a'..=b'z'] => Some((letter - b'a' + 1).to_string()),
                _ => None,
            },
            (Signs::Table(table), _) => {
                table.iter().find(|(_, told)| *told == token).map(|(word, _)| (*word).to_owned())
            }
            (Signs::Arrow(_), [told, way]) => Some(format!("{},{}", place(&WAYS, way)?, number(told)?)),
            (Signs::Post, [colour]) => Some(format!("{},0,{UNTOLD}", place(&COLOURS, colour)?)),
            (Signs::Post, [colour, told, way]) => {
                Some(format!("{},{},{}", place(&COLOURS, colour)?, place(&WAYS, way)?, number(told)?))
            }
            (Signs::Circle, [colour, rest @ ..]) => {
                let black = place(&["w", "b"], colour)?;
                let told = match rest {
                    [] => Some(0),
                    [told] => number(told).filter(|told| *told > 0),
                    _ => None,
                };
                Some((told? * 2 + black).to_string())
            }
            (Signs::List, all) if all.iter().all(|one| number(one).is_some()) => Some(token.to_owned()),
            _ => None,
        }
    }
}

/// A board on its way from an address to a puzzle or back.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) puzzle: Puzzle,
    /// The rooms, once they are known.
    pub(super) rooms: Option<Rooms>,
}

impl Part {
    /// The names of what it says in a puzzle.
    pub(super) fn names(self) -> Vec<&'static str> {
        match self {
            Part::Cells(_, layers) | Part::Perhaps(_, layers) => {
                layers.iter().map(|(name, _)| *name).collect()
            }
            Part::Corners(_, name, _) | Part::Points(_, name, _) | Part::Edges(_, name, _) => vec![name],
            Part::Beside(sides, _) => sides.to_vec(),
            Part::Blocks => vec!["top", "left"],
            Part::Sums(name) | Part::Rooms(name) | Part::Totals(name, _) | Part::Sizes(name, _) => vec![name],
            Part::NoBorders | Part::Setting(_) => Vec::new(),
        }
    }

    /// Reads it from the body of an address.
    pub(super) fn read(self, scan: &mut Scan<'_>, board: &mut Board) -> Result<(), Wrong> {
        let (rows, cols) = (board.rows, board.cols);
        let before = *scan;
        let refused = |what: String| before.wrong(&what);
        match self {
            Part::Cells(code, layers) | Part::Perhaps(code, layers) => {
                let words = code.read(scan, rows * cols)?;
                board.put_cells(&words, layers).map_err(refused)
            }
            Part::Corners(code, name, signs) => {
                let words = code.read(scan, (rows + 1) * (cols + 1))?;
                board.put(name, &tokens(&words, signs).map_err(refused)?, cols + 1);
                Ok(())
            }
            Part::Points(code, name, signs) => {
                let words = code.read(scan, (2 * rows - 1) * (2 * cols - 1))?;
                board.put(name, &tokens(&words, signs).map_err(refused)?, 2 * cols - 1);
                Ok(())
            }
            Part::Edges(code, name, signs) => {
                let words = code.read(scan, edges(rows, cols).count())?;
                let told = tokens(&words, signs).map_err(refused)?;
                let mut all = vec![None; (2 * rows - 1) * (2 * cols - 1)];
                edges(rows, cols).zip(told).for_each(|(at, token)| all[at] = token);
                board.put(name, &all, 2 * cols - 1);
                Ok(())
            }
            Part::Beside(sides, signs) => {
                let words = Code::Hex.read(scan, sides.iter().map(|side| board.side(side)).sum())?;
                board.put_beside(&words, sides, signs).map_err(refused)
            }
            Part::Blocks => {
                let (high, wide) = (rows.div_ceil(2), cols.div_ceil(2));
                let mut words = Code::Hex.read(scan, cols * high + rows * wide)?;
                let left = words.split_off(cols * high);
                for (side, words, most) in [("top", words, high), ("left", left, wide)] {
                    let list = |slots: &[Option<String>]| {
                        let told: Vec<&str> = slots.iter().rev().flatten().map(String::as_str).collect();
                        if told.is_empty() { "0".to_owned() } else { told.join(",").replace(UNTOLD, "?") }
                    };
                    let lists: Words = words.chunks(most.max(1)).map(|slots| Some(list(slots))).collect();
                    board.beside(side, &lists);
                }
                Ok(())
            }
            Part::Sums(name) => {
                let mut words = Code::Sums.read(scan, rows * cols)?;
                // The clues of runs that begin at an edge stand in a row and a column of their own.
                let mut all = vec![Some("#".to_owned()); (rows + 1) * (cols + 1)];
                for col in 0..cols {
                    if words[col].is_none() && scan.peek().is_some() {
                        let sum = sum(scan)?;
                        all[col + 1] = Some(if sum == "0" { "#".to_owned() } else { format!("{sum},0") });
                    }
                }
                for row in 0..rows {
                    if words[row * cols].is_none() && scan.peek().is_some() {
                        let sum = sum(scan)?;
                        let at = (row + 1) * (cols + 1);
                        all[at] = Some(if sum == "0" { "#".to_owned() } else { format!("0,{sum}") });
                    }
                }
                for (at, word) in words.iter_mut().enumerate() {
                    let word = word.take().map(|word| if word == "0,0" { "#".to_owned() } else { word });
                    all[(at / cols + 1) * (cols + 1) + at % cols + 1] = word;
                }
                board.put(name, &all, cols + 1);
                Ok(())
            }
            Part::Rooms(_) => {
                let words = read_borders(scan, rows, cols)?;
                board.rooms = Some(Rooms::parted(rows, cols, |border| words[border].is_some()));
                Ok(())
            }
            Part::NoBorders => match read_borders(scan, rows, cols)?.iter().any(Option::is_some) {
                true => Err(refused("no borders: the rule set has no word for them".to_owned())),
                false => Ok(()),
            },
            Part::Totals(name, signs) => {
                let many = board.rooms.as_ref().map_or(0, |rooms| rooms.count);
                let words = Code::Hex.read(scan, many)?;
                board.put_totals(name, signs, &words).map_err(refused)
            }
            Part::Sizes(name, sign) => {
                let words = Code::Hex.read(scan, rows * cols)?;
                board.put_sizes(&words, name, sign).map_err(refused)
            }
            Part::Setting(param) => {
                let number = scan.number(&format!("the number of {param}"), 0, 99)?;
                if scan.peek().is_some() {
                    scan.want('/', "behind that number")?;
                }
                board.set(param, number);
                Ok(())
            }
        }
    }

    /// Writes what [`read`](Self::read) reads.
    pub(super) fn write(self, board: &Board) -> Result<String, String> {
        let (rows, cols, puzzle) = (board.rows, board.cols, &board.puzzle);
        match self {
            Part::Cells(code, layers) => code.write(&board.cells(layers)?),
            Part::Perhaps(code, layers) => {
                let words = board.cells(layers)?;
                if words.iter().any(Option::is_some) { code.write(&words) } else { Ok(String::new()) }
            }
            Part::Corners(code, name, signs) => {
                code.write(&words(puzzle.cells(name, rows + 1, cols + 1)?.concat(), signs)?)
            }
            Part::Points(code, name, signs) => {
                code.write(&words(puzzle.cells(name, 2 * rows - 1, 2 * cols - 1)?.concat(), signs)?)
            }
            Part::Edges(code, name, signs) => {
                let all = puzzle.cells(name, 2 * rows - 1, 2 * cols - 1)?.concat();
                let told: Words = edges(rows, cols).map(|at| all[at].clone()).collect();
                if told.iter().flatten().count() < all.iter().flatten().count() {
                    return Err(format!("`{name}` in another place than between two cells"));
                }
                code.write(&words(told, signs)?)
            }
            Part::Beside(sides, signs) => {
                let mut all = Vec::new();
                for side in sides {
                    all.extend(words(puzzle.clues(side, board.side(side))?, signs)?);
                }
                Code::Hex.write(&all)
            }
            Part::Blocks => {
                let mut all: Words = Vec::new();
                for (side, lines, most) in [("top", cols, rows.div_ceil(2)), ("left", rows, cols.div_ceil(2))]
                {
                    for clue in puzzle.clues(side, lines)? {
                        let clue = clue.ok_or_else(|| format!("a line without a clue in `{side}`"))?;
                        let mut told: Words = Vec::new();
                        for block in clue.split(',').rev().filter(|block| *block != "0") {
                            told.push(Some(if block == "?" { UNTOLD.to_owned() } else { block.to_owned() }));
                        }
                        if told.len() > most {
                            return Err(format!("{} blocks in one line", told.len()));
                        }
                        told.resize(most, None);
                        all.extend(told);
                    }
                }
                Code::Hex.write(&all)
            }
            Part::Sums(name) => write_sums(&puzzle.cells(name, rows + 1, cols + 1)?),
            Part::Rooms(name) => {
                let regions = puzzle.cells(name, rows, cols)?.concat();
                let rooms = Rooms::named(rows, cols, &regions)?;
                Ok(write_borders(&rooms, rows, cols))
            }
            Part::NoBorders => Ok(String::new()),
            Part::Totals(name, signs) => Code::Hex.write(&board.totals(name, signs)?),
            Part::Sizes(name, sign) => {
                let rooms = board.rooms.as_ref().ok_or("a board without rooms")?;
                let sizes = rooms.sizes();
                let cells = puzzle.cells(name, rows, cols)?.concat();
                let word = |(at, cell): (usize, Option<String>)| match cell.as_deref() {
                    None => Ok(None),
                    Some(BLANK) => Ok(Some(UNTOLD.to_owned())),
                    Some(found) if found == sign => Ok(Some(sizes[rooms.of[at]].to_string())),
                    Some(found) => Err(format!("`{found}` in `{name}`")),
                };
                let words = cells.into_iter().enumerate().map(word).collect::<Result<Words, String>>()?;
                Code::Hex.write(&words)
            }
            Part::Setting(param) => {
                let told =
                    puzzle.setting(param).ok_or_else(|| format!("a board that does not say `{param}`"))?;
                Ok(format!("{told}/"))
            }
        }
    }
}

/// The tokens for words, or what is wanted instead of one that has none.
fn tokens(words: &[Option<String>], signs: Signs) -> Result<Words, String> {
    words
        .iter()
        .map(|word| word.as_ref().map(|word| token(word, &[("", signs)]).map(|(_, token)| token)).transpose())
        .collect()
}

fn token<'n>(word: &str, layers: &[(&'n str, Signs)]) -> Result<(&'n str, String), String> {
    let found = layers.iter().find_map(|(name, signs)| Some((*name, signs.token(word)?)));
    found.ok_or_else(|| match word {
        UNTOLD => "numbers that are told: the rule set has no sign for one that is not".to_owned(),
        _ => format!("clues that the rule set has signs for; it has none for `{word}`"),
    })
}

fn words(tokens: Words, signs: Signs) -> Result<Words, String> {
    tokens.into_iter().map(|token| token.map(|token| word(&token, "", signs)).transpose()).collect()
}

fn word(token: &str, name: &str, signs: Signs) -> Result<String, String> {
    let told = token.trim_matches('"');
    let place = if name.is_empty() { String::new() } else { format!(" in `{name}`") };
    signs.word(told).ok_or_else(|| format!("`{told}`{place}"))
}

/// Where the borders between cells stand in a drawing with room for them: all that stand upright, then all that lie.
pub(super) fn edges(rows: usize, cols: usize) -> impl Iterator<Item = usize> {
    let wide = 2 * cols - 1;
    let upright = (0..rows).flat_map(move |row| (0..cols - 1).map(move |col| 2 * row * wide + 2 * col + 1));
    let lying = (0..rows - 1).flat_map(move |row| (0..cols).map(move |col| (2 * row + 1) * wide + 2 * col));
    upright.chain(lying)
}

/// Borders, those that stand upright packed apart from those that lie.
fn read_borders(scan: &mut Scan<'_>, rows: usize, cols: usize) -> Result<Words, Wrong> {
    let mut words = Code::Bits.read(scan, (cols - 1) * rows)?;
    words.extend(Code::Bits.read(scan, cols * (rows - 1))?);
    Ok(words)
}

fn write_borders(rooms: &Rooms, rows: usize, cols: usize) -> String {
    let borders: Words = rooms.borders().map(|border| border.then(|| "1".to_owned())).collect();
    let (upright, lying) = borders.split_at((cols - 1) * rows);
    [upright, lying].into_iter().filter_map(|part| Code::Bits.write(part).ok()).collect()
}

fn write_sums(cells: &Cells) -> Result<String, String> {
    let sum = |cell: &Option<String>| match cell.as_deref() {
        None => Ok(None),
        Some("#") => Ok(Some((Some(0), Some(0)))),
        Some(told) => match numbers(told).as_slice() {
            [down, right] => Ok(Some((*down, *right))),
            _ => Err(format!("the clue `{told}`")),
        },
    };
    let rows: Vec<Vec<_>> =
        cells.iter().map(|row| row.iter().map(sum).collect()).collect::<Result<_, String>>()?;
    let edge =
        |clue: &Option<(Option<usize>, Option<usize>)>| clue.ok_or("an open cell in the first row or column");
    let inside: Words = rows[1..]
        .iter()
        .flat_map(|row| &row[1..])
        .map(|clue| clue.map(|(down, right)| format!("{},{}", down.unwrap_or(99), right.unwrap_or(99))))
        .collect();
    let mut text = Code::Sums.write(&inside)?;
    if rows[0].iter().skip(1).any(|clue| clue.is_some_and(|(_, right)| right != Some(0))) {
        return Err("a sum across above the board".to_owned());
    }
    for (above, below) in rows[0].iter().zip(&rows[1]).skip(1) {
        let (down, _) = edge(above)?;
        if below.is_none() {
            text.push(write_sum(down)?);
        } else if down != Some(0) {
            return Err("a sum for no cells".to_owned());
        }
    }
    for row in &rows[1..] {
        let (down, right) = edge(&row[0])?;
        if down != Some(0) || (row[1].is_some() && right != Some(0)) {
            return Err("a sum for no cells".to_owned());
        } else if row[1].is_none() {
            text.push(write_sum(right)?);
        }
    }
    Ok(text)
}

impl Board {
    /// How many lines end on a side.
    pub(super) fn side(&self, side: &str) -> usize {
        if matches!(side, "top" | "bottom") { self.cols } else { self.rows }
    }

    pub(super) fn set(&mut self, param: &str, value: usize) {
        if let Some(used) = self.puzzle.uses.first_mut() {
            used.with.push((param.to_owned(), value as i64));
        }
    }

    fn change(&mut self, change: impl FnOnce(Puzzle) -> Puzzle) {
        self.puzzle = change(std::mem::take(&mut self.puzzle));
    }

    fn put(&mut self, name: &str, tokens: &[Option<String>], cols: usize) {
        self.change(|puzzle| puzzle.draw(name, &rows(tokens, cols)));
    }

    /// Words in a drawing of so many columns.
    pub(super) fn put_drawn(
        &mut self,
        words: &[Option<String>],
        name: &str,
        signs: Signs,
        cols: usize,
    ) -> Result<(), String> {
        self.put(name, &tokens(words, signs)?, cols);
        Ok(())
    }

    /// The words of a drawing of this size.
    pub(super) fn drawn(&self, name: &str, signs: Signs, rows: usize, cols: usize) -> Result<Words, String> {
        words(self.puzzle.cells(name, rows, cols)?.concat(), signs)
    }

    fn beside(&mut self, side: &str, clues: &[Option<String>]) {
        self.change(|puzzle| puzzle.beside(side, clues));
    }

    /// Clues of several sides, one after the other.
    pub(super) fn put_beside(
        &mut self,
        words: &[Option<String>],
        sides: &[&str],
        signs: Signs,
    ) -> Result<(), String> {
        let told = tokens(words, signs)?;
        let mut rest = told.as_slice();
        for side in sides {
            let (clues, more) = rest.split_at(self.side(side));
            self.beside(side, clues);
            rest = more;
        }
        Ok(())
    }

    /// Words of cells, in the first layer that has a sign for them. A wall is a fact.
    pub(super) fn put_cells(
        &mut self,
        words: &[Option<String>],
        layers: &[(&str, Signs)],
    ) -> Result<(), String> {
        let mut drawn = vec![vec![None; words.len()]; layers.len()];
        for (at, word) in words.iter().enumerate() {
            let Some(word) = word else { continue };
            let (name, told) = token(word, layers)?;
            if name == WALL {
                let cell = format!("r{}c{}", at / self.cols + 1, at % self.cols + 1);
                self.change(|puzzle| puzzle.state(WALL, &[cell]));
            } else if let Some(layer) = layers.iter().position(|(layer, _)| *layer == name) {
                drawn[layer][at] = Some(told);
            }
            if let Some(rooms) = self.rooms.as_mut().filter(|_| [WALL, "black"].contains(&name)) {
                rooms.take_out(at);
            }
        }
        for ((name, _), tokens) in layers.iter().zip(&drawn) {
            self.put(name, tokens, self.cols);
        }
        Ok(())
    }

    pub(super) fn cells(&self, layers: &[(&str, Signs)]) -> Result<Words, String> {
        let mut all: Words = vec![None; self.rows * self.cols];
        for (name, signs) in layers {
            let cells = if *name == WALL {
                self.walls()?
            } else {
                self.puzzle.cells(name, self.rows, self.cols)?.concat()
            };
            for (place, token) in all.iter_mut().zip(cells) {
                let Some(token) = token else { continue };
                if place.is_some() {
                    return Err(format!("`{name}` in a cell that holds something else"));
                }
                *place = Some(word(&token, name, *signs)?);
            }
        }
        Ok(all)
    }

    /// The cells that are stated to be walls.
    fn walls(&self) -> Result<Words, String> {
        let mut all = vec![None; self.rows * self.cols];
        for fact in self.puzzle.facts.iter().filter(|fact| fact.name == WALL) {
            let place = fact.args.first().and_then(|place| crate::language::cell::named(place));
            let place = place.and_then(|(row, col)| {
                let (row, col) = (usize::try_from(row - 1).ok()?, usize::try_from(col - 1).ok()?);
                (row < self.rows && col < self.cols).then_some(row * self.cols + col)
            });
            all[place.ok_or_else(|| format!("`{fact}`"))?] = Some(WALL.to_owned());
        }
        Ok(all)
    }

    /// A number for each room.
    pub(super) fn put_totals(
        &mut self,
        name: &str,
        signs: Signs,
        words: &[Option<String>],
    ) -> Result<(), String> {
        for (room, total) in tokens(words, signs)?.into_iter().enumerate() {
            let Some(total) = total else { continue };
            let total = if total == "?" { "\"?\"".to_owned() } else { total };
            self.change(|puzzle| puzzle.state(name, &[block_name(room), total]));
        }
        Ok(())
    }

    pub(super) fn totals(&self, name: &str, signs: Signs) -> Result<Words, String> {
        let rooms = self.rooms.as_ref().ok_or("a board without rooms")?;
        let mut all: Words = vec![None; rooms.count];
        let known: BTreeMap<&str, usize> = rooms.names.iter().map(String::as_str).zip(0..).collect();
        for fact in self.puzzle.facts.iter().filter(|fact| fact.name == name) {
            let Fact { args, .. } = fact;
            let room = args.first().and_then(|room| known.get(room.trim_matches('"')).copied());
            let (Some(room), [_, total]) = (room, args.as_slice()) else { return Err(format!("`{fact}`")) };
            all[room] = Some(word(total, name, signs)?);
        }
        Ok(all)
    }

    /// The sizes of rooms in some of their cells, as signs.
    pub(super) fn put_sizes(
        &mut self,
        words: &[Option<String>],
        name: &str,
        sign: &str,
    ) -> Result<(), String> {
        let Some(rooms) = &self.rooms else { return Ok(()) };
        let sizes = rooms.sizes();
        let mut all = Vec::new();
        for (at, word) in words.iter().enumerate() {
            let size = sizes[rooms.of[at]].to_string();
            if let Some(word) = word.as_ref().filter(|word| *word != UNTOLD && **word != size) {
                return Err(format!("the size of the room, {size}, and not {word}"));
            }
            let told = |word: &String| if word == UNTOLD { BLANK } else { sign };
            all.push(word.as_ref().map(|word| told(word).to_owned()));
        }
        self.put(name, &all, self.cols);
        Ok(())
    }
}

/// The value of a cell that holds no number.
const BLANK: &str = "blank";

/// The predicate of squares that hold nothing.
pub(super) const WALL: &str = "wall";
