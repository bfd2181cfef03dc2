//! What the definitions and grammars say that conditions hold anywhere inside, also deep in their numbers: diagrams and
//! automata, made once for all places of a shape.

use std::sync::Arc;

use crate::base::diagram::Diagram;
use crate::base::hash::{Map, Set};
use crate::board::eval::{World, branch};
use crate::board::formula::{Closure, Formula};
use crate::board::meaning::{Conditions, Defined, Line, LineCell, Placed};
use crate::board::unknown::{Domain, UnknownId};
use crate::language::diagnostic::Diagnostic;
use crate::language::source::Span;
use crate::language::term::{FormulaId, Node, Part, Symbol, TermId};

/// What is under way.
pub(super) struct Diagrams<'c> {
    /// By the condition they stand for.
    pub(super) made: Map<FormulaId, Placed>,
    /// What has been looked at.
    seen: Set<Part>,
    /// The values of symbols, as numbers.
    codes: &'c Map<u32, i64>,
}

impl<'c> Diagrams<'c> {
    /// Nothing yet.
    pub(super) fn new(codes: &'c Map<u32, i64>) -> Diagrams<'c> {
        let (made, seen) = Default::default();
        Diagrams { made, seen, codes }
    }

    /// Makes those of a condition.
    pub(super) fn add(
        &mut self,
        world: &mut World,
        id: FormulaId,
        span: Span,
    ) -> Result<(), Box<Diagnostic>> {
        let mut wanted = Vec::new();
        world.conditions().walk(Part::Condition(id), &mut |part| {
            let new = self.seen.insert(part);
            if let Part::Condition(id) = part
                && new
            {
                wanted.push(id);
            }
            new
        });
        for id in wanted {
            let formula = world.formulas.get(id).clone();
            let Some(asked) = Asked::new(world, &formula, self.codes) else { continue };
            let known = if asked.by_value { world.shapes.get(&asked.code) } else { None };
            let placed = match known {
                Some((meaning, shape)) => Placed { meaning, shape, row: asked.row.into() },
                None => self.make(world, &formula, asked, span)?,
            };
            self.made.insert(id, placed);
        }
        Ok(())
    }

    fn make(
        &mut self,
        world: &mut World,
        formula: &Formula,
        Asked { code, mut row, by_value, .. }: Asked<'_>,
        span: Span,
    ) -> Result<Placed, Box<Diagnostic>> {
        let places = row.len();
        let meaning = match formula {
            Formula::Walk(closures) => {
                Defined::Diagram(numbered(&branch::walk(world, closures, span)?, &mut row))
            }
            Formula::Matches(list, grammar, args) => {
                let elements = world.terms.elements(*list, usize::MAX).unwrap_or_default();
                let automaton = match self.alphabet(world, &elements) {
                    Some(letters) => branch::automaton(world, &elements, &letters, *grammar, args, span)?
                        .map(|automaton| (automaton, letters)),
                    None => None,
                };
                match automaton {
                    Some((automaton, letters)) => {
                        let cells = elements.iter().map(|&element| match world.unknown(element) {
                            Some(unknown) => LineCell::Place(place_of(unknown, &mut row)),
                            None => LineCell::Letter(
                                letters.iter().position(|&letter| letter == element).unwrap_or(0) as u8,
                            ),
                        });
                        let cells = cells.collect();
                        let letters = letters.iter().map(|&letter| self.code(world, letter)).collect();
                        Defined::Line(Line { automaton: Arc::new(automaton), letters, cells })
                    }
                    None => {
                        let diagram = branch::line(world, *list, *grammar, args, span)?;
                        Defined::Diagram(numbered(&diagram, &mut row))
                    }
                }
            }
            _ => Defined::Diagram(Diagram::decided(true)),
        };
        let meaning = Arc::new(meaning);
        // What reads more places than it was asked about knows them by name.
        let shape = world.shapes.add((by_value && row.len() == places).then_some(code), &meaning);
        Ok(Placed { meaning, shape, row: row.into() })
    }

    /// All values of a line's cells, if they can be letters: no place comes twice, and each has a domain of one word.
    fn alphabet(&self, world: &mut World, elements: &[TermId]) -> Option<Vec<TermId>> {
        let mut letters: Vec<TermId> = Vec::new();
        let mut places: Set<TermId> = Set::default();
        let mut domains: Vec<Domain> = Vec::new();
        for &element in elements {
            let Some(unknown) = world.unknown(element) else {
                if matches!(world.terms.node(element), Node::Open(_)) {
                    return None;
                }
                if !letters.contains(&element) {
                    letters.push(element);
                }
                continue;
            };
            if !places.insert(element) {
                return None;
            }
            let domain = &world.unknowns[unknown.0 as usize].domain;
            if domains.contains(domain) {
                continue;
            }
            domains.push(domain.clone());
            let values = world.values(unknown, MOST_LETTERS)?;
            let codes = values.iter().map(|&value| self.code(world, value));
            let (low, high) =
                codes.fold((i64::MAX, i64::MIN), |(low, high), code| (low.min(code), high.max(code)));
            if high.saturating_sub(low) >= 64 {
                return None;
            }
            for value in values {
                if !letters.contains(&value) {
                    letters.push(value);
                }
            }
        }
        (letters.len() as u64 <= MOST_LETTERS).then_some(letters)
    }

    fn code(&self, world: &World, value: TermId) -> i64 {
        let conditions = Conditions { codes: Some(self.codes), ..world.conditions() };
        match world.terms.node(value) {
            // The values of domains have 32 bits.
            Node::Int(value) => *value as i64,
            Node::Sym(symbol) => conditions.symbol(*symbol),
            _ => i64::MIN,
        }
    }
}

/// The most letters of a line.
const MOST_LETTERS: u64 = 64;

/// What is asked of a definition or a grammar.
struct Asked<'c> {
    /// With numbers in place of places, and the domains of these.
    code: Vec<u64>,
    /// The values of symbols, as numbers: other puzzles of a run may number them otherwise.
    codes: &'c Map<u32, i64>,
    /// The places.
    row: Vec<UnknownId>,
    /// Whether only values count, and not at which places they are.
    by_value: bool,
}

impl<'c> Asked<'c> {
    /// Nothing for other conditions.
    fn new(world: &World, formula: &Formula, codes: &'c Map<u32, i64>) -> Option<Asked<'c>> {
        let mut asked = Asked { code: Vec::new(), codes, row: Vec::new(), by_value: true };
        match formula {
            Formula::Matches(list, grammar, args) => {
                asked.code.extend([0, grammar.0.into()]);
                asked.term(world, *list);
                args.iter().for_each(|&arg| asked.term(world, arg));
            }
            Formula::Walk(closures) => {
                for closure in closures {
                    match closure {
                        Closure::Call(predicate, args) => {
                            asked.by_value &= world.program.predicates[predicate.0 as usize].by_value;
                            asked.code.extend([1, predicate.0.into()]);
                            args.iter().for_each(|&arg| asked.term(world, arg));
                        }
                        Closure::Goal(..) => asked.by_value = false,
                    }
                }
            }
            _ => return None,
        }
        Some(asked)
    }

    fn term(&mut self, world: &World, term: TermId) {
        let mut rest = term;
        while let &Node::Cons(head, tail) = world.terms.node(rest) {
            self.code.push(2);
            self.term(world, head);
            rest = tail;
        }
        if let Some(unknown) = world.unknown(rest) {
            let places = self.row.len();
            let place = place_of(unknown, &mut self.row);
            self.code.push(3 << 32 | u64::from(place));
            if self.row.len() > places {
                self.domain(world, &world.unknowns[unknown.0 as usize].domain);
            }
            return;
        }
        // Numbers of terms mean something in one world only; what is not written out here is not known again.
        match world.terms.node(rest) {
            Node::Int(value) => self.code.extend([4, *value as u64, (*value >> 64) as u64]),
            Node::Sym(symbol) => self.symbol(world, *symbol),
            Node::Nil => self.code.push(5),
            Node::Var(number) => self.code.push(6 << 32 | u64::from(*number)),
            _ => self.by_value = false,
        }
    }

    fn symbol(&mut self, world: &World, symbol: Symbol) {
        let name = world.terms.name(symbol);
        let code = self.codes.get(&symbol.0).map_or(u64::MAX, |&code| code as u64);
        self.code.extend([7 << 32 | name.len() as u64, code]);
        self.code.extend(name.bytes().map(u64::from));
    }

    fn domain(&mut self, world: &World, domain: &Domain) {
        match domain {
            Domain::Range(low, high) => self.code.extend([8, *low as u64, *high as u64]),
            Domain::Integers(values) => {
                self.code.extend([9, values.len() as u64]);
                self.code.extend(values.iter().map(|&value| value as u64));
            }
            Domain::Symbols(symbols) => {
                self.code.extend([10, symbols.len() as u64]);
                symbols.iter().for_each(|&symbol| self.symbol(world, symbol));
            }
        }
    }
}

/// The number of a place, which may be new.
fn place_of(unknown: UnknownId, row: &mut Vec<UnknownId>) -> u32 {
    let known = row.iter().position(|&known| known == unknown);
    known.unwrap_or_else(|| {
        row.push(unknown);
        row.len() - 1
    }) as u32
}

/// A diagram with numbers in place of places.
fn numbered(diagram: &Diagram, row: &mut Vec<UnknownId>) -> Diagram {
    diagram.renamed(|unknown| place_of(UnknownId(unknown), row))
}
