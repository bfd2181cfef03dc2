//! Clause heads against the arguments of a call.

use super::Stop;
use super::machine::Machine;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::{Clause, Expr};
use crate::language::source::Span;
use crate::language::term::{Node, Open, TermId, Terms};

impl Machine<'_> {
    /// Matches a clause's head and sets its body to be done.
    pub(super) fn try_clause(
        &mut self,
        predicate: crate::language::program::PredicateId,
        clause: u32,
        args: &[TermId],
        next: u32,
    ) -> Result<(), Stop> {
        let span = self.world.program.predicates[predicate.0 as usize].span;
        let strict = std::mem::replace(&mut self.strict, false);
        self.agenda.now = next;
        let result = match self.world.clauses(predicate).get(clause) {
            Clause::Fact(row, _) => {
                let row = row.clone();
                args.iter().zip(row.iter()).try_for_each(|(&arg, &term)| self.matching(arg, term, span))
            }
            Clause::Rule(rule) => {
                let rule = rule.clone();
                let base = self.new_vars(rule.scope.len());
                let now = self.goal_todo(rule.goal.clone(), base, next);
                self.agenda.now = now;
                rule.head
                    .iter()
                    .zip(args)
                    .try_for_each(|(pattern, &term)| self.match_pattern(pattern, term, base, rule.span))
            }
        };
        self.strict = strict;
        result
    }

    /// Matches a head's pattern with a term, without building what is only looked at.
    pub(super) fn match_pattern(
        &mut self,
        pattern: &Expr,
        term: TermId,
        base: u32,
        span: Span,
    ) -> Result<(), Stop> {
        match pattern {
            Expr::Any => Ok(()),
            Expr::Slot(slot) => {
                let known = self.slot(*slot, base);
                match self.node(known) {
                    &Node::Var(var) if known == self.var_term(base + u32::from(*slot)) => {
                        let term = self.deref(term);
                        if known != term {
                            self.bind(var, term);
                        }
                        Ok(())
                    }
                    _ => self.matching(known, term, span),
                }
            }
            Expr::List(parts, tail) => {
                let mut rest = term;
                for (done, part) in parts.iter().enumerate() {
                    rest = self.deref(rest);
                    match *self.node(rest) {
                        Node::Cons(head, more) => {
                            self.match_pattern(part, head, base, span)?;
                            rest = more;
                        }
                        Node::Set(_) | Node::Range(..) => {
                            let list = self.as_list(rest)?;
                            let remaining = Expr::List(parts[done..].to_vec(), tail.clone());
                            return self.match_pattern(&remaining, list, base, span);
                        }
                        Node::Open(Open::List(_) | Open::Reach(..)) => {
                            return Err(meaning::open_length(span).into());
                        }
                        Node::Var(_) => {
                            let remaining = Expr::List(parts[done..].to_vec(), tail.clone());
                            let built = self.build(&remaining, base, span)?;
                            return self.matching(rest, built, span);
                        }
                        _ => return Err(Stop::Fails),
                    }
                }
                match tail {
                    Some(tail) => self.match_pattern(tail, rest, base, span),
                    None => self.matching(rest, Terms::NIL, span),
                }
            }
            Expr::Place(name, parts) | Expr::Compound(name, parts) => {
                let term = self.deref(term);
                let found = match (self.node(term), pattern) {
                    (Node::Place(other, others), Expr::Place(..))
                    | (Node::Compound(other, others), Expr::Compound(..))
                        if other == name && others.len() == parts.len() =>
                    {
                        Some(others.clone())
                    }
                    (Node::Var(_), _) => None,
                    (Node::Int(_) | Node::Sym(_), Expr::Place(..)) => None,
                    _ => return Err(Stop::Fails),
                };
                match found {
                    Some(others) => parts
                        .iter()
                        .zip(others.iter())
                        .try_for_each(|(part, &other)| self.match_pattern(part, other, base, span)),
                    None => {
                        let built = self.build(pattern, base, span)?;
                        self.matching(built, term, span)
                    }
                }
            }
            _ => {
                let built = self.build(pattern, base, span)?;
                self.matching(built, term, span)
            }
        }
    }
}
