//! Units and their weapons: reach, health and budget at the start, and when a unit is out of action.

use std::sync::Arc;

use super::{AttacksAndDamageRulebook, switches};
use crate::attacks_and_damage::damage::{armour, health};
use crate::attacks_and_damage::turns::turn_budget;
use crate::attacks_and_damage::{AttackClass, DamageType, Fighter};
use crate::rulebook::UnitRules;
use crate::{DownState, HealthState, RuleSet, Sheet, TurnBudget, Weapon, WeaponReach, WeaponTraits};
use model::UnitId;

impl UnitRules for AttacksAndDamageRulebook {
    /// `AD-BASE-18`, `AD-DEF-03`: a melee weapon reaches adjacent squares, everything else as far as its range.
    fn weapon_traits<'a>(weapon: &'a Weapon, _: &Sheet, _: &RuleSet) -> WeaponTraits<'a> {
        let weapon = weapon.attacks_and_damage();
        WeaponTraits {
            name: &weapon.name,
            reach: match weapon.class {
                AttackClass::Melee => WeaponReach::Melee { beyond: 0 },
                AttackClass::Thrown | AttackClass::Accelerated => {
                    WeaponReach::Ranged { metres: weapon.range }
                }
            },
            hands: weapon.hands,
            magazine: 0,
            modes: &[],
            needs_bystanders: false,
            aims_at_squares: false,
        }
    }

    /// `AD-TEST-02`.
    fn unarmed_weapon(sheet: &Sheet) -> Option<Weapon> {
        Some(Weapon::AttacksAndDamage(Arc::new(sheet.attacks_and_damage().unarmed_weapon())))
    }

    /// No box is marked and no defence was rolled. `AD-FREQ-11`.
    fn starting_health(_: &Sheet, _: &RuleSet) -> HealthState {
        HealthState::AttacksAndDamage(health::HealthState::default())
    }

    /// Empty: points come with the first pass.
    fn starting_budget(_: &Sheet, _: &RuleSet) -> TurnBudget {
        TurnBudget::AttacksAndDamage(turn_budget::TurnBudget::default())
    }

    /// Armour worn against Impact. `AD-ARM-04`.
    fn soak(sheet: &Sheet, health: &HealthState, rules: &RuleSet) -> u32 {
        let unit = Fighter {
            condition: *health.attacks_and_damage(),
            ..Fighter::fresh(UnitId(0), sheet.attacks_and_damage().clone())
        };
        armour::armour_parts(&unit, Some(DamageType::Impact), switches(rules)).pool()
    }

    /// Animals and some machines have none.
    fn has_hands(sheet: &Sheet) -> bool {
        sheet.attacks_and_damage().hands
    }

    /// `AD-BASE-13`, `AD-BASE-14`, `AD-BASE-16`.
    fn down_state(sheet: &Sheet, health: &HealthState, rules: &RuleSet) -> Option<DownState> {
        health::down_state(health.attacks_and_damage(), sheet.attacks_and_damage(), switches(rules))
    }
}
