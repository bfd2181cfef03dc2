//! The files of the disk, for the towers that may read them.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The largest text that is read, in bytes, if it has to be known to its end.
pub const LARGEST: usize = 64 << 20;

/// Names a file with texts that count instead of files, for commands that an editor runs: an object from path to text.
pub const UNSAVED: &str = "GRIDLOG_UNSAVED";

/// Names stdin among files, also among those texts.
pub const STDIN: &str = "-";

/// All bytes, unless there are too many: a device may have no end.
pub fn bounded(reader: impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    reader.take(LARGEST as u64 + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= LARGEST).then_some(bytes))
}

/// The text of a plain file, if it can be read and is not too large.
pub fn read(path: &Path) -> Option<String> {
    // Opening a pipe waits for somebody to write into it.
    let file = fs::metadata(path).ok().filter(fs::Metadata::is_file).and_then(|_| File::open(path).ok())?;
    String::from_utf8(bounded(file).ok()??).ok()
}

/// The names of what is in a folder, in any order; none if it cannot be read.
pub fn list(folder: impl AsRef<Path>) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}
