use rstest::rstest;

use super::super::fixtures::*;
use super::*;
use crate::rules::Down;

#[rstest]
#[case(3, Ok(2))]
#[case(2, Ok(2))]
#[case(1, Err(Refused::ActionPoints { needed: 2, left: 1 }))]
fn ad_base_07_an_attack_costs_two(#[case] points: u8, #[case] cost: Result<u8, Refused>) {
    let mut attacker = unit(1, |_| {});
    attacker.action_points = points;
    assert_eq!(attack_cost(&attacker, &sword("6PC"), &at(1), &Switches::default()), cost);
}

#[test]
fn ad_base_07_the_price_is_a_switch() {
    let switches = switched("ad.attack_ap", "free");
    let mut attacker = unit(1, |_| {});
    attacker.action_points = 0;
    assert_eq!(attack_cost(&attacker, &sword("6PC"), &at(1), &switches), Ok(0));
}

#[rstest]
#[case(14, 2)]
#[case(10, 1)]
fn ad_base_09_a_turn_in_each_pass(#[case] score: i32, #[case] expected: u32) {
    assert_eq!(turns(score), expected);
}

#[rstest]
#[case::at_the_range(50, 0, Ok(2))]
#[case::beyond(51, 0, Err(Refused::Range(50)))]
#[case::a_wall_between(20, 100, Err(Refused::Sight))]
#[case::a_low_wall_between(20, 60, Ok(2))]
fn ad_base_18_range_and_sight(#[case] metres: u32, #[case] hidden: u8, #[case] cost: Result<u8, Refused>) {
    let sight = Sight { hidden, ..at(metres) };
    assert_eq!(attack_cost(&unit(1, |_| {}), &rifle("6C"), &sight, &Switches::default()), cost);
    assert_eq!(attack_cost(&unit(1, |_| {}), &thrown("6C"), &sight, &Switches::default()), cost);
}

#[test]
fn ad_base_19_one_attack_a_phase() {
    let mut attacker = unit(1, |_| {});
    let mut switches = switched("ad.attack_ap", "1");
    attacker.attacks = 1;
    attacker.action_points = 2;
    let refused = attack_cost(&attacker, &sword("6PC"), &at(1), &switches);
    assert_eq!(refused, Err(Refused::Attacks(1)));
    switches.set("ad.attacks_per_phase", "2").expect("a switch");
    assert_eq!(attack_cost(&attacker, &sword("6PC"), &at(1), &switches), Ok(1));
}

#[test]
fn ad_def_03_melee_reaches_neighbours() {
    let attacker = unit(1, |_| {});
    let cost = |metres| attack_cost(&attacker, &sword("6PC"), &at(metres), &Switches::default());
    assert_eq!((cost(1), cost(2)), (Ok(2), Err(Refused::Reach)));
}

#[test]
fn who_is_down_does_nothing() {
    let mut fighter = unit(1, |_| {});
    fighter.down = Some(Down::Unconscious);
    let switches = Switches::default();
    assert_eq!(attack_cost(&fighter, &sword("6PC"), &at(1), &switches), Err(Refused::Down));
    assert_eq!(may_move(&fighter, &switches), Err(Refused::Down));
    fighter.down = None;
    fighter.condition.critical = 10;
    assert_eq!(stand_cost(&fighter, &switches), Err(Refused::Down));
}

#[test]
fn ad_kd_09_standing_up_costs_one() {
    let mut fighter = unit(1, |_| {});
    assert_eq!(stand_cost(&fighter, &Switches::default()), Err(Refused::Standing));
    fighter.prone = true;
    assert_eq!(stand_cost(&fighter, &Switches::default()), Ok(1));
    assert_eq!(stand_cost(&fighter, &switched("ad.stand_ap", "2")), Ok(2));
    fighter.action_points = 0;
    let refused = Err(Refused::ActionPoints { needed: 1, left: 0 });
    assert_eq!(stand_cost(&fighter, &Switches::default()), refused);
}

#[test]
fn ad_kd_10_no_moving_while_prone() {
    let mut fighter = unit(1, |_| {});
    let switches = Switches::default();
    assert_eq!(may_move(&fighter, &switches), Ok(()));
    assert_eq!(walk_rate(&fighter.sheet, false, &switches), 6);
    fighter.prone = true;
    assert_eq!(may_move(&fighter, &switches), Err(Refused::Prone));
    assert_eq!(walk_rate(&fighter.sheet, true, &switches), 0);
    let crawling = switched("ad.prone_move", "on");
    assert_eq!(may_move(&fighter, &crawling), Ok(()));
    assert_eq!(walk_rate(&fighter.sheet, true, &crawling), 6);
}

#[test]
fn ss_init_04_reaction_intuition_and_dice() {
    let mut fighter = unit(1, |sheet| {
        sheet.attributes.reaction = 4;
        sheet.attributes.intuition = 2;
        sheet.initiative_dice = 2;
    });
    fighter.condition.light = 9;
    let (initiative, _) = scripted(&[vec![3, 5]], &[], |table| roll_initiative(table, &fighter));
    assert_eq!((initiative.score, initiative.attribute, initiative.dice), (14, 6, 2));
    assert_eq!(run_distance(&fighter.sheet), 6);
}

fn worn(penalty: i32, tests: u32) -> Condition {
    Condition { light: 4, frequency: Frequency { penalty, tests }, ..Condition::default() }
}

/// A unit's condition after these passes of a round, in which nobody attacks it.
fn after_passes(condition: Condition, score: i32, passes: std::ops::Range<i32>) -> Condition {
    passes
        .filter(|pass| initiative::acts(score - pass * initiative::SCORE_PER_PASS))
        .fold(condition, |condition, _| at_turn_start(&condition))
}

#[test]
fn ad_freq_08_the_penalty_crosses_rounds() {
    let round_end = worn(-2, 2);
    assert_eq!(after_passes(round_end, 10, 0..0), round_end, "a new round, no turn yet");
    assert_eq!(after_passes(round_end, 10, 0..1), worn(-1, 0));
}

#[test]
fn ad_freq_09_no_turn_no_recovery() {
    assert_eq!(after_passes(worn(-3, 1), 6, 1..3), worn(-3, 1));
    assert_eq!(after_passes(worn(-3, 1), 16, 1..3), worn(-2, 0), "who acts in pass 2 recovers");
}

#[test]
fn ad_freq_11_a_battle_starts_fresh() {
    assert_eq!(at_battle_start(&worn(-3, 2)), worn(0, 0));
    assert_eq!(unit(1, |_| {}).condition.frequency, Frequency::default());
}
