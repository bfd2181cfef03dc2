//! Questions about a position: laws, the goal, and bounds.

use super::{Question, System, Trouble};
use crate::board::check;
use crate::board::ground::moves as rules;
use crate::moves::codes::Code;
use crate::moves::standing::Standing;

impl System {
    /// How a position stands.
    pub fn standing(&mut self, position: &[Code]) -> Result<Standing, Trouble> {
        let mut standing = self.stated(position)?;
        if let Some(derived) = &mut self.derived
            && standing.lawful
            && !standing.goal
        {
            standing.bound = standing.bound.max(derived.bound(position, &self.codes));
        }
        Ok(standing)
    }

    /// How a position stands by what the rules state.
    fn stated(&mut self, position: &[Code]) -> Result<Standing, Trouble> {
        let digest = match &self.standings {
            None => None,
            Some(standings) => match standings.find(&self.gauge, position) {
                (_, Some(standing)) => return Ok(standing),
                (digest, None) => Some(digest),
            },
        };
        let lawful = self.trusting || self.is_lawful(position)?;
        let goal = lawful && self.is_goal(position)?;
        let bound = if lawful { self.bound(position)? } else { 0 };
        let standing = Standing { lawful, goal, bound };
        if let (Some(digest), Some(standings)) = (digest, &mut self.standings) {
            standings.learn(digest, standing);
        }
        Ok(standing)
    }

    /// For each place the values, by their numbers, with which the goal can hold, as far as it says so plainly. Nothing if
    /// only the evaluator can tell, or not all values are numbered.
    pub(in crate::moves) fn possible_at_goal(&mut self) -> Option<Vec<Vec<bool>>> {
        self.gauge.keep_up(&self.codes);
        let Question::Compiled(parts) = &self.goals else { return None };
        if !self.codes.is_whole() {
            return None;
        }
        let mut possible: Vec<Vec<bool>> =
            (0..self.codes.len() as u32).map(|place| vec![true; self.codes.known(place)]).collect();
        for steps in parts {
            let mut rule_out = |place: u32, code: Code| possible[place as usize][usize::from(code)] = false;
            self.gauge.forced(steps, &self.codes, &mut rule_out);
        }
        Some(possible)
    }

    /// The only position at which the goal can hold, if there is just one.
    pub fn only_goal(&mut self) -> Option<Vec<Code>> {
        let only = |values: &Vec<bool>| {
            let mut left = values.iter().zip(0..).filter(|&(&possible, _)| possible).map(|(_, code)| code);
            left.next().filter(|_| left.next().is_none())
        };
        self.possible_at_goal()?.iter().map(only).collect()
    }

    /// Whether asking the laws of every position would take long.
    pub fn has_costly_laws(&self) -> bool {
        const MANY: usize = 48;
        let cheap = match &self.laws {
            Question::Compiled(laws) => laws.iter().map(|steps| steps.len()).sum::<usize>() < MANY,
            Question::Evaluated => false,
        };
        self.standings.is_none() && !cheap
    }

    /// Takes all laws to hold without asking them, or asks them again.
    pub fn trust_laws(&mut self, trusting: bool) {
        self.trusting = trusting;
    }

    /// Whether all laws hold.
    pub fn is_lawful(&mut self, position: &[Code]) -> Result<bool, Trouble> {
        if let Question::Compiled(steps) = &self.laws {
            return Ok(steps.iter().all(|steps| self.gauge.measure(steps, position) == 1));
        }
        let values = self.codes.values(position);
        Ok(check::all_broken(self.world(), &values)?.is_empty())
    }

    /// Whether the goal is reached.
    pub fn is_goal(&mut self, position: &[Code]) -> Result<bool, Trouble> {
        if let Question::Compiled(steps) = &self.goals {
            return Ok(steps.iter().all(|steps| self.gauge.measure(steps, position) == 1));
        }
        let values = self.codes.values(position);
        Ok(check::is_goal(self.world(), &values)?)
    }

    /// The greatest of the stated bounds on the number of moves still needed; 0 if there is none.
    pub fn bound(&mut self, position: &[Code]) -> Result<u32, Trouble> {
        self.bounds(position, u32::max)
    }

    /// The stated bounds added up: how far a position seems to be from the goal.
    pub fn rank(&mut self, position: &[Code]) -> Result<u32, Trouble> {
        self.bounds(position, u32::saturating_add)
    }

    fn bounds(&mut self, position: &[Code], join: fn(u32, u32) -> u32) -> Result<u32, Trouble> {
        let mut joined = 0;
        for index in 0..self.bounds.len() {
            let number = match &self.bounds[index] {
                Some(steps) => self.gauge.measure(steps, position).into(),
                None => {
                    let values = self.codes.values(position);
                    let body = &self.world.program.clone().bounds[index];
                    rules::bound(body, self.world(), &values)?
                }
            };
            joined = join(joined, u32::try_from(number.min(i128::from(u32::MAX / 2))).unwrap_or(0));
        }
        Ok(joined)
    }
}
