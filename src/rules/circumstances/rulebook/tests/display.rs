//! Gauges and values of units and weapons.

use super::*;
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
    assert_eq!((value("Weapon Skill"), value("Body"), value("Head")), (Some("40"), Some("AP 4"), None));
}

#[test]
fn a_weapon_shows_what_it_has() {
    let text = |weapon| {
        let stats = CircumstancesRulebook::weapon_stats(&wrapped(weapon));
        stats.iter().map(|stat| format!("{} {}", stat.name, stat.value)).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(text(test_fixtures::sword()), "Damage 1d10+1+SB");
    assert_eq!(text(test_fixtures::autogun()), "Damage 1d10+3, Range 60 m, Burst 3 rounds, Magazine 30");
    assert_eq!(text(test_fixtures::grenade(2)), "Damage 1d10+3, Blast 2, Range 30 m, Pieces 3");
}
