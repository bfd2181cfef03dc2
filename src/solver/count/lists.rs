//! Lists of which no two are the same, read place by place.
//!
//! What must be remembered of them depends on how far they have been read:
//!
//! ```text
//! one after the other   0 1 1 0     the set of whole lists, in no order, but for those that nothing to come can repeat
//!                       1 0 . .     what has been read of the others
//! side by side          0 0 1 .     which of them are the same so far: their *class* says so, instead of their values
//!                       1 1 0 .
//! ```

use crate::solver::engine::Item;

/// A place of a list.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// It is read with the variable at this place of the order.
    Read(u32),
    /// It is known.
    Known(u8),
}

/// Lists of one length, by the places of their variables in the order of reading.
#[derive(Debug)]
pub(super) struct Lists {
    /// For each list its places.
    places: Vec<Vec<Place>>,
    /// All values, which become numbers.
    values: Vec<i64>,
    /// For each list: from where on it is whole.
    whole: Vec<u32>,
}

/// What is known of lists at a moment of reading, before anything of it has been read.
#[derive(Debug, Default)]
pub(super) struct Moment {
    /// Whether something has to be remembered.
    is_under_way: bool,
    /// The lists that have been read in part or not at all.
    open: Vec<u32>,
    /// Whether others are whole.
    any_whole: bool,
    /// For each index: whether classes speak for it.
    classed: Vec<bool>,
    /// Whether they speak for any.
    any_classed: bool,
    /// For each open list: the indexes that have been read and for which no class speaks.
    read: Vec<Vec<u32>>,
    /// For each open list: those that were known from the outset, and for which no class speaks.
    known: Vec<Vec<u32>>,
    /// For each open list: the indexes that have not been read, with the places where they will be.
    unread: Vec<Vec<(u32, u32)>>,
}

/// What has been read.
#[derive(Clone, Debug, Default)]
pub(super) struct Read {
    classes: Vec<u8>,
    /// For each list its values by index.
    values: Vec<Vec<u8>>,
    /// The whole lists, each as its class and the values for which no class speaks.
    whole: Vec<Vec<u8>>,
}

/// The most values and lists.
const MOST: usize = 64;

impl Lists {
    /// Lists by their elements; `place` tells where a variable is read, or the value it has. Nothing if there are too many.
    pub(super) fn new(
        lists: &[Vec<Item>],
        place: &dyn Fn(Item) -> Result<u32, i64>,
        all: Vec<i64>,
    ) -> Option<Lists> {
        let mut values = all;
        for &item in lists.iter().flatten() {
            values.extend(place(item).err());
        }
        values.sort_unstable();
        values.dedup();
        if values.len() > MOST || lists.len() > MOST {
            return None;
        }
        let lists: Vec<Vec<Place>> = lists
            .iter()
            .map(|list| {
                let places = list.iter().map(|&item| match place(item) {
                    Ok(at) => Place::Read(at),
                    Err(value) => Place::Known(values.partition_point(|&other| other < value) as u8),
                });
                places.collect()
            })
            .collect();
        let end = |list: &Vec<Place>| {
            let read = list.iter().map(|place| if let Place::Read(at) = place { at + 1 } else { 0 });
            read.max().unwrap_or(0)
        };
        let whole = lists.iter().map(end).collect();
        Some(Lists { places: lists, values, whole })
    }

    /// The number of a value.
    pub(super) fn number(&self, value: i64) -> u8 {
        self.values.partition_point(|&other| other < value) as u8
    }

    /// Where the variable at a place is read: lists and indexes.
    pub(super) fn uses(&self, at: u32) -> Vec<(u32, u32)> {
        let lists = self.places.iter().enumerate();
        let all = lists.flat_map(|(list, places)| {
            let own = places
                .iter()
                .enumerate()
                .filter(move |(_, place)| matches!(place, Place::Read(own) if *own == at));
            own.map(move |(index, _)| (list as u32, index as u32))
        });
        all.collect()
    }

    /// The lists that are whole once the variable at a place has been read.
    pub(super) fn ending(&self, at: u32) -> Vec<u32> {
        (0..self.places.len() as u32).filter(|&list| self.whole[list as usize] == at + 1).collect()
    }

    /// What is known of them before place `at` is read; `before` is the moment that was last remembered.
    pub(super) fn moment(&self, at: u32, before: &Moment) -> Moment {
        let is_read = |place: &Place| match place {
            Place::Read(own) => *own < at,
            Place::Known(_) => true,
        };
        let numbers = 0..self.places.len() as u32;
        let open: Vec<u32> = numbers.filter(|&list| self.whole[list as usize] > at).collect();
        let any_whole = open.len() < self.places.len();
        let length = self.places.first().map_or(0, Vec::len);
        let any_read =
            self.places.iter().flatten().any(|place| matches!(place, Place::Read(own) if *own < at));
        let classed: Vec<bool> = match (any_whole, before.classed.is_empty()) {
            // A class cannot speak for more than it did when the first list became whole.
            (true, false) => before.classed.clone(),
            (true, true) => vec![false; length],
            // Before anything is read there are no classes to speak.
            (false, _) if !any_read => vec![false; length],
            (false, _) => {
                (0..length).map(|index| self.places.iter().all(|list| is_read(&list[index]))).collect()
            }
        };
        let of = |list: u32| self.places[list as usize].iter().enumerate();
        let held = |list: u32, known: bool| {
            let own = of(list).filter(|&(index, place)| is_read(place) && !classed[index]);
            own.filter(|(_, place)| matches!(place, Place::Known(_)) == known)
                .map(|(index, _)| index as u32)
                .collect()
        };
        let unread = |&list: &u32| {
            of(list)
                .filter_map(|(index, place)| match place {
                    Place::Read(own) if *own >= at => Some((index as u32, *own)),
                    _ => None,
                })
                .collect()
        };
        Moment {
            is_under_way: !open.is_empty() && (any_whole || any_read),
            read: open.iter().map(|&list| held(list, false)).collect(),
            known: open.iter().map(|&list| held(list, true)).collect(),
            unread: open.iter().map(unread).collect(),
            any_classed: classed.contains(&true),
            open,
            any_whole,
            classed,
        }
    }

    /// Nothing read, but for what is known.
    pub(super) fn begin(&self) -> Read {
        let value = |place: &Place| if let Place::Known(value) = place { *value } else { 0 };
        let values: Vec<Vec<u8>> = self.places.iter().map(|list| list.iter().map(value).collect()).collect();
        let whole = (0..self.places.len()).filter(|&list| self.whole[list] == 0);
        let whole = whole.map(|list| std::iter::once(0).chain(values[list].iter().copied()).collect());
        Read { classes: vec![0; self.places.len()], whole: whole.collect(), values }
    }
}

impl Moment {
    /// Whether lists are open.
    pub(super) fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// How many values have to be remembered of lists that are not whole.
    pub(super) fn raw(&self) -> usize {
        if self.is_under_way { self.read.iter().map(Vec::len).sum() } else { 0 }
    }

    /// For each open list the indexes that have not been read, with the places where they will be.
    pub(super) fn unread(&self) -> &[Vec<(u32, u32)>] {
        &self.unread
    }
}

impl Read {
    /// Sets a value.
    #[inline]
    pub(super) fn set(&mut self, list: u32, index: u32, value: u8) {
        self.values[list as usize][index as usize] = value;
    }

    /// Takes a list that has become whole; whether it is like none of those before it. `from` is the moment that was last
    /// remembered.
    pub(super) fn end(&mut self, list: u32, from: &Moment) -> bool {
        let values = self.values[list as usize].iter().enumerate();
        let mut own = vec![self.classes[list as usize]];
        own.extend(values.filter(|&(index, _)| !is_classed(from, index)).map(|(_, &value)| value));
        if self.whole.contains(&own) {
            return false;
        }
        self.whole.push(own);
        true
    }

    /// Takes the last list that has become whole back.
    pub(super) fn reopen(&mut self) {
        self.whole.pop();
    }

    /// Writes what has to be remembered. `to_come` are the values, as bits, that each index still to be read of each open list can
    /// have.
    pub(super) fn write(&self, from: &Moment, to: &Moment, to_come: &[Vec<u64>], key: &mut Vec<u8>) {
        if !to.is_under_way {
            return;
        }
        if to.any_whole {
            let mut left: Vec<&Vec<u8>> =
                self.whole.iter().filter(|whole| self.can_return(whole, to, to_come)).collect();
            left.sort_unstable();
            key.push(left.len() as u8);
            left.into_iter().for_each(|whole| key.extend(whole));
            if to.any_classed {
                key.extend(to.open.iter().map(|&list| self.classes[list as usize]));
            }
        } else if to.any_classed {
            // Those that were the same and have read the same since then are the same.
            let new: Vec<usize> = (0..to.classed.len())
                .filter(|&index| to.classed[index] && !is_classed(from, index))
                .collect();
            let same = |one: u32, two: u32| {
                let (one, two) = (one as usize, two as usize);
                self.classes[one] == self.classes[two]
                    && new.iter().all(|&index| self.values[one][index] == self.values[two][index])
            };
            let mut firsts: Vec<u32> = Vec::new();
            for &list in &to.open {
                let class = firsts.iter().position(|&first| same(first, list)).unwrap_or_else(|| {
                    firsts.push(list);
                    firsts.len() - 1
                });
                key.push(class as u8);
            }
        }
        for (&list, indexes) in to.open.iter().zip(&to.read) {
            key.extend(indexes.iter().map(|&index| self.values[list as usize][index as usize]));
        }
    }

    /// Whether an open list can still become like a whole one.
    fn can_return(&self, whole: &[u8], to: &Moment, to_come: &[Vec<u64>]) -> bool {
        let value = |index: u32| {
            let before = to.classed[..index as usize].iter().filter(|&&classed| !classed).count();
            whole[1 + if to.any_classed { before } else { index as usize }]
        };
        (0..to.open.len()).any(|at| {
            let list = to.open[at] as usize;
            self.classes[list] == whole[0]
                && to.unread[at]
                    .iter()
                    .zip(&to_come[at])
                    .all(|(&(index, _), bits)| bits >> value(index) & 1 == 1)
                && to.read[at]
                    .iter()
                    .chain(&to.known[at])
                    .all(|&index| self.values[list][index as usize] == value(index))
        })
    }

    /// Reads what was written at a moment; what is left of the key.
    pub(super) fn read<'k>(&mut self, at: &Moment, mut key: &'k [u8]) -> &'k [u8] {
        let mut take = |count: usize| {
            let (taken, left) = key.split_at(count);
            key = left;
            taken
        };
        self.whole.clear();
        self.classes.fill(0);
        if !at.is_under_way {
            return key;
        }
        if at.any_whole {
            let length = 1 + at.classed.iter().filter(|&&classed| !classed).count();
            let count = take(1)[0];
            (0..count).for_each(|_| self.whole.push(take(length).to_vec()));
        }
        if at.any_classed {
            take(at.open.len())
                .iter()
                .zip(&at.open)
                .for_each(|(&class, &list)| self.classes[list as usize] = class);
        }
        for (&list, indexes) in at.open.iter().zip(&at.read) {
            for (&index, &value) in indexes.iter().zip(take(indexes.len())) {
                self.values[list as usize][index as usize] = value;
            }
        }
        key
    }
}

/// Whether classes spoke for an index at a moment; before the first one they spoke for none.
fn is_classed(at: &Moment, index: usize) -> bool {
    at.classed.get(index).is_some_and(|&classed| classed)
}
