//! A resolved program as text: what is left of the rules once names have their meaning and the sugar is gone.

use std::fmt::Write as _;

use gridlog::stages::program::print::Printer;
use gridlog::stages::program::{Clause, Expr, GrammarItem, Law, Predicate, Program, Scope};

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
    for known in &program.predicates {
        predicate(program, known, &mut text);
    }
    for grammar in &program.grammars {
        line(&mut text, &format!("grammar {}/{}", grammar.name, grammar.arity));
        for clause in &grammar.clauses {
            let shown = Printer { program, scope: &clause.scope };
            let items: Vec<String> = clause.items.iter().map(|part| item(&shown, part)).collect();
            line(
                &mut text,
                &format!("  {} --> {}", shown.applied(&grammar.name, &clause.head), items.join(", ")),
            );
        }
    }
    for stated in &program.laws {
        law(program, &format!("law {}", stated.name), stated, &mut text);
    }
    for rule in &program.moves {
        let shown = Printer { program, scope: &rule.law.scope };
        law(program, &format!("move {}", shown.applied(&rule.law.name, &rule.head)), &rule.law, &mut text);
    }
    for goal in &program.goals {
        law(program, "goal", goal, &mut text);
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

fn predicate(program: &Program, predicate: &Predicate, text: &mut String) {
    let marks = [
        (predicate.input, "input"),
        (predicate.recursive, "recursive"),
        (predicate.constrains, "constrains"),
    ];
    let marks: Vec<&str> = marks.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
    let marks = if marks.is_empty() { String::new() } else { format!(" ({})", marks.join(", ")) };
    let clauses: Vec<&Clause> =
        predicate.clauses.iter().filter(|clause| Some(clause.span().source) != program.prelude).collect();
    if predicate.prelude && clauses.is_empty() {
        return;
    }
    line(text, &format!("predicate {}/{}{marks}", predicate.name, predicate.arity));
    for clause in clauses {
        match clause {
            Clause::Fact(row, _) => {
                let args: Vec<Expr> = row.iter().map(|&term| Expr::Ground(term)).collect();
                let shown = Printer { program, scope: &Scope::default() };
                line(text, &format!("  {}", shown.applied(&predicate.name, &args)));
            }
            Clause::Rule(rule) => {
                let shown = Printer { program, scope: &rule.scope };
                let head = shown.applied(&predicate.name, &rule.head);
                line(text, &format!("  {head} :- {}", shown.goal(&rule.goal)));
            }
        }
    }
}

fn law(program: &Program, title: &str, law: &Law, text: &mut String) {
    let shown = Printer { program, scope: &law.scope };
    let tuple: Vec<String> = law.tuple.iter().map(|&slot| shown.expr(&Expr::Slot(slot))).collect();
    let inputs: Vec<&str> = law.inputs.iter().map(|&id| program.name_of_predicate(id)).collect();
    let inputs = if inputs.is_empty() { String::new() } else { format!(", reads {}", inputs.join(" ")) };
    line(text, &format!("{title}: one for each ({}){inputs}", tuple.join(", ")));
    line(text, &format!("  if   {}", shown.goal(&law.condition)));
    line(text, &format!("  then {}", shown.goal(&law.must)));
}

fn item(shown: &Printer<'_>, wanted: &GrammarItem) -> String {
    match wanted {
        GrammarItem::Value(expr) => shown.expr(expr),
        GrammarItem::OneOf(expr) => format!("one of {}", shown.expr(expr)),
        GrammarItem::Any => "_".to_owned(),
        GrammarItem::Head(grammar, args) => {
            shown.applied(&shown.program.grammars[grammar.0 as usize].name, args)
        }
        GrammarItem::Choice(choices) => {
            let sequence = |items: &Vec<GrammarItem>| {
                let items: Vec<String> = items.iter().map(|part| item(shown, part)).collect();
                items.join(", ")
            };
            format!("({})", choices.iter().map(sequence).collect::<Vec<_>>().join(" | "))
        }
        GrammarItem::Star(inner) => format!("{}*", item(shown, inner)),
        GrammarItem::Power(inner, times) => format!("{}^{}", item(shown, inner), shown.expr(times)),
    }
}
