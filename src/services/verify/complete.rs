//! Values for hidden unknowns that keep as many laws as can be kept beside what is drawn.

use crate::board::ground::{Ground, Instance};
use crate::board::unknown::UnknownId;
use crate::language::term::{Node, TermId};
use crate::services::explain::Explainer;
use crate::services::solve::{Failure, Solver};
use crate::solver::search::{Ending, Limits, Search};

/// Decisions of one search.
const MOST_DECISIONS: u64 = 100_000;

/// Values of all unknowns, the drawn ones as they are; nothing if that was not found out within the limits. Laws are kept
/// in turn, those that speak most of what is drawn first, and one that cannot be kept beside those before it is given
/// up: what is said of hidden unknowns alone is what the drawing fails to allow.
pub(super) fn complete(ground: &mut Ground, stop: &dyn Fn() -> bool) -> Result<Option<Vec<TermId>>, Failure> {
    match filled(ground.clone(), stop)? {
        Filled::With(values) => return Ok(Some(named(values, ground))),
        Filled::Never => {}
        Filled::Unknown => return Ok(None),
    }
    let mut explainer = Explainer::new(ground.clone())?;
    let givens = explainer.givens();
    let broken = explainer.broken(&givens);
    let drawn = |instance: u32| {
        let scope = explainer.scope(instance);
        let hidden = scope.iter().filter(|var| ground.world.unknowns[var.0 as usize].hidden).count();
        (hidden == 0, scope.len() - hidden)
    };
    let all = 0..ground.instances.len() as u32;
    let mut order: Vec<u32> = all.filter(|instance| broken.binary_search(instance).is_err()).collect();
    order.sort_by_key(|&instance| std::cmp::Reverse(drawn(instance)));
    let mut kept: Vec<Instance> =
        order.iter().map(|&instance| ground.instances[instance as usize].clone()).collect();
    // Invariant: the first `sure` laws can all be kept.
    let mut sure = 0;
    loop {
        match filled(with(ground, &kept), stop)? {
            Filled::With(values) => return Ok(Some(named(values, ground))),
            Filled::Never => {}
            Filled::Unknown => return Ok(None),
        }
        // The shortest beginning that cannot be kept ends with the law to give up.
        let mut never = kept.len();
        while sure + 1 < never {
            let middle = usize::midpoint(sure, never);
            match filled(with(ground, &kept[..middle]), stop)? {
                Filled::With(_) => sure = middle,
                Filled::Never => never = middle,
                Filled::Unknown => return Ok(None),
            }
        }
        if never == 0 {
            return Ok(None);
        }
        kept.remove(never - 1);
    }
}

/// The same board under some of its laws.
fn with(ground: &Ground, instances: &[Instance]) -> Ground {
    Ground { instances: instances.to_vec(), objective: None, ..ground.clone() }
}

/// Values as terms of the board's own world.
fn named(values: Vec<Node>, ground: &mut Ground) -> Vec<TermId> {
    values.into_iter().map(|value| ground.world.terms.add(value)).collect()
}

enum Filled {
    /// A number or a symbol for each unknown.
    With(Vec<Node>),
    Never,
    Unknown,
}

fn filled(ground: Ground, stop: &dyn Fn() -> bool) -> Result<Filled, Failure> {
    let limits = Limits { steps: Some(MOST_DECISIONS), ..Limits::default() };
    let givens = ground.world.given.values.clone();
    let mut solver = Solver::new(ground)?;
    let givens = solver.coded(&givens);
    if solver.model.bind(&givens).is_err() {
        return Ok(Filled::Never);
    }
    let mut found: Option<Vec<i64>> = None;
    // The solver would refuse values that break laws which were given up; whoever asked judges them.
    let ending = Search::new(&mut solver.model, limits, 0).run(
        |values| {
            found = Some(values.to_vec());
            false
        },
        stop,
    );
    Ok(match (found, ending) {
        (Some(values), _) => {
            let terms = (0..).map(UnknownId).zip(values).map(|(unknown, code)| {
                let term = solver.term(unknown, code);
                solver.judge.terms.node(term).clone()
            });
            Filled::With(terms.collect())
        }
        (None, Ending::Complete) => Filled::Never,
        (None, _) => Filled::Unknown,
    })
}
