//! The board as a page draws on it: the picture, and for each input where its clues are, what they are and may be. The form is
//! described in `web/board/README.md`.

use serde_json::{Value, json};

use super::goals::elements;
use super::layers::{Kind, Layer};
use super::values::word;
use crate::base::hash::{Map, Set};
use crate::board::eval::World;
use crate::language::diagnostic::Diagnostic;
use crate::language::program::Grain;
use crate::language::source::SourceId;
use crate::language::term::{Node, TermId};
use crate::services::render::{Clue, Side, View, scene, svg};

/// Pixels along the side of a cell.
const CELL: i64 = 60;
/// Symbols that a tap goes through.
const MOST_CYCLED: usize = 4;
/// How a flag is written.
const FLAG: &str = "yes";

/// The picture of a puzzle and its layers, those clues fixed that stand in another text than `main`.
///
/// # Errors
/// What is wrong with a `draw` statement.
pub fn board(world: &mut World, layers: &[Layer], main: SourceId) -> Result<Value, Box<Diagnostic>> {
    let mut picture = scene(world, &View::default())?;
    let size = world.size.unwrap_or((0, 0));
    for layer in layers.iter().filter(|layer| layer.kind == Kind::Side) {
        // Room for clues that are not there yet.
        let (side, lines) = side(&layer.name, size);
        let empty = |line: i64| Clue { side, line: line as i32, words: vec![String::new(); 2] };
        picture.outside.extend((1..=lines).map(empty));
    }
    let described: Vec<Value> = layers.iter().map(|layer| describe(world, layers, layer, main)).collect();
    Ok(json!({ "svg": svg::write(&picture), "size": [size.0, size.1], "layers": described }))
}

fn side(name: &str, (rows, cols): (i64, i64)) -> (Side, i64) {
    match name {
        "left" => (Side::Left, rows),
        "right" => (Side::Right, rows),
        "top" => (Side::Top, cols),
        _ => (Side::Bottom, cols),
    }
}

/// One layer.
fn describe(world: &World, layers: &[Layer], layer: &Layer, main: SourceId) -> Value {
    let size = world.size.unwrap_or((0, 0));
    let told = Told::new(world, layer, main);
    let squares = || (1..=size.0).flat_map(move |row| (1..=size.1).map(move |column| (row, column)));
    let mut holds = vec![hold(layer)];
    let mut places: Vec<Value> = Vec::new();
    match layer.kind {
        Kind::Cells if world.program.given == Some(layer.predicate) => {
            // Nothing can be given where there is nothing to find.
            let open: Set<(i64, i64)> =
                world.unknowns.iter().filter_map(|unknown| world.coordinates(unknown.place)).collect();
            places.extend(squares().filter(|at| open.contains(at)).map(|at| told.on(cell(at), &name(at))));
        }
        Kind::Cells | Kind::Flags => places.extend(squares().map(|at| told.on(cell(at), &name(at)))),
        Kind::Marks => {
            for (row, column) in squares() {
                for other in [(row, column + 1), (row + 1, column)] {
                    if other.0 <= size.0 && other.1 <= size.1 {
                        let id = format!("{{{}, {}}}", name((row, column)), name(other));
                        places.push(told.on(mark((row, column), other), &id));
                    }
                }
            }
        }
        Kind::Dots | Kind::Points => {
            let grain = layer.kind.grain().unwrap_or_default();
            let (first, (rows, cols)) = (grain.first(), grain.drawn(size).unwrap_or_default());
            let step = if grain == Grain::Dots { CELL } else { CELL / 2 };
            for (row, column) in (0..rows).flat_map(|row| (0..cols).map(move |column| (row, column))) {
                let (y, x) = (row + first, column + first);
                let id = format!("{}({y}, {x})", grain.place().unwrap_or_default());
                let place =
                    json!({ "kind": "point", "label": id, "at": [x * step, y * step], "size": [24, 24] });
                places.push(told.on(place, &id));
            }
        }
        Kind::Side => {
            let (side, lines) = side(&layer.name, size);
            let deep = told.depth(side);
            places.extend(
                (1..=lines)
                    .map(|line| told.on(strip(side, line, deep, size), &format!("{}({line})", layer.name))),
            );
        }
        Kind::Named => {
            let areas = areas(world, layers);
            for (area, at) in &areas {
                let id = format!("{}({area})", layer.name);
                let place = json!({ "kind": "point", "label": format!("{} of {area}", layer.name), "at": corner(*at), "size": [32, 28] });
                places.push(told.on(place, &id));
            }
            places.extend(told.others(&places));
        }
        Kind::Paths => {
            holds.insert(0, json!({ "input": "path", "values": [] }));
            places.extend(squares().map(|at| told.on(cell(at), &name(at))));
            places.extend(told.rows.iter().map(|row| {
                let points: Vec<[i64; 2]> = row.path.iter().map(|&at| centre(at)).collect();
                let first = points.first().copied().unwrap_or_default();
                let place =
                    json!({ "kind": "line", "label": row.id, "at": first, "path": points, "hold": 1 });
                held(place, &row.id, FLAG, row.fixed)
            }));
        }
        Kind::Facts => {
            places.extend(told.others(&[]));
            let label = format!("another {}", layer.name);
            places.push(
                json!({ "id": format!("{}(...)", layer.name), "kind": "listed", "label": label, "hold": 0 }),
            );
        }
    }
    json!({
        "name": layer.name,
        "arity": layer.arity,
        "kind": layer.kind.word(),
        "areas": layer.areas,
        "help": layer.help,
        "places": places,
        "holds": holds,
    })
}

/// What the places of a layer may hold.
fn hold(layer: &Layer) -> Value {
    let values = &layer.values;
    let listed: Vec<Value> = values.known.iter().map(|value| json!({ "value": value })).collect();
    match layer.kind {
        Kind::Flags | Kind::Paths => json!({ "input": "cycle", "values": [{ "value": FLAG }] }),
        Kind::Facts => json!({ "input": "text", "values": [], "free": "text" }),
        Kind::Cells | Kind::Marks | Kind::Dots | Kind::Points | Kind::Side | Kind::Named => {
            let most = if values.numbers { 2 } else { MOST_CYCLED };
            let short = (1..=most).contains(&listed.len());
            let input = match (values.lists, values.open) {
                (true, _) => "text",
                (false, false) if short => "cycle",
                (false, _) if layer.kind == Kind::Side => "text",
                (false, _) => "type",
            };
            let mut hold = json!({ "input": input, "values": listed });
            if values.open || values.lists {
                hold["free"] = json!(if values.numbers && !values.lists { "number" } else { "text" });
            }
            if values.lists {
                hold["pattern"] = json!("[^\\s,\"]+(,[^\\s,\"]+)*");
            }
            hold
        }
    }
}

fn name((row, column): (i64, i64)) -> String {
    format!("r{row}c{column}")
}

fn centre((row, column): (i64, i64)) -> [i64; 2] {
    [column * CELL - CELL / 2, row * CELL - CELL / 2]
}

fn corner((row, column): (i64, i64)) -> [i64; 2] {
    [(column - 1) * CELL + 18, (row - 1) * CELL + 16]
}

fn cell(at: (i64, i64)) -> Value {
    let label = format!("row {}, column {}", at.0, at.1);
    json!({ "kind": "cell", "label": label, "at": centre(at), "size": [CELL, CELL] })
}

fn mark(one: (i64, i64), other: (i64, i64)) -> Value {
    let ([x, y], [other_x, other_y]) = (centre(one), centre(other));
    let label = format!("between {} and {}", name(one), name(other));
    json!({ "kind": "point", "label": label, "at": [i64::midpoint(x, other_x), i64::midpoint(y, other_y)], "size": [24, 24] })
}

fn strip(side: Side, line: i64, deep: i64, (rows, cols): (i64, i64)) -> Value {
    let middle = line * CELL - CELL / 2;
    let half = deep / 2;
    let (word, at, size) = match side {
        Side::Left => ("left of row", [-half, middle], [deep, CELL]),
        Side::Right => ("right of row", [cols * CELL + half, middle], [deep, CELL]),
        Side::Top => ("above column", [middle, -half], [CELL, deep]),
        Side::Bottom => ("below column", [middle, rows * CELL + half], [CELL, deep]),
    };
    json!({ "kind": "outside", "label": format!("{word} {line}"), "at": at, "size": size })
}

/// The names of areas, each with its first cell.
fn areas(world: &World, layers: &[Layer]) -> Vec<(String, (i64, i64))> {
    let mut found: Vec<(String, (i64, i64))> = Vec::new();
    for layer in layers.iter().filter(|layer| layer.areas) {
        for (row, _) in world.clauses(layer.predicate).facts() {
            let [place, symbol] = *row else { continue };
            let (Some(at), Some(symbol)) = (world.coordinates(place), word(world, symbol)) else { continue };
            match found.iter_mut().find(|(known, _)| *known == symbol) {
                Some((_, first)) => *first = (*first).min(at),
                None => found.push((symbol, at)),
            }
        }
    }
    found.sort_by_key(|(_, at)| *at);
    found
}

/// A fact that is there.
struct Row {
    /// The place that it is about, or the whole fact.
    id: String,
    value: String,
    /// The cells of a list.
    path: Vec<(i64, i64)>,
    fixed: bool,
}

/// The facts of a layer.
struct Told {
    rows: Vec<Row>,
    by_place: Map<String, usize>,
}

impl Told {
    fn new(world: &World, layer: &Layer, main: SourceId) -> Told {
        let mut rows: Vec<Row> = Vec::new();
        for (row, span) in world.clauses(layer.predicate).facts() {
            rows.push(Row::new(world, layer, row, span.source != main));
        }
        let by_place = rows.iter().enumerate().map(|(index, row)| (row.id.clone(), index)).collect();
        Told { rows, by_place }
    }

    /// How far the clues at a side reach out from the board; there is room for a short one at least.
    fn depth(&self, side: Side) -> i64 {
        let (number, least): (fn(&str) -> i64, i64) = match side {
            Side::Left | Side::Right => (|word| 16 + 12 * word.chars().count() as i64, 32),
            Side::Top | Side::Bottom => (|_| 28, 56),
        };
        let clues = self.rows.iter().map(|row| row.value.split(',').map(number).sum());
        clues.max().unwrap_or(0).max(least) + 6
    }

    /// A place with what is there.
    fn on(&self, mut place: Value, id: &str) -> Value {
        if place.get("hold").is_none() {
            place["hold"] = json!(0);
        }
        match self.by_place.get(id).map(|&index| &self.rows[index]) {
            Some(row) => held(place, id, &row.value, row.fixed),
            None => {
                place["id"] = json!(id);
                place
            }
        }
    }

    /// The facts that have no place among these.
    fn others(&self, places: &[Value]) -> Vec<Value> {
        let has = |id: &str| places.iter().any(|place| place["id"] == id);
        let rest = self.rows.iter().filter(|row| !has(&row.id));
        rest.map(|row| held(json!({ "kind": "listed", "hold": 0 }), &row.id, &row.value, row.fixed)).collect()
    }
}

/// A place with its name, and what it holds.
fn held(mut place: Value, id: &str, value: &str, fixed: bool) -> Value {
    place["id"] = json!(id);
    place["value"] = json!(value);
    if fixed {
        place["fixed"] = json!(true);
    }
    place
}

impl Row {
    fn new(world: &World, layer: &Layer, row: &[TermId], fixed: bool) -> Row {
        let value = row.last().and_then(|&term| word(world, term)).unwrap_or_default();
        let spelled = |at: usize| row.get(at).map_or_else(String::new, |&term| world.show(term));
        let path = match (layer.kind, row) {
            (Kind::Paths, [list]) => elements(&world.terms, *list),
            _ => Vec::new(),
        };
        let path = path.into_iter().filter_map(|cell| world.coordinates(cell)).collect();
        let whole = || {
            let args: Vec<String> = row.iter().map(|&term| world.show(term)).collect();
            format!("{}({})", layer.name, args.join(", "))
        };
        let (id, value) = match layer.kind {
            Kind::Cells | Kind::Dots | Kind::Points => (spelled(0), value),
            Kind::Flags => (spelled(0), FLAG.to_owned()),
            Kind::Marks => (format!("{{{}, {}}}", spelled(0), spelled(1)), value),
            Kind::Side => (format!("{}({})", layer.name, spelled(0)), value),
            Kind::Named => {
                let key = row.first().map(|&term| match world.terms.node(term) {
                    Node::Sym(symbol) => world.terms.name(*symbol).to_owned(),
                    _ => world.show(term),
                });
                (format!("{}({})", layer.name, key.unwrap_or_default()), value)
            }
            Kind::Paths | Kind::Facts => (whole(), whole()),
        };
        Row { id, value, path, fixed }
    }
}
