//! The lines of a proof: written, and read again one by one.

use std::fmt::Write as _;

use super::judge::{Basis, Claim, Judge};
use crate::board::ground::Ground;
use crate::board::meaning::ones;
use crate::board::unknown::UnknownId;

/// The first line of every proof; its number changes with the format.
pub(super) const FIRST: &str = "gridlog proof 1";

/// What a line says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Line {
    /// These claims never hold all at once because of laws.
    Inference { step: u64, from: Vec<Basis>, claims: Vec<Claim> },
    /// These claims never hold all at once because of steps.
    Nogood { step: u64, claims: Vec<Claim>, by: Vec<u64> },
    /// Steps that will not be used again.
    Forget(Vec<u64>),
}

/// Writes a line.
pub(super) fn write(line: &Line, judge: &Judge, text: &mut String) {
    let written = match line {
        Line::Inference { step, from, claims } => {
            let from: Vec<String> = from
                .iter()
                .map(|from| match from {
                    Basis::Instance(number) => number.to_string(),
                    Basis::Bound => "bound".to_owned(),
                })
                .collect();
            // Writing to a text cannot fail.
            write!(text, "i {step} {}", from.join(",")).map(|()| {
                claims.iter().for_each(|claim| write_claim(claim, judge, text));
            })
        }
        Line::Nogood { step, claims, by } => write!(text, "n {step}").map(|()| {
            claims.iter().for_each(|claim| write_claim(claim, judge, text));
            text.push_str(" :");
            by.iter().for_each(|step| text.push_str(&format!(" {step}")));
        }),
        Line::Forget(steps) => {
            text.push('d');
            steps.iter().for_each(|step| text.push_str(&format!(" {step}")));
            Ok(())
        }
    };
    debug_assert!(written.is_ok(), "a text takes everything");
    text.push('\n');
}

/// `12=1,3..5`: unknowns by their number, values as numbers.
fn write_claim(claim: &Claim, judge: &Judge, text: &mut String) {
    text.push_str(&format!(" {}=", claim.unknown.0));
    let codes = judge.sets.codes(claim.unknown);
    let bits: Vec<usize> = ones(&claim.values).collect();
    let mut at = 0;
    while at < bits.len() {
        // Values that follow each other, in the domain and as numbers.
        let follows = |&(last, next): &(usize, usize)| {
            bits[next] == bits[last] + 1 && codes[bits[next]] == codes[bits[last]] + 1
        };
        let run = (at..bits.len() - 1).map(|last| (last, last + 1)).take_while(follows).count();
        if at > 0 {
            text.push(',');
        }
        text.push_str(&codes[bits[at]].to_string());
        match run {
            0 => {}
            1 => text.push_str(&format!(",{}", codes[bits[at + 1]])),
            _ => text.push_str(&format!("..{}", codes[bits[at + run]])),
        }
        at += run + 1;
    }
}

/// Reads a line; nothing if it is none.
pub(super) fn read(line: &str, judge: &Judge) -> Option<Line> {
    let mut words = line.split_ascii_whitespace();
    match words.next()? {
        "i" => {
            let step = words.next()?.parse().ok()?;
            let from = words.next()?.split(',').map(|from| match from {
                "bound" => Some(Basis::Bound),
                number => number.parse().ok().map(Basis::Instance),
            });
            let from = from.collect::<Option<Vec<Basis>>>()?;
            let claims = words.map(|word| read_claim(word, judge)).collect::<Option<_>>()?;
            Some(Line::Inference { step, from, claims })
        }
        "n" => {
            let step = words.next()?.parse().ok()?;
            let mut claims = Vec::new();
            loop {
                match words.next()? {
                    ":" => break,
                    word => claims.push(read_claim(word, judge)?),
                }
            }
            let by = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
            Some(Line::Nogood { step, claims, by })
        }
        "d" => words.map(|word| word.parse().ok()).collect::<Option<_>>().map(Line::Forget),
        _ => None,
    }
}

fn read_claim(word: &str, judge: &Judge) -> Option<Claim> {
    let (unknown, values) = word.split_once('=')?;
    let unknown = UnknownId(unknown.parse().ok()?);
    if unknown.0 as usize >= judge.sets.count() {
        return None;
    }
    let mut ranges: Vec<(i64, i64)> = Vec::new();
    for part in values.split(',').filter(|part| !part.is_empty()) {
        ranges.push(match part.split_once("..") {
            Some((low, high)) => (low.parse().ok()?, high.parse().ok()?),
            None => (part.parse().ok()?, part.parse().ok()?),
        });
    }
    Some(judge.claim(unknown, |code| ranges.iter().any(|&(low, high)| (low..=high).contains(&code))))
}

/// What texts are known by (FNV-1a).
pub(super) fn hash<'t>(texts: impl IntoIterator<Item = &'t str>) -> u64 {
    let bytes = texts.into_iter().flat_map(|text| text.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// What a board is known by: unknowns, givens and where laws hold.
pub(super) fn fingerprint(ground: &Ground) -> u64 {
    let world = &ground.world;
    let mut texts: Vec<String> = Vec::new();
    for unknown in &world.unknowns {
        texts.extend([world.show(unknown.place), world.show_domain(&unknown.domain)]);
    }
    for &(unknown, value) in &world.given.values {
        texts.push(format!("{} = {}", unknown.0, world.show(value)));
    }
    let (laws, goals) = (&world.program.laws, &world.program.goals);
    texts.extend(ground.instances.iter().map(|instance| instance.title(&laws[instance.law], world)));
    texts.extend(ground.goal_instances.iter().map(|instance| instance.title(&goals[instance.law], world)));
    hash(texts.iter().map(String::as_str))
}
