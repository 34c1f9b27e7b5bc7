//! Scenes: one test of the rules with everything it needs, for `breachline resolve` and `breachline odds`.
//!
//! The file format is described in `docs/scene-format.md`.

mod action;
mod attacks;
mod barriers;
mod cast;
mod encounter;
mod muster;
mod plays;
mod raw;
mod raw_encounter;
mod stage;

use std::path::Path;
use std::sync::Arc;

pub use encounter::{Check, Encounter, Play};

use super::library::Content;
use super::problem::{Problem, Severity};
use super::source::Source;
use crate::rules::Book;
use crate::rules::swan_song::initiative::Initiative;
use crate::rules::swan_song::turn_order::Entry;
use crate::rules::swan_song::{
    AttackScene, BarrierOnLine, BarrierScene, DamageType, Fighter, PoolKind, Switches,
};

/// Version of the scene format; other versions are refused.
pub const SCENE_FORMAT: u32 = 1;

/// A scene of any book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyScene {
    /// Of Swan Song, which has actions of its own.
    SwanSong(Box<Scene>),
    /// Of any other book.
    Other(Box<Encounter>),
}

impl From<Scene> for AnyScene {
    fn from(scene: Scene) -> Self {
        Self::SwanSong(Box::new(scene))
    }
}

impl From<Encounter> for AnyScene {
    fn from(scene: Encounter) -> Self {
        Self::Other(Box::new(scene))
    }
}

/// One test of the rules of Swan Song, ready to be resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// Shown to players.
    pub name: String,
    /// What it shows, in a sentence; may be empty.
    pub description: String,
    /// The rulebook.
    pub book: Book,
    /// Rule switches.
    pub switches: Arc<Switches>,
    /// Everybody in it; a unit's number is its place in this list, counted from 1.
    pub units: Vec<SceneUnit>,
    /// What stands about; a barrier's number is its place in the file, counted from 1.
    pub barriers: Vec<BarrierOnLine>,
    /// What happens.
    pub action: SceneAction,
    /// How the defender defends, where the file says so.
    pub defence: Option<String>,
}

/// Somebody in a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneUnit {
    /// Shown to players.
    pub name: String,
    /// The unit as the rules see it.
    pub fighter: Fighter,
}

/// What a scene is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SceneAction {
    /// An attack on a unit.
    Attack(Box<AttackScene>),
    /// An attack on a barrier.
    Strike(Box<BarrierScene>),
    /// A sprint. `SS-MOVE-09` to `SS-MOVE-12`.
    Sprint(Box<Fighter>),
    /// Initiative for a round. `SS-INIT-01` to `SS-INIT-07`.
    Initiative {
        /// Who rolls.
        unit: Box<Fighter>,
        /// Dice that effects add.
        change: i32,
        /// Karma was paid for five dice.
        karma: bool,
        /// Passes over before the unit came. `SS-INIT-25`.
        passes: u32,
    },
    /// An Initiative attribute or number of dice that changes within a round. `SS-INIT-15` to `SS-INIT-20`.
    InitiativeChange {
        /// Number of the unit.
        unit: u32,
        /// Its initiative so far.
        before: Initiative,
        /// The attribute from now on.
        attribute: i32,
        /// The dice from now on.
        dice: u8,
    },
    /// Who acts before whom. `SS-INIT-08` to `SS-INIT-11`.
    TurnOrder(Vec<Entry>),
    /// Damage that is left after soak. Chapters DMG, WND and KNOCK.
    Harm {
        /// Who takes it.
        unit: Box<Fighter>,
        /// Points.
        damage: u32,
        /// Health or Strain.
        pool: PoolKind,
        /// Damage type.
        damage_type: DamageType,
        /// Of gel rounds. `SS-KNOCK-06`.
        gel: bool,
    },
    /// A dying unit that nobody helps. `SS-DMG-23`, `SS-DMG-24`.
    Bleed {
        /// Who.
        unit: Box<Fighter>,
        /// Rounds since it went down.
        rounds: u32,
    },
}

impl Scene {
    /// Name of a unit by its number.
    pub fn unit_name(&self, number: u32) -> Option<&str> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        self.units.get(index).map(|unit| unit.name.as_str())
    }

    /// Name of a barrier by its number.
    pub fn barrier_name(&self, number: u32) -> Option<&str> {
        self.barriers.iter().find(|barrier| barrier.id == number).map(|barrier| barrier.name.as_str())
    }
}

/// Reads a scene file with the rest of the content at hand. `None` if it is broken.
pub fn load_scene(content: &Content, path: &Path) -> (Option<AnyScene>, Vec<Problem>) {
    match Source::read(path) {
        Ok(source) => stage::scene(content, &source),
        Err(problem) => (None, vec![problem]),
    }
}

/// Reads a scene from a text; `name` stands for the file in what is reported.
pub fn parse_scene(content: &Content, name: &Path, text: &str) -> (Option<AnyScene>, Vec<Problem>) {
    match Source::new(name, text.to_owned()) {
        Ok(source) => stage::scene(content, &source),
        Err(problem) => (None, vec![problem]),
    }
}

/// Whether any problem is an error.
fn has_errors(problems: &[Problem]) -> bool {
    problems.iter().any(|problem| problem.severity == Severity::Error)
}
