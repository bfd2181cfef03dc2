//! `sudoku-lines solve < LINES` proves each sudoku and prints its solution; `sudoku-lines generate N` makes minimal ones.

use std::io::{BufWriter, Write, stdin, stdout};

use sudoku::Sudoku;

fn main() -> std::io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut out = BufWriter::new(stdout().lock());
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["solve"] => {
            for line in stdin().lines() {
                let found = Sudoku::from_str_line(&line?).map_or(Vec::new(), |puzzle| puzzle.solutions_up_to(2));
                match &found[..] {
                    [] => writeln!(out, "none")?,
                    [only] => writeln!(out, "unique {}", only.to_str_line())?,
                    _ => writeln!(out, "several")?,
                }
            }
        }
        ["generate", count] => {
            for _ in 0..count.parse().unwrap_or(0) {
                writeln!(out, "{}", Sudoku::generate().to_str_line())?;
            }
        }
        _ => panic!("sudoku-lines solve | generate N"),
    }
    out.flush()
}
