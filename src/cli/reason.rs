//! Why a puzzle has no solution, in a few lines: the reason if it is seen at once, else the command that looks for it.

use std::sync::Arc;

use super::console::Console;
use super::subject::What;
use crate::board::ground::{Options, ground};
use crate::language::program::Program;
use crate::services::explain::{Clash, Explainer, Teller, at_once};

/// A board with more law instances than this is not looked at unless somebody asks.
const MOST_INSTANCES: usize = 20_000;

/// Tells the reason.
pub(super) fn tell(what: &What, program: &Arc<Program>, options: &Options, console: &mut Console) {
    if console.is_quiet() {
        return;
    }
    if !console.wants_records() {
        // First the verdict, then the reason.
        console.sum_up();
    }
    let told = found(program, options).unwrap_or_else(|| format!("why: gridlog why {} none", what.words()));
    console.remark(&told);
}

fn found(program: &Arc<Program>, options: &Options) -> Option<String> {
    let (ground, _) = ground(program, options);
    if ground.instances.len() > MOST_INSTANCES {
        return None;
    }
    let mut explainer = Explainer::new(ground).ok()?;
    let givens = explainer.givens();
    let clash = at_once(&mut explainer, &givens)?;
    Some(sentence(&explainer, &clash))
}

/// One law and its givens in one line, more of them in a list.
fn sentence(explainer: &Explainer, clash: &Clash) -> String {
    let teller = explainer.teller();
    let givens = givens(&teller, clash);
    let given = match givens.len() {
        0 => None,
        1 => Some(format!("{} is given", givens[0])),
        _ => Some(format!("{} are given", givens.join(", "))),
    };
    match (&clash.instances[..], given) {
        ([one], Some(given)) => format!("  {}, but {given}.", teller.law(*one)),
        ([one], None) => format!("  {}: that can never be.", teller.law(*one)),
        (several, given) => {
            let laws = teller.laws(several).into_iter();
            let lines: Vec<String> = laws.chain(given).map(|line| format!("\n  {line}.")).collect();
            format!("These contradict each other:{}", lines.concat())
        }
    }
}

/// The givens of a contradiction: `r1c1 = 3`.
pub(super) fn givens(teller: &Teller<'_>, clash: &Clash) -> Vec<String> {
    let place =
        |&(unknown, value): &_| format!("{} = {}", teller.place(unknown), teller.value(unknown, value));
    clash.givens.iter().map(place).collect()
}
