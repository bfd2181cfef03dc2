//! Booklets: puzzles on pages of paper, their rules where they first come up, and the answers at the back.
//!
//! A page of the document is a page of the paper: how many puzzles stand on it is told, pictures are as large as there is room for,
//! and the page numbers are written out, so that every browser prints the same.

use std::fmt::Write as _;

use super::scene::Scene;
use super::svg::{self, escaped};

const STYLE: &str = include_str!("../../../web/print/booklet.css");

/// Millimetres of a cell at most: larger ones are no easier to write into.
const WIDEST: i32 = 13;
/// The same among the answers.
const WIDEST_ANSWER: i32 = 6;
/// Pixels of a cell in a picture.
const CELL: i32 = 4 * svg::UNIT;

/// A kind of puzzle, as a sheet of paper tells about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Genre {
    /// What people call it.
    pub title: String,
    /// Its rules; may be empty.
    pub rules: String,
}

/// What stands at the back.
#[derive(Debug)]
pub enum Answer {
    /// The board with all its values.
    Board(Box<Scene>),
    /// The moves to make, one after the other.
    Moves(Vec<String>),
}

/// One puzzle.
#[derive(Debug)]
pub struct Entry {
    /// Its own name, if it has one.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// How hard it is, in a word.
    pub level: Option<&'static str>,
    /// What it is.
    pub genres: Vec<Genre>,
    /// Its board.
    pub board: Scene,
    /// The solution.
    pub answer: Answer,
    /// Where it can be played, and the picture of that address for cameras.
    pub link: Option<(String, String)>,
}

/// The size of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paper {
    /// 210 by 297 mm.
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Its name for printers, its width and its height.
    fn sizes(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Paper::A4 => ("A4", "210mm", "297mm"),
            Paper::Letter => ("letter", "8.5in", "11in"),
        }
    }
}

/// How a booklet looks.
#[derive(Debug)]
pub struct Look {
    /// What stands at its head; may be empty.
    pub title: String,
    /// Who made it; may be empty.
    pub author: String,
    /// What it is printed on.
    pub paper: Paper,
    /// How many puzzles stand on a page.
    pub each: usize,
    /// In how many columns.
    pub columns: usize,
    /// Whether rules are told.
    pub rules: bool,
    /// Whether there are answers.
    pub answers: bool,
}

impl Look {
    /// In how many columns so many puzzles stand if nobody says it.
    pub fn usual_columns(each: usize) -> usize {
        match each {
            0..=2 => 1,
            3..=8 => 2,
            _ => 3,
        }
    }
}

/// The whole document.
pub fn write(look: &Look, entries: &[Entry]) -> String {
    let mut book = Book { text: head(look), pages: 0 };
    let mut told: Vec<&Genre> = Vec::new();
    for (number, page) in entries.chunks(look.each.max(1)).enumerate() {
        let first = number * look.each.max(1);
        let mut top = if number == 0 { title(look) } else { String::new() };
        let mut new: Vec<&Genre> = Vec::new();
        for genre in page.iter().flat_map(|entry| &entry.genres) {
            if look.rules && !genre.rules.is_empty() && !told.contains(&genre) {
                told.push(genre);
                new.push(genre);
            }
        }
        top.push_str(&rules(&new));
        let articles: Vec<String> =
            page.iter().zip(first + 1..).map(|(entry, number)| puzzle(entry, number)).collect();
        // The last page is laid out as the others: its pictures are of the same size.
        book.page("puzzles", &top, look.columns, look.each.div_ceil(look.columns.max(1)), &articles);
    }
    if look.answers {
        let (columns, rows) = if look.each <= 6 { (3, 4) } else { (4, 5) };
        let all: Vec<(usize, &Entry)> = (1..).zip(entries).collect();
        for (number, page) in all.chunks(columns * rows).enumerate() {
            let articles: Vec<String> = page.iter().map(|(number, entry)| answer(entry, *number)).collect();
            let top = if number == 0 { "<header><h1>Answers</h1></header>\n" } else { "" };
            book.page("puzzles answers", top, columns, rows, &articles);
        }
    }
    book.text.push_str("</body>\n</html>\n");
    book.text
}

/// A booklet under way.
struct Book {
    text: String,
    pages: usize,
}

impl Book {
    fn page(&mut self, class: &str, top: &str, columns: usize, rows: usize, articles: &[String]) {
        self.pages += 1;
        let tracks = |count: usize| format!("repeat({}, minmax(0, 1fr))", count.max(1));
        // A text takes whatever is written to it.
        let _always = write!(
            self.text,
            "<section class=\"page\">\n{top}<div class=\"{class}\" style=\"grid-template: {} / {}\">\n{}</div>\n\
             <footer>{}</footer>\n</section>\n",
            tracks(rows),
            tracks(columns),
            articles.concat(),
            self.pages
        );
    }
}

fn head(look: &Look) -> String {
    let (paper, wide, high) = look.paper.sizes();
    let title = if look.title.is_empty() { "Puzzles" } else { &look.title };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n<style>\n\
         @page {{ size: {paper}; margin: 0; }}\n{STYLE}.page {{ width: {wide}; height: {high}; }}\n</style>\n\
         </head>\n<body>\n",
        escaped(title)
    )
}

fn title(look: &Look) -> String {
    if look.title.is_empty() && look.author.is_empty() {
        return String::new();
    }
    let author = match look.author.as_str() {
        "" => String::new(),
        author => format!("<p>{}</p>", escaped(author)),
    };
    format!("<header><h1>{}</h1>{author}</header>\n", escaped(&look.title))
}

fn rules(genres: &[&Genre]) -> String {
    if genres.is_empty() {
        return String::new();
    }
    let told = |genre: &&Genre| {
        format!("<p><strong>{}.</strong> {}</p>\n", escaped(&genre.title), escaped(&genre.rules))
    };
    format!("<div class=\"rules\">\n{}</div>\n", genres.iter().map(told).collect::<String>())
}

/// What a puzzle is called: its own name, else what it is.
fn name(entry: &Entry) -> String {
    let kinds: Vec<&str> = entry.genres.iter().map(|genre| genre.title.as_str()).collect();
    entry.title.clone().unwrap_or_else(|| kinds.join(", "))
}

fn puzzle(entry: &Entry, number: usize) -> String {
    let mut notes: Vec<String> = Vec::new();
    if entry.title.is_some() {
        notes.extend(entry.genres.iter().map(|genre| genre.title.clone()));
    }
    notes.extend(entry.level.map(str::to_owned));
    notes.extend(entry.author.clone());
    let notes =
        if notes.is_empty() { String::new() } else { format!("<p>{}</p>", escaped(&notes.join(" · "))) };
    let link = entry.link.as_ref().map_or_else(String::new, |(address, picture)| {
        format!("<a class=\"link\" href=\"{}\" title=\"Play it\">{picture}</a>", escaped(address))
    });
    format!(
        "<article>\n<header><span class=\"number\">{number}</span><div class=\"about\"><h2>{}</h2>{notes}</div>{link}\
         </header>\n{}</article>\n",
        escaped(&name(entry)),
        board(&entry.board, WIDEST)
    )
}

fn answer(entry: &Entry, number: usize) -> String {
    let shown = match &entry.answer {
        Answer::Board(scene) => board(scene, WIDEST_ANSWER),
        Answer::Moves(moves) => format!("<p class=\"moves\">{}</p>\n", escaped(&moves.join(", "))),
    };
    format!(
        "<article>\n<header><span class=\"number\">{number}</span><div class=\"about\"><h2>{}</h2></div></header>\n\
         {shown}</article>\n",
        escaped(&name(entry))
    )
}

/// A picture whose cells are no wider than so many millimetres.
fn board(scene: &Scene, widest: i32) -> String {
    let (wide, high) = svg::size(scene);
    let size = |pixels: i32| pixels * widest / CELL;
    format!(
        "<div class=\"board\" style=\"--wide: {}mm; --high: {}mm\">\n{}</div>\n",
        size(wide),
        size(high),
        svg::write(scene)
    )
}

#[cfg(test)]
mod tests {
    use super::{Answer, Entry, Genre, Look, Paper, write};
    use crate::services::render::Scene;

    fn entries(count: usize) -> Vec<Entry> {
        let genre = Genre { title: "Dots & lines".to_owned(), rules: "Join them.".to_owned() };
        let entry = |number| Entry {
            title: (number == 0).then(|| "First <light>".to_owned()),
            author: None,
            level: Some("easy"),
            genres: vec![genre.clone()],
            board: Scene::new(2, 2),
            answer: Answer::Moves(vec!["up".to_owned(), "down".to_owned()]),
            link: None,
        };
        (0..count).map(entry).collect()
    }

    fn look(each: usize, answers: bool) -> Look {
        let (title, author) = ("Sunday".to_owned(), String::new());
        Look { title, author, paper: Paper::A4, each, columns: 2, rules: true, answers }
    }

    #[test]
    fn pages_are_numbered_and_hold_as_many_as_told() {
        let text = write(&look(4, true), &entries(9));
        assert_eq!(text.matches("<section").count(), 4, "three of puzzles, one of answers");
        assert!(text.contains("<footer>4</footer>") && !text.contains("<footer>5</footer>"));
        assert_eq!(text.matches("<article>").count(), 18);
        assert_eq!(write(&look(4, false), &entries(9)).matches("<article>").count(), 9);
    }

    #[test]
    fn rules_are_told_once_and_texts_are_escaped() {
        let text = write(&look(2, true), &entries(5));
        assert_eq!(text.matches("Join them.").count(), 1);
        assert!(text.contains("First &lt;light&gt;") && text.contains("Dots &amp; lines"));
    }
}
