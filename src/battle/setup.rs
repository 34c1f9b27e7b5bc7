//! A skirmish becomes entities, and goes again.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::prelude::*;

use super::components::*;
use super::hash::HashQueries;
use super::schedule;
use super::state::*;
use crate::content::{BarrierKind, MapBarrier, SkirmishBundle, SkirmishUnit};
use crate::dice::DiceState;
use crate::rules::swan_song::{Karma, KarmaPlan, armour, base};

/// Marks entities of the fight, so that it can be cleared away whole.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct OfBattle;

/// Prepares a world for fights: the schedule and prepared queries. Once per world.
pub fn install(world: &mut World) {
    world.init_resource::<Schedules>();
    world.add_schedule(schedule::build());
    let queries = HashQueries::from_world(world);
    world.insert_resource(queries);
}

/// Sets a skirmish up, before deployment. What stood there before is cleared away.
pub fn set_up(world: &mut World, bundle: Arc<SkirmishBundle>, seed: u64) {
    clear(world);
    let switches = Arc::new(bundle.skirmish.switches.clone());
    let mut units = UnitIndex::default();
    for (number, unit) in bundle.skirmish.units.iter().enumerate() {
        let id = UnitId(number as u32 + 1);
        let entity = spawn_unit(world, &bundle, &switches, id, unit);
        units.0.insert(id, entity);
    }
    let mut field = Battlefield { grid: bundle.grid(), barriers: BTreeMap::new(), revision: 0 };
    let kinds: BTreeMap<&str, (Arc<str>, Arc<BarrierKind>)> = bundle
        .barrier_kinds
        .iter()
        .map(|(id, kind)| (id.as_str(), (id.as_str().into(), Arc::new(kind.clone()))))
        .collect();
    for (number, barrier) in bundle.skirmish.map.barriers.iter().enumerate() {
        let id = BarrierId(number as u32);
        let entity = spawn_barrier(world, &kinds, id, barrier);
        field.barriers.insert(id, (entity, barrier.place));
    }
    drop(kinds);
    world.insert_resource(field);
    world.insert_resource(units);
    let by_hand = bundle.skirmish.options.ask_dice;
    world.insert_resource(DiceSeat { state: DiceState::new(seed), given: Vec::new(), by_hand });
    world.insert_resource(Setup { bundle, switches, seed });
    world.insert_resource(Round::default());
    world.insert_resource(Tasks::default());
    world.insert_resource(Pending::default());
    world.insert_resource(Answers::default());
    world.insert_resource(Outbox::default());
    world.insert_resource(History::default());
}

/// Clears a fight away, entities and resources.
pub fn clear(world: &mut World) {
    let mut query = world.query_filtered::<Entity, With<OfBattle>>();
    let entities: Vec<Entity> = query.iter(world).collect();
    for entity in entities {
        world.despawn(entity);
    }
    world.remove_resource::<Setup>();
    world.remove_resource::<Battlefield>();
    world.remove_resource::<UnitIndex>();
    world.remove_resource::<Round>();
    world.remove_resource::<History>();
}

fn spawn_unit(
    world: &mut World,
    bundle: &SkirmishBundle,
    switches: &crate::rules::swan_song::Switches,
    id: UnitId,
    unit: &SkirmishUnit,
) -> Entity {
    let archetype = &bundle.archetypes[&unit.archetype];
    let sheet = Arc::new(archetype.sheet.clone());
    let vitals = base::vitals_of(&sheet, switches);
    let mut hands = 2u8;
    let carried = archetype.weapons.iter().map(|id| {
        let weapon = bundle.weapons[id].clone();
        let in_hand = weapon.hands <= hands && (weapon.hands == 0 || hands == 2);
        if in_hand {
            hands -= weapon.hands;
        }
        Carried { loaded: weapon.magazine, mode: weapon.modes.first().copied(), weapon, in_hand }
    });
    let arsenal = Arsenal(carried.collect());
    let entity = world.spawn((
        OfBattle,
        id,
        Side(unit.side),
        Identity {
            name: unit.name.as_str().into(),
            role: archetype.name.as_str().into(),
            glyph: archetype.glyph,
        },
        GridPosition(unit.cell),
        Health(vitals),
        Soak { armour: armour::armour_value(&sheet), body: base::half(u32::from(sheet.attributes.body)) },
        arsenal,
        KarmaPoints { karma: Karma { left: sheet.karma, plan: KarmaPlan::default() }, initiative: false },
        CharacterSheet(sheet),
    ));
    entity.id()
}

fn spawn_barrier(
    world: &mut World,
    kinds: &BTreeMap<&str, (Arc<str>, Arc<BarrierKind>)>,
    id: BarrierId,
    barrier: &MapBarrier,
) -> Entity {
    let (name, kind) = kinds[barrier.kind.as_str()].clone();
    world.spawn((OfBattle, id, Barrier { id: name, kind }, BarrierPlace(barrier.place))).id()
}
