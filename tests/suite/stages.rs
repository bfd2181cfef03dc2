//! What each stage makes of the rule sets: tokens, tree, printed text, resolved program, instances.
//!
//! A snapshot shows its input first, or line by line. Puzzles are small, so that a person can check the instances.

use std::fmt::Write as _;
use std::path::PathBuf;

use gridlog::stages::source::Sources;
use gridlog::stages::syntax::parse::parse;
use gridlog::stages::syntax::print::{format, statement};
use gridlog::stages::syntax::token::{Token, lex};

use crate::checked::{Checked, Texts, check, files, name, read};
use crate::tree;

/// The rule sets, each with a small puzzle on which its laws have instances.
const RULES: &[(&str, &str)] = &[
    ("takuzu", "four"),
    ("sudoku", "four"),
    ("magic", "three"),
    ("killer", "four"),
    ("kakuro", "wide"),
    ("futoshiki", "clues"),
    ("skyscrapers", "four"),
    ("nonogram", "open"),
    ("starbattle", "five"),
    ("queens", "four"),
    ("2048", "three"),
    ("threes", "three"),
    ("fifteen", "wide"),
];

/// Longest list of instances of one law, and longest condition, that are shown in full.
const MOST: usize = 6;
const WIDEST: usize = 150;

fn snapshots(stage: &str, show: impl Fn(&str, &str) -> String) {
    for (rules, puzzle) in RULES {
        insta::with_settings!({ snapshot_suffix => *rules, omit_expression => true }, {
            insta::assert_snapshot!(stage, show(rules, puzzle));
        });
    }
}

fn rules_text(name: &str) -> String {
    read(format!("rules/{name}.rules"))
}

#[test]
fn tokens() {
    snapshots("tokens", |rules, _| {
        let text = rules_text(rules);
        let mut sources = Sources::default();
        let source = sources.add(rules, text.clone());
        let lexed = lex(source, &text);
        assert!(lexed.diagnostics.is_empty(), "{rules}");
        let mut shown = String::new();
        for (number, line) in text.lines().enumerate() {
            let here = lexed.tokens.iter().filter(|(_, span)| sources.position(*span).0 == number + 1);
            let kinds: Vec<String> = here.map(|(token, _)| kind(token)).collect();
            writeln!(shown, "{line}").expect("a string");
            if !kinds.is_empty() {
                writeln!(shown, "    {}", kinds.join(" ")).expect("a string");
            }
        }
        let comments = lexed.comments.len();
        shown + &format!("comments set aside: {comments}\n")
    });
}

/// A word or sign by its name, any other token by its kind: the text stands above it.
fn kind(token: &Token<'_>) -> String {
    let shown = format!("{token:?}");
    shown.split('(').next().unwrap_or_default().to_owned()
}

#[test]
fn trees() {
    snapshots("tree", |rules, _| {
        let text = rules_text(rules);
        let (file, diagnostics) = parse(0, &text);
        assert!(diagnostics.is_empty(), "{rules}");
        let shown = file.statements.iter().map(|found| {
            let written = &text[found.span.start as usize..found.span.end as usize];
            format!("{written}\n{}\n", tree::statement(found))
        });
        shown.collect()
    });
}

/// What the project itself writes is in the common style; a snapshot of that would be the file again.
#[test]
fn printed() {
    let mut all = files("rules", "rules");
    all.extend(samples());
    // Fixtures may hold what cannot be read, but no other fault than the one they are about.
    let fixtures =
        ["rules", "puzzle"].into_iter().flat_map(|extension| files("tests/diagnostics", extension));
    all.extend(fixtures.filter(|path| format(0, &read(path)).is_ok()));
    for path in &all {
        let text = read(path);
        assert_eq!(format(0, &text).as_deref(), Ok(text.as_str()), "{}", name(path));
    }
}

#[test]
fn resolved() {
    snapshots("resolved", |rules, _| {
        let text = rules_text(rules);
        let file = format!("{rules}.rules");
        let texts = Texts([(file.clone(), text)].into());
        let checked = check(&texts, &file, &[]);
        assert_eq!(checked.messages(), "", "{rules}");
        let statements = parse(0, &texts.0[&file]).0.statements;
        let written: Vec<String> = statements.iter().map(statement).collect();
        format!("{}\n----\n{}", written.join("\n"), crate::resolved::program(&checked.program))
    });
}

#[test]
fn instances() {
    snapshots("instances", |rules, puzzle| {
        let text = read(format!("rules/{rules}/{puzzle}.puzzle"));
        let file = format!("{puzzle}.puzzle");
        let texts = Texts([(file.clone(), text.clone())].into());
        let checked = check(&texts, &file, &[]);
        assert_eq!(checked.messages(), "", "{rules}/{puzzle}");
        format!("{text}----\n{}", instances_of(&checked))
    });
}

/// The samples of all rule sets; every rule set has some.
fn samples() -> Vec<PathBuf> {
    let rules = files("rules", "rules").into_iter().filter(|path| name(path) != "prelude.rules");
    let samples = rules.flat_map(|path| {
        let folder = name(&path.with_extension(""));
        let samples = files(&format!("rules/{folder}"), "puzzle");
        assert!(!samples.is_empty(), "{folder} has no samples");
        samples
    });
    samples.collect()
}

/// Every sample of every rule set is without fault.
#[test]
fn samples_are_without_fault() {
    for path in samples() {
        let texts = Texts([(name(&path), read(&path))].into());
        let checked = check(&texts, &name(&path), &[]);
        let loud = checked.diagnostics.iter().any(|found| found.severity.word() != "note");
        assert!(!loud, "{}: {}", path.display(), checked.messages());
    }
}

fn instances_of(checked: &Checked) -> String {
    let (program, ground) = (&checked.program, checked.ground());
    let world = &ground.world;
    let mut shown = String::new();
    for family in ground.families() {
        writeln!(shown, "unknown {}: {} of {}", family.name, family.count, family.domain).expect("a string");
    }
    let laws = program.laws.iter().zip(&ground.laws).map(|(law, tally)| (law, tally, &ground.instances));
    let goals =
        program.goals.iter().zip(&ground.goals).map(|(law, tally)| (law, tally, &ground.goal_instances));
    let all = laws.enumerate().chain(goals.enumerate());
    for (number, (law, tally, instances)) in all {
        let own: Vec<_> = instances.iter().filter(|instance| instance.law == number).collect();
        let (count, equal, always) = (tally.instances, tally.equal, tally.always);
        writeln!(shown, "{}: {count} ({equal} equal, {always} always true)", law.name).expect("a string");
        for instance in own.iter().take(MOST) {
            writeln!(shown, "  {}", instance.title(law, world)).expect("a string");
            let sentence = instance.sentence(law, world);
            if !sentence.is_empty() {
                writeln!(shown, "    {sentence}").expect("a string");
            }
            let condition = world.shower().formula(instance.formula);
            writeln!(shown, "    {}", shortened(&condition)).expect("a string");
        }
        if own.len() > MOST {
            writeln!(shown, "  and {} more", own.len() - MOST).expect("a string");
        }
    }
    for (rule, heads) in program.moves.iter().zip(&ground.moves) {
        let name = &rule.law.name;
        writeln!(shown, "move {name}: {} heads in {} places", heads.heads, heads.acts).expect("a string");
    }
    shown
}

fn shortened(condition: &str) -> String {
    match condition.char_indices().nth(WIDEST) {
        Some((end, _)) => format!("{} ..", &condition[..end]),
        None => condition.to_owned(),
    }
}
