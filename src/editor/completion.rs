//! What may be written at the cursor, also in a statement that is only half written.

use std::collections::BTreeSet;

use crate::base::clock::Deadline;
use crate::editor::analysis::{Analysis, Unit};
use crate::editor::cursor::Cursor;
use crate::editor::describe::{Describer, describe, of_fact};
use crate::editor::place::Place;
use crate::editor::workspace::Workspace;
use crate::language::facts::{self, Kind as Sort};
use crate::language::resolve::Meaning;
use crate::language::resolve::built_in::{self, Head};
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

/// What may be written, and what it takes the place of: the part of a word before the cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completion {
    /// The part of a word.
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
        Context::Setting => found.settings(workspace, &analysis.name, before),
        Context::Expectation => found.facts(Sort::Expectation, Kind::Word),
        Context::ExpectedLaw => found.defined(&|meaning| matches!(meaning, Meaning::Law(_))),
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
    items.sort_by(|a, b| (a.kind, &a.label).cmp(&(b.kind, &b.label)));
    items.dedup_by(|next, kept| {
        (next.kind, &next.label, &next.snippet) == (kept.kind, &kept.label, &kept.snippet)
    });
    Some(Completion { place: unit.place(cursor.word()), items })
}

/// What the words before the cursor ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Context {
    Nothing,
    Statement,
    RuleSet,
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

struct Found<'u> {
    unit: &'u Unit,
    describer: Describer<'u>,
    items: Vec<Item>,
    prefix: &'u str,
}

impl<'u> Found<'u> {
    fn new(unit: &'u Unit, prefix: &'u str) -> Found<'u> {
        Found { unit, describer: Describer::new(unit), items: Vec::new(), prefix }
    }

    /// Adds an item that goes on as the word before the cursor begins.
    fn add(&mut self, kind: Kind, label: &str, detail: &str, doc: &str, snippet: String) {
        if label.to_lowercase().starts_with(&self.prefix.to_lowercase()) {
            let (label, detail, doc) = (label.to_owned(), detail.to_owned(), doc.to_owned());
            self.items.push(Item { label, kind, snippet, detail, doc });
        }
    }

    fn rule_sets(&mut self, workspace: &Workspace, from: &str) {
        for name in workspace.rule_sets(from) {
            let text = built_in::text(&format!("{}{name}.rules", built_in::BUILT_IN));
            let head = text.map(Head::of).unwrap_or_default();
            let plain = name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
                && name.starts_with(|first: char| first.is_lowercase());
            let snippet = if plain { name.clone() } else { format!("\"{name}\"") };
            self.add(Kind::RuleSet, &name, &head.title, &head.summary, snippet);
        }
    }

    /// The params of the rule set that the statement uses, which may be too broken to use it.
    fn settings(&mut self, workspace: &Workspace, from: &str, before: &[Spanned<'_>]) {
        let name = before.iter().find_map(|(token, _)| match token {
            Token::Name(name) | Token::Text(name) => Some(*name),
            _ => None,
        });
        let text = format!("use \"{}\".\n", name.unwrap_or_default());
        let Some(used) = workspace.names_of(from, text, &Deadline::default()) else { return };
        for unit in &used.units {
            for param in &unit.program.params {
                let description = describe(unit, &Meaning::Param(param.name.clone()), unit.main);
                let snippet = format!("{} = ${{1:1}}", param.name);
                self.add(Kind::Param, &param.name, &description.signature, &description.doc, snippet);
            }
        }
    }

    fn facts(&mut self, sort: Sort, kind: Kind) {
        for fact in facts::all(sort) {
            let Some(word) = fact.words.first() else { continue };
            let snippet = fact.usages.first().map_or_else(|| (*word).to_owned(), |usage| holes(usage));
            self.add(kind, word, &fact.usages.join(" or "), &fact.plain(), snippet);
        }
    }

    /// Adds what is defined anywhere, if it is such a thing.
    fn defined(&mut self, fits: &dyn Fn(&Meaning) -> bool) {
        let own = self.unit.index.all().iter().filter(|mention| mention.defines && fits(&mention.meaning));
        let all: BTreeSet<&'u Meaning> = own.map(|mention| &mention.meaning).collect();
        for meaning in all {
            self.meaning(meaning);
        }
    }

    fn meaning(&mut self, meaning: &Meaning) {
        let description = self.describer.describe(meaning, self.unit.main);
        let input = description.signature.strip_prefix("input ");
        let (kind, name) = match meaning {
            Meaning::Predicate(name, _) if self.is_input(meaning) => (Kind::Input, name),
            Meaning::Predicate(name, _) => (Kind::Predicate, name),
            Meaning::Unknown(name, _) => (Kind::Unknown, name),
            Meaning::Grammar(name, _) => (Kind::Grammar, name),
            Meaning::Param(name) => (Kind::Param, name),
            Meaning::Law(name) | Meaning::Move(name) => (Kind::Law, name),
            _ => return,
        };
        let usage = input.unwrap_or(&description.signature).lines().next().unwrap_or_default();
        let usage = usage.split(" :: ").next().unwrap_or(usage);
        let snippet = match kind {
            Kind::Param | Kind::Law => name.clone(),
            _ => holes(usage),
        };
        self.add(kind, name, &description.signature, &description.doc, snippet);
    }

    fn is_input(&self, meaning: &Meaning) -> bool {
        let Meaning::Predicate(name, arity) = meaning else { return false };
        let mut all = self.unit.program.predicates.iter();
        all.any(|known| known.input && known.name == *name && known.arity == *arity)
    }

    /// What a file may drop: laws, moves and definitions of the files it uses.
    fn droppable(&mut self) {
        let main = self.unit.main;
        let others =
            self.unit.index.all().iter().filter(|mention| mention.defines && mention.span.source != main);
        let others = others.filter(|mention| Some(mention.span.source) != self.unit.program.prelude);
        let mut all: Vec<(String, Meaning)> = Vec::new();
        for mention in others {
            let label = match &mention.meaning {
                Meaning::Law(name) | Meaning::Move(name) => name.clone(),
                meaning @ (Meaning::Predicate(name, arity)
                | Meaning::Unknown(name, arity)
                | Meaning::Grammar(name, arity)) => {
                    if self.is_input(meaning) {
                        continue;
                    }
                    format!("{name}/{arity}")
                }
                _ => continue,
            };
            if !all.iter().any(|(known, _)| *known == label) {
                all.push((label, mention.meaning.clone()));
            }
        }
        for (label, meaning) in all {
            let description = self.describer.describe(&meaning, main);
            let kind = if matches!(meaning, Meaning::Law(_) | Meaning::Move(_)) {
                Kind::Law
            } else {
                Kind::Predicate
            };
            self.add(kind, &label, &description.signature, &description.doc, label.clone());
        }
    }

    /// What a statement may begin with: a keyword, and in a puzzle what it may supply.
    fn statement(&mut self, is_puzzle: bool) {
        for fact in facts::all(Sort::Statement) {
            for word in
                fact.words.iter().filter(|word| word.starts_with(|first: char| first.is_ascii_lowercase()))
            {
                if *word != "with" {
                    self.add(
                        Kind::Keyword,
                        word,
                        &fact.usages.join(" or "),
                        &fact.plain(),
                        (*word).to_owned(),
                    );
                }
            }
        }
        if is_puzzle {
            self.inputs();
        }
    }

    /// What a puzzle may supply.
    fn inputs(&mut self) {
        let inputs = self.unit.program.predicates.iter().filter(|known| known.input);
        for known in inputs {
            self.meaning(&Meaning::Predicate(known.name.clone(), known.arity));
        }
    }

    /// What a goal or a value may be.
    fn body(&mut self, before: &[Spanned<'_>], after: &[Spanned<'_>]) {
        let mut placeholders: Vec<&str> = Vec::new();
        for (token, _) in before.iter().chain(after) {
            if let Token::Placeholder(name) = token
                && *name != "_"
                && *name != self.prefix
                && !placeholders.contains(name)
            {
                placeholders.push(name);
            }
        }
        for name in placeholders {
            self.add(Kind::Placeholder, name, "", "", name.to_owned());
        }
        self.defined(&|meaning| {
            matches!(meaning, Meaning::Predicate(..) | Meaning::Unknown(..) | Meaning::Param(_))
        });
        self.facts(Sort::Function, Kind::BuiltIn);
        self.facts(Sort::Constraint, Kind::BuiltIn);
        for word in ["not", "in", "matches", "mod", "true", "false"] {
            let fact = facts::about(word).next().map(of_fact).unwrap_or_default();
            self.add(Kind::Keyword, word, &fact.signature, &fact.doc, word.to_owned());
        }
    }
}

/// A usage with its arguments to be filled in: `ray(A, D, L)` is `ray(${1:A}, ${2:D}, ${3:L})`. What may be left out is.
fn holes(usage: &str) -> String {
    let usage = match usage.split_once(" [,") {
        Some((needed, _)) => format!("{needed})"),
        None => usage.to_owned(),
    };
    let mut snippet = String::new();
    let mut number = 0;
    let mut word = String::new();
    let mut flush = |word: &mut String, snippet: &mut String| {
        if word.starts_with(|first: char| first.is_uppercase() || first == '_') {
            number += 1;
            let shown = if *word == "_" { "" } else { word.as_str() };
            snippet.push_str(&if shown.is_empty() {
                format!("${number}")
            } else {
                format!("${{{number}:{shown}}}")
            });
        } else {
            snippet.push_str(word);
        }
        word.clear();
    };
    for letter in usage.chars() {
        if letter.is_alphanumeric() || letter == '_' {
            word.push(letter);
        } else {
            flush(&mut word, &mut snippet);
            // These mean something in a snippet.
            if matches!(letter, '$' | '}' | '\\') {
                snippet.push('\\');
            }
            snippet.push(letter);
        }
    }
    flush(&mut word, &mut snippet);
    snippet
}

#[cfg(test)]
mod tests {
    use super::holes;

    #[test]
    fn arguments_are_filled_in_one_by_one() {
        assert_eq!(holes("ray(A, D, L)"), "ray(${1:A}, ${2:D}, ${3:L})");
        assert_eq!(holes("way(_, _)"), "way($1, $2)");
        assert_eq!(holes("shade(Cells [, Colour])"), "shade(${1:Cells})");
        assert_eq!((holes("rows"), holes("count = N")), ("rows".to_owned(), "count = ${1:N}".to_owned()));
    }
}
