//! What was found where a condition does not hold, in words.

use super::graph;
use crate::base::number::Sign;
use crate::board::eval::World;
use crate::board::formula::{Closure, Formula};
use crate::board::meaning::{Operands, Reading};
use crate::board::unknown::UnknownId;
use crate::compile::Truth;
use crate::language::term::{FormulaId, Guarded, Node, Open, TermId};
use crate::services::explain::{Explainer, listed};

/// As many things of a kind are told; the others are counted.
const FEW: usize = 3;

/// At most this many values are told one by one.
const MOST_VALUES: usize = 12;

/// Conditions that are added up are counted instead of named where their names are longer.
const LONGEST: usize = 100;

/// Tells what was found on one board.
pub(super) struct Found<'e> {
    pub(super) truth: &'e Truth,
    /// The value of each unknown, where it is known.
    values: &'e [Option<TermId>],
    /// The same as numbers.
    codes: Vec<Option<i64>>,
}

impl<'e> Found<'e> {
    /// For the values of a board.
    pub(super) fn new(explainer: &'e Explainer, values: &'e [Option<TermId>]) -> Found<'e> {
        let codes = values.iter().map(|value| value.map(|value| explainer.code(value))).collect();
        Found { truth: explainer.truth(), values, codes }
    }

    /// Why a condition does not hold, as far as that can be said; empty if nothing can.
    pub(super) fn of(&self, formula: FormulaId) -> String {
        let found = self.against(formula);
        several(&found, "; ")
    }

    pub(super) fn world(&self) -> &World {
        &self.truth.world
    }

    /// The number of an unknown's value. Asked only where all values are known.
    pub(super) fn code(&self, unknown: UnknownId) -> i64 {
        self.codes[unknown.0 as usize].unwrap_or_default()
    }

    /// Conditions read on the board. Asked only where all values are known.
    pub(super) fn reading(&self) -> Reading<'_, impl Fn(UnknownId) -> i128> {
        self.truth.at(|unknown| i128::from(self.code(unknown)))
    }

    /// Whether all values that a condition speaks of are known.
    fn is_known(&self, formula: FormulaId) -> bool {
        self.truth.unknowns(formula).iter().all(|unknown| self.codes[unknown.0 as usize].is_some())
    }

    /// Whether a condition holds; nothing if values are missing for that.
    fn truth(&self, formula: FormulaId) -> Option<bool> {
        if self.is_known(formula) { self.reading().truth(formula) } else { None }
    }

    /// Why a condition does not hold.
    fn against(&self, id: FormulaId) -> Vec<String> {
        match self.world().formulas.get(id) {
            Formula::And(parts) => {
                let broken = parts.iter().filter(|&&part| self.truth(part) == Some(false));
                let broken: Vec<String> = broken.flat_map(|&part| self.against(part)).collect();
                if broken.is_empty() { self.read(id) } else { broken }
            }
            Formula::Or(parts) => self.alternatives(parts),
            Formula::Not(inner) => match self.world().formulas.get(*inner) {
                Formula::Same(left, right) => self.same(*left, *right, false),
                Formula::And(parts) => self.alternatives(parts),
                Formula::Or(parts) => {
                    let held = parts.iter().filter(|&&part| self.truth(part) == Some(true));
                    held.flat_map(|&part| self.read(part)).collect()
                }
                _ => self.read(id),
            },
            Formula::Same(left, right) => self.same(*left, *right, true),
            Formula::Distinct(list) => self.repeated(list),
            Formula::DistinctLists(lists) => self.equal_lists(lists),
            Formula::Matches(list, ..) => self.reads(*list).into_iter().collect(),
            Formula::Walk(closures) => self.walked(id, closures),
            Formula::Compare(sign, term) if self.is_known(id) => self.comparison(*sign, *term),
            Formula::Connected(..) | Formula::Joined(..) | Formula::Forms(..) if self.is_known(id) => {
                graph::found(self, id)
            }
            Formula::True | Formula::False | Formula::Compare(..) => self.read(id),
            Formula::Connected(..) | Formula::Joined(..) | Formula::Forms(..) => self.read(id),
        }
    }

    /// Why none of several conditions holds: the values that simple ones speak of, and what is found against the others.
    fn alternatives(&self, parts: &[FormulaId]) -> Vec<String> {
        let (simple, others): (Vec<FormulaId>, Vec<FormulaId>) =
            parts.iter().partition(|&&part| self.truth.unknowns(part).len() <= 2);
        let mut unknowns: Vec<UnknownId> =
            simple.iter().flat_map(|&part| self.truth.unknowns(part)).collect();
        unknowns.sort_unstable();
        unknowns.dedup();
        let mut told = self.values_of(&unknowns);
        told.extend(others.into_iter().flat_map(|part| self.against(part)));
        told
    }

    /// The values that a condition speaks of.
    fn read(&self, id: FormulaId) -> Vec<String> {
        self.values_of(&self.truth.unknowns(id))
    }

    /// `r1c1 and r1c2 are black`, `r1c3 is white`; nothing where there are too many to be read.
    fn values_of(&self, unknowns: &[UnknownId]) -> Vec<String> {
        let mut groups: Vec<(TermId, Vec<TermId>)> = Vec::new();
        for &unknown in unknowns {
            let Some(value) = self.values[unknown.0 as usize] else { continue };
            let place = self.world().unknowns[unknown.0 as usize].place;
            match groups.iter_mut().find(|(same, _)| *same == value) {
                Some((_, places)) => places.push(place),
                None => groups.push((value, vec![place])),
            }
        }
        if unknowns.len() > MOST_VALUES {
            return Vec::new();
        }
        let told = groups.iter().map(|(value, places)| {
            let value = self.world().show(*value);
            match (places.len(), self.region(places)) {
                (_, Some(region)) => format!("{region} is all {value}"),
                (1, None) => format!("{} is {value}", self.places(places)),
                _ => format!("{} are {value}", self.places(places)),
            }
        });
        told.collect()
    }

    /// Places in a list, or the name of the row, column or block that they are.
    pub(super) fn places(&self, places: &[TermId]) -> String {
        if let Some(region) = self.region(places) {
            return region;
        }
        let mut places = places.to_vec();
        places.sort_by(|&one, &other| self.world().terms.order(one, other));
        let shown = if places.len() <= 2 * FEW { &places[..] } else { &places[..FEW] };
        let mut names: Vec<String> = shown.iter().map(|&place| self.world().spot(place)).collect();
        if shown.len() < places.len() {
            names.push(format!("{} more", places.len() - shown.len()));
        }
        listed(&names, "and")
    }

    fn region(&self, places: &[TermId]) -> Option<String> {
        if places.len() > 2 { self.world().region_of(places) } else { None }
    }

    fn value(&self, term: TermId) -> Option<TermId> {
        match self.world().unknown(term) {
            Some(unknown) => self.values[unknown.0 as usize],
            None => Some(term),
        }
    }

    /// Two values that should be the same, or should not.
    fn same(&self, left: TermId, right: TermId, wanted: bool) -> Vec<String> {
        let (Some(one), Some(other)) = (self.value(left), self.value(right)) else { return Vec::new() };
        let world = self.world();
        let places: Vec<TermId> =
            [left, right].into_iter().filter(|&term| world.unknown(term).is_some()).collect();
        let (one, other) = (world.show(one), world.show(other));
        vec![match (&places[..], wanted) {
            (&[place], true) => {
                let (is, must) = if place == left { (one, other) } else { (other, one) };
                format!("{} is {is}, must be {must}", world.place_name(place))
            }
            (&[place], false) => format!("{} is {one}, must not be", world.place_name(place)),
            (_, true) => {
                format!("{} is {one}, {} is {other}", world.place_name(left), world.place_name(right))
            }
            (_, false) => {
                format!("{} and {} are both {one}", world.place_name(left), world.place_name(right))
            }
        }]
    }

    /// The elements that have the same value.
    fn repeated(&self, list: &[Guarded]) -> Vec<String> {
        let world = self.world();
        let mut groups: Vec<(TermId, Vec<TermId>)> = Vec::new();
        for &(guard, term) in list {
            let Some(value) = self.value(term).filter(|_| self.truth(guard) == Some(true)) else { continue };
            match groups.iter_mut().find(|(same, _)| *same == value) {
                Some((_, terms)) => terms.push(term),
                None => groups.push((value, vec![term])),
            }
        }
        let repeated = groups.iter().filter(|(_, terms)| terms.len() > 1);
        let told: Vec<String> = repeated
            .map(|(value, terms)| {
                let value = world.show(*value);
                match (terms.len(), self.region(terms)) {
                    (_, Some(region)) => format!("{region} is all {value}"),
                    (2, None) => format!("{} are both {value}", self.places(terms)),
                    _ => format!("{} are all {value}", self.places(terms)),
                }
            })
            .collect();
        if told.is_empty() { self.read_terms(list) } else { told }
    }

    /// The values of elements that are no places, such as sums that have to differ.
    fn read_terms(&self, list: &[Guarded]) -> Vec<String> {
        let numbers: Option<Vec<String>> =
            list.iter().map(|&(_, term)| self.number(term).map(|number| number.to_string())).collect();
        let told = numbers.filter(|numbers| numbers.len() <= MOST_VALUES);
        told.map(|numbers| format!("the values are {}", numbers.join(", "))).into_iter().collect()
    }

    fn equal_lists(&self, lists: &[TermId]) -> Vec<String> {
        let shown = |list: &TermId| -> Option<Vec<TermId>> {
            self.truth.elements(*list).into_iter().map(|element| self.value(element)).collect()
        };
        let shown: Vec<Option<Vec<TermId>>> = lists.iter().map(shown).collect();
        let mut told = Vec::new();
        for (at, list) in shown.iter().enumerate().filter(|(_, list)| list.is_some()) {
            if let Some(other) = shown[..at].iter().position(|earlier| earlier == list) {
                let names = [lists[other], lists[at]].map(|list| self.world().name(list));
                told.push(format!("{} are both {}", names.join(" and "), self.line(lists[at])));
            }
        }
        told
    }

    /// The values of a list in a row; a dot for one that is not known.
    fn line(&self, list: TermId) -> String {
        let show =
            |element| self.value(element).map_or_else(|| ".".to_owned(), |value| self.world().show(value));
        let values: Vec<String> = self.truth.elements(list).into_iter().map(show).collect();
        values.join(" ")
    }

    /// `row 1 reads 0 1 1`; nothing for a list without places.
    fn reads(&self, list: TermId) -> Option<String> {
        let elements = self.truth.elements(list);
        elements.iter().any(|&element| self.world().unknown(element).is_some()).then(|| {
            let name = self.world().name(list);
            let name = if name.len() <= 40 { name } else { self.places(&elements) };
            format!("{name} reads {}", self.line(list))
        })
    }

    /// The lists that a recursive definition was asked about, or else the values that it read.
    fn walked(&self, id: FormulaId, closures: &[Closure]) -> Vec<String> {
        let terms = closures.iter().flat_map(|closure| match closure {
            Closure::Call(_, args) => args.to_vec(),
            Closure::Goal(_, names) => names.iter().map(|&(_, term)| term).collect(),
        });
        let mut told: Vec<String> = terms.filter_map(|term| self.reads(term)).collect();
        told.dedup();
        if told.is_empty() { self.read(id) } else { told }
    }

    fn number(&self, term: TermId) -> Option<i128> {
        self.truth.number(term, &|unknown| self.code(unknown))
    }

    /// Both sides of a comparison, with the number found and the number wanted.
    fn comparison(&self, sign: Sign, term: TermId) -> Vec<String> {
        let (constant, terms) = match self.world().terms.node(term) {
            Node::Open(Open::Linear(constant, terms)) => (*constant, terms.to_vec()),
            _ => (0, vec![(1, term)]),
        };
        let (more, less): (Vec<_>, Vec<_>) = terms.into_iter().partition(|&(factor, _)| factor > 0);
        let less: Vec<(i128, TermId)> =
            less.into_iter().map(|(factor, term)| (factor.saturating_neg(), term)).collect();
        if let (Sign::NotZero, 0, &[(1, one)], &[(1, other)]) = (sign, constant, &more[..], &less[..]) {
            let (one, other, value) = (self.name(one), self.name(other), self.sum(&[(1, one)]));
            return value.map(|value| format!("{one} and {other} are both {value}")).into_iter().collect();
        }
        // `left + constant` is compared with `right`, or `right` with `constant` where there is nothing on the left.
        let turned = more.is_empty();
        let (left, right) = if turned { (less, more) } else { (more, less) };
        let constant = if turned { constant } else { constant.saturating_neg() };
        let (subject, Some(value)) = (self.side(&left), self.sum(&left)) else {
            return vec![format!("{} has no value", self.side(&left))];
        };
        let relation = match (sign, turned) {
            (Sign::Zero, _) => "must be",
            (Sign::NotZero, _) => "must not be",
            (Sign::AtMostZero, false) if !right.is_empty() && constant == -1 => "must be less than",
            (Sign::AtMostZero, false) => "must be at most",
            (Sign::AtMostZero, true) => "must be at least",
        };
        let wanted = match (self.sum(&right), right.is_empty()) {
            (_, true) => constant.to_string(),
            (None, _) => "a number that has no value".to_owned(),
            (Some(number), _) => {
                let side = self.side(&right);
                match constant {
                    -1 if relation.ends_with("than") => format!("{side}, which is {number}"),
                    0 => format!("{side}, which is {number}"),
                    _ if constant < 0 => format!("{} less than {side}, which is {number}", -constant),
                    _ => format!("{constant} more than {side}, which is {number}"),
                }
            }
        };
        vec![match self.counted(&left) {
            Some((places, what)) => {
                let verb = if value == 1 { "is" } else { "are" };
                format!("{value} of {places} {verb} {what}, {relation} {wanted}")
            }
            None if subject.len() > LONGEST && self.are_conditions(&left) => {
                let hold = if value == 1 { "holds" } else { "hold" };
                format!("{value} of {} conditions {hold}, {relation} {wanted}", left.len())
            }
            None => format!("{subject} is {value}, {relation} {wanted}"),
        }]
    }

    /// Whether what is added up are conditions, 1 for each that holds.
    fn are_conditions(&self, terms: &[(i128, TermId)]) -> bool {
        let is_condition = |term| matches!(self.world().terms.node(term), Node::Open(Open::Truth(_)));
        terms.iter().all(|&(factor, term)| factor == 1 && is_condition(term))
    }

    fn sum(&self, terms: &[(i128, TermId)]) -> Option<i128> {
        terms
            .iter()
            .try_fold(0_i128, |sum, &(factor, term)| sum.checked_add(factor.checked_mul(self.number(term)?)?))
    }

    /// One side of a comparison as a person would name it.
    fn side(&self, terms: &[(i128, TermId)]) -> String {
        if let Some((places, what)) = self.counted(terms) {
            return format!("how many of {places} are {what}");
        }
        let places: Vec<TermId> = terms.iter().map(|&(_, term)| term).collect();
        let plain = terms.iter().all(|&(factor, term)| factor == 1 && self.world().unknown(term).is_some());
        match terms {
            &[(1, one)] => self.name(one),
            _ if plain && terms.len() > FEW => format!("the sum of {}", self.places(&places)),
            _ => {
                let names = terms.iter().map(|&(factor, term)| match factor {
                    1 => self.name(term),
                    _ => format!("{factor}*{}", self.name(term)),
                });
                names.collect::<Vec<String>>().join(" + ")
            }
        }
    }

    /// The name of a number.
    fn name(&self, term: TermId) -> String {
        match self.world().terms.node(term) {
            Node::Open(Open::ReachSize(from, _)) => {
                format!("the number of places that {} reaches", self.world().spot(*from))
            }
            Node::Open(_) => self.world().shower().number(term),
            _ => self.world().place_name(term),
        }
    }

    /// For a number of places that have some value: the places and the value.
    fn counted(&self, terms: &[(i128, TermId)]) -> Option<(String, String)> {
        let mut tests = Vec::new();
        for &(factor, term) in terms {
            let Node::Open(Open::Truth(formula)) = self.world().terms.node(term) else { return None };
            tests.push(self.test(*formula).filter(|_| factor == 1)?);
        }
        let what = tests.first()?.1;
        let places: Vec<TermId> = tests.iter().map(|&(place, _)| place).collect();
        let alike = tests.iter().all(|&(_, value)| value == what);
        alike.then(|| {
            let what = match what {
                Tested::Number(number) => number.to_string(),
                Tested::Term(term) => self.world().show(term),
            };
            (self.places(&places), what)
        })
    }

    /// A test of one place for one value.
    fn test(&self, formula: FormulaId) -> Option<(TermId, Tested)> {
        let world = self.world();
        match world.formulas.get(formula) {
            &Formula::Same(left, right) => {
                let (place, value) =
                    if world.unknown(left).is_some() { (left, right) } else { (right, left) };
                let single = world.unknown(place).is_some() && world.unknown(value).is_none();
                single.then_some((place, Tested::Term(value)))
            }
            Formula::Compare(Sign::Zero, term) => match world.terms.node(*term) {
                Node::Open(Open::Linear(constant, terms)) => match terms[..] {
                    [(factor @ (1 | -1), place)] if world.unknown(place).is_some() => {
                        Some((place, Tested::Number(constant.checked_mul(-factor)?)))
                    }
                    _ => None,
                },
                Node::Place(..) => Some((*term, Tested::Number(0))),
                _ => None,
            },
            _ => None,
        }
    }
}

/// What a place is tested for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tested {
    Number(i128),
    Term(TermId),
}

/// A few of several phrases, and how many more there are.
pub(super) fn several(phrases: &[String], between: &str) -> String {
    let told = &phrases[..phrases.len().min(FEW)];
    match phrases.len() - told.len() {
        0 => told.join(between),
        more => format!("{}{between}{more} more", told.join(between)),
    }
}
