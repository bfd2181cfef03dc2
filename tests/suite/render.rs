//! Pictures: every sample can be drawn, and some are looked at closely.

use std::path::Path;
use std::process::Command;

use gridlog::eval::World;
use gridlog::explain::{Effort, Explainer};
use gridlog::program::{FIGURES, Program};
use gridlog::render::page::Page;
use gridlog::render::{Scene, View, plan, scene, steps, svg, terminal};
use gridlog::search::Limits;
use gridlog::solve::{Wish, solve};
use gridlog::term::TermId;

use crate::checked::{Checked, Texts, check, name, project, read};

fn checked(file: &str, text: &str) -> Checked {
    let mut texts = Texts::default();
    texts.0.insert(file.to_owned(), text.to_owned());
    let checked = check(&texts, file, &[]);
    checked.ground();
    checked
}

fn sample(path: &str) -> Checked {
    checked(&name(Path::new(path)), &read(path))
}

fn drawn(program: &Program, world: &mut World, view: &View<'_>) -> Scene {
    scene(program, world, view).unwrap_or_else(|wrong| panic!("{wrong:?}"))
}

/// The picture of a puzzle as it is given.
fn puzzle(checked: Checked) -> Scene {
    let mut ground = checked.ground.expect("a puzzle without errors");
    drawn(&checked.program, &mut ground.world, &View::default())
}

/// The picture of its first solution.
fn solution(checked: Checked) -> Scene {
    let wish = Wish { most: Some(1), limits: Limits::default(), seed: 0, checked: None };
    let mut found: Option<(Vec<Option<TermId>>, World)> = None;
    let ground = checked.ground.expect("a puzzle without errors");
    let outcome = solve(&checked.program, ground, &wish, &|| false, |values, world| {
        found = Some((values.iter().copied().map(Some).collect(), world.clone()));
    });
    assert!(outcome.is_ok());
    let (values, mut world) = found.expect("a puzzle with a solution");
    drawn(&checked.program, &mut world, &View { values: &values, ..View::default() })
}

/// Whether a document is well-formed, as far as ours use XML: elements nest, attributes are quoted, signs are escaped.
fn well_formed(document: &str) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = document;
    let mut roots = 0;
    while let Some((text, tag)) = rest.split_once('<') {
        if text.contains('>') || text.contains('&') && !only_entities(text) {
            return Err(format!("raw sign in {text:?}"));
        }
        let (inside, after) = tag.split_once('>').ok_or("a tag without end")?;
        rest = after;
        if let Some(closed) = inside.strip_prefix('/') {
            if open.pop() != Some(closed) {
                return Err(format!("</{closed}> closes another element"));
            }
            continue;
        }
        let (body, alone) = inside.strip_suffix('/').map_or((inside, false), |body| (body, true));
        let (element, attributes) = body.split_once(' ').unwrap_or((body, ""));
        let parts: Vec<&str> = attributes.split('"').collect();
        if parts.len().is_multiple_of(2)
            || parts.iter().step_by(2).any(|part| !part.is_empty() && !part.ends_with('='))
        {
            return Err(format!("attributes {attributes:?}"));
        }
        roots += usize::from(open.is_empty());
        if !alone {
            open.push(element);
        }
    }
    match (open.is_empty(), roots, rest.trim()) {
        (true, 1, "") => Ok(()),
        other => Err(format!("the document ends badly: {other:?}")),
    }
}

fn only_entities(text: &str) -> bool {
    let known = ["amp;", "lt;", "gt;", "quot;", "#39;"];
    text.split('&').skip(1).all(|rest| known.iter().any(|entity| rest.starts_with(entity)))
}

#[test]
fn the_judge_of_documents_sees_faults() {
    assert_eq!(well_formed("<a x=\"1\"><b/>t&amp;</a>\n"), Ok(()));
    for wrong in ["<a>", "<a></b>", "<a x=1/>", "<a>&</a>", "<a/><a/>", "<a>x > y</a>", "<a x=\"1/>"] {
        assert!(well_formed(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn every_sample_can_be_drawn() {
    let mut count = 0;
    insta::glob!("../../rules", "*/*.puzzle", |path| {
        let text = std::fs::read_to_string(path).expect("a sample");
        let checked = checked(&name(path), &text);
        let has_board = checked.ground().world.size.is_some();
        let scene = puzzle(checked);
        assert_eq!(well_formed(&svg::write(&scene)), Ok(()), "{}", path.display());
        // Queens without a given one have a board all the same; a river has none.
        assert!(!has_board || !terminal::write(&scene, false).is_empty(), "{}", path.display());
        count += 1;
    });
    assert!(count > 100, "{count} samples");
}

/// Rule sets that draw different things, with a puzzle and whether its solution is looked at.
const PICTURES: &[(&str, &str, bool)] = &[
    ("sudoku", "rules/sudoku/six.puzzle", true),
    ("killer", "rules/killer/four.puzzle", false),
    ("kenken", "rules/kenken/easy.puzzle", false),
    ("kakuro", "rules/kakuro/wide.puzzle", true),
    ("futoshiki", "rules/futoshiki/clues.puzzle", false),
    ("kropki", "rules/kropki/easy.puzzle", false),
    ("thermo", "rules/thermo/easy.puzzle", false),
    ("arrow", "rules/arrow/easy.puzzle", false),
    ("skyscrapers", "rules/skyscrapers/four.puzzle", true),
    ("nonogram", "rules/nonogram/open.puzzle", true),
    ("littlekiller", "rules/littlekiller/easy.puzzle", false),
    ("slitherlink", "rules/slitherlink/easy.puzzle", true),
    ("masyu", "rules/masyu/easy.puzzle", true),
    ("hashi", "rules/hashi/easy.puzzle", true),
    ("heyawake", "rules/heyawake/easy.puzzle", true),
    ("akari", "rules/akari/easy.puzzle", true),
    ("tents", "rules/tents/easy.puzzle", true),
    ("shikaku", "rules/shikaku/easy.puzzle", true),
    ("fillomino", "rules/fillomino/easy.puzzle", true),
    ("queens", "rules/queens/corner.puzzle", true),
];

#[test]
fn pictures_look_as_they_should() {
    for &(rules, path, solved) in PICTURES {
        let mut shown = terminal::write(&puzzle(sample(path)), false);
        if solved {
            shown.push_str(&terminal::write(&solution(sample(path)), false));
        }
        insta::with_settings!({ snapshot_suffix => rules, omit_expression => true }, {
            insta::assert_snapshot!("text", shown);
        });
    }
}

#[test]
fn documents_are_as_they_were() {
    for (rules, scene) in [
        ("kakuro", solution(sample("rules/kakuro/wide.puzzle"))),
        ("hashi", solution(sample("rules/hashi/easy.puzzle"))),
        ("thermo", puzzle(sample("rules/thermo/easy.puzzle"))),
        ("skyscrapers", puzzle(sample("rules/skyscrapers/four.puzzle"))),
    ] {
        let document = svg::write(&scene);
        assert_eq!(well_formed(&document), Ok(()));
        insta::with_settings!({ snapshot_suffix => rules, omit_expression => true }, {
            insta::assert_snapshot!("svg", document);
        });
    }
}

/// A step: three cells known, candidates in the others, one of which is ruled out.
#[test]
fn steps_are_highlighted() {
    let checked = checked("wide.rules", "grid(2, 3) :: 1..3.\nrows: row(_, L) => distinct(L).\n");
    let mut ground = checked.ground.expect("a rule set without errors");
    let world = &mut ground.world;
    let [one, two, three] = [1, 2, 3].map(|value| world.terms.int(value));
    let values = [Some(one), Some(two), None, Some(three), None, None];
    let candidates = vec![vec![three], vec![], vec![three], vec![], vec![one, two], vec![one, two]];
    let places: Vec<TermId> = world.unknowns.iter().map(|unknown| unknown.place).collect();
    let struck = [(gridlog::eval::UnknownId(2), one)];
    let reason = world.terms.list(&places[..2]);
    let view = View {
        values: &values,
        candidates: &candidates,
        struck: &struck,
        conclusion: &places[2..3],
        reason: &[reason],
        scope: &places[3..],
    };
    let scene = drawn(&checked.program, world, &view);
    let document = svg::write(&scene);
    assert_eq!(well_formed(&document), Ok(()));
    insta::with_settings!({ omit_expression => true }, {
        let texts = [terminal::write(&scene, false), terminal::write(&scene, true), document];
        insta::assert_snapshot!("step", texts.join("\n").replace('\u{1b}', "\\e"));
    });
}

/// Each figure: hints, then what the document and the characters must hold.
const FIGURED: &[(&str, &str, &str, &str)] = &[
    ("region", "draw region([r1c1, r1c2]).", "<path d=\"M0 60L60 60\"/>", "┣━━━┿━━━╃───┨"),
    ("region", "draw region([r1c1, r2c1], dashed).", "stroke-dasharray", "┃   ├───┼───┨"),
    ("border", "draw border(r1c1, r1c2).", "<path d=\"M60 0L60 60\"/>", "┃   ┃   │   ┃"),
    ("shade", "draw shade(r1c2, black).", "fill=\"#333333\"", "┃   │███│   ┃"),
    ("line", "draw line([r1c1, r1c2], blue).", "d=\"M30 30L90 30\"", "┃ ╺━━━╸ │   ┃"),
    ("line", "draw line({r1c1, r1c2}, double, blue).", "d=\"M30 26L90 26\"", "┃ ╺═══╸ │   ┃"),
    ("line", "draw line([dot(0, 0), dot(2, 2)], grey).", "d=\"M0 0L120 120\"", "┠───╲───┼───┨"),
    ("line", "draw line([r1c1, r1c3], arrow).", "d=\"M141 39L150 30L141 21\"", "┃ ╺━━━━━━→╸ ┃"),
    ("line", "draw line([r1c1, r2c2], arrow, grey).", "d=\"M78 90L90 90L90 78\"", "┠───↘───┼───┨"),
    ("circle", "draw circle({r1c1, r1c2}).", "<circle cx=\"60\" cy=\"30\" r=\"8\"", "┃   ○   │   ┃"),
    ("square", "draw square(r1c1).", "<polygon", "┃ ■ │   │   ┃"),
    ("triangle", "draw triangle(r1c1).", "<polygon", "┃ ▲ │   │   ┃"),
    ("star", "draw star(r1c1).", "<polygon", "┃ ★ │   │   ┃"),
    ("cross", "draw cross(r1c1, red).", "stroke=\"#cc2222\"", "┃ × │   │   ┃"),
    ("text", "draw text(r1c1, [1, \"+\"]).", ">1+</text>", "┃ 1+  │     │     ┃"),
    ("text", "draw text(r1c1, 12, upleft).", "font-size=\"16\" fill=\"#000000\">12</text>", "┏12━┯━━━┯━━━┓"),
    ("outside", "draw outside(left, 1, [1, 2]).", ">2</text>", "1 2 ┃   │   │   ┃"),
    ("value", "given(r1c1, 1). draw value(1, \"♛\").", ">♛</text>", "┃ ♛ │   │   ┃"),
    ("board", "draw board(dots).", "<circle cx=\"180\" cy=\"120\" r=\"3\"/>", "·   ·   ·   ·"),
];

#[test]
fn every_figure_is_drawn_both_ways() {
    for figure in FIGURES {
        assert!(FIGURED.iter().any(|(name, ..)| *name == figure.name()), "{}", figure.name());
    }
    for (_, hint, element, row) in FIGURED {
        let scene = puzzle(checked("figure.rules", &format!("grid(2, 3) :: 0..1.\n{hint}\n")));
        let (document, text) = (svg::write(&scene), terminal::write(&scene, false));
        assert_eq!(well_formed(&document), Ok(()), "{hint}");
        assert!(document.contains(element), "{hint}\n{document}");
        assert!(text.lines().any(|line| line == *row), "{hint}\n{text}");
    }
}

/// A rule set that says nothing of pictures, with facts of every shape.
const UNSAID: &str = "grid(3, 4) :: 1..4.
input zone(Cell, Name).  input total(Name, Sum).  input sign(Cell, Cell, Sign).  input beside(Cell, Cell).
input path(Cells).       input hint(Cell, Text).  input mines(Count).            input dark(Cell).
zone \"\"\"
aabb
aabb
cccc
\"\"\".
total(b, 12).  sign(r1c1, r1c2, \"<\").  beside(r2c2, r3c2).  path([r3c3, r3c4, r2c4]).
hint(r2c1, 3).  mines(5).  dark(r3c1).
";

#[test]
fn facts_are_drawn_without_a_hint() {
    let text = terminal::write(&puzzle(checked("unsaid.rules", UNSAID)), false);
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!("unsaid", text) });
    // As soon as a hint reads an input, it is drawn as the hint says and in no other way.
    let hinted = format!("{UNSAID}draw circle({{A, B}}, black) :- sign(A, B, _).\n");
    let hinted = terminal::write(&puzzle(checked("unsaid.rules", &hinted)), false);
    assert!(text.contains('<') && !hinted.contains('<') && hinted.contains('●'), "{hinted}");
}

#[test]
fn candidates_move_clues_aside() {
    let checked = checked("shades.rules", "grid(1, 2) :: 1..3.\ndraw text(r1c1, 7).\ngiven(r1c2, 3).\n");
    let mut ground = checked.ground.expect("a rule set without errors");
    let [one, two, three] = [1, 2, 3].map(|value| ground.world.terms.int(value));
    let candidates = vec![vec![one, two], vec![three]];
    let view = View { candidates: &candidates, ..View::default() };
    let scene = drawn(&checked.program, &mut ground.world, &view);
    assert_eq!(terminal::write(&scene, false), "┏7━━━━┯━━━━━┓\n┃ 12  │  3  ┃\n┗━━━━━┷━━━━━┛\n");
    let coloured = terminal::write(&scene, true);
    assert!(coloured.contains("\u{1b}[2m┃ 12") && coloured.contains("\u{1b}[1m3"), "{coloured:?}");
}

#[test]
fn plans_are_drawn_move_by_move() {
    let checked = sample("rules/lightsout/three.puzzle");
    let ground = checked.ground.expect("a puzzle without errors");
    let wish = gridlog::moves::Wish::default();
    let found = gridlog::moves::plan::solve(&checked.program, ground, &wish, &|| false, &mut |_| {});
    let (report, mut world) = found.expect("a plan");
    let leaves = plan(&checked.program, &mut world, &report).expect("pictures");
    let texts: Vec<String> = leaves.iter().map(|leaf| leaf.characters(false)).collect();
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!("plan", texts.join("\n")) });
    let sheet = svg::sheet(&leaves);
    assert_eq!(well_formed(&sheet), Ok(()));
    assert_eq!(sheet.matches("<svg ").count(), 1 + leaves.len());
}

#[test]
fn explanations_are_pages() {
    let text =
        "grid(2, 2) :: 1..2.\n%! {L} holds each once.\nlines: line(L) => distinct(L).\ngiven(r1c1, 1).\n";
    let checked = checked("two.rules", text);
    let ground = checked.ground.expect("a rule set without errors");
    let mut explainer = Explainer::new(&checked.program, ground).expect("rules that can be solved");
    let givens = explainer.givens();
    let explanation = explainer.explain(&givens, Effort::default(), &|| false).expect("an explanation");
    let leaves = steps(&explainer, &explanation, 0).expect("pictures");
    assert_eq!(leaves.len(), explanation.steps.len());
    let mut page = Page::new("<two>");
    page.legend();
    page.leaf(&leaves[0]);
    let page = page.finish();
    assert!(leaves.iter().all(|leaf| well_formed(&svg::write(&leaf.scene)) == Ok(())));
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!("page", page) });
}

#[test]
fn texts_are_escaped() {
    let text = "grid(1, 2) :: {a, \"<b>\"}.\nlaw: cell(A) => A = A.\ndraw text(r1c1, \"<&'>\").\n\
                draw value(a, \"x&y\").\ngiven(r1c2, a).\n";
    let document = svg::write(&puzzle(checked("escapes.rules", text)));
    assert_eq!(well_formed(&document), Ok(()));
    assert!(document.contains(">&lt;&amp;&#39;&gt;</text>"), "{document}");
    assert!(document.contains(">x&amp;y</text>"), "{document}");
}

#[test]
fn hints_that_cannot_be_drawn_are_told() {
    for (hint, why) in [
        ("draw shade(A, pink) :- cell(A).", "neither a style nor a colour"),
        ("draw text(3, 4).", "no place"),
        ("draw border(r1c1, r2c2).", "do not share a side"),
        ("draw outside(north, 1, 2).", "the sides are"),
        ("draw board(tiles).", "lines, dots or nothing"),
        ("draw region([r1c1, 7]).", "no list of cells"),
    ] {
        let checked = checked("hint.rules", &format!("grid(2, 2) :: 0..1.\n{hint}\n"));
        let mut ground = checked.ground.expect("a rule set without errors");
        let wrong = scene(&checked.program, &mut ground.world, &View::default()).expect_err(hint);
        assert_eq!(wrong.code, "E507", "{hint}");
        assert!(format!("{wrong:?}").contains(why), "{wrong:?}");
    }
}

/// The picture in the manual is the one that the command beside it draws.
#[test]
fn the_manual_shows_what_is_drawn() {
    let page = read("docs/drawing.md");
    let command = page
        .split("`gridlog ")
        .find_map(|rest| rest.split_once(" -o docs/killer.svg`").map(|(command, _)| command.to_owned()));
    let command = command.expect("the command that drew the picture");
    let output = Command::new(env!("CARGO_BIN_EXE_gridlog"))
        .args(command.split(' '))
        .current_dir(project(""))
        .output()
        .expect("the program runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), read("docs/killer.svg"));
}

#[test]
fn the_ending_of_a_file_says_how_to_draw() {
    let folder = std::env::temp_dir().join(format!("gridlog-endings-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gridlog"));
        command.args(args).current_dir(&folder).output().expect("the program runs")
    };
    let sample = |name: &str| project(name).display().to_string();
    let (sudoku, lights) = (sample("rules/sudoku/six.puzzle"), sample("rules/lightsout/three.puzzle"));
    for (args, file, start) in [
        (vec!["render", &sudoku], "a.svg", "<svg "),
        (vec!["render", &sudoku, "--step", "2"], "a.svg", "<svg "),
        (vec!["render", &sudoku, "--step", "2"], "a.txt", "2. "),
        (vec!["render", &lights, "--step", "2"], "a.txt", "2. press("),
        (vec!["render", &lights, "--solution"], "a.svg", "<svg "),
        (vec!["render", &sudoku, &lights], "a.html", "<!DOCTYPE html>"),
        (vec!["explain", &sudoku], "a.html", "<!DOCTYPE html>"),
        (vec!["explain", &sudoku], "a.json", "["),
        (vec!["explain", &sudoku], "a.txt", "1. "),
    ] {
        let ran = run(&[&args[..], &["-o", file]].concat());
        assert_eq!(ran.status.code(), Some(0), "{args:?} {file}: {}", String::from_utf8_lossy(&ran.stderr));
        assert!(read(folder.join(file)).starts_with(start), "{args:?} {file}");
    }
    for args in [["render", &sudoku, "-o", "a.png"], ["explain", &sudoku, "-o", "a.pdf"]] {
        let ran = run(&args);
        assert_eq!(ran.status.code(), Some(2), "{args:?}");
        assert!(String::from_utf8_lossy(&ran.stderr).contains("should end in"), "{args:?}");
        assert!(!folder.join(args[3]).exists(), "{args:?}");
    }
    assert_eq!(run(&["render", &sudoku, "--step", "999"]).status.code(), Some(1));
    assert_eq!(run(&["render", &lights, "--candidates"]).status.code(), Some(2));
    std::fs::remove_dir_all(&folder).expect("the folder is there");
}

#[test]
fn files_hold_one_picture() {
    let file = std::env::temp_dir().join(format!("gridlog-render-{}.svg", std::process::id()));
    let sample = project("rules/hashi/easy.puzzle");
    let render = |puzzles: &[&Path]| {
        Command::new(env!("CARGO_BIN_EXE_gridlog"))
            .arg("render")
            .args(puzzles)
            .arg("-o")
            .arg(&file)
            .output()
            .expect("the program runs")
    };
    assert_eq!(render(&[&sample, &sample]).status.code(), Some(2));
    assert_eq!(render(&[&sample]).status.code(), Some(0));
    assert_eq!(well_formed(&read(&file)), Ok(()));
    std::fs::remove_file(&file).expect("the file is there");
}
