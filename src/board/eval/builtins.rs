//! The built-in goals `distinct` and `same`, and running through a list.

use super::Stop;
use super::machine::Machine;
use super::stacks::ChoiceKind;
use super::unify::LONG;
use crate::base::hash::Set;
use crate::board::formula::Formula;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::{Builtin, Expr};
use crate::language::source::Span;
use crate::language::term::{FormulaId, Guarded, Node, Open, TermId};

impl Machine<'_> {
    /// `distinct` and `same`.
    pub(super) fn builtin(
        &mut self,
        builtin: Builtin,
        args: &[Expr],
        base: u32,
        span: Span,
    ) -> Result<(), Stop> {
        match builtin {
            Builtin::Same => {
                let (left, right) = (self.value(&args[0], base, span)?, self.value(&args[1], base, span)?);
                match (self.node(left), self.node(right)) {
                    (Node::Var(_), Node::Var(_)) if left != right => Err(Stop::NotReady),
                    (Node::Var(_), _) | (_, Node::Var(_)) => self.matching(left, right, span),
                    _ => {
                        let (left, right) = (self.bound(left)?, self.bound(right)?);
                        if left == right { Ok(()) } else { Err(Stop::Fails) }
                    }
                }
            }
            Builtin::Distinct => {
                let list = self.value(&args[0], base, span)?;
                let list = self.bound(list)?;
                self.distinct(list, span)
            }
            Builtin::Square => Ok(()),
        }
    }

    pub(super) fn distinct(&mut self, list: TermId, span: Span) -> Result<(), Stop> {
        let elements = self.guarded(list, span)?;
        let is_open_list = |term| matches!(self.node(term), Node::Open(Open::List(_) | Open::Reach(..)));
        if elements.iter().any(|&(_, element)| is_open_list(element)) {
            return Err(meaning::open_length(span).into());
        }
        let is_list = |machine: &Self, term| {
            matches!(machine.node(term), Node::Nil | Node::Cons(..) | Node::Set(_) | Node::Range(..))
        };
        let lists = elements.iter().filter(|&&(_, element)| is_list(self, element)).count();
        if lists > 0 {
            if lists < elements.len() {
                let stranger = elements.iter().find(|&&(_, element)| !is_list(self, element));
                let stranger = stranger.map_or(list, |&(_, element)| element);
                return Err(self.wrong_kind(stranger, "a list", span).into());
            }
            return self.distinct_lists(&elements, span);
        }
        let mut places = Set::default();
        let mut values = Vec::with_capacity(elements.len());
        for (guard, element) in elements {
            let value = match self.read(element, span) {
                Err(Stop::Fails) => continue,
                other => other?,
            };
            if guard == FormulaId::TRUE && !places.insert(value) {
                // The same place, or the same known value, twice.
                return Err(Stop::Fails);
            }
            values.push((guard, value));
        }
        let open = |machine: &Self, value| matches!(machine.node(value), Node::Place(..) | Node::Open(_));
        let settled = values.iter().all(|&(guard, value)| guard == FormulaId::TRUE && !open(self, value));
        if values.len() < 2 || settled {
            return Ok(());
        }
        values.sort_unstable();
        let formula = self.world.formulas.add(Formula::Distinct(values.into()));
        self.require(formula)
    }

    fn distinct_lists(&mut self, elements: &[Guarded], span: Span) -> Result<(), Stop> {
        if elements.iter().any(|&(guard, _)| guard != FormulaId::TRUE) {
            return Err(meaning::open_length(span).into());
        }
        let mut lists: Vec<TermId> = elements.iter().map(|&(_, list)| list).collect();
        let flat = lists.iter().all(|&list| self.is_flat(list));
        let mut apart = Vec::new();
        for (index, &first) in lists.iter().enumerate() {
            self.spend_on_list(lists.len())?;
            for &second in &lists[index + 1..] {
                let equal = self.gather(|machine| machine.equal(first, second, span))?;
                if equal == FormulaId::TRUE {
                    return Err(Stop::Fails);
                }
                if equal != FormulaId::FALSE {
                    apart.push(self.world.negate(equal));
                }
            }
            // One constraint says it of all lists, as soon as one pair depends on values.
            if flat && !apart.is_empty() {
                break;
            }
        }
        if !flat || apart.is_empty() {
            let all = self.world.formulas.and(apart);
            return self.require(all);
        }
        lists.sort_unstable();
        if lists.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(Stop::Fails);
        }
        let formula = self.world.formulas.add(Formula::DistinctLists(lists.into()));
        self.require(formula)
    }

    /// Whether a list has an order, and each element a value.
    fn is_flat(&mut self, list: TermId) -> bool {
        if matches!(self.node(list), Node::Set(_)) {
            return false;
        }
        let elements = self.world.terms.elements(list, LONG);
        elements.is_some_and(|elements| {
            elements.iter().all(|&element| match self.node(element) {
                Node::Int(_) | Node::Sym(_) => true,
                Node::Place(..) => self.world.unknown(element).is_some(),
                Node::Open(open) => !matches!(open, Open::List(_) | Open::Reach(..)),
                _ => false,
            })
        })
    }

    /// Runs an item through the elements of a list.
    pub(super) fn run_through_list(
        &mut self,
        item: TermId,
        list: TermId,
        span: Span,
        next: u32,
    ) -> Result<(), Stop> {
        if let &Node::Range(low, high) = self.node(list) {
            self.push_choice(ChoiceKind::Integers { item, value: low, high, span }, next);
            return Err(Stop::Fails);
        }
        let elements = self.guarded(list, span)?;
        self.choose(item, elements.into(), span, next)
    }
}
