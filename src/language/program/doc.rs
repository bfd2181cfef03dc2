//! Doc lines: sentences with names in braces, and words that go with a number.
//!
//! `{K}` is what `K` stands for, `{K cell|cells}` the same with the word that goes with it, `{K: is|are}` the word alone.

/// A part of a doc line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece<'t> {
    /// As it stands.
    Text(&'t str),
    /// What a name stands for.
    Name(&'t str),
    /// A word for one and for any other number that a name stands for, and whether the number stands before it.
    Words(&'t str, bool, [&'t str; 2]),
}

/// The parts of a doc line, in order.
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((inner, behind)) = after.split_once('}') else { break };
        found.push(Piece::Text(before));
        found.push(named(inner));
        rest = behind;
    }
    found.push(Piece::Text(rest));
    found
}

/// The names in braces of a doc line.
pub fn names(text: &str) -> impl Iterator<Item = &str> {
    pieces(text).into_iter().filter_map(|piece| match piece {
        Piece::Text(_) => None,
        Piece::Name(name) | Piece::Words(name, ..) => Some(name),
    })
}

fn named(inner: &str) -> Piece<'_> {
    let end = inner.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(inner.len());
    let (name, rest) = inner.split_at(end);
    let (number, words) = match rest.strip_prefix(':') {
        Some(words) => (false, words),
        None => (true, rest),
    };
    match (words.strip_prefix(' '), words.split_once('|')) {
        (Some(_), Some((one, more))) if !name.is_empty() => {
            Piece::Words(name, number, [one.trim(), more.trim()])
        }
        _ => Piece::Name(inner),
    }
}

#[cfg(test)]
mod tests {
    use super::{Piece, names, pieces};

    #[test]
    fn words_go_with_numbers() {
        let text = "{A} holds {K black cell|black cells}; {K: is|are} {odd | one} {";
        assert_eq!(
            pieces(text),
            [
                Piece::Text(""),
                Piece::Name("A"),
                Piece::Text(" holds "),
                Piece::Words("K", true, ["black cell", "black cells"]),
                Piece::Text("; "),
                Piece::Words("K", false, ["is", "are"]),
                Piece::Text(" "),
                Piece::Words("odd", true, ["", "one"]),
                Piece::Text(" {"),
            ]
        );
        assert_eq!(names("{K} {L x|y} {M N}").collect::<Vec<_>>(), ["K", "L", "M N"]);
    }
}
