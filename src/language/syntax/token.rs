//! The lexer: text to tokens, with comments set aside for the formatter.

use std::fmt;

use logos::Logos;

use crate::language::diagnostic::{Diagnostic, catalogue};
use crate::language::source::{SourceId, Span};

/// A token of the rule language. Text-bearing ones borrow from the source.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n\f\u{feff}]+")]
#[expect(missing_docs, reason = "a word or a sign of the language is shown by its attribute")]
pub enum Token<'s> {
    /// A comment, up to the end of its line; never reaches the parser.
    #[regex(r"%[^\n]*", |lex| lex.slice(), allow_greedy = true)]
    Comment(&'s str),
    /// A comment between `/*` and `*/`; never reaches the parser.
    #[token("/*", block_comment)]
    BlockComment(&'s str),
    /// A doc line, without its `%!`.
    #[regex(r"%![^\n]*", |lex| lex.slice()[2..].trim(), priority = 10, allow_greedy = true)]
    Doc(&'s str),
    /// A lower-case name; `word` adds the letters beyond ASCII.
    #[regex(r"[a-z][A-Za-z0-9_]*", |lex| lex.slice())]
    Name(&'s str),
    /// A placeholder: a name that starts upper-case or with `_`.
    #[regex(r"[A-Z_][A-Za-z0-9_]*", |lex| lex.slice())]
    Placeholder(&'s str),
    /// A number, as written.
    #[regex(r"[0-9]+", |lex| lex.slice())]
    Number(&'s str),
    /// `"text"`, without its quotes.
    #[token("\"", text)]
    Text(&'s str),
    /// A drawn block, without its `"""`.
    #[token("\"\"\"", block)]
    Block(&'s str),

    #[token("language")]
    Language,
    #[token("param")]
    Param,
    #[token("grid")]
    Grid,
    #[token("hidden")]
    Hidden,
    #[token("input")]
    Input,
    #[token("offer")]
    Offer,
    #[token("sketch")]
    Sketch,
    #[token("use")]
    Use,
    #[token("with")]
    With,
    #[token("drop")]
    Drop,
    #[token("minimise")]
    Minimise,
    #[token("maximise")]
    Maximise,
    #[token("expect")]
    Expect,
    #[token("draw")]
    Draw,
    #[token("move")]
    Move,
    #[token("goal")]
    Goal,
    #[token("bound")]
    Bound,
    #[token("in")]
    In,
    #[token("mod")]
    Mod,
    #[token("not")]
    Not,
    #[token("matches")]
    Matches,
    #[token("true")]
    True,
    #[token("false")]
    False,

    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("[")]
    OpenList,
    #[token("]")]
    CloseList,
    #[token("{")]
    OpenSet,
    #[token("}")]
    CloseSet,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token("::")]
    In2,
    #[token(":-")]
    If,
    #[token("=>")]
    Implies,
    #[token("<=>")]
    Exactly,
    #[token("-->")]
    Derives,
    #[token("|")]
    Bar,
    #[token(".")]
    Dot,
    #[token("..")]
    Dots,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("^")]
    Caret,
    #[token("'")]
    Prime,
    #[token("=")]
    Equal,
    #[token("\\=")]
    Unequal,
    #[token("<")]
    Less,
    #[token("=<")]
    AtMost,
    #[token(">")]
    Greater,
    #[token(">=")]
    AtLeast,

    /// An operator of another language; reported with the one to write.
    #[token("<=")]
    #[token("<->")]
    #[token("==>")]
    #[token("==")]
    #[token("===")]
    #[token("!==")]
    #[token(":=")]
    #[token("!=")]
    #[token("=:=")]
    #[token("=\\=")]
    #[token("\\==")]
    #[token("<>")]
    #[token("->")]
    #[token("!")]
    #[token("\\+")]
    #[token("&&")]
    #[token("||")]
    Foreign,

    /// The end of the text; made by the parser, never by the lexer.
    End,
}

fn block_comment<'s>(lex: &mut logos::Lexer<'s, Token<'s>>) -> Option<&'s str> {
    let end = lex.remainder().find("*/")?;
    lex.bump(end + 2);
    Some(lex.slice())
}

fn text<'s>(lex: &mut logos::Lexer<'s, Token<'s>>) -> Option<&'s str> {
    let rest = lex.remainder();
    let end = rest.find(['"', '\n'])?;
    if rest.as_bytes()[end] == b'\n' {
        return None;
    }
    lex.bump(end + 1);
    Some(&rest[..end])
}

fn block<'s>(lex: &mut logos::Lexer<'s, Token<'s>>) -> Option<&'s str> {
    let rest = lex.remainder();
    let end = rest.find("\"\"\"")?;
    lex.bump(end + 3);
    Some(&rest[..end])
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Comment(text) | Token::BlockComment(text) => f.write_str(text),
            Token::Doc(_) => f.write_str("a doc line"),
            Token::Name(name) | Token::Placeholder(name) => write!(f, "`{name}`"),
            Token::Number(number) => write!(f, "`{number}`"),
            Token::Text(text) => write!(f, "\"{text}\""),
            Token::Block(_) => f.write_str("a drawn block"),
            Token::Foreign => f.write_str("an operator"),
            Token::End => f.write_str("end of the text"),
            symbol => write!(f, "`{}`", symbol.spelling()),
        }
    }
}

impl Token<'_> {
    /// How a keyword or a sign is written; empty for tokens that carry text.
    pub fn spelling(&self) -> &'static str {
        match self {
            Token::Language => "language",
            Token::Param => "param",
            Token::Grid => "grid",
            Token::Hidden => "hidden",
            Token::Input => "input",
            Token::Offer => "offer",
            Token::Sketch => "sketch",
            Token::Use => "use",
            Token::With => "with",
            Token::Drop => "drop",
            Token::Minimise => "minimise",
            Token::Maximise => "maximise",
            Token::Expect => "expect",
            Token::Draw => "draw",
            Token::Move => "move",
            Token::Goal => "goal",
            Token::Bound => "bound",
            Token::In => "in",
            Token::Mod => "mod",
            Token::Not => "not",
            Token::Matches => "matches",
            Token::True => "true",
            Token::False => "false",
            Token::Open => "(",
            Token::Close => ")",
            Token::OpenList => "[",
            Token::CloseList => "]",
            Token::OpenSet => "{",
            Token::CloseSet => "}",
            Token::Comma => ",",
            Token::Semicolon => ";",
            Token::Colon => ":",
            Token::In2 => "::",
            Token::If => ":-",
            Token::Implies => "=>",
            Token::Exactly => "<=>",
            Token::Derives => "-->",
            Token::Bar => "|",
            Token::Dot => ".",
            Token::Dots => "..",
            Token::Plus => "+",
            Token::Minus => "-",
            Token::Star => "*",
            Token::Slash => "/",
            Token::Caret => "^",
            Token::Prime => "'",
            Token::Equal => "=",
            Token::Unequal => "\\=",
            Token::Less => "<",
            Token::AtMost => "=<",
            Token::Greater => ">",
            Token::AtLeast => ">=",
            _ => "",
        }
    }

    /// Whether the token can end a term: a name, a number, a text or a closing bracket.
    pub fn ends_word(&self) -> bool {
        matches!(
            self,
            Token::Name(_)
                | Token::Placeholder(_)
                | Token::Number(_)
                | Token::Text(_)
                | Token::Close
                | Token::CloseList
                | Token::CloseSet
        )
    }

    /// Whether the token can end an operand: a term, a prime, or a truth value.
    pub fn ends_operand(&self) -> bool {
        self.ends_word() || matches!(self, Token::Prime | Token::True | Token::False)
    }

    /// Whether the token is a sign of comparison.
    pub fn is_comparison(&self) -> bool {
        matches!(
            self,
            Token::Equal | Token::Unequal | Token::Less | Token::AtMost | Token::Greater | Token::AtLeast
        )
    }

    /// Whether the token is a word that no rule set may use as a name.
    pub fn is_keyword(&self) -> bool {
        self.spelling().starts_with(|first: char| first.is_ascii_lowercase())
    }
}

/// A token with its place in the text.
pub type Spanned<'s> = (Token<'s>, Span);

/// A comment and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comment {
    /// The whole comment, with its `%` or `/* */`.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// What the lexer makes of a text.
#[derive(Default, Debug)]
pub struct Lexed<'s> {
    /// All tokens in order, comments left out.
    pub tokens: Vec<Spanned<'s>>,
    /// All comments in order.
    pub comments: Vec<Comment>,
    /// What could not be read; the stretches are missing from `tokens`.
    pub diagnostics: Vec<Diagnostic>,
}

/// How many unreadable places are reported before the lexer gives up on a text.
const MOST_ERRORS: usize = 50;

/// Splits a text into tokens. After it: no comment among the tokens, no stretch that is no token.
pub fn lex(source: SourceId, text: &str) -> Lexed<'_> {
    let mut lexed = Lexed::default();
    let mut lexer = Token::lexer(text);
    let mut wrong: Option<Span> = None;
    while let Some(found) = lexer.next() {
        let found = word(&mut lexer, found);
        let range = lexer.span();
        let span = Span::new(source, range.start, range.end);
        let token = match found {
            Ok(token) => token,
            Err(()) => {
                // Neighbouring unreadable characters make one error.
                wrong = match wrong {
                    Some(before) if before.end == span.start && !lexer.slice().starts_with(['"', '/']) => {
                        Some(before.to(span))
                    }
                    earlier => {
                        lexed.diagnostics.extend(earlier.map(|span| unreadable(text, span)));
                        Some(span)
                    }
                };
                if lexed.diagnostics.len() >= MOST_ERRORS {
                    return lexed;
                }
                skip_unclosed(&mut lexer);
                continue;
            }
        };
        lexed.diagnostics.extend(wrong.take().map(|span| unreadable(text, span)));
        match token {
            Token::Comment(text) | Token::BlockComment(text) => {
                lexed.comments.push(Comment { text: text.trim_end().to_owned(), span });
            }
            Token::Foreign => lexed.diagnostics.push(catalogue::foreign_operator(lexer.slice(), span)),
            Token::Name("is") => {
                let (wrong, read_on) = foreign_is(lexer.remainder(), span);
                lexed.diagnostics.push(wrong);
                lexed.tokens.extend(read_on.then_some((token, span)));
            }
            token => lexed.tokens.push((token, span)),
        }
        if lexed.diagnostics.len() >= MOST_ERRORS {
            return lexed;
        }
    }
    lexed.diagnostics.extend(wrong.map(|span| unreadable(text, span)));
    lexed
}

/// Reads on where a word has letters of other scripts: `größe`, `Été`, or `iné` that is more than the keyword `in`. The
/// automaton of the lexer knows ASCII only; with the letters of all scripts it would be a tenth of the time this crate
/// takes to build.
fn word<'s>(lexer: &mut logos::Lexer<'s, Token<'s>>, found: Result<Token<'s>, ()>) -> Result<Token<'s>, ()> {
    let rest = lexer.remainder();
    let starts = match found {
        Ok(_) if rest.starts_with(|next: char| next.is_ascii()) => false,
        Ok(Token::Name(_) | Token::Placeholder(_)) => true,
        Ok(token) => token.is_keyword(),
        Err(()) => lexer.slice().starts_with(|first: char| first.is_lowercase() || first.is_uppercase()),
    };
    let goes_on = |next: char| next == '_' || next.is_alphanumeric();
    if !starts || (found.is_ok() && !rest.starts_with(goes_on)) {
        return found;
    }
    lexer.bump(rest.find(|next| !goes_on(next)).unwrap_or(rest.len()));
    let word = lexer.slice();
    let upper = word.starts_with(|first: char| first == '_' || first.is_uppercase());
    Ok(if upper { Token::Placeholder(word) } else { Token::Name(word) })
}

/// What is wrong with the word `is`, and whether it stands for a name, with which reading goes on: `is: ..`, `is(A) :- ..`.
fn foreign_is(rest: &str, span: Span) -> (Diagnostic, bool) {
    let next = rest.trim_start();
    if next.starts_with(':') && !next.starts_with(":=") && !next.starts_with(":-") {
        return (catalogue::foreign::law_of_word("is", span), true);
    }
    if rest.starts_with('(') {
        return (catalogue::foreign::definition_of_word("is", span), true);
    }
    (catalogue::foreign_operator("is", span), false)
}

/// The first token of a text, whatever follows.
pub(super) fn first(text: &str) -> Option<Token<'_>> {
    let mut lexer = Token::lexer(text);
    let found = lexer.next()?;
    word(&mut lexer, found).ok()
}

/// After an opening quote without its end, goes on where the author most likely meant it to end.
fn skip_unclosed<'s>(lexer: &mut logos::Lexer<'s, Token<'s>>) {
    let rest = lexer.remainder();
    let end = match lexer.slice() {
        "\"\"\"" => rest.find("\n\n"),
        "\"" => rest.find('\n'),
        "/*" => None,
        _ => return,
    };
    lexer.bump(end.unwrap_or(rest.len()));
}

fn unreadable(text: &str, span: Span) -> Diagnostic {
    let found = &text[span.start as usize..span.end as usize];
    match found {
        "\"\"\"" => catalogue::unclosed_block(span),
        "\"" => catalogue::unclosed_text(span),
        "/*" => catalogue::unclosed_comment(span),
        _ => catalogue::unreadable(found, span),
    }
}

#[cfg(test)]
mod tests {
    use super::{Token, lex};
    use crate::language::source::SourceId;

    #[test]
    fn words_are_written_in_any_script() {
        let read = |text| lex(SourceId::default(), text).tokens.into_iter().map(|(token, _)| token).collect();
        let tokens: Vec<Token<'_>> = read("größe iné Été _ñ2 λ in÷é1 x²y 3é");
        let name = Token::Name;
        let expected = [
            name("größe"),
            name("iné"),
            Token::Placeholder("Été"),
            Token::Placeholder("_ñ2"),
            name("λ"),
            Token::In,
            name("é1"),
            name("x²y"),
            Token::Number("3"),
            name("é"),
        ];
        assert_eq!(tokens, expected);
    }

    #[test]
    fn signs_and_letters_of_no_case_start_no_word() {
        let lexed = lex(SourceId::default(), "a∧ 漢字");
        assert_eq!(lexed.tokens.len(), 1);
        assert_eq!(lexed.diagnostics.len(), 2);
    }
}
