//! Timed items and Extended Actions: chapters TIMED and ACT.

use super::OrderValidator;
use crate::state::components::held_phase::ExtendedActionKind;
use crate::state::event::BattleEvent;
use crate::state::lines::BattleRefusal;
use crate::state::order::Target;
use crate::state::resources::{DeclaredAction, ResolutionStep};
use crate::validate::order_error::OrderError;
use crate::validate::rejection::{Obstruction, PointlessOrder};
use crate::validate::validated_order::ValidatedOrder;
use crate::view::battle_view::AttackChoice;
use crate::view::special_action_context::SpecialActionContext;
use field::Body;
use model::{Cell, ItemId, UnitId};
use rules::status::resolution::AreaAttack;
use rules::turn_engine::extended_action::{ExtendedActionProgress, points_left_this_round};
use rules::turn_engine::timed_items;
use rules::turn_engine::timed_items::{DetonationTrigger, Fuse, FuseTiming, Timer};
use rules::turn_engine::{Action, ActionCost, action_cost};
use rules::{CostError, RuleViolation, WeaponReach, play};

impl OrderValidator<'_> {
    /// Activates an item. `SS-TIMED-01` to `SS-TIMED-07`, `SS-ACT-47`, `SS-ACT-55`, `SS-ACT-57`.
    pub(crate) fn activate(
        mut self,
        weapon: usize,
        timer: Option<Timer>,
        to: Cell,
    ) -> Result<ValidatedOrder, OrderError> {
        let (trigger, fuse) = self.select_fuse(weapon, timer)?;
        self.check_placement(weapon, trigger, to)?;
        let choice = AttackChoice { unit: self.id(), weapon, mode: None, option: None };
        if let Some(request) = self.view.attack_request(choice, Target::Square(to)) {
            self.check_spares_enemies(AreaAttack::from(&*request))?;
        }
        let adjacent = self.unit.cell().chebyshev_distance(to) <= 1;
        match trigger {
            DetonationTrigger::Preset => self.pay(Action::Throw)?,
            DetonationTrigger::Timer | DetonationTrigger::Radio => {
                self.pay(Action::UseItem)?;
                if !adjacent {
                    self.pay(Action::Throw)?;
                }
            }
            DetonationTrigger::Charge => {
                let ActionCost::Points(needed) = action_cost(Action::SetCharges, &self.view.rules().engine)
                else {
                    return self.place_item(weapon, fuse, to);
                };
                self.check_fits_round(needed)?;
                return self.spend_on_charge(
                    ExtendedActionKind::Charge { weapon, timer, to },
                    ExtendedActionProgress::new(needed),
                );
            }
        }
        self.place_item(weapon, fuse, to)
    }

    /// The trigger of an item and its fuse if it is activated now. `SS-TIMED-04`.
    fn select_fuse(
        &self,
        weapon: usize,
        timer: Option<Timer>,
    ) -> Result<(DetonationTrigger, Fuse), OrderError> {
        let carried = self.unit.inventory.get(weapon);
        let carried = carried.ok_or_else(|| OrderError::NoSuchWeapon { unit: self.unit_name(), weapon })?;
        let Some(trigger) = play::detonation_trigger(carried.weapon()) else {
            return Err(PointlessOrder::NoFuse { item: carried.name().to_string() }.into());
        };
        if !carried.in_hand() {
            return Err(OrderError::NotInHand { weapon: carried.name().to_string() });
        }
        let round = self.view.round();
        let owner = (self.id(), self.unit.initiative.score());
        let fuse = timed_items::set_fuse(trigger, timer, (round.number(), round.pass()), owner)
            .map_err(|why| OrderError::CannotActivate { unit: self.unit_name(), why })?;
        Ok((trigger, fuse))
    }

    /// Checks range and line of sight of a throw; a charge is placed beside the unit.
    fn check_placement(&self, weapon: usize, trigger: DetonationTrigger, to: Cell) -> Result<(), OrderError> {
        let (grid, from) = (self.view.field().grid(), self.unit.cell());
        if !grid.can_enter(to) {
            return Err(Obstruction::NoPlaceForItem.into());
        }
        if from.chebyshev_distance(to) > 1 {
            let reach = self.unit.inventory.get(weapon).map(|carried| carried.reach());
            let out_of_range = match reach {
                Some(WeaponReach::Ranged { metres }) => from.distance_squared(to) > metres * metres,
                _ => true,
            };
            if trigger == DetonationTrigger::Charge || out_of_range {
                return Err(Obstruction::OutOfRange.into());
            }
        }
        if from != to && !field::line_of_sight(grid, from, self.unit.body(), to, Body::PRONE) {
            return Err(Obstruction::WallInTheWay.into());
        }
        Ok(())
    }

    /// Checks that a Confused unit sets off nothing beside its enemies. `CS-CONF-02`.
    fn check_spares_enemies(&self, area: AreaAttack<'_>) -> Result<(), OrderError> {
        let unit = || self.unit_name();
        area.check_spares_enemies().map_err(|why| OrderError::ForbiddenByBook { unit: unit(), why })
    }

    /// Places the armed item on a cell.
    fn place_item(mut self, weapon: usize, fuse: Fuse, cell: Cell) -> Result<ValidatedOrder, OrderError> {
        let unit = self.id();
        let Some(what) = self.unit.inventory.get(weapon).cloned().map(Box::new) else {
            return Err(OrderError::NoSuchWeapon { unit: self.unit_name(), weapon });
        };
        let item = ItemId(self.view.round().next_item());
        self.push(BattleEvent::Activated { unit, weapon, item, what, fuse, cell });
        self.finish()
    }

    /// Checks that the action can be finished before the round ends. `SS-ACT-19`.
    fn check_fits_round(&self, needed: u8) -> Result<(), OrderError> {
        let base = play::budget_at_pass_start(&self.after_payment, self.view.rules()).points();
        let left =
            points_left_this_round(self.after_payment.budget.points(), base, self.after_payment.initiative);
        if left >= u32::from(needed) {
            return Ok(());
        }
        let why = RuleViolation::new(BattleRefusal::TooFewPoints { needed, left }, "SS-ACT-19");
        Err(OrderError::ForbiddenByBook { unit: self.unit_name(), why })
    }

    /// Continues an Extended Action. `SS-ACT-18`.
    pub(crate) fn continue_extended_action(self) -> Result<ValidatedOrder, OrderError> {
        let Some((work, progress)) = self.unit.extended_action.get() else {
            return Err(PointlessOrder::NoExtendedAction { unit: self.unit_name() }.into());
        };
        let work = work.clone();
        match work {
            ExtendedActionKind::Charge { .. } => self.spend_on_charge(work, progress),
            ExtendedActionKind::SpecialAction { .. } => self.spend_whole_phase(work),
        }
    }

    /// Spends the points of this phase on setting a charge. `SS-ACT-18`, `SS-ACT-57`.
    fn spend_on_charge(
        mut self,
        work: ExtendedActionKind,
        progress: ExtendedActionProgress,
    ) -> Result<ValidatedOrder, OrderError> {
        let (paid, progress) = play::pay_extended_action(&self.after_payment, progress, self.view.rules())
            .map_err(|why| self.cost_error(why))?;
        self.declared = Some(DeclaredAction::Action(Action::SetCharges));
        self.record_payment(paid, Some(Action::SetCharges));
        if let ExtendedActionKind::Charge { weapon, timer, to } = work {
            let (trigger, fuse) = self.select_fuse(weapon, timer)?;
            // It may have been moved since it began.
            self.check_placement(weapon, trigger, to)?;
            if progress.is_done() {
                return self.place_item(weapon, fuse, to);
            }
        }
        let unit = self.id();
        self.push(BattleEvent::ExtendedActionAdvanced { unit, work, progress });
        self.finish()
    }

    /// Begins a special action that takes all points of whole rounds. `SS-ACT-58`.
    pub(crate) fn begin_round_action(
        self,
        action: &str,
        target: Option<UnitId>,
        rounds: u32,
    ) -> Result<ValidatedOrder, OrderError> {
        let round = self.view.round();
        let full = play::budget_at_pass_start(&self.after_payment, self.view.rules()).points();
        let begun = self.unit.extended_action.get().map(|(work, _)| work);
        if let Some(ExtendedActionKind::SpecialAction { action: same, target: whom, .. }) = begun
            && (same.as_str(), *whom) == (action, target)
        {
            return self.continue_extended_action();
        }
        if round.pass() != 1 || self.after_payment.budget.points() < full {
            let why = RuleViolation::new(BattleRefusal::WholeRounds { rounds }, "SS-ACT-58");
            return Err(OrderError::ForbiddenByBook { unit: self.unit_name(), why });
        }
        let since = round.number();
        self.spend_whole_phase(ExtendedActionKind::SpecialAction {
            action: action.to_owned(),
            target,
            since,
            rounds,
        })
    }

    /// Spends all points of this phase on such an action. `SS-ACT-58`.
    fn spend_whole_phase(mut self, work: ExtendedActionKind) -> Result<ValidatedOrder, OrderError> {
        let ExtendedActionKind::SpecialAction { action, target, .. } = &work else { return self.finish() };
        let context = SpecialActionContext::new(self.view, self.id(), *target)
            .ok_or(OrderError::NoSuchUnit(self.id()))?;
        let paid = play::pay_special_action(&context.special_action(action, None), self.view.rules())
            .map_err(|why| self.cost_error(why))?;
        let progress = ExtendedActionProgress { paid: paid.points, needed: paid.points };
        self.declared = Some(DeclaredAction::SpecialAction(action.clone()));
        self.record_payment(paid, None);
        let unit = self.id();
        self.push(BattleEvent::ExtendedActionAdvanced { unit, work, progress });
        self.finish()
    }

    /// Detonates an item by radio; takes the whole phase. `SS-TIMED-09`.
    pub(crate) fn detonate(mut self, item: ItemId) -> Result<ValidatedOrder, OrderError> {
        let armed = self.view.armed_items();
        let found = armed.iter().find(|(id, _)| *id == item).map(|(_, armed)| *armed.fuse());
        let own = found.filter(|fuse| fuse.when == FuseTiming::Signal && fuse.owner == self.id());
        if own.is_none() {
            return Err(PointlessOrder::NoDetonator { unit: self.unit_name() }.into());
        }
        if self.view.round().acting() != Some(self.id()) {
            return Err(self.cost_error(CostError::NotItsPhase));
        }
        if self.unit.phase_state.paid() {
            let why = RuleViolation::new(BattleRefusal::WholePhase, "SS-TIMED-09");
            return Err(OrderError::ForbiddenByBook { unit: self.unit_name(), why });
        }
        let armed = armed.iter().find(|(id, _)| *id == item).map(|(_, armed)| *armed);
        if let Some(detonation) = armed.and_then(|armed| self.view.detonation(armed)) {
            self.check_spares_enemies(AreaAttack::from(&detonation))?;
        }
        self.pay(Action::Detonate)?;
        self.then.push(ResolutionStep::Detonate { item });
        self.finish()
    }
}
