//! How many instances laws have, for numbers that can be derived by hand from the size of the board.

use crate::checked::{Checked, Texts, check, read};

/// What the check of a built-in rule set found, with its params set.
fn rules(name: &str, settings: &[(&str, i64)]) -> Checked {
    let file = format!("{name}.rules");
    check(&Texts([(file.clone(), read(format!("rules/{file}")))].into()), &file, settings)
}

fn puzzle(text: &str) -> Checked {
    check(&Texts([("it.puzzle".to_owned(), text.to_owned())].into()), "it.puzzle", &[])
}

/// Compares all laws of a program with their expected numbers of instances.
#[track_caller]
fn assert_laws(checked: &Checked, expected: &[(&str, i64)]) {
    let ground = checked.ground();
    let found: Vec<(&str, i64)> = checked
        .program
        .laws
        .iter()
        .zip(&ground.laws)
        .map(|(law, tally)| (law.name.as_str(), i64::try_from(tally.instances).expect("few")))
        .collect();
    assert_eq!(found, expected, "params {:?}", ground.world.size);
    let listed = ground.instances.len();
    let counted: usize = ground.laws.iter().map(|tally| tally.instances).sum();
    assert_eq!(listed, counted, "what is counted is listed");
}

/// Heads and places of the one move of a program.
#[track_caller]
fn assert_move(checked: &Checked, heads: i64, places: i64) {
    let [found] = checked.ground().moves[..] else { panic!("one move") };
    let number = |count: usize| i64::try_from(count).expect("few");
    assert_eq!((number(found.heads), number(found.acts)), (heads, places));
    assert_eq!(checked.ground().goal_instances.len(), 1);
}

#[test]
fn takuzu() {
    // A line of n cells and a digit; three neighbours of a line; all rows at once; all columns at once.
    for n in [3, 4, 5, 8, 10] {
        let laws = [("balance", 4 * n), ("triples", 2 * n * (n - 2)), ("rows", 1), ("columns", 1)];
        assert_laws(&rules("takuzu", &[("n", n)]), &laws);
    }
}

#[test]
fn latin_and_sudoku() {
    for n in [2, 3, 6, 9] {
        assert_laws(&rules("latin", &[("n", n)]), &[("lines", 2 * n)]);
    }
    for (r, c) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5)] {
        assert_laws(&rules("sudoku", &[("r", r), ("c", c)]), &[("lines", 2 * r * c), ("boxes", r * c)]);
    }
    // Boxes of one row are rows: what they say is said already, but by another law.
    assert_laws(&rules("sudoku", &[("r", 1), ("c", 4)]), &[("lines", 8), ("boxes", 4)]);
}

#[test]
fn magic() {
    for n in [3, 4, 5] {
        assert_laws(&rules("magic", &[("n", n)]), &[("once", 1), ("sums", 2 * n + 2)]);
    }
}

#[test]
fn starbattle() {
    // Touching pairs, each once: side by side in rows and columns, and the two diagonals of each 2 by 2 block.
    for n in [2, 4, 5, 7] {
        let apart = 2 * n * (n - 1) + 2 * (n - 1) * (n - 1);
        assert_laws(&rules("starbattle", &[("n", n)]), &[("counts", 2 * n), ("apart", apart)]);
    }
    // Five rows, five columns and five regions.
    assert_laws(&puzzle(&read("rules/starbattle/five.puzzle")), &[("counts", 15), ("apart", 72)]);
}

#[test]
fn queens() {
    for n in [4, 5, 8] {
        assert_laws(&rules("queens", &[("n", n)]), &[("columns", 1), ("falling", 1), ("rising", 1)]);
    }
}

#[test]
fn clues() {
    let four = |name: &str| puzzle(&read(format!("rules/{name}.puzzle")));
    assert_laws(&four("killer/four"), &[("lines", 8), ("boxes", 4), ("single", 6), ("cages", 6)]);
    // Two runs across, three down.
    assert_laws(&four("kakuro/wide"), &[("single", 5), ("runs", 5)]);
    assert_laws(&four("futoshiki/four"), &[("lines", 8), ("signs", 6)]);
    assert_laws(&four("futoshiki/clues"), &[("lines", 6), ("signs", 2)]);
    assert_laws(&four("skyscrapers/four"), &[("lines", 8), ("views", 4)]);
    assert_laws(&four("nonogram/wide"), &[("lines", 8)]);
    assert_laws(&four("nonogram/open"), &[("lines", 4)]);
    // Without clues only the laws of the latin square speak.
    let silent = [("lines", 8), ("boxes", 4), ("single", 0), ("cages", 0)];
    assert_laws(&rules("killer", &[("r", 2), ("c", 2)]), &silent);
    // A cage without a total says only that its digits differ.
    let text = read("rules/killer/four.puzzle").replace("total(g, 7).", "");
    assert_laws(&puzzle(&text), &[("lines", 8), ("boxes", 4), ("single", 6), ("cages", 5)]);
}

#[test]
fn moves() {
    for n in [2, 3, 4] {
        // A swipe to each side, acting on each line.
        assert_move(&rules("2048", &[("n", n)]), 4, 4 * n);
        assert_move(&rules("threes", &[("n", n)]), 4, 4 * n);
    }
    for (r, c) in [(2, 2), (2, 3), (3, 2), (4, 4), (1, 5)] {
        // Each cell may hold the tile, each of its neighbours the hole.
        let checked = rules("fifteen", &[("r", r), ("c", c)]);
        assert_move(&checked, r * c, 2 * (r * (c - 1) + c * (r - 1)));
    }
}

/// The numbers that the manual tells for a board of 9 by 9, and that of a board that is not square.
#[test]
fn patterns_and_pairs() {
    let laws = "two: line([.., A, B, ..]), A = 9 => B < 5.\n\
                near: touching(A, B) => A \\= B.\n\
                side: adjacent(A, B) => A + B > 2.\n\
                pairs: pair(A, B) => A + B > 2.\n\
                jumps: knight(A, B) => A \\= B.\n\
                blocks: block(2, 3, L) => sum(L) > 6.\n";
    for (r, c) in [(9, 9), (4, 7), (3, 3)] {
        let text = format!("grid({r}, {c}) :: 1..9.\n{laws}");
        let checked = check(&Texts([("it.rules".to_owned(), text)].into()), "it.rules", &[]);
        let sides = r * (c - 1) + c * (r - 1);
        let jumps = 2 * ((r - 1) * (c - 2) + (r - 2) * (c - 1));
        let expected = [
            ("two", sides),
            ("near", sides + 2 * (r - 1) * (c - 1)),
            ("side", sides),
            ("pairs", sides),
            ("jumps", jumps),
            ("blocks", (r - 1) * (c - 2)),
        ];
        assert_laws(&checked, &expected);
    }
}
