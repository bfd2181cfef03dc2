//! Boards for puzzles: drawn from the sketches of a rule set until one makes a puzzle.

use super::order::{Order, Product, seed, short, told};
use super::prove::{Proofs, reread};
use super::text::{finished, positioned};
use crate::board::ground::ground;
use crate::cli::Exit;
use crate::language::puzzle::written::Puzzle;
use crate::moves::plan::Verdict;
use crate::services::generate::{
    Board, Clue, FEW, Made, PATIENCE, Random, Setter, Sketcher, Trouble, USUAL, filled, shortest,
};

/// What draws the boards of a rule set.
pub(super) struct Boards {
    sketchers: Vec<Sketcher>,
}

/// How far a puzzle is from what is wanted that is not as hard as it should be, or has too many clues.
const NEAR: usize = usize::MAX;

/// So many boards are tried with a grid as it is drawn, if clues have to say all.
const QUICK: u64 = 20;

impl Boards {
    /// The sketches that have something to draw: what the puzzle at the start tells already is its board.
    pub(super) fn new(order: &Order<'_>) -> Result<Boards, Trouble> {
        let mut sketchers = Vec::new();
        if !order.program.sketches.is_empty() {
            let (mut first, _) = ground(order.program, order.options);
            for sketch in &order.program.sketches {
                let sketcher = Sketcher::new(sketch, order.program, &mut first.world, order.options)?;
                sketchers.extend(sketcher.filter(|sketcher| !sketcher.is_told(order.program, &first.world)));
            }
        }
        Ok(Boards { sketchers })
    }

    /// Whether there is nothing to draw.
    pub(super) fn are_told(&self) -> bool {
        self.sketchers.is_empty()
    }

    /// Draws a board on what the puzzle at the start tells.
    pub(super) fn draw(
        &mut self,
        order: &Order<'_>,
        walk: usize,
        random: &mut Random,
    ) -> Result<Puzzle, Trouble> {
        let (base, effort) = (order.base.clone(), &order.recipe.effort);
        self.sketchers
            .iter_mut()
            .try_fold(base, |board, sketcher| sketcher.draw(board, walk, effort, random, &|| order.stops()))
    }

    /// Makes one puzzle. A board that needs no givens, or that lives on them, is good; of others the one that needs
    /// fewest. Once a board has shown that a few would do, those that need any are put off: how many is found out only if there
    /// is none that needs none.
    pub(super) fn puzzle(&mut self, order: &Order<'_>, number: u64) -> Product {
        let tried = order.recipe.effort.grids;
        let nothing = |why: &str| format!("no such puzzle among {tried} boards: {why}");
        // Where all clues of a kind are told, values do not belong to a puzzle.
        let is_complete = order.program.offers.iter().any(|offer| offer.complete);
        let mut put_off: Vec<(Puzzle, Setter, u64)> = Vec::new();
        let (mut few, mut drawn) = (false, 0);
        // Where a level is asked for, one of the first boards often has it as it is drawn.
        let quick = if order.recipe.difficulty.is_some() { QUICK.min(tried * 2 / 5) } else { 0 };
        let attempt = |random: &mut Random| {
            drawn += 1;
            let settles = drawn > quick;
            let base = self.draw(order, 0, random)?;
            let ground = reread(order, &base.to_string()).map_err(Trouble::Board)?;
            let setter = Setter::new(ground, order.options.without_grid())?;
            let (seed, whole) = (random.draw(), few || is_complete && !settles);
            match drafted(order, base, setter, seed, (whole, settles))? {
                Ok((miss, draft)) => {
                    few |= (1..NEAR).contains(&miss);
                    Ok(Ok((miss, draft)))
                }
                Err((why, base, setter)) => {
                    put_off.extend(whole.then_some((base, setter, seed)));
                    Ok(Err(why))
                }
            }
        };
        let patience = if is_complete { u64::MAX } else { PATIENCE };
        let (mut least, mut draft) = match best(order, number, patience, attempt, nothing) {
            Ok(found) => found,
            Err(failed) => return failed,
        };
        if least > 0 {
            for (base, setter, seed) in put_off.into_iter().take_while(|_| !order.stops()) {
                if let Ok(Ok((miss, other))) = drafted(order, base, setter, seed, (false, true))
                    && miss < least
                {
                    (least, draft) = (miss, other);
                }
            }
        }
        let Draft { base, setter, made, trouble } = draft;
        finished(order, &mut Proofs::default(), &base, &setter, &made, number, trouble)
    }

    /// A first position of a move puzzle: one with as many moves to go as wanted, else the farthest.
    pub(super) fn start(&mut self, order: &Order<'_>, number: u64) -> Product {
        let wanted = order.wanted.moves.unwrap_or(USUAL);
        let nothing = |_: &str| "no board was drawn from which there is a way".to_owned();
        let attempt = |random: &mut Random| {
            let found = self.position(order, wanted, number, random)?;
            Ok(found
                .map(|(moves, text)| (wanted.saturating_sub(moves), (moves, text)))
                .ok_or_else(String::new))
        };
        match best(order, number, u64::MAX, attempt, nothing) {
            Ok((_, (moves, text))) => {
                let short = order.wanted.moves.filter(|_| moves < wanted).map(|_| short(order, moves));
                Product::made(text, short)
            }
            Err(failed) => failed,
        }
    }

    /// A position on a new board, with its moves to go, if there is a way from it and it is not too far.
    fn position(
        &mut self,
        order: &Order<'_>,
        wanted: usize,
        number: u64,
        random: &mut Random,
    ) -> Result<Option<(usize, String)>, Trouble> {
        // A walk may lead in circles, so a longer one may be as far; one of the right length is often best.
        let walk = if random.below(2) == 0 { wanted } else { wanted + random.below(3 * wanted + 1) };
        let board = self.draw(order, walk, random)?;
        let ground = reread(order, &board.to_string()).map_err(Trouble::Board)?;
        let (report, world) = shortest(ground, &|| order.stops())?;
        let length = report.steps.len();
        if report.verdict != Verdict::Solved || length == 0 {
            return Ok(None);
        }
        if length <= wanted || order.wanted.moves.is_none() {
            let text = positioned(order, &board, length, number).map_err(Trouble::Board)?;
            return Ok(Some((length, text)));
        }
        // Farther on the way there are fewer moves to go. A board that says where all stands cannot be changed, though.
        let later = filled(board, &world, &report.steps[length - wanted - 1].values);
        Ok(positioned(order, &later, wanted, number).ok().map(|text| (wanted, text)))
    }
}

/// A puzzle on a board, with how far it is from what is wanted: 0 if it is good. Or why there is none, and all that is needed to
/// try again; if `whole`, it may be that givens are needed. The grid is changed until its clues say all if it `settles`.
fn drafted(
    order: &Order<'_>,
    base: Puzzle,
    mut setter: Setter,
    seed: u64,
    (whole, settles): (bool, bool),
) -> Result<Result<(usize, Draft), Undone>, Trouble> {
    let mut recipe = order.recipe.clone();
    recipe.effort.grids = 1;
    recipe.settles = settles;
    let bare = !recipe.tells_values();
    recipe.board = if bare || whole { Board::Whole } else { Board::Drawn };
    if bare && setter.world().program.offers.is_empty() {
        // Nothing is left that could be told of a grid: it must follow from the board.
        recipe.without.clear();
    }
    let (made, trouble) = match setter.make(&recipe, seed, &|_| {}, &|| order.stops()) {
        Ok(made) => (made, None),
        Err(Trouble::NotFound { why, best: Some(best), .. }) => {
            let message = format!("no such puzzle among all boards: {why}; this is the best of them");
            (*best, Some((Exit::Undecided, message)))
        }
        Err(trouble @ Trouble::Interrupted(Some(_))) => {
            let (exit, message) = told(&trouble, order);
            let Trouble::Interrupted(Some(best)) = trouble else { return Err(trouble) };
            (*best, Some((exit, format!("{message}; this is the best of them"))))
        }
        Err(Trouble::NotFound { why, .. }) => return Ok(Err((why, base, setter))),
        Err(none @ (Trouble::NoSolution | Trouble::Unfilled(_))) => {
            return Ok(Err((none.to_string(), base, setter)));
        }
        Err(trouble) => return Err(trouble),
    };
    let givens = made.clues().filter(|clue| matches!(clue, Clue::Given(..))).count();
    if bare && givens > 0 {
        return Ok(Err(("the boards leave more than one solution".to_owned(), base, setter)));
    }
    let miss = match &trouble {
        Some(_) => NEAR,
        None if givens > FEW && !setter.is_complete() => 0,
        None => givens,
    };
    Ok(Ok((miss, Draft { base, setter, made, trouble })))
}

/// Why there is no puzzle on a board, and all that is needed to try again.
type Undone = (String, Puzzle, Setter);

/// A puzzle on its board, not yet proved again.
struct Draft {
    base: Puzzle,
    setter: Setter,
    made: Made,
    trouble: Option<(Exit, String)>,
}

/// Tries boards until one is good, the effort is over, or so many were tried since the first that would do; the one
/// that misses what is wanted by least, and by how much. An attempt tells that too, 0 if it is good, or why there is none.
fn best<T>(
    order: &Order<'_>,
    number: u64,
    patience: u64,
    mut attempt: impl FnMut(&mut Random) -> Result<Result<(usize, T), String>, Trouble>,
    nothing: impl FnOnce(&str) -> String,
) -> Result<(usize, T), Product> {
    let mut best: Option<(usize, T)> = None;
    let (mut why, mut since) = (String::new(), 0);
    for tried in 0..order.recipe.effort.grids {
        order.begin();
        match attempt(&mut Random::new(seed(order, number), tried)) {
            Ok(Ok((0, found))) => return Ok((0, found)),
            Ok(Ok((miss, found))) => {
                if best.as_ref().is_none_or(|(least, _)| miss < *least) {
                    best = Some((miss, found));
                }
            }
            Ok(Err(reason)) => why = reason,
            // A sketch that could be filled once is not given up.
            Err(trouble @ Trouble::Undrawn(_)) if tried > 0 => why = trouble.to_string(),
            Err(Trouble::Interrupted(_)) if best.is_some() => break,
            Err(trouble) => return Err(Product::failed(&trouble, order)),
        }
        since += u64::from(best.as_ref().is_some_and(|(miss, _)| *miss < NEAR));
        if since >= patience || order.stops() {
            break;
        }
    }
    match best {
        Some(found) => Ok(found),
        None if order.stops() => Err(Product::failed(&Trouble::Interrupted(None), order)),
        None => Err(Product::none((Exit::Undecided, nothing(&why)))),
    }
}
