//! Single words in an address of pzpr: numbers, directions, runs and sums.

use crate::language::puzzle::scan::{Scan, Wrong};

/// The word for a number that is not told.
pub(super) const UNTOLD: &str = "-";

/// The character of a digit to base 36.
pub(super) fn letter(digit: usize) -> char {
    char::from_digit(digit as u32, 36).unwrap_or('?')
}

/// The next character as a digit to this base, which stays.
pub(super) fn digit(scan: &Scan<'_>, base: u32) -> Option<usize> {
    scan.peek()?
        .to_digit(base)
        .filter(|_| !scan.peek().is_some_and(char::is_uppercase))
        .map(|digit| digit as usize)
}

/// Whether nothing more is told: the end, or the slash before what follows.
pub(super) fn is_over(scan: &Scan<'_>) -> bool {
    matches!(scan.peek(), None | Some('/'))
}

/// So many digits to this base.
pub(super) fn digits(scan: &mut Scan<'_>, many: usize, base: u32) -> Result<usize, Wrong> {
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

/// The signs before longer numbers to base 16: how many digits follow, and what is to be added to them.
const LONGER: [(char, usize, usize); 6] =
    [('-', 2, 0), ('+', 3, 0), ('=', 3, 4096), ('@', 3, 8192), ('*', 4, 12240), ('$', 5, 77776)];

pub(super) fn hex(scan: &mut Scan<'_>) -> Result<Option<String>, Wrong> {
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

pub(super) fn write_hex(word: &str) -> Result<String, String> {
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

#[expect(clippy::unnecessary_wraps, reason = "other words may be wrong")]
pub(super) fn ten(scan: &mut Scan<'_>) -> Result<Option<String>, Wrong> {
    if scan.eat('.') {
        return Ok(Some(UNTOLD.to_owned()));
    }
    Ok(digit(scan, 10).map(|number| {
        scan.take();
        number.to_string()
    }))
}

pub(super) fn write_ten(word: &str) -> Result<String, String> {
    match word {
        UNTOLD => Ok(".".to_owned()),
        _ if word.len() == 1 => Ok(word.to_owned()),
        _ => Err(format!("the number {word}")),
    }
}

/// A direction from 0 to 4, or with 5 added one before a number of two digits.
pub(super) fn arrow(scan: &mut Scan<'_>) -> Result<Option<String>, Wrong> {
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

pub(super) fn write_arrow(parts: &[Option<usize>]) -> Result<String, String> {
    match parts {
        [Some(way), None] => Ok(format!("{way}.")),
        [Some(way), Some(number)] if *number < 16 => Ok(format!("{way}{number:x}")),
        [Some(way), Some(number)] if *number < 256 => Ok(format!("{}{number:x}", way + 5)),
        [Some(way), Some(number)] if *number < 4096 => Ok(format!("-{way}{number:x}")),
        _ => Err("a clue without direction".to_owned()),
    }
}

pub(super) fn post(scan: &mut Scan<'_>) -> Result<Option<String>, Wrong> {
    let Some(colour) = digit(scan, 3) else { return Ok(None) };
    scan.take();
    let rest = arrow(scan)?.ok_or_else(|| scan.wrong("a direction from 0 to 4"))?;
    Ok(Some(format!("{colour},{rest}")))
}

pub(super) fn write_post(word: &str) -> Result<String, String> {
    match numbers(word).as_slice() {
        [Some(colour), rest @ ..] => Ok(format!("{colour}{}", write_arrow(rest)?)),
        _ => Err(format!("the clue `{word}`")),
    }
}

/// `#0` to `#4` is a black cell with its direction.
pub(super) fn wall(scan: &mut Scan<'_>) -> Result<Option<String>, Wrong> {
    let many = if scan.eat('-') { 2 } else { 1 };
    match digit(scan, 15) {
        Some(way @ 10..) if many == 1 => {
            scan.take();
            Ok(Some(format!("#{}", way - 10)))
        }
        Some(..10) => {
            let before = *scan;
            match digits(scan, many, 10)? {
                number @ ..99 => Ok(Some((number + 1).to_string())),
                _ => Err(before.wrong("a number below 99")),
            }
        }
        _ if many == 2 => Err(scan.wrong("a number of two digits")),
        _ => Ok(None),
    }
}

pub(super) fn write_wall(word: &str) -> Result<String, String> {
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

pub(super) fn runs(scan: &mut Scan<'_>) -> Result<Option<String>, Wrong> {
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

pub(super) fn write_runs(word: &str) -> Result<String, String> {
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
pub(super) fn sums(scan: &mut Scan<'_>) -> Result<Option<String>, Wrong> {
    if scan.peek().is_some_and(|sign| ('k'..='z').contains(&sign)) {
        return Ok(None);
    }
    if scan.eat('.') {
        return Ok(Some("0,0".to_owned()));
    }
    let down = sum(scan)?;
    Ok(Some(format!("{down},{}", sum(scan)?)))
}

pub(super) fn write_sums(word: &str) -> Result<String, String> {
    match numbers(word).as_slice() {
        [Some(0), Some(0)] => Ok(".".to_owned()),
        [down, right] => Ok(format!("{}{}", write_sum(*down)?, write_sum(*right)?)),
        _ => Err(format!("the clue `{word}`")),
    }
}
