//! A resolved program as text: what is left of the rules once names have their meaning and the sugar is gone.
//!
//! Names that the compiler made are numbered: `_3`. A function has become a goal with one argument more, and a
//! comprehension an equation, each before the goal that needs it.

use std::fmt::Write as _;

use super::{
    Body, Clause, Construct, Expr, Goal, GoalKind, GrammarItem, Law, PatternItem, Predicate, PredicateId,
    Program, Scope,
};

/// The whole program; of the prelude only what other files add to it.
pub fn program(program: &Program) -> String {
    let mut text = String::new();
    for param in &program.params {
        let values: Vec<String> = param.values.iter().map(|value| program.body(value)).collect();
        line(&mut text, &format!("param {} = {}", param.name, values.join(" ; ")));
    }
    if let Some(grid) = &program.grid {
        let domain =
            grid.domain.as_ref().map_or_else(String::new, |body| format!(" :: {}", program.body(body)));
        line(&mut text, &format!("grid({}, {}){domain}", program.body(&grid.rows), program.body(&grid.cols)));
    }
    for family in &program.families {
        let shown = Printer { program, scope: &family.scope };
        let hidden = if family.hidden { "hidden " } else { "unknown " };
        let head = shown.applied(program.terms.name(family.name), &family.args);
        line(
            &mut text,
            &format!("{hidden}{head} :: {} :- {}", shown.expr(&family.domain), shown.goal(&family.goal)),
        );
    }
    for predicate in &program.predicates {
        program.predicate(predicate, &mut text);
    }
    for grammar in &program.grammars {
        line(&mut text, &format!("grammar {}/{}", grammar.name, grammar.arity));
        for clause in &grammar.clauses {
            let shown = Printer { program, scope: &clause.scope };
            let items: Vec<String> = clause.items.iter().map(|item| shown.item(item)).collect();
            line(
                &mut text,
                &format!("  {} --> {}", shown.applied(&grammar.name, &clause.head), items.join(", ")),
            );
        }
    }
    for law in &program.laws {
        program.law(&format!("law {}", law.name), law, &mut text);
    }
    for rule in &program.moves {
        let shown = Printer { program, scope: &rule.law.scope };
        program.law(&format!("move {}", shown.applied(&rule.law.name, &rule.head)), &rule.law, &mut text);
    }
    for law in &program.goals {
        program.law("goal", law, &mut text);
    }
    for offer in &program.offers {
        let shown = Printer { program, scope: &offer.scope };
        let head = shown.applied(program.name_of_predicate(offer.predicate), &offer.args);
        line(&mut text, &format!("offer {head} :- {}", shown.goal(&offer.goal)));
    }
    for sketch in &program.sketches {
        let with = sketch.with.iter().map(|(name, _, value)| format!(" {name} = {}", program.body(value)));
        line(&mut text, &format!("sketch {}{}", sketch.name, with.collect::<Vec<_>>().join(",")));
    }
    for bound in &program.bounds {
        line(&mut text, &format!("bound {}", program.body(bound)));
    }
    if let Some(objective) = &program.objective {
        let word = if objective.maximise { "maximise" } else { "minimise" };
        line(&mut text, &format!("{word} {}", program.body(&objective.value)));
    }
    for drawing in program.drawings.iter().filter(|drawing| Some(drawing.span.source) != program.prelude) {
        let shown = Printer { program, scope: &drawing.scope };
        let head = shown.applied(drawing.figure.name(), &drawing.args);
        line(&mut text, &format!("draw {head} :- {}", shown.goal(&drawing.goal)));
    }
    text
}

fn line(text: &mut String, line: &str) {
    writeln!(text, "{line}").unwrap_or_default();
}

impl Program {
    /// The name of a predicate.
    pub fn name_of_predicate(&self, id: PredicateId) -> &str {
        &self.predicates[id.0 as usize].name
    }

    pub(crate) fn body(&self, body: &Body) -> String {
        let shown = Printer { program: self, scope: &body.scope };
        match body.goal.kind {
            GoalKind::Truth(true) => shown.expr(&body.value),
            _ => format!("{} where {}", shown.expr(&body.value), shown.goal(&body.goal)),
        }
    }

    fn predicate(&self, predicate: &Predicate, text: &mut String) {
        let marks = [
            (predicate.input, "input"),
            (predicate.recursive, "recursive"),
            (predicate.constrains, "constrains"),
        ];
        let marks: Vec<&str> = marks.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
        let marks = if marks.is_empty() { String::new() } else { format!(" ({})", marks.join(", ")) };
        let clauses: Vec<&Clause> =
            predicate.clauses.iter().filter(|clause| Some(clause.span().source) != self.prelude).collect();
        if predicate.prelude && clauses.is_empty() {
            return;
        }
        line(text, &format!("predicate {}/{}{marks}", predicate.name, predicate.arity));
        for clause in clauses {
            match clause {
                Clause::Fact(row, _) => {
                    let args: Vec<Expr> = row.iter().map(|&term| Expr::Ground(term)).collect();
                    let shown = Printer { program: self, scope: &Scope::default() };
                    line(text, &format!("  {}", shown.applied(&predicate.name, &args)));
                }
                Clause::Rule(rule) => {
                    let shown = Printer { program: self, scope: &rule.scope };
                    let head = shown.applied(&predicate.name, &rule.head);
                    line(text, &format!("  {head} :- {}", shown.goal(&rule.goal)));
                }
            }
        }
    }

    fn law(&self, title: &str, law: &Law, text: &mut String) {
        let shown = Printer { program: self, scope: &law.scope };
        let tuple: Vec<String> = law.tuple.iter().map(|&slot| shown.expr(&Expr::Slot(slot))).collect();
        let inputs: Vec<&str> = law.inputs.iter().map(|&id| self.name_of_predicate(id)).collect();
        let inputs = if inputs.is_empty() { String::new() } else { format!(", reads {}", inputs.join(" ")) };
        line(text, &format!("{title}: one for each ({}){inputs}", tuple.join(", ")));
        line(text, &format!("  if   {}", shown.goal(&law.condition)));
        line(text, &format!("  then {}", shown.goal(&law.must)));
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
            GoalKind::Loop(relation) => format!("loop({})", self.program.name_of_predicate(*relation)),
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

    fn item(&self, item: &GrammarItem) -> String {
        match item {
            GrammarItem::Value(expr) => self.expr(expr),
            GrammarItem::OneOf(expr) => format!("one of {}", self.expr(expr)),
            GrammarItem::Any => "_".to_owned(),
            GrammarItem::Head(grammar, args) => {
                self.applied(&self.program.grammars[grammar.0 as usize].name, args)
            }
            GrammarItem::Choice(choices) => {
                let sequence = |items: &Vec<GrammarItem>| {
                    let items: Vec<String> = items.iter().map(|item| self.item(item)).collect();
                    items.join(", ")
                };
                format!("({})", choices.iter().map(sequence).collect::<Vec<_>>().join(" | "))
            }
            GrammarItem::Star(inner) => format!("{}*", self.item(inner)),
            GrammarItem::Power(inner, times) => format!("{}^{}", self.item(inner), self.expr(times)),
        }
    }

    /// `name(a, b)`, or the name alone.
    fn applied(&self, name: &str, args: &[Expr]) -> String {
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
