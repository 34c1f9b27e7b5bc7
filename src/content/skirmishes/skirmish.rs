//! Skirmishes, validated and with all names resolved.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::lesson::Lesson;
pub use super::objective::{Objective, TimeUp};
use crate::definitions::kinds::{BarrierKind, BarrierStyle, Terrain};
use crate::shared::Shared;
use field::{Grid, Obstacle, TerrainCell};
use model::{BarrierId, Cell, ObstaclePosition};
use rules::status::ActiveAilment;
use rules::{
    CarriedItem, FireMode, GroundConditions, HealthState, RuleSet, Sheet, UnitRole, WeaponMalfunction,
    Weather, play,
};

/// Match options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SkirmishOptions {
    /// Unlimited undo: any order may be undone, dice included.
    #[serde(default)]
    pub free_undo: bool,
    /// Players may enter physical dice.
    #[serde(default)]
    pub own_dice: bool,
    /// Players are prompted for the dice of their units, and may leave any roll to the program.
    #[serde(default)]
    pub ask_dice: bool,
    /// Fog of war: each side sees only what it knows.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fog_of_war: bool,
}

/// A side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SkirmishSide {
    /// Shown to players.
    pub name: String,
    /// Number of its colour and ring, 0 to 3.
    pub colour: u8,
    /// Its deployment zone, if it has one.
    pub deployment: Option<String>,
}

/// A unit with its starting square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SkirmishUnit {
    /// Shown to players.
    pub name: String,
    /// Id of its archetype.
    pub archetype: String,
    /// Number of its side.
    pub side: u8,
    /// Its starting square.
    pub cell: Cell,
    /// Its role; `None` for that of its archetype. `AB-EXTRA-02`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<UnitRole>,
    /// Units of one group act together, in a book with groups. `AB-GRITTY-07`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Starts hidden, in a book with hiding. `CS-UNA-05`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub concealed: bool,
    /// Starts in cover, if there is any next to it. `CS-COV-03`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_cover: bool,
    /// Stays hidden until it is seen or attacks, and then surprises. `SS-SURP-22`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lurking: bool,
    /// Its state from an earlier battle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(alias = "veteran")]
    pub campaign_unit: Option<CampaignUnit>,
    /// Its vehicle, or the unit it holds, at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(alias = "tie")]
    pub link: Option<UnitLink>,
    /// When it arrives, if it is not there from the start. `SS-INIT-25`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrives: Option<Arrival>,
}

/// The pass of a round in which a unit arrives. `SS-INIT-25`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arrival {
    /// Combat Round, from 1.
    pub round: u32,
    /// Initiative Pass, from 1.
    #[serde(default = "first_pass", skip_serializing_if = "is_first_pass")]
    pub pass: u32,
}

const fn first_pass() -> u32 {
    1
}

fn is_first_pass(pass: &u32) -> bool {
    *pass == first_pass()
}

impl SkirmishUnit {
    /// A unit that is there from the start, in the open and unhurt.
    pub const fn new(name: String, archetype: String, side: u8, cell: Cell) -> Self {
        Self {
            name,
            archetype,
            side,
            cell,
            role: None,
            group: None,
            concealed: false,
            in_cover: false,
            lurking: false,
            arrives: None,
            campaign_unit: None,
            link: None,
        }
    }

    /// Returns the sheet of its archetype with its role and group in this skirmish. `AB-EXTRA-02`.
    pub fn sheet(&self, of_archetype: &Sheet) -> Sheet {
        sheet_in_role(of_archetype, self.role, self.group.as_deref())
    }
}

/// Returns a sheet with a role and a group that a file gives. `AB-EXTRA-02`.
pub(crate) fn sheet_in_role(sheet: &Sheet, role: Option<UnitRole>, group: Option<&str>) -> Sheet {
    match (role, group) {
        (None, None) => sheet.clone(),
        (role, group) => play::assign_role(sheet, role.unwrap_or_else(|| play::unit_role(sheet)), group),
    }
}

/// A link to another unit at the start of a battle, by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UnitLink {
    /// Drives the vehicle. `SS-DEF-18`.
    Drives(String),
    /// Sits in the vehicle.
    Rides(String),
    /// Holds the unit as a shield. `SS-BARR-51`, `AB-SHIELD-01`.
    Holds(String),
}

impl UnitLink {
    /// The name of the other unit.
    pub fn other(&self) -> &str {
        let (Self::Drives(name) | Self::Rides(name) | Self::Holds(name)) = self;
        name
    }

    /// The same link to a unit of another name.
    #[must_use]
    pub fn named(&self, name: &str) -> Self {
        let name = name.to_owned();
        match self {
            Self::Drives(_) => Self::Drives(name),
            Self::Rides(_) => Self::Rides(name),
            Self::Holds(_) => Self::Holds(name),
        }
    }
}

/// State of a unit from an earlier battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CampaignUnit {
    /// Its health.
    pub condition: HealthState,
    /// Karma left.
    #[serde(default)]
    pub karma: u8,
    /// Lasting ailments, until healed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ailments: Vec<ActiveAilment>,
    /// Its equipment; `None` for that of its archetype, undamaged and loaded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(alias = "kit")]
    pub loadout: Option<Vec<UsedWeapon>>,
}

impl CampaignUnit {
    /// Creates a unit with the equipment of its archetype.
    pub const fn new(condition: HealthState, karma: u8) -> Self {
        Self { condition, karma, ailments: Vec::new(), loadout: None }
    }
}

/// A weapon in use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UsedWeapon {
    /// Id of the weapon.
    pub weapon: String,
    /// Rounds left; `None` if full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loaded: Option<u32>,
    /// The selected fire mode; `None` for the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<FireMode>,
    /// Its malfunction.
    #[serde(default, skip_serializing_if = "is_whole")]
    pub fault: WeaponMalfunction,
    /// Whether it is wielded or part of the body.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_hand: bool,
    /// Whether the left hand holds it, if it needs one hand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub off_hand: bool,
}

fn is_whole(fault: &WeaponMalfunction) -> bool {
    *fault == WeaponMalfunction::None
}

impl UsedWeapon {
    /// A new weapon that is not wielded.
    pub fn new(weapon: &str) -> Self {
        let (loaded, mode, fault) = (None, None, WeaponMalfunction::None);
        Self { weapon: weapon.to_owned(), loaded, mode, fault, in_hand: false, off_hand: false }
    }

    /// Returns the state of a carried item as a scene stores it; `id` is the weapon's content id.
    pub fn from_item(item: &CarriedItem, id: &str) -> Self {
        Self {
            weapon: id.to_owned(),
            loaded: (item.loaded != item.profile.magazine).then_some(item.loaded),
            mode: item.mode.filter(|mode| item.profile.modes.first() != Some(mode)),
            fault: item.fault,
            in_hand: item.in_hand,
            off_hand: item.off_hand,
        }
    }

    /// Sets the state of a carried item. Rounds are capped at a full magazine.
    pub fn apply_to(&self, item: &mut CarriedItem) {
        item.loaded = self.loaded.map_or(item.loaded, |loaded| loaded.min(item.profile.magazine));
        item.mode = self.mode.filter(|mode| item.profile.modes.contains(mode)).or(item.mode);
        (item.fault, item.in_hand, item.off_hand) = (self.fault, self.in_hand, self.off_hand);
    }
}

/// A barrier on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MapBarrier {
    /// The square or edge.
    pub place: ObstaclePosition,
    /// Id of its kind.
    pub kind: String,
}

/// The map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SkirmishMap {
    /// Width in squares.
    pub width: u16,
    /// Height in squares.
    pub height: u16,
    /// Ids of the terrains in use.
    pub palette: Vec<String>,
    /// Palette index of every square, row by row from the north.
    pub terrain: Vec<u16>,
    /// Barriers, by position.
    pub barriers: Vec<MapBarrier>,
    /// Named sets of squares, each sorted.
    pub zones: BTreeMap<String, Vec<Cell>>,
}

/// A skirmish.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Skirmish {
    /// Shown to players.
    pub name: String,
    /// Its description, in a sentence or two.
    pub description: String,
    /// The rulebook and its switches.
    pub rules: RuleSet,
    /// Weather on the whole map.
    #[serde(default)]
    pub weather: Weather,
    /// Zero gravity on the whole map. `CC-ENV-01`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub zero_gravity: bool,
    /// Match options.
    pub options: SkirmishOptions,
    /// The sides, 2 to 4.
    pub sides: Vec<SkirmishSide>,
    /// The map.
    pub map: Shared<SkirmishMap>,
    /// All units, in file order.
    pub units: Vec<SkirmishUnit>,
    /// Objectives.
    pub objectives: Vec<Objective>,
    /// Round limit.
    pub rounds: u32,
    /// What happens after the last round.
    pub then: TimeUp,
    /// What it teaches, with hints that wait for the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lesson: Option<Lesson>,
}

impl SkirmishMap {
    /// Terrain id of a square; `None` outside the map.
    pub fn terrain_at(&self, cell: Cell) -> Option<&str> {
        self.palette.get(usize::from(self.number_at(cell)?)).map(String::as_str)
    }

    /// Palette index of a square's terrain; `None` outside the map.
    pub fn number_at(&self, cell: Cell) -> Option<u16> {
        let (x, y) = (usize::try_from(cell.x).ok()?, usize::try_from(cell.y).ok()?);
        if x >= usize::from(self.width) {
            return None;
        }
        self.terrain.get(y * usize::from(self.width) + x).copied()
    }

    /// Builds the grid; barriers carry their index in `barriers`. Unknown ids are ignored; doors are shut.
    pub fn grid(&self, kinds: &BTreeMap<String, BarrierKind>, terrains: &BTreeMap<String, Terrain>) -> Grid {
        let (width, height) = (self.width, self.height);
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| Cell::new(x.into(), y.into())));
        let ground = cells.filter_map(|cell| Some((cell, terrains.get(self.terrain_at(cell)?)?.ground())));
        let barriers = (0..).zip(&self.barriers);
        let obstacles = barriers.filter_map(|(id, barrier)| {
            Some((barrier.place, kinds.get(&barrier.kind)?.obstacle(BarrierId(id))))
        });
        Grid::populated((width, height), ground, obstacles)
    }
}

impl Terrain {
    /// Conditions of units on this terrain.
    pub fn conditions(&self) -> GroundConditions {
        GroundConditions {
            height_cm: i32::from(self.height_cm),
            difficulty: self.difficulty,
            light: self.light,
            obscured: self.obscured,
            hazard: self.hazard,
            airless: self.airless,
        }
    }

    /// The terrain cell of this terrain.
    pub fn ground(&self) -> TerrainCell {
        TerrainCell {
            difficulty: self.extra_half_metres,
            height_cm: self.height_cm,
            impassable: self.impassable,
            ladder: self.ladder,
        }
    }
}

impl BarrierKind {
    /// An undamaged, shut segment of this barrier.
    pub fn obstacle(&self, id: BarrierId) -> Obstacle {
        Obstacle {
            id,
            height_cm: self.height_cm,
            transparent: self.transparent,
            blocks_move: self.blocks_move,
            width_pct: self.width_pct,
        }
    }

    /// Glass of a pane in percent of a segment of 2.4 m; 100 for everything else. `AB-OBJ-12`.
    pub fn glass_pct(&self) -> u8 {
        let is_pane = self.transparent && self.style == BarrierStyle::Glass;
        if is_pane { glass_pct(self.height_cm, self.width_pct) } else { WHOLE_SEGMENT_PCT }
    }
}

/// Percentage of a segment that is all glass, or no pane at all.
pub(crate) const WHOLE_SEGMENT_PCT: u8 = 100;
/// Height in centimetres of a window from floor to ceiling. `AB-OBJ-22`.
const FLOOR_TO_CEILING_CM: u16 = 240;

/// Glass of a pane of this height and share of its segment, in percent of a segment of 2.4 m. `AB-OBJ-12`.
pub(crate) fn glass_pct(height_cm: u16, width_pct: u8) -> u8 {
    let height_cm = u32::from(height_cm.min(FLOOR_TO_CEILING_CM));
    let share = u32::from(width_pct) * height_cm / u32::from(FLOOR_TO_CEILING_CM);
    u8::try_from(share).unwrap_or(WHOLE_SEGMENT_PCT)
}
