//! Reading a request of HTTP/1.1: the part of it that browsers and small programs use.

use std::io::{ErrorKind, Read as _, Write as _};
use std::time::Duration;

use super::wire::Wire;

/// The largest head, in bytes.
const LARGEST_HEAD: usize = 16 << 10;

/// The largest body, in bytes.
pub const LARGEST_BODY: usize = 4 << 20;

/// How long a client may take to send the head, and then the body.
const HEAD_TIME: Duration = Duration::from_secs(5);
const BODY_TIME: Duration = Duration::from_secs(20);

/// What is answered instead of what was asked for: a status, and a sentence that says why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(pub u16, pub String);

impl Refusal {
    /// With a sentence.
    pub fn new(status: u16, why: impl Into<String>) -> Refusal {
        Refusal(status, why.into())
    }
}

/// A head, and what came behind it.
#[derive(Clone, Default, Debug)]
pub struct Head {
    /// As it was sent: `GET`.
    pub method: String,
    /// Before the `?`, as it was sent.
    pub path: String,
    /// Behind the `?`.
    query: String,
    /// Whether the client speaks 1.0, and knows no chunks.
    pub is_old: bool,
    /// Names in lower case.
    fields: Vec<(String, String)>,
    /// What was read of the body already.
    ahead: Vec<u8>,
}

impl Head {
    /// Reads a head; nothing if the client goes away without a word.
    pub fn read(wire: &mut Wire) -> Result<Option<Head>, Refusal> {
        wire.within(HEAD_TIME);
        let mut bytes = Vec::new();
        let mut part = [0; 2048];
        loop {
            let before = bytes.len();
            match wire.read(&mut part) {
                Ok(0) => return Ok(None),
                Ok(count) => bytes.extend_from_slice(&part[..count]),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) if error.kind() == ErrorKind::TimedOut => {
                    return Err(Refusal::new(408, "the request took too long to come"));
                }
                Err(_) => return Ok(None),
            }
            let seam = before.saturating_sub(3);
            if let Some(end) = bytes[seam..].windows(4).position(|four| four == b"\r\n\r\n") {
                let end = seam + end;
                if end <= LARGEST_HEAD {
                    let ahead = bytes.split_off(end + 4);
                    bytes.truncate(end);
                    return Head::parse(&bytes, ahead).map(Some);
                }
            }
            if bytes.len() > LARGEST_HEAD {
                return Err(Refusal::new(431, format!("the head has more than {LARGEST_HEAD} bytes")));
            }
        }
    }

    /// Reads the lines of a head.
    fn parse(bytes: &[u8], ahead: Vec<u8>) -> Result<Head, Refusal> {
        let wrong = |what: &str| Refusal::new(400, format!("this is no HTTP: {what}"));
        let text = String::from_utf8_lossy(bytes);
        let mut lines = text.split("\r\n");
        let mut words = lines.next().unwrap_or_default().split(' ');
        let (Some(method), Some(target), Some(version), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Err(wrong("the first line has a method, a path and a version"));
        };
        if !is_token(method)
            || !target.starts_with('/')
            || !target.bytes().all(|byte| byte.is_ascii_graphic())
        {
            return Err(wrong("the first line has a method, a path and a version"));
        }
        let is_old = match version {
            "HTTP/1.1" => false,
            "HTTP/1.0" => true,
            _ => return Err(Refusal::new(505, "this server speaks HTTP/1.1")),
        };
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let mut head = Head { is_old, ahead, ..Head::default() };
        (head.method, head.path, head.query) = (method.to_owned(), path.to_owned(), query.to_owned());
        for line in lines {
            let (name, value) =
                line.split_once(':').ok_or_else(|| wrong("a field has a name and a value"))?;
            if !is_token(name) || value.contains(|letter: char| letter.is_control() && letter != '\t') {
                return Err(wrong("a field has a name and a value"));
            }
            let name = name.to_ascii_lowercase();
            // To take the first or the last of two would be a guess.
            if ["host", "origin", "content-length", "content-type"].contains(&name.as_str())
                && head.field(&name).is_some()
            {
                return Err(wrong(&format!("{name} is said twice")));
            }
            head.fields.push((name, value.trim().to_owned()));
        }
        Ok(head)
    }

    /// The value of a field by its name in lower case.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The value of a name in the query.
    pub fn asked(&self, name: &str) -> Option<String> {
        let pair =
            self.query.split('&').find_map(|pair| pair.split_once('=').filter(|(key, _)| *key == name));
        pair.and_then(|(_, value)| decoded(value))
    }

    /// The value of a cookie.
    pub fn cookie(&self, name: &str) -> Option<&str> {
        let all = self.fields.iter().filter(|(known, _)| known == "cookie");
        let mut pairs =
            all.flat_map(|(_, value)| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.find_map(|(known, value)| (known == name).then_some(value))
    }

    /// Reads the body.
    pub fn body(&mut self, wire: &mut Wire) -> Result<Vec<u8>, Refusal> {
        let length = self.field("content-length").filter(|_| self.field("transfer-encoding").is_none());
        let length = length.ok_or_else(|| Refusal::new(411, "a body comes with its Content-Length"))?;
        let digits = !length.is_empty() && length.bytes().all(|byte| byte.is_ascii_digit());
        let length = length.parse().unwrap_or(usize::MAX);
        if !digits {
            return Err(Refusal::new(400, "this is no HTTP: Content-Length is a number"));
        }
        if length > LARGEST_BODY {
            return Err(Refusal::new(413, format!("a request has at most {LARGEST_BODY} bytes")));
        }
        wire.within(BODY_TIME);
        let mut body = std::mem::take(&mut self.ahead);
        if body.len() < length && self.field("expect").is_some() {
            wire.write_all(b"HTTP/1.1 100 Continue\r\n\r\n").map_err(|_| cut())?;
        }
        let missing = length.saturating_sub(body.len()) as u64;
        wire.take(missing).read_to_end(&mut body).map_err(|error| match error.kind() {
            ErrorKind::TimedOut => Refusal::new(408, "the body took too long to come"),
            _ => cut(),
        })?;
        if body.len() < length {
            return Err(cut());
        }
        body.truncate(length);
        Ok(body)
    }
}

fn cut() -> Refusal {
    Refusal::new(400, "the body ends too early")
}

/// Whether a text is a name as HTTP has them.
fn is_token(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
}

/// What `%41` and the like stand for; nothing if that is no text.
pub fn decoded(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'%' {
            let hex =
                text.get(at + 1..at + 3).filter(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
            plain.push(u8::from_str_radix(hex, 16).ok()?);
            at += 3;
        } else {
            plain.push(if bytes[at] == b'+' { b' ' } else { bytes[at] });
            at += 1;
        }
    }
    String::from_utf8(plain).ok()
}

#[cfg(test)]
mod tests {
    use super::{Head, decoded};

    fn parse(text: &str) -> Result<Head, u16> {
        Head::parse(text.as_bytes(), Vec::new()).map_err(|refusal| refusal.0)
    }

    #[test]
    fn a_head_is_read() {
        let head =
            parse("GET /file?name=a%2Fb.rules&x=1 HTTP/1.1\r\nHost: localhost:1\r\nCookie: a=b; key=c=d");
        let head = head.expect("a head");
        assert_eq!((head.method.as_str(), head.path.as_str(), head.is_old), ("GET", "/file", false));
        assert_eq!(
            (head.asked("name").as_deref(), head.asked("x").as_deref()),
            (Some("a/b.rules"), Some("1"))
        );
        assert_eq!((head.field("host"), head.field("origin")), (Some("localhost:1"), None));
        assert_eq!((head.cookie("key"), head.cookie("b")), (Some("c=d"), None));
    }

    #[test]
    fn what_is_no_head_is_refused() {
        for (text, status) in [
            ("", 400),
            ("GET /", 400),
            ("GET http://a/ HTTP/1.1", 400),
            ("GET / HTTP/1.1\r\nHost : a", 400),
            ("GET / HTTP/1.1\r\n folded: a", 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nhost: b", 400),
            ("GET / HTTP/1.1\r\na: b\nc: d", 400),
            ("G\u{e9}T / HTTP/1.1", 400),
            ("GET / HTTP/2", 505),
        ] {
            assert_eq!(parse(text).map(|_| ()), Err(status), "{text:?}");
        }
    }

    #[test]
    fn names_are_decoded() {
        assert_eq!(decoded("%2e%2E/a+%C3%A9").as_deref(), Some("../a \u{e9}"));
        assert!(["%", "%1", "%zz", "%+1", "%ff", "a%\u{e9}"].iter().all(|wrong| decoded(wrong).is_none()));
    }
}
