//! Separated values: CSV with commas or semicolons, TSV with cells left blank, and the tables of Markdown.

use super::super::Drawn;
use super::super::line::{Piece, is_blank};
use super::row::looks_grouped;
use super::{Shape, Table, is_gap};
use crate::language::source::SourceId;

/// What stands between fields, and what a text is called that has it.
const SEPARATORS: &[(char, &str)] = &[(',', "CSV"), (';', "CSV with semicolons"), ('\t', "TSV")];

/// Grids as separated values, if a text can be nothing else: every line has the separator, most as often as the others,
/// and no field but a quoted one has a blank in it.
pub(super) fn separated(source: SourceId, text: Piece<'_>, shape: Shape) -> Option<Table> {
    SEPARATORS.iter().find_map(|&(sign, read_as)| {
        let mut blocks: Vec<Vec<Vec<Drawn>>> = vec![Vec::new()];
        let mut widths = Vec::new();
        for line in text.raw_lines() {
            // Tabs alone are a row of empty cells; blanks alone are an empty line.
            let blank = line.trim().text.is_empty();
            if blank && !(sign == '\t' && line.text.contains('\t')) {
                blocks.push(Vec::new());
                continue;
            }
            let is_comment =
                |text: &str| text.starts_with('%') || (text.starts_with('#') && !text.contains(sign));
            if is_comment(line.trim().text) {
                continue;
            }
            let row = fields(source, if sign == '\t' { line } else { line.trim() }, sign)?;
            widths.push(row.len());
            blocks.last_mut()?.push(row);
        }
        let width = usual(&widths)?;
        let cells = || blocks.iter().flatten().flatten();
        // Where no cell is blank, tabs are blanks like others.
        let is_tidy =
            sign == '\t' && (cells().all(|cell| cell.text != ".") || widths.iter().any(|&w| w != width));
        let is_row = widths.len() == 1 && !shape.is_width(width, 1) && !shape.is_whole(width);
        if is_tidy || is_row || indented(&blocks, width, shape) {
            return None;
        }
        blocks.retain(|block| !block.is_empty());
        for block in &mut blocks {
            let ends_blank =
                block.iter().all(|row| row.len() == width && row.last().is_some_and(is_blank_cell));
            if ends_blank && !shape.is_width(width, block.len()) && shape.is_width(width - 1, block.len()) {
                block.iter_mut().for_each(|row| row.truncate(width - 1));
            }
        }
        Some(Table { blocks, read_as })
    })
}

/// A table of Markdown: bars around every row, and one row of dashes under the first, which counts only if it is wanted.
pub(super) fn markdown(source: SourceId, text: Piece<'_>, shape: Shape) -> Option<Table> {
    let mut blocks = Vec::new();
    let mut rows: Vec<Piece<'_>> = Vec::new();
    let end = Piece { start: text.start + text.text.len(), text: "" };
    for line in text.lines().chain(std::iter::once(end)) {
        if line.text.starts_with('|') && line.text.ends_with('|') && line.text.len() > 1 {
            rows.push(line);
            continue;
        }
        if !rows.is_empty() {
            blocks.push(table(source, &rows, shape)?);
            rows.clear();
        }
        if !line.text.is_empty() && !line.text.starts_with('%') && line.text.contains('|') {
            return None;
        }
    }
    (!blocks.is_empty()).then_some(Table { blocks, read_as: "a table of Markdown" })
}

fn table(source: SourceId, rows: &[Piece<'_>], shape: Shape) -> Option<Vec<Vec<Drawn>>> {
    let is_rule = |line: &Piece<'_>| {
        line.text.contains('-') && line.text.chars().all(|c| matches!(c, '|' | '-' | ':') || is_blank(c))
    };
    if rows.len() < 3 || !is_rule(&rows[1]) || rows.iter().filter(|row| is_rule(row)).count() > 1 {
        return None;
    }
    let mut table: Vec<Vec<Drawn>> = Vec::new();
    for row in rows.iter().filter(|row| !is_rule(row)) {
        let inner = Piece { start: row.start + 1, text: &row.text[1..row.text.len() - 1] };
        let fields: Vec<Piece<'_>> =
            inner.fields(|sign| sign == '|').map(|field| plain(field.trim())).collect();
        if fields.iter().any(|field| field.text.contains(is_blank) || looks_grouped(field.text)) {
            return None;
        }
        table.push(fields.into_iter().map(|field| field.cell(source)).collect());
    }
    let (width, body) = (table.first()?.len(), table.len() - 1);
    let head_is_blank = table.first()?.iter().all(is_blank_cell);
    let whole = |rows: usize| shape.is_height(rows, width);
    if (whole(body) && !whole(body + 1)) || (head_is_blank && whole(body) == whole(body + 1)) {
        table.remove(0);
    }
    Some(table)
}

/// A field without the signs that make it bold or code.
fn plain(field: Piece<'_>) -> Piece<'_> {
    let sign = |letter: char| matches!(letter, '*' | '`');
    let inner = field.text.trim_start_matches(sign);
    if field.text.trim_matches(sign).is_empty() {
        return field;
    }
    let start = field.start + field.text.len() - inner.len();
    Piece { start, text: inner.trim_end_matches(sign) }
}

/// The fields of a line; nothing if there is only one, or if a field has a blank in it without quotes around.
fn fields(source: SourceId, line: Piece<'_>, sign: char) -> Option<Vec<Drawn>> {
    let mut quoted = false;
    let mut ends = Vec::new();
    for (at, letter) in line.text.char_indices() {
        if letter == '"' {
            quoted = !quoted;
        } else if letter == sign && !quoted {
            ends.push(at);
        }
    }
    if ends.is_empty() || quoted {
        return None;
    }
    ends.push(line.text.len());
    let mut start = 0;
    let mut row = Vec::with_capacity(ends.len());
    for end in ends {
        let field = Piece { start: line.start + start, text: &line.text[start..end] }.trim();
        start = end + 1;
        let inner = field.text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let mut cell = field.cell(source);
        match inner {
            Some(inner) if inner.trim().is_empty() => ".".clone_into(&mut cell.text),
            Some(inner) => {
                cell.text = Piece { text: inner, ..field }.drawn(source).text.replace("\"\"", "\"")
            }
            None if field.text.contains(is_gap) => return None,
            None => {}
        }
        row.push(cell);
    }
    Some(row)
}

/// The width that more than half of the rows have, if it is one of a grid.
fn usual(widths: &[usize]) -> Option<usize> {
    let mut sorted = widths.to_vec();
    sorted.sort_unstable();
    // Who has more than half of the seats sits in the middle.
    let middle = *sorted.get(sorted.len() / 2)?;
    let count = sorted.iter().filter(|&&width| width == middle).count();
    (middle > 1 && count * 2 > sorted.len()).then_some(middle)
}

/// Whether the first cell of every line is blank since the lines are only indented.
fn indented(blocks: &[Vec<Vec<Drawn>>], width: usize, shape: Shape) -> bool {
    let first_blank = blocks.iter().flatten().all(|row| row.first().is_some_and(is_blank_cell));
    first_blank && !blocks.iter().all(|block| block.is_empty() || shape.is_width(width, block.len()))
}

fn is_blank_cell(cell: &Drawn) -> bool {
    cell.text == "." && cell.span.start == cell.span.end
}
