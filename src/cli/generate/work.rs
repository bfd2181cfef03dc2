//! Making one puzzle after the other.

use std::sync::atomic::{AtomicU64, Ordering};

use super::boards::Boards;
use super::order::{Order, Product, seed, short, told};
use super::prove::Proofs;
use super::text::{finished, positioned, unproved};
use crate::board::ground::ground;
use crate::services::generate::{Setter, Trouble, filled, position};

/// Makes one puzzle after the other, until there are enough or whoever takes them wants no more.
pub(super) fn work(order: &Order<'_>, next: &AtomicU64, take: &mut dyn FnMut(u64, Product) -> bool) {
    let (mut setter, mut proofs) = (None, Proofs::default());
    // What is wrong with the boards is told of each puzzle.
    let mut boards = Boards::new(order);
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= order.wanted.count || number > 0 && order.stops() {
            return;
        }
        let product = match &mut boards {
            Err(trouble) => Product::failed(trouble, order),
            Ok(boards) => match (order.program.moves.is_empty(), boards.are_told()) {
                (true, true) => puzzle(order, &mut setter, &mut proofs, number),
                (true, false) => boards.puzzle(order, number),
                (false, true) => start(order, number),
                (false, false) => boards.start(order, number),
            },
        };
        if !take(number, product) {
            return;
        }
    }
}

/// A puzzle whose board is told, by a setter that the puzzles of one worker share.
fn puzzle(order: &Order<'_>, setter: &mut Option<Setter>, proofs: &mut Proofs, number: u64) -> Product {
    let setter = match ready(order, setter) {
        Ok(setter) => setter,
        Err(trouble) => return Product::failed(&trouble, order),
    };
    let made = setter.make(&order.recipe, seed(order, number), &|_| order.begin(), &|| order.stops());
    let (made, trouble) = match made {
        Ok(made) => (made, None),
        Err(trouble) => {
            let (exit, mut message) = told(&trouble, order);
            match trouble {
                Trouble::NotFound { best: Some(best), .. } | Trouble::Interrupted(Some(best)) => {
                    message.push_str("; this is the best of them");
                    (*best, Some((exit, message)))
                }
                trouble => return Product::failed(&trouble, order),
            }
        }
    };
    finished(order, proofs, &order.base, setter, &made, number, trouble)
}

fn ready<'s>(order: &Order<'_>, setter: &'s mut Option<Setter>) -> Result<&'s mut Setter, Trouble> {
    match setter {
        Some(setter) => Ok(setter),
        None => {
            let (ground, _) = ground(order.program, order.options);
            Ok(setter.insert(Setter::new(ground, order.options.clone())?))
        }
    }
}

/// A first position of a move puzzle.
fn start(order: &Order<'_>, number: u64) -> Product {
    let (moves, effort) = (order.wanted.moves, &order.recipe.effort);
    let (seed, begin, stop) = (seed(order, number), |_| order.begin(), || order.stops());
    let (placed, found) = match position(order.program, order.options, moves, effort, seed, &begin, &stop) {
        Ok(placed) => placed,
        Err(trouble) => return Product::failed(&trouble, order),
    };
    let puzzle = filled(order.base.clone(), &placed.world, &placed.values);
    match positioned(order, &puzzle, placed.moves, number) {
        Ok(text) => {
            let trouble = (!found || order.stops()).then(|| short(order, placed.moves));
            Product::made(text, trouble)
        }
        Err(message) => Product::none(unproved(order, message)),
    }
}
