//! What a run answers: records for programs; for people a sentence about one puzzle, or a summary of several.

use crate::services::record::{Record, Status, Told};

/// The answers of one run.
#[derive(Debug, Default)]
pub(super) struct Answers {
    /// How records are wanted; nothing for people.
    pub(super) records: Option<Records>,
    /// The puzzle that is spoken of, if there is one.
    open: Open,
    /// How many records were handed on.
    handed: u64,
    /// How the puzzles came out.
    pub(super) tally: Tally,
}

/// How many puzzles came out how.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Each status with how many puzzles have it, and the names of the first of them.
    counts: Vec<(Status, u64, Vec<String>)>,
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

#[derive(Debug, Default)]
struct Open {
    /// Whether there is a puzzle.
    there: bool,
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
        self.records.is_some() && self.open.there
    }

    /// What messages call the puzzle that is spoken of.
    pub(super) fn id(&self) -> &str {
        &self.open.record.id
    }

    /// Turns to the next puzzle, if there is one; the record of the one before, if there is something in it.
    pub(super) fn turn(&mut self, next: Option<&str>) -> Option<String> {
        let open = &mut self.open;
        let told = open.there && (open.answered || open.wrong);
        if told && !open.answered {
            open.record.status = Status::Error;
            self.tally.count(Status::Error, &open.record.id);
        }
        // A record holds only what can be written: texts, numbers, lists and names.
        let record = self.records.filter(|_| told);
        let record = record.map(|_| serde_json::to_string(&open.record).unwrap_or_default());
        let mut id = std::mem::take(&mut open.record.id);
        id.clear();
        id.push_str(next.unwrap_or_default());
        let record_of_next = Record { id, ..Record::default() };
        *open = Open { there: next.is_some(), record: record_of_next, answered: false, wrong: false };
        record
    }

    /// A record as it stands among the others.
    pub(super) fn placed(&mut self, record: &str) -> String {
        self.handed += 1;
        match (self.records, self.handed) {
            (Some(Records::Document), 1) => format!("[\n{record}"),
            (Some(Records::Document), _) => format!(",\n{record}"),
            _ => format!("{record}\n"),
        }
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
        self.open.wrong = true;
    }

    /// Takes what programs get with the answer.
    pub(super) fn tell(&mut self, told: impl IntoIterator<Item = Told>) {
        if self.open.there {
            self.open.record.diagnostics.extend(told);
        }
    }

    /// Takes the answer about the puzzle that is spoken of.
    pub(super) fn answer(&mut self, record: Record) {
        let open = &mut self.open;
        if !open.there {
            return;
        }
        open.answered = true;
        let before = std::mem::take(&mut open.record);
        let diagnostics = before.diagnostics.into_iter().chain(record.diagnostics).collect();
        open.record = Record { id: before.id, diagnostics, ..record };
        let Record { id, status, message, stats, .. } = &open.record;
        self.tally.count(*status, id);
        self.tally.held.clear();
        if self.tally.puzzles() == 1 {
            let sentence = message.as_ref().map(|message| format!("{id}: {message}"));
            self.tally.held.extend(sentence.into_iter().chain(stats.as_ref().map(ToString::to_string)));
        }
    }

    /// Whether the rest of a record would be read: by a program, or because there may be only one puzzle.
    pub(super) fn wants_more(&self) -> bool {
        self.records.is_some() || self.tally.puzzles() == 0
    }
}

impl Tally {
    fn count(&mut self, status: Status, id: &str) {
        let at = self.counts.iter().position(|(known, ..)| *known == status).unwrap_or_else(|| {
            self.counts.push((status, 0, Vec::new()));
            self.counts.len() - 1
        });
        let (_, count, names) = &mut self.counts[at];
        *count += 1;
        if names.len() < NAMED {
            names.push(id.to_owned());
        }
    }

    /// How many puzzles there were.
    pub(super) fn puzzles(&self) -> u64 {
        self.counts.iter().map(|(_, count, _)| count).sum()
    }

    /// Counts the puzzles that came after these, too.
    pub(super) fn add(&mut self, after: Tally) {
        let is_first = self.puzzles() == 0;
        for (status, count, names) in after.counts {
            names.iter().for_each(|name| self.count(status, name));
            let known = self.counts.iter_mut().find(|(known, ..)| *known == status);
            known.into_iter().for_each(|(_, all, _)| *all += count - names.len() as u64);
        }
        self.held = if is_first { after.held } else { Vec::new() };
    }

    /// What to say to people at the end: the sentence about one puzzle, or a summary and which of several ask for a look.
    pub(super) fn sum_up(&mut self) -> Vec<String> {
        let Tally { mut counts, held } = std::mem::take(self);
        let puzzles: u64 = counts.iter().map(|(_, count, _)| count).sum();
        if puzzles < 2 {
            return held;
        }
        counts.sort_by_key(|(status, ..)| Status::ALL.iter().position(|known| known == status));
        let words: Vec<String> =
            counts.iter().map(|(status, count, _)| format!("{count} {}", status.word())).collect();
        let mut lines = vec![format!("{puzzles} puzzles: {}", words.join(", "))];
        for (status, count, names) in &counts {
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
            let record = answers.turn(Some(id));
            text += &record.map(|record| answers.placed(&record)).unwrap_or_default();
            match status {
                Some(status) => answers.answer(Record::new(*status, "told")),
                None => answers.refuse(),
            }
        }
        let record = answers.turn(None);
        text += &record.map(|record| answers.placed(&record)).unwrap_or_default();
        text += answers.end();
        (text, answers.tally.sum_up())
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
