//! The files below a folder. No name leads out of it, neither by its words nor over a link, and hidden ones are nobody's
//! business.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::request::Refusal;

/// The most files that are listed, and the most that are looked at for it.
const LISTED: usize = 4000;
const LOOKED_AT: usize = 100_000;

/// How deep folders are looked into.
const DEPTH: usize = 12;

/// How the names of files end that are listed and may be written.
const ENDINGS: [&str; 2] = ["rules", "puzzle"];

/// A folder and what is below it.
#[derive(Clone, Debug)]
pub struct Folder {
    /// Without links in it.
    root: PathBuf,
}

impl Folder {
    /// One that is there.
    pub fn new(path: &Path) -> io::Result<Folder> {
        let root = path.canonicalize()?;
        if root.is_dir() { Ok(Folder { root }) } else { Err(io::ErrorKind::NotADirectory.into()) }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.root
    }

    /// The rule sets and puzzles in it by name, in order, and whether there are more.
    pub fn names(&self) -> (Vec<String>, bool) {
        let mut found = Vec::new();
        let mut left = LOOKED_AT;
        let whole = self.collect(&self.root, "", DEPTH, &mut left, &mut found);
        found.sort();
        (found, !whole)
    }

    /// Adds what is in a folder; whether that is all.
    fn collect(
        &self,
        folder: &Path,
        prefix: &str,
        depth: usize,
        left: &mut usize,
        found: &mut Vec<String>,
    ) -> bool {
        let Ok(entries) = fs::read_dir(folder) else { return true };
        let mut inner = Vec::new();
        for entry in entries.flatten() {
            if *left == 0 || found.len() == LISTED {
                return false;
            }
            *left -= 1;
            let Ok(name) = entry.file_name().into_string() else { continue };
            // Links to folders are not followed: they may go round in circles.
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            let path = format!("{prefix}{name}");
            if is_folder && !name.starts_with('.') {
                inner.push(path);
            } else if is_ours(Path::new(&name)) && self.file(&path).is_some() {
                found.push(path);
            }
        }
        inner.sort();
        let mut whole = true;
        for path in inner {
            whole &= depth > 0
                && self.collect(&self.root.join(&path), &format!("{path}/"), depth - 1, left, found);
        }
        whole
    }

    /// Where a plain file is, by name.
    pub fn file(&self, name: &str) -> Option<PathBuf> {
        let path = self.root.join(plain(name)?).canonicalize().ok()?;
        (path.starts_with(&self.root) && path.is_file()).then_some(path)
    }

    /// Where a file is or may be made, by name.
    pub fn place(&self, name: &str) -> Result<PathBuf, Refusal> {
        let outside = || Refusal::new(403, format!("there is no place for `{name}` in the folder"));
        let relative = plain(name).ok_or_else(outside)?;
        if !is_ours(relative) {
            return Err(Refusal::new(403, "only files that end in .rules or .puzzle are written"));
        }
        let path = self.root.join(relative);
        if path.symlink_metadata().is_ok() {
            return self.file(name).ok_or_else(outside);
        }
        let (Some(folder), Some(file)) = (path.parent(), path.file_name()) else { return Err(outside()) };
        let folder = folder.canonicalize().map_err(|_| outside())?;
        if folder.starts_with(&self.root) { Ok(folder.join(file)) } else { Err(outside()) }
    }
}

/// A name as a path that goes down alone, to nothing hidden.
fn plain(name: &str) -> Option<&Path> {
    let path = Path::new(name);
    let fits = |part: &str| {
        !part.starts_with('.') && !part.contains(|letter: char| letter.is_control() || "\\:".contains(letter))
    };
    let visible = |part: Component<'_>| match part {
        Component::Normal(part) => part.to_str().is_some_and(fits),
        _ => false,
    };
    (!name.is_empty() && path.components().all(visible)).then_some(path)
}

/// Whether a file is one of rules or puzzles.
pub fn is_ours(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| ENDINGS.contains(&ending))
        && !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::{Folder, plain};
    use std::path::Path;

    #[test]
    fn names_go_down_alone() {
        for wrong in [
            "",
            "..",
            "../a",
            "a/../../b",
            "/etc/passwd",
            ".git/a",
            "a/.b",
            "./../a",
            "a\\b",
            "C:a",
            "a\nb",
            "\u{7f}",
            "a\0",
        ] {
            assert_eq!(plain(wrong), None, "{wrong:?}");
        }
        assert!(plain("a.rules").is_some() && plain("a/b/c.puzzle").is_some());
    }

    #[test]
    fn files_are_listed_and_found() {
        let folder = Folder::new(Path::new("rules")).expect("the folder");
        let (names, more) = folder.names();
        assert!(names.iter().any(|name| name == "sudoku.rules") && !more, "{names:?}");
        assert!(names.iter().any(|name| name.starts_with("sudoku/")), "{names:?}");
        assert!(names.iter().all(|name| folder.file(name).is_some()));
        assert!(folder.file("../Cargo.toml").is_none() && folder.file("sudoku").is_none());
    }

    #[test]
    fn only_rules_and_puzzles_have_a_place() {
        let folder = Folder::new(Path::new("src")).expect("the folder");
        assert!(folder.place("serve/new.rules").is_ok_and(|path| path.ends_with("src/serve/new.rules")));
        for wrong in
            ["new.txt", "rules", "../new.rules", "nowhere/new.rules", ".rules", "serve/.a.rules", "lib.rs"]
        {
            assert!(folder.place(wrong).is_err(), "{wrong}");
        }
    }
}
