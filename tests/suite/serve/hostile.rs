//! Bytes that mean harm: each gets an answer or an end, and nobody else notices.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use serde_json::Value;

use super::client::{LINUX, Server, endless, until};
use crate::cli::Folder;

#[test]
fn what_is_no_request_is_refused() {
    let server = Server::start(&Folder::new(), &[]);
    let host = format!("Host: {}\r\n", server.host);
    let cases: Vec<(Vec<u8>, &[u16])> = vec![
        (b"\0\x01\x02\xff garbage\r\n\r\n".to_vec(), &[400]),
        (b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03\r\n\r\n".to_vec(), &[400]),
        (b"GET\r\n\r\n".to_vec(), &[400]),
        (b"GET / HTTP/1.1\nHost: localhost\n\n\r\n\r\n".to_vec(), &[400]),
        (format!("GET http://evil.example/ HTTP/1.1\r\n{host}\r\n").into(), &[400]),
        (format!("GET / HTTP/3\r\n{host}\r\n").into(), &[505]),
        (format!("GET / HTTP/1.1\r\n{host}a\u{e9}: b\r\n\r\n").into(), &[400]),
        (format!("GET / HTTP/1.1\r\n{host}: b\r\n\r\n").into(), &[400]),
        (format!("GET /{} HTTP/1.1\r\n{host}\r\n", "a".repeat(20_000)).into(), &[431]),
        (format!("GET / HTTP/1.1\r\n{host}{}\r\n", "a: b\r\n".repeat(5_000)).into(), &[431]),
        ("a".repeat(1 << 20).into(), &[431]),
        (format!("BREW / HTTP/1.1\r\n{host}\r\n").into(), &[405]),
    ];
    for (bytes, expected) in cases {
        let reply = server.send(&bytes);
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(60)]).into_owned();
        assert!(expected.contains(&reply.status), "{shown:?}: {}", reply.status);
    }
    assert!(server.is_well());
}

#[test]
fn no_path_leads_to_the_disk() {
    let server = Server::start_at_root();
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/Cargo.toml",
        "/web/index.html",
        "/src/lib.rs",
        "/index.html/../../Cargo.toml",
        "/test/browser.js",
        "/package.json",
        "/files",
        "/file?name=Cargo.toml",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

impl Server {
    /// One in the folder of this crate, which it is not to serve.
    fn start_at_root() -> Server {
        let root = std::mem::ManuallyDrop::new(Folder(env!("CARGO_MANIFEST_DIR").into()));
        Server::start(&root, &[])
    }
}

#[test]
fn bodies_that_make_no_sense_are_refused() {
    let server = Server::start(&Folder::new(), &[]);
    let kind = "Content-Type: application/json\r\n";
    let length =
        |length: &str| server.head("POST", "/answer", &format!("{kind}Content-Length: {length}\r\n"));
    // Refused by what its head says: nobody waits for the rest.
    for (told, status) in
        [("5000000", 413), ("99999999999999999999999", 413), ("-1", 400), ("+1", 400), ("1x", 400), ("", 400)]
    {
        assert_eq!(server.send(length(told)).status, status, "{told}");
    }
    let chunked = server.head("POST", "/answer", &format!("{kind}Transfer-Encoding: chunked\r\n"))
        + "2\r\n{}\r\n0\r\n\r\n";
    assert_eq!(server.send(chunked).status, 411);
    assert_eq!(server.send(server.head("POST", "/answer", kind)).status, 411);
    let smuggled = length("2").replace("Content-Length: 2\r\n", "Content-Length: 2\r\nContent-Length: 3\r\n");
    assert_eq!(server.send(smuggled + "{}").status, 400);
    assert_eq!(server.send_all(length("10") + "{}").status, 400, "a body that is cut");
    // All of a body that is too long is sent, and the answer still arrives.
    assert_eq!(server.send(length("5000000") + &" ".repeat(5_000_000)).status, 413);
    for wrong in ["stop", "", "[]", "\"{}\"", "null", "\u{feff}{}"] {
        assert_eq!(server.send(server.question(wrong, "")).status, 400, "{wrong:?}");
    }
    assert_eq!(server.send([length("2").as_bytes(), b"\xff\xff"].concat()).status, 400);
    assert!(server.is_well());
}

#[test]
fn requests_that_mean_harm_are_answered() {
    let server = Server::start(&Folder::new(), &["--time-limit", "2s", "--memory-limit", "200MB"]);
    let deep =
        |open: &str, count: usize| format!("{{\"command\":\"list\",\"options\":{}", open.repeat(count));
    let rules = |text: &str| {
        let texts = serde_json::json!({ "a.rules": text });
        serde_json::json!({ "command": "solve", "arguments": ["a.rules"], "files": texts }).to_string()
    };
    let cases = [
        (deep("[", 1_000_000), 2),
        (deep("{\"a\":", 500_000), 2),
        (format!("{{\"command\":\"{}\"}}", "a".repeat(3_000_000)), 2),
        ("{\"command\":\"solve\"\nstop\n{\"command\":\"list\"}".to_owned(), 2),
        (rules(&"(".repeat(1_000_000)), 2),
        (rules("grid(500, 500) :: 1..9.\nall: cell(C), cell(D), C \\= D => C \\= D.\n"), 2),
        (rules("grid(2, 2) :: 0..1.\np(X) :- p(s(X)).\nend: cell(C), p(0) => C = 1.\n"), 2),
    ];
    for (request, exit) in cases {
        let reply = server.send(server.question(&request, ""));
        let shown = &request[..request.len().min(80)];
        let response: Value = serde_json::from_str(&reply.response()).expect("JSON");
        let found = response["exit"].as_u64();
        assert!(found == Some(exit) || found == Some(3), "{shown}: {response}");
    }
    assert!(server.is_well());
}

/// A client that says nothing is closed after a while, one that is too slow as well: the time is for the whole head.
#[test]
fn slow_clients_are_closed() {
    let server = Server::start(&Folder::new(), &[]);
    let mut silent = server.connect();
    let mut slow = server.connect();
    let mut writer = slow.try_clone().expect("the connection");
    let trickle = std::thread::spawn(move || {
        let _taken = writer.write_all(b"GET / HTTP/1.1\r\n");
        while writer.write_all(b"a").is_ok() {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    });
    for stream in [&mut silent, &mut slow] {
        let mut text = Vec::new();
        let _torn = stream.read_to_end(&mut text);
        assert!(text.starts_with(b"HTTP/1.1 408 "), "{}", String::from_utf8_lossy(&text));
    }
    drop(slow);
    trickle.join().expect("it was closed");
    assert!(server.is_well());
}

/// Silent connections make room for those that want something.
#[test]
fn many_connections_keep_out_nobody() {
    if !LINUX {
        return;
    }
    let server = Server::start(&Folder::new(), &[]);
    let silent: Vec<TcpStream> = (0..400).map(|_| server.connect()).collect();
    assert!(server.is_well());
    let slow: Vec<TcpStream> = (0..400)
        .map(|_| {
            let mut stream = server.connect();
            let _closed = stream.write_all(b"POST /answer HTTP/1.1\r\n");
            stream
        })
        .collect();
    assert!(server.is_well());
    drop((silent, slow));
    assert!(server.is_well());
}

/// When all are at work others are told, and are let in again later.
#[test]
fn too_much_work_is_refused_in_words() {
    if !LINUX {
        return;
    }
    let server = Server::start(&Folder::new(), &[]);
    let question = server.question(&endless().to_string(), "");
    let mut busy = Vec::new();
    let refused = loop {
        assert!(busy.len() < 400, "so many at once");
        let mut stream = server.connect();
        stream.write_all(question.as_bytes()).expect("a request");
        busy.push(stream);
        if busy.len() >= 200 {
            let reply = server.get("/engine.json");
            if reply.status != 200 {
                break reply;
            }
        }
    };
    assert!(refused.status == 503 && refused.text().contains("too many"), "{refused:?}");
    assert!(server.children().len() < 50, "work waits for its turn");
    drop(busy);
    until("there is room again", || server.send(server.question("{}", "")).status == 200);
}
