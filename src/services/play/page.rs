//! A game as one HTML page that needs no other file: the modules of `web/` joined, the style, and the game as data.

use std::collections::BTreeMap;

use serde::Serialize;

use super::seal::letters;
use super::{About, Game, Journey};
use crate::services::render::escaped;

/// The modules of a page, each after those that it uses.
pub const MODULES: [(&str, &str); 13] = [
    ("board/geometry.js", include_str!("../../../web/board/geometry.js")),
    ("board/picture.js", include_str!("../../../web/board/picture.js")),
    ("board/holds.js", include_str!("../../../web/board/holds.js")),
    ("board/marks.js", include_str!("../../../web/board/marks.js")),
    ("board/gestures.js", include_str!("../../../web/board/gestures.js")),
    ("board/keys.js", include_str!("../../../web/board/keys.js")),
    ("board/board.js", include_str!("../../../web/board/board.js")),
    ("board/keypad.js", include_str!("../../../web/board/keypad.js")),
    ("play/seal.js", include_str!("../../../web/play/seal.js")),
    ("play/judge.js", include_str!("../../../web/play/judge.js")),
    ("play/hints.js", include_str!("../../../web/play/hints.js")),
    ("play/keep.js", include_str!("../../../web/play/keep.js")),
    ("play/frame.js", include_str!("../../../web/play/frame.js")),
];

/// What puts a game of values on the page.
pub const PLAY: [(&str, &str); 2] = [
    ("play/play.js", include_str!("../../../web/play/play.js")),
    ("play/start.js", include_str!("../../../web/play/start.js")),
];

const STYLE: &str = include_str!("../../../web/play/play.css");

/// What a page may do: run its own script and look as its own style says. It loads nothing and sends nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; \
     base-uri 'none'; form-action 'none'";

/// The engine for browsers, compressed, if this build has it.
pub const ENGINE: Option<&[u8]> = include!(concat!(env!("OUT_DIR"), "/engine.rs"));

/// What puts a game of moves on the page.
pub const MOVES: [(&str, &str); 3] = [
    ("engine/instance.js", include_str!("../../../web/engine/instance.js")),
    ("play/moves.js", include_str!("../../../web/play/moves.js")),
    ("play/begin.js", include_str!("../../../web/play/begin.js")),
];

/// What the engine is asked on a page for a puzzle of moves.
#[derive(Debug, Serialize)]
pub struct Request {
    /// The texts that count as files.
    pub files: BTreeMap<String, String>,
    /// The words of the command line.
    pub arguments: Vec<String>,
    /// The params that were set.
    pub settings: Vec<String>,
}

/// The page of a game.
pub fn write(game: &Game) -> String {
    whole(&game.about, &modules(&PLAY), &[("game", data(game))])
}

/// The page of a puzzle of moves, with the engine, which is compressed.
pub fn write_moves(journey: &Journey, request: &Request, engine: &[u8]) -> String {
    let all = [("game", data(journey)), ("request", data(request)), ("engine", letters(engine))];
    whole(&journey.about, &modules(&MOVES), &all)
}

/// The modules of a page; the last one begins.
fn modules(more: &[(&'static str, &'static str)]) -> Vec<(&'static str, &'static str)> {
    MODULES.iter().chain(more).copied().collect()
}

/// A value as a text that ends no script.
fn data(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default().replace('<', "\\u003c")
}

fn whole(about: &About, modules: &[(&str, &str)], data: &[(&str, String)]) -> String {
    let data: Vec<String> = data
        .iter()
        .map(|(id, text)| format!("<script type=\"application/json\" id=\"{id}\">{text}</script>\n"))
        .collect();
    let data = data.concat();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main id=\"play\"></main>\n\
         <noscript>This page needs JavaScript.</noscript>\n{data}<script type=\"module\">\n{}</script>\n</body>\n</html>\n",
        escaped(&about.title),
        joined(modules),
    )
}

/// Modules as one script: what each takes from the others is there already.
fn joined(modules: &[(&str, &str)]) -> String {
    let mut text = String::new();
    for (_, module) in modules {
        for line in module.lines() {
            let is_comment = line.starts_with("// @ts-check");
            // Each import stands on a line of its own.
            if line.starts_with("import ") || is_comment {
                continue;
            }
            text.push_str(line.strip_prefix("export ").unwrap_or(line));
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{MOVES, PLAY, joined, modules};
    use crate::base::hash::Map;

    /// The names that a module declares at its outermost level.
    fn declared(module: &str) -> Vec<&str> {
        let kinds = ["function ", "async function ", "const ", "let ", "class "];
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        module
            .lines()
            .filter_map(|line| {
                let bare = line.strip_prefix("export ").unwrap_or(line);
                let rest = kinds.iter().find_map(|kind| bare.strip_prefix(kind))?;
                Some(&rest[..rest.find(|letter| !is_part(letter)).unwrap_or(rest.len())])
            })
            .collect()
    }

    #[test]
    fn names_are_unique_among_all_modules() {
        for (more, main) in [(&PLAY[..], "playGame"), (&MOVES, "playMoves")] {
            let mut known: Map<&str, &str> = Map::default();
            for (module, text) in modules(more) {
                for name in declared(text) {
                    assert_eq!(known.insert(name, module), None, "{name} of {module}");
                }
            }
            assert!(known.contains_key("createBoard") && known.contains_key(main));
        }
    }

    #[test]
    fn nothing_is_used_before_its_module_and_nothing_is_imported() {
        for more in [&PLAY[..], &MOVES] {
            let modules = modules(more);
            let text = joined(&modules);
            assert!(!text.contains("\nimport ") && !text.contains("\nexport "));
            for (at, (module, text)) in modules.iter().enumerate() {
                for line in text.lines().filter(|line| line.starts_with("import ")) {
                    let from = line.rsplit('/').next().unwrap_or_default().trim_end_matches("\";");
                    let is_before = modules[..at].iter().any(|(name, _)| name.ends_with(&format!("/{from}")));
                    assert!(line.ends_with("\";") && is_before, "{module}: {line}");
                }
            }
        }
    }
}
