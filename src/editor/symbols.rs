//! What a file declares, as an outline, and what all files declare, to be searched.

use crate::base::clock::Deadline;
use crate::editor::analysis::{Analysis, Unit};
use crate::editor::place::Place;
use crate::editor::workspace::Workspace;
use crate::language::source::Span;
use crate::language::syntax::ast::{Name, StatementKind, Term};
use crate::language::syntax::parse::parse;

/// What a symbol is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// A rule set that is used.
    Use,
    /// The grid.
    Grid,
    /// A param.
    Param,
    /// A family of unknowns.
    Unknown,
    /// What a puzzle may supply.
    Input,
    /// A definition, all its clauses as one if they follow each other; or facts.
    Definition,
    /// A line grammar.
    Grammar,
    /// A law.
    Law,
    /// A move.
    Move,
    /// A goal, or an objective.
    Goal,
    /// A drawing or a strip.
    Drawing,
    /// What must come out.
    Expectation,
    /// One puzzle of several in a file.
    Puzzle,
}

/// Something that a file declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    /// What it is called.
    pub name: String,
    /// More about it; may be empty.
    pub detail: String,
    /// What it is.
    pub kind: Kind,
    /// All of it, doc lines included.
    pub place: Place,
    /// Its name.
    pub name_place: Place,
    /// What is inside it: the symbols of one puzzle of several.
    pub children: Vec<Symbol>,
}

/// The outline of a file.
pub fn symbols(analysis: &Analysis) -> Vec<Symbol> {
    if let [unit] = analysis.units.as_slice() {
        return of_unit(unit);
    }
    let numbered = (1..).zip(&analysis.units);
    let puzzle = |(number, unit): (usize, &Unit)| Symbol {
        name: format!("puzzle {number}"),
        detail: String::new(),
        kind: Kind::Puzzle,
        place: analysis.place(unit.start, unit.end),
        name_place: analysis.place(unit.start, unit.start),
        children: of_unit(unit),
    };
    numbered.map(puzzle).collect()
}

/// What the open files and the files they use declare under names that contain the letters of a query in this order.
/// Nothing if somebody asked to stop.
pub fn search(workspace: &mut Workspace, query: &str, deadline: &Deadline) -> Option<Vec<Symbol>> {
    let mut files: Vec<String> = workspace.names().map(str::to_owned).collect();
    for name in files.clone() {
        let analysis = workspace.analyse(&name, deadline)?;
        for unit in &analysis.units {
            let used = (0..unit.sources.len() as u32).map(|source| unit.place(Span::new(source, 0, 0)));
            for place in used.filter(|place| !place.is_built_in()) {
                if !files.contains(&place.file) {
                    files.push(place.file);
                }
            }
        }
    }
    let mut found = Vec::new();
    for name in files {
        let Some(text) = workspace.text(&name) else { continue };
        let analysis = workspace.names_of(&name, text, deadline)?;
        for symbol in symbols(&analysis) {
            let all =
                std::iter::once(Symbol { children: Vec::new(), ..symbol.clone() }).chain(symbol.children);
            let named = |symbol: &Symbol| {
                !matches!(symbol.kind, Kind::Use | Kind::Grid | Kind::Goal | Kind::Expectation | Kind::Puzzle)
            };
            found.extend(all.filter(|symbol| named(symbol) && is_like(&symbol.name, query)));
        }
    }
    Some(found)
}

/// Whether a name has the letters of a query in this order.
fn is_like(name: &str, query: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    query.chars().flat_map(char::to_lowercase).all(|wanted| letters.any(|letter| letter == wanted))
}

fn of_unit(unit: &Unit) -> Vec<Symbol> {
    let (file, _) = parse(unit.main, unit.text());
    let mut found: Vec<Symbol> = Vec::new();
    for statement in &file.statements {
        let Some((kind, name, detail, span)) = declared(&statement.kind, statement.span) else { continue };
        let whole = statement.docs.first().map_or(statement.span, |doc| doc.span.to(statement.span));
        if let Some(last) = found.last_mut().filter(|last| {
            matches!(kind, Kind::Definition | Kind::Grammar) && (last.kind, &last.name) == (kind, &name)
        }) {
            last.place.end = unit.place(whole).end;
            continue;
        }
        let (place, name_place) = (unit.place(whole), unit.place(span));
        found.push(Symbol { name, detail, kind, place, name_place, children: Vec::new() });
    }
    found
}

/// What a statement declares: its kind, its name, more about it, and where the name stands.
fn declared(kind: &StatementKind, whole: Span) -> Option<(Kind, String, String, Span)> {
    let slash =
        |head: &Term| head.as_head().map(|(name, span, args)| (format!("{name}/{}", args.len()), span));
    let of = |kind: Kind, head: &Term, detail: &str| {
        slash(head).map(|(name, span)| (kind, name, detail.to_owned(), span))
    };
    let named = |kind: Kind, name: &Name| Some((kind, name.text.clone(), String::new(), name.span));
    let first_word = |word: &str| {
        let end = (whole.start as usize + word.len()).min(whole.end as usize);
        (word.to_owned(), Span::new(whole.source, whole.start as usize, end))
    };
    let keyword = |kind: Kind, word: &str| {
        let (name, span) = first_word(word);
        Some((kind, name, String::new(), span))
    };
    match kind {
        StatementKind::Use { name, .. } => Some((Kind::Use, name.text.clone(), "use".to_owned(), name.span)),
        StatementKind::Grid { .. } => keyword(Kind::Grid, "grid"),
        StatementKind::Param { name, .. } => named(Kind::Param, name),
        StatementKind::Unknown { head, hidden, .. } => {
            of(Kind::Unknown, head, if *hidden { "hidden" } else { "" })
        }
        StatementKind::Input { head } => of(Kind::Input, head, "input"),
        StatementKind::Clause { head, .. } => of(Kind::Definition, head, ""),
        StatementKind::Grammar { head, .. } => of(Kind::Grammar, head, ""),
        StatementKind::Law { name, .. } => named(Kind::Law, name),
        StatementKind::Move { head, .. } => {
            head.as_head().map(|(name, span, _)| (Kind::Move, name.to_owned(), "move".to_owned(), span))
        }
        StatementKind::Goal { .. } => keyword(Kind::Goal, "goal"),
        StatementKind::Objective { maximise, .. } => {
            keyword(Kind::Goal, if *maximise { "maximise" } else { "minimise" })
        }
        StatementKind::Layer { name, .. } | StatementKind::Strip { name, .. } => named(Kind::Drawing, name),
        StatementKind::Expect { what, .. } => {
            Some((Kind::Expectation, format!("expect {}", what.text), String::new(), what.span))
        }
        StatementKind::Language { .. }
        | StatementKind::Caption { .. }
        | StatementKind::Offer { .. }
        | StatementKind::Bound { .. }
        | StatementKind::Sketch { .. }
        | StatementKind::Drop { .. }
        | StatementKind::Draw { .. } => None,
    }
}
