//! Tests of contact attacks, extra effects, and windows in between.

use super::*;
use crate::BarrierOnLine;
use crate::attacks_and_damage::test_support::*;
use crate::attacks_and_damage::{DamageNature, Skill, Weapon};
use crate::test_barriers::intact_wall;
use dice::Trace;
use model::BarrierId;

fn contact(attack: usize, defence: usize) -> (AttackResult, Vec<Trace>) {
    let context = duel_against(touch(), |sheet| sheet.armour = vec![armour_item("plate", "9/9/9")]);
    play_attack(&context, &[faces_with_hits(attack, 6), faces_with_hits(defence, 6)], &["gymnastics"])
}

#[test]
fn ad_con_01_a_tie_makes_contact() {
    let (result, traces) = contact(2, 2);
    assert_eq!((result.contact, result.net_hits), (HitResult::Hit, 0));
    assert_eq!(note_clauses(&traces)[0], "AD-CON-01");
}

#[test]
fn ad_ruling_01_one_threshold_for_both() {
    for weapon in [touch(), sword("6IL")] {
        let resistance = if weapon.damage.is_some() { NO_RESISTANCE_HITS } else { None };
        assert_eq!(play_duel(&duel(weapon.clone()), 2, 2, resistance).contact, HitResult::Hit);
        assert_eq!(play_duel(&duel(weapon), 1, 2, None).contact, HitResult::Miss);
    }
}

#[test]
fn ad_con_02_fewer_hits_make_none() {
    let (result, traces) = contact(1, 2);
    assert_eq!((result.contact, result.effects.len()), (HitResult::Miss, 0));
    assert_eq!(note_clauses(&traces), ["AD-CON-02"]);
}

#[test]
fn ad_con_03_contact_without_a_dv() {
    let (result, traces) = contact(2, 2);
    assert_eq!(result.effects, ["numbness"]);
    assert_eq!((roll_sizes(&traces).len(), damage_by_track(&result), result.raw_damage), (2, (0, 0), 0));
    assert_eq!(note_clauses(&traces)[1], "AD-CON-03");
}

#[test]
fn ad_con_03_without_a_dv_nothing_waits_for_damage() {
    let weapon = Weapon { riders: vec![rider("marked", ExtraEffectTrigger::Damage)], ..touch() };
    assert_eq!(play_duel(&duel(weapon), 2, 2, None).effects, ["marked"]);
}

#[test]
fn ad_con_04_armour_does_not_undo_contact() {
    let glove = Weapon {
        damage: Some("3EL".parse().expect("a damage value")),
        nature: Some(DamageNature::Electricity),
        ..touch()
    };
    let context = duel_against(glove, |sheet| sheet.armour = vec![armour_item("suit", "0/0/5")]);
    let result = play_duel(&context, 2, 2, None);
    assert_eq!((damage_by_track(&result), result.contact), ((0, 0), HitResult::Hit));
    assert_eq!(result.effects, ["numbness"]);
}

#[test]
fn ad_spec_02_extra_effects() {
    let mut weapon = sword("5PL");
    weapon.riders =
        vec![rider("poison", ExtraEffectTrigger::Damage), rider("paint", ExtraEffectTrigger::Hit)];
    let context = duel_against(weapon, |sheet| sheet.armour = vec![armour_item("mail", "0/5/0")]);
    assert_eq!(play_duel(&context, 2, 2, None).effects, ["paint"], "stopped by the armour");
    assert_eq!(play_duel(&context, 3, 2, NO_RESISTANCE_HITS).effects, ["poison", "paint"]);
    assert_eq!(play_duel(&context, 3, 2, Some(&[5, 1, 1])).effects, ["paint"], "resisted");
    assert!(play_duel(&context, 1, 2, None).effects.is_empty());
}

fn pane(id: u32, structure: u32) -> BarrierOnLine {
    BarrierOnLine { thickness_cm: 1, transparent: true, ..intact_wall(id, "window", (structure, 0)) }
}

#[test]
fn ss_barr_10_an_attack_goes_through_a_window() {
    let mut context = duel(rifle("6L"));
    context.barriers = vec![pane(7, 1), BarrierOnLine { transparent: false, ..pane(8, 9) }];
    let (result, _) = play_attack(
        &context,
        &[faces_with_hits(2, 6), faces_with_hits(2, 6), vec![1, 1, 1]],
        &["gymnastics"],
    );
    assert_eq!(result.barriers.iter().map(|harm| harm.id).collect::<Vec<_>>(), [BarrierId(7).into()]);
    assert_eq!((result.contact, result.raw_damage), (HitResult::Hit, 6));
    assert!(result.taken.light < 6 && result.taken.light > 0, "the window takes some: {result:?}");
}

#[rstest::rstest]
#[case::negative_lowers(-2, 1)]
#[case::positive_raises(2, 5)]
fn ad_ruling_02_the_sign_is_turned_round_for_windows(#[case] ap: i32, #[case] dice: u32) {
    let mut context = duel(Weapon { ap, ..axe("9IC") });
    context.sight.aware = false;
    context.barriers = vec![BarrierOnLine { armor: 2, ..pane(7, 1) }];
    let window = faces_with_hits(0, dice as usize);
    let (_, traces) = play_attack(&context, &[faces_with_hits(0, 6), window, vec![1, 1, 1]], &[]);
    assert_eq!(roll_sizes(&traces)[1].1, dice);
}

#[test]
fn ss_cover_06_a_strong_window_stops_a_touch() {
    let mut context = duel(touch());
    context.barriers = vec![pane(7, 4)];
    let (result, traces) =
        play_attack(&context, &[faces_with_hits(3, 6), faces_with_hits(2, 6)], &["gymnastics"]);
    assert_eq!((result.contact, result.effects.len()), (HitResult::Blocked, 0));
    assert_eq!(note_clauses(&traces).last(), Some(&"SS-COVER-06"));
    context.barriers[0].damage = 40;
    assert_eq!(play_duel(&context, 3, 2, None).contact, HitResult::Hit, "the window is broken");
}

#[test]
fn the_weapon_of_a_punch_is_the_hand() {
    let puncher = unit(1, |sheet| {
        sheet.attributes.strength = 5;
        sheet.skills.insert(Skill::Unarmed, 2);
    });
    let weapon = puncher.sheet.unarmed_weapon();
    let context = attack_context(puncher, unit(2, |_| {}), weapon);
    let (result, _) =
        play_attack(&context, &[faces_with_hits(1, 5), faces_with_hits(1, 3), vec![1, 1, 1]], &["parry"]);
    assert_eq!(damage_by_track(&result), (3, 0), "half of 5, rounded up");
}
