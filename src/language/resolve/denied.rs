//! Refuses `loop`, `path` and the like where their negation is asked for: "not exactly one closed loop" is what nobody means.
//! The contrary of `acyclic` is clear: something is closed.
//!
//! A condition is denied under `not` and left of the `=>` of a law; inside brackets and relations, of which some may be
//! counted or missed, it is both. In moves, goals, offers and drawings all values are known, so there they may stand
//! left of `=>` and inside brackets: they ask a question about the position.

use crate::base::hash::Set;
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::names as say;
use crate::language::program::{Clause, Form, Goal, GoalKind, PredicateId, Program};
use crate::language::source::Span;

/// How a condition counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Sign {
    /// It must hold.
    Plain,
    /// It must not hold: since here.
    Denied(Span),
    /// Either, depending on what else holds: since here.
    Both(Span),
}

struct Walk<'p> {
    program: &'p Program,
    /// Whether all values are known.
    known: bool,
    seen: Set<(PredicateId, u8, bool)>,
    /// Definitions still to be looked through. A list instead of recursion: a chain of calls may be any length.
    waiting: Vec<(PredicateId, Sign)>,
    found: Vec<(Span, Form, Sign)>,
}

/// Reports each of them that is denied, once.
pub fn check(program: &Program, diagnostics: &mut Vec<Diagnostic>) {
    let mut walk =
        Walk { program, known: false, seen: Set::default(), waiting: Vec::new(), found: Vec::new() };
    for law in &program.laws {
        walk.look(&law.condition, Sign::Denied(law.span));
        walk.look(&law.must, Sign::Plain);
    }
    let bodies = program.bounds.iter().chain(program.objective.iter().map(|objective| &objective.value));
    bodies.for_each(|body| walk.look(&body.goal, Sign::Plain));
    program.question.iter().for_each(|asked| walk.look(&asked.goal, Sign::Plain));
    walk.known = true;
    for law in program.goals.iter().chain(program.moves.iter().map(|rule| &rule.law)) {
        walk.look(&law.condition, Sign::Plain);
        walk.look(&law.must, Sign::Plain);
    }
    program.offers.iter().for_each(|offer| walk.look(&offer.goal, Sign::Plain));
    program.drawings.iter().for_each(|drawing| walk.look(&drawing.goal, Sign::Plain));
    let mut reported = Set::default();
    for (span, form, sign) in walk.found {
        let (at, why) = match sign {
            Sign::Plain => continue,
            Sign::Denied(at) => (at, "its contrary is asked for here"),
            Sign::Both(at) => (at, "may count or not here"),
        };
        if reported.insert(span) {
            diagnostics.push(say::denied_form(form.name(), span, why, at));
        }
    }
}

impl Walk<'_> {
    /// Looks through a condition and all that it calls.
    fn look(&mut self, goal: &Goal, sign: Sign) {
        self.goal(goal, sign);
        let program = self.program;
        while let Some((predicate, sign)) = self.waiting.pop() {
            for clause in &program.predicates[predicate.0 as usize].clauses {
                if let Clause::Rule(rule) = clause {
                    self.goal(&rule.goal, sign);
                }
            }
        }
    }

    fn goal(&mut self, goal: &Goal, sign: Sign) {
        let both = match sign {
            _ if self.known => sign,
            Sign::Both(at) => Sign::Both(at),
            _ => Sign::Both(goal.span),
        };
        match &goal.kind {
            GoalKind::All(parts) | GoalKind::Any(parts) => {
                parts.iter().for_each(|part| self.goal(part, sign))
            }
            GoalKind::Not { goal: inner, .. } => {
                let turned = match sign {
                    Sign::Plain => Sign::Denied(goal.span),
                    Sign::Denied(_) => Sign::Plain,
                    Sign::Both(_) => sign,
                };
                self.goal(inner, turned);
            }
            GoalKind::Collect { goal, .. } => self.goal(goal, both),
            GoalKind::Call { predicate, .. } => self.clauses(*predicate, sign),
            GoalKind::Connected(_, relation) | GoalKind::Lies(.., relation) => self.clauses(*relation, both),
            GoalKind::Forms(form, relation) => {
                if *form != Form::Acyclic {
                    self.found.push((goal.span, *form, sign));
                }
                self.clauses(*relation, both);
            }
            GoalKind::Truth(_) | GoalKind::Builtin(..) | GoalKind::Exists(_) | GoalKind::Pick(_) => {}
            GoalKind::Compare(..) | GoalKind::In(..) | GoalKind::Pattern(..) => {}
            GoalKind::Matches(..) | GoalKind::Area { .. } => {}
        }
    }

    fn clauses(&mut self, predicate: PredicateId, sign: Sign) {
        let kind = match sign {
            Sign::Plain => 0,
            Sign::Denied(_) => 1,
            Sign::Both(_) => 2,
        };
        if self.seen.insert((predicate, kind, self.known)) {
            self.waiting.push((predicate, sign));
        }
    }
}
