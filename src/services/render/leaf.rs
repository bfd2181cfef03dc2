//! A picture and what is said beside it: what pages, sheets and terminals show one after the other.

use super::scene::Scene;
use super::terminal;
use crate::language::diagnostic::render::clean::visible;

/// One of several pictures.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// The picture.
    pub scene: Scene,
    /// What it shows, in a few words; may be empty.
    pub title: String,
    /// The sentence under the title; may be empty.
    pub text: String,
    /// Remarks under it, a line each.
    pub remarks: Vec<String>,
}

impl Leaf {
    /// A picture that speaks for itself.
    pub fn silent(scene: Scene) -> Leaf {
        Leaf { scene, title: String::new(), text: String::new(), remarks: Vec::new() }
    }

    /// Title and text in one.
    pub fn caption(&self) -> String {
        match (self.title.is_empty(), self.text.is_empty()) {
            (false, false) => format!("{}: {}", self.title, self.text),
            _ => format!("{}{}", self.title, self.text),
        }
    }

    /// The caption above the picture, in rows of characters.
    pub fn characters(&self, colour: bool) -> String {
        let mut lines = vec![visible(&self.caption()).into_owned()];
        lines.extend(self.remarks.iter().map(|line| format!("  {}", visible(line))));
        let mut text =
            lines.iter().filter(|line| !line.is_empty()).fold(String::new(), |text, line| text + line + "\n");
        text.push_str(&terminal::write(&self.scene, colour));
        text
    }
}
