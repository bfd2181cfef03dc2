//! Proofs for another checker: the laws of a board of two values as pseudo-Boolean constraints (OPB), and the steps of a
//! proof as a `VeriPB` proof, each by reverse unit propagation.
//!
//! An unknown becomes a variable that is true for the second of its values. Sums and choices are constraints as they are;
//! what reads few unknowns becomes all clauses that follow from it and no shorter ones (prime implicates), so that
//! unit propagation finds whatever it rules out; lists that differ get a helping variable for each place at which they may.

use std::io;

use super::judge::{Bound, Claim, Judge};
use super::text::Line;
use crate::base::number::Sign;
use crate::board::formula::Formula;
use crate::board::ground::Ground;
use crate::board::meaning::Conditions;
use crate::board::unknown::UnknownId;
use crate::language::term::{FormulaId, Node, Open, Part, TermId};

/// Where a proof goes.
pub struct Export<'w> {
    /// The constraints.
    pub opb: &'w mut dyn io::Write,
    /// The steps.
    pub pbp: &'w mut dyn io::Write,
}

impl std::fmt::Debug for Export<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Export").finish_non_exhaustive()
    }
}

/// The most unknowns of a condition that becomes clauses.
const MOST_UNKNOWNS: usize = 6;

/// A variable, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Literal {
    var: u32,
    is_true: bool,
}

/// `factor * literal + .. >= least`.
#[derive(Clone, Debug)]
struct Constraint {
    terms: Vec<(i128, Literal)>,
    least: i128,
}

/// The constraints of a board.
struct Encoding<'w> {
    on: Conditions<'w>,
    judge: &'w Judge,
    constraints: Vec<Constraint>,
    /// The variables so far.
    vars: u32,
}

/// Writes the constraints that a proof is about; their number. The error is what cannot be written.
pub(super) fn begin(
    ground: &Ground,
    judge: &Judge,
    excluded: &[Vec<Claim>],
    export: &mut Export<'_>,
) -> Result<Result<(), String>, io::Error> {
    let on = judge.truth.conditions();
    let count = judge.sets.count() as u32;
    let mut encoding = Encoding { on, judge, constraints: Vec::new(), vars: count };
    if (0..count).any(|unknown| judge.sets.codes(UnknownId(unknown)).len() > 2) {
        return Ok(Err("an unknown has more than two values".to_owned()));
    }
    for unknown in (0..count).map(UnknownId) {
        // What is given.
        if let (1, 2) = (judge.sets.size(unknown), judge.sets.codes(unknown).len()) {
            let is_true = judge.sets.left(unknown)[0] == 2;
            encoding.clause(vec![Literal { var: unknown.0, is_true }]);
        }
    }
    for instance in &ground.instances {
        if encoding.hold(instance.formula).is_none() {
            let title = instance.title(&ground.world.program.laws[instance.law], &ground.world);
            return Ok(Err(format!("law {title} is no sum and no choice")));
        }
    }
    for claims in excluded {
        let clause = encoding.nogood(claims);
        encoding.constraints.extend(clause);
    }
    if let Some(bound) = judge.bound
        && encoding.bound(bound).is_none()
    {
        return Ok(Err("the objective is no sum".to_owned()));
    }
    let Encoding { constraints, vars, .. } = encoding;
    writeln!(export.opb, "* #variable= {vars} #constraint= {}", constraints.len())?;
    for constraint in &constraints {
        writeln!(export.opb, "{} ;", shown(constraint))?;
    }
    writeln!(export.pbp, "pseudo-Boolean proof version 3.0\nf {};", constraints.len())?;
    Ok(Ok(()))
}

/// Writes a step.
pub(super) fn step(line: &Line, judge: &Judge, export: &mut Export<'_>) -> io::Result<()> {
    let (Line::Inference { claims, .. } | Line::Nogood { claims, .. }) = line else { return Ok(()) };
    let encoding = Encoding { on: judge.truth.conditions(), judge, constraints: Vec::new(), vars: 0 };
    match encoding.nogood(claims) {
        Some(clause) => writeln!(export.pbp, "rup {} ;", shown(&clause)),
        // It says nothing.
        None => Ok(()),
    }
}

/// Writes the end.
pub(super) fn end(export: &mut Export<'_>) -> io::Result<()> {
    writeln!(export.pbp, "output NONE;\nconclusion UNSAT;\nend pseudo-Boolean proof;")
}

fn shown(constraint: &Constraint) -> String {
    let mut text = String::new();
    for (factor, Literal { var, is_true }) in &constraint.terms {
        let not = if *is_true { "" } else { "~" };
        text.push_str(&format!("{factor} {not}x{} ", var + 1));
    }
    format!("{text}>= {}", constraint.least)
}

impl Encoding<'_> {
    fn clause(&mut self, literals: Vec<Literal>) {
        let terms = literals.into_iter().map(|literal| (1, literal)).collect();
        self.constraints.push(Constraint { terms, least: 1 });
    }

    /// The clause that claims do not hold all at once; nothing if one of them never does.
    fn nogood(&self, claims: &[Claim]) -> Option<Constraint> {
        let mut terms = Vec::new();
        for claim in claims {
            let all = if self.judge.sets.codes(claim.unknown).len() == 2 { 3 } else { 1 };
            match claim.values[0] & all {
                0 => return None,
                values if values == all => {}
                values => terms.push((1, Literal { var: claim.unknown.0, is_true: values == 1 })),
            }
        }
        Some(Constraint { terms, least: 1 })
    }

    /// Adds what makes a condition hold; nothing if it cannot be written.
    fn hold(&mut self, id: FormulaId) -> Option<()> {
        match self.on.formulas.get(id) {
            Formula::True => return Some(()),
            Formula::False => {
                self.clause(Vec::new());
                return Some(());
            }
            Formula::And(parts) => return parts.iter().try_for_each(|&part| self.hold(part)),
            Formula::DistinctLists(lists) => return self.differ(lists),
            _ => {}
        }
        let scope = self.on.scope(Part::Condition(id));
        if let Formula::Compare(sign, term) = self.on.formulas.get(id)
            && let Some(()) = self.compare(*sign, *term)
        {
            return Some(());
        }
        if let Some(literals) = self.choice(id, true) {
            self.clause(literals);
            return Some(());
        }
        self.implicates(id, &scope)
    }

    /// A choice between conditions on one unknown each.
    fn choice(&self, id: FormulaId, holds: bool) -> Option<Vec<Literal>> {
        match (self.on.formulas.get(id), holds) {
            (Formula::Not(inner), _) => return self.choice(*inner, !holds),
            (Formula::Or(parts), true) | (Formula::And(parts), false) => {
                let all = parts.iter().map(|&part| self.choice(part, holds));
                return all.collect::<Option<Vec<_>>>().map(|all| all.concat());
            }
            _ => {}
        }
        let [unknown] = self.on.scope(Part::Condition(id))[..] else { return None };
        let truths: Vec<bool> = self
            .judge
            .sets
            .codes(unknown)
            .iter()
            .map(|&code| self.judge.truth.holds(id, &|_| code) == holds)
            .collect();
        match truths[..] {
            [false, true] => Some(vec![Literal { var: unknown.0, is_true: true }]),
            [true, false] => Some(vec![Literal { var: unknown.0, is_true: false }]),
            [false, false] | [false] => Some(Vec::new()),
            _ => None,
        }
    }

    /// A sum over unknowns and over whether conditions on one unknown hold, as factors of variables.
    fn sum(&self, term: TermId) -> Option<(i128, Vec<(i128, u32)>)> {
        let single = [(1, term)];
        let (constant, terms) = match self.on.terms.node(term) {
            Node::Open(Open::Linear(constant, terms)) => (*constant, &terms[..]),
            Node::Int(number) => (*number, &[][..]),
            _ => (0, &single[..]),
        };
        let mut sum = (constant, Vec::new());
        for &(factor, part) in terms {
            let [unknown] = self.on.scope(Part::Number(part))[..] else { return None };
            let codes = self.judge.sets.codes(unknown);
            let value = |code: i64| self.judge.truth.number(part, &|_| code);
            let low = value(codes[0])?;
            sum.0 += factor * low;
            if let Some(&second) = codes.get(1) {
                sum.1.push((factor * (value(second)? - low), unknown.0));
            }
        }
        Some(sum)
    }

    fn compare(&mut self, sign: Sign, term: TermId) -> Option<()> {
        let (constant, terms) = self.sum(term)?;
        let at_most = |turn: i128| {
            // `turn * sum <= 0`.
            let terms = terms.iter().map(|&(factor, var)| (-turn * factor, Literal { var, is_true: true }));
            Constraint { terms: terms.collect(), least: turn * constant }
        };
        match sign {
            Sign::AtMostZero => self.constraints.push(at_most(1)),
            Sign::Zero => self.constraints.extend([at_most(1), at_most(-1)]),
            Sign::NotZero => return None,
        }
        Some(())
    }

    /// The objective is better than a value, or as good.
    fn bound(&mut self, bound: Bound) -> Option<()> {
        let (constant, terms) = self.sum(bound.term)?;
        let turn = if bound.maximise { 1 } else { -1 };
        let terms = terms.iter().map(|&(factor, var)| (turn * factor, Literal { var, is_true: true }));
        let least = turn * (bound.value - constant) + i128::from(bound.strict);
        self.constraints.push(Constraint { terms: terms.collect(), least });
        Some(())
    }

    /// Lists of unknowns that differ pairwise.
    fn differ(&mut self, lists: &[TermId]) -> Option<()> {
        let lists: Vec<Vec<UnknownId>> = lists
            .iter()
            .map(|&list| {
                let places = self.on.elements(list);
                places.into_iter().map(|place| self.on.board.unknown(place)).collect::<Option<_>>()
            })
            .collect::<Option<_>>()?;
        let alike = |one: UnknownId, other: UnknownId| {
            let codes = self.judge.sets.codes(one);
            codes.len() == 2 && codes == self.judge.sets.codes(other)
        };
        for (at, list) in lists.iter().enumerate() {
            for other in lists[..at].iter().filter(|other| other.len() == list.len()) {
                if !list.iter().zip(other).all(|(&one, &other)| alike(one, other)) {
                    return None;
                }
                let mut some = Vec::new();
                for (one, other) in list.iter().zip(other) {
                    let differs = Literal { var: self.vars, is_true: false };
                    self.vars += 1;
                    for is_true in [false, true] {
                        let ends = [one.0, other.0].map(|var| Literal { var, is_true });
                        self.clause(vec![differs, ends[0], ends[1]]);
                    }
                    some.push(Literal { is_true: true, ..differs });
                }
                self.clause(some);
            }
        }
        Some(())
    }

    /// All clauses over a few unknowns that follow from a condition, but for those that follow from shorter ones.
    fn implicates(&mut self, id: FormulaId, scope: &[UnknownId]) -> Option<()> {
        let count = scope.len();
        if count > MOST_UNKNOWNS {
            return None;
        }
        let codes: Vec<&[i64]> = scope.iter().map(|&unknown| self.judge.sets.codes(unknown)).collect();
        // Rows of values as bits; unknowns with one value have it in both.
        let code = |row: u32, at: usize| codes[at][(row >> at & 1) as usize % codes[at].len()];
        let holds = |row: u32| {
            let value = |unknown: UnknownId| scope.binary_search(&unknown).map_or(0, |at| code(row, at));
            self.judge.truth.holds(id, &value)
        };
        let broken: Vec<u32> = (0..1 << count).filter(|&row| !holds(row)).collect();
        let is_broken = |read: u32, values: u32| {
            let rows = 1_usize << (count as u32 - read.count_ones());
            broken.iter().filter(|&&row| row & read == values).count() == rows
        };
        let mut found: Vec<(u32, u32)> = Vec::new();
        let mut reads: Vec<u32> = (0..1 << count).collect();
        reads.sort_by_key(|read| read.count_ones());
        for read in reads {
            for values in (0..1_u32 << count).filter(|values| values & !read == 0) {
                let is_longer = found.iter().any(|&(less, of)| less & !read == 0 && values & less == of);
                if !is_longer && is_broken(read, values) {
                    found.push((read, values));
                }
            }
        }
        for (read, values) in found {
            let places = (0..count).filter(|at| read >> at & 1 == 1);
            let literal = |at: usize| Literal { var: scope[at].0, is_true: values >> at & 1 == 0 };
            let literals = places.map(literal).collect();
            self.clause(literals);
        }
        Some(())
    }
}
