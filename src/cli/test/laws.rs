//! What the samples say about the laws: which were put to use, and which could change unnoticed.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use super::find::Found;
use crate::base::clock::Deadline;
use crate::base::hash::Set;
use crate::cli::console::Console;
use crate::cli::{Exit, files};
use crate::services::samples::Sample;
use crate::services::samples::mutate::{Baseline, Fate, try_all};
use crate::solver::search::Limits;

/// What one sample may cost under a changed law: a change that is not noticed by then is said to be undecided.
const BOUND: Limits =
    Limits { time: Some(Duration::from_secs(2)), steps: Some(20_000), conflicts: None, plain: None };

/// The rule files whose laws are on trial, by the names under which the samples know them. What a puzzle says of itself is
/// a clue.
fn tried(baselines: &[Baseline<'_>], found: &Found) -> Vec<String> {
    let whole = |path: PathBuf| path.canonicalize().unwrap_or(path);
    let ours: Set<PathBuf> = found.rules.iter().cloned().map(whole).collect();
    let laws = baselines.iter().flat_map(|baseline| &baseline.laws);
    let mut names: Vec<String> = laws.map(|(file, _)| file.clone()).collect();
    names.retain(|name| ours.contains(&whole(PathBuf::from(name))));
    let known: Set<PathBuf> = names.iter().map(|name| whole(PathBuf::from(name))).collect();
    let unused = found.rules.iter().filter(|rules| !known.contains(&whole((*rules).clone())));
    names.extend(unused.map(|rules| files::name(rules)));
    names.sort();
    names.dedup();
    names
}

/// Lists the laws that ruled nothing out in any sample.
pub(super) fn coverage(baselines: &[Baseline<'_>], found: &Found, console: &mut Console) {
    let names: Set<String> = tried(baselines, found).into_iter().collect();
    let ours = |law: &&(String, String)| names.contains(&law.0);
    let pruned = || baselines.iter().filter(|baseline| !baseline.moves);
    let all: BTreeSet<_> = pruned().flat_map(|baseline| &baseline.laws).filter(ours).collect();
    let active: Set<_> = pruned().flat_map(|baseline| &baseline.active).filter(ours).collect();
    for (file, law) in all.iter().filter(|law| !active.contains(*law)) {
        console.print(&format!("idle {file}: law {law} ruled nothing out in any sample\n"));
    }
    console.print(&format!("laws: {} of {} ruled something out\n", active.len(), all.len()));
}

/// Tries all changes to all laws; `No` if one goes unnoticed and unexplained.
pub(super) fn mutate(
    baselines: &[Baseline<'_>],
    found: &Found,
    deadline: &Deadline,
    console: &mut Console,
) -> Exit {
    let mut counts = [0_usize; 4];
    let mut exit = Exit::Yes;
    for name in tried(baselines, found) {
        let text = match files::read(name.as_ref()) {
            Ok(text) => text,
            Err(trouble) => {
                exit = exit.and(trouble.tell(console));
                continue;
            }
        };
        let file = Sample { name: &name, text: &text, before: (0, 0), library: &files::SHELF };
        let Some(all) = try_all(&file, baselines, BOUND, deadline) else { return Exit::Interrupted };
        for (mutant, fate) in all {
            let (place, word) = match fate {
                Fate::Noticed => (0, ""),
                Fate::Explained => (1, ""),
                Fate::Unnoticed => (2, "unnoticed"),
                Fate::Undecided => (3, "undecided"),
            };
            counts[place] += 1;
            if !word.is_empty() {
                exit = exit.and(Exit::No);
                let line = format!("{word} {name}: {}: {}", mutant.what, mutant.told);
                console.print(&format!("{line}\n"));
            }
        }
        console.flush();
    }
    let [noticed, explained, unnoticed, undecided] = counts;
    let undecided = if undecided == 0 { String::new() } else { format!(", {undecided} undecided") };
    console.print(&format!(
        "changed laws: {noticed} noticed, {explained} explained, {unnoticed} unnoticed{undecided}\n"
    ));
    exit
}
