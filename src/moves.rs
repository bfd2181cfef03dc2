//! The second engine: positions that change by moves, and a shortest plan from the first one to the goal.
//!
//! ```text
//! Ground ──> System ──> search (layers, bounded, both ways) ──> plan ──> replayed by the evaluator
//!            tables, packed positions, compiled laws, goal and bounds
//!               └──> derived: bounds that the rules give away, for searches that take long
//! ```
//!
//! The evaluator alone knows what a move does; everything else is memory. A plan is shown only after the evaluator has
//! replayed it on the source rules.

mod codes;
mod derived;
mod gauge;
mod inverse;
mod lines;
mod pages;
mod patterns;
pub mod plan;
mod positions;
mod rows;
pub mod search;
mod standing;
pub mod strategies;
mod symmetry;
mod system;
mod table;

pub use codes::Code;
pub use plan::{Failure, Report, Wish, solve};
pub use system::{Expansion, Head, HeadId, System, Trouble};
