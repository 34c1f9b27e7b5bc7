//! Applies events of the battlefield: items, barriers and ground effects.

use super::*;
use model::BarrierId;

impl BattleWriter<'_, '_> {
    /// Applies items that are dropped, armed, detonated or picked up.
    pub(super) fn apply_items(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::Dropped { item, what, cell, .. }
            | BattleEvent::ItemLanded { item, what, cell, .. } => {
                self.digests.mark_field();
                self.commands.spawn((BattleEntity, *item, DroppedItem { item: what.clone(), cell: *cell }));
            }
            BattleEvent::Activated { item, what, fuse, cell, .. } => {
                let armed = ArmedItem { item: what.clone(), fuse: *fuse, cell: *cell };
                self.digests.mark_field();
                self.commands.spawn((BattleEntity, *item, armed));
            }
            BattleEvent::Detonated { item, .. } => {
                let Some((entity, _)) = self.armed.iter().find(|(_, id)| **id == *item) else { return };
                self.digests.mark_field();
                self.commands.entity(entity).despawn();
            }
            BattleEvent::PickedUp { unit, item, what } => {
                let Some((entity, ..)) = self.items.iter().find(|(_, id, _)| **id == *item) else { return };
                self.digests.mark_field();
                self.commands.entity(entity).despawn();
                self.unit_mut(*unit).inventory.0.push(what.clone());
            }
            _ => {}
        }
    }

    /// Applies damage, holes and doors of barriers.
    pub(super) fn apply_barriers(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::BarrierDamaged { barrier, damage, .. } => {
                self.change_barrier(*barrier, |state| state.damage += damage);
            }
            BattleEvent::BarrierHoled { barrier } => {
                self.change_barrier(*barrier, |state| state.holed = true)
            }
            BattleEvent::DoorMoved { barrier, open } => {
                self.change_barrier(*barrier, |state| state.open = *open)
            }
            _ => {}
        }
    }

    /// Applies smoke, fire and rubble on the ground.
    pub(super) fn apply_ground(&mut self, event: &BattleEvent) {
        match event {
            BattleEvent::GroundCovered { cells, what, until } => {
                self.change_ground(cells, |effects, cell, base| {
                    effects.add_effect(cell, *what, *until, base)
                });
            }
            BattleEvent::GroundCleared { cells, what } => {
                self.change_ground(cells, |effects, cell, base| effects.remove_effect(cell, *what, base));
            }
            _ => {}
        }
    }

    /// Changes ground effects and updates every side's map.
    fn change_ground(&mut self, cells: &[Cell], change: impl Fn(&mut GroundEffects, Cell, &Terrain)) {
        self.digests.mark_field();
        for cell in cells {
            if let Some(base) = self.setup.terrain_at(*cell) {
                change(&mut self.field.ground_effects, *cell, base);
            }
        }
        let field = &mut *self.field;
        let covered = &field.ground_effects;
        let maps =
            self.knowledge.0.values_mut().map(|known| (&mut known.field.grid, &mut known.field.revision));
        for (grid, revision) in maps.chain([(&mut field.grid, &mut field.revision)]) {
            *revision += 1;
            for (cell, terrain) in cells.iter().filter_map(|cell| Some((*cell, covered.terrain(*cell)?))) {
                if grid.ground(cell) != terrain.ground() {
                    Arc::make_mut(grid).set_ground(cell, terrain.ground());
                }
            }
        }
    }

    /// Changes a barrier segment and updates the map.
    fn change_barrier(&mut self, id: BarrierId, change: impl FnOnce(&mut BarrierState)) {
        let Some((entity, _)) = self.field.barrier(id) else { return };
        let Ok((_, barrier, _, mut state)) = self.barriers.get_mut(entity) else { return };
        change(&mut state);
        self.digests.mark_field();
        update_barrier_on_map(&mut self.field, id, &barrier.kind, *state);
    }
}
