//! What can be asked of a puzzle, as words of the command line.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::services::explain::Level;
use crate::services::generate::{Amount, Symmetry};

/// How many clues: 30 or 45%.
pub(super) fn amount(text: &str) -> Result<Amount, String> {
    let number = |text: &str| text.trim().parse().map_err(|_| format!("`{text}` is no number of clues"));
    match text.strip_suffix('%') {
        Some(percent) => match number(percent)? {
            percent @ 0..=100 => Ok(Amount::Percent(percent)),
            _ => Err("there are no more clues than 100%".to_owned()),
        },
        None => number(text).map(Amount::Number),
    }
}

/// How hard: a level, or a range such as easy..hard.
pub(super) fn levels(text: &str) -> Result<(Level, Level), String> {
    let names = Level::ALL.map(Level::word).join(", ");
    let level = |word: &str| {
        Level::named(word.trim()).ok_or_else(|| format!("`{word}` is no level; there are {names}"))
    };
    let (low, high) = match text.split_once("..") {
        Some((low, high)) => (level(low)?, level(high)?),
        None => (level(text)?, level(text)?),
    };
    if low > high { Err(format!("`{text}` goes from hard to easy")) } else { Ok((low, high)) }
}

/// How the clues lie.
pub(super) fn symmetries() -> impl TypedValueParser<Value = Symmetry> {
    let names = Symmetry::all().iter().map(|(_, name, help)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(names).try_map(|name| {
        let found = Symmetry::all().iter().find(|(_, known, _)| *known == name);
        found.map(|(symmetry, ..)| *symmetry).ok_or("no such symmetry")
    })
}

#[cfg(test)]
mod tests {
    use super::{amount, levels};
    use crate::services::explain::Level;
    use crate::services::generate::Amount;

    #[test]
    fn amounts_are_numbers_or_shares() {
        assert_eq!((amount("30"), amount("45%")), (Ok(Amount::Number(30)), Ok(Amount::Percent(45))));
        assert!(["", "%", "101%", "-1", "a few"].iter().all(|wrong| amount(wrong).is_err()));
    }

    #[test]
    fn a_level_alone_is_a_range() {
        assert_eq!(levels("easy"), Ok((Level::Easy, Level::Easy)));
        assert_eq!(levels("easy..hard"), Ok((Level::Easy, Level::Hard)));
        assert!(["hard..easy", "", "easy..", "soft"].iter().all(|wrong| levels(wrong).is_err()));
    }
}
