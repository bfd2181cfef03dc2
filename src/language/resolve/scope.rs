//! Which placeholders belong to which part of a statement.
//!
//! A name that occurs only inside `not`, a comprehension, a set with conditions, or a nested `=>` is local there; any other belongs to the
//! statement. Local names of different parts may share a slot: a part is evaluated on its own and undone.

use crate::base::hash::{Map, Set};
use crate::language::source::Span;
use crate::language::syntax::ast::{ListItem, Term, TermKind};

/// Adds the names that occur in a term, but not inside a part with a scope of its own.
pub fn direct<'t>(term: &'t Term, names: &mut Set<&'t str>) {
    match &term.kind {
        TermKind::Placeholder(name) if name != "_" => {
            names.insert(name);
        }
        TermKind::Not(_) | TermKind::Comprehension { .. } | TermKind::Implies(..) | TermKind::Exactly(..) => {
        }
        TermKind::SetOf { parts, .. } => {
            parts.iter().take(parts.len() - 1).for_each(|part| direct(part, names));
        }
        kind => kind.children().for_each(|child| direct(child, names)),
    }
}

/// Adds every name that occurs in a term.
pub fn everywhere<'t>(term: &'t Term, names: &mut Set<&'t str>) {
    if let TermKind::Placeholder(name) = &term.kind
        && name != "_"
    {
        names.insert(name);
    }
    term.kind.children().for_each(|child| everywhere(child, names));
}

/// How often each name occurs, and where first.
#[derive(Default)]
pub struct Occurrences<'t> {
    order: Vec<&'t str>,
    found: Map<&'t str, (usize, Span)>,
}

impl<'t> Occurrences<'t> {
    /// Counts the names of one more term.
    pub fn count(&mut self, term: &'t Term) {
        if let TermKind::Placeholder(name) = &term.kind {
            let order = &mut self.order;
            let entry = self.found.entry(name).or_insert_with(|| {
                order.push(name);
                (0, term.span)
            });
            entry.0 += 1;
        }
        term.kind.children().for_each(|child| self.count(child));
    }

    /// The names that occur once and do not start with `_`, in order.
    pub fn singletons(&self) -> impl Iterator<Item = (&'t str, Span)> + '_ {
        self.order.iter().filter_map(|name| match self.found[name] {
            (1, span) if !name.starts_with('_') => Some((*name, span)),
            _ => None,
        })
    }
}

/// Whether a list is a pattern with segments, to be matched rather than built.
pub fn has_segments(items: &[ListItem]) -> bool {
    items.iter().any(|item| !matches!(item, ListItem::One(_)))
}
