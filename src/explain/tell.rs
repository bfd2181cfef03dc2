//! Steps as sentences: through the doc lines of the laws, and from the shape of the deduction.

use super::{Explainer, Explanation, Kind, Known, Mark, Step};
use crate::engine::VarId;
use crate::eval::Domain;
use crate::term::quoted;

/// As many facts as are told rather than left to be seen.
const FEW: usize = 3;

/// Says things about one puzzle.
#[derive(Debug)]
pub struct Teller<'e> {
    explainer: &'e Explainer<'e>,
}

impl<'e> Teller<'e> {
    pub(super) fn new(explainer: &'e Explainer<'_>) -> Teller<'e> {
        Teller { explainer }
    }

    // ---- parts

    /// An unknown's place as the language writes it.
    pub fn place(&self, unknown: VarId) -> String {
        let world = self.explainer.world();
        world.show(world.unknowns[unknown.0 as usize].place)
    }

    /// The same as a person would say it.
    pub fn name(&self, unknown: VarId) -> String {
        let world = self.explainer.world();
        world.place_name(world.unknowns[unknown.0 as usize].place)
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

    /// `r3c4 = 7`.
    pub fn known(&self, known: &Known) -> String {
        format!("{} {}", self.name(known.unknown), self.state(known))
    }

    /// Facts, those that say the same of several places told at once.
    pub fn facts(&self, all: &[Known]) -> String {
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for known in all {
            let state = self.state(known);
            match groups.iter_mut().find(|(same, _)| *same == state) {
                Some((_, places)) => places.push(self.name(known.unknown)),
                None => groups.push((state, vec![self.name(known.unknown)])),
            }
        }
        let parts =
            groups.into_iter().map(|(state, places)| match (&places[..], state.strip_prefix("is ")) {
                ([_, _, ..], Some(rest)) => format!("{} are {rest}", listed(&places, "and")),
                _ => format!("{} {state}", places.join(", ")),
            });
        let parts: Vec<String> = parts.collect();
        if parts.iter().any(|part| part.contains(',')) { parts.join("; ") } else { listed(&parts, "and") }
    }

    /// A conclusion: what is placed, or else what is ruled out.
    fn conclusion(&self, known: &Known) -> Known {
        let mut told = known.clone();
        let declared = self.explainer.declared();
        // What was ruled out now is the news, unless much less is left.
        if told.is.is_none() && !told.not.is_empty() {
            let left = declared.values(told.unknown).filter(|&value| told.fact.allows(declared, value));
            if left.count() >= told.not.len() {
                told.fact = declared.fact(told.unknown);
            }
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
                format!("Look at {}: how many values are left?", self.name(known.unknown))
            }
            (Kind::Left, [instance, ..], None) => {
                format!("Something is wrong here: {}.", lower(&self.law(*instance)))
            }
            (Kind::Left, [], None) => "Something is wrong with what is given.".to_owned(),
            (_, [instance], _) => format!("Look here: {}.", lower(&self.law(*instance))),
            (Kind::Together | Kind::Cases, several, _) => {
                let laws: Vec<String> = several.iter().map(|&one| format!("\n  {}", self.law(one))).collect();
                format!("Look at these together:{}", laws.concat())
            }
            (Kind::Search, _, Some(known)) => {
                format!("Nothing follows in a few steps: try the values of {}.", self.name(known.unknown))
            }
            (_, _, Some(known)) => format!("Look ahead: try the values of {}.", self.name(known.unknown)),
            (_, _, None) => "Look for a contradiction.".to_owned(),
        }
    }

    /// Why it follows, in one sentence.
    pub fn reason(&self, step: &Step) -> String {
        let result = self.result(step);
        if let Some((var, value, count)) = step.tried {
            return self.tried(step, var, value, count);
        }
        if let Some(dead) = step.dead {
            let given = step.premises.iter().find(|known| known.unknown == dead && known.is.is_some());
            return match given {
                Some(given) => format!("{} cannot be.", self.known(given)),
                None => format!("No value is left for {}.", self.name(dead)),
            };
        }
        let [instance] = step.instances[..] else {
            return match step.conclusions.first() {
                Some(Known { unknown, is: Some(value), .. }) => {
                    format!("Only {} is left for {}.", self.value(*unknown, *value), self.name(*unknown))
                }
                _ => "No value is left.".to_owned(),
            };
        };
        let law = self.law(instance);
        match (step.conclusions.as_slice(), step.only_place) {
            ([Known { unknown, is: Some(value), .. }], true)
                if step.premises.len() > FEW || step.kind == Kind::Placed =>
            {
                format!("{law}: {} fits only in {}.", self.value(*unknown, *value), self.name(*unknown))
            }
            ([], _) => self.deduction(instance, &step.premises, &[]),
            _ if step.kind == Kind::Left => format!("{law}: only this is left, {result}."),
            _ => {
                let told: Vec<Known> = step.conclusions.iter().map(|known| self.conclusion(known)).collect();
                self.deduction(instance, &step.premises, &told)
            }
        }
    }

    /// `Row 3 holds every digit once: r3c4 = 7, since r3c1 = 4 and r3c2 is not 7.` Nothing found is a contradiction.
    fn deduction(&self, instance: u32, premises: &[Known], found: &[Known]) -> String {
        let law = self.law(instance);
        match (self.facts(premises), self.facts(found)) {
            (since, found) if since.is_empty() && found.is_empty() => format!("{law}: that cannot be."),
            (since, found) if since.is_empty() => format!("{law}: {found}."),
            (since, found) if found.is_empty() => format!("{law}: that cannot be, since {since}."),
            (since, found) => format!("{law}: {found}, since {since}."),
        }
    }

    fn tried(&self, step: &Step, var: VarId, value: i64, count: u64) -> String {
        let (place, value) = (self.name(var), self.value(var, value));
        let since = if step.premises.is_empty() {
            String::new()
        } else {
            format!(", since {}", self.facts(&step.premises))
        };
        let laws = || lines(step.instances.iter().map(|&one| format!("{}.", self.law(one))));
        match step.kind {
            Kind::Search if count == 0 => {
                format!(
                    "Trying {value} in {place} contradicts all laws taken together: more than a person can see."
                )
            }
            Kind::Search => {
                let tries = if count == 1 {
                    "1 more try fails".to_owned()
                } else {
                    format!("{count} more tries fail")
                };
                format!(
                    "Trying {value} in {place} fails whichever way it goes on: {tries}, more than a person can follow."
                )
            }
            Kind::Cases => {
                let both = "fits with each of these, but not with both at once";
                format!("{value} in {place} {both}{since}:{}{}", laws(), self.likewise(step))
            }
            _ if step.chain.is_empty() => {
                format!("{value} in {place} contradicts these together{since}:{}", laws())
            }
            kind => {
                let links = step.chain.iter();
                let links = links.map(|link| self.deduction(link.instance, &link.premises, &link.found));
                let links = lines(links);
                let ahead = if kind == Kind::LookAhead { " (more than can be seen at once)" } else { "" };
                format!("Suppose {place} = {value}{ahead}:{links}{}", self.likewise(step))
            }
        }
    }

    /// The other values that the same laws refute from the same facts.
    fn likewise(&self, step: &Step) -> String {
        let out =
            step.conclusions.iter().flat_map(|known| known.not.iter().map(|&value| (known.unknown, value)));
        let others =
            out.filter(|&(var, value)| step.tried.is_none_or(|(tried, of, _)| (tried, of) != (var, value)));
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        for (var, value) in others {
            let word = self.value(var, value);
            match groups.iter_mut().find(|(same, _)| *same == word) {
                Some((_, places)) => places.push(self.name(var)),
                None => groups.push((word, vec![self.name(var)])),
            }
        }
        let parts = groups.iter().map(|(word, places)| format!("{word} in {}", listed(places, "and")));
        let parts: Vec<String> = parts.collect();
        if parts.is_empty() {
            String::new()
        } else {
            format!("\n    The same goes for {}.", parts.join("; "))
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
                let place = self.name(mark.unknown);
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

    /// The places whose values make the marks that a step rests on.
    pub fn sources(&self, explanation: &Explanation, step: &Step) -> Vec<VarId> {
        let marks = step.marks.iter().map(|&number| &explanation.marks[number]);
        marks.filter(|mark| !relevant(mark, step).is_empty()).filter_map(|mark| Some(mark.from?.0)).collect()
    }

    /// The law of a mark and the value it follows from.
    pub fn because(&self, mark: &Mark) -> String {
        let law = self.law(mark.instance);
        match mark.from {
            Some((var, value)) => format!("{law}, {} = {}", self.name(var), self.value(var, value)),
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

/// Each on a line of its own, under a sentence.
fn lines(all: impl Iterator<Item = String>) -> String {
    all.fold(String::new(), |text, line| text + "\n    " + &line)
}

/// `a, b and c`.
pub(crate) fn listed(words: &[String], last: &str) -> String {
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
    if step.dead == Some(mark.unknown) {
        return mark.not.clone();
    }
    let used = |value: &i64| match (step.kind, placed, premise) {
        (Kind::Left, Some(placed), _) => placed.is != Some(*value),
        (_, _, Some(premise)) => premise.not.contains(value),
        _ => step.conclusions.is_empty(),
    };
    mark.not.iter().copied().filter(used).collect()
}
