//! The compression of f-puzzles and other pages: dictionary codes of growing length, as signs to base 64.
//!
//! A code 0 or 1 stands before a new character of 8 or 16 bits, 2 is the end, and every other stands for a text seen
//! before. Codes are written with the lowest bit first.

use std::collections::BTreeMap;

const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// As many characters are unpacked at most: a short text may stand for an endless one.
const MOST: usize = 1 << 20;

/// Bits of a text to base 64, six a sign.
struct Bits<'t> {
    signs: std::str::Bytes<'t>,
    sign: u32,
    left: u32,
}

impl Bits<'_> {
    fn take(&mut self, many: u32) -> Option<u32> {
        let mut value = 0;
        for at in 0..many {
            if self.left == 0 {
                let byte = self.signs.next()?;
                // Spaces are what some pages make of a plus.
                let byte = match byte {
                    b' ' | b'-' => b'+',
                    b'_' => b'/',
                    _ => byte,
                };
                self.sign =
                    if byte == b'=' { 0 } else { SIGNS.iter().position(|sign| *sign == byte)? as u32 };
                self.left = 6;
            }
            self.left -= 1;
            value |= (self.sign >> self.left & 1) << at;
        }
        Some(value)
    }
}

/// Unpacks a text; nothing if it is none, or too long.
pub(super) fn unpack(text: &str) -> Option<String> {
    let mut bits = Bits { signs: text.bytes(), sign: 0, left: 0 };
    // Texts seen before, as places in what was unpacked.
    let mut known: Vec<(usize, usize)> = vec![(0, 0); 3];
    let mut out: Vec<u16> = Vec::new();
    let (mut wide, mut room) = (2, 4_usize);
    let mut before: Option<(usize, usize)> = None;
    loop {
        let code = bits.take(wide)?;
        let (start, length) = match code {
            0 | 1 => {
                let letter = bits.take(8 << code)? as u16;
                out.push(letter);
                // A new character is a text of its own from now on.
                known.push((out.len() - 1, 1));
                room -= 1;
                (out.len() - 1, 1)
            }
            2 => break,
            _ => {
                let (from, length) = match known.get(code as usize) {
                    Some(found) => *found,
                    // The text before with its own beginning behind it, which is about to be known.
                    None if code as usize == known.len() => {
                        before.map(|(from, length)| (from, length + 1))?
                    }
                    None => return None,
                };
                let start = out.len();
                if start + length > MOST {
                    return None;
                }
                for at in from..from + length {
                    out.push(*out.get(at)?);
                }
                (start, length)
            }
        };
        if room == 0 {
            room = 1 << wide;
            wide += 1;
        }
        if let Some((from, many)) = before {
            // The text before and the first character of this one follow each other in what was unpacked.
            known.push((from, many + 1));
            room -= 1;
            if room == 0 {
                room = 1 << wide;
                wide += 1;
            }
        } else {
            // The first character comes with a wider code behind it.
            wide = 3;
            room = 4;
        }
        before = Some((start, length));
    }
    String::from_utf16(&out).ok()
}

/// Packs a text so that [`unpack`] reads it.
pub(super) fn pack(text: &str) -> String {
    let mut bits: Vec<bool> = Vec::new();
    let mut known: BTreeMap<Vec<u16>, (u32, bool)> = BTreeMap::new();
    let (mut wide, mut room, mut next) = (2_u32, 2_usize, 3_u32);
    let put =
        |bits: &mut Vec<bool>, value: u32, many: u32| bits.extend((0..many).map(|at| value >> at & 1 == 1));
    let grow = |wide: &mut u32, room: &mut usize| {
        *room -= 1;
        if *room == 0 {
            *room = 1 << *wide;
            *wide += 1;
        }
    };
    let say = |bits: &mut Vec<bool>,
               known: &mut BTreeMap<Vec<u16>, (u32, bool)>,
               word: &[u16],
               wide: &mut u32,
               room: &mut usize| {
        let Some((code, said)) = known.get_mut(word) else { return };
        if *said {
            put(bits, *code, *wide);
        } else {
            let long = word[0] > 255;
            put(bits, u32::from(long), *wide);
            put(bits, u32::from(word[0]), if long { 16 } else { 8 });
            *said = true;
            grow(wide, room);
        }
        grow(wide, room);
    };
    let mut word: Vec<u16> = Vec::new();
    for letter in text.encode_utf16() {
        known.entry(vec![letter]).or_insert_with(|| {
            next += 1;
            (next - 1, false)
        });
        let mut longer = word.clone();
        longer.push(letter);
        if known.contains_key(&longer) {
            word = longer;
            continue;
        }
        say(&mut bits, &mut known, &word, &mut wide, &mut room);
        known.insert(longer, (next, true));
        next += 1;
        word = vec![letter];
    }
    if !word.is_empty() {
        say(&mut bits, &mut known, &word, &mut wide, &mut room);
    }
    put(&mut bits, 2, wide);
    let sign = |six: &[bool]| {
        let value = (0..6).fold(0, |value, at| value * 2 + usize::from(six.get(at) == Some(&true)));
        SIGNS[value] as char
    };
    let mut packed: String = bits.chunks(6).map(sign).collect();
    while !packed.len().is_multiple_of(4) {
        packed.push('=');
    }
    packed
}

#[cfg(test)]
mod tests {
    use super::{pack, unpack};

    #[test]
    fn texts_survive() {
        // As the page packs them.
        assert_eq!(unpack("BYUwNmD2Q===").as_deref(), Some("hello"));
        assert_eq!(pack("hello"), "BYUwNmD2Q===");
        for text in [
            "a",
            "aaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "{\"size\":9,\"grid\":[[{},{},{},{}]]}",
            "é→😀 and again é→😀",
            "abcabcabcabcabcabc",
        ] {
            assert_eq!(unpack(&pack(text)).as_deref(), Some(text));
        }
        let long: String = (0..20_000).map(|at| char::from(b'a' + (at * at % 23) as u8)).collect();
        assert_eq!(unpack(&pack(&long)), Some(long));
    }

    proptest::proptest! {
        /// Any text is packed and unpacked, and what nobody packed does no harm.
        #[test]
        fn all_texts(text in "\\PC{0,60}", packed in "[A-Za-z0-9+/= _-]{0,200}") {
            proptest::prop_assert_eq!(unpack(&pack(&text)), Some(text));
            let _ = unpack(&packed);
        }
    }

    #[test]
    fn what_is_no_text_is_told() {
        for text in ["", "A", "????", "BYUw", "Q==="] {
            assert!(unpack(text).is_none_or(|text| text.is_empty()), "{text}");
        }
    }
}
