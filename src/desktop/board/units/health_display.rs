//! Health as tokens show it: remaining gauges, wounds and action points.

use std::collections::BTreeMap;

use battle::{BattleView, UnitDataItem};
use model::UnitId;
use rules::{Gauge, HealthState, RuleSet, Sheet, play};

/// Remaining health of a unit, each value from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct HealthDisplay {
    /// Health, all layers together.
    pub left: f32,
    /// The part of it that is the outermost of several layers.
    pub outer: f32,
    /// A second gauge of the rulebook, once it is damaged.
    pub second: Option<f32>,
}

impl HealthDisplay {
    /// Computes the display for a health state.
    pub fn from_condition(sheet: &Sheet, condition: &HealthState, rules: &RuleSet) -> Self {
        Self::from_gauges(&play::gauges(sheet, condition, rules), condition.health_layers())
    }

    /// Computes the display: so many layers of health first, then the other gauges.
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

/// Badges of a token, recomputed when the battle changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TokenBadges {
    /// Wound modifier in the terms of the rulebook; 0 or less.
    pub wounds: i32,
    /// Action points of a whole pass.
    pub points: u8,
    /// Action points that pay for actions now.
    pub usable: u8,
}

/// Returns the badges of every unit.
pub(crate) fn token_badges(view: &BattleView) -> BTreeMap<UnitId, TokenBadges> {
    let fighting = view.units().filter(UnitDataItem::is_fighting);
    fighting.map(|unit| (*unit.id, unit_badges(view, &unit))).collect()
}

fn unit_badges(view: &BattleView, unit: &UnitDataItem) -> TokenBadges {
    let mut me = view.unit_snapshot(unit);
    let wounds = play::wound_penalty(&me, view.rules());
    let usable = play::usable_points(&me);
    // Before the first initiative roll, the points of a full pass.
    me.initiative = me.initiative.max(1);
    TokenBadges {
        wounds: wounds.map_or(0, |figure| figure.parts.sum().min(0)),
        points: play::budget_at_pass_start(&me, view.rules()).points(),
        usable,
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
    fn layers_form_one_bar() {
        let gauges = [
            gauge(GaugeShape::Bar { now: 2, max: 6 }),
            gauge(GaugeShape::Bar { now: -3, max: 14 }),
            gauge(GaugeShape::Rising { now: 0, max: 8, falls_beyond: false }),
        ];
        assert_eq!(
            HealthDisplay::from_gauges(&gauges, 2),
            HealthDisplay { left: 0.1, outer: 0.1, second: None }
        );
        assert_eq!(HealthDisplay::from_gauges(&gauges, 1).second, Some(0.0));
    }

    #[test]
    fn text_gauges_are_not_shown() {
        let gauges = [
            gauge(GaugeShape::Bar { now: 6, max: 8 }),
            gauge(GaugeShape::Words(vec!["stunned".to_owned()])),
            gauge(GaugeShape::Rising { now: 2, max: 8, falls_beyond: false }),
        ];
        assert_eq!(
            HealthDisplay::from_gauges(&gauges, 1),
            HealthDisplay { left: 0.75, outer: 0.0, second: Some(0.75) }
        );
    }
}
