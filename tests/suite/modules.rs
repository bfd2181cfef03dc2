//! The sources keep to the picture of `src/lib.rs`: a tower uses only the towers that the picture allows it, and a module of a
//! tower only the modules above it in the tower's file. So there are no cycles.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A module of a tower: `language::syntax`. A tower without a file that lists modules is one itself.
type Module = (String, Option<String>);

/// What each tower may use, from the picture: lines such as `board     language base`.
fn picture() -> BTreeMap<String, Vec<String>> {
    let text = fs::read_to_string("src/lib.rs").expect("the crate's root");
    let block = text.split("```towers").nth(1).expect("the picture").split("```").next().expect("its end");
    let words = |line: &str| line.trim_start_matches("//!").split_whitespace().map(str::to_owned).collect();
    let rows = block.lines().map(words).filter(|row: &Vec<String>| !row.is_empty());
    rows.map(|row| (row[0].clone(), row[1..].iter().filter(|word| *word != "·").cloned().collect())).collect()
}

/// The modules that a tower's file lists, from the lowest to the highest; none where the file itself is the module.
fn listed(tower: &str) -> Vec<String> {
    let text = fs::read_to_string(format!("src/{tower}.rs")).expect("a tower's file");
    if !text.contains("only those above it") {
        return Vec::new();
    }
    let module = |line: &str| Some(line.strip_prefix("pub mod ")?.strip_suffix(';')?.to_owned());
    text.lines().filter_map(module).collect()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The names that a path or a list of paths in braces begins with: `{a::B, c}` gives `a` and `c`.
fn heads(text: &str) -> Vec<String> {
    let word =
        |text: &str| text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
    let Some(list) = text.strip_prefix('{') else { return vec![word(text)] };
    let (mut depth, mut parts) = (1, vec![String::new()]);
    for letter in list.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => parts.push(String::new()),
            _ => {}
        }
        if depth == 0 {
            break;
        }
        if depth == 1 && letter != ',' {
            parts.last_mut().expect("a part").push(letter);
        }
    }
    parts.iter().map(|part| word(part.trim())).filter(|head: &String| !head.is_empty()).collect()
}

/// What a file uses, as it is written: every `crate::tower::module` outside comments.
fn used(text: &str, towers: &BTreeMap<String, Vec<String>>) -> Vec<Module> {
    let code: String =
        text.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n");
    let mut found = Vec::new();
    for rest in code.split("crate::").skip(1) {
        for tower in heads(rest) {
            if towers.contains_key(&tower) {
                let below = rest.strip_prefix(&tower).and_then(|rest| rest.strip_prefix("::"));
                let modules = below.map_or_else(Vec::new, heads);
                found.extend(modules.into_iter().map(|module| (tower.clone(), Some(module))));
                found.push((tower, None));
            }
        }
    }
    found
}

/// Every use that the picture does not allow, as `file: what`.
fn trespasses() -> BTreeSet<String> {
    let towers = picture();
    let order: BTreeMap<&String, Vec<String>> = towers.keys().map(|tower| (tower, listed(tower))).collect();
    let mut files = Vec::new();
    sources(Path::new("src"), &mut files);
    let mut wrong = BTreeSet::new();
    for file in files {
        let inside = file.strip_prefix("src").expect("below src").with_extension("");
        let mut names = inside.iter().map(|name| name.to_string_lossy().into_owned());
        let (tower, module) = (names.next().expect("a name"), names.next());
        let Some(allowed) = towers.get(&tower) else { continue };
        let text = fs::read_to_string(&file).expect("a source");
        for (other, part) in used(&text, &towers) {
            let at =
                |name: &Option<String>| order[&other].iter().position(|known| Some(known) == name.as_ref());
            let fits = if other == tower {
                match (at(&part), at(&module)) {
                    (Some(used), Some(user)) => used <= user,
                    _ => true,
                }
            } else {
                allowed.contains(&other)
            };
            if !fits {
                let part = part.map_or_else(String::new, |part| format!("::{part}"));
                wrong.insert(format!("{}: {other}{part}", file.display()));
            }
        }
    }
    wrong
}

#[test]
fn modules_use_only_what_the_picture_allows() {
    let wrong = trespasses();
    assert!(wrong.is_empty(), "not in the picture of src/lib.rs:\n{}", Vec::from_iter(wrong).join("\n"));
}

/// The picture names every folder and lists every module, so that nothing stands beside it.
#[test]
fn the_picture_is_whole() {
    let towers = picture();
    for entry in fs::read_dir("src").expect("the sources") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        assert!(
            towers.contains_key(&name) || ["lib", "main"].contains(&name.as_str()),
            "{name} is in no picture"
        );
    }
    for tower in towers.keys() {
        let listed = listed(tower);
        let folder = fs::read_dir(format!("src/{tower}")).expect("a tower's folder");
        for path in folder.map(|entry| entry.expect("an entry").path()).filter(|_| !listed.is_empty()) {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            assert!(listed.contains(&name), "src/{tower}.rs does not list {name}");
        }
    }
}

#[test]
fn uses_are_found_however_they_are_written() {
    let towers = BTreeMap::from([("a".to_owned(), Vec::new()), ("b".to_owned(), Vec::new())]);
    let module = |tower: &str, part: Option<&str>| (tower.to_owned(), part.map(str::to_owned));
    let text = "use crate::a::{x::{Y, Z}, w};\nlet it = crate::b::v::f(); // crate::a::no\nuse crate::c::d;";
    let expected = vec![
        module("a", Some("x")),
        module("a", Some("w")),
        module("a", None),
        module("b", Some("v")),
        module("b", None),
    ];
    assert_eq!(used(text, &towers), expected);
}
