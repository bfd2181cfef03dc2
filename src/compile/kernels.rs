//! Which constraints the laws have become, for those who want to know.

use std::collections::BTreeMap;

use super::Model;

impl Model {
    /// How many constraints of each name each law has become, and what helps all laws, under `usize::MAX`. The law of each
    /// instance is given.
    pub fn kernels(&self, laws: &[usize]) -> BTreeMap<(usize, &'static str), usize> {
        let mut counts = BTreeMap::new();
        for number in 0..self.engine.count() as u32 {
            let law = self.engine.origin(number).map_or(usize::MAX, |instance| laws[instance as usize]);
            *counts.entry((law, self.engine.name(number))).or_default() += 1;
        }
        if self.planes.is_some() {
            counts.insert((usize::MAX, "planes"), 1);
        }
        counts
    }
}
