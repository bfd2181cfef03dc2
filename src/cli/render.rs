//! `gridlog render`: pictures of a puzzle, of its candidates, of its solution or of a step on the way to it.

mod draw;
mod png;

use std::path::PathBuf;

use self::draw::Album;
use super::candidates::By;
use super::console::Console;
use super::output::{self, Output};
use super::solve::How;
use super::subject::What;
use super::trouble::Trouble;
use super::{Exit, files, game};
use crate::services::render::page::Page;
use crate::services::render::svg;

/// Arguments of `gridlog render`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    what: What,
    #[command(flatten)]
    how: How,
    /// Draw the solution, or the first one found; of a move puzzle every position of a shortest plan
    #[arg(long)]
    solution: bool,
    /// Draw in each cell the values it has in some solution
    #[arg(long, conflicts_with = "solution")]
    candidates: bool,
    /// Draw pencil marks: values not ruled out by single laws, `laws`, or by one given and one law, `givens`
    #[arg(long, value_name = "BY", num_args = 0..=1, require_equals = true, default_missing_value = "laws", conflicts_with_all = ["solution", "candidates"])]
    marks: Option<By>,
    /// Draw this step of the explanation, with what it follows from; of a move puzzle the position after this move
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..), conflicts_with_all = ["solution", "candidates", "marks"])]
    step: Option<u32>,
    /// Make a page to play the puzzle on, which needs no other file
    #[arg(long, conflicts_with_all = ["solution", "candidates", "marks", "step", "format"])]
    play: bool,
    /// The engine for browsers that a page for a puzzle of moves needs, if it is not built in: web/dist/gridlog.wasm.gz
    #[arg(long, value_name = "FILE", requires = "play")]
    engine: Option<PathBuf>,
    /// Draw letters as outlines: the picture is the same whatever fonts there are
    #[arg(long, conflicts_with = "play")]
    outlines: bool,
    /// How to draw: else by the ending of the file, text on a terminal, SVG in a pipe
    #[arg(short, long, value_name = "FORMAT", value_parser = output::one_of(OUTPUTS))]
    format: Option<Output>,
    /// Write the picture to this file, whole or not at all
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

const OUTPUTS: &[&str] = &["svg", "png", "text", "html"];

pub(super) fn run(args: &Args, console: &mut Console) -> Result<Exit, Trouble> {
    if args.play {
        return Ok(play(args, console));
    }
    let format = output::chosen(args.format, args.output.as_deref(), OUTPUTS).map_err(Trouble::call)?;
    let usual = if console.is_terminal() { Output::Text } else { Output::Svg };
    let format = format.unwrap_or(usual);
    if args.outlines && !matches!(format, Output::Svg | Output::Png) {
        return Err(Trouble::call("only the letters of an SVG or PNG can be outlines"));
    }
    let picture = match (format, args.output.as_deref()) {
        (Output::Png, None) => return Err(Trouble::call("a PNG is written to a file: name it with -o")),
        // What cannot be written in the end need not be drawn.
        (Output::Png, Some(file)) => png::possible().map(|()| Some(file))?,
        _ => None,
    };
    if picture.is_none() {
        console.keep_for(args.output.as_deref());
    }
    let mut page: Option<Page> = None;
    let mut pixels: Option<Vec<u8>> = None;
    let mut drawn = 0;
    let exit = args.what.each(console, &mut |subject, _, console| {
        drawn += 1;
        if drawn > 1 && matches!(format, Output::Svg | Output::Png) {
            let told = "a picture holds one puzzle; draw one at a time, or a page with -f html";
            return Err(if drawn == 2 { Trouble::call(told) } else { Trouble::Told(Exit::BadInput) });
        }
        let album = draw::album(args, subject, console)?;
        let name = &subject.name;
        match format {
            Output::Svg => console.print(&svg::styled(&document(&album, args.outlines))),
            Output::Png => pixels = Some(png::pixels(&document(&album, true))?),
            Output::Html => add(page.get_or_insert_with(|| Page::new(name)), name, &album),
            _ => print(&album, args.output.is_none(), console),
        }
        Ok(album.exit)
    });
    let exit = exit.unwrap_or_else(|trouble| trouble.tell(console));
    if let Some(page) = page {
        console.print(&page.finish());
    }
    // Where nothing could be drawn, a file of an earlier run is worth more than an empty one.
    let whole = matches!(exit, Exit::Yes | Exit::Undecided);
    #[cfg(not(feature = "cli"))]
    let _ = (picture, pixels);
    #[cfg(feature = "cli")]
    if let (true, Some(file), Some(pixels)) = (whole, picture, pixels) {
        files::stream(file, |out| out.write_all(&pixels))?.map_err(|error| Trouble::io(file, &error))?;
        return Ok(exit);
    }
    Ok(if whole { exit.and(files::write_kept(args.output.as_deref(), console)) } else { exit })
}

/// A page holds one puzzle.
fn play(args: &Args, console: &mut Console) -> Exit {
    console.keep_for(args.output.as_deref());
    let mut made = 0;
    let exit = args.what.each(console, &mut |subject, sources, console| {
        made += 1;
        if made > 1 {
            let told = "a page to play on holds one puzzle; make one at a time";
            return Err(if made == 2 { Trouble::call(told) } else { Trouble::Told(Exit::BadInput) });
        }
        let page = game::page((&args.what, &args.how), args.engine.as_deref(), subject, sources, console)?;
        console.print(&page);
        Ok(Exit::Yes)
    });
    let exit = exit.unwrap_or_else(|trouble| trouble.tell(console));
    if exit == Exit::Yes { exit.and(files::write_kept(args.output.as_deref(), console)) } else { exit }
}

fn document(album: &Album, outlines: bool) -> String {
    let document = match &album.leaves[..] {
        [leaf] => svg::write(&leaf.scene),
        leaves => svg::sheet(leaves),
    };
    #[cfg(feature = "cli")]
    if outlines {
        return svg::outlined(&document);
    }
    #[cfg(not(feature = "cli"))]
    let _ = outlines;
    document
}

fn print(album: &Album, may_colour: bool, console: &mut Console) {
    for (number, leaf) in album.leaves.iter().enumerate() {
        let between = if number > 0 { "\n" } else { "" };
        console.print_styled(&format!("{between}{}", leaf.characters(console.colour && may_colour)));
    }
}

fn add(page: &mut Page, name: &str, album: &Album) {
    page.heading(name);
    if album.is_step {
        page.legend();
    }
    match &album.leaves[..] {
        [leaf] => page.leaf(leaf),
        leaves => page.series(leaves, None),
    }
}
