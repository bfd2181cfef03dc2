//! Nodes to tokens: how a tree is spelled, blanks left out.

use std::borrow::Cow;

use crate::language::syntax::ast::{
    Comparison, Item, ListItem, Name, Operator, StatementKind, Term, TermKind, Text,
};
use crate::language::syntax::token::Token;

/// A token and how it is written.
pub type Word<'a> = (Token<'a>, Cow<'a, str>);

/// How tightly a term binds, as in the grammar: what is looser than its place allows gets parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Goal,
    Or,
    And,
    Arg,
    Test,
    Range,
    Sum,
    Product,
    Unary,
    Postfix,
    Primary,
}

/// Collects the words of a tree.
#[derive(Default)]
pub struct Writer<'a> {
    /// The words so far.
    pub words: Vec<Word<'a>>,
}

impl<'a> Writer<'a> {
    /// A whole statement with its dot; doc lines are left out.
    pub fn statement(&mut self, kind: &'a StatementKind) {
        match kind {
            StatementKind::Param { name, values } => {
                self.sign(Token::Param);
                self.setting(name, &values[0]);
                values[1..].iter().for_each(|value| self.optional(Token::Semicolon, Some(value), Level::Sum));
            }
            StatementKind::Grid { rows, cols, domain } => {
                self.signs(&[Token::Grid, Token::Open]);
                self.at(rows, Level::Sum);
                self.sign(Token::Comma);
                self.at(cols, Level::Sum);
                self.sign(Token::Close);
                self.optional(Token::In2, domain.as_ref(), Level::Arg);
            }
            StatementKind::Unknown { hidden, head, domain, body } => {
                self.signs(if *hidden { &[Token::Hidden] } else { &[] });
                self.term(head);
                self.optional(Token::In2, Some(domain), Level::Arg);
                self.optional(Token::If, body.as_ref(), Level::Goal);
            }
            StatementKind::Input { head } => {
                self.sign(Token::Input);
                self.term(head);
            }
            StatementKind::Offer { head, body } => {
                self.sign(Token::Offer);
                self.term(head);
                self.optional(Token::If, Some(body), Level::Goal);
            }
            StatementKind::Clause { head, body } => {
                self.term(head);
                self.optional(Token::If, body.as_ref(), Level::Goal);
            }
            StatementKind::Law { name, body } => {
                self.name(&name.text);
                self.optional(Token::Colon, Some(body), Level::Goal);
            }
            StatementKind::Grammar { head, items } => {
                self.term(head);
                self.sign(Token::Derives);
                self.items(items);
            }
            StatementKind::Layer { name, drawing } => {
                self.name(&name.text);
                self.words.push((Token::Block(""), drawn(&drawing.text).into()));
            }
            StatementKind::Strip { name, clues: text } | StatementKind::Caption { name, text } => {
                self.name(&name.text);
                self.text(&text.text);
            }
            StatementKind::Move { head, body } => {
                self.sign(Token::Move);
                self.term(head);
                self.optional(Token::Colon, Some(body), Level::Goal);
            }
            StatementKind::Goal { body } => {
                self.sign(Token::Goal);
                self.optional(Token::Colon, Some(body), Level::Goal);
            }
            StatementKind::Bound { value } => {
                self.sign(Token::Bound);
                self.optional(Token::Colon, Some(value), Level::Sum);
            }
            StatementKind::Use { name, with } => self.rule_set(Token::Use, name, with),
            StatementKind::Sketch { name, with } => self.rule_set(Token::Sketch, name, with),
            StatementKind::Drop { name, arity } => {
                self.sign(Token::Drop);
                self.name(&name.text);
                self.optional(Token::Slash, arity.as_ref(), Level::Primary);
            }
            StatementKind::Objective { maximise, value } => {
                self.sign(if *maximise { Token::Maximise } else { Token::Minimise });
                self.at(value, Level::Sum);
            }
            StatementKind::Expect { what, value } => {
                self.sign(Token::Expect);
                self.name(&what.text);
                self.optional(Token::Equal, value.as_ref(), Level::Sum);
            }
            StatementKind::Language { version } => {
                self.sign(Token::Language);
                self.at(version, Level::Primary);
            }
            StatementKind::Draw { head, body } => {
                self.sign(Token::Draw);
                self.term(head);
                self.optional(Token::If, body.as_ref(), Level::Goal);
            }
        }
        self.sign(Token::Dot);
    }

    /// A term or goal.
    pub fn term(&mut self, term: &'a Term) {
        match &term.kind {
            TermKind::Int(value) => {
                if *value < 0 {
                    self.sign(Token::Minus);
                }
                self.words.push((Token::Number(""), value.unsigned_abs().to_string().into()));
            }
            TermKind::Name(name) => self.name(name),
            TermKind::Text(text) => self.text(text),
            TermKind::Placeholder(name) => self.words.push((Token::Placeholder(name), name.into())),
            TermKind::Call { name, args } => {
                self.name(&name.text);
                self.sign(Token::Open);
                self.list(args, Token::Comma, Level::Arg);
                self.sign(Token::Close);
            }
            TermKind::List { items, tail } => {
                self.sign(Token::OpenList);
                self.list_items(items);
                self.optional(Token::Bar, tail.as_deref(), Level::Arg);
                self.sign(Token::CloseList);
            }
            TermKind::Comprehension { element, goal } => {
                self.sign(Token::OpenList);
                self.at(element, Level::Arg);
                self.optional(Token::Colon, Some(goal), Level::Goal);
                self.sign(Token::CloseList);
            }
            TermKind::Set(parts) => {
                self.sign(Token::OpenSet);
                self.list(parts, Token::Comma, Level::Arg);
                self.sign(Token::CloseSet);
            }
            TermKind::SetOf { parts, goal } => {
                self.sign(Token::OpenSet);
                self.list(parts, Token::Comma, Level::Arg);
                self.optional(Token::Colon, Some(goal), Level::Goal);
                self.sign(Token::CloseSet);
            }
            TermKind::Range(low, high) => self.pair(low, Level::Sum, Token::Dots, high, Level::Sum),
            TermKind::Arithmetic(operator, left, right) => {
                let (own, tighter) = match operator {
                    Operator::Add | Operator::Sub => (Level::Sum, Level::Product),
                    Operator::Mul | Operator::Div | Operator::Mod => (Level::Product, Level::Unary),
                };
                self.pair(left, own, arithmetic(*operator), right, tighter);
            }
            TermKind::Negative(inner) => {
                self.sign(Token::Minus);
                self.at(inner, Level::Unary);
            }
            TermKind::Prime(inner) => {
                self.at(inner, Level::Postfix);
                self.sign(Token::Prime);
            }
            TermKind::Compare(sign, left, right) => {
                self.pair(left, Level::Range, comparison(*sign), right, Level::Range)
            }
            TermKind::Chain(first, rest) => {
                self.at(first, Level::Range);
                for (sign, term) in rest {
                    self.optional(comparison(*sign), Some(term), Level::Range);
                }
            }
            TermKind::In(left, right) => self.pair(left, Level::Range, Token::In, right, Level::Range),
            TermKind::Matches(left, right) => {
                self.pair(left, Level::Range, Token::Matches, right, Level::Range)
            }
            TermKind::And(parts) => self.list(parts, Token::Comma, Level::Arg),
            TermKind::Or(parts) => self.list(parts, Token::Semicolon, Level::And),
            TermKind::Not(goal) => {
                self.sign(Token::Not);
                self.at(goal, Level::Arg);
            }
            TermKind::Implies(left, right) => self.pair(left, Level::Or, Token::Implies, right, Level::Goal),
            TermKind::Exactly(left, right) => self.pair(left, Level::Or, Token::Exactly, right, Level::Or),
            TermKind::Paren(inner) => {
                self.sign(Token::Open);
                self.term(inner);
                self.sign(Token::Close);
            }
            TermKind::Truth(value) => self.sign(if *value { Token::True } else { Token::False }),
            TermKind::Broken => self.words.push((Token::Placeholder("_"), "_".into())),
        }
    }

    /// A term where the grammar allows no looser one than `least`.
    fn at(&mut self, term: &'a Term, least: Level) {
        let wrap = level(&term.kind) < least;
        self.signs(if wrap { &[Token::Open] } else { &[] });
        self.term(term);
        self.signs(if wrap { &[Token::Close] } else { &[] });
    }

    fn pair(
        &mut self,
        left: &'a Term,
        left_least: Level,
        sign: Token<'a>,
        right: &'a Term,
        right_least: Level,
    ) {
        self.at(left, left_least);
        self.sign(sign);
        self.at(right, right_least);
    }

    fn optional(&mut self, sign: Token<'a>, term: Option<&'a Term>, least: Level) {
        if let Some(term) = term {
            self.sign(sign);
            self.at(term, least);
        }
    }

    fn list(&mut self, terms: &'a [Term], between: Token<'a>, least: Level) {
        for (at, term) in terms.iter().enumerate() {
            self.signs(if at > 0 { std::slice::from_ref(&between) } else { &[] });
            self.at(term, least);
        }
    }

    fn list_items(&mut self, items: &'a [ListItem]) {
        for (at, item) in items.iter().enumerate() {
            self.signs(if at > 0 { &[Token::Comma] } else { &[] });
            match item {
                ListItem::One(term) => self.at(term, Level::Arg),
                ListItem::Any(_) => self.sign(Token::Dots),
                ListItem::Segment(term) => {
                    self.sign(Token::Dots);
                    self.at(term, Level::Postfix);
                }
                ListItem::Fill(term) => {
                    self.at(term, Level::Product);
                    self.sign(Token::Star);
                }
            }
        }
    }

    fn items(&mut self, items: &'a [Item]) {
        for (at, item) in items.iter().enumerate() {
            self.signs(if at > 0 { &[Token::Comma] } else { &[] });
            self.item(item);
        }
    }

    fn item(&mut self, item: &'a Item) {
        match item {
            Item::One(term) => self.term(term),
            Item::Choice(choices, _) => {
                self.sign(Token::Open);
                for (at, choice) in choices.iter().enumerate() {
                    self.signs(if at > 0 { &[Token::Bar] } else { &[] });
                    self.items(choice);
                }
                self.sign(Token::Close);
            }
            Item::Nothing(_) => self.signs(&[Token::OpenList, Token::CloseList]),
            Item::Star(inner) => {
                self.item(inner);
                self.sign(Token::Star);
            }
            Item::Plus(inner) => {
                self.item(inner);
                self.sign(Token::Plus);
            }
            Item::Power(inner, times) => {
                self.item(inner);
                self.sign(Token::Caret);
                self.at(times, Level::Primary);
            }
        }
    }

    fn rule_set(&mut self, sign: Token<'a>, name: &'a Text, with: &'a [(Name, Term)]) {
        self.sign(sign);
        if name.quoted {
            self.text(&name.text);
        } else {
            self.name(&name.text);
        }
        for (at, (name, value)) in with.iter().enumerate() {
            self.sign(if at == 0 { Token::With } else { Token::Comma });
            self.setting(name, value);
        }
    }

    fn setting(&mut self, name: &'a Name, value: &'a Term) {
        self.name(&name.text);
        self.optional(Token::Equal, Some(value), Level::Sum);
    }

    fn name(&mut self, name: &'a str) {
        self.words.push((Token::Name(name), name.into()));
    }

    fn text(&mut self, text: &'a str) {
        self.words.push((Token::Text(text), format!("\"{text}\"").into()));
    }

    fn sign(&mut self, token: Token<'a>) {
        self.words.push((token, token.spelling().into()));
    }

    fn signs(&mut self, tokens: &[Token<'a>]) {
        tokens.iter().for_each(|token| self.sign(*token));
    }
}

/// A drawn block as it is written, quotes and all: its lines without line ends of other systems and trailing blanks.
pub fn drawn(text: &str) -> String {
    let mut clean = trim_lines(text);
    // A quote right before the closing ones would be read as one of them.
    if clean.ends_with('"') {
        clean.push(' ');
    }
    format!("\"\"\"{clean}\"\"\"")
}

/// Each line without blanks at its end.
pub fn trim_lines(text: &str) -> String {
    text.split('\n').map(|line| line.trim_end_matches([' ', '\t', '\r'])).collect::<Vec<_>>().join("\n")
}

fn level(kind: &TermKind) -> Level {
    match kind {
        TermKind::Implies(..) | TermKind::Exactly(..) => Level::Goal,
        TermKind::Or(_) => Level::Or,
        TermKind::And(_) => Level::And,
        TermKind::Not(_) => Level::Arg,
        TermKind::Compare(..) | TermKind::Chain(..) | TermKind::In(..) | TermKind::Matches(..) => Level::Test,
        TermKind::Range(..) => Level::Range,
        TermKind::Arithmetic(Operator::Add | Operator::Sub, ..) => Level::Sum,
        TermKind::Arithmetic(..) => Level::Product,
        TermKind::Negative(_) => Level::Unary,
        TermKind::Int(value) if *value < 0 => Level::Unary,
        TermKind::Prime(_) => Level::Postfix,
        _ => Level::Primary,
    }
}

fn arithmetic(operator: Operator) -> Token<'static> {
    match operator {
        Operator::Add => Token::Plus,
        Operator::Sub => Token::Minus,
        Operator::Mul => Token::Star,
        Operator::Div => Token::Slash,
        Operator::Mod => Token::Mod,
    }
}

fn comparison(sign: Comparison) -> Token<'static> {
    match sign {
        Comparison::Equal => Token::Equal,
        Comparison::Unequal => Token::Unequal,
        Comparison::Less => Token::Less,
        Comparison::AtMost => Token::AtMost,
        Comparison::Greater => Token::Greater,
        Comparison::AtLeast => Token::AtLeast,
    }
}
