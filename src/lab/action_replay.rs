//! An action of a scene resolved once and looked at step by step, forwards and backwards.

use bevy_ecs::prelude::World;
use thiserror::Error;

use crate::scene_setup::set_up_scene;
use battle::{History, OpenPrompt, Order, OrderError, OrderRecord, PendingPrompt, Target, UnitId};
use content::{Content, LabAction, LabScene, LabTarget};
use rules::Book;

/// Questions that are answered before a resolution is given up.
const MAX_QUESTIONS: usize = 64;

/// Why an action cannot be looked at.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ActionReplayError {
    /// The scene aims at nothing.
    #[error("choose who attacks, and what, first")]
    NoAim,
    /// The scene cannot be set up.
    #[error("{0}")]
    InvalidScene(String),
    /// The rules forbid it.
    #[error(transparent)]
    Rejected(#[from] OrderError),
    /// It asks without end.
    #[error("the action asks more than {MAX_QUESTIONS} questions")]
    TooManyQuestions,
}

/// A place in the story of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayStep {
    /// Which order: the action, then one for each answer.
    pub order: usize,
    /// Which of its happenings.
    pub event: usize,
    /// Which step of a rule led to it; none for what happens itself.
    pub trace: Option<usize>,
}

/// A question that came up, and what was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnsweredPrompt {
    /// The question with its answers.
    pub decision: OpenPrompt,
    /// Key of the one that was given.
    pub answer: String,
}

/// An action with everything it led to.
#[derive(Clone, Debug)]
pub struct ActionReplay {
    orders: Vec<OrderRecord>,
    steps: Vec<ReplayStep>,
    answered_prompts: Vec<AnsweredPrompt>,
}

impl ActionReplay {
    /// Resolves what a scene aims at, with these dice. Questions take the answer that is given for them in turn,
    /// and beyond that the first one they offer.
    ///
    /// The world holds a fight afterwards that is of no further use.
    ///
    /// # Errors
    /// The scene aims at nothing, cannot be set up, or the rules forbid the action.
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
        let told = world.resource::<History>().records().len();
        battle::submit(world, &order)?;
        let mut asked = Vec::new();
        while let Some(decision) = world.resource::<PendingPrompt>().open_prompt().cloned() {
            if asked.len() == MAX_QUESTIONS {
                return Err(ActionReplayError::TooManyQuestions);
            }
            let offered = &decision.prompt().answers;
            let wish = answers.get(asked.len());
            let given = wish.and_then(|wish| offered.iter().find(|answer| answer.key == *wish));
            let answer = given.or(offered.first()).ok_or(ActionReplayError::TooManyQuestions)?.key.clone();
            battle::submit(world, &Order::Decide { answer: answer.clone() })?;
            asked.push(AnsweredPrompt { decision, answer });
        }
        let chapters = world.resource::<History>().records()[told..].to_vec();
        let steps = list_steps(&chapters);
        Ok(Self { orders: chapters, steps, answered_prompts: asked })
    }

    /// All its places, in turn.
    pub fn steps(&self) -> &[ReplayStep] {
        &self.steps
    }

    /// The orders with what they led to.
    pub fn orders(&self) -> &[OrderRecord] {
        &self.orders
    }

    /// The questions that came up.
    pub fn answered_prompts(&self) -> &[AnsweredPrompt] {
        &self.answered_prompts
    }

    /// What has happened after so many steps, to be told to a world that holds the scene.
    pub fn orders_until(&self, steps: usize) -> Vec<OrderRecord> {
        let Some(last) = steps.checked_sub(1).and_then(|last| self.steps.get(last)) else {
            return Vec::new();
        };
        let happened = last.event + usize::from(last.trace.is_none());
        let mut chapters: Vec<OrderRecord> = self.orders[..=last.order].to_vec();
        if let Some(chapter) = chapters.last_mut() {
            chapter.events.truncate(happened);
        }
        chapters
    }
}

/// The order that does what a scene aims at.
fn aimed_order(world: &mut World, aim: &LabAction) -> Option<Order> {
    let unit = UnitId(aim.attacker as u32 + 1);
    battle::with_view(world, |view| {
        let target = match aim.at {
            LabTarget::Unit(target) => Target::Unit(UnitId(target as u32 + 1)),
            LabTarget::Barrier(place) => Target::Barrier(*view.barrier_at(place)?.id),
            LabTarget::Square(cell) => Target::Square(cell),
        };
        let carried = view.unit(unit)?.inventory.items().get(aim.weapon)?.mode();
        let mode = aim.mode.or(carried);
        Some(Order::Attack { unit, target, weapon: aim.weapon, mode, manner: aim.manner.clone() })
    })
}

fn list_steps(chapters: &[OrderRecord]) -> Vec<ReplayStep> {
    let mut steps = Vec::new();
    for (chapter, story) in chapters.iter().enumerate() {
        for (happening, one) in story.events.iter().enumerate() {
            let traces = (0..one.trace.len()).map(Some).chain([None]);
            steps.extend(traces.map(|trace| ReplayStep { order: chapter, event: happening, trace }));
        }
    }
    steps
}
