//! The language as tree-sitter knows it.

use tree_sitter_language::LanguageFn;

unsafe extern "C" {
    fn tree_sitter_gridlog() -> *const ();
}

/// The parser that `build.rs` has made.
// Safety: this is the function of the generated parser, and it takes nothing.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_gridlog) };
