//! Attacks: one path for all their targets, units, barriers and squares.

use crate::ground::ground_effect;
use crate::registry::ask_rulebook;
use crate::special_actions::vehicles;
use crate::status::resolution;
use crate::turn_engine::Action;
use crate::turn_engine::FireMode;
use crate::{
    ActionOutcome, AttackOption, AttackRequest, AttackTarget, BarrierOnLine, BlastProfile, Book, Detonation,
    Forecast, HeldWeapon, Odds, OutcomeSummary, RuleSet, RuleViolation, UnitAttack, UnitSnapshot, Weapon,
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

/// Whether an attack may be made at all, as far as target, distance, sight and weapon go.
///
/// # Errors
/// Why not.
pub fn may_attack(request: &AttackRequest) -> Result<(), RuleViolation> {
    vehicles::may_attack_out(&request.attacker)?;
    let ask = |request: &AttackRequest| ask_rulebook!(request.weapon.book(), may_attack(request));
    let is_smoke = ground_effect::is_smoke(&request.weapon);
    match &request.target {
        AttackTarget::Unit(target) => {
            resolution::may_attack(UnitAttack { request, target })?;
            resolution::underlying_attack(request).map_or_else(|| ask(request), |plain| ask(&plain))
        }
        AttackTarget::Barrier(_) if is_smoke => {
            Err(RuleViolation::new("smoke does nothing to it: throw it at a square", "CS-FOG-01"))
        }
        AttackTarget::Cell if is_smoke => {
            ground_effect::check_throw(request)?;
            ask(&ground_effect::as_unit_attack(request))
        }
        AttackTarget::Barrier(_) | AttackTarget::Cell => ask(request),
    }
}

/// Resolves an attack. `SS-BARR-19`, `CS-BASE-35`.
///
/// # Errors
/// As the table.
pub fn attack(table: &mut impl Table, request: &AttackRequest) -> RuleResult<ActionOutcome> {
    if let Some(suppressed) = resolution::suppression(request) {
        return resolution::resolve_suppression(table, suppressed);
    }
    if is_thrown_smoke(request) {
        return Ok(ground_effect::throw_smoke(request));
    }
    let mut outcome = ask_rulebook!(request.weapon.book(), attack(table, request))?;
    let Some(on_unit) = request.on_unit() else {
        return resolution::resolve_area_ailments(table, request.into(), outcome);
    };
    let flames = ground_effect::effect_under_target(&request.weapon, request.site.as_ref(), &outcome);
    outcome.effects.extend(flames);
    resolution::resolve_attack_ailments(table, on_unit, outcome)
}

/// The exact odds of an attack with everything that goes into them; nothing where they cannot be told. Of an attack on
/// a barrier segment, damage is damage to the segment and out means a hole; of one on a square, hit means there and
/// damage is how many it catches.
pub fn forecast(request: &AttackRequest) -> Option<Forecast> {
    if let Some(suppressed) = resolution::suppression(request) {
        return Some(resolution::forecast_suppression(suppressed));
    }
    if is_thrown_smoke(request) {
        return ground_effect::forecast_smoke(&request.weapon, request.sight.hidden);
    }
    ask_rulebook!(request.weapon.book(), forecast(request))
}

/// Whether the attack throws smoke at a square or a unit: no roll is made.
fn is_thrown_smoke(request: &AttackRequest) -> bool {
    !matches!(request.target, AttackTarget::Barrier(_)) && ground_effect::is_smoke(&request.weapon)
}

/// The odds of an attack on a unit alone, with the defence that a hurried player takes: for screens full of them.
pub fn preview(request: &AttackRequest) -> Option<Odds> {
    if resolution::suppression(request).is_some() || ground_effect::is_smoke(&request.weapon) {
        return None;
    }
    let attack = request.on_unit()?;
    ask_rulebook!(request.weapon.book(), preview(attack))
}

/// Probability, from 0 to 1, that an attack pins each unit, by id, without harm: suppressing fire. `CS-PIN-15`.
pub fn pins(request: &AttackRequest) -> Vec<(UnitId, f64)> {
    resolution::suppression(request).map_or_else(Vec::new, resolution::pin_chances)
}

/// What an attack that meets several units does to each of them by itself, by id, its target first: exact odds,
/// quickly, with these answers where they are offered and the first one elsewhere; empty where it meets its target
/// alone. `CS-BASE-35`.
pub fn spread(request: &AttackRequest, answers: &[String]) -> Vec<(UnitId, Distribution<OutcomeSummary>)> {
    if ground_effect::is_smoke(&request.weapon) {
        return Vec::new();
    }
    let Some(attack) = request.on_unit() else { return Vec::new() };
    ask_rulebook!(request.weapon.book(), spread(attack, answers))
}

/// What a weapon with an area does around the place where it goes off; nothing for what strikes one target. `CS-BASE-35`,
/// `SS-RULING-60`, `AB-AREA-02`.
pub fn blast(attacker: &UnitSnapshot, weapon: &Weapon, rules: &RuleSet) -> Option<BlastProfile> {
    ask_rulebook!(weapon.book(), blast(attacker, weapon, rules))
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

/// An item goes off where it lies. Chapter TIMED.
///
/// # Errors
/// As the table.
pub fn goes_off(table: &mut impl Table, discharge: &Detonation) -> RuleResult<ActionOutcome> {
    let outcome = ask_rulebook!(discharge.weapon.book(), goes_off(table, discharge))?;
    resolution::resolve_area_ailments(table, discharge.into(), outcome)
}
