//! Gauges and statistics of units and weapons.

use super::{Attribute, HealthState, Sheet, Switches, Weapon};
use crate::attacks_and_damage::damage::health;
use crate::attacks_and_damage::damage::health::LifeState;
use crate::attacks_and_damage::damage::{knockdown, wounds};
use crate::{Gauge, GaugeShape, GaugeTone, Stat, TrackBox};

const ATTRIBUTES: [Attribute; 7] = [
    Attribute::Body,
    Attribute::Reaction,
    Attribute::Agility,
    Attribute::Intuition,
    Attribute::Edge,
    Attribute::Willpower,
    Attribute::Strength,
];

/// Gauges: both tracks, overflow, and the penalty for repeated defences.
pub fn gauges(sheet: &Sheet, condition: &HealthState, switches: &Switches) -> Vec<Gauge> {
    let boxes = |marked: u32, all: u32, mark: TrackBox| {
        GaugeShape::Boxes((0..all).map(|place| if place < marked { mark } else { TrackBox::Free }).collect())
    };
    let dice = |text: &str, dice: i32| if dice == 0 { String::new() } else { format!("{dice} {text}") };
    let note = |marked: u32, ends: Option<&str>| {
        let lost = dice("to tests", wounds::track_modifier(marked, switches));
        match ends {
            Some(ends) if lost.is_empty() => ends.to_owned(),
            Some(ends) => format!("{ends}, {lost}"),
            None => lost,
        }
    };
    let (light_ends, critical_ends) = match health::life_state(condition, sheet, switches) {
        LifeState::Able => (None, None),
        LifeState::Unconscious => (Some("unconscious"), None),
        LifeState::Dying => (None, Some("dying")),
        LifeState::Dead => (None, Some("dead")),
    };
    let mut gauges = vec![
        Gauge {
            label: "Light".into(),
            shape: boxes(condition.light, health::light_boxes(sheet, switches), TrackBox::Light),
            tone: GaugeTone::Body,
            note: note(condition.light, light_ends),
            clause: "AD-BASE-10",
        },
        Gauge {
            label: "Critical".into(),
            shape: boxes(condition.critical, health::critical_boxes(sheet, switches), TrackBox::Worst),
            tone: GaugeTone::Body,
            note: note(condition.critical, critical_ends),
            clause: "AD-BASE-11",
        },
    ];
    if condition.overflow > 0 {
        let max = health::death_limit(sheet, switches).cast_signed();
        gauges.push(Gauge {
            label: "Overflow".into(),
            shape: GaugeShape::Rising { now: condition.overflow.cast_signed(), max },
            tone: GaugeTone::Body,
            note: format!("dead above {max}"),
            clause: "AD-BASE-16",
        });
    }
    let penalty = condition.frequency.penalty;
    if penalty != 0 {
        gauges.push(Gauge {
            label: "Defence".into(),
            shape: GaugeShape::Words(vec![dice("to defence tests", penalty)]),
            tone: GaugeTone::Body,
            note: String::new(),
            clause: "AD-FREQ-01",
        });
    }
    gauges
}

/// Statistics of a sheet: attributes, skills, defence.
pub fn sheet_stats(sheet: &Sheet) -> Vec<Stat> {
    let stat =
        |group, name: &'static str, value: String, clause| Stat { group, name: name.into(), value, clause };
    let mut stats = Vec::new();
    for attribute in ATTRIBUTES {
        let value = sheet.attributes.get(attribute).to_string();
        stats.push(stat("Attributes", attribute.name(), value, "AD-BASE-02"));
    }
    for (skill, rating) in &sheet.skills {
        stats.push(stat("Skills", skill.name(), rating.to_string(), "AD-BASE-02"));
    }
    let body = sheet.attributes.body.to_string();
    stats.push(stat("Defence", "Damage resistance", body, "AD-RES-09"));
    stats.push(stat("Defence", "Knockdown limit", knockdown::knockdown_limit(sheet).to_string(), "AD-KD-01"));
    for item in sheet.armour.iter().chain(&sheet.shield) {
        let (name, value) = (item.name.clone().into(), item.av.to_string());
        stats.push(Stat { group: "Defence", name, value, clause: "AD-ARM-03" });
    }
    stats
}

/// Statistics of a weapon's data.
pub fn weapon_stats(weapon: &Weapon) -> Vec<Stat> {
    let stat = |name: &'static str, value: String, clause| Stat {
        group: "Weapon",
        name: name.into(),
        value,
        clause,
    };
    let mut stats = vec![
        stat("Skill", weapon.skill.name().to_owned(), "AD-TEST-01"),
        stat("Class", weapon.class.name().to_owned(), "AD-DEF-02"),
    ];
    if let Some(attribute) = weapon.attribute {
        stats.push(stat("Attribute", attribute.name().to_owned(), "AD-BASE-06"));
    }
    match weapon.damage {
        Some(damage) => {
            let damage = super::DamageValue { kind: weapon.damage_type(), ..damage };
            stats.push(stat("DV", damage.to_string(), "AD-TYPE-02"));
        }
        None => stats.push(stat("DV", "contact".to_owned(), "AD-CON-03")),
    }
    if weapon.ap != 0 {
        stats.push(stat("Armour piercing", format!("{:+}", weapon.ap), "AD-AP-01"));
    }
    if weapon.range > 0 {
        stats.push(stat("Range", format!("{} m", weapon.range), "AD-BASE-18"));
    }
    for rider in &weapon.riders {
        stats.push(stat("Effect", rider.effect.clone(), "AD-SPEC-02"));
    }
    stats
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks_and_damage::test_support::{sword, unit};
    use crate::attacks_and_damage::{Armour, DefenceFrequency, Skill};

    #[test]
    fn ad_res_15_boxes_of_both_tracks() {
        let sheet = unit(1, |sheet| sheet.attributes.willpower = 5).sheet;
        let frequency = DefenceFrequency { penalty: -2, tests: 2 };
        let condition = HealthState { light: 4, critical: 7, overflow: 1, frequency };
        let gauges = gauges(&sheet, &condition, &Switches::default());
        let labels: Vec<_> = gauges.iter().map(|gauge| gauge.label.as_ref()).collect();
        assert_eq!(labels, ["Light", "Critical", "Overflow", "Defence"]);
        let marked = |gauge: &Gauge| match &gauge.shape {
            GaugeShape::Boxes(boxes) => {
                (boxes.iter().filter(|mark| **mark != TrackBox::Free).count(), boxes.len())
            }
            other => panic!("{other:?}"),
        };
        assert_eq!((marked(&gauges[0]), gauges[0].note.as_str()), ((4, 11), "-1 to tests"));
        assert_eq!((marked(&gauges[1]), gauges[1].note.as_str()), ((7, 10), "-2 to tests"));
        assert_eq!(gauges[2].shape, GaugeShape::Rising { now: 1, max: 3 });
        assert_eq!(gauges[3].shape, GaugeShape::Words(vec!["-2 to defence tests".to_owned()]));
    }

    #[test]
    fn a_whole_unit_shows_two_empty_tracks() {
        let sheet = unit(1, |_| {}).sheet;
        let gauges = gauges(&sheet, &HealthState::default(), &Switches::default());
        assert!(gauges.iter().all(|gauge| gauge.note.is_empty()));
        assert_eq!(gauges.len(), 2);
    }

    #[test]
    fn a_full_track_says_what_it_does() {
        let sheet = unit(1, |_| {}).sheet;
        let note = |light, critical, overflow| {
            let condition = HealthState { light, critical, overflow, ..HealthState::default() };
            let gauges = gauges(&sheet, &condition, &Switches::default());
            (gauges[0].note.clone(), gauges[1].note.clone())
        };
        assert_eq!(note(10, 0, 0), ("unconscious, -3 to tests".into(), String::new()));
        assert_eq!(note(0, 10, 0), (String::new(), "dying, -3 to tests".into()));
        assert_eq!(note(0, 10, 4).1, "dead, -3 to tests");
    }

    fn line(stats: &[Stat], name: &str) -> String {
        stats.iter().find(|stat| stat.name == name).map_or_else(String::new, |stat| stat.value.clone())
    }

    #[test]
    fn stats_are_the_numbers_of_the_sheet() {
        let sheet = unit(1, |sheet| {
            sheet.attributes.willpower = 5;
            sheet.skills.insert(Skill::Parry, 2);
            sheet.armour = vec![Armour { name: "mail".into(), av: "4/3/1".parse().expect("an AV") }];
        })
        .sheet;
        let stats = sheet_stats(&sheet);
        for (name, value) in [
            ("Willpower", "5"),
            ("Parry", "2"),
            ("Damage resistance", "3"),
            ("Knockdown limit", "5"),
            ("mail", "4/3/1"),
        ] {
            assert_eq!(line(&stats, name), value, "{name}");
        }
        let weapon = weapon_stats(&Weapon { ap: -2, ..sword("6C") });
        for (name, value) in
            [("Skill", "Blades"), ("Class", "melee"), ("DV", "6PC"), ("Armour piercing", "-2")]
        {
            assert_eq!(line(&weapon, name), value, "{name}");
        }
    }
}
