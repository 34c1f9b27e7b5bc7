//! Scenes as the Lab edits them: a skirmish that has not begun, with the state of every unit.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod assemble;
mod overrides;

use crate::books::unit_template::UnitTemplate;
use crate::definitions::kinds::{BarrierKind, Terrain};
use crate::library::Content;
use crate::scene::SceneScript;
use crate::skirmishes::skirmish::{Objective, Skirmish, UsedWeapon};
use model::{Cell, ObstaclePosition};
use rules::{Book, FireMode, MovementMode, Weapon};

pub use self::overrides::{
    NumberField, NumberKey, NumberOverrides, OverrideError, OverrideOwner, named_numbers, number_fields,
    sheet_number_fields, sheet_with_number, weapon_with_number, with_number,
};

/// Stance of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LabUnitState {
    /// Prone.
    pub prone: bool,
    /// In the adjacent cover.
    pub in_cover: bool,
    /// Its last movement.
    pub gait: MovementMode,
}

/// Damage to a barrier segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BarrierWear {
    /// Damage so far.
    pub damage: u32,
    /// Breached, so that units can walk through.
    pub holed: bool,
    /// Open.
    pub open: bool,
}

/// A weapon on the ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LabItem {
    /// Its square.
    pub cell: Cell,
    /// The book of its state; other books show it undamaged and loaded.
    pub book: Book,
    /// The weapon.
    pub thing: UsedWeapon,
}

/// The target of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LabTarget {
    /// A unit, by index.
    Unit(usize),
    /// A barrier segment.
    Barrier(ObstaclePosition),
    /// A square.
    Square(Cell),
}

/// The selected action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabAction {
    /// Index of the acting unit.
    pub attacker: usize,
    /// The target.
    pub at: LabTarget,
    /// Slot of the weapon.
    #[serde(default)]
    pub weapon: usize,
    /// The fire mode.
    #[serde(default)]
    pub mode: Option<FireMode>,
    /// The attack option, if not the normal one.
    #[serde(default, alias = "manner")]
    pub option: Option<String>,
}

/// An overlay of the Lab.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LabOverlayKind {
    /// Cover of every square against the attacker.
    Cover,
    /// Squares in reach of the attacker.
    MovementRange,
    /// Who sees whom.
    SightLines,
    /// Lines of fire of the attacker.
    FireLines,
    /// The area of the aimed blast.
    Blast,
    /// Where the aimed attack can throw its target.
    Knockback,
}

/// A Lab scene.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabScene {
    /// Map, units, sides and rules; objectives have no effect here.
    pub skirmish: Skirmish,
    /// Stance of each unit, by index.
    #[serde(alias = "poses")]
    pub unit_states: Vec<LabUnitState>,
    /// Barriers that are damaged or open.
    #[serde(alias = "worn")]
    pub damaged: BTreeMap<ObstaclePosition, BarrierWear>,
    /// The selected action.
    pub aim: Option<LabAction>,
    /// Overridden numbers of each unit, by index.
    #[serde(default)]
    #[serde(alias = "tuned")]
    pub overrides: Vec<NumberOverrides>,
    /// Weapons on the ground.
    #[serde(default)]
    #[serde(alias = "lying")]
    pub items: Vec<LabItem>,
    /// Kinds of barriers that only this scene has.
    #[serde(default)]
    pub kinds: BTreeMap<String, BarrierKind>,
    /// Kinds of terrain that only this scene has.
    #[serde(default)]
    pub grounds: BTreeMap<String, Terrain>,
    /// Weapons that only this scene has, in its book.
    #[serde(default)]
    pub weapons: BTreeMap<String, Weapon>,
    /// Units with a sheet that only this scene has, in its book.
    #[serde(default)]
    pub templates: BTreeMap<String, UnitTemplate>,
    /// Orders that are played from its state.
    #[serde(default)]
    pub script: SceneScript,
    /// Overlays that are on when it opens.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub overlays: BTreeSet<LabOverlayKind>,
}

impl LabScene {
    /// Creates a scene from a skirmish at its start.
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
            weapons: BTreeMap::new(),
            templates: BTreeMap::new(),
            script: SceneScript::default(),
            overlays: BTreeSet::new(),
            skirmish,
        }
    }

    /// The template of an archetype in a book, that of a unit's own sheet included; `None` if the book has none.
    pub fn template(&self, content: &Content, book: Book, archetype: &str) -> Option<UnitTemplate> {
        match self.templates.get(archetype) {
            Some(own) => (own.sheet.book() == book).then(|| own.clone()),
            None => content.unit_template(book, archetype),
        }
    }

    /// A weapon of a book, those of this scene included.
    pub fn weapon(&self, content: &Content, book: Book, id: &str) -> Option<Weapon> {
        let own = self.weapons.get(id).filter(|weapon| weapon.book() == book);
        own.cloned().or_else(|| content.weapon(book, id))
    }

    /// The unit on a square.
    pub fn unit_at(&self, cell: Cell) -> Option<usize> {
        self.skirmish.units.iter().position(|unit| unit.cell == cell)
    }

    /// The kind of barrier at a position.
    pub fn barrier_at(&self, place: ObstaclePosition) -> Option<&str> {
        let barriers = &self.skirmish.map.barriers;
        let found = barriers.binary_search_by(|barrier| barrier.place.cmp(&place)).ok()?;
        Some(barriers[found].kind.as_str())
    }

    /// Normalises the scene to what its file would contain: only what is used, in order.
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
        let archetypes: BTreeSet<&String> = self.skirmish.units.iter().map(|unit| &unit.archetype).collect();
        self.templates.retain(|id, _| archetypes.contains(id));
        self.items.retain(|thing| map.terrain_at(thing.cell).is_some());
        for (unit, state) in self.skirmish.units.iter_mut().zip(&self.unit_states) {
            unit.in_cover = state.in_cover;
        }
        self.drop_stale_objectives();
        self
    }

    /// Removes objectives and hints on units or zones that are gone, and limits escapes to the number of units.
    fn drop_stale_objectives(&mut self) {
        let Skirmish { units, map, sides, objectives, lesson, .. } = &mut self.skirmish;
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
        if let Some(lesson) = lesson {
            lesson.retain_known(|unit| names.iter().any(|name| *name == unit), known);
        }
    }
}

#[cfg(test)]
mod tests;
