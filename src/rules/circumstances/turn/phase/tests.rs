use rstest::rstest;

use super::*;
use crate::circumstances::test_fixtures::*;
use crate::circumstances::{Ailment, Fighter};
use model::UnitId;

/// Takes actions at their cost, in order.
fn take(actions: &[CombatAction], switches: &Switches) -> Result<PhaseBudget, ActionError> {
    actions.iter().try_fold(PhaseBudget::start_phase(), |phase, &action| {
        phase.pay(action, action.cost(switches), switches)
    })
}

fn taken(actions: &[CombatAction]) -> Result<PhaseBudget, ActionError> {
    take(actions, &Switches::default())
}

#[test]
fn cs_base_15_a_half_action_costs_1_ap() {
    assert_eq!(taken(&[CombatAction::StandardAttack, CombatAction::Move]).map(|phase| phase.spent), Ok(2));
}

#[test]
fn cs_base_16_a_full_action_costs_2_ap() {
    assert_eq!(taken(&[CombatAction::FullMove]).map(|phase| phase.spent), Ok(2));
    assert_eq!(
        taken(&[CombatAction::FullMove, CombatAction::Reload]),
        Err(ActionError::Points { needed: 1, left: 0 })
    );
}

#[test]
fn cs_base_17_two_ap_go_into_actions() {
    let third = taken(&[CombatAction::Move, CombatAction::Reload, CombatAction::Hide]);
    assert_eq!(third, Err(ActionError::Points { needed: 1, left: 0 }));
}

#[test]
fn cs_base_18_one_reaction_until_the_own_phase() {
    let switches = Switches::default();
    let pay = |phase: PhaseBudget, action| phase.pay(action, CombatActionCost::Reaction, &switches);
    let dodged = pay(PhaseBudget::start_phase(), CombatAction::Dodge).expect("there is one");
    assert_eq!(dodged.spent, 0, "it never costs the phase");
    assert_eq!(pay(dodged, CombatAction::Dodge), Err(ActionError::ReactionUsed));
    assert_eq!(pay(dodged, CombatAction::Parry), Err(ActionError::ReactionUsed));
    assert!(pay(PhaseBudget::start_phase(), CombatAction::Dodge).is_ok(), "the own phase brings it back");
    assert!(pay(PhaseBudget::before_battle(false), CombatAction::Dodge).is_ok(), "everyone starts with it");
    assert_eq!(
        pay(PhaseBudget::before_battle(true), CombatAction::Dodge),
        Err(ActionError::ReactionUsed),
        "but the Unaware"
    );
    let spent = taken(&[CombatAction::FullMove]).expect("2 AP");
    assert!(pay(spent, CombatAction::Dodge).is_ok(), "actions do not use it up");
}

#[test]
fn cs_base_19_one_free_action() {
    let dropped = taken(&[CombatAction::DropItem]).expect("free");
    assert_eq!((dropped.spent, dropped.free_used), (0, true));
    assert_eq!(taken(&[CombatAction::DropItem, CombatAction::Speak]), Err(ActionError::FreeUsed));
}

#[test]
fn cs_base_19_a_granted_test_is_always_possible() {
    let dropped = taken(&[CombatAction::DropItem]).expect("free");
    // An action granted by a clause is not in the table: it costs nothing and has no requirements.
    assert_eq!(dropped.pay(CombatAction::Speak, CombatActionCost::None, &Switches::default()), Ok(dropped));
}

#[test]
fn cs_base_20_a_run_needs_the_whole_phase() {
    assert!(taken(&[CombatAction::Run]).is_ok());
    assert_eq!(
        taken(&[CombatAction::Move, CombatAction::Run]),
        Err(ActionError::Points { needed: 2, left: 1 })
    );
}

#[test]
fn cs_base_34_one_attack_per_phase() {
    let twice = [CombatAction::StandardAttack, CombatAction::StandardAttack];
    assert_eq!(taken(&twice), Err(ActionError::AttackedAlready));
    let grapple = [CombatAction::Grapple, CombatAction::StandardAttack];
    assert_eq!(taken(&grapple), Err(ActionError::AttackedAlready), "a grapple is an attack");
    assert!(taken(&[CombatAction::StandardAttack, CombatAction::Move]).is_ok());
    assert!(take(&twice, &switches(&[("cs.attacks_per_phase", "2")])).is_ok());
}

#[test]
fn cs_base_21_a_turn_is_the_own_phase_even_an_empty_one() {
    let ran = taken(&[CombatAction::Run]).expect("2 AP");
    assert_eq!((ran.gait, PhaseBudget::start_phase().gait), (MovementMode::Running, MovementMode::Steady));
    let mut stunned = fighter(1, |_| {});
    add_ailment(&mut stunned, Ailment::Stunned);
    for action in
        [CombatAction::Move, CombatAction::StandardAttack, CombatAction::DropItem, CombatAction::Parry]
    {
        assert_eq!(check_action(&stunned, action, &Switches::default()), Err(ActionError::CannotAct));
    }
    let lost = status::start_phase(stunned.ailments[0]);
    assert_eq!(status::end_phase(lost), None, "the lost phase counts all the same");
}

#[test]
fn cs_base_23_minutes_in_rounds() {
    assert_eq!(minutes_to_rounds(46), 552);
    assert_eq!(minutes_to_rounds(1), 12);
}

#[rstest]
#[case(CombatAction::Run, true)]
#[case(CombatAction::Move, false)]
#[case(CombatAction::FullMove, false)]
#[case(CombatAction::Charge, false)]
fn cs_run_06_only_run_counts(#[case] action: CombatAction, #[case] runs: bool) {
    let phase = taken(&[action]).expect("it can be paid");
    let mut context = attack_context(autogun());
    context.defender.gait = phase.gait;
    assert_eq!((context.defender.has_run(), target_number_of(&context)), (runs, if runs { 20 } else { 40 }));
}

#[test]
fn cs_run_03_until_the_next_own_turn() {
    let mut context = attack_context(autogun());
    context.defender.gait = taken(&[CombatAction::Run]).expect("it can be paid").gait;
    assert_eq!(target_number_of(&context), 20);
    context.defender.gait = PhaseBudget::start_phase().gait;
    assert_eq!(target_number_of(&context), 40);
}

#[test]
fn cs_cov_03_once_per_turn() {
    let exposed_and_shot = [CombatAction::UseCover, CombatAction::StandardAttack];
    let phase = taken(&exposed_and_shot).expect("1 AP");
    assert_eq!(phase.spent, 1, "naming locations costs nothing");
    let again = phase.pay(CombatAction::UseCover, CombatActionCost::None, &Switches::default());
    assert_eq!(again, Err(ActionError::CoverChanged));
    assert!(taken(&[CombatAction::StandardAttack, CombatAction::UseCover]).is_ok());
}

#[test]
fn cs_jam_04_clearing_takes_the_whole_phase() {
    assert_eq!(
        taken(&[CombatAction::Move, CombatAction::ClearJam]),
        Err(ActionError::Points { needed: 2, left: 1 })
    );
    assert!(taken(&[CombatAction::ClearJam]).is_ok());
}

#[rstest]
#[case::no_target(None, false, false)]
#[case::held(Some(GrappleHold::HeldBy(UnitId(2))), true, false)]
#[case::holding(Some(GrappleHold::Holding(UnitId(2))), false, true)]
fn cs_base_37_who_may_end_a_hold(
    #[case] hold: Option<GrappleHold>,
    #[case] breaks: bool,
    #[case] lets_go: bool,
) {
    let unit = Fighter { hold, ..fighter(1, |_| {}) };
    let allowed = |action| check_action(&unit, action, &Switches::default());
    let verdict = |yes| if yes { Ok(()) } else { Err(ActionError::NoHold) };
    assert_eq!(
        (allowed(CombatAction::BreakHold), allowed(CombatAction::LetGo)),
        (verdict(breaks), verdict(lets_go))
    );
}

#[test]
fn cs_base_37_the_switch_takes_grapples_away() {
    let unit: Fighter = fighter(1, |_| {});
    assert_eq!(check_action(&unit, CombatAction::Grapple, &Switches::default()), Ok(()));
    let off = switches(&[("cs.grapple", "off")]);
    assert_eq!(check_action(&unit, CombatAction::Grapple, &off), Err(ActionError::NoGrapples));
}
