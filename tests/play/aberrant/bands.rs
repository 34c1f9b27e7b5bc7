//! Chapter MASS on the map.

use breachline::battle::{AttackChoice, BattleEvent, Target};
use breachline::model::{Cell, UnitId};
use breachline::rules::aberrant::bands::band::{Band, HenchmanQuality, HenchmanType, SupportWeapon};
use breachline::rules::aberrant::{Ability, Sheet, Soak, Weapon};
use breachline::rules::{DownState, HitResult, play};

use super::{aberrant, club, pistol, sheet, weapon};
use crate::common::Fight;
use crate::common::books::{d10_faces, exchange_result, rule_texts};

pub(super) fn men(name: &str, count: u32, quality: HenchmanQuality) -> HenchmanType {
    HenchmanType {
        name: name.into(),
        count,
        quality,
        natural_soak: Soak::default(),
        armour_soak: Soak::default(),
        pools: Default::default(),
        psi: false,
        powers: Vec::new(),
        support: Vec::new(),
    }
}

/// A leader with six dice for attacks and room for ten henchmen.
pub(super) fn leader(henchmen: Vec<HenchmanType>) -> Sheet {
    sheet(|sheet| {
        (sheet.charisma, sheet.density) = (3, 0);
        sheet.abilities.insert(Ability::Command, 2);
        sheet.band = Some(Band { henchmen, all_henchmen: false });
    })
}

fn thugs(count: u32) -> Sheet {
    leader(vec![men("thugs", count, HenchmanQuality::Rabble)])
}

fn members(fight: &mut Fight, unit: u32) -> Option<(u32, u32)> {
    fight.unit(unit, |unit| play::member_count(unit.sheet.get(), unit.health.condition()))
}

/// A single launcher with this Area.
pub(super) fn launcher(area: u8) -> Weapon {
    let text = r#"name: "launcher", class: ranged, skill: firearms, short_range_m: 50, ap: 3, damage: "14L""#;
    weapon(&format!("({text}, area: {area})"))
}

#[test]
fn ab_mass_01_one_turn_one_token_and_no_knockback() {
    let mut fight = aberrant()
        .nova(0, (5, 5), thugs(6), &[pistol("6L")])
        .nova(1, (10, 5), sheet(|_| {}), &[pistol("20L")])
        .start_battle(&[3, 4]);
    assert_eq!(members(&mut fight, 1), Some((6, 6)));
    assert_eq!(members(&mut fight, 2), None);
    assert_eq!(fight.acting(), Some(2));
    fight.queue_dice(&d10_faces(&[(2, 6), (3, 21)]));
    fight.attack_with(2, 1, 0, None);
    assert_eq!(
        (members(&mut fight, 1), fight.cell(1)),
        (Some((3, 6)), (5, 5)),
        "21 raw dice and no knockback"
    );
    fight.end();
    assert_eq!(fight.acting(), Some(1));
    fight.end_with(&[3, 4]);
    assert_eq!(fight.round().0, 2, "one phase for the whole band");
}

/// A total on the card of the attack of unit 1 on unit 2: its value and its parts.
fn forecast_total(fight: &mut Fight, name: &str) -> (String, Vec<(String, i32)>) {
    let choice = AttackChoice { unit: UnitId(1), weapon: 0, mode: None, option: None };
    fight.view(|view| {
        let request = view.attack_request(choice, UnitId(2)).expect("both are on the map");
        let forecast = play::forecast(&request).expect("odds");
        let total = forecast.totals.into_iter().find(|total| total.name == name).expect("a total");
        let parts = total.parts.0.iter().map(|part| (part.reason.to_string(), part.value));
        (total.value, parts.collect())
    })
}

#[test]
fn ab_mass_05_10_a_bands_attack_on_one() {
    let mut fight = aberrant()
        .nova(0, (5, 5), thugs(6), &[pistol("6L")])
        .nova(1, (10, 5), sheet(|_| {}), &[])
        .start_battle(&[9, 3]);
    let (value, parts) = forecast_total(&mut fight, "Attack");
    assert_eq!(value, "12 dice");
    assert!(parts.contains(&("henchmen".to_owned(), 6)), "{parts:?}");
    let (_, parts) = forecast_total(&mut fight, "Damage");
    assert!(parts.contains(&("henchmen".to_owned(), 6)), "{parts:?}");
    // 12 attack dice; margin 1: 12 raw dice against soak 1.
    fight.queue_dice(&d10_faces(&[(1, 12), (2, 11)]));
    assert_eq!(exchange_result(&fight.attack_with(1, 2, 0, None)).damage, 2);
    assert_eq!(fight.dice_left(), 0);
}

#[test]
fn ab_mass_20_23_losses_and_fates_in_the_log() {
    let mut fight = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[pistol("20L")])
        .nova(1, (10, 5), thugs(12), &[pistol("6L")])
        .start_battle(&[9, 3]);
    fight.queue_dice(&d10_faces(&[(1, 6), (10, 20)]));
    let events = fight.attack_with(1, 2, 0, None);
    let texts = rule_texts(&events);
    assert!(texts.contains(&"loses 10 henchmen and has 2 left".to_owned()), "{texts:?}");
    assert!(
        texts.contains(&"has lost so far: of the thugs, 1 killed or hurt and 9 surrendered".to_owned()),
        "{texts:?}"
    );
    assert_eq!(fight.figure(2, "Lost"), "thugs: 1 killed or hurt, 9 surrendered");
    assert_eq!(fight.nova(2).marks.filled(), 0);
    assert_eq!(fight.figure(2, "Henchmen"), "2 of 12, 2 can help at a time");
}

#[test]
fn ab_mass_10_the_inspector_counts_the_henchmen() {
    let mut fight = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[pistol("20L")])
        .nova(1, (10, 5), thugs(3), &[pistol("6L")])
        .start_battle(&[9, 3]);
    let damage = |fight: &mut Fight, unit| {
        fight.view(|view| {
            let unit = view.unit_snapshot(&view.unit(UnitId(unit)).expect("it is there"));
            let stats = play::derived_weapon_stats(&unit, &unit.held[0], view.rules());
            let damage = stats.into_iter().find(|stat| stat.name == "Damage").expect("a weapon has damage");
            (damage.value, damage.parts.0.len())
        })
    };
    assert_eq!(damage(&mut fight, 1), ("20 lethal".to_owned(), 0));
    assert_eq!(
        damage(&mut fight, 2),
        ("9 lethal".to_owned(), 2),
        "six of the pistol and one for each of three"
    );
}

#[test]
fn ab_mass_18_the_leader_can_be_aimed_at_only_alone() {
    let mut fight = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[pistol("9L")])
        .nova(1, (10, 5), thugs(1), &[pistol("6L")])
        .start_battle(&[9, 3]);
    assert_eq!(fight.attack_error(1, 2, 0, Some("vital")), "AB-MASS-18");
    fight.queue_dice(&d10_faces(&[(1, 6), (9, 9)]));
    fight.attack_with(1, 2, 0, None);
    assert_eq!((members(&mut fight, 2), fight.nova(2).marks.filled()), (Some((0, 1)), 0));
    fight.queue_dice(&d10_faces(&[(4, 6), (1, 8)]));
    fight.attack_with(1, 2, 0, Some("vital"));
    assert_eq!(fight.nova(2).marks.lethal, 1);
}

/// The notes that stand beside the figures of the attack of unit 1 on unit 2, and the chance of a knock-out.
fn key_notes(fight: &mut Fight) -> (Vec<String>, f64) {
    let choice = AttackChoice { unit: UnitId(1), weapon: 0, mode: None, option: None };
    fight.view(|view| {
        let request = view.attack_request(choice, UnitId(2)).expect("both are on the map");
        let forecast = play::forecast(&request).expect("odds");
        let notes = forecast.notes.iter().filter(|note| play::is_key_note(view.rules(), note));
        (notes.map(|note| note.text.clone()).collect(), forecast.odds.out)
    })
}

#[test]
fn ab_mass_18_22_the_card_says_why_a_leader_is_not_knocked_out() {
    let notes = |all_henchmen| {
        let mut band = thugs(12);
        band.band.as_mut().expect("a band").all_henchmen = all_henchmen;
        let mut fight = aberrant()
            .nova(0, (5, 5), sheet(|_| {}), &[pistol("9L")])
            .nova(1, (10, 5), band, &[pistol("6L")])
            .start_battle(&[9, 3]);
        key_notes(&mut fight)
    };
    let (led, out) = notes(false);
    assert_eq!(led[0], "No knock-out while henchmen shield their leader");
    assert!(led.iter().skip(1).all(|text| text.starts_with("Takes out ")), "{led:?}");
    assert!(out <= 0.0, "{out}");
    assert_eq!(notes(true).0[0], "Out of action with the last of its henchmen");
}

#[test]
fn ab_mass_12_16_support_weapons_once_each() {
    let gunners = HenchmanType {
        support: vec![SupportWeapon { weapon: "launcher".into(), carriers: 2, bursts: Vec::new() }],
        ..men("gunners", 6, HenchmanQuality::Professional)
    };
    let mut fight = aberrant()
        .nova(0, (5, 5), leader(vec![gunners]), &[pistol("6L"), launcher(0)])
        .nova(1, (10, 5), sheet(|sheet| sheet.soak_enhancement.lethal = 50), &[])
        .start_battle(&[9, 3]);
    for _ in 0..2 {
        // 12 dice; 14L + 6 for the henchmen, all soaked: a ping of one die.
        fight.queue_dice(&d10_faces(&[(1, 12), (0, 1)]));
        fight.attack_with(1, 2, 1, None);
        assert_eq!(fight.dice_left(), 0);
    }
    assert_eq!(fight.turn_budget(1).effort.actions, 2, "in place of the leader's own attack");
    assert_eq!(fight.attack_error(1, 2, 1, None), "AB-MASS-16");
    // The leader's own weapon again, with light fire of the same six: 6L + 6.
    let (damage, parts) = forecast_total(&mut fight, "Damage");
    let six = |reason: &str| (reason.to_owned(), 6);
    assert_eq!(
        (damage.as_str(), parts),
        ("12 lethal + margin above 1", vec![six("weapon"), six("henchmen")])
    );
    fight.queue_dice(&d10_faces(&[(0, 12)]));
    let last = exchange_result(&fight.attack_with(1, 2, 0, None));
    assert_eq!((last.contact, last.damage, fight.dice_left()), (HitResult::Miss, 0, 0));
}

#[test]
fn ab_mass_16_a_weapon_goes_out_with_its_henchman() {
    let gunners = HenchmanType {
        support: vec![SupportWeapon { weapon: "launcher".into(), carriers: 1, bursts: Vec::new() }],
        ..men("gunners", 2, HenchmanQuality::Rabble)
    };
    let mut fight = aberrant()
        .nova(0, (5, 5), leader(vec![gunners]), &[pistol("6L"), launcher(0)])
        .nova(1, (10, 5), sheet(|_| {}), &[pistol("9L")])
        .start_battle(&[3, 9]);
    fight.queue_dice(&d10_faces(&[(1, 6), (2, 9)]));
    fight.attack_with(2, 1, 0, None);
    assert_eq!(members(&mut fight, 1), Some((0, 2)));
    fight.end();
    assert_eq!(fight.attack_error(1, 2, 1, None), "AB-MASS-16");
}

#[test]
fn ab_mass_22_an_all_henchmen_band_is_gone_with_the_last() {
    let mut riot = thugs(5);
    riot.band.as_mut().expect("a band").all_henchmen = true;
    let mut fight = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[pistol("9L")])
        .nova(1, (10, 5), riot, &[club("6B")])
        .start_battle(&[9, 3]);
    fight.queue_dice(&d10_faces(&[(1, 6), (5, 9)]));
    let events = fight.attack_with(1, 2, 0, None);
    assert_eq!(fight.down(2), Some(DownState::Surrendered));
    assert!(events.iter().any(|event| matches!(event, BattleEvent::Ended(_))), "{events:?}");
}

#[test]
fn ab_mass_25_bursts_count_more_than_once() {
    let soldiers = leader(vec![men("soldiers", 12, HenchmanQuality::Professional)]);
    let mut fight = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[launcher(1)])
        .nova(1, (17, 5), soldiers, &[pistol("6L")])
        .start_battle(&[9, 3]);
    fight.queue_dice(&d10_faces(&[(1, 6), (6, 14)]));
    let events = fight.attack_with(1, 2, 0, None);
    assert_eq!(exchange_result(&events).damage, 12, "6 levels twice");
    assert_eq!(members(&mut fight, 2), Some((8, 12)));
    let texts = rule_texts(&events);
    assert!(texts.contains(&"has lost so far: of the soldiers, 4 killed or hurt".to_owned()), "{texts:?}");
}

#[test]
fn ab_mass_25_at_a_square() {
    let mut fight = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[launcher(1)])
        .nova(1, (17, 5), thugs(12), &[pistol("6L")])
        .start_battle(&[9, 3]);
    fight.queue_dice(&d10_faces(&[(1, 6), (2, 14)]));
    fight.submit(breachline::battle::Order::Attack {
        unit: UnitId(1),
        target: Target::Square(Cell::new(18, 5)),
        weapon: 0,
        mode: None,
        option: None,
    });
    assert_eq!(members(&mut fight, 2), Some((8, 12)));
}

#[test]
fn ab_mass_06_a_band_against_a_band() {
    let mut defenders = thugs(6);
    defenders.abilities.insert(Ability::Athletics, 2);
    let mut fight = aberrant()
        .nova(0, (5, 5), thugs(6), &[club("6B")])
        .nova(1, (6, 5), defenders, &[club("6B")])
        .start_battle(&[3, 9]);
    fight.special_action(2, "full_defence", None);
    fight.end();
    // 12 attack dice, 6 + 6 parry dice.
    fight.queue_dice(&d10_faces(&[(3, 12), (1, 12), (4, 13)]));
    fight.attack_with(1, 2, 0, None);
    fight.answer("parry");
    assert_eq!((fight.dice_left(), members(&mut fight, 2)), (0, Some((2, 6))));
}

#[test]
fn ab_mass_04_no_room_for_henchmen() {
    let mut fight = aberrant()
        .switch("ab.henchmen_factor", "0")
        .nova(0, (5, 5), thugs(6), &[pistol("6L")])
        .nova(1, (10, 5), sheet(|_| {}), &[])
        .start_battle(&[9, 3]);
    fight.queue_dice(&d10_faces(&[(0, 6)]));
    fight.attack_with(1, 2, 0, None);
    assert_eq!(fight.dice_left(), 0, "the leader's own six dice");
}
