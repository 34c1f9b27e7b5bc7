//! Updates barriers and ground of a Lab scene in place, so that the cost of an edit does not depend on the map size.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_ecs::prelude::*;

use crate::engine::setup;

use crate::state::components::*;
use crate::state::knowledge::{Knowledge, update_barrier_on_map};
use crate::state::resources::*;
use content::{BarrierKind, BarrierWear, MapBarrier, SkirmishBundle, SkirmishMap};
use field::Grid;
use model::{BarrierId, Cell, CellSide, ObstaclePosition};

/// Barrier positions per square: inside it, on its north edge and on its west edge.
const PLACES_PER_CELL: u32 = 3;

/// Returns the id of a barrier segment in a scene. It depends on the position only, so that it is stable under edits
/// and equal in all worlds of the scene.
fn barrier_id_at(map: &SkirmishMap, place: ObstaclePosition) -> BarrierId {
    let (cell, layer) = match place {
        ObstaclePosition::Square(cell) => (cell, 0),
        ObstaclePosition::Edge(edge) if matches!(edge.side(), CellSide::North | CellSide::South) => {
            (edge.cell(), 1)
        }
        ObstaclePosition::Edge(edge) => (edge.cell(), 2),
    };
    // Edges on the border belong to squares outside the map.
    let (column, row) = ((cell.x + 1).unsigned_abs(), (cell.y + 1).unsigned_abs());
    BarrierId((row * (u32::from(map.width) + 2) + column) * PLACES_PER_CELL + layer)
}

/// Replaces the barrier ids of a skirmish by the position-based ids of a scene, also in what sides know.
pub(crate) fn renumber_barriers(world: &mut World) {
    let bundle = world.resource::<BattleSetup>().bundle().clone();
    let map = &bundle.skirmish.map;
    let field = world.resource::<Battlefield>();
    let mut numbered = BarrierSegments::default();
    for (_, entity, place) in field.barriers.iter() {
        numbered.add(barrier_id_at(map, place), entity, place);
    }
    for (id, entity, _) in numbered.iter() {
        world.entity_mut(entity).insert(id);
    }
    let mut field = world.resource_mut::<Battlefield>();
    let grid = Arc::make_mut(&mut field.grid);
    for (id, _, place) in numbered.iter() {
        if let Some(obstacle) = grid.obstacle(place) {
            grid.set_obstacle(place, Some(field::Obstacle { id, ..obstacle }));
        }
    }
    field.barriers = Arc::new(numbered);
    let field = field.clone();
    let mut knowledge = world.resource_mut::<Knowledge>();
    if knowledge.has_fog_of_war() {
        *knowledge = Knowledge::for_sides(bundle.skirmish.sides.len(), &field);
    }
}

/// Updates barriers and ground to those of another bundle, except for barrier damage. Returns whether anything changed.
///
/// `None` if an update is impossible: map size, rules or content differ, events have been applied since, or sides know
/// the map of before.
pub(crate) fn update_terrain(world: &mut World, bundle: &Arc<SkirmishBundle>) -> Option<bool> {
    let setup = world.get_resource::<BattleSetup>()?;
    let old = setup.bundle().clone();
    let (before, after) = (&old.skirmish.map, &bundle.skirmish.map);
    // Replayed events may have changed anything.
    let untouched = world.get_resource::<History>().is_some_and(|history| history.records.is_empty())
        && world.get_resource::<Battlefield>().is_some_and(|field| field.ground_effects.is_empty())
        && world.get_resource::<Knowledge>().is_none_or(|knowledge| !knowledge.has_fog_of_war());
    let compatible = untouched
        && (before.width, before.height) == (after.width, after.height)
        && old.skirmish.rules == bundle.skirmish.rules
        && shared_entries_equal(&old.terrains, &bundle.terrains)
        && shared_entries_equal(&old.barrier_kinds, &bundle.barrier_kinds);
    if !compatible {
        return None;
    }
    let differs = !before.is_same(after);
    if differs {
        update_ground(world, (before, after), bundle);
        update_barriers(world, (before, after), bundle);
    }
    Some(differs)
}

/// Returns whether all entries with keys in both maps are equal.
fn shared_entries_equal<T: PartialEq>(old: &BTreeMap<String, T>, new: &BTreeMap<String, T>) -> bool {
    new.iter().all(|(id, value)| old.get(id).is_none_or(|known| known == value))
}

/// Returns the squares with different terrain.
fn changed_cells(before: &SkirmishMap, after: &SkirmishMap) -> Vec<Cell> {
    if before.terrain == after.terrain && before.palette == after.palette {
        return Vec::new();
    }
    let same = |one: &String| after.palette.iter().map(|other| one == other).collect::<Vec<bool>>();
    let same: Vec<Vec<bool>> = before.palette.iter().map(same).collect();
    let width = usize::from(before.width).max(1);
    let differs = before.terrain.iter().zip(&after.terrain).enumerate();
    differs
        .filter(|(_, (one, other))| !same[usize::from(**one)][usize::from(**other)])
        .map(|(at, _)| Cell::new((at % width) as i32, (at / width) as i32))
        .collect()
}

fn update_ground(world: &mut World, (before, after): (&SkirmishMap, &SkirmishMap), bundle: &SkirmishBundle) {
    let cells = changed_cells(before, after);
    if cells.is_empty() {
        return;
    }
    let mut field = world.resource_mut::<Battlefield>();
    let grid: &mut Grid = Arc::make_mut(&mut field.grid);
    for cell in cells {
        if let Some(terrain) = after.terrain_at(cell).and_then(|id| bundle.terrains.get(id)) {
            grid.set_ground(cell, terrain.ground());
        }
    }
}

/// Adds, removes and replaces barrier segments. Both lists are sorted by position.
fn update_barriers(
    world: &mut World,
    (before, after): (&SkirmishMap, &SkirmishMap),
    bundle: &SkirmishBundle,
) {
    let (mut old, mut new) = (before.barriers.iter().peekable(), after.barriers.iter().peekable());
    loop {
        let order = match (old.peek(), new.peek()) {
            (None, None) => return,
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (Some(one), Some(other)) => one.place.cmp(&other.place),
        };
        let removed = old.next_if(|_| order.is_le());
        let added = new.next_if(|_| order.is_ge());
        if removed != added {
            if let Some(removed) = removed {
                remove_barrier(world, after, removed.place);
            }
            if let Some(added) = added {
                add_barrier(world, after, added, bundle);
            }
        }
    }
}

fn remove_barrier(world: &mut World, map: &SkirmishMap, place: ObstaclePosition) {
    let mut field = world.resource_mut::<Battlefield>();
    let gone = Arc::make_mut(&mut field.barriers).remove(barrier_id_at(map, place));
    if field.grid.obstacle(place).is_some() {
        Arc::make_mut(&mut field.grid).set_obstacle(place, None);
    }
    if let Some(entity) = gone {
        world.despawn(entity);
    }
}

fn add_barrier(world: &mut World, map: &SkirmishMap, barrier: &MapBarrier, bundle: &SkirmishBundle) {
    let Some(kind) = bundle.barrier_kinds.get(&barrier.kind) else { return };
    let (id, place) = (barrier_id_at(map, barrier.place), barrier.place);
    let kind: Arc<BarrierKind> = Arc::new(kind.clone());
    let obstacle = kind.obstacle(id);
    let entity = setup::spawn_segment(world, (barrier.kind.as_str().into(), kind), id, place);
    let mut field = world.resource_mut::<Battlefield>();
    Arc::make_mut(&mut field.barriers).add(id, entity, place);
    if field.grid.contains_place(place) {
        Arc::make_mut(&mut field.grid).set_obstacle(place, Some(obstacle));
    }
}

/// Sets the damage of all barriers, by position. Returns whether any barrier changed.
pub(crate) fn set_barrier_damage(
    world: &mut World,
    damage_at: impl Fn(ObstaclePosition) -> Option<BarrierWear>,
) -> bool {
    let mut segments = world
        .query_filtered::<(&BarrierId, &BarrierPlace, &mut BarrierState, &Barrier), With<BattleEntity>>();
    let mut redrawn = Vec::new();
    for (id, place, mut state, barrier) in segments.iter_mut(world) {
        let BarrierWear { damage, holed, open } = damage_at(place.0).unwrap_or_default();
        let wanted = BarrierState { damage, holed, open, noticed: state.noticed };
        if *state != wanted {
            *state = wanted;
            redrawn.push((*id, barrier.kind.clone(), wanted));
        }
    }
    let changed = !redrawn.is_empty();
    let mut field = world.resource_mut::<Battlefield>();
    for (id, kind, state) in redrawn {
        update_barrier_on_map(&mut field, id, &kind, state);
    }
    changed
}
