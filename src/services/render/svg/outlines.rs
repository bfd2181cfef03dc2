//! Texts as outlines: the picture is the same everywhere, whatever fonts there are.

use std::fmt::Write as _;

use super::glyphs::{GLYPHS, Glyph, UNKNOWN};

/// The height of a line in the units of letters: a size of so many pixels draws them as they are.
const EM: f64 = 19.5;
/// Between two letters, and the width of the pen, usually and for bold text.
const GAP: f64 = 3.4;
const PEN: f64 = 1.6;
const BOLD_PEN: f64 = 2.7;

/// A document of this writer with letters as paths. Every element is a line of its own there.
pub fn outlined(document: &str) -> String {
    let mut out = String::with_capacity(2 * document.len());
    let mut group = "";
    for line in document.lines() {
        match line {
            "</g>" => group = "",
            _ if line.starts_with("<g ") => group = line,
            _ => {}
        }
        match Text::read(line, group) {
            Some(text) => text.write(&mut out),
            None => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

/// A text, its middle at a point of the line that it stands on.
struct Text<'d> {
    at: (f64, f64),
    size: f64,
    is_bold: bool,
    ink: &'d str,
    letters: Vec<char>,
}

impl<'d> Text<'d> {
    /// The text that a line of a document holds, within a group.
    fn read(line: &'d str, group: &'d str) -> Option<Text<'d>> {
        let (own, words) = line.strip_prefix("<text")?.strip_suffix("</text>")?.split_once('>')?;
        let get = |name| attribute(own, name).or_else(|| attribute(group, name));
        let number = |name| get(name)?.parse().ok();
        Some(Text {
            at: (number("x")?, number("y")?),
            size: number("font-size")?,
            is_bold: get("font-weight") == Some("bold"),
            ink: get("fill")?,
            letters: plain(words).chars().collect(),
        })
    }

    fn write(&self, out: &mut String) {
        let glyphs: Vec<&Glyph> = self.letters.iter().map(|&letter| glyph(letter)).collect();
        let width: f64 = glyphs.iter().map(|glyph| glyph.width + GAP).sum::<f64>() - GAP;
        let scale = self.size / EM;
        let (x, y) = (self.at.0 - width * scale / 2.0, self.at.1);
        let pen = if self.is_bold { BOLD_PEN } else { PEN };
        // A text takes whatever is written to it.
        let _always = write!(
            out,
            "<g transform=\"translate({x:.2} {y}) scale({scale:.4})\" fill=\"none\" stroke=\"{ink}\" \
             stroke-width=\"{pen}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">",
            ink = self.ink
        );
        let mut left = 0.0;
        for glyph in glyphs {
            if !glyph.path.is_empty() {
                let fill = if glyph.is_filled { format!(" fill=\"{}\"", self.ink) } else { String::new() };
                let _always =
                    write!(out, "<path transform=\"translate({left:.1})\" d=\"{}\"{fill}/>", glyph.path);
            }
            left += glyph.width + GAP;
        }
        out.push_str("</g>");
    }
}

fn glyph(letter: char) -> &'static Glyph {
    GLYPHS.iter().find(|glyph| glyph.letter == letter).unwrap_or(&UNKNOWN)
}

/// The value of an attribute.
fn attribute<'d>(attributes: &'d str, name: &str) -> Option<&'d str> {
    let (_, rest) = attributes.split_once(&format!(" {name}=\""))?;
    Some(rest.split_once('"')?.0)
}

/// What an escaped text says.
fn plain(text: &str) -> String {
    let signs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    signs.iter().fold(text.to_owned(), |text, (escaped, sign)| text.replace(escaped, sign))
}

#[cfg(test)]
mod tests {
    use super::super::text::escaped;
    use super::{GLYPHS, glyph, outlined, plain};

    #[test]
    fn texts_become_paths_and_all_else_stays() {
        let document = "<svg>\n<rect fill=\"#ffffff\"/>\n<g font-size=\"39\" fill=\"#000000\">\n\
                        <text x=\"30\" y=\"42\">1&lt;</text>\n</g>\n</svg>\n";
        let drawn = outlined(document);
        assert!(!drawn.contains("<text") && drawn.starts_with("<svg>\n<rect fill=\"#ffffff\"/>\n<g font"));
        assert!(drawn.contains(glyph('1').path) && drawn.contains(glyph('<').path));
        // Twice as large as the letters are, 8 + 3.4 + 8 wide: half of it left of the point.
        assert!(drawn.contains("translate(10.60 42) scale(2.0000)"), "{drawn}");
    }

    #[test]
    fn texts_say_what_was_escaped() {
        let text = "a < b & 'c' > \"&lt;\"";
        assert_eq!(plain(&escaped(text)), text);
    }

    /// All that is printed on a keyboard, each once.
    #[test]
    fn every_plain_sign_has_a_glyph() {
        for sign in ' '..='~' {
            assert_eq!(GLYPHS.iter().filter(|glyph| glyph.letter == sign).count(), 1, "{sign}");
        }
        assert!(GLYPHS.iter().all(|glyph| glyph.path.is_empty() == (glyph.letter == ' ')));
    }
}
