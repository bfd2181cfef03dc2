//! A real client: Neovim, as the system has it. An author opens a file with an error, takes the quick fix, asks what a name means,
//! goes to its definition, gives another its name, and has the file written in the common style.

use std::path::PathBuf;
use std::process::{Command, Stdio};

const MINE: &str =
    "% 𝄞\ngrid( 3,3 )::1..3.\nedge(A):-cell(A).\nrows: lin(L) => distinct(L).\nlow:edge(A) => A >= 1.\n";
const OTHER: &str = "use mine.\nhigh: edge(A) => A =< 3.\n";

#[test]
fn an_author_works_in_neovim() {
    let quiet = |command: &mut Command| command.stdin(Stdio::null()).output();
    if quiet(Command::new("nvim").arg("--version")).is_err() {
        assert!(std::env::var_os("GRIDLOG_NEEDS_NVIM").is_none(), "there is no nvim");
        eprintln!("SKIPPED: there is no nvim here, so the server was tested with no real client");
        return;
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("lsp/neovim");
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(folder.join("project")).expect("a folder");
    for (file, text) in [("mine.rules", MINE), ("other.rules", OTHER)] {
        std::fs::write(folder.join("project").join(file), text).expect("a file");
    }
    let script = std::fs::canonicalize("tests/lsp/neovim.lua").expect("the script");
    let output = quiet(
        Command::new("nvim")
            .args(["--headless", "--clean", "-n", "-c"])
            .arg(format!("luafile {}", script.display()))
            .args(["-c", "qall!"])
            .current_dir(folder.join("project"))
            .env("GRIDLOG", env!("CARGO_BIN_EXE_gridlog"))
            .env("TOLD", folder.join("told"))
            .env("XDG_CACHE_HOME", folder.join("cache"))
            .env("XDG_STATE_HOME", folder.join("state")),
    )
    .expect("nvim runs");
    let told = std::fs::read_to_string(folder.join("told"));
    let told = told.unwrap_or_else(|_| panic!("nvim: {}", String::from_utf8_lossy(&output.stderr)));
    insta::assert_snapshot!(told);
}
