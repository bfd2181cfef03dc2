//! Printing and formatting at random: nothing is lost and nothing changes twice.

use proptest::collection::vec;
use proptest::prelude::*;

use super::super::{statement, term};
use super::formatted;
use super::tree::{Dice, shape};
use crate::language::syntax::ast::StatementKind;
use crate::language::syntax::parse::parse;
use crate::language::syntax::token::lex;

/// A file of random statements whose tokens stand apart by random blanks, line ends and comments.
fn messy(bytes: &[u8], more: &[u8]) -> String {
    let (mut dice, mut noise) = (Dice::new(bytes), Dice::new(more));
    let mut text = String::new();
    let mut comments = 0;
    let style = dice.roll(3);
    for _ in 0..12 {
        let line = statement(&match style {
            0 => dice.statement(),
            style => dice.short_statement(style == 1),
        });
        if noise.roll(8) == 7 {
            text.push_str("\n%!  a doc line \n");
        }
        for (at, (_, span)) in lex(0, &line).tokens.iter().enumerate() {
            let usual =
                if span.start == 0 || line.as_bytes()[span.start as usize - 1] != b' ' { "" } else { " " };
            let blank = match noise.roll(if noise.is_empty() { 1 } else { 24 }) {
                0..=10 => usual,
                11..=14 => "  ",
                15 | 16 => "    ",
                17 => "\t",
                18 | 19 => "\n",
                20 => "\r\n\n\n",
                21 => " % c#\n",
                22 => "\n % c#\n",
                _ => noise.pick(&[" /* c# */ ", "/* c#\n   \n */", "\n/* c# */\n"]),
            };
            let after_statement = if at == 0 && noise.roll(4) > 0 { "\n" } else { "" };
            comments += 1;
            text.push_str(after_statement);
            text.push_str(&blank.replace('#', &comments.to_string()));
            text.push_str(&line[span.start as usize..span.end as usize]);
        }
        if dice.is_empty() {
            break;
        }
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_reads_as_the_same_tree(bytes in vec(any::<u8>(), 0..200)) {
        let tree = Dice::new(&bytes).statement();
        let text = statement(&tree);
        let (file, wrong) = parse(0, &text);
        prop_assert!(wrong.is_empty(), "{text}\n{wrong:?}");
        prop_assert_eq!(file.statements.len(), 1, "{}", &text);
        prop_assert_eq!(shape(&file.statements[0]), shape(&tree), "{}", &text);
        prop_assert_eq!(statement(&file.statements[0]), text);
    }

    #[test]
    fn a_term_reads_as_the_same_tree(bytes in vec(any::<u8>(), 0..200)) {
        let tree = Dice::new(&bytes).goal(5);
        let text = term(&tree);
        let (file, wrong) = parse(0, &format!("goal: {text}."));
        prop_assert!(wrong.is_empty(), "{text}\n{wrong:?}");
        match &file.statements[0].kind {
            StatementKind::Goal { body } => prop_assert_eq!(shape(body), shape(&tree), "{}", &text),
            other => prop_assert!(false, "{other:?}"),
        }
    }

    #[test]
    fn formatting_is_idempotent_and_loses_nothing(bytes in vec(any::<u8>(), 0..400), more in vec(any::<u8>(), 0..400)) {
        let text = messy(&bytes, &more);
        let once = formatted(&text);
        let (before, after) = (parse(0, &text).0, parse(0, &once).0);
        let shapes = |file: &crate::language::syntax::ast::File| file.statements.iter().map(shape).collect::<Vec<_>>();
        prop_assert_eq!(shapes(&before), shapes(&after));
    }
}
