//! How a list of words stands in an address of pzpr: the primitives that the bodies of all genres are made of.
//!
//! A word is what a file of pzpr has in that place: a number, `-` for one that is not told, or several parted by commas. A
//! body may end early, which leaves the places that are left without a word.

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
        }
    }
}

/// The word for a number that is not told.
pub(super) const UNTOLD: &str = "-";

/// The character of a digit to base 36.
pub(super) fn letter(digit: usize) -> char {
    char::from_digit(digit as u32, 36).unwrap_or('?')
}

/// The next character as a digit to this base, which stays.
fn digit(scan: &Scan<'_>, base: u32) -> Option<usize> {
    scan.peek()?
        .to_digit(base)
        .filter(|_| !scan.peek().is_some_and(char::is_uppercase))
        .map(|digit| digit as usize)
}

/// Whether nothing more is told: the end, or the slash before what follows.
fn is_over(scan: &Scan<'_>) -> bool {
    matches!(scan.peek(), None | Some('/'))
}

/// So many digits to this base.
fn digits(scan: &mut Scan<'_>, many: usize, base: u32) -> Result<usize, Wrong> {
    let mut number = 0;
    for _ in 0..many {
        let found = digit(scan, base).ok_or_else(|| scan.wrong(&format!("a digit to base {base}")))?;
        number = number * base as usize + found;
        scan.take();
    }
    Ok(number)
}

/// The numbers of a word; nothing for one that is not told.
pub(super) fn numbers(word: &str) -> Vec<Option<usize>> {
    word.split(',').map(|part| part.parse().ok()).collect()
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

/// The signs before longer numbers to base 16: how many digits follow, and what is to be added to them.
const LONGER: [(char, usize, usize); 6] =
    [('-', 2, 0), ('+', 3, 0), ('=', 3, 4096), ('@', 3, 8192), ('*', 4, 12240), ('$', 5, 77776)];

fn hex(scan: &mut Scan<'_>) -> Result<Option<String>, Wrong> {
    if scan.eat('.') {
        return Ok(Some(UNTOLD.to_owned()));
    }
    if let Some(number) = digit(scan, 16) {
        scan.take();
        return Ok(Some(number.to_string()));
    }
    let sign = scan.peek().map(|sign| if sign == '%' { '@' } else { sign });
    let Some(&(_, many, more)) = LONGER.iter().find(|(longer, ..)| Some(*longer) == sign) else {
        return Ok(None);
    };
    scan.take();
    Ok(Some((digits(scan, many, 16)? + more).to_string()))
}

fn write_hex(word: &str) -> Result<String, String> {
    if word == UNTOLD {
        return Ok(".".to_owned());
    }
    let number: usize = word.parse().map_err(|_| format!("the clue `{word}`"))?;
    if number < 16 {
        return Ok(format!("{number:x}"));
    }
    let fits = |&&(_, many, more): &&(char, usize, usize)| number >= more && number - more < 1 << (4 * many);
    let (sign, many, more) = LONGER.iter().find(fits).ok_or_else(|| format!("the number {number}"))?;
    Ok(format!("{sign}{:0many$x}", number - more))
}

fn ten(scan: &mut Scan<'_>) -> Result<Option<String>, Wrong> {
    if scan.eat('.') {
        return Ok(Some(UNTOLD.to_owned()));
    }
    Ok(digit(scan, 10).map(|number| {
        scan.take();
        number.to_string()
    }))
}

fn write_ten(word: &str) -> Result<String, String> {
    match word {
        UNTOLD => Ok(".".to_owned()),
        _ if word.len() == 1 => Ok(word.to_owned()),
        _ => Err(format!("the number {word}")),
    }
}

/// A direction from 0 to 4, or with 5 added one before a number of two digits.
fn arrow(scan: &mut Scan<'_>) -> Result<Option<String>, Wrong> {
    let long = scan.eat('-');
    let Some(sign) = digit(scan, 10) else {
        return if long { Err(scan.wrong("a direction")) } else { Ok(None) };
    };
    scan.take();
    let (way, many) = if long { (sign, 3) } else { (sign % 5, 1 + sign / 5) };
    if many == 1 && scan.eat('.') {
        return Ok(Some(format!("{way},{UNTOLD}")));
    }
    Ok(Some(format!("{way},{}", digits(scan, many, 16)?)))
}

fn write_arrow(parts: &[Option<usize>]) -> Result<String, String> {
    match parts {
        [Some(way), None] => Ok(format!("{way}.")),
        [Some(way), Some(number)] if *number < 16 => Ok(format!("{way}{number:x}")),
        [Some(way), Some(number)] if *number < 256 => Ok(format!("{}{number:x}", way + 5)),
        [Some(way), Some(number)] if *number < 4096 => Ok(format!("-{way}{number:x}")),
        _ => Err("a clue without direction".to_owned()),
    }
}

fn post(scan: &mut Scan<'_>) -> Result<Option<String>, Wrong> {
    let Some(colour) = digit(scan, 3) else { return Ok(None) };
    scan.take();
    let rest = arrow(scan)?.ok_or_else(|| scan.wrong("a direction from 0 to 4"))?;
    Ok(Some(format!("{colour},{rest}")))
}

fn write_post(word: &str) -> Result<String, String> {
    match numbers(word).as_slice() {
        [Some(colour), rest @ ..] => Ok(format!("{colour}{}", write_arrow(rest)?)),
        _ => Err(format!("the clue `{word}`")),
    }
}

/// `#0` to `#4` is a black cell with its direction.
fn wall(scan: &mut Scan<'_>) -> Result<Option<String>, Wrong> {
    let many = if scan.eat('-') { 2 } else { 1 };
    match digit(scan, 15) {
        Some(way @ 10..) if many == 1 => {
            scan.take();
            Ok(Some(format!("#{}", way - 10)))
        }
        Some(..10) => Ok(Some((digits(scan, many, 10)? + 1).to_string())),
        _ if many == 2 => Err(scan.wrong("a number of two digits")),
        _ => Ok(None),
    }
}

fn write_wall(word: &str) -> Result<String, String> {
    let number = |text: &str| text.parse::<usize>().ok();
    match (word.strip_prefix('#').and_then(number), number(word)) {
        (Some(way), _) => Ok(letter(way + 10).to_string()),
        (_, Some(number @ 1..=10)) => Ok((number - 1).to_string()),
        (_, Some(number @ 11..=99)) => Ok(format!("-{}", number - 1)),
        _ => Err(format!("the number {word}")),
    }
}

/// How lists of two, three and four numbers are packed: where they begin, and what each number but the last counts.
const PACKED: [(usize, &[usize]); 3] = [(360, &[6, 1]), (396, &[16, 4, 1]), (460, &[8, 4, 2, 1])];

fn runs(scan: &mut Scan<'_>) -> Result<Option<String>, Wrong> {
    if scan.eat('.') {
        return Ok(Some(UNTOLD.to_owned()));
    }
    match digit(scan, 16) {
        None => Ok(None),
        Some(9) => {
            scan.take();
            Ok(Some("1,1,1,1".to_owned()))
        }
        Some(number @ ..9) => {
            scan.take();
            Ok(Some(number.to_string()))
        }
        Some(_) => {
            let before = *scan;
            let mut number = digits(scan, 2, 36)?;
            let fits = PACKED.iter().rev().find(|(from, _)| number >= *from).filter(|_| number < 476);
            let (from, counts) = fits.ok_or_else(|| before.wrong("runs of black cells"))?;
            number -= from;
            let told = counts.iter().map(|count| {
                let run = number / count;
                number %= count;
                if run == 0 { UNTOLD.to_owned() } else { run.to_string() }
            });
            Ok(Some(told.collect::<Vec<_>>().join(",")))
        }
    }
}

fn write_runs(word: &str) -> Result<String, String> {
    let parts = numbers(word);
    if let [one] = parts.as_slice() {
        return match one {
            None => Ok(".".to_owned()),
            Some(number @ ..9) => Ok(number.to_string()),
            Some(number) => Err(format!("the run {number}")),
        };
    }
    if word == "1,1,1,1" {
        return Ok("9".to_owned());
    }
    let (from, counts) =
        parts.len().checked_sub(2).and_then(|at| PACKED.get(at)).ok_or("more than four runs")?;
    let most = if counts.len() == 2 {
        5
    } else if counts.len() == 3 {
        3
    } else {
        1
    };
    if let Some(long) = parts.iter().flatten().find(|run| **run > most) {
        return Err(format!("the run {long} beside others"));
    }
    let packed = counts.iter().zip(&parts).map(|(count, run)| count * run.unwrap_or(0)).sum::<usize>() + from;
    Ok(format!("{}{}", letter(packed / 36), letter(packed % 36)))
}

/// A sum: up to 19 a digit to base 36, above that a capital letter; `-` for none.
pub(super) fn sum(scan: &mut Scan<'_>) -> Result<String, Wrong> {
    let wanted = || scan.wrong("a sum up to 45, as 0 to 9, a to j or A to Z");
    let sign = scan.peek().ok_or_else(wanted)?;
    let value = match sign {
        '0'..='9' | 'a'..='j' => sign.to_digit(36),
        'A'..='Z' => sign.to_digit(36).map(|value| value + 10),
        '-' => Some(0),
        _ => None,
    };
    let value = value.ok_or_else(wanted)?;
    scan.take();
    Ok(value.to_string())
}

pub(super) fn write_sum(value: Option<usize>) -> Result<char, String> {
    match value {
        Some(value @ ..20) => Ok(letter(value)),
        Some(value @ 20..46) => Ok(letter(value - 10).to_ascii_uppercase()),
        _ => Err("a sum above 45".to_owned()),
    }
}

/// The sum down, then the one to the right; `0,0` is a wall without any.
fn sums(scan: &mut Scan<'_>) -> Result<Option<String>, Wrong> {
    if scan.peek().is_some_and(|sign| ('k'..='z').contains(&sign)) {
        return Ok(None);
    }
    if scan.eat('.') {
        return Ok(Some("0,0".to_owned()));
    }
    let down = sum(scan)?;
    Ok(Some(format!("{down},{}", sum(scan)?)))
}

fn write_sums(word: &str) -> Result<String, String> {
    match numbers(word).as_slice() {
        [Some(0), Some(0)] => Ok(".".to_owned()),
        [down, right] => Ok(format!("{}{}", write_sum(*down)?, write_sum(*right)?)),
        _ => Err(format!("the clue `{word}`")),
    }
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
