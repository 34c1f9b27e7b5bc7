//! Log lines of rounds, phases and the end of the battle.

use super::super::log_text::{LogText, LogWriter, TextTone, count_text, ending_text, span, text_of_spans};
use super::EventContext;
use battle::{BattleEvent, Order};
use rules::play;

/// Line of an event; `None` if the event is not of this subject or has no line.
pub fn line(
    log: &LogWriter,
    EventContext { order, earlier }: EventContext<'_>,
    event: &BattleEvent,
) -> Option<LogText> {
    Some(match event {
        BattleEvent::ScoreSet { unit, score } => LogText {
            clause: "SS-FFYL-05",
            ..log.unit_action_text(*unit, format!("gets a turn in this pass, at initiative {score}"))
        },
        BattleEvent::PhaseLost { unit, why } => {
            let text = log.unit_action_text(*unit, format!("loses the turn: {}", why.text));
            log.with_clause(text, TextTone::Caution, why.clause)
        }
        BattleEvent::InitiativeChanged { unit, .. } | BattleEvent::InitiativeDiceChanged { unit, .. } => {
            let score = log.score_without_turn(earlier, event)?;
            let text = format!("loses the turn in this pass: initiative fell to {score}");
            log.with_clause(log.unit_action_text(*unit, text), TextTone::Caution, "SS-INIT-13")
        }
        BattleEvent::HoldCounted { rounds, .. } if *rounds > 0 => text_of_spans(vec![span(
            format!("The zone has been held for {}", count_text(*rounds, "round", "rounds")),
            TextTone::Dim,
        )]),
        BattleEvent::HeldPhaseLost { unit, why } => {
            let text = log.unit_action_text(*unit, format!("loses its delayed turn: {}", why.text()));
            log.with_clause(text, TextTone::Caution, why.clause())
        }
        BattleEvent::SteppedIn { unit, .. } => {
            let (_, penalty) = play::delay_penalty(log.view.rules().book());
            let text = log.unit_action_text(*unit, format!("takes its delayed turn, with {penalty}"));
            log.with_clause(text, TextTone::Caution, "SS-DELAY-09")
        }
        BattleEvent::PhaseBegan { unit } => {
            log.with_clause(log.unit_action_text(*unit, "acts"), TextTone::Dim, "")
        }
        BattleEvent::Ended(outcome) => {
            let how = match order {
                Order::Surrender { side } => format!("{} surrendered", log.view.side_name(*side)),
                _ => ending_text(*outcome, &log.view.setup().bundle().skirmish.sides),
            };
            let ended = span(format!(": {how}"), TextTone::Plain);
            text_of_spans(match outcome.winner {
                Some(side) => {
                    let wins = log.side_predicate(side, ("wins", "win"), "");
                    vec![log.side_span(side), span(wins, TextTone::Plain), ended]
                }
                None => vec![span("The battle is a draw", TextTone::Plain), ended],
            })
        }
        _ => return None,
    })
}
