//! Whether weapons, armour and sheets of Attacks and Damage make sense.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{AttacksAndDamageShelf, LONGEST_RANGE, MOST_ACTION_POINTS, MOST_INITIATIVE_DICE, Stock};
use crate::check::{Entry, lays};
use crate::library::Content;
use rules::attacks_and_damage::{Armour, ArmourValue, AttackClass, Sheet, Weapon};

/// Highest attribute or skill.
const HIGHEST: u8 = 20;
/// Largest number of a damage value, of armour and of its penetration.
const LARGEST: u32 = 60;

/// Armour, or a shield that a hand holds. `AD-ARM-03`, `AD-ARM-07`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Protection {
    /// Shown to players.
    pub name: String,
    /// What it removes.
    pub av: ArmourValue,
    /// Held, not worn.
    #[serde(default)]
    pub shield: bool,
}

/// The book.
pub enum AttacksAndDamage {}

impl Stock for AttacksAndDamage {
    type Sheet = Sheet;
    type Weapon = Weapon;
    type Armour = Protection;

    const FILES: [&'static str; 3] = [
        "books/attacks_and_damage/weapons.ron",
        "books/attacks_and_damage/armour.ron",
        "books/attacks_and_damage/sheets.ron",
    ];

    fn shelf(content: &mut Content) -> &mut AttacksAndDamageShelf {
        &mut content.attacks_and_damage
    }

    fn weapon(entry: &mut Entry<'_>, weapon: &Weapon) {
        entry.title(&["name"], &weapon.name);
        lays(entry, &weapon.strike);
        match weapon.damage {
            Some(damage) => {
                entry.range(&["damage"], damage.number, 1..=LARGEST);
                if weapon.damage_type().is_none() {
                    entry.warning(&["damage"], "untyped damage goes through all armour (AD-ARM-09)");
                }
            }
            None if weapon.contact_only => {}
            None => {
                entry.error(&["damage"], "only an attack that needs mere contact has no damage (AD-CON-03)")
            }
        }
        entry.range(&["ap"], weapon.ap, -LARGEST.cast_signed()..=LARGEST.cast_signed());
        entry.range(&["hands"], weapon.hands, 0..=2);
        if weapon.class != AttackClass::Melee {
            entry.range(&["range"], weapon.range, 1..=LONGEST_RANGE);
        } else if weapon.range > 0 {
            entry.error(&["range"], "a melee weapon reaches the neighbouring squares only (AD-BASE-18)");
        }
        for (index, rider) in weapon.riders.iter().enumerate() {
            entry.title(&["riders", &index.to_string(), "effect"], &rider.effect);
        }
    }

    fn armour(entry: &mut Entry<'_>, armour: &Protection) {
        entry.title(&["name"], &armour.name);
        value(entry, &["av"], armour.av);
    }

    fn wear(sheet: &mut Sheet, armour: &Protection) {
        let item = Armour { name: armour.name.clone(), av: armour.av };
        if armour.shield {
            sheet.shield = Some(item);
        } else {
            sheet.armour.push(item);
        }
    }

    fn sheet(entry: &mut Entry<'_>, sheet: &Sheet, _: &BTreeMap<String, Arc<Weapon>>) {
        let all = &sheet.attributes;
        let attributes = [
            ("body", all.body),
            ("reaction", all.reaction),
            ("agility", all.agility),
            ("intuition", all.intuition),
            ("edge", all.edge),
            ("willpower", all.willpower),
            ("strength", all.strength),
        ];
        for (label, value) in attributes {
            entry.range(&["sheet", "attributes", label], value, 1..=HIGHEST);
        }
        if sheet.skills.values().any(|&rating| rating > HIGHEST) {
            entry.error(&["sheet", "skills"], format!("no skill has a rating above {HIGHEST}"));
        }
        for item in sheet.armour.iter().chain(&sheet.shield) {
            value(entry, &["sheet", "armour"], item.av);
        }
        if let Some(line) = sheet.unarmed {
            entry.range(&["sheet", "unarmed", "damage"], line.damage.number, 0..=LARGEST);
        }
        entry.range(&["sheet", "initiative_dice"], sheet.initiative_dice, 1..=MOST_INITIATIVE_DICE);
        entry.range(&["sheet", "action_points"], sheet.action_points, 1..=MOST_ACTION_POINTS);
    }
}

fn value(entry: &mut Entry<'_>, labels: &[&str], value: ArmourValue) {
    for number in [value.impact, value.piercing, value.energy] {
        entry.range(labels, number, 0..=LARGEST);
    }
}
