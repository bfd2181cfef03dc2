//! Symmetric positions once: symmetries are found in the rules, plans have the same length with them and are legal, and what only
//! looks symmetric is not taken for it.

use gridlog::stages::moves::plan::Verdict;
use gridlog::stages::moves::search::{Found, both_or_layers, bounded, layers};
use gridlog::stages::moves::{Code, Expansion, HeadId, System};

use super::meaning::expanded;
use super::moves::{settled, solved};

fn after(position: &[Code], changes: &[(u32, Code)]) -> Vec<Code> {
    let mut position = position.to_vec();
    changes.iter().for_each(|&(place, code)| position[place as usize] = code);
    position
}

/// Whether a plan leads from the first position to the goal.
fn is_legal(system: &mut System, plan: &[HeadId]) -> bool {
    let mut position = system.start().expect("few values");
    let mut expansion = Expansion::default();
    for &head in plan {
        system.expand(&position, &mut expansion).expect("moves");
        let step = (0..expansion.len()).map(|number| expansion.get(number)).find(|step| step.0 == head);
        let Some((_, changes)) = step else { return false };
        position = after(&position, changes);
    }
    system.is_lawful(&position).expect("laws") && system.is_goal(&position).expect("goal")
}

/// How many symmetric positions one stands in for, 1 if symmetries are of no use. Plans must be as long as without them.
fn order(text: &str) -> usize {
    let (_, ground) = expanded(text);
    let mut system = System::new(ground);
    let plain = settled(&mut system, |system, start, watch| layers(system, start, None, watch));
    let start = system.start().expect("few values");
    // They are used even if no symmetric positions have been seen.
    if !system.use_symmetry(&start, &[Vec::new()]) {
        return 1;
    }
    let length = |found: &Found| (found.plan.as_ref().map(Vec::len), found.ending);
    let by_layers = settled(&mut system, |system, start, watch| layers(system, start, None, watch));
    let by_bounds = settled(&mut system, bounded);
    let from_both = settled(&mut system, both_or_layers);
    for found in [&by_layers, &by_bounds, &from_both] {
        assert_eq!(length(&plain), length(found), "{text}");
        if let Some(plan) = &found.plan {
            assert!(is_legal(&mut system, plan), "{text}");
        }
    }
    assert!(by_layers.counters.positions <= plain.counters.positions, "{text}");
    system.symmetry().expect("symmetries are used")
}

#[test]
fn boards_are_turned_and_mirrored_as_far_as_the_rules_allow() {
    let pegs = |r, c, board: &str| format!("use pegs with r = {r}, c = {c}.  board \"\"\"\n{board}\n\"\"\".");
    let lights =
        |r, c, board: &str| format!("use lightsout with r = {r}, c = {c}.  given \"\"\"\n{board}\n\"\"\".");
    assert_eq!(order(&pegs(4, 4, "x x x x\nx o x x\nx x x x\nx x x x")), 8);
    assert_eq!(order(&lights(3, 3, "on on on\non on on\non on on")), 8);
}

/// The goal, a law or a wall may tell places apart that moves do not.
#[test]
fn a_goal_or_a_law_that_is_not_symmetric_is_noticed() {
    let rules =
        "grid(1, 4) :: {empty, a}.  move creep(A, B): adjacent(A, B), A = a, B = empty => A' = empty, B' = a.
                 given \"\"\"\n. a . .\n\"\"\".";
    assert_eq!(order(&format!("{rules}  goal: r1c1 = a ; r1c4 = a.")), 2);
    assert_eq!(order(&format!("{rules}  goal: r1c1 = a.")), 1);
    assert_eq!(order(&format!("{rules}  goal: r1c1 = a ; r1c4 = a.  left: r1c3 = empty.")), 1);
    // The order of tiles is another when the board is turned.
    assert_eq!(order("use fifteen with r = 2, c = 2.  given \"\"\"\n1 2\n0 3\n\"\"\"."), 1);
}

/// A search that takes long finds symmetries by itself, and shows a plan that the evaluator has replayed.
#[test]
fn long_searches_look_for_symmetries() {
    let lights = "use lightsout with r = 4, c = 4.  given \"\"\"\non on on on\non on on on\non on on on\non on on on\n\"\"\".";
    assert_eq!(solved(lights).symmetry, None, "found before symmetries are looked for");
    // No plan ends with this, so all positions that can be reached are looked at.
    let report = solved(&format!("{lights}  drop goal.  goal: cells(L) => count(on, L) = 17."));
    assert_eq!((report.verdict, report.symmetry), (Verdict::NoPlan, None), "{:?}", report.counters);
    let pegs = "use pegs with r = 5, c = 4.  drop bound.  board \"\"\"\nx x x x\nx x x x\nx x o x\nx x x x\nx x x x\n\"\"\".";
    let report = solved(&format!("{pegs}  drop goal.  goal: cells(L) => count(peg, L) mod 20 = 0."));
    assert_eq!((report.verdict, report.symmetry), (Verdict::NoPlan, Some(4)), "{:?}", report.counters);
}
