//! Attacks on units, barriers and squares: one path for all targets.

use crate::FireMode;
use crate::ground::ground_effect;
use crate::lines::SharedRefusal;
use crate::registry::ask_rulebook;
use crate::rulebook::{AttackRules, BarrierRules, BookDefinition, DetonationRules, ForecastRules};
use crate::special_actions::vehicles;
use crate::status::resolution;
use crate::turn_engine::Action;
use crate::{
    ActionOutcome, AnnouncedAttack, AreaAnswers, AreaHarm, AttackOption, AttackRequest, AttackTarget,
    BarrierOnLine, BlastProfile, Book, Detonation, Forecast, ForecastNote, HeldWeapon, ImpossibleAttack,
    Odds, OutcomeSummary, QueuedAttack, RuleSet, RuleViolation, Sheet, TurnBudget, UnitSnapshot, Weapon,
};
use dice::{Clause, Distribution, RuleResult, Table};
use model::UnitId;

/// Returns the action of an attack in the turn engine's terms.
pub fn attack_action(weapon: &Weapon, mode: Option<FireMode>) -> Action {
    ask_rulebook!(weapon.book(), attack_action(weapon, mode))
}

/// Lists the options of an attack with a held weapon, besides the normal attack.
pub fn attack_options(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<AttackOption> {
    let mut options = ask_rulebook!(unit.sheet.book(), attack_options(unit, held, rules));
    options.extend(resolution::suppression_option(unit, held, rules));
    options
}

/// Returns whether an attack needs the units nearby because of who makes it or whom it is aimed at. `AB-GRITTY-07`,
/// `AB-CINE-10`.
pub fn attack_needs_bystanders(attacker: &Sheet, target: Option<&Sheet>) -> bool {
    ask_rulebook!(attacker.book(), attack_needs_bystanders(attacker, target))
}

/// Returns whether an attack option needs the units and obstacles nearby. `AB-KNOCK-14`, `AB-KNOCK-15`,
/// `CS-PIN-15`.
pub fn option_needs_bystanders(option: &str) -> bool {
    option == resolution::SUPPRESS
        || Book::ALL.into_iter().any(|book| ask_rulebook!(book, option_needs_bystanders(option)))
}

/// Returns whether an attack option harms no unit and pins those that do not withstand it. `CS-PIN-15`.
pub fn option_pins(option: &str) -> bool {
    option == resolution::SUPPRESS
}

/// Returns whether an attack option throws the weapon away, so that it leaves the hand. `AB-THROW-01`.
pub fn option_throws_weapon(option: &str) -> bool {
    Book::ALL.into_iter().any(|book| ask_rulebook!(book, option_throws_weapon(option)))
}

/// Returns whether an attack option is aimed at what its target holds and does not harm the target. `AB-OBJ-02`.
pub fn option_spares_target(option: &str) -> bool {
    Book::ALL.into_iter().any(|book| ask_rulebook!(book, option_spares_target(option)))
}

/// Checks whether target, distance, sight and weapon allow an attack, and whether the line of a melee attack is free.
/// `SS-BASE-34`.
///
/// # Errors
/// Returns a `RuleViolation` if they do not.
pub fn may_attack(request: &AttackRequest) -> Result<(), RuleViolation> {
    may_attack_past_barriers(request)?;
    match &request.in_the_way {
        Some(barrier) => {
            let clause = ask_rulebook!(request.weapon.book(), MELEE_REACH_CLAUSE);
            Err(RuleViolation::new(SharedRefusal::NoFreeLine { barrier: barrier.clone() }, clause))
        }
        None => Ok(()),
    }
}

/// Checks everything but what stands in the way of a melee attack.
fn may_attack_past_barriers(request: &AttackRequest) -> Result<(), RuleViolation> {
    vehicles::may_attack_out(&request.attacker)?;
    let ask = |request: &AttackRequest| ask_rulebook!(request.weapon.book(), may_attack(request));
    let is_smoke = ground_effect::is_smoke(&request.weapon);
    resolution::may_attack(request)?;
    match &request.target {
        AttackTarget::Unit(_) => {
            resolution::underlying_attack(request).map_or_else(|| ask(request), |plain| ask(&plain))
        }
        AttackTarget::Barrier(_) if is_smoke => {
            Err(RuleViolation::new(SharedRefusal::SmokeOnBarrier, "CS-FOG-01"))
        }
        AttackTarget::Cell if is_smoke => {
            ground_effect::check_throw(request)?;
            ask(&ground_effect::as_unit_attack(request))
        }
        AttackTarget::Barrier(_) | AttackTarget::Cell => ask(request),
    }
}

/// Lists the attacks that a unit has queued and must still make, in order. `AB-CANCEL-01`.
pub fn queued_attacks(unit: &UnitSnapshot) -> Vec<QueuedAttack> {
    ask_rulebook!(unit.sheet.book(), queued_attacks(unit))
}

/// Says what the next attack on a unit settles for later ones of the turn, with its clause; `None` if nothing.
/// `AB-CANCEL-03`.
pub fn first_attack_note(unit: &UnitSnapshot) -> Option<(&'static str, Clause)> {
    ask_rulebook!(unit.sheet.book(), first_attack_note(unit))
}

/// Whether a unit has paid for an attack in place of a queued one and has not made it yet. `AB-CANCEL-02`.
pub fn has_replacement(unit: &UnitSnapshot) -> bool {
    ask_rulebook!(unit.sheet.book(), has_replacement(unit))
}

/// Returns the budget of a unit as if it had paid for an attack in place of a queued one, to tell beforehand what that could do;
/// `None` in books without queued attacks. `AB-CANCEL-02`.
pub fn budget_once_replaced(unit: &UnitSnapshot) -> Option<TurnBudget> {
    ask_rulebook!(unit.sheet.book(), budget_once_replaced(unit))
}

/// Whether the best hit of an attack on a unit throws it back. `AB-KNOCK-01`.
pub fn can_throw_back(request: &AttackRequest) -> bool {
    let Some(attack) = request.on_unit() else { return false };
    ask_rulebook!(request.weapon.book(), can_throw_back(attack))
}

/// Returns a unit's queued attacks on units that are out of action, for scenes that know nothing else of their
/// targets. `AB-CANCEL-01`.
pub fn attacks_without_target<'a>(
    unit: &UnitSnapshot,
    others: impl Iterator<Item = &'a UnitSnapshot> + Clone,
) -> Vec<(QueuedAttack, ImpossibleAttack)> {
    let gone = |attack: &QueuedAttack| match attack {
        QueuedAttack::Unit { target, .. } => {
            others.clone().any(|other| other.id == *target && other.down.is_some())
        }
        QueuedAttack::Place | QueuedAttack::Weapon { .. } => false,
    };
    queued_attacks(unit)
        .into_iter()
        .filter(gone)
        .map(|attack| (attack, ImpossibleAttack::TargetGone))
        .collect()
}

/// Whether the queued attacks of a unit were announced, rather than decided by the first attack of its turn. `AB-CANCEL-01`,
/// `AB-CANCEL-03`.
pub fn announces_attacks(unit: &UnitSnapshot) -> bool {
    ask_rulebook!(unit.sheet.book(), announces_attacks(unit))
}

/// Returns why a unit may not make an attack, if it has queued others, which the reason names if they are given.
/// `AB-CANCEL-01`.
pub fn queue_refusal(
    unit: &UnitSnapshot,
    attack: QueuedAttack,
    announced: &[AnnouncedAttack],
) -> Option<RuleViolation> {
    ask_rulebook!(unit.sheet.book(), queue_refusal(unit, attack, announced))
}

/// Returns why an attack on a unit cannot be made from here, whatever it costs and whatever else is queued; `None` if
/// it can, or if it is aimed at something else. `AB-CANCEL-01`.
pub fn impossible_attack(request: &AttackRequest) -> Option<ImpossibleAttack> {
    let attack = request.on_unit()?;
    ask_rulebook!(request.weapon.book(), impossible_attack(attack))
}

/// Returns how many more attacks a unit can make with a weapon, besides its ammunition; `None` without a limit. `AB-MASS-16`.
pub fn uses_left(unit: &UnitSnapshot, weapon: &Weapon) -> Option<u32> {
    ask_rulebook!(unit.sheet.book(), uses_left(unit, weapon))
}

/// Says what cover that hides so many percent of a target does to an attack, where that does not depend on the share: "1 setback
/// die"; `None` where the share decides. `CC-DEF-05`.
pub fn cover_effect(rules: &RuleSet, hidden: u8) -> Option<String> {
    ask_rulebook!(rules.book(), cover_effect(rules, hidden))
}

/// Says what zero gravity does to attacks: "every attack rolls 1 setback die"; `None` if nothing. `CC-ENV-01`.
pub fn zero_gravity_effect(rules: &RuleSet) -> Option<String> {
    ask_rulebook!(rules.book(), zero_gravity_effect(rules))
}

/// Resolves an attack. `SS-BARR-19`, `CS-BASE-35`.
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

/// Computes the exact odds of an attack with all their parts; `None` if they cannot be computed. For a barrier segment,
/// damage is that to the segment, and out of action means a hole. For a square, a hit means that the attack reaches it,
/// and damage is the number of units in the blast.
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

/// Computes the odds of an attack on a unit with the default defence, for lists of targets.
pub fn preview(request: &AttackRequest) -> Option<Odds> {
    if resolution::suppression(request).is_some() || ground_effect::is_smoke(&request.weapon) {
        return None;
    }
    let attack = request.on_unit()?;
    ask_rulebook!(request.weapon.book(), preview(attack))
}

/// Probability, from 0 to 1, that an attack pins each unit, by id, without harm: suppressing fire. `CS-PIN-15`.
pub fn pin_chances(request: &AttackRequest) -> Vec<(UnitId, f64)> {
    resolution::suppression(request).map_or_else(Vec::new, resolution::pin_chances)
}

/// Computes the outcomes of an area attack for each unit in it, the target first, with these answers where they are
/// offered and the first one elsewhere; empty if only the target is hit. `CS-BASE-35`.
pub fn area_outcomes(
    request: &AttackRequest,
    answers: &[String],
) -> Vec<(UnitId, Distribution<OutcomeSummary>)> {
    if ground_effect::is_smoke(&request.weapon) {
        return Vec::new();
    }
    let Some(attack) = request.on_unit() else { return Vec::new() };
    ask_rulebook!(request.weapon.book(), area_outcomes(attack, answers))
}

/// Computes what an area attack does to each unit in it with default defences, the target first, for comparing targets;
/// where it may go astray, as if it did not. Empty if only the target is hit.
pub fn area_preview(request: &AttackRequest) -> Vec<(UnitId, Distribution<OutcomeSummary>)> {
    if ground_effect::is_smoke(&request.weapon) {
        return Vec::new();
    }
    let Some(attack) = request.on_unit() else { return Vec::new() };
    ask_rulebook!(request.weapon.book(), area_preview(attack))
}

/// Computes the exact odds that an attack on an area around a unit or a square harms at least one unit of each camp,
/// wherever it goes off, with these answers where they are offered and the first one elsewhere. `None` if it has no area,
/// is aimed at a barrier, or if the odds cannot be computed. `CS-BASE-35`, `SS-RULING-60`, `AB-AREA-04`.
pub fn area_harm(request: &AttackRequest, answers: AreaAnswers<'_>) -> Option<AreaHarm> {
    if resolution::suppression(request).is_some() || ground_effect::is_smoke(&request.weapon) {
        return None;
    }
    ask_rulebook!(request.weapon.book(), area_harm(request, answers))
}

/// Returns the area of a weapon's blast; `None` if it has a single target. `CS-BASE-35`, `SS-RULING-60`, `AB-AREA-02`.
pub fn blast_profile(attacker: &UnitSnapshot, weapon: &Weapon, rules: &RuleSet) -> Option<BlastProfile> {
    ask_rulebook!(weapon.book(), blast_profile(attacker, weapon, rules))
}

/// Returns the damage that breaches an intact barrier segment. `SS-BARR-01`.
pub fn barrier_hit_points(barrier: &BarrierOnLine, rules: &RuleSet) -> u32 {
    ask_rulebook!(rules.book(), barrier_hit_points(barrier, rules))
}

/// Says what happens to cover that an attack on something else breaches, with the clause; `None` if it has a hole, as any
/// barrier. `CS-COV-16`.
pub fn breached_cover_words(rules: &RuleSet) -> Option<(&'static str, Clause)> {
    ask_rulebook!(rules.book(), breached_cover_words())
}

/// Returns whether a destroyed obstacle that filled its square leaves rubble. `CS-COV-16`, `AB-OBJ-19`.
pub fn leaves_rubble(rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), LEAVES_RUBBLE)
}

/// Returns whether a unit uses active defences against the attacks of units that it cannot see. `SS-DEF-21`,
/// `AB-BASE-08`.
pub fn defends_against_unseen(rules: &RuleSet) -> bool {
    ask_rulebook!(rules.book(), DEFENDS_AGAINST_UNSEEN)
}

/// Returns whether a note on the odds of an attack belongs to the figures in plain words, because these surprise without it.
/// `AB-PING-02`.
pub fn is_key_note(rules: &RuleSet, note: &ForecastNote) -> bool {
    let clauses: &[Clause] = ask_rulebook!(rules.book(), KEY_NOTES);
    clauses.contains(&note.clause)
}

/// Detonates an item where it lies. Chapter TIMED.
pub fn detonate(table: &mut impl Table, discharge: &Detonation) -> RuleResult<ActionOutcome> {
    let outcome = ask_rulebook!(discharge.weapon.book(), detonate(table, discharge))?;
    resolution::resolve_area_ailments(table, discharge.into(), outcome)
}
