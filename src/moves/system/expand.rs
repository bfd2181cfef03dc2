//! The moves out of a position, from what is remembered.

use super::acts::packed;
use super::{Group, Head, HeadId, System, Trouble, When};
use crate::board::ground::moves as rules;
use crate::moves::codes::Code;
use crate::moves::lines::IMPOSSIBLE;
use crate::moves::table::Outcome;

/// The moves out of one position.
#[derive(Clone, Default, Debug)]
pub struct Expansion {
    moves: Vec<(HeadId, usize)>,
    changes: Vec<(u32, Code)>,
}

impl Expansion {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// A move and the values it changes.
    pub fn get(&self, number: usize) -> (HeadId, &[(u32, Code)]) {
        let start = number.checked_sub(1).map_or(0, |before| self.moves[before].1);
        let (head, end) = self.moves[number];
        (head, &self.changes[start..end])
    }

    /// Adds a move and the values it changes.
    pub(in crate::moves) fn add(&mut self, head: HeadId, changes: &[(u32, Code)]) {
        self.changes.extend_from_slice(changes);
        self.end_move(head);
    }

    pub(in crate::moves) fn clear(&mut self) {
        self.moves.clear();
        self.changes.clear();
    }

    fn end_move(&mut self, head: HeadId) {
        self.moves.push((head, self.changes.len()));
    }
}

impl System {
    /// Finds all moves out of a position. Laws are not asked.
    pub fn expand(&mut self, position: &[Code], found: &mut Expansion) -> Result<(), Trouble> {
        found.clear();
        let learned = self.learned;
        if self.alive.is_useful() {
            self.expand_alive(position, found)?;
        } else {
            for group in 0..self.groups.len() {
                if self.groups[group].lines {
                    self.expand_lines(group, position, found)?;
                } else {
                    self.expand_group(group, position, found)?;
                }
            }
        }
        for number in 0..self.unfixed.len() {
            self.expand_unfixed(self.unfixed[number], position, found)?;
        }
        if self.learned > learned || self.codes.too_narrow {
            self.gauge.keep_up(&self.codes);
            if self.codes.too_narrow {
                return Err(Trouble::Narrow);
            }
        }
        Ok(())
    }

    /// A move that acts on lines, no two of which cross.
    pub(super) fn expand_lines(
        &mut self,
        number: usize,
        position: &[Code],
        found: &mut Expansion,
    ) -> Result<(), Trouble> {
        let Group { head, ref acts, .. } = self.groups[number];
        let start = found.changes.len();
        for index in acts.clone() {
            let act = &self.acts[index];
            let lines = &self.shapes[act.table as usize].lines;
            let bits = lines.bits();
            let line = packed(act.places.iter().map(|&place| position[place as usize]), bits);
            let after = match lines.get(line) {
                Some(after) => after,
                None => self.new_line(index, head, line, position)?,
            };
            if after == IMPOSSIBLE {
                found.changes.truncate(start);
                return Ok(());
            }
            let (mut changed, mut after) = (line ^ after, after);
            let mask = (1_u64 << bits) - 1;
            let mut places = self.acts[index].places.iter().rev();
            while changed != 0
                && let Some(&place) = places.next()
            {
                if changed & mask != 0 {
                    found.changes.push((place, (after & mask) as Code));
                }
                (changed, after) = (changed >> bits, after >> bits);
            }
        }
        if found.changes.len() > start {
            found.end_move(head);
        }
        Ok(())
    }

    /// All moves, by the acts that are worth asking.
    fn expand_alive(&mut self, position: &[Code], found: &mut Expansion) -> Result<(), Trouble> {
        let mut due = std::mem::take(&mut self.due);
        self.alive.find(position, &mut due);
        let mut done = Ok(());
        let mut rest = due.as_slice();
        while let Some(&first) = rest.first() {
            let group = self.alive.group_of(first);
            let end = self.groups[group].acts.end;
            let (acts, others) = rest.split_at(rest.partition_point(|&act| (act as usize) < end));
            rest = others;
            done = if self.groups[group].lines {
                self.expand_lines(group, position, found)
            } else {
                self.expand_acts(group, acts.iter().map(|&act| act as usize), position, found)
            };
            if done.is_err() {
                break;
            }
        }
        self.due = due;
        done
    }

    pub(super) fn expand_group(
        &mut self,
        number: usize,
        position: &[Code],
        found: &mut Expansion,
    ) -> Result<(), Trouble> {
        self.expand_acts(number, self.groups[number].acts.clone(), position, found)
    }

    /// A move, by these of its acts; the others rest.
    fn expand_acts(
        &mut self,
        number: usize,
        acts: impl Iterator<Item = usize>,
        position: &[Code],
        found: &mut Expansion,
    ) -> Result<(), Trouble> {
        let Group { head, disjoint, .. } = self.groups[number];
        let start = found.changes.len();
        self.round += 1;
        for index in acts {
            if self.rests[index].is_certain(position) {
                continue;
            }
            let act = &self.acts[index];
            if let When::Guards(guards) = &act.when
                && !guards.iter().all(|guard| guard.lets(position))
            {
                continue;
            }
            let outcome = match self.tables[act.table as usize].find(&act.places, position) {
                Some(outcome) => outcome,
                None => self.learn(index, head, position)?,
            };
            let act = &self.acts[index];
            match self.tables[act.table as usize].outcome(outcome) {
                Outcome::Writes(writes) => {
                    for &(place, code) in writes {
                        let unknown = act.places[usize::from(place)];
                        if !disjoint {
                            let (round, earlier) = self.written[unknown as usize];
                            if round == self.round {
                                if earlier != code {
                                    return Err(self.two_outcomes(head, unknown, earlier, code));
                                }
                                continue;
                            }
                            self.written[unknown as usize] = (self.round, code);
                        }
                        if position[unknown as usize] != code {
                            found.changes.push((unknown, code));
                        }
                    }
                }
                Outcome::Idle => {}
                Outcome::Impossible => {
                    found.changes.truncate(start);
                    return Ok(());
                }
            }
        }
        if found.changes.len() > start {
            found.end_move(head);
        }
        Ok(())
    }

    fn two_outcomes(&self, head: HeadId, unknown: u32, earlier: Code, code: Code) -> Trouble {
        let values = (self.codes.value(unknown, earlier), self.codes.value(unknown, code));
        let Head { rule, args } = self.head(head);
        Trouble::Rules(rules::two_outcomes(
            &self.world.program.moves[*rule],
            args,
            unknown,
            values,
            &self.world,
        ))
    }

    fn expand_unfixed(
        &mut self,
        rule: usize,
        position: &[Code],
        found: &mut Expansion,
    ) -> Result<(), Trouble> {
        self.learned += 1;
        let values = self.codes.values(position);
        for successor in rules::successors_by(rule, self.world(), &values)? {
            let head = self.heads.insert_full(Head { rule, args: successor.head }).0 as HeadId;
            for ((unknown, &old), &new) in (0..).zip(&values).zip(&successor.values) {
                if old != new {
                    let code = self.codes.code(unknown, new, &self.world).ok_or(Trouble::TooManyValues)?;
                    found.changes.push((unknown, code));
                }
            }
            found.end_move(head);
        }
        Ok(())
    }
}
