//! Tests of turns, prices and movement.

use rstest::rstest;

use super::*;
use crate::attacks_and_damage::test_support::{faces_with_hits, rifle, sword};
use crate::turn_engine::{Action, PhaseTiming};
use crate::{ActionRequest, DownState};

fn pay(unit: &mut UnitSnapshot, action: Action, rules: &RuleSet) -> Result<(u8, u8), CostError> {
    let paid = crate::play::pay_action(unit, ActionRequest::for_action(action), rules)?;
    unit.budget = paid.budget;
    Ok((paid.points, paid.free))
}

fn fresh_unit() -> UnitSnapshot {
    unit(1, |_| {}, &[sword("6PC")])
}

fn clause(answer: Result<(u8, u8), CostError>) -> Option<&'static str> {
    match answer {
        Err(CostError::Book(refused)) => Some(refused.clause),
        _ => None,
    }
}

#[rstest]
#[case::blow(Action::MeleeAttack)]
#[case::fist(Action::UnarmedAttack)]
#[case::shot(Action::Fire(FireMode::Single))]
fn ad_base_07_an_attack_costs_two(#[case] action: Action) {
    let mut unit = fresh_unit();
    assert_eq!(pay(&mut unit, action, &defaults()), Ok((2, 0)));
    assert_eq!(points(&unit.budget).budget.points, 1);
    assert_eq!(
        AttacksAndDamageRulebook::price_label(&unit, ActionRequest::for_action(action), &defaults()),
        "2 AP"
    );
    let mut tired = fresh_unit();
    assert_eq!(pay(&mut tired, Action::Run, &defaults()), Ok((1, 0)));
    assert_eq!(pay(&mut tired, Action::Door, &defaults()), Ok((1, 0)));
    assert_eq!(pay(&mut tired, action, &defaults()), Err(CostError::TooFewPoints { needed: 2, left: 1 }));
}

#[test]
fn ad_base_07_the_price_is_a_switch() {
    let rules = rules_with("ad.attack_ap", "free");
    let mut unit = fresh_unit();
    assert_eq!(
        AttacksAndDamageRulebook::price_label(&unit, ActionRequest::for_action(Action::MeleeAttack), &rules),
        "free"
    );
    assert_eq!(pay(&mut unit, Action::MeleeAttack, &rules), Ok((0, 1)));
    assert_eq!(pay(&mut unit, Action::DropObject, &rules), Ok((1, 0)), "the Free Action is used");
}

#[test]
fn ad_base_08_defence_tests_are_free() {
    let weapon = sword("6PL");
    let mut request = duel(&weapon, |_| {});
    request.aimed_unit().defender.budget = without_points(&request.aimed_unit().defender);
    for tests in [1, 2] {
        let faces = [faces_with_hits(0, 6), faces_with_hits(1, 7 - tests)];
        let (outcome, _) = resolve_attack(&request, &faces, &["gymnastics"]);
        assert!(outcome.effects.contains(&RuleStep::Record(BattleEvent::Defended { unit: UnitId(2) })));
        assert!(!outcome.effects.iter().any(|effect| matches!(effect, RuleStep::SetTurnBudget { .. })));
        apply_steps(&mut request.aimed_unit().defender, &outcome.effects);
    }
    assert_eq!(boxes(&request.aimed_unit().defender).frequency.penalty, -2);
}

fn without_points(unit: &UnitSnapshot) -> TurnBudget {
    let mut turn = points(&unit.budget);
    turn.budget.points = 0;
    TurnBudget::AttacksAndDamage(turn)
}

#[test]
fn ad_base_09_a_turn_in_each_pass() {
    let rules = defaults();
    let mut unit = fresh_unit();
    for (score, turn) in [
        (14, PhaseTiming::Now),
        (4, PhaseTiming::Now),
        (-6, PhaseTiming::After),
        (10, PhaseTiming::Now),
        (0, PhaseTiming::After),
    ] {
        unit.initiative = score;
        unit.budget = AttacksAndDamageRulebook::budget_at_pass_start(&unit, &rules);
        assert_eq!(points(&unit.budget).budget.turn, PhaseTiming::Before);
        assert_eq!(pay(&mut unit, Action::MeleeAttack, &rules), Err(CostError::NotItsPhase));
        let start = start_phase(&mut unit);
        assert_eq!(
            (points(&unit.budget).budget.turn, start.lost.is_some()),
            (turn, turn == PhaseTiming::After)
        );
        if turn == PhaseTiming::Now {
            assert_eq!(pay(&mut unit, Action::MeleeAttack, &rules), Ok((2, 0)));
        }
        let effects = without_dice(|table| AttacksAndDamageRulebook::end_phase(table, &unit, &rules));
        apply_steps(&mut unit, &effects);
        assert_eq!(pay(&mut unit, Action::Run, &rules), Err(CostError::NotItsPhase));
    }
}

#[test]
fn ad_base_19_one_attack_a_phase() {
    let mut rules = rules_with("ad.attack_ap", "1");
    let mut unit = fresh_unit();
    assert_eq!(pay(&mut unit, Action::MeleeAttack, &rules), Ok((1, 0)));
    assert_eq!(clause(pay(&mut unit, Action::MeleeAttack, &rules)), Some("AD-BASE-19"));
    rules.set("ad.attacks_per_phase", "2").expect("a switch");
    assert_eq!(pay(&mut unit, Action::UnarmedAttack, &rules), Ok((1, 0)));
    assert_eq!(clause(pay(&mut unit, Action::UnarmedAttack, &rules)), Some("AD-BASE-19"));
    unit.initiative = 4;
    unit.budget = AttacksAndDamageRulebook::budget_at_pass_start(&unit, &rules);
    start_phase(&mut unit);
    assert_eq!(pay(&mut unit, Action::MeleeAttack, &rules), Ok((1, 0)), "a new phase");
}

#[test]
fn ad_freq_04_the_penalty_recovers_when_a_turn_starts() {
    let mut unit = fresh_unit();
    set_defence_penalty(&mut unit, -3, 3);
    start_phase(&mut unit);
    assert_eq!(boxes(&unit).frequency, DefenceFrequency { penalty: -2, tests: 0 });
    let start = start_phase(&mut unit);
    assert_eq!(boxes(&unit).frequency.penalty, 0, "AD-FREQ-06: a quiet turn");
    assert_eq!(start.effects.len(), 2);
    assert_eq!(start_phase(&mut unit).effects.len(), 1, "nothing left to recover");
}

#[test]
fn ad_freq_08_the_penalty_crosses_rounds() {
    let mut unit = fresh_unit();
    set_defence_penalty(&mut unit, -2, 2);
    assert!(without_dice(|table| AttacksAndDamageRulebook::end_round(table, &unit, &defaults())).is_empty());
    let before = unit.budget;
    assert_eq!(AttacksAndDamageRulebook::budget_at_round_start(&unit, &defaults()), before);
    assert_eq!(boxes(&unit).frequency.penalty, -2);
}

#[test]
fn ad_freq_09_no_turn_no_recovery() {
    let mut unit = fresh_unit();
    set_defence_penalty(&mut unit, -3, 1);
    unit.budget = without_points(&unit);
    let start = start_phase(&mut unit);
    assert_eq!(start.lost.map(|refused| refused.clause), Some("SS-ACT-34"));
    assert_eq!(boxes(&unit).frequency, DefenceFrequency { penalty: -3, tests: 1 });
}

#[test]
fn ad_kd_09_standing_up_costs_one() {
    let mut unit = fresh_unit();
    unit.prone = true;
    assert_eq!(
        AttacksAndDamageRulebook::price_label(&unit, ActionRequest::for_action(Action::StandUp), &defaults()),
        "1 AP"
    );
    let before = unit.clone();
    assert_eq!(pay(&mut unit, Action::StandUp, &defaults()), Ok((1, 0)));
    assert_eq!(points(&unit.budget).budget.points, 2);
    unit = before;
    assert_eq!(pay(&mut unit, Action::StandUp, &rules_with("ad.stand_ap", "3")), Ok((3, 0)));
    let refused = pay(&mut unit, Action::StandUp, &defaults());
    assert_eq!(refused, Err(CostError::TooFewPoints { needed: 1, left: 0 }));
}

#[rstest]
#[case(Action::Walk)]
#[case(Action::Run)]
fn ad_kd_10_no_moving_while_prone(#[case] action: Action) {
    let mut unit = fresh_unit();
    assert!(
        AttacksAndDamageRulebook::pay_action(&unit, ActionRequest::for_action(action), &defaults()).is_ok()
    );
    unit.prone = true;
    assert_eq!(clause(pay(&mut unit, action, &defaults())), Some("AD-KD-10"));
    assert_eq!(AttacksAndDamageRulebook::move_budget(&unit, &defaults()).walk_left, 0);
    let crawling = rules_with("ad.prone_move", "on");
    assert_eq!(AttacksAndDamageRulebook::move_budget(&unit, &crawling).walk_left, 12);
    assert!(
        AttacksAndDamageRulebook::pay_action(&unit, ActionRequest::for_action(Action::Walk), &crawling)
            .is_ok()
    );
    let why = AttacksAndDamageRulebook::may_run(&unit, false, &crawling).expect_err("lying");
    assert_eq!(why.clause, "SS-ACT-53");
}

#[test]
fn ss_move_05_an_attack_breaks_a_walk() {
    let rules = rules_with("ss.split_walk", "off");
    let mut unit = fresh_unit();
    assert_eq!(pay(&mut unit, Action::Walk, &rules), Ok((0, 1)));
    assert_eq!(pay(&mut unit, Action::MeleeAttack, &rules), Ok((2, 0)));
    assert_eq!(pay(&mut unit, Action::Walk, &rules), Err(CostError::WalkBroken));
    let mut unit = fresh_unit();
    assert_eq!(pay(&mut unit, Action::Walk, &defaults()), Ok((0, 1)));
    assert_eq!(pay(&mut unit, Action::MeleeAttack, &defaults()), Ok((2, 0)));
    assert_eq!(pay(&mut unit, Action::Walk, &defaults()), Ok((0, 0)));
}

#[test]
fn ss_move_07_one_run_a_round() {
    let mut unit = fresh_unit();
    unit.walked = 2;
    let budget = AttacksAndDamageRulebook::move_budget(&unit, &defaults());
    assert_eq!((budget.walk_left, budget.run, budget.runs, budget.sprint), (10, 12, 0, 0));
    assert_eq!(AttacksAndDamageRulebook::may_run(&unit, false, &defaults()), Ok(()));
    unit.runs = 1;
    assert_eq!(
        AttacksAndDamageRulebook::may_run(&unit, false, &defaults()).map_err(|why| why.clause),
        Err("SS-MOVE-08")
    );
    let sprint = without_dice(|table| AttacksAndDamageRulebook::roll_sprint(table, &unit, &defaults()));
    assert_eq!((sprint.metres, sprint.effects.len()), (0, 0));
}

#[rstest]
#[case(Action::Sprint, "SS-MOVE-08")]
#[case(Action::TakeCover, "AD-BASE-17")]
#[case(Action::Dodge, "AD-BASE-08")]
#[case(Action::Parry, "AD-BASE-08")]
#[case(Action::Block, "AD-BASE-08")]
#[case(Action::FullDefense, "AD-BASE-08")]
fn actions_missing_in_the_book(#[case] action: Action, #[case] why: &str) {
    let mut unit = fresh_unit();
    let before = unit.budget;
    assert_eq!(clause(pay(&mut unit, action, &defaults())), Some(why));
    assert_eq!(unit.budget, before);
}

#[rstest]
#[case::ss_act_54_ready(Action::Ready, (1, 0), "1 AP")]
#[case::ss_act_60_pick_up(Action::PickUp, (1, 0), "1 AP")]
#[case::ss_act_51_drop_prone(Action::DropProne, (0, 1), "free")]
#[case::ss_act_38_drop(Action::DropObject, (0, 1), "free")]
#[case::ss_knock_02_forced(Action::ForcedDrop, (0, 0), "")]
fn the_engine_prices_the_rest(#[case] action: Action, #[case] cost: (u8, u8), #[case] shown: &str) {
    let mut unit = fresh_unit();
    assert_eq!(
        AttacksAndDamageRulebook::price_label(&unit, ActionRequest::for_action(action), &defaults()),
        shown
    );
    assert_eq!(pay(&mut unit, action, &defaults()), Ok(cost));
}

#[test]
fn units_that_are_down_cannot_act() {
    let mut unit = fresh_unit();
    unit.down = Some(DownState::Unconscious);
    assert_eq!(clause(pay(&mut unit, Action::Walk, &defaults())), Some("AD-BASE-13"));
}

#[test]
fn ss_init_04_reaction_intuition_and_dice() {
    let mut unit = unit(
        1,
        |sheet| {
            sheet.attributes.reaction = 4;
            sheet.attributes.intuition = 2;
            sheet.initiative_dice = 2;
        },
        &[rifle("6C")],
    );
    set_defence_penalty(&mut unit, -3, 2);
    unit.condition = HealthState::AttacksAndDamage(Boxes { light: 9, ..boxes(&unit) });
    let (rolled, _) = scripted(&[vec![3, 5]], &[], |table| {
        AttacksAndDamageRulebook::roll_initiative(table, &unit, true, &defaults())
    });
    assert_eq!((rolled.score, rolled.attribute, rolled.dice), (14, 6, 2));
    assert_eq!(
        (
            AttacksAndDamageRulebook::initiative_attribute(&unit),
            AttacksAndDamageRulebook::tie_breakers(&unit.sheet)
        ),
        (6, (4, 2))
    );
}
