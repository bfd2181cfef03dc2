//! Minesweeper: the cell that is opened first, and which cells hold a mine, behind a mask so that nobody reads it by chance.
//!
//! What is told at the start are the cells that open with the first one, and the number of mines.

use super::board::Board;
use crate::language::puzzle::scan::{Scan, Wrong};

pub(super) fn read(scan: &mut Scan<'_>, board: &mut Board) -> Result<(), Wrong> {
    let (rows, cols) = (board.rows, board.cols);
    if scan.peek() == Some('r') {
        return Err(
            scan.wrong("where the mines are; here the game lays them after the first cell was opened")
        );
    }
    let mut first = None;
    if scan.at_digit() {
        let col = scan.number("the column of the first cell", 0, cols - 1)?;
        scan.want(',', "behind that column")?;
        let row = scan.number("the row of the first cell", 0, rows - 1)?;
        scan.want(',', "behind that row")?;
        first = Some(row * cols + col);
    }
    let masked = scan.eat('m');
    if !masked {
        scan.eat('u');
    }
    let mut bytes = vec![0_u8; (rows * cols).div_ceil(8)];
    let digits = (rows * cols).div_ceil(4);
    for at in 0..digits {
        let digit = scan.peek().and_then(|sign| sign.to_digit(16));
        let missing = || scan.wrong(&format!("digits to base 16: {} are missing", digits - at));
        bytes[at / 2] |= (digit.ok_or_else(missing)? as u8) << (4 * (1 - at % 2));
        scan.take();
    }
    if masked {
        unmask(&mut bytes, rows * cols);
    }
    let mines: Vec<bool> = (0..rows * cols).map(|cell| bytes[cell / 8] & (0x80 >> (cell % 8)) != 0).collect();
    if first.is_some_and(|first| mines[first]) {
        return Err(scan.wrong("a first cell without a mine"));
    }
    let open = opened(&mines, rows, cols, first);
    board.draw("number", &open, cols);
    board.state("mines", &[mines.iter().filter(|mine| **mine).count().to_string()]);
    Ok(())
}

/// The cells that touch a cell.
fn touching(cell: usize, rows: usize, cols: usize) -> impl Iterator<Item = usize> {
    let (row, col) = (cell / cols, cell % cols);
    let near = move |at: usize, end: usize| at.saturating_sub(1)..(at + 2).min(end);
    near(row, rows).flat_map(move |row| near(col, cols).map(move |col| row * cols + col))
}

/// The numbers of the cells that open with the first one: around a cell without mines near it, all of them do.
fn opened(mines: &[bool], rows: usize, cols: usize, first: Option<usize>) -> Vec<Option<String>> {
    let mut open = vec![None; mines.len()];
    let mut next: Vec<usize> = first.into_iter().collect();
    while let Some(cell) = next.pop() {
        if open[cell].is_some() {
            continue;
        }
        let near = touching(cell, rows, cols).filter(|&cell| mines[cell]).count();
        open[cell] = Some(near.to_string());
        if near == 0 {
            next.extend(touching(cell, rows, cols));
        }
    }
    open
}

/// Takes the mask off: each half of the bytes is hidden by a stream that the other one makes.
fn unmask(bytes: &mut [u8], bits: usize) {
    let (one, other) = bytes.split_at_mut(bytes.len() / 2);
    hide(other, one);
    if !bits.is_multiple_of(8) {
        // What fills up the last byte is no part of the stream.
        let last = other.len() - 1;
        other[last] &= (0xFF00_u16 >> (bits % 8)) as u8;
    }
    hide(one, other);
}

fn hide(target: &mut [u8], seed: &[u8]) {
    for (part, number) in target.chunks_mut(20).zip(0..) {
        let digest = sha1(&[seed, format!("{number}").as_bytes()].concat());
        part.iter_mut().zip(digest).for_each(|(byte, mask)| *byte ^= mask);
    }
}

/// The digest SHA-1, which the mask is made of.
fn sha1(message: &[u8]) -> [u8; 20] {
    let mut state: [u32; 5] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0];
    let mut padded = message.to_vec();
    padded.push(0x80);
    padded.resize((padded.len() + 8).next_multiple_of(64) - 8, 0);
    padded.extend((message.len() as u64 * 8).to_be_bytes());
    for block in padded.chunks_exact(64) {
        let mut words: Vec<u32> = block
            .chunks_exact(4)
            .map(|word| word.iter().fold(0, |all, byte| all << 8 | u32::from(*byte)))
            .collect();
        for at in 16..80 {
            words.push((words[at - 3] ^ words[at - 8] ^ words[at - 14] ^ words[at - 16]).rotate_left(1));
        }
        let mut now = state;
        for (at, word) in words.iter().enumerate() {
            let [first, one, two, three, last] = now;
            let (mixed, constant) = match at / 20 {
                0 => ((one & two) | (!one & three), 0x5A82_7999),
                1 => (one ^ two ^ three, 0x6ED9_EBA1),
                2 => ((one & two) | (one & three) | (two & three), 0x8F1B_BCDC),
                _ => (one ^ two ^ three, 0xCA62_C1D6_u32),
            };
            let parts = [first.rotate_left(5), mixed, last, constant, *word];
            let sum = parts.into_iter().fold(0, u32::wrapping_add);
            now = [sum, first, one.rotate_left(30), two, three];
        }
        for (sum, part) in state.iter_mut().zip(now) {
            *sum = sum.wrapping_add(part);
        }
    }
    let mut digest = [0; 20];
    digest
        .chunks_exact_mut(4)
        .zip(state)
        .for_each(|(bytes, word)| bytes.copy_from_slice(&word.to_be_bytes()));
    digest
}

#[cfg(test)]
mod tests {
    use super::sha1;

    #[test]
    fn digests_are_those_of_the_standard() {
        let shown = |message: &str| {
            let bytes = sha1(message.as_bytes()).map(|byte| format!("{byte:02x}"));
            bytes.concat()
        };
        assert_eq!(shown("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
        assert_eq!(shown(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
        let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        assert_eq!(shown(long), "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
    }
}
