//! Finds attacks that may hit but cannot harm their target, and says why: "Cannot get through brick wall."

use crate::attack_forecast::{AttackQuery, key_chance, key_chance_text, percent_text};
use battle::{BattleView, Target};
use rules::{Forecast, Odds};

/// Chance below which an attack is made only once it is confirmed.
const LEAST_CHANCE: f64 = 0.05;

/// What decides whether an attack without damage is wasted.
#[derive(Clone, Copy, Debug)]
struct AttackAim<'a> {
    /// Name of the barrier that is attacked; `None` for a unit.
    barrier: Option<&'a str>,
    /// Whether the attack serves another purpose than damage: a grapple, a flash, smoke.
    has_other_effect: bool,
    /// Whether barriers hide the target wholly.
    is_hidden: bool,
}

/// Returns why an attack that may hit cannot harm: "Cannot get through brick wall."; `None` if it can, if it serves another
/// purpose, or if it cannot hit at all.
pub(crate) fn harmless_reason(view: &BattleView, query: &AttackQuery, forecast: &Forecast) -> Option<String> {
    let has_other_effect = has_other_effect(view, query)?;
    let barrier = match query.target {
        Target::Square(_) => return None,
        Target::Barrier(id) => view.barrier(id).map(|data| data.barrier.kind().name.clone()),
        Target::Unit(_) => None,
    };
    let is_hidden = matches!(query.target, Target::Unit(_)) && forecast.hidden >= 100;
    let aim = AttackAim { barrier: barrier.as_deref(), has_other_effect, is_hidden };
    reason_text(&forecast.odds, aim, strongest_barrier(forecast))
}

/// Returns why an attack that may harm is hardly worth making: "Only 3 % damage chance."; `None` if it is likely enough, or if it
/// serves another purpose.
pub(crate) fn hopeless_reason(view: &BattleView, query: &AttackQuery, odds: &Odds) -> Option<String> {
    let has_other_effect = has_other_effect(view, query)?;
    hopeless_text(odds).filter(|_| !has_other_effect)
}

fn hopeless_text(odds: &Odds) -> Option<String> {
    let hole = odds.barriers.iter().map(|(_, _, hole)| *hole).fold(0.0, f64::max);
    let best = key_chance(odds).0.max(odds.knockdown).max(hole);
    (odds.hit > 0.0 && best < LEAST_CHANCE).then(|| format!("Only {}.", key_chance_text(odds)))
}

/// Whether an attack serves another purpose than damage: a grapple, a flash, smoke; `None` if its unit or weapon is gone.
fn has_other_effect(view: &BattleView, query: &AttackQuery) -> Option<bool> {
    let unit = view.unit(query.attacker)?;
    let properties = unit.inventory.get(query.weapon)?.weapon().attack_properties();
    Some(query.option.is_some() || !properties.inflicts.is_empty() || properties.lays.is_some())
}

/// Name of the barrier that stops most: among those that even a clean hit crosses, if there are any.
fn strongest_barrier(forecast: &Forecast) -> Option<&str> {
    let all = || forecast.barriers.iter();
    let crossed = all().filter(|(_, always)| *always).max_by_key(|(one, _)| (one.armor, one.structure));
    let barrier = crossed.or_else(|| all().max_by_key(|(one, _)| (one.armor, one.structure)));
    barrier.map(|(barrier, _)| barrier.name.as_str())
}

fn reason_text(odds: &Odds, aim: AttackAim, barrier: Option<&str>) -> Option<String> {
    if odds.hit <= 0.0 || !odds.is_harmless() {
        return None;
    }
    if let Some(name) = aim.barrier {
        return Some(format!("Cannot damage {name}."));
    }
    // What is left behind a barrier that hides the target wholly is nothing, whatever takes the last of it.
    let is_absorbed = aim.is_hidden && barrier.is_some() && !aim.has_other_effect;
    if odds.is_stopped_on_the_way() || is_absorbed {
        let name = barrier.unwrap_or("the barrier");
        let hole = odds.barriers.iter().map(|(_, _, hole)| *hole).fold(0.0, f64::max);
        return Some(if hole > 0.0 {
            format!("Cannot get through {name}, but may breach it: {}.", percent_text(hole))
        } else {
            format!("Cannot get through {name}.")
        });
    }
    (!aim.has_other_effect).then(|| "Cannot get through the armour of the target.".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{BarrierId, BarrierSource};

    const AT_UNIT: AttackAim = AttackAim { barrier: None, has_other_effect: false, is_hidden: false };

    fn blocked(hole: f64) -> Odds {
        let wall = (BarrierSource::Segment(BarrierId(3)), 2.0, hole);
        Odds { hit: 0.7, stopped: 0.7, stopped_hits: 0.7, barriers: vec![wall], ..Odds::default() }
    }

    #[test]
    fn a_shot_that_a_wall_always_stops_names_the_wall() {
        let text = |odds: &Odds| reason_text(odds, AT_UNIT, Some("brick wall"));
        assert_eq!(text(&blocked(0.0)).as_deref(), Some("Cannot get through brick wall."));
        let holes = "Cannot get through brick wall, but may breach it: 12 %.";
        assert_eq!(text(&blocked(0.12)).as_deref(), Some(holes));
        let some = Odds { harm: 0.1, mean: 0.3, stopped: 0.6, stopped_hits: 0.6, ..blocked(0.0) };
        assert_eq!(text(&some), None, "one hit in seven gets through");
        let knocks = Odds { knockdown: 0.2, ..blocked(0.0) };
        assert_eq!(text(&knocks), None, "it may knock the target down");
    }

    #[test]
    fn an_attack_that_hardly_ever_harms_says_its_chance() {
        let odds = |harm: f64| Odds { hit: harm, harm, mean: 2.0 * harm, ..Odds::default() };
        assert_eq!(hopeless_text(&odds(0.03)).as_deref(), Some("Only 3 % damage chance."));
        assert_eq!(hopeless_text(&odds(0.05)), None, "one in twenty may be worth it");
        assert_eq!(
            hopeless_text(&Odds { knockdown: 0.2, ..odds(0.03) }),
            None,
            "it may knock the target down"
        );
        assert_eq!(hopeless_text(&Odds::default()), None, "0 % to hit says enough");
    }

    #[test]
    fn a_hit_that_armour_always_absorbs_is_no_harm_unless_it_serves_another_purpose() {
        let absorbed = Odds { hit: 0.5, ..Odds::default() };
        let armour = Some("Cannot get through the armour of the target.".to_owned());
        assert_eq!(reason_text(&absorbed, AT_UNIT, None), armour);
        let hidden = AttackAim { is_hidden: true, ..AT_UNIT };
        let wall = Some("Cannot get through brick wall.".to_owned());
        assert_eq!(reason_text(&absorbed, hidden, Some("brick wall")), wall, "as if the wall stopped it");
        let flash = AttackAim { has_other_effect: true, ..AT_UNIT };
        assert_eq!(reason_text(&absorbed, flash, None), None);
        assert_eq!(reason_text(&Odds::default(), AT_UNIT, None), None, "0 % to hit says enough");
        let wall = AttackAim { barrier: Some("brick wall"), ..AT_UNIT };
        assert_eq!(reason_text(&absorbed, wall, None).as_deref(), Some("Cannot damage brick wall."));
    }
}
