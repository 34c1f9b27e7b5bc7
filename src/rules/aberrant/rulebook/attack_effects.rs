//! Results of attacks on units as steps of the battle.

use super::attacks::THROW;
use super::{health_effect, turn_budget_effect};
use crate::aberrant::attacks::defence::{DefenceCost, DefenceKind};
use crate::aberrant::lines::{Harm, ResultWords, UnitNote};
use crate::aberrant::{AttackContext, AttackResult, DamageType, WeaponClass};
use crate::knockback::{self, KnockbackForce};
use crate::turn_engine::Action;
use crate::{
    AttackRequest, BattleEvent, Grip, HitResult, RuleSet, RuleStep, TurnBudget, UnitAttack, UnitSnapshot,
    Weapon,
};
use dice::RuleText;
use model::{Cell, UnitId};

/// Effects on the attacker: the thrown weapon and the remaining turn budget. `AB-CANCEL-01`.
pub(crate) fn add_attacker_effects(
    request: &AttackRequest,
    target: UnitId,
    down: bool,
    effects: &mut Vec<RuleStep>,
) {
    let attacker = &request.attacker;
    if request.option.as_deref() == Some(THROW) || leaves_hand(&request.weapon) {
        let to = request.site.as_ref().map(|spot| spot.target);
        effects.push(thrown_weapon_effect(attacker.id, request.slot, &request.weapon, to));
    }
    let budget = *attacker.budget.aberrant();
    if budget.phase.under_way {
        effects.push(turn_budget_effect(attacker.id, budget.after_attack(target, down)));
    }
}

/// Effects on one unit that the attack affects. `AB-BASE-18`.
pub(crate) fn defender_effects(
    unit: &UnitSnapshot,
    scene: &AttackContext,
    result: &AttackResult,
    (from, rules): (Option<Cell>, &RuleSet),
    effects: &mut Vec<RuleStep>,
) {
    add_defence_effects(unit, result, effects);
    if result.condition != scene.defender.condition {
        effects.push(health_effect(unit.id, result.condition.clone(), result.levels));
    }
    add_armour_breaks(scene, result, effects);
    if result.knocked_down {
        effects.push(RuleStep::FallProne { unit: unit.id });
    }
    add_dodge_effects(scene, result, effects);
    if let (Some(human_shield), Some(held)) = (&result.shield, &scene.shield) {
        effects.push(health_effect(held.id, human_shield.condition.clone(), human_shield.levels));
        let text = UnitNote::HitAsShield { levels: human_shield.levels };
        effects.push(RuleStep::note(held.id, text, "AB-SHIELD-03"));
    }
    effects.extend(knockback::knockback_effect(unit, knockback_force(scene, result), from, rules));
}

/// The knockback force of an attack: raw dice of any type but EMP, soaked or not. `AB-KNOCK-01`,
/// `AB-KNOCK-10`, `AB-KNOCK-12`.
fn knockback_force(scene: &AttackContext, result: &AttackResult) -> KnockbackForce {
    let weapon = &scene.weapon;
    if result.contact == HitResult::Miss || weapon.damage.kind == DamageType::Emp {
        return KnockbackForce::default();
    }
    let on_the_spot = scene.switches.realistic_knockback && weapon.low_momentum;
    KnockbackForce { raw: result.raw, adds: weapon.damage.adds, on_the_spot }
}

/// Moves a unit that dodged a blast out of it. `AB-AREA-10`.
fn add_dodge_effects(scene: &AttackContext, result: &AttackResult, effects: &mut Vec<RuleStep>) {
    let out = scene.blast.and_then(|burst| burst.escape).filter(|_| {
        result.contact == HitResult::Miss
            && result.defended.is_some_and(|defended| defended.way == DefenceKind::Dodge)
    });
    if let Some(to) = out {
        effects.push(RuleStep::Relocate { unit: scene.defender.id, to, clause: "AB-AREA-10" });
    }
}

/// A thrown weapon drops where it landed; an explosive is used up.
pub(crate) fn thrown_weapon_effect(unit: UnitId, slot: usize, weapon: &Weapon, to: Option<Cell>) -> RuleStep {
    match weapon.aberrant().area {
        0 => RuleStep::ThrowItem { unit, slot, to },
        _ => RuleStep::DestroyItem { unit, slot },
    }
}

/// Whether the weapon leaves the hand: a throwing weapon that is not part of the body.
pub(crate) fn leaves_hand(weapon: &Weapon) -> bool {
    let weapon = weapon.aberrant();
    weapon.class == WeaponClass::Thrown && weapon.hands_needed() > 0
}

/// "3 levels of lethal, dazed"; `None` for no damage.
pub(crate) fn unit_harm(scene: &AttackContext, result: &AttackResult) -> Option<Harm> {
    let kind = result.kind.filter(|_| result.levels > 0)?;
    let before = scene.defender.condition.turn.in_round(scene.defender.round).impact;
    let impact = result.condition.turn.impact;
    let impact = (impact > before && result.down.is_none()).then_some(impact);
    Some(Harm { levels: result.levels, kind, impact })
}

/// "3 levels of lethal, dazed".
pub(crate) fn result_words(scene: &AttackContext, result: &AttackResult) -> RuleText {
    if result.seized {
        return ResultWords::Seized.into();
    }
    unit_harm(scene, result).map_or_else(RuleText::default, RuleText::from)
}

/// Adds the cost and the effects of a defence, whether it succeeded or not. `AB-BASE-08`, `AB-LIMIT-03`,
/// `AB-CANCEL-03`.
pub(crate) fn add_defence_effects(
    defender: &UnitSnapshot,
    result: &AttackResult,
    effects: &mut Vec<RuleStep>,
) {
    let Some(defended) = result.defended else { return };
    let unit = defender.id;
    let action = match defended.way {
        DefenceKind::Dodge => Action::Dodge,
        DefenceKind::Parry | DefenceKind::Shield => Action::Parry,
    };
    let points = match defended.price {
        DefenceCost::FullDefence | DefenceCost::Reserved => 0,
        DefenceCost::Abort(_) => 1,
    };
    let before = *defender.budget.aberrant();
    let after = TurnBudget::Aberrant(crate::aberrant::TurnBudget {
        effort: defended.action_state_after(before.effort),
        ..before
    });
    effects.push(RuleStep::SetTurnBudget { unit, action: Some(action), points, after });
    effects.push(RuleStep::Record(BattleEvent::Defended { unit }));
}

/// Adds notes about destroyed armour. `AB-ARMOR-01`.
pub(crate) fn add_armour_breaks(scene: &AttackContext, result: &AttackResult, effects: &mut Vec<RuleStep>) {
    let defender = &scene.defender;
    let gone =
        result.condition.destroyed.iter().filter(|place| !defender.condition.destroyed.contains(place));
    for piece in gone.filter_map(|place| defender.sheet.armour.get(usize::from(*place))) {
        let text = UnitNote::ArmourDestroyed { piece: piece.name.clone() };
        effects.push(RuleStep::note(defender.id, text, "AB-ARMOR-01"));
    }
}

/// Adds effects on grapples: seizing starts one, and going down ends one. `AB-BASE-10`.
pub(crate) fn add_grapple_effects(
    request: UnitAttack<'_>,
    result: &AttackResult,
    effects: &mut Vec<RuleStep>,
) {
    let (one, other) = (request.attacker.id, request.target.defender.id);
    if result.seized && result.contact == HitResult::Hit {
        effects.push(RuleStep::SetGrip { unit: one, grip: Some(Grip::Holding(other)) });
        effects.push(RuleStep::SetGrip { unit: other, grip: Some(Grip::HeldBy(one)) });
    } else if let Some(Grip::Holding(held)) = request.target.defender.grip.filter(|_| result.down.is_some()) {
        effects.extend(release_grapple(other, held));
    }
}

/// Ends the grapple between two units.
pub(crate) fn release_grapple(one: UnitId, other: UnitId) -> [RuleStep; 2] {
    [one, other].map(|unit| RuleStep::SetGrip { unit, grip: None })
}
