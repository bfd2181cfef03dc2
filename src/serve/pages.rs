//! The files of the page. They are in the binary; whoever works on them may have them read from a folder instead.

use std::borrow::Cow;
use std::fs;
use std::hash::BuildHasher as _;

use super::folder::Folder;
use super::request::{Head, decoded};
use super::response::{JSON, Response, TEXT};
use crate::base::hash::Fixed;

include!(concat!(env!("OUT_DIR"), "/site.rs"));

/// The file that a path asks for, if there is one.
pub fn page(head: &Head, instead: Option<&Folder>) -> Option<Response> {
    let path = head.path.strip_prefix('/')?;
    let path =
        if path.is_empty() || path.ends_with('/') { format!("{path}index.html") } else { path.to_owned() };
    let body: Cow<'static, [u8]> = match instead {
        Some(folder) => Cow::Owned(fs::read(folder.file(&decoded(&path)?)?).ok()?),
        None => {
            let at = SITE.binary_search_by_key(&path.as_str(), |(name, _)| name).ok()?;
            Cow::Borrowed(SITE[at].1)
        }
    };
    // A browser asks each time whether what it has is still right: after an update the parts must fit together.
    let tag = tag(&body);
    let known =
        head.field("if-none-match").is_some_and(|known| known.split(',').any(|known| known.trim() == tag));
    let fields = vec![("Cache-Control", "no-cache".to_owned()), ("ETag", tag)];
    let (status, body) = if known { (304, Cow::Borrowed(&[][..])) } else { (200, body) };
    Some(Response { status, kind: kind(&path), fields, body })
}

/// What tells one content from another.
pub fn tag(content: &[u8]) -> String {
    format!("\"{:016x}\"", Fixed.hash_one(content))
}

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "map" => JSON,
        "webmanifest" => "application/manifest+json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        _ => TEXT,
    }
}

#[cfg(test)]
mod tests {
    use super::{SITE, kind};

    /// What a plain build brings; with the bundle there is more.
    #[test]
    fn the_page_is_in_order_and_without_its_tests() {
        assert!(SITE.is_sorted_by_key(|(name, _)| name));
        let beside = |name: &str| name.split('/').any(|part| ["test", "node_modules"].contains(&part));
        assert!(SITE.iter().all(|(name, _)| !beside(name)));
        assert!(SITE.iter().all(|(name, _)| kind(name) != super::TEXT), "a file of unknown type");
    }
}
