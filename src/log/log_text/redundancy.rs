//! Events that need no line, because another one says the same.

use super::LogWriter;
use battle::{BattleEvent, EventRecord, StatusKind};
use dice::NoteTopic;
use model::UnitId;
use rules::{DownState, Gauge, HealthState, play};

/// Whether an event needs no line. A unit that goes out of action also falls prone, is in cover no longer and has no turn to lose.
/// One that is promised a turn loses none either, and the promise is not told again when that turn comes. What a unit recovers is
/// said where its health changes, if the line of that change says so by `tells_recovery`.
fn is_redundant(
    event: &BattleEvent,
    all: &[&EventRecord],
    tells_recovery: impl Fn(UnitId, &HealthState, &HealthState) -> bool,
) -> bool {
    let unit = match event {
        BattleEvent::RuleNote { unit, text, .. } if text.note_topic() == NoteTopic::Recovery => {
            return all.iter().any(|one| {
                matches!(&one.event, BattleEvent::Harmed { unit: of, damage: 0, before, after, .. }
                    if of == unit && tells_recovery(*unit, before, after))
            });
        }
        // A unit that falls by the same attack flees no more.
        BattleEvent::RuleNote { unit, text, .. } if text.note_topic() == NoteTopic::Flight => {
            return all.iter().any(|one| {
                matches!(&one.event, BattleEvent::WentDown { unit: of, down, .. }
                    if of == unit && *down != DownState::Fled)
            });
        }
        BattleEvent::StatusSet { unit, status } if status.kind == StatusKind::Prone => unit,
        BattleEvent::CoverLeft { unit } => unit,
        BattleEvent::ScoreSet { unit, .. } => return all.iter().any(|one| keeps_promise(&one.event, *unit)),
        BattleEvent::InitiativeChanged { unit, .. } | BattleEvent::InitiativeDiceChanged { unit, .. } => {
            let promised = |one: &&EventRecord| matches!(one.event, BattleEvent::ScoreSet { unit: of, .. } if of == *unit);
            if all.iter().any(promised) {
                return true;
            }
            unit
        }
        _ => return false,
    };
    let fell =
        |one: &&EventRecord| matches!(one.event, BattleEvent::WentDown { unit: fell, .. } if fell == *unit);
    all.iter().any(fell)
}

/// Whether a unit gets the turn that it was promised in an earlier pass, which was said then. `SS-FFYL-07`.
fn keeps_promise(event: &BattleEvent, unit: UnitId) -> bool {
    matches!(event, BattleEvent::StatusEnded { unit: of, kind: StatusKind::PhaseOwed(_) } if *of == unit)
}

/// Whether gauges differ in one of them only.
fn differ_in_one(before: &[Gauge], after: &[Gauge]) -> bool {
    after.iter().filter(|gauge| !before.contains(gauge)).count() == 1
}

/// Whether a note says which members a unit has lost.
fn is_note_of_losses(record: &EventRecord, unit: UnitId) -> bool {
    matches!(&record.event, BattleEvent::RuleNote { unit: of, text, .. }
        if *of == unit && text.note_topic() == NoteTopic::Losses)
}

impl LogWriter<'_, '_, '_> {
    /// Whether an event of an entry needs no line.
    pub(super) fn is_redundant(&self, event: &BattleEvent, all: &[&EventRecord]) -> bool {
        is_redundant(event, all, |unit, before, after| self.tells_recovery(unit, (before, after)))
            || self.repeats_losses(event, all)
    }

    /// Whether a change of health only takes members from a unit, and a note says so with how many are left.
    fn repeats_losses(&self, event: &BattleEvent, all: &[&EventRecord]) -> bool {
        let BattleEvent::Harmed { unit, before, after, .. } = event else { return false };
        let Some(data) =
            self.known_unit(*unit).filter(|_| all.iter().any(|one| is_note_of_losses(one, *unit)))
        else {
            return false;
        };
        let sheet = data.sheet.get();
        let gauges = |condition: &HealthState| play::gauges(sheet, condition, self.view.rules());
        play::member_count(sheet, before) != play::member_count(sheet, after)
            && differ_in_one(&gauges(before), &gauges(after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_that_goes_down_neither_drops_prone_nor_leaves_cover() {
        let (fallen, other) = (UnitId(0), UnitId(1));
        let down = BattleEvent::WentDown { unit: fallen, by: None, down: rules::DownState::Dead };
        let down = EventRecord::new(down);
        let leaves = |unit| is_redundant(&BattleEvent::CoverLeft { unit }, &[&down], |_, _, _| false);
        assert!(leaves(fallen) && !leaves(other));
    }

    #[test]
    fn ss_ffyl_05_a_unit_that_is_promised_a_turn_loses_none() {
        let (standing, other) = (UnitId(0), UnitId(1));
        let set = EventRecord::new(BattleEvent::ScoreSet { unit: standing, score: 1 });
        let loses = |unit| {
            let changed = BattleEvent::InitiativeChanged { unit, by: -4, attribute: 5 };
            !is_redundant(&changed, &[&set], |_, _, _| false)
        };
        assert!(!loses(standing) && loses(other));
    }

    #[test]
    fn ss_ffyl_07_a_promised_turn_is_told_once() {
        let (standing, other) = (UnitId(0), UnitId(1));
        let ended = BattleEvent::StatusEnded { unit: standing, kind: StatusKind::PhaseOwed(1) };
        let ended = EventRecord::new(ended);
        let is_told = |unit, all: &[&EventRecord]| {
            !is_redundant(&BattleEvent::ScoreSet { unit, score: 1 }, all, |_, _, _| false)
        };
        assert!(!is_told(standing, &[&ended]), "it was told as it was promised");
        assert!(is_told(other, &[&ended]) && is_told(standing, &[]), "a turn of the pass is kept");
    }

    #[test]
    fn what_a_unit_recovers_is_said_once() {
        use rules::swan_song::Vitals;
        let (patient, other) = (UnitId(0), UnitId(1));
        let health = |strain| Box::new(HealthState::SwanSong(Vitals { strain, ..Vitals::default() }));
        let change = |after| {
            let (before, after) = (health(3), health(after));
            EventRecord::new(BattleEvent::Harmed {
                unit: patient,
                by: None,
                damage: 0,
                before,
                after,
                cause: None,
            })
        };
        let note = |unit, topic| {
            let (text, subject) = ("has 2 Strain less".to_owned(), dice::NoteSubject::Unit);
            let text = dice::FilteredText { text, subject, topic }.into();
            BattleEvent::RuleNote { unit, text, clause: "SS-HEAL-10" }
        };
        let changed = change(1);
        let is_said = |note: BattleEvent, by_the_change: bool| {
            is_redundant(&note, &[&changed], |unit, before, after| {
                assert!(unit == patient && before != after);
                by_the_change
            })
        };
        assert!(is_said(note(patient, NoteTopic::Recovery), true));
        assert!(!is_said(note(patient, NoteTopic::Recovery), false), "nothing else says so");
        assert!(!is_said(note(other, NoteTopic::Recovery), true));
        assert!(!is_said(note(patient, NoteTopic::Other), true), "it says something else");
    }

    #[test]
    fn ab_cine_17_a_unit_that_falls_by_the_same_attack_does_not_flee() {
        let (fallen, other) = (UnitId(0), UnitId(1));
        let down = |down| EventRecord::new(BattleEvent::WentDown { unit: fallen, by: None, down });
        let flees = |unit, by: &EventRecord| {
            let (text, subject) = ("flees".to_owned(), dice::NoteSubject::Unit);
            let text = dice::FilteredText { text, subject, topic: NoteTopic::Flight }.into();
            let note = BattleEvent::RuleNote { unit, text, clause: "AB-CINE-17" };
            !is_redundant(&note, &[by], |_, _, _| false)
        };
        let falls = down(DownState::Unconscious);
        assert!(!flees(fallen, &falls) && flees(other, &falls));
        assert!(flees(fallen, &down(DownState::Fled)), "the reason of its flight");
    }

    #[test]
    fn only_a_change_of_one_gauge_is_told_by_a_note_of_it() {
        let gauge = |label: &'static str, now| Gauge {
            label: label.into(),
            shape: rules::GaugeShape::Bar { now, max: 16 },
            tone: rules::GaugeTone::Body,
            note: String::new(),
            clause: "",
        };
        let state = |henchmen, health| [gauge("Henchmen", henchmen), gauge("Health", health)];
        assert!(differ_in_one(&state(16, 8), &state(0, 8)));
        assert!(!differ_in_one(&state(16, 8), &state(0, 7)), "the leader is hurt too");
        let losses = |unit, topic| {
            let (text, subject) = ("loses 16 henchmen".to_owned(), dice::NoteSubject::Unit);
            let text = dice::FilteredText { text, subject, topic }.into();
            EventRecord::new(BattleEvent::RuleNote { unit, text, clause: "AB-MASS-20" })
        };
        assert!(is_note_of_losses(&losses(UnitId(1), NoteTopic::Losses), UnitId(1)));
        assert!(!is_note_of_losses(&losses(UnitId(2), NoteTopic::Losses), UnitId(1)));
        assert!(!is_note_of_losses(&losses(UnitId(1), NoteTopic::Other), UnitId(1)));
    }
}
