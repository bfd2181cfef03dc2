//! 2048 on boards from 6x6 to 10x10 made from a seed: every optimum is proved, and half of them are held against a twin that
//! knows nothing but the game.

use std::collections::BTreeSet;

use gridlog::stages::moves::plan::Verdict;

use super::moves::solved;
use super::rng::Random;

/// The twin gives up on boards that take more positions than this.
const MOST: usize = 3_000;

/// One tile, divided until there are enough, scattered over the board.
fn board(size: usize, random: &mut Random) -> Vec<u32> {
    let mut tiles = vec![32_u32 << random.below(4)];
    let wanted = *random.pick(&[6, 8, 10, 12]);
    while tiles.len() < wanted {
        let at = random.below(tiles.len());
        if tiles[at] > 2 {
            tiles[at] /= 2;
            tiles.push(tiles[at]);
        }
    }
    let mut cells = vec![0; size * size];
    for tile in tiles {
        let mut at = random.below(cells.len());
        while cells[at] != 0 {
            at = (at + 1) % cells.len();
        }
        cells[at] = tile;
    }
    cells
}

/// The board after a swipe: lines are read from the side to which tiles slide.
fn swiped(cells: &[u32], size: usize, side: usize) -> Vec<u32> {
    let mut after = vec![0; cells.len()];
    for line in 0..size {
        let place = |step: usize| match side {
            0 => line * size + step,
            1 => line * size + size - 1 - step,
            2 => step * size + line,
            _ => (size - 1 - step) * size + line,
        };
        let (mut to, mut waiting) = (0, 0);
        for tile in (0..size).map(|step| cells[place(step)]).filter(|&tile| tile > 0) {
            if waiting == tile {
                after[place(to - 1)] = 2 * tile;
                waiting = 0;
            } else {
                after[place(to)] = tile;
                (to, waiting) = (to + 1, tile);
            }
        }
    }
    after
}

/// Too many positions for the twin.
struct TooMany;

/// The fewest swipes to one tile, breadth first; nothing if there is no way.
fn fewest(start: Vec<u32>, size: usize) -> Result<Option<usize>, TooMany> {
    let mut seen = BTreeSet::from([start.clone()]);
    let mut layer = vec![start];
    for swipes in 0.. {
        if layer.iter().any(|cells| cells.iter().filter(|&&tile| tile > 0).count() == 1) {
            return Ok(Some(swipes));
        }
        let mut next = Vec::new();
        for cells in &layer {
            for after in (0..4).map(|side| swiped(cells, size, side)) {
                if seen.insert(after.clone()) {
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            return Ok(None);
        }
        if seen.len() > MOST {
            return Err(TooMany);
        }
        layer = next;
    }
    Err(TooMany)
}

#[test]
fn large_boards_are_proved_and_a_twin_agrees() {
    let mut random = Random::new(2048);
    let (mut checked, mut plans) = (0, 0);
    for number in 0..30 {
        let size = 6 + number / 6;
        let cells = board(size, &mut random);
        let rows: Vec<String> = cells
            .chunks(size)
            .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
            .collect();
        let text = format!("use \"2048\" with n = {size}.\ngiven \"\"\"\n{}\n\"\"\".", rows.join("\n"));
        let report = solved(&text);
        let proved = match report.verdict {
            Verdict::Solved => Some(report.steps.len()),
            Verdict::NoPlan => None,
            other => panic!("{other:?} on {text}"),
        };
        plans += usize::from(proved.is_some());
        if let Ok(swipes) = fewest(cells, size) {
            assert_eq!(proved, swipes, "{text}");
            checked += 1;
        }
    }
    assert!(checked >= 15 && plans >= 25, "{checked} boards were checked, {plans} have a plan");
}
