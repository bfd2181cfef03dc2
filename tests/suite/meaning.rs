//! What rules mean: instances against the independent checker, and both against the expectation in the file.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gridlog::stages::check;
use gridlog::stages::ground::{Ground, Options, ground};
use gridlog::stages::program::{Expected, Program};
use gridlog::stages::resolve::{BuiltIn, Request, resolve};
use gridlog::stages::source::Sources;
use gridlog::stages::term::{Node, TermId};
use gridlog::stages::unknown::Domain;

use super::twin::{Twin, scope};

/// How many values are tried for one puzzle before the search is given up.
const MOST_TRIES: u32 = 20_000;

/// A board that takes more terms than this to be tried is too large as well.
const MOST_TERMS: usize = 300_000;

pub fn puzzles() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let mut found: Vec<PathBuf> = std::fs::read_dir(root)
        .expect("rules")
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .flat_map(|entry| std::fs::read_dir(entry.path()).expect("samples").flatten().map(|file| file.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "puzzle"))
        .collect();
    found.sort();
    found
}

pub fn expanded(text: &str) -> (Arc<Program>, Ground) {
    let mut sources = Sources::default();
    let source = sources.add("sample.puzzle", text);
    let (program, mut diagnostics) =
        resolve(&Request { puzzle: Some(source), ..Request::default() }, &mut sources, &BuiltIn);
    let (ground, found) = ground(&program, &Options { puzzle: true, ..Options::default() });
    diagnostics.extend(found);
    let wrong: Vec<_> = diagnostics.iter().filter(|found| found.is_error()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    (program, ground)
}

pub fn values_of(domain: &Domain, ground: &mut Ground) -> Vec<TermId> {
    match domain {
        Domain::Range(low, high) => (*low..=*high).map(|value| ground.world.terms.int(value)).collect(),
        Domain::Integers(values) => values.iter().map(|&value| ground.world.terms.int(value)).collect(),
        Domain::Symbols(values) => {
            values.iter().map(|&value| ground.world.terms.add(Node::Sym(value))).collect()
        }
    }
}

/// All solutions, by trying values one unknown after the other and asking each instance as soon as it can answer.
pub fn solutions(ground: &mut Ground) -> Option<Vec<Vec<TermId>>> {
    let count = ground.world.unknowns.len();
    let mut domains = Vec::new();
    for domain in ground.world.unknowns.iter().map(|unknown| unknown.domain.clone()).collect::<Vec<_>>() {
        domains.push(values_of(&domain, ground));
    }
    for &(unknown, value) in &ground.world.given.values {
        domains[unknown.0 as usize].retain(|&known| known == value);
    }
    let mut due = vec![Vec::new(); count.max(1)];
    for instance in &ground.instances {
        let mut found = BTreeSet::new();
        scope(&ground.world, instance.formula, &mut found);
        due[found.last().map_or(0, |&last| last as usize)].push(instance.formula);
    }
    let mut values = domains.iter().map(|domain| domain.first().copied()).collect::<Option<Vec<_>>>()?;
    let mut at = vec![0_usize; count];
    let (mut depth, mut tries, mut found) = (0, 0, Vec::new());
    loop {
        if at[depth] == domains[depth].len() {
            at[depth] = 0;
            if depth == 0 {
                return Some(found);
            }
            depth -= 1;
            continue;
        }
        values[depth] = domains[depth][at[depth]];
        at[depth] += 1;
        tries += 1;
        if tries > MOST_TRIES || ground.world.terms.len() > MOST_TERMS {
            return None;
        }
        let mut twin = Twin { world: &mut ground.world, values: &values };
        if !due[depth].iter().all(|&formula| twin.holds(formula)) {
            continue;
        }
        if depth + 1 == count {
            found.push(values.clone());
        } else {
            depth += 1;
        }
    }
}

/// Hidden unknowns do not tell solutions apart.
pub fn told_apart(ground: &Ground, all: &[Vec<TermId>]) -> usize {
    let shown = |values: &Vec<TermId>| -> Vec<TermId> {
        let unknowns = ground.world.unknowns.iter().zip(values);
        unknowns.filter(|(unknown, _)| !unknown.hidden).map(|(_, &value)| value).collect()
    };
    all.iter().map(shown).collect::<BTreeSet<_>>().len()
}

#[test]
fn samples_have_as_many_solutions_as_they_expect() {
    let mut judged = 0;
    for file in puzzles() {
        let text = std::fs::read_to_string(&file).expect("a sample");
        let (program, mut ground) = expanded(&text);
        if !program.moves.is_empty() {
            continue;
        }
        let Some(all) = solutions(&mut ground) else { continue };
        for values in all.iter().take(50) {
            let broken = check::all_broken(&mut ground.world, values).expect("the checker");
            assert!(broken.is_empty(), "{}: the checker refuses a solution: {broken:?}", file.display());
        }
        let count = told_apart(&ground, &all);
        for expectation in &program.expectations {
            let holds = match expectation.what {
                Expected::Unique => count == 1,
                Expected::None => count == 0,
                Expected::Several => count > 1,
                Expected::Count(number) => count as i64 == number,
                Expected::Moves(_) | Expected::Best(_) => true,
            };
            assert!(holds, "{}: {:?}, but there are {count}", file.display(), expectation.what);
            judged += 1;
        }
    }
    assert!(judged >= 15, "only {judged} samples are small enough to be judged");
}

/// Whether all instances of a law hold for these values.
pub fn instances_hold(ground: &mut Ground, law: usize, values: &[TermId]) -> bool {
    let own = ground.instances.iter().filter(|instance| instance.law == law);
    let formulas: Vec<_> = own.map(|instance| instance.formula).collect();
    let mut twin = Twin { world: &mut ground.world, values };
    formulas.iter().all(|&formula| twin.holds(formula))
}

/// On values that are mostly wrong, a law's instances hold together exactly when the checker finds nothing broken.
#[test]
fn instances_agree_with_the_checker_law_by_law() {
    for file in puzzles() {
        let text = std::fs::read_to_string(&file).expect("a sample");
        let (program, mut ground) = expanded(&text);
        let mut domains = Vec::new();
        for domain in ground.world.unknowns.iter().map(|unknown| unknown.domain.clone()).collect::<Vec<_>>() {
            if domain.len() > 1000 {
                continue;
            }
            domains.push(values_of(&domain, &mut ground));
        }
        if domains.len() < ground.world.unknowns.len() {
            continue;
        }
        let mut random = 12345_u64;
        for _ in 0..30 {
            let mut pick = |domain: &Vec<TermId>| {
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                domain[(random >> 33) as usize % domain.len()]
            };
            let values: Vec<TermId> = domains.iter().map(&mut pick).collect();
            for (number, law) in program.laws.iter().enumerate() {
                let broken = check::broken(law, number, &mut ground.world, &values).expect("the checker");
                let holds = instances_hold(&mut ground, number, &values);
                assert_eq!(holds, broken.is_empty(), "{}: law {}", file.display(), law.name);
            }
        }
    }
}
