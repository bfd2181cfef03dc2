//! What would go wrong otherwise: for laws about loops, about parts that hang together and about reach, the places that
//! matter. Found from the facts that a deduction names, and from nothing else.

use super::{Known, Teller};
use crate::base::hash::Map;
use crate::base::number::Sign;
use crate::board::formula::Formula;
use crate::board::meaning::{Instance, Quantity};
use crate::language::program::Form;
use crate::language::term::{FormulaId, Node, Open, Part, RelationId, TermId};
use crate::solver::engine::VarId;

/// More ways to fill the places of one link than this are not looked at.
const MOST_WAYS: usize = 64;

/// More places of a loop than this are not all named.
const MOST_NAMED: usize = 6;

/// Places and the links between them, as far as facts tell whether they are there.
struct Net {
    places: Vec<TermId>,
    /// Two places by their numbers, in the order in which a relation names them.
    links: Vec<(usize, usize, Option<bool>)>,
}

impl Teller<'_> {
    /// What breaks a law if the first thing found did not hold, or as it is if nothing is found.
    pub(super) fn otherwise(&self, instance: u32, facts: &[&Known], found: &[Known]) -> Option<String> {
        let formula = self.explainer.ground.instances[instance as usize].formula;
        let declared = self.explainer.declared();
        let mut left: Map<VarId, Vec<i64>> = Map::default();
        let values = |left: &Map<VarId, Vec<i64>>, var: VarId| {
            left.get(&var).cloned().unwrap_or_else(|| declared.values(var).collect())
        };
        for known in facts.iter().filter(|known| known.within.is_none()) {
            let mut kept = values(&left, known.unknown);
            kept.retain(|&value| known.fact.allows(declared, value));
            left.insert(known.unknown, kept);
        }
        if let Some(known) = found.first() {
            let mut kept = values(&left, known.unknown);
            kept.retain(|&value| match known.is {
                Some(is) => value != is,
                None => known.not.contains(&value),
            });
            left.insert(known.unknown, kept);
        }
        self.fault(formula, &left)
    }

    /// What breaks a condition, if it is one about a graph, or if only that part of it is open.
    fn fault(&self, formula: FormulaId, left: &Map<VarId, Vec<i64>>) -> Option<String> {
        let state = |condition: FormulaId| self.state_of(condition, left);
        match self.explainer.world().formulas.get(formula) {
            Formula::And(parts) => parts.iter().find_map(|&part| self.fault(part, left)),
            Formula::Or(parts) => {
                let mut open = parts.iter().copied().filter(|&part| state(part) != Some(false));
                let (Some(part), None) = (open.next(), open.next()) else { return None };
                self.fault(part, left)
            }
            Formula::Forms(form, relation) => {
                let net = self.net(*relation, true, &state);
                if *form == Form::Loop { self.loop_fault(net) } else { self.form_fault(*form, &net) }
            }
            Formula::Connected(list, relation) => {
                let net = self.net(*relation, true, &state);
                let there: Vec<(TermId, Option<bool>)> =
                    list.iter().map(|&(guard, place)| (place, state(guard))).collect();
                self.cut_off(&net, &there)
            }
            Formula::Compare(Sign::Zero, term) => {
                let (from, relation, size) = self.size_asked(*term, left)?;
                self.size_fault(&self.net(relation, false, &state), from, size)
            }
            _ => None,
        }
    }

    /// Whether a condition holds, as far as that is decided.
    fn state_of(&self, condition: FormulaId, left: &Map<VarId, Vec<i64>>) -> Option<bool> {
        let truth = &self.explainer.codes;
        let unknowns = truth.unknowns(condition);
        let declared = self.explainer.declared();
        let domains: Vec<Vec<i64>> = unknowns
            .iter()
            .map(|unknown| {
                let var = VarId(unknown.0);
                left.get(&var).cloned().unwrap_or_else(|| declared.values(var).take(MOST_WAYS + 1).collect())
            })
            .collect();
        let ways = domains.iter().try_fold(1_usize, |ways, domain| ways.checked_mul(domain.len()))?;
        if ways > MOST_WAYS {
            return None;
        }
        let instance = Instance::new(truth.conditions(), Part::Condition(condition));
        let (mut all, mut room) = (None, Vec::new());
        for way in 0..ways {
            let mut rest = way;
            let mut chosen = Vec::with_capacity(domains.len());
            for domain in &domains {
                chosen.push(domain[rest % domain.len()]);
                rest /= domain.len();
            }
            let at = truth.at(|unknown| {
                let at = unknowns.binary_search(&unknown);
                debug_assert!(at.is_ok(), "the condition speaks of its unknowns only");
                at.map_or(i128::NONE, |at| chosen[at].into())
            });
            let holds = instance.value(&mut room, &at).truth() == Some(true);
            match all {
                None => all = Some(holds),
                Some(before) if before != holds => return None,
                Some(_) => {}
            }
        }
        all
    }

    /// The links of a relation; both ways, or as it goes.
    fn net(&self, relation: RelationId, both: bool, state: &dyn Fn(FormulaId) -> Option<bool>) -> Net {
        let pairs = &self.explainer.world().relations[relation.0 as usize].pairs;
        let mut net = Net { places: Vec::new(), links: Vec::new() };
        let mut numbers: Map<TermId, usize> = Map::default();
        let mut known: Map<(usize, usize), usize> = Map::default();
        for &(left, right, condition) in pairs.iter().filter(|(left, right, _)| left != right) {
            let mut number = |place: TermId| {
                *numbers.entry(place).or_insert_with(|| {
                    net.places.push(place);
                    net.places.len() - 1
                })
            };
            let (one, other) = (number(left), number(right));
            let key = if both { (one.min(other), one.max(other)) } else { (one, other) };
            let state = state(condition);
            match known.get(&key) {
                Some(&at) => {
                    let old = &mut net.links[at].2;
                    *old = match (*old, state) {
                        (Some(true), _) | (_, Some(true)) => Some(true),
                        (Some(false), Some(false)) => Some(false),
                        _ => None,
                    };
                }
                None => {
                    known.insert(key, net.links.len());
                    net.links.push((key.0, key.1, state));
                }
            }
        }
        net
    }

    fn spot(&self, net: &Net, place: usize) -> String {
        self.explainer.world().spot(net.places[place])
    }

    /// What keeps links from being one loop, after links that are left no choice.
    fn loop_fault(&self, mut net: Net) -> Option<String> {
        loop {
            let around = net.around();
            for (place, links) in around.iter().enumerate() {
                let sure = links.iter().filter(|&&link| net.links[link].2 == Some(true)).count();
                let open = links.iter().filter(|&&link| net.links[link].2.is_none()).count();
                if sure > 2 {
                    return Some(format!("more than two links would meet in {}", self.spot(&net, place)));
                }
                if sure == 1 && open == 0 {
                    return Some(format!("there would be a dead end in {}", self.spot(&net, place)));
                }
            }
            if let Some(fault) = self.early(&net) {
                return Some(fault);
            }
            if !net.follow(&around) {
                break;
            }
        }
        if let Some(fault) = self.odd(&net) {
            return Some(fault);
        }
        let sure: Vec<usize> = net.sure().collect();
        let &first = sure.first()?;
        let reached = net.reached(net.links[first].0, |state| state != Some(false), None);
        if let Some(&other) = sure.iter().find(|&&link| !reached[net.links[link].0]) {
            let (one, other) = (self.spot(&net, net.links[first].0), self.spot(&net, net.links[other].0));
            return Some(format!("no loop could pass both {one} and {other}"));
        }
        let (left, ..) = sure.iter().map(|&link| net.links[link]).find(|&(left, right, _)| {
            let link = net.links.iter().position(|other| (other.0, other.1) == (left, right));
            !net.reached(left, |state| state != Some(false), link)[right]
        })?;
        Some(format!("the loop could not come back to {}", self.spot(&net, left)))
    }

    /// What keeps links from forming something else than one loop.
    fn form_fault(&self, form: Form, net: &Net) -> Option<String> {
        let around = net.around();
        let count = |place: usize, kept: fn(Option<bool>) -> bool| {
            around[place].iter().filter(|&&link| kept(net.links[link].2)).count()
        };
        for place in 0..net.places.len() {
            let (sure, open) =
                (count(place, |state| state == Some(true)), count(place, |state| state.is_none()));
            if matches!(form, Form::Loops | Form::Path) && sure > 2 {
                return Some(format!("more than two links would meet in {}", self.spot(net, place)));
            }
            if form == Form::Loops && sure == 1 && open == 0 {
                return Some(format!("there would be a dead end in {}", self.spot(net, place)));
            }
        }
        if form == Form::Loops {
            return None;
        }
        let sure: Vec<usize> = net.sure().collect();
        let closing = sure.iter().copied().find(|&link| {
            let (left, right, _) = net.links[link];
            net.reached(left, |state| state == Some(true), Some(link))[right]
        });
        if let Some(link) = closing {
            let (left, right, _) = net.links[link];
            let (left, right) = (self.spot(net, left), self.spot(net, right));
            return Some(format!("a loop through {left} and {right} would be closed"));
        }
        let &first = sure.first().filter(|_| form != Form::Acyclic)?;
        let reached = net.reached(net.links[first].0, |state| state != Some(false), None);
        let &far = sure.iter().find(|&&link| !reached[net.links[link].0])?;
        let (near, far) = (self.spot(net, net.links[first].0), self.spot(net, net.links[far].0));
        Some(format!("{far} would be cut off from {near}"))
    }

    /// A loop of sure links while there are sure links outside it.
    fn early(&self, net: &Net) -> Option<String> {
        let sure: Vec<usize> = net.sure().collect();
        for &link in &sure {
            let (left, right, _) = net.links[link];
            if !net.reached(left, |state| state == Some(true), Some(link))[right] {
                continue;
            }
            let inside = net.reached(left, |state| state == Some(true), None);
            let outside = sure.iter().map(|&other| net.links[other].0).find(|&place| !inside[place])?;
            let places: Vec<usize> = (0..net.places.len()).filter(|&place| inside[place]).collect();
            let world = self.explainer.world();
            let named = places.len() <= MOST_NAMED
                && places.iter().all(|&place| world.coordinates(net.places[place]).is_some());
            let through = if named {
                let names: Vec<String> = places.iter().map(|&place| self.spot(net, place)).collect();
                super::tell::listed(&names, "and")
            } else {
                format!("{} places from {} on", places.len(), self.spot(net, places[0]))
            };
            let out = self.spot(net, outside);
            return Some(format!("a loop through {through} would be closed that leaves out {out}"));
        }
        None
    }

    /// A part that an odd number of links leads into, and nothing else can.
    fn odd(&self, net: &Net) -> Option<String> {
        let mut seen = vec![false; net.places.len()];
        for place in 0..net.places.len() {
            if seen[place] {
                continue;
            }
            let part = net.reached(place, |state| state.is_none(), None);
            seen.iter_mut().zip(&part).for_each(|(seen, inside)| *seen |= inside);
            let out: Vec<usize> =
                net.sure().filter(|&link| part[net.links[link].0] != part[net.links[link].1]).collect();
            if out.len().is_multiple_of(2) {
                continue;
            }
            let only = if out.len() == 1 { "1 link".to_owned() } else { format!("{} links", out.len()) };
            let spot = self.spot(net, place);
            return Some(format!("only {only} would lead out of the part around {spot}, an odd number"));
        }
        None
    }

    /// Two places that are there and cannot hang together.
    fn cut_off(&self, net: &Net, there: &[(TermId, Option<bool>)]) -> Option<String> {
        let state: Map<TermId, Option<bool>> = there.iter().copied().collect();
        let passes = |place: usize| state.get(&net.places[place]).is_some_and(|state| *state != Some(false));
        let mut open = Net { places: net.places.clone(), links: net.links.clone() };
        for link in &mut open.links {
            if !passes(link.0) || !passes(link.1) {
                link.2 = Some(false);
            }
        }
        let sure: Vec<TermId> =
            there.iter().filter(|(_, state)| *state == Some(true)).map(|(place, _)| *place).collect();
        let number = |place: TermId| open.places.iter().position(|&known| known == place);
        let first = *sure.first()?;
        let reached = number(first).map(|first| open.reached(first, |state| state != Some(false), None));
        let far = sure.iter().copied().find(|&place| {
            place != first
                && !matches!((number(place), &reached), (Some(place), Some(reached)) if reached[place])
        })?;
        let world = self.explainer.world();
        Some(format!("{} would be cut off from {}", world.spot(far), world.spot(first)))
    }

    /// How many places a place is to reach: `len(reach(A, r)) = K`, where `K` is a number or is known.
    fn size_asked(&self, term: TermId, left: &Map<VarId, Vec<i64>>) -> Option<(TermId, RelationId, i64)> {
        let world = self.explainer.world();
        let Node::Open(Open::Linear(constant, terms)) = world.terms.node(term) else { return None };
        let (mut asked, mut rest) = (None, *constant);
        for &(factor, part) in terms {
            if let Node::Open(Open::ReachSize(from, relation)) = world.terms.node(part) {
                asked = Some((*from, *relation, factor));
            } else {
                let values = left.get(&VarId(world.unknown(part)?.0))?;
                let [value] = values[..] else { return None };
                rest = rest.checked_add(factor.checked_mul(value.into())?)?;
            }
        }
        let (from, relation, factor) = asked?;
        let size = i64::try_from(rest.checked_neg()?.checked_mul(factor)?).ok()?;
        (factor.abs() == 1).then_some((from, relation, size))
    }

    fn size_fault(&self, net: &Net, from: TermId, size: i64) -> Option<String> {
        let at = net.places.iter().position(|&place| place == from)?;
        let count = |kept: fn(Option<bool>) -> bool| {
            net.reached_along(at, kept).iter().filter(|&&reached| reached).count() as i64
        };
        let (least, most) = (count(|state| state == Some(true)), count(|state| state != Some(false)));
        let name = self.explainer.world().spot(from);
        let places = |count: i64| if count == 1 { "1 place".to_owned() } else { format!("{count} places") };
        if most < size {
            return Some(format!("only {} could belong to the part of {name}", places(most)));
        }
        (least > size).then(|| format!("the part of {name} would have {}", places(least)))
    }
}

impl Net {
    /// For each place: its links.
    fn around(&self) -> Vec<Vec<usize>> {
        let mut around = vec![Vec::new(); self.places.len()];
        for (number, &(left, right, _)) in self.links.iter().enumerate() {
            around[left].push(number);
            around[right].push(number);
        }
        around
    }

    fn sure(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.links.len()).filter(|&link| self.links[link].2 == Some(true))
    }

    /// Decides links that are left no choice: each place has two links or none. Says whether there were any.
    fn follow(&mut self, around: &[Vec<usize>]) -> bool {
        for links in around {
            let sure = links.iter().filter(|&&link| self.links[link].2 == Some(true)).count();
            let open: Vec<usize> =
                links.iter().copied().filter(|&link| self.links[link].2.is_none()).collect();
            let (first, value) = match (sure, &open[..]) {
                (2, [first, ..]) => (*first, false),
                (1, [only]) => (*only, true),
                (0, [only]) => (*only, false),
                _ => continue,
            };
            self.links[first].2 = Some(value);
            return true;
        }
        false
    }

    /// Which places are reached from one along links of some states, both ways, without one link.
    fn reached(&self, from: usize, kept: impl Fn(Option<bool>) -> bool, but: Option<usize>) -> Vec<bool> {
        let mut reached = vec![false; self.places.len()];
        reached[from] = true;
        let around = self.around();
        let mut open = vec![from];
        while let Some(place) = open.pop() {
            for &link in around[place].iter().filter(|&&link| Some(link) != but && kept(self.links[link].2)) {
                let (left, right, _) = self.links[link];
                let next = if left == place { right } else { left };
                if !std::mem::replace(&mut reached[next], true) {
                    open.push(next);
                }
            }
        }
        reached
    }

    /// The same along the links as they go.
    fn reached_along(&self, from: usize, kept: fn(Option<bool>) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.places.len()];
        reached[from] = true;
        let mut open = vec![from];
        while let Some(place) = open.pop() {
            for &(left, right, state) in self.links.iter().filter(|link| link.0 == place) {
                if left == place && kept(state) && !std::mem::replace(&mut reached[right], true) {
                    open.push(right);
                }
            }
        }
        reached
    }
}
