//! The language server as clients meet it: the program over pipes, a file for each kind of request.
#![expect(clippy::needless_pass_by_value, reason = "messages are written where they are sent")]

mod bad_input;
mod cancellation;
mod client;
mod code_action;
mod commands;
mod completion;
mod definition;
mod diagnostics;
mod edits;
mod folding;
mod formatting;
mod hints;
mod hover;
mod lenses;
mod lifecycle;
mod links;
mod neovim;
mod references;
mod rename;
mod signature;
mod symbols;
mod tokens;
mod virtual_documents;
