//! What can be followed in a text: the rule sets it names, and the codes of diagnostics in its comments.

use crate::editor::analysis::{Analysis, Unit};
use crate::editor::place::Place;
use crate::language::diagnostic;
use crate::language::resolve::Meaning;
use crate::language::source::Span;
use crate::language::syntax::token::lex;

/// Where a link leads.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Target {
    /// To a file by its name, perhaps one inside the binary.
    File(String),
    /// To the page of a code: `docs/codes/CODE.md`, which `gridlog explain CODE` shows.
    Page(&'static str),
}

/// A link.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Link {
    /// What is to be followed.
    pub place: Place,
    /// Where it leads.
    pub target: Target,
}

/// The links of a file, in order.
pub fn links(analysis: &Analysis) -> Vec<Link> {
    let mut found: Vec<Link> = analysis.units.iter().flat_map(|unit| sets(unit).chain(codes(unit))).collect();
    found.sort();
    found
}

fn sets(unit: &Unit) -> impl Iterator<Item = Link> {
    unit.index.inside(unit.main).iter().filter(|mention| !mention.defines).filter_map(|mention| {
        let Meaning::RuleSet(_) = &mention.meaning else { return None };
        let site = unit.index.definitions(&mention.meaning, unit.main).into_iter().next()?;
        Some(Link { place: unit.place(mention.span), target: Target::File(unit.place(site).file) })
    })
}

fn codes(unit: &Unit) -> impl Iterator<Item = Link> {
    let comments = lex(unit.main, unit.text()).comments;
    comments.into_iter().flat_map(move |comment| {
        let mut found = Vec::new();
        let parts = |letter: char| !letter.is_ascii_alphanumeric();
        let mut next = comment.span.start as usize;
        for piece in comment.text.split_inclusive(parts) {
            let (start, word) = (next, piece.trim_end_matches(parts));
            next += piece.len();
            if let Some(code) = diagnostic::PAGES.iter().map(|(code, _)| *code).find(|code| *code == word) {
                let span = Span::new(unit.main, start, start + word.len());
                found.push(Link { place: unit.place(span), target: Target::Page(code) });
            }
        }
        found
    })
}
