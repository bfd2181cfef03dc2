//! A constraint as a decision diagram (MDD) over the variables in the order in which they are read.
//!
//! Layer by layer, each node has a row: where each value of the layer's variable leads to, or [`DEAD`]. Diagrams are *reduced*:
//! two nodes with the same row are one, so that two ways of reading that leave the same to come end in the same node.

use crate::base::hash::Map;

/// No way leads on.
pub(super) const DEAD: u32 = u32::MAX;

/// The most nodes of a layer while a diagram is made.
const WIDEST: usize = 1 << 14;

/// The most combinations of values that are asked one by one.
const MOST_ASKED: u64 = 1 << 16;

/// The most nodes of a layer when diagrams are made into one.
const WIDEST_JOINT: usize = 1 << 10;

/// A diagram whose root is node 0 of its first layer, and whose end is node 0 after the last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Diagram {
    /// The places of its variables in the order of reading, rising.
    pub(super) places: Vec<u32>,
    layers: Vec<Layer>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Layer {
    /// How many values its variable has.
    values: usize,
    /// The rows of all nodes.
    next: Vec<u32>,
}

impl Layer {
    fn width(&self) -> usize {
        self.next.len() / self.values
    }
}

/// What became of a constraint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Made {
    /// It holds whatever the values are.
    Always,
    /// It never holds.
    Never,
    /// It is read by a diagram.
    Diagram(Diagram),
}

impl Diagram {
    /// The diagram of a condition on all values, which are given as numbers among those of their variables; nothing if they
    /// are too many.
    pub(super) fn of_whole(
        places: &[u32],
        values: &[usize],
        holds: &mut dyn FnMut(&[usize]) -> bool,
    ) -> Option<Made> {
        let size = values.iter().try_fold(1_u64, |size, &count| size.checked_mul(count as u64));
        if size.is_none_or(|size| size > MOST_ASKED) {
            return None;
        }
        let mut chosen = vec![0; values.len()];
        // Rows of the last layer, one after the other; those above are made of them.
        let mut ends = Vec::new();
        loop {
            ends.push(if holds(&chosen) { 0 } else { DEAD });
            let Some(last) = (0..values.len()).rfind(|&at| chosen[at] + 1 < values[at]) else { break };
            chosen[last] += 1;
            chosen[last + 1..].fill(0);
        }
        let mut layers: Vec<Layer> = Vec::new();
        let mut nodes = ends;
        for &count in values.iter().rev() {
            let above = (0..(nodes.len() / count) as u32).collect();
            layers.push(Layer { values: count, next: std::mem::replace(&mut nodes, above) });
        }
        layers.reverse();
        Some(Diagram { places: places.to_vec(), layers }.reduced(nodes.first().copied().unwrap_or(0)))
    }

    /// The diagram of a constraint that is read with one number in mind; nothing if it may be too many numbers. `next` is told
    /// the layer and the number of the value.
    pub(super) fn of_steps(
        places: &[u32],
        values: &[usize],
        start: i128,
        next: &dyn Fn(i128, usize, usize) -> i128,
        ends: &dyn Fn(i128) -> bool,
    ) -> Option<Made> {
        let mut layers = Vec::with_capacity(places.len());
        let mut numbers = vec![start];
        for (layer, &count) in values.iter().enumerate() {
            let (mut known, mut after) = (Map::default(), Vec::new());
            let mut rows = Vec::with_capacity(numbers.len() * count);
            for &number in &numbers {
                for value in 0..count {
                    let to = next(number, layer, value);
                    rows.push(*known.entry(to).or_insert_with(|| {
                        after.push(to);
                        after.len() as u32 - 1
                    }));
                }
            }
            if after.len() > WIDEST {
                return None;
            }
            layers.push(Layer { values: count, next: rows });
            numbers = after;
        }
        let end: Vec<u32> = numbers.iter().map(|&number| if ends(number) { 0 } else { DEAD }).collect();
        match layers.last_mut() {
            Some(last) => last.next.iter_mut().for_each(|to| *to = end[*to as usize]),
            None => return Some(if ends(start) { Made::Always } else { Made::Never }),
        }
        Some(Diagram { places: places.to_vec(), layers }.reduced(0))
    }

    /// Makes equal nodes one, from the end to the root, and numbers those that the root leads to in the order of reading.
    fn reduced(mut self, root: u32) -> Made {
        let mut names: Vec<u32> = vec![0];
        for layer in self.layers.iter_mut().rev() {
            let mut known: Map<Vec<u32>, u32> = Map::default();
            let (mut renamed, mut kept) = (Vec::with_capacity(layer.width()), Vec::new());
            for row in layer.next.chunks(layer.values) {
                let name = |&to: &u32| if to == DEAD { DEAD } else { names[to as usize] };
                let row: Vec<u32> = row.iter().map(name).collect();
                if row.iter().all(|&to| to == DEAD) {
                    renamed.push(DEAD);
                    continue;
                }
                renamed.push(*known.entry(row).or_insert_with_key(|row| {
                    kept.extend(row);
                    (kept.len() / layer.values) as u32 - 1
                }));
            }
            layer.next = kept;
            names = renamed;
        }
        let root = if self.layers.is_empty() { root } else { names[root as usize] };
        if root == DEAD {
            return Made::Never;
        }
        let mut reached = vec![root];
        for layer in &mut self.layers {
            let mut known: Map<u32, u32> = Map::default();
            let (mut next, mut after) = (Vec::with_capacity(reached.len() * layer.values), Vec::new());
            for &node in &reached {
                for &to in &layer.next[node as usize * layer.values..(node as usize + 1) * layer.values] {
                    next.push(if to == DEAD {
                        DEAD
                    } else {
                        *known.entry(to).or_insert_with(|| {
                            after.push(to);
                            after.len() as u32 - 1
                        })
                    });
                }
            }
            layer.next = next;
            reached = after;
        }
        if self.layers.iter().all(|layer| layer.next.iter().all(|&to| to == 0)) {
            Made::Always
        } else {
            Made::Diagram(self)
        }
    }

    /// Both as one, if the places of the other are among these and it does not become too wide.
    pub(super) fn with(&self, other: &Diagram) -> Option<Made> {
        let mut layers: Vec<Layer> = Vec::with_capacity(self.layers.len());
        let (mut pairs, mut theirs) = (vec![(0_u32, 0_u32)], 0);
        for (place, own) in self.places.iter().zip(&self.layers) {
            let shared = other.places.get(theirs) == Some(place);
            let (mut known, mut after) = (Map::default(), Vec::new());
            let mut next = Vec::with_capacity(pairs.len() * own.values);
            for &(one, two) in &pairs {
                for value in 0..own.values {
                    let to = own.next[one as usize * own.values + value];
                    let with = if shared {
                        other.layers[theirs].next[two as usize * own.values + value]
                    } else {
                        two
                    };
                    next.push(if to == DEAD || with == DEAD {
                        DEAD
                    } else {
                        *known.entry((to, with)).or_insert_with(|| {
                            after.push((to, with));
                            after.len() as u32 - 1
                        })
                    });
                }
            }
            if after.len() > WIDEST_JOINT {
                return None;
            }
            layers.push(Layer { values: own.values, next });
            theirs += usize::from(shared);
            pairs = after;
        }
        debug_assert_eq!(theirs, other.places.len(), "the other has no places of its own");
        Some(Diagram { places: self.places.clone(), layers }.reduced(0))
    }

    /// Where a value of a layer leads from a node.
    #[inline]
    pub(super) fn next(&self, layer: usize, node: u32, value: usize) -> u32 {
        let layer = &self.layers[layer];
        layer.next[node as usize * layer.values + value]
    }

    /// How many nodes a layer has.
    pub(super) fn width(&self, layer: usize) -> usize {
        self.layers[layer].width()
    }

    /// For each layer and each of its nodes: the values of this layer and of each one after it that some way to the end has
    /// there, as bits.
    pub(super) fn to_come(&self) -> Vec<Vec<u64>> {
        let count = self.layers.len();
        let mut all: Vec<Vec<u64>> = vec![Vec::new(); count];
        for layer in (0..count).rev() {
            let left = count - layer;
            let mut masks = vec![0; self.width(layer) * left];
            for node in 0..self.width(layer) {
                for value in 0..self.layers[layer].values {
                    let to = self.next(layer, node as u32, value);
                    if to == DEAD {
                        continue;
                    }
                    masks[node * left] |= 1 << value;
                    for later in 1..left {
                        masks[node * left + later] |= all[layer + 1][to as usize * (left - 1) + later - 1];
                    }
                }
            }
            all[layer] = masks;
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::{DEAD, Diagram, Made};

    fn diagram(made: Option<Made>) -> Diagram {
        match made {
            Some(Made::Diagram(diagram)) => diagram,
            other => panic!("{other:?}"),
        }
    }

    fn accepts(diagram: &Diagram, word: &[usize]) -> bool {
        let read = |node: u32, (layer, &value): (usize, &usize)| match node {
            DEAD => DEAD,
            node => diagram.next(layer, node, value),
        };
        word.iter().enumerate().fold(0, read) != DEAD
    }

    fn words() -> impl Iterator<Item = [usize; 4]> {
        (0..81).map(|number| [number % 3, number / 3 % 3, number / 9 % 3, number / 27])
    }

    #[test]
    fn every_way_to_make_a_diagram_gives_the_same() {
        let (places, values) = ([1, 4, 5, 9], [3; 4]);
        let sum = |word: &[usize]| word.iter().sum::<usize>() == 4;
        let asked = diagram(Diagram::of_whole(&places, &values, &mut |word| sum(word)));
        let step = |number: i128, _: usize, value: usize| number + value as i128;
        let read = diagram(Diagram::of_steps(&places, &values, 0, &step, &|number| number == 4));
        assert_eq!(asked, read);
        assert_eq!((0..4).map(|layer| read.width(layer)).collect::<Vec<_>>(), [1, 3, 5, 3]);
        let last = diagram(Diagram::of_whole(&[4, 9], &[3, 3], &mut |word| word[0] < word[1]));
        let both = diagram(read.with(&last));
        for word in words() {
            assert_eq!(accepts(&read, &word), sum(&word), "{word:?}");
            assert_eq!(accepts(&both, &word), sum(&word) && word[1] < word[3], "{word:?}");
        }
    }

    #[test]
    fn what_always_or_never_holds_needs_no_diagram() {
        assert_eq!(Diagram::of_whole(&[0, 1], &[2, 2], &mut |_| true), Some(Made::Always));
        assert_eq!(Diagram::of_whole(&[0, 1], &[2, 2], &mut |_| false), Some(Made::Never));
        assert_eq!(Diagram::of_steps(&[0], &[2], 0, &|_, _, _| 0, &|number| number > 0), Some(Made::Never));
        assert_eq!(Diagram::of_whole(&[], &[], &mut |_| false), Some(Made::Never));
    }

    #[test]
    fn what_is_to_come_is_what_some_way_has() {
        let (places, values) = ([0, 1, 2, 3], [3; 4]);
        let holds = |word: &[usize]| word[0] + word[2] == 2 && word[1] < word[3];
        let diagram = diagram(Diagram::of_whole(&places, &values, &mut |word| holds(word)));
        let to_come = diagram.to_come();
        for first in 0..3 {
            let node = diagram.next(0, 0, first) as usize;
            for later in 1..4 {
                let mask = words()
                    .filter(|word| word[0] == first && holds(word))
                    .fold(0, |mask, word| mask | 1 << word[later]);
                assert_eq!(to_come[1][node * 3 + later - 1], mask, "{first} {later}");
            }
        }
    }
}
