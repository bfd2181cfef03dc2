//! What every tower stands on: exact and boundless numbers, one hasher, one clock, the machine, diagrams and automata.

pub mod automaton;
pub mod clock;
pub mod diagram;
#[cfg(feature = "answer")]
pub mod disk;
pub mod hash;
#[cfg(any(feature = "lsp", feature = "serve"))]
pub mod leash;
pub mod machine;
pub mod number;
pub mod total;
