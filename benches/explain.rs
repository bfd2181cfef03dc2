//! What an explanation costs, with rules and board compiled once: `cargo bench --bench explain`.

#![expect(clippy::expect_used, reason = "a measurement that cannot go on has failed")]

use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use gridlog::stages::explain::{Effort, Ending, Explainer};
use gridlog::stages::ground::{Options, ground};
use gridlog::stages::resolve::{BuiltIn, Request, resolve};
use gridlog::stages::source::Sources;

const SUBJECTS: &[(&str, &str)] = &[
    ("sudoku 9x9", include_str!("../rules/sudoku/hard.puzzle")),
    ("takuzu 20x20", include_str!("../rules/takuzu/twenty.puzzle")),
    ("killer", include_str!("../rules/killer/hard.puzzle")),
    ("slitherlink", include_str!("../rules/slitherlink/hard.puzzle")),
];

fn explaining(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("explain");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    for (name, text) in SUBJECTS {
        let mut sources = Sources::default();
        let rules = Some(sources.add("subject.puzzle", *text));
        let (program, _) = resolve(&Request { rules, ..Request::default() }, &mut sources, &BuiltIn);
        let (ground, _) = ground(&program, &Options { puzzle: true, ..Options::default() });
        let mut explainer = Explainer::new(ground).expect("rules that can be solved");
        let givens = explainer.givens();
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| {
                let explained = explainer.explain(&givens, Effort::default(), &|| false);
                assert_eq!(explained.expect("an explanation").ending, Ending::Solved);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, explaining);
criterion_main!(benches);
