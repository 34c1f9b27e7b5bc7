//! Attacks on units, barriers and squares.

use crate::FireMode;
use crate::ground::ground_effect;
use crate::registry::ask_rulebook;
use crate::special_actions::vehicles;
use crate::status::resolution;
use crate::turn_engine::Action;
use crate::{
    ActionOutcome, AttackOption, AttackRequest, AttackSite, BarrierAttackRequest, BarrierOnLine,
    BlastProfile, Book, CellAttackRequest, Detonation, Forecast, HeldWeapon, Odds, OutcomeSummary, RuleSet,
    RuleViolation, UnitSnapshot, Weapon,
};
use dice::{Distribution, RuleResult, Table};
use model::UnitId;

/// What an attack is in the engine's terms.
pub fn attack_action(weapon: &Weapon, mode: Option<FireMode>) -> Action {
    ask_rulebook!(weapon.book(), attack_action(weapon, mode))
}

/// Other ways to attack with what a unit holds than the plain one.
pub fn manners(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<AttackOption> {
    let mut manners = ask_rulebook!(unit.sheet.book(), manners(unit, held, rules));
    manners.extend(resolution::suppression_option(unit, held, rules));
    manners
}

/// Whether a way of attacking asks who and what else is around. `AB-KNOCK-14`, `AB-KNOCK-15`, `CS-PIN-15`.
pub fn manner_wants_company(manner: &str) -> bool {
    manner == resolution::SUPPRESS
        || Book::ALL.into_iter().any(|book| ask_rulebook!(book, manner_wants_company(manner)))
}

/// Whether a way of attacking harms no unit and pins those that do not withstand it. `CS-PIN-15`.
pub fn manner_pins(manner: &str) -> bool {
    manner == resolution::SUPPRESS
}

/// Whether a way of attacking is aimed at what its target holds: its damage is none to the target. `AB-OBJ-02`.
pub fn manner_spares(manner: &str) -> bool {
    Book::ALL.into_iter().any(|book| ask_rulebook!(book, manner_spares(manner)))
}

/// Whether an attack may be made at all, as far as distance, sight and weapon go.
///
/// # Errors
/// Why not.
pub fn may_attack(engagement: &AttackRequest) -> Result<(), RuleViolation> {
    vehicles::may_attack_out(&engagement.attacker)?;
    resolution::may_attack(engagement)?;
    match resolution::underlying_attack(engagement) {
        Some(plain) => ask_rulebook!(plain.weapon.book(), may_attack(&plain)),
        None => ask_rulebook!(engagement.weapon.book(), may_attack(engagement)),
    }
}

/// Resolves an attack on a unit.
///
/// # Errors
/// As the table.
pub fn attack(table: &mut impl Table, engagement: &AttackRequest) -> RuleResult<ActionOutcome> {
    if resolution::underlying_attack(engagement).is_some() {
        return resolution::resolve_suppression(table, engagement);
    }
    if ground_effect::is_smoke(&engagement.weapon) {
        return Ok(ground_effect::throw_smoke_at_unit(engagement));
    }
    let mut outcome = ask_rulebook!(engagement.weapon.book(), attack(table, engagement))?;
    let flames = ground_effect::effect_under_target(&engagement.weapon, engagement.site.as_ref(), &outcome);
    outcome.effects.extend(flames);
    resolution::resolve_attack_ailments(table, engagement, outcome)
}

/// The exact odds of an attack on a unit with everything that goes into them; nothing where they cannot be told.
pub fn forecast(engagement: &AttackRequest) -> Option<Forecast> {
    if resolution::underlying_attack(engagement).is_some() {
        return Some(resolution::forecast_suppression(engagement));
    }
    if ground_effect::is_smoke(&engagement.weapon) {
        return ground_effect::forecast_smoke(&engagement.weapon, engagement.sight.hidden);
    }
    ask_rulebook!(engagement.weapon.book(), forecast(engagement))
}

/// The odds alone, with the defence that a hurried player takes: for screens full of them.
pub fn preview(engagement: &AttackRequest) -> Option<Odds> {
    if resolution::underlying_attack(engagement).is_some() || ground_effect::is_smoke(&engagement.weapon) {
        return None;
    }
    ask_rulebook!(engagement.weapon.book(), preview(engagement))
}

/// Probability, from 0 to 1, that an attack pins each unit, by id, without harm: suppressing fire. `CS-PIN-15`.
pub fn pins(engagement: &AttackRequest) -> Vec<(UnitId, f64)> {
    if resolution::underlying_attack(engagement).is_some() {
        resolution::pin_chances(engagement)
    } else {
        Vec::new()
    }
}

/// What an attack that meets several units does to each of them by itself, by id, its target first: exact odds,
/// quickly, with these answers where they are offered and the first one elsewhere; empty where it meets its target
/// alone. `CS-BASE-35`.
pub fn spread(engagement: &AttackRequest, answers: &[String]) -> Vec<(UnitId, Distribution<OutcomeSummary>)> {
    if ground_effect::is_smoke(&engagement.weapon) {
        return Vec::new();
    }
    ask_rulebook!(engagement.weapon.book(), spread(engagement, answers))
}

/// What a weapon with an area does around the place where it goes off; nothing for what strikes one target. `CS-BASE-35`,
/// `SS-RULING-60`, `AB-AREA-02`.
pub fn blast(attacker: &UnitSnapshot, weapon: &Weapon, rules: &RuleSet) -> Option<BlastProfile> {
    ask_rulebook!(weapon.book(), blast(attacker, weapon, rules))
}

/// Whether an attack on a barrier segment may be made.
///
/// # Errors
/// Why not.
pub fn may_attack_barrier(engagement: &BarrierAttackRequest) -> Result<(), RuleViolation> {
    vehicles::may_attack_out(&engagement.attacker)?;
    if ground_effect::is_smoke(&engagement.weapon) {
        return Err(RuleViolation::new("smoke does nothing to it: throw it at a square", "CS-FOG-01"));
    }
    ask_rulebook!(engagement.weapon.book(), may_attack_barrier(engagement))
}

/// What a whole barrier segment stands before it opens, in the measure in which attacks of this book damage it.
pub fn wall_points(barrier: &BarrierOnLine, rules: &RuleSet) -> u32 {
    ask_rulebook!(rules.book(), wall_points(barrier, rules))
}

/// What fills a square and falls to pieces lies there as rubble: the book of the fight says so. `CS-COV-16`,
/// `AB-OBJ-19`.
pub fn leaves_rubble(rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), LEAVES_RUBBLE)
}

/// Resolves an attack on a barrier segment. `SS-BARR-19`.
///
/// # Errors
/// As the table.
pub fn attack_barrier(
    table: &mut impl Table,
    engagement: &BarrierAttackRequest,
) -> RuleResult<ActionOutcome> {
    let outcome = ask_rulebook!(engagement.weapon.book(), attack_barrier(table, engagement))?;
    resolution::resolve_area_ailments(table, engagement.into(), outcome)
}

/// The exact odds of an attack on a barrier segment: damage is damage to the segment, out means a hole.
pub fn forecast_barrier(engagement: &BarrierAttackRequest) -> Option<Forecast> {
    ask_rulebook!(engagement.weapon.book(), forecast_barrier(engagement))
}

/// Whether an attack may be aimed at a square. `CS-BASE-35`.
///
/// # Errors
/// Why not.
pub fn may_attack_square(engagement: &CellAttackRequest) -> Result<(), RuleViolation> {
    vehicles::may_attack_out(&engagement.attacker)?;
    if ground_effect::is_smoke(&engagement.weapon) {
        let AttackSite { terrain: lay, attacker, target } = &engagement.site;
        if attacker != target && !lay.blast_reaches(*attacker, *target) {
            return Err(RuleViolation::new("a wall stands in the way", "CS-FOG-01"));
        }
        return ask_rulebook!(
            engagement.weapon.book(),
            may_attack(&ground_effect::as_unit_attack(engagement))
        );
    }
    ask_rulebook!(engagement.weapon.book(), may_attack_square(engagement))
}

/// Resolves an attack that is aimed at a square. `CS-BASE-35`.
///
/// # Errors
/// As the table.
pub fn attack_square(table: &mut impl Table, engagement: &CellAttackRequest) -> RuleResult<ActionOutcome> {
    if ground_effect::is_smoke(&engagement.weapon) {
        return Ok(ground_effect::throw_smoke(engagement));
    }
    let outcome = ask_rulebook!(engagement.weapon.book(), attack_square(table, engagement))?;
    resolution::resolve_area_ailments(table, engagement.into(), outcome)
}

/// An item goes off where it lies. Chapter TIMED.
///
/// # Errors
/// As the table.
pub fn goes_off(table: &mut impl Table, discharge: &Detonation) -> RuleResult<ActionOutcome> {
    let outcome = ask_rulebook!(discharge.weapon.book(), goes_off(table, discharge))?;
    resolution::resolve_area_ailments(table, discharge.into(), outcome)
}

/// What comes of an attack that is aimed at a square: hit means there, damage is how many it catches.
pub fn forecast_square(engagement: &CellAttackRequest) -> Option<Forecast> {
    if ground_effect::is_smoke(&engagement.weapon) {
        return ground_effect::forecast_smoke(&engagement.weapon, engagement.sight.hidden);
    }
    ask_rulebook!(engagement.weapon.book(), forecast_square(engagement))
}
