//! Chapters EXTRA, GRITTY and CINE.

use breachline::battle::{BattleEvent, Order};
use breachline::model::UnitId;
use breachline::rules::aberrant::Sheet;
use breachline::rules::aberrant::health::health_track::LifeStatus;
use breachline::rules::{DownState, HitResult, UnitRole};

use super::{aberrant, club, pistol, sheet};
use crate::common::Fight;
use crate::common::books::{d10_faces, exchange_result, rule_texts};

/// A gritty extra of a group; six dice for attacks.
fn gritty(group: Option<&str>) -> Sheet {
    sheet(|sheet| (sheet.role, sheet.group) = (UnitRole::GrittyExtra, group.map(str::to_owned)))
}

/// A cinematic extra of one group.
fn cinematic() -> Sheet {
    sheet(|sheet| {
        (sheet.role, sheet.group) = (UnitRole::CinematicExtra, Some("mooks".to_owned()));
    })
}

#[test]
fn ab_gritty_01_initiative_without_a_die() {
    let mut fight = aberrant()
        .nova(0, (5, 5), gritty(None), &[pistol("5L")])
        .nova(1, (15, 5), sheet(|_| {}), &[pistol("5L")])
        .start_battle(&[4]);
    assert_eq!(fight.dice_left(), 0);
    assert_eq!(fight.unit(1, |unit| unit.initiative.score()), 5 + 3 + 2);
    assert_eq!(fight.unit(2, |unit| unit.initiative.score()), 4 + 3 + 2);
}

#[test]
fn ab_gritty_06_one_action_and_ab_gritty_04_levels_without_dice() {
    let mut fight = aberrant()
        .nova(0, (5, 5), gritty(None), &[pistol("5L")])
        .nova(1, (10, 5), gritty(None), &[pistol("5L")])
        .nova(1, (10, 8), gritty(None), &[pistol("5L")])
        .start_battle(&[]);
    fight.queue_dice(&d10_faces(&[(2, 6)]));
    // Margin 2: 6 dice against soak 1 are 5, 2 levels.
    let events = fight.attack_with(1, 2, 0, None);
    assert_eq!(exchange_result(&events).damage, 2);
    assert_eq!((fight.dice_left(), fight.nova(2).marks.lethal), (0, 2));
    assert_eq!(fight.nova(2).dazed, None, "extras are not dazed: AB-EXTRA-01");
    let order = Order::Attack {
        unit: UnitId(1),
        target: breachline::battle::Target::Unit(UnitId(2)),
        weapon: 0,
        mode: None,
        option: None,
    };
    let refusal = fight.submit_error(order).to_string();
    assert!(refusal.contains("only one action"), "{refusal}");
}

#[test]
fn ab_extra_01_named_characters_roll_damage() {
    let mut fight = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[pistol("8L")])
        .nova(1, (10, 5), sheet(|_| {}), &[])
        .start_battle(&[9, 3]);
    fight.queue_dice(&d10_faces(&[(2, 6), (1, 8)]));
    assert_eq!(exchange_result(&fight.attack_with(1, 2, 0, None)).damage, 1);
    assert_eq!(fight.dice_left(), 0);
}

/// A gritty extra that loses four levels to a shot from this many metres.
fn shot_from(metres: i32) -> Fight {
    let mut fight = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[pistol("9L")])
        .nova(1, (5 + metres, 5), gritty(None), &[pistol("5L")])
        .nova(1, (35, 15), sheet(|_| {}), &[])
        .start_battle(&[10, 1]);
    fight.queue_dice(&d10_faces(&[(if metres > 10 { 3 } else { 1 }, 6)]));
    fight.attack_with(1, 2, 0, None);
    fight
}

#[test]
fn ab_gritty_08_surrender_near_an_enemy() {
    let mut fight = shot_from(6);
    assert_eq!(fight.down(2), Some(DownState::Surrendered));
    assert!(!fight.unit(2, |unit| unit.out_of_action.escaped()));
}

#[test]
fn ab_gritty_08_retreat_from_afar() {
    let mut fight = shot_from(15);
    assert_eq!(fight.down(2), Some(DownState::Fled));
    assert!(fight.unit(2, |unit| unit.out_of_action.escaped()));
    assert_eq!(fight.cell(2), (20, 0), "it ran straight to the nearest edge of the map");
}

#[test]
fn ab_gritty_08_those_who_surrendered_stay_out() {
    let mut fight = shot_from(6);
    fight.round_with(2, &[10, 1]);
    assert_eq!(fight.down(2), Some(DownState::Surrendered));
}

#[test]
fn ab_gritty_09_enough_levels_kill() {
    let mut fight = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[pistol("17L")])
        .nova(1, (10, 5), gritty(None), &[])
        .start_battle(&[10]);
    fight.queue_dice(&d10_faces(&[(1, 6)]));
    fight.attack_with(1, 2, 0, None);
    assert_eq!(fight.down(2), Some(DownState::Dead));
}

#[test]
fn ab_gritty_07_one_roll_for_the_group() {
    let group = || gritty(Some("guards"));
    let mut fight = aberrant()
        .nova(0, (5, 5), group(), &[pistol("5L")])
        .nova(0, (5, 6), group(), &[pistol("5L")])
        .nova(0, (5, 7), group(), &[pistol("5L")])
        .nova(0, (5, 8), gritty(Some("others")), &[pistol("5L")])
        .nova(1, (10, 5), sheet(|_| {}), &[])
        .nova(1, (25, 6), sheet(|_| {}), &[])
        .nova(1, (40, 7), sheet(|_| {}), &[])
        .start_battle(&[4, 3, 2]);
    let mut nets = Vec::new();
    for (shooter, target, dice) in [(1, 5, vec![(3, 6), (0, 6)]), (2, 6, vec![(0, 4)]), (3, 7, vec![])] {
        while fight.acting() != Some(shooter) {
            fight.end();
        }
        fight.queue_dice(&d10_faces(&dice));
        nets.push(exchange_result(&fight.attack_with(shooter, target, 0, None)).net);
        assert_eq!(fight.dice_left(), 0);
    }
    // Three successes, rolled once: short, medium and long range.
    assert_eq!(nets, [3, 1, 0]);
    while fight.acting() != Some(4) {
        fight.end();
    }
    assert_eq!(fight.turn_budget(4).group, Default::default(), "another group rolls for itself");
}

#[test]
fn ab_cine_01_last_of_the_first_pass_by_id() {
    let mut fight = aberrant()
        .nova(0, (5, 5), cinematic(), &[pistol("5L")])
        .nova(0, (5, 6), cinematic(), &[pistol("5L")])
        .nova(1, (10, 5), sheet(|sheet| (sheet.dexterity, sheet.wits) = (1, 1)), &[])
        .nova(1, (10, 6), sheet(|sheet| (sheet.dexterity, sheet.wits) = (2, 2)), &[])
        .start_battle(&[1, 10]);
    let mut order = Vec::new();
    while fight.round().0 == 1 {
        order.push((fight.acting().expect("a unit acts"), fight.round().1));
        fight.end_with(&[1, 10]);
    }
    // Initiative 14 and 3, then the extras; the second phase of 14 comes after them.
    assert_eq!(order, [(4, 1), (3, 1), (1, 1), (2, 1), (4, 2)]);
}

#[test]
fn ab_cine_02_they_declare_first() {
    let mut fight = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[pistol("5L")])
        .nova(1, (10, 5), cinematic(), &[pistol("5L")])
        .start_battle(&[5]);
    fight.end();
    let events = fight.end_with(&[5]);
    let declared: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            BattleEvent::PointsRestored { unit, .. } => Some(unit.0),
            _ => None,
        })
        .collect();
    assert_eq!(declared, [2, 1]);
}

/// A named fighter with these dice successes against a row of extras, the first adjacent.
fn against_extras(weapon: breachline::rules::aberrant::Weapon, armour: u32) -> Fight {
    let guard = || {
        let mut guard = cinematic();
        guard.soak_enhancement.bashing = armour;
        guard.soak_enhancement.lethal = armour;
        guard
    };
    aberrant()
        .nova(0, (5, 5), sheet(|sheet| sheet.dexterity = 6), &[weapon])
        .nova(1, (6, 5), guard(), &[club("3B")])
        .nova(1, (6, 6), guard(), &[club("3B")])
        .nova(1, (6, 4), guard(), &[club("3B")])
        .nova(1, (9, 5), guard(), &[club("3B")])
        .start_battle(&[9])
}

#[test]
fn ab_cine_03_no_soak_and_ab_cine_06_lethal_kills() {
    let mut fight = against_extras(pistol("1L"), 8);
    fight.queue_dice(&d10_faces(&[(1, 9)]));
    let events = fight.attack_with(1, 2, 0, None);
    assert_eq!((exchange_result(&events).damage, fight.dice_left()), (1, 0), "no damage dice: AB-CINE-05");
    assert_eq!(fight.down(2), Some(DownState::Dead));
    assert_eq!(fight.down(3), None);
}

/// A club hit on an extra, with this answer to the question whether it kills.
fn clubbed(answer: &str) -> Option<DownState> {
    let mut fight = against_extras(club("1B"), 8);
    fight.queue_dice(&d10_faces(&[(1, 9)]));
    fight.attack_with(1, 2, 0, None);
    assert_eq!(fight.asked(), ["incapacitate", "kill"]);
    fight.answer(answer);
    fight.down(2)
}

#[test]
fn ab_cine_07_bashing_incapacitates() {
    assert_eq!(clubbed("incapacitate"), Some(DownState::Unconscious));
}

#[test]
fn ab_cine_08_the_player_may_kill() {
    assert_eq!(clubbed("kill"), Some(DownState::Dead));
    let mut fight = aberrant()
        .switch("ab.cine_kill_choice", "off")
        .nova(0, (5, 5), sheet(|_| {}), &[club("1B")])
        .nova(1, (6, 5), cinematic(), &[])
        .start_battle(&[9]);
    fight.queue_dice(&d10_faces(&[(1, 6)]));
    fight.attack_with(1, 2, 0, None);
    assert_eq!((fight.asked().len(), fight.down(2)), (0, Some(DownState::Unconscious)));
}

#[test]
fn ab_cine_12_damage_of_the_commonest_weapon() {
    let mut fight = aberrant()
        .nova(0, (5, 5), cinematic(), &[pistol("5L")])
        .nova(0, (5, 6), cinematic(), &[weapon_named("rifle", "7L")])
        .nova(0, (5, 7), cinematic(), &[weapon_named("rifle", "7L")])
        .nova(1, (10, 5), sheet(|_| {}), &[])
        .start_battle(&[1]);
    while fight.acting() != Some(1) {
        fight.end();
    }
    // Margin 3: 7L and 2 dice against soak 1.
    fight.queue_dice(&d10_faces(&[(3, 3), (0, 8)]));
    fight.attack_with(1, 4, 0, Some("volley"));
    assert_eq!(fight.dice_left(), 0);
    let mut alone = aberrant()
        .nova(0, (5, 5), cinematic(), &[pistol("5L")])
        .nova(1, (10, 5), sheet(|_| {}), &[])
        .start_battle(&[1]);
    alone.end();
    assert_eq!(alone.attack_error(1, 2, 0, Some("volley")), "AB-CINE-12");
}

/// A gun of this name.
fn weapon_named(name: &str, damage: &str) -> breachline::rules::aberrant::Weapon {
    breachline::rules::aberrant::Weapon { name: name.to_owned(), ..pistol(damage) }
}

#[test]
fn ab_cine_05_they_do_not_defend() {
    let mut fight = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[club("1L")])
        .nova(
            1,
            (6, 5),
            sheet(|sheet| {
                (sheet.role, sheet.willpower) = (UnitRole::CinematicExtra, 5);
            }),
            &[club("1B")],
        )
        .start_battle(&[9]);
    fight.queue_dice(&d10_faces(&[(1, 6)]));
    let events = fight.attack_with(1, 2, 0, None);
    assert_eq!((exchange_result(&events).contact, fight.asked().len()), (HitResult::Hit, 0));
}

#[test]
fn ab_cine_10_surplus_successes_fell_more() {
    for (successes, fallen) in [(5, vec![2]), (6, vec![2, 3]), (7, vec![2, 3, 4]), (9, vec![2, 3, 4])] {
        let mut fight = against_extras(club("1L"), 0);
        fight.queue_dice(&d10_faces(&[(successes, 9)]));
        fight.attack_with(1, 2, 0, None);
        let down: Vec<_> = (2..=5).filter(|unit| fight.down(*unit).is_some()).collect();
        assert_eq!(down, fallen, "{successes}: unit 5 is out of reach");
    }
    let mut fight = against_extras(pistol("1L"), 0);
    fight.queue_dice(&d10_faces(&[(8, 9)]));
    fight.attack_with(1, 2, 0, None);
    assert!((2..=5).all(|unit| fight.down(unit).is_some()), "a pistol reaches all of them");
}

#[test]
fn ab_cine_11_one_die_and_ab_cine_12_together() {
    let mut fight = aberrant()
        .nova(0, (5, 5), cinematic(), &[pistol("5L")])
        .nova(0, (5, 6), cinematic(), &[pistol("5L")])
        .nova(0, (5, 7), cinematic(), &[pistol("7L")])
        .nova(1, (10, 5), sheet(|_| {}), &[])
        .nova(1, (10, 6), sheet(|_| {}), &[])
        .start_battle(&[1, 2]);
    while fight.acting() != Some(1) {
        fight.end();
    }
    fight.queue_dice(&d10_faces(&[(3, 3), (0, 6)]));
    let events = fight.attack_with(1, 4, 0, Some("volley"));
    assert_eq!((exchange_result(&events).net, fight.dice_left()), (3, 0), "three dice; 5L + 2 - soak 1");
    assert_eq!(rule_texts(&events).iter().filter(|text| text.starts_with("joins")).count(), 2);
    assert_eq!((fight.turn_budget(2).effort.actions, fight.turn_budget(3).effort.actions), (1, 1));
    assert_eq!(fight.attack_error(1, 4, 0, None), "AB-CINE-13");
    fight.end();
    assert_eq!((fight.acting(), fight.turn_budget(2).effort.points), (Some(2), 2));
    assert_eq!(fight.attack_error(2, 4, 0, None), "AB-CINE-13");
    fight.queue_dice(&[2]);
    let lone = fight.attack_with(2, 5, 0, None);
    assert_eq!(
        (exchange_result(&lone).contact, fight.dice_left()),
        (HitResult::Miss, 0),
        "one die: AB-CINE-11"
    );
}

#[test]
fn ab_cine_13_again_in_the_next_round() {
    let mut fight = aberrant()
        .nova(0, (5, 5), cinematic(), &[pistol("5L")])
        .nova(1, (10, 5), sheet(|_| {}), &[])
        .start_battle(&[1]);
    fight.end();
    fight.queue_dice(&[2]);
    fight.attack_with(1, 2, 0, None);
    assert_eq!(fight.attack_error(1, 2, 0, None), "AB-CINE-13");
    fight.end_with(&[1]);
    fight.end();
    fight.queue_dice(&[2]);
    fight.attack_with(1, 2, 0, None);
}

#[test]
fn ab_cine_15_vehicles_convert_and_ab_cine_16_are_defeated() {
    let car = || {
        sheet(|sheet| {
            (sheet.role, sheet.vehicle, sheet.hands) = (UnitRole::CinematicExtra, true, false);
            sheet.soak_enhancement.lethal = 5; // and 1 of Stamina
        })
    };
    for (more, levels, down) in [("11L", 6, false), ("12L", 7, true)] {
        let mut fight = aberrant()
            .nova(0, (5, 5), sheet(|_| {}), &[pistol("15L"), club("1B")])
            .nova(1, (10, 5), car(), &[])
            .nova(0, (5, 7), sheet(|_| {}), &[pistol(more)])
            .start_battle(&[9, 8]);
        fight.queue_dice(&d10_faces(&[(1, 6)]));
        assert_eq!(exchange_result(&fight.attack_with(1, 2, 0, None)).damage, 4, "9 dice past armour 6");
        assert_eq!((fight.nova(2).marks.lethal, fight.down(2)), (4, None));
        while fight.acting() != Some(3) {
            fight.end();
        }
        fight.queue_dice(&d10_faces(&[(1, 6)]));
        fight.attack_with(3, 2, 0, None);
        assert_eq!((fight.nova(2).marks.lethal, fight.down(2).is_some()), (levels, down));
    }
}

/// The first of three extras is shot; returns the fight before their phases.
fn one_of_three_fallen(rout: &str) -> Fight {
    let mut fight = aberrant()
        .switch("ab.cine_rout", rout)
        .nova(0, (5, 5), sheet(|_| {}), &[pistol("5L")])
        .nova(1, (10, 5), cinematic(), &[pistol("5L")])
        .nova(1, (10, 6), cinematic(), &[pistol("5L")])
        .nova(
            1,
            (10, 7),
            sheet(|sheet| {
                (sheet.role, sheet.group) = (UnitRole::CinematicExtra, Some("others".to_owned()));
            }),
            &[pistol("5L")],
        )
        .start_battle(&[9]);
    fight.queue_dice(&d10_faces(&[(1, 6)]));
    fight.attack_with(1, 2, 0, None);
    fight
}

#[test]
fn ab_cine_17_the_rest_of_the_group_flees() {
    let mut fight = one_of_three_fallen("on");
    assert_eq!(fight.down(3), None, "from their next turn on");
    fight.end();
    assert_eq!((fight.down(3), fight.acting()), (Some(DownState::Fled), Some(4)));
    let mut fight = one_of_three_fallen("off");
    fight.end();
    assert_eq!((fight.down(3), fight.acting()), (None, Some(3)));
}

#[test]
fn ab_cine_09_a_player_describes_the_fall() {
    let fallen = |switch: &str| {
        let mut fight = aberrant()
            .switch("ab.cine_narration", switch)
            .nova(0, (5, 5), sheet(|_| {}), &[pistol("5L")])
            .nova(1, (10, 5), cinematic(), &[])
            .nova(1, (10, 6), cinematic(), &[])
            .start_battle(&[9]);
        fight.queue_dice(&d10_faces(&[(1, 6)]));
        fight.attack_with(1, 2, 0, None);
        fight
    };
    let narrate = |fallen, text: &str| Order::Narrate { fallen: UnitId(fallen), text: text.to_owned() };
    let mut fight = fallen("on");
    assert_eq!(
        rule_texts(&fight.submit(narrate(2, " drops through the skylight "))),
        ["drops through the skylight"]
    );
    let refusal = |fight: &mut Fight, order| fight.submit_error(order).to_string();
    assert!(refusal(&mut fight, narrate(2, "  ")).contains("A description needs"));
    assert!(refusal(&mut fight, narrate(3, "stands")).contains("do not describe"), "it has not fallen");
    assert!(refusal(&mut fallen("off"), narrate(2, "falls")).contains("do not describe"));
}

#[test]
fn ab_extra_02_roles_of_a_skirmish_file() {
    let mut fight = aberrant()
        .nova(0, (5, 5), sheet(|_| {}), &[])
        .nova(1, (10, 5), sheet(|_| {}), &[])
        .skirmish(|skirmish| skirmish.units[1].role = Some(UnitRole::GrittyExtra))
        .start_battle(&[5]);
    assert_eq!(fight.figure(2, "Role"), "gritty extra, out at 4 levels");
    let role: UnitRole = ron::from_str("extra").expect("a role");
    assert_eq!(role, UnitRole::GrittyExtra, "an extra without a kind");
}

#[test]
fn ab_gritty_03_out_at_four_levels() {
    let mut condition = breachline::rules::aberrant::HealthState::unhurt(&gritty(None));
    condition.marks.bashing = 3;
    assert_eq!(condition.life_status(&gritty(None)), LifeStatus::Fighting);
    condition.marks.bashing = 4;
    assert_eq!(condition.life_status(&gritty(None)), LifeStatus::Incapacitated);
}
