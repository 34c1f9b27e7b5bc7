//! Log lines of attacks, and of the Karma and boosts spent on tests.

use super::super::headline_figure::missed_figure;
use super::super::log_text::{LogText, LogWriter, TextTone, span};
use super::EventContext;
use battle::{BattleEvent, EventRecord, Order, OrderRecord, Pace, Target};
use model::UnitId;
use rules::{HitResult, KarmaUse, list_words};

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

/// Whether the last plan of a unit for its next attack is a re-roll: it ends with its next order that rolls, and with its turn.
fn plans_reroll(before: &[OrderRecord], unit: UnitId) -> bool {
    let orders = before.iter().rev().map(|record| &record.order);
    let plan = orders.filter(|order| order.unit() == Some(unit)).find_map(|order| match order {
        Order::Karma { plan, .. } => Some(plan.reroll),
        Order::Attack { .. } | Order::Multiple { .. } | Order::Move { pace: Pace::Sprint, .. } => Some(false),
        Order::EndPhase { .. } | Order::Delay { .. } => Some(false),
        _ => None,
    });
    plan.unwrap_or(false)
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
    use rules::KarmaPlan;

    fn record(order: Order) -> OrderRecord {
        OrderRecord { order, round: 1, pass: 1, events: Vec::new(), revealed: false }
    }

    #[test]
    fn ss_base_27_a_planned_re_roll_lasts_until_the_next_attack() {
        let (unit, other) = (UnitId(1), UnitId(2));
        let plan =
            |unit, reroll| record(Order::Karma { unit, plan: KarmaPlan { reroll, ..KarmaPlan::default() } });
        let attack = || record(Order::attack(unit, Target::Unit(other), 0, None));
        assert!(plans_reroll(&[plan(unit, true), record(Order::TakeCover { unit })], unit));
        assert!(!plans_reroll(&[plan(unit, true), plan(unit, false)], unit), "it was taken back");
        assert!(!plans_reroll(&[plan(unit, true), attack()], unit), "another attack used it");
        assert!(!plans_reroll(&[plan(other, true)], unit), "of another unit");
        assert!(!plans_reroll(&[], unit));
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
