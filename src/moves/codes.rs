//! Values as small numbers, and positions packed into words.
//!
//! Unknowns with equal domains share a class. A small domain is numbered in its own order; a large one, such as
//! `0..65536`, numbers its values as they turn up, since few of them ever do. Once it is known which values a place can have
//! at all, packed positions have room for these alone.

use crate::base::hash::Map;
use crate::board::eval::World;
use crate::board::meaning::symbol_number;
use crate::board::unknown::{Domain, UnknownId};
use crate::language::term::{Node, TermId};

/// A value's number within its class.
pub type Code = u16;

/// Domains of up to so many values are numbered whole.
const SMALL: u64 = 256;
/// Bits for a value of a large domain, at first.
const FIRST_BITS: u32 = 4;

/// Unknowns with the same domain.
#[derive(Clone, Debug)]
struct Class {
    values: Vec<TermId>,
    /// What each value counts for in arithmetic; symbols are told apart by numbers of their own.
    numbers: Vec<i64>,
    by_value: Map<TermId, Code>,
    bits: u32,
    /// Whether all values of the domain are numbered.
    whole: bool,
}

/// Where an unknown stands in a packed position.
#[derive(Clone, Copy, Debug)]
struct Field {
    word: u32,
    shift: u32,
    mask: u64,
}

/// The values that one place can have: what stands for each of them in packed positions, and back.
#[derive(Clone, Debug)]
struct Choice {
    digits: Box<[Code]>,
    codes: Box<[Code]>,
}

/// The numbering of all values, and the layout of packed positions.
#[derive(Clone, Debug)]
pub struct Codes {
    classes: Vec<Class>,
    of: Vec<u16>,
    fields: Vec<Field>,
    /// For each place, the values it can have; empty while that is not known.
    choices: Vec<Choice>,
    words: usize,
    /// Set when a value turned up that has no room in the layout.
    pub too_narrow: bool,
}

impl Codes {
    /// Numbers the values of a world's unknowns.
    pub fn new(world: &mut World) -> Codes {
        let mut known: Map<Domain, u16> = Map::default();
        let (mut classes, mut of) = (Vec::new(), Vec::new());
        for index in 0..world.unknowns.len() {
            let domain = world.unknowns[index].domain.clone();
            let next = classes.len() as u16;
            let class = *known.entry(domain.clone()).or_insert(next);
            if class == next {
                let values = world.values(UnknownId(index as u32), SMALL);
                let bits = match &values {
                    Some(values) => bits_for(values.len()),
                    None => FIRST_BITS,
                };
                let whole = values.is_some();
                let mut class =
                    Class { values: Vec::new(), numbers: Vec::new(), by_value: Map::default(), bits, whole };
                for value in values.unwrap_or_default() {
                    class.add(value, world);
                }
                classes.push(class);
            }
            of.push(class);
        }
        let mut codes =
            Codes { classes, of, fields: Vec::new(), choices: Vec::new(), words: 0, too_narrow: false };
        codes.lay_out();
        codes
    }

    /// Fields in order, none across the end of a word.
    fn lay_out(&mut self) {
        let (mut word, mut used) = (0, 0);
        self.fields.clear();
        for (place, &class) in self.of.iter().enumerate() {
            let bits = match self.choices.get(place) {
                Some(choice) => bits_for(choice.codes.len()),
                None => self.classes[usize::from(class)].bits,
            };
            if used + bits > u64::BITS {
                (word, used) = (word + 1, 0);
            }
            let mask = (1_u64 << bits) - 1;
            // A field of no bits may stand behind the last bit; nothing is ever shifted there.
            self.fields.push(Field { word, shift: used.min(u64::BITS - 1), mask });
            used += bits;
        }
        self.words = word as usize + 1;
    }

    /// Makes room for the values that turned up; positions packed before no longer mean anything.
    pub fn widen(&mut self) {
        for class in &mut self.classes {
            while class.values.len() > 1 << class.bits {
                class.bits += 2;
            }
        }
        self.too_narrow = false;
        self.lay_out();
    }

    /// Leaves room in packed positions for these values of each place alone; positions packed before no longer mean
    /// anything. Says whether they have become smaller; if not, nothing is changed.
    pub fn narrow(&mut self, values: &[Vec<Code>]) -> bool {
        let before = (self.words, std::mem::take(&mut self.choices));
        for (place, values) in (0..).zip(values) {
            let mut codes: Box<[Code]> = values.as_slice().into();
            codes.sort_unstable();
            let mut digits = vec![0; self.known(place)];
            for (digit, &code) in (0..).zip(&codes) {
                digits[usize::from(code)] = digit;
            }
            self.choices.push(Choice { digits: digits.into(), codes });
        }
        self.lay_out();
        if self.words >= before.0 {
            self.choices = before.1;
            self.lay_out();
            return false;
        }
        true
    }

    /// Whether there is room for some values alone.
    pub fn is_narrow(&self) -> bool {
        !self.choices.is_empty()
    }

    /// Has room for all values again.
    pub fn unnarrow(&mut self) {
        self.choices.clear();
        self.lay_out();
    }

    /// Whether packed positions have room for a position.
    pub fn has_room(&self, position: &[Code]) -> bool {
        self.choices.iter().zip(position).all(|(choice, code)| choice.codes.contains(code))
    }

    /// Where a place stands in packed positions: the word, the lowest bit, and how many bits; nothing if it takes none.
    pub fn field(&self, place: u32) -> Option<(usize, u32, u32)> {
        let Field { word, shift, mask } = self.fields[place as usize];
        (mask > 0).then(|| (word as usize, shift, mask.count_ones()))
    }

    /// Whether packed positions have the same values at two places, written alike.
    pub fn are_alike(&self, one: u32, other: u32) -> bool {
        let codes = |place: u32| self.choices.get(place as usize).map(|choice| &choice.codes);
        self.class(one) == self.class(other) && codes(one) == codes(other)
    }

    /// How many bits a value of an unknown takes.
    pub fn bits(&self, unknown: u32) -> u32 {
        self.classes[usize::from(self.of[unknown as usize])].bits
    }

    /// Whether all values of all domains have a number.
    pub fn is_whole(&self) -> bool {
        self.classes.iter().all(|class| class.whole)
    }

    /// How many words a packed position has.
    pub fn words(&self) -> usize {
        self.words
    }

    /// How many unknowns there are.
    pub fn len(&self) -> usize {
        self.of.len()
    }

    /// Whether there are no unknowns at all.
    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// The class of an unknown.
    pub fn class(&self, unknown: u32) -> u16 {
        self.of[unknown as usize]
    }

    /// The number of a value of an unknown; nothing if there are too many different ones.
    pub fn code(&mut self, unknown: u32, value: TermId, world: &World) -> Option<Code> {
        let class = &mut self.classes[usize::from(self.of[unknown as usize])];
        if let Some(&code) = class.by_value.get(&value) {
            return Some(code);
        }
        let code = class.add(value, world)?;
        self.too_narrow |= class.values.len() > 1 << class.bits;
        Some(code)
    }

    /// The value with this number.
    pub fn value(&self, unknown: u32, code: Code) -> TermId {
        self.classes[usize::from(self.of[unknown as usize])].values[usize::from(code)]
    }

    /// What a value counts for in arithmetic.
    pub fn number(&self, unknown: u32, code: Code) -> i64 {
        self.classes[usize::from(self.of[unknown as usize])].numbers[usize::from(code)]
    }

    /// How many values of an unknown have a number so far.
    pub fn known(&self, unknown: u32) -> usize {
        self.classes[usize::from(self.of[unknown as usize])].values.len()
    }

    /// All values of a position.
    pub fn values(&self, position: &[Code]) -> Vec<TermId> {
        (0..).zip(position).map(|(unknown, &code)| self.value(unknown, code)).collect()
    }

    /// Packs a position.
    pub fn pack(&self, position: &[Code], packed: &mut [u64]) {
        packed.fill(0);
        for ((place, field), &code) in self.fields.iter().enumerate().zip(position) {
            packed[field.word as usize] |= self.digit(place, code) << field.shift;
        }
    }

    /// Unpacks a position.
    pub fn unpack(&self, packed: &[u64], position: &mut [Code]) {
        let digits =
            self.fields.iter().map(|field| (packed[field.word as usize] >> field.shift) & field.mask);
        if self.choices.is_empty() {
            position.iter_mut().zip(digits).for_each(|(code, digit)| *code = digit as Code);
            return;
        }
        for ((code, digit), choice) in position.iter_mut().zip(digits).zip(&self.choices) {
            *code = choice.codes[digit as usize];
        }
    }

    /// Changes one value of a packed position.
    pub fn change(&self, packed: &mut [u64], unknown: u32, old: Code, new: Code) {
        let field = self.fields[unknown as usize];
        let place = unknown as usize;
        packed[field.word as usize] ^= (self.digit(place, old) ^ self.digit(place, new)) << field.shift;
    }

    /// What stands for a value in packed positions.
    #[inline]
    fn digit(&self, place: usize, code: Code) -> u64 {
        match self.choices.get(place) {
            Some(choice) => u64::from(choice.digits[usize::from(code)]),
            None => u64::from(code),
        }
    }
}

/// How many bits it takes to tell so many values apart.
fn bits_for(values: usize) -> u32 {
    usize::BITS - values.saturating_sub(1).leading_zeros()
}

impl Class {
    fn add(&mut self, value: TermId, world: &World) -> Option<Code> {
        let code = Code::try_from(self.values.len()).ok()?;
        let number = match world.terms.node(value) {
            Node::Int(number) => i64::try_from(*number).ok()?,
            Node::Sym(symbol) => symbol_number(*symbol),
            _ => return None,
        };
        self.values.push(value);
        self.numbers.push(number);
        self.by_value.insert(value, code);
        Some(code)
    }
}
