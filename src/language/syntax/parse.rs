//! The parser: tokens to statements, one statement at a time, so that a broken one costs nothing but itself.

use std::cmp::Ordering;

use lalrpop_util::{ParseError, lalrpop_mod};

use super::ast::{Comparison, File, Statement, StatementKind, Term};
use super::token::{Lexed, Spanned, Token, lex};
use crate::base::clock::Deadline;
use crate::language::diagnostic::catalogue::{Word, meaning};
use crate::language::diagnostic::{Diagnostic, catalogue};
use crate::language::source::{SourceId, Span};

lalrpop_mod!(
    #[expect(warnings, clippy::all, reason = "generated code")]
    rules,
    "/rules.rs"
);

/// How deep brackets may nest; what is deeper is refused before a tree is built.
const MOST_BRACKETS: usize = super::ast::MOST_DEPTH as usize;

/// How many broken statements are reported before the parser gives up on a text.
const MOST_ERRORS: usize = 100;

/// Reads a file. After it: every statement kept is whole; every other one has a diagnostic.
pub fn parse(source: SourceId, text: &str) -> (File, Vec<Diagnostic>) {
    parse_before(source, text, &Deadline::default())
}

/// The same, as far as one comes before a deadline.
pub fn parse_before(source: SourceId, text: &str, deadline: &Deadline) -> (File, Vec<Diagnostic>) {
    let Lexed { tokens, comments, mut diagnostics } = lex(source, text);
    let parser = rules::StatementParser::new();
    let mut file = File { statements: Vec::new(), comments };
    // A statement that holds an unreadable stretch is broken already; parsing it would only repeat the complaint.
    let unreadable: Vec<Span> = diagnostics.iter().filter_map(Diagnostic::span).collect();
    let mut rest = tokens.as_slice();
    while !rest.is_empty() {
        let dot = rest.iter().position(|(token, _)| *token == Token::Dot);
        let (chunk, after) = rest.split_at(dot.map_or(rest.len(), |dot| dot + 1));
        rest = after;
        // Without a dot the statement goes on to the end of the text, and whatever is unreadable there is part of it.
        let end = dot.map_or(u32::MAX, |_| chunk[chunk.len() - 1].1.end);
        let stretch = chunk[0].1.start..end;
        if unreadable.iter().any(|span| stretch.contains(&span.start)) {
            continue;
        }
        if let (true, Some(cause)) = (deadline.is_over(), deadline.cause()) {
            diagnostics = vec![meaning::stopped("reading the rules", cause, chunk[0].1)];
            break;
        }
        if diagnostics.len() >= MOST_ERRORS {
            break;
        }
        read_chunk(&parser, source, text, chunk, &mut file.statements, &mut diagnostics);
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.span().map(|span| span.start));
    (file, diagnostics)
}

/// Reads a condition on its own, with or without a dot at its end.
pub fn question(source: SourceId, text: &str) -> (Option<Term>, Vec<Diagnostic>) {
    let Lexed { mut tokens, mut diagnostics, .. } = lex(source, text);
    if !diagnostics.is_empty() {
        return (None, diagnostics);
    }
    let (start, end) = (Span::new(source, 0, 0), Span::new(source, text.len(), text.len()));
    if tokens.last().is_none_or(|(token, _)| *token != Token::Dot) {
        tokens.push((Token::Dot, end));
    }
    // The grammar knows statements: that of a law without `=>` around it.
    tokens.splice(0..0, [(Token::Name("question"), start), (Token::Colon, start)]);
    let mut statements = Vec::new();
    let parser = rules::StatementParser::new();
    read_chunk(&parser, source, text, &tokens, &mut statements, &mut diagnostics);
    let body = match statements.pop().map(|statement| statement.kind) {
        Some(StatementKind::Law { body, .. }) if diagnostics.is_empty() => Some(body),
        _ => None,
    };
    (body, diagnostics)
}

/// Reads the tokens up to one dot: a statement, or several where dots were forgotten.
fn read_chunk(
    parser: &rules::StatementParser,
    source: SourceId,
    text: &str,
    mut chunk: &[Spanned<'_>],
    statements: &mut Vec<Statement>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if let Some(span) = too_many_brackets(chunk) {
        diagnostics.push(catalogue::too_deep(span, super::ast::MOST_DEPTH));
        return;
    }
    loop {
        let mut errors = Vec::new();
        let failed = match run(parser, source, chunk, &mut errors) {
            Ok(statement) if errors.is_empty() => {
                statements.push(statement);
                return;
            }
            Ok(_) => {
                diagnostics.extend(errors.into_iter().next());
                return;
            }
            Err(failed) => failed,
        };
        let Some(at) = forgotten_dot(text, chunk, &failed) else {
            let named = word_for_name(chunk, &failed);
            diagnostics.push(named.unwrap_or_else(|| explain(source, chunk, failed)));
            return;
        };
        let (before, after) = chunk.split_at(at);
        let last = before[at - 1].1;
        diagnostics.push(catalogue::missing_dot(last, after.first().map(|(_, span)| *span)));
        let mut mended = before.to_vec();
        mended.push((Token::Dot, last.after()));
        statements.extend(run(parser, source, &mended, &mut Vec::new()));
        if after.is_empty() || diagnostics.len() >= MOST_ERRORS {
            return;
        }
        chunk = after;
    }
}

type Failure<'s> = ParseError<usize, Token<'s>, ()>;

fn run<'s>(
    parser: &rules::StatementParser,
    source: SourceId,
    chunk: &[Spanned<'s>],
    errors: &mut Vec<Diagnostic>,
) -> Result<Statement, Failure<'s>> {
    let tokens = chunk.iter().map(|(token, span)| Ok((span.start as usize, *token, span.end as usize)));
    parser.parse(source, errors, tokens).map(|statement| *statement)
}

/// Where in the chunk a dot is missing, if that is what went wrong: before a word that starts a line and could
/// start a statement, or at the very end. What stands before it must be a statement once it has its dot.
fn forgotten_dot(text: &str, chunk: &[Spanned<'_>], failed: &Failure<'_>) -> Option<usize> {
    let at = match failed {
        ParseError::UnrecognizedEof { .. } => chunk.len(),
        ParseError::UnrecognizedToken { token: (start, ..), .. } => {
            chunk.iter().position(|(_, span)| span.start as usize == *start)?
        }
        _ => return None,
    };
    // The token that fits no longer may come later than the start of its statement: `a :- b` newline `c :- d.`
    // fails at `c`, but `law: x => y` newline `z: w` only at the colon.
    (1..=at).rev().take(3).find(|&split| {
        let starts = match chunk.get(split) {
            None => true,
            Some((Token::Name(_), span)) => {
                let gap = text.get(chunk[split - 1].1.end as usize..span.start as usize);
                gap.is_some_and(|gap| gap.contains('\n'))
            }
            Some((token, _)) => matches!(token, Token::Doc(_)) || token.is_keyword(),
        };
        let last = chunk[split - 1].0;
        let ends = last.ends_operand() || matches!(last, Token::Block(_) | Token::Star | Token::Plus);
        starts
            && ends
            && chunk.get(split).is_none_or(|(token, _)| {
                !matches!(token, Token::In | Token::Mod | Token::With | Token::Matches)
            })
    })
}

/// A word of the language that names a law or a definition where reading failed.
fn word_for_name(chunk: &[Spanned<'_>], failed: &Failure<'_>) -> Option<Diagnostic> {
    let start = chunk.iter().position(|(token, _)| !matches!(token, Token::Doc(_)))?;
    let (word, span) = chunk[start];
    let is_law = match word {
        // A goal is a law that needs no other name; a bound is a number, and what has signs of a law in it is none.
        Token::Goal => false,
        Token::Bound => chunk.iter().any(|(token, _)| *token == Token::Implies || token.is_comparison()),
        word => word.is_keyword(),
    };
    if is_law && chunk.get(start + 1)?.0 == Token::Colon {
        return Some(catalogue::foreign::law_of_word(word.spelling(), span));
    }
    let ParseError::UnrecognizedToken { token: (at, ..), .. } = failed else { return None };
    let at = chunk.iter().position(|(_, span)| span.start as usize == *at)?;
    // The word may be what does not fit, or it has been taken for the start of a statement.
    let named = if chunk[at].0 == Token::Open && at == start + 1 { start } else { at };
    let ((word, span), (next, after)) = (chunk[named], *chunk.get(named + 1)?);
    (word.is_keyword() && next == Token::Open && span.end == after.start)
        .then(|| catalogue::foreign::definition_of_word(word.spelling(), span))
}

fn explain(source: SourceId, chunk: &[Spanned<'_>], failed: Failure<'_>) -> Diagnostic {
    match failed {
        ParseError::UnrecognizedToken { token: (start, token, end), expected } => {
            // A dot that takes no room is one that nobody wrote.
            let token = if token == Token::Dot && start == end { Token::End } else { token };
            let wrong = unexpected(&token, Span::new(source, start, end), &expected);
            let before = chunk.iter().take_while(|(_, span)| (span.start as usize) < start).last();
            match (token, before) {
                // `Line(L)`: a capital letter makes a placeholder, which takes no arguments.
                (Token::Open, Some((Token::Placeholder(name), span))) => {
                    catalogue::capital_call(wrong, name, *span)
                }
                _ => wrong,
            }
        }
        ParseError::UnrecognizedEof { expected, .. } => {
            unexpected(&Token::End, chunk[chunk.len() - 1].1.after(), &expected)
        }
        ParseError::InvalidToken { location } | ParseError::ExtraToken { token: (location, ..) } => {
            unexpected(&Token::End, Span::new(source, location, location), &[])
        }
        ParseError::User { error: () } => unexpected(&Token::End, chunk[0].1, &[]),
    }
}

fn too_many_brackets(chunk: &[Spanned<'_>]) -> Option<Span> {
    let mut depth = 0_usize;
    for (token, span) in chunk {
        match token {
            Token::Open | Token::OpenList | Token::OpenSet => depth += 1,
            Token::Close | Token::CloseList | Token::CloseSet => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MOST_BRACKETS {
            return Some(*span);
        }
    }
    None
}

/// The first element and the rest as one list.
pub(super) fn several<T>(first: T, mut rest: Vec<T>) -> Vec<T> {
    rest.insert(0, first);
    rest
}

/// The signs of a chain with what stands right of each, `=< X =< 5`; one that turns back is reported.
pub(super) fn chain(
    second: (Comparison, Span, Term),
    rest: Vec<(Comparison, Span, Term)>,
    errors: &mut Vec<Diagnostic>,
) -> Vec<(Comparison, Term)> {
    let all = several(second, rest);
    let (mut way, mut first) = (Ordering::Equal, all[0].1);
    for &(sign, span, _) in &all {
        match sign.direction() {
            Some(Ordering::Equal) => {}
            Some(direction) if way == Ordering::Equal || way == direction => (way, first) = (direction, span),
            _ => {
                let first = if span == all[0].1 { all[1].1 } else { first };
                errors.push(catalogue::foreign::chain(span, first));
                break;
            }
        }
    }
    all.into_iter().map(|(sign, _, term)| (sign, term)).collect()
}

/// A number's value; one beyond 64 bits is reported and becomes 0.
pub(super) fn number(digits: &str, span: Span, errors: &mut Vec<Diagnostic>) -> i64 {
    digits.parse().unwrap_or_else(|_| {
        errors.push(catalogue::number_too_large(digits, span));
        0
    })
}

/// Complains about a token in words.
fn unexpected(found: &Token<'_>, span: Span, expected: &[String]) -> Diagnostic {
    let word = match found {
        _ if found.is_keyword() => Word::Keyword(found.spelling()),
        Token::Name(name) => Word::Name(name),
        Token::Placeholder(name) => Word::Placeholder(name),
        _ => Word::Other,
    };
    catalogue::unexpected(&found.to_string(), word, span, expected)
}
