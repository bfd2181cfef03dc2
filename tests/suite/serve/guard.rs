//! Pages of others may not ask, whatever name they have given to this machine.

use super::client::Server;
use crate::cli::Folder;

const REQUEST: &str = r#"{"command":"count","arguments":["latin"],"options":{"set":["n=3"]}}"#;

/// A request that is right but for one thing that is put in the place of another.
fn status(server: &Server, from: &str, to: &str) -> u16 {
    let right = server.question(REQUEST, "");
    assert!(right.contains(from), "{from} is in {right}");
    server.send(right.replacen(from, to, 1)).status
}

#[test]
fn the_host_must_be_one_that_others_cannot_own() {
    let server = Server::start(&Folder::new(), &["--name", "Box.lan"]);
    let port = server.port;
    let host = format!("Host: {}\r\n", server.host);
    for known in [
        format!("localhost:{port}"),
        "localhost".to_owned(),
        format!("[::1]:{port}"),
        "127.0.0.1:1".to_owned(),
        "box.lan".to_owned(),
    ] {
        assert_eq!(status(&server, &host, &format!("Host: {known}\r\n")), 200, "{known}");
    }
    for foreign in [
        "evil.example",
        "evil.example:80",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "192.168.1.1",
        "",
    ] {
        assert_eq!(status(&server, &host, &format!("Host: {foreign}\r\n")), 421, "{foreign}");
    }
    assert_eq!(status(&server, &host, ""), 400, "no host");
    assert_eq!(status(&server, &host, &format!("{host}Host: evil.example\r\n")), 400, "two hosts");
    // Nothing at all is told under a foreign name.
    for path in ["/", "/engine.json", "/files"] {
        assert_eq!(
            server.send(format!("GET {path} HTTP/1.1\r\nHost: evil.example\r\n\r\n")).status,
            421,
            "{path}"
        );
    }
}

#[test]
fn the_origin_must_be_the_server() {
    let server = Server::start(&Folder::new(), &[]);
    let with = |fields: &str| status(&server, "Content-Type", &format!("{fields}\r\nContent-Type"));
    assert_eq!(with(&format!("Origin: http://{}", server.host)), 200);
    assert_eq!(with("Sec-Fetch-Site: same-origin\r\nSec-Fetch-Mode: cors"), 200);
    for foreign in ["https://evil.example", "null", "http://localhost:1", "http://127.0.0.1", "", "file://"] {
        assert_eq!(with(&format!("Origin: {foreign}")), 403, "{foreign}");
    }
    for site in ["cross-site", "same-site"] {
        assert_eq!(with(&format!("Sec-Fetch-Site: {site}")), 403, "{site}");
        assert_eq!(
            with(&format!("Sec-Fetch-Site: {site}\r\nSec-Fetch-Mode: navigate")),
            403,
            "a form of {site}"
        );
    }
    // A link of another site to the page may be followed; nothing else of it may be taken from there.
    let get = |fields: &str| {
        server.send(server.head("GET", "/", &format!("Sec-Fetch-Site: cross-site\r\n{fields}"))).status
    };
    assert_eq!(
        (get("Sec-Fetch-Mode: navigate\r\n"), get("Sec-Fetch-Mode: no-cors\r\n"), get("")),
        (200, 403, 403)
    );
}

/// What a form or a script of another site can send without asking is not taken.
#[test]
fn the_type_must_be_one_that_others_have_to_ask_for() {
    let server = Server::start(&Folder::new(), &[]);
    let line = "Content-Type: application/json\r\n";
    for wrong in
        ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp", ""]
    {
        assert_eq!(status(&server, line, &format!("Content-Type: {wrong}\r\n")), 415, "{wrong}");
    }
    assert_eq!(status(&server, line, ""), 415);
    assert_eq!(status(&server, line, "Content-Type: Application/JSON; charset=utf-8\r\n"), 200);
    let asked = server.send(server.head("OPTIONS", "/answer", "Access-Control-Request-Method: POST\r\n"));
    assert_eq!(asked.status, 405);
    assert!(!asked.head.to_lowercase().contains("access-control"), "{}", asked.head);
    for method in ["GET", "DELETE", "PUT"] {
        assert!([404, 405].contains(&server.send(server.head(method, "/answer", "")).status), "{method}");
    }
}

#[test]
fn every_reply_says_what_a_page_may_do() {
    let server = Server::start(&Folder::new(), &[]);
    let replies = [
        server.get("/"),
        server.get("/nothing"),
        server.send(server.question(REQUEST, "")),
        server.send("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"),
    ];
    for reply in replies {
        let policy = reply.field("content-security-policy").expect("a policy");
        for part in [
            "default-src 'self'",
            "frame-ancestors 'none'",
            "script-src 'self' 'wasm-unsafe-eval';",
            "object-src 'none'",
        ] {
            assert!(policy.contains(part), "{part} in {policy}");
        }
        assert_eq!(reply.field("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.field("referrer-policy"), Some("no-referrer"));
        assert_eq!(reply.field("cross-origin-resource-policy"), Some("same-origin"));
        assert!(!reply.head.to_lowercase().contains("access-control"), "{}", reply.head);
    }
}

/// Others who use the same machine can reach the server, and must not reach the folder by it.
#[test]
fn a_folder_needs_the_key() {
    let folder = Folder::new();
    folder.file("a.rules", "grid(2, 2) :: 1..2.\n");
    let server = Server::start(&folder, &[".", "--edit"]);
    let key = server.key.clone().expect("a key");
    let bare = |text: String| text.replace(&format!("Authorization: Bearer {key}\r\n"), "");
    let put = "Content-Type: text/plain\r\nContent-Length: 0\r\n";
    for request in [
        server.head("GET", "/files", ""),
        server.head("GET", "/file?name=a.rules", ""),
        server.head("PUT", "/file?name=a.rules", put),
        server.question(REQUEST, ""),
    ] {
        assert_eq!(server.send(bare(request.clone())).status, 403, "{request}");
        assert_eq!(server.send(request.replace(&key, &"0".repeat(key.len()))).status, 403, "{request}");
        assert_eq!(server.send(&request).status, 200, "{request}");
    }
    // A browser gets it by the address that was printed, and keeps it.
    let entered = server.send(bare(server.head("GET", &format!("/?key={key}"), "")));
    assert_eq!((entered.status, entered.field("location")), (303, Some("/")));
    let cookie = entered.field("set-cookie").expect("a cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = format!("Cookie: other=1; {}\r\n", cookie.split(';').next().expect("its value"));
    assert_eq!(server.send(bare(server.head("GET", "/files", &cookie))).status, 200);
    assert_eq!(server.send(bare(server.head("GET", "/?key=0", ""))).field("set-cookie"), None);
}
