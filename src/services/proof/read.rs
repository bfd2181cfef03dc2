//! Reads proofs: their lines, what they claim, and why they are refused.

use std::io::{self, BufRead};

use super::text;
use crate::board::ground::Ground;
use crate::language::diagnostic::Diagnostic;

/// What a proof was found to prove.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// What it says.
    pub claim: super::Claim,
    /// How many solutions it speaks of.
    pub solutions: usize,
    /// What was checked.
    pub work: Work,
}

/// What a proof is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Work {
    /// Inferences from laws, and nogoods that follow from steps before them.
    Steps {
        /// How many inferences there are.
        inferences: u64,
        /// How many nogoods there are.
        nogoods: u64,
    },
    /// Positions that moves lead to.
    Positions {
        /// How many there are.
        positions: u64,
        /// Whether some were left out because the bound of the rules says so.
        trusting: bool,
    },
}

impl std::fmt::Display for Work {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Work::Steps { inferences, nogoods } => {
                write!(f, "{inferences} inferences and {nogoods} nogoods checked")
            }
            Work::Positions { positions, trusting } => {
                let trust = if *trusting { ", and the bound of the rules trusted" } else { "" };
                write!(f, "{positions} positions checked{trust}")
            }
        }
    }
}

/// Why a proof is refused.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// It cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The rules cannot be expanded.
    #[error("the rules cannot be solved")]
    Rules(Box<Diagnostic>),
    /// The file is no proof.
    #[error("not a proof: its first line is not `{}`", text::FIRST)]
    NoProof,
    /// It is about another puzzle.
    #[error("a proof about another puzzle, or about other rules")]
    OtherBoard,
    /// It is about moves, or not about moves, and the puzzle is not so.
    #[error("it claims what this puzzle has not: {0}")]
    OtherKind(String),
    /// A line cannot be read.
    #[error("line {0}: no step of a proof")]
    Line(u64),
    /// A solution is none.
    #[error("line {0}: {1}")]
    Solution(u64, String),
    /// A claim does not fit the solutions.
    #[error("it claims `{0}`, and has {1} solutions")]
    Count(String, usize),
    /// An inference does not follow, or takes too many cases.
    #[error("line {0}: it is not seen that {1} rules this out")]
    Unseen(u64, String),
    /// A step is not there.
    #[error("line {0}: there is no step {1}")]
    NoStep(u64, u64),
    /// A number is used twice.
    #[error("line {0}: there is a step {1} already")]
    Twice(u64, u64),
    /// A step that a nogood rests on leaves too much open.
    #[error("line {0}: step {1} rules nothing out there")]
    NotUnit(u64, u64),
    /// A nogood does not follow from its steps.
    #[error("line {0}: it does not follow from its steps")]
    Open(u64),
    /// It ends too early.
    #[error("it ends before everything is ruled out")]
    Unfinished,
    /// There is more than a proof.
    #[error("line {0}: everything is ruled out already")]
    Longer(u64),
    /// A limit was reached, or somebody asked to stop.
    #[error("a limit was reached")]
    Stopped,
    /// An unknown has too many values to list.
    #[error("an unknown has more than 4096 values")]
    Wide,
    /// It leaves out the objective.
    #[error("it claims nothing of what is best, which alone is a solution")]
    NotBest,
    /// The positions are others.
    #[error("after {0} moves the positions are not those that it claims")]
    Layer(u32),
    /// Another checker cannot be told of it.
    #[error("it cannot be written for VeriPB: {0}")]
    Export(String),
    /// There is a shorter plan.
    #[error("{0} moves reach the goal")]
    Shorter(u32),
    /// The bound of the rules does not hold.
    #[error("the bound of the rules is wrong: a move lowers it by more than one, or it is not 0 at the goal")]
    Bound,
}

impl From<Box<Diagnostic>> for Refusal {
    fn from(diagnostic: Box<Diagnostic>) -> Self {
        Refusal::Rules(diagnostic)
    }
}

/// The longest line that is read.
const LONGEST: u64 = 1 << 26;

/// The lines of a proof, one after the other.
pub(super) struct Lines<'r> {
    from: &'r mut dyn BufRead,
    pub(super) number: u64,
    pub(super) line: String,
}

impl<'r> Lines<'r> {
    pub(super) fn new(from: &'r mut dyn BufRead) -> Lines<'r> {
        Lines { from, number: 0, line: String::new() }
    }

    /// Reads the next line that says something; whether there is one.
    pub(super) fn next(&mut self) -> Result<bool, Refusal> {
        loop {
            self.line.clear();
            self.number += 1;
            let read = io::Read::take(&mut *self.from, LONGEST).read_line(&mut self.line);
            let read = read.map_err(|error| match error.kind() {
                io::ErrorKind::InvalidData => Refusal::Line(self.number),
                _ => Refusal::Io(error),
            })?;
            if read == 0 {
                return Ok(false);
            }
            if !self.line.ends_with('\n') {
                // The end of what somebody has cut off.
                return Err(if read as u64 == LONGEST {
                    Refusal::Line(self.number)
                } else {
                    Refusal::Unfinished
                });
            }
            if !self.line.trim().is_empty() && !self.line.starts_with('%') {
                return Ok(true);
            }
        }
    }

    /// What follows a word on the next line.
    pub(super) fn after(&mut self, word: &str) -> Result<String, Refusal> {
        if !self.next()? {
            return Err(Refusal::Unfinished);
        }
        let rest = self.line.trim().strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
        rest.map(str::to_owned).ok_or(Refusal::Line(self.number))
    }

    /// Reads the first lines of a proof about a board; what it claims.
    pub(super) fn begin(&mut self, ground: &Ground) -> Result<super::Claim, Refusal> {
        if !self.next()? || self.line.trim() != text::FIRST {
            return Err(Refusal::NoProof);
        }
        let board = self.after("board")?;
        if board != format!("{:016x}", text::fingerprint(ground)) {
            return Err(Refusal::OtherBoard);
        }
        let claim = self.after("claim")?;
        let words: Vec<&str> = claim.split(' ').collect();
        let line = Refusal::Line(self.number);
        Ok(match words[..] {
            ["none"] => super::Claim::None,
            ["all"] => super::Claim::All,
            ["several"] => super::Claim::Several,
            ["best", value] => super::Claim::Best(value.parse().map_err(|_| line)?),
            ["all", "best", value] => super::Claim::AllBest(value.parse().map_err(|_| line)?),
            ["moves", moves] => super::Claim::Moves(moves.parse().map_err(|_| line)?),
            ["no", "plan"] => super::Claim::NoPlan,
            _ => return Err(line),
        })
    }
}
