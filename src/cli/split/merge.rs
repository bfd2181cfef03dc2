//! Answers to the cubes of one search, put together: each has to be there, and once.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;

use crate::base::total::Total;
use crate::cli::console::Console;
use crate::cli::desk::desk;
use crate::cli::output::{self, Output};
use crate::cli::trouble::Trouble;
use crate::cli::{Exit, files};
use crate::services::record::{Details, Record, Status};

/// Arguments of `gridlog merge`.
#[derive(clap::Args, Debug)]
pub(in crate::cli) struct MergeArgs {
    /// Records that `count` or `solve` has printed for the cubes of `gridlog split`, one on each line and in any order; without any,
    /// or for `-`, stdin is read
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How to print the result
    #[arg(short, long, value_name = "FORMAT", value_parser = output::one_of(output::ANSWER))]
    format: Option<Output>,
}

/// What a record says about a cube.
#[derive(Deserialize)]
struct Part {
    id: String,
    status: Option<String>,
    #[serde(default)]
    solutions: Vec<Value>,
    count: Option<Value>,
    #[serde(default)]
    complete: bool,
}

/// What is known about all cubes of one search.
struct Job {
    name: String,
    /// The solutions of each cube that was there.
    cubes: Vec<Option<Vec<Value>>>,
    total: Total,
    /// Whether its cubes were counted rather than solved, as soon as one was answered.
    counts: Option<bool>,
    complete: bool,
    /// What keeps the result from being whole.
    faults: Vec<String>,
}

/// As many faults are told; the others are counted.
const FEW: usize = 5;

pub(in crate::cli) fn merge(args: &MergeArgs, console: &mut Console) -> Result<Exit, Trouble> {
    console.answer_as(args.format);
    let stdin = [PathBuf::from("-")];
    let paths = if args.files.is_empty() { &stdin[..] } else { &args.files };
    let (mut jobs, mut exit): (Vec<Job>, Exit) = (Vec::new(), Exit::Yes);
    for path in paths {
        let name = files::name(path);
        let input: Box<dyn BufRead> = if files::is_stdin(path) || desk().is_some() {
            files::stdin()
        } else {
            Box::new(BufReader::new(File::open(path).map_err(|error| Trouble::io(path, &error))?))
        };
        for (number, line) in (1..).zip(input.lines()) {
            let line = line.map_err(|error| Trouble::io(path, &error))?;
            if line.trim().is_empty() {
                continue;
            }
            if let Err(told) = take(&line, &mut jobs) {
                console.turn_to(&format!("{name}, line {number}"));
                console.complain(&format!("{name}, line {number}: {told}"));
                exit = Exit::BadInput;
            }
        }
    }
    if jobs.is_empty() && exit == Exit::Yes {
        return Err(Trouble::call("there is no record of a cube"));
    }
    for job in jobs {
        exit = exit.and(job.tell(console));
    }
    Ok(exit)
}

/// Takes the record of a cube; what is wrong with it.
fn take(line: &str, jobs: &mut Vec<Job>) -> Result<(), String> {
    if !line.trim_start().starts_with('{') {
        return Err("no record: it is no JSON object".to_owned());
    }
    let part: Part = serde_json::from_str(line).map_err(|error| {
        // There is but one line.
        let (told, column) = (error.to_string(), error.column());
        format!("no record: {}, in column {column}", told.split(" at line ").next().unwrap_or_default())
    })?;
    let (name, number, of) =
        cube(&part.id).ok_or_else(|| format!("`{}` is no cube of `gridlog split`", part.id))?;
    let Some(status) = part.status.clone() else {
        return Err(format!("`{}` is a cube, and no answer to it: hand it to `count` or `solve`", part.id));
    };
    let at = jobs.iter().position(|job| job.name == name && job.cubes.len() == of).unwrap_or_else(|| {
        jobs.push(Job {
            name: name.to_owned(),
            cubes: vec![None; of],
            total: Total::ZERO,
            counts: None,
            complete: true,
            faults: Vec::new(),
        });
        jobs.len() - 1
    });
    jobs[at].add(number, &status, part);
    Ok(())
}

/// The job, the number and how many there are, of the id of a cube.
fn cube(id: &str) -> Option<(&str, usize, usize)> {
    let (name, place) = id.rsplit_once(':')?;
    let (number, of) = place.split_once('/')?;
    let (number, of): (usize, usize) = (number.parse().ok()?, of.parse().ok()?);
    (1 <= number && number <= of && of <= 1 << 24).then_some((name, number, of))
}

impl Job {
    fn add(&mut self, number: usize, status: &str, part: Part) {
        let told = self.cubes.get_mut(number - 1);
        let Some(place @ None) = told else {
            return self.faults.push(format!("cube {number} is there more than once"));
        };
        if status == Status::Error.word() || (status == Status::Unknown.word() && !part.complete) {
            self.faults.push(format!("cube {number} was not answered: {status}"));
        }
        // A cube with an error was neither counted nor solved.
        if status != Status::Error.word()
            && part.count.is_some() != *self.counts.get_or_insert(part.count.is_some())
        {
            self.faults
                .push(format!("cube {number} was counted, and others were solved, or the other way round"));
        }
        self.complete &= part.complete;
        match part.count.as_ref().map(total) {
            Some(Some(count)) => self.total += &count,
            Some(None) => self.faults.push(format!("cube {number} has no count")),
            None => self.total += &Total::from(part.solutions.len() as u64),
        }
        *place = Some(part.solutions);
    }

    fn tell(mut self, console: &mut Console) -> Exit {
        let of = self.cubes.len();
        let missing = (1..).zip(&self.cubes).filter(|(_, cube)| cube.is_none()).map(|(number, _)| number);
        let missing: Vec<usize> = missing.collect();
        self.faults.extend(missing.iter().map(|number| format!("cube {number} of {of} is missing")));
        let is_whole = self.faults.is_empty();
        let complete = self.complete && is_whole;
        let status = match (self.total.word(), complete) {
            (Some(0), true) => Status::None,
            (Some(1), true) => Status::Unique,
            (Some(0), false) => Status::Unknown,
            (Some(1), false) => Status::Solved,
            _ => Status::Several,
        };
        console.turn_to(&self.name);
        let more = self.faults.len().saturating_sub(FEW);
        for fault in self.faults.iter().take(FEW) {
            console.complain(&format!("{}: {fault}", self.name));
        }
        if more > 0 {
            console.remark(&format!("{}: {more} more like these", self.name));
        }
        console.print(&format!("{}\n", self.total));
        let counts = self.counts == Some(true);
        let details = if counts {
            Details::Count { count: Some((&self.total).into()), complete, method: None }
        } else {
            Details::Solve { complete, best: None }
        };
        let lack = if complete { "" } else { ", maybe more" };
        let solutions = if self.total.word() == Some(1) {
            "1 solution".to_owned()
        } else {
            format!("{} solutions", self.total)
        };
        let sentence = format!("{solutions} in {of} cubes{lack}");
        let solutions = self.cubes.into_iter().flatten().flatten().collect();
        console.answer(Record { solutions, ..Record::new(status, sentence).with(details) });
        match (is_whole, complete || !counts) {
            (false, _) => Exit::BadInput,
            (true, false) => Exit::Undecided,
            (true, true) => Exit::Yes,
        }
    }
}

fn total(count: &Value) -> Option<Total> {
    count.as_u64().map(Total::from).or_else(|| Total::read(count.as_str()?))
}

#[cfg(test)]
mod tests {
    use super::cube;

    #[test]
    fn cubes_are_known_by_their_ids() {
        assert_eq!(cube("a:b-12:3/68"), Some(("a:b-12", 3, 68)));
        assert!(["a", "a:0/3", "a:4/3", "a:1", "a:x/3"].iter().all(|id| cube(id).is_none()));
    }
}
