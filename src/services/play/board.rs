//! The description of a board, as `web/board/README.md` tells it.

use serde::Serialize;

use super::holds::{Hold, hold};
use super::places::{Kind, Place, choice, place};
use super::{Live, Visible};
use crate::base::hash::{Map, Numbered};
use crate::board::eval::World;
use crate::board::unknown::{Domain, UnknownId};
use crate::language::term::TermId;
use crate::services::render::live::{Alternative, Slot, When};
use crate::services::render::{Point, word};

/// A board and what happens on it.
#[derive(Debug, Serialize)]
pub struct Board {
    /// The picture.
    pub svg: String,
    /// All places, those of visible unknowns first and in their order.
    pub places: Vec<Place>,
    /// What they may hold.
    pub holds: Vec<Hold>,
    /// How the picture follows the values.
    pub picture: Picture,
}

/// How a picture follows the values.
#[derive(Debug, Serialize)]
pub struct Picture {
    /// Pieces of SVG.
    pub looks: Vec<String>,
    /// Rows of numbers of values.
    pub tables: Vec<Vec<Box<[u16]>>>,
    /// A table, and the numbers of the places it is about.
    pub conditions: Vec<Condition>,
    /// What each slot shows.
    pub slots: Vec<Shown>,
}

/// A table, and the numbers of the places it is about.
pub type Condition = Vec<u32>;

/// What a slot shows.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Shown {
    /// The last alternative whose conditions hold.
    Last {
        /// The number of a look, -1 for none, and those of conditions; -1 - s for what slot s shows.
        of: Vec<Vec<i64>>,
    },
    /// The value of a place.
    Value {
        /// The place.
        place: u32,
        /// The look of each value.
        looks: Vec<usize>,
        /// The slot that, while it shows something, makes ..
        #[serde(skip_serializing_if = "Option::is_none")]
        dark: Option<usize>,
        /// .. these the looks.
        #[serde(rename = "darkLooks", skip_serializing_if = "Vec::is_empty")]
        dark_looks: Vec<usize>,
    },
    /// The text of a place's value.
    Text {
        /// The place.
        place: u32,
        /// The look of a text of one character, two, and so on.
        lengths: Vec<usize>,
    },
}

impl Board {
    pub(super) fn new(world: &World, live: Live, visible: &Visible) -> Board {
        let given: Map<UnknownId, TermId> = world.given.values.iter().copied().collect();
        let mut drawn: Map<(UnknownId, u16), Point> = Map::default();
        for &(unknown, value, at) in &live.spots {
            drawn.entry((unknown, value)).or_insert(at);
        }
        let mut holds: Numbered<Hold> = Numbered::default();
        let mut choices = Vec::new();
        let mut places: Vec<Place> = Vec::new();
        for &id in &visible.unknowns {
            let unknown = &world.unknowns[id.0 as usize];
            let mut place = place(world, unknown);
            let texts = &live.texts[id.0 as usize];
            let words = words(world, &unknown.domain, texts.len());
            let spot = |value: usize| drawn.get(&(id, value as u16)).copied();
            if let Some((row, column)) = world.coordinates(unknown.place) {
                let at = (row as i32, column as i32);
                place.top = if live.noted.contains(&at) { 14 } else { 0 };
                place.full = live.covered.contains(&at);
            }
            let spots: Option<Vec<Point>> = (0..words.len()).map(spot).collect();
            if let (Kind::Listed, Some(spots), false) = (place.kind, spots, words.is_empty()) {
                place.kind = Kind::Spread;
                choices.extend(words.iter().zip(spots).map(|(value, at)| choice(&place, value, at)));
            }
            let is_drawn: Vec<bool> = (0..words.len()).map(|value| spot(value).is_some()).collect();
            place.hold = Some(holds.insert_full(hold(place.kind, &words, texts, &is_drawn, place.full)).0);
            if let Some(&value) = given.get(&id) {
                place.value = Some(word(world, value));
                place.fixed = true;
            }
            places.push(place);
        }
        places.extend(choices);
        let number = |id: UnknownId| visible.number(id).unwrap_or_default();
        let conditions = live.whens.conditions.iter().map(|(table, scope)| {
            std::iter::once(*table).chain(scope.iter().map(|&id| number(id))).collect()
        });
        let picture = Picture {
            conditions: conditions.collect(),
            tables: live.whens.tables.iter().cloned().collect(),
            looks: live.looks,
            slots: live.slots.into_iter().map(|slot| shown(slot, number)).collect(),
        };
        Board { svg: live.svg, places, holds: holds.into_iter().collect(), picture }
    }
}

/// The values of a domain in words; nothing if it is too wide to have texts.
fn words(world: &World, domain: &Domain, most: usize) -> Vec<String> {
    match domain {
        Domain::Range(low, high) => (*low..=*high).take(most).map(|value| value.to_string()).collect(),
        Domain::Integers(values) => values.iter().take(most).map(ToString::to_string).collect(),
        Domain::Symbols(values) => {
            values.iter().take(most).map(|&symbol| world.terms.name(symbol).to_owned()).collect()
        }
    }
}

fn shown(slot: Slot, number: impl Fn(UnknownId) -> u32) -> Shown {
    let condition = |when: &When| match *when {
        When::Holds(condition) => i64::from(condition),
        When::Shows(slot) => -1 - slot as i64,
    };
    let alternative = |one: &Alternative| {
        let look = one.look.map_or(-1, |look| look as i64);
        std::iter::once(look).chain(one.when.iter().map(condition)).collect()
    };
    match slot {
        Slot::Last(all) => Shown::Last { of: all.iter().map(alternative).collect() },
        Slot::Value { unknown, looks, dark } => {
            let (dark, dark_looks) = dark.map_or((None, Vec::new()), |(slot, looks)| (Some(slot), looks));
            Shown::Value { place: number(unknown), looks, dark, dark_looks }
        }
        Slot::Text { unknown, looks } => Shown::Text { place: number(unknown), lengths: looks },
    }
}
