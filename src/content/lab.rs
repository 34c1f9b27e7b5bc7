//! What stands in the Lab: a skirmish that nobody has begun, with everybody as they are now.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

mod assemble;
mod overrides;
mod raw;
mod read;
mod write;

use crate::definitions::kinds::{BarrierKind, Terrain};
use crate::skirmishes::skirmish::{Objective, Skirmish, UsedWeapon};
use field::{Cell, ObstaclePosition};
use rules::FireMode;
use rules::{Book, MovementMode};

pub use self::overrides::{
    NumberField, NumberKey, NumberOverrides, OverrideError, OverrideOwner, named_numbers, number_fields,
    sheet_number_fields, sheet_with_number, weapon_with_number, with_number,
};
pub(super) use read::read_lab_scene;

/// How a unit stands besides where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LabUnitState {
    /// Lies on the ground.
    pub prone: bool,
    /// Has taken the cover beside it.
    pub in_cover: bool,
    /// How it moved last.
    pub gait: MovementMode,
}

/// What has become of a barrier segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BarrierWear {
    /// Damage so far.
    pub damage: u32,
    /// Has a hole to walk through.
    pub holed: bool,
    /// Stands open.
    pub open: bool,
}

/// A weapon that lies on the ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabItem {
    /// Where.
    pub cell: Cell,
    /// The book in whose measure it is used; under another one that knows it, it is whole and full.
    pub book: Book,
    /// What, and how it is.
    pub thing: UsedWeapon,
}

/// What is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LabTarget {
    /// A unit, by its place in the list.
    Unit(usize),
    /// A barrier segment.
    Barrier(ObstaclePosition),
    /// A square.
    Square(Cell),
}

/// The action that is looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabAction {
    /// Who acts, by its place in the list of units.
    pub attacker: usize,
    /// On what.
    pub at: LabTarget,
    /// Number of the weapon among what the attacker carries.
    #[serde(default)]
    pub weapon: usize,
    /// How it is fired.
    #[serde(default)]
    pub mode: Option<FireMode>,
    /// How else the attack differs from the plain one.
    #[serde(default)]
    pub manner: Option<String>,
}

/// A battlefield that nobody fights on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabScene {
    /// Map, units, sides and rules; what wins does not count here.
    pub skirmish: Skirmish,
    /// How each unit stands, in the order of the skirmish.
    #[serde(alias = "poses")]
    pub unit_states: Vec<LabUnitState>,
    /// Barriers that are not whole and shut.
    #[serde(alias = "worn")]
    pub damaged: BTreeMap<ObstaclePosition, BarrierWear>,
    /// The action that is looked at.
    pub aim: Option<LabAction>,
    /// Numbers of each unit's sheet and weapons that differ from the content's, in the order of the skirmish.
    #[serde(default)]
    #[serde(alias = "tuned")]
    pub overrides: Vec<NumberOverrides>,
    /// Weapons that lie on the ground.
    #[serde(default)]
    #[serde(alias = "lying")]
    pub items: Vec<LabItem>,
    /// Sorts of barriers that only this scene has.
    #[serde(default)]
    pub kinds: BTreeMap<String, BarrierKind>,
    /// Sorts of ground that only this scene has.
    #[serde(default)]
    pub grounds: BTreeMap<String, Terrain>,
}

impl LabScene {
    /// A skirmish as it begins.
    pub fn new(skirmish: Skirmish) -> Self {
        let poses = skirmish
            .units
            .iter()
            .map(|unit| LabUnitState { in_cover: unit.in_cover, ..LabUnitState::default() });
        Self {
            unit_states: poses.collect(),
            damaged: BTreeMap::new(),
            aim: None,
            overrides: vec![NumberOverrides::new(); skirmish.units.len()],
            items: Vec::new(),
            kinds: BTreeMap::new(),
            grounds: BTreeMap::new(),
            skirmish,
        }
    }

    /// The unit on a square.
    pub fn unit_at(&self, cell: Cell) -> Option<usize> {
        self.skirmish.units.iter().position(|unit| unit.cell == cell)
    }

    /// The kind of barrier at a place.
    pub fn barrier_at(&self, place: ObstaclePosition) -> Option<&str> {
        let barriers = &self.skirmish.map.barriers;
        let found = barriers.binary_search_by(|barrier| barrier.place.cmp(&place)).ok()?;
        Some(barriers[found].kind.as_str())
    }

    /// The same scene as a file of it is read: only what occurs, in its order.
    #[must_use]
    pub fn normalised(mut self) -> Self {
        let map = &mut self.skirmish.map;
        let used: BTreeSet<u16> = map.terrain.iter().copied().collect();
        let used: BTreeSet<String> =
            used.iter().map(|&number| map.palette[usize::from(number)].clone()).collect();
        let palette: Vec<String> = used.into_iter().collect();
        let numbers: Vec<u16> = map
            .palette
            .iter()
            .map(|id| palette.binary_search(id).map_or(0, |number| number as u16))
            .collect();
        map.terrain.iter_mut().for_each(|number| *number = numbers[usize::from(*number)]);
        map.palette = palette;
        map.zones.retain(|_, cells| !cells.is_empty());
        let places: BTreeSet<ObstaclePosition> = map.barriers.iter().map(|barrier| barrier.place).collect();
        self.damaged.retain(|place, _| places.contains(place));
        let used: BTreeSet<&String> = map.barriers.iter().map(|barrier| &barrier.kind).collect();
        self.kinds.retain(|id, _| used.contains(id));
        self.grounds.retain(|id, _| map.palette.contains(id));
        self.items.retain(|thing| map.terrain_at(thing.cell).is_some());
        for (unit, pose) in self.skirmish.units.iter_mut().zip(&self.unit_states) {
            unit.in_cover = pose.in_cover;
        }
        self.drop_stale_objectives();
        self
    }

    /// What names a unit or a zone that is gone counts no more; of a side as many can leave as it has units.
    fn drop_stale_objectives(&mut self) {
        let Skirmish { units, map, sides, objectives, .. } = &mut self.skirmish;
        let names: BTreeSet<&String> = units.iter().map(|unit| &unit.name).collect();
        let known = |zone: &str| map.zones.contains_key(zone);
        objectives.retain_mut(|objective| {
            let stands = objective.unit().is_none_or(|name| names.contains(&name.to_owned()));
            let able = match objective {
                Objective::Escape { side, units: count, .. } => {
                    let own = units.iter().filter(|unit| unit.side == *side).count();
                    *count = (*count).min(u32::try_from(own).unwrap_or(u32::MAX));
                    *count > 0
                }
                _ => true,
            };
            stands && able && objective.zone().is_none_or(known)
        });
        for side in sides {
            side.deployment = side.deployment.take().filter(|zone| known(zone));
        }
    }
}

#[cfg(test)]
mod tests;
