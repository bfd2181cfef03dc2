//! Puzzles of moves: a position, its picture, the moves that are legal there and where each leads.

use serde::Serialize;

use super::places::{Kind, Place, place};
use super::seal::{Veil, digest};
use super::{About, Failure, PATIENCE};
use crate::board::check;
use crate::board::eval::World;
use crate::board::ground::{Ground, moves as rules};
use crate::board::unknown::{Domain, UnknownId};
use crate::language::term::{Node, TermId};
use crate::moves::plan::{self, Verdict};
use crate::moves::search::Limits;
use crate::services::render::{View, scene, svg, word};

/// The most memory for a plan.
const MEMORY: usize = 1 << 29;

/// A puzzle of moves, to be played with an engine that knows the rules.
#[derive(Debug, Serialize)]
pub struct Journey {
    /// What is said about it.
    #[serde(flatten)]
    pub about: About,
    /// What tells it from other puzzles.
    pub key: String,
    /// What veils the plan.
    pub salt: String,
    /// The first position.
    pub start: Position,
    /// The moves of a plan, each veiled.
    pub plan: Vec<String>,
    /// Whether no plan is shorter.
    pub shortest: bool,
}

/// A position.
#[derive(Debug, Serialize)]
pub struct Position {
    /// Its picture.
    pub svg: String,
    /// The places of what is seen.
    pub places: Vec<Place>,
    /// The value of each unknown.
    pub position: Vec<String>,
    /// Whether the goal is reached.
    pub goal: bool,
    /// The legal moves.
    pub moves: Vec<Move>,
}

/// A legal move.
#[derive(Debug, Serialize)]
pub struct Move {
    /// As rules name it: `swipe(left)`.
    pub name: String,
    /// What it does, in words; may be empty.
    pub text: String,
    /// Where it goes: `up`, `down`, `left` or `right`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub way: Option<&'static str>,
    /// The places that its name speaks of.
    pub places: Vec<String>,
    /// The place that what moves goes to, if that can be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The places that change.
    pub changed: Vec<String>,
    /// The position that it leads to.
    pub position: Vec<String>,
}

/// Makes a game of a puzzle of moves.
pub fn journey(ground: Ground, about: About, stop: &dyn Fn() -> bool) -> Result<Journey, Failure> {
    let mut world = ground.world.clone();
    let start = position(&mut world, &[])?;
    let limits = Limits { time: Some(PATIENCE), memory: Some(MEMORY), ..Limits::default() };
    let wish = plan::Wish { limits, count: false };
    let (report, _) = plan::solve(ground, &wish, stop, &mut |_| {}).map_err(|failure| match failure {
        plan::Failure::Rules(wrong) => Failure::Rules(wrong),
        failure => Failure::Plan(failure.to_string()),
    })?;
    if report.verdict == Verdict::NoPlan {
        return Err(Failure::Plan(report.sentence()));
    }
    let salt = digest(&[&about.title, &start.svg], "");
    let key = digest(&start.position.iter().map(String::as_str).collect::<Vec<_>>(), &salt);
    let plan = (0..)
        .zip(&report.steps)
        .map(|(number, step): (usize, _)| Veil::new(&format!("{salt} move {number}")).text(&step.title));
    let plan = plan.collect();
    Ok(Journey { about, key, salt, start, plan, shortest: report.verdict == Verdict::Solved })
}

/// A position by its values, the first one if there are none.
///
/// # Errors
/// What is wrong with the rules, or with the values.
pub fn position(world: &mut World, words: &[String]) -> Result<Position, Failure> {
    let values = if words.is_empty() { rules::start(world) } else { read(world, words)? };
    let seen: Vec<Option<TermId>> = values.iter().copied().map(Some).collect();
    let picture = scene(world, &View { values: &seen, ..View::default() })?;
    let goal = check::is_goal(world, &values)?;
    let mut moves = Vec::new();
    for next in rules::successors(world, &values)? {
        if check::all_broken(world, &next.values)?.is_empty() {
            moves.push((next.rule, legal(world, &values, &next)));
        }
    }
    // Where something moves is a way only if all moves of this kind move something that far.
    let program = world.program.clone();
    for rule in 0..program.moves.len() {
        let steady = moves.iter().filter(|(of, _)| *of == rule).all(|(_, one)| one.way.is_some());
        if !steady {
            moves.iter_mut().filter(|(of, _)| *of == rule).for_each(|(_, one)| one.way = None);
        }
    }
    let places = world.unknowns.iter().filter(|unknown| !unknown.hidden).map(|unknown| place(world, unknown));
    Ok(Position {
        svg: svg::write(&picture),
        places: places.filter(|place| place.kind != Kind::Listed).collect(),
        position: spelled(world, &values),
        goal,
        moves: moves.into_iter().map(|(_, one)| one).collect(),
    })
}

fn spelled(world: &World, values: &[TermId]) -> Vec<String> {
    values.iter().map(|&value| word(world, value)).collect()
}

fn legal(world: &World, before: &[TermId], next: &rules::Successor) -> Move {
    let rule = &world.program.moves[next.rule];
    let at = |id: UnknownId| world.unknowns[id.0 as usize].place;
    let changed: Vec<UnknownId> = (0..before.len() as u32)
        .map(UnknownId)
        .filter(|id| before[id.0 as usize] != next.values[id.0 as usize])
        .collect();
    let named: Vec<UnknownId> = next.head.iter().filter_map(|&term| world.unknown(term)).collect();
    let told = next.head.iter().find_map(|&term| match world.terms.node(term) {
        Node::Sym(symbol) => way(world.terms.name(*symbol)),
        _ => None,
    });
    let to = named.first().and_then(|&from| {
        let value = before[from.0 as usize];
        let mut there =
            changed.iter().filter(|&&id| id != from && next.values[id.0 as usize] == value).copied();
        let only = there.next()?;
        (there.next().is_none() && next.values[from.0 as usize] != value).then_some(only)
    });
    let gone = to.and_then(|to| {
        let (row, column) = world.coordinates(at(*named.first()?))?;
        let (below, right) = world.coordinates(at(to))?;
        match (below - row, right - column) {
            (0, across) if across > 0 => Some("right"),
            (0, across) if across < 0 => Some("left"),
            (down, 0) if down > 0 => Some("down"),
            (down, 0) if down < 0 => Some("up"),
            _ => None,
        }
    });
    let names = |ids: &[UnknownId]| ids.iter().map(|&id| world.show(at(id))).collect();
    Move {
        name: rules::title(rule, &next.head, world),
        text: plan::sentence(&world.program, world, next),
        way: told.or(gone),
        places: names(&named),
        to: to.map(|to| world.show(at(to))),
        changed: names(&changed),
        position: spelled(world, &next.values),
    }
}

/// The way that a word of the language means.
fn way(name: &str) -> Option<&'static str> {
    match name {
        "up" | "top" => Some("up"),
        "down" | "bottom" => Some("down"),
        "left" => Some("left"),
        "right" => Some("right"),
        _ => None,
    }
}

/// Values by their words.
fn read(world: &mut World, words: &[String]) -> Result<Vec<TermId>, Failure> {
    if words.len() != world.unknowns.len() {
        let count = world.unknowns.len();
        return Err(Failure::Position(format!("a position has {count} values, not {}", words.len())));
    }
    let domains: Vec<Domain> = world.unknowns.iter().map(|unknown| unknown.domain.clone()).collect();
    let mut values = Vec::with_capacity(words.len());
    for (word, domain) in words.iter().zip(domains) {
        let value = match &domain {
            Domain::Symbols(symbols) => symbols
                .iter()
                .find(|&&symbol| world.terms.name(symbol) == word)
                .map(|&symbol| world.terms.add(Node::Sym(symbol))),
            _ => word.parse::<i64>().ok().map(|number| world.terms.int(number)),
        };
        values.push(value.ok_or_else(|| Failure::Position(format!("`{word}` is no value of a position")))?);
    }
    Ok(values)
}
