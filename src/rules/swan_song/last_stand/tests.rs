use rstest::rstest;

use super::super::base::{half, vitals_of};
use super::super::damage::{apply_damage, state_of};
use super::super::samples::{fighter, sheet_with};
use super::super::{
    Attribute, DamageType, Karma, PoolKind, Skill, attack_pool, critical, movement, recovery, wound,
};
use super::*;
use dice::{Scripted, Stop};

/// BOD 3, Flesh 10, Strain threshold 10, with so much Karma.
fn unit(karma: u8) -> Fighter {
    let mut unit = fighter(sheet_with(|sheet| {
        sheet.attributes.agility = 4;
        sheet.skills.insert(Skill::Blades, 3);
        sheet.armour = vec![6];
    }));
    unit.karma = Karma { left: karma, ..Karma::default() };
    unit
}

fn flesh_at(now: i32, stand: LastStand) -> Vitals {
    Vitals { flesh: Pool { now, max: 10 }, strain_threshold: 10, stand, ..Vitals::default() }
}

/// Whether the unit is asked, and what comes of the given answer.
fn asked(unit: &Fighter, down: Down) -> bool {
    let mut table = Scripted::new(Vec::new(), Vec::new());
    matches!(offer(&mut table, unit, down), Err(Stop::Asked(prompt)) if prompt.who == unit.id)
}

fn answered(unit: &Fighter, answer: &str) -> bool {
    let mut table = Scripted::new(Vec::new(), vec![answer.to_owned()]);
    offer(&mut table, unit, Down::Unconscious).expect("the answer is known")
}

#[rstest]
#[case::ss_ffyl_01_no_karma(0, false)]
#[case::ss_ffyl_01_karma(2, true)]
#[case::ss_ffyl_02_about_to_fall(1, true)]
fn offered(#[case] karma: u8, #[case] expected: bool) {
    assert_eq!(asked(&unit(karma), Down::Unconscious), expected);
}

#[test]
fn ss_ffyl_03_about_to_die() {
    let mut dying = unit(1);
    dying.vitals = flesh_at(-4, LastStand::None);
    assert_eq!(state_of(&dying.vitals, 3), Some(Down::Dead));
    assert!(asked(&dying, Down::Dead));
    assert!(answered(&dying, FIGHT));
    assert!(!answered(&dying, FALL));
    assert_eq!(state_of(&flesh_at(-4, LastStand::Fighting), 3), None);
}

#[test]
fn ss_ffyl_03_nobody_is_asked_twice() {
    let mut fallen = unit(3);
    fallen.vitals.stand = LastStand::Lost;
    assert!(!asked(&fallen, Down::Unconscious));
    let mut lying = unit(3);
    lying.down = Some(Down::Unconscious);
    assert!(!asked(&lying, Down::Dead));
}

#[rstest]
#[case::ss_ffyl_04_its_score_gives_it(Turn::Before, 14, Promise::Kept)]
#[case::ss_ruling_56_its_score_gives_two(Turn::Before, 14, Promise::Kept)]
#[case::ss_ffyl_04_another_pass(Turn::After, 14, Promise::Kept)]
#[case::ss_ffyl_05_no_score_left(Turn::Before, -3, Promise::Now)]
#[case::ss_ffyl_05_exactly_nothing(Turn::Before, 0, Promise::Now)]
#[case::ss_ffyl_05_already_acted(Turn::After, -3, Promise::NextPass)]
#[case::ss_ffyl_07_no_pass_left(Turn::After, 5, Promise::NextPass)]
#[case::ss_ruling_56_at_least_one(Turn::After, 5, Promise::NextPass)]
#[case::ss_ffyl_07_in_its_phase(Turn::Now, 5, Promise::Kept)]
fn phases(#[case] turn: Turn, #[case] score: i32, #[case] expected: Promise) {
    assert_eq!(promise(turn, score), expected);
}

#[test]
fn ss_ffyl_06_one_phase_at_one() {
    assert!(acts(SCORE));
    assert!(!acts(SCORE - SCORE_PER_PASS));
}

#[test]
fn ss_ffyl_08_slow() {
    let stands = flesh_at(-1, LastStand::Fighting);
    let sheet = unit(0).sheet;
    assert_eq!(rate(movement::walk_rate(&sheet, false, &Switches::default()), &stands), 4);
    assert_eq!(rate(movement::run_distance(&sheet), &stands), 4);
    assert_eq!(rate(8, &flesh_at(9, LastStand::None)), 8);
}

#[test]
fn ss_ffyl_09_attack_and_soak() {
    let mut stands = unit(1);
    stands.vitals.stand = LastStand::Fighting;
    let mut blades = super::super::base::skill_pool(
        &stands.sheet,
        Skill::Blades,
        Attribute::Agility,
        &Switches::default(),
    );
    assert_eq!(blades.pool(), 7);
    halve(&mut blades, &stands.vitals);
    assert_eq!(blades.pool(), 3);
    assert_eq!(super::super::armour::soak_parts(&unit(1), 0).pool(), 7);
    assert_eq!(super::super::armour::soak_parts(&stands, 0).pool(), 3);
    let purse = attack_pool::damage_parts(
        &stands,
        &super::super::samples::weapon(super::super::WeaponClass::Melee, Skill::Blades),
    );
    assert_eq!(purse.pool(), 4, "damage is no dice pool");
}

#[test]
fn ss_ffyl_10_before_other_modifiers() {
    let vitals = Vitals { injuries: 1, ..flesh_at(0, LastStand::Fighting) };
    let mut parts = Modifiers::new();
    parts.add(10, "skill and attribute", "SS-BASE-02");
    halve(&mut parts, &vitals);
    assert_eq!(parts.pool(), 5);
    parts.0.extend(wound::wound_parts(&vitals).0);
    parts.0.extend(movement::charge_parts(true).0);
    parts.add(-2, "running", "SS-MOVE-14");
    assert_eq!(parts.pool(), 2);
}

#[rstest]
#[case::ss_ffyl_11_takes_the_enemy_out(KillingBlow::Down, 3, -1, true)]
#[case::ss_ffyl_12_not_dead(KillingBlow::Dead, 3, -1, false)]
#[case::ss_ffyl_12_dead(KillingBlow::Dead, 3, -4, true)]
#[case::ss_ffyl_12_was_down_before(KillingBlow::Down, -1, -2, false)]
#[case::ss_ffyl_12_only_hurt(KillingBlow::Down, 3, 1, false)]
fn killing_blows(
    #[case] killing_blow: KillingBlow,
    #[case] before: i32,
    #[case] after: i32,
    #[case] expected: bool,
) {
    let switches = Switches { killing_blow, ..Switches::default() };
    let [before, after] = [before, after].map(|now| flesh_at(now, LastStand::None));
    assert_eq!(is_killing_blow(&before, &after, 3, &switches), expected);
}

#[test]
fn ss_ffyl_13_a_point_of_health() {
    assert_eq!(recovery::heal(flesh_at(-2, LastStand::Fighting), 1).stand, LastStand::Won);
    let shielded = Vitals { shield: Pool { now: 0, max: 8 }, ..flesh_at(-2, LastStand::Fighting) };
    assert_eq!(recovery::recharge(shielded).stand, LastStand::Fighting);
}

#[rstest]
#[case::ss_ffyl_14_below_nothing(-2, 1)]
#[case::ss_ffyl_14_down_by_strain(4, 4)]
#[case::ss_ffyl_17_far_below(-7, 1)]
fn saved(#[case] flesh: i32, #[case] expected: i32) {
    let after = round_ends(won(flesh_at(flesh, LastStand::Fighting)));
    assert_eq!((after.flesh.now, after.stand), (expected, LastStand::None));
}

#[test]
fn ss_ffyl_15_half_the_strain() {
    let strained = Vitals { strain: 9, ..flesh_at(-2, LastStand::Won) };
    assert_eq!(round_ends(strained).strain, half(9).cast_signed());
}

#[rstest]
#[case::ss_ffyl_16_falls(-2, Down::Unconscious)]
#[case::ss_ffyl_16_dies(-4, Down::Dead)]
fn in_vain(#[case] flesh: i32, #[case] expected: Down) {
    let after = round_ends(flesh_at(flesh, LastStand::Fighting));
    assert_eq!((state_of(&after, 3), after.stand), (Some(expected), LastStand::Lost));
}

#[test]
fn ss_ffyl_17_further_damage() {
    let stands = flesh_at(-2, LastStand::Fighting);
    let after = apply_damage(stands, 5, PoolKind::Health, DamageType::Kinetic, &Switches::default()).vitals;
    assert_eq!((after.flesh.now, state_of(&after, 3)), (-7, None));
    assert_eq!(round_ends(won(after)).flesh.now, 1);
}

#[test]
fn ss_ffyl_18_the_injury_stays() {
    let before = flesh_at(2, LastStand::None);
    let applied = apply_damage(before, 2, PoolKind::Health, DamageType::Kinetic, &Switches::default());
    let down = critical::add(applied.vitals, critical::causes(&before, &applied, PoolKind::Health, 3));
    let saved = round_ends(won(Vitals { stand: LastStand::Fighting, ..down }));
    assert_eq!((saved.injuries, saved.flesh.now), (1, 1));
}

#[test]
fn a_machine_is_saved_in_its_last_pool() {
    let robot = Vitals { armored: Pool { now: -2, max: 6 }, stand: LastStand::Won, ..Vitals::default() };
    assert_eq!(round_ends(robot).armored.now, 1);
    assert_eq!(vitals_of(&unit(0).sheet, &Switches::default()).stand, LastStand::None);
}
