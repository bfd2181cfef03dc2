//! Telling about the puzzles that were made: printed, drawn on a page, written into a folder, or as records.

use std::fs;
use std::path::Path;

use super::order::{Order, Product};
use super::prove::reread;
use crate::cli::console::Console;
use crate::cli::trouble::Trouble;
use crate::cli::{Exit, files};
use crate::language::puzzle::BETWEEN;
use crate::services::record::{Details, Record, Status};
use crate::services::render::page::Page;
use crate::services::render::{Leaf, View, scene};

/// The puzzles that were made so far.
pub(super) struct Sheet<'a> {
    /// Their pictures, if a page is wanted.
    pub(super) page: Option<Page>,
    /// Where each gets a file of its own, if it does.
    pub(super) folder: Option<&'a Path>,
    pub(super) made: u64,
}

/// How far the work has come: a bar for several puzzles, and a sign of life in any case.
pub(super) fn progress(printed: u64, count: u64, seconds: u64, tried: u64) -> String {
    let grids = if tried == 1 { "1 grid".to_owned() } else { format!("{tried} grids") };
    let sign = format!("{seconds} s, {grids} tried");
    if count == 1 {
        return sign;
    }
    let width = 20;
    let done = (printed * width / count) as usize;
    let bar: String = (0..width as usize).map(|at| if at < done { '█' } else { '░' }).collect();
    format!("{bar} {printed} of {count} puzzles, {sign}")
}

/// Answers with one puzzle.
pub(super) fn record(
    order: &Order<'_>,
    name: &str,
    number: u64,
    product: Product,
    console: &mut Console,
) -> Exit {
    if order.wanted.count > 1 {
        console.turn_to(&format!("{name}, puzzle {}", number + 1));
    }
    let found = if order.program.moves.is_empty() { Status::Unique } else { Status::Solved };
    let (exit, message) = product.trouble.map_or((Exit::Yes, None), |(exit, message)| (exit, Some(message)));
    let (status, details) = match (product.text, exit) {
        (Some(puzzle), _) => (found, Details::Made { puzzle, seed: order.seed }),
        (None, Exit::No) => (Status::None, Details::Nothing),
        (None, Exit::BadInput | Exit::Internal) => (Status::Error, Details::Nothing),
        (None, _) => (Status::Unknown, Details::Nothing),
    };
    console.answer(Record { status, message, details, ..Record::default() });
    exit
}

/// Prints one puzzle, or writes it into a folder.
pub(super) fn tell(
    order: &Order<'_>,
    number: u64,
    product: Product,
    sheet: &mut Sheet<'_>,
    console: &mut Console,
) -> Exit {
    let mut exit = Exit::Yes;
    if let Some(text) = product.text {
        match (&mut sheet.page, sheet.folder) {
            (Some(page), _) => exit = draw(order, number, &text, page, console),
            (None, Some(folder)) => {
                let stem = order.base.uses.first().map_or("puzzle", |used| used.name.as_str());
                let width = order.wanted.count.to_string().len();
                let file = folder.join(format!("{stem}-{:0width$}.puzzle", number + 1));
                let written = fs::create_dir_all(folder).map_err(|error| Trouble::io(folder, &error));
                let written = written.and_then(|()| files::write(&file, &text));
                exit = written.map_or_else(|trouble| trouble.tell(console), |()| Exit::Yes);
            }
            (None, None) if sheet.made > 0 => console.print(&format!("{BETWEEN}\n{text}")),
            (None, None) => console.print(&text),
        }
        sheet.made += 1;
    }
    exit.and(told_of(product.trouble, console))
}

/// Tells what is to be said of a puzzle; the exit that this means.
pub(super) fn told_of(trouble: Option<(Exit, String)>, console: &Console) -> Exit {
    let Some((exit, message)) = trouble else { return Exit::Yes };
    match exit {
        Exit::BadInput | Exit::Internal => console.complain(&message),
        _ => console.remark(&message),
    }
    exit
}

/// Adds the picture of a puzzle to a page.
fn draw(order: &Order<'_>, number: u64, text: &str, page: &mut Page, console: &Console) -> Exit {
    let drawn = reread(order, text).and_then(|mut ground| {
        let scene = scene(&mut ground.world, &View::default());
        scene.map_err(|wrong| wrong.title.clone())
    });
    match drawn {
        Ok(scene) => {
            if order.wanted.count > 1 {
                page.heading(&(number + 1).to_string());
            }
            page.leaf(&Leaf::silent(scene));
            Exit::Yes
        }
        Err(message) => {
            console.complain(&message);
            Exit::BadInput
        }
    }
}

#[cfg(test)]
mod tests {
    use super::progress;

    #[test]
    fn several_puzzles_have_a_bar() {
        assert_eq!(progress(0, 1, 3, 1), "3 s, 1 grid tried");
        assert_eq!(progress(1, 4, 3, 7), "█████░░░░░░░░░░░░░░░ 1 of 4 puzzles, 3 s, 7 grids tried");
    }
}
