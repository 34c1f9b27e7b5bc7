//! Log lines of statuses.

use super::super::chosen_posture::chooses_to_drop;
use super::super::log_text::{LogText, LogWriter, TextTone, span, text_of_spans};
use super::EventContext;
use crate::posture_words::posture_words;
use battle::{BattleEvent, EventRecord, Order, StatusKind, Target};
use dice::Trace;
use model::UnitId;
use rules::play;
use rules::status::Ailment;

/// Line of an event; `None` if the event is not of this subject or has no line.
pub fn line(log: &LogWriter, context: EventContext<'_>, event: &BattleEvent) -> Option<LogText> {
    match event {
        BattleEvent::StatusSet { unit, status } if status.kind == StatusKind::Prone => {
            prone_line(log, context, *unit)
        }
        BattleEvent::StatusSet { unit, status } => status_gained_line(log, *unit, status.kind),
        BattleEvent::StatusEnded { unit, kind } => status_ended_line(log, context.order, *unit, *kind),
        _ => None,
    }
}

/// Line of a unit that falls prone, with the clause of the cause: a failed footing test, a fall, unconsciousness, or
/// the knockdown of a hit. A unit that has answered that it lies down drops prone.
fn prone_line(log: &LogWriter, context: EventContext<'_>, unit: UnitId) -> Option<LogText> {
    if matches!(context.order, Order::DropProne { .. }) || is_wreck(log, context, unit) {
        return None;
    }
    let words = posture_words(log.view);
    let (what, clause) = match fall_cause(unit, context.earlier) {
        Some(clause) => (words.falls, clause),
        None if chooses_to_drop(context.earlier.iter().copied(), unit, log.view.rules()) => {
            return Some(log.unit_action_text(unit, words.drops));
        }
        // The attack of the unit itself, by what it brought the enemy.
        None if attacks_a_unit(unit, context.earlier) => (words.falls, ""),
        None => (words.is_knocked, play::knockdown_clause(log.view.rules())),
    };
    Some(log.with_clause(log.unit_action_text(unit, what), TextTone::Forced, clause))
}

/// Whether the unit is a machine that these events have wrecked: it does not lie down.
fn is_wreck(log: &LogWriter, context: EventContext<'_>, unit: UnitId) -> bool {
    let goes_down = |record: &&EventRecord| matches!(&record.event, BattleEvent::WentDown { unit: of, .. } if *of == unit);
    log.known_unit(unit).is_some_and(|data| data.is_machine()) && context.earlier.iter().any(goes_down)
}

/// Clauses by which a unit falls prone without a hit: a failed footing test, then the falls of three books.
const FALL_CLAUSES: [&str; 4] = ["CS-TER-07", "CS-FALL-03", "AD-SPEC-03", "AB-KNOCK-26"];

/// The clause by which a unit falls prone after these events, if no hit knocks it down; `None` otherwise.
fn fall_cause(unit: UnitId, earlier: &[&EventRecord]) -> Option<&'static str> {
    let fell = |clause: &str| FALL_CLAUSES.into_iter().find(|known| *known == clause);
    let cause = |record: &EventRecord| match &record.event {
        BattleEvent::RuleNote { unit: of, clause, .. } if *of == unit => fell(clause),
        BattleEvent::Afflicted { unit: of, suffered } if *of == unit => {
            (suffered.ailment == Ailment::Unconscious).then_some("CS-UNCO-06")
        }
        BattleEvent::AttackResolved { .. } | BattleEvent::Detonated { .. } => Some(""),
        _ => None,
    };
    let footing = |record: &EventRecord| {
        let rolls = |step: &Trace| matches!(step, Trace::Rolled(roll) if roll.who == Some(unit));
        let falls = |step: &Trace| matches!(step, Trace::Noted(note) if note.clause == "CS-TER-07");
        let failed = record.trace.iter().any(rolls) && record.trace.iter().any(falls);
        failed.then_some("CS-TER-07")
    };
    let last = earlier.iter().rev().find_map(|record| cause(record).or_else(|| footing(record)));
    last.filter(|clause| !clause.is_empty())
}

/// Whether the last attack of these events is one of the unit itself on another unit.
fn attacks_a_unit(unit: UnitId, earlier: &[&EventRecord]) -> bool {
    let declared = earlier.iter().rev().find_map(|record| match &record.event {
        BattleEvent::AttackDeclared { unit, target: Target::Unit(target), .. } => Some((*unit, *target)),
        _ => None,
    });
    declared.is_some_and(|(attacker, target)| attacker == unit && target != unit)
}

fn status_gained_line(log: &LogWriter, unit: UnitId, kind: StatusKind) -> Option<LogText> {
    Some(match kind {
        StatusKind::Holding(other) => {
            let spans = vec![log.unit_span(unit), span(" holds ", TextTone::Forced), log.unit_span(other)];
            text_of_spans(spans)
        }
        StatusKind::Concealed => log.with_clause(log.unit_action_text(unit, "is hidden"), TextTone::Good, ""),
        StatusKind::SurprisedBy(other) => {
            let spans =
                vec![log.unit_span(unit), span(" is surprised by ", TextTone::Caution), log.unit_span(other)];
            LogText { spans, figure: None, clause: "SS-SURP-15" }
        }
        StatusKind::LostPhase => {
            let text = log.unit_action_text(unit, "is startled and loses the next turn");
            log.with_clause(text, TextTone::Caution, "SS-SURP-20")
        }
        StatusKind::ScoreLost(points) => {
            let text = log.unit_action_text(unit, format!("loses {points} initiative"));
            log.with_clause(text, TextTone::Caution, "SS-SURP-13")
        }
        StatusKind::PhaseOwed(score) => LogText {
            clause: "SS-FFYL-07",
            ..log.unit_action_text(unit, format!("gets a turn in the next pass, at initiative {score}"))
        },
        _ => return None,
    })
}

fn status_ended_line(log: &LogWriter, order: &Order, unit: UnitId, kind: StatusKind) -> Option<LogText> {
    Some(match kind {
        StatusKind::Prone if !matches!(order, Order::StandUp { .. }) => {
            log.unit_action_text(unit, "stands up")
        }
        StatusKind::Holding(other) => text_of_spans(vec![
            log.unit_span(unit),
            span(" lets go of ", TextTone::Plain),
            log.unit_span(other),
        ]),
        StatusKind::Concealed => {
            log.with_clause(log.unit_action_text(unit, "is spotted"), TextTone::Caution, "")
        }
        StatusKind::FullDefense => log.with_clause(
            log.unit_action_text(unit, "is no longer in Full Defence"),
            TextTone::Dim,
            "SS-DEF-05",
        ),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::HitResult;

    const ONE: UnitId = UnitId(1);

    #[test]
    fn a_unit_that_its_own_attack_brings_down_is_not_knocked_down() {
        let declared = |unit: u32, target: u32| {
            EventRecord::new(BattleEvent::AttackDeclared {
                unit: UnitId(unit),
                target: Target::Unit(UnitId(target)),
                weapon: 0,
                mode: None,
                rounds: 1,
            })
        };
        let attacks = |records: &[EventRecord]| {
            let records: Vec<&EventRecord> = records.iter().collect();
            attacks_a_unit(ONE, &records)
        };
        assert!(attacks(&[declared(1, 2)]));
        assert!(!attacks(&[declared(2, 1)]), "a hit knocks it down");
        assert!(!attacks(&[declared(1, 2), declared(2, 1)]), "it is struck in return");
        assert!(!attacks(&[]));
    }

    /// Causes follow each other: a fall, a hit, a fall of another unit, and unconsciousness.
    #[test]
    fn the_last_event_before_a_fall_is_its_cause() {
        let landed = |unit| {
            let text = dice::GivenText("falls 4 m".to_owned()).into();
            BattleEvent::RuleNote { unit, text, clause: "AD-SPEC-03" }
        };
        let hit = BattleEvent::AttackResolved {
            unit: UnitId(2),
            target: Target::Unit(ONE),
            weapon: 0,
            mode: None,
            contact: HitResult::Hit,
            net: 1,
            damage: 4,
            words: dice::RuleText::default(),
        };
        let until = battle::StatusEnd::Removed;
        let suffered = rules::status::ActiveAilment {
            ailment: Ailment::Unconscious,
            part: None,
            by: None,
            strength: 0,
            until,
        };
        let out = BattleEvent::Afflicted { unit: ONE, suffered };
        let records = [landed(ONE), hit, landed(UnitId(2)), out].map(EventRecord::new);
        let records: Vec<&EventRecord> = records.iter().collect();
        let causes = [0, 1, 2, 3, 4].map(|count| fall_cause(ONE, &records[..count]));
        assert_eq!(causes, [None, Some("AD-SPEC-03"), None, None, Some("CS-UNCO-06")]);
    }
}
