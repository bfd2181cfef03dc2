//! A puzzle's text with one clue changed, and everything else as it was.

use super::Change;
use super::drawing::{read, redrawn};
use super::facts::{self, Fact, facts};
use super::layers::{Kind, Layer};
use super::statements::{Rank, Text};
use crate::language::cell;
use crate::language::program::Grain;
use crate::language::puzzle::written;
use crate::language::puzzle::{Mark, mark, strip};
use crate::language::syntax::ast::StatementKind;

/// What must be known of a puzzle to change its text.
#[derive(Clone, Copy, Debug)]
pub struct Board<'b> {
    /// Rows and columns.
    pub size: (i64, i64),
    /// Its inputs.
    pub layers: &'b [Layer],
    /// The names of params, which mean numbers.
    pub params: &'b [String],
}

/// Changes one clue.
///
/// # Errors
/// Why there is no such clue, in a sentence.
pub fn put(text: &str, board: &Board<'_>, change: &Change) -> Result<String, String> {
    let Change { layer: name, place, value } = change;
    let same = |layer: &&Layer| layer.name == *name;
    let several = board.layers.iter().filter(same).count() > 1;
    // An input of two arguments and one of three may share a drawing: the place tells which is meant.
    let fits = |layer: &&Layer| !several || (layer.kind == Kind::Marks) == place.contains('{');
    let layer = board.layers.iter().filter(same).find(fits);
    let layer = layer.ok_or_else(|| format!("there is no input `{name}`"))?;
    let value = value.as_deref().map(str::trim).filter(|value| !value.is_empty() && *value != ".");
    let mut text = Text::new(text);
    let no_place = || format!("`{place}` is no place of `{name}`");
    match layer.kind {
        Kind::Cells => {
            let at = on_board(place, board.size).ok_or_else(no_place)?;
            let key = vec![format!("r{}c{}", at.0, at.1)];
            draw(&mut text, board, layer, (at.0 - 1, at.1 - 1), board.size, &key, value)?;
        }
        Kind::Marks => {
            let (one, other) = between(place, board.size).ok_or_else(no_place)?;
            let (rows, cols) = board.size;
            let at = (one.0 + other.0 - 2, one.1 + other.1 - 2);
            let key = vec![format!("r{}c{}", one.0, one.1), format!("r{}c{}", other.0, other.1)];
            draw(&mut text, board, layer, at, (2 * rows - 1, 2 * cols - 1), &key, value)?;
        }
        kind @ (Kind::Dots | Kind::Points) => {
            let (grain, at) = finer(place, kind, board.size).ok_or_else(no_place)?;
            let size = grain.drawn(board.size).ok_or_else(no_place)?;
            let key = vec![format!("{}({}, {})", grain.place().unwrap_or_default(), at.0, at.1)];
            let at = (at.0 - grain.first(), at.1 - grain.first());
            draw(&mut text, board, layer, at, size, &key, value)?;
        }
        Kind::Side => {
            let lines = if matches!(name.as_str(), "left" | "right") { board.size.0 } else { board.size.1 };
            let line = inner(place, name).parse().ok().filter(|line| (1..=lines).contains(line));
            beside(&mut text, board, layer, line.ok_or_else(no_place)?, lines, value);
        }
        Kind::Flags => {
            let (row, column) = on_board(place, board.size).ok_or_else(no_place)?;
            state(&mut text, board, layer, &[format!("r{row}c{column}")], value.map(|_| &[][..]));
        }
        Kind::Named => {
            let key = facts::stated(inner(place, name).trim_matches('"'), board.params);
            let value = value.map(|value| [facts::stated(value.trim_matches('"'), board.params)]);
            state(&mut text, board, layer, &[key], value.as_ref().map(|value| &value[..]));
        }
        Kind::Paths | Kind::Facts => whole(&mut text, board, layer, place, value)?,
    }
    Ok(text.text)
}

/// What stands in the parentheses of `left(3)`; all of it, if there are none.
fn inner<'p>(place: &'p str, name: &str) -> &'p str {
    let inside = place.strip_prefix(name).and_then(|rest| rest.strip_prefix('(')?.strip_suffix(')'));
    inside.unwrap_or(place).trim()
}

fn on_board(place: &str, (rows, cols): (i64, i64)) -> Option<(i64, i64)> {
    cell::named(place.trim()).filter(|(row, column)| (1..=rows).contains(row) && (1..=cols).contains(column))
}

/// The two cells of `{r1c1, r1c2}`, the left or upper one first.
fn between(place: &str, size: (i64, i64)) -> Option<((i64, i64), (i64, i64))> {
    let (one, other) = place.trim().strip_prefix('{')?.strip_suffix('}')?.split_once(',')?;
    let (one, other) = (on_board(one, size)?, on_board(other, size)?);
    let (one, other) = (one.min(other), one.max(other));
    matches!((other.0 - one.0, other.1 - one.1), (0, 1) | (1, 0)).then_some((one, other))
}

/// The numbers of `dot(0, 1)` or `point(1, 2)`, if they are on the board.
fn finer(place: &str, kind: Kind, size: (i64, i64)) -> Option<(Grain, (i64, i64))> {
    let grain = kind.grain()?;
    let inside = place.trim().strip_prefix(grain.place()?)?.strip_prefix('(')?.strip_suffix(')')?;
    let (row, column) = inside.split_once(',')?;
    let at: (i64, i64) = (row.trim().parse().ok()?, column.trim().parse().ok()?);
    let (first, drawn) = (grain.first(), grain.drawn(size)?);
    let fits = |number: i64, lines: i64| (first..first + lines).contains(&number);
    (fits(at.0, drawn.0) && fits(at.1, drawn.1)).then_some((grain, at))
}

/// Whether a drawing or a strip can show this as one symbol.
fn is_token(value: &str, quotes: bool) -> bool {
    let odd = |letter: char| letter.is_whitespace() || letter.is_control();
    !value.contains(odd) && !value.contains("\"\"\"") && (quotes || !value.contains('"'))
}

/// A clue as a fact states it.
fn argument(value: &str, layer: &Layer, params: &[String]) -> String {
    let parts: Vec<String> = match mark(value) {
        Mark::List(_) => value.split(',').map(|part| facts::stated(part, params)).collect(),
        _ if layer.lists => vec![facts::stated(value, params)],
        _ => return facts::stated(value, params),
    };
    format!("[{}]", parts.join(", "))
}

/// Changes a symbol of a drawing, or the fact that says the same.
fn draw(
    text: &mut Text,
    board: &Board<'_>,
    layer: &Layer,
    at: (i64, i64),
    size: (i64, i64),
    key: &[String],
    value: Option<&str>,
) -> Result<(), String> {
    let fact = find(text, board, layer, key);
    let drawing = text.statements.iter().find_map(|statement| match &statement.kind {
        StatementKind::Layer { name, drawing } if name.text == layer.name => Some(drawing.clone()),
        _ => None,
    });
    let (row, column) = (at.0 as usize, at.1 as usize);
    let stated = |text: &mut Text| {
        let value = value.map(|value| [argument(value, layer, board.params)]);
        state(text, board, layer, key, value.as_ref().map(|value| &value[..]));
    };
    match (fact, drawing) {
        (Some(_), _) => stated(text),
        (None, Some(drawing)) => {
            let picture = read(&drawing);
            let drawn = (picture.height() as i64, picture.width() as i64);
            // Symbols of cells may be drawn together with marks between them.
            let wide = layer.kind == Kind::Cells && drawn == (2 * size.0 - 1, 2 * size.1 - 1);
            let (row, column) = if wide { (2 * row, 2 * column) } else { (row, column) };
            if picture.ragged().is_some() || !wide && drawn != size {
                return Err(format!("the drawing `{}` has another size than the board", layer.name));
            }
            let token = value.unwrap_or(".");
            match is_token(token, true).then(|| redrawn(text, &picture, (row, column), token)).flatten() {
                Some((range, new)) => text.replace(range, &new),
                None => stated(text),
            }
        }
        (None, None) => {
            let Some(token) = value else { return Ok(()) };
            let single = size.1 == 1 && token.chars().count() > 1;
            if !is_token(token, true) || single || layer.elsewhere {
                stated(text);
                return Ok(());
            }
            let mut rows = vec![vec![".".to_owned(); size.1 as usize]; size.0 as usize];
            token.clone_into(&mut rows[row][column]);
            let new = written::Layer { name: layer.name.clone(), rows };
            text.add(Rank::Layer, &new.to_string());
        }
    }
    Ok(())
}

/// The fact of a text that is about these places.
fn find(text: &Text, board: &Board<'_>, layer: &Layer, key: &[String]) -> Option<Fact> {
    let about = |fact: &Fact| fact.args.iter().zip(key).all(|((arg, _), key)| same(arg, key));
    facts(text, &layer.name, layer.arity, board.params).into_iter().find(about)
}

/// Whether two arguments are the same; a symbol may stand in quotes.
fn same(one: &str, other: &str) -> bool {
    one.trim_matches('"') == other.trim_matches('"')
}

/// States a fact about some places, changes the one that is there, or takes it out. The `rest` are its other arguments: one or none.
fn state(text: &mut Text, board: &Board<'_>, layer: &Layer, key: &[String], rest: Option<&[String]>) {
    match (find(text, board, layer, key), rest) {
        (Some(fact), None) => text.remove(fact.span),
        (Some(fact), Some([value])) => {
            if let Some((_, span)) = fact.args.last() {
                text.replace(span.start as usize..span.end as usize, value);
            }
        }
        (None, Some(rest)) => {
            let args: Vec<String> = key.iter().chain(rest).cloned().collect();
            text.add_fact(&layer.name, &format!("{}({}).", layer.name, args.join(", ")));
        }
        (Some(_), Some(_)) | (None, None) => {}
    }
}

/// Changes a clue of a strip.
fn beside(text: &mut Text, board: &Board<'_>, layer: &Layer, line: i64, lines: i64, value: Option<&str>) {
    let key = [line.to_string()];
    if find(text, board, layer, &key).is_some() || value.is_some_and(|value| !is_token(value, false)) {
        let value = value.map(|value| [argument(value, layer, board.params)]);
        return state(text, board, layer, &key, value.as_ref().map(|value| &value[..]));
    }
    let known = text.statements.iter().find_map(|statement| match &statement.kind {
        StatementKind::Strip { name, clues } if name.text == layer.name => Some(clues.clone()),
        _ => None,
    });
    let at = (line - 1) as usize;
    let Some(clues) = known else {
        let Some(value) = value else { return };
        let mut all = vec!["."; lines as usize];
        all[at] = value;
        let names = text.statements.iter().filter_map(|statement| match &statement.kind {
            StatementKind::Strip { name, .. } => Some(name.text.len()),
            _ => None,
        });
        let width = names.max().unwrap_or(0);
        return text.add(Rank::Strip, &format!("{:width$} \"{}\".\n", layer.name, all.join(" ")));
    };
    let tokens = strip(0, clues.span.start as usize, &clues.text);
    let token = value.unwrap_or(".");
    match tokens.get(at) {
        Some(old) => text.replace(old.span.start as usize..old.span.end as usize, token),
        None => {
            let end = clues.span.end as usize;
            let more = format!("{}{token}", ". ".repeat(at - tokens.len()));
            let space = if clues.text.trim().is_empty() { "" } else { " " };
            text.replace(end..end, &format!("{space}{more}"));
        }
    }
}

/// Adds, changes or takes out a fact that is written as a whole.
fn whole(
    text: &mut Text,
    board: &Board<'_>,
    layer: &Layer,
    place: &str,
    value: Option<&str>,
) -> Result<(), String> {
    let Layer { name, arity, .. } = layer;
    let all = facts(text, name, *arity, board.params);
    let there = all.into_iter().find(|fact| fact.shown(name) == place.trim());
    let new = match value {
        None => None,
        Some(value) => {
            // `name(...)`, or only what stands in its parentheses.
            let whole = value.trim().trim_end_matches('.');
            let starts =
                whole.strip_prefix(name.as_str()).is_some_and(|rest| rest.trim_start().starts_with('('));
            let whole = if starts { whole.to_owned() } else { format!("{name}({whole})") };
            let read = facts::read(&whole, name, *arity, board.params);
            Some(read.ok_or_else(|| {
                format!("`{value}` is nothing that `{name}` with {arity} arguments can say")
            })?)
        }
    };
    match (there, new) {
        (Some(fact), None) => text.remove(fact.span),
        (Some(fact), Some(new)) => {
            text.replace(fact.span.start as usize..fact.span.end as usize, &format!("{new}."));
        }
        (None, Some(new)) => text.add_fact(name, &format!("{new}.")),
        (None, None) => return Err(format!("the text does not say `{place}`")),
    }
    Ok(())
}
