//! Corpora that are lists of boards, one on each line, and the seed systems' own tests.

use std::path::Path;

use gridlog::stages::puzzle::formats::named;

use super::{Instance, Known, Shelf, drawing, files, read, short};

pub fn shelves(folder: &Path) -> Vec<Shelf> {
    let mut all: Vec<Shelf> = files(folder, "takuzu").iter().map(|file| takuzu(file)).collect();
    all.extend(files(folder, "sudoku9").iter().map(|file| sudoku9(file)));
    all.extend(files(folder, "sudoku_big").iter().map(|file| sudoku_big(file)));
    all.push(seeds(folder, "ist", "seeds_formats/ist_takuzu", "input_T", ist_answer));
    all.push(seeds(folder, "ufmg", "seeds_formats/ufmg_tp3_sudoku/dataset3", ".txt", ufmg_answer));
    all
}

/// The characters of a board as tokens.
fn letters(board: &str) -> Vec<String> {
    board.chars().map(String::from).collect()
}

/// `N puzzle solution`; some files are about the rules without different lines.
fn takuzu(file: &Path) -> Shelf {
    let name = short(file);
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let plain = stem.starts_with("sgt_") && !stem.split('-').next().unwrap_or("").ends_with('u');
    let plain = plain || (stem.starts_with("gen_") && !stem.ends_with('u')) || stem == "puzzlekit_janko";
    let drops = if plain { "drop rows.\ndrop columns.\n" } else { "" };
    let text = read(file);
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let instances = lines.enumerate().map(|(number, line)| {
        let parts: Vec<&str> = line.split_whitespace().collect();
        let size: usize = parts[0].parse().expect("a size");
        // In a drawing of `0` and `1` nothing but the dot is empty.
        let rows: Vec<String> = letters(parts[1]).chunks(size).map(|row| row.join(" ")).collect();
        let text =
            format!("use takuzu with n = {size}.\n{drops}given \"\"\"\n{}\n\"\"\".\n", rows.join("\n"));
        let solution = parts.get(2).filter(|solution| **solution != "-");
        // These two files say that some of their boards have several solutions, or do not tell.
        let known = match solution {
            Some(solution) if stem != "letheed" => Known::Unique(Some(letters(solution))),
            _ => Known::Solvable,
        };
        Instance { name: format!("line {}", number + 1), text, known, cells: size * size }
    });
    Shelf { name, instances: instances.collect() }
}

/// 81 characters a line; the name of the file tells what is known.
fn sudoku9(file: &Path) -> Shelf {
    let name = short(file);
    let text = read(file);
    let lines = text.lines().filter(|line| !line.starts_with('#') && line.len() >= 81);
    let instances = lines.enumerate().map(|(number, line)| {
        let known = match () {
            () if name.contains("gen_multi") || name.contains("serg") => Known::Several,
            () if name.contains("gen_zero") => Known::None,
            () => Known::Unique(None),
        };
        let text = format!("use sudoku.\n{}", drawing("given", &letters(&line[..81]), 9));
        Instance { name: format!("line {}", number + 1), text, known, cells: 81 }
    });
    let instances = instances.collect();
    Shelf { name, instances }
}

/// `puzzle k solution`.
fn sudoku_big(file: &Path) -> Shelf {
    let number = |letter: char| letter.to_digit(36).map_or_else(|| ".".to_owned(), |digit| digit.to_string());
    let text = read(file);
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let instances = lines.enumerate().map(|(at, line)| {
        let parts: Vec<&str> = line.split_whitespace().collect();
        let side = (2..=5).find(|side: &usize| side.pow(4) == parts[0].len()).expect("a square board");
        let tokens: Vec<String> = parts[0].chars().map(number).collect();
        let solution = parts.get(2).map(|solution| solution.chars().map(number).collect());
        let known = match parts.get(1) {
            Some(&"0") => Known::None,
            Some(&"1") => Known::Unique(solution),
            Some(&"2+") => Known::Several,
            _ => Known::Solvable,
        };
        let text =
            format!("use sudoku with r = {side}, c = {side}.\n{}", drawing("given", &tokens, side * side));
        Instance { name: format!("line {}", at + 1), text, known, cells: parts[0].len() }
    });
    Shelf { name: short(file), instances: instances.collect() }
}

/// The tests of a seed system, read by its own format. A file that is no puzzle has no answer, and must be refused.
fn seeds(
    folder: &Path,
    format: &str,
    place: &str,
    part: &str,
    answer: fn(&Path) -> Option<Vec<String>>,
) -> Shelf {
    let format = named(format).expect("a format");
    let mut instances = Vec::new();
    for file in files(folder, place).iter().filter(|file| short(file).contains(part)) {
        let text = read(file);
        let puzzle = format.puzzles(0, &text).next().expect("a puzzle or a mistake");
        match (puzzle, answer(file)) {
            (Ok(puzzle), Some(answer)) => instances.push(Instance {
                name: short(file),
                text: puzzle.to_string(),
                cells: answer.len(),
                known: Known::Unique(Some(answer)),
            }),
            (Err(_), None) => {}
            (Ok(_), None) => panic!("{} has no answer, but is read", file.display()),
            (Err(wrong), _) => panic!("{}: {}", file.display(), wrong.title),
        }
    }
    assert!(!instances.is_empty(), "no tests in {place}");
    Shelf { name: place.to_owned(), instances }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn ist_answer(file: &Path) -> Option<Vec<String>> {
    let name = file.file_name()?.to_str()?.replace("input", "output");
    Some(words(&std::fs::read_to_string(file.with_file_name(name)).ok()?))
}

fn ufmg_answer(file: &Path) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(file.with_extension("expected")).ok()?;
    Some(words(text.split_once('\n')?.1))
}
