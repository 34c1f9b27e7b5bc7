//! Units and weapons: traits, health and display.

use crate::FireMode;
use crate::attack::cover_level::CoverLevel;
use crate::ground::ground_effect;
use crate::registry::ask_rulebook;
use crate::rulebook::{BarrierRules, BookDefinition, UnitDisplay, UnitRules};
use crate::{
    AttackRequest, Book, DeadlyHarm, DerivedStat, DownState, Gauge, HealthState, HeldWeapon, NamedInjury,
    Revival, RuleSet, RuleViolation, Sheet, Stat, TurnAllowance, TurnBudget, UnitRole, UnitSnapshot, Weapon,
    WeaponReach, WeaponTraits,
};
use dice::Clause;
use model::UnitId;
use std::sync::Arc;

/// Returns what the battle needs of a weapon in the hands of a unit.
pub fn weapon_traits<'a>(weapon: &'a Weapon, sheet: &Sheet, rules: &RuleSet) -> WeaponTraits<'a> {
    let traits: WeaponTraits<'a> = ask_rulebook!(weapon.book(), weapon_traits(weapon, sheet, rules));
    WeaponTraits { aims_at_squares: traits.aims_at_squares || ground_effect::is_smoke(weapon), ..traits }
}

/// Returns the rounds that one attack takes from the magazine.
pub fn rounds_per_attack(weapon: &Weapon, mode: Option<FireMode>) -> u32 {
    ask_rulebook!(weapon.book(), rounds_per_attack(weapon, mode))
}

/// Returns the weapon of a unit with empty hands, if its content names none.
pub fn unarmed_weapon(sheet: &Sheet) -> Option<Weapon> {
    ask_rulebook!(sheet.book(), unarmed_weapon(sheet))
}

/// Returns a unit's health at the start of a battle.
pub fn starting_health(sheet: &Sheet, rules: &RuleSet) -> HealthState {
    ask_rulebook!(sheet.book(), starting_health(sheet, rules))
}

/// Returns a unit's turn budget before the first round.
pub fn starting_budget(sheet: &Sheet, rules: &RuleSet) -> TurnBudget {
    ask_rulebook!(sheet.book(), starting_budget(sheet, rules))
}

/// Returns what a unit's armour subtracts from a plain hit: dice, levels or points. As a barrier it is its Armor.
/// `SS-BARR-46`.
pub fn soak(sheet: &Sheet, condition: &HealthState, rules: &RuleSet) -> u32 {
    ask_rulebook!(sheet.book(), soak(sheet, condition, rules))
}

/// Returns a unit's Karma at the start of a battle. `SS-BASE-25`.
pub fn starting_karma(sheet: &Sheet) -> u8 {
    ask_rulebook!(sheet.book(), starting_karma(sheet))
}

/// Returns whether a unit has hands to pick up items.
pub fn has_hands(sheet: &Sheet) -> bool {
    ask_rulebook!(sheet.book(), has_hands(sheet))
}

/// Returns a sheet with the unit's role and group in a battle. `AB-EXTRA-02`.
pub fn assign_role(sheet: &Sheet, role: UnitRole, group: Option<&str>) -> Sheet {
    ask_rulebook!(sheet.book(), assign_role(sheet, role, group))
}

/// Returns the role of a unit. `AB-EXTRA-01`.
pub fn unit_role(sheet: &Sheet) -> UnitRole {
    ask_rulebook!(sheet.book(), role(sheet))
}

/// Returns the members of a unit that is many, and how many there were; `None` for a single one. `AB-MASS-01`.
pub fn member_count(sheet: &Sheet, condition: &HealthState) -> Option<(u32, u32)> {
    ask_rulebook!(sheet.book(), member_count(sheet, condition))
}

/// Returns whether a unit is a thing, which is destroyed and does not die. `AB-OBJ-09`, `AB-EMP-09`.
pub fn is_inanimate(sheet: &Sheet) -> bool {
    ask_rulebook!(sheet.book(), is_inanimate(sheet))
}

/// Returns whether a unit is a building, which never moves or acts. `AB-OBJ-09`.
pub fn is_building(sheet: &Sheet) -> bool {
    ask_rulebook!(sheet.book(), is_building(sheet))
}

/// Returns length and width in metres of the ruin that a unit leaves when it is destroyed; `None` if it leaves none.
/// `AB-OBJ-19`.
pub fn ruin(sheet: &Sheet) -> Option<[u32; 2]> {
    ask_rulebook!(sheet.book(), ruin(sheet))
}

/// Returns how a unit is out of action; `None` if it is not.
pub fn down_state(sheet: &Sheet, condition: &HealthState, rules: &RuleSet) -> Option<DownState> {
    ask_rulebook!(sheet.book(), down_state(sheet, condition, rules))
}

/// Returns why a unit that is up does nothing in this round; `None` if it acts. `AB-EMP-07`.
pub fn idle_reason(unit: &UnitSnapshot) -> Option<RuleViolation> {
    ask_rulebook!(unit.sheet.book(), idle_reason(unit))
}

/// Returns the Structure of a unit that stands before the target of an attack. `SS-BARR-45`.
pub fn structure_as_barrier(sheet: &Sheet) -> u32 {
    ask_rulebook!(sheet.book(), structure_as_barrier(sheet))
}

/// Returns a unit's health after this damage to it as a barrier. `SS-BARR-47`.
pub fn damage_as_barrier(unit: &UnitSnapshot, points: u32, rules: &RuleSet) -> HealthState {
    ask_rulebook!(unit.sheet.book(), damage_as_barrier(unit, points, rules))
}

/// Returns whether a unit bleeds to death without help. `SS-DMG-23`.
pub fn is_dying(condition: &HealthState) -> bool {
    ask_rulebook!(condition.book(), is_dying(condition))
}

/// Returns whether a unit that is up falls at the end of the round unless something saves it. `SS-FFYL-16`.
pub fn falls_at_round_end(condition: &HealthState) -> bool {
    ask_rulebook!(condition.book(), falls_at_round_end(condition))
}

/// Returns the rounds between two points that a dying unit loses; `None` without such an interval. `SS-DMG-23`.
pub fn bleeding_interval(sheet: &Sheet) -> Option<u32> {
    ask_rulebook!(sheet.book(), bleeding_interval(sheet))
}

/// Returns the gauges of a unit's health.
pub fn gauges(sheet: &Sheet, condition: &HealthState, rules: &RuleSet) -> Vec<Gauge> {
    ask_rulebook!(sheet.book(), gauges(sheet, condition, rules))
}

/// Returns the clause of a change of health outside attacks, where the log needs it; empty if it needs none.
/// `CS-FATG-12`.
pub fn health_change_clause(before: &HealthState, after: &HealthState) -> Clause {
    ask_rulebook!(before.book(), health_change_clause(before, after))
}

/// Says what points are for that a unit spends by a change of health: "for its defence"; empty if it spends none. `defended` says
/// whether it has just defended itself. `AB-CANCEL-03`, `AB-DAZE-08`, `AB-STUN-10`, `CS-BASE-28`.
pub fn payment_reason(before: &HealthState, after: &HealthState, defended: bool) -> String {
    ask_rulebook!(before.book(), payment_reason(before, after, defended))
}

/// Counts the Critical Injuries of a unit; none in books without them.
pub fn critical_injuries(health: &HealthState) -> usize {
    ask_rulebook!(health.book(), critical_injuries(health))
}

/// Names the Critical Injuries that a change of a unit's health adds, with what they do; none in books whose injuries have no names.
pub fn added_injuries(
    unit: UnitId,
    before: &HealthState,
    after: &HealthState,
    rules: &RuleSet,
) -> Vec<NamedInjury> {
    ask_rulebook!(before.book(), added_injuries(unit, before, after, rules))
}

/// Lists what a unit has left in its turn besides points: "Reaction", "1 defence reserved".
pub fn turn_reserves(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<String> {
    ask_rulebook!(unit.sheet.book(), turn_reserves(unit, rules))
}

/// Lists what a unit can still spend in its turn, what matters most first.
pub fn turn_allowances(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<TurnAllowance> {
    ask_rulebook!(unit.sheet.book(), turn_allowances(unit, rules))
}

/// Returns the name of the derived stat that counts actions otherwise than the points of the turn do; `None` if the book has
/// none. `AB-LIMIT-01`.
pub fn second_action_count(book: Book) -> Option<&'static str> {
    ask_rulebook!(book, second_action_count())
}

/// Returns the points that a unit can spend on actions now: what panels and tokens count.
pub fn usable_points(unit: &UnitSnapshot) -> u8 {
    ask_rulebook!(unit.sheet.book(), usable_points(unit))
}

/// Says what happens to points that a turn ends with, with the clause; `None` if the book counts none.
pub fn unspent_points(book: Book) -> Option<(&'static str, Clause)> {
    ask_rulebook!(book, unspent_points())
}

/// Says what a point that would be lost can still do against the attacks of enemies in sight; `None` if nothing. `AB-BASE-08`.
pub fn spare_points_use(
    book: Book,
    attacks: impl FnOnce() -> Vec<Arc<AttackRequest>>,
) -> Option<&'static str> {
    ask_rulebook!(book, spare_points_use(attacks))
}

/// Whether players of a book count action points; otherwise a turn holds other things that they spend.
pub fn counts_action_points(book: Book) -> bool {
    ask_rulebook!(book, counts_action_points())
}

/// Formats points that something costs, in the words of a book: "2 AP".
pub fn points_text(book: Book, points: u8) -> String {
    ask_rulebook!(book, points_text(points))
}

/// Formats what is left of a turn after a payment, in the words of a book: "2 AP left".
pub fn budget_left_text(book: Book, budget: &TurnBudget) -> String {
    ask_rulebook!(book, budget_left_text(budget))
}

/// Returns the clause of a Free Action beyond the first of a pass, by what it cost and what is left; `None` for another one.
/// `SS-ACT-12`, `SS-ACT-13`.
pub fn further_free_action(book: Book, points: u8, budget: &TurnBudget) -> Option<Clause> {
    ask_rulebook!(book, further_free_action(points, budget))
}

/// Returns the clause by which the knockdown of a hit fells a unit. `SS-KNOCK-01`, `SS-KNOCK-02`.
pub fn knockdown_clause(rules: &RuleSet) -> Clause {
    ask_rulebook!(rules.book(), knockdown_clause(rules))
}

/// Returns the least damage of one hit with a weapon that knocks a unit down; `None` where damage knocks no unit down, and for a unit
/// that lies. `SS-KNOCK-01`.
pub fn least_knockdown(target: &UnitSnapshot, weapon: &Weapon, rules: &RuleSet) -> Option<u32> {
    ask_rulebook!(rules.book(), least_knockdown(target, weapon, rules))
}

/// Names the damage that statistics add up, in the words of a book: "Wounds and Strain".
pub fn damage_words(book: Book) -> &'static str {
    ask_rulebook!(book, damage_words())
}

/// Names the kinds of damage that the boxes of a track are marked with: light, of the middle kind, worst; a kind without a name does
/// not occur.
pub fn box_words(book: Book) -> [&'static str; 3] {
    ask_rulebook!(book, box_words())
}

/// Names the damage of a weapon: "Strain".
pub fn weapon_damage_words(weapon: &Weapon) -> &'static str {
    ask_rulebook!(weapon.book(), weapon_damage_words(weapon))
}

/// Returns the place of the gauge that the damage of a weapon goes to, if it is no layer of health.
pub fn gauge_beside_health(weapon: &Weapon) -> Option<usize> {
    ask_rulebook!(weapon.book(), gauge_beside_health(weapon))
}

/// Returns whether a hit of a weapon takes as many points from the layers of a unit's health as it does damage.
pub fn takes_points_of_damage(weapon: &Weapon, health: &HealthState, rules: &RuleSet) -> bool {
    ask_rulebook!(weapon.book(), takes_points_of_damage(weapon, health, rules))
}

/// Names the cover that hides so many percent of a body, in the words of a book: "good", "none".
pub fn cover_name(book: Book, hidden: u8) -> &'static str {
    ask_rulebook!(book, cover_name(hidden))
}

/// Whether so many percent hidden are cover in a book.
pub fn is_cover(book: Book, hidden: u8) -> bool {
    ask_rulebook!(book, is_cover(hidden))
}

/// Returns the dice that cover which hides so many percent of a body adds to its defence; 0 if the rules count cover otherwise.
/// `SS-DEF-41`, `SS-DEF-46`.
pub fn cover_dice(rules: &RuleSet, hidden: u8) -> i32 {
    let adds_dice = !rules.ruling("defence", "SS-DEF-41").is_empty();
    if adds_dice { CoverLevel::from_hidden_percent(hidden).dice() } else { 0 }
}

/// Says what acting in a delayed turn costs, in the terms of a book: in brief, and within a sentence after "with".
/// `SS-DELAY-09`.
pub fn delay_penalty(book: Book) -> (&'static str, &'static str) {
    ask_rulebook!(book, delay_penalty())
}

/// Explains a turn of a book for players who never read it, in pages of a few sentences; each line is a page.
pub fn turn_guide(book: Book) -> &'static str {
    ask_rulebook!(book, turn_guide())
}

/// Lists the values of a sheet.
pub fn sheet_stats(sheet: &Sheet) -> Vec<Stat> {
    ask_rulebook!(sheet.book(), sheet_stats(sheet))
}

/// Computes a unit's present initiative, defence, soak, wounds and others, with their parts.
pub fn derived_stats(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<DerivedStat> {
    ask_rulebook!(unit.sheet.book(), derived_stats(unit, rules))
}

/// Returns the penalty for a unit's wounds in the words of its book; `None` if it has none.
pub fn wound_penalty(unit: &UnitSnapshot, rules: &RuleSet) -> Option<DerivedStat> {
    derived_stats(unit, rules).into_iter().find(|figure| figure.name == "Wounds" && figure.parts.sum() < 0)
}

/// Returns how an unconscious unit may come round in the same battle; `None` if it is not unconscious or cannot.
/// `AB-STUN-02`, `AB-STUN-10`, `SS-HEAL-11`, `CS-BASE-13`.
pub fn revival(sheet: &Sheet, health: &HealthState, rules: &RuleSet) -> Option<Revival> {
    ask_rulebook!(sheet.book(), revival(sheet, health, rules))
}

/// Returns how much more harm kills a unit that lies unconscious; `None` if it is not unconscious, or no harm kills it.
/// `AB-RESUS-09`, `AD-BASE-16`, `CC-THR-07`, `SS-DMG-22`.
pub fn deadly_harm(sheet: &Sheet, health: &HealthState, rules: &RuleSet) -> Option<DeadlyHarm> {
    ask_rulebook!(sheet.book(), deadly_harm(sheet, health, rules))
}

/// Lists the lasting injuries of a unit that no gauge explains, with what they do. Chapter GRIEV.
pub fn lasting_injuries(unit: &UnitSnapshot) -> Vec<DerivedStat> {
    ask_rulebook!(unit.sheet.book(), lasting_injuries(&unit.condition))
}

/// Lists what became of the members of a band that it has lost; empty for a single unit. `AB-MASS-24`.
pub fn band_losses(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<DerivedStat> {
    ask_rulebook!(unit.sheet.book(), band_losses(unit, rules))
}

/// Computes the present values of a weapon in a unit's hands, with their parts.
pub fn derived_weapon_stats(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<DerivedStat> {
    ask_rulebook!(unit.sheet.book(), derived_weapon_stats(unit, held, rules))
}

/// Describes a weapon in a unit's hands in one line: "Damage 9 · pierces 2 · accuracy 5".
pub fn weapon_summary(unit: &UnitSnapshot, weapon: &Weapon, rules: &RuleSet) -> String {
    ask_rulebook!(unit.sheet.book(), weapon_summary(unit, weapon, rules))
}

/// Describes a weapon in a unit's hands in one line of plain words: "base damage 6 · up to 60 m · can knock down".
pub fn plain_weapon_line(unit: &UnitSnapshot, weapon: &Weapon, rules: &RuleSet) -> String {
    ask_rulebook!(unit.sheet.book(), plain_weapon_line(unit, weapon, rules))
}

/// Returns whether the summary of a weapon with this reach says how far it reaches.
pub fn summary_names_reach(book: Book, reach: WeaponReach) -> bool {
    match reach {
        WeaponReach::Melee { .. } => ask_rulebook!(book, SUMMARY_NAMES_REACH),
        WeaponReach::Ranged { .. } => ask_rulebook!(book, SUMMARY_NAMES_RANGE),
    }
}

/// Lists the values of a weapon.
pub fn weapon_stats(weapon: &Weapon) -> Vec<Stat> {
    ask_rulebook!(weapon.book(), weapon_stats(weapon))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ss_cover_07_what_is_no_cover_is_called_none() {
        for (book, hidden) in
            Book::ALL.into_iter().flat_map(|book| (0..=100).map(move |hidden| (book, hidden)))
        {
            assert_eq!(is_cover(book, hidden), cover_name(book, hidden) != "none", "{book:?}: {hidden} %");
        }
    }
}
