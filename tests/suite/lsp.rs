//! The language server as clients meet it: the program over pipes, a file for each kind of request.
#![expect(clippy::needless_pass_by_value, reason = "messages are written where they are sent")]

mod bad_input;
mod client;
mod code_action;
mod commands;
mod definition;
mod diagnostics;
mod edits;
mod lifecycle;
mod virtual_documents;
