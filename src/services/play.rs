//! Games: what a page needs to let somebody play a puzzle, and nothing that shows the solution at a glance.
//!
//! ```text
//! game(Ground, &About, &Wish, stop) -> Result<Game, Failure>      the board, checks and hints of a puzzle of values
//! journey(Ground, ..), position(&mut World, values)                the same of a puzzle of moves
//! page::write(&Game), page::write_moves(&Journey, ..) -> String    one HTML file that needs no other
//! ```
//!
//! A board is described as `web/board/README.md` says: the picture and what of it changes come from [`super::render::live`], what a
//! place may hold from its unknown. A value is right if its digest is the one of the solution; hints are the steps of an explanation,
//! veiled so that nobody reads them by accident.

mod board;
mod hints;
mod holds;
mod moves;
pub mod page;
mod places;
pub mod seal;

use std::time::Duration;

use serde::Serialize;

use self::board::Board;
use self::seal::{Veil, digest};
use super::explain::{Effort, Ending, Explainer, Rating};
use super::render::live::{Live, live};
use super::render::word;
use super::solve::{self, Verdict};
use crate::base::clock::Stopwatch;
use crate::board::eval::World;
use crate::board::ground::Ground;
use crate::board::unknown::UnknownId;
use crate::language::diagnostic::Diagnostic;
use crate::language::resolve::built_in::{BUILT_IN, Head};
use crate::language::source::Sources;
use crate::solver::search::Limits;

pub use board::{Condition, Picture, Shown};
pub use holds::{Hold, Input, Value};
pub use moves::{Journey, Move, Position, journey, position};
pub use places::{Kind, Place};

/// A puzzle may have so many solutions; any of them is accepted.
pub const MOST_SOLUTIONS: u64 = 16;

/// What a page may wait for hints, or for a plan; what has been found by then is kept.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a page says about the puzzle.
#[derive(Clone, Default, Debug, Serialize)]
pub struct About {
    /// Its name.
    pub title: String,
    /// Its rules in a few sentences.
    pub rules: String,
}

impl About {
    /// What the comment at the head of the puzzle's rules says; the puzzle's own name if it says nothing.
    pub fn read(name: &str, sources: &Sources) -> About {
        let all = (0..sources.len() as u32).map(|id| sources.get(id));
        let stem = |name: &str| {
            let file = name.strip_prefix(BUILT_IN).unwrap_or(name).rsplit('/').next()?;
            file.strip_suffix(".rules").map(str::to_owned)
        };
        let rules = all.filter(|source| stem(&source.name).is_some_and(|stem| stem != "prelude"));
        let text = rules.map(|source| source.text.as_str()).next().unwrap_or_default();
        let prose: Vec<&str> = text.lines().map_while(|line| line.strip_prefix('%')).map(str::trim).collect();
        let title = Head::of(text).title;
        About { title: if title.is_empty() { name.to_owned() } else { title }, rules: prose.join(" ") }
    }
}

/// A puzzle of values, to be played.
#[derive(Debug, Serialize)]
pub struct Game {
    /// What is said about it.
    #[serde(flatten)]
    pub about: About,
    /// What tells it from other puzzles.
    pub key: String,
    /// The board.
    pub board: Board,
    /// What goes into each digest.
    pub salt: String,
    /// For each solution the digest of each place's value.
    pub checks: Vec<Vec<String>>,
    /// The steps to the solution, veiled.
    pub hints: Vec<String>,
    /// How hard it is, in a word; nothing if that is not known.
    pub level: Option<&'static str>,
    /// Figures that depend on too much at once to follow the values; they are left out.
    #[serde(skip)]
    pub lost: usize,
}

/// What it may cost.
#[derive(Clone, Copy, Default, Debug)]
pub struct Wish {
    /// The search for solutions.
    pub limits: Limits,
    /// Whether to do without hints.
    pub unhinted: bool,
}

/// Why a puzzle cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Something is wrong with the rules.
    #[error("the rules cannot be drawn")]
    Rules(Box<Diagnostic>),
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] solve::Failure),
    /// There is nothing to find.
    #[error("there is no solution to be found")]
    None,
    /// Right and wrong cannot be told apart.
    #[error("there are more than {MOST_SOLUTIONS} solutions: a page could not tell right from wrong")]
    Several,
    /// A puzzle of moves has no plan, or none could be looked for.
    #[error("{0}")]
    Plan(String),
    /// Values are no position.
    #[error("{0}")]
    Position(String),
    /// The search gave up.
    #[error("undecided: a limit was reached before all solutions were known")]
    Unknown,
}

impl From<Box<Diagnostic>> for Failure {
    fn from(diagnostic: Box<Diagnostic>) -> Self {
        Failure::Rules(diagnostic)
    }
}

/// Makes a game of a puzzle without moves.
pub fn game(ground: Ground, about: About, wish: &Wish, stop: &dyn Fn() -> bool) -> Result<Game, Failure> {
    let mut world = ground.world.clone();
    let solutions = solutions(&ground, wish, stop)?;
    let drawn = live(&mut world)?;
    let lost = drawn.lost;
    let shown = Visible::new(&world);
    let board = Board::new(&world, drawn, &shown);
    let salt = digest(&[&about.title, &board.svg, &shown.unknowns.len().to_string()], "");
    let digests = |words: &Vec<String>| {
        let place = |id: UnknownId| world.show(world.unknowns[id.0 as usize].place);
        let check = |&id: &UnknownId| digest(&[&place(id), &words[id.0 as usize]], &salt);
        shown.unknowns.iter().map(check).collect()
    };
    let checks: Vec<Vec<String>> = solutions.iter().map(digests).collect();
    let key = digest(&checks.iter().flatten().map(String::as_str).collect::<Vec<_>>(), &salt);
    let is_plain = world.program.objective.is_none() && solutions.len() == 1 && !wish.unhinted;
    let (hints, level) =
        if is_plain { hinted(ground, wish, stop, &shown, &salt)? } else { (Vec::new(), None) };
    Ok(Game { about, key, board, salt, checks, hints, level, lost })
}

/// The unknowns that are seen, in order, and the number of each among them.
struct Visible {
    unknowns: Vec<UnknownId>,
    numbers: Vec<Option<u32>>,
}

impl Visible {
    fn new(world: &World) -> Visible {
        let all = (0..world.unknowns.len() as u32).map(UnknownId);
        let unknowns: Vec<UnknownId> = all.filter(|id| !world.unknowns[id.0 as usize].hidden).collect();
        let mut numbers = vec![None; world.unknowns.len()];
        for (number, id) in (0..).zip(&unknowns) {
            numbers[id.0 as usize] = Some(number);
        }
        Visible { unknowns, numbers }
    }

    fn number(&self, id: UnknownId) -> Option<u32> {
        self.numbers[id.0 as usize]
    }
}

/// All solutions, a word for each unknown.
fn solutions(ground: &Ground, wish: &Wish, stop: &dyn Fn() -> bool) -> Result<Vec<Vec<String>>, Failure> {
    let most = Some(MOST_SOLUTIONS + 1);
    let wish = solve::Wish { most, limits: wish.limits, seed: 0, checked: None, judged: false };
    let mut found: Vec<Vec<String>> = Vec::new();
    let outcome = solve::solve(ground.clone(), &wish, stop, |values, world| {
        // Only this world knows all of these terms.
        found.push(values.iter().map(|&value| word(world, value)).collect());
    })?;
    match outcome.verdict() {
        _ if found.len() as u64 > MOST_SOLUTIONS => Err(Failure::Several),
        Verdict::Unique | Verdict::Several => Ok(found),
        Verdict::None => Err(Failure::None),
        Verdict::Solved | Verdict::Unknown => Err(Failure::Unknown),
    }
}

fn hinted(
    ground: Ground,
    wish: &Wish,
    stop: &dyn Fn() -> bool,
    shown: &Visible,
    salt: &str,
) -> Result<(Vec<String>, Option<&'static str>), Failure> {
    let mut explainer = Explainer::new(ground)?;
    let givens = explainer.givens();
    let usual = Effort::default();
    let effort = Effort { decisions: wish.limits.steps.unwrap_or(usual.decisions), ..usual };
    let started = Stopwatch::start();
    let explanation = explainer.explain(&givens, effort, &|| stop() || started.elapsed() > PATIENCE)?;
    let level = (explanation.ending == Ending::Solved).then(|| Rating::new(&explanation).level.word());
    let hints = hints::hints(&explainer, &explanation, shown);
    let veiled = (0..).zip(hints).map(|(number, hint)| {
        let text = serde_json::to_string(&hint).unwrap_or_default();
        Veil::new(&format!("{salt} hint {number}")).text(&text)
    });
    Ok((veiled.collect(), level))
}
