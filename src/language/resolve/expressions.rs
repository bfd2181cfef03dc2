//! Terms to expressions: names become numbers, what is computed becomes a goal of its own.

use super::index::Meaning;
use super::lower::{Goals, Lower};
use super::names::Role;
use super::scope::{direct, has_segments};
use crate::base::hash::Set;
use crate::language::cell;
use crate::language::diagnostic::catalogue::names as say;
use crate::language::program::{Body, Construct, Expr, Function, GoalKind, Named, PatternItem};
use crate::language::source::Span;
use crate::language::syntax::ast::{Comparison, ListItem, Name, Term, TermKind};
use crate::language::term::{Node, TermId, Terms};

impl Lower<'_> {
    /// An argument of a call: what is computed becomes a goal of its own, so that it may run backwards.
    pub fn argument(&mut self, term: &Term, out: &mut Goals) -> Expr {
        let mut expr = self.value(term, out);
        if is_simple(&expr) {
            return expr;
        }
        let slot = self.fresh(term.span);
        self.pick(&mut expr, term.span, out);
        out.push(self.goal(GoalKind::Compare(Comparison::Equal, Expr::Slot(slot), expr), term.span));
        Expr::Slot(slot)
    }

    /// An argument of a head: each placeholder once, a repeated one compared.
    pub fn head_argument(&mut self, term: &Term, out: &mut Goals) -> Expr {
        self.linear.get_or_insert_with(Set::default);
        self.argument(term, out)
    }

    /// The head is done.
    pub fn end_of_head(&mut self) {
        self.linear = None;
    }

    /// Anything that has a value.
    pub fn value(&mut self, term: &Term, out: &mut Goals) -> Expr {
        match &term.kind {
            TermKind::Paren(inner) => self.value(inner, out),
            TermKind::Int(value) => {
                let value = self.terms().int(*value);
                Expr::Ground(value)
            }
            TermKind::Text(text) => {
                let symbol = self.terms().sym(text);
                Expr::Ground(symbol)
            }
            TermKind::Name(name) => self.name(name, term.span, out),
            TermKind::Placeholder(name) if name == "_" => Expr::Any,
            TermKind::Placeholder(name) => self.placeholder(name, term.span, out),
            TermKind::Call { name, args } => self.function(name, args, term.span, out),
            TermKind::List { items, tail } => self.list(items, tail.as_deref(), term.span, out),
            TermKind::Set(parts) => {
                let parts = parts.iter().map(|part| self.argument(part, out)).collect();
                self.ground_or(parts, Terms::set, Expr::Set)
            }
            TermKind::SetOf { .. } => {
                let list = self.value(&term.listed(), out);
                Expr::Apply(Function::Set, vec![list])
            }
            TermKind::Comprehension { element, goal } => self.comprehension(element, goal, term.span, out),
            TermKind::Range(..) | TermKind::Arithmetic(..) | TermKind::Negative(_) | TermKind::Prime(_) => {
                // What is computed compares nothing with the head around it.
                let linear = self.linear.take();
                let expr = self.computed(term, out);
                self.linear = linear;
                expr
            }
            TermKind::Broken => Expr::Any,
            _ => {
                self.diagnostics.push(say::not_a_value(term.span));
                Expr::Any
            }
        }
    }

    pub(super) fn computed(&mut self, term: &Term, out: &mut Goals) -> Expr {
        match &term.kind {
            TermKind::Range(low, high) => {
                let (low, high) = (self.value(low, out), self.value(high, out));
                if let (Expr::Ground(low), Expr::Ground(high)) = (&low, &high)
                    && let (&Node::Int(low), &Node::Int(high)) =
                        (self.program.terms.node(*low), self.program.terms.node(*high))
                {
                    let range =
                        if low > high { Terms::NIL } else { self.terms().add(Node::Range(low, high)) };
                    return Expr::Ground(range);
                }
                Expr::Range(Box::new(low), Box::new(high))
            }
            TermKind::Arithmetic(sign, left, right) => {
                let (left, right) = (self.value(left, out), self.value(right, out));
                Expr::Arithmetic(*sign, Box::new(left), Box::new(right))
            }
            TermKind::Negative(inner) => {
                let inner = self.value(inner, out);
                if let Expr::Ground(id) = inner
                    && let &Node::Int(value) = self.program.terms.node(id)
                {
                    let value = self.terms().int(-value);
                    return Expr::Ground(value);
                }
                Expr::Negative(Box::new(inner))
            }
            TermKind::Prime(inner) => {
                if !self.primes {
                    self.diagnostics.push(say::misplaced_prime(term.span));
                }
                Expr::Prime(Box::new(self.value(inner, out)))
            }
            _ => Expr::Any,
        }
    }

    pub(super) fn placeholder(&mut self, name: &str, span: Span, out: &mut Goals) -> Expr {
        let slot = self.slot(name, span);
        let start = self.uses.statement.start;
        self.uses.mention(span, || Meaning::Placeholder(name.to_owned(), start));
        if let Some(seen) = &mut self.linear
            && !seen.insert(slot)
        {
            let again = self.fresh(span);
            let (left, right) = (Expr::Slot(slot), Expr::Slot(again));
            out.push(self.goal(GoalKind::Compare(Comparison::Equal, left, right), span));
            return Expr::Slot(again);
        }
        Expr::Slot(slot)
    }

    pub(super) fn name(&mut self, name: &str, span: Span, out: &mut Goals) -> Expr {
        if let Some(&param) = self.names.params.get(name)
            && !self.prelude
        {
            self.uses.params.insert(param);
            self.uses.mention(span, || Meaning::Param(name.to_owned()));
            return Expr::Param(param);
        }
        if let "rows" | "cols" = name {
            self.uses.mention(span, || Meaning::BuiltIn(name.to_owned()));
        }
        match name {
            "rows" => return Expr::Rows,
            "cols" => return Expr::Cols,
            "cells" => {
                let name = Name { text: name.to_owned(), span };
                return self.function(&name, &[], span, out);
            }
            _ => {}
        }
        if self.names.families.contains_key(&(name.to_owned(), 0)) {
            self.uses.mention(span, || Meaning::Unknown(name.to_owned(), 0));
            return self.place(name, Vec::new());
        }
        if let Some((row, column)) = cell::named(name) {
            let parts = [row, column].map(|number| Expr::Ground(self.program.terms.int(number)));
            return self.place("cell", parts.into());
        }
        let symbol = self.terms().sym(name);
        Expr::Ground(symbol)
    }

    pub(super) fn is_place(&self, name: &str, arity: usize) -> bool {
        (name == "cell" && arity == 2)
            || (!self.prelude && self.names.families.contains_key(&(name.to_owned(), arity)))
    }

    /// Notes an unknown; the cells of the grid are the language's.
    pub(super) fn mention_place(&mut self, name: &Name, arity: usize) {
        let text = || name.text.clone();
        self.uses.mention(name.span, || match name.text.as_str() {
            "cell" => Meaning::BuiltIn(text()),
            _ => Meaning::Unknown(text(), arity),
        });
    }

    pub(super) fn place(&mut self, name: &str, args: Vec<Expr>) -> Expr {
        let symbol = self.terms().symbol(name);
        self.ground_or(
            args,
            |terms, args| terms.add(Node::Place(symbol, args.into())),
            |args| Expr::Place(symbol, args),
        )
    }

    /// One ground term, if all parts are ground.
    fn ground_or(
        &mut self,
        parts: Vec<Expr>,
        build: impl FnOnce(&mut Terms, Vec<TermId>) -> TermId,
        keep: impl FnOnce(Vec<Expr>) -> Expr,
    ) -> Expr {
        let ground: Option<Vec<TermId>> =
            parts.iter().map(|part| if let Expr::Ground(id) = part { Some(*id) } else { None }).collect();
        match ground {
            Some(ground) => Expr::Ground(build(self.terms(), ground)),
            None => keep(parts),
        }
    }

    pub(super) fn function(&mut self, name: &Name, args: &[Term], span: Span, out: &mut Goals) -> Expr {
        let key = (name.text.clone(), args.len() + 1);
        if self.is_place(&name.text, args.len()) {
            self.mention_place(name, args.len());
            let args = args.iter().map(|arg| self.argument(arg, out)).collect();
            return self.place(&name.text, args);
        }
        if let Some(function) = Construct::function(&name.text, args.len()) {
            self.uses.mention(name.span, || Meaning::BuiltIn(key.0));
            let linear = self.linear.take();
            let args = args.iter().map(|arg| self.value(arg, out)).collect();
            self.linear = linear;
            return Expr::Apply(function, args);
        }
        if Construct::find(&name.text, args.len()) == Some(Construct::Named(Named::Reach)) {
            self.uses.mention(name.span, || Meaning::BuiltIn(key.0));
            let from = self.argument(&args[0], out);
            let Some(relation) = self.relation(&args[1]) else { return Expr::Any };
            self.program.reaches.push((relation, span));
            return Expr::Reach(Box::new(from), relation);
        }
        if let Some(predicate) = self.names.visible(&key, self.prelude) {
            self.uses.predicates.insert(predicate);
            self.uses.mention(name.span, || Meaning::Predicate(key.0, key.1));
            let linear = self.linear.take();
            let mut args: Vec<Expr> = args.iter().map(|arg| self.argument(arg, out)).collect();
            self.linear = linear;
            let result = self.fresh(span);
            args.push(Expr::Slot(result));
            out.push(self.goal(GoalKind::Call { predicate, args, function: true }, span));
            return Expr::Slot(result);
        }
        let written = self.names.compounds.get(&(name.text.clone(), args.len())).copied().unwrap_or(0);
        if written < 2 {
            self.unknown(Role::Value, name, args.len(), span);
        }
        let args = args.iter().map(|arg| self.argument(arg, out)).collect();
        let symbol = self.terms().symbol(&name.text);
        self.ground_or(
            args,
            |terms, args| terms.add(Node::Compound(symbol, args.into())),
            |args| Expr::Compound(symbol, args),
        )
    }

    pub(super) fn list(
        &mut self,
        items: &[ListItem],
        tail: Option<&Term>,
        span: Span,
        out: &mut Goals,
    ) -> Expr {
        // A range as an element stands for its members, so the list is a pattern with a known segment.
        let ranges = |item: &ListItem| matches!(item, ListItem::One(term) if matches!(term.bare().kind, TermKind::Range(..)));
        if has_segments(items) || items.iter().any(ranges) {
            let slot = self.fresh(span);
            self.pattern(Expr::Slot(slot), items, tail, span, out);
            return Expr::Slot(slot);
        }
        let outer = self.linear.is_none();
        if outer {
            self.linear = Some(Set::default());
        }
        let parts: Vec<Expr> =
            items.iter().filter_map(ListItem::term).map(|term| self.argument(term, out)).collect();
        let tail = tail.map(|tail| self.argument(tail, out));
        if outer {
            self.linear = None;
        }
        match tail {
            None => self.ground_or(parts, |terms, parts| terms.list(&parts), |parts| Expr::List(parts, None)),
            Some(tail) => Expr::List(parts, Some(Box::new(tail))),
        }
    }

    pub(super) fn pattern(
        &mut self,
        list: Expr,
        items: &[ListItem],
        tail: Option<&Term>,
        span: Span,
        out: &mut Goals,
    ) {
        let outer = self.linear.is_none();
        if outer {
            self.linear = Some(Set::default());
        }
        let mut lowered: Vec<PatternItem> = Vec::new();
        for item in items {
            lowered.push(match item {
                ListItem::One(term) if matches!(term.bare().kind, TermKind::Range(..)) => {
                    PatternItem::Segment(self.argument(term, out))
                }
                ListItem::One(term) => PatternItem::One(self.argument(term, out)),
                ListItem::Any(_) => PatternItem::Any,
                ListItem::Segment(term) => PatternItem::Segment(self.segment(term, out)),
                ListItem::Fill(term) => PatternItem::Fill(self.argument(term, out)),
            });
        }
        lowered.extend(tail.map(|tail| PatternItem::Segment(self.segment(tail, out))));
        if outer {
            self.linear = None;
        }
        out.push(self.goal(GoalKind::Pattern(list, lowered), span));
    }

    /// A segment may be named elsewhere in a head, where it is bound: the same list, not one to compare with.
    fn segment(&mut self, term: &Term, out: &mut Goals) -> Expr {
        let linear = self.linear.take();
        let expr = self.argument(term, out);
        self.linear = linear;
        expr
    }

    pub(super) fn comprehension(&mut self, element: &Term, goal: &Term, span: Span, out: &mut Goals) -> Expr {
        let (linear, strict) = (self.linear.take(), std::mem::replace(&mut self.strict, false));
        let mut own = Set::default();
        direct(element, &mut own);
        direct(goal, &mut own);
        let mut late: Vec<&str> = own
            .into_iter()
            .filter(|name| {
                self.visible.contains(*name) && !self.scope.names.iter().any(|known| known == name)
            })
            .collect();
        late.sort_unstable();
        for name in late {
            self.diagnostics.push(say::bound_later(name, span));
        }
        let needs = self.needs(&[element, goal]);
        let before = self.enter(&[element, goal]);
        let mut goals = Vec::new();
        self.condition(goal, &mut goals);
        let element = self.value(element, &mut goals);
        let goal = self.all(goals, goal.span);
        self.visible = before;
        (self.linear, self.strict) = (linear, strict);
        let result = self.fresh(span);
        out.push(self.goal(GoalKind::Collect { element, goal, result, needs }, span));
        Expr::Slot(result)
    }

    /// An expression that stands by itself, with the goals that compute it.
    pub fn body(mut self, term: &Term) -> Body {
        self.enter(&[term]);
        let mut goals = Vec::new();
        let value = self.value(term, &mut goals);
        let goal = self.all(goals, term.span);
        Body { scope: self.scope, goal, value, span: term.span }
    }
}

/// Whether an expression needs no computing: it may stand in a call as it is.
fn is_simple(expr: &Expr) -> bool {
    match expr {
        Expr::Ground(_) | Expr::Slot(_) | Expr::Any | Expr::Param(_) | Expr::Rows | Expr::Cols => true,
        Expr::List(parts, tail) => parts.iter().chain(tail.as_deref()).all(is_simple),
        Expr::Set(parts) | Expr::Compound(_, parts) | Expr::Place(_, parts) => parts.iter().all(is_simple),
        Expr::Range(..) | Expr::Negative(_) | Expr::Arithmetic(..) | Expr::Apply(..) => false,
        Expr::Prime(_) | Expr::Reach(..) => false,
    }
}
