//! Statements to goals: names become numbers, functions and comprehensions become goals of their own.

use std::sync::Arc;

use crate::base::hash::Set;
use crate::language::diagnostic::catalogue::{foreign, meaning, names as say};
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::program::{
    Construct, Expr, Function, Goal, GoalKind, Named, PredicateId, Program, Scope, Slot,
};
use crate::language::source::Span;
use crate::language::syntax::ast::{Comparison, Name, Term, TermKind};
use crate::language::term::Terms;

use super::index::{Index, Meaning};
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
    /// Where every name stands, if somebody asks.
    pub index: Option<Index>,
    /// The statement at hand.
    pub statement: Span,
}

impl Uses {
    /// Notes what a name means where it stands, if somebody asks.
    pub fn mention(&mut self, span: Span, meaning: impl FnOnce() -> Meaning) {
        if let Some(index) = &mut self.index {
            index.add(span, false, meaning());
        }
    }

    /// Notes where a name is declared or defined, if somebody asks.
    pub fn define(&mut self, span: Span, meaning: impl FnOnce() -> Meaning) {
        if let Some(index) = &mut self.index {
            index.add(span, true, meaning());
        }
    }
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
    pub(super) linear: Option<Set<Slot>>,
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

    pub(super) fn terms(&mut self) -> &mut Terms {
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

    pub(super) fn fresh(&mut self, span: Span) -> Slot {
        self.add_slot(String::new(), span)
    }

    pub(super) fn goal(&self, kind: GoalKind, span: Span) -> Arc<Goal> {
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
    pub(super) fn needs(&mut self, terms: &[&Term]) -> Vec<Slot> {
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
            TermKind::Exactly(left, right) => self.exactly(left, right, term.span, out),
            TermKind::Compare(sign, left, right) => self.comparison(*sign, left, right, term.span, out),
            TermKind::Chain(first, rest) => self.chain(first, rest, term.span, out),
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

    /// `A <=> B`: there is an answer of one side exactly if there is one of the other. Each side has a scope of its own.
    fn exactly(&mut self, left: &Term, right: &Term, span: Span, out: &mut Goals) {
        let (mut names, mut others) = (Set::default(), Set::default());
        direct(left, &mut names);
        direct(right, &mut others);
        let both = names.intersection(&others).copied();
        let mut free: Vec<&str> = both.filter(|name| !self.visible.contains(*name)).collect();
        if !free.is_empty() {
            free.sort_unstable();
            self.diagnostics.push(say::free_on_both_sides(&free, span));
            return;
        }
        let needs = self.needs(&[left, right]);
        // For each side that it holds and that it does not, both as tests: what it binds is undone before the other is asked.
        let sides = [left, right].map(|side| {
            let needs = self.needs(&[side]);
            let none = self.negation(&[side], |lower| lower.conjunction(side), side.span);
            let some = self.goal(GoalKind::Not { goal: none.clone(), needs }, side.span);
            (some, none)
        });
        for at in 0..2 {
            let goal = self.all(vec![sides[at].0.clone(), sides[1 - at].1.clone()], span);
            out.push(self.goal(GoalKind::Not { goal, needs: needs.clone() }, span));
        }
    }

    /// `A =< B < C`: what stands between two signs is worked out once.
    fn chain(&mut self, first: &Term, rest: &[(Comparison, Term)], span: Span, out: &mut Goals) {
        let mut left = self.value(first, out);
        self.pick(&mut left, span, out);
        for (sign, term) in rest {
            let mut right = self.value(term, out);
            self.pick(&mut right, span, out);
            out.push(self.goal(GoalKind::Compare(*sign, left, right.clone()), span));
            left = right;
        }
    }

    pub(super) fn comparison(
        &mut self,
        sign: Comparison,
        left: &Term,
        right: &Term,
        span: Span,
        out: &mut Goals,
    ) {
        let segments =
            |term: &Term| matches!(&term.bare().kind, TermKind::List { items, .. } if has_segments(items));
        let (list, pattern) = match (segments(left), segments(right)) {
            (false, false) => {
                let mut left = self.value(left, out);
                let mut right = self.value(right, out);
                for side in [&mut left, &mut right] {
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

    /// Asks for the places of an expression whose index may be unbound. `_` gets a name of its own, so that the place asked
    /// for is the one that is meant.
    pub(super) fn pick(&mut self, expr: &mut Expr, span: Span, out: &mut Goals) {
        match expr {
            Expr::Place(_, args) => {
                for arg in args.iter_mut().filter(|arg| matches!(arg, Expr::Any)) {
                    *arg = Expr::Slot(self.fresh(span));
                }
                if args.iter().any(|arg| arg.mentions(|_| true)) {
                    out.push(self.goal(GoalKind::Pick(expr.clone()), span));
                }
            }
            Expr::List(parts, tail) => {
                parts.iter_mut().chain(tail.as_deref_mut()).for_each(|part| self.pick(part, span, out));
            }
            Expr::Set(parts) | Expr::Apply(_, parts) => {
                parts.iter_mut().for_each(|part| self.pick(part, span, out));
            }
            Expr::Negative(inner) | Expr::Prime(inner) => self.pick(inner, span, out),
            Expr::Arithmetic(_, left, right) => {
                self.pick(left, span, out);
                self.pick(right, span, out);
            }
            Expr::Ground(_) | Expr::Slot(_) | Expr::Any | Expr::Param(_) | Expr::Rows | Expr::Cols => {}
            Expr::Range(..) | Expr::Compound(..) | Expr::Reach(..) => {}
        }
    }

    pub(super) fn matches(&mut self, list: &Term, head: &Term, span: Span, out: &mut Goals) {
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
        self.uses.mention(name_span, || Meaning::Grammar(name.to_owned(), args.len()));
        let args = args.iter().map(|arg| self.argument(arg, out)).collect();
        out.push(self.goal(GoalKind::Matches(list, grammar, args), span));
    }

    pub(super) fn call(&mut self, name: &Name, args: &[Term], span: Span, out: &mut Goals) {
        let key = (name.text.clone(), args.len());
        if let Some(predicate) = self.names.visible(&key, self.prelude) {
            self.uses.predicates.insert(predicate);
            self.uses.mention(name.span, || Meaning::Predicate(key.0, key.1));
            let args = args.iter().map(|arg| self.argument(arg, out)).collect();
            out.push(self.goal(GoalKind::Call { predicate, args, function: false }, span));
        } else if let Some(Construct::Goal(builtin)) = Construct::find(&name.text, args.len()) {
            self.uses.mention(name.span, || Meaning::BuiltIn(key.0));
            let args = args.iter().map(|arg| self.argument(arg, out)).collect();
            out.push(self.goal(GoalKind::Builtin(builtin, args), span));
        } else if self.is_place(&name.text, args.len()) {
            self.mention_place(name, args.len());
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
            args.len().checked_sub(1).and_then(|arity| Construct::function(&name.text, arity))
        {
            self.uses.mention(name.span, || Meaning::BuiltIn(key.0));
            self.function_as_goal(function, args, span, out);
        } else if let Some(Construct::Named(named)) = Construct::find(&name.text, args.len())
            && named != Named::Reach
        {
            self.uses.mention(name.span, || Meaning::BuiltIn(key.0));
            self.named(named, args, span, out);
        } else {
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
    fn named(&mut self, named: Named, args: &[Term], span: Span, out: &mut Goals) {
        let kind = match named {
            Named::Area => self.area(args, out),
            Named::Connected => {
                let list = self.value(&args[0], out);
                let adjacent = self.names.predicates.get(&("adjacent".to_owned(), 2)).copied();
                if adjacent.is_none() {
                    self.unknown(Role::Goal, &Name { text: "adjacent".to_owned(), span }, 2, span);
                }
                self.uses.predicates.extend(adjacent);
                adjacent.map(|relation| GoalKind::Connected(list, relation))
            }
            Named::ConnectedBy => {
                let list = self.value(&args[0], out);
                self.relation(&args[1]).map(|relation| GoalKind::Connected(list, relation))
            }
            Named::Forms(form) => self.relation(&args[0]).map(|relation| GoalKind::Forms(form, relation)),
            Named::Lies(lie) => {
                let place = self.argument(&args[0], out);
                self.relation(&args[1]).map(|relation| GoalKind::Lies(lie, place, relation))
            }
            // It is a value, and no goal.
            Named::Reach => None,
        };
        out.extend(kind.map(|kind| self.goal(kind, span)));
    }

    fn area(&mut self, args: &[Term], out: &mut Goals) -> Option<GoalKind> {
        let found = args[0].bare().as_head().filter(|head| head.2.is_empty());
        let key = (found.map_or("", |head| head.0).to_owned(), 2);
        let Some(&layer) = self.names.predicates.get(&key) else {
            let inputs = self.program.predicates.iter().filter(|known| known.arity == 2 && known.input);
            let layers = inputs.map(|known| known.name.as_str());
            self.diagnostics.push(say::unknown_name("layer", &key.0, args[0].span, args[0].span, layers));
            return None;
        };
        self.uses.predicates.insert(layer);
        self.uses.mention(args[0].bare().span, || Meaning::Predicate(key.0, key.1));
        let symbol = self.argument(&args[1], out);
        let cells = self.argument(&args[2], out);
        Some(GoalKind::Area { layer, symbol, cells })
    }

    /// The predicate that a relation's name stands for.
    pub(super) fn relation(&mut self, term: &Term) -> Option<PredicateId> {
        let TermKind::Name(name) = &term.bare().kind else {
            self.diagnostics.push(meaning::no_name_of_a_relation(term.span));
            return None;
        };
        let found = self.names.visible(&(name.clone(), 2), self.prelude);
        match found {
            Some(predicate) => {
                self.uses.predicates.insert(predicate);
                self.uses.mention(term.bare().span, || Meaning::Predicate(name.clone(), 2));
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
    pub(super) fn unknown(&mut self, role: Role, name: &Name, arity: usize, span: Span) {
        let (other, mixed_up): (_, fn(Span) -> Diagnostic) = match role {
            Role::Goal => (Role::Value, say::not_a_goal),
            Role::Value => (Role::Goal, say::not_a_value),
        };
        let arities = self.names.arities_as(&name.text, role);
        let value = role == Role::Goal && Construct::function(&name.text, arity).is_some();
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
        let shown = format!("{}/{arity}", name.text);
        let what = if role == Role::Goal { "definition" } else { "function" };
        if let Some(word) = foreign::word(&name.text) {
            // A relation has several answers, so it does not fit where one value is needed.
            let fits = match role {
                Role::Goal => self.names.arities_as(word.0, role).contains(&arity),
                Role::Value => Construct::function(word.0, arity).is_some(),
            };
            self.diagnostics.push(foreign::other_word(what, &shown, (span, name.span), word, fits));
            return;
        }
        let all = self.names.callable();
        let fitting = all.iter().copied().filter(|known| self.names.arities_as(known, role).contains(&arity));
        // A name that takes as many arguments is meant more likely than one that does not.
        let near = nearest(&name.text, fitting).or_else(|| nearest(&name.text, all.iter().copied()));
        let diagnostic = say::unknown_name(what, &shown, span, name.span, near);
        let diagnostic = if diagnostic.help.is_none() {
            diagnostic
                .help(format!("define it, or declare what the puzzle supplies: `input {}(..).`", name.text))
        } else {
            diagnostic
        };
        self.diagnostics.push(diagnostic);
    }
}
