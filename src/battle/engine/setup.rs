//! Spawns and despawns the entities and resources of a battle.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_ecs::prelude::*;

use super::apply::apply_events;
use super::house_rules::WithoutMainLoop;
use super::scene_setup;
use super::state_hash::StateDigests;
use super::view_access::with_view;
use crate::resolve::rule_steps;
use crate::state::components::inventory::{CarriedItem, Inventory, WeaponProfile};
use crate::state::components::*;
use crate::state::event::BattleEvent;
use crate::state::ground_effect::GroundEffects;
use crate::state::knowledge::{Knowledge, Viewer};
use crate::state::resources::*;
use crate::view::assembled_attacks::AssembledAttacks;
use crate::view::battle_view::{BattleView, UnitDataItem};
use crate::view::unit_roster::UnitRoster;
use content::{BarrierKind, MapBarrier, SkirmishBundle, SkirmishUnit, UnitLink};
use dice::DiceState;
use field::Grid;
use model::{BarrierId, ObstaclePosition, Side, UnitId};
use rules::{Karma, KarmaPlan, RuleSet, Sheet, Weapon, WeaponMalfunction, play};

/// Hands of a unit.
const HANDS: u8 = 2;

/// Sets up a skirmish before deployment. Despawns the previous battle.
pub fn spawn_battle(world: &mut World, bundle: Arc<SkirmishBundle>, seed: u64) {
    despawn_battle(world);
    let mut units = UnitIndex::default();
    for (number, unit) in bundle.skirmish.units.iter().enumerate() {
        let entity = spawn_unit(world, &bundle, UnitId(number as u32 + 1), unit);
        units.add(entity, unit.cell);
    }
    measure_strike_zone(world, &mut units);
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
    let foggy_sides = bundle.skirmish.options.fog_of_war.then_some(bundle.skirmish.sides.len());
    world.insert_resource(field);
    world.insert_resource(units);
    let by_hand = bundle.skirmish.options.ask_dice;
    world.insert_resource(BattleDice::new(DiceState::new(seed), by_hand));
    let triggers = ObjectiveTriggers::for_objectives(&bundle.skirmish.objectives);
    world.insert_resource(History { objective_triggers: triggers, ..History::default() });
    world.insert_resource(BattleSetup::new(bundle, seed));
    world.insert_resource(RoundState::default());
    world.insert_resource(PendingPrompt::default());
    world.insert_resource(StateDigests::default());
    world.insert_resource(UnitChanges::default());
    world.insert_resource(UnitRoster::default());
    world.insert_resource(AssembledAttacks::default());
    world.insert_resource(ResolutionQueue::default());
    world.insert_resource(Outbox::default());
    scene_setup::apply_battle_start(world);
    let field = world.resource::<Battlefield>();
    let knowledge = foggy_sides.map(|sides| Knowledge::for_sides(sides, field)).unwrap_or_default();
    world.insert_resource(knowledge);
    apply_links(world);
    apply_initial_cover(world);
}

/// Sets up a battle as another one was set up: with its skirmish, its seed, and the hashes and melee attacks of the program that
/// began it. Despawns the previous battle.
pub fn spawn_battle_again(world: &mut World, setup: &BattleSetup) {
    spawn_battle(world, setup.bundle().clone(), setup.seed());
    let mut again = world.resource_mut::<BattleSetup>();
    (again.digests_coins, again.blows_need_free_line) = (setup.digests_coins, setup.blows_need_free_line);
}

/// Sets the largest interception zone of the units; leaves it open if a unit has no melee weapon.
fn measure_strike_zone(world: &World, units: &mut UnitIndex) {
    let zone_of = |entity: Entity| world.get::<Inventory>(entity).and_then(Inventory::strike_zone);
    let largest = units.iter().try_fold(0, |largest: u32, (_, entity)| Some(largest.max(zone_of(entity)?)));
    units.set_strike_zone(largest);
}

/// Cached initial grid of a skirmish, for the next battle with the same bundle.
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

/// Respawns all units of a battle that has not begun. Items and barriers stay.
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
    measure_strike_zone(world, &mut units);
    world.insert_resource(units);
    world.insert_resource(StateDigests::default());
    world.insert_resource(UnitChanges::default());
    world.insert_resource(UnitRoster::default());
    world.insert_resource(AssembledAttacks::default());
    world.insert_resource(BattleSetup::new(bundle, seed));
    apply_links(world);
    apply_initial_cover(world);
}

/// Applies initial links: drivers, passengers and grips. `SS-DEF-18`, `SS-BARR-51`.
fn apply_links(world: &mut World) {
    let events = with_view(world, |view| {
        let mut out = Outbox::default();
        let begins = &view.setup().bundle().skirmish.units;
        for (unit, begins) in view.units().zip(begins) {
            let Some(link) = &begins.link else { continue };
            let (UnitLink::Drives(name) | UnitLink::Rides(name) | UnitLink::Holds(name)) = link;
            let Some(other) = view.units().find(|other| other.identity.name() == name) else { continue };
            if matches!(link, UnitLink::Holds(_)) && unit.side != other.side && view.has_fog_of_war() {
                // A holder and a held unit always see each other.
                for (one, held) in [(&unit, &other), (&other, &unit)] {
                    out.push_event(BattleEvent::Spotted { side: *one.side, unit: *held.id, at: held.cell() });
                }
            }
            let (unit, other) = (*unit.id, *other.id);
            let statuses = match link {
                UnitLink::Drives(_) => vec![(unit, StatusKind::Drives(other))],
                UnitLink::Rides(_) => vec![(unit, StatusKind::RidesIn(other))],
                UnitLink::Holds(_) => {
                    vec![(unit, StatusKind::Holding(other)), (other, StatusKind::HeldBy(unit))]
                }
            };
            for (unit, kind) in statuses {
                out.push_event(BattleEvent::StatusSet {
                    unit,
                    status: Status { kind, until: StatusEnd::Removed },
                });
            }
        }
        out.events
    });
    apply_events(world, events);
}

/// Applies cover to units that begin in it, if their square offers cover. `CS-COV-03`.
fn apply_initial_cover(world: &mut World) {
    update_cover(world);
    let events = with_view(world, |view| {
        let mut out = Outbox::default();
        let begins = &view.setup().bundle().skirmish.units;
        for (unit, _) in view.units().zip(begins).filter(|(_, begins)| begins.in_cover) {
            let cover_cm = view.cover_height(&unit);
            let sheltered = unit.vehicle().is_some() || unit.status.grip().is_some();
            if sheltered || !unit.cover.obstacles().is_empty() {
                let effects = play::place_in_cover(&view.unit_snapshot(&unit), cover_cm, view.rules());
                rule_steps::resolve_rule_steps(view, effects, None, &mut out);
            }
        }
        out.events
    });
    apply_events(world, events);
}

/// Updates the obstacles of every unit's `Cover`, after changes of the map without events.
pub(super) fn update_cover(world: &mut World) {
    let grid = world.resource::<Battlefield>().shared_grid();
    let mut units = world.query::<(&GridPosition, &mut Cover)>();
    units.iter_mut(world).for_each(|(position, mut cover)| cover.update_obstacles(&grid, position.0));
}

/// Despawns the entities of the battle and removes its resources.
pub fn despawn_battle(world: &mut World) {
    let mut query = world.query_filtered::<Entity, With<BattleEntity>>();
    let entities: Vec<Entity> = query.iter(world).collect();
    for entity in entities {
        world.despawn(entity);
    }
    if world.contains_resource::<WithoutMainLoop>() {
        // Otherwise the world remembers every removed component until its end.
        world.clear_trackers();
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
    let template = &bundle.unit_templates[&unit.archetype];
    let sheet = unit.sheet(&template.sheet);
    let campaign_unit = unit.campaign_unit.as_ref();
    let condition = campaign_unit.map_or_else(
        || play::starting_health(&sheet, rules),
        |campaign_unit| play::health_at_battle_start(&campaign_unit.condition),
    );
    let soak = SoakValue(play::soak(&sheet, &condition, rules));
    let left =
        campaign_unit.map_or_else(|| play::starting_karma(&sheet), |campaign_unit| campaign_unit.karma);
    let mut ailments = campaign_unit.map_or_else(Vec::new, |campaign_unit| campaign_unit.ailments.clone());
    ailments.sort();
    let karma = Karma { left, plan: KarmaPlan::default() };
    let points = ActionPoints(play::starting_budget(&sheet, rules));
    let weapons = template.weapons.iter().map(|id| bundle.weapons[id].clone());
    let mut inventory = build_inventory(weapons, &sheet, rules);
    if let Some(loadout) = campaign_unit.and_then(|campaign_unit| campaign_unit.loadout.as_ref()) {
        inventory.items_mut().zip(loadout).for_each(|(carried, used)| used.apply_to(carried));
        put_away_beyond_two_hands(&mut inventory);
    }
    let concealed = (unit.concealed || unit.lurking)
        .then_some(Status { kind: StatusKind::Concealed, until: StatusEnd::Removed });
    let seats = VehicleSeats(template.vehicle);
    let out_of_action = OutOfAction {
        down: play::down_state(&sheet, &condition, rules),
        presence: Presence::new(unit.arrives),
    };
    let entity = world.spawn((
        BattleEntity,
        id,
        seats,
        out_of_action,
        Side(unit.side),
        Identity {
            name: unit.name.as_str().into(),
            role: template.name.as_str().into(),
            glyph: template.glyph,
        },
        GridPosition(unit.cell),
        Health(condition),
        soak,
        points,
        StatusEffects { statuses: concealed.into_iter().collect(), ailments, ..StatusEffects::default() },
        inventory,
        KarmaPoints { karma, initiative: false },
        CharacterSheet(sheet),
    ));
    entity.id()
}

impl BattleView<'_, '_> {
    /// Returns whether a unit's inventory equals that of its template.
    pub fn has_initial_inventory(&self, unit: &UnitDataItem) -> bool {
        let bundle = self.setup().bundle();
        let Some(begins) = bundle.skirmish.units.get(unit.id.0 as usize - 1) else { return false };
        let template = &bundle.unit_templates[&begins.archetype];
        let weapons = template.weapons.iter().map(|id| bundle.weapons[id].clone());
        build_inventory(weapons, &template.sheet, self.rules()) == *unit.inventory
    }
}

/// Puts away what a file has in hand beyond two hands, in the order of the slots.
fn put_away_beyond_two_hands(inventory: &mut Inventory) {
    let mut free = HANDS;
    for carried in inventory.items_mut().filter(|carried| carried.in_hand) {
        match free.checked_sub(carried.hands()) {
            Some(left) => free = left,
            None => (carried.in_hand, carried.off_hand) = (false, false),
        }
    }
}

/// Builds an inventory: the first weapons that fit are in hand, the unarmed attack comes last.
fn build_inventory(weapons: impl Iterator<Item = Weapon>, sheet: &Sheet, rules: &RuleSet) -> Inventory {
    let mut hands = HANDS;
    let mut carried: Vec<CarriedItem> = Vec::new();
    for weapon in weapons {
        let profile = WeaponProfile::new(&play::weapon_traits(&weapon, sheet, rules));
        let in_hand = profile.hands <= hands && (profile.hands == 0 || hands == HANDS);
        if in_hand {
            hands -= profile.hands;
        }
        let (loaded, mode) = (profile.magazine, profile.modes.first().copied());
        carried.push(CarriedItem {
            weapon,
            profile,
            loaded,
            mode,
            fault: WeaponMalfunction::None,
            in_hand,
            off_hand: false,
        });
    }
    if let Some(weapon) =
        play::unarmed_weapon(sheet).filter(|_| carried.iter().all(|carried| carried.hands() > 0))
    {
        let profile = WeaponProfile::new(&play::weapon_traits(&weapon, sheet, rules));
        let (loaded, mode, fault) = (0, None, WeaponMalfunction::None);
        carried.push(CarriedItem { weapon, profile, loaded, mode, fault, in_hand: true, off_hand: false });
    }
    Inventory::new(carried)
}

fn spawn_barrier(
    world: &mut World,
    kinds: &BTreeMap<&str, (Arc<str>, Arc<BarrierKind>)>,
    id: BarrierId,
    barrier: &MapBarrier,
) -> Entity {
    spawn_segment(world, kinds[barrier.kind.as_str()].clone(), id, barrier.place)
}

/// Spawns an undamaged barrier segment of a kind, given with its id.
pub(crate) fn spawn_segment(
    world: &mut World,
    (name, kind): (Arc<str>, Arc<BarrierKind>),
    id: BarrierId,
    place: ObstaclePosition,
) -> Entity {
    world.spawn((BattleEntity, id, Barrier { id: name, kind }, BarrierPlace(place))).id()
}
