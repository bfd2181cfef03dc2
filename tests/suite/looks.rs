//! What the prelude says of how lists of cells look, against brute force: every grid of a small board is tried.

use std::collections::BTreeSet;

use gridlog::stages::search::Limits;
use gridlog::stages::solve::{Wish, solve};

use super::meaning::expanded;

type Square = (i64, i64);

/// How many solutions rules have.
fn solutions(text: &str) -> usize {
    let (_, ground) = expanded(text);
    let wish = Wish { most: None, limits: Limits::default(), seed: 0, checked: None, judged: false };
    let mut count = 0;
    solve(ground, &wish, &|| false, |_, _| count += 1).expect("an answer");
    count
}

/// How many grids of so many values satisfy a condition, which is asked with the squares of each value.
fn grids(rows: i64, cols: i64, values: usize, fits: impl Fn(&[BTreeSet<Square>]) -> bool) -> usize {
    let squares: Vec<Square> = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))).collect();
    let all = 0..values.pow(squares.len() as u32);
    let held = all.filter(|&grid| {
        let mut of = vec![BTreeSet::new(); values];
        let mut left = grid;
        for &square in &squares {
            of[left % values].insert(square);
            left /= values;
        }
        fits(&of)
    });
    held.count()
}

/// Squares moved so that the first row and the first column hold some.
fn moved(squares: &BTreeSet<Square>) -> BTreeSet<Square> {
    let row = squares.iter().map(|at| at.0).min().unwrap_or(0);
    let col = squares.iter().map(|at| at.1).min().unwrap_or(0);
    squares.iter().map(|at| (at.0 - row, at.1 - col)).collect()
}

/// All looks of some squares, turned and mirrored.
fn looks(squares: &BTreeSet<Square>) -> BTreeSet<BTreeSet<Square>> {
    let mut found = BTreeSet::new();
    let mut turned = squares.clone();
    for _ in 0..4 {
        turned = turned.iter().map(|&(row, col)| (col, -row)).collect();
        found.insert(moved(&turned));
        found.insert(moved(&turned.iter().map(|&(row, col)| (col, row)).collect()));
    }
    found
}

/// Whether each group of squares is as large as the smallest rectangle around it.
fn is_of_rectangles(squares: &BTreeSet<Square>) -> bool {
    let mut left = squares.clone();
    while let Some(first) = left.pop_first() {
        let mut group = vec![first];
        let mut at = 0;
        while at < group.len() {
            let (row, col) = group[at];
            at += 1;
            let beside = [(row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)];
            group.extend(beside.into_iter().filter(|next| left.remove(next)));
        }
        let side = |of: fn(&Square) -> i64| {
            let (least, most) = (group.iter().map(of).min(), group.iter().map(of).max());
            most.zip(least).map_or(0, |(most, least)| most - least + 1)
        };
        if side(|at| at.0) * side(|at| at.1) != group.len() as i64 {
            return false;
        }
    }
    true
}

#[test]
fn rectangles_are_those_that_brute_force_finds() {
    let rules = "grid(3, 4) :: 0..1.  s: rectangles([A : cell(A), A = 1]).";
    assert_eq!(solutions(rules), grids(3, 4, 2, |of| is_of_rectangles(&of[1])));
}

#[test]
fn what_is_symmetric_is_so_by_brute_force() {
    for (place, sums) in [("r2c2", (2, 2)), ("dot(1, 2)", (1, 3)), ("point(2, 3)", (1, 2)), ("r1c4", (0, 6))]
    {
        let rules = format!("grid(3, 4) :: 0..1.  s: symmetric([A : cell(A), A = 1], {place}).");
        let turned = |of: &[BTreeSet<Square>]| {
            of[1].iter().map(|at| (sums.0 - at.0, sums.1 - at.1)).collect::<BTreeSet<_>>()
        };
        assert_eq!(solutions(&rules), grids(3, 4, 2, |of| turned(of) == of[1]), "{place}");
    }
}

#[test]
fn shapes_are_the_same_as_brute_force_says() {
    for (rows, cols) in [(2, 3), (4, 2), (1, 5)] {
        let rules = |sign: &str| {
            format!(
                "grid({rows}, {cols}) :: 0..2.  s: {sign} same_shape([A : cell(A), A = 1], [A : cell(A), A = 2])."
            )
        };
        let same = grids(rows, cols, 3, |of| looks(&of[1]).contains(&moved(&of[2])));
        assert_eq!(solutions(&rules("")), same);
        assert_eq!(solutions(&rules("not")), 3_usize.pow((rows * cols) as u32) - same);
    }
}

/// Divisions into rectangles, and halves of one shape, as many as are known.
#[test]
fn regions_look_as_they_are_told_to() {
    let rules = "use regions with r = 3, c = 3.  s: cell(A) => rectangles(region(A)).";
    assert_eq!(solutions(rules), 322);
    let rules = "use regions with r = 2, c = 4.
        s: cell(A) => len([B : B in {r1c1, r2c4}, B in region(A)]) = 1.
        t: same_shape(region(r1c1), region(r2c4)).";
    assert_eq!(solutions(rules), 4);
}
