//! Boards of another size: params set in a text, drawings cut or filled up, and puzzles without clues.

use super::drawing::{aligned, read};
use super::facts::facts;
use super::layers::{Kind, Layer};
use super::statements::{Rank, Text};
use crate::language::cell;
use crate::language::program::Grain;
use crate::language::puzzle::strip;
use crate::language::puzzle::written::{self, Use};
use crate::language::source::Span;
use crate::language::syntax::ast::{StatementKind, TermKind};

/// A text with a param of its rules set.
///
/// # Errors
/// It uses no rules and sets no param of this name.
pub fn with_param(text: &str, name: &str, value: i64) -> Result<String, String> {
    let mut text = Text::new(text);
    let range = |span: Span| span.start as usize..span.end as usize;
    let mut used = None;
    for statement in &text.statements {
        match &statement.kind {
            StatementKind::Param { name: known, values } if known.text == name => {
                let (first, last) = (values.first(), values.last());
                let span = first.zip(last).map(|(first, last)| first.span.to(last.span));
                let span = span.ok_or("a param without a value")?;
                text.replace(range(span), &value.to_string());
                return Ok(text.text);
            }
            StatementKind::Use { name: set, with } => {
                if let Some((_, term)) = with.iter().find(|(known, _)| known.text == name) {
                    let span = term.span;
                    text.replace(range(span), &value.to_string());
                    return Ok(text.text);
                }
                let after =
                    with.last().map_or(set.span.end as usize + usize::from(set.quoted), |(_, term)| {
                        term.span.end as usize
                    });
                used = used.or(Some((after, with.is_empty())));
            }
            _ => {}
        }
    }
    let (at, first) = used.ok_or_else(|| format!("the text uses no rules whose `{name}` could be set"))?;
    text.replace(at..at, &format!("{} {name} = {value}", if first { " with" } else { "," }));
    Ok(text.text)
}

/// A text without its clues, which say how large the board is or speak of places that another one does not have.
pub fn without_clues(text: &str, layers: &[Layer], params: &[String]) -> String {
    let mut text = Text::new(text);
    let drawn = |text: &Text| {
        let mut all = text.statements.iter();
        let found = all.find(|statement| {
            matches!(statement.kind, StatementKind::Layer { .. } | StatementKind::Strip { .. })
        });
        let mut facts = layers.iter().flat_map(|layer| facts(text, &layer.name, layer.arity, params));
        found.map(|statement| statement.span).or_else(|| facts.next().map(|fact| fact.span))
    };
    while let Some(span) = drawn(&text) {
        text.remove(span);
    }
    text.text
}

/// A text whose drawings and strips fit a board of another size: what lies beyond it is cut off, with the facts about it; what is
/// new is empty.
pub fn resized(text: &str, layers: &[Layer], old: (i64, i64), new: (i64, i64), params: &[String]) -> String {
    let mut text = Text::new(text);
    let count = text.statements.len();
    for index in 0..count {
        let Some(statement) = text.statements.get(index) else { break };
        match &statement.kind {
            StatementKind::Layer { name, drawing } => {
                let picture = read(drawing);
                let drawn = (picture.height() as i64, picture.width() as i64);
                // Symbols of cells may be drawn together with marks between them.
                let own = layers.iter().filter(|layer| layer.name == name.text);
                let own = own.filter_map(|layer| layer.kind.grain());
                let mut grains = own.chain([Grain::Cells, Grain::Marks]);
                let Some(grain) = grains.find(|grain| grain.drawn(old) == Some(drawn)) else { continue };
                let Some(size) = grain.drawn(new) else { continue };
                let token = |row: i64, column: i64| {
                    let there = picture.rows.get(row as usize).and_then(|row| row.get(column as usize));
                    there.map_or_else(|| ".".to_owned(), |token| token.text.clone())
                };
                let rows: Vec<Vec<String>> =
                    (0..size.0).map(|row| (0..size.1).map(|column| token(row, column)).collect()).collect();
                let range = picture.span.start as usize..picture.span.end as usize;
                let drawing = aligned(&rows, "");
                text.replace(range, &drawing);
            }
            StatementKind::Strip { name, clues } => {
                let lines = if matches!(name.text.as_str(), "left" | "right") { new.0 } else { new.1 };
                let tokens = strip(0, clues.span.start as usize, &clues.text);
                let mut words: Vec<String> = tokens.into_iter().map(|token| token.text).collect();
                words.resize(lines.max(0) as usize, ".".to_owned());
                let range = clues.span.start as usize..clues.span.end as usize;
                text.replace(range, &words.join(" "));
            }
            _ => {}
        }
    }
    for layer in layers {
        while let Some(span) = beyond(&text, layer, new, params) {
            text.remove(span);
        }
    }
    text.text
}

/// A fact about cells or lines that the board does not have.
fn beyond(text: &Text, layer: &Layer, (rows, cols): (i64, i64), params: &[String]) -> Option<Span> {
    let off = |word: &str| cell::named(word).is_some_and(|(row, column)| row > rows || column > cols);
    let lines = if matches!(layer.name.as_str(), "left" | "right") { rows } else { cols };
    let strip = |word: &str| layer.kind == Kind::Side && word.parse::<i64>().is_ok_and(|line| line > lines);
    let mut all = facts(text, &layer.name, layer.arity, params).into_iter();
    let found = all.find(|fact| {
        let words = fact.args.iter().flat_map(|(arg, _)| arg.split(|sign: char| !sign.is_alphanumeric()));
        words.into_iter().any(off) || fact.args.first().is_some_and(|(first, _)| strip(first))
    });
    found.map(|fact| fact.span)
}

/// A puzzle without clues: its rules and empty drawings of all layers that have their places on the board.
pub fn blank(rules: &str, with: &[(String, i64)], layers: &[Layer], (rows, cols): (i64, i64)) -> String {
    let mut text = Text::new(&Use { name: rules.to_owned(), with: with.to_vec() }.to_string());
    let sides = layers.iter().filter(|layer| layer.kind == Kind::Side).map(|layer| layer.name.len());
    let width = sides.max().unwrap_or(0);
    let mut drawn: Vec<&str> = Vec::new();
    for layer in layers.iter().filter(|layer| !layer.elsewhere) {
        let (high, wide) = match layer.kind {
            Kind::Side => {
                let lines = if matches!(layer.name.as_str(), "left" | "right") { rows } else { cols };
                let clues = vec!["."; lines.max(0) as usize].join(" ");
                text.add(Rank::Strip, &format!("{:width$} \"{clues}\".\n", layer.name));
                continue;
            }
            kind => match kind.grain().and_then(|grain| grain.drawn((rows, cols))) {
                Some(size) => size,
                None => continue,
            },
        };
        if drawn.contains(&layer.name.as_str()) || high < 1 || wide < 1 {
            continue;
        }
        drawn.push(&layer.name);
        let rows = vec![vec![".".to_owned(); wide as usize]; high as usize];
        text.add(Rank::Layer, &written::Layer { name: layer.name.clone(), rows }.to_string());
    }
    text.text
}

/// The number that a text sets a param to, if it says so plainly.
pub fn set_param(text: &str, name: &str) -> Option<i64> {
    Text::new(text).statements.iter().find_map(|statement| match &statement.kind {
        StatementKind::Use { with, .. } => {
            with.iter().find(|(known, _)| known.text == name).and_then(|(_, term)| match term.kind {
                TermKind::Int(value) => Some(value),
                _ => None,
            })
        }
        _ => None,
    })
}
