//! The diagrams of all definitions and grammars that conditions hold anywhere inside, also deep in their numbers.

use crate::base::diagram::Diagram;
use crate::base::hash::{Map, Set};
use crate::board::eval::{World, branch};
use crate::board::formula::Formula;
use crate::language::diagnostic::Diagnostic;
use crate::language::source::Span;
use crate::language::term::{FormulaId, Guarded, Node, Open, RelationId, TermId};

/// Diagrams under way.
#[derive(Default)]
pub(super) struct Diagrams {
    /// By the condition they stand for.
    pub(super) made: Map<FormulaId, Diagram>,
    formulas: Set<FormulaId>,
    terms: Set<TermId>,
    relations: Set<RelationId>,
}

/// What is left to look at.
enum Part {
    Formula(FormulaId),
    Term(TermId),
}

impl Diagrams {
    /// Makes those of a condition.
    pub(super) fn add(
        &mut self,
        world: &mut World,
        id: FormulaId,
        span: Span,
    ) -> Result<(), Box<Diagnostic>> {
        let mut open = vec![Part::Formula(id)];
        let mut wanted = Vec::new();
        while let Some(part) = open.pop() {
            match part {
                Part::Formula(id) if self.formulas.insert(id) => {
                    if matches!(world.formulas.get(id), Formula::Walk(_) | Formula::Matches(..)) {
                        wanted.push(id);
                    }
                    self.inside_formula(world, id, &mut open);
                }
                Part::Term(term) if self.terms.insert(term) => inside_term(world, term, &mut open, self),
                _ => {}
            }
        }
        for id in wanted {
            let diagram = match world.formulas.get(id).clone() {
                Formula::Walk(closures) => branch::walk(world, &closures, span)?,
                Formula::Matches(list, grammar, args) => branch::line(world, list, grammar, &args, span)?,
                _ => continue,
            };
            self.made.insert(id, diagram);
        }
        Ok(())
    }

    fn inside_formula(&mut self, world: &World, id: FormulaId, open: &mut Vec<Part>) {
        match world.formulas.get(id) {
            Formula::True | Formula::False | Formula::Walk(_) | Formula::Matches(..) => {}
            Formula::Compare(_, term) => open.push(Part::Term(*term)),
            Formula::Same(left, right) => open.extend([Part::Term(*left), Part::Term(*right)]),
            Formula::And(parts) | Formula::Or(parts) => {
                open.extend(parts.iter().map(|&part| Part::Formula(part)));
            }
            Formula::Not(inner) => open.push(Part::Formula(*inner)),
            Formula::Distinct(list) => guarded(list, open),
            Formula::DistinctLists(lists) => open.extend(lists.iter().map(|&list| Part::Term(list))),
            Formula::Connected(list, relation) => {
                guarded(list, open);
                self.relation(world, *relation, open);
            }
            Formula::Joined(.., relation) | Formula::Loop(relation) => self.relation(world, *relation, open),
        }
    }

    fn relation(&mut self, world: &World, relation: RelationId, open: &mut Vec<Part>) {
        if self.relations.insert(relation) {
            let pairs = &world.relations[relation.0 as usize].pairs;
            open.extend(pairs.iter().map(|&(.., condition)| Part::Formula(condition)));
        }
    }
}

fn guarded(list: &[Guarded], open: &mut Vec<Part>) {
    for &(guard, term) in list {
        open.extend([Part::Formula(guard), Part::Term(term)]);
    }
}

fn inside_term(world: &World, term: TermId, open: &mut Vec<Part>, diagrams: &mut Diagrams) {
    match world.terms.node(term) {
        Node::Cons(head, tail) => open.extend([Part::Term(*head), Part::Term(*tail)]),
        Node::Set(parts) | Node::Compound(_, parts) => {
            open.extend(parts.iter().map(|&part| Part::Term(part)))
        }
        Node::Open(inner) => match inner {
            Open::Linear(_, terms) => open.extend(terms.iter().map(|&(_, term)| Part::Term(term))),
            Open::Mul(left, right) | Open::Div(left, right) | Open::Mod(left, right) => {
                open.extend([Part::Term(*left), Part::Term(*right)]);
            }
            Open::Abs(inner) => open.push(Part::Term(*inner)),
            Open::Min(list) | Open::Max(list) | Open::Product(list) | Open::List(list) => guarded(list, open),
            Open::Nth(index, list) => {
                open.push(Part::Term(*index));
                open.extend(list.iter().map(|&term| Part::Term(term)));
            }
            Open::Truth(formula) => open.push(Part::Formula(*formula)),
            Open::Reach(_, relation) | Open::ReachSize(_, relation) => {
                diagrams.relation(world, *relation, open);
            }
        },
        _ => {}
    }
}
