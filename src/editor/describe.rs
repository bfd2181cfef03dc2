//! What a name means, in words: how it is written, what its author says about it, where it is from.

use std::cell::RefCell;
use std::rc::Rc;

use crate::base::hash::Map;
use crate::editor::analysis::Unit;
use crate::editor::definition::hiding_prelude;
use crate::language::facts::{self, Fact, Kind};
use crate::language::resolve::Meaning;
use crate::language::resolve::built_in::Head;
use crate::language::source::{SourceId, Span};
use crate::language::syntax::ast::{Comment, File, ListItem, Statement, StatementKind, Term, TermKind};
use crate::language::syntax::parse::parse;
use crate::language::syntax::print;

/// A name in words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Description {
    /// How it is written: `ray(A, D, L)`, `param n = 8`, `apart: adjacent(A, B) => A \= B.`
    pub signature: String,
    /// What it means, in Markdown; empty if nobody says.
    pub doc: String,
    /// The file it is from, if that is not this one.
    pub from: Option<String>,
}

/// Describes what is mentioned in a unit; texts that it needs are read once.
pub struct Describer<'u> {
    unit: &'u Unit,
    files: RefCell<Map<SourceId, Rc<File>>>,
    /// Where everything is defined, if much is to be described.
    sites: Option<Map<&'u Meaning, Vec<Span>>>,
}

/// Describes one meaning that is mentioned in a text of a unit.
pub fn describe(unit: &Unit, meaning: &Meaning, source: SourceId) -> Description {
    Describer::new(unit).describe(meaning, source)
}

impl<'u> Describer<'u> {
    /// For the mentions of a unit.
    pub fn new(unit: &'u Unit) -> Describer<'u> {
        Describer { unit, files: RefCell::default(), sites: None }
    }

    /// For very many mentions of a unit, placeholders left out.
    pub fn for_many(unit: &'u Unit) -> Describer<'u> {
        let mut sites: Map<&Meaning, Vec<Span>> = Map::default();
        for mention in unit.index.all().iter().filter(|mention| mention.defines) {
            sites.entry(&mention.meaning).or_default().push(mention.span);
        }
        Describer { sites: Some(sites), ..Describer::new(unit) }
    }

    fn sites(&self, meaning: &Meaning, source: SourceId) -> Vec<Span> {
        match &self.sites {
            Some(sites) => sites.get(meaning).cloned().unwrap_or_default(),
            None => self.unit.index.definitions(meaning, source),
        }
    }

    /// Describes a meaning that is mentioned in a text.
    pub fn describe(&self, meaning: &Meaning, source: SourceId) -> Description {
        let unit = self.unit;
        let fact = match meaning {
            Meaning::BuiltIn(word) => facts::about(word)
                .find(|fact| matches!(fact.kind, Kind::Function | Kind::Constraint | Kind::Prelude)),
            Meaning::Figure(word) => facts::find(Kind::Figure, word),
            Meaning::Expectation(word) => facts::find(Kind::Expectation, word),
            _ => None,
        };
        if let Some(fact) = fact {
            return of_fact(fact);
        }
        let sites = hiding_prelude(unit, self.sites(meaning, source));
        let Some(&site) = sites.first() else {
            return Description { signature: plain(meaning), ..Description::default() };
        };
        if Some(site.source) == unit.program.prelude
            && let Meaning::Predicate(name, _) = meaning
            && let Some(fact) = facts::find(Kind::Prelude, name)
        {
            return Description { from: Some(unit.place(site).file), ..of_fact(fact) };
        }
        match meaning {
            Meaning::RuleSet(_) => self.rule_set(site),
            _ => self.defined(meaning, &sites),
        }
    }

    /// A rule set tells its names and its rules at its head.
    fn rule_set(&self, site: Span) -> Description {
        let head = Head::of(&self.unit.sources.get(site.source).text);
        let names = [head.title].into_iter().chain(head.aliases).filter(|name| !name.is_empty());
        let names = names.collect::<Vec<_>>().join(", ");
        let doc: Vec<String> = [names, head.summary].into_iter().filter(|part| !part.is_empty()).collect();
        Description { signature: self.unit.place(site).file, doc: doc.join(". "), from: None }
    }

    /// What statements define, in their words.
    fn defined(&self, meaning: &Meaning, sites: &[Span]) -> Description {
        let source = sites[0].source;
        let text = &self.unit.sources.get(source).text;
        let file =
            self.files.borrow_mut().entry(source).or_insert_with(|| Rc::new(parse(source, text).0)).clone();
        let same = sites.iter().filter(|site| site.source == source);
        let statements: Vec<&Statement> = same.filter_map(|site| around(&file, *site)).collect();
        let docs = statements.iter().map(|statement| said(statement, &file.comments, text));
        Description {
            signature: signature(meaning, &statements).unwrap_or_else(|| plain(meaning)),
            doc: docs.into_iter().find(|doc| !doc.is_empty()).unwrap_or_default(),
            from: Some(self.unit.place(sites[0]).file).filter(|_| !self.unit.is_own(sites[0])),
        }
    }
}

/// A fact of the language in these words.
pub fn of_fact(fact: &Fact) -> Description {
    Description { signature: fact.usages.join("\n"), doc: fact.plain(), from: None }
}

/// How what a name means is written, from the statements that define it: the head that names most of its arguments.
fn signature(meaning: &Meaning, statements: &[&Statement]) -> Option<String> {
    let heads = statements.iter().filter_map(|statement| match &statement.kind {
        StatementKind::Clause { head, .. } | StatementKind::Grammar { head, .. } => Some(("", head)),
        StatementKind::Input { head } => Some(("input ", head)),
        _ => None,
    });
    match meaning {
        Meaning::Predicate(..) | Meaning::Grammar(..) => {
            let named = |head: &Term| {
                let args = head.as_head().map_or(&[][..], |(_, _, args)| args);
                args.iter().filter(|arg| is_named(arg)).count()
            };
            // Of those that name equally many, the first.
            let (word, head) = heads.rev().max_by_key(|(_, head)| named(head))?;
            let all_named = head.as_head().is_some_and(|(_, _, args)| args.iter().all(is_named));
            let shown = if all_named { print::term(head) } else { plain(meaning) };
            Some(format!("{word}{shown}"))
        }
        Meaning::Placeholder(name, _) => Some(name.clone()),
        _ => statements.first().map(|statement| print::statement(statement)),
    }
}

fn is_named(term: &Term) -> bool {
    match &term.kind {
        TermKind::Placeholder(name) => !name.starts_with('_'),
        TermKind::List { items, tail } => {
            items.iter().filter_map(ListItem::term).chain(tail.as_deref()).all(is_named)
        }
        _ => false,
    }
}

/// A name with its number of arguments, where nobody says more.
pub fn plain(meaning: &Meaning) -> String {
    match meaning {
        Meaning::Predicate(name, arity) | Meaning::Unknown(name, arity) | Meaning::Grammar(name, arity) => {
            let arguments = vec!["_"; *arity].join(", ");
            if *arity == 0 { name.clone() } else { format!("{name}({arguments})") }
        }
        Meaning::Param(name)
        | Meaning::Sketched(name)
        | Meaning::Law(name)
        | Meaning::Move(name)
        | Meaning::Placeholder(name, _)
        | Meaning::RuleSet(name)
        | Meaning::BuiltIn(name)
        | Meaning::Figure(name)
        | Meaning::Expectation(name) => name.clone(),
    }
}

/// The statement that a place lies in.
pub fn around(file: &File, at: Span) -> Option<&Statement> {
    let after = file.statements.partition_point(|statement| statement.span.start <= at.start);
    file.statements[..after].last().filter(|statement| at.start < statement.span.end)
}

/// What the author says about a statement: its doc lines; else a comment on its lines, or right above it.
fn said(statement: &Statement, comments: &[Comment], text: &str) -> String {
    if !statement.docs.is_empty() {
        let lines = statement.docs.iter().map(|doc| doc.text.replace(['{', '}'], "`"));
        return lines.collect::<Vec<_>>().join(" ");
    }
    let (start, end) = (statement.span.start as usize, statement.span.end as usize);
    let end_of_line = end + text[end..].find('\n').unwrap_or(text.len() - end);
    let first = comments.partition_point(|comment| (comment.span.start as usize) < start);
    let beside = comments[first..].iter().take_while(|comment| (comment.span.start as usize) < end_of_line);
    let beside: Vec<String> = beside.map(bare).collect();
    if !beside.is_empty() {
        return beside.join(" ");
    }
    let mut above: Vec<String> = Vec::new();
    let mut next = start;
    for comment in comments[..first].iter().rev() {
        let (from, to) = (comment.span.start as usize, comment.span.end as usize);
        let gap = &text[to..next];
        let alone = text[..from].rsplit('\n').next().is_some_and(|before| before.trim().is_empty());
        if !alone || !gap.trim().is_empty() || gap.matches('\n').count() > 1 {
            break;
        }
        // What stands at the head of a file is about the file.
        if from == 0 {
            return String::new();
        }
        next = from;
        above.insert(0, bare(comment));
    }
    above.join(" ")
}

/// A comment without its signs.
fn bare(comment: &Comment) -> String {
    let text = comment.text.trim_start_matches('%');
    let text = text.strip_prefix("/*").map_or(text, |inner| inner.strip_suffix("*/").unwrap_or(inner));
    text.trim().to_owned()
}
