//! Log lines of damage, ailments and units out of action.

use super::super::log_text::{LogText, LogWriter, TextTone, span};
use crate::gauge_changes::{
    GaugeLoss, NO_HARM, gauge_amounts, gauge_changes, is_gain, is_relief, is_spending, loss,
};
use crate::names::end_text;
use battle::{BattleEvent, Order, StatusEnd, Target};
use model::UnitId;
use rules::{DownState, HealthState, play};

/// Line of an event; `None` if the event is not of this subject or has no line.
pub fn line(log: &LogWriter, order: &Order, event: &BattleEvent) -> Option<LogText> {
    Some(match event {
        BattleEvent::Afflicted { unit, suffered } => {
            let rule = suffered.ailment.rule();
            let mut text = ailment_line(log, *unit, suffered.title(), TextTone::Harm, rule.clause);
            text.figure = Some(span(end_text(suffered.until, log.view.round()), TextTone::Dim));
            text
        }
        BattleEvent::PhaseRestricted { unit, bounds } => {
            let bound = bounds.duties.first()?;
            let text = format!("loses control: {}", bound.ailment().name());
            log.with_clause(log.unit_action_text(*unit, text), TextTone::Harm, bound.clause())
        }
        BattleEvent::AilmentCounted { unit, suffered } => {
            let left = remaining_text(suffered.until)?;
            let what = format!("{} continues", suffered.title());
            let mut text = ailment_line(log, *unit, what, TextTone::Dim, "");
            text.figure = Some(span(left, TextTone::Dim));
            text
        }
        BattleEvent::Relieved { unit, ailment, clause, .. } => {
            ailment_line(log, *unit, format!("{} ends", ailment.name()), TextTone::Good, clause)
        }
        BattleEvent::Harmed { unit, before, after, .. } if Some(*unit) != attack_target(order) => {
            let HealthChange { verb, change, tone } = health_change(log, *unit, before, after);
            // The line before describes changes that no gauge shows.
            if before != after && change == NO_HARM {
                return None;
            }
            let mut text = log.unit_action_text(*unit, verb);
            text.figure = Some(span(change, tone));
            let by_rest =
                if matches!(order, Order::Rest { .. }) { play::rest_clause(before, after) } else { "" };
            text.clause =
                if by_rest.is_empty() { play::health_change_clause(before, after) } else { by_rest };
            text
        }
        BattleEvent::WentDown { unit, down, .. } => {
            let is_vehicle = log.known_unit(*unit).is_some_and(|unit| unit.is_driven());
            let is_thing = log.known_unit(*unit).is_some_and(|unit| play::is_inanimate(unit.sheet.get()));
            let what = match down {
                DownState::Unconscious if is_vehicle || is_thing => "is wrecked",
                DownState::Unconscious => "falls unconscious",
                DownState::Dead if is_vehicle || is_thing => "is destroyed",
                DownState::Dead => "dies",
                DownState::Surrendered => "surrenders",
                DownState::Fled => "flees over the nearest edge of the map",
            };
            log.with_clause(log.unit_action_text(*unit, what), TextTone::Harm, "")
        }
        BattleEvent::Recovered { unit } => {
            log.with_clause(log.unit_action_text(*unit, "regains consciousness"), TextTone::Good, "")
        }
        _ => return None,
    })
}

fn attack_target(order: &Order) -> Option<UnitId> {
    match order {
        Order::Attack { target: Target::Unit(target), .. } => Some(*target),
        _ => None,
    }
}

/// A line such as "Vex: Slow death"; a colon fits ailments that are nouns and ones that are adjectives.
fn ailment_line(
    log: &LogWriter,
    unit: UnitId,
    what: String,
    tone: TextTone,
    clause: &'static str,
) -> LogText {
    let spans = vec![log.unit_span(unit), span(": ", TextTone::Plain), span(what, tone)];
    LogText { spans, figure: None, clause }
}

/// A change of health in words.
struct HealthChange {
    /// "gains", "recovers", "spends", "suffers", "loses"; empty if gauges get better and worse at once.
    verb: &'static str,
    /// What changes, with signs only where the verb does not say the direction.
    change: String,
    tone: TextTone,
}

/// Puts a change of health into words: "recovers: 2 strain", "loses: 4 flesh", and without a verb "-2 strain, +1 wounds".
fn health_change(log: &LogWriter, unit: UnitId, before: &HealthState, after: &HealthState) -> HealthChange {
    let Some(data) = log.known_unit(unit) else {
        return HealthChange { verb: "suffers", change: String::new(), tone: TextTone::Harm };
    };
    let gauges = |condition| play::gauges(data.sheet.get(), condition, log.view.rules());
    let (before, after) = (gauges(before), gauges(after));
    let (verb, tone) = match () {
        () if before == after => ("takes", TextTone::Caution),
        () if is_relief(&before, &after) && is_gain(&before, &after) => ("gains", TextTone::Good),
        () if is_relief(&before, &after) => ("recovers", TextTone::Good),
        () if is_spending(&before, &after) => ("spends", TextTone::Dim),
        () => match loss(&before, &after) {
            GaugeLoss::Falling => ("loses", TextTone::Harm),
            GaugeLoss::Rising => ("suffers", TextTone::Harm),
            GaugeLoss::Both => ("", TextTone::Harm),
            GaugeLoss::Mixed => ("", TextTone::Caution),
        },
    };
    let change = match verb {
        "" | "takes" => gauge_changes(&before, &after),
        _ => gauge_amounts(&before, &after),
    };
    // Some changes are sentences of their own: "used next check: 1 boost".
    let has_verb = ["used ", "no longer ", "now "].iter().any(|start| change.starts_with(start));
    HealthChange { verb: if has_verb { "" } else { verb }, change, tone }
}

/// Remaining duration to show when it changes; `None` if it did not, or has no count.
fn remaining_text(until: StatusEnd) -> Option<String> {
    match until {
        StatusEnd::Turns { left: 1, begun: false } => Some("1 more turn".to_owned()),
        StatusEnd::Turns { left, begun: false } => Some(format!("{left} more turns")),
        StatusEnd::EndOfRound(round) => Some(format!("until the end of round {round}")),
        StatusEnd::Turns { .. } | StatusEnd::EndOfPass(_) | StatusEnd::Removed => None,
    }
}

impl LogWriter<'_, '_, '_> {
    /// Describes the change of the gauges: "-1 shield, -4 flesh", "+2 strain".
    pub fn gauge_losses(&self, unit: UnitId, before: &HealthState, after: &HealthState) -> String {
        let Some(data) = self.known_unit(unit) else { return String::new() };
        let gauges = |condition| play::gauges(data.sheet.get(), condition, self.view.rules());
        gauge_changes(&gauges(before), &gauges(after))
    }
}
