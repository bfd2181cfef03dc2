//! The playground from the binary: a small server of HTTP/1.1 for a page on the same machine.
//!
//! It knows nothing about puzzles. A request in JSON goes to a process of its own (`gridlog answer`), so that a bug, a stack
//! that is too small or a limit ends that request alone, and one that nobody waits for any more can be ended at once. All
//! else are files: those of the page, which are in the binary, and those of one folder, if somebody said so.
//!
//! The protocol is written here and not taken from a crate, because what matters is what a client may not do: send a head
//! without end, a byte every minute, or a name that is not ours. One connection carries one request.
//!
//! Each module uses only those above it.

pub mod wire;

pub mod request;

pub mod response;

pub mod guard;

pub mod folder;

pub mod pages;

pub mod child;

pub mod lanes;

pub mod office;

pub mod answer;

pub mod routes;

pub mod server;
