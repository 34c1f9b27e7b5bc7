//! Attacks: validity of weapon, attack option and target.

use std::sync::Arc;

use super::OrderValidator;
use crate::state::components::inventory::CarriedItem;
use crate::state::event::BattleEvent;
use crate::state::order::Target;
use crate::state::resources::ResolutionStep;
use crate::validate::order_error::OrderError;
use crate::validate::rejection::{Obstruction, PointlessOrder, TargetRejection};
use crate::validate::validated_order::{ValidatedOrder, fighting_unit};
use crate::view::battle_view::{AttackChoice, BattleView};
use crate::view::concealment::reveal_before_attack;
use model::{Cell, UnitId};
use rules::status::{self, Ailment};
use rules::turn_engine::Action;
use rules::{AttackRequest, DownState, FireMode, HeldWeapon, QueuedAttack, RuleViolation, play};

/// Checks that a unit can make an attack and pay it, whatever its target, after the payment of another order. Returns what it
/// costs, with the change of the fire mode before it.
///
/// # Errors
/// Returns the reason if the weapon is not ready or the price cannot be paid.
pub fn check_attack_price(
    view: &BattleView,
    unit: UnitId,
    (weapon, mode): (usize, Option<FireMode>),
    earlier: Option<&ValidatedOrder>,
) -> Result<ValidatedOrder, OrderError> {
    let unit = fighting_unit(view, unit)?;
    let mut validator = OrderValidator::after_order(view, &unit, earlier);
    let (carried, _) = validator.check_weapon_ready(weapon, mode)?;
    validator.pay_attack(carried, (weapon, mode), None)?;
    Ok(validator.validated)
}

/// Checks that a unit could attack another one from a cell, after the payment of another order: price, state of the
/// weapon, reach, sight and what it has queued. Outside its phase nothing is paid.
///
/// # Errors
/// Returns the first reason against it.
pub fn check_attack_from(
    view: &BattleView,
    (choice, from): (AttackChoice<'_>, Cell),
    target: UnitId,
    earlier: Option<&ValidatedOrder>,
) -> Result<(), OrderError> {
    let (unit, other) = (fighting_unit(view, choice.unit)?, fighting_unit(view, target)?);
    if view.round().acting() == Some(choice.unit) {
        check_attack_price(view, choice.unit, (choice.weapon, choice.mode), earlier)?;
    } else {
        OrderValidator::after_order(view, &unit, earlier).check_weapon_ready(choice.weapon, choice.mode)?;
    }
    let no_unit = || OrderError::NoSuchUnit(target);
    let request = match from == unit.cell() {
        true => view.attack_request(choice, target).ok_or_else(no_unit)?,
        false => view
            .attack_request_between((choice, from), (target, other.cell()))
            .map(Arc::new)
            .ok_or_else(no_unit)?,
    };
    play::may_attack(&request).map_err(OrderError::AttackForbidden)?;
    let is_melee = unit.inventory.get(choice.weapon).is_some_and(CarriedItem::is_melee);
    let grid = view.field().grid();
    let is_seen = || field::line_of_sight(grid, from, unit.body(), other.cell(), other.body());
    if (is_melee && !is_seen()) || (!is_melee && request.sight.hidden >= 100) {
        return Err(Obstruction::TargetBehindWall.into());
    }
    Ok(())
}

impl OrderValidator<'_> {
    pub(crate) fn attack(
        mut self,
        target: Target,
        weapon: usize,
        mode: Option<FireMode>,
        option: Option<&str>,
    ) -> Result<ValidatedOrder, OrderError> {
        let (carried, rounds) = self.check_weapon_ready(weapon, mode)?;
        if let Some(option) = option {
            self.check_attack_option(
                target,
                AttackChoice { unit: self.id(), weapon, mode, option: Some(option) },
            )?;
        }
        self.check_reach(target, AttackChoice { unit: self.id(), weapon, mode, option })?;
        self.pay_attack(carried, (weapon, mode), option)?;
        let rounds_before = self.unit.phase_state.rounds_fired();
        self.validated.karma = self.unit.karma.for_test();
        let unit = self.id();
        let rounds = if carried.magazine() > 0 { rounds } else { 0 };
        self.push(BattleEvent::AttackDeclared { unit, target, weapon, mode, rounds });
        self.finish_forced_action();
        let option = option.map(str::to_owned);
        self.then.extend(reveal_before_attack(self.view, self.unit));
        self.then.push(ResolutionStep::Attack {
            unit,
            target,
            weapon,
            mode,
            option,
            rounds_before,
            share: None,
        });
        self.finish()
    }

    /// Pays an attack, and the change of the fire mode before it. `SS-ACT-61`.
    fn pay_attack(
        &mut self,
        carried: &CarriedItem,
        (weapon, mode): (usize, Option<FireMode>),
        option: Option<&str>,
    ) -> Result<(), OrderError> {
        if mode.is_some() && carried.mode() != mode {
            self.pay(Action::ChangeMode)?;
        }
        let change = self.validated.points;
        self.validated.mode_points = change;
        let action = play::attack_action(carried.weapon(), mode);
        self.pay_with(action, Some(weapon), option).map_err(|why| match why {
            OrderError::NotEnoughActionPoints { unit, needed, left } if change > 0 => {
                OrderError::NotEnoughForOtherMode { unit, needed, change, left }
            }
            why => why,
        })
    }

    /// Checks that the book has the attack option of this choice for its weapon and the target.
    ///
    /// # Errors
    /// Returns the book's reason against the option, with its clause, if the book has one.
    pub(crate) fn check_attack_option(
        &self,
        target: Target,
        choice: AttackChoice<'_>,
    ) -> Result<(), OrderError> {
        let option = choice.option.unwrap_or_default();
        let held: Option<&HeldWeapon> = self.after_payment.held_weapon(choice.weapon);
        let known = held
            .map_or_else(Vec::new, |held| play::attack_options(&self.after_payment, held, self.view.rules()));
        match known.into_iter().find(|known| known.key == option) {
            Some(known) if known.of_body && !matches!(target, Target::Unit(_)) => {
                Err(TargetRejection::NeedsUnit { option: known.label.to_string() }.into())
            }
            Some(_) => Ok(()),
            None => {
                self.check_reach(target, choice)?;
                let option = option.to_owned();
                Err(PointlessOrder::NoAttackOption { unit: self.unit_name(), option }.into())
            }
        }
    }

    /// Checks that an attack on the target is possible from here. Returns its request.
    pub(crate) fn check_reach(
        &self,
        target: Target,
        choice: AttackChoice<'_>,
    ) -> Result<Arc<AttackRequest>, OrderError> {
        self.check_target(target)?;
        let request = self.view.attack_request(choice, target).ok_or(match target {
            Target::Unit(id) => OrderError::NoSuchUnit(id),
            Target::Barrier(id) => OrderError::NoSuchBarrier(id),
            Target::Square(_) => OrderError::NoSuchUnit(choice.unit),
        })?;
        play::may_attack(&request)
            .map_err(|why| OrderError::AttackForbidden(self.explain_queue(target, choice, why)))?;
        let carried = self.unit.inventory.get(choice.weapon);
        let is_melee = carried.is_some_and(|carried| carried.is_melee());
        if let Target::Unit(id) = target
            && is_melee
            && self.view.unit(id).is_some_and(|other| !self.view.sees(self.unit, &other))
        {
            return Err(Obstruction::TargetBehindWall.into());
        }
        Ok(request)
    }

    /// Returns the reason against an attack; if other attacks are queued, it names them, or says that one of them has become
    /// impossible and is to be replaced first. `AB-CANCEL-01`.
    fn explain_queue(&self, target: Target, choice: AttackChoice<'_>, why: RuleViolation) -> RuleViolation {
        let attack = match target {
            Target::Unit(id) => QueuedAttack::on_unit(choice.weapon, id),
            Target::Barrier(_) | Target::Square(_) => QueuedAttack::Place,
        };
        if play::queue_refusal(&self.after_payment, attack, &[]).as_ref() != Some(&why) {
            return why;
        }
        let announced = self.view.announced_attacks(self.unit);
        play::queue_refusal(&self.after_payment, attack, &announced).unwrap_or(why)
    }

    /// Checks that the target is there: a living unit, an intact barrier, a square that can be entered.
    fn check_target(&self, target: Target) -> Result<(), OrderError> {
        match target {
            Target::Unit(id) => {
                let other = self.view.unit(id).ok_or(OrderError::NoSuchUnit(id))?;
                // Only a Brainwashed unit can be made to attack itself. `CS-BRWA-08`
                if id == self.id() && !status::has(&self.after_payment.ailments, Ailment::Brainwashed) {
                    return Err(TargetRejection::Itself.into());
                }
                if !other.out_of_action.on_map() || other.out_of_action.down() == Some(DownState::Dead) {
                    let unit = other.identity.name().to_owned();
                    return Err(TargetRejection::OutOfAction { unit }.into());
                }
            }
            Target::Barrier(id) => {
                let data = self.view.barrier(id).ok_or(OrderError::NoSuchBarrier(id))?;
                if data.state.holed() || data.state.open() {
                    return Err(TargetRejection::Gone.into());
                }
            }
            Target::Square(cell) => {
                if !self.view.field().grid().can_enter(cell) {
                    return Err(TargetRejection::SquareBlocked.into());
                }
            }
        }
        Ok(())
    }
}
