//! Choices for advanced actions of the turn engine: delay, evade, multi-attack, timed items, extended actions.

use super::choices::{ActionChoice, ChoiceAction, ChoiceGroup, plan_cost_text, refusal_text};
use crate::input::InputAction;
use crate::panel::cards::timed_item_card;
use crate::player_input::PlayerInput;
use crate::session::Session;
use battle::validate_order;
use battle::{BattleView, Order, OrderError, UnitDataItem, action_price};
use battle_log::names;
use rules::play;
use rules::turn_engine::Action;
use rules::turn_engine::delay::DelayError;
use rules::turn_engine::timed_items::FuseTiming;

/// All advanced choices of a unit.
pub(crate) fn advanced_choices(
    view: &BattleView,
    unit: &UnitDataItem,
    session: &Session,
) -> Vec<ActionChoice> {
    let mut bar = timed_item_choices(view, unit, session);
    bar.extend(multiple_attacks_choice(view, unit, session));
    bar.extend(slip_past_choice(view, unit, session));
    bar.extend(delay_choices(view, unit));
    bar
}

/// Price of what takes all of a turn.
const WHOLE_TURN: &str = "whole turn";

/// A choice that gives an order; `price` is what it costs where that is not known because it is refused.
fn order_choice(
    view: &BattleView,
    order: Order,
    (label, price): (String, &str),
    description: String,
) -> ActionChoice {
    let result = validate_order(view, &order);
    let cost = result
        .as_ref()
        .map_or_else(|_| price.to_owned(), |plan| plan_cost_text(view.rules().book(), plan, ""));
    ActionChoice {
        group: ChoiceGroup::Timing,
        label,
        cost,
        action: ChoiceAction::GiveOrder(order),
        refusal: refusal_text(result),
        description,
        command: None,
        chosen: false,
        mark: None,
    }
}

/// The plain delay, and the one with a question before each later unit.
fn delay_choices(view: &BattleView, unit: &UnitDataItem) -> [ActionChoice; 2] {
    let (brief, penalty) = play::delay_penalty(view.rules().book());
    let description = format!(
        "Acts after the next enemy, else last in this pass, with {penalty}. Another moment: More, {WAIT_ASKING}. SS-DELAY-01"
    );
    let label = ("Wait".to_owned(), brief);
    let choice = order_choice(view, Order::Delay { unit: *unit.id }, label, description);
    let refused = match validate_order(view, &Order::Delay { unit: *unit.id }) {
        Err(OrderError::CannotDelay { why, .. }) => Some(why),
        _ => None,
    };
    let cost = waiting_cost(refused, brief).to_owned();
    let plain = ActionChoice { command: Some(InputAction::Delay), cost, ..choice };
    let asking = ActionChoice {
        label: WAIT_ASKING.to_owned(),
        action: ChoiceAction::WaitAsking(*unit.id),
        description: format!(
            "Asks before each later unit whether to act before it, after it or at the same time, with {penalty}. \
             SS-DELAY-05"
        ),
        command: None,
        ..plain.clone()
    };
    [plain, asking]
}

/// What waiting costs, or in a few words why the unit cannot wait any more in this turn.
const fn waiting_cost(refused: Option<DelayError>, penalty: &str) -> &str {
    match refused {
        Some(DelayError::HasActed) => "turn has begun",
        Some(DelayError::AlreadyDelayed) => "has waited",
        Some(DelayError::NotItsPhase) | None => penalty,
    }
}

/// Name of the delay with a question before each later unit.
const WAIT_ASKING: &str = "Wait, choose the moment";

/// Why the unit cannot act now: a prompt is open or it is another unit's phase.
fn blocked_reason(view: &BattleView, unit: &UnitDataItem) -> Option<(String, &'static str)> {
    refusal_text(validate_order(view, &Order::EndPhase { unit: *unit.id }))
}

/// The evade switch; `None` if the book has no evading or no enemy is near.
fn slip_past_choice(view: &BattleView, unit: &UnitDataItem, session: &Session) -> Option<ActionChoice> {
    let cost = action_price(view, unit, Action::Evade, None);
    let enemy = view.units().any(|other| {
        other.side != unit.side && other.is_fighting() && other.cell().chebyshev_distance(unit.cell()) <= 12
    });
    let known = play::has_evading(view.rules());
    (known && enemy && !cost.is_empty()).then(|| ActionChoice {
        group: ChoiceGroup::Timing,
        label: "Evade".to_owned(),
        cost,
        action: ChoiceAction::SlipPast,
        refusal: blocked_reason(view, unit),
        description:
            "While on, moves evade enemies who could intercept: Acrobatics + Agility, one enemy for each hit \
                      above the first. SS-INTC-14"
                .to_owned(),
        command: Some(InputAction::SlipPast),
        chosen: session.evade,
        mark: None,
    })
}

/// The multi-attack button; `None` if the book has no attacks with one pool.
fn multiple_attacks_choice(
    view: &BattleView,
    unit: &UnitDataItem,
    session: &Session,
) -> Option<ActionChoice> {
    if !play::has_shared_pools(view.rules()) {
        return None;
    }
    let attacks = session.multiple_attacks.as_deref();
    let result = attacks
        .filter(|chosen| chosen.len() > 1)
        .map(|chosen| validate_order(view, &Order::Multiple { unit: *unit.id, attacks: chosen.to_vec() }));
    let cost = match (&result, attacks) {
        (Some(Ok(plan)), _) => plan_cost_text(view.rules().book(), plan, ""),
        (_, Some(chosen)) => format!("{} chosen", chosen.len()),
        _ => "free".to_owned(),
    };
    Some(ActionChoice {
        group: ChoiceGroup::Timing,
        label: match attacks {
            Some(chosen) if chosen.len() > 1 => format!("Attack {} times", chosen.len()),
            _ => "Multi-attack".to_owned(),
        },
        cost,
        action: ChoiceAction::MultipleAttacks,
        refusal: result.and_then(refusal_text).or_else(|| blocked_reason(view, unit)),
        description: "While on, confirming an attack adds it to the list; press again to make all of them \
                      with one evenly split pool. SS-MULTI-01"
            .to_owned(),
        command: Some(InputAction::Several),
        chosen: attacks.is_some(),
        mark: None,
    })
}

/// Starts choosing a multi-attack, makes it if at least two attacks are chosen, else cancels it.
pub(crate) fn toggle_multiple_attacks(player: &mut PlayerInput) {
    match player.session.multiple_attacks.take() {
        None => player.session.multiple_attacks = Some(Vec::new()),
        Some(attacks) if attacks.len() > 1 => {
            if let Some(unit) = player.session.selected {
                player.give_order(Order::Multiple { unit, attacks });
            }
        }
        Some(_) => {}
    }
}

/// Choices for extended actions in progress, items to throw or place, and detonation by radio.
fn timed_item_choices(view: &BattleView, unit: &UnitDataItem, session: &Session) -> Vec<ActionChoice> {
    let mut bar = Vec::new();
    if let Some((work, progress)) = unit.extended_action.get() {
        let order = Order::Continue { unit: *unit.id };
        let description =
            format!("{}. {}", work.progress_text(progress, view.round().number()), work.clause());
        bar.push(order_choice(
            view,
            order,
            (format!("Continue {}", names::work_text(view, work)), WHOLE_TURN),
            description,
        ));
    }
    for (weapon, carried) in unit.inventory.slots().filter(|(_, it)| it.in_hand()) {
        let Some(trigger) = play::detonation_trigger(carried.weapon()) else { continue };
        bar.push(timed_item_card::timed_item_choice(view, unit, (weapon, carried), trigger, session));
    }
    for (item, armed) in view.armed_items() {
        let fuse = armed.fuse();
        if fuse.when != FuseTiming::Signal || fuse.owner != *unit.id {
            continue;
        }
        let order = Order::Detonate { unit: *unit.id, item };
        let description = "Detonates the item by radio; takes the whole turn. SS-TIMED-09".to_owned();
        let label = (format!("Detonate {}", armed.item().name()), WHOLE_TURN);
        bar.push(order_choice(view, order, label, description));
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ss_delay_03_the_button_says_why_a_unit_cannot_wait_any_more() {
        assert_eq!(waiting_cost(None, "-1 die"), "-1 die");
        assert_eq!(waiting_cost(Some(DelayError::HasActed), "-1 die"), "turn has begun");
        assert_eq!(waiting_cost(Some(DelayError::AlreadyDelayed), "-1 die"), "has waited");
    }
}
