//! The table of a fight: its dice, the open question, and what the rule that runs now leads to.

use bevy_ecs::prelude::*;
use serde::Serialize;

use super::ResolutionStep;
use crate::model::components::{Side, UnitId};
use crate::model::event::{BattleEvent, EventRecord};
use crate::view::battle_view::BattleView;
use dice::{Dice, DiceState, Interrupt, PlayedTable, Prompt, Roll, Trace};
use rules::KarmaUse;
use rules::turn_engine::spend_karma;

/// Where the dice stand.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct BattleDice {
    pub(crate) state: DiceState,
    /// Faces rolled by hand that are not used yet.
    pub(crate) given_faces: Vec<u8>,
    /// Players are asked for the faces of their rolls.
    pub(crate) by_hand: bool,
}

/// Who throws the dice is a matter of the table, not of the state of the fight.
impl std::hash::Hash for BattleDice {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        (self.state, &self.given_faces).hash(hasher);
    }
}

impl BattleDice {
    /// Where the dice stand.
    pub fn state(&self) -> DiceState {
        self.state
    }
    /// Faces rolled by hand that are not used yet.
    pub fn given_faces(&self) -> &[u8] {
        &self.given_faces
    }
    /// A table with these dice.
    pub(crate) fn start_table(&self, answers: &[String]) -> PlayedTable {
        PlayedTable::new(self.state, answers.to_vec(), true)
            .with_faces(self.given_faces.iter().copied())
            .by_hand(self.by_hand)
    }
    /// The seat after a table is left, and what happened there.
    pub(crate) fn finish_table(&self, table: PlayedTable) -> (Self, Vec<Trace>) {
        let given = self.given_faces[self.given_faces.len() - table.given_faces_left()..].to_vec();
        let (state, trace, _) = table.finish();
        (Self { state, given_faces: given, by_hand: self.by_hand }, trace)
    }
}

/// A question that waits for its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpenPrompt {
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
    pub(crate) step: Option<ResolutionStep>,
}

impl OpenPrompt {
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
pub struct PendingPrompt(pub(crate) Option<OpenPrompt>);

impl PendingPrompt {
    /// The open question.
    pub fn open_prompt(&self) -> Option<&OpenPrompt> {
        self.0.as_ref()
    }
}

/// Answers for the rule that runs now.
#[derive(Clone, Debug, Default)]
pub(crate) struct GivenAnswers(pub Vec<String>);

/// What the task that runs now leads to. Chapters write it, `apply` turns it into state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outbox {
    pub events: Vec<EventRecord>,
    /// Tasks to run next, before all others.
    pub next_steps: Vec<ResolutionStep>,
    /// Where the dice stand now, if some were rolled.
    pub dice: Option<BattleDice>,
    /// The task waits for the answer to this question, or for the faces of these dice.
    pub prompt: Option<(Prompt, Option<Dice>)>,
    /// What the rule that asks has rolled before.
    pub rolls: Vec<Roll>,
}

impl Outbox {
    /// The rule was left early: the task waits. Whatever it said so far is forgotten.
    pub fn wait_for_answer(&mut self, stop: Interrupt) {
        self.prompt = Some(match stop {
            Interrupt::NeedsAnswer(prompt) => (*prompt, None),
            Interrupt::NeedsFaces(prompt, dice) => (*prompt, Some(dice)),
            Interrupt::Merged | Interrupt::ScriptMismatch(_) => {
                unreachable!("a fight is played with played dice")
            }
        });
        self.events.clear();
        self.next_steps.clear();
    }

    /// The rule is through: where its dice stand now, if any fell. Gives what happened at its table.
    pub fn finish_table(&mut self, dice: &BattleDice, table: PlayedTable) -> Vec<Trace> {
        let (seat, trace) = dice.finish_table(table);
        if trace.iter().any(|step| matches!(step, Trace::Rolled(_))) {
            self.dice = Some(seat);
        }
        trace
    }

    /// As `wait`, with what was rolled before: odds of the answers begin there.
    pub fn wait_with_rolls(&mut self, stop: Interrupt, (dice, table): (&BattleDice, PlayedTable)) {
        let (_, trace) = dice.finish_table(table);
        let rolled = |step: &Trace| if let Trace::Rolled(record) = step { Some(record.roll) } else { None };
        self.rolls = trace.iter().filter_map(rolled).collect();
        self.wait_for_answer(stop);
    }

    /// Nothing of what it says changes the state, unless it is what is still to be resolved.
    pub fn changes_nothing(&self) -> bool {
        self.events.is_empty() && self.dice.is_none() && self.prompt.is_none()
    }

    /// Something happened.
    pub fn push_event(&mut self, event: BattleEvent) {
        self.events.push(EventRecord::new(event));
    }

    /// A test took Karma, a point for every use. `SS-BASE-25`.
    pub fn spend_karma(&mut self, view: &BattleView, unit: UnitId, uses: impl IntoIterator<Item = KarmaUse>) {
        let mut left = view.unit(unit).map_or(0, |unit| unit.karma.left());
        for on in uses {
            left = spend_karma(left).expect("broken invariant: a rule spends what is there");
            self.push_event(BattleEvent::KarmaSpent { unit, on, left });
        }
    }

    /// Something happened, and this led to it.
    pub fn push_traced(&mut self, event: BattleEvent, trace: Vec<Trace>) {
        self.events.push(EventRecord { trace, ..EventRecord::new(event) });
    }
}
