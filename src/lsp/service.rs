//! What answers to requests are made of: the texts, and the two ways of counting places in them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use gen_lsp_types::{
    Location, OptionalVersionedTextDocumentIdentifier, Position, Range, TextDocumentEdit,
    TextDocumentIdentifier, TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit,
};

use crate::base::clock::Deadline;
use crate::base::disk;
use crate::editor::analysis::Analysis;
use crate::editor::place::{Change, Place};
use crate::editor::text::{self, Text};
use crate::editor::workspace::Workspace;
use crate::language::resolve::Texts;
use crate::lsp::client::Abilities;
use crate::lsp::home::Home;
use crate::lsp::message::{Code, Fault};

/// The texts, understood as far as somebody has asked.
pub struct Service {
    /// The texts and what was found out about them.
    pub workspace: Workspace,
    /// What the client can do.
    pub abilities: Arc<Abilities>,
    /// Texts that are no files of the user's.
    pub home: Home,
    /// Raised when the request at hand is called off.
    pub stop: Arc<AtomicBool>,
    /// The open texts by their names, with the addresses that the client knows them by.
    open: BTreeMap<String, (String, Arc<Text>)>,
    /// Texts that are not open and were needed for the request at hand.
    read: RefCell<BTreeMap<String, Arc<Text>>>,
}

impl Service {
    /// Nothing is open.
    pub fn new(abilities: Arc<Abilities>, home: Home) -> Service {
        Service {
            workspace: Workspace::new(Disk),
            abilities,
            home,
            stop: Arc::default(),
            open: BTreeMap::new(),
            read: RefCell::default(),
        }
    }

    /// Another request begins.
    pub fn begin(&mut self, stop: Arc<AtomicBool>) {
        self.stop = stop;
        self.read.borrow_mut().clear();
    }

    /// A text is opened, has changed, or is closed. Returns the open texts about which something else may be said now.
    pub fn set(&mut self, address: &str, text: Option<(Arc<Text>, i32)>) -> Vec<String> {
        let name = self.home.name(address);
        let mut touched = self.workspace.dependents(&name);
        touched.retain(|other| *other != name);
        if let Some((text, version)) = text {
            self.workspace.set(&name, text.as_str(), version);
            self.open.insert(name.clone(), (address.to_owned(), text));
            touched.insert(0, name);
        } else {
            self.workspace.close(&name);
            self.open.remove(&name);
        }
        touched
    }

    /// Somebody else has changed a file. Returns the open texts about which something else may be said now.
    pub fn changed(&mut self, address: &str) -> Vec<String> {
        let name = self.home.name(address);
        if self.open.contains_key(&name) {
            return Vec::new();
        }
        let touched = self.workspace.dependents(&name);
        self.workspace.forget(&name);
        touched
    }

    /// When the work at hand has to end.
    pub fn deadline(&self) -> Deadline {
        let most = Duration::from_millis(self.abilities.options.time_limit);
        Deadline::new(self.stop.clone(), Some(most), None)
    }

    /// The answer, unless the request was called off.
    pub fn unless_stopped<T>(&self, answer: T) -> Result<T, Fault> {
        if self.stop.load(Ordering::Relaxed) { Err(Fault::cancelled()) } else { Ok(answer) }
    }

    /// The name of the document at an address that has to be there.
    pub fn name(&self, uri: &Uri) -> Result<String, Fault> {
        let name = self.home.name(&uri.0);
        let known = self.open.contains_key(&name) || self.workspace.text(&name).is_some();
        known.then_some(name).ok_or_else(|| Fault::new(Code::Params, format!("there is no document {uri}")))
    }

    /// All about a document.
    pub fn analysis(&mut self, uri: &Uri) -> Result<Arc<Analysis>, Fault> {
        let name = self.name(uri)?;
        let deadline = self.deadline();
        self.workspace.analyse(&name, &deadline).ok_or_else(Fault::cancelled)
    }

    /// All about a document, and the byte that a position in it means.
    pub fn at(&mut self, params: &TextDocumentPositionParams) -> Result<(Arc<Analysis>, usize), Fault> {
        let analysis = self.analysis(&params.text_document.uri)?;
        let offset = self.offset(&analysis.name, params.position);
        Ok((analysis, offset))
    }

    /// The byte that a position means.
    pub fn offset(&self, name: &str, position: Position) -> usize {
        let position = text::Position { line: position.line, column: position.character };
        self.text(name).offset(position, self.abilities.encoding)
    }

    /// The position of a byte.
    pub fn position(&self, name: &str, offset: usize) -> Position {
        let text::Position { line, column } = self.text(name).position(offset, self.abilities.encoding);
        Position { line, character: column }
    }

    /// The range of a place in its file.
    pub fn range(&self, place: &Place) -> Range {
        let (start, end) = (self.position(&place.file, place.start), self.position(&place.file, place.end));
        Range { start, end }
    }

    /// A place, for the client.
    pub fn location(&self, place: &Place) -> Location {
        Location { uri: self.uri(&place.file), range: self.range(place) }
    }

    /// The address of a text: the one that the client uses, if it has it open.
    pub fn uri(&self, name: &str) -> Uri {
        match self.open.get(name) {
            Some((address, _)) => Uri(address.clone()),
            None => Uri(self.home.address(name)),
        }
    }

    /// Changes of one text.
    pub fn edits<'c>(&self, changes: impl IntoIterator<Item = &'c Change>) -> Vec<TextEdit> {
        let edit =
            |change: &Change| TextEdit { range: self.range(&change.place), new_text: change.text.clone() };
        changes.into_iter().map(edit).collect()
    }

    /// A new text for all of one, as the shortest edit there is.
    pub fn replacement(&self, name: &str, new: &str) -> TextEdit {
        let text = self.text(name);
        let old = text.as_str();
        let same = |(a, b): &(char, char)| a == b;
        let start: usize =
            old.chars().zip(new.chars()).take_while(same).map(|(letter, _)| letter.len_utf8()).sum();
        let (old, new) = (&old[start..], &new[start..]);
        let end: usize = old
            .chars()
            .rev()
            .zip(new.chars().rev())
            .take_while(same)
            .map(|(letter, _)| letter.len_utf8())
            .sum();
        let place = Place { file: name.to_owned(), start, end: start + old.len() - end };
        TextEdit { range: self.range(&place), new_text: new[..new.len() - end].to_owned() }
    }

    /// Changes of several texts.
    pub fn edit(&self, changes: &[Change]) -> WorkspaceEdit {
        let mut all: BTreeMap<&str, Vec<TextEdit>> = BTreeMap::new();
        for change in changes {
            all.entry(&change.place.file).or_default().extend(self.edits([change]));
        }
        self.edit_of(all)
    }

    /// Edits of texts by their names, of the versions that are known here where the client can compare them.
    pub fn edit_of<'n>(&self, edits: impl IntoIterator<Item = (&'n str, Vec<TextEdit>)>) -> WorkspaceEdit {
        let edits = edits.into_iter();
        if !self.abilities.versions {
            let changes = edits.map(|(name, edits)| (self.uri(name), edits)).collect();
            return WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() };
        }
        let versioned = |(name, edits): (&str, Vec<TextEdit>)| {
            let text_document = OptionalVersionedTextDocumentIdentifier {
                version: self.workspace.document(name).map(|document| document.version),
                text_document_identifier: TextDocumentIdentifier { uri: self.uri(name) },
            };
            TextDocumentEdit { text_document, edits: edits.into_iter().map(Into::into).collect() }.into()
        };
        WorkspaceEdit { document_changes: Some(edits.map(versioned).collect()), ..WorkspaceEdit::default() }
    }

    /// The text of an open document.
    pub fn shown(&self, address: &str) -> Option<&str> {
        self.open.get(&self.home.name(address)).map(|(_, text)| text.as_str())
    }

    /// A text with its lines; an empty one if it has gone.
    pub fn text(&self, name: &str) -> Arc<Text> {
        if let Some((_, text)) = self.open.get(name) {
            return text.clone();
        }
        let read = || Arc::new(Text::new(self.workspace.text(name).unwrap_or_default()));
        self.read.borrow_mut().entry(name.to_owned()).or_insert_with(read).clone()
    }
}

/// The files of this computer.
#[derive(Clone, Copy, Debug)]
struct Disk;

impl Texts for Disk {
    fn read(&self, path: &str) -> Option<String> {
        disk::read(Path::new(path))
    }

    fn list(&self, folder: &str) -> Vec<String> {
        disk::list(folder)
    }
}
