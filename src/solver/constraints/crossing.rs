//! Two or none of some edges are there: the edges of a loop at one of its nodes. At a node of a path there may be one.
//!
//! Prunes fully where each edge has a condition of its own (GAC). What a loop says of each node alone, said cheaply, so that the
//! loop as a whole is asked less often.

use smallvec::SmallVec;

use super::literal::{Literal, Presence};
use crate::solver::engine::{
    Conflict, Cost, Events, Found, Propagator, Reason, Relaxed, Spec, Store, VarId, each_once,
};

/// At a node of so many edges clauses say it in few words.
const MOST_EDGES: usize = 6;

/// Two of these edges are there, or none, or perhaps one.
#[derive(Clone, Debug)]
pub struct Crossing {
    edges: SmallVec<[Presence; 4]>,
    /// Whether one may be there alone.
    ends: bool,
    /// Whether no two of them hang on one variable, and each on one only.
    apart: bool,
}

impl Crossing {
    /// The edges at a node; with `ends` a path may end there.
    pub fn at(edges: impl IntoIterator<Item = Presence>, ends: bool) -> Crossing {
        let edges: SmallVec<[Presence; 4]> = edges.into_iter().collect();
        let single = edges.iter().all(|edge| !matches!(edge, Presence::Equal(..)));
        let vars: Vec<VarId> = edges.iter().flat_map(|edge| edge.vars()).collect();
        let apart = single && each_once(vars.iter().copied()).len() == vars.len();
        Crossing { edges, ends, apart }
    }

    /// The edges of a loop at a node; nothing if two of them hang on one variable.
    pub fn new(literals: impl IntoIterator<Item = Literal>) -> Option<Crossing> {
        let mut literals: SmallVec<[Literal; 4]> = literals.into_iter().collect();
        literals.sort_unstable();
        let crossing = Crossing::at(literals.into_iter().map(Presence::If), false);
        crossing.apart.then_some(crossing)
    }
}

/// Reasons: the edges that tell of another one whether it is there.
impl Crossing {
    /// Claims what decides an edge, or what contradicts itself; tells whether the edge is there then, nothing if it is open.
    fn claim(&self, store: &Store, own: Option<usize>, reason: &mut Reason) -> Option<bool> {
        let others =
            || self.edges.iter().enumerate().filter(|(at, _)| Some(*at) != own).map(|(_, edge)| edge);
        // Two that are there rule out each other one; a third contradicts them.
        let few = if own.is_some() { 2 } else { 3 };
        let sure: Vec<&Presence> =
            others().filter(|edge| edge.status(store) == Some(true)).take(few).collect();
        if sure.len() == few {
            sure.iter().for_each(|edge| edge.because(store, true, reason));
            return Some(false);
        }
        if self.ends || others().any(|edge| edge.status(store).is_none()) || own.is_none() && sure.len() != 1
        {
            return None;
        }
        others().for_each(|edge| edge.because(store, edge.status(store) == Some(true), reason));
        Some(sure.len() == 1)
    }
}

impl Propagator for Crossing {
    fn spec(&self) -> Spec {
        let vars = self.edges.iter().flat_map(|edge| edge.vars());
        Spec::new("crossing", Cost::Constant, Events::ANY, each_once(vars))
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let (mut sure, mut open) = (0, 0);
        for edge in &self.edges {
            match edge.status(store) {
                Some(true) => sure += 1,
                Some(false) => {}
                None => open += 1,
            }
        }
        let value = match (sure, open) {
            (3.., _) => return Err(Conflict),
            (2, 1..) => false,
            _ if self.ends => return Ok(()),
            (1, 0) => return Err(Conflict),
            (0, 1) => false,
            (1, 1) => true,
            _ => return Ok(()),
        };
        let is_open = |edge: &&Presence| edge.status(store).is_none();
        let open: SmallVec<[Presence; 4]> = self.edges.iter().filter(is_open).copied().collect();
        open.into_iter().try_for_each(|edge| edge.set(store, value))
    }

    fn explain(&self, store: &Store, _root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        let Some(found) = found else { return self.claim(store, None, reason).is_some() };
        (0..self.edges.len()).filter(|&edge| self.edges[edge].status(store).is_none()).any(|edge| {
            let before = reason.claims.len();
            let told = self.claim(store, Some(edge), reason);
            let takes = told.is_some_and(|value| self.edges[edge].takes(store, value, found, reason));
            if !takes {
                reason.claims.truncate(before);
            }
            takes
        })
    }

    fn relaxed(&self, _store: &Store) -> Option<Relaxed> {
        if !self.apart || self.edges.len() > MOST_EDGES {
            return None;
        }
        let literals: Option<SmallVec<[Literal; 4]>> = self.edges.iter().map(|edge| edge.literal()).collect();
        let literals = literals?;
        let is = |at: usize, there: bool| {
            let Literal { var, mask, .. } = literals[at];
            (var, if there { mask } else { !mask })
        };
        let count = literals.len();
        let mut nogoods = Vec::new();
        for third in 0..count {
            let firsts = (0..third).flat_map(|second| (0..second).map(move |first| [first, second, third]));
            nogoods.extend(firsts.map(|three| three.map(|at| is(at, true)).to_vec()));
        }
        if !self.ends {
            nogoods.extend((0..count).map(|own| (0..count).map(|at| is(at, at == own)).collect()));
        }
        Some(Relaxed { nogoods, ..Relaxed::default() })
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let there = self.edges.iter().filter(|edge| edge.holds(value)).count();
        if self.ends { there <= 2 } else { matches!(there, 0 | 2) }
    }
}

#[cfg(test)]
mod tests {
    use super::Crossing;
    use crate::solver::constraints::graph::random::presence;
    use crate::solver::constraints::literal::Literal;
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| {
            loop {
                if let Some(crossing) = Crossing::new(draw.many(1..=5, Literal::drawn)) {
                    return crossing;
                }
            }
        });
        for ends in [false, true] {
            judge(|draw| {
                let shared = [draw.var(1..=3)];
                Crossing::at(draw.many(3..=5, |draw| presence(draw, &shared)), ends)
            });
        }
    }
}
