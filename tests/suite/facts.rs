//! The one table of the language, `src/language/facts.rs`: it knows what the lexer, the resolver and the prelude know, and the
//! tables of the manual are made from it. `INSTA_UPDATE=always` writes them anew.

mod words;

use std::collections::BTreeSet;
use std::fs;

use gridlog::stages::facts::{self, FACTS, Fact, Kind};
use gridlog::stages::program::{Construct, FIGURES};
use gridlog::stages::syntax::ast::StatementKind;
use gridlog::stages::syntax::parse::parse;

use crate::checked::{Texts, check, read};

/// The tables of the manual: where, what it is called there, its header, and the facts in it.
const TABLES: &[(&str, &str, &str, Kind)] = &[
    ("docs/language.md", "statements", "statement | meaning", Kind::Statement),
    ("docs/language.md", "goals", "goal | meaning", Kind::Goal),
    ("docs/language.md", "patterns", "in a pattern | meets", Kind::Pattern),
    ("docs/language.md", "arithmetic", "written | value", Kind::Arithmetic),
    ("docs/language.md", "functions", "function | value", Kind::Function),
    ("docs/language.md", "constraints", "built in | meaning", Kind::Constraint),
    ("docs/language.md", "items", "item | reads", Kind::Item),
    ("docs/language.md", "prelude", "predicate | meaning", Kind::Prelude),
    ("docs/drawing.md", "figures", "figure | what is drawn", Kind::Figure),
    ("docs/testing.md", "expectations", "expectation | is met when", Kind::Expectation),
];

/// A table of the manual.
fn table(header: &str, kind: Kind) -> String {
    let shown = |usage: &&str| match kind {
        Kind::Expectation => format!("`expect {usage}.`"),
        _ => format!("`{}`", usage.replace('|', "\\|")),
    };
    let row = |fact: &Fact| {
        let usages: Vec<String> = fact.usages.iter().map(shown).collect();
        format!("| {} | {} |\n", usages.join(" "), fact.doc.replace('|', "\\|"))
    };
    format!("| {header} |\n|---|---|\n{}", facts::all(kind).map(row).collect::<String>())
}

/// Compares a part of a file with what it should be, or writes it.
fn compare(path: &str, name: &str, wanted: &str) {
    let text = read(path);
    let (before, rest) = text.split_once(&format!("<!-- facts: {name} -->\n")).expect("the table begins");
    let (found, after) = rest.split_once("<!-- end of facts -->\n").expect("the table ends");
    if found != wanted && std::env::var("INSTA_UPDATE").is_ok_and(|how| how == "always") {
        let whole = format!("{before}<!-- facts: {name} -->\n{wanted}<!-- end of facts -->\n{after}");
        fs::write(path, whole).expect("the manual can be written");
        return;
    }
    assert_eq!(found, wanted, "{path}: the {name} are not those of src/language/facts.rs");
}

#[test]
fn the_manual_has_the_tables() {
    for &(path, name, header, kind) in TABLES {
        compare(path, name, &table(header, kind));
    }
    let words: Vec<String> = keywords().into_iter().map(|word| format!("`{word}`")).collect();
    let lines: Vec<String> = words.chunks(9).map(|line| format!("  {}", line.join(" "))).collect();
    compare("docs/language.md", "words", &format!("{}\n", lines.join("\n")));
}

/// The words and signs of the lexer, from its source, in its order; other languages' operators left out.
fn tokens() -> Vec<String> {
    let lexer = read("src/language/syntax/token.rs");
    let own = lexer.split("/// An operator of another language").next().unwrap_or_default();
    let quoted = own.split("#[token(\"").skip(1).filter_map(|rest| rest.split("\")]").next());
    quoted.filter(|word| !word.contains(", ")).map(|word| word.replace("\\\\", "\\")).collect()
}

fn keywords() -> Vec<String> {
    tokens().into_iter().filter(|word| word.starts_with(|first: char| first.is_ascii_lowercase())).collect()
}

#[test]
fn every_word_and_sign_has_a_fact() {
    let tokens = tokens();
    assert!(tokens.len() > 45, "{tokens:?}");
    // A bracket means something only with its partner and what stands before it, a dot ends any statement.
    let forms = [")", "[", "]", "{", "}", "."];
    for word in tokens.iter().filter(|word| !forms.contains(&word.as_str())) {
        assert!(facts::about(word).next().is_some(), "`{word}` has no fact");
    }
    let signs = [Kind::Statement, Kind::Goal, Kind::Pattern, Kind::Arithmetic];
    for fact in FACTS.iter().filter(|fact| signs.contains(&fact.kind)) {
        for word in fact.words.iter().filter(|word| !word.contains('"')) {
            assert!(tokens.contains(&(*word).to_owned()), "`{word}` is no word of the language");
        }
    }
}

/// Name and number of arguments of what a fact says how to write: `nth(I, L)` is `nth/2`.
fn shape(usage: &str) -> (String, usize) {
    let (name, args) = usage.split_once('(').unwrap_or((usage, ""));
    (name.to_owned(), args.split(',').filter(|arg| !arg.is_empty()).count())
}

fn shapes(kinds: &[Kind]) -> BTreeSet<(String, usize)> {
    let of = FACTS.iter().filter(|fact| kinds.contains(&fact.kind));
    of.flat_map(|fact| fact.usages).map(|usage| shape(usage)).collect()
}

#[test]
fn every_construct_has_a_fact() {
    let mut known: BTreeSet<(String, usize)> =
        Construct::ALL.iter().map(|&(name, arity, _)| (name.to_owned(), arity)).collect();
    known.extend(["rows", "cols"].map(|name| (name.to_owned(), 0)));
    assert_eq!(shapes(&[Kind::Function, Kind::Constraint]), known);
}

#[test]
fn every_figure_has_a_fact() {
    let known: BTreeSet<&str> = FIGURES.iter().map(|figure| figure.name()).collect();
    assert_eq!(facts::all(Kind::Figure).flat_map(|fact| fact.words).copied().collect::<BTreeSet<_>>(), known);
    for figure in FIGURES {
        let usages = facts::find(Kind::Figure, figure.name()).expect("a fact").usages;
        let least = usages.iter().map(|usage| shape(usage.split(" [").next().unwrap_or_default()).1).min();
        let most = usages.iter().map(|usage| usage.split(',').count()).max();
        assert_eq!((least, most), (Some(figure.arguments().0), Some(figure.arguments().1)), "{figure:?}");
    }
}

#[test]
fn every_definition_of_the_prelude_has_a_fact() {
    let (file, wrong) = parse(0, &read("rules/prelude.rules"));
    assert!(wrong.is_empty());
    let heads = file.statements.iter().filter_map(|statement| match &statement.kind {
        StatementKind::Clause { head, .. } | StatementKind::Input { head } => head.as_head(),
        _ => None,
    });
    let known: BTreeSet<(String, usize)> =
        heads.map(|(name, _, args)| (name.to_owned(), args.len())).collect();
    assert_eq!(shapes(&[Kind::Prelude]), known);
}

/// What the table calls an expectation is one; what it does not is none.
#[test]
fn expectations_are_known() {
    let titles = |expected: &str| {
        let text = format!("grid(1, 1) :: 1..2.\nsmall: cell(A) => A = 1.\nexpect {expected}.\n");
        let mut texts = Texts::default();
        texts.0.insert("small.rules".to_owned(), text);
        let checked = check(&texts, "small.rules", &[]);
        checked.diagnostics.iter().map(|diagnostic| diagnostic.title.clone()).collect::<String>()
    };
    for usage in facts::all(Kind::Expectation).flat_map(|fact| fact.usages) {
        let expected = usage.replace('N', "1").replace("LAW", "small");
        assert!(!titles(&expected).contains("unknown expectation"), "{usage}");
    }
    assert!(titles("likely").contains("unknown expectation"));
}

#[test]
fn a_fact_can_be_told_without_links() {
    let fact = facts::find(Kind::Statement, "language").expect("a fact");
    assert_eq!(
        fact.plain(),
        "the version of the language that the file was written for (E215); may be left out"
    );
    let fact = facts::find(Kind::Function, "max").expect("a fact");
    assert!(fact.plain().ends_with("so write `max([0 | L])`"), "{}", fact.plain());
}
