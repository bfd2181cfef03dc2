//! Cuts the lines out of a source text that a diagnostic is about, however long the text or its lines are.

use std::ops::Range;

use super::clean;

/// A line with more characters than this is shown only around what is pointed at.
const LONGEST_LINE: usize = 200;
/// How many bytes of a long line are shown, about: so many before the place, and so many in all.
const BEFORE: usize = 60;
const WINDOW: usize = 160;
/// Places so many lines apart are shown in one excerpt.
const NEAR: usize = 10;
/// A place over more lines than this is pointed at by its first line.
const TALLEST: usize = 8;

/// Where the lines of a text start.
pub struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

/// Some neighbouring lines of a text, cleaned, with places in them.
#[derive(Debug)]
pub struct Excerpt {
    /// The lines.
    pub text: String,
    /// Number of the first of them in the whole text, from 1.
    pub line: usize,
    /// The places in `text`, as bytes on character boundaries, each with its number in the list that was asked for.
    pub places: Vec<(usize, Range<usize>)>,
    /// Whether the start of a line is missing.
    pub cut: bool,
}

impl<'t> Lines<'t> {
    /// Finds the lines of a text.
    pub fn new(text: &'t str) -> Self {
        let breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at + 1);
        Lines { text, starts: std::iter::once(0).chain(breaks).collect() }
    }

    /// The range moved into the text and onto character boundaries.
    pub fn clamp(&self, range: Range<usize>) -> Range<usize> {
        let start = floor(self.text, range.start);
        start..floor(self.text, range.end).max(start)
    }

    /// Line and column of an offset, both from 1; columns count characters. The offset must have been clamped.
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let line = self.line(offset);
        (line + 1, self.text[self.starts[line]..offset].chars().count() + 1)
    }

    /// Number of the line, from 0, that an offset lies in.
    fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset) - 1
    }

    /// The bytes of a line, its line end left out.
    fn bounds(&self, line: usize) -> Range<usize> {
        let start = self.starts[line];
        let end = self.starts.get(line + 1).map_or(self.text.len(), |next| next - 1);
        let end = if self.text[start..end].ends_with('\r') { end - 1 } else { end };
        start..end
    }

    fn is_long(&self, line: usize) -> bool {
        let bounds = self.bounds(line);
        bounds.len() > LONGEST_LINE && self.text[bounds].chars().nth(LONGEST_LINE).is_some()
    }

    /// Cuts out what the places need; places near each other share an excerpt. The excerpt with the first place
    /// comes first, the others follow in the order of the text.
    pub fn cut(&self, places: &[Range<usize>]) -> Vec<Excerpt> {
        let mut places: Vec<(usize, Range<usize>)> =
            places.iter().map(|place| self.shorten(self.clamp(place.clone()))).enumerate().collect();
        places.sort_by_key(|(number, place)| (place.start, place.end, *number));
        let mut clusters: Vec<Vec<(usize, Range<usize>)>> = Vec::new();
        for place in places {
            match clusters.last_mut() {
                Some(cluster) if cluster.iter().any(|(_, other)| self.near(other, &place.1)) => {
                    cluster.push(place)
                }
                _ => clusters.push(vec![place]),
            }
        }
        clusters.sort_by_key(|cluster| !cluster.iter().any(|(number, _)| *number == 0));
        clusters.iter().map(|cluster| self.excerpt(cluster)).collect()
    }

    fn shorten(&self, place: Range<usize>) -> Range<usize> {
        let first = self.line(place.start);
        if self.line(place.end) - first < TALLEST {
            return place;
        }
        place.start..self.bounds(first).end.max(place.start)
    }

    /// Whether the later place fits into an excerpt with the earlier one.
    fn near(&self, earlier: &Range<usize>, later: &Range<usize>) -> bool {
        let (from, to) = (self.line(earlier.start), self.line(later.start));
        if self.is_long(from) || self.is_long(to) {
            return from == to && later.end.saturating_sub(earlier.start) < WINDOW - BEFORE;
        }
        to - from <= NEAR
    }

    fn excerpt(&self, places: &[(usize, Range<usize>)]) -> Excerpt {
        let first = places.iter().map(|(_, place)| self.line(place.start)).min().unwrap_or(0);
        let last = places.iter().map(|(_, place)| self.line(place.end)).max().unwrap_or(first);
        let mut text = String::new();
        // For each line: what of it is shown, and where that stands in `text`.
        let mut shown: Vec<(Range<usize>, usize)> = Vec::new();
        let mut cut = false;
        for line in first..=last {
            let whole = self.bounds(line);
            let part = if self.is_long(line) { self.window(&whole, places) } else { whole.clone() };
            if line > first {
                text.push('\n');
            }
            if part.start > whole.start {
                text.push('…');
                cut = true;
            }
            shown.push((part.clone(), text.len()));
            text.push_str(&clean::source(&self.text[part.clone()]));
            if part.end < whole.end {
                text.push('…');
            }
        }
        let move_over = |offset: usize| {
            let (part, at) = &shown[self.line(offset) - first];
            at + offset.clamp(part.start, part.end) - part.start
        };
        let places = places
            .iter()
            .map(|(number, place)| (*number, move_over(place.start)..move_over(place.end)))
            .collect();
        Excerpt { text, line: first + 1, places, cut }
    }

    /// The part of a long line that is shown: around the first place that touches it, else its beginning.
    fn window(&self, line: &Range<usize>, places: &[(usize, Range<usize>)]) -> Range<usize> {
        let touching = places.iter().find(|(_, place)| place.start <= line.end && place.end >= line.start);
        let place = touching.map_or(line.start, |(_, place)| place.start.max(line.start));
        let start = floor(self.text, place.saturating_sub(BEFORE).max(line.start));
        start..floor(self.text, (start + WINDOW).min(line.end)).max(start)
    }
}

/// The nearest character boundary at or before an offset, inside the text.
fn floor(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    (0..=offset).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(text: &str, place: Range<usize>) -> Excerpt {
        Lines::new(text).cut(&[place]).remove(0)
    }

    #[test]
    fn a_place_beyond_the_text_is_moved_to_its_end() {
        assert_eq!(only("ab.\n", 90..95).places, [(0, 0..0)]);
        assert_eq!(only("ab.", 1..95).places, [(0, 1..3)]);
        assert_eq!(only("", 1..2).text, "");
    }

    #[test]
    fn a_place_inside_a_character_is_moved_to_its_start() {
        assert_eq!(only("é.", 1..2).places, [(0, 0..2)]);
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let text = "é".repeat(1_000_000);
        let excerpt = only(&text, 1_000_000..1_000_002);
        assert!(excerpt.text.len() < 300);
        assert_eq!(&excerpt.text[excerpt.places[0].1.clone()], "é");
    }

    #[test]
    fn line_ends_of_other_systems_are_no_part_of_the_line() {
        let excerpt = only("a.\r\nbc.\r\n", 4..6);
        assert_eq!((excerpt.text.as_str(), excerpt.line), ("bc.", 2));
    }

    #[test]
    fn places_far_apart_have_excerpts_of_their_own_and_the_first_leads() {
        let text = "x.\n".repeat(100);
        let cut = Lines::new(&text).cut(&[270..271, 0..1, 3..4]);
        assert_eq!(cut.iter().map(|excerpt| excerpt.line).collect::<Vec<_>>(), [91, 1]);
        assert_eq!(cut[1].places.len(), 2);
    }
}
