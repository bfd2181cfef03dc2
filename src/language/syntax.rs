//! Text to tree and back: the lexer, the nodes, the parser and the formatter.

pub mod ast;
pub mod parse;
pub mod print;
pub mod quote;
pub mod token;
