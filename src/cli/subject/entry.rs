//! What a record of a batch says.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::super::trouble::Trouble;
use crate::language::puzzle::formats::{self, Format};
use crate::language::puzzle::written::Use;

/// What a record says.
#[derive(Deserialize)]
pub(in crate::cli) struct Entry {
    id: Option<Box<RawValue>>,
    /// A rule set, as on the command line.
    pub(super) rules: Option<String>,
    /// Params of the rules.
    #[serde(default)]
    pub(super) set: BTreeMap<String, i64>,
    /// A text in the language, or in the format `from`.
    pub(in crate::cli) puzzle: Option<String>,
    from: Option<String>,
    /// A plain grid: a text, or rows of values.
    grid: Option<Value>,
    /// What decides what is generated.
    pub(super) seed: Option<u64>,
}

/// The name alone, of a record that says something else wrongly.
#[derive(Deserialize)]
struct Named {
    id: Box<RawValue>,
}

impl Entry {
    /// Reads a record; what is wrong with it, and its name if that can be read.
    pub(in crate::cli) fn read(text: &str) -> Result<Entry, (Option<String>, String)> {
        let wrong = |told: String| {
            let named = serde_json::from_str(text).ok();
            (named.and_then(|named: Named| id_text(&named.id)), told)
        };
        if !text.starts_with('{') {
            return Err((None, "no record: it is no JSON object".to_owned()));
        }
        let entry: Entry = serde_json::from_str(text).map_err(|error| {
            // There is but one line.
            let (told, column) = (error.to_string(), error.column());
            let told = told.split(" at line ").next().unwrap_or_default();
            wrong(format!("no record: {told}, in column {column}"))
        })?;
        if entry.id.is_some() && entry.name().is_none() {
            return Err(wrong("`id` is neither a text nor a number".to_owned()));
        }
        Ok(entry)
    }

    /// Its name, if it has one.
    pub(in crate::cli) fn name(&self) -> Option<String> {
        self.id.as_deref().and_then(id_text)
    }

    /// The rules that it names, with their settings.
    pub(in crate::cli) fn used(&self) -> Option<Use> {
        let with = self.set.iter().map(|(name, value)| (name.clone(), *value)).collect();
        self.rules.as_ref().map(|name| Use { name: name.clone(), with })
    }

    /// Its grid as text, whichever way that is written.
    pub(in crate::cli) fn grid(&mut self) -> Result<Option<String>, Trouble> {
        self.grid.take().map(grid_text).transpose()
    }

    /// The format of its puzzle: the one it names, else that of an address, which needs no name anywhere.
    pub(in crate::cli) fn format(&self) -> Result<Option<&'static Format>, Trouble> {
        let unknown = |name: &String| Trouble::refused(format!("there is no format `{name}`"));
        let format = self.from.as_ref().map(|name| formats::named(name).ok_or_else(|| unknown(name)));
        let address = || formats::address(self.puzzle.as_deref()?.trim());
        Ok(format.transpose()?.or_else(address))
    }
}

/// An id as a text; nothing if it is neither a text nor a number. A number stays as it is written, however long it is.
fn id_text(id: &RawValue) -> Option<String> {
    let written = id.get();
    match written.as_bytes().first()? {
        b'"' => serde_json::from_str(written).ok(),
        b'-' | b'0'..=b'9' => Some(written.to_owned()),
        _ => None,
    }
}

/// A grid as text, whichever way it is written.
fn grid_text(grid: Value) -> Result<String, Trouble> {
    let refused = || Trouble::refused("`grid` is neither a text nor an array of rows");
    let sign = |value: &Value| match value {
        Value::Null => Some(".".to_owned()),
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let row = |row: &Value| match row {
        Value::Array(row) => Some(row.iter().map(sign).collect::<Option<Vec<_>>>()?.join(" ")),
        row => row.as_str().map(str::to_owned),
    };
    match grid {
        Value::String(text) => Ok(text),
        Value::Array(rows) => {
            let rows: Option<Vec<String>> = rows.iter().map(row).collect();
            rows.map(|rows| rows.join("\n")).ok_or_else(refused)
        }
        _ => Err(refused()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Entry, grid_text};

    #[test]
    fn a_record_that_is_wrong_keeps_its_name() {
        let id = |text: &str| Entry::read(text).err().and_then(|(id, _)| id);
        assert_eq!(id(r#"{"id":"a","puzzle":7}"#), Some("a".to_owned()));
        assert_eq!(id(r#"{"id":7,"set":[]}"#), Some("7".to_owned()));
        assert_eq!((id(r#"{"id":[]}"#), id("{")), (None, None));
        assert!(Entry::read(r#"{"id":"a","puzzle":"","other":1}"#).is_ok());
        assert!(
            Entry::read(r#"["a","latin",{},"",null,null,null]"#).is_err(),
            "no object, whatever its elements"
        );
    }

    #[test]
    fn a_name_stays_as_it_is_written() {
        let name = |id: &str| Entry::read(&format!(r#"{{"id":{id}}}"#)).ok().and_then(|entry| entry.name());
        let long = "12345678901234567890123";
        assert_eq!((name(long), name(r#""\u00e4\n""#)), (Some(long.to_owned()), Some("ä\n".to_owned())));
        assert_eq!((name("-1.50"), name("null"), name("true")), (Some("-1.50".to_owned()), None, None));
    }

    #[test]
    fn grids_are_texts_or_rows() {
        assert_eq!(grid_text(json!("1.\n.2")).ok(), Some("1.\n.2".to_owned()));
        assert_eq!(grid_text(json!([[1, null], ["a", 2]])).ok(), Some("1 .\na 2".to_owned()));
        assert_eq!(grid_text(json!(["1.", ".2"])).ok(), Some("1.\n.2".to_owned()));
        assert!(grid_text(json!(7)).is_err() && grid_text(json!([[[]]])).is_err());
    }
}
