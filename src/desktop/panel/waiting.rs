//! Buttons of the turn engine's finer points: delaying, slipping past, several attacks, items that go off.

use super::choices::{Choice, Deed, Group, plan_cost, refused};
use super::{put, standing};
use crate::input::Command;
use crate::session::Session;
use battle::{BattleView, Order, UnitDataItem, check, price};
use rules::engine::Action;
use rules::engine::timed::When;
use rules::play;

/// Everything of the kind that the unit could do.
pub(super) fn all(view: &BattleView, unit: &UnitDataItem, session: &Session) -> Vec<Choice> {
    let mut bar = items(view, unit, session);
    bar.extend(several_attacks(view, unit, session));
    bar.extend(slip_past(view, unit, session));
    bar.push(delay(view, unit));
    bar
}

fn give(view: &BattleView, order: Order, label: String, about: String) -> Choice {
    let result = check(view, &order);
    let cost = result.as_ref().map_or_else(|_| String::new(), |plan| plan_cost(plan, ""));
    Choice {
        group: Group::Timing,
        label,
        cost,
        deed: Deed::Give(order),
        refusal: refused(result),
        about,
        command: None,
        chosen: false,
    }
}

fn delay(view: &BattleView, unit: &UnitDataItem) -> Choice {
    let about = "Holds this phase back: you are asked at every later score whether to take it then, at one die less. \
                 SS-DELAY-01";
    let choice = give(view, Order::Delay { unit: *unit.id }, "Delay".to_owned(), about.to_owned());
    Choice { command: Some(Command::Delay), ..choice }
}

/// Nothing is chosen while somebody has to answer, or in the phase of somebody else.
fn asked(view: &BattleView, unit: &UnitDataItem) -> Option<(String, &'static str)> {
    refused(check(view, &Order::EndPhase { unit: *unit.id }))
}

/// Only where the book lets anybody slip past, and somebody is near.
fn slip_past(view: &BattleView, unit: &UnitDataItem, session: &Session) -> Option<Choice> {
    let cost = price(view, unit, Action::Evade, None);
    let enemy = view
        .units()
        .any(|other| other.side != unit.side && other.fighting() && other.cell().rings(unit.cell()) <= 12);
    let known = play::knows_evading(view.rules());
    (known && enemy && !cost.is_empty()).then(|| Choice {
        group: Group::Timing,
        label: "Slip past".to_owned(),
        cost,
        deed: Deed::SlipPast,
        refusal: asked(view, unit),
        about: "While it is on, moves slip past opponents who could strike: Acrobatics and Agility, one opponent for \
                every hit above the first. SS-INTC-14"
            .to_owned(),
        command: Some(Command::SlipPast),
        chosen: session.evade,
    })
}

/// Only where the book knows several attacks with one pool.
fn several_attacks(view: &BattleView, unit: &UnitDataItem, session: &Session) -> Option<Choice> {
    if !play::knows_sets(view.rules()) {
        return None;
    }
    let attacks = session.several.as_deref();
    let result = attacks
        .filter(|chosen| chosen.len() > 1)
        .map(|chosen| check(view, &Order::Multiple { unit: *unit.id, attacks: chosen.to_vec() }));
    let cost = match (&result, attacks) {
        (Some(Ok(plan)), _) => plan_cost(plan, ""),
        (_, Some(chosen)) => format!("{} chosen", chosen.len()),
        _ => "free".to_owned(),
    };
    Some(Choice {
        group: Group::Timing,
        label: match attacks {
            Some(chosen) if chosen.len() > 1 => format!("Strike {} times", chosen.len()),
            _ => "Several attacks".to_owned(),
        },
        cost,
        deed: Deed::Several,
        refusal: result.and_then(refused).or_else(|| asked(view, unit)),
        about: "While it is on, confirming an attack only notes it; pressing again makes all of them with one pool, \
                split evenly. SS-MULTI-01"
            .to_owned(),
        command: Some(Command::Several),
        chosen: attacks.is_some(),
    })
}

/// Begins to choose, makes what is chosen, or gives up.
pub(super) fn several(session: &mut Session) {
    match session.several.take() {
        None => session.several = Some(Vec::new()),
        Some(attacks) if attacks.len() > 1 => {
            if let Some(unit) = session.selected {
                session.orders.push(Order::Multiple { unit, attacks });
            }
        }
        Some(_) => {}
    }
}

/// What is thrown or placed, what is under way, and what a radio sets off.
fn items(view: &BattleView, unit: &UnitDataItem, session: &Session) -> Vec<Choice> {
    let mut bar = Vec::new();
    if let Some((work, progress)) = unit.undertaking.get() {
        let order = Order::Continue { unit: *unit.id };
        let about = format!("{}. {}", work.state(progress, view.round().number()), work.clause());
        bar.push(give(view, order, format!("Go on {}", standing::busy(view, work)), about));
    }
    for (weapon, carried) in unit.arsenal.carried().iter().enumerate().filter(|(_, it)| it.in_hand()) {
        let Some(trigger) = play::trigger(carried.weapon()) else { continue };
        bar.push(put::button(view, unit, (weapon, carried), trigger, session));
    }
    for (item, armed) in view.armed() {
        let fuse = armed.fuse();
        if fuse.when != When::Signal || fuse.owner != unit.id.0 {
            continue;
        }
        let order = Order::Detonate { unit: *unit.id, item };
        let about = "Sets it off by radio; takes the whole phase. SS-TIMED-09".to_owned();
        bar.push(give(view, order, format!("Detonate {}", armed.item().name()), about));
    }
    bar
}
