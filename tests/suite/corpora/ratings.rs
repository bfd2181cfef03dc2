//! Scores beside the difficulties that makers have published: they rank puzzles in the same order.

use std::cmp::Ordering;

use gridlog::stages::explain::{Ending, rate};

use super::{Instance, folder, shelves};
use crate::checked::{Texts, check};

/// Files of one genre and size, easiest first, and how well scores must agree with their order. Two levels that are told
/// apart without fault come to 0.87, as many puzzles of one file share a rank there and have scores of their own here.
const SERIES: &[(f64, &[&str])] = &[
    (
        0.9,
        &[
            "sudoku_sgt/3x3db.jsonl",
            "sudoku_sgt/3x3da.jsonl",
            "sudoku_sgt/3x3de.jsonl",
            "sudoku_sgt/3x3du.jsonl",
        ],
    ),
    (
        0.8,
        &[
            "sudoku9/gen_random_minimal_20000",
            "sudoku9/puzzles3_magictour_top1465",
            "sudoku9/puzzles5_forum_hardest_1905_11+",
        ],
    ),
    (
        0.8,
        &[
            "futoshiki_sgt/5de.jsonl",
            "futoshiki_sgt/5dk.jsonl",
            "futoshiki_sgt/5dx.jsonl",
            "futoshiki_sgt/5dr.jsonl",
        ],
    ),
    (
        0.8,
        &[
            "skyscrapers_sgt/5de.jsonl",
            "skyscrapers_sgt/5dh.jsonl",
            "skyscrapers_sgt/5dx.jsonl",
            "skyscrapers_sgt/5du.jsonl",
        ],
    ),
    (
        0.8,
        &[
            "kenken_sgt/6de.jsonl",
            "kenken_sgt/6dn.jsonl",
            "kenken_sgt/6dh.jsonl",
            "kenken_sgt/6dx.jsonl",
            "kenken_sgt/6du.jsonl",
        ],
    ),
    (
        0.8,
        &[
            "takuzu/borroot_binarypuzzle_10_level1.txt",
            "takuzu/borroot_binarypuzzle_10_level2.txt",
            "takuzu/borroot_binarypuzzle_10_level3.txt",
            "takuzu/borroot_binarypuzzle_10_level4.txt",
        ],
    ),
    (0.8, &["takuzu/borroot_puzzlebinairo_10_level1.txt", "takuzu/borroot_puzzlebinairo_10_level2.txt"]),
];

/// How many puzzles of each file are taken by default; `GRIDLOG_RATED` takes more.
const RATED: usize = 8;

/// Level and score of a puzzle.
fn rated(instance: &Instance) -> (f64, f64) {
    let checked = check(&Texts([("it.puzzle".to_owned(), instance.text.clone())].into()), "it.puzzle", &[]);
    checked.ground();
    let ground = checked.ground.expect("a board");
    let rating = rate(ground, &|| false).expect("a rating");
    assert_eq!(rating.ending, Ending::Solved, "{}", instance.text);
    (f64::from(rating.level as u8), rating.score)
}

/// The rank of each number; equal ones share theirs.
fn ranks(numbers: &[f64]) -> Vec<f64> {
    let rank = |one: f64| {
        let halves = numbers.iter().map(|other| match other.total_cmp(&one) {
            Ordering::Less => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Greater => 0.0,
        });
        halves.sum::<f64>()
    };
    numbers.iter().map(|&one| rank(one)).collect()
}

/// How well two orders agree, from -1 to 1, after Spearman.
fn agreement(one: &[f64], other: &[f64]) -> f64 {
    let (one, other) = (ranks(one), ranks(other));
    // All ranks together are the same for every order.
    let middle = one.iter().sum::<f64>() / one.iter().map(|_| 1.0).sum::<f64>();
    let product = |left: &[f64], right: &[f64]| -> f64 {
        left.iter().zip(right).map(|(left, right)| (left - middle) * (right - middle)).sum()
    };
    product(&one, &other) / (product(&one, &one) * product(&other, &other)).sqrt()
}

#[test]
fn scores_rank_as_published() {
    let Some(folder) = folder("how ratings rank the puzzles of the corpora") else { return };
    let most = std::env::var("GRIDLOG_RATED").ok().and_then(|number| number.parse().ok()).unwrap_or(RATED);
    let shelves = shelves(&folder);
    let mut faults = String::new();
    for (least, files) in SERIES {
        let (mut published, mut levels, mut scores) = (Vec::new(), Vec::new(), Vec::new());
        for (difficulty, file) in (0_u8..).zip(*files) {
            let shelf = shelves.iter().find(|shelf| shelf.name == *file).expect("the file");
            let step = (shelf.instances.len() / most).max(1);
            for instance in shelf.instances.iter().step_by(step).take(most) {
                let (level, score) = rated(instance);
                published.push(f64::from(difficulty));
                levels.push(level);
                scores.push(score);
            }
        }
        let score = agreement(&published, &scores);
        println!("{}: level {:.2}, score {score:.2}", files[0], agreement(&published, &levels));
        if score < *least {
            faults.push_str(&format!("{}: {score:.2}\n", files[0]));
        }
    }
    assert!(faults.is_empty(), "{faults}");
}
