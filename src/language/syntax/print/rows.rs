//! Pieces to lines: where rows start, how long ones are broken, and the finished text.

use super::align;
use super::piece::{BEFORE_BODY, BETWEEN_STATEMENTS, Kind, Piece, Rank};

/// Rows are broken so that they end here, trailing comments aside.
const WIDTH: usize = 110;
/// Indent of a row that has nothing to stand below.
const INDENT: usize = 4;
/// A row stands below its anchor only if that leaves room for it.
const DEEPEST_ANCHOR: usize = 60;

/// One line of the result: neighbouring pieces.
pub struct Row {
    /// Number of the first piece.
    pub first: usize,
    /// One past the last piece, the trailing comment left out.
    pub end: usize,
    /// The comment at the end of the line.
    pub comment: Option<usize>,
    /// Whether an empty line stands above.
    pub blank: bool,
}

/// The layout of a file while it is being worked out.
pub struct Layout<'p, 's> {
    /// All pieces.
    pub pieces: &'p [Piece<'s>],
    /// For each piece, whether a row starts with it.
    breaks: Vec<bool>,
    /// The rows that follow from `breaks`.
    pub rows: Vec<Row>,
    /// For each piece, the blanks that line it up, on top of its gap.
    pub pads: Vec<usize>,
    /// For each piece, its column.
    pub columns: Vec<usize>,
}

/// Lays out the pieces; `kin` is told in [`align`].
pub fn lay_out(pieces: &[Piece<'_>], kin: &[align::Kin]) -> String {
    let breaks = written_breaks(pieces);
    let columns = vec![0; pieces.len()];
    let mut layout = Layout { pieces, breaks, rows: Vec::new(), pads: Vec::new(), columns };
    loop {
        layout.build_rows();
        layout.pads = vec![0; pieces.len()];
        align::statements(&mut layout, kin);
        layout.place();
        if !layout.break_long_rows() {
            break;
        }
    }
    align::comments(&mut layout);
    layout.text()
}

/// The breaks of the source that are kept: around comments and doc lines, between statements, and within a statement
/// where a long row might be broken.
fn written_breaks(pieces: &[Piece<'_>]) -> Vec<bool> {
    let mut before: Option<Kind<'_>> = None;
    pieces
        .iter()
        .map(|piece| {
            let after = before.replace(piece.kind);
            let written = piece.newlines > 0;
            match (after, piece.kind) {
                (None | Some(Kind::Doc | Kind::LineComment), _) | (_, Kind::Doc) => true,
                (Some(Kind::BlockComment), _) | (_, Kind::LineComment | Kind::BlockComment) => written,
                _ => written && piece.rank.is_some(),
            }
        })
        .collect()
}

impl Layout<'_, '_> {
    fn build_rows(&mut self) {
        self.separate_broken_statements();
        self.rows.clear();
        for (at, piece) in self.pieces.iter().enumerate() {
            if let Some(row) = self.rows.last_mut().filter(|_| !self.breaks[at]) {
                if piece.kind == Kind::LineComment {
                    row.comment = Some(at);
                } else {
                    row.end = at + 1;
                }
                continue;
            }
            let after_doc = at.checked_sub(1).is_some_and(|before| self.pieces[before].kind == Kind::Doc);
            let blank = at > 0 && piece.newlines > 1 && !piece.inside && !after_doc;
            self.rows.push(Row { first: at, end: at + 1, comment: None, blank });
        }
    }

    /// A statement over several rows shares none of them with another one.
    fn separate_broken_statements(&mut self) {
        let starts: Vec<usize> =
            (0..self.pieces.len()).filter(|&at| self.pieces[at].starts.is_some()).collect();
        let mut tall_before = false;
        for (number, &first) in starts.iter().enumerate() {
            let next = starts.get(number + 1).copied().unwrap_or(self.pieces.len());
            let tall = (first..next)
                .any(|at| self.pieces[at].inside && (self.breaks[at] || self.pieces[at].is_tall()));
            if tall || tall_before {
                self.breaks[first] = true;
            }
            tall_before = tall;
        }
    }

    /// Finds the column of every piece.
    fn place(&mut self) {
        for row in &self.rows {
            let mut column = self.indent(row.first);
            for at in row.first..row.end {
                if at > row.first {
                    column += self.pieces[at].gap + self.pads[at];
                }
                self.columns[at] = column;
                column = self.pieces[at].end(column);
            }
        }
    }

    /// The column of a piece that starts a row.
    fn indent(&self, at: usize) -> usize {
        let piece = &self.pieces[at];
        if !piece.inside {
            return 0;
        }
        match piece.anchor.map(|anchor| self.columns[anchor]) {
            None => INDENT,
            Some(column) if column > DEEPEST_ANCHOR => INDENT + 2 * piece.depth.min(8),
            Some(column) => column,
        }
    }

    /// Breaks every row that is too long, if it can be; says whether it broke one.
    fn break_long_rows(&mut self) -> bool {
        let mut found = false;
        for number in 0..self.rows.len() {
            let Row { mut first, end, .. } = self.rows[number];
            // How far the rest of the row has moved left by the breaks made so far.
            let mut moved = 0_isize;
            while let Some(at) = self.best_break(first, end, moved) {
                self.breaks[at] = true;
                found = true;
                let indent = self.indent(at).min(self.columns[at]);
                moved = self.columns[at].cast_signed() - indent.cast_signed();
                first = at;
            }
        }
        found
    }

    /// Where to break the pieces `first..end`, if they run past the width.
    fn best_break(&self, first: usize, end: usize, moved: isize) -> Option<usize> {
        let mut best: Option<usize> = None;
        for at in first..end {
            let piece = &self.pieces[at];
            if at > first && piece.rank.is_some() && best.is_none_or(|best| self.rank(at) <= self.rank(best))
            {
                best = Some(at);
            }
            let stop = self.columns[at].cast_signed() - moved + self.first_width(at).cast_signed();
            if stop > WIDTH.cast_signed() {
                return best.or_else(|| (at + 1..end).find(|&later| self.pieces[later].rank.is_some()));
            }
        }
        None
    }

    /// How willingly a row breaks before a piece. A body that starts far to the right had better start anew.
    fn rank(&self, at: usize) -> Option<Rank> {
        let piece = &self.pieces[at];
        let far = self.columns[at] > DEEPEST_ANCHOR;
        piece.rank.map(|rank| if far && rank == BEFORE_BODY { BETWEEN_STATEMENTS } else { rank })
    }

    /// Columns a piece takes on the row it starts on.
    fn first_width(&self, at: usize) -> usize {
        let piece = &self.pieces[at];
        if piece.is_tall() { 0 } else { piece.end(0) }
    }

    /// The rows as text.
    fn text(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            if row.blank {
                text.push('\n');
            }
            text.extend(std::iter::repeat_n(' ', self.columns[row.first]));
            for at in row.first..row.end {
                if at > row.first {
                    text.extend(std::iter::repeat_n(' ', self.pieces[at].gap + self.pads[at]));
                }
                text.push_str(&self.pieces[at].text);
            }
            if let Some(comment) = row.comment {
                text.extend(std::iter::repeat_n(' ', self.pads[comment]));
                text.push_str(&self.pieces[comment].text);
            }
            text.push('\n');
        }
        text
    }
}
