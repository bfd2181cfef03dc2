//! What an editor is told: small projects with a cursor in `tests/editor/KIND`, and the answers as snapshots.

mod anywhere;
mod built_in;
mod case;
mod colours;
mod completion;
mod definition;
mod diagnostics;
mod fixes;
mod folding;
mod formatting;
mod hints;
mod hover;
mod lenses;
mod links;
mod references;
mod rename;
mod signature;
mod symbols;
mod workspace;
