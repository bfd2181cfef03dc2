//! Genres gathered from magazines: circles and lamps, numbers in regions, arrows, thermometers and tours.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::Genre;
use super::boards::{
    Board, Square, along, beside, chance, differ, drawn, equal_regions, hang_together, lanes, letter,
    lettered, members, name, near, numbers, orders, regions, squares, touches,
};
use super::lines::{edges, turns};
use super::paint::{as_told, pool, strips, told};
use super::roads::{looped, passed, rings};
use super::shades::{SHADES, fitting, those};
use crate::rng::Random;

pub const GENRES: &[Genre] = &[
    ("eulero", eulero),
    ("fobidoshi", fobidoshi),
    ("cocktaillamp", cocktaillamp),
    ("dotchiloop", dotchiloop),
    ("hanare", hanare),
    ("bosanowa", bosanowa),
    ("patchwork", patchwork),
    ("pfeilzahlen", pfeilzahlen),
    ("thermometers", thermometers),
    ("grandtour", grandtour),
];

fn eulero(random: &mut Random) -> Board {
    let rows = orders(&[1, 2, 3]);
    let mut each: Vec<Vec<i64>> = Vec::new();
    for one in &rows {
        for two in &rows {
            each.extend(rows.iter().map(|three| [one.clone(), two.clone(), three.clone()].concat()));
        }
    }
    let both = |tens: &Vec<i64>, units: &Vec<i64>| -> Vec<i64> {
        tens.iter().zip(units).map(|(ten, unit)| 10 * ten + unit).collect()
    };
    let all: Vec<Vec<i64>> =
        each.iter().flat_map(|tens| each.iter().map(move |units| both(tens, units))).collect();
    let fits = |grid: &[i64]| {
        differ(grid.iter().copied())
            && lanes(3, 3).iter().all(|lane| {
                let line = along(grid, lane);
                differ(line.iter().map(|pair| pair / 10)) && differ(line.iter().map(|pair| pair % 10))
            })
    };
    let right: Vec<&Vec<i64>> = all.iter().filter(|grid| fits(grid)).collect();
    let answer = (*random.pick(&right)).clone();
    let mut clues = [BTreeMap::new(), BTreeMap::new()];
    for (at, pair) in squares(3, 3).into_iter().zip(&answer) {
        for (digits, digit) in clues.iter_mut().zip([pair / 10, pair % 10]) {
            if chance(4, random) {
                digits.insert(at, 1 + (digit - 1 + i64::from(chance(12, random))) % 3);
            }
        }
    }
    let text = numbers("first", 3, 3, &clues[0]) + &numbers("second", 3, 3, &clues[1]);
    let [first, second] = clues;
    let fits = move |grid: &[i64]| {
        let value = |&(row, col): &Square| grid[row * 3 + col];
        fits(grid)
            && first.iter().all(|(at, &digit)| value(at) / 10 == digit)
            && second.iter().all(|(at, &digit)| value(at) % 10 == digit)
    };
    Board::on(&squares(3, 3), " with n = 3.\n".to_owned(), &[11], fits).of_all(&Rc::new(all)).with(text)
}

fn fobidoshi(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(2, 5), (3, 4), (1, 7)]);
    let cells = squares(rows, cols);
    let rules = move |grid: &[i64]| {
        let row = |lane: &Vec<usize>| along(grid, lane).windows(4).all(|four| four.contains(&0));
        lanes(rows, cols).iter().all(row) && hang_together(&those(&cells, grid, 1))
    };
    let answer = fitting(rows * cols, random, &rules);
    let given: Vec<Option<i64>> =
        answer.iter().map(|&value| chance(5, random).then(|| near(value, random).min(1))).collect();
    let text = drawn("circle", rows, cols, |(row, col)| {
        given[row * cols + col].map_or(".", |value| ["x", "o"][value as usize]).to_owned()
    });
    Board::new(rows, cols, &[0, 1], move |grid| {
        rules(grid) && given.iter().zip(grid).all(|(given, value)| given.is_none_or(|given| given == *value))
    })
    .named(&["blank", "circle"])
    .with(text)
}

fn cocktaillamp(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (3, 4), (2, 5)]);
    let cells = squares(rows, cols);
    let names = regions(rows, cols, 5, random);
    let inside = members(&names);
    let text = lettered("region", rows, cols, &names);
    let parts = inside.clone();
    let rules = move |grid: &[i64]| {
        let black = those(&cells, grid, 1);
        let group = |part: &Vec<Square>| -> Vec<Square> {
            part.iter().copied().filter(|at| black.contains(at)).collect()
        };
        let mut reached: BTreeSet<Square> = black.first().copied().into_iter().collect();
        for _ in 0..black.len() {
            let more: Vec<Square> =
                black.iter().copied().filter(|&at| reached.iter().any(|&other| touches(at, other))).collect();
            reached.extend(more);
        }
        parts.iter().all(|part| hang_together(&group(part)))
            && black
                .iter()
                .all(|&one| black.iter().all(|&other| !beside(one, other) || names[&one] == names[&other]))
            && reached.len() == black.len()
            && !pool(rows, cols, grid, 1)
    };
    let answer = fitting(rows * cols, random, &rules);
    let total = move |grid: &[i64], part: &Vec<Square>| -> i64 {
        part.iter().map(|&(row, col)| grid[row * cols + col]).sum()
    };
    let (mut totals, mut facts) = (Vec::new(), String::new());
    for (number, part) in inside.into_iter().enumerate() {
        if chance(2, random) {
            let count = near(total(&answer, &part), random);
            facts += &format!("total(\"{}\", {count}).\n", letter(number));
            totals.push((part, count));
        }
    }
    Board::new(rows, cols, &[0, 1], move |grid| {
        rules(grid) && totals.iter().all(|(part, count)| total(grid, part) == *count)
    })
    .named(SHADES)
    .with(text + &facts)
}

fn dotchiloop(random: &mut Random) -> Board {
    let size = *random.pick(&[(3, 3), (3, 4), (4, 4)]);
    let links = edges(size.0, size.1);
    let all = rings(size.0, size.1);
    let answer = random.pick(&all).clone();
    let names = regions(size.0, size.1, 5, random);
    let on = passed(&links, &answer);
    let mut circles: BTreeMap<Square, bool> = BTreeMap::new();
    for at in squares(size.0, size.1) {
        if chance(3, random) {
            circles.insert(at, on.contains(&at) != chance(20, random));
        }
    }
    let text = lettered("region", size.0, size.1, &names)
        + &drawn("circle", size.0, size.1, |at| {
            circles.get(&at).map_or(".", |&white| if white { "w" } else { "b" }).to_owned()
        });
    looped(size, all, &text, move |ring| {
        let on = passed(&links, ring);
        let bends: BTreeSet<(usize, Option<bool>)> = circles
            .iter()
            .filter(|circle| *circle.1)
            .map(|(at, _)| (names[at], turns(*at, &links, ring)))
            .collect();
        let kinds: BTreeSet<usize> = bends.iter().map(|bend| bend.0).collect();
        circles.iter().all(|(at, &white)| on.contains(at) == white) && kinds.len() == bends.len()
    })
}

/// Whether every region holds one number, and those that see each other are as far apart as they differ.
fn apart(rows: usize, cols: usize, names: &BTreeMap<Square, usize>, sizes: &[i64], grid: &[i64]) -> bool {
    let one = |part: &Vec<Square>| part.iter().filter(|(row, col)| grid[row * cols + col] == 1).count() == 1;
    let apart = |lane: &Vec<usize>| {
        let full: Vec<usize> = (0..lane.len()).filter(|&at| grid[lane[at]] == 1).collect();
        full.windows(2).all(|pair| {
            let (one, other) = (sizes[lane[pair[0]]], sizes[lane[pair[1]]]);
            one.abs_diff(other) as usize == pair[1] - pair[0] - 1
        })
    };
    members(names).iter().all(one) && lanes(rows, cols).iter().all(apart)
}

fn hanare(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (2, 4), (2, 5)]);
    // Few ways to divide a board have an answer.
    let (mut names, mut sizes, mut answer) = (BTreeMap::new(), Vec::new(), Vec::new());
    for _ in 0..12 {
        names = regions(rows, cols, 4, random);
        let inside = members(&names);
        sizes = squares(rows, cols).iter().map(|at| inside[names[at]].len() as i64).collect();
        answer = fitting(rows * cols, random, &|grid| apart(rows, cols, &names, &sizes, grid));
        if apart(rows, cols, &names, &sizes, &answer) {
            break;
        }
    }
    let at = answer.iter().position(|&value| value == 1).filter(|_| chance(2, random));
    let clue = drawn("number", rows, cols, |(row, col)| {
        if at == Some(row * cols + col) { sizes[row * cols + col].to_string() } else { ".".to_owned() }
    });
    let text = lettered("region", rows, cols, &names) + &clue;
    Board::new(rows, cols, &[0, 1], move |grid| {
        apart(rows, cols, &names, &sizes, grid) && at.is_none_or(|at| grid[at] == 1)
    })
    .with(text)
}

fn bosanowa(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(2, 3), (1, 4), (3, 2), (2, 2)]);
    let holes: Vec<Square> = squares(rows, cols).into_iter().skip(1).filter(|_| chance(8, random)).collect();
    let cells: Vec<Square> = squares(rows, cols).into_iter().filter(|at| !holes.contains(at)).collect();
    let text = drawn("hole", rows, cols, |at| if holes.contains(&at) { "#" } else { "." }.to_owned());
    let all = cells.clone();
    let fits = move |grid: &[i64]| {
        let value = |at: usize| -> i64 {
            let near = (0..all.len()).filter(|&other| beside(all[at], all[other]));
            near.map(|other| (grid[at] - grid[other]).abs()).sum()
        };
        (0..all.len()).all(|at| value(at) == grid[at])
    };
    let values: Vec<i64> = (1..=5).collect();
    let mut board =
        Board::on(&cells, format!(" with r = {rows}, c = {cols}, most = 5.\n"), &values, fits).with(text);
    if chance(3, random) {
        board.given[random.below(cells.len())] = Some(1 + random.below(5) as i64);
    }
    board
}

fn patchwork(random: &mut Random) -> Board {
    let names = equal_regions(4, 4, 2, random);
    let inside = members(&names);
    let fits = move |grid: &[i64]| {
        let value = |&(row, col): &Square| grid[row * 4 + col];
        inside.iter().all(|part| differ(part.iter().map(value)))
            && lanes(4, 4).iter().all(|lane| {
                let line = along(grid, lane);
                line.iter().filter(|&&digit| digit == 1).count() == 2
                    && line.windows(2).all(|pair| pair[0] != pair[1])
            })
    };
    let mut board = Board::on(&squares(4, 4), " with n = 4, k = 2.\n".to_owned(), &[1, 2], fits)
        .with(lettered("region", 4, 4, &names));
    if chance(2, random) {
        board.given[random.below(16)] = Some(1 + random.below(2) as i64);
    }
    board
}

fn pfeilzahlen(random: &mut Random) -> Board {
    let ways = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)];
    let cols = 1 + random.below(2) as i64;
    let mut spots: Vec<(String, (i64, i64))> =
        vec![("left, 1".to_owned(), (1, 0)), ("right, 1".to_owned(), (1, cols + 1))];
    for col in 1..=cols {
        spots.push((format!("top, {col}"), (0, col)));
        spots.push((format!("bottom, {col}"), (2, col)));
    }
    let starts: Vec<(i64, i64)> = spots.iter().map(|spot| spot.1).collect();
    // How often each cell is pointed at, if every arrow points at some.
    let hits = move |grid: &[i64]| -> Option<Vec<i64>> {
        let mut found = vec![0; cols as usize];
        for (&(row, col), &way) in starts.iter().zip(grid) {
            let (down, right) = ways[way as usize];
            let mut into = false;
            for far in 1..=3 {
                let (at, across) = (row + far * down, col + far * right);
                if at == 1 && (1..=cols).contains(&across) {
                    into = true;
                    found[across as usize - 1] += 1;
                }
            }
            if !into {
                return None;
            }
        }
        Some(found)
    };
    let wanted: Vec<Option<i64>> =
        (0..cols).map(|_| (!chance(4, random)).then(|| 1 + random.below(4) as i64)).collect();
    let text = drawn("number", 1, cols as usize, |(_, col)| {
        wanted[col].map_or_else(|| ".".to_owned(), |count| count.to_string())
    });
    let fits = move |grid: &[i64]| {
        hits(grid).is_some_and(|found| {
            found.iter().zip(&wanted).all(|(found, wanted)| wanted.is_none_or(|wanted| wanted == *found))
        })
    };
    let places = spots.into_iter().map(|(spot, _)| format!("arrow({spot})")).collect();
    Board::of(places, format!(" with r = 1, c = {cols}.\n"), &[0, 1, 2, 3, 4, 5, 6, 7], fits)
        .named(&["up", "down", "left", "right", "upleft", "upright", "downleft", "downright"])
        .with(text)
}

fn thermometers(random: &mut Random) -> Board {
    let size = *random.pick(&[(2, 4), (3, 3), (3, 4)]);
    let (rows, cols) = size;
    let tubes: Vec<Vec<usize>> = (0..rows)
        .map(|row| {
            let mut tube: Vec<usize> = (0..cols).map(|col| row * cols + col).collect();
            if chance(2, random) {
                tube.reverse();
            }
            tube.truncate(2 + random.below(cols - 1));
            tube
        })
        .collect();
    let mut text = String::new();
    for tube in &tubes {
        let cells: Vec<String> = tube.iter().map(|at| name((at / cols, at % cols))).collect();
        text += &format!("thermometer([{}]).\n", cells.join(", "));
    }
    let rules = move |grid: &[i64]| {
        tubes.iter().all(|tube| along(grid, tube).windows(2).all(|pair| pair[0] >= pair[1]))
    };
    let answer = fitting(rows * cols, random, &rules);
    let count = |line: &[i64]| line.iter().sum::<i64>();
    let clues = told(size, &answer, random, count);
    let text = text + &strips(rows, &clues);
    Board::new(rows, cols, &[0, 1], move |grid| rules(grid) && as_told(size, grid, &clues, count)).with(text)
}

fn grandtour(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(1, 3), (2, 3), (3, 3), (3, 2), (2, 2)]);
    let lines = edges(rows + 1, cols + 1);
    let dot = |(row, col): Square| format!("dot({row}, {col})");
    let whole = |ring: &[i64]| ring.iter().sum::<i64>() as usize == (rows + 1) * (cols + 1);
    let all = rings(rows + 1, cols + 1);
    let tours: Vec<&Vec<i64>> = all.iter().filter(|ring| whole(ring)).collect();
    let mut roads = Vec::new();
    if !tours.is_empty() {
        let answer = *random.pick(&tours);
        roads.extend((0..lines.len()).filter(|&at| answer[at] == 1 && random.below(5) == 0));
    }
    let mut text = format!(" with r = {rows}, c = {cols}.\n");
    for &at in &roads {
        text += &format!("road({}, {}).\n", dot(lines[at].0), dot(lines[at].1));
    }
    let places =
        lines.iter().map(|&(one, other)| format!("drawn({{{}, {}}})", dot(one), dot(other))).collect();
    let full = (rows + 1) * (cols + 1);
    Board::of(places, text, &[0, 1], move |ring| {
        ring.iter().sum::<i64>() as usize == full && roads.iter().all(|&at| ring[at] == 1)
    })
    .of_all(&Rc::new(all))
}
