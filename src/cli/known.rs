//! The solution that `solve --known` is told, so that it need only look for others.

use std::path::Path;

use super::console::Console;
use super::subject::{Subject, What};
use super::trouble::Trouble;
use super::{Exit, files};
use crate::base::hash::Map;
use crate::board::unknown::UnknownId;
use crate::services::solve::Solver;

/// The values of a solution: places and values as people write them, since its file is read as a puzzle of its own.
pub(super) struct Known {
    name: String,
    values: Vec<(String, String)>,
}

impl Known {
    /// Reads a solution of a puzzle, in any form that an answer may have; what there is to say instead if it cannot be read.
    pub(super) fn read(
        what: &What,
        path: &Path,
        console: &mut Console,
    ) -> Result<Result<Known, Exit>, Trouble> {
        let name = files::name(path);
        let mut found: Vec<Known> = Vec::new();
        let mut aside = Console::aside(console.style());
        let exit = what.answered_by(path).each(&mut aside, &mut |subject, _, _| {
            found.push(Known { name: name.clone(), values: values(subject) });
            Ok(Exit::Yes)
        })?;
        if exit != Exit::Yes {
            console.relay(aside.take());
            return Ok(Err(exit));
        }
        match (found.pop(), found.pop()) {
            (Some(known), None) => Ok(Ok(known)),
            _ => {
                Err(Trouble::call(format!("--known takes a file with one solution, and {name} has not one")))
            }
        }
    }

    /// The values as a solver knows them.
    pub(super) fn coded(&self, solver: &mut Solver) -> Result<Vec<(UnknownId, i64)>, Trouble> {
        let names = solver.judge.unknowns.iter().map(|unknown| solver.judge.place_name(unknown.place));
        let places: Map<String, UnknownId> = names.zip((0..).map(UnknownId)).collect();
        let mut coded = Vec::with_capacity(self.values.len());
        for (place, value) in &self.values {
            let unknown = places.get(place).copied();
            let codes = unknown.map(|unknown| solver.model.truth.domain_codes(unknown)).unwrap_or_default();
            let code = unknown.and_then(|unknown| {
                codes.into_iter().find(|&code| {
                    let term = solver.term(unknown, code);
                    solver.judge.show(term) == *value
                })
            });
            let (Some(unknown), Some(code)) = (unknown, code) else { return Err(self.is_none()) };
            coded.push((unknown, code));
        }
        Ok(coded)
    }

    /// It is no solution.
    pub(super) fn is_none(&self) -> Trouble {
        let name = &self.name;
        Trouble::refused(format!("{name} is no solution of it; `gridlog verify` tells what is wrong"))
    }
}

/// What an answer says.
fn values(subject: &Subject) -> Vec<(String, String)> {
    let Some(ground) = &subject.ground else { return Vec::new() };
    let world = &ground.world;
    let told = |&(unknown, value): &(UnknownId, _)| {
        (world.place_name(world.unknowns[unknown.0 as usize].place), world.show(value))
    };
    let outside = world.given.misfits.iter();
    let outside = outside.map(|misfit| (world.place_name(misfit.place), world.show(misfit.value)));
    world.given.values.iter().map(told).chain(outside).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::cli::answer::answer;

    fn asked(puzzle: &str, known: &str, format: &str) -> Value {
        let options = json!({ "unique": true, "known": "known.txt", "format": format });
        let files = json!({ "known.txt": known, "two.puzzle": "use takuzu with n = 2.\n" });
        let request =
            json!({ "command": "solve", "arguments": [puzzle], "options": options, "files": files });
        serde_json::from_str(&answer(&request.to_string())).expect("an answer")
    }

    #[test]
    fn others_are_looked_for_beside_a_solution() {
        let only = "0 1 1 0\n1 0 0 1\n1 1 0 0\n0 0 1 1\n";
        let told = asked("takuzu/four", only, "json");
        assert_eq!((&told["exit"], &told["records"][0]["status"]), (&json!(0), &json!("unique")), "{told}");
        assert_eq!(
            told["records"][0]["solutions"],
            json!([[[0, 1, 1, 0], [1, 0, 0, 1], [1, 1, 0, 0], [0, 0, 1, 1]]])
        );
        for (known, other) in [("0 1\n1 0\n", "1 0\n0 1\n"), ("1 0\n0 1\n", "0 1\n1 0\n")] {
            let told = asked("two.puzzle", known, "grid");
            assert_eq!(told["output"], json!(format!("{known}\n{other}\n")), "{told}");
            assert_eq!(told["exit"], 1);
        }
    }

    #[test]
    fn what_is_no_solution_is_refused() {
        for wrong in ["0 1 1 0\n1 0 0 1\n1 1 0 0\n0 1 0 1\n", "0 1 1 0\n1 0 0 1\n1 1 0 0\n0 0 1 7\n"] {
            let told = asked("takuzu/four", wrong, "grid");
            let messages = told["messages"].to_string();
            assert!(told["exit"] == 2 && messages.contains("known.txt is no solution"), "{told}");
        }
        assert_eq!(asked("takuzu/four", "0 1\n1 0\n", "grid")["exit"], 2);
        assert_eq!(asked("pancakes/five", "0", "grid")["exit"], 2);
    }
}
