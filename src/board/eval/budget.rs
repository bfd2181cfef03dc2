//! What a run may cost, and the complaint when it costs more.

use super::Stop;
use super::machine::{CHEAP, Key, Machine};
use super::stacks::{Barrier, ChoiceKind, Todo};
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::source::Span;

impl Machine<'_> {
    /// Counts the making of a list of so many elements.
    pub(super) fn spend_on_list(&mut self, elements: usize) -> Result<(), Stop> {
        self.spend(elements.saturating_mul(4))
    }

    /// Counts a look at so many elements, which is a fraction of as many steps.
    pub(super) fn spend(&mut self, elements: usize) -> Result<(), Stop> {
        self.world.steps += elements as u64 / CHEAP;
        if self.world.is_exhausted() { Err(self.exhausted().into()) } else { Ok(()) }
    }

    /// Refuses more answers to one question than the budget allows.
    pub(super) fn count_answer(&mut self, count: usize) -> Result<(), Stop> {
        let most = self.world.budget.answers;
        if count <= most {
            Ok(())
        } else {
            Err(self.out_of(meaning::Limit::Other("answers"), most as u64).into())
        }
    }

    /// The diagnostic for a budget of the whole world that has run out.
    pub(super) fn exhausted(&mut self) -> Diagnostic {
        let (budget, nesting) = (self.world.budget, crate::language::term::MOST_NESTING);
        if let Some(cause) = self.world.deadline.cause() {
            meaning::stopped(&format!("expanding {}", self.world.whereabouts()), cause, self.here())
        } else if self.world.steps > budget.steps {
            self.out_of(meaning::Limit::Steps, budget.steps)
        } else if self.world.terms.len() as u64 > budget.terms {
            self.out_of(meaning::Limit::Other("terms"), budget.terms)
        } else if self.world.terms.deepest() > nesting {
            self.out_of(meaning::Limit::Other("levels of nesting in a term"), nesting.into())
        } else {
            self.out_of(meaning::Limit::Other("levels of nesting in a condition"), nesting.into())
        }
    }

    /// The diagnostic for a budget that has run out.
    pub(super) fn out_of(&mut self, limit: meaning::Limit, most: u64) -> Diagnostic {
        let calls: Vec<(Key, Span)> = self
            .agenda
            .choices
            .iter()
            .filter_map(|choice| match &choice.kind {
                ChoiceKind::Barrier(Barrier::Call(call)) => Some((call.key.clone(), call.span)),
                _ => None,
            })
            .collect();
        let last = calls.last().cloned();
        let grown = last.as_ref().and_then(|((predicate, args), _)| {
            let (earlier, _) = calls.iter().rev().skip(1).find(|((other, _), _)| other == predicate)?;
            args.iter()
                .zip(earlier.1.iter())
                .position(|(now, before)| now != before)
                .map(|position| position + 1)
        });
        let shown = last.as_ref().map(|(key, _)| self.world.show_call(key.0, &key.1));
        let span = last.map_or_else(|| self.here(), |(_, span)| span);
        meaning::budget(
            &self.world.whereabouts(),
            most,
            limit,
            shown.as_deref().map(|call| (call, grown)),
            span,
        )
    }

    /// Where the goal at hand stands.
    pub(super) fn here(&self) -> Span {
        match self.agenda.todos.get(self.agenda.now as usize) {
            Some(Todo::Goals { goal, .. }) => goal.span,
            Some(Todo::Sets { span, .. }) => *span,
            _ => self.asked,
        }
    }
}
