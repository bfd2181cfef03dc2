//! What conditions became before, at other places and on other boards: making a puzzle compiles its rules again and again, and the same
//! clues say the same each time.

use std::cell::RefCell;

use super::derive::{Said, Sum};
use super::{Pattern, Places};
use crate::base::hash::Map;

/// How much is kept: numbers of conditions, and nodes of diagrams.
const MOST: usize = 1 << 20;

thread_local! {
    static MADE: RefCell<Made> = RefCell::default();
}

#[derive(Default)]
struct Made {
    /// By what is said and the values of the places: all that a pattern depends on. Nothing for those that grew too large.
    patterns: Map<Box<[u64]>, Option<Pattern>>,
    size: usize,
}

/// What a condition becomes; it is made if it was not made in this thread before.
pub(super) fn recall(
    said: &Said,
    places: &Places,
    make: impl FnOnce() -> Option<Pattern>,
) -> Option<Pattern> {
    let mut key = vec![places.domains.len() as u64];
    for domain in &places.domains {
        key.push(domain.len() as u64);
        key.extend(domain.iter().map(|&value| value as u64));
    }
    tell(said, &mut key);
    if let Some(known) = MADE.with_borrow(|made| made.patterns.get(&key[..]).cloned()) {
        return known;
    }
    let pattern = make();
    MADE.with_borrow_mut(|made| {
        let nodes = match &pattern {
            Some(Pattern::Layers(layers)) => layers.size(),
            _ => 0,
        };
        made.size += key.len() + nodes;
        if made.size > MOST {
            (made.patterns, made.size) = (Map::default(), key.len() + nodes);
        }
        made.patterns.insert(key.into(), pattern.clone());
    });
    pattern
}

/// What is said, as numbers that can be read in one way only.
fn tell(said: &Said, key: &mut Vec<u64>) {
    match said {
        Said::Sum(Sum { sign, holds, constant, terms }) => {
            key.extend([0, *sign as u64, u64::from(*holds), *constant as u64, terms.len() as u64]);
            for (place, adds) in terms {
                key.extend([u64::from(*place), adds.len() as u64]);
                key.extend(adds.iter().map(|&add| add as u64));
            }
        }
        Said::All(parts) | Said::Any(parts) => {
            key.extend([if matches!(said, Said::All(_)) { 1 } else { 2 }, parts.len() as u64]);
            parts.iter().for_each(|part| tell(part, key));
        }
    }
}
