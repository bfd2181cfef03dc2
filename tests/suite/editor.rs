//! What an editor is told: small projects with a cursor in `tests/editor/KIND`, and the answers as snapshots.

mod case;
mod definition;
mod diagnostics;
mod fixes;
mod workspace;
