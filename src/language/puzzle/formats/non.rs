//! `non`: nonograms as Steve Simpson's format writes them, a line for each row and each column.

use super::Format;
use crate::language::puzzle::line::Piece;
use crate::language::puzzle::scan::{Input, Wrong};
use crate::language::puzzle::written::{GIVEN, Puzzle};

pub(super) const FORMAT: Format = Format {
    name: "non",
    summary: "Nonogram: width, height, then the blocks under rows and columns, 1,2 a line; goal is passed over",
    example: "width 5\nheight 3\n\nrows\n1,2\n1,1\n3\n\ncolumns\n0\n1,1\n2\n1,1\n2\n",
    extension: Some("non"),
    ..Format::whole(puzzle, write)
};

/// The largest number of rows or columns.
const LARGEST: usize = 1000;

fn puzzle(input: Input<'_>) -> Result<Puzzle, Wrong> {
    let lines: Vec<Piece<'_>> = input.all_lines().filter(|line| !line.text.starts_with('#')).collect();
    let side = |name: &str| -> Result<usize, Wrong> {
        let line = lines.iter().find_map(|line| {
            let rest = line.text.strip_prefix(name)?;
            let number = rest.trim_start();
            let start = line.start + line.text.len() - number.len();
            rest.starts_with(char::is_whitespace).then_some(Piece { start, text: number })
        });
        let line = line.ok_or_else(|| input.ended(&format!("a line `{name}` with a number")))?;
        let mut scan = input.scan(line);
        let number = scan.number(&format!("the {name}"), 1, LARGEST)?;
        scan.end()?;
        Ok(number)
    };
    let (cols, rows) = (side("width")?, side("height")?);
    let left = section(input, &lines, "rows", rows, cols)?;
    let top = section(input, &lines, "columns", cols, rows)?;
    Ok(Puzzle::of("nonogram", &[("r", rows), ("c", cols)]).beside("left", &left).beside("top", &top))
}

/// The clues under a heading, one for each of `count` lines of `length` cells.
fn section(
    input: Input<'_>,
    lines: &[Piece<'_>],
    name: &str,
    count: usize,
    length: usize,
) -> Result<Vec<Option<String>>, Wrong> {
    let heading = lines.iter().position(|line| line.text == name);
    let heading = heading.ok_or_else(|| input.ended(&format!("a line `{name}`")))?;
    let is_heading = |line: &Piece<'_>| line.text.starts_with(|first: char| first.is_ascii_alphabetic());
    let below: Vec<Piece<'_>> =
        lines[heading + 1..].iter().copied().take_while(|line| !is_heading(line)).collect();
    // A line without a block may be left empty, but empty lines also stand between the parts.
    let filled: Vec<Piece<'_>> = below.iter().copied().filter(|line| !line.text.is_empty()).collect();
    let clues = if filled.len() == count { filled } else { below };
    let mut found = Vec::new();
    for number in 0..count {
        let Some(line) = clues.get(number) else {
            let last = clues.last().copied().unwrap_or(lines[heading]);
            let end = Piece { start: last.start + last.text.len(), text: "" };
            return Err(input.wrong(end, &format!("{count} lines of blocks under `{name}`, not {number}")));
        };
        found.push(Some(blocks(input, *line, length)?));
    }
    match clues[count..].iter().find(|line| !line.text.is_empty()) {
        Some(more) => Err(input.wrong(*more, &format!("no more than {count} lines under `{name}`"))),
        None => Ok(found),
    }
}

/// `1,2`, also with blanks; `0` or nothing for an empty line.
fn blocks(input: Input<'_>, line: Piece<'_>, length: usize) -> Result<String, Wrong> {
    let mut scan = input.scan(line);
    let mut blocks: Vec<usize> = Vec::new();
    while scan.peek().is_some() {
        blocks.push(scan.number("the length of a block", 0, length)?);
        scan.blanks();
        if scan.eat(',') {
            scan.blanks();
            if scan.peek().is_none() {
                return Err(scan.wrong("a number after the comma"));
            }
        } else if !scan.at_digit() {
            scan.end()?;
        }
    }
    if blocks.iter().sum::<usize>() + blocks.len().saturating_sub(1) > length {
        return Err(input.wrong(line, &format!("blocks that fit into {length} cells")));
    }
    let shown: Vec<String> = blocks.iter().filter(|&&block| block > 0).map(usize::to_string).collect();
    Ok(if shown.is_empty() { "0".to_owned() } else { shown.join(",") })
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    puzzle.only(&["nonogram"], &[], &["left", "top", GIVEN])?;
    let ((rows, left), (cols, top)) = (clues(puzzle, "r", "left")?, clues(puzzle, "c", "top")?);
    let given = puzzle.cells(GIVEN, rows, cols)?;
    let mut text =
        format!("width {cols}\nheight {rows}\n\nrows\n{}\n\ncolumns\n{}\n", left.join("\n"), top.join("\n"));
    match given.into_iter().flatten().collect::<Option<Vec<String>>>() {
        Some(cells) => text.push_str(&format!("\ngoal \"{}\"\n", cells.concat())),
        None if puzzle.drawn_size(GIVEN).is_some() => return Err("some cells and not others".to_owned()),
        None => {}
    }
    Ok(text)
}

/// How many lines there are from one side, and the clue of each.
pub(super) fn clues(puzzle: &Puzzle, param: &str, side: &str) -> Result<(usize, Vec<String>), String> {
    let drawn = puzzle.strips.iter().find(|strip| strip.name == side).map(|strip| strip.clues.len());
    let lines = puzzle.setting(param).or(drawn).unwrap_or(5);
    let clues: Option<Vec<String>> = puzzle.clues(side, lines)?.into_iter().collect();
    Ok((lines, clues.ok_or_else(|| format!("a line without a clue in `{side}`"))?))
}
