//! A move puzzle made ready to be searched: its positions as numbers, and its moves as remembered tables.
//!
//! Nothing here knows any puzzle. A move acts at places; what it does at one of them is asked of the evaluator once for
//! each combination of values that it reads there, and remembered. Moves that only count values, such as the swipes of
//! sliding tiles, share one table for all lines of one length.

use smallvec::SmallVec;

use super::codes::{Code, Codes};
use super::gauge::{Build, Gauge, Steps};
use super::table::{Outcome, Table};
use crate::diagnostic::Diagnostic;
use crate::eval::{Machine, Policy, Query, World};
use crate::formula::{Formula, FormulaId, Formulas};
use crate::ground::{Ground, Instance, moves as rules};
use crate::hash::{Map, Numbered};
use crate::program::{Body, Program};
use crate::term::{Node, TermId};
use crate::{check, hash};

/// Number of a head in its [`System`].
pub type HeadId = u32;

/// Why a search cannot go on.
#[derive(Debug)]
pub enum Trouble {
    /// Something is wrong with the rules.
    Rules(Box<Diagnostic>),
    /// A value turned up for which packed positions have no room: make room and begin again.
    Narrow,
    /// One unknown takes more different values than can be numbered.
    TooManyValues,
}

impl From<Box<Diagnostic>> for Trouble {
    fn from(diagnostic: Box<Diagnostic>) -> Self {
        Trouble::Rules(diagnostic)
    }
}

/// A move as a plan names it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Head {
    /// The move's number in the program.
    pub rule: usize,
    /// The head's arguments.
    pub args: Box<[TermId]>,
}

/// A place where a move acts.
#[derive(Clone, Debug)]
struct Act {
    table: u32,
    /// The unknowns by their numbers in the table.
    places: SmallVec<[u32; 8]>,
    /// Whether other acts use the same table.
    shared: bool,
    tuple: Box<[TermId]>,
    guarded: bool,
}

/// The acts of a head.
#[derive(Clone, Debug)]
struct Group {
    head: HeadId,
    acts: std::ops::Range<usize>,
    /// Whether no two of its acts can write the same place.
    disjoint: bool,
}

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

    fn clear(&mut self) {
        self.moves.clear();
        self.changes.clear();
    }

    fn end_move(&mut self, head: HeadId) {
        self.moves.push((head, self.changes.len()));
    }
}

/// A question about positions: compiled, or left to the evaluator.
#[derive(Clone, Debug)]
enum Question {
    Compiled(Vec<Steps>),
    Evaluated,
}

/// A move puzzle ready to be searched.
#[derive(Clone, Debug)]
pub struct System<'p> {
    /// The rules.
    pub program: &'p Program,
    /// The numbering of values.
    pub codes: Codes,
    /// The world in which rules are evaluated; reads are watched while a table is learned.
    world: World,
    heads: Numbered<Head>,
    groups: Vec<Group>,
    acts: Vec<Act>,
    tables: Vec<Table>,
    /// Moves whose places depend on values: the evaluator finds them anew in every position.
    unfixed: Vec<usize>,
    gauge: Gauge,
    laws: Question,
    goals: Question,
    bounds: Vec<Option<Steps>>,
    /// For each place, the last act-round that wrote it, and what.
    written: Vec<(u64, Code)>,
    round: u64,
    /// Outcomes asked of the evaluator.
    pub learned: u64,
}

impl<'p> System<'p> {
    /// Makes a puzzle ready.
    pub fn new(program: &'p Program, ground: Ground) -> System<'p> {
        let Ground { mut world, instances, goal_instances, .. } = ground;
        world.steps = 0;
        let codes = Codes::new(&mut world);
        let places = world.unknowns.len();
        let mut system = System {
            program,
            codes,
            world,
            heads: Numbered::default(),
            groups: Vec::new(),
            acts: Vec::new(),
            tables: Vec::new(),
            unfixed: Vec::new(),
            gauge: Gauge::default(),
            laws: Question::Evaluated,
            goals: Question::Evaluated,
            bounds: Vec::new(),
            written: vec![(0, 0); places],
            round: 0,
            learned: 0,
        };
        // Laws mostly hold, so all are asked at once; the goal mostly does not, so its parts are asked one by one.
        let laws = system.world.formulas.and(instances.iter().map(|instance| instance.formula));
        system.laws = system.question(&[laws]);
        let goals: Vec<FormulaId> = system.conjuncts(&goal_instances);
        system.goals = system.question(&goals);
        for body in &program.bounds {
            let steps = system.measure_of(body);
            system.bounds.push(steps);
        }
        system.find_acts();
        system
    }

    fn build(&mut self) -> Build<'_> {
        Build { gauge: &mut self.gauge, world: &self.world, codes: &self.codes }
    }

    fn conjuncts(&self, instances: &[Instance]) -> Vec<FormulaId> {
        let parts = instances.iter().flat_map(|instance| match self.world.formulas.get(instance.formula) {
            Formula::And(inner) => inner.to_vec(),
            _ => vec![instance.formula],
        });
        parts.collect()
    }

    fn question(&mut self, parts: &[FormulaId]) -> Question {
        let steps: Option<Vec<Steps>> = parts.iter().map(|&part| self.build().condition(part)).collect();
        steps.map_or(Question::Evaluated, Question::Compiled)
    }

    fn measure_of(&mut self, body: &Body) -> Option<Steps> {
        let template = [body.value.clone()];
        let query = Query { goal: &body.goal, scope: body.scope.len(), bound: &[], template: &template };
        let answers = Machine::new(self.program, &mut self.world, Policy::Residual).answers(query).ok()?;
        match answers.as_slice() {
            [answer] if answer.condition == Formulas::TRUE => self.build().number(answer.terms[0]),
            _ => None,
        }
    }

    /// Finds out where each move may act, and which acts can share a table.
    fn find_acts(&mut self) {
        let mut shared: Map<Box<[Shape]>, u32> = Map::default();
        for (rule, known) in self.program.moves.iter().enumerate() {
            let Some(heads) = rules::acts_by_head(self.program, known, &mut self.world) else {
                self.unfixed.push(rule);
                continue;
            };
            for (args, acts) in heads {
                let head = self.heads.insert_full(Head { rule, args }).0 as HeadId;
                let start = self.acts.len();
                for act in acts {
                    let mut places = SmallVec::new();
                    let mut shape = vec![Shape::Term(TermId(rule as u32))];
                    let shares = known.by_value
                        && !act.guarded
                        && act.tuple.iter().all(|&term| self.shape(term, &mut places, &mut shape));
                    let next = self.tables.len() as u32;
                    let table = if shares { *shared.entry(shape.into()).or_insert(next) } else { next };
                    if table == next {
                        self.tables.push(Table::default());
                    }
                    if !shares {
                        places.clear();
                    }
                    let rules::Act { tuple, guarded } = act;
                    self.acts.push(Act { table, places, shared: shares, tuple, guarded });
                }
                let acts = start..self.acts.len();
                let disjoint = self.are_disjoint(&self.acts[acts.clone()]);
                self.groups.push(Group { head, acts, disjoint });
            }
        }
    }

    /// Adds a term with its places numbered. Says no if a place holds no unknown.
    fn shape(&self, term: TermId, places: &mut SmallVec<[u32; 8]>, shape: &mut Vec<Shape>) -> bool {
        match self.world.terms.node(term) {
            Node::Place(..) => {
                let Some(unknown) = self.world.unknown(term) else { return false };
                let known = places.iter().position(|&place| place == unknown.0);
                let number = known.unwrap_or(places.len());
                if known.is_none() {
                    places.push(unknown.0);
                }
                shape.push(Shape::Place(number as u32, self.codes.class(unknown.0)));
                true
            }
            Node::Cons(..) => {
                let mut rest = term;
                shape.push(Shape::Open);
                while let &Node::Cons(head, tail) = self.world.terms.node(rest) {
                    if !self.shape(head, places, shape) {
                        return false;
                    }
                    rest = tail;
                }
                shape.push(Shape::Term(rest));
                rest == crate::term::Terms::NIL
            }
            Node::Int(_) | Node::Sym(_) | Node::Nil => {
                shape.push(Shape::Term(term));
                true
            }
            _ => false,
        }
    }

    fn are_disjoint(&self, acts: &[Act]) -> bool {
        let mut seen: hash::Set<u32> = hash::Set::default();
        acts.len() == 1
            || acts.iter().all(|act| act.shared && act.places.iter().all(|&place| seen.insert(place)))
    }

    /// The first position; nothing if a value has no number.
    pub fn start(&mut self) -> Option<Vec<Code>> {
        let values = rules::start(&mut self.world);
        let start = self.encode(&values);
        if self.codes.too_narrow {
            self.codes.widen();
        }
        self.gauge.keep_up(&self.codes);
        start
    }

    /// A position as numbers; nothing if an unknown has too many values.
    pub fn encode(&mut self, values: &[TermId]) -> Option<Vec<Code>> {
        (0..).zip(values).map(|(unknown, &value)| self.codes.code(unknown, value, &self.world)).collect()
    }

    /// The move with this number.
    pub fn head(&self, head: HeadId) -> &Head {
        &self.heads[head as usize]
    }

    /// `slide(r1c2)`.
    pub fn title(&self, head: HeadId) -> String {
        let head = self.head(head);
        rules::title(&self.program.moves[head.rule], &head.args, &self.world)
    }

    /// The world in which values have a meaning, ready for a question to the evaluator.
    pub fn world(&mut self) -> &mut World {
        self.world.steps = 0;
        &mut self.world
    }

    /// The world, once the search is over.
    pub fn into_world(self) -> World {
        self.world
    }

    /// Whether some `bound:` is stated.
    pub fn has_bound(&self) -> bool {
        !self.bounds.is_empty()
    }

    /// About how many bytes the tables take.
    pub fn bytes(&self) -> usize {
        self.tables.iter().map(Table::bytes).sum()
    }

    /// Finds all moves out of a position. Laws are not asked.
    pub fn expand(&mut self, position: &[Code], found: &mut Expansion) -> Result<(), Trouble> {
        found.clear();
        let learned = self.learned;
        for group in 0..self.groups.len() {
            self.expand_group(group, position, found)?;
        }
        for number in 0..self.unfixed.len() {
            self.expand_unfixed(self.unfixed[number], position, found)?;
        }
        if self.learned > learned {
            if self.codes.too_narrow {
                return Err(Trouble::Narrow);
            }
            self.gauge.keep_up(&self.codes);
        }
        Ok(())
    }

    fn expand_group(
        &mut self,
        number: usize,
        position: &[Code],
        found: &mut Expansion,
    ) -> Result<(), Trouble> {
        let Group { head, ref acts, disjoint } = self.groups[number];
        let start = found.changes.len();
        self.round += 1;
        for index in acts.clone() {
            let act = &self.acts[index];
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
        Trouble::Rules(rules::two_outcomes(&self.program.moves[*rule], args, unknown, values, &self.world))
    }

    /// Asks the evaluator what a move does at one place, and remembers it.
    fn learn(&mut self, index: usize, head: HeadId, position: &[Code]) -> Result<u32, Trouble> {
        self.learned += 1;
        let values = self.codes.values(position);
        let Head { rule, args } = self.heads[head as usize].clone();
        let rule = &self.program.moves[rule];
        let act = &mut self.acts[index];
        let before = act.places.len();
        let world = &mut self.world;
        world.steps = 0;
        world.rule.clone_from(&rule.law.name);
        world.watched = Some(Vec::new());
        let idle = act.guarded && !rules::acts(self.program, rule, &args, &act.tuple, &values, world)?;
        let changes =
            if idle { None } else { rules::act(self.program, rule, &args, &act.tuple, &values, world)? };
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
        Ok(self.tables[act.table as usize].learn(&reads, outcome))
    }

    fn expand_unfixed(
        &mut self,
        rule: usize,
        position: &[Code],
        found: &mut Expansion,
    ) -> Result<(), Trouble> {
        self.learned += 1;
        let values = self.codes.values(position);
        for successor in rules::successors_by(self.program, rule, self.world(), &values)? {
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

    /// Whether all laws hold.
    pub fn is_lawful(&mut self, position: &[Code]) -> Result<bool, Trouble> {
        if let Question::Compiled(steps) = &self.laws {
            return Ok(steps.iter().all(|steps| self.gauge.measure(steps, position) == 1));
        }
        let values = self.codes.values(position);
        Ok(check::all_broken(self.program, self.world(), &values)?.is_empty())
    }

    /// Whether the goal is reached.
    pub fn is_goal(&mut self, position: &[Code]) -> Result<bool, Trouble> {
        if let Question::Compiled(steps) = &self.goals {
            return Ok(steps.iter().all(|steps| self.gauge.measure(steps, position) == 1));
        }
        let values = self.codes.values(position);
        Ok(check::is_goal(self.program, self.world(), &values)?)
    }

    /// The greatest of the stated bounds on the number of moves still needed; 0 if there is none.
    pub fn bound(&mut self, position: &[Code]) -> Result<u32, Trouble> {
        let mut greatest = 0;
        for index in 0..self.bounds.len() {
            let number = match &self.bounds[index] {
                Some(steps) => self.gauge.measure(steps, position),
                None => {
                    let values = self.codes.values(position);
                    let body = &self.program.bounds[index];
                    rules::bound(self.program, body, self.world(), &values)?
                }
            };
            greatest = greatest.max(u32::try_from(number.min(i64::from(u32::MAX / 2))).unwrap_or(0));
        }
        Ok(greatest)
    }
}

/// A term with its places numbered, piece by piece: equal shapes can share a table.
#[derive(PartialEq, Eq, Hash)]
enum Shape {
    Place(u32, u16),
    Term(TermId),
    Open,
}

/// The number of an unknown in a table; a new one if it has none.
fn place_in(places: &mut SmallVec<[u32; 8]>, unknown: u32) -> u16 {
    let at = places.iter().position(|&place| place == unknown).unwrap_or_else(|| {
        places.push(unknown);
        places.len() - 1
    });
    at as u16
}
