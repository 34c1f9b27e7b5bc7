use rstest::rstest;

use super::*;
use crate::circumstances::test_fixtures::*;
use crate::circumstances::{Ailment, AttackContext, Weapon};

fn verdict(weapon: Weapon, change: fn(&mut AttackContext)) -> Result<(), AttackError> {
    let context = attack_context_with(weapon, change);
    may_attack(&context.attempt(), context.loaded)
}

#[test]
fn cs_base_33_melee_reach() {
    assert_eq!(verdict(sword(), |_| {}), Ok(()));
    assert_eq!(verdict(sword(), |context| context.sight.distance_squared = 2), Ok(()), "a diagonal step");
    assert_eq!(verdict(sword(), |context| context.sight = sight(2)), Err(AttackError::OutOfReach));
    assert_eq!(verdict(Weapon::unarmed(), |_| {}), Ok(()), "everyone can strike unarmed");
}

#[test]
fn cs_rng_06_the_maximum_is_three_times_the_range() {
    let at_30 = |context: &mut AttackContext| context.sight = sight(30);
    assert_eq!(verdict(knife(), at_30), Ok(()));
    let at_31 = |context: &mut AttackContext| context.sight = sight(31);
    assert_eq!(verdict(knife(), at_31), Err(AttackError::OutOfRange { most: 30 }));
}

#[rstest]
#[case::no_burst_mode(pistol(), AttackMode::Burst, Err(AttackError::NoBurst))]
#[case::burst_mode(autogun(), AttackMode::Burst, Ok(()))]
#[case::blow(sword(), AttackMode::Burst, Err(AttackError::NoBurst))]
#[case::charge_with_a_gun(autogun(), AttackMode::Charge, Err(AttackError::NotMelee))]
#[case::charge_with_a_sword(sword(), AttackMode::Charge, Ok(()))]
fn cs_base_36_manners(
    #[case] weapon: Weapon,
    #[case] manner: AttackMode,
    #[case] expected: Result<(), AttackError>,
) {
    let context = attack_context_with(weapon, |context| context.mode = manner);
    assert_eq!(may_attack(&context.attempt(), context.loaded), expected);
}

#[test]
fn the_last_round_is_the_last() {
    let mut context = attack_context(pistol());
    context.loaded.rounds = 1;
    let after = play_result(&context, &[95]).loaded;
    assert_eq!(may_attack(&context.attempt(), after), Err(AttackError::Unloaded));
}

#[test]
fn cs_base_27_helpless_units_cannot_attack() {
    let helpless = |context: &mut AttackContext| context.attacker.condition.wounds = 0;
    assert_eq!(verdict(sword(), helpless), Err(AttackError::CannotAct));
    let suffering = |ailment| {
        let context = attack_context_with(sword(), |context| add_ailment(&mut context.attacker, ailment));
        may_attack(&context.attempt(), context.loaded)
    };
    for ailment in [Ailment::Frozen, Ailment::Shocked, Ailment::Unconscious, Ailment::Stunned] {
        assert_eq!(suffering(ailment), Err(AttackError::CannotAct), "{ailment:?}");
    }
    assert_eq!(suffering(Ailment::Immobilised), Ok(()));
}
