//! Plain grids as a table: the text, the shape, and the pictures that come out.

use std::time::{Duration, Instant};

use proptest::prelude::{prop, proptest};

use super::{Asked, Diagnostic, Picture, Shape, SourceId, stream};

const FREE: Shape = Shape { rows: None, cols: None, square: false, usual: false };
const SQUARE: Shape = Shape { rows: None, cols: None, square: true, usual: false };

fn sized(rows: usize, cols: usize) -> Shape {
    Shape { rows: Some(rows), cols: Some(cols), square: false, usual: false }
}

/// All puzzles of a text.
fn grids(source: SourceId, text: &str, shape: Shape) -> (Vec<Picture>, Vec<Diagnostic>) {
    let (pictures, diagnostics) = stream(source, text, Asked { shape, is_value: &|_| false });
    (pictures.collect(), diagnostics)
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
                let written = &text[token.span.start as usize..token.span.end as usize];
                let changed = token.text == "." || written.starts_with('"');
                assert!(written == token.text || changed, "{text:?}: {written:?} as {:?}", token.text);
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
fn rows_that_start_with_a_wall_are_no_comments() {
    check(&[
        ("lamp # lamp\n# dark lamp\ndark lamp #", FREE, "lamp # lamp / # dark lamp / dark lamp #"),
        ("lamp # lamp\n# by hand\ndark lamp #", FREE, "lamp # lamp ; dark lamp #"),
        ("# . . .", sized(1, 4), "# . . ."),
        ("# . . .\n\n1 2 3 4", sized(1, 4), "# . . . ; 1 2 3 4"),
        ("# 1\n\n1 2\n3 4", sized(2, 2), "1 2 / 3 4"),
    ]);
    let is_value = |word: &str| matches!(word, "lamp" | "dark");
    let asked = Asked { shape: sized(2, 3), is_value: &is_value };
    let text = "# lamp dark\n# dark #";
    assert_eq!(stream(0, text, asked).0.map(|picture| picture.height()).collect::<Vec<_>>(), [2]);
}

#[test]
fn dashes_are_cells_where_others_are() {
    check(&[
        ("1 - -\n- - -\n- 2 -", FREE, "1 - - / - - - / - 2 -"),
        ("1--\n---\n-2-", sized(3, 3), "1 - - / - - - / - 2 -"),
        ("1--\n---\n-2-", sized(2, 3), "1 - - / - 2 -"),
        ("1 2 3\n- - -\n4 5 6", FREE, "1 2 3 / 4 5 6"),
        ("1 -2 3\n- - -\n4 5 6", FREE, "1 -2 3 / 4 5 6"),
    ]);
}

#[test]
fn separated_values_are_read() {
    check(&[
        ("1,2\n,4", FREE, "1 2 / . 4"),
        ("1;2\n;4\n", SQUARE, "1 2 / . 4"),
        ("1, 12\r\n\"3\", \"\"\r\n", SQUARE, "1 12 / 3 ."),
        ("\t2\n3\t\n", sized(2, 2), ". 2 / 3 ."),
        ("\t\n1\t2", sized(2, 2), ". . / 1 2"),
        ("\t12\n\t34", SQUARE, "1 2 / 3 4"),
        // What is left without its blanks would be a smaller drawing.
        ("0\t1\t\t\n\t\t1\t0\n\t\t\t\n\t\t\t\n", SQUARE, "0 1 . . / . . 1 0 / . . . . / . . . ."),
        ("1\t\t\n\t\t\n\t\t1\n", SQUARE, "1 . . / . . . / . . 1"),
        ("\t\t\n\t3\t\n\t\t\n", SQUARE, ". . . / . 3 . / . . ."),
        (",,3,\n1,,,\n,2,,\n,,,4", SQUARE, ". . 3 . / 1 . . . / . 2 . . / . . . 4"),
        (",5,\n6,,\n,,7", sized(3, 3), ". 5 . / 6 . . / . . 7"),
        ("1,2,\n3,4,\n", sized(2, 2), "1 2 / 3 4"),
        ("1,2\n3,4\n\n5,6\n7,8", SQUARE, "1 2 / 3 4 ; 5 6 / 7 8"),
        ("1,2,3,4,5,6", sized(2, 3), "1 2 3 / 4 5 6"),
        ("1,2,3\n4,5\n6,7,8", FREE, "1 2 3 / 4 5 / 6 7 8"),
        ("1,? .\n. 2,3", FREE, "1,? . / . 2,3"),
        ("% by hand\n1,2\n3,4", SQUARE, "1 2 / 3 4"),
    ]);
    let (pictures, _) = grids(0, "1,2,3\n4,5\n6,7,8", FREE);
    assert_eq!((pictures[0].read_as, pictures[0].ragged()), (Some("CSV"), Some((1, 2))));
}

#[test]
fn markdown_is_read() {
    check(&[
        ("| a | b |\n|---|---|\n| 1 |   |\n|   | 2 |", SQUARE, "1 . / . 2"),
        ("|   |   |\n|---|:-:|\n| 1 |   |\n|   | **2** |", FREE, "1 . / . 2"),
        ("| 1 |   |\n| - | - |\n|   | 2 |", SQUARE, "1 . / . 2"),
        ("Look:\n\n```text\n1 .\n. 2\n```\nNice!", SQUARE, "1 . / . 2"),
        ("|12|34|\n|--+--|\n|..|..|", FREE, "1 2 3 4 / . . . ."),
    ]);
}

#[test]
fn lists_are_read() {
    check(&[
        ("[[1, 0], [null, 12]]", SQUARE, "1 0 / . 12"),
        ("grid = [\n  [1, None],\n  ['', \"x\"],\n]\n", SQUARE, "1 . / . x"),
        ("[[1 0]\n [3 12]]", FREE, "1 0 / 3 12"),
        ("int g[2][2] = {{1, 2}, {3, 4}};", SQUARE, "int g[2][2] = {{1, 2}, {3, 4}};"),
        ("{{1, 2}, {3, 4}}", SQUARE, "1 2 / 3 4"),
        ("[\"1.\", \".2\"]", SQUARE, "1 . / . 2"),
        ("[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]", SQUARE, "1 2 / 3 4 ; 5 6 / 7 8"),
        ("[1, 2, 3, 4, 5, 6]", sized(2, 3), "1 2 3 / 4 5 6"),
        ("{\"grid\": [[1, 2], [3, 4]]}", SQUARE, "1 2 / 3 4"),
    ]);
    for broken in
        ["[[1, 2], [3, 4]", "[[1, 2], 3]", "[[1, 2], []]", "[[1, 2], [3, \"4]]", "[[1, 2]] and more"]
    {
        let (pictures, diagnostics) = grids(0, broken, SQUARE);
        assert_eq!((pictures.len(), diagnostics.len()), (0, 1), "{broken}: {diagnostics:?}");
        assert!(diagnostics[0].title.starts_with("read as a list of lists: expected "), "{broken}");
    }
}

#[test]
fn boxes_hold_blanks() {
    check(&[
        ("+---+---+\n| 5 |   |\n+---+---+\n|   | 17|\n+---+---+", SQUARE, "5 . / . 17"),
        ("┌───┬───┐\n│ 5 │   │\n├───┼───┤\n│   │   │\n└───┴───┘", FREE, "5 . / . ."),
        ("+---+---+\n|5  |  7|\n|6  | 19|\n+---+---+", sized(2, 6), "5 . . . . 7 / 6 . . . 1 9"),
        (
            "|1  |  2|\n|  3|4  |\n|---+---|\n|1  |   |\n|   |1  |",
            SQUARE,
            "1 . . 2 / . 3 4 . / 1 . . . / . . 1 .",
        ),
    ]);
}

/// A grid in one of the ways in which people have it.
fn printed(rows: &[Vec<String>], way: usize) -> String {
    let lines = |between: &str, around: &str, blank: &str| -> String {
        let cell = |cell: &String| if cell == "." { blank.to_owned() } else { cell.clone() };
        let line = |row: &Vec<String>| row.iter().map(cell).collect::<Vec<_>>().join(between);
        rows.iter().map(|row| [around, &line(row), around, "\n"].concat()).collect()
    };
    let width = rows[0].len();
    let quoted = |nothing: &str| {
        let cell = |cell: &String| match cell.as_str() {
            "." => nothing.to_owned(),
            word if word.parse::<i64>().is_ok() => word.to_owned(),
            word => format!("\"{word}\""),
        };
        let row = |row: &Vec<String>| format!("[{}]", row.iter().map(cell).collect::<Vec<_>>().join(", "));
        format!("[{}]", rows.iter().map(row).collect::<Vec<_>>().join(",\n "))
    };
    match way {
        0 => lines(",", "", ""),
        1 => lines(";", "", ""),
        2 => lines("\t", "", ""),
        3 => format!("|{}\n|{}\n{}", " |".repeat(width), "---|".repeat(width), lines("|", "|", " ")),
        4 => quoted("null"),
        5 => quoted("None"),
        6 => {
            let frame = format!("+{}\n", "----+".repeat(width));
            let rows = lines(" | ", "|", "  ").replace('\n', &format!("\n{frame}"));
            format!("{frame}{rows}")
        }
        7 => format!("```\n{}```\n", lines(" ", "", ".")),
        8 => lines(",", "", "").replace('\n', "\r\n"),
        _ => lines(" ", "", "·"),
    }
}

proptest! {
    /// Whatever is printed in any of these ways is read as the same grid, whether or not its size is known.
    #[test]
    fn grids_survive_the_way_they_are_printed(
        cells in prop::collection::vec("[1-9]|1[0-6]|lamp|\\.|\\.|\\.", 25),
        height in 2_usize..6,
        width in 2_usize..6,
        way in 0_usize..10,
        known in 0_usize..3,
    ) {
        let rows: Vec<Vec<String>> = cells.chunks(5).take(height).map(|row| row[..width].to_vec()).collect();
        let shape = match known {
            0 => sized(height, width),
            1 if height == width => SQUARE,
            _ => FREE,
        };
        let text = printed(&rows, way);
        // Without a size nothing tells tabs from blanks where a line has no cell, nor a grid of blanks from none.
        let tells = |row: &Vec<String>| row.iter().any(|cell| cell != ".");
        // And one tab before each line is how a drawing is indented, not a first column of two without a cell.
        let indented = way == 2 && width == 2 && rows.iter().all(|row| row[0] == ".");
        if rows.iter().all(tells) && !indented {
            let (pictures, diagnostics) = grids(0, &text, shape);
            assert!(diagnostics.is_empty() && pictures.len() == 1, "{text:?}: {pictures:?} {diagnostics:?}");
            let read: Vec<Vec<String>> = pictures[0].rows.iter().map(|row| {
                row.iter().map(|cell| cell.text.replace('·', ".")).collect()
            }).collect();
            assert_eq!(read, rows, "{text:?} as {shape:?}");
        }
    }

    /// Changed texts of these kinds do no harm: what is read stands in the text, or something is said.
    #[test]
    fn changed_tables_do_no_harm(
        cells in prop::collection::vec("[1-9]|lamp|\\.", 9),
        way in 0_usize..10,
        at in 0_usize..200,
        sign in "[\\[\\]{}|,;\t\"'`.#\n\\-+x0]",
        cut: bool,
    ) {
        let rows: Vec<Vec<String>> = cells.chunks(3).map(<[String]>::to_vec).collect();
        let mut text = printed(&rows, way);
        let at = at.min(text.len());
        if text.is_char_boundary(at) {
            if cut { text.truncate(at) } else { text.insert_str(at, &sign) }
        }
        for shape in [sized(3, 3), SQUARE, FREE] {
            let (pictures, _) = grids(0, &text, shape);
            for token in pictures.iter().flat_map(|picture| picture.rows.iter().flatten()) {
                let written = &text[token.span.start as usize..token.span.end as usize];
                assert!(written.contains(token.text.as_str()) || token.text == "." || written.contains("\"\""));
            }
        }
    }
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
        assert_eq!(pictures.iter().map(Picture::height).sum::<usize>(), 3, "{shape:?}");
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
                let blank = token.text == ".";
                assert!(end <= token.span.start && (token.span.start < token.span.end || blank));
                end = token.span.end;
                let written = &text[token.span.start as usize..end as usize];
                assert!(written == token.text || blank || !diagnostics.is_empty());
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
        ("fences", "```\n".repeat(size / 4)),
        ("commas", "1,2\n".repeat(size / 4)),
        ("uneven commas", (0..400).map(|length| ",".repeat(length) + "\n").collect()),
        ("brackets", "[".repeat(size)),
        ("lists", format!("[{}]", "[1, 2],\n".repeat(size / 8))),
        ("boxes", "|1| |\n".repeat(size / 6)),
        ("dashes", "1 -\n- -\n".repeat(size / 8)),
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
