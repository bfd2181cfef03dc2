//! Many pictures at once: plans, pages, and the files that the command line writes.

use std::path::Path;
use std::process::Command;

use gridlog::stages::explain::{Effort, Explainer};
use gridlog::stages::render::page::Page;
use gridlog::stages::render::{Summary, opening, plan, steps, svg};

use super::{checked, sample, well_formed};
use crate::checked::{project, read};

#[test]
fn plans_are_drawn_move_by_move() {
    let checked = sample("rules/lightsout/three.puzzle");
    let ground = checked.ground.expect("a puzzle without errors");
    let wish = gridlog::stages::moves::Wish::default();
    let found = gridlog::stages::moves::plan::solve(ground, &wish, &|| false, &mut |_| {});
    let (report, mut world) = found.expect("a plan");
    let leaves = plan(&mut world, &report).expect("pictures");
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
    let mut explainer = Explainer::new(ground).expect("rules that can be solved");
    let givens = explainer.givens();
    let explanation = explainer.explain(&givens, Effort::default(), &|| false).expect("an explanation");
    let leaves = steps(&explainer, &explanation, 0).expect("pictures");
    assert_eq!(leaves.len(), explanation.steps.len());
    assert!(leaves.iter().all(|leaf| well_formed(&svg::write(&leaf.scene)) == Ok(())));
    let mut page = Page::new("<two>");
    page.legend();
    page.leaf(&leaves[0]);
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!("page", body(&page.finish())) });
    let mut page = Page::new("two");
    page.heading("two");
    let all: Vec<_> = [opening(&explainer).expect("a picture")].into_iter().chain(leaves).collect();
    page.series(&all, Some(&Summary::new(&explanation, "solved in 3 steps, trivial")));
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!("steps", body(&page.finish())) });
}

/// A page without its style and script, which are files of their own.
fn body(page: &str) -> String {
    let (_, body) = page.split_once("<body>").expect("a body");
    let script = body.find("<script>").unwrap_or(body.len());
    body[..script].to_owned()
}

/// What the pictures of an explanation share is written once.
#[test]
fn pages_of_many_steps_are_small() {
    for (puzzle, most) in [
        ("rules/killer/hard.puzzle", 150_000),
        ("rules/arrow/hard.puzzle", 500_000),
        ("rules/takuzu/twenty.puzzle", 250_000),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_gridlog"))
            .args(["explain", puzzle, "-f", "html"])
            .current_dir(project(""))
            .output()
            .expect("the program runs");
        let page = String::from_utf8(output.stdout).expect("a text");
        assert!(page.len() < most, "{puzzle}: {} bytes", page.len());
        let refers = |name: &str| page.contains(&format!("<g id=\"{name}\">"));
        let names = page.split("<use href=\"#").skip(1).filter_map(|rest| rest.split_once('"'));
        assert!(names.clone().count() > 100 && names.clone().all(|(name, _)| refers(name)), "{puzzle}");
        let links = page.split("<a href=\"#").skip(1).filter_map(|rest| rest.split_once('"'));
        assert!(
            links.into_iter().all(|(name, _)| page.contains(&format!("<article id=\"{name}\">"))),
            "{puzzle}"
        );
    }
}

/// A picture beside a text is the one that the command named there draws.
#[test]
fn the_manual_shows_what_is_drawn() {
    for (page, picture) in [("docs/drawing.md", "docs/killer.svg"), ("README.md", "docs/step.svg")] {
        let text = read(page);
        let end = format!(" -o {picture}`");
        let command =
            text.split("`gridlog ").find_map(|rest| rest.split_once(&end).map(|(command, _)| command));
        let output = Command::new(env!("CARGO_BIN_EXE_gridlog"))
            .args(command.expect("the command that drew the picture").split_whitespace())
            .current_dir(project(""))
            .output()
            .expect("the program runs");
        assert_eq!(String::from_utf8_lossy(&output.stdout), read(picture), "{page}");
    }
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
    for args in [["render", &sudoku, "-o", "a.gif"], ["explain", &sudoku, "-o", "a.pdf"]] {
        let ran = run(&args);
        assert_eq!(ran.status.code(), Some(2), "{args:?}");
        assert!(String::from_utf8_lossy(&ran.stderr).contains("should end in"), "{args:?}");
        assert!(!folder.join(args[3]).exists(), "{args:?}");
    }
    for command in ["render", "explain"] {
        assert_eq!(run(&[command, "missing.puzzle", "-o", "b.html"]).status.code(), Some(4), "{command}");
        assert!(!folder.join("b.html").exists(), "{command} leaves an empty file");
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

/// Letters as outlines need no font; a PNG is made by a program that was built for it, and else it is told how to get one.
#[test]
fn letters_are_drawn_where_fonts_may_lack() {
    let folder = std::env::temp_dir().join(format!("gridlog-outlines-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gridlog"));
        let output = command.current_dir(&folder).args(["render", "killer/hard"]).args(args).output();
        output.expect("a run")
    };
    let drawn = run(&["-f", "svg", "--outlines"]);
    let drawn = String::from_utf8(drawn.stdout).expect("text");
    assert_eq!(well_formed(&drawn), Ok(()));
    assert!(!drawn.contains("<text") && drawn.contains("stroke-linecap"));
    assert_eq!(run(&["-f", "text", "--outlines"]).status.code(), Some(2));
    assert_eq!(run(&["-f", "png"]).status.code(), Some(2), "a PNG goes into a file");
    let made = run(&["-o", "it.png"]);
    let file = std::fs::read(folder.join("it.png")).ok();
    std::fs::remove_dir_all(&folder).expect("the folder");
    if cfg!(feature = "png") {
        assert_eq!(made.status.code(), Some(0));
        assert!(file.is_some_and(|bytes| bytes.starts_with(b"\x89PNG\r\n")));
    } else {
        let told = String::from_utf8(made.stderr).expect("text");
        assert!(made.status.code() == Some(2) && told.contains("--features png"), "{told}");
        assert!(file.is_none());
    }
}
