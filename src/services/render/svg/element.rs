//! The elements of a picture, in the order in which they are painted.

use super::frame::Frame;
use super::text::escaped;

/// Where an element lies and what it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Body {
    /// A rectangle.
    Rect(Frame),
    /// A circle: its centre and its radius.
    Circle((i32, i32), i32),
    /// A path, which begins with `M`.
    Path(String),
    /// A polygon: its corners.
    Polygon(String),
    /// A text that stands on a point, its middle there.
    Text((i32, i32), String),
}

/// A stage of painting. What is painted in one of the free ones never overlaps, so that it may be sorted.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stage {
    /// When it is painted.
    pub number: u8,
    /// When within that, as far as it matters: in one picture by itself the parts may be mixed.
    pub part: u8,
    /// Whether the order within it does not matter.
    pub free: bool,
}

/// One thing that is painted.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Element {
    /// When.
    pub stage: Stage,
    /// All attributes, each after a space.
    pub style: String,
    /// Where and what.
    pub body: Body,
}

impl Body {
    /// The element with some attributes, each after a space.
    pub fn with(&self, attributes: &str) -> String {
        match self {
            Body::Rect(Frame { x, y, width, height }) => {
                format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{attributes}/>")
            }
            Body::Circle((x, y), radius) => {
                format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{attributes}/>")
            }
            Body::Path(path) => format!("<path d=\"{path}\"{attributes}/>"),
            Body::Polygon(corners) => format!("<polygon points=\"{corners}\"{attributes}/>"),
            Body::Text((x, y), text) => {
                format!("<text x=\"{x}\" y=\"{y}\"{attributes}>{}</text>", escaped(text))
            }
        }
    }

    /// The same as a path, if it is made of lines: several of one style can be one element.
    pub fn path(&self) -> Option<String> {
        match self {
            Body::Rect(Frame { x, y, width, height }) => Some(format!("M{x} {y}h{width}v{height}h-{width}z")),
            Body::Path(path) => Some(path.clone()),
            _ => None,
        }
    }

    /// The point and the sign of a text that is one plain sign: several of one style can be one element.
    pub fn sign(&self) -> Option<((i32, i32), &str)> {
        match self {
            Body::Text(at, text) if text.len() == 1 && text.as_bytes()[0].is_ascii_alphanumeric() => {
                Some((*at, text))
            }
            _ => None,
        }
    }
}
