//! Genres in which ships, dominoes, stitches, rectangles or regions are laid on a board.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::Genre;
use super::boards::{
    Board, Square, along, beside, chance, drawn, each, equal_regions, group, lanes, lettered, members, name,
    near, numbers, regions, scattered, squares, touches,
};
use super::lines::edges;
use super::paint::{as_told, strips, told};
use super::shades::{fitting, those};
use crate::rng::Random;

pub const GENRES: &[Genre] = &[
    ("araf", araf),
    ("battleship", battleship),
    ("digitalbattleship", digitalbattleship),
    ("dominosa", dominosa),
    ("fourcells", fourcells),
    ("magnets", magnets),
    ("nawabari", nawabari),
    ("regions", divisions),
    ("stitches", stitches),
    ("tatamibari", tatamibari),
];

/// The groups of some squares.
fn groups(all: &[Square]) -> BTreeSet<BTreeSet<Square>> {
    all.iter().map(|&at| group(at, all)).collect()
}

/// The lengths of ships, in order, if all are straight and none touches another.
fn fleet(ships: &[Square]) -> Option<Vec<usize>> {
    let groups = groups(ships);
    let straight = |ship: &BTreeSet<Square>| {
        let rows: BTreeSet<usize> = ship.iter().map(|at| at.0).collect();
        let cols: BTreeSet<usize> = ship.iter().map(|at| at.1).collect();
        rows.len() == 1 || cols.len() == 1
    };
    let near = |one: &BTreeSet<Square>, other: &BTreeSet<Square>| {
        one != other && one.iter().any(|&at| other.iter().any(|&to| touches(at, to)))
    };
    let apart = groups.iter().all(|one| !groups.iter().any(|other| near(one, other)));
    let mut lengths: Vec<usize> = groups.iter().map(BTreeSet::len).collect();
    lengths.sort_unstable();
    (apart && groups.iter().all(straight)).then_some(lengths)
}

/// What the picture of a ship shows in a square.
fn part(ships: &[Square], (row, col): Square) -> &'static str {
    let ship = |down: i64, right: i64| {
        ships.iter().any(|at| at.0 as i64 == row as i64 + down && at.1 as i64 == col as i64 + right)
    };
    match (ship(0, 0), ship(-1, 0), ship(1, 0), ship(0, -1), ship(0, 1)) {
        (false, ..) => "x",
        (_, false, false, false, false) => "o",
        (_, false, true, false, false) => "n",
        (_, true, false, false, false) => "s",
        (_, false, false, false, true) => "w",
        (_, false, false, true, false) => "e",
        _ => "m",
    }
}

fn battleship(random: &mut Random) -> Board {
    let size = *random.pick(&[(3, 3), (3, 4), (2, 5)]);
    let cells = squares(size.0, size.1);
    let answer =
        fitting(cells.len(), random, &|grid| fleet(&those(&cells, grid, 1)).is_some_and(|it| it.len() > 1));
    let ships = those(&cells, &answer, 1);
    let mut lengths = fleet(&ships).unwrap_or_default();
    if chance(12, random) {
        lengths.push(1);
        lengths.sort_unstable();
    }
    let mut text = String::new();
    for length in lengths.iter().copied().collect::<BTreeSet<usize>>() {
        let count = lengths.iter().filter(|&&other| other == length).count();
        text += &format!("fleet({length}, {count}).\n");
    }
    let mut parts: BTreeMap<Square, &'static str> = BTreeMap::new();
    for &cell in &cells {
        if chance(6, random) {
            parts.insert(cell, part(&ships, cell));
        }
    }
    text += &drawn("part", size.0, size.1, |at| parts.get(&at).unwrap_or(&".").to_string());
    let count = |line: &[i64]| line.iter().sum();
    let clues = told(size, &answer, random, count);
    text += &strips(size.0, &clues);
    Board::new(size.0, size.1, &[0, 1], move |grid| {
        let ships = those(&cells, grid, 1);
        let shown = parts.iter().all(|(&at, &shown)| part(&ships, at) == shown);
        shown && as_told(size, grid, &clues, count) && fleet(&ships) == Some(lengths.clone())
    })
    .with(text)
    .named(&["water", "ship"])
}

/// Battleships on digits, which are added up; few digits, so that sums can come out in several ways.
fn digitalbattleship(random: &mut Random) -> Board {
    let size = *random.pick(&[(3, 3), (3, 4), (2, 5)]);
    let cells = squares(size.0, size.1);
    let answer =
        fitting(cells.len(), random, &|grid| fleet(&those(&cells, grid, 1)).is_some_and(|it| it.len() > 1));
    let lengths = fleet(&those(&cells, &answer, 1)).unwrap_or_default();
    let mut text = String::new();
    for length in lengths.iter().copied().collect::<BTreeSet<usize>>() {
        text += &format!("fleet({length}, {}).\n", lengths.iter().filter(|&&other| other == length).count());
    }
    let digits = scattered(cells.len(), &[1, 2, 3, 5], random);
    text += &drawn("digit", size.0, size.1, |(row, col)| digits[row * size.1 + col].to_string());
    let weigh = |grid: &[i64], digits: &[i64]| -> Vec<i64> {
        grid.iter().zip(digits).map(|(on, digit)| on * digit).collect()
    };
    let sum = |line: &[i64]| line.iter().sum();
    let clues = told(size, &weigh(&answer, &digits), random, sum);
    text += &strips(size.0, &clues);
    Board::new(size.0, size.1, &[0, 1], move |grid| {
        as_told(size, &weigh(grid, &digits), &clues, sum)
            && fleet(&those(&cells, grid, 1)) == Some(lengths.clone())
    })
    .with(text)
    .named(&["water", "ship"])
}

/// All ways to cover squares with some of the pieces, as the numbers of those.
fn covers(cells: &[Square], pieces: &[Vec<Square>]) -> Vec<Vec<usize>> {
    let Some(first) = cells.first() else { return vec![Vec::new()] };
    let mut found = Vec::new();
    for (number, piece) in pieces.iter().enumerate() {
        if piece.contains(first) && piece.iter().all(|at| cells.contains(at)) {
            let left: Vec<Square> = cells.iter().copied().filter(|at| !piece.contains(at)).collect();
            found.extend(covers(&left, pieces).into_iter().map(|rest| [vec![number], rest].concat()));
        }
    }
    found
}

/// The unknowns that say which neighbours belong together.
fn ties(links: &[(Square, Square)]) -> Vec<String> {
    links.iter().map(|&(one, other)| format!("tie({{{}, {}}})", name(one), name(other))).collect()
}

fn dominosa(random: &mut Random) -> Board {
    let most = *random.pick(&[1_i64, 2]);
    let (rows, cols) = (most as usize + 1, most as usize + 2);
    let links = edges(rows, cols);
    let pieces: Vec<Vec<Square>> = links.iter().map(|&(one, other)| vec![one, other]).collect();
    let all = covers(&squares(rows, cols), &pieces);
    let mut set: Vec<(i64, i64)> =
        (0..=most).flat_map(|high| (0..=high).map(move |low| (low, high))).collect();
    let mut layout: BTreeMap<Square, i64> = BTreeMap::new();
    for &tie in random.pick(&all) {
        let (low, high) = set.swap_remove(random.below(set.len()));
        let turned = chance(2, random);
        layout.insert(pieces[tie][0], if turned { high } else { low });
        layout.insert(pieces[tie][1], if turned { low } else { high });
    }
    if chance(12, random) {
        layout.insert((0, 0), 0);
    }
    let grids = all.iter().map(|cover| (0..links.len()).map(|tie| i64::from(cover.contains(&tie))).collect());
    let text = format!(" with most = {most}.\n") + &numbers("number", rows, cols, &layout);
    let grids: Rc<Vec<Vec<i64>>> = Rc::new(grids.collect());
    Board::of(ties(&links), text, &[0, 1], move |grid| {
        let laid = links.iter().zip(grid).filter(|(_, tie)| **tie == 1);
        let bones: BTreeSet<BTreeSet<i64>> =
            laid.clone().map(|((one, other), _)| BTreeSet::from([layout[one], layout[other]])).collect();
        bones.len() == laid.count()
    })
    .of_all(&grids)
}

/// All connected pieces of a size that hold a square as their first.
fn shapes(cells: &[Square], size: usize) -> Vec<Vec<Square>> {
    let mut found: BTreeSet<BTreeSet<Square>> = cells.iter().map(|&at| BTreeSet::from([at])).collect();
    for _ in 1..size {
        let grown = found.iter().flat_map(|piece| {
            let next =
                cells.iter().filter(|&&at| !piece.contains(&at) && piece.iter().any(|&of| beside(of, at)));
            next.map(|&at| piece.iter().copied().chain([at]).collect()).collect::<Vec<BTreeSet<Square>>>()
        });
        found = grown.collect();
    }
    found.into_iter().map(|piece| piece.into_iter().collect()).collect()
}

fn fourcells(random: &mut Random) -> Board {
    let (rows, cols, size) = *random.pick(&[(2, 4, 4), (4, 4, 4), (3, 4, 4), (3, 3, 3), (2, 3, 2)]);
    let cells = squares(rows, cols);
    let links = edges(rows, cols);
    let pieces = shapes(&cells, size);
    let grids = covers(&cells, &pieces).into_iter().map(|cover| {
        let owner = |at: &Square| cover.iter().find(|&&number| pieces[number].contains(at));
        links.iter().map(|(one, other)| i64::from(owner(one) == owner(other))).collect()
    });
    let all: Vec<Vec<i64>> = grids.collect();
    let borders = {
        let links = links.clone();
        move |grid: &[i64], at: Square| -> i64 {
            let mine = links.iter().zip(grid).filter(|(link, _)| link.0 == at || link.1 == at);
            4 - mine.map(|(_, tie)| tie).sum::<i64>()
        }
    };
    let answer = random.pick(&all).clone();
    let mut clues = BTreeMap::new();
    for &at in &cells {
        if chance(4, random) {
            clues.insert(at, near(borders(&answer, at), random));
        }
    }
    let text =
        format!(" with r = {rows}, c = {cols}, size = {size}.\n") + &numbers("number", rows, cols, &clues);
    Board::of(ties(&links), text, &[0, 1], move |grid| {
        clues.iter().all(|(&at, &number)| borders(grid, at) == number)
    })
    .of_all(&Rc::new(all))
}

/// The regions that ties make, if no border lies within one.
fn tied(cells: &[Square], links: &[(Square, Square)], grid: &[i64]) -> Option<Vec<BTreeSet<Square>>> {
    let mut regions: Vec<BTreeSet<Square>> = cells.iter().map(|&at| BTreeSet::from([at])).collect();
    for ((one, other), _) in links.iter().zip(grid).filter(|(_, tie)| **tie == 1) {
        let (joined, mut rest): (Vec<_>, Vec<_>) =
            regions.into_iter().partition(|region| region.contains(one) || region.contains(other));
        rest.push(joined.into_iter().flatten().collect());
        regions = rest;
    }
    let whole = |(one, other): &(Square, Square), tie: i64| {
        tie == i64::from(regions.iter().any(|region| region.contains(one) && region.contains(other)))
    };
    links.iter().zip(grid).all(|(link, &tie)| whole(link, tie)).then_some(regions)
}

/// All ways to divide a board, as ties.
fn all_divisions(cells: &[Square], links: &[(Square, Square)]) -> Vec<Vec<i64>> {
    let mut all = Vec::new();
    each(&vec![vec![0, 1]; links.len()], &mut |grid| {
        if tied(cells, links, grid).is_some() {
            all.push(grid.to_vec());
        }
    });
    all
}

fn divisions(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(2, 2), (2, 3), (2, 4), (3, 3)]);
    let (cells, links) = (squares(rows, cols), edges(rows, cols));
    let mut text = format!(" with r = {rows}, c = {cols}.\n");
    let mut known = Vec::new();
    for (number, tie) in ties(&links).iter().enumerate() {
        if chance(4, random) {
            known.push((number, i64::from(chance(2, random))));
            text += &format!("given({tie}, {}).\n", known[known.len() - 1].1);
        }
    }
    Board::of(ties(&links), text, &[0, 1], move |grid| {
        known.iter().all(|&(number, tie)| grid[number] == tie) && tied(&cells, &links, grid).is_some()
    })
}

fn araf(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(2, 3), (2, 4), (3, 3)]);
    let (cells, links) = (squares(rows, cols), edges(rows, cols));
    let all = all_divisions(&cells, &links);
    let large = |grid: &&Vec<i64>| {
        tied(&cells, &links, grid).is_some_and(|regions| regions.iter().all(|region| region.len() > 1))
    };
    let fitting: Vec<Vec<i64>> = all.iter().filter(large).cloned().collect();
    let mut clues: BTreeMap<Square, i64> = BTreeMap::new();
    let answer: &Vec<i64> = random.pick(&fitting);
    for region in tied(&cells, &links, answer).unwrap_or_default() {
        let mut left: Vec<Square> = region.iter().copied().collect();
        let size = left.len() as i64;
        let more = 1 + random.below(3) as i64;
        let less = 1 + random.below(2) as i64;
        clues.insert(left.swap_remove(random.below(left.len())), size + more);
        clues.insert(left.swap_remove(random.below(left.len())), near(size - less.min(size - 1), random));
    }
    let text = format!(" with r = {rows}, c = {cols}.\n") + &numbers("number", rows, cols, &clues);
    Board::of(ties(&links), text, &[0, 1], move |grid| {
        let fair = |region: &BTreeSet<Square>| {
            let told: Vec<i64> = region.iter().filter_map(|at| clues.get(at)).copied().collect();
            let size = region.len() as i64;
            told.len() == 2 && told.iter().any(|&told| told < size) && told.iter().any(|&told| told > size)
        };
        tied(&cells, &links, grid).is_some_and(|regions| regions.iter().all(fair))
    })
    .of_all(&Rc::new(all))
}

fn magnets(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(2, 4), (3, 2), (2, 3)]);
    let cells = squares(rows, cols);
    let names = equal_regions(rows, cols, 2, random);
    let inside = members(&names);
    // 0 is a plus, 1 a minus, 2 blank.
    let rules = {
        let cells = cells.clone();
        move |grid: &[i64]| {
            let pole = |at: Square| grid[at.0 * cols + at.1];
            let whole =
                |domino: &Vec<Square>| matches!((pole(domino[0]), pole(domino[1])), (2, 2) | (0, 1) | (1, 0));
            let equal =
                |one: Square, other: Square| beside(one, other) && pole(one) < 2 && pole(one) == pole(other);
            inside.iter().all(whole) && cells.iter().all(|&one| !cells.iter().any(|&other| equal(one, other)))
        }
    };
    let mut all = Vec::new();
    each(&vec![vec![0, 1, 2]; cells.len()], &mut |grid| {
        if rules(grid) {
            all.push(grid.to_vec());
        }
    });
    let answer = random.pick(&all).clone();
    let count = |grid: &[i64], lane: &[usize], pole: i64| {
        along(grid, lane).iter().filter(|&&value| value == pole).count() as i64
    };
    let mut clues: Vec<(usize, i64, i64)> = Vec::new();
    let mut text = lettered("magnet", rows, cols, &names);
    for (at, lane) in lanes(rows, cols).iter().enumerate() {
        for pole in [0, 1] {
            if !chance(3, random) {
                continue;
            }
            let number = near(count(&answer, lane, pole), random);
            let side = match (at < rows, pole) {
                (true, 0) => "left",
                (true, _) => "right",
                (false, 0) => "top",
                (false, _) => "bottom",
            };
            text += &format!("{side}({}, {number}).\n", if at < rows { at + 1 } else { at - rows + 1 });
            clues.push((at, pole, number));
        }
    }
    Board::new(rows, cols, &[0, 1, 2], move |grid| {
        let lines = lanes(rows, cols);
        clues.iter().all(|&(at, pole, number)| count(grid, &lines[at], pole) == number) && rules(grid)
    })
    .with(text)
    .named(&["\"+\"", "\"-\"", "x"])
}

fn stitches(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (2, 4), (2, 5)]);
    let names = regions(rows, cols, 5, random);
    let borders: Vec<(Square, Square)> =
        edges(rows, cols).into_iter().filter(|(one, other)| names[one] != names[other]).collect();
    let ends = move |cells: &[Square], grid: &[i64], borders: &[(Square, Square)]| -> i64 {
        let sewn = borders.iter().zip(grid).filter(|(_, sewn)| **sewn == 1);
        sewn.flat_map(|((one, other), _)| [one, other]).filter(|at| cells.contains(at)).count() as i64
    };
    let rules = {
        let (borders, names) = (borders.clone(), names.clone());
        move |grid: &[i64]| {
            let pair = |(one, other): &(Square, Square)| BTreeSet::from([names[one], names[other]]);
            let seams: BTreeSet<BTreeSet<usize>> = borders.iter().map(pair).collect();
            let once = |seam: &BTreeSet<usize>| {
                borders.iter().zip(grid).filter(|(border, sewn)| **sewn == 1 && pair(border) == *seam).count()
                    == 1
            };
            seams.iter().all(once) && names.keys().all(|&cell| ends(&[cell], grid, &borders) <= 1)
        }
    };
    let mut all = Vec::new();
    each(&vec![vec![0, 1]; borders.len()], &mut |grid| {
        if rules(grid) {
            all.push(grid.to_vec());
        }
    });
    let answer = if all.is_empty() { vec![0; borders.len()] } else { random.pick(&all).clone() };
    let lines: Vec<Vec<Square>> = lanes(rows, cols)
        .into_iter()
        .map(|lane| lane.into_iter().map(|at| (at / cols, at % cols)).collect())
        .collect();
    let mut clues: Vec<Option<i64>> = Vec::new();
    for line in &lines {
        clues.push(chance(3, random).then(|| near(ends(line, &answer, &borders), random)));
    }
    let text = lettered("region", rows, cols, &names) + &strips(rows, &clues);
    let places =
        borders.iter().map(|&(one, other)| format!("stitch({{{}, {}}})", name(one), name(other))).collect();
    Board::of(places, format!(" with r = {rows}, c = {cols}.\n"), &[0, 1], move |grid| {
        lines
            .iter()
            .zip(&clues)
            .all(|(line, clue)| clue.is_none_or(|clue| ends(line, grid, &borders) == clue))
            && rules(grid)
    })
    .with(text)
}

/// All rectangles of a board, with their heights and widths.
fn rectangles(rows: usize, cols: usize) -> Vec<(Vec<Square>, usize, usize)> {
    let mut found = Vec::new();
    for (row, col) in squares(rows, cols) {
        for (height, width) in squares(rows - row, cols - col) {
            let cells =
                squares(height + 1, width + 1).into_iter().map(|(down, right)| (row + down, col + right));
            found.push((cells.collect(), height + 1, width + 1));
        }
    }
    found
}

/// A board that is divided into rectangles with one clue each: what a clue in one of the cells of a rectangle would be,
/// and whether a division is allowed.
fn divided(
    layer: &str,
    random: &mut Random,
    clue: fn(Square, &(Vec<Square>, usize, usize)) -> String,
    allowed: fn(&[&Vec<Square>]) -> bool,
) -> Board {
    let (rows, cols) = *random.pick(&[(2, 3), (3, 3), (2, 4), (3, 4)]);
    let cells = squares(rows, cols);
    let blocks = rectangles(rows, cols);
    let shapes: Vec<Vec<Square>> =
        blocks.iter().filter(|block| block.0.len() < 5).map(|block| block.0.clone()).collect();
    let divisions: Vec<Vec<usize>> = covers(&cells, &shapes)
        .into_iter()
        .filter(|cover| allowed(&cover.iter().map(|&number| &shapes[number]).collect::<Vec<_>>()))
        .collect();
    let mut clues: BTreeMap<Square, String> = BTreeMap::new();
    for &number in random.pick(&divisions) {
        let at = *random.pick(&shapes[number]);
        let mut told = blocks.iter().find(|block| block.0 == shapes[number]).map(|block| clue(at, block));
        if chance(30, random) {
            told = Some(clue(at, random.pick(&blocks)));
        }
        clues.extend(told.map(|told| (at, told)));
    }
    let mut pieces: Vec<(Square, Vec<Square>)> = Vec::new();
    for block in &blocks {
        let inside: Vec<(&Square, &String)> = clues.iter().filter(|(at, _)| block.0.contains(at)).collect();
        if let [(&at, told)] = inside[..]
            && clue(at, block) == *told
        {
            pieces.push((at, block.0.clone()));
        }
    }
    let list = |cells: &[Square]| cells.iter().map(|&cell| name(cell)).collect::<Vec<String>>().join(", ");
    let places =
        pieces.iter().map(|(at, cells)| format!("piece({}, [{}])", name(*at), list(cells))).collect();
    let laid: Vec<Vec<Square>> = pieces.into_iter().map(|(_, cells)| cells).collect();
    let all: Vec<Vec<i64>> = covers(&cells, &laid)
        .into_iter()
        .map(|cover| (0..laid.len()).map(|number| i64::from(cover.contains(&number))).collect())
        .collect();
    let text = drawn(layer, rows, cols, |at| clues.get(&at).cloned().unwrap_or_else(|| ".".to_owned()));
    Board::of(places, format!(" with r = {rows}, c = {cols}.\n"), &[0, 1], move |grid| {
        let chosen: Vec<&Vec<Square>> =
            laid.iter().zip(grid).filter(|(_, drawn)| **drawn == 1).map(|(piece, _)| piece).collect();
        allowed(&chosen)
    })
    .with(text)
    .of_all(&Rc::new(all))
}

fn nawabari(random: &mut Random) -> Board {
    let sides = |at: Square, block: &(Vec<Square>, usize, usize)| {
        (4 - block.0.iter().filter(|&&other| beside(at, other)).count()).to_string()
    };
    divided("number", random, sides, |_| true)
}

fn tatamibari(random: &mut Random) -> Board {
    let sign = |_: Square, block: &(Vec<Square>, usize, usize)| {
        match block.1.cmp(&block.2) {
            std::cmp::Ordering::Equal => "+",
            std::cmp::Ordering::Less => "-",
            std::cmp::Ordering::Greater => "|",
        }
        .to_owned()
    };
    // Four meet where the four squares around a corner lie in four rectangles.
    let apart = |pieces: &[&Vec<Square>]| {
        let owner = |at: Square| pieces.iter().position(|piece| piece.contains(&at));
        let corner = |(row, col): Square| {
            let around = squares(2, 2).into_iter().map(|(down, right)| owner((row + down, col + right)));
            let owners: BTreeSet<Option<usize>> = around.collect();
            owners.len() == 4 && !owners.contains(&None)
        };
        !squares(3, 4).into_iter().any(corner)
    };
    divided("sign", random, sign, apart)
}
