//! Solutions as `solve` prints them, read back: each becomes the facts that a puzzle could give.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::language::syntax::quote;

/// The solutions of a text, each as facts of the language; nothing if it is no such text. `places` tells where the values of
/// a line belong, in their order, nothing for a cell without a value.
pub fn answers(text: &str, places: impl FnOnce() -> Vec<Option<String>>) -> Option<Vec<String>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_start().starts_with(['[', '{']) {
        return objects(text);
    }
    if text.lines().any(|line| assignment(line).is_some()) {
        return assigned(text, &places().into_iter().flatten().collect());
    }
    lines(text, &places())
}

/// A document, or an object on each line, with `solutions` in it.
fn objects(text: &str) -> Option<Vec<String>> {
    let documents: Result<Vec<Value>, _> = serde_json::Deserializer::from_str(text).into_iter().collect();
    let mut found = Vec::new();
    for document in documents.ok()? {
        let records = match document {
            Value::Array(records) => records,
            record => vec![record],
        };
        for record in records {
            let Some(Value::Array(solutions)) = record.get("solutions") else { return None };
            found.extend(solutions.iter().map(solution).collect::<Option<Vec<String>>>()?);
        }
    }
    Some(found)
}

fn solution(solution: &Value) -> Option<String> {
    match solution {
        Value::Array(rows) => cells(rows),
        Value::Object(parts) => match (parts.get("rows"), parts.get("others")) {
            (Some(Value::Array(rows)), Some(Value::Object(others))) => Some(cells(rows)? + &named(others)?),
            _ => named(parts),
        },
        _ => None,
    }
}

fn cells(rows: &[Value]) -> Option<String> {
    let mut facts = String::new();
    for (row, values) in (1..).zip(rows) {
        for (column, value) in (1..).zip(values.as_array()?).filter(|(_, value)| !value.is_null()) {
            facts.push_str(&fact(&format!("r{row}c{column}"), &json(value)?));
        }
    }
    Some(facts)
}

fn named(values: &serde_json::Map<String, Value>) -> Option<String> {
    values.iter().map(|(place, value)| Some(fact(place, &json(value)?))).collect()
}

fn json(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => number.as_i64().map(|number| number.to_string()),
        Value::String(symbol) => quote::can_be_quoted(symbol).then(|| quote::in_quotes(symbol)),
        _ => None,
    }
}

/// `link({r1c1, r1c2}) = 1`
fn assignment(line: &str) -> Option<(&str, &str)> {
    let (place, value) = line.trim().split_once(" = ")?;
    let starts = place.starts_with(|first: char| first.is_lowercase());
    // `board = [[5, 3],` is the beginning of a list.
    let is_word = value.starts_with('"') || !value.contains(|sign: char| sign == '[' || sign.is_whitespace());
    (starts && is_word && !value.is_empty()).then_some((place, value))
}

/// Grids with lines for the unknowns beside them; an empty line ends a solution.
fn assigned(text: &str, places: &BTreeSet<String>) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let mut facts = String::new();
    let mut row = 0;
    for line in text.lines().map(str::trim).chain(std::iter::once("")) {
        if line.is_empty() {
            if !facts.is_empty() {
                found.push(std::mem::take(&mut facts));
            }
            row = 0;
        } else if let Some((place, value)) = assignment(line) {
            facts.push_str(&fact(place, &word(value)?));
        } else {
            row += 1;
            for (column, value) in (1..).zip(line.split_whitespace()) {
                let place = format!("r{row}c{column}");
                // A wall looks like the symbol of that name.
                if value != "#" || places.contains(&place) {
                    facts.push_str(&fact(&place, &word(value)?));
                }
            }
        }
    }
    Some(found)
}

/// A solution on each line: a character for each value, or commas between them.
fn lines(text: &str, places: &[Option<String>]) -> Option<Vec<String>> {
    let mut found = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let values: Vec<String> = if line.contains(',') {
            line.split(',').map(|value| value.trim().to_owned()).collect()
        } else {
            let digit = |letter: char| letter.to_digit(36).map(|value| value.to_string());
            line.chars().map(|letter| digit(letter).unwrap_or_else(|| letter.to_string())).collect()
        };
        if values.len() != places.len() {
            return None;
        }
        let placed = places.iter().zip(&values).filter_map(|(place, value)| Some((place.as_ref()?, value)));
        found
            .push(placed.map(|(place, value)| Some(fact(place, &word(value)?))).collect::<Option<String>>()?);
    }
    (!found.is_empty()).then_some(found)
}

fn word(value: &str) -> Option<String> {
    let bare = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value);
    match value.parse::<i64>() {
        Ok(number) => Some(number.to_string()),
        Err(_) => quote::can_be_quoted(bare).then(|| quote::in_quotes(bare)),
    }
}

fn fact(place: &str, value: &str) -> String {
    format!("given({place}, {value}).\n")
}

#[cfg(test)]
mod tests {
    use super::answers;

    fn read(text: &str) -> Option<Vec<String>> {
        answers(text, || vec![Some("r1c1".to_owned()), None, Some("link({r1c1, r1c2})".to_owned())])
    }

    #[test]
    fn every_form_becomes_facts() {
        let facts = Some(vec!["given(r1c1, 3).\ngiven(link({r1c1, r1c2}), \"in\").\n".to_owned()]);
        for text in [
            "3 #\nlink({r1c1, r1c2}) = in\n\n",
            r#"[{"solutions": [{"rows": [[3, null]], "others": {"link({r1c1, r1c2})": "in"}}]}]"#,
            "3,#,in\n",
        ] {
            assert_eq!(read(text), facts, "{text}");
        }
        assert_eq!(
            read("3#B\n").map(|all| all.concat()).as_deref(),
            Some("given(r1c1, 3).\ngiven(link({r1c1, r1c2}), 11).\n")
        );
        let places = read("{\"solutions\": [{\"r1c1\": 3, \"link({r1c1, r1c2})\": \"in\"}]}\n");
        let places = places.unwrap_or_default().concat();
        assert!(places.contains("given(r1c1, 3).") && places.contains("given(link({r1c1, r1c2}), \"in\")."));
        let two = "{\"solutions\": [[[1]], [[2]]]}\n{\"solutions\": []}\n";
        assert_eq!(read(two), Some(vec!["given(r1c1, 1).\n".to_owned(), "given(r1c1, 2).\n".to_owned()]));
    }

    #[test]
    fn other_texts_are_left_alone() {
        for text in ["12\n34\n", "", "[[1, 2], [3, 4]]", "{\"a\": 1}", "1,2", "x = 1.5 = y = [[", "12#34"] {
            assert!(read(text).is_none_or(|all| all.concat().contains("given(x, ")), "{text}");
        }
    }
}
