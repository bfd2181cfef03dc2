//! Why a name cannot be had.

use super::Subject;
use crate::base::hash::Set;
use crate::editor::analysis::Unit;
use crate::language::cell;
use crate::language::facts::{self, Kind};
use crate::language::program::Program;
use crate::language::resolve::Meaning;
use crate::language::source::Span;
use crate::language::syntax::parse::parse;
use crate::language::syntax::token::{Token, lex};

/// Whether a text can be such a name at all.
pub(super) fn is_legal(new: &str, meaning: &Meaning) -> Result<(), String> {
    let lexed = lex(0, new);
    let whole = |token: &Token<'_>| match token {
        Token::Name(name) | Token::Placeholder(name) => name.len() == new.len(),
        token => token.spelling() == new,
    };
    let token = match lexed.tokens.as_slice() {
        [(token, _)] if whole(token) && lexed.diagnostics.is_empty() => *token,
        _ => return Err(format!("`{new}` is no name: letters, digits and `_`, a letter first")),
    };
    if token.is_keyword() {
        return Err(format!("`{new}` is a keyword"));
    }
    match (meaning, token) {
        (Meaning::Placeholder(..), Token::Placeholder(name)) if name != "_" => return Ok(()),
        (Meaning::Placeholder(..), _) => {
            return Err(format!("`{new}` is no placeholder: it starts with a capital letter or `_`"));
        }
        (_, Token::Name(_)) => {}
        _ => return Err(format!("`{new}` is no name: it starts with a small letter")),
    }
    // Of the prelude's definitions these two are known to the language itself.
    let is_ours = matches!(new, "cells" | "cell")
        || facts::about(new).any(|fact| matches!(fact.kind, Kind::Function | Kind::Constraint));
    match meaning {
        Meaning::Law(_) | Meaning::Move(_) => Ok(()),
        _ if is_ours => Err(format!("`{new}` is a word of the language")),
        _ if cell::named(new).is_some() => Err(format!("`{new}` is a cell")),
        _ => Ok(()),
    }
}

/// Whether no rule set that sketches boards shares the name or the new one: params and inputs are shared by their names.
pub(super) fn is_unshared(subject: &Subject, unit: &Unit, new: &str) -> Result<(), String> {
    let declares = |program: &Program, word: &str| match &subject.meaning {
        Meaning::Param(_) | Meaning::Sketched(_) => program.params.iter().any(|param| param.name == word),
        Meaning::Predicate(_, arity) => {
            let mut all = program.predicates.iter().filter(|known| known.input && !known.prelude);
            all.any(|known| known.name == word && known.arity == *arity)
        }
        _ => false,
    };
    let is_in = |sources: &[u32]| {
        let files: Vec<String> =
            sources.iter().map(|source| unit.place(Span::new(*source, 0, 0)).file).collect();
        subject.sites.iter().any(|site| files.contains(&site.file))
    };
    let own = unit.index.texts();
    let others: Vec<u32> = (0..unit.sources.len() as u32).filter(|source| !own.contains(source)).collect();
    let (is_own, is_sketched) = (is_in(own), is_in(&others));
    for sketch in &unit.program.sketches {
        let Some(program) = &sketch.program else { continue };
        let shares =
            |word: &str| is_own && declares(program, word) || is_sketched && declares(&unit.program, word);
        if shares(&subject.word) || shares(new) {
            return Err(format!("`{}`, which sketches boards, shares this name or the new one", sketch.name));
        }
    }
    Ok(())
}

/// Whether the new name can be told from all that is called so already where it will stand.
pub(super) fn is_free(subject: &Subject, unit: &Unit, new: &str) -> Result<(), String> {
    let is_law = is_law(&subject.meaning);
    let inputs = unit.inputs();
    for &source in unit.index.texts() {
        let tokens = lex(source, &unit.sources.get(source).text).tokens;
        let same = tokens.iter().enumerate().filter(|(_, (token, _))| *token == Token::Name(new));
        for (number, &(_, span)) in same {
            let mut mentions = unit.index.exactly(span).peekable();
            let clashes = if mentions.peek().is_some() {
                mentions.any(|mention| are_confused(&subject.meaning, &mention.meaning, &inputs))
            } else {
                // A symbol, or a term that is only a name with arguments.
                let has_arguments = tokens.get(number + 1).is_some_and(|(next, _)| *next == Token::Open);
                !is_law && (unit.has_errors() || would_capture(&subject.meaning, has_arguments))
            };
            if clashes {
                return Err(format!("`{new}` is in use already, {}", line(unit, span)));
            }
        }
    }
    Ok(())
}

fn is_law(meaning: &Meaning) -> bool {
    matches!(meaning, Meaning::Law(_) | Meaning::Move(_))
}

/// Whether two things of one name could be taken for each other.
fn are_confused(one: &Meaning, other: &Meaning, inputs: &Set<(&str, usize)>) -> bool {
    let is_input = |meaning: &Meaning| matches!(meaning, Meaning::Predicate(name, arity) if inputs.contains(&(name.as_str(), *arity)));
    match (one, other) {
        // One drawing supplies the inputs of two and of three arguments.
        (Meaning::Predicate(_, a), Meaning::Predicate(_, b)) => a == b || is_input(one) && is_input(other),
        (Meaning::Grammar(_, a), Meaning::Grammar(_, b)) => a == b,
        (Meaning::Grammar(..), Meaning::Predicate(..)) | (Meaning::Predicate(..), Meaning::Grammar(..)) => {
            false
        }
        (_, Meaning::Figure(_) | Meaning::Expectation(_)) => false,
        _ => is_law(one) == is_law(other),
    }
}

/// Whether a term that is only a name would come to mean something that is called so.
fn would_capture(meaning: &Meaning, has_arguments: bool) -> bool {
    match meaning {
        Meaning::Param(_) | Meaning::Sketched(_) | Meaning::Unknown(_, 0) => !has_arguments,
        Meaning::Grammar(_, 0) => true,
        Meaning::Predicate(..) | Meaning::Unknown(..) | Meaning::Grammar(..) => has_arguments,
        _ => false,
    }
}

/// Whether everything was made out: in a statement with any error, the name may stand and mean this.
pub(super) fn is_whole(subject: &Subject, unit: &Unit) -> Result<(), String> {
    if !unit.has_errors() {
        return Ok(());
    }
    for (token, span) in lex(unit.main, unit.text()).tokens {
        let is_known = || unit.index.exactly(span).next().is_some();
        if token == Token::Name(&subject.word) && !is_known() {
            return Err(unclear(&subject.word, unit, span));
        }
    }
    Ok(())
}

/// Whether a placeholder can have the new name in its statement: it does not stand there, and both are known wherever they do.
pub(super) fn is_free_inside(
    subject: &Subject,
    unit: &Unit,
    statement: u32,
    new: &str,
) -> Result<(), String> {
    let taken = Meaning::Placeholder(new.to_owned(), statement);
    if let Some(other) = unit.index.of(&taken, unit.main).next() {
        return Err(format!("{new} already stands in this statement, {}", line(unit, other.span)));
    }
    let (file, _) = parse(unit.main, unit.text());
    let whole = file.statements.iter().map(|statement| statement.span).find(|span| span.start == statement);
    for (token, span) in lex(unit.main, unit.text()).tokens {
        let is_inside = whole.is_none_or(|whole| whole.start <= span.start && span.end <= whole.end);
        if let Token::Placeholder(word) = token
            && is_inside
            && (word == subject.word || word == new)
            && unit.index.exactly(span).next().is_none()
        {
            return Err(unclear(word, unit, span));
        }
    }
    Ok(())
}

fn unclear(word: &str, unit: &Unit, span: Span) -> String {
    format!("what `{word}` means is not clear {}; mend the errors first", line(unit, span))
}

/// Where a span is, in words.
pub(super) fn line(unit: &Unit, span: Span) -> String {
    format!("in line {} of {}", unit.sources.position(span).0, unit.place(span).file)
}
