//! A file as a row of pieces, tokens and comments in the order they are written, with what layout needs to know.

use std::borrow::Cow;

use unicode_width::UnicodeWidthStr;

use super::gap::gaps;
use super::write::{drawn, trim_lines};
use crate::language::source::Span;
use crate::language::syntax::token::{Lexed, Token, lex};

/// How willingly a row is broken at a place; smaller is better.
pub type Rank = usize;

/// Between two statements.
pub const BETWEEN_STATEMENTS: Rank = 0;
/// After the sign that introduces a body: only where nothing else helps.
pub const BEFORE_BODY: Rank = usize::MAX;

/// What a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind<'s> {
    /// A token of a statement.
    Token(Token<'s>),
    /// A doc line.
    Doc,
    /// A comment up to the end of its line.
    LineComment,
    /// A comment between `/*` and `*/`.
    BlockComment,
}

/// A token or a comment.
#[derive(Debug)]
pub struct Piece<'s> {
    /// What it is.
    pub kind: Kind<'s>,
    /// How it is written; may run over several lines.
    pub text: Cow<'s, str>,
    /// Blanks before it where it does not start a row.
    pub gap: usize,
    /// Line ends before it in the source.
    pub newlines: usize,
    /// Whether the source has more blanks before it than `gap`, on one line: the author wants it lined up.
    pub wide: bool,
    /// Where it starts in its source line, in columns from 0.
    pub column: usize,
    /// Number of the statement that starts here.
    pub starts: Option<usize>,
    /// Whether it stands within a statement, behind its first token.
    pub inside: bool,
    /// How many brackets are open before it.
    pub depth: usize,
    /// The piece that this one stands below if a row breaks before it.
    pub anchor: Option<usize>,
    /// How willingly a row breaks before it; none where it must not.
    pub rank: Option<Rank>,
}

impl Piece<'_> {
    /// Whether it is this token.
    pub fn is(&self, token: Token<'_>) -> bool {
        self.kind == Kind::Token(token)
    }

    /// Whether it runs over several lines.
    pub fn is_tall(&self) -> bool {
        self.text.contains('\n')
    }

    /// The column right after it, if it starts at `column`.
    pub fn end(&self, column: usize) -> usize {
        match self.text.rsplit_once('\n') {
            Some((_, last)) => last.width(),
            None => column + self.text.width(),
        }
    }
}

/// Reads the pieces of a text that parses.
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let Lexed { tokens, comments, .. } = lex(0, text);
    let mut all: Vec<(Kind<'_>, Span)> = tokens
        .into_iter()
        .map(|(token, span)| {
            (if matches!(token, Token::Doc(_)) { Kind::Doc } else { Kind::Token(token) }, span)
        })
        .chain(comments.into_iter().map(|comment| {
            (if comment.text.starts_with('%') { Kind::LineComment } else { Kind::BlockComment }, comment.span)
        }))
        .collect();
    all.sort_by_key(|(_, span)| span.start);
    let mut pieces = Vec::with_capacity(all.len());
    let mut blanks = Vec::with_capacity(all.len());
    let (mut end, mut column) = (0, 0);
    for (kind, span) in all {
        let (start, stop) = (span.start as usize, span.end as usize);
        let (between, written) = (&text[end..start], &text[start..stop]);
        column = advance(column, between);
        // A tab is wide by itself.
        blanks.push(if between.contains('\t') { usize::MAX } else { between.width() });
        pieces.push(Piece {
            kind,
            text: spell(kind, written),
            gap: 0,
            newlines: between.bytes().filter(|&byte| byte == b'\n').count(),
            wide: false,
            column,
            starts: None,
            inside: false,
            depth: 0,
            anchor: None,
            rank: None,
        });
        column = advance(column, written);
        end = stop;
    }
    structure(&mut pieces);
    space_comments(&mut pieces);
    for (piece, blanks) in pieces.iter_mut().zip(blanks) {
        piece.wide = piece.newlines == 0 && piece.gap > 0 && blanks > piece.gap;
    }
    pieces
}

fn advance(column: usize, text: &str) -> usize {
    match text.rsplit_once('\n') {
        Some((_, last)) => last.width(),
        None => column + text.width(),
    }
}

fn spell<'s>(kind: Kind<'s>, written: &'s str) -> Cow<'s, str> {
    match kind {
        Kind::Doc => match written[2..].trim() {
            "" => "%!".into(),
            sentence => format!("%! {sentence}").into(),
        },
        Kind::Token(Token::Block(drawing)) => drawn(drawing).into(),
        Kind::Token(_) => written.into(),
        Kind::LineComment => written.trim_end().into(),
        Kind::BlockComment => trim_lines(written).into(),
    }
}

/// Finds the statements and, in each, the gaps and the places where rows may break.
fn structure(pieces: &mut [Piece<'_>]) {
    let places: Vec<(usize, Token<'_>)> = pieces
        .iter()
        .enumerate()
        .filter_map(|(at, piece)| match piece.kind {
            Kind::Token(token) => Some((at, token)),
            _ => None,
        })
        .collect();
    for (number, statement) in places.split_inclusive(|(_, token)| *token == Token::Dot).enumerate() {
        let tokens: Vec<Token<'_>> = statement.iter().map(|(_, token)| *token).collect();
        for ((at, _), gap) in statement.iter().zip(gaps(&tokens)) {
            pieces[*at].gap = gap;
        }
        let (first, last) = (statement[0].0, statement[statement.len() - 1].0);
        pieces[first].starts = Some(number);
        pieces[first].rank = Some(BETWEEN_STATEMENTS);
        nest(&mut pieces[first..=last], first);
    }
}

/// Sets the gaps between statements and around comments.
fn space_comments(pieces: &mut [Piece<'_>]) {
    for at in 0..pieces.len() {
        let before = at.checked_sub(1).map(|before| &pieces[before]);
        let after_dot = before.is_some_and(|before| before.is(Token::Dot));
        let after_comment = before.is_some_and(|before| before.kind == Kind::BlockComment);
        let after_open = before.is_some_and(|before| {
            matches!(before.kind, Kind::Token(Token::Open | Token::OpenList | Token::OpenSet))
        });
        let closes = matches!(
            pieces[at].kind,
            Kind::Token(Token::Comma | Token::Dot | Token::Close | Token::CloseList | Token::CloseSet)
        );
        let piece = &mut pieces[at];
        match piece.kind {
            _ if after_dot => piece.gap = 2,
            Kind::BlockComment => piece.gap = usize::from(!after_open),
            Kind::Token(_) if after_comment && !closes => piece.gap = 1,
            _ => {}
        }
    }
}

/// Sets depth, anchor and rank of one statement's pieces; `offset` is the number of the first of them.
fn nest(pieces: &mut [Piece<'_>], offset: usize) {
    // For each open bracket the piece that what follows in it stands below.
    let mut anchors: Vec<Option<usize>> = vec![None];
    let mut previous: Option<Token<'_>> = None;
    for at in 0..pieces.len() {
        let depth = anchors.len() - 1;
        let piece = &mut pieces[at];
        piece.inside = at > 0;
        piece.depth = depth;
        piece.anchor = anchors.last().copied().flatten().filter(|&anchor| anchor < at + offset);
        let Kind::Token(token) = piece.kind else {
            previous = None;
            continue;
        };
        if at > 0 {
            piece.rank = previous.and_then(|previous| rank(previous, depth));
        }
        previous = Some(token);
        let next = Some(
            (at + 1..pieces.len())
                .find(|&next| matches!(pieces[next].kind, Kind::Token(_)))
                .unwrap_or(at + 1)
                + offset,
        );
        match token {
            Token::Open | Token::OpenList | Token::OpenSet => anchors.push(next),
            Token::Close | Token::CloseList | Token::CloseSet if anchors.len() > 1 => {
                anchors.pop();
            }
            Token::Colon | Token::If | Token::Derives | Token::With => {
                if let Some(anchor) = anchors.last_mut() {
                    *anchor = next;
                }
            }
            _ => {}
        }
    }
}

/// How willingly a row breaks after a token: outside brackets rather than inside, after `=>` rather than `;` or `,`.
fn rank(before: Token<'_>, depth: usize) -> Option<Rank> {
    let order = match before {
        Token::Implies | Token::Exactly => 1,
        Token::Semicolon => 2,
        Token::Comma => 3,
        Token::If | Token::Derives => return Some(BEFORE_BODY),
        Token::Colon if depth == 0 => return Some(BEFORE_BODY),
        _ => return None,
    };
    Some(depth * 4 + order)
}
