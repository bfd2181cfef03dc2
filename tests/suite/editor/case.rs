//! A project in one file: `---- NAME` starts a text, `(on the disk)` behind it leaves it closed, and `<|>` is the cursor.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use gridlog::stages::clock::Deadline;
use gridlog::stages::editor::analysis::Analysis;
use gridlog::stages::editor::place::{Change, Place, changed};
use gridlog::stages::editor::workspace::Workspace;
use gridlog::stages::resolve::Texts;
use gridlog::stages::resolve::shelf::tidy;

/// Texts that are not open.
#[derive(Clone, Default)]
pub struct Disk(pub BTreeMap<String, String>);

impl Texts for Disk {
    fn read(&self, path: &str) -> Option<String> {
        self.0.get(&plain(path)).cloned()
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let folder = plain(folder);
        let inside = self.0.keys().filter_map(|name| Path::new(name).strip_prefix(&folder).ok());
        let entries = inside.filter_map(|path| path.components().next());
        let entries = entries.map(|entry| entry.as_os_str().to_string_lossy().into_owned());
        entries.collect::<BTreeSet<String>>().into_iter().collect()
    }
}

/// Texts that are not open, of which `nap.rules` takes long to read.
pub struct Slow(pub Disk, pub Duration);

impl Texts for Slow {
    fn read(&self, path: &str) -> Option<String> {
        let text = self.0.read(path)?;
        if path.ends_with("nap.rules") {
            sleep(self.1);
        }
        Some(text)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        self.0.list(folder)
    }
}

/// A path without its detours; the folder of all texts is the empty one.
fn plain(path: &str) -> String {
    let tidied = tidy(Path::new(path));
    let inside = tidied.strip_prefix("./").unwrap_or(&tidied);
    if inside == "." { String::new() } else { inside.to_owned() }
}

pub struct Case {
    pub workspace: Workspace,
    /// The text with the cursor; without one, the last.
    pub main: String,
    /// Where the cursors are.
    pub cursors: Vec<usize>,
}

const CURSOR: &str = "<|>";

impl Case {
    pub fn read(path: &Path) -> Case {
        Case::of(&std::fs::read_to_string(path).expect("a case"))
    }

    pub fn of(text: &str) -> Case {
        let (mut disk, mut open, mut main) = (Disk::default(), Vec::new(), String::new());
        let mut cursors = Vec::new();
        for part in text.split("---- ").skip(1) {
            let (head, text) = part.split_once('\n').expect("a name and a text");
            let (name, closed) = match head.strip_suffix(" (on the disk)") {
                Some(name) => (name, true),
                None => (head, false),
            };
            let mut text = text.to_owned();
            let mut found = Vec::new();
            while let Some(at) = text.find(CURSOR) {
                text.replace_range(at..at + CURSOR.len(), "");
                found.push(at);
            }
            if !found.is_empty() || cursors.is_empty() {
                (main, cursors) = (name.to_owned(), found);
            }
            if closed {
                disk.0.insert(name.to_owned(), text);
            } else {
                open.push((name.to_owned(), text));
            }
        }
        let mut workspace = Workspace::new(disk);
        for (name, text) in open {
            workspace.set(&name, text, 1);
        }
        Case { workspace, main, cursors }
    }

    pub fn analysis(&mut self) -> Arc<Analysis> {
        self.workspace.analyse(&self.main, &Deadline::default()).expect("the text")
    }

    pub fn cursor(&self) -> usize {
        *self.cursors.first().expect("a cursor")
    }

    /// `a.rules:2:1 "word"`.
    pub fn show(&self, place: &Place) -> String {
        let text = self.workspace.text(&place.file).unwrap_or_default();
        let before = &text[..place.start];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|letter| *letter != '\n').count() + 1;
        format!("{}:{line}:{column} {:?}", place.file, &text[place.start..place.end])
    }

    /// The files with changes carried out.
    pub fn changed(&self, changes: &[Change]) -> String {
        let mut by_file: BTreeMap<&str, Vec<&Change>> = BTreeMap::new();
        for change in changes {
            by_file.entry(&change.place.file).or_default().push(change);
        }
        let mut shown = String::new();
        for (file, changes) in by_file {
            let text = self.workspace.text(file).unwrap_or_default();
            shown.push_str(&format!("---- {file}\n{}", changed(&text, changes)));
        }
        shown
    }
}

/// A case as it is written, and the answer below it.
pub fn shown(path: &Path, answer: &str) -> String {
    let text = std::fs::read_to_string(path).expect("a case");
    format!("{}\n==== answer\n{}", text.trim_end(), answer.trim_end())
}
