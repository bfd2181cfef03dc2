//! Solving: known counts, and runs that can be repeated.

use gridlog::stages::count::Method;
use gridlog::stages::ground::{Options, ground};
use gridlog::stages::resolve::{BuiltIn, Request, resolve};
use gridlog::stages::search::{Counters, Ending, Limits};
use gridlog::stages::solve::{Counted, Outcome, Solver, Verdict, Ways, Wish, solve};
use gridlog::stages::source::Sources;
use gridlog::stages::unknown::UnknownId;

use super::meaning::expanded;

/// All solutions, the first of them checked.
pub const ALL: Wish = Wish {
    most: None,
    limits: Limits { time: None, steps: None, conflicts: None, plain: None },
    seed: 0,
    checked: Some(20),
    judged: true,
};

fn counted(text: &str, wish: &Wish) -> Outcome {
    let (_, ground) = expanded(text);
    solve(ground, wish, &|| false, |_, _| {}).expect("an outcome")
}

#[test]
fn known_counts() {
    let cases = [
        ("use takuzu with n = 2.", 2),
        ("use takuzu with n = 4.", 72),
        ("use takuzu with n = 6.", 4140),
        ("use sudoku with r = 2, c = 2.", 288),
        ("use latin with n = 4.", 576),
        ("use magic with n = 3.", 8),
        ("use queens with n = 8.", 92),
    ];
    for (text, count) in cases {
        // Plain search and learning take turns, and no solution is lost or told twice between them.
        for plain in [None, Some(0), Some(1), Some(20)] {
            let outcome = counted(text, &Wish { limits: Limits { plain, ..ALL.limits }, ..ALL });
            assert_eq!((outcome.count, outcome.verdict()), (count, Verdict::Several), "{text} {plain:?}");
        }
    }
}

/// How many solutions there are by these ways alone, with givens.
fn by(ways: Ways, solver: &mut Solver, givens: &[(UnknownId, i64)]) -> Counted {
    solver.count(givens, &ALL, ways, &|| false).expect("a number")
}

const FRONTIER: Ways = Ways { search: 10_000, rounds: u32::MAX, frontier: true, components: false };

const COMPONENTS: Ways = Ways { search: 10_000, rounds: u32::MAX, frontier: false, components: true };

#[test]
fn counts_beyond_search() {
    let cases = [
        ("use latin with n = 6.", 812_851_200, Method::Frontier),
        ("use sudoku with r = 2, c = 3.", 28_200_960, Method::Frontier),
        ("use takuzu with n = 8.", 4_111_116, Method::Frontier),
        // Rooms that do not know of each other.
        ("grid(8, 3) :: 1..6.  rows: row(_, L) => distinct(L).", 120_u64.pow(8), Method::Components),
        // Hidden unknowns do not tell solutions apart.
        (
            "grid(4, 8) :: 0..2.  hidden h(A) :: 0..1 :- cell(A).  t: cell(A) => h(A) = 1 ; A > 1.  \
             rows: row(_, L) => sum(L) =< 1.",
            9_u64.pow(4),
            Method::Search,
        ),
    ];
    for (text, count, method) in cases {
        let mut solver = Solver::new(expanded(text).1).expect("a model");
        let found = by(Ways { search: 2000, ..Ways::default() }, &mut solver, &[]);
        assert_eq!((found.total.word(), found.outcome.ending), (Some(count), Ending::Complete), "{text}");
        assert!(method == Method::Search || method == found.method, "{text} by {:?}", found.method);
    }
}

#[test]
fn givens_are_counted_with() {
    let texts = [
        "use takuzu with n = 6.",
        "use latin with n = 4.",
        "use sudoku with r = 2, c = 2.",
        "use queens with n = 7.",
    ];
    let (mut beyond, mut several) = (0, 0);
    for text in texts {
        let mut solver = Solver::new(expanded(text).1).expect("a model");
        let mut seed = 7_u64;
        let mut random = |most: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % most
        };
        for _ in 0..40 {
            let cells = solver.model.vars.len();
            let givens = (0..random(5)).map(|_| {
                let unknown = UnknownId(random(cells) as u32);
                let values = solver.model.truth.domain_codes(unknown);
                (unknown, values[random(values.len())])
            });
            let givens: Vec<(UnknownId, i64)> = givens.collect();
            let searched = by(
                Ways { search: 1, rounds: u32::MAX, frontier: false, components: false },
                &mut solver,
                &givens,
            );
            several += usize::from(searched.outcome.count > 1);
            for ways in [FRONTIER, COMPONENTS] {
                let found = by(Ways { search: 1, ..ways }, &mut solver, &givens);
                assert_eq!(found.total, searched.total, "{text} with {givens:?} by {:?}", found.method);
                beyond += usize::from(found.method != Method::Search);
            }
        }
    }
    assert!(several > 60 && beyond > 120, "{several} with several solutions, {beyond} counted beyond search");
}

/// A number that was stopped is not passed off as all there is.
#[test]
fn a_count_that_is_stopped_is_no_number() {
    let mut solver = Solver::new(expanded("use takuzu with n = 8.").1).expect("a model");
    let asked = std::cell::Cell::new(0);
    let stop = || asked.replace(asked.get() + 1) > 500;
    let found = solver.count(&[], &ALL, Ways::default(), &stop).expect("a number");
    assert_eq!(found.outcome.ending, Ending::Interrupted);
    assert!(found.total.word().is_some_and(|least| least > 0 && least < 4_111_116));
    let limits = Limits { steps: Some(300), ..ALL.limits };
    let found = solver.count(&[], &Wish { limits, ..ALL }, Ways::default(), &|| false).expect("a number");
    assert_eq!(found.outcome.ending, Ending::Limit);
}

/// Every construct at least once, against the count by trying all values.
#[test]
fn engine_and_trial_agree() {
    let cases = [
        "grid(2, 2) :: 0..2.  a: cells(L) => sum(L) = 4.  b: adjacent(A, B) => A \\= B.",
        "grid(1, 4) :: 0..3.  a: row(_, L) => max(L) - min(L) = 2, distinct([r1c1, r1c2]).",
        "grid(1, 3) :: -2..2.  a: row(_, [A, B, C]) => A * B = C, A mod 2 = 0, abs(B) >= 1.",
        "grid(1, 4) :: 1..3.  a: row(_, L) => nth(r1c1, L) = 2 ; count(3, L) >= 2.",
        "grid(2, 3) :: {land, sea}.  whole: connected([A : cell(A), A = sea]).  some: cells(L) => count(sea, L) >= 2.",
        "grid(2, 2) :: 1..4.  groups: cell(A) => len(reach(A, alike)) = A.",
        "grid(2, 2).  drawn(S) :: 0..1 :- side(_, S).  joined(P, Q) :- drawn({P, Q}) = 1.  whole: loop(joined).",
        "grid(1, 5) :: 0..1.  l: row(_, L) => L matches g.  g --> (0 | 1, 1)* .",
        "grid(1, 4) :: 0..1.  l: [r1c2, r1c3] matches g(r1c1, [r1c4]).  g(X, [Y]) --> (X, Y | Y, X).",
        "grid(1, 3) :: 0..2.  l: [1, 1] matches g(r1c1) => r1c2 = r1c3.  g(K) --> 1^K .",
        "grid(1, 3) :: 1..3.  hidden h(A) :: 0..1 :- cell(A).  t: cell(A) => h(A) = 1 ; A > 1.",
        "grid(1, 4) :: 0..1.  a: row(_, [A, B, C, D]), A = B => (C = 1 => D = 1), not (C = 0, D = 0).",
        "x :: 0..5000.  y :: 0..3.  a: true => x = 1000 * y + 7, y > 0.",
    ];
    for text in cases {
        let (_, mut ground) = expanded(text);
        let wide = ground.world.unknowns.iter().any(|unknown| unknown.domain.len() > 100);
        let expected = if wide {
            3
        } else {
            let all = super::meaning::solutions(&mut ground).expect("few values");
            super::meaning::told_apart(&ground, &all)
        };
        for plain in [None, Some(0), Some(1)] {
            let wish = Wish { checked: None, limits: Limits { plain, ..ALL.limits }, ..ALL };
            let outcome = solve(ground.clone(), &wish, &|| false, |_, _| {}).expect("an outcome");
            assert_eq!(outcome.count, expected as u64, "{text} {plain:?}");
        }
    }
}

#[test]
fn limits_leave_the_answer_open() {
    let none = Wish { limits: Limits { steps: Some(0), ..ALL.limits }, ..ALL };
    assert_eq!(counted("use takuzu with n = 6.", &none).verdict(), Verdict::Unknown);
    let one = Wish { most: Some(1), ..ALL };
    assert_eq!(counted("use takuzu with n = 6.", &one).verdict(), Verdict::Solved);
    let several = Wish { limits: Limits { steps: Some(200), ..ALL.limits }, ..ALL };
    let outcome = counted("use takuzu with n = 6.", &several);
    assert!(outcome.count > 1 && outcome.verdict() == Verdict::Several, "{outcome:?}");
}

/// The same seed does the same, down to the last pruning.
#[test]
fn equal_runs_do_equal_things() {
    let mut sources = Sources::default();
    let rules = Some(sources.add("rules", "use sudoku."));
    let (program, _) = resolve(&Request { rules, ..Request::default() }, &mut sources, &BuiltIn);
    let (first, _) = ground(&program, &Options::default());
    let (second, _) = ground(&program, &Options::default());
    let wish = Wish { most: Some(1), ..ALL };
    let [first, second] =
        [first, second].map(|ground| solve(ground, &wish, &|| false, |_, _| {}).expect("an outcome"));
    assert_eq!((first.counters, first.prunings), (second.counters, second.prunings));
}

/// What the search does, pinned: a change of these numbers is a change of the engine, for better or worse.
#[test]
fn counters_are_pinned() {
    let subjects: [(&str, Option<u64>); 9] = [
        ("use takuzu with n = 6.", None),
        ("use takuzu with n = 32.", Some(1)),
        ("use magic with n = 3.", None),
        ("use magic with n = 6.", Some(1)),
        ("use queens with n = 8.", None),
        ("use latin with n = 4.", None),
        (include_str!("../../rules/takuzu/twenty.puzzle"), Some(2)),
        (include_str!("../../rules/sudoku/hard.puzzle"), Some(2)),
        (include_str!("../../rules/kakuro/hard.puzzle"), Some(2)),
    ];
    let mut table = String::new();
    for (text, most) in subjects {
        let outcome = counted(text, &Wish { most, ..ALL });
        let name = text.lines().next().unwrap_or_default();
        let Counters { decisions, conflicts, restarts, deepest, part } = outcome.counters;
        table.push_str(&format!(
            "{name:<40} solutions {} decisions {decisions} conflicts {conflicts} restarts {restarts} deepest {deepest} by {} prunings {}\n",
            outcome.count, part.word(), outcome.prunings
        ));
    }
    insta::assert_snapshot!(table);
}

/// Large empty boards are a matter of the order of values: no seed meets more than a few conflicts.
#[test]
fn empty_boards_are_filled_without_conflicts() {
    let (_, ground) = expanded("use takuzu with n = 64.");
    let mut solver = Solver::new(ground).expect("rules that can be solved");
    for seed in 1..=20 {
        let wish = Wish { most: Some(1), seed, checked: Some(0), ..ALL };
        let outcome = solver.solve(&[], &wish, &|| false, |_, _| {}).expect("an outcome");
        assert_eq!((outcome.count, outcome.counters.conflicts), (1, 0), "seed {seed}");
    }
}

/// A puzzle that was published without need of a guess is solved without one.
#[test]
fn dense_boards_need_no_decision() {
    let outcome = counted(include_str!("../../rules/takuzu/twenty.puzzle"), &ALL);
    assert_eq!((outcome.verdict(), outcome.counters.decisions), (Verdict::Unique, 0));
}

/// Magic squares are a matter of restarts: no seed hangs.
#[test]
fn restarts_keep_magic_squares_from_hanging() {
    for n in 3..=7 {
        let (_, ground) = expanded(&format!("use magic with n = {n}."));
        let mut solver = Solver::new(ground).expect("rules that can be solved");
        for seed in 1..=20 {
            let limits = Limits { steps: Some(100_000), ..Limits::default() };
            let wish = Wish { most: Some(1), seed, limits, checked: None, judged: false };
            let outcome = solver.solve(&[], &wish, &|| false, |_, _| {}).expect("an outcome");
            assert_eq!(outcome.count, 1, "n = {n}, seed {seed}: {outcome:?}");
        }
    }
}

/// Ten, for large numbers.
const TEN: i128 = 10;

/// With an objective the solutions are the best ones.
#[test]
fn objectives_leave_the_best_solutions() {
    let cases = [
        ("grid(1, 3) :: 0..2.  s: cells(L) => sum(L) >= 2.  minimise sum(cells).", Some(2), 6),
        ("grid(1, 3) :: 0..2.  s: cells(L) => distinct(L).  maximise 3*r1c1 - r1c2.", Some(6), 1),
        ("grid(1, 3) :: -3..3.  s: cells(L) => sum(L) = 1.  maximise r1c1 * r1c2.", Some(4), 0),
        ("grid(1, 4) :: 1..6.  s: cells(L) => distinct(L).  minimise max(cells).", Some(4), 24),
        ("grid(1, 2) :: 0..1.  s: cells(L) => sum(L) = 5.  minimise r1c1.", None, 0),
        ("use queens with n = 6.  minimise queen(1).", Some(2), 1),
        // Beyond 64 bits: as a multiple of something little, and digit by digit.
        (
            "grid(1, 2) :: 0..3.  minimise 4000000000 * (4000000000 * r1c1 - 8000000000 * r1c2).",
            Some(-96 * TEN.pow(18)),
            1,
        ),
        (
            "grid(1, 3) :: 1..9.  s: sum(cells) = 12.  maximise 1000000000000 * product([A * A * 100 : cell(A)]).",
            Some(4096 * TEN.pow(18)),
            1,
        ),
        (
            "grid(1, 3) :: 0..9.  s: sum(cells) = 9.  minimise r1c1 * r1c2 - 30000000000 * (30000000000 * r1c3 - 1).",
            Some(-81 * TEN.pow(20) + 3 * TEN.pow(10)),
            1,
        ),
        (
            "grid(1, 2) :: {-2147483648, -7, 2147483647}.  minimise 7 * r1c1 * r1c1 * r1c1 * r1c2 + r1c1 / r1c2.",
            Some(-148_873_535_458_585_935_565_245_095_357_047_635_970),
            1,
        ),
    ];
    for (text, best, count) in cases {
        for plain in [None, Some(0), Some(1)] {
            let wish = Wish { limits: Limits { plain, ..ALL.limits }, ..ALL };
            let outcome = counted(text, &wish);
            assert_eq!(outcome.best.map(|best| best.value), best, "{text}");
            assert!(outcome.best.is_none_or(|best| best.proved), "{text}");
            assert!(count == 0 || outcome.count == count, "{text} {plain:?}: {outcome:?}");
            let first = counted(text, &Wish { most: Some(1), ..wish });
            assert_eq!(first.best, outcome.best, "{text}");
        }
    }
    let text = "use takuzu with n = 8.  maximise sum([C * cell(R, C) : cell(cell(R, C))]).";
    let limited = counted(text, &Wish { limits: Limits { steps: Some(60), ..Limits::default() }, ..ALL });
    assert!(limited.best.is_some_and(|best| !best.proved), "{limited:?}");
}

/// What contradicts itself has no solution, and says so at once.
#[test]
fn contradictions_are_answers() {
    let cases = [
        "grid(1, 2) :: 0..1.  given(r1c1, 0).  given(r1c1, 1).",
        "grid(1, 2) :: 0..1.  s: cells(L) => sum(L) = 9.",
        "grid(1, 2) :: 1..1.  s: cells(L) => distinct(L).",
        "grid(1, 2) :: 0..1.  given(r1c1, 1).  s: cell(A) => A = 0.",
        "grid(1, 2) :: 0..1.  never: false.",
    ];
    for text in cases {
        let outcome = counted(text, &ALL);
        assert_eq!((outcome.verdict(), outcome.counters.decisions), (Verdict::None, 0), "{text}");
    }
    let nothing = counted("grid(1, 2) :: 0..1.  s: L = [A : cell(A), false] => sum(L) = 0.", &ALL);
    assert_eq!(nothing.count, 4, "a law over no cells holds");
}

/// A grid in place of another gives what a run of its own would give.
#[test]
fn grids_of_one_file_share_a_solver() {
    use gridlog::stages::puzzle::{Asked, Shape, stream};
    let (_, ground) = expanded("use sudoku with r = 2, c = 2.");
    let mut solver = Solver::new(ground).expect("rules that can be solved");
    let mut sources = Sources::default();
    let text = "1...\n..2.\n....\n...4\n\n12..\n....\n....\n....\n\n11..\n....\n....\n....\n";
    let source = sources.add("grids.txt", text);
    let counts: Vec<u64> = stream(source, text, Asked { shape: Shape::default(), is_value: &|_| false })
        .0
        .map(|picture| {
            assert_eq!(solver.give_again(&picture), Some(Vec::new()));
            let givens = solver.judge.given.values.clone();
            solver.solve(&givens, &ALL, &|| false, |_, _| {}).expect("an outcome").count
        })
        .collect();
    assert_eq!((counts[1], counts[2]), (24, 0));
    let alone = "use sudoku with r = 2, c = 2.\ngiven \"\"\"\n1 . . .\n. . 2 .\n. . . .\n. . . 4\n\"\"\".";
    assert_eq!(counts[0], counted(alone, &ALL).count);
}

/// Laws that cannot hold any more are named while cells are still open, and no others.
#[test]
fn laws_broken_already_are_named() {
    for (given, expected) in [("1 1 . .", vec!["row 1"]), ("1 2 . .", vec![]), ("1 2 . 1", vec!["row 1"])] {
        let text =
            format!("use latin with n = 4.\ngiven \"\"\"\n{given}\n. . . .\n. . . .\n. . . .\n\"\"\".\n");
        let (program, ground) = expanded(&text);
        let givens = ground.world.given.values.clone();
        let mut explainer = gridlog::stages::explain::Explainer::new(ground).expect("rules");
        let broken = explainer.broken(&givens);
        let title = |&instance: &u32| {
            let instance = &explainer.instances()[instance as usize];
            instance.title(&program.laws[instance.law], explainer.world())
        };
        let titles: Vec<String> = broken.iter().map(title).collect();
        assert_eq!(titles.len(), expected.len(), "{given}: {titles:?}");
        assert!(titles.iter().zip(&expected).all(|(title, part)| title.contains(part)), "{titles:?}");
    }
}
