//! Edits of a scene. Applying an edit returns its inverse.

use std::collections::BTreeMap;

use thiserror::Error;

use super::sides::SceneSides;
use crate::links;
use content::{
    BarrierKind, BarrierWear, LabAction, LabItem, LabScene, LabTarget, LabUnitState, MapBarrier,
    NumberOverrides, Shared, SkirmishMap, SkirmishUnit, Terrain, UnitLink,
};
use model::{Cell, ObstaclePosition};
use rules::{RuleSet, Weather};

/// An edit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SceneEdit {
    /// Inserts a unit.
    AddUnit {
        /// Index in the list of units.
        at: usize,
        /// The unit.
        unit: SkirmishUnit,
        /// State.
        state: LabUnitState,
        /// Numbers that differ from the content.
        overrides: NumberOverrides,
    },
    /// Removes a unit.
    RemoveUnit {
        /// Index in the list of units.
        at: usize,
    },
    /// Moves a unit.
    MoveUnit {
        /// Index in the list of units.
        at: usize,
        /// The new square.
        to: Cell,
    },
    /// Changes name, side or archetype of a unit.
    SetUnit {
        /// Index in the list of units.
        at: usize,
        /// The new values; the position is not changed.
        unit: SkirmishUnit,
    },
    /// Changes the seat or body shield of a unit, and the square where that leaves it.
    SetLink {
        /// Index in the list of units.
        at: usize,
        /// The new link; `None` for none.
        link: Option<UnitLink>,
        /// The new square; that of the vehicle for a passenger.
        cell: Cell,
    },
    /// Changes the state of a unit.
    SetUnitState {
        /// Index in the list of units.
        at: usize,
        /// The new state.
        state: LabUnitState,
    },
    /// Changes numbers of a unit.
    SetOverrides {
        /// Index in the list of units.
        at: usize,
        /// All numbers that differ from the content.
        overrides: NumberOverrides,
    },
    /// Places or replaces a barrier; a `kind` of `None` removes it.
    SetBarrier {
        /// The square or edge.
        place: ObstaclePosition,
        /// Id of the kind; `None` to remove the barrier.
        kind: Option<String>,
        /// Damage and state of the barrier.
        wear: BarrierWear,
    },
    /// Replaces the map.
    SetMap(Shared<SkirmishMap>),
    /// Changes the terrain of a square.
    SetTerrain {
        /// The square.
        cell: Cell,
        /// Id of the terrain.
        terrain: String,
    },
    /// Adds, changes or removes a barrier kind of the scene.
    SetBarrierKind {
        /// Its id.
        id: String,
        /// The kind; `None` to remove it.
        kind: Option<Box<BarrierKind>>,
    },
    /// Adds, changes or removes a terrain of the scene.
    SetTerrainKind {
        /// Its id.
        id: String,
        /// The terrain; `None` to remove it.
        ground: Option<Box<Terrain>>,
    },
    /// Changes name and description.
    SetTitle {
        /// The name shown to players.
        name: String,
        /// What the scene shows, in a sentence or two.
        description: String,
    },
    /// Replaces the sides and the side of each unit.
    SetSides(Box<SceneSides>),
    /// Replaces the items on the ground.
    SetItems(Vec<LabItem>),
    /// Replaces the rules.
    SetRules(Box<RuleSet>),
    /// Changes the weather.
    SetWeather(Weather),
    /// Changes the action; `None` for none.
    SetAim(Option<LabAction>),
    /// Several edits in order.
    Batch(Vec<SceneEdit>),
}

/// Why an edit cannot be applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SceneEditError {
    /// The unit does not exist.
    #[error("there is no unit number {0}")]
    NoSuchUnit(usize),
    /// The square is outside the map.
    #[error("column {0}, row {1} is not on the map")]
    OffTheMap(i32, i32),
    /// Two units would share a square.
    #[error("the square is occupied")]
    Occupied,
    /// A unit would have no side, or there would be too few or too many sides.
    #[error("these sides do not fit the scene")]
    InvalidSides,
    /// A scene needs at least one unit.
    #[error("the last unit of a scene cannot be removed")]
    LastUnit,
}

impl SceneEdit {
    /// Applies the edit and returns its inverse. After an error nothing has changed.
    ///
    /// # Errors
    /// Returns `SceneEditError` if the edit names something that does not exist, or two units would share a square.
    pub fn apply(self, scene: &mut LabScene) -> Result<Self, SceneEditError> {
        match self {
            Self::AddUnit { at, unit, state, overrides } => add_unit(scene, at, unit, (state, overrides)),
            Self::RemoveUnit { at } => remove_unit(scene, at),
            Self::MoveUnit { at, to } => {
                // A passenger is in the square of its vehicle.
                let at = links::moving_unit(scene, at);
                check_free(scene, to, Some(at))?;
                links::move_with_passengers(scene, at, to)
            }
            Self::SetUnit { at, unit } => set_unit(scene, at, unit),
            Self::SetLink { at, link, cell } => links::apply_link(scene, at, link, cell),
            Self::SetUnitState { at, state } => {
                let known = scene.unit_states.get_mut(at).ok_or(SceneEditError::NoSuchUnit(at))?;
                Ok(Self::SetUnitState { at, state: std::mem::replace(known, state) })
            }
            Self::SetOverrides { at, overrides } => {
                let known = scene.overrides.get_mut(at).ok_or(SceneEditError::NoSuchUnit(at))?;
                Ok(Self::SetOverrides { at, overrides: std::mem::replace(known, overrides) })
            }
            Self::SetBarrierKind { id, kind } => {
                let before = set_or_remove(&mut scene.kinds, &id, kind);
                Ok(Self::SetBarrierKind { id, kind: before })
            }
            Self::SetTerrainKind { id, ground } => {
                let before = set_or_remove(&mut scene.grounds, &id, ground);
                Ok(Self::SetTerrainKind { id, ground: before })
            }
            Self::SetTitle { name, description } => {
                let name = std::mem::replace(&mut scene.skirmish.name, name);
                let description = std::mem::replace(&mut scene.skirmish.description, description);
                Ok(Self::SetTitle { name, description })
            }
            Self::SetBarrier { place, kind, wear } => set_barrier(scene, place, kind, wear),
            Self::SetMap(map) => set_map(scene, map),
            Self::SetTerrain { cell, terrain } => set_terrain(scene, cell, terrain),
            Self::SetSides(sides) => match sides.is_valid_for(scene.skirmish.units.len()) {
                true => Ok(Self::SetSides(Box::new(sides.swap(scene)))),
                false => Err(SceneEditError::InvalidSides),
            },
            Self::SetItems(lying) => Ok(Self::SetItems(std::mem::replace(&mut scene.items, lying))),
            Self::SetRules(rules) => {
                Ok(Self::SetRules(Box::new(std::mem::replace(&mut scene.skirmish.rules, *rules))))
            }
            Self::SetWeather(weather) => {
                Ok(Self::SetWeather(std::mem::replace(&mut scene.skirmish.weather, weather)))
            }
            Self::SetAim(aim) => Ok(Self::SetAim(std::mem::replace(&mut scene.aim, aim))),
            Self::Batch(edits) => apply_batch(scene, edits),
        }
    }

    /// Whether the edit can be applied to an existing world.
    pub fn keeps_world(&self) -> bool {
        match self {
            Self::MoveUnit { .. } | Self::SetUnitState { .. } | Self::SetAim(_) => true,
            Self::Batch(edits) => edits.iter().all(Self::keeps_world),
            _ => false,
        }
    }
}

/// Resizes the map: squares outside are removed, new squares are like the south-eastern one.
pub fn resize_map(scene: &LabScene, width: u16, height: u16) -> SceneEdit {
    let map = &scene.skirmish.map;
    let last = map.terrain.last().copied().unwrap_or(0);
    let mut next = SkirmishMap::clone(map);
    (next.width, next.height) = (width, height);
    next.terrain = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .map(|(x, y)| {
            let known = x < map.width && y < map.height;
            let at = usize::from(y) * usize::from(map.width) + usize::from(x);
            if known { map.terrain[at] } else { last }
        })
        .collect();
    let (width, height) = (i32::from(width), i32::from(height));
    let inside = |cell: Cell| (0..width).contains(&cell.x) && (0..height).contains(&cell.y);
    next.barriers.retain(|barrier| match barrier.place {
        ObstaclePosition::Square(cell) => inside(cell),
        ObstaclePosition::Edge(edge) => edge.cells().into_iter().any(inside),
    });
    next.zones.values_mut().for_each(|cells| cells.retain(|&cell| inside(cell)));
    SceneEdit::SetMap(next.into())
}

/// Inserts or removes an entry; returns the previous one.
fn set_or_remove<T>(table: &mut BTreeMap<String, T>, id: &str, value: Option<Box<T>>) -> Option<Box<T>> {
    match value {
        Some(value) => table.insert(id.to_owned(), *value),
        None => table.remove(id),
    }
    .map(Box::new)
}

fn check_on_map(scene: &LabScene, cell: Cell) -> Result<(), SceneEditError> {
    let map = &scene.skirmish.map;
    let within = |at: i32, size: u16| (0..i32::from(size)).contains(&at);
    match within(cell.x, map.width) && within(cell.y, map.height) {
        true => Ok(()),
        false => Err(SceneEditError::OffTheMap(cell.x, cell.y)),
    }
}

pub(super) fn check_free(scene: &LabScene, cell: Cell, but: Option<usize>) -> Result<(), SceneEditError> {
    check_on_map(scene, cell)?;
    let own = |other: usize| Some(other) == but || Some(links::moving_unit(scene, other)) == but;
    let mut units = scene.skirmish.units.iter().enumerate();
    match units.any(|(number, other)| other.cell == cell && !own(number)) {
        true => Err(SceneEditError::Occupied),
        false => Ok(()),
    }
}

/// Replaces a unit on its square; links to it follow its name.
fn set_unit(scene: &mut LabScene, at: usize, unit: SkirmishUnit) -> Result<SceneEdit, SceneEditError> {
    let known = scene.skirmish.units.get_mut(at).ok_or(SceneEditError::NoSuchUnit(at))?;
    let unit = SkirmishUnit { cell: known.cell, ..unit };
    let name = unit.name.clone();
    let before = std::mem::replace(known, unit);
    if before.name != name {
        links::rename_links(&mut scene.skirmish, &before.name, &name);
    }
    Ok(SceneEdit::SetUnit { at, unit: before })
}

/// Replaces the map by one that has the squares of all units.
fn set_map(scene: &mut LabScene, map: Shared<SkirmishMap>) -> Result<SceneEdit, SceneEditError> {
    let outside = |cell: Cell| map.terrain_at(cell).is_none();
    if let Some(unit) = scene.skirmish.units.iter().find(|unit| outside(unit.cell)) {
        return Err(SceneEditError::OffTheMap(unit.cell.x, unit.cell.y));
    }
    Ok(SceneEdit::SetMap(std::mem::replace(&mut scene.skirmish.map, map)))
}

fn add_unit(
    scene: &mut LabScene,
    at: usize,
    unit: SkirmishUnit,
    (state, overrides): (LabUnitState, NumberOverrides),
) -> Result<SceneEdit, SceneEditError> {
    check_on_map(scene, unit.cell)?;
    if scene.skirmish.units.iter().any(|other| other.cell == unit.cell && !links::share_vehicle(other, &unit))
    {
        return Err(SceneEditError::Occupied);
    }
    let at = at.min(scene.skirmish.units.len());
    scene.skirmish.units.insert(at, unit);
    scene.unit_states.insert(at, state);
    scene.overrides.insert(at, overrides);
    let aim = scene.aim.clone();
    if let Some(aim) = &mut scene.aim {
        let shift = |number: &mut usize| *number += usize::from(*number >= at);
        shift(&mut aim.attacker);
        if let LabTarget::Unit(target) = &mut aim.at {
            shift(target);
        }
    }
    Ok(SceneEdit::Batch(vec![SceneEdit::RemoveUnit { at }, SceneEdit::SetAim(aim)]))
}

fn remove_unit(scene: &mut LabScene, at: usize) -> Result<SceneEdit, SceneEditError> {
    if at >= scene.skirmish.units.len() {
        return Err(SceneEditError::NoSuchUnit(at));
    }
    if scene.skirmish.units.len() == 1 {
        return Err(SceneEditError::LastUnit);
    }
    if let Some(edits) = links::release_edits(scene, at) {
        return apply_batch(scene, edits);
    }
    let (unit, state) = (scene.skirmish.units.remove(at), scene.unit_states.remove(at));
    let overrides = scene.overrides.remove(at);
    let aim = scene.aim.take();
    let gone = |aim: &LabAction| aim.attacker == at || aim.at == LabTarget::Unit(at);
    scene.aim = aim.clone().filter(|aim| !gone(aim)).map(|mut aim| {
        let shift = |number: &mut usize| *number -= usize::from(*number > at);
        shift(&mut aim.attacker);
        if let LabTarget::Unit(target) = &mut aim.at {
            shift(target);
        }
        aim
    });
    Ok(SceneEdit::Batch(vec![SceneEdit::AddUnit { at, unit, state, overrides }, SceneEdit::SetAim(aim)]))
}

fn set_barrier(
    scene: &mut LabScene,
    place: ObstaclePosition,
    kind: Option<String>,
    wear: BarrierWear,
) -> Result<SceneEdit, SceneEditError> {
    let cells = match place {
        ObstaclePosition::Square(cell) => [cell; 2],
        ObstaclePosition::Edge(edge) => edge.cells(),
    };
    if cells.iter().all(|&cell| check_on_map(scene, cell).is_err()) {
        return Err(SceneEditError::OffTheMap(cells[0].x, cells[0].y));
    }
    let barriers = &mut scene.skirmish.map.barriers;
    let found = barriers.binary_search_by(|barrier| barrier.place.cmp(&place));
    let before = match (found, kind) {
        (Ok(at), Some(kind)) => Some(std::mem::replace(&mut barriers[at].kind, kind)),
        (Ok(at), None) => Some(barriers.remove(at).kind),
        (Err(at), Some(kind)) => {
            barriers.insert(at, MapBarrier { place, kind });
            None
        }
        (Err(_), None) => None,
    };
    let damaged = scene.damaged.remove(&place).unwrap_or_default();
    if wear != BarrierWear::default() {
        scene.damaged.insert(place, wear);
    }
    Ok(SceneEdit::SetBarrier { place, kind: before, wear: damaged })
}

fn set_terrain(scene: &mut LabScene, cell: Cell, terrain: String) -> Result<SceneEdit, SceneEditError> {
    check_on_map(scene, cell)?;
    let map = &mut scene.skirmish.map;
    let number = map.palette.iter().position(|id| *id == terrain).unwrap_or_else(|| {
        map.palette.push(terrain);
        map.palette.len() - 1
    });
    let at = cell.y.unsigned_abs() as usize * usize::from(map.width) + cell.x.unsigned_abs() as usize;
    let before = std::mem::replace(&mut map.terrain[at], number as u16);
    Ok(SceneEdit::SetTerrain { cell, terrain: map.palette[usize::from(before)].clone() })
}

/// Applies all edits or none.
fn apply_batch(scene: &mut LabScene, edits: Vec<SceneEdit>) -> Result<SceneEdit, SceneEditError> {
    let mut back = Vec::with_capacity(edits.len());
    for edit in edits {
        match edit.apply(scene) {
            Ok(inverse) => back.push(inverse),
            Err(error) => {
                for inverse in back.into_iter().rev() {
                    inverse.apply(scene).expect("invariant: an applied edit can be undone");
                }
                return Err(error);
            }
        }
    }
    back.reverse();
    Ok(SceneEdit::Batch(back))
}

#[cfg(test)]
pub mod tests;
