//! Several puzzles in one text, parted by lines of dashes.

/// The line between two puzzles.
pub const BETWEEN: &str = "---";

/// The puzzles of a text. The lines before a puzzle are empty in it, so that each line keeps its number.
pub fn parts(text: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut drawing = false;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let dashes = line.trim();
        if !drawing && dashes.len() >= BETWEEN.len() && dashes.chars().all(|sign| sign == '-') {
            all.push("\n".repeat(number + 1));
            continue;
        }
        // A drawing may hold a line of dashes, and a comment quotes.
        let told = if drawing { line } else { line.split('%').next().unwrap_or(line) };
        drawing ^= told.matches("\"\"\"").count() % 2 == 1;
        if let Some(part) = all.last_mut() {
            part.push_str(line);
        }
    }
    // Dashes at the beginning or at the end part nothing.
    let is_blank = |part: &String| part.trim().is_empty();
    if all.len() > 1 && !all.iter().all(is_blank) {
        all.retain(|part| !is_blank(part));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn dashes_part_puzzles_and_lines_keep_their_numbers() {
        assert_eq!(parts(""), [""]);
        assert_eq!(parts("use a.\n"), ["use a.\n"]);
        assert_eq!(parts("use a.\n---\nuse b."), ["use a.\n", "\n\nuse b."]);
        assert_eq!(parts("---\r\nuse a.\n-----\n\n---\n"), ["\nuse a.\n"]);
        assert_eq!(parts("use a.\n--\n"), ["use a.\n--\n"]);
    }

    #[test]
    fn dashes_in_a_drawing_part_nothing() {
        let text = "path \"\"\"\n---\n\"\"\".\n---\nuse b.\n";
        assert_eq!(parts(text), ["path \"\"\"\n---\n\"\"\".\n", "\n\n\n\nuse b.\n"]);
        assert_eq!(parts("% \"\"\"\n---\nuse b.\n"), ["% \"\"\"\n", "\n\nuse b.\n"]);
    }
}
