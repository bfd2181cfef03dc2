//! Code, whose goals have an order, and resolution, which finds one as it goes, say the same: on random rule sets and on
//! every sample.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use gridlog::stages::diagnostic::Diagnostic;
use gridlog::stages::eval::{Budget, World};
use gridlog::stages::formula::Formula;
use gridlog::stages::ground::{Ground, Kept, Options, ground};
use gridlog::stages::program::Program;
use gridlog::stages::resolve::{BuiltIn, Request, resolve};
use gridlog::stages::source::Sources;
use gridlog::stages::term::{FormulaId, TermId};
use gridlog::stages::unknown::Domain;

use super::draw::{Random, draw};
use super::goal::Style;
use super::write;
use crate::checked::project;
use crate::meaning::{instances_hold, values_of};

/// Random rule sets that are tried.
const SEEDS: u64 = 600;
/// Random values on each of them.
const ASSIGNMENTS: usize = 12;

/// A condition as text; parts in an order that does not depend on when they were found.
fn shown(world: &World, id: FormulaId) -> String {
    let sorted = |parts: Vec<String>| -> String {
        let parts: BTreeSet<String> = parts.into_iter().collect();
        parts.into_iter().collect::<Vec<_>>().join(", ")
    };
    let all = |parts: &[FormulaId]| sorted(parts.iter().map(|&part| shown(world, part)).collect());
    let guarded = |guard: FormulaId, term| format!("{} if {}", world.show(term), shown(world, guard));
    match world.formulas.get(id) {
        Formula::And(parts) => format!("and({})", all(parts)),
        Formula::Or(parts) => format!("or({})", all(parts)),
        Formula::Not(inner) => format!("not({})", shown(world, *inner)),
        Formula::Compare(sign, term) => format!("{sign:?}({})", world.show(*term)),
        Formula::Same(left, right) => sorted(vec![world.show(*left), world.show(*right)]),
        Formula::Distinct(list) => {
            format!("distinct({})", sorted(list.iter().map(|&(guard, term)| guarded(guard, term)).collect()))
        }
        Formula::DistinctLists(lists) => {
            format!("distinct({})", sorted(lists.iter().map(|&list| world.show(list)).collect()))
        }
        Formula::Connected(list, _) => {
            format!("connected({})", sorted(list.iter().map(|&(guard, term)| guarded(guard, term)).collect()))
        }
        Formula::Joined(from, to, _) => format!("joined({}, {})", world.show(*from), world.show(*to)),
        Formula::True => "true".to_owned(),
        Formula::False => "false".to_owned(),
        Formula::Matches(list, ..) => format!("matches({})", world.show(*list)),
        Formula::Walk(closures) => format!("walk of {}", closures.len()),
        Formula::Forms(form, _) => form.name().to_owned(),
    }
}

/// A puzzle expanded in one of the two ways, and the codes of what is said about it.
fn expanded(text: &str, by_resolution: bool) -> (Ground, Vec<&'static str>) {
    let mut sources = Sources::default();
    let puzzle = Some(sources.add("ordered.puzzle", text));
    let (program, _) = resolve(&Request { puzzle, ..Request::default() }, &mut sources, &BuiltIn);
    let budget = Budget { steps: 3_000_000, depth: 500, instances: 100_000, ..Budget::default() };
    let options = Options { puzzle: true, budget, by_resolution, ..Options::default() };
    let (ground, found) = ground(&program, &options);
    (ground, found.iter().map(|found| found.code).collect())
}

/// What a puzzle amounts to: the codes of what is said about it, and each instance of each law.
fn said(text: &str, by_resolution: bool) -> (Vec<&'static str>, Vec<String>) {
    let (ground, codes) = expanded(text, by_resolution);
    let instances = ground.instances.iter().map(|instance| {
        let title = instance.title(&ground.world.program.laws[instance.law], &ground.world);
        format!("{title}: {}", shown(&ground.world, instance.formula))
    });
    (codes, instances.collect())
}

/// The same instances in the same order, and the same diagnostics.
fn agree(name: &str, text: &str) {
    let (code, resolution) = (said(text, false), said(text, true));
    assert_eq!(code.0, resolution.0, "{name}: other diagnostics\n{text}");
    let differ = code.1.iter().zip(&resolution.1).find(|(code, resolution)| code != resolution);
    assert_eq!(differ, None, "{name}: another instance\n{text}");
    assert_eq!(code.1.len(), resolution.1.len(), "{name}: more or fewer instances\n{text}");
}

/// Conditions may be written otherwise: they hold at the same values.
#[test]
fn random_rule_sets_mean_the_same_by_code_and_by_resolution() {
    let mut compared = 0;
    for seed in 0..SEEDS {
        let text = write(&draw(seed), &mut Style { change: None }, false);
        let (mut code, codes) = expanded(&text, false);
        let (mut resolution, others) = expanded(&text, true);
        assert_eq!(codes, others, "seed {seed}: other diagnostics\n{text}");
        if codes.iter().any(|code| code.starts_with('E')) {
            continue;
        }
        compared += 1;
        let mut random = Random::new(seed);
        for _ in 0..ASSIGNMENTS {
            let mut drawn = Vec::new();
            for ground in [&mut code, &mut resolution] {
                let domains: Vec<Domain> =
                    ground.world.unknowns.iter().map(|unknown| unknown.domain.clone()).collect();
                drawn.push(domains.iter().map(|domain| values_of(domain, ground)).collect::<Vec<_>>());
            }
            let picks: Vec<usize> =
                drawn[0].iter().map(|values| random.below(values.len() as u64) as usize).collect();
            let values = |drawn: &[Vec<TermId>]| -> Vec<TermId> {
                picks.iter().zip(drawn).map(|(&at, values)| values[at]).collect()
            };
            for law in 0..code.laws.len() {
                let holds = instances_hold(&mut code, law, &values(&drawn[0]));
                let other = instances_hold(&mut resolution, law, &values(&drawn[1]));
                assert_eq!(holds, other, "seed {seed}, law {law} at {picks:?}\n{text}");
            }
        }
    }
    assert!(compared * 3 > SEEDS, "{compared} of {SEEDS} could be compared");
}

/// What looks for one way is as careful as what looks for all: sets in any order, layers by the values of cells.
#[test]
fn tests_of_sets_and_layers_are_alike_by_code_and_by_resolution() {
    let sets = "grid(1, 2) :: 0..1.\n\
                edge(1, {a, b}).  edge(2, {c, d}).\n\
                one: A in {a, c, x}, edge(_, {_, A}) => r1c1 = 1.\n";
    agree("sets", sets);
    assert_eq!(said(sets, false).1.len(), 1);
    let layers = "input region(Cell, Name).\n\
                  grid(2, 2) :: {a, b}.\n\
                  same: cell(A) => area(region, A, L), A in L.\n\
                  region \"\"\"\na a\nb b\n\"\"\".\n";
    agree("layers", layers);
    assert_eq!(said(layers, false).1.len(), 4);
}

/// A puzzle expanded after others like it is what it is alone, down to the numbers of its conditions: each sample, the
/// same with its drawings upside down, and the sample again.
#[test]
fn what_puzzles_have_in_common_makes_no_difference() {
    let mut shared = 0;
    for path in samples() {
        let text = std::fs::read_to_string(&path).expect("a sample");
        let mut sources = Sources::default();
        let puzzle = Some(sources.add("common.puzzle", text.as_str()));
        let (program, _) = resolve(&Request { puzzle, ..Request::default() }, &mut sources, &BuiltIn);
        let mut turned = Program::clone(&program);
        turned.pictures.iter_mut().for_each(|layer| layer.picture.rows.reverse());
        let turned = Arc::new(turned);
        let kept = Some(Kept::default());
        for program in [&program, &turned, &program] {
            let alone = ground(program, &Options { puzzle: true, ..Options::default() });
            let among = ground(program, &Options { puzzle: true, kept: kept.clone(), ..Options::default() });
            let told = |found: &[Diagnostic]| found.iter().map(|found| found.code).collect::<Vec<_>>();
            assert_eq!(told(&alone.1), told(&among.1), "{}", path.display());
            let all = |ground: &Ground| {
                let instances = ground.instances.iter();
                let instances = instances.map(|found| (found.law, found.tuple.clone(), found.formula));
                (instances.collect::<Vec<_>>(), ground.laws.clone(), ground.world.terms.len())
            };
            assert_eq!(all(&alone.0), all(&among.0), "{}", path.display());
            let written = |ground: &Ground| -> Vec<String> {
                ground.instances.iter().map(|found| shown(&ground.world, found.formula)).collect()
            };
            assert_eq!(written(&alone.0), written(&among.0), "{}", path.display());
        }
        shared += usize::from(kept.is_some_and(|kept| !kept.is_empty()));
    }
    assert!(shared > 20, "{shared} samples have something in common with others");
}

fn samples() -> impl Iterator<Item = PathBuf> {
    let folders = std::fs::read_dir(project("rules")).expect("a folder").flatten();
    let samples = folders.filter_map(|folder| std::fs::read_dir(folder.path()).ok()).flatten().flatten();
    samples.map(|sample| sample.path()).filter(|path| path.extension().is_some_and(|end| end == "puzzle"))
}

#[test]
fn samples_expand_alike_by_code_and_by_resolution() {
    let mut count = 0;
    for path in samples() {
        let text = std::fs::read_to_string(&path).expect("a sample");
        agree(&path.display().to_string(), &text);
        count += 1;
    }
    assert!(count > 100, "{count} samples");
}
