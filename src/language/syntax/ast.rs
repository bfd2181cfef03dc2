//! The tree of a rule file, as written: sugar, parentheses and all, with a span on every node.

use std::cmp::Ordering;

use crate::language::diagnostic::{Diagnostic, catalogue};
use crate::language::source::Span;

pub use super::token::Comment;

/// How deep terms may nest; the grammar replaces what is deeper by [`TermKind::Broken`].
pub const MOST_DEPTH: u16 = 200;

/// A whole file.
#[derive(Clone, Default, Debug)]
pub struct File {
    /// The good statements, in order.
    pub statements: Vec<Statement>,
    /// All comments, in order.
    pub comments: Vec<Comment>,
}

/// A statement with the doc lines above it.
#[derive(Clone, PartialEq, Debug)]
pub struct Statement {
    /// What it states.
    pub kind: StatementKind,
    /// `%!` lines directly above, without the sign.
    pub docs: Vec<Doc>,
    /// From its first word to its dot.
    pub span: Span,
}

/// One doc line.
#[derive(Clone, PartialEq, Debug)]
pub struct Doc {
    /// The sentence.
    pub text: String,
    /// Where it stands, with its sign.
    pub span: Span,
}

/// A name where it is declared or used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The name itself, without quotes.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of statement.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the example above each kind shows its parts")]
pub enum StatementKind {
    /// `language 2.`
    Language { version: Term },
    /// `param n = 8.` or `param r = height(n) ; 3.`; at least one value.
    Param { name: Name, values: Vec<Term> },
    /// `grid(n, n) :: 0..1.`, or without a domain.
    Grid { rows: Term, cols: Term, domain: Option<Term> },
    /// `queen(R) :: 1..n :- R in 1..n.`, perhaps `hidden`.
    Unknown { hidden: bool, head: Term, domain: Term, body: Option<Term> },
    /// `input total(Name, Sum).`
    Input { head: Term },
    /// `offer number(A, K) :- body.`
    Offer { head: Term, body: Term },
    /// `head.` or `head :- body.`
    Clause { head: Term, body: Option<Term> },
    /// `name: Cond => Must.` or `name: Must.`
    Law { name: Name, body: Term },
    /// `head --> items.`
    Grammar { head: Term, items: Vec<Item> },
    /// `name """ drawn grid """.`
    Layer { name: Name, drawing: Text },
    /// `top "3 . 1,2".`
    Strip { name: Name, clues: Text },
    /// `title "First light".`
    Caption { name: Name, text: Text },
    /// `move head: Cond => Must.`
    Move { head: Term, body: Term },
    /// `goal: Cond => Must.`
    Goal { body: Term },
    /// `bound: E.`
    Bound { value: Term },
    /// `use sudoku with r = 2, c = 3.`
    Use { name: Text, with: Vec<(Name, Term)> },
    /// `sketch cages with most = 4.`
    Sketch { name: Text, with: Vec<(Name, Term)> },
    /// `drop houses.` or `drop merge/2.`
    Drop { name: Name, arity: Option<Term> },
    /// `minimise E.` or `maximise E.`
    Objective { maximise: bool, value: Term },
    /// `expect unique.` or `expect count = 2.`
    Expect { what: Name, value: Option<Term> },
    /// `draw region(L) :- box(r, c, L).`
    Draw { head: Term, body: Option<Term> },
}

/// What a file may say of itself by a name and a text.
pub const CAPTIONS: [&str; 2] = ["title", "author"];

impl StatementKind {
    /// A name and a text in quotes: what the file says of itself, or clues beside the board.
    pub fn beside(name: Name, text: Text) -> StatementKind {
        if CAPTIONS.contains(&name.text.as_str()) {
            StatementKind::Caption { name, text }
        } else {
            StatementKind::Strip { name, clues: text }
        }
    }
}

/// Text between quotes or `"""`; for `use` and `sketch`, also a plain name.
#[derive(Clone, PartialEq, Debug)]
pub struct Text {
    /// What stands between the quotes.
    pub text: String,
    /// Where that stands, quotes left out.
    pub span: Span,
    /// Whether it stood in quotes.
    pub quoted: bool,
}

/// A term or a goal: both are read by one grammar and told apart by [`Term::is_goal`].
#[derive(Clone, PartialEq, Debug)]
pub struct Term {
    /// What it is.
    pub kind: TermKind,
    /// Where it stands.
    pub span: Span,
    depth: u16,
}

/// The kinds of term and goal.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the example above each kind shows its parts")]
pub enum TermKind {
    /// `7`
    Int(i64),
    /// A bare name: a param, a cell such as `r1c2`, a symbol, or a predicate without arguments.
    Name(String),
    /// `"text"`, a symbol that is no name.
    Text(String),
    /// `X`, or `_` and `_X`.
    Placeholder(String),
    /// `count(0, L)`
    Call { name: Name, args: Vec<Term> },
    /// `[A, .., B | T]`
    List { items: Vec<ListItem>, tail: Option<Box<Term>> },
    /// `[E : Goals]`
    Comprehension { element: Box<Term>, goal: Box<Term> },
    /// `{a, b}`
    Set(Vec<Term>),
    /// `{a, E : Goals}`: the last part for each answer; at least one part.
    SetOf { parts: Vec<Term>, goal: Box<Term> },
    /// `A..B`
    Range(Box<Term>, Box<Term>),
    /// `A + B`
    Arithmetic(Operator, Box<Term>, Box<Term>),
    /// `-A`
    Negative(Box<Term>),
    /// `X'`
    Prime(Box<Term>),
    /// `A =< B`
    Compare(Comparison, Box<Term>, Box<Term>),
    /// `A =< B < C`; at least two signs, all one way.
    Chain(Box<Term>, Vec<(Comparison, Term)>),
    /// `X in L`
    In(Box<Term>, Box<Term>),
    /// `L matches runs(Ks)`
    Matches(Box<Term>, Box<Term>),
    /// `A, B`; at least two.
    And(Vec<Term>),
    /// `A ; B`; at least two.
    Or(Vec<Term>),
    /// `not G`
    Not(Box<Term>),
    /// `G => H`
    Implies(Box<Term>, Box<Term>),
    /// `G <=> H`
    Exactly(Box<Term>, Box<Term>),
    /// `(G)`; kept, so that the formatter keeps the author's parentheses.
    Paren(Box<Term>),
    /// `true` or `false`
    Truth(bool),
    /// What was too deep to keep; a diagnostic has been given.
    Broken,
}

/// An element of a list.
#[derive(Clone, PartialEq, Debug)]
pub enum ListItem {
    /// One element.
    One(Term),
    /// `..`: any elements.
    Any(Span),
    /// `..Front`: any elements, named.
    Segment(Term),
    /// `0*`: any number of elements equal to this.
    Fill(Term),
}

/// An item of a line grammar.
#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    /// A value, a placeholder, a set, a range, or another head.
    One(Term),
    /// `(a | b)`
    Choice(Vec<Vec<Item>>, Span),
    /// `[]`: nothing.
    Nothing(Span),
    /// `0*`
    Star(Box<Item>),
    /// `1+`
    Plus(Box<Item>),
    /// `1^K`
    Power(Box<Item>, Term),
}

/// Arithmetic signs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`, rounding down
    Div,
    /// `mod`, with the divisor's sign
    Mod,
}

impl Operator {
    /// How it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Operator::Add => "+",
            Operator::Sub => "-",
            Operator::Mul => "*",
            Operator::Div => "/",
            Operator::Mod => "mod",
        }
    }
}

/// Signs of comparison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `\=`
    Unequal,
    /// `<`
    Less,
    /// `=<`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Comparison {
    /// How it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Comparison::Equal => "=",
            Comparison::Unequal => "\\=",
            Comparison::Less => "<",
            Comparison::AtMost => "=<",
            Comparison::Greater => ">",
            Comparison::AtLeast => ">=",
        }
    }

    /// Whether it leads up or down; an equation goes with either, and what differs leads nowhere.
    pub fn direction(self) -> Option<Ordering> {
        match self {
            Comparison::Equal => Some(Ordering::Equal),
            Comparison::Unequal => None,
            Comparison::Less | Comparison::AtMost => Some(Ordering::Less),
            Comparison::Greater | Comparison::AtLeast => Some(Ordering::Greater),
        }
    }

    /// Whether it holds between two things that have an order.
    #[inline]
    pub fn holds<T: Ord + ?Sized>(self, left: &T, right: &T) -> bool {
        match self {
            Comparison::Equal => left == right,
            Comparison::Unequal => left != right,
            Comparison::Less => left < right,
            Comparison::AtMost => left <= right,
            Comparison::Greater => left > right,
            Comparison::AtLeast => left >= right,
        }
    }
}

impl Term {
    /// A term; one that nests too deep is reported and becomes [`TermKind::Broken`].
    pub fn new(kind: TermKind, span: Span, errors: &mut Vec<Diagnostic>) -> Term {
        let depth = 1 + kind.children().map(|child| child.depth).max().unwrap_or(0);
        if depth > MOST_DEPTH {
            errors.push(catalogue::too_deep(span, MOST_DEPTH));
            return Term { kind: TermKind::Broken, span, depth: 0 };
        }
        Term { kind, span, depth }
    }

    /// Whether this is a condition rather than something with a value; a call or a name may be either.
    pub fn is_goal(&self) -> bool {
        match &self.kind {
            TermKind::Paren(inner) => inner.is_goal(),
            TermKind::Compare(..)
            | TermKind::Chain(..)
            | TermKind::In(..)
            | TermKind::Matches(..)
            | TermKind::And(_)
            | TermKind::Or(_)
            | TermKind::Not(_)
            | TermKind::Implies(..)
            | TermKind::Exactly(..)
            | TermKind::Truth(_) => true,
            _ => false,
        }
    }

    /// The term without the parentheses around it.
    pub fn bare(&self) -> &Term {
        match &self.kind {
            TermKind::Paren(inner) => inner.bare(),
            _ => self,
        }
    }

    /// A set with conditions as a list in the order in which it is written; any other term as it is.
    #[must_use]
    pub fn listed(&self) -> Term {
        let mut term = self.bare().clone();
        match term.kind {
            TermKind::Set(parts) => {
                let items = parts.into_iter().map(ListItem::One).collect();
                term.kind = TermKind::List { items, tail: None };
            }
            TermKind::SetOf { mut parts, goal } => {
                let each = parts.pop().map(|element| {
                    let kind = TermKind::Comprehension { element: Box::new(element), goal };
                    ListItem::Segment(Term { kind, span: self.span, depth: self.depth })
                });
                let items = parts.into_iter().map(ListItem::One).chain(each).collect();
                term.kind = TermKind::List { items, tail: None };
            }
            _ => {}
        }
        term
    }

    /// The head within `all(head)`, of an offer of which every puzzle tells all facts.
    pub fn as_complete(&self) -> Option<&Term> {
        match self.as_head()? {
            ("all", _, [inner]) if matches!(inner.kind, TermKind::Call { .. }) => Some(inner),
            _ => None,
        }
    }

    /// A head's name and arguments: `name` or `name(args)`.
    pub fn as_head(&self) -> Option<(&str, Span, &[Term])> {
        match &self.kind {
            TermKind::Name(name) => Some((name, self.span, &[])),
            TermKind::Call { name, args } => Some((&name.text, name.span, args)),
            _ => None,
        }
    }
}

impl TermKind {
    /// The terms directly inside, in the order they are written.
    pub fn children(&self) -> Box<dyn Iterator<Item = &Term> + '_> {
        match self {
            TermKind::Int(_)
            | TermKind::Name(_)
            | TermKind::Text(_)
            | TermKind::Placeholder(_)
            | TermKind::Truth(_)
            | TermKind::Broken => Box::new(std::iter::empty()),
            TermKind::Call { args, .. } => Box::new(args.iter()),
            TermKind::Set(parts) | TermKind::And(parts) | TermKind::Or(parts) => Box::new(parts.iter()),
            TermKind::SetOf { parts, goal } => Box::new(parts.iter().chain([goal.as_ref()])),
            TermKind::List { items, tail } => {
                Box::new(items.iter().filter_map(ListItem::term).chain(tail.as_deref()))
            }
            TermKind::Chain(first, rest) => {
                Box::new(std::iter::once(first.as_ref()).chain(rest.iter().map(|(_, term)| term)))
            }
            TermKind::Comprehension { element: first, goal: second }
            | TermKind::Range(first, second)
            | TermKind::Arithmetic(_, first, second)
            | TermKind::Compare(_, first, second)
            | TermKind::In(first, second)
            | TermKind::Matches(first, second)
            | TermKind::Implies(first, second)
            | TermKind::Exactly(first, second) => Box::new([first.as_ref(), second.as_ref()].into_iter()),
            TermKind::Negative(inner)
            | TermKind::Prime(inner)
            | TermKind::Not(inner)
            | TermKind::Paren(inner) => Box::new(std::iter::once(inner.as_ref())),
        }
    }
}

impl ListItem {
    /// The term of this element, if it has one.
    pub fn term(&self) -> Option<&Term> {
        match self {
            ListItem::One(term) | ListItem::Segment(term) | ListItem::Fill(term) => Some(term),
            ListItem::Any(_) => None,
        }
    }
}
