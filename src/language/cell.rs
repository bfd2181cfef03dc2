//! The names of cells: `r1c2`.

/// Row and column, if this is the name of a cell: `r1c2`.
pub fn named(name: &str) -> Option<(i64, i64)> {
    let (row, column) = name.strip_prefix('r')?.split_once('c')?;
    let number = |digits: &str| {
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| digits.parse().ok()).flatten()
    };
    Some((number(row)?, number(column)?))
}

/// A text with the names of cells in lower case: people also write `R1C3`, which in a rule would be a placeholder.
pub fn in_lower_case(text: &str) -> String {
    let mut lowered = String::with_capacity(text.len());
    for word in text.split_inclusive(|letter: char| !letter.is_alphanumeric()) {
        let name = word.trim_end_matches(|letter: char| !letter.is_alphanumeric());
        let lower = name.to_lowercase();
        lowered.push_str(if named(&lower).is_some() { &lower } else { name });
        lowered.push_str(&word[name.len()..]);
    }
    lowered
}

#[cfg(test)]
mod tests {
    use super::in_lower_case;

    #[test]
    fn cells_are_known_in_capitals_too() {
        for (text, lower) in [
            ("R1C3", "r1c3"),
            ("link({R1C1, r1C2})", "link({r1c1, r1c2})"),
            ("R1C", "R1C"),
            ("ER1C3", "ER1C3"),
            ("", ""),
        ] {
            assert_eq!(in_lower_case(text), lower);
        }
    }
}
