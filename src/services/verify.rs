//! A filled board judged: which laws it breaks, where, and what was found there.

mod complete;
mod found;
mod graph;

use serde::Serialize;

use crate::board::check;
use crate::board::eval::World;
use crate::board::ground::{Ground, Instance};
use crate::board::unknown::Misfit;
use crate::language::diagnostic::Diagnostic;
use crate::language::program::Program;
use crate::language::puzzle::Picture;
use crate::language::term::TermId;
use crate::services::explain::Explainer;
use crate::services::solve::{Failure, Lines, Solver, give_again};

use found::Found;

/// What is to be said of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every law holds.
    Right,
    /// Something is wrong.
    Wrong {
        /// Values where they cannot be.
        outside: Vec<Outside>,
        /// The laws that are broken, each once.
        broken: Vec<Broken>,
    },
    /// No law is broken so far; there are places without a value.
    Open {
        /// The first of them.
        first: String,
        /// How many there are.
        open: usize,
        /// How many places there are in all, hidden ones left out.
        all: usize,
    },
    /// A place that two values are given for.
    Twice {
        /// The place.
        place: String,
        /// The values.
        values: [String; 2],
    },
    /// Whether hidden unknowns can be filled in was not found out within the limits.
    Unknown,
}

/// A value where it cannot be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outside {
    /// The place.
    pub place: String,
    /// The value.
    pub value: String,
    /// The values it may have; nothing if there is no such place.
    pub domain: Option<String>,
}

impl Outside {
    fn new(misfit: &Misfit, world: &World) -> Outside {
        let domain = world.domain(misfit.place).map(|domain| world.show_domain(domain));
        Outside { place: world.place_name(misfit.place), value: world.show(misfit.value), domain }
    }

    /// What is wrong.
    pub fn sentence(&self) -> String {
        let Outside { place, value, domain } = self;
        match domain {
            Some(domain) => format!("{place} is {value}, but may only be one of {domain}"),
            None => format!("{place} is {value}, but there is no such place on this board"),
        }
    }
}

/// A law that is broken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Broken {
    /// Its name.
    pub law: String,
    /// Where, in order.
    pub places: Vec<Fault>,
}

/// A law broken at one place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fault {
    /// `houses(row 3)`.
    pub title: String,
    /// What the law says there, without the full stop; empty if it has no doc line.
    pub says: String,
    /// What was found there; empty where nothing can be said.
    pub found: String,
}

impl Fault {
    /// What the law says and what was found.
    pub fn sentence(&self) -> String {
        let says = if self.says.is_empty() { &self.title } else { &self.says };
        if self.found.is_empty() { format!("{says}.") } else { format!("{says}: {}.", self.found) }
    }
}

/// Judges the values that a puzzle gives.
pub fn verify(ground: Ground, stop: &dyn Fn() -> bool) -> Result<Verdict, Failure> {
    Verifier::new(ground).verify(true, stop)
}

/// A rule set on a board, ready to judge answer after answer.
#[derive(Debug)]
pub struct Verifier {
    ground: Ground,
    /// What judges values on the instances of laws; made when many answers come.
    solver: Option<Solver>,
    /// How a whole grid on one line is read, once one came.
    lines: Option<Lines>,
}

impl Verifier {
    /// For the answers on a board.
    pub fn new(ground: Ground) -> Verifier {
        Verifier { ground, solver: None, lines: None }
    }

    /// Takes another grid of the same size in place of what was given, and says what is wrong with it. Nothing if the rules
    /// have to be expanded again for it.
    pub fn give_again(&mut self, grid: &Picture) -> Option<Vec<Diagnostic>> {
        self.compile().ok()?;
        let truth = self.solver.as_ref().map(|solver| &solver.model.truth)?;
        let told = give_again(grid, &mut self.ground.world, truth);
        // A value that cannot be where it is makes an answer wrong, not unreadable.
        told.filter(|_| self.ground.world.given.misfits.is_empty())
    }

    /// The same for a whole grid on one line; whether it could be taken. If not, it has to be read as a drawing.
    pub fn give_line(&mut self, line: &str) -> bool {
        self.lines().is_some_and(|(lines, world)| lines.give(line, world))
    }

    /// The same for the tokens of a drawing of so many columns, of which nothing but `.` leaves a cell open.
    pub fn give_tokens<'t>(&mut self, cols: usize, tokens: impl Iterator<Item = &'t str>) -> bool {
        self.lines().is_some_and(|(lines, world)| lines.give_tokens(cols, tokens, world))
    }

    fn lines(&mut self) -> Option<(&mut Lines, &mut World)> {
        self.compile().ok()?;
        let (world, truth) = (&mut self.ground.world, &self.solver.as_ref()?.model.truth);
        Some((self.lines.get_or_insert_with(|| Lines::new(world, truth)), world))
    }

    fn compile(&mut self) -> Result<(), Failure> {
        if self.solver.is_none() {
            self.solver = Some(Solver::new(self.ground.clone())?);
        }
        Ok(())
    }

    /// Judges what is given: on the rules as written, or on what they say at each place.
    pub fn verify(&mut self, by_rules: bool, stop: &dyn Fn() -> bool) -> Result<Verdict, Failure> {
        let world = &self.ground.world;
        let mut values: Vec<Option<TermId>> = vec![None; world.unknowns.len()];
        for &(unknown, value) in &world.given.values {
            let known = &mut values[unknown.0 as usize];
            if let Some(earlier) = known.filter(|&earlier| earlier != value) {
                let place = world.place_name(world.unknowns[unknown.0 as usize].place);
                return Ok(Verdict::Twice { place, values: [world.show(earlier), world.show(value)] });
            }
            *known = Some(value);
        }
        if !world.given.misfits.is_empty() || is_open(world, &values) {
            return self.partly(&values);
        }
        let values: Vec<TermId> = if values.contains(&None) {
            match complete::complete(&mut self.ground, stop)? {
                Some(values) => values,
                None => return Ok(Verdict::Unknown),
            }
        } else {
            values.into_iter().flatten().collect()
        };
        if let (false, Some(solver)) = (by_rules, &mut self.solver) {
            let terms = &self.ground.world.terms;
            let codes: Vec<i64> =
                values.iter().map(|&value| solver.model.truth.code_in(terms, value)).collect();
            if solver.broken(&codes).is_none() {
                return Ok(Verdict::Right);
            }
        }
        // The budget is for one answer, not for all that are ever judged.
        self.ground.world.steps = 0;
        let broken = check::all_broken(&mut self.ground.world, &values).map_err(Failure::Rules)?;
        if broken.is_empty() {
            return Ok(Verdict::Right);
        }
        let broken = counted_once(broken, &self.ground.instances);
        let explainer = Explainer::new(self.ground.clone())?;
        let values: Vec<Option<TermId>> = values.into_iter().map(Some).collect();
        Ok(Verdict::Wrong { outside: Vec::new(), broken: tell(broken, &values, &explainer) })
    }

    /// What can be said where values are missing, or are none.
    fn partly(&self, values: &[Option<TermId>]) -> Result<Verdict, Failure> {
        let world = &self.ground.world;
        let shown = world.unknowns.iter().zip(values).filter(|(unknown, _)| !unknown.hidden);
        let mut open = shown.clone().filter(|(_, value)| value.is_none());
        let outside: Vec<Outside> =
            world.given.misfits.iter().map(|misfit| Outside::new(misfit, world)).collect();
        let first = open.next().map(|(first, _)| world.place_name(first.place)).unwrap_or_default();
        let (open, all) = (open.count() + 1, shown.count());
        let mut explainer = Explainer::new(self.ground.clone())?;
        let givens = explainer.givens();
        let broken = explainer.broken(&givens);
        let broken = broken.iter().map(|&number| explainer.instances()[number as usize].clone()).collect();
        let broken = tell(broken, values, &explainer);
        let wrong = !outside.is_empty() || !broken.is_empty();
        Ok(if wrong { Verdict::Wrong { outside, broken } } else { Verdict::Open { first, open, all } })
    }
}

/// Whether some unknown that is shown has no value.
fn is_open(world: &World, values: &[Option<TermId>]) -> bool {
    world.unknowns.iter().zip(values).any(|(unknown, value)| !unknown.hidden && value.is_none())
}

/// The broken instances with their conditions. A law that says the same at several places, such as of a pair in both
/// orders, is broken at the first of them only.
fn counted_once(broken: Vec<Instance>, all: &[Instance]) -> Vec<Instance> {
    let is_broken = |known: &&Instance| {
        broken.iter().any(|instance| instance.law == known.law && instance.tuple == known.tuple)
    };
    let once: Vec<Instance> = all.iter().filter(is_broken).cloned().collect();
    if once.is_empty() { broken } else { once }
}

/// Each broken law once, with what was found where.
fn tell(broken: Vec<Instance>, values: &[Option<TermId>], explainer: &Explainer) -> Vec<Broken> {
    let (program, world): (&Program, &World) = (explainer.program(), explainer.world());
    let found = Found::new(explainer, values);
    let mut told: Vec<(usize, Broken)> = Vec::new();
    for instance in broken {
        let law = &program.laws[instance.law];
        let title = instance.title(law, world);
        let says = instance.sentence(law, world);
        let says = says.trim_end_matches('.');
        // A sentence that names no place is told with one.
        let placed = law.doc.contains('{') || instance.tuple.is_empty() || says.is_empty();
        let says = if placed { says.to_owned() } else { format!("{title}: {says}") };
        let fault = Fault { title, says, found: found.of(instance.formula) };
        match told.iter_mut().find(|(number, _)| *number == instance.law) {
            Some((_, broken)) => broken.places.push(fault),
            None => told.push((instance.law, Broken { law: law.name.clone(), places: vec![fault] })),
        }
    }
    told.into_iter().map(|(_, broken)| broken).collect()
}
