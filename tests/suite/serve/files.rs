//! The folder that is served: nothing but it, and written only if that was said.

use std::fs;

use serde_json::{Value, json};

use super::client::{Reply, Server};
use crate::cli::{Folder, read};

const RULES: &str = "grid(2, 2) :: 1..2.\n";

/// A folder with files in it and beside it, and a server for the inner one.
fn served(words: &[&str]) -> (Folder, Server) {
    let outer = Folder::new();
    for folder in ["inner", "inner/deep", "inner/.hidden", "other"] {
        fs::create_dir(outer.0.join(folder)).expect("a folder");
    }
    for name in [
        "inner/a.rules",
        "inner/deep/b.puzzle",
        "inner/.c.rules",
        "inner/.hidden/d.rules",
        "inner/e.txt",
        "secret.rules",
    ] {
        outer.file(name, RULES);
    }
    for (link, target) in [
        ("inner/out.rules", "../secret.rules"),
        ("inner/within.rules", "a.rules"),
        ("inner/away", "../other"),
        ("inner/loop", "."),
        ("inner/nowhere.rules", "../other/made.rules"),
    ] {
        std::os::unix::fs::symlink(target, outer.0.join(link)).expect("a link");
    }
    let server = Server::start(&outer, &[&["inner"], words].concat());
    (outer, server)
}

fn put(server: &Server, name: &str, text: &str, fields: &str) -> Reply {
    let fields = format!("Content-Type: text/plain\r\nContent-Length: {}\r\n{fields}", text.len());
    server.send(server.head("PUT", &format!("/file?name={name}"), &fields) + text)
}

/// Names that lead out, as they are and in disguise.
const OUTSIDE: [&str; 15] = [
    "a%0Ab.rules",
    "../secret.rules",
    "..%2Fsecret.rules",
    "%2e%2e/secret.rules",
    "deep/../../secret.rules",
    "deep/%2E%2E/%2E%2E/secret.rules",
    "/etc/passwd",
    "%2Fetc%2Fpasswd",
    "..%5Csecret.rules",
    "%00a.rules",
    ".c.rules",
    ".hidden/d.rules",
    "out.rules",
    "away/made.rules",
    "",
];

#[test]
fn rules_and_puzzles_are_listed_and_read() {
    let (outer, server) = served(&[]);
    let listed: Value = serde_json::from_slice(&server.get("/files").body).expect("JSON");
    let names = ["a.rules", "deep/b.puzzle", "within.rules"];
    assert_eq!(listed, json!({ "files": names, "more": false }));
    for name in ["a.rules", "deep/b.puzzle", "deep%2Fb.puzzle"] {
        let reply = server.get(&format!("/file?name={name}"));
        assert_eq!((reply.status, reply.text().as_str()), (200, RULES), "{name}");
    }
    for name in OUTSIDE.iter().chain(&["e.txt", "deep", "nothing.rules", "nowhere.rules"]) {
        let reply = server.get(&format!("/file?name={name}"));
        assert_eq!(reply.status, 404, "{name}: {}", reply.text());
    }
    let whole = outer.0.join("inner/a.rules");
    assert_eq!(server.get(&format!("/file?name={}", whole.display())).status, 404, "a whole path");
    assert_eq!(server.get("/file").status, 400);
    let about: Value = serde_json::from_slice(&server.get("/engine.json").body).expect("JSON");
    assert_eq!((&about["engine"], &about["files"]), (&json!("http"), &json!("read")));
}

#[test]
fn requests_read_the_folder_and_no_more() {
    let (_outer, server) = served(&[]);
    let exit = |path: &str| {
        let response: Value =
            serde_json::from_str(&server.ask(&json!({ "command": "count", "arguments": [path] })))
                .expect("JSON");
        response["exit"].clone()
    };
    assert_eq!(exit("a.rules"), 0);
    for outside in ["../secret.rules", "out.rules", "/etc/passwd"] {
        assert_eq!(exit(outside), 4, "{outside}");
    }
}

#[test]
fn without_edit_nothing_is_written() {
    let (outer, server) = served(&[]);
    for name in ["a.rules", "new.rules"] {
        let reply = put(&server, name, "changed", "");
        assert_eq!(reply.status, 403, "{name}");
        assert!(reply.text().contains("--edit"), "{}", reply.text());
    }
    assert_eq!(read(&outer.0.join("inner/a.rules")), RULES);
    assert!(!outer.0.join("inner/new.rules").exists());
    assert_eq!(Server::start(&outer, &[]).get("/files").status, 404, "no folder, no files");
}

#[test]
fn with_edit_rules_and_puzzles_are_written() {
    let (outer, server) = served(&["--edit"]);
    let inner = outer.0.join("inner");
    let before = server.get("/file?name=a.rules").field("etag").expect("a tag").to_owned();
    assert_eq!(put(&server, "a.rules", "changed\n", &format!("If-Match: {before}\r\n")).status, 200);
    assert_eq!(read(&inner.join("a.rules")), "changed\n");
    assert_eq!(put(&server, "a.rules", "lost\n", &format!("If-Match: {before}\r\n")).status, 412);
    assert_eq!(read(&inner.join("a.rules")), "changed\n", "somebody else has changed it");
    assert_eq!(put(&server, "deep/n%C3%A9w.puzzle", "new\n", "").status, 201);
    assert_eq!(read(&inner.join("deep/n\u{e9}w.puzzle")), "new\n");
    let count = || walk(&outer.0);
    let files = count();
    for name in OUTSIDE.iter().chain(&[
        "e.txt",
        "new.js",
        "rules",
        "nowhere/x.rules",
        "nowhere.rules",
        "deep",
        "new.rules/x",
    ]) {
        let reply = put(&server, name, "changed", "");
        assert!([400, 403].contains(&reply.status), "{name}: {} {}", reply.status, reply.text());
    }
    assert_eq!(count(), files, "nothing else came to be");
    assert_eq!(read(&outer.0.join("secret.rules")), RULES);
    assert!(!outer.0.join("other/made.rules").exists());
    let fields = "Content-Type: text/plain\r\nContent-Length: 2\r\n";
    let bytes = [server.head("PUT", "/file?name=a.rules", fields).as_bytes(), b"\xff\xfe"].concat();
    assert_eq!(server.send(bytes).status, 400, "no UTF-8");
    assert_eq!(server.send(server.head("PUT", "/file?name=a.rules", "Content-Length: 0\r\n")).status, 415);
    assert_eq!(read(&inner.join("a.rules")), "changed\n");
}

#[test]
fn who_writes_at_once_writes_one_after_the_other() {
    let (outer, server) = served(&["--edit"]);
    let before = walk(&outer.0);
    std::thread::scope(|scope| {
        for writer in 0..10 {
            let server = &server;
            scope.spawn(move || {
                for turn in 0..5 {
                    let text = format!("{writer} {turn}\n").repeat(1000);
                    let reply = put(server, "a.rules", &text, "");
                    assert_eq!(reply.status, 200, "{}", reply.text());
                }
            });
        }
    });
    let text = read(&outer.0.join("inner/a.rules"));
    let first = text.lines().next().expect("a line");
    assert!(
        text.lines().count() == 1000 && text.lines().all(|line| line == first),
        "one text, and all of it"
    );
    assert_eq!(walk(&outer.0), before, "no leftovers");
}

/// All paths below a folder.
fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry")) {
        found.push(entry.path());
        if entry.file_type().expect("a type").is_dir() {
            found.extend(walk(&entry.path()));
        }
    }
    found.sort();
    found
}
