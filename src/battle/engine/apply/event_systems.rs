//! Registry of the systems that apply events: maps each kind of event to the systems that write its changes.

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use bevy_ecs::system::BoxedSystem;
use strum::EnumCount;

use super::{battlefield, rounds, units};
use crate::state::event::{BattleEvent, EventKind};

/// A system that applies an event.
type EventSystem = BoxedSystem<InRef<'static, BattleEvent>>;

/// The systems that apply events, initialised. Kinds of event without a system change nothing.
#[derive(Resource, Default)]
pub(crate) struct EventSystems {
    systems: Vec<EventSystem>,
    /// Indices of the systems of every kind, in registration order.
    of_kind: Vec<Vec<usize>>,
}

impl EventSystems {
    /// Applies an event: runs the systems of its kind.
    pub fn run(&mut self, world: &mut World, event: &BattleEvent) {
        for system in self.of_kind.get(EventKind::from(event) as usize).into_iter().flatten() {
            self.systems[*system].run(event, world).expect("broken invariant: a battle is set up");
        }
    }
}

/// Registers the systems that apply events.
pub(crate) struct ApplyPlugin;

impl Plugin for ApplyPlugin {
    fn build(&self, app: &mut App) {
        use EventKind::*;
        app.init_resource::<EventSystems>();
        app.add_event_system(
            &[SideReady, PassBegan, CoinsTossed, TurnOrderChanged, HoldCounted, FieldLeft, Rested],
            rounds::apply_round,
        )
        .add_event_system(&[RoundBegan], rounds::apply_round_start)
        .add_event_system(&[PassEnded], rounds::apply_pass_end)
        .add_event_system(&[DiceGiven], rounds::apply_given_dice)
        .add_event_system(&[BoostGiven, BoostsClaimed], rounds::apply_boosts)
        .add_event_system(&[Ended], rounds::apply_battle_end)
        .add_event_system(
            &[InitiativeRolled, InitiativeChanged, InitiativeDiceChanged, ScoreSet],
            units::apply_initiative,
        )
        .add_event_system(&[Delayed, HeldPhaseLost, SteppedIn], units::apply_delay)
        .add_event_system(&[PhaseBegan, PhaseEnded, PhaseLost], units::apply_phase)
        .add_event_system(&[PointsRestored, TurnBudgetChanged, Paid], units::apply_payment)
        .add_event_system(&[AutoResponseSet], units::apply_auto_response)
        .add_event_system(&[Deployed, Arrived, Stepped, Displaced], units::apply_position)
        .add_event_system(&[RunAnnounced, Walked, Stopped, Evaded, Ran], units::apply_movement)
        .add_event_system(&[CoverTaken, CoverLeft], units::apply_cover)
        .add_event_system(&[AttackDeclared, AttackResolved, Defended], units::apply_attack)
        .add_event_system(&[KarmaPlanned, KarmaSpent], units::apply_karma)
        .add_event_system(&[Harmed], units::apply_health)
        .add_event_system(&[WentDown, Recovered, Escaped, Arrived], units::apply_out_of_action)
        .add_event_system(
            &[
                StatusSet,
                StatusEnded,
                Afflicted,
                AilmentCounted,
                Relieved,
                PhaseRestricted,
                ForcedActionDone,
                ShotAt,
                Treated,
            ],
            units::apply_status,
        )
        .add_event_system(
            &[ExtendedActionAdvanced, ExtendedActionCancelled, SpecialActionDone, Activated],
            units::apply_extended_action,
        )
        .add_event_system(
            &[
                Dropped,
                Activated,
                WeaponDestroyed,
                PickedUp,
                Readied,
                Reloaded,
                AmmunitionSet,
                WeaponFaultChanged,
            ],
            units::apply_inventory,
        )
        .add_event_system(&[Dropped, ItemLanded, Activated, Detonated, PickedUp], battlefield::apply_items)
        .add_event_system(&[Stepped, Displaced, Escaped], battlefield::apply_items_aboard)
        .add_event_system(&[BarrierDamaged, BarrierHoled, DoorMoved], battlefield::apply_barriers)
        .add_event_system(&[FeatureNoticed], battlefield::apply_noticed_feature)
        .add_event_system(&[GroundCovered, GroundCleared], battlefield::apply_ground);
    }
}

/// Registers systems that apply events in an `App`.
trait AddEventSystem {
    /// Registers a system that applies these kinds of event, after those registered before.
    fn add_event_system<M>(
        &mut self,
        kinds: &[EventKind],
        system: impl IntoSystem<InRef<'static, BattleEvent>, (), M> + 'static,
    ) -> &mut Self;
}

impl AddEventSystem for App {
    fn add_event_system<M>(
        &mut self,
        kinds: &[EventKind],
        system: impl IntoSystem<InRef<'static, BattleEvent>, (), M> + 'static,
    ) -> &mut Self {
        let world = self.world_mut();
        let mut system = IntoSystem::into_system(system);
        system.initialize(world);
        let mut registry = world.get_resource_or_init::<EventSystems>();
        registry.of_kind.resize_with(EventKind::COUNT, Vec::new);
        let number = registry.systems.len();
        registry.systems.push(Box::new(system));
        kinds.iter().for_each(|kind| registry.of_kind[*kind as usize].push(number));
        self
    }
}
