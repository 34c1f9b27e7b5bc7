//! What every book sees of the battlefield: worked out by the field, plain data to the rules.

use serde::{Deserialize, Serialize};

use crate::Hazard;

/// How the attacker and the target see each other. Everything here is worked out by the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TargetSight {
    /// Square of the straight distance between the squares' centres, in square metres.
    pub distance_squared: u32,
    /// Rings of squares between them: 1 is a neighbour. `SS-BASE-16`.
    #[serde(alias = "rings")]
    pub chebyshev_distance: u32,
    /// Share of the target's body hidden from the attacker, in percent, 0 to 100. `SS-COVER-07`.
    pub hidden: u8,
    /// The target took cover (`SS-ACT-49`) behind what hides it.
    pub took_cover: bool,
    /// The obstacle lies between two neighbouring squares: good cover counts in melee. `SS-DEF-42`.
    pub across_obstacle: bool,
    /// The target knows of the attack, unless it is wholly hidden. `SS-DEF-21` to `SS-DEF-23`.
    pub aware: bool,
}

/// One barrier on the line of an attack, in the state it is in.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BarrierOnLine {
    /// Number of the barrier segment.
    pub id: u32,
    /// "brick wall".
    pub name: String,
    /// Structure rating. `SS-BARR-01`.
    pub structure: u32,
    /// Armor rating.
    pub armor: u32,
    /// Thickness in centimetres. `SS-BARR-03`.
    pub thickness_cm: u32,
    /// Damage the segment has already. `SS-BARR-33`.
    pub damage: u32,
    /// Can be seen through. `SS-BARR-08`.
    pub transparent: bool,
}

/// What a barrier segment suffered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BarrierHarm {
    /// Number of the segment.
    pub id: u32,
    /// Damage added to it.
    pub damage: u32,
}

/// How an attack met its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HitResult {
    /// Missed.
    Miss,
    /// Stopped by a barrier; nothing touched the target. `SS-COVER-06`.
    Blocked,
    /// Touched without harm. `SS-ATK-28`, `SS-ATK-29`.
    Graze,
    /// Hit.
    Hit,
}

/// How a unit has moved since its last action phase began. `SS-MOVE-16`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MovementMode {
    /// Standing or walking.
    #[default]
    Steady,
    /// Took the Run action.
    Running,
    /// Took a further Run action in the same round.
    Sprinting,
}

/// Out of the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DownState {
    /// Unconscious; may be dying.
    Unconscious,
    /// Dead, or destroyed.
    Dead,
}

/// How much light falls on a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Light {
    /// Day, or a lit room.
    #[default]
    Normal,
    /// Dusk, a few lamps.
    Low,
    /// No light to speak of.
    Dark,
}

/// The weather over the whole map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weather {
    /// Nothing that matters.
    #[default]
    Calm,
    /// Rain, wind.
    Light,
    /// Storm.
    Heavy,
    /// Hurricane.
    Extreme,
}

/// What a square does to whoever stands on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GroundConditions {
    /// Height of the ground in centimetres.
    pub height_cm: i32,
    /// How hard it is to move and fight on: 0, 10, 20 or 30.
    pub difficulty: u8,
    /// Light on it.
    pub light: Light,
    /// Fog, smoke, mist or deep shadow on it.
    pub obscured: bool,
    /// What it does to whoever is on it.
    pub hazard: Option<Hazard>,
    /// Nothing to breathe on it. `CS-SUFF-01`.
    pub airless: bool,
}

/// Where attacker and target stand, and the sky above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Surroundings {
    /// The attacker's square.
    pub attacker: GroundConditions,
    /// The target's square.
    pub target: GroundConditions,
    /// The line between them passes fog, smoke, mist or deep shadow.
    pub obscured_between: bool,
    /// The weather.
    pub weather: Weather,
    /// Nothing weighs anything here. Table CC-T5.
    pub zero_gravity: bool,
}
