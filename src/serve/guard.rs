//! Who may ask: pages of this server, and programs that act for the user. A page of somebody else may not, whatever name it
//! has given to this machine.

use std::hash::{BuildHasher as _, RandomState};
use std::net::IpAddr;

use super::request::{Head, Refusal};

/// Whom to let in.
#[derive(Debug)]
pub struct Guard {
    /// Whether others than this machine may ask.
    pub is_open: bool,
    /// Names by which the server is known, in lower case, besides the usual ones.
    pub names: Vec<String>,
    /// What a client must know to see the folder: others may use this machine, too.
    pub key: Option<Key>,
}

/// A secret, and under which name a browser keeps it.
#[derive(Debug)]
pub struct Key {
    secret: String,
    cookie: String,
}

impl Key {
    /// A new one, for the server at a port: browsers tell the cookies of ports apart by name alone.
    pub fn new(port: u16) -> Key {
        // The standard library seeds these from the system's source of secrets.
        let secret =
            format!("{:016x}{:016x}", RandomState::new().hash_one(port), RandomState::new().hash_one(0));
        Key { secret, cookie: format!("gridlog-{port}") }
    }

    /// As it stands in an address.
    pub fn secret(&self) -> &str {
        &self.secret
    }

    /// What makes a browser keep it.
    pub fn cookie(&self) -> String {
        format!("{}={}; Path=/; HttpOnly; SameSite=Strict", self.cookie, self.secret)
    }

    /// Whether a text is the secret. How long it takes does not tell how much of it is right.
    pub fn fits(&self, told: &str) -> bool {
        let differ =
            self.secret.bytes().zip(told.bytes()).fold(0, |differ, (own, other)| differ | (own ^ other));
        told.len() == self.secret.len() && differ == 0
    }
}

impl Guard {
    /// Refuses what does not come from a page of this server, nor from a program.
    pub fn check(&self, head: &Head) -> Result<(), Refusal> {
        let host = head.field("host").ok_or_else(|| Refusal::new(400, "a request names its Host"))?;
        if !self.is_known(name(host)) {
            // A name that others own may lead here, and a page of theirs would count as one of ours.
            return Err(Refusal::new(
                421,
                format!("this server is not known as {host}; --name makes it known"),
            ));
        }
        if let Some(origin) = head.field("origin") {
            let own = ["http://", "https://"].iter().filter_map(|scheme| origin.strip_prefix(scheme));
            if !own.into_iter().any(|own| own.eq_ignore_ascii_case(host)) {
                return Err(Refusal::new(403, "a page of another site may not ask"));
            }
        }
        let follows_link = head.field("sec-fetch-mode") == Some("navigate")
            && matches!(head.method.as_str(), "GET" | "HEAD");
        match head.field("sec-fetch-site") {
            None | Some("same-origin" | "none") => Ok(()),
            Some(_) if follows_link => Ok(()),
            Some(_) => Err(Refusal::new(403, "a page of another site may not ask")),
        }
    }

    /// Refuses who does not know the key.
    pub fn check_key(&self, head: &Head) -> Result<(), Refusal> {
        let Some(key) = &self.key else { return Ok(()) };
        let bearer = head.field("authorization").and_then(|told| told.strip_prefix("Bearer "));
        if bearer.or_else(|| head.cookie(&key.cookie)).is_some_and(|told| key.fits(told)) {
            return Ok(());
        }
        Err(Refusal::new(
            403,
            "open the address that `gridlog serve` has printed: it has the key to the folder",
        ))
    }

    /// Whether the server may be known by a name. A number can belong to nobody else.
    fn is_known(&self, name: &str) -> bool {
        let number = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        let own =
            number.map_or(name.eq_ignore_ascii_case("localhost"), |ip| self.is_open || ip.is_loopback());
        own || self.names.iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// A host without its port: tunnels and containers give it another.
fn name(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) && !name.ends_with(':') => name,
        _ => host,
    }
}

/// Whether a body has a type.
pub fn check_type(head: &Head, wanted: &str) -> Result<(), Refusal> {
    let told = head.field("content-type").unwrap_or_default();
    let told = told.split(';').next().unwrap_or_default().trim();
    // A page of another site may send a few types unasked; this makes the browser ask first.
    if told.eq_ignore_ascii_case(wanted) {
        Ok(())
    } else {
        Err(Refusal::new(415, format!("the body is of type {wanted}, and says so")))
    }
}

#[cfg(test)]
mod tests {
    use super::{Guard, Key, name};

    #[test]
    fn only_what_others_cannot_own_is_known() {
        let closed = Guard { is_open: false, names: vec!["box.lan".to_owned()], key: None };
        let open = Guard { is_open: true, names: Vec::new(), key: None };
        for known in ["localhost", "LOCALHOST", "127.0.0.1", "127.0.0.2", "[::1]", "box.lan"] {
            assert!(closed.is_known(known), "{known}");
        }
        for foreign in ["evil.example", "192.168.0.7", "127.0.0.1.evil.example", "localhost.", "", "0.0.0.0"]
        {
            assert!(!closed.is_known(foreign), "{foreign}");
        }
        assert!(open.is_known("192.168.0.7") && open.is_known("[fe80::1]") && !open.is_known("box.lan"));
    }

    #[test]
    fn ports_are_left_out() {
        let hosts = ["localhost:80", "localhost", "[::1]:80", "[::1]", "a:b", "a:"];
        assert_eq!(hosts.map(name), ["localhost", "localhost", "[::1]", "[::1]", "a:b", "a"]);
    }

    #[test]
    fn keys_differ_and_are_compared_to_the_end() {
        let (one, other) = (Key::new(1), Key::new(1));
        assert_ne!(one.secret(), other.secret());
        assert!(one.fits(one.secret()) && !one.fits(other.secret()));
        assert!(!one.fits(&one.secret()[1..]) && !one.fits("") && !one.fits(&format!("{}0", one.secret())));
    }
}
