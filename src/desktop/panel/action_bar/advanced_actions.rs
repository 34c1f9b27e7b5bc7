//! Buttons of the turn engine's finer points: delaying, slipping past, several attacks, items that go off.

use super::choices::{ActionChoice, ChoiceAction, ChoiceGroup, plan_cost_text, refusal_text};
use crate::input::InputAction;
use crate::panel::cards::timed_item_card;
use crate::panel::unit_inspector::auto_responses;
use crate::session::Session;
use battle::validate_order;
use battle::{BattleView, Order, UnitDataItem, action_price};
use rules::play;
use rules::turn_engine::Action;
use rules::turn_engine::timed_items::FuseTiming;

/// Everything of the kind that the unit could do.
pub(crate) fn advanced_choices(
    view: &BattleView,
    unit: &UnitDataItem,
    session: &Session,
) -> Vec<ActionChoice> {
    let mut bar = timed_item_choices(view, unit, session);
    bar.extend(multiple_attacks_choice(view, unit, session));
    bar.extend(slip_past_choice(view, unit, session));
    bar.push(delay_choice(view, unit));
    bar
}

fn order_choice(view: &BattleView, order: Order, label: String, about: String) -> ActionChoice {
    let result = validate_order(view, &order);
    let cost = result.as_ref().map_or_else(|_| String::new(), |plan| plan_cost_text(plan, ""));
    ActionChoice {
        group: ChoiceGroup::Timing,
        label,
        cost,
        action: ChoiceAction::GiveOrder(order),
        refusal: refusal_text(result),
        description: about,
        command: None,
        chosen: false,
    }
}

fn delay_choice(view: &BattleView, unit: &UnitDataItem) -> ActionChoice {
    let about = "Holds this phase back: you are asked at every later score whether to take it then, at one die less. \
                 SS-DELAY-01";
    let choice = order_choice(view, Order::Delay { unit: *unit.id }, "Delay".to_owned(), about.to_owned());
    ActionChoice { command: Some(InputAction::Delay), ..choice }
}

/// Nothing is chosen while somebody has to answer, or in the phase of somebody else.
fn blocked_reason(view: &BattleView, unit: &UnitDataItem) -> Option<(String, &'static str)> {
    refusal_text(validate_order(view, &Order::EndPhase { unit: *unit.id }))
}

/// Only where the book lets anybody slip past, and somebody is near.
fn slip_past_choice(view: &BattleView, unit: &UnitDataItem, session: &Session) -> Option<ActionChoice> {
    let cost = action_price(view, unit, Action::Evade, None);
    let enemy = view.units().any(|other| {
        other.side != unit.side && other.is_fighting() && other.cell().chebyshev_distance(unit.cell()) <= 12
    });
    let known = play::knows_evading(view.rules());
    (known && enemy && !cost.is_empty()).then(|| ActionChoice {
        group: ChoiceGroup::Timing,
        label: "Slip past".to_owned(),
        cost,
        action: ChoiceAction::SlipPast,
        refusal: blocked_reason(view, unit),
        description: "While it is on, moves slip past opponents who could strike: Acrobatics and Agility, one opponent for \
                every hit above the first. SS-INTC-14"
            .to_owned(),
        command: Some(InputAction::SlipPast),
        chosen: session.evade,
    })
}

/// Only where the book knows several attacks with one pool.
fn multiple_attacks_choice(
    view: &BattleView,
    unit: &UnitDataItem,
    session: &Session,
) -> Option<ActionChoice> {
    if !play::knows_sets(view.rules()) {
        return None;
    }
    let attacks = session.multiple_attacks.as_deref();
    let result = attacks
        .filter(|chosen| chosen.len() > 1)
        .map(|chosen| validate_order(view, &Order::Multiple { unit: *unit.id, attacks: chosen.to_vec() }));
    let cost = match (&result, attacks) {
        (Some(Ok(plan)), _) => plan_cost_text(plan, ""),
        (_, Some(chosen)) => format!("{} chosen", chosen.len()),
        _ => "free".to_owned(),
    };
    Some(ActionChoice {
        group: ChoiceGroup::Timing,
        label: match attacks {
            Some(chosen) if chosen.len() > 1 => format!("Strike {} times", chosen.len()),
            _ => "Several attacks".to_owned(),
        },
        cost,
        action: ChoiceAction::MultipleAttacks,
        refusal: result.and_then(refusal_text).or_else(|| blocked_reason(view, unit)),
        description: "While it is on, confirming an attack only notes it; pressing again makes all of them with one pool, \
                split evenly. SS-MULTI-01"
            .to_owned(),
        command: Some(InputAction::Several),
        chosen: attacks.is_some(),
    })
}

/// Begins to choose, makes what is chosen, or gives up.
pub(crate) fn toggle_multiple_attacks(session: &mut Session) {
    match session.multiple_attacks.take() {
        None => session.multiple_attacks = Some(Vec::new()),
        Some(attacks) if attacks.len() > 1 => {
            if let Some(unit) = session.selected {
                session.orders.push(Order::Multiple { unit, attacks });
            }
        }
        Some(_) => {}
    }
}

/// What is thrown or placed, what is under way, and what a radio sets off.
fn timed_item_choices(view: &BattleView, unit: &UnitDataItem, session: &Session) -> Vec<ActionChoice> {
    let mut bar = Vec::new();
    if let Some((work, progress)) = unit.extended_action.get() {
        let order = Order::Continue { unit: *unit.id };
        let about = format!("{}. {}", work.progress_text(progress, view.round().number()), work.clause());
        bar.push(order_choice(
            view,
            order,
            format!("Go on {}", auto_responses::work_text(view, work)),
            about,
        ));
    }
    for (weapon, carried) in unit.inventory.items().iter().enumerate().filter(|(_, it)| it.in_hand()) {
        let Some(trigger) = play::trigger(carried.weapon()) else { continue };
        bar.push(timed_item_card::timed_item_choice(view, unit, (weapon, carried), trigger, session));
    }
    for (item, armed) in view.armed_items() {
        let fuse = armed.fuse();
        if fuse.when != FuseTiming::Signal || fuse.owner != unit.id.0 {
            continue;
        }
        let order = Order::Detonate { unit: *unit.id, item };
        let about = "Sets it off by radio; takes the whole phase. SS-TIMED-09".to_owned();
        bar.push(order_choice(view, order, format!("Detonate {}", armed.item().name()), about));
    }
    bar
}
