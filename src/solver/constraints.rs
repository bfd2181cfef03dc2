//! Constraints, one file each: what must hold, and the propagator that prunes for it.

pub mod absolute;
pub mod among;
pub mod checked;
pub mod closed_loop;
pub mod connected;
pub mod diagram;
pub mod distinct;
pub mod distinct_lists;
pub mod distinct_present;
pub mod element;
pub mod extremum;
pub mod graph;
pub mod guarded;
pub mod linear;
pub mod literal;
pub mod matching;
pub mod member;
pub mod product;
pub mod quotient;
pub mod reach;
pub mod reach_along;
pub mod reified;
pub mod sum_distinct;
pub mod table;
pub mod wide;

use crate::solver::engine::About;

/// All constraints, by name.
pub const ALL: &[&About] = &[
    &absolute::ABOUT,
    &among::ABOUT,
    &checked::ABOUT,
    &closed_loop::ABOUT,
    &connected::ABOUT,
    &diagram::ABOUT,
    &distinct::ABOUT,
    &distinct_lists::ABOUT,
    &distinct_present::ABOUT,
    &element::ABOUT,
    &extremum::ABOUT,
    &guarded::ABOUT,
    &linear::ABOUT,
    &matching::ABOUT,
    &member::ABOUT,
    &product::ABOUT,
    &quotient::ABOUT,
    &reach::ABOUT,
    &reach_along::ABOUT,
    &reified::ABOUT,
    &sum_distinct::ABOUT,
    &table::ABOUT,
    &wide::ABOUT,
];

#[cfg(test)]
mod tests {
    use super::ALL;

    /// A constraint that is not in the list could not be told about.
    #[test]
    fn every_constraint_is_listed_once() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/solver/constraints");
        let mut files = 0;
        for entry in std::fs::read_dir(folder).expect("the folder").flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("a file");
                let own = text.matches("impl Propagator for").count();
                assert_eq!(text.contains("pub const ABOUT: About"), own > 0, "{}", path.display());
                files += usize::from(own > 0);
            }
        }
        let mut names: Vec<&str> = ALL.iter().map(|about| about.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!((names.len(), ALL.len()), (files, files), "{names:?}");
        for about in ALL {
            assert!(!about.meaning.is_empty() && !about.prunes.is_empty(), "{}", about.name);
        }
    }
}
