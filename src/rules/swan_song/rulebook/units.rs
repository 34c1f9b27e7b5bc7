//! Values of units and weapons at the start of a battle, and units out of action.

use super::{SwanSongRulebook, switches};
use crate::rulebook::UnitRules;
use crate::swan_song::attack::pool;
use crate::swan_song::checks::base;
use crate::swan_song::damage::{armour, health};
use crate::swan_song::{LastStand, UnitKind, WeaponClass};
use crate::turn_engine::PassBudget;
use crate::{
    DownState, FireMode, HealthState, RuleSet, Sheet, TurnBudget, Weapon, WeaponReach, WeaponTraits,
};

impl UnitRules for SwanSongRulebook {
    /// `SS-BASE-16`, `SS-ACT-45`.
    fn weapon_traits<'a>(weapon: &'a Weapon, sheet: &Sheet, _: &RuleSet) -> WeaponTraits<'a> {
        let weapon = weapon.swan_song();
        let reach = match weapon.class {
            WeaponClass::Ranged | WeaponClass::Thrown => WeaponReach::Ranged { metres: weapon.range },
            WeaponClass::Melee | WeaponClass::Unarmed => {
                WeaponReach::Melee { beyond: u32::from(weapon.reach) + u32::from(sheet.swan_song().reach) }
            }
        };
        WeaponTraits {
            name: &weapon.name,
            reach,
            hands: weapon.hands,
            magazine: weapon.magazine,
            modes: &weapon.modes,
            needs_bystanders: weapon.blast > 0,
            aims_at_squares: weapon.blast > 0 && weapon.trigger.is_none(),
        }
    }

    /// Table SS-T7; thrown weapons and rockets go one by one.
    fn rounds_per_attack(weapon: &Weapon, mode: Option<FireMode>) -> u32 {
        let weapon = weapon.swan_song();
        let is_single = weapon.class == WeaponClass::Thrown || weapon.rocket;
        if is_single { 1 } else { pool::rounds_per_attack(mode) }
    }

    /// `SS-BASE-23`, `SS-BASE-24`.
    fn starting_health(sheet: &Sheet, rules: &RuleSet) -> HealthState {
        HealthState::SwanSong(base::starting_vitals(sheet.swan_song(), switches(rules)))
    }

    /// Empty until the first pass.
    fn starting_budget(_: &Sheet, _: &RuleSet) -> TurnBudget {
        TurnBudget::SwanSong(PassBudget::default())
    }

    /// Armour Value. `SS-ATK-20`.
    fn soak(sheet: &Sheet, _: &HealthState, _: &RuleSet) -> u32 {
        armour::armour_value(sheet.swan_song())
    }

    /// `SS-BASE-25`.
    fn starting_karma(sheet: &Sheet) -> u8 {
        sheet.swan_song().karma
    }

    /// All except critters and vehicles.
    fn has_hands(sheet: &Sheet) -> bool {
        !matches!(sheet.swan_song().kind, UnitKind::Critter | UnitKind::Vehicle)
    }

    /// Robots, vehicles and objects.
    fn is_inanimate(sheet: &Sheet) -> bool {
        matches!(sheet.swan_song().kind, UnitKind::Robot | UnitKind::Vehicle | UnitKind::Object)
    }

    /// `SS-DMG-09`, `SS-DMG-22`.
    fn down_state(sheet: &Sheet, vitals: &HealthState, _: &RuleSet) -> Option<DownState> {
        health::down_state(vitals.swan_song(), sheet.swan_song().attributes.body)
    }

    /// `SS-DMG-21`.
    fn is_dying(vitals: &HealthState) -> bool {
        health::is_dying(vitals.swan_song())
    }

    /// `SS-FFYL-16`.
    fn falls_at_round_end(vitals: &HealthState) -> bool {
        vitals.swan_song().stand == LastStand::Fighting
    }

    /// `SS-DMG-23`.
    fn bleeding_interval(sheet: &Sheet) -> Option<u32> {
        Some(health::bleeding_interval(sheet.swan_song().attributes.body))
    }
}
