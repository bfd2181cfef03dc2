//! `gridlog check --plan`: which constraints each law becomes.

use std::fmt::Write as _;

use super::{Subject, WIDEST};
use crate::compile::{Model, Settings};

impl Subject {
    /// For each law, and for what helps them all: the constraints it becomes, and how many of them. Takes the instances.
    pub(super) fn constraints(&mut self) -> Vec<(String, &'static str, usize)> {
        let Some(ground) = self.ground.take() else { return Vec::new() };
        let laws: Vec<usize> = ground.instances.iter().map(|instance| instance.law).collect();
        let model = match Model::new(ground, Settings::default()) {
            Ok(model) => model,
            Err(diagnostic) => {
                self.diagnostics.push(*diagnostic);
                return Vec::new();
            }
        };
        let name = |law: usize| match self.program.laws.get(law) {
            Some(law) => format!("law {}", law.name),
            None => "all laws".to_owned(),
        };
        model
            .kernels(&laws)
            .into_iter()
            .map(|((law, constraint), count)| (name(law), constraint, count))
            .collect()
    }

    /// The same as a table.
    pub(in crate::cli) fn plan(&mut self) -> String {
        let rows = self.constraints();
        let width = rows.iter().map(|(law, ..)| law.chars().count()).max().unwrap_or(0).min(WIDEST);
        let mut text = String::new();
        for (law, constraint, count) in rows {
            writeln!(text, "  plan of {law:width$}  {count} x {constraint}").unwrap_or_default();
        }
        text
    }
}
