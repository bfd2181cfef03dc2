//! `fpuzzles`: sudoku variants as f-puzzles and `SudokuPad` share them: JSON, packed into an address.

use super::Format;
use crate::language::puzzle::fpuzzles;
use crate::language::puzzle::line::Piece;
use crate::language::puzzle::lzstring;
use crate::language::puzzle::scan::{Input, Wrong};
use crate::language::puzzle::sudokupad;
use crate::language::puzzle::written::Puzzle;

pub(super) const FORMAT: Format = Format {
    name: "fpuzzles",
    summary: "sudoku variants of f-puzzles and SudokuPad: an address, what is packed in it, or its JSON",
    example: "{\"size\":4,\"antiknight\":true,\"grid\":[[{\"value\":1,\"given\":true}]],\
              \"killercage\":[{\"cells\":[\"R1C3\",\"R1C4\"],\"value\":\"6\"}],\
              \"thermometer\":[{\"lines\":[[\"R4C2\",\"R3C1\",\"R4C1\"]]}]}\n",
    detect: Some(detect),
    address: Some(is_address),
    ..Format::whole(puzzle, write)
};

/// Where the addresses that are written lead to.
const HOME: &str = "https://f-puzzles.com/?load=";

/// What stands before the packed text in an address, and whether it is in the words of `SudokuPad` itself.
const BEFORE: [(&str, bool); 8] = [
    ("?load=", false),
    ("?puzzleid=fpuzzles", false),
    ("?puzzleid=scl", true),
    ("/fpuzzles", false),
    ("/fpuz", false),
    ("/scl", true),
    ("/ctc", true),
    ("/puzzle/scl", true),
];

fn is_address(text: &str) -> bool {
    text.contains("://") && packed(text).is_some_and(|(packed, _)| packed.len() > 8)
}

/// The packed text of an address, and whether it is in the words of `SudokuPad`.
fn packed(text: &str) -> Option<(&str, bool)> {
    let text = text.trim();
    if !text.contains("://") {
        return None;
    }
    let known =
        ["f-puzzles.com", "sudokupad", "crackingthecryptic.com"].iter().any(|place| text.contains(place));
    let after = |&(before, own): &(&str, bool)| text.split_once(before).map(|(_, packed)| (packed, own));
    BEFORE.iter().find_map(after).filter(|_| known)
}

fn detect(input: Input<'_>) -> bool {
    let text = input.text.trim_start_matches('\u{feff}').trim();
    is_address(text) || (text.starts_with('{') && text.contains("\"grid\"") && text.contains("\"size\""))
}

/// `%2B` and the like as the signs they stand for.
fn plain(text: &str) -> String {
    text.replace("%2B", "+")
        .replace("%2F", "/")
        .replace("%3D", "=")
        .replace("%2b", "+")
        .replace("%2f", "/")
        .replace("%3d", "=")
}

fn puzzle(input: Input<'_>) -> Result<Puzzle, Wrong> {
    let text = input.text.trim_start_matches('\u{feff}').trim();
    let first =
        input.all_lines().find(|line| !line.text.is_empty()).ok_or_else(|| input.ended("a puzzle"))?;
    let wrong = |what: &str| {
        // A packed text is too long to be shown.
        let shown = Piece { text: first.text.get(..40).unwrap_or(first.text), ..first };
        input.wrong(shown, what)
    };
    let own = |text: &str| text.strip_prefix("scl").map(|packed| (packed.to_owned(), true));
    let (told, own) = if text.starts_with('{') {
        (text.to_owned(), false)
    } else {
        let found = packed(text).map(|(packed, own)| (packed.to_owned(), own)).or_else(|| own(text));
        let (packed, own) = found.unwrap_or_else(|| (text.to_owned(), false));
        let told = lzstring::unpack(&plain(&packed));
        (told.ok_or_else(|| wrong("a puzzle packed as f-puzzles packs it"))?, own)
    };
    if own { sudokupad::read(&told) } else { fpuzzles::read(&told) }.map_err(|what| wrong(&what))
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    Ok(format!("{HOME}{}\n", lzstring::pack(&fpuzzles::write(puzzle)?)))
}
