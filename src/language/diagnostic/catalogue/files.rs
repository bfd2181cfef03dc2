//! Diagnostics about whole files, before any of their text is read.

use super::super::Diagnostic;
use crate::language::source::Span;

/// E001: bytes that are no UTF-8. `start` is what was read before the first such byte, `byte` that byte.
pub fn not_utf8(name: &str, start: &str, byte: u8) -> Diagnostic {
    let line = start.bytes().filter(|&byte| byte == b'\n').count() + 1;
    not_utf8_at(name, line, start.len(), byte)
}

/// The same where the line and the bytes before it are known.
pub fn not_utf8_at(name: &str, line: usize, before: usize, byte: u8) -> Diagnostic {
    let looks_wide = before == 0 && matches!(byte, 0xfe | 0xff);
    let help = if looks_wide {
        "this looks like UTF-16; save the file as UTF-8"
    } else {
        "save the file as UTF-8; if it is no text file, give another one"
    };
    Diagnostic::error("E001", format!("{name} is not UTF-8 text"))
        .say(format!(
            "the byte 0x{byte:02X} in line {line}, {before} bytes from the start, is part of no character"
        ))
        .help(help)
}

/// E002: a file of more than `most` bytes.
pub fn too_large(name: &str, most: u64) -> Diagnostic {
    Diagnostic::error("E002", format!("{name} is larger than {} MiB", most >> 20))
        .help("check the name; to solve very many puzzles, give them in several files")
}

/// E002: a line of more than `most` bytes where each line is a puzzle.
pub fn line_too_long(name: &str, line: usize, most: u64) -> Diagnostic {
    Diagnostic::error("E002", format!("line {line} of {name} is longer than {} MiB", most >> 20))
        .help("give a puzzle so large in a file of its own")
}

/// E003: a rule file without a statement.
pub fn empty(name: &str) -> Diagnostic {
    Diagnostic::error("E003", format!("{name} holds no statement"))
        .help("the smallest rule set declares a grid: `grid(8, 8) :: 0..1.`")
}

/// E003: a file of grids without a grid.
pub fn no_grid(name: &str) -> Diagnostic {
    Diagnostic::error("E003", format!("{name} holds no grid"))
        .help("a grid has a row of symbols on each line; `.` is an empty cell")
}

/// E004: a text that breaks off from the format it is read in. `found` is empty at the end of a line or of the text.
pub fn not_in_format(format: &str, expected: &str, found: &str, span: Span) -> Diagnostic {
    let shown: String = found.chars().take(24).collect();
    let more = if found.chars().nth(24).is_some() { ".." } else { "" };
    let label =
        if found.is_empty() { "ends here".to_owned() } else { format!("`{shown}{more}` does not fit here") };
    Diagnostic::error("E004", format!("expected {expected}"))
        .at(span, label)
        .say(format!("read in the format `{format}`"))
        .help("give the format with --from if it is another one; docs/formats.md shows them all")
}

/// E004: a grid that breaks off from what its text was taken for. `found` is empty at the end of the text.
pub fn not_a_reading(read_as: &str, expected: &str, found: &str, span: Span) -> Diagnostic {
    let label =
        if found.is_empty() { "ends here".to_owned() } else { format!("`{found}` does not fit here") };
    Diagnostic::error("E004", format!("read as {read_as}: expected {expected}"))
        .at(span, label)
        .help("a grid has a row of symbols on each line; `.` is an empty cell")
}

/// E005: a rule set that no puzzle can name.
pub fn unnameable(name: &str) -> Diagnostic {
    let title = if name.is_empty() {
        "no puzzle can name rules that are in no `.rules` file".to_owned()
    } else {
        format!("no puzzle can name the rule set `{name}`")
    };
    Diagnostic::error("E005", title)
        .say("a puzzle begins with `use NAME.`, and no name holds a quote or a control character")
        .help("give the rules a file of another name, such as `mine.rules`")
}

/// E005: a puzzle that a format cannot say. `what` is the part that it has no sign for.
pub fn cannot_hold(name: &str, format: &str, what: &str) -> Diagnostic {
    Diagnostic::error("E005", format!("the format `{format}` cannot say {what}"))
        .say(format!("{name} was not written"))
        .help("`--to puzzle` can say all that a puzzle says; docs/formats.md shows what the others hold")
}
