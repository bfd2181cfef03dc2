//! `penpa`: drawings of penpa-edit, packed into an address.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::Format;
use crate::language::puzzle::pzpr::{self, penpa};
use crate::language::puzzle::scan::{Input, Scan, Wrong};
use crate::language::puzzle::written::Puzzle;

pub(super) const FORMAT: Format = Format {
    name: "penpa",
    summary: "addresses of penpa-edit, the genre as puzz.link names it before them unless the drawing has it as a tag",
    example: "sudoku https://swaroopg92.github.io/penpa-edit/#m=solve&p=\
              Ky4sTSxK1TEBQmMLrmgDHTCM5eKqrvKzqlYytFCyilYyVNIx1AGSsTpKRmABY4SAsSlIwAQhYAIWMIIJ1NZyAQA=\n",
    detect: Some(|input: Input<'_>| input.lines('#').next().is_some_and(|line| is_address(line.text))),
    address: Some(is_address),
    on_pages: false,
    ..Format::lines(puzzle, write)
};

/// Where the addresses that are written lead to.
const HOME: &str = "https://swaroopg92.github.io/penpa-edit/#m=solve&p=";

/// As many bytes are unpacked at most: a short text may stand for an endless one.
const MOST: usize = 1 << 20;

/// How hard it is tried to write a short address, up to 10.
const EFFORT: u8 = 8;

const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn is_address(text: &str) -> bool {
    text.contains("://") && text.contains("penpa-edit/") && text.contains("&p=")
}

fn puzzle(mut scan: Scan<'_>) -> Result<Puzzle, Wrong> {
    let before = scan;
    let line = scan.rest();
    let (name, address) = line.rsplit_once(char::is_whitespace).unwrap_or(("", line));
    let packed = address.split_once("&p=").map_or(address, |(_, packed)| packed);
    let packed = packed.split('&').next().unwrap_or_default();
    while scan.peek().is_some() {
        scan.take();
    }
    let text = unpacked(packed).ok_or_else(|| before.wrong("a drawing packed as penpa-edit packs it"))?;
    let named = if name.is_empty() { penpa::tag(&text) } else { pzpr::genre(name.trim()) };
    let genre = named.ok_or_else(|| {
        before
            .wrong("the name of a genre that gridlog has a rule set for before the address, such as `sudoku`")
    })?;
    penpa::read(genre, &text).map_err(|what| before.wrong(&what))
}

/// The text that base 64 of its deflated bytes stands for.
fn unpacked(packed: &str) -> Option<String> {
    let packed = packed.trim_end_matches('=').replace("%2B", "+").replace("%2F", "/").replace("%3D", "");
    let (mut bytes, mut bits, mut many) = (Vec::new(), 0_u32, 0);
    for sign in packed.bytes() {
        let sign = if sign == b' ' { b'+' } else { sign };
        bits = bits << 6 | SIGNS.iter().position(|known| *known == sign)? as u32;
        many += 6;
        if many >= 8 {
            many -= 8;
            bytes.push((bits >> many) as u8);
            bits &= (1 << many) - 1;
        }
    }
    String::from_utf8(decompress_to_vec_with_limit(&bytes, MOST).ok()?).ok()
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    let (name, text) = penpa::write(puzzle)?;
    let mut packed = String::new();
    for three in compress_to_vec(text.as_bytes(), EFFORT).chunks(3) {
        let bits =
            (0..3).fold(0_usize, |bits, at| bits << 8 | usize::from(three.get(at).copied().unwrap_or(0)));
        for at in 0..4 {
            packed.push(if at <= three.len() { SIGNS[bits >> (18 - 6 * at) & 63] as char } else { '=' });
        }
    }
    Ok(format!("{name} {HOME}{packed}\n"))
}
