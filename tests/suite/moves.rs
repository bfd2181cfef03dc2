//! Move puzzles: plans, proofs that there is none, and agreement of every search with every other.

use std::collections::{BTreeMap, BTreeSet};

use gridlog::stages::check;
use gridlog::stages::ground::moves as rules;
use gridlog::stages::moves::plan::{Illegal, Verdict, meets, replay};
use gridlog::stages::moves::search::{Ending, Found, Limits, Watch, both_or_layers, bounded, count, layers};
use gridlog::stages::moves::strategies::{self, Strategy};
use gridlog::stages::moves::{Code, Expansion, Report, System, Trouble, Wish, solve};
use gridlog::stages::program::Expected;
use gridlog::stages::term::TermId;

use super::meaning::{expanded, puzzles};
use super::rng::Random;

fn solved_with(text: &str, wish: &Wish) -> Report {
    let (_, ground) = expanded(text);
    solve(ground, wish, &|| false, &mut |_| {}).expect("an answer").0
}

pub fn solved(text: &str) -> Report {
    solved_with(text, &Wish::default())
}

fn counted(text: &str) -> Report {
    solved_with(text, &Wish { count: true, ..Wish::default() })
}

/// Searches until every value has room.
pub fn settled(
    system: &mut System,
    search: impl Fn(&mut System, &[Code], &mut Watch<'_>) -> Result<Found, Trouble>,
) -> Found {
    let start = system.start().expect("few values");
    loop {
        let mut silent = |_| {};
        let mut watch = Watch::new(Limits::default(), &|| false, &mut silent);
        match search(system, &start, &mut watch) {
            Err(Trouble::Narrow) => system.widen(),
            other => return other.expect("an outcome"),
        }
    }
}

#[test]
fn samples_come_out_as_they_expect() {
    let mut judged = 0;
    for file in puzzles() {
        let text = std::fs::read_to_string(&file).expect("a sample");
        let (program, ground) = expanded(&text);
        if program.moves.is_empty() {
            continue;
        }
        let counts = program.expectations.iter().any(|expected| matches!(expected.what, Expected::Count(_)));
        let wish = Wish { count: counts, ..Wish::default() };
        let (report, _) = solve(ground, &wish, &|| false, &mut |_| {}).expect("an answer");
        for expectation in &program.expectations {
            let came = (report.verdict, report.steps.len(), report.count);
            let met = meets(&report, expectation.what);
            assert_eq!(met, Some(true), "{}: {:?}, but {came:?}", file.display(), expectation.what);
            judged += 1;
        }
    }
    assert!(judged >= 20, "only {judged} samples of move puzzles say what they expect");
}

/// All positions that can be reached, at most so many, with the moves out of each as the evaluator finds them.
fn reachable(text: &str, most: usize) {
    let (program, ground) = expanded(text);
    let mut system = System::new(ground);
    let start = system.start().expect("few values");
    let mut open = vec![start.clone()];
    let mut seen: BTreeSet<Vec<Code>> = open.iter().cloned().collect();
    let mut expansion = Expansion::default();
    while let Some(position) = open.pop() {
        match system.expand(&position, &mut expansion) {
            Err(Trouble::Narrow) => {
                system.widen();
                system.expand(&position, &mut expansion).expect("moves");
            }
            other => other.expect("moves"),
        }
        let values = system.codes.values(&position);
        let expected: Vec<(usize, Box<[TermId]>, Vec<TermId>)> = rules::successors(system.world(), &values)
            .expect("successors")
            .into_iter()
            .map(|next| (next.rule, next.head, next.values))
            .collect();
        let found: Vec<(usize, Box<[TermId]>, Vec<TermId>)> = (0..expansion.len())
            .map(|number| {
                let (head, changes) = expansion.get(number);
                let mut next = position.clone();
                changes.iter().for_each(|&(unknown, code)| next[unknown as usize] = code);
                if seen.len() < most && seen.insert(next.clone()) {
                    open.push(next.clone());
                }
                let head = system.head(head).clone();
                (head.rule, head.args, system.codes.values(&next))
            })
            .collect();
        let sorted = |mut all: Vec<(usize, Box<[TermId]>, Vec<TermId>)>| {
            all.sort_by(|left, right| (left.0, &left.1).cmp(&(right.0, &right.1)));
            all
        };
        assert_eq!(sorted(found), sorted(expected), "{text}");
        let lawful = check::all_broken(system.world(), &values).expect("laws").is_empty();
        assert_eq!(system.is_lawful(&position).expect("laws"), lawful, "{text}");
        let goal = check::is_goal(system.world(), &values).expect("goal");
        assert_eq!(system.is_goal(&position).expect("goal"), goal, "{text}");
        let bounds =
            program.bounds.iter().map(|body| rules::bound(body, system.world(), &values).expect("a bound"));
        let bound = bounds.max().unwrap_or(0);
        assert_eq!(i128::from(system.bound(&position).expect("a bound")), bound, "{text}");
    }
}

/// The tables, the compiled laws, goals and bounds say what the evaluator says, position by position.
#[test]
fn tables_and_evaluator_agree() {
    for file in puzzles() {
        let text = std::fs::read_to_string(&file).expect("a sample");
        if !expanded(&text).0.moves.is_empty() {
            reachable(&text, 60);
        }
    }
    let odd = [
        // A head computed from values, which only the evaluator can find.
        "grid(1, 3) :: 0..3.  move up(K): cell(A), K = A + 1 => A' = K.  goal: cells(L) => sum(L) = 9.",
        // Two acts on one place that agree.
        "grid(1, 3) :: 0..2.  move all: adjacent(A, B), A = 0 => B' = 1.  goal: cells(L) => sum(L) = 3.",
        // Which place it is counts, so that lines cannot share a table.
        "grid(2, 3) :: 0..1.  move m(I): row(I, L), A in L, cell(_, 2, A) => A' = 1.
         cell(R, C, A) :- A = cell(R, C), R in 1..2.  goal: r1c2 = 1.",
        // Acts that are impossible, and values outside the domain.
        "grid(2, 2) :: 0..3.  move grow(I): row(I, [A, B]) => A' = A + B, B > 0.
         move set(A): cell(A), A = 0 => A' = 1.  goal: r1c1 = 3.",
        // Laws and a goal that are not compiled.
        "grid(2, 2) :: {land, sea}.  move flood(A): cell(A), A = land => A' = sea.
         whole: connected([A : cell(A), A = land]).  goal: cells(L) => count(land, L) = 1.",
    ];
    for text in odd {
        reachable(text, 60);
    }
}

/// Every bound of every rule set with a small sample: never above the true number of moves.
#[test]
fn stated_bounds_never_say_too_much() {
    let boards = [
        ("use \"2048\" with n = 2.", 16_usize),
        ("use \"2048\" with n = 3.", 8),
        ("use fifteen with r = 2, c = 3.", 720),
        ("use pancakes with n = 5.", 120),
        ("use lightsout with r = 2, c = 3.", 64),
    ];
    let mut random = Random::new(7);
    for (text, tries) in boards {
        for _ in 0..tries.min(60) {
            let given = random_board(text, &mut random);
            exact_distances(&format!("{text} given \"\"\"\n{given}\n\"\"\"."));
        }
    }
    exact_distances("use pegs with r = 1, c = 6.  board \"\"\"\nx x o x x o\n\"\"\".");
    exact_distances(
        "use sokoban with r = 5, c = 5.  board \"\"\"\n# # # # #\n# @ . o #\n# . $ . #\n# . . . #\n# # # # #\n\"\"\".",
    );
    exact_distances(
        "use knights with r = 3, c = 3.  given \"\"\"\nwhite . .\n. . .\nblack . .\n\"\"\".
         target \"\"\"\nblack . .\n. . .\nwhite . .\n\"\"\".",
    );
}

/// A first position for rules on a grid, drawn at random.
fn random_board(text: &str, random: &mut Random) -> String {
    let rows = |words: Vec<String>, wide: usize| {
        words.chunks(wide).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
    };
    let permuted = |from: usize, to: usize, random: &mut Random| {
        let mut all: Vec<String> = (from..=to).map(|value| value.to_string()).collect();
        (1..all.len()).rev().for_each(|at| all.swap(at, random.below(at + 1)));
        all
    };
    if text.contains("2048") {
        let size = if text.contains("n = 2") { 2 } else { 3 };
        let tiles = (0..size * size).map(|_| (*random.pick(&["0", "2", "2", "4", "8"])).to_owned());
        return rows(tiles.collect(), size);
    }
    if text.contains("fifteen") {
        return rows(permuted(0, 5, random), 3);
    }
    if text.contains("pancakes") {
        return rows(permuted(1, 5, random), 5);
    }
    rows((0..6).map(|_| (*random.pick(&["on", "off"])).to_owned()).collect(), 3)
}

/// Compares the bound of every reachable position with its true distance from the goal.
fn exact_distances(text: &str) {
    let (_, ground) = expanded(text);
    let mut system = System::new(ground);
    'again: loop {
        let start = system.start().expect("few values");
        if !system.is_lawful(&start).expect("laws") {
            return;
        }
        let mut positions = vec![start];
        let mut before: Vec<Vec<usize>> = vec![Vec::new()];
        let mut known: BTreeMap<Vec<Code>, usize> = BTreeMap::default();
        known.insert(positions[0].clone(), 0);
        let mut expansion = Expansion::default();
        let mut at = 0;
        while at < positions.len() {
            let position = positions[at].clone();
            match system.expand(&position, &mut expansion) {
                Err(Trouble::Narrow) => {
                    system.widen();
                    continue 'again;
                }
                other => other.expect("moves"),
            }
            for number in 0..expansion.len() {
                let mut next = position.clone();
                expansion.get(number).1.iter().for_each(|&(unknown, code)| next[unknown as usize] = code);
                if !system.is_lawful(&next).expect("laws") {
                    continue;
                }
                let id = *known.entry(next.clone()).or_insert(positions.len());
                if id == positions.len() {
                    positions.push(next);
                    before.push(Vec::new());
                }
                before[id].push(at);
            }
            at += 1;
        }
        let mut layer: Vec<usize> =
            (0..positions.len()).filter(|&id| system.is_goal(&positions[id]).expect("goal")).collect();
        let mut distance = vec![u32::MAX; positions.len()];
        layer.iter().for_each(|&id| distance[id] = 0);
        let mut depth = 0;
        while !layer.is_empty() {
            for &id in &layer {
                let bound = system.bound(&positions[id]).expect("a bound");
                assert!(bound <= depth, "{text}: bound {bound}, distance {depth}");
            }
            depth += 1;
            let mut next: Vec<usize> = layer.iter().flat_map(|&id| before[id].clone()).collect();
            next.retain(|&id| {
                let new = distance[id] == u32::MAX;
                if new {
                    distance[id] = depth;
                }
                new
            });
            layer = next;
        }
        return;
    }
}

/// Breadth-first, bounded and textbook searches find plans of one length, or none.
#[test]
fn all_searches_agree() {
    let mut random = Random::new(11);
    let sets = [
        "use \"2048\" with n = 2.",
        "use \"2048\" with n = 3.",
        "use fifteen with r = 2, c = 3.",
        "use pancakes with n = 5.",
        "use lightsout with r = 2, c = 3.",
    ];
    for text in sets {
        for _ in 0..12 {
            let given = random_board(text, &mut random);
            let text = format!("{text} given \"\"\"\n{given}\n\"\"\".");
            let (_, ground) = expanded(&text);
            let mut system = System::new(ground);
            let start = system.start().expect("few values");
            if !system.is_lawful(&start).expect("laws") {
                assert_eq!(solved(&text).verdict, Verdict::NoPlan, "{text}");
                continue;
            }
            let length = |found: &Found| (found.plan.as_ref().map(Vec::len), found.ending);
            let plain = settled(&mut system, |system, start, watch| layers(system, start, None, watch));
            let guided = settled(&mut system, bounded);
            let several = settled(&mut system, count);
            let ends = settled(&mut system, both_or_layers);
            assert_eq!(length(&plain), length(&guided), "{text}");
            assert_eq!(length(&plain), length(&ends), "{text}");
            assert_eq!(length(&plain), length(&several), "{text}");
            assert_eq!(plain.ending, Ending::Settled, "{text}");
            for &(strategy, name) in Strategy::ALL {
                let tally = strategies::run(&mut system, strategy, &mut |_, _| None).expect("a tally");
                let shortest = plain.plan.as_ref().map(|plan| plan.len() as u32);
                assert_eq!(tally.steps.is_some(), shortest.is_some(), "{name}: {text}");
                if matches!(strategy, Strategy::BreadthFirst | Strategy::AStar) {
                    assert_eq!(tally.steps, shortest, "{name}: {text}");
                } else {
                    assert!(tally.steps >= shortest, "{name}: {text}");
                }
                assert!(tally.counters.generated >= tally.counters.positions - 1, "{name}: {text}");
            }
        }
    }
}

/// Moves that are not their own inverse, forget what they write over, act at several places at once or break laws: layers
/// from both ends meet where layers from the start find the goal.
#[test]
fn both_ends_meet() {
    let rules = [
        "grid(1, 4) :: 0..2.  move copy(A, B): adjacent(A, B) => A' = B.",
        "grid(1, 4) :: 0..2.  move clear(A): cell(A) => A' = 0.
         move up(A): cell(A), A < 2 => A' = A + 1.",
        "grid(2, 2) :: 0..2.  move turn: cells([A, B, C, D]) => A' = B, B' = D, C' = A, D' = C.
         move add(I): row(I, [A, B]) => A' = (A + B) mod 3.",
        "grid(1, 4) :: 0..1.  move spread(A): adjacent(A, B), A = 1 => B' = 1.  move off(A): cell(A) => A' = 0.
         some: cells(L) => sum(L) > 0.",
        "grid(2, 2) :: 0..1.  move press(A): cell(A), (same(A, B) ; adjacent(A, B)) => flip(B, B').
         flip(0, 1).  flip(1, 0).",
    ];
    let mut random = Random::new(3);
    let mut saved = 0;
    for rules in rules {
        let (rows, cols, most) = match rules {
            _ if rules.contains("(1, 4) :: 0..2") => (1, 4, 3),
            _ if rules.contains("(2, 2) :: 0..2") => (2, 2, 3),
            _ if rules.contains("(1, 4)") => (1, 4, 2),
            _ => (2, 2, 2),
        };
        for _ in 0..25 {
            let [given, goal] = [(); 2].map(|()| {
                let values: Vec<String> = (0..4).map(|_| random.below(most).to_string()).collect();
                values.chunks(cols).map(|row| row.join(" ")).collect::<Vec<_>>()
            });
            assert_eq!(given.len(), rows);
            let goal = goal.join(" ").replace(' ', ", ");
            let text = format!(
                "{rules}  goal: cells(L) => L = [{goal}].  given \"\"\"\n{}\n\"\"\".",
                given.join("\n")
            );
            let (_, ground) = expanded(&text);
            let mut system = System::new(ground);
            let start = system.start().expect("few values");
            if !system.is_lawful(&start).expect("laws") {
                continue;
            }
            let plain = settled(&mut system, |system, start, watch| layers(system, start, None, watch));
            let ends = settled(&mut system, both_or_layers);
            let length = |found: &Found| (found.plan.as_ref().map(Vec::len), found.ending);
            assert_eq!(length(&plain), length(&ends), "{text}");
            saved += usize::from(ends.counters != plain.counters);
            assert!(solved(&text).verdict != Verdict::Unknown, "{text}");
        }
    }
    assert!(saved > 60, "only {saved} searches went from both ends");
}

/// The law of the fifteen puzzle tells exactly the orders that can be reached.
#[test]
fn half_of_all_orders_can_be_reached() {
    for (rows, cols, given) in [(2, 3, "1 2 3\n4 5 0"), (3, 2, "1 2\n3 4\n5 0"), (2, 2, "1 2\n3 0")] {
        let text = format!("use fifteen with r = {rows}, c = {cols}.  given \"\"\"\n{given}\n\"\"\".");
        let (_, ground) = expanded(&text);
        let mut system = System::new(ground);
        let mut open = vec![system.start().expect("few values")];
        let mut seen: BTreeSet<Vec<Code>> = open.iter().cloned().collect();
        let mut expansion = Expansion::default();
        while let Some(position) = open.pop() {
            assert!(system.is_lawful(&position).expect("laws"), "{text}");
            // Two tiles swapped make an order of the other half; the hole is value 0.
            let mut other = position.clone();
            let tiles: Vec<usize> = (0..other.len()).filter(|&at| other[at] != 0).collect();
            other.swap(tiles[0], tiles[1]);
            assert!(!system.is_lawful(&other).expect("laws"), "{text}");
            system.expand(&position, &mut expansion).expect("moves");
            for number in 0..expansion.len() {
                let mut next = position.clone();
                expansion.get(number).1.iter().for_each(|&(unknown, code)| next[unknown as usize] = code);
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        assert_eq!(seen.len(), (1..=rows * cols).product::<usize>() / 2, "{text}");
    }
    let swapped = "use fifteen.  given \"\"\"\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 0\n\"\"\".";
    let report = solved(swapped);
    assert_eq!((report.verdict, report.counters.expanded), (Verdict::NoPlan, 0));
}

/// From the goal, sliding being its own inverse, the last layer of the eight puzzle has 2 positions 31 moves away.
#[test]
fn the_hardest_eight_puzzles() {
    // The goal cannot be reached, so that all positions are seen: half of 9!.
    let text = "use fifteen with r = 3, c = 3.  drop goal.  drop bound.  goal: r1c1 = r1c2.
                given \"\"\"\n1 2 3\n4 5 6\n7 8 0\n\"\"\".";
    let report = solved(text);
    assert_eq!((report.verdict, report.counters.positions), (Verdict::NoPlan, 181_440));
    let limits = Limits { moves: Some(30), ..Limits::default() };
    let report = solved_with(text, &Wish { limits, count: false });
    assert_eq!((report.verdict, report.counters.positions), (Verdict::NotWithin(30), 181_438));
    for given in ["8 6 7\n2 5 4\n3 0 1", "6 4 7\n8 5 0\n3 2 1"] {
        let text = format!("use fifteen with r = 3, c = 3.  given \"\"\"\n{given}\n\"\"\".");
        assert_eq!(solved(&text).steps.len(), 31);
    }
}

/// For 5x5 lamps every solvable position has 4 sets of presses, or as many as there are quiet patterns.
#[test]
fn lights_out_has_four_ways() {
    let text = "grid(5, 5).  press(A) :: 0..1 :- cell(A).  input lit(Cell, Symbol).
        off: cell(A) => sum([press(B) : (same(A, B) ; adjacent(A, B))]) mod 2 = lamp(A).
        lamp(A, 1) :- lit(A, x).  lamp(A, 0) :- cell(A), not lit(A, x).
        lit \"\"\"\nx x . . .\nx . . . .\n. . . . .\n. . . . .\n. . . . .\n\"\"\".";
    let (_, ground) = expanded(text);
    let wish = gridlog::stages::solve::Wish {
        most: None,
        limits: gridlog::stages::search::Limits::default(),
        seed: 0,
        checked: None,
        judged: false,
    };
    let outcome = gridlog::stages::solve::solve(ground, &wish, &|| false, |_, _| {}).expect("an outcome");
    assert_eq!(outcome.count, 4);
    let report =
        counted("use lightsout with r = 3, c = 3.  given \"\"\"\non on .\non . on\n. on on\n\"\"\".");
    assert_eq!((report.steps.len(), report.count), (2, Some(2)));
}

#[test]
fn plans_are_replayed_and_the_first_illegal_move_is_named() {
    let (program, mut ground) = expanded("use river.");
    let start = rules::start(&mut ground.world);
    let mut judge = |moves: &[&str]| {
        let plan: Vec<String> = moves.iter().map(|&name| name.to_owned()).collect();
        replay(&program, &mut ground.world, &start, &plan).expect("a replay").trouble
    };
    let right = [
        "cross(goat)",
        "cross(farmer)",
        "cross(wolf)",
        "cross( goat )",
        "cross(cabbage)",
        "cross(farmer)",
        "cross(goat)",
    ];
    assert_eq!(judge(&right), None);
    assert_eq!(judge(&right[..3]), Some(Illegal::NoGoal(3)));
    let Some(Illegal::Law(1, name, law)) = judge(&["cross(wolf)"]) else { panic!("a broken law") };
    assert_eq!(
        (name.as_str(), law.as_str()),
        ("cross(wolf)", "safe(goat, cabbage): goat is not left alone with cabbage.")
    );
    let Some(Illegal::Move(2, ..)) = judge(&["cross(goat)", "cross(wolf)"]) else { panic!("not possible") };
}

#[test]
fn limits_are_told_apart_from_proofs() {
    let text = "use fifteen with r = 2, c = 3.  given \"\"\"\n4 1 3\n0 2 5\n\"\"\".";
    let within = |moves| {
        let limits = Limits { moves: Some(moves), ..Limits::default() };
        solved_with(text, &Wish { limits, count: false })
    };
    assert_eq!(within(3).verdict, Verdict::NotWithin(3));
    assert_eq!((within(4).verdict, within(4).steps.len()), (Verdict::Solved, 4));
    let plain = text.replace("given", "drop bound.  given");
    let limits = Limits { moves: Some(3), ..Limits::default() };
    assert_eq!(solved_with(&plain, &Wish { limits, count: false }).verdict, Verdict::NotWithin(3));
    let hard = "use fifteen.  drop bound.  given \"\"\"\n14 15 8 12\n10 11 9 13\n2 6 5 1\n3 7 4 0\n\"\"\".";
    let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
    let report = solved_with(hard, &Wish { limits, count: false });
    assert_eq!((report.verdict, report.ending), (Verdict::Unknown, Ending::Memory));
    assert!(report.at_least > 5, "{}", report.at_least);
    let limits = Limits { steps: Some(10), ..Limits::default() };
    assert_eq!(solved_with(hard, &Wish { limits, count: false }).ending, Ending::Steps);
}

#[test]
fn odd_input_gets_a_clear_verdict() {
    let report = solved("use \"2048\" with n = 2.  given \"\"\"\n4 .\n. .\n\"\"\".");
    assert_eq!((report.verdict, report.steps.len()), (Verdict::Solved, 0));
    // Two tiles that never become one: the law on the total says so at once.
    let report = solved("use \"2048\" with n = 2.  given \"\"\"\n2 4\n. .\n\"\"\".");
    assert_eq!((report.verdict, report.counters.expanded), (Verdict::NoPlan, 0));
    assert!(report.broken.is_some_and(|told| told.starts_with("total")));
    // No hole: no move.
    let report = solved("use fifteen with r = 1, c = 2.  given \"\"\"\n1 1\n\"\"\".");
    assert_eq!((report.verdict, report.counters.generated), (Verdict::NoPlan, 0));
    let report = counted("use fifteen with r = 2, c = 2.  given \"\"\"\n1 2\n3 0\n\"\"\".");
    assert_eq!((report.verdict, report.count), (Verdict::Solved, Some(1)));
}

/// Large domains cost nothing, however their values turn up.
#[test]
fn values_get_room_as_they_turn_up() {
    let report = solved("grid(1, 2) :: 0..60000.  move up: true => r1c1' = r1c1 + 7.  goal: r1c1 = 700.");
    assert_eq!((report.verdict, report.steps.len()), (Verdict::Solved, 100));
}
