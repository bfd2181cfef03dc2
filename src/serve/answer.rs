//! Answering a request: a process works on it, and what it says is handed on line by line. It works for as long as somebody
//! listens, and within the limits.

use std::io;
use std::time::Duration;

use serde::Deserialize;
use serde_json::json;

use super::child::Heard;
use super::lanes::Slot;
use super::office::{Clerk, Office};
use super::request::{Head, Refusal};
use super::response::{Lines, Response, failed};
use super::wire::Wire;
use crate::base::clock::Stopwatch;

/// How often a wait looks around: whether the client is still there, and what the process takes.
const TICK: Duration = Duration::from_millis(50);

/// A process that says nothing for so long is spoken for.
const PULSE: Duration = Duration::from_secs(2);

/// The most time for a question, and to wait for its turn.
const QUESTION: Duration = Duration::from_secs(4);

/// How long a process may take to come to an end with its answer, once it was asked to.
const GRACE: Duration = Duration::from_secs(2);

/// Why there is no answer, or none to the end.
const LATE: &str = "the time limit was reached";

/// What of a request the server has to know.
#[derive(Deserialize)]
struct Peeked {
    command: String,
}

/// Answers the request in a body.
pub fn answer(body: Vec<u8>, head: &Head, wire: &mut Wire, office: &Office) -> io::Result<()> {
    let line = match line(body) {
        Ok(line) => line,
        Err(refusal) => return Response::refused(&refusal, Some(head)).send(wire, false),
    };
    let peeked = serde_json::from_str::<Peeked>(&line);
    let is_question = peeked.is_ok_and(|peeked| office.setup.questions.contains(&peeked.command.as_str()));
    let mut talk = Talk { lines: Lines::new(wire, head), since: Stopwatch::start(), told: Duration::ZERO };
    let (lane, time) =
        if is_question { (&office.questions, QUESTION) } else { (&office.work, office.setup.time + GRACE) };
    let Some(slot) = lane.enter(TICK, |before| talk.is_patient(before, time)) else {
        return talk.give_up();
    };
    let page = is_question.then(|| head.field("x-gridlog-page").unwrap_or_default());
    match hire(office, page, &line) {
        Ok(clerk) => talk.listen(clerk, &slot, office, time, is_question),
        Err(error) => talk.lines.end(&failed(70, &format!("gridlog cannot be started: {error}"))),
    }
}

/// The response of a process that was asked to stop because time was over.
fn late(line: String) -> String {
    match line.strip_prefix("{\"exit\":130,") {
        Some(rest) if rest.starts_with("\"records\":[],\"output\":\"\"") => failed(3, LATE),
        Some(rest) => format!("{{\"exit\":3,{rest}"),
        None => line,
    }
}

/// A request as one line. Between the parts of JSON any blank is as good as a new line, and within them there is none.
fn line(body: Vec<u8>) -> Result<String, Refusal> {
    let mut line = String::from_utf8(body).map_err(|_| Refusal::new(400, "the request is no UTF-8"))?;
    if line.contains(['\n', '\r']) {
        line = line.replace(['\n', '\r'], " ");
    }
    if line.trim_start().starts_with('{') {
        Ok(line)
    } else {
        Err(Refusal::new(400, "a request is an object in JSON, as in docs/json.md"))
    }
}

/// A process that was asked.
fn hire<'o>(office: &'o Office, page: Option<&str>, line: &str) -> io::Result<Clerk<'o>> {
    loop {
        let mut clerk = page.map_or_else(|| office.worker(), |page| office.clerk(page))?;
        let asked = clerk.child().map(|child| child.ask(line));
        match asked {
            Some(Ok(())) => return Ok(clerk),
            // One that was new cannot be better the next time.
            asked if clerk.is_new() => {
                return Err(asked.and_then(Result::err).unwrap_or_else(|| io::ErrorKind::BrokenPipe.into()));
            }
            _ => {}
        }
    }
}

/// What is said to a client.
struct Talk<'w> {
    lines: Lines<'w>,
    since: Stopwatch,
    /// When something was said last.
    told: Duration,
}

impl Talk<'_> {
    /// Says something if it is time for it; whether the client is still there.
    fn pulse(&mut self, text: impl FnOnce(u64) -> String) -> bool {
        let elapsed = self.since.elapsed();
        if elapsed < self.told + PULSE {
            return !self.lines.is_gone();
        }
        self.told = elapsed;
        let seconds = elapsed.as_secs();
        let progress = json!({ "progress": { "seconds": seconds, "text": text(seconds) } });
        !self.lines.is_gone() && self.lines.line(&progress.to_string()).is_ok()
    }

    /// Whether the client goes on to wait for its turn.
    fn is_patient(&mut self, before: usize, time: Duration) -> bool {
        let text = |_| format!("waiting, {before} before this");
        self.since.elapsed() < time && self.pulse(text)
    }

    /// Nobody is there to answer, or nobody to be answered.
    fn give_up(self) -> io::Result<()> {
        if self.lines.is_gone() {
            return Ok(());
        }
        self.lines.refuse(&Refusal::new(503, "too many requests at once; try again later"))
    }

    /// Hands on what a process says, until it has answered, or has to end.
    fn listen(
        mut self,
        mut clerk: Clerk<'_>,
        slot: &Slot<'_>,
        office: &Office,
        time: Duration,
        is_question: bool,
    ) -> io::Result<()> {
        let since = Stopwatch::start();
        let (mut is_heard, mut is_stopped) = (true, false);
        while let Some(child) = clerk.child() {
            let heard = child.hear(TICK);
            match heard {
                Heard::Line(line) if line.starts_with("{\"progress\":") => {
                    self.told = self.since.elapsed();
                    is_heard = is_heard && self.lines.line(&line).is_ok();
                }
                Heard::Line(line) => {
                    let line = if is_stopped { late(line) } else { line };
                    let sent = if is_heard { self.lines.end(&line) } else { Ok(()) };
                    clerk.release();
                    return sent;
                }
                Heard::End => break,
                Heard::Nothing => {}
            }
            is_heard = is_heard && self.pulse(|seconds| format!("working for {seconds} s"));
            if !is_heard && !is_question {
                return Ok(());
            }
            let elapsed = since.elapsed();
            // What a process knows about a text is worth to wait for the end of a question, which comes soon.
            if !is_stopped && (!is_heard || elapsed > time) {
                is_stopped = true;
                child.stop();
            }
            if elapsed > time + GRACE {
                return self.lines.end(&failed(3, LATE));
            }
            let memory = child.memory();
            let most = office.setup.memory;
            if memory > most + most / 4 {
                return self.lines.end(&failed(3, "the memory limit was reached"));
            }
            if slot.is_too_large(memory, office.memory) {
                return self
                    .lines
                    .end(&failed(3, "this machine has no memory left for all requests together"));
            }
        }
        let why = clerk.dismiss().map_or_else(String::new, super::child::Child::last_words);
        self.lines.end(&failed(70, &why))
    }
}

#[cfg(test)]
mod tests {
    use super::{late, line};

    #[test]
    fn what_was_found_in_time_is_told() {
        let found = "{\"exit\":130,\"records\":[{\"id\":\"a\"}],\"output\":\"\",\"messages\":\"\"}";
        assert_eq!(late(found.to_owned()), found.replace("130", "3"));
        let nothing = "{\"exit\":130,\"records\":[],\"output\":\"\",\"messages\":\"\"}";
        assert!(late(nothing.to_owned()).contains("time limit"));
        let whole = found.replace("130", "0");
        assert_eq!(late(whole.clone()), whole);
    }

    #[test]
    fn a_request_is_one_line_and_an_object() {
        assert_eq!(line(b"{\r\n\"a\":\n1}".to_vec()).as_deref(), Ok("{  \"a\": 1}"));
        for wrong in [&b""[..], b"stop", b"\n", b"[]", b"\"{\"", b"\xff{}"] {
            assert_eq!(line(wrong.to_vec()).map_err(|refusal| refusal.0), Err(400), "{wrong:?}");
        }
    }
}
