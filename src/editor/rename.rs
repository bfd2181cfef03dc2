//! Another name for what stands at the cursor, wherever it stands; refused where that could change what anything means.

mod clash;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::base::clock::Deadline;
use crate::base::hash::Set;
use crate::editor::analysis::{Analysis, Unit};
use crate::editor::place::{Change, Place};
use crate::editor::references::{Subject, relatives};
use crate::editor::workspace::Workspace;
use crate::language::resolve::{Meaning, Mention};
use crate::language::source::Span;

/// The name at the cursor, if it can have another; else why not.
///
/// # Errors
/// A sentence for people.
pub fn prepare(analysis: &Analysis, offset: usize) -> Result<Place, String> {
    let (unit, mention) = analysis.mention_at(offset).ok_or("there is no name here that means anything")?;
    match &mention.meaning {
        Meaning::BuiltIn(word) | Meaning::Figure(word) | Meaning::Expectation(word) => {
            return Err(format!("`{word}` is a word of the language"));
        }
        Meaning::RuleSet(_) => {
            return Err("a rule set is called by its file's name; rename the file".to_owned());
        }
        _ => {}
    }
    may_change(&Subject::new(unit, mention))?;
    Ok(unit.place(mention.span))
}

/// The changes that give the name at the cursor another, in all files; else why not.
///
/// # Errors
/// A sentence for people.
pub fn rename(
    workspace: &mut Workspace,
    name: &str,
    offset: usize,
    new: &str,
    deadline: &Deadline,
) -> Result<Vec<Change>, String> {
    let stopped = || "stopped before all places were found".to_owned();
    let analysis = workspace.analyse(name, deadline).ok_or_else(stopped)?;
    prepare(&analysis, offset)?;
    let Some((unit, mention)) = analysis.mention_at(offset) else { return Ok(Vec::new()) };
    let first = Subject::new(unit, mention);
    if first.word == new {
        return Ok(Vec::new());
    }
    clash::is_legal(new, &mention.meaning)?;
    let mut places: BTreeSet<Place> = BTreeSet::new();
    if let Meaning::Placeholder(_, statement) = mention.meaning {
        let taken = Meaning::Placeholder(new.to_owned(), statement);
        if let Some(other) = unit.index.of(&taken, unit.main).next() {
            return Err(format!("{new} already stands in this statement, {}", clash::line(unit, other.span)));
        }
        places.extend(first.mentions(unit).into_iter().map(|mention| unit.place(mention.span)));
    } else {
        for (subject, files) in kin(workspace, first, &analysis, deadline).ok_or_else(stopped)? {
            may_change(&subject)?;
            for unit in files.iter().flat_map(|file| &file.units) {
                places.extend(in_unit(&subject, unit, new)?);
            }
        }
    }
    Ok(places.into_iter().map(|place| Change { place, text: new.to_owned() }).collect())
}

/// Why a name must stay.
fn may_change(subject: &Subject) -> Result<(), String> {
    let word = &subject.word;
    match subject.sites.iter().find(|site| site.is_built_in()) {
        Some(site) => Err(format!("`{word}` is defined in {}, which cannot be changed", site.file)),
        None if subject.sites.is_empty() => Err(format!("`{word}` is defined nowhere")),
        None => Ok(()),
    }
}

/// What changes together, each with the files it may stand in: one drawing may supply the inputs of two and of three
/// arguments. Nothing if somebody asked to stop.
fn kin(
    workspace: &mut Workspace,
    first: Subject,
    analysis: &Analysis,
    deadline: &Deadline,
) -> Option<Vec<(Subject, Vec<Arc<Analysis>>)>> {
    let mut open = vec![first];
    let mut all: Vec<(Subject, Vec<Arc<Analysis>>)> = Vec::new();
    while let Some(subject) = open.pop() {
        let files = relatives(workspace, &subject, analysis, deadline)?;
        for unit in files.iter().flat_map(|file| &file.units) {
            let spans: Set<Span> = subject.mentions(unit).into_iter().map(|mention| mention.span).collect();
            let is_new = |other: &&Mention| {
                let known = all.iter().map(|(known, _)| known).chain(&open).chain([&subject]);
                spans.contains(&other.span) && !known.into_iter().any(|known| known.is_about(&other.meaning))
            };
            let others: Vec<&Mention> = unit.index.all().iter().filter(is_new).collect();
            for other in others {
                open.push(Subject::new(unit, other));
            }
        }
        all.push((subject, files));
    }
    Some(all)
}

/// The places of a name in a unit, if it may have the new name there.
fn in_unit(subject: &Subject, unit: &Unit, new: &str) -> Result<Vec<Place>, String> {
    clash::is_unshared(subject, unit, new)?;
    let mentions = subject.mentions(unit);
    if !mentions.is_empty() {
        clash::is_free(subject, unit, new)?;
        clash::is_whole(subject, unit)?;
    }
    Ok(mentions.into_iter().map(|mention| unit.place(mention.span)).collect())
}
