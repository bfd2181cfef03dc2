//! What solving costs, with rules and board compiled once: `cargo bench --bench solve`.
//!
//! A board is solved with one seed after the other, so that a lucky order does not pass for a fast engine.

use std::sync::Arc;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use gridlog::stages::ground::{Ground, Options, ground};
use gridlog::stages::program::Program;
use gridlog::stages::resolve::{BuiltIn, Request, resolve};
use gridlog::stages::search::Limits;
use gridlog::stages::solve::{Solver, Wish};
use gridlog::stages::source::Sources;

/// A puzzle in the language, and how many of its solutions are wanted.
struct Subject {
    name: &'static str,
    text: &'static str,
    most: Option<u64>,
}

const SUBJECTS: &[Subject] = &[
    Subject { name: "takuzu 20x20", text: include_str!("../rules/takuzu/twenty.puzzle"), most: Some(2) },
    Subject { name: "takuzu 64x64 empty", text: "use takuzu with n = 64.", most: Some(1) },
    Subject { name: "takuzu 100x100 empty", text: "use takuzu with n = 100.", most: Some(1) },
    Subject { name: "sudoku 9x9", text: include_str!("../rules/sudoku/hard.puzzle"), most: Some(2) },
    Subject { name: "magic 4x4, all", text: "use magic with n = 4.", most: None },
    Subject { name: "magic 6x6", text: "use magic with n = 6.", most: Some(1) },
    Subject { name: "magic 8x8", text: "use magic with n = 8.", most: Some(1) },
    Subject { name: "magic 10x10", text: "use magic with n = 10.", most: Some(1) },
    Subject { name: "queens 8x8, all", text: "use queens with n = 8.", most: None },
    Subject { name: "latin 5x5, all", text: "use latin with n = 5.", most: None },
];

fn expanded(subject: &Subject) -> (Arc<Program>, Ground) {
    let mut sources = Sources::default();
    let rules = Some(sources.add("subject.puzzle", subject.text));
    let (program, diagnostics) = resolve(&Request { rules, ..Request::default() }, &mut sources, &BuiltIn);
    assert!(!diagnostics.iter().any(gridlog::stages::diagnostic::Diagnostic::is_error), "{}", subject.name);
    let (ground, _) = ground(&program, &Options { puzzle: true, ..Options::default() });
    (program, ground)
}

fn solving(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("solve");
    group.sample_size(20).measurement_time(Duration::from_secs(3));
    for subject in SUBJECTS {
        let (_, ground) = expanded(subject);
        let givens = ground.world.given.values.clone();
        let Ok(mut solver) = Solver::new(ground) else { panic!("{} is refused", subject.name) };
        let mut seed = 0;
        group.bench_function(BenchmarkId::from_parameter(subject.name), |bencher| {
            bencher.iter(|| {
                seed = seed % 20 + 1;
                // What is measured is the search; the checker has its own test.
                let wish = Wish {
                    most: subject.most,
                    limits: Limits::default(),
                    seed,
                    checked: Some(0),
                    judged: false,
                };
                solver.solve(&givens, &wish, &|| false, |_, _| {}).map_or(0, |outcome| outcome.count)
            });
        });
    }
    group.finish();
}

fn compiling(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("compile");
    group.sample_size(10).measurement_time(Duration::from_secs(2));
    for subject in SUBJECTS.iter().filter(|subject| subject.most.is_some()) {
        group.bench_function(BenchmarkId::from_parameter(subject.name), |bencher| {
            bencher.iter_batched(
                || expanded(subject),
                |(_, ground)| Solver::new(ground).map_or(0, |solver| solver.model.vars.len()),
                criterion::BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, solving, compiling);
criterion_main!(benches);
