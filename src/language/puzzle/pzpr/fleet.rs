//! Fleets of ships: the pieces that an address or a file of pzpr lists.
//!
//! A piece is its width, its height and its cells as marks, five in a character. Usual fleets have a letter of their own.

use super::words::letter;
use crate::language::puzzle::scan::{Scan, Wrong};

/// The letter of each usual fleet, and the number of its ships by their length.
const USUAL: [(char, &[usize]); 3] = [('c', &[3, 2, 1]), ('d', &[4, 3, 2, 1]), ('e', &[5, 4, 3, 2, 1])];

/// The longest ship.
const LONGEST: usize = 35;

/// The number of ships by their length, from those of one cell on.
pub(super) type Fleet = Vec<usize>;

/// Reads what stands behind the clues of an address.
pub(super) fn read(scan: &mut Scan<'_>) -> Result<Fleet, Wrong> {
    scan.want('/', "before the fleet")?;
    if scan.eat('/') {
        let usual = scan.peek().and_then(usual);
        let fleet = usual.ok_or_else(|| scan.wrong("a usual fleet of straight ships: c, d or e"))?;
        scan.take();
        return Ok(fleet);
    }
    let many = scan.number("the number of ships", 0, 99)?;
    let mut fleet = Fleet::new();
    for _ in 0..many {
        scan.want('/', "before a ship")?;
        let before = *scan;
        let mut piece = String::new();
        while let Some(sign) = scan.peek().filter(char::is_ascii_alphanumeric) {
            piece.push(sign);
            scan.take();
        }
        add(&mut fleet, &piece).map_err(|what| before.wrong(&what))?;
    }
    Ok(fleet)
}

/// Reads the words of a file: the letter of a usual fleet, or how many pieces there are and these.
pub(super) fn of_words(words: &[&str]) -> Result<Fleet, String> {
    if let [word] = words
        && let Some(fleet) = word.chars().next().and_then(usual)
    {
        return Ok(fleet);
    }
    let mut fleet = Fleet::new();
    words.iter().skip(1).try_for_each(|piece| add(&mut fleet, piece))?;
    Ok(fleet)
}

fn usual(sign: char) -> Option<Fleet> {
    USUAL.iter().find(|(known, _)| *known == sign).map(|(_, fleet)| fleet.to_vec())
}

/// Adds a ship, which must be straight and without holes.
fn add(fleet: &mut Fleet, piece: &str) -> Result<(), String> {
    let wanted = || format!("a straight ship, not `{piece}`: the rule set has no other ones");
    let mut signs = piece.chars().map(|sign| sign.to_digit(36).map(|digit| digit as usize));
    let (wide, high) =
        (signs.next().flatten().ok_or_else(wanted)?, signs.next().flatten().ok_or_else(wanted)?);
    let length = wide.max(high);
    let marks: Option<Vec<usize>> = signs.collect();
    if wide.min(high) != 1 || marks.is_none_or(|marks| marks != full(length)) {
        return Err(wanted());
    }
    if fleet.len() < length {
        fleet.resize(length, 0);
    }
    fleet[length - 1] += 1;
    Ok(())
}

/// So many marks, five in a character.
fn full(length: usize) -> Vec<usize> {
    (0..length).step_by(5).map(|from| 32 - (32 >> (length - from).min(5))).collect()
}

/// Writes what [`read`] reads.
pub(super) fn write(fleet: &[usize]) -> Result<String, String> {
    if let Some((sign, _)) = USUAL.iter().find(|(_, usual)| *usual == fleet) {
        return Ok(format!("//{sign}"));
    }
    if fleet.len() > LONGEST {
        return Err(format!("a ship of {} cells", fleet.len()));
    }
    let mut text = format!("/{}", fleet.iter().sum::<usize>());
    for (length, many) in (1..).zip(fleet) {
        let marks: String = full(length).into_iter().map(letter).collect();
        (0..*many).for_each(|_| text.push_str(&format!("/{}1{marks}", letter(length))));
    }
    Ok(text)
}
