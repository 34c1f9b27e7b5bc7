//! Systems that apply events of the battlefield: items, barriers and ground effects.

use std::sync::Arc;

use bevy_ecs::prelude::*;

use crate::state::components::held_phase::ArmedItem;
use crate::state::components::inventory::{DroppedItem, strike_zone};
use crate::state::components::{Barrier, BarrierState, BattleEntity, Cover, GridPosition, StatusEffects};
use crate::state::event::BattleEvent;
use crate::state::ground_effect::GroundEffects;
use crate::state::knowledge::{Knowledge, update_barrier_on_map};
use crate::state::resources::{BattleSetup, Battlefield, RoundState, UnitChanges, UnitIndex};
use content::Terrain;
use model::{Cell, ItemId, ObstaclePosition};

/// Applies items that are dropped, armed, detonated or picked up.
pub(super) fn apply_items(
    InRef(event): InRef<BattleEvent>,
    mut commands: Commands,
    items: Query<(Entity, &ItemId)>,
    units: Query<(&StatusEffects, &GridPosition)>,
    mut round: ResMut<RoundState>,
    mut index: ResMut<UnitIndex>,
    mut changes: ResMut<UnitChanges>,
) {
    if let BattleEvent::PickedUp { what, .. } = event
        && let Some(zone) = strike_zone(what)
    {
        index.widen_strike_zone(zone);
    }
    match event {
        BattleEvent::Dropped { item, what, cell, .. } | BattleEvent::ItemLanded { item, what, cell, .. } => {
            commands.spawn((BattleEntity, *item, DroppedItem { item: (**what).clone(), cell: *cell }));
            round.next_item = round.next_item.max(item.0 + 1);
        }
        BattleEvent::Activated { unit, item, what, fuse, cell, .. } => {
            let owner = index.get(*unit).and_then(|entity| units.get(entity).ok());
            let seat = owner.filter(|(_, place)| place.0 == *cell).and_then(|(status, _)| status.seat());
            let inside = seat.map(|(vehicle, _)| vehicle);
            let armed = ArmedItem { item: (**what).clone(), fuse: *fuse, cell: *cell, inside };
            commands.spawn((BattleEntity, *item, armed));
            round.next_item = round.next_item.max(item.0 + 1);
        }
        BattleEvent::Detonated { item, .. } | BattleEvent::PickedUp { item, .. } => {
            let Some((entity, _)) = items.iter().find(|(_, id)| **id == *item) else { return };
            commands.entity(entity).despawn();
        }
        _ => return,
    }
    changes.mark_field();
}

/// Moves armed items with the vehicle in which they lie. One that leaves the map takes them with it.
pub(super) fn apply_items_aboard(
    InRef(event): InRef<BattleEvent>,
    mut commands: Commands,
    mut items: Query<(Entity, &mut ArmedItem)>,
    mut changes: ResMut<UnitChanges>,
) {
    let (vehicle, to) = match event {
        BattleEvent::Stepped { unit, to, .. } | BattleEvent::Displaced { unit, to, .. } => (*unit, Some(*to)),
        BattleEvent::Escaped { unit } => (*unit, None),
        _ => return,
    };
    for (entity, mut item) in &mut items {
        if !item.is_inside(vehicle) {
            continue;
        }
        match to {
            Some(to) => item.cell = to,
            None => commands.entity(entity).despawn(),
        }
        changes.mark_field();
    }
}

/// Applies damage, holes and doors of barriers, and updates the map.
pub(super) fn apply_barriers(
    InRef(event): InRef<BattleEvent>,
    mut barriers: Query<(&Barrier, &mut BarrierState)>,
    mut field: ResMut<Battlefield>,
    mut units: Query<(&GridPosition, &mut Cover)>,
    mut changes: ResMut<UnitChanges>,
) {
    let (BattleEvent::BarrierDamaged { barrier: id, .. }
    | BattleEvent::BarrierHoled { barrier: id }
    | BattleEvent::DoorMoved { barrier: id, .. }) = event
    else {
        return;
    };
    let Some((entity, place)) = field.barrier(*id) else { return };
    let Ok((barrier, mut state)) = barriers.get_mut(entity) else { return };
    match event {
        BattleEvent::BarrierDamaged { damage, .. } => state.damage += damage,
        BattleEvent::DoorMoved { open, .. } => state.open = *open,
        _ => state.holed = true,
    }
    let revision = field.revision;
    update_barrier_on_map(&mut field, *id, &barrier.kind, *state);
    if field.revision != revision {
        update_cover_beside(&mut units, &field, place);
    }
    changes.mark_field();
}

/// Updates what gives cover to the units beside a barrier.
fn update_cover_beside(
    units: &mut Query<(&GridPosition, &mut Cover)>,
    field: &Battlefield,
    place: ObstaclePosition,
) {
    let beside = units.iter_mut().filter(|(position, _)| place.touches(position.0));
    beside.for_each(|(position, mut cover)| cover.update_obstacles(field.grid(), position.0));
}

/// Turns a barrier into what it hides. `CC-ADV-09`.
pub(super) fn apply_noticed_feature(
    InRef(event): InRef<BattleEvent>,
    setup: Res<BattleSetup>,
    mut barriers: Query<(&mut Barrier, &mut BarrierState)>,
    mut field: ResMut<Battlefield>,
    mut units: Query<(&GridPosition, &mut Cover)>,
    mut changes: ResMut<UnitChanges>,
) {
    let BattleEvent::FeatureNoticed { barrier: id, .. } = event else { return };
    let Some((entity, place)) = field.barrier(*id) else { return };
    let Ok((mut barrier, mut state)) = barriers.get_mut(entity) else { return };
    let Some(hides) = barrier.kind.hides.clone() else { return };
    let Some(kind) = setup.bundle().barrier_kinds.get(&hides) else { return };
    *barrier = Barrier { id: hides.into(), kind: Arc::new(kind.clone()) };
    state.noticed = true;
    field.revision += 1;
    update_barrier_on_map(&mut field, *id, &barrier.kind, *state);
    update_cover_beside(&mut units, &field, place);
    changes.mark_field();
}

/// Applies smoke, fire and rubble on the ground, and updates every side's map.
pub(super) fn apply_ground(
    InRef(event): InRef<BattleEvent>,
    setup: Res<BattleSetup>,
    mut field: ResMut<Battlefield>,
    mut knowledge: ResMut<Knowledge>,
    mut changes: ResMut<UnitChanges>,
) {
    let change = |effects: &mut GroundEffects, cell: Cell, base: &Terrain| match event {
        BattleEvent::GroundCovered { what, until, .. } => effects.add_effect(cell, *what, *until, base),
        BattleEvent::GroundCleared { what, .. } => effects.remove_effect(cell, *what, base),
        _ => {}
    };
    let (BattleEvent::GroundCovered { cells, .. } | BattleEvent::GroundCleared { cells, .. }) = event else {
        return;
    };
    changes.mark_field();
    let field = &mut *field;
    for cell in cells {
        if let Some(base) = setup.terrain_at(*cell) {
            change(&mut field.ground_effects, *cell, base);
        }
    }
    let covered = &field.ground_effects;
    let maps = knowledge.0.values_mut().map(|known| (&mut known.field.grid, &mut known.field.revision));
    for (grid, revision) in maps.chain([(&mut field.grid, &mut field.revision)]) {
        *revision += 1;
        for (cell, terrain) in cells.iter().filter_map(|cell| Some((*cell, covered.terrain(*cell)?))) {
            if grid.ground(cell) != terrain.ground() {
                Arc::make_mut(grid).set_ground(cell, terrain.ground());
            }
        }
    }
}
