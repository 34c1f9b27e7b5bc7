//! Log lines of damage, ailments and units out of action.

use super::super::log_text::{LogText, LogWriter, TextTone, span, text_of_spans};
use super::EventContext;
use crate::action_words::action_predicate;
use crate::gauge_changes::{NO_HARM, gauge_changes};
use crate::health_sentence::{
    AIMED, ChangeKind, ChangePhrase, SPENDS, USES_UP, change_phrases, lapse_phrases,
};
use crate::names::end_phrase;
use battle::{BattleEvent, EventRecord, Order, StatusEnd, Target};
use dice::Clause;
use model::UnitId;
use rules::status::Ailment;
use rules::{DownState, HealthCause, HealthState, list_separator, play};

/// Line of an event; `None` if the event is not of this subject or has no line.
pub fn line(
    log: &LogWriter,
    EventContext { order, earlier }: EventContext<'_>,
    event: &BattleEvent,
) -> Option<LogText> {
    Some(match event {
        BattleEvent::Afflicted { unit, suffered } => {
            let rule = suffered.ailment.rule();
            let what = (verb(suffered.ailment, "is", "suffers"), suffered.title());
            let mut text = ailment_line(log, *unit, what, TextTone::Harm, rule.clause);
            if let Some(by) = suffered.by.filter(|by| by != unit && !is_result_of(order, *by)) {
                text.spans.extend([span(", caused by ", TextTone::Plain), log.unit_span(by)]);
            }
            text.figure = Some(span(end_phrase(suffered.until, log.view.round()), TextTone::Dim));
            text
        }
        BattleEvent::PhaseRestricted { unit, bounds } => {
            let bound = bounds.duties.first()?;
            let text = format!("loses control because of {}", bound.ailment().name());
            log.with_clause(log.unit_action_text(*unit, text), TextTone::Harm, bound.clause())
        }
        BattleEvent::AilmentCounted { unit, suffered } => {
            let left = remaining_text(suffered.until)?;
            let what = (verb(suffered.ailment, "is still", "still suffers"), suffered.title());
            let mut text = ailment_line(log, *unit, what, TextTone::Dim, "");
            text.figure = Some(span(left, TextTone::Dim));
            text
        }
        BattleEvent::Relieved { unit, ailment, clause, .. } => {
            let ends = verb(*ailment, "is no longer", "no longer suffers");
            let what = (ends, ailment.name().to_owned());
            ailment_line(log, *unit, what, TextTone::Good, clause)
        }
        BattleEvent::Harmed { unit, before, after, cause, .. } if Some(*unit) != attack_target(order) => {
            if *cause == Some(HealthCause::BoughtManoeuvre)
                || is_told_by_order(log, earlier, (*unit, before, after))
            {
                return None; // the headline says it
            }
            let lapses = matches!(order, Order::LeaveField);
            let text = log.health_change_line(*unit, (before, after), (*cause, lapses))?;
            let text = with_payment_reason(text, (before, after), has_defended(earlier, *unit));
            match order {
                Order::Rest { .. } => with_rest_clause(text, before, after),
                _ => text,
            }
        }
        BattleEvent::Harmed { unit, before, after, .. } => {
            let text = log.used_up_line(*unit, (before, after))?;
            with_payment_reason(text, (before, after), has_defended(earlier, *unit))
        }
        BattleEvent::WentDown { unit, down, .. } => {
            let is_machine = log.known_unit(*unit).is_some_and(|unit| unit.is_machine());
            log.with_clause(log.unit_action_text(*unit, down_text(*down, is_machine)), TextTone::Harm, "")
        }
        BattleEvent::Recovered { unit } => {
            log.with_clause(log.unit_action_text(*unit, "regains consciousness"), TextTone::Good, "")
        }
        _ => return None,
    })
}

/// How a unit, or a machine, goes out of action.
fn down_text(down: DownState, is_machine: bool) -> &'static str {
    match down {
        DownState::Unconscious if is_machine => "is wrecked",
        DownState::Unconscious => "falls unconscious",
        DownState::Dead if is_machine => "is destroyed",
        DownState::Dead => "dies",
        DownState::Surrendered => "surrenders",
        DownState::Fled => "flees over the nearest edge of the map",
    }
}

/// Whether a unit has defended itself in the entry.
fn has_defended(earlier: &[&EventRecord], unit: UnitId) -> bool {
    earlier.iter().any(|record| matches!(record.event, BattleEvent::Defended { unit: of } if of == unit))
}

/// The line of a change of health with what the points are for that the unit spends by it: "spends 1 Willpower for its defence".
fn with_payment_reason(
    mut text: LogText,
    (before, after): (&HealthState, &HealthState),
    defended: bool,
) -> LogText {
    let reason = play::payment_reason(before, after, defended);
    insert_reason(&mut text, &reason);
    text
}

/// Puts a reason after what a unit spends, if the line says that it spends anything.
fn insert_reason(text: &mut LogText, reason: &str) {
    let verb = text.spans.iter().position(|span| span.text.trim_end().ends_with(SPENDS));
    if let Some(verb) = verb.filter(|_| !reason.is_empty()) {
        text.spans.insert(verb + 2, span(format!(" {reason}"), TextTone::Plain));
    }
}

/// The line of a change of health by rest, with the clause of that rest.
fn with_rest_clause(text: LogText, before: &HealthState, after: &HealthState) -> LogText {
    let clause = play::rest_clause(before, after);
    if clause.is_empty() { text } else { LogText { clause, ..text } }
}

/// Whether the headline of a unit's own action already says what the action changes: "aims", and then "has aimed".
fn is_told_by_order(
    log: &LogWriter,
    earlier: &[&EventRecord],
    (unit, before, after): (UnitId, &HealthState, &HealthState),
) -> bool {
    let done = earlier.iter().find_map(|record| match &record.event {
        BattleEvent::SpecialActionDone { unit: actor, label, .. } if *actor == unit => Some(label),
        _ => None,
    });
    let (Some(label), Some(data)) = (done, log.known_unit(unit)) else { return false };
    let gauges = |condition| play::gauges(data.sheet.get(), condition, log.view.rules());
    repeats_action(&change_phrases(&gauges(before), &gauges(after)), &label.to_string())
}

/// Whether an action of this label says what all of these phrases do.
fn repeats_action(phrases: &[ChangePhrase], label: &str) -> bool {
    let predicate = action_predicate(label).0.to_lowercase();
    let is_said = |phrase: &ChangePhrase| {
        let aims = predicate == "aims" && phrase.what == AIMED;
        phrase.kind == ChangeKind::Better && (aims || predicate.contains(&phrase.what.to_lowercase()))
    };
    !phrases.is_empty() && phrases.iter().all(is_said)
}

/// Keeps the phrases of what a unit pays or uses up.
fn paid_phrases(phrases: Vec<ChangePhrase>) -> Vec<ChangePhrase> {
    phrases.into_iter().filter(|phrase| [SPENDS, USES_UP].contains(&phrase.verb)).collect()
}

fn attack_target(order: &Order) -> Option<UnitId> {
    match order {
        Order::Attack { target: Target::Unit(target), .. } => Some(*target),
        _ => None,
    }
}

/// Whether the headline of the order says already that the unit does this.
fn is_result_of(order: &Order, by: UnitId) -> bool {
    match order {
        Order::Attack { unit, .. } | Order::Multiple { unit, .. } | Order::SpecialAction { unit, .. } => {
            *unit == by
        }
        _ => false,
    }
}

/// Ailments whose names are nouns; those of the others are adjectives.
const NOUNS: [Ailment; 10] = [
    Ailment::DeafEar,
    Ailment::BlindEye,
    Ailment::BrokenGrip,
    Ailment::UselessArm,
    Ailment::HurtArm,
    Ailment::SlowDeath,
    Ailment::Bleedout,
    Ailment::BrokenAxle,
    Ailment::JammedDoor,
    Ailment::JammedWindow,
];

/// Returns the verb before the name of an ailment: "is Stunned", "suffers Slow death".
fn verb(ailment: Ailment, adjective: &'static str, noun: &'static str) -> &'static str {
    if NOUNS.contains(&ailment) { noun } else { adjective }
}

/// A line such as "Vex suffers Slow death" or "Vex is Stunned".
fn ailment_line(
    log: &LogWriter,
    unit: UnitId,
    (verb, ailment): (&str, String),
    tone: TextTone,
    clause: Clause,
) -> LogText {
    let spans = vec![log.unit_span(unit), span(format!(" {verb} "), TextTone::Plain), span(ailment, tone)];
    LogText { spans, figure: None, clause }
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
    /// Whether the line of a change of health says that the unit recovers something; no gauge shows a grievous injury. That of
    /// a unit whose name is hidden says only that it is affected.
    pub(crate) fn tells_recovery(&self, unit: UnitId, (before, after): (&HealthState, &HealthState)) -> bool {
        let Some(data) = self.known_unit(unit) else { return before != after };
        let gauges = |condition| play::gauges(data.sheet.get(), condition, self.view.rules());
        let phrases = change_phrases(&gauges(before), &gauges(after));
        phrases.iter().any(|phrase| phrase.kind == ChangeKind::Better)
    }

    /// Line of a change of health with its cause: "Mar suffers 1 Strain from threats"; `None` if no gauge shows it. At the end
    /// of the battle what was stored for a check `lapses`.
    pub fn health_change_line(
        &self,
        unit: UnitId,
        (before, after): (&HealthState, &HealthState),
        (cause, lapses): (Option<HealthCause>, bool),
    ) -> Option<LogText> {
        let Some(data) = self.known_unit(unit) else {
            return Some(self.with_clause(self.unit_action_text(unit, "is affected"), TextTone::Caution, ""));
        };
        let gauges = |condition| play::gauges(data.sheet.get(), condition, self.view.rules());
        let list = if lapses { lapse_phrases } else { change_phrases };
        let phrases = list(&gauges(before), &gauges(after));
        let mut text = match phrases.is_empty() {
            // The line before describes changes that no gauge shows.
            true if before != after => return None,
            true => self.with_clause(
                self.unit_action_text(unit, format!("takes {NO_HARM}")),
                TextTone::Caution,
                "",
            ),
            false => text_of_spans(vec![self.unit_span(unit)]),
        };
        let mut cause = cause;
        for (at, phrase) in phrases.iter().enumerate() {
            let tone = match phrase.kind {
                ChangeKind::Worse => TextTone::Harm,
                ChangeKind::Better => TextTone::Good,
                ChangeKind::Used => TextTone::Dim,
            };
            let before = if at == 0 { " " } else { list_separator(at, phrases.len()) };
            text.spans.push(span(format!("{before}{} ", phrase.verb), TextTone::Plain));
            text.spans.push(span(&phrase.what, tone));
            if phrase.kind == ChangeKind::Worse
                && let Some(cause) = cause.take()
            {
                text.spans.push(span(format!(" {}", cause.phrase()), TextTone::Plain));
            }
        }
        text.clause = play::health_change_clause(before, after);
        Some(text)
    }

    /// Line of what the target of an attack pays or uses up, such as for a defence or in a test against an effect of the hit; `None` if
    /// nothing. The result of the attack describes every other change.
    fn used_up_line(&self, unit: UnitId, (before, after): (&HealthState, &HealthState)) -> Option<LogText> {
        let data = self.known_unit(unit)?;
        let gauges = |condition| play::gauges(data.sheet.get(), condition, self.view.rules());
        let used = paid_phrases(change_phrases(&gauges(before), &gauges(after)));
        let mut spans = vec![self.unit_span(unit)];
        for (at, phrase) in used.iter().enumerate() {
            let before = if at == 0 { " " } else { list_separator(at, used.len()) };
            spans.push(span(format!("{before}{} ", phrase.verb), TextTone::Plain));
            spans.push(span(&phrase.what, TextTone::Dim));
        }
        (!used.is_empty()).then(|| text_of_spans(spans))
    }

    /// Describes the change of the gauges: "-1 shield, -4 flesh", "2 Strain".
    pub fn gauge_losses(&self, unit: UnitId, before: &HealthState, after: &HealthState) -> String {
        let Some(data) = self.known_unit(unit) else { return String::new() };
        let gauges = |condition| play::gauges(data.sheet.get(), condition, self.view.rules());
        gauge_changes(&gauges(before), &gauges(after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_target_of_an_attack_pays_is_said() {
        let phrase = |verb, what: &str, kind| ChangePhrase { verb, what: what.to_owned(), kind };
        let spent = phrase(SPENDS, "1 Willpower", ChangeKind::Used);
        let used = phrase(USES_UP, "1 boost die", ChangeKind::Used);
        let harmed = phrase("loses", "2 health levels", ChangeKind::Worse);
        let over = phrase("is no longer", "stabilised", ChangeKind::Used);
        let kept = paid_phrases(vec![harmed, spent.clone(), over, used.clone()]);
        assert_eq!(kept, [spent, used], "the result of the attack tells the rest");
    }

    #[test]
    fn ab_daze_08_what_a_payment_is_for_stands_after_it() {
        let spans = ["Mako", " spends ", "1 Willpower", " and loses ", "2 health levels"];
        let mut line = text_of_spans(spans.map(|text| span(text, TextTone::Plain)).to_vec());
        insert_reason(&mut line, "");
        assert_eq!(line.spans.len(), 5);
        insert_reason(&mut line, "for its defence");
        let text: String = line.spans.iter().map(|span| span.text.as_str()).collect();
        assert_eq!(text, "Mako spends 1 Willpower for its defence and loses 2 health levels");
    }

    #[test]
    fn only_the_defence_of_the_unit_itself_is_its_own() {
        let record = EventRecord::new(BattleEvent::Defended { unit: UnitId(1) });
        assert!(has_defended(&[&record], UnitId(1)) && !has_defended(&[&record], UnitId(2)));
    }

    #[test]
    fn what_the_action_says_is_not_said_again() {
        let phrase = |verb, what: &str, kind| ChangePhrase { verb, what: what.to_owned(), kind };
        let aimed = phrase("has", "aimed", ChangeKind::Better);
        let stance = phrase("gains", "guarded stance", ChangeKind::Better);
        let strain = phrase("suffers", "2 Strain", ChangeKind::Worse);
        assert!(repeats_action(std::slice::from_ref(&aimed), "Aim"));
        assert!(repeats_action(std::slice::from_ref(&stance), "Guarded Stance"));
        assert!(!repeats_action(std::slice::from_ref(&aimed), "Guarded Stance"));
        assert!(!repeats_action(&[aimed, strain], "Aim"), "the Strain is said nowhere else");
        assert!(!repeats_action(&[], "Aim"));
    }
}
