//! Health, Willpower and ablative defences as gauges, and how a unit wakes.

use std::borrow::Cow;

use crate::aberrant::health::health_track::{HealthTrack, LifeStatus};
use crate::aberrant::health::stun;
use crate::aberrant::lines::Counted;
use crate::aberrant::{DamageType, HealthState, Sheet, Switches};
use crate::{DeadlyHarm, DownState, Gauge, GaugeShape, GaugeTone, MAY_WAKE, Revival, TrackBox};
use dice::Clause;

/// Lists health, Willpower, and ablative defences if there are any; the structure of a building.
pub(super) fn list_gauges(sheet: &Sheet, condition: &HealthState) -> Vec<Gauge> {
    let bar = |label: &'static str, now: u32, max: u32, clause: Clause| Gauge {
        label: label.into(),
        shape: GaugeShape::Bar { now: now.cast_signed(), max: max.cast_signed() },
        tone: GaugeTone::Reserve,
        note: String::new(),
        clause,
    };
    if let Some(building) = &sheet.building {
        let left = building.structure_left(condition);
        return vec![bar("Structure", left, building.structure(), building.structure_clause())];
    }
    let points = u32::from(condition.willpower);
    let willpower = u32::from(sheet.willpower_points());
    let mut gauges =
        vec![health_gauge(sheet, condition), bar("Willpower", points, willpower.max(points), "AB-BASE-14")];
    if let Some(band) = &sheet.band {
        let now = condition.band.left(band);
        let gauge = bar("Henchmen", now, band.full_count(), "AB-MASS-18");
        let note = format!("all out after {}", Counted::Levels(condition.band.levels_left(band)));
        // The first gauge is the bar of the token: henchmen go before their leader.
        let place = if now > 0 || band.all_henchmen { 0 } else { gauges.len() };
        gauges.insert(place, Gauge { tone: GaugeTone::Body, note, ..gauge });
    }
    let sources = sheet.sources.iter().filter(|source| source.ablative);
    for (at, source) in sources.enumerate() {
        let lost = condition.ablative_lost.get(at).copied().unwrap_or(0);
        let max = source.soak.bashing.max(source.soak.lethal).max(source.soak.aggravated);
        let gauge = bar("", max.saturating_sub(lost), max, "AB-NONSOAK-05");
        gauges.push(Gauge { label: Cow::Owned(source.name.clone()), ..gauge });
    }
    gauges
}

/// Says how a named unit that is unconscious from stun wakes; `None` if it cannot. `AB-STUN-02`, `AB-STUN-06`, `AB-STUN-10`.
pub(super) fn revival(sheet: &Sheet, condition: &HealthState) -> Option<Revival> {
    if !sheet.role.is_named() || condition.life_status(sheet) != LifeStatus::Unconscious {
        return None;
    }
    let (text, clause) = match condition.willpower {
        0 => {
            let rounds = stun::turns_per_level(sheet);
            let every = if rounds == 1 { "each round".to_owned() } else { format!("every {rounds} rounds") };
            (format!("{MAY_WAKE} once enough stun has worn off: a level {every}"), "AB-STUN-02")
        }
        left => (format!("{MAY_WAKE} at the end of a round while Willpower is left ({left})"), "AB-STUN-10"),
    };
    Some(Revival { text, alone: true, clause })
}

/// Says what Willpower is spent for by a change of health: "for its defence and against being dazed or stunned"; empty if none is. `AB-CANCEL-02`,
/// `AB-CANCEL-03`, `AB-DAZE-08`, `AB-STUN-10`.
pub(super) fn payment_reason(before: &HealthState, after: &HealthState, defended: bool) -> String {
    let earlier = before.turn.in_round(after.turn.round);
    let powers_through = after.turn.powered_through && !earlier.powered_through;
    let rallies = after.turn.rallied && !earlier.rallied;
    let spent = before.willpower.saturating_sub(after.willpower);
    let others = spent.saturating_sub(u8::from(powers_through) + u8::from(rallies));
    let reasons = [
        (others > 0 && defended, "for its defence"),
        (others > 0 && !defended, "to change what it has announced"),
        (powers_through, "against being dazed or stunned"),
        (rallies, "to come round"),
    ];
    let reasons = reasons.into_iter().filter(|(is_paid, _)| *is_paid && spent > 0).map(|(_, text)| text);
    reasons.collect::<Vec<_>>().join(" and ")
}

/// Returns the levels of lethal damage that kill a unit which lies unconscious, incapacitated or dying. `AB-RESUS-09`,
/// `AB-RESUS-10`.
pub(super) fn deadly_harm(sheet: &Sheet, condition: &HealthState, switches: &Switches) -> Option<DeadlyHarm> {
    let down = |condition: &HealthState| condition.life_status(sheet).down();
    if down(condition) != Some(DownState::Unconscious) {
        return None;
    }
    let words = ("level of lethal damage", "levels of lethal damage");
    DeadlyHarm::find(words, "AB-RESUS-09", |levels| {
        let mut after = condition.clone();
        after.take_levels(sheet, levels, DamageType::Lethal, switches);
        down(&after) == Some(DownState::Dead)
    })
}

fn health_gauge(sheet: &Sheet, condition: &HealthState) -> Gauge {
    let (track, marks) = (HealthTrack::from_sheet(sheet), &condition.marks);
    let runs = [
        (marks.aggravated + marks.lethal, TrackBox::Worst),
        (marks.bashing, TrackBox::Grave),
        (marks.stun, TrackBox::Light),
        (track.boxes().saturating_sub(marks.filled()), TrackBox::Free),
    ];
    let all = runs.iter().flat_map(|&(count, mark)| (0..count).map(move |_| mark));
    // The marks of an extra may be more than its boxes: no further box appears for them.
    let boxes = all.zip(0..track.boxes()).map(|(mark, _)| mark).collect();
    Gauge {
        label: "Health".into(),
        shape: GaugeShape::Boxes(boxes),
        tone: GaugeTone::Body,
        note: health_note(sheet, condition),
        clause: "AB-TRACK-01",
    }
}

/// "2 lethal, 1 stun; -1 die in all rolls".
fn health_note(sheet: &Sheet, condition: &HealthState) -> String {
    let marks = &condition.marks;
    let counts = [
        (marks.aggravated, "aggravated"),
        (marks.lethal, "lethal"),
        (marks.bashing, "bashing"),
        (marks.stun, "stun"),
        (marks.levels_past_track(), "beyond the last box"),
    ];
    let marked: Vec<_> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    let mut marked = marked;
    marked.extend(
        condition
            .flaws
            .iter()
            .map(|own| if own.mitigated { format!("{} (replaced)", own.flaw) } else { own.flaw.to_string() }),
    );
    let means = match (condition.life_status(sheet), condition.wound_penalty(sheet)) {
        (LifeStatus::Fighting, 0) => return marked.join(", "),
        (status, _) if marked.is_empty() => return status.name().to_owned(),
        (LifeStatus::Fighting, penalty) => {
            format!("-{} in all rolls", Counted::Dice(penalty.unsigned_abs()))
        }
        (status, _) => status.name().to_owned(),
    };
    format!("{}; {means}", marked.join(", "))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::aberrant::Soak;
    use crate::aberrant::health::health_track::DamageMarks;
    use crate::aberrant::protection::stacking::{SoakCategory, SoakSource};
    use crate::aberrant::rulebook::AberrantRulebook;
    use crate::aberrant::test_fixtures::{sheet, source};
    use crate::rulebook::UnitDisplay;
    use crate::{Book, RuleSet};

    fn show_gauges(sheet: &Sheet, condition: &HealthState) -> Vec<Gauge> {
        let health = crate::HealthState::Aberrant(condition.clone());
        AberrantRulebook::gauges(&shared(sheet), &health, &RuleSet::new(Book::Aberrant))
    }

    fn shared(sheet: &Sheet) -> crate::Sheet {
        crate::Sheet::Aberrant(Arc::new(sheet.clone()))
    }

    #[test]
    fn ab_cancel_03_what_willpower_is_spent_for_is_said() {
        use crate::aberrant::health::dazing::TurnDamage;
        let state = |willpower, powered_through, rallied| HealthState {
            willpower,
            turn: TurnDamage { round: 2, powered_through, rallied, ..TurnDamage::default() },
            ..HealthState::default()
        };
        let before = HealthState { willpower: 4, ..HealthState::default() };
        let reason = |after: &HealthState, defended| payment_reason(&before, after, defended);
        assert_eq!(reason(&state(3, false, false), true), "for its defence");
        assert_eq!(reason(&state(3, false, false), false), "to change what it has announced");
        assert_eq!(
            reason(&state(3, true, false), true),
            "against being dazed or stunned",
            "a reserved defence"
        );
        assert_eq!(
            reason(&state(2, true, false), true),
            "for its defence and against being dazed or stunned"
        );
        assert_eq!(reason(&state(3, false, true), false), "to come round");
        assert_eq!(reason(&state(4, false, false), true), "", "it spends nothing");
        let again = payment_reason(&state(3, true, false), &state(2, true, false), true);
        assert_eq!(again, "for its defence", "it has powered through before");
    }

    #[test]
    fn ab_resus_10_a_body_that_lies_says_how_many_levels_destroy_it() {
        // Seven boxes; Strength 2 and Stamina 2: four levels past the last box.
        let sheet = sheet(|sheet| (sheet.strength, sheet.stamina) = (2, 2));
        let rules = RuleSet::new(Book::Aberrant);
        let harm = |lethal: u32, past_lethal: u32| {
            let marks = DamageMarks { lethal, past_lethal, ..DamageMarks::default() };
            let health = crate::HealthState::Aberrant(HealthState { marks, ..HealthState::unhurt(&sheet) });
            AberrantRulebook::deadly_harm(&shared(&sheet), &health, &rules).map(|harm| harm.points)
        };
        assert_eq!(harm(6, 0), None, "one box is free: it fights");
        assert_eq!(harm(7, 0), Some(4));
        assert_eq!(harm(7, 3), Some(1));
        assert_eq!(harm(7, 4), None, "it is destroyed");
    }

    fn boxes(gauge: &Gauge) -> &[TrackBox] {
        let GaugeShape::Boxes(boxes) = &gauge.shape else { panic!("{gauge:?}") };
        boxes
    }

    #[test]
    fn ab_extra_01_a_fallen_extra_has_no_more_boxes_than_before() {
        use crate::UnitRole;
        for role in [UnitRole::CinematicExtra, UnitRole::GrittyExtra] {
            let sheet = sheet(|sheet| sheet.role = role);
            let full = HealthTrack::from_sheet(&sheet).boxes();
            for lethal in [0, 1, full, full + 2] {
                let marks = DamageMarks { lethal, ..DamageMarks::default() };
                let condition = HealthState { marks, ..HealthState::unhurt(&sheet) };
                let gauges = show_gauges(&sheet, &condition);
                assert_eq!(boxes(&gauges[0]).len(), full as usize, "{role:?}: {lethal}");
            }
        }
    }

    #[test]
    fn health_is_a_row_of_boxes() {
        let sheet = sheet(|sheet| sheet.stamina = 2);
        let marks = DamageMarks { lethal: 2, bashing: 1, stun: 1, ..DamageMarks::default() };
        let condition = HealthState { marks, ..HealthState::unhurt(&sheet) };
        let gauges = show_gauges(&sheet, &condition);
        let [
            TrackBox::Worst,
            TrackBox::Worst,
            TrackBox::Grave,
            TrackBox::Light,
            TrackBox::Free,
            TrackBox::Free,
            TrackBox::Free,
        ] = boxes(&gauges[0])[..]
        else {
            panic!("{gauges:?}")
        };
        assert_eq!(gauges[0].note, "2 lethal, 1 bashing, 1 stun; -1 die in all rolls");
        assert_eq!(gauges.len(), 2);
    }

    #[test]
    fn ab_stun_10_who_is_unconscious_from_stun_may_wake() {
        let sheet = sheet(|sheet| sheet.stamina = 2);
        let revival = |bashing: u32, stun: u32, willpower: u8| {
            let marks = DamageMarks { bashing, stun, ..DamageMarks::default() };
            let condition = HealthState { marks, willpower, ..HealthState::unhurt(&sheet) };
            let health = crate::HealthState::Aberrant(condition);
            AberrantRulebook::revival(&shared(&sheet), &health, &RuleSet::new(Book::Aberrant))
        };
        assert_eq!(revival(3, 3, 2), None, "one box of seven is free");
        let awake = revival(3, 4, 2).expect("unconscious from stun");
        assert_eq!((awake.alone, awake.clause), (true, "AB-STUN-10"));
        assert!(awake.text.ends_with("while Willpower is left (2)"), "{}", awake.text);
        let slow = revival(3, 4, 0).expect("stun wears off");
        assert_eq!((slow.clause, slow.text.ends_with("every 8 rounds")), ("AB-STUN-02", true));
        for label in [awake, slow].map(|revival| (revival.label(), revival.text)) {
            assert!(label.1.starts_with(label.0.expect("without help")), "{}", label.1);
        }
        assert_eq!(revival(7, 0, 2), None, "incapacitated");
    }

    #[test]
    fn ablative_forcefields_are_shown_as_bars() {
        let sheet = sheet(|sheet| {
            let field = source(SoakCategory::Power, Soak::new(6, 4, 0));
            sheet.sources = vec![SoakSource { ablative: true, ..field }];
        });
        let condition = HealthState { ablative_lost: vec![4], ..HealthState::unhurt(&sheet) };
        let gauges = show_gauges(&sheet, &condition);
        assert_eq!(gauges[2].shape, GaugeShape::Bar { now: 2, max: 6 });
    }
}
