//! Writing a response: whole, or as lines that come one by one. Every one of them says what a page may do.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::io::{self, BufWriter, Write as _};
use std::time::Duration;

use serde_json::json;

use super::request::{Head, Refusal};
use super::wire::Wire;

/// How long a client may take to read a response, or one of its lines.
const TIME: Duration = Duration::from_secs(30);

/// What goes with every response. A page gets scripts, workers and answers from here alone, may run WebAssembly, and is shown
/// in no frame of others; styles may stand in the text because pictures and editors bring theirs.
const ALWAYS: &str = "Content-Security-Policy: default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
     worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'\r\n\
     X-Content-Type-Options: nosniff\r\n\
     Referrer-Policy: no-referrer\r\n\
     Cross-Origin-Opener-Policy: same-origin\r\n\
     Cross-Origin-Resource-Policy: same-origin\r\n\
     Connection: close\r\n";

/// A response that is there as a whole.
#[derive(Debug)]
pub struct Response {
    /// Such as 200.
    pub status: u16,
    /// The type of its content.
    pub kind: &'static str,
    /// More fields, each with its value.
    pub fields: Vec<(&'static str, String)>,
    /// Its content.
    pub body: Cow<'static, [u8]>,
}

/// Where requests are answered.
pub const ANSWER: &str = "/answer";

/// The type of JSON.
pub const JSON: &str = "application/json";
/// The type of lines of JSON.
const LINES: &str = "application/jsonl";
/// The type of a text.
pub const TEXT: &str = "text/plain; charset=utf-8";

impl Response {
    /// That all is well, with content that is not to be kept.
    pub fn new(kind: &'static str, body: impl Into<Vec<u8>>) -> Response {
        let fields = vec![("Cache-Control", "no-store".to_owned())];
        Response { status: 200, kind, fields, body: Cow::Owned(body.into()) }
    }

    /// That something else is done than was asked for: the sentence, and to who wants an answer in JSON like the response to a
    /// request that makes no sense.
    pub fn refused(Refusal(status, why): &Refusal, head: Option<&Head>) -> Response {
        let exit = if *status == 503 { 3 } else { 2 };
        let wants_json = head.is_some_and(|head| head.path == ANSWER);
        let response = if wants_json {
            Response::new(JSON, failed(exit, why))
        } else {
            Response::new(TEXT, why.as_str())
        };
        Response { status: *status, ..response }
    }

    /// With one more field.
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Response {
        self.fields.push((name, value.into()));
        self
    }

    /// Sends it, without its content if only the head was asked for.
    pub fn send(&self, wire: &mut Wire, only_head: bool) -> io::Result<()> {
        wire.within(TIME);
        let mut head = opening(self.status, self.kind);
        for (name, value) in &self.fields {
            let _always = write!(head, "{name}: {value}\r\n");
        }
        // 304 speaks of content that it does not bring.
        if self.status != 304 {
            let _always = write!(head, "Content-Length: {}\r\n", self.body.len());
        }
        head.push_str("\r\n");
        let mut out = BufWriter::new(wire);
        out.write_all(head.as_bytes())?;
        if !only_head {
            out.write_all(&self.body)?;
        }
        out.flush()
    }
}

/// What a process would have answered to say why it did not.
pub fn failed(exit: u8, why: &str) -> String {
    let messages = format!("error: {why}\n");
    json!({ "exit": exit, "records": [], "output": "", "messages": messages }).to_string()
}

fn opening(status: u16, kind: &str) -> String {
    format!("HTTP/1.1 {status} {}\r\nContent-Type: {kind}\r\n{ALWAYS}", word(status))
}

fn word(status: u16) -> &'static str {
    match status {
        200 => "OK",
        201 => "Created",
        303 => "See Other",
        304 => "Not Modified",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        411 => "Length Required",
        412 => "Precondition Failed",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        421 => "Misdirected Request",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        505 => "HTTP Version Not Supported",
        _ => "Error",
    }
}

/// A response that comes line by line. The last one ends it, so that a client can tell whether it has all.
#[derive(Debug)]
pub struct Lines<'w> {
    wire: &'w mut Wire,
    head: &'w Head,
    has_begun: bool,
}

impl<'w> Lines<'w> {
    /// One of which nothing is sent yet; in chunks, unless the client is too old for them.
    pub fn new(wire: &'w mut Wire, head: &'w Head) -> Lines<'w> {
        Lines { wire, head, has_begun: false }
    }

    /// Whether the client has gone away.
    pub fn is_gone(&self) -> bool {
        self.wire.is_gone()
    }

    /// Refuses the request instead, while nothing is sent yet.
    pub fn refuse(self, refusal: &Refusal) -> io::Result<()> {
        if self.has_begun {
            return self.end(&failed(3, &refusal.1));
        }
        Response::refused(refusal, Some(self.head)).send(self.wire, false)
    }

    /// Sends a line.
    pub fn line(&mut self, line: &str) -> io::Result<()> {
        self.send(line, false)
    }

    /// Sends the last line.
    pub fn end(mut self, line: &str) -> io::Result<()> {
        self.send(line, true)
    }

    fn send(&mut self, line: &str, last: bool) -> io::Result<()> {
        self.wire.within(TIME);
        let is_chunked = !self.head.is_old;
        let mut out = BufWriter::new(&mut *self.wire);
        if !self.has_begun {
            self.has_begun = true;
            let chunked = if is_chunked { "Transfer-Encoding: chunked\r\n" } else { "" };
            write!(out, "{}Cache-Control: no-store\r\n{chunked}\r\n", opening(200, LINES))?;
        }
        if is_chunked {
            write!(out, "{:x}\r\n{line}\n\r\n", line.len() + 1)?;
            out.write_all(if last { b"0\r\n\r\n" } else { b"" })?;
        } else {
            writeln!(out, "{line}")?;
        }
        out.flush()
    }
}
