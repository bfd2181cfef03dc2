//! The server as browsers and others meet it: the program in a process of its own, and bytes over a connection.

mod answers;
mod client;
mod files;
mod guard;
mod hostile;
mod life;
mod pages;
