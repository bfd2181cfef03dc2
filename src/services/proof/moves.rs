//! Proofs about moves: a plan, and all positions that fewer moves lead to, none of which is a goal.
//!
//! Positions are followed by the evaluator on the rules as written, move by move and layer by layer, without anything that
//! the search knows. Where that takes too long and the rules state a bound, positions from which the bound says that the goal is
//! too far away are left out; then the proof says that it trusts the bound. What can be tested of the bound is: no move
//! may lower it by more than one, and where the goal holds it must be 0.

use std::io;

use super::read::{Checked, Lines, Refusal, Work};
use super::text;
use super::write::Failure;
use crate::base::hash::Set;
use crate::board::check;
use crate::board::eval::World;
use crate::board::ground::{Ground, moves as rules};
use crate::language::diagnostic::Diagnostic;
use crate::language::term::TermId;
use crate::moves::plan::replay;

/// Positions that are looked at before the bound of the rules is trusted.
const MOST_PLAIN: u64 = 20_000;

/// Positions that so many moves lead to, and no fewer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Layer {
    count: u64,
    /// A sum over what the positions are known by, in whatever order.
    sum: u64,
}

/// What came of following moves.
#[derive(Debug)]
enum Seen {
    /// No position has the goal.
    Layers(Vec<Layer>),
    /// One has, after so many moves.
    Goal(u32),
    /// There are too many, or a limit was reached.
    TooMany,
    /// The bound of the rules is wrong.
    WrongBound,
}

/// How far moves are followed.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// At most so many moves; nothing to follow them all.
    depth: Option<u32>,
    /// Whether positions are left out from which the bound says that the goal is farther away than that.
    bounded: bool,
    most: u64,
}

/// Follows moves from the first position, layer by layer.
fn follow(world: &mut World, way: Way) -> Result<Seen, Box<Diagnostic>> {
    let program = world.program.clone();
    let first = rules::start(world);
    let mut layers = Vec::new();
    if !check::all_broken(world, &first)?.is_empty() {
        return Ok(Seen::Layers(layers));
    }
    // The greatest of all bounds holds.
    let far = |world: &mut World, position: &[TermId]| {
        let bounds = program.bounds.iter().filter(|_| way.bounded);
        bounds
            .map(|body| rules::bound(body, world, position))
            .try_fold(0, |most, bound| bound.map(|bound| bound.max(most)))
    };
    let mut seen: Set<Box<[TermId]>> = [first.clone().into()].into_iter().collect();
    let distance = far(world, &first)?;
    let mut layer: Vec<(Box<[TermId]>, i128)> = vec![(first.into(), distance)];
    for depth in 0.. {
        let left = way.depth.map(|most| i128::from(most) - i128::from(depth));
        layer.retain(|(_, distance)| left.is_none_or(|left| *distance <= left));
        if layer.is_empty() || left.is_some_and(|left| left < 0) {
            break;
        }
        let mut told = Layer { count: layer.len() as u64, sum: 0 };
        let mut next = Vec::new();
        for (position, distance) in &layer {
            if world.deadline.is_over() || seen.len() as u64 > way.most {
                return Ok(Seen::TooMany);
            }
            world.steps = 0;
            let shown: Vec<String> = position.iter().map(|&value| world.show(value)).collect();
            told.sum = told.sum.wrapping_add(text::hash(shown.iter().map(String::as_str)));
            if check::is_goal(world, position)? {
                return Ok(if *distance > 0 { Seen::WrongBound } else { Seen::Goal(depth) });
            }
            if left == Some(0) {
                continue;
            }
            for successor in rules::successors(world, position)? {
                let values: Box<[TermId]> = successor.values.into();
                if seen.contains(&values) || !check::all_broken(world, &values)?.is_empty() {
                    continue;
                }
                let after = far(world, &values)?;
                if after + 1 < *distance {
                    return Ok(Seen::WrongBound);
                }
                seen.insert(values.clone());
                next.push((values, after));
            }
        }
        layers.push(told);
        layer = next;
    }
    Ok(Seen::Layers(layers))
}

/// Writes a proof that no plan is shorter than this one, or that there is none; the number of positions.
pub fn prove(ground: &mut Ground, plan: Option<&[String]>, out: &mut dyn io::Write) -> Result<u64, Failure> {
    let claim = plan.map_or("no plan".to_owned(), |plan| format!("moves {}", plan.len()));
    writeln!(out, "{}\nboard {:016x}\nclaim {claim}", text::FIRST, text::fingerprint(ground))?;
    for name in plan.into_iter().flatten() {
        writeln!(out, "move {name}")?;
    }
    let depth = match plan {
        Some([]) => return Ok(0),
        Some(plan) => Some(plan.len() as u32 - 1),
        None => None,
    };
    let has_bound = !ground.world.program.bounds.is_empty() && depth.is_some();
    let most = if has_bound { MOST_PLAIN } else { u64::MAX };
    let mut seen = follow(&mut ground.world, Way { depth, bounded: false, most })?;
    if has_bound && matches!(seen, Seen::TooMany) {
        writeln!(out, "trust bound")?;
        seen = follow(&mut ground.world, Way { depth, bounded: true, most: u64::MAX })?;
    }
    match seen {
        Seen::Layers(layers) => {
            for (depth, Layer { count, sum }) in layers.iter().enumerate() {
                writeln!(out, "layer {depth} {count} {sum:016x}")?;
            }
            Ok(layers.iter().map(|layer| layer.count).sum())
        }
        Seen::Goal(_) => Err(Failure::Found),
        Seen::TooMany => Err(Failure::Stopped),
        Seen::WrongBound => Err(Failure::Bound),
    }
}

/// Checks a proof about moves, whose first lines have been read.
pub(super) fn check(
    ground: &mut Ground,
    claim: super::Claim,
    lines: &mut Lines<'_>,
) -> Result<Checked, Refusal> {
    let moves = match claim {
        super::Claim::Moves(moves) => Some(moves),
        super::Claim::NoPlan => None,
        other => return Err(Refusal::OtherKind(other.sentence(0))),
    };
    let mut plan: Vec<String> = Vec::new();
    let mut more = lines.next()?;
    while let Some(name) = lines.line.trim_end().strip_prefix("move ").filter(|_| more) {
        plan.push(name.to_owned());
        more = lines.next()?;
    }
    if let Some(moves) = moves {
        if plan.len() != moves as usize {
            return Err(Refusal::Count(format!("{moves} moves"), plan.len()));
        }
        let program = ground.world.program.clone();
        let start = rules::start(&mut ground.world);
        if let Some(trouble) = replay(&program, &mut ground.world, &start, &plan)?.trouble {
            return Err(Refusal::Solution(lines.number, trouble.to_string()));
        }
    } else if !plan.is_empty() {
        return Err(Refusal::Count("no plan".to_owned(), plan.len()));
    }
    let bounded = more && lines.line.trim() == "trust bound";
    if bounded {
        more = lines.next()?;
    }
    let mut layers: Vec<Layer> = Vec::new();
    while more {
        let words: Vec<&str> = lines.line.split_ascii_whitespace().collect();
        let layer = match words[..] {
            ["layer", depth, count, sum] if depth == layers.len().to_string() => {
                count.parse().ok().zip(u64::from_str_radix(sum, 16).ok())
            }
            _ => None,
        };
        let (count, sum) = layer.ok_or(Refusal::Line(lines.number))?;
        layers.push(Layer { count, sum });
        more = lines.next()?;
    }
    let mut positions = 0;
    if moves != Some(0) {
        let way = Way { depth: moves.map(|moves| moves - 1), bounded, most: u64::MAX };
        let found = match follow(&mut ground.world, way)? {
            Seen::Layers(found) => found,
            Seen::Goal(shorter) => return Err(Refusal::Shorter(shorter)),
            Seen::TooMany => return Err(Refusal::Stopped),
            Seen::WrongBound => return Err(Refusal::Bound),
        };
        if let Some(depth) = (0..found.len().max(layers.len())).find(|&at| found.get(at) != layers.get(at)) {
            return Err(Refusal::Layer(depth as u32));
        }
        positions = found.iter().map(|layer| layer.count).sum();
    } else if !layers.is_empty() {
        return Err(Refusal::Layer(0));
    }
    Ok(Checked { claim, solutions: 0, work: Work::Positions { positions, trusting: bounded } })
}
