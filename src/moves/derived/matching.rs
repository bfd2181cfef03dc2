//! Tokens of one kind matched with the places where the goal wants them, so that the fewest moves are needed.

use smallvec::SmallVec;

use super::NEVER;
use super::pattern::{MOST_TOKENS, Pattern};

/// The least sum of distances if each target gets a token of its own. `tables` tell how far a token is from each target.
/// Exact for few tokens; for many, each target has its nearest token.
pub fn least(tables: &[Pattern], tokens: &[u8], agent: Option<u8>) -> u32 {
    let distance = |table: &Pattern, token: u8| {
        let mut places: SmallVec<[u8; 2]> = SmallVec::from_slice(&[token]);
        places.extend(agent);
        table.distance(&mut places)
    };
    match (tables, tokens) {
        ([table], [token]) => distance(table, *token),
        _ if tokens.len() <= MOST_TOKENS => {
            // The least sum for the targets so far, by the set of tokens they took.
            let mut sums = [NEVER; 1 << MOST_TOKENS];
            sums[0] = 0;
            for (number, table) in tables.iter().enumerate() {
                let distances: SmallVec<[u32; MOST_TOKENS]> =
                    tokens.iter().map(|&token| distance(table, token)).collect();
                for set in (0_usize..1 << tokens.len()).rev() {
                    if set.count_ones() as usize != number || sums[set] >= NEVER {
                        continue;
                    }
                    for (token, distance) in distances.iter().enumerate() {
                        let with = set | 1 << token;
                        if with != set {
                            sums[with] = sums[with].min(sums[set] + distance);
                        }
                    }
                }
            }
            let taken = |set: &usize| set.count_ones() as usize == tables.len();
            (0..1 << tokens.len()).filter(taken).map(|set| sums[set]).min().unwrap_or(NEVER).min(NEVER)
        }
        _ => {
            let nearest = |table: &Pattern| tokens.iter().map(|&token| distance(table, token)).min();
            tables.iter().map(|table| nearest(table).unwrap_or(NEVER)).sum::<u32>().min(NEVER)
        }
    }
}

/// The greatest distance that a table gives for so many of the tokens, whichever they are.
pub fn greatest(table: &Pattern, taken: usize, tokens: &[u8], agent: Option<u8>) -> u32 {
    let mut chosen: SmallVec<[usize; MOST_TOKENS]> = (0..taken).collect();
    let mut greatest = 0;
    loop {
        let mut places: SmallVec<[u8; MOST_TOKENS]> = chosen.iter().map(|&at| tokens[at]).collect();
        places.extend(agent);
        greatest = greatest.max(table.distance(&mut places));
        // The next choice in order.
        let Some(at) = (0..taken).rev().find(|&at| chosen[at] < tokens.len() - taken + at) else {
            return greatest;
        };
        chosen[at] += 1;
        for next in at + 1..taken {
            chosen[next] = chosen[next - 1] + 1;
        }
    }
}
