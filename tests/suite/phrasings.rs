//! Meaning decides, not phrasing: laws said in several ways have the same solutions on random small boards, and become the
//! same constraints.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use gridlog::stages::compile::{Model, Settings};
use gridlog::stages::search::Limits;
use gridlog::stages::solve::{Wish, solve};

use super::meaning::expanded;
use super::rng::Random;

/// How many boards of each family one run draws.
const BOARDS: u64 = 6;

/// Laws that mean the same.
struct Family {
    name: &'static str,
    /// What all of them need.
    common: &'static str,
    /// The ways to say it. Places that are not in all of them do not count.
    ways: &'static [&'static str],
    /// Draws the clues.
    clues: fn(&mut Random) -> String,
    /// The constraint that each way becomes; nothing where tables or different unknowns do as well.
    kernel: Option<&'static str>,
    /// Whether only the number of solutions is the same: the unknowns differ.
    counted: bool,
}

fn numbers(random: &mut Random, rows: usize, cols: usize, most: usize, count: usize) -> String {
    let mut text = String::new();
    let mut taken = BTreeSet::new();
    for _ in 0..count {
        let (row, col) = (1 + random.below(rows), 1 + random.below(cols));
        if taken.insert((row, col)) {
            let _ = write!(text, "number(r{row}c{col}, {}). ", 1 + random.below(most));
        }
    }
    text
}

const FAMILIES: &[Family] = &[
    Family {
        name: "every rock group reaches the edge",
        common: "input number(Cell, Count). grid(3, 4) :: {cave, rock}.
            rim(A) :- cell(A), len([B : adjacent(A, B)]) < 4.
            holes: number(A, K) => len([B : adjacent(A, B), B = cave]) = K.",
        ways: &[
            "edges: cell(A), A = rock => rim(B), B in reach(A, alike).",
            "edges: cell(A), A = rock => len([B : rim(B), B in reach(A, alike)]) >= 1.",
            "edges: connected([P : P = frame ; cell(P), P = rock], beside).
             beside(A, B) :- adjacent(A, B). beside(frame, A) :- rim(A).",
            "edges: cell(A), A = rock => rim(B), B in reach(A, rocky).
             rocky(A, B) :- adjacent(A, B), A = rock, B = rock.",
        ],
        clues: |random| {
            let count = 3 + random.below(3);
            numbers(random, 3, 4, 2, count)
        },
        kernel: Some("connected"),
        counted: false,
    },
    Family {
        name: "the white cells hang together",
        common: "input number(Cell, Count). grid(3, 3) :: {b, w}.
            dark: number(A, K) => len([B : adjacent(A, B), B = b]) = K.",
        ways: &[
            "whole: connected([A : cell(A), A = w]).",
            "whole: cell(A), cell(B), A = w, B = w => B in reach(A, alike).",
            "whole: cell(A), cell(B), A = w, B = w => B in reach(A, white).
             white(A, B) :- adjacent(A, B), A = w, B = w.",
        ],
        clues: |random| {
            let count = 1 + random.below(3);
            numbers(random, 3, 3, 2, count)
        },
        kernel: Some("connected"),
        counted: false,
    },
    Family {
        name: "no diagonals form a loop",
        common: "input number(Dot, Count). grid(2, 3) :: {up, down}.
            counts: number(P, K) => len([Q : drawn(P, Q)]) = K.
            ends(cell(R, C), up, dot(R, C - 1), dot(R - 1, C))   :- square(cell(R, C)).
            ends(cell(R, C), down, dot(R - 1, C - 1), dot(R, C)) :- square(cell(R, C)).
            drawn(P, Q) :- ends(A, V, P, Q), A = V.
            drawn(P, Q) :- ends(A, V, Q, P), A = V.
            inner(dot(I, J)) :- I in 1..rows - 1, J in 1..cols - 1.
            rim(dot(I, J))   :- I in 0..rows, J in 0..cols, not inner(dot(I, J)).",
        ways: &[
            "loops: inner(P) => rim(Q), Q in reach(P, drawn).",
            "loops: connected([P : inner(P) ; rim(P)], tied).
             tied(P, Q) :- drawn(P, Q).
             tied(P, Q) :- rim(P), rim(Q), other(P, Q).",
        ],
        clues: |random| match random.below(3) {
            0 => String::new(),
            _ => format!("number(dot({}, {}), {}).", random.below(3), random.below(4), random.below(4)),
        },
        kernel: Some("connected"),
        counted: false,
    },
    Family {
        name: "the digits between the two black cells",
        common: "input total(Count). grid(1, 7) :: 0..4.
            blacks: row(_, L) => count(0, L) = 2.
            rising: row(_, [A, B, C, ..]) => A < C, B =< C.",
        ways: &[
            "sums: total(K), row(_, L) => L = [.., A, ..M, B, ..], A = 0, B = 0, sum(M) = K.",
            "sums: total(K), row(_, L) => before(L, K).
             before([0 | T], K) :- inside(T, K).
             before([H | T], K) :- H > 0, before(T, K).
             inside([0 | _], 0).
             inside([H | T], K) :- H > 0, inside(T, K - H).",
        ],
        clues: |random| format!("total({}).", random.below(14)),
        kernel: Some("diagram"),
        counted: false,
    },
    Family {
        name: "each island has one number",
        common: "input number(Cell, Count). grid(3, 4) :: {land, sea}.
            starts: number(A, _) => A = land.",
        ways: &[
            "owners: cell(A), A = land => len([B : number(B, _), B in reach(A, alike)]) = 1.",
            "some:   cell(A), A = land => number(B, _), B in reach(A, alike).
             owners: number(A, _), number(B, _), other(A, B) => not (B in reach(A, alike)).",
        ],
        clues: |random| {
            let count = 1 + random.below(4);
            numbers(random, 3, 4, 3, count)
        },
        kernel: None,
        counted: false,
    },
    Family {
        name: "regions with two numbers, larger than one and smaller than the other",
        common: "param k = 4. input number(Square, Number).",
        ways: &[
            "grid(3, 3). tie({A, B}) :: 0..1 :- pair(A, B).
             two:    cell(A) => len([B : number(B, _), B in reach(A, tied)]) = 2.
             sizes:  number(A, K), number(B, J), K =< J, not same(A, B), B in reach(A, tied)
                     => len(reach(A, tied)) > K, len(reach(A, tied)) < J.
             border: pair(A, B), B in reach(A, tied) => tied(A, B).
             tied(A, B) :- adjacent(A, B), tie({A, B}) = 1.",
            "grid(3, 3) :: 1..k.
             whole: I in 1..k => connected([A : cell(A), A = I]).
             first: numbered(I, A, _) => A =< I.
             two:   numbered(I, A, _) => count(I, [B : number(B, _)]) = 2, A = I ; not (cell(B), B = I).
             sizes: numbered(I, A, N), numbered(J, B, M), I < J, A = I, B = I, cells(L)
                    => between(N, count(I, L), M) ; between(M, count(I, L), N).
             between(N, S, M)  :- N < S, S < M.
             numbered(I, A, N) :- nth(I, [B : number(B, _)], A), number(A, N).",
        ],
        clues: |random| {
            let mut cells: Vec<usize> = (0..9).collect();
            let mut text = String::new();
            for number in 0..4 {
                let cell = cells.remove(random.below(cells.len()));
                // Small and large ones, so that some boards can be divided.
                let value = if number % 2 == 0 { 1 + random.below(4) } else { 5 + random.below(5) };
                let _ = write!(text, "number(r{}c{}, {value}). ", 1 + cell / 3, 1 + cell % 3);
            }
            text
        },
        kernel: None,
        counted: true,
    },
];

fn solutions(text: &str) -> BTreeSet<Vec<String>> {
    let (_, ground) = expanded(text);
    let wish = Wish { most: None, limits: Limits::default(), seed: 0, checked: None, judged: false };
    let mut found = BTreeSet::new();
    let outcome = solve(ground, &wish, &|| false, |values, world| {
        let shown = world.unknowns.iter().zip(values).filter(|(unknown, _)| !unknown.hidden);
        assert!(found.insert(shown.map(|(_, &value)| world.show(value)).collect()), "a solution twice");
    });
    outcome.expect("an answer");
    found
}

#[test]
fn all_ways_to_say_it_have_the_same_solutions() {
    for family in FAMILIES {
        let mut told = 0;
        for board in 0..BOARDS {
            let clues = (family.clues)(&mut Random::new(board + 1));
            let texts = family.ways.iter().map(|way| format!("{}\n{way}\n{clues}", family.common));
            let texts: Vec<String> = texts.collect();
            let first = solutions(&texts[0]);
            told += usize::from(!first.is_empty());
            for text in &texts[1..] {
                let other = solutions(text);
                if family.counted {
                    assert_eq!(first.len(), other.len(), "{}: {}\n{text}", family.name, texts[0]);
                } else {
                    assert!(first == other, "{}: {}\n{text}", family.name, texts[0]);
                }
            }
        }
        assert!(told >= 2, "{}: {told} boards have solutions", family.name);
    }
}

#[test]
fn all_ways_to_say_it_become_the_same_constraint() {
    for family in FAMILIES {
        let Some(kernel) = family.kernel else { continue };
        let clues = (family.clues)(&mut Random::new(2));
        for way in family.ways {
            let (program, ground) = expanded(&format!("{}\n{way}\n{clues}", family.common));
            let laws: Vec<usize> = ground.instances.iter().map(|instance| instance.law).collect();
            // Without tables, which take the place of any constraint on little boards.
            let settings = Settings { rows: 2, ..Settings::default() };
            let model = Model::new(ground, settings).expect("a model");
            let law = program.laws.len() - 1;
            let kernels = model.kernels(&laws);
            let own = kernels.keys().filter(|(of, _)| *of == law).map(|&(_, name)| name);
            // What ties literals to the steps of a relation only helps.
            let own: Vec<&str> = own.filter(|name| !["small table", "clause"].contains(name)).collect();
            assert_eq!(own, [kernel], "{}: {way}", family.name);
        }
    }
}
