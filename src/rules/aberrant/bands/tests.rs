//! The tests of chapter MASS that need no battlefield.

mod note_tests;

use rstest::rstest;

use super::band::{Band, BandError, Burst, HenchmanQuality, HenchmanType, HenchmanUse, SupportWeapon};
use super::band_state::{BandState, HenchmenFate};
use super::bonuses;
use crate::HitResult;
use crate::aberrant::attacks::area::BlastExposure;
use crate::aberrant::attacks::defence::{self, DefenceKind, DefenceOptions};
use crate::aberrant::attacks::pool::{add_henchmen_dice, attack_parts, damage_parts, pool_parts, soak_plan};
use crate::aberrant::attacks::resolution::{AttackPlan, odds_outcome, resolve_plan};
use crate::aberrant::health::health_track::LifeStatus;
use crate::aberrant::test_fixtures::*;
use crate::aberrant::weapon::PowerKind;
use crate::aberrant::{Ability, AttackContext, HealthState, Sheet, Soak, Switches, Weapon};
use dice::{AnswerPolicy, enumerate};

fn men(name: &str, count: u32, quality: HenchmanQuality) -> HenchmanType {
    HenchmanType {
        name: name.into(),
        count,
        quality,
        natural_soak: Soak::default(),
        armour_soak: Soak::default(),
        pools: Default::default(),
        psi: false,
        powers: Vec::new(),
        support: Vec::new(),
    }
}

fn band(types: Vec<HenchmanType>) -> Band {
    Band { henchmen: types, all_henchmen: false }
}

/// A leader with Charisma 3 and Command 2, room for ten henchmen.
fn leader(types: Vec<HenchmanType>) -> Sheet {
    sheet(|sheet| {
        (sheet.charisma, sheet.stamina) = (3, 2);
        sheet.abilities.insert(Ability::Command, 2);
        sheet.band = Some(band(types));
    })
}

fn helping(sheet: &Sheet, weapon: &Weapon) -> (u32, u32) {
    let helpers = bonuses::attack_helpers(sheet, &unhurt(sheet), weapon, &Switches::default());
    (helpers.count(), helpers.dice())
}

/// An attack on the leader's band, or by it.
fn against(weapon: Weapon, types: Vec<HenchmanType>) -> AttackContext {
    let mut context = duel(weapon);
    let sheet = leader(types);
    context.defender.condition = unhurt(&sheet);
    context.defender.sheet = sheet.into();
    context
}

fn led(weapon: Weapon, types: Vec<HenchmanType>) -> AttackContext {
    let mut context = duel(weapon);
    let sheet = leader(types);
    edit_sheet(&mut context.attacker, |own| {
        (own.dexterity, own.charisma, own.band) = (4, sheet.charisma, sheet.band.clone());
        own.abilities.insert(Ability::Command, 2);
    });
    context
}

#[test]
fn ab_mass_02_twice_charisma_and_command() {
    let sheet = leader(vec![men("thugs", 14, HenchmanQuality::Rabble)]);
    assert_eq!(bonuses::usable_henchmen(&sheet, &Switches::default()), 10);
    assert_eq!(helping(&sheet, &rifle("6L")), (10, 10));
}

#[rstest]
#[case::ab_mass_03_open_ground("2.0", 20, 14)]
#[case::ab_mass_04_tight_quarters("0.5", 5, 5)]
#[case::ab_mass_04_ruled_out("0", 0, 0)]
fn room_on_the_map(#[case] factor: &str, #[case] usable: u32, #[case] helping: u32) {
    let sheet = leader(vec![men("thugs", 14, HenchmanQuality::Rabble)]);
    let mut switches = Switches::default();
    switches.set("ab.henchmen_factor", factor).expect("a factor");
    assert_eq!(bonuses::usable_henchmen(&sheet, &switches), usable);
    let helpers = bonuses::attack_helpers(&sheet, &unhurt(&sheet), &rifle("6L"), &switches);
    assert_eq!(helpers.count(), helping);
}

#[test]
fn ab_mass_05_a_die_each() {
    let context = led(rifle("6L"), vec![men("thugs", 6, HenchmanQuality::Rabble)]);
    assert_eq!(pool_parts(&context.attacker, &context.weapon).pool(), 7);
    assert_eq!(attack_parts(&context).pool(), 13);
}

#[test]
fn ab_mass_10_a_die_of_damage_each() {
    assert_eq!(damage_parts(&led(rifle("6L"), vec![men("thugs", 6, HenchmanQuality::Rabble)])).pool(), 12);
    let many = vec![men("thugs", 14, HenchmanQuality::Rabble)];
    assert_eq!(damage_parts(&led(rifle("6L"), many)).pool(), 16, "of those who can help");
}

#[test]
fn ab_mass_06_defences_too() {
    let mut context = defending(against(blade("4L"), vec![men("thugs", 6, HenchmanQuality::Rabble)]));
    edit_sheet(&mut context.defender, |sheet| sheet.dexterity = 3);
    let options = DefenceOptions::new(&context).options;
    let dodge = options.iter().find(|option| option.kind == DefenceKind::Dodge).expect("a dodge");
    assert_eq!(dodge.parts.pool(), 5 + 6);
    assert_eq!(defence::defence_parts(&context.defender, DefenceKind::Dodge).pool(), 5);
}

#[rstest]
#[case::ab_mass_07_above_seven(8, 12)]
#[case::ab_mass_07_seven(7, 6)]
fn skilled(#[case] pool: u32, #[case] dice: u32) {
    let mut soldiers = men("soldiers", 6, HenchmanQuality::Professional);
    soldiers.pools.insert(HenchmanUse::Firearms, pool);
    soldiers.pools.insert(HenchmanUse::Parry, 9);
    let sheet = leader(vec![soldiers]);
    assert_eq!(helping(&sheet, &rifle("6L")), (6, dice));
    assert_eq!(helping(&sheet, &blade("6L")), (6, 6), "per use");
    let helpers = |kind| bonuses::defence_helpers(&sheet, &unhurt(&sheet), kind, &Switches::default()).dice();
    assert_eq!((helpers(DefenceKind::Dodge), helpers(DefenceKind::Parry)), (6, 12));
}

#[test]
fn ab_mass_07_per_type() {
    let mut soldiers = men("soldiers", 4, HenchmanQuality::Professional);
    soldiers.pools.insert(HenchmanUse::Firearms, 8);
    let sheet = leader(vec![men("thugs", 8, HenchmanQuality::Rabble), soldiers]);
    assert_eq!(helping(&sheet, &rifle("6L")), (10, 4 * 2 + 6), "ten can help, the skilled first");
}

#[test]
fn ab_mass_08_only_those_with_psi_help_with_psi() {
    let mut seers = men("seers", 4, HenchmanQuality::Disciplined);
    seers.psi = true;
    let context = led(
        Weapon { power: Some(PowerKind::Mental), ..rifle("6B") },
        vec![men("thugs", 3, HenchmanQuality::Rabble), seers],
    );
    assert_eq!(attack_parts(&context).pool(), 7 + 4);
    assert_eq!(damage_parts(&context).pool(), 6, "a power is no weapon");
}

#[rstest]
#[case::ab_mass_09_shared("bolt", 7 + 4)]
#[case::ab_mass_09_only_the_leaders("field", 7)]
fn quantum_powers(#[case] theirs: &str, #[case] dice: u32) {
    let mut novas = men("sub-aberrants", 4, HenchmanQuality::Elite);
    novas.powers = vec![theirs.to_owned()];
    let bolt = Weapon { name: "bolt".into(), power: Some(PowerKind::Quantum), ..rifle("6B") };
    assert_eq!(attack_parts(&led(bolt, vec![novas])).pool(), dice);
}

/// Six henchmen, one or two of them with a cannon that fires bursts of 3 or 10 rounds.
fn gunners(carriers: u32) -> HenchmanType {
    let bursts = vec![Burst { rounds: 10, attack: 2, damage: 3 }, Burst { rounds: 3, attack: 5, damage: 5 }];
    let support = vec![SupportWeapon { weapon: "cannon".into(), carriers, bursts }];
    HenchmanType { support, ..men("gunners", 6, HenchmanQuality::Professional) }
}

fn cannon() -> Weapon {
    Weapon { name: "cannon".into(), ap: 3, ..rifle("14L") }
}

#[test]
fn ab_mass_11_light_fire_only() {
    let context = led(rifle("6L"), vec![gunners(1)]);
    assert_eq!((attack_parts(&context).pool(), damage_parts(&context).pool()), (13, 12));
}

#[test]
fn ab_mass_17_a_used_weapon_has_no_effect() {
    let mut context = led(rifle("6L"), vec![gunners(1)]);
    let band = context.attacker.sheet.band.clone().expect("a band");
    context.attacker.condition.band.fire_support(&band, "cannon");
    assert_eq!(context.attacker.condition.band.support_left(&band, "cannon"), 0);
    assert_eq!((attack_parts(&context).pool(), damage_parts(&context).pool()), (13, 12));
    assert_eq!((context.weapon.damage.dice, context.weapon.ap), (6, 0), "the leader's weapon");
}

/// Six henchmen with one cannon that fires single shots.
fn single_shot() -> HenchmanType {
    let mut single = gunners(1);
    single.support[0].bursts.clear();
    single
}

#[test]
fn ab_mass_13_full_pool() {
    assert_eq!(attack_parts(&led(cannon(), vec![single_shot()])).pool(), 13);
}

#[test]
fn ab_mass_14_full_damage() {
    assert_eq!(damage_parts(&led(cannon(), vec![single_shot()])).pool(), 20);
}

#[test]
fn ab_mass_15_the_burst_of_most_rounds() {
    let burst = led(cannon(), vec![gunners(1)]);
    assert_eq!((attack_parts(&burst).pool(), damage_parts(&burst).pool()), (13 + 2, 20 + 3));
}

#[test]
fn ab_mass_16_once_for_each_and_gone_with_its_henchman() {
    let of = band(vec![gunners(2)]);
    let mut state = BandState::default();
    assert_eq!(state.support_left(&of, "cannon"), 2);
    state.fire_support(&of, "cannon");
    assert_eq!(state.support_left(&of, "cannon"), 1);
    state.fire_support(&of, "cannon");
    assert_eq!(state.support_left(&of, "cannon"), 0);
    let mut state = BandState::default();
    state.take_levels(&of, 15, false, &Switches::default());
    assert_eq!((state.left(&of), state.support_left(&of, "cannon")), (1, 1), "five of six out");
    state.fire_support(&of, "cannon");
    assert_eq!(state.support_left(&of, "cannon"), 0);
    let rested = BandState::default();
    let mut fired = rested.clone();
    fired.fire_support(&of, "cannon");
    assert_eq!(fired.after_scene(), rested, "ready again in the next combat");
}

#[test]
fn ab_mass_18_the_leader_is_shielded() {
    let context = against(blade("9L"), vec![men("thugs", 1, HenchmanQuality::Rabble)]);
    let (result, _) = play_attack(&context, &[hit_faces(1, 6), hit_faces(9, 9)], &[]);
    assert_eq!((result.contact, result.levels, result.down), (HitResult::Hit, 9, None));
    let band = context.defender.sheet.band.as_ref().expect("a band");
    assert_eq!((result.condition.band.left(band), result.condition.marks.filled()), (0, 0));
    let mut alone = context.clone();
    alone.defender.condition = result.condition;
    let (result, _) = play_attack(&alone, &[hit_faces(1, 6), hit_faces(3, 8)], &[]);
    assert_eq!(result.condition.marks.lethal, 3, "with his own soak of 1");
}

#[test]
fn ab_mass_18_in_a_blast_too() {
    let context = blast(1, vec![men("thugs", 1, HenchmanQuality::Rabble)]);
    let (result, _) = play_attack(&context, &[hit_faces(1, 6), hit_faces(6, 6)], &[]);
    let band = context.defender.sheet.band.as_ref().expect("a band");
    assert_eq!((result.levels, result.condition.band.left(band)), (12, 0));
    assert_eq!(result.condition.marks.filled(), 0, "surplus levels are lost");
}

#[test]
fn ab_mass_19_soak_of_the_most_frequent() {
    let lethal = |points| Soak { lethal: points, ..Soak::default() };
    let rabble = HenchmanType { natural_soak: lethal(1), ..men("rabble", 5, HenchmanQuality::Rabble) };
    let elite = HenchmanType { armour_soak: lethal(6), ..men("elite", 3, HenchmanQuality::Elite) };
    let soak = |count, ap| {
        let rabble = HenchmanType { count, ..rabble.clone() };
        let weapon = Weapon { ap, ..rifle("8L") };
        soak_plan(&against(weapon, vec![rabble, elite.clone()])).total
    };
    assert_eq!(soak(5, 0), 1);
    assert_eq!(soak(3, 0), 6, "of equal numbers the better");
    assert_eq!((soak(5, 4), soak(3, 4)), (1, 2), "armour can be pierced, bodies cannot");
}

#[rstest]
#[case::ab_mass_20_professional(HenchmanQuality::Professional, 6, 2)]
#[case::ab_mass_21_disciplined(HenchmanQuality::Disciplined, 7, 4)]
#[case::ab_mass_21_one_level(HenchmanQuality::Fanatical, 1, 1)]
#[case::ab_mass_21_none(HenchmanQuality::Fanatical, 0, 0)]
#[case::ab_mass_27_rabble(HenchmanQuality::Rabble, 7, 7)]
#[case::ab_mass_28_disciplined(HenchmanQuality::Disciplined, 7, 4)]
#[case::ab_mass_29_professional(HenchmanQuality::Professional, 7, 3)]
#[case::ab_mass_30_elite(HenchmanQuality::Elite, 7, 2)]
#[case::ab_mass_31_fanatical(HenchmanQuality::Fanatical, 7, 1)]
fn eliminated(#[case] quality: HenchmanQuality, #[case] levels: u32, #[case] out: u32) {
    let of = band(vec![men("men", 12, quality)]);
    let mut state = BandState::default();
    state.take_levels(&of, levels, false, &Switches::default());
    assert_eq!(12 - state.left(&of), out);
}

#[test]
fn ab_mass_20_levels_of_a_hit_in_full() {
    let context = against(rifle("4L [2]"), vec![men("soldiers", 6, HenchmanQuality::Professional)]);
    // Margin 3: 6 raw dice, 4 levels and 2 automatic ones.
    let (result, _) = play_attack(&context, &[hit_faces(3, 6), hit_faces(4, 6)], &[]);
    let band = context.defender.sheet.band.as_ref().expect("a band");
    assert_eq!((result.levels, result.condition.band.left(band)), (6, 4));
    assert_eq!((result.condition.dazed, result.knocked_down), (None, false));
}

#[test]
fn ab_mass_19_the_next_type_follows_and_surplus_is_lost() {
    let of = band(vec![men("rabble", 3, HenchmanQuality::Rabble), men("elite", 2, HenchmanQuality::Elite)]);
    let mut state = BandState::default();
    let lost = state.take_levels(&of, 4, false, &Switches::default());
    let lost: Vec<_> = lost.iter().map(|lost| (lost.name.as_str(), lost.eliminated)).collect();
    assert_eq!(lost, [("rabble", 3), ("elite", 1)]);
    state.take_levels(&of, 99, false, &Switches::default());
    assert_eq!(state.left(&of), 0);
}

#[test]
fn ab_mass_22_the_commander_goes_last() {
    let mut sheet = leader(vec![men("rabble", 5, HenchmanQuality::Rabble)]);
    sheet.band.as_mut().expect("a band").all_henchmen = true;
    let of = sheet.band.clone().expect("a band");
    let mut condition = unhurt(&sheet);
    assert_eq!(helping(&sheet, &rifle("6L")).0, 4, "he does not help himself");
    condition.band.take_levels(&of, 4, false, &Switches::default());
    assert_eq!(condition.life_status(&sheet), LifeStatus::Fighting);
    condition.band.take_levels(&of, 1, false, &Switches::default());
    assert_eq!(condition.life_status(&sheet), LifeStatus::Surrendered);
    let mut condition = unhurt(&sheet);
    condition.band.take_levels(&of, 5, true, &Switches::default());
    assert_eq!(condition.life_status(&sheet), LifeStatus::Incapacitated, "AB-MASS-23");
}

fn fate(count: u32, quality: HenchmanQuality, by_area: bool) -> (u32, u32) {
    let of = band(vec![men("men", count, quality)]);
    let mut state = BandState::default();
    state.take_levels(&of, count * quality.levels(), by_area, &Switches::default());
    let fates = state.fates(&of, &Switches::default());
    let [HenchmenFate { hurt, surrendered, .. }] = fates[..] else { panic!("{fates:?}") };
    (hurt, surrendered)
}

#[test]
fn ab_mass_24_the_fate_leaves_out_what_happened_to_none() {
    let text = |hurt, surrendered| HenchmenFate { name: String::new(), hurt, surrendered }.text(" and ");
    assert_eq!(text(1, 9), "1 killed or hurt and 9 surrendered");
    assert_eq!(text(0, 7), "7 surrendered");
    assert_eq!(text(4, 0), "4 killed or hurt");
}

#[rstest]
#[case::ab_mass_23_rifle_fire(10, HenchmanQuality::Rabble, false, (1, 9))]
#[case::ab_mass_23_area_attack(10, HenchmanQuality::Rabble, true, (10, 0))]
#[case::ab_mass_24_disciplined(10, HenchmanQuality::Disciplined, false, (2, 8))]
#[case::ab_mass_24_professional(10, HenchmanQuality::Professional, false, (4, 6))]
#[case::ab_mass_24_rounded_down(8, HenchmanQuality::Elite, false, (4, 4))]
#[case::ab_mass_24_elite(10, HenchmanQuality::Elite, false, (6, 4))]
#[case::ab_mass_24_fanatical(10, HenchmanQuality::Fanatical, false, (8, 2))]
fn fates(
    #[case] count: u32,
    #[case] quality: HenchmanQuality,
    #[case] by_area: bool,
    #[case] expected: (u32, u32),
) {
    assert_eq!(fate(count, quality, by_area), expected);
}

#[rstest]
#[case::ab_mass_24_another_table("ab.henchmen_fate", "50/60/70/80/100", 5)]
fn fate_table(#[case] name: &str, #[case] value: &str, #[case] hurt: u32) {
    let of = band(vec![men("men", 10, HenchmanQuality::Rabble)]);
    let mut switches = Switches::default();
    switches.set(name, value).expect("a switch");
    let mut state = BandState::default();
    state.take_levels(&of, 10, false, &switches);
    assert_eq!(state.fates(&of, &switches)[0].hurt, hurt);
}

/// A blast of this Area on a band.
fn blast(area: u8, types: Vec<HenchmanType>) -> AttackContext {
    let mut context = against(Weapon { area, ..rifle("6L") }, types);
    context.blast = Some(BlastExposure { secondary: false, escape: None, offset: (0, 0) });
    context
}

#[test]
fn ab_mass_25_area_attacks_count_more() {
    let context = blast(2, vec![men("soldiers", 12, HenchmanQuality::Professional)]);
    let (result, _) = play_attack(&context, &[hit_faces(1, 6), hit_faces(5, 6)], &[]);
    let band = context.defender.sheet.band.as_ref().expect("a band");
    assert_eq!((result.levels, 12 - result.condition.band.left(band)), (15, 5));
    let mut soaked = blast(2, vec![men("soldiers", 12, HenchmanQuality::Professional)]);
    edit_sheet(&mut soaked.defender, |sheet| {
        let band = sheet.band.as_mut().expect("a band");
        band.henchmen[0].armour_soak.lethal = 9;
    });
    let (ping, _) = play_attack(&soaked, &[hit_faces(1, 6), hit_faces(1, 1)], &[]);
    assert_eq!(ping.levels, 1, "a ping is not multiplied");
}

#[test]
fn ab_mass_26_an_area_attack_makes_henchmen_surrender() {
    let of = |quality| band(vec![men("men", 12, quality)]);
    let lost = |quality: HenchmanQuality, area, on: &str| {
        let mut switches = Switches::default();
        switches.set("ab.area_shock_surrender", on).expect("a switch");
        let mut state = BandState::default();
        state.take_levels(&of(quality), 3 * quality.levels(), area, &switches);
        let fates = state.fates(&of(quality), &switches);
        (12 - state.left(&of(quality)), fates[0].surrendered)
    };
    assert_eq!(lost(HenchmanQuality::Rabble, true, "on"), (6, 3));
    assert_eq!(lost(HenchmanQuality::Disciplined, true, "on"), (6, 3));
    assert_eq!(lost(HenchmanQuality::Professional, true, "on"), (3, 0));
    assert_eq!(lost(HenchmanQuality::Rabble, false, "on"), (3, 3), "only area attacks: AB-MASS-23 alone");
    assert_eq!(lost(HenchmanQuality::Rabble, true, "off"), (3, 0));
}

#[test]
fn odds_of_bands_are_those_of_the_full_rule() {
    for context in [
        against(rifle("5L [1]"), vec![men("soldiers", 4, HenchmanQuality::Professional)]),
        blast(1, vec![men("rabble", 9, HenchmanQuality::Rabble)]),
    ] {
        let plan = AttackPlan::new(&context);
        let full = enumerate(AnswerPolicy::first(), |table| resolve_plan(table, &plan)).expect("odds");
        let short = enumerate(AnswerPolicy::first(), |table| odds_outcome(table, &plan, 0)).expect("odds");
        assert!(
            full.map(|result| (result.contact, result.levels, result.down))
                == short.map(|odds| (odds.contact, odds.levels, odds.down))
        );
    }
}

#[test]
fn fire_burns_henchmen_first() {
    let sheet = leader(vec![men("soldiers", 2, HenchmanQuality::Professional)]);
    let mut condition: HealthState = unhurt(&sheet);
    condition.take_levels(&sheet, 1, crate::aberrant::DamageType::Lethal, &Switches::default());
    let band = sheet.band.as_ref().expect("a band");
    assert_eq!((condition.band.left(band), condition.marks.filled()), (1, 0));
}

#[test]
fn bands_in_files_are_checked() {
    assert_eq!(band(Vec::new()).validate(), Err(BandError::Empty));
    let none = band(vec![men("men", 0, HenchmanQuality::Rabble)]);
    assert_eq!(none.validate(), Err(BandError::Count { name: "men".into(), count: 0 }));
    let armed = band(vec![gunners(7)]);
    let error = BandError::Carriers { name: "gunners".into(), carriers: 7, count: 6 };
    assert_eq!(armed.validate(), Err(error));
    assert_eq!(band(vec![gunners(6)]).validate(), Ok(()));
    let mut parts = dice::Modifiers::new();
    let context = led(rifle("6L"), vec![men("thugs", 2, HenchmanQuality::Rabble)]);
    add_henchmen_dice(&mut parts, &context.attacker, &context.weapon, &Switches::default());
    assert_eq!(parts.pool(), 2);
}
