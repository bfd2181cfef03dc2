//! The arguments of the call that is being written, while it is being written.

use std::ops::Range;

use crate::editor::analysis::{Analysis, Unit};
use crate::editor::cursor::Cursor;
use crate::editor::describe::{describe, of_fact};
use crate::language::facts::{self, Kind};
use crate::language::resolve::Meaning;
use crate::language::syntax::token::Token;

/// One way to write a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// As it is written.
    pub label: String,
    /// Where its arguments stand in the label, in bytes.
    pub arguments: Vec<Range<usize>>,
    /// What it means; may be empty.
    pub doc: String,
}

/// The ways to write a call, and where the cursor is in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signatures {
    /// The ways.
    pub list: Vec<Signature>,
    /// The number of the one that fits best, from 0.
    pub active: usize,
    /// The number of the argument at the cursor, from 0.
    pub argument: usize,
}

/// The call around a byte of a file.
pub fn signatures(analysis: &Analysis, offset: usize) -> Option<Signatures> {
    let unit = analysis.unit_at(offset)?;
    let cursor = Cursor::new(unit, offset);
    if cursor.in_prose() {
        return None;
    }
    let before = cursor.before();
    let (mut depth, mut argument) = (0_usize, 0);
    let mut open = None;
    for (number, (token, _)) in before.iter().enumerate().rev() {
        match token {
            Token::Close | Token::CloseList | Token::CloseSet => depth += 1,
            Token::OpenList | Token::OpenSet if depth == 0 => argument = 0,
            Token::Open if depth == 0 => match number.checked_sub(1).map(|name| before[name].0) {
                Some(name @ (Token::Name(_) | Token::Grid)) => {
                    open = Some((name, number - 1));
                    break;
                }
                // Parentheses around goals inside an argument.
                _ => argument = 0,
            },
            Token::Open | Token::OpenList | Token::OpenSet => depth -= 1,
            Token::Comma if depth == 0 => argument += 1,
            _ => {}
        }
    }
    let (name, at) = open?;
    let drawn = at.checked_sub(1).is_some_and(|word| before[word].0 == Token::Draw);
    let list = match name {
        Token::Name(name) if drawn => facts::find(Kind::Figure, name).map_or_else(Vec::new, from_fact),
        Token::Name(name) => called(unit, name),
        _ => facts::find(Kind::Statement, "grid").map_or_else(Vec::new, from_fact),
    };
    let active = list.iter().position(|way| argument < way.arguments.len().max(1)).unwrap_or(0);
    (!list.is_empty()).then_some(Signatures { list, active, argument })
}

/// All that a name with arguments can mean here.
fn called(unit: &Unit, name: &str) -> Vec<Signature> {
    let mut meanings: Vec<Meaning> = Vec::new();
    let predicates = unit.program.predicates.iter().filter(|known| known.name == name && known.arity > 0);
    meanings.extend(predicates.map(|known| Meaning::Predicate(name.to_owned(), known.arity)));
    let defined = unit.index.all().iter().filter(|mention| mention.defines).map(|mention| &mention.meaning);
    for meaning in defined {
        let is_other = match meaning {
            Meaning::Unknown(known, arity) | Meaning::Grammar(known, arity) => known == name && *arity > 0,
            Meaning::Move(known) => known == name,
            _ => false,
        };
        if is_other && !meanings.contains(meaning) {
            meanings.push(meaning.clone());
        }
    }
    let mut found: Vec<Signature> = Vec::new();
    for meaning in meanings {
        let description = describe(unit, &meaning, unit.main);
        found.extend(description.signature.lines().map(|line| signature(line, &description.doc)));
    }
    if found.is_empty() {
        let fits = |fact: &&facts::Fact| matches!(fact.kind, Kind::Function | Kind::Constraint);
        found = facts::about(name).filter(fits).flat_map(from_fact).collect();
    }
    found
}

fn from_fact(fact: &facts::Fact) -> Vec<Signature> {
    let description = of_fact(fact);
    description.signature.lines().map(|line| signature(line, &description.doc)).collect()
}

/// Finds the arguments in a label: `input total(Name, [Sum])` has two.
fn signature(label: &str, doc: &str) -> Signature {
    let mut arguments = Vec::new();
    if let Some(open) = label.find('(') {
        let (mut depth, mut start) = (0_usize, open + 1);
        for (at, letter) in label.char_indices().skip_while(|(at, _)| *at <= open) {
            match letter {
                // What may be left out: `shade(Cells [, Colour])`.
                '[' if label[at..].starts_with("[,") => {}
                '(' | '[' | '{' => depth += 1,
                ')' if depth == 0 => {
                    arguments.push(start..at);
                    break;
                }
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => {
                    arguments.push(start..at);
                    start = at + 1;
                }
                _ => {}
            }
        }
    }
    for range in &mut arguments {
        let text = &label[range.clone()];
        range.start += text.len() - text.trim_start().len();
        let is_list = text.trim_start().starts_with('[');
        let end = if is_list { text.trim_end() } else { text.trim_end_matches([' ', '[', ']']) };
        range.end = (range.end + end.len() - text.len()).max(range.start);
    }
    Signature { label: label.to_owned(), arguments, doc: doc.to_owned() }
}
