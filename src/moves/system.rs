//! A move puzzle made ready to be searched: its positions as numbers, and its moves as remembered tables.
//!
//! Nothing here knows any puzzle. A move acts at places; what it does at one of them is asked of the evaluator once for
//! each combination of values that it reads there, and remembered. Moves that only count values, such as the swipes of
//! sliding tiles, share one table for all lines of one length.

mod acts;

use acts::packed;

use smallvec::SmallVec;

use super::codes::{Code, Codes};
use super::gauge::{Build, Gauge, Steps};
use super::lines::{IMPOSSIBLE, Lines};
use super::patterns::Patterns;
use super::table::{Outcome, Table};
use crate::check;
use crate::diagnostic::Diagnostic;
use crate::eval::{Machine, Policy, Query, World};
use crate::formula::{Formula, FormulaId, Formulas};
use crate::ground::{Ground, Instance, moves as rules};
use crate::hash::Numbered;
use crate::program::{Body, Program};
use crate::term::TermId;

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

/// Lines of one shape, on which a move does the same wherever they lie.
#[derive(Clone, Debug)]
struct Shape {
    lines: Lines,
    patterns: Patterns,
    /// A line before and after, while it is worked on.
    line: Vec<Code>,
    after: Vec<Code>,
}

impl Default for Shape {
    fn default() -> Self {
        Shape { lines: Lines::new(0), patterns: Patterns::default(), line: Vec::new(), after: Vec::new() }
    }
}

/// The acts of a head.
#[derive(Clone, Debug)]
struct Group {
    head: HeadId,
    acts: std::ops::Range<usize>,
    /// Whether no two of its acts can write the same place.
    disjoint: bool,
    /// Whether its acts are lines that can be packed.
    lines: bool,
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
    /// What is known besides of the lines of tables that several acts share.
    shapes: Vec<Shape>,
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
            shapes: Vec::new(),
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

    /// The first position; nothing if an unknown has too many values.
    pub fn start(&mut self) -> Option<Vec<Code>> {
        let values = rules::start(&mut self.world);
        self.position(&values)
    }

    /// A position as numbers; nothing if an unknown has too many values. There is room for them in packed positions.
    pub fn position(&mut self, values: &[TermId]) -> Option<Vec<Code>> {
        let codes = &mut self.codes;
        let position =
            (0..).zip(values).map(|(unknown, &value)| codes.code(unknown, value, &self.world)).collect();
        if self.codes.too_narrow {
            self.widen();
        }
        self.gauge.keep_up(&self.codes);
        position
    }

    /// Makes room for values that turned up; positions packed before no longer mean anything.
    pub fn widen(&mut self) {
        self.codes.widen();
        self.lay_out_lines();
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
        let shapes = self.shapes.iter().map(|shape| shape.lines.bytes() + shape.patterns.bytes());
        self.tables.iter().map(Table::bytes).chain(shapes).sum()
    }

    /// Finds all moves out of a position. Laws are not asked.
    pub fn expand(&mut self, position: &[Code], found: &mut Expansion) -> Result<(), Trouble> {
        found.clear();
        let learned = self.learned;
        for group in 0..self.groups.len() {
            if self.groups[group].lines {
                self.expand_lines(group, position, found)?;
            } else {
                self.expand_group(group, position, found)?;
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
    fn expand_lines(
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

    fn expand_group(
        &mut self,
        number: usize,
        position: &[Code],
        found: &mut Expansion,
    ) -> Result<(), Trouble> {
        let Group { head, ref acts, disjoint, .. } = self.groups[number];
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
        self.bounds(position, u32::max)
    }

    /// The stated bounds added up: how far a position seems to be from the goal.
    pub fn rank(&mut self, position: &[Code]) -> Result<u32, Trouble> {
        self.bounds(position, u32::saturating_add)
    }

    fn bounds(&mut self, position: &[Code], join: fn(u32, u32) -> u32) -> Result<u32, Trouble> {
        let mut joined = 0;
        for index in 0..self.bounds.len() {
            let number = match &self.bounds[index] {
                Some(steps) => self.gauge.measure(steps, position),
                None => {
                    let values = self.codes.values(position);
                    let body = &self.program.bounds[index];
                    rules::bound(self.program, body, self.world(), &values)?
                }
            };
            joined = join(joined, u32::try_from(number.min(i64::from(u32::MAX / 2))).unwrap_or(0));
        }
        Ok(joined)
    }
}
