//! Dice of a battle, the open prompt, and the outbox of the running resolution step.

use bevy_ecs::prelude::*;
use serde::Serialize;

use super::resolution_step::ResolutionStep;
use crate::state::components::{Status, StatusEnd, StatusKind};
use crate::state::event::{BattleEvent, EventRecord};
use dice::{Dice, DiceState, DrawnWords, Interrupt, PlayedTable, Prompt, Roll, RollRecord, Trace};
use model::{ItemId, Side, UnitId};
use rules::KarmaUse;
use rules::turn_engine::karma::spend_karma;

/// State of the battle's dice.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct BattleDice {
    pub(crate) state: DiceState,
    /// Entered faces not used yet.
    pub(crate) given_faces: Vec<u8>,
    /// Faces entered while a prompt is open, for rolls after it. Each comes with the number of dice that the waiting
    /// step has rolled before, which stay as they were shown.
    pub(crate) late_faces: Vec<(u32, Vec<u8>)>,
    /// Number of dice rolled by finished tables of the running step.
    pub(crate) rolled_in_step: u32,
    /// Players enter the faces of their rolls.
    pub(crate) by_hand: bool,
    /// What the tables so far have computed.
    pub(crate) words: DrawnWords,
}

/// Skips `by_hand`, which is a match option, `words`, and `rolled_in_step`, which is 0 between steps.
impl std::hash::Hash for BattleDice {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        (self.state, &self.given_faces).hash(hasher);
        if !self.late_faces.is_empty() {
            self.late_faces.hash(hasher);
        }
    }
}

impl BattleDice {
    /// The dice of a seed before the first roll.
    pub(crate) fn new(state: DiceState, by_hand: bool) -> Self {
        let words = DrawnWords::default();
        Self { state, given_faces: Vec::new(), late_faces: Vec::new(), rolled_in_step: 0, by_hand, words }
    }
    /// State of the dice generator.
    pub fn state(&self) -> DiceState {
        self.state
    }
    /// Entered faces not used yet.
    pub fn given_faces(&self) -> &[u8] {
        &self.given_faces
    }
    /// Adds entered faces, for all rolls but those that a waiting step has made.
    pub(crate) fn enter_faces(&mut self, faces: &[u8], rolled_in_step: u32) {
        if rolled_in_step == 0 {
            self.given_faces.extend(faces);
        } else {
            self.late_faces.push((rolled_in_step, faces.to_vec()));
        }
    }
    /// Ends a step: its rolls are final, so that the next roll takes all entered faces.
    pub(crate) fn end_step(&mut self) {
        self.given_faces.extend(self.late_faces.drain(..).flat_map(|(_, faces)| faces));
        self.rolled_in_step = 0;
    }
    /// A table that plays on with these dice and answers.
    pub(crate) fn start_table(&self, answers: &[String]) -> PlayedTable {
        PlayedTable::new(self.state, answers.to_vec(), true)
            .with_words(self.words.clone())
            .with_faces(self.given_faces.iter().copied())
            .with_late_faces(self.late_faces.iter().cloned())
            .by_hand(self.by_hand)
    }
    /// The dice after a table is finished, and its trace.
    pub(crate) fn finish_table(&self, table: PlayedTable) -> (Self, Vec<Trace>) {
        let (given_faces, mut late_faces) = table.given_faces_left();
        let rolled = table.dice_rolled();
        late_faces.iter_mut().for_each(|(after, _)| *after = after.saturating_sub(rolled));
        let rolled_in_step = self.rolled_in_step + rolled;
        let words = table.words();
        let (state, trace, _) = table.finish();
        (Self { state, given_faces, late_faces, rolled_in_step, by_hand: self.by_hand, words }, trace)
    }
}

/// A prompt waiting for its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpenPrompt {
    pub(crate) prompt: Prompt,
    pub(crate) side: Side,
    /// Keys of the answers given so far to the rule that prompts.
    pub(crate) answers: Vec<String>,
    /// The dice to enter, if it asks for their faces.
    pub(crate) dice: Option<Dice>,
    /// Rolls made before the prompt.
    pub(crate) rolls: Vec<Roll>,
    /// The same rolls with their faces.
    #[serde(skip)]
    pub(crate) roll_records: Vec<RollRecord>,
    /// Number of dice that the step has rolled before the prompt.
    #[serde(skip)]
    pub(crate) dice_rolled: u32,
    /// The step that waits for the answer.
    #[serde(skip)]
    pub(crate) step: Option<ResolutionStep>,
}

impl OpenPrompt {
    /// The prompt.
    pub fn prompt(&self) -> &Prompt {
        &self.prompt
    }
    /// The side that answers.
    pub fn side(&self) -> Side {
        self.side
    }
    /// The dice to enter, if it asks for their faces; the answer may then be the faces, in order.
    pub fn dice(&self) -> Option<Dice> {
        self.dice
    }
    /// Rolls made before the prompt; forecasts made before them no longer apply.
    pub fn rolls(&self) -> &[Roll] {
        &self.rolls
    }
    /// Rolls made before the prompt, with their faces.
    pub fn roll_records(&self) -> &[RollRecord] {
        &self.roll_records
    }
    /// Keys of the answers given so far to the rule that prompts.
    pub fn answers(&self) -> &[String] {
        &self.answers
    }
    /// Whether it follows from what was done to a unit, such as whether the unit stays up or how it lands, and not from what
    /// a unit does.
    pub fn follows_from_harm(&self) -> bool {
        use ResolutionStep::{Consequences, Knockback, LandFromFall};
        matches!(self.step, Some(Consequences { .. } | Knockback { .. } | LandFromFall { .. }))
    }
}

/// The open prompt; `None` inside if there is none.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct PendingPrompt(pub(crate) Option<OpenPrompt>);

impl PendingPrompt {
    /// The open prompt.
    pub fn open_prompt(&self) -> Option<&OpenPrompt> {
        self.0.as_ref()
    }
}

/// Output of a resolution step or of the house rules; `apply` turns it into state.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Outbox {
    pub events: Vec<EventRecord>,
    /// Steps to run next, before all others.
    pub next_steps: Vec<ResolutionStep>,
    /// Steps to run after all others.
    pub last_steps: Vec<ResolutionStep>,
    /// The dice after the step, if any were rolled.
    pub dice: Option<BattleDice>,
    /// The prompt the step waits for; with dice if it asks for their faces.
    pub prompt: Option<(Prompt, Option<Dice>)>,
    /// Rolls made before the prompt.
    pub rolls: Vec<RollRecord>,
    /// Number of dice rolled before the prompt.
    pub dice_rolled: u32,
}

impl Outbox {
    /// Drops what an interrupted resolution has left.
    pub fn clear(&mut self) {
        self.events.clear();
        self.next_steps.clear();
        self.last_steps.clear();
        (self.dice, self.prompt) = (None, None);
        self.rolls.clear();
        self.dice_rolled = 0;
    }

    /// Records an interrupt: the step waits, its events and steps are discarded.
    pub fn wait_for_answer(&mut self, interrupt: Interrupt, (dice, table): (&BattleDice, &PlayedTable)) {
        self.dice_rolled = dice.rolled_in_step + table.dice_rolled();
        self.prompt = Some(match interrupt {
            Interrupt::NeedsAnswer(prompt) => (*prompt, None),
            Interrupt::NeedsFaces(prompt, dice) => (*prompt, Some(dice)),
            Interrupt::Merged | Interrupt::ScriptMismatch(_) => {
                unreachable!("battles use a played table")
            }
        });
        self.events.clear();
        self.next_steps.clear();
        self.last_steps.clear();
    }

    /// Records the dice of a finished rule and returns its trace.
    pub fn finish_table(&mut self, dice: &BattleDice, table: PlayedTable) -> Vec<Trace> {
        if !table.has_rolled() {
            return table.finish().1;
        }
        let (dice_after, trace) = dice.finish_table(table);
        self.dice = Some(dice_after);
        trace
    }

    /// Like `wait_for_answer`, keeping the rolls made so far: odds of the answers start there.
    pub fn wait_with_rolls(&mut self, interrupt: Interrupt, (dice, table): (&BattleDice, PlayedTable)) {
        self.wait_for_answer(interrupt, (dice, &table));
        let (_, trace) = dice.finish_table(table);
        let rolled = |step: Trace| if let Trace::Rolled(record) = step { Some(record) } else { None };
        self.rolls = trace.into_iter().filter_map(rolled).collect();
    }

    /// Whether it leaves the state as it is, apart from next steps.
    pub fn changes_nothing(&self) -> bool {
        self.events.is_empty() && self.dice.is_none() && self.prompt.is_none()
    }

    /// Returns whether there are neither events nor steps.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty() && self.next_steps.is_empty() && self.last_steps.is_empty()
    }

    /// Numbers the items that come onto the field, from this number on and in order. Their events were made by different
    /// parts of a step, or when the order was given: none of them knows what others have put there since.
    pub fn number_items(&mut self, next_item: u32) {
        let mut next = next_item;
        for record in &mut self.events {
            if let BattleEvent::Dropped { item, .. }
            | BattleEvent::ItemLanded { item, .. }
            | BattleEvent::Activated { item, .. } = &mut record.event
            {
                *item = ItemId(next);
                next += 1;
            }
        }
    }

    /// Adds an event.
    pub fn push_event(&mut self, event: BattleEvent) {
        self.events.push(EventRecord::new(event));
    }

    /// Gives a unit a status that lasts until it is removed.
    pub fn push_status(&mut self, unit: UnitId, kind: StatusKind) {
        self.push_status_until(unit, kind, StatusEnd::Removed);
    }

    /// Gives a unit a status with an end.
    pub fn push_status_until(&mut self, unit: UnitId, kind: StatusKind, until: StatusEnd) {
        let event = BattleEvent::StatusSet { unit, status: Status { kind, until } };
        self.push_status_event(event, (unit, kind));
    }

    /// Ends a status of a unit.
    pub fn end_status(&mut self, unit: UnitId, kind: StatusKind) {
        self.push_status_event(BattleEvent::StatusEnded { unit, kind }, (unit, kind));
    }

    /// Adds an event about a status, unless the last queued one about the status is the same.
    fn push_status_event(&mut self, event: BattleEvent, about: (UnitId, StatusKind)) {
        let of_status = |event: &BattleEvent| match *event {
            BattleEvent::StatusSet { unit, status } => (unit, status.kind) == about,
            BattleEvent::StatusEnded { unit, kind } => (unit, kind) == about,
            _ => false,
        };
        let last = self.events.iter().rev().find(|record| of_status(&record.event));
        if last.is_none_or(|last| last.event != event) {
            self.push_event(event);
        }
    }

    /// Spends Karma of a unit with `left` points, one point per use. `SS-BASE-25`.
    pub fn spend_karma(&mut self, unit: UnitId, mut left: u8, uses: impl IntoIterator<Item = KarmaUse>) {
        for on in uses {
            left = spend_karma(left).expect("broken invariant: a rule spends what is there");
            self.push_event(BattleEvent::KarmaSpent { unit, on, left });
        }
    }

    /// Adds an event with its trace.
    pub fn push_traced(&mut self, event: BattleEvent, trace: Vec<Trace>) {
        self.events.push(EventRecord { trace, ..EventRecord::new(event) });
    }
}
