//! Checks orders as they are given: the state after them, their events, and the invariants.

use bevy_ecs::prelude::World;

use super::action_audit::ActionAudit;
use super::fuzz_run::FuzzFault;
use battle::journal;
use battle::{History, Order, OrderError, RoundState};

/// Gives the orders of one battle and checks each.
#[derive(Clone, Debug, Default)]
pub struct OrderAudit {
    actions: ActionAudit,
}

impl OrderAudit {
    /// Begins with a battle that was just set up.
    pub fn begin_battle(world: &mut World) -> Self {
        let mut actions = ActionAudit::default();
        battle::with_view(world, |view| actions.begin_battle(view));
        Self { actions }
    }

    /// Gives an order, which may be rejected.
    ///
    /// # Errors
    /// Returns the fault that the order showed.
    pub fn submit(&mut self, world: &mut World, order: Order) -> Result<Result<u64, OrderError>, FuzzFault> {
        let before = battle::battle_hash(world);
        let able = order.unit().is_none_or(|unit| {
            battle::with_view(world, |view| view.unit(unit).is_some_and(|unit| unit.is_fighting()))
        });
        // Automatic responses and `LeaveField` are also valid for units that cannot act.
        let allowed_when_inactive = matches!(order, Order::SetAutoResponse { .. } | Order::Treat { .. });
        battle::with_view(world, |view| self.actions.read_units(view));
        let result = journal::submit_order(world, order);
        let hash = battle::battle_hash(world);
        match &result {
            Ok(_) if !able && !allowed_when_inactive => Err(FuzzFault::OrderByInactiveUnit),
            Ok(given) if *given != hash => Err(FuzzFault::HashMismatch { given: *given, found: hash }),
            Ok(_) => {
                self.check_last_order(world)?;
                let broken = battle::with_view(world, battle::first_violation);
                broken.map_or(Ok(result), |broken| Err(broken.into()))
            }
            Err(stuck @ OrderError::ResolutionLimit(_)) => Err(FuzzFault::ResolutionStuck(stuck.clone())),
            Err(refusal) if hash != before => Err(FuzzFault::RejectionChangedState(refusal.clone())),
            Err(_) => Ok(result),
        }
    }

    /// Checks the events of the last order, unless the battle is over.
    fn check_last_order(&mut self, world: &mut World) -> Result<(), FuzzFault> {
        if world.resource::<RoundState>().outcome().is_some() {
            return Ok(());
        }
        if let Some(last) = world.resource::<History>().records().last() {
            self.actions.check_events(&last.order, &last.events)?;
        }
        battle::with_view(world, |view| self.actions.check_grips(view))?;
        Ok(())
    }
}
