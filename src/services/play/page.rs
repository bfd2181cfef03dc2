//! A game as one HTML page that needs no other file: the modules of `web/` joined, the style, and the game as data.

use serde::Serialize;

use super::About;
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

/// The page of a game.
pub fn write(about: &About, game: &impl Serialize) -> String {
    let modules: Vec<(&str, &str)> = MODULES.into_iter().chain(PLAY).collect();
    whole(about, &modules, &[("game", game_text(game))])
}

/// The game as a text that ends no script.
fn game_text(game: &impl Serialize) -> String {
    serde_json::to_string(game).unwrap_or_default().replace('<', "\\u003c")
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
    use super::{MODULES, PLAY, joined};
    use crate::base::hash::Map;

    /// The names that a module declares at its outermost level.
    fn declared(module: &str) -> Vec<&str> {
        let kinds = ["function ", "const ", "let ", "class ", "async function "];
        let declaration = |line: &'_ str| -> Option<usize> {
            let bare = line.strip_prefix("export ").unwrap_or(line);
            let kind = kinds.iter().find(|kind| bare.starts_with(**kind))?;
            Some(line.len() - bare.len() + kind.len())
        };
        let name = |text: &str| {
            text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len())
        };
        module
            .lines()
            .filter_map(|line| {
                let rest = &line[declaration(line)?..];
                Some(&rest[..name(rest)])
            })
            .collect()
    }

    #[test]
    fn names_are_unique_among_all_modules() {
        let mut known: Map<&str, &str> = Map::default();
        for (module, text) in MODULES.into_iter().chain(PLAY) {
            for name in declared(text) {
                assert_eq!(known.insert(name, module), None, "{name} of {module}");
            }
        }
        assert!(known.contains_key("createBoard") && known.contains_key("playGame"));
    }

    #[test]
    fn nothing_is_used_before_its_module_and_nothing_is_imported() {
        let modules: Vec<(&str, &str)> = MODULES.into_iter().chain(PLAY).collect();
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
