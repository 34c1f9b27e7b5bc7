//! Order validation: whether an order is allowed, what it costs, and the steps and events it starts. Read-only.

pub mod attack;
mod delay;
pub mod items;
mod karma;
mod movement;
mod multiple_attacks;
mod payment;
mod posture;
pub mod purchases;
mod timed_items;

use super::after_battle::validate_after_battle;
use super::deployment::{check_preparation, validate_deployment, validate_ready};
use super::forced_action;
use super::order_error::OrderError;
use super::prompt_answers::{validate_answer, validate_auto_response, validate_dice, validate_narration};
use super::rejection::{Obstruction, PointlessOrder};
use super::validated_order::{ValidatedOrder, fighting_unit};
use crate::state::components::held_phase::ExtendedActionKind;
use crate::state::components::inventory::CarriedItem;
use crate::state::event::BattleEvent;
use crate::state::order::Order;
use crate::state::resources::{DeclaredAction, ResolutionStep};
use crate::view::battle_view::{BattleView, UnitDataItem};
use crate::view::special_action_context::SpecialActionContext;
use model::{Side, UnitId};
use rules::turn_engine::Action;
use rules::{ActionRequest, FireMode, MoveBudget, UnitSnapshot, play};

/// Prefix of the keys of Spells.
const SPELL_KEY_PREFIX: &str = "spell_";

/// Validates an order against the state of the battle.
///
/// # Errors
/// Returns the reason if the order is not allowed.
pub fn validate_order(view: &BattleView, order: &Order) -> Result<ValidatedOrder, OrderError> {
    validate_any_order(view, order).map_err(|error| match error {
        OrderError::NoSuchUnit(id) if view.viewer_knowledge().is_some() => OrderError::UnseenUnit(id),
        other => other,
    })
}

fn validate_any_order(view: &BattleView, order: &Order) -> Result<ValidatedOrder, OrderError> {
    let over = view.round().outcome().is_some();
    match order {
        Order::Surrender { .. } | Order::Decide { .. } | Order::Dice { .. }
            if over && view.round().after().is_none() =>
        {
            return Err(OrderError::BattleOver);
        }
        Order::Surrender { side } if !over => return validate_surrender(view, *side),
        Order::Decide { answer } => return validate_answer(view, answer),
        Order::Dice { faces } => return validate_dice(view, faces),
        Order::SetAutoResponse { unit, clause, answer } => {
            return validate_auto_response(view, *unit, clause, answer.as_deref());
        }
        Order::Narrate { fallen, text } if !over => return validate_narration(view, *fallen, text),
        Order::Narrate { .. } => return Err(OrderError::BattleOver),
        _ => {}
    }
    if let Some(prompt) = view.open_prompt() {
        return Err(OrderError::PromptOpen {
            side: view.side_name(prompt.side()).to_owned(),
            question: view.hide_unseen_names(&prompt.prompt().question),
        });
    }
    if over {
        return validate_after_battle(view, order);
    }
    match order {
        Order::LeaveField | Order::Rest { .. } | Order::Treat { .. } => {
            return Err(PointlessOrder::BattleNotOver.into());
        }
        Order::Deploy { unit, to } => return validate_deployment(view, *unit, *to),
        Order::Begin { side } => return validate_ready(view, *side),
        Order::Karma { unit, plan } => return self::karma::validate_karma_plan(view, *unit, *plan),
        Order::KarmaInitiative { unit } => return self::karma::validate_karma_initiative(view, *unit),
        Order::SpecialAction { action, .. } if view.round().is_deploying() => {
            check_preparation(view, order, action)?
        }
        _ if view.round().is_deploying() => return Err(OrderError::NotBegun),
        _ => {}
    }
    let id = order.unit().expect("orders without a unit are handled before");
    let unit = fighting_unit(view, id)?;
    match order {
        Order::SpecialAction { action, .. } if action == forced_action::FORCED_ACTION_KEY => {
            let forced_order = forced_action::forced_action(view, &unit).and_then(|forced| forced.order);
            let order = forced_order.ok_or(PointlessOrder::NoForcedAction)?;
            validate_unit_order(view, &order)
        }
        _ => {
            forced_action::check_restrictions(view, &unit, order)?;
            validate_order_as(view, &unit, order)
        }
    }
}

/// Validates an order of a unit, ignoring compulsions of its ailments.
///
/// # Errors
/// Returns the reason if the order is not allowed.
pub(crate) fn validate_unit_order(view: &BattleView, order: &Order) -> Result<ValidatedOrder, OrderError> {
    let id = order.unit().expect("orders without a unit are handled before");
    validate_order_as(view, &fighting_unit(view, id)?, order)
}

fn validate_order_as<'a>(
    view: &'a BattleView<'a, 'a>,
    unit: &'a UnitDataItem<'a, 'a>,
    order: &Order,
) -> Result<ValidatedOrder, OrderError> {
    if let Order::EndPhase { .. } = order {
        return validate_phase_end(view, unit);
    }
    validate_by(OrderValidator::new(view, unit), order)
}

/// Validates an order of the unit of a validator, which may have paid or bought something before.
fn validate_by(validator: OrderValidator<'_>, order: &Order) -> Result<ValidatedOrder, OrderError> {
    match order {
        Order::Move { path, pace, evade, .. } => validator.move_along(path, *pace, *evade),
        Order::AnnounceRun { .. } => validator.announce_run(),
        Order::Attack { target, weapon, mode, option, .. } => {
            validator.attack(*target, *weapon, *mode, option.as_deref())
        }
        Order::SpecialAction { action, target, weapon, .. } => {
            validator.special_action(action, *target, *weapon)
        }
        Order::TakeCover { .. } => validator.take_cover(),
        Order::DropProne { .. } => validator.drop_prone(),
        Order::StandUp { .. } => validator.stand_up(),
        Order::Reload { weapon, .. } => validator.reload(*weapon),
        Order::Ready { weapon, .. } => validator.ready(*weapon),
        Order::Drop { weapon, .. } => validator.drop(*weapon),
        Order::PickUp { item, .. } => validator.pick_up(*item),
        Order::Door { barrier, .. } => validator.move_door(*barrier),
        Order::Multiple { attacks, .. } => validator.attack_multiple(attacks),
        Order::Activate { weapon, timer, to, .. } => validator.activate(*weapon, *timer, *to),
        Order::Continue { .. } => validator.continue_extended_action(),
        Order::Detonate { item, .. } => validator.detonate(*item),
        Order::Delay { .. } => validator.delay_phase(),
        Order::Deploy { .. }
        | Order::Begin { .. }
        | Order::Decide { .. }
        | Order::Dice { .. }
        | Order::Karma { .. }
        | Order::KarmaInitiative { .. }
        | Order::SetAutoResponse { .. }
        | Order::Narrate { .. }
        | Order::Surrender { .. }
        | Order::EndPhase { .. }
        | Order::LeaveField
        | Order::Rest { .. }
        | Order::Treat { .. } => {
            unreachable!("handled above")
        }
    }
}

/// Ends the phase of a unit.
fn validate_phase_end(view: &BattleView, unit: &UnitDataItem) -> Result<ValidatedOrder, OrderError> {
    let id = *unit.id;
    if view.round().acting() != Some(id) {
        return Err(not_acting(view, unit));
    }
    // A treatment continues by itself until another action is taken. `SS-ACT-58`
    let busy = matches!(unit.extended_action.get(), Some((ExtendedActionKind::SpecialAction { .. }, _)));
    let paid = unit.extended_action.last_paid_pass() == Some(view.round().passes());
    let end = ResolutionStep::EndPhase { unit: id };
    if busy
        && !paid
        && let Ok(mut order) = validate_unit_order(view, &Order::Continue { unit: id })
    {
        match order.steps.last_mut() {
            Some(ResolutionStep::CarryOut { then, .. }) => then.push(end),
            _ => order.steps.push(end),
        }
        return Ok(order);
    }
    Ok(ValidatedOrder { steps: vec![end], ..ValidatedOrder::default() })
}

/// The reason if it is not the phase of a unit.
fn not_acting(view: &BattleView, unit: &UnitDataItem) -> OrderError {
    let acting = view.round().acting().map(|id| view.visible_name(id));
    let acting =
        acting.map_or_else(|| "no unit".to_owned(), |name| name.unwrap_or_else(|| "another unit".to_owned()));
    let unit = unit.identity.name().to_owned();
    OrderError::NotActing { unit, acting, clause: play::out_of_turn_clause(view.rules()) }
}

/// Ends the battle by a surrender, after the explosions of armed items. An open prompt is dropped with the rest of its
/// order. `SS-TIMED-02`.
fn validate_surrender(view: &BattleView, side: Side) -> Result<ValidatedOrder, OrderError> {
    if usize::from(side.0) >= view.setup().bundle().skirmish.sides.len() {
        return Err(PointlessOrder::NoSuchSide.into());
    }
    Ok(ValidatedOrder { steps: vec![ResolutionStep::Surrender { side }], ..ValidatedOrder::default() })
}

/// Builds a validated order step by step.
struct OrderValidator<'a> {
    view: &'a BattleView<'a, 'a>,
    unit: &'a UnitDataItem<'a, 'a>,
    /// Costs: events of the payment, and their consequences.
    validated: ValidatedOrder,
    /// The action by which its permission is checked again after the payment; `None` for orders without one.
    declared: Option<DeclaredAction>,
    /// Events of the action, if the unit can still take it after the payment.
    effects: Vec<BattleEvent>,
    /// Steps of the action, after its events.
    then: Vec<ResolutionStep>,
    /// The unit after the costs paid so far.
    after_payment: Box<UnitSnapshot>,
}

impl OrderValidator<'_> {
    fn id(&self) -> UnitId {
        *self.unit.id
    }

    fn unit_name(&self) -> String {
        self.unit.identity.name().to_owned()
    }

    /// Completes the order: the action is carried out after the payment and its consequences.
    fn finish(mut self) -> Result<ValidatedOrder, OrderError> {
        let unit = self.id();
        match self.declared {
            Some(declared) => {
                let (events, then) = (self.effects, self.then);
                self.validated.steps.push(ResolutionStep::CarryOut { unit, declared, events, then });
            }
            None => {
                self.validated.events.extend(self.effects);
                self.validated.steps.extend(self.then);
            }
        }
        Ok(self.validated)
    }

    /// Adds an event of the payment.
    fn push_cost(&mut self, event: BattleEvent) {
        self.validated.events.push(event);
    }

    /// Adds an event of the action.
    fn push(&mut self, event: BattleEvent) {
        self.effects.push(event);
    }

    /// Marks the forced action as done, if there is one.
    fn finish_forced_action(&mut self) {
        let restrictions = self.unit.status.restrictions();
        if !restrictions.duties.is_empty() && !restrictions.done {
            self.push(BattleEvent::ForcedActionDone { unit: self.id() });
        }
    }

    /// Special action of the rulebook.
    fn special_action(
        mut self,
        key: &str,
        target: Option<UnitId>,
        weapon: Option<usize>,
    ) -> Result<ValidatedOrder, OrderError> {
        let other = target.map(|id| self.view.unit(id).ok_or(OrderError::NoSuchUnit(id))).transpose()?;
        let is_adjacent = |other: &UnitDataItem| self.unit.cell().chebyshev_distance(other.cell()) == 1;
        if other.is_some_and(|other| is_adjacent(&other) && !self.view.sees(self.unit, &other)) {
            return Err(Obstruction::TargetBehindWall.into());
        }
        if let Some(rounds) = play::special_action_rounds(key, self.view.rules()) {
            return self.begin_round_action(key, target, rounds);
        }
        let mut context = SpecialActionContext::new(self.view, self.id(), target)
            .ok_or(OrderError::NoSuchUnit(self.id()))?;
        // What was bought before counts.
        context.unit.budget = self.after_payment.budget;
        let paid = play::pay_special_action(&context.special_action(key, weapon), self.view.rules())
            .map_err(|why| self.cost_error(why))?;
        self.declared = Some(DeclaredAction::SpecialAction(key.to_owned()));
        self.note_payment(paid, None);
        if key.starts_with(SPELL_KEY_PREFIX) {
            self.finish_forced_action();
        }
        let action = key.to_owned();
        self.then.push(ResolutionStep::SpecialAction { unit: self.id(), action, target, weapon });
        self.finish()
    }
}

impl<'a> OrderValidator<'a> {
    /// Starts an order of a unit.
    fn new(view: &'a BattleView<'a, 'a>, unit: &'a UnitDataItem<'a, 'a>) -> Self {
        Self {
            view,
            unit,
            validated: ValidatedOrder::default(),
            declared: None,
            effects: Vec::new(),
            then: Vec::new(),
            after_payment: Box::new(view.unit_snapshot(unit)),
        }
    }

    /// Starts an order of a unit that has paid for another order before.
    fn after_order(
        view: &'a BattleView<'a, 'a>,
        unit: &'a UnitDataItem<'a, 'a>,
        earlier: Option<&ValidatedOrder>,
    ) -> Self {
        let mut validator = Self::new(view, unit);
        if let Some(earlier) = earlier {
            earlier.apply_payment(&mut validator.after_payment);
        }
        validator
    }

    /// Returns a weapon in hand.
    fn held_weapon(&self, weapon: usize) -> Result<&'a CarriedItem, OrderError> {
        let carried = self
            .unit
            .inventory
            .get(weapon)
            .ok_or_else(|| OrderError::NoSuchWeapon { unit: self.unit_name(), weapon })?;
        if !carried.in_hand() {
            return Err(OrderError::NotInHand { weapon: carried.name().to_string() });
        }
        Ok(carried)
    }

    /// Checks that a weapon can attack now; returns it and the rounds the attack uses.
    fn check_weapon_ready(
        &self,
        weapon: usize,
        mode: Option<FireMode>,
    ) -> Result<(&'a CarriedItem, u32), OrderError> {
        let carried = self.held_weapon(weapon)?;
        if mode.is_some_and(|mode| !carried.modes().contains(&mode)) {
            return Err(OrderError::NoSuchMode { weapon: carried.name().to_string() });
        }
        let rounds = play::rounds_per_attack(carried.weapon(), mode);
        if carried.loaded() < rounds && carried.magazine() > 0 {
            return Err(OrderError::NotEnoughRounds {
                weapon: carried.name().to_string(),
                loaded: carried.loaded(),
                needed: rounds,
            });
        }
        Ok((carried, rounds))
    }
}

/// Formats half metres as metres: "4", "5.5".
pub fn format_metres(half_metres: u32) -> String {
    if half_metres.is_multiple_of(2) {
        (half_metres / 2).to_string()
    } else {
        format!("{}.5", half_metres / 2)
    }
}

/// Price of an action for its button: "free", "1 AP".
pub fn action_price(view: &BattleView, unit: &UnitDataItem, action: Action, weapon: Option<usize>) -> String {
    let snapshot = view.unit_snapshot(unit);
    let with = weapon.and_then(|weapon| snapshot.held_weapon(weapon));
    play::price_label(&snapshot, ActionRequest { action, with, option: None }, view.rules())
}

/// Movement a unit has left.
pub fn move_budget(view: &BattleView, unit: &UnitDataItem) -> MoveBudget {
    play::move_budget(&view.unit_snapshot(unit), view.rules())
}

/// Returns what a prone unit pays to stand up now, and how far it may move then; `None` if it is not prone or cannot
/// stand up. `SS-ACT-53`
pub fn upright_move_budget(view: &BattleView, unit: &UnitDataItem) -> Option<(ValidatedOrder, MoveBudget)> {
    if !unit.is_prone() {
        return None;
    }
    let order = validate_order(view, &Order::StandUp { unit: *unit.id }).ok()?;
    let mut after = view.unit_snapshot(unit);
    after.prone = false;
    order.apply_payment(&mut after);
    let mut budget = play::move_budget(&after, view.rules());
    let run = ActionRequest::for_action(Action::Run);
    let may_run = play::may_run(&after, unit.movement.announced(), view.rules()).is_ok();
    if budget.runs > 0 || !may_run || play::pay_action(&after, run, view.rules()).is_err() {
        budget.run = 0;
    }
    Some((order, budget))
}

/// Returns how far a unit may still move after the payment of an order.
pub fn move_budget_after(view: &BattleView, unit: &UnitDataItem, order: &ValidatedOrder) -> MoveBudget {
    let mut after = view.unit_snapshot(unit);
    order.apply_payment(&mut after);
    play::move_budget(&after, view.rules())
}
