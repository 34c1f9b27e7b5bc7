//! Attacks on units; those on barriers, squares and areas are in modules of their own.

use super::attack_map::{AttackMap, InterveningBarrier};
use super::special_actions::{is_charging, weapon_steps};
use super::turns::{release_grapple, reroll_steps};
use super::units::{defending_fighter, fighter, switches, weapon_state, wrap_health_state, wrap_turn_budget};
use super::{CircumstancesRulebook, area_attacks, attack_map};
use crate::circumstances::attacks::evasion::EvasiveAction;
use crate::circumstances::attacks::{grapple, legality, resolution};
use crate::circumstances::damage::cover::CoverOnLine;
use crate::circumstances::lines::{
    CircumstancesRefusal, HitNote, HitOutcome, LandingNote, ScatterDirection, WoundCount,
};
use crate::circumstances::turn::turn_budget::ChargeState;
use crate::circumstances::{
    AttackContext, AttackMode, AttackResult, Characteristic, DamageResult, HitLocations, MeleeOpponents,
    TurnBudget as OwnBudget, WeaponClass, WeaponState,
};
use crate::ground::scatter::{CellOffset, Scatter};
use crate::knockback::KnockbackForce;
use crate::lines::CountOf;
use crate::rulebook::{AttackRules, UnitRules};
use crate::special_actions::grappling;
use crate::status::StatusKind;
use crate::turn_engine::Action;
use crate::{
    ActionOutcome, AttackOption, AttackRequest, AttackTarget, FireMode, Grip, HeldWeapon, HitResult, RuleSet,
    RuleStep, RuleViolation, UnitAttack, UnitSnapshot, UnitTarget, Weapon, knockback, knockdown,
};
use dice::{Clause, Note, RuleResult, Table};
use model::{Cell, UnitId};

impl AttackRules for CircumstancesRulebook {
    /// Melee, shot or throw.
    fn attack_action(weapon: &Weapon, mode: Option<FireMode>) -> Action {
        let weapon = weapon.circumstances();
        match weapon.class {
            WeaponClass::Melee if weapon.is_body() => Action::UnarmedAttack,
            WeaponClass::Melee => Action::MeleeAttack,
            WeaponClass::Ranged | WeaponClass::Thrown => Action::Fire(mode.unwrap_or(FireMode::Single)),
        }
    }

    /// A charge, a grapple. `CS-BASE-20`, `CS-BASE-37`.
    fn attack_options(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<AttackOption> {
        let mut options = Vec::new();
        if !held.weapon.circumstances().is_melee() {
            return options;
        }
        if is_charging(unit, rules) {
            let detail = "the attack at the end of a charge: +10 to hit".to_owned();
            options.push(AttackOption::basic("charge", "Charge", detail, "CS-BASE-20"));
        }
        if switches(rules).grapple && unit.grip.is_none() {
            let detail = "a hit does no damage but holds the target: neither of them can move".to_owned();
            options.push(AttackOption::basic("grapple", "Grapple", detail, "CS-BASE-37"));
        }
        options
    }

    fn may_attack(request: &AttackRequest) -> Result<(), RuleViolation> {
        match &request.target {
            AttackTarget::Unit(target) => may_attack_unit(UnitAttack { request, target }),
            AttackTarget::Barrier(_) => super::barrier_attacks::may_attack_barrier(request),
            AttackTarget::Cell => super::square_attacks::may_attack_square(request),
        }
    }

    fn attack(table: &mut impl Table, request: &AttackRequest) -> RuleResult<ActionOutcome> {
        match &request.target {
            AttackTarget::Unit(target) => attack_unit(table, UnitAttack { request, target }),
            AttackTarget::Barrier(barrier) => super::barrier_attacks::attack_barrier(table, request, barrier),
            AttackTarget::Cell => super::square_attacks::attack_square(table, request),
        }
    }
}

/// The attack mode. Table CS-T2.
fn attack_mode(attack: UnitAttack<'_>) -> Result<AttackMode, RuleViolation> {
    let AttackRequest { attacker, weapon, mode, option, rules, .. } = attack.request;
    let is_melee = weapon.circumstances().is_melee();
    let charge = is_melee && (attack.target.charge || is_charging(attacker, rules));
    match (option.as_deref(), mode) {
        (Some("grapple"), None) => Ok(AttackMode::Grapple),
        (Some("charge"), _) if !charge => {
            Err(RuleViolation::new(CircumstancesRefusal::ChargeWithoutMove, "CS-BASE-20"))
        }
        (Some("charge") | None, None) if charge => Ok(AttackMode::Charge),
        (None, None | Some(FireMode::Single)) if !(is_melee && mode.is_some()) => Ok(AttackMode::Standard),
        (None, Some(FireMode::Burst)) => Ok(AttackMode::Burst),
        _ => Err(RuleViolation::new(CircumstancesRefusal::WrongMode, "CS-BASE-36")),
    }
}

/// `CS-BASE-20`, `CS-BASE-33`, `CS-COV-02`, `CS-GUN-01`, `CS-JAM-03`, `CS-JAM-12`, `CS-RNG-06`, `CS-UNA-05`.
///
/// # Errors
/// Returns a `RuleViolation` if the attack is out of range or sight, or the weapon cannot make it.
fn may_attack_unit(attack: UnitAttack<'_>) -> Result<(), RuleViolation> {
    let attack_mode = attack_mode(attack)?;
    let attacker = &attack.attacker;
    let budget = attacker.budget.circumstances();
    if budget.charge == ChargeState::Coming
        && attack_mode != AttackMode::Charge
        && attack.weapon.circumstances().is_melee()
    {
        return Err(RuleViolation::new(CircumstancesRefusal::ChargeUnfinished, "CS-BASE-20"));
    }
    if attack_mode == AttackMode::Grapple {
        grappling::can_grasp(attacker, &attack.target.defender)?;
        if attack.target.defender.grip.is_some() {
            return Err(RuleViolation::new(CircumstancesRefusal::AlreadyGrappling, "CS-BASE-37"));
        }
    }
    let context = attack_context_as(attack, attack_mode);
    let state = attacker.held_weapon(attack.slot).map_or(context.loaded, |held| weapon_state(held, 0));
    legality::may_attack(&context.attempt(), state)?;
    let map = AttackMap::from_attack(&attack);
    if context.weapon.is_area() && !map.has_blast_line(map.attacker, CellOffset::default()) {
        return Err(RuleViolation::before_a_wall("CS-SCA-08"));
    }
    Ok(())
}

/// The attack in terms of this book.
pub(crate) fn attack_context(attack: UnitAttack<'_>) -> AttackContext {
    attack_context_as(attack, attack_mode(attack).unwrap_or_default())
}

fn attack_context_as(attack: UnitAttack<'_>, attack_mode: AttackMode) -> AttackContext {
    let AttackRequest { attacker, weapon, slot, mode, sight, rules, .. } = attack.request;
    let defender = &attack.target.defender;
    let own = weapon.circumstances().clone();
    // The battle removes the rounds of an attack before it is resolved.
    let state = attacker
        .held_weapon(*slot)
        .map(|held| weapon_state(held, CircumstancesRulebook::rounds_per_attack(weapon, *mode)));
    let (covers, shielded) = target_covers(attack);
    let mut target = defending_fighter(defender, attacker.side, rules);
    target.shielded = shielded;
    AttackContext {
        attacker: fighter(attacker, rules),
        defender: target,
        loaded: state.unwrap_or_else(|| WeaponState::fully_loaded(&own)),
        weapon: own,
        mode: attack_mode,
        sight: *sight,
        surroundings: attack.surroundings,
        engaged: attack.target.engaged,
        opponents: MeleeOpponents { count: defender.melee.opponents, inert: defender.melee.inert },
        covers,
        switches: switches(rules).clone(),
    }
}

/// Cover objects on the line of an attack, and the locations the target shields behind them. Chapter COV.
fn target_covers(attack: UnitAttack<'_>) -> (Vec<CoverOnLine>, HitLocations) {
    let AttackRequest { barriers, sight, .. } = attack.request;
    let UnitTarget { beside_target, heights_cm, defender, .. } = attack.target;
    let on_line = barriers.iter().enumerate().map(|(at, barrier)| InterveningBarrier {
        barrier,
        beside: beside_target.contains(&barrier.id),
        height_cm: heights_cm.get(at).copied(),
    });
    attack_map::line_covers(on_line.collect(), sight.hidden, defender)
}

/// Resolves an attack on a unit. Chapters BASE, COV, JAM, MEL and SCA.
fn attack_unit(table: &mut impl Table, attack: UnitAttack<'_>) -> RuleResult<ActionOutcome> {
    if attack.weapon.circumstances().is_area() {
        return area_attacks::resolve_area_attack(table, attack);
    }
    let context = attack_context(attack);
    if context.mode == AttackMode::Grapple {
        return resolve_grapple(table, attack, &context);
    }
    let result = resolution::resolve_attack(table, &context)?;
    let harm = &result.harm;
    let mut steps = attacker_steps(&attack, &context, result.loaded, (result.fate_spent, result.curse_spent));
    if result.engages {
        steps.extend(engagement_step(attack, harm));
    }
    steps.extend(damage_steps(table, &attack.target.defender, harm, (None, &attack.rules)));
    if let Some(scatter) = result.scatter {
        let weapon = attack.weapon.circumstances().name.clone();
        steps.push(landing_step(
            attack.attacker.id,
            weapon,
            &AttackMap::from_attack(&attack),
            scatter,
            "CS-SCA-07",
        ));
    }
    steps.extend(thrown_weapon_step(&attack, &result));
    let jams = result.loaded.jammed && !context.loaded.jammed;
    let outcome = if jams { HitOutcome::Jams } else { damage_outcome(harm) };
    Ok(ActionOutcome {
        contact: harm.contact,
        net: i32::from(harm.hits),
        damage: harm.damage,
        words: outcome.into(),
        effects: steps,
    })
}

/// Effects on the attacker: weapon, Fate Points, concealment.
pub(crate) fn attacker_steps(
    request: &AttackRequest,
    context: &AttackContext,
    after: WeaponState,
    (fate_spent, curse_spent): (bool, bool),
) -> Vec<RuleStep> {
    let attacker = &request.attacker;
    let held = attacker.held_weapon(request.slot);
    let mut steps = held.map_or_else(Vec::new, |held| weapon_steps(attacker.id, held, context.loaded, after));
    steps.extend(reroll_steps(attacker, fate_spent, curse_spent));
    if attacker.concealed {
        steps.push(RuleStep::end_status(attacker.id, StatusKind::Concealed));
    }
    steps
}

/// `CS-MEL-02`, `CS-MEL-04`.
fn engagement_step(attack: UnitAttack<'_>, harm: &DamageResult) -> Option<RuleStep> {
    let (attacker, defender) = (&attack.attacker, &attack.target.defender);
    (!attack.target.engaged && harm.down.is_none() && defender.side != attacker.side)
        .then_some(RuleStep::Engage { one: attacker.id, other: defender.id })
}

/// Effects of hits on a unit: Reaction, Wounds, cover, knockdown, holds. `CS-BASE-18`, `CS-BASE-37`,
/// `CS-COV-17`.
///
/// `from` is the square of the explosion that hits; `None` for other attacks.
pub(crate) fn damage_steps(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    harm: &DamageResult,
    (from, rules): (Option<Cell>, &RuleSet),
) -> Vec<RuleStep> {
    let mut steps: Vec<_> =
        harm.evasion.map(|evasion| reaction_used_step(unit, evasion)).into_iter().collect();
    steps.extend(reroll_steps(unit, false, harm.curse_spent));
    steps.extend(harm.barriers.iter().copied().map(RuleStep::DamageBarrier));
    if harm.condition != *unit.condition.circumstances() {
        let after = wrap_health_state(harm.condition.clone());
        steps.push(RuleStep::ChangeHealth { unit: unit.id, after, damage: harm.damage, cause: None });
    }
    if is_knocked_down(unit, harm.damage, rules) {
        table.note(|| Note::new("SS-KNOCK-01", HitNote::KnockedProne { wounds: WoundCount(harm.damage) }));
        steps.push(RuleStep::FallProne { unit: unit.id });
    }
    if let (Some(Grip::Holding(held)), true) = (unit.grip, harm.down.is_some()) {
        steps.extend(release_grapple(unit.id, held));
    }
    if matches!(harm.contact, HitResult::Hit | HitResult::Graze) {
        let knockback_force = KnockbackForce { raw: harm.raw, ..KnockbackForce::default() };
        steps.extend(knockback::knockback_effect(unit, knockback_force, from, rules));
    }
    steps
}

/// Borrowed: Strength and Toughness bonuses replace the Physical Limit. `SS-KNOCK-01`, `SS-KNOCK-05`.
pub(crate) fn is_knocked_down(unit: &UnitSnapshot, wounds: u32, rules: &RuleSet) -> bool {
    let limit = footing_strength(unit.sheet.circumstances());
    !unit.prone
        && unit.down.is_none()
        && knockdown::knocks_down(wounds, limit, false)
        && rules.borrows("knockdown")
}

/// Uses up the Reaction. `CS-BASE-14`, `CS-BASE-18`, `CS-BASE-31`.
fn reaction_used_step(unit: &UnitSnapshot, evasion: EvasiveAction) -> RuleStep {
    let mut budget: OwnBudget = *unit.budget.circumstances();
    budget.phase.reaction = false;
    let action = match evasion {
        EvasiveAction::Dodge => Action::Dodge,
        EvasiveAction::Parry => Action::Parry,
    };
    RuleStep::SetTurnBudget {
        unit: unit.id,
        action: Some(action),
        points: 1,
        after: wrap_turn_budget(budget),
    }
}

/// `CS-BASE-37`, `CS-MEL-02`.
fn resolve_grapple(
    table: &mut impl Table,
    attack: UnitAttack<'_>,
    context: &AttackContext,
) -> RuleResult<ActionOutcome> {
    let (attacker, defender) = (&attack.attacker, &attack.target.defender);
    let result = grapple::resolve_grapple(table, context)?;
    let mut steps = attacker_steps(&attack, context, context.loaded, (result.fate_spent, result.curse_spent));
    if !attack.target.engaged && defender.side != attacker.side {
        steps.push(RuleStep::Engage { one: attacker.id, other: defender.id });
    }
    steps.extend(result.evasion.map(|evasion| reaction_used_step(defender, evasion)));
    steps.extend(reroll_steps(defender, result.target_fate_spent, result.target_curse_spent));
    if result.held {
        steps.push(RuleStep::SetGrip { unit: attacker.id, grip: Some(Grip::Holding(defender.id)) });
        steps.push(RuleStep::SetGrip { unit: defender.id, grip: Some(Grip::HeldBy(attacker.id)) });
    }
    let (contact, outcome) =
        if result.held { (HitResult::Hit, HitOutcome::Held) } else { (HitResult::Miss, HitOutcome::Miss) };
    Ok(ActionOutcome {
        contact,
        net: i32::from(result.held),
        damage: 0,
        words: outcome.into(),
        effects: steps,
    })
}

/// A thrown weapon lands at the target, or where a miss went; the rest of a bundle stays in hand.
/// `CS-SCA-07`.
fn thrown_weapon_step(request: &AttackRequest, result: &AttackResult) -> Option<RuleStep> {
    let weapon = request.weapon.circumstances();
    let thrown = weapon.class == WeaponClass::Thrown && !weapon.is_body();
    let map = AttackMap::from_attack(request);
    let landing = result.scatter.map_or(CellOffset::default(), |scatter| map.scatter_end(scatter));
    let (unit, slot, to) = (request.attacker.id, request.slot, map.cell(landing));
    thrown.then_some(match result.loaded.rounds {
        0 => RuleStep::ThrowItem { unit, slot, to },
        _ => RuleStep::ThrowOneOfStack { unit, slot, to },
    })
}

/// The note about where a miss lands. `CS-SCA-03`, `CS-SCA-04`, `CS-SCA-08`.
pub(crate) fn landing_step(
    unit: UnitId,
    weapon: String,
    map: &AttackMap<'_>,
    scatter: Scatter,
    clause: Clause,
) -> RuleStep {
    let landing = map.scatter_end(scatter);
    let metres = landing.east.unsigned_abs().max(landing.north.unsigned_abs());
    let direction = ScatterDirection(scatter.turn);
    let (line, clause) = match metres {
        _ if metres == scatter.squares => (LandingNote::Lands { weapon, metres, direction }, clause),
        0 => (LandingNote::Bounces { weapon }, "CS-SCA-08"),
        _ => (LandingNote::Stopped { weapon, metres, direction }, "CS-SCA-08"),
    };
    RuleStep::note(unit, line, clause)
}

/// The damage in a few words.
pub(crate) const fn damage_outcome(harm: &DamageResult) -> HitOutcome {
    let wounds = WoundCount(harm.damage);
    match (harm.contact, harm.location) {
        (HitResult::Hit, Some(location)) => HitOutcome::Hit { wounds, location },
        (HitResult::Hit, None) => HitOutcome::Hits { hits: CountOf(harm.hits as u32, "hit"), wounds },
        (HitResult::Graze, _) => HitOutcome::NoWound,
        (HitResult::Blocked, _) => HitOutcome::Stopped,
        (HitResult::Miss, _) if harm.deflected => HitOutcome::Deflected,
        (HitResult::Miss, _) => match harm.evasion {
            Some(EvasiveAction::Dodge) => HitOutcome::Dodged,
            Some(EvasiveAction::Parry) => HitOutcome::Parried,
            None => HitOutcome::Miss,
        },
    }
}

/// The characteristics whose bonuses count as the strength to stay standing in borrowed chapters.
/// `SS-KNOCK-01`.
pub(crate) fn footing_strength(sheet: &crate::circumstances::Sheet) -> u32 {
    sheet.strength_bonus() + sheet.bonus(Characteristic::Toughness)
}
