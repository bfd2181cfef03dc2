//! Lines from place to place: along rows and columns, along diagonals, and the tips of arrows.

use super::Page;
use super::canvas::Ink;
use crate::base::hash::Map;
use crate::services::render::junction::{Weight, junction};
use crate::services::render::scene::{Colour, Drawn, Form, Point};

/// The tips of arrows by how they go: up, level, down; left, upright, right.
const TIPS: [[char; 3]; 3] = [['↖', '↑', '↗'], ['←', '•', '→'], ['↙', '↓', '↘']];

impl Page<'_> {
    /// Draws all lines, then the centres in which plain ones meet, then the tips.
    pub fn lines(&mut self) {
        let mut arms: Map<(i32, i32), [Weight; 4]> = Map::default();
        let mut centres = Vec::new();
        for drawn in &self.scene.drawn {
            let Drawn::Line { points, form, colour } = drawn else { continue };
            for pair in points.windows(2) {
                let (down, right) = (pair[1].y - pair[0].y, pair[1].x - pair[0].x);
                if down != 0 && down.abs() == right.abs() {
                    self.diagonal(pair[0], pair[1]);
                }
                if (down == 0) == (right == 0) || pair[0].cell().is_none() || pair[1].cell().is_none() {
                    continue;
                }
                let (from, to) = (self.at(pair[0]), self.at(pair[1]));
                self.straight(from, to, *form);
                // Thermometers and the like lie behind the values: between the cells they can be seen.
                if *colour != Colour::Grey {
                    let toward = match (down.signum(), right.signum()) {
                        (-1, _) => 0,
                        (_, 1) => 1,
                        (1, _) => 2,
                        _ => 3,
                    };
                    arms.entry(from).or_default()[toward] = Weight::Heavy;
                    arms.entry(to).or_default()[(toward + 2) % 4] = Weight::Heavy;
                    centres.extend([from, to]);
                }
            }
        }
        for centre in centres {
            self.canvas.put(centre.0, centre.1, junction(arms[&centre]), Ink::Found);
        }
        for drawn in &self.scene.drawn {
            if let Drawn::Line { points, form: Form::Arrow, .. } = drawn
                && let [.., before, last] = points[..]
            {
                self.tip(before, last);
            }
        }
    }

    fn straight(&mut self, from: (i32, i32), to: (i32, i32), form: Form) {
        let (down, right) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let glyph = match (down == 0, form) {
            (true, Form::Double) => '═',
            (true, _) => '━',
            (false, Form::Double) => '║',
            (false, _) => '┃',
        };
        let length = (to.0 - from.0).abs() + (to.1 - from.1).abs();
        for step in 1..length {
            self.canvas.put(from.0 + down * step, from.1 + right * step, glyph, Ink::Found);
        }
    }

    /// A stroke at each corner and each centre on the way, but none on the border of the board.
    fn diagonal(&mut self, from: Point, to: Point) {
        let (down, right) = ((to.y - from.y).signum(), (to.x - from.x).signum());
        let glyph = if down == right { '╲' } else { '╱' };
        let (bottom, end) = (4 * self.scene.rows, 4 * self.scene.cols);
        for step in 1..(to.y - from.y).abs() {
            let point = Point { y: from.y + down * step, x: from.x + right * step };
            let inside = (1..bottom).contains(&point.y) && (1..end).contains(&point.x);
            if point.y % 2 == 0 && point.x % 2 == 0 && inside {
                let (row, column) = self.at(point);
                let crossed = self.canvas.get(row, column).is_some_and(|known| "╲╱╳".contains(known));
                let same = self.canvas.get(row, column) == Some(glyph);
                self.canvas.put(row, column, if crossed && !same { '╳' } else { glyph }, Ink::Faint);
            }
        }
    }

    /// The tip stands where the line comes into its last cell, so that the value there can still be read.
    fn tip(&mut self, before: Point, last: Point) {
        let (down, right) = ((last.y - before.y).signum(), (last.x - before.x).signum());
        let (mut row, mut column) = self.at(last);
        if last.cell().is_some() {
            row -= down;
            column -= if down == 0 { right * (self.width / 2) } else { right * (self.width / 2 + 1) };
        }
        let glyph = TIPS[(down + 1) as usize][(right + 1) as usize];
        self.canvas.put(row, column, glyph, Ink::Plain);
    }
}
