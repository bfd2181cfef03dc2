//! A server for a test, and a client that says what it is told to, byte for byte.

use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::cli::{Folder, gridlog};

/// When something that must come is given up: far beyond what the busiest machine takes.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// Whether the system tells what processes do, and lets one have as many connections as some tests open.
pub const LINUX: bool = cfg!(target_os = "linux");

/// A request that nobody can wait for.
pub fn endless() -> Value {
    json!({ "command": "count", "arguments": ["latin"], "options": { "set": ["n=9"] } })
}

/// Waits until something holds.
pub fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !holds() {
        assert!(begin.elapsed() < PATIENCE, "{what}: not after {PATIENCE:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A server, which ends with this value.
pub struct Server {
    pub process: Child,
    /// Address and port.
    pub host: String,
    pub port: u16,
    /// What opens the folder, if there is one.
    pub key: Option<String>,
}

impl Server {
    /// One on any free port.
    pub fn start(folder: &Folder, words: &[&str]) -> Server {
        Server::start_at(folder, &[words, &["--port", "0"]].concat())
    }

    pub fn start_at(folder: &Folder, words: &[&str]) -> Server {
        let mut command = gridlog(folder);
        command.args(["serve", "--no-open", "--quiet"]).args(words);
        let mut process =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        let stdout = process.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut line).expect("an address");
        let rest = line.trim_end().strip_prefix("http://").unwrap_or_else(|| panic!("no address: {line}"));
        let (host, path) = rest.split_once('/').expect("a path");
        let key = path.strip_prefix("?key=").map(str::to_owned);
        let port = host.rsplit_once(':').expect("a port").1.parse().expect("a number");
        Server { process, host: host.to_owned(), port, key }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        stream
    }

    /// Sends bytes as they are, and reads all that comes.
    pub fn send(&self, bytes: impl AsRef<[u8]>) -> Reply {
        let mut stream = self.connect();
        // A server that has heard enough may have answered by now.
        let _taken = stream.write_all(bytes.as_ref());
        Reply::read(stream)
    }

    /// The same without more to come.
    pub fn send_all(&self, bytes: impl AsRef<[u8]>) -> Reply {
        let mut stream = self.connect();
        let _taken = stream.write_all(bytes.as_ref());
        let _closed = stream.shutdown(Shutdown::Write);
        Reply::read(stream)
    }

    /// A head, with the fields that every honest client sends.
    pub fn head(&self, method: &str, path: &str, fields: &str) -> String {
        let key =
            self.key.as_ref().map_or_else(String::new, |key| format!("Authorization: Bearer {key}\r\n"));
        format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n{key}{fields}\r\n", self.host)
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send(self.head("GET", path, ""))
    }

    /// A question as a page asks it.
    pub fn question(&self, request: &str, fields: &str) -> String {
        let fields =
            format!("Content-Type: application/json\r\nContent-Length: {}\r\n{fields}", request.len());
        self.head("POST", "/answer", &fields) + request
    }

    /// Asks, and gives the response.
    pub fn ask(&self, request: &Value) -> String {
        let reply = self.send(self.question(&request.to_string(), ""));
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.response()
    }

    /// Whether it answers as if nothing had happened.
    pub fn is_well(&self) -> bool {
        self.ask(&json!({ "command": "count", "arguments": ["latin"], "options": { "set": ["n=3"] } }))
            .contains("\"count\":12")
    }

    /// The processes that it has started and that have not ended.
    pub fn children(&self) -> Vec<u32> {
        children(self.process.id())
    }

    /// Asks, and comes back once somebody works on it.
    pub fn begin(&self, request: &Value) -> TcpStream {
        let mut stream = self.connect();
        stream.write_all(self.question(&request.to_string(), "").as_bytes()).expect("a request");
        let mut lines = BufReader::new(stream.try_clone().expect("the connection"));
        let mut line = String::new();
        while !line.contains("\"progress\"") {
            line.clear();
            assert_ne!(lines.read_line(&mut line).expect("a line"), 0, "the end before any progress");
        }
        stream
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ended = self.process.kill();
        let _reaped = self.process.wait();
    }
}

/// The living processes that a process has started.
fn children(parent: u32) -> Vec<u32> {
    let path = format!("/proc/{parent}/task");
    let threads = std::fs::read_dir(path).into_iter().flatten().flatten();
    let texts = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    let mut all: Vec<u32> = texts
        .flat_map(|text| text.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
        .filter(|id| is_alive(*id))
        .collect();
    all.sort_unstable();
    all
}

/// Whether a process runs: one that nobody has asked for its status yet does not.
pub fn is_alive(id: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    status.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'))
}

/// What came back.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
    /// Whether the body is as long as its head says.
    pub is_whole: bool,
}

impl Reply {
    fn read(mut stream: TcpStream) -> Reply {
        let mut bytes = Vec::new();
        // What a connection that is torn down has brought counts.
        let _torn = stream.read_to_end(&mut bytes);
        let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else {
            return Reply { status: 0, head: String::new(), body: bytes, is_whole: false };
        };
        let head = String::from_utf8(bytes[..end].to_vec()).expect("a head in UTF-8");
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
        let mut reply = Reply { status, head, body: bytes.split_off(end + 4), is_whole: false };
        if reply.field("transfer-encoding") == Some("chunked") {
            (reply.body, reply.is_whole) = joined(&reply.body);
        } else {
            reply.is_whole =
                reply.field("content-length").is_some_and(|told| told == reply.body.len().to_string());
        }
        reply
    }

    pub fn field(&self, name: &str) -> Option<&str> {
        let mut pairs = self.head.lines().filter_map(|line| line.split_once(": "));
        pairs.find_map(|(known, value)| known.eq_ignore_ascii_case(name).then_some(value))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The last line, once all have come.
    pub fn response(&self) -> String {
        assert!(self.is_whole, "a cut answer: {}", self.text());
        self.text().lines().last().expect("a line").to_owned()
    }
}

/// The content of chunks, and whether the last one came.
fn joined(mut bytes: &[u8]) -> (Vec<u8>, bool) {
    let mut whole = Vec::new();
    while let Some(end) = bytes.windows(2).position(|two| two == b"\r\n") {
        let size =
            std::str::from_utf8(&bytes[..end]).ok().and_then(|size| usize::from_str_radix(size, 16).ok());
        let Some(size) = size else { return (whole, false) };
        let Some(chunk) = bytes.get(end + 2..end + 2 + size) else { return (whole, false) };
        if size == 0 {
            return (whole, bytes[end..] == *b"\r\n\r\n");
        }
        whole.extend_from_slice(chunk);
        bytes = &bytes[end + 2 + size..];
        bytes = bytes.strip_prefix(b"\r\n").unwrap_or(bytes);
    }
    (whole, false)
}
