//! Where the name at the cursor is defined: in this file, in one it uses, in the prelude, or in a rule set inside the binary.

use crate::editor::analysis::{Analysis, Unit};
use crate::editor::place::Place;
use crate::language::resolve::Mention;
use crate::language::source::Span;

/// A name and where it is defined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The name at the cursor.
    pub origin: Place,
    /// Where it is defined; in each file the first place. A rule set is its whole file, told by the empty place at its start.
    pub targets: Vec<Place>,
}

/// The definition of the name at a byte of a file; nothing if there is no name, or none that anybody defines.
pub fn definition(analysis: &Analysis, offset: usize) -> Option<Definition> {
    let (unit, first) = analysis.mention_at(offset)?;
    let all = unit.index.at(unit.main, offset.checked_sub(unit.start)?);
    let mut targets: Vec<Place> = Vec::new();
    for mention in all.filter(|mention| mention.span == first.span) {
        for span in sites(unit, mention) {
            let place = unit.place(span);
            if !targets.iter().any(|known| known.file == place.file) {
                targets.push(place);
            }
        }
    }
    (!targets.is_empty()).then(|| Definition { origin: unit.place(first.span), targets })
}

/// Where the meaning of a mention is defined.
pub(super) fn sites(unit: &Unit, mention: &Mention) -> Vec<Span> {
    hiding_prelude(unit, unit.index.definitions(&mention.meaning, mention.span.source))
}

/// What a file defines anew hides what the prelude says.
pub(super) fn hiding_prelude(unit: &Unit, mut sites: Vec<Span>) -> Vec<Span> {
    let in_prelude = |span: &Span| Some(span.source) == unit.program.prelude;
    if sites.iter().any(|span| !in_prelude(span)) {
        sites.retain(|span| !in_prelude(span));
    }
    sites
}
