//! Texts that are no files of the user's: built-in rule sets, pages of codes, results of commands. They have addresses of
//! their own, and for clients that do not know those, copies in a folder of the server's.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{env, io};

use crate::language::diagnostic;
use crate::language::resolve::built_in;
use crate::lsp::address;
use crate::lsp::client::{Abilities, Options, Shown};
use crate::lsp::folder::Folder;

/// The scheme of the server's own addresses.
pub const SCHEME: &str = "gridlog";

const CODES: &str = "gridlog:/codes/";
const RESULTS: &str = "gridlog:/results/";

/// So many results are kept for clients that ask for their texts.
const MOST_RESULTS: usize = 16;

/// Where those texts are. Copies share the results.
#[derive(Clone, Debug)]
pub struct Home {
    folder: Folder,
    /// Where texts are that are in no folder: where commands on them run.
    work: PathBuf,
    options: Options,
    results: Arc<Mutex<VecDeque<(String, String)>>>,
}

impl Home {
    /// Copies go to this folder if the options want them.
    pub fn new(folder: Folder, abilities: &Abilities) -> Home {
        let first = abilities.folders.first().filter(|folder| folder.is_dir()).cloned();
        let work = first.or_else(|| env::current_dir().ok()).unwrap_or_default();
        Home { folder, work, options: abilities.options, results: Arc::default() }
    }

    /// The name of the text at an address.
    pub fn name(&self, address: &str) -> String {
        address::name(address, &self.folder.path("built-in"), &self.work)
    }

    /// The address of a text. A built-in one is copied if need be.
    pub fn address(&self, name: &str) -> String {
        let Some(inside) = address::built_in(name) else { return address::of_file(name) };
        match self.options.built_in {
            Shown::Virtual => inside,
            Shown::File => {
                let text = built_in::text(name).unwrap_or_default();
                let file = inside.trim_start_matches("gridlog:/");
                self.copied(file, text).unwrap_or(inside)
            }
        }
    }

    /// The address of the page of a code.
    pub fn page(&self, code: &str) -> Option<String> {
        let text = diagnostic::page(code)?;
        match self.options.built_in {
            Shown::Virtual => Some(format!("{CODES}{code}.md")),
            Shown::File => self.copied(&format!("codes/{code}.md"), text).ok(),
        }
    }

    /// Keeps what a command found, and returns its address.
    pub fn keep(&self, file: &str, text: &str) -> io::Result<String> {
        if self.options.results == Shown::File {
            let path = self.folder.write(&format!("results/{file}"), text)?;
            return Ok(address::of_file(&path.display().to_string()));
        }
        let mut results = self.results();
        results.retain(|(known, _)| known != file);
        results.push_back((file.to_owned(), text.to_owned()));
        if results.len() > MOST_RESULTS {
            results.pop_front();
        }
        Ok(format!("{RESULTS}{}", address::encoded(file)))
    }

    /// The text at one of the server's own addresses.
    pub fn text(&self, address: &str) -> Option<String> {
        if let Some(code) = address.strip_prefix(CODES).and_then(|file| file.strip_suffix(".md")) {
            return diagnostic::page(code).map(str::to_owned);
        }
        if let Some(file) = address.strip_prefix(RESULTS).map(address::decoded) {
            return self.results().iter().find(|(known, _)| *known == file).map(|(_, text)| text.clone());
        }
        built_in::text(&self.name(address)).map(str::to_owned)
    }

    fn results(&self) -> MutexGuard<'_, VecDeque<(String, String)>> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The address of a copy that nobody should change.
    fn copied(&self, file: &str, text: &str) -> io::Result<String> {
        let path = self.folder.copy(file, text)?;
        Ok(address::of_file(&path.display().to_string()))
    }
}
