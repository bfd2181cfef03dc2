//! Formats on the command line: what is read, what is written, and what is refused.

use crate::cli::{Folder, Ran, run, run_with};

const IST: &str = "4\n2\t2\t1\t2\n1\t2\t2\t2\n1\t1\t2\t2\n2\t0\t2\t2\n";
/// Filled, but the first row holds three zeros.
const WRONG: &str = "4\n0\t0\t0\t1\n1\t0\t0\t1\n1\t1\t0\t0\n0\t1\t1\t0\n";

/// What a run said, with nothing left unread.
#[track_caller]
fn assert_ran(ran: &Ran, status: i32, out: &str) {
    assert_eq!((ran.status, ran.out.as_str()), (status, out), "{}", ran.err);
}

#[test]
fn the_courses_call_it_like_this() {
    let folder = Folder::new();
    let solution = run_with(&folder, &["solve", "-q", "--from", "ist", "-f", "ist"], IST).out;
    assert_eq!(solution.lines().count(), 4);
    assert!(solution.lines().all(|row| row.split('\t').count() == 4), "{solution:?}");
    // The same without a name for the format, and judged by the rules.
    assert_ran(&run_with(&folder, &["solve", "-q", "-", "--to", "ist"], IST), 0, &solution);
    let filled = format!("4\n{solution}");
    assert_eq!(run_with(&folder, &["verify", "--from", "ist"], &filled).status, 0);
    assert_eq!(run_with(&folder, &["verify", "--from", "ist"], WRONG).status, 1);
    assert_ran(&run_with(&folder, &["count", "-q", "--from", "ist"], IST), 0, "1\n");
}

#[test]
fn all_solutions_of_bordeaux_have_numbers() {
    let folder = Folder::new();
    let text = "# nothing known\n____\n____\n____\n____\n";
    let file = folder.file("grid.txt", text);
    let file = file.to_str().expect("a name");
    let ran = run(&folder, &["solve", "-q", "-n", "0", "--from", "bordeaux", "-f", "bordeaux", file]);
    assert_eq!((ran.status, ran.out.lines().next()), (0, Some("Solution 1")));
    assert!(ran.out.ends_with("Number of solutions: 72\n"), "{}", ran.out);
    let first = run(&folder, &["solve", "-q", "--from", "bordeaux", "-f", "bordeaux", file]);
    assert_eq!((first.status, first.out.lines().count()), (0, 4));
    assert!(ran.out.starts_with(&format!("Solution 1\n{}", first.out)));
}

#[test]
fn ufmg_says_whether_there_is_a_solution() {
    let folder = Folder::new();
    let good = "4 2 2\n1 0 0 0\n0 0 3 0\n0 4 0 0\n0 0 0 2\n";
    let ran = run_with(&folder, &["solve", "-q", "--from", "ufmg", "-f", "ufmg"], good);
    assert!(ran.status == 0 && ran.out.starts_with("solução\n1 "), "{}", ran.out);
    let none = good.replacen("1 0 0 0", "1 0 0 1", 1);
    let ran = run_with(&folder, &["solve", "-q", "--from", "ufmg", "-f", "ufmg"], &none);
    assert_ran(&ran, 1, &format!("sem solução\n{}", none.split_once('\n').expect("rows").1));
}

#[test]
fn any_format_becomes_any_other_that_can_hold_it() {
    let folder = Folder::new();
    let puzzle = run_with(&folder, &["convert"], IST);
    assert!(puzzle.out.starts_with("use takuzu with n = 4.\ngiven \"\"\"\n. . 1 .\n"), "{}", puzzle.out);
    for (to, expected) in [
        ("ist", IST),
        ("bordeaux", "_ _ 1 _\n1 _ _ _\n1 1 _ _\n_ 0 _ _\n"),
        ("pt2", "4 4 0 1\neeBe\nBeee\nBBee\neWee\n"),
        ("sgt-unruly", "4x4u:CBDAdc\n"),
    ] {
        assert_ran(&run_with(&folder, &["convert", "--to", to], &puzzle.out), 0, expected);
    }
    let refused = run_with(&folder, &["convert", "--to", "sdm"], IST);
    assert_ran(&refused, 2, "");
    assert!(refused.err.contains("E005") && refused.err.contains("the rule set `takuzu`"), "{}", refused.err);
}

#[test]
fn lists_are_read_one_by_one() {
    let folder = Folder::new();
    let list = "# two of them\n1.....3..4.....2\n....1.....3.2...\n";
    let file = folder.file("list.sdm", list);
    let file = file.to_str().expect("a name");
    let ran = run(&folder, &["solve", "-q", "-f", "line", file]);
    assert_eq!((ran.status, ran.out.lines().count()), (0, 2), "{}", ran.err);
    let ran = run(&folder, &["solve", "-q", "-f", "json", file]);
    let document: serde_json::Value = serde_json::from_str(&ran.out).expect("one document");
    assert_eq!(document.as_array().map(Vec::len), Some(2));
    assert_eq!(document[1]["status"], "solved");
    assert_ran(&run(&folder, &["convert", "--to", "sdm", file]), 0, &list[list.find('1').expect("a line")..]);
    let one = run(&folder, &["convert", file, "--pick", "2"]);
    assert!(one.status == 0 && one.out.contains(". . . .\n1 . . .\n"), "{}", one.out);
    let several = run(&folder, &["convert", file, "--to", "sdk"]);
    assert_ran(&several, 2, "");
    assert!(several.err.contains("--pick"), "{}", several.err);
    let puzzles = run(&folder, &["convert", file]);
    assert_eq!((puzzles.status, puzzles.out.matches("---\n").count()), (0, 1), "{}", puzzles.out);
    let again = run_with(&folder, &["convert", "--to", "sdm", "--from", "puzzle"], &puzzles.out);
    assert_ran(&again, 0, &list[list.find('1').expect("a line")..]);
    assert_eq!(run(&folder, &["convert", file, "--pick", "3"]).status, 2);
}

#[test]
fn results_go_to_a_file_whole_or_not_at_all() {
    let folder = Folder::new();
    let wrong = folder.file("wrong.txt", "4\n0\t1\n");
    let (wrong, target) = (wrong.to_str().expect("a name"), "out.txt");
    assert_eq!(run(&folder, &["convert", "--from", "ist", wrong, "-o", target]).status, 2);
    assert_eq!(folder.names(), ["wrong.txt"]);
    assert_ran(&run_with(&folder, &["solve", "-q", "--from", "ist", "-f", "ist", "-o", target], IST), 0, "");
    assert_eq!(folder.names(), ["out.txt", "wrong.txt"]);
    assert_ran(&run_with(&folder, &["solve", "-q", "--from", "ist", "-o", "no/such/folder"], IST), 4, "");
}

#[test]
fn wrong_texts_are_told_with_their_place() {
    let folder = Folder::new();
    let ran = run_with(&folder, &["solve", "--from", "ist"], "2\n0\t1\n0\tx\n");
    assert_ran(&ran, 2, "");
    assert!(ran.err.contains("E004") && ran.err.contains("<stdin>:3:3"), "{}", ran.err);
    let unknown = run_with(&folder, &["convert"], "0 1\n1 0\n");
    assert!(unknown.status == 2 && unknown.err.contains("--from"), "{}", unknown.err);
    assert_eq!(run_with(&folder, &["solve", "--from", "nothing"], IST).status, 2);
}

#[test]
fn rules_given_besides_count_too() {
    let folder = Folder::new();
    folder.file("corner.rules", "use takuzu.\n%! The corner is 1.\ncorner: cell(1, 1) = 1.\n");
    let empty = "____\n____\n____\n____\n";
    let ran = run_with(&folder, &["count", "-q", "corner.rules", "--from", "bordeaux"], empty);
    assert_ran(&ran, 0, "36\n");
}

/// A small puzzle as an address, and its only answer.
const ADDRESS: &str = "https://puzz.link/p?sudoku/4/4/1k3h4k2";

#[test]
fn an_address_is_a_puzzle_for_every_command() {
    let folder = Folder::new();
    let solved = run(&folder, &["solve", "-q", ADDRESS]);
    assert_eq!((solved.status, solved.out.lines().count()), (0, 5), "{}", solved.err);
    // The same without the place, and beside a rule set.
    assert_ran(&run(&folder, &["solve", "-q", "sudoku/4/4/1k3h4k2"]), 0, &solved.out);
    assert_ran(&run(&folder, &["solve", "-q", "sudoku", ADDRESS]), 0, &solved.out);
    assert_ran(&run(&folder, &["count", "-q", ADDRESS]), 0, "1\n");
    let both = run(&folder, &["count", "-q", ADDRESS, "nurikabe/2/2/1i"]);
    assert!(both.status == 0 && both.out.lines().count() == 2, "{}{}", both.out, both.err);
    // What stands behind an address is an answer to it.
    let answer = folder.file("answer.txt", &solved.out);
    let ran = run(&folder, &["verify", ADDRESS, answer.to_str().expect("a name")]);
    assert_eq!(ran.status, 0, "{}{}", ran.out, ran.err);
    let wrong = run(&folder, &["solve", "https://puzz.link/p?slither/f/2/2/g"]);
    assert!(wrong.status == 2 && wrong.err.contains("no variant `f`"), "{}", wrong.err);
}

/// What files of pzpr leave unsaid around and on marked cells is known all the same.
#[test]
fn whole_boards_of_pzpr_are_accepted() {
    let folder = Folder::new();
    let castle = "pzprv3/castle/3/3/. . . /. 0,-1,1 . /. . . /1 1 /0 0 /1 1 /1 0 1 /1 0 1 /";
    let hakoiri = "pzprv3/hakoiri/3/3/1/0 0 0 /0 0 0 /0 0 0 /1 . . /. . . /. . . /. 2 3 /. . . /. . . /";
    let crossed = castle.replace("/0 0 /1 1 /1 0 1 /1 0 1 /", "/0 1 /1 1 /1 0 1 /1 0 1 /");
    for (board, status) in [(castle, 0), (hakoiri, 0), (&crossed, 1), (&hakoiri.replace("2 3", "2 ."), 1)] {
        let ran = run_with(&folder, &["verify", "--from", "pzprv3"], board);
        assert_eq!(ran.status, status, "{board}: {}{}", ran.out, ran.err);
    }
}

/// Nobody is told of a file that is not there.
#[test]
fn an_address_without_a_whole_puzzle_is_told_as_such() {
    let folder = Folder::new();
    for address in ["https://f-puzzles.com/?load=N4Ig", "https://sudokupad.app/abcdef", "http://example.org/"]
    {
        for args in [&["solve", address][..], &["solve", "sudoku", address], &["convert", "--what", address]]
        {
            let ran = run(&folder, args);
            assert!(ran.status == 4 && ran.err.contains("nothing is fetched"), "{args:?}: {}", ran.err);
        }
    }
}

#[test]
fn convert_tells_what_a_puzzle_is() {
    let folder = Folder::new();
    let told = format!("{ADDRESS}: puzzlink, sudoku, 4 by 4\n");
    assert_ran(&run(&folder, &["convert", "--what", ADDRESS]), 0, &told);
    let ran = run_with(&folder, &["convert", "--what"], IST);
    assert_ran(&ran, 0, "<stdin>: ist, takuzu, 4 by 4\n");
    let puzzle = run(&folder, &["convert", ADDRESS]);
    assert_ran(&run_with(&folder, &["convert", "--to", "puzzlink"], &puzzle.out), 0, &format!("{ADDRESS}\n"));
    let ran = run_with(&folder, &["convert", "--to", "puzzlink"], "use takuzu with n = 4.\n");
    assert!(ran.status == 2 && ran.err.contains("E005"), "{}", ran.err);
}
