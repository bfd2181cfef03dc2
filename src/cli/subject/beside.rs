//! What is said beside a text: on the command line, or in other fields of a record.

use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::files as say;
use crate::language::puzzle::written::{Puzzle, Use};
use crate::language::syntax::quote;

/// What is said beside a text in the language.
#[derive(Clone, Default)]
pub(super) struct Beside {
    /// Rules that count besides those of the text.
    pub(super) rules: Option<Use>,
    /// Params that are set from outside.
    pub(super) settings: Vec<(String, i64)>,
}

impl Beside {
    /// Says it in the text as well, so that this stands alone.
    pub(super) fn told_by(&self, mut puzzle: Puzzle) -> Result<Puzzle, Box<Diagnostic>> {
        if let Some(used) = &self.rules
            && puzzle.uses.iter().all(|known| known.name != used.name)
        {
            if !quote::can_be_quoted(&used.name) {
                return Err(Box::new(say::unnameable(&used.name)));
            }
            puzzle.uses.insert(0, Use { name: used.name.clone(), with: Vec::new() });
        }
        if let Some(first) = puzzle.uses.first_mut() {
            for (name, value) in &self.settings {
                first.with.retain(|(known, _)| known != name);
                first.with.push((name.clone(), *value));
            }
        }
        Ok(puzzle)
    }
}
