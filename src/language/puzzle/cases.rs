//! Test cases of a judge: a number of cases, then for each its size, the most moves a plan may have, and a square grid.
//!
//! ```text
//! 1
//! 2 5
//! 8 4
//! 4 0
//! ```

use super::{Drawn, Picture};
use crate::language::source::{SourceId, Span};

/// One case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The most moves a plan may have.
    pub most: u32,
    /// The grid.
    pub picture: Picture,
}

/// The widest board that is read.
const WIDEST: usize = 100;

/// The cases of a text. Fewer than announced are taken as they are, since such files are about; anything else that does
/// not fit is told in a sentence.
pub fn cases(source: SourceId, text: &str) -> Result<Vec<Case>, String> {
    let mut words = text.split_whitespace();
    let announced = number(words.next(), "the number of cases")?;
    let mut found = Vec::new();
    while let Some(word) = words.next() {
        let case = found.len() + 1;
        if found.len() as u64 == announced {
            return Err(format!("{announced} cases are announced, but more follows: `{word}`"));
        }
        let size = number(Some(word), &format!("case {case}: the size of the board"))? as usize;
        if !(1..=WIDEST).contains(&size) {
            return Err(format!("case {case}: a board of size {size}; sizes run from 1 to {WIDEST}"));
        }
        let most = number(words.next(), &format!("case {case}: the most moves"))?;
        let mut rows = Vec::with_capacity(size);
        for row in 1..=size {
            let mut cells = Vec::with_capacity(size);
            for column in 1..=size {
                let word = words.next();
                number(word, &format!("case {case}: row {row}, column {column}"))?;
                let word = word.unwrap_or_default();
                let start = word.as_ptr() as usize - text.as_ptr() as usize;
                let span = Span::new(source, start, start + word.len());
                cells.push(Drawn { text: word.to_owned(), span });
            }
            rows.push(cells);
        }
        let picture = Picture::new(rows, Span::new(source, 0, text.len()));
        found.push(Case { most: u32::try_from(most).unwrap_or(u32::MAX), picture });
    }
    Ok(found)
}

fn number(word: Option<&str>, what: &str) -> Result<u64, String> {
    let word = word.ok_or_else(|| format!("{what} is missing"))?;
    word.parse().map_err(|_| format!("{what}: `{word}` is no number"))
}

#[cfg(test)]
mod tests {
    use super::cases;

    #[test]
    fn cases_are_read() {
        let read = cases(0, "3\n2 5 \n8 4\n4 0\n\n1 0\n16").expect("two cases");
        let grids: Vec<(u32, Vec<Vec<&str>>)> = read
            .iter()
            .map(|case| {
                let rows = case.picture.rows.iter();
                (case.most, rows.map(|row| row.iter().map(|cell| cell.text.as_str()).collect()).collect())
            })
            .collect();
        assert_eq!(grids, [(5, vec![vec!["8", "4"], vec!["4", "0"]]), (0, vec![vec!["16"]])]);
    }

    #[test]
    fn what_does_not_fit_is_told() {
        for (text, told) in [
            ("", "the number of cases is missing"),
            ("1 2 5 8 4 4", "case 1: row 2, column 2 is missing"),
            ("1 2 5 8 x 4 0", "case 1: row 1, column 2: `x` is no number"),
            ("1 0 5", "case 1: a board of size 0; sizes run from 1 to 100"),
            ("1 1 5 0 7", "1 cases are announced, but more follows: `7`"),
        ] {
            assert_eq!(cases(0, text), Err(told.to_owned()));
        }
    }
}
