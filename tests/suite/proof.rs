//! Proofs: written for every answer of the samples, accepted as they are, and refused once they say too much.

mod judged;
mod pseudo;

use gridlog::stages::ground::Ground;
use gridlog::stages::moves::plan;
use gridlog::stages::proof::{self, Claim, Failure, Refusal, Work};
use gridlog::stages::search::{Ending, Limits};
use gridlog::stages::solve::{Outcome, Solver, Wish};

use super::checked::{project, read};
use super::cli::{Folder, run};
use super::meaning::{expanded, puzzles};
use super::rng::Random;

/// An outcome, and the solutions as the model knows them.
fn solved(ground: &Ground, most: Option<u64>) -> (Outcome, Vec<Vec<i64>>) {
    let mut solver = Solver::new(ground.clone()).expect("rules that can be solved");
    let wish = Wish { most, limits: Limits::default(), seed: 0, checked: Some(0), judged: true };
    let (givens, mut found) = (solver.given(), Vec::new());
    let outcome = solver.solve_coded(&givens, &wish, &|| false, &mut |solution| {
        found.push(solution.values.to_vec());
    });
    (outcome.expect("an outcome"), found)
}

/// What can be said of a puzzle when at most so many solutions are looked for.
fn claimed(ground: &Ground, most: Option<u64>) -> (Claim, Vec<Vec<i64>>) {
    let (outcome, mut found) = solved(ground, most);
    let is_complete = outcome.ending == Ending::Complete;
    let claim = match outcome.best {
        Some(best) if is_complete => Claim::AllBest(best.value),
        Some(best) => {
            found.truncate(1);
            Claim::Best(best.value)
        }
        None if found.is_empty() => Claim::None,
        None if is_complete => Claim::All,
        None => Claim::Several,
    };
    (claim, found)
}

fn written(ground: &Ground, claim: &Claim, solutions: &[Vec<i64>]) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    proof::prove(ground, claim, solutions, &mut bytes)?;
    Ok(String::from_utf8(bytes).expect("a text"))
}

fn check(ground: &Ground, text: &str) -> Result<proof::Checked, Refusal> {
    proof::check(&mut ground.clone(), &mut text.as_bytes(), None)
}

/// Proves what can be said of a puzzle, and has the proof checked.
fn proved(ground: &Ground, most: Option<u64>, name: &str) -> String {
    let (claim, solutions) = claimed(ground, most);
    let text = written(ground, &claim, &solutions).unwrap_or_else(|failure| panic!("{name}: {failure}"));
    match check(ground, &text) {
        Ok(checked) => assert_eq!((checked.claim, checked.solutions), (claim, solutions.len()), "{name}"),
        Err(refusal) => panic!("{name}: {refusal}"),
    }
    text
}

#[test]
fn every_answer_of_the_samples_is_proved() {
    let claims = ["claim none", "claim all", "claim several", "claim best"];
    let mut kinds = [0; 4];
    for path in puzzles() {
        let (program, ground) = expanded(&read(&path));
        if !program.moves.is_empty() {
            continue;
        }
        let name = path.display().to_string();
        let text = proved(&ground, Some(2), &name);
        let kind = claims.iter().position(|kind| text.contains(kind));
        kinds[kind.unwrap_or_else(|| panic!("{name}: {text}"))] += 1;
    }
    assert!(kinds[..3].iter().all(|&count| count > 30) && kinds[3] > 0, "{kinds:?} of each kind");
}

#[test]
fn plans_of_the_samples_are_proved_shortest() {
    plans_are_proved(600);
}

#[test]
#[ignore = "takes minutes"]
fn every_plan_of_the_samples_is_proved_shortest() {
    plans_are_proved(u64::MAX);
}

/// Proves the plans of samples, as long as the search for one looks at no more positions than told. A proof, which has no
/// bound to guide it, looks at many more.
fn plans_are_proved(most: u64) {
    let (mut all, mut trusting, mut none) = (0, 0, 0);
    for path in puzzles() {
        let (program, mut ground) = expanded(&read(&path));
        if program.moves.is_empty() {
            continue;
        }
        let name = path.display().to_string();
        let report = plan::solve(ground.clone(), &plan::Wish::default(), &|| false, &mut |_| {});
        let (report, _) = report.expect("a plan");
        if report.counters.expanded > most {
            continue;
        }
        let titles: Vec<String> = report.steps.iter().map(|step| step.title.clone()).collect();
        let shortest = (report.verdict == plan::Verdict::Solved).then_some(&titles[..]);
        let mut bytes = Vec::new();
        proof::prove_moves(&mut ground, shortest, &mut bytes).unwrap_or_else(|why| panic!("{name}: {why}"));
        let text = String::from_utf8(bytes).expect("a text");
        let checked = check(&ground, &text).unwrap_or_else(|why| panic!("{name}: {why}\n{text}"));
        let moves = shortest.map_or(Claim::NoPlan, |plan| Claim::Moves(plan.len() as u32));
        assert_eq!(checked.claim, moves, "{name}");
        all += 1;
        none += usize::from(shortest.is_none());
        trusting += usize::from(matches!(checked.work, Work::Positions { trusting: true, .. }));
        // A layer with other positions, and a plan that goes astray.
        if let Some(at) = text.find("layer 0 1 ") {
            let digit = if text.as_bytes()[at + 10] == b'0' { "1" } else { "0" };
            let changed = [&text[..at + 10], digit, &text[at + 11..]].concat();
            assert!(matches!(check(&ground, &changed), Err(Refusal::Layer(0))), "{name}");
        }
        if titles.len() > 1 {
            let shorter = text.replacen(&format!("claim moves {}", titles.len()), "claim moves 1", 1);
            assert!(matches!(check(&ground, &shorter), Err(Refusal::Count(..))), "{name}");
            let astray = text.replacen(&format!("move {}\n", titles[0]), &format!("move {}\n", titles[1]), 1);
            let refused = titles[0] == titles[1] || check(&ground, &astray).is_err();
            assert!(refused, "{name}");
        }
    }
    assert!(none > 3 && trusting * 10 < all, "{none} of {all} without a plan, {trusting} by a bound");
}

/// Where a knight hops next is one of many sums, which share an unknown of 36 values: too much to be tried in all ways.
const TOUR: &str = "use knightstour with r = 6, c = 6, closed = 1.
given \"\"\"
. . . 32 . 34
. . . . 16 .
. . . . . .
. . . 23 . 9
. 20 . . . .
. . 26 . 10 .
\"\"\".";

#[test]
fn a_tour_of_many_numbers_is_proved() {
    let (_, ground) = expanded(TOUR);
    let text = proved(&ground, Some(2), "a tour");
    assert!(text.contains("claim all"), "there is one tour");
}

/// Rules with every construct once, those with an objective among them.
const CONSTRUCTS: &[&str] = &[
    "grid(2, 2) :: 0..2.  a: cells(L) => sum(L) = 4.  b: adjacent(A, B) => A \\= B.",
    "grid(1, 4) :: 0..3.  a: row(_, L) => max(L) - min(L) = 2, distinct([r1c1, r1c2]).",
    "grid(1, 3) :: -2..2.  a: row(_, [A, B, C]) => A * B = C, A mod 2 = 0, abs(B) >= 1.",
    "grid(1, 4) :: 1..3.  a: row(_, L) => nth(r1c1, L) = 2 ; count(3, L) >= 2.",
    "grid(2, 3) :: {land, sea}.  whole: connected([A : cell(A), A = sea]).  some: cells(L) => count(sea, L) >= 2.",
    "grid(2, 2) :: 1..4.  groups: cell(A) => len(reach(A, alike)) = A.",
    "grid(2, 2).  drawn(S) :: 0..1 :- side(_, S).  joined(P, Q) :- drawn({P, Q}) = 1.  whole: loop(joined).",
    "grid(1, 5) :: 0..1.  l: row(_, L) => L matches g.  g --> (0 | 1, 1)* .",
    "grid(1, 4) :: 0..1.  l: [r1c2, r1c3] matches g(r1c1, [r1c4]).  g(X, [Y]) --> (X, Y | Y, X).",
    "grid(1, 3) :: 1..3.  hidden h(A) :: 0..1 :- cell(A).  t: cell(A) => h(A) = 1 ; A > 1.",
    "grid(1, 4) :: 0..1.  a: row(_, [A, B, C, D]), A = B => (C = 1 => D = 1), not (C = 0, D = 0).",
    "grid(1, 3) :: {2, 9, 5}.  a: row(_, [A, B, C]) => A + B = C + 6.",
    "grid(2, 3) :: 0..3.  a: adjacent(A, B) => A \\= B.  minimise sum([A : cell(A)]).",
    "grid(2, 3) :: 0..5.  a: adjacent(A, B) => abs(A - B) >= 2.  maximise r1c1 + r2c2 - 2 * r1c3.",
    "grid(1, 3) :: 0..4.  a: row(_, [A, B, C]) => A * B >= C, A + B + C = 6.  maximise r1c1 * r1c3.",
    "use queens with n = 5.",
    "use magic with n = 3.",
];

#[test]
fn every_construct_is_proved() {
    let mut best = 0;
    for text in CONSTRUCTS {
        let (_, ground) = expanded(text);
        // Of a single solution there is something to prove only if it is the best.
        let single = ground.objective.map(|_| Some(1));
        for most in single.into_iter().chain([Some(2), None]) {
            best += usize::from(proved(&ground, most, text).contains("best"));
        }
    }
    assert_eq!(best, 9);
}

/// Whether the solutions of a random rule set can be proved to be all; what is wrong if not. There are so many of them.
pub fn proves(ground: &Ground, count: usize) -> Result<(), String> {
    let (claim, solutions) = claimed(ground, None);
    let text = match written(ground, &claim, &solutions) {
        Err(Failure::Wide) => return Ok(()),
        text => text.map_err(|failure| failure.to_string())?,
    };
    let checked = check(ground, &text).map_err(|refusal| format!("{refusal}\n{text}"))?;
    if checked.solutions != count {
        return Err(format!("{} solutions proved, there are {count}", checked.solutions));
    }
    // One solution less: the search for a proof finds it, and no proof that forgets it is accepted.
    if let [_, rest @ ..] = &solutions[..] {
        let fewer = if rest.is_empty() { Claim::None } else { Claim::All };
        match written(ground, &fewer, rest) {
            Err(Failure::Found) => {}
            other => return Err(format!("a proof without a solution: {other:?}")),
        }
        let forgets = without_first_solution(&text);
        if let Ok(checked) = check(ground, &forgets) {
            return Err(format!("{checked:?} is accepted\n{forgets}"));
        }
    }
    Ok(())
}

/// The same proof with a solution less; steps are called as before.
fn without_first_solution(text: &str) -> String {
    let is_only = text.lines().filter(|line| line.starts_with("solution")).count() == 1;
    let mut is_first = true;
    let kept = text.lines().filter(|line| !(line.starts_with("solution") && std::mem::take(&mut is_first)));
    let kept: String = kept.flat_map(|line| [line, "\n"]).collect();
    if is_only { kept.replacen("claim all", "claim none", 1) } else { kept }
}

/// A sudoku with one solution, and one with a clue less that has several.
const SUDOKU: &str =
    "use sudoku with r = 2, c = 2.\ngiven \"\"\"\n1 . . .\n. . 3 .\n. 4 . .\n. . . 2\n\"\"\".\n";
const LOOSE: &str =
    "use sudoku with r = 2, c = 2.\ngiven \"\"\"\n1 . . .\n. . 3 .\n. 4 . .\n. . . .\n\"\"\".\n";

#[test]
fn what_is_not_so_is_refused() {
    let text = read("rules/takuzu/hard.puzzle");
    for text in [SUDOKU, &text, &read("rules/slitherlink/easy.puzzle"), &read("rules/kakuro/hard.puzzle")] {
        let (_, ground) = expanded(text);
        let proof = proved(&ground, Some(2), text);
        let lines: Vec<&str> = proof.lines().collect();
        let again = |lines: &[&str]| check(&ground, &(lines.join("\n") + "\n"));
        assert!(again(&lines).is_ok());
        assert!(matches!(again(&lines[1..]), Err(Refusal::NoProof)));
        assert!(matches!(again(&lines[..lines.len() - 1]), Err(Refusal::Unfinished)));
        assert!(check(&ground, &proof[..proof.len() - 1]).is_err(), "cut off");
        // Without a solution to set apart nothing may be ruled out.
        assert!(check(&ground, &without_first_solution(&proof)).is_err());
        let (mut refused, mut tried) = (0, 0);
        for at in 4..lines.len() {
            // A step that nothing is rested on may be missing; all others are missed.
            let mut without = lines.clone();
            let line = without.remove(at);
            let step = line.split(' ').nth(1).expect("a number");
            let is_cited = lines.iter().any(|other| {
                other.split_once(" : ").is_some_and(|(_, by)| by.split(' ').any(|cited| cited == step))
            });
            assert!(!is_cited || again(&without).is_err(), "without {line}");
            // An inference without its claims says that a law cannot hold at all.
            if let Some(inference) = line.strip_prefix("i ") {
                let start: Vec<&str> = inference.splitn(3, ' ').take(2).collect();
                let stronger = format!("i {}", start.join(" "));
                let mut changed = lines.clone();
                changed[at] = &stronger;
                changed.truncate(at + 1);
                tried += 1;
                refused += usize::from(again(&changed).is_err());
            }
        }
        // Near the end there are laws that cannot hold.
        assert!(tried > 5 && 10 * refused >= 8 * tried, "{refused} of {tried} refused");
    }
}

#[test]
fn what_is_not_best_is_no_solution() {
    let (_, ground) = expanded("grid(1, 2) :: 0..1.  minimise r1c1 + r1c2.");
    let proof = proved(&ground, None, "minimise");
    let head: Vec<&str> = proof.lines().take(2).collect();
    for rest in [
        "claim several\nsolution 1 1\nsolution 1 0\n",
        "claim all\nsolution 1 1\nsolution 1 0\nsolution 0 1\nsolution 0 0\nn 5 0=1 : 1 2\nn 6 : 3 4\n",
    ] {
        let text = format!("{}\n{rest}", head.join("\n"));
        assert!(matches!(check(&ground, &text), Err(Refusal::NotBest)), "{text}");
    }
}

#[test]
fn a_proof_is_about_one_puzzle() {
    let [(_, tight), (_, loose)] = [SUDOKU, LOOSE].map(expanded);
    let proof = proved(&tight, Some(2), SUDOKU);
    assert!(matches!(check(&loose, &proof), Err(Refusal::OtherBoard)));
    // The same steps do not hold for another puzzle that is called the same.
    let board = |text: &str| text.lines().nth(1).expect("a board").to_owned();
    let other = proved(&loose, Some(2), LOOSE);
    let renamed = proof.replacen(&board(&proof), &board(&other), 1);
    assert!(check(&loose, &renamed).is_err());
}

/// Steps are taken away, claims are dropped and values changed at random in proofs of what is not so: one solution where
/// there are two.
#[test]
fn no_change_makes_a_wrong_proof_right() {
    let [(_, tight), (_, loose)] = [SUDOKU, LOOSE].map(expanded);
    let header = written(&loose, &Claim::Several, &solved(&loose, Some(2)).1).expect("a proof");
    let board = header.lines().nth(1).expect("a board").to_owned();
    let proof = proved(&tight, Some(2), SUDOKU);
    let lines: Vec<String> = proof.lines().map(str::to_owned).collect();
    for seed in 0..500 {
        let mut random = Random::new(seed);
        let mut changed = lines.clone();
        changed[1].clone_from(&board);
        for _ in 0..=random.below(6) {
            let at = 4 + random.below(changed.len() - 4);
            let mut words: Vec<String> = changed[at].split(' ').map(str::to_owned).collect();
            match random.below(3) {
                0 => {
                    changed.remove(at);
                    continue;
                }
                1 if words.len() > 3 => {
                    words.remove(3 + random.below(words.len() - 3));
                }
                _ => {
                    let last = words.len() - 1;
                    words[last] = words[last].replace(['1', '2'], "3");
                }
            }
            changed[at] = words.join(" ");
        }
        let text = changed.join("\n") + "\n";
        assert!(check(&loose, &text).is_err(), "seed {seed}:\n{text}");
    }
}

#[test]
fn solutions_are_checked_on_the_rules() {
    let (_, ground) = expanded(LOOSE);
    let (_, solutions) = solved(&ground, Some(2));
    let text = written(&ground, &Claim::Several, &solutions).expect("a proof");
    assert!(check(&ground, &text).is_ok());
    let twice = written(&ground, &Claim::Several, &[solutions[0].clone(), solutions[0].clone()]);
    assert!(matches!(check(&ground, &twice.expect("a text")), Err(Refusal::Solution(5, _))));
    let mut wrong = solutions;
    wrong[1].swap(1, 2);
    let text = written(&ground, &Claim::Several, &wrong).expect("a text");
    assert!(matches!(check(&ground, &text), Err(Refusal::Solution(..))));
}

/// The program as a user meets it.
#[test]
fn proofs_are_written_to_files_and_read_from_them() {
    let folder = Folder::new();
    let sample = |name: &str| project(&format!("rules/{name}.puzzle")).display().to_string();
    let told = [
        ("sudoku/four", "proved: exactly one solution; "),
        ("takuzu/none", "proved: no solution; "),
        ("queens/four", "proved: more than one solution; "),
        ("river/classic", "proved: 7 moves, no plan is shorter; "),
        ("river/snake", "proved: no plan; "),
    ];
    for (name, wanted) in told {
        let puzzle = sample(name);
        let solved = run(&folder, &["solve", "--proof", "it.proof", &puzzle]);
        assert!(solved.err.contains("proof: it.proof, "), "{name}: {}", solved.err);
        let ran = run(&folder, &["verify", "--proof", "it.proof", &puzzle]);
        assert!(ran.status == 0 && ran.out.contains(wanted), "{name}: {} {}", ran.out, ran.err);
        let ran = run(&folder, &["verify", "--proof", "it.proof", &sample("latin/tiny")]);
        let other = "not proved: a proof about another puzzle, or about other rules";
        assert!(ran.status == 1 && ran.out.contains(other), "{name}: {} {}", ran.out, ran.err);
    }
    let text = std::fs::read_to_string(folder.0.join("it.proof")).expect("a proof");
    folder.file("cut.proof", &text[..text.len() - 3]);
    folder.file("none.proof", "not a proof\n");
    let snake = sample("river/snake");
    let cut = run(&folder, &["verify", "--proof", "cut.proof", &snake]);
    assert!(cut.status == 1 && cut.out.contains("not proved: it ends before"), "{} {}", cut.out, cut.err);
    let none = run(&folder, &["verify", "--proof", "none.proof", &snake]);
    assert!(none.status == 2 && none.err.contains("its first line is not"), "{} {}", none.out, none.err);
    assert_eq!(run(&folder, &["verify", "--proof", "gone.proof", &snake]).status, 4);
    assert_eq!(run(&folder, &["solve", "--proof", "no/such/it.proof", &snake]).status, 4);
    assert_eq!(run(&folder, &["solve", "--proof", ".", &snake]).status, 4);
}

#[test]
fn a_proof_takes_the_place_of_nothing_else() {
    let folder = Folder::new();
    let sample = |name: &str| project(&format!("rules/{name}.puzzle")).display().to_string();
    folder.file("it.puzzle", "use river.  expect moves = 7.");
    let same = run(&folder, &["solve", "--proof", "it", "-o", "./it", &sample("river/snake")]);
    assert_eq!((same.status, folder.0.join("it").exists()), (2, false), "{}", same.err);
    assert!(same.err.contains("--proof and --output both name it"), "{}", same.err);
    let read = run(&folder, &["solve", "--proof", "./it.puzzle", "it.puzzle"]);
    assert_eq!(read.status, 2, "{}", read.err);
    assert!(read.err.contains("which holds the rules or the puzzle"), "{}", read.err);
}

#[test]
fn nothing_is_written_where_nothing_is_settled() {
    let folder = Folder::new();
    let puzzle = project("rules/sudoku/hard.puzzle").display().to_string();
    let ran = run(&folder, &["solve", "--unique", "--step-limit", "1", "--proof", "it.proof", &puzzle]);
    assert!(ran.status == 3 || ran.err.contains("proof: it.proof"), "{} {}", ran.out, ran.err);
    let ran = run(&folder, &["solve", "--time-limit", "0s", "--proof", "late.proof", &puzzle]);
    assert_eq!(ran.status, 3, "{} {}", ran.out, ran.err);
    assert!(!folder.names().iter().any(|name| name.contains("late")), "{:?}", folder.names());
}
