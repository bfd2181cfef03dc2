//! The files of the page, out of the binary.

use std::collections::BTreeSet;

use serde_json::Value;

use super::client::Server;
use crate::cli::Folder;

/// The paths that a text of the page names: what it imports, and what its tags refer to.
fn named(text: &str, path: &str) -> Vec<String> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let marks = ["from \"", "import \"", "import(\"", "new URL(\"", "src=\"", "href=\""];
    let found =
        marks.iter().flat_map(|mark| text.split(mark).skip(1).filter_map(|rest| rest.split('"').next()));
    let local = found.filter(|name| {
        name.starts_with('.')
            || (path.rsplit_once('.').is_some_and(|(_, ending)| ending == "html")
                && !name.starts_with(['#', 'h', 'd']))
    });
    local.map(|name| resolved(folder, name)).collect()
}

fn resolved(folder: &str, name: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in name.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

#[test]
fn all_that_the_page_names_is_there() {
    let server = Server::start(&Folder::new(), &[]);
    let mut left = vec!["/index.html".to_owned()];
    let mut seen = BTreeSet::new();
    while let Some(path) = left.pop() {
        // The engine for static hosts is loaded where there is no server, and made by `web/build`.
        if !seen.insert(path.clone()) || path.contains("wasm") || path.contains("worker") {
            continue;
        }
        let reply = server.get(&path);
        assert_eq!((reply.status, reply.is_whole), (200, true), "{path}");
        let kind = reply.field("content-type").expect("a type");
        let expected = match path.rsplit_once('.').expect("an ending").1 {
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "html" => "text/html; charset=utf-8",
            "svg" => "image/svg+xml",
            other => panic!("{path}: {other}"),
        };
        assert_eq!(kind, expected, "{path}");
        left.extend(named(&reply.text(), &path));
    }
    assert!(seen.len() > 10, "{seen:?}");
}

#[test]
fn a_browser_keeps_what_has_not_changed() {
    let server = Server::start(&Folder::new(), &[]);
    let first = server.get("/");
    let tag = first.field("etag").expect("a tag").to_owned();
    assert_eq!((first.status, first.field("cache-control")), (200, Some("no-cache")));
    let again = server.send(server.head("GET", "/", &format!("If-None-Match: {tag}\r\n")));
    assert_eq!((again.status, again.body.len()), (304, 0));
    let other = server.send(server.head("GET", "/", "If-None-Match: \"0\"\r\n"));
    assert_eq!((other.status, &other.body), (200, &first.body));
    let head = server.send(server.head("HEAD", "/", ""));
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert_eq!(head.field("content-length"), first.field("content-length"));
}

#[test]
fn the_page_is_told_what_the_server_can() {
    let folder = Folder::new();
    for (words, files) in [(&[][..], "none"), (&["."], "read"), (&[".", "--edit"], "edit")] {
        let server = Server::start(&folder, words);
        let about: Value = serde_json::from_slice(&server.get("/engine.json").body).expect("JSON");
        assert_eq!((about["engine"].as_str(), about["files"].as_str()), (Some("http"), Some(files)));
        assert_eq!(about["version"].as_str(), Some(env!("CARGO_PKG_VERSION")));
    }
}

/// Who works on the page sees each change at once, and nothing beside it.
#[test]
fn the_page_may_be_read_from_a_folder() {
    let outer = Folder::new();
    std::fs::create_dir(outer.0.join("web")).expect("a folder");
    outer.file("web/index.html", "mine");
    outer.file("secret.txt", "");
    let server = Server::start(&outer, &["--pages", "web"]);
    assert_eq!(server.get("/").text(), "mine");
    outer.file("web/index.html", "changed");
    assert_eq!(server.get("/").text(), "changed");
    for path in ["/../secret.txt", "/%2e%2e/secret.txt", "/..%2Fsecret.txt", "/nothing.js"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}
