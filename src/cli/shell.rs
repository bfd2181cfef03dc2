//! `gridlog completions` and `gridlog man`: what shells and readers of manual pages get, from the same source as `--help`.

use std::path::PathBuf;

use clap::CommandFactory as _;
use clap_complete::Shell;
use clap_mangen::Man;
use serde_json::json;

use super::console::Console;
use super::trouble::Trouble;
use super::{Arguments, Exit, files};
use crate::language::puzzle::formats::FORMATS;
use crate::language::resolve::load::LANGUAGE;

/// Arguments of `gridlog completions`.
#[derive(clap::Args, Debug)]
pub(super) struct CompletionArgs {
    /// The shell that is to complete the arguments of gridlog
    shell: Shell,
}

/// Arguments of `gridlog man`.
#[derive(clap::Args, Debug)]
pub(super) struct ManArgs {
    /// Write a page for each command into this folder; without it the main page is printed
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

/// What this build is, for programs: `gridlog --version --json`.
pub(super) fn version() -> String {
    let features = [
        ("lsp", cfg!(feature = "lsp")),
        ("serve", cfg!(feature = "serve")),
        ("bundle", cfg!(feature = "bundle")),
        ("proof", cfg!(feature = "proof")),
    ];
    let features: Vec<&str> = features.iter().filter(|(_, there)| *there).map(|(name, _)| *name).collect();
    let commands: Vec<String> = Arguments::command()
        .get_subcommands()
        .filter(|command| !command.is_hide_set())
        .map(|command| command.get_name().to_owned())
        .collect();
    let formats: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    let told = json!({
        "name": "gridlog",
        "version": env!("CARGO_PKG_VERSION"),
        "language": LANGUAGE,
        "features": features,
        "commands": commands,
        "formats": formats,
        "system": format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS),
    });
    format!("{told}\n")
}

pub(super) fn completions(args: &CompletionArgs, console: &mut Console) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Arguments::command(), "gridlog", &mut script);
    console.print(&String::from_utf8_lossy(&script));
    Exit::Yes
}

pub(super) fn man(args: &ManArgs, console: &mut Console) -> Result<Exit, Trouble> {
    let mut all = Arguments::command();
    // Fills in what subcommands take from their parent.
    all.build();
    let Some(folder) = &args.output else {
        console.print(&page(all));
        return Ok(Exit::Yes);
    };
    std::fs::create_dir_all(folder).map_err(|error| Trouble::io(folder, &error))?;
    let subs = all.get_subcommands().filter(|sub| sub.get_name() != "help");
    for command in std::iter::once(&all).chain(subs) {
        let name = command.get_display_name().unwrap_or(command.get_name());
        files::write(&folder.join(format!("{name}.1")), &page(command.clone()))?;
    }
    Ok(Exit::Yes)
}

/// A manual page.
fn page(command: clap::Command) -> String {
    let mut page = Vec::new();
    // Writing into memory cannot fail.
    let _written = Man::new(command).render(&mut page);
    String::from_utf8_lossy(&page).into_owned()
}
