//! What an attack hurt, for the colours and numbers of its damage.

use std::collections::BTreeSet;

use crate::board::effects::FloatingTone;
use battle_log::gauge_changes::harm_losses;
use rules::{Gauge, GaugeTone};

/// Returns the tone of what a gauge measures.
const fn tone_of(gauge: &Gauge) -> FloatingTone {
    match gauge.tone {
        GaugeTone::Shield => FloatingTone::Shield,
        GaugeTone::Plating => FloatingTone::Plating,
        GaugeTone::Strain => FloatingTone::Strain,
        GaugeTone::Body | GaugeTone::Reserve => FloatingTone::Body,
    }
}

/// Returns what was hurt most.
pub(super) fn hurt_tone(before: &[Gauge], after: &[Gauge]) -> FloatingTone {
    let worst = harm_losses(before, after).into_iter().max_by_key(|(_, lost)| *lost);
    worst.map_or(FloatingTone::Body, |(gauge, _)| tone_of(gauge))
}

/// Returns the numbers that tell what a unit has lost by a hit, as the log tells it, each with its tone: one if one kind of points
/// was lost, else one for each kind, with its initial: 3 W and 1 S; with more letters where initials are the same: 2 Sh and 1 St.
/// Where it had nothing left to lose, the number is the damage.
pub(super) fn hurt_numbers(damage: u32, before: &[Gauge], after: &[Gauge]) -> Vec<(String, FloatingTone)> {
    let losses = harm_losses(before, after);
    if losses.len() < 2 {
        let lost = losses.first().map_or(damage, |(_, lost)| *lost);
        return vec![(format!("\u{2212}{lost}"), hurt_tone(before, after))];
    }
    let labels: Vec<&str> = losses.iter().map(|(gauge, _)| &*gauge.label).collect();
    let letters = distinct_letters(&labels);
    let number = |(gauge, lost): (&Gauge, u32)| {
        (format!("\u{2212}{lost} {}", first_letters(&gauge.label, letters)), tone_of(gauge))
    };
    losses.into_iter().map(number).collect()
}

/// Returns how many of their first letters tell these words apart.
fn distinct_letters(words: &[&str]) -> usize {
    let longest = words.iter().map(|word| word.chars().count()).max().unwrap_or(1);
    let are_distinct = |letters: &usize| {
        let short: BTreeSet<String> = words.iter().map(|word| first_letters(word, *letters)).collect();
        short.len() == words.len()
    };
    (1..longest).find(are_distinct).unwrap_or(longest)
}

fn first_letters(word: &str, letters: usize) -> String {
    word.chars().take(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::GaugeShape;

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
    fn a_hit_on_two_kinds_of_points_tells_each_amount() {
        let rising =
            |label, tone, now| gauge(label, tone, GaugeShape::Rising { now, max: 12, falls_beyond: true });
        let state = |wounds, strain| {
            [rising("Wounds", GaugeTone::Body, wounds), rising("Strain", GaugeTone::Strain, strain)]
        };
        let texts = |damage, after: [Gauge; 2]| {
            let numbers = hurt_numbers(damage, &state(1, 2), &after);
            numbers.into_iter().map(|(text, _)| text).collect::<Vec<_>>()
        };
        assert_eq!(texts(4, state(4, 3)), ["\u{2212}3 W", "\u{2212}1 S"]);
        let numbers = hurt_numbers(4, &state(1, 2), &state(4, 3));
        let tones: Vec<_> = numbers.into_iter().map(|(_, tone)| tone).collect();
        assert_eq!(tones, [FloatingTone::Body, FloatingTone::Strain]);
        assert_eq!(texts(3, state(4, 2)), ["\u{2212}3"]);
        assert_eq!(texts(9, state(4, 2)), ["\u{2212}3"], "what is lost, not the damage");
        assert_eq!(texts(9, state(4, 3)), ["\u{2212}3 W", "\u{2212}1 S"]);
        assert_eq!(texts(5, state(1, 2)), ["\u{2212}5"], "nothing was left to lose");
        let shield = |now| gauge("Shield", GaugeTone::Shield, GaugeShape::Bar { now, max: 6 });
        let before = [shield(6), rising("Strain", GaugeTone::Strain, 2)];
        let numbers = hurt_numbers(3, &before, &[shield(4), rising("Strain", GaugeTone::Strain, 3)]);
        let numbers: Vec<_> = numbers.into_iter().map(|(text, _)| text).collect();
        assert_eq!(numbers, ["\u{2212}2 Sh", "\u{2212}1 St"], "two initials are the same");
    }
}
