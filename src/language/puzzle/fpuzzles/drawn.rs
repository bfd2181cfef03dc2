//! Lines, arrows, marked cells and signs between cells, as f-puzzles has them.

use serde_json::{Map, Value, json};

use super::read::{Reading, list, text_of};
use super::{ALL_DRAWN, LINES, MARKS, PAIRS, WAYS};

/// The items of a list; none if it is no list.
fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// The least difference along a whisper that a page has where none is told, on a board of this size.
fn usual_gap(size: usize) -> usize {
    size.div_ceil(2)
}

/// Whether neighbours that differ by one are those with a dot: no others may.
pub(super) fn drawn_apart(object: &Map<String, Value>) -> bool {
    object.get("nonconsecutive") == Some(&Value::Bool(true)) && list(object, "difference").next().is_some()
}

impl Reading {
    /// Lines of cells, each with the rule that its name stands for.
    pub(super) fn lines(&mut self, object: &Map<String, Value>) -> Result<(), String> {
        for (name, rules, predicate) in LINES {
            for item in list(object, name) {
                let told = item.get("value").map(text_of).filter(|told| !told.is_empty() && told != "null");
                if let Some(told) = told {
                    let usual = match name {
                        "whispers" => usual_gap(self.size),
                        "modularline" => 3,
                        "lockout" => 4,
                        _ => 0,
                    };
                    if told != usual.to_string() {
                        return Err(format!(
                            "`{usual}` for `{name}`, as the rule set `{rules}` has it, not `{told}`"
                        ));
                    }
                }
                for line in items(&item["lines"]) {
                    let cells = self.cells(line)?;
                    self.state(rules, predicate, &[cells]);
                }
            }
        }
        Ok(())
    }

    /// Marked cells, and the digits that are left of some.
    pub(super) fn marks(&mut self, object: &Map<String, Value>) -> Result<(), String> {
        for (name, rules, predicate, sign) in MARKS {
            for item in list(object, name) {
                let several: Vec<&Value> = items(&item["cells"]).collect();
                let cells = if several.is_empty() { vec![&item["cell"]] } else { several };
                for cell in cells {
                    let cell = self.cell(cell)?;
                    self.state(rules, predicate, &[cell, sign.to_owned()]);
                }
            }
        }
        for (row, line) in list(object, "grid").enumerate().take(self.size) {
            for (col, cell) in items(line).enumerate().take(self.size) {
                let marks = items(&cell["givenPencilMarks"]).map(|digit| {
                    let number = text_of(digit).parse::<usize>().ok();
                    let number = number.filter(|number| (1..=self.size).contains(number));
                    number.map(|number| number.to_string()).ok_or_else(|| format!("a digit, not {digit}"))
                });
                let marks = marks.collect::<Result<Vec<String>, String>>()?;
                if !marks.is_empty() {
                    let args = [format!("r{}c{}", row + 1, col + 1), format!("[{}]", marks.join(", "))];
                    self.state("pencilmarks", "marks", &args);
                }
            }
        }
        Ok(())
    }

    /// Arrows from a circle or from a pill, and sums of diagonals.
    pub(super) fn arrows(&mut self, object: &Map<String, Value>) -> Result<(), String> {
        for item in list(object, "arrow") {
            let mut places =
                items(&item["cells"]).map(|cell| self.place(cell)).collect::<Result<Vec<_>, _>>()?;
            // A number in a pill is read as a text is.
            places.sort_unstable();
            let pill: Vec<String> = places.iter().map(|(row, col)| format!("r{row}c{col}")).collect();
            for line in items(&item["lines"]) {
                let line = items(line).map(|cell| self.cell(cell)).collect::<Result<Vec<_>, _>>()?;
                let shaft: Vec<String> = line.into_iter().filter(|cell| !pill.contains(cell)).collect();
                match pill.as_slice() {
                    [] => return Err("the circle of an arrow".to_owned()),
                    [circle] => {
                        self.state("arrow", "arrow", &[format!("[{circle}, {}]", shaft.join(", "))]);
                    }
                    [_, _] | [_, _, _] => {
                        let args = [&pill, &shaft].map(|cells| format!("[{}]", cells.join(", ")));
                        self.state("pillarrow", "pillarrow", &args);
                    }
                    _ => {
                        return Err(
                            "a pill of two or three cells: the rule set `pillarrow` has no longer ones"
                                .to_owned(),
                        );
                    }
                }
            }
        }
        for item in list(object, "littlekillersum") {
            let way = item["direction"].as_str().unwrap_or_default();
            let way = WAYS.iter().find(|(told, ..)| *told == way);
            let (_, name, down, right) = way.ok_or("UL, UR, DL or DR as a direction")?;
            let (row, col) = self.place(&item["cell"])?;
            let first = self.cell(&json!(format!("R{}C{}", row + down, col + right)))?;
            let sum = text_of(&item["value"]).parse::<u32>().map_err(|_| "a sum of a diagonal")?;
            self.state("littlekiller", "slant", &[first, (*name).to_owned(), sum.to_string()]);
        }
        Ok(())
    }

    /// Signs between cells. Where a puzzle does not say that all are drawn, others may be missing.
    pub(super) fn pairs(&mut self, object: &Map<String, Value>) -> Result<(), String> {
        let negative: Vec<String> = list(object, "negative").map(text_of).collect();
        for (name, value, rules, predicate, sign) in PAIRS {
            for item in list(object, name) {
                let told = item.get("value").map(text_of).filter(|told| !told.is_empty());
                let told =
                    told.unwrap_or_else(|| if name == "xv" { String::new() } else { value.to_owned() });
                if name == "xv" && told != value && ["X", "V"].contains(&told.as_str()) {
                    continue;
                }
                if told != value {
                    return Err(format!(
                        "`{value}` for `{name}`, as the rule set `{rules}` has it, not `{told}`"
                    ));
                }
                let cells = item["cells"].as_array().map_or(&[][..], Vec::as_slice);
                let [one, other] = cells else { return Err("two cells beside each other".to_owned()) };
                let args = [self.cell(one)?, self.cell(other)?, sign.to_owned()];
                self.state(rules, predicate, &args);
            }
        }
        let all_drawn = |name: &str| {
            negative.iter().any(|told| told == name) || (name == "difference" && drawn_apart(object))
        };
        ALL_DRAWN.iter().filter(|(name, ..)| all_drawn(name)).for_each(|(_, rules, _)| self.uses(rules));
        for (name, rules, law) in ALL_DRAWN {
            if self.puzzle.has(rules) && !all_drawn(name) {
                self.puzzle.drops.push(law.to_owned());
            }
        }
        Ok(())
    }
}
