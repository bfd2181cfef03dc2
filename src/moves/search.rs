//! Searching for a shortest plan, with limits and an account of what was done.

mod beam;
mod both;
mod bounded;
mod deepening;
mod layers;
mod trust;

use std::time::Duration;

use super::codes::Code;
use super::inverse::Inverse;
use super::positions::{PositionId, Positions};
use super::system::{Expansion, HeadId, System, Trouble};
use crate::base::clock::{Cause, Deadline, Stopwatch};

pub use bounded::bounded;
pub use layers::layers;

/// When to stop before the search is complete.
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits {
    /// Plans of at most this many moves.
    pub moves: Option<u32>,
    /// Time for one puzzle.
    pub time: Option<Duration>,
    /// Bytes for positions and tables.
    pub memory: Option<usize>,
    /// Positions whose moves are tried.
    pub steps: Option<u64>,
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The question is settled.
    Settled,
    /// Every plan has more moves than were allowed.
    Moves,
    /// Time is over.
    Time,
    /// The memory is full.
    Memory,
    /// Enough positions were tried.
    Steps,
    /// Better bounds are known now: begin again.
    Better,
    /// Somebody asked to stop.
    Interrupted,
}

impl From<Cause> for Ending {
    fn from(cause: Cause) -> Ending {
        match cause {
            Cause::Asked => Ending::Interrupted,
            Cause::Time => Ending::Time,
            Cause::Memory => Ending::Memory,
        }
    }
}

/// What a search did.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counters {
    /// Moves tried: positions reached, known ones among them.
    pub generated: u64,
    /// Positions whose moves were tried.
    pub expanded: u64,
    /// Different positions seen.
    pub positions: u64,
    /// The most positions that were waiting at one time.
    pub frontier: u64,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Moves from the start; for a bounded search the length of plan that is being looked for.
    pub depth: u32,
    /// Positions that are waiting.
    pub frontier: u64,
    /// Different positions seen.
    pub positions: u64,
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Found {
    /// A shortest plan, if the question is settled and there is one; else perhaps some plan.
    pub plan: Option<Vec<HeadId>>,
    /// Every plan has at least so many moves.
    pub at_least: u32,
    /// How many shortest plans there are, if they were counted; nothing if that is beyond all counting.
    pub count: Option<u128>,
    /// Why the search ended.
    pub ending: Ending,
    /// What it did.
    pub counters: Counters,
}

impl Counters {
    /// What two searches did together.
    fn and(self, other: Counters) -> Counters {
        Counters {
            generated: self.generated + other.generated,
            expanded: self.expanded + other.expanded,
            positions: self.positions.max(other.positions),
            frontier: self.frontier.max(other.frontier),
        }
    }
}

impl Found {
    /// The same, after searches that were given up.
    fn after(mut self, spent: Counters) -> Found {
        self.counters = self.counters.and(spent);
        self
    }

    /// What came out of a search of which nothing is left.
    pub(super) fn nothing(ending: Ending) -> Found {
        Found { plan: None, at_least: 0, count: None, ending, counters: Counters::default() }
    }
}

/// Keeps an eye on the limits.
pub struct Watch<'w> {
    limits: Limits,
    started: Stopwatch,
    deadline: Deadline,
    stop: &'w dyn Fn() -> bool,
    progress: &'w mut dyn FnMut(Progress),
    due: u64,
    /// One part of so many is left of the time for what comes after this search.
    reserve: u32,
    /// After so many positions bounds are derived from the rules, with tables of so many entries.
    stage: Option<(u64, u64)>,
    /// Positions expanded by searches that were given up.
    spent: Counters,
}

/// So many positions are expanded between two looks at the clock.
const LOOKS: u64 = 256;

impl<'w> Watch<'w> {
    /// Starts the clock.
    pub fn new(limits: Limits, stop: &'w dyn Fn() -> bool, progress: &'w mut dyn FnMut(Progress)) -> Self {
        let (started, deadline) = (Stopwatch::start(), Deadline::default());
        Watch {
            limits,
            started,
            deadline,
            stop,
            progress,
            due: 0,
            reserve: 0,
            stage: None,
            spent: Counters::default(),
        }
    }

    /// The same, to end at the deadline of a system besides.
    #[must_use]
    pub fn within(mut self, deadline: Deadline) -> Self {
        self.limits.time = self.limits.time.into_iter().chain(deadline.left()).min();
        self.deadline = deadline;
        self
    }

    /// Why the search must end now, if it must. `bytes` is asked now and then.
    pub(super) fn ends(
        &mut self,
        counters: &Counters,
        progress: Progress,
        bytes: impl FnOnce() -> usize,
    ) -> Option<Ending> {
        let expanded = counters.expanded + self.spent.expanded;
        if self.limits.steps.is_some_and(|most| expanded >= most) {
            return Some(Ending::Steps);
        }

        if self.deadline.is_over() {
            return self.deadline.cause().map(Ending::from);
        }
        // Another search begins to count anew.
        if counters.expanded < self.due && counters.expanded > 0 {
            return None;
        }
        self.due = counters.expanded + LOOKS;
        (self.progress)(progress);
        if (self.stop)() {
            return Some(Ending::Interrupted);
        }
        let reserved = |most: Duration| most.checked_div(self.reserve).unwrap_or_default();
        if self.limits.time.is_some_and(|most| self.started.elapsed() + reserved(most) >= most) {
            return Some(Ending::Time);
        }
        (bytes() > self.limits.memory.unwrap_or(usize::MAX)).then_some(Ending::Memory)
    }

    /// The most moves a plan may have.
    pub(super) fn most_moves(&self) -> u32 {
        self.limits.moves.unwrap_or(u32::MAX)
    }
}

/// The parent of the first position.
const NO_PARENT: PositionId = u32::MAX;
/// The parent of a position that no plan may pass through.
const DEAD: PositionId = u32::MAX - 1;

/// Searches for a shortest plan by whatever suits the puzzle. Laws that take long to ask and seem to hold in all positions
/// are not asked of each, only along the plan; if one does not hold there, the search begins again.
pub fn shortest(system: &mut System, start: &[Code], watch: &mut Watch<'_>) -> Result<Found, Trouble> {
    if system.has_costly_laws() && trust::seem_to_hold(system, start)? {
        system.trust_laws(true);
        let found = asking_all(system, start, watch);
        system.trust_laws(false);
        let found = found?;
        if trust::hold_along(system, start, found.plan.as_deref().unwrap_or_default())? {
            return Ok(found);
        }
    }
    asking_all(system, start, watch)
}

/// After so many positions, larger tables are worth their while: so many entries each.
const STAGES: [(u64, u64); 2] = [(10_000, 700_000), (PATIENCE, 2_000_000)];
/// After so many, positions are packed anew if that makes them smaller.
const PATIENCE: u64 = 200_000;

fn asking_all(system: &mut System, start: &[Code], watch: &mut Watch<'_>) -> Result<Found, Trouble> {
    watch.spent = Counters::default();
    system.begin(start);
    loop {
        match in_stages(system, start, watch) {
            Err(Trouble::Narrow) => system.widen(),
            other => return other,
        }
    }
}

/// Searches with what is known; if that takes long, begins again with bounds derived from the rules.
fn in_stages(system: &mut System, start: &[Code], watch: &mut Watch<'_>) -> Result<Found, Trouble> {
    for stage in STAGES {
        if system.could_derive(stage.1) || system.could_tighten() {
            watch.stage = Some(stage);
            let found = as_known(system, start, watch)?;
            watch.stage = None;
            if found.ending != Ending::Better {
                return Ok(found.after(watch.spent));
            }
            watch.spent = watch.spent.and(found.counters);
        }
    }
    Ok(as_known(system, start, watch)?.after(watch.spent))
}

impl Watch<'_> {
    /// Derives bounds and looks for symmetries when a search has gone on for long; `seen` are all positions seen so far.
    /// Says whether these are worth beginning again: bounds must tell more than those known, or than the search has ruled
    /// out, if it goes `from_both` ends, and symmetric positions must be many. Whoever begins again packs positions as
    /// tightly as is known by then, and who has gone on for very long does so for that alone.
    fn improves<'p>(
        &mut self,
        system: &mut System,
        start: &[Code],
        counters: &Counters,
        seen: impl IntoIterator<Item = &'p Positions>,
        (ruled_out, from_both): (u32, bool),
    ) -> Result<bool, Trouble> {
        let Some((patience, entries)) = self.stage.filter(|&(patience, _)| counters.expanded >= patience)
        else {
            return Ok(false);
        };
        self.stage = None;
        let (before, had) = (system.standing(start)?.bound, system.has_derived());
        let mut worth = false;
        if entries > 0 && system.could_derive(entries) && system.derive(start, entries) {
            let bound = system.standing(start)?.bound;
            worth =
                had || bound >= before && if from_both { bound > ruled_out } else { bound * 4 >= ruled_out };
            if !worth {
                system.forget_derived();
            }
        }
        if system.could_tighten() {
            let some: Vec<Vec<Vec<Code>>> = seen.into_iter().map(|seen| some_of(seen, system)).collect();
            worth |= system.use_symmetry(start, &some);
        }
        if !worth && patience < PATIENCE {
            // Nothing else is gained by beginning again but room.
            self.stage = system.could_narrow().then_some((PATIENCE, 0));
            return Ok(false);
        }
        Ok(system.narrow(start) || worth)
    }
}

/// Some of the positions seen.
fn some_of(seen: &Positions, system: &System) -> Vec<Vec<Code>> {
    const SOME: usize = 10_000;
    let unpacked = |id: PositionId| {
        let mut position = vec![0; system.codes.len()];
        system.codes.unpack(seen.get(id), &mut position);
        position
    };
    (0..seen.len().min(SOME) as PositionId).map(unpacked).collect()
}

fn as_known(system: &mut System, start: &[Code], watch: &mut Watch<'_>) -> Result<Found, Trouble> {
    if system.has_bound() {
        bounded_or_some(system, start, watch)
    } else {
        both_or_layers(system, start, watch)
    }
}

/// From both ends where the goal is a single position and moves can be undone, else from the start.
pub fn both_or_layers(system: &mut System, start: &[Code], watch: &mut Watch<'_>) -> Result<Found, Trouble> {
    if let Some(goal) = system.only_goal()
        && system.codes.has_room(&goal)
        && system.standing(&goal)?.is_reached()
        && let Some(inverse) = Inverse::new(system, start)
    {
        return both::both(system, start, &goal, &inverse, watch);
    }
    layers(system, start, None, watch)
}

/// A shortest plan; where a limit comes first, some plan besides the proved least number of moves.
fn bounded_or_some(system: &mut System, start: &[Code], watch: &mut Watch<'_>) -> Result<Found, Trouble> {
    let is_open =
        |found: &Found| found.plan.is_none() && matches!(found.ending, Ending::Time | Ending::Memory);
    watch.reserve = 4;
    let mut exact = bounded(system, start, watch)?;
    if is_open(&exact) && exact.ending == Ending::Memory {
        watch.deadline.relieve();
        exact = deepening::deepening(system, start, &exact, watch)?.after(exact.counters);
    }
    watch.reserve = 0;
    if !is_open(&exact) {
        return Ok(exact);
    }
    watch.deadline.relieve();
    match beam::beam(system, start, watch) {
        Ok(some) => Ok(Found { plan: some.plan, ..exact }),
        Err(_) if watch.deadline.cause().is_some() => Ok(exact),
        Err(trouble) => Err(trouble),
    }
}

/// Counts the shortest plans.
pub fn count(system: &mut System, start: &[Code], watch: &mut Watch<'_>) -> Result<Found, Trouble> {
    let first = shortest(system, start, watch)?;
    let Some(length) = first.plan.as_ref().map(Vec::len) else { return Ok(first) };
    loop {
        match layers(system, start, Some(length as u32), watch) {
            Err(Trouble::Narrow) => system.widen(),
            other => return other,
        }
    }
}

/// The moves along the positions from the first one to `last`, or along symmetric ones.
fn trace(
    system: &mut System,
    start: &[Code],
    positions: &Positions,
    parent: impl Fn(PositionId) -> PositionId,
    last: PositionId,
) -> Result<Vec<HeadId>, Trouble> {
    let mut way = vec![last];
    let mut at = last;
    while parent(at) != NO_PARENT {
        at = parent(at);
        way.push(at);
    }
    way.reverse();
    let way: Vec<&[u64]> = way.into_iter().map(|id| positions.get(id)).collect();
    heads_along(system, start, &way)
}

/// The moves from `start` that lead from each of these positions to the next, or from one symmetric to it to one symmetric
/// to the next: where a stand-in can go, all can for which it stands.
fn heads_along(system: &mut System, start: &[Code], way: &[&[u64]]) -> Result<Vec<HeadId>, Trouble> {
    let mut heads = Vec::new();
    let (mut position, mut next) = (start.to_vec(), start.to_vec());
    let mut packed = vec![0; system.codes.words()];
    let mut expansion = Expansion::default();
    for wanted in way.iter().skip(1) {
        let mut wanted = wanted.to_vec();
        system.stand_in(&mut wanted);
        system.expand(&position, &mut expansion)?;
        for number in 0..expansion.len() {
            let (head, changes) = expansion.get(number);
            next.copy_from_slice(&position);
            changes.iter().for_each(|&(place, code)| next[place as usize] = code);
            system.codes.pack(&next, &mut packed);
            system.stand_in(&mut packed);
            if packed == wanted {
                heads.push(head);
                break;
            }
        }
        position.copy_from_slice(&next);
    }
    debug_assert_eq!(heads.len() + 1, way.len(), "each position is reached from the one before");
    Ok(heads)
}
