//! How a list of words stands in an address of pzpr: the primitives that the bodies of all genres are made of.
//!
//! A word is what a file of pzpr has in that place: a number, `-` for one that is not told, or several parted by commas. A
//! body may end early, which leaves the places that are left without a word.

pub(super) use super::words::UNTOLD;
use super::words::{
    arrow, digit, digits, hex, is_over, letter, numbers, post, runs, sums, ten, wall, write_arrow, write_hex,
    write_post, write_runs, write_sums, write_ten, write_wall,
};
use crate::language::puzzle::scan::{Scan, Wrong};

/// A word for each place, nothing where there is none.
pub(super) type Words = Vec<Option<String>>;

/// A way to write a list of words.
#[derive(Clone, Copy, Debug)]
pub(super) enum Code {
    /// Numbers to base 16, longer ones behind a sign of their length; a letter from `g` on is a gap.
    Hex,
    /// Digits; a letter is a gap.
    Ten,
    /// A value below the first number and a gap up to the second behind it, in one character; a letter from `g` on is a gap.
    Tailed(usize, usize),
    /// A mark and the gap up to the next, in one character.
    Sparse,
    /// How many places there are before each mark.
    Marks,
    /// Three values from 0 to 2 in a character.
    Three,
    /// Five marks in a character.
    Bits,
    /// A number to base 36 for each place, `.` for none.
    Every,
    /// A direction and a number; a letter is a gap.
    Arrows,
    /// A colour, a direction and a number; a letter is a gap.
    Posts,
    /// A number less by one, or a letter from `a` to `e` for a black cell; a letter from `g` on is a gap.
    Walls,
    /// Up to four numbers in two characters; a letter from `g` on is a gap.
    Runs,
    /// Two numbers up to 45, or `.` for none; a letter from `k` on is a gap.
    Sums,
    /// A number to base 16 for each place, `-` before one of two digits, `.` for none.
    Plain,
    /// Gaps only: clues among the cells are refused.
    Nothing,
}

impl Code {
    /// Reads words for so many places.
    pub(super) fn read(self, scan: &mut Scan<'_>, places: usize) -> Result<Words, Wrong> {
        match self {
            Code::Hex => gapped(scan, places, 'g', hex),
            Code::Ten => gapped(scan, places, 'a', ten),
            Code::Arrows => gapped(scan, places, 'a', arrow),
            Code::Posts => gapped(scan, places, 'a', post),
            Code::Walls => gapped(scan, places, 'g', wall),
            Code::Runs => gapped(scan, places, 'g', runs),
            Code::Sums => gapped(scan, places, 'k', sums),
            Code::Tailed(values, _) => tailed(scan, places, values),
            Code::Sparse => sparse(scan, places),
            Code::Marks => marks(scan, places),
            Code::Three => packed(scan, places, 3, 3),
            Code::Bits => packed(scan, places, 2, 5),
            Code::Every => every(scan, places),
            Code::Plain => plain(scan, places),
            Code::Nothing => gapped(scan, places, 'g', nothing),
        }
    }

    /// Writes what [`read`](Self::read) reads.
    pub(super) fn write(self, words: &[Option<String>]) -> Result<String, String> {
        match self {
            Code::Hex => write_gapped(words, b'g', write_hex),
            Code::Ten => write_gapped(words, b'a', write_ten),
            Code::Arrows => write_gapped(words, b'a', |word| write_arrow(&numbers(word))),
            Code::Posts => write_gapped(words, b'a', write_post),
            Code::Walls => write_gapped(words, b'g', write_wall),
            Code::Runs => write_gapped(words, b'g', write_runs),
            Code::Sums => write_gapped(words, b'k', write_sums),
            Code::Tailed(values, most) => write_tailed(words, values, most),
            Code::Sparse => Ok(write_sparse(words)),
            Code::Marks => Ok(write_marks(words)),
            Code::Three => Ok(write_packed(words, 3, 3)),
            Code::Bits => Ok(write_packed(words, 2, 5)),
            Code::Every => write_every(words),
            Code::Plain => write_plain(words),
            Code::Nothing => write_gapped(words, b'g', |word| Err(format!("the clue `{word}`"))),
        }
    }
}

/// Words with gaps between them, a letter from `first` on; `word` reads one, or says that none begins here.
fn gapped(
    scan: &mut Scan<'_>,
    places: usize,
    first: char,
    word: fn(&mut Scan<'_>) -> Result<Option<String>, Wrong>,
) -> Result<Words, Wrong> {
    let mut words = Vec::new();
    while words.len() < places && !is_over(scan) {
        if let Some(word) = word(scan)? {
            words.push(Some(word));
            continue;
        }
        let gap = scan.peek().filter(|letter| (first..='z').contains(letter));
        let gap =
            gap.ok_or_else(|| scan.wrong(&format!("a number, or a letter from {first} to z for a gap")))?;
        pass(scan, &mut words, places, gap as usize - first as usize + 1)?;
        scan.take();
    }
    words.resize(places, None);
    Ok(words)
}

/// Passes over places without a word.
fn pass(scan: &Scan<'_>, words: &mut Words, places: usize, gap: usize) -> Result<(), Wrong> {
    let left = places - words.len();
    if gap > left {
        return Err(scan.wrong(&format!("a gap of no more than {left}, the places that are left")));
    }
    words.resize(words.len() + gap, None);
    Ok(())
}

fn write_gapped(
    words: &[Option<String>],
    first: u8,
    write: fn(&str) -> Result<String, String>,
) -> Result<String, String> {
    let (mut text, mut gap) = (String::new(), 0);
    for word in words {
        match word {
            None => gap += 1,
            Some(word) => {
                write_gap(&mut text, &mut gap, first);
                text.push_str(&write(word)?);
            }
        }
    }
    write_gap(&mut text, &mut gap, first);
    Ok(text)
}

fn write_gap(text: &mut String, gap: &mut usize, first: u8) {
    while *gap > 0 {
        let part = (*gap).min((b'z' - first + 1) as usize);
        text.push((first + part as u8 - 1) as char);
        *gap -= part;
    }
}

fn nothing(scan: &mut Scan<'_>) -> Result<Option<String>, Wrong> {
    let is_gap = scan.peek().is_some_and(|sign| ('g'..='z').contains(&sign));
    if is_gap {
        Ok(None)
    } else {
        Err(scan.wrong("no clues inside the board: the rule set has them beside it"))
    }
}

fn plain(scan: &mut Scan<'_>, places: usize) -> Result<Words, Wrong> {
    let mut words = Vec::new();
    while words.len() < places && !is_over(scan) {
        let long = scan.eat('-');
        words.push(if !long && scan.eat('.') {
            None
        } else {
            Some(digits(scan, if long { 2 } else { 1 }, 16)?.to_string())
        });
    }
    words.resize(places, None);
    Ok(words)
}

fn write_plain(words: &[Option<String>]) -> Result<String, String> {
    let write = |word: &Option<String>| match word.as_ref().map(|word| word.parse::<usize>()) {
        None => Ok(".".to_owned()),
        Some(Ok(number @ ..16)) => Ok(format!("{number:x}")),
        Some(Ok(number @ ..256)) => Ok(format!("-{number:x}")),
        Some(_) => Err("a clue above 255".to_owned()),
    };
    words.iter().map(write).collect()
}

/// A value with the gap behind it; what a gap reaches over the end does not count.
fn tailed(scan: &mut Scan<'_>, places: usize, values: usize) -> Result<Words, Wrong> {
    let mut words = Vec::new();
    while words.len() < places && !is_over(scan) {
        if scan.eat('.') {
            words.push(Some(UNTOLD.to_owned()));
            continue;
        }
        let number = digit(scan, 36).filter(|number| *number != 15 || values == 2);
        let number = number.ok_or_else(|| scan.wrong("a digit, a letter or `.`"))?;
        if number < 16 {
            words.push(Some((number % values).to_string()));
            let gap = (number / values).min(places - words.len());
            words.resize(words.len() + gap, None);
        } else {
            pass(scan, &mut words, places, number - 15)?;
        }
        scan.take();
    }
    words.resize(places, None);
    Ok(words)
}

fn write_tailed(words: &[Option<String>], values: usize, most: usize) -> Result<String, String> {
    let (mut text, mut gap, mut at) = (String::new(), 0, 0);
    while let Some(word) = words.get(at) {
        at += 1;
        let Some(word) = word else {
            gap += 1;
            continue;
        };
        write_gap(&mut text, &mut gap, b'g');
        if word == UNTOLD {
            text.push('.');
            continue;
        }
        let value = word.parse::<usize>().ok().filter(|value| *value < values);
        let value = value.ok_or_else(|| format!("the number {word}"))?;
        // Behind the last place it is empty as well.
        let tail = (0..most).take_while(|more| words.get(at + more).is_none_or(Option::is_none)).count();
        text.push(letter(value + values * tail));
        at += tail;
    }
    write_gap(&mut text, &mut gap, b'g');
    Ok(text)
}

/// How many places a mark and the gap behind it may take in [`Code::Sparse`].
const SPARSE: usize = 18;

fn sparse(scan: &mut Scan<'_>, places: usize) -> Result<Words, Wrong> {
    let mut words = Vec::new();
    while words.len() < places && !is_over(scan) {
        let number = digit(scan, 36).ok_or_else(|| scan.wrong("a digit or a letter"))?;
        if number < SPARSE {
            words.push(Some("1".to_owned()));
            pass(scan, &mut words, places, number)?;
        } else {
            pass(scan, &mut words, places, number + 1 - SPARSE)?;
        }
        scan.take();
    }
    words.resize(places, None);
    Ok(words)
}

fn write_sparse(words: &[Option<String>]) -> String {
    let (mut text, mut at) = (String::new(), 0);
    while at < words.len() {
        let marked = usize::from(words[at].is_some());
        let rest = &words[at + marked..];
        let gap = rest.iter().take(SPARSE - marked).take_while(|word| word.is_none()).count();
        text.push(letter(if marked == 1 { gap } else { gap + SPARSE - 1 }));
        at += marked + gap;
    }
    text
}

/// How many places `.` passes over in [`Code::Marks`].
const FAR: usize = 36;

fn marks(scan: &mut Scan<'_>, places: usize) -> Result<Words, Wrong> {
    let mut words = Vec::new();
    while words.len() < places && !is_over(scan) {
        let gap = if scan.peek() == Some('.') { Some(FAR) } else { digit(scan, 36) };
        let gap = gap.ok_or_else(|| scan.wrong("a digit, a letter or `.`"))?;
        pass(scan, &mut words, places, gap)?;
        if gap < FAR && words.len() < places {
            words.push(Some("1".to_owned()));
        }
        scan.take();
    }
    words.resize(places, None);
    Ok(words)
}

fn write_marks(words: &[Option<String>]) -> String {
    let (mut text, mut gap) = (String::new(), 0);
    for word in words {
        if word.is_some() {
            text.push(letter(gap));
            gap = 0;
        } else {
            gap += 1;
            if gap == FAR {
                text.push('.');
                gap = 0;
            }
        }
    }
    text
}

/// Values below `base`, so many in a character; 0 is no word.
fn packed(scan: &mut Scan<'_>, places: usize, base: usize, many: usize) -> Result<Words, Wrong> {
    let mut words = Vec::new();
    let all = base.pow(many as u32);
    while words.len() < places && !is_over(scan) {
        let number = digit(scan, all as u32).ok_or_else(|| scan.wrong(&format!("a digit to base {all}")))?;
        scan.take();
        for at in (0..many).rev() {
            let value = number / base.pow(at as u32) % base;
            words.push((value > 0).then(|| value.to_string()));
        }
    }
    words.resize(places, None);
    Ok(words)
}

fn write_packed(words: &[Option<String>], base: usize, many: usize) -> String {
    let value = |word: &Option<String>| word.as_ref().and_then(|word| word.parse().ok()).unwrap_or(0);
    let pack = |group: &[Option<String>]| {
        let number = (0..many).fold(0, |number, at| number * base + group.get(at).map_or(0, value));
        letter(number)
    };
    words.chunks(many).map(pack).collect()
}

fn every(scan: &mut Scan<'_>, places: usize) -> Result<Words, Wrong> {
    let mut words = Vec::new();
    while words.len() < places && !is_over(scan) {
        let word = match scan.peek() {
            Some('.') => None,
            Some('%' | '@') => Some(UNTOLD.to_owned()),
            Some('-') => {
                scan.take();
                words.push(Some(digits(scan, 2, 36)?.to_string()));
                continue;
            }
            _ => Some(digit(scan, 36).ok_or_else(|| scan.wrong("a number to base 36, or `.`"))?.to_string()),
        };
        words.push(word);
        scan.take();
    }
    words.resize(places, None);
    Ok(words)
}

fn write_every(words: &[Option<String>]) -> Result<String, String> {
    let write = |word: &Option<String>| match word.as_deref() {
        None => Ok(".".to_owned()),
        Some(UNTOLD) => Ok("@".to_owned()),
        Some(word) => match word.parse::<usize>() {
            Ok(number @ ..36) => Ok(letter(number).to_string()),
            Ok(number @ ..1296) => Ok(format!("-{}{}", letter(number / 36), letter(number % 36))),
            _ => Err(format!("the number {word}")),
        },
    };
    words.iter().map(write).collect()
}
