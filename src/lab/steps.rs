//! An action of a scene resolved once and looked at step by step, forwards and backwards.

use bevy_ecs::prelude::World;
use thiserror::Error;

use super::arrange;
use battle::{Chapter, Decision, History, Order, Pending, Refusal, Target, UnitId};
use content::{Aim, AimAt, Content, LabScene};
use rules::Book;

/// Questions that are answered before a resolution is given up.
const MOST_QUESTIONS: usize = 64;

/// Why an action cannot be looked at.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StepsError {
    /// The scene aims at nothing.
    #[error("choose who attacks, and what, first")]
    NoAim,
    /// The scene cannot be set up.
    #[error("{0}")]
    Scene(String),
    /// The rules forbid it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// It asks without end.
    #[error("the action asks more than {MOST_QUESTIONS} questions")]
    Endless,
}

/// A place in the story of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Which order: the action, then one for each answer.
    pub chapter: usize,
    /// Which of its happenings.
    pub happening: usize,
    /// Which step of a rule led to it; none for what happens itself.
    pub trace: Option<usize>,
}

/// A question that came up, and what was answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The question with its answers.
    pub decision: Decision,
    /// Key of the one that was given.
    pub answer: String,
}

/// An action with everything it led to.
#[derive(Clone, Debug)]
pub struct Story {
    chapters: Vec<Chapter>,
    steps: Vec<Step>,
    asked: Vec<Asked>,
}

impl Story {
    /// Resolves what a scene aims at, with these dice. Questions take the answer that is given for them in turn,
    /// and beyond that the first one they offer.
    ///
    /// The world holds a fight afterwards that is of no further use.
    ///
    /// # Errors
    /// The scene aims at nothing, cannot be set up, or the rules forbid the action.
    pub fn of(
        world: &mut World,
        scene: &LabScene,
        content: &Content,
        book: Book,
        seed: u64,
        answers: &[String],
    ) -> Result<Self, StepsError> {
        let aim = scene.aim.as_ref().ok_or(StepsError::NoAim)?;
        arrange(world, scene, content, book).map_err(|error| StepsError::Scene(error.to_string()))?;
        battle::reseed(world, seed);
        let order = order(world, aim).ok_or(StepsError::NoAim)?;
        let told = world.resource::<History>().chapters().len();
        battle::submit(world, &order)?;
        let mut asked = Vec::new();
        while let Some(decision) = world.resource::<Pending>().decision().cloned() {
            if asked.len() == MOST_QUESTIONS {
                return Err(StepsError::Endless);
            }
            let offered = &decision.prompt().answers;
            let wish = answers.get(asked.len());
            let given = wish.and_then(|wish| offered.iter().find(|answer| answer.key == *wish));
            let answer = given.or(offered.first()).ok_or(StepsError::Endless)?.key.clone();
            battle::submit(world, &Order::Decide { answer: answer.clone() })?;
            asked.push(Asked { decision, answer });
        }
        let chapters = world.resource::<History>().chapters()[told..].to_vec();
        let steps = steps(&chapters);
        Ok(Self { chapters, steps, asked })
    }

    /// All its places, in turn.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The orders with what they led to.
    pub fn chapters(&self) -> &[Chapter] {
        &self.chapters
    }

    /// The questions that came up.
    pub fn asked(&self) -> &[Asked] {
        &self.asked
    }

    /// What has happened after so many steps, to be told to a world that holds the scene.
    pub fn until(&self, steps: usize) -> Vec<Chapter> {
        let Some(last) = steps.checked_sub(1).and_then(|last| self.steps.get(last)) else {
            return Vec::new();
        };
        let happened = last.happening + usize::from(last.trace.is_none());
        let mut chapters: Vec<Chapter> = self.chapters[..=last.chapter].to_vec();
        if let Some(chapter) = chapters.last_mut() {
            chapter.happenings.truncate(happened);
        }
        chapters
    }
}

/// The order that does what a scene aims at.
fn order(world: &mut World, aim: &Aim) -> Option<Order> {
    let unit = UnitId(aim.attacker as u32 + 1);
    battle::with_view(world, |view| {
        let target = match aim.at {
            AimAt::Unit(target) => Target::Unit(UnitId(target as u32 + 1)),
            AimAt::Barrier(place) => Target::Barrier(*view.barrier_at(place)?.id),
            AimAt::Square(cell) => Target::Square(cell),
        };
        let carried = view.unit(unit)?.arsenal.carried().get(aim.weapon)?.mode();
        let mode = aim.mode.or(carried);
        Some(Order::Attack { unit, target, weapon: aim.weapon, mode, manner: aim.manner.clone() })
    })
}

fn steps(chapters: &[Chapter]) -> Vec<Step> {
    let mut steps = Vec::new();
    for (chapter, story) in chapters.iter().enumerate() {
        for (happening, one) in story.happenings.iter().enumerate() {
            let traces = (0..one.trace.len()).map(Some).chain([None]);
            steps.extend(traces.map(|trace| Step { chapter, happening, trace }));
        }
    }
    steps
}
