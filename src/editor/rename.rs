//! Another name for what stands at the cursor, wherever it stands; refused where that could change what anything means.

mod clash;

use std::collections::BTreeSet;

use crate::base::clock::Deadline;
use crate::base::hash::Set;
use crate::editor::analysis::{Analysis, Unit};
use crate::editor::place::{Change, Place};
use crate::editor::references::Subject;
use crate::editor::relatives::each_relative;
use crate::editor::workspace::Workspace;
use crate::language::resolve::{Meaning, Mention};
use crate::language::source::Span;

/// The name at the cursor, if it can have another; else why not.
///
/// # Errors
/// A sentence for people.
pub fn prepare(analysis: &Analysis, offset: usize) -> Result<Place, String> {
    let unit = analysis.unit_at(offset).ok_or(NO_NAME)?;
    let (mention, _) = named(unit, offset)?;
    Ok(unit.place(mention.span))
}

const NO_NAME: &str = "there is no name here that means anything";

/// The name at a byte of the file, if it can have another.
fn named(unit: &Unit, offset: usize) -> Result<(&Mention, Subject), String> {
    let mention = unit.mention_at(offset).ok_or(NO_NAME)?;
    match &mention.meaning {
        Meaning::BuiltIn(word) | Meaning::Figure(word) | Meaning::Expectation(word) => {
            return Err(format!("`{word}` is a word of the language"));
        }
        Meaning::RuleSet(_) => {
            return Err("a rule set is called by its file's name; rename the file".to_owned());
        }
        _ => {}
    }
    let subject = Subject::new(unit, mention);
    may_change(&subject)?;
    Ok((mention, subject))
}

/// The changes that give the name at the cursor another, in all files; else why not.
///
/// # Errors
/// A sentence for people.
pub fn rename(
    workspace: &Workspace,
    name: &str,
    offset: usize,
    new: &str,
    deadline: &Deadline,
) -> Result<Vec<Change>, String> {
    let unit = workspace.unit_at(name, offset, deadline).ok_or("stopped before all places were found")?;
    let (mention, subject) = named(&unit, offset)?;
    if subject.word == new {
        return Ok(Vec::new());
    }
    clash::is_legal(new, &mention.meaning)?;
    let places = if let Meaning::Placeholder(_, statement) = mention.meaning {
        clash::is_free_inside(&subject, &unit, statement, new)?;
        subject.mentions(&unit).into_iter().map(|mention| unit.place(mention.span)).collect()
    } else {
        everywhere(workspace, subject, name, new, deadline)?
    };
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

/// All places of a name, and of those that change with it: one drawing may supply the inputs of two and of three arguments.
fn everywhere(
    workspace: &Workspace,
    first: Subject,
    from: &str,
    new: &str,
    deadline: &Deadline,
) -> Result<BTreeSet<Place>, String> {
    let mut places: BTreeSet<Place> = BTreeSet::new();
    let (mut open, mut done) = (vec![first], Vec::new());
    while let Some(subject) = open.pop() {
        may_change(&subject)?;
        let show = &mut |unit: Unit| {
            places.extend(in_unit(&subject, &unit, new)?);
            let spans: Set<Span> = subject.mentions(&unit).into_iter().map(|mention| mention.span).collect();
            for other in unit.index.all().iter().filter(|other| spans.contains(&other.span)) {
                let is_about = |known: &Subject| known.is_about(&other.meaning);
                if !is_about(&subject) && !done.iter().chain(&open).any(is_about) {
                    open.push(Subject::new(&unit, other));
                }
            }
            Ok(())
        };
        let left_out = each_relative(workspace, &subject.wanted(from, Some(new)), deadline, show)?;
        if let Some(why) = left_out.first() {
            return Err(format!("it may stand where nobody has looked: {why}"));
        }
        done.push(subject);
    }
    Ok(places)
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
