//! Characters at places, which may be negative, and how they become lines.

use std::collections::BTreeMap;

use crate::language::diagnostic::render::clean;

/// How a character is shown where there are colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// As any text.
    Plain,
    /// As what is given.
    Given,
    /// As what was found.
    Found,
    /// As what matters less.
    Faint,
    /// As a step's conclusion.
    Conclusion,
    /// As a step's reason.
    Reason,
}

impl Ink {
    fn code(self) -> &'static str {
        match self {
            Ink::Plain => "",
            Ink::Given => "\x1b[1m",
            Ink::Found => "\x1b[36m",
            Ink::Faint => "\x1b[2m",
            Ink::Conclusion => "\x1b[30;43m",
            Ink::Reason => "\x1b[30;46m",
        }
    }
}

/// What has been written so far, row by row.
#[derive(Default, Debug)]
pub struct Canvas {
    rows: BTreeMap<i32, BTreeMap<i32, (char, Ink)>>,
}

impl Canvas {
    /// Puts a character at a place, over what is there; a harmless one instead of one that commands the terminal.
    pub fn put(&mut self, row: i32, column: i32, letter: char, ink: Ink) {
        let letter = if clean::is_dangerous(letter) { '\u{fffd}' } else { letter };
        self.rows.entry(row).or_default().insert(column, (letter, ink));
    }

    /// The character at a place.
    pub fn get(&self, row: i32, column: i32) -> Option<char> {
        self.rows.get(&row)?.get(&column).map(|(letter, _)| *letter)
    }

    /// The last row that holds anything.
    pub fn bottom(&self) -> i32 {
        self.rows.keys().next_back().copied().unwrap_or(0)
    }

    /// Puts a text so that its middle is at a place.
    pub fn centred(&mut self, row: i32, column: i32, text: &str, ink: Ink) {
        self.text(row, column - text.chars().count() as i32 / 2, text, ink);
    }

    /// Puts a text so that it starts at a place.
    pub fn text(&mut self, row: i32, column: i32, text: &str, ink: Ink) {
        (column..).zip(text.chars()).for_each(|(column, letter)| self.put(row, column, letter, ink));
    }

    /// All lines, blanks at their ends left out.
    pub fn write(&self, colour: bool) -> String {
        let first = self.rows.values().filter_map(|row| row.keys().next()).min().copied().unwrap_or(0);
        let mut text = String::new();
        let (from, to) = match (self.rows.keys().next(), self.rows.keys().next_back()) {
            (Some(&from), Some(&to)) => (from, to),
            _ => return text,
        };
        for row in from..=to {
            let mut column = first;
            let mut ink = Ink::Plain;
            for (&at, &(letter, next)) in self.rows.get(&row).into_iter().flatten() {
                text.extend(std::iter::repeat_n(' ', (at - column).max(0) as usize));
                if colour && next != ink {
                    text.push_str("\x1b[0m");
                    text.push_str(next.code());
                    ink = next;
                }
                text.push(letter);
                column = at + 1;
            }
            if ink != Ink::Plain {
                text.push_str("\x1b[0m");
            }
            text.push('\n');
        }
        text
    }
}
