//! Puzzles as records: a JSON object on each line, with its own name, and if it likes its own rules. docs/json.md describes them.

use std::path::Path;

use serde_json::Value;

use super::super::feed::{Came, Feed};
use super::super::trouble::Trouble;
use super::super::{Exit, files};
use super::beside::Beside;
use super::entry::Entry;
use super::kind::is_records_file;
use super::lines::{Common, came};
use super::reading::{Entries, Reading};
use super::run::Run;
use super::{Origin, Subject};
use crate::board::ground::grids;
use crate::language::diagnostic::catalogue::files as say;
use crate::language::puzzle::lines::Stretch;
use crate::language::puzzle::parts;
use crate::language::source::SourceId;

/// So many texts of rules and puzzles are kept in mind, with what they were compiled to. Where there are more, all are forgotten.
const MOST: usize = 16;

/// Whether a text that begins so, and may have `ended`, has records on its lines; nothing if that cannot be told before more
/// is known. What `solve` prints has objects on its lines too, which are answers to a puzzle and name none.
pub(super) fn begin(text: &str, ended: bool) -> Option<bool> {
    let text = text.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
    if text.is_empty() && !ended {
        return None;
    }
    if !text.starts_with('{') {
        return Some(are_records(text.as_bytes()));
    }
    let line = text.split_once('\n').map(|(line, _)| line).or(ended.then_some(text))?;
    Some(is_record(line.as_bytes()).unwrap_or_else(|| line.contains("\":")))
}

/// Whether a text that begins so, for no rules, has records on its lines: the first is one, be it broken, or if it is none at
/// all, another that came with it is.
pub(in crate::cli) fn are_records(bytes: &[u8]) -> bool {
    let bytes = bytes.trim_ascii_start();
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let mut others = bytes.split(|&byte| byte == b'\n').skip(1);
    bytes.starts_with(b"{") || others.any(|line| line.starts_with(b"{") && is_record(line) == Some(true))
}

/// Whether an object names what to answer; nothing if it is none.
fn is_record(line: &[u8]) -> Option<bool> {
    let Ok(Value::Object(fields)) = serde_json::from_slice(line) else { return None };
    Some(["puzzle", "grid", "rules"].iter().any(|name| fields.contains_key(*name)))
}

/// What the first file of a command line turned out to be.
pub(super) enum Begun {
    /// Records, and all of them have been answered.
    Answered(Exit),
    /// Something else, which has been read.
    Text(SourceId),
    /// Nothing has been read.
    Nothing,
}

/// What records have named so far, and what that was compiled to.
#[derive(Default)]
pub(super) struct Boards {
    /// How many texts there are that all records share.
    texts: usize,
    rules: Vec<(String, SourceId)>,
    list: Vec<Board>,
}

/// The board of some rules, or of a puzzle, that grids are laid on.
struct Board {
    rules: Option<SourceId>,
    puzzle: Option<String>,
    settings: Vec<(String, i64)>,
    common: Common,
    /// The puzzle before, which the next one uses again.
    standing: Option<Subject>,
}

/// What all records of a text share.
struct Shared {
    file: String,
    /// Rules for those that name none.
    rules: Option<SourceId>,
    /// How many puzzles there were in the run before.
    before: u64,
    /// An empty text: what is said about a puzzle that is like others points nowhere.
    nowhere: SourceId,
}

/// What is said about each of them.
struct Name {
    id: String,
    number: u64,
}

impl Run<'_> {
    /// The records of a file or a pipe that is named without rules.
    pub(super) fn records_alone(&mut self, path: &Path) -> Result<Begun, Trouble> {
        let may_be = files::is_stdin(path) || is_records_file(path);
        if !may_be || self.what.from.is_some() || !self.what.puzzles.is_empty() {
            return Ok(Begun::Nothing);
        }
        let mut feed = Feed::open(path)?;
        let (mut bytes, mut ended) = (Vec::new(), false);
        while !ended && bytes.iter().all(u8::is_ascii_whitespace) {
            match came(&mut feed, None)? {
                Came::Bytes(more) => bytes.extend(more),
                _ => ended = true,
            }
        }
        let is_empty = bytes.iter().all(u8::is_ascii_whitespace);
        if is_records_file(path) || is_empty && self.console.wants_records() || are_records(&bytes) {
            let reading = Reading::new(feed, bytes, ended);
            return Ok(Begun::Answered(self.records(files::name(path), None, reading)));
        }
        while let Came::Bytes(more) = came(&mut feed, None)? {
            bytes.extend(more);
            files::small_enough(path, bytes.len())?;
        }
        let text = files::text(path, bytes)?;
        Ok(Begun::Text(self.sources.add(files::name(path), text)))
    }

    /// The records of a text, for these rules where they name no others.
    pub(super) fn records(&mut self, file: String, rules: Option<SourceId>, reading: Reading) -> Exit {
        let nowhere = self.sources.add(file.clone(), "");
        let shared = Shared { file, rules, before: self.count, nowhere };
        let exit = self.portions(&shared.file, reading, Entries, |run, number, line, _| match line {
            Ok(line) => run.record(number, &line, &shared),
            Err(bad) => run.refuse(&bad.line.to_string(), Trouble::Text(bad.wrong)),
        });
        // A record tells that the answer is no, whatever is printed.
        if exit == Exit::No { Exit::Yes } else { exit }
    }

    fn record(&mut self, number: u64, line: &Stretch, shared: &Shared) -> Exit {
        let own = || (line.before.0 + 1).to_string();
        let mut entry = match Entry::read(&line.text) {
            Ok(entry) => entry,
            Err((id, told)) => return self.refuse(&id.unwrap_or_else(own), Trouble::refused(told)),
        };
        let id = entry.name().unwrap_or_else(own);
        if self.choice.holds(&id) {
            return Exit::Yes;
        }
        self.has_records = true;
        self.make_room(shared);
        for (name, value) in std::mem::take(&mut entry.set) {
            self.settings.retain(|(known, _)| *known != name);
            self.settings.push((name, value));
        }
        let name = Name { id, number: shared.before + number };
        let done = self.entry(&name, entry, shared);
        self.settings.clone_from(&self.what.settings);
        done.unwrap_or_else(|trouble| self.refuse(&name.id, trouble))
    }

    fn entry(&mut self, name: &Name, mut entry: Entry, shared: &Shared) -> Result<Exit, Trouble> {
        let format = entry.format()?;
        let rules = match &entry.rules {
            Some(rules) => Some(self.rules_called(rules)?),
            None => shared.rules,
        };
        let grid = entry.grid()?;
        match (entry.puzzle, grid) {
            (puzzle, Some(grid)) => self.laid(name, rules, puzzle, &grid, shared),
            (Some(text), None) => match format {
                Some(format) => {
                    let texts = self.sources.len();
                    let source = self.sources.add(shared.file.clone(), text.clone());
                    let puzzle =
                        format.puzzles(source, &text).next().transpose().map(Option::unwrap_or_default);
                    let (is_wrong, id) = (puzzle.is_err(), name.id.clone());
                    let exit = self.translated(id, name.number, puzzle, rules, false);
                    if is_wrong {
                        self.sources.truncate(texts);
                    }
                    Ok(exit)
                }
                None => self.written(name, rules, &text, entry.seed, shared),
            },
            (None, None) => {
                let rules =
                    rules.ok_or_else(|| Trouble::refused("a record has a `puzzle`, a `grid` or `rules`"))?;
                let origin = Origin::Grid(self.used(rules));
                let resolved = self.resolved(rules, None);
                let mut subject = Subject::new(name.id.clone(), resolved, origin);
                self.expand(&mut subject, None, false);
                (subject.number, subject.seed) = (name.number, entry.seed);
                Ok(self.hand_over(&mut subject))
            }
        }
    }

    /// Forgets what records have named, if that has become too much.
    fn make_room(&mut self, shared: &Shared) {
        if self.known_boards.texts == 0 {
            self.known_boards.texts = self.sources.len();
        }
        let Boards { texts, rules, list } = &self.known_boards;
        let texts = *texts;
        debug_assert!((shared.nowhere as usize) < texts);
        if rules.len().max(list.len()) >= MOST || self.sources.len() >= texts + 2 * MOST {
            self.known_boards = Boards { texts, ..Boards::default() };
            self.kin.clear();
            self.sources.truncate(texts);
            self.forget_bare();
        }
    }

    /// The rules of this name.
    fn rules_called(&mut self, name: &str) -> Result<SourceId, Trouble> {
        if let Some((_, known)) = self.known_boards.rules.iter().find(|(known, _)| known == name) {
            return Ok(*known);
        }
        let rules = files::read_named_rules(name, self.sources)?;
        self.known_boards.rules.push((name.to_owned(), rules));
        Ok(rules)
    }

    /// A puzzle in the language, perhaps for rules that count besides its own.
    fn written(
        &mut self,
        name: &Name,
        rules: Option<SourceId>,
        text: &str,
        seed: Option<u64>,
        shared: &Shared,
    ) -> Result<Exit, Trouble> {
        if parts(text).len() > 1 {
            return Err(Trouble::refused("several puzzles in one record"));
        }
        let akin = if self.shares { self.akin(rules, &shared.file, shared.nowhere, text) } else { None };
        let texts = self.sources.len();
        let source = self.sources.add(shared.file.clone(), text);
        let mut subject = akin.unwrap_or_else(|| {
            let resolved = self.resolved(rules.unwrap_or(source), rules.map(|_| source));
            let origin = Origin::Language(source, Beside::default());
            let mut subject = Subject::new(String::new(), resolved, origin);
            self.expand(&mut subject, None, true);
            subject
        });
        subject.origin = self.told_in(source, rules);
        (subject.name, subject.number, subject.seed) = (name.id.clone(), name.number, seed);
        let exit = self.hand_over(&mut subject);
        self.sources.truncate(texts);
        Ok(exit)
    }

    /// A grid on the board of rules, or of a puzzle.
    fn laid(
        &mut self,
        name: &Name,
        rules: Option<SourceId>,
        puzzle: Option<String>,
        text: &str,
        shared: &Shared,
    ) -> Result<Exit, Trouble> {
        let at = self.board(rules, puzzle, shared)?;
        let board = &mut self.known_boards.list[at];
        let mut subject = board.standing.take().unwrap_or_else(|| board.common.subject());
        let known = board.common.resolved.1.clone();
        (subject.name, subject.number) = (name.id.clone(), name.number);
        let texts = self.sources.len();
        if !subject.shared.borrow_mut().give_line(text) {
            let source = self.sources.add(shared.file.clone(), text);
            let (mut pictures, wrong) = grids(&subject.program, source, text);
            subject.diagnostics.extend(wrong);
            match (pictures.next(), pictures.next()) {
                (Some(picture), None) => self.drawn(&mut subject, picture),
                (Some(_), Some(_)) => return Err(Trouble::refused("several grids in one record")),
                (None, _) => subject.diagnostics.push(say::no_grid(&shared.file)),
            }
        }
        let exit = self.hand_over(&mut subject);
        self.sources.truncate(texts);
        (subject.diagnostics, subject.ground) = (known, None);
        self.known_boards.list[at].standing = Some(subject);
        Ok(exit)
    }

    /// The board of rules, or of a puzzle, by its place in the list.
    fn board(
        &mut self,
        rules: Option<SourceId>,
        puzzle: Option<String>,
        shared: &Shared,
    ) -> Result<usize, Trouble> {
        let is_same =
            |board: &Board| board.rules == rules && board.settings == self.settings && board.puzzle == puzzle;
        if let Some(at) = self.known_boards.list.iter().position(is_same) {
            return Ok(at);
        }
        let source = puzzle.as_ref().map(|text| self.sources.add(shared.file.clone(), text.clone()));
        let first = rules.or(source).ok_or_else(|| Trouble::refused("the record names no `rules`"))?;
        let resolved = self.resolved(first, rules.and(source));
        let used = self.used(first);
        let common = Common { name: shared.file.clone(), resolved, used, before: 0 };
        let settings = self.settings.clone();
        self.known_boards.list.push(Board { rules, puzzle, settings, common, standing: None });
        Ok(self.known_boards.list.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::{are_records, begin};

    #[test]
    fn records_are_told_from_answers() {
        assert_eq!(begin(r#"{"grid":"12"}"#, false), None, "the line is not whole");
        assert_eq!(begin("{\"grid\":\"12\"}\n", false), Some(true));
        assert_eq!(begin("{\"grid\":\"12\n", false), Some(true), "a broken record is one all the same");
        assert_eq!(begin("{\"id\":\"a\",\"solutions\":[[[1]]]}\n", false), Some(false));
        assert_eq!((begin("12\n21\n", false), begin("  \n", false)), (Some(false), None));
        let torn = "\"12\"}\n{\"grid\":\"12\"}\n{\"gr";
        assert_eq!(begin(torn, false), Some(true), "half a line may come first");
        assert_eq!(begin("\n{\n{\"solutions\":[]}\n", true), Some(false));
        assert!(are_records(b"\xef\xbb\xbf{") && !are_records(b"a :- b.\n{ x }.\n") && !are_records(b""));
    }
}
