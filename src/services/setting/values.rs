//! What the clues of an input may be, as far as rules and samples tell.

use std::collections::BTreeSet;
use std::fmt;

use super::goals::{each_root, elements};
use crate::board::eval::World;
use crate::board::unknown::Domain;
use crate::language::program::{Expr, Goal, GoalKind, PredicateId, Program};
use crate::language::syntax::ast::Comparison;
use crate::language::term::{Node, TermId};

/// As many values are listed one by one.
const MOST_LISTED: usize = 40;

/// What a clue may be.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Values {
    /// Those that are known, as drawings write them.
    pub known: Vec<String>,
    /// Whether there may be others.
    pub open: bool,
    /// Whether these are numbers.
    pub numbers: bool,
    /// Whether a clue is a list.
    pub lists: bool,
    /// Those that rules name, numbers too where others may come.
    named: BTreeSet<Word>,
}

impl Values {
    /// Takes further symbols for known.
    pub(super) fn learn(&mut self, symbols: BTreeSet<String>) {
        if !symbols.is_empty() {
            self.named.extend(symbols.into_iter().map(Word::Text));
            self.numbers = false;
            self.list();
        }
    }

    fn list(&mut self) {
        self.known = self.named.iter().take(MOST_LISTED).map(ToString::to_string).collect();
    }
}

/// What the rules say about the last argument of an input.
pub(super) fn values(program: &Program, world: &World, predicate: PredicateId, areas: bool) -> Values {
    if program.given == Some(predicate) {
        return given(world);
    }
    let mut found = Values { lists: program.predicates[predicate.0 as usize].lists, ..Values::default() };
    let mut words: BTreeSet<Word> = BTreeSet::new();
    each_root(program, &mut |root| {
        root.each(&mut |goal| {
            if let GoalKind::Call { predicate: called, args, .. } = &goal.kind
                && *called == predicate
                && let Some(last) = args.last()
            {
                told(world, last, root, &mut words, &mut found);
            }
        });
    });
    for offer in program.offers.iter().filter(|offer| offer.predicate == predicate) {
        if let Some(last) = offer.args.last() {
            told(world, last, &offer.goal, &mut words, &mut found);
        }
    }
    let there = world.clauses(predicate).facts();
    words.extend(there.filter_map(|(row, _)| row.last().and_then(|&term| Word::of(world, term))));
    if areas {
        // Any name will do.
        found.open = true;
    }
    found.numbers = !areas && words.iter().all(|word| matches!(word, Word::Number(_)));
    found.named = words;
    if !(found.lists || found.open && found.numbers) {
        found.list();
    }
    found
}

/// What an expression in the last argument tells.
fn told(world: &World, last: &Expr, root: &Goal, words: &mut BTreeSet<Word>, found: &mut Values) {
    match last {
        Expr::Ground(term) => {
            found.lists |= matches!(world.terms.node(*term), Node::Cons(..));
            words.extend(Word::of(world, *term));
        }
        Expr::List(..) => found.lists = true,
        Expr::Any => found.open = true,
        Expr::Slot(_) => {
            let mut bounded = false;
            root.each(&mut |goal| match &goal.kind {
                GoalKind::In(one, set) if one == last => bounded |= listed(world, set, words),
                GoalKind::Compare(Comparison::Equal, one, Expr::Ground(term)) if one == last => {
                    words.extend(Word::of(world, *term));
                    bounded = true;
                }
                _ => {}
            });
            found.open |= !bounded;
        }
        _ => found.open = true,
    }
}

/// The members of a set or a short range, if they are known.
fn listed(world: &World, set: &Expr, words: &mut BTreeSet<Word>) -> bool {
    match set {
        Expr::Ground(term) => {
            let parts = match world.terms.node(*term) {
                Node::Range(low, high) => return spanned(*low, *high, words),
                Node::Set(parts) => parts.to_vec(),
                _ => elements(&world.terms, *term),
            };
            words.extend(parts.into_iter().filter_map(|part| Word::of(world, part)));
        }
        Expr::Set(parts) | Expr::List(parts, None) => {
            for part in parts {
                let Expr::Ground(term) = part else { return false };
                words.extend(Word::of(world, *term));
            }
        }
        Expr::Range(low, high) => {
            let (Expr::Ground(low), Expr::Ground(high)) = (&**low, &**high) else { return false };
            let (Node::Int(low), Node::Int(high)) = (world.terms.node(*low), world.terms.node(*high)) else {
                return false;
            };
            return spanned(*low, *high, words);
        }
        _ => return false,
    }
    true
}

/// The numbers from one to another, if they are few.
fn spanned(low: i128, high: i128, words: &mut BTreeSet<Word>) -> bool {
    let few = high - low < MOST_LISTED as i128;
    if few {
        words.extend((low..=high).map(Word::Number));
    }
    few
}

/// A value: numbers in their order, then words.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Word {
    Number(i128),
    Text(String),
}

impl Word {
    fn of(world: &World, term: TermId) -> Option<Word> {
        match world.terms.node(term) {
            Node::Int(number) => Some(Word::Number(*number)),
            _ => word(world, term).map(Word::Text),
        }
    }
}

impl fmt::Display for Word {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Word::Number(number) => write!(out, "{number}"),
            Word::Text(text) => out.write_str(text),
        }
    }
}

/// The values of the cells.
fn given(world: &World) -> Values {
    let cells = world.unknowns.iter().filter(|unknown| world.coordinates(unknown.place).is_some());
    let mut found = Values { numbers: true, ..Values::default() };
    let Some(domain) = cells.map(|unknown| &unknown.domain).max_by_key(|domain| domain.len()) else {
        return found;
    };
    match domain {
        Domain::Symbols(symbols) => {
            found.numbers = false;
            found.known = symbols.iter().map(|&symbol| world.terms.name(symbol).to_owned()).collect();
        }
        Domain::Integers(all) if all.len() <= MOST_LISTED => {
            found.known = all.iter().map(ToString::to_string).collect();
        }
        Domain::Range(low, high) if domain.len() <= MOST_LISTED as u64 => {
            found.known = (*low..=*high).map(|value| value.to_string()).collect();
        }
        _ => found.open = true,
    }
    found
}

/// A term as a drawing writes it; nothing if none can.
pub(super) fn word(world: &World, term: TermId) -> Option<String> {
    match world.terms.node(term) {
        Node::Int(number) => Some(number.to_string()),
        Node::Sym(symbol) => Some(world.terms.name(*symbol).to_owned()),
        Node::Cons(..) => {
            let parts: Option<Vec<String>> =
                elements(&world.terms, term).into_iter().map(|part| word(world, part)).collect();
            Some(parts?.join(","))
        }
        _ => None,
    }
}
