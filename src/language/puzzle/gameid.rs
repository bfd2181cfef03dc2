//! What the game IDs of Simon Tatham's puzzles share: sizes, runs of cells, and blocks drawn by their borders.

use super::scan::{Scan, Wrong};
use super::written::{Cells, rows};

/// The largest number of rows or columns.
const LARGEST: usize = 400;

/// Reads `8x6`, width first.
pub(super) fn size(scan: &mut Scan<'_>) -> Result<(usize, usize), Wrong> {
    let width = scan.number("the width", 1, LARGEST)?;
    scan.want('x', "between width and height")?;
    Ok((width, scan.number("the height", 1, LARGEST)?))
}

/// Reads the difficulty, which is no part of the board, and the colon before the board.
pub(super) fn board_follows(scan: &mut Scan<'_>) -> Result<(), Wrong> {
    if scan.eat('d') && scan.peek() != Some(':') {
        scan.take();
    }
    if scan.peek() == Some('#') {
        return Err(
            scan.wrong("`:` and the board; `#` stands before a seed, from which only the game makes a board")
        );
    }
    scan.want(':', "before the board")
}

/// Reads a number for each of so many cells, 0 where there is none: a letter is a run of empty cells, `_` stands between
/// two numbers.
pub(super) fn numbers(scan: &mut Scan<'_>, cells: usize, high: usize) -> Result<Vec<usize>, Wrong> {
    let mut found = Vec::new();
    while found.len() < cells {
        let left = cells - found.len();
        match scan.peek() {
            Some('_') => {
                scan.take();
            }
            Some(letter @ 'a'..='z') => {
                let run = letter as usize - 'a' as usize + 1;
                if run > left {
                    return Err(scan.wrong(&format!("no more than {left} further cells")));
                }
                scan.take();
                found.extend(vec![0; run]);
            }
            Some('0'..='9') => found.push(scan.number("a value", 1, high)?),
            _ => {
                return Err(scan.wrong(&format!("a number or a letter: {left} of {cells} cells are missing")));
            }
        }
    }
    Ok(found)
}

/// Writes what [`numbers`] reads.
pub(super) fn write_numbers(cells: &Cells) -> String {
    write_signs(cells.iter().flatten().map(Option::as_deref), "_")
}

/// Writes signs with runs of empty cells as letters, and `between` where a sign follows another.
pub(super) fn write_signs<'c>(cells: impl Iterator<Item = Option<&'c str>>, between: &str) -> String {
    let mut text = String::new();
    let mut run = 0;
    for cell in cells {
        match cell {
            None => run += 1,
            Some(sign) => {
                let apart = run == 0 && !text.is_empty();
                write_run(&mut run, &mut text);
                text.push_str(if apart { between } else { "" });
                text.push_str(sign);
            }
        }
    }
    write_run(&mut run, &mut text);
    text
}

/// How many cells a sign passes over, and whether, 1 or 0, a mark follows them: `_` is none, `a` is 1, `z` is 25 and no mark.
pub(super) fn gap(sign: Option<char>) -> Option<(usize, usize)> {
    match sign? {
        '_' => Some((0, 1)),
        'z' => Some((25, 0)),
        letter @ 'a'..='y' => Some((letter as usize - 'a' as usize + 1, 1)),
        _ => None,
    }
}

/// Writes what [`gap`] reads, before a mark.
pub(super) fn write_gap(gap: usize, text: &mut String) {
    let (full, rest) = if gap > 25 { ((gap - 1) / 25, (gap - 1) % 25 + 1) } else { (0, gap) };
    text.push_str(&"z".repeat(full));
    text.push(if rest == 0 { '_' } else { (b'a' + rest as u8 - 1) as char });
}

fn write_run(run: &mut usize, text: &mut String) {
    while *run > 0 {
        let part = (*run).min(26);
        text.push((b'a' + part as u8 - 1) as char);
        *run -= part;
    }
}

/// The two cells beside border `index` of a square board: all borders that stand upright, row by row, then all that
/// lie, column by column.
fn beside(index: usize, side: usize) -> (usize, usize) {
    let (line, at) = (index / (side - 1), index % (side - 1));
    if line < side {
        (line * side + at, line * side + at + 1)
    } else {
        (at * side + line - side, (at + 1) * side + line - side)
    }
}

/// Reads blocks of cells, numbered in the order of their first cells. A letter tells how many gaps come before the next
/// border, `_` is none, `z` is 25 gaps and no border; with `repeats`, a number after a letter repeats it.
pub(super) fn blocks(scan: &mut Scan<'_>, side: usize, repeats: bool) -> Result<Vec<usize>, Wrong> {
    let borders = 2 * side * side.saturating_sub(1);
    let mut open = Vec::new();
    let mut at = 0;
    // One more than there are: the end counts as a border.
    while at <= borders {
        let (gaps, border) = gap(scan.peek()).ok_or_else(|| {
            scan.wrong(&format!("the borders of the blocks: {} are missing", borders + 1 - at))
        })?;
        let sign = *scan;
        scan.take();
        let times = if repeats && scan.at_digit() { scan.number("how often", 1, borders + 1)? } else { 1 };
        for _ in 0..times {
            if at + gaps + border > borders + 1 {
                return Err(sign.wrong(&format!("no more than {} further borders", borders + 1 - at)));
            }
            open.extend((at..at + gaps).map(|index| beside(index, side)));
            at += gaps + border;
        }
    }
    Ok(numbered(side * side, open))
}

/// The numbers of the groups that cells belong to, in the order of their first cells; these pairs hang together.
pub(super) fn numbered(cells: usize, pairs: impl IntoIterator<Item = (usize, usize)>) -> Vec<usize> {
    let mut block: Vec<usize> = (0..cells).collect();
    pairs.into_iter().for_each(|(one, other)| join(&mut block, one, other));
    let roots: Vec<usize> = (0..cells).map(|cell| root(&block, cell)).collect();
    let firsts: Vec<usize> = (0..cells).filter(|&cell| roots[cell] == cell).collect();
    roots.iter().map(|root| firsts.partition_point(|first| first < root)).collect()
}

fn join(block: &mut [usize], one: usize, other: usize) {
    let (one, other) = (root(block, one), root(block, other));
    block[one.max(other)] = one.min(other);
}

fn root(block: &[usize], mut cell: usize) -> usize {
    while block[cell] != cell {
        cell = block[cell];
    }
    cell
}

/// Writes what [`blocks`] reads; refuses cells outside every block, and blocks that do not hang together.
pub(super) fn write_blocks(cells: &Cells, side: usize, repeats: bool) -> Result<String, String> {
    let flat: Vec<&String> = cells.iter().flatten().flatten().collect();
    if flat.len() != side * side {
        return Err("a cell that belongs to no block".to_owned());
    }
    let mut signs = String::new();
    let mut run = 0;
    let borders = 2 * side * side.saturating_sub(1);
    for index in 0..=borders {
        let (one, other) = if index < borders { beside(index, side) } else { (0, 0) };
        if index < borders && flat[one] == flat[other] {
            run += 1;
            continue;
        }
        write_gap(std::mem::take(&mut run), &mut signs);
    }
    if !hang_together(&flat, side) {
        return Err("a block in several parts".to_owned());
    }
    let mut text = String::new();
    for same in signs.as_bytes().chunk_by(|one, other| one == other) {
        match (same.len(), same[0] as char) {
            (length, sign) if repeats && length > 2 => text.push_str(&format!("{sign}{length}")),
            (length, sign) => text.extend(std::iter::repeat_n(sign, length)),
        }
    }
    Ok(text)
}

/// Whether every two cells of a block are joined through its cells.
fn hang_together(flat: &[&String], side: usize) -> bool {
    let mut block: Vec<usize> = (0..flat.len()).collect();
    for (one, other) in (0..2 * side * side.saturating_sub(1)).map(|index| beside(index, side)) {
        if flat[one] == flat[other] {
            join(&mut block, one, other);
        }
    }
    let first = |name: &String| flat.iter().position(|other| *other == name);
    (0..flat.len()).all(|cell| Some(root(&block, cell)) == first(flat[cell]))
}

/// The letters that name blocks: `c`, `n` and `r` are params of the rule sets, and would be read as numbers.
const LETTERS: &[u8] = b"abdefghijklmopqstuvwxyz";

/// The name of a block: a letter, with a number once the letters are used up.
pub(super) fn block_name(number: usize) -> String {
    let letter = LETTERS[number % LETTERS.len()] as char;
    if number < LETTERS.len() { letter.to_string() } else { format!("{letter}{}", number / LETTERS.len()) }
}

/// The names of blocks, row by row.
pub(super) fn block_names(blocks: &[usize], side: usize) -> Cells {
    let name = |&number: &usize| Some(block_name(number));
    blocks.chunks(side).map(|row| row.iter().map(name).collect()).collect()
}

/// Reads cells that a letter leads to: `a` for the next one, `b` for the one after, `z` for 25 cells passed over. Capital
/// letters give 1, small ones 0. The end of the board counts as a cell if `end` says so.
pub(super) fn bits(scan: &mut Scan<'_>, (width, height): (usize, usize), end: bool) -> Result<Cells, Wrong> {
    let cells = width * height;
    let mut found: Vec<Option<String>> = vec![None; cells];
    let mut at = 0;
    while at < cells + usize::from(end) {
        let left = cells + usize::from(end) - at;
        let letter = scan.peek().filter(char::is_ascii_alphabetic);
        let letter = letter.ok_or_else(|| scan.wrong(&format!("a letter: {left} cells are missing")))?;
        let gap = letter.to_ascii_lowercase() as usize - 'a' as usize;
        let last = usize::from(!end && gap == left);
        if gap + usize::from(gap < 25) - last > left {
            return Err(scan.wrong(&format!("no more than {left} further cells")));
        }
        scan.take();
        at += gap;
        if gap < 25 {
            if let Some(cell) = found.get_mut(at) {
                *cell = Some(u8::from(letter.is_ascii_uppercase()).to_string());
            }
            at += 1;
        }
    }
    Ok(rows(&found, width))
}

/// Writes what [`bits`] reads.
pub(super) fn write_bits(cells: &Cells, end: bool) -> Result<String, String> {
    let mut text = String::new();
    let mut gap = 0;
    let mut put = |gap: &mut u8, first: u8| {
        text.push((first + *gap) as char);
        *gap = 0;
    };
    for cell in cells.iter().flatten() {
        match cell.as_deref() {
            None => gap += 1,
            Some("0") => put(&mut gap, b'a'),
            Some("1") => put(&mut gap, b'A'),
            Some(other) => return Err(format!("the value {other}")),
        }
        if gap == 25 {
            put(&mut gap, b'a');
        }
    }
    if end || gap > 0 {
        put(&mut gap, b'a');
    }
    Ok(text)
}
