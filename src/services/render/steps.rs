//! Steps as pictures: the board after each step, with what follows, what it follows from, and what is ruled out.

use super::leaf::Leaf;
use super::{View, scene};
use crate::board::eval::World;
use crate::board::unknown::{Domain, UnknownId};
use crate::language::diagnostic::Diagnostic;
use crate::language::term::{Node, TermId};
use crate::services::explain::{Explainer, Explanation, Known, Level, Step};
use crate::solver::engine::VarId;

/// The places of more laws than this would cover the board and show nothing.
const MOST_SCOPES: usize = 3;

/// The puzzle before the first step.
///
/// # Errors
/// What is wrong with a `draw` statement.
pub fn opening(explainer: &Explainer) -> Result<Leaf, Box<Diagnostic>> {
    let mut world = explainer.world().clone();
    let mut leaf = Leaf::silent(scene(&mut world, &View::default())?);
    "The puzzle".clone_into(&mut leaf.title);
    Ok(leaf)
}

/// A picture for each step from number `first` on, counted from 0, with its text.
///
/// # Errors
/// What is wrong with a `draw` statement.
pub fn steps(
    explainer: &Explainer,
    explanation: &Explanation,
    first: usize,
) -> Result<Vec<Leaf>, Box<Diagnostic>> {
    let teller = explainer.teller();
    let mut world = explainer.world().clone();
    let mut values: Vec<Option<TermId>> = vec![None; world.unknowns.len()];
    let put = |values: &mut Vec<Option<TermId>>, world: &mut World, var: VarId, code: i64| {
        values[var.0 as usize] = term(explainer, world, var, code);
    };
    for &(var, code) in &explanation.givens {
        put(&mut values, &mut world, var, code);
    }
    let mut leaves = Vec::new();
    for (number, step) in explanation.steps.iter().enumerate() {
        for known in step.parts().flat_map(|part| &part.conclusions) {
            if let Some(code) = known.is {
                put(&mut values, &mut world, known.unknown, code);
            }
        }
        if number < first {
            continue;
        }
        let shown = Shown::new(explainer, explanation, step, &mut world);
        let view = View {
            values: &values,
            candidates: &shown.candidates,
            struck: &shown.struck,
            conclusion: &shown.conclusion,
            reason: &shown.reason,
            scope: &shown.scope,
        };
        let reasons: Vec<String> = step.parts().map(|part| teller.reason(part)).collect();
        leaves.push(Leaf {
            scene: scene(&mut world, &view)?,
            title: format!("{}. {}", number + 1, teller.heading(step)),
            text: format!("{} ({})", reasons.join("\n"), Level::of(step).word()),
            remarks: step.parts().flat_map(|part| teller.grounds(explanation, part)).collect(),
        });
    }
    Ok(leaves)
}

/// The term that a number stands for.
fn term(explainer: &Explainer, world: &mut World, var: VarId, code: i64) -> Option<TermId> {
    match world.unknowns[var.0 as usize].domain.clone() {
        Domain::Symbols(symbols) => symbols
            .iter()
            .map(|&symbol| world.terms.add(Node::Sym(symbol)))
            .find(|&term| explainer.code(term) == code),
        _ => Some(world.terms.int(code)),
    }
}

/// What is to be seen of a step.
struct Shown {
    candidates: Vec<Vec<TermId>>,
    struck: Vec<(UnknownId, TermId)>,
    conclusion: Vec<TermId>,
    reason: Vec<TermId>,
    scope: Vec<TermId>,
}

impl Shown {
    fn new(explainer: &Explainer, explanation: &Explanation, step: &Step, world: &mut World) -> Shown {
        let place = |world: &World, var: VarId| world.unknowns[var.0 as usize].place;
        let mut shown = Shown {
            candidates: vec![Vec::new(); world.unknowns.len()],
            struck: Vec::new(),
            conclusion: step.conclusions.iter().map(|known| place(world, known.unknown)).collect(),
            reason: Vec::new(),
            scope: Vec::new(),
        };
        for known in &step.conclusions {
            shown.pencil(explainer, world, known, &known.not);
        }
        for known in step.parts().flat_map(|part| &part.premises) {
            shown.reason.push(place(world, known.unknown));
            // A value that fits nowhere else is best seen to be ruled out there; what else is possible there says nothing.
            if step.only.is_empty() || known.is.is_some() {
                shown.pencil(explainer, world, known, &[]);
                continue;
            }
            for &value in
                known.not.iter().filter(|value| step.only.iter().any(|only| only.values.contains(value)))
            {
                shown.strike(explainer, world, known.unknown, value);
            }
        }
        if let Some((var, code, _)) = step.tried {
            shown.strike(explainer, world, var, code);
        }
        let sources = explainer.teller().sources(explanation, step);
        shown.reason.extend(sources.into_iter().map(|var| place(world, var)));
        if step.instances.len() <= MOST_SCOPES {
            let vars = step.instances.iter().flat_map(|&instance| explainer.scope(instance));
            shown.scope.extend(vars.map(|&var| place(world, var)));
        }
        // A law about most of the board points nowhere.
        if 2 * shown.scope.len() > world.unknowns.len() {
            shown.scope.clear();
        }
        shown
    }

    /// Shows the values that are left, and strikes out others; nothing where a domain is too wide to list.
    fn pencil(&mut self, explainer: &Explainer, world: &mut World, known: &Known, not: &[i64]) {
        if known.within.is_some() {
            return;
        }
        let declared = explainer.declared();
        let left = declared.values(known.unknown).filter(|&code| known.fact.allows(declared, code));
        let left: Vec<TermId> = left.filter_map(|code| term(explainer, world, known.unknown, code)).collect();
        self.candidates[known.unknown.0 as usize] = left;
        for &code in not {
            self.strike(explainer, world, known.unknown, code);
        }
    }

    fn strike(&mut self, explainer: &Explainer, world: &mut World, var: VarId, code: i64) {
        if let Some(value) = term(explainer, world, var, code) {
            let id = UnknownId(var.0);
            self.candidates[var.0 as usize].retain(|&left| left != value);
            if !self.struck.contains(&(id, value)) {
                self.struck.push((id, value));
            }
        }
    }
}
