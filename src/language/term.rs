//! Terms at work: what placeholders stand for while rules are evaluated, each distinct term kept once.
//!
//! A term is a number into a [`Terms`] table, so two ground terms are equal exactly when their numbers are. Terms that
//! depend on the values of places are [`Open`]: they are what the solver will have to compute.

mod open;
mod show;

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use smallvec::SmallVec;

use crate::base::hash::Layered;

pub use open::{Guarded, Open, Part, each_guarded, guarded_anew};

/// Number of a term in its [`Terms`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermId(pub u32);

/// Number of a condition on values; see [`Open`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FormulaId(pub u32);

impl FormulaId {
    /// Holds always.
    pub const TRUE: FormulaId = FormulaId(0);
    /// Holds never.
    pub const FALSE: FormulaId = FormulaId(1);
}

/// Number of a symbol in its [`Terms`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(pub u32);

/// Number of a relation between places that a graph constraint walks on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RelationId(pub u32);

/// One layer of a term.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// An integer.
    Int(i128),
    /// A symbol.
    Sym(Symbol),
    /// A placeholder without a value yet.
    Var(u32),
    /// The empty list.
    Nil,
    /// A list's first element and the rest.
    Cons(TermId, TermId),
    /// A set; sorted and without repeats once it is ground.
    Set(Box<[TermId]>),
    /// The integers from the first to the second; never empty.
    Range(i128, i128),
    /// A term that is only a name with arguments.
    Compound(Symbol, Box<[TermId]>),
    /// A place: `cell(2, 3)`, or the index of another declared unknown. It need not hold an unknown.
    Place(Symbol, Box<[TermId]>),
    /// What depends on values.
    Open(Open),
}

/// All terms of one run.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Each with what is known of it.
    nodes: Layered<Node, Facts>,
    deepest: u16,
    symbols: Layered<Box<str>, ()>,
    /// The terms of small integers, from the least on: they are asked for all the time.
    small: Vec<TermId>,
    /// Symbols whose bare name would mean something else: a param's number or an unknown.
    taken: Vec<Symbol>,
}

/// What is known of a term from its parts, so that nobody need walk through it again.
#[derive(Clone, Copy, Default, Debug)]
struct Facts {
    /// Whether placeholders occur in it.
    unbound: bool,
    /// Whether something that depends on values occurs in it.
    open: bool,
    /// Whether it is a number whatever the values of the places are.
    total: bool,
    /// How deep it nests.
    nesting: u16,
}

impl Facts {
    /// What is known of a number without parts.
    const NUMBER: Facts = Facts { unbound: false, open: false, total: true, nesting: 0 };

    /// With one more part.
    fn and(self, nodes: &Layered<Node, Facts>, part: TermId) -> Facts {
        let part = nodes.entry(part.0 as usize).1;
        Facts {
            unbound: self.unbound || part.unbound,
            open: self.open || part.open,
            total: self.total && part.total,
            nesting: self.nesting.max(part.nesting.saturating_add(1)),
        }
    }
}

/// How deep a term may nest; list tails do not count.
pub const MOST_NESTING: u16 = 500;

/// Integers whose terms are found without a look into the table.
const SMALL: std::ops::Range<i128> = -64..256;
const NONE: TermId = TermId(u32::MAX);

impl Default for Terms {
    fn default() -> Self {
        let mut terms = Terms {
            nodes: Layered::default(),
            deepest: 0,
            symbols: Layered::default(),
            small: vec![NONE; (SMALL.end - SMALL.start) as usize],
            taken: Vec::new(),
        };
        terms.add(Node::Nil);
        terms
    }
}

impl Terms {
    /// The empty list.
    pub const NIL: TermId = TermId(0);

    /// The number of a node.
    pub fn add(&mut self, node: Node) -> TermId {
        let numbered = self.nodes.insert(node, facts_of);
        self.numbered(numbered)
    }

    #[inline]
    fn numbered(&mut self, (index, new): (usize, bool)) -> TermId {
        if new {
            self.deepest = self.deepest.max(self.nodes.entry(index).1.nesting);
        }
        TermId(index as u32)
    }

    /// Shares all terms with every clone to come.
    pub fn freeze(&mut self) {
        self.nodes.freeze();
        self.symbols.freeze();
    }

    #[inline]
    fn facts(&self, term: TermId) -> Facts {
        *self.nodes.entry(term.0 as usize).1
    }

    /// The outermost layer of a term.
    #[inline]
    pub fn node(&self, term: TermId) -> &Node {
        self.nodes.entry(term.0 as usize).0
    }

    /// Whether no placeholder occurs in the term.
    #[inline]
    pub fn is_ground(&self, term: TermId) -> bool {
        !self.facts(term).unbound
    }

    /// Whether something that depends on values occurs in the term; places do not count, they are only names.
    pub fn is_open(&self, term: TermId) -> bool {
        self.facts(term).open
    }

    /// How deep the term nests; list tails do not count.
    pub fn nesting(&self, term: TermId) -> u16 {
        self.facts(term).nesting
    }

    /// How deep the deepest of all terms nests.
    pub fn deepest(&self) -> u16 {
        self.deepest
    }

    /// Whether a term is a number whatever the values of the places are: none of its divisors can be 0, and so on.
    pub fn is_total(&self, term: TermId) -> bool {
        self.facts(term).total
    }

    /// How many distinct terms there are.
    pub fn len(&self) -> usize {
        self.nodes.count()
    }

    /// Never: the empty list is always there.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// An integer.
    #[inline]
    pub fn int(&mut self, value: impl Into<i128>) -> TermId {
        let value = value.into();
        if !SMALL.contains(&value) {
            return self.add(Node::Int(value));
        }
        let at = (value - SMALL.start) as usize;
        if self.small[at] == NONE {
            self.small[at] = self.add(Node::Int(value));
        }
        self.small[at]
    }

    /// The number of a symbol.
    pub fn symbol(&mut self, name: &str) -> Symbol {
        let index = self.symbols.find(name).unwrap_or_else(|| self.symbols.insert(name.into(), |_, _| ()).0);
        Symbol(index as u32)
    }

    /// The number of a symbol that may not have been seen yet.
    pub fn known_symbol(&self, name: &str) -> Option<Symbol> {
        self.symbols.find(name).map(|index| Symbol(index as u32))
    }

    /// Says that the bare name of a symbol means something else, so that facts state the symbol in quotes.
    pub fn take(&mut self, name: Symbol) {
        self.taken.push(name);
    }

    /// A symbol as a term.
    pub fn sym(&mut self, name: &str) -> TermId {
        let symbol = self.symbol(name);
        self.add(Node::Sym(symbol))
    }

    /// A symbol's text.
    pub fn name(&self, symbol: Symbol) -> &str {
        self.symbols.entry(symbol.0 as usize).0
    }

    /// A list.
    pub fn list(&mut self, elements: &[TermId]) -> TermId {
        self.list_with_tail(elements, Self::NIL)
    }

    /// A list that goes on with `tail`.
    pub fn list_with_tail(&mut self, elements: &[TermId], tail: TermId) -> TermId {
        elements.iter().rev().fold(tail, |rest, &first| self.add(Node::Cons(first, rest)))
    }

    /// A set: sorted and without repeats, if it is ground.
    pub fn set(&mut self, elements: impl Into<SmallVec<[TermId; 4]>>) -> TermId {
        let mut elements = elements.into();
        if elements.iter().all(|&element| self.is_ground(element)) {
            elements.sort_by(|&left, &right| self.order(left, right));
            elements.dedup();
        }
        self.whole(&Whole { kind: Kind::Set, parts: &elements })
    }

    /// A place.
    pub fn place(&mut self, name: Symbol, parts: &[TermId]) -> TermId {
        self.whole(&Whole { kind: Kind::Place(name), parts })
    }

    /// A name with arguments.
    pub fn compound(&mut self, name: Symbol, parts: &[TermId]) -> TermId {
        self.whole(&Whole { kind: Kind::Compound(name), parts })
    }

    fn whole(&mut self, whole: &Whole<'_>) -> TermId {
        let numbered = self.nodes.insert_as(whole, || whole.node(), facts_of);
        self.numbered(numbered)
    }

    /// The order in which sets are sorted: integers, symbols by their letters, places and others by their parts.
    pub fn order(&self, left: TermId, right: TermId) -> Ordering {
        if left == right {
            return Ordering::Equal;
        }
        let rank = |node: &Node| match node {
            Node::Int(_) => 0,
            Node::Sym(_) => 1,
            Node::Place(..) => 2,
            Node::Compound(..) => 3,
            Node::Nil | Node::Cons(..) => 4,
            _ => 5,
        };
        let by_parts = |left: &[TermId], right: &[TermId]| {
            let first = left.iter().zip(right).map(|(&left, &right)| self.order(left, right));
            first.chain([left.len().cmp(&right.len())]).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        };
        match (self.node(left), self.node(right)) {
            (Node::Int(left), Node::Int(right)) => left.cmp(right),
            (Node::Sym(left), Node::Sym(right)) => self.name(*left).cmp(self.name(*right)),
            (Node::Place(name, parts), Node::Place(other, others))
            | (Node::Compound(name, parts), Node::Compound(other, others)) => {
                let names =
                    if name == other { Ordering::Equal } else { self.name(*name).cmp(self.name(*other)) };
                names.then_with(|| by_parts(parts, others))
            }
            (Node::Set(parts), Node::Set(others)) => by_parts(parts, others),
            (Node::Cons(..), Node::Cons(..)) => self.order_lists(left, right),
            (first, second) => rank(first).cmp(&rank(second)).then(left.cmp(&right)),
        }
    }

    fn order_lists(&self, mut left: TermId, mut right: TermId) -> Ordering {
        while let (&Node::Cons(head, tail), &Node::Cons(other, rest)) = (self.node(left), self.node(right)) {
            let order = self.order(head, other);
            if order.is_ne() {
                return order;
            }
            (left, right) = (tail, rest);
        }
        (left != Self::NIL).cmp(&(right != Self::NIL))
    }

    /// The elements of a ground list, set or range of at most `most` elements; nothing for other terms.
    pub fn elements(&mut self, term: TermId, most: usize) -> Option<Vec<TermId>> {
        match self.node(term) {
            Node::Set(parts) => Some(parts.to_vec()),
            &Node::Range(low, high) => {
                let length = high.checked_sub(low).and_then(|length| usize::try_from(length).ok())?;
                if length >= most {
                    return None;
                }
                Some((low..=high).map(|value| self.int(value)).collect())
            }
            Node::Nil | Node::Cons(..) => {
                let mut elements = Vec::new();
                let mut rest = term;
                while let &Node::Cons(head, tail) = self.node(rest) {
                    elements.push(head);
                    rest = tail;
                }
                (rest == Self::NIL).then_some(elements)
            }
            _ => None,
        }
    }
}

/// A node with parts, which is looked for before it is made.
struct Whole<'p> {
    kind: Kind,
    parts: &'p [TermId],
}

enum Kind {
    Set,
    Compound(Symbol),
    Place(Symbol),
}

impl Whole<'_> {
    fn node(&self) -> Node {
        self.kind.with(self.parts.into())
    }
}

impl Kind {
    fn with(&self, parts: Box<[TermId]>) -> Node {
        match *self {
            Kind::Set => Node::Set(parts),
            Kind::Compound(name) => Node::Compound(name, parts),
            Kind::Place(name) => Node::Place(name, parts),
        }
    }
}

impl Hash for Whole<'_> {
    /// As its node hashes.
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::mem::discriminant(&self.kind.with(Box::default())).hash(state);
        if let Kind::Compound(name) | Kind::Place(name) = self.kind {
            name.hash(state);
        }
        self.parts.hash(state);
    }
}

impl indexmap::Equivalent<Node> for Whole<'_> {
    fn equivalent(&self, node: &Node) -> bool {
        match (&self.kind, node) {
            (Kind::Set, Node::Set(parts)) => **parts == *self.parts,
            (Kind::Compound(name), Node::Compound(other, parts))
            | (Kind::Place(name), Node::Place(other, parts)) => name == other && **parts == *self.parts,
            _ => false,
        }
    }
}

/// What is known of a node from its parts.
fn facts_of(nodes: &Layered<Node, Facts>, node: &Node) -> Facts {
    match node {
        Node::Var(_) => Facts { unbound: true, ..Facts::default() },
        Node::Int(_) => Facts { total: true, ..Facts::default() },
        Node::Sym(_) | Node::Nil | Node::Range(..) => Facts::default(),
        Node::Cons(head, tail) => {
            let (first, rest) = (over(nodes, [*head]), *nodes.entry(tail.0 as usize).1);
            Facts {
                unbound: first.unbound || rest.unbound,
                open: first.open || rest.open,
                total: false,
                nesting: first.nesting.max(rest.nesting),
            }
        }
        Node::Set(parts) | Node::Compound(_, parts) => {
            Facts { total: false, ..over(nodes, parts.iter().copied()) }
        }
        Node::Place(_, parts) => Facts { total: true, ..over(nodes, parts.iter().copied()) },
        Node::Open(open) => Facts { unbound: false, open: true, ..facts_of_open(nodes, open) },
    }
}

fn facts_of_open(nodes: &Layered<Node, Facts>, open: &Open) -> Facts {
    let mut facts = Facts::NUMBER;
    open.each(&mut |part: Part| {
        if let Part::Number(term) = part {
            facts = facts.and(nodes, term);
        }
    });
    let is_number = match open {
        Open::Linear(..) | Open::Mul(..) | Open::Abs(_) | Open::Product(_) => true,
        Open::Truth(_) | Open::ReachSize(..) => true,
        Open::Div(_, divisor) | Open::Mod(_, divisor) => {
            matches!(nodes.entry(divisor.0 as usize).0, Node::Int(divisor) if *divisor != 0)
        }
        Open::Min(list) | Open::Max(list) => list.iter().any(|&(guard, _)| guard == FormulaId::TRUE),
        Open::Nth(..) | Open::List(_) | Open::Reach(..) => false,
    };
    Facts { total: facts.total && is_number, ..facts }
}

/// What holds of a term with these parts: a placeholder in one of them, a number for all of them.
fn over(nodes: &Layered<Node, Facts>, parts: impl IntoIterator<Item = TermId>) -> Facts {
    parts.into_iter().fold(Facts::NUMBER, |so_far, part| so_far.and(nodes, part))
}
