use rstest::rstest;

use super::super::fixtures::*;
use super::super::{Ailment, Fighter};
use super::*;

/// Takes actions at their price, one after the other.
fn take(actions: &[Action], switches: &Switches) -> Result<Phase, Unpaid> {
    actions
        .iter()
        .try_fold(Phase::begin(), |phase, &action| phase.pay(action, action.cost(switches), switches))
}

fn taken(actions: &[Action]) -> Result<Phase, Unpaid> {
    take(actions, &Switches::default())
}

#[test]
fn cs_base_15_a_half_action_costs_1_ap() {
    assert_eq!(taken(&[Action::StandardAttack, Action::Move]).map(|phase| phase.spent), Ok(2));
}

#[test]
fn cs_base_16_a_full_action_costs_2_ap() {
    assert_eq!(taken(&[Action::FullMove]).map(|phase| phase.spent), Ok(2));
    assert_eq!(taken(&[Action::FullMove, Action::Reload]), Err(Unpaid::Points { needed: 1, left: 0 }));
}

#[test]
fn cs_base_17_two_ap_go_into_actions() {
    let third = taken(&[Action::Move, Action::Reload, Action::Hide]);
    assert_eq!(third, Err(Unpaid::Points { needed: 1, left: 0 }));
}

#[test]
fn cs_base_18_one_reaction_until_the_own_phase() {
    let switches = Switches::default();
    let pay = |phase: Phase, action| phase.pay(action, Cost::Reaction, &switches);
    let dodged = pay(Phase::begin(), Action::Dodge).expect("there is one");
    assert_eq!(dodged.spent, 0, "it never costs the phase");
    assert_eq!(pay(dodged, Action::Dodge), Err(Unpaid::ReactionUsed));
    assert_eq!(pay(dodged, Action::Parry), Err(Unpaid::ReactionUsed));
    assert!(pay(Phase::begin(), Action::Dodge).is_ok(), "the own phase brings it back");
    assert!(pay(Phase::before_battle(false), Action::Dodge).is_ok(), "everyone starts with it");
    assert_eq!(pay(Phase::before_battle(true), Action::Dodge), Err(Unpaid::ReactionUsed), "but the Unaware");
    let spent = taken(&[Action::FullMove]).expect("2 AP");
    assert!(pay(spent, Action::Dodge).is_ok(), "actions do not use it up");
}

#[test]
fn cs_base_19_one_free_action() {
    let dropped = taken(&[Action::DropItem]).expect("free");
    assert_eq!((dropped.spent, dropped.free_used), (0, true));
    assert_eq!(taken(&[Action::DropItem, Action::Speak]), Err(Unpaid::FreeUsed));
}

#[test]
fn cs_base_19_a_granted_test_is_always_possible() {
    let dropped = taken(&[Action::DropItem]).expect("free");
    // What a clause grants is no action of the table: it costs nothing and asks nothing of the phase.
    assert_eq!(dropped.pay(Action::Speak, Cost::None, &Switches::default()), Ok(dropped));
}

#[test]
fn cs_base_20_a_run_needs_the_whole_phase() {
    assert!(taken(&[Action::Run]).is_ok());
    assert_eq!(taken(&[Action::Move, Action::Run]), Err(Unpaid::Points { needed: 2, left: 1 }));
}

#[test]
fn cs_base_34_one_attack_per_phase() {
    let twice = [Action::StandardAttack, Action::StandardAttack];
    assert_eq!(taken(&twice), Err(Unpaid::AttackedAlready));
    assert!(taken(&[Action::StandardAttack, Action::Move]).is_ok());
    assert!(take(&twice, &switches(&[("cs.attacks_per_phase", "2")])).is_ok());
}

#[test]
fn cs_base_21_a_turn_is_the_own_phase_even_an_empty_one() {
    let ran = taken(&[Action::Run]).expect("2 AP");
    assert_eq!((ran.gait, Phase::begin().gait), (Gait::Running, Gait::Steady));
    let mut stunned = fighter(1, |_| {});
    stunned.suffer(Ailment::Stunned);
    for action in [Action::Move, Action::StandardAttack, Action::DropItem, Action::Parry] {
        assert_eq!(allows(&stunned, action, &Switches::default()), Err(Unpaid::CannotAct));
    }
    assert_eq!(Phase::begin().points_left(), 2, "it counts all the same");
}

#[test]
fn cs_base_23_minutes_in_rounds() {
    assert_eq!(rounds_of(46), 552);
    assert_eq!(rounds_of(1), 12);
}

#[rstest]
#[case(Action::Run, true)]
#[case(Action::Move, false)]
#[case(Action::FullMove, false)]
#[case(Action::Charge, false)]
fn cs_run_06_only_run_counts(#[case] action: Action, #[case] runs: bool) {
    let phase = taken(&[action]).expect("it can be paid");
    let mut scene = scene(autogun());
    scene.defender.gait = phase.gait;
    assert_eq!((scene.defender.ran(), t(&scene)), (runs, if runs { 20 } else { 40 }));
}

#[test]
fn cs_run_03_until_the_next_own_turn() {
    let mut scene = scene(autogun());
    scene.defender.gait = taken(&[Action::Run]).expect("it can be paid").gait;
    assert_eq!(t(&scene), 20);
    scene.defender.gait = Phase::begin().gait;
    assert_eq!(t(&scene), 40);
}

#[test]
fn cs_cov_03_once_per_turn() {
    let exposed_and_shot = [Action::UseCover, Action::StandardAttack];
    let phase = taken(&exposed_and_shot).expect("1 AP");
    assert_eq!(phase.spent, 1, "naming locations costs nothing");
    let again = phase.pay(Action::UseCover, Cost::None, &Switches::default());
    assert_eq!(again, Err(Unpaid::CoverNamed));
    assert!(taken(&[Action::StandardAttack, Action::UseCover]).is_ok());
}

#[test]
fn cs_jam_04_clearing_takes_the_whole_phase() {
    assert_eq!(taken(&[Action::Move, Action::ClearJam]), Err(Unpaid::Points { needed: 2, left: 1 }));
    assert!(taken(&[Action::ClearJam]).is_ok());
}

#[rstest]
#[case::nobody(None, false, false)]
#[case::held(Some(Hold::HeldBy(2)), true, false)]
#[case::holding(Some(Hold::Holding(2)), false, true)]
fn cs_base_37_who_may_end_a_hold(#[case] hold: Option<Hold>, #[case] breaks: bool, #[case] lets_go: bool) {
    let unit = Fighter { hold, ..fighter(1, |_| {}) };
    let allowed = |action| allows(&unit, action, &Switches::default());
    let verdict = |yes| if yes { Ok(()) } else { Err(Unpaid::NoHold) };
    assert_eq!((allowed(Action::BreakHold), allowed(Action::LetGo)), (verdict(breaks), verdict(lets_go)));
}

#[test]
fn cs_base_37_the_switch_takes_grapples_away() {
    let unit: Fighter = fighter(1, |_| {});
    assert_eq!(allows(&unit, Action::Grapple, &Switches::default()), Ok(()));
    let off = switches(&[("cs.grapple", "off")]);
    assert_eq!(allows(&unit, Action::Grapple, &off), Err(Unpaid::NoGrapples));
}
