//! A whole grid on one line, read into givens at once: what each sign means in each cell is asked the reader of drawings once.

use crate::base::hash::Map;
use crate::board::clauses::Clauses;
use crate::board::eval::World;
use crate::board::ground::{self, sign};
use crate::board::unknown::{Domain, UnknownId};
use crate::compile::Truth;
use crate::language::diagnostic::Diagnostic;
use crate::language::puzzle::{Picture, is_empty_mark};
use crate::language::term::TermId;

/// How the lines of a board are read.
#[derive(Default, Debug)]
pub struct Lines {
    /// The cells, row by row: the unknown there, its place, and the number of its values.
    cells: Vec<(Option<UnknownId>, TermId, u8)>,
    /// What signs mean, for each kind of values: as far as somebody has used them.
    signs: Vec<[Option<Sign>; 128]>,
    /// The values that tokens of drawings are, for each kind of values.
    tokens: Map<(u8, String), TermId>,
    cols: usize,
}

/// What a sign of a line means in a cell.
#[derive(Clone, Copy, Debug)]
enum Sign {
    /// A value.
    Value(TermId),
    /// The cell is open.
    Open,
    /// The cell is open where it is the only sign that could leave one open.
    Odd,
    /// A drawing tells what is wrong with it.
    Wrong,
}

/// Takes another grid of the same size in place of what was given on a board, and says what is wrong with it. Nothing if the
/// rules have to be expanded again for it.
pub fn give_again(grid: &Picture, world: &mut World, truth: &Truth) -> Option<Vec<Diagnostic>> {
    if reads_givens(world, truth) {
        return None;
    }
    ground::give_again(grid, world)
}

/// Whether the rules read what is given, so that other givens make other conditions.
fn reads_givens(world: &mut World, truth: &Truth) -> bool {
    let Some(given) = world.program.given else { return true };
    // What a diagram asked while it was made is known to the model's own world only.
    let asked = truth.world.asked[given.0 as usize];
    if !asked {
        world.asked[given.0 as usize] = false;
    }
    asked
}

impl Lines {
    /// Reads lines for a board on which nothing is given but by lines. Where that is not so, it takes none.
    pub fn new(world: &mut World, truth: &Truth) -> Lines {
        if reads_givens(world, truth) { Lines::default() } else { Lines::of(world) }
    }

    /// The same for a board whose rules have just been expanded.
    pub fn of(world: &mut World) -> Lines {
        let mut lines = Lines::default();
        let program = world.program.clone();
        if program.given.is_none_or(|given| world.asked[given.0 as usize]) {
            return lines;
        }
        let is_drawn = program.pictures.iter().any(|layer| layer.cells == program.given);
        let is_stated = program.given.is_none_or(|given| !world.board.clauses[given.0 as usize].is_empty());
        let (Some((rows, cols)), false) = (world.size, is_drawn || is_stated) else { return lines };
        let mut domains: Vec<Option<Domain>> = Vec::new();
        for (row, column) in (1..=rows).flat_map(|row| (1..=cols).map(move |column| (row, column))) {
            let cell = world.cell_at(row, column);
            let domain = world.domain(cell).cloned();
            let kind = domains.iter().position(|known| *known == domain).unwrap_or_else(|| {
                domains.push(domain);
                domains.len() - 1
            });
            let Ok(kind) = u8::try_from(kind) else {
                lines.cells.clear();
                return lines;
            };
            lines.cells.push((world.unknown(cell), cell, kind));
        }
        lines.signs = vec![[None; 128]; domains.len()];
        lines.cols = cols as usize;
        lines
    }

    /// Gives what the tokens of a drawing say, row by row, in place of what was given; whether there is one for each cell,
    /// and each is a value or `.`.
    pub fn give_tokens<'t>(
        &mut self,
        cols: usize,
        tokens: impl Iterator<Item = &'t str>,
        world: &mut World,
    ) -> bool {
        begin(world);
        let (mut key, mut count) = ((0, String::new()), 0);
        for (token, place) in tokens.zip(self.cells.iter().map(Some).chain(std::iter::repeat(None))) {
            count += 1;
            let Some(&(unknown, cell, kind)) = place else { return false };
            if token == "." {
                continue;
            }
            key.0 = kind;
            key.1.clear();
            key.1.push_str(token);
            let known = self.tokens.get(&key).copied();
            let value = known.or_else(|| sign(token, cell, false, None, world).flatten());
            let (Some(value), Some(unknown)) = (value, unknown) else { return false };
            if known.is_none() {
                self.tokens.insert(key.clone(), value);
            }
            world.given.values.push((unknown, value));
        }
        count > 0 && count == self.cells.len() && cols == self.cols
    }

    /// Gives what a line says in place of what was given; whether it is one sign for each cell, and each means something.
    pub fn give(&mut self, line: &str, world: &mut World) -> bool {
        if self.cells.is_empty() || line.len() != self.cells.len() || !line.is_ascii() {
            return false;
        }
        begin(world);
        let (mut odd, mut marked) = (false, false);
        for (&(unknown, cell, kind), letter) in self.cells.iter().zip(line.bytes()) {
            let known = &mut self.signs[usize::from(kind)][usize::from(letter)];
            let sign = *known.get_or_insert_with(|| meaning(letter, cell, world));
            match (sign, unknown) {
                (Sign::Open, _) => marked |= letter != b'0',
                (Sign::Value(value), Some(unknown)) => world.given.values.push((unknown, value)),
                (Sign::Odd, _) => odd = true,
                _ => return false,
            }
        }
        !odd || (!marked && is_alone(line))
    }
}

/// Forgets what was given.
fn begin(world: &mut World) {
    if world.given.clauses.as_ref().is_some_and(|clauses| !clauses.is_empty()) {
        world.given.clauses = Some(Clauses::default());
    }
    world.given.values.clear();
    world.given.misfits.clear();
}

/// Whether only one of the signs that may leave cells open is in a line.
fn is_alone(line: &str) -> bool {
    let mut odd = line.bytes().filter(|letter| matches!(letter, b'-' | b'x' | b'X'));
    let first = odd.next();
    odd.all(|letter| Some(letter) == first)
}

/// What a sign means in a cell, by the reader of drawings.
fn meaning(letter: u8, cell: TermId, world: &mut World) -> Sign {
    let text = char::from(letter).to_string();
    match sign(&text, cell, true, None, world) {
        Some(Some(value)) => Sign::Value(value),
        Some(None) if is_empty_mark(&text) || text == "0" => Sign::Open,
        None if sign(&text, cell, true, Some(&text), world) == Some(None) => Sign::Odd,
        // What else leaves a cell open does so in some company only.
        _ => Sign::Wrong,
    }
}
