//! Results of attacks on units as steps of the battle.

use super::aimed_knockback::KnockbackCourse;
use super::attacks::THROW;
use super::{extras, health_step, turn_budget_step};
use crate::aberrant::attacks::defence;
use crate::aberrant::attacks::defence::{DefenceCost, DefenceKind};
use crate::aberrant::attacks::pool::knockback_dice;
use crate::aberrant::lines::{Counted, FateNote, Harm, LevelKind, ResultWords, UnitNote};
use crate::aberrant::{AttackContext, AttackResult, DamageType, WeaponClass};
use crate::knockback::{self, KnockbackForce};
use crate::turn_engine::Action;
use crate::{
    AttackRequest, BattleEvent, Grip, HitResult, QueuedAttack, RuleSet, RuleStep, TurnBudget, UnitAttack,
    UnitSnapshot, Weapon,
};
use dice::RuleText;
use model::{Cell, UnitId};

/// Adds what the attack costs the attacker: the thrown weapon and the turn budget. `AB-CANCEL-01`.
pub(crate) fn add_attacker_steps(
    request: &AttackRequest,
    target: UnitId,
    target_down: bool,
    steps: &mut Vec<RuleStep>,
) {
    let attacker = &request.attacker;
    if request.option.as_deref() == Some(THROW) || leaves_hand(&request.weapon) {
        let landing_square = request.site.as_ref().map(|site| site.target);
        steps.push(thrown_weapon_step(attacker.id, request.slot, &request.weapon, landing_square));
    }
    extras::use_up_support(request, steps);
    let budget = *attacker.budget.aberrant();
    if budget.phase.attack_pending {
        let made = QueuedAttack::on_unit(request.slot, target);
        steps.push(turn_budget_step(attacker.id, budget.after_attack(made, target_down)));
    }
}

/// Ends an attack on a barrier or a square in the attacker's turn budget; `None` if no attack is pending.
pub(crate) fn attack_end_step(attacker: &UnitSnapshot) -> Option<RuleStep> {
    let budget = *attacker.budget.aberrant();
    let after = || turn_budget_step(attacker.id, budget.after_attack(QueuedAttack::Place, false));
    budget.phase.attack_pending.then(after)
}

/// Adds what the attack does to one unit. `AB-BASE-18`.
pub(crate) fn add_defender_steps(
    unit: &UnitSnapshot,
    context: &AttackContext,
    result: &AttackResult,
    (course, rules): (KnockbackCourse, &RuleSet),
    steps: &mut Vec<RuleStep>,
) {
    add_defence_steps(unit, result, steps);
    add_idle_defence_note(context, result, steps);
    if result.condition != context.defender.condition {
        steps.push(health_step(unit.id, result.condition.clone(), result.levels));
    }
    add_destroyed_armour_notes(context, result, steps);
    if let Some(own) = result.condition.flaws.get(context.defender.condition.flaws.len()) {
        steps.push(RuleStep::note(unit.id, UnitNote::Grievous(own.flaw), "AB-GRIEV-03"));
    }
    if result.knocked_down {
        steps.push(RuleStep::FallProne { unit: unit.id });
    }
    add_dodge_steps(context, result, steps);
    if let (Some(shield_result), Some(shield)) = (&result.shield, &context.shield) {
        steps.push(health_step(shield.id, shield_result.condition.clone(), shield_result.levels));
        let text = UnitNote::HitAsShield { levels: Counted::Levels(shield_result.levels) };
        steps.push(RuleStep::note(shield.id, text, "AB-SHIELD-03"));
    }
    add_loss_notes(unit, context, result, rules, steps);
    let force = KnockbackForce { flies_past: course.flies_past, ..knockback_force(context, result) };
    steps.extend(knockback::knockback_effect(unit, force, course.origin, rules));
}

/// Adds the reason why a unit that could pay for a defence was not asked about an attack that hit. `AB-BASE-08`,
/// `AB-CANCEL-03`.
pub(crate) fn add_idle_defence_note(
    context: &AttackContext,
    result: &AttackResult,
    steps: &mut Vec<RuleStep>,
) {
    if result.contact == HitResult::Miss || result.defence.is_some() {
        return;
    }
    if let Some(why) = defence::idle_defence(context) {
        steps.push(RuleStep::note(context.defender.id, UnitNote::IdleDefence { why }, why.clause()));
    }
}

/// Adds notes about the henchmen that a band has lost, and about their fates. `AB-MASS-20`, `AB-MASS-23`,
/// `AB-MASS-24`.
fn add_loss_notes(
    unit: &UnitSnapshot,
    context: &AttackContext,
    result: &AttackResult,
    rules: &RuleSet,
    steps: &mut Vec<RuleStep>,
) {
    let defender = &context.defender;
    let Some(band) = &defender.sheet.band else { return };
    let (before, after) = (&defender.condition.band, &result.condition.band);
    let (before, left) = (before.left(band), after.left(band));
    if left == before {
        return;
    }
    let count = Counted::Henchmen(before - left);
    steps.push(RuleStep::note(unit.id, UnitNote::HenchmenLost { count, left }, "AB-MASS-20"));
    let fates = after.fates(band, rules.book.aberrant());
    steps.push(RuleStep::note(unit.id, FateNote(fates), "AB-MASS-24"));
}

/// The knockback force of an attack: raw dice of any type but EMP, soaked by its target or not. `AB-KNOCK-01`,
/// `AB-KNOCK-10`, `AB-KNOCK-12`.
fn knockback_force(context: &AttackContext, result: &AttackResult) -> KnockbackForce {
    let weapon = &context.weapon;
    if result.contact == HitResult::Miss || weapon.damage.kind == DamageType::Emp {
        return KnockbackForce::default();
    }
    let on_the_spot = context.switches.realistic_knockback && weapon.low_momentum;
    let raw = knockback_dice(context, result.raw);
    KnockbackForce { raw, adds: weapon.damage.adds, on_the_spot, flies_past: None }
}

/// Moves a unit that dodged a blast out of it. `AB-AREA-10`.
fn add_dodge_steps(context: &AttackContext, result: &AttackResult, steps: &mut Vec<RuleStep>) {
    let escape_square = context.blast.and_then(|blast| blast.escape).filter(|_| {
        result.contact == HitResult::Miss
            && result.defence.is_some_and(|defence| defence.kind == DefenceKind::Dodge)
    });
    if let Some(to) = escape_square {
        steps.push(RuleStep::Relocate { unit: context.defender.id, to, clause: "AB-AREA-10" });
    }
}

/// Drops a thrown weapon where it landed; an explosive is used up.
pub(crate) fn thrown_weapon_step(
    unit: UnitId,
    slot: usize,
    weapon: &Weapon,
    landing_square: Option<Cell>,
) -> RuleStep {
    match weapon.aberrant().area {
        0 => RuleStep::ThrowItem { unit, slot, to: landing_square },
        _ => RuleStep::DestroyItem { unit, slot },
    }
}

/// Whether the weapon leaves the hand: a throwing weapon that is not part of the body.
pub(crate) fn leaves_hand(weapon: &Weapon) -> bool {
    let weapon = weapon.aberrant();
    weapon.class == WeaponClass::Thrown && weapon.hands_needed() > 0
}

/// "3 levels of lethal damage, dazed", "8 levels of structure"; `None` for no damage.
pub(crate) fn unit_harm(context: &AttackContext, result: &AttackResult) -> Option<Harm> {
    let kind = result.kind.filter(|_| result.levels > 0)?;
    let dealt = context.weapon.damage.kind;
    let before = context.defender.condition.turn.in_round(context.defender.round).impact;
    let impact = result.condition.turn.impact;
    let impact = (impact > before && result.down.is_none()).then_some(impact);
    let is_building = context.defender.sheet.building.is_some();
    let soaked = Some(dealt).filter(|_| !is_building && dealt.ping_type() == Some(kind));
    let shown = if is_building { LevelKind::Structure } else { LevelKind::Health(kind) };
    Some(Harm { levels: result.levels, kind: shown, soaked, impact })
}

/// "3 levels of lethal damage, dazed".
pub(crate) fn result_words(context: &AttackContext, result: &AttackResult) -> RuleText {
    if result.seized {
        return ResultWords::Seized.into();
    }
    unit_harm(context, result).map_or_else(RuleText::default, RuleText::from)
}

/// Adds the cost and the effects of a defence, whether it succeeded or not. `AB-BASE-08`, `AB-LIMIT-03`,
/// `AB-CANCEL-03`.
pub(crate) fn add_defence_steps(defender: &UnitSnapshot, result: &AttackResult, steps: &mut Vec<RuleStep>) {
    let Some(defence) = result.defence else { return };
    let unit = defender.id;
    let action = match defence.kind {
        DefenceKind::Dodge => Action::Dodge,
        DefenceKind::Parry | DefenceKind::Shield => Action::Parry,
    };
    let points = match defence.price {
        DefenceCost::FullDefence | DefenceCost::Reserved => 0,
        DefenceCost::Abort(_) => 1,
    };
    let before = *defender.budget.aberrant();
    let after = TurnBudget::Aberrant(crate::aberrant::TurnBudget {
        effort: defence.action_state_after(before.effort),
        ..before
    });
    steps.push(RuleStep::SetTurnBudget { unit, action: Some(action), points, after });
    steps.push(RuleStep::Record(BattleEvent::Defended { unit }));
}

/// Adds notes about destroyed armour. `AB-ARMOR-01`.
pub(crate) fn add_destroyed_armour_notes(
    context: &AttackContext,
    result: &AttackResult,
    steps: &mut Vec<RuleStep>,
) {
    let defender = &context.defender;
    let newly_destroyed =
        result.condition.destroyed.iter().filter(|place| !defender.condition.destroyed.contains(place));
    for piece in newly_destroyed.filter_map(|place| defender.sheet.armour.get(usize::from(*place))) {
        let text = UnitNote::ArmourDestroyed { piece: piece.name.clone() };
        steps.push(RuleStep::note(defender.id, text, "AB-ARMOR-01"));
    }
}

/// Adds changes of grapples: seizing starts one, and going down ends one. `AB-BASE-10`.
pub(crate) fn add_grapple_steps(request: UnitAttack<'_>, result: &AttackResult, steps: &mut Vec<RuleStep>) {
    let (attacker, defender) = (request.attacker.id, request.target.defender.id);
    if result.seized && result.contact == HitResult::Hit {
        steps.push(RuleStep::SetGrip { unit: attacker, grip: Some(Grip::Holding(defender)) });
        steps.push(RuleStep::SetGrip { unit: defender, grip: Some(Grip::HeldBy(attacker)) });
    } else if let Some(Grip::Holding(held)) = request.target.defender.grip.filter(|_| result.down.is_some()) {
        steps.extend(release_grapple(defender, held));
    }
}

/// Ends the grapple between two units.
pub(crate) fn release_grapple(one: UnitId, other: UnitId) -> [RuleStep; 2] {
    [one, other].map(|unit| RuleStep::SetGrip { unit, grip: None })
}
