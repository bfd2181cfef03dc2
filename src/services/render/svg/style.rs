//! One stylesheet for colour, print and dark: what each colour of a picture becomes on a dark page and on paper.
//!
//! A picture has the colours of a light page as attributes, so that it can be read by whatever knows no styles; a rule of
//! the sheet counts more than an attribute.

/// A colour, what it becomes on a dark page, and on paper.
const COLOURS: &[(&str, &str, &str)] = &[
    ("#ffffff", "#1b1c20", "#ffffff"),
    ("#000000", "#f2f2f2", "#000000"),
    ("#222222", "#e4e4e4", "#000000"),
    ("#333333", "#cfcfd4", "#333333"),
    ("#444444", "#b4b4b8", "#444444"),
    ("#555555", "#b4b4b8", "#555555"),
    ("#777777", "#7d7d85", "#777777"),
    ("#8a8a8a", "#8f8f96", "#777777"),
    ("#cccccc", "#55565c", "#cccccc"),
    ("#c8c8c8", "#5a5b62", "#c8c8c8"),
    ("#d4d4d4", "#43444b", "#d4d4d4"),
    // Shades.
    ("#f8cfcb", "#6b3430", "#e6e6e6"),
    ("#cfe0f8", "#2b4468", "#dddddd"),
    ("#d0ebcf", "#2d5236", "#eeeeee"),
    ("#fcefb8", "#5f5220", "#f6f6f6"),
    // Highlights, and the same on black.
    ("#ffd966", "#8a6d10", "#dddddd"),
    ("#bcd6ff", "#2f4f80", "#e6e6e6"),
    ("#edf3fb", "#26303d", "#f6f6f6"),
    ("#806000", "#ffe08a", "#555555"),
    ("#24487a", "#a9c9f7", "#444444"),
    ("#46525f", "#b9c4cf", "#333333"),
    // Lines and figures.
    ("#cc2222", "#ff7b72", "#000000"),
    ("#2457a6", "#79b0ff", "#333333"),
    ("#3a8a3a", "#6cc46c", "#777777"),
    ("#f2c230", "#f2c230", "#aaaaaa"),
];

/// A document with the rules for its colours.
pub fn styled(document: &str) -> String {
    let Some((head, rest)) = document.split_once('\n') else { return document.to_owned() };
    let used = || COLOURS.iter().filter(|(colour, ..)| rest.contains(colour));
    let rules = |becomes: &dyn Fn(&(&str, &str, &'static str)) -> String| -> String {
        let rules = used().map(|row| (row.0, becomes(row))).filter(|(colour, new)| colour != new);
        let both = |(old, new): (&str, String)| {
            let rule = |name: &str| format!("[{name}=\"{old}\"]{{{name}:{new}}}");
            let known = |name: &&&str| rest.contains(&format!("{name}=\"{old}\""));
            ["fill", "stroke"].iter().filter(known).map(|name| rule(name)).collect::<String>()
        };
        rules.map(both).collect()
    };
    let dark = rules(&|row| row.1.to_owned());
    let print = rules(&|row| row.2.to_owned());
    format!(
        "{head}\n<style>@media screen and (prefers-color-scheme: dark){{{dark}}}@media print{{{print}}}</style>\n{rest}"
    )
}

#[cfg(test)]
mod tests {
    use super::{COLOURS, styled};

    #[test]
    fn only_colours_that_occur_have_rules() {
        let sheet = styled("<svg>\n<rect fill=\"#2457a6\"/>\n</svg>\n");
        assert!(sheet.contains("[fill=\"#2457a6\"]{fill:#79b0ff}"), "{sheet}");
        assert!(sheet.contains("@media print{[fill=\"#2457a6\"]{fill:#333333}}"), "{sheet}");
        assert!(!sheet.contains("stroke") && !sheet.contains("#cc2222"));
    }

    /// Every colour that a picture is drawn in is in the table.
    #[test]
    fn every_colour_has_a_row() {
        let sources = [
            include_str!("../svg.rs"),
            include_str!("text.rs"),
            include_str!("figures.rs"),
            include_str!("live.rs"),
        ];
        for source in sources {
            for (at, _) in source.match_indices("\"#").filter(|(at, _)| source[at + 2..].len() > 6) {
                let colour = &source[at + 1..at + 8];
                let is_colour = colour[1..].chars().all(|sign| sign.is_ascii_hexdigit());
                assert!(!is_colour || COLOURS.iter().any(|row| row.0 == colour), "{colour}");
            }
        }
    }
}
