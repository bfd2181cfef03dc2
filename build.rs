//! Builds the parser from `grammar/`, and tables of the files that travel inside the binary.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=grammar");
    lalrpop::Configuration::new()
        .set_in_dir("grammar")
        .emit_rerun_directives(true)
        .emit_whitespace(false)
        .never_use_colors()
        .process()?;
    embed("rules", "rules", "RULE_SETS")?;
    embed("rules/sketches", "rules", "SKETCHES")?;
    embed("docs/codes", "md", "PAGES")?;
    samples()?;
    engine()?;
    if env::var_os("CARGO_FEATURE_SERVE").is_some() {
        site()?;
    }
    Ok(())
}

/// Writes an expression: the engine for browsers, compressed, where `web/build` has made it and it is wanted.
fn engine() -> Result<(), Box<dyn std::error::Error>> {
    let text = match env::var_os("CARGO_FEATURE_BUNDLE") {
        Some(_) => {
            "Some(include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/web/dist/gridlog.wasm.gz\")))"
        }
        None => "None",
    };
    fs::write(Path::new(&env::var("OUT_DIR")?).join("engine.rs"), text)?;
    Ok(())
}

/// Writes a constant that lists the samples of all rule sets: `sudoku/six`, and its text.
fn samples() -> Result<(), Box<dyn std::error::Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("rules");
    let mut found: Vec<String> = Vec::new();
    for folder in fs::read_dir(&root)? {
        let folder = folder?;
        if !folder.file_type()?.is_dir() {
            continue;
        }
        for file in fs::read_dir(folder.path())? {
            let file = file?.path();
            if file.extension().is_some_and(|extension| extension == "puzzle") {
                let stem = file.file_stem().unwrap_or_default().to_string_lossy();
                found.push(format!("{}/{stem}", folder.file_name().to_string_lossy()));
            }
        }
    }
    found.sort();
    let mut text =
        "/// The samples of the rule sets, by name.\npub const SAMPLES: &[(&str, &str)] = &[\n".to_owned();
    for name in &found {
        let path = format!("/rules/{name}.puzzle");
        writeln!(text, "    ({name:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))),")?;
    }
    text.push_str("];\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("samples.rs"), text)?;
    Ok(())
}

/// Writes a constant `table` that lists each file of `folder` with this extension: its stem and its text.
fn embed(folder: &str, extension: &str, table: &str) -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed={folder}");
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let mut files: Vec<PathBuf> = fs::read_dir(root.join(folder))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|found| found == extension));
    files.sort();
    let mut text = format!("/// The files of `{folder}`, by name.\n");
    writeln!(text, "pub const {table}: &[(&str, &str)] = &[")?;
    for file in &files {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        // Named from the crate's root, so that the table holds wherever the crate is built.
        let path = format!("/{folder}/{stem}.{extension}");
        writeln!(text, "    ({stem:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {path:?}))),")?;
    }
    text.push_str("];\n");
    let target = Path::new(&env::var("OUT_DIR")?).join(format!("{}.rs", table.to_lowercase()));
    fs::write(target, text)?;
    Ok(())
}

/// How the files end that a browser asks for.
const PAGES: [&str; 9] = ["css", "html", "ico", "js", "json", "png", "svg", "wasm", "woff2"];

/// What stands beside the files of the page in `web` and is none of them.
const BESIDE: [&str; 6] = ["build", "dist", "node_modules", "package.json", "package-lock.json", "wasm"];

/// Writes a constant that lists the files of the page, by path: those of `web`, and with the feature `bundle` those that
/// `web/build` has made, which count more.
fn site() -> Result<(), Box<dyn std::error::Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let mut found = BTreeMap::new();
    pages(&root, "web", "", &mut found)?;
    if env::var_os("CARGO_FEATURE_BUNDLE").is_some() {
        println!("cargo::rerun-if-changed=web/dist");
        if !root.join("web/dist").is_dir() {
            return Err("there is no web/dist; web/build makes it".into());
        }
        pages(&root, "web/dist", "", &mut found)?;
    }
    let mut text = "/// The files of the page, by path.\nconst SITE: &[(&str, &[u8])] = &[\n".to_owned();
    for (path, file) in &found {
        writeln!(
            text,
            "    ({path:?}, include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/\", {file:?}))),"
        )?;
    }
    text.push_str("];\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("site.rs"), text)?;
    Ok(())
}

/// Adds the files of a folder and those below it: the path of each on the server, and in the crate.
fn pages(root: &Path, top: &str, below: &str, found: &mut BTreeMap<String, String>) -> io::Result<()> {
    for entry in fs::read_dir(root.join(top).join(below))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let beside = top == "web" && below.is_empty() && BESIDE.contains(&name.as_str());
        if name.starts_with('.') || name == "test" || beside {
            continue;
        }
        let path = if below.is_empty() { name } else { format!("{below}/{name}") };
        if entry.file_type()?.is_dir() {
            // Cargo looks into folders. The top one has others in it that matter little, and a file that is new there is used
            // by one that was changed.
            println!("cargo::rerun-if-changed={top}/{path}");
            pages(root, top, &path, found)?;
        } else if Path::new(&path)
            .extension()
            .is_some_and(|ending| PAGES.iter().any(|known| ending == *known))
        {
            println!("cargo::rerun-if-changed={top}/{path}");
            found.insert(path.clone(), format!("{top}/{path}"));
        }
    }
    Ok(())
}
