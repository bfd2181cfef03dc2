//! Advice on `reach` over relations that do not hold both ways, for files from before it followed their direction.

use crate::base::hash::Set;
use crate::board::eval::{Machine, Policy, World};
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::Program;

/// Warns once for each file and relation.
pub fn advise(program: &Program, world: &mut World, diagnostics: &mut Vec<Diagnostic>) {
    if diagnostics.iter().any(Diagnostic::is_error) {
        return;
    }
    let mut seen = Set::default();
    for &(predicate, span) in &program.reaches {
        if !seen.insert((predicate, span.source)) {
            continue;
        }
        let name = &program.predicates[predicate.0 as usize].name;
        world.rule = format!("`{name}`");
        if let Some((from, to)) = Machine::new(world, Policy::Residual).one_way(predicate, span) {
            diagnostics.push(meaning::one_way_reach(name, (&world.name(from), &world.name(to)), span));
        }
    }
}
