//! What is wrong with a text, told at places of its file.

use crate::base::hash::Numbered;
use crate::editor::analysis::{Analysis, Unit};
use crate::editor::place::{Change, Place};
use crate::language::diagnostic::{Diagnostic, Severity};
use crate::language::resolve::Meaning;
use crate::language::resolve::built_in::BUILT_IN;
use crate::language::source::Span;

/// One thing to say about a file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Message {
    /// Where, always in the file that was analysed.
    pub place: Place,
    /// Stable code; its page is `docs/codes/CODE.md`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// One line in the author's words.
    pub title: String,
    /// Further lines: what is said at the place, facts, and what to do.
    pub details: Vec<String>,
    /// Other places that have to do with it, in any file, each with what is to be said there.
    pub related: Vec<(Place, String)>,
    /// What would mend it, if that is known.
    pub fix: Option<Fix>,
}

/// Edits that mend something.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fix {
    /// What they do, for people.
    pub title: String,
    /// The edits; they belong together.
    pub changes: Vec<Change>,
}

impl Message {
    /// Title and details as lines.
    pub fn text(&self) -> String {
        let lines = std::iter::once(&self.title).chain(&self.details);
        lines.map(String::as_str).collect::<Vec<_>>().join("\n")
    }
}

/// What is to be said about a file, in the order of its text. What several of its puzzles share is said once. Of a text inside
/// the binary, which nobody can change, nothing.
pub fn diagnostics(analysis: &Analysis) -> Vec<Message> {
    if analysis.name.starts_with(BUILT_IN) {
        return Vec::new();
    }
    let mut found: Numbered<Message> = Numbered::default();
    for unit in &analysis.units {
        found.extend(unit.diagnostics.iter().filter_map(|diagnostic| message(diagnostic, unit, analysis)));
    }
    let mut found: Vec<Message> = found.into_iter().collect();
    found.sort_by(|a, b| (&a.place, b.severity, a.code).cmp(&(&b.place, a.severity, b.code)));
    found
}

/// What a diagnostic says in the file that is analysed; nothing if it is advice for the author of another.
fn message(diagnostic: &Diagnostic, unit: &Unit, analysis: &Analysis) -> Option<Message> {
    let own = diagnostic.labels.iter().position(|label| unit.is_own(label.span));
    let mut details = Vec::new();
    let place = match own {
        Some(at) => unit.place(diagnostic.labels[at].span),
        None if diagnostic.labels.is_empty() => analysis.place(unit.start, unit.start),
        None if diagnostic.is_error() => {
            details.extend(diagnostic.span().map(|span| format!("in {}", unit.place(span).file)));
            first_use(unit).map_or_else(|| analysis.place(unit.start, unit.start), |span| unit.place(span))
        }
        None => return None,
    };
    let mut related = Vec::new();
    for (number, label) in diagnostic.labels.iter().enumerate() {
        if Some(number) == own {
            details.extend(Some(&label.text).filter(|text| !text.is_empty()).cloned());
        } else {
            let text = if label.text.is_empty() { &diagnostic.title } else { &label.text };
            related.push((unit.place(label.span), text.clone()));
        }
    }
    details.extend(diagnostic.notes.iter().cloned());
    details.extend(diagnostic.help.iter().map(|help| format!("help: {help}")));
    let changes: Vec<Change> = diagnostic
        .edits
        .iter()
        .map(|edit| Change { place: unit.place(edit.span), text: edit.text.clone() })
        .collect();
    let is_free = !changes.is_empty() && changes.iter().all(|change| !change.place.is_built_in());
    let title = || diagnostic.help.clone().unwrap_or_else(|| diagnostic.title.clone());
    Some(Message {
        place,
        code: diagnostic.code,
        severity: diagnostic.severity,
        title: diagnostic.title.clone(),
        details,
        related,
        fix: is_free.then(|| Fix { title: title(), changes }),
    })
}

/// Where a text first uses another: what is wrong there is told here.
fn first_use(unit: &Unit) -> Option<Span> {
    let own = unit.index.inside(unit.main).iter();
    own.filter(|mention| matches!(mention.meaning, Meaning::RuleSet(_)))
        .map(|mention| mention.span)
        .find(|span| span.end > 0)
}
