//! The language server: the protocol that editors speak, over what `editor` knows. It reads files, starts the commands that
//! somebody asks for, and prints nothing of its own.
//!
//! Each module uses only those above it.

pub mod message;

pub mod pending;

pub mod frame;

pub mod address;

pub mod client;

pub mod folder;

pub mod home;

pub mod commands;

pub mod service;

pub mod requests;

pub mod capabilities;

pub mod worker;

pub mod session;

pub mod serve;
