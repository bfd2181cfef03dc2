//! What the checker sees is so, and on small boards it sees all that is so: inferences drawn at random, against all values.

use gridlog::stages::check;
use gridlog::stages::ground::Ground;
use gridlog::stages::proof::{Claim, Refusal};
use gridlog::stages::term::TermId;

use super::super::meaning::{expanded, values_of};
use super::super::rng::Random;
use super::{CONSTRUCTS, check as checked, written};

/// Boards on which more hangs together, and goes around.
const GRAPHS: &[&str] = &[
    "grid(3, 3).  drawn(S) :: 0..1 :- side(_, S).  joined(P, Q) :- drawn({P, Q}) = 1.  whole: loop(joined).",
    "grid(2, 4).  link({A, B}) :: 0..1 :- adjacent(A, B).  joined(A, B) :- adjacent(A, B), link({A, B}) = 1.  whole: loop(joined).",
    "grid(3, 3) :: 1..3.  groups: cell(A) => len(reach(A, alike)) = A.",
    "grid(3, 3) :: 0..1.  a: cell(A) => len(reach(A, alike)) >= 3.  b: cell(A) => len(reach(A, alike)) =< 5.",
    "grid(3, 3) :: 0..2.  a: len(reach(r2c2, alike)) = r1c1 + 2.  b: cell(A), A > 0 => r3c3 in reach(A, alike).",
    "grid(3, 3) :: 0..1.  a: connected([A : cell(A), A = 1]).  b: connected([A : cell(A), A = 0]).",
    "grid(2, 3) :: 0..1.  next(A, B) :- adjacent(A, B), A = 1.  a: len(reach(r2c2, next)) >= 3.  b: len(reach(r1c1, next)) = 4.",
    "grid(1, 5) :: 1..5.  a: row(_, L) => distinct(L).  b: distinct([r1c1 + 1, r1c2 - 1, 2 * r1c3, 3]).",
];

/// The most ways to fill a board that are tried for one inference: often few, so that not all of them break a law.
const MOST_WAYS: [usize; 4] = [2, 8, 40, 600];

/// Some values for each unknown, few enough to try all of them.
fn drawn(random: &mut Random, domains: &[Vec<TermId>]) -> Vec<Vec<usize>> {
    let mut kept: Vec<Vec<usize>> = domains.iter().map(|domain| (0..domain.len()).collect()).collect();
    let most = *random.pick(&MOST_WAYS);
    loop {
        let ways = kept.iter().fold(1_usize, |ways, values| ways.saturating_mul(values.len()));
        let at = random.below(kept.len());
        if ways <= most && random.below(3) > 0 {
            return kept;
        }
        if kept[at].len() > 1 {
            let gone = random.below(kept[at].len());
            kept[at].remove(gone);
        }
    }
}

/// Whether an instance holds for some of these values.
fn can_hold(ground: &mut Ground, instance: usize, domains: &[Vec<TermId>], kept: &[Vec<usize>]) -> bool {
    let program = ground.world.program.clone();
    let (number, tuple) = (ground.instances[instance].law, ground.instances[instance].tuple.clone());
    let mut at = vec![0; kept.len()];
    loop {
        let values: Vec<TermId> =
            (0..kept.len()).map(|place| domains[place][kept[place][at[place]]]).collect();
        ground.world.steps = 0;
        let broken = check::broken(&program.laws[number], number, &mut ground.world, &values);
        if !broken.expect("rules that can be checked").iter().any(|broken| broken.tuple == tuple) {
            return true;
        }
        let Some(place) = (0..at.len()).rev().find(|&place| at[place] + 1 < kept[place].len()) else {
            return false;
        };
        at[place] += 1;
        at[place + 1..].fill(0);
    }
}

#[test]
fn what_is_seen_is_so() {
    let mut counts = [0; 2];
    for (number, text) in GRAPHS.iter().chain(CONSTRUCTS).enumerate() {
        let (_, mut ground) = expanded(text);
        let header = written(&ground, &Claim::Several, &[]).expect("a first line");
        let header: String = header.lines().take(2).flat_map(|line| [line, "\n"]).collect();
        let domains: Vec<_> = ground.world.unknowns.iter().map(|unknown| unknown.domain.clone()).collect();
        let domains: Vec<Vec<TermId>> = domains.iter().map(|domain| values_of(domain, &mut ground)).collect();
        for seed in 0..40 {
            let mut random = Random::new(1000 * number as u64 + seed);
            let instance = random.below(ground.instances.len());
            let kept = drawn(&mut random, &domains);
            let mut claims = String::new();
            for (unknown, (kept, all)) in kept.iter().zip(&domains).enumerate() {
                if kept.len() < all.len() {
                    // Symbols are numbered in the order of their domain.
                    let code = |&at: &usize| ground.world.show(all[at]).parse().unwrap_or(at as i64);
                    let values: Vec<String> = kept.iter().map(|at| code(at).to_string()).collect();
                    claims += &format!(" {unknown}={}", values.join(","));
                }
            }
            let text = format!("{header}claim none\ni 1 {instance}{claims}\n");
            let is_seen = match checked(&ground, &text) {
                Ok(_) | Err(Refusal::Unfinished) => true,
                Err(Refusal::Unseen(..)) => false,
                Err(other) => panic!("{text}: {other}"),
            };
            let can_hold = can_hold(&mut ground, instance, &domains, &kept);
            assert_eq!(is_seen, !can_hold, "{text}");
            counts[usize::from(is_seen)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 150), "{counts:?} not seen and seen");
}
