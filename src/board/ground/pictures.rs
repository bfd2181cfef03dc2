//! Drawings laid on the board: layers, marks between cells, strips beside it, and givens.

use super::unknowns;
use crate::base::hash::{Map, Set};
use crate::board::eval::{Given, Machine, Policy, World};
use crate::board::unknown::{Domain, Misfit, UnknownId};
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::{Grain, LayerPicture, PredicateId, Program};
use crate::language::puzzle::{Drawn, Mark, Picture, is_empty_mark, mark};
use crate::language::source::Span;
use crate::language::term::{FormulaId, Node, TermId};

/// What a drawing says about the size of the board.
#[derive(Clone, Debug)]
pub struct Size {
    /// Rows, if it tells.
    pub rows: Option<usize>,
    /// Columns, if it tells.
    pub cols: Option<usize>,
    /// Whether it is a plain text grid.
    pub plain: bool,
    /// Whether it is a strip of clues beside the grid.
    pub strip: bool,
    /// Where the symbols of a layer stand; nothing for values of cells.
    pub grain: Option<Grain>,
    /// The rows and columns as drawn.
    pub drawn: (usize, usize),
    /// What a plain text was taken for, where it is no drawing.
    pub read_as: Option<&'static str>,
    /// That a row has another length than the others, which comes before all that follows from it.
    pub ragged: Option<Diagnostic>,
    /// Where it stands.
    pub span: Span,
}

/// What all drawings say about the size, layers before strips.
pub fn sizes(program: &Program, grid: Option<&Picture>) -> Vec<Size> {
    let mut sizes = Vec::new();
    if let Some(picture) = grid {
        let drawn = (picture.height(), picture.width());
        let (rows, cols) = (Some(drawn.0), Some(drawn.1));
        let (span, read_as, ragged) = (picture.span, picture.read_as, ragged(picture));
        sizes.push(Size { rows, cols, plain: true, strip: false, grain: None, drawn, read_as, ragged, span });
    }
    for layer in program.pictures.iter().filter(|layer| !layer.strip) {
        // Where both readings are possible, another drawing or a param decides.
        let Some(grain) = layer.grain(program) else { continue };
        let drawn = (layer.picture.height(), layer.picture.width());
        let (rows, cols) = (grain.lines(drawn.0), grain.lines(drawn.1));
        if rows.is_none() {
            continue;
        }
        let grain = Some(grain).filter(|_| layer.cells != program.given);
        let (span, ragged) = (layer.picture.span, ragged(&layer.picture));
        sizes.push(Size {
            rows,
            cols,
            plain: false,
            strip: false,
            grain,
            drawn,
            read_as: None,
            ragged,
            span,
        });
    }
    for layer in program.pictures.iter().filter(|layer| layer.strip) {
        let length = layer.picture.rows.first().map_or(0, Vec::len);
        let name = layer.cells.map(|id| program.predicates[id.0 as usize].name.as_str());
        let (rows, cols) = match name {
            Some("left" | "right") => (Some(length), None),
            Some("top" | "bottom") => (None, Some(length)),
            _ => continue,
        };
        let (span, drawn, ragged) = (layer.picture.span, (1, length), None);
        let (grain, read_as) = (None, None);
        sizes.push(Size { rows, cols, plain: false, strip: true, grain, drawn, read_as, ragged, span });
    }
    sizes
}

/// Adds the facts of all drawings but the givens.
pub fn lay_clues(program: &Program, world: &mut World, diagnostics: &mut Vec<Diagnostic>) {
    for layer in &program.pictures {
        let given = layer.cells.is_some() && layer.cells == program.given;
        if layer.strip {
            strip(layer, program, world);
        } else if !given {
            drawing(layer, program, world, diagnostics);
        }
    }
    world.forget();
}

/// A strip: a fact for each clue; `.` and `?` are none.
fn strip(layer: &LayerPicture, program: &Program, world: &mut World) {
    let Some(predicate) = layer.cells else { return };
    for (index, token) in layer.picture.rows.iter().flatten().enumerate() {
        if token.text == "?" {
            continue;
        }
        if let Some(clue) = clue(token, predicate, program, world) {
            let place = world.terms.int(index as i64 + 1);
            world.add_fact(predicate, [place, clue].into(), token.span);
        }
    }
}

/// The term a token stands for; nothing for `.`.
fn clue(token: &Drawn, predicate: PredicateId, program: &Program, world: &mut World) -> Option<TermId> {
    let read = mark(&token.text);
    let alone = !matches!(read, Mark::List(_) | Mark::Nothing);
    let term = term(&read, world)?;
    let lists = program.predicates[predicate.0 as usize].lists;
    Some(if lists && alone { world.terms.list(&[term]) } else { term })
}

fn term(mark: &Mark, world: &mut World) -> Option<TermId> {
    match mark {
        Mark::Nothing => None,
        Mark::Int(value) => Some(world.terms.int(*value)),
        Mark::Text(text) => Some(world.terms.sym(text)),
        Mark::List(parts) => {
            let parts: Vec<TermId> = parts.iter().filter_map(|part| term(part, world)).collect();
            Some(world.terms.list(&parts))
        }
    }
}

/// A layer of symbols in cells, or of symbols and marks between them.
fn drawing(layer: &LayerPicture, program: &Program, world: &mut World, diagnostics: &mut Vec<Diagnostic>) {
    let Some((rows, cols)) = world.size else { return };
    if let Some(diagnostic) = ragged(&layer.picture) {
        diagnostics.push(diagnostic);
        return;
    }
    let size = (layer.picture.height() as i64, layer.picture.width() as i64);
    if let (Some(predicate), Some(grain @ (Grain::Dots | Grain::Points | Grain::Units))) =
        (layer.cells, layer.grain(program))
    {
        if grain.drawn((rows, cols)).is_none_or(|wanted| wanted == size) {
            finer(layer, predicate, grain, program, world);
        } else {
            diagnostics.push(wrong_grain(grain, &layer.picture, (rows, cols)));
        }
        return;
    }
    let between = size == (2 * rows - 1, 2 * cols - 1) && layer.marks.is_some();
    let plain = size == (rows, cols) && layer.cells.is_some();
    if !between && !plain {
        let found = (layer.picture.height(), layer.picture.width());
        diagnostics.push(if layer.cells.is_none() {
            wrong_grain(Grain::Marks, &layer.picture, (rows, cols))
        } else {
            let wrong = meaning::wrong_size(found, (rows, cols), layer.picture.span, None);
            other_kind(wrong, found, (rows, cols))
        });
        return;
    }
    for (row, tokens) in layer.picture.rows.iter().enumerate() {
        for (column, token) in tokens.iter().enumerate() {
            let (row, column) = (row as i64, column as i64);
            if plain && !between {
                if let Some(predicate) = layer.cells
                    && let Some(symbol) = clue(token, predicate, program, world)
                {
                    let cell = world.cell_at(row + 1, column + 1);
                    world.add_fact(predicate, [cell, symbol].into(), token.span);
                }
                continue;
            }
            let (across, down) = (column % 2 == 1, row % 2 == 1);
            let at = (row / 2 + 1, column / 2 + 1);
            let cell = world.cell_at(at.0, at.1);
            match (across, down) {
                (false, false) if layer.cells.is_none() => diagnostics.extend(stray(token)),
                (false, false) => {
                    if let Some(predicate) = layer.cells
                        && let Some(symbol) = clue(token, predicate, program, world)
                    {
                        world.add_fact(predicate, [cell, symbol].into(), token.span);
                    }
                }
                (true, true) => diagnostics.extend(stray(token)),
                _ => {
                    let other = world.cell_at(at.0 + i64::from(down), at.1 + i64::from(across));
                    if let Some(predicate) = layer.marks
                        && let Some(symbol) = clue(token, predicate, program, world)
                    {
                        world.add_fact(predicate, [cell, other, symbol].into(), token.span);
                    }
                }
            }
        }
    }
}

/// A layer of symbols at dots or points, or of the units of shapes.
fn finer(layer: &LayerPicture, predicate: PredicateId, grain: Grain, program: &Program, world: &mut World) {
    let Some(name) = grain.place() else { return };
    let name = world.terms.symbol(name);
    for (row, tokens) in (grain.first()..).zip(&layer.picture.rows) {
        for (column, token) in (grain.first()..).zip(tokens) {
            if let Some(symbol) = clue(token, predicate, program, world) {
                let at = [world.terms.int(row), world.terms.int(column)];
                let place = world.terms.compound(name, &at);
                world.add_fact(predicate, [place, symbol].into(), token.span);
            }
        }
    }
}

fn wrong_grain(grain: Grain, picture: &Picture, grid: (i64, i64)) -> Diagnostic {
    let found = (picture.height(), picture.width());
    let wanted = grain.drawn(grid).unwrap_or(grid);
    let wrong = meaning::wrong_grain((grain.what(), grain.how()), found, wanted, grid, picture.span);
    other_kind(wrong, found, grid)
}

/// The complaint about a drawing, with the kind of drawing that would have its size on this grid.
pub fn other_kind(wrong: Diagnostic, found: (usize, usize), grid: (i64, i64)) -> Diagnostic {
    match kind_of_size((found.0 as i64, found.1 as i64), grid) {
        Some((one, place)) => wrong.say(format!(
            "so many symbols are one for each {one} of the grid; such a drawing is declared as `input name({place}, Clue)`"
        )),
        None => wrong,
    }
}

/// The complaint about a drawing of cells, where the grid has become so large that another drawing may be finer than it.
pub fn grown(wrong: Diagnostic, found: (usize, usize), grid: (i64, i64)) -> Diagnostic {
    let small = (found.0 as i64, found.1 as i64);
    match kind_of_size(grid, small).filter(|_| grid != small) {
        Some((one, place)) => wrong.say(format!(
            "{}x{} symbols are one for each {one} of a {}x{} grid; if another drawing is meant so, it is declared as `input name({place}, Clue)`",
            grid.0, grid.1, small.0, small.1
        )),
        None => wrong,
    }
}

/// The kind of drawing that has this size on a grid: what it has a symbol for, and how an input says so.
fn kind_of_size(found: (i64, i64), grid: (i64, i64)) -> Option<(&'static str, &'static str)> {
    let kinds = [
        (Grain::Cells, "cell", "Cell"),
        (Grain::Dots, "dot", "dot(R, C)"),
        (Grain::Points, "point", "point(Y, X)"),
    ];
    let fits = kinds.into_iter().find(|(grain, ..)| grain.drawn(grid) == Some(found));
    fits.map(|(_, one, place)| (one, place))
}

/// A symbol where a drawing of marks shows a cell or a corner.
fn stray(token: &Drawn) -> Option<Diagnostic> {
    (token.text != ".").then(|| meaning::stray_mark(&token.text, token.span))
}

fn ragged(picture: &Picture) -> Option<Diagnostic> {
    let (row, found) = picture.ragged()?;
    let tokens = &picture.rows[row];
    let span = tokens
        .first()
        .map_or(picture.span, |first| tokens.last().map_or(first.span, |last| first.span.to(last.span)));
    Some(meaning::ragged(row + 1, found, picture.width(), picture.read_as, span))
}

/// Adds the givens: drawn, given as a plain grid, stated as facts or defined; and checks them against the domains. What
/// was given before is forgotten, with all answers that rest on it; with all of them, if `resting` does not say which do.
pub fn lay_givens(
    program: &Program,
    grid: Option<&Picture>,
    resting: Option<&[bool]>,
    world: &mut World,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(given) = program.given else { return };
    let drawn = program.pictures.iter().filter(|layer| layer.cells == Some(given) && !layer.strip);
    let drawn = drawn.map(|layer| (&layer.picture, false));
    let all: Vec<(&Picture, bool)> = drawn.chain(grid.map(|picture| (picture, true))).collect();
    lay_all(program, &all, resting, world, diagnostics);
}

/// Adds the givens of these pictures, each with whether it is a plain grid, and those that are stated or defined.
pub fn lay_all(
    program: &Program,
    pictures: &[(&Picture, bool)],
    resting: Option<&[bool]>,
    world: &mut World,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(given) = program.given else { return };
    world.given = Given { clauses: Some(world.board.clauses[given.0 as usize].clone()), ..Given::default() };
    for &(picture, plain) in pictures {
        if let Some(diagnostic) = ragged(picture) {
            diagnostics.push(diagnostic);
            continue;
        }
        let reading = Reading::of(picture, plain);
        let mut wrong: Vec<Diagnostic> = Vec::new();
        for (row, tokens) in picture.rows.iter().enumerate() {
            for (column, token) in tokens.iter().enumerate() {
                let cell = world.cell_at(row as i64 + 1, column as i64 + 1);
                match given_value(token, cell, reading, world) {
                    Ok(None) => {}
                    Ok(Some(value)) => world.add_fact(given, [cell, value].into(), token.span),
                    Err(diagnostic) => wrong.push(*diagnostic),
                }
            }
        }
        diagnostics.extend(told_once(wrong, picture));
    }
    unknowns::forget(resting, world);
    stated(program, given, world, diagnostics);
    world.asked[given.0 as usize] = false;
}

/// How the tokens of a drawn grid are taken.
#[derive(Clone, Copy)]
struct Reading<'p> {
    /// Whether it is a plain text grid, in which several signs leave a cell open.
    plain: bool,
    /// The sign that leaves cells open here besides those that always do: `-`, `x` or `X`, if it is the only one.
    odd: Option<&'p str>,
}

impl<'p> Reading<'p> {
    fn of(picture: &'p Picture, plain: bool) -> Reading<'p> {
        let tokens = || picture.rows.iter().flatten().map(|token| token.text.as_str());
        let mut odd = tokens().filter(|token| matches!(*token, "-" | "x" | "X"));
        let first = odd.next().filter(|first| odd.all(|other| other == *first));
        // Who writes `.` for an empty cell means something else by `x`.
        let odd = first.filter(|_| plain && !tokens().any(is_empty_mark));
        Reading { plain, odd }
    }

    fn is_open(self, text: &str) -> bool {
        self.plain && (is_empty_mark(text) || text == "0" || self.odd == Some(text))
    }
}

/// Cells of a plain text that hold no values are told by the first of them: a text that is no grid is one mistake.
fn told_once(mut wrong: Vec<Diagnostic>, picture: &Picture) -> Vec<Diagnostic> {
    let cells = picture.rows.iter().flatten().count();
    if wrong.len() > 3 && wrong.len() * 4 > cells {
        let others = wrong.len() - 1;
        wrong.truncate(1);
        let taken = picture.read_as.unwrap_or("a drawing");
        wrong = wrong
            .into_iter()
            .map(|first| first.say(format!("read as {taken}; {others} other cells hold no value either")))
            .collect();
    }
    wrong
}

/// The value that a token of a drawn grid gives to its cell.
fn given_value(
    token: &Drawn,
    cell: TermId,
    reading: Reading<'_>,
    world: &mut World,
) -> Result<Option<TermId>, Box<Diagnostic>> {
    let narrow = if reading.plain { narrow(&token.text) } else { None };
    let text = narrow.as_deref().unwrap_or(&token.text);
    if text == "." {
        return Ok(None);
    }
    let Some(domain) = world.domain(cell).cloned() else {
        let place = world.show(cell);
        return if reading.is_open(text) || (reading.plain && text == "#") {
            Ok(None)
        } else {
            Err(Box::new(meaning::clue_off_board(&format!("`{text}` is given"), &place, token.span)))
        };
    };
    let value = match (&domain, mark(text)) {
        (Domain::Symbols(symbols), _) => {
            let named = |name: &str| world.terms.known_symbol(name).filter(|symbol| symbols.contains(symbol));
            // A symbol that would be no cell by itself is printed in quotes.
            let bare = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            let symbol = named(text).or_else(|| named(bare?));
            symbol.map(|symbol| world.terms.add(Node::Sym(symbol)))
        }
        (_, Mark::Int(value)) if domain.has_int(value) => Some(world.terms.int(value)),
        (_, Mark::Text(_)) => {
            letter_value(text).filter(|&value| domain.has_int(value)).map(|value| world.terms.int(value))
        }
        _ => None,
    };
    match value {
        Some(value) => Ok(Some(value)),
        None if reading.is_open(text) => Ok(None),
        None if matches!(mark(text), Mark::Int(_)) && !matches!(domain, Domain::Symbols(_)) => {
            if let Mark::Int(number) = mark(text) {
                let value = world.terms.int(number);
                world.given.misfits.push(Misfit { place: cell, value, span: token.span });
            }
            Ok(None)
        }
        None => {
            let known: Vec<String> = match &domain {
                Domain::Symbols(symbols) => {
                    symbols.iter().map(|&symbol| world.terms.name(symbol).to_owned()).collect()
                }
                _ => Vec::new(),
            };
            let (place, shown) = (world.show(cell), world.show_domain(&domain));
            Err(Box::new(meaning::not_a_value(
                text,
                &place,
                &shown,
                token.span,
                known.iter().map(String::as_str),
            )))
        }
    }
}

/// What a sign of a drawing gives to a cell, in a plain grid perhaps where another sign leaves cells open too: a value, or
/// nothing; nothing at all if it means nothing there.
pub fn sign(
    text: &str,
    cell: TermId,
    plain: bool,
    odd: Option<&str>,
    world: &mut World,
) -> Option<Option<TermId>> {
    let token = Drawn { text: text.to_owned(), span: Span::default() };
    let misfits = world.given.misfits.len();
    let value = given_value(&token, cell, Reading { plain, odd }, world);
    let fits = world.given.misfits.len() == misfits;
    world.given.misfits.truncate(misfits);
    value.ok().filter(|_| fits)
}

/// A token with the wide digits of Japanese and Chinese text made narrow, if it has some.
fn narrow(text: &str) -> Option<String> {
    let is_wide = |letter: char| ('０'..='９').contains(&letter);
    let digit = |letter: char| {
        let value = (letter as u32).checked_sub('０' as u32).filter(|_| is_wide(letter));
        value.and_then(|value| char::from_digit(value, 10)).unwrap_or(letter)
    };
    text.contains(is_wide).then(|| text.chars().map(digit).collect())
}

/// `A` is 10, `B` is 11, as one-line puzzles above 9 are written.
fn letter_value(text: &str) -> Option<i64> {
    let mut letters = text.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else { return None };
    letter.is_ascii_alphabetic().then(|| i64::from(letter.to_digit(36).unwrap_or(0)))
}

/// Givens that are facts or follow from rules: each names a place with an unknown and one of its values.
fn stated(program: &Program, given: PredicateId, world: &mut World, diagnostics: &mut Vec<Diagnostic>) {
    world.enter_rule("the givens");
    let span = program.predicates[given.0 as usize].span;
    let answers = match Machine::new(world, Policy::Residual).answers_of(given, span) {
        Ok(answers) => answers,
        Err(diagnostic) => {
            diagnostics.push(*diagnostic);
            return;
        }
    };
    let mut stated: Map<(TermId, TermId), Span> = Map::default();
    for (row, at) in world.clauses(given).facts() {
        stated.entry((row[0], row[1])).or_insert(at);
    }
    let mut seen: Set<(UnknownId, TermId)> = Set::default();
    for answer in answers.iter().filter(|answer| answer.condition == FormulaId::TRUE) {
        let (place, value) = (answer.terms[0], answer.terms[1]);
        let at = stated.get(&(place, value)).copied().unwrap_or(span);
        let Some(domain) = world.domain(place) else {
            if is_of_a_family(place, world) {
                world.given.misfits.push(Misfit { place, value, span: at });
                continue;
            }
            diagnostics.push(meaning::clue_off_board("a value is given", &world.show(place), at));
            continue;
        };
        let fits = match world.terms.node(value) {
            Node::Int(number) => domain.has_int(*number),
            Node::Sym(symbol) => domain.has_symbol(*symbol),
            _ => false,
        };
        if !fits {
            if matches!(
                (world.terms.node(value), domain),
                (Node::Int(_), Domain::Range(..) | Domain::Integers(_))
            ) {
                world.given.misfits.push(Misfit { place, value, span: at });
                continue;
            }
            let shown = world.show_domain(domain);
            diagnostics.push(meaning::not_a_value(&world.show(value), &world.show(place), &shown, at, []));
        }
        if let Some(unknown) = world.unknown(place)
            && seen.insert((unknown, value))
        {
            world.given.values.push((unknown, value));
        }
    }
}

/// Whether a place without an unknown could have been one of a declared family that has no cells.
fn is_of_a_family(place: TermId, world: &World) -> bool {
    matches!(world.terms.node(place), Node::Place(name, _) if *name != world.cell && world.declared.contains(name))
}

/// What is wrong with values that are given where they cannot be.
pub fn misfits(world: &World) -> Vec<Diagnostic> {
    let told = world.given.misfits.iter().map(|misfit| {
        let (place, value) = (world.show(misfit.place), world.show(misfit.value));
        match world.domain(misfit.place) {
            Some(domain) => meaning::not_a_value(&value, &place, &world.show_domain(domain), misfit.span, []),
            None => meaning::clue_off_board("a value is given", &place, misfit.span),
        }
    });
    told.collect()
}
