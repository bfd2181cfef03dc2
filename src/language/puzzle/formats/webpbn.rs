//! `webpbn`: nonograms as webpbn.com exports them, in XML.

use super::Format;
use super::non::clues;
use crate::language::puzzle::line::Piece;
use crate::language::puzzle::scan::{Input, Wrong};
use crate::language::puzzle::written::Puzzle;

pub(super) const FORMAT: Format = Format {
    name: "webpbn",
    summary: "Nonogram of webpbn.com in one colour, as XML; its solution is passed over",
    example: "<?xml version=\"1.0\"?>\n<puzzleset>\n<puzzle type=\"grid\" defaultcolor=\"black\">\n\
              <clues type=\"columns\">\n<line></line>\n<line><count>1</count><count>1</count></line>\n\
              <line><count>2</count></line>\n<line><count>1</count><count>1</count></line>\n\
              <line><count>2</count></line>\n</clues>\n<clues type=\"rows\">\n\
              <line><count>1</count><count>2</count></line>\n<line><count>1</count><count>1</count></line>\n\
              <line><count>3</count></line>\n</clues>\n</puzzle>\n</puzzleset>\n",
    detect: Some(|input| input.text.contains("<puzzleset") && input.text.contains("<clues")),
    on_pages: false,
    ..Format::whole(puzzle, write)
};

/// The most lines on a side, and the most blocks of one.
const LARGEST: usize = 400;

/// What stands between this opening tag and its end, each time, with its attributes.
fn elements<'t>(within: Piece<'t>, name: &'static str) -> impl Iterator<Item = (Piece<'t>, Piece<'t>)> {
    let mut rest = within;
    std::iter::from_fn(move || {
        loop {
            let open = rest.text.find(&format!("<{name}"))?;
            let head = rest.behind(open + 1 + name.len());
            let close = head.text.find('>')?;
            let is_other = head.text.starts_with(|next: char| next.is_ascii_alphanumeric());
            let (told, inner) = (head.before(close), head.behind(close + 1));
            rest = inner;
            if is_other {
                continue;
            }
            if let Some(bare) = told.text.strip_suffix('/') {
                return Some((told.before(bare.len()), inner.before(0)));
            }
            let end = inner.text.find(&format!("</{name}>"))?;
            rest = inner.behind(end);
            return Some((told, inner.before(end)));
        }
    })
}

fn puzzle(input: Input<'_>) -> Result<Puzzle, Wrong> {
    let whole = Piece { start: 0, text: input.text };
    let mut puzzles = elements(whole, "puzzle");
    let (told, board) = puzzles.next().ok_or_else(|| input.ended("an element `puzzle`"))?;
    if let Some((more, _)) = puzzles.next() {
        return Err(input.wrong(more, "one puzzle in a text"));
    }
    if told.text.contains("type=") && !told.text.contains("type=\"grid\"") {
        return Err(input.wrong(told, "a puzzle of type `grid`"));
    }
    let mut sides = Vec::new();
    for name in ["columns", "rows"] {
        let mut found = elements(board, "clues").filter(|(told, _)| told.text.contains(name));
        let (_, list) = found.next().ok_or_else(|| input.ended(&format!("the clues of `{name}`")))?;
        let mut lines = Vec::new();
        for (_, line) in elements(list, "line").take(LARGEST + 1) {
            let mut blocks = Vec::new();
            for (told, count) in elements(line, "count") {
                if told.text.contains("color") && !told.text.contains("\"black\"") {
                    return Err(
                        input.wrong(told, "blocks of one colour: the rule set `nonogram` has no others")
                    );
                }
                let mut scan = input.scan(count.trim());
                blocks.push(scan.number("the length of a block", 0, LARGEST)?);
                scan.end()?;
            }
            blocks.retain(|block| *block > 0);
            let shown: Vec<String> = blocks.iter().map(usize::to_string).collect();
            lines.push(Some(if shown.is_empty() { "0".to_owned() } else { shown.join(",") }));
        }
        if lines.is_empty() || lines.len() > LARGEST {
            return Err(input.wrong(list.before(0), &format!("1 to {LARGEST} lines in `{name}`")));
        }
        sides.push(lines);
    }
    let (top, left) = (&sides[0], &sides[1]);
    let size = [("r", left.len()), ("c", top.len())];
    Ok(Puzzle::of("nonogram", &size).beside("left", left).beside("top", top))
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    puzzle.only(&["nonogram"], &[], &["left", "top"])?;
    let ((_, left), (_, top)) = (clues(puzzle, "r", "left")?, clues(puzzle, "c", "top")?);
    let mut text =
        "<?xml version=\"1.0\"?>\n<puzzleset>\n<puzzle type=\"grid\" defaultcolor=\"black\">\n".to_owned();
    for (name, lines) in [("columns", top), ("rows", left)] {
        text.push_str(&format!("<clues type=\"{name}\">\n"));
        for line in lines {
            let blocks = line.split(',').filter(|block| *block != "0");
            let counts: Vec<String> = blocks.map(|block| format!("<count>{block}</count>")).collect();
            text.push_str(&format!("<line>{}</line>\n", counts.concat()));
        }
        text.push_str("</clues>\n");
    }
    Ok(text + "</puzzle>\n</puzzleset>\n")
}
