//! The rule sets that stand beside a file.

use std::path::Path;

use super::{is_file, list, read};
use crate::language::resolve::{Shelf, Texts};

/// The rule sets that a file may use.
pub(in crate::cli) const SHELF: Shelf<'static> = Shelf(&Disk);

/// The files of the disk.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Disk;

impl Texts for Disk {
    fn read(&self, path: &str) -> Option<String> {
        // Nobody named what is used as a pipe to be read: opening one waits for somebody to write into it.
        let path = Path::new(path);
        is_file(path).then(|| read(path).ok()).flatten()
    }

    fn list(&self, folder: &str) -> Vec<String> {
        list(Path::new(folder))
    }
}
