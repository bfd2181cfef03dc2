//! `gridlog answer`: requests on stdin, one on each line.

use std::io::{self, BufRead as _, Read as _, Write as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use super::{Answerer, Host};
use crate::base::disk::LARGEST;
use crate::cli::{Exit, limits, signals};

/// The line that asks to stop. No request is so short.
const STOP: &str = "stop";

/// Arguments of `gridlog answer`.
#[derive(clap::Args, Debug)]
pub(in crate::cli) struct Args {
    /// The most time for each puzzle, whatever a request says
    #[arg(long, value_name = "TIME", value_parser = limits::duration)]
    most_time: Option<Duration>,
    /// The most memory, whatever a request says
    #[arg(long, value_name = "SIZE", value_parser = limits::size)]
    most_memory: Option<usize>,
    /// A folder whose files requests may read besides their own texts
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// End as soon as stdin does, also in the midst of an answer
    #[arg(long)]
    leashed: bool,
}

/// What came on stdin.
enum Came {
    /// A request, and what is set when somebody does not want its answer any more.
    Request(String, Arc<AtomicBool>),
    Unreadable,
}

pub(in crate::cli) fn run(args: &Args) -> Exit {
    let mut answerer = Answerer::default();
    let (send, come) = mpsc::channel();
    let leashed = args.leashed;
    let reader = thread::Builder::new().name("stdin".to_owned()).spawn(move || {
        listen(&send);
        if leashed {
            signals::end();
        }
    });
    if reader.is_err() {
        return Exit::IoFailed;
    }
    for came in come {
        let Came::Request(request, stop) = came else { return Exit::IoFailed };
        let host = Host {
            stop,
            progress: Some(Box::new(|progress| {
                tell(progress);
            })),
            time: args.most_time,
            memory: args.most_memory,
            folder: args.folder.clone(),
        };
        if !tell(&answerer.answer(&request, host)) {
            return Exit::Yes;
        }
        if signals::is_interrupted() {
            return Exit::Interrupted;
        }
    }
    Exit::Yes
}

/// Hands requests on until stdin ends. It is read while an answer is made, so that the answer can be called off.
fn listen(send: &Sender<Came>) {
    let mut stdin = io::stdin().lock();
    let mut stop = Arc::new(AtomicBool::new(false));
    loop {
        let mut line = String::new();
        let came = match stdin.by_ref().take(LARGEST as u64).read_line(&mut line) {
            Ok(0) => return,
            Ok(_) if line.trim().is_empty() => continue,
            Ok(_) if line.trim() == STOP => {
                // All that came before. What comes later has a wish of its own.
                stop.store(true, Ordering::Relaxed);
                stop = Arc::default();
                continue;
            }
            Ok(_) => Came::Request(line, stop.clone()),
            Err(_) => Came::Unreadable,
        };
        let ends = matches!(came, Came::Unreadable);
        if send.send(came).is_err() || ends {
            return;
        }
    }
}

/// Prints a line; whether somebody reads it.
fn tell(line: &str) -> bool {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).is_ok()
}
