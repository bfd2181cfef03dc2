//! What plans cost: `cargo bench --bench moves`. Boards of one size share a system, so that lines met before are looked up.
//!
//! Aims: 2048 with 4x4 cells all full 1 ms a board, 5x5 50 ms, 6x6 0.5 s, 10x10 with few tiles 2 s, 12x12 20 s; all positions of the
//! eight puzzle 0.2 s; fifteen puzzles of 40 moves 1 s. `first board` pays for its tables too.

#![expect(clippy::expect_used, reason = "a measurement that cannot go on has failed")]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, Criterion, criterion_group, criterion_main};
use gridlog::stages::ground::{Ground, Options, ground};
use gridlog::stages::moves::search::{Limits, Watch, shortest};
use gridlog::stages::moves::{Code, System};
use gridlog::stages::program::Program;
use gridlog::stages::resolve::{BuiltIn, Request, resolve};
use gridlog::stages::source::Sources;

fn expanded(text: &str) -> (Arc<Program>, Ground) {
    let mut sources = Sources::default();
    let puzzle = Some(sources.add("bench.puzzle", text));
    let (program, diagnostics) = resolve(&Request { puzzle, ..Request::default() }, &mut sources, &BuiltIn);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let (ground, _) = ground(&program, &Options::default());
    (program, ground)
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }
}

/// A board of so many tiles: one tile split in two again and again, and the parts laid anywhere.
fn tiles(cells: usize, count: usize, dice: &mut Dice) -> Vec<i64> {
    let mut tiles = vec![1_i64 << 10];
    while tiles.len() < count {
        let at = dice.below(tiles.len());
        if tiles[at] > 2 {
            tiles[at] /= 2;
            tiles.push(tiles[at]);
        }
    }
    tiles.resize(cells, 0);
    for at in (1..cells).rev() {
        tiles.swap(at, dice.below(at + 1));
    }
    tiles
}

fn plan_length(system: &mut System, start: &[Code]) -> Option<usize> {
    let mut silent = |_| {};
    let mut watch = Watch::new(Limits::default(), &|| false, &mut silent);
    shortest(system, start, &mut watch).expect("an answer").plan.map(|plan| plan.len())
}

fn encoded(system: &mut System, values: &[i64]) -> Vec<Code> {
    let terms: Vec<_> = values.iter().map(|&value| system.world().terms.int(value)).collect();
    system.position(&terms).expect("few values")
}

/// Few samples: a run takes long.
fn short(group: &mut BenchmarkGroup<'_, WallTime>) {
    group.sample_size(10).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(3));
}

fn boards_of_2048(criterion: &mut Criterion) {
    for (size, count) in [(4, 16), (5, 25), (6, 36), (10, 20), (10, 40), (12, 24)] {
        let (_, ground) = expanded(&format!("use \"2048\" with n = {size}."));
        let fresh = System::new(ground);
        let mut dice = Dice(1);
        let boards: Vec<Vec<i64>> = (0..20).map(|_| tiles(size * size, count, &mut dice)).collect();
        let mut group = criterion.benchmark_group(format!("2048, {size}x{size}, {count} tiles"));
        short(&mut group);
        let first = boards[0].clone();
        group.bench_function("first board", |bencher| {
            bencher.iter_batched(
                || fresh.clone(),
                |mut system| {
                    let start = encoded(&mut system, &first);
                    black_box(plan_length(&mut system, &start))
                },
                BatchSize::LargeInput,
            );
        });
        let mut system = fresh.clone();
        let starts: Vec<Vec<Code>> = boards.iter().map(|board| encoded(&mut system, board)).collect();
        let mut turn = 0;
        group.bench_function("a board", |bencher| {
            bencher.iter(|| {
                turn += 1;
                black_box(plan_length(&mut system, &starts[turn % starts.len()]))
            });
        });
    }
}

/// Looks for a shortest plan of a puzzle, with nothing learned before.
fn sought(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, text: &str) {
    let (_, ground) = expanded(text);
    let fresh = System::new(ground);
    group.bench_function(name, |bencher| {
        bencher.iter_batched(
            || fresh.clone(),
            |mut system| {
                let start = system.start().expect("few values");
                black_box(plan_length(&mut system, &start))
            },
            BatchSize::LargeInput,
        );
    });
}

fn sliding(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sliding");
    short(&mut group);
    // No two tiles are equal, so the goal is never reached and every position is seen.
    let all = "use fifteen with r = 3, c = 3.  drop goal.  drop bound.  drop away/2.  goal: r1c1 = r1c2.
               given \"\"\"\n1 2 3\n4 5 6\n7 8 0\n\"\"\".";
    sought(&mut group, "all positions of the eight puzzle", all);
    // Without a bound, from both ends.
    let plain = "use fifteen with r = 3, c = 3.  drop bound.  drop away/2.
                 given \"\"\"\n8 6 7\n2 5 4\n3 0 1\n\"\"\".";
    sought(&mut group, "an eight puzzle of 31 moves from both ends", plain);
    let forty = "use fifteen.  given \"\"\"\n2 7 0 3\n5 9 6 11\n4 13 8 15\n10 14 12 1\n\"\"\".";
    sought(&mut group, "a fifteen puzzle of 40 moves", forty);
}

criterion_group!(benches, boards_of_2048, sliding);
criterion_main!(benches);
