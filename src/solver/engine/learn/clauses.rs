//! Clauses: of some literals one must hold. Those of two literals are lists of what a literal implies; longer ones lie in one arena
//! and watch two of their literals (two watched literals, with a blocking literal).

use super::atoms::Lit;

/// All clauses. One of three or more literals is known by where its head stands, before its literals.
#[derive(Debug, Default)]
pub(super) struct Clauses {
    pub(super) arena: Vec<u32>,
    /// For each literal: the clauses to look at when it comes to hold, since they watch its denial.
    pub(super) watches: Vec<Vec<Watch>>,
    /// For each literal: what must hold if it does.
    pub(super) implied: Vec<Vec<Lit>>,
    /// When some were forgotten last, and before that; and where those begin that have come since.
    forgot: [u32; 2],
    fresh: usize,
    /// Blocks and counts of those that may be forgotten; kept for its room.
    worst: Vec<(u32, u32)>,
}

/// A clause, and one of its literals: if that holds, nothing need be done.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    pub(super) clause: u32,
    pub(super) other: Lit,
}

/// What is known of a clause: how many literals it has, on how many levels they came to fail (literal block distance; 0 for one
/// that is never forgotten), and the conflict at which it was last of use.
#[derive(Clone, Copy, Debug)]
struct Head {
    count: u32,
    blocks: u32,
    used: u32,
}

/// How many numbers a head is.
pub(super) const HEAD: usize = 3;

/// Clauses whose literals came to fail on so few levels are never forgotten.
const GLUE: u32 = 2;

/// Clauses whose literals came to fail on so few levels are not forgotten soon.
const NEAR: u32 = 6;

/// The blocks of a clause that a shorter one has replaced: it is forgotten next.
const REPLACED: u32 = u32::MAX;

/// One of so many is kept of those that have been of no use.
const KEPT: usize = 4;

impl Clauses {
    pub(super) fn new(atoms: usize) -> Clauses {
        let (watches, implied) = (vec![Vec::new(); 2 * atoms], vec![Vec::new(); 2 * atoms]);
        Clauses { watches, implied, ..Clauses::default() }
    }

    /// The literals of a clause, as numbers.
    #[inline]
    pub(super) fn literals(&self, clause: u32) -> &[u32] {
        let start = clause as usize + HEAD;
        &self.arena[start..start + self.arena[clause as usize] as usize]
    }

    /// A clause has been of use.
    #[inline]
    pub(super) fn use_now(&mut self, clause: u32, now: u32) {
        self.arena[clause as usize + 2] = now;
    }

    /// Adds a clause of three or more literals, the first two of which it watches.
    pub(super) fn add(&mut self, literals: &[Lit], blocks: u32, now: u32) -> u32 {
        let clause = self.arena.len() as u32;
        self.arena.extend([literals.len() as u32, blocks, now]);
        self.arena.extend(literals.iter().map(|lit| lit.0));
        self.watch(clause);
        clause
    }

    fn watch(&mut self, clause: u32) {
        let start = clause as usize + HEAD;
        let (first, second) = (Lit(self.arena[start]), Lit(self.arena[start + 1]));
        self.watches[first.not().index()].push(Watch { clause, other: second });
        self.watches[second.not().index()].push(Watch { clause, other: first });
    }

    /// Adds a clause of two literals.
    pub(super) fn add_two(&mut self, one: Lit, other: Lit) {
        self.implied[one.not().index()].push(other);
        self.implied[other.not().index()].push(one);
    }

    /// The clauses that have come since some were forgotten and that will not be soon, those on the fewest levels first.
    pub(super) fn fresh(&self) -> Vec<u32> {
        let mut fresh = Vec::new();
        let mut next = self.fresh;
        while let Some(head) = self.head(next) {
            if (1..=NEAR).contains(&head.blocks) {
                fresh.push((head.blocks, head.count, next as u32));
            }
            next += HEAD + head.count as usize;
        }
        fresh.sort_unstable();
        fresh.into_iter().map(|(.., clause)| clause).collect()
    }

    /// Fewer literals of a clause, of which one must hold as well, take its place; one that is alone is for others to keep.
    pub(super) fn replace(&mut self, clause: u32, literals: &[Lit]) {
        let head = clause as usize;
        let (blocks, used) = (self.arena[head + 1], self.arena[head + 2]);
        (self.arena[head + 1], self.arena[head + 2]) = (REPLACED, 0);
        match *literals {
            [] | [_] => {}
            [one, other] => self.add_two(one, other),
            _ => _ = self.add(literals, blocks.min(literals.len() as u32 - 1), used),
        }
    }

    /// The head that stands at a place, unless that is the end.
    fn head(&self, at: usize) -> Option<Head> {
        let &[count, blocks, used] = self.arena.get(at..at + HEAD)? else { return None };
        Some(Head { count, blocks, used })
    }

    fn heads(&self) -> impl Iterator<Item = Head> {
        let mut next = 0;
        std::iter::from_fn(move || {
            let head = self.head(next)?;
            next += HEAD + head.count as usize;
            Some(head)
        })
    }

    /// Forgets most of those that have been of no use since it last did, and whose literals failed on many levels. No decision is
    /// in force: `truth` says of each literal what is known for good, 1 if it holds and -1 if it fails, and all that follows is
    /// known.
    pub(super) fn forget(&mut self, now: u32, truth: &[i8]) {
        let [before, last] = self.forgot;
        self.forgot = [last, now];
        let is_safe =
            |head: Head| head.blocks <= GLUE || head.used > last || head.blocks <= NEAR && head.used > before;
        let mut worst = std::mem::take(&mut self.worst);
        worst.clear();
        let others = self.heads().filter(|&head| !is_safe(head) && head.blocks != REPLACED);
        worst.extend(others.map(|head| (head.blocks, head.count)));
        worst.sort_unstable();
        let limit = worst.get(worst.len() / KEPT).copied();
        self.worst = worst;
        let is_kept =
            |head: Head| is_safe(head) || limit.is_some_and(|limit| (head.blocks, head.count) < limit);
        self.watches.iter_mut().for_each(Vec::clear);
        // Those that are kept move to the front, without the literals that fail for good.
        let (mut next, mut end) = (0, 0);
        while let Some(head) = self.head(next) {
            let (first, last) = (next + HEAD, next + HEAD + head.count as usize);
            next = last;
            let holds = self.arena[first..last].iter().any(|&lit| truth[lit as usize] > 0);
            if holds || head.blocks == REPLACED || !is_kept(head) {
                continue;
            }
            let mut to = end + HEAD;
            for from in first..last {
                let lit = self.arena[from];
                self.arena[to] = lit;
                to += usize::from(truth[lit as usize] == 0);
            }
            match to - end - HEAD {
                // All that follows is known.
                0 | 1 => debug_assert!(false, "a clause that is not seen to yet"),
                2 => self.add_two(Lit(self.arena[end + HEAD]), Lit(self.arena[end + HEAD + 1])),
                count => {
                    let blocks = head.blocks.min(count as u32 - 1);
                    self.arena[end..end + HEAD].copy_from_slice(&[count as u32, blocks, head.used]);
                    self.watch(end as u32);
                    end = to;
                }
            }
        }
        self.arena.truncate(end);
        self.fresh = end;
    }
}
