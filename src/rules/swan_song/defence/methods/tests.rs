use std::sync::Arc;

use rstest::rstest;

use super::*;
use crate::status::{ActiveAilment, Ailment, StatusEnd};
use crate::swan_song::test_support::attacks::*;
use crate::swan_song::{
    AttackContext, DownState, Fighter, FireMode, HitResult, MovementMode, Sheet, Skill, UnitKind, WeaponClass,
};

pub(super) fn blow() -> AttackContext {
    let attacker = fighter(1, |sheet| {
        sheet.skills.insert(Skill::Blades, 3);
    });
    attack_context(attacker, guard(), weapon(WeaponClass::Melee, Skill::Blades, 4))
}

pub(super) fn shot() -> AttackContext {
    attack_context(fighter(1, |_| {}), guard(), rifle(6))
}

pub(super) fn burst(mode: FireMode) -> AttackContext {
    AttackContext { mode: Some(mode), ..shot() }
}

pub(super) fn sheet(fighter: &mut Fighter) -> &mut Sheet {
    Arc::make_mut(&mut fighter.sheet)
}

pub(super) fn skilled(mut context: AttackContext, skill: Skill, rating: u8) -> AttackContext {
    sheet(&mut context.defender).skills.insert(skill, rating);
    context
}

pub(super) fn holding(mut context: AttackContext, weapon: Weapon) -> AttackContext {
    context.defender.held.push(Arc::new(weapon));
    context
}

pub(super) fn in_cover(mut context: AttackContext, hidden: u8) -> AttackContext {
    context.sight.hidden = hidden;
    context.sight.took_cover = true;
    context
}

/// Dice of the standard defence.
pub(super) fn dice(context: &AttackContext) -> u32 {
    defence_parts(context, DefenceMethod::STANDARD).pool()
}

pub(super) fn keys(context: &AttackContext) -> Vec<&'static str> {
    defence_options(context).iter().map(|option| option.method.key()).collect()
}

pub(super) fn option(context: &AttackContext, key: &str) -> DefenceOption {
    let options = defence_options(context);
    options.into_iter().find(|option| option.method.key() == key).expect("offered")
}

pub(super) fn cover_dice(context: &AttackContext) -> Option<u32> {
    match available_defence(context) {
        AvailableDefence::CoverOnly(parts) => Some(parts.pool()),
        AvailableDefence::Undefended | AvailableDefence::Options(_) => None,
    }
}

#[test]
fn ss_def_01_an_aware_target_is_asked() {
    let options = defence_options(&blow());
    let AvailableDefence::Options(offered) = available_defence(&blow()) else { panic!("it defends itself") };
    assert_eq!(offered, options);
    assert!(options.len() > 1);
}

#[rstest]
#[case::good(60, Some(4))]
#[case::partial(30, Some(2))]
#[case::uncovered(0, None)]
fn ss_def_02_things_have_their_cover(#[case] hidden: u8, #[case] dice: Option<u32>) {
    let mut context = shot();
    sheet(&mut context.defender).kind = UnitKind::Object;
    context.sight.hidden = hidden;
    assert_eq!(cover_dice(&context), dice);
    assert_eq!(available_defence(&context) == AvailableDefence::Undefended, dice.is_none());
}

#[rstest]
#[case::blow(blow())]
#[case::shot(shot())]
fn ss_def_03_standard_defence(#[case] context: AttackContext) {
    let standard = option(&context, "standard");
    assert_eq!((standard.parts.pool(), standard.cost, standard.limit), (7, 0, None));
}

#[test]
fn ss_ruling_02_reaction_and_intuition_not_agility() {
    let mut context = blow();
    let attributes = &mut sheet(&mut context.defender).attributes;
    (attributes.reaction, attributes.intuition, attributes.agility) = (2, 1, 6);
    assert_eq!(option(&context, "standard").parts.pool(), 3);
}

#[rstest]
#[case::blow(blow(), 3, 10)]
#[case::shot(shot(), 3, 10)]
#[case::strong_willed(blow(), 5, 12)]
fn ss_def_04_full_defense(#[case] mut context: AttackContext, #[case] willpower: u8, #[case] dice: u32) {
    sheet(&mut context.defender).attributes.willpower = willpower;
    let full = option(&context, "full_defense");
    assert_eq!((full.parts.pool(), full.cost, full.limit), (dice, 2, None));
}

#[test]
fn ss_def_05_full_defense_holds_and_is_paid_once() {
    let mut context = blow();
    context.defender.full_defense = true;
    assert_eq!(dice(&context), 10);
    assert_eq!(keys(&context), ["standard", "dodge"]);
}

#[rstest]
#[case::knife(holding(blow(), knife()), true)]
#[case::pistol(holding(blow(), rifle(4)), false)]
#[case::empty_hands(blow(), false)]
#[case::against_a_shot(holding(shot(), knife()), false)]
fn ss_def_06_parry_needs_a_weapon(#[case] context: AttackContext, #[case] offered: bool) {
    assert_eq!(keys(&context).contains(&"parry"), offered);
}

#[test]
fn ss_def_07_parry_pool() {
    let context = skilled(holding(blow(), knife()), Skill::Blades, 3);
    assert_eq!(option(&context, "parry").parts.pool(), 10);
}

#[test]
fn ss_def_07_the_better_of_two_weapons_parries() {
    let club = weapon(WeaponClass::Melee, Skill::Clubs, 4);
    let context = skilled(holding(holding(blow(), knife()), club), Skill::Clubs, 2);
    assert_eq!(option(&context, "parry").parts.pool(), 9);
}

#[rstest]
#[case::empty_hands(skilled(blow(), Skill::UnarmedCombat, 2), true)]
#[case::untrained(blow(), false)]
#[case::knife_in_hand(holding(skilled(blow(), Skill::UnarmedCombat, 2), knife()), false)]
#[case::glove_worn(holding(skilled(blow(), Skill::UnarmedCombat, 2), Weapon { hands: 0, ..knife() }), true)]
fn ss_def_08_block_needs_empty_hands(#[case] context: AttackContext, #[case] offered: bool) {
    assert_eq!(keys(&context).contains(&"block"), offered);
}

#[test]
fn ss_def_09_block_pool() {
    assert_eq!(option(&skilled(blow(), Skill::UnarmedCombat, 2), "block").parts.pool(), 9);
}

#[test]
fn ss_def_10_dodge_pool() {
    let context = skilled(holding(blow(), knife()), Skill::Acrobatics, 4);
    assert_eq!(option(&context, "dodge").parts.pool(), 11);
    assert_eq!(
        defence_prompt(&context, &defence_options(&context)).answers[2].detail,
        "1 AP, 11 dice, limit 4"
    );
}

#[rstest]
#[case::dodge("dodge", 11, -2)]
#[case::standard("standard", 7, -4)]
fn ss_def_11_the_physical_limit(#[case] key: &str, #[case] pool: usize, #[case] net: i32) {
    let mut context = skilled(blow(), Skill::Acrobatics, 4);
    sheet(&mut context.attacker).skills.clear();
    let (result, _) = play_attack(&context, &[faces_with_hits(2, 3), faces_with_hits(6, pool)], &[key]);
    assert_eq!(result.net_hits, net);
}

#[test]
fn ss_def_12_combined_with_full_defense() {
    let context = skilled(holding(blow(), knife()), Skill::Blades, 3);
    let both = option(&context, "parry+full_defense");
    assert_eq!((both.parts.pool(), both.cost, both.limit), (13, 3, Some(4)));
    let (result, _) =
        play_attack(&context, &[faces_with_hits(0, 6), faces_with_hits(0, 13)], &["parry+full_defense"]);
    assert_eq!((result.defence_cost, result.full_defense, result.contact), (3, true, HitResult::Graze));
}

#[test]
fn ss_def_13_one_of_the_three() {
    let context = skilled(holding(blow(), knife()), Skill::Acrobatics, 4);
    assert!(keys(&context).iter().all(|key| !(key.contains("dodge") && key.contains("parry"))));
    let mut table = dice::ScriptedTable::new(faces_with_hits(0, 6), vec!["dodge+parry".into()]);
    let refused = crate::swan_song::attack::resolution::resolve_attack(&mut table, &context);
    assert!(matches!(refused, Err(dice::Interrupt::ScriptMismatch(_))));
}

#[rstest]
#[case::off("off", &["standard", "full_defense"])]
#[case::on("on", &["standard", "full_defense", "dodge", "dodge+full_defense"])]
fn ss_def_14_dodging_shots(#[case] switch: &str, #[case] offered: &[&str]) {
    let mut context = skilled(shot(), Skill::Acrobatics, 4);
    with_switch(&mut context, "ss.ranged_dodge", switch);
    assert_eq!(keys(&context), offered);
}

#[rstest]
#[case::none_left(0, true, &["standard"])]
#[case::ss_act_31_one_left(1, true, &["standard", "dodge"])]
#[case::ss_act_35_no_interrupt(3, false, &["standard"])]
fn ss_def_15_interrupts_are_paid(#[case] points: u8, #[case] may_interrupt: bool, #[case] offered: &[&str]) {
    let mut context = blow();
    context.defender.action_points = points;
    context.defender.may_interrupt = may_interrupt;
    assert_eq!(keys(&context), offered);
}

#[rstest]
#[case::ss_def_16_knife(holding(blow(), knife()), &["standard", "dodge", "parry"])]
#[case::ss_ruling_29_empty_hands(blow(), &["standard", "dodge", "block"])]
#[case::ss_ruling_28_shot(shot(), &["standard"])]
fn ss_def_16_who_may_choose_what(#[case] context: AttackContext, #[case] offered: &[&str]) {
    let context = skilled(skilled(context, Skill::Acrobatics, 4), Skill::UnarmedCombat, 2);
    let keys = keys(&context);
    let plain: Vec<_> = keys.iter().copied().filter(|key| !key.contains("full")).collect();
    assert_eq!(plain, offered);
    assert!(keys.contains(&"full_defense"));
}

#[rstest]
#[case::ss_def_21_all_hits_are_net_hits(3, Some(1), 3, HitResult::Hit)]
#[case::ss_ruling_18_no_tie_without_a_defender(0, None, 0, HitResult::Miss)]
fn ss_def_21_unaware(
    #[case] rolled: usize,
    #[case] soak: Option<usize>,
    #[case] net: i32,
    #[case] contact: HitResult,
) {
    let mut context = blow();
    context.sight.aware = false;
    let mut rolls = vec![faces_with_hits(rolled, 6)];
    rolls.extend(soak.map(|soak| faces_with_hits(soak, 1)));
    let (result, _) = play_attack(&context, &rolls, &[]);
    assert_eq!((result.net_hits, result.contact, result.defended), (net, contact, false));
}

#[test]
fn ss_def_01_an_unaware_target_is_not_asked() {
    assert!(can_defend(&shot()));
    let mut context = shot();
    context.sight.aware = false;
    assert_eq!(available_defence(&context), AvailableDefence::Undefended);
}

#[rstest]
#[case::good(60, 4)]
#[case::partial(40, 2)]
fn ss_def_24_unaware_but_covered(#[case] hidden: u8, #[case] dice: u32) {
    let mut context = in_cover(burst(FireMode::Burst), hidden);
    context.sight.aware = false;
    context.defender.defences = 2;
    context.defender.full_defense = true;
    assert_eq!(cover_dice(&context), Some(dice));
}

#[rstest]
#[case::standard("standard", 3)]
#[case::dodge("dodge", 5)]
#[case::full_defense("full_defense", 5)]
fn ss_ffyl_09_defence_is_halved(#[case] key: &str, #[case] dice: u32) {
    let mut context = skilled(blow(), Skill::Acrobatics, 4);
    context.defender.vitals.stand = crate::swan_song::LastStand::Fighting;
    assert_eq!(option(&context, key).pool, dice);
}

#[test]
fn ss_def_30_only_own_rolls_count() {
    let mut own = blow();
    own.defender.action_points = 0;
    assert!(play_attack(&own, &[faces_with_hits(0, 6), faces_with_hits(1, 7)], &[]).0.defended);
    let mut cover_alone = in_cover(shot(), 60);
    cover_alone.sight.aware = false;
    assert!(!play_attack(&cover_alone, &[faces_with_hits(0, 3), faces_with_hits(1, 4)], &[]).0.defended);
}

#[test]
fn ss_base_03_no_dice_are_still_a_defence() {
    let mut context = blow();
    context.defender.action_points = 0;
    context.defender.defences = 9;
    let (result, _) = play_attack(&context, &[faces_with_hits(0, 6)], &[]);
    assert_eq!((result.contact, result.defended), (HitResult::Graze, true));
}

#[rstest]
#[case::standard("standard", 9)]
#[case::full_defense("full_defense", 12)]
#[case::dodge("dodge", 11)]
#[case::block("block", 9)]
fn ss_ruling_30_defence_while_running(#[case] key: &str, #[case] expected: u32) {
    let mut context = skilled(skilled(blow(), Skill::Acrobatics, 4), Skill::UnarmedCombat, 2);
    context.defender.gait = MovementMode::Running;
    assert_eq!(option(&context, key).parts.pool(), expected);
}

#[rstest]
#[case::ss_barr_07_cover_taken(true, Some(4))]
#[case::ss_ruling_24_not_taken(false, None)]
fn ss_ruling_25_hidden_is_unaware(#[case] took_cover: bool, #[case] expected: Option<u32>) {
    let mut context = in_cover(shot(), 100);
    context.sight.took_cover = took_cover;
    assert!(!can_defend(&context));
    assert_eq!(cover_dice(&context), expected);
}

#[test]
fn ss_base_31_unconscious_in_the_open() {
    let mut context = blow();
    context.defender.down = Some(DownState::Unconscious);
    assert_eq!(available_defence(&context), AvailableDefence::Undefended);
}

#[test]
fn ss_base_17_penalties_spare_the_free_defence() {
    let mut context = skilled(blow(), Skill::Acrobatics, 4);
    let standing = option(&context, "dodge").parts.pool();
    context.defender.gait = MovementMode::Running;
    let running = option(&context, "dodge").parts;
    assert!(running.0.iter().any(|part| part.value == -2 && part.clause == "SS-MOVE-14"));
    assert_eq!(running.pool(), standing);
    assert!(defence_parts(&context, DefenceMethod::STANDARD).0.iter().all(|part| part.value >= 0));
}

#[rstest]
#[case::ss_base_31_in_the_open(0, None)]
#[case::ss_def_02_behind_something(60, Some(4))]
fn unconscious_by_an_ailment(#[case] hidden: u8, #[case] dice: Option<u32>) {
    let mut context = shot();
    context.defender.ailments.push(ActiveAilment {
        ailment: Ailment::Unconscious,
        part: None,
        by: None,
        strength: 0,
        until: StatusEnd::Removed,
    });
    context.sight.hidden = hidden;
    assert_eq!(cover_dice(&context), dice);
    assert_eq!(available_defence(&context) == AvailableDefence::Undefended, dice.is_none());
}
