//! The inputs of a rule set: what each is on the board, told from how the rules use and draw it.

use super::goals::{is_area, read_by_rules};
use super::samples;
use super::values::{self, Values};
use crate::base::hash::Map;
use crate::board::eval::World;
use crate::language::program::{Clause, Expr, Figure, GoalKind, Grain, PredicateId, Program, Slot};
use crate::language::source::{SourceId, Sources};
use crate::language::syntax::ast::{StatementKind, TermKind};
use crate::language::syntax::parse::parse;
use crate::language::term::Node;

/// How the clues of an input lie on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A symbol in each square: a drawing.
    Cells,
    /// A symbol between two squares: a drawing of marks.
    Marks,
    /// A symbol where squares meet: a drawing of dots.
    Dots,
    /// A symbol in a square, between two or where four meet: a drawing of points.
    Points,
    /// A clue for each line at a side: a strip.
    Side,
    /// A square has it or not: facts.
    Flags,
    /// Lists of squares: facts.
    Paths,
    /// A value for the name of an area: facts.
    Named,
    /// Anything else: facts.
    Facts,
}

impl Kind {
    /// How fine its drawing is; nothing if it has none.
    pub fn grain(self) -> Option<Grain> {
        match self {
            Kind::Cells => Some(Grain::Cells),
            Kind::Marks => Some(Grain::Marks),
            Kind::Dots => Some(Grain::Dots),
            Kind::Points => Some(Grain::Points),
            Kind::Side | Kind::Flags | Kind::Paths | Kind::Named | Kind::Facts => None,
        }
    }

    /// The word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Cells => "cells",
            Kind::Marks => "marks",
            Kind::Dots => "dots",
            Kind::Points => "points",
            Kind::Side => "side",
            Kind::Flags => "flags",
            Kind::Paths => "paths",
            Kind::Named => "named",
            Kind::Facts => "facts",
        }
    }
}

/// What an argument of an input is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Argument {
    Place,
    Places,
    Other,
}

/// An input that a puzzle may supply.
#[derive(Clone, Debug)]
pub struct Layer {
    /// Its name.
    pub name: String,
    /// How many arguments it has.
    pub arity: usize,
    /// The predicate.
    pub predicate: PredicateId,
    /// How its clues lie on the board.
    pub kind: Kind,
    /// Whether equal symbols are one area.
    pub areas: bool,
    /// Whether a lone clue is a list of one.
    pub lists: bool,
    /// Whether another text than the puzzle's draws it.
    pub elsewhere: bool,
    /// What a clue may be.
    pub values: Values,
    /// What the rule set says about it, in a comment or a doc line.
    pub help: String,
}

/// What an `input` statement says.
#[derive(Clone, Default, Debug)]
struct Head {
    names: Vec<String>,
    help: String,
}

/// The inputs of a program in the order of their declaration, those of the prelude last; strips only where rules read them. The
/// puzzle's own text is `main`; the board may have been made without the laws of the program.
pub fn layers(program: &Program, world: &World, sources: &Sources, main: SourceId) -> Vec<Layer> {
    let heads = heads(sources);
    let drawn = drawn_arguments(program);
    let (direct, read) = read_by_rules(program);
    let mut found: Vec<Layer> = Vec::new();
    for (index, predicate) in program.predicates.iter().enumerate() {
        let id = PredicateId(index as u32);
        let told = world.clauses(id).facts().next().is_some();
        if !predicate.input {
            continue;
        }
        let is_given = program.given == Some(id);
        let side = is_side(&predicate.name) && predicate.arity == 2;
        let defined = predicate.clauses.iter().any(|clause| matches!(clause, Clause::Rule(_)));
        if is_given {
            if defined || !has_cells(world) {
                continue;
            }
        } else if predicate.prelude && !told {
            // Strips are read through definitions of the prelude; what these read for themselves is no clue of this puzzle.
            let wanted = if side { read[index] } else { direct[index] };
            if defined || !wanted {
                continue;
            }
        }
        let head = heads.get(&(predicate.name.clone(), predicate.arity)).cloned().unwrap_or_default();
        let areas = is_area(program, id) && predicate.grain == Grain::Cells;
        let arguments: Vec<Argument> = (0..predicate.arity)
            .map(|at| {
                let there = stated(world, id, at);
                let named = || head.names.get(at).map_or(Argument::Other, |name| by_name(name));
                there.or_else(|| drawn.get(&(id, at)).copied()).unwrap_or_else(named)
            })
            .collect();
        let kind = match arguments[..] {
            _ if side => Kind::Side,
            _ if predicate.grain == Grain::Dots => Kind::Dots,
            _ if predicate.grain == Grain::Points => Kind::Points,
            _ if predicate.grain == Grain::Units => Kind::Facts,
            _ if is_given || areas => Kind::Cells,
            [Argument::Place, Argument::Other] => Kind::Cells,
            [Argument::Place] => Kind::Flags,
            [Argument::Place, Argument::Place, Argument::Other] => Kind::Marks,
            [Argument::Places] => Kind::Paths,
            [Argument::Other, Argument::Other] => Kind::Named,
            _ => Kind::Facts,
        };
        let mut values = match kind {
            Kind::Flags | Kind::Paths | Kind::Facts => Values::default(),
            _ => values::values(program, world, id, areas),
        };
        if values.open && !values.lists && kind.grain().is_some() && !areas && !is_given {
            values.learn(samples::symbols(sources, &predicate.name));
        }
        let (name, arity, lists) = (predicate.name.clone(), predicate.arity, predicate.lists);
        let mut pictures =
            program.pictures.iter().filter(|drawn| [drawn.cells, drawn.marks].contains(&Some(id)));
        let elsewhere = pictures.any(|drawn| drawn.span.source != main);
        found.push(Layer {
            name,
            arity,
            predicate: id,
            kind,
            areas,
            lists,
            elsewhere,
            values,
            help: head.help,
        });
    }
    // Names mean something only where areas have them.
    if !found.iter().any(|layer| layer.areas) {
        found.iter_mut().filter(|layer| layer.kind == Kind::Named).for_each(|layer| layer.kind = Kind::Facts);
    }
    let prelude = |layer: &Layer| program.predicates[layer.predicate.0 as usize].prelude;
    found.sort_by_key(|layer| (prelude(layer), program.given == Some(layer.predicate)));
    found
}

/// Whether an input stands beside the board.
pub fn is_side(name: &str) -> bool {
    matches!(name, "top" | "bottom" | "left" | "right")
}

fn has_cells(world: &World) -> bool {
    world.unknowns.iter().any(|unknown| world.coordinates(unknown.place).is_some())
}

/// What the names of arguments mean, and what is said about inputs: from the statements themselves.
fn heads(sources: &Sources) -> Map<(String, usize), Head> {
    let mut heads: Map<(String, usize), Head> = Map::default();
    for id in 0..sources.len() as SourceId {
        let text = &sources.get(id).text;
        let (file, _) = parse(id, text);
        for statement in &file.statements {
            let StatementKind::Input { head } = &statement.kind else { continue };
            let Some((name, _, args)) = head.as_head() else { continue };
            let names = args.iter().map(|arg| match &arg.kind {
                TermKind::Placeholder(name) => name.clone(),
                _ => String::new(),
            });
            let end = statement.span.end as usize;
            let rest = text.get(end..).and_then(|rest| rest.lines().next()).unwrap_or_default();
            let beside = rest.split_once('%').filter(|(before, _)| before.trim().is_empty());
            let docs: Vec<&str> = statement.docs.iter().map(|doc| doc.text.as_str()).collect();
            let help = if docs.is_empty() { beside.map_or("", |(_, said)| said.trim()) } else { "" };
            let help = if docs.is_empty() { help.to_owned() } else { docs.join(" ") };
            let known = heads.entry((name.to_owned(), args.len())).or_default();
            *known = Head { names: names.collect(), help };
        }
    }
    heads
}

/// What an argument is called.
fn by_name(name: &str) -> Argument {
    match name {
        "Cell" | "Square" | "Place" => Argument::Place,
        "Cells" | "Squares" | "Places" | "Path" | "Line" => Argument::Places,
        _ => Argument::Other,
    }
}

/// What an argument is in the facts that are there.
fn stated(world: &World, predicate: PredicateId, at: usize) -> Option<Argument> {
    let (row, _) = world.clauses(predicate).facts().next()?;
    let term = *row.get(at)?;
    Some(match world.terms.node(term) {
        _ if world.coordinates(term).is_some() => Argument::Place,
        &Node::Cons(head, _) if world.coordinates(head).is_some() => Argument::Places,
        _ => Argument::Other,
    })
}

/// What arguments of inputs are, as far as drawings tell: what a figure stands at is a place.
fn drawn_arguments(program: &Program) -> Map<(PredicateId, usize), Argument> {
    let mut found = Map::default();
    for drawing in &program.drawings {
        let Some(place) = drawing.args.first() else { continue };
        let lists = matches!(drawing.figure, Figure::Line | Figure::Region);
        if matches!(drawing.figure, Figure::Outside | Figure::Value | Figure::Board) {
            continue;
        }
        let whole = |slot: Slot| *place == Expr::Slot(slot);
        let inside = |slot: Slot| {
            let mut is_element = false;
            match place {
                Expr::Set(parts) | Expr::List(parts, _) => {
                    parts.iter().for_each(|part| is_element |= *part == Expr::Slot(slot));
                }
                _ => {}
            }
            is_element
        };
        drawing.goal.each(&mut |goal| {
            let GoalKind::Call { predicate, args, .. } = &goal.kind else { return };
            for (at, arg) in args.iter().enumerate() {
                let argument = match arg {
                    Expr::Slot(slot) if whole(*slot) => {
                        Some(if lists { Argument::Places } else { Argument::Place })
                    }
                    Expr::Slot(slot) if inside(*slot) => Some(Argument::Place),
                    Expr::Place(name, _) if program.cell == Some(*name) => Some(Argument::Place),
                    Expr::List(parts, _) => {
                        let mut slots = parts.iter().filter_map(|part| match part {
                            Expr::Slot(slot) => Some(*slot),
                            _ => None,
                        });
                        slots.any(|slot| whole(slot) || inside(slot)).then_some(Argument::Places)
                    }
                    _ => None,
                };
                if let Some(argument) = argument {
                    found.insert((*predicate, at), argument);
                }
            }
        });
    }
    found
}
