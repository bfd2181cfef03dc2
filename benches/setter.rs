//! What making puzzles costs: `cargo bench --bench setter`. Each puzzle has another seed.

use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use gridlog::stages::generate::{Amount, Board, Effort, Recipe, Setter, Symmetry};
use gridlog::stages::ground::{Options, ground};
use gridlog::stages::resolve::{BuiltIn, Request, resolve};
use gridlog::stages::source::Sources;

const SUBJECTS: &[(&str, &str, Amount)] = &[
    ("sudoku 9x9", "use sudoku.", Amount::Minimal),
    ("takuzu 20x20", "use takuzu with n = 20.", Amount::Minimal),
    ("takuzu 32x32", "use takuzu with n = 32.", Amount::Minimal),
    ("takuzu 64x64, 45%", "use takuzu with n = 64.", Amount::Percent(45)),
    ("takuzu 64x64, 30%", "use takuzu with n = 64.", Amount::Percent(30)),
    ("mosaic 10x10", "use mosaic with r = 10, c = 10.", Amount::Minimal),
];

fn making(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("generate");
    group.sample_size(10).measurement_time(Duration::from_secs(10));
    for &(name, text, amount) in SUBJECTS {
        let mut sources = Sources::default();
        let rules = Some(sources.add("subject.puzzle", text));
        let (program, _) = resolve(&Request { rules, ..Request::default() }, &mut sources, &BuiltIn);
        let options = Options { puzzle: true, ..Options::default() };
        let (ground, _) = ground(&program, &options);
        let Ok(mut setter) = Setter::new(ground, options) else { panic!("rules that are refused") };
        let effort = Effort::default();
        let (symmetry, without) = (Symmetry::None, Vec::new());
        let recipe =
            Recipe { amount, symmetry, without, difficulty: None, board: Board::Told, settles: true, effort };
        let mut seed = 0;
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| {
                seed += 1;
                setter.make(&recipe, seed, &|_| {}, &|| false).map_or(0, |made| made.size())
            });
        });
    }
    group.finish();
}

criterion_group!(benches, making);
criterion_main!(benches);
