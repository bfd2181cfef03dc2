//! `gridlog lsp`: the language server on stdin and stdout.

use std::io::{self, Write as _};

use super::Exit;
use super::signals::interruption;
use super::trouble::Trouble;
use crate::lsp::folder::Folder;
use crate::lsp::serve::serve;
use crate::lsp::session::Setup;

/// Arguments of `gridlog lsp`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Speak on stdin and stdout, as it does anyway: some clients say so
    #[arg(long)]
    stdio: bool,
}

pub(super) fn run() -> Result<Exit, Trouble> {
    let program = std::env::current_exe()
        .map_err(|error| Trouble::file(format!("gridlog does not know where it is: {error}")))?;
    // A bug ends a command. The server says so and goes on: the text is still there to be written.
    std::panic::set_hook(Box::new(|panic| {
        let _nobody_listens = writeln!(io::stderr(), "gridlog lsp: internal error: {panic}");
    }));
    let setup = Setup { program, folder: Folder::usual(), stop: interruption() };
    Ok(if serve(io::stdin(), io::stdout(), setup) { Exit::Yes } else { Exit::No })
}
