//! The table of a fight: its dice, the open question, and what the rule that runs now leads to.

use bevy_ecs::prelude::*;
use serde::Serialize;

use super::Task;
use crate::components::{Side, UnitId};
use crate::event::{Event, Happening};
use crate::view::BattleView;
use dice::{Dice, DiceState, Played, Prompt, Roll, Stop, Trace};
use rules::KarmaUse;
use rules::swan_song::base;

/// Where the dice stand.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct DiceSeat {
    pub(crate) state: DiceState,
    /// Faces rolled by hand that are not used yet.
    pub(crate) given: Vec<u8>,
    /// Players are asked for the faces of their rolls.
    pub(crate) by_hand: bool,
}

/// Who throws the dice is a matter of the table, not of the state of the fight.
impl std::hash::Hash for DiceSeat {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        (self.state, &self.given).hash(hasher);
    }
}

impl DiceSeat {
    /// Where the dice stand.
    pub fn state(&self) -> DiceState {
        self.state
    }
    /// Faces rolled by hand that are not used yet.
    pub fn given(&self) -> &[u8] {
        &self.given
    }
    /// A table with these dice.
    pub(crate) fn table(&self, answers: &[String]) -> Played {
        Played::new(self.state, answers.to_vec(), true)
            .with_given(self.given.iter().copied())
            .by_hand(self.by_hand)
    }
    /// The seat after a table is left, and what happened there.
    pub(crate) fn after(&self, table: Played) -> (Self, Vec<Trace>) {
        let given = self.given[self.given.len() - table.given_left()..].to_vec();
        let (state, trace, _) = table.finish();
        (Self { state, given, by_hand: self.by_hand }, trace)
    }
}

/// A question that waits for its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Decision {
    pub(crate) prompt: Prompt,
    pub(crate) side: Side,
    /// Keys of the answers given so far to the rule that asks.
    pub(crate) answers: Vec<String>,
    /// The dice that are rolled by hand, if it asks for their faces.
    pub(crate) dice: Option<Dice>,
    /// What was rolled before the rule asked.
    pub(crate) rolls: Vec<Roll>,
    /// What waits for the answer.
    #[serde(skip)]
    pub(crate) task: Option<Task>,
}

impl Decision {
    /// The question.
    pub fn prompt(&self) -> &Prompt {
        &self.prompt
    }
    /// The side that is asked.
    pub fn side(&self) -> Side {
        self.side
    }
    /// The dice that are rolled by hand, if it asks for their faces: an answer may be the faces, in their order.
    pub fn dice(&self) -> Option<Dice> {
        self.dice
    }
    /// What the rule that asks has rolled so far: what could be told of it before holds no more.
    pub fn rolls(&self) -> &[Roll] {
        &self.rolls
    }
    /// Keys of the answers given so far to the rule that asks.
    pub fn answers(&self) -> &[String] {
        &self.answers
    }
}

/// The open question, if there is one.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Pending(pub(crate) Option<Decision>);

impl Pending {
    /// The open question.
    pub fn decision(&self) -> Option<&Decision> {
        self.0.as_ref()
    }
}

/// Answers for the rule that runs now.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers(pub Vec<String>);

/// What the task that runs now leads to. Chapters write it, `apply` turns it into state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outbox {
    pub events: Vec<Happening>,
    /// Tasks to run next, before all others.
    pub then: Vec<Task>,
    /// Where the dice stand now, if some were rolled.
    pub dice: Option<DiceSeat>,
    /// The task waits for the answer to this question, or for the faces of these dice.
    pub asked: Option<(Prompt, Option<Dice>)>,
    /// What the rule that asks has rolled before.
    pub rolls: Vec<Roll>,
}

impl Outbox {
    /// The rule was left early: the task waits. Whatever it said so far is forgotten.
    pub fn wait(&mut self, stop: Stop) {
        self.asked = Some(match stop {
            Stop::Asked(prompt) => (*prompt, None),
            Stop::Faces(prompt, dice) => (*prompt, Some(dice)),
            Stop::Merged | Stop::Script(_) => unreachable!("a fight is played with played dice"),
        });
        self.events.clear();
        self.then.clear();
    }

    /// The rule is through: where its dice stand now, if any fell. Gives what happened at its table.
    pub fn leave(&mut self, dice: &DiceSeat, table: Played) -> Vec<Trace> {
        let (seat, trace) = dice.after(table);
        if trace.iter().any(|step| matches!(step, Trace::Rolled(_))) {
            self.dice = Some(seat);
        }
        trace
    }

    /// As `wait`, with what was rolled before: odds of the answers begin there.
    pub fn wait_midway(&mut self, stop: Stop, (dice, table): (&DiceSeat, Played)) {
        let (_, trace) = dice.after(table);
        let rolled = |step: &Trace| if let Trace::Rolled(record) = step { Some(record.roll) } else { None };
        self.rolls = trace.iter().filter_map(rolled).collect();
        self.wait(stop);
    }

    /// Nothing of what it says changes the state, unless it is what is still to be resolved.
    pub fn is_quiet(&self) -> bool {
        self.events.is_empty() && self.dice.is_none() && self.asked.is_none()
    }

    /// Something happened.
    pub fn push(&mut self, event: Event) {
        self.events.push(Happening::new(event));
    }

    /// A test took Karma, a point for every use. `SS-BASE-25`.
    pub fn spend_karma(&mut self, view: &BattleView, unit: UnitId, uses: impl IntoIterator<Item = KarmaUse>) {
        let mut left = view.unit(unit).map_or(0, |unit| unit.karma.left());
        for on in uses {
            left = base::spend_karma(left).expect("broken invariant: a rule spends what is there");
            self.push(Event::KarmaSpent { unit, on, left });
        }
    }

    /// Something happened, and this led to it.
    pub fn push_traced(&mut self, event: Event, trace: Vec<Trace>) {
        self.events.push(Happening { trace, ..Happening::new(event) });
    }
}
