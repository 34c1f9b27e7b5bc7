//! Sets up scenes: a battle with the state of its units, and Lab scenes at the start of the attacker's phase in round 1.

mod terrain;

use std::sync::Arc;

use bevy_ecs::prelude::*;

use super::apply::apply_events;
use super::setup;
use super::state_hash::StateDigests;
use super::view_access::with_view;
use crate::resolve::rule_steps;
use crate::state::components::inventory::{CarriedItem, DroppedItem, Inventory, WeaponProfile};
use crate::state::components::*;
use crate::state::event::{BattleEvent, EventRecord};
use crate::state::resources::*;
use crate::view::assembled_attacks::AssembledAttacks;
use crate::view::battle_view::BattleView;
use crate::view::unit_roster::UnitRoster;
use content::{BarrierWear, LabItem, LabScene, LabUnitState, SceneStart, SkirmishBundle};
use model::{ItemId, ObstaclePosition, UnitId};
use rules::{RuleStep, WeaponMalfunction, play};

/// Seed of dice that are never rolled.
const UNUSED_SEED: u64 = 0;

/// Counts scene updates, so that readers know when their cached data is outdated.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct SceneRevision(u32);

/// Sets up a scene from scratch. `bundle` is the scene under one rulebook.
pub fn set_up_scene(world: &mut World, scene: &LabScene, bundle: Arc<SkirmishBundle>) {
    setup::spawn_battle(world, bundle, UNUSED_SEED);
    self::terrain::renumber_barriers(world);
    self::terrain::set_barrier_damage(world, |place| scene.damaged.get(&place).copied());
    start_scene(world, scene, true);
}

/// Updates a scene that is set up: units are respawned, barriers and ground changed only where they differ.
pub fn update_scene(world: &mut World, scene: &LabScene, bundle: Arc<SkirmishBundle>) {
    let Some(changed) = self::terrain::update_terrain(world, &bundle) else {
        return set_up_scene(world, scene, bundle);
    };
    let damaged = self::terrain::set_barrier_damage(world, |place| scene.damaged.get(&place).copied());
    setup::respawn_units(world, bundle);
    start_scene(world, scene, changed || damaged);
}

/// Applies the state that a battle starts from, if its bundle has one: damaged barriers, items, wounds and stances.
pub(super) fn apply_battle_start(world: &mut World) {
    let bundle = world.resource::<BattleSetup>().bundle().clone();
    let Some(start) = &bundle.start else { return };
    let damaged = |place: ObstaclePosition| -> Option<BarrierWear> {
        start.damaged.iter().find(|(known, _)| *known == place).map(|(_, wear)| *wear)
    };
    self::terrain::set_barrier_damage(world, damaged);
    place_items(world, &start.items);
    for (number, state) in start.unit_states.iter().enumerate() {
        let unit = UnitId(number as u32 + 1);
        apply_wounds(world, unit);
        apply_stance(world, unit, *state);
    }
    world.resource_mut::<RoundState>().next_item = start.items.len() as u32;
}

/// Places items, applies unit states and begins the attacker's phase. `terrain_changed` says whether barriers or ground
/// have changed.
fn start_scene(world: &mut World, scene: &LabScene, terrain_changed: bool) {
    world.init_resource::<SceneRevision>();
    let mut revision = world.resource_mut::<SceneRevision>();
    revision.0 = revision.0.wrapping_add(1);
    let revision = revision.0;
    world.resource_mut::<History>().rewinds = revision;
    if terrain_changed {
        world.resource_mut::<Battlefield>().revision = revision;
        setup::update_cover(world);
    }
    place_items(world, &scene.items);
    let begins_in_phase = scene.script.start == SceneStart::Phase;
    for (number, state) in scene.unit_states.iter().enumerate() {
        let unit = UnitId(number as u32 + 1);
        apply_wounds(world, unit);
        // All units are aware of a battle that has begun.
        if begins_in_phase {
            set_status(world, unit, StatusKind::Engaged);
        }
        apply_stance(world, unit, *state);
    }
    let aimed = || scene.aim.as_ref().map(|aim| aim.attacker);
    let acting = scene.script.first_unit(&scene.skirmish).or_else(aimed).map(|unit| UnitId(unit as u32 + 1));
    if begins_in_phase {
        begin_first_phase(world, acting);
    } else {
        world.resource_mut::<RoundState>().next_item = scene.items.len() as u32;
    }
    if let (Some(acting), Some(aim), true) = (acting, &scene.aim, scene.script.orders.is_empty()) {
        take_weapon_in_hand(world, acting, aim.weapon);
    }
    // The changes above bypass the events that mark changes and clear requests.
    world.insert_resource(StateDigests::default());
    world.insert_resource(UnitChanges::default());
    world.insert_resource(UnitRoster::default());
    world.insert_resource(AssembledAttacks::default());
}

/// Replaces the items on the ground. Their profiles are those for the first unit of the scene.
fn place_items(world: &mut World, items: &[LabItem]) {
    let mut lying = world.query_filtered::<Entity, (With<BattleEntity>, With<DroppedItem>)>();
    let before: Vec<Entity> = lying.iter(world).collect();
    for entity in before {
        world.despawn(entity);
    }
    let setup = world.resource::<BattleSetup>();
    let (bundle, rules) = (setup.bundle().clone(), setup.rules().clone());
    let Some(first) = bundle.skirmish.units.first() else { return };
    let sheet = &bundle.unit_templates[&first.archetype].sheet;
    let known = items.iter().filter_map(|lying| Some((lying, bundle.weapons.get(&lying.thing.weapon)?)));
    for (number, (lying, weapon)) in known.enumerate() {
        let profile = WeaponProfile::new(&play::weapon_traits(weapon, sheet, &rules));
        let (loaded, mode) = (profile.magazine, profile.modes.first().copied());
        let (weapon, fault) = (weapon.clone(), WeaponMalfunction::None);
        let mut item = CarriedItem { weapon, profile, loaded, mode, fault, in_hand: false, off_hand: false };
        if lying.book == rules.book() {
            lying.thing.apply_to(&mut item);
        }
        world.spawn((BattleEntity, ItemId(number as u32), DroppedItem { item, cell: lying.cell }));
    }
}

/// Puts the attacker's weapon in hand and stows the others.
fn take_weapon_in_hand(world: &mut World, unit: UnitId, weapon: usize) {
    let Some(entity) = world.resource::<UnitIndex>().get(unit) else { return };
    let mut unit = world.entity_mut(entity);
    let suffered = unit.get::<StatusEffects>().map(|status| status.ailments.clone()).unwrap_or_default();
    let Some(mut inventory) = unit.get_mut::<Inventory>() else { return };
    if inventory.get(weapon).is_none_or(CarriedItem::in_hand) {
        return;
    }
    for carried in inventory.items_mut() {
        carried.in_hand &= carried.hands() == 0;
    }
    inventory.take_in_hand(weapon, &suffered);
}

/// Applies the wounds of a campaign unit unchanged.
fn apply_wounds(world: &mut World, id: UnitId) {
    let Some(entity) = world.resource::<UnitIndex>().get(id) else { return };
    let setup = world.resource::<BattleSetup>();
    let unit_setup = &setup.bundle().skirmish.units[id.0 as usize - 1];
    let Some(campaign_unit) = unit_setup.campaign_unit.clone() else { return };
    let presence = Presence::new(unit_setup.arrives);
    let rules = setup.rules().clone();
    let mut unit = world.entity_mut(entity);
    let Some(sheet) = unit.get::<CharacterSheet>().map(|sheet| sheet.0.clone()) else { return };
    let (soak, down) = (
        play::soak(&sheet, &campaign_unit.condition, &rules),
        play::down_state(&sheet, &campaign_unit.condition, &rules),
    );
    let is_driven = unit.get::<VehicleSeats>().is_some_and(|seats| seats.0.is_some());
    unit.insert((Health(campaign_unit.condition), SoakValue(soak), OutOfAction { down, presence }));
    // Units that are out of action start prone, except vehicles and buildings. `SS-BASE-31`
    if down.is_some() && !is_driven && !play::is_building(&sheet) {
        set_status(world, id, StatusKind::Prone);
    }
}

fn apply_stance(world: &mut World, id: UnitId, stance: LabUnitState) {
    let Some(entity) = world.resource::<UnitIndex>().get(id) else { return };
    if let Some(mut movement) = world.get_mut::<Movement>(entity) {
        movement.gait = stance.gait;
    }
    if stance.prone {
        set_status(world, id, StatusKind::Prone);
    }
}

fn set_status(world: &mut World, id: UnitId, kind: StatusKind) {
    let Some(entity) = world.resource::<UnitIndex>().get(id) else { return };
    if let Some(mut status) = world.get_mut::<StatusEffects>(entity) {
        status.set_status(Status { kind, until: StatusEnd::Removed });
    }
}

/// Begins the first pass of round 1 and the phase of the acting unit. Initiative scores are without dice.
fn begin_first_phase(world: &mut World, acting: Option<UnitId>) {
    let mut lying = world.query_filtered::<(), (With<BattleEntity>, With<DroppedItem>)>();
    let next_item = lying.iter(world).count() as u32;
    let mut round = world.resource_mut::<RoundState>();
    let stage = PassStage::Course;
    *round = RoundState { number: 1, pass: 1, passes: 1, acting, stage, next_item, ..RoundState::default() };
    let ids: Vec<UnitId> = world.resource::<UnitIndex>().iter().map(|(id, _)| id).collect();
    for whole_round in [true, false] {
        let events = with_view(world, |view| starting_points(view, &ids, whole_round));
        apply_events(world, events);
    }
    if let Some(acting) = acting {
        begin_phase_of(world, acting);
    }
}

/// The points that units have at the start of a round, with their initiative, or of a pass.
fn starting_points(view: &BattleView, units: &[UnitId], whole_round: bool) -> Vec<EventRecord> {
    let mut out = Outbox::default();
    for &unit in units {
        let Some(data) = view.unit(unit) else { continue };
        let me = view.unit_snapshot(&data);
        let budget = if whole_round {
            let attribute = play::initiative_attribute(&me);
            out.push_event(BattleEvent::InitiativeRolled { unit, score: attribute, attribute, dice: 0 });
            play::budget_at_round_start(&me, view.rules())
        } else {
            play::budget_at_pass_start(&me, view.rules())
        };
        out.push_event(BattleEvent::PointsRestored { unit, budget });
    }
    out.events
}

/// Begins the phase of a unit, with the gait that the scene gives it.
fn begin_phase_of(world: &mut World, acting: UnitId) {
    let dice = world.resource::<BattleDice>().clone();
    let events = with_view(world, |view| {
        let mut out = Outbox::default();
        let Some(data) = view.unit(acting) else { return out.events };
        out.push_event(BattleEvent::PhaseBegan { unit: acting });
        let mut table = dice.start_table(&[]);
        if let Ok(start) = play::start_phase(&mut table, &view.unit_snapshot(&data), view.rules()) {
            let budget = |effect: &RuleStep| matches!(effect, RuleStep::SetTurnBudget { .. });
            rule_steps::resolve_rule_steps(
                view,
                start.effects.into_iter().filter(budget).collect(),
                None,
                &mut out,
            );
        }
        out.events
    });
    let gait = world
        .resource::<UnitIndex>()
        .get(acting)
        .and_then(|entity| world.get::<Movement>(entity).map(|movement| (entity, movement.gait)));
    apply_events(world, events);
    // The start of a phase resets the movement mode: restore that of the scene.
    if let Some((entity, gait)) = gait
        && let Some(mut movement) = world.get_mut::<Movement>(entity)
    {
        movement.gait = gait;
    }
}
