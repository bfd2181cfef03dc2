//! The diagrams of all definitions and grammars that conditions hold anywhere inside, also deep in their numbers.

use crate::base::diagram::Diagram;
use crate::base::hash::{Map, Set};
use crate::board::eval::{World, branch};
use crate::board::formula::Formula;
use crate::language::diagnostic::Diagnostic;
use crate::language::source::Span;
use crate::language::term::{FormulaId, Part};

/// Diagrams under way.
#[derive(Default)]
pub(super) struct Diagrams {
    /// By the condition they stand for.
    pub(super) made: Map<FormulaId, Diagram>,
    /// What has been looked at.
    seen: Set<Part>,
}

impl Diagrams {
    /// Makes those of a condition.
    pub(super) fn add(
        &mut self,
        world: &mut World,
        id: FormulaId,
        span: Span,
    ) -> Result<(), Box<Diagnostic>> {
        let mut wanted = Vec::new();
        world.conditions().walk(Part::Condition(id), &mut |part| {
            let new = self.seen.insert(part);
            if let Part::Condition(id) = part
                && new
            {
                wanted.push(id);
            }
            new
        });
        for id in wanted {
            let diagram = match world.formulas.get(id).clone() {
                Formula::Walk(closures) => branch::walk(world, &closures, span)?,
                Formula::Matches(list, grammar, args) => branch::line(world, list, grammar, &args, span)?,
                _ => continue,
            };
            self.made.insert(id, diagram);
        }
        Ok(())
    }
}
