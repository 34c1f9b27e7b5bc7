//! Conditions of an attack, computed by the battle from the map: plain data for the rules.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Hazard;
use model::BarrierSource;

/// How the attacker and the target see each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TargetSight {
    /// Square of the straight distance between the squares' centres, in square metres.
    pub distance_squared: u32,
    /// Chebyshev distance: 1 is a neighbour. `SS-BASE-16`.
    #[serde(rename = "rings")]
    pub chebyshev_distance: u32,
    /// Share of the target's body hidden from the attacker, in percent, 0 to 100. `SS-COVER-07`.
    pub hidden: u8,
    /// Whether the target took cover (`SS-ACT-49`) behind what hides it.
    pub took_cover: bool,
    /// Whether the obstacle is between two neighbouring squares, so that good cover counts in melee. `SS-DEF-42`.
    pub across_obstacle: bool,
    /// Whether the target is aware of the attack, unless it is fully hidden. `SS-DEF-21` to `SS-DEF-23`.
    pub aware: bool,
}

impl TargetSight {
    /// A target in the open and aware of the attack, so many squares away in a straight line.
    pub const fn in_the_open(metres: u32) -> Self {
        Self {
            distance_squared: metres * metres,
            chebyshev_distance: metres,
            hidden: 0,
            took_cover: false,
            across_obstacle: false,
            aware: true,
        }
    }

    /// Whether the attack takes the target unawares in books where that makes it easier: by surprise or out of
    /// concealment. Walls alone do not: a target that cannot be seen is not easier to hit. `AD-DEF-18`, `CS-UNA-04`.
    pub const fn takes_unawares(&self) -> bool {
        !self.aware && self.hidden < 100
    }
}

/// One barrier on the line of an attack, in its present state.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BarrierOnLine {
    /// Id of the barrier segment.
    pub id: BarrierSource,
    /// "brick wall".
    pub name: String,
    /// Structure rating. `SS-BARR-01`.
    pub structure: u32,
    /// Armor rating.
    pub armor: u32,
    /// Thickness in centimetres. `SS-BARR-03`.
    pub thickness_cm: u32,
    /// Damage taken so far. `SS-BARR-33`.
    pub damage: u32,
    /// Whether it can be seen through. `SS-BARR-08`.
    pub transparent: bool,
    /// Glass of a pane in percent of a segment of 2.4 m; 100 for everything else. `AB-OBJ-12`.
    #[serde(default = "whole_segment", skip_serializing_if = "is_whole_segment")]
    pub glass_pct: u8,
    /// Whether it has spikes or barbs. `AB-KNOCK-23`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sharp: bool,
}

const fn whole_segment() -> u8 {
    100
}

fn is_whole_segment(glass_pct: &u8) -> bool {
    *glass_pct == whole_segment()
}

/// Damage to a barrier segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BarrierHarm {
    /// Id of the segment.
    pub id: BarrierSource,
    /// Damage added.
    pub damage: u32,
}

/// How an attack hit its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HitResult {
    /// Missed.
    Miss,
    /// Stopped by a barrier; nothing touched the target. `SS-COVER-06`.
    Blocked,
    /// Hit without damage. `SS-ATK-28`, `SS-ATK-29`.
    Graze,
    /// Hit.
    Hit,
}

/// How a unit has moved since its last action phase began. `SS-MOVE-16`.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
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

/// Why a unit is out of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DownState {
    /// Unconscious; may be dying.
    Unconscious,
    /// Dead, or destroyed.
    Dead,
    /// Has given up and takes no further part. `AB-GRITTY-08`.
    Surrendered,
    /// Has fled from the battlefield. `AB-GRITTY-08`.
    Fled,
}

impl DownState {
    /// Rank of the states: a unit changes only to a higher one.
    const fn severity(self) -> u8 {
        match self {
            Self::Unconscious => 0,
            Self::Surrendered => 1,
            Self::Fled => 2,
            Self::Dead => 3,
        }
    }
}

impl Ord for DownState {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.severity().cmp(&other.severity())
    }
}

impl PartialOrd for DownState {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Light on a square.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
#[serde(rename_all = "snake_case")]
pub enum Light {
    /// Day, or a lit room.
    #[default]
    Normal,
    /// Dusk, a few lamps.
    Low,
    /// No usable light.
    Dark,
}

/// The weather over the whole map.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
#[serde(rename_all = "snake_case")]
pub enum Weather {
    /// No effect.
    #[default]
    Calm,
    /// Rain, wind.
    Light,
    /// Storm.
    Heavy,
    /// Hurricane.
    Extreme,
}

/// Conditions of a square for a unit on it.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema
)]
#[serde(deny_unknown_fields, default)]
pub struct GroundConditions {
    /// Height of the ground in centimetres.
    pub height_cm: i32,
    /// Difficulty for movement and combat: 0, 10, 20 or 30.
    pub difficulty: u8,
    /// Light on it.
    pub light: Light,
    /// Fog, smoke, mist or deep shadow on it.
    pub obscured: bool,
    /// Hazard for units on it.
    pub hazard: Option<Hazard>,
    /// Whether there is no air to breathe. `CS-SUFF-01`.
    pub airless: bool,
}

/// Conditions around attacker and target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Surroundings {
    /// The attacker's square.
    pub attacker: GroundConditions,
    /// The target's square.
    pub target: GroundConditions,
    /// Whether the line between them passes fog, smoke, mist or deep shadow.
    pub obscured_between: bool,
    /// The weather.
    pub weather: Weather,
    /// Whether there is no gravity. Table CC-T5.
    pub zero_gravity: bool,
}
