//! Program to instances: the shape of the board, its unknowns, and what each law says at each place.
//!
//! After it: no placeholders. A law's instance is a condition on values; what did not depend on values is decided.

mod common;
mod grammars;
mod instances;
pub mod moves;
mod params;
mod pictures;
mod reaches;
mod unknowns;

use std::fmt;
use std::sync::Arc;

use crate::base::clock::Deadline;
use crate::board::eval::{Budget, World};
use crate::board::meaning::Shapes;
use crate::language::diagnostic::Diagnostic;
use crate::language::program::doc::{self, Piece};
use crate::language::program::{Law, Program};
use crate::language::puzzle::{Asked, Picture, Shape, stream};
use crate::language::source::SourceId;
use crate::language::term::{FormulaId, Node, TermId};

pub use common::Kept;
pub use params::value;
pub use pictures::sign;

/// What a program amounts to on one puzzle.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Terms, conditions, unknowns and facts.
    pub world: World,
    /// All instances of laws, law by law, in order.
    pub instances: Vec<Instance>,
    /// For each law: how many instances it has, and how many hold whatever the values.
    pub laws: Vec<Tally>,
    /// For each goal of a move puzzle: the same.
    pub goals: Vec<Tally>,
    /// The instances of the goals.
    pub goal_instances: Vec<Instance>,
    /// For each move: how many heads it has.
    pub moves: Vec<moves::Heads>,
    /// What is to become as small or as large as possible.
    pub objective: Option<Objective>,
}

/// The objective on one puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Objective {
    /// Large rather than small.
    pub maximise: bool,
    /// The number, open where it depends on values.
    pub term: TermId,
}

/// How often a law has something to say.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Instances that can be broken, equal ones counted once.
    pub instances: usize,
    /// Places where it holds whatever the values.
    pub always: usize,
    /// Places where it says the same as at an earlier one.
    pub equal: usize,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.instances {
            1 => f.write_str("1 instance")?,
            count => write!(f, "{count} instances")?,
        }
        if self.equal > 0 {
            write!(f, ", {} more equal to one of them", self.equal)?;
        }
        if self.always > 0 {
            write!(f, ", {} always true", self.always)?;
        }
        Ok(())
    }
}

/// A law at one place.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The law's number in the program.
    pub law: usize,
    /// The terms of the law's named placeholders, in order.
    pub tuple: Box<[TermId]>,
    /// What must hold: the condition implies the rest.
    pub formula: FormulaId,
}

impl Instance {
    /// `houses(row 3)`.
    pub fn title(&self, law: &Law, world: &World) -> String {
        if self.tuple.is_empty() {
            return law.name.clone();
        }
        let terms: Vec<String> = self.tuple.iter().map(|&term| world.name(term)).collect();
        format!("{}({})", law.name, terms.join(", "))
    }

    /// The doc line with the names filled in; empty if the law has none.
    pub fn sentence(&self, law: &Law, world: &World) -> String {
        let mut text = String::new();
        for piece in doc::pieces(&law.doc) {
            match piece {
                Piece::Text(part) => text.push_str(part),
                Piece::Name(name) => match self.named(name, law, world) {
                    Some(term) => text.push_str(&self.told(term, world)),
                    None => text.push_str(&format!("{{{name}}}")),
                },
                Piece::Words(name, number, words) => {
                    let term = self.named(name, law, world);
                    let shown = term.map_or_else(|| name.to_owned(), |term| world.spoken(term));
                    let [one, more] = words;
                    let word = if shown == "1" { one } else { more };
                    if number {
                        text.push_str(&shown);
                        text.push(' ');
                    }
                    text.push_str(word);
                }
            }
        }
        // A sentence that opens with what a name stands for still opens with a capital; `r1c2` is a name and stays.
        if crate::board::eval::SPOKEN.iter().any(|opening| text.starts_with(opening)) {
            let first = text.remove(0);
            text.insert(0, first.to_ascii_uppercase());
        }
        text
    }

    /// What a name stands for; `b (12)` for a symbol about which the puzzle states one number that the law does not read.
    fn told(&self, term: TermId, world: &World) -> String {
        let spoken = world.spoken(term);
        if !matches!(world.terms.node(term), Node::Sym(_)) {
            return spoken;
        }
        let inputs = world
            .program
            .predicates
            .iter()
            .zip(&world.clauses)
            .filter(|(known, _)| known.input && known.arity == 2);
        let rows = inputs.flat_map(|(_, clauses)| clauses.facts()).map(|(row, _)| row);
        let about = rows.filter(|row| row[0] == term && matches!(world.terms.node(row[1]), Node::Int(_)));
        let numbers: Vec<TermId> = about.map(|row| row[1]).collect();
        match numbers[..] {
            [number] if !self.tuple.contains(&number) => format!("{spoken} ({})", world.show(number)),
            _ => spoken,
        }
    }

    fn named(&self, name: &str, law: &Law, world: &World) -> Option<TermId> {
        let slot = law.tuple.iter().position(|&slot| law.scope.names[usize::from(slot)] == name);
        if let Some(at) = slot {
            return Some(self.tuple[at]);
        }
        let param = world.program.params.iter().position(|param| param.name == name)?;
        world.params[param]
    }
}

/// What to expand a program for.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// A plain text grid, read as the layer `given`.
    pub grid: Option<Picture>,
    /// Whether there is a puzzle at all: some advice makes no sense for a rule set alone.
    pub puzzle: bool,
    /// Whether what is given is an answer to be judged: a value that cannot be where it is makes it wrong, not unreadable.
    pub answer: bool,
    /// What it may cost.
    pub budget: Budget,
    /// When it has to end, and with it all that is done with what comes out.
    pub deadline: Deadline,
    /// Whether everything is answered by resolution alone: what comes out is the same, which tests see to.
    pub by_resolution: bool,
    /// What has been worked out of the same definitions and grammars on the same board, if somebody expands them again and
    /// again.
    pub shapes: Option<Shapes>,
    /// What the puzzles before had in common, if all have the same rules but for what they draw.
    pub kept: Option<Kept>,
}

impl Options {
    /// The same for a puzzle that draws its grid itself.
    #[must_use]
    pub fn without_grid(&self) -> Options {
        Options { grid: None, puzzle: true, answer: false, kept: None, ..self.clone() }
    }
}

/// Expands all laws of a program on its puzzle.
pub fn ground(program: &Arc<Program>, options: &Options) -> (Ground, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let (world, known) = shape(program, options, &mut diagnostics);
    let mut ground = Ground {
        world,
        instances: Vec::new(),
        laws: Vec::new(),
        goals: Vec::new(),
        goal_instances: Vec::new(),
        moves: Vec::new(),
        objective: None,
    };
    if diagnostics.iter().any(Diagnostic::is_error) {
        // Without a shape every law would only repeat the complaint.
        return (ground, diagnostics);
    }
    grammars::advise(program, &ground.world, &mut diagnostics);
    instances::expand(program, options, known, &mut ground, &mut diagnostics);
    if ground.world.is_exhausted() {
        return (ground, diagnostics);
    }
    moves::expand(program, options, &mut ground.world, &mut ground.moves, &mut diagnostics);
    reaches::advise(program, &mut ground.world, &mut diagnostics);
    ground.world.freeze();
    (ground, diagnostics)
}

/// Lays another grid of the same size on a world whose laws have been expanded; says what is wrong with it. Nothing if the
/// rules ask what is given, so that they would have to be expanded again.
pub fn give_again(grid: &Picture, world: &mut World) -> Option<Vec<Diagnostic>> {
    let program = can_give_again(grid, world)?;
    let mut diagnostics = Vec::new();
    pictures::lay_givens(&program, Some(grid), None, world, &mut diagnostics);
    diagnostics.extend(pictures::misfits(world));
    Some(diagnostics)
}

/// The same for a drawing that takes the place of what the puzzle itself draws.
pub fn draw_again(drawing: &Picture, world: &mut World) -> Option<Vec<Diagnostic>> {
    let program = can_give_again(drawing, world)?;
    let mut diagnostics = Vec::new();
    pictures::lay_all(&program, &[(drawing, false)], None, world, &mut diagnostics);
    diagnostics.extend(pictures::misfits(world));
    Some(diagnostics)
}

/// The rules, if they do not ask what is given and the picture has the size of the board.
fn can_give_again(picture: &Picture, world: &World) -> Option<Arc<Program>> {
    let given = world.program.given?;
    let size = (picture.height() as i64, picture.width() as i64);
    (!world.asked[given.0 as usize] && world.size == Some(size)).then(|| world.program.clone())
}

/// Params, the size of the grid, the facts that are drawn, and the unknowns; and what is known of the laws by then.
fn shape(program: &Arc<Program>, options: &Options, diagnostics: &mut Vec<Diagnostic>) -> common::Begun {
    let drawn = pictures::sizes(program, options.grid.as_ref());
    let new_world = |diagnostics: &mut Vec<Diagnostic>| {
        let mut world = World::new(program, options.budget);
        world.deadline = options.deadline.clone();
        world.coded = !options.by_resolution;
        world.shapes = options.shapes.clone().unwrap_or_default();
        params::evaluate(program, &drawn, &mut world, diagnostics);
        world
    };
    let (mut begun, mut alone) = (common::of_others(program, &drawn, options), None);
    if begun.is_none() {
        let world = new_world(diagnostics);
        if diagnostics.iter().any(Diagnostic::is_error) {
            return (world, Vec::new());
        }
        match common::varying(program) {
            Some(varying) => begun = common::begin(program, &drawn, options, world, varying),
            None => alone = Some(world),
        }
    }
    if let Some((mut world, known)) = begun {
        common::lay(program, options, &mut world, diagnostics);
        return (world, known);
    }
    let mut world = alone.unwrap_or_else(|| new_world(&mut Vec::new()));
    pictures::lay_clues(program, &mut world, diagnostics);
    params::evaluate_rest(program, &drawn, &mut world, diagnostics);
    let resting = unknowns::resting(program);
    unknowns::declare(program, resting.as_deref(), &mut world, diagnostics);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return (world, Vec::new());
    }
    pictures::lay_givens(program, options.grid.as_ref(), resting.as_deref(), &mut world, diagnostics);
    if !options.answer {
        diagnostics.extend(pictures::misfits(&world));
    }
    (world, Vec::new())
}

/// A family of unknowns, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FamilySummary {
    /// `cell`, or the name it was declared with.
    pub name: String,
    /// How many unknowns it has.
    pub count: usize,
    /// Their values; `..` if they differ.
    pub domain: String,
    /// Whether it is not shown, and solutions are not told apart by it.
    pub hidden: bool,
}

impl Ground {
    /// The families of unknowns, in the order they were declared.
    pub fn families(&self) -> Vec<FamilySummary> {
        let mut found: Vec<FamilySummary> = Vec::new();
        for unknown in &self.world.unknowns {
            let Node::Place(name, _) = self.world.terms.node(unknown.place) else { continue };
            let name = self.world.terms.name(*name);
            let domain = self.world.show_domain(&unknown.domain);
            match found.iter_mut().find(|family| family.name == name) {
                Some(family) => {
                    family.count += 1;
                    if family.domain != domain {
                        family.domain = "..".to_owned();
                    }
                }
                None => found.push(FamilySummary {
                    name: name.to_owned(),
                    count: 1,
                    domain,
                    hidden: unknown.hidden,
                }),
            }
        }
        debug_assert!(found.len() <= self.world.program.families.len() + 1);
        found
    }

    /// The rule set's own definitions, and whether they turned out to depend on values.
    pub fn definitions(&self) -> Vec<(String, bool)> {
        let own = self
            .world
            .program
            .predicates
            .iter()
            .enumerate()
            .filter(|(_, known)| !known.prelude && !known.input && !known.clauses.is_empty());
        own.map(|(index, known)| {
            let id = crate::language::program::PredicateId(index as u32);
            (format!("{}/{}", known.name, known.arity), self.world.notes.value_predicates.contains(&id))
        })
        .collect()
    }
}

/// The plain grids of a text, read for these rules, one at a time; and what is wrong with the text.
pub fn grids<'t>(
    program: &Arc<Program>,
    source: SourceId,
    text: &'t str,
) -> (Box<dyn Iterator<Item = Picture> + 't>, Vec<Diagnostic>) {
    let is_value = |word: &str| word.parse::<i64>().is_ok() || program.terms.known_symbol(word).is_some();
    stream(source, text, Asked { shape: expected_shape(program), is_value: &is_value })
}

/// What the rules say about the size of a plain grid, before one is seen.
pub fn expected_shape(program: &Arc<Program>) -> Shape {
    let Some(grid) = &program.grid else { return Shape::default() };
    let mut world = World::new(program, Budget::default());
    params::evaluate(program, &[], &mut world, &mut Vec::new());
    let fixed = |param: Option<usize>| param.is_none_or(|param| program.params[param].set);
    let derived = |param: Option<usize>| {
        param.is_some_and(|param| program.params[param].set && !params::is_set(program, param))
    };
    let side = |known: bool, value: Option<i64>| {
        if known { value.and_then(|value| usize::try_from(value).ok()) } else { None }
    };
    let (rows, cols) = world.size.unzip();
    Shape {
        rows: side(fixed(grid.bare.0), rows),
        cols: side(fixed(grid.bare.1), cols),
        square: grid.bare.0.is_some() && grid.bare.0 == grid.bare.1,
        usual: derived(grid.bare.0) && derived(grid.bare.1),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Ground, Options, ground};
    use crate::language::resolve::{BuiltIn, Request, resolve};
    use crate::language::source::Sources;

    fn grounded(text: &str) -> Ground {
        let mut sources = Sources::default();
        let rules = Some(sources.add("test.rules", text));
        let (program, _) = resolve(&Request { rules, ..Request::default() }, &mut sources, &BuiltIn);
        let (ground, wrong) = ground(&program, &Options::default());
        assert!(wrong.is_empty(), "{wrong:?}");
        ground
    }

    const DIFFER: &str = "grid(2, 2) :: 1..2.\nnext: step(A, _, B) => A \\= B.\n";

    #[test]
    fn a_law_has_an_instance_at_each_place_and_equal_ones_count_once() {
        let ground = grounded(DIFFER);
        // Four borders, each crossed in two directions.
        assert_eq!((ground.instances.len(), ground.laws[0].instances, ground.laws[0].equal), (4, 4, 4));
    }

    #[test]
    fn clones_share_the_board_and_keep_their_own_terms() {
        let ground = grounded(DIFFER);
        let mut copy = ground.world.clone();
        let known = copy.terms.len();
        copy.terms.int(77);
        assert!(Arc::ptr_eq(&copy.board, &ground.world.board));
        assert_eq!((copy.terms.len(), ground.world.terms.len()), (known + 1, known));
    }
}
