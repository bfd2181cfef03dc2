//! `--proof FILE`: proofs of answers, written by `gridlog solve` and checked by `gridlog verify`.

use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use super::console::Console;
use super::feed::{Came, Feed};
use super::signals::is_interrupted;
use super::subject::Subject;
use super::trouble::Trouble;
use super::{Exit, files, plan};
use crate::board::ground::Ground;
use crate::moves::plan::{self as plans, Report};
use crate::services::proof::{self, Checked, Claim, Export, Failure, Refusal};
use crate::services::record::{Details, Record, Status};
use crate::services::solve::{Best, Outcome, Verdict};
use crate::solver::search::Ending;

const UNSETTLED: &str = "no proof: the answer is not settled";

/// What can be proved of an outcome; nothing if a limit came first.
fn claim(outcome: &Outcome) -> Option<Claim> {
    let is_complete = outcome.ending == Ending::Complete;
    match (outcome.best, outcome.verdict()) {
        (Some(Best { value, proved: true }), _) if is_complete => Some(Claim::AllBest(value)),
        (Some(Best { value, proved: true }), _) => Some(Claim::Best(value)),
        (Some(_), _) => None,
        (None, Verdict::None) => Some(Claim::None),
        (None, _) if is_complete => Some(Claim::All),
        (None, Verdict::Several) => Some(Claim::Several),
        (None, _) => None,
    }
}

/// Writes the proof of an answer to a file, whole or not at all.
pub(super) fn write(
    path: &Path,
    ground: &Ground,
    outcome: &Outcome,
    mut solutions: Vec<Vec<i64>>,
    console: &Console,
) -> Result<(), Trouble> {
    let Some(claim) = claim(outcome) else {
        return Err(Trouble::Puzzle(Exit::Undecided, UNSETTLED.to_owned()));
    };
    if let Claim::Best(_) = claim {
        solutions.truncate(1);
    }
    let written = files::stream(path, |out| proof::prove(ground, &claim, &solutions, out));
    tell(path, written, console, |written| {
        format!("{} inferences and {} nogoods", written.inferences, written.nogoods)
    })
}

/// The same for a plan.
pub(super) fn write_moves(
    path: &Path,
    ground: &mut Ground,
    report: &Report,
    console: &Console,
) -> Result<(), Trouble> {
    let titles = plan::titles(report);
    let shortest = match report.verdict {
        plans::Verdict::Solved => Some(&titles[..]),
        plans::Verdict::NoPlan => None,
        _ => return Err(Trouble::Puzzle(Exit::Undecided, UNSETTLED.to_owned())),
    };
    let written = files::stream(path, |out| proof::prove_moves(ground, shortest, out));
    tell(path, written, console, |positions| format!("{positions} positions"))
}

/// Says what was written, or why nothing was.
fn tell<T>(
    path: &Path,
    written: Result<Result<T, Failure>, Trouble>,
    console: &Console,
    what: impl FnOnce(T) -> String,
) -> Result<(), Trouble> {
    match written? {
        Ok(written) => {
            console.remark(&format!("proof: {}, {}", files::name(path), what(written)));
            Ok(())
        }
        Err(Failure::Io(error)) => Err(Trouble::io(path, &error)),
        Err(Failure::Rules(diagnostic)) => Err(Trouble::Text(diagnostic)),
        Err(failure @ Failure::Found) => Err(Trouble::Puzzle(Exit::Internal, failure.to_string())),
        Err(failure) => {
            let exit = if is_interrupted() { Exit::Interrupted } else { Exit::Undecided };
            Err(Trouble::Puzzle(exit, failure.to_string()))
        }
    }
}

/// `puzzle.opb` for `puzzle`.
fn with_ending(stem: &Path, ending: &str) -> PathBuf {
    let mut name = stem.as_os_str().to_owned();
    name.push(format!(".{ending}"));
    name.into()
}

/// A file that is read as it comes: a proof may be larger than memory.
struct Stream {
    feed: Feed,
    bytes: io::Cursor<Vec<u8>>,
}

impl Read for Stream {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.bytes.read(room)?;
            if read > 0 || room.is_empty() {
                return Ok(read);
            }
            match self.feed.next(None, &mut || true) {
                Ok(Came::Bytes(bytes)) => self.bytes = io::Cursor::new(bytes),
                Ok(Came::Late) => {}
                Ok(Came::End | Came::Interrupted) => return Ok(0),
                Err(_) => return Err(io::Error::other("it cannot be read to its end")),
            }
        }
    }
}

/// Checks a proof about a puzzle; and writes it for `VeriPB`, as two files that begin with this name.
pub(super) fn verify(
    path: &Path,
    veripb: Option<&Path>,
    subject: &mut Subject,
    console: &mut Console,
) -> Result<Exit, Trouble> {
    let mut ground = subject.take_ground()?;
    let mut from = BufReader::new(Stream { feed: Feed::open(path)?, bytes: io::Cursor::default() });
    let checked = match veripb {
        None => proof::check(&mut ground, &mut from, None),
        Some(stem) => {
            let [first, second] = ["opb", "pbp"].map(|ending| with_ending(stem, ending));
            let both = files::stream(&first, |opb| {
                let inner = files::stream(&second, |pbp| {
                    proof::check(&mut ground, &mut from, Some(Export { opb, pbp }))
                });
                match inner {
                    Ok(checked) => checked.map_err(Ok),
                    Err(trouble) => Err(Err(trouble)),
                }
            });
            match both? {
                Ok(checked) => Ok(checked),
                Err(Ok(refusal)) => Err(refusal),
                Err(Err(trouble)) => return Err(trouble),
            }
        }
    };
    let (status, told, exit) = match checked {
        Ok(Checked { claim, solutions, work }) => {
            let status = match (&claim, solutions) {
                (Claim::None | Claim::NoPlan, _) => Status::None,
                (Claim::All | Claim::AllBest(_), 1) => Status::Unique,
                (Claim::Several | Claim::All | Claim::AllBest(_), _) => Status::Several,
                (Claim::Best(_) | Claim::Moves(_), _) => Status::Solved,
            };
            (status, format!("proved: {}; {work}", claim.sentence(solutions)), Exit::Yes)
        }
        Err(_) if is_interrupted() => {
            (Status::Unknown, "undecided: interrupted".to_owned(), Exit::Interrupted)
        }
        Err(Refusal::Io(error)) => return Err(Trouble::io(path, &error)),
        Err(Refusal::Rules(diagnostic)) => return Err(Trouble::Text(diagnostic)),
        Err(refusal @ Refusal::NoProof) => {
            return Err(Trouble::refused(format!("{}: {refusal}", files::name(path))));
        }
        Err(Refusal::Stopped) => {
            (Status::Unknown, "undecided: a limit was reached".to_owned(), Exit::Undecided)
        }
        Err(refusal) => (Status::Unknown, format!("not proved: {refusal}"), Exit::No),
    };
    console
        .state(Record::new(status, told).with(Details::Verify { outside: Vec::new(), broken: Vec::new() }));
    Ok(exit)
}
