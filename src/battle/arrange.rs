//! A scene of the Lab becomes a world in which nothing is under way: whoever acts has its phase before it.

use std::sync::Arc;

use bevy_ecs::prelude::*;

use super::apply::apply_events;
use super::arsenal::{Arsenal, Carried, Dropped, Gear, ItemId};
use super::components::*;
use super::effects;
use super::engine::with_view;
use super::event::Event;
use super::hash::Digests;
use super::setup::{self, OfBattle};
use super::state::*;
use content::{LabScene, Pose, SkirmishBundle};
use rules::{Effect, Fault, play};

mod ground;

/// Seed of dice that nobody rolls.
const SEED: u64 = 0;

/// Counts what was arranged in a world, so that readers know that what they have shown is no longer true.
#[derive(Resource, Clone, Copy, Debug, Default)]
struct Arrangements(u32);

/// Builds a scene anew: `bundle` is what `scene` makes under one of the books.
pub fn arrange(world: &mut World, scene: &LabScene, bundle: Arc<SkirmishBundle>) {
    setup::set_up(world, bundle, SEED);
    ground::number(world);
    ground::wear_out(world, scene);
    begin(world, scene, true);
}

/// The same, where a scene stands already: of walls and ground only what differs is changed.
pub fn rearrange(world: &mut World, scene: &LabScene, bundle: Arc<SkirmishBundle>) {
    let Some(amended) = ground::amend(world, &bundle) else { return arrange(world, scene, bundle) };
    let worn = ground::wear_out(world, scene);
    setup::respawn(world, bundle);
    begin(world, scene, amended || worn);
}

/// Everybody stands as the scene says, and the attacker has its phase before it. Whether walls or ground are other ones.
fn begin(world: &mut World, scene: &LabScene, other: bool) {
    world.init_resource::<Arrangements>();
    let mut count = world.resource_mut::<Arrangements>();
    count.0 = count.0.wrapping_add(1);
    let count = count.0;
    world.resource_mut::<History>().rewinds = count;
    if other {
        world.resource_mut::<Battlefield>().revision = count;
    }
    lay_out(world, scene);
    for (number, pose) in scene.poses.iter().enumerate() {
        harmed(world, UnitId(number as u32 + 1));
        pose_as(world, UnitId(number as u32 + 1), *pose);
    }
    let acting = scene.aim.as_ref().map(|aim| UnitId(aim.attacker as u32 + 1));
    open(world, acting);
    if let (Some(acting), Some(aim)) = (acting, &scene.aim) {
        take_up(world, acting, aim.weapon);
    }
    // All of this went past the events that changes are known by.
    world.insert_resource(Digests::default());
}

/// What lies on the ground, as somebody of the scene would hold it.
fn lay_out(world: &mut World, scene: &LabScene) {
    let mut lying = world.query_filtered::<Entity, (With<OfBattle>, With<Dropped>)>();
    let before: Vec<Entity> = lying.iter(world).collect();
    for entity in before {
        world.despawn(entity);
    }
    let setup = world.resource::<Setup>();
    let (bundle, rules) = (setup.bundle().clone(), setup.rules().clone());
    let Some(first) = bundle.skirmish.units.first() else { return };
    let sheet = &bundle.recruits[&first.archetype].sheet;
    let known =
        scene.lying.iter().filter_map(|lying| Some((lying, bundle.weapons.get(&lying.thing.weapon)?)));
    for (number, (lying, weapon)) in known.enumerate() {
        let gear = Gear::new(&play::arm(weapon, sheet, &rules));
        let (loaded, mode) = (gear.magazine, gear.modes.first().copied());
        let (weapon, fault) = (weapon.clone(), Fault::None);
        let mut item = Carried { weapon, gear, loaded, mode, fault, in_hand: false, off_hand: false };
        if lying.book == rules.book() {
            item.as_used(&lying.thing);
        }
        world.spawn((OfBattle, ItemId(number as u32), Dropped { item, cell: lying.cell }));
    }
}

/// What is aimed with is in hand; what the hands held besides is put away.
fn take_up(world: &mut World, unit: UnitId, weapon: usize) {
    let Some(entity) = world.resource::<UnitIndex>().get(unit) else { return };
    let mut unit = world.entity_mut(entity);
    let suffered = unit.get::<StatusEffects>().map(|status| status.ailments.clone()).unwrap_or_default();
    let Some(mut arsenal) = unit.get_mut::<Arsenal>() else { return };
    if arsenal.carried().get(weapon).is_none_or(Carried::in_hand) {
        return;
    }
    for carried in &mut arsenal.0 {
        carried.in_hand &= carried.hands() == 0;
    }
    arsenal.take_in_hand(weapon, &suffered);
}

/// Wounds are taken over as they are: no time has passed since.
fn harmed(world: &mut World, id: UnitId) {
    let Some(entity) = world.resource::<UnitIndex>().get(id) else { return };
    let setup = world.resource::<Setup>();
    let begins = &setup.bundle().skirmish.units[id.0 as usize - 1];
    let Some(veteran) = begins.veteran.clone() else { return };
    let rules = setup.rules().clone();
    let mut unit = world.entity_mut(entity);
    let Some(sheet) = unit.get::<CharacterSheet>().map(|sheet| sheet.0.clone()) else { return };
    let (soak, down) =
        (play::soak(&sheet, &veteran.condition, &rules), play::down(&sheet, &veteran.condition, &rules));
    unit.insert((Health(veteran.condition), Soak(soak), Casualty { down, escaped: false }));
}

fn pose_as(world: &mut World, id: UnitId, pose: Pose) {
    let Some(entity) = world.resource::<UnitIndex>().get(id) else { return };
    let mut unit = world.entity_mut(entity);
    if let Some(mut movement) = unit.get_mut::<Movement>() {
        movement.gait = pose.gait;
    }
    if let Some(mut status) = unit.get_mut::<StatusEffects>() {
        // Everybody expects the worst.
        let lasting = |kind| Status { kind, until: Until::Removed };
        status.set(lasting(StatusKind::Engaged));
        if pose.prone {
            status.set(lasting(StatusKind::Prone));
        }
    }
}

/// The first pass of the first round has begun, and with it the phase of whoever acts. Scores are those without dice.
fn open(world: &mut World, acting: Option<UnitId>) {
    let mut lying = world.query_filtered::<(), (With<OfBattle>, With<Dropped>)>();
    let next_item = lying.iter(world).count() as u32;
    let mut round = world.resource_mut::<Round>();
    let stage = Stage::Course;
    *round = Round { number: 1, pass: 1, passes: 1, acting, stage, next_item, ..Round::default() };
    let ids: Vec<UnitId> = world.resource::<UnitIndex>().iter().map(|(id, _)| id).collect();
    for whole_round in [true, false] {
        let purses = with_view(world, |view| {
            let mut out = Outbox::default();
            for &unit in &ids {
                let Some(data) = view.unit(unit) else { continue };
                let me = view.combatant(&data);
                let purse = match whole_round {
                    true => play::round_begins(&me, view.rules()),
                    false => play::pass_begins(&me, view.rules()),
                };
                if whole_round {
                    let attribute = play::initiative_attribute(&me);
                    out.push(Event::InitiativeRolled { unit, score: attribute, attribute, dice: 0 });
                }
                out.push(Event::PointsRestored { unit, purse });
            }
            out.events
        });
        apply_events(world, purses);
    }
    let Some(acting) = acting else { return };
    let dice = world.resource::<DiceSeat>().clone();
    let begins = with_view(world, |view| {
        let mut out = Outbox::default();
        let Some(data) = view.unit(acting) else { return out.events };
        out.push(Event::PhaseBegan { unit: acting });
        let mut table = dice.table(&[]);
        if let Ok(start) = play::phase_begins(&mut table, &view.combatant(&data), view.rules()) {
            let purse = |effect: &Effect| matches!(effect, Effect::Purse { .. });
            effects::hand_on(view, start.effects.into_iter().filter(purse).collect(), None, &mut out);
        }
        out.events
    });
    let gait = world
        .resource::<UnitIndex>()
        .get(acting)
        .and_then(|entity| world.get::<Movement>(entity).map(|movement| (entity, movement.gait)));
    apply_events(world, begins);
    // A phase that begins forgets how one came here.
    if let Some((entity, gait)) = gait
        && let Some(mut movement) = world.get_mut::<Movement>(entity)
    {
        movement.gait = gait;
    }
}
