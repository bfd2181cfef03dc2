//! What people and programs get to see, for well-behaved and for hostile texts.

use super::*;

fn one(text: &str) -> Sources {
    let mut sources = Sources::default();
    sources.add("a.rules", text);
    sources
}

/// Renders plainly and checks what must hold whatever the input was.
fn shown(diagnostic: Diagnostic, sources: &Sources) -> String {
    let text = text(&[diagnostic], sources, false);
    assert!(text.chars().all(|found| found == '\n' || !found.is_control()), "{text:?}");
    assert!(!text.contains(['\u{202e}', '\u{2066}']), "{text:?}");
    assert!(text.len() < 4000, "too long: {}", text.len());
    text
}

#[test]
fn shows_title_excerpt_notes_and_diff() {
    let sources = one("param n = 4.\nsmall: cell(A) => A <= n.\n");
    let place = Span::new(0, 33, 35);
    let diagnostic = Diagnostic::error("E102", "write `=<` instead of `<=`")
        .at(place, "an operator of another language")
        .at(Span::new(0, 6, 7), "declared here")
        .say("it points at the smaller one")
        .mend("write `=<`", place, "=<");
    let text = shown(diagnostic, &sources);
    for part in [
        "error[E102]: write `=<` instead of `<=`",
        "a.rules:2:21",
        "2 | small: cell(A) => A <= n.",
        "^^ an operator of another language",
        "- declared here",
        "note: it points at the smaller one",
        "help: write `=<`",
        "2 + small: cell(A) => A =< n.",
    ] {
        assert!(text.contains(part), "{part:?} is missing in\n{text}");
    }
}

#[test]
fn labels_in_two_sources_show_both() {
    let mut sources = one("use b.\n");
    let second = sources.add("b.rules", "\n\nlines: line(L).\n");
    let diagnostic = Diagnostic::warning("W1", "twice")
        .at(Span::new(0, 0, 3), "here")
        .at(Span::new(second, 2, 7), "there");
    let text = shown(diagnostic, &sources);
    assert!(text.contains("a.rules:1:1") && text.contains("b.rules:3:1"), "{text}");
    assert!(text.contains("- there") && text.contains("warning[W1]: twice"), "{text}");
}

#[test]
fn hostile_spans_do_no_harm() {
    for source in ["", "\n", "é", "a\r\nb\r\n", "\t\u{1F600}", "x.\n\n\n"] {
        let sources = one(source);
        for (start, end) in [(0, 0), (0, 1), (1, 1), (1, 2), (2, 1), (3, 400), (4_000_000_000, 4_000_000_001)]
        {
            let span = Span { source: 0, start, end };
            let diagnostic =
                Diagnostic::error("E1", "t").at(span, "l").at(span, "").mend("h", span, "new\ntext");
            shown(diagnostic.clone(), &sources);
            json(&[diagnostic], &sources);
        }
    }
}

#[test]
fn escape_characters_never_get_through() {
    let mut sources = Sources::default();
    let evil = "\x1b[31m\u{9b}2J\u{202e}\x07\r\x7f";
    sources.add(evil, format!("a {evil} b."));
    let span = Span::new(0, 2, 8);
    let text = shown(Diagnostic::error("E1", evil).at(span, evil).say(evil).mend(evil, span, evil), &sources);
    assert!(text.contains("b."), "{text}");
}

#[test]
fn a_huge_line_is_cut_and_its_column_is_right() {
    let mut sources = one(&"p(1). ".repeat(200_000));
    let diagnostics: Vec<_> =
        (0..60).map(|_| Diagnostic::error("E1", "t").at(Span::new(0, 600_000, 600_004), "l")).collect();
    let begin = std::time::Instant::now();
    let all = text(&diagnostics, &sources, true);
    assert!(begin.elapsed().as_secs() < 10, "slow: {:?}", begin.elapsed());
    assert!(all.ends_with("\nand 10 more\n"));
    let text = shown(diagnostics[0].clone(), &sources);
    assert!(text.contains("a.rules:1:600001"), "{text}");
    sources.add("b.rules", "x".repeat(100_000));
    let far =
        Diagnostic::error("E1", "t").at(Span::new(1, 0, 1), "one").at(Span::new(1, 90_000, 90_001), "two");
    let text = shown(far, &sources);
    assert!(text.contains("one") && text.contains("two"), "{text}");
}

#[test]
fn diagnostics_without_a_place_are_shown_too() {
    assert_eq!(
        shown(Diagnostic::note("N1", "all is well").help("rest"), &one("")),
        "note[N1]: all is well\n |\n = help: rest\n"
    );
    assert_eq!(text(&[], &one(""), false), "");
}

#[test]
fn the_summary_counts_each_kind() {
    let all = [Diagnostic::error("E1", ""), Diagnostic::warning("W1", ""), Diagnostic::error("E2", "")];
    assert_eq!(summary(&all), "2 errors, 1 warning");
    assert_eq!(summary(&[]), "");
}

#[test]
fn json_has_every_field() {
    let sources = one("é.\nab.\n");
    let diagnostic =
        Diagnostic::error("E1", "t").at(Span::new(0, 4, 6), "l").say("n").mend("h", Span::new(0, 6, 6), "x");
    let expected = serde_json::json!([{
        "code": "E1", "severity": "error", "message": "t", "file": "a.rules",
        "span": { "line": 2, "column": 1, "end_line": 2, "end_column": 3, "start": 4, "end": 6 },
        "label": "l", "also": [], "notes": ["n"], "help": "h",
        "edits": [{
            "file": "a.rules", "text": "x",
            "span": { "line": 2, "column": 3, "end_line": 2, "end_column": 3, "start": 6, "end": 6 },
        }],
    }]);
    assert_eq!(serde_json::to_value(json(&[diagnostic], &sources)).ok(), Some(expected));
}
