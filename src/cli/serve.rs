//! `gridlog serve`: the playground in a browser, from this program.

use std::ffi::OsString;
use std::io::{self, ErrorKind, IsTerminal as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::console::{Console, plain};
use super::signals::is_interrupted;
use super::trouble::Trouble;
use super::{Exit, answer, files, limits, signals};
use crate::serve::folder::Folder;
use crate::serve::guard::{Guard, Key};
use crate::serve::office::{Office, Setup};
use crate::serve::server::serve;

/// The port where people expect it.
const USUAL: u16 = 7453;

/// Arguments of `gridlog serve`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// A folder whose rule sets and puzzles can be opened
    folder: Option<PathBuf>,
    /// Let the page save files to the folder
    #[arg(long, requires = "folder")]
    edit: bool,
    /// The address to listen at; by default only this machine can ask
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// The port to listen at; by default 7453, or any if that is taken
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// A name by which the server is known, such as that of a proxy before it; may be given several times
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// The most time for a request
    #[arg(long, value_name = "TIME", value_parser = limits::duration, default_value = "5m")]
    time_limit: Duration,
    /// The most memory for a request
    #[arg(long, value_name = "SIZE", value_parser = limits::size, default_value = "2GB")]
    memory_limit: usize,
    /// Read the files of the page from a folder, to work on them
    #[arg(long, value_name = "FOLDER", hide = true)]
    pages: Option<PathBuf>,
}

pub(super) fn run(args: &Args, console: &mut Console) -> Result<Exit, Trouble> {
    let listener = listen(args)?;
    let address = listener.local_addr().map_err(|error| Trouble::file(plain(&error)))?;
    let open = |path: &PathBuf| Folder::new(path).map_err(|error| Trouble::io(path, &error));
    let folder = args.folder.as_ref().map(open).transpose()?;
    let guard = Guard {
        is_open: !args.host.is_loopback(),
        names: args.name.clone(),
        key: folder.as_ref().map(|_| Key::new(address.port())),
    };
    let key = guard.key.as_ref().map_or_else(String::new, |key| format!("?key={}", key.secret()));
    let setup = Setup {
        program: program()?,
        arguments: arguments(args, folder.as_ref()),
        questions: answer::QUESTIONS,
        time: args.time_limit,
        memory: args.memory_limit,
        guard,
        folder,
        write: args.edit.then_some(write),
        pages: args.pages.as_ref().map(open).transpose()?,
    };
    // A bug ends one answer. The server says so and goes on.
    std::panic::set_hook(Box::new(|panic| {
        let _nobody_listens = writeln!(io::stderr(), "gridlog serve: internal error: {panic}");
    }));
    thread::Builder::new()
        .name("end".to_owned())
        .spawn(|| {
            while !is_interrupted() {
                thread::sleep(Duration::from_millis(50));
            }
            // Processes that answer end with this one: it holds their stdin.
            signals::end();
        })
        .map_err(|error| Trouble::file(plain(&error)))?;
    let office = Arc::new(Office::new(setup));
    if !args.host.is_loopback() {
        console.remark(
            &"everybody who reaches this machine can use the server, and see what goes over the network",
        );
    }
    let shown = if address.ip().is_unspecified() { "127.0.0.1".to_owned() } else { args.host.to_string() };
    let shown = if shown.contains(':') { format!("[{shown}]") } else { shown };
    let url = format!("http://{shown}:{}/{key}", address.port());
    console.print(&format!("{url}\n"));
    console.flush();
    console.remark(&"Ctrl-C ends the server");
    if !args.no_open && io::stdout().is_terminal() && std::env::var_os("CI").is_none() {
        browse(&url, console);
    }
    serve(&listener, &office);
    Ok(Exit::Yes)
}

/// Takes a port: the one that was said, else the usual one or any.
fn listen(args: &Args) -> Result<TcpListener, Trouble> {
    let port = args.port.unwrap_or(USUAL);
    let bound = match TcpListener::bind((args.host, port)) {
        Err(error) if args.port.is_none() && error.kind() == ErrorKind::AddrInUse => {
            TcpListener::bind((args.host, 0))
        }
        bound => bound,
    };
    bound.map_err(|error| Trouble::file(format!("port {port} of {}: {}", args.host, plain(&error))))
}

/// This program. Should the file be replaced while the server runs, Linux still knows the one it was started from.
fn program() -> Result<PathBuf, Trouble> {
    let linux = PathBuf::from(format!("/proc/{}/exe", std::process::id()));
    if linux.exists() {
        return Ok(linux);
    }
    let lost = |error| Trouble::file(format!("gridlog does not know where it is: {error}"));
    std::env::current_exe().map_err(lost)
}

/// How it is called to answer.
fn arguments(args: &Args, folder: Option<&Folder>) -> Vec<OsString> {
    let mut words: Vec<OsString> = ["answer", "--leashed", "--most-time"].map(OsString::from).into();
    words.push(format!("{}ms", args.time_limit.as_millis()).into());
    words.extend(["--most-memory".into(), format!("{}KB", args.memory_limit / 1000).into()]);
    if let Some(folder) = folder {
        words.extend(["--folder".into(), folder.path().into()]);
    }
    words
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    files::write(path, text).map_err(Trouble::into_sentence)
}

/// Opens an address in the user's browser.
fn browse(url: &str, console: &Console) {
    let (program, before): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        // Without a screen it would open a browser in this terminal.
        _ if ["DISPLAY", "WAYLAND_DISPLAY"].iter().all(|name| std::env::var_os(name).is_none()) => return,
        _ => ("xdg-open", &[]),
    };
    let started = Command::new(program)
        .args(before)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    match started {
        Ok(mut browser) => {
            let _reaped = thread::Builder::new().spawn(move || browser.wait());
        }
        Err(_) => console.remark(&"no browser could be opened; open the address above"),
    }
}
