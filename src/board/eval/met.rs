//! Places that have met values, each with the condition that it has that value: rules ask `A = black` again and again.

use crate::language::term::{FormulaId, TermId};

/// The conditions, by the value and the place. Clones begin without any.
#[derive(Default, Debug)]
pub(super) struct Met {
    by_value: Vec<Vec<Option<FormulaId>>>,
    /// How much room that takes.
    room: usize,
}

/// The most room there is: a bound on memory.
const MOST: usize = 1 << 18;

impl Met {
    #[inline]
    pub(super) fn get(&self, place: TermId, value: TermId) -> Option<FormulaId> {
        *self.by_value.get(value.0 as usize)?.get(place.0 as usize)?
    }

    pub(super) fn add(&mut self, place: TermId, value: TermId, condition: FormulaId) {
        let (value, place) = (value.0 as usize, place.0 as usize);
        let known = self.by_value.get(value).map_or(0, Vec::len);
        let more = (value + 1).saturating_sub(self.by_value.len()) + (place + 1).saturating_sub(known);
        if self.room + more > MOST {
            return;
        }
        self.room += more;
        if self.by_value.len() <= value {
            self.by_value.resize(value + 1, Vec::new());
        }
        let conditions = &mut self.by_value[value];
        if conditions.len() <= place {
            conditions.resize(place + 1, None);
        }
        conditions[place] = Some(condition);
    }
}

impl Clone for Met {
    fn clone(&self) -> Self {
        Met::default()
    }
}
