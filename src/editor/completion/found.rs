//! What may be written, item by item.

use std::collections::BTreeSet;

use super::{Item, Kind};
use crate::base::clock::Deadline;
use crate::base::hash::Set;
use crate::editor::analysis::Unit;
use crate::editor::describe::{Describer, describe, of_fact};
use crate::editor::workspace::Workspace;
use crate::language::facts::{self, Kind as Sort};
use crate::language::resolve::Meaning;
use crate::language::resolve::built_in::{self, Head};
use crate::language::syntax::token::{Spanned, Token};

/// A board with more rows or columns is not drawn for anybody.
const LARGEST_DRAWN: i64 = 30;

/// What has been found so far.
pub(super) struct Found<'u> {
    unit: &'u Unit,
    describer: Describer<'u>,
    /// What a puzzle may supply.
    supplied: Set<(&'u str, usize)>,
    pub(super) items: Vec<Item>,
    /// How it has to begin.
    pub(super) prefix: &'u str,
}

impl<'u> Found<'u> {
    pub(super) fn new(unit: &'u Unit, prefix: &'u str) -> Found<'u> {
        let supplied = unit.inputs();
        Found { unit, describer: Describer::for_many(unit), supplied, items: Vec::new(), prefix }
    }

    /// Whether a word goes on as the word before the cursor begins.
    fn begins(&self, word: &str) -> bool {
        word.to_lowercase().starts_with(&self.prefix.to_lowercase())
    }

    /// Adds an item that goes on as the word before the cursor begins.
    fn add(&mut self, kind: Kind, label: &str, detail: &str, doc: &str, snippet: String) {
        if self.begins(label) {
            let (label, detail, doc) = (label.to_owned(), detail.to_owned(), doc.to_owned());
            self.items.push(Item { label, kind, snippet, detail, doc });
        }
    }

    pub(super) fn rule_sets(&mut self, workspace: &Workspace, from: &str) {
        for name in workspace.rule_sets(from) {
            let text = built_in::text(&format!("{}{name}.rules", built_in::BUILT_IN));
            let head = text.map(Head::of).unwrap_or_default();
            let plain = name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
                && name.starts_with(|first: char| first.is_lowercase());
            let snippet = if plain { name.clone() } else { format!("\"{name}\"") };
            self.add(Kind::RuleSet, &name, &head.title, &head.summary, snippet);
        }
    }

    /// What may follow the name of a rule set.
    pub(super) fn with(&mut self) {
        let fact = facts::about("with").next().map(of_fact).unwrap_or_default();
        self.add(Kind::Keyword, "with", &fact.signature, &fact.doc, "with".to_owned());
    }

    /// The params of the rule set that the statement uses and has not set yet; it may be too broken to use it.
    pub(super) fn settings(&mut self, workspace: &Workspace, from: &str, before: &[Spanned<'_>]) {
        let name = before.iter().find_map(|(token, _)| match token {
            Token::Name(name) | Token::Text(name) => Some(*name),
            _ => None,
        });
        let is_set = |param: &str| {
            before.windows(2).any(|pair| pair[0].0 == Token::Name(param) && pair[1].0 == Token::Equal)
        };
        let text = format!("use \"{}\".\n", name.unwrap_or_default());
        let Some(used) = workspace.names_of(from, text, &Deadline::default()) else { return };
        for unit in &used.units {
            for param in unit.program.params.iter().filter(|param| !is_set(&param.name)) {
                let description = describe(unit, &Meaning::Param(param.name.clone()), unit.main);
                let snippet = format!("{} = ${{1:1}}", param.name);
                self.add(Kind::Param, &param.name, &description.signature, &description.doc, snippet);
            }
        }
    }

    pub(super) fn facts(&mut self, sort: Sort, kind: Kind) {
        for fact in facts::all(sort) {
            let Some(word) = fact.words.first() else { continue };
            let snippet = fact.usages.first().map_or_else(|| (*word).to_owned(), |usage| holes(usage));
            self.add(kind, word, &fact.usages.join(" or "), &fact.plain(), snippet);
        }
    }

    /// Adds what is defined anywhere, if it is such a thing.
    pub(super) fn defined(&mut self, fits: &dyn Fn(&Meaning) -> bool) {
        let own = self.unit.index.all().iter().filter(|mention| mention.defines && fits(&mention.meaning));
        let all: BTreeSet<&'u Meaning> = own.map(|mention| &mention.meaning).collect();
        for meaning in all {
            self.meaning(meaning);
        }
    }

    fn meaning(&mut self, meaning: &Meaning) {
        let (kind, name) = match meaning {
            Meaning::Predicate(name, _) if self.is_input(meaning) => (Kind::Input, name),
            Meaning::Predicate(name, _) => (Kind::Predicate, name),
            Meaning::Unknown(name, _) => (Kind::Unknown, name),
            Meaning::Grammar(name, _) => (Kind::Grammar, name),
            Meaning::Param(name) => (Kind::Param, name),
            Meaning::Law(name) | Meaning::Move(name) => (Kind::Law, name),
            _ => return,
        };
        if !self.begins(name) {
            return;
        }
        let description = self.describer.describe(meaning, self.unit.main);
        let input = description.signature.strip_prefix("input ");
        let usage = input.unwrap_or(&description.signature).lines().next().unwrap_or_default();
        let usage = usage.split(" :: ").next().unwrap_or(usage);
        let snippet = match kind {
            Kind::Param | Kind::Law => name.clone(),
            _ => holes(usage),
        };
        self.add(kind, name, &description.signature, &description.doc, snippet);
    }

    fn is_input(&self, meaning: &Meaning) -> bool {
        matches!(meaning, Meaning::Predicate(name, arity) if self.supplied.contains(&(name.as_str(), *arity)))
    }

    /// What a file may drop: laws, moves and definitions of the files it uses.
    pub(super) fn droppable(&mut self) {
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
    pub(super) fn statement(&mut self, is_puzzle: bool) {
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
            self.drawings();
        }
    }

    /// What a puzzle may supply.
    pub(super) fn inputs(&mut self) {
        let inputs = self.unit.program.predicates.iter().filter(|known| known.input);
        for known in inputs {
            self.meaning(&Meaning::Predicate(known.name.clone(), known.arity));
        }
    }

    /// The drawings that a puzzle may begin, on a board that is empty so far.
    fn drawings(&mut self) {
        let size = self.unit.ground.as_ref().and_then(|ground| ground.world.size);
        let small = |&(rows, cols): &(i64, i64)| rows.max(cols) <= LARGEST_DRAWN;
        let board = size.filter(small).map_or_else(
            || "$1\n".to_owned(),
            |(rows, cols)| {
                let row = vec!["."; usize::try_from(cols).unwrap_or(0)].join(" ");
                format!("{row}\n").repeat(usize::try_from(rows).unwrap_or(0))
            },
        );
        for known in self.unit.program.predicates.iter().filter(|known| known.input && known.arity == 2) {
            let description =
                self.describer.describe(&Meaning::Predicate(known.name.clone(), 2), self.unit.main);
            // What a drawing supplies is about a cell, and its author calls it so.
            let about_cells =
                ["(Cell,", "(Square,"].iter().any(|first| description.signature.contains(first));
            if !about_cells && known.name != "given" {
                continue;
            }
            let label = format!("{} \"\"\"", known.name);
            let snippet = format!("{label}\n{board}\"\"\".");
            self.add(Kind::Input, &label, &description.signature, &description.doc, snippet);
        }
    }

    /// What a goal or a value may be.
    pub(super) fn body(&mut self, before: &[Spanned<'_>], after: &[Spanned<'_>]) {
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
        for fact in facts::all(Sort::Goal).chain(facts::all(Sort::Arithmetic)) {
            let letters = |word: &&&str| word.starts_with(|first: char| first.is_ascii_lowercase());
            for word in fact.words.iter().filter(letters) {
                let told = of_fact(fact);
                self.add(Kind::Keyword, word, &told.signature, &told.doc, (*word).to_owned());
            }
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
