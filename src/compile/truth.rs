//! Conditions evaluated on values: what tables are made from, and what is asked when all else is fixed.

use std::sync::Arc;

use super::diagrams::Diagrams;
use super::in_time;
use crate::base::hash::Map;
use crate::board::eval::World;
use crate::board::ground;
use crate::board::meaning::{Conditions, Instance, Operands, Placed, Quantity, Reading, Room};
use crate::board::unknown::{Domain, UnknownId};
use crate::language::diagnostic::Diagnostic;
use crate::language::term::{FormulaId, Node, Part, TermId, Terms};

/// Conditions of one world, with what definitions and grammars among them say.
#[derive(Clone, Debug)]
pub struct Truth {
    /// Terms, conditions and unknowns.
    pub world: Arc<World>,
    /// What recursive definitions and line grammars say.
    pub defined: Arc<Map<FormulaId, Placed>>,
    /// The values of symbols, as numbers.
    pub codes: Arc<Map<u32, i64>>,
}

/// Gives the value of each unknown.
type Values<'v> = &'v dyn Fn(UnknownId) -> i64;

impl Truth {
    /// Works out what the definitions and grammars of some instances say.
    pub fn new(mut world: World, instances: &[ground::Instance]) -> Result<Truth, Box<Diagnostic>> {
        let program = world.program.clone();
        let codes = symbol_codes(&world);
        let mut diagrams = Diagrams::new(&codes);
        if world.formulas.has_definitions() {
            for instance in instances {
                world.tuple = instance.tuple.clone();
                let law = &program.laws[instance.law];
                world.rule = format!("law `{}`", law.name);
                diagrams.add(&mut world, instance.formula, law.span)?;
                in_time(&world, law)?;
            }
        }
        let defined = Arc::new(diagrams.made);
        Ok(Truth { world: Arc::new(world), defined, codes: Arc::new(codes) })
    }

    /// What conditions are made of.
    pub fn conditions(&self) -> Conditions<'_> {
        Conditions { codes: Some(&self.codes), defined: Some(&self.defined), ..self.world.conditions() }
    }

    /// Conditions read at values.
    pub fn at<Q: Quantity, V: Fn(UnknownId) -> Q>(&self, values: V) -> Reading<'_, V> {
        self.conditions().at(values)
    }

    /// Whether a condition holds.
    pub fn holds(&self, id: FormulaId, values: Values<'_>) -> bool {
        self.at(|unknown| i128::from(values(unknown))).truth(id) == Some(true)
    }

    /// What an instance comes to with values for its scope, which is in order. `room` is for what is computed on the way.
    pub(super) fn value_on<Q: Quantity>(
        &self,
        instance: &Instance,
        scope: &[UnknownId],
        values: impl Fn(usize) -> Q,
        room: &mut Room<Q>,
    ) -> Q {
        instance.value(room, &self.at(|unknown| scope.binary_search(&unknown).map_or(Q::NONE, &values)))
    }

    /// Whether an instance holds at values for its scope.
    pub(super) fn holds_on(
        &self,
        instance: &Instance,
        scope: &[UnknownId],
        values: &[i64],
        room: &mut Room<i128>,
    ) -> bool {
        self.value_on(instance, scope, |at| values[at].into(), room).truth() == Some(true)
    }

    /// The number that a term stands for, that of a symbol included; nothing if it has none.
    pub fn number(&self, term: TermId, values: Values<'_>) -> Option<i128> {
        let number = self.at(|unknown| i128::from(values(unknown))).number(term);
        number.is_sure().then_some(number)
    }

    /// The unknowns that a condition speaks about, in order.
    pub fn unknowns(&self, id: FormulaId) -> Vec<UnknownId> {
        self.conditions().scope(Part::Condition(id))
    }

    /// The values of an unknown as numbers, in the order of its domain.
    pub fn domain_codes(&self, unknown: UnknownId) -> Vec<i64> {
        self.conditions().codes_of(unknown)
    }

    /// The elements of a list.
    pub fn elements(&self, list: TermId) -> Vec<TermId> {
        self.conditions().elements(list)
    }

    /// A value of an unknown as a number.
    pub fn code(&self, value: TermId) -> i64 {
        self.code_in(&self.world.terms, value)
    }

    /// Any fixed number or symbol as a number; nothing if it is too large for the solver.
    pub(super) fn fixed_code(&self, value: TermId) -> Option<i64> {
        match self.world.terms.node(value) {
            Node::Int(value) => i64::try_from(*value).ok(),
            Node::Sym(symbol) => Some(self.conditions().symbol(*symbol)),
            _ => None,
        }
    }

    /// The same for a term of another world of the same rules, which may know more terms.
    pub fn code_in(&self, terms: &Terms, value: TermId) -> i64 {
        match terms.node(value) {
            // The values of domains have 32 bits.
            Node::Int(value) => *value as i64,
            Node::Sym(symbol) => self.conditions().symbol(*symbol),
            _ => 0,
        }
    }
}

/// Numbers for the symbols of all domains, in the order in which they first occur.
fn symbol_codes(world: &World) -> Map<u32, i64> {
    let mut codes = Map::default();
    for unknown in &world.unknowns {
        if let Domain::Symbols(symbols) = &unknown.domain {
            for symbol in symbols.iter() {
                let next = codes.len() as i64;
                codes.entry(symbol.0).or_insert(next);
            }
        }
    }
    codes
}
