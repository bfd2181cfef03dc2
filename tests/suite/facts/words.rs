//! The words that editors colour are made from the table. Each file is its own template: a line that says
//! `language::facts: GROUP` in a comment has the words of that group in the line below, in the way of that file.
//! `INSTA_UPDATE=always` writes them anew.

use std::fs;

use gridlog::stages::facts::{FACTS, Fact, Kind};

use crate::checked::read;

/// Writes the line of a group of words, without its indentation.
type Write = fn(&str, &[&str]) -> String;

/// Tells whether a word of a fact belongs to a group.
type Belongs = fn(&Fact, &str) -> bool;

/// The files with lists of words, and how each of them writes a list.
const FILES: &[(&str, Write)] = &[
    ("editors/vscode/syntaxes/gridlog.tmLanguage.json", textmate),
    ("editors/neovim/syntax/gridlog.vim", vim),
    ("editors/emacs/gridlog-mode.el", emacs),
    ("editors/tree-sitter-gridlog/queries/highlights.scm", query),
];

/// The groups that editors tell apart. Together they have every word and sign of the table, but for the quotes, the bracket of a
/// call and `_`, which are forms of texts, terms and placeholders.
const GROUPS: &[(&str, Belongs)] = &[
    ("statement", |fact, word| fact.kind == Kind::Statement && is_word(word)),
    ("operator", |fact, word| {
        matches!(fact.kind, Kind::Goal | Kind::Arithmetic) && is_word(word) && fact.usages != [word]
    }),
    ("truth", |fact, word| fact.kind == Kind::Goal && fact.usages == [word]),
    ("call", |fact, word| is_built_in(fact) && fact.usages != [word]),
    ("constant", |fact, word| is_built_in(fact) && fact.usages == [word]),
    ("prelude", |fact, _| fact.kind == Kind::Prelude),
    ("figure", |fact, _| fact.kind == Kind::Figure),
    ("expectation", |fact, _| fact.kind == Kind::Expectation),
    ("sign", |_, word| !is_word(word) && !word.starts_with(['"', '(', '_'])),
];

fn is_word(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_lowercase())
}

fn is_built_in(fact: &Fact) -> bool {
    matches!(fact.kind, Kind::Function | Kind::Constraint)
}

/// The words of a group in the order of the table; of signs, those that begin with another come before it.
fn group(name: &str) -> Vec<&'static str> {
    let (_, belongs) = GROUPS.iter().find(|(group, _)| *group == name).expect("a group of words");
    let mut words: Vec<&str> = Vec::new();
    for fact in FACTS {
        for &word in fact.words.iter().filter(|word| belongs(fact, word)) {
            if !words.contains(&word) {
                words.push(word);
            }
        }
    }
    if name == "sign" {
        words.sort_by_key(|sign| std::cmp::Reverse(sign.len()));
    }
    words
}

/// A text in quotes, as JSON, JavaScript, Lisp and queries write it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

fn all_quoted(words: &[&str], between: &str) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(between)
}

fn textmate(group: &str, words: &[&str]) -> String {
    let plain = |sign: &&str| sign.chars().flat_map(|sign| ['\\', sign]).collect::<String>();
    let pattern = match group {
        "sign" => words.iter().map(plain).collect::<Vec<_>>().join("|"),
        "call" | "prelude" => format!("\\b(?:{})(?=\\()", words.join("|")),
        _ => format!("\\b(?:{})\\b", words.join("|")),
    };
    format!("\"match\": {},", quoted(&pattern))
}

fn vim(group: &str, words: &[&str]) -> String {
    let name = format!("gridlog{}{}", group[..1].to_uppercase(), &group[1..]);
    match group {
        "call" | "prelude" => format!("syntax match {name} /\\<\\%({}\\)\\ze(/", words.join("\\|")),
        "figure" | "expectation" => {
            format!("syntax match {name} /\\<\\%({}\\)\\>/ contained", words.join("\\|"))
        }
        "sign" => {
            let plain = |sign: &&str| format!("\\V{}", sign.replace('\\', "\\\\").replace('/', "\\/"));
            format!("syntax match {name} /{}/", words.iter().map(plain).collect::<Vec<_>>().join("\\|"))
        }
        _ => format!("syntax keyword {name} {}", words.join(" ")),
    }
}

fn emacs(group: &str, words: &[&str]) -> String {
    format!("(defconst gridlog--{group}-words '({}))", all_quoted(words, " "))
}

fn query(group: &str, words: &[&str]) -> String {
    let capture = match group {
        "statement" => "keyword",
        "operator" => "keyword.operator",
        "truth" => "constant.builtin.boolean",
        "sign" => "operator",
        "constant" | "expectation" => "constant.builtin",
        _ => "function.builtin",
    };
    match group {
        "statement" | "operator" | "truth" | "sign" => format!("[{}] @{capture}", all_quoted(words, " ")),
        _ => format!("(#any-of? @{capture} {}))", all_quoted(words, " ")),
    }
}

/// All groups, for programs.
fn json() -> String {
    let line = |(name, _): &(&str, _)| format!("  {}: [{}]", quoted(name), all_quoted(&group(name), ", "));
    format!("{{\n{}\n}}\n", GROUPS.iter().map(line).collect::<Vec<_>>().join(",\n"))
}

/// A file with its lists as the table has them.
fn made(text: &str, write: Write) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for at in 1..lines.len() {
        let Some((_, after)) = lines[at - 1].split_once("language::facts: ") else { continue };
        let name: String = after.chars().take_while(char::is_ascii_lowercase).collect();
        let indent: String = lines[at].chars().take_while(|&first| first == ' ').collect();
        lines[at] = indent + &write(&name, &group(&name));
    }
    lines.join("\n") + "\n"
}

fn compare(path: &str, found: &str, wanted: &str) {
    if found != wanted && std::env::var("INSTA_UPDATE").is_ok_and(|how| how == "always") {
        fs::write(path, wanted).expect("the file can be written");
        return;
    }
    assert!(found == wanted, "{path}: its words are not those of src/language/facts.rs");
}

#[test]
fn editors_colour_the_words_of_the_table() {
    for &(path, write) in FILES {
        let text = read(path);
        for (name, _) in GROUPS {
            assert!(
                text.contains(&format!("language::facts: {name}")),
                "{path} has no place for the group {name}"
            );
        }
        compare(path, &text, &made(&text, write));
    }
    let path = "editors/words.json";
    compare(path, &fs::read_to_string(path).unwrap_or_default(), &json());
}

#[test]
fn every_word_is_in_one_group_of_its_kind() {
    for fact in FACTS {
        for word in fact.words.iter().filter(|word| !word.starts_with(['"', '(', '_'])) {
            let groups: Vec<&str> =
                GROUPS.iter().filter(|(_, belongs)| belongs(fact, word)).map(|(name, _)| *name).collect();
            assert_eq!(groups.len(), 1, "`{word}` is in {groups:?}");
        }
    }
}
