//! Chapters CRIT, CHART and HEAL.

use breachline::battle::{BattleEvent, Order};
use breachline::model::UnitId;
use breachline::rules::DownState;
use breachline::rules::combat_checks::{Limb, LimbState, Sheet, Skill};

use super::{checks, needler, pistol, plain, rifle, sheet, sword};
use crate::common::Fight;
use crate::common::books::{error_clause, exchange_result, rule_texts};

/// Unit 1 with a needler, unit 2 its target, unit 3 beside unit 2 and on its side.
fn wounded(target: Sheet) -> Fight {
    checks()
        .trooper(0, (5, 5), plain(), &[needler()])
        .trooper(1, (17, 5), target, &[pistol(), sword()])
        .trooper(1, (18, 5), plain(), &[rifle()])
        .start_battle(&[4, 3, 2])
}

const ORDER: [u8; 3] = [4, 3, 2];

/// A hit for 3 Wounds with this many payments for an injury, and the face of its roll.
#[track_caller]
fn injure(fight: &mut Fight, payments: i32, face: u8, more: &[&str]) -> Vec<BattleEvent> {
    let mut answers = vec!["injury:2"; payments as usize];
    answers.extend(more);
    fight.checked((1, 2, 0), (1, payments), &[face], &answers)
}

#[test]
fn cc_crit_03_07_08_payments_and_old_injuries_add_ten() {
    let mut fight = wounded(plain());
    assert_eq!(exchange_result(&injure(&mut fight, 2, 41, &[])).words, "3 Wounds, Fearsome Wound");
    fight.round_with(2, &ORDER);
    assert_eq!(
        exchange_result(&injure(&mut fight, 1, 41, &[])).words,
        "3 Wounds, Fearsome Wound",
        "+10 for the first"
    );
    assert_eq!(fight.gauge(2, "Critical Injuries"), "2 x Fearsome Wound");
}

/// Unit 2 holds its pistol in the right hand and its sword in the left one; round 2 begins.
fn both_hands_full() -> Fight {
    let mut fight = wounded(plain());
    fight.end();
    fight.submit(Order::Ready { unit: UnitId(2), weapon: 1 });
    fight.round_with(2, &ORDER);
    fight
}

#[test]
fn cc_chart_03_everything_held_falls() {
    let mut fight = both_hands_full();
    injure(&mut fight, 1, 15, &[]);
    let mut lying = fight.items_on_ground();
    lying.sort();
    assert_eq!(lying, [("pistol".to_owned(), (17, 5)), ("sword".to_owned(), (17, 5))]);
    assert_eq!(fight.carries(2), ["unarmed"]);
}

#[test]
fn cc_chart_04_distracted_has_no_free_maneuver_but_buys_one() {
    let mut fight = wounded(plain());
    injure(&mut fight, 1, 16, &[]);
    fight.end();
    assert_eq!(fight.special_action_error(2, "aim", None), "CC-CHART-04");
    let strain = fight.trooper(2).strain;
    fight.special_action(2, "buy_maneuver", None);
    fight.special_action(2, "aim", None);
    assert_eq!(fight.trooper(2).strain, strain + 2, "`CC-ECON-05`");
    fight.round_with(2, &ORDER);
    fight.end();
    let strain = fight.trooper(2).strain;
    fight.special_action(2, "guarded_stance", None);
    assert_eq!(fight.trooper(2).strain, strain, "the turn after is normal");
}

#[test]
fn cc_chart_07_stunned_acts_no_more_but_moves() {
    let mut fight = wounded(plain());
    injure(&mut fight, 1, 31, &[]);
    fight.end();
    assert_eq!(fight.attack_error(2, 1, 0, None), "CC-CHART-07");
    assert_eq!(fight.special_action_error(2, "give_up_action", None), "CC-CHART-07");
    fight.walk(2, &[(17, 6)]).expect("a free maneuver");
    fight.round_with(2, &ORDER);
    fight.end();
    fight.special_action(2, "give_up_action", None);
}

#[test]
fn cc_chart_09_bowled_over() {
    let mut fight = wounded(plain());
    injure(&mut fight, 1, 41, &[]);
    assert_eq!((fight.prone(2), fight.trooper(2).strain), (true, 1));
}

#[test]
fn cc_chart_12_agonizing_wound_lasts_through_the_fight() {
    let mut fight = wounded(plain());
    injure(&mut fight, 1, 60, &[]);
    for round in 2..4 {
        assert_eq!(fight.dice_of(2, 1, 0, None), [0, 0, 1, 3, 2, 0]);
        fight.round_with(round, &ORDER);
    }
}

#[test]
fn cc_chart_16_overpowered_is_attacked_again() {
    let mut fight = wounded(plain());
    let pool = fight.dice_of(1, 2, 0, None);
    assert_eq!(pool, [0, 0, 1, 2, 2, 0]);
    // The roll on the chart, then one ability, two difficulty and two proficiency dice: two successes.
    let rolls = [76, 4, 1, 1, 1, 1];
    fight.checked((1, 2, 0), (1, 1), &rolls, &["injury:2", "attack"]);
    assert_eq!((fight.trooper(2).wounds, fight.points(1)), (3 + 4, 1));
}

#[test]
fn cc_chart_19_every_action_costs_strain() {
    let mut fight = wounded(plain());
    injure(&mut fight, 1, 91, &[]);
    fight.end();
    fight.checked((2, 1, 0), (0, 0), &[], &[]);
    assert_eq!(fight.trooper(2).strain, 1);
    fight.walk(2, &[(17, 6)]).expect("a maneuver");
    assert_eq!(fight.trooper(2).strain, 1, "a maneuver costs none");
}

#[test]
fn cc_chart_20_32_33_a_crippled_arm_holds_nothing() {
    let mut fight = both_hands_full();
    injure(&mut fight, 1, 100, &["right_arm"]);
    assert_eq!(fight.trooper(2).limb_state(Limb::RightArm), LimbState::Crippled);
    assert_eq!(fight.gauge(2, "Limbs"), "right arm crippled");
    assert_eq!(
        fight.items_on_ground(),
        [("pistol".to_owned(), (17, 5))],
        "the right arm's, not the left one's"
    );
    assert_eq!(fight.carries(2), ["sword*", "unarmed"]);
    assert_eq!(fight.dice_of(2, 1, 1, None)[1], 1, "a setback die on every action");
    fight.end();
    let pistol = fight.view(|view| view.items()[0].0);
    let refusal = fight.submit_error(Order::PickUp { unit: UnitId(2), item: pistol });
    assert_eq!(error_clause(refusal), "CC-CHART-33", "the other arm holds the sword");
    fight.submit(Order::Drop { unit: UnitId(2), weapon: 1 });
    fight.submit(Order::PickUp { unit: UnitId(2), item: pistol });
}

#[test]
fn cc_chart_21_33_heal_04_a_lost_arm_stays_lost() {
    let mut fight = checks()
        .trooper(0, (5, 5), plain(), &[needler()])
        .trooper(1, (17, 5), plain(), &[rifle()])
        .trooper(1, (18, 5), plain(), &[])
        .start_battle(&ORDER);
    injure(&mut fight, 2, 91, &["left_arm"]);
    assert_eq!((fight.gauge(2, "Critical Injuries").as_str(), fight.items_on_ground().len()), ("Maimed", 1));
    assert_eq!(fight.gauge(2, "Limbs"), "left arm lost");
    fight.end();
    let rifle = fight.view(|view| view.items()[0].0);
    let refusal = fight.submit_error(Order::PickUp { unit: UnitId(2), item: rifle });
    assert_eq!(error_clause(refusal), "CC-CHART-33", "a rifle takes two");
    fight.end();
    assert_eq!(fight.special_action_error(3, "treat", Some(2)), "CC-HEAL-04");
}

#[test]
fn cc_chart_32_the_die_names_the_limb() {
    let mut fight = wounded(plain()).by_die();
    assert_eq!(fight.trooper(2).limb_state(Limb::LeftLeg), LimbState::Crippled);
}

impl Fight {
    /// Cripples unit 2 where a die says: 3 is the left leg.
    fn by_die(mut self) -> Self {
        self.checked((1, 2, 0), (1, 1), &[100, 3], &["injury:2", "die"]);
        self
    }
}

#[test]
fn cc_chart_22_heal_06_a_lost_point_comes_back() {
    let mut fight = wounded(plain());
    // 90 + 10 + 10: Horrific Injury; 6 names Agility.
    fight.checked((1, 2, 0), (1, 3), &[90, 6], &["injury:2"; 3]);
    assert_eq!(fight.gauge(2, "Lowered"), "Agility 2 of 3");
    assert_eq!(fight.dice_of(2, 1, 0, None), [0, 0, 0, 2, 2, 0]);
    fight.end();
    fight.end();
    // Three ability dice against four of difficulty.
    fight.queue_dice(&[4, 4, 4, 1, 1, 1, 1]);
    fight.special_action(3, "treat", Some(2));
    assert_eq!(fight.dice_of(2, 1, 0, None), [0, 0, 1, 2, 2, 0]);
}

#[test]
fn cc_chart_24_the_blind_attack_whom_their_side_sees() {
    let blind = |with_ally: bool| {
        let mut setup =
            checks().trooper(0, (5, 5), plain(), &[needler()]).trooper(1, (17, 5), plain(), &[pistol()]);
        if with_ally {
            setup = setup.trooper(1, (18, 5), plain(), &[]);
        }
        let mut fight = setup.start_battle(&ORDER[..if with_ally { 3 } else { 2 }]);
        fight.checked((1, 2, 0), (1, 3), &[96], &["injury:2"; 3]);
        assert_eq!(fight.gauge(2, "Critical Injuries"), "Blinded");
        fight.end();
        fight
    };
    let mut alone = blind(false);
    assert_eq!(alone.attack_error(2, 1, 0, None), "CC-CHART-24");
    let mut guided = blind(true);
    assert_eq!(guided.dice_of(2, 1, 0, None), [0, 0, 1, 0, 2, 2], "downgraded twice");
    guided.checked((2, 1, 0), (0, 0), &[], &[]);
}

/// Bleeding Out: 96 on the chart and four payments.
fn bleeding(target: Sheet, death: &str) -> Fight {
    let mut fight = checks()
        .switch("cc.death", death)
        .trooper(0, (5, 5), plain(), &[needler()])
        .trooper(1, (17, 5), target, &[pistol()])
        .trooper(1, (18, 5), plain(), &[])
        .start_battle(&ORDER);
    injure(&mut fight, 4, 96, &[]);
    assert_eq!(fight.gauge(2, "Critical Injuries"), "Bleeding Out");
    fight
}

fn harm(fight: &mut Fight) -> (u32, u32) {
    let condition = fight.trooper(2);
    (condition.wounds, condition.strain)
}

#[test]
fn cc_chart_26_bleeding_costs_a_wound_and_a_strain_each_round() {
    let mut fight = bleeding(plain(), "on");
    assert_eq!(harm(&mut fight), (3, 0));
    fight.end();
    assert_eq!(harm(&mut fight), (4, 1), "as its turn starts");
    fight.round_with(2, &ORDER);
    fight.end();
    assert_eq!(harm(&mut fight), (5, 2));
}

#[test]
fn cc_thr_09_the_unconscious_bleed_to_death_unless_death_is_off() {
    let frail = || sheet(|sheet| sheet.wound_threshold = Some(2));
    for (death, fate) in [("on", DownState::Dead), ("off", DownState::Unconscious)] {
        let mut fight = bleeding(frail(), death);
        assert_eq!((harm(&mut fight), fight.down(2)), ((3, 0), Some(DownState::Unconscious)));
        fight.round_with(2, &ORDER);
        assert_eq!((harm(&mut fight), fight.down(2)), ((4, 1), Some(DownState::Unconscious)));
        fight.round_with(3, &ORDER);
        assert_eq!((harm(&mut fight), fight.down(2)), ((5, 2), Some(fate)), "cc.death {death}");
    }
}

#[test]
fn cc_chart_26_heal_01_a_survivor_keeps_a_loss() {
    let mut fight = bleeding(plain(), "on");
    fight.end();
    fight.end();
    // Three ability dice against five of difficulty, then the characteristic: Strength.
    fight.queue_dice(&[4, 4, 4, 1, 1, 1, 1, 1, 1]);
    let events = fight.special_action(3, "treat", Some(2));
    assert_eq!((rule_texts(&events), fight.dice_left()), (vec!["is cured of Bleeding Out".to_owned()], 0));
    assert_eq!(fight.gauge(2, "Critical Injuries"), "Terrible Injury");
    assert_eq!(fight.gauge(2, "Lowered"), "Strength 2 of 3");
}

#[test]
fn cc_heal_01_03_one_attempt_for_an_injury() {
    let mut fight = wounded(plain());
    injure(&mut fight, 1, 5, &[]);
    fight.end();
    fight.end();
    fight.queue_dice(&[1, 1, 1, 2]);
    let events = fight.special_action(3, "treat", Some(2));
    assert_eq!((rule_texts(&events), fight.points(3)), (vec!["is not cured of Minor Nick".to_owned()], 1));
    fight.round_with(2, &ORDER);
    fight.end();
    assert_eq!(fight.special_action_error(2, "treat_self", None), "CC-HEAL-03");
}

#[test]
fn cc_heal_02_a_medic_rolls_skill_and_difficulty() {
    let medic = sheet(|sheet| {
        sheet.skills.insert(Skill::Medicae, 2);
    });
    let mut fight = checks()
        .trooper(0, (5, 5), plain(), &[needler()])
        .trooper(1, (17, 5), plain(), &[])
        .trooper(1, (18, 5), medic, &[])
        .start_battle(&ORDER);
    injure(&mut fight, 1, 60, &[]);
    fight.end();
    fight.end();
    // One ability, three difficulty, two proficiency dice.
    fight.queue_dice(&[2, 1, 1, 1, 2, 1]);
    let events = fight.special_action(3, "treat", Some(2));
    assert_eq!((fight.dice_left(), rule_texts(&events)), (0, vec!["is cured of Agonizing Wound".to_owned()]));
}
