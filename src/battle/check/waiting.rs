//! Whether a phase may be held back, and what may be answered once and for all.

use super::{Draft, Plan};
use crate::components::UnitId;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::state::Task;
use crate::view::BattleView;
use rules::engine::Turn;
use rules::engine::delay::{self, Delaying};
use rules::play;

/// A standing answer, at any time: also while a question is open.
pub(super) fn standing(
    view: &BattleView,
    id: UnitId,
    clause: &str,
    answer: Option<&str>,
) -> Result<Plan, Refusal> {
    let unit = view.unit(id).ok_or(Refusal::NoSuchUnit(id.0))?;
    let name = || unit.identity.name().to_owned();
    if unit.standing.get(clause) == answer {
        return Err(Refusal::NothingToDo(format!("{} answers so already.", name())));
    }
    let habits = play::habits(view.rules().book());
    let known = habits.iter().find(|habit| habit.clause == clause);
    let offered = |key: &str| {
        let open = view.decision().map(|decision| decision.prompt());
        known.is_some_and(|habit| habit.answers.iter().any(|(known, _)| *known == key))
            || open.is_some_and(|prompt| {
                prompt.clause == clause && prompt.answers.iter().any(|answer| answer.key == key)
            })
    };
    if known.is_none() || answer.is_some_and(|key| !offered(key)) {
        let given = [Some(clause), answer].into_iter().flatten().collect::<Vec<_>>().join(" ");
        return Err(Refusal::NoStanding { unit: name(), given });
    }
    let (clause, answer) = (clause.to_owned(), answer.map(str::to_owned));
    Ok(Plan { events: vec![Event::AnswerStands { unit: id, clause, answer }], ..Plan::default() })
}

impl Draft<'_> {
    /// `SS-DELAY-01` to `SS-DELAY-03`.
    pub(super) fn delay(mut self) -> Result<Plan, Refusal> {
        let (unit, turn) = (self.id(), self.unit.turn);
        let own_phase = self.view.round().acting() == Some(unit) && self.me.purse.turn() == Turn::Now;
        delay::may_delay(Delaying { own_phase, has_acted: turn.paid(), late: turn.late() })
            .map_err(|why| Refusal::NoDelay { unit: self.name(), why })?;
        self.push(Event::PurseChanged { unit, points: 0, purse: self.me.purse.put_off() });
        self.push(Event::Delayed { unit });
        self.plan.tasks.push(Task::NextPhase);
        self.done()
    }
}
