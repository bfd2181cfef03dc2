//! Constraints, one file each: what must hold, and the propagator that prunes for it.

pub mod absolute;
pub mod acyclic;
pub mod among;
pub mod apart;
pub mod checked;
pub mod clause;
pub mod closed_loop;
pub mod connected;
mod cover;
pub mod crossing;
pub mod diagram;
pub mod distinct;
pub mod distinct_lists;
pub mod distinct_present;
pub mod division;
pub mod element;
pub mod eliminate;
pub mod extremum;
pub mod graph;
pub mod guarded;
mod hall;
pub mod line;
pub mod linear;
pub mod literal;
pub mod matching;
pub mod member;
pub mod product;
pub mod quotient;
pub mod reach_along;
mod reasons;
pub mod reified;
mod sink;
pub mod small_table;
pub mod sum_distinct;
pub mod table;
pub mod uncrossed;
pub mod wide;

#[cfg(test)]
mod tests {
    /// A propagator that is not held to its promises could break them.
    #[test]
    fn every_constraint_is_judged() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/solver/constraints");
        let files = std::fs::read_dir(folder).expect("the folder").flatten().map(|entry| entry.path());
        let mut constraints = 0;
        for path in files.filter(|path| path.is_file()) {
            let text = std::fs::read_to_string(&path).expect("a file");
            let own = text.contains("impl Propagator for");
            constraints += usize::from(own);
            assert_eq!(own, text.contains("        judge("), "{}", path.display());
        }
        assert!(constraints > 20, "{constraints}");
    }
}
