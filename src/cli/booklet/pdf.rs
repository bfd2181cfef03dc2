//! Pages as PDF, by a browser that is installed: pages are laid out by what prints them, and no font has to be shipped.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use std::{env, fs, process, thread};

use crate::base::clock::Stopwatch;
use crate::cli::files;
use crate::cli::signals::is_interrupted;
use crate::cli::trouble::Trouble;

/// Names under which kinds of Chromium are installed.
const NAMES: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
    "brave-browser",
];

/// Where they are on systems that keep programs elsewhere.
const PLACES: &[&str] = &[
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
];

/// How long a browser may take.
const PATIENCE: Duration = Duration::from_secs(180);

/// The browser to use: the one that is named, or one that is installed.
pub(super) fn browser(named: Option<&Path>) -> Result<PathBuf, Trouble> {
    if let Some(path) = named {
        return Ok(path.to_path_buf());
    }
    let folders: Vec<PathBuf> =
        env::var_os("PATH").iter().flat_map(|paths| env::split_paths(paths).collect::<Vec<_>>()).collect();
    let ending = env::consts::EXE_SUFFIX;
    let named = NAMES
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(format!("{name}{ending}"))));
    let mut all = named.chain(PLACES.iter().map(PathBuf::from));
    all.find(|path| path.is_file()).ok_or_else(|| {
        Trouble::call(
            "a PDF is made by Chromium, Chrome or Edge, and none was found: install one, name it with --browser, or \
             make HTML, -o book.html, and print that",
        )
    })
}

/// Writes a document as PDF.
pub(super) fn write(browser: &Path, book: &str, file: &Path) -> Result<(), Trouble> {
    let folder = env::temp_dir().join(format!("gridlog-{}", process::id()));
    let made = printed(browser, book, &folder);
    // What is left in the folder of temporary files does no harm.
    let _gone = fs::remove_dir_all(&folder);
    let bytes = made?;
    files::stream(file, |out| out.write_all(&bytes))?.map_err(|error| Trouble::io(file, &error))
}

fn printed(browser: &Path, book: &str, folder: &Path) -> Result<Vec<u8>, Trouble> {
    let fail = |error: std::io::Error| Trouble::io(folder, &error);
    fs::create_dir_all(folder).map_err(fail)?;
    let (page, paper) = (folder.join("book.html"), folder.join("book.pdf"));
    fs::write(&page, book).map_err(fail)?;
    // Some systems let no program but a trusted one build the walls that a browser wants around pages; this page has no script.
    for walls in [true, false] {
        let mut to = OsString::from("--print-to-pdf=");
        to.push(&paper);
        let mut home = OsString::from("--user-data-dir=");
        home.push(folder.join("browser"));
        let mut command = Command::new(browser);
        command.args(["--headless", "--disable-gpu", "--no-pdf-header-footer", "--no-first-run"]);
        command.args(["--disable-background-networking", "--disable-component-update", "--disable-sync"]);
        command.args((!walls).then_some("--no-sandbox")).args([to, home]).arg(&page);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn().map_err(|error| Trouble::io(browser, &error))?;
        let in_time = ended(child);
        if let Ok(bytes) = fs::read(&paper)
            && bytes.starts_with(b"%PDF")
        {
            return Ok(bytes);
        }
        if !in_time {
            break;
        }
    }
    Err(Trouble::file(format!("{}: this browser made no PDF", browser.display())))
}

/// Waits for a browser; whether it ended by itself.
fn ended(mut child: Child) -> bool {
    let clock = Stopwatch::start();
    while clock.elapsed() < PATIENCE && !is_interrupted() {
        match child.try_wait() {
            Ok(None) => thread::sleep(Duration::from_millis(20)),
            Ok(Some(_)) | Err(_) => return true,
        }
    }
    // It may have ended just now.
    let _gone = child.kill().and_then(|()| child.wait());
    false
}
