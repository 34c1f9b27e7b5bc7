//! Chapters DAZE, STUN, SOAK, STACK, ADDS, PING, AP, ARMOR, TRACK and NONSOAK.

use breachline::battle::BattleEvent;
use breachline::model::UnitId;
use breachline::rules::aberrant::{
    Armour, DefenceBonus, DefenceBonusKind, Impervious, Sheet, Soak, SoakCategory, SoakSource,
};
use breachline::rules::{DownState, HitResult};

use super::{aberrant, club, pistol, sheet, strong_willed};
use crate::common::Fight;
use crate::common::books::{d10_faces, exchange_result, lost_phase, rule_texts};

/// A worn piece.
fn worn(name: &str, soak: Soak) -> Armour {
    Armour { soak, ..ron::from_str(&format!("(name: \"{name}\", soak: ())")).expect("armour") }
}

/// Unit 1 acts first and has a club of this damage; unit 2 stands beside it, unit 3 keeps the fight going.
fn beaten(damage: &str, target: Sheet) -> Fight {
    aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[club(damage)])
        .nova(1, (6, 5), target, &[pistol("5L")])
        .nova(1, (20, 15), sheet(|_| {}), &[])
        .start_battle(&[9, 3, 1])
}

/// Hits with a margin of 1; this many of the damage dice are levels.
#[track_caller]
fn hit(fight: &mut Fight, levels: usize, dice: usize) -> Vec<BattleEvent> {
    fight.queue_dice(&d10_faces(&[(1, 6), (levels, dice)]));
    let events = fight.attack_with(1, 2, 0, None);
    assert_eq!(fight.dice_left(), 0);
    events
}

#[test]
fn ab_daze_01_04_05_more_levels_than_stamina_daze() {
    let mut fight = beaten("9B", sheet(|_| {}));
    let events = hit(&mut fight, 3, 7);
    assert_eq!(exchange_result(&events).words, "3 levels of bashing damage, dazed");
    fight.end();
    // Three levels are a wound penalty of 1: five dice.
    fight.queue_dice(&d10_faces(&[(2, 5)]));
    assert_eq!(
        exchange_result(&fight.attack_with(2, 1, 0, None)).contact,
        HitResult::Miss,
        "two successes at +2"
    );
    assert_eq!(fight.attack_error(2, 1, 0, None), "AB-DAZE-05");
}

#[test]
fn ab_daze_03_hits_of_one_round_add_up() {
    let mut fight = beaten("9B", sheet(|_| {}));
    assert_eq!(exchange_result(&hit(&mut fight, 2, 7)).words, "2 levels of bashing damage");
    assert_eq!(exchange_result(&hit(&mut fight, 1, 7)).words, "1 level of bashing damage, dazed");
}

#[test]
fn ab_daze_02_06_who_is_stunned_loses_a_turn_and_comes_round() {
    let mut fight = beaten("9B", sheet(|_| {}));
    assert_eq!(
        exchange_result(&hit(&mut fight, 5, 7)).words,
        "5 levels of bashing damage, stunned, one round lost"
    );
    let events = fight.round_with(2, &[9, 3, 1]);
    assert_eq!(lost_phase(&events), Some((2, "AB-DAZE-06")));
    fight.end();
    assert_eq!((fight.round(), fight.acting()), ((2, 1), Some(2)), "the next turn is normal again");
}

#[test]
fn ab_daze_08_a_point_holds_it_upright() {
    let mut fight = beaten("9B", strong_willed(4));
    fight.queue_dice(&d10_faces(&[(1, 6), (4, 7)]));
    fight.attack_with(1, 2, 0, None);
    fight.answer("none");
    assert_eq!(fight.asked(), ["yield", "power"], "the automatic answer keeps the point for a worse hit");
    assert_eq!(exchange_result(&fight.answer("power")).words, "4 levels of bashing damage");
    assert_eq!(fight.nova(2).willpower, 3);
}

#[test]
fn ab_stun_06_10_full_of_stun_and_back_by_willpower() {
    let mut fight = beaten("10S", strong_willed(4));
    fight.queue_dice(&d10_faces(&[(1, 6), (7, 8)]));
    fight.attack_with(1, 2, 0, None);
    fight.answer("none");
    if !fight.asked().is_empty() {
        fight.answer("yield");
    }
    assert_eq!((fight.down(2), fight.nova(2).marks.stun), (Some(DownState::Unconscious), 7));
    while fight.asked().is_empty() {
        fight.end();
    }
    fight.queue_dice(&[7, 8, 2, 9, 9, 3, 1]);
    let events = fight.answer("rally");
    assert!(events.iter().any(|event| matches!(event, BattleEvent::Recovered { unit: UnitId(2) })));
    let after = fight.nova(2);
    assert_eq!((fight.down(2), after.marks.stun, after.willpower), (None, 4, 3));
    assert!(fight.prone(2), "it still lies where it fell");
}

#[test]
fn ab_stack_10_the_worked_example_on_the_map() {
    let stackable = |name: &str, soak| Armour { stackable: true, is_layer: false, ..worn(name, soak) };
    let armoured = sheet(|sheet| {
        sheet.armour = vec![
            worn("eufiber", Soak::new(4, 4, 0)),
            worn("body armour", Soak::new(6, 6, 0)),
            stackable("subdermal", Soak::new(2, 2, 0)),
            stackable("skeleton", Soak::new(2, 1, 0)),
        ];
    });
    let mut fight = beaten("12L", armoured);
    // Natural 2B/1L on top of 9B/8L.
    assert_eq!([fight.figure(2, "Soak, bashing"), fight.figure(2, "Soak, lethal")], ["11", "9"]);
    hit(&mut fight, 1, 3);
}

#[test]
fn ab_ap_01_03_piercing_takes_from_armour_alone() {
    let vest = sheet(|sheet| sheet.armour = vec![worn("vest", Soak::new(3, 3, 0))]);
    let mut piercing = club("12L");
    piercing.ap = 10;
    let mut fight = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[piercing])
        .nova(1, (6, 5), vest, &[])
        .start_battle(&[9, 3]);
    hit(&mut fight, 1, 11);
}

#[test]
fn ab_adds_01_04_one_die_through_is_enough() {
    let mut wall = club("7L [4]");
    wall.munition = Some(breachline::rules::aberrant::weapon::Munition::Explosive);
    let vest = sheet(|sheet| sheet.armour = vec![worn("vest", Soak::new(5, 5, 0))]);
    let mut fight =
        aberrant().nova(0, (5, 5), sheet(|_| {}), &[wall]).nova(1, (6, 5), vest, &[]).start_battle(&[9, 3]);
    let events = hit(&mut fight, 0, 1);
    assert!(exchange_result(&events).words.starts_with("4 levels of lethal damage"));
}

#[test]
fn ab_ping_01_02_03_one_die_a_step_milder() {
    let vest = |soak| sheet(move |sheet| sheet.armour = vec![worn("vest", soak)]);
    let mut fight = beaten("5L", vest(Soak::new(0, 4, 0)));
    assert_eq!(
        exchange_result(&hit(&mut fight, 1, 1)).words,
        "1 level of bashing damage (lethal before soak)"
    );
    let mut fight = beaten("4B", vest(Soak::new(2, 0, 0)));
    assert_eq!(exchange_result(&hit(&mut fight, 1, 1)).words, "1 level of stun damage (bashing before soak)");
    let mut fight = beaten("4S", vest(Soak::new(2, 0, 0)));
    assert_eq!(exchange_result(&hit(&mut fight, 0, 0)).contact, HitResult::Graze, "soaked stun does nothing");
}

#[test]
fn ab_armor_01_destroyed_armour_still_soaks_that_hit() {
    let vest = Armour { destruction: Some(10), ..worn("vest", Soak::new(4, 4, 0)) };
    let mut fight = beaten("9L", sheet(|sheet| sheet.armour = vec![vest]));
    hit(&mut fight, 0, 4);
    assert_eq!(fight.figure(2, "Soak, lethal"), "5", "nine raw dice do not damage it");
    fight.queue_dice(&d10_faces(&[(2, 6), (1, 5)]));
    let events = fight.attack_with(1, 2, 0, None);
    assert_eq!(rule_texts(&events), ["vest is destroyed"]);
    assert_eq!(fight.figure(2, "Soak, lethal"), "1");
}

#[test]
fn ab_track_06_the_deepest_box_is_the_penalty() {
    let mut fight = beaten("9B", sheet(|_| {}));
    assert_eq!(fight.figure(2, "Wounds"), "no penalty");
    hit(&mut fight, 2, 7);
    assert_eq!(fight.figure(2, "Wounds"), "-1 die");
    fight.end();
    fight.queue_dice(&d10_faces(&[(0, 5)]));
    fight.attack_with(2, 1, 0, None);
    assert_eq!(fight.dice_left(), 0, "five dice of six");
}

#[test]
fn ab_track_07_type_06_out_of_the_fight_or_dying() {
    for (damage, dice, fate) in [("9B", 7, "incapacitated"), ("9L", 8, "dying")] {
        let mut fight = beaten(damage, sheet(|_| {}));
        let events = hit(&mut fight, 7, dice);
        assert_eq!(fight.notes("AB-TRACK-07"), [format!("Out of action: {fate}")]);
        assert!(events.iter().any(|event| matches!(event, BattleEvent::WentDown { unit: UnitId(2), .. })));
        assert_eq!((fight.down(2), fight.prone(2)), (Some(DownState::Unconscious), true));
        assert_eq!(fight.items_on_ground(), [("pistol".to_owned(), (6, 5))]);
    }
}

#[test]
fn ab_nonsoak_01_02_hard_to_hit_by_several_powers() {
    let bonus = |bonus| DefenceBonus {
        name: "blur".into(),
        kind: DefenceBonusKind::HitDifficulty,
        bonus,
        ablative: false,
    };
    let blurred = sheet(|sheet| sheet.bonuses = vec![bonus(2), bonus(2)]);
    let mut fight = beaten("9B", blurred);
    fight.queue_dice(&d10_faces(&[(3, 6)]));
    assert_eq!(exchange_result(&fight.attack_with(1, 2, 0, None)).contact, HitResult::Miss, "+3 in all");
    fight.queue_dice(&d10_faces(&[(4, 6), (1, 7)]));
    assert_eq!(exchange_result(&fight.attack_with(1, 2, 0, None)).net, 1);
}

#[test]
fn ab_nonsoak_05_a_forcefield_wears_off() {
    let field = SoakSource {
        name: "forcefield".into(),
        category: SoakCategory::Power,
        soak: Soak::new(6, 6, 0),
        stackable: false,
        ablative: true,
        impervious: Impervious::default(),
        rank: 0,
    };
    let mut fight = beaten("4L", sheet(|sheet| (sheet.quantum, sheet.sources) = (1, vec![field])));
    // Quantum 1 adds 1 to the natural soak.
    assert_eq!(fight.figure(2, "Soak, lethal"), "8");
    hit(&mut fight, 0, 1);
    assert_eq!(fight.figure(2, "Soak, lethal"), "4", "4 of 6 dice are worn off");
}
