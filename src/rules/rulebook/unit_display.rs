//! Gauges, values and weapons of a unit as panels show them.

use crate::attack::cover_level::CoverLevel;
use crate::rulebook::BookDefinition;
use crate::{
    AttackRequest, DeadlyHarm, DerivedStat, Gauge, HealthState, HeldWeapon, NamedInjury, Revival, RuleSet,
    Sheet, Stat, TurnAllowance, TurnBudget, UnitSnapshot, Weapon,
};
use dice::Clause;
use model::UnitId;
use std::sync::Arc;

/// What panels show of a unit: gauges, reserves, values with their parts.
pub trait UnitDisplay: BookDefinition {
    /// Returns the gauges of a unit's health.
    fn gauges(sheet: &Sheet, health: &HealthState, rules: &RuleSet) -> Vec<Gauge>;

    /// Returns the clause of a change of health outside attacks, where the log needs it; empty by default. `CS-FATG-12`.
    fn health_change_clause(_before: &HealthState, _after: &HealthState) -> Clause {
        ""
    }

    /// Says what points are for that a unit spends by a change of health, after "spends 1 Willpower": "for its defence"; empty by
    /// default. `defended` says whether it has just defended itself.
    fn payment_reason(_before: &HealthState, _after: &HealthState, _defended: bool) -> String {
        String::new()
    }

    /// Counts the Critical Injuries of a unit; none in books without them.
    fn critical_injuries(_health: &HealthState) -> usize {
        0
    }

    /// Names the Critical Injuries that a change of a unit's health adds, in the order in which it suffers them; by default none, also
    /// for books whose injuries have no names.
    fn added_injuries(
        _unit: UnitId,
        _before: &HealthState,
        _after: &HealthState,
        _rules: &RuleSet,
    ) -> Vec<NamedInjury> {
        Vec::new()
    }

    /// Lists what a unit has left in its turn besides points: "Reaction", "1 defence reserved".
    fn turn_reserves(_unit: &UnitSnapshot, _rules: &RuleSet) -> Vec<String> {
        Vec::new()
    }

    /// Returns how an unconscious unit may come round in the same battle, with or without help; `None` by default, and for units
    /// that are not unconscious or cannot.
    fn revival(_sheet: &Sheet, _health: &HealthState, _rules: &RuleSet) -> Option<Revival> {
        None
    }

    /// Returns how much more harm kills a unit that lies unconscious; `None` by default, and for units that are not unconscious or
    /// that no harm kills.
    fn deadly_harm(_sheet: &Sheet, _health: &HealthState, _rules: &RuleSet) -> Option<DeadlyHarm> {
        None
    }

    /// Lists lasting injuries that no gauge explains, with what they do; none by default. Chapter GRIEV.
    fn lasting_injuries(_health: &HealthState) -> Vec<DerivedStat> {
        Vec::new()
    }

    /// Lists what a unit can still spend in its turn, what matters most first.
    fn turn_allowances(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<TurnAllowance>;

    /// Returns the points that a unit can spend on actions now, which is what panels and tokens count: all of them, by
    /// default.
    fn usable_points(unit: &UnitSnapshot) -> u8 {
        unit.budget.points()
    }

    /// Says what happens to points that a turn ends with, with the clause; `None` by default, for books that count none.
    fn unspent_points() -> Option<(&'static str, Clause)> {
        None
    }

    /// Says what a point that would be lost can still do against the attacks of enemies in sight; `None` by default, and where
    /// it would be of no use against any of them.
    fn spare_points_use(_attacks: impl FnOnce() -> Vec<Arc<AttackRequest>>) -> Option<&'static str> {
        None
    }

    /// Whether players of the book count action points; otherwise a turn holds other things that they spend.
    fn counts_action_points() -> bool {
        true
    }

    /// Formats points that something costs, in the words of the book: "2 AP".
    fn points_text(points: u8) -> String {
        format!("{points} AP")
    }

    /// Formats what is left of a turn after a payment, in the words of the book: "2 AP left".
    fn budget_left_text(budget: &TurnBudget) -> String {
        format!("{} AP left", budget.points())
    }

    /// Returns the clause of a Free Action beyond the first of a pass, by what it cost and what is left; `None` by default.
    /// `SS-ACT-12`, `SS-ACT-13`.
    fn further_free_action(_points: u8, _budget: &TurnBudget) -> Option<Clause> {
        None
    }

    /// Returns the clause by which the knockdown of a hit fells a unit; by default that of the borrowed chapter. `SS-KNOCK-01`.
    fn knockdown_clause(rules: &RuleSet) -> Clause {
        rules.ruling("knockdown", "SS-KNOCK-01")
    }

    /// Returns the least damage of one hit with a weapon that knocks a unit down; `None` by default, where damage knocks no unit down,
    /// and for a unit that lies. `SS-KNOCK-01`.
    fn least_knockdown(_target: &UnitSnapshot, _weapon: &Weapon, _rules: &RuleSet) -> Option<u32> {
        None
    }

    /// Names the damage that statistics add up, in the words of the book: "Wounds and Strain".
    fn damage_words() -> &'static str {
        "damage"
    }

    /// Names the kinds of damage that the boxes of a track are marked with: light, of the middle kind, worst; a kind without a name
    /// does not occur.
    fn box_words() -> [&'static str; 3] {
        ["light", "", "critical"]
    }

    /// Names the damage of a weapon: "Strain"; that of statistics, by default.
    fn weapon_damage_words(_weapon: &Weapon) -> &'static str {
        Self::damage_words()
    }

    /// Returns the place of the gauge that the damage of a weapon goes to first, if it is no layer of health; `None` by
    /// default.
    fn gauge_beside_health(_weapon: &Weapon) -> Option<usize> {
        None
    }

    /// Whether a hit of a weapon takes as many points from the layers of a unit's health as it does damage; by default, if it
    /// goes to no gauge beside health.
    fn takes_points_of_damage(weapon: &Weapon, _health: &HealthState, _rules: &RuleSet) -> bool {
        Self::gauge_beside_health(weapon).is_none()
    }

    /// Names the cover that hides so many percent of a body: "good", "none". `SS-COVER-07`.
    fn cover_name(hidden: u8) -> &'static str {
        match CoverLevel::from_hidden_percent(hidden) {
            CoverLevel::None => "none",
            CoverLevel::Partial => "partial",
            CoverLevel::Good => "good",
            CoverLevel::Total => "total",
        }
    }

    /// Whether so many percent hidden are cover. `SS-COVER-07`.
    fn is_cover(hidden: u8) -> bool {
        CoverLevel::from_hidden_percent(hidden) != CoverLevel::None
    }

    /// Says what acting in a delayed turn costs, in the terms of the book: in brief, and within a sentence after "with".
    /// `SS-DELAY-09`.
    fn delay_penalty() -> (&'static str, &'static str) {
        ("-1 die", "one die less")
    }

    /// Explains a turn of the book for players who never read it, in pages of a few sentences; each line is a page.
    fn turn_guide() -> &'static str;

    /// Lists the values of a sheet.
    fn sheet_stats(_sheet: &Sheet) -> Vec<Stat> {
        Vec::new()
    }

    /// Returns the name of the derived stat that counts actions otherwise than the points of the turn do: panels show it among
    /// the details only. `None` by default.
    fn second_action_count() -> Option<&'static str> {
        None
    }

    /// Computes a unit's present initiative, defence, soak, wounds and others, with their parts.
    fn derived_stats(_unit: &UnitSnapshot, _rules: &RuleSet) -> Vec<DerivedStat> {
        Vec::new()
    }

    /// Lists what became of the members of a band that it has lost; empty for a single unit.
    fn band_losses(_unit: &UnitSnapshot, _rules: &RuleSet) -> Vec<DerivedStat> {
        Vec::new()
    }

    /// Computes the present values of a weapon in a unit's hands, with their parts.
    fn derived_weapon_stats(_unit: &UnitSnapshot, _held: &HeldWeapon, _rules: &RuleSet) -> Vec<DerivedStat> {
        Vec::new()
    }

    /// Lists the values of a weapon.
    fn weapon_stats(_weapon: &Weapon) -> Vec<Stat> {
        Vec::new()
    }

    /// Describes a weapon in a unit's hands in one line: "Damage 9 · pierces 2 · accuracy 5"; by default its `weapon_stats`.
    fn weapon_summary(_unit: &UnitSnapshot, weapon: &Weapon, _rules: &RuleSet) -> String {
        let stats =
            Self::weapon_stats(weapon).into_iter().map(|stat| format!("{} {}", stat.name, stat.value));
        stats.collect::<Vec<_>>().join(", ")
    }

    /// Describes a weapon in a unit's hands in one line of plain words, for players who do not know the terms of the book; by
    /// default its `weapon_summary`.
    fn plain_weapon_line(unit: &UnitSnapshot, weapon: &Weapon, rules: &RuleSet) -> String {
        Self::weapon_summary(unit, weapon, rules)
    }
}
