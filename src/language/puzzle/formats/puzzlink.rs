//! `puzzlink`: addresses of puzz.link and other places where pzpr is at home, which hold the whole puzzle.

use super::Format;
use crate::language::puzzle::pzpr;
use crate::language::puzzle::scan::{Input, Scan, Wrong};
use crate::language::puzzle::written::Puzzle;

pub(super) const FORMAT: Format = Format {
    name: "puzzlink",
    summary: "addresses of puzz.link, pzv.jp and pzprxs.vercel.app, or what follows their `?`; one on each line",
    example: "https://puzz.link/p?sudoku/4/4/1k3h4k2\n",
    detect: Some(detect),
    address: Some(is_address),
    ..Format::lines(puzzle, write)
};

/// Where the addresses that are written lead to.
const HOME: &str = "https://puzz.link/p?";

fn detect(input: Input<'_>) -> bool {
    input.lines('#').next().is_some_and(|line| is_address(line.text))
}

/// Whether a text is an address that pzpr made, or what follows the `?` of one.
fn is_address(text: &str) -> bool {
    let named = |rest: &str| {
        let (name, body) = rest.split_once('/')?;
        pzpr::genre(plain(name)).filter(|_| body.contains(|sign: char| sign.is_ascii_digit()))
    };
    match (text.contains("://"), text.split_once('?')) {
        (true, Some((place, _))) => ["/p", "/p.html", "/p.php"].iter().any(|end| place.ends_with(end)),
        (true, None) => false,
        (false, _) => !text.contains(char::is_whitespace) && named(text).is_some(),
    }
}

/// A name without what says how it is shown.
fn plain(name: &str) -> &str {
    let bare = name.strip_suffix("_edit").or_else(|| name.strip_suffix("_play"));
    bare.unwrap_or(name)
}

fn puzzle(mut scan: Scan<'_>) -> Result<Puzzle, Wrong> {
    if scan.rest().contains("://") {
        while scan.peek().is_some() && !scan.eat('?') {
            scan.take();
        }
    }
    while ["type=player&", "type=editor&"].iter().any(|mode| scan.rest().starts_with(mode)) {
        scan.take_until('&');
        scan.take();
    }
    let before = scan;
    let name = scan.take_until('/');
    let genre = pzpr::genre(plain(name)).ok_or_else(|| {
        before.wrong_word(
            name,
            "a genre that gridlog has a rule set for, such as `sudoku`, `slither` or `nurikabe`",
        )
    })?;
    scan.want('/', "behind the genre")?;
    genre.read(&mut scan)
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    Ok(format!("{HOME}{}\n", pzpr::write(puzzle)?))
}
