//! Lists of lists as programs write them: `[[5, 3, 0], [6, null, None]]`, also with braces, or without commas.

use super::super::Drawn;
use super::super::line::Piece;
use super::{Shape, Table};
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::files as say;
use crate::language::source::{SourceId, Span};

/// What such a text is taken for.
const READ_AS: &str = "a list of lists";

/// The words of several languages for nothing.
const NOTHING: &[&str] = &["null", "None", "nil", "undefined", "NaN", "nan"];

/// The deepest list that is read: several grids of rows.
const DEEPEST: usize = 3;

/// A list or what stands in one.
enum Item {
    List(Vec<Item>),
    /// A token, and whether it stood in quotes.
    Token(Drawn, bool),
}

/// Grids as lists, if a text starts like them: two brackets, or one before a row in quotes. What is then wrong is told.
pub(super) fn lists(
    source: SourceId,
    text: Piece<'_>,
    shape: Shape,
) -> Option<Result<Table, Box<Diagnostic>>> {
    let open = text.text.find(['[', '{'])?;
    let before = text.text[..open].trim_end();
    // `grid = [`, `"grid": [` and `array([` lead to a list; anything else before it is a grid with brackets in it.
    let leads = before.is_empty() || before.ends_with(['=', ':', '(']) && !before.contains('\n');
    let rest = text.text[open + 1..].trim_start();
    if before.ends_with(':') && rest.starts_with(['"', '\'']) || !leads {
        return None;
    }
    // An object's brace comes before a name; what it holds may be a list.
    if text.text[open..].starts_with('{') && rest.starts_with('"') {
        let colon = rest.find(':')? + text.text.len() - rest.len();
        let value = Piece {
            start: text.start + colon + 1,
            text: text.text[colon + 1..].trim_end_matches(['}', '\n', ' ']),
        };
        return lists(source, value, shape);
    }
    if !rest.starts_with(['[', '{', '(', '"', '\'']) && !is_flat(rest, shape) {
        return None;
    }
    let mut reader = Reader { source, text, at: open };
    Some(reader.item(0).and_then(|item| reader.grids(item, shape)))
}

/// Whether a list holds all cells of a grid one after the other.
fn is_flat(rest: &str, shape: Shape) -> bool {
    let cells = rest.split(']').next().unwrap_or_default().trim().trim_end_matches(',');
    rest.contains(']') && rest.contains(',') && shape.is_whole(cells.split(',').count())
}

struct Reader<'t> {
    source: SourceId,
    text: Piece<'t>,
    /// How many bytes have been read.
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text.text[self.at..]
    }

    fn blanks(&mut self, also: &[char]) {
        let is_blank = |letter: char| letter.is_whitespace() || also.contains(&letter);
        self.at += self.rest().len() - self.rest().trim_start_matches(is_blank).len();
    }

    fn wrong<T>(&self, expected: &str) -> Result<T, Box<Diagnostic>> {
        let found = self.rest().chars().next().map_or(0, char::len_utf8);
        let start = self.text.start + self.at;
        let span = Span::new(self.source, start, start + found);
        Err(Box::new(say::not_a_reading(READ_AS, expected, &self.rest()[..found], span)))
    }

    fn item(&mut self, depth: usize) -> Result<Item, Box<Diagnostic>> {
        self.blanks(&[]);
        let Some(first) = self.rest().chars().next() else { return self.wrong("`]`") };
        match first {
            '[' | '{' | '(' if depth < DEEPEST => {
                self.at += 1;
                let mut items = Vec::new();
                loop {
                    self.blanks(&[',']);
                    match self.rest().chars().next() {
                        Some(']' | '}' | ')') => {
                            self.at += 1;
                            return Ok(Item::List(items));
                        }
                        _ => items.push(self.item(depth + 1)?),
                    }
                }
            }
            '[' | '{' | '(' => self.wrong("a cell; lists stand in each other at most three deep"),
            '"' | '\'' => {
                let inner = &self.rest()[1..];
                let Some(end) = inner.find(first) else { return self.wrong("a closing quote") };
                let piece = Piece { start: self.text.start + self.at + 1, text: &inner[..end] };
                self.at += end + 2;
                Ok(Item::Token(piece.trim().cell(self.source), true))
            }
            _ => {
                let end = self.rest().find(|c: char| c.is_whitespace() || ",;[]{}()\"'".contains(c));
                let word = &self.rest()[..end.unwrap_or(self.rest().len())];
                if word.is_empty() {
                    return self.wrong("a cell, `,` or `]`");
                }
                let mut cell = Piece { start: self.text.start + self.at, text: word }.cell(self.source);
                if NOTHING.contains(&word) {
                    ".".clone_into(&mut cell.text);
                }
                self.at += word.len();
                Ok(Item::Token(cell, false))
            }
        }
    }

    /// The grids of a list: lists of rows, rows of cells, rows in quotes, or all cells one after the other.
    fn grids(&mut self, item: Item, shape: Shape) -> Result<Table, Box<Diagnostic>> {
        self.blanks(&[')', ']', '}', ';', ',']);
        if !self.rest().is_empty() {
            return self.wrong("the end of the text");
        }
        let Item::List(items) = item else { return self.wrong("`[`") };
        let is_list = |item: &Item| matches!(item, Item::List(_));
        let holds_lists = |item: &Item| matches!(item, Item::List(items) if items.iter().any(is_list));
        // Three deep are several grids; anything deeper in one place than in another is no grid.
        let depth = |item: &Item| usize::from(is_list(item)) + usize::from(holds_lists(item));
        if items.is_empty() || items.windows(2).any(|pair| depth(&pair[0]) != depth(&pair[1])) {
            return self.wrong("cells in all rows, or lists in all");
        }
        let blocks = if items.iter().any(holds_lists) {
            items.into_iter().map(|grid| self.rows(grid, shape)).collect::<Result<_, _>>()?
        } else {
            vec![self.rows(Item::List(items), shape)?]
        };
        Ok(Table { blocks, read_as: READ_AS })
    }

    fn rows(&self, grid: Item, shape: Shape) -> Result<Vec<Vec<Drawn>>, Box<Diagnostic>> {
        let Item::List(items) = grid else { return self.wrong("`[`: a list of rows") };
        let in_quotes =
            |item: &Item| matches!(item, Item::Token(cell, true) if cell.text.chars().nth(1).is_some());
        if items.iter().all(in_quotes) {
            return Ok(items.into_iter().map(|row| self.glyphs(row)).collect());
        }
        if items.iter().all(|item| matches!(item, Item::Token(..))) {
            let cells: Vec<Drawn> = items.into_iter().filter_map(token).collect();
            let cols = shape.cols_of(cells.len()).unwrap_or(cells.len()).max(1);
            return Ok(cells.chunks(cols).map(<[Drawn]>::to_vec).collect());
        }
        let mut rows = Vec::new();
        for item in items {
            let Item::List(cells) = item else { return self.wrong("a list for each row") };
            let row: Vec<Drawn> = cells.into_iter().filter_map(token).collect();
            if row.is_empty() {
                return self.wrong("rows with cells in them");
            }
            rows.push(row);
        }
        Ok(rows)
    }

    /// A row in quotes, a character for each cell.
    fn glyphs(&self, row: Item) -> Vec<Drawn> {
        let Some(row) = token(row) else { return Vec::new() };
        let (start, end) = (row.span.start as usize, row.span.end as usize);
        let text = &self.text.text[start - self.text.start..end - self.text.start];
        Piece { start, text }.glyphs(super::is_gap).map(|glyph| glyph.drawn(self.source)).collect()
    }
}

fn token(item: Item) -> Option<Drawn> {
    match item {
        Item::Token(token, _) => Some(token),
        Item::List(_) => None,
    }
}
