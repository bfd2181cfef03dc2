//! The prelude as far as texts need it: most rule sets use little of it, and every run reads it anew.

use crate::base::hash::{Map, Set};

/// The text of the prelude with blanks for the definitions that nothing in these texts leads to: what is left stands where it
/// did. No message may be given about such a program, since it would not know all names.
pub(super) fn needed<'t>(prelude: &str, texts: impl Iterator<Item = &'t str>) -> String {
    let statements = split(prelude);
    let mut by_name: Map<&str, Vec<usize>> = Map::default();
    let mut open: Vec<usize> = Vec::new();
    for (number, &(start, end)) in statements.iter().enumerate() {
        match names(&prelude[start..end]).next() {
            Some("input" | "draw") | None => open.push(number),
            Some(name) => by_name.entry(name).or_default().push(number),
        }
    }
    let mut seen: Set<&str> = Set::default();
    let mut meet = |name: &str, open: &mut Vec<usize>| {
        for name in IMPLIED.iter().filter(|(by, _)| *by == name).map(|(_, name)| *name).chain([name]) {
            if let Some((known, numbers)) = by_name.get_key_value(name)
                && seen.insert(known)
            {
                open.extend(numbers);
            }
        }
    };
    texts.flat_map(names).for_each(|name| meet(name, &mut open));
    let mut kept = vec![false; statements.len()];
    while let Some(number) = open.pop() {
        if !std::mem::replace(&mut kept[number], true) {
            let (start, end) = statements[number];
            names(&prelude[start..end]).for_each(|name| meet(name, &mut open));
        }
    }
    let mut text = String::with_capacity(prelude.len());
    for (&(start, end), _) in statements.iter().zip(kept).filter(|(_, kept)| *kept) {
        text.extend(std::iter::repeat_n(' ', start - text.len()));
        text.push_str(&prelude[start..end]);
    }
    text
}

/// Names that others stand for without saying so: an unknown in each cell, and what hangs together side by side.
const IMPLIED: [(&str, &str); 2] = [("grid", "cell"), ("connected", "adjacent")];

/// The stretches of the statements, from the first word to the dot.
fn split(text: &str) -> Vec<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let (mut start, mut at) = (None, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'%' => at += bytes[at..].iter().take_while(|&&byte| byte != b'\n').count(),
            byte if byte.is_ascii_whitespace() => {}
            byte => {
                let first = *start.get_or_insert(at);
                let is_last = bytes.get(at + 1).is_none_or(u8::is_ascii_whitespace);
                if byte == b'.' && is_last {
                    found.push((first, at + 1));
                    start = None;
                }
            }
        }
        at += 1;
    }
    found
}

/// The words of a text that begin with a small letter.
fn names(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.split(move |letter| !is_part(letter)).filter(|word| word.starts_with(char::is_lowercase))
}

#[cfg(test)]
mod tests {
    use super::{needed, split};
    use crate::language::resolve::built_in;
    use crate::language::syntax::parse::parse;

    #[test]
    fn the_statements_are_those_of_the_parser() {
        let prelude = built_in::prelude();
        let (file, wrong) = parse(0, prelude);
        assert!(wrong.is_empty());
        let spans: Vec<_> =
            file.statements.iter().map(|one| (one.span.start as usize, one.span.end as usize)).collect();
        assert_eq!(split(prelude), spans);
    }

    #[test]
    fn what_is_left_stands_where_it_did_and_is_complete() {
        let prelude = built_in::prelude();
        let text = needed(prelude, ["knight(A, B) => A \\= B."].into_iter());
        for kept in
            ["knight(A, B)", "leap(X, Y)", "shift(cell(R, C)", "cell(A) ", "input given", "draw shade"]
        {
            assert_eq!(text.find(kept), prelude.find(kept), "{kept}");
            assert!(text.contains(kept), "{kept}");
        }
        assert!(!text.contains("box(") && !text.contains("touching("), "{text}");
        assert!(needed(prelude, ["a: connected(L)."].into_iter()).contains("adjacent(A, B)"));
    }
}
