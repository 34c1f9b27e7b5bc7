//! The values of a sheet and of a weapon in this book's terms.

use crate::Stat;
use crate::aberrant::environment::buildings::Building;
use crate::aberrant::protection::armour::Clothing;
use crate::aberrant::protection::armour_layers;
use crate::aberrant::protection::bonus_stacking;
use crate::aberrant::protection::bonus_stacking::DefenceBonusKind;
use crate::aberrant::protection::soak::SoakColumn;
use crate::aberrant::protection::stacking;
use crate::aberrant::protection::stacking::SoakCategory;
use crate::aberrant::turn::{actions, initiative_and_movement};
use crate::aberrant::{HealthState, Sheet, Soak, Weapon, WeaponClass};
use crate::lines::SquareCount;
use dice::Clause;

/// Lists the values of a sheet, unhurt and with all armour intact.
pub(super) fn sheet_stats(sheet: &Sheet) -> Vec<Stat> {
    if let Some(building) = &sheet.building {
        return building_stats(building);
    }
    [rank_stats(sheet), trait_stats(sheet), defence_stats(sheet), turn_stats(sheet)].concat()
}

/// Lists the values of a weapon.
pub(super) fn weapon_stats(weapon: &Weapon) -> Vec<Stat> {
    let mut stats = Vec::new();
    let mut add = |name: &'static str, value: String, clause: Clause| {
        stats.push(Stat { group: "Weapon", name: name.into(), value, clause });
    };
    add("Damage", weapon.damage.to_string(), "AB-ADDS-02");
    add("Ability", weapon.skill.name().to_owned(), "AB-BASE-03");
    if let Some(power) = weapon.power {
        add("Resisted as", power.name().to_owned(), "AB-NONSOAK-01");
    }
    if weapon.ap > 0 {
        add("Armour piercing", weapon.ap.to_string(), "AB-AP-01");
    }
    if weapon.unsoakable {
        add("Soak", "none".to_owned(), "AB-STUN-09");
    } else if let Some(kind) = weapon.soak_as {
        add("Soaked as", kind.name().to_owned(), "AB-TYPE-08");
    }
    match weapon.class {
        WeaponClass::Ranged => add("Short range", format!("{} m", weapon.short_range_m), "AB-RANGE-01"),
        WeaponClass::Thrown => add("Mass", kilograms_text(weapon.mass_g), "AB-THROW-02"),
        WeaponClass::Melee if weapon.reach > 0 => {
            add("Reach", format!("+{}", SquareCount(u32::from(weapon.reach))), "SS-BASE-16");
        }
        WeaponClass::Melee => {}
    }
    if weapon.lightspeed {
        add("Speed", "light".to_owned(), "AB-DODGE-08");
    } else if weapon.high_velocity {
        add("Speed", "high velocity".to_owned(), "AB-DODGE-05");
    }
    if weapon.magazine > 0 {
        add("Magazine", weapon.magazine.to_string(), "AB-CANCEL-01");
    }
    stats
}

/// Armour and structure of a building.
fn building_stats(building: &Building) -> Vec<Stat> {
    let stat = |name: &'static str, value: u32, clause: Clause| Stat {
        group: "Building",
        name: name.into(),
        value: value.to_string(),
        clause,
    };
    vec![
        stat("Armour", building.object().armour, building.object().clause),
        stat("Structure", building.structure(), building.structure_clause()),
    ]
}

/// The role of an unnamed unit, and its henchmen.
fn rank_stats(sheet: &Sheet) -> Vec<Stat> {
    let mut stats = Vec::new();
    let mut add = |group: &'static str, name: &'static str, value: String, clause: Clause| {
        stats.push(Stat { group, name: name.into(), value, clause });
    };
    if !sheet.role.is_named() {
        add("Role", "Role", sheet.role.name().to_owned(), "AB-EXTRA-01");
    }
    for henchmen in sheet.band.iter().flat_map(|band| &band.henchmen) {
        let value = format!("{} {}, {}", henchmen.count, henchmen.name, henchmen.quality.name());
        add("Henchmen", "Type", value, henchmen.quality.clause());
    }
    stats
}

/// Attributes, powers of a nova and abilities.
fn trait_stats(sheet: &Sheet) -> Vec<Stat> {
    let mut stats = Vec::new();
    let mut add = |group: &'static str, name: &'static str, value: String, clause: Clause| {
        stats.push(Stat { group, name: name.into(), value, clause });
    };
    for (name, value, clause) in [
        ("Strength", sheet.strength, "AB-ARMOR-04"),
        ("Dexterity", sheet.dexterity, "AB-BASE-03"),
        ("Stamina", sheet.stamina, "AB-SOAK-01"),
        ("Wits", sheet.wits, "AB-BASE-11"),
        ("Charisma", sheet.charisma, "AB-MASS-02"),
    ] {
        add("Attributes", name, value.to_string(), clause);
    }
    add("Attributes", "Willpower", sheet.willpower.to_string(), "AB-BASE-14");
    for (name, value, clause) in [
        ("Quantum", sheet.quantum, "AB-SOAK-04"),
        ("Mega-Strength", sheet.mega_strength, "AB-THROW-04"),
        ("Mega-Dexterity", sheet.mega_dexterity, "AB-DODGE-07"),
        ("Mega-Stamina", sheet.mega_stamina, "AB-SOAK-08"),
    ] {
        if value > 0 {
            add("Nova", name, value.to_string(), clause);
        }
    }
    for (ability, rating) in &sheet.abilities {
        add("Abilities", ability.name(), rating.to_string(), "AB-BASE-03");
    }
    stats
}

/// Soak, bonuses against attacks, and armour.
fn defence_stats(sheet: &Sheet) -> Vec<Stat> {
    let mut stats = Vec::new();
    let mut add = |name: &'static str, value: String, clause: Clause| {
        stats.push(Stat { group: "Defence", name: name.into(), value, clause });
    };
    let fresh = HealthState::unhurt(sheet);
    add("Soak", soak_text(sheet, &fresh), "AB-STACK-11");
    for (kind, name) in [
        (DefenceBonusKind::HitDifficulty, "Hard to hit"),
        (DefenceBonusKind::QuantumResistance, "Quantum resistance"),
        (DefenceBonusKind::MentalResistance, "Mental resistance"),
    ] {
        let bonus = bonus_stacking::total_bonus(sheet, kind);
        if bonus > 0 {
            add(name, format!("+{bonus}"), "AB-NONSOAK-01");
        }
    }
    for (hidden, name, clause) in
        [(false, "Armour in sight", "AB-ARMOR-11"), (true, "Hidden armour", hiding_clause(sheet))]
    {
        let pieces: Vec<_> = sheet.worn_armour(hidden).collect();
        if !pieces.is_empty() {
            add(name, pieces.join(", "), clause);
        }
    }
    let penalty = armour_layers::mobility_penalty(sheet, &fresh);
    if penalty > 0 {
        add("Armour penalty", format!("-{penalty}"), "AB-ARMOR-02");
    }
    stats
}

/// Initiative, actions and ways of moving.
fn turn_stats(sheet: &Sheet) -> Vec<Stat> {
    let mut stats = Vec::new();
    let mut add = |name: &'static str, value: String, clause: Clause| {
        stats.push(Stat { group: "Turn", name: name.into(), value, clause });
    };
    add(
        "Initiative",
        format!("d10 + {}", initiative_and_movement::initiative_parts(sheet).sum()),
        "AB-BASE-11",
    );
    add("Actions", format!("{} per round", actions::action_cap(sheet)), "AB-LIMIT-01");
    add("Walk", format!("{} m", initiative_and_movement::walk_m(sheet)), "AB-BASE-07");
    add("Run", format!("{} m", initiative_and_movement::run_m(sheet)), "AB-BASE-07");
    for (name, metres) in [("Fly", sheet.moves.fly), ("Teleport", sheet.moves.teleport)] {
        if let Some(metres) = metres {
            add(name, format!("{metres} m"), "AB-BASE-07");
        }
    }
    stats
}

/// The clause of what the unit's clothing hides.
const fn hiding_clause(sheet: &Sheet) -> Clause {
    match sheet.clothing {
        Some(Clothing::Heavy) => "AB-ARMOR-12",
        Some(Clothing::Normal) => "AB-ARMOR-13",
        Some(Clothing::Scanty) => "AB-ARMOR-14",
        None => "AB-ARMOR-11",
    }
}

/// "9 bashing, 8 lethal, 0 aggravated", natural soak in brackets: "(3, 1, 0 natural)".
fn soak_text(sheet: &Sheet, condition: &HealthState) -> String {
    let show = |soak: Soak| {
        format!("{} bashing, {} lethal, {} aggravated", soak.bashing, soak.lethal, soak.aggravated)
    };
    let of = |column| stacking::total_soak(sheet, condition, column);
    let total = Soak::new(of(SoakColumn::Bashing), of(SoakColumn::Lethal), of(SoakColumn::Aggravated));
    let natural = stacking::category_soak(sheet, condition, SoakCategory::Natural).soak;
    if total == natural {
        return show(total);
    }
    let Soak { bashing, lethal, aggravated } = natural;
    format!("{} ({bashing}, {lethal}, {aggravated} natural)", show(total))
}

/// "2.5 kg" without floats.
fn kilograms_text(grams: u32) -> String {
    let (whole, tenths) = (grams / 1000, grams % 1000 / 100);
    if tenths == 0 { format!("{whole} kg") } else { format!("{whole}.{tenths} kg") }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::aberrant::rulebook::AberrantRulebook;
    use crate::aberrant::test_fixtures::{armour, rifle, sheet};
    use crate::rulebook::UnitDisplay;

    fn shared(sheet: &Sheet) -> crate::Sheet {
        crate::Sheet::Aberrant(Arc::new(sheet.clone()))
    }

    fn find<'a>(stats: &'a [Stat], name: &str) -> Option<&'a str> {
        stats.iter().find(|stat| stat.name == name).map(|stat| stat.value.as_str())
    }

    #[test]
    fn a_sheet_and_a_weapon_in_numbers() {
        let sheet = sheet(|sheet| {
            (sheet.dexterity, sheet.wits, sheet.stamina) = (3, 2, 3);
            sheet.armour = vec![armour("vest", Soak::new(4, 4, 0))];
        });
        let shown = AberrantRulebook::sheet_stats(&shared(&sheet));
        assert_eq!(find(&shown, "Soak"), Some("7 bashing, 5 lethal, 0 aggravated (3, 1, 0 natural)"));
        assert_eq!(find(&shown, "Initiative"), Some("d10 + 5"));
        assert_eq!(find(&shown, "Actions"), Some("5 per round"));
        assert_eq!(find(&shown, "Quantum"), None);
        let rifle = crate::Weapon::Aberrant(Arc::new(rifle("7L [2]")));
        let shown = AberrantRulebook::weapon_stats(&rifle);
        assert_eq!(
            (find(&shown, "Damage"), find(&shown, "Speed")),
            (Some("7 lethal + 2 automatic"), Some("high velocity"))
        );
        assert_eq!(kilograms_text(2_500), "2.5 kg");
    }

    /// What is seen of a vest under clothing, and what is not.
    fn seen_and_hidden(
        clothing: Option<Clothing>,
        (mass_g, second_skin): (u32, bool),
        concealable_under: Option<Clothing>,
    ) -> (Option<String>, Option<String>) {
        let vest = armour("vest", Soak::new(4, 4, 0));
        let sheet = sheet(|sheet| {
            sheet.clothing = clothing;
            sheet.armour = vec![crate::aberrant::Armour { mass_g, second_skin, concealable_under, ..vest }];
        });
        assert_eq!(sheet.validate(), Ok(()));
        let shown = AberrantRulebook::sheet_stats(&shared(&sheet));
        let text = |name| find(&shown, name).map(str::to_owned);
        (text("Armour in sight"), text("Hidden armour"))
    }

    #[rstest::rstest]
    #[case::ab_armor_11_not_stated(Clothing::Normal, (4_000, false), None, false)]
    #[case::ab_armor_11_stated(Clothing::Normal, (4_000, false), Some(Clothing::Normal), true)]
    #[case::ab_armor_11_under_heavier(Clothing::Heavy, (4_000, false), Some(Clothing::Normal), true)]
    #[case::ab_armor_11_under_lighter(Clothing::Scanty, (4_000, false), Some(Clothing::Normal), false)]
    #[case::ab_armor_12_ten_kilograms(Clothing::Heavy, (10_000, false), Some(Clothing::Heavy), true)]
    #[case::ab_armor_12_more(Clothing::Heavy, (10_500, false), Some(Clothing::Heavy), false)]
    #[case::ab_armor_13_five_kilograms(Clothing::Normal, (5_000, false), Some(Clothing::Normal), true)]
    #[case::ab_armor_13_more(Clothing::Normal, (5_001, false), Some(Clothing::Normal), false)]
    #[case::ab_armor_14_a_second_skin(Clothing::Scanty, (4_000, true), Some(Clothing::Scanty), true)]
    #[case::ab_armor_14_none(Clothing::Scanty, (4_000, false), Some(Clothing::Scanty), false)]
    #[case::ab_armor_15_sixty_kilograms(Clothing::Heavy, (60_000, false), None, false)]
    fn loadouts(
        #[case] clothing: Clothing,
        #[case] piece: (u32, bool),
        #[case] under: Option<Clothing>,
        #[case] hidden: bool,
    ) {
        let vest = || Some("vest".to_owned());
        let shown = seen_and_hidden(Some(clothing), piece, under);
        assert_eq!(shown, if hidden { (None, vest()) } else { (vest(), None) });
        assert_eq!(seen_and_hidden(None, piece, under), (vest(), None), "without clothing");
    }
}
