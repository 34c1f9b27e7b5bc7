//! Remark on damage beyond what the target of an attack can still take.

use crate::attack_forecast::AttackQuery;
use crate::hovered_attack::USUAL;
use battle::{BattleView, Target};
use battle_log::gauge_changes::health_left_words;
use rules::{Gauge, GaugeTone, Odds, play};

/// Says that the damage of an attack, as its card has it, is often more than its target can still take; `None` if it is not, and for
/// damage that is counted otherwise than what the target has left: that to members of a band, and that beside health.
pub(super) fn surplus_text(view: &BattleView, query: &AttackQuery, odds: &Odds) -> Option<String> {
    let Target::Unit(target) = query.target else { return None };
    let (target, attacker) = (view.unit(target)?, view.unit(query.attacker)?);
    let (sheet, condition) = (target.sheet.get(), target.health.condition());
    let counts_members = play::member_count(sheet, condition).is_some_and(|(now, _)| now > 0);
    let weapon = attacker.inventory.get(query.weapon)?;
    if counts_members || !target.is_fighting() || play::gauge_beside_health(weapon.weapon()).is_some() {
        return None;
    }
    let gauges = play::gauges(sheet, condition, view.rules());
    let left = health_left(&gauges, condition.health_layers());
    is_surplus(odds, left).then(|| surplus_sentence(target.identity.name(), &health_left_words(&gauges)))
}

fn surplus_sentence(target: &str, left: &str) -> String {
    format!("{target} can still take {left}: the figures count what is beyond that too.")
}

/// The most points that a hit may take from a unit: of the layers of its health together, or of another gauge of its body.
fn health_left(gauges: &[Gauge], layers: usize) -> i32 {
    let points = |gauge: &Gauge| gauge.points().map_or(0, |(left, _)| left);
    let of_layers: i32 = gauges.iter().take(layers).map(points).sum();
    let body = gauges.iter().filter(|gauge| gauge.tone == GaugeTone::Body).map(points).max();
    body.unwrap_or(0).max(of_layers)
}

/// Whether the usual damage, or else the average, is more than what is left.
fn is_surplus(odds: &Odds, left: i32) -> bool {
    let most = odds.damage_between(USUAL.0, USUAL.1).map_or(odds.mean, |(_, most)| f64::from(most));
    left > 0 && most > f64::from(left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{DamageBar, GaugeShape};

    fn gauge(label: &'static str, now: i32, tone: GaugeTone) -> Gauge {
        let shape = GaugeShape::Bar { now, max: 10 };
        Gauge { label: label.into(), shape, tone, note: String::new(), clause: "" }
    }

    #[test]
    fn usual_damage_beyond_what_is_left_is_said_to_count_it() {
        let bars = [(1, 0.5), (5, 0.5)].map(|(damage, share)| DamageBar { damage, share, out: 0.0 }).to_vec();
        let odds = Odds { mean: 3.0, bars, ..Odds::default() };
        assert_eq!([1, 4, 5, 0].map(|left| is_surplus(&odds, left)), [true, true, false, false]);
        assert_eq!(
            surplus_sentence("Mako", "1 health level"),
            "Mako can still take 1 health level: the figures count what is beyond that too."
        );
    }

    #[test]
    fn layers_of_health_are_taken_together_and_tracks_apart() {
        let layers = [gauge("Shield", 2, GaugeTone::Shield), gauge("Flesh", 3, GaugeTone::Body)];
        assert_eq!(health_left(&layers, 2), 5);
        let tracks = [gauge("Light", 2, GaugeTone::Body), gauge("Critical", 7, GaugeTone::Body)];
        assert_eq!(health_left(&tracks, 1), 7, "a full light track leads to the other one");
    }
}
