//! Addresses of documents and the names of texts.
//!
//! The language names a text by its path, or `built-in sudoku.rules`. A client names a document by an address: `file:///a/b`,
//! `gridlog:/built-in/sudoku.rules`, or whatever it calls a text that was never saved; such an address is the name of a file in
//! the folder that the client works in.

use std::path::{Path, PathBuf};

use crate::language::resolve::built_in::BUILT_IN;
use crate::language::resolve::shelf::tidy;

const FILE: &str = "file://";

/// Where built-in texts are, for a client that knows them.
const INSIDE: &str = "gridlog:/built-in/";

/// The name of the text at an address. Files in the folder of `copies` are copies of built-in texts; a text that was never saved
/// is as if in the folder `work`.
pub fn name(address: &str, copies: &Path, work: &Path) -> String {
    if let Some(inside) = address.strip_prefix(INSIDE) {
        return format!("{BUILT_IN}{}", decoded(inside));
    }
    let Some(path) = path(address) else {
        return work.join(encoded(address).replace('/', "%2F")).display().to_string();
    };
    match path.strip_prefix(copies) {
        Ok(inside) => format!("{BUILT_IN}{}", inside.display().to_string().replace('\\', "/")),
        Err(_) => path.display().to_string(),
    }
}

/// The path of a file that an address names, without detours: a text has one name.
pub fn path(address: &str) -> Option<PathBuf> {
    let rest = address.strip_prefix(FILE)?;
    // Between the second and the third slash may stand a host; nobody means another than this.
    let path = decoded(&rest[rest.find('/')?..]);
    let drive = path.as_bytes().get(2) == Some(&b':') && path.as_bytes()[1].is_ascii_alphabetic();
    Some(PathBuf::from(tidy(Path::new(if drive { &path[1..] } else { &path }))))
}

/// The address of a built-in text, if the name is one's.
pub fn built_in(name: &str) -> Option<String> {
    name.strip_prefix(BUILT_IN).map(|inside| format!("{INSIDE}{}", encoded(inside)))
}

/// The address of a file.
pub fn of_file(name: &str) -> String {
    let path = Path::new(name);
    if path.is_absolute() {
        let path = name.replace('\\', "/");
        let slash = if path.starts_with('/') { "" } else { "/" };
        return format!("{FILE}{slash}{}", encoded(&path));
    }
    name.to_owned()
}

/// What stands in an address, as it is written elsewhere.
pub fn decoded(text: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let [first, after @ ..] = rest {
        let code = after.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()).filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A path as it stands in an address.
pub fn encoded(text: &str) -> String {
    let mut address = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/:".contains(&byte) {
            address.push(char::from(byte));
        } else {
            address.push_str(&format!("%{byte:02X}"));
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{built_in, name, of_file, path};

    #[test]
    fn names_and_addresses_lead_to_each_other() {
        let (copies, work) = (Path::new("/cache/built-in"), Path::new("/work"));
        for (address, known) in [
            ("file:///a/b%20c/%C3%A4.rules", "/a/b c/ä.rules"),
            ("gridlog:/built-in/sudoku.rules", "built-in sudoku.rules"),
        ] {
            assert_eq!(name(address, copies, work), known);
            assert_eq!(built_in(known).unwrap_or_else(|| of_file(known)), address);
        }
        assert_eq!(
            name("file:///cache/built-in/sketches/a.rules", copies, work),
            "built-in sketches/a.rules"
        );
        assert_eq!(Path::new(&name("untitled:Untitled-1", copies, work)), work.join("untitled:Untitled-1"));
        assert_eq!(Path::new(&name("untitled:/a/b", copies, work)), work.join("untitled:%2Fa%2Fb"));
    }

    #[test]
    fn odd_addresses_are_taken_as_they_come() {
        assert_eq!(path("file:///c%3A/x").as_deref(), Some(Path::new("c:/x")));
        assert_eq!(path("file://localhost/x%2").as_deref(), Some(Path::new("/x%2")));
        assert_eq!(path("file:///p//q/../lib.rules").as_deref(), Some(Path::new("/p/lib.rules")));
        assert_eq!(
            name("file:///p//./lib.rules", Path::new("/cache"), Path::new("/work")),
            name("file:///p/lib.rules", Path::new("/cache"), Path::new("/work"))
        );
        assert_eq!(path("file://"), None);
        assert_eq!(path("http://a/b"), None);
    }
}
