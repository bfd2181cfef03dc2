//! `gridlog check`: everything that can be said about rules and puzzles without solving them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueEnum;
use serde_json::{Value, json};

use super::console::Console;
use super::{Exit, files};
use crate::diagnostic::catalogue::files as say;
use crate::diagnostic::{Diagnostic, render};
use crate::eval::Budget;
use crate::ground::{Ground, Options, ground};
use crate::hash::Numbered;
use crate::program::Program;
use crate::puzzle::{Picture, Shape, stream};
use crate::resolve::{Request, resolve};
use crate::source::{SourceId, Sources};

/// Arguments of `gridlog check`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// A rule or puzzle file, `-` for stdin, or the name of a built-in rule set
    rules: PathBuf,
    /// Puzzles to check against the rules: puzzle files or plain text grids
    #[arg(value_name = "PUZZLE")]
    puzzles: Vec<PathBuf>,
    /// Set a param of the rules, such as n=6
    #[arg(long = "set", value_name = "NAME=NUMBER", value_parser = setting)]
    settings: Vec<(String, i64)>,
    /// How to print what was found
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// List the instances of each law
    #[arg(long)]
    instances: bool,
    /// How many steps expanding the rules may take
    #[arg(long, value_name = "STEPS", default_value_t = Budget::default().steps)]
    ground_limit: u64,
}

/// How diagnostics are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// For people: what was found on stdout, what is wrong on stderr
    Text,
    /// For programs: everything on stdout
    Json,
}

fn setting(text: &str) -> Result<(String, i64), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=NUMBER, such as n=6")?;
    let (name, value) = (name.trim(), value.trim());
    if !name.starts_with(char::is_lowercase) {
        return Err(format!("`{name}` is no name of a param"));
    }
    let value = value.parse().map_err(|_| format!("`{value}` is no number"))?;
    Ok((name.to_owned(), value))
}

/// A longer name than this pushes what is said of it to the right.
const WIDEST: usize = 60;

/// One thing to check: a rule set alone, or with one puzzle.
struct Subject {
    name: String,
    program: Arc<Program>,
    ground: Option<Ground>,
    diagnostics: Vec<Diagnostic>,
}

pub(super) fn run(args: &Args, console: &mut Console) -> Exit {
    let mut sources = Sources::default();
    let mut exit = Exit::Yes;
    let mut report = Report { args, console, wrong: false, told: Numbered::default(), all: Vec::new() };
    match files::read_rules(&args.rules, &mut sources) {
        Ok(rules) if args.puzzles.is_empty() => language(rules, None, args, &mut sources, &mut report),
        Ok(rules) => {
            for puzzle in &args.puzzles {
                match files::read_puzzle(puzzle, &mut sources) {
                    Ok(source) => puzzles(rules, source, puzzle, args, &mut sources, &mut report),
                    Err(trouble) => exit = exit.and(trouble.report(report.console)),
                }
            }
        }
        Err(trouble) => exit = exit.and(trouble.report(report.console)),
    }
    if report.finish(&sources) { exit.and(Exit::BadInput) } else { exit }
}

/// What is said about the subjects, one after the other: a file may hold a million puzzles.
struct Report<'a> {
    args: &'a Args,
    console: &'a mut Console,
    /// Whether anything is an error.
    wrong: bool,
    /// For people: what is wrong; what several puzzles share is said once.
    told: Numbered<Diagnostic>,
    /// For programs: everything.
    all: Vec<Value>,
}

impl Report<'_> {
    /// More diagnostics than this are not kept.
    const MOST: usize = 10_000;

    fn add(&mut self, subject: Subject, sources: &Sources) {
        self.wrong |= subject.diagnostics.iter().any(Diagnostic::is_error);
        match self.args.format {
            Format::Text => {
                self.console.print(&subject.text(self.args.instances));
                let room = Self::MOST.saturating_sub(self.told.len());
                self.told.extend(subject.diagnostics.into_iter().take(room));
            }
            Format::Json => self.all.push(subject.json(self.args.instances, sources)),
        }
    }

    /// Prints what was kept; says whether anything is an error.
    fn finish(self, sources: &Sources) -> bool {
        match self.args.format {
            Format::Text => {
                let told: Vec<Diagnostic> = self.told.into_iter().collect();
                self.console.report(&told, sources);
            }
            Format::Json => self.console.print(&format!("{:#}\n", Value::from(self.all))),
        }
        self.wrong
    }
}

/// A rule set or a puzzle in the language.
fn language(
    rules: SourceId,
    puzzle: Option<SourceId>,
    args: &Args,
    sources: &mut Sources,
    report: &mut Report<'_>,
) {
    let main = puzzle.unwrap_or(rules);
    let name = sources.get(main).name.clone();
    let is_puzzle = puzzle.is_some() || is_puzzle_file(Path::new(&name));
    let (program, mut diagnostics) = resolved(rules, puzzle, args, sources);
    if is_blank(main, sources) {
        diagnostics = vec![say::empty(&name)];
    }
    report.add(expanded(name, Arc::new(program), diagnostics, None, is_puzzle, args), sources);
}

fn resolved(
    rules: SourceId,
    puzzle: Option<SourceId>,
    args: &Args,
    sources: &mut Sources,
) -> (Program, Vec<Diagnostic>) {
    let settings = args.settings.iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
    let request = Request { rules: Some(rules), puzzle, settings };
    resolve(&request, sources, &files::Shelf)
}

/// All puzzles of a file: one in the language, or plain grids.
fn puzzles(
    rules: SourceId,
    source: SourceId,
    path: &Path,
    args: &Args,
    sources: &mut Sources,
    report: &mut Report<'_>,
) {
    if is_puzzle_file(path) {
        return language(rules, Some(source), args, sources, report);
    }
    let name = sources.get(source).name.clone();
    let (program, mut diagnostics) = resolved(rules, None, args, sources);
    let program = Arc::new(program);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return report.add(expanded(name, program, diagnostics, None, true, args), sources);
    }
    let (pictures, wrong) = stream(source, &sources.get(source).text, shape_of(&program));
    diagnostics.extend(wrong);
    let mut pictures = pictures.enumerate().peekable();
    if pictures.peek().is_none() {
        diagnostics.push(say::empty(&name));
        return report.add(Subject { name, program, ground: None, diagnostics }, sources);
    }
    while let Some((number, picture)) = pictures.next() {
        let single = number == 0 && pictures.peek().is_none();
        let name = if single { name.clone() } else { format!("{name}, puzzle {}", number + 1) };
        let subject = expanded(name, program.clone(), diagnostics.clone(), Some(picture), true, args);
        report.add(subject, sources);
        if report.console.has_ended() {
            return;
        }
    }
}

/// What the rules say about the size of a plain grid.
fn shape_of(program: &Program) -> Shape {
    crate::ground::expected_shape(program)
}

fn expanded(
    name: String,
    program: Arc<Program>,
    mut diagnostics: Vec<Diagnostic>,
    grid: Option<Picture>,
    puzzle: bool,
    args: &Args,
) -> Subject {
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Subject { name, program, ground: None, diagnostics };
    }
    let budget = Budget { steps: args.ground_limit, ..Budget::default() };
    let (ground, found) = ground(&program, &Options { grid, puzzle, budget });
    diagnostics.extend(found);
    Subject { name, program, ground: Some(ground), diagnostics }
}

fn is_puzzle_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "puzzle")
}

fn is_blank(source: SourceId, sources: &Sources) -> bool {
    let text = &sources.get(source).text;
    let lexed = crate::syntax::token::lex(source, text);
    lexed.tokens.is_empty() && lexed.diagnostics.is_empty()
}

impl Subject {
    fn text(&self, list: bool) -> String {
        let Some(ground) = &self.ground else { return String::new() };
        let (program, world) = (self.program.as_ref(), &ground.world);
        let mut rows: Vec<(String, String)> = Vec::new();
        for (param, value) in program.params.iter().zip(&world.params) {
            let value = value.map_or_else(|| "?".to_owned(), |value| world.show(value));
            rows.push((format!("param {}", param.name), value));
        }
        for family in ground.families(program) {
            let hidden = if family.hidden { ", hidden" } else { "" };
            let size = world.size.filter(|_| family.name == "cell");
            let size = size.map_or_else(String::new, |(rows, cols)| format!(" on {rows}x{cols}"));
            let row = format!("{} :: {}{size}{hidden}", family.count, family.domain);
            rows.push((format!("unknown {}", family.name), row));
        }
        if !world.givens.is_empty() {
            rows.push(("given".to_owned(), world.givens.len().to_string()));
        }
        for (law, tally) in program.laws.iter().zip(&ground.laws) {
            rows.push((format!("law {}", law.name), instances(*tally)));
        }
        for (rule, heads) in program.moves.iter().zip(&ground.moves) {
            let row = format!("{} moves, acting in {} places", heads.heads, heads.acts);
            rows.push((format!("move {}", rule.law.name), row));
        }
        for tally in &ground.goals {
            rows.push(("goal".to_owned(), instances(*tally)));
        }
        for (name, values) in ground.definitions(program) {
            let row = if values { "on values" } else { "on places" };
            rows.push((format!("definition {name}"), row.to_owned()));
        }
        let width = rows.iter().map(|(left, _)| left.chars().count()).max().unwrap_or(0).min(WIDEST);
        let mut text = format!("{}\n", self.name);
        for (left, right) in rows {
            writeln!(text, "  {left:width$}  {right}").unwrap_or_default();
        }
        if list {
            let show = world.shower(program);
            for instance in &ground.instances {
                let law = &program.laws[instance.law];
                let title = instance.title(law, world);
                writeln!(text, "  {title}: {}", show.formula(instance.formula)).unwrap_or_default();
            }
        }
        text
    }

    fn json(&self, list: bool, sources: &Sources) -> Value {
        let diagnostics = render::json(&self.diagnostics, sources);
        let Some(ground) = &self.ground else {
            return json!({ "name": self.name, "diagnostics": diagnostics });
        };
        let (program, world) = (self.program.as_ref(), &ground.world);
        let params: serde_json::Map<String, Value> = program
            .params
            .iter()
            .zip(&world.params)
            .map(|(param, value)| (param.name.clone(), value.map(|value| world.show(value)).into()))
            .collect();
        let unknowns: Vec<Value> = ground
            .families(program)
            .iter()
            .map(|family| {
                json!({ "name": family.name, "count": family.count, "domain": family.domain, "hidden": family.hidden })
            })
            .collect();
        let laws: Vec<Value> = program
            .laws
            .iter()
            .zip(&ground.laws)
            .enumerate()
            .map(|(number, (law, tally))| {
                let mut object = json!({
                    "name": law.name,
                    "doc": law.doc,
                    "instances": tally.instances,
                    "always": tally.always,
                    "equal": tally.equal,
                });
                if list {
                    let own = ground.instances.iter().filter(|instance| instance.law == number);
                    object["list"] = own.map(|instance| self.instance(instance, ground)).collect();
                }
                object
            })
            .collect();
        let moves: Vec<Value> = program
            .moves
            .iter()
            .zip(&ground.moves)
            .map(|(rule, heads)| json!({ "name": rule.law.name, "doc": rule.law.doc, "moves": heads.heads, "places": heads.acts }))
            .collect();
        let definitions: Vec<Value> = ground
            .definitions(program)
            .into_iter()
            .map(|(name, values)| json!({ "name": name, "on": if values { "values" } else { "places" } }))
            .collect();
        json!({
            "name": self.name,
            "size": world.size.map(|(rows, cols)| vec![rows, cols]),
            "params": params,
            "unknowns": unknowns,
            "givens": world.givens.len(),
            "laws": laws,
            "moves": moves,
            "goals": ground.goals.iter().map(|tally| tally.instances).collect::<Vec<_>>(),
            "definitions": definitions,
            "diagnostics": diagnostics,
        })
    }

    fn instance(&self, instance: &crate::ground::Instance, ground: &Ground) -> Value {
        let law = &self.program.laws[instance.law];
        json!({
            "name": instance.title(law, &ground.world),
            "sentence": instance.sentence(law, &self.program, &ground.world),
            "condition": ground.world.shower(&self.program).formula(instance.formula),
        })
    }
}

fn instances(tally: crate::ground::Tally) -> String {
    let mut text = match tally.instances {
        1 => "1 instance".to_owned(),
        count => format!("{count} instances"),
    };
    if tally.equal > 0 {
        write!(text, ", {} more equal to one of them", tally.equal).unwrap_or_default();
    }
    if tally.always > 0 {
        write!(text, ", {} always true", tally.always).unwrap_or_default();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::setting;

    #[test]
    fn settings_are_a_name_and_a_number() {
        assert_eq!(setting("n=6"), Ok(("n".to_owned(), 6)));
        assert_eq!(setting("low = -2"), Ok(("low".to_owned(), -2)));
        for wrong in ["", "n", "n=", "=6", "N=6", "n=six", "n=99999999999999999999", "6=n"] {
            assert!(setting(wrong).is_err(), "{wrong:?}");
        }
    }
}
