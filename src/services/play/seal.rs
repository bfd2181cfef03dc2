//! Digests and veils: small, the same in `web/play/seal.js`, and no match for somebody who wants to cheat. They keep
//! the solution from being read where the page's text is looked at or searched.

/// How often a digest is stirred again.
const ROUNDS: u32 = 64;

/// A digest of some texts, in order, as 16 hexadecimal digits.
pub fn digest(texts: &[&str], salt: &str) -> String {
    let (one, other) = stirred(&format!("{salt}\n{}", texts.join("\n")));
    format!("{one:08x}{other:08x}")
}

/// Two lanes that each byte and the other lane change.
fn stirred(text: &str) -> (u32, u32) {
    let (mut one, mut other) = (0x9e37_79b9_u32, 0x85eb_ca6b_u32);
    for byte in text.bytes() {
        one = (one ^ u32::from(byte)).wrapping_mul(0x0100_0193) ^ (other >> 15);
        other = (other ^ u32::from(byte)).wrapping_mul(0x5bd1_e995) ^ (one >> 13);
    }
    for _ in 0..ROUNDS {
        one = (one ^ (other >> 16)).wrapping_mul(0x7feb_352d);
        other = (other ^ (one >> 15)).wrapping_mul(0x846c_a68b);
    }
    (one, other)
}

/// A stream of bytes that texts are mixed with.
pub struct Veil {
    state: u32,
}

impl Veil {
    /// The stream of a key.
    pub fn new(key: &str) -> Veil {
        Veil { state: stirred(key).0 }
    }

    fn next(&mut self) -> u8 {
        self.state = self.state.wrapping_add(0x6d2b_79f5);
        let mixed = (self.state ^ (self.state >> 15)).wrapping_mul(self.state | 1);
        let mixed = mixed ^ mixed.wrapping_add((mixed ^ (mixed >> 7)).wrapping_mul(mixed | 0x3d));
        ((mixed ^ (mixed >> 14)) >> 8) as u8
    }

    /// The text, veiled, in letters that may stand anywhere.
    pub fn text(mut self, text: &str) -> String {
        let bytes: Vec<u8> = text.bytes().map(|byte| byte ^ self.next()).collect();
        letters(&bytes)
    }
}

/// Bytes in the 64 letters of RFC 4648.
pub fn letters(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let number = three.iter().fold(0_u32, |number, &byte| number << 8 | u32::from(byte));
        let number = number << (8 * (3 - three.len()));
        for at in 0..4 {
            let letter = LETTERS[(number >> (18 - 6 * at)) as usize & 63];
            text.push(if at <= three.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Veil, digest, letters};

    #[test]
    fn digests_depend_on_every_text() {
        let all = [
            digest(&["a", "b"], ""),
            digest(&["a", "c"], ""),
            digest(&["a", "b"], "salt"),
            digest(&["b"], ""),
        ];
        assert!((0..4).all(|one| (0..one).all(|other| all[one] != all[other])), "{all:?}");
        // The page computes the same: `web/test/seal.test.js` holds it to this one.
        assert_eq!(digest(&["r1c1", "4"], "salt"), "8f333013ddb2abff");
    }

    #[test]
    fn letters_are_those_of_everybody() {
        assert_eq!([letters(b"M"), letters(b"Ma"), letters(b"Man")], ["TQ==", "TWE=", "TWFu"]);
        assert_eq!(Veil::new("key").text("text"), "AtimPQ==");
    }
}
