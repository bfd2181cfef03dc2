//! Genres in which one loop, or paths, are drawn from cell to cell, besides masyu.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::Genre;
use super::boards::{
    Board, Square, beside, chance, drawn, each, letter, lettered, members, name, near, numbers, regions,
    squares,
};
use super::lines::{edges, is_loop, next, turns};
use crate::rng::Random;

pub const GENRES: &[Genre] = &[
    ("balanceloop", balanceloop),
    ("countryroad", countryroad),
    ("entryexit", entryexit),
    ("geradeweg", geradeweg),
    ("numberlink", numberlink),
    ("shingoki", shingoki),
    ("simpleloop", simpleloop),
    ("yajilin", yajilin),
];

pub const SIZES: &[Square] = &[(3, 3), (3, 4), (2, 4), (4, 4)];

pub type Edge = (Square, Square);

/// All loops on a board of points: each is the border of a set of fields between them.
pub fn rings(rows: usize, cols: usize) -> Vec<Vec<i64>> {
    let links = edges(rows, cols);
    let fields = squares(rows - 1, cols - 1);
    let mut all = Vec::new();
    each(&vec![vec![0, 1]; fields.len()], &mut |inside| {
        let border = |&(one, other): &Edge| {
            let at =
                |(row, col): Square| one.0 >= row && one.0 <= row + 1 && one.1 >= col && one.1 <= col + 1;
            let to = |(row, col): Square| {
                other.0 >= row && other.0 <= row + 1 && other.1 >= col && other.1 <= col + 1
            };
            let near = fields.iter().zip(inside).filter(|(field, _)| at(**field) && to(**field));
            near.map(|(_, inside)| *inside).sum::<i64>() % 2
        };
        let ring: Vec<i64> = links.iter().map(border).collect();
        if is_loop(&links, &ring) {
            all.push(ring);
        }
    });
    all
}

pub fn link((one, other): Edge) -> String {
    format!("link({{{}, {}}})", name(one), name(other))
}

/// A board whose unknowns are links; the loops that keep some rules are what is tried.
pub fn looped(
    (rows, cols): Square,
    all: Vec<Vec<i64>>,
    text: &str,
    fits: impl Fn(&[i64]) -> bool + 'static,
) -> Board {
    let places = edges(rows, cols).into_iter().map(link).collect();
    Board::of(places, format!(" with r = {rows}, c = {cols}.\n"), &[0, 1], fits)
        .with(text)
        .of_all(&Rc::new(all))
}

/// How long the straight parts are that leave a point, one number for each way in which one does.
fn parts(from: Square, links: &[Edge], ring: &[i64]) -> Vec<i64> {
    let far = |to: Square| {
        let (mut before, mut at, mut length) = (from, to, 1);
        while let Some(on) = next(at, links, ring)
            .into_iter()
            .find(|on| *on != before && (on.0 == before.0 || on.1 == before.1) && length < 99)
        {
            (before, at, length) = (at, on, length + 1);
            if at == from {
                break;
            }
        }
        length
    };
    next(from, links, ring).into_iter().map(far).collect()
}

/// A loop genre with circles of two colours: `colour` says which one fits a point that is passed.
fn circled(random: &mut Random, colour: fn(bool, &[i64]) -> &'static str) -> Board {
    let size = *random.pick(SIZES);
    let links = edges(size.0, size.1);
    let all = rings(size.0, size.1);
    let answer = random.pick(&all).clone();
    let mut clues: BTreeMap<Square, (&'static str, Option<i64>)> = BTreeMap::new();
    for at in squares(size.0, size.1) {
        let Some(turn) = turns(at, &links, &answer).filter(|_| chance(4, random)) else { continue };
        let long = parts(at, &links, &answer);
        let right = colour(turn, &long);
        let told = if chance(30, random) { "w" } else { right };
        clues.insert(at, (told, chance(2, random).then(|| near(long.iter().sum(), random))));
    }
    let text = drawn("circle", size.0, size.1, |at| match clues.get(&at) {
        None => ".".to_owned(),
        Some((colour, None)) => (*colour).to_owned(),
        Some((colour, Some(sum))) => format!("{colour},{sum}"),
    });
    looped(size, all, &text, move |ring| {
        clues.iter().all(|(&at, &(wanted, sum))| {
            turns(at, &links, ring).is_some_and(|turn| {
                let long = parts(at, &links, ring);
                colour(turn, &long) == wanted && sum.is_none_or(|sum| long.iter().sum::<i64>() == sum)
            })
        })
    })
}

fn balanceloop(random: &mut Random) -> Board {
    circled(random, |_, long| if long[0] == long[1] { "w" } else { "b" })
}

fn shingoki(random: &mut Random) -> Board {
    circled(random, |turn, _| if turn { "b" } else { "w" })
}

fn geradeweg(random: &mut Random) -> Board {
    let size = *random.pick(SIZES);
    let links = edges(size.0, size.1);
    let all = rings(size.0, size.1);
    let answer = random.pick(&all).clone();
    let length = move |at: Square, ring: &[i64]| -> Option<i64> {
        let turn = turns(at, &links, ring)?;
        let long = parts(at, &links, ring);
        if turn { (long[0] == long[1]).then_some(long[0]) } else { Some(long[0] + long[1]) }
    };
    let mut clues = BTreeMap::new();
    for at in squares(size.0, size.1) {
        if let Some(length) = length(at, &answer)
            && chance(3, random)
        {
            clues.insert(at, near(length, random));
        }
    }
    let text = numbers("number", size.0, size.1, &clues);
    looped(size, all, &text, move |ring| clues.iter().all(|(&at, &long)| length(at, ring) == Some(long)))
}

/// Whether a loop crosses the border of each region twice.
pub fn visits(names: &BTreeMap<Square, usize>, links: &[Edge], ring: &[i64]) -> bool {
    let crossings = |region: usize| {
        let across = |&(one, other): &Edge| (names[&one] == region) != (names[&other] == region);
        links.iter().zip(ring).filter(|(link, drawn)| **drawn == 1 && across(link)).count()
    };
    names.values().collect::<BTreeSet<_>>().into_iter().all(|&region| crossings(region) == 2)
}

/// The points that a loop passes.
pub fn passed(links: &[Edge], ring: &[i64]) -> BTreeSet<Square> {
    let drawn = links.iter().zip(ring).filter(|(_, drawn)| **drawn == 1);
    drawn.flat_map(|(&(one, other), _)| [one, other]).collect()
}

/// Regions that some loop with more properties visits once each, and such a loop; or just any.
pub fn visited(
    size: Square,
    all: &[Vec<i64>],
    random: &mut Random,
    more: &dyn Fn(&[i64]) -> bool,
) -> (BTreeMap<Square, usize>, Vec<i64>) {
    let links = edges(size.0, size.1);
    let mut last = (regions(size.0, size.1, 6, random), all[0].clone());
    for _ in 0..20 {
        let names = regions(size.0, size.1, 6, random);
        let good = |ring: &&Vec<i64>| visits(&names, &links, ring) && more(ring);
        let good: Vec<Vec<i64>> = all.iter().filter(good).cloned().collect();
        if !good.is_empty() {
            last = (names, random.pick(&good).clone());
            break;
        }
    }
    last
}

fn countryroad(random: &mut Random) -> Board {
    let size = *random.pick(SIZES);
    let links = edges(size.0, size.1);
    let all = rings(size.0, size.1);
    let (names, answer) = visited(size, &all, random, &|_| true);
    let inside = members(&names);
    let count = |region: &[Square], ring: &[i64], links: &[Edge]| {
        let road = passed(links, ring);
        region.iter().filter(|at| road.contains(at)).count() as i64
    };
    let mut text = lettered("region", size.0, size.1, &names);
    let mut totals: Vec<Option<i64>> = Vec::new();
    for (number, region) in inside.iter().enumerate() {
        let total = chance(3, random).then(|| near(count(region, &answer, &links), random));
        text += &total.map_or_else(String::new, |total| format!("total(\"{}\", {total}).\n", letter(number)));
        totals.push(total);
    }
    looped(size, all, &text, move |ring| {
        let road = passed(&links, ring);
        let left_out = |&(one, other): &Edge| {
            names[&one] != names[&other] && !road.contains(&one) && !road.contains(&other)
        };
        let counted = inside
            .iter()
            .zip(&totals)
            .all(|(region, total)| total.is_none_or(|total| count(region, ring, &links) == total));
        counted && visits(&names, &links, ring) && !links.iter().any(left_out)
    })
}

fn entryexit(random: &mut Random) -> Board {
    let size = *random.pick(&[(3, 4), (4, 4), (2, 4)]);
    let links = edges(size.0, size.1);
    let all = rings(size.0, size.1);
    let through = move |ring: &[i64]| ring.iter().sum::<i64>() as usize == size.0 * size.1;
    let (names, _) = visited(size, &all, random, &through);
    let text = lettered("region", size.0, size.1, &names);
    looped(size, all, &text, move |ring| through(ring) && visits(&names, &links, ring))
}

/// The links between the squares that are left, and the loops that pass no other.
pub fn around(size: Square, walls: &BTreeSet<Square>) -> (Vec<Edge>, Vec<Vec<i64>>) {
    let links = edges(size.0, size.1);
    let free = |&(one, other): &Edge| !walls.contains(&one) && !walls.contains(&other);
    let rings = rings(size.0, size.1)
        .into_iter()
        .filter(|ring| links.iter().zip(ring).all(|(link, drawn)| *drawn == 0 || free(link)));
    let kept = |ring: Vec<i64>| -> Vec<i64> {
        links.iter().zip(ring).filter(|(link, _)| free(link)).map(|(_, drawn)| drawn).collect()
    };
    (links.iter().copied().filter(free).collect(), rings.map(kept).collect())
}

fn simpleloop(random: &mut Random) -> Board {
    let size = *random.pick(SIZES);
    let links = edges(size.0, size.1);
    let all = rings(size.0, size.1);
    let answer = random.pick(&all).clone();
    let road = passed(&links, &answer);
    let mut walls: BTreeSet<Square> = BTreeSet::new();
    for at in squares(size.0, size.1) {
        if road.contains(&at) == chance(40, random) {
            walls.insert(at);
        }
    }
    let (links, all) = around(size, &walls);
    let text = drawn("black", size.0, size.1, |at| if walls.contains(&at) { "x" } else { "." }.to_owned());
    let cells = size.0 * size.1 - walls.len();
    let places = links.iter().copied().map(link).collect();
    Board::of(places, format!(" with r = {}, c = {}.\n", size.0, size.1), &[0, 1], move |ring| {
        passed(&links, ring).len() == cells
    })
    .with(text)
    .of_all(&Rc::new(all))
}

const WAYS: [(&str, i64, i64); 4] = [("up", -1, 0), ("down", 1, 0), ("left", 0, -1), ("right", 0, 1)];

/// How many of some squares lie in a direction.
fn ahead(from: Square, (_, down, right): (&str, i64, i64), some: &BTreeSet<Square>) -> i64 {
    let lies = |at: &&Square| {
        let (rows, cols) = (at.0 as i64 - from.0 as i64, at.1 as i64 - from.1 as i64);
        let steps = rows * down + cols * right;
        steps > 0 && rows == steps * down && cols == steps * right
    };
    some.iter().filter(lies).count() as i64
}

/// A loop past black cells: the board of the squares that are no wall, with what must be told of the black ones.
pub(super) fn past_black(
    size: Square,
    walls: &BTreeSet<Square>,
    text: &str,
    told: impl Fn(&BTreeSet<Square>) -> bool + 'static,
) -> Board {
    let (links, rings) = around(size, walls);
    let cells: Vec<Square> = squares(size.0, size.1).into_iter().filter(|at| !walls.contains(at)).collect();
    // A cell is 2 if it is white and 3 if it is black, which it is where the loop does not pass.
    let filled = |ring: Vec<i64>| -> Vec<i64> {
        let road = passed(&links, &ring);
        cells.iter().map(|at| if road.contains(at) { 2 } else { 3 }).chain(ring).collect()
    };
    let all: Vec<Vec<i64>> = rings.into_iter().map(filled).collect();
    let places = cells.iter().map(|&cell| name(cell)).chain(links.iter().copied().map(link)).collect();
    Board::of(places, format!(" with r = {}, c = {}.\n", size.0, size.1), &[0, 1], move |grid| {
        let black: BTreeSet<Square> =
            cells.iter().zip(grid).filter(|(_, value)| **value == 3).map(|(cell, _)| *cell).collect();
        told(&black) && black.iter().all(|&one| !black.iter().any(|&other| beside(one, other)))
    })
    .with(text)
    .of_all(&Rc::new(all))
    .named(&["0", "1", "white", "black"])
}

fn yajilin(random: &mut Random) -> Board {
    let size = *random.pick(SIZES);
    let cells = squares(size.0, size.1);
    let links = edges(size.0, size.1);
    let all = rings(size.0, size.1);
    // A loop, and black cells where it does not pass, none beside another; what is left has clues.
    let answer = random.pick(&all).clone();
    let road = passed(&links, &answer);
    let mut black: BTreeSet<Square> = BTreeSet::new();
    let mut clues: BTreeMap<Square, Option<(i64, &'static str)>> = BTreeMap::new();
    for &at in cells.iter().filter(|at| !road.contains(at)) {
        if !black.iter().any(|&other| beside(at, other)) && !chance(3, random) {
            black.insert(at);
        } else {
            clues.insert(at, None);
        }
    }
    for (&at, clue) in &mut clues {
        let way = *random.pick(&WAYS);
        let number = near(ahead(at, way, &black), random);
        *clue = (!chance(4, random)).then_some((number, way.0));
    }
    let walls: BTreeSet<Square> = clues.keys().copied().collect();
    let text = drawn("arrow", size.0, size.1, |at| match clues.get(&at) {
        None => ".".to_owned(),
        Some(None) => "x".to_owned(),
        Some(Some((number, way))) => format!("{number},{way}"),
    });
    past_black(size, &walls, &text, move |black| {
        clues.iter().all(|(&at, clue)| {
            let Some((number, way)) = *clue else { return true };
            WAYS.iter().filter(|known| known.0 == way).all(|&way| ahead(at, way, black) == number)
        })
    })
}

/// The paths that some links draw, as numbers of the cells on them; nothing if they are not paths through all cells.
fn numbered(
    cells: &[Square],
    links: &[Edge],
    chosen: &[i64],
    ends: &BTreeMap<Square, i64>,
) -> Option<Vec<i64>> {
    let mut values: BTreeMap<Square, i64> = BTreeMap::new();
    for &cell in cells {
        if next(cell, links, chosen).len() != if ends.contains_key(&cell) { 1 } else { 2 } {
            return None;
        }
    }
    for (&end, &number) in ends {
        let mut open = vec![end];
        while let Some(at) = open.pop() {
            if values.insert(at, number).is_some_and(|other| other != number) {
                return None;
            }
            open.extend(next(at, links, chosen).into_iter().filter(|to| values.get(to) != Some(&number)));
        }
    }
    cells.iter().map(|cell| values.get(cell).copied()).collect()
}

fn numberlink(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(2, 4), (3, 3), (2, 3)]);
    let cells = squares(rows, cols);
    let links = edges(rows, cols);
    // Paths: links at random, as long as they do not branch or close.
    let mut ends: BTreeMap<Square, i64> = BTreeMap::new();
    let mut pairs = 0;
    while !(1..=3).contains(&pairs) {
        ends.clear();
        pairs = 0;
        let mut chosen = vec![0; links.len()];
        for _ in 0..40 {
            let at = random.below(links.len());
            let (one, other) = links[at];
            let mut joined = BTreeSet::from([one]);
            let mut open = vec![one];
            while let Some(at) = open.pop() {
                open.extend(next(at, &links, &chosen).into_iter().filter(|&to| joined.insert(to)));
            }
            let full = |at: Square| next(at, &links, &chosen).len() == 2;
            if !joined.contains(&other) && !full(one) && !full(other) {
                chosen[at] = 1;
            }
        }
        for &cell in &cells {
            match next(cell, &links, &chosen).len() {
                0 => {
                    pairs = 99;
                }
                1 if !ends.contains_key(&cell) => {
                    pairs += 1;
                    ends.insert(cell, pairs);
                    let (mut before, mut at) = (cell, next(cell, &links, &chosen)[0]);
                    while let Some(on) = next(at, &links, &chosen).into_iter().find(|on| *on != before) {
                        (before, at) = (at, on);
                    }
                    ends.insert(at, pairs);
                }
                _ => {}
            }
        }
    }
    let mut all = Vec::new();
    each(&vec![vec![0, 1]; links.len()], &mut |chosen| {
        if let Some(values) = numbered(&cells, &links, chosen, &ends) {
            all.push([values, chosen.to_vec()].concat());
        }
    });
    let text =
        format!(" with r = {rows}, c = {cols}, pairs = {pairs}.\n") + &numbers("number", rows, cols, &ends);
    let places = cells.iter().map(|&cell| name(cell)).chain(links.iter().copied().map(link)).collect();
    Board::of(places, text, &[0, 1], |_| true).of_all(&Rc::new(all))
}
