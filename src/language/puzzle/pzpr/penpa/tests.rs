//! Drawings by hand: each kind of sign is read, and what is no clue is refused.

use super::super::genre;
use super::read;

/// A drawing of this shape, size and margins with these parts.
fn drawing(shape: &str, (rows, cols): (usize, usize), margins: &str, parts: &str) -> String {
    format!("{shape},{cols},{rows},38,0,1,1\n[{margins}]\n\n{{{parts}}}\n")
}

fn puzzle(name: &str, text: &str) -> Result<String, String> {
    let read = read(genre(name).ok_or("no genre")?, text)?;
    Ok(read
        .to_string()
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ") + "\n")
        .collect())
}

#[track_caller]
fn reads(name: &str, text: &str, expected: &[&str]) {
    let found = puzzle(name, text).unwrap_or_else(|what| panic!("{name}: {what}\n{text}"));
    for part in expected {
        assert!(found.contains(part), "{name}: {found}");
    }
}

#[test]
fn each_kind_of_sign_is_read() {
    let square = |rows, cols, parts: &str| drawing("square", (rows, cols), "0,0,0,0", parts);
    // The first cell of a board of 3 columns is number 16: two rows of 7 and two more.
    reads("nurikabe", &square(2, 3, r#"zN:{"16":[4,1,"1"],"18":["?",1,"1"]}"#), &["4 . ?"]);
    reads("akari", &square(2, 3, r#"zS:{"16":4,"17":4},zN:{"17":["1",7,"1"]}"#), &["# 1 ."]);
    reads("simpleloop", &square(2, 3, r#"zS:{"17":1}"#), &[". x ."]);
    reads("yajilin", &square(2, 3, r#"zN:{"16":["1_2",1,"2"]}"#), &["1,right"]);
    reads(
        "castle",
        &square(2, 3, r#"zS:{"17":4},zN:{"16":["",1,"2"],"17":["2_1",7,"2"]},zE:{"50,57":2}"#),
        &["white", "black,2,left"],
    );
    reads("tapa", &square(2, 3, r#"zN:{"16":["12",1,"4"]}"#), &["1,2"]);
    reads(
        "balance",
        &square(2, 3, r#"zN:{"16":[3,1,"1"]},zY:{"16":[2,"circle_L",1],"17":[1,"circle_L",1]}"#),
        &["b,3 w ."],
    );
    reads("tatamibari", &square(2, 3, r#"zY:{"16":[1,zL,1],"17":[2,zL,1],"18":[5,zL,1]}"#), &["- | +"]);
    reads("shikaku", &square(2, 3, r#"zN:{"16":[" ",7,"1"],"17":[6,7,"1"]}"#), &["? 6 ."]);
    reads(
        "nonogram",
        &drawing("square", (3, 3), "1,0,1,0", r#"zN:{"17":[2,1,"1"],"18":["?",1,"1"],"23":["1",1,"1"]}"#),
        &["top \"2 .\"", "left \"1 .\""],
    );
    // Points where cells meet follow the 42 cells, and sides these.
    reads("creek", &square(2, 3, r#"zN:{"50":["2",6,"1"],"58":["4",6,"1"]}"#), &["2 . . .", ". 4 . ."]);
    reads("kropki", &square(2, 2, r#"zY:{"122":[2,"circle_SS",2]}"#), &["b"]);
    // Small numbers follow those: four for each cell.
    reads(
        "country",
        &square(2, 3, r#"z1:{"232":["2",1],"240":["?",1]},zE:{"51,58":2,"58,65":2}"#),
        &["total(a, 2)", "a b b"],
    );
    reads(
        "sudoku",
        &drawing("sudoku", (4, 4), "0,0,0,0", r#"zN:{"18":[3,1,"1"]},zE:{"75,83":2}"#),
        &["3 . . ."],
    );
    reads(
        "starbattle",
        &drawing("square", (4, 3), "1,0,0,0", r#"zN:{"16":["1",1,"1"]},zY:{"17":[2,"star",2]}"#),
        &["stars = 1"],
    );
    reads(
        "kakuro",
        &drawing(
            "kakuro",
            (2, 3),
            "0,0,0,0",
            r#"zY:{"16":[1,"kakuro",2],"17":[1,"kakuro",2],"18":[1,"kakuro",2],"23":[1,"kakuro",2]},z1:{"238":["5",4],"261":["11",4]}"#,
        ),
        &["# 5,0 #", "0,11 . ."],
    );
}

#[test]
fn what_is_no_clue_is_refused() {
    let cases = [
        ("nurikabe", r#"zS:{"16":4}"#, "no shades"),
        ("nurikabe", r#"zN:{"16":["A",1,"1"]}"#, "not `A`"),
        ("nurikabe", r#"zN:{"16":["3_1",1,"2"]}"#, "not `3_1`"),
        ("nurikabe", r#"zN:{"50":["2",6,"1"]}"#, "where it stands"),
        ("nurikabe", r#"zY:{"16":[1,"circle_L",1]}"#, "the symbol `circle_L`"),
        ("nurikabe", r#"z1:{"232":["2",1]}"#, "no small numbers"),
        ("nurikabe", r#"zL:{"16,17":2}"#, "no lines"),
        ("nurikabe", r#"zE:{"51,58":2}"#, "no borders"),
        ("nurikabe", r#"zN:{"9999":["2",6,"1"]}"#, "not at `9999`"),
        ("magnets", "", "another genre"),
    ];
    for (name, parts, expected) in cases {
        let found = puzzle(name, &drawing("square", (2, 3), "0,0,0,0", parts));
        assert!(found.as_ref().is_err_and(|what| what.contains(expected)), "{name} {parts}: {found:?}");
    }
    let hexagons = puzzle("nurikabe", &drawing("hex", (2, 3), "0,0,0,0", ""));
    assert!(hexagons.is_err_and(|what| what.contains("a board of squares")));
}
