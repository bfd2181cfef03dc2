//! Counts by reading the variables in one order, and remembering of all ways of reading them only what those still to be read have
//! to know: the *frontier* (transfer matrices, frontier-based search, products of decision diagrams).
//!
//! ```text
//! read so far        remembered             how many ways
//! 0 0 1 | 0 1 0      per line: its node;    . . 1
//! 1 0 1 | 0 . .      whole rows as a set;   . . 3
//!        ^ a cut     groups: values taken
//! ```
//!
//! What is remembered is written into a key, and all ways with the same key are one entry with their number. This happens at *cuts*:
//! before each variable, but not in the midst of a list, of which all values would have to be remembered.

use super::diagram::DEAD;
use super::groups::{Classes, Exchange, Group, MOST_GROUPS};
use super::lists::{Moment, Read};
use super::plan::Plan;
use crate::base::clock::Deadline;
use crate::base::hash::Map;
use crate::base::total::Total;

/// Why there is no number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// Something that solutions are not told apart by does not follow from what has been read.
    Loose,
    /// It would take more work, or more memory, than was allowed.
    Work,
    /// The deadline has passed, or somebody asked to stop.
    Deadline,
}

/// What is done when a variable is read.
struct Step {
    /// Diagrams, each with its layer.
    diagrams: Vec<(u32, u32)>,
    /// Groups, each with the bits of the variable's values.
    groups: Vec<(u32, Vec<u64>)>,
    /// Families of lists: the lists and indexes, and the lists that are whole afterwards.
    lists: Vec<Listed>,
    values: usize,
    seen: bool,
}

struct Listed {
    family: u32,
    uses: Vec<(u32, u32)>,
    ending: Vec<u32>,
    /// The numbers of the variable's values.
    numbers: Vec<u8>,
}

/// What is remembered before a variable is read.
struct Cut {
    at: u32,
    /// Diagrams under way, each with its layer and how many bytes a node takes.
    diagrams: Vec<(u32, u32, usize)>,
    /// Groups under way, each with the values that it can still come upon.
    groups: Vec<(u32, u64)>,
    /// Values that may change places.
    exchange: Option<Exchange>,
    lists: Vec<Moment>,
    /// For each family, each open list and each index to be read: the diagrams under way that tell what it can be, each with
    /// its layer now and then; and the number of each value.
    to_come: Vec<Vec<Vec<Coming>>>,
}

struct Coming {
    diagrams: Vec<(u32, u32, u32)>,
    numbers: Vec<u8>,
}

/// A count under way.
pub(super) struct Frontier<'p> {
    plan: &'p Plan,
    steps: Vec<Step>,
    cuts: Vec<Cut>,
    /// For each diagram what is to come, if lists ask.
    to_come: Vec<Vec<Vec<u64>>>,
    deadline: &'p Deadline,
    stop: &'p dyn Fn() -> bool,
    nodes: Vec<u32>,
    taken: Vec<u64>,
    read: Vec<Read>,
    /// Nodes before they were changed.
    saved: Vec<u32>,
    /// The families whose lists have become whole since the last cut.
    ended: Vec<u32>,
    key: Vec<u8>,
    room: Vec<u128>,
    masks: Vec<Vec<u64>>,
    /// How many ways the entry at hand stands for.
    weight: Total,
    next: Map<Box<[u8]>, Total>,
    /// How many times a cut was reached.
    pub(super) work: u64,
    most: u64,
    /// How many bytes the entries of the next cut take.
    bytes: usize,
    /// The most entries of a cut.
    pub(super) widest: usize,
}

/// The most bytes that the entries of a cut may take, and what one takes besides its key.
const MOST_BYTES: usize = 400_000_000;
const ENTRY: usize = 72;

/// Arrivals between two questions whether to stop: each takes less time than a decision of a search.
const ARRIVALS: u64 = 64;

/// The most variables that are read without a cut.
const LONGEST: usize = 24;

impl<'p> Frontier<'p> {
    /// Gets ready to follow a plan, up to so many arrivals at cuts. Asks now and then whether to stop.
    pub(super) fn new(
        plan: &'p Plan,
        deadline: &'p Deadline,
        stop: &'p dyn Fn() -> bool,
        most: u64,
    ) -> Frontier<'p> {
        let steps: Vec<Step> = (0..plan.vars.len() as u32).map(|at| step(plan, at)).collect();
        let cuts = cuts(plan);
        let asked = !plan.lists.is_empty();
        let to_come = plan.diagrams.iter().filter(|_| asked).map(super::diagram::Diagram::to_come);
        Frontier {
            to_come: to_come.collect(),
            nodes: vec![0; plan.diagrams.len()],
            taken: plan.groups.iter().map(|group| group.taken).collect(),
            read: plan.lists.iter().map(super::lists::Lists::begin).collect(),
            plan,
            steps,
            cuts,
            deadline,
            stop,
            saved: Vec::new(),
            ended: Vec::new(),
            key: Vec::new(),
            room: Vec::new(),
            masks: Vec::new(),
            weight: Total::ONE,
            next: Map::default(),
            work: 0,
            most,
            bytes: 0,
            widest: 0,
        }
    }

    /// How many ways there are to read all variables.
    pub(super) fn count(&mut self) -> Result<Total, Halt> {
        let cuts = std::mem::take(&mut self.cuts);
        self.arrive(&cuts[0], &cuts[0])?;
        for pair in cuts.windows(2) {
            let entries = std::mem::take(&mut self.next);
            self.bytes = 0;
            self.widest = self.widest.max(entries.len());
            for (key, weight) in entries {
                self.remember(&pair[0], &key);
                self.weight = weight;
                self.read(pair[0].at as usize, &pair[0], &pair[1])?;
            }
        }
        let entries = std::mem::take(&mut self.next);
        Ok(entries.into_values().next().unwrap_or(Total::ZERO))
    }

    /// Reads from a place to the next cut in every way.
    fn read(&mut self, at: usize, from: &Cut, to: &Cut) -> Result<(), Halt> {
        if at == to.at as usize {
            return self.arrive(from, to);
        }
        let mut ways = 0;
        for value in 0..self.steps[at].values {
            let (saved, kept) = (self.saved.len(), self.nodes_after(at, value));
            if kept {
                let step = &self.steps[at];
                if step.groups.iter().all(|(group, bits)| self.taken[*group as usize] & bits[value] == 0) {
                    ways += 1;
                    if !step.seen && ways > 1 {
                        return Err(Halt::Loose);
                    }
                    step.groups.iter().for_each(|(group, bits)| self.taken[*group as usize] |= bits[value]);
                    let ended = self.ended.len();
                    if self.lists_after(at, value, from) {
                        self.read(at + 1, from, to)?;
                    }
                    while self.ended.len() > ended
                        && let Some(family) = self.ended.pop()
                    {
                        self.read[family as usize].reopen();
                    }
                    let step = &self.steps[at];
                    step.groups.iter().for_each(|(group, bits)| self.taken[*group as usize] &= !bits[value]);
                }
            }
            let step = &self.steps[at];
            for (place, &old) in self.saved[saved..].iter().enumerate() {
                self.nodes[step.diagrams[place].0 as usize] = old;
            }
            self.saved.truncate(saved);
        }
        Ok(())
    }

    /// Lets diagrams read a value; whether all of them can go on.
    fn nodes_after(&mut self, at: usize, value: usize) -> bool {
        for &(diagram, layer) in &self.steps[at].diagrams {
            let node = &mut self.nodes[diagram as usize];
            let next = self.plan.diagrams[diagram as usize].next(layer as usize, *node, value);
            if next == DEAD {
                return false;
            }
            self.saved.push(std::mem::replace(node, next));
        }
        true
    }

    /// Lets lists read a value; false if one has become whole that is like another.
    fn lists_after(&mut self, at: usize, value: usize, from: &Cut) -> bool {
        for listed in &self.steps[at].lists {
            let read = &mut self.read[listed.family as usize];
            listed.uses.iter().for_each(|&(list, index)| read.set(list, index, listed.numbers[value]));
            for &list in &listed.ending {
                if !read.end(list, &from.lists[listed.family as usize]) {
                    return false;
                }
                self.ended.push(listed.family);
            }
        }
        true
    }

    /// Writes down what has to be remembered, and adds the ways that have led here.
    fn arrive(&mut self, from: &Cut, to: &Cut) -> Result<(), Halt> {
        self.work += 1;
        if self.deadline.is_over() || self.work.is_multiple_of(ARRIVALS) && (self.stop)() {
            return Err(Halt::Deadline);
        }
        if self.work > self.most || self.bytes > MOST_BYTES {
            return Err(Halt::Work);
        }
        self.key.clear();
        for &(diagram, _, bytes) in &to.diagrams {
            self.key.extend(&self.nodes[diagram as usize].to_le_bytes()[..bytes]);
        }
        match &to.exchange {
            Some(exchange) => exchange.write(&self.taken, &to.groups, &mut self.key, &mut self.room),
            None => {
                for &(group, of_use) in &to.groups {
                    let bytes = (64 - of_use.leading_zeros() as usize).div_ceil(8);
                    self.key.extend(&(self.taken[group as usize] & of_use).to_le_bytes()[..bytes]);
                }
            }
        }
        for family in 0..to.lists.len() {
            if !self.look_ahead(&to.to_come[family]) {
                return Ok(());
            }
            self.read[family].write(&from.lists[family], &to.lists[family], &self.masks, &mut self.key);
        }
        match self.next.get_mut(&self.key[..]) {
            Some(known) => *known += &self.weight,
            None => {
                self.bytes += self.key.len() + ENTRY;
                self.next.insert(self.key.as_slice().into(), self.weight.clone());
            }
        }
        Ok(())
    }

    /// Finds out what each index to be read of each open list of a family can be; whether there is something for each.
    fn look_ahead(&mut self, lists: &[Vec<Coming>]) -> bool {
        self.masks.resize_with(self.masks.len().max(lists.len()), Vec::new);
        for (list, masks) in lists.iter().zip(&mut self.masks) {
            masks.clear();
            for coming in list {
                let mut values = u64::MAX;
                for &(diagram, now, then) in &coming.diagrams {
                    let diagram = diagram as usize;
                    let left = self.plan.diagrams[diagram].places.len() - now as usize;
                    let at = self.nodes[diagram] as usize * left + (then - now) as usize;
                    values &= self.to_come[diagram][now as usize][at];
                }
                let numbers = coming.numbers.iter().enumerate().filter(|(value, _)| values >> value & 1 == 1);
                let mask = numbers.fold(0, |mask, (_, number)| mask | 1_u64 << number);
                if mask == 0 {
                    return false;
                }
                masks.push(mask);
            }
        }
        true
    }

    /// Brings back what was remembered at a cut.
    fn remember(&mut self, cut: &Cut, key: &[u8]) {
        let mut left = key;
        let mut take = |bytes: usize| {
            let (taken, rest) = left.split_at(bytes);
            left = rest;
            let mut word = [0; 8];
            word[..bytes].copy_from_slice(taken);
            u64::from_le_bytes(word)
        };
        for &(diagram, _, bytes) in &cut.diagrams {
            self.nodes[diagram as usize] = take(bytes) as u32;
        }
        match &cut.exchange {
            Some(exchange) => left = exchange.read(&mut self.taken, &cut.groups, left),
            None => {
                for &(group, of_use) in &cut.groups {
                    let bytes = (64 - of_use.leading_zeros() as usize).div_ceil(8);
                    self.taken[group as usize] = take(bytes);
                }
            }
        }
        for (read, moment) in self.read.iter_mut().zip(&cut.lists) {
            left = read.read(moment, left);
        }
        debug_assert!(left.is_empty(), "all that was written is read");
    }
}

fn step(plan: &Plan, at: u32) -> Step {
    let layer = |diagram: &super::diagram::Diagram| diagram.places.binary_search(&at).ok();
    let own = &plan.vars[at as usize];
    let diagrams =
        plan.diagrams.iter().zip(0..).filter_map(|(diagram, number)| Some((number, layer(diagram)? as u32)));
    let groups = plan.groups.iter().zip(0..).filter_map(|(group, number)| {
        let &(_, shift) = group.members.iter().find(|&&(place, _)| place == at)?;
        Some((number, own.values.iter().map(|&value| Group::bit(value, shift)).collect()))
    });
    let lists = plan.lists.iter().zip(0..).filter_map(|(lists, family)| {
        let (uses, ending) = (lists.uses(at), lists.ending(at));
        let numbers = own.values.iter().map(|&value| lists.number(value)).collect();
        (!uses.is_empty()).then_some(Listed { family, uses, ending, numbers })
    });
    Step {
        diagrams: diagrams.collect(),
        groups: groups.collect(),
        lists: lists.collect(),
        values: own.values.len(),
        seen: own.seen,
    }
}

fn cuts(plan: &Plan) -> Vec<Cut> {
    let count = plan.vars.len() as u32;
    let classes = exchanges(plan);
    let mut cuts: Vec<Cut> = Vec::new();
    let fresh: Vec<Moment> = plan.lists.iter().map(|_| Moment::default()).collect();
    for at in 0..=count {
        let before = cuts.last().map_or(&fresh, |cut| &cut.lists);
        let lists: Vec<Moment> =
            plan.lists.iter().zip(before).map(|(lists, before)| lists.moment(at, before)).collect();
        let read = cuts.last().map_or(LONGEST, |cut| (at - cut.at) as usize);
        if at < count && read < LONGEST && lists.iter().any(|moment| moment.raw() > 0) {
            continue;
        }
        cuts.push(cut(plan, at, lists, classes.as_deref()));
    }
    cuts
}

/// For each number of variables that have been read the classes of values, if all groups name their values alike.
fn exchanges(plan: &Plan) -> Option<Vec<Classes>> {
    let plain = !plan.groups.is_empty()
        && plan.groups.len() <= MOST_GROUPS
        && plan.groups.iter().all(|group| group.plain);
    if !plain {
        return None;
    }
    let shift =
        plan.groups.iter().filter_map(|group| group.members.first()).map(|&(_, shift)| shift).next()?;
    let fits = |&value: &i64| (0..64).contains(&(value + shift));
    if !plan.vars.iter().all(|var| var.values.iter().all(fits)) {
        return None;
    }
    let domain = |values: &Vec<i64>| values.iter().fold(0, |mask, &value| mask | Group::bit(value, shift));
    let domains: Vec<u64> = plan.vars.iter().map(|var| domain(&var.values)).collect();
    // What fixed variables have taken must be out of the question by the domains alone.
    let is_clear = |group: &Group| {
        let mut places = group.members.iter().map(|&(place, _)| place as usize);
        places.all(|place| domains[place] & group.taken == 0)
    };
    if !plan.groups.iter().all(is_clear) {
        return None;
    }
    Some(Classes::all(&domains))
}

fn cut(plan: &Plan, at: u32, lists: Vec<Moment>, classes: Option<&[Classes]>) -> Cut {
    let layer = |places: &[u32]| places.partition_point(|&place| place < at);
    let under_way = |number: usize| {
        let diagram = &plan.diagrams[number];
        let layer = layer(&diagram.places);
        (layer > 0 && layer < diagram.places.len()).then_some(layer)
    };
    let diagrams: Vec<(u32, u32, usize)> = (0..plan.diagrams.len())
        .filter_map(|number| {
            let layer = under_way(number)?;
            let bytes = match plan.diagrams[number].width(layer) {
                1 => 0,
                2..=0x100 => 1,
                0x101..=0x1_0000 => 2,
                _ => 4,
            };
            Some((number as u32, layer as u32, bytes))
        })
        .collect();
    let groups: Vec<(u32, u64)> = (0..plan.groups.len())
        .filter_map(|number| {
            let members = plan.groups[number].members.iter();
            let (read, left): (Vec<_>, Vec<_>) = members.partition(|&&(place, _)| place < at);
            let values = left.iter().flat_map(|&&(place, shift)| {
                plan.vars[place as usize].values.iter().map(move |&value| Group::bit(value, shift))
            });
            let of_use = values.fold(0, |mask, bit| mask | bit);
            (!read.is_empty() && !left.is_empty()).then_some((number as u32, of_use))
        })
        .collect();
    let only_groups = lists.iter().all(|moment| !moment.is_open())
        && plan.diagrams.iter().all(|diagram| layer(&diagram.places) == diagram.places.len());
    let values = groups.iter().fold(0, |all, (_, of_use)| all | of_use);
    let exchange = classes.filter(|_| only_groups).map(|classes| classes[at as usize].sorted(values));
    let to_come = plan.lists.iter().zip(&lists).map(|(family, moment)| {
        let coming = |&(_, place): &(u32, u32)| {
            let asked = diagrams.iter().filter_map(|&(number, now, _)| {
                let then = plan.diagrams[number as usize].places.binary_search(&place).ok()?;
                Some((number, now, then as u32))
            });
            let values = &plan.vars[place as usize].values;
            Coming {
                diagrams: asked.collect(),
                numbers: values.iter().map(|&value| family.number(value)).collect(),
            }
        };
        moment.unread().iter().map(|list| list.iter().map(coming).collect()).collect()
    });
    let to_come = to_come.collect();
    Cut { at, diagrams, groups, exchange: exchange.filter(Exchange::is_of_use), lists, to_come }
}
