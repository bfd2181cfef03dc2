//! Rule text as a tree, and the ways to write the same meaning differently.

use super::draw::Random;

/// Text with goals in it.
#[derive(Clone, Debug, Default)]
pub struct Text(pub Vec<Piece>);

#[derive(Clone, Debug)]
pub enum Piece {
    Plain(String),
    /// The goals of a comprehension: what has several answers there counts several times.
    Counted(Goal),
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Text(vec![Piece::Plain(text)])
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

/// Puts texts together: `join!["len(", list, ")"]`.
#[macro_export]
macro_rules! join {
    ($($part:expr),* $(,)?) => {{
        let mut all = Vec::new();
        $(all.extend($crate::random::goal::Text::from($part).0);)*
        $crate::random::goal::Text(all)
    }};
}

/// A goal.
#[derive(Clone, Debug)]
pub enum Goal {
    /// Gives names a value; stays where it is.
    Bind(Text),
    /// A test that stays behind what binds its names: a call does not wait.
    Call(Text),
    /// A test that waits for its names, wherever it stands.
    Test(Text),
    All(Vec<Goal>),
    Any(Vec<Goal>),
    Not(Box<Goal>),
    Implies(Box<Goal>, Box<Goal>),
    Exactly(Box<Goal>, Box<Goal>),
    /// A call of a definition that can be written out: the call, and what it says in other words.
    Defined(Text, Box<Goal>),
}

/// How to write it.
pub struct Style<'r> {
    /// Nothing: as it is.
    pub change: Option<&'r mut Random>,
}

impl Style<'_> {
    fn chance(&mut self, one_in: u64) -> bool {
        self.change.as_mut().is_some_and(|random| random.below(one_in) == 0)
    }

    fn text(&mut self, text: &Text) -> String {
        text.0
            .iter()
            .map(|piece| match piece {
                Piece::Plain(plain) => plain.clone(),
                Piece::Counted(goal) => self.goal(goal, true),
            })
            .collect()
    }

    /// A goal as text; `counted` if its answers are counted.
    pub fn goal(&mut self, goal: &Goal, counted: bool) -> String {
        if matches!(goal, Goal::Bind(_)) || counted && !pure(goal) {
            return self.plain(goal, counted);
        }
        // A disjunction does not wait for its names, so what does must not become one.
        let waits = matches!(goal, Goal::Test(_) | Goal::Not(_) | Goal::Implies(..) | Goal::Exactly(..));
        match self.change.as_mut().map_or(99, |random| random.below(12)) {
            0 => format!("not not ({})", self.plain(goal, false)),
            1 if !waits => format!("({} ; false)", self.plain(goal, counted)),
            2 => format!("(true => {})", self.wrapped(goal, false)),
            _ => self.plain(goal, counted),
        }
    }

    fn wrapped(&mut self, goal: &Goal, counted: bool) -> String {
        format!("({})", self.goal(goal, counted))
    }

    fn plain(&mut self, goal: &Goal, counted: bool) -> String {
        match goal {
            Goal::Bind(text) | Goal::Call(text) | Goal::Test(text) => self.text(text),
            Goal::Defined(text, body) => {
                if !counted && self.chance(2) {
                    self.wrapped(body, false)
                } else {
                    self.text(text)
                }
            }
            Goal::All(parts) => {
                let mut parts = parts.clone();
                if self.chance(2) {
                    let random = self.change.as_mut().expect("a chance");
                    for _ in 0..3 {
                        let (from, to) = (random.upto(parts.len()), random.upto(parts.len()));
                        if matches!(
                            parts[from],
                            Goal::Test(_) | Goal::Not(_) | Goal::Implies(..) | Goal::Exactly(..)
                        ) {
                            let part = parts.remove(from);
                            parts.insert(to, part);
                        }
                    }
                }
                let parts: Vec<String> = parts
                    .iter()
                    .map(|part| match part {
                        Goal::Any(_) | Goal::Implies(..) | Goal::Exactly(..) => self.wrapped(part, counted),
                        _ => self.goal(part, counted),
                    })
                    .collect();
                parts.join(", ")
            }
            Goal::Any(parts) => {
                let mut parts = parts.clone();
                if self.chance(2) {
                    parts.reverse();
                }
                if self.chance(3) && (!counted || pure(goal)) {
                    let parts: Vec<String> =
                        parts.iter().map(|part| format!("not {}", self.wrapped(part, false))).collect();
                    return format!("not ({})", parts.join(", "));
                }
                let parts: Vec<String> = parts.iter().map(|part| self.wrapped(part, counted)).collect();
                format!("({})", parts.join(" ; "))
            }
            Goal::Not(inner) => format!("not {}", self.wrapped(inner, false)),
            Goal::Exactly(left, right) => {
                let texts = [left, right].map(|side| self.wrapped(side, false));
                let [left, right] = &texts;
                match self.change.as_mut().map_or(99, |random| random.below(4)) {
                    0 => format!("(({left} => {right}), ({right} => {left}))"),
                    1 => format!("(not not ({left}, not not {right}) ; not not (not {left}, not {right}))"),
                    2 => format!("({right} <=> {left})"),
                    _ => format!("({left} <=> {right})"),
                }
            }
            Goal::Implies(left, right) => {
                if self.chance(2) {
                    let left = self.plain(left, false);
                    return format!("not ({left}, not {})", self.wrapped(right, false));
                }
                format!("({} => {})", self.plain(left, false), self.wrapped(right, false))
            }
        }
    }

    /// A law's two sides.
    pub fn law(&mut self, name: &str, when: &Goal, must: &Goal) -> String {
        let (left, right) = (self.plain(when, false), self.wrapped(must, false));
        match self.change.as_mut().map_or(99, |random| random.below(6)) {
            0 => format!("{name}: true => ({left} => {right})."),
            1 => format!("{name}: true => not ({left}, not {right})."),
            2 => format!("{name}: {left} => not not {right}."),
            _ => format!("{name}: {left} => {right}."),
        }
    }
}

/// Whether a goal is a test through and through: it holds once or not at all.
fn pure(goal: &Goal) -> bool {
    match goal {
        Goal::Bind(_) | Goal::Defined(..) => false,
        Goal::Call(_) | Goal::Test(_) | Goal::Not(_) | Goal::Implies(..) | Goal::Exactly(..) => true,
        Goal::All(parts) | Goal::Any(parts) => parts.iter().all(pure),
    }
}
