//! Where moves act, and learning what they do there.

use smallvec::SmallVec;

use super::alive::Alive;
use super::{Act, Expansion, Group, Head, HeadId, Rest, Shape, System, Trouble, When};
use crate::base::hash::{Map, Set};
use crate::board::ground::moves as rules;
use crate::language::term::{FormulaId, Node, TermId, Terms};
use crate::moves::codes::Code;
use crate::moves::lines::{IMPOSSIBLE, Lines};
use crate::moves::patterns::Effect;
use crate::moves::table::{Outcome, Table};

impl System {
    /// Finds out where each move may act, and which acts can share a table.
    pub(super) fn find_acts(&mut self) {
        let mut shared: Map<Box<[Piece]>, u32> = Map::default();
        let mut conditions: Vec<FormulaId> = Vec::new();
        let program = self.world.program.clone();
        for (rule, known) in program.moves.iter().enumerate() {
            let Some(heads) = rules::acts_by_head(known, &mut self.world) else {
                self.unfixed.push(rule);
                continue;
            };
            for (args, acts) in heads {
                let head = self.heads.insert_full(Head { rule, args }).0 as HeadId;
                let start = self.acts.len();
                for act in acts {
                    let mut places = SmallVec::new();
                    let mut shape = vec![Piece::Term(TermId(rule as u32))];
                    let shares = known.by_value
                        && act.condition == FormulaId::TRUE
                        && act.tuple.iter().all(|&term| self.shape(term, &mut places, &mut shape));
                    let next = self.tables.len() as u32;
                    let table = if shares { *shared.entry(shape.into()).or_insert(next) } else { next };
                    if table == next {
                        self.tables.push(Table::default());
                    }
                    if !shares {
                        places.clear();
                    }
                    conditions.push(act.condition);
                    self.acts.push(Act {
                        table,
                        places,
                        shared: shares,
                        tuple: act.tuple,
                        when: When::Always,
                    });
                }
                let acts = start..self.acts.len();
                let disjoint = are_disjoint(&self.acts[acts.clone()]);
                self.groups.push(Group { head, acts, disjoint, lines: false });
            }
        }
        self.shapes.resize_with(self.tables.len(), Shape::default);
        self.rests.resize(self.acts.len(), Rest::default());
        for (index, guards) in self.guards(&conditions).into_iter().enumerate() {
            if conditions[index] != FormulaId::TRUE {
                self.acts[index].when = guards.map_or(When::Asked, When::Guards);
            }
        }
        self.lay_out_lines();
    }

    /// Finds the moves that act on packed lines, and forgets the lines of an earlier layout.
    pub(super) fn lay_out_lines(&mut self) {
        for group in &mut self.groups {
            let acts = &self.acts[group.acts.clone()];
            group.lines = group.disjoint && acts.iter().all(|act| act.shared);
            for act in acts.iter().filter(|act| act.shared) {
                let bits = act.places.iter().map(|&place| self.codes.bits(place)).max().unwrap_or(0);
                group.lines &= bits > 0 && bits * (act.places.len() as u32) < u64::BITS;
                let shape = &mut self.shapes[act.table as usize];
                if shape.lines.bits() != bits {
                    shape.lines = Lines::new(bits);
                }
            }
        }
        self.alive = Alive::new(&self.groups, &self.acts);
    }

    /// Finds out what a move does to a line that is not known yet, and remembers it.
    pub(super) fn new_line(
        &mut self,
        index: usize,
        head: HeadId,
        line: u64,
        position: &[Code],
    ) -> Result<u64, Trouble> {
        let after = match self.by_pattern(index, head, position) {
            Some(after) => after,
            None => self.by_values(index, head, position)?,
        };
        // The columns of a gauge must know all values before anybody asks about them.
        self.gauge.keep_up(&self.codes);
        if !self.codes.too_narrow {
            let table = self.acts[index].table as usize;
            self.shapes[table].lines.insert(line, after);
        }
        Ok(after)
    }

    /// A line after a move, by the tests that its rules make; nothing if tests do not tell.
    fn by_pattern(&mut self, index: usize, head: HeadId, position: &[Code]) -> Option<u64> {
        let act = &self.acts[index];
        let shape = &mut self.shapes[act.table as usize];
        shape.line.clear();
        shape.line.extend(act.places.iter().map(|&place| position[place as usize]));
        while !shape.patterns.hopeless {
            shape.after.clone_from(&shape.line);
            let Shape { lines, patterns, line, after } = shape;
            match patterns.apply(&act.places, line, after, &mut self.codes, &mut self.world) {
                Effect::Done => return Some(packed(after.iter().copied(), lines.bits())),
                Effect::Impossible => return Some(IMPOSSIBLE),
                Effect::New if patterns.hopeless => return None,
                Effect::New => {}
            }
            self.learned += 1;
            let program = self.world.program.clone();
            let rule = &program.moves[self.heads[head as usize].rule];
            let values = self.codes.values(position);
            self.world.steps = 0;
            match rules::pattern(rule, &act.tuple, &values, &act.places, &mut self.world) {
                Some(pattern) => patterns.learn(pattern, &act.places, &mut self.codes, &self.world),
                None => patterns.hopeless = true,
            }
        }
        None
    }

    /// What one act does in a position, and the places it reads for that.
    pub(super) fn act_in(
        &mut self,
        group: usize,
        index: usize,
        position: &[Code],
    ) -> Result<(Vec<u32>, Outcome), Trouble> {
        let act = &self.acts[index];
        let mut reads = Vec::new();
        if let When::Guards(guards) = &act.when {
            for guard in guards {
                reads.push(guard.place);
                if !guard.lets(position) {
                    return Ok((reads, Outcome::Idle));
                }
            }
        }
        let outcome = match self.tables[act.table as usize].find(&act.places, position) {
            Some(outcome) => outcome,
            None => self.learn(index, self.groups[group].head, position)?,
        };
        let act = &self.acts[index];
        let table = &self.tables[act.table as usize];
        for place in table.reads(&act.places, position) {
            if !reads.contains(&place) {
                reads.push(place);
            }
        }
        Ok((reads, table.outcome(outcome).clone()))
    }

    /// Finds the move of one group out of a position, if it is possible.
    pub(in crate::moves) fn expand_one(
        &mut self,
        group: usize,
        position: &[Code],
        found: &mut Expansion,
    ) -> Result<(), Trouble> {
        found.clear();
        if self.groups[group].lines {
            self.expand_lines(group, position, found)
        } else {
            self.expand_group(group, position, found)
        }
    }

    /// A line after a move, by its values.
    fn by_values(&mut self, index: usize, head: HeadId, position: &[Code]) -> Result<u64, Trouble> {
        let act = &self.acts[index];
        let outcome = match self.tables[act.table as usize].find(&act.places, position) {
            Some(outcome) => outcome,
            None => self.learn(index, head, position)?,
        };
        let act = &self.acts[index];
        let shape = &mut self.shapes[act.table as usize];
        shape.line.clear();
        shape.line.extend(act.places.iter().map(|&place| position[place as usize]));
        match self.tables[act.table as usize].outcome(outcome) {
            Outcome::Writes(writes) => {
                writes.iter().for_each(|&(place, code)| shape.line[usize::from(place)] = code);
                Ok(packed(shape.line.iter().copied(), shape.lines.bits()))
            }
            Outcome::Idle => Ok(packed(shape.line.iter().copied(), shape.lines.bits())),
            Outcome::Impossible => Ok(IMPOSSIBLE),
        }
    }

    /// Adds a term with its places numbered. Says no if a place holds no unknown.
    fn shape(&self, term: TermId, places: &mut SmallVec<[u32; 8]>, shape: &mut Vec<Piece>) -> bool {
        match self.world.terms.node(term) {
            Node::Place(..) => {
                let Some(unknown) = self.world.unknown(term) else { return false };
                let known = places.iter().position(|&place| place == unknown.0);
                let number = known.unwrap_or(places.len());
                if known.is_none() {
                    places.push(unknown.0);
                }
                shape.push(Piece::Place(number as u32, self.codes.class(unknown.0)));
                true
            }
            Node::Cons(..) => {
                let mut rest = term;
                shape.push(Piece::Open);
                while let &Node::Cons(head, tail) = self.world.terms.node(rest) {
                    if !self.shape(head, places, shape) {
                        return false;
                    }
                    rest = tail;
                }
                shape.push(Piece::Term(rest));
                rest == Terms::NIL
            }
            Node::Int(_) | Node::Sym(_) | Node::Nil => {
                shape.push(Piece::Term(term));
                true
            }
            _ => false,
        }
    }

    /// Asks the evaluator what a move does at one place, and remembers it.
    pub(super) fn learn(&mut self, index: usize, head: HeadId, position: &[Code]) -> Result<u32, Trouble> {
        self.learned += 1;
        let values = self.codes.values(position);
        let Head { rule, args } = self.heads[head as usize].clone();
        let program = self.world.program.clone();
        let rule = &program.moves[rule];
        let act = &mut self.acts[index];
        let before = act.places.len();
        let among = act.shared.then_some(act.places.as_slice());
        let world = &mut self.world;
        world.steps = 0;
        world.rule.clone_from(&rule.law.name);
        world.watched = Some(Vec::new());
        let asked = matches!(act.when, When::Asked);
        let idle = asked && !rules::acts(rule, &args, &act.tuple, &values, world)?;
        let changes = if idle { None } else { rules::act(rule, &args, &act.tuple, &values, among, world)? };
        let mut reads: Vec<(u16, Code)> = Vec::new();
        for unknown in world.watched.take().unwrap_or_default() {
            let place = place_in(&mut act.places, unknown);
            if !reads.iter().any(|&(known, _)| known == place) {
                reads.push((place, position[unknown as usize]));
            }
        }
        let outcome = match changes {
            None if idle => Outcome::Idle,
            None => Outcome::Impossible,
            Some(changes) if changes.iter().any(|&(unknown, value)| !rules::fits(world, unknown, value)) => {
                Outcome::Impossible
            }
            Some(changes) => {
                let mut writes = Vec::with_capacity(changes.len());
                for (unknown, value) in changes {
                    let code = self.codes.code(unknown, value, world).ok_or(Trouble::TooManyValues)?;
                    writes.push((place_in(&mut act.places, unknown), code));
                }
                Outcome::Writes(writes.into())
            }
        };
        debug_assert!(!act.shared || act.places.len() == before, "a shared table knows all its places");
        if let ([(place, code)], Outcome::Idle) = (reads.as_slice(), &outcome) {
            // A guarded act has a table of its own, whose first read is always this one.
            self.rests[index].place = act.places[usize::from(*place)];
            self.rests[index].values |= 1_u64.checked_shl(u32::from(*code)).unwrap_or(0);
        }
        Ok(self.tables[act.table as usize].learn(&reads, outcome))
    }
}

/// The values of a line as one number, the last value in the lowest bits.
pub(super) fn packed(line: impl Iterator<Item = Code>, bits: u32) -> u64 {
    line.fold(0, |packed, code| packed << bits | u64::from(code))
}

/// A term with its places numbered, piece by piece: equal shapes can share a table.
#[derive(PartialEq, Eq, Hash)]
enum Piece {
    Place(u32, u16),
    Term(TermId),
    Open,
}

/// Whether no two of these acts can write the same place.
fn are_disjoint(acts: &[Act]) -> bool {
    let mut seen: Set<u32> = Set::default();
    acts.len() == 1 || acts.iter().all(|act| act.shared && act.places.iter().all(|&place| seen.insert(place)))
}

/// The number of an unknown in a table; a new one if it has none.
fn place_in(places: &mut SmallVec<[u32; 8]>, unknown: u32) -> u16 {
    let at = places.iter().position(|&place| place == unknown).unwrap_or_else(|| {
        places.push(unknown);
        places.len() - 1
    });
    at as u16
}
