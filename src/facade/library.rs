//! Where `use` finds rule sets: the one at hand by its name, then the built-in ones.

use crate::language::resolve::built_in::BUILT_IN;
use crate::language::resolve::{BuiltIn, Library};

/// A rule set with a name, beside the built-in ones.
#[derive(Clone, Debug)]
pub(super) struct Shelf {
    pub(super) name: String,
    pub(super) text: String,
}

impl Library for Shelf {
    fn find(&self, name: &str, from: &str) -> Option<(String, String)> {
        // Built-in rules use built-in rules.
        let own = (name == self.name && !from.starts_with(BUILT_IN))
            .then(|| (format!("{name}.rules"), self.text.clone()));
        own.or_else(|| BuiltIn.find(name, from))
    }

    fn places(&self, from: &str) -> String {
        BuiltIn.places(from)
    }

    fn names(&self, from: &str) -> Vec<String> {
        let mut names = BuiltIn.names(from);
        names.push(self.name.clone());
        names
    }
}
