//! Drawing a puzzle: `board` is the picture of a puzzle with the places of its clues, `put` its text with some of them changed, `blank`
//! a text without any. What is asked about is named as on a command line: a puzzle, rules and a puzzle, or rules alone.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};

use super::request::Request;
use crate::base::clock::Deadline;
use crate::board::eval::World;
use crate::board::ground::{Options, grids, ground};
use crate::cli::console::Console;
use crate::cli::subject::kind::{is_language, is_puzzle_file, is_rules_file, uses};
use crate::cli::trouble::Trouble;
use crate::cli::{Exit, files};
use crate::language::diagnostic::{Diagnostic, Severity};
use crate::language::program::Program;
use crate::language::puzzle::parts;
use crate::language::puzzle::written::{GIVEN, Layer as Drawing, Use};
use crate::language::resolve::built_in::BUILT_IN;
use crate::language::resolve::{self, resolve};
use crate::language::source::{SourceId, Sources};
use crate::language::term::Node;
use crate::services::setting::layers::{Layer, layers};
use crate::services::setting::put::{self, Board};
use crate::services::setting::{Change, places, size};

/// The requests that are answered here.
pub(super) const REQUESTS: &[&str] = &["board", "put", "blank"];

/// What a new puzzle is called.
const NEW: &str = "new.puzzle";

/// Answers one of them.
pub(super) fn answer(request: &Request, deadline: &Deadline, console: &Console) -> (Exit, Value) {
    let mut desk = Setting { sources: Sources::default(), deadline: deadline.clone(), settings: Vec::new() };
    desk.sources.deadline = deadline.clone();
    let result = desk.answer(request, console);
    result.unwrap_or_else(|trouble| (trouble.tell_of("", &desk.sources, console), Value::Null))
}

struct Setting {
    sources: Sources,
    deadline: Deadline,
    settings: Vec<(String, i64)>,
}

/// A puzzle's text, and where it stands.
struct Draft {
    /// Rules that count besides those that it uses.
    rules: Option<SourceId>,
    /// What its file is called.
    name: String,
    /// All of the file.
    file: String,
    /// The part that is the puzzle.
    range: Range<usize>,
}

impl Draft {
    fn text(&self) -> &str {
        &self.file[self.range.clone()]
    }

    /// The same with another text.
    fn with(&self, text: &str) -> Draft {
        let (before, after) = (&self.file[..self.range.start], &self.file[self.range.end..]);
        let range = self.range.start..self.range.start + text.len();
        Draft { rules: self.rules, name: self.name.clone(), file: format!("{before}{text}{after}"), range }
    }
}

/// What a text says.
struct Read {
    program: Arc<Program>,
    world: World,
    main: SourceId,
    layers: Vec<Layer>,
    params: Vec<String>,
}

impl Setting {
    fn answer(&mut self, request: &Request, console: &Console) -> Result<(Exit, Value), Trouble> {
        self.settings = settings(request).map_err(Trouble::call)?;
        let mut draft = if request.command == "blank" {
            let rules = request.arguments.first().ok_or_else(|| Trouble::call("name a rule set"))?;
            self.blank(Path::new(rules), console)?
        } else {
            self.open(request, console)?
        };
        if request.command == "put" {
            let changes =
                request.list("changes").ok_or_else(|| Trouble::call("`put` brings its `changes`"))?;
            for change in changes {
                draft = self.changed(&draft, change, console)?;
            }
        }
        let mut result = json!({ "text": draft.file, "board": Value::Null });
        // A text that has just become wrong is still the text that was asked for.
        match self.read(&draft, console) {
            Ok(mut read) => {
                let board = places::board(&mut read.world, &read.layers, read.main)?;
                result["board"] = board;
                result["params"] = params(&read, draft.text());
                Ok((Exit::Yes, result))
            }
            Err(Trouble::Told(exit)) => Ok((exit, result)),
            Err(trouble) => Err(trouble),
        }
    }

    /// The text that a request is about.
    fn open(&mut self, request: &Request, console: &Console) -> Result<Draft, Trouble> {
        let words: Vec<&Path> = request.arguments.iter().map(Path::new).collect();
        let (rules, puzzle) = match words[..] {
            [puzzle] if is_puzzle_file(puzzle) => (None, puzzle),
            [rules] => return self.blank(rules, console),
            [rules, puzzle] => (Some(rules), puzzle),
            _ => return Err(Trouble::call("name a puzzle, or rules and a puzzle")),
        };
        let id = files::read_puzzle(puzzle, &mut self.sources)?;
        let file = self.sources.get(id).text.clone();
        let Some(rules) = rules.filter(|_| !uses(&file)) else {
            return part(request, None, files::name(puzzle), file);
        };
        if is_language(puzzle, &file) {
            let rules = files::read_rules(rules, &mut self.sources)?;
            return part(request, Some(rules), files::name(puzzle), file);
        }
        self.plain(rules, id, console)
    }

    /// A plain grid as a puzzle in the language.
    fn plain(&mut self, rules: &Path, grid: SourceId, console: &Console) -> Result<Draft, Trouble> {
        let id = files::read_rules(rules, &mut self.sources)?;
        let (program, found) = self.resolved(id, None);
        self.usable(&found, console)?;
        let text = self.sources.get(grid).text.clone();
        let (mut pictures, wrong) = grids(&program, grid, &text);
        let picture = pictures.next();
        self.usable(&wrong, console)?;
        let options =
            Options { grid: picture, puzzle: true, deadline: self.deadline.clone(), ..Options::default() };
        let (ground, found) = ground(&lawless(&program), &options);
        self.usable(&found, console)?;
        let world = ground.world;
        let (rows, cols) = world.size.unwrap_or((0, 0));
        let mut drawn = vec![vec![".".to_owned(); cols.max(0) as usize]; rows.max(0) as usize];
        for &(unknown, value) in &world.given.values {
            if let Some((row, column)) = world.coordinates(world.unknowns[unknown.0 as usize].place) {
                drawn[row as usize - 1][column as usize - 1] = world.show(value).trim_matches('"').to_owned();
            }
        }
        let drawing = Drawing { name: GIVEN.to_owned(), rows: drawn };
        let file = format!("{}{drawing}", self.used(id));
        Ok(self.fresh(rules, file))
    }

    /// A new text beside its rules, which sets all that was set besides.
    fn fresh(&mut self, rules: &Path, file: String) -> Draft {
        self.settings.clear();
        let beside = if is_rules_file(rules) { rules.with_file_name(NEW) } else { NEW.into() };
        let name = beside.to_string_lossy().into_owned();
        Draft { rules: None, name, range: 0..file.len(), file }
    }

    /// A puzzle without clues for a rule set.
    fn blank(&mut self, rules: &Path, console: &Console) -> Result<Draft, Trouble> {
        let id = files::read_rules(rules, &mut self.sources)?;
        let used = self.used(id);
        if used.name.is_empty() {
            return Err(Trouble::call("these rules have no name that a puzzle could use"));
        }
        let read = self.expanded(id, None, console)?;
        let board = read.world.size.unwrap_or((0, 0));
        let file = size::blank(&used.name, &used.with, &read.layers, board);
        Ok(self.fresh(rules, file))
    }

    /// How a puzzle names these rules.
    fn used(&self, rules: SourceId) -> Use {
        let file = Path::new(self.sources.get(rules).name.trim_start_matches(BUILT_IN));
        let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        Use { name: stem, with: self.settings.clone() }
    }

    /// The text after one change.
    fn changed(&mut self, draft: &Draft, change: &Value, console: &Console) -> Result<Draft, Trouble> {
        let read = self.read(draft, console)?;
        let text = draft.text();
        if let Some(param) = change["param"].as_str() {
            let value = change["value"].as_i64().or_else(|| change["value"].as_str()?.parse().ok());
            let value = value.ok_or_else(|| Trouble::call(format!("`{param}` needs a number")))?;
            let text = size::with_param(text, param, value).map_err(Trouble::call)?;
            // What the text says now counts, not what was said besides.
            self.settings.retain(|(name, _)| name != param);
            let empty = draft.with(&size::without_clues(&text, &read.layers, &read.params));
            let old = read.world.size.unwrap_or((0, 0));
            let new = self.read(&empty, console)?.world.size.unwrap_or(old);
            return Ok(draft.with(&size::resized(&text, &read.layers, old, new, &read.params)));
        }
        let word = |name: &str| match &change[name] {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Array(list) => {
                let words: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
                Some(format!("[{}]", words.join(", ")))
            }
            _ => None,
        };
        let change = Change {
            layer: word("layer").ok_or_else(|| Trouble::call("a change names its `layer`"))?,
            place: word("place").unwrap_or_default(),
            value: word("value"),
        };
        let board =
            Board { size: read.world.size.unwrap_or((0, 0)), layers: &read.layers, params: &read.params };
        put::put(text, &board, &change).map(|text| draft.with(&text)).map_err(Trouble::call)
    }

    /// Reads a text.
    fn read(&mut self, draft: &Draft, console: &Console) -> Result<Read, Trouble> {
        let main = self.sources.add(draft.name.clone(), draft.text());
        match draft.rules {
            Some(rules) => self.expanded(rules, Some(main), console),
            None => self.expanded(main, None, console),
        }
    }

    fn resolved(&mut self, rules: SourceId, puzzle: Option<SourceId>) -> (Arc<Program>, Vec<Diagnostic>) {
        let named = |(name, value): &(String, i64)| (name.clone(), value.to_string());
        let settings = self.settings.iter().map(named).collect();
        let request =
            resolve::Request { rules: Some(rules), puzzle, settings, unsketched: true, question: None };
        resolve(&request, &mut self.sources, &files::SHELF)
    }

    fn expanded(
        &mut self,
        rules: SourceId,
        puzzle: Option<SourceId>,
        console: &Console,
    ) -> Result<Read, Trouble> {
        let (program, found) = self.resolved(rules, puzzle);
        self.usable(&found, console)?;
        let options = Options { puzzle: true, deadline: self.deadline.clone(), ..Options::default() };
        let (ground, found) = ground(&lawless(&program), &options);
        self.usable(&found, console)?;
        let main = puzzle.unwrap_or(rules);
        let layers = layers(&program, &ground.world, &self.sources, main);
        let params = program.params.iter().map(|param| param.name.clone()).collect();
        Ok(Read { world: ground.world, program, main, layers, params })
    }

    /// Tells what is wrong, and fails if that keeps a text from being used.
    fn usable(&self, found: &[Diagnostic], console: &Console) -> Result<(), Trouble> {
        let errors: Vec<Diagnostic> =
            found.iter().filter(|found| found.severity == Severity::Error).cloned().collect();
        if errors.is_empty() {
            return Ok(());
        }
        console.report(&errors, &self.sources);
        Err(Exit::BadInput.into())
    }
}

/// The rules without their laws, which draw nothing.
fn lawless(program: &Arc<Program>) -> Arc<Program> {
    let mut program = Program::clone(program);
    program.drop_laws();
    Arc::new(program)
}

/// The puzzle of a file that a request means: the first, unless it says which.
fn part(request: &Request, rules: Option<SourceId>, name: String, file: String) -> Result<Draft, Trouble> {
    let number = request.number("number").unwrap_or(1);
    let all = parts(&file);
    let part = number.checked_sub(1).and_then(|index| all.get(index));
    let part = part.ok_or_else(|| Trouble::call(format!("{name} has no puzzle {number}")))?;
    let range = part.before.1..part.before.1 + part.text.len();
    Ok(Draft { rules, name, file, range })
}

/// The params that may be set, and what they are.
fn params(read: &Read, text: &str) -> Value {
    let known = read.program.params.iter().enumerate().map(|(index, param)| {
        let value = read.world.params[index].and_then(|term| match read.world.terms.node(term) {
            Node::Int(number) => i64::try_from(*number).ok(),
            _ => None,
        });
        json!({ "name": param.name, "value": value, "set": size::set_param(text, &param.name).is_some() })
    });
    known.collect()
}

/// The params of a request: `["n=4"]` or `{"n": 4}`.
fn settings(request: &Request) -> Result<Vec<(String, i64)>, String> {
    let wrong = |said: &dyn std::fmt::Display| format!("`{said}` sets no param; write n=4");
    let one = |text: &str| {
        let (name, value) = text.split_once('=')?;
        Some((name.trim().to_owned(), value.trim().parse().ok()?))
    };
    match request.options.get("set") {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::String(text)) => one(text).map(|one| vec![one]).ok_or_else(|| wrong(text)),
        Some(Value::Array(list)) => {
            list.iter().map(|text| text.as_str().and_then(one).ok_or_else(|| wrong(text))).collect()
        }
        Some(Value::Object(named)) => {
            let all = named.iter().map(|(name, value)| Some((name.clone(), value.as_i64()?)));
            all.collect::<Option<_>>().ok_or_else(|| wrong(&Value::Object(named.clone())))
        }
        Some(other) => Err(wrong(other)),
    }
}
