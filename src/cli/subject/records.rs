//! Puzzles as records: a JSON object on each line, with its own name, and if it likes its own rules. docs/json.md describes them.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::super::batch::id_text;
use super::super::feed::{Came, Feed};
use super::super::trouble::Trouble;
use super::super::{Exit, files};
use super::kind::is_records_file;
use super::lines::{Common, came};
use super::reading::{Entries, Reading};
use super::run::Run;
use super::{Origin, Subject};
use crate::board::ground::grids;
use crate::language::diagnostic::catalogue::files as say;
use crate::language::puzzle::formats::{self, Format};
use crate::language::puzzle::lines::Stretch;
use crate::language::puzzle::parts;
use crate::language::source::SourceId;

/// So many texts of rules and puzzles are kept in mind, with what they were compiled to. Where there are more, all are forgotten.
const MOST: usize = 16;

/// What a record says.
#[derive(Deserialize)]
pub(in crate::cli) struct Entry {
    pub(in crate::cli) id: Option<Value>,
    /// A rule set, as on the command line.
    rules: Option<String>,
    /// Params of the rules.
    #[serde(default)]
    set: BTreeMap<String, i64>,
    /// A text in the language, or in the format `from`.
    pub(in crate::cli) puzzle: Option<String>,
    from: Option<String>,
    /// A plain grid: a text, or rows of values.
    grid: Option<Value>,
    /// What decides what is generated.
    seed: Option<u64>,
}

/// The name alone, of a record that says something else wrongly.
#[derive(Deserialize)]
struct Named {
    id: Value,
}

impl Entry {
    /// Reads a record; what is wrong with it, and its name if that can be read.
    pub(in crate::cli) fn read(text: &str) -> Result<Entry, (Option<String>, String)> {
        let wrong = |told: String| {
            let named = serde_json::from_str(text).ok().filter(|named: &Named| is_id(&named.id));
            (named.map(|named| id_text(&named.id)), told)
        };
        let entry: Entry =
            serde_json::from_str(text).map_err(|error| wrong(format!("no record: {error}")))?;
        if entry.id.as_ref().is_some_and(|id| !is_id(id)) {
            return Err(wrong("`id` is neither a text nor a number".to_owned()));
        }
        Ok(entry)
    }

    /// The format of its puzzle, if it names one.
    pub(in crate::cli) fn format(&self) -> Result<Option<&'static Format>, Trouble> {
        let unknown = |name: &String| Trouble::refused(format!("there is no format `{name}`"));
        let format = self.from.as_ref().map(|name| formats::named(name).ok_or_else(|| unknown(name)));
        format.transpose()
    }
}

fn is_id(id: &Value) -> bool {
    id.is_string() || id.is_number()
}

/// A grid as text, whichever way it is written.
fn grid_text(grid: Value) -> Result<String, Trouble> {
    let refused = || Trouble::refused("`grid` is neither a text nor an array of rows");
    let sign = |value: &Value| match value {
        Value::Null => Some(".".to_owned()),
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let row = |row: &Value| match row {
        Value::Array(row) => Some(row.iter().map(sign).collect::<Option<Vec<_>>>()?.join(" ")),
        row => row.as_str().map(str::to_owned),
    };
    match grid {
        Value::String(text) => Ok(text),
        Value::Array(rows) => {
            let rows: Option<Vec<String>> = rows.iter().map(row).collect();
            rows.map(|rows| rows.join("\n")).ok_or_else(refused)
        }
        _ => Err(refused()),
    }
}

/// Whether a text that begins so, and may have `ended`, has records on its lines; nothing if that cannot be told before more
/// is known. What `solve` prints has objects on its lines too, which are answers to a puzzle and name none.
pub(super) fn begin(text: &str, ended: bool) -> Option<bool> {
    let text = text.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}');
    if text.is_empty() && !ended {
        return None;
    }
    if !text.starts_with('{') {
        return Some(false);
    }
    let line = text.split_once('\n').map(|(line, _)| line).or(ended.then_some(text))?;
    let Ok(Value::Object(fields)) = serde_json::from_str(line) else { return Some(line.contains("\":")) };
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
        let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
        let is_empty = first.is_none() && (is_records_file(path) || self.console.wants_records());
        if first == Some(&b'{') || is_empty {
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
        let id = entry.id.take().map_or_else(own, |id| id_text(&id));
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

    fn entry(&mut self, name: &Name, entry: Entry, shared: &Shared) -> Result<Exit, Trouble> {
        let format = entry.format()?;
        let rules = match &entry.rules {
            Some(rules) => Some(self.rules_called(rules)?),
            None => shared.rules,
        };
        match (entry.puzzle, entry.grid) {
            (puzzle, Some(grid)) => self.laid(name, rules, puzzle, &grid_text(grid)?, shared),
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
        if files::is_stdin(Path::new(name)) {
            return Err(Trouble::refused("stdin holds records, and no rules"));
        }
        let rules = files::read_rules(Path::new(name), self.sources)?;
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
            let mut subject = Subject::new(String::new(), resolved, Origin::Language(source));
            self.expand(&mut subject, None, true);
            subject
        });
        subject.origin = Origin::Language(source);
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
    use serde_json::json;

    use super::{Entry, begin, grid_text};

    #[test]
    fn records_are_told_from_answers() {
        assert_eq!(begin(r#"{"grid":"12"}"#, false), None, "the line is not whole");
        assert_eq!(begin("{\"grid\":\"12\"}\n", false), Some(true));
        assert_eq!(begin("{\"grid\":\"12\n", false), Some(true), "a broken record is one all the same");
        assert_eq!(begin("{\"id\":\"a\",\"solutions\":[[[1]]]}\n", false), Some(false));
        assert_eq!((begin("12\n21\n", false), begin("  \n", false)), (Some(false), None));
    }

    #[test]
    fn a_record_that_is_wrong_keeps_its_name() {
        let id = |text: &str| Entry::read(text).err().and_then(|(id, _)| id);
        assert_eq!(id(r#"{"id":"a","puzzle":7}"#), Some("a".to_owned()));
        assert_eq!(id(r#"{"id":7,"set":[]}"#), Some("7".to_owned()));
        assert_eq!((id(r#"{"id":[]}"#), id("{")), (None, None));
        assert!(Entry::read(r#"{"id":"a","puzzle":"","other":1}"#).is_ok());
    }

    #[test]
    fn grids_are_texts_or_rows() {
        assert_eq!(grid_text(json!("1.\n.2")).ok(), Some("1.\n.2".to_owned()));
        assert_eq!(grid_text(json!([[1, null], ["a", 2]])).ok(), Some("1 .\na 2".to_owned()));
        assert_eq!(grid_text(json!(["1.", ".2"])).ok(), Some("1.\n.2".to_owned()));
        assert!(grid_text(json!(7)).is_err() && grid_text(json!([[[]]])).is_err());
    }
}
