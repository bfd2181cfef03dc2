//! What an editor asks about texts while they are written. It knows no protocol.
//!
//! Each module uses only those above it.

pub mod text;
