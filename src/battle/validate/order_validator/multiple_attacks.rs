//! Validates several attacks that share one pool of dice, and their price. Chapter MULTI.

use super::OrderValidator;
use crate::state::event::BattleEvent;
use crate::state::order::{SubAttack, Target};
use crate::state::resources::ResolutionStep;
use crate::validate::order_error::OrderError;
use crate::validate::validated_order::ValidatedOrder;
use crate::view::battle_view::AttackChoice;
use rules::play;
use rules::turn_engine::{Action, ActionCost, action_cost};

impl OrderValidator<'_> {
    /// Costs the Free Action, and once the price of the most expensive attack. `SS-MULTI-01`, `SS-MULTI-13`.
    pub(crate) fn attack_multiple(mut self, attacks: &[SubAttack]) -> Result<ValidatedOrder, OrderError> {
        let unit = self.id();
        let mut requests = Vec::new();
        for &SubAttack { target, weapon, mode } in attacks {
            self.check_weapon_ready(weapon, mode)?;
            let choice = AttackChoice { unit, weapon, mode, option: None };
            requests.push(self.check_reach(Target::Unit(target), choice)?);
        }
        self.pay(Action::MultipleAttacks)?;
        let on_units: Vec<_> = requests.iter().filter_map(|request| request.on_unit()).collect();
        let shares = play::split_pool(&on_units).map_err(OrderError::AttackForbidden)?;
        let price = |attack: &&SubAttack| {
            let action = self.unit.inventory.get(attack.weapon);
            let action = action.map(|carried| play::attack_action(carried.weapon(), attack.mode));
            match action.map(|action| action_cost(action, &self.view.rules().engine)) {
                Some(ActionCost::Points(points)) => points,
                _ => 0,
            }
        };
        // The first of equals, so that the price does not depend on the order.
        let most_expensive = attacks.iter().rev().max_by_key(price).copied();
        for &SubAttack { weapon, mode, .. } in attacks {
            let set = self.unit.inventory.get(weapon).and_then(|carried| carried.mode());
            if mode.is_some() && set != mode {
                self.pay(Action::ChangeMode)?;
            }
        }
        if let Some(SubAttack { weapon, mode, .. }) = most_expensive
            && let Some(carried) = self.unit.inventory.get(weapon)
        {
            self.pay_with(play::attack_action(carried.weapon(), mode), Some(weapon), None)?;
        }
        self.validated.karma = self.unit.karma.for_test();
        self.push(BattleEvent::PoolSplit { unit, shares: shares.clone() });
        self.finish_forced_action();
        let mut rounds_before = self.unit.phase_state.rounds_fired();
        for (&SubAttack { target, weapon, mode }, share) in attacks.iter().zip(shares) {
            let (carried, rounds) = self.check_weapon_ready(weapon, mode)?;
            let rounds = if carried.magazine() > 0 { rounds } else { 0 };
            let (target, share) = (Target::Unit(target), Some(share));
            self.push(BattleEvent::AttackDeclared { unit, target, weapon, mode, rounds });
            self.then.push(ResolutionStep::Attack {
                unit,
                target,
                weapon,
                mode,
                option: None,
                rounds_before,
                share,
            });
            rounds_before += rounds;
        }
        self.finish()
    }
}
