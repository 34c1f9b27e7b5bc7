//! Gauges and values of units and weapons.

use super::*;
use crate::circumstances::Ailment;
use crate::rulebook::UnitDisplay;
use crate::{GaugeShape, HealthState};

#[test]
fn a_unit_shows_what_it_has() {
    let unit = unit(1, test_fixtures::sword(), |sheet| {
        sheet.wounds = 12;
        sheet.fate_points = 1;
        sheet.armour.body = 4;
    });
    let health = HealthState::Circumstances(unit.condition.circumstances().with_wounds_lost(5));
    let shown = CircumstancesRulebook::gauges(&unit.sheet, &health, &rules());
    assert_eq!(shown[0].shape, GaugeShape::Bar { now: 7, max: 12 });
    assert_eq!(shown.len(), 2);
    let stats = CircumstancesRulebook::sheet_stats(&unit.sheet);
    let value = |name: &str| stats.iter().find(|stat| stat.name == name).map(|stat| stat.value.as_str());
    assert_eq!((value("Weapon Skill"), value("Body"), value("Head")), (Some("40"), Some("4"), None));
}

#[test]
fn cs_base_13_an_unconscious_unit_wakes_only_if_it_is_healed() {
    let unit = unit(1, test_fixtures::sword(), |sheet| sheet.wounds = 12);
    let revival = |lost: u32, rules: &RuleSet| {
        let health = HealthState::Circumstances(unit.condition.circumstances().with_wounds_lost(lost));
        CircumstancesRulebook::revival(&unit.sheet, &health, rules)
    };
    assert_eq!(revival(11, &rules()), None);
    let out = revival(13, &rules()).expect("unconscious");
    assert_eq!((out.text.as_str(), out.label()), ("wakes up if it is healed: Wounds of 1 or more", None));
    assert_eq!(revival(13, &rules_with("cs.zero_wounds", "dead")), None);
}

#[test]
fn a_weapon_shows_what_it_has() {
    let text = |weapon| {
        let stats = CircumstancesRulebook::weapon_stats(&wrapped(weapon));
        stats.iter().map(|stat| format!("{} {}", stat.name, stat.value)).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(text(test_fixtures::sword()), "Damage 1d10+1 + Strength bonus");
    assert_eq!(text(test_fixtures::autogun()), "Damage 1d10+3, Range 60 m, Burst 3 rounds, Magazine 30");
    assert_eq!(text(test_fixtures::grenade(2)), "Damage 1d10+3, Blast 2, Range 30 m, Pieces 3");
}

/// The derived stats of a unit with these ailments, by name.
fn derived(ailments: &[Ailment], weapon: OwnWeapon) -> impl Fn(&str) -> Option<String> {
    let mut unit = unit(1, weapon, |_| {});
    ailments.iter().for_each(|ailment| unit.add_ailment(*ailment));
    let mut stats = CircumstancesRulebook::derived_stats(&unit, &rules());
    stats.extend(CircumstancesRulebook::derived_weapon_stats(&unit, &unit.held[0], &rules()));
    move |name| stats.iter().find(|stat| stat.name == name).map(|stat| stat.value.clone())
}

#[test]
fn cs_ail_05_target_numbers_include_ailments() {
    let plain = derived(&[], test_fixtures::sword());
    let (number, parry) = (plain("Target number"), plain("Parry"));
    assert_eq!((number.as_deref(), parry.as_deref()), (Some("40 or less"), Some("40 or less")));
    let dazed = derived(&[Ailment::Dazed], test_fixtures::sword());
    let (number, parry) = (dazed("Target number"), dazed("Parry"));
    assert_eq!((number.as_deref(), parry.as_deref()), (Some("30 or less"), Some("30 or less")));
    let pinned = derived(&[Ailment::Pinned], test_fixtures::autogun());
    assert_eq!(pinned("Target number").as_deref(), Some("20 or less"), "`CS-PIN-04`");
}

#[test]
fn cs_blnd_05_a_gun_of_the_blinded_always_misses() {
    let blinded = derived(&[Ailment::Blinded], test_fixtures::autogun());
    assert_eq!(blinded("Target number").as_deref(), Some("Blinded: always misses"));
}

#[test]
fn cs_enra_03_the_enraged_show_no_evasion() {
    let enraged = derived(&[Ailment::Enraged], test_fixtures::sword());
    assert_eq!((enraged("Dodge"), enraged("Parry")), (None, None));
    assert_eq!(enraged("Evasion").as_deref(), Some("none (Enraged)"));
}

#[test]
fn cs_fatg_01_levels_are_shown_against_the_threshold() {
    let unit = unit(1, test_fixtures::sword(), |_| {});
    let tired = unit.condition.circumstances().clone().with_fatigue(2);
    let shown = CircumstancesRulebook::gauges(&unit.sheet, &HealthState::Circumstances(tired), &rules());
    let gauge = shown.iter().find(|gauge| gauge.label == "Fatigue").expect("a gauge");
    assert_eq!(gauge.shape, GaugeShape::Rising { now: 2, max: 3, falls_beyond: false });
    assert_eq!(
        (gauge.clause, gauge.note.as_str()),
        ("CS-FATG-01", "above 3: every test -20; at 6: collapse")
    );
    let stats = CircumstancesRulebook::sheet_stats(&unit.sheet);
    let threshold = stats.iter().find(|stat| stat.name == "Fatigue Threshold").expect("a value");
    assert_eq!((threshold.value.as_str(), threshold.clause), ("3", "CS-FATG-02"));
}

#[test]
fn cs_fatg_12_rest_is_the_clause_of_lower_fatigue() {
    let tired = unit(1, test_fixtures::sword(), |_| {}).condition.circumstances().clone().with_fatigue(2);
    let state = |fatigue| {
        let condition = crate::circumstances::HealthState { fatigue, ..tired.clone() };
        HealthState::Circumstances(condition)
    };
    assert_eq!(CircumstancesRulebook::health_change_clause(&state(2), &state(1)), "CS-FATG-12");
    assert_eq!(CircumstancesRulebook::health_change_clause(&state(1), &state(2)), "");
}
