//! Genres in which cells are shaded or something is placed in them.

use std::collections::BTreeMap;

use super::Genre;
use super::boards::{
    Board, Square, along, beside, chance, differ, drawn, each, equal_regions, group, hang_together, lanes,
    letter, lettered, members, near, numbers, regions, scattered, squares, touches,
};
use crate::rng::Random;

pub const GENRES: &[Genre] = &[
    ("akari", akari),
    ("heyawake", heyawake),
    ("hitori", hitori),
    ("minesweeper", minesweeper),
    ("mosaic", mosaic),
    ("nonogram", nonogram),
    ("norinori", norinori),
    ("nurikabe", nurikabe),
    ("starbattle", starbattle),
    ("takuzu", takuzu),
    ("tents", tents),
];

pub const SHADES: &[&str] = &["white", "black"];

/// The squares of a value.
pub fn those(cells: &[Square], grid: &[i64], value: i64) -> Vec<Square> {
    cells.iter().zip(grid).filter(|(_, found)| **found == value).map(|(cell, _)| *cell).collect()
}

/// How many of these squares are beside one.
pub fn count_beside(all: &[Square], at: Square) -> i64 {
    all.iter().filter(|&&other| beside(at, other)).count() as i64
}

/// The first grid that keeps some rules, of those that are near a random one; else that one.
pub fn fitting(count: usize, random: &mut Random, fits: &dyn Fn(&[i64]) -> bool) -> Vec<i64> {
    let start = scattered(count, &[0, 1], random);
    let mut found = None;
    each(&vec![vec![0, 1]; count], &mut |grid| {
        let grid: Vec<i64> = grid.iter().zip(&start).map(|(value, turned)| (value + turned) % 2).collect();
        if found.is_none() && fits(&grid) {
            found = Some(grid);
        }
    });
    found.unwrap_or(start)
}

fn akari(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (3, 4), (2, 5)]);
    let walls: Vec<Square> = squares(rows, cols).into_iter().filter(|_| chance(4, random)).collect();
    let cells: Vec<Square> = squares(rows, cols).into_iter().filter(|at| !walls.contains(at)).collect();
    let lights = {
        let walls = walls.clone();
        move |(row, col): Square, (other, column): Square| {
            let free = |at: Square| !walls.contains(&at);
            if row == other {
                (col.min(column)..=col.max(column)).all(|between| free((row, between)))
            } else {
                col == column && (row.min(other)..=row.max(other)).all(|between| free((between, col)))
            }
        }
    };
    let rules = {
        let cells = cells.clone();
        move |grid: &[i64]| {
            let lamps = those(&cells, grid, 1);
            let apart =
                lamps.iter().all(|&one| lamps.iter().all(|&other| one == other || !lights(one, other)));
            apart && cells.iter().all(|&cell| lamps.iter().any(|&lamp| lights(lamp, cell)))
        }
    };
    let answer = fitting(cells.len(), random, &rules);
    let lamps = those(&cells, &answer, 1);
    let clues: BTreeMap<Square, i64> =
        walls.iter().filter(|_| chance(2, random)).map(|&wall| (wall, count_beside(&lamps, wall))).collect();
    let clues: BTreeMap<Square, i64> =
        clues.into_iter().map(|(wall, number)| (wall, near(number, random).min(4))).collect();
    let board = drawn("board", rows, cols, |at| match (walls.contains(&at), clues.get(&at)) {
        (false, _) => ".".to_owned(),
        (true, None) => "#".to_owned(),
        (true, Some(number)) => number.to_string(),
    });
    let all = cells.clone();
    let fits = move |grid: &[i64]| {
        let lamps = those(&all, grid, 1);
        clues.iter().all(|(&wall, &number)| count_beside(&lamps, wall) == number) && rules(grid)
    };
    Board::on(&cells, format!(" with r = {rows}, c = {cols}.\n"), &[0, 1], fits)
        .with(board)
        .named(&["dark", "lamp"])
}

fn heyawake(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 4), (2, 5), (3, 3)]);
    let cells = squares(rows, cols);
    let rooms = regions(rows, cols, 4, random);
    let all = cells.clone();
    let names = rooms.clone();
    let rules = move |grid: &[i64]| {
        let (black, white) = (those(&all, grid, 1), those(&all, grid, 0));
        let apart = black.iter().all(|&one| !black.iter().any(|&other| beside(one, other)));
        let short = lanes(rows, cols).iter().all(|lane| {
            let mut runs: Vec<Vec<usize>> = vec![Vec::new()];
            for &at in lane {
                if grid[at] == 1 {
                    runs.push(Vec::new());
                } else if let Some(run) = runs.last_mut() {
                    run.push(names[&(at / cols, at % cols)]);
                }
            }
            // A run that changes rooms twice reaches into three, one of them perhaps again.
            runs.iter().all(|run| run.windows(2).filter(|pair| pair[0] != pair[1]).count() < 2)
        });
        apart && short && hang_together(&white)
    };
    let answer = fitting(cells.len(), random, &rules);
    let black = those(&cells, &answer, 1);
    let mut totals = Vec::new();
    for (room, inside) in members(&rooms).into_iter().enumerate() {
        if chance(2, random) {
            let number = inside.iter().filter(|at| black.contains(at)).count() as i64;
            totals.push((room, inside, near(number, random)));
        }
    }
    let text: Vec<String> =
        totals.iter().map(|(room, _, number)| format!("total(\"{}\", {number}).\n", letter(*room))).collect();
    Board::new(rows, cols, &[0, 1], move |grid| {
        let black = those(&cells, grid, 1);
        let counted = |inside: &[Square]| inside.iter().filter(|at| black.contains(at)).count() as i64;
        totals.iter().all(|(_, inside, number)| counted(inside) == *number) && rules(grid)
    })
    .with(lettered("room", rows, cols, &rooms))
    .with(text.concat())
    .named(SHADES)
}

fn hitori(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (3, 4), (2, 4)]);
    let cells = squares(rows, cols);
    let shown = scattered(cells.len(), &[1, 2, 3, 4, 5], random);
    let clues: BTreeMap<Square, i64> = cells.iter().copied().zip(shown.iter().copied()).collect();
    Board::new(rows, cols, &[0, 1], move |grid| {
        let (black, white) = (those(&cells, grid, 1), those(&cells, grid, 0));
        let once = lanes(rows, cols)
            .iter()
            .all(|lane| differ(lane.iter().filter(|&&at| grid[at] == 0).map(|&at| shown[at])));
        let apart = black.iter().all(|&one| !black.iter().any(|&other| beside(one, other)));
        once && apart && hang_together(&white)
    })
    .with(numbers("number", rows, cols, &clues))
    .named(SHADES)
}

fn minesweeper(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (3, 4), (2, 5)]);
    let cells = squares(rows, cols);
    let answer = scattered(cells.len(), &[0, 0, 1], random);
    let around =
        |mines: &[Square], at: Square| mines.iter().filter(|&&mine| touches(at, mine)).count() as i64;
    let mines = those(&cells, &answer, 1);
    let mut clues = BTreeMap::new();
    for &free in those(&cells, &answer, 0).iter().filter(|_| chance(2, random)) {
        clues.insert(free, around(&mines, free));
    }
    let clues: BTreeMap<Square, i64> =
        clues.into_iter().map(|(at, number)| (at, near(number, random))).collect();
    let total = chance(2, random).then(|| near(mines.len() as i64, random));
    let text = numbers("number", rows, cols, &clues);
    Board::new(rows, cols, &[0, 1], move |grid| {
        let mines = those(&cells, grid, 1);
        clues.iter().all(|(&at, &number)| !mines.contains(&at) && around(&mines, at) == number)
            && total.is_none_or(|total| mines.len() as i64 == total)
    })
    .with(text)
    .with(total.map(|total| format!("mines({total}).\n")).unwrap_or_default())
    .named(&["free", "mine"])
}

fn mosaic(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (3, 4), (2, 5)]);
    let cells = squares(rows, cols);
    let answer = scattered(cells.len(), &[0, 1], random);
    let around = |black: &[Square], at: Square| {
        black.iter().filter(|&&cell| cell == at || touches(at, cell)).count() as i64
    };
    let black = those(&cells, &answer, 1);
    let mut clues = BTreeMap::new();
    for &at in &cells {
        if chance(2, random) {
            clues.insert(at, near(around(&black, at), random));
        }
    }
    let text = numbers("number", rows, cols, &clues);
    Board::new(rows, cols, &[0, 1], move |grid| {
        let black = those(&cells, grid, 1);
        clues.iter().all(|(&at, &number)| around(&black, at) == number)
    })
    .with(text)
    .named(SHADES)
}

fn nonogram(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (3, 4), (2, 5), (4, 3)]);
    let blocks = |line: &[i64]| -> Vec<i64> {
        let found: Vec<i64> = line
            .split(|&cell| cell == 0)
            .map(|block| block.len() as i64)
            .filter(|&length| length > 0)
            .collect();
        if found.is_empty() { vec![0] } else { found }
    };
    let answer = scattered(rows * cols, &[0, 1, 1], random);
    let mut clues: Vec<Option<Vec<i64>>> = Vec::new();
    for lane in lanes(rows, cols) {
        let mut clue = blocks(&along(&answer, &lane));
        if clue != [0] && chance(15, random) {
            clue[0] = near(clue[0], random).max(1);
        }
        clues.push((!chance(6, random)).then_some(clue));
    }
    let shown = |clue: &Option<Vec<i64>>| match clue {
        None => ".".to_owned(),
        Some(clue) => clue.iter().map(ToString::to_string).collect::<Vec<String>>().join(","),
    };
    let strip = |clues: &[Option<Vec<i64>>]| clues.iter().map(shown).collect::<Vec<String>>().join(" ");
    let text = format!("left \"{}\".\ntop \"{}\".\n", strip(&clues[..rows]), strip(&clues[rows..]));
    Board::new(rows, cols, &[0, 1], move |grid| {
        let keeps = |(lane, clue): (Vec<usize>, &Option<Vec<i64>>)| {
            clue.as_ref().is_none_or(|clue| blocks(&along(grid, &lane)) == *clue)
        };
        lanes(rows, cols).into_iter().zip(&clues).all(keeps)
    })
    .with(text)
}

fn norinori(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 4), (2, 6), (4, 3)]);
    let cells = squares(rows, cols);
    let beds = equal_regions(rows, cols, *random.pick(&[4, 4, 6]), random);
    let inside = members(&beds);
    Board::new(rows, cols, &[0, 1], move |grid| {
        let black = those(&cells, grid, 1);
        let two = inside.iter().all(|bed| bed.iter().filter(|at| black.contains(at)).count() == 2);
        two && black.iter().all(|&at| count_beside(&black, at) == 1)
    })
    .with(lettered("region", rows, cols, &beds))
    .named(SHADES)
}

fn nurikabe(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (3, 4), (2, 5)]);
    let cells = squares(rows, cols);
    let all = cells.clone();
    let sound = move |grid: &[i64]| {
        let sea = those(&all, grid, 1);
        let pool = |&(row, col): &Square| {
            [(row, col + 1), (row + 1, col), (row + 1, col + 1)].iter().all(|at| sea.contains(at))
        };
        hang_together(&sea) && !sea.iter().any(pool)
    };
    let answer = fitting(cells.len(), random, &sound);
    let land = those(&cells, &answer, 0);
    let mut clues: BTreeMap<Square, i64> = BTreeMap::new();
    let mut left = land.clone();
    while let Some(&first) = left.first() {
        let island: Vec<Square> = group(first, &land).into_iter().collect();
        clues.insert(*random.pick(&island), near(island.len() as i64, random).max(1));
        left.retain(|at| !island.contains(at));
    }
    let text = numbers("number", rows, cols, &clues);
    Board::new(rows, cols, &[0, 1], move |grid| {
        let land = those(&cells, grid, 0);
        let owned = |at: Square| {
            let island = group(at, &land);
            let numbers: Vec<i64> =
                clues.iter().filter(|(at, _)| island.contains(at)).map(|entry| *entry.1).collect();
            numbers == [island.len() as i64]
        };
        clues.keys().all(|at| land.contains(at)) && sound(grid) && land.iter().all(|&at| owned(at))
    })
    .with(text)
    .named(&["land", "sea"])
}

fn starbattle(random: &mut Random) -> Board {
    let cells = squares(4, 4);
    let skies = equal_regions(4, 4, 4, random);
    let inside = members(&skies);
    let drawn = !chance(3, random);
    let text = if drawn { lettered("region", 4, 4, &skies) } else { String::new() };
    Board::on(&cells.clone(), " with n = 4.\n".to_owned(), &[0, 1], move |grid| {
        if lanes(4, 4).iter().any(|lane| along(grid, lane).iter().sum::<i64>() != 1) {
            return false;
        }
        let stars = those(&cells, grid, 1);
        let apart = stars.iter().all(|&one| !stars.iter().any(|&other| touches(one, other)));
        apart && (!drawn || inside.iter().all(|sky| sky.iter().filter(|at| stars.contains(at)).count() == 1))
    })
    .with(text)
}

fn takuzu(random: &mut Random) -> Board {
    let size = *random.pick(&[3, 4, 4]);
    let rules = move |grid: &[i64]| {
        let all: Vec<Vec<i64>> = lanes(size, size).iter().map(|lane| along(grid, lane)).collect();
        let ones = |line: &[i64]| line.iter().sum::<i64>() as usize;
        let half = size.div_ceil(2);
        all.iter().all(|line| {
            ones(line) <= half
                && size - ones(line) <= half
                && !line.windows(3).any(|three| three[0] == three[1] && three[1] == three[2])
        }) && (0..size)
            .all(|at| (0..at).all(|other| all[at] != all[other] && all[size + at] != all[size + other]))
    };
    let answer = fitting(size * size, random, &rules);
    Board::on(&squares(size, size), format!(" with n = {size}.\n"), &[0, 1], rules).give(&answer, 3, random)
}

fn tents(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 4), (3, 3), (2, 5)]);
    let mut trees: Vec<Square> = Vec::new();
    let mut answer: Vec<Square> = Vec::new();
    for at in squares(rows, cols) {
        let free: Vec<Square> = squares(rows, cols)
            .into_iter()
            .filter(|&tent| {
                beside(at, tent)
                    && !trees.contains(&tent)
                    && !answer.iter().any(|&other| other == tent || touches(tent, other))
            })
            .collect();
        if chance(4, random) && !answer.contains(&at) && !free.is_empty() {
            trees.push(at);
            answer.push(*random.pick(&free));
        }
    }
    let cells: Vec<Square> = squares(rows, cols).into_iter().filter(|at| !trees.contains(at)).collect();
    let count = move |tents: &[Square], lane: &[usize]| {
        lane.iter().filter(|&&at| tents.contains(&(at / cols, at % cols))).count() as i64
    };
    let mut clues: Vec<Option<i64>> = Vec::new();
    for lane in lanes(rows, cols) {
        clues.push(chance(2, random).then(|| near(count(&answer, &lane), random)));
    }
    let strip = |clues: &[Option<i64>]| {
        clues
            .iter()
            .map(|clue| clue.map_or_else(|| ".".to_owned(), |clue| clue.to_string()))
            .collect::<Vec<String>>()
            .join(" ")
    };
    let text = format!("left \"{}\".\ntop \"{}\".\n", strip(&clues[..rows]), strip(&clues[rows..]));
    let (wood, all) = (trees.clone(), cells.clone());
    let fits = move |grid: &[i64]| {
        let tents = those(&all, grid, 1);
        let counted = lanes(rows, cols)
            .iter()
            .zip(&clues)
            .all(|(lane, clue)| clue.is_none_or(|clue| count(&tents, lane) == clue));
        let apart = tents.iter().all(|&one| !tents.iter().any(|&other| touches(one, other)));
        counted && apart && tents.len() == wood.len() && paired(&wood, &tents)
    };
    Board::on(&cells, format!(" with r = {rows}, c = {cols}.\n"), &[0, 1], fits)
        .with(drawn("tree", rows, cols, |at| if trees.contains(&at) { "t" } else { "." }.to_owned()))
        .with(text)
}

/// Whether every tree gets a tent of its own beside it.
fn paired(trees: &[Square], tents: &[Square]) -> bool {
    let Some((&tree, others)) = trees.split_first() else { return tents.is_empty() };
    let near = tents.iter().filter(|&&tent| beside(tree, tent));
    near.into_iter().any(|&tent| {
        let left: Vec<Square> = tents.iter().copied().filter(|&other| other != tent).collect();
        paired(others, &left)
    })
}
