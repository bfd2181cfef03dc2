//! Laws made weaker, one change at a time: a change that no sample notices shows that a sample is missing.
//!
//! A law is left out by letting its right side be `true`; it is weakened by leaving out one of several conditions there, or
//! by letting `=` be only one half of what it says and `<` be `=<`. A move is left out by letting its left side be `false`;
//! without one of its conditions it goes where it may not, or changes less than it should. Of a goal conditions are left out. All of
//! this is done to the text, so that it can be shown.

use std::ops::Range;

use super::{Answer, Came, Loaded, Sample};
use crate::base::clock::Deadline;
use crate::base::hash::Set;
use crate::language::resolve::Library;
use crate::language::source::Span;
use crate::language::syntax::ast::{Comparison, StatementKind, Term, TermKind};
use crate::language::syntax::parse::parse;
use crate::solver::search::Limits;

/// What stands for the name of a goal, which has none: a word that no law can have as its name.
pub const GOAL: &str = "goal";

/// A change to a law that lets more through, or to a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mutant {
    /// The law or the move, or `goal`.
    law: String,
    /// What it is, for people: `law rows`, `move slide`, `goal`.
    pub what: String,
    /// Whether it says nothing any more, rather than less.
    pub dropped: bool,
    /// What was done, for people: `without distinct(L)`.
    pub told: String,
    /// Where the text changes.
    at: Range<usize>,
    /// What stands there instead.
    new: String,
}

impl Mutant {
    /// The changed text.
    pub fn apply(&self, text: &str) -> String {
        let mut changed = text.to_owned();
        changed.replace_range(self.at.clone(), &self.new);
        changed
    }
}

/// All changes to the laws of a text, in order.
pub fn mutants(text: &str) -> Vec<Mutant> {
    let (file, _) = parse(0, text);
    let mut found = Vec::new();
    for statement in &file.statements {
        let (law, body) = match &statement.kind {
            StatementKind::Law { name, body } => (name.text.as_str(), body),
            StatementKind::Goal { body } => (GOAL, body),
            StatementKind::Move { head, body } => match head.as_head() {
                Some((name, ..)) => (name, body),
                None => continue,
            },
            _ => continue,
        };
        let what = match &statement.kind {
            StatementKind::Law { .. } => format!("law {law}"),
            StatementKind::Move { .. } => format!("move {law}"),
            _ => law.to_owned(),
        };
        let mut maker = Maker { law, what, text, found: &mut found };
        let (cond, must) = match &body.kind {
            TermKind::Implies(cond, must) => (Some(cond), must.as_ref()),
            _ => (None, body),
        };
        match (&statement.kind, cond) {
            (StatementKind::Law { .. }, _) => {
                maker.push(true, "left out".to_owned(), must.span, "true".to_owned());
                maker.weaken(must);
            }
            (StatementKind::Move { .. }, Some(cond)) => {
                maker.push(true, "left out".to_owned(), cond.span, "false".to_owned());
                maker.leave_out(cond);
                maker.leave_out(must);
            }
            _ => maker.leave_out(must),
        }
    }
    found
}

struct Maker<'a> {
    law: &'a str,
    what: String,
    text: &'a str,
    found: &'a mut Vec<Mutant>,
}

impl Maker<'_> {
    fn push(&mut self, dropped: bool, told: String, span: Span, new: String) {
        let at = span.start as usize..span.end as usize;
        let (law, what) = (self.law.to_owned(), self.what.clone());
        self.found.push(Mutant { law, what, dropped, told, at, new });
    }

    fn shown(&self, span: Span) -> String {
        let text = self.text.get(span.start as usize..span.end as usize).unwrap_or_default();
        text.split_whitespace().collect::<Vec<&str>>().join(" ")
    }

    fn without(&mut self, part: &Term) {
        let told = format!("without `{}`", self.shown(part.span));
        self.push(false, told, part.span, "true".to_owned());
    }

    /// Leaves out one of several conditions.
    fn leave_out(&mut self, term: &Term) {
        if let TermKind::And(parts) = &term.kind {
            parts.iter().for_each(|part| self.without(part));
        }
    }

    /// The changes inside a condition that make all of it weaker: none inside `not` or left of `=>`.
    fn weaken(&mut self, term: &Term) {
        match &term.kind {
            TermKind::And(parts) => {
                for part in parts {
                    self.without(part);
                    self.weaken(part);
                }
            }
            TermKind::Or(parts) => parts.iter().for_each(|part| self.weaken(part)),
            TermKind::Paren(inner) | TermKind::Implies(_, inner) => self.weaken(inner),
            TermKind::Exactly(left, right) => {
                for (one, other) in [(left, right), (right, left)] {
                    let (one, other) = (self.shown(one.span), self.shown(other.span));
                    let told = format!("`{one} => {other}` instead of `<=>`");
                    self.push(false, told, term.span, format!("(({one}) => {other})"));
                }
            }
            TermKind::Chain(first, rest) => {
                let ends: Vec<Span> =
                    std::iter::once(first.span).chain(rest.iter().map(|(_, term)| term.span)).collect();
                if let [first, second, .., before, last] | [first, second @ before, last] = ends[..] {
                    for (start, end) in [(first.start, second.start), (before.end, last.end)] {
                        let part = Span { start, end, ..first };
                        self.push(false, format!("without `{}`", self.shown(part)), part, String::new());
                    }
                }
            }
            TermKind::Compare(sign, left, right) => {
                let weaker: &[Comparison] = match sign {
                    Comparison::Equal => &[Comparison::AtMost, Comparison::AtLeast],
                    Comparison::Less => &[Comparison::AtMost],
                    Comparison::Greater => &[Comparison::AtLeast],
                    Comparison::Unequal | Comparison::AtMost | Comparison::AtLeast => &[],
                };
                for weaker in weaker {
                    let (left, right) = (left.span, right.span);
                    let gap = Span { start: left.end, end: right.start, ..left };
                    let (shown, sign) = (weaker.sign(), sign.sign());
                    let told =
                        format!("`{} {shown} {}` instead of `{sign}`", self.shown(left), self.shown(right));
                    self.push(false, told, gap, format!(" {shown} "));
                }
            }
            _ => {}
        }
    }
}

/// A library in which one text is another.
struct Altered<'a> {
    inner: &'a dyn Library,
    file: &'a str,
    text: &'a str,
}

impl Library for Altered<'_> {
    fn find(&self, name: &str, from: &str) -> Option<(String, String)> {
        let (shown, text) = self.inner.find(name, from)?;
        let text = if shown == self.file { self.text.to_owned() } else { text };
        Some((shown, text))
    }

    fn sketch(&self, name: &str, from: &str) -> Option<(String, String)> {
        self.inner.sketch(name, from)
    }

    fn places(&self, from: &str) -> String {
        self.inner.places(from)
    }

    fn names(&self, from: &str) -> Vec<String> {
        self.inner.names(from)
    }
}

/// A sample with what came out of it.
pub struct Baseline<'a> {
    /// The sample.
    sample: Sample<'a>,
    /// The text of its answer.
    text: String,
    /// Its laws, moves and goals: file and name.
    pub laws: Set<(String, String)>,
    /// Those among them that ruled something out.
    pub active: Set<(String, String)>,
    /// Whether it is about moves: there laws judge positions, and rule out no values.
    pub moves: bool,
    /// What its files say about laws whose change need not be noticed.
    pardons: Set<(String, String, bool)>,
}

impl<'a> Baseline<'a> {
    /// Remembers what a sample gave, to compare it with what it gives under changed laws.
    pub fn new(sample: Sample<'a>, loaded: &Loaded, answer: &Answer) -> Self {
        let Loaded { program, sources, .. } = loaded;
        let file = |span: Span| sources.get(span.source).name.clone();
        let law = |number: usize| {
            let law = &program.laws[number];
            (file(law.span), law.name.clone())
        };
        let goals = program.goals.iter().map(|goal| (file(goal.span), GOAL.to_owned()));
        let moves = program.moves.iter().map(|step| (file(step.law.span), step.law.name.clone()));
        let laws: Set<_> = (0..program.laws.len()).map(law).chain(moves).chain(goals).collect();
        let active = answer.active.iter().map(|&number| law(number)).collect();
        let pardons = program.pardons.iter().flat_map(|pardon| {
            let laws = program.laws.iter().map(|law| (&law.name, law.span));
            let moves = program.moves.iter().map(|step| (&step.law.name, step.law.span));
            let spoken_of = laws.chain(moves).filter(|(name, _)| **name == pardon.law);
            spoken_of.map(|(name, span)| (file(span), name.clone(), pardon.whole))
        });
        let moves = !program.moves.is_empty();
        Baseline { sample, text: answer.text.clone(), pardons: pardons.collect(), laws, active, moves }
    }
}

/// What became of a mutant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Some sample gives another answer.
    Noticed,
    /// No sample does, and the rules say that this is as it should be.
    Explained,
    /// No sample does.
    Unnoticed,
    /// No sample does within the limits, but some did not come to an end.
    Undecided,
}

/// Tries every change to the laws of one file. Changes that make no sense, such as `sea =< land`, are left out. Nothing if
/// somebody asked to stop.
pub fn try_all(
    file: &Sample<'_>,
    baselines: &[Baseline<'_>],
    limits: Limits,
    deadline: &Deadline,
) -> Option<Vec<(Mutant, Fate)>> {
    let mut tried = Vec::new();
    for mutant in mutants(file.text) {
        let altered = mutant.apply(file.text);
        let law = (file.name.to_owned(), mutant.law.clone());
        let (mut sense, mut nonsense) = (false, false);
        let mut fate = Fate::Unnoticed;
        let users: Vec<&Baseline<'_>> =
            baselines.iter().filter(|baseline| baseline.laws.contains(&law)).collect();
        for baseline in &users {
            let library = Altered { inner: baseline.sample.library, file: file.name, text: &altered };
            let itself = baseline.sample.name == file.name;
            let text = if itself { &altered } else { baseline.sample.text };
            let changed = Sample { text, library: &library, ..baseline.sample };
            deadline.begin();
            match changed.load(deadline).run(limits, &|| deadline.is_over()) {
                Came::Interrupted => return None,
                Came::Answer(answer) => {
                    sense = true;
                    if answer.undecided {
                        fate = Fate::Undecided;
                    } else if !answer.unmet.is_empty() || answer.text != baseline.text {
                        fate = Fate::Noticed;
                        break;
                    }
                }
                // What a move makes of a position is looked at where it is made, and only some samples come to it.
                Came::Wrong | Came::Refused(_) => nonsense = true,
            }
        }
        if fate != Fate::Noticed && users.iter().any(|baseline| baseline.pardons(&law, &mutant)) {
            fate = Fate::Explained;
        }
        if sense && nonsense {
            fate = Fate::Noticed;
        }
        if sense || users.is_empty() {
            tried.push((mutant, fate));
        }
    }
    Some(tried)
}

impl Baseline<'_> {
    fn pardons(&self, law: &(String, String), mutant: &Mutant) -> bool {
        let pardoned = |whole: bool| self.pardons.contains(&(law.0.clone(), law.1.clone(), whole));
        pardoned(true) || !mutant.dropped && pardoned(false)
    }
}

#[cfg(test)]
mod tests {
    use super::mutants;

    #[test]
    fn moves_go_where_they_may_not_and_goals_ask_for_less() {
        let text = "move a(B): B > 1, C = 0 => C' = B, D' = 1.\ngoal: B => B = 1, C.\ngoal: D = 1.\n";
        let found: Vec<String> =
            mutants(text).iter().map(|mutant| format!("{}: {}", mutant.what, mutant.told)).collect();
        let expected = [
            "move a: left out",
            "move a: without `B > 1`",
            "move a: without `C = 0`",
            "move a: without `C' = B`",
            "move a: without `D' = 1`",
            "goal: without `B = 1`",
            "goal: without `C`",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn laws_become_weaker_in_every_place_that_counts() {
        let text = "a: cell(A) => A = 1, not (A < 3), (A > 2 ; A = 0 => A < 9).\nb: distinct(cells).\n";
        let found: Vec<String> = mutants(text)
            .iter()
            .map(|mutant| {
                mutant.apply(text).lines().nth(usize::from(mutant.law == "b")).unwrap_or("").to_owned()
            })
            .collect();
        let expected = [
            "a: cell(A) => true.",
            "a: cell(A) => true, not (A < 3), (A > 2 ; A = 0 => A < 9).",
            "a: cell(A) => A =< 1, not (A < 3), (A > 2 ; A = 0 => A < 9).",
            "a: cell(A) => A >= 1, not (A < 3), (A > 2 ; A = 0 => A < 9).",
            "a: cell(A) => A = 1, true, (A > 2 ; A = 0 => A < 9).",
            "a: cell(A) => A = 1, not (A < 3), true.",
            "a: cell(A) => A = 1, not (A < 3), (A > 2 ; A = 0 => A =< 9).",
            "b: true.",
        ];
        assert_eq!(found, expected);
    }
}
