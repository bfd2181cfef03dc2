//! Arrangements of old: rulers, tours of a knight, golfers, cubes, queens and magic figures.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::Genre;
use super::boards::{Board, Grids, Square, chance, differ, drawn, name, orders, scattered, squares};
use crate::rng::Random;

pub const GENRES: &[Genre] = &[
    ("golomb", golomb),
    ("knightstour", knightstour),
    ("golfers", golfers),
    ("insanity", insanity),
    ("peaceable", peaceable),
    ("domination", domination),
    ("wallqueens", wallqueens),
    ("magicfigure", magicfigure),
];

fn golomb(random: &mut Random) -> Board {
    let n = 3 + random.below(2);
    let length = if n == 3 { 3 + random.below(4) } else { 6 + random.below(4) } as i64;
    let fits = move |marks: &[i64]| {
        let mut distances = Vec::new();
        for (at, mark) in marks.iter().enumerate() {
            distances.extend(marks[at + 1..].iter().map(|other| other - mark));
        }
        marks[0] == 0
            && marks[n - 1] == length
            && marks.windows(2).all(|pair| pair[0] < pair[1])
            && differ(distances)
    };
    let places = (1..=n).map(|mark| format!("mark({mark})")).collect();
    let values: Vec<i64> = (0..=length).collect();
    let mut board = Board::of(places, format!(" with n = {n}, length = {length}.\n"), &values, fits);
    if chance(2, random) {
        board.given[1] = Some(1 + random.below(3) as i64);
    }
    board
}

/// Whether a knight hops from one to the other.
fn hops((row, col): Square, (other, column): Square) -> bool {
    row.abs_diff(other) * col.abs_diff(column) == 2
}

fn knightstour(random: &mut Random) -> Board {
    let hole = if chance(6, random) { (0, random.below(3)) } else { (1, 1) };
    let cells: Vec<Square> = squares(3, 3).into_iter().filter(|&at| at != hole).collect();
    let closed = random.below(2);
    let clues = format!(
        " with r = 3, c = 3, closed = {closed}.\n{}",
        drawn("hole", 3, 3, |at| if at == hole { "#".to_owned() } else { ".".to_owned() })
    );
    let all = cells.clone();
    let fits = move |grid: &[i64]| {
        let at = |number: i64| all[grid.iter().position(|&value| value == number).expect("each number")];
        (1..8).all(|number| hops(at(number), at(number + 1))) && (closed == 0 || hops(at(8), at(1)))
    };
    let values: Vec<i64> = (1..=8).collect();
    let mut board = Board::on(&cells, clues, &values, fits).of_all(&Rc::new(orders(&values)));
    board.given[random.below(8)] = Some(1 + random.below(8) as i64);
    board
}

fn golfers(random: &mut Random) -> Board {
    let weeks = 1 + random.below(3);
    let fits = move |grid: &[i64]| {
        let week = |week: usize| (0..4).map(|golfer| grid[golfer * weeks + week]).collect::<Vec<i64>>();
        let fair = |plan: &Vec<i64>| plan.iter().filter(|&&group| group == 1).count() == 2 && plan[0] == 1;
        let meet = |one: usize, other: usize| {
            (0..weeks).filter(|week| grid[one * weeks + week] == grid[other * weeks + week]).count()
        };
        (0..weeks).map(week).all(|plan| fair(&plan))
            && (0..4).all(|one| (0..one).all(|other| meet(one, other) <= 1))
    };
    let clues = format!(" with groups = 2, size = 2, weeks = {weeks}.\n");
    let guess = scattered(4 * weeks, &[1, 2], random);
    Board::on(&squares(4, weeks), clues, &[1, 2], fits).give(&guess, 6, random)
}

/// What the sides of a cube show, front, right, back and left, however it is turned. Its faces are front, back, left, right,
/// top and bottom.
fn turned(cube: [i64; 6]) -> BTreeSet<Vec<i64>> {
    let mut found = BTreeSet::from([cube]);
    let mut open = vec![cube];
    while let Some([front, back, left, right, top, bottom]) = open.pop() {
        let spun = [right, left, front, back, top, bottom];
        let tipped = [top, bottom, left, right, back, front];
        open.extend([spun, tipped].into_iter().filter(|cube| found.insert(*cube)));
    }
    found.into_iter().map(|[front, back, left, right, ..]| vec![front, right, back, left]).collect()
}

fn insanity(random: &mut Random) -> Board {
    let names = &["red", "green", "blue", "white", "yellow"];
    let cubes: Vec<[i64; 6]> =
        (0..2).map(|_| scattered(6, &[0, 1, 2], random).try_into().expect("six faces")).collect();
    let mut clues = " with n = 2.\n".to_owned();
    for (at, cube) in cubes.iter().enumerate() {
        let faces: Vec<&str> = cube.iter().map(|&face| names[face as usize]).collect();
        clues += &format!("cube({}, [{}]).\n", at + 1, faces.join(", "));
    }
    let shown: Vec<BTreeSet<Vec<i64>>> = cubes.into_iter().map(turned).collect();
    let fits = move |grid: &[i64]| {
        grid.chunks(4).zip(&shown).all(|(sides, ways)| ways.contains(sides))
            && (0..4).all(|side| grid[side] != grid[side + 4])
    };
    let mut board = Board::on(&squares(2, 4), clues, &[0, 1, 2], fits).named(names);
    board.given[random.below(8)] = Some(random.below(3) as i64);
    board
}

/// Whether two squares stand in one row, column or diagonal.
fn aligned((row, col): Square, (other, column): Square) -> bool {
    row == other || col == column || row.abs_diff(other) == col.abs_diff(column)
}

fn peaceable(random: &mut Random) -> Board {
    let army = 1 + random.below(2);
    let cells = squares(3, 3);
    let fits = move |grid: &[i64]| {
        let queens = |colour: i64| (0..9).filter(move |&at| grid[at] == colour);
        queens(1).count() == army
            && queens(2).count() == army
            && queens(1).all(|one| queens(2).all(|other| !aligned(cells[one], cells[other])))
    };
    let clues = format!(" with n = 3, army = {army}.\n");
    let guess = scattered(9, &[0, 0, 1], random);
    Board::on(&squares(3, 3), clues, &[0, 1, 2], fits)
        .named(&["empty", "white", "black"])
        .give(&guess, 7, random)
}

/// Whether a queen in one cell attacks the other: all cells on the straight way between them are there.
fn attacks(cells: &[Square], one: Square, other: Square) -> bool {
    let far = one.0.abs_diff(other.0).max(one.1.abs_diff(other.1));
    let part = |from: usize, to: usize, step: usize| (from * (far - step) + to * step) / far.max(1);
    one != other
        && aligned(one, other)
        && (1..far).all(|step| cells.contains(&(part(one.0, other.0, step), part(one.1, other.1, step))))
}

/// A board with holes, a number of queens, and what must hold of two cells with and without queens.
fn queens(random: &mut Random, most: usize, fits: impl Fn(&[Square], &[Square]) -> bool + 'static) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (3, 4), (2, 5)]);
    let holes: BTreeSet<Square> = squares(rows, cols).into_iter().filter(|_| chance(6, random)).collect();
    let cells: Vec<Square> = squares(rows, cols).into_iter().filter(|at| !holes.contains(at)).collect();
    let count = 1 + random.below(most);
    let clues = format!(
        " with r = {rows}, c = {cols}, queens = {count}.\n{}",
        drawn("hole", rows, cols, |at| if holes.contains(&at) { "#".to_owned() } else { ".".to_owned() })
    );
    let all = cells.clone();
    let fits = move |grid: &[i64]| {
        let queens: Vec<Square> = (0..all.len()).filter(|&at| grid[at] == 1).map(|at| all[at]).collect();
        queens.len() == count && fits(&all, &queens)
    };
    Board::on(&cells, clues, &[0, 1], fits)
}

fn domination(random: &mut Random) -> Board {
    queens(random, 4, |cells, queens| {
        cells
            .iter()
            .all(|&cell| queens.contains(&cell) || queens.iter().any(|&queen| attacks(cells, queen, cell)))
    })
}

fn wallqueens(random: &mut Random) -> Board {
    queens(random, 3, |cells, queens| {
        queens.iter().all(|&one| queens.iter().all(|&other| !attacks(cells, one, other)))
    })
}

fn magicfigure(random: &mut Random) -> Board {
    // A triangle with three circles on each side.
    let lines = [[(0, 2), (1, 1), (2, 0)], [(0, 2), (1, 3), (2, 4)], [(2, 0), (2, 2), (2, 4)]];
    let cells: Vec<Square> = lines.concat().into_iter().collect::<BTreeSet<Square>>().into_iter().collect();
    let mut clues = " with r = 3, c = 5.\n".to_owned();
    for line in lines {
        clues += &format!("line_of([{}]).\n", line.map(name).join(", "));
    }
    let total = chance(2, random).then(|| 8 + random.below(6) as i64);
    if let Some(total) = total {
        clues += &format!("total({total}).\n");
    }
    let all = cells.clone();
    let fits = move |grid: &[i64]| {
        let at = |cell: Square| grid[all.iter().position(|&other| other == cell).expect("a circle")];
        let sums = lines.map(|line| line.into_iter().map(at).sum::<i64>());
        sums[0] == sums[1] && sums[1] == sums[2] && total.is_none_or(|total| sums[0] == total)
    };
    let mut board = Board::on(&cells, clues, &[1], fits);
    board.grids = Grids::Of(Rc::new(orders(&[1, 2, 3, 4, 5, 6])));
    board.given[random.below(6)] = Some(1 + random.below(6) as i64);
    board
}
