//! Turns diagnostics into text for people and into JSON for programs.
//!
//! Whatever stands in a source text or its name, the result holds no control character but newlines and the colours
//! asked for, points inside the text, and stays short.

pub mod clean;
mod excerpt;
mod json;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Patch, Renderer, Snippet};

pub use self::json::{Place, Range, Told, json};

use self::excerpt::{Excerpt, Lines};
use super::{Diagnostic, Edit, Severity};
use crate::language::source::{SourceId, Sources, Span};

/// How many diagnostics are shown in full; the others are only counted.
const MOST: usize = 50;
/// Longest text of a title, label or edit, in characters.
const LONGEST: usize = 400;

/// The diagnostics as people read them: title, excerpt with labels, notes, help and the edit as a diff. Ends with a
/// newline unless there is nothing to say. At most 50 are shown, then `and N more`.
pub fn text(diagnostics: &[Diagnostic], sources: &Sources, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let mut texts = Texts { sources, seen: Vec::new() };
    let mut shown = String::new();
    for diagnostic in diagnostics.iter().take(MOST) {
        if !shown.is_empty() {
            shown.push('\n');
        }
        let groups = report(diagnostic, &mut texts);
        shown.push_str(&renderer.render(&groups));
        shown.push('\n');
    }
    if diagnostics.len() > MOST {
        shown.push_str(&format!("\nand {} more\n", diagnostics.len() - MOST));
    }
    shown
}

/// How many of each kind there are: `2 errors, 1 warning`; empty for none.
pub fn summary(diagnostics: &[Diagnostic]) -> String {
    let counts = [Severity::Error, Severity::Warning, Severity::Note].map(|severity| {
        let count = diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count();
        (count, severity.word())
    });
    let some = counts.iter().filter(|(count, _)| *count > 0);
    some.map(|(count, word)| format!("{count} {word}{}", if *count == 1 { "" } else { "s" }))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The texts that diagnostics point into, with their lines found once.
struct Texts<'t> {
    sources: &'t Sources,
    seen: Vec<(SourceId, Lines<'t>)>,
}

impl<'t> Texts<'t> {
    fn lines(&mut self, id: SourceId) -> &Lines<'t> {
        let at = self.seen.iter().position(|(seen, _)| *seen == id).unwrap_or_else(|| {
            self.seen.push((id, Lines::new(&self.sources.get(id).text)));
            self.seen.len() - 1
        });
        &self.seen[at].1
    }
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    }
}

/// What the renderer is to draw for one diagnostic.
fn report(diagnostic: &Diagnostic, texts: &mut Texts<'_>) -> Vec<Group<'static>> {
    let title = level(diagnostic.severity).primary_title(short(&diagnostic.title)).id(diagnostic.code);
    let mut main = Group::with_title(title);
    for id in in_order(diagnostic.labels.iter().map(|label| label.span)) {
        main = excerpts(main, diagnostic, id, texts);
    }
    main = main.elements(diagnostic.notes.iter().map(|note| Level::NOTE.message(short(note))));
    if diagnostic.edits.is_empty() {
        main = main.elements(diagnostic.help.iter().map(|help| Level::HELP.message(short(help))));
        return vec![main];
    }
    let help = diagnostic.help.as_deref().unwrap_or("write this instead");
    let mut mended = Group::with_title(Level::HELP.secondary_title(short(help)));
    for id in in_order(diagnostic.edits.iter().map(|edit| edit.span)) {
        mended = diffs(mended, diagnostic, id, texts);
    }
    vec![main, mended]
}

/// Adds the excerpts of one source, each with the labels in it. The first label of all is the main one.
fn excerpts(
    mut group: Group<'static>,
    diagnostic: &Diagnostic,
    id: SourceId,
    texts: &mut Texts<'_>,
) -> Group<'static> {
    let name = clean::line(&texts.sources.get(id).name);
    let (before, _) = texts.sources.get(id).before;
    let lines = texts.lines(id);
    let labels: Vec<_> =
        diagnostic.labels.iter().enumerate().filter(|(_, label)| label.span.source == id).collect();
    let ranges: Vec<_> =
        labels.iter().map(|(_, label)| label.span.start as usize..label.span.end as usize).collect();
    for excerpt in lines.cut(&ranges) {
        let Excerpt { text, line, places, cut } = excerpt;
        let mut snippet = Snippet::source(text).line_start(line + before);
        if cut {
            // The renderer would count the column from where the line was cut.
            let first = places.iter().map(|(number, _)| *number).min().unwrap_or(0);
            let (at_line, column) = lines.position(lines.clamp(ranges[first].clone()).start);
            group = group.element(Origin::path(name.clone()).line(at_line + before).char_column(column));
        } else {
            snippet = snippet.path(name.clone());
        }
        let marks = places.into_iter().map(|(number, place)| {
            let (rank, label) = labels[number];
            let kind = if rank == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
            kind.span(place).label((!label.text.is_empty()).then(|| short(&label.text)))
        });
        group = group.element(snippet.annotations(marks));
    }
    group
}

/// Adds the edits of one source as diffs. Of edits that overlap only the first is shown.
fn diffs(
    mut group: Group<'static>,
    diagnostic: &Diagnostic,
    id: SourceId,
    texts: &mut Texts<'_>,
) -> Group<'static> {
    let mut edits: Vec<&Edit> = diagnostic.edits.iter().filter(|edit| edit.span.source == id).collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    edits.dedup_by(|later, earlier| later.span.start < earlier.span.end || later.span == earlier.span);
    let ranges: Vec<_> = edits.iter().map(|edit| edit.span.start as usize..edit.span.end as usize).collect();
    let (before, _) = texts.sources.get(id).before;
    for Excerpt { text, line, places, .. } in texts.lines(id).cut(&ranges) {
        let patches = places
            .into_iter()
            .map(|(number, place)| Patch::new(place, cut(&clean::source(&edits[number].text))));
        group = group.element(Snippet::source(text).line_start(line + before).patches(patches));
    }
    group
}

/// The sources that spans lie in, each once, in order of appearance.
fn in_order(spans: impl Iterator<Item = Span>) -> Vec<SourceId> {
    let mut ids = Vec::new();
    for span in spans {
        if !ids.contains(&span.source) {
            ids.push(span.source);
        }
    }
    ids
}

/// A title or label as it may be printed.
fn short(text: &str) -> String {
    cut(&clean::line(text))
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;
