//! The rule sets that stand beside a file.

use std::fs;
use std::path::{Path, PathBuf};

use super::read;
use crate::language::resolve::built_in::{self, BUILT_IN, SKETCH_FOLDER};
use crate::language::resolve::{BuiltIn, Library};

/// The rule sets that a file may use: those in its own folder, then the built-in ones.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Shelf;

impl Shelf {
    fn beside(from: &str) -> Option<PathBuf> {
        // A rule set inside the binary uses only others there.
        if from.starts_with(BUILT_IN) {
            return None;
        }
        let folder = Path::new(from).parent()?;
        Some(if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() })
    }
}

impl Library for Shelf {
    fn find(&self, name: &str, from: &str) -> Option<(String, String)> {
        let file = Self::beside(from).map(|folder| folder.join(format!("{name}.rules")));
        // The samples of a rule set stand in a folder of its name, beside it.
        let above = Self::beside(from).map(|folder| folder.join("..").join(format!("{name}.rules")));
        let files = file.into_iter().chain(above);
        let found = files.into_iter().find_map(|file| read(&file).ok().map(|text| (tidy(&file), text)));
        found.or_else(|| BuiltIn.find(name, from))
    }

    fn sketch(&self, name: &str, from: &str) -> Option<(String, String)> {
        let beside =
            Self::beside(from).map(|folder| folder.join(SKETCH_FOLDER).join(format!("{name}.rules")));
        let found = beside.and_then(|file| read(&file).ok().map(|text| (tidy(&file), text)));
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
        let files = beside.into_iter().chain(above).filter_map(|folder| fs::read_dir(folder).ok());
        for entry in files.flatten().flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|extension| extension == "rules")
                && let Some(stem) = path.file_stem().and_then(|stem| stem.to_str())
            {
                names.push(stem.to_owned());
            }
        }
        names.sort();
        names.dedup();
        names
    }
}

/// A path without the detour through a folder and back.
fn tidy(path: &Path) -> String {
    let mut parts: Vec<std::path::Component<'_>> = Vec::new();
    for part in path.components() {
        match (part, parts.last()) {
            (std::path::Component::ParentDir, Some(std::path::Component::Normal(_))) => {
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
    use crate::language::resolve::Library as _;

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
        let (inside, _) = Shelf.find("sudoku", "").expect("a built-in rule set");
        assert_eq!(Shelf::beside(&inside), None);
        assert_eq!(Shelf::beside("mine.rules").as_deref(), Some(Path::new(".")));
    }
}
