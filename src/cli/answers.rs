//! What a run answers: records for programs; for people a sentence about one puzzle, or a summary of several.

use crate::services::record::{Record, Status, Told};

/// The answers of one run.
#[derive(Debug, Default)]
pub(super) struct Answers {
    /// How records are wanted; nothing for people.
    pub(super) records: Option<Records>,
    /// The puzzle that is spoken of.
    open: Option<Open>,
    /// How many records were handed on.
    handed: u64,
    /// For people: each status with the puzzles that have it.
    tally: Vec<(Status, u64, Vec<String>)>,
    /// What is to be said if there is only one puzzle.
    held: Vec<String>,
}

/// How records stand together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Records {
    /// In one document.
    Document,
    /// One on each line.
    Lines,
}

#[derive(Debug)]
struct Open {
    record: Record,
    /// Whether the command has answered.
    answered: bool,
    /// Whether something is wrong.
    wrong: bool,
}

/// How many puzzles a summary names for each status that asks for a look.
const NAMED: usize = 3;

impl Answers {
    /// Whether what is said now is about a puzzle, and becomes part of its record.
    pub(super) fn is_recording(&self) -> bool {
        self.records.is_some() && self.open.is_some()
    }

    /// What messages call the puzzle that is spoken of.
    pub(super) fn id(&self) -> String {
        self.open.as_ref().map(|open| open.record.id.clone()).unwrap_or_default()
    }

    /// Turns to the next puzzle, if there is one; the record of the one before, if there is something in it.
    pub(super) fn turn(&mut self, next: Option<&str>) -> Option<String> {
        let before = self.open.take();
        self.open = next.map(|id| Open {
            record: Record { id: id.to_owned(), ..Record::default() },
            answered: false,
            wrong: false,
        });
        let mut open = before.filter(|open| open.answered || open.wrong)?;
        if !open.answered {
            open.record.status = Status::Error;
            self.count(Status::Error, open.record.id.clone());
        }
        let records = self.records?;
        self.handed += 1;
        // A record holds only what can be written: texts, numbers, lists and names.
        let text = serde_json::to_string(&open.record).unwrap_or_default();
        Some(match (records, self.handed) {
            (Records::Lines, _) => format!("{text}\n"),
            (Records::Document, 1) => format!("[\n{text}"),
            (Records::Document, _) => format!(",\n{text}"),
        })
    }

    /// Ends the run; what closes the document.
    pub(super) fn end(&mut self) -> &'static str {
        let handed = std::mem::take(&mut self.handed);
        match self.records.take() {
            Some(Records::Document) if handed == 0 => "[]\n",
            Some(Records::Document) => "\n]\n",
            _ => "",
        }
    }

    /// Notes that something is wrong with the input.
    pub(super) fn refuse(&mut self) {
        if let Some(open) = &mut self.open {
            open.wrong = true;
        }
    }

    /// Takes what programs get with the answer.
    pub(super) fn tell(&mut self, told: impl IntoIterator<Item = Told>) {
        if let Some(open) = &mut self.open {
            open.record.diagnostics.extend(told);
        }
    }

    /// Takes the answer about the puzzle that is spoken of.
    pub(super) fn answer(&mut self, record: Record) {
        let Some(open) = &mut self.open else { return };
        open.answered = true;
        let (id, mut diagnostics) = (open.record.id.clone(), std::mem::take(&mut open.record.diagnostics));
        diagnostics.extend(record.diagnostics);
        open.record = Record { id: id.clone(), diagnostics, ..record };
        let record = &open.record;
        let sentence = record.message.as_ref().map(|message| format!("{id}: {message}"));
        let lines = sentence.into_iter().chain(record.stats.as_ref().map(ToString::to_string)).collect();
        let status = record.status;
        self.count(status, id);
        self.held = if self.puzzles() == 1 { lines } else { Vec::new() };
    }

    fn count(&mut self, status: Status, id: String) {
        let at = self.tally.iter().position(|(known, ..)| *known == status).unwrap_or_else(|| {
            self.tally.push((status, 0, Vec::new()));
            self.tally.len() - 1
        });
        let (_, count, names) = &mut self.tally[at];
        *count += 1;
        if names.len() < NAMED {
            names.push(id);
        }
    }

    fn puzzles(&self) -> u64 {
        self.tally.iter().map(|(_, count, _)| count).sum()
    }

    /// What to say to people at the end: the sentence about one puzzle, or a summary and which of several ask for a look.
    pub(super) fn sum_up(&mut self) -> Vec<String> {
        let (puzzles, held) = (self.puzzles(), std::mem::take(&mut self.held));
        let mut tally = std::mem::take(&mut self.tally);
        if puzzles < 2 {
            return held;
        }
        tally.sort_by_key(|(status, ..)| Status::ALL.iter().position(|known| known == status));
        let counts: Vec<String> =
            tally.iter().map(|(status, count, _)| format!("{count} {}", status.word())).collect();
        let mut lines = vec![format!("{puzzles} puzzles: {}", counts.join(", "))];
        for (status, count, names) in &tally {
            let asks = matches!(status, Status::None | Status::Unknown | Status::Error);
            if asks && *count < puzzles {
                let more = *count as usize - names.len();
                let more = if more == 0 { String::new() } else { format!("; and {more} more") };
                lines.push(format!("  {}: {}{more}", status.word(), names.join("; ")));
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::{Answers, Records};
    use crate::services::record::{Record, Status};

    fn run(records: Option<Records>, puzzles: &[(&str, Option<Status>)]) -> (String, Vec<String>) {
        let mut answers = Answers { records, ..Answers::default() };
        let mut text = String::new();
        for (id, status) in puzzles {
            text += &answers.turn(Some(id)).unwrap_or_default();
            match status {
                Some(status) => answers.answer(Record::new(*status, "told")),
                None => answers.refuse(),
            }
        }
        text += &answers.turn(None).unwrap_or_default();
        text += answers.end();
        (text, answers.sum_up())
    }

    #[test]
    fn one_puzzle_is_told_and_several_are_counted() {
        let unique = ("a", Some(Status::Unique));
        assert_eq!(run(None, &[unique]), (String::new(), vec!["a: told".to_owned()]));
        let (_, lines) = run(None, &[unique, ("b", Some(Status::None)), ("c", None)]);
        assert_eq!(lines, ["3 puzzles: 1 unique, 1 none, 1 error", "  none: b", "  error: c"]);
    }

    #[test]
    fn records_stand_in_one_document_or_on_lines() {
        assert_eq!(run(Some(Records::Document), &[]).0, "[]\n");
        let (document, _) = run(Some(Records::Document), &[("a", None), ("b", None)]);
        assert!(
            document.starts_with("[\n{\"id\":\"a\"")
                && document.contains("},\n{")
                && document.ends_with("}\n]\n")
        );
        assert_eq!(run(Some(Records::Lines), &[("a", None), ("b", None)]).0.lines().count(), 2);
    }
}
