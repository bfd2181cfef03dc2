//! What is where: the page, the answers, the folder.

use std::io;
use std::sync::PoisonError;

use serde_json::json;

use super::answer::answer;
use super::folder::{Folder, is_ours};
use super::guard::check_type;
use super::office::Office;
use super::pages::{page, tag};
use super::request::{Head, LARGEST_BODY, Refusal};
use super::response::{ANSWER, JSON, Response, TEXT};
use super::wire::Wire;
use crate::base::disk;

/// Answers whoever has sent a head.
pub fn respond(head: &mut Head, wire: &mut Wire, office: &Office) -> io::Result<()> {
    if let Err(refusal) = office.setup.guard.check(head) {
        return Response::refused(&refusal, Some(head)).send(wire, false);
    }
    let response = match (head.method.as_str(), head.path.as_str()) {
        ("POST", ANSWER) => {
            let guard = &office.setup.guard;
            let body =
                guard.check_key(head).and_then(|()| check_type(head, JSON)).and_then(|()| head.body(wire));
            match body {
                Ok(body) => return answer(body, head, wire, office),
                Err(refusal) => Err(refusal),
            }
        }
        ("PUT", "/file") => write(head, wire, office),
        ("GET" | "HEAD", "/engine.json") => Ok(engine(office)),
        ("GET" | "HEAD", "/files") => list(head, office),
        ("GET" | "HEAD", "/file") => read(head, office),
        ("GET" | "HEAD", _) => enter(head, office).map_or_else(
            || {
                let missing = || Refusal::new(404, "there is no such page");
                page(head, office.setup.pages.as_ref()).ok_or_else(missing)
            },
            Ok,
        ),
        _ => Err(Refusal::new(405, format!("{} is not done here", head.method))),
    };
    let only_head = head.method == "HEAD";
    response.unwrap_or_else(|refusal| Response::refused(&refusal, Some(head))).send(wire, only_head)
}

/// Makes the browser keep the key that an address has, and takes it out of the address.
fn enter(head: &Head, office: &Office) -> Option<Response> {
    let key = office.setup.guard.key.as_ref()?;
    let told = head.asked("key").filter(|_| head.path == "/")?;
    key.fits(&told).then(|| {
        let moved = Response { status: 303, ..Response::new(TEXT, "") };
        moved.with("Location", "/").with("Set-Cookie", key.cookie())
    })
}

/// What the page has to know about this server.
fn engine(office: &Office) -> Response {
    let setup = &office.setup;
    let version = env!("CARGO_PKG_VERSION");
    let files = match (&setup.folder, setup.write) {
        (None, _) => "none",
        (Some(_), None) => "read",
        (Some(_), Some(_)) => "edit",
    };
    let about =
        json!({ "engine": "http", "version": version, "files": files, "bundle": cfg!(feature = "bundle") });
    Response::new(JSON, about.to_string())
}

/// The folder, for who knows the key.
fn folder<'o>(head: &Head, office: &'o Office) -> Result<&'o Folder, Refusal> {
    let folder = office.setup.folder.as_ref().ok_or_else(|| Refusal::new(404, "no folder is served"))?;
    office.setup.guard.check_key(head).map(|()| folder)
}

/// The name of a file in a request.
fn name(head: &Head) -> Result<String, Refusal> {
    head.asked("name").ok_or_else(|| Refusal::new(400, "`?name=` says which file"))
}

fn list(head: &Head, office: &Office) -> Result<Response, Refusal> {
    let (names, more) = folder(head, office)?.names();
    Ok(Response::new(JSON, json!({ "files": names, "more": more }).to_string()))
}

fn read(head: &Head, office: &Office) -> Result<Response, Refusal> {
    let folder = folder(head, office)?;
    let name = name(head)?;
    let path = folder.file(&name).filter(|path| is_ours(path));
    let text = path.and_then(|path| disk::read(&path)).filter(|text| text.len() <= LARGEST_BODY);
    let text = text.ok_or_else(|| Refusal::new(404, format!("there is no text `{name}` in the folder")))?;
    let tag = tag(text.as_bytes());
    Ok(Response::new(TEXT, text).with("ETag", tag))
}

fn write(head: &mut Head, wire: &mut Wire, office: &Office) -> Result<Response, Refusal> {
    let folder = folder(head, office)?;
    let write = office.setup.write.ok_or_else(|| Refusal::new(403, "files are written only with --edit"))?;
    let name = name(head)?;
    let path = folder.place(&name)?;
    check_type(head, "text/plain")?;
    let text = String::from_utf8(head.body(wire)?).map_err(|_| Refusal::new(400, "the text is no UTF-8"))?;
    let _alone = office.writing.lock().unwrap_or_else(PoisonError::into_inner);
    let known = head.field("if-match");
    let now = path.exists().then(|| disk::read(&path).unwrap_or_default());
    if known.is_some_and(|known| now.as_ref().is_none_or(|now| tag(now.as_bytes()) != known)) {
        return Err(Refusal::new(412, format!("`{name}` has changed since it was read")));
    }
    write(&path, &text).map_err(|why| Refusal::new(500, why))?;
    let response =
        Response::new(JSON, json!({ "name": name }).to_string()).with("ETag", tag(text.as_bytes()));
    Ok(Response { status: if now.is_some() { 200 } else { 201 }, ..response })
}
