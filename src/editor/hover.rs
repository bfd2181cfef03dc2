//! What is shown of the name at the cursor: how it is written, what it means, and what it comes to on the open puzzle.

use crate::base::clock::Deadline;
use crate::board::ground::Ground;
use crate::compile::{Model, Settings};
use crate::editor::analysis::{Analysis, Unit};
use crate::editor::cursor::Cursor;
use crate::editor::describe::{Description, describe, of_fact};
use crate::editor::place::Place;
use crate::language::facts;
use crate::language::program::{Grain, PredicateId};
use crate::language::resolve::{Meaning, Mention};
use crate::language::source::Span;
use crate::language::syntax::token::Token;
use crate::language::{cell, program};

/// What is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hover {
    /// What it is about.
    pub place: Place,
    /// In Markdown.
    pub text: String,
}

/// What is shown at a byte of a file; nothing where there is nothing to say.
pub fn hover(analysis: &Analysis, offset: usize, deadline: &Deadline) -> Option<Hover> {
    if let Some((unit, mention)) = analysis.mention_at(offset) {
        let description = describe(unit, &mention.meaning, mention.span.source);
        let text = page(&description, &numbers(unit, mention, deadline));
        return Some(Hover { place: unit.place(mention.span), text });
    }
    let unit = analysis.unit_at(offset)?;
    let cursor = Cursor::new(unit, offset);
    let (token, span) = cursor.token()?;
    match token {
        Token::Block(_) | Token::Text(_) => drawn(unit, offset.checked_sub(unit.start)?),
        Token::Name(name) => named_cell(unit, name, span),
        token if token.spelling().is_empty() => None,
        token => {
            let all: Vec<String> =
                facts::about(token.spelling()).map(|fact| page(&of_fact(fact), &[])).collect();
            (!all.is_empty()).then(|| Hover { place: unit.place(span), text: all.join("\n\n---\n\n") })
        }
    }
}

fn page(description: &Description, numbers: &[String]) -> String {
    let mut text = format!("```gridlog\n{}\n```", description.signature);
    let from = description.from.as_ref().map(|file| format!("From {file}."));
    for paragraph in [&description.doc].into_iter().filter(|doc| !doc.is_empty()).chain(numbers).chain(&from)
    {
        text.push_str("\n\n");
        text.push_str(paragraph);
    }
    text
}

/// What a name comes to on the board, in sentences.
fn numbers(unit: &Unit, mention: &Mention, deadline: &Deadline) -> Vec<String> {
    let Some(ground) = &unit.ground else { return Vec::new() };
    let (program, world) = (&unit.program, &ground.world);
    match &mention.meaning {
        Meaning::Law(name) => {
            let at = program.laws.iter().position(|law| law.name == *name);
            at.map_or_else(Vec::new, |at| law(ground, at, deadline))
        }
        Meaning::Move(name) => {
            let all = program.moves.iter().zip(&ground.moves).filter(|(rule, _)| rule.law.name == *name);
            all.map(|(_, heads)| format!("{} moves, acting in {} places.", heads.heads, heads.acts)).collect()
        }
        Meaning::Param(name) => {
            let at = program.params.iter().position(|param| param.name == *name);
            let found = at.and_then(|at| Some((&program.params[at], world.params.get(at).copied()??)));
            found.map_or_else(Vec::new, |(param, value)| {
                let why = if param.set { "set" } else { "by default" };
                vec![format!("Here it is {}, {why}.", world.show(value))]
            })
        }
        Meaning::Unknown(name, _) => unknowns(ground, name),
        Meaning::BuiltIn(word) if word == "cell" => unknowns(ground, word),
        Meaning::BuiltIn(word) if matches!(word.as_str(), "rows" | "cols") => {
            let number = world.size.map(|(rows, cols)| if word == "rows" { rows } else { cols });
            number.map(|number| format!("Here it is {number}.")).into_iter().collect()
        }
        Meaning::Predicate(name, arity) => {
            let at = program.predicates.iter().position(|known| known.name == *name && known.arity == *arity);
            at.map_or_else(Vec::new, |at| predicate(ground, at))
        }
        Meaning::Placeholder(name, _) => placeholder(unit, ground, name, mention.span),
        _ => Vec::new(),
    }
}

/// With more instances than this nobody waits for the constraints that they become.
const MOST_INSTANCES: usize = 20_000;

/// How often a law speaks, what it says at one place, and what it becomes.
fn law(ground: &Ground, at: usize, deadline: &Deadline) -> Vec<String> {
    let law = &ground.world.program.laws[at];
    let mut found = Vec::new();
    if let Some(first) = ground.instances.iter().find(|instance| instance.law == at) {
        let sentence = first.sentence(law, &ground.world);
        found.extend(Some(format!("For example: {sentence}")).filter(|_| !sentence.is_empty()));
    }
    found.extend(ground.laws.get(at).map(|tally| format!("{tally}.")));
    if ground.instances.len() <= MOST_INSTANCES {
        let laws: Vec<usize> = ground.instances.iter().map(|instance| instance.law).collect();
        let mut ground = ground.clone();
        // The time of the analysis is over by now.
        ground.world.deadline = deadline.clone();
        if let Ok(model) = Model::new(ground, Settings::default()) {
            let kernels = model.kernels(&laws);
            let own = kernels.iter().filter(|((law, _), _)| *law == at);
            let own: Vec<String> = own.map(|((_, name), count)| format!("{count} x {name}")).collect();
            found.extend(Some(format!("Becomes {}.", own.join(", "))).filter(|_| !own.is_empty()));
        }
    }
    found
}

fn unknowns(ground: &Ground, name: &str) -> Vec<String> {
    let families = ground.families();
    let family = families.iter().find(|family| family.name == name);
    let told = family.map(|family| {
        let hidden = if family.hidden { ", hidden" } else { "" };
        match family.count {
            1 => format!("1 unknown, its values {}{hidden}.", family.domain),
            count => format!("{count} unknowns, their values {}{hidden}.", family.domain),
        }
    });
    told.into_iter().collect()
}

fn predicate(ground: &Ground, at: usize) -> Vec<String> {
    let known: &program::Predicate = &ground.world.program.predicates[at];
    if known.input {
        let facts = ground.world.clauses.get(at).map_or(0, |_| {
            // What is drawn of `given` is laid on the board's own clauses.
            ground.world.clauses(PredicateId(at as u32)).facts().count()
        });
        return vec![match facts {
            0 => "The puzzle supplies none.".to_owned(),
            1 => "The puzzle supplies 1.".to_owned(),
            facts => format!("The puzzle supplies {facts}."),
        }];
    }
    let on_values = ground.world.notes.value_predicates.contains(&PredicateId(at as u32));
    let told = if on_values { "Depends on values." } else { "Depends on places only." };
    Some(told.to_owned()).filter(|_| !known.prelude && !known.clauses.is_empty()).into_iter().collect()
}

/// What a placeholder of a law stands for in its first instance.
fn placeholder(unit: &Unit, ground: &Ground, name: &str, span: Span) -> Vec<String> {
    let (file, _) = crate::language::syntax::parse::parse(unit.main, unit.text());
    let Some(statement) = super::describe::around(&file, span) else { return Vec::new() };
    let laws = unit.program.laws.iter().enumerate();
    let inside = |law: &program::Law| {
        law.span.source == span.source
            && statement.span.start <= law.span.start
            && law.span.end <= statement.span.end
    };
    let Some((at, law)) = laws.into_iter().find(|(_, law)| inside(law)) else { return Vec::new() };
    let slot = law.tuple.iter().position(|&slot| law.scope.names[usize::from(slot)] == name);
    let first = ground.instances.iter().find(|instance| instance.law == at);
    let told = slot.zip(first).map(|(slot, first)| {
        format!("In the first instance of `{}`: {}.", law.name, ground.world.name(first.tuple[slot]))
    });
    told.into_iter().collect()
}

/// A cell by its name.
fn named_cell(unit: &Unit, name: &str, span: Span) -> Option<Hover> {
    let (row, column) = cell::named(name)?;
    Some(Hover { place: unit.place(span), text: format!("Row {row}, column {column}.") })
}

/// The token of a drawing at a byte of the unit's text: which cell it is in, or which place of a strip.
fn drawn(unit: &Unit, offset: usize) -> Option<Hover> {
    let at = u32::try_from(offset).ok()?;
    for layer in unit.program.pictures.iter().filter(|layer| unit.is_own(layer.span)) {
        let name = unit.sources.slice(layer.span);
        for (row, tokens) in layer.picture.rows.iter().enumerate() {
            let Some(column) = tokens.iter().position(|token| token.span.start <= at && at <= token.span.end)
            else {
                continue;
            };
            let token = &tokens[column];
            let place = if layer.strip {
                format!("place {} of `{name}`", column + 1)
            } else {
                match layer.grain(&unit.program).unwrap_or_default() {
                    Grain::Cells => format!("r{}c{} of `{name}`", row + 1, column + 1),
                    Grain::Marks => {
                        format!("row {}, column {} of the drawing `{name}`", row + 1, column + 1)
                    }
                    grain @ (Grain::Dots | Grain::Points | Grain::Units) => {
                        let at = (row as i64 + grain.first(), column as i64 + grain.first());
                        format!("{}({}, {}) of `{name}`", grain.place().unwrap_or_default(), at.0, at.1)
                    }
                }
            };
            return Some(Hover { place: unit.place(token.span), text: format!("`{}`: {place}", token.text) });
        }
    }
    None
}
