use std::sync::Arc;

use rstest::rstest;

use super::*;
use crate::attacks_and_damage::test_support::*;
use crate::attacks_and_damage::{DefenceFrequency, HealthState, Sheet, Weapon};
use crate::{DownState, HitResult};
use dice::{Interrupt, ScriptedTable};
use model::UnitId;

fn attack_against(weapon: Weapon, change: impl FnOnce(&mut Sheet)) -> AttackContext {
    attack_context(unit(1, |_| {}), unit(2, change), weapon)
}

/// The defender's prompt.
fn prompt_for(context: &AttackContext) -> Prompt {
    let mut table = ScriptedTable::new(Vec::new(), Vec::new());
    match resolve_attack(&mut table, context) {
        Err(Interrupt::NeedsAnswer(prompt)) => *prompt,
        other => panic!("no prompt: {other:?}"),
    }
}

/// Keys of the answers offered, in order.
fn offered_keys(context: &AttackContext) -> Vec<String> {
    prompt_for(context).answers.into_iter().map(|answer| answer.key).collect()
}

fn defence_dice(context: &AttackContext, test: DefenceTest) -> u32 {
    let AvailableDefence::Options(options) = available_defence(context) else { panic!("defends itself") };
    let option = options.iter().find(|option| option.test == Some(test)).expect("offered");
    option.pool
}

#[test]
fn ad_base_02_skill_attribute_modifiers() {
    let mut context = attack_against(sword("6PC"), |sheet| {
        sheet.skills.insert(Skill::Dodge, 4);
    });
    context.defender.condition.frequency.penalty = -1;
    assert_eq!(defence_dice(&context, DefenceTest::DodgeReaction), 6);
}

#[test]
fn ad_base_03_no_dice_are_still_a_test() {
    let mut context = attack_against(sword("6PL"), |sheet| {
        sheet.attributes.reaction = 2;
        sheet.skills.insert(Skill::Dodge, 1);
    });
    context.defender.condition.frequency = DefenceFrequency { penalty: -5, tests: 5 };
    let (result, traces) =
        play_attack(&context, &[faces_with_hits(0, 3), faces_with_hits(0, 3)], &["dodge_reaction"]);
    assert_eq!(roll_sizes(&traces)[1], ("defence test", 0));
    assert_eq!((result.net_hits, result.condition.frequency.penalty), (0, -6));
}

#[rstest]
#[case::attribute_alone(0, 4)]
#[case::minus_one(-1, 3)]
fn ad_base_04_untrained(#[case] modifier: i8, #[case] pool: u32) {
    let mut context = attack_against(sword("6PC"), |sheet| sheet.attributes.reaction = 4);
    set_switch(&mut context, "ad.untrained_modifier", &modifier.to_string());
    assert_eq!(defence_dice(&context, DefenceTest::ParryReaction), pool);
}

#[rstest]
#[case(26, 5)]
#[case(60, 7)]
#[case(20, 3)]
fn ad_base_17_cover_where_switched_on(#[case] hidden: u8, #[case] pool: u32) {
    let mut context = attack_against(rifle("6C"), |_| {});
    context.sight.hidden = hidden;
    assert_eq!(defence_dice(&context, DefenceTest::DodgeIntuition), 3);
    set_switch(&mut context, "ad.range_modifiers", "cover");
    assert_eq!(defence_dice(&context, DefenceTest::DodgeIntuition), pool);
    set_switch(&mut context, "ad.range_modifiers", "distance");
    assert_eq!(defence_dice(&context, DefenceTest::DodgeIntuition), 3);
}

#[test]
fn ad_base_20_wounds_cost_the_defender_dice() {
    let mut context = attack_against(sword("6PC"), |sheet| {
        sheet.skills.insert(Skill::Dodge, 3);
    });
    context.defender.condition = HealthState { light: 3, critical: 3, ..HealthState::default() };
    assert_eq!(defence_dice(&context, DefenceTest::DodgeReaction), 4);
}

#[test]
fn ad_def_01_one_defence_test() {
    let (_, traces) =
        play_attack(&duel(sword("6PC")), &[faces_with_hits(1, 6), faces_with_hits(2, 6)], &["gymnastics"]);
    assert_eq!(roll_sizes(&traces), [("weapon test", 6), ("defence test", 6)]);
}

#[test]
fn ad_def_02_largest_pool_first_any_can_be_chosen() {
    let context = attack_against(sword("6PC"), |sheet| {
        sheet.attributes.agility = 4;
        sheet.skills.extend([(Skill::Dodge, 3), (Skill::Gymnastics, 5), (Skill::Parry, 2)]);
    });
    let prompt = prompt_for(&context);
    let answers: Vec<_> =
        prompt.answers.iter().map(|answer| format!("{}: {}", answer.key, answer.detail)).collect();
    assert_eq!(answers[..3], ["gymnastics: 9 dice", "dodge_reaction: 6 dice", "parry: 5 dice"]);
    assert_eq!(prompt.who, UnitId(2));
    let (_, traces) =
        play_attack(&context, &[faces_with_hits(0, 3), faces_with_hits(1, 6)], &["dodge_reaction"]);
    assert_eq!(roll_sizes(&traces)[1], ("defence test", 6));
}

#[test]
fn ad_def_02_equals_in_the_order_of_the_table() {
    assert_eq!(
        offered_keys(&attack_against(sword("6PC"), |_| {})),
        ["dodge_reaction", "gymnastics", "parry", "decline"]
    );
    let context = attack_against(rifle("6C"), |sheet| sheet.attributes.edge = 1);
    assert_eq!(offered_keys(&context), ["edge", "dodge_intuition", "gymnastics", "decline"]);
}

#[rstest]
#[case::ad_def_03_sword(sword("6PC"), 1, AttackClass::Melee)]
#[case::ad_def_05_touch(touch(), 1, AttackClass::Melee)]
#[case::ad_def_05_thrown_by_a_neighbour(thrown("4IC"), 1, AttackClass::Melee)]
#[case::ad_def_05_pistol_shot_by_a_neighbour(rifle("5C"), 1, AttackClass::Accelerated)]
#[case::ad_def_06_throwing_axe(thrown("4IC"), 6, AttackClass::Thrown)]
#[case::ad_def_07_sling(sling(), 10, AttackClass::Accelerated)]
#[case::ad_def_08_rifle(rifle("7C"), 20, AttackClass::Accelerated)]
fn classes(#[case] weapon: Weapon, #[case] metres: u32, #[case] expected: AttackClass) {
    let mut context = attack_against(weapon, |_| {});
    context.sight = sight_at(metres);
    assert_eq!(attack_class(&context), expected);
}

#[test]
fn ad_def_04_a_punch_is_melee() {
    let puncher = unit(1, |_| {});
    let context = attack_against(puncher.sheet.unarmed_weapon(), |_| {});
    assert_eq!(attack_class(&context), AttackClass::Melee);
    assert!(offered_keys(&context).contains(&"parry".to_owned()));
}

#[rstest]
#[case::ad_def_06_thrown(thrown("4IC"), 6, &["dodge_reaction", "gymnastics", "parry", "decline"])]
#[case::ad_def_07_sling(sling(), 10, &["dodge_intuition", "gymnastics", "edge", "decline"])]
#[case::ad_def_08_rifle(rifle("7C"), 20, &["dodge_intuition", "gymnastics", "edge", "decline"])]
#[case::ad_def_15_sword(sword("6PC"), 1, &["dodge_reaction", "gymnastics", "parry", "decline"])]
#[case::ad_ruling_06_pistol_at_a_neighbour(rifle("5C"), 1, &["dodge_intuition", "gymnastics", "edge", "decline"])]
fn columns(#[case] weapon: Weapon, #[case] metres: u32, #[case] keys: &[&str]) {
    let mut context = attack_against(weapon, |sheet| {
        sheet.attributes.edge = 1;
        sheet.attributes.agility = 2;
        sheet.skills.insert(Skill::Gymnastics, 1);
    });
    context.sight = sight_at(metres);
    assert_eq!(offered_keys(&context), keys);
}

#[test]
fn ad_def_15_any_other_test_is_refused() {
    for (weapon, keys) in
        [(rifle("6C"), ["parry", "dodge_reaction"]), (sword("6PC"), ["edge", "dodge_intuition"])]
    {
        for key in keys {
            let mut table = ScriptedTable::new(faces_with_hits(0, 6), vec![key.to_owned()]);
            let stop = resolve_attack(&mut table, &attack_against(weapon.clone(), |_| {}));
            assert!(matches!(stop, Err(Interrupt::ScriptMismatch(_))), "{key} against {}", weapon.name);
        }
    }
}

#[test]
fn ad_ruling_06_nearness_where_switched_on() {
    let mut context = attack_against(rifle("5C"), |_| {});
    set_switch(&mut context, "ad.adjacent_shot_class", "melee");
    context.sight = sight_at(1);
    assert_eq!(offered_keys(&context), ["dodge_reaction", "gymnastics", "parry", "decline"]);
    context.sight = sight_at(2);
    assert_eq!(attack_class(&context), AttackClass::Accelerated);
}

#[rstest]
#[case::ad_def_09_dodge_and_reaction(sword("6PC"), DefenceTest::DodgeReaction, 9)]
#[case::ad_def_10_gymnastics_against_thrown(thrown("4IC"), DefenceTest::GymnasticsAgility, 6)]
#[case::ad_def_11_parry_against_thrown(thrown("4IC"), DefenceTest::ParryReaction, 8)]
#[case::ad_def_12_dodge_and_intuition(rifle("6C"), DefenceTest::DodgeIntuition, 5)]
#[case::ad_def_13_gymnastics_against_a_rifle(rifle("6C"), DefenceTest::GymnasticsAgility, 6)]
#[case::ad_def_14_agility_and_edge(rifle("6C"), DefenceTest::AgilityEdge, 7)]
fn pools(#[case] weapon: Weapon, #[case] test: DefenceTest, #[case] pool: u32) {
    let context = attack_against(weapon, |sheet| {
        sheet.attributes.reaction = 5;
        sheet.attributes.intuition = 1;
        sheet.attributes.agility = 4;
        sheet.attributes.edge = 3;
        sheet.skills.extend([(Skill::Dodge, 4), (Skill::Gymnastics, 2), (Skill::Parry, 3)]);
    });
    assert_eq!(defence_dice(&context, test), pool);
}

#[test]
fn ad_def_11_parry_and_reaction() {
    let context = attack_against(thrown("4IC"), |sheet| {
        sheet.attributes.reaction = 4;
        sheet.skills.insert(Skill::Parry, 3);
    });
    assert_eq!(defence_dice(&context, DefenceTest::ParryReaction), 7);
}

#[test]
fn ad_def_16_parry_with_empty_hands() {
    let mut context = attack_against(sword("6PC"), |sheet| {
        sheet.skills.insert(Skill::Parry, 3);
        sheet.shield = Some(armour_item("shield", "1/1/1"));
    });
    context.defender.shield = false;
    assert_eq!(defence_dice(&context, DefenceTest::ParryReaction), 6);
    set_switch(&mut context, "ad.parry_needs_item", "on");
    assert!(!offered_keys(&context).contains(&"parry".to_owned()));
    context.defender.held = vec![Arc::new(sword("6PC"))];
    assert_eq!(defence_dice(&context, DefenceTest::ParryReaction), 6);
    context.defender.held.clear();
    context.defender.shield = true;
    assert_eq!(defence_dice(&context, DefenceTest::ParryReaction), 6);
}

#[test]
fn ad_def_17_declining_leaves_the_frequency_penalty() {
    let mut context = attack_against(sword("6PL"), |_| {});
    context.defender.condition.frequency = DefenceFrequency { penalty: -1, tests: 1 };
    let (result, traces) = play_attack(&context, &[vec![5, 1, 2], vec![1, 1, 1]], &["decline"]);
    assert_eq!(roll_sizes(&traces), [("weapon test", 3), ("resistance", 3)]);
    assert_eq!((result.net_hits, result.defended), (1, false));
    assert_eq!(result.condition.frequency, DefenceFrequency { penalty: -1, tests: 1 });
    set_switch(&mut context, "ad.decline_defence", "off");
    assert!(!offered_keys(&context).contains(&"decline".to_owned()));
}

#[rstest]
#[case::unconscious(true)]
#[case::unaware(false)]
fn ad_def_18_no_defence(#[case] unconscious: bool) {
    let mut context = attack_against(sword("6PL"), |_| {});
    if unconscious {
        context.defender.down = Some(DownState::Unconscious);
    } else {
        context.sight.aware = false;
    }
    let (result, traces) = play_attack(&context, &[vec![5, 5, 1], vec![1, 1, 1]], &[]);
    assert_eq!(roll_sizes(&traces), [("weapon test", 3), ("resistance", 3)]);
    assert_eq!((result.contact, result.net_hits), (HitResult::Hit, 2));
    assert_eq!(result.condition.frequency, DefenceFrequency::default());
    set_switch(&mut context, "ad.helpless_no_defence", "off");
    assert_eq!(offered_keys(&context)[0], "dodge_reaction");
}

#[test]
fn ad_def_18_a_full_track_is_unconscious() {
    let mut context = attack_against(sword("6PL"), |_| {});
    context.defender.condition.light = 9;
    assert_ne!(available_defence(&context), AvailableDefence::Undefended, "one box is free");
    context.defender.condition.light = 10;
    assert_eq!(available_defence(&context), AvailableDefence::Undefended);
}

/// Plays attacks one after the other; returns the dice of each defence test.
fn defences(weapon: Weapon, keys: &[&str], hits_each: &[usize]) -> (Vec<u32>, i32) {
    let mut context = attack_against(weapon, |sheet| {
        sheet.skills.extend([(Skill::Dodge, 5), (Skill::Parry, 5)]);
    });
    let mut dice = Vec::new();
    for (key, defended) in keys.iter().zip(hits_each) {
        let pool = (8 + context.defender.condition.frequency.penalty).unsigned_abs() as usize;
        let attacker_hits = usize::from(*defended == 0);
        let mut rolls = vec![faces_with_hits(attacker_hits, 3), faces_with_hits(*defended, pool)];
        if *defended == 0 {
            rolls.push(faces_with_hits(3, 3));
        }
        let (result, traces) = play_attack(&context, &rolls, &[key]);
        dice.push(roll_sizes(&traces)[1].1);
        context.defender.condition = result.condition;
    }
    (dice, context.defender.condition.frequency.penalty)
}

#[test]
fn ad_freq_01_each_test_costs_a_die() {
    let attacks = defences(sword("2PL"), &["dodge_reaction"; 3], &[1, 1, 1]);
    assert_eq!(attacks, (vec![8, 7, 6], -3));
}

#[test]
fn ad_freq_02_evaded_or_not() {
    let (dice, penalty) = defences(sword("2PL"), &["dodge_reaction"; 2], &[1, 0]);
    assert_eq!((dice, penalty), (vec![8, 7], -2));
}

#[test]
fn ad_freq_03_one_penalty_for_all() {
    let mut context = attack_against(sword("6PL"), |sheet| {
        sheet.skills.insert(Skill::Dodge, 2);
    });
    let (result, _) = play_attack(&context, &[faces_with_hits(0, 3), faces_with_hits(1, 3)], &["parry"]);
    context.defender.condition = result.condition;
    let context = AttackContext { weapon: Arc::new(rifle("6C")), sight: sight_at(10), ..context };
    assert_eq!(defence_dice(&context, DefenceTest::DodgeIntuition), 4);
}

#[test]
fn ad_kd_07_prone_changes_no_dice() {
    let mut context = attack_against(sword("6PC"), |sheet| {
        sheet.skills.insert(Skill::Dodge, 4);
    });
    context.defender.prone = true;
    assert_eq!(defence_dice(&context, DefenceTest::DodgeReaction), 7);
    set_switch(&mut context, "ad.prone_modifier", "-2");
    assert_eq!(defence_dice(&context, DefenceTest::DodgeReaction), 5);
}

#[test]
fn ad_ruling_08_agility_and_edge_has_no_skill() {
    let mut context = attack_against(rifle("6C"), |sheet| sheet.attributes.edge = 2);
    set_switch(&mut context, "ad.untrained_modifier", "-1");
    assert_eq!(defence_dice(&context, DefenceTest::AgilityEdge), 5);
    assert_eq!(defence_dice(&context, DefenceTest::DodgeIntuition), 2);
}
