use rstest::rstest;

use super::*;
use crate::combat_checks::checks::pool::{NextCheck, PoolChange};
use crate::combat_checks::critical_injuries::chart;
use crate::combat_checks::critical_injuries::healing;
use crate::combat_checks::test_support::{add_injury, condition, play_script, sheet, switches_with};
use crate::combat_checks::turns::turn_events::{end_round, end_turn, start_turn};
use crate::combat_checks::{Characteristic, Expiry, Injury, TimedEffectKind};

fn ended(condition: &HealthState, rolled: &[u8]) -> HealthState {
    play_script(rolled, &[], |table| {
        end_encounter(table, UnitId(1), &sheet(), condition, &Switches::default())
    })
    .0
}

fn hurt(total: u32) -> HealthState {
    let mut condition = condition();
    add_injury(&mut condition, total);
    condition
}

#[test]
fn cc_heal_07_effects_end_and_injuries_stay() {
    let after = ended(&hurt(90), &[]);
    assert_eq!((after.injury_effects().count(), after.ongoing_bonus()), (0, 10));
    assert_eq!(ended(&hurt(96), &[]).injury_effects().count(), 1, "effects until healed remain");
}

#[test]
fn cc_chart_12_over_in_the_next_encounter() {
    assert_eq!(ended(&hurt(60), &[]).injury_effects().count(), 0);
}

#[test]
fn cc_econ_09_nothing_waits_beyond_the_encounter() {
    let mut condition = condition();
    condition.waiting.add(NextCheck::Check, PoolChange::BOOST);
    condition.aim = true;
    condition.add_timed(TimedEffectKind::Disabled, Expiry::TurnEnds(1));
    assert_eq!(ended(&condition, &[]), crate::combat_checks::test_support::condition());
}

#[test]
fn cc_ruling_09_terrible_counts_to_the_end_of_the_encounter() {
    let condition = hurt(145);
    assert_eq!(condition.ongoing_bonus(), 10);
    assert_eq!(ended(&condition, &[]).ongoing_bonus(), 0);
}

#[test]
fn cc_chart_29_the_loss_stays() {
    let mut condition = hurt(145);
    condition.lower_characteristic(&sheet(), Characteristic::Willpower, 1);
    assert_eq!(ended(&condition, &[]).characteristic(&sheet(), Characteristic::Willpower), 2);
}

#[test]
fn cc_thr_10_coming_round() {
    let mut condition = condition();
    (condition.strain, condition.wounds, condition.strain_threshold) = (13, 4, 12);
    assert_eq!(thresholds::down_state(&condition, &Switches::default()), Some(DownState::Unconscious));
    let after = ended(&condition, &[]);
    assert_eq!((after.strain, after.wounds), (0, 4));
    assert_eq!(thresholds::down_state(&after, &Switches::default()), None);
    let off = switches_with("cc.recovery", "off");
    let (kept, _) =
        play_script(&[], &[], |table| end_encounter(table, UnitId(1), &sheet(), &condition, &off));
    assert_eq!(kept.strain, 13);
}

#[rstest]
#[case::above_the_threshold(14, Some(DownState::Unconscious))]
#[case::at_the_threshold(13, None)]
fn cc_thr_10_wounds_stay(#[case] wounds: u32, #[case] down: Option<DownState>) {
    let mut condition = condition();
    (condition.strain, condition.wounds) = (14, wounds);
    let after = ended(&condition, &[]);
    assert_eq!((after.strain, after.wounds), (0, wounds));
    assert_eq!(thresholds::down_state(&after, &Switches::default()), down);
}

#[rstest]
#[case::cc_chart_26_bleeding(126, 3, 9, 2)]
#[case::cc_chart_27_gushing(135, 6, 9, 1)]
fn bleeding(#[case] total: u32, #[case] lost: u32, #[case] d10: u8, #[case] willpower: u8) {
    let mut condition = hurt(total);
    for _ in 0..3 {
        start_turn(&mut condition, true);
        end_turn(&mut condition);
        start_turn(&mut condition, false);
        end_turn(&mut condition);
    }
    assert_eq!((condition.wounds, condition.strain), (lost, lost), "once per round");
    let after = ended(&condition, &[d10]);
    assert_eq!(after.characteristic(&sheet(), Characteristic::Willpower), willpower);
    assert_eq!((after.injury_effects().count(), after.injuries.len()), (0, 1), "stays without a check");
}

#[test]
fn cc_chart_26_the_dead_suffer_no_more() {
    let mut condition = hurt(126);
    condition.wounds = 2 * condition.wound_threshold + 1;
    assert_eq!(ended(&condition, &[]).losses, []);
}

#[test]
fn cc_thr_09_the_unconscious_bleed() {
    let mut condition = hurt(126);
    condition.strain = 99;
    assert!(thresholds::down_state(&condition, &Switches::default()).is_some());
    start_turn(&mut condition, true);
    assert_eq!((condition.wounds, condition.strain), (1, 100));
}

#[test]
fn cc_chart_28_at_the_end_of_the_next_round() {
    let mut condition = condition();
    condition.injuries.push(Injury::new(chart::row_for_total(136), 3, (false, true)));
    end_round(&mut condition, 3);
    assert_eq!(condition.wounds, 0);
    let mut struck = condition.clone();
    end_round(&mut struck, 4);
    assert_eq!((struck.wounds, struck.strain), (10, 10));
    end_round(&mut struck, 5);
    assert_eq!(struck.wounds, 10, "once");
    let mut over = ended(&condition, &[]);
    assert_eq!(over.wounds, 10, "the end of the encounter comes first");
    over.injuries.clear();
    let mut healed = condition;
    assert_eq!(healing::healing_difficulty(&healed, 0, false, &Switches::default()), Ok(5));
    healed.injuries.clear();
    end_round(&mut healed, 4);
    assert_eq!(healed.wounds, 0);
}

#[test]
fn cc_econ_01_the_next_turn_may_be_in_this_round() {
    let mut condition = hurt(31);
    end_turn(&mut condition);
    assert_eq!(condition.injury_effects().count(), 0, "ends with the next own phase, whatever the pass");
}

/// The effects of an injury suffered in its own turn, in a round with a further turn: now, in the next turn, after it.
#[rstest]
#[case::cc_chart_04_distracted(16, [false, true, false])]
#[case::cc_chart_07_stunned_at_once(31, [true, true, false])]
#[case::cc_chart_02_slowed_down(6, [false, true, false])]
fn suffered_in_the_own_turn(#[case] total: u32, #[case] wanted: [bool; 3]) {
    let mut condition = condition();
    condition.injuries.push(Injury::new(chart::row_for_total(total), 1, (true, true)));
    let mut seen = [false; 3];
    for in_force in &mut seen {
        *in_force = condition.injury_effects().count() > 0;
        end_turn(&mut condition);
        start_turn(&mut condition, false);
    }
    assert_eq!(seen, wanted);
    assert_eq!(condition.ongoing_bonus(), 10, "`CC-CRIT-09`");
}

#[test]
fn cc_ruling_11_slowed_down_ends_with_the_round() {
    let injury = |turn_left| Injury::new(chart::row_for_total(6), 1, (true, turn_left));
    let mut condition = condition();
    condition.injuries = vec![injury(true), injury(false)];
    assert_eq!(condition.injuries[1].live, InjuryDuration::Over, "no turn is left in this round");
    end_turn(&mut condition);
    assert_eq!(condition.injury_effects().count(), 1);
    end_round(&mut condition, 1);
    assert_eq!(condition.injury_effects().count(), 0);
}

#[rstest]
#[case::cc_econ_02_for_the_round(TimedEffectKind::DefenceNegated)]
#[case::cc_adv_15_for_the_round(TimedEffectKind::DefenceNegated)]
fn to_the_end_of_the_round(#[case] kind: TimedEffectKind) {
    let mut condition = condition();
    condition.add_timed(kind, Expiry::EndOfRound);
    end_turn(&mut condition);
    assert!(condition.has_timed(kind));
    end_round(&mut condition, 1);
    assert!(!condition.has_timed(kind));
}

#[test]
fn cc_chart_02_no_turn_left_no_effect() {
    let injury = Injury::new(chart::row_for_total(6), 1, (false, false));
    assert_eq!(injury.effect(), None);
}

#[test]
fn cc_ruling_11_a_turn_of_a_later_pass_is_lost() {
    let mut condition = hurt(6);
    assert_eq!(condition.injury_effects().count(), 1, "acted in pass 1, will act in pass 2");
    end_round(&mut condition, 1);
    assert_eq!(condition.injury_effects().count(), 0);
}

#[test]
fn cc_heal_03_one_more_attempt_after_the_encounter() {
    let mut condition = hurt(31);
    condition.injuries[0].attempts = 1;
    assert_eq!(healing::healing_difficulty(&ended(&condition, &[]), 0, false, &Switches::default()), Ok(2));
    begin_encounter(&mut condition);
    assert_eq!(condition.injuries[0].attempts, 0);
}
