//! Every component of a unit is read: a change of it changes what rules, turn order or prompts are given.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;

use super::apply::apply_events;
use super::battle_plugin::new_battle_world;
use super::setup;
use super::view_access::with_view;
use crate::resolve::rule_steps::initiative::interrupt_extended_action;
use crate::state::components::held_phase::{AutoResponses, ExtendedAction, ExtendedActionKind, HeldPhase};
use crate::state::components::inventory::Inventory;
use crate::state::components::*;
use crate::state::event::{BattleEvent, EventRecord};
use crate::state::resources::{Battlefield, Outbox, UnitIndex};
use content::{SkirmishOverrides, VehicleSpec, bundle_skirmish, load_content};
use model::{BarrierId, Cell, Side, UnitId};
use rules::turn_engine::extended_action::ExtendedActionProgress;
use rules::{DownState, HealthState, MovementMode, Sheet, TurnBudget, play};

const UNIT: UnitId = UnitId(1);

/// Values of other states of the unit, made by the rules.
struct OtherState {
    sheet: Sheet,
    health: HealthState,
    budget: TurnBudget,
}

/// A change of one component.
type Change = fn(&mut EntityWorldMut, &OtherState);

/// The shipped warehouse, with its units in place.
pub(super) fn battle() -> World {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let loaded = load_content(&[assets]);
    let bundle = bundle_skirmish(&loaded.content, "warehouse", &SkirmishOverrides::default());
    let mut world = new_battle_world();
    setup::spawn_battle(&mut world, Arc::new(bundle.expect("a shipped skirmish")), 7);
    world
}

fn edit<C: Component<Mutability = Mutable>>(unit: &mut EntityWorldMut, change: impl FnOnce(&mut C)) {
    change(&mut unit.get_mut::<C>().expect("a unit has the component"));
}

/// One change of each component, by the name of its type.
fn changes() -> BTreeMap<&'static str, Change> {
    BTreeMap::from([
        ("Side", (|unit, _| edit::<Side>(unit, |side| side.0 += 1)) as Change),
        ("Identity", |unit, _| edit::<Identity>(unit, |identity| identity.name = "another".into())),
        ("CharacterSheet", |unit, other| edit::<CharacterSheet>(unit, |sheet| sheet.0 = other.sheet.clone())),
        ("GridPosition", |unit, _| edit::<GridPosition>(unit, |position| position.0 = Cell::new(0, 0))),
        ("Health", |unit, other| edit::<Health>(unit, |health| health.0 = other.health.clone())),
        ("SoakValue", |unit, _| edit::<SoakValue>(unit, |soak| soak.0 += 1)),
        ("Initiative", |unit, _| edit::<Initiative>(unit, |initiative| initiative.score += 5)),
        ("ActionPoints", |unit, other| edit::<ActionPoints>(unit, |points| points.0 = other.budget)),
        ("Movement", |unit, _| edit::<Movement>(unit, |movement| movement.gait = MovementMode::Running)),
        ("PhaseState", |unit, _| edit::<PhaseState>(unit, |phase| phase.acted = true)),
        ("Cover", |unit, _| edit::<Cover>(unit, |cover| cover.taken = true)),
        ("StatusEffects", |unit, _| {
            let prone = Status { kind: StatusKind::Prone, until: StatusEnd::Removed };
            edit::<StatusEffects>(unit, |status| status.set_status(prone));
        }),
        ("Inventory", |unit, _| edit::<Inventory>(unit, |inventory| inventory.remove(0))),
        ("DefenceCount", |unit, _| edit::<DefenceCount>(unit, |count| count.defences += 1)),
        ("OutOfAction", |unit, _| edit::<OutOfAction>(unit, |out| out.down = Some(DownState::Dead))),
        ("KarmaPoints", |unit, _| edit::<KarmaPoints>(unit, |karma| karma.karma.left += 1)),
        ("HeldPhase", |unit, _| edit::<HeldPhase>(unit, |held| held.0 = Some(0))),
        ("AutoResponses", |unit, _| {
            edit::<AutoResponses>(unit, |all| _ = all.0.insert("SS-DEF-01".to_owned(), "none".to_owned()));
        }),
        ("ExtendedAction", |unit, _| {
            let kind = ExtendedActionKind::Charge { weapon: 0, timer: None, to: Cell::new(0, 0) };
            let progress = ExtendedActionProgress { paid: 1, needed: 6 };
            edit::<ExtendedAction>(unit, |action| action.0 = Some((kind, progress, 1)));
        }),
        ("VehicleSeats", |unit, _| {
            edit::<VehicleSeats>(unit, |seats| seats.0 = Some(VehicleSpec { seats: 4, speed: 10 }));
        }),
    ])
}

/// What rules, turn order and prompts are given of the unit.
fn observe(world: &mut World) -> String {
    with_view(world, |view| {
        let unit = view.unit(UNIT).expect("the unit is on the map");
        let snapshot = view.unit_snapshot(&unit);
        let mut interrupted = Outbox::default();
        interrupt_extended_action(view, UNIT, 1, &mut interrupted);
        format!(
            "{snapshot:?} {:?} {:?} {:?} {:?} {:?}",
            unit.cell(),
            view.awaits_phase(&unit),
            unit.auto_responses.get("SS-DEF-01"),
            interrupted.events,
            (unit.is_driven(), view.cover_height(&unit)),
        )
    })
}

fn other_state(world: &mut World) -> OtherState {
    with_view(world, |view| {
        let unit = view.unit(UNIT).expect("the unit is on the map");
        let snapshot = view.unit_snapshot(&unit);
        let sheet = view.units().map(|unit| unit.sheet.get().clone()).find(|sheet| *sheet != snapshot.sheet);
        OtherState {
            sheet: sheet.expect("units with different sheets"),
            health: play::damage_as_barrier(&snapshot, 1, view.rules()),
            budget: play::budget_at_pass_start(&snapshot, view.rules()),
        }
    })
}

fn entity(world: &World) -> Entity {
    world.resource::<UnitIndex>().get(UNIT).expect("the first unit")
}

#[test]
fn a_change_of_any_component_is_seen() {
    for (name, change) in changes() {
        let mut world = battle();
        let unit = entity(&world);
        world.get_mut::<Initiative>(unit).expect("an initiative").score = 15;
        let other = other_state(&mut world);
        let before = observe(&mut world);
        change(&mut world.entity_mut(unit), &other);
        assert_ne!(observe(&mut world), before, "{name} is written but never read");
    }
}

/// The barriers beside the unit and the height of its cover, after an event.
fn cover_after(world: &mut World, event: BattleEvent) -> (Vec<BarrierId>, u16) {
    apply_events(world, vec![EventRecord::new(event)]);
    with_view(world, |view| {
        let unit = view.unit(UNIT).expect("the unit is on the map");
        let obstacles = view.cover_obstacles(&unit);
        (obstacles.iter().map(|beside| beside.obstacle.id).collect(), view.cover_height(&unit))
    })
}

#[test]
fn barriers_beside_a_unit_are_seen() {
    let mut world = battle();
    let grid = world.resource::<Battlefield>().shared_grid();
    let find = |covered| {
        let fits = |cell: &Cell| field::can_take_cover(&grid, *cell) == covered;
        grid.cells().find(fits).expect("squares with cover and without")
    };
    let from = Cell::new(0, 0);
    let stepped = |to| BattleEvent::Displaced { unit: UNIT, from, to };
    assert_eq!(cover_after(&mut world, stepped(find(false))), (Vec::new(), 0));
    let (barriers, height_cm) = cover_after(&mut world, stepped(find(true)));
    assert!(!barriers.is_empty() && height_cm > 0);
    for barrier in barriers {
        let (rest, _) = cover_after(&mut world, BattleEvent::BarrierHoled { barrier });
        assert!(!rest.contains(&barrier));
    }
}

#[test]
fn every_component_of_a_unit_is_in_the_list() {
    let world = battle();
    let components = world.inspect_entity(entity(&world)).expect("the unit is spawned");
    let markers = ["UnitId", "BattleEntity"];
    assert_eq!(components.count(), changes().len() + markers.len(), "add a change for the new component");
}
