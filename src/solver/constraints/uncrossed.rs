//! Labels around a face do not cross: nowhere along it come `a`, `b`, `a`, `b`, with anything between, for two different labels.
//!
//! That follows where the nodes of each label hang together in a planar graph: what links two corners of a face on one side keeps
//! the corners between them from the others. Around a square of cells it rules out a chessboard, around the rim of a
//! board it leaves each of two colours one run.
//!
//! Prunes what crosses labels that are sure, which is all there is to prune (GAC) where two labels may lie anywhere. Reasons
//! are three corners, those that hold for good first; a conflict needs four.

use super::literal::Literal;
use crate::solver::engine::{
    Conflict, Cost, Events, Found, Propagator, Reason, Spec, Store, VarId, each_once,
};

/// Labels around a face that do not cross.
#[derive(Clone, Debug)]
pub struct Uncrossed {
    /// For each corner, in the order in which they come: for each label when the corner has it. Invariant: those of one corner
    /// are about one variable and exclude each other.
    corners: Vec<Vec<Literal>>,
    /// For each label: the corners that surely have it.
    sure: Vec<Vec<usize>>,
}

impl Uncrossed {
    /// The corners of a face, each with its labels.
    pub fn new(corners: Vec<Vec<Literal>>) -> Uncrossed {
        let labels = corners.first().map_or(0, Vec::len);
        debug_assert!(corners.iter().all(|corner| {
            corner.len() == labels && corner.windows(2).all(|two| two[0].var == two[1].var)
        }));
        Uncrossed { corners, sure: vec![Vec::new(); labels] }
    }

    /// Finds the corners that surely have each label.
    fn look(corners: &[Vec<Literal>], store: &Store, sure: &mut [Vec<usize>]) {
        sure.iter_mut().for_each(Vec::clear);
        for (at, corner) in corners.iter().enumerate() {
            let has = |literal: &Literal| literal.status(store) == Some(true);
            if let Some(label) = corner.iter().position(has) {
                sure[label].push(at);
            }
        }
    }

    /// Three corners because of which a corner does not have a label: one that has it, and two of another label between them on
    /// either side. Those that a test likes go first.
    fn between(
        sure: &[Vec<usize>],
        corner: usize,
        label: usize,
        likes: impl Fn(usize) -> bool,
    ) -> Option<[(usize, usize); 3]> {
        let mut best = None;
        let others = (0..sure.len()).filter(|&other| other != label && sure[other].len() > 1);
        for other in others {
            for &own in sure[label].iter().filter(|&&own| own != corner) {
                let (low, high) = (own.min(corner), own.max(corner));
                let pick = |inside: bool| {
                    let on_side = |at: &&usize| (low < **at && **at < high) == inside;
                    let mut found =
                        sure[other].iter().filter(on_side).filter(|&&at| at != own && at != corner);
                    let first = found.clone().next();
                    found.find(|&&at| likes(at)).or(first).copied()
                };
                if let (Some(one), Some(two)) = (pick(true), pick(false)) {
                    let open = [own, one, two].iter().filter(|&&at| !likes(at)).count();
                    if best.is_none_or(|(least, _)| open < least) {
                        best = Some((open, [(own, label), (one, other), (two, other)]));
                    }
                }
            }
        }
        best.map(|(_, three)| three)
    }
}

impl Propagator for Uncrossed {
    fn spec(&self) -> Spec {
        let vars = self.corners.iter().flatten().map(|literal| literal.var);
        Spec::new("uncrossed", Cost::High, Events::ANY, each_once(vars))
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let Uncrossed { corners, sure } = self;
        Uncrossed::look(corners, store, sure);
        for (label, own) in sure.iter().enumerate() {
            let Some(&first) = own.first() else { continue };
            for other in sure.iter().enumerate().filter(|(other, ends)| *other != label && ends.len() > 1) {
                // The label stays where it is between two corners of the other.
                let ends = other.1;
                let after = ends.partition_point(|&end| end < first);
                let (before, after) = (ends[(after + ends.len() - 1) % ends.len()], ends[after % ends.len()]);
                for (at, corner) in corners.iter().enumerate() {
                    let inside =
                        if before < after { before < at && at < after } else { at < after || before < at };
                    if !inside && corner[label].status(store) != Some(false) {
                        corner[label].set(store, false)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn explain(&self, store: &Store, root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        let mut sure = vec![Vec::new(); self.sure.len()];
        Uncrossed::look(&self.corners, store, &mut sure);
        let is_old = |at: usize| self.corners[at].iter().any(|literal| literal.status(root) == Some(true));
        let mut claim = |(at, label): (usize, usize)| self.corners[at][label].because(store, true, reason);
        let Some(found) = found else {
            for (label, own) in sure.iter().enumerate() {
                for &at in own {
                    if let Some(three) = Uncrossed::between(&sure, at, label, is_old) {
                        three.into_iter().chain([(at, label)]).for_each(claim);
                        return true;
                    }
                }
            }
            return false;
        };
        let corners = self.corners.iter().enumerate().filter(|(_, corner)| corner[0].var == found.var);
        let mut parts =
            corners.flat_map(|(at, corner)| corner.iter().enumerate().map(move |part| (at, part)));
        // What is lost is lost to one label, for which one corner of the variable is enough.
        let three = parts.find_map(|(at, (label, literal))| {
            let is_lost = found.spares(!literal.mask);
            is_lost.then(|| Uncrossed::between(&sure, at, label, is_old)).flatten()
        });
        three.into_iter().flatten().for_each(&mut claim);
        three.is_some()
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let has = |corner: &[Literal]| corner.iter().position(|literal| literal.holds(value(literal.var)));
        let labels: Vec<usize> = self.corners.iter().filter_map(|corner| has(corner)).collect();
        let runs = |one: usize, other: usize| {
            let both: Vec<usize> =
                labels.iter().copied().filter(|&label| label == one || label == other).collect();
            (0..both.len()).filter(|&at| both[at] != both[(at + 1) % both.len()]).count()
        };
        (0..self.sure.len()).all(|one| (0..one).all(|other| runs(one, other) <= 2))
    }
}

#[cfg(test)]
mod tests {
    use super::Uncrossed;
    use crate::solver::constraints::literal::Literal;
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        for values in [2_u32, 3, 4] {
            judge(|draw| {
                let vars = draw.many(4..=7, |draw| draw.var(1..=values.into()));
                let mut corners = vars.clone();
                // Now and then a node is at two corners.
                if draw.below(3) == 0 {
                    corners.insert(draw.below(vars.len()), vars[draw.below(vars.len())]);
                }
                // A label may have two of the values, and there may be one value that is no label.
                let masks: &[u64] =
                    if values == 4 { &[0b0011, 0b0100, 0b1000] } else { &[0b01, 0b10, 0b100] };
                let labels = if values == 2 { 2 } else { draw.int(2..=3) as usize };
                let literals =
                    |var| masks[..labels].iter().map(|&mask| Literal { var, base: 1, mask }).collect();
                Uncrossed::new(corners.into_iter().map(literals).collect())
            });
        }
    }
}
