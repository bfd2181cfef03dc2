//! Diagnostics about whole files, before any of their text is read.

use super::super::Diagnostic;

/// E001: bytes that are no UTF-8. `start` is what was read before the first such byte, `byte` that byte.
pub fn not_utf8(name: &str, start: &str, byte: u8) -> Diagnostic {
    let line = start.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let looks_wide = start.is_empty() && matches!(byte, 0xfe | 0xff);
    let help = if looks_wide {
        "this looks like UTF-16; save the file as UTF-8"
    } else {
        "save the file as UTF-8; if it is no text file, give another one"
    };
    Diagnostic::error("E001", format!("{name} is not UTF-8 text"))
        .say(format!(
            "the byte 0x{byte:02X} in line {line}, {} bytes from the start, is part of no character",
            start.len()
        ))
        .help(help)
}

/// E002: a file of more than `most` bytes.
pub fn too_large(name: &str, most: u64) -> Diagnostic {
    Diagnostic::error("E002", format!("{name} is larger than {} MiB", most >> 20))
        .help("check the name; to solve very many puzzles, give them in several files")
}

/// E003: a rule file without a statement.
pub fn empty(name: &str) -> Diagnostic {
    Diagnostic::error("E003", format!("{name} holds no statement"))
        .help("the smallest rule set declares a grid: `grid(8, 8) :: 0..1.`")
}
