//! Sets of cells: a bit for each, in a few words.

/// A set of up to 64 `W` cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    pub(super) const NONE: Bits<W> = Bits([0; W]);

    /// The set of these cells.
    pub(super) fn of(cells: impl IntoIterator<Item = usize>) -> Bits<W> {
        let mut bits = Bits::NONE;
        cells.into_iter().for_each(|cell| bits.0[cell / 64] |= 1 << (cell % 64));
        bits
    }

    #[inline]
    pub(super) fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    pub(super) fn and(&self, other: &Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    #[inline]
    pub(super) fn without(&self, other: &Bits<W>) -> Bits<W> {
        Bits(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    #[inline]
    pub(super) fn add(&mut self, other: &Bits<W>) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own |= other);
    }

    #[inline]
    pub(super) fn remove(&mut self, other: &Bits<W>) {
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own &= !other);
    }

    /// The first cell; nothing if there is none.
    #[inline]
    pub(super) fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    /// The cells in order.
    #[inline]
    pub(super) fn cells(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(at, word)| ones(word).map(move |bit| 64 * at + bit))
    }

    /// The set byte by byte.
    #[inline]
    pub(super) fn bytes(&self) -> [[u8; 8]; W] {
        self.0.map(u64::to_le_bytes)
    }
}

/// The places of the ones in a word, in order.
#[inline]
pub(super) fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (at < 64).then_some(at as usize)
    })
}
