//! The common style, as small changes: a formatter moves only blanks and line ends, so every change lies between two words.

use std::ops::Range;

use crate::editor::place::{Change, Place, known_as};
use crate::language::diagnostic::Diagnostic;
use crate::language::puzzle::parts;
use crate::language::syntax::parse::parse;
use crate::language::syntax::print;
use crate::language::syntax::token::lex;

/// The changes that bring a text into the common style.
///
/// # Errors
/// What is wrong with a text that cannot be read; it has no style.
pub fn format(name: &str, text: &str) -> Result<Vec<Change>, Vec<Diagnostic>> {
    formatted(name, text, &(0..text.len()))
}

/// The same for the statements that a stretch touches. A puzzle of the file that the stretch does not touch need not be right.
///
/// # Errors
/// What is wrong with the text around the stretch.
pub fn format_range(name: &str, text: &str, range: &Range<usize>) -> Result<Vec<Change>, Vec<Diagnostic>> {
    let mut whole = range.clone();
    for part in parts(text) {
        let (start, end) = (part.before.1, part.before.1 + part.text.len());
        if range.end < start || end < range.start {
            continue;
        }
        for statement in parse(0, part.text).0.statements {
            let docs = statement.docs.first().map_or(statement.span, |doc| doc.span.to(statement.span));
            let (first, last) = (start + docs.start as usize, start + docs.end as usize);
            if first <= range.end && range.start <= last {
                whole = whole.start.min(first)..whole.end.max(last);
            }
        }
    }
    formatted(name, text, &whole)
}

fn formatted(name: &str, text: &str, range: &Range<usize>) -> Result<Vec<Change>, Vec<Diagnostic>> {
    let mut changes = Vec::new();
    for part in parts(text) {
        let (start, end) = (part.before.1, part.before.1 + part.text.len());
        if range.end < start || end < range.start {
            continue;
        }
        let new = print::format(0, part.text)?;
        for (old, new) in differences(part.text, &new) {
            let (mut old, mut new) = (start + old.start..start + old.end, new);
            if old.end < range.start || range.end < old.start {
                continue;
            }
            if old.start < range.start && old.end <= range.start {
                // Of the blanks before the stretch only those count that are on its first line.
                let Some((line, new_line)) = text[old.clone()].rfind('\n').zip(new.rfind('\n')) else {
                    continue;
                };
                (old, new) = (old.start + line + 1..old.end, &new[new_line + 1..]);
            }
            if text[old.clone()] != *new {
                let place = Place { file: known_as(name).to_owned(), start: old.start, end: old.end };
                changes.push(Change { place, text: new.to_owned() });
            }
        }
    }
    Ok(changes)
}

/// The stretches of an old text that differ in a new one that has the same words, each with what takes its place.
fn differences<'t>(old: &str, new: &'t str) -> Vec<(Range<usize>, &'t str)> {
    let (before, after) = (words(old), words(new));
    if before.len() != after.len() {
        // The formatter keeps words; if it does not, all of the text is new.
        return if old == new { Vec::new() } else { vec![(0..old.len(), new)] };
    }
    let mut found = Vec::new();
    let mut push = |old_range: Range<usize>, new_range: Range<usize>| {
        if old[old_range.clone()] != new[new_range.clone()] {
            found.push((old_range, &new[new_range]));
        }
    };
    let (mut at, mut new_at) = (0, 0);
    for (word, new_word) in before.into_iter().zip(after) {
        push(at..word.start, new_at..new_word.start);
        push(word.clone(), new_word.clone());
        (at, new_at) = (word.end, new_word.end);
    }
    push(at..old.len(), new_at..new.len());
    found
}

/// Where the tokens and comments of a text stand, without blanks at their ends.
fn words(text: &str) -> Vec<Range<usize>> {
    let lexed = lex(0, text);
    let spans =
        lexed.tokens.iter().map(|(_, span)| *span).chain(lexed.comments.iter().map(|comment| comment.span));
    let mut all: Vec<Range<usize>> = spans
        .map(|span| {
            let range = span.start as usize..span.end as usize;
            range.start..range.start + text[range].trim_end().len()
        })
        .collect();
    all.sort_by_key(|range| range.start);
    all
}
