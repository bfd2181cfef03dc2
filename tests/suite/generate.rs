//! Puzzles that are made: each has one solution, minimal ones lose it with any clue, and a seed decides what comes out.

use std::process::{Command, Output};
use std::sync::Arc;

use gridlog::stages::diagnostic::Diagnostic;
use gridlog::stages::ground::{Ground, Options, ground};
use gridlog::stages::program::Program;
use gridlog::stages::resolve::{BuiltIn, Request, resolve};
use gridlog::stages::solve::{Verdict, Wish, solve};
use gridlog::stages::source::Sources;

use crate::cli::Folder;

/// Rule sets with the arguments that make small puzzles of them, and what a puzzle may start from.
const MADE: &[(&str, &str, &str)] = &[
    ("takuzu", "--set n=6", ""),
    ("takuzu", "--set n=6 --symmetry rotate", ""),
    ("takuzu", "--set n=7 --symmetry quarter", ""),
    ("latin", "--set n=5", ""),
    ("sudoku", "--set r=2 --set c=3 --symmetry diagonal", ""),
    ("sudoku", "", ""),
    ("magic", "", ""),
    ("queens", "--set n=6", ""),
    ("numbrix", "", ""),
    ("diagonal", "--set r=2 --set c=2", ""),
    ("mosaic", "--without givens --set r=5 --set c=5", ""),
    ("minesweeper", "--without givens --set r=5 --set c=5", ""),
    ("skyscrapers", "", ""),
    ("nonogram", "--without givens --set r=4 --set c=6", ""),
    ("futoshiki", "", ""),
    ("greater", "--set r=2 --set c=2", ""),
    ("sandwich", "--set r=2 --set c=2", ""),
    ("evenodd", "--set r=2 --set c=2", ""),
    ("slitherlink", "--without givens --set r=4 --set c=5", ""),
    ("masyu", "--without givens --set r=5 --set c=5", ""),
    ("tents", "", "use tents with r = 3, c = 4.\ntree \"\"\"\n. t . .\n. . . t\nt . . .\n\"\"\".\n"),
    ("akari", "", "use akari with r = 3, c = 4.\nboard \"\"\"\n. # . .\n. . . .\n. . # .\n\"\"\".\n"),
    ("kenken", "", "use kenken with n = 3.\ncage \"\"\"\na a b\nc a b\nc d d\n\"\"\".\n"),
    ("heyawake", "", "use heyawake with r = 3, c = 3.\nroom \"\"\"\na b b\na c c\na c c\n\"\"\".\n"),
];

/// The clues of which every puzzle of a rule set tells all.
const COMPLETE: &[(&str, &str)] = &[
    ("factors", "times"),
    ("kakurasu", "left top"),
    ("kakuro", "sums"),
    ("kenken", "plus minus times over"),
    ("killer", "total"),
    ("nonogram", "left top"),
    ("tents", "left top"),
];

/// The names of these clues.
fn complete(rules: &str) -> Vec<&'static str> {
    COMPLETE.iter().filter(|(name, _)| *name == rules).flat_map(|(_, names)| names.split(' ')).collect()
}

fn gridlog(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gridlog")).args(args).output().expect("the program runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Makes a puzzle as a user would.
fn made(rules: &str, args: &str, start: &str) -> String {
    let folder = Folder::new();
    let mut all = vec!["generate", rules];
    let file = folder.file("start.puzzle", start);
    if !start.is_empty() {
        all.push(file.to_str().expect("a path"));
    }
    all.extend(args.split_whitespace());
    let output = gridlog(&all);
    assert!(output.status.success(), "{rules} {args}: {}", String::from_utf8_lossy(&output.stderr));
    text(&output)
}

fn expanded(text: &str) -> (Arc<Program>, Ground) {
    let mut sources = Sources::default();
    let rules = Some(sources.add("made.puzzle", text));
    let (program, diagnostics) = resolve(&Request { rules, ..Request::default() }, &mut sources, &BuiltIn);
    assert!(!diagnostics.iter().any(Diagnostic::is_error), "{text}\n{diagnostics:?}");
    let (ground, diagnostics) = ground(&program, &Options { puzzle: true, ..Options::default() });
    assert!(!diagnostics.iter().any(Diagnostic::is_error), "{text}\n{diagnostics:?}");
    (program, ground)
}

/// How many solutions a puzzle has, by a plain search.
fn verdict(text: &str) -> Verdict {
    let (_, ground) = expanded(text);
    let wish = Wish {
        most: Some(2),
        limits: gridlog::stages::search::Limits::default(),
        seed: 3,
        checked: None,
        judged: false,
    };
    solve(ground, &wish, &|| false, |_, _| {}).expect("an answer").verdict()
}

#[test]
fn each_puzzle_made_has_one_solution() {
    for &(rules, args, start) in MADE {
        for seed in ["--seed 1", "--seed 2"] {
            let puzzle = made(rules, &format!("{args} {seed}"), start);
            assert!(puzzle.ends_with("expect unique.\n"), "{puzzle}");
            assert_eq!(verdict(&puzzle), Verdict::Unique, "{rules} {args} {seed}\n{puzzle}");
        }
    }
}

/// The name under which a line of a puzzle tells something.
fn subject(line: &str) -> &str {
    line.split([' ', '(']).next().unwrap_or_default()
}

/// Every way to leave out one clue: a token of a drawing or a strip, or a fact. What is told under the names of `board` is
/// no clue; a number in a wall leaves a wall.
fn weaker(puzzle: &str, board: &[&str]) -> Vec<String> {
    let lines: Vec<&str> = puzzle.lines().collect();
    let mut all = Vec::new();
    let (mut structure, mut layer) = (false, "");
    for (number, line) in lines.iter().enumerate() {
        let with = |new: String| {
            let mut lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
            lines[number] = new;
            lines.join("\n")
        };
        if line.ends_with("\"\"\"") {
            layer = subject(line);
            structure = board.contains(&layer);
            continue;
        }
        if line.starts_with('%')
            || line.starts_with("use ")
            || line.starts_with("expect ")
            || *line == "\"\"\"."
        {
            (structure, layer) = (false, "");
            continue;
        }
        if line.ends_with(").") {
            if !board.contains(&subject(line)) {
                all.push(with(String::new()));
            }
            continue;
        }
        if structure || board.contains(&subject(line)) {
            continue;
        }
        let blank = if layer == "board" || layer == "sums" { "#" } else { "." };
        let strip = line.find('"').map_or(0, |at| at + 1);
        let (before, rest) = line.split_at(strip);
        let (rest, after) = rest.split_at(rest.find('"').unwrap_or(rest.len()));
        let tokens: Vec<&str> = rest.split_whitespace().collect();
        for at in (0..tokens.len()).filter(|&at| tokens[at] != "." && tokens[at] != blank) {
            let mut fewer = tokens.clone();
            fewer[at] = blank;
            all.push(with(format!("{before}{}{after}", fewer.join(" "))));
        }
    }
    all
}

/// The names of what a puzzle starts from: its board, not its clues.
fn drawn(start: &str) -> Vec<&str> {
    start.lines().filter(|line| line.ends_with("\"\"\"")).map(subject).collect()
}

#[test]
fn minimal_puzzles_need_every_clue() {
    for &(rules, args, start) in MADE.iter().filter(|(_, args, _)| !args.contains("symmetry")) {
        if rules == "sudoku" {
            continue;
        }
        let puzzle = made(rules, &format!("{args} --seed 5"), start);
        // In the walls of an akari stand its clues.
        let mut board: Vec<&str> = drawn(start).into_iter().filter(|&name| name != "board").collect();
        board.extend(complete(rules));
        let weaker = weaker(&puzzle, &board);
        assert!(!weaker.is_empty() || !complete(rules).is_empty(), "{puzzle}");
        for text in weaker {
            assert_eq!(verdict(&text), Verdict::Several, "{puzzle}\n{text}");
        }
    }
}

/// Rule sets with a sketch, the arguments that make small puzzles of them, and the names under which the board is told.
const SKETCHED: &[(&str, &str, &str)] = &[
    ("bosanowa", "", "hole"),
    ("cocktaillamp", "", "region"),
    ("consecutive", "--set n=4", "bar"),
    ("digitalbattleship", "--set r=5 --set c=5", "fleet digit"),
    ("factors", "--set n=4", "region"),
    ("kakkuru", "--set r=4 --set c=4", ""),
    ("numbersnake", "--set r=3 --set c=4", "number"),
    ("shugaku", "--set r=4 --set c=5", "number"),
    ("terrax", "--set r=4 --set c=5", "region"),
    ("tripletts", "--set r=3 --set c=4", "region"),
    ("diffneighbors", "", "region"),
    ("dotchiloop", "", "region"),
    ("hanare", "", "region"),
    ("insanity", "", "cube"),
    ("magicfigure", "", "line_of"),
    ("onetox", "--set r=4 --set c=5", "region"),
    ("patchwork", "", "region"),
    ("pillarrow", "--set r=2 --set c=3", "pillarrow"),
    ("pills", "", "number"),
    ("thermometers", "", "thermometer"),
    ("tracks", "", "from to"),
    ("undead", "", "mirror"),
    ("wblink", "", "circle"),
    ("akari", "--set r=4 --set c=5", ""),
    ("aqre", "--set r=4", "region"),
    ("araf", "--set r=3 --set c=4", "number"),
    ("arrow", "--set r=2 --set c=2", "arrow"),
    ("battleship", "", "fleet"),
    ("between", "--set r=2 --set c=2", "between"),
    ("chocona", "--set r=4", "region"),
    ("clone", "--set r=2 --set c=2", "clone"),
    ("countingcircles", "--set r=2 --set c=2", "circle"),
    ("countryroad", "", "region"),
    ("cryptarithm", "", "letter"),
    ("detour", "", "region"),
    ("dominosa", "--set most=2", "number"),
    ("dosunfuwari", "--set r=4", "region black"),
    ("doublearrow", "--set r=2 --set c=3", "doublearrow"),
    ("doubleback", "", "region"),
    ("entropiclines", "--set r=2 --set c=2", "entropic"),
    ("entryexit", "--set r=4", "region"),
    ("extraregions", "--set r=2 --set c=2", "extra"),
    ("galaxies", "--set r=4", "star"),
    ("hakoiri", "--set r=4", "region"),
    ("hakyuu", "--set r=4", "region"),
    ("hashi", "--set r=4 --set c=5", "number"),
    ("heyawake", "--set r=4 --set c=5", "room"),
    ("hitori", "--set r=4 --set c=5", "number"),
    ("indexing", "--set r=2 --set c=2", "index"),
    ("jigsaw", "", "region"),
    ("juosan", "--set r=4 --set c=5", "region"),
    ("kakuro", "--set r=4 --set c=5", ""),
    ("kenken", "", "cage"),
    ("killer", "--set r=2 --set c=2", "cage"),
    ("koburin", "", "number"),
    ("kropki", "", "dot"),
    ("lits", "--set r=5", "region"),
    ("littlekiller", "--set r=2 --set c=2", "slant"),
    ("lockout", "--set r=2 --set c=2", "lockout"),
    ("magnets", "--set r=4 --set c=5", "magnet"),
    ("makaro", "--set r=4", "region black"),
    ("map", "", "region"),
    ("modularlines", "--set r=2 --set c=2", "modular"),
    ("moonsun", "", "region sky"),
    ("nawabari", "--set r=4", "number"),
    ("net", "", "tile"),
    ("nondango", "--set r=4", "region dot"),
    ("norinori", "--set r=4", "region"),
    ("numberlink", "--set r=4", "number"),
    ("nuribou", "--set r=4", "number"),
    ("nurikabe", "--set r=4", "number"),
    ("nurimisaki", "--set r=4", "cape"),
    ("palindrome", "--set r=2 --set c=2", "palindrome"),
    ("putteria", "--set r=4", "region"),
    ("regionalyajilin", "--set r=4", "region"),
    ("regionsum", "--set r=2 --set c=3", "sumline"),
    ("renban", "--set r=2 --set c=2", "renban"),
    ("shakashaka", "--set r=4", ""),
    ("shikaku", "--set r=4 --set c=5", "number"),
    ("shimaguni", "--set r=4", "region"),
    ("signpost", "", "arrow"),
    ("simpleloop", "", "black"),
    ("snake", "--set r=4", "tip"),
    ("starbattle", "", "region"),
    ("stitches", "--set r=4", "region"),
    ("str8ts", "--set r=4", "black"),
    ("suguru", "--set r=4", "region"),
    ("tatamibari", "--set r=4", "sign"),
    ("tents", "--set r=4 --set c=5", "tree"),
    ("thermo", "--set r=2 --set c=2", "thermo"),
    ("tilepaint", "--set r=4", "region"),
    ("whispers", "--set r=2 --set c=2", "whisper"),
    ("xv", "--set r=2 --set c=2", "xv"),
    ("yajilin", "--set r=4", "arrow"),
    ("zebra", "", "things"),
    ("zipper", "--set r=2 --set c=2", "zipper"),
];

/// The same for puzzles with moves.
const SKETCHED_STARTS: &[&str] = &[
    "2048",
    "fibonacci",
    "inertia",
    "jugs",
    "klotski",
    "knights",
    "lightschase",
    "pegs",
    "pocketcube",
    "rushhour",
    "sixteen",
    "sokoban",
    "threefold",
    "threes",
    "twiddle",
];

#[test]
fn every_rule_set_with_a_sketch_is_tried() {
    let tried: std::collections::BTreeSet<&str> =
        SKETCHED.iter().map(|(rules, ..)| *rules).chain(SKETCHED_STARTS.iter().copied()).collect();
    let files = crate::checked::files("rules", "rules");
    let sketched = files.iter().filter(|path| crate::checked::read(path).contains("\nsketch "));
    let names: Vec<String> =
        sketched.map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect();
    assert_eq!(tried.into_iter().collect::<Vec<_>>(), names);
}

#[test]
fn boards_are_drawn_and_their_puzzles_need_every_clue() {
    for &(rules, args, board) in SKETCHED {
        let puzzle = made(rules, &format!("{args} --seed 3"), "");
        let mut board: Vec<&str> = board.split(' ').collect();
        assert!(board.iter().all(|name| puzzle.contains(&format!("\n{name}"))), "{puzzle}");
        assert_eq!(verdict(&puzzle), Verdict::Unique, "{puzzle}");
        board.extend(complete(rules));
        for text in weaker(&puzzle, &board) {
            assert_eq!(verdict(&text), Verdict::Several, "{puzzle}\n{text}");
        }
    }
}

#[test]
fn first_positions_are_drawn_from_which_there_is_a_way() {
    for rules in SKETCHED_STARTS {
        let puzzle = made(rules, "--seed 2", "");
        let folder = Folder::new();
        let file = folder.file("made.puzzle", &puzzle);
        let output = gridlog(&["test", file.to_str().expect("a path"), "--accept"]);
        assert!(output.status.success(), "{puzzle}\n{}", text(&output));
        assert!(puzzle.contains("expect moves = ") && !puzzle.contains("moves = 0"), "{puzzle}");
    }
}

#[test]
fn a_seed_decides_the_board() {
    let args = ["generate", "nurikabe", "--count", "4", "--seed", "7"];
    let once = gridlog(&args);
    assert!(once.status.success());
    assert_eq!(once.stdout, gridlog(&[&args[..], &["-j", "3"]].concat()).stdout);
    assert_ne!(once.stdout, gridlog(&["generate", "nurikabe", "--count", "4", "--seed", "8"]).stdout);
}

/// A killer has a sum for each cage and no digit, a nonogram a clue for each line and nothing painted.
#[test]
fn all_is_told_of_what_is_offered_as_a_whole() {
    for seed in 0..5 {
        let killer = made("killer", &format!("--set r=2 --set c=2 --seed {seed}"), "");
        let drawing = killer.lines().skip_while(|line| !line.starts_with("cage")).skip(1).take(4);
        let cages: std::collections::BTreeSet<&str> = drawing.flat_map(str::split_whitespace).collect();
        assert_eq!(killer.matches("\ntotal(").count(), cages.len(), "{killer}");
        let nonogram = made("nonogram", &format!("--set r=6 --set c=7 --seed {seed}"), "");
        assert!(!nonogram.contains("given"), "{nonogram}");
        assert_eq!((strip(&nonogram, "left"), strip(&nonogram, "top")), (vec![true; 6], vec![true; 7]));
    }
}

/// What a setter expects of a genre: its clues, and no values beside them, at medium difficulty too.
#[test]
fn puzzles_keep_to_the_conventions_of_their_genre() {
    for (rules, args, clue) in [
        ("slitherlink", "--set r=5 --set c=5", "number"),
        ("slitherlink", "--set r=5 --set c=5 --difficulty medium", "number"),
        ("starbattle", "", "region"),
        ("killer", "--set r=2 --set c=2 --difficulty easy..medium", "total"),
        ("nonogram", "--set r=6 --set c=6 --difficulty easy..medium", "left"),
    ] {
        for seed in 0..3 {
            let puzzle = made(rules, &format!("{args} --seed {seed}"), "");
            assert!(!puzzle.contains("given") && puzzle.contains(clue), "{rules} {args}: {puzzle}");
        }
    }
}

/// No two puzzles of many seeds are alike.
#[test]
fn seeds_make_different_puzzles() {
    for (rules, args) in
        [("takuzu", "--set n=6"), ("slitherlink", "--set r=4 --set c=4"), ("sudoku", "--set r=2 --set c=3")]
    {
        let output = gridlog(
            &[&["generate", rules, "--count", "100"][..], &args.split(' ').collect::<Vec<_>>()].concat(),
        );
        let printed = text(&output);
        let bodies = printed
            .split("---")
            .map(|puzzle| puzzle.lines().filter(|line| !line.starts_with('%')).collect::<String>());
        let different: std::collections::BTreeSet<String> = bodies.collect();
        assert_eq!(different.len(), 100, "{rules}");
    }
}

/// The offers of a used rule set can be dropped, and what no puzzle can tell any more is said.
#[test]
fn offers_can_be_dropped() {
    let folder = Folder::new();
    let rules = folder.file("mine.rules", "use killer with r = 2, c = 2.\ndrop offer.\n");
    let output = gridlog(&["generate", rules.to_str().expect("a path")]);
    let (puzzle, told) = (text(&output), String::from_utf8_lossy(&output.stderr).into_owned());
    assert!(puzzle.contains("cage") && puzzle.contains("given") && !puzzle.contains("total"), "{puzzle}");
    assert!(told.contains("no puzzle tells `total`"), "{told}");
    // One of several, and another in its place.
    let rules = folder.file(
        "mine.rules",
        "use tracks with r = 4, c = 4.\ndrop rail/2.\ndrop left/2.\noffer all(left(I, K)) :- row(I, L), K = len(L) - count(empty, L).\n",
    );
    let output = gridlog(&["generate", rules.to_str().expect("a path")]);
    let puzzle = text(&output);
    assert!(!puzzle.contains("rail") && puzzle.contains("from("), "{puzzle}");
    let rows = puzzle.lines().find_map(|line| line.strip_prefix("left ")).expect("clues of rows");
    assert_eq!(rows.matches(|sign: char| sign.is_ascii_digit()).count(), 4, "all rows are told: {puzzle}");
}

/// Two rule sets bring two sketches; one can be dropped; and a board that is told is left alone.
#[test]
fn sketches_add_up_and_can_be_dropped() {
    let folder = Folder::new();
    let both = folder.file("both.rules", "use killer with r = 2, c = 2.\nuse thermo.\n");
    let none = folder.file("none.rules", "use killer with r = 2, c = 2.\ndrop sketch.\n");
    let both = text(&gridlog(&["generate", both.to_str().expect("a path")]));
    assert!(both.contains("cage \"\"\"") && both.contains("thermo(["), "{both}");
    let none = text(&gridlog(&["generate", none.to_str().expect("a path")]));
    assert!(none.contains("given") && !none.contains("cage"), "{none}");
    let cages = "cage \"\"\"\na a b\nc a b\nc d d\n\"\"\".\n";
    let told = made("kenken", "", &format!("use kenken with n = 3.\n{cages}"));
    assert!(told.contains(cages), "{told}");
}

/// A sketch is refused in words where it cannot be drawn or leaves too much open.
#[test]
fn boards_that_cannot_be_made_are_told() {
    let folder = Folder::new();
    folder.file("odd.rules", "input mark(Cell, Symbol).\ngrid(2, 2) :: 0..1.\nno: cells(L) => sum(L) = 9.\noffer mark(A, x) :- cell(A), A = 1.\n");
    let rules = folder.file(
        "it.rules",
        "input mark(Cell, Symbol).\ngrid(2, 2) :: 0..1.\nones: mark(A, x) => A = 1.\nsketch odd.\n",
    );
    let output = gridlog(&["generate", rules.to_str().expect("a path")]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("sketch") && told.contains("no solution"), "{told}");
    let output = gridlog(&["generate", "jigsaw", "--without", "givens", "--grids", "2"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.contains("more than one solution"), "{told}");
}

#[test]
fn walls_stay_when_their_numbers_go() {
    let full = "use akari with r = 3, c = 3.\nboard \"\"\"\n. . .\n. 4 .\n. . .\n\"\"\".\n";
    let (status, lean, told) = minimised(full, &[]);
    assert_eq!((status, verdict(&lean)), (Some(0), Verdict::Unique), "{told}");
    assert!(lean.contains(". 4 ."), "{lean}");
}

#[test]
fn a_seed_decides_what_comes_out() {
    let args = ["generate", "takuzu", "--set", "n=8", "--count", "6", "--seed", "9"];
    let once = gridlog(&args);
    assert!(once.status.success());
    assert_eq!(once.stdout, gridlog(&args).stdout);
    assert_eq!(once.stdout, gridlog(&[&args[..], &["-j", "3"]].concat()).stdout);
    let other = gridlog(&["generate", "takuzu", "--set", "n=8", "--count", "6", "--seed", "10"]);
    assert_ne!(once.stdout, other.stdout);
}

/// Grids must not all look alike: in a hundred of them each cell has both values about as often.
#[test]
fn grids_are_varied() {
    let output = gridlog(&["generate", "latin", "--set", "n=4", "--clues", "16", "--count", "100"]);
    let printed = text(&output);
    let grids: std::collections::BTreeSet<String> =
        printed.split("given").skip(1).map(|grid| grid.lines().skip(1).take(4).collect()).collect();
    // Of 576 squares a hundred fair draws miss some twice: about 92 different ones are to be expected.
    assert!(grids.len() > 80, "{} different grids of 100", grids.len());
}

#[test]
fn clues_can_be_counted_and_symmetric() {
    let puzzle = made("sudoku", "--clues 30 --seed 2", "");
    assert!(puzzle.contains(": 30 clues"), "{puzzle}");
    let puzzle = made("takuzu", "--set n=8 --symmetry both --seed 2", "");
    let rows: Vec<Vec<bool>> = puzzle
        .lines()
        .skip_while(|line| !line.starts_with("given"))
        .skip(1)
        .take(8)
        .map(|row| row.split_whitespace().map(|token| token != ".").collect())
        .collect();
    for (row, cells) in rows.iter().enumerate() {
        for (col, &told) in cells.iter().enumerate() {
            assert_eq!((told, told), (rows[7 - row][col], rows[row][7 - col]), "{puzzle}");
        }
    }
}

/// The clues of a strip: told or not.
fn strip(puzzle: &str, name: &str) -> Vec<bool> {
    let line = puzzle.lines().find(|line| line.starts_with(name)).unwrap_or_default();
    let clues = line.split('"').nth(1).unwrap_or_default();
    clues.split_whitespace().map(|token| token != ".").collect()
}

#[test]
fn clues_beside_the_board_and_between_cells_are_symmetric() {
    let puzzle = made("skyscrapers", "--without givens --symmetry rotate --seed 1", "");
    for (name, opposite) in [("top", "bottom"), ("left", "right")] {
        let mut turned = strip(&puzzle, opposite);
        turned.reverse();
        assert_eq!(strip(&puzzle, name), turned, "{puzzle}");
    }
    let puzzle = made("futoshiki", "--without givens --symmetry rotate --seed 1", "");
    let signs: Vec<bool> = puzzle
        .lines()
        .skip_while(|line| !line.starts_with("sign"))
        .skip(1)
        .take_while(|line| !line.starts_with('"'))
        .flat_map(|row| row.split_whitespace().map(|token| token != "."))
        .collect();
    let turned: Vec<bool> = signs.iter().rev().copied().collect();
    assert_eq!(signs, turned, "{puzzle}");
}

#[test]
fn puzzles_are_as_hard_as_they_are_wanted() {
    let folder = Folder::new();
    for (rules, args, levels) in [
        ("sudoku", "--set r=2 --set c=3", &["easy", "trivial..easy"][..]),
        ("takuzu", "--set n=8", &["trivial", "easy", "medium", "expert"]),
        ("futoshiki", "--without givens --set n=5", &["easy", "medium"]),
    ] {
        for level in levels {
            let puzzle = made(rules, &format!("{args} --difficulty {level} --seed 4"), "");
            let file = folder.file("made.puzzle", &puzzle);
            let rated = text(&gridlog(&["rate", "--json", file.to_str().expect("a path")]));
            assert!(
                level.split("..").any(|level| rated.contains(&format!("\"{level}\""))),
                "{rules} {level}: {rated}{puzzle}"
            );
        }
    }
    // The nearest is printed if there is none.
    let output = gridlog(&["generate", "latin", "--set", "n=3", "--difficulty", "expert", "--grids", "4"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.contains("among 4 grids: the nearest is"), "{told}");
    assert_eq!(verdict(&text(&output)), Verdict::Unique);
}

#[test]
fn time_can_be_limited() {
    let args = ["generate", "sudoku", "--difficulty", "beyond", "--grids", "1000000", "--time-limit", "4s"];
    let output = gridlog(&args);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.contains("when time was over; this is the best of them"), "{told}");
    assert_eq!(verdict(&text(&output)), Verdict::Unique);
}

#[test]
fn what_cannot_be_made_is_told() {
    let folder = Folder::new();
    let none = folder.file("none.rules", "grid(2, 2) :: 0..1.\nno: cells(L) => sum(L) = 5.\n");
    let best = folder.file("best.rules", "grid(2, 2) :: 0..1.\nminimise r1c1.\n");
    let none = none.to_str().expect("a path");
    let best = best.to_str().expect("a path");
    let cases: &[(&[&str], i32, &str)] = &[
        (&[none], 1, "no solution"),
        (&[best], 2, "objective"),
        (&["sudoku", "--clues", "82"], 2, "81 in all"),
        (&["sudoku", "--without", "givens"], 2, "no clue left"),
        (&["sudoku", "--without", "signs"], 2, "nothing that can be left out"),
        (&["mosaic", "--set", "c=3", "--symmetry", "quarter"], 2, "8 by 3"),
        (&["latin", "--clues", "1", "--grids", "3"], 3, "3 grids: each needs more clues than 1"),
        (&["sudoku", "--clues", "101%"], 2, "no more clues than 100%"),
        (&["fifteen", "--set", "r=2", "--set", "c=2", "--moves", "7", "--grids", "5"], 3, "moves to go"),
    ];
    for (args, status, message) in cases {
        let output = gridlog(&[&["generate"], *args].concat());
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(*status), "{args:?}: {told}");
        assert!(told.contains(message), "{args:?}: {told}");
    }
    // The best that was found is printed all the same.
    let output = gridlog(&["generate", "latin", "--clues", "1", "--grids", "3"]);
    assert_eq!(verdict(&text(&output)), Verdict::Unique);
}

#[test]
fn positions_have_as_many_moves_to_go_as_wanted() {
    for (rules, args, moves) in
        [("fifteen", "--set r=2 --set c=3", 9), ("fifteen", "--set r=3 --set c=3", 14)]
    {
        let puzzle = made(rules, &format!("{args} --moves {moves} --seed 4"), "");
        assert!(puzzle.ends_with(&format!("expect moves = {moves}.\n")), "{puzzle}");
        let folder = Folder::new();
        let file = folder.file("made.puzzle", &puzzle);
        let output = gridlog(&["solve", file.to_str().expect("a path")]);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains(&format!("{moves} moves, no plan is shorter")), "{told}");
    }
    // Where nobody says how many, the farthest will do.
    let puzzle = made("fifteen", "--set r=2 --set c=2 --grids 9", "");
    assert!(puzzle.contains("expect moves = "), "{puzzle}");
}

#[test]
fn several_puzzles_go_into_a_folder() {
    let folder = Folder::new();
    let into = folder.0.join("made");
    let into = into.to_str().expect("a path");
    let output = gridlog(&["generate", "latin", "--count", "2", "-o", into]);
    assert!(output.status.success() && output.stdout.is_empty());
    for name in ["latin-1.puzzle", "latin-2.puzzle"] {
        let text = std::fs::read_to_string(format!("{into}/{name}")).expect("a puzzle");
        assert_eq!(verdict(&text), Verdict::Unique);
    }
}

#[test]
fn several_puzzles_on_stdout_are_read_again() {
    let folder = Folder::new();
    let three = text(&gridlog(&["generate", "takuzu", "--set", "n=4", "--count", "3"]));
    let file = folder.file("three.puzzle", &three);
    let file = file.to_str().expect("a path");
    for (args, each) in [(&["rate"][..], " steps"), (&["count"], "1\n"), (&["solve", "-f", "line"], "\n")] {
        let output = gridlog(&[args, &[file]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(text(&output).matches(each).count(), 3, "{args:?}: {}", text(&output));
    }
    assert!(gridlog(&["fmt", "--check", file]).status.success());
    assert!(gridlog(&["test", "--accept", file]).status.success());
    assert!(gridlog(&["test", "--check", file]).status.success());
    // A mistake is told with its line.
    let wrong = folder.file("wrong.puzzle", three.replacen("expect unique.\n---", "expect nothing.\n---", 2));
    let told = gridlog(&["solve", wrong.to_str().expect("a path")]);
    assert_eq!(told.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&told.stderr).contains("wrong.puzzle:19:"), "{told:?}");
}

fn minimised(puzzle: &str, args: &[&str]) -> (Option<i32>, String, String) {
    let folder = Folder::new();
    let file = folder.file("it.puzzle", puzzle);
    let output = gridlog(&[&["minimise", file.to_str().expect("a path")], args].concat());
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), text(&output), told)
}

#[test]
fn puzzles_lose_what_they_do_not_need() {
    let full = "use latin with n = 3.\ngiven \"\"\"\n1 2 3\n2 3 1\n3 1 2\n\"\"\".\n";
    let (status, lean, told) = minimised(full, &[]);
    assert_eq!(status, Some(0), "{told}");
    assert!(told.contains("of 9 clues are not needed") && told.contains("alone could go"), "{told}");
    assert_eq!(verdict(&lean), Verdict::Unique);
    for text in weaker(&lean, &[]) {
        assert_eq!(verdict(&text), Verdict::Several, "{lean}\n{text}");
    }
    let (_, again, told) = minimised(&lean, &[]);
    assert_eq!((again.as_str(), told.contains("clues are needed")), (lean.as_str(), true), "{told}");

    let clues = "use mosaic with r = 2, c = 3.\nnumber \"\"\"\n4 4 2\n4 4 2\n\"\"\".\ngiven \"\"\"\nblack . .\n. . .\n\"\"\".\n";
    let (status, lean, told) = minimised(clues, &[]);
    assert_eq!(status, Some(0), "{told}");
    assert_eq!(verdict(&lean), Verdict::Unique);
    for text in weaker(&lean, &[]) {
        assert_eq!(verdict(&text), Verdict::Several, "{lean}\n{text}");
    }
}

#[test]
fn laws_that_a_puzzle_does_not_need_are_listed() {
    let full = "use latin with n = 2.\ngiven \"\"\"\n1 2\n2 1\n\"\"\".\n";
    assert_eq!(minimised(full, &["--laws"]).1, "lines: not needed\n");
    let lean = "use latin with n = 2.\ngiven \"\"\"\n1 .\n. .\n\"\"\".\n";
    assert_eq!(minimised(lean, &["--laws"]).1, "lines: needed\n");
}

#[test]
fn only_puzzles_with_one_solution_are_minimised() {
    let open = "use latin with n = 2.\ngiven \"\"\"\n. .\n. .\n\"\"\".\n";
    let (status, printed, told) = minimised(open, &[]);
    assert_eq!((status, printed.as_str()), (Some(1), ""), "{told}");
    assert!(told.contains("more than one solution"), "{told}");
    let none = "use latin with n = 2.\ngiven \"\"\"\n1 1\n. .\n\"\"\".\n";
    let (status, _, told) = minimised(none, &[]);
    assert_eq!(status, Some(1), "{told}");
    assert!(told.contains("no solution"), "{told}");
}
