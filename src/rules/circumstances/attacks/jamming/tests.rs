use rstest::rstest;

use super::*;
use crate::circumstances::attacks::blast;
use crate::circumstances::attacks::legality::{AttackError, may_attack};
use crate::circumstances::test_fixtures::*;
use crate::circumstances::{AttackContext, CombatAction, CombatActionCost, HitResult};
use crate::ground::scatter::Scatter;

/// A shooter that can only miss by a jam: T 130.
fn sure_shot(weapon: Weapon) -> AttackContext {
    attack_context_with(weapon, |context| {
        edit_sheet(&mut context.attacker, |sheet| sheet.characteristics.ballistic_skill = 100);
        context.sight = sight(3);
    })
}

/// BS 35, proficient with rifles.
fn gunner(specialised: bool, mastery: bool) -> Fighter {
    fighter(1, |sheet| {
        sheet.characteristics.ballistic_skill = 35;
        sheet.proficiencies.insert("rifles".into());
        if specialised {
            sheet.talents.specialised.insert("Autogun".into());
        }
        if mastery {
            sheet.talents.mastery.insert("Autogun".into());
        }
    })
}

const JAMMED: WeaponState = WeaponState { rounds: 12, jammed: true, cleared: false };

fn with_clearing<T>(fighter: &Fighter, run: impl FnOnce(&ClearJamContext<'_>) -> T) -> T {
    let (weapon, switches) = (autogun(), Switches::default());
    let context = ClearJamContext {
        fighter,
        weapon: &weapon,
        loaded: JAMMED,
        weather: Weather::Calm,
        switches: &switches,
    };
    run(&context)
}

#[rstest]
#[case(95, false)]
#[case(96, true)]
#[case(100, true)]
fn cs_jam_01_on_96_or_more(#[case] roll: u8, #[case] jams: bool) {
    let result = play_result(&attack_context(autogun()), &[roll]);
    assert_eq!(result.loaded.jammed, jams);
    assert_eq!(result.loaded.rounds, if jams { 30 } else { 29 }, "a jam fires nothing");
}

#[test]
fn cs_jam_01_blows_do_not_jam() {
    assert!(!play_result(&attack_context(sword()), &[100]).loaded.jammed);
}

#[test]
fn cs_jam_02_a_jam_always_misses() {
    let context = sure_shot(autogun());
    assert_eq!(target_number_of(&context), 130);
    let result = play_result(&context, &[97]);
    assert_eq!((result.harm.contact, result.loaded.jammed), (HitResult::Miss, true));
    assert_eq!(play_result(&context, &[95, 1]).harm.contact, HitResult::Hit);
}

#[test]
fn cs_jam_02_a_fate_point_rerolls_it() {
    let mut context = sure_shot(autogun());
    context.attacker.condition.fate = 1;
    let (result, _) = play_attack(&context, &[97, 50, 1], &["fate"]);
    assert_eq!((result.harm.contact, result.loaded.jammed, result.fate_spent), (HitResult::Hit, false, true));
}

#[test]
fn cs_jam_03_a_jammed_weapon_cannot_fire() {
    let context = attack_context(autogun());
    assert_eq!(may_attack(&context.attempt(), context.loaded), Ok(()));
    assert_eq!(may_attack(&context.attempt(), JAMMED), Err(AttackError::Jammed));
}

#[test]
fn cs_jam_04_clearing_is_a_full_action() {
    assert_eq!(CombatAction::ClearJam.cost(&Switches::default()), CombatActionCost::Full);
}

#[rstest]
#[case::cs_jam_05_no_talent(false, false, 55)]
#[case::cs_jam_06_specialised(true, false, 65)]
#[case::cs_jam_07_mastery(false, true, 65)]
#[case::cs_jam_08_both(true, true, 75)]
fn clearing_test(#[case] specialised: bool, #[case] mastery: bool, #[case] number: i32) {
    let unit = gunner(specialised, mastery);
    assert_eq!(with_clearing(&unit, |context| clear_jam_target(context).number), number);
}

#[rstest]
#[case::cs_jam_06_specialised(true, false)]
#[case::cs_jam_07_mastery(false, true)]
fn talents_for_another_weapon(#[case] specialised: bool, #[case] mastery: bool) {
    let mut unit = gunner(false, false);
    edit_sheet(&mut unit, |sheet| {
        let talents = [(specialised, &mut sheet.talents.specialised), (mastery, &mut sheet.talents.mastery)];
        for (_, weapons) in talents.into_iter().filter(|(has, _)| *has) {
            weapons.insert("Pistol".into());
        }
    });
    assert_eq!(with_clearing(&unit, |context| clear_jam_target(context).number), 55);
}

#[test]
fn cs_jam_09_no_proficiency() {
    let mut unit = gunner(true, true);
    edit_sheet(&mut unit, |sheet| sheet.proficiencies.clear());
    assert_eq!(with_clearing(&unit, |context| clear_jam_target(context).number), 15);
}

fn cleared(roll: u8) -> (WeaponState, bool) {
    let unit = gunner(false, false);
    with_clearing(&unit, |context| {
        let ((loaded, verdict), _) = play_script(&[roll], &[], |table| roll_clear_jam(table, context));
        (loaded, verdict.passed)
    })
}

#[test]
fn cs_jam_10_passing_clears() {
    let (loaded, passed) = cleared(55);
    assert!(passed && !loaded.jammed);
}

#[test]
fn cs_jam_11_ammunition_is_lost() {
    assert_eq!(cleared(55).0.rounds, 0);
}

#[test]
fn cs_jam_12_reload_needed() {
    let context = attack_context(autogun());
    let (loaded, _) = cleared(55);
    assert_eq!(may_attack(&context.attempt(), loaded), Err(AttackError::Unloaded));
    assert_eq!(may_attack(&context.attempt(), WeaponState::fully_loaded(&context.weapon)), Ok(()));
    let endless = attack_context_with(Weapon { magazine: 0, ..autogun() }, |_| {});
    assert_eq!(may_attack(&endless.attempt(), loaded), Err(AttackError::Unloaded));
    assert_eq!(may_attack(&endless.attempt(), WeaponState::fully_loaded(&endless.weapon)), Ok(()));
}

#[test]
fn cs_jam_13_failing_to_clear() {
    assert_eq!(cleared(56), (JAMMED, false));
}

#[rstest]
#[case::burst(AttackMode::Burst, "94", 94, true)]
#[case::single_shot(AttackMode::Standard, "94", 94, false)]
#[case::burst_below(AttackMode::Burst, "94", 93, false)]
#[case::another_switch(AttackMode::Burst, "90", 90, true)]
fn cs_jam_14_bursts_jam_more_often(
    #[case] manner: AttackMode,
    #[case] switch: &str,
    #[case] roll: u8,
    #[case] jams: bool,
) {
    let mut context = attack_context(autogun());
    context.mode = manner;
    with_switch(&mut context, "cs.burst_jam", switch);
    assert_eq!(play_result(&context, &[roll]).loaded.jammed, jams);
}

#[test]
fn cs_jam_14_a_weapon_may_have_its_own_number() {
    let mut gun = autogun();
    gun.burst = Some(crate::circumstances::BurstMode { rounds: 3, jams_on: Some(98) });
    assert_eq!(misfire_threshold(&gun, AttackMode::Burst, &Switches::default()), Some(98));
    // Bursts never jam less than single shots.
    let worn = Weapon { jams_on: 91, ..autogun() };
    assert_eq!(misfire_threshold(&worn, AttackMode::Burst, &Switches::default()), Some(91));
}

#[test]
fn cs_jam_15_a_knife_cannot_jam() {
    let context = sure_shot(knife());
    assert_eq!(target_number_of(&context), 130);
    let result = play_result(&context, &[96, 2, 1]);
    assert_eq!((result.harm.contact, result.loaded.jammed), (HitResult::Miss, false));
    assert_eq!(result.scatter, Some(Scatter { turn: 0, squares: 1 }));
    assert_eq!(result.loaded.rounds, 1);
}

fn launched(weapon: Weapon, faces: &[u8]) -> (blast::LaunchResult, Vec<&'static str>) {
    let context = attack_context(weapon);
    let context = blast::LaunchContext {
        attacker: context.attacker,
        target: None,
        sight: context.sight,
        weapon: context.weapon,
        loaded: context.loaded,
        surroundings: context.surroundings,
        engaged: false,
        opponents: context.opponents,
        switches: context.switches,
    };
    let (launched, traces) = play_script(faces, &[], |table| blast::resolve_launch(table, &context));
    (launched, roll_names(&traces))
}

fn launcher() -> Weapon {
    Weapon { launcher: true, magazine: 1, class: WeaponClass::Ranged, name: "Launcher".into(), ..grenade(3) }
}

#[test]
fn cs_grn_01_extra_roll() {
    assert_eq!(launched(grenade(2), &[98, 5]).1, ["attack", "jammed grenade"]);
    let missile = Weapon { charge: Some(ExplosiveCharge::Missile), ..launcher() };
    assert_eq!(launched(missile, &[98, 5]).1, ["attack", "jammed missile"]);
}

#[test]
fn cs_grn_02_a_misfired_grenade_may_be_a_dud() {
    let (result, _) = launched(grenade(2), &[98, 9]);
    assert_eq!((result.landing, result.loaded.rounds), (blast::BlastLanding::Dud, 2));
}

#[test]
fn cs_grn_03_explosion_in_hand() {
    let (result, _) = launched(grenade(3), &[98, 10]);
    assert_eq!(result.landing, blast::BlastLanding::InHand);
    assert_eq!(result.loaded.rounds, 2);
}

#[rstest]
#[case(10, true)]
#[case(5, false)]
fn cs_grn_04_launcher_destroyed(#[case] d10: u8, #[case] destroyed: bool) {
    assert_eq!(launched(launcher(), &[98, d10]).0.launcher_destroyed, destroyed);
    assert!(!launched(grenade(3), &[98, 10]).0.launcher_destroyed, "there is none");
}

#[test]
fn cs_grn_05_no_scatter() {
    assert_eq!(launched(grenade(2), &[98, 4]).1, ["attack", "jammed grenade"]);
    let miss = launched(grenade(2), &[95, 2, 1]);
    assert_eq!(miss.1, ["attack", "scatter direction", "scatter distance"]);
}

#[test]
fn cs_grn_06_no_clearing() {
    let (result, _) = launched(launcher(), &[98, 4]);
    assert!(!result.loaded.jammed);
    let context = attack_context(launcher());
    assert_eq!(may_attack(&context.attempt(), result.loaded), Err(AttackError::Unloaded));
    assert_eq!(may_attack(&context.attempt(), WeaponState::fully_loaded(&context.weapon)), Ok(()));
}
