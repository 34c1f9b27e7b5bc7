//! Log lines of damage, ailments and units out of action.

use super::super::log_text::{LogText, LogWriter, TextTone, span};
use crate::gauge_changes::{
    EFFECT_OVER, GaugeLoss, NO_HARM, gauge_amounts, gauge_changes, is_gain, is_relief, is_spending, loss,
    split_ended_states,
};
use crate::names::end_text;
use battle::{BattleEvent, EventRecord, Order, StatusEnd, Target};
use dice::Trace;
use model::UnitId;
use rules::{DownState, Gauge, HealthState, play};

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
            harm_line(log, order, event, (*unit, before, after))?
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

/// Line of a change of health; `None` if no gauge shows it.
fn harm_line(
    log: &LogWriter,
    order: &Order,
    event: &BattleEvent,
    (unit, before, after): (UnitId, &HealthState, &HealthState),
) -> Option<LogText> {
    let HealthChange { verb, change, tone, endings } = health_change(log, unit, before, after);
    // The line before describes changes that no gauge shows.
    if before != after && change == NO_HARM && endings.is_empty() {
        return None;
    }
    let endings = endings.join(", ");
    let mut text = match change.as_str() {
        NO_HARM if !endings.is_empty() => {
            let mut text = log.unit_action_text(unit, endings);
            text.spans.last_mut().into_iter().for_each(|last| last.tone = tone);
            text
        }
        _ => {
            let cause = log.cause_of_cost(order, unit, event).filter(|_| verb == "suffers");
            let verb = cause.map_or(verb.to_owned(), |cause| format!("{verb} {cause}"));
            let more = if endings.is_empty() { "" } else { ", " };
            let figure = Some(span(format!("{change}{more}{endings}"), tone));
            LogText { figure, ..log.unit_action_text(unit, verb) }
        }
    };
    let by_rest = if matches!(order, Order::Rest { .. }) { play::rest_clause(before, after) } else { "" };
    text.clause = if by_rest.is_empty() { play::health_change_clause(before, after) } else { by_rest };
    Some(text)
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
    /// What ends besides: "is no longer aimed".
    endings: Vec<String>,
}

/// Puts a change of health into words: "recovers: 2 strain", "loses: 4 flesh", and without a verb "-2 strain, +1 wounds".
fn health_change(log: &LogWriter, unit: UnitId, before: &HealthState, after: &HealthState) -> HealthChange {
    let Some(data) = log.known_unit(unit) else {
        let (change, endings) = (String::new(), Vec::new());
        return HealthChange { verb: "suffers", change, tone: TextTone::Harm, endings };
    };
    let gauges = |condition| play::gauges(data.sheet.get(), condition, log.view.rules());
    let (before, after) = (gauges(before), gauges(after));
    let whole = gauge_change(&before, &after);
    let (rest, endings) = split_ended_states(&before, &after);
    if endings.is_empty() {
        return whole;
    }
    // What ends is a sentence of its own.
    match gauge_change(&rest, &after) {
        HealthChange { change, .. } if change == NO_HARM => {
            HealthChange { change: NO_HARM.to_owned(), endings, ..whole }
        }
        HealthChange { verb: "", .. } if !whole.verb.is_empty() => {
            HealthChange { change: gauge_amounts(&rest, &after), endings, ..whole }
        }
        rest => HealthChange { endings, ..rest },
    }
}

/// Puts the change of gauges into words.
fn gauge_change(before: &[Gauge], after: &[Gauge]) -> HealthChange {
    let (verb, tone) = match () {
        () if before == after => ("takes", TextTone::Caution),
        () if is_relief(before, after) && is_gain(before, after) => ("gains", TextTone::Good),
        () if is_relief(before, after) => ("recovers", TextTone::Good),
        () if is_spending(before, after) => ("spends", TextTone::Dim),
        () => match loss(before, after) {
            GaugeLoss::Falling => ("loses", TextTone::Harm),
            GaugeLoss::Rising => ("suffers", TextTone::Harm),
            GaugeLoss::Both => ("", TextTone::Harm),
            GaugeLoss::Mixed => ("", TextTone::Caution),
        },
    };
    let change = match verb {
        "" | "takes" => gauge_changes(before, after),
        _ => gauge_amounts(before, after),
    };
    let endings = Vec::new();
    // Changes of a single state have verbs of their own.
    let single = Some(&change).filter(|change| !change.contains(", "));
    if let Some(now) = single.and_then(|change| change.strip_prefix("now ")) {
        return HealthChange { verb: "now has", change: now.to_owned(), tone, endings };
    }
    if let Some(over) = single.and_then(|change| change.strip_suffix(EFFECT_OVER)) {
        return HealthChange {
            verb: "no longer feels the effect of",
            change: over.to_owned(),
            tone,
            endings,
        };
    }
    let has_verb = ["used ", "no longer ", "now "].iter().any(|start| change.starts_with(start));
    HealthChange { verb: if has_verb { "" } else { verb }, change, tone, endings }
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

/// Questions whose answers can cost the attacker Strain, with the cause that the line names. `CC-THT-04`, `CC-TRI-02`.
const COSTLY_ANSWERS: [(&str, &str); 2] = [("CC-THT-01", "from threats"), ("CC-TRI-02", "from a despair")];
/// End of the answer that costs the attacker Strain.
const STRAIN_ANSWER: &str = "suffers 1 Strain";

impl LogWriter<'_, '_, '_> {
    /// The cause of a loss that an attack brings its own attacker: the price of the action, or what the defender's
    /// player bought; `None` if there is no such cause.
    fn cause_of_cost(&self, order: &Order, unit: UnitId, event: &BattleEvent) -> Option<&'static str> {
        if !matches!(order, Order::Attack { .. }) || order.unit() != Some(unit) {
            return None;
        }
        let until = self.records_since().take_while(|record| !std::ptr::eq(&record.event, event));
        let before: Vec<&EventRecord> = until.collect();
        let is_price = before
            .last()
            .is_some_and(|last| matches!(&last.event, BattleEvent::Paid { unit: of, .. } if *of == unit));
        if is_price {
            return Some("from acting with an injury").filter(|_| !self.counts_action_points());
        }
        let own = self.records_since().find(|record| std::ptr::eq(&record.event, event));
        let steps = before.into_iter().chain(own).flat_map(|record| &record.trace);
        let mut causes = steps.filter_map(|step| match step {
            Trace::Decided { answer, clause, .. } if answer.to_string().ends_with(STRAIN_ANSWER) => {
                COSTLY_ANSWERS.iter().find(|(question, _)| question == clause).map(|(_, cause)| *cause)
            }
            _ => None,
        });
        causes.next_back()
    }

    /// Whether players of the book count action points.
    fn counts_action_points(&self) -> bool {
        play::counts_action_points(self.view.rules().book())
    }

    /// Describes the change of the gauges: "-1 shield, -4 flesh", "+2 strain".
    pub fn gauge_losses(&self, unit: UnitId, before: &HealthState, after: &HealthState) -> String {
        let Some(data) = self.known_unit(unit) else { return String::new() };
        let gauges = |condition| play::gauges(data.sheet.get(), condition, self.view.rules());
        gauge_changes(&gauges(before), &gauges(after))
    }
}
