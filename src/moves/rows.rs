//! All that moves can do: for each act every way in which it writes, by the values that it reads for that.

use super::codes::Code;

/// One way in which an act writes: the values of all places it touches before, and those it writes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Row {
    pub before: Box<[(u32, Code)]>,
    pub after: Box<[(u32, Code)]>,
}

/// What one act can do.
#[derive(Clone, Debug, Default)]
pub struct ActRows {
    pub rows: Vec<Row>,
    /// The values that it reads before it turns out not to be possible.
    pub impossible: Vec<Box<[(u32, Code)]>>,
    /// Whether it may also leave everything as it is.
    pub may_rest: bool,
}

/// What the acts of each group can do.
#[derive(Clone, Debug)]
pub struct Rows {
    /// For each place all values that it can have (relaxed reachability); the first one first.
    pub values: Vec<Vec<Code>>,
    pub groups: Vec<Vec<ActRows>>,
}
