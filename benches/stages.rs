//! What each stage costs, from text to instances: `cargo bench --bench stages`.

use std::hint::black_box;
use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use gridlog::stages::ground::{Options, ground};
use gridlog::stages::program::Program;
use gridlog::stages::resolve::{BuiltIn, Request, resolve};
use gridlog::stages::source::Sources;
use gridlog::stages::syntax::parse::parse;
use gridlog::stages::syntax::token::lex;

/// A rule set with some params set.
struct Subject {
    name: &'static str,
    rules: &'static str,
    settings: &'static [(&'static str, u32)],
}

const SUBJECTS: &[Subject] = &[
    Subject { name: "takuzu 64x64", rules: include_str!("../rules/takuzu.rules"), settings: &[("n", 64)] },
    Subject { name: "sudoku 9x9", rules: include_str!("../rules/sudoku.rules"), settings: &[] },
    Subject {
        name: "sudoku 25x25",
        rules: include_str!("../rules/sudoku.rules"),
        settings: &[("r", 5), ("c", 5)],
    },
];

fn resolved(subject: &Subject) -> Arc<Program> {
    let mut sources = Sources::default();
    let rules = Some(sources.add("subject.rules", subject.rules));
    let settings =
        subject.settings.iter().map(|(name, value)| ((*name).to_owned(), value.to_string())).collect();
    let (program, diagnostics) =
        resolve(&Request { rules, settings, ..Request::default() }, &mut sources, &BuiltIn);
    assert!(diagnostics.is_empty(), "{}: {diagnostics:?}", subject.name);
    program
}

/// A rule file of a megabyte: laws, clauses and facts in turn, as a long puzzle collection would have them.
fn megabyte() -> String {
    let mut text = String::new();
    let mut number = 0;
    while text.len() < 1 << 20 {
        number += 1;
        text.push_str(&format!(
            "%! {{A}} and {{B}} differ by {number}.\n\
             law{number}: adjacent(A, B), A > {number} => abs(A - B) = {number} ; [A, B | _] = [1, {number}].\n\
             near{number}(A, B) :- step(A, D, B), D in {{left, right}}, not far{number}(B, [X : X in 1..{number}]).\n\
             far{number}(r{number}c{number}, [{number}, 2, 3]).  % a fact\n"
        ));
    }
    text
}

fn stages(criterion: &mut Criterion) {
    for subject in SUBJECTS {
        let mut group = criterion.benchmark_group(subject.name);
        group.bench_function("lex", |bencher| bencher.iter(|| lex(0, black_box(subject.rules))));
        group.bench_function("parse", |bencher| bencher.iter(|| parse(0, black_box(subject.rules))));
        group.bench_function("resolve", |bencher| bencher.iter(|| resolved(black_box(subject))));
        let program = resolved(subject);
        group.bench_function("ground", |bencher| {
            bencher.iter(|| {
                let (ground, diagnostics) = ground(black_box(&program), &Options::default());
                assert!(diagnostics.is_empty());
                ground
            });
        });
        group.finish();
    }
    let text = megabyte();
    let mut group = criterion.benchmark_group("rule file of 1 MB");
    group.sample_size(20);
    group.bench_function("lex", |bencher| bencher.iter(|| lex(0, black_box(&text))));
    group.bench_function("parse", |bencher| {
        bencher.iter(|| {
            let (file, diagnostics) = parse(0, black_box(&text));
            assert!(diagnostics.is_empty());
            file
        });
    });
    group.bench_function("resolve", |bencher| {
        bencher.iter(|| {
            let mut sources = Sources::default();
            let rules = Some(sources.add("megabyte.rules", text.as_str()));
            resolve(&Request { rules, ..Request::default() }, &mut sources, &BuiltIn)
        });
    });
    group.finish();
}

criterion_group!(benches, stages);
criterion_main!(benches);
