//! Items that go off by themselves: the times they may be set to, and the card of one that is thrown or put down.

use bevy_egui::egui::Ui;

use super::hover_card::show_title;
use crate::board::overlay::blast;
use crate::input::InputAction;
use crate::panel::action_bar::choices::{
    ActionChoice, ChoiceAction, ChoiceGroup, plan_cost_text, refusal_text,
};
use crate::panel::unit_inspector::status_effects::fuse_text;
use crate::panel::widgets::{PanelContext, show_fact_line};
use crate::session::{Intent, Session};
use battle::validate_order;
use battle::{BattleView, CarriedItem, Order, UnitDataItem, UnitId};
use rules::play;
use rules::turn_engine::timed_items;
use rules::turn_engine::timed_items::{DetonationTrigger, MAX_TIMER_ROUNDS, Timer};
use rules::turn_engine::{Action, ActionCost, action_cost};

/// Units that are listed by name.
const MAX_LISTED_UNITS: usize = 8;

/// The button for an item in hand: at once a place, or first a time.
pub(crate) fn timed_item_choice(
    view: &BattleView,
    unit: &UnitDataItem,
    (weapon, carried): (usize, &CarriedItem),
    trigger: DetonationTrigger,
    session: &Session,
) -> ActionChoice {
    let name = carried.name();
    let clause = match trigger {
        DetonationTrigger::Preset => "SS-TIMED-01",
        DetonationTrigger::Charge => "SS-ACT-57",
        DetonationTrigger::Timer => "SS-TIMED-04",
        DetonationTrigger::Radio => "SS-TIMED-09",
    };
    let one = |timer, label: String| {
        let aim = Intent::PlaceItem { weapon, timer };
        let here = Order::Activate { unit: *unit.id, weapon, timer, to: unit.cell() };
        let result = validate_order(view, &here);
        ActionChoice {
            group: ChoiceGroup::Timing,
            label,
            cost: result.as_ref().map_or_else(|_| String::new(), |plan| plan_cost_text(plan, "")),
            action: ChoiceAction::Aim(aim),
            refusal: refusal_text(result),
            description: format!("Click the square where the {name} is to lie. {clause}"),
            command: None,
            chosen: session.intent == aim,
        }
    };
    let label = format!("{} {name}", placement_verb(trigger));
    let times = timer_options(trigger);
    if times.is_empty() {
        return one(None, label);
    }
    let entries: Vec<ActionChoice> =
        times.into_iter().map(|(timer, words)| one(Some(timer), words)).collect();
    let chosen = matches!(session.intent, Intent::PlaceItem { weapon: put, .. } if put == weapon);
    let time = entries.iter().find(|entry| entry.chosen).map(|entry| entry.label.clone());
    let all_refused = entries.iter().all(|entry| entry.refusal.is_some());
    ActionChoice {
        group: ChoiceGroup::Timing,
        label,
        cost: time.unwrap_or_else(|| if chosen { "as set" } else { "choose its time" }.to_owned()),
        refusal: entries.first().filter(|_| all_refused).and_then(|entry| entry.refusal.clone()),
        description: format!("Choose when the {name} goes off, then the square where it is to lie. {clause}"),
        command: None,
        chosen,
        action: ChoiceAction::OpenMenu(entries),
    }
}

/// What is done with such an item.
const fn placement_verb(trigger: DetonationTrigger) -> &'static str {
    match trigger {
        DetonationTrigger::Preset => "Throw",
        DetonationTrigger::Charge => "Set",
        DetonationTrigger::Timer | DetonationTrigger::Radio => "Arm",
    }
}

/// The times that somebody may set, the soonest first. `SS-TIMED-03`, `SS-TIMED-05` to `SS-TIMED-07`, `SS-TIMED-09`.
fn timer_options(trigger: DetonationTrigger) -> Vec<(Timer, String)> {
    if matches!(trigger, DetonationTrigger::Preset | DetonationTrigger::Radio) {
        return Vec::new();
    }
    let soon = [
        (Timer::RoundEnd(0), "End of this round"),
        (Timer::RoundStart(1), "Start of the next round"),
        (Timer::Rounds(1), "Next round, first pass"),
        (Timer::Pass { rounds: 1, pass: 2 }, "Next round, second pass"),
        (Timer::RoundEnd(1), "End of the next round"),
    ];
    let mut times: Vec<_> = soon.into_iter().map(|(timer, words)| (timer, words.to_owned())).collect();
    times.extend((2..=MAX_TIMER_ROUNDS).map(|rounds| (Timer::Rounds(rounds), format!("In {rounds} rounds"))));
    if trigger == DetonationTrigger::Charge {
        times.push((Timer::Signal, "By radio".to_owned()));
    }
    times
}

/// Draws the card: price, moment, and whom it would catch as everybody stands now.
pub(crate) fn show(ui: &mut Ui, see: &PanelContext, order: &Order, marked: bool) {
    let Order::Activate { unit, weapon, timer, to } = order else { return };
    let Some(unit) = see.view.unit(*unit) else { return };
    let Some(carried) = unit.inventory.items().get(*weapon) else { return };
    let Some(trigger) = play::trigger(carried.weapon()) else { return };
    let look = see.palette;
    let result = validate_order(see.view, order);
    let price = result.as_ref().map_or_else(|_| String::new(), |plan| plan_cost_text(plan, ""));
    show_title(ui, see, &format!("{} {}", placement_verb(trigger), carried.name()), &price);
    if let Err(refusal) = &result {
        ui.colored_label(look.harm, refusal.to_string());
        return;
    }
    if marked {
        let text = format!("Click again, or {}, to do it.", see.key_label(InputAction::Confirm));
        ui.colored_label(look.good, text);
    }
    if let (DetonationTrigger::Charge, ActionCost::Points(points)) =
        (trigger, action_cost(Action::SetCharges, &see.view.rules().engine))
    {
        show_fact_line(ui, ("Takes, phase after phase", look.dim), (&format!("{points} AP"), look.text));
    }
    let round = see.view.round();
    let now = (round.number(), round.pass());
    if let Ok(fuse) = timed_items::set_fuse(trigger, *timer, now, (unit.id.0, unit.initiative.score())) {
        show_fact_line(ui, ("Goes off", look.dim), (&fuse_text(see, &fuse), look.caution));
    }
    let Some(blast) = blast::blast_at(see.view, &unit, carried.weapon(), *to) else { return };
    let (damage, radius) = (blast.burst.damage_at(0).unwrap_or_default(), blast.burst.radius_m);
    let middle = if blast.burst.is_even() { "" } else { " in the middle" };
    show_fact_line(ui, ("Damage", look.dim), (&format!("{damage}{middle}, {radius} m around"), look.text));
    if blast.caught.is_empty() {
        ui.colored_label(look.dim, "Would catch nobody who is there now.");
        return;
    }
    ui.colored_label(look.dim, "Would catch, as they stand now:");
    for id in blast.caught.iter().take(MAX_LISTED_UNITS).map(|id| UnitId(*id)) {
        let side = see.view.unit(id).map(|other| *other.side);
        let (own, colour) = match side == Some(*unit.side) {
            true if id == *unit.id => ("itself", look.harm),
            true => ("own side", look.harm),
            false => ("", look.dim),
        };
        show_fact_line(ui, (&see.unit_name(id), see.unit_colour(id)), (own, colour));
    }
    let more = blast.caught.len().saturating_sub(MAX_LISTED_UNITS);
    if more > 0 {
        ui.colored_label(look.dim, format!("and {more} more"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ss_timed_03_05_06_07_09_every_time_can_be_chosen() {
        let all = timer_options(DetonationTrigger::Charge);
        assert!(all.iter().all(|(timer, _)| {
            timed_items::set_fuse(DetonationTrigger::Charge, Some(*timer), (1, 1), (1, 9)).is_ok()
        }));
        for timer in [Timer::RoundEnd(0), Timer::RoundStart(1), Timer::Rounds(2), Timer::Signal] {
            assert!(all.iter().any(|(one, _)| *one == timer), "{timer:?}");
        }
        let set = timer_options(DetonationTrigger::Timer);
        assert!(set.iter().all(|(timer, _)| {
            timed_items::set_fuse(DetonationTrigger::Timer, Some(*timer), (1, 1), (1, 9)).is_ok()
        }));
        assert!(
            timer_options(DetonationTrigger::Preset).is_empty()
                && timer_options(DetonationTrigger::Radio).is_empty()
        );
    }
}
