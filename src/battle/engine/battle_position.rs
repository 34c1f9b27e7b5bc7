//! Copies of a battle's position, from which another world plays on: for AI players that look ahead.

use std::sync::Arc;

use bevy_ecs::prelude::*;

use super::setup;
use super::state_hash::StateDigests;
use super::view_access::with_view;
use crate::state::components::held_phase::{ArmedItem, AutoResponses, ExtendedAction, HeldPhase};
use crate::state::components::inventory::{DroppedItem, Inventory};
use crate::state::components::*;
use crate::state::ground_effect::GroundEffects;
use crate::state::knowledge::{Knowledge, Sighting};
use crate::state::resources::*;
use crate::view::assembled_attacks::AssembledAttacks;
use crate::view::battle_view::{BarrierDataItem, UnitDataItem};
use crate::view::unit_roster::UnitRoster;
use content::{Arrival, SkirmishBundle};
use dice::DiceState;
use field::Grid;
use model::{BarrierId, Cell, ItemId, Side, UnitId};

/// All components of a unit that events change.
#[derive(Bundle, Clone, Debug)]
struct UnitState {
    position: GridPosition,
    health: Health,
    soak: Soak,
    initiative: Initiative,
    points: ActionPoints,
    movement: Movement,
    phase_state: PhaseState,
    cover: Cover,
    status: StatusEffects,
    inventory: Inventory,
    defence_count: DefenceCount,
    out_of_action: OutOfAction,
    karma: KarmaPoints,
    held_phase: HeldPhase,
    auto_responses: AutoResponses,
    extended_action: ExtendedAction,
}

/// A thing on the ground: an item, or an armed one.
type GroundItem = (ItemId, Option<DroppedItem>, Option<ArmedItem>);

/// A barrier with its state, and what it has become if it is noticed. `CC-ADV-09`.
type ChangedBarrier = (BarrierId, Option<Barrier>, BarrierState);

/// Everything that determines how a battle goes on, but the orders to come.
#[derive(Clone, Debug)]
pub struct BattlePosition {
    setup: BattleSetup,
    /// Side of every unit, by id, and whether the unit is a vehicle.
    sides: Arc<[(Side, bool)]>,
    /// Units, by id.
    units: Vec<UnitState>,
    /// Barriers that are not as the skirmish has them, by id; with the barrier, if it has become another.
    barriers: Vec<ChangedBarrier>,
    items: Vec<GroundItem>,
    grid: Arc<Grid>,
    revision: u32,
    ground_effects: GroundEffects,
    strike_zone: Option<u32>,
    round: RoundState,
    /// Without records.
    history: History,
    prompt: PendingPrompt,
    queue: ResolutionQueue,
    dice: BattleDice,
    knowledge: Knowledge,
}

/// An enemy that a side does not see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnseenUnit {
    /// The unit.
    pub unit: UnitId,
    /// Its side.
    pub side: Side,
    /// Its last sighting; `None` if it was never seen.
    pub sighting: Option<Sighting>,
    /// Whether it moves by itself: neither a vehicle, nor in one, nor in a grip.
    pub is_on_foot: bool,
}

impl UnitState {
    fn of_unit(unit: &UnitDataItem) -> Self {
        Self {
            position: *unit.position,
            health: unit.health.clone(),
            soak: *unit.soak,
            initiative: *unit.initiative,
            points: *unit.points,
            movement: *unit.movement,
            phase_state: *unit.phase_state,
            cover: unit.cover.clone(),
            status: unit.status.clone(),
            inventory: unit.inventory.clone(),
            defence_count: *unit.defence_count,
            out_of_action: *unit.out_of_action,
            karma: *unit.karma,
            held_phase: *unit.held_phase,
            auto_responses: unit.auto_responses.clone(),
            extended_action: unit.extended_action.clone(),
        }
    }
}

impl BattlePosition {
    /// Copies the position of a battle, with all that sides do not know.
    ///
    /// # Panics
    /// If no battle is set up in the world.
    pub fn from_world(world: &mut World) -> Self {
        let (queue, dice) =
            (world.resource::<ResolutionQueue>().clone(), world.resource::<BattleDice>().clone());
        let history = world.resource::<History>().without_records();
        let strike_zone = world.resource::<UnitIndex>().strike_zone();
        let mut items = world.query::<(&ItemId, Option<&DroppedItem>, Option<&ArmedItem>)>();
        let items = items.iter(world).map(|(id, dropped, armed)| (*id, dropped.cloned(), armed.cloned()));
        let mut items: Vec<GroundItem> = items.collect();
        items.sort_by_key(|(id, ..)| *id);
        let field = world.resource::<Battlefield>().clone();
        let prompt = world.resource::<PendingPrompt>().clone();
        let knowledge = world.resource::<Knowledge>().clone();
        with_view(world, |view| {
            let changed = view.barriers.iter().filter(|data| *data.state != BarrierState::default());
            let turned_into = |data: &BarrierDataItem| data.state.noticed.then(|| data.barrier.clone());
            let mut barriers: Vec<ChangedBarrier> =
                changed.map(|data| (*data.id, turned_into(&data), *data.state)).collect();
            barriers.sort_by_key(|(id, ..)| *id);
            Self {
                setup: view.setup().clone(),
                sides: view.all_units().map(|unit| (*unit.side, unit.vehicle_seats.0.is_some())).collect(),
                units: view.all_units().map(|unit| UnitState::of_unit(&unit)).collect(),
                barriers,
                items,
                grid: field.grid,
                revision: field.revision,
                ground_effects: field.ground_effects,
                strike_zone,
                round: view.round().clone(),
                history,
                prompt,
                queue,
                dice,
                knowledge,
            }
        })
    }

    /// The skirmish.
    pub fn bundle(&self) -> &Arc<SkirmishBundle> {
        self.setup.bundle()
    }

    /// The map.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Round, pass and acting unit.
    pub fn round(&self) -> &RoundState {
        &self.round
    }

    /// Cells of the units of a side that fight.
    pub fn cells_of(&self, side: Side) -> impl Iterator<Item = Cell> {
        let units = self.sides.iter().zip(&self.units);
        let fighting = units.filter(move |((of, _), unit)| *of == side && unit.out_of_action.fighting());
        fighting.map(|(_, unit)| unit.position.0)
    }

    /// Cell of a unit.
    pub fn cell_of(&self, unit: UnitId) -> Option<Cell> {
        Some(self.units.get((unit.0 as usize).checked_sub(1)?)?.position.0)
    }

    /// Whether a conscious unit is on a cell.
    pub fn is_occupied(&self, cell: Cell) -> bool {
        self.units.iter().any(|unit| unit.position.0 == cell && unit.out_of_action.fighting())
    }

    /// Restarts the dice with a seed. Rolls are not entered by hand.
    pub fn reseed_dice(&mut self, seed: u64) {
        self.dice = BattleDice::new(DiceState::new(seed), false);
    }

    /// Puts a unit on a cell, without cover.
    pub fn place_unit(&mut self, unit: UnitId, cell: Cell) {
        let Some(state) = self.units.get_mut((unit.0 as usize).wrapping_sub(1)) else { return };
        state.position = GridPosition(cell);
        state.cover = Cover::default();
        state.cover.update_obstacles(&self.grid, cell);
    }

    /// Replaces what a side does not know, and ends the fog of war: enemies out of sight are as at the beginning of the
    /// battle, on their last known cells, and barriers are as last seen. Returns those enemies.
    ///
    /// `beginning` is the position of the same skirmish before the first order.
    pub fn limit_to_knowledge(&mut self, side: Side, beginning: &Self) -> Vec<UnseenUnit> {
        let mut unseen = Vec::new();
        let Some(known) = std::mem::take(&mut self.knowledge).0.remove(&side) else { return unseen };
        (self.grid, self.revision) = (known.field.grid.clone(), known.field.revision);
        let actual = std::mem::take(&mut self.barriers);
        let seen = known.barriers.iter().map(|(id, state)| {
            let known = actual.iter().find(|(other, ..)| other == id).filter(|_| state.noticed);
            (*id, known.and_then(|(_, barrier, _)| barrier.clone()), *state)
        });
        self.barriers = seen.collect();
        self.items.retain(|(id, ..)| known.knows_item(*id));
        for (number, (of, is_vehicle)) in self.sides.iter().copied().enumerate() {
            let unit = UnitId(number as u32 + 1);
            if of == side || known.sees(unit) {
                continue;
            }
            let sighting = known.unit(unit).copied();
            let mut state = beginning.units[number].clone();
            if let Some(sighting) = sighting {
                state.position = GridPosition(sighting.cell);
                state.out_of_action.down = sighting.down;
            }
            let round = self.round.number();
            let is_there = |arrival: Arrival| sighting.is_some() || arrival.round <= round;
            if state.out_of_action.arrival().is_some_and(is_there) {
                state.out_of_action.presence = Presence::OnMap;
            }
            state.cover.update_obstacles(&self.grid, state.position.0);
            let fights = state.out_of_action.fighting();
            let is_bound = state.status.grip().is_some() || state.status.seat().is_some();
            self.units[number] = state;
            if fights {
                unseen.push(UnseenUnit { unit, side: of, sighting, is_on_foot: !is_vehicle && !is_bound });
            }
        }
        unseen
    }

    /// Sets up this position in a world; quick if the world has a battle of the same skirmish.
    pub fn set_up(&self, world: &mut World) {
        let same = |setup: &BattleSetup| Arc::ptr_eq(setup.bundle(), self.bundle());
        if !world.get_resource::<BattleSetup>().is_some_and(same) {
            setup::spawn_battle(world, self.bundle().clone(), self.setup.seed());
        }
        self.set_up_units(world);
        self.set_up_barriers(world);
        self.set_up_items(world);
        world.resource_mut::<BattleSetup>().digests_coins = self.setup.digests_coins;
        world.insert_resource(self.round.clone());
        world.insert_resource(self.history.clone());
        world.insert_resource(self.prompt.clone());
        world.insert_resource(self.queue.clone());
        world.insert_resource(self.dice.clone());
        world.insert_resource(self.knowledge.clone());
        world.insert_resource(StateDigests::default());
        world.insert_resource(UnitChanges::default());
        world.insert_resource(UnitRoster::default());
        world.insert_resource(AssembledAttacks::default());
        world.insert_resource(Outbox::default());
    }

    fn set_up_units(&self, world: &mut World) {
        world.resource_scope(|world, mut index: Mut<UnitIndex>| {
            index.set_strike_zone(self.strike_zone);
            for (number, state) in self.units.iter().enumerate() {
                let unit = UnitId(number as u32 + 1);
                let Some(entity) = index.get(unit) else { continue };
                let mut entity = world.entity_mut(entity);
                if let Some(before) = entity.get::<GridPosition>().map(|position| position.0)
                    && before != state.position.0
                {
                    index.update_cell(unit, before, state.position.0);
                }
                entity.insert(state.clone());
            }
        });
    }

    fn set_up_barriers(&self, world: &mut World) {
        let mut barriers = world.query::<(&BarrierId, &mut Barrier, &mut BarrierState)>();
        for (id, mut barrier, mut state) in barriers.iter_mut(world) {
            let wanted = self.barriers.binary_search_by_key(id, |(known, ..)| *known).ok();
            let wanted = wanted.map(|place| &self.barriers[place]);
            let wanted_state = wanted.map(|(.., state)| *state).unwrap_or_default();
            if *state == wanted_state {
                continue;
            }
            // Only a barrier that is noticed becomes another kind. `CC-ADV-09`
            if let Some((_, Some(wanted), _)) = wanted {
                *barrier = wanted.clone();
            } else if state.noticed
                && let Some(original) = original_barrier(self.bundle(), *id)
            {
                *barrier = original;
            }
            *state = wanted_state;
        }
        let mut field = world.resource_mut::<Battlefield>();
        (field.grid, field.revision) = (self.grid.clone(), self.revision);
        field.ground_effects.clone_from(&self.ground_effects);
    }

    fn set_up_items(&self, world: &mut World) {
        let mut items = world.query_filtered::<Entity, With<ItemId>>();
        let before: Vec<Entity> = items.iter(world).collect();
        for entity in before {
            world.despawn(entity);
        }
        for (id, dropped, armed) in &self.items {
            let mut entity = world.spawn((BattleEntity, *id));
            if let Some(dropped) = dropped {
                entity.insert(dropped.clone());
            }
            if let Some(armed) = armed {
                entity.insert(armed.clone());
            }
        }
    }
}

/// A barrier as the skirmish has it.
fn original_barrier(bundle: &SkirmishBundle, id: BarrierId) -> Option<Barrier> {
    let kind = &bundle.skirmish.map.barriers.get(id.0 as usize)?.kind;
    let original = bundle.barrier_kinds.get(kind)?;
    Some(Barrier { id: kind.as_str().into(), kind: Arc::new(original.clone()) })
}
