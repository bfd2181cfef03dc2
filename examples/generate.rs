//! Makes a puzzle, reads it back and solves it; and shows what an error looks like.

use gridlog::{Error, Rules};

fn main() -> Result<(), Error> {
    let takuzu = Rules::named("takuzu")?.set("n", 6);
    let text = takuzu.generate(7)?;
    print!("{text}");
    let puzzle = takuzu.puzzle(&text)?;
    assert!(puzzle.is_unique()?, "a puzzle has one solution");
    println!("{} steps", puzzle.explain()?.steps.len());

    if let Err(error) = Rules::read("broken", "grid(2, 2) :: 1..2.\nrows: rov(_, L) => distinct(L).") {
        println!("{error}");
        for problem in error.problems() {
            println!("{} at {:?}: {}", problem.code, problem.place, problem.message);
        }
    }
    Ok(())
}
