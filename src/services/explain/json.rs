//! Explanations for programs.

use serde_json::{Value, json};

use super::{Explanation, Kind, Known, Level, Origin, Rating, Source, Step, Technique, Teller};
use crate::solver::engine::VarId;

impl Kind {
    /// The word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Finished => "finished",
            Kind::Direct => "direct",
            Kind::Placed => "placed",
            Kind::Left => "left",
            Kind::Forced => "forced",
            Kind::RuledOut => "ruled-out",
            Kind::Together => "together",
            Kind::Cases => "cases",
            Kind::LookAhead => "look-ahead",
            Kind::Search => "search",
        }
    }
}

fn value(teller: &Teller<'_>, unknown: VarId, code: i64) -> Value {
    let word = teller.value(unknown, code);
    word.parse::<i64>().map_or_else(|_| json!(word), |number| json!(number))
}

fn values(teller: &Teller<'_>, unknown: VarId, codes: &[i64]) -> Value {
    codes.iter().map(|&code| value(teller, unknown, code)).collect()
}

fn known(teller: &Teller<'_>, known: &Known) -> Value {
    let mut object = json!({ "place": teller.place(known.unknown) });
    match (known.is, known.within) {
        (Some(code), _) => object["is"] = value(teller, known.unknown, code),
        (None, Some((low, high))) => object["within"] = json!([low, high]),
        (None, None) => object["not"] = values(teller, known.unknown, &known.not),
    }
    object
}

/// Where something that a step rests on comes from.
fn ground(teller: &Teller<'_>, explanation: &Explanation, ground: &Origin) -> Value {
    let mut object = json!({ "place": teller.place(ground.unknown) });
    match ground.is {
        Some(code) => object["is"] = value(teller, ground.unknown, code),
        None => object["not"] = values(teller, ground.unknown, &ground.not),
    }
    match ground.source {
        Source::Given => object["given"] = json!(true),
        Source::Here | Source::Hidden(_) => object["before"] = json!(true),
        Source::Step(number) => object["step"] = json!(number + 1),
        Source::Mark(mark) => {
            let mark = &explanation.marks[mark];
            object["law"] = json!(teller.title(mark.instance));
            object["from"] = mark
                .from
                .map(|(var, code)| json!({ "place": teller.place(var), "is": value(teller, var, code) }))
                .into();
        }
    }
    object
}

/// One step.
pub fn step_json(teller: &Teller<'_>, explanation: &Explanation, step: &Step) -> Value {
    let laws: Vec<Value> = step
        .instances
        .iter()
        .map(|&instance| json!({ "law": teller.title(instance), "says": teller.law(instance) }))
        .collect();
    let mut object = json!({
        "kind": step.kind.word(),
        "level": Level::of(step).word(),
        "text": teller.reason(step),
        "conclusions": step.conclusions.iter().map(|one| known(teller, one)).collect::<Vec<_>>(),
        "premises": step.premises.iter().map(|one| known(teller, one)).collect::<Vec<_>>(),
        "laws": laws,
        "technique": step.technique.map(Technique::word),
        "grounds": step.grounds.iter().map(|one| ground(teller, explanation, one)).collect::<Vec<_>>(),
    });
    if !step.only.is_empty() {
        let only = step.only.iter().map(|only| {
            let values = only.places.first().map(|&place| values(teller, place, &only.values));
            let places: Vec<String> = only.places.iter().map(|&place| teller.place(place)).collect();
            json!({ "law": teller.title(only.instance), "values": values, "places": places })
        });
        object["only"] = only.collect();
    }
    if !step.before.is_empty() {
        object["before"] = step.before.iter().map(|one| step_json(teller, explanation, one)).collect();
    }
    if !step.chain.is_empty() {
        let links = step.chain.iter().map(|link| {
            json!({
                "law": teller.title(link.instance),
                "conclusions": link.found.iter().map(|one| known(teller, one)).collect::<Vec<_>>(),
                "premises": link.premises.iter().map(|one| known(teller, one)).collect::<Vec<_>>(),
            })
        });
        object["chain"] = links.collect();
    }
    if let Some((unknown, code, count)) = step.tried {
        object["tried"] =
            json!({ "place": teller.place(unknown), "is": value(teller, unknown, code), "steps": count });
    }
    if step.kind == Kind::Search && !step.is_blind() {
        object["minimal"] = json!(step.least);
    }
    object
}

/// A rating.
pub fn rating_json(rating: &Rating) -> Value {
    let counts: serde_json::Map<String, Value> = Level::ALL
        .into_iter()
        .zip(rating.counts)
        .map(|(level, count)| (level.word().to_owned(), json!(count)))
        .collect();
    json!({
        "level": rating.level.word(),
        "score": rating.score,
        "steps": rating.steps,
        "hardest": rating.hardest,
        "look_ahead": rating.look_ahead,
        "counts": counts,
    })
}
