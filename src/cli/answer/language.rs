//! Questions about a text that is being written, answered by the language service of editors. Places are UTF-16 code units
//! from the start of the text, as scripts of a page count.

use serde_json::{Value, json};

use crate::base::clock::Deadline;
use crate::editor::analysis::Analysis;
use crate::editor::colours::colours;
use crate::editor::completion::completion;
use crate::editor::definition::definition;
use crate::editor::diagnostics::{Message, diagnostics};
use crate::editor::hover::hover;
use crate::editor::place::{Change, Place};
use crate::editor::signature::signatures;
use crate::editor::symbols::{Symbol, symbols};
use crate::editor::workspace::Workspace;

/// Speaks of places in units.
pub(super) struct Units<'w> {
    workspace: &'w Workspace,
}

impl Units<'_> {
    pub(super) fn new(workspace: &Workspace) -> Units<'_> {
        Units { workspace }
    }

    /// The stretch of a place in the text that is asked about, or in another.
    fn stretch(&self, place: &Place, analysis: &Analysis) -> (usize, usize) {
        if place.file == analysis.name {
            return stretch(&analysis.text, place.start, place.end);
        }
        let text = self.workspace.text(&place.file).unwrap_or_default();
        stretch(&text, place.start, place.end)
    }

    /// What is wrong, with what mends it.
    pub(super) fn diagnostics(&self, analysis: &Analysis) -> Value {
        let told = |message: &Message| {
            let (from, to) = self.stretch(&message.place, analysis);
            let change = |change: &Change| {
                let (from, to) = self.stretch(&change.place, analysis);
                json!({ "file": change.place.file, "from": from, "to": to, "text": change.text })
            };
            let fixes: Vec<Value> = message
                .fix
                .iter()
                .map(|fix| {
                    let edits: Vec<Value> = fix.changes.iter().map(change).collect();
                    json!({ "title": fix.title, "edits": edits })
                })
                .collect();
            let related: Vec<Value> = message
                .related
                .iter()
                .map(|(place, text)| {
                    let (from, to) = self.stretch(place, analysis);
                    json!({ "file": place.file, "from": from, "to": to, "text": text })
                })
                .collect();
            json!({
                "from": from,
                "to": to,
                "severity": message.severity.word(),
                "code": message.code,
                "message": message.title,
                "details": message.details,
                "related": related,
                "fixes": fixes,
            })
        };
        diagnostics(analysis).iter().map(told).collect()
    }

    /// What each word is: where it begins and ends, its kind, and whether it is defined there.
    pub(super) fn tokens(analysis: &Analysis) -> Value {
        let (mut byte, mut unit) = (0, 0);
        let mut units = |to: usize| {
            unit += analysis.text.get(byte..to).map_or(0, |text| text.encode_utf16().count());
            byte = to;
            unit
        };
        let all = colours(analysis);
        all.iter()
            .map(|found| {
                let (from, to) = (units(found.range.start), units(found.range.end));
                json!([from, to, word(&found.kind), found.defines])
            })
            .collect()
    }

    /// What a text defines, nested.
    pub(super) fn symbols(&self, analysis: &Analysis) -> Value {
        symbols(analysis).iter().map(|symbol| self.symbol(symbol, analysis)).collect()
    }

    fn symbol(&self, symbol: &Symbol, analysis: &Analysis) -> Value {
        let (from, to) = self.stretch(&symbol.place, analysis);
        let inner: Vec<Value> = symbol.children.iter().map(|inner| self.symbol(inner, analysis)).collect();
        json!({ "name": symbol.name, "kind": word(&symbol.kind), "from": from, "to": to, "children": inner })
    }

    /// What is shown of the word at a byte.
    pub(super) fn hover(&self, analysis: &Analysis, at: usize, deadline: &Deadline) -> Value {
        hover(analysis, at, deadline).map_or(Value::Null, |shown| {
            let (from, to) = self.stretch(&shown.place, analysis);
            json!({ "from": from, "to": to, "markdown": shown.text })
        })
    }

    /// What may be written at a byte.
    pub(super) fn complete(&self, analysis: &Analysis, at: usize) -> Value {
        completion(self.workspace, analysis, at).map_or(Value::Null, |found| {
            let (from, to) = self.stretch(&found.place, analysis);
            let items = found.items.iter().map(|item| {
                json!({
                    "label": item.label,
                    "kind": word(&item.kind),
                    "detail": item.detail,
                    "documentation": item.doc,
                    "insert": item.plain(),
                    "snippet": item.snippet,
                })
            });
            json!({ "from": from, "to": to, "items": items.collect::<Vec<_>>() })
        })
    }

    /// How the call around a byte may be written.
    pub(super) fn signature(analysis: &Analysis, at: usize) -> Value {
        signatures(analysis, at).map_or(Value::Null, |found| {
            let list = found.list.iter().map(|signature| {
                let arguments = signature.arguments.iter();
                let arguments: Vec<(usize, usize)> =
                    arguments.map(|range| stretch(&signature.label, range.start, range.end)).collect();
                json!({ "label": signature.label, "documentation": signature.doc, "arguments": arguments })
            });
            let list: Vec<Value> = list.collect();
            json!({ "signatures": list, "active": found.active, "argument": found.argument })
        })
    }

    /// Where the name at a byte is defined.
    pub(super) fn definition(&self, analysis: &Analysis, at: usize) -> Value {
        let targets = definition(analysis, at).map(|found| found.targets).unwrap_or_default();
        targets
            .iter()
            .map(|place| {
                let (from, to) = self.stretch(place, analysis);
                json!({ "file": place.file, "from": from, "to": to })
            })
            .collect()
    }
}

/// The byte of a text at so many units; the end of the text if it has fewer.
pub(super) fn byte(text: &str, units: usize) -> usize {
    let mut left = units;
    for (byte, letter) in text.char_indices() {
        if left < letter.len_utf16() {
            return byte;
        }
        left -= letter.len_utf16();
    }
    text.len()
}

/// Bytes of a text as units.
fn stretch(text: &str, start: usize, end: usize) -> (usize, usize) {
    let count = |from: usize, to: usize| text.get(from..to).map_or(0, |text| text.encode_utf16().count());
    let from = count(0, start.min(text.len()));
    (from, from + count(start.min(text.len()), end.min(text.len())))
}

/// A kind as a word.
fn word(kind: &impl std::fmt::Debug) -> String {
    format!("{kind:?}").to_lowercase()
}
