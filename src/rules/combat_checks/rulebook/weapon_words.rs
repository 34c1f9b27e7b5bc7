//! A weapon in plain words, without the terms of the book.

use crate::combat_checks::checks::range::band_metres;
use crate::combat_checks::{QualityEffect, Switches, Weapon};

/// Describes a weapon for players who do not know the book: "base damage 6 · up to 60 m · can knock down". What a quality does
/// depends on symbols of the roll, and its price is among the details.
pub(super) fn plain_line(weapon: &Weapon, rating: u32, switches: &Switches) -> String {
    let harm = if weapon.inflicts_strain() { ", not lethal" } else { "" };
    let reach = match weapon.class.is_melee() {
        true => "hand to hand".to_owned(),
        false => format!("up to {} m", band_metres(weapon.range, switches)),
    };
    let mut parts = vec![format!("base damage {rating}{harm}"), reach];
    for quality in &weapon.qualities {
        let effect = effect_words(quality.effect).to_owned();
        if !parts.contains(&effect) {
            parts.push(effect);
        }
    }
    if weapon.targets > 1 {
        parts.push(format!("up to {} targets", weapon.targets));
    }
    parts.join(" \u{b7} ")
}

/// Says what a quality may do to the target.
const fn effect_words(effect: QualityEffect) -> &'static str {
    match effect {
        QualityEffect::Strain(_) => "can stun",
        QualityEffect::KnockDown => "can knock down",
        QualityEffect::Setback(_) => "can hinder the target",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat_checks::test_support::{rifle, weapon};
    use crate::combat_checks::{WeaponClass, WeaponQuality};

    #[test]
    fn cc_adv_10_a_weapon_is_described_without_terms_of_the_book() {
        let switches = Switches::default();
        assert_eq!(plain_line(&rifle(), 6, &switches), "base damage 6 \u{b7} up to 120 m");
        let quality = |effect| WeaponQuality { name: "Special".to_owned(), cost: 2, effect };
        let mut baton = weapon("Stun baton", WeaponClass::Melee, 5);
        baton.non_lethal = true;
        baton.qualities = vec![quality(QualityEffect::Strain(3)), quality(QualityEffect::Strain(1))];
        let text = plain_line(&baton, 5, &switches);
        assert_eq!(text, "base damage 5, not lethal \u{b7} hand to hand \u{b7} can stun");
        let mut gun = rifle();
        gun.targets = 3;
        gun.qualities = vec![quality(QualityEffect::KnockDown), quality(QualityEffect::Setback(1))];
        let text = plain_line(&gun, 8, &switches);
        assert!(
            text.ends_with("can knock down \u{b7} can hinder the target \u{b7} up to 3 targets"),
            "{text}"
        );
        for term in ["Critical", "Strain", "advantage", "setback"] {
            assert!(!text.contains(term), "{term}: {text}");
        }
    }
}
