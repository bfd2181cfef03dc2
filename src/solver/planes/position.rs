//! What a search asks of a board of bits.

use crate::solver::engine::Conflict;

/// A board in the midst of its search, whatever its kind and size.
pub(super) trait Position: std::fmt::Debug {
    /// Begins with what is remembered.
    fn begin(&mut self, number: usize);
    /// Leaves a cell only these values.
    fn keep(&mut self, cell: usize, domain: u64) -> Result<(), Conflict>;
    /// Keeps what is known now, under a number.
    fn remember(&mut self, number: usize);
    /// The values of a cell by what is remembered.
    fn remembered(&self, number: usize, cell: usize) -> u64;
    fn settle(&mut self) -> Result<u64, Conflict>;
    fn is_full(&self) -> bool;
    fn decide(&mut self, random: u64);
    fn back(&mut self) -> bool;
    fn depth(&self) -> usize;
    /// Adds to each number the place of the value that its cell has.
    fn values(&self, values: &mut [i64]);
    /// Dead ends after which others had better go on.
    fn patience(&self) -> u64;
}
