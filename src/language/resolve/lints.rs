//! Advice that needs no puzzle: what is unused, written once, or cannot be reached.

use crate::base::hash::{Map, Set};
use crate::language::diagnostic::catalogue::names as say;
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::program::{Expected, Program};
use crate::language::source::Span;
use crate::language::syntax::ast::{Item, ListItem, Statement, StatementKind, Term, TermKind};

use super::load::{Files, Loaded};
use super::lower::Uses;
use super::names::Names;
use super::scope::Occurrences;

/// Gives all advice on the files, the prelude left out.
pub fn run(files: &Files, names: &Names, program: &Program, uses: &Uses, diagnostics: &mut Vec<Diagnostic>) {
    super::grammar::check(program, diagnostics);
    // A name that is misspelt, or a statement that is broken, makes another look unused.
    let sure = !diagnostics
        .iter()
        .any(|found| found.code.starts_with("E1") || matches!(found.code, "E201" | "E203"));
    for file in files.list.iter().filter(|file| !file.prelude) {
        for statement in &file.file.statements {
            if is_enough(diagnostics) {
                break;
            }
            singletons(statement, diagnostics);
        }
        unreachable_clauses(file, diagnostics);
        let mut found = Vec::new();
        unused(file, names, program, uses, &mut found);
        diagnostics.extend(found.into_iter().filter(|found| sure || found.is_error()));
        params_for_symbols(file, names, program, diagnostics);
    }
    pardons(files, program, diagnostics);
    moves(program, diagnostics);
}

/// Nobody reads more advice than this; a file that a program has written may call for a million pieces of it.
fn is_enough(diagnostics: &[Diagnostic]) -> bool {
    const MOST: usize = 1000;
    diagnostics.len() >= MOST
}

fn singletons(statement: &Statement, diagnostics: &mut Vec<Diagnostic>) {
    let mut occurrences = Occurrences::default();
    match &statement.kind {
        StatementKind::Unknown { head, domain, body, .. } => {
            occurrences.count(head);
            occurrences.count(domain);
            body.iter().for_each(|body| occurrences.count(body));
        }
        StatementKind::Clause { head, body } | StatementKind::Draw { head, body } => {
            occurrences.count(head);
            body.iter().for_each(|body| occurrences.count(body));
        }
        StatementKind::Grammar { head, items } => {
            occurrences.count(head);
            items.iter().for_each(|item| count_item(item, &mut occurrences));
        }
        StatementKind::Law { body, .. } | StatementKind::Goal { body } => occurrences.count(body),
        StatementKind::Move { head, body } | StatementKind::Offer { head, body } => {
            occurrences.count(head);
            occurrences.count(body);
        }
        StatementKind::Sketch { with, .. } => with.iter().for_each(|(_, value)| occurrences.count(value)),
        StatementKind::Param { values, .. } => values.iter().for_each(|value| occurrences.count(value)),
        StatementKind::Bound { value } | StatementKind::Objective { value, .. } => occurrences.count(value),
        _ => {}
    }
    // A name of the doc line is used there.
    let told = |name: &str| {
        statement
            .docs
            .iter()
            .any(|doc| crate::language::program::doc::names(&doc.text).any(|told| told == name))
    };
    for (name, span) in occurrences.singletons().filter(|(name, _)| !told(name)) {
        diagnostics.push(say::singleton(name, span));
    }
}

fn count_item<'t>(item: &'t Item, occurrences: &mut Occurrences<'t>) {
    match item {
        Item::One(term) => occurrences.count(term),
        Item::Nothing(_) => {}
        Item::Choice(choices, _) => choices.iter().flatten().for_each(|item| count_item(item, occurrences)),
        Item::Star(inner) | Item::Plus(inner) => count_item(inner, occurrences),
        Item::Power(inner, times) => {
            count_item(inner, occurrences);
            occurrences.count(times);
        }
    }
}

/// A clause: its head and its body.
type Earlier<'t> = (&'t Term, Option<&'t Term>);

// Thousands of facts are data; comparing each with each would be slow and say little.
const MOST: usize = 200;

/// Clauses that an earlier one without a body already covers.
fn unreachable_clauses(file: &Loaded, diagnostics: &mut Vec<Diagnostic>) {
    let mut facts: Map<(&str, usize), Vec<Earlier<'_>>> = Map::default();
    for statement in &file.file.statements {
        let StatementKind::Clause { head, body } = &statement.kind else { continue };
        let Some((name, span, args)) = head.as_head() else { continue };
        if is_enough(diagnostics) {
            return;
        }
        let earlier = facts.entry((name, args.len())).or_default();
        let covering = earlier.iter().find(|(first, condition)| match condition {
            None => covers(first, head, &mut Map::default()),
            Some(condition) => {
                body.as_ref().is_some_and(|body| same_text(first, head) && same_text(condition, body))
            }
        });
        if let Some((first, _)) = covering {
            diagnostics.push(say::unreachable_clause(name, span, first.span));
        } else if earlier.len() < MOST {
            earlier.push((head, body.as_ref()));
        }
    }
}

fn same_text(left: &Term, right: &Term) -> bool {
    crate::language::syntax::print::term(left) == crate::language::syntax::print::term(right)
}

/// Whether every term that matches `narrow` matches `wide`, as far as one can see.
fn covers<'t>(wide: &'t Term, narrow: &'t Term, bound: &mut Map<&'t str, &'t Term>) -> bool {
    let (wide, narrow) = (wide.bare(), narrow.bare());
    match (&wide.kind, &narrow.kind) {
        (TermKind::Placeholder(name), _) if name == "_" => true,
        (TermKind::Placeholder(name), _) => match bound.get(name.as_str()) {
            // A repeated name compares values; only the same name or the same constant is surely equal to itself.
            Some(earlier) => {
                same_text(earlier, narrow)
                    && matches!(
                        narrow.kind,
                        TermKind::Placeholder(_) | TermKind::Int(_) | TermKind::Name(_) | TermKind::Text(_)
                    )
            }
            None => {
                bound.insert(name, narrow);
                true
            }
        },
        (TermKind::Call { name, args }, TermKind::Call { name: other, args: others }) => {
            name.text == other.text
                && args.len() == others.len()
                && args.iter().zip(others).all(|(a, b)| covers(a, b, bound))
        }
        (TermKind::List { items, tail }, TermKind::List { items: others, tail: rest }) => {
            items.len() == others.len()
                && items.iter().zip(others).all(|pair| match pair {
                    (ListItem::One(a), ListItem::One(b)) => covers(a, b, bound),
                    _ => false,
                })
                && match (tail, rest) {
                    (None, None) => true,
                    (Some(a), Some(b)) => covers(a, b, bound),
                    _ => false,
                }
        }
        (TermKind::Int(a), TermKind::Int(b)) => a == b,
        (TermKind::Name(a), TermKind::Name(b)) | (TermKind::Text(a), TermKind::Text(b)) => a == b,
        _ => false,
    }
}

/// As many unused definitions are told.
const MOST_UNUSED: usize = 1000;

/// Definitions nobody asks for, and facts that no rule set declares.
fn unused(file: &Loaded, names: &Names, program: &Program, uses: &Uses, diagnostics: &mut Vec<Diagnostic>) {
    let mut told: Set<(&str, usize)> = Set::default();
    for statement in &file.file.statements {
        if told.len() >= MOST_UNUSED {
            return;
        }
        match &statement.kind {
            StatementKind::Clause { head, body } => {
                let Some((name, span, args)) = head.as_head() else { continue };
                let Some(id) = names.predicates.get(&(name.to_owned(), args.len())) else { continue };
                let predicate = &program.predicates[id.0 as usize];
                let known = predicate.input || predicate.prelude || uses.predicates.contains(id);
                if known || told.contains(&(name, args.len())) {
                    continue;
                }
                told.insert((name, args.len()));
                if body.is_none() && !file.uses.is_empty() {
                    diagnostics.push(undeclared(name, span, args.len(), program));
                } else if file.depth == 0 && statement.docs.is_empty() {
                    // What a used rule set defines, and what has a sentence for others, may be there for others.
                    diagnostics.push(say::unused("definition", &format!("{name}/{}", args.len()), span));
                }
            }
            StatementKind::Grammar { head, .. } => {
                let Some((name, span, args)) = head.as_head() else { continue };
                let Some(id) = names.grammars.get(&(name.to_owned(), args.len())) else { continue };
                if !uses.grammars.contains(&id.0) && !told.contains(&(name, args.len())) {
                    told.insert((name, args.len()));
                    diagnostics.push(say::unused("line grammar", &format!("{name}/{}", args.len()), span));
                }
            }
            StatementKind::Input { head } => {
                let Some((name, span, args)) = head.as_head() else { continue };
                let Some(id) = names.predicates.get(&(name.to_owned(), args.len())) else { continue };
                if !uses.predicates.contains(id) && !program.predicates[id.0 as usize].prelude {
                    diagnostics.push(say::unused("input", &format!("{name}/{}", args.len()), span));
                }
            }
            StatementKind::Param { name, .. } => {
                let used = names.params.get(&name.text).is_some_and(|id| uses.params.contains(id));
                if !used {
                    diagnostics.push(say::unused("param", &name.text, name.span));
                }
            }
            _ => {}
        }
    }
}

/// Facts that name a param where a drawing shows a symbol of the same name.
fn params_for_symbols(file: &Loaded, names: &Names, program: &Program, diagnostics: &mut Vec<Diagnostic>) {
    let drawn = |name: &str| {
        let mut symbols = program.pictures.iter().flat_map(|layer| layer.picture.rows.iter().flatten());
        names.params.contains_key(name) && symbols.any(|symbol| symbol.text == name)
    };
    for statement in &file.file.statements {
        let StatementKind::Clause { head, body: None } = &statement.kind else { continue };
        for arg in head.kind.children() {
            if let TermKind::Name(name) = &arg.kind
                && drawn(name)
            {
                diagnostics.push(say::param_for_symbol(name, arg.span));
            }
        }
    }
}

fn undeclared(name: &str, span: Span, arity: usize, program: &Program) -> Diagnostic {
    let inputs: Vec<&str> =
        program.predicates.iter().filter(|known| known.input).map(|known| known.name.as_str()).collect();
    let arities: Vec<usize> = program
        .predicates
        .iter()
        .filter(|known| known.input && known.name == name)
        .map(|known| known.arity)
        .collect();
    if !arities.is_empty() {
        return say::wrong_arity(name, arity, &arities, span, None);
    }
    let near = nearest(name, inputs.iter().copied());
    let diagnostic = say::unknown_name("clue", &format!("{name}/{arity}"), span, span, inputs);
    match near {
        Some(_) => diagnostic,
        None => diagnostic
            .help("no rule set in use reads it; declare it there with `input`, or use it in a law here"),
    }
}

/// What the main file says about its laws must be about laws; a used file may speak of one that has been dropped.
fn pardons(files: &Files, program: &Program, diagnostics: &mut Vec<Diagnostic>) {
    let Some(main) = files.list.last() else { return };
    for statement in &main.file.statements {
        let StatementKind::Expect { value: Some(value), .. } = &statement.kind else { continue };
        let Some(pardon) = program.pardons.iter().find(|pardon| pardon.span == statement.span) else {
            continue;
        };
        let moves = program.moves.iter().map(|step| step.law.name.as_str());
        let known: Vec<&str> = program.laws.iter().map(|law| law.name.as_str()).chain(moves).collect();
        if !known.contains(&pardon.law.as_str()) {
            diagnostics.push(say::unknown_name("law", &pardon.law, value.span, value.span, known));
        }
    }
}

/// Moves need a goal and rule out an objective; goals, and some expectations, need what they speak about.
fn moves(program: &Program, diagnostics: &mut Vec<Diagnostic>) {
    // What seems to be missing may stand in a statement that had to be left out.
    let whole = !diagnostics.iter().any(Diagnostic::is_error);
    for expectation in program.expectations.iter().filter(|_| whole) {
        let idle = match expectation.what {
            Expected::Moves(_) if program.moves.is_empty() => Some(("moves", "a `move`")),
            Expected::Best(_) if program.objective.is_none() => Some(("best", "`minimise` or `maximise`")),
            _ => None,
        };
        diagnostics.extend(idle.map(|(what, needs)| say::idle_expectation(what, needs, expectation.span)));
    }
    let Some(first) = program.moves.first() else {
        let goal = program.goals.first().filter(|_| whole);
        diagnostics.extend(goal.map(|goal| say::goal_without_moves(goal.span)));
        let bound = program.bounds.first().filter(|_| whole);
        diagnostics.extend(bound.map(|bound| say::bound_without_moves(bound.span)));
        return;
    };
    if let Some(objective) = &program.objective {
        diagnostics.push(say::moves_and_objective(objective.value.span, first.law.span));
    }
    if program.goals.is_empty() && whole {
        diagnostics.push(say::moves_without_goal(first.law.span));
    }
}
