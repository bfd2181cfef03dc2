//! What is read when: the constraints of a problem as diagrams, groups and lists over its open variables in one order.

use super::diagram::{Diagram, Made};
use super::groups::{self, Group};
use super::lists::Lists;
use super::order;
use crate::solver::engine::{Engine, Item, Reading, Steps, Store, VarId, each_once};
use crate::solver::problem::Problem;

/// Variables in the order of reading, and what reads them.
#[derive(Debug)]
pub(super) struct Plan {
    /// The variables.
    pub(super) vars: Vec<Variable>,
    pub(super) diagrams: Vec<Diagram>,
    pub(super) groups: Vec<Group>,
    pub(super) lists: Vec<Lists>,
}

/// A variable that is open.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// Its values.
    pub(super) values: Vec<i64>,
    /// Whether solutions are told apart by it.
    pub(super) seen: bool,
}

/// The most values of a variable.
const MOST_VALUES: u64 = 64;

/// Why there is no plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Obstacle {
    /// Something cannot be read variable by variable.
    Unreadable,
    /// There is no solution.
    Conflict,
}

/// The open variables of a store, and where they stand.
struct Open<'s> {
    store: &'s Store,
    vars: Vec<VarId>,
    /// For each variable of the store its place; none for those that are fixed.
    places: Vec<Option<u32>>,
}

impl Open<'_> {
    fn place(&self, var: VarId) -> Option<u32> {
        self.places[var.0 as usize]
    }

    fn values(&self, place: u32) -> Vec<i64> {
        self.store.values(self.vars[place as usize]).collect()
    }

    /// The places of variables that are open, rising.
    fn places(&self, vars: impl IntoIterator<Item = VarId>) -> Vec<u32> {
        let mut places: Vec<u32> = vars.into_iter().filter_map(|var| self.place(var)).collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}

impl Plan {
    /// A plan for what is open of a problem whose engine is at a fixpoint.
    pub(super) fn new(problem: &Problem) -> Result<Plan, Obstacle> {
        let engine = &problem.engine;
        let store = &engine.store;
        let all = (0..store.count() as u32).map(VarId);
        let mut vars: Vec<VarId> = all.filter(|&var| !store.is_fixed(var)).collect();
        if vars.iter().any(|&var| store.is_interval(var) || store.size(var) > MOST_VALUES) {
            return Err(Obstacle::Unreadable);
        }
        let rank = |var: &VarId| (problem.is_unseen(*var), *var);
        vars.sort_by_key(rank);
        let readings = readings(engine);
        let mut found = Err(Obstacle::Unreadable);
        for vars in orders(problem, &vars, &readings) {
            let mut places = vec![None; store.count()];
            vars.iter().zip(0..).for_each(|(var, place)| places[var.0 as usize] = Some(place));
            found = Plan::in_order(problem, &Open { store, vars, places }, &readings);
            if found.as_ref().err() != Some(&Obstacle::Unreadable) {
                break;
            }
        }
        found
    }

    fn in_order(
        problem: &Problem,
        open: &Open<'_>,
        readings: &[(u32, Reading<'_>)],
    ) -> Result<Plan, Obstacle> {
        let mut diagrams: Vec<Diagram> = Vec::new();
        let (mut terms, mut lists): (Vec<Vec<(VarId, i64)>>, Vec<Lists>) = Default::default();
        for (number, reading) in readings {
            let made = match reading {
                Reading::Distinct(own) => {
                    terms.push(own.clone());
                    continue;
                }
                Reading::Lists(own) => {
                    lists.extend(families(own, open).ok_or(Obstacle::Unreadable)?);
                    continue;
                }
                Reading::Whole => whole(&problem.engine, *number, open),
                Reading::Steps(steps) => {
                    stepwise(steps, open).or_else(|| whole(&problem.engine, *number, open))
                }
            };
            match made.ok_or(Obstacle::Unreadable)? {
                Made::Always => {}
                Made::Never => return Err(Obstacle::Conflict),
                Made::Diagram(diagram) => diagrams.push(diagram),
            }
        }
        let groups = groups::made(&terms, open.store, &|var| open.place(var)).ok_or(Obstacle::Unreadable)?;
        let vars = open
            .vars
            .iter()
            .map(|&var| Variable { values: open.store.values(var).collect(), seen: !problem.is_unseen(var) });
        Ok(Plan { vars: vars.collect(), diagrams: joined(diagrams)?, groups, lists })
    }
}

/// What all propagators with open variables say, each with its number.
fn readings(engine: &Engine) -> Vec<(u32, Reading<'_>)> {
    let is_open = |number: &u32| engine.scope(*number).iter().any(|&var| !engine.store.is_fixed(var));
    let open = (0..engine.count() as u32)
        .filter(|&number| engine.wakes(number) && !engine.rests(number))
        .filter(is_open);
    open.flat_map(|number| {
        engine.propagator(number).readings().into_iter().map(move |reading| (number, reading))
    })
    .collect()
}

/// Orders to be tried, the most promising first.
fn orders(problem: &Problem, vars: &[VarId], readings: &[(u32, Reading<'_>)]) -> Vec<Vec<VarId>> {
    let store = &problem.engine.store;
    let mut numbers = vec![None; store.count()];
    vars.iter().zip(0..).for_each(|(var, number)| numbers[var.0 as usize] = Some(number));
    let scope = |vars: Vec<VarId>| -> Vec<u32> {
        each_once(vars).into_iter().filter_map(|var| numbers[var.0 as usize]).collect()
    };
    let items = |list: &Vec<Item>| {
        list.iter().filter_map(|item| if let Item::Var(var) = item { Some(*var) } else { None }).collect()
    };
    let mut scopes: Vec<Vec<u32>> = Vec::new();
    for (number, reading) in readings {
        match reading {
            Reading::Lists(lists) => scopes.extend(lists.iter().map(|list| scope(items(list)))),
            Reading::Distinct(terms) => scopes.push(scope(terms.iter().map(|&(var, _)| var).collect())),
            Reading::Steps(steps) => scopes.push(scope(steps.vars.clone())),
            Reading::Whole => scopes.push(scope(problem.engine.scope(*number))),
        }
    }
    scopes.retain(|scope| scope.len() > 1);
    scopes.sort_unstable();
    scopes.dedup();
    let of = order::constraints(vars.len(), &scopes);
    let bits: Vec<u32> = vars.iter().map(|&var| 64 - (store.size(var) - 1).leading_zeros()).collect();
    let seen: Vec<bool> = vars.iter().map(|&var| !problem.is_unseen(var)).collect();
    let plain: Vec<u32> = (0..vars.len() as u32).collect();
    let mut orders = vec![plain];
    if vars.len() <= MOST_ORDERED {
        orders.push(order::greedy(&scopes, &of, &bits));
    }
    let mut orders: Vec<Vec<u32>> =
        orders.iter().map(|order| order::follow(order, &seen, &scopes, &of)).collect();
    orders.sort_by_cached_key(|order| order::burden(order, &scopes, &of, &bits));
    orders.into_iter().map(|order| order.into_iter().map(|number| vars[number as usize]).collect()).collect()
}

/// The most variables for which an order is looked for.
const MOST_ORDERED: usize = 2000;

/// A propagator by what it says of all values.
fn whole(engine: &Engine, number: u32, open: &Open<'_>) -> Option<Made> {
    let places = open.places(engine.scope(number));
    let values: Vec<Vec<i64>> = places.iter().map(|&place| open.values(place)).collect();
    let counts: Vec<usize> = values.iter().map(Vec::len).collect();
    let propagator = engine.propagator(number);
    Diagram::of_whole(&places, &counts, &mut |chosen| {
        propagator.holds(&|var| match open.place(var) {
            None => open.store.min(var),
            Some(place) => match places.binary_search(&place) {
                Ok(at) => values[at][chosen[at]],
                Err(_) => open.store.min(var),
            },
        })
    })
}

/// What is read with one number in mind; nothing if its variables come in another order.
fn stepwise(steps: &Steps<'_>, open: &Open<'_>) -> Option<Made> {
    // What is fixed is read on the way, or at once where the order does not matter.
    let mut order: Vec<usize> = (0..steps.vars.len()).collect();
    let place = |&at: &usize| open.place(steps.vars[at]);
    if steps.ordered {
        let places: Vec<u32> = order.iter().filter_map(place).collect();
        if !places.is_sorted() {
            return None;
        }
    } else {
        order.sort_by_key(place);
    }
    let (mut places, mut values, mut runs) = (Vec::new(), Vec::new(), Vec::new());
    let mut start = steps.start;
    for at in order {
        match place(&at) {
            Some(place) => {
                places.push(place);
                values.push(open.values(place));
                runs.push((at, Vec::new()));
            }
            None => {
                let value = open.store.min(steps.vars[at]);
                match runs.last_mut() {
                    Some((_, after)) => after.push((at, value)),
                    None => start = (steps.next)(start, at, value),
                }
            }
        }
    }
    let counts: Vec<usize> = values.iter().map(Vec::len).collect();
    let next = |number: i128, layer: usize, value: usize| {
        let (at, after) = &runs[layer];
        let first = (steps.next)(number, *at, values[layer][value]);
        after.iter().fold(first, |number, &(at, value)| (steps.next)(number, at, value))
    };
    Diagram::of_steps(&places, &counts, start, &next, &|number| (steps.ends)(number))
}

/// Lists that differ, apart by their lengths: others are not the same anyway.
fn families(lists: &[Vec<Item>], open: &Open<'_>) -> Option<Vec<Lists>> {
    let mut lengths: Vec<usize> = lists.iter().map(Vec::len).collect();
    lengths.sort_unstable();
    lengths.dedup();
    let place = |item: Item| match item {
        Item::Var(var) => open.place(var).ok_or_else(|| open.store.min(var)),
        Item::Value(value) => Err(value),
    };
    let families = lengths.into_iter().map(|length| {
        let own: Vec<Vec<Item>> = lists.iter().filter(|list| list.len() == length).cloned().collect();
        let vars = own.iter().flatten().filter_map(|&item| place(item).ok());
        let values = vars.flat_map(|place| open.values(place)).collect();
        Lists::new(&own, &place, values)
    });
    families.collect()
}

/// Diagrams with all variables of one in another become one, unless it is too wide.
fn joined(mut diagrams: Vec<Diagram>) -> Result<Vec<Diagram>, Obstacle> {
    diagrams.sort_by(|one, two| {
        two.places.len().cmp(&one.places.len()).then_with(|| one.places.cmp(&two.places))
    });
    let mut hosts: Vec<Diagram> = Vec::new();
    for diagram in diagrams {
        let is_in =
            |host: &Diagram| diagram.places.iter().all(|place| host.places.binary_search(place).is_ok());
        let mut left = true;
        for host in hosts.iter_mut().filter(|host| is_in(host)) {
            match host.with(&diagram) {
                Some(Made::Never) => return Err(Obstacle::Conflict),
                Some(Made::Diagram(both)) => *host = both,
                Some(Made::Always) => {}
                None => continue,
            }
            left = false;
            break;
        }
        if left {
            hosts.push(diagram);
        }
    }
    Ok(hosts)
}
