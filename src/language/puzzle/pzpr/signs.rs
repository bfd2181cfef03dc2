//! What the words of pzpr are called in a puzzle.

use super::words::{UNTOLD, numbers};

/// What the words of a part are called in a puzzle.
#[derive(Clone, Copy, Debug)]
pub(super) enum Signs {
    /// A number, and this for one that is not told; nothing where it must be told.
    Number(&'static str),
    /// Letters from `a` for numbers from 1.
    Letter,
    /// These words.
    Table(&'static [(&'static str, &'static str)]),
    /// A direction and a number as `2,left`; this for a clue without them.
    Arrow(&'static str),
    /// A colour, a direction and a number as `white,2,left`.
    Post,
    /// White circles as even numbers, black ones as odd numbers.
    Circle,
    /// A list of numbers.
    List,
}

const WAYS: [&str; 5] = ["", "up", "down", "left", "right"];
const COLOURS: [&str; 3] = ["grey", "white", "black"];

impl Signs {
    /// Whether these are two colours, white as 1 and black as 2.
    #[cfg(feature = "cli")]
    pub(super) fn is_colours(self) -> bool {
        matches!(self, Signs::Table([("1", "w"), ("2", "b")]))
    }

    /// The token for a word.
    pub(super) fn token(self, word: &str) -> Option<String> {
        let parts = numbers(word);
        let own = |token: &str| (!token.is_empty()).then(|| token.to_owned());
        match (self, parts.as_slice()) {
            (Signs::Number(_), [Some(number)]) => Some(number.to_string()),
            (Signs::Number(untold), [None]) if word == UNTOLD => own(untold),
            (Signs::Letter, [Some(number @ 1..=26)]) => {
                Some(((b'a' + *number as u8 - 1) as char).to_string())
            }
            (Signs::Table(table), _) => {
                table.iter().find(|(told, _)| *told == word).map(|(_, token)| (*token).to_owned())
            }
            (Signs::Arrow(untold), [Some(_), None]) => own(untold),
            (Signs::Arrow(_), [Some(way @ 1..=4), Some(number)]) => Some(format!("{number},{}", WAYS[*way])),
            (Signs::Post, [Some(colour @ ..=2), Some(_), None]) => own(COLOURS[*colour]),
            (Signs::Post, [Some(colour @ ..=2), Some(way @ 1..=4), Some(number)]) => {
                Some(format!("{},{number},{}", COLOURS[*colour], WAYS[*way]))
            }
            (Signs::Circle, [Some(number)]) => {
                let colour = if number % 2 == 0 { "w" } else { "b" };
                Some(if *number < 2 { colour.to_owned() } else { format!("{colour},{}", number / 2) })
            }
            (Signs::List, all) if all.iter().all(Option::is_some) => {
                Some(all.iter().flatten().map(usize::to_string).collect::<Vec<_>>().join(","))
            }
            _ => None,
        }
    }

    /// The word for a token.
    pub(super) fn word(self, token: &str) -> Option<String> {
        let parts: Vec<&str> = token.split(',').collect();
        let place = |all: &[&str], name: &str| all.iter().position(|one| !name.is_empty() && *one == name);
        let number = |text: &str| text.parse::<usize>().ok();
        match (self, parts.as_slice()) {
            (Signs::Number(untold) | Signs::Arrow(untold), _) if token == untold => Some(match self {
                Signs::Number(_) => UNTOLD.to_owned(),
                _ => format!("0,{UNTOLD}"),
            }),
            (Signs::Number(_), [told]) => number(told).map(|told| told.to_string()),
            (Signs::Letter, [told]) => match told.as_bytes() {
                [letter @ b'a'..=b'z'] => Some((letter - b'a' + 1).to_string()),
                _ => None,
            },
            (Signs::Table(table), _) => {
                table.iter().find(|(_, told)| *told == token).map(|(word, _)| (*word).to_owned())
            }
            (Signs::Arrow(_), [told, way]) => Some(format!("{},{}", place(&WAYS, way)?, number(told)?)),
            (Signs::Post, [colour]) => Some(format!("{},0,{UNTOLD}", place(&COLOURS, colour)?)),
            (Signs::Post, [colour, told, way]) => {
                Some(format!("{},{},{}", place(&COLOURS, colour)?, place(&WAYS, way)?, number(told)?))
            }
            (Signs::Circle, [colour, rest @ ..]) => {
                let black = place(&["w", "b"], colour)?;
                let told = match rest {
                    [] => Some(0),
                    [told] => number(told).filter(|told| *told > 0),
                    _ => None,
                };
                Some((told? * 2 + black).to_string())
            }
            (Signs::List, all) if all.iter().all(|one| number(one).is_some()) => Some(token.to_owned()),
            _ => None,
        }
    }
}
