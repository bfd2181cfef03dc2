//! `draw` statements to figures: each answer of a statement's body is one figure.

use indexmap::IndexMap;

use super::places;
use super::scene::{Clue, Colour, Drawn, Form, Lattice, Note, Point, Scene, Shape, Side};
use crate::base::hash::{Fixed, Map};
use crate::board::eval::{Machine, Policy, Query, World};
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::{meaning, names as say};
use crate::language::program::{Drawing, Figure, Program};
use crate::language::term::{FormulaId, Node, TermId};

/// How the rule set wants values to be written.
pub type Spelling = Map<TermId, String>;

/// Adds everything that the rules want drawn, at the values known so far.
pub fn draw(
    world: &mut World,
    values: &[Option<TermId>],
    scene: &mut Scene,
) -> Result<Spelling, Box<Diagnostic>> {
    let program = world.program.clone();
    let mut spelling = Spelling::default();
    for drawing in in_order(&program) {
        for (args, _) in figures(world, drawing, Policy::Partly(values))? {
            add(world, drawing, &args, &mut spelling, scene)?;
        }
    }
    Ok(spelling)
}

/// A figure and when it is there: one of these conditions holds.
pub struct Conditional {
    /// The figure alone on a board without squares.
    pub scene: Scene,
    /// The squares that it shades.
    pub shades: Vec<(i32, i32, Colour)>,
    /// On what it depends.
    pub when: Vec<FormulaId>,
}

/// The same whatever the values will be: each figure in order, with its conditions. What cannot be told without values is
/// drawn at those that are known.
pub fn conditional(
    world: &mut World,
    values: &[Option<TermId>],
    scene: &mut Scene,
) -> Result<(Spelling, Vec<Conditional>), Box<Diagnostic>> {
    let program = world.program.clone();
    let mut spelling = Spelling::default();
    let mut all = Vec::new();
    for drawing in in_order(&program) {
        let open = figures(world, drawing, Policy::Residual).ok();
        let open = open.filter(|found| {
            found.iter().all(|(args, _)| args.iter().all(|&term| !world.terms.is_open(term)))
        });
        let found = match open {
            Some(found) => found,
            None => figures(world, drawing, Policy::Partly(values))?,
        };
        for (args, when) in found {
            if matches!(drawing.figure, Figure::Board | Figure::Value) {
                add(world, drawing, &args, &mut spelling, scene)?;
                continue;
            }
            let mut alone = Scene::new(scene.rows, scene.cols);
            add(world, drawing, &args, &mut spelling, &mut alone)?;
            let shades =
                alone.squares().filter_map(|(row, column, cell)| Some((row, column, cell.shade?))).collect();
            // There may be as many figures as squares.
            alone.cells = Vec::new();
            all.push(Conditional { scene: alone, shades, when });
        }
    }
    Ok((spelling, all))
}

/// The statements in the order in which they are drawn: the size of a board that is no grid counts before anything is
/// drawn on it.
fn in_order(program: &Program) -> Vec<&Drawing> {
    let (boards, others): (Vec<&Drawing>, Vec<&Drawing>) =
        program.drawings.iter().partition(|drawing| drawing.figure == Figure::Board);
    boards.into_iter().chain(others).collect()
}

/// A figure's arguments, and the conditions under each of which it is there.
type Answers = IndexMap<Box<[TermId]>, Vec<FormulaId>, Fixed>;

/// The answers of a statement's body, each once.
fn figures(world: &mut World, drawing: &Drawing, policy: Policy<'_>) -> Result<Answers, Wrong> {
    world.enter_rule(format!("drawing `{}`", drawing.figure.name()));
    let scope = drawing.scope.len();
    let query = Query { goal: &drawing.goal, scope, bound: &[], template: &drawing.args };
    let mut found = Answers::default();
    for answer in Machine::new(world, policy).answers(query)? {
        if let Some(&open) = answer.terms.iter().find(|&&term| !world.terms.is_ground(term)) {
            let why = "nothing right of `:-` binds it";
            return Err(Box::new(meaning::unbound(&world.show(open), drawing.span, why)));
        }
        found.entry(answer.terms).or_default().push(answer.condition);
    }
    Ok(found)
}

fn add(
    world: &World,
    drawing: &Drawing,
    args: &[TermId],
    spelling: &mut Spelling,
    scene: &mut Scene,
) -> Result<(), Wrong> {
    if drawing.figure == Figure::Value {
        spelling.insert(args[0], places::word(world, args[1]));
        return Ok(());
    }
    Pen { world, drawing, scene }.figure(args)
}

struct Pen<'a> {
    world: &'a World,
    drawing: &'a Drawing,
    scene: &'a mut Scene,
}

/// What may stand after a figure's places, in any order.
struct Words {
    form: Form,
    colour: Option<Colour>,
}

type Wrong = Box<Diagnostic>;

impl Pen<'_> {
    fn figure(&mut self, args: &[TermId]) -> Result<(), Wrong> {
        match self.drawing.figure {
            Figure::Board => self.board(args)?,
            Figure::Region => {
                let cells = self.cells(args[0])?;
                match self.words(&args[1..])?.form {
                    Form::Dashed => self.scene.cages.push(cells),
                    _ => self.scene.regions.push(cells),
                }
            }
            Figure::Border => {
                let (one, other) = (self.point(args[0])?, self.point(args[1])?);
                let (down, right) = (other.y - one.y, other.x - one.x);
                if down.abs() + right.abs() != 4 || down * right != 0 {
                    return Err(self.wrong(args[1], "the two cells do not share a side"));
                }
                // The side lies across the way from one centre to the other.
                let (y, x) = (i32::midpoint(one.y, other.y), i32::midpoint(one.x, other.x));
                let (half_y, half_x) = (right.abs() / 2, down.abs() / 2);
                let ends = (Point { y: y - half_y, x: x - half_x }, Point { y: y + half_y, x: x + half_x });
                self.scene.borders.push(ends);
            }
            Figure::Shade => {
                let colour = self.words(&args[1..])?.colour.unwrap_or(Colour::Grey);
                for (row, column) in self.cells(args[0])? {
                    if let Some(cell) = self.scene.cell_mut(row, column) {
                        cell.shade = Some(colour);
                    }
                }
            }
            Figure::Line => {
                let why = "its first argument is no list or set of places";
                let points = places::points(self.world, args[0]).ok_or_else(|| self.wrong(args[0], why))?;
                let Words { form, colour } = self.words(&args[1..])?;
                let colour = colour.unwrap_or(Colour::Black);
                self.scene.drawn.push(Drawn::Line { points, form, colour });
            }
            Figure::Circle => self.mark(Shape::Circle, Colour::White, args)?,
            Figure::Square => self.mark(Shape::Square, Colour::Grey, args)?,
            Figure::Triangle => self.mark(Shape::Triangle, Colour::Green, args)?,
            Figure::Star => self.mark(Shape::Star, Colour::Black, args)?,
            Figure::Cross => self.mark(Shape::Cross, Colour::Black, args)?,
            Figure::Tree => self.mark(Shape::Tree, Colour::Green, args)?,
            Figure::Tent => self.mark(Shape::Tent, Colour::Red, args)?,
            Figure::Text => {
                let at = self.point(args[0])?;
                let text = places::words(self.world, args[1]).concat();
                let corner = args.get(2).map(|&word| self.direction(word)).transpose()?;
                self.scene.notes.push(Note { at, text, corner });
            }
            Figure::Outside => {
                let side = match self.symbol(args[0]) {
                    Some("left") => Side::Left,
                    Some("right") => Side::Right,
                    Some("top") => Side::Top,
                    Some("bottom") => Side::Bottom,
                    _ => return Err(self.wrong(args[0], "the sides are left, right, top and bottom")),
                };
                let line = places::number(self.world, args[1]);
                let line = line.ok_or_else(|| self.wrong(args[1], "its second argument is no number"))?;
                let words = places::words(self.world, args[2]);
                self.scene.outside.push(Clue { side, line, words });
            }
            Figure::Value => {}
        }
        Ok(())
    }

    fn board(&mut self, args: &[TermId]) -> Result<(), Wrong> {
        if let &[rows, cols] = args {
            /// A picture of more squares than a grid may have would be no use to anybody.
            const MOST: i32 = 1_000;
            let side = |term| places::number(self.world, term).filter(|side| (1..=MOST).contains(side));
            let (rows, cols) = side(rows)
                .zip(side(cols))
                .ok_or_else(|| self.wrong(args[0], "rows and columns are numbers from 1 to 1000"))?;
            if self.world.size.is_none() {
                self.scene.resize(rows, cols);
            }
            return Ok(());
        }
        self.scene.lattice = match self.symbol(args[0]) {
            Some("lines") => Lattice::Lines,
            Some("dots") => Lattice::Dots,
            Some("nothing") => Lattice::Nothing,
            _ => return Err(self.wrong(args[0], "a board has lines, dots or nothing")),
        };
        Ok(())
    }

    fn mark(&mut self, shape: Shape, usual: Colour, args: &[TermId]) -> Result<(), Wrong> {
        let at = self.point(args[0])?;
        let colour = self.words(&args[1..])?.colour.unwrap_or(usual);
        self.scene.drawn.push(Drawn::Mark { shape, at, colour });
        Ok(())
    }

    fn symbol(&self, term: TermId) -> Option<&str> {
        match self.world.terms.node(term) {
            Node::Sym(symbol) => Some(self.world.terms.name(*symbol)),
            _ => None,
        }
    }

    fn words(&self, terms: &[TermId]) -> Result<Words, Wrong> {
        let mut words = Words { form: Form::Plain, colour: None };
        for &term in terms {
            let name = self.symbol(term).unwrap_or_default();
            let form = Form::ALL.iter().find(|(known, _)| *known == name);
            let colour = Colour::ALL.iter().find(|(known, _)| *known == name);
            match (form, colour) {
                (Some((_, form)), _) => words.form = *form,
                (_, Some((_, colour))) => words.colour = Some(*colour),
                _ => {
                    let names = Form::ALL.iter().map(|(name, _)| *name);
                    let names: Vec<&str> = names.chain(Colour::ALL.iter().map(|(name, _)| *name)).collect();
                    return Err(
                        self.wrong(term, &format!("neither a style nor a colour: {}", names.join(", ")))
                    );
                }
            }
        }
        Ok(words)
    }

    fn direction(&self, term: TermId) -> Result<(i32, i32), Wrong> {
        Ok(match self.symbol(term) {
            Some("up") => (-1, 0),
            Some("down") => (1, 0),
            Some("left") => (0, -1),
            Some("right") => (0, 1),
            Some("upleft") => (-1, -1),
            Some("upright") => (-1, 1),
            Some("downleft") => (1, -1),
            Some("downright") => (1, 1),
            _ => return Err(self.wrong(term, "its third argument is no direction, such as upleft")),
        })
    }

    fn point(&self, term: TermId) -> Result<Point, Wrong> {
        let why = "no place: write a cell, dot(R, C), or {A, B} for what lies between two";
        places::point(self.world, term).ok_or_else(|| self.wrong(term, why))
    }

    fn cells(&self, term: TermId) -> Result<Vec<(i32, i32)>, Wrong> {
        places::cells(self.world, term).ok_or_else(|| self.wrong(term, "no cell, and no list of cells"))
    }

    fn wrong(&self, found: TermId, why: &str) -> Wrong {
        let found = format!("`{}`", self.world.show(found));
        Box::new(say::undrawable(self.drawing.figure.name(), &found, why, self.drawing.span))
    }
}
