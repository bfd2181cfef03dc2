//! Genres in which things of several kinds are put into regions.

use std::collections::BTreeSet;

use super::Genre;
use super::boards::{
    Board, Square, beside, chance, drawn, each, hang_together, letter, lettered, members, regions, squares,
    touches,
};
use super::shades::those;
use crate::rng::Random;

pub const GENRES: &[Genre] = &[("dosunfuwari", dosunfuwari), ("hakoiri", hakoiri), ("putteria", putteria)];

fn dosunfuwari(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (2, 4), (3, 3)]);
    let mut names = regions(rows, cols, 5, random);
    // Regions of one square have no room.
    let inside = members(&names);
    names.retain(|_, number| inside[*number].len() > 1);
    let walls: BTreeSet<Square> =
        squares(rows, cols).into_iter().filter(|at| !names.contains_key(at)).collect();
    let cells: Vec<Square> = names.keys().copied().collect();
    let region =
        drawn("region", rows, cols, |at| names.get(&at).map_or_else(|| ".".to_owned(), |&it| letter(it)));
    let black = drawn("black", rows, cols, |at| if walls.contains(&at) { "x" } else { "." }.to_owned());
    let inside: Vec<Vec<Square>> = inside.into_iter().filter(|region| region.len() > 1).collect();
    let all = cells.clone();
    // 1 is a balloon, 2 an iron ball.
    Board::on(
        &cells,
        format!(" with r = {rows}, c = {cols}.\n") + &region + &black,
        &[0, 1, 2],
        move |grid| {
            let things = |kind: i64| those(&all, grid, kind);
            let one = |kind: i64| {
                let things = things(kind);
                inside.iter().all(|region| region.iter().filter(|at| things.contains(at)).count() == 1)
            };
            let rests = |kind: i64, at: Option<Square>| {
                at.is_none_or(|at| !all.contains(&at) || things(kind).contains(&at))
            };
            let floats =
                things(1).iter().all(|&(row, col)| rests(1, row.checked_sub(1).map(|above| (above, col))));
            let lies = things(2).iter().all(|&(row, col)| rests(2, Some((row + 1, col))));
            one(1) && one(2) && floats && lies
        },
    )
    .named(&["blank", "balloon", "iron"])
}

fn hakoiri(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(2, 4), (3, 3), (2, 4)]);
    let cells = squares(rows, cols);
    // Two regions, each with room for three shapes.
    let names = loop {
        let names = regions(rows, cols, 6, random);
        let inside = members(&names);
        if inside.iter().all(|region| region.len() > 2) {
            break names;
        }
    };
    let inside = members(&names);
    let rules = {
        let cells = cells.clone();
        move |grid: &[i64]| {
            let one = |kind: i64| {
                let shapes = those(&cells, grid, kind);
                let apart = shapes.iter().all(|&at| !shapes.iter().any(|&other| touches(at, other)));
                apart
                    && inside.iter().all(|region| region.iter().filter(|at| shapes.contains(at)).count() == 1)
            };
            let blank = those(&cells, grid, 0);
            let shapes: Vec<Square> = cells.iter().copied().filter(|at| !blank.contains(at)).collect();
            (1..4).all(one) && hang_together(&shapes)
        }
    };
    let mut answers = Vec::new();
    each(&vec![vec![0, 1, 2, 3]; cells.len()], &mut |grid| {
        if grid.iter().filter(|&&value| value > 0).count() % 3 == 0 && rules(grid) {
            answers.push(grid.to_vec());
        }
    });
    let mut shown: Vec<(usize, i64)> = Vec::new();
    if let Some(answer) = answers.first() {
        for (at, &kind) in answer.iter().enumerate() {
            if kind > 0 && chance(4, random) {
                shown.push((at, kind));
            }
        }
    }
    let layer = drawn("shape", rows, cols, |at| {
        let kind = shown.iter().find(|(place, _)| *place == at.0 * cols + at.1).map_or(0, |shown| shown.1);
        [".", "c", "s", "t"][kind as usize].to_owned()
    });
    let all = std::rc::Rc::new(answers);
    Board::new(rows, cols, &[0], move |grid| shown.iter().all(|&(at, kind)| grid[at] == kind))
        .with(lettered("region", rows, cols, &names) + &layer)
        .of_all(&all)
        .named(&["blank", "c", "s", "t"])
}

fn putteria(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (3, 4), (2, 5)]);
    let cells = squares(rows, cols);
    let names = regions(rows, cols, 5, random);
    let inside = members(&names);
    let text = lettered("region", rows, cols, &names);
    Board::new(rows, cols, &[0, 1], move |grid| {
        let written = those(&cells, grid, 1);
        let one = inside.iter().all(|region| region.iter().filter(|at| written.contains(at)).count() == 1);
        let size = |at: Square| inside[names[&at]].len();
        let clash = |one: Square, other: Square| {
            let line = one != other && (one.0 == other.0 || one.1 == other.1);
            beside(one, other) || line && size(one) == size(other)
        };
        one && written.iter().all(|&one| !written.iter().any(|&other| clash(one, other)))
    })
    .with(text)
    .named(&["blank", "number"])
}
