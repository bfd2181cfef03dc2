//! Brings in the rule sets that sketch boards, and sees whether they fit.
//!
//! A sketch is a rule set by itself: it shares no name with the one it sketches for except the inputs that it offers and
//! the params that both declare. Sketches of a sketch do not count.

use std::sync::Arc;

use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::names as say;
use crate::language::program::{Program, Sketch};
use crate::language::source::{SourceId, Sources, Span};

use super::index::{Index, Meaning};
use super::load::{self, Library};
use super::{Request, alone, with};

/// Resolves what the sketches of a program name.
pub(super) fn attach(
    program: &mut Program,
    sources: &mut Sources,
    library: &dyn Library,
    diagnostics: &mut Vec<Diagnostic>,
    mut index: Option<&mut Index>,
) {
    for number in 0..program.sketches.len() {
        let (name, span) = (program.sketches[number].name.clone(), program.sketches[number].span);
        let own = load::stem(&sources.get(span.source).name);
        if own == name {
            diagnostics.push(say::own_sketch(&name, span));
            continue;
        }
        let source = match load::found(&name, span, span.source, sources, library, true) {
            Ok(source) => source,
            Err(missing) => {
                diagnostics.push(*missing);
                continue;
            }
        };
        let request = Request { rules: Some(source), ..Request::default() };
        let (sketch, wrong) = match &mut index {
            None => alone(&request, sources, library),
            Some(index) => {
                let found = with(true, Some(Index::default()), &request, sources, library);
                mention(&program.sketches[number], source, sources, &found.1, index);
                (found.0, found.2)
            }
        };
        diagnostics.extend(wrong.into_iter().filter(Diagnostic::is_error));
        misfits(program, number, &sketch, diagnostics);
        program.sketches[number].program = Some(Arc::new(sketch));
    }
}

/// Notes what a `sketch` names: the rule set, and its params.
fn mention(sketch: &Sketch, source: SourceId, sources: &Sources, its: &Index, index: &mut Index) {
    let set = Meaning::RuleSet(sources.get(source).name.clone());
    index.add(sketch.span, false, set.clone());
    index.add(Span::new(source, 0, 0), true, set);
    for (name, span, _) in &sketch.with {
        for site in its.definitions(&Meaning::Param(name.clone()), source) {
            index.add(*span, false, Meaning::Sketched(name.clone()));
            index.add(site, true, Meaning::Sketched(name.clone()));
        }
    }
}

/// What a sketch sets or offers that is not there.
fn misfits(program: &Program, number: usize, sketch: &Program, diagnostics: &mut Vec<Diagnostic>) {
    let statement = &program.sketches[number];
    let params: Vec<&str> = sketch.params.iter().map(|param| param.name.as_str()).collect();
    for (name, span, _) in statement.with.iter().filter(|(name, ..)| !params.contains(&name.as_str())) {
        let has = format!("`{}` has: {}", statement.name, params.join(", "));
        let wrong = say::unknown_name("param", name, *span, *span, params.clone());
        diagnostics.push(if params.is_empty() { wrong } else { wrong.say(has) });
    }
    let inputs = || program.predicates.iter().filter(|known| known.input);
    for offer in &sketch.offers {
        let offered = &sketch.predicates[offer.predicate.0 as usize];
        if !inputs().any(|input| input.name == offered.name && input.arity == offered.arity) {
            let near: Vec<&str> =
                inputs().filter(|input| !input.prelude).map(|input| input.name.as_str()).collect();
            diagnostics.push(say::stray_offer(
                &offered.name,
                offered.arity,
                offer.span,
                (&statement.name, statement.span),
                &near,
            ));
        }
    }
    if sketch.offers.is_empty() {
        diagnostics.push(say::empty_sketch(&statement.name, statement.span));
    }
}
