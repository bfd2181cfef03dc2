//! Line grammars: whether values are a word of one, and what that comes to where values are not known yet.

mod forms;
mod reader;

use super::branch::MOST_VALUES;
use super::machine::Machine;
use super::read::is_number;
use super::{Policy, Stop, UnknownId, World};
use crate::base::automaton::Automaton;
use crate::base::diagram::Diagram;
use crate::base::hash::Map;
use crate::board::formula::{Formula, Formulas};
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::GrammarId;
use crate::language::source::Span;
use crate::language::term::{FormulaId, Node, Part, TermId};
use reader::Reader;

impl Machine<'_> {
    /// Whether the values of a list are a word of a line grammar; for values that are known.
    pub fn line_matches(
        &mut self,
        list: TermId,
        grammar: GrammarId,
        args: &[TermId],
    ) -> Result<bool, Box<Diagnostic>> {
        match self.matches_line(list, grammar, args, Span::default()) {
            Ok(()) => Ok(true),
            Err(Stop::Wrong(diagnostic)) => Err(diagnostic),
            Err(_) => Ok(false),
        }
    }

    /// `L matches g(args)`: decided if the values are known, else left to the solver.
    pub(super) fn matches_line(
        &mut self,
        list: TermId,
        grammar: GrammarId,
        args: &[TermId],
        span: Span,
    ) -> Result<(), Stop> {
        let list = self.bound(list)?;
        let mut values = Vec::new();
        let mut open = false;
        for (guard, element) in self.guarded(list, span)? {
            if guard != FormulaId::TRUE {
                return Err(meaning::open_length(span).into());
            }
            let value = self.read(element, span)?;
            open |= matches!(self.node(value), Node::Place(..) | Node::Open(_));
            values.push(value);
        }
        let args: Result<Vec<TermId>, Stop> =
            args.iter().map(|&arg| self.settled(arg, &mut open, span)).collect();
        let args = args?;
        if open && matches!(self.policy, Policy::Residual | Policy::Guided(_)) {
            let formula = self.cases(&values, grammar, args, span)?;
            return self.require(formula);
        }
        if self.accepts(&values, grammar, &args, span)? { Ok(()) } else { Err(Stop::Fails) }
    }

    fn accepts(
        &mut self,
        values: &[TermId],
        grammar: GrammarId,
        args: &[TermId],
        span: Span,
    ) -> Result<bool, Stop> {
        let program = self.world.program.clone();
        Reader::new(self, &program, span).accepts(grammar, args, values)
    }

    /// The condition that values are a word of a grammar. Its head is read with values: where an argument is a place,
    /// each value of the place is a case.
    fn cases(
        &mut self,
        values: &[TermId],
        grammar: GrammarId,
        args: Vec<TermId>,
        span: Span,
    ) -> Result<FormulaId, Stop> {
        if let Some(number) = args.iter().find_map(|&arg| self.number_in(arg)) {
            return self.number_cases(number, values, grammar, &args, span);
        }
        let place = args.iter().find_map(|&arg| self.place_in(arg));
        let Some((place, unknown)) = place else {
            if values.iter().any(|&value| matches!(self.node(value), Node::Place(..) | Node::Open(_))) {
                let list = self.world.terms.list(values);
                return Ok(self.world.formulas.add(Formula::Matches(list, grammar, args.into())));
            }
            return Ok(Formulas::truth(self.accepts(values, grammar, &args, span)?));
        };
        let Some(possible) = self.world.values(unknown, MOST_VALUES) else {
            return Err(self.out_of(meaning::Limit::Other("values of a cell"), MOST_VALUES).into());
        };
        let mut cases = Vec::with_capacity(possible.len());
        for value in possible {
            let args = args.iter().map(|&arg| self.put(value, place, arg)).collect();
            let (equal, case) =
                (self.equality(place, value, span)?, self.cases(values, grammar, args, span)?);
            cases.push(self.world.formulas.and([equal, case]));
        }
        Ok(self.world.formulas.or(cases))
    }

    /// The same where an argument is a number that depends on values: each number that it may be is a case.
    fn number_cases(
        &mut self,
        number: TermId,
        values: &[TermId],
        grammar: GrammarId,
        args: &[TermId],
        span: Span,
    ) -> Result<FormulaId, Stop> {
        let bounds = self.world.bounds(number);
        let Some(bounds) =
            bounds.filter(|bounds| bounds.high.saturating_sub(bounds.low) < MOST_VALUES.into())
        else {
            return Err(self.out_of(meaning::Limit::Other("values of a number"), MOST_VALUES).into());
        };
        let mut cases = Vec::new();
        for value in bounds.low..=bounds.high {
            let value = self.world.terms.int(value);
            let args = args.iter().map(|&arg| self.put(value, number, arg)).collect();
            let (equal, case) =
                (self.equality(number, value, span)?, self.cases(values, grammar, args, span)?);
            cases.push(self.world.formulas.and([equal, case]));
        }
        Ok(self.world.formulas.or(cases))
    }

    /// The first number that depends on values in an argument.
    fn number_in(&self, term: TermId) -> Option<TermId> {
        match self.node(term) {
            &Node::Cons(head, tail) => self.number_in(head).or_else(|| self.number_in(tail)),
            Node::Open(open) if is_number(open) => Some(term),
            _ => None,
        }
    }

    /// The first unknown that an argument mentions, with its place.
    fn place_in(&self, term: TermId) -> Option<(TermId, UnknownId)> {
        match *self.node(term) {
            Node::Cons(head, tail) => self.place_in(head).or_else(|| self.place_in(tail)),
            _ => self.world.unknown(term).map(|unknown| (term, unknown)),
        }
    }

    /// An argument with a value in place of a place.
    fn put(&mut self, value: TermId, place: TermId, arg: TermId) -> TermId {
        match *self.node(arg) {
            Node::Cons(head, tail) => {
                let (head, tail) = (self.put(value, place, head), self.put(value, place, tail));
                self.world.terms.add(Node::Cons(head, tail))
            }
            _ if arg == place => value,
            _ => arg,
        }
    }

    /// An argument with the values of its places, or with the places where values are not known.
    fn settled(&mut self, term: TermId, open: &mut bool, span: Span) -> Result<TermId, Stop> {
        match *self.node(term) {
            Node::Cons(head, tail) => {
                let (head, tail) = (self.settled(head, open, span)?, self.settled(tail, open, span)?);
                Ok(self.world.terms.add(Node::Cons(head, tail)))
            }
            _ => {
                let value = self.read(term, span)?;
                *open |= matches!(self.node(value), Node::Place(..) | Node::Open(_));
                Ok(value)
            }
        }
    }
}

/// The diagram of `list matches grammar(args)`: a state for each set of ways to go on, at each place of the list.
pub fn line(
    world: &mut World,
    list: TermId,
    grammar: GrammarId,
    args: &[TermId],
    span: Span,
) -> Result<Diagram, Box<Diagnostic>> {
    let elements = world.terms.elements(list, usize::MAX).unwrap_or_default();
    reading(world, &elements, span, |reader| reader.diagram(grammar, args, &elements))
}

/// The automaton of words of a grammar, as far as lines of these elements go; nothing if it has too many states, or no
/// regular form. The letters are the values that the elements may have.
pub fn automaton(
    world: &mut World,
    elements: &[TermId],
    letters: &[TermId],
    grammar: GrammarId,
    args: &[TermId],
    span: Span,
) -> Result<Option<Automaton>, Box<Diagnostic>> {
    reading(world, elements, span, |reader| reader.automaton(grammar, args, letters, elements.len()))
}

/// Works something out of a line grammar whatever the values are.
fn reading<R>(
    world: &mut World,
    elements: &[TermId],
    span: Span,
    work: impl FnOnce(&mut Reader<'_, '_, '_>) -> Result<R, Stop>,
) -> Result<R, Box<Diagnostic>> {
    let no_values = Map::default();
    // What only another definition or a relation can tell would have to be taken apart again.
    let told = |term| world.conditions().places(Part::Number(term), &mut |_| {}).is_some();
    if let Some(&number) = elements.iter().find(|&&term| !told(term)) {
        let (shown, needed) = (world.show(number), "a place or a known value for a line grammar");
        return Err(Box::new(meaning::wrong_kind(&shown, "worked out from values", needed, span)));
    }
    let program = world.program.clone();
    let mut machine = Machine::new(world, Policy::Branch(&no_values));
    work(&mut Reader::new(&mut machine, &program, span)).map_err(|stop| match stop {
        Stop::Wrong(diagnostic) => diagnostic,
        _ => Box::new(meaning::unbound("", span, "a line grammar reads only what it is given")),
    })
}
