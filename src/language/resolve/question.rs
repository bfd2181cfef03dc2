//! A condition that somebody asks about a board: it means what it would mean left of the `=>` of a law.

use super::lower::{Lower, Uses};
use super::names::Names;
use super::scope::direct;
use crate::base::hash::Set;
use crate::language::diagnostic::Diagnostic;
use crate::language::program::{Program, Question, Slot};
use crate::language::source::SourceId;
use crate::language::syntax::parse;

/// Reads a question and adds it to a program all names of which are known.
pub fn lower(
    source: SourceId,
    text: &str,
    names: &Names,
    program: &mut Program,
    uses: &mut Uses,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let (body, wrong) = parse::question(source, text);
    diagnostics.extend(wrong);
    let Some(body) = body else { return };
    let mut free = Set::default();
    direct(&body, &mut free);
    let mut lower = Lower::new(names, program, diagnostics, uses, false);
    lower.enter(&[&body]);
    let goal = lower.conjunction(&body);
    let scope = lower.scope;
    let is_told = |name: &str| free.contains(name) && !name.starts_with('_');
    let named = (0..scope.len()).filter(|&slot| is_told(&scope.names[slot])).map(|slot| slot as Slot);
    let named = named.collect();
    program.question = Some(Question { goal, scope, named });
}
