//! More genres gathered from magazines: links, sums and pills, rails and monsters.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::Genre;
use super::boards::{
    Board, Grids, Square, along, chance, differ, drawn, lanes, letter, lettered, members, name, near,
    numbers, orders, regions, scattered, squares, touches,
};
use super::paint::{as_told, strips, told};
use crate::rng::Random;

pub const GENRES: &[Genre] = &[
    ("wblink", wblink),
    ("onetox", onetox),
    ("mathrax", mathrax),
    ("diffneighbors", diffneighbors),
    ("pills", pills),
    ("tracks", tracks),
    ("undead", undead),
];

fn wblink(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (3, 4), (2, 5)]);
    let circles: BTreeMap<Square, bool> = loop {
        let colours = scattered(rows * cols, &[0, 1, 2, 3], random);
        let some = squares(rows, cols).into_iter().zip(colours).filter(|(_, colour)| *colour > 1);
        let circles: BTreeMap<Square, bool> = some.map(|(at, colour)| (at, colour == 2)).collect();
        let white = circles.values().filter(|white| **white).count();
        if 2 * white == circles.len() && white > 0 {
            break circles;
        }
    };
    let text = drawn("circle", rows, cols, |at| {
        circles.get(&at).map_or(".", |&white| if white { "w" } else { "b" }).to_owned()
    });
    let between = |one: Square, other: Square| -> Vec<Square> {
        let inner = |at: &Square| {
            at.0 == one.0 && at.0 == other.0 && one.1 < at.1 && at.1 < other.1
                || at.1 == one.1 && at.1 == other.1 && one.0 < at.0 && at.0 < other.0
        };
        squares(rows, cols).into_iter().filter(inner).collect()
    };
    let mut ties: Vec<(Square, Square, Vec<Square>)> = Vec::new();
    for (&one, white) in &circles {
        for (&other, colour) in circles.range(one..).filter(|(_, colour)| *colour != white) {
            let way = between(one, other);
            let straight = one.0 == other.0 || one.1 == other.1;
            if straight && way.iter().all(|at| !circles.contains_key(at)) && white != colour {
                ties.push((one, other, way));
            }
        }
    }
    let places =
        ties.iter().map(|(one, other, _)| format!("tie({{{}, {}}})", name(*one), name(*other))).collect();
    let fits = move |grid: &[i64]| {
        let laid: Vec<&(Square, Square, Vec<Square>)> =
            ties.iter().zip(grid).filter(|(_, value)| **value == 1).map(|(tie, _)| tie).collect();
        let ends = |at: &Square| laid.iter().filter(|tie| tie.0 == *at || tie.1 == *at).count();
        let over: Vec<Square> = laid.iter().flat_map(|tie| tie.2.iter().copied()).collect();
        circles.keys().all(|at| ends(at) == 1) && over.iter().collect::<BTreeSet<_>>().len() == over.len()
    };
    Board::of(places, format!(" with r = {rows}, c = {cols}.\n"), &[0, 1], fits).with(text)
}

fn onetox(random: &mut Random) -> Board {
    let size = *random.pick(&[(2, 3), (3, 3), (2, 4)]);
    let (rows, cols) = size;
    let names = regions(rows, cols, 4, random);
    let inside = members(&names);
    let most = inside.iter().map(Vec::len).max().unwrap_or(1) as i64;
    let rules = move |grid: &[i64]| {
        let value = |&(row, col): &Square| grid[row * cols + col];
        let full = |part: &Vec<Square>| {
            differ(part.iter().map(value)) && part.iter().all(|at| value(at) <= part.len() as i64)
        };
        inside.iter().all(full)
            && lanes(rows, cols).iter().all(|lane| along(grid, lane).windows(2).all(|two| two[0] != two[1]))
    };
    let values: Vec<i64> = (1..=most).collect();
    let mut all = Vec::new();
    super::boards::each(&vec![values.clone(); rows * cols], &mut |grid| {
        if rules(grid) {
            all.push(grid.to_vec());
        }
    });
    let sum = |line: &[i64]| line.iter().sum::<i64>();
    let answer =
        if all.is_empty() { scattered(rows * cols, &values, random) } else { random.pick(&all).clone() };
    let clues = told(size, &answer, random, sum);
    let text = lettered("region", rows, cols, &names) + &strips(rows, &clues);
    Board::on(
        &squares(rows, cols),
        format!(" with r = {rows}, c = {cols}, most = {most}.\n"),
        &values,
        move |grid| rules(grid) && as_told(size, grid, &clues, sum),
    )
    .with(text)
}

fn mathrax(random: &mut Random) -> Board {
    let rows = orders(&[1, 2, 3]);
    let mut all: Vec<Vec<i64>> = Vec::new();
    for one in &rows {
        for two in &rows {
            all.extend(rows.iter().map(|three| [one.clone(), two.clone(), three.clone()].concat()));
        }
    }
    let latin = |grid: &[i64]| lanes(3, 3).iter().all(|lane| differ(along(grid, lane)));
    let right: Vec<Vec<i64>> = all.iter().filter(|grid| latin(grid)).cloned().collect();
    let answer = random.pick(&right).clone();
    let makes = |sign: &str, one: i64, other: i64| match sign {
        "+" => one + other,
        "-" => (one - other).abs(),
        "*" => one * other,
        _ if one.max(other) % one.min(other) == 0 => one.max(other) / one.min(other),
        _ => 0,
    };
    // The four cells around a corner, those across from each other together.
    let around = |(row, col): Square| {
        let at = row * 3 + col;
        [(at, at + 4), (at + 1, at + 3)]
    };
    // A circle is mostly true to the answer.
    let mut circles: Vec<(Square, &str, i64)> = Vec::new();
    for corner in squares(2, 2) {
        let sign = *random.pick(&["+", "-", "*", "/", "e", "o"]);
        let [one, other] = around(corner).map(|(one, other)| {
            (makes(sign, answer[one], answer[other]), answer[one] % 2, answer[other] % 2)
        });
        let holds = match sign {
            "e" => (one.1, one.2, other.1, other.2) == (0, 0, 0, 0),
            "o" => (one.1, one.2, other.1, other.2) == (1, 1, 1, 1),
            _ => one.0 == other.0 && one.0 > 0,
        };
        if holds || chance(12, random) {
            circles.push((corner, sign, one.0.max(1)));
        }
    }
    let text = drawn("circle", 4, 4, |(row, col)| {
        let circle = circles.iter().find(|((down, right), ..)| (down + 1, right + 1) == (row, col));
        match circle {
            None => ".".to_owned(),
            Some((_, sign @ ("e" | "o"), _)) => (*sign).to_owned(),
            Some((_, sign, number)) => format!("{number},{sign}"),
        }
    });
    let fits = move |grid: &[i64]| {
        latin(grid)
            && circles.iter().all(|&(corner, sign, number)| {
                around(corner).into_iter().all(|(one, other)| match sign {
                    "e" => grid[one] % 2 == 0 && grid[other] % 2 == 0,
                    "o" => grid[one] % 2 == 1 && grid[other] % 2 == 1,
                    _ => makes(sign, grid[one], grid[other]) == number,
                })
            })
    };
    Board::on(&squares(3, 3), " with n = 3.\n".to_owned(), &[1], fits)
        .of_all(&Rc::new(all))
        .with(text)
        .give(&answer, 8, random)
}

fn diffneighbors(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (3, 4), (2, 5)]);
    let names = loop {
        let names = regions(rows, cols, 5, random);
        if members(&names).len() <= 7 {
            break names;
        }
    };
    let count = members(&names).len();
    let mut given: BTreeMap<Square, i64> = BTreeMap::new();
    for at in squares(rows, cols) {
        if chance(9, random) {
            given.insert(at, 1 + random.below(3) as i64);
        }
    }
    let text = lettered("region", rows, cols, &names) + &numbers("number", rows, cols, &given);
    let cells = squares(rows, cols);
    let fits = move |grid: &[i64]| {
        let value = |at: &Square| grid[names[at]];
        given.iter().all(|(at, &number)| value(at) == number)
            && cells.iter().all(|one| {
                cells.iter().all(|other| {
                    names[one] == names[other] || !touches(*one, *other) || value(one) != value(other)
                })
            })
    };
    let places = (0..count).map(|number| format!("digit({})", letter(number))).collect();
    let clues = format!(" with r = {rows}, c = {cols}, most = 3.\n");
    Board::of(places, clues, &[1, 2, 3], fits).with(text)
}

fn pills(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (3, 4), (2, 4)]);
    let cells = squares(rows, cols);
    let digits = scattered(rows * cols, &[0, 0, 1, 1, 2], random);
    let text = drawn("number", rows, cols, |(row, col)| digits[row * cols + col].to_string());
    let most = 2 + random.below(2) as i64;
    let mut spots: Vec<Vec<usize>> = Vec::new();
    for lane in lanes(rows, cols) {
        spots.extend(lane.windows(3).map(<[usize]>::to_vec));
    }
    let weigh = |spot: &Vec<usize>| spot.iter().map(|&at| digits[at]).sum::<i64>();
    spots.retain(|spot| (1..=most).contains(&weigh(spot)));
    let weights: Vec<i64> = spots.iter().map(weigh).collect();
    let places = spots
        .iter()
        .map(|spot| {
            let cells: Vec<String> = spot.iter().map(|&at| name(cells[at])).collect();
            format!("pill([{}])", cells.join(", "))
        })
        .collect();
    let under = move |grid: &[i64]| -> Vec<usize> {
        spots.iter().zip(grid).filter(|(_, laid)| **laid == 1).flat_map(|(spot, _)| spot.clone()).collect()
    };
    let rules = move |grid: &[i64]| {
        let laid: Vec<i64> =
            weights.iter().zip(grid).filter(|(_, laid)| **laid == 1).map(|(weight, _)| *weight).collect();
        differ(laid.iter().copied()) && laid.len() as i64 == most
    };
    let clue = chance(2, random).then(|| (random.below(rows), random.below(4) as i64));
    let strip = clue.map_or_else(String::new, |(row, sum)| {
        let words: Vec<String> =
            (0..rows).map(|at| if at == row { sum.to_string() } else { ".".to_owned() }).collect();
        format!("left \"{}\".\n", words.join(" "))
    });
    let fits = move |grid: &[i64]| {
        let under = under(grid);
        let told = |(row, sum): (usize, i64)| {
            under.iter().filter(|&&at| at / cols == row).map(|&at| digits[at]).sum::<i64>() == sum
        };
        rules(grid) && differ(under.iter().map(|&at| at as i64)) && clue.is_none_or(told)
    };
    let clues = format!(" with r = {rows}, c = {cols}, pills = {most}.\n");
    Board::of(places, clues, &[0, 1], fits).with(text + &strip)
}

fn tracks(random: &mut Random) -> Board {
    // Nothing, and the pairs of sides by which a rail leaves a cell: up, down, left and right are 0 to 3.
    const RAILS: [[usize; 2]; 6] = [[0, 1], [3, 2], [0, 3], [0, 2], [1, 3], [1, 2]];
    let size = *random.pick(&[(2, 2), (2, 3), (3, 2)]);
    let (rows, cols) = size;
    let (from, to) = (random.below(rows), random.below(cols));
    // The way from one cell to the next, until it leaves the board: the cells, if it is the right way.
    let walk = move |grid: &[i64]| -> Option<usize> {
        let (mut at, mut came, mut seen) = ((from as i64, 0), 2, BTreeSet::new());
        loop {
            if !(0..rows as i64).contains(&at.0) || !(0..cols as i64).contains(&at.1) {
                return (at == (rows as i64, to as i64)).then_some(seen.len());
            }
            let rail = grid[at.0 as usize * cols + at.1 as usize];
            if rail == 0 || !seen.insert(at) {
                return None;
            }
            let sides = RAILS[rail as usize - 1];
            let out = if sides[0] == came {
                sides[1]
            } else if sides[1] == came {
                sides[0]
            } else {
                return None;
            };
            let (down, right) = [(-1, 0), (1, 0), (0, -1), (0, 1)][out];
            at = (at.0 + down, at.1 + right);
            came = out ^ 1;
        }
    };
    let rules = move |grid: &[i64]| walk(grid) == Some(grid.iter().filter(|&&rail| rail > 0).count());
    let values: Vec<i64> = (0..7).collect();
    let mut all = Vec::new();
    super::boards::each(&vec![values.clone(); rows * cols], &mut |grid| {
        if rules(grid) {
            all.push(grid.to_vec());
        }
    });
    let rails = |line: &[i64]| line.iter().filter(|&&rail| rail > 0).count() as i64;
    let clues = told(size, random.pick(&all).clone().as_slice(), random, rails);
    let names = &["empty", "ns", "ew", "ne", "nw", "se", "sw"];
    let text = format!("{}from({}).  to({}).\n", strips(rows, &clues), from + 1, to + 1);
    Board::new(rows, cols, &values, move |grid| rules(grid) && as_told(size, grid, &clues, rails))
        .named(names)
        .with(text)
}

fn undead(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(2, 3), (3, 3), (2, 4)]);
    let mut mirrors: BTreeMap<Square, bool> = BTreeMap::new();
    for at in squares(rows, cols) {
        if chance(3, random) {
            mirrors.insert(at, chance(2, random));
        }
    }
    let cells: Vec<Square> = squares(rows, cols).into_iter().filter(|at| !mirrors.contains_key(at)).collect();
    let text = drawn("mirror", rows, cols, |at| {
        mirrors.get(&at).map_or(".", |&rising| if rising { "/" } else { "\\" }).to_owned()
    });
    // What light meets that goes in at a place on its way: the cells, and whether it has been at a mirror.
    let sight = |start: (i64, i64), way: (i64, i64)| -> Vec<(usize, bool)> {
        let (mut at, mut way, mut turned, mut met) = (start, way, false, Vec::new());
        while (0..rows as i64).contains(&at.0) && (0..cols as i64).contains(&at.1) {
            let square = (at.0 as usize, at.1 as usize);
            match mirrors.get(&square) {
                Some(&rising) => {
                    way = if rising { (-way.1, -way.0) } else { (way.1, way.0) };
                    turned = true;
                }
                None => met.push((cells.iter().position(|&cell| cell == square).expect("a cell"), turned)),
            }
            at = (at.0 + way.0, at.1 + way.1);
        }
        met
    };
    // Ghosts are seen in mirrors, vampires without, zombies always.
    let seen = |grid: &[i64], met: &[(usize, bool)]| {
        met.iter()
            .filter(|(at, turned)| match grid[*at] {
                0 => *turned,
                1 => !turned,
                _ => true,
            })
            .count() as i64
    };
    let answer = scattered(cells.len(), &[0, 1, 2], random);
    let (mut views, mut facts) = (Vec::new(), text);
    for (side, count) in [("left", rows), ("right", rows), ("top", cols), ("bottom", cols)] {
        let mut strip = Vec::new();
        for at in 0..count as i64 {
            let met = match side {
                "left" => sight((at, 0), (0, 1)),
                "right" => sight((at, cols as i64 - 1), (0, -1)),
                "top" => sight((0, at), (1, 0)),
                _ => sight((rows as i64 - 1, at), (-1, 0)),
            };
            if chance(3, random) {
                let number = near(seen(&answer, &met), random);
                strip.push(number.to_string());
                views.push((met, number));
            } else {
                strip.push(".".to_owned());
            }
        }
        facts += &format!("{side} \"{}\".\n", strip.join(" "));
    }
    let mut totals = Vec::new();
    for (kind, word) in ["ghosts", "vampires", "zombies"].into_iter().enumerate() {
        if chance(2, random) {
            let count = answer.iter().filter(|&&value| value == kind as i64).count();
            facts += &format!("{word}({count}).\n");
            totals.push((kind as i64, count));
        }
    }
    let fits = move |grid: &[i64]| {
        views.iter().all(|(met, number)| seen(grid, met) == *number)
            && totals.iter().all(|(kind, count)| grid.iter().filter(|value| *value == kind).count() == *count)
    };
    let mut board = Board::on(&cells, format!(" with r = {rows}, c = {cols}.\n"), &[0, 1, 2], fits);
    board.grids = Grids::Each(vec![vec![0, 1, 2]; cells.len()]);
    board.named(&["ghost", "vampire", "zombie"]).with(facts)
}
