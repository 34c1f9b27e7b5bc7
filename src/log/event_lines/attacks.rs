//! Log lines of attacks, and of the Karma and boosts spent on tests.

use super::super::headline_figure::missed_figure;
use super::super::log_text::{LogText, LogWriter, TextTone, span};
use super::EventContext;
use battle::{BattleEvent, Order, Target};
use rules::{HitResult, KarmaUse, list_words};

/// Line of an event; `None` if the event is not of this subject or has no line.
pub fn line(
    log: &LogWriter,
    EventContext { order, .. }: EventContext<'_>,
    event: &BattleEvent,
) -> Option<LogText> {
    Some(match event {
        BattleEvent::KarmaSpent { unit, on, left } if *on != KarmaUse::Initiative => {
            let mut text = log.unit_action_text(*unit, format!("spends Karma: {}", on.name()));
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
