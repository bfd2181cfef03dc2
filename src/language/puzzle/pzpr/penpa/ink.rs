//! How the words of pzpr are drawn in penpa-edit, both ways: by numbers, symbols and shades.

use super::drawing::{Drawing, Number, Spot};
use crate::language::puzzle::pzpr::board::WALL;
use crate::language::puzzle::pzpr::code::UNTOLD;
use crate::language::puzzle::pzpr::signs::Signs;

/// Words of a layer that are drawn as symbols.
struct Symbols {
    layer: &'static str,
    /// The name of the symbol; what comes before `_` is enough to know it by.
    name: &'static str,
    /// Its number for each word; the first of several is drawn.
    words: &'static [(u64, &'static str)],
}

const fn symbols(layer: &'static str, name: &'static str, words: &'static [(u64, &'static str)]) -> Symbols {
    Symbols { layer, name, words }
}

const SYMBOLS: &[Symbols] = &[
    symbols("tree", "tents", &[(1, "1")]),
    symbols("sky", "sun_moon", &[(1, "2"), (2, "1")]),
    symbols("shape", "ox_B", &[(1, "1"), (2, "2"), (3, "3")]),
    symbols("dot", CIRCLE, &[(1, "1"), (2, "1"), (3, "1"), (4, "1"), (5, "1"), (6, "1"), (7, "1"), (8, "1")]),
    symbols("sign", "line", &[(1, "2"), (2, "1"), (5, "3")]),
    symbols(
        "part",
        "battleship_B",
        &[(1, "6"), (2, "5"), (3, "3"), (4, "1"), (5, "4"), (6, "2"), (7, "0"), (8, "0")],
    ),
];

/// White and black circles, in any layer.
const COLOURS: Symbols = symbols("", CIRCLE, &[(1, "1"), (2, "2")]);

/// A large circle.
pub(super) const CIRCLE: &str = "circle_L";

/// Black, and the greys.
const BLACK: u64 = 4;
const GREYS: [u64; 3] = [1, 3, 8];

/// Up, left, right and down, as directions of pzpr.
const WAYS: [usize; 4] = [1, 3, 4, 2];

/// Colours of clues in pzpr.
const GREY_CLUE: &str = "0";
const WHITE_CLUE: &str = "1";
const BLACK_CLUE: &str = "2";

/// The symbols of a layer.
fn symbols_of(name: &str, signs: Signs) -> Option<&'static Symbols> {
    if signs.is_colours() { Some(&COLOURS) } else { SYMBOLS.iter().find(|symbols| symbols.layer == name) }
}

/// Whether a symbol is of the kind of another.
fn is_akin(drawn: &str, name: &str) -> bool {
    drawn.split('_').next() == name.split('_').next()
}

/// Whether a cell that is filled is a word by itself, and which.
fn shade(name: &str, signs: Signs) -> Option<&'static str> {
    match signs {
        Signs::Number("#") => Some(UNTOLD),
        Signs::Table(_) if name == WALL || name == "black" => {
            Some("1").filter(|word| signs.token(word).is_some())
        }
        _ => None,
    }
}

impl Drawing {
    /// Takes away what is drawn at a place and stands for a word of one of these layers.
    pub(super) fn take(&mut self, spot: Spot, layers: &[(&str, Signs)]) -> Result<Option<String>, String> {
        for &(name, signs) in layers {
            if let Some(word) = self.take_one(spot, name, signs)? {
                return Ok(Some(word));
            }
        }
        Ok(None)
    }

    fn take_one(&mut self, spot: Spot, name: &str, signs: Signs) -> Result<Option<String>, String> {
        if let Signs::Circle = signs {
            return self.take_circle(spot);
        }
        if let Some(symbols) = symbols_of(name, signs) {
            let found = self.symbols.get(&spot).filter(|(drawn, _)| is_akin(drawn, symbols.name));
            let word = found.and_then(|(_, number)| symbols.words.iter().find(|(known, _)| known == number));
            if let Some((_, word)) = word {
                self.symbols.remove(&spot);
                return Ok(Some((*word).to_owned()));
            }
            return Ok(None);
        }
        let filled = shade(name, signs);
        let says = |number: &&Number| !number.is_blank() || number.is_arrow || signs.token(UNTOLD).is_some();
        let has_numbers = !matches!(signs, Signs::Table(_));
        if let Some(number) = self.numbers.get(&spot).filter(says).filter(|_| has_numbers) {
            let colour = self.shades.get(&spot).copied();
            let word = read(number, colour, signs)?;
            self.numbers.remove(&spot);
            self.shades.remove(&spot);
            return Ok(Some(word));
        }
        let colour = self.shades.get(&spot).filter(|colour| **colour == BLACK || GREYS.contains(colour));
        match filled.filter(|_| colour.is_some()) {
            Some(word) => {
                self.shades.remove(&spot);
                Ok(Some(word.to_owned()))
            }
            None => Ok(None),
        }
    }

    /// A circle, perhaps with a number in it: even numbers are white, odd ones black.
    fn take_circle(&mut self, spot: Spot) -> Result<Option<String>, String> {
        let found = self.symbols.get(&spot).filter(|(name, _)| is_akin(name, CIRCLE));
        let Some(black) = found.and_then(|(_, number)| [1, 2].iter().position(|known| known == number))
        else {
            return Ok(None);
        };
        self.symbols.remove(&spot);
        let number = match self.numbers.remove(&spot).filter(|number| !number.is_blank()) {
            None => 0,
            Some(told) => told.text.parse::<usize>().map_err(|_| format!("numbers, not `{}`", told.text))?,
        };
        Ok(Some((number * 2 + black).to_string()))
    }

    /// Draws a word, as [`take`](Self::take) reads it.
    pub(super) fn draw(&mut self, spot: Spot, word: &str, layers: &[(&str, Signs)]) -> Result<(), String> {
        let drawn = layers.iter().any(|&(name, signs)| self.draw_one(spot, word, name, signs));
        if drawn { Ok(()) } else { Err(format!("`{word}`")) }
    }

    fn draw_one(&mut self, spot: Spot, word: &str, name: &str, signs: Signs) -> bool {
        if let Some(symbols) = symbols_of(name, signs) {
            let Some((number, _)) = symbols.words.iter().find(|(_, known)| *known == word) else {
                return false;
            };
            self.draw_symbol(spot, symbols.name, *number);
            return true;
        }
        if shade(name, signs) == Some(word) {
            self.shades.insert(spot, BLACK);
            return true;
        }
        let parts: Vec<&str> = word.split(',').collect();
        let arrow = |way: &str, number: &str| {
            let way = WAYS.iter().position(|known| known.to_string() == way);
            let number = if number == UNTOLD { "?" } else { number };
            way.map_or_else(|| number.to_owned(), |way| format!("{number}_{way}"))
        };
        let (text, is_arrow) = match (signs, parts.as_slice()) {
            (Signs::Number(untold), [number]) => {
                if *number != UNTOLD && number.parse::<usize>().is_err() {
                    return false;
                }
                if untold == "#" {
                    self.shades.insert(spot, BLACK);
                }
                ((if *number == UNTOLD { "?" } else { number }).to_owned(), false)
            }
            (Signs::List, all) if all.iter().all(|number| number.len() == 1) => (all.concat(), false),
            (Signs::Letter, [_]) => (signs.token(word).unwrap_or_default().to_uppercase(), false),
            (Signs::Arrow(_), [way, number]) => (arrow(way, number), true),
            (Signs::Post, [colour, way, number]) => {
                match *colour {
                    GREY_CLUE => drop(self.shades.insert(spot, GREYS[1])),
                    BLACK_CLUE => drop(self.shades.insert(spot, BLACK)),
                    _ => {}
                }
                (if *number == UNTOLD { String::new() } else { arrow(way, number) }, true)
            }
            (Signs::Circle, [number]) => {
                let Ok(number) = number.parse::<usize>() else { return false };
                self.draw_symbol(spot, CIRCLE, number as u64 % 2 + 1);
                if number < 2 {
                    return true;
                }
                ((number / 2).to_string(), false)
            }
            _ => return false,
        };
        self.numbers.insert(spot, Number { text, is_arrow });
        true
    }

    pub(super) fn draw_symbol(&mut self, spot: Spot, name: &str, number: u64) {
        self.symbols.insert(spot, (name.to_owned(), number));
    }
}

/// The word that a number is.
pub(super) fn read(number: &Number, colour: Option<u64>, signs: Signs) -> Result<String, String> {
    let Number { text, is_arrow } = number;
    let refused = || format!("numbers, not `{text}`");
    let told = |text: &str| match text {
        "?" | "" => Ok(UNTOLD.to_owned()),
        _ => text.parse::<usize>().map(|number| number.to_string()).map_err(|_| refused()),
    };
    let arrow = |text: &str| {
        let (number, way) = text.split_once('_')?;
        let way = WAYS.get(way.parse::<usize>().ok()?)?;
        Some(format!("{way},{}", told(number).ok()?))
    };
    match signs {
        Signs::Arrow(_) if text == "?" || number.is_blank() => Ok(format!("0,{UNTOLD}")),
        Signs::Arrow(_) if *is_arrow => arrow(text).ok_or_else(refused),
        Signs::Post if *is_arrow => {
            let colour = match colour {
                None => WHITE_CLUE,
                Some(BLACK) => BLACK_CLUE,
                Some(_) => GREY_CLUE,
            };
            let rest = if text.is_empty() { Some(format!("0,{UNTOLD}")) } else { arrow(text) };
            Ok(format!("{colour},{}", rest.ok_or_else(refused)?))
        }
        Signs::List => {
            let digits: Option<Vec<String>> =
                text.chars().map(|digit| digit.to_digit(10).map(|digit| digit.to_string())).collect();
            Ok(digits.ok_or_else(refused)?.join(","))
        }
        Signs::Letter => match text.to_ascii_uppercase().as_bytes() {
            [letter @ b'A'..=b'Z'] => Ok((letter - b'A' + 1).to_string()),
            _ => Err(refused()),
        },
        _ if *is_arrow => Err(refused()),
        _ => told(text),
    }
}
