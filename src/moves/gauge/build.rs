//! From conditions and open terms of the world to parts of a gauge.

use super::{Column, Gauge, Op, Part, Steps};
use crate::base::hash::Map;
use crate::base::number::WORD;
use crate::board::eval::World;
use crate::board::formula::Formula;
use crate::language::term::{FormulaId, Guarded, Node, Open, TermId};
use crate::moves::codes::{Codes, symbol_number};

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

/// The places a part depends on. A part about one place is built for `It`.
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
        let built = self.formula(formula, &mut Map::default())?;
        let part = self.outside(built);
        Some(self.gauge.steps(part))
    }

    /// The steps for a number.
    pub(in crate::moves) fn number(&mut self, term: TermId) -> Option<Steps> {
        let built = self.term(term, &mut Map::default())?;
        let part = self.outside(built);
        Some(self.gauge.steps(part))
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

    fn joined(&mut self, built: &[Built], op: impl FnOnce(Vec<Part>) -> Op) -> Built {
        let (parts, scope) = self.join(built);
        let part = self.add(op(parts));
        Built { part, scope }
    }

    fn constant(&mut self, number: i64) -> Built {
        Built { part: self.add(Op::Number(number)), scope: Scope::Nothing }
    }

    fn formula(&mut self, id: FormulaId, known: &mut Map<FormulaId, Built>) -> Option<Built> {
        if let Some(&built) = known.get(&id) {
            return Some(built);
        }
        let world = self.world;
        let built = match world.formulas.get(id) {
            Formula::True => self.constant(1),
            Formula::False => self.constant(0),
            Formula::Compare(sign, term) => {
                let built = self.term(*term, known)?;
                self.joined(&[built], |parts| Op::Compare(*sign, parts[0]))
            }
            Formula::Same(left, right) => {
                let built = [self.term(*left, known)?, self.term(*right, known)?];
                self.joined(&built, |parts| Op::Same(parts[0], parts[1]))
            }
            Formula::And(parts) => {
                let built = self.formulas(parts, known)?;
                self.joined(&built, |parts| Op::And(parts.into()))
            }
            Formula::Or(parts) => {
                let built = self.formulas(parts, known)?;
                self.joined(&built, |parts| Op::Or(parts.into()))
            }
            Formula::Not(inner) => {
                let built = self.formula(*inner, known)?;
                self.joined(&[built], |parts| Op::Not(parts[0]))
            }
            Formula::Distinct(list) => {
                let built = self.guarded(list, known)?;
                self.joined(&built, |parts| Op::Distinct(pairs(&parts)))
            }
            Formula::DistinctLists(lists) => {
                let (mut built, mut lengths) = (Vec::new(), Vec::new());
                for &list in lists {
                    let before = built.len();
                    let mut rest = list;
                    while let &Node::Cons(head, tail) = world.terms.node(rest) {
                        built.push(self.term(head, known)?);
                        rest = tail;
                    }
                    lengths.push(built.len() - before);
                }
                self.joined(&built, |parts| {
                    let mut rest = parts.as_slice();
                    let cut = lengths.iter().map(|&length| {
                        let (list, after) = rest.split_at(length);
                        rest = after;
                        list.into()
                    });
                    Op::DistinctLists(cut.collect())
                })
            }
            Formula::Matches(..)
            | Formula::Walk(_)
            | Formula::Connected(..)
            | Formula::Joined(..)
            | Formula::Loop(_) => return None,
        };
        known.insert(id, built);
        Some(built)
    }

    fn formulas(&mut self, parts: &[FormulaId], known: &mut Map<FormulaId, Built>) -> Option<Vec<Built>> {
        parts.iter().map(|&part| self.formula(part, known)).collect()
    }

    /// Guards and elements in turn.
    fn guarded(&mut self, list: &[Guarded], known: &mut Map<FormulaId, Built>) -> Option<Vec<Built>> {
        let mut built = Vec::with_capacity(list.len() * 2);
        for &(guard, term) in list {
            built.push(self.formula(guard, known)?);
            built.push(self.term(term, known)?);
        }
        Some(built)
    }

    fn term(&mut self, term: TermId, known: &mut Map<FormulaId, Built>) -> Option<Built> {
        let world = self.world;
        if let Some(unknown) = world.unknown(term) {
            return Some(Built { part: self.add(Op::It), scope: Scope::One(unknown.0) });
        }
        let open = match world.terms.node(term) {
            Node::Int(number) => return Some(self.constant(i64::try_from(*number).ok()?)),
            Node::Sym(symbol) => return Some(self.constant(symbol_number(symbol.0))),
            Node::Open(open) if world.stays_within(term, WORD) => open,
            _ => return None,
        };
        let mut two = |build: &mut Self, left: TermId, right: TermId| {
            Some([build.term(left, known)?, build.term(right, known)?])
        };
        Some(match open {
            Open::Linear(constant, terms) => return self.linear(*constant, terms, known),
            Open::Mul(left, right) => {
                let built = two(self, *left, *right)?;
                self.joined(&built, |parts| Op::Mul(parts[0], parts[1]))
            }
            Open::Div(left, right) => {
                let built = two(self, *left, *right)?;
                self.joined(&built, |parts| Op::Div(parts[0], parts[1]))
            }
            Open::Mod(left, right) => {
                let built = two(self, *left, *right)?;
                self.joined(&built, |parts| Op::Mod(parts[0], parts[1]))
            }
            Open::Abs(inner) => {
                let built = self.term(*inner, known)?;
                self.joined(&[built], |parts| Op::Abs(parts[0]))
            }
            Open::Min(list) => return self.extreme(false, list, known),
            Open::Max(list) => return self.extreme(true, list, known),
            Open::Product(list) => {
                let built = self.guarded(list, known)?;
                self.joined(&built, |parts| Op::Product(pairs(&parts)))
            }
            Open::Nth(index, list) => {
                let mut built = vec![self.term(*index, known)?];
                for &element in list {
                    built.push(self.term(element, known)?);
                }
                self.joined(&built, |parts| Op::Nth(parts[0], parts[1..].into()))
            }
            Open::Truth(formula) => return self.formula(*formula, known),
            Open::List(_) | Open::Reach(..) | Open::ReachSize(..) => return None,
        })
    }

    /// A sum. What is about single places is added up apart, without the constant, so that sums which differ only in
    /// the rest share it.
    fn linear(
        &mut self,
        constant: i128,
        terms: &[(i128, TermId)],
        known: &mut Map<FormulaId, Built>,
    ) -> Option<Built> {
        let constant = i64::try_from(constant).ok()?;
        let words = terms.iter().map(|&(factor, term)| Some((i64::try_from(factor).ok()?, term)));
        let terms: Vec<(i64, TermId)> = words.collect::<Option<_>>()?;
        let mut built = Vec::with_capacity(terms.len());
        for &(_, term) in &terms {
            built.push(self.term(term, known)?);
        }
        let scope = built.iter().fold(Scope::Nothing, |scope, built| scope.and(built.scope));
        if scope != Scope::Many {
            let parts = terms.iter().zip(&built).map(|(&(factor, _), built)| (factor, built.part)).collect();
            return Some(Built { part: self.add(Op::Linear(constant, parts)), scope });
        }
        let (mut columns, mut rest) = (Vec::new(), Vec::new());
        for (&(factor, _), built) in terms.iter().zip(&built) {
            match built.scope {
                Scope::One(place) if factor == 1 => columns.push((self.column(built.part, place), place)),
                Scope::One(place) => {
                    let scaled = self.add(Op::Linear(0, Box::new([(factor, built.part)])));
                    columns.push((self.column(scaled, place), place));
                }
                _ => rest.push((factor, built.part)),
            }
        }
        columns.sort_unstable();
        if !columns.is_empty() {
            rest.push((1, self.add(Op::Columns(columns.into()))));
        }
        // The constant stands apart for the same reason.
        if rest.len() > 1 && constant != 0 {
            let part = self.add(Op::Linear(0, rest.into()));
            rest = vec![(1, part)];
        }
        Some(Built { part: self.add(Op::Linear(constant, rest.into())), scope })
    }

    fn extreme(
        &mut self,
        greatest: bool,
        list: &[Guarded],
        known: &mut Map<FormulaId, Built>,
    ) -> Option<Built> {
        let built = self.guarded(list, known)?;
        let scope = built.iter().fold(Scope::Nothing, |scope, built| scope.and(built.scope));
        let mut columns = Vec::new();
        for (pair, &(guard, _)) in built.chunks(2).zip(list) {
            let Scope::One(place) = pair[0].scope.and(pair[1].scope) else { break };
            let part = if guard == FormulaId::TRUE {
                pair[1].part
            } else {
                self.add(Op::Guarded(pair[0].part, pair[1].part))
            };
            columns.push((self.column(part, place), place));
        }
        if scope == Scope::Many && columns.len() == list.len() {
            return Some(Built { part: self.add(Op::Extreme(greatest, columns.into())), scope });
        }
        Some(self.joined(&built, |parts| Op::Pick(greatest, pairs(&parts))))
    }
}

fn pairs(parts: &[Part]) -> Box<[(Part, Part)]> {
    parts.chunks(2).map(|pair| (pair[0], pair[1])).collect()
}
