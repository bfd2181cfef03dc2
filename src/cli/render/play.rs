//! Pages to play a puzzle on.

use crate::cli::Exit;
use crate::cli::console::Console;
use crate::cli::solve::How;
use crate::cli::subject::{Subject, What};
use crate::cli::trouble::Trouble;
use crate::language::source::Sources;
use crate::services::play::{self, About, Failure, Game, Wish, page};

/// The page of one puzzle.
pub(super) fn page(
    (what, how): (&What, &How),
    subject: &mut Subject,
    sources: &Sources,
    console: &Console,
) -> Result<String, Trouble> {
    let game = game((what, how), subject, sources, console)?;
    Ok(page::write(&game.about, &game))
}

/// What a page needs of one puzzle.
pub(super) fn game(
    (what, how): (&What, &How),
    subject: &mut Subject,
    sources: &Sources,
    console: &Console,
) -> Result<Game, Trouble> {
    if subject.has_moves() {
        return Err(Trouble::refused("a puzzle of moves cannot be played on a page yet"));
    }
    let about = About::read(&subject.name, sources);
    let wish = Wish { limits: how.limits(), unhinted: false };
    let deadline = what.deadline().clone();
    let game = play::game(subject.take_ground()?, about, &wish, &|| deadline.is_over());
    let game = game.map_err(|failure| match failure {
        Failure::Rules(wrong) => Trouble::Text(wrong),
        Failure::Solver(failure) => failure.into(),
        Failure::None => Trouble::Puzzle(Exit::No, failure.to_string()),
        Failure::Several => Trouble::refused(failure.to_string()),
        Failure::Unknown => Trouble::Puzzle(Exit::Undecided, failure.to_string()),
    })?;
    if game.lost > 0 {
        let figures = if game.lost == 1 {
            "1 figure depends".to_owned()
        } else {
            format!("{} figures depend", game.lost)
        };
        console.remark(&format!(
            "{}: {figures} on too many places at once, and does not follow them",
            subject.name
        ));
    }
    Ok(game)
}
