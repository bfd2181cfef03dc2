//! All places where the name at the cursor stands with the meaning that it has there, in this file and in those that share it.

use std::collections::BTreeSet;

use crate::base::clock::Deadline;
use crate::editor::analysis::{Analysis, Unit};
use crate::editor::place::{Place, known_as};
use crate::editor::relatives::{Wanted, each_relative};
use crate::editor::workspace::Workspace;
use crate::language::resolve::{Meaning, Mention};

/// A name at one place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Reference {
    /// Where it stands.
    pub place: Place,
    /// Whether it is defined there.
    pub defines: bool,
}

/// The places of a name in one file, as an editor highlights them.
pub fn highlights(analysis: &Analysis, offset: usize) -> Vec<Reference> {
    let Some((unit, mention)) = analysis.mention_at(offset) else { return Vec::new() };
    let all = unit.index.of(&mention.meaning, unit.main).filter(|found| unit.is_own(found.span));
    all.filter(|found| found.span.end > found.span.start)
        .map(|found| Reference { place: unit.place(found.span), defines: found.defines })
        .collect()
}

/// All places of a name, in order: in the open files, in those that are not and can use where it is defined, and in the texts
/// they use. Nothing if there is no name at the cursor, or if somebody asked to stop.
pub fn references(
    workspace: &Workspace,
    name: &str,
    offset: usize,
    deadline: &Deadline,
) -> Option<Vec<Reference>> {
    let unit = workspace.unit_at(name, offset, deadline)?;
    let subject = Subject::new(&unit, unit.mention_at(offset)?);
    let mut found = BTreeSet::new();
    subject.collect(&unit, &mut found);
    if !subject.is_local() {
        // What is left out for want of time would not be waited for either.
        let show = &mut |unit: Unit| {
            subject.collect(&unit, &mut found);
            Ok(())
        };
        each_relative(workspace, &subject.wanted(name, None), deadline, show).ok()?;
    }
    Some(found.into_iter().collect())
}

/// What a name means, apart from the file where it was asked for.
pub(super) struct Subject {
    pub(super) meaning: Meaning,
    /// Where it is defined.
    pub(super) sites: BTreeSet<Place>,
    /// The text that the name stands in.
    pub(super) word: String,
}

impl Subject {
    pub(super) fn new(unit: &Unit, mention: &Mention) -> Subject {
        let spans = unit.index.definitions(&mention.meaning, mention.span.source);
        let sites = spans.into_iter().map(|span| unit.place(span)).collect();
        let word = unit.sources.slice(mention.span).to_owned();
        Subject { meaning: mention.meaning.clone(), sites, word }
    }

    /// The same, to be looked for in files.
    pub(super) fn wanted<'w>(&'w self, from: &'w str, new: Option<&'w str>) -> Wanted<'w> {
        Wanted { sites: &self.sites, from: known_as(from), word: &self.word, new }
    }

    /// Whether a mention with this meaning may be one of it.
    pub(super) fn is_about(&self, meaning: &Meaning) -> bool {
        self.aliases().contains(meaning)
    }

    /// Whether it means something in its statement only.
    pub(super) fn is_local(&self) -> bool {
        matches!(self.meaning, Meaning::Placeholder(..))
    }

    /// The meanings that mentions of it may have: for another text, a param may be one of a sketch.
    fn aliases(&self) -> Vec<Meaning> {
        match &self.meaning {
            Meaning::Param(name) => vec![self.meaning.clone(), Meaning::Sketched(name.clone())],
            Meaning::Sketched(name) => vec![Meaning::Param(name.clone()), self.meaning.clone()],
            meaning => vec![meaning.clone()],
        }
    }

    /// The mentions of it in a unit: those with its meaning, if that is defined where it is.
    pub(super) fn mentions<'u>(&self, unit: &'u Unit) -> Vec<&'u Mention> {
        let mut found = Vec::new();
        for meaning in self.aliases() {
            let all: Vec<&Mention> =
                unit.index.all().iter().filter(|found| found.meaning == meaning).collect();
            let is_same =
                |mention: &&Mention| mention.defines && self.sites.contains(&unit.place(mention.span));
            let is_defined = match meaning {
                Meaning::Placeholder(..) => {
                    found.extend(all.into_iter().filter(|mention| unit.is_own(mention.span)));
                    continue;
                }
                Meaning::BuiltIn(_) | Meaning::RuleSet(_) => true,
                _ => all.iter().any(is_same) || self.sites.is_empty(),
            };
            found.extend(all.into_iter().filter(|_| is_defined));
        }
        found.retain(|mention| mention.span.end > mention.span.start);
        found
    }

    fn collect(&self, unit: &Unit, found: &mut BTreeSet<Reference>) {
        for mention in self.mentions(unit) {
            found.insert(Reference { place: unit.place(mention.span), defines: mention.defines });
        }
    }
}
