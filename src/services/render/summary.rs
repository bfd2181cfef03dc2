//! What there is to say of an explanation as a whole: how it ends, how hard it is, and what one has to know for it.

use std::collections::BTreeMap;

use super::svg::escaped;
use crate::services::explain::{Ending, Explanation, Level, Rating, Technique};

/// The head of a page.
#[derive(Debug)]
pub struct Summary {
    ending: String,
    rating: Option<Rating>,
    /// Each with how often it is used, and in which step first, counted from 1.
    techniques: Vec<(&'static str, usize, usize)>,
    /// How hard each step is.
    levels: Vec<Level>,
}

impl Summary {
    /// The summary of an explanation whose ending is said in words. Only what has one solution has a rating.
    pub fn new(explanation: &Explanation, ending: &str) -> Summary {
        // Steps without a name come last.
        let mut uses: BTreeMap<(bool, Option<Technique>), (usize, usize)> = BTreeMap::new();
        for (number, step) in (1..).zip(&explanation.steps) {
            uses.entry((step.technique.is_none(), step.technique)).or_insert((0, number)).0 += 1;
        }
        let techniques = uses.into_iter().map(|((_, technique), (count, first))| {
            (technique.map_or("other deductions", Technique::word), count, first)
        });
        Summary {
            ending: ending.to_owned(),
            rating: (explanation.ending == Ending::Solved).then(|| Rating::new(explanation)),
            techniques: techniques.collect(),
            levels: explanation.steps.iter().map(Level::of).collect(),
        }
    }

    /// The summary with links to steps, whose names begin with a prefix.
    pub(super) fn html(&self, prefix: &str) -> String {
        let mut out = format!("<p class=\"ending\">{}</p>\n", escaped(&first_upper(&self.ending)));
        if let Some(rating) = &self.rating {
            let Rating { level, score, hardest, .. } = rating;
            let level = level.word();
            out.push_str(&format!(
                "<dl>\n<div><dt>Level</dt><dd><mark class=\"{level}\">{level}</mark></dd></div>\n\
                 <div><dt>Score</dt><dd>{score:.1}</dd></div>\n\
                 <div><dt>Hardest step</dt><dd>{hardest} facts and laws</dd></div>\n</dl>\n"
            ));
        }
        if self.levels.is_empty() {
            return out;
        }
        out.push_str("<h3>Techniques</h3>\n<ul class=\"techniques\">\n");
        for (technique, count, first) in &self.techniques {
            out.push_str(&format!("<li><a href=\"#{prefix}{first}\">{technique}</a> × {count}</li>\n"));
        }
        out.push_str("</ul>\n<h3>Steps</h3>\n<p class=\"levels\">");
        for level in Level::ALL {
            let count = self.levels.iter().filter(|&&other| other == level).count();
            if count > 0 {
                let level = level.word();
                out.push_str(&format!("<mark class=\"{level}\">{level} × {count}</mark> "));
            }
        }
        out.push_str("</p>\n<ol class=\"strip\">\n");
        for (number, level) in (1..).zip(&self.levels) {
            let level = level.word();
            out.push_str(&format!("<li><a class=\"{level}\" href=\"#{prefix}{number}\">{number}</a></li>\n"));
        }
        out.push_str("</ol>\n");
        out
    }
}

/// A sentence begins with a capital letter.
fn first_upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
