//! The rule sets that stand beside a text, wherever texts are kept.

use std::path::{Component, Path, PathBuf};

use super::Library;
use super::built_in::{self, BUILT_IN, BuiltIn, SKETCH_FOLDER};

/// Where texts are: the disk, or what an editor holds of it.
pub trait Texts {
    /// The text at a path.
    fn read(&self, path: &str) -> Option<String>;

    /// The names of what is in a folder, in any order.
    fn list(&self, folder: &str) -> Vec<String>;
}

/// The rule sets that a text may use: those in its own folder, then in the folder above, then the built-in ones.
#[derive(Clone, Copy)]
pub struct Shelf<'t>(pub &'t dyn Texts);

impl Shelf<'_> {
    fn beside(from: &str) -> Option<PathBuf> {
        // A rule set inside the binary uses only others there.
        if from.starts_with(BUILT_IN) {
            return None;
        }
        let folder = Path::new(from).parent()?;
        Some(if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() })
    }

    fn read(&self, file: &Path) -> Option<(String, String)> {
        self.0.read(&file.display().to_string()).map(|text| (tidy(file), text))
    }
}

impl Library for Shelf<'_> {
    fn find(&self, name: &str, from: &str) -> Option<(String, String)> {
        let file = Self::beside(from).map(|folder| folder.join(format!("{name}.rules")));
        // The samples of a rule set stand in a folder of its name, beside it.
        let above = Self::beside(from).map(|folder| folder.join("..").join(format!("{name}.rules")));
        let found = file.into_iter().chain(above).find_map(|file| self.read(&file));
        found.or_else(|| BuiltIn.find(name, from))
    }

    fn sketch(&self, name: &str, from: &str) -> Option<(String, String)> {
        let beside =
            Self::beside(from).map(|folder| folder.join(SKETCH_FOLDER).join(format!("{name}.rules")));
        let found = beside.and_then(|file| self.read(&file));
        found.or_else(|| built_in::sketch_before(self.find(name, from), name))
    }

    fn places(&self, from: &str) -> String {
        match Self::beside(from) {
            Some(folder) => {
                format!("{}, the folder above it and {}", folder.display(), BuiltIn.places(from))
            }
            None => BuiltIn.places(from),
        }
    }

    fn names(&self, from: &str) -> Vec<String> {
        let mut names = BuiltIn.names(from);
        let beside = Self::beside(from);
        let above = beside.as_ref().map(|folder| folder.join(".."));
        for folder in beside.into_iter().chain(above) {
            let files = self.0.list(&folder.display().to_string());
            names.extend(files.iter().filter_map(|file| file.strip_suffix(".rules")).map(str::to_owned));
        }
        names.sort();
        names.dedup();
        names
    }
}

/// A path without the detour through a folder and back.
pub fn tidy(path: &Path) -> String {
    let mut parts: Vec<Component<'_>> = Vec::new();
    for part in path.components() {
        match (part, parts.last()) {
            (Component::ParentDir, Some(Component::Normal(_))) => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.iter().collect::<PathBuf>().display().to_string()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Shelf, tidy};
    use crate::language::resolve::{BuiltIn, Library as _};

    #[test]
    fn detours_are_left_out() {
        for (long, short) in
            [("a/b/../c.rules", "a/c.rules"), ("../c.rules", "../c.rules"), ("./c.rules", "./c.rules")]
        {
            assert_eq!(Path::new(&tidy(Path::new(long))), Path::new(short));
        }
    }

    #[test]
    fn a_rule_set_inside_the_binary_uses_only_others_there() {
        let (inside, _) = BuiltIn.find("sudoku", "").expect("a built-in rule set");
        assert_eq!(Shelf::beside(&inside), None);
        assert_eq!(Shelf::beside("mine.rules").as_deref(), Some(Path::new(".")));
    }
}
