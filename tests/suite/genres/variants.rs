//! More variants of sudoku: lines, sums beside the board, marks and laws about the whole board.

use std::collections::{BTreeMap, BTreeSet};

use super::Genre;
use super::boards::{
    Board, Grids, Judge, Square, along, beside, chance, differ, drawn, lanes, name, near, numbers, squares,
};
use super::squares::{
    N, at, between as marks_between, kept_path, list, neighbours, of_paths, of_sudokus, path, square,
    sudokus, value,
};
use crate::rng::Random;

pub const GENRES: &[Genre] = &[
    ("renban", renban),
    ("whispers", whispers),
    ("palindrome", palindrome),
    ("between", between),
    ("lockout", lockout),
    ("modularlines", modularlines),
    ("entropiclines", entropiclines),
    ("zipper", zipper),
    ("doublearrow", doublearrow),
    ("regionsum", regionsum),
    ("clone", clone),
    ("extraregions", extraregions),
    ("countingcircles", countingcircles),
    ("indexing", indexing),
    ("xv", xv),
    ("quadruples", quadruples),
    ("minmax", minmax),
    ("pencilmarks", pencilmarks),
    ("pillarrow", pillarrow),
    ("xsums", xsums),
    ("frame", frame),
    ("numberedrooms", numberedrooms),
    ("fullrank", fullrank),
    ("skyscrapersudoku", skyscrapersudoku),
    ("disjoint", disjoint),
    ("entropy", entropy),
    ("antitaxi", antitaxi),
    ("nonconsecutive", nonconsecutive),
    ("samurai", samurai),
];

fn renban(random: &mut Random) -> Board {
    let keeps = |digits: &[i64]| {
        let mut sorted = digits.to_vec();
        sorted.sort_unstable();
        sorted.windows(2).all(|pair| pair[1] == pair[0] + 1)
    };
    of_paths("renban", keeps, random)
}

fn whispers(random: &mut Random) -> Board {
    of_paths("whisper", |digits| digits.windows(2).all(|pair| pair[0].abs_diff(pair[1]) >= 2), random)
}

fn palindrome(random: &mut Random) -> Board {
    of_paths("palindrome", |digits| digits.iter().eq(digits.iter().rev()), random)
}

fn between(random: &mut Random) -> Board {
    let keeps = |digits: &[i64]| {
        let (first, last) = (digits[0], digits[digits.len() - 1]);
        let inside = &digits[1..digits.len() - 1];
        inside.iter().all(|digit| first.min(last) < *digit && *digit < first.max(last))
    };
    of_paths("between", keeps, random)
}

fn lockout(random: &mut Random) -> Board {
    let keeps = |digits: &[i64]| {
        let (first, last) = (digits[0], digits[digits.len() - 1]);
        let inside = &digits[1..digits.len() - 1];
        first.abs_diff(last) >= 2
            && inside.iter().all(|digit| *digit < first.min(last) || first.max(last) < *digit)
    };
    of_paths("lockout", keeps, random)
}

fn modularlines(random: &mut Random) -> Board {
    let keeps = |digits: &[i64]| digits.windows(3).all(|three| differ(three.iter().map(|digit| digit % 3)));
    of_paths("modular", keeps, random)
}

/// Which third of the digits up to four a digit is in: one of 1 and 2, or 3, or 4.
fn third(digit: i64) -> i64 {
    (digit - 1).max(1)
}

fn entropiclines(random: &mut Random) -> Board {
    let keeps =
        |digits: &[i64]| digits.windows(3).all(|three| differ(three.iter().map(|&digit| third(digit))));
    of_paths("entropic", keeps, random)
}

fn zipper(random: &mut Random) -> Board {
    let keeps = |digits: &[i64]| {
        let last = digits.len() - 1;
        last.is_multiple_of(2)
            && (0..last / 2).all(|from| digits[from] + digits[last - from] == digits[last / 2])
    };
    of_paths("zipper", keeps, random)
}

fn doublearrow(random: &mut Random) -> Board {
    let keeps = |digits: &[i64]| {
        let last = digits.len() - 1;
        digits[0] + digits[last] == digits[1..last].iter().sum::<i64>()
    };
    of_paths("doublearrow", keeps, random)
}

fn regionsum(random: &mut Random) -> Board {
    of_sudokus(random, |answer, random| {
        let sums = |grid: &[i64], line: &[Square]| -> Vec<i64> {
            let home = |&(row, col): &Square| (row / 2, col / 2);
            let parts = line.chunk_by(|one, other| home(one) == home(other));
            parts.map(|part| at(grid, part).iter().sum()).collect()
        };
        let keeps = move |grid: &[i64], line: &[Square]| differ_not(&sums(grid, line));
        let mut lines = Vec::new();
        for _ in 0..400 {
            let length = 3 + random.below(2);
            let line = path(length, random);
            if lines.len() < 2 && keeps(answer, &line) {
                lines.push(line);
            }
        }
        let text: Vec<String> = lines.iter().map(|line| format!("sumline([{}]).\n", list(line))).collect();
        (text.concat(), Box::new(move |grid: &[i64]| lines.iter().all(|line| keeps(grid, line))))
    })
}

/// Whether all are equal.
fn differ_not(values: &[i64]) -> bool {
    values.windows(2).all(|pair| pair[0] == pair[1])
}

fn clone(random: &mut Random) -> Board {
    of_sudokus(random, |answer, random| {
        let mut pairs: Vec<(Square, Square)> = Vec::new();
        while pairs.len() < 3 {
            let (one, other) = (*random.pick(&squares(N, N)), *random.pick(&squares(N, N)));
            if value(answer, one) == value(answer, other) || chance(200, random) {
                pairs.push((one, other));
            }
        }
        let firsts: Vec<Square> = pairs.iter().map(|pair| pair.0).collect();
        let seconds: Vec<Square> = pairs.iter().map(|pair| pair.1).collect();
        let text = format!("clone([{}], [{}]).\n", list(&firsts), list(&seconds));
        (text, Box::new(move |grid: &[i64]| at(grid, &firsts) == at(grid, &seconds)))
    })
}

fn extraregions(random: &mut Random) -> Board {
    of_sudokus(random, |answer, random| {
        let keeps = |digits: &[i64]| differ(digits.iter().copied());
        let cells = kept_path(answer, random, keeps);
        let inside = cells.clone();
        let text =
            drawn("extra", N, N, move |cell| if inside.contains(&cell) { "a" } else { "." }.to_owned());
        (text, Box::new(move |grid: &[i64]| keeps(&at(grid, &cells))))
    })
}

fn countingcircles(random: &mut Random) -> Board {
    of_sudokus(random, |answer, random| {
        let mut circles: Vec<Square> = Vec::new();
        for digit in 1..=N as i64 {
            let mut cells = squares(N, N);
            cells.retain(|&cell| value(answer, cell) == digit);
            if chance(2, random) {
                circles.extend(cells.into_iter().take(digit as usize));
            }
        }
        let inside = circles.clone();
        let text =
            drawn("circle", N, N, move |cell| if inside.contains(&cell) { "o" } else { "." }.to_owned());
        let fits = move |grid: &[i64]| {
            let digits = at(grid, &circles);
            let told = |digit: &i64| digits.iter().filter(|other| *other == digit).count() as i64;
            digits.iter().all(|digit| told(digit) == *digit)
        };
        (text, Box::new(fits))
    })
}

fn indexing(random: &mut Random) -> Board {
    of_sudokus(random, |answer, random| {
        // Whether the digit of a cell tells where in its row the number of its column stands.
        fn keeps(grid: &[i64], (row, col): Square, across: bool) -> bool {
            let digit = value(grid, (row, col)) as usize - 1;
            if across {
                value(grid, (row, digit)) == col as i64 + 1
            } else {
                value(grid, (digit, col)) == row as i64 + 1
            }
        }
        let mut marks: BTreeMap<Square, bool> = BTreeMap::new();
        for cell in squares(N, N) {
            let across = chance(2, random);
            if keeps(answer, cell, across) && chance(2, random) || chance(60, random) {
                marks.insert(cell, across);
            }
        }
        let text = drawn("index", N, N, |cell| match marks.get(&cell) {
            None => ".".to_owned(),
            Some(across) => if *across { "col" } else { "row" }.to_owned(),
        });
        (text, Box::new(move |grid: &[i64]| marks.iter().all(|(&cell, across)| keeps(grid, cell, *across))))
    })
}

fn xv(random: &mut Random) -> Board {
    of_sudokus(random, |answer, random| {
        let sum = |grid: &[i64], (one, other): (Square, Square)| value(grid, one) + value(grid, other);
        let mut marks = BTreeMap::new();
        for pair in neighbours() {
            if (sum(answer, pair) == 5) != chance(200, random) {
                marks.insert(pair, if chance(300, random) { "x" } else { "v" });
            }
        }
        let text = marks_between("xv", &marks);
        let fits = move |grid: &[i64]| {
            neighbours().into_iter().all(|pair| match (marks.get(&pair), sum(grid, pair)) {
                (Some(&"x"), sum) => sum == 10,
                (Some(_), sum) => sum == 5,
                (None, sum) => sum != 5 && sum != 10,
            })
        };
        (text, Box::new(fits))
    })
}

fn quadruples(random: &mut Random) -> Board {
    of_sudokus(random, |answer, random| {
        let four = |grid: &[i64], (row, col): Square| {
            at(grid, &[(row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)])
        };
        let (mut text, mut quads) = (String::new(), Vec::new());
        for corner in squares(N - 1, N - 1) {
            if chance(2, random) {
                let mut digits = four(answer, corner);
                digits.truncate(1 + random.below(4));
                if chance(40, random) {
                    digits[0] = 1 + random.below(4) as i64;
                }
                text += &format!("quad({}, {digits:?}).\n", name(corner));
                quads.push((corner, digits));
            }
        }
        let fits = move |grid: &[i64]| {
            quads.iter().all(|(corner, digits)| {
                let mut left = four(grid, *corner);
                digits.iter().all(|digit| {
                    left.iter()
                        .position(|other| other == digit)
                        .map(|found| left.swap_remove(found))
                        .is_some()
                })
            })
        };
        (text, Box::new(fits))
    })
}

fn minmax(random: &mut Random) -> Board {
    of_sudokus(random, |answer, random| {
        let around = |cell: Square| squares(N, N).into_iter().filter(move |&other| beside(cell, other));
        let mut marks: BTreeMap<Square, bool> = BTreeMap::new();
        for cell in squares(N, N) {
            let lowest = around(cell).all(|other| value(answer, cell) < value(answer, other));
            let highest = around(cell).all(|other| value(answer, cell) > value(answer, other));
            if (lowest || highest) && chance(2, random) || chance(100, random) {
                marks.insert(cell, lowest);
            }
        }
        let text = drawn("extreme", N, N, |cell| match marks.get(&cell) {
            None => ".".to_owned(),
            Some(low) => if *low { "min" } else { "max" }.to_owned(),
        });
        let fits = move |grid: &[i64]| {
            marks.iter().all(|(&cell, low)| {
                let mut others = around(cell).filter(|other| marks.get(other) != Some(low));
                others.all(|other| (value(grid, cell) < value(grid, other)) == *low)
            })
        };
        (text, Box::new(fits))
    })
}

fn pencilmarks(random: &mut Random) -> Board {
    of_sudokus(random, |answer, random| {
        let (mut text, mut all) = (String::new(), Vec::new());
        for cell in squares(N, N) {
            if chance(2, random) {
                let digits: Vec<i64> = (1..=N as i64)
                    .filter(|&digit| digit == value(answer, cell) && !chance(60, random) || chance(3, random))
                    .collect();
                text += &format!("marks({}, {digits:?}).\n", name(cell));
                all.push((cell, digits));
            }
        }
        let fits = move |grid: &[i64]| all.iter().all(|(cell, digits)| digits.contains(&value(grid, *cell)));
        (text, Box::new(fits))
    })
}

fn pillarrow(random: &mut Random) -> Board {
    of_sudokus(random, |_, random| {
        // Along two rows, so that a pill with a low digit can be as much as its arrow.
        let all = squares(N, N);
        let first = random.below(2) * N;
        let second = first + 2 + usize::from(chance(6, random));
        let (pill, shaft) = (all[first..second].to_vec(), all[second..first + 6 + random.below(2)].to_vec());
        let names = |cells: &[Square]| cells.iter().map(|&cell| name(cell)).collect::<Vec<_>>().join(", ");
        let text = format!("pillarrow([{}], [{}]).\n", names(&pill), names(&shaft));
        let fits = move |grid: &[i64]| {
            let sum: i64 = shaft.iter().map(|&cell| value(grid, cell)).sum();
            pill.iter().fold(0, |number, &cell| 10 * number + value(grid, cell)) == sum
        };
        (text, Box::new(fits))
    })
}

/// Clues beside the board that tell a number of each line, perhaps among all others.
fn of_strips(random: &mut Random, told: fn(&[i64], &[i64]) -> i64) -> Board {
    of_sudokus(random, |answer, random| {
        let (mut text, mut clues) = (String::new(), Vec::new());
        for (side, (first, turned)) in
            [("left", (0, false)), ("right", (0, true)), ("top", (N, false)), ("bottom", (N, true))]
        {
            let mut strip = Vec::new();
            for mut lane in lanes(N, N).into_iter().skip(first).take(N) {
                if turned {
                    lane.reverse();
                }
                let clue = near(told(answer, &along(answer, &lane)), random).max(1);
                strip.push(if chance(3, random) { clue.to_string() } else { ".".to_owned() });
                if strip[strip.len() - 1] != "." {
                    clues.push((lane, clue));
                }
            }
            text += &format!("{side} \"{}\".\n", strip.join(" "));
        }
        let fits =
            move |grid: &[i64]| clues.iter().all(|(lane, clue)| told(grid, &along(grid, lane)) == *clue);
        (text, Box::new(fits))
    })
}

fn xsums(random: &mut Random) -> Board {
    of_strips(random, |_, line| line[..line[0] as usize].iter().sum())
}

fn frame(random: &mut Random) -> Board {
    of_strips(random, |_, line| line[..3].iter().sum())
}

fn numberedrooms(random: &mut Random) -> Board {
    of_strips(random, |_, line| line[line[0] as usize - 1])
}

fn fullrank(random: &mut Random) -> Board {
    of_strips(random, |grid, line| {
        let forth: Vec<Vec<i64>> = lanes(N, N).into_iter().map(|lane| along(grid, &lane)).collect();
        let back = forth.iter().map(|number| number.iter().rev().copied().collect());
        let all: Vec<Vec<i64>> = forth.iter().cloned().chain(back).collect();
        let same = all.iter().filter(|number| *number == line).count();
        let smaller = all.iter().filter(|number| number.as_slice() < line).count();
        if same == 1 { smaller as i64 + 1 } else { 0 }
    })
}

fn skyscrapersudoku(random: &mut Random) -> Board {
    of_strips(random, |_, line| {
        let seen = |&at: &usize| line[..at].iter().all(|&before| before < line[at]);
        (0..line.len()).filter(seen).count() as i64
    })
}

/// A law about the whole board, and no clues but givens.
fn of_kept(random: &mut Random, keeps: fn(&[i64]) -> bool) -> Board {
    let kept: Vec<Vec<i64>> = sudokus().iter().filter(|grid| keeps(grid)).cloned().collect();
    assert!(!kept.is_empty(), "a sudoku of order four");
    let answer = random.pick(&kept).clone();
    let draw = |_: &[i64], _: &mut Random| -> (String, Judge) { (String::new(), Box::new(keeps)) };
    square(&sudokus(), "r = 2, c = 2", random, draw).give(&answer, 6, random)
}

fn disjoint(random: &mut Random) -> Board {
    of_kept(random, |grid| {
        squares(2, 2).iter().all(|&(row, col)| {
            differ(at(grid, &[(row, col), (row, col + 2), (row + 2, col), (row + 2, col + 2)]))
        })
    })
}

/// There is no board of order four, so a known one of six by six is opened in some cells.
fn opened(known: &[[i64; 6]; 6], random: &mut Random, keeps: fn(&[i64]) -> bool) -> Board {
    let cells = squares(6, 6);
    let mut domains: Vec<Vec<i64>> = cells.iter().map(|&(row, col)| vec![known[row][col]]).collect();
    for _ in 0..5 {
        domains[random.below(36)] = vec![1, 2, 3, 4, 5, 6];
    }
    let given = domains.iter().map(|domain| (domain.len() == 1).then(|| domain[0])).collect();
    let fits = move |grid: &[i64]| {
        let houses = squares(6, 6).into_iter().enumerate().all(|(one, (row, col))| {
            squares(6, 6).into_iter().enumerate().take(one).all(|(other, (upper, column))| {
                let house = row == upper || col == column || (row / 2, col / 3) == (upper / 2, column / 3);
                !house || grid[one] != grid[other]
            })
        });
        houses && keeps(grid)
    };
    let board = Board::on(&cells, " with r = 2, c = 3.\n".to_owned(), &[1], fits);
    Board { given, grids: Grids::Each(domains), ..board }
}

fn entropy(random: &mut Random) -> Board {
    opened(&MIXED, random, |grid| {
        squares(5, 5).into_iter().all(|(row, col)| {
            let at = row * 6 + col;
            let four = [at, at + 1, at + 6, at + 7].map(|at| (grid[at] - 1) / 2);
            (0..3).all(|third| four.contains(&third))
        })
    })
}

/// Whether a law holds for all pairs of cells of a six by six: how many steps apart, and both digits.
fn of_pairs(grid: &[i64], keeps: fn(i64, i64, i64) -> bool) -> bool {
    let cells = squares(6, 6);
    cells.iter().zip(grid).all(|(one, &digit)| {
        cells.iter().zip(grid).all(|(other, &second)| {
            keeps((one.0.abs_diff(other.0) + one.1.abs_diff(other.1)) as i64, digit, second)
        })
    })
}

fn antitaxi(random: &mut Random) -> Board {
    opened(&FAR, random, |grid| of_pairs(grid, |steps, one, other| one != other || one != steps))
}

fn nonconsecutive(random: &mut Random) -> Board {
    opened(&APART, random, |grid| of_pairs(grid, |steps, one, other| steps != 1 || one.abs_diff(other) != 1))
}

/// A sudoku of which every two by two holds a low, a middle and a high digit.
const MIXED: [[i64; 6]; 6] = [
    [5, 6, 2, 4, 1, 3],
    [4, 1, 3, 5, 6, 2],
    [6, 2, 5, 1, 3, 4],
    [1, 3, 4, 6, 2, 5],
    [2, 5, 1, 3, 4, 6],
    [3, 4, 6, 2, 5, 1],
];

/// A sudoku in which equal digits are never that many steps apart.
const FAR: [[i64; 6]; 6] = [
    [6, 5, 3, 2, 4, 1],
    [1, 2, 4, 6, 5, 3],
    [3, 1, 6, 4, 2, 5],
    [5, 4, 2, 3, 1, 6],
    [4, 6, 1, 5, 3, 2],
    [2, 3, 5, 1, 6, 4],
];

/// A sudoku in which no neighbours are consecutive.
const APART: [[i64; 6]; 6] = [
    [4, 2, 6, 3, 5, 1],
    [1, 5, 3, 6, 2, 4],
    [3, 1, 5, 2, 4, 6],
    [6, 4, 2, 5, 1, 3],
    [2, 6, 4, 1, 3, 5],
    [5, 3, 1, 4, 6, 2],
];

/// Some squares of two by two on a small board, which share what they may.
fn samurai(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (4, 3), (3, 4)]);
    let (height, width) = *random.pick(&[(1, 2), (2, 1)]);
    let corners: Vec<Square> =
        squares(rows - 1, cols - 1).into_iter().filter(|_| chance(3, random)).collect();
    let corners = if corners.is_empty() { vec![(0, 0)] } else { corners };
    let parts =
        |&(row, col): &Square| squares(2, 2).into_iter().map(move |part| (row + part.0, col + part.1));
    let covered: BTreeSet<Square> = corners.iter().flat_map(parts).collect();
    let cells: Vec<Square> = covered.into_iter().collect();
    let mut known: BTreeMap<Square, i64> = BTreeMap::new();
    for &cell in cells.iter().filter(|_| chance(6, random)).collect::<Vec<_>>() {
        known.insert(cell, 1 + random.below(2) as i64);
    }
    let text = format!(" with h = {height}, w = {width}, r = {rows}, c = {cols}.\n")
        + &drawn("board", rows, cols, |at| {
            let number = corners.iter().position(|corner| *corner == at);
            number.map_or_else(|| ".".to_owned(), |number| char::from(b'a' + number as u8).to_string())
        })
        + &numbers("given", rows, cols, &known);
    let places = cells.iter().map(|&cell| name(cell)).collect();
    Board::of(places, text, &[1, 2], move |grid| {
        let value =
            |at: Square| cells.iter().zip(grid).find(|(cell, _)| **cell == at).map(|(_, value)| *value);
        let whole = |&(row, col): &Square| {
            let [one, right, below, across] =
                [(row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)].map(value);
            one != right && one != below && right != across && below != across
        };
        known.iter().all(|(&at, &known)| value(at) == Some(known)) && corners.iter().all(whole)
    })
}
