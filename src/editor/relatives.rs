//! The texts in which a name may stand: those that are open, and the files that can use the one in which it is defined.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::base::clock::{Cause, Deadline};
use crate::editor::analysis::Unit;
use crate::editor::place::Place;
use crate::editor::workspace::Workspace;
use crate::language::puzzle::parts;
use crate::language::resolve::built_in::SKETCH_FOLDER;

/// So many texts are looked through.
const MOST_FILES: usize = 2000;

/// So many names are tried as those of folders.
const MOST_FOLDERS: usize = 20_000;

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'w> {
    /// Where it is defined.
    pub sites: &'w BTreeSet<Place>,
    /// The file that has the cursor.
    pub from: &'w str,
    /// The word for it.
    pub word: &'w str,
    /// The word that it is to have, if it is to have another.
    pub new: Option<&'w str>,
}

/// Shows all rule sets and puzzles in which a name may stand. Returns why some were left out, in sentences for people.
///
/// # Errors
/// Where showing failed, or somebody asked to stop.
pub fn each_relative(
    workspace: &Workspace,
    wanted: &Wanted<'_>,
    deadline: &Deadline,
    show: &mut dyn FnMut(Unit) -> Result<(), String>,
) -> Result<Vec<String>, String> {
    let mut walk = Walk { workspace, names: BTreeSet::new(), seen: BTreeSet::new() };
    walk.start(wanted);
    let mut left_out = Vec::new();
    if walk.names.len() > MOST_FILES || walk.seen.len() > MOST_FOLDERS {
        left_out.push("there are too many files to look through".to_owned());
    }
    for name in walk.names.into_iter().take(MOST_FILES) {
        let Some(text) = workspace.text(&name) else { continue };
        if !wanted.concerns(&text) {
            continue;
        }
        match workspace.each_unit(&name, &text, deadline, show)? {
            None => {}
            Some(Cause::Asked) => return Err("stopped before all places were found".to_owned()),
            Some(cause) => left_out.push(format!("{name} was not read to its end, {cause}")),
        }
    }
    Ok(left_out)
}

impl Wanted<'_> {
    /// Whether a text has anything to do with the name, or with the one that it is to have.
    fn concerns(&self, text: &str) -> bool {
        let Some(new) = self.new else { return text.contains(self.word) };
        // A puzzle that uses two rule sets brings their names together, and may hold neither.
        let joins = |text: &str| text.matches("use").count() + text.matches("sketch").count() > 1;
        text.contains(self.word) || text.contains(new) || parts(text).iter().any(|part| joins(part.text))
    }
}

/// The names of texts, collected folder by folder.
struct Walk<'w> {
    workspace: &'w Workspace,
    names: BTreeSet<String>,
    /// The folders, and what might have been one.
    seen: BTreeSet<PathBuf>,
}

impl Walk<'_> {
    fn start(&mut self, wanted: &Wanted<'_>) {
        self.names.extend(self.workspace.names().map(str::to_owned));
        let own = wanted.sites.iter().filter(|site| !site.is_built_in());
        let mut files: Vec<&str> = own.map(|site| site.file.as_str()).collect();
        if files.is_empty() {
            files.push(wanted.from);
        }
        for file in files {
            self.names.insert(file.to_owned());
            let folder = Path::new(file).parent().unwrap_or(Path::new(""));
            let above = folder.parent().filter(|_| folder.ends_with(SKETCH_FOLDER));
            self.all_below(above.unwrap_or(folder));
        }
    }

    /// The texts that can use a rule set of a folder. One looks for rule sets in its own folder and in the one above, so those
    /// further down come to this one only by way of rule sets in between.
    fn all_below(&mut self, root: &Path) {
        let mut open = vec![root.to_owned()];
        while let Some(folder) = open.pop() {
            if self.seen.len() > MOST_FOLDERS || !self.seen.insert(folder.clone()) {
                continue;
            }
            let entries = self.workspace.list(&folder.display().to_string());
            let has_end = |path: &Path, end: &str| path.extension().is_some_and(|own| own == end);
            let leads_on = folder == root || entries.iter().any(|entry| has_end(Path::new(entry), "rules"));
            for path in entries.iter().map(|entry| folder.join(entry)) {
                if has_end(&path, "rules") || has_end(&path, "puzzle") {
                    self.names.insert(path.display().to_string());
                } else if leads_on {
                    open.push(path);
                }
            }
        }
    }
}
