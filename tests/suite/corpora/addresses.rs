//! Real addresses of puzz.link: each is read and comes back alike, or is refused; those with known answers have these.

use std::collections::BTreeMap;
use std::path::Path;

use gridlog::stages::draw;
use gridlog::stages::puzzle::formats::named;
use gridlog::stages::resolve::{BuiltIn, Library as _};
use gridlog::stages::search::Limits;
use gridlog::stages::solve::{Verdict, Wish, solve};
use serde_json::Value;

use super::{folder, read};
use crate::checked::{Texts, check};
use crate::solving::ALL;

/// The addresses of a folder, with what is known of their answers.
fn addresses(folder: &Path) -> Vec<(String, Option<Value>)> {
    let list = read(&folder.join("urls/puzzlink_from_penpa_tests.txt"));
    let mut all: Vec<(String, Option<Value>)> =
        list.lines().map(|line| (line.trim().to_owned(), None)).collect();
    for line in read(&folder.join("cspuz/cspuz_tests.jsonl")).lines() {
        let mut object: Value = serde_json::from_str(line).expect("an object");
        let address = object["url"].as_str().unwrap_or_default().to_owned();
        all.push((address, Some(object["answer"].take())));
    }
    for line in read(&folder.join("pzpr/pzpr_checks.jsonl")).lines() {
        let object: Value = serde_json::from_str(line).expect("an object");
        let (name, body) = (object["type"].as_str(), object["url"].as_str());
        all.push((format!("{}/{}", name.expect("a genre"), body.expect("a body")), None));
    }
    all
}

#[test]
fn real_addresses_come_back_alike() {
    let Some(folder) = folder("addresses of puzz.link: read, written and read again") else { return };
    let format = named("puzzlink").expect("the format");
    let puzzle =
        |text: &str| format.puzzles(0, text).next().expect("a puzzle").map_err(|wrong| wrong.title.clone());
    let (mut same, mut alike, mut unknown, mut refused) = (0, 0, 0, Vec::new());
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for (address, _) in addresses(&folder) {
        match puzzle(&address) {
            Ok(found) => {
                let written = format.write(&found).unwrap_or_else(|what| panic!("{address}: {what}"));
                assert_eq!(puzzle(&written).as_ref(), Ok(&found), "{address}\n{written}");
                let body = |text: &str| {
                    text.trim().trim_end_matches('/').split_once('/').map(|(_, body)| body.to_owned())
                };
                let shown = |text: &str| body(text.rsplit('?').next().unwrap_or_default());
                if shown(&address) == shown(&written) { same += 1 } else { alike += 1 }
            }
            Err(message) if message.contains("a genre that") => unknown += 1,
            Err(message) => {
                let reason =
                    ["usual rules", "told: the rule set", "signs for; it", "both ends", "no borders"];
                let reason = reason.into_iter().find(|reason| message.contains(reason)).unwrap_or("other");
                *reasons.entry(reason).or_insert(0) += 1;
                refused.push(format!("{address}: {message}"));
            }
        }
    }
    println!(
        "{same} the same, {alike} alike, {unknown} of other genres, refused {reasons:?}:\n{}",
        refused.join("\n")
    );
    // As many as there are in the folder; a change of any of them is looked at.
    assert_eq!((same, alike, unknown, refused.len()), (244, 45, 385, 41), "{}", refused.join("\n"));
}

/// What an answer draws at each place of the board: cells have odd numbers, borders one that is even.
fn drawn(answer: &Value) -> BTreeMap<(i64, i64), String> {
    let mut all = BTreeMap::new();
    for item in answer["data"].as_array().into_iter().flatten().filter(|item| item["color"] == "green") {
        let told = item["item"].as_str().or(item["item"]["data"].as_str()).unwrap_or_default();
        let (y, x) = (item["y"].as_i64().expect("a row"), item["x"].as_i64().expect("a column"));
        all.insert((y, x), told.to_owned());
    }
    all
}

/// Where a place of a board stands in such a drawing.
fn place(name: &str) -> Option<(i64, i64)> {
    let cell = |text: &str| {
        let (row, col) = text.trim().strip_prefix('r')?.split_once('c')?;
        Some((row.parse::<i64>().ok()? * 2 - 1, col.parse::<i64>().ok()? * 2 - 1))
    };
    match name.strip_prefix("link({").and_then(|rest| rest.strip_suffix("})")) {
        Some(ends) => {
            let (one, other) = ends.split_once(',')?;
            let (one, other) = (cell(one)?, cell(other)?);
            Some((i64::midpoint(one.0, other.0), i64::midpoint(one.1, other.1)))
        }
        None => cell(name),
    }
}

#[test]
fn answers_of_real_addresses_are_the_known_ones() {
    let Some(folder) = folder("answers of addresses of puzz.link") else { return };
    let format = named("puzzlink").expect("the format");
    let mut judged = 0;
    let mut faults = String::new();
    for (address, answer) in addresses(&folder) {
        let Some(answer) = answer.filter(|answer| answer["hasAnswer"] == true) else { continue };
        let Some(Ok(puzzle)) = format.puzzles(0, &address).next() else { continue };
        let rules = BuiltIn.find(&puzzle.uses[0].name, "").map(|(_, text)| text).unwrap_or_default();
        if puzzle.to_string().contains('?') && !rules.contains("\"?\"") {
            println!("{address}: its rule set has no sign for a number that is not told");
            continue;
        }
        let checked = check(&Texts([("it.puzzle".to_owned(), puzzle.to_string())].into()), "it.puzzle", &[]);
        let wrong = checked.diagnostics.iter().any(gridlog::stages::diagnostic::Diagnostic::is_error);
        let Some(ground) = checked.ground.filter(|_| !wrong) else {
            println!("{address}: not read by its rule set");
            continue;
        };
        let size = ground.world.size;
        let frame = i64::from(size.is_some_and(|(rows, _)| answer["height"].as_i64() > Some(rows)));
        let known = drawn(&answer);
        let limits = Limits { steps: Some(20_000_000), ..Limits::default() };
        let mut facts = String::new();
        let outcome = solve(ground, &Wish { most: Some(2), limits, ..ALL }, &|| false, |found, world| {
            facts = draw::facts(world, found);
        });
        let verdict = outcome.map(|outcome| outcome.verdict());
        if !matches!(verdict, Ok(Verdict::Unique)) {
            faults.push_str(&format!("{address}: {verdict:?}\n"));
            continue;
        }
        // Numbers are told as they are. Other signs have other names there, but each stands for the same everywhere.
        let mut names: BTreeMap<(bool, &str), String> = BTreeMap::new();
        let mut compared = 0;
        for fact in facts.lines() {
            let told = fact.trim_start_matches("given(").trim_end_matches(").").rsplit_once(", ");
            let (name, value) = told.expect("a place and its value");
            let Some((y, x)) = place(name) else { continue };
            let Some(told) = known.get(&(y + 2 * frame, x + 2 * frame)) else { continue };
            compared += 1;
            let is_cell = y % 2 == 1 && x % 2 == 1;
            let same = if told.parse::<i64>().is_ok() && value.parse::<i64>().is_ok() {
                told == value
            } else if told.parse::<i64>().is_ok() {
                // The number of a region stands for its sign.
                names.entry((is_cell, "number")).or_insert_with(|| value.to_owned()) == value
            } else {
                names.entry((is_cell, told)).or_insert_with(|| value.to_owned()) == value
            };
            if !same {
                faults.push_str(&format!("{address}: {name} is {value}, there {told}\n"));
            }
        }
        judged += usize::from(compared > 0);
    }
    println!("{judged} answers of addresses are the known ones");
    assert!(faults.is_empty(), "{faults}");
    assert!(judged >= 25, "only {judged}");
}
