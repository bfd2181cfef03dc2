//! Rule sets and puzzles checked as `gridlog check` does it, but from texts in memory.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gridlog::stages::diagnostic::{Diagnostic, render};
use gridlog::stages::eval::Budget;
use gridlog::stages::ground::{Ground, Options, ground};
use gridlog::stages::program::Program;
use gridlog::stages::resolve::{BuiltIn, Library, Request, resolve};
use gridlog::stages::source::Sources;

/// Texts by file name, such as `small.rules`; rule sets that are not among them are the built-in ones.
#[derive(Clone, Default)]
pub struct Texts(pub BTreeMap<String, String>);

impl Library for Texts {
    fn find(&self, name: &str, from: &str) -> Option<(String, String)> {
        let file = format!("{name}.rules");
        match self.0.get(&file) {
            Some(text) => Some((file, text.clone())),
            None => BuiltIn.find(name, from),
        }
    }

    fn places(&self, from: &str) -> String {
        format!("this folder and {}", BuiltIn.places(from))
    }

    fn names(&self, from: &str) -> Vec<String> {
        let own = self.0.keys().filter_map(|file| file.strip_suffix(".rules"));
        own.map(str::to_owned).chain(BuiltIn.names(from)).collect()
    }
}

/// What checking a text has found.
pub struct Checked {
    pub sources: Sources,
    pub program: Arc<Program>,
    /// Nothing if the text has errors before it meets a board.
    pub ground: Option<Ground>,
    pub diagnostics: Vec<Diagnostic>,
}

impl Checked {
    /// What the program would print about it.
    pub fn messages(&self) -> String {
        render::text(&self.diagnostics, &self.sources, false)
    }

    /// The laws' instances, goals of a move puzzle left out.
    pub fn ground(&self) -> &Ground {
        assert!(!self.diagnostics.iter().any(Diagnostic::is_error), "{}", self.messages());
        self.ground.as_ref().expect("a text without errors is expanded")
    }
}

/// Checks one of the texts; it is a puzzle if its name says so.
pub fn check(texts: &Texts, file: &str, settings: &[(&str, i64)]) -> Checked {
    let mut sources = Sources::default();
    let main = Some(sources.add(file, texts.0[file].clone()));
    let puzzle = Path::new(file).extension().is_some_and(|extension| extension == "puzzle");
    let settings = settings.iter().map(|(name, value)| ((*name).to_owned(), value.to_string())).collect();
    let request = Request {
        rules: main.filter(|_| !puzzle),
        puzzle: main.filter(|_| puzzle),
        settings,
        ..Request::default()
    };
    let (program, mut diagnostics) = resolve(&request, &mut sources, texts);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Checked { sources, program, ground: None, diagnostics };
    }
    // Running into the whole budget would take a test seconds, and shows nothing that a small one does not.
    let budget = Budget { steps: 1_000_000, depth: 1_000, ..Budget::default() };
    let (ground, found) = ground(&program, &Options { puzzle, budget, ..Options::default() });
    diagnostics.extend(found);
    Checked { sources, program, ground: Some(ground), diagnostics }
}

/// A file of the project.
pub fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The text of a file of the project.
pub fn read(path: impl AsRef<Path>) -> String {
    let path = project(&path.as_ref().to_string_lossy());
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of a folder of the project that end so, in order.
pub fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(project(folder)).expect("the folder");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|found| found == extension));
    files.sort();
    files
}

/// The last part of a path.
pub fn name(path: &Path) -> String {
    path.file_name().expect("a file").to_string_lossy().into_owned()
}
