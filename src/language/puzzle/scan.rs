//! Reading a foreign format: lines and characters with their places, and one way to say what was expected.

use std::fmt::Display;
use std::str::FromStr;

use super::line::Piece;
use super::written::Cells;
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::files as say;
use crate::language::source::{SourceId, Span};

/// What is wrong with a text.
pub type Wrong = Box<Diagnostic>;

/// A text in a format.
#[derive(Clone, Copy, Debug)]
pub struct Input<'t> {
    /// Where it comes from.
    pub source: SourceId,
    /// The whole text.
    pub text: &'t str,
    /// The name of the format.
    pub format: &'static str,
}

impl<'t> Input<'t> {
    /// The lines that hold something, without the blanks around them; a line that starts with `comment` holds nothing.
    pub(super) fn lines(self, comment: char) -> impl Iterator<Item = Piece<'t>> {
        self.all_lines().filter(move |line| !line.text.is_empty() && !line.text.starts_with(comment))
    }

    /// All lines, without the blanks around them. A byte-order mark belongs to none.
    pub(super) fn all_lines(self) -> impl Iterator<Item = Piece<'t>> {
        let start = if self.text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Piece { start, text: &self.text[start..] }.lines()
    }

    /// Says what was expected instead of this piece.
    pub(super) fn wrong(self, found: Piece<'_>, expected: &str) -> Wrong {
        let span = Span::new(self.source, found.start, found.start + found.text.len());
        Box::new(say::not_in_format(self.format, expected, found.text, span))
    }

    /// Says what was expected after the end of the text.
    pub(super) fn ended(self, expected: &str) -> Wrong {
        let end = self.text.trim_end().len();
        Box::new(say::not_in_format(self.format, expected, "", Span::new(self.source, end, end)))
    }

    /// Reads the characters of a piece.
    pub(super) fn scan(self, piece: Piece<'t>) -> Scan<'t> {
        Scan { input: self, rest: piece }
    }

    /// Reads `rows` lines of `cols` words; `cell` reads a word, and `wanted` says in words what it takes.
    pub(super) fn table(
        self,
        lines: &mut dyn Iterator<Item = Piece<'t>>,
        (rows, cols): (usize, usize),
        wanted: &str,
        cell: &dyn Fn(&str) -> Option<Option<String>>,
    ) -> Result<Cells, Wrong> {
        let mut cells = Vec::new();
        for row in 1..=rows {
            let line = lines.next().ok_or_else(|| self.ended(&format!("row {row} of {rows}")))?;
            let words: Vec<Piece<'t>> = line.words(super::line::is_blank).collect();
            let mut values = Vec::new();
            for word in &words {
                let value = cell(word.text).ok_or_else(|| self.wrong(*word, wanted))?;
                values.push(value);
            }
            if values.len() != cols {
                let found = format!("{cols} values in row {row}, not {}", values.len());
                return Err(self.wrong(line, &found));
            }
            cells.push(values);
        }
        self.nothing_more(lines)?;
        Ok(cells)
    }

    /// Reads the numbers that a line begins with, each told by its name, the least and the largest it may be; `many` says
    /// how many they are. Also all words of the line.
    pub(super) fn head<const N: usize>(
        self,
        line: Piece<'t>,
        many: &str,
        wanted: [(&str, usize, usize); N],
    ) -> Result<([usize; N], Vec<Piece<'t>>), Wrong> {
        let words: Vec<Piece<'t>> = line.words(super::line::is_blank).collect();
        let mut numbers = [0; N];
        for (index, (what, low, high)) in wanted.into_iter().enumerate() {
            let word = words.get(index);
            let word = word.ok_or_else(|| self.wrong(line, &format!("{many} numbers; {what} is missing")))?;
            let mut scan = self.scan(*word);
            numbers[index] = scan.number(what, low, high)?;
            scan.end()?;
        }
        Ok((numbers, words))
    }

    /// Refuses further lines.
    pub(super) fn nothing_more(self, lines: &mut dyn Iterator<Item = Piece<'t>>) -> Result<(), Wrong> {
        match lines.next() {
            Some(line) => Err(self.wrong(line, "the end of the text")),
            None => Ok(()),
        }
    }
}

/// A piece of text read character by character.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scan<'t> {
    input: Input<'t>,
    rest: Piece<'t>,
}

impl<'t> Scan<'t> {
    /// All that is left.
    pub(super) fn rest(&self) -> &'t str {
        self.rest.text
    }

    /// Takes what comes before this character, or all that is left.
    pub(super) fn take_until(&mut self, end: char) -> &'t str {
        let taken = self.rest.text.split(end).next().unwrap_or_default();
        self.rest = Piece { start: self.rest.start + taken.len(), text: &self.rest.text[taken.len()..] };
        taken
    }

    /// Says what was expected instead of a word that comes next.
    pub(super) fn wrong_word(&self, word: &str, expected: &str) -> Wrong {
        self.input.wrong(Piece { start: self.rest.start, text: &self.rest.text[..word.len()] }, expected)
    }

    /// The next character, which stays.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest.text.chars().next()
    }

    /// Takes the next character.
    pub(super) fn take(&mut self) -> Option<char> {
        let letter = self.peek()?;
        let length = letter.len_utf8();
        self.rest = Piece { start: self.rest.start + length, text: &self.rest.text[length..] };
        Some(letter)
    }

    /// Takes the next character if it is this one.
    pub(super) fn eat(&mut self, letter: char) -> bool {
        let found = self.peek() == Some(letter);
        if found {
            self.take();
        }
        found
    }

    /// Takes this character, or says that it was expected; `why` tells what it stands before.
    pub(super) fn want(&mut self, letter: char, why: &str) -> Result<(), Wrong> {
        if self.eat(letter) { Ok(()) } else { Err(self.wrong(&format!("`{letter}` {why}"))) }
    }

    /// A number from `low` to `high`, named by `what`.
    pub(super) fn number<N: Copy + FromStr + PartialOrd + Display>(
        &mut self,
        what: &str,
        low: N,
        high: N,
    ) -> Result<N, Wrong> {
        let before = *self;
        let length = self.rest.text.bytes().take_while(u8::is_ascii_digit).count();
        let digits = Piece { start: self.rest.start, text: &self.rest.text[..length] };
        self.rest = Piece { start: digits.start + length, text: &self.rest.text[length..] };
        let expected = || format!("{what}, a number from {low} to {high}");
        if length == 0 {
            return Err(before.wrong(&expected()));
        }
        let value = digits.text.parse().ok().filter(|value| (low..=high).contains(value));
        value.ok_or_else(|| self.input.wrong(digits, &expected()))
    }

    /// Takes the blanks that come next.
    pub(super) fn blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.take();
        }
    }

    /// How many characters in a row are of this kind.
    pub(super) fn count(&self, kind: fn(char) -> bool) -> usize {
        self.rest.text.chars().take_while(|&letter| kind(letter)).count()
    }

    /// Whether a digit comes next.
    pub(super) fn at_digit(&self) -> bool {
        self.peek().is_some_and(|letter| letter.is_ascii_digit())
    }

    /// Says what was expected instead of the next character, or at the end.
    pub(super) fn wrong(&self, expected: &str) -> Wrong {
        let length = self.peek().map_or(0, char::len_utf8);
        self.input.wrong(Piece { start: self.rest.start, text: &self.rest.text[..length] }, expected)
    }

    /// Refuses further characters.
    pub(super) fn end(&self) -> Result<(), Wrong> {
        if self.peek().is_none() { Ok(()) } else { Err(self.wrong("the end of the line")) }
    }
}
