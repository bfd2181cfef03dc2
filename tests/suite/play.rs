//! Games: every sample can be played, and its picture is the one that `render` draws, whatever is on the board.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gridlog::stages::eval::World;
use gridlog::stages::ground::Ground;
use gridlog::stages::play::{About, Failure, Game, Kind, Picture, Shown, Wish, game, page, position, seal};
use gridlog::stages::render::{View, scene, svg};
use gridlog::stages::search::Limits;
use gridlog::stages::solve;
use gridlog::stages::term::TermId;

use crate::checked::{Checked, Texts, check, name, read};

/// What a sample amounts to; nothing if its text has errors on purpose.
fn sample(path: &Path) -> Option<Ground> {
    let file = name(path);
    let mut texts = Texts::default();
    texts.0.insert(file.clone(), read(path));
    let Checked { ground, diagnostics, .. } = check(&texts, &file, &[]);
    ground.filter(|_| !diagnostics.iter().any(gridlog::stages::diagnostic::Diagnostic::is_error))
}

/// The samples of the rule sets, by rule set.
fn samples() -> BTreeMap<String, Vec<PathBuf>> {
    let mut found: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for folder in std::fs::read_dir("rules").expect("the rule sets") {
        let folder = folder.expect("an entry").path();
        let files = std::fs::read_dir(&folder).into_iter().flatten().map(|file| file.expect("a file").path());
        let mut files: Vec<PathBuf> =
            files.filter(|file| file.extension().is_some_and(|it| it == "puzzle")).collect();
        files.sort();
        if !files.is_empty() {
            found.insert(name(&folder), files);
        }
    }
    found
}

fn played(ground: &Ground, unhinted: bool) -> Result<Game, Failure> {
    let limits = Limits { steps: Some(200_000), ..Limits::default() };
    let about = About { title: "A puzzle".to_owned(), rules: String::new() };
    game(ground.clone(), about, &Wish { limits, unhinted }, &|| false)
}

/// The first solution.
fn solution(ground: &Ground) -> Option<(Vec<TermId>, World)> {
    let wish =
        solve::Wish { most: Some(1), limits: Limits::default(), seed: 0, checked: None, judged: false };
    let mut found = None;
    let outcome = solve::solve(ground.clone(), &wish, &|| false, |values, world| {
        found = Some((values.to_vec(), world.clone()));
    });
    assert!(outcome.is_ok());
    found
}

/// What the slots show where the places have these values, by their numbers.
fn shown(picture: &Picture, values: &[Option<usize>]) -> Vec<Option<usize>> {
    let holds: Vec<bool> = picture
        .conditions
        .iter()
        .map(|condition| {
            let row: Option<Vec<usize>> =
                condition[1..].iter().map(|&place| values[place as usize]).collect();
            let rows = &picture.tables[condition[0] as usize];
            row.is_some_and(|row| {
                rows.iter().any(|known| known.iter().map(|&it| usize::from(it)).eq(row.iter().copied()))
            })
        })
        .collect();
    let mut chosen: Vec<Option<usize>> = Vec::new();
    for slot in &picture.slots {
        let look = match slot {
            Shown::Last { of } => {
                let holds = |condition: &i64| match usize::try_from(*condition) {
                    Ok(condition) => holds[condition],
                    Err(_) => chosen[(-1 - condition) as usize].is_some(),
                };
                let last = of.iter().rev().find(|one| one[1..].iter().all(holds));
                last.and_then(|one| usize::try_from(one[0]).ok())
            }
            Shown::Value { place, looks, dark, dark_looks } => values[*place as usize].map(|value| {
                let is_dark = dark.is_some_and(|slot| chosen[slot].is_some());
                if is_dark { dark_looks[value] } else { looks[value] }
            }),
            Shown::Text { .. } => None,
        };
        chosen.push(look);
    }
    chosen
}

/// The picture with its slots filled.
fn filled(game: &Game, values: &[Option<usize>]) -> String {
    let picture = &game.board.picture;
    let mut text = game.board.svg.clone();
    for (number, look) in shown(picture, values).into_iter().enumerate() {
        let Some(look) = look.filter(|&look| look > 0) else { continue };
        let tag = format!("<g data-slot=\"{number}\"");
        if let Some(at) = text.find(&tag) {
            let end = at + text[at..].find("></g>").expect("an empty group") + 1;
            text.insert_str(end, &picture.looks[look]);
        }
    }
    text
}

/// How often each text, circle and polygon occurs, wherever it is, and how many lines there are.
fn drawn(document: &str) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    for part in document.split('<').skip(1) {
        let kind = part.split([' ', '>']).next().unwrap_or_default();
        let is_line = kind == "path" && part.contains("stroke-linejoin");
        if !["text", "circle", "polygon"].contains(&kind) && !is_line {
            continue;
        }
        let words = part.split_inclusive(' ').filter(|word| {
            !["x=", "y=", "cx=", "cy=", "d=", "points="].iter().any(|place| word.starts_with(place))
        });
        let told: String =
            if is_line { "line".to_owned() } else { words.collect::<String>().trim().to_owned() };
        // The coordinates of a polygon have spaces among them.
        let told =
            if kind == "polygon" { told.split("fill").last().unwrap_or_default().to_owned() } else { told };
        *found.entry(told).or_insert(0) += 1;
    }
    found
}

/// The number of each visible place's value.
fn numbers(game: &Game, world: &World, values: &[Option<TermId>]) -> Vec<Option<usize>> {
    let visible = world.unknowns.iter().zip(values).filter(|(unknown, _)| !unknown.hidden);
    visible
        .zip(&game.board.places)
        .map(|((_, value), place)| {
            let word = world.show((*value)?);
            let hold = &game.board.holds[place.hold.expect("an unknown holds something")];
            hold.values.iter().position(|known| known.value == word.trim_matches('"'))
        })
        .collect()
}

fn check_places(game: &Game, path: &Path) {
    for place in &game.board.places {
        if place.kind == Kind::Choice {
            assert!(game.board.places.iter().any(|other| Some(&other.id) == place.of.as_ref()));
            continue;
        }
        let hold = &game.board.holds[place.hold.expect("what it holds")];
        assert!(
            place.at.is_some() || matches!(place.kind, Kind::Listed | Kind::Spread),
            "{}: {}",
            path.display(),
            place.id
        );
        assert!(!hold.values.is_empty() || hold.free.is_some(), "{}: {}", path.display(), place.id);
    }
}

/// Each value of each place that is not given can be seen, alone on the board.
fn check_looks(game: &Game, path: &Path) {
    let places = &game.board.places;
    let empty = filled(game, &vec![None; places.len()]);
    let open = |place: &&gridlog::stages::play::Place| !place.fixed && place.kind != Kind::Choice;
    // One place for each way to hold something stands for the others.
    let mut seen = Vec::new();
    for (number, place) in places.iter().enumerate().filter(|(_, place)| open(place)) {
        if seen.contains(&place.hold) {
            continue;
        }
        seen.push(place.hold);
        let hold = &game.board.holds[place.hold.expect("what it holds")];
        for (value, known) in hold.values.iter().enumerate() {
            let mut values = vec![None; places.len()];
            values[number] = Some(value);
            assert!(
                known.mark.is_some() || filled(game, &values) != empty,
                "{}: {} = {} cannot be seen",
                path.display(),
                place.id,
                known.value
            );
        }
    }
}

#[test]
fn every_sample_can_be_played_and_is_drawn_as_by_render() {
    let mut played_sets = Vec::new();
    for (rules, files) in samples() {
        for path in files.into_iter().take(3) {
            let Some(ground) = sample(&path) else { continue };
            if !ground.world.program.moves.is_empty() {
                continue;
            }
            let game = match played(&ground, true) {
                Ok(game) => game,
                Err(Failure::None | Failure::Several | Failure::Unknown) => continue,
                Err(failure) => panic!("{}: {failure}", path.display()),
            };
            played_sets.push(rules.clone());
            assert_eq!(game.lost, 0, "{}", path.display());
            check_places(&game, &path);
            check_looks(&game, &path);
            let (values, mut world) = solution(&ground).expect("a game has a solution");
            let right = |checks: &Vec<String>| {
                let visible = world.unknowns.iter().zip(&values).filter(|(unknown, _)| !unknown.hidden);
                visible.zip(checks).all(|((unknown, &value), check)| {
                    let word = world.show(value);
                    seal::digest(&[&world.show(unknown.place), word.trim_matches('"')], &game.salt) == *check
                })
            };
            assert!(game.checks.iter().any(right), "{}", path.display());
            // Whole, and as it is given.
            for is_whole in [true, false] {
                let known: Vec<Option<TermId>> = (0..)
                    .zip(&values)
                    .map(|(number, &value)| {
                        let id = gridlog::stages::unknown::UnknownId(number);
                        let is_given = world.given.values.iter().any(|(given, _)| *given == id);
                        (is_given || is_whole).then_some(value)
                    })
                    .collect();
                let wanted =
                    scene(&mut world, &View { values: &known, ..View::default() }).expect("a picture");
                let (got, wanted) = (filled(&game, &numbers(&game, &world, &known)), svg::write(&wanted));
                assert_eq!(drawn(&got), drawn(&wanted), "{}", path.display());
            }
        }
    }
    played_sets.dedup();
    assert!(played_sets.len() >= 36, "{played_sets:?}");
}

#[test]
fn positions_of_every_puzzle_of_moves_have_their_moves() {
    let mut ways: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (rules, files) in samples() {
        for path in files {
            let Some(mut ground) = sample(&path).filter(|ground| !ground.world.program.moves.is_empty())
            else {
                continue;
            };
            let first = position(&mut ground.world, &[]).expect("a position");
            for one in &first.moves {
                let next = position(&mut ground.world, &one.position).expect("a position");
                assert_eq!(next.position, one.position);
                assert_ne!(next.position, first.position, "{}: {}", path.display(), one.name);
            }
            let told = first.moves.iter().map(|one| format!("{} {}", one.name, one.way.unwrap_or("-")));
            ways.entry(rules.clone()).or_default().extend(told);
            assert!(position(&mut ground.world, &["nonsense".to_owned()]).is_err());
        }
    }
    // Directions of the language are ways, and so is where a tile slides; a lamp that is pressed goes nowhere.
    let told = |rules: &str, one: &str| ways[rules].iter().any(|known| known == one);
    assert!(told("2048", "swipe(top) up") && told("2048", "swipe(left) left"), "{ways:?}");
    assert!(ways["fifteen"].iter().all(|known| !known.ends_with('-')), "{ways:?}");
    assert!(ways["lightsout"].iter().all(|known| known.ends_with('-')), "{ways:?}");
    assert!(told("river", "cross(goat) -") && ways.len() >= 9, "{ways:?}");
}

#[test]
fn a_small_game_in_full() {
    let mut texts = Texts::default();
    let text = "use latin with n = 3.\ngiven \"\"\"\n1 . .\n. 3 .\n. . .\n\"\"\".\n";
    texts.0.insert("small.puzzle".to_owned(), text.to_owned());
    let ground = check(&texts, "small.puzzle", &[]).ground.expect("a puzzle");
    let game = played(&ground, false).unwrap_or_else(|failure| panic!("{failure}"));
    let shown = serde_json::to_value(&game).expect("JSON");
    let board = &shown["board"];
    let first = serde_json::json!({
        "id": "r1c1", "kind": "cell", "label": "row 1, column 1", "at": [30, 30], "size": [60, 60], "hold": 0,
        "value": "1", "fixed": true,
    });
    assert_eq!(board["places"][0], first);
    let values = serde_json::json!([{ "value": "1" }, { "value": "2" }, { "value": "3" }]);
    assert_eq!(board["holds"], serde_json::json!([{ "input": "type", "values": values, "pencil": true }]));
    assert_eq!(board["picture"]["slots"][0], serde_json::json!({ "place": 1, "looks": [2, 3, 4] }));
    assert_eq!(shown["level"], "easy");
    // The page knows right from wrong by digests alone.
    let wrong = ["1", "2", "3"].map(|value| seal::digest(&["r1c2", value], &game.salt));
    let right: Vec<bool> = wrong.iter().map(|digest| *digest == game.checks[0][1]).collect();
    assert_eq!(right.iter().filter(|right| **right).count(), 1);
}

#[test]
fn no_page_shows_its_solution() {
    for path in ["rules/sudoku/hard.puzzle", "rules/nurikabe/easy.puzzle"] {
        let ground = sample(Path::new(path)).expect("a puzzle");
        let game = played(&ground, false).unwrap_or_else(|failure| panic!("{failure}"));
        let (values, world) = solution(&ground).expect("a solution");
        let text = page::write(&game);
        let words: Vec<String> = values.iter().map(|&value| world.show(value)).collect();
        let (_, cols) = world.size.expect("a board");
        for row in words.chunks(cols as usize) {
            for between in ["", " ", ",", ", ", "\",\""] {
                assert!(!text.contains(&row.join(between)), "{path}: {row:?}");
            }
        }
        // Every step says that a place has a value, or has not.
        let data = serde_json::to_string(&game).expect("JSON");
        assert!(!game.hints.is_empty() && !data.contains(" = ") && !data.contains(" is not "), "{path}");
    }
}

#[test]
fn requests_answer_with_games_and_moves() {
    let ask = |request: serde_json::Value| -> serde_json::Value {
        serde_json::from_str(&gridlog::answer(&request.to_string())).expect("a response")
    };
    let game = ask(serde_json::json!({ "command": "game", "arguments": ["sudoku/four"] }));
    assert_eq!(
        (&game["exit"], game["result"]["board"]["places"].as_array().map(Vec::len)),
        (&0.into(), Some(16))
    );
    let moves = ask(serde_json::json!({ "command": "moves", "arguments": ["2048/three"] }));
    let first = &moves["result"]["moves"][0];
    assert!(first["name"].is_string() && first["way"].is_string(), "{moves}");
    let options = serde_json::json!({ "position": first["position"] });
    let next =
        ask(serde_json::json!({ "command": "moves", "arguments": ["2048/three"], "options": options }));
    assert_eq!(next["result"]["position"], first["position"]);
    let journey = ask(serde_json::json!({ "command": "game", "arguments": ["2048/three"] }));
    assert!(journey["result"]["plan"].as_array().is_some_and(|plan| !plan.is_empty()), "{journey}");
    let none = ask(serde_json::json!({ "command": "game", "arguments": ["sudoku/none"] }));
    assert_eq!((&none["exit"], &none["result"]), (&1.into(), &serde_json::Value::Null));
}
