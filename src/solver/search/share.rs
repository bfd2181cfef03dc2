//! What a search tells others for the same solutions, and what it does with what they tell.

use super::{MOST_KNOWN, Search};
use crate::solver::engine::{Conflict, Learner};
use crate::solver::exchange::News;

impl Search<'_> {
    /// From now on takes part in what a partner of the problem tells and hears.
    pub(super) fn take_part(&mut self) {
        let partner = self.problem.partner.take();
        self.partner = partner.filter(|partner| partner.fits(&self.problem.engine.store));
    }

    /// Tells others of a solution, before anything that is found out without it.
    pub(super) fn tell_solution(&mut self, seen: Vec<i64>, values: Vec<i64>) {
        if let Some(partner) = &self.partner {
            partner.tell(std::iter::once(News::Solution(seen, values)));
        }
        // Whatever comes of more solutions than are kept in mind nobody could make use of.
        if self.known.len() > MOST_KNOWN {
            self.partner = None;
        }
    }

    /// Tells others what has been learned from a dead end.
    pub(super) fn tell_clauses(&mut self, learner: &mut Learner) {
        let Some(partner) = &self.partner else { return learner.keep_news(false) };
        let news = learner.new_clauses();
        if !news.is_empty() {
            partner.tell(news.into_iter().map(News::Clause));
        }
    }

    /// Tells others what holds for good, and takes over what they have told; no decision is in force. A conflict if there is
    /// nothing more to find.
    pub(super) fn trade(&mut self, learner: &mut Learner) -> Result<(), Conflict> {
        let Some(partner) = &mut self.partner else { return Ok(()) };
        partner.tell(learner.new_facts().into_iter().map(News::Clause));
        let news = partner.hear();
        if news.is_empty() {
            return Ok(());
        }
        for item in news {
            match item {
                News::Solution(seen, values) => {
                    if self.known.insert(seen) {
                        self.heard.push(values);
                        self.exclude_known(learner)?;
                    }
                }
                News::Clause(clause) => learner.hear(&clause)?,
            }
        }
        learner.settle(&mut self.problem.engine)
    }
}

#[cfg(test)]
mod tests {
    use crate::solver::exchange::Partner;
    use crate::solver::search::drawn::drawn;
    use crate::solver::search::{Ending, Limits, Search};

    /// The solutions that a search finds itself, sorted, those it hears of, and how many dead ends it takes.
    fn solutions(seed: u64, partner: Option<Partner>, turn: u64) -> (Vec<Vec<i64>>, Vec<Vec<i64>>, u64) {
        let mut problem = drawn(seed);
        problem.partner = partner;
        let mut found = Vec::new();
        let limits = Limits { plain: Some(0), ..Limits::default() };
        let mut search = Search::new(&mut problem, limits, seed + turn);
        let ending = search.run(
            |values| {
                found.push(values.to_vec());
                found.len() < 3
            },
            &|| false,
        );
        assert!(ending == Ending::Complete || found.len() == 3, "seed {seed}");
        let (heard, conflicts) = (std::mem::take(&mut search.heard), search.counters.conflicts);
        found.sort_unstable();
        (found, heard, conflicts)
    }

    #[test]
    fn partners_find_together_what_one_finds_alone() {
        let (mut spared, mut taken) = (0, 0);
        for seed in 0..3000 {
            let (alone, none, conflicts) = solutions(seed, None, 0);
            assert!(none.is_empty());
            let first = Partner::first(&drawn(seed).engine.store);
            let mut listeners = vec![first.another(), first.another()];
            // Who does not listen does not change its way.
            assert_eq!(solutions(seed, Some(first), 0), (alone.clone(), none, conflicts), "seed {seed}");
            for turn in 1..=2 {
                let (own, heard, fewer) = solutions(seed, listeners.pop(), turn);
                assert!(own.iter().all(|one| !heard.contains(one)), "seed {seed}: a solution came twice");
                if alone.len() < 3 {
                    let mut all = [own, heard].concat();
                    all.sort_unstable();
                    assert_eq!(all, alone, "seed {seed}");
                }
                (spared, taken) = (spared + conflicts.saturating_sub(fewer), taken + conflicts);
            }
        }
        // Solutions alone would spare fewer.
        assert!(8 * spared > taken, "{spared} of {taken} dead ends spared");
    }
}
