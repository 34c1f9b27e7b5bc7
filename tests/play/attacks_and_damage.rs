//! Fights under Attacks and Damage: side effects of attacks.

use std::sync::Arc;

use breachline::battle::BattleEvent;
use breachline::rules::attacks_and_damage::{HealthState, Sheet, Weapon};
use breachline::rules::{self, Book};

use crate::common::books::{exchange_result, rule_texts};
use crate::common::{Fight, Setup};

/// Three in everything, rank 3 with firearms and bare hands: six dice to attack, three to resist.
pub fn sheet(change: impl FnOnce(&mut Sheet)) -> Sheet {
    let text = "(
        attributes: (body: 3, reaction: 3, agility: 3, intuition: 3, edge: 3, willpower: 3, strength: 3),
        skills: {firearms: 3, unarmed: 3},
    )";
    let mut sheet = ron::from_str(text).expect("a sheet");
    change(&mut sheet);
    sheet
}

pub fn fights() -> Setup {
    Setup::new().by_book(Book::AttacksAndDamage)
}

impl Setup {
    /// A unit of Attacks and Damage.
    pub fn fighter(self, side: u8, cell: (i32, i32), sheet: Sheet, weapons: &[Weapon]) -> Self {
        let weapons = weapons.iter().map(|weapon| rules::Weapon::AttacksAndDamage(Arc::new(weapon.clone())));
        self.add_unit(side, cell, rules::Sheet::AttacksAndDamage(Arc::new(sheet)), weapons.collect())
    }
}

impl Fight {
    /// A unit under Attacks and Damage.
    #[track_caller]
    pub fn boxes(&mut self, unit: u32) -> HealthState {
        match self.unit(unit, |unit| unit.health.condition().clone()) {
            rules::HealthState::AttacksAndDamage(condition) => condition,
            other => panic!("a fight under {}", other.book().name()),
        }
    }
}

/// A weapon of the shipped book.
fn shipped(id: &str) -> Weapon {
    let bundle = crate::skirmish::shipped("foundry", &breachline::content::SkirmishOverrides::default());
    match &bundle.weapons[id] {
        rules::Weapon::AttacksAndDamage(weapon) => Weapon::clone(weapon),
        other => panic!("a weapon of {}", other.book().name()),
    }
}

fn prone(fight: &mut Fight, unit: u32) -> bool {
    fight.unit(unit, |unit| unit.is_prone())
}

/// Unit 1 with one weapon against unit 2 with a riot gun, in armour with this Impact value.
fn duel(weapon: &str, distance: i32, av: u8) -> Fight {
    let armour = format!(r#"(name: "plate", av: "{av}/{av}/{av}")"#);
    let plated = sheet(|sheet| sheet.armour = vec![ron::from_str(&armour).expect("armour")]);
    fights()
        .fighter(0, (5, 5), sheet(|_| {}), &[shipped(weapon)])
        .fighter(1, (5 + distance, 5), plated, &[shipped("riot_gun")])
        .start_battle(&[6, 1])
}

/// One hit of six dice against no defence.
const ONE_HIT: [u8; 6] = [5, 1, 1, 1, 1, 1];

#[test]
fn ad_spec_02_gel_rounds_bowl_over_where_they_do_damage() {
    let mut fight = duel("riot_gun", 4, 6);
    fight.queue_dice(&ONE_HIT);
    fight.queue_dice(&[1, 1, 1]);
    fight.attack_with(1, 2, 0, None);
    let events = fight.answer("decline");
    assert_eq!(exchange_result(&events).words, "2 Light; bowled over");
    assert_eq!(rule_texts(&events), ["suffers the effect of the weapon: bowled over"]);
    assert!(prone(&mut fight, 2), "two boxes alone are within the limit of 3");
    assert!(fight.notes("AD-KD-01").is_empty());
}

#[test]
fn ad_spec_02_gel_rounds_that_armour_stops_do_nothing() {
    let mut fight = duel("riot_gun", 4, 8);
    fight.queue_dice(&ONE_HIT);
    fight.attack_with(1, 2, 0, None);
    let events = fight.answer("decline");
    assert_eq!((exchange_result(&events).words.as_str(), rule_texts(&events).len()), ("", 0));
    assert!(!prone(&mut fight, 2));
}

#[test]
fn ad_spec_02_a_shock_glove_disarms_through_any_armour() {
    let mut fight = duel("shock_glove", 1, 9);
    fight.queue_dice(&ONE_HIT);
    fight.attack_with(1, 2, 0, None);
    let events = fight.answer("decline");
    assert_eq!(exchange_result(&events).words, "cramp");
    assert_eq!(fight.boxes(2).light, 0, "stopped by the armour");
    assert!(events.iter().any(|event| matches!(event, BattleEvent::Dropped { .. })));
    assert_eq!(fight.items_on_ground(), [("Riot gun, gel rounds".to_owned(), (6, 5))]);
    assert_eq!(fight.notes("AD-SPEC-02"), ["Takes effect: cramp"]);
}

#[test]
fn ad_spec_02_the_card_counts_who_is_bowled_over() {
    let mut fight = duel("riot_gun", 4, 6);
    let aimed = breachline::battle::AttackChoice {
        unit: breachline::model::UnitId(1),
        weapon: 0,
        mode: None,
        option: None,
    };
    fight.view(|view| {
        let engagement =
            view.attack_request(aimed, breachline::model::UnitId(2)).expect("both are on the map");
        let odds = rules::play::preview(&engagement).expect("odds");
        assert!(odds.harm > 0.0 && (odds.knockdown - odds.harm).abs() < 1e-9, "{odds:?}");
    });
}

/// Two units of side 0 with blades of this AP on either side of an enemy in armour that stops five.
fn between_two(ap: [i32; 2], initiative: [u8; 3]) -> Fight {
    let blade = |ap: i32| {
        let text =
            r#"(name: "blade", class: melee, skill: blades, damage: Some("6L"), nature: Some(slashing))"#;
        Weapon { ap, ..ron::from_str(text).expect("a weapon") }
    };
    let fencer = || sheet(|sheet| sheet.skills.extend([(rules::attacks_and_damage::Skill::Blades, 3)]));
    let armour = r#"(name: "plate", av: "5/5/5")"#;
    let plated = sheet(|sheet| sheet.armour = vec![ron::from_str(armour).expect("armour")]);
    fights()
        .fighter(0, (5, 5), fencer(), &[blade(ap[0])])
        .fighter(0, (7, 5), fencer(), &[blade(ap[1])])
        .fighter(1, (6, 5), plated, &[])
        .start_battle(&initiative)
}

#[test]
fn ad_ap_07_the_armour_is_whole_for_the_next_attack() {
    let mut fight = between_two([-2, 0], [6, 5, 1]);
    let mut lost = Vec::new();
    for attacker in [1, 2] {
        let before = fight.boxes(3).light;
        fight.queue_dice(&ONE_HIT);
        fight.queue_dice(&[1, 1, 1]);
        fight.attack_with(attacker, 3, 0, None);
        fight.answer("decline");
        lost.push(fight.boxes(3).light - before);
        fight.end();
    }
    // One net hit: 7 against 5 - 2, then against 5.
    assert_eq!(lost, [4, 2]);
}

#[test]
fn ad_freq_08_the_penalty_crosses_the_end_of_the_round() {
    let mut fight = between_two([0, 0], [2, 1, 4]);
    let penalty = |fight: &mut Fight| fight.boxes(3).frequency.penalty;
    while fight.acting() == Some(3) {
        fight.end();
    }
    for attacker in [1, 2] {
        assert_eq!(fight.acting(), Some(attacker));
        fight.queue_dice(&[1; 6]);
        fight.attack_with(attacker, 3, 0, None);
        let defence = fight.asked().into_iter().find(|key| key != "decline").expect("a defence");
        fight.answer(&defence);
        if attacker == 1 {
            fight.end();
        }
    }
    assert_eq!((fight.round().0, penalty(&mut fight)), (1, -2));
    // Unit 3 comes last in the new round.
    fight.round_with(2, &[6, 5, 1]);
    assert_eq!((fight.acting(), penalty(&mut fight)), (Some(1), -2), "the new round changes nothing");
    while fight.acting() != Some(3) {
        fight.end();
    }
    assert_eq!(penalty(&mut fight), -1, "its own turn does");
}
