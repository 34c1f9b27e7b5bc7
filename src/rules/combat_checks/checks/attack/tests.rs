mod advantages;
mod automatic_spending;
mod chart;
mod odds;
mod overpowered;
mod qualities;
mod spending_offers;
mod threats;
mod triumphs;

use std::sync::Arc;

use rstest::rstest;

use super::*;
use crate::combat_checks::checks::range::AttackError;
use crate::combat_checks::test_support::*;
use crate::combat_checks::{
    Characteristic, ItemFate, ItemSlot, Limb, SideEffect, Skill, Weapon, WeaponClass,
};
use crate::test_barriers::intact_wall;
use crate::{BarrierOnLine, DownState, HitResult};
use dice::{Interrupt, ScriptedTable, Trace};
use model::UnitId;

#[rstest]
#[case::cc_chk_01_melee(Skill::Melee, true)]
#[case::cc_chk_01_brawl(Skill::Brawl, true)]
#[case::cc_chk_01_light_ranged(Skill::LightRanged, true)]
#[case::cc_chk_01_heavy_ranged(Skill::HeavyRanged, true)]
#[case::cc_chk_01_medicae(Skill::Medicae, false)]
#[case::cc_chk_01_vigilance(Skill::Vigilance, false)]
fn combat_skills(#[case] skill: Skill, #[case] combat: bool) {
    assert_eq!(skill.is_combat(), combat);
}

#[test]
fn cc_chk_02_steps_in_their_order() {
    let mut context = attack_context(pistol());
    context.attacker.condition.strain = 3;
    let (_, traces) = play_script(&faces_for(1, 1), &["strain"], |table| resolve_attack(table, &context));
    let steps: Vec<&str> = traces
        .iter()
        .map(|trace| match trace {
            Trace::Rolled(record) => record.clause,
            Trace::Decided { clause, .. } => clause,
            Trace::Noted(note) => note.clause,
        })
        .collect();
    assert_eq!(steps, ["CC-POOL-01", "CC-DMG-04", "CC-ADV-01"]);
    let (_, traces) = play_script(&faces_for(1, -1), &["strain"], |table| resolve_attack(table, &context));
    assert!(matches!(traces.last(), Some(Trace::Decided { clause: "CC-THT-01", who: UnitId(2), .. })));
}

#[test]
fn cc_chk_03_the_weapon_comes_first() {
    // Each weapon has its own pool.
    let (pistol, sword) =
        (attack_context(pistol()), attack_context(Weapon { skill: Some(Skill::Vigilance), ..sword() }));
    assert_eq!((pool_dice(&pistol), pool_dice(&sword)), ([0, 0, 1, 2, 2, 0], [0, 0, 3, 2, 0, 0]));
}

#[test]
fn cc_chk_04_no_more_targets_than_the_weapon_allows() {
    let mut context = two_targets(rifle());
    Arc::make_mut(&mut context.weapon).targets = 2;
    assert_eq!(context.validate(), Ok(()));
    Arc::make_mut(&mut context.weapon).targets = 1;
    assert_eq!(context.validate(), Err(AttackError::TooMany { most: 1 }));
}

#[test]
fn cc_rng_13_the_declaration_is_refused() {
    let mut context = attack_context(sword());
    context.sight = sight(2);
    assert_eq!(context.validate(), Err(AttackError::NotEngaged));
}

/// Damage of weapon, successes, Soak.
fn dealt(rating: u32, successes: i32, soak: u8) -> (u32, u32, u32) {
    let mut context = attack_context(weapon("club", WeaponClass::Melee, rating));
    let sheet = Arc::make_mut(&mut context.defender.sheet);
    (sheet.characteristics.toughness, sheet.armour.soak) = (2, soak - 2);
    let after = resolve_with(&context, &faces_for(successes, 0), &[]);
    let first = after.first_target();
    (first.raw_damage, first.condition.wounds, first.condition.strain)
}

#[rstest]
#[case::cc_dmg_01_successes_raise_damage(6, 3, 4, (9, 5, 0))]
#[case::cc_dmg_04_soak(6, 3, 4, (9, 5, 0))]
#[case::cc_dmg_04_never_below_nothing(2, 1, 4, (3, 0, 0))]
#[case::cc_dmg_05_wounds(6, 3, 4, (9, 5, 0))]
#[case::cc_dmg_07_no_success_no_damage(6, 0, 2, (0, 0, 0))]
#[case::cc_dmg_07_failures_no_damage(6, -1, 2, (0, 0, 0))]
fn damage_of(#[case] rating: u32, #[case] successes: i32, #[case] soak: u8, #[case] wanted: (u32, u32, u32)) {
    assert_eq!(dealt(rating, successes, soak), wanted);
}

#[test]
fn cc_ruling_19_soak_above_the_damage_heals_nothing() {
    let mut context = attack_context(weapon("club", WeaponClass::Melee, 2));
    let sheet = Arc::make_mut(&mut context.defender.sheet);
    (sheet.characteristics.toughness, sheet.armour.soak) = (2, 3);
    (context.defender.condition.wounds, context.defender.condition.strain) = (4, 2);
    let after = resolve_with(&context, &faces_for(1, 0), &[]);
    let first = after.first_target();
    assert_eq!((first.raw_damage, first.damage), (3, 0), "3 damage against Soak 5");
    assert_eq!((first.condition.wounds, first.condition.strain), (4, 2), "0, not 2 healed");
}

#[test]
fn cc_dmg_02_unarmed_is_strength() {
    let mut context = attack_context(Weapon::unarmed());
    let values = &mut Arc::make_mut(&mut context.attacker.sheet).characteristics;
    (values.agility, values.toughness, values.willpower) = (1, 4, 5);
    let after = resolve_with(&context, &faces_for(2, 0), &[]);
    assert_eq!(after.first_target().raw_damage, 5);
}

#[test]
fn cc_dmg_06_unarmed_inflicts_strain() {
    let context = attack_context(Weapon::unarmed());
    let after = resolve_with(&context, &faces_for(2, 0), &[]);
    assert_eq!((after.first_target().condition.strain, after.first_target().condition.wounds), (1, 0));
    let baton = Weapon { non_lethal: true, ..sword() };
    let after =
        resolve_with(&crate::combat_checks::test_support::attack_context(baton), &faces_for(1, 0), &[]);
    assert_eq!((after.first_target().condition.strain, after.first_target().condition.wounds), (3, 0));
}

#[rstest]
#[case::cc_dmg_03_two_targets(5, 2, 3)]
#[case::cc_dmg_03_rounded_up(1, 3, 1)]
#[case::cc_ruling_12_shares_may_exceed(5, 3, 2)]
fn shares(#[case] successes: u32, #[case] targets: u32, #[case] each: u32) {
    assert_eq!(damage::share_successes(successes, targets), each);
    assert_eq!(damage::raw_damage(6, successes, targets), 6 + each);
}

#[test]
fn cc_dmg_03_every_target_is_hit() {
    let after = resolve_with(&two_targets(rifle()), &faces_for(3, 0), &[]);
    let raw: Vec<u32> = after.targets.iter().map(|target| target.raw_damage).collect();
    assert_eq!(raw, [8, 8]);
}

#[test]
fn cc_dmg_08_soak_is_toughness_and_armour_or_a_house_rule() {
    let mut context = attack_context(pistol());
    let sheet = Arc::make_mut(&mut context.defender.sheet);
    (sheet.characteristics.toughness, sheet.armour.soak) = (4, 2);
    assert_eq!(AttackPlan::new(&context).soak[0].pool(), 6);
    set_switch(&mut context, "cc.soak", "6");
    assert_eq!(AttackPlan::new(&context).soak[0].pool(), 8);
}

#[rstest]
#[case::cc_dmg_09_worked_attack(false)]
#[case::cc_ruling_18_all_switches_at_default(true)]
fn worked_attack(#[case] write_defaults: bool) {
    let mut context = attack_context(pistol());
    if write_defaults {
        for info in crate::combat_checks::Switches::list() {
            set_switch(&mut context, info.name, &info.default);
        }
        assert_eq!(*context.switches, crate::combat_checks::Switches::default());
    }
    Arc::make_mut(&mut context.defender.sheet).ranged_defence = 1;
    assert_eq!(pool_dice(&context), [0, 1, 1, 2, 2, 0]);
    let after = resolve_with(&context, &face_list("P4 P12 A2 D2 D5 K1"), &["stop", "strain"]);
    assert_eq!((after.successes, after.first_target().condition.wounds), (3, 5));
    assert_eq!(after.attacker.condition.strain, 1, "1 threat spent");
}

#[test]
fn cc_dmg_10_worked_miss() {
    let mut context = attack_context(pistol());
    context.attacker.condition.strain = 2;
    Arc::make_mut(&mut context.defender.sheet).ranged_defence = 1;
    let after = resolve_with(&context, &face_list("P7 P4 A5 D3 D4 K3"), &["strain"]);
    assert_eq!((after.first_target().contact, after.first_target().condition.wounds), (HitResult::Miss, 0));
    assert_eq!(after.attacker.condition.strain, 1, "1 advantage spent");
}

#[test]
fn cc_thr_08_the_unconscious_fall_and_drop() {
    let mut context = attack_context(pistol());
    context.defender.held.push(wielded(rifle(), Limb::RightArm));
    context.defender.condition.wounds = 13;
    let after = resolve_with(&context, &faces_for(1, 0), &[]);
    let first = after.first_target();
    assert_eq!((first.down, first.prone), (Some(DownState::Unconscious), true));
    assert_eq!(
        after.side_effects,
        [SideEffect::Item { unit: UnitId(2), item: ItemSlot::Weapon(0), fate: ItemFate::Dropped }]
    );
}

#[test]
fn cc_thr_04_strain_from_threats_counts() {
    let mut context = attack_context(pistol());
    context.attacker.condition.strain = context.attacker.condition.strain_threshold;
    let after = resolve_with(&context, &faces_for(0, -1), &["strain"]);
    assert_eq!((after.attacker.down, after.attacker.prone), (Some(DownState::Unconscious), true));
}

#[test]
fn cc_econ_15_the_defender_is_not_asked() {
    let context = attack_context(pistol());
    let (_, traces) = play_script(&faces_for(1, 0), &[], |table| resolve_attack(table, &context));
    assert!(!traces.iter().any(|trace| matches!(trace, Trace::Decided { .. })));
    assert_eq!(context.defender.economy.points, 3);
}

#[test]
fn cc_chart_22_lowered_characteristics_follow_at_once() {
    let mut context = attack_context(Weapon::unarmed());
    context.attacker.condition.losses.push((Characteristic::Strength, 1));
    context.defender.condition.losses.push((Characteristic::Toughness, 1));
    let plan = AttackPlan::new(&context);
    assert_eq!((plan.damage.pool(), plan.soak[0].pool()), (2, 3));
    assert_eq!(pool_dice(&context)[2..5], [0, 2, 2], "Strength 2, Brawl 2");
}

#[test]
fn a_wall_stops_what_is_wholly_hidden() {
    let wall = |structure, armor| intact_wall(7, "wall", (structure, armor));
    let mut context = attack_context(pistol());
    context.barriers = vec![wall(10, 16)];
    let open = resolve_with(&context, &faces_for(1, 0), &[]);
    assert_eq!(open.first_target().contact, HitResult::Hit, "seen past the wall");
    context.sight.hidden = 100;
    let stopped = resolve_with(&context, &faces_for(1, 0), &[]);
    assert_eq!((stopped.first_target().contact, stopped.first_target().damage), (HitResult::Blocked, 0));
}

/// A pane before the first target.
fn pane(structure: u32, armor: u32) -> BarrierOnLine {
    BarrierOnLine { transparent: true, ..intact_wall(7, "pane", (structure, armor)) }
}

#[test]
fn ss_cover_06_only_who_stands_behind_the_barrier_is_spared() {
    let mut context = two_targets(pistol());
    context.barriers = vec![pane(10, 16)];
    let after = resolve_with(&context, &faces_for(1, 0), &[]);
    let contacts: Vec<_> = after.targets.iter().map(|target| (target.contact, target.damage)).collect();
    assert_eq!(contacts, [(HitResult::Blocked, 0), (HitResult::Hit, 3)]);
}

#[test]
fn cc_dmg_04_the_log_tells_successes_and_what_a_pane_took_apart() {
    let mut context = attack_context(pistol());
    context.barriers = vec![pane(1, 2)];
    let (_, traces) = play_script(&faces_for(3, 0), &[], |table| resolve_attack(table, &context));
    let note = traces.iter().find_map(|trace| match trace {
        Trace::Noted(note) if note.clause == "CC-DMG-04" => Some(note),
        _ => None,
    });
    let parts = &note.expect("damage is noted").parts;
    let value = |reason: &str| parts.iter().find(|part| part.reason == reason).map(|part| part.value);
    assert_eq!((value("successes"), value("barriers")), (Some(3), Some(-1)), "{parts:?}");
}

#[test]
fn a_question_stops_the_rule_before_any_harm() {
    let context = attack_context(pistol());
    let mut table = ScriptedTable::new(faces_for(1, 2), Vec::new());
    let Err(Interrupt::NeedsAnswer(prompt)) = resolve_attack(&mut table, &context) else {
        panic!("expected a prompt for advantages")
    };
    assert_eq!((prompt.who, prompt.clause), (UnitId(1), "CC-ADV-01"));
}
