//! Advice on line grammars: values that no cell can have.

use crate::board::eval::World;
use crate::board::unknown::Domain;
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::{Expr, GrammarItem, Program};
use crate::language::term::{Node, TermId};

/// Tells about symbols and numbers that a line grammar asks for and that are in no domain.
pub fn advise(program: &Program, world: &World, diagnostics: &mut Vec<Diagnostic>) {
    for grammar in &program.grammars {
        for clause in &grammar.clauses {
            let mut asked = Vec::new();
            values(&clause.items, &mut asked);
            for term in asked {
                if world.unknowns.is_empty() || possible(term, world) {
                    continue;
                }
                let known: Vec<&str> = symbols(world);
                diagnostics.push(meaning::no_such_value(
                    &grammar.name,
                    &world.show(term),
                    clause.span,
                    known,
                ));
            }
        }
    }
}

/// The values that items ask for by name.
fn values(items: &[GrammarItem], found: &mut Vec<TermId>) {
    for item in items {
        match item {
            GrammarItem::Value(Expr::Ground(term)) => found.push(*term),
            GrammarItem::Choice(choices) => choices.iter().for_each(|choice| values(choice, found)),
            GrammarItem::Star(inner) | GrammarItem::Power(inner, _) => {
                values(std::slice::from_ref(inner), found)
            }
            GrammarItem::Value(_) | GrammarItem::OneOf(_) | GrammarItem::Any | GrammarItem::Head(..) => {}
        }
    }
}

fn possible(term: TermId, world: &World) -> bool {
    world.unknowns.iter().any(|unknown| match world.terms.node(term) {
        Node::Int(value) => unknown.domain.has_int(*value),
        Node::Sym(symbol) => unknown.domain.has_symbol(*symbol),
        _ => true,
    })
}

/// The symbols of all domains.
fn symbols(world: &World) -> Vec<&str> {
    let mut all: Vec<&str> = Vec::new();
    for unknown in &world.unknowns {
        if let Domain::Symbols(symbols) = &unknown.domain {
            all.extend(symbols.iter().map(|&symbol| world.terms.name(symbol)));
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}
