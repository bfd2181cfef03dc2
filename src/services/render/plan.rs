//! Plans as pictures: the first position, and the one after each move with the places that it changed.

use super::leaf::Leaf;
use super::{View, scene};
use crate::board::eval::World;
use crate::language::diagnostic::Diagnostic;
use crate::language::term::TermId;
use crate::moves::plan::Report;

/// A picture for each position of a plan.
///
/// # Errors
/// What is wrong with a `draw` statement.
pub fn plan(world: &mut World, report: &Report) -> Result<Vec<Leaf>, Box<Diagnostic>> {
    let mut before = report.start.clone();
    let mut first = Leaf::silent(position(world, &before, &[])?);
    "start".clone_into(&mut first.title);
    let mut leaves = vec![first];
    for (number, step) in (1..).zip(&report.steps) {
        let pairs = before.iter().zip(&step.values).zip(&world.unknowns);
        let changed: Vec<TermId> =
            pairs.filter(|((old, new), _)| old != new).map(|(_, unknown)| unknown.place).collect();
        // Where most of the board changes, nothing would stand out.
        let shown = if 2 * changed.len() > world.unknowns.len() { &[][..] } else { &changed };
        leaves.push(Leaf {
            scene: position(world, &step.values, shown)?,
            title: format!("{number}. {}", step.title),
            text: step.sentence.clone(),
            remarks: Vec::new(),
        });
        before.clone_from(&step.values);
    }
    Ok(leaves)
}

fn position(
    world: &mut World,
    values: &[TermId],
    changed: &[TermId],
) -> Result<super::Scene, Box<Diagnostic>> {
    let values: Vec<Option<TermId>> = values.iter().copied().map(Some).collect();
    scene(world, &View { values: &values, reason: changed, ..View::default() })
}
