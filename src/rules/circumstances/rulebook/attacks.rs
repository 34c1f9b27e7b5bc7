//! Attacks on units; area attacks are in `area_attacks`.

use super::attack_map;
use super::attack_map::{AttackMap, InterveningBarrier};
use super::special_actions::{is_charging, weapon_effects};
use super::turns::{fate_spent_effect, footing_strength, release_grapple};
use super::{area_attacks, fighter_in_fight, switches, weapon_state, wrap_health_state, wrap_turn_budget};
use crate::circumstances::attacks::evasion::EvasiveAction;
use crate::circumstances::attacks::resolution as rule;
use crate::circumstances::attacks::{grapple, legality};
use crate::circumstances::damage::cover::CoverOnLine;
use crate::circumstances::turn::turn_budget::ChargeState;
use crate::circumstances::{
    AttackContext, AttackMode as How, AttackResult, DamageResult, HitLocations, MeleeOpponents,
    TurnBudget as Own, WeaponClass, WeaponState,
};
use crate::ground::scatter::{CellOffset, Scatter};
use crate::knockback::{self, KnockbackForce};
use crate::knockdown;
use crate::rulebook::Rulebook;
use crate::special_actions::grappling;
use crate::turn_engine::Action;
use crate::{
    ActionOutcome, AttackOption, AttackRequest, Effect, FireMode, Grip, HeldWeapon, HitResult, RuleSet,
    RuleViolation, UnitSnapshot, Weapon,
};
use dice::{Clause, Note, RuleResult, Table};
use model::{Cell, UnitId};

/// The action of an attack: melee, shot or throw.
pub fn attack_action(weapon: &Weapon, mode: Option<FireMode>) -> Action {
    let weapon = weapon.circumstances();
    match weapon.class {
        WeaponClass::Melee if weapon.is_body() => Action::UnarmedAttack,
        WeaponClass::Melee => Action::MeleeAttack,
        WeaponClass::Ranged | WeaponClass::Thrown => Action::Fire(mode.unwrap_or(FireMode::Single)),
    }
}

/// `CS-BASE-20`, `CS-BASE-37`.
pub fn manners(unit: &UnitSnapshot, held: &HeldWeapon, rules: &RuleSet) -> Vec<AttackOption> {
    let mut manners = Vec::new();
    if !held.weapon.circumstances().is_melee() {
        return manners;
    }
    if is_charging(unit) {
        let detail = "Attack at the end of the Charge, +10".to_owned();
        manners.push(AttackOption::basic("charge", "Charge", detail, "CS-BASE-20"));
    }
    if switches(rules).grapple && unit.grip.is_none() {
        let detail = "WS test, no damage; neither unit can move while held".to_owned();
        manners.push(AttackOption::basic("grapple", "Grapple", detail, "CS-BASE-37"));
    }
    manners
}

/// The attack mode. Table CS-T2.
fn attack_mode(request: &AttackRequest) -> Result<How, RuleViolation> {
    let AttackRequest { attacker, weapon, mode, option: manner, charge, .. } = request;
    let is_melee = weapon.circumstances().is_melee();
    let charge = is_melee && (*charge || is_charging(attacker));
    match (manner.as_deref(), mode) {
        (Some("grapple"), None) => Ok(How::Grapple),
        (Some("charge"), _) if !charge => {
            Err(RuleViolation::new("a Charge needs a move of at least 1 m this turn", "CS-BASE-20"))
        }
        (Some("charge") | None, None) if charge => Ok(How::Charge),
        (None, None | Some(FireMode::Single)) if !(is_melee && mode.is_some()) => Ok(How::Standard),
        (None, Some(FireMode::Burst)) => Ok(How::Burst),
        _ => Err(RuleViolation::new("this weapon cannot attack like this", "CS-BASE-36")),
    }
}

/// `CS-BASE-20`, `CS-BASE-33`, `CS-COV-02`, `CS-GUN-01`, `CS-JAM-03`, `CS-JAM-12`, `CS-RNG-06`, `CS-UNA-05`.
///
/// # Errors
/// Returns `RuleViolation` if the attack is out of range or sight, or the weapon cannot make it.
pub fn may_attack(request: &AttackRequest) -> Result<(), RuleViolation> {
    let how = attack_mode(request)?;
    let attacker = &request.attacker;
    let own = attacker.purse.circumstances();
    if own.charge == ChargeState::Coming && how != How::Charge && request.weapon.circumstances().is_melee() {
        return Err(RuleViolation::new(
            "a Charge needs a move of at least 1 m and ends with a melee attack",
            "CS-BASE-20",
        ));
    }
    if how == How::Grapple {
        grappling::can_grasp(attacker, &request.defender)?;
        if request.defender.grip.is_some() {
            return Err(RuleViolation::new("one of the units is already grappling", "CS-BASE-37"));
        }
    }
    let scene = attack_context_as(request, how);
    let state = attacker.held_weapon(request.slot).map_or(scene.loaded, |held| weapon_state(held, 0));
    legality::may_attack(&scene.attempt(), state)
        .map_err(|why| RuleViolation::new(why.to_string(), why.clause()))?;
    let chart = AttackMap::from_attack(request);
    if scene.weapon.is_area() && !chart.reaches(chart.attacker, CellOffset::default()) {
        return Err(RuleViolation::before_a_wall("CS-SCA-08"));
    }
    Ok(())
}

/// The attack in terms of this book.
pub(crate) fn attack_context(request: &AttackRequest) -> AttackContext {
    attack_context_as(request, attack_mode(request).unwrap_or_default())
}

fn attack_context_as(request: &AttackRequest, manner: How) -> AttackContext {
    let AttackRequest { attacker, defender, weapon, slot, mode, sight, rules, .. } = request;
    let own = weapon.circumstances().clone();
    // The battle removes the rounds of an attack before it is resolved.
    let state = attacker
        .held_weapon(*slot)
        .map(|held| weapon_state(held, super::CircumstancesRulebook::rounds(weapon, *mode)));
    let (covers, shielded) = target_covers(request);
    let mut target = fighter_in_fight(defender, Some(attacker), rules);
    target.shielded = shielded;
    AttackContext {
        attacker: fighter_in_fight(attacker, None, rules),
        defender: target,
        loaded: state.unwrap_or_else(|| WeaponState::fully_loaded(&own)),
        weapon: own,
        mode: manner,
        sight: *sight,
        surroundings: request.surroundings,
        engaged: request.engaged,
        opponents: MeleeOpponents { count: defender.melee.opponents, inert: defender.melee.inert },
        covers,
        special_damage: false,
        switches: switches(rules).clone(),
    }
}

/// Cover objects on the line of an attack, and the locations the target shields behind them. Chapter COV.
fn target_covers(request: &AttackRequest) -> (Vec<CoverOnLine>, HitLocations) {
    let AttackRequest { barriers, beside_target, heights_cm, defender, sight, .. } = request;
    let way = barriers.iter().enumerate().map(|(at, barrier)| InterveningBarrier {
        barrier,
        beside: beside_target.contains(&barrier.id),
        height_cm: heights_cm.get(at).copied(),
    });
    attack_map::line_covers(way.collect(), sight.hidden, defender)
}

/// Chapters BASE, COV, JAM, MEL and SCA.
pub fn attack(table: &mut impl Table, request: &AttackRequest) -> RuleResult<ActionOutcome> {
    if request.weapon.circumstances().is_area() {
        return area_attacks::resolve_area_attack(table, request);
    }
    let scene = attack_context(request);
    if scene.mode == How::Grapple {
        return resolve_grapple(table, request, &scene);
    }
    let result = rule::resolve_attack(table, &scene)?;
    let harm = &result.harm;
    let mut effects = attacker_effects(request, &scene, result.loaded, result.fate_spent);
    if result.engages {
        effects.extend(engagement_effect(request, harm));
    }
    effects.extend(damage_effects(table, &request.defender, harm, (None, &request.rules)));
    if let Some(scatter) = result.scatter {
        let name = &request.weapon.circumstances().name;
        effects.push(landing_effect(
            request.attacker.id,
            name,
            &AttackMap::from_attack(request),
            scatter,
            "CS-SCA-07",
        ));
    }
    effects.extend(thrown_weapon_effect(request, &result));
    let words = result_text(&result, scene.loaded.jammed);
    Ok(ActionOutcome {
        contact: harm.contact,
        net: i32::from(harm.hits),
        damage: harm.damage,
        words: words.into(),
        effects,
    })
}

/// Effects on the attacker: weapon, Fate Points, concealment.
pub(crate) fn attacker_effects(
    request: &AttackRequest,
    scene: &AttackContext,
    after: WeaponState,
    fate_spent: bool,
) -> Vec<Effect> {
    let attacker = &request.attacker;
    let held = attacker.held_weapon(request.slot);
    let mut effects =
        held.map_or_else(Vec::new, |held| weapon_effects(attacker.id, held, scene.loaded, after));
    effects.extend(fate_spent_effect(attacker, fate_spent));
    if attacker.concealed {
        effects.push(Effect::Concealed { unit: attacker.id, concealed: false });
    }
    effects
}

/// `CS-MEL-02`, `CS-MEL-04`.
fn engagement_effect(request: &AttackRequest, harm: &DamageResult) -> Option<Effect> {
    let AttackRequest { attacker, defender, .. } = request;
    (!request.engaged && harm.down.is_none() && defender.side != attacker.side)
        .then_some(Effect::Engaged { one: attacker.id, other: defender.id })
}

/// Effects of hits on a unit: Reaction, Wounds, cover, knockdown, holds. `CS-BASE-18`, `CS-BASE-37`,
/// `CS-COV-17`.
///
/// `from` is the square of the explosion that hits; `None` for other attacks.
pub(crate) fn damage_effects(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    harm: &DamageResult,
    (from, rules): (Option<Cell>, &RuleSet),
) -> Vec<Effect> {
    let mut effects: Vec<_> = harm.evasion.map(|way| reaction_used_effect(unit, way)).into_iter().collect();
    effects.extend(harm.barriers.iter().copied().map(Effect::Barrier));
    if harm.condition != *unit.condition.circumstances() {
        let after = wrap_health_state(harm.condition.clone());
        effects.push(Effect::HealthState { unit: unit.id, after, damage: harm.damage });
    }
    if is_knocked_down(unit, harm.damage, rules) {
        table.note(|| Note {
            clause: "SS-KNOCK-01",
            text: format!("knocked prone by {} Wounds", harm.damage).into(),
            parts: Vec::new(),
        });
        effects.push(Effect::Prone { unit: unit.id });
    }
    if let (Some(Grip::Holding(held)), true) = (unit.grip, harm.down.is_some()) {
        effects.extend(release_grapple(unit.id, held));
    }
    if matches!(harm.contact, HitResult::Hit | HitResult::Graze) {
        let force = KnockbackForce { raw: harm.raw, ..KnockbackForce::default() };
        effects.extend(knockback::knockback_effect(unit, force, from, rules));
    }
    effects
}

/// Borrowed: Strength and Toughness bonuses replace the Physical Limit. `SS-KNOCK-01`, `SS-KNOCK-05`.
pub(crate) fn is_knocked_down(unit: &UnitSnapshot, wounds: u32, rules: &RuleSet) -> bool {
    let limit = footing_strength(unit.sheet.circumstances());
    !unit.prone
        && unit.down.is_none()
        && rules.borrows("knockdown")
        && knockdown::knocks_down(wounds, limit, false)
}

/// Uses up the Reaction. `CS-BASE-14`, `CS-BASE-18`, `CS-BASE-31`.
fn reaction_used_effect(unit: &UnitSnapshot, way: EvasiveAction) -> Effect {
    let mut own: Own = *unit.purse.circumstances();
    own.phase.reaction = false;
    let action = match way {
        EvasiveAction::Dodge => Action::Dodge,
        EvasiveAction::Parry => Action::Parry,
    };
    Effect::TurnBudget { unit: unit.id, action: Some(action), points: 1, after: wrap_turn_budget(own) }
}

/// `CS-BASE-37`, `CS-MEL-02`.
fn resolve_grapple(
    table: &mut impl Table,
    request: &AttackRequest,
    scene: &AttackContext,
) -> RuleResult<ActionOutcome> {
    let AttackRequest { attacker, defender, .. } = request;
    let result = grapple::resolve_grapple(table, scene)?;
    let mut effects = attacker_effects(request, scene, scene.loaded, result.fate_spent);
    if !request.engaged && defender.side != attacker.side {
        effects.push(Effect::Engaged { one: attacker.id, other: defender.id });
    }
    effects.extend(result.evasion.map(|way| reaction_used_effect(defender, way)));
    effects.extend(fate_spent_effect(defender, result.target_fate_spent));
    if result.held {
        effects.push(Effect::Grip { unit: attacker.id, grip: Some(Grip::Holding(defender.id)) });
        effects.push(Effect::Grip { unit: defender.id, grip: Some(Grip::HeldBy(attacker.id)) });
    }
    let (contact, words) = if result.held { (HitResult::Hit, "held") } else { (HitResult::Miss, "") };
    Ok(ActionOutcome {
        contact,
        net: i32::from(result.held),
        damage: 0,
        words: words.to_owned().into(),
        effects,
    })
}

/// A thrown weapon lands at the target, or where a miss went; the rest of a bundle stays in hand.
/// `CS-SCA-07`.
fn thrown_weapon_effect(request: &AttackRequest, result: &AttackResult) -> Option<Effect> {
    let weapon = request.weapon.circumstances();
    let thrown = weapon.class == WeaponClass::Thrown && !weapon.is_body();
    let chart = AttackMap::from_attack(request);
    let place = result.scatter.map_or(CellOffset::default(), |way| chart.scatter_end(way));
    let (unit, slot, to) = (request.attacker.id, request.slot, chart.cell(place));
    thrown.then_some(match result.loaded.rounds {
        0 => Effect::Thrown { unit, slot, to },
        _ => Effect::ThrownOne { unit, slot, to },
    })
}

/// The note about where a miss lands. `CS-SCA-03`, `CS-SCA-04`, `CS-SCA-08`.
pub(crate) fn landing_effect(
    unit: UnitId,
    name: &str,
    chart: &AttackMap<'_>,
    way: Scatter,
    clause: Clause,
) -> Effect {
    let where_to = match way.turn {
        0 => "beyond the target",
        1 => "beyond the target, to the right",
        2 => "right of the target",
        3 => "short of the target, to the right",
        4 => "short of the target",
        5 => "short of the target, to the left",
        6 => "left of the target",
        _ => "beyond the target, to the left",
    };
    let end = chart.scatter_end(way);
    let gone = end.east.unsigned_abs().max(end.north.unsigned_abs());
    let (text, clause) = match gone {
        _ if gone == way.squares => (format!("{name}: lands {gone} m {where_to}"), clause),
        0 => (format!("{name}: bounces off an obstacle and lands at the target"), "CS-SCA-08"),
        _ => (format!("{name}: lands {gone} m {where_to}, stopped by an obstacle"), "CS-SCA-08"),
    };
    Effect::RuleNote { unit, text: text.into(), clause }
}

/// "9 wounds to the left arm".
fn result_text(result: &AttackResult, jammed: bool) -> String {
    match &result.harm {
        _ if result.loaded.jammed && !jammed => "the weapon jams".to_owned(),
        harm => damage_text(harm),
    }
}

/// Short text of the damage.
pub(crate) fn damage_text(harm: &DamageResult) -> String {
    let wounds = match harm.damage {
        1 => "1 wound".to_owned(),
        many => format!("{many} wounds"),
    };
    match (harm.contact, harm.location) {
        (HitResult::Hit, Some(location)) => format!("{wounds} to the {}", location.name()),
        (HitResult::Hit, None) => format!("{} hits, {wounds}", harm.hits),
        (HitResult::Graze, _) => "no wound".to_owned(),
        (HitResult::Blocked, _) => "stopped by the cover".to_owned(),
        (HitResult::Miss, _) if harm.deflected => "deflected".to_owned(),
        (HitResult::Miss, _) => match harm.evasion {
            Some(EvasiveAction::Dodge) => "dodged".to_owned(),
            Some(EvasiveAction::Parry) => "parried".to_owned(),
            None => String::new(),
        },
    }
}
