//! Edits that mend what is wrong: one by one, and all at once.

use std::ops::Range;

use crate::base::clock::Deadline;
use crate::base::hash::Set;
use crate::editor::analysis::Analysis;
use crate::editor::diagnostics::{Message, diagnostics};
use crate::editor::place::{Change, changed};
use crate::editor::workspace::Workspace;

/// What can be mended in a stretch of a file; each message has a fix.
pub fn fixes(analysis: &Analysis, range: &Range<usize>) -> Vec<Message> {
    let touches = |message: &Message| message.place.start <= range.end && range.start <= message.place.end;
    diagnostics(analysis).into_iter().filter(|found| found.fix.is_some() && touches(found)).collect()
}

/// What is mended may bring out more that can be; so often at most.
const MOST_ROUNDS: usize = 20;

/// The text with all mended that can be mended in it, again and again until nothing more can; nothing if that changes nothing,
/// or if somebody asked to stop.
pub fn fix_all(workspace: &Workspace, name: &str, deadline: &Deadline) -> Option<String> {
    let original = workspace.text(name)?;
    let mut text = original.clone();
    let mut seen: Set<String> = Set::default();
    while seen.len() < MOST_ROUNDS && seen.insert(text.clone()) {
        let analysis = workspace.analyse_as(name, text.clone(), deadline)?;
        text = changed(&text, &apart(&analysis));
    }
    (text != original).then_some(text)
}

/// The changes of all fixes that touch no other, the first of those that do; only those of this file.
fn apart(analysis: &Analysis) -> Vec<Change> {
    let mut taken: Vec<Change> = Vec::new();
    for fix in diagnostics(analysis).into_iter().filter_map(|message| message.fix) {
        let is_free = |change: &Change| {
            let (start, end) = (change.place.start, change.place.end);
            change.place.file == analysis.name
                && taken.iter().all(|other| end < other.place.start || other.place.end < start)
        };
        if fix.changes.iter().all(is_free) {
            taken.extend(fix.changes);
        }
    }
    taken
}
