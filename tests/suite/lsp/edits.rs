//! Ten thousand random edits: half statements, characters above U+FFFF, line ends of all kinds. The text that the server keeps
//! piece by piece is the whole text, it never falls, and it takes no more memory than at the start.

use serde_json::{Value, json};

use super::client::Client;
use crate::rng::Random;

const EDITS: usize = 10_000;

/// After so many edits the server is asked for the text, and may look at it.
const BETWEEN: usize = 40;

const PIECES: &[&str] = &[
    "𝄞",
    "ä",
    "\r\n",
    "\n",
    "\r",
    " ",
    "law",
    ": ",
    "=> ",
    "line(L)",
    "distinct(L).",
    "grid(",
    "2, 2) :: 1..2.",
    "use sudoku",
    "\"\"\"",
    "given \"\"\"\n 1 .\n",
    "% ",
    ".\n",
    "(",
    ")",
    "[A, B|",
    "/*",
    "*/",
    "A \\= B",
    "param n = ",
    "4.\n",
    "\u{feff}",
    "unknown u(A) :: ",
    "expect unique.\n",
    "count(",
    " if ",
    "not ",
    "\u{0}",
    "'",
    "-- --\n---\n",
    "shape \"\"\"",
    "-",
    "99999999999999999999",
];

/// The text as a client keeps it, in UTF-16.
struct Mirror(Vec<u16>);

impl Mirror {
    /// The lines, without their ends, as (start, end).
    fn lines(&self) -> Vec<(usize, usize)> {
        let (mut lines, mut start, mut at) = (Vec::new(), 0, 0);
        while at < self.0.len() {
            let unit = self.0[at];
            let width = if unit == 13 && self.0.get(at + 1) == Some(&10) { 2 } else { 1 };
            if unit == 13 || unit == 10 {
                lines.push((start, at));
                start = at + width;
            }
            at += width;
        }
        lines.push((start, at));
        lines
    }

    fn text(&self) -> String {
        String::from_utf16(&self.0).expect("whole characters")
    }
}

/// A place on a character boundary: its line, its column, and where it is.
fn place(rng: &mut Random, mirror: &Mirror, lines: &[(usize, usize)]) -> (usize, usize, usize) {
    let line = rng.below(lines.len());
    let (start, end) = lines[line];
    let mut at = start + rng.below(end - start + 1);
    if mirror.0.get(at).is_some_and(|unit| (0xDC00..0xE000).contains(unit)) {
        at -= 1;
    }
    (line, at - start, at)
}

#[test]
fn ten_thousand_edits_leave_the_server_as_it_was() {
    let mut client = Client::open("edits", json!({ "debounce": 1 }));
    let uri = client.uri("a.rules");
    let original = include_str!("../../../rules/kenken.rules");
    client.show("a.rules", original);
    let first = client.diagnostics("a.rules");
    let mut mirror = Mirror(original.encode_utf16().collect());
    let mut rng = Random::new(7);
    let mut version = 1;
    let start = client.memory();
    for number in 0..EDITS {
        let lines = mirror.lines();
        let (line, column, at) = place(&mut rng, &mirror, &lines);
        let (other_line, other_column, mut other) = place(&mut rng, &mirror, &lines);
        let (mut to_line, mut to_column) = (other_line, other_column);
        // Mostly insertions and small deletions; now and then a large one, so that the text stays small.
        if mirror.0.len() < 3000 && rng.below(8) != 0 {
            (to_line, to_column, other) = (line, column, at);
        }
        let (from, to, stretch) = if at <= other {
            ((line, column), (to_line, to_column), at..other)
        } else {
            ((to_line, to_column), (line, column), other..at)
        };
        let text = if rng.below(5) == 0 { "" } else { PIECES[rng.below(PIECES.len())] };
        let at = |(line, column): (usize, usize)| json!({ "line": line, "character": column });
        let change = json!({ "range": { "start": at(from), "end": at(to) }, "text": text });
        mirror.0.splice(stretch, text.encode_utf16());
        version += 1;
        let document = json!({ "uri": uri, "version": version });
        client.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [change] }),
        );
        if number % BETWEEN == 0 {
            let kept = client.request("gridlog/text", json!({ "uri": uri }));
            assert_eq!(kept, mirror.text(), "after {number} edits");
            let mut seen = Value::Null;
            while seen != version {
                seen = client.told("textDocument/publishDiagnostics")["version"].take();
            }
        }
    }
    let whole = json!({ "textDocument": { "uri": uri, "version": version + 1 }, "contentChanges": [{ "text": original }] });
    client.notify("textDocument/didChange", whole);
    let mut last = Value::Null;
    while last != first {
        last = client.diagnostics("a.rules");
    }
    if let (Some(start), Some(end)) = (start, client.memory()) {
        assert!(end * 10 <= start * 12, "{start} pages at the start, {end} at the end");
    }
    assert_eq!(client.end(), 0);
}
