//! Attacks in terms of this book: converts a request to the context of the rule.

use std::sync::Arc;

use super::area_attacks::primary_context;
use super::attacks::{CRUSH, SEIZE, THROW, VITAL};
use super::extras::VOLLEY;
use super::{extras, fighter, held_items};
use crate::aberrant::AttackContext;
use crate::aberrant::attacks::aimed_knockback::{INTO_OBJECT, INTO_UNIT, KnockbackAim};
use crate::aberrant::attacks::context::MovementExposure;
use crate::aberrant::attacks::cover::AberrantCoverLevel;
use crate::aberrant::attacks::grapple;
use crate::aberrant::attacks::human_shield::is_shielding;
use crate::{AttackRequest, RuleSet, TargetSight, UnitAttack, UnitSnapshot};

/// The weapon as the attack option uses it.
pub(super) fn weapon_in_use(request: &AttackRequest) -> Arc<crate::aberrant::Weapon> {
    let weapon = request.weapon.aberrant();
    match request.option.as_deref() {
        Some(SEIZE) => Arc::new(crate::aberrant::Weapon { grapple: true, ..(**weapon).clone() }),
        Some(THROW) => Arc::new(weapon.as_thrown()),
        Some(VOLLEY) => Arc::new(extras::volley_weapon(request)),
        _ => weapon.clone(),
    }
}

/// The attack in terms of this book.
pub(crate) fn attack_context(request: UnitAttack<'_>) -> AttackContext {
    let (attacker, defender) = (fighter(&request.attacker), fighter(&request.target.defender));
    let switches = request.rules.book.aberrant().clone();
    if request.option.as_deref() == Some(CRUSH) {
        return grapple::crush_context(attacker, defender, switches);
    }
    let mut sight = request.sight;
    sight.took_cover &= request.rules.borrows("taking cover");
    sight.aware |= !request.rules.borrows("awareness");
    let budget = request.attacker.budget.aberrant();
    let context = AttackContext {
        weapon: weapon_in_use(&request),
        called_vital: request.option.as_deref() == Some(VITAL),
        replacement: budget.phase.replacement_pending,
        flurry: budget.flurry_position(),
        exposure: MovementExposure {
            began_in_cover: request.target.dash_from_cover,
            ended_in_cover: AberrantCoverLevel::from_percent_hidden(sight.hidden) > AberrantCoverLevel::None,
            crawls: defender.prone && request.target.defender.walked > 0,
        },
        barriers: if request.rules.borrows("barriers") { request.barriers.clone() } else { Vec::new() },
        crushing: false,
        held_item: held_items::targeted_item(request).map(|(_, item)| item),
        impaired: held_items::is_impaired(&request.attacker, request.slot, &request.rules),
        aimed_into: match request.option.as_deref() {
            Some(INTO_OBJECT) => Some(KnockbackAim::Object),
            Some(INTO_UNIT) => Some(KnockbackAim::Mover),
            _ => None,
        },
        blast: None,
        shield: human_shield(request).map(|held| Box::new(fighter(held))),
        group: extras::group_attack(&request),
        attacker,
        defender,
        sight,
        switches,
    };
    if context.weapon.area > 0 { primary_context(request, context) } else { context }
}

/// The unit that the target holds between itself and its attacker. `AB-SHIELD-01`.
pub(crate) fn human_shield(request: UnitAttack<'_>) -> Option<&UnitSnapshot> {
    let (held, offset) = request.target.defender.holds.as_ref()?;
    let site = request.site.as_ref()?;
    let attacker_offset = (site.attacker.x - site.target.x, site.attacker.y - site.target.y);
    (held.id != request.attacker.id && is_shielding(*offset, attacker_offset)).then_some(&**held)
}

/// An attack of one unit on another with this weapon and sight, without situational rules.
pub(crate) fn context_between(
    (attacker, defender): (&UnitSnapshot, &UnitSnapshot),
    weapon: Arc<crate::aberrant::Weapon>,
    sight: TargetSight,
    rules: &RuleSet,
) -> AttackContext {
    let budget = attacker.budget.aberrant();
    let fighters = (fighter(attacker), fighter(defender));
    AttackContext {
        replacement: budget.phase.replacement_pending,
        flurry: budget.flurry_position(),
        ..AttackContext::plain(fighters, weapon, sight, rules.book.aberrant().clone())
    }
}
