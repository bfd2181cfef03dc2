//! Links to a playground that carry a puzzle, and their pictures for cameras.
//!
//! The link is that of `web/share.js`: the address, `#1`, and base64url of JSON compressed by deflate.

use miniz_oxide::deflate::compress_to_vec;
use qrcodegen::{QrCode, QrCodeEcc};
use serde_json::{Map, Value};

/// Quiet modules around a code.
const QUIET: i32 = 2;

/// The link of a puzzle and its code as a picture; nothing if the link is too long for one.
pub(super) fn picture(
    base: &str,
    rules: &[(String, Option<String>)],
    puzzle: &str,
) -> Option<(String, String)> {
    let address = address(base, rules, puzzle);
    let code = QrCode::encode_text(&address, QrCodeEcc::Low).ok()?;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|&x| code.get_module(x, y)) {
            path.push_str(&format!("M{x} {y}h1v1h-1z"));
        }
    }
    let side = code.size() + 2 * QUIET;
    let picture = format!(
        "<svg viewBox=\"-{QUIET} -{QUIET} {side} {side}\" shape-rendering=\"crispEdges\" role=\"img\" \
         aria-label=\"Link\"><path d=\"{path}\"/></svg>"
    );
    Some((address, picture))
}

/// The link: rules that are built in are named, others go with it.
fn address(base: &str, rules: &[(String, Option<String>)], puzzle: &str) -> String {
    let mut shared = Map::new();
    if let Some((name, text)) = rules.first() {
        shared.insert("name".to_owned(), Value::from(name.as_str()));
        shared.extend(text.iter().map(|text| ("rules".to_owned(), Value::from(text.as_str()))));
    }
    // Comments are for those who read the file.
    let lines: Vec<&str> = puzzle.lines().filter(|line| !line.starts_with('%')).collect();
    shared.insert("puzzle".to_owned(), Value::from(lines.join("\n") + "\n"));
    let packed = compress_to_vec(Value::Object(shared).to_string().as_bytes(), 9);
    format!("{}#1{}", base.split('#').next().unwrap_or(base), base64(&packed))
}

/// Bytes in the letters that addresses take.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let at = |index: usize| u32::from(three.get(index).copied().unwrap_or(0));
        let whole = at(0) << 16 | at(1) << 8 | at(2);
        for letter in 0..=three.len() {
            let number = whole >> (18 - 6 * letter) & 63;
            text.push(char::from(LETTERS[number as usize]));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{address, base64, picture};

    #[test]
    fn bytes_are_written_as_everybody_does() {
        assert_eq!(
            [b"".as_slice(), b"f", b"fo", b"foo", b"\xfb\xff"].map(base64),
            ["", "Zg", "Zm8", "Zm9v", "-_8"]
        );
    }

    #[test]
    fn a_link_holds_what_the_playground_reads() {
        let rules = [("takuzu".to_owned(), None)];
        let link = address("https://example.org/play#old", &rules, "% a comment\nuse takuzu.\n");
        let packed = link.strip_prefix("https://example.org/play#1").expect("the address");
        let place = |letter: u8| match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'-' => 62,
            _ => 63,
        };
        let bits =
            packed.bytes().fold(String::new(), |bits, letter| bits + &format!("{:06b}", place(letter)));
        let byte = |at: usize| u8::from_str_radix(&bits[8 * at..8 * at + 8], 2).expect("bits");
        let bytes: Vec<u8> = (0..bits.len() / 8).map(byte).collect();
        let json = miniz_oxide::inflate::decompress_to_vec(&bytes).expect("deflate");
        assert_eq!(String::from_utf8_lossy(&json), r#"{"name":"takuzu","puzzle":"use takuzu.\n"}"#);
    }

    #[test]
    fn what_no_code_can_hold_has_none() {
        let mut number = 1_u64;
        let noise = std::iter::repeat_with(|| {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            format!("{number:x}")
        });
        assert!(picture("https://example.org", &[], &noise.take(900).collect::<String>()).is_none());
        assert!(picture("https://example.org", &[], "use takuzu.\n").is_some());
    }
}
