//! Steps as sentences: through the doc lines of the laws, and from the shape of the deduction.

use super::{Explainer, Explanation, Kind, Known, Mark, Step};
use crate::engine::VarId;
use crate::eval::Domain;
use crate::term::quoted;

/// Says things about one puzzle.
#[derive(Debug)]
pub struct Teller<'e> {
    explainer: &'e Explainer<'e>,
}

impl<'e> Teller<'e> {
    pub(super) fn new(explainer: &'e Explainer<'_>) -> Teller<'e> {
        Teller { explainer }
    }

    pub(super) fn world(&self) -> &'e crate::eval::World {
        self.explainer.world()
    }

    pub(super) fn scope(&self, instance: u32) -> &'e [VarId] {
        self.explainer.scope(instance)
    }

    // ---- parts

    /// The name of an unknown's place.
    pub fn place(&self, unknown: VarId) -> String {
        let world = self.explainer.world();
        world.show(world.unknowns[unknown.0 as usize].place)
    }

    /// A value of an unknown.
    pub fn value(&self, unknown: VarId, code: i64) -> String {
        let world = self.explainer.world();
        match &world.unknowns[unknown.0 as usize].domain {
            Domain::Symbols(symbols) => symbols
                .iter()
                .find(|symbol| self.explainer.codes.codes.get(&symbol.0) == Some(&code))
                .map_or_else(|| code.to_string(), |&symbol| quoted(world.terms.name(symbol))),
            _ => code.to_string(),
        }
    }

    fn values(&self, unknown: VarId, codes: &[i64], last: &str) -> String {
        let words: Vec<String> = codes.iter().map(|&code| self.value(unknown, code)).collect();
        listed(&words, last)
    }

    /// `= 7`, `is 2 or 5`, `is not 7`.
    fn state(&self, known: &Known) -> String {
        let var = known.unknown;
        if let Some(value) = known.is {
            return format!("= {}", self.value(var, value));
        }
        if let Some((low, high)) = known.within {
            return format!("is between {low} and {high}");
        }
        let declared = self.explainer.declared();
        let left: Vec<i64> =
            declared.values(var).filter(|&value| known.fact.allows(declared, value)).collect();
        if left.len() < known.not.len() && !left.is_empty() {
            return format!("is {}", self.values(var, &left, "or"));
        }
        format!("is not {}", self.values(var, &known.not, "or"))
    }

    /// The same in as few signs as fit a cell: `2 5`, or `≠7`.
    pub(super) fn note(&self, known: &Known) -> String {
        let state = self.state(&self.conclusion(known));
        let state = state.replace("is not ", "≠").replace("is ", "").replace(" or ", " ");
        state.replace([',', '='], "").trim().to_owned()
    }

    /// `r3c4 = 7`.
    pub fn known(&self, known: &Known) -> String {
        format!("{} {}", self.place(known.unknown), self.state(known))
    }

    /// Facts, those that say the same of several places told at once.
    pub fn facts(&self, all: &[Known]) -> String {
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for known in all {
            let state = self.state(known);
            match groups.iter_mut().find(|(same, _)| *same == state) {
                Some((_, places)) => places.push(self.place(known.unknown)),
                None => groups.push((state, vec![self.place(known.unknown)])),
            }
        }
        let parts: Vec<String> =
            groups.into_iter().map(|(state, places)| format!("{} {state}", places.join(", "))).collect();
        if parts.iter().any(|part| part.contains(',')) { parts.join("; ") } else { listed(&parts, "and") }
    }

    /// A conclusion: what is placed, or else what is ruled out.
    fn conclusion(&self, known: &Known) -> Known {
        let mut told = known.clone();
        // What was ruled out now is the news, not what is left.
        if told.is.is_none() && !told.not.is_empty() {
            told.fact = self.explainer.declared().fact(told.unknown);
        }
        told
    }

    /// What a law says at one place, without the full stop; its name if it has no doc line.
    pub fn law(&self, instance: u32) -> String {
        let found = &self.explainer.instances()[instance as usize];
        let law = &self.explainer.program().laws[found.law];
        let sentence = found.sentence(law, self.explainer.program(), self.explainer.world());
        let sentence = sentence.trim().trim_end_matches('.');
        if sentence.is_empty() { self.title(instance) } else { sentence.to_owned() }
    }

    /// The law at one place as rules name it.
    pub fn title(&self, instance: u32) -> String {
        let found = &self.explainer.instances()[instance as usize];
        found.title(&self.explainer.program().laws[found.law], self.explainer.world())
    }

    // ---- steps

    /// What follows: `r3c4 = 7`.
    pub fn result(&self, step: &Step) -> String {
        if step.conclusions.is_empty() {
            return "contradiction".to_owned();
        }
        let told: Vec<Known> = step.conclusions.iter().map(|known| self.conclusion(known)).collect();
        self.facts(&told)
    }

    /// Where to look, and nothing about what follows.
    pub fn whereabouts(&self, step: &Step) -> String {
        match (step.kind, &step.instances[..], step.conclusions.first()) {
            (Kind::Left, _, Some(known)) => {
                format!("Look at {}: how many values are left?", self.place(known.unknown))
            }
            (Kind::Left, _, None) => "Look for a place without any value left.".to_owned(),
            (_, [instance], _) => format!("Look here: {}.", lower(&self.law(*instance))),
            (Kind::Together, several, _) => {
                let laws: Vec<String> = several.iter().map(|&one| format!("\n  {}", self.law(one))).collect();
                format!("Look at these together:{}", laws.concat())
            }
            (_, _, Some(known)) => format!("Look ahead: try the values of {}.", self.place(known.unknown)),
            (_, _, None) => "Look for a contradiction.".to_owned(),
        }
    }

    /// Why it follows, in one sentence.
    pub fn reason(&self, step: &Step) -> String {
        let result = self.result(step);
        if let Some((var, value, count)) = step.tried {
            return self.tried(step, var, value, count);
        }
        let [instance] = step.instances[..] else {
            return match step.conclusions.first() {
                Some(Known { unknown, is: Some(value), .. }) => {
                    format!("Only {} is left for {}.", self.value(*unknown, *value), self.place(*unknown))
                }
                _ => "No value is left for a place.".to_owned(),
            };
        };
        let law = self.law(instance);
        match (step.conclusions.as_slice(), step.only_place) {
            ([Known { unknown, is: Some(value), .. }], true) => {
                format!("{law}: {} fits only in {}.", self.value(*unknown, *value), self.place(*unknown))
            }
            ([], _) if step.premises.is_empty() => format!("{law}: that cannot be."),
            ([], _) => format!("{law}: that cannot be with {}.", self.facts(&step.premises)),
            _ if step.kind == Kind::Left => format!("{law}: only this is left, {result}."),
            _ if step.premises.is_empty() => format!("{law}: {result}."),
            _ => format!("{law}: with {}, {result}.", self.facts(&step.premises)),
        }
    }

    fn tried(&self, step: &Step, var: VarId, value: i64, count: u64) -> String {
        let (place, value) = (self.place(var), self.value(var, value));
        let steps = |one: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
        match step.kind {
            Kind::Together => {
                let laws: Vec<String> =
                    step.instances.iter().map(|&one| format!("\n    {}.", self.law(one))).collect();
                let with = if step.premises.is_empty() {
                    String::new()
                } else {
                    format!(" with {}", self.facts(&step.premises))
                };
                format!("{value} in {place} contradicts these together{with}:{}", laws.concat())
            }
            Kind::Cases => {
                let laws: Vec<String> =
                    step.instances.iter().map(|&one| format!("\n    {}.", self.law(one))).collect();
                let with = if step.premises.is_empty() {
                    String::new()
                } else {
                    format!(" with {}", self.facts(&step.premises))
                };
                format!(
                    "With {value} in {place} there is no way to satisfy both of these{with}:{}",
                    laws.concat()
                )
            }
            Kind::Search => format!(
                "Trying {value} in {place} leads to a contradiction, but only after a search of {}: more than \
                 a person can follow.",
                steps("try").replace("trys", "tries")
            ),
            _ => format!(
                "Trying {value} in {place} leads to a contradiction after {} ({} laws take part, more than \
                 can be seen at once).",
                steps("step"),
                step.instances.len()
            ),
        }
    }

    /// The marks a step rests on, a line each: those that say the same of several places together.
    pub fn marks(&self, explanation: &Explanation, step: &Step) -> Vec<String> {
        let mut lines: Vec<(String, Vec<String>, String)> = Vec::new();
        for &number in &step.marks {
            let mark = &explanation.marks[number];
            let not = relevant(mark, step);
            if !not.is_empty() {
                let why = self.because(mark);
                let what = format!("not {}", self.values(mark.unknown, &not, "or"));
                let place = self.place(mark.unknown);
                match lines.iter_mut().find(|(same, _, reason)| *same == what && *reason == why) {
                    Some((_, places, _)) => places.push(place),
                    None => lines.push((what, vec![place], why)),
                }
            }
        }
        let told =
            lines.into_iter().map(|(what, places, why)| format!("{what} in {}: {why}.", places.join(", ")));
        told.collect()
    }

    /// The law of a mark and the value it follows from.
    pub fn because(&self, mark: &Mark) -> String {
        let law = self.law(mark.instance);
        match mark.from {
            Some((var, value)) => format!("{law}, {} = {}", self.place(var), self.value(var, value)),
            None => law,
        }
    }

    /// A step as a paragraph: what follows, why, and the marks it rests on.
    pub fn paragraph(&self, explanation: &Explanation, step: &Step) -> String {
        let mut text = format!("{}\n  {}\n", self.result(step), self.reason(step));
        for line in self.marks(explanation, step) {
            text.push_str(&format!("    {line}\n"));
        }
        text
    }
}

/// `a, b and c`.
fn listed(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// A sentence inside another one: its first word small again if it was made large for the beginning.
fn lower(sentence: &str) -> String {
    for opening in ["Row ", "Column ", "The board"] {
        if sentence.starts_with(opening) {
            let mut text = sentence.to_owned();
            text.replace_range(..1, &opening[..1].to_ascii_lowercase());
            return text;
        }
    }
    sentence.to_owned()
}

/// The values of a mark that a step makes use of.
fn relevant(mark: &Mark, step: &Step) -> Vec<i64> {
    let placed = step.conclusions.iter().find(|known| known.unknown == mark.unknown);
    let premise = step.premises.iter().find(|known| known.unknown == mark.unknown);
    // A value that fits only in one place: what counts is that it does not fit in the others.
    let only = step.conclusions.iter().find_map(|known| known.is).filter(|_| step.only_place);
    if let Some(only) = only {
        return mark.not.iter().copied().filter(|&value| value == only && placed.is_none()).collect();
    }
    let used = |value: &i64| match (step.kind, placed, premise) {
        (Kind::Left, Some(placed), _) => placed.is != Some(*value),
        (_, _, Some(premise)) => premise.not.contains(value),
        _ => step.conclusions.is_empty(),
    };
    mark.not.iter().copied().filter(used).collect()
}
