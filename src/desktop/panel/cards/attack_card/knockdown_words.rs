//! Remark on the damage from which on a hit knocks its target down.

use crate::attack_forecast::{AttackQuery, percent_text};
use battle::{BattleView, Target};
use battle_log::posture_words::posture_words;
use rules::{Odds, play};

/// Says from which damage on one hit knocks the target of an attack down, where it may; `None` for attack options, which have conditions
/// of their own.
pub(super) fn knockdown_text(view: &BattleView, query: &AttackQuery, odds: &Odds) -> Option<String> {
    let Target::Unit(target) = query.target else { return None };
    let (target, attacker) = (view.unit(target)?, view.unit(query.attacker)?);
    if query.option.is_some() || target.is_driven() {
        return None;
    }
    let weapon = attacker.inventory.get(query.weapon)?.weapon();
    let least = play::least_knockdown(&view.unit_snapshot(&target), weapon, view.rules())?;
    let chance = chance_of_damage(odds, least);
    let is_knocked = posture_words(view).is_knocked;
    (chance > 0.0).then(|| knockdown_sentence(target.identity.name(), is_knocked, (least, chance)))
}

/// Chance of so much damage or more.
fn chance_of_damage(odds: &Odds, least: u32) -> f64 {
    odds.bars.iter().filter(|bar| bar.damage >= least).map(|bar| bar.share).sum()
}

/// Says from which damage on a hit knocks a target down, in the words of the map, and with what chance.
fn knockdown_sentence(target: &str, is_knocked: &str, (least, chance): (u32, f64)) -> String {
    let chance = percent_text(chance);
    format!("{target} {is_knocked} by {least} or more damage from one hit ({chance}).")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::DamageBar;

    #[test]
    fn the_chance_counts_the_damage_from_the_limit_on() {
        let bars = [(0, 0.5), (4, 0.25), (5, 0.125), (8, 0.125)];
        let bars = bars.map(|(damage, share)| DamageBar { damage, share, out: 0.0 }).to_vec();
        let odds = Odds { bars, ..Odds::default() };
        for (least, chance) in [(4, 0.5), (5, 0.25), (9, 0.0)] {
            assert!((chance_of_damage(&odds, least) - chance).abs() < 1e-9, "{least}");
        }
    }

    #[test]
    fn the_card_says_from_which_damage_on_a_target_falls() {
        let text = |is_knocked| knockdown_sentence("Vex", is_knocked, (5, 0.32));
        assert_eq!(text("is knocked down"), "Vex is knocked down by 5 or more damage from one hit (32 %).");
        assert!(text("is knocked flat").starts_with("Vex is knocked flat by 5 or more damage"));
    }
}
