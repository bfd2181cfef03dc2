//! Answers about solutions: the first ones, all, how many, whether there is exactly one. Each is checked by the rules.

use crate::check;
use crate::compile::Model;
use crate::diagnostic::Diagnostic;
use crate::engine::Engine;
use crate::eval::{Domain, UnknownId, World};
use crate::ground::Ground;
use crate::hash::Set;
use crate::program::Program;
use crate::search::{Counters, Ending, Limits, Search};
use crate::term::{Node, TermId};

/// What to look for.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// At most this many solutions; none means all.
    pub most: Option<u64>,
    /// When to stop before the search is complete.
    pub limits: Limits,
    /// Decides between choices that look equal.
    pub seed: u64,
    /// How many solutions are checked on the source rules; none means all. What is shown must be checked.
    pub checked: Option<u64>,
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How many solutions were found.
    pub count: u64,
    /// How the search ended.
    pub ending: Ending,
    /// What it did.
    pub counters: Counters,
    /// Changes of domains.
    pub prunings: u64,
    /// The law instances, by number, whose constraints ruled something out.
    pub active: Set<u32>,
}

/// The answer to "how many?", as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Exactly one.
    Unique,
    /// More than one.
    Several,
    /// None.
    None,
    /// At least one; the search was not complete.
    Solved,
    /// None found; the search was not complete.
    Unknown,
}

impl Verdict {
    /// The word shown to people and programs.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Unique => "unique",
            Verdict::Several => "several",
            Verdict::None => "none",
            Verdict::Solved => "solved",
            Verdict::Unknown => "unknown",
        }
    }
}

impl Outcome {
    /// What is known about the number of solutions.
    pub fn verdict(&self) -> Verdict {
        match (self.count, self.ending) {
            (0, Ending::Complete) => Verdict::None,
            (1, Ending::Complete) => Verdict::Unique,
            (0, _) => Verdict::Unknown,
            (1, _) => Verdict::Solved,
            _ => Verdict::Several,
        }
    }

    /// The verdict in words.
    pub fn sentence(&self) -> String {
        match (self.verdict(), self.ending) {
            (Verdict::Unique, _) => "exactly one solution".to_owned(),
            (Verdict::None, _) => "no solution".to_owned(),
            (Verdict::Several, Ending::Complete) => format!("{} solutions, no more", self.count),
            (Verdict::Several, _) => format!("{} solutions, maybe more", self.count),
            (Verdict::Solved, _) => "one solution, maybe more".to_owned(),
            (Verdict::Unknown, _) => "undecided: a limit was reached".to_owned(),
        }
    }
}

/// What a program asks for that cannot be solved yet, if anything.
pub fn unready(program: &Program) -> Option<&'static str> {
    let asked = [
        (!program.moves.is_empty(), "move puzzles"),
        (program.objective.is_some(), "`minimise` and `maximise`"),
    ];
    asked.into_iter().find(|(asked, _)| *asked).map(|(_, what)| what)
}

/// A solution that the rules refuse: a bug in the solver, never shown as an answer.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The rules could not be made into constraints.
    #[error("the rules cannot be solved")]
    Rules(Box<Diagnostic>),
    /// The independent checker refuses a solution.
    #[error("the solver found values that break {0}; please report this")]
    Refused(String),
}

/// Solves a puzzle. Each solution is checked on the source rules and then handed over: a value for each unknown.
pub fn solve(
    program: &Program,
    ground: Ground,
    wish: &Wish,
    stop: &dyn Fn() -> bool,
    mut found: impl FnMut(&[TermId], &World),
) -> Result<Outcome, Failure> {
    let mut judge = ground.world.clone();
    let mut model = Model::new(program, ground).map_err(Failure::Rules)?;
    let hidden: Vec<bool> = judge.unknowns.iter().map(|unknown| unknown.hidden).collect();
    let codes: Vec<Vec<i64>> =
        (0..judge.unknowns.len()).map(|index| small_codes(&model, UnknownId(index as u32))).collect();
    let mut search = Search::new(&mut model, wish.limits, wish.seed, &hidden);
    let mut count = 0;
    let mut refused = None;
    let ending = search.run(
        |values| {
            if wish.checked.is_some_and(|most| count >= most) {
                count += 1;
                return wish.most.is_none_or(|most| count < most);
            }
            let terms: Vec<TermId> = values
                .iter()
                .enumerate()
                .map(|(index, &code)| term(&mut judge, index, &codes[index], code))
                .collect();
            match check::all_broken(program, &mut judge, &terms) {
                Ok(broken) if broken.is_empty() => {
                    count += 1;
                    found(&terms, &judge);
                    wish.most.is_none_or(|most| count < most)
                }
                Ok(broken) => {
                    let law = &program.laws[broken[0].law];
                    refused = Some(broken[0].title(law, &judge));
                    false
                }
                Err(diagnostic) => {
                    refused = Some(diagnostic.title.clone());
                    false
                }
            }
        },
        stop,
    );
    let counters = search.counters;
    if let Some(title) = refused {
        return Err(Failure::Refused(title));
    }
    let Engine { active, store, .. } = model.engine;
    Ok(Outcome { count, ending, counters, prunings: store.prunings, active })
}

/// The numbers of a domain of symbols; empty for integers, which are their own numbers.
fn small_codes(model: &Model, unknown: UnknownId) -> Vec<i64> {
    match model.truth.world.unknowns[unknown.0 as usize].domain {
        Domain::Symbols(_) => model.truth.domain_codes(unknown),
        _ => Vec::new(),
    }
}

fn term(world: &mut World, unknown: usize, codes: &[i64], code: i64) -> TermId {
    let symbol = match &world.unknowns[unknown].domain {
        Domain::Symbols(symbols) => codes.iter().position(|&known| known == code).map(|at| symbols[at]),
        _ => None,
    };
    match symbol {
        Some(symbol) => world.terms.add(Node::Sym(symbol)),
        None => world.terms.int(code),
    }
}
