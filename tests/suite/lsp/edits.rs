//! Ten thousand random edits: half statements, characters above U+FFFF, line ends of all kinds. The text that the server keeps
//! piece by piece is the whole text, it never falls, and it takes no more memory than at the start.

use serde_json::{Value, json};

use super::client::Client;
use crate::rng::Random;

const EDITS: usize = 10_000;

/// After so many edits the server is asked for the text, and may look at it.
const BETWEEN: usize = 80;

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

/// What is asked about a place of the text, whatever state it is in.
const QUESTIONS: &[&str] = &[
    "codeAction",
    "codeLens",
    "completion",
    "definition",
    "documentHighlight",
    "documentLink",
    "documentSymbol",
    "foldingRange",
    "formatting",
    "hover",
    "inlayHint",
    "prepareRename",
    "rangeFormatting",
    "references",
    "rename",
    "semanticTokens/full",
    "signatureHelp",
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

/// The place at or before a unit, on a character boundary and not within a line end: its line, its column, and where it is.
fn place(mut at: usize, mirror: &Mirror, lines: &[(usize, usize)]) -> (usize, usize, usize) {
    if mirror.0.get(at).is_some_and(|unit| (0xDC00..0xE000).contains(unit)) {
        at -= 1;
    }
    let line = lines.partition_point(|(start, _)| *start <= at) - 1;
    let (start, end) = lines[line];
    let at = at.min(end);
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
    let (mut start, mut end) = (None, None);
    for number in 0..EDITS {
        // By now every kind of disorder has been looked at once.
        if number == EDITS / 5 {
            start = client.memory();
        }
        // What is kept is the least of several looks: a look may fall into the work on an edit.
        if number >= EDITS - EDITS / 10 && number % 50 == 0 {
            end = end.into_iter().chain(client.memory()).min();
        }
        let lines = mirror.lines();
        let length = mirror.0.len();
        let first = rng.below(length + 1);
        // Mostly insertions and small deletions; a large one keeps the text small.
        let most = if length > 3000 { length } else { [0, 0, 0, 2, 20][rng.below(5)] };
        let (line, column, start) = place(first, &mirror, &lines);
        let (to_line, to_column, end) = place((start + rng.below(most + 1)).min(length), &mirror, &lines);
        let (from, to, stretch) = ((line, column), (to_line, to_column), start..end);
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
            let lines = mirror.lines();
            let mut somewhere = || {
                let (line, column, _) = place(rng.below(mirror.0.len() + 1), &mirror, &lines);
                at((line, column))
            };
            let (from, to) = (somewhere(), somewhere());
            let params = json!({
                "textDocument": { "uri": uri },
                "position": from,
                "range": { "start": from, "end": to },
                "context": { "diagnostics": [], "includeDeclaration": true, "triggerKind": 1, "isRetrigger": false },
                "newName": "other",
                "options": { "tabSize": 4, "insertSpaces": true },
            });
            let question = format!("textDocument/{}", rng.pick(QUESTIONS));
            let answer = client.request(&question, params);
            let code = answer["error"]["code"].as_i64();
            assert!(matches!(code, None | Some(-32803)), "{question}: {answer} about {:?}", mirror.text());
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
    if let (Some(start), Some(end)) = (start, end) {
        assert!(end * 10 <= start * 12, "{start} pages at the start, {end} at the end");
    }
    assert_eq!(client.end(), 0);
}
