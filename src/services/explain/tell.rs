//! Steps as sentences: through the doc lines of the laws, and from the shape of the deduction.

use super::{Explainer, Explanation, Kind, Known, Mark, Only, Step};
use crate::board::eval::SPOKEN;
use crate::board::unknown::Domain;
use crate::language::syntax::quote;
use crate::solver::engine::VarId;

/// More laws than this are told by their names alone.
const MOST_TOLD: usize = 8;

/// Says things about one puzzle.
#[derive(Debug)]
pub struct Teller<'e> {
    pub(super) explainer: &'e Explainer,
}

impl<'e> Teller<'e> {
    pub(super) fn new(explainer: &'e Explainer) -> Teller<'e> {
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
                .map_or_else(|| code.to_string(), |&symbol| quote::symbol(world.terms.name(symbol))),
            _ => code.to_string(),
        }
    }

    pub(super) fn values(&self, unknown: VarId, codes: &[i64], last: &str) -> String {
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
        let sentence = found.sentence(law, self.explainer.world());
        let sentence = sentence.trim().trim_end_matches('.');
        if sentence.is_empty() { self.title(instance) } else { sentence.to_owned() }
    }

    /// What laws say, each sentence once: a doc line need not name all that tells two instances apart.
    pub fn laws(&self, instances: &[u32]) -> Vec<String> {
        let mut said: Vec<String> = Vec::new();
        for law in instances.iter().map(|&instance| self.law(instance)) {
            if !said.contains(&law) {
                said.push(law);
            }
        }
        said
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
        // Hidden unknowns are told of where nothing else is.
        let unknowns = &self.explainer.world().unknowns;
        let is_seen = |known: &&Known| !unknowns[known.unknown.0 as usize].hidden;
        let unseen = !step.conclusions.iter().any(|known| is_seen(&known));
        let told = step.conclusions.iter().filter(|known| unseen || is_seen(known));
        self.facts(&told.map(|known| self.conclusion(known)).collect::<Vec<Known>>())
    }

    /// What follows, and the name of the technique: `r3c4 = 7 (hidden single)`.
    pub fn heading(&self, step: &Step) -> String {
        let technique = step.technique.map_or_else(String::new, |known| format!(" ({})", known.word()));
        self.result(step) + &technique
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
                let laws: Vec<String> = self.laws(several).iter().map(|law| format!("\n  {law}")).collect();
                format!("Look at these together:{}", laws.concat())
            }
            (Kind::Search, _, Some(known)) => {
                format!("Nothing follows in a few steps: try the values of {}.", self.name(known.unknown))
            }
            (_, [_, _, ..], _) if step.tried.is_none() && step.dead.is_none() => {
                let laws: Vec<String> =
                    self.laws(&step.instances).iter().map(|law| format!("\n  {law}")).collect();
                format!("Look at these, each by itself:{}", laws.concat())
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
            if step.kind != Kind::Left {
                let laws = lines(self.laws(&step.instances).iter().map(|law| format!("{law}.")));
                return format!("These say so by themselves:{laws}");
            }
            return match step.conclusions.first() {
                Some(Known { unknown, is: Some(value), .. }) => {
                    format!("Only {} is left for {}.", self.value(*unknown, *value), self.name(*unknown))
                }
                _ => "No value is left.".to_owned(),
            };
        };
        if let [only] = &step.only[..] {
            let so = if only.places.len() > 1 { format!(", so {result}") } else { String::new() };
            return format!("{}{so}.", self.fits_only(only));
        }
        if step.kind == Kind::Left {
            return format!("{}: only this is left, {result}.", self.law(instance));
        }
        let told: Vec<Known> = step.conclusions.iter().map(|known| self.conclusion(known)).collect();
        self.deduction(instance, &step.premises, &[], &told)
    }

    /// `Row 3 holds every digit once: 4 and 5 fit only in r3c1 and r3c2`.
    fn fits_only(&self, only: &Only) -> String {
        let Some(&first) = only.places.first() else { return self.law(only.instance) };
        let places: Vec<String> = only.places.iter().map(|&place| self.name(place)).collect();
        let fit = if only.values.len() == 1 { "fits" } else { "fit" };
        let values = self.values(first, &only.values, "and");
        format!("{}: {values} {fit} only in {}", self.law(only.instance), listed(&places, "and"))
    }

    /// `Row 3 holds every digit once: r3c4 = 7, since r3c1 = 4 and r3c2 is not 7.` Nothing found is a contradiction.
    /// Other facts are not told, but count.
    fn deduction(&self, instance: u32, premises: &[Known], others: &[Known], found: &[Known]) -> String {
        let law = self.law(instance);
        let facts: Vec<&Known> = others.iter().chain(premises).collect();
        let wrong = self.otherwise(instance, &facts, found);
        let since = match self.facts(premises) {
            since if since.is_empty() => String::new(),
            since => format!(", since {since}"),
        };
        match (self.facts(found), wrong) {
            (found, None) if found.is_empty() => format!("{law}: that cannot be{since}."),
            (found, Some(wrong)) if found.is_empty() => format!("{law}: that cannot be{since}: {wrong}."),
            (found, None) => format!("{law}: {found}{since}."),
            (found, Some(wrong)) => format!("{law}: {found}{since}; otherwise {wrong}."),
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
        if let [first, others @ ..] = &step.only[..] {
            let bases = lines(others.iter().map(|only| format!("{}.", self.fits_only(only))));
            let is_base = |one: u32| step.only.iter().any(|only| only.instance == one);
            let covers = step.instances.iter().copied().filter(|&one| !is_base(one));
            let covers = lines(covers.map(|one| format!("{}: one of these places has it.", self.law(one))));
            return format!("{}.{bases}{covers}\n    So {}.", self.fits_only(first), self.result(step));
        }
        match step.kind {
            Kind::Search => {
                let tried = format!("Trying {value} in {place}");
                let all = match count {
                    0 if step.is_blind() => {
                        format!("{tried} contradicts all laws taken together: more than a person can see.")
                    }
                    0 => format!("{tried} leads to a contradiction, by more than a person can see."),
                    1 => format!(
                        "{tried} fails whichever way it goes on: 1 more try fails, more than a person can follow."
                    ),
                    _ => format!(
                        "{tried} fails whichever way it goes on: {count} more tries fail, more than a person can follow."
                    ),
                };
                if step.is_blind() { all } else { format!("{all}\n    {}", self.blamed(step, &since)) }
            }
            Kind::Cases => {
                let both = "fits with each of these, but not with both at once";
                format!("{value} in {place} {both}{since}:{}{}", laws(), self.likewise(step))
            }
            _ if step.chain.is_empty() => {
                format!("{value} in {place} contradicts these together{since}:{}", laws())
            }
            kind => {
                let mut so_far = vec![self.supposed(step)];
                let links = step.chain.iter().map(|link| {
                    let told = self.deduction(link.instance, &link.premises, &so_far, &link.found);
                    so_far.extend(link.found.iter().cloned());
                    told
                });
                let links = lines(links);
                let ahead = if kind == Kind::LookAhead { " (more than can be seen at once)" } else { "" };
                format!("Suppose {place} = {value}{ahead}:{links}{}", self.likewise(step))
            }
        }
    }

    /// The laws that a search took, and whether all are needed.
    fn blamed(&self, step: &Step, since: &str) -> String {
        let (count, least) = (step.instances.len(), if step.least { "" } else { ", maybe fewer" });
        let laws = if count > MOST_TOLD {
            let titles: Vec<String> = step.instances.iter().map(|&one| self.title(one)).collect();
            format!(" {}.", listed(&titles, "and"))
        } else {
            lines(step.instances.iter().map(|&one| format!("{}.", self.law(one))))
        };
        let so_many = if count == 1 { "1 law".to_owned() } else { format!("{count} laws") };
        format!("It takes {so_many}{least}{since}:{laws}")
    }

    /// What a step supposes.
    fn supposed(&self, step: &Step) -> Known {
        let (unknown, value) = step.tried.map_or((VarId(0), 0), |(var, value, _)| (var, value));
        let fact = self.explainer.declared().fact_of(unknown, value);
        Known { unknown, is: Some(value), not: Vec::new(), within: None, fact }
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
        let mut text = format!("{}\n", self.heading(step));
        for part in step.parts() {
            text.push_str(&format!("  {}\n", self.reason(part)));
            for line in self.grounds(explanation, part) {
                text.push_str(&format!("    {line}\n"));
            }
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
    let small = sentence.chars().take(1).collect::<String>().to_lowercase();
    let text = small + sentence.get(1..).unwrap_or_default();
    if text.starts_with("the ") || SPOKEN.iter().any(|opening| text.starts_with(opening)) {
        return text;
    }
    sentence.to_owned()
}
