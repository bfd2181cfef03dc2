//! Automata on words of letters (NFAs), all of whose states are bits of one word, so that all ways through are followed at
//! once.
//!
//! ```text
//! states   0 1 2 3 ..    numbered so that most transitions lead from a state to one of the next few
//! a letter {shift: mask of the states that it takes this far}, the Shift-And technique of string matching
//! ```

use std::ops::{BitAnd, BitOr, Shl, Shr};

/// The most shifts of all letters together; with more of them a diagram does as well.
const MOST_SHIFTS: usize = 64;

/// A set of states as bits of a word.
trait Bits:
    Copy
    + Default
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + From<bool>
{
}

impl Bits for u64 {}
impl Bits for u128 {}

/// A transition by a letter: the states of the mask go this many states up or down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Shift<T> {
    by: i32,
    from: T,
}

impl<T: Bits> Shift<T> {
    /// Where states lead.
    #[inline]
    fn after(self, states: T) -> T {
        let moved = states & self.from;
        if self.by >= 0 { moved << self.by as u32 } else { moved >> self.by.unsigned_abs() }
    }

    /// What leads to states.
    #[inline]
    fn before(self, states: T) -> T {
        let moved = if self.by >= 0 { states >> self.by as u32 } else { states << self.by.unsigned_abs() };
        moved & self.from
    }
}

/// An automaton with as many states as a word has bits.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Machine<T> {
    start: T,
    ends: T,
    /// For each letter, where its shifts begin among all shifts; and where the last one's end.
    letters: Box<[u32]>,
    shifts: Box<[Shift<T>]>,
}

impl<T: Bits> Machine<T> {
    fn new(parts: &Parts) -> Machine<T> {
        let bit = |state: u32| T::from(true) << state;
        let set = |states: &[u32]| states.iter().fold(T::default(), |set, &state| set | bit(state));
        let (mut letters, mut shifts) = (vec![0], Vec::new());
        for of_letter in &parts.shifts {
            shifts.extend(of_letter.iter().map(|(by, from)| Shift { by: *by, from: set(from) }));
            letters.push(shifts.len() as u32);
        }
        Machine {
            start: set(&parts.start),
            ends: set(&parts.ends),
            letters: letters.into(),
            shifts: shifts.into(),
        }
    }

    #[inline]
    fn of(&self, letter: u32) -> &[Shift<T>] {
        &self.shifts[self.letters[letter as usize] as usize..self.letters[letter as usize + 1] as usize]
    }

    /// Where states lead by any of some letters.
    #[inline]
    fn step(&self, states: T, mut letters: u64) -> T {
        let mut next = T::default();
        while letters != 0 {
            let letter = letters.trailing_zeros();
            letters &= letters - 1;
            next = self.of(letter).iter().fold(next, |next, shift| next | shift.after(states));
        }
        next
    }

    fn prune(&self, word: &mut [u64], room: &mut Vec<T>) -> bool {
        room.clear();
        let mut states = self.start;
        for &letters in word.iter() {
            room.push(states);
            states = self.step(states, letters);
        }
        let mut after = states & self.ends;
        for (letters, &reached) in word.iter_mut().zip(room.iter()).rev() {
            let (mut left, mut kept, mut before) = (*letters, 0, T::default());
            while left != 0 {
                let letter = left.trailing_zeros();
                left &= left - 1;
                let from = self.of(letter).iter().fold(T::default(), |all, shift| all | shift.before(after));
                if from & reached != T::default() {
                    kept |= 1 << letter;
                    before = before | from & reached;
                }
            }
            *letters = kept;
            after = before;
        }
        after != T::default()
    }

    fn missed(&self, word: &[u64], all: &[u64]) -> Option<Vec<u64>> {
        let mut alive = vec![self.ends; word.len() + 1];
        for (at, &letters) in word.iter().enumerate().rev() {
            let shifts = bits(letters).flat_map(|letter| self.of(letter));
            alive[at] = shifts.fold(T::default(), |all, shift| all | shift.before(alive[at + 1]));
        }
        if self.start & alive[0] != T::default() {
            return None;
        }
        let mut states = self.start;
        let missed = word.iter().zip(all).zip(&alive[1..]).map(|((&letters, &all), &alive)| {
            let missed =
                bits(all & !letters).filter(|&letter| self.step(states, 1 << letter) & alive != T::default());
            let missed = missed.fold(0, |missed, letter| missed | 1 << letter);
            states = self.step(states, (letters | all) & !missed);
            missed
        });
        Some(missed.collect())
    }
}

/// The numbers of the bits of a word.
fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}

/// An automaton without the states that lead to no end.
#[derive(Default)]
struct Parts {
    start: Vec<u32>,
    ends: Vec<u32>,
    /// For each letter: states by how far it takes them.
    shifts: Vec<Vec<(i32, Vec<u32>)>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Size {
    Narrow(Machine<u64>),
    Wide(Machine<u128>),
}

/// An automaton.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Automaton(Size);

/// Room for the states on the way through a word, kept from call to call.
#[derive(Clone, Default, Debug)]
pub struct Room {
    narrow: Vec<u64>,
    wide: Vec<u128>,
}

impl Automaton {
    /// An automaton of these states, of up to 64 letters; nothing if it has no regular form. A transition is its state, its letter
    /// and the state it leads to.
    pub fn new(
        count: usize,
        letters: usize,
        start: &[u32],
        ends: &[u32],
        transitions: &[(u32, u32, u32)],
    ) -> Option<Automaton> {
        let used = useful(count, ends, transitions);
        let mut next = 0;
        let numbers: Vec<Option<u32>> = used
            .iter()
            .map(|&used| {
                next += u32::from(used);
                used.then(|| next - 1)
            })
            .collect();
        let renamed = |states: &[u32]| states.iter().filter_map(|&state| numbers[state as usize]).collect();
        let mut parts = Parts { start: renamed(start), ends: renamed(ends), shifts: Vec::new() };
        parts.shifts.resize(letters, Vec::new());
        for &(from, letter, to) in transitions {
            let (Some(from), Some(to)) = (numbers[from as usize], numbers[to as usize]) else { continue };
            let shifts = &mut parts.shifts[letter as usize];
            let by = to as i32 - from as i32;
            match shifts.iter_mut().find(|shift| shift.0 == by) {
                Some(shift) => shift.1.push(from),
                None => shifts.push((by, vec![from])),
            }
        }
        if letters > 64 || parts.shifts.iter().map(Vec::len).sum::<usize>() > MOST_SHIFTS {
            return None;
        }
        match next {
            0..=64 => Some(Automaton(Size::Narrow(Machine::new(&parts)))),
            65..=128 => Some(Automaton(Size::Wide(Machine::new(&parts)))),
            _ => None,
        }
    }

    /// Keeps of each letter of a word, each a mask of what it may be, what some accepted word has there; false if there is no
    /// such word.
    pub fn prune(&self, word: &mut [u64], room: &mut Room) -> bool {
        match &self.0 {
            Size::Narrow(machine) => machine.prune(word, &mut room.narrow),
            Size::Wide(machine) => machine.prune(word, &mut room.wide),
        }
    }

    /// The states before anything is read, as bits.
    pub fn start(&self) -> u128 {
        match &self.0 {
            Size::Narrow(machine) => machine.start.into(),
            Size::Wide(machine) => machine.start,
        }
    }

    /// Where states lead by any of some letters.
    pub fn step(&self, states: u128, letters: u64) -> u128 {
        match &self.0 {
            Size::Narrow(machine) => machine.step(states as u64, letters).into(),
            Size::Wide(machine) => machine.step(states, letters),
        }
    }

    /// Whether a word may end in one of these states.
    pub fn is_end(&self, states: u128) -> bool {
        match &self.0 {
            Size::Narrow(machine) => states as u64 & machine.ends != 0,
            Size::Wide(machine) => states & machine.ends != 0,
        }
    }

    /// Why no word is accepted whose letters are each among some: for each place letters, of all that there are, that are not among
    /// them, so that there would be no such word even with all others. Nothing if there is one.
    pub fn missed(&self, word: &[u64], all: &[u64]) -> Option<Vec<u64>> {
        match &self.0 {
            Size::Narrow(machine) => machine.missed(word, all),
            Size::Wide(machine) => machine.missed(word, all),
        }
    }

    /// Whether some word is accepted whose letters are each among these.
    pub fn accepts(&self, word: impl IntoIterator<Item = u64>) -> bool {
        match &self.0 {
            Size::Narrow(machine) => accepts(machine, word),
            Size::Wide(machine) => accepts(machine, word),
        }
    }
}

fn accepts<T: Bits>(machine: &Machine<T>, word: impl IntoIterator<Item = u64>) -> bool {
    let last = word.into_iter().fold(machine.start, |states, letters| machine.step(states, letters));
    last & machine.ends != T::default()
}

/// The states from which an end can be reached.
fn useful(count: usize, ends: &[u32], transitions: &[(u32, u32, u32)]) -> Vec<bool> {
    let mut used = vec![false; count];
    ends.iter().for_each(|&end| used[end as usize] = true);
    loop {
        let mut changed = false;
        // Most transitions lead to later states, so that most is found on the way back.
        for &(from, _, to) in transitions.iter().rev() {
            changed |= used[to as usize] && !std::mem::replace(&mut used[from as usize], true);
        }
        if !changed {
            return used;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Automaton, Room};

    /// Words of 0 and 1 with runs of ones of these lengths, as in a nonogram.
    fn runs(lengths: &[u32]) -> Automaton {
        let (mut transitions, mut state) = (Vec::new(), 0);
        for (number, &length) in lengths.iter().enumerate() {
            transitions.push((state, 0, state));
            transitions.extend((state..state + length).map(|state| (state, 1, state + 1)));
            state += length;
            if number + 1 < lengths.len() {
                transitions.push((state, 0, state + 1));
                state += 1;
            }
        }
        transitions.push((state, 0, state));
        Automaton::new(state as usize + 1, 2, &[0], &[state], &transitions).expect("regular")
    }

    #[test]
    fn a_line_is_pruned_fully() {
        for (lengths, cells, expected) in
            [(&[3, 2][..], 7, "?11??1?"), (&[2], 3, "?1?"), (&[2, 2], 5, "11011"), (&[30, 40], 75, "")]
        {
            let automaton = runs(lengths);
            let mut word = vec![0b11; cells];
            let (mut room, mut alone) = (Room::default(), Vec::new());
            assert!(automaton.prune(&mut word, &mut room));
            for at in 0..cells {
                let may = |letter: u64| {
                    automaton.accepts((0..cells).map(|cell| if cell == at { letter } else { 0b11 }))
                };
                alone.push(u64::from(may(1)) | u64::from(may(2)) << 1);
            }
            assert_eq!(word, alone);
            let shown: String = word.iter().map(|letters| [' ', '0', '1', '?'][*letters as usize]).collect();
            assert!(expected.is_empty() || shown == expected, "{shown}");
        }
    }

    #[test]
    fn no_word_is_found_where_there_is_none() {
        let automaton = runs(&[3]);
        let mut word = [0b11, 0b01, 0b11];
        assert!(!automaton.prune(&mut word, &mut Room::default()));
        assert!(!automaton.accepts(word));
        assert!(automaton.accepts([0b10; 3]));
    }
}
