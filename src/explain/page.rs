//! Explanations as a page: a picture for each step, with the cells it is about and those it rests on in colour.

use super::{Explanation, Known, Level, Step, Teller};
use crate::engine::VarId;
use crate::eval::World;
use crate::hash::Map;

/// The side of a cell in a picture.
const SIDE: i64 = 36;

const HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<title>TITLE</title>
<style>
body { font: 16px/1.4 sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em; }
article { display: flex; flex-wrap: wrap; gap: 1.5em; border-top: 1px solid #ccc; padding: 1em 0; }
article > div { flex: 1; min-width: 18em; }
h2 { font-size: 1.1em; margin: 0 0 .3em; }
li { color: #555; font-size: .9em; }
svg { flex: none; }
rect { fill: #fff; stroke: #888; }
rect.wall { fill: #333; }
rect.law { fill: #eef3fb; }
rect.why { fill: #fde9b8; }
rect.new { fill: #bfe5bf; }
text { text-anchor: middle; dominant-baseline: central; font-family: sans-serif; font-size: 18px; fill: #0b4f9c; }
text.given { fill: #000; font-weight: bold; }
text.note { font-size: 9px; fill: #444; }
</style>
</head>
<body>
";

/// The whole page.
pub fn page(teller: &Teller<'_>, explanation: &Explanation, title: &str, ending: &str) -> String {
    let mut text = HEAD.replace("TITLE", &escaped(title));
    text.push_str(&format!("<h1>{}</h1>\n", escaped(title)));
    text.push_str(
        "<p>Green: what follows. Yellow: what it follows from. Blue: the other places of the laws used.</p>\n",
    );
    let given: Map<VarId, i64> = explanation.givens.iter().copied().collect();
    let mut values = given.clone();
    for (number, step) in explanation.steps.iter().enumerate() {
        for known in &step.conclusions {
            values.extend(known.is.map(|value| (known.unknown, value)));
        }
        text.push_str(&format!("<article id=\"step{}\">\n", number + 1));
        text.push_str(&picture(teller, step, &given, &values));
        text.push_str(&format!(
            "<div>\n<h2>{}. {}</h2>\n<p>{} <small>({})</small></p>\n",
            number + 1,
            escaped(&teller.result(step)),
            escaped(&teller.reason(step)).replace('\n', "<br>"),
            Level::of(step).word()
        ));
        let marks = teller.marks(explanation, step);
        if !marks.is_empty() {
            let items: Vec<String> =
                marks.iter().map(|line| format!("<li>{}</li>\n", escaped(line))).collect();
            text.push_str(&format!("<ul>\n{}</ul>\n", items.concat()));
        }
        text.push_str("</div>\n</article>\n");
    }
    text.push_str(&format!("<p>{}</p>\n</body>\n</html>\n", escaped(ending)));
    text
}

/// A drawing of the board at one step; nothing where there is no board.
fn picture(teller: &Teller<'_>, step: &Step, given: &Map<VarId, i64>, values: &Map<VarId, i64>) -> String {
    let world: &World = teller.world();
    let Some((rows, cols)) = world.size else { return String::new() };
    let mut classes: Map<VarId, &str> = Map::default();
    for &instance in &step.instances {
        classes.extend(teller.scope(instance).iter().map(|&var| (var, "law")));
    }
    classes.extend(step.premises.iter().map(|known| (known.unknown, "why")));
    classes.extend(step.conclusions.iter().map(|known| (known.unknown, "new")));
    let about = |var: VarId| -> Option<&Known> {
        step.conclusions.iter().chain(&step.premises).find(|known| known.unknown == var)
    };
    let (width, height) = (cols * SIDE + 2, rows * SIDE + 2);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"-1 -1 {width} {height}\">\n"
    );
    let mut cells: Map<(i64, i64), VarId> = Map::default();
    for (index, unknown) in world.unknowns.iter().enumerate() {
        if let Some(at) = world.coordinates(unknown.place) {
            cells.insert(at, VarId(index as u32));
        }
    }
    for row in 1..=rows {
        for column in 1..=cols {
            let (x, y) = ((column - 1) * SIDE, (row - 1) * SIDE);
            let cell = cells.get(&(row, column)).copied();
            let class = cell.map_or("wall", |var| classes.get(&var).copied().unwrap_or("cell"));
            svg.push_str(&format!(
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>"
            ));
            let Some(var) = cell else { continue };
            let (class, word) = match (given.get(&var), values.get(&var), about(var)) {
                (Some(&value), ..) => ("given", teller.value(var, value)),
                (None, Some(&value), _) => ("found", teller.value(var, value)),
                (None, None, Some(known)) => ("note", teller.note(known)),
                _ => continue,
            };
            let class = if word.chars().count() > 3 { "note" } else { class };
            let (x, y) = (x + SIDE / 2, y + SIDE / 2);
            svg.push_str(&format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>\n", escaped(&word)));
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// Text inside a page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
