//! Pictures with a text beside each as one HTML page that needs no other file.
//!
//! Pictures that follow each other are gone through step by step, by a script that the page holds; without scripts and on
//! paper they stand one below the other. On a phone and on paper the text stands under its picture.

use super::leaf::Leaf;
use super::summary::Summary;
use super::svg::{self, Series, escaped};

const STYLE: &str = include_str!("../../../web/explain/page.css");
const STEPPER: &str = include_str!("../../../web/explain/stepper.js");

/// A page under way.
#[derive(Debug)]
pub struct Page {
    text: String,
    leaves: usize,
    series: usize,
}

impl Page {
    /// A page without anything on it.
    pub fn new(title: &str) -> Page {
        let text = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
            escaped(title)
        );
        Page { text, leaves: 0, series: 0 }
    }

    /// The name of the puzzle that the next pictures are of.
    pub fn heading(&mut self, name: &str) {
        self.text.push_str(&format!("<h1>{}</h1>\n", escaped(name)));
    }

    /// What the colours of highlighted places mean.
    pub fn legend(&mut self) {
        let colours: Vec<String> = svg::LEGEND
            .iter()
            .map(|(highlight, meaning)| {
                format!("<mark style=\"background:{}\">{meaning}</mark>", svg::light(*highlight))
            })
            .collect();
        self.text.push_str(&format!("<p class=\"legend\">{}</p>\n", colours.join(" ")));
    }

    /// A picture with its text.
    pub fn leaf(&mut self, leaf: &Leaf) {
        self.leaves += 1;
        let name = format!("picture{}", self.leaves);
        self.article(&name, leaf, &svg::write(&leaf.scene), "");
    }

    /// Pictures that follow each other, the first of which may have a summary of all beside it.
    pub fn series(&mut self, leaves: &[Leaf], summary: Option<&Summary>) {
        self.series += 1;
        // The first puzzle's steps have plain names: they are what people link to.
        let prefix = if self.series == 1 { "step".to_owned() } else { format!("puzzle{}-step", self.series) };
        let series = Series::new(leaves.iter().map(|leaf| &leaf.scene), &format!("{}-", self.series));
        self.text.push_str(&series.shared());
        self.text.push_str("<section class=\"steps\" aria-label=\"Steps\">\n");
        for (number, leaf) in leaves.iter().enumerate() {
            let picture = series.picture(number, &format!("The board: {}", leaf.title));
            let head =
                summary.filter(|_| number == 0).map_or_else(String::new, |summary| summary.html(&prefix));
            self.article(&format!("{prefix}{number}"), leaf, &picture, &head);
        }
        self.text.push_str("</section>\n");
    }

    /// A picture, its title, something to stand at the head of its text, and its text.
    fn article(&mut self, name: &str, leaf: &Leaf, picture: &str, head: &str) {
        let Leaf { title, text, remarks, .. } = leaf;
        self.text.push_str(&format!("<article id=\"{name}\">\n{picture}<div>\n"));
        if !title.is_empty() {
            self.text.push_str(&format!("<h2>{}</h2>\n", escaped(title)));
        }
        self.text.push_str(head);
        self.paragraph(text);
        if !remarks.is_empty() {
            let items: Vec<String> =
                remarks.iter().map(|line| format!("<li>{}</li>\n", escaped(line))).collect();
            self.text.push_str(&format!("<ul class=\"remarks\">\n{}</ul>\n", items.concat()));
        }
        self.text.push_str("</div>\n</article>\n");
    }

    /// A text by itself; nothing if it is empty.
    pub fn paragraph(&mut self, text: &str) {
        if !text.is_empty() {
            let lines: Vec<String> = text.lines().map(escaped).collect();
            self.text.push_str(&format!("<p>{}</p>\n", lines.join("\n")));
        }
    }

    /// The whole page.
    pub fn finish(mut self) -> String {
        if self.series > 0 {
            let stepper = STEPPER.replace("export function", "function");
            self.text.push_str(&format!(
                "<script>\n{stepper}\ndocument.querySelectorAll(\".steps\").forEach(stepThrough);\n</script>\n"
            ));
        }
        self.text.push_str("</body>\n</html>\n");
        self.text
    }
}
