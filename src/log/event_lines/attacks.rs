//! Log lines of attacks, and of the Karma and boosts spent on tests.

use super::super::headline_figure::missed_figure;
use super::super::log_text::{LogText, LogWriter, TextTone, span};
use super::EventContext;
use battle::{BattleEvent, EventRecord, Order, OrderRecord, Target};
use model::UnitId;
use rules::{HitResult, KarmaUse, MovementMode, list_words};

/// Line of an event; `None` if the event is not of this subject or has no line.
pub fn line(
    log: &LogWriter,
    EventContext { order, earlier }: EventContext<'_>,
    event: &BattleEvent,
) -> Option<LogText> {
    Some(match event {
        BattleEvent::KarmaSpent { unit, on, left } if *on != KarmaUse::Initiative => {
            let spends = if is_for_roll(*on) { "spent Karma on the roll" } else { "spends Karma" };
            let mut text = log.unit_action_text(*unit, format!("{spends}: {}", on.name()));
            text.figure = Some(span(format!("{left} left"), TextTone::Dim));
            LogText { clause: on.clause(), ..text }
        }
        BattleEvent::BoostGiven { giver } => log.with_clause(
            log.unit_action_text(*giver, "gives a boost die to the next ally to make a check"),
            TextTone::Good,
            "CC-ADV-08",
        ),
        BattleEvent::BoostsClaimed { unit } => log.with_clause(
            log.unit_action_text(*unit, "uses the boost dice from an ally"),
            TextTone::Good,
            "CC-ADV-08",
        ),
        BattleEvent::PoolSplit { unit, shares } => {
            let dice: Vec<String> = shares.iter().map(|share| share.dice.to_string()).collect();
            let text =
                log.unit_action_text(*unit, format!("splits the pool into {} dice", list_words(&dice)));
            LogText { clause: "SS-MULTI-07", ..text }
        }
        BattleEvent::AttackResolved { unit, .. }
            if matches!(order, Order::Attack { .. }) && keeps_karma(log, *unit, earlier) =>
        {
            let text = log.unit_action_text(*unit, "does not re-roll and keeps the Karma for it");
            log.with_clause(text, TextTone::Dim, KarmaUse::Reroll.clause())
        }
        BattleEvent::AttackResolved {
            unit,
            target: Target::Unit(other),
            contact,
            words: text_of_book,
            ..
        } if !matches!(order, Order::Attack { .. } | Order::Decide { .. }) => {
            let result = match contact {
                HitResult::Hit if !text_of_book.is_empty() => span(text_of_book, TextTone::Harm),
                contact => missed_figure(*contact),
            };
            let spans = vec![log.unit_span(*unit), span(" attacks ", TextTone::Plain), log.unit_span(*other)];
            LogText { spans, figure: Some(result), clause: "" }
        }
        _ => return None,
    })
}

/// Whether Karma is spent on a roll, which the headline of its entry tells first.
const fn is_for_roll(on: KarmaUse) -> bool {
    !matches!(on, KarmaUse::Initiative | KarmaUse::LastStand | KarmaUse::Surprise)
}

/// Whether a unit that planned to re-roll the misses of this attack did not spend the Karma: told with the first of its results.
fn keeps_karma(log: &LogWriter, unit: UnitId, earlier: &[&EventRecord]) -> bool {
    let is_first = !earlier.iter().any(|record| matches!(record.event, BattleEvent::AttackResolved { .. }));
    is_first && plans_reroll(log.before, unit) && !spends_its_karma(log.entry_events(), unit)
}

/// Whether a unit plans to re-roll the misses of its next test. The plan ends with that test, with the turn of the unit, and where
/// the Karma for it is spent on something else.
fn plans_reroll(before: &[OrderRecord], unit: UnitId) -> bool {
    // Karma left after the last use since the plan.
    let mut left = None;
    for record in before.iter().rev().flat_map(|record| record.events.iter().rev()) {
        match &record.event {
            BattleEvent::KarmaPlanned { unit: of, plan } if *of == unit => {
                return left.map_or(*plan, |left| plan.limited_to(left)).reroll;
            }
            BattleEvent::KarmaSpent { unit: of, left: after, .. } if *of == unit => {
                left = left.or(Some(*after))
            }
            event if ends_plan(event, unit) => return false,
            _ => {}
        }
    }
    false
}

/// Whether an event ends what a unit plans for its next test: the test itself, or the end of its turn.
fn ends_plan(event: &BattleEvent, unit: UnitId) -> bool {
    match event {
        BattleEvent::AttackResolved { unit: of, .. }
        | BattleEvent::Evaded { unit: of, .. }
        | BattleEvent::Ran { unit: of, gait: MovementMode::Sprinting, .. }
        | BattleEvent::Delayed { unit: of }
        | BattleEvent::PhaseEnded { unit: of }
        | BattleEvent::PhaseLost { unit: of, .. } => *of == unit,
        _ => false,
    }
}

/// Whether a unit pays for a re-roll of its own test, or has no Karma left for one after other uses.
fn spends_its_karma<'e>(mut events: impl Iterator<Item = &'e EventRecord>, unit: UnitId) -> bool {
    events.any(|record| match record.event {
        BattleEvent::KarmaSpent { unit: of, on, left } => of == unit && (on == KarmaUse::Reroll || left == 0),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Cell;
    use rules::KarmaPlan;

    fn record(event: BattleEvent) -> OrderRecord {
        let (order, events) = (Order::LeaveField, vec![EventRecord::new(event)]);
        OrderRecord { order, round: 1, pass: 1, events, revealed: false }
    }

    fn planned(unit: UnitId, dice: bool, reroll: bool) -> OrderRecord {
        record(BattleEvent::KarmaPlanned { unit, plan: KarmaPlan { dice, reroll, ..KarmaPlan::default() } })
    }

    #[test]
    fn ss_base_27_a_planned_re_roll_lasts_until_the_next_test_or_the_end_of_the_turn() {
        let (unit, other) = (UnitId(1), UnitId(2));
        let lasts = |event| plans_reroll(&[planned(unit, false, true), record(event)], unit);
        assert!(lasts(BattleEvent::CoverTaken { unit }));
        assert!(lasts(BattleEvent::PhaseEnded { unit: other }));
        let ran = |gait| BattleEvent::Ran { unit, gait, from: Cell::new(1, 1) };
        assert!(lasts(ran(MovementMode::Running)), "a run is no test");
        assert!(!lasts(ran(MovementMode::Sprinting)));
        assert!(
            !lasts(BattleEvent::Evaded { unit, past: vec![other] }),
            "it was for the way past an opponent"
        );
        assert!(!lasts(BattleEvent::PhaseEnded { unit }));
        assert!(!lasts(BattleEvent::Delayed { unit }));
        assert!(
            !plans_reroll(&[planned(unit, false, true), planned(unit, false, false)], unit),
            "taken back"
        );
        assert!(!plans_reroll(&[planned(other, false, true)], unit), "of another unit");
        assert!(!plans_reroll(&[], unit));
    }

    #[test]
    fn ss_base_25_karma_that_is_spent_in_between_leaves_none_for_a_planned_re_roll() {
        let unit = UnitId(1);
        let lasts = |dice, left: &[u8]| {
            let spent =
                |left: &u8| record(BattleEvent::KarmaSpent { unit, on: KarmaUse::Surprise, left: *left });
            let before: Vec<OrderRecord> =
                [planned(unit, dice, true)].into_iter().chain(left.iter().map(spent)).collect();
            plans_reroll(&before, unit)
        };
        assert!(lasts(false, &[2, 1]));
        assert!(!lasts(false, &[1, 0]), "none is left");
        assert!(lasts(true, &[2]) && !lasts(true, &[1]), "the last one is for the dice");
    }

    #[test]
    fn ss_base_27_karma_that_is_spent_on_the_re_roll_is_not_kept() {
        let unit = UnitId(1);
        let spent = |on, left| [EventRecord::new(BattleEvent::KarmaSpent { unit, on, left })];
        assert!(spends_its_karma(spent(KarmaUse::Reroll, 1).iter(), unit));
        assert!(spends_its_karma(spent(KarmaUse::Dice, 0).iter(), unit), "none is left for it");
        assert!(!spends_its_karma(spent(KarmaUse::Dice, 1).iter(), unit), "dice are no re-roll");
        assert!(!spends_its_karma(spent(KarmaUse::Reroll, 1).iter(), UnitId(2)), "of another unit");
    }
}
