//! Scene files as written, before names are resolved. The writer of the Lab fills the same structures.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::orders::{SceneOrder, SceneStart};
use super::raw_action::RawAction;
pub(crate) use super::raw_objects::RawNumberOverride;
pub(super) use super::raw_objects::{
    RawAim, RawAimTarget, RawBarrier, RawBarrierWear, RawCellSide, RawItem, name_place, to_place,
};
use crate::books::book_kind::BookKind;
use crate::definitions::entry_validator::EntryValidator;
use crate::definitions::kinds::Terrain;
use crate::definitions::raw::{RawBarrierKind, RawSwitch};
use crate::lab::LabOverlayKind;
use crate::skirmishes::lesson::Lesson;
use crate::skirmishes::skirmish::{Arrival, Objective, SkirmishOptions, TimeUp, UsedWeapon};
use rules::status::Ailment;
use rules::turn_engine::PhaseTiming;
use rules::{
    Book, DownState, GroundConditions, HealthState, KarmaPlan, MovementMode, UnitRole, WeaponMalfunction,
    Weather,
};

/// The header, read first so that another version or book is not reported as wrong fields.
#[derive(Debug, Deserialize)]
pub(super) struct RawSceneHeader {
    #[serde(default = "format")]
    pub format: u32,
    #[serde(default)]
    pub book: Book,
}

impl Default for RawSceneHeader {
    fn default() -> Self {
        Self { format: format(), book: Book::default() }
    }
}

fn format() -> u32 {
    super::SCENE_FORMAT
}

/// Older names of fields of a scene, and of its units, with the current ones.
pub(super) const OLD_FIELDS: [(&str, &str); 5] = [
    ("poses", "unit_states"),
    ("worn", "damaged"),
    ("lying", "items"),
    ("tuned", "overrides"),
    ("course", "sequence"),
];

/// A scene: a map, units with their state, and actions, each as far as the file has it.
#[derive(Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub(super) struct RawScene<B: BookKind> {
    /// Read as `RawSceneHeader` before.
    #[serde(default, rename = "format", skip_serializing)]
    #[schemars(with = "u32")]
    pub _format: IgnoredAny,
    /// Shown to players.
    pub name: String,
    /// What it is about, in a sentence or two.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub description: String,
    /// Its rulebook.
    pub book: Book,
    /// Optional rules by their key, such as `"ss.recoil": false`.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub switches: BTreeMap<String, RawSwitch>,
    /// Weather outdoors.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub weather: Weather,
    /// Whether there is no gravity.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub zero_gravity: bool,
    /// Options of the battle.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub options: SkirmishOptions,
    /// Sides, in the order in which units name them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<RawSide>,
    /// Units.
    #[serde(default = "Vec::<RawUnit<B>>::new", skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<RawUnit<B>>,
    /// Weapons of this scene only.
    #[serde(default = "BTreeMap::<String, B::Weapon>::new", skip_serializing_if = "BTreeMap::is_empty")]
    pub weapons: BTreeMap<String, B::Weapon>,
    /// Kinds of barriers of this scene only.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub kinds: BTreeMap<String, RawBarrierKind>,
    /// Kinds of terrain of this scene only.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub grounds: BTreeMap<String, Terrain>,
    /// Id of the terrain of squares that the legend does not mention.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub ground: String,
    /// Meaning of the characters of the map.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub legend: BTreeMap<String, RawLegendEntry>,
    /// The drawing; empty for a plain map.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub map: Vec<String>,
    /// Named areas, for deployment and objectives.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub zones: BTreeMap<String, Vec<RawArea>>,
    /// Barriers besides those of the drawing.
    #[serde(default, skip_serializing)]
    pub barriers: Vec<RawBarrier>,
    /// How a side wins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objectives: Vec<Objective<String>>,
    /// When the battle ends at the latest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<RawLimit>,
    /// What it teaches: hints that wait for the player, dice and opponent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lesson: Option<Lesson<String>>,
    /// Barriers that are damaged or open.
    #[serde(default, alias = "worn", skip_serializing_if = "Vec::is_empty")]
    pub damaged: Vec<RawBarrierWear>,
    /// Weapons on the ground.
    #[serde(default, alias = "lying", skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<RawItem>,
    /// States of units by name, in older files; now fields of the unit.
    #[serde(default, alias = "poses", skip_serializing)]
    pub unit_states: BTreeMap<String, RawUnitState>,
    /// Changed numbers of units by name, in older files; now `numbers` of the unit.
    #[serde(default, alias = "tuned", skip_serializing)]
    pub overrides: BTreeMap<String, Vec<RawNumberOverride>>,
    /// The attack that the Lab analyses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aim: Option<RawAim>,
    /// Overlays that are on when the Lab opens it.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub overlays: BTreeSet<LabOverlayKind>,
    /// One action.
    #[serde(default, skip_serializing)]
    pub action: Option<RawAction>,
    /// Several actions in order.
    #[serde(default, alias = "course", skip_serializing)]
    pub sequence: Vec<RawAction>,
    /// A battle played from the state of the scene.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<SceneOrder>,
    /// When the orders begin.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub start: SceneStart,
    /// Seed of the dice of the orders.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub seed: u64,
    /// Clauses that the orders show.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shows: Vec<String>,
}

/// Whether a value is the default, which files leave out.
pub(super) fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSide {
    /// Shown to players.
    pub name: String,
    /// Number of its colour.
    pub colour: u8,
    /// Name of the zone in which its units are placed before the battle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deployment: Option<String>,
}

/// The side of a unit: its name, or its number from 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum RawSideName {
    Number(u8),
    Name(String),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound = "")]
#[schemars(bound = "")]
pub(crate) struct RawUnit<B: BookKind> {
    /// Name, which no other unit of the scene has.
    pub name: String,
    /// Id of its archetype.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub archetype: Option<String>,
    /// Values of its own, in place of an archetype.
    #[serde(default = "nothing::<B::Sheet>", skip_serializing_if = "Option::is_none")]
    pub sheet: Option<B::Sheet>,
    /// Name or number of its side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<RawSideName>,
    /// A character of the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<char>,
    /// Column and row of a square, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<(u32, u32)>,
    /// Starts as driver of this unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drives: Option<String>,
    /// Starts inside this unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rides: Option<String>,
    /// Starts holding this unit as a shield.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds: Option<String>,
    /// Its role, if not that of its archetype. `AB-EXTRA-02`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<UnitRole>,
    /// Its group. `AB-GRITTY-07`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Hidden from the enemy at the start.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub concealed: bool,
    /// In the cover beside it.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub in_cover: bool,
    /// Waits unseen for its moment at the start.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub lurking: bool,
    /// When it arrives, if it is not there from the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrives: Option<Arrival>,
    /// Prone.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub prone: bool,
    /// Its last movement.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub gait: MovementMode,
    /// Its health in the terms of a book that need not be the scene's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub health: Option<HealthState>,
    /// What differs from an unharmed unit, in the terms of the scene's book.
    #[serde(default = "nothing::<B::Condition>", alias = "lost", skip_serializing)]
    pub condition: Option<B::Condition>,
    /// Karma points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub karma: Option<u8>,
    /// Ailments that it has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ailments: Vec<Ailment>,
    /// Its equipment with its state; omitted for that of its archetype.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub carries: Option<Vec<UsedWeapon>>,
    /// Weapons in hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<Vec<String>>,
    /// Rounds in its weapons, by id, if they are not full.
    #[serde(default, skip_serializing)]
    pub loaded: BTreeMap<String, u32>,
    /// Malfunctions of its weapons, by id.
    #[serde(default, skip_serializing)]
    pub faults: BTreeMap<String, WeaponMalfunction>,
    /// Numbers that differ from the content.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub numbers: Vec<RawNumberOverride>,
    /// The rest is the unit's turn, for actions.
    #[serde(default, skip_serializing, alias = "purse")]
    pub budget: B::Turn,
    /// The phase it is in.
    #[serde(default, skip_serializing)]
    pub turn: Option<PhaseTiming>,
    /// Initiative Score.
    #[serde(default = "ten", skip_serializing)]
    pub initiative: i32,
    /// The round.
    #[serde(default = "one", skip_serializing)]
    pub round: u32,
    /// Whether it has acted in this pass.
    #[serde(default, skip_serializing)]
    pub acted: bool,
    /// Whether its turn of this round is to come.
    #[serde(default = "yes", skip_serializing)]
    pub turn_left: bool,
    /// Half metres that it has walked.
    #[serde(default, skip_serializing)]
    pub walked: u32,
    /// How often it has run.
    #[serde(default, skip_serializing)]
    pub runs: u8,
    /// Whether an opponent is in contact.
    #[serde(default, skip_serializing)]
    pub in_melee: bool,
    /// Sides of the melee that it is in.
    #[serde(default, skip_serializing)]
    pub melee: Option<RawMelee>,
    /// Holds another unit, or is held.
    #[serde(default, skip_serializing)]
    pub grip: Option<RawGrip>,
    /// Whether weather has no effect on it.
    #[serde(default, skip_serializing)]
    pub indoors: Option<bool>,
    /// Conditions of its square.
    #[serde(default, skip_serializing)]
    pub ground: Option<GroundConditions>,
    /// How it is out of action.
    #[serde(default, skip_serializing)]
    pub down: Option<DownState>,
    /// In a book with interrupts and Karma.
    #[serde(default, skip_serializing)]
    pub action_points: Option<u8>,
    /// Whether it is in Full Defense.
    #[serde(default, skip_serializing)]
    pub full_defense: bool,
    /// How often it has defended.
    #[serde(default, skip_serializing)]
    pub defences: u8,
    /// Whether it may interrupt.
    #[serde(default = "yes", skip_serializing)]
    pub may_interrupt: bool,
    /// Karma for its next tests.
    #[serde(default, skip_serializing)]
    pub karma_plan: KarmaPlan,
}

impl<B: BookKind> RawUnit<B> {
    /// Reports fields of interrupts, defences and Karma, in a book without them.
    pub fn report_own_fields(&self, entry: &mut EntryValidator<'_>, index: &str, book: &str) {
        let said = [
            ("action_points", self.action_points.is_some()),
            ("full_defense", self.full_defense),
            ("defences", self.defences > 0),
            ("may_interrupt", !self.may_interrupt),
            ("karma", self.karma.is_some_and(|karma| karma > 0)),
            ("karma_plan", self.karma_plan != KarmaPlan::default()),
        ];
        for (label, _) in said.into_iter().filter(|(_, said)| *said) {
            entry.error(&["units", index, label], format!("units in {book} have no `{label}`"));
        }
    }
}

fn nothing<T>() -> Option<T> {
    None
}

fn yes() -> bool {
    true
}

fn one() -> u32 {
    1
}

fn ten() -> i32 {
    10
}

/// Sides of the melee that a unit is in.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawMelee {
    /// Units of its side.
    #[serde(default = "one")]
    pub friends: u32,
    /// Units of the other side.
    #[serde(default = "one")]
    pub foes: u32,
    /// Opponents in contact.
    #[serde(default = "one")]
    pub opponents: u32,
    /// Those that cannot act.
    #[serde(default)]
    pub inert: u32,
}

/// A grip, by the name of the other unit.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RawGrip {
    Holding(String),
    HeldBy(String),
}

/// State of a unit in an older Lab file.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct RawUnitState {
    /// Prone.
    pub prone: bool,
    /// In the cover beside it.
    pub in_cover: bool,
    /// Its last movement.
    pub gait: MovementMode,
    /// Its health.
    pub condition: Option<HealthState>,
    /// Karma points.
    pub karma: u8,
    /// Its equipment with its state.
    pub carries: Option<Vec<UsedWeapon>>,
}

/// Meaning of a map character.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawLegendEntry {
    /// Id of the barrier on the edge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edge: Option<String>,
    /// Id of the terrain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terrain: Option<String>,
    /// Id of the barrier on the square.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object: Option<String>,
    /// Names of the zones that the square belongs to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawArea {
    /// First column.
    pub x: u32,
    /// First row.
    pub y: u32,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RawLimit {
    /// The last round.
    pub rounds: u32,
    /// What happens after it.
    pub then: TimeUp<String>,
}
