//! The rule sets inside the binary, the sketches of their boards and their samples; and what a rule set calls itself.

use super::Library;

include!(concat!(env!("OUT_DIR"), "/rule_sets.rs"));
include!(concat!(env!("OUT_DIR"), "/sketches.rs"));
include!(concat!(env!("OUT_DIR"), "/samples.rs"));

/// What the names of sources inside the binary start with: they are no files.
pub const BUILT_IN: &str = "built-in ";

/// The rule set that every other starts with; nobody names it.
pub(super) const PRELUDE: &str = "prelude";

/// The folder of rule sets that only sketch boards for others.
pub const SKETCH_FOLDER: &str = "sketches";

/// The rule sets inside the binary and the sketches of their boards, and nothing else.
#[derive(Clone, Copy, Default, Debug)]
pub struct BuiltIn;

/// The rule sets people can name, each with its text.
pub fn rule_sets() -> impl Iterator<Item = (&'static str, &'static str)> {
    RULE_SETS.iter().copied().filter(|(name, _)| *name != PRELUDE)
}

/// The names of all samples, such as `sudoku/six`.
pub fn samples() -> impl Iterator<Item = &'static str> {
    SAMPLES.iter().map(|(name, _)| *name)
}

/// The names of the samples of a rule set.
pub fn samples_of(rules: &str) -> impl Iterator<Item = &'static str> {
    samples().filter(move |name| name.split_once('/').is_some_and(|(folder, _)| folder == rules))
}

/// The sample of this name, with the name to show for it: `sudoku/six` is `rules/sudoku/six.puzzle` of the repository.
pub fn sample(name: &str) -> Option<(String, &'static str)> {
    let bare = name.strip_prefix("rules/").unwrap_or(name);
    let bare = bare.strip_suffix(".puzzle").unwrap_or(bare);
    let (known, text) = SAMPLES.iter().find(|(known, _)| *known == bare)?;
    Some((format!("{BUILT_IN}{known}.puzzle"), text))
}

/// A text inside the binary by the name that is shown for it, such as `built-in sudoku.rules` or `built-in sudoku/six.puzzle`.
pub fn text(shown: &str) -> Option<&'static str> {
    let file = shown.strip_prefix(BUILT_IN)?;
    let in_folder = file.strip_prefix(SKETCH_FOLDER).and_then(|file| file.strip_prefix('/'));
    let (table, file) = match (file.strip_suffix(".puzzle"), in_folder) {
        (Some(sample), _) => (SAMPLES, sample),
        (None, Some(sketch)) => (SKETCHES, sketch.strip_suffix(".rules")?),
        (None, None) => (RULE_SETS, file.strip_suffix(".rules")?),
    };
    table.iter().find(|(known, _)| *known == file).map(|(_, text)| *text)
}

/// What a `sketch` means by a name, if `found` is what a `use` would mean: a rule set of the author's own, else a sketch,
/// else another rule set.
pub fn sketch_before(found: Option<(String, String)>, name: &str) -> Option<(String, String)> {
    match found {
        Some(own) if !own.0.starts_with(BUILT_IN) => Some(own),
        found => sketch(name).or(found),
    }
}

/// The text of a sketch, with the name to show for it.
fn sketch(name: &str) -> Option<(String, String)> {
    let (_, text) = SKETCHES.iter().find(|(known, _)| *known == name)?;
    Some((format!("{BUILT_IN}{SKETCH_FOLDER}/{name}.rules"), (*text).to_owned()))
}

/// The names of all sketches.
pub(super) fn sketches() -> impl Iterator<Item = &'static str> {
    SKETCHES.iter().map(|(name, _)| *name)
}

/// The text of the prelude.
pub(super) fn prelude() -> &'static str {
    RULE_SETS.iter().find(|(name, _)| *name == PRELUDE).map_or("", |(_, text)| text)
}

impl Library for BuiltIn {
    fn find(&self, name: &str, from: &str) -> Option<(String, String)> {
        let inside = from.strip_prefix(BUILT_IN).is_some_and(|from| from.starts_with(SKETCH_FOLDER));
        if let Some(found) = sketch(name).filter(|_| inside) {
            return Some(found);
        }
        let key = key(name);
        let same = rule_sets().find(|(known, _)| *known == name);
        let (known, text) =
            same.or_else(|| rule_sets().find(|(known, text)| answers_to(known, text, &key)))?;
        Some((format!("{BUILT_IN}{known}.rules"), text.to_owned()))
    }

    fn places(&self, _from: &str) -> String {
        "the built-in rules".to_owned()
    }

    fn names(&self, _from: &str) -> Vec<String> {
        let aliases = rule_sets().flat_map(|(_, text)| Head::of(text).aliases);
        let words = aliases.map(|alias| key(&alias)).filter(|alias| !alias.is_empty());
        rule_sets().map(|(name, _)| name.to_owned()).chain(words).collect()
    }
}

/// Whether a rule set is meant by a name, of which only letters and digits count.
fn answers_to(name: &str, text: &str, wanted: &str) -> bool {
    let is_wanted = |own: &str| letters(own).eq(wanted.chars());
    !wanted.is_empty() && (is_wanted(name) || titles(&first_sentence(text)).any(is_wanted))
}

/// A name without what people write in different ways: `Light Up`, `light-up` and `lightup` are one.
fn key(name: &str) -> String {
    letters(name).collect()
}

fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase)
}

/// The lines of the comment at the head of a rule file.
fn comment(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map_while(|line| line.strip_prefix('%')).map(str::trim);
    lines.take_while(|line| !line.is_empty())
}

/// The comment at the head of a rule file up to its first sign: all that is asked when a name is looked for among all rule sets.
fn first_sentence(text: &str) -> String {
    let mut prose = String::new();
    for line in comment(text) {
        let from = prose.len();
        prose.push_str(line);
        prose.push(' ');
        let ends = |two: &[u8]| matches!(two, [b'.' | b':', b' ']);
        if let Some(at) = prose.as_bytes()[from..].windows(2).position(ends) {
            prose.truncate(from + at);
            break;
        }
    }
    prose
}

/// The names in the first sentence of a head: `Takuzu, also Binairo, Binary Puzzle`.
fn titles(names: &str) -> impl Iterator<Item = &str> {
    let (title, others) = names.split_once(", also ").unwrap_or((names, ""));
    std::iter::once(title).chain(others.split(", ").map(bare).filter(|name| !name.is_empty()))
}

/// A name without what is said of it: `the Sudoku (of old)` is `Sudoku`.
fn bare(name: &str) -> &str {
    let name = name.split_once(" (").map_or(name, |(name, _)| name);
    name.strip_prefix("the ").unwrap_or(name).trim()
}

/// What the comment at the head of a rule file says: `% Takuzu, also Binairo, Binary Puzzle. Fill the board ..`
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Head {
    /// The name of the puzzle.
    pub title: String,
    /// Its other names.
    pub aliases: Vec<String>,
    /// The first sentence of its rules.
    pub summary: String,
    /// Its rules, as on a sheet of paper. What follows an empty line of the comment is for those who write puzzles.
    pub rules: String,
}

impl Head {
    /// Reads the head of a rule file.
    pub fn of(text: &str) -> Head {
        let prose = comment(text).collect::<Vec<_>>().join(" ");
        let (names, rules) = split(&prose, &[". ", ": "]);
        let mut titles = titles(names).map(str::to_owned);
        Head {
            title: titles.next().unwrap_or_default(),
            aliases: titles.collect(),
            summary: split(rules, &[". "]).0.to_owned(),
            rules: rules.to_owned(),
        }
    }
}

/// A text before and after the first of these signs; the whole of it, its last dot left out, if there is none.
fn split<'t>(text: &'t str, signs: &[&str]) -> (&'t str, &'t str) {
    let first = signs.iter().filter_map(|sign| Some((text.find(sign)?, sign.len()))).min();
    match first {
        Some((at, length)) => (&text[..at], text[at + length..].trim_start()),
        None => (text.strip_suffix('.').unwrap_or(text), ""),
    }
}

#[cfg(test)]
mod tests {
    use super::{BuiltIn, Head, rule_sets, sample, samples_of};
    use crate::base::hash::Map;
    use crate::language::resolve::Library as _;

    #[test]
    fn heads_tell_names_and_rules() {
        let head = Head::of(
            "% Tents, also Tents and Trees, Camping (once). Pitch a tent\n% here. Not there.\nuse x.\n",
        );
        assert_eq!(head.title, "Tents");
        assert_eq!(head.aliases, ["Tents and Trees", "Camping"]);
        assert_eq!(head.summary, "Pitch a tent here");
        assert_eq!(Head::of("grid(1, 1).\n"), Head::default());
        assert_eq!(Head::of("% Only a name.\n").title, "Only a name");
    }

    #[test]
    fn every_rule_set_tells_its_rules_and_has_samples() {
        for (name, text) in rule_sets() {
            let head = Head::of(text);
            assert!(!head.title.is_empty() && !head.summary.is_empty(), "{name}: {head:?}");
            assert!(samples_of(name).count() > 0, "{name} has no sample");
        }
    }

    #[test]
    fn names_are_found_as_people_know_them() {
        let cases = [
            ("takuzu", "takuzu"),
            ("Binairo", "takuzu"),
            ("binary-puzzle", "takuzu"),
            ("picross", "nonogram"),
            ("griddlers", "nonogram"),
            ("calcudoku", "kenken"),
            ("bridges", "hashi"),
            ("light up", "akari"),
            ("Sudoku", "sudoku"),
            ("KILLER SUDOKU", "killer"),
        ];
        for (name, rules) in cases {
            let found = BuiltIn.find(name, "").map(|(found, _)| found);
            assert_eq!(found, Some(format!("built-in {rules}.rules")), "{name}");
        }
        for hidden in ["cages", "rooms", "prelude", "", "-", "nothing"] {
            assert_eq!(BuiltIn.find(hidden, ""), None, "{hidden}");
        }
        assert!(
            BuiltIn.sketch("cages", "").is_some()
                && BuiltIn.find("groups", "built-in sketches/cages.rules").is_some()
        );
    }

    /// No two rule sets answer to one name.
    #[test]
    fn names_are_not_shared() {
        let mut seen: Map<String, &str> = Map::default();
        for (name, text) in rule_sets() {
            let head = Head::of(text);
            for own in [name.to_owned(), head.title].into_iter().chain(head.aliases) {
                let earlier = seen.insert(super::key(&own), name);
                assert!(earlier.is_none_or(|earlier| earlier == name), "{own}: {earlier:?} and {name}");
            }
        }
    }

    #[test]
    fn samples_are_named_in_two_ways() {
        for name in ["sudoku/six", "sudoku/six.puzzle", "rules/sudoku/six.puzzle"] {
            assert_eq!(
                sample(name).map(|(name, _)| name).as_deref(),
                Some("built-in sudoku/six.puzzle"),
                "{name}"
            );
        }
        assert!(sample("sudoku").is_none() && sample("six").is_none());
    }
}
