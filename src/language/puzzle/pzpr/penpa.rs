//! What penpa-edit draws, as the clues of a genre: numbers, symbols, shades and borders into the layers of its rule set.
//!
//! A drawing there has no rules, so the genre is named besides; its parts say what is a clue, and what is drawn and
//! belongs to none of them is refused.

mod drawing;
mod ink;
#[cfg(test)]
mod tests;

use self::drawing::{Drawing, Number, Spot};
use self::ink::CIRCLE;
use super::board::{Board, tokens};
use super::code::{UNTOLD, Words};
use super::genres::{Genre, Shape};
use super::part::{Part, edges};
use super::rooms::{Rooms, beside};
use super::signs::Signs;
use super::{fitting, usual};
use crate::language::puzzle::written::Puzzle;

/// The middle of a cell.
fn middle(row: usize, col: usize) -> Spot {
    (2 * row as i64 + 1, 2 * col as i64 + 1)
}

/// Where a place stands in a drawing that has no more than what lies inside the board.
fn inside(at: usize, cols: usize) -> Spot {
    let wide = 2 * cols - 1;
    ((at / wide) as i64 + 1, (at % wide) as i64 + 1)
}

/// Both ends of a border, by its number.
fn ends(rows: usize, cols: usize, border: usize) -> (Spot, Spot) {
    let (one, other) = beside(rows, cols, border);
    let (y, x) = (2 * (other / cols) as i64, 2 * (other % cols) as i64);
    ((y, x), if other == one + 1 { (y + 2, x) } else { (y, x + 2) })
}

/// Where the clue beside a line stands.
fn outside(side: &str, line: usize, rows: usize, cols: usize) -> Spot {
    let (down, over) = middle(line, line);
    match side {
        "top" => (-1, over),
        "bottom" => (2 * rows as i64 + 1, over),
        "left" => (down, -1),
        _ => (down, 2 * cols as i64 + 1),
    }
}

/// Reads what is drawn as a puzzle of a genre.
pub(in crate::language::puzzle) fn read(genre: &Genre, text: &str) -> Result<Puzzle, String> {
    let mut drawing = Drawing::parse(text)?;
    if genre.shape == Shape::Framed {
        return framed(genre, drawing);
    }
    let (rows, cols) = (drawing.rows, drawing.cols);
    if matches!(genre.shape, Shape::Square | Shape::Boxed) && rows != cols {
        return Err(format!("a square board, not {cols} by {rows}"));
    }
    let mut board = genre.board(rows, cols);
    // A border around a clue is how the clue looks.
    let clues: Vec<Spot> = drawing.numbers.keys().copied().collect();
    for part in genre.parts {
        take(*part, &mut drawing, &mut board)?;
    }
    left_over(genre, &drawing, |ends| is_usual(genre, rows, ends) || frames(&clues, ends))?;
    genre.finished(board)
}

/// Takes a part of a board out of a drawing.
fn take(part: Part, drawing: &mut Drawing, board: &mut Board) -> Result<(), String> {
    let (rows, cols) = (drawing.rows, drawing.cols);
    match part {
        Part::Cells(_, layers) | Part::Perhaps(_, layers) => {
            let cells = (0..rows * cols).map(|at| drawing.take(middle(at / cols, at % cols), layers));
            let words: Vec<_> = cells.collect::<Result<_, String>>()?;
            board.put_cells(&words, layers)
        }
        Part::Corners(_, name, signs) => {
            let corner = |at: usize| (2 * (at / (cols + 1)) as i64, 2 * (at % (cols + 1)) as i64);
            let corners = (0..(rows + 1) * (cols + 1)).map(|at| drawing.take(corner(at), &[("", signs)]));
            let words: Vec<_> = corners.collect::<Result<_, String>>()?;
            board.put(name, &tokens(&words, signs)?, cols + 1);
            Ok(())
        }
        Part::Points(_, name, signs) => {
            let many = (2 * rows - 1) * (2 * cols - 1);
            let points = (0..many).map(|at| drawing.take(inside(at, cols), &[("dot", signs)]));
            // A star is a star, whatever its colour.
            let words: Vec<_> = points.collect::<Result<_, String>>()?;
            let words: Vec<_> = words.into_iter().map(|word| word.map(|_| "1".to_owned())).collect();
            board.put(name, &tokens(&words, signs)?, 2 * cols - 1);
            Ok(())
        }
        Part::Edges(_, name, signs) => {
            let mut words = vec![None; (2 * rows - 1) * (2 * cols - 1)];
            for at in edges(rows, cols) {
                words[at] = drawing.take(inside(at, cols), &[(name, signs)])?;
            }
            board.put(name, &tokens(&words, signs)?, 2 * cols - 1);
            Ok(())
        }
        Part::Beside(_, sides, signs) => {
            let places = sides.iter().flat_map(|side| (0..board.side(side)).map(move |line| (side, line)));
            let words =
                places.map(|(side, line)| drawing.take(outside(side, line, rows, cols), &[("", signs)]));
            let words: Vec<_> = words.collect::<Result<_, String>>()?;
            board.put_beside(&telling(words, signs), sides, signs)
        }
        Part::Blocks => {
            let [above, _, left, _] = drawing.margins;
            for (side, many, lines) in [("top", above, cols), ("left", left, rows)] {
                let lists = (0..lines)
                    .map(|line| blocks(drawing, side, many, line))
                    .collect::<Result<Vec<_>, _>>()?;
                board.beside(side, &lists);
            }
            Ok(())
        }
        Part::Rooms(_) => {
            let border = |border: usize| {
                let (one, other) = ends(rows, cols, border);
                drawing.is_edge(one, other)
            };
            board.rooms = Some(Rooms::parted(rows, cols, border));
            drawing.edges.clear();
            Ok(())
        }
        Part::Totals(name, signs) => {
            let rooms = board.rooms.as_ref().ok_or("rooms")?;
            let mut words = vec![None; rooms.count];
            for (at, room) in rooms.of.iter().enumerate() {
                let spot = middle(at / cols, at % cols);
                // A number of a room stands in a cell of it or in the corner of one.
                let small = (0..4).find_map(|corner| drawing.small.remove(&(spot, corner)));
                let small = small
                    .map(|text| ink::read(&Number { text, is_arrow: false }, None, signs))
                    .transpose()?;
                if let Some(word) = drawing.take(spot, &[("", signs)])?.or(small)
                    && let Some(before) = words[*room].replace(word)
                    && words[*room].as_ref() != Some(&before)
                {
                    return Err(format!("one number for each room, not {before} and another"));
                }
            }
            board.put_totals(name, signs, &telling(words, signs))
        }
        Part::Setting("stars") => {
            // How many there are stands beside the board, with a star.
            let is_beside = |(y, x): &Spot| *y < 0 || *x < 0 || *y > 2 * rows as i64 || *x > 2 * cols as i64;
            let told = drawing.numbers.iter().find(|(spot, _)| is_beside(spot));
            let number = told.and_then(|(spot, number)| Some((*spot, number.text.parse().ok()?)));
            let (spot, number) = number.ok_or("the number of stars beside the board")?;
            drawing.numbers.remove(&spot);
            drawing.symbols.retain(|spot, (name, _)| name != "star" || !is_beside(spot));
            board.set("stars", number);
            Ok(())
        }
        Part::NoBorders => Ok(()),
        _ => Err("another genre: its drawings are not read, addresses of puzz.link are".to_owned()),
    }
}

/// A number of a room or a line that is not told says nothing: where the rule set has no sign for it, it is as good as none.
fn telling(words: Words, signs: Signs) -> Words {
    let says = |word: &String| word != UNTOLD || signs.token(UNTOLD).is_some();
    words.into_iter().map(|word| word.filter(says)).collect()
}

/// The blocks of a line of a nonogram, from all margins beside it.
fn blocks(drawing: &mut Drawing, side: &str, many: usize, line: usize) -> Result<Option<String>, String> {
    let mut told = Vec::new();
    for step in (0..many as i64).rev() {
        let (y, x) = outside(side, line, 0, 0);
        let spot = if side == "top" { (y - 2 * step, x) } else { (y, x - 2 * step) };
        told.extend(drawing.take(spot, &[("", Signs::Number("?"))])?);
    }
    if told.len() > 1 && told.iter().any(|word| word == UNTOLD) {
        return Err("blocks whose lengths are all told, or none of a line".to_owned());
    }
    Ok(Some(told.join(",")).filter(|blocks| !blocks.is_empty() && blocks != UNTOLD))
}

/// A board whose clues stand in black cells, with sums in their corners.
fn framed(genre: &Genre, mut drawing: Drawing) -> Result<Puzzle, String> {
    let (rows, cols) = (drawing.rows, drawing.cols);
    let &[Part::Sums(name)] = genre.parts else { return Err("another genre".to_owned()) };
    if rows < 2 || cols < 2 {
        return Err("a row and a column of clues besides those of cells".to_owned());
    }
    let mut board = genre.board(rows - 1, cols - 1);
    let mut cells = vec![None; rows * cols];
    for (at, cell) in cells.iter_mut().enumerate() {
        let spot = middle(at / cols, at % cols);
        let is_black = drawing.symbols.get(&spot).is_some_and(|(name, _)| name == "kakuro");
        if !is_black && drawing.shades.remove(&spot).is_none() {
            continue;
        }
        drawing.symbols.remove(&spot);
        let mut sum = |corner: usize| match drawing.small.remove(&(spot, corner)) {
            None => Ok(0),
            Some(text) => text.parse::<usize>().map_err(|_| format!("sums, not `{text}`")),
        };
        let (down, right) = (sum(2)?, sum(1)?);
        *cell = Some(if (down, right) == (0, 0) { "#".to_owned() } else { format!("{down},{right}") });
    }
    board.put(name, &cells, cols);
    left_over(genre, &drawing, |_| true)?;
    genre.finished(board)
}

/// Refuses what no part of the genre has taken; some borders say nothing.
fn left_over(
    genre: &Genre,
    drawing: &Drawing,
    says_nothing: impl Fn([Spot; 2]) -> bool,
) -> Result<(), String> {
    let rules = genre.rules;
    if let Some(number) = drawing.numbers.values().find(|number| !number.is_blank()) {
        return Err(format!(
            "numbers that the rule set `{rules}` has a place for, not `{}` where it stands",
            number.text
        ));
    }
    let refused = |what: &str| Err(format!("no {what}: they are not read as clues of `{rules}`"));
    if let Some((name, number)) = drawing.symbols.values().next() {
        return Err(format!("clues of `{rules}`, not the symbol `{name}`, {number}, where it stands"));
    }
    if !drawing.small.is_empty() {
        return refused("small numbers");
    }
    if !drawing.shades.is_empty() {
        return refused("shades");
    }
    if let Some(what) = drawing.unread {
        return refused(what);
    }
    if drawing.edges.iter().any(|ends| !says_nothing(*ends)) {
        return Err(format!("no borders: the rule set `{rules}` has none"));
    }
    Ok(())
}

/// Whether a border is one of the usual boxes, or of the frame.
fn is_usual(genre: &Genre, side: usize, [one, other]: [Spot; 2]) -> bool {
    let (high, wide) = if genre.shape == Shape::Boxed { usual(side) } else { (side, side) };
    let on = |at: i64, step: usize| at.rem_euclid(2 * step as i64) == 0;
    if one.0 == other.0 { on(one.0, high) } else { on(one.1, wide) }
}

/// Whether a border lies beside a cell with a clue.
fn frames(clues: &[Spot], [one, other]: [Spot; 2]) -> bool {
    let (y, x) = (i64::midpoint(one.0, other.0), i64::midpoint(one.1, other.1));
    let sides = if one.0 == other.0 { [(y - 1, x), (y + 1, x)] } else { [(y, x - 1), (y, x + 1)] };
    sides.iter().any(|side| clues.contains(side))
}

/// A drawing of a puzzle, with the name of its genre.
pub(in crate::language::puzzle) fn write(puzzle: &Puzzle) -> Result<(&'static str, String), String> {
    let (genre, board) = fitting(puzzle)?;
    let has = |side: &str| {
        let stands = |part: &Part| match part {
            Part::Beside(..) => part.names().contains(&side),
            Part::Setting("stars") => side == "top",
            _ => false,
        };
        usize::from(genre.parts.iter().any(stands))
    };
    let margins = [has("top"), has("bottom"), has("left"), has("right")];
    let mut drawing = Drawing::new(board.rows, board.cols, margins);
    for part in genre.parts {
        draw(*part, genre, &board, &mut drawing)?;
    }
    Ok((genre.names[0], drawing.told(genre.names[0])))
}

/// Draws what [`take`] takes.
fn draw(part: Part, genre: &Genre, board: &Board, drawing: &mut Drawing) -> Result<(), String> {
    let (rows, cols, puzzle) = (board.rows, board.cols, &board.puzzle);
    let told = |words: Vec<Option<String>>| {
        words.into_iter().enumerate().filter_map(|(at, word)| Some((at, word?))).collect::<Vec<_>>()
    };
    match part {
        Part::Cells(_, layers) | Part::Perhaps(_, layers) => {
            for (at, word) in told(board.cells(layers)?) {
                drawing.draw(middle(at / cols, at % cols), &word, layers)?;
            }
        }
        Part::Corners(_, name, signs) => {
            for (at, word) in told(board.drawn(name, signs, rows + 1, cols + 1)?) {
                let corner = (2 * (at / (cols + 1)) as i64, 2 * (at % (cols + 1)) as i64);
                drawing.draw(corner, &word, &[("", signs)])?;
            }
        }
        Part::Points(_, name, signs) | Part::Edges(_, name, signs) => {
            for (at, word) in told(board.drawn(name, signs, 2 * rows - 1, 2 * cols - 1)?) {
                drawing.draw_symbol(inside(at, cols), CIRCLE, if word == "2" { 2 } else { 1 });
            }
        }
        Part::Beside(_, sides, signs) => {
            for side in sides {
                let clues = super::board::words(puzzle.clues(side, board.side(side))?, signs)?;
                for (line, word) in told(clues) {
                    drawing.draw(outside(side, line, rows, cols), &word, &[("", signs)])?;
                }
            }
        }
        Part::Rooms(name) => {
            let rooms = Rooms::named(rows, cols, &puzzle.cells(name, rows, cols)?.concat())?;
            for (border, _) in rooms.borders().enumerate().filter(|(_, drawn)| *drawn) {
                let (one, other) = ends(rows, cols, border);
                drawing.draw_edge(one, other);
            }
        }
        Part::Totals(name, signs) => {
            let rooms = board.rooms.as_ref().ok_or("rooms")?;
            for (room, word) in told(board.totals(name, signs)?) {
                let first = rooms.of.iter().position(|of| *of == room);
                let at = first.ok_or_else(|| format!("`{name}` of a room that is not there"))?;
                drawing.draw(middle(at / cols, at % cols), &word, &[("", signs)])?;
            }
        }
        Part::Setting("stars") => {
            let stars = puzzle.setting("stars").ok_or("a board that does not say `stars`")?;
            drawing.numbers.insert((-1, 1), Number { text: stars.to_string(), is_arrow: false });
            drawing.draw_symbol((-1, 3), "star", 2);
        }
        Part::NoBorders => {}
        _ => return Err(format!("a board of `{}`", genre.rules)),
    }
    Ok(())
}

/// The name of the genre that a drawing says it is, by its tags.
pub(in crate::language::puzzle) fn tag(text: &str) -> Option<&'static Genre> {
    let tags: Vec<String> = serde_json::from_str(text.lines().nth(17)?).ok()?;
    tags.iter().find_map(|tag| super::genre(&tag.to_lowercase().replace([' ', '-'], "")))
}
