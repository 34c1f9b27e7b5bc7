//! What an attack hurt most, for the colour of its number.

use crate::board::effects::FloatingTone;
use rules::{Gauge, GaugeShape, GaugeTone};

/// Returns what was hurt most.
pub(super) fn hurt_tone(before: &[Gauge], after: &[Gauge]) -> FloatingTone {
    let loss = |gauge: &Gauge| {
        let new = after.iter().find(|new| new.label == gauge.label).and_then(Gauge::points);
        gauge.points().zip(new).map_or(0, |((old, _), (new, _))| old - new)
    };
    let worst = before.iter().filter(|gauge| loss(gauge) > 0).max_by_key(|gauge| loss(gauge));
    match worst.map(|gauge| gauge.tone) {
        Some(GaugeTone::Shield) => FloatingTone::Shield,
        Some(GaugeTone::Plating) => FloatingTone::Plating,
        Some(GaugeTone::Strain) => FloatingTone::Strain,
        _ => FloatingTone::Body,
    }
}

/// Whether a critical injury was added.
pub(super) fn is_critical(before: &[Gauge], after: &[Gauge]) -> bool {
    let count = |gauges: &[Gauge]| {
        let words = gauges.iter().filter_map(|gauge| match &gauge.shape {
            GaugeShape::Words(words) => Some(words),
            _ => None,
        });
        words.flatten().filter(|word| word.to_lowercase().contains("critical")).count()
    };
    count(after) > count(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gauge(label: &'static str, tone: GaugeTone, shape: GaugeShape) -> Gauge {
        Gauge { label: label.into(), shape, tone, note: String::new(), clause: "SS-DMG-05" }
    }

    #[test]
    fn a_number_has_the_colour_of_what_was_hurt_most() {
        let state = |shield, flesh, strain| {
            [
                gauge("Shield", GaugeTone::Shield, GaugeShape::Bar { now: shield, max: 6 }),
                gauge("Flesh", GaugeTone::Body, GaugeShape::Bar { now: flesh, max: 10 }),
                gauge(
                    "Strain",
                    GaugeTone::Strain,
                    GaugeShape::Rising { now: strain, max: 8, falls_beyond: false },
                ),
            ]
        };
        let before = state(6, 10, 0);
        assert_eq!(hurt_tone(&before, &state(1, 9, 0)), FloatingTone::Shield);
        assert_eq!(hurt_tone(&before, &state(4, 4, 0)), FloatingTone::Body);
        assert_eq!(hurt_tone(&before, &state(6, 10, 3)), FloatingTone::Strain);
        assert_eq!(hurt_tone(&before, &before), FloatingTone::Body);
    }

    #[test]
    fn a_critical_injury_is_one_more_word() {
        let state = |words: &[&str]| {
            let words = words.iter().map(|word| (*word).to_owned()).collect();
            [gauge("Injuries", GaugeTone::Body, GaugeShape::Words(words))]
        };
        assert!(is_critical(&state(&[]), &state(&["Critical Injury"])));
        assert!(!is_critical(&state(&["Critical Injury"]), &state(&["Critical Injury", "stunned"])));
    }
}
