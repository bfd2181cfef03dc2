//! One puzzle of a booklet: what is known of it, its picture, its answer and how hard it is.

use std::path::Path;

use super::{Args, link};
use crate::board::eval::World;
use crate::board::ground::Ground;
use crate::cli::Exit;
use crate::cli::console::Console;
use crate::cli::subject::Subject;
use crate::cli::trouble::Trouble;
use crate::language::resolve::built_in::{BUILT_IN, Head};
use crate::language::source::Sources;
use crate::language::term::TermId;
use crate::moves::plan;
use crate::services::explain::{Effort, Ending, Explainer, Rating};
use crate::services::render::booklet::{Answer, Entry, Genre};
use crate::services::render::{self, View};
use crate::services::solve::{Verdict, Wish, solve};
use crate::solver::search::Limits;

/// What files say of a puzzle.
#[derive(Clone)]
pub(super) struct About {
    /// What messages call it.
    name: String,
    /// The rule sets that it uses, with the texts of those that are not built in.
    rules: Vec<(String, Option<String>)>,
    genres: Vec<Genre>,
}

impl About {
    /// What the heads of its rule files say: of those that it uses, or of the one that it is.
    pub(super) fn of(subject: &Subject, sources: &Sources) -> About {
        let used = subject.written(sources).map(|puzzle| puzzle.uses).unwrap_or_default();
        let mut names: Vec<String> = used.into_iter().map(|used| used.name).collect();
        if names.is_empty() {
            names.push(subject.name.clone());
        }
        let all: Vec<_> = (0..sources.len() as u32).map(|id| sources.get(id)).collect();
        let (mut rules, mut genres) = (Vec::new(), Vec::new());
        for name in names {
            let source = all.iter().find(|source| stem(&source.name) == stem(&name));
            let text = source.map_or("", |source| source.text.as_str());
            let head = Head::of(text);
            let title = if head.title.is_empty() { stem(&name).to_owned() } else { head.title };
            genres.push(Genre { title, rules: head.rules });
            let own = source.filter(|source| !source.name.starts_with(BUILT_IN));
            rules.push((stem(&name).to_owned(), own.map(|source| source.text.clone())));
        }
        About { name: subject.name.clone(), rules, genres }
    }
}

/// The name of a rule set without folders and ending.
fn stem(name: &str) -> &str {
    let name = name.strip_prefix(BUILT_IN).unwrap_or(name);
    Path::new(name).file_stem().and_then(|stem| stem.to_str()).unwrap_or(name)
}

/// A puzzle with its answer. The text is what a page to play on is given.
pub(super) fn entry(
    args: &Args,
    about: About,
    text: &str,
    mut ground: Ground,
    console: &Console,
) -> Result<Entry, Trouble> {
    let program = ground.world.program.clone();
    let caption = |name| program.caption(name).map(str::to_owned);
    let link = args.link.as_deref().and_then(|base| {
        let made = link::picture(base, &about.rules, text);
        if made.is_none() {
            console.remark(&format!("{}: too long for a code that cameras read", about.name));
        }
        made
    });
    let board = render::scene(&mut ground.world, &View::default())?;
    let (answer, level) = if program.moves.is_empty() {
        let level = if args.no_levels { None } else { level(args, &ground)? };
        (solution(&about, ground, console)?, level)
    } else {
        (moves(args, ground)?, None)
    };
    let (title, author) = (caption("title"), caption("author"));
    Ok(Entry { title, author, level, genres: about.genres, board, answer, link })
}

/// How hard it is, if explaining it comes to an end.
fn level(args: &Args, ground: &Ground) -> Result<Option<&'static str>, Trouble> {
    if ground.objective.is_some() {
        return Ok(None);
    }
    let mut explainer = Explainer::new(ground.clone())?;
    let givens = explainer.givens();
    let stop = || args.what.deadline().is_over();
    let rating = Rating::new(&explainer.explain(&givens, Effort::default(), &stop)?);
    Ok((rating.ending == Ending::Solved).then(|| rating.level.word()))
}

fn solution(about: &About, ground: Ground, console: &Console) -> Result<Answer, Trouble> {
    let wish = Wish { most: Some(2), limits: Limits::default(), seed: 0, checked: None, judged: false };
    let mut found: Option<(Vec<Option<TermId>>, World)> = None;
    let outcome = solve(ground, &wish, &|| false, |values, world| {
        found.get_or_insert_with(|| (values.iter().copied().map(Some).collect(), world.clone()));
    })?;
    let Some((values, mut world)) = found else {
        return Err(Trouble::Puzzle(Exit::No, outcome.sentence()));
    };
    if outcome.verdict() != Verdict::Unique {
        console.remark(&format!("{}: {}; the first is its answer", about.name, outcome.sentence()));
    }
    let view = View { values: &values, ..View::default() };
    Ok(Answer::Board(Box::new(render::scene(&mut world, &view)?)))
}

fn moves(args: &Args, ground: Ground) -> Result<Answer, Trouble> {
    let stop = || args.what.deadline().is_over();
    let (report, _) = plan::solve(
        ground,
        &plan::Wish { limits: crate::moves::search::Limits::default(), count: false },
        &stop,
        &mut |_| {},
    )?;
    if !matches!(report.verdict, plan::Verdict::Solved | plan::Verdict::Found) {
        return Err(Trouble::Puzzle(Exit::No, report.sentence()));
    }
    Ok(Answer::Moves(report.steps.into_iter().map(|step| step.title).collect()))
}
