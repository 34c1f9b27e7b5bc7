//! Other modifiers to the tests against called shots, and an injured arm in a last stand.

use super::*;
use crate::status::BodySide;
use crate::swan_song::LastStand;
use crate::swan_song::defence::methods::{DefenceKind, DefenceMethod, defence_parts};
use crate::swan_song::test_support::attacks;

/// Returns a list with this one ailment.
fn with(ailment: Ailment, part: Option<BodySide>) -> Vec<ActiveAilment> {
    vec![inflict(&[], AilmentCause { part, ..AilmentCause::new(ailment, None) }, 1)]
}

#[test]
fn ss_ffyl_09_tests_against_called_shots_are_halved() {
    let mut context = aimed("gut", 8);
    context.defender.vitals.stand = LastStand::Fighting;
    // Body 1 and Willpower 3: two dice against the stun, two against nausea.
    let result = hit(&context, &[(2, 2), (0, 2)]);
    assert_eq!((score(&result), lasting(&result)[0]), (0, (Ailment::Nauseous, 4)));
}

#[test]
fn ss_ffyl_09_so_is_the_one_against_fatigue() {
    let mut context = aimed_at("sternum", 8, body(|sheet| sheet.attributes.body = 5));
    context.defender.vitals.stand = LastStand::Fighting;
    // Body 5, half rounded down: two dice against four points.
    assert_eq!(hit(&context, &[(3, 4), (1, 2)]).vitals.strain, 3);
}

#[test]
fn cs_daze_02_every_test_is_harder() {
    let mut context = aimed("gut", 8);
    context.defender.ailments = with(Ailment::Dazed, None);
    let result = hit(&context, &[(2, 3), (1, 3)]);
    assert_eq!((score(&result), lasting(&result)[0]), (0, (Ailment::Nauseous, 3)));
}

#[test]
fn cs_burn_04_flames_shake_composure() {
    let mut context = aimed("left_knee", 8);
    context.defender.ailments = with(Ailment::Burning, None);
    // Charisma 3 and Willpower 3 less two; Strength and Agility are unchanged.
    assert_eq!(score(&hit(&context, &[(2, 4), (4, 6)])), 0);
}

#[test]
fn ss_ffyl_10_a_hurt_arm_counts_after_the_halving() {
    let mut context = attacks::duel(weapon(WeaponClass::Melee, Skill::Blades, 6));
    context.defender.held = vec![Arc::new(weapon(WeaponClass::Melee, Skill::Blades, 6))];
    context.defender.hands = vec![Some(BodySide::Right)];
    Arc::make_mut(&mut context.defender.sheet).skills.insert(Skill::Blades, 12);
    context.defender.ailments = with(Ailment::HurtArm, Some(BodySide::Right));
    let mut switches = Switches::default();
    switches.set("ss.one_arm_penalty", "arm").expect("a value");
    context.switches = Arc::new(switches);
    let parry = DefenceMethod { kind: DefenceKind::Parry, full_defense: false };
    assert_eq!(defence_parts(&context, parry).pool(), 12);
    context.defender.vitals.stand = LastStand::Fighting;
    assert_eq!(defence_parts(&context, parry).pool(), 3);
}

#[test]
fn ss_call_56_an_interrupt_without_a_price_does_not_bleed() {
    let parry = DefenceMethod { kind: DefenceKind::Parry, full_defense: true };
    let mut switches = crate::turn_engine::EngineSwitches::default();
    assert_eq!(parry.priced_actions(&switches), 2);
    switches.ap_parry = 0;
    assert_eq!(parry.priced_actions(&switches), 1);
}
