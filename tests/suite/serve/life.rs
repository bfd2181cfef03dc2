//! How the server begins and ends, and all that it has started with it.

use std::net::TcpListener;
use std::process::Command;

use super::client::{LINUX, Server, endless, is_alive, until};
use crate::cli::{Folder, run};

#[test]
fn a_port_that_was_asked_for_and_is_taken_is_an_error() {
    let folder = Folder::new();
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("its address").port().to_string();
    let ran = run(&folder, &["serve", "--no-open", "--port", &port]);
    assert_eq!((ran.status, ran.out.as_str()), (4, ""));
    assert!(ran.err.contains(&port), "{}", ran.err);
}

#[test]
fn another_port_is_taken_if_the_usual_one_is() {
    // Another server may have it: then it is taken as well.
    let _taken = TcpListener::bind("127.0.0.1:7453");
    let server = Server::start_at(&Folder::new(), &[]);
    assert_ne!(server.port, 7453);
    assert!(server.is_well());
}

#[test]
fn folders_that_are_not_there_are_an_error() {
    let folder = Folder::new();
    folder.file("file", "");
    for (words, status) in [(&["nothing"][..], 4), (&["file"], 4), (&["--edit"], 2), (&["--host", "x y"], 2)]
    {
        let ran = run(&folder, &[&["serve", "--no-open", "--port", "0"], words].concat());
        assert_eq!((ran.status, ran.out.as_str()), (status, ""), "{words:?}: {}", ran.err);
    }
}

#[test]
fn only_this_machine_is_served_unless_told_otherwise() {
    let server = Server::start(&Folder::new(), &[]);
    assert!(server.host.starts_with("127.0.0.1:"), "{}", server.host);
    let open = Server::start(&Folder::new(), &["--host", "0.0.0.0"]);
    // A number is nobody's name.
    let reply = open.send("GET /engine.json HTTP/1.1\r\nHost: 192.168.7.7\r\n\r\n");
    assert_eq!(reply.status, 200);
    assert_eq!(open.send("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n").status, 421);
}

#[test]
fn what_it_has_started_ends_with_it() {
    if !LINUX {
        return;
    }
    for signal in ["-INT", "-TERM", "-KILL"] {
        let mut server = Server::start(&Folder::new(), &[]);
        let working = server.begin(&endless());
        let started = server.children();
        assert!(started.len() >= 2, "{started:?}");
        let sent =
            Command::new("kill").args([signal, &server.process.id().to_string()]).status().expect("a signal");
        assert!(sent.success());
        let status = server.process.wait().expect("its end").code();
        assert_eq!(status, if signal == "-KILL" { None } else { Some(130) }, "{signal}");
        until("all processes have ended", || started.iter().all(|id| !is_alive(*id)));
        drop(working);
    }
}
