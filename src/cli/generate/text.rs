//! The text of a puzzle that was made, proved again.

use super::order::{Order, Product, told};
use super::prove::{Proofs, planned};
use crate::cli::Exit;
use crate::language::puzzle::written::Puzzle;
use crate::services::generate::{Amount, Made, Setter, Trouble, written};

/// The text of a puzzle that was made for these rules on this board, proved again.
pub(super) fn finished(
    order: &Order<'_>,
    proofs: &mut Proofs,
    base: &Puzzle,
    setter: &Setter,
    made: &Made,
    number: u64,
    trouble: Option<(Exit, String)>,
) -> Product {
    let puzzle = written(base.clone(), setter.world(), made.clues());
    let mut head = match made.size() {
        0 if *base != order.base => "no clue but its board".to_owned(),
        1 => "1 clue".to_owned(),
        size => format!("{size} clues"),
    };
    if let Some(level) = made.level {
        head.push_str(&format!(", {}", level.word()));
    }
    if made.undecided > 0 && order.recipe.amount == Amount::Minimal {
        // Effort was over before these were found to be needed or not.
        head.push_str(&format!(", {} of them perhaps not needed", made.undecided));
    }
    let text = format!("% {}\n{puzzle}expect unique.\n", title(order, number, &head));
    match proofs.prove(order, &text, &setter.dropped(made)) {
        Ok(()) => Product::made(text, trouble),
        Err(message) => Product::none(unproved(order, message)),
    }
}

/// The text of a position, proved again.
pub(super) fn positioned(
    order: &Order<'_>,
    puzzle: &Puzzle,
    moves: usize,
    number: u64,
) -> Result<String, String> {
    let head = title(order, number, &format!("{moves} moves"));
    let text = format!("% {head}\n{puzzle}expect moves = {moves}.\n");
    planned(order, &text, moves).map(|()| text)
}

/// How the puzzle can be made again.
fn title(order: &Order<'_>, number: u64, what: &str) -> String {
    let of = if order.wanted.count > 1 { format!(", puzzle {}", number + 1) } else { String::new() };
    format!("gridlog generate, seed {}{of}: {what}", order.wanted.seed)
}

/// What to say of a puzzle that was not proved: that the time was over, or what is wrong.
pub(super) fn unproved(order: &Order<'_>, message: String) -> (Exit, String) {
    if order.stops() { told(&Trouble::Interrupted(None), order) } else { (Exit::Internal, message) }
}
