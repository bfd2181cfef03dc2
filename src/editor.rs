//! What an editor asks about rules and puzzles, answered from their texts: no protocol, no files, no threads.
//!
//! A [`workspace::Workspace`] holds the texts that are open, over those that are not; its [`analysis::Analysis`] of one text
//! is all that `gridlog check` finds, and where every name stands. Each kind of question is a module with functions from an
//! analysis and a place, in bytes, to answers. Each module uses only those above it.

pub mod text;

pub mod place;

pub mod analysis;

pub mod workspace;

pub mod diagnostics;

pub mod fixes;

pub mod definition;

pub mod relatives;

pub mod references;

pub mod rename;

pub mod describe;

pub mod cursor;

pub mod hover;

pub mod signature;

pub mod completion;

pub mod symbols;

pub mod folding;

pub mod colours;

pub mod hints;

pub mod lenses;

pub mod links;

pub mod formatting;
