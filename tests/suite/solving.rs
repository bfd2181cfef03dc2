//! Solving: known counts, and runs that can be repeated.

use gridlog::ground::{Options, ground};
use gridlog::resolve::{BuiltIn, Request, resolve};
use gridlog::search::Limits;
use gridlog::solve::{Outcome, Verdict, Wish, solve};
use gridlog::source::Sources;

use super::meaning::expanded;

/// All solutions, the first of them checked.
pub const ALL: Wish = Wish {
    most: None,
    limits: Limits { time: None, steps: None, conflicts: None },
    seed: 0,
    checked: Some(20),
};

fn counted(text: &str, wish: &Wish) -> Outcome {
    let (program, ground) = expanded(text);
    solve(&program, ground, wish, &|| false, |_, _| {}).expect("an outcome")
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
        let outcome = counted(text, &ALL);
        assert_eq!((outcome.count, outcome.verdict()), (count, Verdict::Several), "{text}");
    }
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
        "grid(1, 3) :: 1..3.  hidden h(A) :: 0..1 :- cell(A).  t: cell(A) => h(A) = 1 ; A > 1.",
        "grid(1, 4) :: 0..1.  a: row(_, [A, B, C, D]), A = B => (C = 1 => D = 1), not (C = 0, D = 0).",
        "x :: 0..5000.  y :: 0..3.  a: true => x = 1000 * y + 7, y > 0.",
    ];
    for text in cases {
        let (program, mut ground) = expanded(text);
        let wide = ground.world.unknowns.iter().any(|unknown| unknown.domain.len() > 100);
        let expected = if wide {
            3
        } else {
            let all = super::meaning::solutions(&program, &mut ground).expect("few values");
            super::meaning::told_apart(&ground, &all)
        };
        let outcome = solve(&program, ground, &Wish { checked: None, ..ALL }, &|| false, |_, _| {})
            .expect("an outcome");
        assert_eq!(outcome.count, expected as u64, "{text}");
    }
}

#[test]
fn limits_leave_the_answer_open() {
    let none = Wish { limits: Limits { time: None, steps: Some(0), conflicts: None }, ..ALL };
    assert_eq!(counted("use takuzu with n = 6.", &none).verdict(), Verdict::Unknown);
    let one = Wish { most: Some(1), ..ALL };
    assert_eq!(counted("use takuzu with n = 6.", &one).verdict(), Verdict::Solved);
    let several = Wish { limits: Limits { time: None, steps: Some(200), conflicts: None }, ..ALL };
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
    let [first, second] = [first, second]
        .map(|ground| solve(&program, ground, &wish, &|| false, |_, _| {}).expect("an outcome"));
    assert_eq!((first.counters, first.prunings), (second.counters, second.prunings));
}
