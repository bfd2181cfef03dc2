//! Clues in doubt, tried by one search that learns.
//!
//! It looks for a second solution, with the clues still in doubt assumed. If there is none without a clue, all others that had no part
//! in the reason, the core, can go as well (clause-set refinement, as in the extraction of minimal unsatisfiable sets); and what was
//! learned is of use for the next clue.

use super::{Dig, Dug, Piece, Told};
use crate::base::hash::Set;
use crate::solver::engine::Fact;
use crate::solver::search::{Answer, Asker, Limits};

/// Finding the solution, from which all others are told apart, may take so many times as long as a question.
const FIRST: u64 = 20;

impl Dig<'_> {
    /// Tries pieces, with all others told, by one search that learns.
    pub(super) fn learn(&mut self, doubtful: Vec<usize>, dug: &mut Dug) {
        (0..self.model.switches.len() as u32).for_each(|switch| self.model.rouse(switch));
        let mut asker = Asker::default();
        if !self.exclude(&mut asker, &doubtful) {
            dug.undecided.extend(&doubtful);
            dug.kept.extend(doubtful);
        } else if self.alone {
            self.each_alone(&mut asker, &doubtful, dug);
        } else {
            self.by_cores(&mut asker, doubtful, dug);
        }
        asker.leave(self.model);
        let told: Set<usize> = self.bound.iter().flatten().copied().collect();
        for piece in (0..self.pieces.len()).filter(|piece| !told.contains(piece)) {
            if let Told::Switched(switches) = &self.pieces[piece].told {
                // Nobody waits in the queue for what is not on.
                switches.iter().for_each(|&switch| self.model.switch_off(switch));
            }
        }
    }

    /// Lets the solution be none; whether it was found.
    fn exclude(&mut self, asker: &mut Asker, doubtful: &[usize]) -> bool {
        let (facts, _) = self.facts(doubtful);
        let limits = Limits { conflicts: Some(FIRST * self.cap), ..Limits::default() };
        let Answer::Found(values) = asker.ask(self.model, &facts, limits, self.stop) else { return false };
        let model = &*self.model;
        let seen = model.vars.iter().zip(values).filter(|&(&var, _)| !model.is_unseen(var));
        asker.exclude(seen.map(|(&var, value)| model.engine.store.fact_of(var, value)).collect());
        true
    }

    /// Tries each piece with all the others in place.
    fn each_alone(&mut self, asker: &mut Asker, doubtful: &[usize], dug: &mut Dug) {
        for &piece in doubtful {
            let others: Vec<usize> = doubtful.iter().copied().filter(|&other| other != piece).collect();
            match self.second(asker, &others) {
                Answer::Never(_) => dug.dropped.push(piece),
                Answer::Found(_) => dug.kept.push(piece),
                Answer::Open(_) => {
                    dug.undecided.push(piece);
                    dug.kept.push(piece);
                }
            }
        }
    }

    /// Tries pieces one after the other. If one can go, all that had no part in the reason can go with it; one that cannot is told
    /// for good.
    fn by_cores(&mut self, asker: &mut Asker, mut open: Vec<usize>, dug: &mut Dug) {
        while !open.is_empty() {
            if self.left <= self.enough || (self.stop)() {
                dug.kept.extend(open);
                return;
            }
            let piece = open.remove(0);
            let needed = match self.second(asker, &open) {
                Answer::Never(core) => {
                    self.drop(piece, dug);
                    core
                }
                found => {
                    if matches!(found, Answer::Open(_)) {
                        dug.undecided.push(piece);
                    }
                    dug.kept.push(piece);
                    // If it cannot be told, there is no second solution with it.
                    if self.tell(piece).is_ok() {
                        continue;
                    }
                    Vec::new()
                }
            };
            for other in std::mem::take(&mut open) {
                if needed.contains(&other) || self.left <= self.enough {
                    open.push(other);
                } else {
                    self.drop(other, dug);
                }
            }
        }
    }

    /// Whether there is a second solution with these pieces; if not, those that keep it from being one.
    fn second(&mut self, asker: &mut Asker, pieces: &[usize]) -> Answer {
        let (facts, of) = self.facts(pieces);
        let limits = Limits { conflicts: Some(self.cap), ..Limits::default() };
        match asker.ask(self.model, &facts, limits, self.stop) {
            Answer::Never(core) => Answer::Never(core.into_iter().map(|number| of[number]).collect()),
            answer => answer,
        }
    }

    /// What has to be assumed for pieces to be told, and for each of it the piece.
    fn facts(&self, pieces: &[usize]) -> (Vec<Fact>, Vec<usize>) {
        let (mut facts, mut of) = (Vec::new(), Vec::new());
        for &piece in pieces {
            let Piece { about, told } = &self.pieces[piece];
            match told {
                Told::Given => {
                    let store = &self.model.engine.store;
                    facts.extend(about.iter().map(|&(var, value)| store.fact_of(var, value)));
                }
                Told::Switched(switches) => {
                    facts.extend(switches.iter().map(|&switch| self.model.is_on(switch)));
                }
            }
            of.resize(facts.len(), piece);
        }
        (facts, of)
    }
}
