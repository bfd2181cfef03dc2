//! Many puzzles in one run: which of them are answered, where a run that was cut short goes on, and when it ends.

use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use super::Exit;
use super::console::Console;
use super::output::Output;
use super::trouble::Trouble;
use crate::base::hash::Set;

/// Arguments of commands that answer many puzzles.
#[derive(Clone, clap::Args, Debug, Default)]
pub(super) struct Batch {
    /// End at the first puzzle that cannot be answered; else the next is turned to
    #[arg(long)]
    fail_fast: bool,
    /// Go on with a run whose records are in this file: puzzles whose ids are there are skipped, and the records of the
    /// others are appended to it, as JSON lines
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Of every N puzzles answer the K-th only
    #[arg(long, value_name = "K/N", value_parser = shard)]
    shard: Option<Shard>,
}

/// Every so many puzzles one is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shard {
    number: u64,
    of: u64,
}

fn shard(text: &str) -> Result<Shard, String> {
    let numbers =
        text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
    match numbers {
        Some((number, of)) if 1 <= number && number <= of => Ok(Shard { number, of }),
        _ => Err("write K/N with K from 1 to N, such as 2/8".to_owned()),
    }
}

/// Which puzzles of a run are answered. All threads share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Choice {
    pub(super) fail_fast: bool,
    shard: Option<Shard>,
    held: Option<Arc<Set<u128>>>,
    is_asked: bool,
}

impl Batch {
    /// The form of the answers: what an earlier run has left are records, and so is what is added to them.
    pub(super) fn form(&self, asked: Option<Output>) -> Option<Output> {
        if self.resume.is_some() { Some(Output::Jsonl) } else { asked }
    }

    /// What was asked for. Records go to the file of an earlier run from now on, if there is one.
    pub(super) fn begin(&self, console: &mut Console) -> Result<Choice, Trouble> {
        let Batch { fail_fast, resume, shard } = self;
        let held = match resume {
            Some(path) => {
                let (file, held) = resumed(path).map_err(|error| Trouble::io(path, &error))?;
                console.append_to(file);
                Some(Arc::new(held))
            }
            None => None,
        };
        let is_asked = *fail_fast || resume.is_some() || shard.is_some();
        Ok(Choice { fail_fast: *fail_fast, shard: *shard, held, is_asked })
    }
}

impl Choice {
    /// Whether the puzzle with this number in the run, from 1, is to be answered.
    pub(super) fn takes(&self, number: u64) -> bool {
        self.shard.is_none_or(|Shard { number: first, of }| number % of == first % of)
    }

    /// Whether somebody has said that there are many.
    pub(super) fn is_asked(&self) -> bool {
        self.is_asked
    }

    /// Whether the puzzle of this name was answered before.
    pub(super) fn holds(&self, id: &str) -> bool {
        self.held.as_ref().is_some_and(|held| held.contains(&digest(id)))
    }

    /// Whether a run ends with a puzzle that came out so.
    pub(super) fn ends_with(&self, exit: Exit) -> bool {
        self.fail_fast && !matches!(exit, Exit::Yes | Exit::No)
    }

    /// The exit of puzzles that came one by one. A record tells that the answer is no; then it is an answer as any other.
    pub(super) fn settled(&self, exit: Exit, has_records: bool) -> Exit {
        if exit == Exit::No && (has_records || self.is_asked) { Exit::Yes } else { exit }
    }
}

/// What is read of a record of an earlier run: an answer, which a question is not.
#[derive(Deserialize)]
struct Held {
    id: Value,
    #[serde(rename = "status")]
    _status: String,
}

/// How a record begins, also one of which there is less than this.
const BEGINNING: &[u8] = b"{\"id\":";

/// Opens the records of an earlier run for more, and tells their ids. Half a line at its end is cut off: whoever wrote it was
/// ended by force. A file of anything else is left as it is.
fn resumed(path: &Path) -> io::Result<(File, Set<u128>)> {
    let refused = |told: String| io::Error::new(io::ErrorKind::InvalidInput, told);
    let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    // A device may have no end.
    if !file.metadata()?.is_file() {
        return Err(refused("no plain file".to_owned()));
    }
    let (mut held, mut whole) = (Set::default(), 0);
    let (mut lines, mut line) = (BufReader::new(&file), Vec::new());
    for number in 1.. {
        line.clear();
        if lines.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let is_whole = line.ends_with(b"\n");
        match serde_json::from_slice(&line) {
            Ok(Held { id, .. }) if is_whole => {
                whole += line.len() as u64;
                held.insert(digest(&id_text(&id)));
            }
            Ok(_) => {}
            Err(error) if !is_whole && !error.is_data() && is_begun(&line) => {}
            Err(_) => return Err(refused(format!("line {number} is no record of an earlier run"))),
        }
    }
    file.set_len(whole)?;
    Ok((file, held))
}

/// Whether half a line may be half a record.
fn is_begun(line: &[u8]) -> bool {
    line.starts_with(BEGINNING) || BEGINNING.starts_with(line)
}

/// An id as a text: numbers may be ids, too.
fn id_text(id: &Value) -> String {
    id.as_str().map_or_else(|| id.to_string(), str::to_owned)
}

/// Stands for a text among millions, so that these need not be kept.
fn digest(text: &str) -> u128 {
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        (salt, text).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}

#[cfg(test)]
mod tests {
    use super::{Choice, Exit, Shard, shard};

    #[test]
    fn shards_share_all_puzzles() {
        for of in 1..5 {
            for puzzle in 1..20 {
                let takes = |number| {
                    let shard = Some(Shard { number, of });
                    Choice { shard, ..Choice::default() }.takes(puzzle)
                };
                assert_eq!((1..=of).filter(|&number| takes(number)).count(), 1, "{puzzle} of {of}");
            }
        }
        assert!(shard("3/3").is_ok());
        assert!(["0/3", "4/3", "3", "a/b", "1/0"].iter().all(|text| shard(text).is_err()));
    }

    #[test]
    fn no_is_an_answer() {
        let choice = Choice { fail_fast: true, ..Choice::default() };
        assert!(!choice.ends_with(Exit::No) && choice.ends_with(Exit::BadInput));
        assert_eq!((choice.settled(Exit::No, true), choice.settled(Exit::No, false)), (Exit::Yes, Exit::No));
        assert_eq!(choice.settled(Exit::Undecided, true), Exit::Undecided);
    }
}
