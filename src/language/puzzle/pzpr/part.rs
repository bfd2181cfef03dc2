//! The parts that the board of a genre of pzpr has, and where each stands in a puzzle.

use super::board::{BLANK, Board, tokens, words};
use super::code::{Code, UNTOLD, Words};
use super::fleet;
use super::rooms::Rooms;
use super::signs::Signs;
use super::words::{numbers, sum, write_sum};
use crate::language::puzzle::scan::{Scan, Wrong};
use crate::language::puzzle::written::Cells;

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
    Beside(Code, &'static [&'static str], Signs),
    /// Clues at the bottom and at the top of each column in turn, then on the right and on the left of each row.
    Poles,
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
    /// Straight ships behind a slash, as facts with a length and how many of it there are.
    Fleet(&'static str),
}

/// The sides that share a line of the board in [`Part::Poles`].
pub(super) const POLES: [[&str; 2]; 2] = [["bottom", "top"], ["right", "left"]];

impl Part {
    /// The names of what it says in a puzzle.
    pub(super) fn names(self) -> Vec<&'static str> {
        match self {
            Part::Cells(_, layers) | Part::Perhaps(_, layers) => {
                layers.iter().map(|(name, _)| *name).collect()
            }
            Part::Corners(_, name, _) | Part::Points(_, name, _) | Part::Edges(_, name, _) => vec![name],
            Part::Beside(_, sides, _) => sides.to_vec(),
            Part::Poles => POLES.concat(),
            Part::Blocks => vec!["top", "left"],
            Part::Sums(name)
            | Part::Rooms(name)
            | Part::Totals(name, _)
            | Part::Sizes(name, _)
            | Part::Fleet(name) => vec![name],
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
            Part::Beside(code, sides, signs) => {
                let words = code.read(scan, sides.iter().map(|side| board.side(side)).sum())?;
                board.put_beside(&words, sides, signs).map_err(refused)
            }
            Part::Poles => {
                let words = Code::Hex.read(scan, 2 * (rows + cols))?;
                let (upright, lying) = words.split_at(2 * cols);
                for (sides, words) in POLES.iter().zip([upright, lying]) {
                    for (at, side) in sides.iter().enumerate() {
                        let told: Words = words.iter().skip(at).step_by(2).cloned().collect();
                        board.put_beside(&told, &[side], Signs::Number("")).map_err(refused)?;
                    }
                }
                Ok(())
            }
            Part::Blocks => {
                let (high, wide) = (rows.div_ceil(2), cols.div_ceil(2));
                let mut words = Code::Hex.read(scan, cols * high + rows * wide)?;
                let left = words.split_off(cols * high);
                for (side, words, most) in [("top", words, high), ("left", left, wide)] {
                    let list = |slots: &[Option<String>]| {
                        let told: Vec<&str> = slots
                            .iter()
                            .rev()
                            .flatten()
                            .map(String::as_str)
                            .filter(|block| *block != "0")
                            .collect();
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
            Part::NoBorders => {
                if read_borders(scan, rows, cols)?.iter().any(Option::is_some) {
                    return Err(refused("no borders: the rule set has no word for them".to_owned()));
                }
                Ok(())
            }
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
            Part::Fleet(name) => {
                let ships = fleet::read(scan)?;
                board.put_fleet(name, &ships);
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
            Part::Beside(code, sides, signs) => {
                let mut all = Vec::new();
                for side in sides {
                    all.extend(words(puzzle.clues(side, board.side(side))?, signs)?);
                }
                code.write(&all)
            }
            Part::Poles => {
                let mut all = Vec::new();
                for [one, other] in POLES {
                    let clues = |side| words(puzzle.clues(side, board.side(side))?, Signs::Number(""));
                    all.extend(
                        clues(one)?.into_iter().zip(clues(other)?).flat_map(|(one, other)| [one, other]),
                    );
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
            Part::Fleet(name) => fleet::write(&board.fleet(name)?),
        }
    }
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
