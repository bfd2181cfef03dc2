//! What a move does to a line, told by the tests its rules make instead of by values: `both tiles are equal` serves all
//! values at once.
//!
//! The evaluator runs a move with the line's places left open; each test it makes is decided by the position at hand.
//! Which test comes next depends only on how those before came out, so the tests of all runs form a tree, and its leaves
//! say where each new value comes from.

use smallvec::SmallVec;

use super::codes::{Code, Codes};
use crate::base::hash::Map;
use crate::board::eval::World;
use crate::board::ground::moves::{self as rules, Pattern};
use crate::board::unknown::UnknownId;
use crate::language::term::{FormulaId, Node as TermNode, Open, Part, TermId};

/// A test of at most two places, its outcomes remembered by their values: 0 while not known, 1 for no, 2 for yes.
#[derive(Clone, Debug)]
struct Test {
    formula: FormulaId,
    places: SmallVec<[u16; 2]>,
    unknowns: SmallVec<[u32; 2]>,
    /// How many values of the second place there is room for.
    width: usize,
    truths: Vec<u8>,
}

/// Where a new value comes from.
#[derive(Clone, Debug)]
enum Source {
    Constant(Code),
    Copy(u16),
    /// A number computed from one place, by that place's value: 0 while not known, 1 outside the domain, else the code
    /// plus 2.
    Computed {
        place: u16,
        unknown: u32,
        term: TermId,
        codes: Vec<u32>,
    },
}

/// What becomes of a line.
#[derive(Clone, Debug)]
enum Leaf {
    Impossible,
    /// Places that are written, by their numbers in the line, and where their values come from.
    Writes(Box<[(u16, Source)]>),
}

/// A test and what follows when it fails and when it holds: 0 while nothing is known, `2n` for node n, `2n + 1` for
/// leaf n.
#[derive(Clone, Copy, Debug)]
struct Node {
    test: u32,
    next: [u32; 2],
}

/// What a line becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The line with its new values was written.
    Done,
    /// The move is not possible.
    Impossible,
    /// Not known yet.
    New,
}

/// The tree of tests of all lines of one shape.
#[derive(Clone, Debug, Default)]
pub struct Patterns {
    root: u32,
    nodes: Vec<Node>,
    tests: Vec<Test>,
    known: Map<(FormulaId, SmallVec<[u16; 2]>), u32>,
    leaves: Vec<Leaf>,
    /// Whether some line could not be told by tests: then values are asked instead.
    pub hopeless: bool,
}

impl Patterns {
    /// What a line becomes: `after` starts as the line's values. `unknowns` are its places.
    pub fn apply(
        &mut self,
        unknowns: &[u32],
        line: &[Code],
        after: &mut [Code],
        codes: &mut Codes,
        world: &mut World,
    ) -> Effect {
        let mut at = self.root;
        while at & 1 == 0 {
            if at == 0 {
                return Effect::New;
            }
            let node = self.nodes[(at >> 1) as usize - 1];
            let Some(truth) = self.tests[node.test as usize].truth(line, codes, world) else {
                self.hopeless = true;
                return Effect::New;
            };
            at = node.next[usize::from(truth)];
        }
        let Leaf::Writes(writes) = &mut self.leaves[(at >> 1) as usize] else { return Effect::Impossible };
        for (place, source) in writes {
            let target = usize::from(*place);
            match source {
                Source::Constant(code) => after[target] = *code,
                Source::Copy(from) => after[target] = line[usize::from(*from)],
                Source::Computed { place: from, unknown, term, codes: computed } => {
                    let code = line[usize::from(*from)];
                    if computed.len() <= usize::from(code) {
                        computed.resize(usize::from(code) + 1, 0);
                    }
                    let slot = &mut computed[usize::from(code)];
                    if *slot == 0 {
                        match compute(*term, *unknown, code, unknowns[target], codes, world) {
                            Some(found) => *slot = found,
                            None => {
                                self.hopeless = true;
                                return Effect::New;
                            }
                        }
                    }
                    match slot.checked_sub(2) {
                        Some(code) => after[target] = code as Code,
                        None => return Effect::Impossible,
                    }
                }
            }
        }
        Effect::Done
    }

    /// Remembers a run of the evaluator on the line at these unknowns.
    pub fn learn(&mut self, pattern: Pattern, unknowns: &[u32], codes: &mut Codes, world: &World) {
        let leaf = Self::leaf(pattern.changes, unknowns, codes, world);
        let grown = leaf.and_then(|leaf| self.grow(&pattern.tests, leaf, unknowns, world));
        self.hopeless |= grown.is_none();
    }

    fn leaf(
        changes: Option<Vec<(u32, TermId)>>,
        unknowns: &[u32],
        codes: &mut Codes,
        world: &World,
    ) -> Option<Leaf> {
        let Some(changes) = changes else { return Some(Leaf::Impossible) };
        let mut writes = Vec::with_capacity(changes.len());
        for (unknown, term) in changes {
            let place = number_of(unknown, unknowns)?;
            let source = match world.terms.node(term) {
                TermNode::Int(_) | TermNode::Sym(_) if !rules::fits(world, unknown, term) => {
                    return Some(Leaf::Impossible);
                }
                TermNode::Int(_) | TermNode::Sym(_) => Source::Constant(codes.code(unknown, term, world)?),
                TermNode::Place(..) => {
                    let from = world.unknown(term)?.0;
                    let same = codes.class(from) == codes.class(unknown);
                    same.then_some(Source::Copy(number_of(from, unknowns)?))?
                }
                TermNode::Open(Open::Linear(..) | Open::Mul(..) | Open::Abs(_)) => {
                    let mut places = SmallVec::<[u32; 2]>::new();
                    world
                        .conditions()
                        .places(Part::Number(term), &mut |place| add_once(&mut places, place.0))?;
                    let &[from] = places.as_slice() else { return None };
                    let place = number_of(from, unknowns)?;
                    Source::Computed { place, unknown: from, term, codes: Vec::new() }
                }
                _ => return None,
            };
            writes.push((place, source));
        }
        Some(Leaf::Writes(writes.into()))
    }

    /// Adds the branch of these tests.
    fn grow(
        &mut self,
        tests: &[(FormulaId, bool)],
        leaf: Leaf,
        unknowns: &[u32],
        world: &World,
    ) -> Option<()> {
        let mut branch: Vec<(u32, bool)> = Vec::with_capacity(tests.len());
        for &(formula, truth) in tests {
            let test = self.test(formula, unknowns, world)?;
            // A test made twice comes out the same.
            if !branch.contains(&(test, truth)) {
                branch.push((test, truth));
            }
        }
        let mut slot = None;
        for (test, truth) in branch {
            let mut at = self.next(slot);
            if at == 0 {
                self.nodes.push(Node { test, next: [0, 0] });
                at = (self.nodes.len() as u32) << 1;
                self.set_next(slot, at);
            }
            let node = (at >> 1) as usize - 1;
            // Lines of one shape make the same tests; if not, shape does not tell enough.
            if at & 1 == 1 || !self.same_test(self.nodes[node].test, test) {
                return None;
            }
            slot = Some((node, truth));
        }
        if self.next(slot) != 0 {
            return None;
        }
        self.set_next(slot, (self.leaves.len() as u32) << 1 | 1);
        self.leaves.push(leaf);
        Some(())
    }

    fn same_test(&self, one: u32, other: u32) -> bool {
        one == other || self.tests[one as usize].places == self.tests[other as usize].places
    }

    fn next(&self, slot: Option<(usize, bool)>) -> u32 {
        slot.map_or(self.root, |(node, truth)| self.nodes[node].next[usize::from(truth)])
    }

    fn set_next(&mut self, slot: Option<(usize, bool)>, next: u32) {
        match slot {
            Some((node, truth)) => self.nodes[node].next[usize::from(truth)] = next,
            None => self.root = next,
        }
    }

    fn test(&mut self, formula: FormulaId, unknowns: &[u32], world: &World) -> Option<u32> {
        let mut found = SmallVec::<[u32; 2]>::new();
        world.conditions().places(Part::Condition(formula), &mut |place| add_once(&mut found, place.0))?;
        if found.len() > 2 {
            return None;
        }
        found.sort_unstable_by_key(|&unknown| number_of(unknown, unknowns));
        let places: Option<SmallVec<[u16; 2]>> =
            found.iter().map(|&unknown| number_of(unknown, unknowns)).collect();
        let places = places?;
        let next = self.tests.len() as u32;
        let id = *self.known.entry((formula, places.clone())).or_insert(next);
        if id == next {
            self.tests.push(Test { formula, places, unknowns: found, width: 1, truths: Vec::new() });
        }
        Some(id)
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        let tests: usize = self.tests.iter().map(|test| size_of::<Test>() + test.truths.len()).sum();
        let writes: usize = self
            .leaves
            .iter()
            .map(|leaf| if let Leaf::Writes(writes) = leaf { writes.len() } else { 0 })
            .sum();
        self.nodes.len() * size_of::<Node>() + tests + writes * size_of::<(u16, Source)>()
    }
}

impl Test {
    fn truth(&mut self, line: &[Code], codes: &Codes, world: &mut World) -> Option<bool> {
        let code = |place: u16| usize::from(line[usize::from(place)]);
        let index = match *self.places.as_slice() {
            [one] => code(one),
            [one, other] => {
                if code(other) >= self.width {
                    self.width = (code(other) + 1).next_power_of_two().max(16);
                    self.truths.clear();
                }
                code(one) * self.width + code(other)
            }
            _ => 0,
        };
        if index >= self.truths.len() {
            self.truths.resize(index + 1, 0);
        }
        if self.truths[index] == 0 {
            let value = |unknown: UnknownId| {
                let mut pairs = self.unknowns.iter().zip(&self.places);
                let (_, &place) = pairs.find(|(known, _)| **known == unknown.0)?;
                Some(codes.value(unknown.0, line[usize::from(place)]))
            };
            self.truths[index] = 1 + u8::from(world.truth(self.formula, &value)?);
        }
        Some(self.truths[index] == 2)
    }
}

/// What a term computed from one place comes to, as a [`Source::Computed`] remembers it.
fn compute(
    term: TermId,
    from: u32,
    code: Code,
    target: u32,
    codes: &mut Codes,
    world: &mut World,
) -> Option<u32> {
    let number = world.amount(Part::Number(term), &|_| Some(codes.value(from, code)))?;
    let value = world.terms.int(number);
    if !rules::fits(world, target, value) {
        return Some(1);
    }
    Some(u32::from(codes.code(target, value, world)?) + 2)
}

fn add_once(places: &mut SmallVec<[u32; 2]>, place: u32) {
    if !places.contains(&place) {
        places.push(place);
    }
}

fn number_of(unknown: u32, unknowns: &[u32]) -> Option<u16> {
    unknowns.iter().position(|&known| known == unknown).map(|number| number as u16)
}
