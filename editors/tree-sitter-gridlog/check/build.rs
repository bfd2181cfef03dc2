//! Writes `../src/parser.c` from `../grammar.js`, and compiles it.

use std::path::Path;

use tree_sitter_generate::{OptLevel, generate_parser_in_directory};

/// The layout of tables that Neovim 0.9 and later and all versions of Helix can read.
const LAYOUT: usize = 14;

fn main() {
    for file in ["../grammar.js", "../../words.json"] {
        println!("cargo:rerun-if-changed={file}");
    }
    let mut said = Vec::new();
    let nowhere: Option<&Path> = None;
    generate_parser_in_directory(
        "..",
        nowhere,
        nowhere,
        LAYOUT,
        None,
        None,
        true,
        OptLevel::default(),
        &mut said,
    )
    .expect("the grammar makes a parser");
    assert!(said.is_empty(), "the generator complains: {said:?}");
    cc::Build::new()
        .include("../src")
        .file("../src/parser.c")
        .std("c11")
        .warnings(false)
        .compile("tree-sitter-gridlog");
}
