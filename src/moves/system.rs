//! A move puzzle made ready to be searched: its positions as numbers, and its moves as remembered tables.
//!
//! Nothing here knows any puzzle. A move acts at places; what it does at one of them is asked of the evaluator once for
//! each combination of values that it reads there, and remembered. Moves that only count values, such as the swipes of
//! sliding tiles, share one table for all lines of one length.

mod acts;
mod alive;
mod expand;
mod guards;
mod questions;
mod tighten;
mod walk;

pub use expand::Expansion;

use alive::Alive;
use guards::Guards;
use smallvec::SmallVec;

use super::codes::{Code, Codes};
use super::derived::Derived;
use super::gauge::{Build, Gauge, Steps};
use super::lines::Lines;
use super::patterns::Patterns;
use super::standing::Standings;
use super::symmetry::Symmetry;
use super::table::Table;
use crate::base::hash::Numbered;
use crate::board::eval::{Machine, Policy, Query, World};
use crate::board::formula::Formula;
use crate::board::ground::{Ground, Instance, moves as rules};
use crate::language::diagnostic::Diagnostic;
use crate::language::program::Body;
use crate::language::term::{FormulaId, TermId};

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

/// So many outcomes of acts are looked at to derive bounds.
const MOST_ROWS: usize = 100_000;

/// A place where a move acts.
#[derive(Clone, Debug)]
struct Act {
    table: u32,
    /// The unknowns by their numbers in the table.
    places: SmallVec<[u32; 8]>,
    /// Whether other acts use the same table.
    shared: bool,
    tuple: Box<[TermId]>,
    when: When,
}

/// In which positions an act does not rest.
#[derive(Clone, Debug)]
enum When {
    Always,
    /// Where single places have certain values.
    Guards(Guards),
    /// Only the evaluator can tell.
    Asked,
}

/// What an act reads first, and the values at which it does nothing, as bits: most acts rest in most positions.
#[derive(Clone, Copy, Default, Debug)]
struct Rest {
    place: u32,
    values: u64,
}

impl Rest {
    fn is_certain(self, position: &[Code]) -> bool {
        let code = |place: u32| u32::from(position[place as usize]);
        self.values != 0 && self.values.checked_shr(code(self.place)).is_some_and(|values| values & 1 == 1)
    }
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

/// A question about positions: compiled, or left to the evaluator.
#[derive(Clone, Debug)]
enum Question {
    Compiled(Vec<Steps>),
    Evaluated,
}

/// A move puzzle ready to be searched.
#[derive(Clone, Debug)]
pub struct System {
    /// The numbering of values.
    pub codes: Codes,
    /// The world in which rules are evaluated; reads are watched while a table is learned.
    world: World,
    heads: Numbered<Head>,
    groups: Vec<Group>,
    acts: Vec<Act>,
    /// For each act.
    rests: Vec<Rest>,
    alive: Alive,
    /// Scratch: the acts to ask in a position.
    due: Vec<u32>,
    tables: Vec<Table>,
    /// What is known besides of the lines of tables that several acts share.
    shapes: Vec<Shape>,
    /// Moves whose places depend on values: the evaluator finds them anew in every position.
    unfixed: Vec<usize>,
    gauge: Gauge,
    laws: Question,
    goals: Question,
    bounds: Vec<Option<Steps>>,
    standings: Option<Standings>,
    /// Bounds that the rules give away, once they are asked for.
    derived: Option<Box<Derived>>,
    /// Symmetric positions, once they are known to be many.
    symmetry: Option<Symmetry>,
    /// Whether symmetries were looked for.
    tightened: bool,
    /// The first position for which bounds, symmetries and room for values hold.
    improved_for: Option<Vec<Code>>,
    /// Whether laws are taken to hold without being asked.
    trusting: bool,
    /// For each place, the last act-round that wrote it, and what.
    written: Vec<(u64, Code)>,
    round: u64,
    /// Outcomes asked of the evaluator.
    pub learned: u64,
}

impl System {
    /// Makes a puzzle ready.
    pub fn new(ground: Ground) -> System {
        let program = ground.world.program.clone();
        let Ground { mut world, instances, goal_instances, .. } = ground;
        world.steps = 0;
        let codes = Codes::new(&mut world);
        let places = world.unknowns.len();
        let mut system = System {
            codes,
            world,
            heads: Numbered::default(),
            groups: Vec::new(),
            acts: Vec::new(),
            rests: Vec::new(),
            alive: Alive::default(),
            due: Vec::new(),
            tables: Vec::new(),
            shapes: Vec::new(),
            unfixed: Vec::new(),
            gauge: Gauge::default(),
            laws: Question::Evaluated,
            goals: Question::Evaluated,
            bounds: Vec::new(),
            standings: None,
            derived: None,
            symmetry: None,
            tightened: false,
            improved_for: None,
            trusting: false,
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
        system.standings = system.questions().and_then(|questions| Standings::new(&system.gauge, questions));
        system.find_acts();
        system
    }

    /// All questions about positions, if all are compiled.
    fn questions(&self) -> Option<impl Iterator<Item = &Steps>> {
        let (Question::Compiled(laws), Question::Compiled(goals)) = (&self.laws, &self.goals) else {
            return None;
        };
        let compiled = self.bounds.iter().all(Option::is_some);
        compiled.then(|| laws.iter().chain(goals).chain(self.bounds.iter().flatten()))
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
        let answers = Machine::new(&mut self.world, Policy::Residual).answers(query).ok()?;
        match answers.as_slice() {
            [answer] if answer.condition == FormulaId::TRUE => self.build().number(answer.terms[0]),
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
        // Symmetries are made for a layout, and may be found again.
        (self.symmetry, self.tightened) = (None, false);
        self.lay_out_lines();
    }

    /// The move with this number.
    pub fn head(&self, head: HeadId) -> &Head {
        &self.heads[head as usize]
    }

    /// `slide(r1c2)`.
    pub fn title(&self, head: HeadId) -> String {
        let head = self.head(head);
        rules::title(&self.world.program.moves[head.rule], &head.args, &self.world)
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
    pub fn has_stated_bound(&self) -> bool {
        !self.bounds.is_empty()
    }

    /// Whether some bound is stated or derived.
    pub fn has_bound(&self) -> bool {
        self.has_stated_bound() || self.derived.is_some()
    }

    /// Whether there could be bounds derived from the rules that are better than those known, with tables of at most so
    /// many entries each.
    pub fn could_derive(&self, entries: u64) -> bool {
        match &self.derived {
            None => self.is_enumerable(),
            Some(derived) => derived.could_strengthen(entries),
        }
    }

    /// Begins anew with another first position: what was found out for an earlier one is forgotten.
    pub fn begin(&mut self, start: &[Code]) {
        if self.improved_for.as_deref().is_some_and(|known| known != start) {
            (self.derived, self.symmetry, self.tightened) = (None, None, false);
            self.codes.unnarrow();
        }
        self.improved_for = Some(start.to_vec());
    }

    /// Derives bounds from the rules for what can be reached from `start`, with tables of at most so many entries each.
    /// Says whether there are any.
    pub fn derive(&mut self, start: &[Code], entries: u64) -> bool {
        if self.derived.is_none() {
            let (rows, possible) = (self.rows(start, MOST_ROWS), self.possible_at_goal());
            self.derived = rows
                .zip(possible)
                .and_then(|(rows, possible)| Derived::new(&rows, &possible, &self.codes, start))
                .map(Box::new);
        }
        if let Some(derived) = &mut self.derived {
            derived.strengthen(entries);
        }
        self.derived.is_some()
    }

    /// Whether bounds were derived.
    pub fn has_derived(&self) -> bool {
        self.derived.is_some()
    }

    /// Forgets the bounds that were derived.
    pub fn forget_derived(&mut self) {
        self.derived = None;
    }

    /// How many symmetric positions one stood in for at most; nothing if symmetries were of no use.
    pub fn symmetry(&self) -> Option<usize> {
        self.symmetry.as_ref().map(Symmetry::order)
    }

    /// What the bound that worked is called; nothing if there was none.
    pub fn bound_name(&self) -> Option<String> {
        let stated = self.has_stated_bound().then(|| "stated".to_owned());
        self.derived.as_ref().map(|derived| derived.name()).or(stated)
    }

    /// About how many bytes the tables take.
    pub fn bytes(&self) -> usize {
        let derived = self.derived.as_ref().map_or(0, |derived| derived.bytes());
        let derived = derived + self.symmetry.as_ref().map_or(0, Symmetry::bytes);
        let shapes = self.shapes.iter().map(|shape| shape.lines.bytes() + shape.patterns.bytes());
        self.tables.iter().map(Table::bytes).chain(shapes).sum::<usize>() + derived
    }
}
