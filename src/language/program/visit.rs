//! Walking through goals and expressions. Which parts a construct has is said here and nowhere else.

use std::sync::Arc;

use super::{Expr, Goal, GoalKind, PatternItem, Slot};

impl Expr {
    /// Calls a function with each expression directly inside this one.
    pub fn each_part<'e>(&'e self, act: &mut impl FnMut(&'e Expr)) {
        match self {
            Expr::Ground(_) | Expr::Slot(_) | Expr::Any | Expr::Param(_) | Expr::Rows | Expr::Cols => {}
            Expr::List(parts, tail) => parts.iter().chain(tail.as_deref()).for_each(act),
            Expr::Set(parts) | Expr::Compound(_, parts) | Expr::Place(_, parts) | Expr::Apply(_, parts) => {
                parts.iter().for_each(act);
            }
            Expr::Negative(inner) | Expr::Prime(inner) | Expr::Reach(inner, _) => act(inner),
            Expr::Range(left, right) | Expr::Arithmetic(_, left, right) => {
                act(left);
                act(right);
            }
        }
    }

    /// Calls a function with this expression and all that is inside it.
    pub fn each<'e>(&'e self, act: &mut dyn FnMut(&'e Expr)) {
        act(self);
        self.each_part(&mut |part| part.each(act));
    }

    /// Calls a function with each placeholder; `_` counts as none.
    pub fn each_slot(&self, act: &mut impl FnMut(Slot)) {
        self.each(&mut |part| {
            if let Expr::Slot(slot) = part {
                act(*slot);
            }
        });
    }

    /// The same with other placeholders.
    pub fn renamed(&self, name: &impl Fn(Slot) -> Slot) -> Expr {
        let all = |parts: &[Expr]| parts.iter().map(|part| part.renamed(name)).collect();
        let one = |part: &Expr| Box::new(part.renamed(name));
        match self {
            Expr::Ground(_) | Expr::Any | Expr::Param(_) | Expr::Rows | Expr::Cols => self.clone(),
            Expr::Slot(slot) => Expr::Slot(name(*slot)),
            Expr::List(parts, tail) => Expr::List(all(parts), tail.as_deref().map(one)),
            Expr::Set(parts) => Expr::Set(all(parts)),
            Expr::Range(low, high) => Expr::Range(one(low), one(high)),
            Expr::Compound(symbol, parts) => Expr::Compound(*symbol, all(parts)),
            Expr::Place(symbol, parts) => Expr::Place(*symbol, all(parts)),
            Expr::Negative(inner) => Expr::Negative(one(inner)),
            Expr::Arithmetic(operator, left, right) => Expr::Arithmetic(*operator, one(left), one(right)),
            Expr::Apply(function, parts) => Expr::Apply(*function, all(parts)),
            Expr::Prime(inner) => Expr::Prime(one(inner)),
            Expr::Reach(inner, predicate) => Expr::Reach(one(inner), *predicate),
        }
    }

    /// Whether a placeholder for which `wanted` holds occurs.
    pub fn mentions(&self, wanted: impl Fn(Slot) -> bool) -> bool {
        let mut found = false;
        self.each_slot(&mut |slot| found |= wanted(slot));
        found
    }
}

impl Goal {
    /// The goals directly inside this one.
    pub fn parts(&self) -> &[Arc<Goal>] {
        match &self.kind {
            GoalKind::All(parts) | GoalKind::Any(parts) => parts,
            GoalKind::Not { goal, .. } | GoalKind::Collect { goal, .. } => std::slice::from_ref(goal),
            GoalKind::Truth(_)
            | GoalKind::Call { .. }
            | GoalKind::Builtin(..)
            | GoalKind::Exists(_)
            | GoalKind::Pick(_)
            | GoalKind::Compare(..)
            | GoalKind::In(..)
            | GoalKind::Pattern(..)
            | GoalKind::Matches(..)
            | GoalKind::Area { .. }
            | GoalKind::Connected(..)
            | GoalKind::Lies(..)
            | GoalKind::Forms(..) => &[],
        }
    }

    /// Calls a function with this goal and all that are inside it.
    pub fn each<'g>(&'g self, act: &mut impl FnMut(&'g Goal)) {
        act(self);
        self.parts().iter().for_each(|part| part.each(act));
    }

    /// Calls a function with each expression that stands directly in this goal, the element of a comprehension included.
    pub fn each_expr<'g>(&'g self, act: &mut impl FnMut(&'g Expr)) {
        match &self.kind {
            GoalKind::Truth(_)
            | GoalKind::All(_)
            | GoalKind::Any(_)
            | GoalKind::Not { .. }
            | GoalKind::Forms(..) => {}
            GoalKind::Call { args, .. } | GoalKind::Builtin(_, args) => args.iter().for_each(act),
            GoalKind::Exists(expr)
            | GoalKind::Pick(expr)
            | GoalKind::Connected(expr, _)
            | GoalKind::Lies(_, expr, _)
            | GoalKind::Collect { element: expr, .. } => act(expr),
            GoalKind::Compare(_, left, right)
            | GoalKind::In(left, right)
            | GoalKind::Area { symbol: left, cells: right, .. } => {
                act(left);
                act(right);
            }
            GoalKind::Matches(list, _, args) => {
                act(list);
                args.iter().for_each(act);
            }
            GoalKind::Pattern(list, items) => {
                act(list);
                for item in items {
                    match item {
                        PatternItem::One(expr) | PatternItem::Segment(expr) | PatternItem::Fill(expr) => {
                            act(expr);
                        }
                        PatternItem::Any => {}
                    }
                }
            }
        }
    }

    /// The same with other placeholders.
    pub fn renamed(&self, name: &impl Fn(Slot) -> Slot) -> Goal {
        let goals = |parts: &[Arc<Goal>]| parts.iter().map(|part| Arc::new(part.renamed(name))).collect();
        let one = |goal: &Goal| Arc::new(goal.renamed(name));
        let all = |parts: &[Expr]| parts.iter().map(|part| part.renamed(name)).collect();
        let names = |slots: &[Slot]| slots.iter().map(|&slot| name(slot)).collect();
        let kind = match &self.kind {
            GoalKind::Truth(_) | GoalKind::Forms(..) => self.kind.clone(),
            GoalKind::All(parts) => GoalKind::All(goals(parts)),
            GoalKind::Any(parts) => GoalKind::Any(goals(parts)),
            GoalKind::Not { goal, needs } => GoalKind::Not { goal: one(goal), needs: names(needs) },
            GoalKind::Call { predicate, args, function } => {
                GoalKind::Call { predicate: *predicate, args: all(args), function: *function }
            }
            GoalKind::Builtin(builtin, args) => GoalKind::Builtin(*builtin, all(args)),
            GoalKind::Exists(place) => GoalKind::Exists(place.renamed(name)),
            GoalKind::Pick(place) => GoalKind::Pick(place.renamed(name)),
            GoalKind::Compare(sign, left, right) => {
                GoalKind::Compare(*sign, left.renamed(name), right.renamed(name))
            }
            GoalKind::In(item, list) => GoalKind::In(item.renamed(name), list.renamed(name)),
            GoalKind::Pattern(list, items) => {
                let items = items.iter().map(|item| match item {
                    PatternItem::One(expr) => PatternItem::One(expr.renamed(name)),
                    PatternItem::Any => PatternItem::Any,
                    PatternItem::Segment(expr) => PatternItem::Segment(expr.renamed(name)),
                    PatternItem::Fill(expr) => PatternItem::Fill(expr.renamed(name)),
                });
                GoalKind::Pattern(list.renamed(name), items.collect())
            }
            GoalKind::Matches(list, grammar, args) => {
                GoalKind::Matches(list.renamed(name), *grammar, all(args))
            }
            GoalKind::Area { layer, symbol, cells } => {
                GoalKind::Area { layer: *layer, symbol: symbol.renamed(name), cells: cells.renamed(name) }
            }
            GoalKind::Connected(list, relation) => GoalKind::Connected(list.renamed(name), *relation),
            GoalKind::Lies(lie, place, relation) => GoalKind::Lies(*lie, place.renamed(name), *relation),
            GoalKind::Collect { element, goal, result, needs } => GoalKind::Collect {
                element: element.renamed(name),
                goal: one(goal),
                result: name(*result),
                needs: names(needs),
            },
        };
        Goal { kind, span: self.span, strict: self.strict }
    }

    /// Adds the placeholders that a goal shares with what is around it.
    pub fn slots(&self, found: &mut Vec<Slot>) {
        match &self.kind {
            GoalKind::All(parts) | GoalKind::Any(parts) => parts.iter().for_each(|part| part.slots(found)),
            GoalKind::Not { needs, .. } => found.extend(needs),
            GoalKind::Collect { result, needs, .. } => {
                found.push(*result);
                found.extend(needs);
            }
            _ => self.each_expr(&mut |expr| expr.each_slot(&mut |slot| found.push(slot))),
        }
    }

    /// Whether this goal is, or holds somewhere inside, the very goal given.
    pub(super) fn contains(&self, goal: &Goal) -> bool {
        std::ptr::eq(self, goal) || self.parts().iter().any(|part| part.contains(goal))
    }
}
