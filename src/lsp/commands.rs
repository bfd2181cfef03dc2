//! What can be done with a puzzle at the press of a button. Nothing of it runs unasked.
//!
//! A command runs as `gridlog` would at a terminal, in a process of its own: its answers are the same, it can be stopped at
//! any time, and whatever it does to memory it does not do to the server. What is not saved yet is handed to it besides.

pub mod child;
pub mod progress;

use std::collections::BTreeMap;
use std::hash::BuildHasher as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gen_lsp_types::{ProgressToken, ShowDocumentParams, ShowDocumentRequest};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use self::child::{Child, Ended};
use self::progress::Progress;
use crate::base::disk;
use crate::base::hash::Fixed;
use crate::editor::text::Text;
use crate::language::puzzle::parts;
use crate::lsp::address;
use crate::lsp::client::{Abilities, Client, Shown};
use crate::lsp::folder::Folder;
use crate::lsp::home::Home;
use crate::lsp::message::{Code, Fault};
use crate::lsp::pending::Pending;

/// A command.
#[derive(Debug)]
pub struct Command {
    /// What the protocol calls it.
    pub name: &'static str,
    /// What it does, before the name of a file.
    pub verb: &'static str,
    /// What `gridlog` calls it.
    arguments: &'static [&'static str],
    /// How the name of what it finds ends.
    ending: &'static str,
    /// Whether it looks at files: what was never saved cannot be asked about.
    files: bool,
}

/// All commands.
pub const COMMANDS: [Command; 8] = [
    command("gridlog.solve", "Solve", &["solve"], "solution.txt"),
    command("gridlog.count", "Count", &["count"], "count.txt"),
    command("gridlog.explain", "Explain", &["explain"], "steps.txt"),
    command("gridlog.rate", "Rate", &["rate"], "rating.txt"),
    command("gridlog.render", "Draw", &["render", "--format", "svg"], "svg"),
    command(
        "gridlog.renderSolution",
        "Draw the solution of",
        &["render", "--solution", "--format", "svg"],
        "solution.svg",
    ),
    Command { files: true, ..command("gridlog.test", "Test", &["test", "--check"], "test.txt") },
    Command { files: true, ..command("gridlog.accept", "Accept", &["test", "--accept"], "test.txt") },
];

const fn command(
    name: &'static str,
    verb: &'static str,
    arguments: &'static [&'static str],
    ending: &'static str,
) -> Command {
    Command { name, verb, arguments, ending, files: false }
}

/// What a command is asked to do, and how to tell.
#[derive(Clone, Debug, Deserialize)]
struct Asked {
    /// The puzzle or rule set.
    uri: String,
    /// Which puzzle of a file with several, from 1; without it all of them.
    puzzle: Option<usize>,
    /// Whether the result is shown, besides being the answer to the request.
    #[serde(default = "yes")]
    show: bool,
    /// When to give up, such as `10s`.
    #[serde(rename = "timeLimit")]
    time_limit: Option<String>,
}

fn yes() -> bool {
    true
}

/// What a command found.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Found {
    /// `text` or `picture`.
    pub kind: &'static str,
    /// Where it is.
    pub uri: String,
    /// What it is, for people.
    pub title: String,
    /// All of it.
    pub text: String,
    /// The exit status that `gridlog` would end with.
    pub status: Option<i32>,
}

/// What commands need of the server.
#[derive(Clone, Debug)]
pub struct Office {
    /// The way to the client.
    pub client: Client,
    /// What the client can do.
    pub abilities: Arc<Abilities>,
    /// Where results go.
    pub home: Home,
    /// The program that carries commands out.
    pub program: PathBuf,
    /// A folder for what is not saved yet.
    pub folder: Folder,
}

/// A command with all that it needs, ready to run in a thread of its own.
#[derive(Debug)]
pub struct Errand {
    command: &'static Command,
    asked: Asked,
    /// The open texts by their addresses.
    open: Vec<(String, Arc<Text>)>,
    token: Option<ProgressToken>,
}

impl Errand {
    /// Reads the parameters of `workspace/executeCommand`.
    pub fn read(params: &Value, open: Vec<(String, Arc<Text>)>) -> Result<Errand, Fault> {
        let wrong = |message: String| Fault::new(Code::Params, message);
        let name = params.get("command").and_then(Value::as_str).unwrap_or_default();
        let command = COMMANDS.iter().find(|command| command.name == name);
        let command = command.ok_or_else(|| wrong(format!("there is no command `{name}`")))?;
        let asked = match params.pointer("/arguments/0") {
            Some(Value::String(uri)) => json!({ "uri": uri }),
            Some(asked) => asked.clone(),
            None => return Err(wrong(format!("{name} needs the address of a document"))),
        };
        let asked = Asked::deserialize(asked).map_err(|error| wrong(format!("{name}: {error}")))?;
        let token = params.get("workDoneToken").and_then(|token| ProgressToken::deserialize(token).ok());
        Ok(Errand { command, asked, open, token })
    }

    /// Runs it to its end, or until somebody asks to stop. Shows what it found if that is wanted.
    pub fn run(self, office: &Office, stop: &Arc<AtomicBool>, tokens: &Pending) -> Result<Value, Fault> {
        let file = self.file();
        let title = format!("{} {file}", self.command.verb);
        let mut progress = Progress::new(&title, self.token.clone(), office, stop, tokens);
        let child = self.child(office)?;
        let Ended { status, output, errors } =
            child.wait(stop, &mut || progress.tick())?.ok_or_else(Fault::cancelled)?;
        drop(progress);
        let is_picture = self.command.ending.ends_with("svg") && status == Some(0);
        let (kind, text) = if is_picture { ("picture", output) } else { ("text", output + &errors) };
        let ending = match (self.command.ending, is_picture) {
            ("svg" | "solution.svg", false) => "txt",
            (ending, _) => ending,
        };
        let uri = office.home.keep(&self.result(ending), &text);
        let uri =
            uri.map_err(|error| Fault::new(Code::Failed, format!("the result cannot be kept: {error}")))?;
        let found = Found { kind, uri, title, text, status };
        if self.asked.show {
            office.show(&found);
        }
        Ok(json!(found))
    }

    /// The name of the file, without its folder.
    fn file(&self) -> String {
        let name = self.asked.uri.rsplit(['/', ':']).next().unwrap_or_default();
        address::decoded(name)
    }

    /// The name of what it finds: that of the file with another ending, in a folder for the address, since other folders may
    /// have files of the same name.
    fn result(&self, ending: &str) -> String {
        let file = self.file();
        let stem = Path::new(&file).file_stem().map_or_else(String::new, |stem| stem.display().to_string());
        let number = self.puzzle().map_or_else(String::new, |number| format!(".{number}"));
        let address = Fixed.hash_one(&self.asked.uri) as u32;
        format!("{address:08x}/{stem}{number}.{ending}")
    }

    /// Which puzzle of a file it is about, if it is not about all.
    fn puzzle(&self) -> Option<usize> {
        self.asked.puzzle.filter(|_| !self.command.files)
    }

    /// The process that carries it out.
    fn child(&self, office: &Office) -> Result<Child, Fault> {
        let failed = |message: String| Fault::new(Code::Failed, message);
        let mut arguments: Vec<String> = self.command.arguments.iter().map(ToString::to_string).collect();
        if let Some(limit) = &self.asked.time_limit {
            arguments.push(format!("--time-limit={limit}"));
        }
        let name = office.home.name(&self.asked.uri);
        let path = address::path(&self.asked.uri).filter(|path| path.display().to_string() == name);
        let shown = self.open.iter().find(|(uri, _)| office.home.name(uri) == name);
        let known = || {
            let shown = shown.map(|(_, text)| text.as_str().to_owned());
            let inside = shown.or_else(|| office.home.text(&self.asked.uri));
            inside.or_else(|| disk::read(path.as_deref()?))
        };
        let mut unsaved: BTreeMap<PathBuf, String> = BTreeMap::new();
        for (uri, text) in &self.open {
            if let Some(path) = address::path(uri) {
                unsaved.insert(path, text.as_str().to_owned());
            }
        }
        let absent = || failed(format!("there is no document {}", self.asked.uri));
        let chosen = match self.puzzle() {
            Some(number) => Some(
                alone(&known().ok_or_else(absent)?, number)
                    .ok_or_else(|| failed(format!("{} has no puzzle {number}", self.file())))?,
            ),
            None => None,
        };
        let folders = &office.abilities.folders;
        if self.command.files && path.as_ref().is_none_or(|path| !path.exists()) {
            return Err(failed(format!("{} is no file; save it first", self.file())));
        }
        let Some(path) = path else {
            let text = chosen.or_else(known).ok_or_else(absent)?;
            with_other_names(&mut unsaved);
            arguments.push("-".to_owned());
            let folder = folders.first().filter(|folder| folder.is_dir());
            return Child::start(office, &arguments, folder.map(PathBuf::as_path), &unsaved, Some(text));
        };
        if let Some(text) = chosen {
            unsaved.insert(path.clone(), text);
        }
        with_other_names(&mut unsaved);
        // Below the folder that the client works in, names are as short as at a terminal there.
        let folder = folders.iter().find(|folder| path.starts_with(folder)).map(PathBuf::as_path);
        let folder = folder.or_else(|| path.parent()).filter(|folder| folder.is_dir());
        let short = folder.and_then(|folder| path.strip_prefix(folder).ok()).unwrap_or(&path);
        // Nobody's file is an option.
        arguments.push("--".to_owned());
        arguments.push(short.display().to_string());
        Child::start(office, &arguments, folder, &unsaved, None)
    }
}

/// Adds the names under which the system knows files whose paths lead over links.
fn with_other_names(texts: &mut BTreeMap<PathBuf, String>) {
    let other = |path: &PathBuf| {
        // A file that was never saved may still be in a folder that is there.
        let within = || Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?));
        path.canonicalize().ok().or_else(within)
    };
    let others: Vec<(PathBuf, String)> =
        texts.iter().filter_map(|(path, text)| Some((other(path)?, text.clone()))).collect();
    for (path, text) in others {
        // Who has opened a file by both names means each as it is.
        texts.entry(path).or_insert(text);
    }
}

/// One puzzle of several, on the lines where it stands.
fn alone(text: &str, number: usize) -> Option<String> {
    let parts = parts(text);
    let part = parts.get(number.checked_sub(1)?)?;
    Some("\n".repeat(part.before.0) + part.text)
}

impl Office {
    /// Shows what was found in the way that the client knows.
    fn show(&self, found: &Found) {
        if self.abilities.options.results == Shown::Virtual {
            self.client.tell("gridlog/result", found);
        } else if self.abilities.documents {
            let params = ShowDocumentParams {
                uri: found.uri.as_str().into(),
                // Text editors show the text of a picture; what else the user has shows the picture.
                external: Some(found.kind == "picture"),
                take_focus: Some(false),
                selection: None,
            };
            self.client.ask::<ShowDocumentRequest>(params);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{COMMANDS, Errand, alone};

    #[test]
    fn one_of_several_puzzles_stays_on_its_lines() {
        let text = "use a.\n---\nuse b.\n---\nuse c.\n";
        assert_eq!(alone(text, 2).as_deref(), Some("\n\nuse b.\n"));
        assert_eq!((alone(text, 0), alone(text, 4)), (None, None));
    }

    #[test]
    fn what_is_asked_may_be_an_address_alone() {
        for command in &COMMANDS {
            for argument in [json!("file:///a/four.puzzle"), json!({ "uri": "file:///a/four.puzzle" })] {
                let params = json!({ "command": command.name, "arguments": [argument] });
                let errand = Errand::read(&params, Vec::new()).expect("a command");
                assert_eq!((errand.file().as_str(), errand.asked.show), ("four.puzzle", true));
            }
        }
        for wrong in [
            json!({}),
            json!({ "command": "gridlog.solve" }),
            json!({ "command": "gridlog.solve", "arguments": [1] }),
        ] {
            assert!(Errand::read(&wrong, Vec::new()).is_err(), "{wrong}");
        }
    }
}
