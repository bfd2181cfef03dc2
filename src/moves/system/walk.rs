//! Walking through all that moves can do.
//!
//! Values are tried only where they can stand at all: a place has its first value, and whatever some act writes there when
//! its places have values that they can have (relaxed reachability).

use super::{System, Trouble};
use crate::moves::codes::Code;
use crate::moves::rows::{ActRows, Row, Rows};
use crate::moves::table::Outcome;

/// The walk through all values that places can have.
struct Walk {
    /// For each place, the values it can have so far; the first one first.
    values: Vec<Vec<Code>>,
    /// For each place, the acts that touch it, by their numbers.
    touching: Vec<Vec<u32>>,
    due: Vec<bool>,
    /// So many outcomes may still be looked at.
    left: usize,
}

impl System {
    /// Whether all values of all places are numbered, and all acts are known.
    pub fn is_enumerable(&self) -> bool {
        self.unfixed.is_empty() && self.codes.is_whole()
    }

    /// All that moves can do on the way from `start`, looking at `most` outcomes at most. Nothing if that is too much, or
    /// moves act at places that depend on values.
    pub(in crate::moves) fn rows(&mut self, start: &[Code], most: usize) -> Option<Rows> {
        if !self.is_enumerable() {
            return None;
        }
        let groups = self.groups.iter().enumerate();
        let acts: Vec<(usize, usize)> =
            groups.flat_map(|(number, group)| group.acts.clone().map(move |act| (number, act))).collect();
        let mut walk = Walk {
            values: start.iter().map(|&code| vec![code]).collect(),
            touching: vec![Vec::new(); start.len()],
            due: vec![true; acts.len()],
            left: most,
        };
        let mut found = vec![ActRows::default(); acts.len()];
        let mut position = start.to_vec();
        while walk.due.contains(&true) {
            for (number, &(group, act)) in acts.iter().enumerate() {
                if std::mem::take(&mut walk.due[number]) {
                    // What only impossible positions bring about may be no error of the rules.
                    found[number] = walk.through(self, (number as u32, group, act), &mut position).ok()??;
                }
            }
        }
        let mut groups = vec![Vec::new(); self.groups.len()];
        for ((group, _), rows) in acts.into_iter().zip(found) {
            groups[group].push(rows);
        }
        Some(Rows { values: walk.values, groups })
    }
}

impl Walk {
    /// Tries all values at which one act reads different ones. `position` has the first values, and has them again
    /// afterwards.
    fn through(
        &mut self,
        system: &mut System,
        (number, group, act): (u32, usize, usize),
        position: &mut [Code],
    ) -> Result<Option<ActRows>, Trouble> {
        let mut found = ActRows::default();
        loop {
            let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
            self.left = left;
            let (mut touched, outcome) = system.act_in(group, act, position)?;
            found.may_rest |= outcome == Outcome::Idle;
            if outcome == Outcome::Impossible {
                found
                    .impossible
                    .push(touched.iter().map(|&place| (place, position[place as usize])).collect());
            }
            if let Outcome::Writes(writes) = outcome {
                let after: Box<[(u32, Code)]> = writes
                    .iter()
                    .map(|&(place, code)| (system.acts[act].places[usize::from(place)], code))
                    .collect();
                // What is written without being read may have been anything before.
                for &(place, code) in &after {
                    if !touched.contains(&place) {
                        touched.push(place);
                    }
                    self.add(place, code);
                }
                found.may_rest |= after.is_empty();
                if !after.is_empty() {
                    let before = touched.iter().map(|&place| (place, position[place as usize])).collect();
                    found.rows.push(Row { before, after });
                }
            }
            for &place in &touched {
                if !self.touching[place as usize].contains(&number) {
                    self.touching[place as usize].push(number);
                }
            }
            if !self.next(&touched, position) {
                return Ok(Some(found));
            }
        }
    }

    /// A value can stand at a place: whoever touches it must be asked again.
    fn add(&mut self, place: u32, code: Code) {
        let values = &mut self.values[place as usize];
        if !values.contains(&code) {
            values.push(code);
            self.touching[place as usize].iter().for_each(|&act| self.due[act as usize] = true);
        }
    }

    /// Sets the next values of these places, the last one running fastest; says no after the last of all.
    fn next(&self, places: &[u32], position: &mut [Code]) -> bool {
        for &place in places.iter().rev() {
            let values = &self.values[place as usize];
            let code = &mut position[place as usize];
            let at = values.iter().position(|value| value == code).unwrap_or(0);
            match values.get(at + 1) {
                Some(&next) => {
                    *code = next;
                    return true;
                }
                None => *code = values[0],
            }
        }
        false
    }
}
