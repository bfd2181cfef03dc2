//! Setting a puzzle by hand: which clues a rule set takes and where they have their places, and a text with one of them changed.
//!
//! ```text
//! layers::layers(&World, &Sources) -> Vec<Layer>      the inputs of a rule set, each with what it is and what it may hold
//! places::board(&mut World, ..) -> Value              the picture and its places, as web/board/README.md describes them
//! put::put(text, &Layers, &Change) -> text            the same text but for one clue
//! size::resized, size::with_param, size::blank        another size, and a puzzle without clues
//! ```
//!
//! Nothing here knows a puzzle. That an argument of an input is a place follows from what is drawn of it, from its use in
//! `area`, from the facts that are there, and else from its name in the `input` statement: `Cell` and `Square` are places, `Cells` a
//! list of them.

mod drawing;
mod facts;
mod goals;
pub mod layers;
pub mod places;
pub mod put;
mod samples;
pub mod size;
mod statements;
mod values;

/// What a clue is about: one place of one layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The input.
    pub layer: String,
    /// The place, as the description of the board names it.
    pub place: String,
    /// What is to stand there; nothing to clear it.
    pub value: Option<String>,
}
