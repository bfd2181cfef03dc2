//! The `gridlog` program: runs the command line, and turns a panic into one line and exit status 70.

use std::panic::PanicHookInfo;
use std::process::ExitCode;

use gridlog::cli::{self, Exit};

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        // Not `eprintln!`, which panics in turn when nobody reads stderr.
        let _nobody_listens = std::io::Write::write_all(&mut std::io::stderr(), bug(panic).as_bytes());
        std::process::exit(Exit::Internal.status().into());
    }));
    cli::run().into()
}

/// The line that asks to report a bug.
fn bug(panic: &PanicHookInfo<'_>) -> String {
    let payload = panic.payload();
    let owned = payload.downcast_ref::<String>().map(String::as_str);
    let message = owned.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("unknown");
    let message: String =
        message.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let place =
        panic.location().map_or_else(String::new, |place| format!(" at {}:{}", place.file(), place.line()));
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "gridlog {version}: internal error: {message}{place}. This is a bug; please report it with the input.\n"
    )
}
