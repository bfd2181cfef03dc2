//! The texts that an editor has open, over those that it has not: what is unsaved counts, also for files that only use it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::base::clock::{Cause, Deadline};
use crate::editor::analysis::{Analysis, Look, Unit, units};
use crate::editor::place::known_as;
use crate::language::puzzle::parts;
use crate::language::resolve::shelf::{Shelf, Texts, tidy};
use crate::language::resolve::{Library as _, built_in};

/// A text that is open.
#[derive(Clone, Debug)]
pub struct Document {
    /// The whole text.
    pub text: String,
    /// Its version, as whoever opened it counts.
    pub version: i32,
}

/// All texts.
pub struct Workspace {
    disk: Box<dyn Texts + Send + Sync>,
    documents: BTreeMap<String, Document>,
    /// What has been found out about texts and still holds.
    analyses: BTreeMap<String, Arc<Analysis>>,
    /// Of each open text the last analysis that could make out every statement.
    good: BTreeMap<String, Arc<Analysis>>,
}

impl Workspace {
    /// No text is open; the others are read from here.
    pub fn new(disk: impl Texts + Send + Sync + 'static) -> Workspace {
        Workspace {
            disk: Box::new(disk),
            documents: BTreeMap::new(),
            analyses: BTreeMap::new(),
            good: BTreeMap::new(),
        }
    }

    /// Opens a text, or changes one that is open.
    pub fn set(&mut self, name: &str, text: impl Into<String>, version: i32) {
        let name = known_as(name).to_owned();
        self.forget(&name);
        self.documents.insert(name, Document { text: text.into(), version });
    }

    /// Closes a text: the one on the disk counts again.
    pub fn close(&mut self, name: &str) {
        let name = known_as(name);
        self.forget(name);
        self.good.remove(name);
        self.documents.remove(name);
    }

    /// Forgets what was found out with a text that has changed: one that was set, or a file that somebody else has written.
    pub fn forget(&mut self, name: &str) {
        let name = known_as(name);
        self.analyses.retain(|_, analysis| !analysis.depends_on(name));
    }

    /// An open text.
    pub fn document(&self, name: &str) -> Option<&Document> {
        self.documents.get(known_as(name))
    }

    /// The names of the open texts, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.documents.keys().map(String::as_str)
    }

    /// A text by its name: an open one, one inside the binary, or one of the disk.
    pub fn text(&self, name: &str) -> Option<String> {
        let open = self.document(name).map(|document| document.text.clone());
        open.or_else(|| built_in::text(name).map(str::to_owned)).or_else(|| self.disk.read(name))
    }

    /// The open texts about which something else may be said once this one has changed: itself, those that use it, and those
    /// of which that is not known.
    pub fn dependents(&self, name: &str) -> Vec<String> {
        let name = known_as(name);
        let is_touched = |open: &&String| {
            *open == name || self.analyses.get(*open).is_none_or(|found| found.depends_on(name))
        };
        self.documents.keys().filter(is_touched).cloned().collect()
    }

    /// All about a text, as it and those that it uses are now. The time counts from here. Nothing if there is no text of this
    /// name, or if somebody asked to stop.
    pub fn analyse(&mut self, name: &str, deadline: &Deadline) -> Option<Arc<Analysis>> {
        let name = known_as(name);
        if let Some(known) = self.analyses.get(name).filter(|known| self.holds(known)) {
            return Some(known.clone());
        }
        // Who asks for several texts would else keep of the last ones what the first ones left time for.
        deadline.begin();
        let analysis = Arc::new(self.analyse_as(name, self.text(name)?, deadline)?);
        if self.documents.contains_key(name) {
            // What was cut short for lack of time would be again.
            self.analyses.insert(name.to_owned(), analysis.clone());
            if analysis.cut.is_none() && analysis.is_legible() {
                self.good.insert(name.to_owned(), analysis.clone());
            }
        }
        Some(analysis)
    }

    /// Whether the files that are not open are still what they were: not every editor tells when somebody else writes one, and
    /// bytes of another text would be the wrong ones.
    fn holds(&self, analysis: &Analysis) -> bool {
        let is_same = |(name, look): (&String, &Look)| {
            self.documents.contains_key(name) || self.disk.read(&look.path) == look.text
        };
        analysis.tried.iter().all(is_same)
    }

    /// All about a text as if it were another. Nothing if somebody asked to stop.
    pub fn analyse_as(&self, name: &str, text: String, deadline: &Deadline) -> Option<Analysis> {
        let name = known_as(name);
        let desk = Desk::new(self);
        let mut analysis = Analysis::new(name, text, &Shelf(&desk), deadline);
        analysis.tried = desk.tried.into_inner();
        let look = Look { path: name.to_owned(), text: Some(analysis.text.clone()) };
        analysis.tried.insert(name.to_owned(), look);
        (analysis.cut != Some(Cause::Asked)).then_some(analysis)
    }

    /// Where names stand in a text, and no more: it is not expanded. The time counts from here. Nothing if somebody asked to
    /// stop.
    pub fn names_of(&self, name: &str, text: String, deadline: &Deadline) -> Option<Analysis> {
        deadline.begin();
        let desk = Desk::new(self);
        let analysis = Analysis::of_names(known_as(name), text, &Shelf(&desk), deadline);
        (analysis.cut != Some(Cause::Asked)).then_some(analysis)
    }

    /// Shows the rule set or the puzzles of a text one by one until that fails, not expanded and none of them kept. The time
    /// counts from here. Tells why not all were shown, if so.
    pub fn each_unit<E>(
        &self,
        name: &str,
        text: &str,
        deadline: &Deadline,
        show: &mut dyn FnMut(Unit) -> Result<(), E>,
    ) -> Result<Option<Cause>, E> {
        deadline.begin();
        let desk = Desk::new(self);
        for unit in units(known_as(name), text, &Shelf(&desk), deadline) {
            if deadline.is_over_now() {
                break;
            }
            show(unit)?;
        }
        Ok(deadline.cause())
    }

    /// The rule set or puzzle at a byte of a text, not expanded. Nothing if there is no text of this name, or no time.
    pub fn unit_at(&self, name: &str, offset: usize, deadline: &Deadline) -> Option<Unit> {
        let text = self.text(name)?;
        let part = parts(&text).into_iter().take_while(|part| part.before.1 <= offset).last()?;
        deadline.begin();
        let desk = Desk::new(self);
        let unit = Unit::new((known_as(name), part.text, part.before), &Shelf(&desk), deadline);
        (!deadline.is_over_now()).then_some(unit)
    }

    /// The names of the texts in a folder, open or not.
    pub fn list(&self, folder: &str) -> Vec<String> {
        let folder = if folder.is_empty() { "." } else { folder };
        Desk::new(self).list(folder)
    }

    /// The last analysis of an open text in which every statement could be made out.
    pub fn last_good(&self, name: &str) -> Option<&Arc<Analysis>> {
        self.good.get(known_as(name))
    }
}

/// What an analysis reads: it keeps in mind what it looked for, so that a file is the same for all puzzles of a text.
struct Desk<'w> {
    workspace: &'w Workspace,
    tried: RefCell<BTreeMap<String, Look>>,
}

impl<'w> Desk<'w> {
    fn new(workspace: &'w Workspace) -> Desk<'w> {
        Desk { workspace, tried: RefCell::default() }
    }
}

impl Texts for Desk<'_> {
    fn read(&self, path: &str) -> Option<String> {
        let tidied = tidy(Path::new(path));
        let name = known_as(&tidied);
        if let Some(look) = self.tried.borrow().get(name) {
            return look.text.clone();
        }
        let open = self.workspace.documents.get(name).map(|document| document.text.clone());
        let text = open.or_else(|| self.workspace.disk.read(path));
        let look = Look { path: path.to_owned(), text: text.clone() };
        self.tried.borrow_mut().insert(name.to_owned(), look);
        text
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let mut names = self.workspace.disk.list(folder);
        let tidied = tidy(Path::new(folder));
        let folder = known_as(&tidied);
        let open = self.workspace.documents.keys().map(Path::new);
        let beside =
            open.filter(|file| file.parent() == Some(Path::new(if folder == "." { "" } else { folder })));
        names.extend(beside.filter_map(|file| Some(file.file_name()?.to_str()?.to_owned())));
        names
    }
}

impl Workspace {
    /// The names of the rule sets that a text may use.
    pub fn rule_sets(&self, from: &str) -> Vec<String> {
        let desk = Desk::new(self);
        Shelf(&desk).names(known_as(from))
    }
}
