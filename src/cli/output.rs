//! The format of a file by the ending of its name.

use std::path::Path;

/// The format that was asked for, else the one that the file's ending means; nothing if there is no file.
///
/// # Errors
/// A sentence about an ending that means no format.
pub(super) fn format<F: Copy>(
    asked: Option<F>,
    file: Option<&Path>,
    endings: &[(&str, F)],
) -> Result<Option<F>, String> {
    let (None, Some(file)) = (asked, file) else { return Ok(asked) };
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
    let known = endings.iter().find(|(known, _)| *known == ending);
    known.map(|&(_, format)| Some(format)).ok_or_else(|| {
        let names: Vec<String> = endings.iter().map(|(known, _)| format!(".{known}")).collect();
        format!(
            "{}: the name of the file should end in {}, or say the format with -f",
            file.display(),
            names.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::format;
    use std::path::Path;

    #[test]
    fn endings_choose_unless_a_format_is_asked_for() {
        let endings = [("svg", 1), ("txt", 2)];
        let chosen = |asked, file: Option<&str>| format(asked, file.map(Path::new), &endings);
        assert_eq!(chosen(None, None), Ok(None));
        assert_eq!(chosen(None, Some("a.b.TXT")), Ok(Some(2)));
        assert_eq!(chosen(Some(1), Some("a.png")), Ok(Some(1)));
        assert!(chosen(None, Some("a.png")).is_err_and(|told| told.contains(".svg, .txt")));
        assert!(chosen(None, Some("svg")).is_err());
    }
}
