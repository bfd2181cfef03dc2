//! What every tower stands on: exact numbers, one hasher, one clock.

pub mod clock;
pub mod diagram;
pub mod hash;
pub mod number;
