//! Pictures with a text beside each as one HTML page that needs no other file.
//!
//! On a phone and on paper the text stands under its picture, and no picture is torn apart between two sheets of paper.

use super::leaf::Leaf;
use super::svg::{self, escaped};

const STYLE: &str = ":root { color-scheme: light dark; }
body { font: 1rem/1.45 system-ui, sans-serif; margin: 1.5rem auto; max-width: 60rem; padding: 0 1rem; overflow-wrap: anywhere; }
article { display: flex; flex-wrap: wrap; gap: 1.25rem; padding: 1rem 0; border-top: 1px solid #8888; break-inside: avoid; }
article > svg { flex: none; max-width: min(100%, 24rem); height: auto; border-radius: .25rem; }
article > div { flex: 1 1 16rem; }
h2 { font-size: 1.1rem; margin: 0 0 .3rem; }
p { margin: .3rem 0; white-space: pre-line; }
ul { padding-left: 1.2rem; opacity: .8; font-size: .9rem; }
mark { color: #000; padding: 0 .4rem; border-radius: .2rem; }
";

/// A page under way.
#[derive(Debug)]
pub struct Page {
    text: String,
    leaves: usize,
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
        Page { text, leaves: 0 }
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
        self.text.push_str(&format!("<p>{}</p>\n", colours.join(" ")));
    }

    /// A picture with its text.
    pub fn leaf(&mut self, leaf: &Leaf) {
        self.leaves += 1;
        let Leaf { scene, title, text, remarks } = leaf;
        self.text.push_str(&format!("<article id=\"picture{}\">\n{}<div>\n", self.leaves, svg::write(scene)));
        if !title.is_empty() {
            self.text.push_str(&format!("<h2>{}</h2>\n", escaped(title)));
        }
        self.paragraph(text);
        if !remarks.is_empty() {
            let items: Vec<String> =
                remarks.iter().map(|line| format!("<li>{}</li>\n", escaped(line))).collect();
            self.text.push_str(&format!("<ul>\n{}</ul>\n", items.concat()));
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
        self.text.push_str("</body>\n</html>\n");
        self.text
    }
}
