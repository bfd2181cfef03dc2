//! Statements to goals: names become numbers, functions and comprehensions become goals of their own.

use std::sync::Arc;

use crate::diagnostic::catalogue::{meaning, names as say};
use crate::diagnostic::{Diagnostic, nearest};
use crate::hash::Set;
use crate::program::{
    Body, Builtin, Expr, Function, Goal, GoalKind, PatternItem, PredicateId, Program, Scope, Slot,
};
use crate::source::Span;
use crate::syntax::ast::{Comparison, ListItem, Name, Operator, Term, TermKind};
use crate::term::{Node, TermId, Terms};

use super::names::{Names, Role};
use super::scope::{direct, everywhere, has_segments};

/// Goals in the order they are to run.
pub type Goals = Vec<Arc<Goal>>;

/// What is used anywhere, for the lint on unused definitions.
#[derive(Default)]
pub struct Uses {
    /// Predicates called, or named as a layer or relation.
    pub predicates: Set<PredicateId>,
    /// Grammar heads.
    pub grammars: Set<u32>,
    /// Params.
    pub params: Set<usize>,
}

/// Lowers one statement.
pub struct Lower<'a> {
    /// What names mean.
    pub names: &'a Names,
    /// The program so far.
    pub program: &'a mut Program,
    /// What to say.
    pub diagnostics: &'a mut Vec<Diagnostic>,
    /// What is used.
    pub uses: &'a mut Uses,
    /// Whether the statement stands in the prelude.
    pub prelude: bool,
    /// The placeholders so far.
    pub scope: Scope,
    /// The names that belong to the parts around the one at hand.
    pub visible: Set<String>,
    /// Whether goals stand directly right of a law's `=>`.
    pub strict: bool,
    /// Whether `X'` may stand here.
    pub primes: bool,
    /// Inside a head or list pattern: the placeholders that have occurred in it.
    linear: Option<Set<Slot>>,
    /// Whether the statement was found to have too many placeholders.
    crowded: bool,
}

/// How many placeholders a statement may have, those that its functions and comprehensions need included.
const MOST_NAMES: usize = 2000;

impl<'a> Lower<'a> {
    /// For a statement of the prelude, or of another file.
    pub fn new(
        names: &'a Names,
        program: &'a mut Program,
        diagnostics: &'a mut Vec<Diagnostic>,
        uses: &'a mut Uses,
        prelude: bool,
    ) -> Self {
        Lower {
            names,
            program,
            diagnostics,
            uses,
            prelude,
            scope: Scope::default(),
            visible: Set::default(),
            strict: false,
            primes: false,
            linear: None,
            crowded: false,
        }
    }

    fn terms(&mut self) -> &mut Terms {
        &mut self.program.terms
    }

    /// The slot of a named placeholder.
    pub fn slot(&mut self, name: &str, span: Span) -> Slot {
        match self.scope.names.iter().position(|known| known == name) {
            Some(slot) => slot as Slot,
            None => self.add_slot(name.to_owned(), span),
        }
    }

    fn add_slot(&mut self, name: String, span: Span) -> Slot {
        if self.scope.names.len() >= MOST_NAMES {
            if !self.crowded {
                self.crowded = true;
                self.diagnostics.push(say::too_many_names(MOST_NAMES, span));
            }
            return 0;
        }
        self.scope.names.push(name);
        self.scope.spans.push(span);
        (self.scope.names.len() - 1) as Slot
    }

    fn fresh(&mut self, span: Span) -> Slot {
        self.add_slot(String::new(), span)
    }

    fn goal(&self, kind: GoalKind, span: Span) -> Arc<Goal> {
        Arc::new(Goal { kind, span, strict: self.strict })
    }

    /// Several goals as one.
    pub fn all(&self, mut goals: Goals, span: Span) -> Arc<Goal> {
        match goals.len() {
            0 => self.goal(GoalKind::Truth(true), span),
            1 => goals.remove(0),
            _ => self.goal(GoalKind::All(goals), span),
        }
    }

    /// Makes the names that occur directly in these terms belong to the part at hand; returns those of before.
    pub fn enter(&mut self, terms: &[&Term]) -> Set<String> {
        let mut found = Set::default();
        terms.iter().for_each(|term| direct(term, &mut found));
        let before = self.visible.clone();
        self.visible.extend(found.into_iter().map(str::to_owned));
        before
    }

    /// The slots of the names of a part that belong to the outside.
    fn needs(&mut self, terms: &[&Term]) -> Vec<Slot> {
        let mut found = Set::default();
        terms.iter().for_each(|term| everywhere(term, &mut found));
        let mut outer: Vec<String> =
            found.into_iter().filter(|name| self.visible.contains(*name)).map(str::to_owned).collect();
        outer.sort_unstable();
        outer.iter().map(|name| self.slot(name, terms[0].span)).collect()
    }

    // ---- goals

    /// Adds the goals of a condition to a list.
    pub fn condition(&mut self, term: &Term, out: &mut Goals) {
        match &term.kind {
            TermKind::Paren(inner) => self.condition(inner, out),
            TermKind::Truth(value) => out.push(self.goal(GoalKind::Truth(*value), term.span)),
            TermKind::And(parts) => parts.iter().for_each(|part| self.condition(part, out)),
            TermKind::Or(parts) => {
                let branches = parts.iter().map(|part| self.conjunction(part)).collect();
                out.push(self.goal(GoalKind::Any(branches), term.span));
            }
            TermKind::Not(inner) => {
                let goal = self.negation(&[inner], |lower| lower.conjunction(inner), term.span);
                out.push(goal);
            }
            TermKind::Implies(left, right) => {
                // For every answer of the left the right holds: there is none for which it does not.
                let goal = self.negation(
                    &[left, right],
                    |lower| {
                        let strict = std::mem::replace(&mut lower.strict, false);
                        let mut goals = Vec::new();
                        lower.condition(left, &mut goals);
                        lower.strict = strict;
                        let inner = lower.negation(&[right], |lower| lower.conjunction(right), right.span);
                        goals.push(inner);
                        lower.all(goals, term.span)
                    },
                    term.span,
                );
                out.push(goal);
            }
            TermKind::Compare(sign, left, right) => self.comparison(*sign, left, right, term.span, out),
            TermKind::In(item, list) => {
                let list = self.value(list, out);
                let item = self.argument(item, out);
                out.push(self.goal(GoalKind::In(item, list), term.span));
            }
            TermKind::Matches(list, head) => self.matches(list, head, term.span, out),
            TermKind::Call { name, args } => self.call(name, args, term.span, out),
            TermKind::Name(name) => {
                let name = Name { text: name.clone(), span: term.span };
                self.call(&name, &[], term.span, out);
            }
            TermKind::Broken => {}
            _ => self.diagnostics.push(say::not_a_goal(term.span)),
        }
    }

    /// A condition as one goal.
    pub fn conjunction(&mut self, term: &Term) -> Arc<Goal> {
        let mut goals = Vec::new();
        self.condition(term, &mut goals);
        self.all(goals, term.span)
    }

    /// `not`, with a scope of its own for the names that occur directly in the first of these terms.
    fn negation(
        &mut self,
        terms: &[&Term],
        inner: impl FnOnce(&mut Self) -> Arc<Goal>,
        span: Span,
    ) -> Arc<Goal> {
        let needs = self.needs(terms);
        let before = self.enter(&terms[..1]);
        let goal = inner(self);
        self.visible = before;
        self.goal(GoalKind::Not { goal, needs }, span)
    }

    fn comparison(&mut self, sign: Comparison, left: &Term, right: &Term, span: Span, out: &mut Goals) {
        let segments =
            |term: &Term| matches!(&term.bare().kind, TermKind::List { items, .. } if has_segments(items));
        let (list, pattern) = match (segments(left), segments(right)) {
            (false, false) => {
                let left = self.value(left, out);
                let right = self.value(right, out);
                for side in [&left, &right] {
                    self.pick(side, span, out);
                }
                out.push(self.goal(GoalKind::Compare(sign, left, right), span));
                return;
            }
            (true, false) => (right, left),
            _ => (left, right),
        };
        let list = self.value(list, out);
        let TermKind::List { items, tail } = &pattern.bare().kind else { return };
        if sign == Comparison::Equal {
            self.pattern(list, items, tail.as_deref(), span, out);
        } else {
            // Any other comparison speaks about the list the pattern stands for.
            let slot = self.fresh(pattern.span);
            self.pattern(Expr::Slot(slot), items, tail.as_deref(), span, out);
            out.push(self.goal(GoalKind::Compare(sign, list, Expr::Slot(slot)), span));
        }
    }

    /// Asks for the places of an expression whose index may be unbound.
    fn pick(&mut self, expr: &Expr, span: Span, out: &mut Goals) {
        match expr {
            Expr::Place(_, args) if args.iter().any(mentions_slots) => {
                out.push(self.goal(GoalKind::Pick(expr.clone()), span));
            }
            Expr::List(parts, tail) => {
                parts.iter().chain(tail.as_deref()).for_each(|part| self.pick(part, span, out))
            }
            Expr::Set(parts) | Expr::Apply(_, parts) => {
                parts.iter().for_each(|part| self.pick(part, span, out))
            }
            Expr::Negative(inner) | Expr::Prime(inner) => self.pick(inner, span, out),
            Expr::Arithmetic(_, left, right) => {
                self.pick(left, span, out);
                self.pick(right, span, out);
            }
            _ => {}
        }
    }

    fn matches(&mut self, list: &Term, head: &Term, span: Span, out: &mut Goals) {
        let list = self.value(list, out);
        let Some((name, name_span, args)) = head.bare().as_head() else {
            self.diagnostics.push(say::not_a_goal(head.span));
            return;
        };
        let Some(&grammar) = self.names.grammars.get(&(name.to_owned(), args.len())) else {
            let shown = format!("{name}/{}", args.len());
            let mut known: Vec<&str> = self.names.grammars.keys().map(|(name, _)| name.as_str()).collect();
            known.sort_unstable();
            let same: Vec<usize> = self
                .names
                .grammars
                .keys()
                .filter(|(known, _)| known == name)
                .map(|(_, arity)| *arity)
                .collect();
            self.diagnostics.push(if same.is_empty() {
                say::unknown_name("line grammar", &shown, head.span, name_span, known)
            } else {
                say::wrong_arity(name, args.len(), &same, head.span, None)
            });
            return;
        };
        self.uses.grammars.insert(grammar.0);
        let args = args.iter().map(|arg| self.argument(arg, out)).collect();
        out.push(self.goal(GoalKind::Matches(list, grammar, args), span));
    }

    fn call(&mut self, name: &Name, args: &[Term], span: Span, out: &mut Goals) {
        let key = (name.text.clone(), args.len());
        if let Some(predicate) = self.names.visible(&key, self.prelude) {
            self.uses.predicates.insert(predicate);
            let args = args.iter().map(|arg| self.argument(arg, out)).collect();
            out.push(self.goal(GoalKind::Call { predicate, args, function: false }, span));
        } else if let Some(builtin) = Builtin::find(&name.text, args.len()) {
            let args = args.iter().map(|arg| self.argument(arg, out)).collect();
            out.push(self.goal(GoalKind::Builtin(builtin, args), span));
        } else if self.is_place(&name.text, args.len()) {
            let args: Vec<Expr> = args.iter().map(|arg| self.argument(arg, out)).collect();
            let place = self.place(&name.text, args);
            let cell = self.names.predicates.get(&("cell".to_owned(), 1)).copied();
            let kind = match cell {
                Some(predicate) if name.text == "cell" => {
                    GoalKind::Call { predicate, args: vec![place], function: false }
                }
                _ => GoalKind::Exists(place),
            };
            out.push(self.goal(kind, span));
        } else if let Some(function) =
            args.len().checked_sub(1).and_then(|arity| Function::find(&name.text, arity))
        {
            self.function_as_goal(function, args, span, out);
        } else if !self.special(name, args, span, out) {
            self.unknown(Role::Goal, name, args.len(), span);
        }
    }

    /// A built-in function of n as a goal of n + 1: `nth(I, L, X)` runs through I when it is unbound.
    fn function_as_goal(&mut self, function: Function, args: &[Term], span: Span, out: &mut Goals) {
        let result = self.argument(&args[args.len() - 1], out);
        if function == Function::Nth {
            let index = self.argument(&args[0], out);
            let list = self.value(&args[1], out);
            let length = Expr::Apply(Function::Len, vec![list.clone()]);
            let one = self.terms().int(1);
            let range = Expr::Range(Box::new(Expr::Ground(one)), Box::new(length));
            out.push(self.goal(GoalKind::In(index.clone(), range), span));
            let value = Expr::Apply(function, vec![index, list]);
            out.push(self.goal(GoalKind::Compare(Comparison::Equal, result, value), span));
            return;
        }
        let inputs = args[..args.len() - 1].iter().map(|arg| self.value(arg, out)).collect();
        out.push(
            self.goal(GoalKind::Compare(Comparison::Equal, result, Expr::Apply(function, inputs)), span),
        );
    }

    /// The goals that name a layer or a relation.
    fn special(&mut self, name: &Name, args: &[Term], span: Span, out: &mut Goals) -> bool {
        match (name.text.as_str(), args) {
            ("area", [layer, symbol, cells]) => {
                let found = layer.bare().as_head().filter(|head| head.2.is_empty());
                let layers: Vec<&str> = {
                    let inputs =
                        self.program.predicates.iter().filter(|known| known.arity == 2 && known.input);
                    inputs.map(|known| known.name.as_str()).collect()
                };
                let key = (found.map_or("", |head| head.0).to_owned(), 2);
                let Some(&predicate) = self.names.predicates.get(&key) else {
                    self.diagnostics.push(say::unknown_name("layer", &key.0, layer.span, layer.span, layers));
                    return true;
                };
                self.uses.predicates.insert(predicate);
                let symbol = self.argument(symbol, out);
                let cells = self.argument(cells, out);
                out.push(self.goal(GoalKind::Area { layer: predicate, symbol, cells }, span));
            }
            ("connected", [list]) => {
                let list = self.value(list, out);
                let adjacent = self.names.predicates.get(&("adjacent".to_owned(), 2)).copied();
                let Some(relation) = adjacent else {
                    self.unknown(Role::Goal, &Name { text: "adjacent".to_owned(), span }, 2, span);
                    return true;
                };
                self.uses.predicates.insert(relation);
                out.push(self.goal(GoalKind::Connected(list, relation), span));
            }
            ("connected", [list, relation]) => {
                let list = self.value(list, out);
                if let Some(relation) = self.relation(relation) {
                    out.push(self.goal(GoalKind::Connected(list, relation), span));
                }
            }
            ("loop", [relation]) => {
                if let Some(relation) = self.relation(relation) {
                    out.push(self.goal(GoalKind::Loop(relation), span));
                }
            }
            _ => return false,
        }
        true
    }

    /// The predicate that a relation's name stands for.
    fn relation(&mut self, term: &Term) -> Option<PredicateId> {
        let TermKind::Name(name) = &term.bare().kind else {
            self.diagnostics.push(meaning::not_a_relation("this", term.span));
            return None;
        };
        let found = self.names.visible(&(name.clone(), 2), self.prelude);
        match found {
            Some(predicate) => {
                self.uses.predicates.insert(predicate);
            }
            None if self.names.arities.contains_key(name) => {
                self.diagnostics.push(meaning::not_a_relation(name, term.span));
            }
            None => {
                let known = self.names.callable();
                self.diagnostics.push(say::unknown_name("relation", name, term.span, term.span, known));
            }
        }
        found
    }

    /// The complaint about a name with arguments that means nothing where it stands.
    fn unknown(&mut self, role: Role, name: &Name, arity: usize, span: Span) {
        let (other, mixed_up): (_, fn(Span) -> Diagnostic) = match role {
            Role::Goal => (Role::Value, say::not_a_goal),
            Role::Value => (Role::Goal, say::not_a_value),
        };
        let arities = self.names.arities_as(&name.text, role);
        let value = role == Role::Goal && Function::find(&name.text, arity).is_some();
        if value || self.names.arities_as(&name.text, other).contains(&arity) && arities.is_empty() {
            self.diagnostics.push(mixed_up(span));
            return;
        }
        if let Some(known) = self.names.arities.get(&name.text) {
            let defined =
                known.iter().find_map(|&arity| self.names.predicates.get(&(name.text.clone(), arity)));
            let defined = defined.map(|id| self.program.predicates[id.0 as usize].span);
            let arities = if arities.is_empty() { known } else { &arities };
            let wrong = if role == Role::Goal { say::wrong_arity } else { say::wrong_arity_as_value };
            self.diagnostics.push(wrong(&name.text, arity, arities, span, defined));
            return;
        }
        let all = self.names.callable();
        let fitting = all.iter().copied().filter(|known| self.names.arities_as(known, role).contains(&arity));
        // A name that takes as many arguments is meant more likely than one that does not.
        let near = nearest(&name.text, fitting).or_else(|| nearest(&name.text, all.iter().copied()));
        let what = if role == Role::Goal { "definition" } else { "function" };
        let shown = format!("{}/{arity}", name.text);
        let diagnostic = say::unknown_name(what, &shown, span, name.span, near);
        let diagnostic = if diagnostic.help.is_none() {
            diagnostic
                .help(format!("define it, or declare what the puzzle supplies: `input {}(..).`", name.text))
        } else {
            diagnostic
        };
        self.diagnostics.push(diagnostic);
    }

    // ---- expressions

    /// An argument of a call: what is computed becomes a goal of its own, so that it may run backwards.
    pub fn argument(&mut self, term: &Term, out: &mut Goals) -> Expr {
        let expr = self.value(term, out);
        if is_simple(&expr) {
            return expr;
        }
        let slot = self.fresh(term.span);
        self.pick(&expr, term.span, out);
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

    fn computed(&mut self, term: &Term, out: &mut Goals) -> Expr {
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

    fn placeholder(&mut self, name: &str, span: Span, out: &mut Goals) -> Expr {
        let slot = self.slot(name, span);
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

    fn name(&mut self, name: &str, span: Span, out: &mut Goals) -> Expr {
        if let Some(&param) = self.names.params.get(name)
            && !self.prelude
        {
            self.uses.params.insert(param);
            return Expr::Param(param);
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
            return self.place(name, Vec::new());
        }
        if let Some((row, column)) = cell_name(name) {
            let parts = [row, column].map(|number| Expr::Ground(self.program.terms.int(number)));
            return self.place("cell", parts.into());
        }
        let symbol = self.terms().sym(name);
        Expr::Ground(symbol)
    }

    fn is_place(&self, name: &str, arity: usize) -> bool {
        (name == "cell" && arity == 2)
            || (!self.prelude && self.names.families.contains_key(&(name.to_owned(), arity)))
    }

    fn place(&mut self, name: &str, args: Vec<Expr>) -> Expr {
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

    fn function(&mut self, name: &Name, args: &[Term], span: Span, out: &mut Goals) -> Expr {
        let key = (name.text.clone(), args.len() + 1);
        if self.is_place(&name.text, args.len()) {
            let args = args.iter().map(|arg| self.argument(arg, out)).collect();
            return self.place(&name.text, args);
        }
        if let Some(function) = Function::find(&name.text, args.len()) {
            let linear = self.linear.take();
            let args = args.iter().map(|arg| self.value(arg, out)).collect();
            self.linear = linear;
            return Expr::Apply(function, args);
        }
        if let ("reach", [from, relation]) = (name.text.as_str(), args) {
            let from = self.argument(from, out);
            let Some(relation) = self.relation(relation) else { return Expr::Any };
            return Expr::Reach(Box::new(from), relation);
        }
        if let Some(predicate) = self.names.visible(&key, self.prelude) {
            self.uses.predicates.insert(predicate);
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

    fn list(&mut self, items: &[ListItem], tail: Option<&Term>, span: Span, out: &mut Goals) -> Expr {
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

    fn pattern(&mut self, list: Expr, items: &[ListItem], tail: Option<&Term>, span: Span, out: &mut Goals) {
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

    fn comprehension(&mut self, element: &Term, goal: &Term, span: Span, out: &mut Goals) -> Expr {
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
        _ => false,
    }
}

/// Whether placeholders occur in an expression.
pub fn mentions_slots(expr: &Expr) -> bool {
    let mut found = false;
    slots(expr, &mut |_| found = true);
    found
}

/// Calls a function with each placeholder of an expression; `_` counts as none.
pub fn slots(expr: &Expr, found: &mut impl FnMut(Slot)) {
    match expr {
        Expr::Slot(slot) => found(*slot),
        Expr::Ground(_) | Expr::Any | Expr::Param(_) | Expr::Rows | Expr::Cols => {}
        Expr::List(parts, tail) => parts.iter().chain(tail.as_deref()).for_each(|part| slots(part, found)),
        Expr::Set(parts) | Expr::Compound(_, parts) | Expr::Place(_, parts) | Expr::Apply(_, parts) => {
            parts.iter().for_each(|part| slots(part, found));
        }
        Expr::Negative(inner) | Expr::Prime(inner) | Expr::Reach(inner, _) => slots(inner, found),
        Expr::Range(left, right) | Expr::Arithmetic(_, left, right) => {
            slots(left, found);
            slots(right, found);
        }
    }
}

/// `r3c12` is row 3, column 12.
pub fn cell_name(name: &str) -> Option<(i64, i64)> {
    let (row, column) = name.strip_prefix('r')?.split_once('c')?;
    let number = |digits: &str| {
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| digits.parse().ok()).flatten()
    };
    Some((number(row)?, number(column)?))
}

/// Whether an operator is one that can be solved for an operand.
pub fn solvable(operator: Operator) -> bool {
    matches!(operator, Operator::Add | Operator::Sub)
}
