//! `gridlog check`: everything that can be said about rules and puzzles without solving them.

mod plan;

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::batch::Batch;
use super::console::Console;
use super::output::{self, Output};
use super::subject::{Subject, What};
use super::trouble::Trouble;
use super::{Exit, watch};
use crate::base::hash::Numbered;
use crate::board::ground::Ground;
use crate::language::diagnostic::Diagnostic;
use crate::language::source::Sources;
use crate::services::record::{Details, Record};
use crate::services::render::{View, scene};

/// Arguments of `gridlog check`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    what: What,
    /// How to print what was found
    #[arg(short, long, value_name = "FORMAT", value_parser = output::one_of(output::ANSWER))]
    format: Option<Output>,
    /// List the instances of each law
    #[arg(long)]
    instances: bool,
    /// Tell which constraints each law becomes
    #[arg(long)]
    plan: bool,
    /// Check again whenever a file changes
    #[arg(long)]
    watch: bool,
}

/// A longer name than this pushes what is said of it to the right.
const WIDEST: usize = 60;

pub(super) fn run(args: &Args, console: &mut Console) -> Result<Exit, Trouble> {
    watch::repeat(args.watch, &args.what.paths(), console, |console| once(args, console))
}

fn once(args: &Args, console: &mut Console) -> Result<Exit, Trouble> {
    let mut sources = Sources::default();
    console.answer_as(args.format);
    let mut report = Report { args, told: Numbered::default() };
    let exit = args.what.each_named(
        &Batch::default(),
        &mut sources,
        console,
        &mut |subject, sources, console| {
            Ok(if report.add(subject, sources, console) { Exit::BadInput } else { Exit::Yes })
        },
    )?;
    let told: Vec<Diagnostic> = report.told.into_iter().collect();
    console.report(&told, &sources);
    Ok(exit)
}

/// What is said about the subjects, one after the other.
struct Report<'a> {
    args: &'a Args,
    /// For people: what is wrong; what several puzzles share is said once.
    told: Numbered<Diagnostic>,
}

impl Report<'_> {
    /// More diagnostics than this are not kept.
    const MOST: usize = 10_000;

    /// Whether the subject has errors.
    fn add(&mut self, subject: &mut Subject, sources: &Sources, console: &mut Console) -> bool {
        subject.try_drawing();
        let wrong = subject.diagnostics.iter().any(Diagnostic::is_error);
        if console.wants_records() {
            console.report(&subject.diagnostics, sources);
            let mut object = subject.json(self.args.instances);
            if self.args.plan && !wrong {
                object["plan"] = subject
                    .constraints()
                    .into_iter()
                    .map(|(law, name, count)| json!({ "law": law, "constraint": name, "count": count }))
                    .collect();
            }
            if !wrong {
                console.answer(Record { details: Details::Check(object), ..Record::default() });
            }
            return wrong;
        }
        console.print(&subject.text(self.args.instances));
        if self.args.plan && !wrong {
            console.print(&subject.plan());
        }
        let room = Self::MOST.saturating_sub(self.told.len());
        self.told.extend(std::mem::take(&mut subject.diagnostics).into_iter().take(room));
        wrong
    }
}

impl Subject {
    /// Finds what is wrong with `draw` statements, as far as the clues and givens bring it out.
    fn try_drawing(&mut self) {
        if self.diagnostics.iter().any(Diagnostic::is_error) {
            return;
        }
        if let Some(ground) = &mut self.ground {
            let wrong = scene(&mut ground.world, &View::default()).err();
            self.diagnostics.extend(wrong.map(|wrong| *wrong));
        }
    }

    /// What the rules amount to, as a table.
    pub(super) fn text(&self, list: bool) -> String {
        let Some(ground) = &self.ground else { return String::new() };
        let (program, world) = (self.program.as_ref(), &ground.world);
        let mut rows: Vec<(String, String)> = Vec::new();
        for (param, value) in program.params.iter().zip(&world.params) {
            let value = value.map_or_else(|| "?".to_owned(), |value| world.show(value));
            rows.push((format!("param {}", param.name), value));
        }
        for family in ground.families() {
            let hidden = if family.hidden { ", hidden" } else { "" };
            let size = world.size.filter(|_| family.name == "cell");
            let size = size.map_or_else(String::new, |(rows, cols)| format!(" on {rows}x{cols}"));
            let row = format!("{} :: {}{size}{hidden}", family.count, family.domain);
            rows.push((format!("unknown {}", family.name), row));
        }
        if !world.given.values.is_empty() {
            rows.push(("given".to_owned(), world.given.values.len().to_string()));
        }
        for (law, tally) in program.laws.iter().zip(&ground.laws) {
            rows.push((format!("law {}", law.name), tally.to_string()));
        }
        for (rule, heads) in program.moves.iter().zip(&ground.moves) {
            let row = format!("{} moves, acting in {} places", heads.heads, heads.acts);
            rows.push((format!("move {}", rule.law.name), row));
        }
        for tally in &ground.goals {
            rows.push(("goal".to_owned(), tally.to_string()));
        }
        for (name, values) in ground.definitions() {
            let row = if values { "on values" } else { "on places" };
            rows.push((format!("definition {name}"), row.to_owned()));
        }
        let width = rows.iter().map(|(left, _)| left.chars().count()).max().unwrap_or(0).min(WIDEST);
        let mut text = format!("{}\n", self.name);
        for (left, right) in rows {
            writeln!(text, "  {left:width$}  {right}").unwrap_or_default();
        }
        if list {
            let show = world.shower();
            for instance in &ground.instances {
                let law = &program.laws[instance.law];
                let title = instance.title(law, world);
                writeln!(text, "  {title}: {}", show.formula(instance.formula)).unwrap_or_default();
            }
        }
        text
    }

    fn json(&self, list: bool) -> Value {
        let Some(ground) = &self.ground else { return Value::Null };
        let (program, world) = (self.program.as_ref(), &ground.world);
        let params: serde_json::Map<String, Value> = program
            .params
            .iter()
            .zip(&world.params)
            .map(|(param, value)| (param.name.clone(), value.map(|value| world.show(value)).into()))
            .collect();
        let unknowns: Vec<Value> = ground
            .families()
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
            .definitions()
            .into_iter()
            .map(|(name, values)| json!({ "name": name, "on": if values { "values" } else { "places" } }))
            .collect();
        json!({
            "size": world.size.map(|(rows, cols)| vec![rows, cols]),
            "params": params,
            "unknowns": unknowns,
            "givens": world.given.values.len(),
            "laws": laws,
            "moves": moves,
            "goals": ground.goals.iter().map(|tally| tally.instances).collect::<Vec<_>>(),
            "definitions": definitions,
        })
    }

    fn instance(&self, instance: &crate::board::ground::Instance, ground: &Ground) -> Value {
        let law = &self.program.laws[instance.law];
        json!({
            "name": instance.title(law, &ground.world),
            "sentence": instance.sentence(law, &ground.world),
            "condition": ground.world.shower().formula(instance.formula),
        })
    }
}
