//! Attacks: validity of weapon, attack option and target.

use super::OrderValidator;
use crate::state::event::BattleEvent;
use crate::state::order::Target;
use crate::state::resources::ResolutionStep;
use crate::validate::order_error::OrderError;
use crate::validate::rejection::{Obstruction, PointlessOrder, TargetRejection};
use crate::validate::validated_order::ValidatedOrder;
use crate::view::battle_view::AttackChoice;
use crate::view::concealment::reveal_before_attack;
use model::UnitId;
use rules::status::{self, Ailment};
use rules::turn_engine::Action;
use rules::{DownState, FireMode, HeldWeapon, play};

impl OrderValidator<'_> {
    pub(crate) fn attack(
        mut self,
        target: Target,
        weapon: usize,
        mode: Option<FireMode>,
        manner: Option<&str>,
    ) -> Result<ValidatedOrder, OrderError> {
        let (carried, rounds) = self.check_weapon_ready(weapon, mode)?;
        if let Some(manner) = manner {
            self.check_attack_option(weapon, manner, target)?;
        }
        self.check_reach(target, AttackChoice { unit: self.id(), weapon, mode, manner })?;
        if mode.is_some() && carried.mode() != mode {
            self.pay(Action::ChangeMode)?;
        }
        self.pay_with(play::attack_action(carried.weapon(), mode), Some(weapon), manner)?;
        let rounds_before = self.unit.phase_state.rounds_fired();
        self.validated.karma = self.unit.karma.for_test();
        let unit = self.id();
        let rounds = if carried.magazine() > 0 { rounds } else { 0 };
        self.push(BattleEvent::AttackDeclared { unit, target, weapon, mode, rounds });
        self.finish_forced_action();
        let manner = manner.map(str::to_owned);
        self.validated.steps.extend(reveal_before_attack(self.view, self.unit));
        self.validated.steps.push(ResolutionStep::Attack {
            unit,
            target,
            weapon,
            mode,
            manner,
            rounds_before,
            share: None,
        });
        self.finish()
    }

    /// Checks that the book has this attack option for the weapon and the target.
    pub(crate) fn check_attack_option(
        &self,
        weapon: usize,
        manner: &str,
        target: Target,
    ) -> Result<(), OrderError> {
        let held: Option<&HeldWeapon> = self.after_payment.held_weapon(weapon);
        let known =
            held.map_or_else(Vec::new, |held| play::manners(&self.after_payment, held, self.view.rules()));
        match known.into_iter().find(|known| known.key == manner) {
            Some(known) if known.of_body && !matches!(target, Target::Unit(_)) => {
                Err(TargetRejection::NeedsUnit { option: known.label.to_string() }.into())
            }
            Some(_) => Ok(()),
            None => {
                let option = manner.to_owned();
                Err(PointlessOrder::NoAttackOption { unit: self.unit_name(), option }.into())
            }
        }
    }

    pub(crate) fn check_reach(&self, target: Target, choice: AttackChoice<'_>) -> Result<(), OrderError> {
        match target {
            Target::Unit(id) => self.check_reach_to_unit(id, choice),
            Target::Barrier(id) => {
                let data = self.view.barrier(id).ok_or(OrderError::NoSuchBarrier(id))?;
                if data.state.holed() || data.state.open() {
                    return Err(TargetRejection::Gone.into());
                }
                let request =
                    self.view.barrier_attack_request(choice, id).ok_or(OrderError::NoSuchBarrier(id))?;
                play::may_attack_barrier(&request).map_err(OrderError::AttackForbidden)
            }
            Target::Square(cell) => {
                if !self.view.field().grid().can_enter(cell) {
                    return Err(TargetRejection::SquareBlocked.into());
                }
                let request =
                    self.view.cell_attack_request(choice, cell).expect("the attacker holds the weapon");
                play::may_attack_square(&request).map_err(OrderError::AttackForbidden)
            }
        }
    }

    fn check_reach_to_unit(&self, id: UnitId, choice: AttackChoice<'_>) -> Result<(), OrderError> {
        let other = self.view.unit(id).ok_or(OrderError::NoSuchUnit(id))?;
        // Only a Brainwashed unit can be made to attack itself. `CS-BRWA-08`
        if id == self.id() && !status::has(&self.after_payment.ailments, Ailment::Brainwashed) {
            return Err(TargetRejection::Itself.into());
        }
        if other.out_of_action.escaped() || other.out_of_action.down() == Some(DownState::Dead) {
            let unit = other.identity.name().to_owned();
            return Err(TargetRejection::OutOfAction { unit }.into());
        }
        let request = self.view.attack_request(choice, id).ok_or(OrderError::NoSuchUnit(id))?;
        play::may_attack(&request).map_err(OrderError::AttackForbidden)?;
        let melee = self.unit.inventory.items().get(choice.weapon).is_some_and(|carried| carried.is_melee());
        if melee && !self.view.sees(self.unit, &other) {
            return Err(Obstruction::TargetBehindWall.into());
        }
        Ok(())
    }
}
