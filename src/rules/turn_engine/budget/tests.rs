use super::*;
use crate::FireMode;
use Action::{
    ChangeMode, Dodge, DropObject, DropProne, Fire, FullDefense, Gesture, MeleeAttack, Parry, Ready, Reload,
    Run, SayWord, Sprint, StandUp, TakeCover,
};
use rstest::rstest;

const SHOT: Action = Fire(FireMode::Single);

/// A unit in its own phase with 3 AP.
fn now() -> PassBudget {
    PassBudget::at_pass_start(7, 3).start_phase()
}

fn too_few(needed: u8, left: u8) -> BudgetError {
    BudgetError::Points { needed, left }
}

fn with_points(points: u8) -> PassBudget {
    PassBudget { points, ..now() }
}

fn pay_under(budget: PassBudget, actions: &[Action], switches: &Switches) -> Result<PassBudget, BudgetError> {
    actions.iter().try_fold(budget, |budget, &action| budget.pay(action, switches))
}

fn pay(budget: PassBudget, actions: &[Action]) -> Result<PassBudget, BudgetError> {
    pay_under(budget, actions, &Switches::default())
}

fn switched(name: &str, value: &str) -> Switches {
    let mut switches = Switches::default();
    switches.set(name, value).expect("a switch and its value");
    switches
}

#[rstest]
#[case::ss_act_02_gesture(&[Gesture], 3)]
#[case::ss_act_03_run(&[Run], 2)]
#[case::ss_move_06_run(&[Run], 2)]
#[case::ss_move_13_sprint(&[Run, Sprint], 1)]
#[case::ss_act_07_spending_all(&[Run, MeleeAttack], 0)]
#[case::ss_act_13_free_action_bought(&[Action::Walk, SHOT, Gesture], 1)]
#[case::ss_move_04_walk_then_drop(&[Action::Walk, DropObject], 2)]
#[case::ss_act_15_walk_run_stab(&[Action::Walk, Run, MeleeAttack], 0)]
#[case::ss_act_16_simple_actions_combine(&[TakeCover, Ready, SHOT], 0)]
#[case::ss_act_26_draw_then_shoot(&[Ready, SHOT], 1)]
#[case::ss_act_39_two_parries(&[Parry, Parry], 1)]
#[case::ss_act_40_full_defense(&[FullDefense], 1)]
#[case::ss_act_42_stab(&[MeleeAttack], 1)]
#[case::ss_act_43_full_auto_complex(&[Fire(FireMode::FullAutoComplex)], 1)]
#[case::ss_act_43_full_auto_simple(&[Fire(FireMode::FullAutoSimple)], 2)]
#[case::ss_act_50_take_cover(&[TakeCover], 2)]
#[case::ss_act_51_drop_prone(&[DropProne], 3)]
#[case::ss_act_52_stand_up(&[StandUp], 2)]
#[case::ss_act_54_ready(&[Ready], 2)]
#[case::ss_act_60_reload(&[Reload], 2)]
#[case::ss_act_61_change_mode(&[ChangeMode], 3)]
#[case::ss_knock_02_forced_drop(&[Action::ForcedDrop], 3)]
fn left(#[case] actions: &[Action], #[case] points: u8) {
    assert_eq!(pay(now(), actions).map(|budget| budget.points), Ok(points));
}

#[rstest]
#[case::ss_act_02_gesture(Gesture, 1)]
#[case::ss_act_38_word(SayWord, 1)]
#[case::ss_act_38_drop(DropObject, 1)]
#[case::ss_act_51_drop_prone(DropProne, 1)]
#[case::ss_act_61_change_mode(ChangeMode, 1)]
#[case::ss_move_04_walk(Action::Walk, 1)]
#[case::ss_knock_02_forced_drop(Action::ForcedDrop, 0)]
#[case::ss_act_22_standard_defence(Action::StandardDefence, 0)]
#[case::ss_act_03_run(Run, 0)]
fn free_actions_used(#[case] action: Action, #[case] used: u8) {
    assert_eq!(pay(now(), &[action]).map(|budget| budget.free_used), Ok(used));
}

#[rstest]
#[case::ss_act_07_nothing_left(3, &[Run, MeleeAttack, Ready], too_few(1, 0))]
#[case::ss_act_09_run_without_points(0, &[Run], too_few(1, 0))]
#[case::ss_act_10_second_free_action(0, &[SayWord, Gesture], BudgetError::FreeUsed)]
#[case::ss_ruling_33_one_per_pass(0, &[SayWord, Gesture], BudgetError::FreeUsed)]
#[case::ss_act_15_two_runs_and_a_stab(3, &[Action::Walk, Run, Run, MeleeAttack], too_few(2, 1))]
#[case::ss_act_17_complex_needs_all_now(1, &[MeleeAttack], too_few(2, 1))]
#[case::ss_round_09_two_points_of_one(1, &[Fire(FireMode::LongBurst)], too_few(2, 1))]
#[case::ss_act_27_second_shot(3, &[SHOT, SHOT], BudgetError::AttackedAlready)]
#[case::ss_act_28_shot_and_stab(3, &[SHOT, MeleeAttack], BudgetError::AttackedAlready)]
#[case::ss_act_31_no_points(0, &[Dodge], too_few(1, 0))]
#[case::ss_act_31_full_defense(1, &[FullDefense], too_few(2, 1))]
fn refused(#[case] points: u8, #[case] actions: &[Action], #[case] why: BudgetError) {
    assert_eq!(pay(with_points(points), actions), Err(why));
}

#[test]
fn ss_act_09_a_free_action_without_points() {
    assert_eq!(pay(with_points(0), &[DropObject]).map(|budget| budget.free_used), Ok(1));
}

#[test]
fn ss_act_06_interrupts_come_outside_the_own_phase() {
    let before = PassBudget::at_pass_start(7, 3);
    assert_eq!(pay(before, &[Parry]).map(|budget| budget.points), Ok(2));
    assert_eq!(pay(now().end_phase(), &[Parry]).map(|budget| budget.points), Ok(2));
    assert_eq!(pay(before, &[Run]), Err(BudgetError::NotItsPhase));
    assert_eq!(pay(now().end_phase(), &[Run]), Err(BudgetError::NotItsPhase));
}

#[test]
fn ss_act_08_other_base_values() {
    assert_eq!([12, 2].map(|score| PassBudget::at_pass_start(score, 4).points), [4, 4]);
}

#[test]
fn ss_act_11_when_the_free_action_may_come() {
    let after = now().end_phase();
    assert_eq!(pay(after, &[DropProne]).map(|budget| budget.free_used), Ok(1));
    assert_eq!(pay(PassBudget::at_pass_start(7, 3), &[DropProne]), Err(BudgetError::TooEarly));
}

#[test]
fn ss_ruling_33_after_the_phase_only_the_unused_one() {
    let after = pay(now().end_phase(), &[DropProne]).expect("unused");
    assert_eq!(pay(after, &[Gesture]), Err(BudgetError::NotItsPhase));
}

#[test]
fn ss_act_12_more_free_actions() {
    let switches = switched("ss.free_actions_per_pass", "2");
    let paid = pay_under(now(), &[DropObject, SayWord], &switches).expect("both free");
    assert_eq!((paid.points, paid.free_used), (3, 2));
    assert_eq!(
        pay_under(now(), &[DropObject, SayWord, Gesture], &switches).map(|budget| budget.points),
        Ok(2)
    );
}

#[test]
fn ss_act_23_points_kept_for_interrupts() {
    let kept = pay(now(), &[MeleeAttack]).expect("paid").end_phase();
    assert_eq!(pay(kept, &[Parry]).map(|budget| budget.points), Ok(0));
}

#[rstest]
#[case::ss_act_24_above_zero(5, 3)]
#[case::ss_act_24_the_least_score(1, 3)]
#[case::ss_act_24_zero(0, 0)]
#[case::ss_act_24_below_zero(-3, 0)]
#[case::ss_act_24_late_entrant(4, 3)]
#[case::ss_act_25_nothing_carries_over(4, 3)]
#[case::ss_ruling_43_three(12, 3)]
fn new_pass(#[case] score: i32, #[case] points: u8) {
    assert_eq!(PassBudget::at_pass_start(score, 3), PassBudget { points, ..PassBudget::default() });
}

#[test]
fn ss_act_29_interrupts_leave_the_attack() {
    let interrupted = pay(PassBudget::at_pass_start(7, 3), &[Parry]).expect("paid").start_phase();
    assert_eq!(pay(interrupted, &[SHOT]).map(|budget| (budget.points, budget.attacked)), Ok((1, true)));
}

#[test]
fn ss_act_33_interrupt_keeps_the_phase() {
    let parried = pay(PassBudget::at_pass_start(7, 3), &[Parry]).expect("paid").start_phase();
    assert_eq!((parried.points, parried.turn), (2, PhaseTiming::Now));
}

#[test]
fn ss_act_34_down_to_zero_the_phase_is_lost() {
    let spent = pay(PassBudget::at_pass_start(7, 3), &[Dodge, FullDefense]).expect("paid");
    assert_eq!(pay(spent, &[SayWord]), Err(BudgetError::TooEarly));
    let lost = spent.start_phase();
    assert_eq!(lost.turn, PhaseTiming::After);
    assert_eq!(pay(lost, &[SayWord]).map(|budget| budget.free_used), Ok(1));
    assert_eq!(pay(lost, &[SayWord, Gesture]), Err(BudgetError::NotItsPhase));
}

#[test]
fn ss_act_52_standing_up_is_no_interrupt() {
    assert_eq!(pay(PassBudget::at_pass_start(7, 3), &[StandUp]), Err(BudgetError::NotItsPhase));
}

#[test]
fn ss_move_05_split_walk() {
    let walk = [Action::Walk, SHOT, Action::Walk];
    let paid = pay(now(), &walk).expect("split");
    assert_eq!((paid.points, paid.free_used), (2, 1));
    let off = switched("ss.split_walk", "off");
    assert_eq!(pay_under(now(), &walk, &off), Err(BudgetError::WalkBroken));
    let going_on = pay_under(now(), &[Action::Walk, Action::Walk, SHOT], &off).expect("one walk");
    assert_eq!((going_on.points, going_on.free_used), (2, 1));
}

#[test]
fn ss_move_05_a_walk_ends_with_its_phase() {
    let after = pay(now(), &[Action::Walk]).expect("walked").end_phase();
    assert_eq!(pay(after, &[Action::Walk]), Err(BudgetError::NotItsPhase));
}

#[test]
fn errors_name_the_reason() {
    assert_eq!(BudgetError::Points { needed: 2, left: 1 }.to_string(), "needs 2 AP, 1 left");
}
