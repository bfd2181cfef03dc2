//! The lines around squares, with the characters where they meet.

use super::Page;
use super::canvas::Ink;
use crate::base::hash::Map;
use crate::services::render::junction::{Weight, junction};
use crate::services::render::scene::{Drawn, Lattice, Point};

impl Page<'_> {
    /// The lines around squares: light between them, heavy around regions and the board, none inside a cage.
    pub fn lattice(&mut self) {
        let (rows, cols) = (self.scene.rows, self.scene.cols);
        let mut sides: Map<(Point, Point), Weight> = Map::default();
        let thick = self.scene.thick();
        let drawn = self.scene.drawn.iter().filter_map(|drawn| match drawn {
            Drawn::Line { points, .. } => Some(points.windows(2).map(|pair| (pair[0], pair[1]))),
            Drawn::Mark { .. } => None,
        });
        for (one, other) in thick.into_iter().chain(drawn.flatten()) {
            sides.insert((one.min(other), one.max(other)), Weight::Heavy);
        }
        let mut cages: Map<(i32, i32), usize> = Map::default();
        for (number, cage) in self.scene.cages.iter().enumerate() {
            cages.extend(cage.iter().map(|&cell| (cell, number)));
        }
        let weight = |one: Point, other: Point, first: (i32, i32), second: (i32, i32)| {
            if let Some(&weight) = sides.get(&(one, other)) {
                return weight;
            }
            let edge =
                self.scene.cell(first.0, first.1).is_none() || self.scene.cell(second.0, second.1).is_none();
            let caged = cages.get(&first).is_some_and(|cage| cages.get(&second) == Some(cage));
            match self.scene.lattice {
                Lattice::Lines if edge => Weight::Heavy,
                Lattice::Lines if caged => Weight::None,
                Lattice::Lines => Weight::Light,
                Lattice::Dots | Lattice::Nothing => Weight::None,
            }
        };
        // The side to the right of a corner and the one below it.
        let right = |y: i32, x: i32| {
            if !(0..=rows).contains(&y) || !(0..cols).contains(&x) {
                return Weight::None;
            }
            let (one, other) = (Point { y: 4 * y, x: 4 * x }, Point { y: 4 * y, x: 4 * x + 4 });
            weight(one, other, (y, x + 1), (y + 1, x + 1))
        };
        let below = |y: i32, x: i32| {
            if !(0..rows).contains(&y) || !(0..=cols).contains(&x) {
                return Weight::None;
            }
            let (one, other) = (Point { y: 4 * y, x: 4 * x }, Point { y: 4 * y + 4, x: 4 * x });
            weight(one, other, (y + 1, x), (y + 1, x + 1))
        };
        let mut glyphs = Vec::new();
        for y in 0..=rows {
            for x in 0..=cols {
                let (row, column) = self.at(Point { y: 4 * y, x: 4 * x });
                let arms = [below(y - 1, x), right(y, x), below(y, x), right(y, x - 1)];
                let alone = arms == [Weight::None; 4] && self.scene.lattice == Lattice::Dots;
                glyphs.push((row, column, if alone { '·' } else { junction(arms) }));
                let across = junction([Weight::None, right(y, x), Weight::None, right(y, x)]);
                glyphs.extend((1..=self.width).filter(|_| x < cols).map(|by| (row, column + by, across)));
                if y < rows {
                    let along = below(y, x);
                    glyphs.push((row + 1, column, junction([along, Weight::None, along, Weight::None])));
                }
            }
        }
        for (row, column, glyph) in glyphs.into_iter().filter(|&(.., glyph)| glyph != ' ') {
            self.canvas.put(row, column, glyph, Ink::Faint);
        }
    }
}
