//! Many pictures of one board in one page: what several of them show is written once.
//!
//! All elements of all pictures are put into one order, and each is there for some stretches of pictures: the board for all,
//! a value from the step that finds it to the end, a highlight in one. The pictures are the leaves of a binary tree; a
//! stretch is cut into the largest nodes that it covers, and a picture paints what the nodes above it hold:
//!
//! ```text
//!          [0..4]  the board                 picture 2 paints [0..4], [2..4] and what is its own
//!      [0..2]  [2..4]  the value found in 2
//!      0    1    2    3  a highlight
//! ```

use std::collections::BTreeMap;
use std::ops::Range;

use super::element::{Element, Stage};
use super::frame::Frame;
use super::{elements, text};
use crate::base::hash::Map;
use crate::services::render::scene::Scene;

/// Pictures that share their elements.
#[derive(Debug)]
pub struct Series {
    shared: String,
    pictures: Vec<String>,
    frame: Frame,
}

/// An element and the pictures that show it, in order.
struct Entry {
    element: Element,
    shown: Vec<usize>,
}

/// What the nodes of the tree hold: by the run of elements painted at once, and by the pictures below the node.
type Nodes = BTreeMap<(usize, usize, usize), Vec<usize>>;

impl Series {
    /// Draws the scenes. The names of what they share begin with a prefix, so that a page may hold several series.
    pub fn new<'s>(scenes: impl IntoIterator<Item = &'s Scene>, prefix: &str) -> Series {
        let (pictures, frames): (Vec<_>, Vec<_>) = scenes.into_iter().map(elements).unzip();
        let count = pictures.len();
        let entries = ordered(pictures);
        let mut nodes = Nodes::new();
        let mut run = 0;
        for (index, entry) in entries.iter().enumerate() {
            if index > 0 && !belong_together(&entries[index - 1], entry, count) {
                run += 1;
            }
            for stretch in stretches(&entry.shown) {
                cover(&stretch, 0..count, &mut |node| {
                    nodes.entry((run, node.start, node.end)).or_default().push(index);
                });
            }
        }
        let mut series =
            Series { shared: String::new(), pictures: vec![String::new(); count], frame: around(&frames) };
        series.paint(&nodes, &entries, prefix);
        series
    }

    /// A drawing that is not seen itself and stands before the pictures: what they share.
    pub fn shared(&self) -> String {
        if self.shared.is_empty() {
            return String::new();
        }
        format!(
            "<svg class=\"shared\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n{}</defs></svg>\n",
            self.shared
        )
    }

    /// One of the pictures, named for those who do not see it.
    pub fn picture(&self, number: usize, label: &str) -> String {
        let Frame { x, y, width, height } = self.frame;
        format!(
            "<svg class=\"board\" role=\"img\" aria-label=\"{}\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"{x} {y} {width} {height}\">{}</svg>\n",
            text::escaped(label),
            self.pictures.get(number).map_or("", String::as_str)
        )
    }

    /// Writes each node that several pictures share once, and each picture as what it uses and what is its own.
    fn paint(&mut self, nodes: &Nodes, entries: &[Entry], prefix: &str) {
        for (number, (&(_, start, end), inside)) in nodes.iter().enumerate() {
            let inside: Vec<&Element> = inside.iter().map(|&index| &entries[index].element).collect();
            let painted = painted(&inside);
            if end - start == 1 {
                self.pictures[start].push_str(&painted);
                continue;
            }
            let name = format!("{prefix}{number:x}");
            self.shared.push_str(&format!("<g id=\"{name}\">{painted}</g>\n"));
            for picture in &mut self.pictures[start..end] {
                picture.push_str(&format!("<use href=\"#{name}\"/>"));
            }
        }
    }
}

/// The order in which an element is painted: where the order does not matter, those of one style together.
fn place(element: &Element) -> (Stage, String) {
    let style = if element.stage.free { element.style.clone() } else { String::new() };
    (element.stage, style)
}

/// All elements of all pictures, each painted where it should be. What would have to stand in two places stands in both.
fn ordered(pictures: Vec<Vec<Element>>) -> Vec<Entry> {
    let count = pictures.len();
    let mut all: Vec<Entry> = Vec::new();
    for (number, mut picture) in pictures.into_iter().enumerate() {
        picture.sort_by_cached_key(place);
        let mut known: Map<Element, Vec<usize>> = Map::default();
        for (index, entry) in all.iter().enumerate() {
            known.entry(entry.element.clone()).or_default().push(index);
        }
        let places: Vec<(Stage, String)> = all.iter().map(|entry| place(&entry.element)).collect();
        let mut new: Vec<(usize, Entry)> = Vec::new();
        let mut at = 0;
        for element in picture {
            let found = known.get(&element).and_then(|found| found.iter().find(|&&index| index >= at));
            if let Some(&index) = found {
                all[index].shown.push(number);
                at = index + 1;
                continue;
            }
            let own = place(&element);
            at += places[at..].iter().take_while(|&other| *other < own).count();
            new.push((at, Entry { element, shown: vec![number] }));
        }
        let mut new = new.into_iter().peekable();
        let mut merged = Vec::with_capacity(all.len() + new.len());
        for (index, entry) in all.into_iter().enumerate() {
            while let Some((_, entry)) = new.next_if(|(before, _)| *before == index) {
                merged.push(entry);
            }
            merged.push(entry);
        }
        merged.extend(new.map(|(_, entry)| entry));
        all = merged;
    }
    // What all pictures show is best painted at once.
    all.sort_by_cached_key(|entry| {
        (place(&entry.element), entry.element.stage.free && entry.shown.len() < count)
    });
    all
}

/// Whether two neighbours may be painted at once in all pictures: both are in all of them, or look alike.
fn belong_together(one: &Entry, other: &Entry, count: usize) -> bool {
    let always = |entry: &Entry| entry.shown.len() == count;
    match (always(one), always(other)) {
        (true, true) => true,
        (false, false) => {
            one.element.stage == other.element.stage && one.element.style == other.element.style
        }
        _ => false,
    }
}

/// Numbers in order as ranges without gaps.
fn stretches(numbers: &[usize]) -> impl Iterator<Item = Range<usize>> {
    let runs = numbers.chunk_by(|one, other| one + 1 == *other);
    runs.filter_map(|run| Some(*run.first()?..*run.last()? + 1))
}

/// The largest nodes of a tree that together are a stretch of its leaves.
fn cover(stretch: &Range<usize>, node: Range<usize>, take: &mut dyn FnMut(Range<usize>)) {
    if node.start >= stretch.end || node.end <= stretch.start {
        return;
    }
    if stretch.start <= node.start && node.end <= stretch.end {
        return take(node);
    }
    let middle = usize::midpoint(node.start, node.end);
    cover(stretch, node.start..middle, take);
    cover(stretch, middle..node.end, take);
}

/// Elements in order, those of one style in a group, and lines of one style in one path, signs of one in one text.
fn painted(elements: &[&Element]) -> String {
    let mut out = String::new();
    for alike in elements.chunk_by(|one, other| one.style == other.style) {
        let style = alike.first().map_or("", |element| element.style.as_str());
        let paths: Option<String> = alike.iter().map(|element| element.body.path()).collect();
        let signs: Option<Vec<_>> = alike.iter().map(|element| element.body.sign()).collect();
        match (paths, signs, alike) {
            (Some(path), _, _) => out.push_str(&format!("<path d=\"{path}\"{style}/>")),
            (_, _, [element]) => out.push_str(&element.body.with(style)),
            (_, Some(signs), _) => {
                let list = |of: fn((i32, i32)) -> i32| {
                    signs.iter().map(|&(at, _)| of(at).to_string()).collect::<Vec<_>>().join(" ")
                };
                let (x, y) = (list(|(x, _)| x), list(|(_, y)| y));
                let text: String = signs.iter().map(|&(_, sign)| sign).collect();
                out.push_str(&format!("<text x=\"{x}\" y=\"{y}\"{style}>{text}</text>"));
            }
            _ => {
                out.push_str(&format!("<g{style}>"));
                alike.iter().for_each(|element| out.push_str(&element.body.with("")));
                out.push_str("</g>");
            }
        }
    }
    out
}

/// The frame around frames, so that a picture does not jump from step to step.
fn around(frames: &[Frame]) -> Frame {
    let edge = |of: fn(&Frame) -> i32| frames.iter().map(of);
    let (left, top) = (edge(|frame| frame.x).min(), edge(|frame| frame.y).min());
    let (right, bottom) =
        (edge(|frame| frame.x + frame.width).max(), edge(|frame| frame.y + frame.height).max());
    let (x, y) = (left.unwrap_or(0), top.unwrap_or(0));
    Frame { x, y, width: right.unwrap_or(0) - x, height: bottom.unwrap_or(0) - y }
}

#[cfg(test)]
mod tests {
    use super::{cover, stretches};

    #[test]
    fn a_stretch_is_cut_into_the_largest_nodes() {
        let mut nodes = Vec::new();
        cover(&(1..8), 0..8, &mut |node| nodes.push(node));
        assert_eq!(nodes, [1..2, 2..4, 4..8]);
        assert_eq!(stretches(&[0, 1, 2, 5, 7, 8]).collect::<Vec<_>>(), [0..3, 5..6, 7..9]);
    }
}
