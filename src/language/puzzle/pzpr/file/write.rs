//! Files of pzpr with nothing filled in.

use super::super::board::Board;
use super::super::code::Words;
use super::super::genres::{Genre, Shape};
use super::super::part::{Part, edges};
use super::{FILES, Told};
use crate::language::puzzle::written::GIVEN;

/// Writes what [`read`] reads, with nothing filled in; or says what there is no sign for.
pub(in super::super) fn write(genre: &Genre, board: &Board) -> Result<String, String> {
    let (rows, cols) = (board.rows, board.cols);
    let file = FILES.iter().find(|(file, _)| genre.names.contains(file));
    let (name, told) =
        file.ok_or_else(|| format!("a puzzle of `{}` in a file; an address can hold it", genre.rules))?;
    if let Some(fact) = board.puzzle.facts.iter().find(|fact| fact.name == GIVEN) {
        return Err(format!("`{fact}`; values are filled in there"));
    }
    let mut text = format!("pzprv3\n{name}\n{rows}\n");
    text.push_str(&if genre.shape == Shape::Boxed { String::new() } else { format!("{cols}\n") });
    let mut put = |words: &[Option<String>], cols: usize, none: &str| {
        for row in words.chunks(cols.max(1)) {
            row.iter().for_each(|word| text.push_str(&format!("{} ", word.as_deref().unwrap_or(none))));
            text.push('\n');
        }
    };
    let open = |rows: usize, cols: usize| vec![None; rows * cols];
    let rooms = || board.rooms.as_ref().ok_or("a board without rooms");
    for told in *told {
        match told {
            Told::Clues | Told::Walls | Told::Shown(_) => {
                for part in genre.parts {
                    match part {
                        Part::Cells(_, layers) => put(&board.cells(layers)?, cols, "."),
                        Part::Corners(_, name, signs) => {
                            put(&board.drawn(name, *signs, rows + 1, cols + 1)?, cols + 1, ".");
                        }
                        Part::Edges(_, name, signs) => {
                            let all = board.drawn(name, *signs, 2 * rows - 1, 2 * cols - 1)?;
                            let words: Words = edges(rows, cols).map(|at| all[at].clone()).collect();
                            let (across, down) = words.split_at(rows * (cols - 1));
                            put(across, cols - 1, "0");
                            put(down, cols, "0");
                        }
                        _ => {}
                    }
                }
            }
            Told::Areas => {
                let rooms = rooms()?;
                put(&[Some(rooms.count.to_string())], 1, ".");
                put(&rooms.of.iter().map(|room| Some(room.to_string())).collect::<Words>(), cols, ".");
            }
            Told::Totals => {
                let rooms = rooms()?;
                let mut words = open(rows, cols);
                let totals = genre.parts.iter().find_map(|part| match part {
                    Part::Totals(name, signs) => Some(board.totals(name, *signs)),
                    _ => None,
                });
                let totals = totals.unwrap_or_else(|| Ok(vec![None; rooms.count]))?;
                for (room, total) in totals.into_iter().enumerate() {
                    if let Some(first) = rooms.of.iter().position(|of| *of == room) {
                        words[first] = total;
                    }
                }
                put(&words, cols, ".");
            }
            Told::Values(..) | Told::Digits => put(&open(rows, cols), cols, "."),
            Told::Links(..) => {
                put(&open(rows, cols - 1), cols - 1, "0");
                put(&open(rows - 1, cols), cols, "0");
            }
            _ => return Err(format!("a puzzle of `{}` in a file; an address can hold it", genre.rules)),
        }
    }
    Ok(text)
}
