//! Health as tokens show it: what is left of a unit's gauges, its wounds and its points.

use std::collections::BTreeMap;

use battle::{BattleView, UnitDataItem, UnitId};
use rules::{Gauge, HealthState, RuleSet, Sheet, play};

/// What is left of a unit, each from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct HealthDisplay {
    /// Health, all its layers together.
    pub left: f32,
    /// The part of it that is the outermost of several layers.
    pub outer: f32,
    /// What else the book counts, once some of it is gone.
    pub second: Option<f32>,
}

impl HealthDisplay {
    /// Of a unit in some condition.
    pub fn from_condition(sheet: &Sheet, condition: &HealthState, rules: &RuleSet) -> Self {
        Self::from_gauges(&play::gauges(sheet, condition, rules), condition.health_layers())
    }

    /// So many layers of health come first, then the rest.
    fn from_gauges(gauges: &[Gauge], layers: usize) -> Self {
        let (health, others) = gauges.split_at(layers.min(gauges.len()));
        let whole: i32 = health.iter().filter_map(Gauge::points).map(|(_, max)| max).sum();
        let outer = health.first().and_then(Gauge::points).map_or(0, |(now, _)| now);
        Self {
            left: Gauge::left_of(health).unwrap_or(0.0),
            outer: if layers > 1 && whole > 0 { outer as f32 / whole as f32 } else { 0.0 },
            second: others.iter().find_map(Gauge::left).filter(|left| *left < 1.0),
        }
    }
}

/// What a token shows besides, worked out anew when something has happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TokenBadges {
    /// What its wounds take from its tests, as the book counts it; 0 or less.
    pub wounds: i32,
    /// Action points of a whole pass.
    pub points: u8,
}

/// The marks of everybody who fights.
pub(crate) fn token_badges(view: &BattleView) -> BTreeMap<UnitId, TokenBadges> {
    let fighting = view.units().filter(UnitDataItem::is_fighting);
    fighting.map(|unit| (*unit.id, unit_badges(view, &unit))).collect()
}

fn unit_badges(view: &BattleView, unit: &UnitDataItem) -> TokenBadges {
    let mut me = view.unit_snapshot(unit);
    let wounds = play::figures(&me, view.rules()).into_iter().find(|figure| figure.name == "Wounds");
    // What a pass would give, before the first score is rolled as well.
    me.initiative = me.initiative.max(1);
    TokenBadges {
        wounds: wounds.map_or(0, |figure| figure.parts.sum().min(0)),
        points: play::pass_begins(&me, view.rules()).points(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{GaugeShape, GaugeTone};

    fn gauge(shape: GaugeShape) -> Gauge {
        Gauge { label: "".into(), shape, tone: GaugeTone::Body, note: String::new(), clause: "SS-DMG-05" }
    }

    #[test]
    fn layers_are_one_health() {
        let gauges = [
            gauge(GaugeShape::Bar { now: 2, max: 6 }),
            gauge(GaugeShape::Bar { now: -3, max: 14 }),
            gauge(GaugeShape::Rising { now: 0, max: 8 }),
        ];
        assert_eq!(
            HealthDisplay::from_gauges(&gauges, 2),
            HealthDisplay { left: 0.1, outer: 0.1, second: None }
        );
        assert_eq!(HealthDisplay::from_gauges(&gauges, 1).second, Some(0.0));
    }

    #[test]
    fn words_are_no_measure() {
        let gauges = [
            gauge(GaugeShape::Bar { now: 6, max: 8 }),
            gauge(GaugeShape::Words(vec!["stunned".to_owned()])),
            gauge(GaugeShape::Rising { now: 2, max: 8 }),
        ];
        assert_eq!(
            HealthDisplay::from_gauges(&gauges, 1),
            HealthDisplay { left: 0.75, outer: 0.0, second: Some(0.75) }
        );
    }
}
