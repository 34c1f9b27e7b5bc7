//! What a unit and its weapons are at the start of a battle, and when it is out of action.

use crate::attack::fire_mode::FireMode;
use crate::rulebook::BookDefinition;
use crate::{
    DownState, HealthState, RuleSet, RuleViolation, Sheet, TurnBudget, UnitRole, UnitSnapshot, Weapon,
    WeaponTraits,
};

/// The values of a unit, its weapons in use, its state at the start of a battle, and when it is out of action.
pub trait UnitRules: BookDefinition {
    /// Returns what the battle needs of a weapon in the hands of a unit.
    fn weapon_traits<'a>(weapon: &'a Weapon, sheet: &Sheet, rules: &RuleSet) -> WeaponTraits<'a>;

    /// Returns the rounds that one attack takes from the magazine: none, by default.
    fn rounds_per_attack(_weapon: &Weapon, _mode: Option<FireMode>) -> u32 {
        0
    }

    /// Returns the weapon of a unit with empty hands, if its content names none.
    fn unarmed_weapon(_sheet: &Sheet) -> Option<Weapon> {
        None
    }

    /// Returns a unit's health at the start of a battle.
    fn starting_health(sheet: &Sheet, rules: &RuleSet) -> HealthState;

    /// Returns a unit's turn budget before the first round.
    fn starting_budget(sheet: &Sheet, rules: &RuleSet) -> TurnBudget;

    /// Returns what a unit's armour subtracts from a plain hit: dice, levels or points. As a barrier it is its Armor.
    /// `SS-BARR-46`.
    fn soak(_sheet: &Sheet, _health: &HealthState, _rules: &RuleSet) -> u32 {
        0
    }

    /// Returns why a unit that is up does nothing in this round, such as a machine that is shut down: never, by default.
    fn idle_reason(_unit: &UnitSnapshot) -> Option<RuleViolation> {
        None
    }

    /// Returns a unit's Karma at the start of a battle. `SS-BASE-25`.
    fn starting_karma(_sheet: &Sheet) -> u8 {
        0
    }

    /// Returns whether a unit has hands to pick up items.
    fn has_hands(_sheet: &Sheet) -> bool {
        true
    }

    /// Returns whether a unit is a thing, which is destroyed and does not die: not, by default. `AB-OBJ-09`, `AB-EMP-09`.
    fn is_inanimate(_sheet: &Sheet) -> bool {
        false
    }

    /// Returns whether a unit is a building, which never moves or acts: not, by default. `AB-OBJ-09`.
    fn is_building(_sheet: &Sheet) -> bool {
        false
    }

    /// Returns length and width in metres of the ruin that a unit leaves when it is destroyed: rubble, with a frame at the
    /// corners that nothing passes. None by default. `AB-OBJ-19`.
    fn ruin(_sheet: &Sheet) -> Option<[u32; 2]> {
        None
    }

    /// Returns how a unit is out of action; `None` if it is not.
    fn down_state(sheet: &Sheet, health: &HealthState, rules: &RuleSet) -> Option<DownState>;

    /// Returns a sheet with the unit's role and group in a battle: unchanged, by default. `AB-EXTRA-02`.
    fn assign_role(sheet: &Sheet, _role: UnitRole, _group: Option<&str>) -> Sheet {
        sheet.clone()
    }

    /// Returns the role of a unit: named, by default. `AB-EXTRA-01`.
    fn role(_sheet: &Sheet) -> UnitRole {
        UnitRole::Named
    }

    /// Returns the members of a unit that is many, and how many there were: none, by default. `AB-MASS-01`.
    fn member_count(_sheet: &Sheet, _health: &HealthState) -> Option<(u32, u32)> {
        None
    }

    /// Returns whether a unit bleeds to death without help. `SS-DMG-23`.
    fn is_dying(_health: &HealthState) -> bool {
        false
    }

    /// Returns whether a unit that is up falls at the end of the round unless something saves it. `SS-FFYL-16`.
    fn falls_at_round_end(_condition: &HealthState) -> bool {
        false
    }

    /// Returns the rounds between two points that a dying unit loses; `None` without such an interval. `SS-DMG-23`.
    fn bleeding_interval(_sheet: &Sheet) -> Option<u32> {
        None
    }
}
