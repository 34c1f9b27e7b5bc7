//! What an answer is expected to leave of the health of the asked unit.

use super::answer_button::certain_damage;
use super::asked_prompt::AskedPrompt;
use crate::panel::widgets::PanelContext;
use battle::UnitDataItem;
use rules::{Gauge, GaugeTone, Odds, PendingAttack, Weapon, list_words, play};

/// Least average loss that is named, in points.
const LEAST_LOSS: f64 = 0.05;

/// The points from which the damage of an attack is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HealthPoints {
    /// How many the unit has left before the attack.
    left: u32,
    /// Their name: "Wounds", "Shield and Flesh".
    name: String,
}

impl HealthPoints {
    /// Returns those of the asked unit. `None` if the open prompt is about no attack on it, if it has nothing left to lose, and
    /// if it has several tracks of health: damage is no number of points of one of them.
    pub fn of_asked_unit(context: &PanelContext, asked: AskedPrompt) -> Option<Self> {
        let pending = asked.pending.filter(|pending| pending.affected_unit() == Some(asked.prompt.who))?;
        let unit = context.view.unit(asked.prompt.who)?;
        let gauges = play::gauges(unit.sheet.get(), unit.health.condition(), context.view.rules());
        let beside_health = match pending.pending_attack() {
            PendingAttack::Attack(attack) => gauge_of_damage(context, &unit, &attack.weapon)?,
            PendingAttack::Detonation(item) => gauge_of_damage(context, &unit, &item.weapon)?,
        };
        Self::of_gauges(&gauges, beside_health)
    }

    /// Returns the points of the layers of health, or of the gauge beside health that the damage goes to.
    fn of_gauges(gauges: &[Gauge], beside_health: Option<usize>) -> Option<Self> {
        let layers: Vec<(&Gauge, u32)> = match beside_health {
            Some(at) => gauges.get(at).into_iter().filter_map(points_left).collect(),
            None => gauges.iter().filter(|gauge| is_layer(gauge)).filter_map(points_left).collect(),
        };
        let bodies = layers.iter().filter(|(gauge, _)| gauge.tone == GaugeTone::Body).count();
        if beside_health.is_none() && bodies != 1 {
            return None;
        }
        let left: u32 = layers.iter().map(|(_, left)| left).sum();
        let names = layers.iter().filter(|(_, left)| *left > 0).map(|(gauge, _)| &*gauge.label);
        let names: Vec<&str> = names.collect();
        (left > 0).then(|| Self { left, name: list_words(&names) })
    }

    /// Says what an answer with these odds leaves: "leaves 3 Wounds (now 7)", "leaves 4.2 Wounds on average (now 7)"; `None` if it
    /// leaves all.
    pub fn left_text(&self, odds: &Odds) -> Option<String> {
        let Self { left, name } = self;
        let losses = odds.bars.iter().map(|bar| bar.share * f64::from(bar.damage.min(*left)));
        let loss: f64 = losses.sum();
        if loss < LEAST_LOSS {
            return None;
        }
        Some(match certain_damage(odds) {
            Some(damage) => format!("leaves {} {name} (now {left})", left.saturating_sub(damage)),
            None => {
                format!("leaves {:.1} {name} on average (now {left})", (f64::from(*left) - loss).max(0.0))
            }
        })
    }
}

/// Returns the place of the gauge to which the damage of a weapon goes, with `None` inside for the layers of health; `None` if it
/// is not taken from either point by point.
fn gauge_of_damage(context: &PanelContext, unit: &UnitDataItem, weapon: &Weapon) -> Option<Option<usize>> {
    let beside_health = play::gauge_beside_health(weapon);
    let health = unit.health.condition();
    let is_counted = || play::takes_points_of_damage(weapon, health, context.view.rules());
    (beside_health.is_some() || is_counted()).then_some(beside_health)
}

/// Whether damage is taken from a gauge: from the body, or from what is lost before it.
const fn is_layer(gauge: &Gauge) -> bool {
    matches!(gauge.tone, GaugeTone::Body | GaugeTone::Shield | GaugeTone::Plating)
}

/// Returns a gauge with the points that it has left; `None` if it has no points at all.
fn points_left(gauge: &Gauge) -> Option<(&Gauge, u32)> {
    let (left, _) = gauge.points()?;
    Some((gauge, u32::try_from(left).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{DamageBar, GaugeShape};

    fn gauge(label: &'static str, tone: GaugeTone, now: i32) -> Gauge {
        let shape = GaugeShape::Bar { now, max: 10 };
        Gauge { label: label.into(), shape, tone, note: String::new(), clause: "SS-DMG-05" }
    }

    fn points(gauges: &[Gauge], beside_health: Option<usize>) -> Option<(u32, String)> {
        HealthPoints::of_gauges(gauges, beside_health).map(|points| (points.left, points.name))
    }

    #[test]
    fn damage_is_taken_from_layers_of_health() {
        use GaugeTone::{Body, Plating, Shield, Strain};
        let layers = [
            gauge("Shield", Shield, 4),
            gauge("Armoured", Plating, 0),
            gauge("Flesh", Body, 7),
            gauge("Strain", Strain, 3),
        ];
        assert_eq!(points(&layers, None), Some((11, "Shield and Flesh".to_owned())));
        let plated = [gauge("Shield", Shield, 4), gauge("Armoured", Plating, 2), gauge("Flesh", Body, 7)];
        assert_eq!(points(&plated, None), Some((13, "Shield, Armoured and Flesh".to_owned())));
        assert_eq!(points(&layers, Some(3)), Some((3, "Strain".to_owned())), "it goes to no layer");
        let state = Gauge { shape: GaugeShape::Words(Vec::new()), ..gauge("State", Body, 0) };
        assert_eq!(points(&[gauge("Wounds", Body, 9), state], None), Some((9, "Wounds".to_owned())));
        assert_eq!(points(&[gauge("Light", Body, 5), gauge("Critical", Body, 5)], None), None, "two tracks");
        assert_eq!(points(&[gauge("Wounds", Body, 0)], None), None, "nothing is left");
    }

    #[test]
    fn an_answer_says_what_it_leaves_of_the_health() {
        let wounds = HealthPoints { left: 7, name: "Wounds".to_owned() };
        let text = |bars: &[(u32, f64)]| {
            let bars = bars.iter().map(|&(damage, share)| DamageBar { damage, share, out: 0.0 });
            wounds.left_text(&Odds { bars: bars.collect(), ..Odds::default() })
        };
        let average = text(&[(0, 0.5), (4, 0.3), (20, 0.2)]);
        assert_eq!(
            average.as_deref(),
            Some("leaves 4.4 Wounds on average (now 7)"),
            "no more than all is lost"
        );
        assert_eq!(text(&[(3, 1.0)]).as_deref(), Some("leaves 4 Wounds (now 7)"));
        assert_eq!(text(&[(9, 1.0)]).as_deref(), Some("leaves 0 Wounds (now 7)"));
        assert_eq!(text(&[(0, 1.0)]), None, "it leaves all");
    }
}
