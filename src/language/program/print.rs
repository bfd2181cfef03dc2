//! Goals and expressions as text: what is left of the rules once names have their meaning and the sugar is gone.
//!
//! Names that the compiler made are numbered: `_3`. A function has become a goal with one argument more, and a
//! comprehension an equation, each before the goal that needs it.

use super::{Body, Construct, Expr, Function, Goal, GoalKind, PatternItem, PredicateId, Program, Scope};

impl Program {
    /// The name of a predicate.
    pub fn name_of_predicate(&self, id: PredicateId) -> &str {
        &self.predicates[id.0 as usize].name
    }

    /// A number or term with the goals it needs.
    pub fn body(&self, body: &Body) -> String {
        let shown = Printer { program: self, scope: &body.scope };
        match body.goal.kind {
            GoalKind::Truth(true) => shown.expr(&body.value),
            _ => format!("{} where {}", shown.expr(&body.value), shown.goal(&body.goal)),
        }
    }
}

/// Prints goals and expressions of one statement.
pub struct Printer<'p> {
    /// The program they belong to.
    pub program: &'p Program,
    /// The names of their placeholders.
    pub scope: &'p Scope,
}

impl Printer<'_> {
    /// A goal; several are joined by commas.
    pub fn goal(&self, goal: &Goal) -> String {
        match &goal.kind {
            GoalKind::Truth(value) => value.to_string(),
            GoalKind::All(parts) => self.goals(parts, ", "),
            GoalKind::Any(parts) => format!("({})", self.goals(parts, " ; ")),
            GoalKind::Not { goal, .. } => format!("not ({})", self.goal(goal)),
            GoalKind::Call { predicate, args, .. } => {
                self.applied(self.program.name_of_predicate(*predicate), args)
            }
            GoalKind::Builtin(builtin, args) => self.applied(Construct::Goal(*builtin).name(), args),
            GoalKind::Exists(place) => format!("exists {}", self.expr(place)),
            GoalKind::Pick(place) => format!("pick {}", self.expr(place)),
            GoalKind::Compare(sign, left, right) => {
                format!("{} {} {}", self.expr(left), sign.sign(), self.expr(right))
            }
            GoalKind::In(item, list) => format!("{} in {}", self.expr(item), self.expr(list)),
            GoalKind::Pattern(list, items) => {
                let items: Vec<String> = items.iter().map(|item| self.pattern(item)).collect();
                format!("{} = [{}]", self.expr(list), items.join(", "))
            }
            GoalKind::Matches(list, grammar, args) => {
                let name = &self.program.grammars[grammar.0 as usize].name;
                format!("{} matches {}", self.expr(list), self.applied(name, args))
            }
            GoalKind::Area { layer, symbol, cells } => {
                let layer = self.program.name_of_predicate(*layer);
                format!("area({layer}, {}, {})", self.expr(symbol), self.expr(cells))
            }
            GoalKind::Connected(list, relation) => {
                format!("connected({}, {})", self.expr(list), self.program.name_of_predicate(*relation))
            }
            GoalKind::Forms(form, relation) => {
                format!("{}({})", form.name(), self.program.name_of_predicate(*relation))
            }
            GoalKind::Lies(lie, place, relation) => {
                let relation = self.program.name_of_predicate(*relation);
                format!("{}({}, {relation})", lie.name(), self.expr(place))
            }
            GoalKind::Collect { element, goal, result, .. } => {
                format!(
                    "{} = [{} : {}]",
                    self.expr(&Expr::Slot(*result)),
                    self.expr(element),
                    self.goal(goal)
                )
            }
        }
    }

    fn goals(&self, goals: &[std::sync::Arc<Goal>], between: &str) -> String {
        let goals: Vec<String> = goals.iter().map(|goal| self.goal(goal)).collect();
        goals.join(between)
    }

    fn pattern(&self, item: &PatternItem) -> String {
        match item {
            PatternItem::One(expr) => self.expr(expr),
            PatternItem::Any => "..".to_owned(),
            PatternItem::Segment(expr) => format!("..{}", self.expr(expr)),
            PatternItem::Fill(expr) => format!("{}*", self.expr(expr)),
        }
    }

    /// `name(a, b)`, or the name alone.
    pub fn applied(&self, name: &str, args: &[Expr]) -> String {
        if args.is_empty() { name.to_owned() } else { format!("{name}({})", self.exprs(args)) }
    }

    fn exprs(&self, exprs: &[Expr]) -> String {
        let exprs: Vec<String> = exprs.iter().map(|expr| self.expr(expr)).collect();
        exprs.join(", ")
    }

    /// An expression, with parentheses around arithmetic inside arithmetic.
    pub fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Ground(term) => self.program.terms.show(*term),
            Expr::Slot(slot) => match self.scope.names.get(usize::from(*slot)) {
                Some(name) if !name.is_empty() => name.clone(),
                _ => format!("_{slot}"),
            },
            Expr::Any => "_".to_owned(),
            Expr::Param(number) => self.program.params[*number].name.clone(),
            Expr::Rows => "rows".to_owned(),
            Expr::Cols => "cols".to_owned(),
            Expr::List(parts, None) => format!("[{}]", self.exprs(parts)),
            Expr::List(parts, Some(tail)) => format!("[{} | {}]", self.exprs(parts), self.expr(tail)),
            Expr::Set(parts) => format!("{{{}}}", self.exprs(parts)),
            Expr::Range(low, high) => format!("{}..{}", self.operand(low), self.operand(high)),
            Expr::Compound(name, args) | Expr::Place(name, args) => {
                self.applied(self.program.terms.name(*name), args)
            }
            Expr::Negative(inner) => format!("-{}", self.operand(inner)),
            Expr::Arithmetic(operator, left, right) => {
                format!("{} {} {}", self.operand(left), operator.sign(), self.operand(right))
            }
            Expr::Apply(Function::Set, args) => format!("set {}", self.expr(&args[0])),
            Expr::Apply(function, args) => self.applied(Construct::Function(*function).name(), args),
            Expr::Prime(inner) => format!("{}'", self.operand(inner)),
            Expr::Reach(from, relation) => {
                format!("reach({}, {})", self.expr(from), self.program.name_of_predicate(*relation))
            }
        }
    }

    fn operand(&self, expr: &Expr) -> String {
        match expr {
            Expr::Arithmetic(..) | Expr::Negative(_) => format!("({})", self.expr(expr)),
            _ => self.expr(expr),
        }
    }
}
