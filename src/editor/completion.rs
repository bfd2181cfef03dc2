//! What may be written at the cursor, also in a statement that is only half written.

mod found;

use self::found::Found;
use crate::editor::analysis::Analysis;
use crate::editor::cursor::Cursor;
use crate::editor::place::Place;
use crate::editor::workspace::Workspace;
use crate::language::facts::Kind as Sort;
use crate::language::resolve::Meaning;
use crate::language::syntax::token::{Spanned, Token};

/// What an item is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A placeholder of the statement.
    Placeholder,
    /// A definition.
    Predicate,
    /// What the puzzle may supply.
    Input,
    /// An unknown.
    Unknown,
    /// A param.
    Param,
    /// A line grammar.
    Grammar,
    /// A law.
    Law,
    /// A rule set.
    RuleSet,
    /// A built-in function or goal.
    BuiltIn,
    /// Something to draw or to expect.
    Word,
    /// A keyword.
    Keyword,
}

/// Something that may be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// What is shown.
    pub label: String,
    /// What it is.
    pub kind: Kind,
    /// What is written, with `${1:A}` for the first thing to fill in.
    pub snippet: String,
    /// How it is used.
    pub detail: String,
    /// What it means, in Markdown; may be empty.
    pub doc: String,
}

impl Item {
    /// What is written where nothing can be filled in afterwards.
    pub fn plain(&self) -> String {
        plain(&self.snippet)
    }
}

/// What may be written, and what it takes the place of: the word at the cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completion {
    /// The word; empty if there is none.
    pub place: Place,
    /// What may stand there, the likeliest first.
    pub items: Vec<Item>,
}

/// What may be written at a byte of a file.
pub fn completion(workspace: &Workspace, analysis: &Analysis, offset: usize) -> Option<Completion> {
    let unit = analysis.unit_at(offset)?;
    let cursor = Cursor::new(unit, offset);
    if cursor.in_prose() {
        return None;
    }
    let before = cursor.before();
    let mut found = Found::new(unit, cursor.prefix());
    match context(before) {
        Context::Nothing => return None,
        Context::RuleSet => found.rule_sets(workspace, &analysis.name),
        Context::With => found.with(),
        Context::Setting => found.settings(workspace, &analysis.name, before),
        Context::Expectation => found.facts(Sort::Expectation, Kind::Word),
        Context::ExpectedLaw => {
            found.defined(&|meaning| matches!(meaning, Meaning::Law(_) | Meaning::Move(_)));
        }
        Context::Drop => found.droppable(),
        Context::Offer => found.inputs(),
        Context::Figure => found.facts(Sort::Figure, Kind::Word),
        Context::Grammar => found.defined(&|meaning| matches!(meaning, Meaning::Grammar(..))),
        Context::Statement => found.statement(analysis.is_puzzle),
        Context::Body => found.body(before, cursor.after()),
    }
    // A statement that is broken may be the one that brings the names in.
    if let Some(good) = workspace.last_good(&analysis.name).filter(|_| !analysis.is_legible())
        && let Some(unit) = good.units.iter().rev().find(|unit| unit.start <= offset)
    {
        let mut earlier = Found::new(unit, found.prefix);
        match context(before) {
            Context::Statement => earlier.statement(analysis.is_puzzle),
            Context::Body => earlier.body(&[], &[]),
            _ => {}
        }
        let is_new = |item: &Item| !found.items.iter().any(|known| known.label == item.label);
        let more: Vec<Item> = earlier.items.into_iter().filter(is_new).collect();
        found.items.extend(more);
    }
    let mut items = found.items;
    if cursor.has_arguments() {
        for item in &mut items {
            let name = item.snippet.find('(').unwrap_or(item.snippet.len());
            item.snippet.truncate(name);
        }
    }
    items.sort_by(|a, b| (a.kind, &a.label).cmp(&(b.kind, &b.label)));
    items.dedup_by(|next, kept| {
        (next.kind, &next.label, &next.snippet) == (kept.kind, &kept.label, &kept.snippet)
    });
    Some(Completion { place: unit.place(cursor.whole_word()), items })
}

/// What the words before the cursor ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Context {
    Nothing,
    Statement,
    RuleSet,
    With,
    Setting,
    Expectation,
    ExpectedLaw,
    Drop,
    Figure,
    Offer,
    Grammar,
    Body,
}

fn context(before: &[Spanned<'_>]) -> Context {
    let tokens: Vec<Token<'_>> =
        before.iter().map(|(token, _)| *token).filter(|token| !matches!(token, Token::Doc(_))).collect();
    match tokens.as_slice() {
        [] => Context::Statement,
        [.., Token::Matches] => Context::Grammar,
        [Token::Use | Token::Sketch] => Context::RuleSet,
        [Token::Expect] => Context::Expectation,
        [Token::Expect, Token::Name("implied" | "slack"), Token::Equal] => Context::ExpectedLaw,
        [Token::Drop] => Context::Drop,
        [Token::Draw] => Context::Figure,
        [Token::Use, Token::Name(_) | Token::Text(_)] => Context::With,
        [Token::Use, .., Token::With | Token::Comma] => Context::Setting,
        // A name that is new.
        [Token::Param | Token::Input | Token::Hidden | Token::Move | Token::Language]
        | [Token::Expect | Token::Drop, ..] => Context::Nothing,
        [Token::Offer] => Context::Offer,
        [
            ..,
            Token::Number(_)
            | Token::Name(_)
            | Token::Placeholder(_)
            | Token::Close
            | Token::CloseList
            | Token::CloseSet,
        ] => {
            // What follows a term is a sign.
            Context::Nothing
        }
        _ => Context::Body,
    }
}

/// A text with its holes filled by their names: `ray(${1:A})` is `ray(A)`.
fn plain(snippet: &str) -> String {
    let (mut text, mut rest) = (String::new(), snippet);
    while let Some(at) = rest.find(['$', '\\']) {
        text.push_str(&rest[..at]);
        let sign = &rest[at..];
        if let Some(escaped) = sign.strip_prefix('\\') {
            let width = escaped.chars().next().map_or(0, char::len_utf8);
            text.push_str(&escaped[..width]);
            rest = &escaped[width..];
            continue;
        }
        let hole = sign.strip_prefix("${").and_then(|hole| hole.split_once('}'));
        rest = if let Some((hole, after)) = hole {
            text.push_str(hole.split_once(':').map_or("", |(_, name)| name));
            after
        } else {
            sign[1..].trim_start_matches(|letter: char| letter.is_ascii_digit())
        };
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn holes_are_filled_by_their_names() {
        for (snippet, text) in [
            ("ray(${1:A}, ${2:D}).$0", "ray(A, D)."),
            ("a\\$b\\\\", "a$b\\"),
            ("${1}", ""),
            ("plain", "plain"),
        ] {
            assert_eq!(plain(snippet), text);
        }
    }
}
