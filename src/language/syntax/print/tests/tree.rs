//! Random trees, shaped as the grammar allows, and their comparison without spans.

use crate::language::source::Span;
use crate::language::syntax::ast::{
    Comparison, Item, ListItem, Name, Operator, Statement, StatementKind, Term, TermKind, Text,
};

/// Makes choices from a list of bytes; when they run out it always takes the first, which ends every tree.
pub struct Dice<'b> {
    bytes: std::slice::Iter<'b, u8>,
}

impl<'b> Dice<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        Dice { bytes: bytes.iter() }
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.len() == 0
    }

    pub fn roll(&mut self, sides: usize) -> usize {
        self.bytes.next().map_or(0, |&byte| usize::from(byte) % sides)
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())]
    }

    fn several<T>(&mut self, least: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = least + self.pick(&[0, 0, 1, 1, 2, 3]);
        (0..count).map(|_| make(self)).collect()
    }

    fn string(&mut self, from: &[&str]) -> String {
        self.pick(from).to_owned()
    }

    fn word(&mut self) -> String {
        self.string(&["a", "cell", "r1c2", "größe", "inside", "walls", "a_rather_long_name_for_a_predicate"])
    }

    fn name(&mut self) -> Name {
        Name { text: self.word(), span: Span::default() }
    }

    fn text(&mut self) -> String {
        self.string(&["#", "", "a b", "%", "/*", "é", "1,2 ."])
    }

    fn quoted(text: String) -> Text {
        Text { text, span: Span::default(), quoted: true }
    }

    pub fn statement(&mut self) -> Statement {
        Statement { kind: self.statement_kind(), docs: Vec::new(), span: Span::default() }
    }

    /// A short clause or law, so that neighbours have something to line up.
    pub fn short_statement(&mut self, law: bool) -> Statement {
        let goals = term(TermKind::And(self.several(2, |dice| dice.call(1))));
        let kind = if law {
            let must = Box::new(self.call(1));
            StatementKind::Law { name: self.name(), body: term(TermKind::Implies(Box::new(goals), must)) }
        } else {
            StatementKind::Clause { head: self.call(2), body: Some(goals) }
        };
        Statement { kind, docs: Vec::new(), span: Span::default() }
    }

    fn statement_kind(&mut self) -> StatementKind {
        let depth = 4;
        match self.roll(18) {
            0 => StatementKind::Clause { head: self.head(depth), body: None },
            1 | 2 => StatementKind::Clause { head: self.head(depth), body: Some(self.goal(depth)) },
            3 | 4 => StatementKind::Law { name: self.name(), body: self.goal(depth) },
            5 => StatementKind::Param { name: self.name(), values: self.several(1, |dice| dice.sum(2)) },
            6 => {
                let domain = (self.roll(2) == 1).then(|| self.arg(depth));
                StatementKind::Grid { rows: self.sum(depth), cols: self.sum(depth), domain }
            }
            7 => StatementKind::Unknown {
                hidden: self.roll(2) == 1,
                head: self.head(depth),
                domain: self.arg(depth),
                body: (self.roll(2) == 1).then(|| self.goal(depth)),
            },
            8 => StatementKind::Input { head: self.head(depth) },
            9 => {
                StatementKind::Grammar { head: self.head(depth), items: self.several(1, |dice| dice.item(3)) }
            }
            10 => {
                let drawing = self.string(&["\n1 .\n. 2\n", "1", "\n  x\n\ny\n"]);
                StatementKind::Layer { name: self.name(), drawing: Self::quoted(drawing) }
            }
            11 => {
                let text = self.text();
                StatementKind::Strip { name: self.name(), clues: Self::quoted(text) }
            }
            12 if self.roll(2) == 1 => {
                StatementKind::Offer { head: self.head(depth), body: self.goal(depth) }
            }
            12 => StatementKind::Move { head: self.head(depth), body: self.goal(depth) },
            13 if self.roll(4) == 1 => StatementKind::Language { version: term(TermKind::Int(2)) },
            13 if self.roll(3) == 1 => StatementKind::Bound { value: self.sum(depth) },
            13 => StatementKind::Goal { body: self.goal(depth) },
            14 => {
                let quoted = self.roll(2) == 1;
                let text = if quoted { self.text() } else { self.word() };
                let with = self.several(0, |dice| (dice.name(), dice.sum(2)));
                let name = Text { text, span: Span::default(), quoted };
                if self.roll(3) == 1 {
                    StatementKind::Sketch { name, with }
                } else {
                    StatementKind::Use { name, with }
                }
            }
            15 => {
                let text = self.string(&["a", "grid", "goal", "bound", "sketch", "maximise"]);
                let arity = (self.roll(2) == 1).then(|| term(TermKind::Int(2)));
                StatementKind::Drop { name: Name { text, span: Span::default() }, arity }
            }
            16 => StatementKind::Draw {
                head: self.head(depth),
                body: (self.roll(2) == 1).then(|| self.goal(depth)),
            },
            _ if self.roll(2) == 1 => {
                StatementKind::Objective { maximise: self.roll(2) == 1, value: self.sum(depth) }
            }
            _ => StatementKind::Expect { what: self.name(), value: (self.roll(2) == 1).then(|| self.sum(2)) },
        }
    }

    fn head(&mut self, depth: usize) -> Term {
        if self.roll(4) == 0 { term(TermKind::Name(self.word())) } else { self.call(depth) }
    }

    fn call(&mut self, depth: usize) -> Term {
        let args = self.several(1, |dice| dice.arg(depth.saturating_sub(1)));
        term(TermKind::Call { name: self.name(), args })
    }

    /// Whether to go into a sign of this level rather than to the next tighter one.
    fn dive(&mut self, depth: usize) -> bool {
        depth > 0 && self.roll(4) == 3
    }

    pub fn goal(&mut self, depth: usize) -> Term {
        if !self.dive(depth) {
            return self.or(depth);
        }
        if self.roll(4) == 0 {
            return term(TermKind::Exactly(Box::new(self.or(depth - 1)), Box::new(self.or(depth - 1))));
        }
        term(TermKind::Implies(Box::new(self.or(depth - 1)), Box::new(self.goal(depth - 1))))
    }

    fn or(&mut self, depth: usize) -> Term {
        if !self.dive(depth) {
            return self.and(depth);
        }
        term(TermKind::Or(self.several(2, |dice| dice.and(depth - 1))))
    }

    fn and(&mut self, depth: usize) -> Term {
        if depth == 0 || self.roll(2) == 0 {
            return self.arg(depth);
        }
        term(TermKind::And(self.several(2, |dice| dice.arg(depth - 1))))
    }

    fn arg(&mut self, depth: usize) -> Term {
        if self.dive(depth) {
            return term(TermKind::Not(Box::new(self.arg(depth - 1))));
        }
        if !self.dive(depth) {
            return self.range(depth);
        }
        let (left, right) = (Box::new(self.range(depth - 1)), Box::new(self.range(depth - 1)));
        let signs = [
            Comparison::Equal,
            Comparison::Unequal,
            Comparison::Less,
            Comparison::AtMost,
            Comparison::Greater,
            Comparison::AtLeast,
        ];
        match self.roll(9) {
            8 => {
                let way = if self.roll(2) == 0 { [0, 2, 3] } else { [0, 4, 5] };
                let mut sign = || signs[way[self.roll(3)]];
                let signs = [sign(), sign()];
                let rest = vec![(signs[0], *right), (signs[1], self.range(depth - 1))];
                term(TermKind::Chain(left, rest))
            }
            0 => term(TermKind::In(left, right)),
            1 => term(TermKind::Matches(left, right)),
            other => term(TermKind::Compare(signs[other - 2], left, right)),
        }
    }

    fn range(&mut self, depth: usize) -> Term {
        if !self.dive(depth) {
            return self.sum(depth);
        }
        term(TermKind::Range(Box::new(self.sum(depth - 1)), Box::new(self.sum(depth - 1))))
    }

    fn sum(&mut self, depth: usize) -> Term {
        if !self.dive(depth) {
            return self.product(depth);
        }
        let sign = self.pick(&[Operator::Add, Operator::Sub]);
        term(TermKind::Arithmetic(sign, Box::new(self.sum(depth - 1)), Box::new(self.product(depth - 1))))
    }

    fn product(&mut self, depth: usize) -> Term {
        if !self.dive(depth) {
            return self.unary(depth);
        }
        let sign = self.pick(&[Operator::Mul, Operator::Div, Operator::Mod]);
        term(TermKind::Arithmetic(sign, Box::new(self.product(depth - 1)), Box::new(self.unary(depth - 1))))
    }

    fn unary(&mut self, depth: usize) -> Term {
        if !self.dive(depth) {
            return self.postfix(depth);
        }
        term(TermKind::Negative(Box::new(self.unary(depth - 1))))
    }

    fn postfix(&mut self, depth: usize) -> Term {
        if !self.dive(depth) {
            return self.primary(depth);
        }
        term(TermKind::Prime(Box::new(self.postfix(depth - 1))))
    }

    fn primary(&mut self, depth: usize) -> Term {
        match self.roll(if depth == 0 { 5 } else { 11 }) {
            0 => term(TermKind::Placeholder(self.string(&["X", "_", "_Y", "Größe"]))),
            1 => term(TermKind::Int(self.pick(&[0, 7, i64::MAX]))),
            2 => term(TermKind::Name(self.word())),
            3 => term(TermKind::Text(self.text())),
            4 => term(TermKind::Truth(self.roll(2) == 1)),
            5 | 6 => self.call(depth),
            7 => {
                let items = self.several(0, |dice| dice.list_item(depth - 1));
                let tail = (!items.is_empty() && self.roll(2) == 1).then(|| Box::new(self.arg(depth - 1)));
                term(TermKind::List { items, tail })
            }
            8 => {
                let element = Box::new(self.arg(depth - 1));
                term(TermKind::Comprehension { element, goal: Box::new(self.goal(depth - 1)) })
            }
            9 if self.roll(3) == 0 => {
                let (parts, goal) = (self.several(1, |dice| dice.arg(depth - 1)), self.goal(depth - 1));
                term(TermKind::SetOf { parts, goal: Box::new(goal) })
            }
            9 => term(TermKind::Set(self.several(0, |dice| dice.arg(depth - 1)))),
            _ => term(TermKind::Paren(Box::new(self.goal(depth - 1)))),
        }
    }

    fn list_item(&mut self, depth: usize) -> ListItem {
        match self.roll(6) {
            3 => ListItem::Any(Span::default()),
            4 => ListItem::Segment(self.postfix(depth)),
            5 => ListItem::Fill(self.product(depth)),
            _ => ListItem::One(self.arg(depth)),
        }
    }

    fn item(&mut self, depth: usize) -> Item {
        let base = Box::new(self.item_base(depth));
        match self.roll(5) {
            2 => Item::Star(base),
            3 => Item::Plus(base),
            4 => {
                let times = match self.roll(3) {
                    0 => term(TermKind::Int(2)),
                    1 => term(TermKind::Placeholder("K".to_owned())),
                    _ => term(TermKind::Paren(Box::new(self.sum(2)))),
                };
                Item::Power(base, times)
            }
            _ => *base,
        }
    }

    fn item_base(&mut self, depth: usize) -> Item {
        match self.roll(if depth == 0 { 3 } else { 7 }) {
            0 | 1 => Item::One(self.item_value()),
            2 => Item::Nothing(Span::default()),
            3 => Item::One(term(TermKind::Range(Box::new(self.item_value()), Box::new(self.item_value())))),
            4 => Item::One(self.call(2)),
            5 => Item::One(term(TermKind::Set(self.several(0, |dice| dice.arg(1))))),
            _ => Item::Choice(
                self.several(1, |dice| dice.several(1, |dice| dice.item(depth - 1))),
                Span::default(),
            ),
        }
    }

    fn item_value(&mut self) -> Term {
        match self.roll(5) {
            0 => term(TermKind::Int(1)),
            1 => term(TermKind::Placeholder("K".to_owned())),
            2 => term(TermKind::Name(self.word())),
            3 => term(TermKind::Text(self.text())),
            _ => term(TermKind::Negative(Box::new(term(TermKind::Int(1))))),
        }
    }
}

fn term(kind: TermKind) -> Term {
    Term::new(kind, Span::default(), &mut Vec::new())
}

/// What a node is, wherever it stands: its debug text without the spans.
pub fn shape(node: &impl std::fmt::Debug) -> String {
    let text = format!("{node:?}");
    let mut shape = String::new();
    let mut parts = text.split("Span {");
    shape.extend(parts.next());
    for part in parts {
        shape.extend(part.split_once('}').map(|(_, rest)| rest));
    }
    shape
}
