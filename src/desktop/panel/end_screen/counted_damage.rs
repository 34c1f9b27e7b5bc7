//! Damage as the end screen counts it, in the table and for the best unit: what armour and toughness did not stop, up to what
//! the unit that was hit had left.

use battle::BattleView;
use model::UnitId;
use rules::{Gauge, GaugeShape, GaugeTone, HealthState, TrackBox, play};

/// Returns how much harm a unit could still take with this health; without limit if it is unknown.
pub(super) fn health_left_of(view: &BattleView, id: UnitId, health: &HealthState) -> u32 {
    let Some(unit) = view.unit_ignoring_fog(id) else { return u32::MAX };
    health_left(&play::gauges(unit.sheet.get(), health, view.rules()))
}

/// Adds up what is left on the gauges that harm changes; without limit if nothing of them is counted.
fn health_left(gauges: &[Gauge]) -> u32 {
    let left = gauges.iter().filter(|gauge| gauge.tone != GaugeTone::Reserve).filter_map(|gauge| {
        Some(match &gauge.shape {
            GaugeShape::Boxes(boxes) => {
                let free = boxes.iter().filter(|mark| matches!(mark, TrackBox::Free)).count();
                u32::try_from(free).unwrap_or(u32::MAX)
            }
            GaugeShape::Bar { now, .. } => (*now).max(0).unsigned_abs(),
            GaugeShape::Rising { now, max, falls_beyond } => {
                (max - now).max(0).unsigned_abs() + u32::from(*falls_beyond)
            }
            GaugeShape::Words(_) => return None,
        })
    });
    left.reduce(u32::saturating_add).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_a_body_is_counted_in_every_shape() {
        let gauge = |shape, tone| Gauge { label: "".into(), shape, tone, note: String::new(), clause: "" };
        let track = GaugeShape::Boxes(vec![TrackBox::Worst, TrackBox::Free, TrackBox::Free]);
        let bar = |now| GaugeShape::Bar { now, max: 9 };
        let all = [
            gauge(track, GaugeTone::Body),
            gauge(bar(5), GaugeTone::Reserve),
            gauge(bar(3), GaugeTone::Shield),
        ];
        assert_eq!(health_left(&all), 5, "points to spend are no health");
        let wounds = GaugeShape::Rising { now: 9, max: 12, falls_beyond: true };
        assert_eq!(health_left(&[gauge(wounds, GaugeTone::Body)]), 4);
        let words = GaugeShape::Words(Vec::new());
        assert_eq!(health_left(&[gauge(words, GaugeTone::Body)]), u32::MAX);
    }
}
