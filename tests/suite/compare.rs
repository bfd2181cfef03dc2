//! `compare` beside a textbook program: written apart, it must try the same values and go on from the same boards.

use gridlog::stages::compare::{self, Trial};

use crate::checked::{Texts, check, read};

/// A problem as a textbook states it: unknowns in reading order, and a test that looks at whatever has a value.
struct Problem {
    /// The values of each unknown; one for what is given.
    domains: Vec<Vec<i64>>,
    /// How many of them are to be found: those that are not given.
    given: Vec<bool>,
    /// Whether the values placed break a rule.
    broken: Box<Test>,
}

/// Looks at a board with some values placed.
type Test = dyn Fn(&[Option<i64>]) -> bool;

/// What the textbook program counts.
#[derive(Default, PartialEq, Eq, Debug)]
struct Tally {
    tried: u64,
    expanded: u64,
}

impl Problem {
    /// A board drawn as a puzzle draws it, with the same values everywhere.
    fn drawn(
        board: &str,
        values: std::ops::RangeInclusive<i64>,
        broken: impl Fn(&[Option<i64>]) -> bool + 'static,
    ) -> Problem {
        let cells: Vec<Option<i64>> = board.split_whitespace().map(|word| word.parse().ok()).collect();
        let domain = |cell: &Option<i64>| cell.map_or_else(|| values.clone().collect(), |given| vec![given]);
        Problem {
            domains: cells.iter().map(domain).collect(),
            given: cells.iter().map(Option::is_some).collect(),
            broken: Box::new(broken),
        }
    }

    /// Tries values until all unknowns have one; `ahead` tells whether open unknowns lose values on the way.
    fn search(&self, ahead: bool) -> (bool, Tally) {
        let given = |(domain, given): (&Vec<i64>, &bool)| given.then(|| domain[0]);
        let mut board: Vec<Option<i64>> = self.domains.iter().zip(&self.given).map(given).collect();
        let mut domains = self.domains.clone();
        let possible = !ahead || self.filter(&mut board, &mut domains);
        let mut tally = Tally { tried: 0, expanded: 1 };
        (possible && self.extend(&mut board, &domains, ahead, &mut tally), tally)
    }

    fn extend(
        &self,
        board: &mut Vec<Option<i64>>,
        domains: &[Vec<i64>],
        ahead: bool,
        tally: &mut Tally,
    ) -> bool {
        let Some(next) = board.iter().position(Option::is_none) else { return true };
        let last = board.iter().filter(|cell| cell.is_none()).count() == 1;
        for &value in &domains[next] {
            tally.tried += 1;
            board[next] = Some(value);
            let mut left = domains.to_vec();
            if !(self.broken)(board) && (!ahead || self.filter(board, &mut left)) {
                tally.expanded += u64::from(!last);
                if self.extend(board, &left, ahead, tally) {
                    return true;
                }
            }
        }
        board[next] = None;
        false
    }

    /// Takes the values away from open unknowns that break a rule with those placed; whether each has one left.
    fn filter(&self, board: &mut [Option<i64>], domains: &mut [Vec<i64>]) -> bool {
        for open in 0..board.len() {
            if board[open].is_none() {
                domains[open].retain(|&value| {
                    board[open] = Some(value);
                    !(self.broken)(board)
                });
                board[open] = None;
            }
        }
        domains.iter().all(|domain| !domain.is_empty())
    }
}

/// Whether two places of a group have the same value.
fn repeats(board: &[Option<i64>], group: &[usize]) -> bool {
    let same = |(at, &one): (usize, &usize)| {
        group[..at].iter().any(|&other| board[one].is_some() && board[one] == board[other])
    };
    group.iter().enumerate().any(same)
}

/// The rows and columns of a square board.
fn lines(n: usize) -> Vec<Vec<usize>> {
    let row = |row: usize| (0..n).map(|column| row * n + column).collect();
    let column = |column: usize| (0..n).map(|row| row * n + column).collect();
    (0..n).map(row).chain((0..n).map(column)).collect()
}

/// A sudoku with boxes of this height and width.
fn sudoku(board: &str, high: usize, wide: usize) -> Problem {
    let n = high * wide;
    let mut groups = lines(n);
    for index in 0..n {
        let (top, left) = (index / high * high, index % high * wide);
        groups.push((0..n).map(|at| (top + at / wide) * n + left + at % wide).collect());
    }
    Problem::drawn(board, 1..=n as i64, move |board| groups.iter().any(|group| repeats(board, group)))
}

fn queens(n: usize) -> Problem {
    Problem::drawn(&". ".repeat(n), 1..=n as i64, |board| {
        let placed: Vec<(i64, i64)> =
            (0..).zip(board).filter_map(|(row, column)| Some((row, (*column)?))).collect();
        let attacks = |one: &(i64, i64), other: &(i64, i64)| {
            one.0 != other.0 && (one.1 == other.1 || (one.1 - other.1).abs() == (one.0 - other.0).abs())
        };
        placed.iter().any(|one| placed.iter().any(|other| attacks(one, other)))
    })
}

/// A line adds up to a total: too much or too little is seen early.
fn misses(board: &[Option<i64>], line: &[usize], (least, most): (i64, i64), total: i64) -> bool {
    let sum = |open: i64| line.iter().map(|&cell| board[cell].unwrap_or(open)).sum::<i64>();
    sum(least) > total || sum(most) < total
}

fn magic() -> Problem {
    let mut groups = lines(3);
    groups.extend([vec![0, 4, 8], vec![2, 4, 6]]);
    let all: Vec<usize> = (0..9).collect();
    Problem::drawn(&". ".repeat(9), 1..=9, move |board| {
        repeats(board, &all) || groups.iter().any(|line| misses(board, line, (1, 9), 15))
    })
}

fn takuzu(board: &str, n: usize) -> Problem {
    Problem::drawn(board, 0..=1, move |board| {
        let lines = lines(n);
        let uneven = |line: &Vec<usize>| {
            (0..=1)
                .any(|digit| line.iter().filter(|&&cell| board[cell] == Some(digit)).count() > n.div_ceil(2))
        };
        let triple = |line: &Vec<usize>| {
            line.windows(3).any(|three| {
                board[three[0]].is_some() && three.iter().all(|&cell| board[cell] == board[three[0]])
            })
        };
        let full = |lines: &[Vec<usize>]| {
            let values =
                |line: &Vec<usize>| line.iter().map(|&cell| board[cell]).collect::<Option<Vec<i64>>>();
            let mut full: Vec<Vec<i64>> = lines.iter().filter_map(values).collect();
            let before = full.len();
            full.sort();
            full.dedup();
            full.len() < before
        };
        lines.iter().any(|line| uneven(line) || triple(line)) || full(&lines[..n]) || full(&lines[n..])
    })
}

/// The map of Australia that textbooks colour, with what borders on what.
const BORDERS: [(usize, usize); 9] = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 4), (2, 5), (3, 4), (4, 5)];

fn map() -> Problem {
    Problem::drawn(&". ".repeat(7), 1..=3, |board| {
        BORDERS.iter().any(|&(one, other)| board[one].is_some() && board[one] == board[other])
    })
}

/// Two sudokus with exactly one solution, made by `gridlog generate`.
const SUDOKUS: [&str; 2] = [
    "
. . . . 8 4 . 2 .
. . . 2 . . 9 . 7
. . . . . . 1 . .
. 7 2 . . . 5 . .
3 9 . . . . 6 1 .
4 . . 9 . . . . 8
. . 1 6 . 7 2 . .
. . . . 1 . . . .
9 . 7 . . 5 . . .
",
    "
. . 7 . 1 . . . .
. . 2 3 . . 9 . 4
3 . . . . . . . .
. . 8 . . . . . 6
. 1 . 6 . . 7 . 2
9 . . 2 . 5 . . 1
. . . . . 7 2 1 .
8 . . . 5 . . . 7
. . . . 9 2 . . 5
",
];

/// Map colouring in three colours.
const COLOURS: &str = "
input border(A, B).
colour(R) :: 1..3 :- R in 0..6.
%! {A} and {B} differ.
differ: border(A, B) => colour(A) \\= colour(B).
";

/// What each search did on a puzzle.
fn rows(text: &str) -> Vec<Trial> {
    let mut texts = Texts::default();
    texts.0.insert("it.puzzle".to_owned(), text.to_owned());
    texts.0.insert("colours.rules".to_owned(), COLOURS.to_owned());
    let mut checked = check(&texts, "it.puzzle", &[]);
    checked.ground();
    let ground = checked.ground.take().expect("a board");
    let mut rows = Vec::new();
    compare::compare(
        &checked.program,
        ground,
        compare::Limits::default(),
        0,
        &|row| row.generated > 100_000,
        &mut |row| {
            rows.push(row.clone());
        },
    )
    .expect("rows");
    rows
}

/// The board that a puzzle draws.
fn board(text: &str) -> &str {
    text.split("\"\"\"").nth(1).expect("a drawing")
}

#[test]
fn nodes_are_those_of_a_textbook_program() {
    let six = read("rules/sudoku/six.puzzle");
    let four = read("rules/takuzu/four.puzzle");
    let seven = read("rules/takuzu/seven.puzzle");
    let borders: Vec<String> =
        BORDERS.iter().map(|(one, other)| format!("border({one}, {other}).")).collect();
    let colours = format!("use colours. {}", borders.join(" "));
    let drawn = |board: &str| format!("use sudoku. given \"\"\"{board}\"\"\".");
    let problems = [
        (six.clone(), sudoku(board(&six), 2, 3)),
        (drawn(SUDOKUS[0]), sudoku(SUDOKUS[0], 3, 3)),
        (drawn(SUDOKUS[1]), sudoku(SUDOKUS[1], 3, 3)),
        ("use queens with n = 8.".to_owned(), queens(8)),
        ("use queens with n = 6.".to_owned(), queens(6)),
        ("use queens with n = 3.".to_owned(), queens(3)),
        ("use magic with n = 3.".to_owned(), magic()),
        (four.clone(), takuzu(board(&four), 4)),
        (seven.clone(), takuzu(board(&seven), 7)),
        (colours, map()),
    ];
    for (text, problem) in problems {
        let rows = rows(&text);
        for (ahead, name) in [(false, "backtracking"), (true, "forward checking")] {
            let row = rows.iter().find(|row| row.name == name).expect("a row");
            let (found, tally) = problem.search(ahead);
            assert_eq!(row.found, Some(found), "{name}: {text}");
            assert_eq!(Tally { tried: row.generated, expanded: row.expanded }, tally, "{name}: {text}");
        }
        let generated = |name: &str| rows.iter().find(|row| row.name == name).map(|row| row.generated);
        assert!(generated("full fixpoint") <= generated("forward checking"), "{text}");
    }
}

/// The number that textbooks give: the first solution comes after 876 queens have been placed.
#[test]
fn eight_queens_take_876_placements() {
    let row = &rows("use queens with n = 8.")[0];
    assert_eq!((row.name, row.generated, row.expanded), ("backtracking", 876, 113));
}
