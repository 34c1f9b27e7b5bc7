//! Items that go off by themselves: the times they may be set to, and the card of one that is thrown or put down.

use bevy_egui::egui::Ui;

use super::card::title;
use super::choices::{Choice, Deed, Group, plan_cost, refused};
use super::effects::goes_off;
use super::kit::{See, fact_line};
use crate::board::overlay::blast;
use crate::input::Command;
use crate::session::{Intent, Session};
use battle::{BattleView, Carried, Order, UnitDataItem, UnitId, check};
use rules::engine::timed::{self, LONGEST, Timer, Trigger};
use rules::engine::{Action, Cost, cost};
use rules::play;

/// Units that are listed by name.
const LISTED: usize = 8;

/// The button for an item in hand: at once a place, or first a time.
pub(super) fn button(
    view: &BattleView,
    unit: &UnitDataItem,
    (weapon, carried): (usize, &Carried),
    trigger: Trigger,
    session: &Session,
) -> Choice {
    let name = carried.name();
    let clause = match trigger {
        Trigger::Preset => "SS-TIMED-01",
        Trigger::Charge => "SS-ACT-57",
        Trigger::Timer => "SS-TIMED-04",
        Trigger::Radio => "SS-TIMED-09",
    };
    let one = |timer, label: String| {
        let aim = Intent::Put { weapon, timer };
        let here = Order::Activate { unit: *unit.id, weapon, timer, to: unit.cell() };
        let result = check(view, &here);
        Choice {
            group: Group::Timing,
            label,
            cost: result.as_ref().map_or_else(|_| String::new(), |plan| plan_cost(plan, "")),
            deed: Deed::Aim(aim),
            refusal: refused(result),
            about: format!("Click the square where the {name} is to lie. {clause}"),
            command: None,
            chosen: session.intent == aim,
        }
    };
    let label = format!("{} {name}", verb(trigger));
    let times = times(trigger);
    if times.is_empty() {
        return one(None, label);
    }
    let entries: Vec<Choice> = times.into_iter().map(|(timer, words)| one(Some(timer), words)).collect();
    let chosen = matches!(session.intent, Intent::Put { weapon: put, .. } if put == weapon);
    let time = entries.iter().find(|entry| entry.chosen).map(|entry| entry.label.clone());
    let all_refused = entries.iter().all(|entry| entry.refusal.is_some());
    Choice {
        group: Group::Timing,
        label,
        cost: time.unwrap_or_else(|| if chosen { "as set" } else { "choose its time" }.to_owned()),
        refusal: entries.first().filter(|_| all_refused).and_then(|entry| entry.refusal.clone()),
        about: format!("Choose when the {name} goes off, then the square where it is to lie. {clause}"),
        command: None,
        chosen,
        deed: Deed::Menu(entries),
    }
}

/// What is done with such an item.
const fn verb(trigger: Trigger) -> &'static str {
    match trigger {
        Trigger::Preset => "Throw",
        Trigger::Charge => "Set",
        Trigger::Timer | Trigger::Radio => "Arm",
    }
}

/// The times that somebody may set, the soonest first. `SS-TIMED-03`, `SS-TIMED-05` to `SS-TIMED-07`, `SS-TIMED-09`.
fn times(trigger: Trigger) -> Vec<(Timer, String)> {
    if matches!(trigger, Trigger::Preset | Trigger::Radio) {
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
    times.extend((2..=LONGEST).map(|rounds| (Timer::Rounds(rounds), format!("In {rounds} rounds"))));
    if trigger == Trigger::Charge {
        times.push((Timer::Signal, "By radio".to_owned()));
    }
    times
}

/// Draws the card: price, moment, and whom it would catch as everybody stands now.
pub(super) fn show(ui: &mut Ui, see: &See, order: &Order, marked: bool) {
    let Order::Activate { unit, weapon, timer, to } = order else { return };
    let Some(unit) = see.view.unit(*unit) else { return };
    let Some(carried) = unit.arsenal.carried().get(*weapon) else { return };
    let Some(trigger) = play::trigger(carried.weapon()) else { return };
    let look = see.look;
    let result = check(see.view, order);
    let price = result.as_ref().map_or_else(|_| String::new(), |plan| plan_cost(plan, ""));
    title(ui, see, &format!("{} {}", verb(trigger), carried.name()), &price);
    if let Err(refusal) = &result {
        ui.colored_label(look.harm, refusal.to_string());
        return;
    }
    if marked {
        let text = format!("Click again, or {}, to do it.", see.key(Command::Confirm));
        ui.colored_label(look.good, text);
    }
    if let (Trigger::Charge, Cost::Points(points)) =
        (trigger, cost(Action::SetCharges, &see.view.rules().engine))
    {
        fact_line(ui, ("Takes, phase after phase", look.dim), (&format!("{points} AP"), look.text));
    }
    let round = see.view.round();
    let now = (round.number(), round.pass());
    if let Ok(fuse) = timed::set(trigger, *timer, now, (unit.id.0, unit.initiative.score())) {
        fact_line(ui, ("Goes off", look.dim), (&goes_off(see, &fuse), look.caution));
    }
    let Some(blast) = blast::of(see.view, &unit, carried.weapon(), *to) else { return };
    let (damage, radius) = (blast.burst.at(0).unwrap_or_default(), blast.burst.radius_m);
    let middle = if blast.burst.is_even() { "" } else { " in the middle" };
    fact_line(ui, ("Damage", look.dim), (&format!("{damage}{middle}, {radius} m around"), look.text));
    if blast.caught.is_empty() {
        ui.colored_label(look.dim, "Would catch nobody who is there now.");
        return;
    }
    ui.colored_label(look.dim, "Would catch, as they stand now:");
    for id in blast.caught.iter().take(LISTED).map(|id| UnitId(*id)) {
        let side = see.view.unit(id).map(|other| *other.side);
        let (own, colour) = match side == Some(*unit.side) {
            true if id == *unit.id => ("itself", look.harm),
            true => ("own side", look.harm),
            false => ("", look.dim),
        };
        fact_line(ui, (&see.name(id), see.unit_colour(id)), (own, colour));
    }
    let more = blast.caught.len().saturating_sub(LISTED);
    if more > 0 {
        ui.colored_label(look.dim, format!("and {more} more"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ss_timed_03_05_06_07_09_every_time_can_be_chosen() {
        let all = times(Trigger::Charge);
        assert!(
            all.iter().all(|(timer, _)| timed::set(Trigger::Charge, Some(*timer), (1, 1), (1, 9)).is_ok())
        );
        for timer in [Timer::RoundEnd(0), Timer::RoundStart(1), Timer::Rounds(2), Timer::Signal] {
            assert!(all.iter().any(|(one, _)| *one == timer), "{timer:?}");
        }
        let set = times(Trigger::Timer);
        assert!(
            set.iter().all(|(timer, _)| timed::set(Trigger::Timer, Some(*timer), (1, 1), (1, 9)).is_ok())
        );
        assert!(times(Trigger::Preset).is_empty() && times(Trigger::Radio).is_empty());
    }
}
