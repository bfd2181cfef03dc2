//! A list that grows page by page: nothing is copied when it grows, and no more than a page of it lies idle.

/// So many entries make a page.
const PAGE: usize = 1 << PAGE_BITS;
const PAGE_BITS: u32 = 13;

/// A list of entries of so many values each.
#[derive(Clone, Debug)]
pub struct Pages<T> {
    width: usize,
    /// All full but the last.
    sheets: Vec<Vec<T>>,
    len: usize,
}

impl<T: Copy> Pages<T> {
    /// An empty list of entries of `width` values each.
    pub fn new(width: usize) -> Pages<T> {
        Pages { width, sheets: Vec::new(), len: 0 }
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Adds an entry, which must have `width` values.
    pub fn push(&mut self, entry: &[T]) {
        debug_assert_eq!(entry.len(), self.width, "all entries have one width");
        let room = PAGE * self.width;
        if self.len.is_multiple_of(PAGE) {
            // The first page grows as it is needed: most lists are short.
            self.sheets.push(Vec::with_capacity(if self.len == 0 { 0 } else { room }));
        }
        if let Some(page) = self.sheets.last_mut() {
            if page.capacity() < page.len() + entry.len() {
                page.reserve_exact((2 * page.len()).clamp(64 * self.width, room) - page.len());
            }
            page.extend_from_slice(entry);
        }
        self.len += 1;
    }

    /// An entry.
    #[inline]
    pub fn get(&self, index: u32) -> &[T] {
        let start = (index as usize & (PAGE - 1)) * self.width;
        &self.sheets[(index >> PAGE_BITS) as usize][start..start + self.width]
    }

    /// An entry, to be changed.
    #[inline]
    pub fn get_mut(&mut self, index: u32) -> &mut [T] {
        let start = (index as usize & (PAGE - 1)) * self.width;
        &mut self.sheets[(index >> PAGE_BITS) as usize][start..start + self.width]
    }

    /// How many bytes it takes, room to grow included.
    pub fn bytes(&self) -> usize {
        self.sheets.iter().map(Vec::capacity).sum::<usize>() * size_of::<T>()
    }
}

impl<T: Copy> std::ops::Index<u32> for Pages<T> {
    type Output = T;

    #[inline]
    fn index(&self, index: u32) -> &T {
        &self.get(index)[0]
    }
}

impl<T: Copy> std::ops::IndexMut<u32> for Pages<T> {
    #[inline]
    fn index_mut(&mut self, index: u32) -> &mut T {
        &mut self.get_mut(index)[0]
    }
}

#[cfg(test)]
mod tests {
    use super::{PAGE, Pages};

    #[test]
    fn entries_stay_where_they_are() {
        let mut pages = Pages::new(3);
        for number in 0..2 * PAGE as u32 + 5 {
            pages.push(&[number, number + 1, number + 2]);
        }
        assert_eq!(pages.len(), 2 * PAGE + 5);
        for number in 0..2 * PAGE as u32 + 5 {
            assert_eq!(pages.get(number), [number, number + 1, number + 2]);
        }
        pages.get_mut(PAGE as u32)[2] = 7;
        assert_eq!(pages.get(PAGE as u32)[2], 7);
        assert!(pages.bytes() <= (3 * PAGE) * 3 * 4, "no more than a page lies idle");
    }
}
