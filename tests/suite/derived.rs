//! Bounds that are derived from the rules: never above the true number of moves, on rule sets drawn at random too, and no
//! plan is longer for them.

use std::collections::BTreeMap;

use gridlog::stages::moves::plan::Verdict;
use gridlog::stages::moves::search::{Found, Limits, bounded, layers};
use gridlog::stages::moves::{Code, Expansion, System, Wish, solve};

use super::meaning::expanded;
use super::moves::{settled, solved};
use super::rng::Random;

/// Tables of at most so many entries.
const ENTRIES: [u64; 2] = [0, 100_000];

/// What the bounds of all positions say that can be reached.
#[derive(Default)]
struct Told {
    /// Positions from which there is no way, and which of them the bound finds.
    dead: usize,
    found: usize,
    /// The sums of all distances and of all bounds.
    distances: u64,
    bounds: u64,
}

/// Every position that can be reached, with its distance from the goal; nothing where there is no way.
fn distances(system: &mut System) -> Vec<(Vec<Code>, Option<u32>)> {
    let start = system.start().expect("few values");
    if !system.is_lawful(&start).expect("laws") {
        return Vec::new();
    }
    let mut positions = vec![start];
    let mut before: Vec<Vec<usize>> = vec![Vec::new()];
    let mut known: BTreeMap<Vec<Code>, usize> = BTreeMap::from([(positions[0].clone(), 0)]);
    let mut expansion = Expansion::default();
    let mut at = 0;
    while at < positions.len() {
        let position = positions[at].clone();
        system.expand(&position, &mut expansion).expect("moves");
        for number in 0..expansion.len() {
            let mut next = position.clone();
            expansion.get(number).1.iter().for_each(|&(unknown, code)| next[unknown as usize] = code);
            if system.is_lawful(&next).expect("laws") {
                let id = *known.entry(next.clone()).or_insert(positions.len());
                if id == positions.len() {
                    positions.push(next);
                    before.push(Vec::new());
                }
                before[id].push(at);
            }
        }
        at += 1;
    }
    let mut distance: Vec<Option<u32>> = vec![None; positions.len()];
    let mut layer: Vec<usize> =
        (0..positions.len()).filter(|&id| system.is_goal(&positions[id]).expect("goal")).collect();
    let mut depth = 0;
    while !layer.is_empty() {
        layer.retain(|&id| distance[id].is_none());
        layer.iter().for_each(|&id| distance[id] = Some(depth));
        layer = layer.iter().flat_map(|&id| before[id].clone()).collect();
        depth += 1;
    }
    positions.into_iter().zip(distance).collect()
}

/// Holds derived bounds against true distances. Says whether the rules give any away.
fn judged(text: &str, told: &mut Told) -> bool {
    let (_, ground) = expanded(text);
    let mut system = System::new(ground);
    let exact = distances(&mut system);
    let Some((start, shortest)) = exact.first().cloned() else { return false };
    let plain = settled(&mut system, |system, start, watch| layers(system, start, None, watch));
    assert_eq!(plain.plan.as_ref().map(|plan| plan.len() as u32), shortest, "{text}");
    for entries in ENTRIES {
        if !system.derive(&start, entries) {
            return false;
        }
        for (position, distance) in &exact {
            let bound = system.standing(position).expect("a standing").bound;
            match distance {
                Some(distance) => {
                    assert!(bound <= *distance, "{text}: {position:?}: bound {bound}, distance {distance}");
                    told.distances += u64::from(*distance);
                    told.bounds += u64::from(bound);
                }
                None => {
                    told.dead += 1;
                    told.found += usize::from(bound > 1 << 20);
                }
            }
        }
        let guided = settled(&mut system, bounded);
        let length = |found: &Found| (found.plan.as_ref().map(Vec::len), found.ending);
        assert_eq!(length(&plain), length(&guided), "{text}");
    }
    true
}

#[test]
fn boards_of_rule_sets_get_bounds_that_never_say_too_much() {
    let boards = [
        // A crate against a wall, more crates than targets, and crates that stand in each other's way.
        (
            "use sokoban with r = 4, c = 5.  drop bound.",
            "board",
            ". . . . o\n. $ . $ .\n. @ # . .\n. . . o .",
        ),
        ("use sokoban with r = 3, c = 5.  drop bound.", "board", ". $ . . .\n@ $ . $ o\n. . . o ."),
        ("use sokoban with r = 4, c = 4.  drop bound.", "board", "o . . o\n. $ $ .\n. $ @ .\n. . o ."),
        ("use fifteen with r = 2, c = 3.  drop bound.", "given", "5 1 2\n3 4 0"),
        ("use fifteen with r = 2, c = 4.  drop bound.", "given", "1 2 3 4\n5 6 0 7"),
        (
            "use knights with r = 3, c = 3.  drop bound.  target \"\"\"\nblack . black\n. . .\nwhite . white\n\"\"\".",
            "given",
            "white . white\n. . .\nblack . black",
        ),
    ];
    let mut all = Told::default();
    for (rules, layer, board) in boards {
        let mut told = Told::default();
        let text = format!("{rules}  {layer} \"\"\"\n{board}\n\"\"\".");
        assert!(judged(&text, &mut told), "no bound: {text}");
        assert!(told.bounds * 4 > told.distances, "{text}: {} of {}", told.bounds, told.distances);
        (all.dead, all.found) = (all.dead + told.dead, all.found + told.found);
    }
    // A crate in a corner is lost; crates that block each other need not be seen.
    assert!(all.found * 2 > all.dead && all.found < all.dead, "{} of {}", all.found, all.dead);
}

/// Pieces that walk, push, pull, hop, change places, take each other, change, or move several at once.
const MOVES: [&str; 11] = [
    "move walk(A, B): adjacent(A, B), A = p, B = empty => A' = empty, B' = p.",
    "move push(D): step(A, D, B), step(B, D, C), A = p, B = a, C = empty => A' = empty, B' = p, C' = a.",
    "move pull(D): step(A, D, B), step(B, D, C), A = a, B = p, C = empty => A' = empty, B' = a, C' = p.",
    "move slide(A): adjacent(A, B), B = p => B' = A, A' = p.",
    "move swap(A, B): pair(A, B), A = a, B = b => A' = B, B' = A.",
    "move turn(I): row(I, L), L = [A, B, C, ..] => A' = B, B' = C, C' = A.",
    "move hop(A, D): step(A, D, B), step(B, D, C), A = b, B \\= empty, C = empty => A' = empty, C' = b.",
    "move take(A, D): step(A, D, B), step(B, D, C), A = a, B = b, C = empty => A' = empty, B' = empty, C' = a.",
    "move change(A): cell(A), A = a => A' = b.",
    "move drift(D): step(A, D, B), A = a, B = empty => A' = empty, B' = a.",
    "move creep(A, B): adjacent(A, B), A = b, B = empty => A' = empty, B' = b.",
];

#[test]
fn random_moves_get_bounds_that_never_say_too_much() {
    let mut random = Random::new(5);
    let (mut given_away, mut told) = (0, Told::default());
    for _ in 0..250 {
        let (rows, cols) = *random.pick(&[(2, 3), (1, 5), (1, 6), (2, 4)]);
        let mut kinds = vec!["p", "a", *random.pick(&["a", "b"]), *random.pick(&["b", "empty", "p"])];
        kinds.resize(rows * cols, "empty");
        let shuffled = |kinds: &[&'static str], random: &mut Random| {
            let mut kinds = kinds.to_vec();
            (1..kinds.len()).rev().for_each(|at| kinds.swap(at, random.below(at + 1)));
            kinds
        };
        let mut text = format!("grid({rows}, {cols}) :: {{empty, a, b, p}}.\n");
        for _ in 0..=random.below(4) {
            let drawn = *random.pick(&MOVES);
            if !text.contains(drawn) {
                text.push_str(&format!("{drawn}\n"));
            }
        }
        if random.below(4) == 0 {
            text.push_str("apart: adjacent(A, B), A = a => B \\= b.\n");
        }
        let last = shuffled(&kinds, &mut random);
        for _ in 0..=random.below(3) {
            let at = random.below(rows * cols);
            text.push_str(&format!("goal: r{}c{} = {}.\n", at / cols + 1, at % cols + 1, last[at]));
        }
        let first: Vec<String> =
            shuffled(&kinds, &mut random).chunks(cols).map(|row| row.join(" ")).collect();
        text.push_str(&format!("given \"\"\"\n{}\n\"\"\".\n", first.join("\n")));
        given_away += usize::from(judged(&text, &mut told));
    }
    assert!(given_away > 60, "only {given_away} rule sets give bounds away");
    assert!(told.bounds * 4 > told.distances, "{} of {} moves", told.bounds, told.distances);
    assert!(told.found * 4 > told.dead, "{} of {} dead positions", told.found, told.dead);
}

/// A search that takes long begins again with derived bounds, and says by which it was led.
#[test]
fn long_searches_are_led_by_derived_bounds() {
    let fifteen =
        "use fifteen.  drop bound.  given \"\"\"\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 0 14 15\n\"\"\".";
    let report = solved(fifteen);
    assert_eq!((report.steps.len(), report.bound), (2, None), "found before bounds are worth their while");
    let sokoban = "use sokoban with r = 7, c = 8.  board \"\"\"
        # # # # # # # #
        # . . . . . . #
        # . $ . $ . . #
        # . # . # $ . #
        # o . . o . . #
        # @ . o . . . #
        # # # # # # # #
        \"\"\".";
    let report = solved(sokoban);
    assert!(report.counters.expanded > 10_000 && report.counters.expanded < 20_000, "{:?}", report.counters);
    assert!(report.bound.as_deref().is_some_and(|name| name != "stated"), "{:?}", report.bound);
}

/// Positions that do not fit into the memory allowed are searched depth first, with the same outcome.
#[test]
fn a_full_memory_is_no_end() {
    let text = "use fifteen.  given \"\"\"\n5 1 3 4\n2 10 6 8\n13 9 7 12\n0 14 11 15\n\"\"\".";
    let with = |memory: usize| {
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        let (_, ground) = expanded(text);
        solve(ground, &Wish { limits, count: false }, &|| false, &mut |_| {}).expect("an answer").0
    };
    let roomy = with(1 << 30);
    // So little that only the first positions fit, and the table of what was seen is small.
    let narrow = with(40_000);
    assert_eq!((roomy.verdict, narrow.verdict), (Verdict::Solved, Verdict::Solved));
    assert_eq!(roomy.steps.len(), narrow.steps.len());
    assert!(narrow.counters.positions < roomy.counters.positions, "{:?}", narrow.counters);
}
