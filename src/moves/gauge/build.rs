//! From conditions and open terms of the world to parts of a gauge.

use super::{Column, Gauge, Op, Part, Steps};
use crate::base::hash::Map;
use crate::base::number::WORD;
use crate::board::eval::World;
use crate::board::formula::Formula;
use crate::board::meaning::{Step, symbol_number};
use crate::language::term::{FormulaId, Guarded, Node, Open, Part as Whole, TermId};
use crate::moves::codes::Codes;

/// Builds parts for one world.
pub(in crate::moves) struct Build<'b> {
    pub(in crate::moves) gauge: &'b mut Gauge,
    pub(in crate::moves) world: &'b World,
    pub(in crate::moves) codes: &'b Codes,
}

/// A part before it is known whether it is about one place only.
#[derive(Clone, Copy)]
struct Built {
    part: Part,
    scope: Scope,
}

/// The places a part depends on. A part about one place is built with a hole for its value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Nothing,
    One(u32),
    Many,
}

impl Scope {
    fn and(self, other: Scope) -> Scope {
        match (self, other) {
            (Scope::Nothing, scope) | (scope, Scope::Nothing) => scope,
            (Scope::One(left), Scope::One(right)) if left == right => self,
            _ => Scope::Many,
        }
    }
}

impl Build<'_> {
    /// The steps for a condition; nothing if it is of a kind that only the evaluator can decide.
    pub(in crate::moves) fn condition(&mut self, formula: FormulaId) -> Option<Steps> {
        self.steps(Whole::Condition(formula))
    }

    /// The steps for a number.
    pub(in crate::moves) fn number(&mut self, term: TermId) -> Option<Steps> {
        self.steps(Whole::Number(term))
    }

    fn steps(&mut self, whole: Whole) -> Option<Steps> {
        self.is_about_words(whole).then(|| {
            let built = self.part(whole, &mut Map::default());
            let part = self.outside(built);
            self.gauge.steps(part)
        })
    }

    /// Whether values decide something, and no number on the way to it leaves 64 bits.
    fn is_about_words(&self, whole: Whole) -> bool {
        let conditions = self.world.conditions();
        let mut fits = conditions.places(whole, &mut |_| {}).is_some();
        conditions.walk(whole, &mut |part| {
            if let Whole::Number(term) = part
                && self.world.unknown(term).is_none()
            {
                fits &= match self.world.terms.node(term) {
                    Node::Int(number) => i64::try_from(*number).is_ok(),
                    Node::Open(_) => self.world.stays_within(term, WORD),
                    _ => true,
                };
            }
            fits
        });
        fits
    }

    fn add(&mut self, op: Op) -> Part {
        let part = self.gauge.ops.insert_full(op).0 as Part;
        self.gauge.numbers.resize(self.gauge.ops.len(), 0);
        part
    }

    /// A part for use beside parts about other places: one about a single place becomes a column.
    fn outside(&mut self, built: Built) -> Part {
        match built.scope {
            Scope::One(place) => {
                let column = self.column(built.part, place);
                self.add(Op::Column(column, place))
            }
            _ => built.part,
        }
    }

    fn column(&mut self, of: Part, place: u32) -> u32 {
        let next = self.gauge.columns.len() as u32;
        let id = *self.gauge.column_ids.entry((of, self.codes.class(place))).or_insert(next);
        if id == next {
            self.gauge.columns.push(Column { of, unknown: place, numbers: Vec::new() });
        }
        id
    }

    /// Joins built parts: all inside one column if they are about one place, else each outside.
    fn join(&mut self, built: &[Built]) -> (Vec<Part>, Scope) {
        let scope = built.iter().fold(Scope::Nothing, |scope, built| scope.and(built.scope));
        let parts = built
            .iter()
            .map(|&built| if scope == Scope::Many { self.outside(built) } else { built.part })
            .collect();
        (parts, scope)
    }

    fn joined(&mut self, built: &[Built], step: impl FnOnce(&mut dyn FnMut() -> Part) -> Step) -> Built {
        let (parts, scope) = self.join(built);
        let mut parts = parts.into_iter();
        let step = step(&mut || parts.next().unwrap_or_default());
        Built { part: self.add(Op::Step(step)), scope }
    }

    fn part(&mut self, whole: Whole, known: &mut Map<Whole, Built>) -> Built {
        if let Some(&built) = known.get(&whole) {
            return built;
        }
        let world = self.world;
        let built = match whole {
            Whole::Number(term) => match (world.unknown(term), world.terms.node(term)) {
                (Some(unknown), _) => {
                    Built { part: self.add(Op::Step(Step::Hole(0))), scope: Scope::One(unknown.0) }
                }
                (None, Node::Open(open)) => self.open(open, known),
                (None, Node::Int(number)) => self.joined(&[], |_| Step::Number(*number)),
                (None, Node::Sym(symbol)) => {
                    self.joined(&[], |_| Step::Number(symbol_number(*symbol).into()))
                }
                // Nothing else is a number.
                (None, _) => self.joined(&[], |_| Step::Open(Open::Min(Box::default()))),
            },
            Whole::Condition(id) => {
                let formula = world.formulas.get(id);
                let mut parts = Vec::new();
                formula.each(&mut |part| parts.push(part));
                let built = self.parts(&parts, known);
                let length = |list: &TermId| world.conditions().elements(*list).len();
                self.joined(&built, |next| Step::Condition(formula.remade(&mut || next(), length)))
            }
            // Lists are taken element by element, and relations are for the evaluator.
            Whole::List(_) | Whole::Relation(_) => self.joined(&[], |_| Step::Condition(Formula::False)),
        };
        known.insert(whole, built);
        built
    }

    fn parts(&mut self, parts: &[Whole], known: &mut Map<Whole, Built>) -> Vec<Built> {
        let mut built = Vec::with_capacity(parts.len());
        for &part in parts {
            match part {
                Whole::List(list) => {
                    let elements = self.world.conditions().elements(list).into_iter();
                    built.extend(elements.map(|element| self.part(Whole::Number(element), known)));
                }
                Whole::Number(_) | Whole::Condition(_) | Whole::Relation(_) => {
                    built.push(self.part(part, known));
                }
            }
        }
        built
    }

    fn open(&mut self, open: &Open, known: &mut Map<Whole, Built>) -> Built {
        let mut parts = Vec::new();
        open.each(&mut |part| parts.push(part));
        let built = self.parts(&parts, known);
        match open {
            Open::Linear(constant, terms) => self.linear(*constant, terms, &built),
            Open::Min(list) => self.extreme(false, list, open, &built),
            Open::Max(list) => self.extreme(true, list, open, &built),
            Open::Truth(_) => built[0],
            Open::Mul(..)
            | Open::Div(..)
            | Open::Mod(..)
            | Open::Abs(_)
            | Open::Product(_)
            | Open::Nth(..)
            | Open::List(_)
            | Open::Reach(..)
            | Open::ReachSize(..) => self.joined(&built, |next| Step::Open(open.remade(&mut || next()))),
        }
    }

    fn sum(&mut self, constant: i128, terms: Box<[(i128, Part)]>) -> Part {
        self.add(Op::Step(Step::Open(Open::Linear(constant, terms))))
    }

    /// A sum. What is about single places is added up apart, without the constant, so that sums which differ only in
    /// the rest share it.
    fn linear(&mut self, constant: i128, terms: &[(i128, TermId)], built: &[Built]) -> Built {
        let scope = built.iter().fold(Scope::Nothing, |scope, built| scope.and(built.scope));
        if scope != Scope::Many {
            let parts = terms.iter().zip(built).map(|(&(factor, _), built)| (factor, built.part)).collect();
            return Built { part: self.sum(constant, parts), scope };
        }
        let (mut columns, mut rest) = (Vec::new(), Vec::new());
        for (&(factor, _), built) in terms.iter().zip(built) {
            match built.scope {
                Scope::One(place) if factor == 1 => columns.push((self.column(built.part, place), place)),
                Scope::One(place) => {
                    let scaled = self.sum(0, Box::new([(factor, built.part)]));
                    columns.push((self.column(scaled, place), place));
                }
                Scope::Nothing | Scope::Many => rest.push((factor, built.part)),
            }
        }
        columns.sort_unstable();
        if !columns.is_empty() {
            rest.push((1, self.add(Op::Columns(columns.into()))));
        }
        // The constant stands apart for the same reason.
        if rest.len() > 1 && constant != 0 {
            let part = self.sum(0, rest.into());
            rest = vec![(1, part)];
        }
        Built { part: self.sum(constant, rest.into()), scope }
    }

    fn extreme(&mut self, greatest: bool, list: &[Guarded], open: &Open, built: &[Built]) -> Built {
        let scope = built.iter().fold(Scope::Nothing, |scope, built| scope.and(built.scope));
        let mut columns = Vec::new();
        for (pair, &(guard, _)) in built.chunks(2).zip(list) {
            let Scope::One(place) = pair[0].scope.and(pair[1].scope) else { break };
            let part = if guard == FormulaId::TRUE {
                pair[1].part
            } else {
                // The number where the condition holds, else none.
                self.add(Op::Step(Step::Open(Open::Max(Box::new([(pair[0].part, pair[1].part)])))))
            };
            columns.push((self.column(part, place), place));
        }
        if scope == Scope::Many && columns.len() == list.len() {
            return Built { part: self.add(Op::Extreme(greatest, columns.into())), scope };
        }
        self.joined(built, |next| Step::Open(open.remade(&mut || next())))
    }
}
