//! A skirmish becomes entities, and goes again.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_ecs::prelude::*;

use super::apply::apply_events;
use super::cached_access::{clear_resolution, with_access};
use super::state_hash::StateDigests;
use super::submit::with_view;
use crate::model::components::inventory::{CarriedItem, Inventory, WeaponProfile};
use crate::model::components::*;
use crate::model::event::BattleEvent;
use crate::model::ground_effect::GroundEffects;
use crate::model::knowledge::{Knowledge, Viewer};
use crate::model::resources::*;
use crate::resolve::effects;
use crate::resolve::objectives::ObjectiveTriggers;
use crate::resolve::vehicles::VehicleSeats;
use crate::view::battle_view::{BattleView, UnitDataItem};
use content::{BarrierKind, MapBarrier, SkirmishBundle, SkirmishUnit, UnitLink};
use dice::DiceState;
use field::{Grid, ObstaclePosition};
use rules::{Karma, KarmaPlan, RuleSet, Sheet, Weapon, WeaponMalfunction, play};

/// Marks entities of the fight, so that it can be cleared away whole.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct BattleEntity;

/// Prepares a world for fights. Once per world.
pub fn prepare_world(world: &mut World) {
    with_access(world, |_, _| ());
}

/// Sets a skirmish up, before deployment. What stood there before is cleared away.
pub fn spawn_battle(world: &mut World, bundle: Arc<SkirmishBundle>, seed: u64) {
    despawn_battle(world);
    let mut units = UnitIndex::default();
    for (number, unit) in bundle.skirmish.units.iter().enumerate() {
        let entity = spawn_unit(world, &bundle, UnitId(number as u32 + 1), unit);
        units.add(entity, unit.cell);
    }
    let mut segments = BarrierSegments::default();
    let kinds: BTreeMap<&str, (Arc<str>, Arc<BarrierKind>)> = bundle
        .barrier_kinds
        .iter()
        .map(|(id, kind)| (id.as_str(), (id.as_str().into(), Arc::new(kind.clone()))))
        .collect();
    for (number, barrier) in bundle.skirmish.map.barriers.iter().enumerate() {
        let id = BarrierId(number as u32);
        let entity = spawn_barrier(world, &kinds, id, barrier);
        segments.add(id, entity, barrier.place);
    }
    drop(kinds);
    let field = Battlefield {
        grid: initial_grid(world, &bundle),
        barriers: Arc::new(segments),
        revision: 0,
        ground_effects: GroundEffects::default(),
    };
    let knowledge = if bundle.skirmish.options.fog_of_war {
        Knowledge::for_sides(bundle.skirmish.sides.len(), &field)
    } else {
        Knowledge::default()
    };
    world.insert_resource(knowledge);
    world.insert_resource(field);
    world.insert_resource(units);
    let by_hand = bundle.skirmish.options.ask_dice;
    world.insert_resource(BattleDice { state: DiceState::new(seed), given_faces: Vec::new(), by_hand });
    let watch = ObjectiveTriggers::for_objectives(&bundle.skirmish.objectives);
    world.insert_resource(History { objective_triggers: watch, ..History::default() });
    world.insert_resource(BattleSetup::new(bundle, seed));
    world.insert_resource(RoundState::default());
    world.insert_resource(PendingPrompt::default());
    world.insert_resource(StateDigests::default());
    clear_resolution(world);
    apply_ties(world);
    apply_initial_cover(world);
}

/// The map of a skirmish before anybody has touched it, kept for the next fight over it.
#[derive(Resource)]
struct InitialGrid(Arc<SkirmishBundle>, Arc<Grid>);

fn initial_grid(world: &mut World, bundle: &Arc<SkirmishBundle>) -> Arc<Grid> {
    let kept = world.get_resource::<InitialGrid>().filter(|kept| Arc::ptr_eq(&kept.0, bundle));
    if let Some(InitialGrid(_, grid)) = kept {
        return Arc::clone(grid);
    }
    let grid = Arc::new(bundle.grid());
    world.insert_resource(InitialGrid(Arc::clone(bundle), Arc::clone(&grid)));
    grid
}

/// Puts everybody of a fight that has not begun in place again, on the same field; things and walls stay.
pub(crate) fn respawn_units(world: &mut World, bundle: Arc<SkirmishBundle>) {
    let seed = world.resource::<BattleSetup>().seed;
    let old: Vec<Entity> = world.resource::<UnitIndex>().iter().map(|(_, entity)| entity).collect();
    for entity in old {
        world.despawn(entity);
    }
    let mut units = UnitIndex::default();
    for (number, unit) in bundle.skirmish.units.iter().enumerate() {
        let entity = spawn_unit(world, &bundle, UnitId(number as u32 + 1), unit);
        units.add(entity, unit.cell);
    }
    world.insert_resource(units);
    world.insert_resource(StateDigests::default());
    world.insert_resource(BattleSetup::new(bundle, seed));
    apply_ties(world);
    apply_initial_cover(world);
}

/// Whoever sits in a vehicle or holds somebody does so from the start. `SS-DEF-18`, `SS-BARR-51`.
fn apply_ties(world: &mut World) {
    let happenings = with_view(world, |view| {
        let mut out = Outbox::default();
        let begins = &view.setup().bundle().skirmish.units;
        for (unit, begins) in view.units().zip(begins) {
            let Some(tie) = &begins.link else { continue };
            let (UnitLink::Drives(name) | UnitLink::Rides(name) | UnitLink::Holds(name)) = tie;
            let Some(other) = view.units().find(|other| other.identity.name() == name) else { continue };
            if matches!(tie, UnitLink::Holds(_)) && unit.side != other.side && view.has_fog_of_war() {
                // Fog of war hides nobody from whom it has in its hands.
                for (one, held) in [(&unit, &other), (&other, &unit)] {
                    out.push_event(BattleEvent::Spotted { side: *one.side, unit: *held.id, at: held.cell() });
                }
            }
            let (unit, other) = (*unit.id, *other.id);
            let ties = match tie {
                UnitLink::Drives(_) => vec![(unit, StatusKind::Drives(other))],
                UnitLink::Rides(_) => vec![(unit, StatusKind::RidesIn(other))],
                UnitLink::Holds(_) => {
                    vec![(unit, StatusKind::Holding(other)), (other, StatusKind::HeldBy(unit))]
                }
            };
            for (unit, kind) in ties {
                out.push_event(BattleEvent::StatusSet {
                    unit,
                    status: Status { kind, until: StatusEnd::Removed },
                });
            }
        }
        out.events
    });
    apply_events(world, happenings);
}

/// Whoever begins in cover is there before units are placed; another square is none. `CS-COV-03`.
fn apply_initial_cover(world: &mut World) {
    let happenings = with_view(world, |view| {
        let mut out = Outbox::default();
        let begins = &view.setup().bundle().skirmish.units;
        for (unit, _) in view.units().zip(begins).filter(|(_, begins)| begins.in_cover) {
            let cover_cm = view.cover_height_beside(unit.cell());
            let sheltered = unit.vehicle().is_some() || unit.status.grip().is_some();
            if sheltered || field::can_take_cover(view.field().grid(), unit.cell()) {
                let effects = play::begins_in_cover(&view.unit_snapshot(&unit), cover_cm, view.rules());
                effects::apply_effects(view, effects, None, &mut out);
            }
        }
        out.events
    });
    apply_events(world, happenings);
}

/// Clears a fight away, entities and resources.
pub fn despawn_battle(world: &mut World) {
    let mut query = world.query_filtered::<Entity, With<BattleEntity>>();
    let entities: Vec<Entity> = query.iter(world).collect();
    for entity in entities {
        world.despawn(entity);
    }
    world.remove_resource::<Viewer>();
    world.remove_resource::<Knowledge>();
    world.remove_resource::<BattleSetup>();
    world.remove_resource::<Battlefield>();
    world.remove_resource::<UnitIndex>();
    world.remove_resource::<RoundState>();
    world.remove_resource::<History>();
}

fn spawn_unit(world: &mut World, bundle: &SkirmishBundle, id: UnitId, unit: &SkirmishUnit) -> Entity {
    let rules = &bundle.skirmish.rules;
    let recruit = &bundle.unit_templates[&unit.archetype];
    let sheet = recruit.sheet.clone();
    let veteran = unit.campaign_unit.as_ref();
    let condition = veteran
        .map_or_else(|| play::fresh(&sheet, rules), |veteran| play::encounter_begins(&veteran.condition));
    let soak = Soak(play::soak(&sheet, &condition, rules));
    let left = veteran.map_or_else(|| play::karma(&sheet), |veteran| veteran.karma);
    let mut ailments = veteran.map_or_else(Vec::new, |veteran| veteran.ailments.clone());
    ailments.sort();
    let karma = Karma { left, plan: KarmaPlan::default() };
    let points = ActionPoints(play::purse(&sheet, rules));
    let weapons = recruit.weapons.iter().map(|id| bundle.weapons[id].clone());
    let mut arsenal = build_inventory(weapons, &sheet, rules);
    if let Some(kit) = veteran.and_then(|veteran| veteran.loadout.as_ref()) {
        arsenal.0.iter_mut().zip(kit).for_each(|(carried, used)| carried.apply_used_state(used));
    }
    let hides = (unit.concealed || unit.lurking)
        .then_some(Status { kind: StatusKind::Concealed, until: StatusEnd::Removed });
    let seating = VehicleSeats(recruit.vehicle);
    let casualty = OutOfAction { down: play::down(&sheet, &condition, rules), escaped: false };
    let entity = world.spawn((
        BattleEntity,
        id,
        seating,
        casualty,
        Side(unit.side),
        Identity {
            name: unit.name.as_str().into(),
            role: recruit.name.as_str().into(),
            glyph: recruit.glyph,
        },
        GridPosition(unit.cell),
        Health(condition),
        soak,
        points,
        StatusEffects { statuses: hides.into_iter().collect(), ailments, ..StatusEffects::default() },
        arsenal,
        KarmaPoints { karma, initiative: false },
        CharacterSheet(sheet),
    ));
    entity.id()
}

impl BattleView<'_, '_> {
    /// Whether a unit carries what its sort brings, whole, full and in the same hands.
    pub fn has_initial_inventory(&self, unit: &UnitDataItem) -> bool {
        let bundle = self.setup().bundle();
        let Some(begins) = bundle.skirmish.units.get(unit.id.0 as usize - 1) else { return false };
        let recruit = &bundle.unit_templates[&begins.archetype];
        let weapons = recruit.weapons.iter().map(|id| bundle.weapons[id].clone());
        build_inventory(weapons, &recruit.sheet, self.rules()) == *unit.inventory
    }
}

/// What a unit carries: the first things that fit are in its hands, bare hands come last.
fn build_inventory(weapons: impl Iterator<Item = Weapon>, sheet: &Sheet, rules: &RuleSet) -> Inventory {
    let mut hands = 2u8;
    let mut carried: Vec<CarriedItem> = Vec::new();
    for weapon in weapons {
        let gear = WeaponProfile::new(&play::arm(&weapon, sheet, rules));
        let in_hand = gear.hands <= hands && (gear.hands == 0 || hands == 2);
        if in_hand {
            hands -= gear.hands;
        }
        let (loaded, mode) = (gear.magazine, gear.modes.first().copied());
        carried.push(CarriedItem {
            weapon,
            profile: gear,
            loaded,
            mode,
            fault: WeaponMalfunction::None,
            in_hand,
            off_hand: false,
        });
    }
    if let Some(weapon) = play::unarmed(sheet).filter(|_| carried.iter().all(|carried| carried.hands() > 0)) {
        let gear = WeaponProfile::new(&play::arm(&weapon, sheet, rules));
        let (loaded, mode, fault) = (0, None, WeaponMalfunction::None);
        carried.push(CarriedItem {
            weapon,
            profile: gear,
            loaded,
            mode,
            fault,
            in_hand: true,
            off_hand: false,
        });
    }
    Inventory(carried)
}

fn spawn_barrier(
    world: &mut World,
    kinds: &BTreeMap<&str, (Arc<str>, Arc<BarrierKind>)>,
    id: BarrierId,
    barrier: &MapBarrier,
) -> Entity {
    spawn_segment(world, kinds[barrier.kind.as_str()].clone(), id, barrier.place)
}

/// A whole segment of a sort: its id and the sort.
pub(crate) fn spawn_segment(
    world: &mut World,
    (name, kind): (Arc<str>, Arc<BarrierKind>),
    id: BarrierId,
    place: ObstaclePosition,
) -> Entity {
    world.spawn((BattleEntity, id, Barrier { id: name, kind }, BarrierPlace(place))).id()
}
