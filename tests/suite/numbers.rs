//! Random laws on numbers (products, quotients, the least, the greatest, elements, lists whose length depends on
//! values): the engine finds exactly the assignments that the checker accepts.
//!
//! Some domains have values far apart: no table is made of them, so that everything goes through the constraints.

use std::collections::BTreeSet;
use std::sync::Arc;

use gridlog::stages::check;
use gridlog::stages::eval::Budget;
use gridlog::stages::ground::{Ground, Options, ground};
use gridlog::stages::program::Program;
use gridlog::stages::resolve::{BuiltIn, Request, resolve};
use gridlog::stages::search::Limits;
use gridlog::stages::solve::{Wish, solve};
use gridlog::stages::source::Sources;
use gridlog::stages::term::TermId;

use super::meaning::values_of;
use super::rng::Random;

/// How many rule sets one test run draws.
const SEEDS: u64 = 500;

struct Draw {
    random: Random,
    places: usize,
    names: usize,
}

impl Draw {
    fn number(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.below(4) == 0 {
            return match self.random.below(5) {
                0 => format!("{}", self.random.below(6) as i64 - 2),
                _ => format!("r1c{}", 1 + self.random.below(self.places)),
            };
        }
        let depth = depth - 1;
        match self.random.below(12) {
            0..=5 => {
                let sign = *self.random.pick(&["+", "-", "*", "*", "/", "mod"]);
                format!("({} {sign} {})", self.number(depth), self.number(depth))
            }
            6 => format!("abs({})", self.number(depth)),
            7 => format!("nth({}, {})", self.number(depth), self.list(depth)),
            _ => {
                let function = *self.random.pick(&["sum", "len", "min", "max", "product"]);
                format!("{function}({})", self.list_or_some(depth))
            }
        }
    }

    fn list(&mut self, depth: u32) -> String {
        let elements: Vec<String> = (0..=self.random.below(3)).map(|_| self.number(depth)).collect();
        format!("[{}]", elements.join(", "))
    }

    /// A list, or those of its elements that pass a test.
    fn list_or_some(&mut self, depth: u32) -> String {
        if self.random.below(3) == 0 {
            return self.list(depth);
        }
        self.names += 1;
        let name = format!("X{}", self.names);
        let element = if self.random.below(3) == 0 { format!("{name} * {name}") } else { name.clone() };
        let (sign, bound) = (*self.random.pick(&["<", ">", "=", "\\="]), self.number(0));
        format!("[{element} : {name} in {}, {name} {sign} {bound}]", self.list(depth.min(1)))
    }

    fn condition(&mut self, depth: u32) -> String {
        match self.random.below(if depth == 0 { 7 } else { 10 }) {
            0 => format!("distinct({})", self.list_or_some(1)),
            1 => format!("{} in {}", self.number(1), self.list_or_some(1)),
            2..=6 => {
                let sign = *self.random.pick(&["=", "=", "\\=", "<", "=<", ">", ">="]);
                format!("{} {sign} {}", self.number(2), self.number(1))
            }
            7 => format!("not ({})", self.condition(depth - 1)),
            8 => format!("({} ; {})", self.condition(depth - 1), self.condition(depth - 1)),
            _ => format!("({} => {})", self.condition(depth - 1), self.condition(depth - 1)),
        }
    }
}

fn draw(seed: u64) -> String {
    let mut random = Random::new(seed);
    let domain = *random.pick(&[
        "{-1, 0, 1, 3, 70}",
        "{0, 1, 2, 90}",
        "{-66, -2, 0, 1, 2}",
        "{1, 2, 3, 4, 80}",
        "{-7000, 0, 1, 2, 3}",
        "-2..2",
        "0..4",
    ]);
    let places = 2 + random.below(2);
    let mut draw = Draw { random, places, names: 0 };
    let laws: Vec<String> = (0..=draw.random.below(2))
        .map(|number| format!("law{number}: true => {}.\n", draw.condition(2)))
        .collect();
    format!("grid(1, {places}) :: {domain}.\n{}", laws.concat())
}

fn expand(text: &str) -> Option<(Arc<Program>, Ground)> {
    let mut sources = Sources::default();
    let source = sources.add("random.puzzle", text);
    let request = Request { puzzle: Some(source), ..Request::default() };
    let (program, mut diagnostics) = resolve(&request, &mut sources, &BuiltIn);
    let options = Options { puzzle: true, budget: Budget::default(), ..Options::default() };
    let (ground, found) = ground(&program, &options);
    diagnostics.extend(found);
    diagnostics.iter().all(|found| !found.is_error()).then_some((program, ground))
}

/// What the checker accepts, as shown.
fn accepted(ground: &mut Ground) -> BTreeSet<Vec<String>> {
    let domains: Vec<_> = ground.world.unknowns.iter().map(|unknown| unknown.domain.clone()).collect();
    let mut all: Vec<Vec<TermId>> = vec![Vec::new()];
    for domain in domains {
        let values = values_of(&domain, ground);
        let longer = |row: &Vec<TermId>, &value: &TermId| row.iter().copied().chain([value]).collect();
        all = all.iter().flat_map(|row| values.iter().map(move |value| longer(row, value))).collect();
    }
    let mut found = BTreeSet::new();
    for values in all {
        let broken = check::all_broken(&mut ground.world, &values).expect("rules that can be judged");
        if broken.is_empty() {
            found.insert(values.iter().map(|&value| ground.world.show(value)).collect());
        }
    }
    found
}

#[test]
fn the_engine_finds_what_the_checker_accepts() {
    let wish = Wish { most: None, limits: Limits::default(), seed: 1, checked: None, judged: false };
    let count = std::env::var("GRIDLOG_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(SEEDS);
    let (mut valid, mut some) = (0, 0);
    for seed in 0..count {
        let text = draw(seed);
        let Some((_, mut ground)) = expand(&text) else { continue };
        let wanted = accepted(&mut ground);
        let mut found = Vec::new();
        let outcome = solve(ground, &wish, &|| false, |values, world| {
            found.push(values.iter().map(|&value| world.show(value)).collect::<Vec<_>>());
        });
        assert!(outcome.is_ok(), "seed {seed}: {outcome:?}\n{text}");
        found.sort();
        let wanted: Vec<Vec<String>> = wanted.into_iter().collect();
        assert_eq!(found, wanted, "seed {seed}\n{text}");
        valid += 1;
        some += u64::from(!wanted.is_empty());
    }
    assert!(valid * 10 >= count * 6 && some * 10 >= count * 4, "{valid} of {count} valid, {some} solvable");
}
