//! Every format keeps its promises: listed, known by its texts, the same again after a round trip, safe to read.

use proptest::prelude::*;

use super::{FORMATS, Format, LANGUAGE, Reader, address, detect, named};
use crate::language::puzzle::written::Puzzle;
use crate::language::syntax::print;

/// All puzzles of a text, or the message about the one that is wrong.
fn read(format: &Format, text: &str) -> Result<Vec<Puzzle>, String> {
    format.puzzles(0, text).collect::<Result<_, _>>().map_err(|wrong| wrong.title.clone())
}

#[track_caller]
fn one(format: &Format, text: &str) -> Puzzle {
    let mut puzzles = read(format, text).unwrap_or_else(|wrong| panic!("{}: {wrong}\n{text}", format.name));
    assert_eq!(puzzles.len(), 1, "{}", format.name);
    puzzles.remove(0)
}

fn format(name: &str) -> &'static Format {
    named(name).unwrap_or_else(|| panic!("no format {name}"))
}

#[test]
fn every_file_is_a_format_and_every_format_has_a_file() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/language/puzzle/formats");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.replace('_', "-")))
        .filter(|stem| stem != "tests")
        .collect();
    files.sort();
    // Games of the table have a row of it instead.
    let listed = FORMATS.iter().filter(|format| !matches!(format.read, Reader::Game(_)));
    let mut listed: Vec<&str> = listed.map(|format| format.name).collect();
    listed.sort_unstable();
    assert_eq!(files, listed, "left: files; right: the slice of formats");
}

#[test]
fn examples_survive_every_round_trip() {
    // Where the mines are is told by the game and by no puzzle.
    for format in FORMATS.iter().filter(|format| format.name != "sgt-mines") {
        let puzzle = one(format, format.example);
        let written = format.write(&puzzle).unwrap_or_else(|what| panic!("{}: {what}", format.name));
        assert_eq!(one(format, &written), puzzle, "{} after being written", format.name);
        let own = puzzle.to_string();
        assert_eq!(one(LANGUAGE, &own), puzzle, "{} as a .puzzle:\n{own}", format.name);
        assert_eq!(print::format(0, &own).as_ref(), Ok(&own), "{} is in the common style", format.name);
    }
}

#[test]
fn line_ends_and_marks_of_other_systems_change_nothing() {
    for format in FORMATS {
        let foreign = format!("\u{feff}{}", format.example.replace('\n', "\r\n"));
        assert_eq!(one(format, &foreign), one(format, format.example), "{}", format.name);
    }
}

#[test]
fn formats_are_known_by_their_texts() {
    for format in FORMATS {
        let found: Vec<&str> = detect("<stdin>", format.example).iter().map(|format| format.name).collect();
        let uncertain = ["bordeaux", "sdk", "sdm", "sdx"].contains(&format.name)
            || matches!(format.read, Reader::Game(_));
        let expected = if uncertain { vec![] } else { vec![format.name] };
        assert_eq!(found, expected, "{}", format.example);
    }
    let line = ".".repeat(81);
    let names = |name: &str, text: &str| -> Vec<&str> {
        detect(name, text).iter().map(|format| format.name).collect()
    };
    assert_eq!(names("<stdin>", &line), ["sdm"]);
    assert_eq!(names("list.sdm", "nothing"), ["sdm"]);
    assert_eq!(names("a.b/grid.sdk", "nothing"), ["sdk"]);
    // A board of empty cells has no sign that tells its game.
    assert_eq!(names("<stdin>", "5x5:y"), ["sgt-lightup"]);
    for plain in ["", "0 1\n1 0\n", "1 2 3\n", "grid(2, 2) :: 0..1.\n"] {
        assert!(names("<stdin>", plain).is_empty(), "{plain:?}");
    }
}

#[test]
fn games_are_known_by_the_addresses_of_their_pages() {
    for format in FORMATS {
        let Some(game) = format.name.strip_prefix("sgt-") else { continue };
        let text =
            format!("https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/{game}.html#{}", format.example);
        assert_eq!(address(text.trim()).map(|found| found.name), Some(format.name));
        assert_eq!(one(format, &text), one(format, format.example));
        let found: Vec<&str> = detect("<stdin>", &text).iter().map(|format| format.name).collect();
        assert_eq!(found, [format.name]);
    }
}

#[test]
fn mixtures_of_solo() {
    let cases = [
        ("2x2:1e3b4e2", "sudoku"),
        ("2x2x:p", "diagonal"),
        ("2x2k:p,aa____c_a_aa__b,4a7a7_6a10d6c", "killer"),
        ("4j:p,b_d_ca_____aa", "jigsaw"),
        ("4jx:p,b_d_ca_____aa", "diagonal jigsaw"),
    ];
    let solo = format("sgt-solo");
    for (text, rules) in cases {
        let puzzle = one(solo, text);
        let used: Vec<&str> = puzzle.uses.iter().map(|used| used.name.as_str()).collect();
        assert_eq!(used.join(" "), rules, "{text}");
        assert_eq!(solo.write(&puzzle), Ok(format!("{text}\n")));
    }
}

#[test]
fn ids_of_other_versions_are_the_same_puzzles() {
    let cases = [
        ("sgt-filling", "3x3:000600036", "3x3:c6c36"),
        ("sgt-pegs", "4x1cross:PPHP", "4x1:PPHP"),
        ("sgt-mosaic", "6x4a0h1:b22b45b33a633a22b111", "6x4:b22b45b33a633a22b111"),
        (
            "sgt-undead",
            "4x3de2:3,1,2,LLRbRcRLa,0,0,0,1,2,1,3,1,0,0,2,3,1,1",
            "4x3:3,1,2,LLRbRcRLa,0,0,0,1,2,1,3,1,0,0,2,3,1,1",
        ),
    ];
    for (name, text, usual) in cases {
        assert_eq!(one(format(name), text), one(format(name), usual), "{name}");
    }
}

#[test]
fn wrong_texts_say_what_was_expected() {
    let cases = [
        ("ist", "", "the size of the board"),
        ("sdm", "# nothing\n", "a puzzle"),
        ("ist", "x\n", "the size of the board"),
        ("ist", "2\n0\t1\n", "row 2 of 2"),
        ("ist", "2\n0\t1\n1\n", "2 values in row 2, not 1"),
        ("ist", "2\n0\t3\n1\t1\n", "0, 1, or 2 for an empty cell"),
        ("ist", "1\n0\n0\n", "the end of the text"),
        ("bordeaux", "_ _ _\n", "4, 8, 16, 32 or 64 cells in a row, not 3"),
        ("bordeaux", "____\n____\n____ # no more\n", "row 4 of 4"),
        ("bordeaux", "____\n__O_\n", "0, 1, or _"),
        ("bordeaux", "____\n____\n____\n____\n____\n", "the end of the text"),
        ("pt2", "4 4 1 0\neeee\n", "does not wrap"),
        ("pt2", "4 6 0 0\neeee\n", "square boards"),
        ("pt2", "4 4\neeee\n", "four numbers"),
        ("ufmg", "9 3 2\n", "6, the cells of a box of 3 by 2"),
        ("ufmg", "4 2 2\n1 2 3 5\n", "a number from 1 to 4"),
        ("ufmg", "4 2\n", "three numbers; the rows of a box is missing"),
        ("sdm", "12345\n", "16, 81, 256 or 625 characters, not 5"),
        ("sdm", "1.....5..4.....2\n", "1 to 4, or ."),
        ("sdm", "1.....3..4.....2 x\n", "# and a remark"),
        ("sdk", "1...\n..3.\n", "row 3 of 4"),
        ("non", "width 2\nrows\n1\n", "a line `height`"),
        ("non", "width 2\nheight 1\nrows\n1,1\ncolumns\n1\n0\n", "blocks that fit into 2 cells"),
        ("non", "width 2\nheight 1\nrows\n1\ncolumns\n1\n", "2 lines of blocks under `columns`, not 1"),
        ("sgt-unruly", "6x6:a\n", "a letter: 36 cells are missing"),
        ("sgt-unruly", "6x8:a\n", "a square board"),
        ("sgt-unruly", "6x6#12345\n", "from which only the game makes a board"),
        ("sgt-solo", "2x2:1e3b4e\n", "1 of 16 cells are missing"),
        ("sgt-solo", "2x2:1e5b4e2\n", "a number from 1 to 4"),
        ("sgt-solo", "2x2:1e3b4z\n", "no more than 6 further cells"),
        ("sgt-solo", "4j:p\n", "`,` before the regions"),
        ("sgt-unequal", "4a:0,\n", "adjacent mode"),
        ("sgt-unequal", "2:0L,0,0,0,\n", "a neighbour that is on the board"),
        ("sgt-unequal", "2:0R,0L,0,0,\n", "contradict"),
        ("sgt-towers", "2:1/2/\n", "`/` before clue 2 at the bottom"),
        ("sgt-keen", "2:_3a,\n", "a, s, m or d"),
        ("sgt-pattern", "2x1:1/\n", "`/` before the blocks of line 3 of 3"),
        ("sgt-pattern", "2x1:1//1.1\n", "blocks that fit into 2 cells"),
        ("sgt-singles", "2x2:123\n", "from 1 to 2 for cell 3 of 4"),
        ("sgt-tents", "2x2:d,0,0,0\n", "before the tents of line 4 of 4"),
        ("sgt-lightup", "2x2:aB\n", "2 cells are missing"),
        ("puzzlink", "https://puzz.link/p?slalom/3/3/a\n", "a genre that gridlog has a rule set for"),
        ("puzzlink", "slither/f/3/3/a\n", "no variant `f`, the loop passes all points"),
        ("puzzlink", "slither/v:x/3/3/a\n", "rules that a setter changed"),
        ("puzzlink", "slither/3/a\n", "the height, a number"),
        ("puzzlink", "nurikabe/3/3/z\n", "a gap of no more than 9"),
        ("puzzlink", "nurikabe/3/3/+1\n", "a digit to base 16"),
        ("puzzlink", "nurikabe/3/3/o1\n", "the end of the line"),
        ("puzzlink", "kropki/3/4/0\n", "a square board"),
        ("puzzlink", "sudoku/4/4/.\n", "no sign for one that is not"),
        ("puzzlink", "tatamibari/2/2/5i\n", "it has none for `5`"),
        ("puzzlink", "snake/3/3/000\n", "both ends of the snake"),
        ("puzzlink", "fillomino/2/2/1iv\n", "no borders"),
        ("pzprv3", "nothing\n", "the word pzprv3"),
        ("pzprv3", "pzprv3/slalom/3/3/\n", "a genre that gridlog has a rule set for"),
        ("pzprv3", "pzprv3/lits/3/3/\n", "files of `lits` are not read, addresses are"),
        ("pzprv3", "pzprv3/slither/x/3/\n", "the number of rows"),
        ("pzprv3", "pzprv3/koburin/3/3/o/\n", "no variant `o`, clues outside the loop"),
        ("fpuzzles", "{\"size\":4,\"grid\":[],\"line\":[1]}\n", "there is none for `line`"),
        ("fpuzzles", "{\"size\":99,\"grid\":[]}\n", "a size from 2 to 25"),
        ("fpuzzles", "{\"size\":4,\"grid\":[[{\"givenPencilMarks\":[7]}]]}\n", "a digit, not 7"),
        ("fpuzzles", "https://sudokupad.app/sclAAAAAAAAAAAA\n", "packed as f-puzzles packs it"),
        ("sgt-loopy", "3x3t1:a\n", "`slitherlink` is on squares"),
        ("sgt-loopy", "3x3:z\n", "no more than 9 further places"),
        ("sgt-loopy", "3x3:a5\n", "8 places are missing"),
        ("sgt-bridges", "3x3m3:i\n", "two bridges at most"),
        ("sgt-bridges", "3x3m2L:i\n", "close a ring"),
        ("sgt-net", "3x3w:111111111\n", "do not go over the edge"),
        ("sgt-net", "2x2:13v31\n", "for cell 3 of 4"),
        ("sgt-palisade", "3x3:i\n", "`n` and a number, the `size`"),
        ("sgt-magnets", "2x2:..,..,..,..,LRLL\n", "room for the other one"),
        ("sgt-magnets", "2x2:..,..,..,..,LRRL\n", "behind or below the first one"),
        ("sgt-map", "2x2n2:ab\n", "2 borders are missing"),
        ("sgt-mines", "3x3:0,0,u808\n", "a first cell without a mine"),
        ("sgt-mines", "3x3:r1,u,abc\n", "after the first cell was opened"),
        ("sgt-tracks", "3x3:i,1,1,1,1,1,1\n", "a station, `S`, at the top"),
        ("sgt-fifteen", "2x2:1,2,3\n", "before number 4 of 4"),
        ("sgt-dominosa", "1:012\n", "a digit up to 1 for cell 3 of 6"),
        ("sgt-galaxies", "2x2:y\n", "within the 9 places"),
        ("sgt-rect", "3x3#123\n", "from which only the game makes a board"),
        ("sdx", "1 2 3\n", "a row of 4 or 9 cells, not 3"),
        ("sdx", "1 2 3 5\n", "digits from 1 to 4"),
        ("ipuz", "{\"kind\":[\"http://ipuz.org/crossword#1\"]}\n", "of the kind `sudoku`"),
        ("ipuz", "{\"kind\":[\"http://ipuz.org/sudoku#1\"],\"zones\":[]}\n", "there is none for `zones`"),
        ("webpbn", "<puzzleset></puzzleset>\n", "an element `puzzle`"),
        (
            "webpbn",
            "<puzzle><clues type=\"columns\"><line><count color=\"red\">1</count></line></clues></puzzle>\n",
            "blocks of one colour",
        ),
        ("penpa", "sudoku https://x/penpa-edit/#m=edit&p=AAAA\n", "packed as penpa-edit packs it"),
        ("fpuzzles", "{\"size\":4,\"grid\":[[{\"given\":true,\"value\":7}]]}\n", "a digit from 1 to 4"),
        ("fpuzzles", "https://f-puzzles.com/?load=AAAA\n", "packed as f-puzzles packs it"),
        ("puzzle", "use latin.\nextra: line(L) => sum(L) = 10.\n", "clues and no rules"),
        ("puzzle", "use latin with = 3.\n", "unexpected"),
    ];
    for (name, text, expected) in cases {
        match read(format(name), text) {
            Ok(_) => panic!("{name} reads {text:?}"),
            Err(message) => assert!(message.contains(expected), "{name}, {text:?}: {message}"),
        }
    }
}

#[test]
fn writers_refuse_what_they_cannot_say() {
    let cases = [
        ("ist", "use sudoku.", "the rule set `sudoku`"),
        ("ist", "use takuzu with n = 4.\ndrop rows.", "the law `rows`"),
        ("ist", "use takuzu with n = 4.\nmark(r1c1, 2).", "`mark`"),
        ("ist", "use takuzu with n = 6.\ngiven \"\"\"\n01\n10\n\"\"\".", "another board than 6 by 6"),
        ("bordeaux", "use takuzu with n = 6.", "a board of 6 by 6"),
        ("pt2", "use takuzu with n = 6.\ndrop rows.", "only one of the laws"),
        ("sdm", "use sudoku with r = 2, c = 3.", "boxes of 2 by 3"),
        (
            "non",
            "use nonogram with r = 1, c = 2.\nleft \"1\".\ntop \"1 .\".",
            "a line without a clue in `top`",
        ),
        (
            "sgt-solo",
            "use killer with r = 2, c = 2.\ncage \"\"\"\naabb\naabb\nccaa\ncccc\n\"\"\".",
            "several parts",
        ),
        ("sgt-keen", "use kenken with n = 2.\ncage \"\"\"\naa\naa\n\"\"\".", "without exactly one clue"),
        ("sgt-tents", "use tents.\ntree \"\"\"\nt.\n..\n\"\"\".", "without a number of tents"),
        ("sgt-unruly", "use takuzu with n = 5.", "odd size"),
        ("puzzlink", "use takuzu with n = 6.", "the rule set `takuzu`"),
        ("puzzlink", "use akari.", "size is not told"),
        ("puzzlink", "use akari with r = 2, c = 2, hue = 3.", "the param `hue = 3`"),
        ("puzzlink", "use kropki with n = 2.\ngiven(r1c1, 1).", "`given`"),
        ("puzzlink", "use akari.\nboard \"\"\"\n7.\n..\n\"\"\".", "the number 7"),
        ("puzzlink", "use norinori.\nregion \"\"\"\nab\nba\n\"\"\".", "in several parts"),
    ];
    for (name, text, expected) in cases {
        let refused = format(name).write(&one(LANGUAGE, text));
        assert!(refused.as_ref().is_err_and(|what| what.contains(expected)), "{name}, {text}: {refused:?}");
    }
}

#[test]
fn facts_count_like_drawings() {
    let puzzle = one(LANGUAGE, "use sudoku with r = 2, c = 2.\ngiven(r1c1, 1).\ngiven(cell(4, 4), 2).\n");
    assert_eq!(format("sdm").write(&puzzle), Ok("1..............2\n".to_owned()));
    let puzzle = one(LANGUAGE, "use nonogram with r = 1, c = 2.\nleft(1, [1]).\ntop(1, 1).\ntop(2, 0).\n");
    assert_eq!(format("sgt-pattern").write(&puzzle), Ok("2x1:1//1\n".to_owned()));
}

#[test]
fn a_fact_without_arguments_is_said_without_brackets() {
    let format = format("puzzle");
    let text = "use sudoku.\nfog.\n";
    assert_eq!(read(format, text).map(|puzzles| puzzles[0].to_string()), Ok(text.to_owned()));
}

proptest! {
    /// The same for addresses of every genre, with bodies that nobody wrote.
    #[test]
    fn strange_addresses_do_no_harm(
        genre in 0..super::super::pzpr::count(),
        (wide, high) in (0_usize..14, 0_usize..14),
        body in "[0-9a-zA-Z.%@=+*$/-]{0,60}",
    ) {
        let format = format("puzzlink");
        let text = format!("{}/{wide}/{high}/{body}", super::super::pzpr::name(genre));
        for puzzle in read(format, &text).unwrap_or_default() {
            match format.write(&puzzle) {
                Ok(written) => prop_assert_eq!(read(format, &written), Ok(vec![puzzle]), "{}", text),
                Err(what) => prop_assert!(what.contains("a sum"), "{}: {}", text, what),
            }
        }
    }

    /// Whatever becomes of a text: it is read or refused, what is read can be said, and the same is read again.
    #[test]
    fn torn_texts_do_no_harm(
        number in 0..FORMATS.len(),
        cut in 0_usize..200,
        gone in 0_usize..3,
        more in "[ \t\n0-9a-zA-Z_.,:/#é\u{7}-]{0,4}",
    ) {
        let format = &FORMATS[number];
        let text = format.example;
        let cut = (0..=cut.min(text.len())).rev().find(|&cut| text.is_char_boundary(cut)).unwrap_or(0);
        let rest: String = text[cut..].chars().skip(gone).collect();
        let torn = format!("{}{more}{rest}", &text[..cut]);
        for puzzle in read(format, &torn).unwrap_or_default() {
            if let Ok(written) = format.write(&puzzle) {
                prop_assert_eq!(read(format, &written), Ok(vec![puzzle]), "{}", torn);
            }
        }
        detect("<stdin>", &torn);
    }
}
