//! Whether several attacks can be made together: chapter MULTI.

use super::{Draft, Plan};
use crate::event::Event;
use crate::order::{Blow, Target};
use crate::refusal::Refusal;
use crate::state::Task;
use crate::view::Aimed;
use rules::engine::{Action, Cost, cost};
use rules::play;

impl Draft<'_> {
    /// The Free Action, and once the price of the dearest attack. `SS-MULTI-01`, `SS-MULTI-13`.
    pub(super) fn multiple(mut self, attacks: &[Blow]) -> Result<Plan, Refusal> {
        let unit = self.id();
        let mut engagements = Vec::new();
        for &Blow { target, weapon, mode } in attacks {
            self.weapon_ready(weapon, mode)?;
            let aimed = Aimed { unit, weapon, mode, manner: None };
            self.in_reach(Target::Unit(target), aimed)?;
            engagements.push(self.view.engagement(aimed, target).ok_or(Refusal::NoSuchUnit(target.0))?);
        }
        self.pay(Action::MultipleAttacks)?;
        let shares = play::shares(&engagements).map_err(Refusal::Forbidden)?;
        let price = |blow: &&Blow| {
            let action = self.unit.arsenal.carried().get(blow.weapon);
            let action = action.map(|carried| play::attack_action(carried.weapon(), blow.mode));
            match action.map(|action| cost(action, &self.view.rules().engine)) {
                Some(Cost::Points(points)) => points,
                _ => 0,
            }
        };
        // The first of equals, so that one order has one price.
        let dearest = attacks.iter().rev().max_by_key(price).copied();
        for &Blow { weapon, mode, .. } in attacks {
            let set = self.unit.arsenal.carried().get(weapon).and_then(|carried| carried.mode());
            if mode.is_some() && set != mode {
                self.pay(Action::ChangeMode)?;
            }
        }
        if let Some(Blow { weapon, mode, .. }) = dearest
            && let Some(carried) = self.unit.arsenal.carried().get(weapon)
        {
            self.pay_with(play::attack_action(carried.weapon(), mode), Some(weapon), None)?;
        }
        self.plan.karma = self.unit.karma.for_test();
        self.push(Event::PoolSplit { unit, shares: shares.clone() });
        self.fulfil();
        let mut rounds_before = self.unit.turn.rounds_fired();
        for (&Blow { target, weapon, mode }, share) in attacks.iter().zip(shares) {
            let (carried, rounds) = self.weapon_ready(weapon, mode)?;
            let rounds = if carried.magazine() > 0 { rounds } else { 0 };
            let (target, share) = (Target::Unit(target), Some(share));
            self.push(Event::AttackDeclared { unit, target, weapon, mode, rounds });
            self.plan.tasks.push(Task::Attack {
                unit,
                target,
                weapon,
                mode,
                manner: None,
                rounds_before,
                share,
            });
            rounds_before += rounds;
        }
        self.done()
    }
}
