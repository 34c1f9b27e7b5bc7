//! Tests of phases, costs and movement.

use crate::rulebook::{MovementRules, TurnRules, UnitDisplay, UnitRules};
use rstest::rstest;

use super::*;
use crate::circumstances::turn::turn_budget::ChargeState;
use crate::circumstances::{Ailment, CombatActionCost};
use crate::{FireMode, Grip, MoveBudget, MovementMode};
use model::UnitId;

fn ann() -> UnitSnapshot {
    unit(1, test_fixtures::autogun(), |_| {})
}

#[test]
fn ss_init_01_initiative_of_the_engine() {
    let (score, _) =
        run(&[4], &[], |table| CircumstancesRulebook::roll_initiative(table, &ann(), false, &rules()));
    assert_eq!((score.score, score.attribute, score.dice), (12, 8, 1));
    assert_eq!(CircumstancesRulebook::tie_breakers(&ann().sheet), (40, 40));
}

#[test]
fn cs_base_18_the_reaction_comes_back_with_the_own_phase_alone() {
    let mut unit = ann();
    use_up_reaction(&mut unit);
    unit.budget = CircumstancesRulebook::budget_at_round_start(&unit, &rules());
    unit.budget = CircumstancesRulebook::budget_at_pass_start(&unit, &rules());
    let waiting = unit.budget.circumstances();
    assert_eq!((waiting.turn, waiting.phase.reaction), (PhaseTiming::Before, false));
    assert_eq!(
        clause(CircumstancesRulebook::pay_action(&unit, ActionRequest::for_action(Action::Dodge), &rules())),
        "CS-BASE-18"
    );
    let (start, _) = run(&[], &[], |table| CircumstancesRulebook::start_phase(table, &unit, &rules()));
    assert_eq!(start.lost, None);
    let begun = budget_after(&start.effects, 1).expect("a budget");
    assert_eq!((begun.turn, begun.phase.reaction), (PhaseTiming::Now, true));
}

#[test]
fn cs_base_21_a_lost_phase_brings_the_reaction_back_too() {
    let mut unit = ann();
    use_up_reaction(&mut unit);
    unit.grip = Some(Grip::Holding(UnitId(2)));
    unit.add_ailment(Ailment::Stunned);
    let (start, _) = run(&[], &[], |table| CircumstancesRulebook::start_phase(table, &unit, &rules()));
    assert_eq!(start.lost.expect("lost").text, "stunned");
    let after = budget_after(&start.effects, 1).expect("a budget");
    assert_eq!((after.turn, after.phase.reaction), (PhaseTiming::After, true));
    assert!(
        start.effects.contains(&RuleStep::SetGrip { unit: UnitId(2), grip: None }),
        "`CS-BASE-37`: the hold is over"
    );
    assert_eq!(
        clause(CircumstancesRulebook::pay_action(&unit, ActionRequest::for_action(Action::Walk), &rules())),
        "CS-BASE-27"
    );
}

#[rstest]
#[case::cs_base_15_shot(Action::Fire(FireMode::Single), 1)]
#[case::cs_base_36_burst(Action::Fire(FireMode::Burst), 2)]
#[case::cs_base_15_blow(Action::MeleeAttack, 1)]
#[case::cs_base_16_run(Action::Run, 2)]
#[case::cs_base_15_reload(Action::Reload, 1)]
#[case::cs_base_15_door(Action::Door, 1)]
#[case::cs_base_19_drop(Action::DropObject, 0)]
#[case::cs_base_19_drop_prone(Action::DropProne, 0)]
#[case::cs_cov_03_cover(Action::TakeCover, 0)]
#[case::no_mode_to_change(Action::ChangeMode, 0)]
fn cs_base_20_prices(#[case] action: Action, #[case] points: u8) {
    assert_eq!(pay_action(&mut ann(), action), Ok(points));
    let mut waiting = ann();
    own_budget(&mut waiting).turn = PhaseTiming::After;
    if action != Action::ChangeMode {
        assert_eq!(pay_action(&mut waiting, action), Err(CostError::NotItsPhase));
    }
}

#[test]
fn a_weapon_names_the_price_of_reloading() {
    let unit = unit(1, OwnWeapon { reload: CombatActionCost::Full, ..test_fixtures::autogun() }, |_| {});
    let act = ActionRequest { with: unit.held_weapon(0), ..ActionRequest::for_action(Action::Reload) };
    assert_eq!(CircumstancesRulebook::pay_action(&unit, act, &rules()).map(|paid| paid.points), Ok(2));
    assert_eq!(CircumstancesRulebook::price_label(&unit, act, &rules()), "2 AP");
}

#[test]
fn cs_base_34_one_attack_per_phase() {
    let mut unit = ann();
    assert_eq!(pay_action(&mut unit, Action::Fire(FireMode::Single)), Ok(1));
    assert_eq!(pay_action(&mut unit, Action::MeleeAttack), Err(CostError::AttackedAlready));
    assert_eq!(pay_action(&mut unit, Action::Walk), Ok(1));
    assert_eq!(pay_action(&mut unit, Action::Reload), Err(CostError::TooFewPoints { needed: 1, left: 0 }));
}

#[rstest]
#[case(Action::Sprint, "CS-BASE-20")]
#[case(Action::FullDefense, "CS-BASE-18")]
#[case(Action::Fire(FireMode::LongBurst), "CS-BASE-36")]
#[case(Action::StandUp, "CS-PRN-08")]
fn what_the_book_does_not_have_is_refused(#[case] action: Action, #[case] expected: &str) {
    assert_eq!(clause(pay_action(&mut ann(), action)), expected);
}

#[test]
fn cs_base_20_a_move_may_be_walked_in_two_goes() {
    let mut unit = ann();
    assert_eq!(
        CircumstancesRulebook::move_budget(&unit, &rules()),
        MoveBudget { walk_left: 8, run: 48, runs: 0, sprint: 0 }
    );
    assert_eq!(pay_action(&mut unit, Action::Walk), Ok(1));
    unit.walked = 4;
    assert_eq!(CircumstancesRulebook::move_budget(&unit, &rules()).walk_left, 4);
    assert_eq!(
        CircumstancesRulebook::price_label(&unit, ActionRequest::for_action(Action::Walk), &rules()),
        "free"
    );
    assert_eq!(pay_action(&mut unit, Action::Walk), Ok(0));
    unit.walked = 8;
    assert_eq!(CircumstancesRulebook::move_budget(&unit, &rules()).walk_left, 8);
    assert_eq!(pay_action(&mut unit, Action::Walk), Ok(1), "the second Half Action");
}

#[test]
fn another_action_ends_a_move() {
    let mut unit = ann();
    assert_eq!(pay_action(&mut unit, Action::Walk), Ok(1));
    unit.walked = 2;
    assert_eq!(pay_action(&mut unit, Action::Fire(FireMode::Single)), Ok(1));
    assert_eq!(pay_action(&mut unit, Action::Walk), Err(CostError::TooFewPoints { needed: 1, left: 0 }));
}

#[test]
fn cs_cov_03_leaving_the_square_leaves_the_cover() {
    let mut unit = ann();
    assert_eq!(pay_action(&mut unit, Action::TakeCover), Ok(0));
    unit.in_cover = true;
    assert_eq!(
        crate::circumstances::rulebook::units::shielded_locations(&unit).to_string(),
        "body, right leg and left leg"
    );
    assert_eq!(clause(pay_action(&mut unit, Action::TakeCover)), "CS-COV-03");
    assert_eq!(pay_action(&mut unit, Action::Walk), Ok(1));
    assert!(crate::circumstances::rulebook::units::shielded_locations(&unit).is_empty());
}

#[test]
fn cs_prn_09_prone_units_crawl_and_cannot_run() {
    let mut unit = ann();
    unit.prone = true;
    assert_eq!(CircumstancesRulebook::move_budget(&unit, &rules()).walk_left, 4);
    assert_eq!(
        CircumstancesRulebook::may_run(&unit, false, &rules()).expect_err("on the ground").clause,
        "CS-PRN-09"
    );
    assert_eq!(clause(pay_action(&mut unit, Action::Run)), "CS-PRN-09");
    assert_eq!(pay_action(&mut unit, Action::StandUp), Ok(1));
}

#[test]
fn cs_base_37_who_is_held_does_not_move() {
    let mut unit = ann();
    unit.grip = Some(Grip::HeldBy(UnitId(2)));
    assert_eq!(clause(pay_action(&mut unit, Action::Walk)), "CS-BASE-37");
    assert_eq!(CircumstancesRulebook::move_budget(&unit, &rules()), MoveBudget::default());
}

#[test]
fn cs_una_05_a_run_ends_concealment() {
    let mut unit = ann();
    (unit.concealed, unit.gait) = (true, MovementMode::Running);
    let (effects, _) = run(&[], &[], |table| CircumstancesRulebook::end_phase(table, &unit, &rules()));
    assert!(effects.contains(&RuleStep::end_status(UnitId(1), StatusKind::Concealed)));
    assert_eq!(budget_after(&effects, 1).expect("a budget").charge, ChargeState::No);
    let stays = |unit: &UnitSnapshot| {
        let (effects, _) = run(&[], &[], |table| CircumstancesRulebook::end_phase(table, unit, &rules()));
        !effects.contains(&RuleStep::end_status(UnitId(1), StatusKind::Concealed))
    };
    unit.gait = MovementMode::Steady;
    assert!(stays(&unit), "a walk does not");
    own_budget(&mut unit).charge = ChargeState::Struck;
    assert!(!stays(&unit), "a Charge does");
}

#[test]
fn what_is_left_of_a_turn_is_told() {
    let mut unit = ann();
    assert_eq!(CircumstancesRulebook::turn_reserves(&unit, &rules()), ["2 AP", "Free Action", "Reaction"]);
    pay_action(&mut unit, Action::Walk).expect("a walk");
    unit.walked = 3;
    assert_eq!(CircumstancesRulebook::turn_reserves(&unit, &rules())[3], "2.5 m of move left");
}

#[test]
fn a_unit_and_its_weapons_are_shown() {
    let unit = ann();
    let figures = CircumstancesRulebook::derived_stats(&unit, &rules());
    let value =
        |name: &str| figures.iter().find(|figure| figure.name == name).map(|figure| figure.value.as_str());
    assert_eq!((value("Dodge"), value("Movement")), (Some("30 or less"), Some("4 / 8 / 12 / 24 m")));
    assert_eq!(
        CircumstancesRulebook::weapon_summary(&unit, &unit.held[0].weapon, &rules()),
        "1d10+3 · penetration 0 · 60 m"
    );
    let figures = CircumstancesRulebook::derived_weapon_stats(&unit, &unit.held[0], &rules());
    let value =
        |name: &str| figures.iter().find(|figure| figure.name == name).map(|figure| figure.value.as_str());
    assert_eq!(value("Range"), Some("3 / 30 / 60 / 89 / 180 m"));
    assert_eq!(value("Burst"), Some("3 rounds, jams on 94 or more"));
    assert_eq!(CircumstancesRulebook::weapon_traits(&unit.held[1].weapon, &unit.sheet, &rules()).hands, 0);
}

#[test]
fn cs_base_19_one_free_action_in_a_phase() {
    let mut unit = ann();
    let drop = ActionRequest::for_action(Action::DropObject);
    let paid = CircumstancesRulebook::pay_action(&unit, drop, &rules()).expect("the first one");
    assert_eq!((paid.points, paid.free), (0, 1));
    unit.budget = paid.budget;
    assert_eq!(clause(CircumstancesRulebook::pay_action(&unit, drop, &rules())), "CS-BASE-19");
}

#[test]
fn cs_suff_02_rest_is_a_round_without_actions_and_reactions() {
    let strenuous = |change: fn(&mut UnitSnapshot)| {
        let mut unit = ann();
        own_budget(&mut unit).phase_at_start = PhaseBudget::start_phase();
        change(&mut unit);
        unit.budget.circumstances().is_strenuous()
    };
    assert!(!strenuous(|_| {}));
    assert!(!strenuous(|unit| assert_eq!(pay_action(unit, Action::DropObject), Ok(0))), "a Free Action");
    assert!(strenuous(|unit| assert_eq!(pay_action(unit, Action::Reload), Ok(1))));
    assert!(strenuous(use_up_reaction), "a Reaction");
}

#[test]
fn cs_mel_01_both_answers_say_what_they_mean() {
    use crate::circumstances::lines::{CoverChoiceLine, EngageLine};
    let engage =
        |label: EngageLine| CircumstancesRulebook::answer_effect(&dice::Answer::new("a", label, "CS-MEL-01"));
    assert!(engage(EngageLine::Engage).contains("no guns but pistols"));
    assert!(engage(EngageLine::StayOut).contains("guns stay of use"));
    let cover = |label: CoverChoiceLine| {
        CircumstancesRulebook::answer_effect(&dice::Answer::new("a", label, "CS-COV-01"))
    };
    assert_eq!(cover(CoverChoiceLine::Shielded), "hits there meet the cover first");
    assert_eq!(cover(CoverChoiceLine::BodyAndLegs), "", "its detail says it");
}
