use rstest::rstest;

use super::super::clock::turn_ends;
use super::super::fixtures::{fighter, injured, with};
use super::super::{Live, Until};
use super::*;
use Act::{Action, ActionAsManeuver, BoughtManeuver, FreeAct, FreeManeuver};

/// Points left and Strain after some acts of somebody with the injuries of some totals.
fn pay(injuries: &[u32], acts: &[Act]) -> Result<(u8, u32), Unpaid> {
    let mut unit = fighter(1, |_| {});
    injuries.iter().for_each(|&total| injured(&mut unit.condition, total));
    let mut paid = Paid { economy: unit.economy, strain: 0 };
    for &act in acts {
        let next = paid.economy.pay(act, &unit)?;
        paid = Paid { strain: paid.strain + next.strain, ..next };
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
fn paid(#[case] injuries: &[u32], #[case] acts: &[Act], #[case] points: u8, #[case] strain: u32) {
    assert_eq!(pay(injuries, acts), Ok((points, strain)));
}

fn injury(name: &'static str, clause: Clause) -> Unpaid {
    Unpaid::Injured { injury: name, clause }
}

#[rstest]
#[case::cc_econ_03_second_action(&[], &[Action, Action], Unpaid::ActionUsed)]
#[case::cc_econ_04_second_free_maneuver(&[], &[FreeManeuver, FreeManeuver], Unpaid::FreeManeuverUsed)]
#[case::cc_econ_05_second_purchase(&[16], &[BoughtManeuver, BoughtManeuver], Unpaid::Bought)]
#[case::cc_econ_06_no_action_left(&[], &[ActionAsManeuver, Action], Unpaid::ActionUsed)]
#[case::cc_econ_07_two_at_most(
    &[], &[FreeManeuver, ActionAsManeuver, BoughtManeuver], Unpaid::TooManyManeuvers { most: 2 }
)]
#[case::cc_econ_14_once(&[], &[FreeAct, FreeAct], Unpaid::FreeActUsed)]
#[case::cc_chart_02_slowed_down(&[6], &[Action], injury("Slowed Down", "CC-CHART-02"))]
#[case::cc_chart_04_distracted(&[16], &[FreeManeuver], injury("Distracted", "CC-CHART-04"))]
#[case::cc_chart_07_stunned(&[31], &[Action], injury("Stunned", "CC-CHART-07"))]
#[case::cc_chart_07_no_action_to_turn(&[31], &[ActionAsManeuver], injury("Stunned", "CC-CHART-07"))]
#[case::cc_chart_15_hamstrung(&[71], &[FreeManeuver], injury("Hamstrung", "CC-CHART-15"))]
#[case::cc_chart_17_winded(&[81], &[BoughtManeuver], injury("Winded", "CC-CHART-17"))]
#[case::cc_chart_23_by_points(&[111], &[FreeManeuver, ActionAsManeuver], Unpaid::TooManyManeuvers { most: 1 })]
#[case::cc_chart_23_by_strain(&[111], &[FreeManeuver, BoughtManeuver], Unpaid::TooManyManeuvers { most: 1 })]
#[case::cc_crit_10_lame_twice(&[111, 111], &[FreeManeuver, BoughtManeuver], Unpaid::TooManyManeuvers { most: 1 })]
#[case::cc_chart_25_senseless(&[121], &[Action], injury("Knocked Senseless", "CC-CHART-25"))]
fn refused(#[case] injuries: &[u32], #[case] acts: &[Act], #[case] why: Unpaid) {
    assert_eq!(pay(injuries, acts), Err(why));
}

#[test]
fn cc_thr_06_the_unconscious_do_nothing() {
    let mut unit = fighter(1, |_| {});
    unit.down = Some(crate::Down::Unconscious);
    for act in [Action, FreeManeuver, BoughtManeuver, ActionAsManeuver, FreeAct] {
        assert_eq!(unit.economy.pay(act, &unit), Err(Unpaid::Unconscious), "{act:?}");
    }
    assert!(super::super::engine::is_helpless(&unit));
}

#[test]
fn cc_econ_14_not_while_unconscious() {
    let mut unit = fighter(1, |_| {});
    unit.down = Some(crate::Down::Unconscious);
    assert_eq!(unit.economy.pay(FreeAct, &unit), Err(Unpaid::Unconscious));
}

#[test]
fn cc_econ_15_nothing_out_of_turn() {
    let mut unit = fighter(1, |_| {});
    unit.economy.in_turn = false;
    assert_eq!(unit.economy.pay(Action, &unit), Err(Unpaid::NotItsTurn), "3 AP kept are worth nothing");
}

#[test]
fn cc_econ_08_moves() {
    let unit = fighter(1, |sheet| sheet.characteristics.agility = 3);
    assert_eq!(move_squares(&unit.sheet, &unit.condition, &Switches::default()), 6);
}

#[test]
fn cc_econ_13_getting_up_first() {
    let mut unit = fighter(1, |_| {});
    unit.prone = true;
    assert_eq!(may_perform(Maneuver::Move, &unit, &Switches::default()), Err(Unpaid::Prone));
    assert_eq!(may_perform(Maneuver::Move, &unit, &with("cc.prone_move", "on")), Ok(()));
    unit.prone = false;
    assert_eq!(may_perform(Maneuver::Move, &unit, &Switches::default()), Ok(()));
}

#[test]
fn cc_adv_22_the_disabled_do_not_move() {
    let mut unit = fighter(1, |_| {});
    unit.condition.set(TimedKind::Disabled, Until::TurnEnds(1));
    assert_eq!(may_perform(Maneuver::Move, &unit, &Switches::default()), Err(Unpaid::Disabled));
    turn_ends(&mut unit.condition);
    assert_eq!(may_perform(Maneuver::Move, &unit, &Switches::default()), Ok(()), "after its next turn");
}

#[rstest]
#[case::cc_chart_04_next_turn_only(16, FreeManeuver)]
#[case::cc_chart_07_next_turn_only(31, Action)]
#[case::cc_chart_02_this_turn_only(6, Action)]
fn over_after_the_turn(#[case] total: u32, #[case] act: Act) {
    let mut unit = fighter(1, |_| {});
    injured(&mut unit.condition, total);
    assert!(unit.economy.pay(act, &unit).is_err());
    turn_ends(&mut unit.condition);
    assert!(unit.economy.pay(act, &unit).is_ok(), "the turn after");
    assert_eq!((unit.condition.injuries[0].live, unit.condition.ongoing_bonus()), (Live::Over, 10));
}

#[rstest]
#[case::cc_chart_15_every_turn(71, FreeManeuver)]
#[case::cc_chart_25_every_turn(121, Action)]
fn not_over_after_the_turn(#[case] total: u32, #[case] act: Act) {
    let mut unit = fighter(1, |_| {});
    injured(&mut unit.condition, total);
    for _ in 0..3 {
        turn_ends(&mut unit.condition);
        assert!(unit.economy.pay(act, &unit).is_err());
    }
}
