//! A skirmish, ready to be fought: every name looked up, every square known.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::definitions::kinds::{BarrierKind, Terrain};
use crate::shared::Shared;
use field::{Cell, Grid, Obstacle, ObstaclePosition, TerrainCell};
use rules::status::ActiveAilment;
use rules::{FireMode, HealthState, RuleSet, WeaponMalfunction, Weather};

/// How a skirmish is played at the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkirmishOptions {
    /// Any order may be taken back, dice and all.
    #[serde(default)]
    pub free_undo: bool,
    /// Players may type in dice they roll by hand.
    #[serde(default)]
    pub own_dice: bool,
    /// Players are asked for the faces of every roll of their units, and may leave any to the program.
    #[serde(default)]
    pub ask_dice: bool,
    /// Each side sees, hears of and aims at only what it knows.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fog_of_war: bool,
}

/// One party.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkirmishSide {
    /// Shown to players.
    pub name: String,
    /// Number of its colour and ring, 0 to 3.
    pub colour: u8,
    /// Zone where its units may be placed before the fight.
    pub deployment: Option<String>,
}

/// A unit at its starting square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkirmishUnit {
    /// Shown to players.
    pub name: String,
    /// Id of its archetype.
    pub archetype: String,
    /// Number of its side.
    pub side: u8,
    /// Where it starts.
    pub cell: Cell,
    /// Begins the fight in hiding, in a book where somebody can. `CS-UNA-05`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub concealed: bool,
    /// Begins the fight in cover, if there is any beside it. `CS-COV-03`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_cover: bool,
    /// Stays hidden when the fight begins, until it is seen or strikes: then it surprises. `SS-SURP-22`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lurking: bool,
    /// What it brings from an earlier fight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(alias = "veteran")]
    pub campaign_unit: Option<CampaignUnit>,
    /// Where it sits, or whom it holds, as the fight begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(alias = "tie")]
    pub link: Option<UnitLink>,
}

/// What ties a unit to another one as a fight begins, by the other's name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnitLink {
    /// It sits behind the wheel. `SS-DEF-18`.
    Drives(String),
    /// It sits inside.
    Rides(String),
    /// It holds the other before it as a shield. `SS-BARR-51`, `AB-SHIELD-01`.
    Holds(String),
}

impl UnitLink {
    /// The name of the other unit.
    pub fn other(&self) -> &str {
        let (Self::Drives(name) | Self::Rides(name) | Self::Holds(name)) = self;
        name
    }

    /// The same tie to a unit of another name.
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

/// What a unit brings from an earlier fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampaignUnit {
    /// Its harm.
    pub condition: HealthState,
    /// Karma left.
    #[serde(default)]
    pub karma: u8,
    /// What it suffers until somebody or something heals it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ailments: Vec<ActiveAilment>,
    /// Everything it carries, where that is not what its sort brings, whole and full.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(alias = "kit")]
    pub loadout: Option<Vec<UsedWeapon>>,
}

impl CampaignUnit {
    /// With so much harm and Karma, and what its sort brings.
    pub const fn new(condition: HealthState, karma: u8) -> Self {
        Self { condition, karma, ailments: Vec::new(), loadout: None }
    }
}

/// A weapon as it is after some use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UsedWeapon {
    /// Id of the weapon.
    pub weapon: String,
    /// Rounds left; all that it holds where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loaded: Option<u32>,
    /// The mode it is set to; its first where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<FireMode>,
    /// What has become of it besides its rounds.
    #[serde(default, skip_serializing_if = "is_whole")]
    pub fault: WeaponMalfunction,
    /// A hand holds it, or it is part of the body.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_hand: bool,
    /// The left hand holds it, where one hand does.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub off_hand: bool,
}

fn is_whole(fault: &WeaponMalfunction) -> bool {
    *fault == WeaponMalfunction::None
}

impl UsedWeapon {
    /// As it comes from its maker, in nobody's hands.
    pub fn new(weapon: &str) -> Self {
        let (loaded, mode, fault) = (None, None, WeaponMalfunction::None);
        Self { weapon: weapon.to_owned(), loaded, mode, fault, in_hand: false, off_hand: false }
    }
}

/// A barrier on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapBarrier {
    /// The square or edge.
    pub place: ObstaclePosition,
    /// Id of its kind.
    pub kind: String,
}

/// The battlefield.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkirmishMap {
    /// Squares from west to east.
    pub width: u16,
    /// Squares from north to south.
    pub height: u16,
    /// Ids of the terrains that occur.
    pub palette: Vec<String>,
    /// Number in the palette of every square, row by row from the north.
    pub terrain: Vec<u16>,
    /// Barriers, by place.
    pub barriers: Vec<MapBarrier>,
    /// Named sets of squares, each in rising order.
    pub zones: BTreeMap<String, Vec<Cell>>,
}

/// A way to win. The first that is met ends the fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Objective {
    /// All units of the other sides are out of the fight.
    Eliminate {
        /// Who wins so.
        side: u8,
    },
    /// Only this side has units up in the zone at the end of so many rounds in a row.
    Hold {
        /// Who wins so.
        side: u8,
        /// Where.
        zone: String,
        /// How many rounds.
        rounds: u32,
    },
    /// So many of its units have ended a turn in the zone and left the map there.
    Escape {
        /// Who wins so.
        side: u8,
        /// Where they leave.
        zone: String,
        /// How many.
        units: u32,
    },
    /// A unit stands in the zone at the end of a round.
    Reach {
        /// Who wins so.
        side: u8,
        /// Where.
        zone: String,
    },
    /// Nobody of another side is up in the zone any more: a building without its crew is taken, whatever is left of it.
    /// `AB-OBJ-16`.
    Clear {
        /// Who wins so.
        side: u8,
        /// Where.
        zone: String,
    },
    /// A unit of another side is out of the fight, or can go no further: a vehicle without anybody who can drive it, or
    /// one that is disabled. `SS-CALL-108`.
    Stop {
        /// Who wins so.
        side: u8,
        /// Name of the unit.
        unit: String,
    },
    /// The unit lives, nobody holds it, and nobody else of another side than the winner's is up.
    Rescue {
        /// Who wins so.
        side: u8,
        /// Name of the unit.
        unit: String,
    },
    /// The unit is dead.
    Slay {
        /// Who wins so.
        side: u8,
        /// Name of the unit.
        unit: String,
    },
}

/// What happens when the rounds are over and nobody has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeUp {
    /// Nobody wins.
    Draw,
    /// The side with the most units still in the fight wins; equal numbers are a draw.
    MostStanding,
    /// This side wins.
    Wins(u8),
}

/// A fight: who, where, what for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skirmish {
    /// Shown to players.
    pub name: String,
    /// What it is about, in a sentence or two.
    pub description: String,
    /// The rulebook and its switches.
    pub rules: RuleSet,
    /// The weather over the whole map.
    #[serde(default)]
    pub weather: Weather,
    /// Nothing weighs anything on the whole map. `CC-ENV-01`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub zero_gravity: bool,
    /// Options of the table.
    pub options: SkirmishOptions,
    /// The parties, 2 to 4.
    pub sides: Vec<SkirmishSide>,
    /// The battlefield.
    pub map: Shared<SkirmishMap>,
    /// Everyone in it, in the order of the file.
    pub units: Vec<SkirmishUnit>,
    /// Ways to win.
    pub objectives: Vec<Objective>,
    /// Rounds until `then` decides.
    pub rounds: u32,
    /// What happens after the last round.
    pub then: TimeUp,
}

impl SkirmishMap {
    /// The terrain id of a square, if it lies on the map.
    pub fn terrain_at(&self, cell: Cell) -> Option<&str> {
        self.palette.get(usize::from(self.number_at(cell)?)).map(String::as_str)
    }

    /// Number in the palette of the terrain of a square, if it lies on the map.
    pub fn number_at(&self, cell: Cell) -> Option<u16> {
        let (x, y) = (usize::try_from(cell.x).ok()?, usize::try_from(cell.y).ok()?);
        if x >= usize::from(self.width) {
            return None;
        }
        self.terrain.get(y * usize::from(self.width) + x).copied()
    }

    /// The map as geometry sees it: barriers carry their number in `barriers`. Ids that are in neither table are
    /// passed over; doors are shut.
    pub fn grid(&self, kinds: &BTreeMap<String, BarrierKind>, terrains: &BTreeMap<String, Terrain>) -> Grid {
        let (width, height) = (self.width, self.height);
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| Cell::new(x.into(), y.into())));
        let ground = cells.filter_map(|cell| Some((cell, terrains.get(self.terrain_at(cell)?)?.ground())));
        let barriers = (0..).zip(&self.barriers);
        let obstacles = barriers
            .filter_map(|(id, barrier)| Some((barrier.place, kinds.get(&barrier.kind)?.obstacle(id))));
        Grid::populated((width, height), ground, obstacles)
    }
}

impl Terrain {
    /// The floor it makes.
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
    /// A whole, shut segment of it.
    pub fn obstacle(&self, id: u32) -> Obstacle {
        Obstacle {
            id,
            height_cm: self.height_cm,
            transparent: self.transparent,
            blocks_move: self.blocks_move,
            width_pct: self.width_pct,
        }
    }
}

/// The side of an objective, as it is lent: to read or to change.
macro_rules! side_of {
    ($objective:expr) => {
        match $objective {
            Objective::Eliminate { side }
            | Objective::Hold { side, .. }
            | Objective::Escape { side, .. }
            | Objective::Reach { side, .. }
            | Objective::Clear { side, .. }
            | Objective::Stop { side, .. }
            | Objective::Rescue { side, .. }
            | Objective::Slay { side, .. } => side,
        }
    };
}

impl Objective {
    /// The side that wins by it.
    pub fn side(&self) -> u8 {
        *side_of!(self)
    }

    /// The same, to change it.
    pub fn side_mut(&mut self) -> &mut u8 {
        side_of!(self)
    }

    /// The name of the unit it is about, to change it.
    pub fn unit_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::Stop { unit, .. } | Self::Rescue { unit, .. } | Self::Slay { unit, .. } => Some(unit),
            _ => None,
        }
    }

    /// The zone it is about, if any.
    pub fn zone(&self) -> Option<&str> {
        match self {
            Self::Eliminate { .. } | Self::Stop { .. } | Self::Rescue { .. } | Self::Slay { .. } => None,
            Self::Hold { zone, .. }
            | Self::Escape { zone, .. }
            | Self::Reach { zone, .. }
            | Self::Clear { zone, .. } => Some(zone),
        }
    }

    /// The unit it is about, by name, if any.
    pub fn unit(&self) -> Option<&str> {
        match self {
            Self::Stop { unit, .. } | Self::Rescue { unit, .. } | Self::Slay { unit, .. } => Some(unit),
            _ => None,
        }
    }
}
