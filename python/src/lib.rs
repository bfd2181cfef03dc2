//! gridlog for Python: requests and responses are texts, and solutions come one by one. The classes that people use are
//! written in Python, on top of these.
//!
//! Whatever takes long runs in a thread of its own, without Python's lock, while the caller looks for signals: so that Ctrl-C
//! works, and other threads of Python go on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use gridlog::{Answerer, Error, Host, Puzzle, Rules};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// How often a wait looks for signals.
const TICK: Duration = Duration::from_millis(20);

/// Deeply nested rules are followed by recursion: the stack of the program's main thread.
const STACK: usize = 8 << 20;

/// How many solutions are found before they are asked for.
const AHEAD: usize = 64;

/// What a thread hands over. Several threads of Python may wait for it.
type Come<T> = Mutex<Receiver<T>>;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(answer, module)?)?;
    module.add_class::<Solutions>()
}

/// Answers a request of docs/json.md.
#[pyfunction]
fn answer(py: Python<'_>, request: String) -> PyResult<String> {
    let stop = Arc::new(AtomicBool::new(false));
    let host = Host { stop: stop.clone(), ..Host::default() };
    let come = start(move |send| {
        // Whoever waits no more was interrupted.
        let _ = send.send(Answerer::default().answer(&request, host));
    })?;
    wait(py, &come, &stop)?.ok_or_else(fault)
}

/// The solutions of a puzzle, as they are found.
#[pyclass(frozen)]
struct Solutions {
    come: Come<Result<String, String>>,
    stop: Arc<AtomicBool>,
}

#[pymethods]
impl Solutions {
    /// Of a puzzle's text; of a grid or, without a text, of the bare board of rules that are named or, with a text, read.
    #[new]
    fn new(
        rules: Option<(String, Option<String>)>,
        settings: Vec<(String, i64)>,
        text: Option<String>,
        is_grid: bool,
        most: Option<u64>,
    ) -> PyResult<Solutions> {
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let come = start(move |send| {
            let puzzle = read(rules, settings, text.as_deref(), is_grid);
            let ended = puzzle.and_then(|puzzle| {
                let is_over = || stopped.load(Ordering::Relaxed);
                puzzle.each_solution(most, &is_over, |solution| {
                    if send.send(Ok(solution.json())).is_err() {
                        stopped.store(true, Ordering::Relaxed);
                    }
                })
            });
            if let Err(error) = ended {
                let _ = send.send(Err(error.to_string()));
            }
        })?;
        Ok(Solutions { come, stop })
    }

    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    /// The next one, in JSON.
    fn __next__(&self, py: Python<'_>) -> PyResult<Option<String>> {
        wait(py, &self.come, &self.stop)?.transpose().map_err(PyValueError::new_err)
    }

    /// Ends the search.
    fn close(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for Solutions {
    fn drop(&mut self) {
        self.close();
    }
}

fn read(
    rules: Option<(String, Option<String>)>,
    settings: Vec<(String, i64)>,
    text: Option<&str>,
    is_grid: bool,
) -> Result<Puzzle, Error> {
    let Some((name, own)) = rules else { return Puzzle::read(text.unwrap_or_default()) };
    let rules = own.map_or_else(|| Rules::named(&name), |own| Rules::read(&name, &own))?;
    let rules = settings.iter().fold(rules, |rules, (name, value)| rules.set(name, *value));
    match text {
        None => rules.board(),
        Some(text) if is_grid => rules.grid(text),
        Some(text) => rules.puzzle(text),
    }
}

/// Starts a thread that hands things over.
fn start<T: Send + 'static>(act: impl FnOnce(SyncSender<T>) + Send + 'static) -> PyResult<Come<T>> {
    let (send, come) = sync_channel(AHEAD);
    let thread = thread::Builder::new().name("gridlog".to_owned()).stack_size(STACK);
    thread.spawn(move || act(send))?;
    Ok(Mutex::new(come))
}

/// Waits for what a thread hands over; nothing if it has ended. A signal ends the work too.
fn wait<T: Send>(py: Python<'_>, come: &Come<T>, stop: &AtomicBool) -> PyResult<Option<T>> {
    loop {
        let came = py.detach(|| come.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(TICK));
        match came {
            Ok(came) => return Ok(Some(came)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(signal) = py.check_signals() {
            stop.store(true, Ordering::Relaxed);
            return Err(signal);
        }
    }
}

fn fault() -> PyErr {
    PyRuntimeError::new_err("gridlog has a fault: its thread ended without an answer")
}
