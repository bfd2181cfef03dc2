//! More loops: with black cells beside them, or with regions that are visited and counted.

use std::collections::{BTreeMap, BTreeSet};

use super::Genre;
use super::boards::{
    Board, Square, beside, chance, drawn, letter, lettered, members, near, regions, squares,
};
use super::lines::{edges, turns};
use super::roads::{Edge, SIZES, looped, passed, past_black, rings, visited, visits};
use crate::rng::Random;

pub const GENRES: &[Genre] = &[
    ("detour", detour),
    ("doubleback", doubleback),
    ("koburin", koburin),
    ("moonsun", moonsun),
    ("regionalyajilin", regionalyajilin),
];

/// Totals of some regions, as facts: how many squares of each are among `some`.
fn totals(
    inside: &[Vec<Square>],
    some: &BTreeSet<Square>,
    random: &mut Random,
) -> (Vec<(usize, i64)>, String) {
    let mut told = Vec::new();
    let mut text = String::new();
    for (number, region) in inside.iter().enumerate() {
        if chance(2, random) {
            let total = near(region.iter().filter(|at| some.contains(at)).count() as i64, random);
            text += &format!("total(\"{}\", {total}).\n", letter(number));
            told.push((number, total));
        }
    }
    (told, text)
}

/// Whether so many squares of each region are among `some`.
fn counted(inside: &[Vec<Square>], told: &[(usize, i64)], some: &BTreeSet<Square>) -> bool {
    let count = |region: usize| inside[region].iter().filter(|at| some.contains(at)).count() as i64;
    told.iter().all(|&(region, total)| count(region) == total)
}

fn detour(random: &mut Random) -> Board {
    let size = *random.pick(&[(3, 4), (4, 4), (2, 5)]);
    let links = edges(size.0, size.1);
    let cells = squares(size.0, size.1);
    let all = rings(size.0, size.1);
    let through = move |ring: &[i64]| ring.iter().sum::<i64>() as usize == size.0 * size.1;
    let bends = {
        let links = links.clone();
        move |ring: &[i64]| -> BTreeSet<Square> {
            cells.iter().copied().filter(|&at| turns(at, &links, ring) == Some(true)).collect()
        }
    };
    let whole: Vec<Vec<i64>> = all.iter().filter(|ring| through(ring)).cloned().collect();
    let answer = random.pick(&whole).clone();
    let names = regions(size.0, size.1, 5, random);
    let inside = members(&names);
    let (told, facts) = totals(&inside, &bends(&answer), random);
    let text = lettered("region", size.0, size.1, &names) + &facts;
    looped(size, all, &text, move |ring| through(ring) && counted(&inside, &told, &bends(ring)))
}

fn doubleback(random: &mut Random) -> Board {
    let size = *random.pick(&[(3, 4), (4, 4), (4, 4)]);
    let links = edges(size.0, size.1);
    let all = rings(size.0, size.1);
    let twice = move |names: &BTreeMap<Square, usize>, ring: &[i64]| {
        let crossings = |region: usize| {
            let across = |(one, other): &Edge| (names[one] == region) != (names[other] == region);
            links.iter().zip(ring).filter(|(link, drawn)| **drawn == 1 && across(link)).count()
        };
        ring.iter().sum::<i64>() as usize == size.0 * size.1
            && names.values().collect::<BTreeSet<_>>().into_iter().all(|&region| crossings(region) == 4)
    };
    // Few ways to divide a small board are visited twice; halves by columns often are.
    let mut names: BTreeMap<Square, usize> = BTreeMap::new();
    for _ in 0..200 {
        names = regions(size.0, size.1, 12, random);
        if all.iter().any(|ring| twice(&names, ring)) {
            break;
        }
    }
    let text = lettered("region", size.0, size.1, &names);
    looped(size, all, &text, move |ring| twice(&names, ring))
}

fn moonsun(random: &mut Random) -> Board {
    let size = *random.pick(SIZES);
    let links = edges(size.0, size.1);
    let all = rings(size.0, size.1);
    // Moons and suns take turns, so that the number of regions is even.
    let (mut names, mut answer) = visited(size, &all, random, &|_| true);
    for _ in 0..30 {
        if members(&names).len().is_multiple_of(2) && visits(&names, &links, &answer) {
            break;
        }
        (names, answer) = visited(size, &all, random, &|_| true);
    }
    let road = passed(&links, &answer);
    let mut kinds: BTreeMap<usize, bool> = BTreeMap::from([(0, chance(2, random))]);
    for _ in 0..names.len() {
        for (&(one, other), _) in links.iter().zip(&answer).filter(|(_, drawn)| **drawn == 1) {
            for (from, to) in [(names[&one], names[&other]), (names[&other], names[&one])] {
                if let Some(&kind) = kinds.get(&from).filter(|_| from != to) {
                    kinds.entry(to).or_insert(!kind);
                }
            }
        }
    }
    // Of one kind where the loop passes, of the other where it does not.
    let mut sky: BTreeMap<Square, bool> = BTreeMap::new();
    for at in squares(size.0, size.1) {
        if !chance(3, random) {
            let kind = kinds.get(&names[&at]).copied().unwrap_or_default();
            sky.insert(at, kind == road.contains(&at));
        }
    }
    let text = lettered("region", size.0, size.1, &names)
        + &drawn("sky", size.0, size.1, |at| match sky.get(&at) {
            None => ".".to_owned(),
            Some(sun) => if *sun { "sun" } else { "moon" }.to_owned(),
        });
    let inside = members(&names);
    looped(size, all, &text, move |ring| {
        let road = passed(&links, ring);
        // What a region is passed for, if it is passed for one thing.
        let kind = |region: &Vec<Square>| -> Option<bool> {
            [false, true].into_iter().find(|&sun| {
                let bodies =
                    || region.iter().filter_map(|at| sky.get(at).map(|body| (*body, road.contains(at))));
                bodies().any(|(body, _)| body == sun)
                    && bodies().all(|(body, passed)| passed == (body == sun))
            })
        };
        let kinds: Vec<Option<bool>> = inside.iter().map(kind).collect();
        let turns = links.iter().zip(ring).all(|((one, other), drawn)| {
            *drawn == 0 || names[one] == names[other] || kinds[names[one]] != kinds[names[other]]
        });
        kinds.iter().all(Option::is_some) && turns && visits(&names, &links, ring)
    })
}

/// The squares that some loop leaves out, and of these some that are black: no two of them neighbours.
fn left_out(size: Square, random: &mut Random) -> (Vec<Square>, BTreeSet<Square>) {
    let ring = random.pick(&rings(size.0, size.1)).clone();
    let road = passed(&edges(size.0, size.1), &ring);
    let left: Vec<Square> = squares(size.0, size.1).into_iter().filter(|at| !road.contains(at)).collect();
    let mut black: BTreeSet<Square> = BTreeSet::new();
    for &at in &left {
        if !black.iter().any(|&other| beside(at, other)) && !chance(3, random) {
            black.insert(at);
        }
    }
    (left, black)
}

fn koburin(random: &mut Random) -> Board {
    let size = *random.pick(SIZES);
    let (left, black) = left_out(size, random);
    let mut clues: BTreeMap<Square, Option<i64>> = BTreeMap::new();
    for at in left.into_iter().filter(|at| !black.contains(at)) {
        let number = near(black.iter().filter(|&&other| beside(at, other)).count() as i64, random);
        clues.insert(at, (!chance(4, random)).then_some(number));
    }
    let text = drawn("number", size.0, size.1, |at| match clues.get(&at) {
        None => ".".to_owned(),
        Some(number) => number.map_or_else(|| "?".to_owned(), |number| number.to_string()),
    });
    let walls = clues.keys().copied().collect();
    past_black(size, &walls, &text, move |black| {
        clues.iter().all(|(&at, number)| {
            let count = black.iter().filter(|&&other| beside(at, other)).count() as i64;
            number.is_none_or(|number| count == number)
        })
    })
}

fn regionalyajilin(random: &mut Random) -> Board {
    let size = *random.pick(SIZES);
    // Until what a loop leaves out can be black.
    let black = loop {
        let (left, black) = left_out(size, random);
        if left.len() == black.len() {
            break black;
        }
    };
    let names = regions(size.0, size.1, 5, random);
    let inside = members(&names);
    let (told, facts) = totals(&inside, &black, random);
    let text = lettered("region", size.0, size.1, &names) + &facts;
    past_black(size, &BTreeSet::new(), &text, move |black| counted(&inside, &told, black))
}
