//! Several puzzles in one text, parted by lines of dashes.

/// The line between two puzzles.
pub const BETWEEN: &str = "---";

/// One of the puzzles of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part<'t> {
    /// What it says.
    pub text: &'t str,
    /// How many lines and bytes of the whole text come before it.
    pub before: (usize, usize),
}

/// The puzzles of a text.
pub fn parts(text: &str) -> Vec<Part<'_>> {
    let mut all = Vec::new();
    let (mut before, mut at) = ((0, 0), 0);
    let mut drawing = false;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let dashes = line.trim();
        if !drawing && dashes.len() >= BETWEEN.len() && dashes.chars().all(|sign| sign == '-') {
            all.push(Part { text: &text[before.1..at], before });
            before = (number + 1, at + line.len());
        } else {
            // A drawing may hold a line of dashes, and a comment quotes.
            let told = if drawing { line } else { line.split('%').next().unwrap_or(line) };
            drawing ^= told.matches("\"\"\"").count() % 2 == 1;
        }
        at += line.len();
    }
    all.push(Part { text: &text[before.1..], before });
    // Dashes at the beginning or at the end part nothing.
    let is_blank = |part: &Part<'_>| part.text.trim().is_empty();
    if all.len() > 1 && !all.iter().all(is_blank) {
        all.retain(|part| !is_blank(part));
    }
    all
}

#[cfg(test)]
mod tests {
    fn parts(text: &str) -> Vec<(&str, usize, usize)> {
        super::parts(text).into_iter().map(|part| (part.text, part.before.0, part.before.1)).collect()
    }

    #[test]
    fn dashes_part_puzzles_and_lines_keep_their_numbers() {
        assert_eq!(parts(""), [("", 0, 0)]);
        assert_eq!(parts("use a.\n"), [("use a.\n", 0, 0)]);
        assert_eq!(parts("use a.\n---\nuse b."), [("use a.\n", 0, 0), ("use b.", 2, 11)]);
        assert_eq!(parts("---\r\nuse a.\n-----\n\n---\n"), [("use a.\n", 1, 5)]);
        assert_eq!(parts("use a.\n--\n"), [("use a.\n--\n", 0, 0)]);
    }

    #[test]
    fn dashes_in_a_drawing_part_nothing() {
        let text = "path \"\"\"\n---\n\"\"\".\n---\nuse b.\n";
        assert_eq!(parts(text), [("path \"\"\"\n---\n\"\"\".\n", 0, 0), ("use b.\n", 4, 22)]);
        assert_eq!(parts("% \"\"\"\n---\nuse b.\n"), [("% \"\"\"\n", 0, 0), ("use b.\n", 2, 10)]);
    }
}
