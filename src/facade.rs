//! The library as programs use it: rules and puzzles from text, and what can be asked of them. The crate's root shows it all.

mod error;
mod library;
mod puzzle;
mod rules;
mod solution;

pub use error::{Error, Problem};
pub use puzzle::{Answer, Explanation, Plan, Puzzle, Step, Verdict};
pub use rules::Rules;
pub use solution::{Solution, Value};

#[cfg(test)]
mod tests {
    use super::{Puzzle, Rules, Value, Verdict};

    const FOUR: &str =
        "use sudoku with r = 2, c = 2.\ngiven \"\"\"\n1 . . .\n. . 3 .\n. 4 . .\n. . . 2\n\"\"\".\n";

    #[test]
    fn a_puzzle_answers() -> Result<(), super::Error> {
        let puzzle = Puzzle::read(FOUR)?;
        assert!(puzzle.warnings().is_empty() && puzzle.is_unique()?);
        let answer = puzzle.solutions(None)?;
        assert_eq!((answer.verdict, answer.count), (Verdict::Unique, 1));
        assert_eq!(answer.solutions[0].get("r1c2"), Some(&Value::Number(3)));
        assert!(puzzle.candidates()?.iter().all(|(_, values)| values.len() == 1));
        assert_eq!(puzzle.explain()?.solution.as_ref(), answer.solutions.first());
        assert!(puzzle.svg()?.starts_with("<svg"));
        assert!(puzzle.plan().is_err(), "rules without moves have no plan");
        Ok(())
    }

    #[test]
    fn solutions_come_one_by_one() -> Result<(), super::Error> {
        let board = Rules::named("latin")?.set("n", 4).board()?;
        let listed = board.solutions(Some(20))?.solutions;
        let mut seen = Vec::new();
        let answer = board.each_solution(Some(20), &|| false, |solution| seen.push(solution))?;
        assert_eq!((answer.verdict, answer.count, &seen), (Verdict::Several, 20, &listed));
        assert!(seen[0].json().starts_with("[["), "{}", seen[0].json());

        let count = std::cell::Cell::new(0);
        let answer = board.each_solution(None, &|| count.get() >= 5, |_| count.set(count.get() + 1))?;
        assert!((5..576).contains(&answer.count), "stopped after {}", answer.count);
        Ok(())
    }

    #[test]
    fn what_is_not_known_is_not_said() -> Result<(), super::Error> {
        let board = Rules::named("takuzu")?.board()?.within(0);
        assert_eq!(board.solve()?.verdict, Verdict::Unknown);
        assert!(board.is_unique().is_err() && board.candidates().is_err());
        assert_eq!(board.count(Some(0))?.count, 0);
        Ok(())
    }

    #[test]
    fn moves_are_planned() -> Result<(), super::Error> {
        let rules = Rules::named("fifteen")?;
        let puzzle = rules.puzzle(&rules.generate(1)?)?;
        assert!(puzzle.plan()?.is_some_and(|plan| plan.is_shortest && !plan.moves.is_empty()));
        assert!(puzzle.solve().is_err() && puzzle.explain().is_err());
        Ok(())
    }

    #[test]
    fn wrong_texts_are_told() {
        let told = |wrong: Result<Puzzle, super::Error>| wrong.err().map(|error| error.problems().len());
        assert_eq!(told(Puzzle::read("use sudokku.")), Some(1));
        assert_eq!(told(Rules::named("sudoku").and_then(|rules| rules.grid(""))), Some(1));
        assert_eq!(told(Rules::named("sudoku").and_then(|rules| rules.set("q", 1).board())), Some(1));
    }
}
