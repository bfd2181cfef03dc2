//! Proofs for `VeriPB`, checked by a small checker of pseudo-Boolean steps, and by `VeriPB` itself where it is installed.

use std::collections::BTreeMap;
use std::process::Command;

use gridlog::stages::proof::{self, Export, Refusal};

use super::super::checked::read;
use super::super::cli::Folder;
use super::super::meaning::expanded;
use super::proved;

/// Factors of literals, each a variable and whether it is true; and the least that those that hold must come to.
struct Constraint {
    terms: Vec<(i64, u32, bool)>,
    least: i64,
}

/// Reads `1 x1 -2 ~x3 >= 1`, with no factor negative afterwards.
fn constraint(text: &str) -> Constraint {
    let (terms, least) = text.trim().trim_end_matches(';').split_once(">=").expect("a constraint");
    let words: Vec<&str> = terms.split_whitespace().collect();
    let mut found = Constraint { terms: Vec::new(), least: least.trim().parse().expect("a number") };
    for pair in words.chunks(2) {
        let factor: i64 = pair[0].parse().expect("a factor");
        let is_true = !pair[1].starts_with('~');
        let var = pair[1].trim_start_matches(['~', 'x']).parse().expect("a variable");
        // `-a x` is `a ~x - a`.
        found.least += (-factor).max(0);
        found.terms.push((factor.abs(), var, is_true == (factor > 0)));
    }
    found
}

/// Whether unit propagation comes to a contradiction.
fn contradicts(constraints: &[Constraint], mut known: BTreeMap<u32, bool>) -> bool {
    loop {
        let before = known.len();
        for Constraint { terms, least } in constraints {
            let may_hold =
                |known: &BTreeMap<u32, bool>, var: &u32, is_true: bool| known.get(var) != Some(&!is_true);
            let most: i64 = terms
                .iter()
                .filter(|(_, var, is_true)| may_hold(&known, var, *is_true))
                .map(|term| term.0)
                .sum();
            if most < *least {
                return true;
            }
            for &(factor, var, is_true) in terms {
                if factor > most - least && may_hold(&known, &var, is_true) {
                    known.insert(var, is_true);
                }
            }
        }
        if known.len() == before {
            return false;
        }
    }
}

/// Checks each step of a proof; whether the last one says that nothing is left.
fn follows(opb: &str, pbp: &str) -> Result<bool, String> {
    let mut constraints: Vec<Constraint> =
        opb.lines().filter(|line| !line.starts_with('*')).map(constraint).collect();
    let mut is_done = false;
    for line in pbp.lines() {
        let Some(step) = line.strip_prefix("rup ") else { continue };
        let step = constraint(step);
        let denied = step.terms.iter().map(|&(_, var, is_true)| (var, !is_true)).collect();
        if !contradicts(&constraints, denied) {
            return Err(format!("{line} does not follow"));
        }
        is_done = step.terms.is_empty();
        constraints.push(step);
    }
    Ok(is_done)
}

/// The two files of a puzzle.
fn exported(text: &str, name: &str) -> Result<(String, String), Refusal> {
    let (_, ground) = expanded(text);
    let text = proved(&ground, Some(2), name);
    let (mut opb, mut pbp) = (Vec::new(), Vec::new());
    let export = Export { opb: &mut opb, pbp: &mut pbp };
    proof::check(&mut ground.clone(), &mut text.as_bytes(), Some(export))?;
    let text = |bytes| String::from_utf8(bytes).expect("a text");
    Ok((text(opb), text(pbp)))
}

#[test]
fn boards_of_two_values_are_proved_to_another_checker() {
    let samples = [
        "takuzu/four",
        "takuzu/hard",
        "takuzu/none",
        "takuzu/repeats",
        "minesweeper/easy",
        "minesweeper/hard",
        "minesweeper/none",
        "mosaic/hard",
        "mosaic/none",
        "akari/hard",
        "akari/none",
        "starbattle/hard",
        "starbattle/none",
        "tents/hard",
        "norinori/hard",
    ];
    let mut texts: Vec<(String, String)> =
        samples.iter().map(|name| ((*name).to_owned(), read(format!("rules/{name}.puzzle")))).collect();
    let best = "grid(2, 4) :: 0..1.  a: adjacent(A, B) => A + B >= 1.  minimise sum([A : cell(A)]).";
    texts.push(("cover".to_owned(), best.to_owned()));
    let (mut told, mut veripb) = (0, 0);
    for (name, text) in texts {
        let (opb, pbp) = match exported(&text, &name) {
            Ok(files) => files,
            Err(Refusal::Export(_)) => continue,
            Err(refusal) => panic!("{name}: {refusal}"),
        };
        assert_eq!(follows(&opb, &pbp), Ok(true), "{name}");
        // Without a constraint of the board something does not follow, or was not needed.
        let fewer: Vec<&str> = opb.lines().take(2).collect();
        assert!(follows(&fewer.join("\n"), &pbp) != Ok(true), "{name}");
        told += 1;
        let folder = Folder::new();
        let files = [folder.file("it.opb", &opb), folder.file("it.pbp", &pbp)];
        // Whoever has the public checker has it look too.
        if let Ok(ran) = Command::new("veripb").args(&files).output() {
            let said = String::from_utf8_lossy(&ran.stdout) + String::from_utf8_lossy(&ran.stderr);
            assert!(ran.status.success() && said.contains("VERIFIED"), "{name}: {said}");
            veripb += 1;
        }
    }
    assert!(told > 8 && (veripb == 0 || veripb == told), "{told} boards, {veripb} by VeriPB");
}

#[test]
fn what_is_no_sum_and_no_choice_or_rules_nothing_out_is_not_exported() {
    for name in ["sudoku/four", "slitherlink/easy", "nurikabe/easy", "mosaic/several"] {
        let exported = exported(&read(format!("rules/{name}.puzzle")), name);
        assert!(matches!(exported, Err(Refusal::Export(_))), "{name}: {exported:?}");
    }
}
