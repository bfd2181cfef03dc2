//! Pictures: every sample can be drawn, and some are looked at closely.

mod figures;
mod files;

use std::path::Path;

use gridlog::stages::eval::World;
use gridlog::stages::render::{Scene, View, scene, svg, terminal};
use gridlog::stages::search::Limits;
use gridlog::stages::solve::{Wish, solve};
use gridlog::stages::term::TermId;

use crate::checked::{Checked, Texts, check, name, read};

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

fn drawn(world: &mut World, view: &View<'_>) -> Scene {
    scene(world, view).unwrap_or_else(|wrong| panic!("{wrong:?}"))
}

/// The picture of a puzzle as it is given.
fn puzzle(checked: Checked) -> Scene {
    let mut ground = checked.ground.expect("a puzzle without errors");
    drawn(&mut ground.world, &View::default())
}

/// The picture of its first solution.
fn solution(checked: Checked) -> Scene {
    let wish = Wish { most: Some(1), limits: Limits::default(), seed: 0, checked: None, judged: false };
    let mut found: Option<(Vec<Option<TermId>>, World)> = None;
    let ground = checked.ground.expect("a puzzle without errors");
    let outcome = solve(ground, &wish, &|| false, |values, world| {
        found = Some((values.iter().copied().map(Some).collect(), world.clone()));
    });
    assert!(outcome.is_ok());
    let (values, mut world) = found.expect("a puzzle with a solution");
    drawn(&mut world, &View { values: &values, ..View::default() })
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
    let struck = [(gridlog::stages::unknown::UnknownId(2), one)];
    let reason = world.terms.list(&places[..2]);
    let view = View {
        values: &values,
        candidates: &candidates,
        struck: &struck,
        conclusion: &places[2..3],
        reason: &[reason],
        scope: &places[3..],
    };
    let scene = drawn(world, &view);
    let document = svg::write(&scene);
    assert_eq!(well_formed(&document), Ok(()));
    insta::with_settings!({ omit_expression => true }, {
        let texts = [terminal::write(&scene, false), terminal::write(&scene, true), document];
        insta::assert_snapshot!("step", texts.join("\n").replace('\u{1b}', "\\e"));
    });
}

#[test]
fn candidates_move_clues_aside() {
    let checked = checked("shades.rules", "grid(1, 2) :: 1..3.\ndraw text(r1c1, 7).\ngiven(r1c2, 3).\n");
    let mut ground = checked.ground.expect("a rule set without errors");
    let [one, two, three] = [1, 2, 3].map(|value| ground.world.terms.int(value));
    let candidates = vec![vec![one, two], vec![three]];
    let view = View { candidates: &candidates, ..View::default() };
    let scene = drawn(&mut ground.world, &view);
    assert_eq!(terminal::write(&scene, false), "┏7━━━━┯━━━━━┓\n┃ 12  │  3  ┃\n┗━━━━━┷━━━━━┛\n");
    let coloured = terminal::write(&scene, true);
    assert!(coloured.contains("\u{1b}[2m┃ 12") && coloured.contains("\u{1b}[1m3"), "{coloured:?}");
}
