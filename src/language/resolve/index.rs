//! Where every name stands and what it means there, noted while names are resolved, for those who ask: an editor does, a
//! run that solves does not.

use super::load::Files;
use super::names::Names;
use crate::base::hash::Set;
use crate::language::program::doc;
use crate::language::source::{SourceId, Sources, Span};
use crate::language::syntax::ast::{Doc, Term, TermKind};

/// What a name stands for.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Meaning {
    /// A definition or an input, with its number of arguments.
    Predicate(String, usize),
    /// A family of unknowns, with its number of arguments.
    Unknown(String, usize),
    /// The head of a line grammar, with its number of arguments.
    Grammar(String, usize),
    /// A param.
    Param(String),
    /// A param of a rule set that sketches boards, named by the `with` of a `sketch`.
    Sketched(String),
    /// A law.
    Law(String),
    /// A move.
    Move(String),
    /// A placeholder of the statement that starts at this byte of the same text.
    Placeholder(String, u32),
    /// A rule set, by the name that is shown for its text.
    RuleSet(String),
    /// A function or a goal that the language has, or a number such as `rows`.
    BuiltIn(String),
    /// What a `draw` statement draws.
    Figure(String),
    /// What an `expect` statement expects.
    Expectation(String),
}

/// A name at one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mention {
    /// Where it stands; for a rule set in quotes, what is between them.
    pub span: Span,
    /// What it means there.
    pub meaning: Meaning,
    /// Whether it is declared or defined there: a clue is not, its `input` is.
    pub defines: bool,
}

/// All mentions of a program.
#[derive(Clone, Default, Debug)]
pub struct Index {
    /// In the order of the texts.
    mentions: Vec<Mention>,
    /// The texts whose names are those of the program: the prelude, what is used, and the text itself, but no sketches.
    texts: Vec<SourceId>,
}

impl Index {
    /// Notes a name.
    pub(super) fn add(&mut self, span: Span, defines: bool, meaning: Meaning) {
        self.mentions.push(Mention { span, meaning, defines });
    }

    /// Puts the mentions in order. What was lowered twice is mentioned once.
    pub(super) fn finish(&mut self) {
        self.mentions.sort_by(|a, b| {
            let key = |one: &Mention| (one.span.source, one.span.start, one.span.end, !one.defines);
            key(a).cmp(&key(b)).then_with(|| a.meaning.cmp(&b.meaning))
        });
        self.mentions.dedup_by(|next, kept| next.span == kept.span && next.meaning == kept.meaning);
    }

    /// The texts whose names are those of the program: the prelude, what is used, and the text itself, but no sketches.
    pub fn texts(&self) -> &[SourceId] {
        &self.texts
    }

    /// All mentions, in the order of the texts.
    pub fn all(&self) -> &[Mention] {
        &self.mentions
    }

    /// The mentions in one text.
    pub fn inside(&self, source: SourceId) -> &[Mention] {
        let start = self.mentions.partition_point(|mention| mention.span.source < source);
        let end = self.mentions.partition_point(|mention| mention.span.source <= source);
        &self.mentions[start..end]
    }

    /// What stands exactly at a span.
    pub fn exactly(&self, span: Span) -> impl Iterator<Item = &Mention> {
        let inside = self.inside(span.source);
        let start = inside.partition_point(|mention| mention.span.start < span.start);
        let here = inside[start..].iter().take_while(move |mention| mention.span.start == span.start);
        here.filter(move |mention| mention.span == span)
    }

    /// What stands at a byte of a text; right after its last letter a name still counts, unless another begins there.
    pub fn at(&self, source: SourceId, offset: usize) -> impl Iterator<Item = &Mention> {
        let at = u32::try_from(offset).unwrap_or(u32::MAX);
        let near = move |mention: &&Mention| mention.span.start <= at && at <= mention.span.end;
        let begins = self.inside(source).iter().filter(near).any(|mention| at < mention.span.end);
        self.inside(source).iter().filter(near).filter(move |mention| !begins || at < mention.span.end)
    }

    /// The mentions with this meaning; of a placeholder, those in the text where it was asked for.
    pub fn of<'i>(&'i self, meaning: &'i Meaning, source: SourceId) -> impl Iterator<Item = &'i Mention> {
        let local = matches!(meaning, Meaning::Placeholder(..));
        let fits = move |mention: &&Mention| mention.meaning == *meaning;
        self.mentions.iter().filter(fits).filter(move |mention| !local || mention.span.source == source)
    }

    /// Where a meaning is declared or defined, in the order of the texts.
    pub fn definitions(&self, meaning: &Meaning, source: SourceId) -> Vec<Span> {
        self.of(meaning, source).filter(|mention| mention.defines).map(|mention| mention.span).collect()
    }

    /// Of a placeholder, the first place is the one that defines it.
    pub(super) fn mark_first(&mut self) {
        let mut seen = Set::default();
        for mention in &mut self.mentions {
            if let Meaning::Placeholder(..) = mention.meaning
                && seen.insert((mention.span.source, mention.meaning.clone()))
            {
                mention.defines = true;
            }
        }
    }

    /// Notes the names in the braces of doc lines, which stand for placeholders and params.
    pub(super) fn docs(&mut self, files: &Files, names: &Names, sources: &Sources) {
        self.texts = files.list.iter().map(|file| file.source).collect();
        let placeholders: Set<(SourceId, &Meaning)> = self
            .mentions
            .iter()
            .filter(|mention| matches!(mention.meaning, Meaning::Placeholder(..)))
            .map(|mention| (mention.span.source, &mention.meaning))
            .collect();
        let mut found = Vec::new();
        for statement in files.list.iter().flat_map(|file| &file.file.statements) {
            let start = statement.span.start;
            for (name, span) in statement.docs.iter().flat_map(|doc| in_braces(doc, sources)) {
                let meaning = Meaning::Placeholder(name.to_owned(), start);
                if placeholders.contains(&(span.source, &meaning)) {
                    found.push((span, meaning));
                } else if names.params.contains_key(name) {
                    found.push((span, Meaning::Param(name.to_owned())));
                }
            }
        }
        for (span, meaning) in found {
            self.add(span, false, meaning);
        }
    }

    /// Notes the params and functions in a value that does not count, because something nearer sets the param: nobody lowers it.
    pub(super) fn unread(&mut self, term: &Term, names: &Names) {
        match &term.kind {
            TermKind::Name(name) if names.params.contains_key(name) => {
                self.add(term.span, false, Meaning::Param(name.clone()));
            }
            TermKind::Call { name, args } => {
                let key = (name.text.clone(), args.len() + 1);
                if crate::language::program::Construct::find(&key.0, args.len()).is_some() {
                    self.add(name.span, false, Meaning::BuiltIn(key.0));
                } else if names.predicates.contains_key(&key) {
                    self.add(name.span, false, Meaning::Predicate(key.0, key.1));
                }
            }
            _ => {}
        }
        term.kind.children().for_each(|child| self.unread(child, names));
    }

    /// Notes the placeholders of a term that nobody lowers.
    pub(super) fn placeholders(&mut self, term: &Term, statement: Span) {
        if let TermKind::Placeholder(name) = &term.kind
            && name != "_"
        {
            self.add(term.span, false, Meaning::Placeholder(name.clone(), statement.start));
        }
        term.kind.children().for_each(|child| self.placeholders(child, statement));
    }
}

/// The names in the braces of a doc line, with where they stand.
fn in_braces<'d>(doc: &'d Doc, sources: &Sources) -> Vec<(&'d str, Span)> {
    let line = sources.slice(doc.span);
    let mut from = 0;
    let mut found = Vec::new();
    for name in doc::names(&doc.text) {
        let Some(at) = line[from..].find(&format!("{{{name}")) else { continue };
        let start = from + at + 1;
        from = start + name.len();
        let at = doc.span.start as usize + start;
        found.push((name, Span::new(doc.span.source, at, at + name.len())));
    }
    found
}
