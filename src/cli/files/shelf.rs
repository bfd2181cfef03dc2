//! The rule sets that stand beside a file of the disk.

use std::path::Path;

use super::read;
use crate::base::disk;
use crate::language::resolve::{Shelf, Texts};

/// The rule sets that a file may use.
pub(in crate::cli) const SHELF: Shelf<'static> = Shelf(&Disk);

/// The files of the disk.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Disk;

impl Texts for Disk {
    fn read(&self, path: &str) -> Option<String> {
        read(Path::new(path)).ok()
    }

    fn list(&self, folder: &str) -> Vec<String> {
        disk::list(folder)
    }
}
