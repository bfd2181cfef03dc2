//! Plain grids as a table: the text, the shape, and the pictures that come out.

use std::time::{Duration, Instant};

use proptest::prelude::{prop, proptest};

use super::{Shape, grids};

const FREE: Shape = Shape { rows: None, cols: None, square: false, usual: false };
const SQUARE: Shape = Shape { rows: None, cols: None, square: true, usual: false };

fn sized(rows: usize, cols: usize) -> Shape {
    Shape { rows: Some(rows), cols: Some(cols), square: false, usual: false }
}

/// Pictures joined by ` ; `, rows by ` / `, tokens by ` `; every span is held against the text.
fn show(text: &str, shape: Shape) -> String {
    let (pictures, diagnostics) = grids(0, text, shape);
    assert!(diagnostics.is_empty(), "{text:?}: {diagnostics:?}");
    let mut shown = Vec::new();
    for picture in &pictures {
        let mut rows = Vec::new();
        for row in &picture.rows {
            for token in row {
                assert_eq!(&text[token.span.start as usize..token.span.end as usize], token.text, "{text:?}");
                assert!(picture.span.start <= token.span.start && token.span.end <= picture.span.end);
            }
            rows.push(row.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" "));
        }
        shown.push(rows.join(" / "));
    }
    shown.join(" ; ")
}

fn check(cases: &[(&str, Shape, &str)]) {
    for (text, shape, expected) in cases {
        assert_eq!(show(text, *shape), *expected, "{text:?} as {shape:?}");
    }
}

#[test]
fn another_size_than_the_usual_may_be_drawn() {
    let usual = Shape { rows: Some(3), cols: Some(3), square: true, usual: true };
    check(&[
        ("1.3\n...\n2..", usual, "1 . 3 / . . . / 2 . ."),
        ("1.3...2..", usual, "1 . 3 / . . . / 2 . ."),
        ("1.\n.2", usual, "1 . / . 2"),
        ("1..2\n....\n\n....\n3...", usual, "1 . . 2 / . . . . / . . . . / 3 . . ."),
        ("1..2........3...", usual, "1 . . 2 / . . . . / . . . . / 3 . . ."),
        ("1..2", sized(3, 3), "1 . . 2"),
    ]);
}

#[test]
fn cells_are_spaced_or_dense() {
    check(&[
        ("", FREE, ""),
        ("\n \n\n", SQUARE, ""),
        ("12\n.4", FREE, "1 2 / . 4"),
        ("1 2\n. 4", FREE, "1 2 / . 4"),
        ("1 12\n. 4", FREE, "1 12 / . 4"),
        ("1\t2 \r\n. 4\r\n", FREE, "1 2 / . 4"),
        ("\u{feff}12\n34", FREE, "1 2 / 3 4"),
        ("ab\nC_", FREE, "a b / C _"),
        ("1 2\n3", FREE, "1 2 / 3"),
        ("1 -2\n+3 4", FREE, "1 -2 / +3 4"),
        ("big_tree x\ny z", FREE, "big_tree x / y z"),
        ("1,? .\n. 2", FREE, "1,? . / . 2"),
        ("äö\nüß", FREE, "ä ö / ü ß"),
    ]);
}

#[test]
fn groups_of_dense_cells_are_seen() {
    check(&[
        ("1. .2\n.3 4.\n.. ..\n12 34", FREE, "1 . . 2 / . 3 4 . / . . . . / 1 2 3 4"),
        ("_1 2_\n10 20", FREE, "_ 1 2 _ / 1 0 2 0"),
        ("12 34\n34 12\n21 43\n43 21", SQUARE, "1 2 3 4 / 3 4 1 2 / 2 1 4 3 / 4 3 2 1"),
        ("12 34\n34 12", SQUARE, "12 34 / 34 12"),
        ("12 34\n34 12", sized(2, 4), "1 2 3 4 / 3 4 1 2"),
        ("12 34\n34 12", sized(2, 2), "12 34 / 34 12"),
        ("12 34\n34 12", FREE, "12 34 / 34 12"),
        ("1 10 3\n4 5 6", sized(2, 4), "1 10 3 / 4 5 6"),
    ]);
}

#[test]
fn frames_are_left_out() {
    check(&[
        ("12|34\n--+--\n..|..", FREE, "1 2 3 4 / . . . ."),
        ("1 2 | 3 4\n----+----\n. . | . .", FREE, "1 2 3 4 / . . . ."),
        ("1 .|. 2\n3 .|. 4", FREE, "1 . . 2 / 3 . . 4"),
        ("┌──┬──┐\n│1.│.2│\n├──┼──┤\n│3.│.4│\n└──┴──┘", FREE, "1 . . 2 / 3 . . 4"),
        ("╔═══╗\n║ 1 10 ║\n║ 2 3 ║\n╚═══╝", FREE, "1 10 / 2 3"),
        ("+---+\n|1 2|\n|3 4|\n+---+", FREE, "1 2 / 3 4"),
        ("*-----*\n|1.|.2|\n|--+--|\n|3.|.4|\n*-----*", FREE, "1 . . 2 / 3 . . 4"),
        (".---.\n|1.|\n'---'", FREE, "1 ."),
        ("12\n==\n34", FREE, "1 2 / 3 4"),
        ("10|2|3\n4|5|6", sized(2, 3), "10 2 3 / 4 5 6"),
        ("...\n*.*", FREE, ". . . / * . *"),
    ]);
}

#[test]
fn comments_are_left_out() {
    check(&[
        ("% a\n12\n34", FREE, "1 2 / 3 4"),
        ("# by hand\n12\n34", FREE, "1 2 / 3 4"),
        ("# 1\n12\n34\n# 2\n56\n78", FREE, "1 2 / 3 4 ; 5 6 / 7 8"),
        ("#\n# a\n#\n\n12\n34", FREE, "1 2 / 3 4"),
        ("##\n#.", FREE, "# # / # ."),
        ("# # #\n# . #\n# # #", FREE, "# # # / # . # / # # #"),
        ("# # #\n. . .", FREE, "# # # / . . ."),
        ("% % %\n. . .", FREE, ". . ."),
        ("12 % no comment\n", FREE, "12 % no comment"),
    ]);
}

#[test]
fn several_puzzles_in_a_text() {
    check(&[
        ("12\n34\n\n56\n78\n", FREE, "1 2 / 3 4 ; 5 6 / 7 8"),
        ("12\r\n34\r\n\r\n56\r\n78\r\n", FREE, "1 2 / 3 4 ; 5 6 / 7 8"),
        ("12\r34\r\r56\r78\r", FREE, "1 2 / 3 4 ; 5 6 / 7 8"),
        ("12\n34\n56\n78", sized(2, 2), "1 2 / 3 4 ; 5 6 / 7 8"),
        ("12\n34\n==\n56\n78", SQUARE, "1 2 / 3 4 ; 5 6 / 7 8"),
        ("12\n34\n56", sized(2, 2), "1 2 / 3 4 / 5 6"),
        ("12\n34\n56", SQUARE, "1 2 / 3 4 / 5 6"),
        ("12\n\n34", sized(2, 2), "1 2 / 3 4"),
        ("1 2\n\n3 4\n\n5 6\n\n7 8", sized(2, 2), "1 2 / 3 4 ; 5 6 / 7 8"),
        ("12\n\n34\n\n56", sized(2, 2), "1 2 / 3 4 ; 5 6"),
        ("12\n\n345", sized(2, 2), "1 2 ; 3 4 5"),
        ("1234\n....\n\n....\n4321\n", SQUARE, "1 2 3 4 / . . . . / . . . . / 4 3 2 1"),
        ("1234\n....\n\n....\n4321\n", FREE, "1 2 3 4 / . . . . ; . . . . / 4 3 2 1"),
        ("1234\n....\n\n....\n4321\n1111\n", SQUARE, "1 2 3 4 / . . . . ; . . . . / 4 3 2 1 / 1 1 1 1"),
        ("123\n456", sized(1, 3), "1 2 3 ; 4 5 6"),
    ]);
}

#[test]
fn one_puzzle_on_a_line() {
    let sixteen = "1.3.4.2.3.1.2.4.";
    let four = "1 . 3 . / 4 . 2 . / 3 . 1 . / 2 . 4 .";
    check(&[
        (sixteen, sized(4, 4), four),
        (sixteen, SQUARE, four),
        (sixteen, Shape { rows: Some(4), ..SQUARE }, four),
        (sixteen, FREE, "1 . 3 . 4 . 2 . 3 . 1 . 2 . 4 ."),
        (&format!("{sixteen}\n{sixteen}\n"), SQUARE, &format!("{four} ; {four}")),
        (&format!("{sixteen}\n\n{sixteen}\n"), sized(4, 4), &format!("{four} ; {four}")),
        ("123456", sized(2, 3), "1 2 3 / 4 5 6"),
        ("1 2 3 4 5 16", sized(2, 3), "1 2 3 / 4 5 16"),
        ("123456\n12345\n", sized(2, 3), "1 2 3 / 4 5 6 ; 1 2 3 / 4 5"),
        // Nine characters may be a row of a 9x9 grid that lost the others.
        ("123456789", SQUARE, "1 2 3 4 5 6 7 8 9"),
        ("1234", sized(4, 1), "1 / 2 / 3 / 4"),
        ("12\n34", sized(2, 1), "12 / 34"),
    ]);
}

#[test]
fn a_square_that_lost_a_row_is_no_list_of_puzzles() {
    let count = |lines: usize, width: usize| {
        let text = format!("{}\n", "1".repeat(width)).repeat(lines);
        let (pictures, _) = grids(0, &text, SQUARE);
        (pictures.len(), pictures[0].height(), pictures[0].width())
    };
    let cases = [
        ((16, 16), (1, 16, 16)),
        ((15, 16), (1, 15, 16)),
        ((17, 16), (1, 17, 16)),
        ((32, 16), (2, 16, 16)),
        ((14, 16), (14, 4, 4)),
        ((81, 81), (1, 81, 81)),
        ((80, 81), (80, 9, 9)),
        ((1, 81), (1, 9, 9)),
        ((2, 17), (1, 2, 17)),
    ];
    for ((lines, width), expected) in cases {
        assert_eq!(count(lines, width), expected, "{lines} lines of {width}");
    }
}

#[test]
fn sudoku_with_blank_lines_between_its_bands() {
    let band = "53. .7. ...\n6.. 195 ...\n.98 ... .6.\n";
    let text = format!("{band}\n{band}\n{band}\n\n# second\n{band}------\n{band}\n{band}");
    for shape in [sized(9, 9), SQUARE] {
        let (pictures, _) = grids(0, &text, shape);
        let sizes: Vec<_> = pictures.iter().map(|picture| (picture.height(), picture.width())).collect();
        assert_eq!(sizes, [(9, 9), (9, 9)], "{shape:?}");
    }
}

#[test]
fn what_cannot_be_seen_is_reported() {
    let (pictures, diagnostics) = grids(0, "1\u{1b}[2J 2\n\u{feff}3 4\n", FREE);
    let places: Vec<_> = diagnostics.iter().filter_map(|d| d.span().map(|span| span.start)).collect();
    assert_eq!((places, diagnostics[0].code), (vec![1, 8], "E109"));
    assert_eq!(pictures[0].rows[0][0].text, "1\u{fffd}[2J");
}

#[test]
fn absurd_shapes_do_no_harm() {
    for shape in [sized(0, 0), sized(0, 5), sized(5, 0), sized(usize::MAX, usize::MAX), sized(1, usize::MAX)]
    {
        let (pictures, _) = grids(0, "12\n34\n\n5 6\n", shape);
        assert_eq!(pictures.iter().map(super::Picture::height).sum::<usize>(), 3, "{shape:?}");
    }
}

proptest! {
    /// Whatever the text: every token is where its span says, in order, and nothing is read twice.
    #[test]
    fn tokens_are_read_once_and_in_order(
        text in "[ \t\n\r.#%|*+=12a,_\u{7}\u{301}\u{2502}\u{feff}-]{0,60}",
        rows in prop::option::of(0_usize..5),
        cols in prop::option::of(0_usize..5),
        square: bool,
    ) {
        let (pictures, diagnostics) = grids(0, &text, Shape { rows, cols, square, usual: false });
        let mut end = 0;
        for picture in &pictures {
            for token in picture.rows.iter().flatten() {
                assert!(end <= token.span.start && token.span.start < token.span.end);
                end = token.span.end;
                let written = &text[token.span.start as usize..end as usize];
                assert!(written == token.text || !diagnostics.is_empty());
                assert!(!token.text.contains(['\u{7}', '\u{feff}', ' ', '\t', '|', '\u{2502}']));
            }
        }
    }
}

/// Much of each shape that could make a slow reader slow.
#[test]
fn long_texts_take_linear_time() {
    let size = 100_000;
    let texts = [
        ("one long line", "1".repeat(size)),
        ("blank lines", "\n".repeat(size)),
        ("spaces", " ".repeat(size)),
        ("single cells", "1\n\n".repeat(size / 3)),
        ("comments", "# a\n".repeat(size / 4)),
        ("pairs", "1 ".repeat(size / 2)),
        ("bars", "|".repeat(size)),
        ("returns", "\r".repeat(size)),
        ("controls", "\u{1}".repeat(size)),
    ];
    let started = Instant::now();
    for (name, text) in &texts {
        for shape in [sized(9, 9), SQUARE, Shape { rows: Some(1_000_000), ..FREE }] {
            let (pictures, _) = grids(0, text, shape);
            assert!(pictures.len() <= size, "{name}");
        }
    }
    // Far above what any machine needs, far below what a quadratic reader would take.
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
}
