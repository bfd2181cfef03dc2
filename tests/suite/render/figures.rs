//! What hints draw, and what is drawn without any.

use gridlog::stages::program::FIGURES;
use gridlog::stages::render::{Scene, View, scene, svg, terminal};

use super::{checked, puzzle, solution, well_formed};

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
    ("line", "draw line([r1c1, r1c2], short, blue).", "d=\"M51 30L69 30\"", "┃ ╺━━━╸ │   ┃"),
    ("circle", "draw circle({r1c1, r1c2}).", "<circle cx=\"60\" cy=\"30\" r=\"8\"", "┃   ○   │   ┃"),
    ("square", "draw square(r1c1).", "<polygon", "┃ ■ │   │   ┃"),
    ("triangle", "draw triangle(r1c1).", "<polygon", "┃ ▲ │   │   ┃"),
    ("star", "draw star(r1c1).", "<polygon", "┃ ★ │   │   ┃"),
    ("cross", "draw cross(r1c1, red).", "stroke=\"#cc2222\"", "┃ × │   │   ┃"),
    ("tree", "draw tree(r1c1).", "<polygon", "┃ ♣ │   │   ┃"),
    ("tent", "draw tent(r1c1).", "<polygon", "┃ ▲ │   │   ┃"),
    ("text", "draw text(r1c1, [1, \"+\"]).", ">1+</text>", "┃ 1+  │     │     ┃"),
    ("text", "draw text(r1c1, 12, upleft).", "font-size=\"16\" fill=\"#000000\">12</text>", "┏12━┯━━━┯━━━┓"),
    (
        "text",
        "draw circle(dot(1, 1)). draw text(dot(1, 1), 3).",
        "<circle cx=\"60\" cy=\"60\" r=\"14\"",
        "┠───3───┼───┨",
    ),
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

/// What is given between two places is seen on paper, whatever the hints say of values; what was found is seen where no hint
/// draws lines.
#[test]
fn values_between_places_are_drawn() {
    const TIES: &str = "grid(1, 3).\ntie({A, B}) :: 0..3 :- adjacent(A, B).\n";
    const LINES: &str = "draw line({A, B}, blue) :- tie({A, B}) = 2.\n";
    let row = |scene: &Scene| terminal::write(scene, false).lines().nth(1).unwrap_or_default().to_owned();
    for (given, hint, drawn) in [
        ("0", "", "┃   ×   │   ┃"),
        ("1", "", "┃ ╺━━━╸ │   ┃"),
        ("2", "", "┃ ╺═══╸ │   ┃"),
        ("3", "", "┃   3   │   ┃"),
        ("0", "draw value(0, \"o\").", "┃   o   │   ┃"),
        ("0", LINES, "┃   ×   │   ┃"),
        ("2", LINES, "┃ ╺━━━╸ │   ┃"),
        ("1", "draw border(A, B) :- adjacent(A, B), tie({A, B}) = 1.", "┃   ┃   │   ┃"),
    ] {
        let text = format!("{TIES}given(tie({{r1c1, r1c2}}), {given}).\n{hint}");
        let found = row(&puzzle(checked("given.rules", &text)));
        assert_eq!(found, drawn, "{given} {hint}");
    }
    let law = "set: tie({r1c1, r1c2}) = 1, tie({r1c2, r1c3}) = 0.\n";
    for (hint, drawn) in [("", "┃ ╺━━━╸ │   ┃"), (LINES, "┃   │   │   ┃")] {
        let text = format!("{TIES}{law}{hint}");
        assert_eq!(row(&solution(checked("found.rules", &text))), drawn, "{hint}");
    }
}

/// A rule set that says nothing of pictures, with facts of every shape.
const UNSAID: &str = "grid(3, 4) :: 1..4.
input zone(Cell, Name).  input total(Name, Sum).  input sign(Cell, Cell, Sign).  input beside(Cell, Cell).
input route(Cells).       input hint(Cell, Text).  input mines(Count).            input dark(Cell).
zone \"\"\"
aabb
aabb
cccc
\"\"\".
total(b, 12).  sign(r1c1, r1c2, \"<\").  beside(r2c2, r3c2).  route([r3c3, r3c4, r2c4]).
hint(r2c1, 3).  mines(5).  dark(r3c1).
";

#[test]
fn facts_are_drawn_without_a_hint() {
    let text = terminal::write(&puzzle(checked("unsaid.rules", UNSAID)), false);
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!("unsaid", text) });
    // Letters in some cells are regions if they stand together, and words if not; numbers are words.
    for (layer, region) in [("aa.\n..b\n..b", true), ("aa.\n...\n..a", false), ("11.\n...\n...", false)] {
        let text = format!("grid(3, 3) :: 1..3.\ninput zone(Cell, Name).\nzone \"\"\"\n{layer}\n\"\"\".\n");
        let scene = puzzle(checked("layer.rules", &text));
        assert_eq!((scene.regions.is_empty(), scene.notes.is_empty()), (!region, region), "{layer}");
    }
    // As soon as a hint reads an input, it is drawn as the hint says and in no other way.
    let hinted = format!("{UNSAID}draw circle({{A, B}}, black) :- sign(A, B, _).\n");
    let hinted = terminal::write(&puzzle(checked("unsaid.rules", &hinted)), false);
    assert!(text.contains('<') && !hinted.contains('<') && hinted.contains('●'), "{hinted}");
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
        let wrong = scene(&mut ground.world, &View::default()).expect_err(hint);
        assert_eq!(wrong.code, "E507", "{hint}");
        assert!(format!("{wrong:?}").contains(why), "{wrong:?}");
    }
}
