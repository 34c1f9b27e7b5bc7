//! Qualities of weapons, which advantages pay for.

use rstest::rstest;

use super::advantages::{advantages, rich};
use crate::combat_checks::test_support::*;
use crate::combat_checks::{AttackContext, QualityEffect, Weapon, WeaponQuality};

fn with_quality(cost: u8, effect: QualityEffect) -> AttackContext {
    let quality = WeaponQuality { name: "Concussive".into(), cost, effect };
    rich(Weapon { qualities: vec![quality], ..pistol() })
}

#[rstest]
#[case::cc_adv_10_affordable(1, 1, true)]
#[case::cc_adv_10_too_dear(2, 1, false)]
#[case::cc_adv_10_its_own_figure(2, 2, true)]
fn qualities(#[case] cost: u8, #[case] count: i32, #[case] wanted: bool) {
    let context = with_quality(cost, QualityEffect::KnockDown);
    assert_eq!(has_key(&offered_keys(&context, &advantages(count), &[]), "quality"), wanted);
    if wanted {
        assert!(resolve_with(&context, &advantages(count), &["quality:0:2"]).first_target().prone);
    }
}

#[test]
fn cc_adv_10_effects_of_qualities() {
    let strain = resolve_with(&with_quality(1, QualityEffect::Strain(2)), &advantages(1), &["quality:0:2"]);
    assert_eq!(strain.first_target().condition.strain, 2);
    let setback = resolve_with(&with_quality(1, QualityEffect::Setback(2)), &advantages(1), &["quality:0:2"]);
    assert_eq!(setback.first_target().condition.waiting.check.setback, 2);
}

#[test]
fn cc_adv_10_a_target_that_lies_is_not_knocked_down() {
    let offers = |effect, prone| {
        let mut context = with_quality(1, effect);
        context.defender.prone = prone;
        // A setback die against a prone target. CC-ECON-11
        let setback = if prone { vec![1] } else { Vec::new() };
        has_key(&offered_keys(&context, &[setback, advantages(1)].concat(), &[]), "quality")
    };
    assert!(offers(QualityEffect::KnockDown, false) && !offers(QualityEffect::KnockDown, true));
    assert!(offers(QualityEffect::Strain(2), true), "other qualities still have an effect");
}

#[test]
fn cc_ruling_02_successes_buy_no_quality() {
    let after = resolve_with(&with_quality(1, QualityEffect::KnockDown), &faces_for(1, 0), &[]);
    assert!(!after.first_target().prone, "no prompt without advantages");
}
