use rstest::rstest;

use super::*;
use crate::aberrant::health::dazing::RoundRange;
use crate::aberrant::health::health_track::DamageMarks;
use crate::aberrant::lines::UnitNote;
use crate::aberrant::test_fixtures::{
    blade, defending, duel, edit_sheet, hit_faces, laser, play_attack, rifle, roll_sizes, throwing_knife,
    with_switch,
};
use crate::aberrant::{Armour, Soak, test_fixtures};
use crate::status::Ailment;
use crate::{HitResult, TargetSight};
use dice::{Interrupt, NoteTopic, RuleText, ScriptedTable, Trace};
use model::UnitId;

/// The result of six attack dice against five defence dice under full defence.
fn contact(context: &AttackContext, attack: usize, defence: usize, way: &str, damage: &[u8]) -> HitResult {
    play_attack(context, &[hit_faces(attack, 6), hit_faces(defence, 5), damage.to_vec()], &[way]).0.contact
}

#[test]
fn ab_dodge_01_dexterity_and_athletics() {
    let mut context = defending(duel(blade("6L")));
    edit_sheet(&mut context.defender, |sheet| {
        sheet.dexterity = 4;
        sheet.abilities.insert(Ability::Athletics, 1);
    });
    let (_, traces) = play_attack(&context, &[hit_faces(1, 6), hit_faces(1, 5)], &["dodge"]);
    assert_eq!(roll_sizes(&traces), [("attack", 6), ("defence", 5)]);
}

#[test]
fn ab_dodge_02_success_avoids_everything() {
    let mut context = defending(duel(blade("9L")));
    edit_sheet(&mut context.defender, |sheet| {
        sheet.stamina = 9;
        sheet.armour =
            vec![Armour { destruction: Some(1), ..test_fixtures::armour("vest", Soak::default()) }];
    });
    let (result, _) = play_attack(&context, &[hit_faces(2, 6), hit_faces(2, 5)], &["dodge"]);
    assert_eq!((result.contact, result.levels, result.raw), (HitResult::Miss, 0, 0));
    assert_eq!(result.condition, context.defender.condition);
}

#[rstest]
#[case::ab_dodge_03_melee(blade("6L"))]
#[case::ab_dodge_04_ranged(throwing_knife("3L"))]
fn dodging(#[case] weapon: crate::aberrant::Weapon) {
    let context = defending(duel(weapon));
    assert_eq!(contact(&context, 1, 1, "dodge", &[]), HitResult::Miss);
}

#[rstest]
#[case::ab_dodge_05_higher(12, 11, 0, true)]
#[case::ab_dodge_05_equal(11, 11, 0, false)]
#[case::ab_ruling_08_novas_too(3, 15, 0, false)]
#[case::ab_dodge_07_mega_dexterity(3, 15, 1, true)]
fn dodging_bullets(#[case] own: i32, #[case] other: i32, #[case] mega: u8, #[case] allowed: bool) {
    let mut context = defending(duel(rifle("7L")));
    (context.defender.initiative, context.attacker.initiative) = (own, other);
    edit_sheet(&mut context.defender, |sheet| (sheet.mega_dexterity, sheet.quantum) = (mega, 1));
    let expected =
        if allowed { Ok(DefenceBasis::FullDefence) } else { Err(DefenceError::TooFast { own, other }) };
    assert_eq!(may_defend(&context, DefenceKind::Dodge), expected);
}

#[rstest]
#[case::sprinted_wall_to_wall(MovementMode::Sprinting, true, true, true)]
#[case::out_of_cover(MovementMode::Sprinting, true, false, true)]
#[case::into_cover(MovementMode::Sprinting, false, true, true)]
#[case::in_the_open(MovementMode::Sprinting, false, false, false)]
#[case::only_running(MovementMode::Running, true, true, false)]
#[case::standing(MovementMode::Steady, true, true, false)]
fn ab_dodge_06_dash_between_cover(
    #[case] gait: MovementMode,
    #[case] began: bool,
    #[case] ended: bool,
    #[case] allowed: bool,
) {
    let mut context = defending(duel(rifle("7L")));
    (context.defender.initiative, context.attacker.initiative) = (3, 15);
    context.defender.gait = gait;
    (context.exposure.began_in_cover, context.exposure.ended_in_cover) = (began, ended);
    let expected = if allowed {
        Ok(DefenceBasis::FullDefence)
    } else {
        Err(DefenceError::TooFast { own: 3, other: 15 })
    };
    assert_eq!(may_defend(&context, DefenceKind::Dodge), expected);
}

#[test]
fn ab_dodge_06_crawling_behind_cover() {
    let mut context = defending(duel(rifle("7L")));
    (context.defender.initiative, context.attacker.initiative) = (3, 15);
    context.exposure.crawls = true;
    context.sight.hidden = 30;
    let too_fast = Err(DefenceError::TooFast { own: 3, other: 15 });
    assert_eq!(may_defend(&context, DefenceKind::Dodge), too_fast);
    context.defender.prone = true;
    assert_eq!(may_defend(&context, DefenceKind::Dodge), Ok(DefenceBasis::FullDefence));
    context.sight.hidden = 0;
    assert_eq!(may_defend(&context, DefenceKind::Dodge), too_fast);
}

#[rstest]
#[case::one_success("1", 1, HitResult::Hit)]
#[case::two("1", 2, HitResult::Miss)]
#[case::switched_off("0", 1, HitResult::Miss)]
fn ab_dodge_08_speed_of_light(#[case] penalty: &str, #[case] dodge: usize, #[case] expected: HitResult) {
    let mut context = defending(duel(laser("1L")));
    context.defender.initiative = 20;
    with_switch(&mut context, "ab.lightspeed_dodge_penalty", penalty);
    let damage: &[u8] = if expected == HitResult::Hit { &[9] } else { &[] };
    assert_eq!(contact(&context, 1, dodge, "dodge", damage), expected);
}

#[test]
fn ab_dodge_08_weapons_with_a_difficulty_of_their_own() {
    let net = crate::aberrant::Weapon { dodge_difficulty: 2, ..throwing_knife("1B") };
    let context = defending(duel(net));
    assert_eq!(defence_difficulty(&context, DefenceKind::Dodge).sum(), 2);
    assert_eq!(defence_difficulty(&context, DefenceKind::Parry).sum(), 0);
}

#[test]
fn ab_base_09_only_melee_attacks_are_parried() {
    let mut context = defending(duel(blade("6L")));
    let (result, traces) = play_attack(&context, &[hit_faces(2, 6), hit_faces(2, 5)], &["parry"]);
    assert_eq!((result.contact, roll_sizes(&traces)[1]), (HitResult::Miss, ("defence", 5)));
    edit_sheet(&mut context.defender, |sheet| {
        sheet.abilities.insert(Ability::Melee, 4);
    });
    assert_eq!(defence_parts(&context.defender, DefenceKind::Parry).pool(), 5, "Brawl with empty hands");
    context.defender.held = vec![std::sync::Arc::new(blade("6L"))];
    assert_eq!(defence_parts(&context.defender, DefenceKind::Parry).pool(), 7);
    let shot = defending(duel(throwing_knife("3L")));
    assert_eq!(may_defend(&shot, DefenceKind::Parry), Err(DefenceError::OnlyMeleeParried));
}

#[test]
fn ab_base_08_an_unplanned_defence_needs_willpower_and_a_queued_action() {
    let mut context = defending(duel(blade("6L")));
    context.defender.effort.full_defence = false;
    context.defender.effort.queued = 1;
    assert_eq!(may_defend(&context, DefenceKind::Dodge), Err(DefenceError::Unplanned), "no Willpower");
    let (result, traces) = play_attack(&context, &[hit_faces(1, 6), hit_faces(0, 6)], &[]);
    assert_eq!((result.defence, roll_sizes(&traces)), (None, vec![("attack", 6), ("damage", 6)]));
    context.defender.effort.queued = 0;
    edit_sheet(&mut context.defender, |sheet| sheet.willpower = 3);
    assert_eq!(may_defend(&context, DefenceKind::Dodge), Err(DefenceError::Unplanned), "nothing to give up");
}

/// Defends against attacks until no defence is possible.
fn defences(mut context: AttackContext) -> (u32, DefenceError) {
    for number in 0.. {
        if let Err(refusal) = may_defend(&context, DefenceKind::Dodge) {
            return (number, refusal);
        }
        let (result, _) = play_attack(&context, &[hit_faces(1, 6), hit_faces(1, 5)], &["dodge"]);
        let defence = result.defence.expect("it dodged");
        context.defender.effort = defence.action_state_after(context.defender.effort);
    }
    unreachable!("the loop ends")
}

#[rstest]
#[case::ab_base_08_five(2, 5)]
#[case::ab_limit_04_four(1, 4)]
fn full_defence_knows_the_cap(#[case] wits: u8, #[case] cap: u32) {
    let mut context = defending(duel(blade("6L")));
    edit_sheet(&mut context.defender, |sheet| sheet.wits = wits);
    assert_eq!(defences(context), (cap, DefenceError::Actions(ActionError::Limit { cap })));
}

#[test]
fn ab_limit_03_each_defence_counts() {
    let mut context = defending(duel(blade("6L")));
    edit_sheet(&mut context.defender, |sheet| sheet.wits = 1);
    context.defender.effort.actions = 2;
    assert_eq!(defences(context), (2, DefenceError::Actions(ActionError::Limit { cap: 4 })));
}

#[test]
fn cs_enra_03_the_enraged_evade_nothing() {
    let mut context = defending(duel(blade("6L")));
    context.defender.ailments = status::inflict_all(&[Ailment::Enraged]);
    assert_eq!(defences(context), (0, DefenceError::Enraged));
}

#[test]
fn ab_base_08_reserved_defences() {
    let mut context = defending(duel(blade("6L")));
    context.defender.effort = ActionState { reserved: 2, ..ActionState::default() };
    assert_eq!(defences(context), (2, DefenceError::Unplanned));
}

/// A defender with a queued action and this much Willpower.
fn busy(willpower: u8) -> AttackContext {
    let mut context = defending(duel(blade("1L")));
    edit_sheet(&mut context.defender, |sheet| sheet.willpower = willpower);
    context.defender.effort = ActionState { queued: 1, ..ActionState::default() };
    context
}

#[test]
fn ab_cancel_03_abort_to_defence() {
    let context = busy(3);
    let (result, _) = play_attack(&context, &[hit_faces(1, 6), hit_faces(1, 5)], &["dodge+point"]);
    let paid = DefenceMade { kind: DefenceKind::Dodge, price: DefenceCost::Abort(WillpowerPayment::Point) };
    assert_eq!((result.contact, result.defence), (HitResult::Miss, Some(paid)));
    assert_eq!(result.condition.willpower, 2);
    let after = paid.action_state_after(context.defender.effort);
    assert_eq!((after.queued, after.actions, after.start_phase().points), (0, 1, 2), "the shot is lost");
    let (result, traces) =
        play_attack(&context, &[hit_faces(1, 6), vec![1, 8, 1], hit_faces(1, 5)], &["parry+roll"]);
    assert_eq!(roll_sizes(&traces), [("attack", 6), ("Willpower", 3), ("defence", 5)]);
    assert_eq!((result.contact, result.condition.willpower), (HitResult::Miss, 3));
    assert!(defence_difficulty(&context, DefenceKind::Dodge).0.is_empty(), "no difficulty for it");
}

#[test]
fn ab_cancel_04_no_success_no_defence() {
    let mut context = busy(2);
    let rolls = [hit_faces(1, 6), vec![1, 5], hit_faces(0, 1)];
    let (result, _) = play_attack(&context, &rolls, &["dodge+roll", "keep"]);
    assert_eq!((result.defence, result.condition.willpower), (None, 2));
    let rolls = [hit_faces(1, 6), vec![1, 5], hit_faces(1, 5)];
    let (result, _) = play_attack(&context, &rolls, &["dodge+roll", "point"]);
    assert_eq!((result.contact, result.condition.willpower), (HitResult::Miss, 1));
    context.defender.condition.willpower = 0;
    let rolls = [hit_faces(1, 6), vec![1, 5], hit_faces(0, 1)];
    assert_eq!(play_attack(&context, &rolls, &["dodge+roll"]).0.defence, None, "no points left");
}

/// Keys and details of the answers offered to the defender.
fn offered(context: &AttackContext) -> Vec<(String, String)> {
    let mut table = ScriptedTable::new(hit_faces(2, 6), Vec::new());
    match crate::aberrant::attacks::resolution::resolve_attack(&mut table, context) {
        Err(Interrupt::NeedsAnswer(defence_prompt)) => {
            assert_eq!(defence_prompt.who, UnitId(2));
            defence_prompt.answers.into_iter().map(|answer| (answer.key, answer.detail.to_string())).collect()
        }
        other => panic!("no prompt was opened: {other:?}"),
    }
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|&(key, detail)| (key.to_owned(), detail.to_owned())).collect()
}

#[test]
fn the_planned_defence_comes_first_with_its_price() {
    let context = defending(duel(blade("6L")));
    let expected = [
        ("dodge", "free under full defence; rolls 5 dice"),
        ("parry", "free under full defence; rolls 5 dice"),
        ("none", "free"),
    ];
    assert_eq!(offered(&context), pairs(&expected));
    let mut reserved = defending(duel(laser("6L")));
    reserved.defender.initiative = 20;
    reserved.defender.effort = ActionState { reserved: 2, ..ActionState::default() };
    let expected = [("dodge", "1 of 2 reserved defences; rolls 5 dice, difficulty +1"), ("none", "free")];
    assert_eq!(offered(&reserved), pairs(&expected));
}

#[test]
fn nothing_is_given_up_in_a_hurry() {
    let expected = [
        ("none", "free"),
        (
            "dodge+roll",
            "gives up one action of the turn (1 AP), rolls Willpower (3 dice): 78 % to pay nothing, else 1 Willpower may be paid; rolls 5 dice",
        ),
        ("dodge+point", "gives up one action of the turn (1 AP), 1 of 3 Willpower points; rolls 5 dice"),
        (
            "parry+roll",
            "gives up one action of the turn (1 AP), rolls Willpower (3 dice): 78 % to pay nothing, else 1 Willpower may be paid; rolls 5 dice",
        ),
        ("parry+point", "gives up one action of the turn (1 AP), 1 of 3 Willpower points; rolls 5 dice"),
    ];
    assert_eq!(offered(&busy(3)), pairs(&expected));
}

#[test]
fn no_prompt_opens_for_a_miss() {
    let (result, traces) = play_attack(&defending(duel(blade("6L"))), &[hit_faces(0, 6)], &[]);
    assert_eq!((result.contact, result.defence), (HitResult::Miss, None));
    assert!(!traces.iter().any(|trace| matches!(trace, Trace::Decided { .. })));
}

#[test]
fn ab_daze_04_a_dazed_defence() {
    let mut context = defending(duel(blade("1L")));
    context.defender.condition.dazed = Some(RoundRange { first: 1, last: 1 });
    assert_eq!(contact(&context, 1, 2, "dodge", &[1]), HitResult::Graze);
    assert_eq!(contact(&context, 1, 3, "dodge", &[]), HitResult::Miss);
}

#[test]
fn ab_daze_05_one_action_defences_included() {
    let mut context = defending(duel(blade("1L")));
    context.defender.condition.dazed = Some(RoundRange { first: 1, last: 1 });
    context.defender.effort.actions = 1;
    assert_eq!(may_defend(&context, DefenceKind::Dodge), Err(DefenceError::Actions(ActionError::Dazed)));
}

#[test]
fn ab_daze_06_the_stunned_do_not_defend() {
    let mut context = defending(duel(blade("1L")));
    context.defender.condition.lost_rounds = Some(RoundRange { first: 1, last: 2 });
    assert_eq!(may_defend(&context, DefenceKind::Dodge), Err(DefenceError::Actions(ActionError::Helpless)));
    let (result, _) = play_attack(&context, &[hit_faces(1, 6), vec![9]], &[]);
    assert_eq!(result.levels, 1);
}

#[test]
fn ab_track_07_the_incapacitated_do_not_defend() {
    let mut context = defending(duel(blade("1L")));
    context.defender.condition.marks = DamageMarks { bashing: 7, ..DamageMarks::default() };
    assert_eq!(may_defend(&context, DefenceKind::Parry), Err(DefenceError::Actions(ActionError::Helpless)));
}

#[test]
fn ab_track_06_wounds_hinder_defences() {
    let mut context = defending(duel(blade("1L")));
    context.defender.condition.marks = DamageMarks { lethal: 4, ..DamageMarks::default() };
    let pools =
        [DefenceKind::Dodge, DefenceKind::Parry].map(|kind| defence_parts(&context.defender, kind).pool());
    assert_eq!(pools, [3, 3]);
}

#[test]
fn who_does_not_know_does_not_defend() {
    let mut context = defending(duel(blade("1L")));
    context.sight.aware = false;
    assert_eq!(may_defend(&context, DefenceKind::Dodge), Err(DefenceError::Unaware));
}

#[test]
fn ab_armor_02_heavy_armour_hinders_the_dodge() {
    let mut context = defending(duel(blade("1L")));
    edit_sheet(&mut context.defender, |sheet| {
        (sheet.strength, sheet.stamina) = (4, 4);
        sheet.armour = vec![Armour { penalty: 2, ..test_fixtures::armour("plate", Soak::default()) }];
    });
    assert_eq!(defence_parts(&context.defender, DefenceKind::Dodge).pool(), 3);
    assert_eq!(defence_parts(&context.defender, DefenceKind::Parry).pool(), 5, "a single layer");
}

#[test]
fn ab_base_08_a_declared_defence_says_why_it_does_not_answer() {
    let mut context = defending(duel(rifle("7L")));
    (context.defender.initiative, context.attacker.initiative) = (13, 13);
    assert_eq!(idle_defence(&context), Some(DefenceError::TooFast { own: 13, other: 13 }));
    context.defender.initiative = 14;
    assert_eq!(idle_defence(&context), None, "it may dodge");
    context.sight.aware = false;
    assert_eq!(idle_defence(&context), Some(DefenceError::Unaware));
    context.defender.effort.full_defence = false;
    assert_eq!(idle_defence(&context), None, "nothing was declared");
    let mut melee = defending(duel(blade("6L")));
    melee.sight.aware = false;
    assert_eq!(idle_defence(&melee), Some(DefenceError::Unaware));
}

#[test]
fn ab_cancel_03_a_unit_that_could_give_up_an_action_says_why_it_is_not_asked_to_defend() {
    assert_eq!(idle_defence(&busy(3)), None, "it is asked");
    let mut shot = busy(3);
    shot.weapon = duel(rifle("7L")).weapon;
    (shot.defender.initiative, shot.attacker.initiative) = (13, 16);
    assert_eq!(idle_defence(&shot), Some(DefenceError::TooFast { own: 13, other: 16 }));
    shot.sight.aware = false;
    let unseen = idle_defence(&shot);
    assert_eq!(unseen, Some(DefenceError::Unaware));
    let note = unseen.map(|why| RuleText::from(UnitNote::IdleDefence { why }));
    assert_eq!(note.as_ref().map(RuleText::note_topic), Some(NoteTopic::NoDefence));
    let words = note.map(|note| note.to_string());
    assert_eq!(words.as_deref(), Some("cannot defend: the attack is not seen"));
    shot.defender.effort.queued = 0;
    assert_eq!(idle_defence(&shot), None, "it has nothing to give up");
}

#[test]
fn ab_cancel_03_only_actions_that_the_round_still_allows_can_be_given_up() {
    let mut unit = busy(3).defender;
    unit.effort.queued = 3;
    assert_eq!(count_actions_to_give_up(&unit), 3);
    unit.effort.reserved = 1;
    unit.condition.dazed = Some(RoundRange { first: unit.round, last: unit.round });
    assert_eq!(count_actions_to_give_up(&unit), 0, "its one action is the reserved defence");
    unit.effort.reserved = 0;
    assert_eq!(count_actions_to_give_up(&unit), 1);
    unit.effort.actions = 1;
    assert_eq!(check_able_to_defend(&unit), Err(DefenceError::Actions(ActionError::Dazed)));
    assert_eq!(count_actions_to_give_up(&unit), 0);
}

#[test]
fn ab_base_08_a_reserve_is_advised_only_where_it_answers_the_attack() {
    let mut context = busy(3);
    context.defender.effort = ActionState::default();
    assert!(is_reserve_useful(&context));
    let unseen = AttackContext { sight: TargetSight { aware: false, ..context.sight }, ..context.clone() };
    assert!(!is_reserve_useful(&unseen));
    context.defender.effort.reserved = 1;
    context.defender.condition.dazed = Some(RoundRange { first: 0, last: u32::MAX });
    assert!(!is_reserve_useful(&context), "the reserved defence is its one action");
}
