//! Timed items: the choice of a timer, and the card of an item to throw or place.

use bevy_egui::egui::Ui;

use super::card_title::show_title;
use crate::board::overlay::blast;
use crate::input::InputAction;
use crate::panel::action_bar::choices::{
    ActionChoice, ChoiceAction, ChoiceGroup, plan_cost_text, refusal_text,
};
use crate::panel::unit_inspector::status_effects::fuse_text;
use crate::panel::widgets::{PanelContext, show_fact_line};
use crate::session::{Intent, Session};
use battle::validate_order;
use battle::{BattleView, CarriedItem, Order, UnitDataItem};
use rules::play;
use rules::turn_engine::timed_items;
use rules::turn_engine::timed_items::{DetonationTrigger, MAX_TIMER_ROUNDS, Timer};
use rules::turn_engine::{Action, ActionCost, action_cost};

/// Most units listed by name.
const MAX_LISTED_UNITS: usize = 8;

/// Builds the choice of a timed item in hand: place it, or choose a timer first.
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
            cost: result
                .as_ref()
                .map_or_else(|_| String::new(), |plan| plan_cost_text(view.rules().book(), plan, "")),
            action: ChoiceAction::Aim(aim),
            refusal: refusal_text(result),
            description: format!("Click the square for the {name}. {clause}"),
            command: None,
            chosen: session.intent == aim,
            mark: None,
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
        cost: time.unwrap_or_else(|| if chosen { "as set" } else { "choose a timer" }.to_owned()),
        refusal: entries.first().filter(|_| all_refused).and_then(|entry| entry.refusal.clone()),
        description: format!("Choose when the {name} detonates, then click its square. {clause}"),
        command: None,
        chosen,
        action: ChoiceAction::OpenMenu(entries),
        mark: None,
    }
}

/// Verb for using an item with this trigger.
const fn placement_verb(trigger: DetonationTrigger) -> &'static str {
    match trigger {
        DetonationTrigger::Preset => "Throw",
        DetonationTrigger::Charge => "Set",
        DetonationTrigger::Timer | DetonationTrigger::Radio => "Arm",
    }
}

/// Timers to choose from, the soonest first. `SS-TIMED-03`, `SS-TIMED-05` to `SS-TIMED-07`, `SS-TIMED-09`.
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

/// Draws the card: cost, time of detonation, and the units in the blast at their current positions.
pub(crate) fn show(ui: &mut Ui, context: &PanelContext, order: &Order, marked: bool) {
    let Order::Activate { unit, weapon, timer, to } = order else { return };
    let Some(unit) = context.view.unit(*unit) else { return };
    let Some(carried) = unit.inventory.get(*weapon) else { return };
    let Some(trigger) = play::detonation_trigger(carried.weapon()) else { return };
    let palette = context.palette;
    let result = validate_order(context.view, order);
    let price = result
        .as_ref()
        .map_or_else(|_| String::new(), |plan| plan_cost_text(context.view.rules().book(), plan, ""));
    show_title(ui, context, &format!("{} {}", placement_verb(trigger), carried.name()), &price);
    if let Err(refusal) = &result {
        ui.colored_label(palette.harm, refusal.to_string());
        return;
    }
    if marked {
        let text = format!("Click again or press {} to confirm.", context.key_label(InputAction::Confirm));
        ui.colored_label(palette.good, text);
    }
    if let (DetonationTrigger::Charge, ActionCost::Points(points)) =
        (trigger, action_cost(Action::SetCharges, &context.view.rules().engine))
        && play::counts_action_points(context.view.rules().book())
    {
        show_fact_line(ui, ("Total cost over turns", palette.dim), (&format!("{points} AP"), palette.text));
    }
    let round = context.view.round();
    let now = (round.number(), round.pass());
    if let Ok(fuse) = timed_items::set_fuse(trigger, *timer, now, (*unit.id, unit.initiative.score())) {
        show_fact_line(ui, ("Detonates", palette.dim), (&fuse_text(context, &fuse), palette.caution));
    }
    let Some(blast) = blast::blast_at(context.view, &unit, carried.weapon(), *to) else { return };
    let (damage, radius) = (blast.burst.damage_at(0).unwrap_or_default(), blast.burst.radius_m);
    let middle = if blast.burst.is_even() { "" } else { " at the centre" };
    show_fact_line(
        ui,
        ("Damage", palette.dim),
        (&format!("{damage}{middle}, {radius} m radius"), palette.text),
    );
    if blast.caught.is_empty() {
        ui.colored_label(palette.dim, "No unit in the blast now.");
        return;
    }
    ui.colored_label(palette.dim, "Units in the blast now:");
    for id in blast.caught.iter().take(MAX_LISTED_UNITS).copied() {
        let side = context.view.unit(id).map(|other| *other.side);
        let (own, colour) = match side == Some(*unit.side) {
            true if id == *unit.id => ("this unit", palette.harm),
            true => ("ally", palette.harm),
            false => ("", palette.dim),
        };
        show_fact_line(ui, (&context.unit_name(id), context.unit_colour(id)), (own, colour));
    }
    let more = blast.caught.len().saturating_sub(MAX_LISTED_UNITS);
    if more > 0 {
        ui.colored_label(palette.dim, format!("and {more} more"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::UnitId;

    #[test]
    fn ss_timed_03_05_06_07_09_every_time_can_be_chosen() {
        let all = timer_options(DetonationTrigger::Charge);
        assert!(all.iter().all(|(timer, _)| {
            timed_items::set_fuse(DetonationTrigger::Charge, Some(*timer), (1, 1), (UnitId(1), 9)).is_ok()
        }));
        for timer in [Timer::RoundEnd(0), Timer::RoundStart(1), Timer::Rounds(2), Timer::Signal] {
            assert!(all.iter().any(|(one, _)| *one == timer), "{timer:?}");
        }
        let set = timer_options(DetonationTrigger::Timer);
        assert!(set.iter().all(|(timer, _)| {
            timed_items::set_fuse(DetonationTrigger::Timer, Some(*timer), (1, 1), (UnitId(1), 9)).is_ok()
        }));
        assert!(
            timer_options(DetonationTrigger::Preset).is_empty()
                && timer_options(DetonationTrigger::Radio).is_empty()
        );
    }
}
