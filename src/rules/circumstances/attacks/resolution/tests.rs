use rstest::rstest;

use super::*;
use crate::circumstances::attacks::evasion::EvasiveAction;
use crate::circumstances::test_fixtures::*;
use crate::circumstances::{
    Ailment, DamageDice, Deflector, DownState, Fighter, HitResult, Skill, Weapon, WeaponClass,
};
use dice::{Interrupt, ScriptedTable};
use model::UnitId;

/// A defender with a Reaction, Dodge 40, WS 40.
fn nimble(fighter: &mut Fighter) {
    fighter.reaction = true;
    edit_sheet(fighter, |sheet| {
        sheet.skills.insert(Skill::Dodge, 40);
    });
}

#[test]
fn cs_base_11_the_attack_roll_names_the_location() {
    let context = attack_context(sword());
    let location = |roll| play_result(&context, &[roll, 10]).harm.location;
    assert_eq!(location(23), Some(HitLocation::Body));
    assert_eq!(location(1), Some(HitLocation::Head));
    assert_eq!(play_result(&context, &[50]).harm.location, None, "a miss lands nowhere");
}

#[test]
fn cs_base_12_melee_damage_adds_the_strength_bonus() {
    let mut weapon = pistol();
    weapon.range = 60;
    assert_eq!(play_result(&attack_context(weapon), &[40, 8]).harm.raw, 11);
    assert_eq!(play_result(&attack_context(sword()), &[40, 8]).harm.raw, 13);
    let blunt = Weapon { adds_strength: false, ..sword() };
    assert_eq!(play_result(&attack_context(blunt), &[40, 8]).harm.raw, 9);
}

#[rstest]
#[case(5, "unconscious", Some(DownState::Unconscious))]
#[case(4, "unconscious", None)]
#[case(5, "dead", Some(DownState::Dead))]
fn cs_base_13_out_of_action(#[case] lost: u8, #[case] switch: &str, #[case] down: Option<DownState>) {
    let mut weapon = autogun();
    weapon.damage = DamageDice::d10(1, 3);
    let mut context = attack_context(weapon);
    context.defender.condition.wounds = 5;
    with_switch(&mut context, "cs.zero_wounds", switch);
    let harm = play_result(&context, &[40, lost]).harm;
    assert_eq!((harm.damage, harm.down), (u32::from(lost), down));
    assert_eq!(harm.condition.has_no_wounds_left(), down.is_some());
}

#[rstest]
#[case(33, 0, HitResult::Miss)]
#[case(41, 13 - 3, HitResult::Hit)]
fn cs_base_14_evasion(#[case] roll: u8, #[case] damage: u32, #[case] contact: HitResult) {
    let mut context = attack_context(sword());
    nimble(&mut context.defender);
    let (result, _) = play_attack(&context, if roll > 40 { &[40, 41, 8] } else { &[40, 33] }, &["dodge"]);
    assert_eq!(result.harm.evasion, Some(EvasiveAction::Dodge), "the Reaction is used");
    assert_eq!((result.harm.damage, result.harm.contact), (damage, contact));
}

#[test]
fn cs_base_14_only_the_hit_are_asked() {
    let mut context = attack_context(sword());
    nimble(&mut context.defender);
    assert_eq!(play_attack(&context, &[41], &[]).0.harm.evasion, None);
    let kept = play_attack(&context, &[40, 8], &["none"]).0;
    assert_eq!((kept.harm.evasion, kept.harm.contact), (None, HitResult::Hit));
    context.defender.reaction = false;
    assert_eq!(play_attack(&context, &[40, 8], &[]).0.harm.evasion, None, "used up");
}

#[rstest]
#[case::dodge_is_better(50, 40, ["dodge", "parry", "none"])]
#[case::parry_is_better(30, 40, ["parry", "dodge", "none"])]
#[case::both_are_hopeless(0, 0, ["none", "dodge", "parry"])]
fn cs_base_14_the_best_answer_comes_first(#[case] dodge: u8, #[case] skill: u8, #[case] order: [&str; 3]) {
    let mut context = attack_context(sword());
    nimble(&mut context.defender);
    edit_sheet(&mut context.defender, |sheet| {
        sheet.skills.insert(Skill::Dodge, dodge);
        sheet.characteristics.weapon_skill = skill;
    });
    let mut table = ScriptedTable::new([40], Vec::new());
    let Err(Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, &context) else { panic!("asked") };
    let keys: Vec<_> = prompt.answers.iter().map(|answer| answer.key.as_str()).collect();
    assert_eq!((keys.as_slice(), prompt.who), (order.as_slice(), UnitId(2)));
    if dodge == 0 {
        let dodged = play_attack(&context, &[40, 50, 8], &["dodge"]).0;
        assert_eq!(dodged.harm.evasion, Some(EvasiveAction::Dodge));
    }
}

#[rstest]
#[case(false, &[40, 4], 7)]
#[case(true, &[40, 4, 7], 14)]
fn cs_base_26_special_damage(#[case] special: bool, #[case] faces: &[u8], #[case] raw: u32) {
    let mut weapon = autogun();
    weapon.damage = DamageDice::d10(1, 3);
    weapon.special_damage = special;
    let mut context = attack_context(weapon);
    assert_eq!(play_result(&context, faces).harm.raw, raw);
    with_switch(&mut context, "cs.special_damage", "5");
    assert_eq!(play_result(&context, &[40, 4]).harm.raw, if special { 12 } else { 7 });
}

#[rstest]
#[case(Ailment::Frozen, true)]
#[case(Ailment::Shocked, true)]
#[case(Ailment::Unconscious, true)]
#[case(Ailment::Immobilised, false)]
#[case(Ailment::Stunned, false)]
fn cs_base_27_helpless(#[case] ailment: Ailment, #[case] helpless: bool) {
    let mut context = attack_context(sword());
    nimble(&mut context.defender);
    add_ailment(&mut context.defender, ailment);
    assert_eq!(context.defender.is_helpless(), helpless);
    let idle = helpless || ailment == Ailment::Stunned;
    assert_eq!(AttackPlan::new(&context).defence.evasions.is_empty(), idle, "no Reaction either");
}

fn fielded() -> AttackContext {
    attack_context_with(sword(), |context| {
        nimble(&mut context.defender);
        edit_sheet(&mut context.defender, |sheet| {
            sheet.deflector = Some(Deflector { value: 35, automatic: Default::default() });
        });
    })
}

#[test]
fn cs_base_29_a_field_deflects_a_hit_before_evasion() {
    let negated = play_attack(&fielded(), &[40, 35], &[]).0.harm;
    assert_eq!((negated.deflected, negated.contact, negated.evasion), (true, HitResult::Miss, None));
    let dodged = play_attack(&fielded(), &[40, 36, 40], &["dodge"]).0.harm;
    assert_eq!((dodged.deflected, dodged.evasion), (false, Some(EvasiveAction::Dodge)));
    let mut off = fielded();
    with_switch(&mut off, "cs.deflect", "off");
    assert!(!play_attack(&off, &[40, 40], &["dodge"]).0.harm.deflected);
}

#[rstest]
#[case(11, 6)]
#[case(4, 0)]
fn cs_base_30_damage_reduction(#[case] damage: i16, #[case] wounds: u32) {
    let mut weapon = autogun();
    weapon.damage = DamageDice::d10(1, damage - 5);
    weapon.penetration = 2;
    let context = attack_context_with(weapon, |context| {
        edit_sheet(&mut context.defender, |sheet| sheet.armour.body = 4)
    });
    let harm = play_result(&context, &[4, 5]).harm;
    assert_eq!((harm.location, harm.damage), (Some(HitLocation::Body), wounds));
    assert_eq!(harm.condition.wounds, 12 - wounds.cast_signed());
    assert_eq!(harm.contact, if wounds > 0 { HitResult::Hit } else { HitResult::Graze });
}

#[test]
fn cs_base_30_penetration_beyond_the_armour_is_lost() {
    let mut weapon = autogun();
    weapon.penetration = 9;
    let context = attack_context_with(weapon, |context| {
        edit_sheet(&mut context.defender, |sheet| sheet.armour.body = 4)
    });
    assert_eq!(play_result(&context, &[4, 8]).harm.damage, 11 - 3);
}

#[test]
fn cs_base_31_only_melee_attacks_are_parried() {
    let mut context = attack_context(sword());
    nimble(&mut context.defender);
    let harm = play_attack(&context, &[40, 40], &["parry"]).0.harm;
    assert_eq!((harm.evasion, harm.damage), (Some(EvasiveAction::Parry), 0));
    let mut shot = crate::circumstances::test_fixtures::attack_context(autogun());
    nimble(&mut shot.defender);
    let ways: Vec<_> = AttackPlan::new(&shot).defence.evasions.iter().map(|(way, _)| *way).collect();
    assert_eq!(ways, [EvasiveAction::Dodge], "bullets cannot be parried");
}

#[test]
fn cs_base_33_empty_hands() {
    let context = attack_context_with(Weapon::unarmed(), |context| {
        edit_sheet(&mut context.attacker, |sheet| sheet.characteristics.strength = 30);
    });
    assert_eq!(play_result(&context, &[40, 4]).harm.raw, 5);
}

fn burst() -> AttackContext {
    attack_context_with(autogun(), |context| context.mode = AttackMode::Burst)
}

#[test]
fn cs_base_36_burst_fire() {
    let context = burst();
    assert_eq!(target_number_of(&context), 50);
    // Roll 8: 4 degrees, three hits; the first at 80, the right leg, the others at random.
    let (result, traces) = play_attack(&context, &[8, 5, 40, 5, 5, 5], &[]);
    assert_eq!((result.harm.hits, result.harm.location), (3, None));
    let places: Vec<_> = note_texts(&traces).into_iter().filter(|text| text.starts_with("Hit: ")).collect();
    assert_eq!(places, ["Hit: right leg", "Hit: head", "Hit: body"]);
    assert_eq!(result.harm.damage, 3 * (8 - 3));
    assert_eq!(result.loaded.rounds, 27);
    let rolls = ["attack", "hit location", "hit location", "damage", "damage", "damage"];
    assert_eq!(roll_names(&traces), rolls);
    let single = play_result(&context, &[35, 5]);
    assert_eq!((single.harm.hits, single.loaded.rounds), (1, 27));
    assert_eq!(play_result(&context, &[20, 5, 5, 5]).harm.hits, 2, "3 degrees: one more for every full 2");
    assert_eq!(play_result(&context, &[60]).loaded.rounds, 27, "a miss fires them too");
}

#[test]
fn cs_base_36_every_hit_meets_the_armour_of_its_place() {
    let mut context = burst();
    edit_sheet(&mut context.defender, |sheet| sheet.armour.head = 4);
    // Two degrees, two hits: right leg (82) and head. Damage 8 - 3, and 8 - 4 - 3.
    let result = play_result(&context, &[28, 5, 5, 5]);
    assert_eq!((result.harm.hits, result.harm.damage), (2, 5 + 1));
}

#[test]
fn cs_base_36_no_more_hits_than_rounds() {
    let mut context = burst();
    edit_sheet(&mut context.attacker, |sheet| sheet.characteristics.ballistic_skill = 90);
    assert_eq!(play_result(&context, &[10, 50, 50, 5, 5, 5]).harm.hits, 3, "9 degrees would give 5");
    context.loaded.rounds = 2;
    let result = play_result(&context, &[10, 50, 5, 5]);
    assert_eq!((result.harm.hits, result.loaded.rounds), (2, 0));
}

#[test]
fn cs_base_36_one_dodge_negates_all_hits() {
    let mut context = burst();
    nimble(&mut context.defender);
    let harm = play_attack(&context, &[8, 40], &["dodge"]).0.harm;
    assert_eq!((harm.hits, harm.damage), (0, 0));
}

#[test]
fn cs_base_36_the_switch_takes_bonus_and_hits() {
    let mut context = burst();
    with_switch(&mut context, "cs.burst", "off");
    assert_eq!(target_number_of(&context), 40);
    let result = play_result(&context, &[8, 5]);
    assert_eq!((result.harm.hits, result.loaded.rounds), (1, 27));
}

#[test]
fn cs_base_28_the_defender_spends_a_point_on_a_dodge() {
    let mut context = attack_context(sword());
    nimble(&mut context.defender);
    context.defender.condition.fate = 1;
    let (result, _) = play_attack(&context, &[40, 80, 20], &["dodge", "fate"]);
    assert_eq!((result.harm.contact, result.harm.condition.fate), (HitResult::Miss, 0));
    assert!(!result.fate_spent, "the attacker spent none");
}

#[test]
fn dice_of_five_sides_are_rolled_one_by_one() {
    let mut weapon = Weapon::plain("Club", WeaponClass::Melee, DamageDice { count: 2, sides: 5, bonus: 0 });
    weapon.adds_strength = false;
    assert_eq!(play_result(&attack_context(weapon), &[40, 3, 7]).harm.raw, 2 + 4);
}
