//! Solves a sudoku, says whether it has only one solution, and how a person finds it.

use gridlog::{Error, Rules, Verdict};

const GRID: &str = "
    . . . 1 . 2
    . . 3 4 . .
    . . . . . 4
    3 . 6 . . .
    . . 5 . . .
    6 1 . 5 . 3
";

fn main() -> Result<(), Error> {
    let puzzle = Rules::named("sudoku")?.set("r", 2).set("c", 3).grid(GRID)?;
    let answer = puzzle.solve()?;
    for solution in &answer.solutions {
        println!("{solution}\n");
    }
    match answer.verdict {
        Verdict::Unique => println!("It is the only one."),
        verdict => println!("The grid is no puzzle: {}.", verdict.word()),
    }
    let explanation = puzzle.explain()?;
    if let Some(step) = explanation.steps.first() {
        println!("Begin so: {}", step.text);
    }
    Ok(())
}
