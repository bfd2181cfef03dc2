//! What the samples of built-in rule sets draw: signs that rules take without naming them, such as `#` for any wall.

use std::collections::BTreeSet;

use super::drawing::read;
use super::statements::Text;
use crate::language::puzzle::{Mark, mark};
use crate::language::resolve::built_in::{BUILT_IN, sample, samples_of};
use crate::language::source::{SourceId, Sources};
use crate::language::syntax::ast::StatementKind;

/// As many samples are looked at.
const MOST_READ: usize = 6;

/// The symbols, other than numbers, that samples of these rules draw in a layer.
pub(super) fn symbols(sources: &Sources, layer: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for id in 0..sources.len() as SourceId {
        let file = sources.get(id).name.strip_prefix(BUILT_IN).and_then(|file| file.strip_suffix(".rules"));
        let Some(rules) = file else { continue };
        for (_, text) in samples_of(rules).filter_map(sample).take(MOST_READ) {
            for statement in &Text::new(text).statements {
                let StatementKind::Layer { name, drawing } = &statement.kind else { continue };
                if name.text == layer {
                    let tokens = read(drawing).rows.into_iter().flatten().map(|token| token.text);
                    found.extend(tokens.filter(|token| matches!(mark(token), Mark::Text(_))));
                }
            }
        }
    }
    found
}
