//! Explanations: each step follows from what it names, steps lead to the solution, and ratings are stable.

use std::path::Path;

use gridlog::stages::check::all_broken;
use gridlog::stages::engine::VarId;
use gridlog::stages::explain::{
    Effort, Ending, Explainer, Explanation, Kind, Known, Level, Rating, Step, none, rate,
};
use gridlog::stages::record::Status;
use gridlog::stages::samples::{Loaded, Sample};
use gridlog::stages::term::TermId;
use gridlog::stages::unknown::UnknownId;

use crate::checked::{Texts, name, project};
use crate::rng::Random;

/// More ways to fill the places of a step than this are not tried.
const MOST_WAYS: u64 = 50_000;

fn loaded(path: &Path) -> Loaded {
    let text = std::fs::read_to_string(path).expect("a puzzle");
    Sample { name: &name(path), text: &text, before: (0, 0), library: &Texts::default() }
        .load(&gridlog::stages::clock::Deadline::default())
}

/// Samples with one solution that are explained in a moment.
const SAMPLES: &[&str] = &[
    "akari/easy",
    "fillomino/easy",
    "futoshiki/four",
    "greater/easy",
    "hashi/hard",
    "heyawake/easy",
    "hitori/easy",
    "jigsaw/easy",
    "kakuro/wide",
    "kenken/easy",
    "killer/four",
    "kropki/easy",
    "latin/tiny",
    "magic/three",
    "masyu/easy",
    "minesweeper/easy",
    "nonogram/wide",
    "norinori/easy",
    "numbrix/easy",
    "queens/three",
    "sandwich/easy",
    "shikaku/easy",
    "skyscrapers/four",
    "slitherlink/easy",
    "starbattle/five",
    "sudoku/four",
    "sudoku/six",
    "takuzu/four",
    "takuzu/repeats",
    "tents/easy",
    "thermo/easy",
    "windoku/easy",
];

fn sample(name: &str) -> Loaded {
    loaded(&project("rules").join(format!("{name}.puzzle")))
}

fn explained(loaded: &mut Loaded) -> (Explainer, Explanation) {
    let ground = loaded.ground.take().expect("a puzzle without errors");
    let mut explainer = Explainer::new(ground).expect("rules that can be solved");
    let givens = explainer.givens();
    let explanation = explainer.explain(&givens, Effort::default(), &|| false).expect("an explanation");
    (explainer, explanation)
}

/// Whether a step follows, by trying all ways to fill its places; nothing if they are too many.
fn follows(explainer: &Explainer, step: &Step) -> Option<bool> {
    let declared = explainer.declared();
    let mut scope: Vec<VarId> =
        step.instances.iter().flat_map(|&instance| explainer.scope(instance).to_vec()).collect();
    scope.extend(step.conclusions.iter().map(|known| known.unknown));
    scope.sort_unstable();
    scope.dedup();
    let allowed = |var: VarId| -> Vec<i64> {
        let premise = step.premises.iter().find(|known| known.unknown == var);
        declared
            .values(var)
            .filter(|&value| premise.is_none_or(|known| known.fact.allows(declared, value)))
            .collect()
    };
    let domains: Vec<Vec<i64>> = scope.iter().map(|&var| allowed(var)).collect();
    let ways = domains.iter().fold(1_u64, |ways, domain| ways.saturating_mul(domain.len() as u64));
    if ways > MOST_WAYS || step.kind == Kind::Search {
        return None;
    }
    for number in 0..ways {
        let mut rest = number;
        let values: Vec<i64> = domains
            .iter()
            .map(|domain| {
                let value = domain[(rest % domain.len() as u64) as usize];
                rest /= domain.len() as u64;
                value
            })
            .collect();
        let value = |var: VarId| scope.binary_search(&var).map_or(0, |at| values[at]);
        let fits = |known: &Known| match (step.kind, known.is) {
            (Kind::Finished | Kind::Direct | Kind::Placed | Kind::Left | Kind::Forced, Some(placed)) => {
                value(known.unknown) == placed
            }
            _ => !known.not.contains(&value(known.unknown)),
        };
        let concluded = !step.conclusions.is_empty() && step.conclusions.iter().all(fits);
        if !concluded && step.instances.iter().all(|&instance| explainer.holds(instance, &value)) {
            return Some(false);
        }
    }
    Some(true)
}

#[test]
fn premises_and_instances_alone_imply_each_step() {
    let (mut tried, mut all) = (0, 0);
    for name in SAMPLES {
        let mut loaded = sample(name);
        let (explainer, explanation) = explained(&mut loaded);
        for (number, step) in explanation.steps.iter().enumerate() {
            all += 1;
            let verdict = follows(&explainer, step);
            tried += usize::from(verdict.is_some());
            let told = explainer.teller().paragraph(&explanation, step);
            assert_ne!(verdict, Some(false), "{name}, step {}: {told}", number + 1);
        }
    }
    assert!(tried * 2 > all, "only {tried} of {all} steps are small enough to try");
}

/// What a step rests on was known before it: nothing comes from the solution.
#[test]
fn premises_are_known_before_they_are_used() {
    for name in SAMPLES {
        let mut loaded = sample(name);
        let (explainer, explanation) = explained(&mut loaded);
        let mut known = explainer.declared().clone();
        for &(var, value) in &explanation.givens {
            known.fix(var, value).expect("a given of its domain");
        }
        let mut marks: Vec<_> = explanation.marks.iter().collect();
        for part in explanation.steps.iter().flat_map(Step::parts) {
            // Marks rest on values that are placed.
            marks.retain(|mark| {
                let ready = mark.from.is_none_or(|(var, value)| known.value(var) == Some(value));
                if ready {
                    mark.not.iter().for_each(|&value| {
                        let _known = known.remove(mark.unknown, value);
                    });
                }
                !ready
            });
            for premise in &part.premises {
                assert!(premise.fact.is_known(&known), "{name}: {:?}", explainer.teller().known(premise));
            }
            for conclusion in &part.conclusions {
                match (conclusion.is, conclusion.within) {
                    (Some(value), _) => known.fix(conclusion.unknown, value).expect("a value that is left"),
                    (None, Some(_)) => known.assume(&conclusion.fact),
                    (None, None) => conclusion.not.iter().for_each(|&value| {
                        let _known = known.remove(conclusion.unknown, value);
                    }),
                }
            }
        }
    }
}

#[test]
fn steps_lead_to_the_solution() {
    for name in SAMPLES.iter().filter(|name| **name != "queens/three") {
        let mut loaded = sample(name);
        let (explainer, explanation) = explained(&mut loaded);
        assert_eq!(explanation.ending, Ending::Solved, "{name}");
        let values: Vec<TermId> =
            solution(&explainer, &explanation).into_iter().map(|(_, value)| value).collect();
        let mut world = explainer.world().clone();
        let broken = all_broken(&mut world, &values).expect("rules that can be checked");
        assert!(broken.is_empty(), "{name}");
    }
}

/// The values that an explanation ends with, as givens.
fn solution(explainer: &Explainer, explanation: &Explanation) -> Vec<(UnknownId, TermId)> {
    let values = explanation.solution.clone().expect("a solution");
    assert_eq!(values.len(), explainer.world().unknowns.len());
    values.into_iter().enumerate().map(|(index, value)| (UnknownId(index as u32), value)).collect()
}

/// Another given, taken from the solution, never makes a puzzle harder.
#[test]
fn ratings_do_not_rise_with_givens() {
    let mut random = Random::new(6);
    for name in SAMPLES.iter().filter(|name| **name != "queens/three") {
        let mut loaded = sample(name);
        let (mut explainer, explanation) = explained(&mut loaded);
        let before = Rating::new(&explanation).level;
        let mut open = solution(&explainer, &explanation);
        open.retain(|(unknown, _)| explainer.givens().iter().all(|(given, _)| given != unknown));
        for _ in 0..5.min(open.len()) {
            let given = open.swap_remove(random.below(open.len()));
            let mut givens = explainer.givens();
            givens.push(given);
            let easier = explainer.explain(&givens, Effort::default(), &|| false).expect("an explanation");
            let place = explainer.teller().place(VarId(given.0.0));
            assert!(Rating::new(&easier).level <= before, "{name} with {place}");
        }
    }
}

/// The same promise for puzzles with any values of the solution given, and with a wrong one.
#[test]
fn steps_follow_in_random_puzzles() {
    let mut random = Random::new(7);
    let (mut tried, mut all) = (0, 0);
    for name in SAMPLES.iter().filter(|name| **name != "queens/three") {
        let mut loaded = sample(name);
        let (mut explainer, explanation) = explained(&mut loaded);
        let values = solution(&explainer, &explanation);
        for turn in 0..3 {
            let mut givens: Vec<_> = values.iter().copied().filter(|_| random.below(10) < 3).collect();
            if turn == 2
                && let Some((unknown, value)) = givens.first_mut()
            {
                let other = explainer.world().clone().values(*unknown, u64::MAX).expect("values");
                *value = other[random.below(other.len())];
            }
            let effort = Effort { hardest: Level::Hard, ..Effort::default() };
            let told = explainer.explain(&givens, effort, &|| false).expect("an explanation");
            for step in &told.steps {
                all += 1;
                let verdict = follows(&explainer, step);
                tried += usize::from(verdict.is_some());
                let text = explainer.teller().paragraph(&told, step);
                assert_ne!(verdict, Some(false), "{name}, {givens:?}: {text}");
            }
        }
    }
    assert!(tried * 3 > all, "only {tried} of {all} steps are small enough to try");
}

#[test]
fn levels_have_names() {
    for level in Level::ALL {
        assert_eq!(Level::named(level.word()), Some(level));
    }
    let mut loaded = sample("sudoku/six");
    let ground = loaded.ground.take().expect("a puzzle");
    let rating = rate(ground, &|| false).expect("a rating");
    assert_eq!((rating.level, rating.ending, rating.look_ahead), (Level::Easy, Ending::Solved, false));
    assert_eq!(rating.counts.iter().sum::<usize>(), rating.steps);
}

#[test]
fn contradictions_are_minimal() {
    let mut loaded = sample("sudoku/none");
    let (mut explainer, explanation) = explained(&mut loaded);
    let givens = explainer.givens();
    let clash = none(&mut explainer, &explanation, &givens, &|| false).expect("an answer").expect("a clash");
    assert!(clash.minimal);
    assert_eq!((clash.instances.len(), clash.givens.len()), (2, 4), "{clash:?}");
}

/// A new technique needs a file and `cargo insta review`.
#[test]
fn techniques_are_told_as_their_snapshots_say() {
    insta::glob!("../techniques", "*.puzzle", |path| {
        let mut loaded = loaded(path);
        let (explainer, explanation) = explained(&mut loaded);
        let mut text = String::new();
        for (number, step) in explanation.steps.iter().enumerate() {
            let told = explainer.teller().paragraph(&explanation, step);
            text.push_str(&format!("{}. [{}] {told}", number + 1, Level::of(step).word()));
        }
        text.push_str(Status::from(explanation.ending).word());
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(path.parent().expect("a folder"));
        settings.set_prepend_module_to_snapshot(false);
        settings.remove_snapshot_suffix();
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name(path), text));
    });
}
