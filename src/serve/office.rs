//! What the server works with: its limits, its lanes, and the processes that wait for something to do.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::child::Child;
use super::folder::Folder;
use super::guard::Guard;
use super::lanes::Lane;

/// How many requests are worked on at once, whatever they take: the system divides its time among them, so that a short one
/// need not wait for the end of long ones.
const AT_ONCE: usize = 32;

/// How many processes with nothing to do are kept.
const SPARE: usize = 4;

/// How many processes are kept for questions about texts.
const KEPT: usize = 8;

/// A process that took more memory than this is not kept, in bytes.
const MODEST: usize = 200 << 20;

/// How long a question waits for the end of another of the same page: the process that knows its texts is quicker than any.
const OWN: Duration = Duration::from_millis(300);

/// Writes a text to a file, whole or not at all; why not, in a sentence.
pub type Write = fn(&Path, &str) -> Result<(), String>;

/// What the server is to do.
#[derive(Debug)]
pub struct Setup {
    /// The program that answers.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The requests that are answered soon: questions about a text that is being written.
    pub questions: &'static [&'static str],
    /// The most time for a request.
    pub time: Duration,
    /// The most memory for a request, in bytes.
    pub memory: usize,
    /// Whom to let in.
    pub guard: Guard,
    /// The folder whose files can be read.
    pub folder: Option<Folder>,
    /// How a file of the folder is written, if that is allowed.
    pub write: Option<Write>,
    /// Where the files of the page are, if not in the binary.
    pub pages: Option<Folder>,
}

/// What the server works with.
#[derive(Debug)]
pub struct Office {
    /// What it is to do.
    pub setup: Setup,
    /// For work that may take long.
    pub work: Lane,
    /// For questions, so that they wait for no work.
    pub questions: Lane,
    /// The most memory for all work together, in bytes.
    pub memory: usize,
    /// Held by who writes a file: two at once would see each other's halves.
    pub writing: Mutex<()>,
    spare: Mutex<Vec<Child>>,
    kept: Mutex<Kept>,
    /// Told when a process that is kept has done its work.
    returned: Condvar,
}

/// Processes that know something about a text, those that waited longest first, and for which page each has worked.
#[derive(Default, Debug)]
struct Kept {
    idle: Vec<(String, Child)>,
    /// The pages of those that work.
    at_work: Vec<String>,
}

/// A process that works for a page.
#[derive(Debug)]
pub struct Clerk<'o> {
    office: &'o Office,
    page: Option<String>,
    child: Option<Child>,
    is_new: bool,
}

impl Office {
    /// An office with processes that are ready to work.
    pub fn new(setup: Setup) -> Office {
        let cores = thread::available_parallelism().map_or(2, usize::from);
        let office = Office {
            setup,
            work: Lane::new(AT_ONCE.max(2 * cores)),
            questions: Lane::new(KEPT),
            memory: machine() / 2,
            writing: Mutex::default(),
            spare: Mutex::default(),
            kept: Mutex::default(),
            returned: Condvar::new(),
        };
        // Where none can be started the first request is told.
        office.spare().extend(office.start(true));
        let first = office.start(false).map(|child| (String::new(), child));
        office.kept().idle.extend(first);
        office
    }

    fn spare(&self) -> MutexGuard<'_, Vec<Child>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&self, gives_way: bool) -> io::Result<Child> {
        Child::start(&self.setup.program, &self.setup.arguments, gives_way)
    }

    /// A process for work.
    pub fn worker(&self) -> io::Result<Clerk<'_>> {
        let spare = self.spare().pop();
        let is_new = spare.is_none();
        let child = spare.map_or_else(|| self.start(true), Ok)?;
        Ok(Clerk { office: self, page: None, child: Some(child), is_new })
    }

    /// A process for questions: the one that worked for this page last knows its texts.
    pub fn clerk(&self, page: &str) -> io::Result<Clerk<'_>> {
        let is_busy = |kept: &mut Kept| !page.is_empty() && kept.at_work.iter().any(|other| other == page);
        let kept = self.returned.wait_timeout_while(self.kept(), OWN, is_busy);
        let mut kept = kept.map_or_else(|lost| lost.into_inner().0, |(kept, _)| kept);
        let named = |name: &str| kept.idle.iter().position(|(known, _)| known == name);
        // Its own, or one that has worked for nobody in particular; another's if there are enough.
        let is_enough = kept.idle.len() + kept.at_work.len() >= KEPT;
        let found =
            named(page).or_else(|| named("")).or_else(|| (is_enough && !kept.idle.is_empty()).then_some(0));
        let is_new = found.is_none();
        let child = found.map_or_else(|| self.start(false), |at| Ok(kept.idle.remove(at).1))?;
        kept.at_work.push(page.to_owned());
        Ok(Clerk { office: self, page: Some(page.to_owned()), child: Some(child), is_new })
    }
}

impl Clerk<'_> {
    /// The process; nothing once it was let go.
    pub fn child(&mut self) -> Option<&mut Child> {
        self.child.as_mut()
    }

    /// Whether it was started for this: others may have ended while they waited.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// Takes the process out: it will work no more.
    pub fn dismiss(mut self) -> Option<Child> {
        self.child.take()
    }

    /// The answer is there: the process may work again.
    pub fn release(mut self) {
        let Some(child) = self.child.take().filter(|child| child.memory() <= MODEST) else { return };
        match &self.page {
            Some(page) => self.office.kept().idle.push((page.clone(), child)),
            None => {
                let mut spare = self.office.spare();
                if spare.len() < SPARE {
                    spare.push(child);
                }
            }
        }
    }
}

impl Drop for Clerk<'_> {
    fn drop(&mut self) {
        let Some(page) = &self.page else { return };
        let mut kept = self.office.kept();
        if let Some(at) = kept.at_work.iter().position(|other| other == page) {
            kept.at_work.swap_remove(at);
        }
        self.office.returned.notify_all();
    }
}

/// The memory of this machine in bytes; 8 GB where the system does not tell.
fn machine() -> usize {
    let text = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok());
    number.map_or(8 << 30, |kilobytes| kilobytes << 10)
}
