//! The grammar reads every built-in rule set and sample, and the queries fit the grammar.

use std::fs;
use std::path::{Path, PathBuf};

use tree_sitter::{Language, Node, Parser, Query, QueryCursor, StreamingIterator, Tree};
use tree_sitter_gridlog_check::LANGUAGE;

fn parse(text: &str) -> Tree {
    let mut parser = Parser::new();
    parser.set_language(&LANGUAGE.into()).expect("the layout of tables is known");
    parser.parse(text, None).expect("a tree")
}

fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(path)
}

/// All rule sets and puzzles below a folder.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rules" || ending == "puzzle") {
            found.push(path);
        }
    }
}

/// The first place that could not be read.
fn wrong(node: Node<'_>) -> Option<Node<'_>> {
    if node.is_error() || node.is_missing() {
        return Some(node);
    }
    let mut cursor = node.walk();
    node.children(&mut cursor).filter(Node::has_error).find_map(wrong)
}

#[test]
fn every_built_in_file_is_read_without_error() {
    let mut found = Vec::new();
    files(&project("rules"), &mut found);
    assert!(found.len() > 200, "{} files", found.len());
    for path in found {
        let text = fs::read_to_string(&path).expect("a text");
        let tree = parse(&text);
        if let Some(node) = wrong(tree.root_node()) {
            panic!("{}:{}: {}", path.display(), node.start_position().row + 1, &text[node.byte_range()]);
        }
    }
}

#[test]
fn what_is_wrong_is_an_error() {
    for text in
        ["grid(3).", "a b.", "x: A == B.", "p :- [1, 2.", "param n.", "p(A) :- A < < C.", "given \"\"\" 1"]
    {
        assert!(parse(text).root_node().has_error(), "{text}");
    }
}

#[test]
fn trees_have_the_shape_of_the_grammar() {
    let shown = |text: &str| parse(text).root_node().to_sexp();
    assert_eq!(
        shown("lines: line(L), A in L => not A = r1c2, A \\= 2*n + 1."),
        "(source_file (law name: (name) body: (implication \
         condition: (conjunction (call name: (name) (placeholder)) (membership (placeholder) (placeholder))) \
         consequence: (conjunction (negation (comparison left: (placeholder) right: (cell))) \
         (comparison left: (placeholder) right: (arithmetic (arithmetic (number) (name)) (number)))))))"
    );
    assert_eq!(
        shown("runs([K, ..M | T]) --> 0*, (a, b | {1, 2})+, 1^K ."),
        "(source_file (grammar head: (call name: (name) (list (placeholder) (segment (placeholder)) tail: (placeholder))) \
         (repetition (number)) (repetition (choice (name) (name) (set (number) (number)))) \
         (repetition (number) times: (placeholder))))"
    );
    assert_eq!(
        shown("use größe with n = 4.\n---\n%! Doc.\ngiven \"\"\"\n1 .\n\"\"\".  % end"),
        "(source_file (use set: (name) (setting name: (name) (number))) (separator) (doc) \
         (layer name: (name) (drawing)) (comment))"
    );
}

/// What a query marks in a text: each capture with the text that it marks.
fn marked(query: &str, text: &str) -> Vec<(String, String)> {
    let source =
        fs::read_to_string(project("editors/tree-sitter-gridlog/queries").join(query)).expect("a query");
    let query =
        Query::new(&Language::from(LANGUAGE), &source).unwrap_or_else(|error| panic!("{query}: {error}"));
    let tree = parse(text);
    let mut cursor = QueryCursor::new();
    let mut found = Vec::new();
    let mut captures = cursor.captures(&query, tree.root_node(), text.as_bytes());
    while let Some((matched, at)) = captures.next() {
        let capture = matched.captures()[*at];
        let name = query.capture_names()[capture.index as usize].to_owned();
        found.push((name, text[capture.node.byte_range()].to_owned()));
    }
    found
}

#[test]
fn the_queries_fit_the_grammar() {
    let text = "%! {L} holds all.\nboxes: box(r, c, L), true => distinct(L), A in 1..rows.\ndraw region(L).\nexpect unique.\nlayer \"\"\"\n1\n\"\"\".";
    let found = marked("highlights.scm", text);
    // Of several marks at one place the last one counts.
    let last = |word: &str| found.iter().rev().find(|(_, text)| text == word).map(|(name, _)| name.as_str());
    for (word, wanted) in [
        ("boxes", "function"),
        ("box", "function.builtin"),
        ("distinct", "function.builtin"),
        ("L", "variable"),
        ("true", "constant.builtin.boolean"),
        ("=>", "operator"),
        (",", "punctuation.delimiter"),
        ("in", "keyword.operator"),
        ("rows", "constant.builtin"),
        ("draw", "keyword"),
        ("region", "function.builtin"),
        ("unique", "constant.builtin"),
        ("layer", "label"),
        ("%! {L} holds all.", "comment.documentation"),
    ] {
        assert_eq!(last(word), Some(wanted), "{word}");
    }
    let names = |query, text| marked(query, text).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(names("folds.scm", "given \"\"\"\n1\n\"\"\"."), ["fold"]);
    assert_eq!(names("indents.scm", "p(A) :-\n  cell(A)."), ["indent.begin"]);
    let tags = marked("tags.scm", "p(A) :- q(A).");
    for wanted in
        [("definition.function", "p(A) :- q(A)"), ("name", "p"), ("reference.call", "q(A)"), ("name", "q")]
    {
        assert!(
            tags.iter().any(|(name, text)| (name.as_str(), text.as_str()) == wanted),
            "{wanted:?} in {tags:?}"
        );
    }
}
