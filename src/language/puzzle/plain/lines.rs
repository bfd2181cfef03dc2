//! Texts in which each line is a whole grid, taken line by line as they come: they may have no end.
//!
//! ```text
//! ....1...   a line with a sign for each cell: a puzzle
//! ...1..     beside such lines: a puzzle that lost cells
//! # text     nothing
//!
//! 1 . .      a paragraph without such a line: kept until one comes, and read as any text is
//! ```

use super::row::{Row, is_frame};
use super::{Picture, Shape};
use crate::language::diagnostic::Diagnostic;
use crate::language::puzzle::line::Piece;
use crate::language::source::{SourceId, Span};

/// Up to this width a line that may be a whole square grid may as well be one of its rows.
const WIDEST_ROW: usize = super::block::WIDEST_ROW;

/// How many cells a grid has, and how many of them are in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    cells: usize,
    cols: usize,
}

/// How the lines of a text are taken.
#[derive(Clone, Debug)]
pub struct Lines {
    /// What grids are like.
    pub form: Form,
    /// How many lines and bytes were taken.
    taken: (usize, usize),
    /// Whether the paragraph has a whole grid, so that all its lines are.
    among_grids: bool,
    /// Whether `-` is a cell of the paragraph.
    dashed: bool,
    /// Paragraphs without a whole grid, the last one perhaps under way.
    odd: Option<Stretch>,
    /// Where the paragraph under way begins there.
    paragraph: usize,
}

/// A stretch of lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// What stands there.
    pub text: String,
    /// How many lines and bytes of the whole text come before it.
    pub before: (usize, usize),
}

impl Stretch {
    /// A line, without its end.
    fn line(text: &str, before: (usize, usize)) -> Taken {
        Taken::Grid(Stretch { text: text.trim_end().to_owned(), before })
    }

    /// The same without what stands before its cells.
    pub fn bare(&self) -> &str {
        bare(&self.text)
    }
}

/// A line without the blanks around it, and without the mark that a text may begin with.
fn bare(line: &str) -> &str {
    line.strip_prefix('\u{feff}').unwrap_or(line).trim()
}

/// What lines have come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Taken {
    /// A line that is a puzzle, or should be.
    Grid(Stretch),
    /// Lines in which puzzles stand in some other way.
    Other(Stretch),
}

/// What the beginning of a text tells.
#[derive(Clone, Debug)]
pub enum Begun {
    /// Its lines are grids.
    Lines(Lines),
    /// It is something else.
    Other,
    /// That cannot be told before more of it is known.
    More,
}

/// Whether a text that begins so, and may have `ended`, has a whole grid on each line. Where the size of grids is not known, a
/// line may be one of as many rows, so as many lines have to be seen.
pub fn begin(text: &str, ended: bool, shape: Shape) -> Begun {
    let shape = shape.settled();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let whole = if ended { text.len() } else { text.rfind('\n').map_or(0, |end| end + 1) };
    let mut lines = text[..whole].lines().map(str::trim).peekable();
    while lines.peek().is_some_and(|line| is_nothing(line)) {
        lines.next();
    }
    let Some(first) = lines.next() else { return if ended { Begun::Other } else { Begun::More } };
    if !is_dense(first) {
        return Begun::Other;
    }
    let begun = |cols| Begun::Lines(Lines::new(first.len(), cols));
    match shape.cols_of(first.len()) {
        Some(cols) if shape.cells().is_some() && shape.rows > Some(1) => return begun(cols),
        _ => {}
    }
    let open = if shape.usual { shape.open() } else { shape };
    let side = open.cols_of(first.len()).filter(|_| open.cells().is_none() && first.len() > WIDEST_ROW);
    // Without an empty cell it may be an answer.
    let Some(side) = side.filter(|_| first.contains('.')) else { return Begun::Other };
    let mut height = 1;
    for line in lines {
        if is_nothing(line) {
            return if height == first.len() { Begun::Other } else { begun(side) };
        }
        height += 1;
        if line.len() != first.len() || !is_dense(line) {
            return Begun::Other;
        }
        if height > first.len() {
            return begun(side);
        }
    }
    if !ended {
        return Begun::More;
    }
    if height == first.len() { Begun::Other } else { begun(side) }
}

/// Whether a line is blank or a remark.
fn is_nothing(line: &str) -> bool {
    line.is_empty() || Row::new(Piece { start: 0, text: line }).starts_like_comment()
}

/// Whether a line has nothing but signs of cells, without anything between them.
fn is_dense(line: &str) -> bool {
    line.bytes().all(|sign| SIGNS[usize::from(sign)]) && !is_frame(line)
}

/// The bytes that are signs of cells: a table, since a million lines are made of little else.
const SIGNS: [bool; 256] = {
    let mut signs = [false; 256];
    let mut sign = 0_u8;
    while sign < 128 {
        let is_sign = sign.is_ascii_alphanumeric() || matches!(sign, b'.' | b'_' | b'?' | b'*' | b'-');
        signs[sign as usize] = is_sign;
        sign += 1;
    }
    signs
};

impl Lines {
    fn new(cells: usize, cols: usize) -> Lines {
        let (taken, odd) = ((0, 0), None);
        let form = Form { cells, cols };
        Lines { form, taken, among_grids: false, dashed: false, odd, paragraph: 0 }
    }

    /// Takes the next line, with its end; what it completes is told.
    pub fn take(&mut self, line: &str, tell: &mut impl FnMut(Taken)) {
        let before = self.taken;
        self.taken = (before.0 + 1, before.1 + line.len());
        let bare = bare(line);
        if bare.len() == self.form.cells && is_dense(bare) {
            self.end_odd(tell);
            self.among_grids = true;
            self.dashed |= bare.contains('-');
            return tell(Stretch::line(line, before));
        }
        if is_nothing(bare) {
            (self.among_grids, self.dashed) = (false, false);
            if let Some(odd) = &mut self.odd {
                odd.text.push_str(line);
                self.paragraph = odd.text.len();
            }
            return;
        }
        if self.among_grids {
            let row = Row::new(Piece { start: 0, text: bare });
            if !is_frame(bare) || (self.dashed && row.glyphs == self.form.cells) {
                tell(Stretch::line(line, before));
            }
            return;
        }
        let odd = self.odd.get_or_insert_with(|| {
            self.paragraph = 0;
            Stretch { text: String::new(), before }
        });
        odd.text.push_str(line);
    }

    /// A whole grid has come: the lines before it in its paragraph should be such, and what came before that is complete.
    fn end_odd(&mut self, tell: &mut impl FnMut(Taken)) {
        let Some(mut odd) = self.odd.take() else { return };
        let rows = odd.text.split_off(self.paragraph);
        let mut before = (odd.before.0 + odd.text.lines().count(), odd.before.1 + odd.text.len());
        if !odd.text.is_empty() {
            tell(Taken::Other(odd));
        }
        for line in rows.split_inclusive('\n') {
            if !is_frame(line.trim()) {
                tell(Stretch::line(line, before));
            }
            before = (before.0 + 1, before.1 + line.len());
        }
    }

    /// Ends the text.
    pub fn end(&mut self, tell: &mut impl FnMut(Taken)) {
        if let Some(odd) = self.odd.take() {
            tell(Taken::Other(odd));
        }
    }

    /// Passes over a line of so many bytes that is no text. The paragraph before it has been [ended](Self::end).
    pub fn pass(&mut self, bytes: usize) {
        self.taken = (self.taken.0 + 1, self.taken.1 + bytes);
    }

    /// How many bytes are kept.
    pub fn kept(&self) -> usize {
        self.odd.as_ref().map_or(0, |odd| odd.text.len())
    }
}

impl Form {
    /// The drawing that a line is taken for, whether it has all its cells or not; and what is wrong with its signs.
    pub fn picture(self, source: SourceId, line: &Stretch) -> (Picture, Vec<Diagnostic>) {
        let text = line.bare();
        let start = text.as_ptr() as usize - line.text.as_ptr() as usize;
        let piece = Piece { start, text };
        let rows = Row::new(piece).cut(source, Some(self.cells), self.cols);
        let picture = Picture::new(rows, Span::new(source, 0, line.text.len()));
        (picture, piece.unreadable(source))
    }
}

#[cfg(test)]
mod tests {
    use super::{Begun, Lines, Shape, Taken, begin};

    const KNOWN: Shape = Shape { rows: Some(3), cols: Some(3), square: true, usual: false };
    const OPEN: Shape = Shape { rows: None, cols: None, square: true, usual: false };

    fn taken(lines: &mut Lines, text: &str) -> Vec<(bool, String, usize)> {
        let mut told = Vec::new();
        let mut tell = |taken: Taken| {
            told.push(match taken {
                Taken::Grid(line) => (true, line.text, line.before.0),
                Taken::Other(text) => (false, text.text, text.before.0),
            });
        };
        text.split_inclusive('\n').for_each(|line| lines.take(line, &mut tell));
        lines.end(&mut tell);
        told
    }

    #[test]
    fn lines_are_grids_where_the_first_one_is() {
        let is_lines = |text: &str, ended| match begin(text, ended, KNOWN) {
            Begun::Lines(_) => "lines",
            Begun::Other => "other",
            Begun::More => "more",
        };
        let cases = [
            ("", true, "other"),
            ("", false, "more"),
            ("# 9 puzzles\n\n1.......3\n", false, "lines"),
            ("1.......", false, "more"),
            ("1.......3", true, "lines"),
            ("1..\n", false, "other"),
            ("1.......,\n", false, "other"),
            ("use sudok\n", false, "other"),
            ("---------\n", false, "other"),
        ];
        for (text, ended, expected) in cases {
            assert_eq!(is_lines(text, ended), expected, "{text:?}");
        }
    }

    #[test]
    fn a_line_of_unknown_size_may_be_a_row() {
        let line = format!("{}\n", "1...0...".repeat(8));
        let is_lines = |text: &str, ended| matches!(begin(text, ended, OPEN), Begun::Lines(_));
        assert!(matches!(begin(&line, false, OPEN), Begun::More));
        assert!(is_lines(&line, true) && is_lines(&format!("{line}\n"), false));
        assert!(!is_lines(&line.repeat(64), true) && is_lines(&line.repeat(65), false));
        assert!(!is_lines("1.......0\n", true), "nine cells may be a row of nine");
    }

    #[test]
    fn what_is_no_grid_is_told_apart() {
        let Begun::Lines(mut lines) = begin("1.......2\n", false, KNOWN) else { panic!("no lines") };
        let text = "1.......2\n3.......\n% a remark\n1..\n.2.\n\n..3\n\n2........\n...\n4........\n";
        let expected = [
            (true, "1.......2", 0),
            (true, "3.......", 1),
            (false, "1..\n.2.\n\n..3\n\n", 3),
            (true, "2........", 8),
            (true, "...", 9),
            (true, "4........", 10),
        ];
        let expected: Vec<_> =
            expected.iter().map(|&(grid, text, line)| (grid, text.to_owned(), line)).collect();
        assert_eq!(taken(&mut lines, text), expected);
    }
}
