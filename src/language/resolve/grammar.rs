//! Lowers line grammars, and refuses those that could go on without reading.

use crate::base::hash::Set;
use crate::language::diagnostic::catalogue::{meaning, names as say};
use crate::language::program::{Expr, GrammarClause, GrammarId, GrammarItem, PredicateId, Program};
use crate::language::syntax::ast::{Item, Term, TermKind};

use super::calls::components;
use super::index::Meaning;
use super::lower::{Goals, Lower};

/// Adds one alternative to its head.
pub fn clause(head: &Term, items: &[Item], lower: &mut Lower<'_>) {
    let Some((name, span, args)) = head.as_head() else { return };
    let Some(&id) = lower.names.grammars.get(&(name.to_owned(), args.len())) else { return };
    lower.uses.define(span, || Meaning::Grammar(name.to_owned(), args.len()));
    lower.enter(&args.iter().collect::<Vec<_>>());
    let mut goals = Goals::new();
    let patterns: Vec<Expr> = args.iter().map(|arg| lower.head_argument(arg, &mut goals)).collect();
    lower.end_of_head();
    let goal = lower.all(goals, head.span);
    let items = sequence(items, lower);
    let scope = std::mem::take(&mut lower.scope);
    let clause = GrammarClause { head: patterns, goal, items, scope, span: head.span };
    lower.program.grammars[id.0 as usize].clauses.push(clause);
}

fn sequence(items: &[Item], lower: &mut Lower<'_>) -> Vec<GrammarItem> {
    items.iter().filter_map(|found| item(found, lower)).collect()
}

fn item(item_: &Item, lower: &mut Lower<'_>) -> Option<GrammarItem> {
    match item_ {
        Item::Nothing(_) => None,
        Item::One(term) => Some(one(term, lower)),
        Item::Choice(choices, _) => {
            let choices: Vec<Vec<GrammarItem>> =
                choices.iter().map(|choice| sequence(choice, lower)).collect();
            Some(GrammarItem::Choice(choices))
        }
        Item::Star(inner) => item(inner, lower).map(star),
        Item::Plus(inner) => {
            let inner = item(inner, lower)?;
            Some(GrammarItem::Choice(vec![vec![inner.clone(), star(inner)]]))
        }
        Item::Power(inner, times) => {
            let inner = item(inner, lower)?;
            let times = plain(times, lower);
            Some(GrammarItem::Power(Box::new(inner), times))
        }
    }
}

/// Repetition; `(0*)*` reads what `0*` reads.
fn star(item: GrammarItem) -> GrammarItem {
    match item {
        GrammarItem::Star(_) => item,
        GrammarItem::Choice(mut choices) if matches!(choices.as_slice(), [single] if matches!(single.as_slice(), [GrammarItem::Star(_)])) => {
            choices.remove(0).remove(0)
        }
        other => GrammarItem::Star(Box::new(other)),
    }
}

fn one(term: &Term, lower: &mut Lower<'_>) -> GrammarItem {
    let head = term.as_head().map(|(name, span, args)| (name.to_owned(), span, args));
    if let Some((name, span, args)) = head {
        let key = (name.clone(), args.len());
        if let Some(&id) = lower.names.grammars.get(&key) {
            lower.uses.grammars.insert(id.0);
            lower.uses.mention(span, || Meaning::Grammar(name, args.len()));
            let args = args.iter().map(|arg| plain(arg, lower)).collect();
            return GrammarItem::Head(id, args);
        }
        if !args.is_empty() {
            let mut known: Vec<&str> = lower.names.grammars.keys().map(|(name, _)| name.as_str()).collect();
            known.sort_unstable();
            let shown = format!("{name}/{}", args.len());
            lower.diagnostics.push(say::unknown_name("line grammar", &shown, term.span, span, known));
            return GrammarItem::Any;
        }
    }
    match &term.kind {
        TermKind::Placeholder(name) if name == "_" => GrammarItem::Any,
        TermKind::Set(_) | TermKind::Range(..) => GrammarItem::OneOf(plain(term, lower)),
        _ => GrammarItem::Value(plain(term, lower)),
    }
}

/// An expression that needs no goal of its own; grammars know no others.
fn plain(term: &Term, lower: &mut Lower<'_>) -> Expr {
    let mut goals = Goals::new();
    let expr = lower.value(term, &mut goals);
    if !goals.is_empty() {
        lower.diagnostics.push(say::not_a_value(term.span));
    }
    expr
}

/// Reports every head that may call itself before it has read a cell.
pub fn check(program: &Program, diagnostics: &mut Vec<crate::language::diagnostic::Diagnostic>) {
    let nullable = nullable(program);
    let edges: Vec<Vec<PredicateId>> = program
        .grammars
        .iter()
        .map(|grammar| {
            let mut first = Vec::new();
            grammar.clauses.iter().for_each(|clause| leading(&clause.items, &nullable, &mut first));
            first.sort_unstable();
            first.dedup();
            first
        })
        .collect();
    for component in components(&edges) {
        let index = component[0];
        let cyclic = component.len() > 1 || edges[index].contains(&PredicateId(index as u32));
        let grammar = &program.grammars[index];
        if let (true, Some(clause)) = (cyclic, grammar.clauses.first()) {
            diagnostics.push(meaning::grammar_cycle(&grammar.name, clause.span));
        }
    }
}

/// The heads that may read nothing. When one is found, those that name it are looked at again.
fn nullable(program: &Program) -> Set<GrammarId> {
    let mut named_by: Vec<Vec<usize>> = vec![Vec::new(); program.grammars.len()];
    for (index, grammar) in program.grammars.iter().enumerate() {
        for clause in &grammar.clauses {
            heads(&clause.items, &mut |id| named_by[id.0 as usize].push(index));
        }
    }
    let mut found = Set::default();
    let mut open: Vec<usize> = (0..program.grammars.len()).collect();
    while let Some(index) = open.pop() {
        let clauses = &program.grammars[index].clauses;
        let reads_none =
            clauses.iter().any(|clause| clause.items.iter().all(|item| reads_nothing(item, &found)));
        if reads_none && found.insert(GrammarId(index as u32)) {
            open.append(&mut named_by[index]);
        }
    }
    found
}

fn heads(items: &[GrammarItem], found: &mut impl FnMut(GrammarId)) {
    for item in items {
        match item {
            GrammarItem::Head(id, _) => found(*id),
            GrammarItem::Choice(choices) => choices.iter().for_each(|choice| heads(choice, found)),
            GrammarItem::Star(inner) | GrammarItem::Power(inner, _) => {
                heads(std::slice::from_ref(inner), found)
            }
            GrammarItem::Value(_) | GrammarItem::OneOf(_) | GrammarItem::Any => {}
        }
    }
}

/// Whether an item may read nothing. A power may be 0.
fn reads_nothing(item: &GrammarItem, nullable: &Set<GrammarId>) -> bool {
    match item {
        GrammarItem::Value(_) | GrammarItem::OneOf(_) | GrammarItem::Any => false,
        GrammarItem::Head(id, _) => nullable.contains(id),
        GrammarItem::Choice(choices) => {
            choices.iter().any(|choice| choice.iter().all(|item| reads_nothing(item, nullable)))
        }
        GrammarItem::Star(_) | GrammarItem::Power(..) => true,
    }
}

/// Adds the heads that may be called before a cell is read. Returns through `first`, as numbers of a call graph.
fn leading(items: &[GrammarItem], nullable: &Set<GrammarId>, first: &mut Vec<PredicateId>) {
    for item in items {
        match item {
            GrammarItem::Head(id, _) => first.push(PredicateId(id.0)),
            GrammarItem::Choice(choices) => {
                choices.iter().for_each(|choice| leading(choice, nullable, first))
            }
            GrammarItem::Star(inner) | GrammarItem::Power(inner, _) => {
                leading(std::slice::from_ref(inner), nullable, first);
            }
            GrammarItem::Value(_) | GrammarItem::OneOf(_) | GrammarItem::Any => {}
        }
        if !reads_nothing(item, nullable) {
            return;
        }
    }
}
