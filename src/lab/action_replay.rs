//! Resolves the action of a scene once, to be shown step by step, forward and back.

use bevy_ecs::prelude::World;
use thiserror::Error;

use crate::scene_setup::set_up_scene;
use battle::{History, OpenPrompt, Order, OrderError, OrderRecord, PendingPrompt, Target};
use content::{Content, LabAction, LabScene, LabTarget};
use model::UnitId;
use rules::Book;

/// Maximum number of prompts answered before a resolution is abandoned.
const MAX_QUESTIONS: usize = 64;

/// Why an action cannot be resolved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ActionReplayError {
    /// The scene has no action.
    #[error("choose attacker and target first")]
    NoAim,
    /// The scene cannot be set up.
    #[error("{0}")]
    InvalidScene(String),
    /// The rules reject the action.
    #[error(transparent)]
    Rejected(#[from] OrderError),
    /// The action opens too many prompts.
    #[error("the action opens more than {MAX_QUESTIONS} prompts")]
    TooManyQuestions,
}

/// A step of a resolved action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayStep {
    /// Index of the order: the action, then one for each answer.
    pub order: usize,
    /// Index of the event.
    pub event: usize,
    /// Index of the rule step that led to the event; `None` for the event itself.
    pub trace: Option<usize>,
}

/// A prompt and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnsweredPrompt {
    /// The prompt with its answers.
    pub decision: OpenPrompt,
    /// Key of the chosen answer.
    pub answer: String,
}

/// A resolved action with everything it led to.
#[derive(Clone, Debug)]
pub struct ActionReplay {
    orders: Vec<OrderRecord>,
    steps: Vec<ReplayStep>,
    answered_prompts: Vec<AnsweredPrompt>,
}

impl ActionReplay {
    /// Resolves the action of a scene with these dice. Prompts take the given answers in order, then the first answer
    /// they offer.
    ///
    /// The world is left with a battle of no further use.
    ///
    /// # Errors
    /// Returns `ActionReplayError` if the scene has no action, cannot be set up, or the rules reject the action.
    pub fn resolve(
        world: &mut World,
        scene: &LabScene,
        content: &Content,
        book: Book,
        seed: u64,
        answers: &[String],
    ) -> Result<Self, ActionReplayError> {
        let aim = scene.aim.as_ref().ok_or(ActionReplayError::NoAim)?;
        set_up_scene(world, scene, content, book)
            .map_err(|error| ActionReplayError::InvalidScene(error.to_string()))?;
        battle::reseed_dice(world, seed);
        let order = aimed_order(world, aim).ok_or(ActionReplayError::NoAim)?;
        let record_count = world.resource::<History>().records().len();
        battle::submit(world, &order)?;
        let mut answered = Vec::new();
        while let Some(decision) = world.resource::<PendingPrompt>().open_prompt().cloned() {
            if answered.len() == MAX_QUESTIONS {
                return Err(ActionReplayError::TooManyQuestions);
            }
            let offered = &decision.prompt().answers;
            let wanted = answers.get(answered.len());
            let chosen = wanted.and_then(|wanted| offered.iter().find(|answer| answer.key == *wanted));
            let answer = chosen.or(offered.first()).ok_or(ActionReplayError::TooManyQuestions)?.key.clone();
            battle::submit(world, &Order::Decide { answer: answer.clone() })?;
            answered.push(AnsweredPrompt { decision, answer });
        }
        let records = world.resource::<History>().records()[record_count..].to_vec();
        let steps = list_steps(&records);
        Ok(Self { orders: records, steps, answered_prompts: answered })
    }

    /// Returns all steps in order.
    pub fn steps(&self) -> &[ReplayStep] {
        &self.steps
    }

    /// Returns the orders with their events.
    pub fn orders(&self) -> &[OrderRecord] {
        &self.orders
    }

    /// Returns the prompts with their answers.
    pub fn answered_prompts(&self) -> &[AnsweredPrompt] {
        &self.answered_prompts
    }

    /// Returns the records after so many steps, to be replayed in a world that holds the scene.
    pub fn orders_until(&self, steps: usize) -> Vec<OrderRecord> {
        let Some(last) = steps.checked_sub(1).and_then(|last| self.steps.get(last)) else {
            return Vec::new();
        };
        let event_count = last.event + usize::from(last.trace.is_none());
        let mut records: Vec<OrderRecord> = self.orders[..=last.order].to_vec();
        if let Some(record) = records.last_mut() {
            record.events.truncate(event_count);
        }
        records
    }
}

/// Returns the order for the action of a scene.
fn aimed_order(world: &mut World, aim: &LabAction) -> Option<Order> {
    let unit = UnitId(aim.attacker as u32 + 1);
    battle::with_view(world, |view| {
        let target = match aim.at {
            LabTarget::Unit(target) => Target::Unit(UnitId(target as u32 + 1)),
            LabTarget::Barrier(place) => Target::Barrier(*view.barrier_at(place)?.id),
            LabTarget::Square(cell) => Target::Square(cell),
        };
        let carried = view.unit(unit)?.inventory.get(aim.weapon)?.mode();
        let mode = aim.mode.or(carried);
        Some(Order::Attack { unit, target, weapon: aim.weapon, mode, option: aim.option.clone() })
    })
}

fn list_steps(records: &[OrderRecord]) -> Vec<ReplayStep> {
    let mut steps = Vec::new();
    for (order, record) in records.iter().enumerate() {
        for (event, one) in record.events.iter().enumerate() {
            let traces = (0..one.trace.len()).map(Some).chain([None]);
            steps.extend(traces.map(|trace| ReplayStep { order, event, trace }));
        }
    }
    steps
}
