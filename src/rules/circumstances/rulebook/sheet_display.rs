//! Displays sheets, gauges and weapons in this book's terms.

use std::borrow::Cow;

use crate::circumstances::sheet::AVERAGE_SIZE;
use crate::circumstances::{Characteristic, HealthState, HitLocation, Sheet, Weapon, WeaponClass};
use crate::{Gauge, GaugeShape, GaugeTone, Stat};
use dice::Clause;

/// Wounds and Fate Points of a unit.
pub fn gauges(sheet: &Sheet, condition: &HealthState) -> Vec<Gauge> {
    let note = if condition.is_spent() { "helpless" } else { "" };
    let mut gauges = vec![Gauge {
        label: "Wounds".into(),
        shape: GaugeShape::Bar { now: condition.wounds, max: i32::from(sheet.wounds) },
        tone: GaugeTone::Body,
        note: note.to_owned(),
        clause: "CS-BASE-13",
    }];
    if sheet.fate_points > 0 {
        gauges.push(Gauge {
            label: "Fate Points".into(),
            shape: GaugeShape::Bar { now: i32::from(condition.fate), max: i32::from(sheet.fate_points) },
            tone: GaugeTone::Reserve,
            note: "spend one to reroll a failed test".to_owned(),
            clause: "CS-BASE-28",
        });
    }
    gauges
}

fn stat(group: &'static str, name: impl Into<Cow<'static, str>>, value: String, clause: Clause) -> Stat {
    Stat { group, name: name.into(), value, clause }
}

/// Sheet values in the book's terms.
pub fn sheet_stats(sheet: &Sheet) -> Vec<Stat> {
    let mut stats: Vec<Stat> = Characteristic::ALL
        .into_iter()
        .map(|tested| stat("Characteristics", tested.name(), sheet.value(tested).to_string(), "CS-BASE-01"))
        .collect();
    let skills = sheet.skills.iter();
    stats.extend(skills.map(|(skill, value)| stat("Skills", skill.name(), value.to_string(), "CS-BASE-01")));
    let bonuses = [
        ("Strength bonus", sheet.strength_bonus(), "CS-BASE-12"),
        ("Toughness bonus", sheet.bonus(Characteristic::Toughness), "CS-BASE-30"),
        ("Agility bonus", sheet.bonus(Characteristic::Agility), "CS-BASE-20"),
    ];
    stats.extend(bonuses.map(|(name, value, clause)| stat("Bonuses", name, value.to_string(), clause)));
    let armour = HitLocation::ALL.into_iter().filter(|&location| sheet.armour.ap_at(location) > 0);
    stats.extend(armour.map(|location| {
        let value = format!("AP {}", sheet.armour.ap_at(location));
        stat("Armour", capitalised(location.name()), value, "CS-BASE-30")
    }));
    if let Some(deflector) = &sheet.deflector {
        stats.push(stat("Defence", "Deflect", deflector.value.to_string(), "CS-BASE-29"));
    }
    if sheet.size != AVERAGE_SIZE {
        stats.push(stat("Body", "Size", sheet.size.to_string(), "CS-SIZ-01"));
    }
    let talents = &sheet.talents;
    if talents.hard_target {
        stats.push(stat("Talents", "Hard Target", "when running".into(), "CS-RUN-04"));
    }
    let named =
        |names: &std::collections::BTreeSet<String>| names.iter().cloned().collect::<Vec<_>>().join(", ");
    if !talents.specialised.is_empty() {
        stats.push(stat("Talents", "Specialised", named(&talents.specialised), "CS-JAM-06"));
    }
    if !talents.mastery.is_empty() {
        stats.push(stat("Talents", "Mastery", named(&talents.mastery), "CS-JAM-07"));
    }
    stats
}

/// Weapon values in the book's terms.
pub fn weapon_stats(weapon: &Weapon) -> Vec<Stat> {
    const GROUP: &str = "Weapon";
    let damage = match weapon.is_melee() && weapon.adds_strength {
        true => format!("{}+SB", weapon.damage),
        false => weapon.damage.to_string(),
    };
    let mut stats = vec![stat(GROUP, "Damage", damage, "CS-BASE-12")];
    let numbers = [
        ("Penetration", weapon.penetration, "CS-BASE-30"),
        ("Blast", weapon.blast, "CS-BASE-35"),
        ("Cracking", weapon.cracking, "CS-COV-11"),
    ];
    let some = numbers.into_iter().filter(|(_, value, _)| *value > 0);
    stats.extend(some.map(|(name, value, clause)| stat(GROUP, name, value.to_string(), clause)));
    if weapon.is_melee() {
        return stats;
    }
    stats.push(stat(GROUP, "Range", format!("{} m", weapon.range), "CS-RNG-03"));
    if let Some(burst) = weapon.burst {
        stats.push(stat(GROUP, "Burst", format!("{} rounds", burst.rounds), "CS-BASE-36"));
    }
    if weapon.magazine > 0 {
        let name = if weapon.class == WeaponClass::Thrown { "Pieces" } else { "Magazine" };
        stats.push(stat(GROUP, name, weapon.magazine.to_string(), "CS-JAM-11"));
    }
    if weapon.pistol {
        stats.push(stat(GROUP, "Pistol", "may shoot in melee".into(), "CS-GUN-01"));
    }
    stats
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circumstances::test_fixtures::*;

    #[test]
    fn a_unit_shows_what_it_has() {
        let mut unit = fighter(1, |sheet| {
            sheet.wounds = 12;
            sheet.fate_points = 1;
            sheet.armour.body = 4;
        });
        unit.condition = unit.condition.with_wounds_lost(5);
        let shown = gauges(&unit.sheet, &unit.condition);
        assert_eq!(shown[0].shape, GaugeShape::Bar { now: 7, max: 12 });
        assert_eq!(shown.len(), 2);
        let stats = sheet_stats(&unit.sheet);
        let value = |name: &str| stats.iter().find(|stat| stat.name == name).map(|stat| stat.value.as_str());
        assert_eq!((value("Weapon Skill"), value("Body"), value("Head")), (Some("40"), Some("AP 4"), None));
    }

    #[test]
    fn a_weapon_shows_what_it_has() {
        let text = |weapon: &Weapon| {
            let stats = weapon_stats(weapon);
            stats.iter().map(|stat| format!("{} {}", stat.name, stat.value)).collect::<Vec<_>>().join(", ")
        };
        assert_eq!(text(&sword()), "Damage 1d10+1+SB");
        assert_eq!(text(&autogun()), "Damage 1d10+3, Range 60 m, Burst 3 rounds, Magazine 30");
        assert_eq!(text(&grenade(2)), "Damage 1d10+3, Blast 2, Range 30 m, Pieces 3");
    }
}
