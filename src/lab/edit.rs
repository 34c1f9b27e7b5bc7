//! Changes to a scene. Each can be taken back by the change that it answers with.

use std::collections::BTreeMap;

use thiserror::Error;

use super::sides::Sides;
use super::ties;
use content::{
    Aim, AimAt, BarrierKind, LabScene, Lying, MapBarrier, Pose, Shared, SkirmishMap, SkirmishUnit, Terrain,
    Tie, Tuning, Wear,
};
use field::{Cell, Place};
use rules::{RuleSet, Weather};

/// A change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Puts a unit into the list, at this place of it.
    AddUnit {
        /// Its place in the list.
        at: usize,
        /// The unit.
        unit: SkirmishUnit,
        /// How it stands.
        pose: Pose,
        /// Its numbers that differ from the content's.
        tuning: Tuning,
    },
    /// Takes a unit out of the list.
    RemoveUnit {
        /// Its place in the list.
        at: usize,
    },
    /// Another square for a unit.
    Move {
        /// Its place in the list.
        at: usize,
        /// Where to.
        to: Cell,
    },
    /// Another name, side or sort for a unit.
    Unit {
        /// Its place in the list.
        at: usize,
        /// What it becomes; it stays where it is.
        unit: SkirmishUnit,
    },
    /// Another seat or grip for a unit, or none, and the square where that leaves it.
    Tie {
        /// Its place in the list.
        at: usize,
        /// What ties it to whom.
        tie: Option<Tie>,
        /// Where it is then; that of the vehicle, if it sits in one.
        cell: Cell,
    },
    /// Another pose for a unit.
    Pose {
        /// Its place in the list.
        at: usize,
        /// How it stands now.
        pose: Pose,
    },
    /// Other numbers for a unit.
    Tune {
        /// Its place in the list.
        at: usize,
        /// All that differ from the content's.
        tuning: Tuning,
    },
    /// A barrier of this kind at a place, worn like this; none takes away what stands there.
    Barrier {
        /// The square or edge.
        place: Place,
        /// Id of the kind.
        kind: Option<String>,
        /// What has become of it.
        wear: Wear,
    },
    /// Another map in its place.
    Map(Shared<SkirmishMap>),
    /// Another ground for a square.
    Terrain {
        /// The square.
        cell: Cell,
        /// Id of the terrain.
        terrain: String,
    },
    /// A sort of barrier of the scene's own; none takes it away.
    Kind {
        /// Its id.
        id: String,
        /// The sort.
        kind: Option<Box<BarrierKind>>,
    },
    /// A sort of ground of the scene's own; none takes it away.
    Ground {
        /// Its id.
        id: String,
        /// The sort.
        ground: Option<Box<Terrain>>,
    },
    /// Another name and description.
    Title {
        /// Shown to players.
        name: String,
        /// What it shows, in a sentence or two.
        description: String,
    },
    /// Other sides, and who is on which.
    Sides(Box<Sides>),
    /// Other things that lie on the ground.
    Lying(Vec<Lying>),
    /// Other rules.
    Rules(Box<RuleSet>),
    /// Other weather.
    Weather(Weather),
    /// Another action to look at.
    Aim(Option<Aim>),
    /// Several changes at once, in turn.
    Together(Vec<Edit>),
}

/// Why a scene cannot be changed so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum EditError {
    /// There is no such unit.
    #[error("there is no unit number {0} here")]
    NoSuchUnit(usize),
    /// Beyond the rim of the map.
    #[error("column {0}, row {1} is not on the map")]
    OffTheMap(i32, i32),
    /// Two units would share a square.
    #[error("somebody stands there already")]
    Occupied,
    /// Somebody would be on no side, or there would be too few or too many.
    #[error("these sides do not fit the scene")]
    Sides,
    /// A scene without anybody shows nothing.
    #[error("the last unit of a scene stays")]
    LastUnit,
}

impl Edit {
    /// Changes a scene; gives the change that takes it back. After an error nothing has changed.
    ///
    /// # Errors
    /// It names somebody or something that is not there, or two units would share a square.
    pub fn apply(self, scene: &mut LabScene) -> Result<Self, EditError> {
        match self {
            Self::AddUnit { at, unit, pose, tuning } => add(scene, at, unit, (pose, tuning)),
            Self::RemoveUnit { at } => remove(scene, at),
            Self::Move { at, to } => {
                // Whoever sits in a vehicle is where the vehicle is.
                let at = ties::mover(scene, at);
                free(scene, to, Some(at))?;
                ties::take_along(scene, at, to)
            }
            Self::Unit { at, unit } => {
                let known = scene.skirmish.units.get_mut(at).ok_or(EditError::NoSuchUnit(at))?;
                let unit = SkirmishUnit { cell: known.cell, ..unit };
                let name = unit.name.clone();
                let before = std::mem::replace(known, unit);
                if before.name != name {
                    ties::rename(&mut scene.skirmish, &before.name, &name);
                }
                Ok(Self::Unit { at, unit: before })
            }
            Self::Tie { at, tie, cell } => ties::bind(scene, at, tie, cell),
            Self::Pose { at, pose } => {
                let known = scene.poses.get_mut(at).ok_or(EditError::NoSuchUnit(at))?;
                Ok(Self::Pose { at, pose: std::mem::replace(known, pose) })
            }
            Self::Tune { at, tuning } => {
                let known = scene.tuned.get_mut(at).ok_or(EditError::NoSuchUnit(at))?;
                Ok(Self::Tune { at, tuning: std::mem::replace(known, tuning) })
            }
            Self::Kind { id, kind } => {
                let before = set(&mut scene.kinds, &id, kind);
                Ok(Self::Kind { id, kind: before })
            }
            Self::Ground { id, ground } => {
                let before = set(&mut scene.grounds, &id, ground);
                Ok(Self::Ground { id, ground: before })
            }
            Self::Title { name, description } => {
                let name = std::mem::replace(&mut scene.skirmish.name, name);
                let description = std::mem::replace(&mut scene.skirmish.description, description);
                Ok(Self::Title { name, description })
            }
            Self::Barrier { place, kind, wear } => barrier(scene, place, kind, wear),
            Self::Map(map) => {
                let outside = |cell: Cell| map.terrain_at(cell).is_none();
                if let Some(unit) = scene.skirmish.units.iter().find(|unit| outside(unit.cell)) {
                    return Err(EditError::OffTheMap(unit.cell.x, unit.cell.y));
                }
                Ok(Self::Map(std::mem::replace(&mut scene.skirmish.map, map)))
            }
            Self::Terrain { cell, terrain } => ground(scene, cell, terrain),
            Self::Sides(sides) => match sides.fits(scene.skirmish.units.len()) {
                true => Ok(Self::Sides(Box::new(sides.swap(scene)))),
                false => Err(EditError::Sides),
            },
            Self::Lying(lying) => Ok(Self::Lying(std::mem::replace(&mut scene.lying, lying))),
            Self::Rules(rules) => {
                Ok(Self::Rules(Box::new(std::mem::replace(&mut scene.skirmish.rules, *rules))))
            }
            Self::Weather(weather) => {
                Ok(Self::Weather(std::mem::replace(&mut scene.skirmish.weather, weather)))
            }
            Self::Aim(aim) => Ok(Self::Aim(std::mem::replace(&mut scene.aim, aim))),
            Self::Together(edits) => together(scene, edits),
        }
    }

    /// Whether the world need not be built anew for it.
    pub fn is_light(&self) -> bool {
        match self {
            Self::Move { .. } | Self::Pose { .. } | Self::Aim(_) => true,
            Self::Together(edits) => edits.iter().all(Self::is_light),
            _ => false,
        }
    }
}

/// The map with other numbers of columns and rows: what lies beyond goes, new squares are like the one in the south-east.
pub fn resized(scene: &LabScene, width: u16, height: u16) -> Edit {
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
        Place::Square(cell) => inside(cell),
        Place::Edge(edge) => edge.cells().into_iter().any(inside),
    });
    next.zones.values_mut().for_each(|cells| cells.retain(|&cell| inside(cell)));
    Edit::Map(next.into())
}

/// Puts a sort under an id or takes it away; gives what was there.
fn set<T>(table: &mut BTreeMap<String, T>, id: &str, sort: Option<Box<T>>) -> Option<Box<T>> {
    match sort {
        Some(sort) => table.insert(id.to_owned(), *sort),
        None => table.remove(id),
    }
    .map(Box::new)
}

fn on_the_map(scene: &LabScene, cell: Cell) -> Result<(), EditError> {
    let map = &scene.skirmish.map;
    let within = |at: i32, size: u16| (0..i32::from(size)).contains(&at);
    match within(cell.x, map.width) && within(cell.y, map.height) {
        true => Ok(()),
        false => Err(EditError::OffTheMap(cell.x, cell.y)),
    }
}

pub(super) fn free(scene: &LabScene, cell: Cell, but: Option<usize>) -> Result<(), EditError> {
    on_the_map(scene, cell)?;
    let own = |other: usize| Some(other) == but || Some(ties::mover(scene, other)) == but;
    let mut units = scene.skirmish.units.iter().enumerate();
    match units.any(|(number, other)| other.cell == cell && !own(number)) {
        true => Err(EditError::Occupied),
        false => Ok(()),
    }
}

fn add(
    scene: &mut LabScene,
    at: usize,
    unit: SkirmishUnit,
    (pose, tuning): (Pose, Tuning),
) -> Result<Edit, EditError> {
    on_the_map(scene, unit.cell)?;
    if scene.skirmish.units.iter().any(|other| other.cell == unit.cell && !ties::share(other, &unit)) {
        return Err(EditError::Occupied);
    }
    let at = at.min(scene.skirmish.units.len());
    scene.skirmish.units.insert(at, unit);
    scene.poses.insert(at, pose);
    scene.tuned.insert(at, tuning);
    let aim = scene.aim.clone();
    if let Some(aim) = &mut scene.aim {
        let shift = |number: &mut usize| *number += usize::from(*number >= at);
        shift(&mut aim.attacker);
        if let AimAt::Unit(target) = &mut aim.at {
            shift(target);
        }
    }
    Ok(Edit::Together(vec![Edit::RemoveUnit { at }, Edit::Aim(aim)]))
}

fn remove(scene: &mut LabScene, at: usize) -> Result<Edit, EditError> {
    if at >= scene.skirmish.units.len() {
        return Err(EditError::NoSuchUnit(at));
    }
    if scene.skirmish.units.len() == 1 {
        return Err(EditError::LastUnit);
    }
    if let Some(edits) = ties::release(scene, at) {
        return together(scene, edits);
    }
    let (unit, pose) = (scene.skirmish.units.remove(at), scene.poses.remove(at));
    let tuning = scene.tuned.remove(at);
    let aim = scene.aim.take();
    let gone = |aim: &Aim| aim.attacker == at || aim.at == AimAt::Unit(at);
    scene.aim = aim.clone().filter(|aim| !gone(aim)).map(|mut aim| {
        let shift = |number: &mut usize| *number -= usize::from(*number > at);
        shift(&mut aim.attacker);
        if let AimAt::Unit(target) = &mut aim.at {
            shift(target);
        }
        aim
    });
    Ok(Edit::Together(vec![Edit::AddUnit { at, unit, pose, tuning }, Edit::Aim(aim)]))
}

fn barrier(scene: &mut LabScene, place: Place, kind: Option<String>, wear: Wear) -> Result<Edit, EditError> {
    let cells = match place {
        Place::Square(cell) => [cell; 2],
        Place::Edge(edge) => edge.cells(),
    };
    if cells.iter().all(|&cell| on_the_map(scene, cell).is_err()) {
        return Err(EditError::OffTheMap(cells[0].x, cells[0].y));
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
    let worn = scene.worn.remove(&place).unwrap_or_default();
    if wear != Wear::default() {
        scene.worn.insert(place, wear);
    }
    Ok(Edit::Barrier { place, kind: before, wear: worn })
}

fn ground(scene: &mut LabScene, cell: Cell, terrain: String) -> Result<Edit, EditError> {
    on_the_map(scene, cell)?;
    let map = &mut scene.skirmish.map;
    let number = map.palette.iter().position(|id| *id == terrain).unwrap_or_else(|| {
        map.palette.push(terrain);
        map.palette.len() - 1
    });
    let at = cell.y.unsigned_abs() as usize * usize::from(map.width) + cell.x.unsigned_abs() as usize;
    let before = std::mem::replace(&mut map.terrain[at], number as u16);
    Ok(Edit::Terrain { cell, terrain: map.palette[usize::from(before)].clone() })
}

/// All of them or none.
fn together(scene: &mut LabScene, edits: Vec<Edit>) -> Result<Edit, EditError> {
    let mut back = Vec::with_capacity(edits.len());
    for edit in edits {
        match edit.apply(scene) {
            Ok(inverse) => back.push(inverse),
            Err(error) => {
                for inverse in back.into_iter().rev() {
                    inverse.apply(scene).expect("what was done can be taken back");
                }
                return Err(error);
            }
        }
    }
    back.reverse();
    Ok(Edit::Together(back))
}

#[cfg(test)]
pub mod tests;
