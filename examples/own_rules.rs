//! Rules of one's own: how many ways are there to put peaceful kings on a board?

use gridlog::{Error, Rules};

const RULES: &str = r"
    param n = 3.
    grid(n, n) :: 0..1.
    %! Kings do not touch.
    peace: touching(A, B) => not (A = 1, B = 1).
";

fn main() -> Result<(), Error> {
    let rules = Rules::read("kings", RULES)?;
    for n in 2..=5 {
        let answer = rules.clone().set("n", n).board()?.count(None)?;
        println!("{n}x{n}: {}", answer.count);
    }
    Ok(())
}
