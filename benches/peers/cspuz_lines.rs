//! A driver of cspuz, to be copied into its `cspuz_solver_backend/src/bin`: solves one puzz.link address a line, all in
//! one process, and prints whether the answer is certain.

use std::io::stdin;

use cspuz_solver_backend::{Uniqueness, decode_and_solve};

fn main() {
    for line in stdin().lines().map_while(Result::ok) {
        match decode_and_solve(line.as_bytes()).map(|board| board.uniqueness) {
            Ok(Uniqueness::NoAnswer) => println!("none"),
            Ok(Uniqueness::Unique) => println!("unique"),
            Ok(Uniqueness::NonUnique) => println!("several"),
            Ok(_) => println!("unknown"),
            Err(problem) => println!("error: {problem}"),
        }
    }
}
