use rstest::rstest;

use super::*;
use crate::combat_checks::test_support::{add_injury, fighter, switches_with};
use crate::combat_checks::turns::turn_events::end_turn;
use crate::combat_checks::{Expiry, InjuryDuration};
use TurnPayment::{Action, ActionAsManeuver, BoughtManeuver, FreeAct, FreeManeuver};

/// Points left and Strain after some acts of a unit with these injury totals.
fn pay(injuries: &[u32], acts: &[TurnPayment]) -> Result<(u8, u32), EconomyError> {
    let mut unit = fighter(1, |_| {});
    injuries.iter().for_each(|&total| add_injury(&mut unit.condition, total));
    let mut paid = TurnPaymentResult { economy: unit.economy, strain: 0 };
    for &act in acts {
        let next = paid.economy.pay(act, &unit)?;
        paid = TurnPaymentResult { strain: paid.strain + next.strain, ..next };
    }
    Ok((paid.economy.points, paid.strain))
}

#[rstest]
#[case::cc_econ_03_action(&[], &[Action], 1, 0)]
#[case::cc_econ_04_maneuver_and_action(&[], &[FreeManeuver, Action], 0, 0)]
#[case::cc_econ_05_second_by_strain(&[], &[FreeManeuver, BoughtManeuver], 2, 2)]
#[case::cc_econ_05_without_a_free_one(&[16], &[BoughtManeuver], 3, 2)]
#[case::cc_econ_06_action_turned(&[], &[FreeManeuver, ActionAsManeuver], 0, 0)]
#[case::cc_econ_14_free_act_after_all(&[], &[Action, FreeManeuver, BoughtManeuver, FreeAct], 0, 2)]
#[case::cc_econ_14_staggered(&[31], &[FreeAct], 3, 0)]
#[case::cc_chart_02_maneuver_stays(&[6], &[FreeManeuver], 2, 0)]
#[case::cc_chart_07_free_maneuver_stays(&[31], &[FreeManeuver], 2, 0)]
#[case::cc_chart_15_bought(&[71], &[BoughtManeuver], 3, 2)]
#[case::cc_chart_19_at_the_brink(&[91], &[Action], 1, 1)]
#[case::cc_chart_19_not_for_maneuvers(&[91], &[FreeManeuver], 2, 0)]
#[case::cc_chart_19_not_for_the_action_given_up(&[91], &[ActionAsManeuver], 1, 0)]
#[case::cc_crit_10_losses_add_up(&[91, 95], &[Action], 1, 2)]
#[case::cc_chart_23_one(&[111], &[FreeManeuver], 2, 0)]
#[case::cc_chart_25_free_maneuver_stays(&[121], &[FreeManeuver], 2, 0)]
fn paid(#[case] injuries: &[u32], #[case] acts: &[TurnPayment], #[case] points: u8, #[case] strain: u32) {
    assert_eq!(pay(injuries, acts), Ok((points, strain)));
}

fn free_used(strain: bool, action: bool) -> EconomyError {
    EconomyError::FreeManeuverUsed(FurtherManeuver { strain, action })
}

#[test]
fn cc_econ_04_the_refusal_names_what_is_left() {
    let text = |strain, action| free_used(strain, action).to_string();
    let both = "the free manoeuvre is used: buy another for 2 Strain, or use the action";
    assert_eq!(text(true, true), both);
    assert_eq!(text(true, false), "the free manoeuvre is used: buy another for 2 Strain");
    assert_eq!(text(false, true), "the free manoeuvre is used: use the action as another");
    let all = EconomyError::TooManyManeuvers { most: MAX_MANEUVERS };
    assert_eq!(all.to_string(), "all 2 manoeuvres of this turn are used");
}

fn injury(name: &'static str, clause: Clause) -> EconomyError {
    EconomyError::Injured { injury: name, clause }
}

#[test]
fn cc_chart_04_and_07_the_refusal_says_what_an_injury_forbids_and_until_when() {
    let stunned = injury("Stunned", "CC-CHART-07").to_string();
    assert_eq!(stunned, "Stunned: no action until the end of their next turn");
    let distracted = injury("Distracted", "CC-CHART-04").to_string();
    assert_eq!(distracted, "Distracted: no free manoeuvre until the end of their next turn");
    let lame = EconomyError::Lame.to_string();
    assert_eq!(lame, "Temporarily Lame: 1 manoeuvre in a turn at most until it is healed");
}

#[rstest]
#[case::cc_econ_03_second_action(&[], &[Action, Action], EconomyError::ActionUsed)]
#[case::cc_econ_04_second_free_maneuver(&[], &[FreeManeuver, FreeManeuver], free_used(true, true))]
#[case::cc_econ_04_action_used(&[], &[Action, FreeManeuver, FreeManeuver], free_used(true, false))]
#[case::cc_chart_17_winded_has_the_action(&[81], &[FreeManeuver, FreeManeuver], free_used(false, true))]
#[case::cc_chart_17_nothing_left(&[81], &[Action, FreeManeuver, FreeManeuver], free_used(false, false))]
#[case::cc_econ_07_all_used(
    &[], &[Action, FreeManeuver, BoughtManeuver, FreeManeuver], EconomyError::TooManyManeuvers { most: 2 }
)]
#[case::cc_chart_23_no_second_free(&[111], &[FreeManeuver, FreeManeuver], EconomyError::Lame)]
#[case::cc_econ_05_second_purchase(&[16], &[BoughtManeuver, BoughtManeuver], EconomyError::ManeuverBought)]
#[case::cc_econ_06_no_action_left(&[], &[ActionAsManeuver, Action], EconomyError::ActionUsed)]
#[case::cc_econ_07_two_at_most(
    &[], &[FreeManeuver, ActionAsManeuver, BoughtManeuver], EconomyError::TooManyManeuvers { most: 2 }
)]
#[case::cc_econ_14_once(&[], &[FreeAct, FreeAct], EconomyError::FreeActUsed)]
#[case::cc_chart_02_slowed_down(&[6], &[Action], injury("Slowed Down", "CC-CHART-02"))]
#[case::cc_chart_04_distracted(&[16], &[FreeManeuver], injury("Distracted", "CC-CHART-04"))]
#[case::cc_chart_07_stunned(&[31], &[Action], injury("Stunned", "CC-CHART-07"))]
#[case::cc_chart_07_no_action_to_turn(&[31], &[ActionAsManeuver], injury("Stunned", "CC-CHART-07"))]
#[case::cc_chart_15_hamstrung(&[71], &[FreeManeuver], injury("Hamstrung", "CC-CHART-15"))]
#[case::cc_chart_17_winded(&[81], &[BoughtManeuver], injury("Winded", "CC-CHART-17"))]
#[case::cc_chart_23_by_points(&[111], &[FreeManeuver, ActionAsManeuver], EconomyError::Lame)]
#[case::cc_chart_23_by_strain(&[111], &[FreeManeuver, BoughtManeuver], EconomyError::Lame)]
#[case::cc_crit_10_lame_twice(&[111, 111], &[FreeManeuver, BoughtManeuver], EconomyError::Lame)]
#[case::cc_chart_25_senseless(&[121], &[Action], injury("Knocked Senseless", "CC-CHART-25"))]
fn refused(#[case] injuries: &[u32], #[case] acts: &[TurnPayment], #[case] why: EconomyError) {
    assert_eq!(pay(injuries, acts), Err(why));
}

#[test]
fn cc_thr_06_the_unconscious_do_nothing() {
    let mut unit = fighter(1, |_| {});
    unit.down = Some(crate::DownState::Unconscious);
    for act in [Action, FreeManeuver, BoughtManeuver, ActionAsManeuver, FreeAct] {
        assert_eq!(unit.economy.pay(act, &unit), Err(EconomyError::Unconscious), "{act:?}");
    }
}

#[test]
fn cc_econ_14_not_while_unconscious() {
    let mut unit = fighter(1, |_| {});
    unit.down = Some(crate::DownState::Unconscious);
    assert_eq!(unit.economy.pay(FreeAct, &unit), Err(EconomyError::Unconscious));
}

#[test]
fn cc_econ_15_nothing_out_of_turn() {
    let mut unit = fighter(1, |_| {});
    unit.economy.in_turn = false;
    for act in [Action, FreeManeuver, BoughtManeuver, ActionAsManeuver] {
        assert_eq!(
            unit.economy.pay(act, &unit),
            Err(EconomyError::NotItsTurn),
            "{act:?}: unused AP are lost"
        );
    }
}

#[test]
fn cc_econ_08_by_default_the_table_sets_the_squares_of_a_move() {
    let unit = fighter(1, |sheet| sheet.characteristics.agility = 3);
    assert_eq!(move_squares(&unit.sheet, &unit.condition, &Switches::default()), 6);
}

#[test]
fn cc_econ_13_getting_up_first() {
    let mut unit = fighter(1, |_| {});
    unit.prone = true;
    assert_eq!(may_perform(Maneuver::Move, &unit, &Switches::default()), Err(EconomyError::Prone));
    assert_eq!(may_perform(Maneuver::Move, &unit, &switches_with("cc.prone_move", "on")), Ok(()));
    unit.prone = false;
    assert_eq!(may_perform(Maneuver::Move, &unit, &Switches::default()), Ok(()));
}

#[test]
fn cc_adv_22_the_disabled_do_not_move() {
    let mut unit = fighter(1, |_| {});
    unit.condition.add_timed(TimedEffectKind::Disabled, Expiry::TurnEnds(1));
    assert_eq!(may_perform(Maneuver::Move, &unit, &Switches::default()), Err(EconomyError::Disabled));
    end_turn(&mut unit.condition);
    assert_eq!(may_perform(Maneuver::Move, &unit, &Switches::default()), Ok(()), "after their next turn");
}

#[rstest]
#[case::cc_chart_04_next_turn_only(16, FreeManeuver, "CC-CHART-04")]
#[case::cc_chart_07_next_turn_only(31, Action, "CC-CHART-07")]
#[case::cc_chart_02_this_turn_only(6, Action, "CC-CHART-02")]
fn over_after_the_turn(#[case] total: u32, #[case] act: TurnPayment, #[case] clause: &str) {
    let mut unit = fighter(1, |_| {});
    add_injury(&mut unit.condition, total);
    assert_eq!(unit.economy.pay(act, &unit).map_err(|why| why.clause()), Err(clause));
    end_turn(&mut unit.condition);
    assert!(unit.economy.pay(act, &unit).is_ok(), "the turn after");
    assert_eq!((unit.condition.injuries[0].live, unit.condition.ongoing_bonus()), (InjuryDuration::Over, 10));
}

#[rstest]
#[case::cc_chart_15_every_turn(71, FreeManeuver, injury("Hamstrung", "CC-CHART-15"))]
#[case::cc_chart_25_every_turn(121, Action, injury("Knocked Senseless", "CC-CHART-25"))]
fn not_over_after_the_turn(#[case] total: u32, #[case] act: TurnPayment, #[case] why: EconomyError) {
    let mut unit = fighter(1, |_| {});
    add_injury(&mut unit.condition, total);
    for _ in 0..3 {
        end_turn(&mut unit.condition);
        assert_eq!(unit.economy.pay(act, &unit), Err(why));
    }
}

#[test]
fn cc_econ_08_a_move_is_twice_agility() {
    let unit = fighter(1, |sheet| sheet.characteristics.agility = 4);
    let squares = |switches: &Switches| move_squares(&unit.sheet, &unit.condition, switches);
    assert_eq!(squares(&Switches::default()), 8);
    assert_eq!(squares(&switches_with("cc.maneuvers", "5")), 5);
}
