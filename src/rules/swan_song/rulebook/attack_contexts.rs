//! Attack contexts: attack requests as this book's rules see them.

use super::{fighter, switches};
use crate::attack::body_shield::{HIDDEN_PERCENT, unit_barrier};
use crate::swan_song::options::switches::Environment;
use crate::swan_song::turns::surprise;
use crate::swan_song::{AttackContext, BarrierAttackContext, CalledShot, Fighter};
use crate::{AttackRequest, BarrierOnLine, Light, UnitAttack, UnitSnapshot};

/// Returns the called shot of an attack option; `None` without one.
pub(super) fn find_called_shot(option: Option<&str>) -> Option<CalledShot> {
    option.and_then(CalledShot::find)
}

/// Returns the defender or interceptor, with the interrupts against another unit that surprise leaves. `SS-ACT-35`,
/// `SS-SURP-24`, `SS-SURP-25`, `SS-SURP-28`.
pub(super) fn defending_fighter(unit: &UnitSnapshot, attacker: &UnitSnapshot) -> Fighter {
    let mut defender = fighter(unit);
    let had_a_phase = unit.acted || unit.round > 1;
    let [surprised, other] = [unit, attacker].map(|unit| !unit.surprised_by.is_empty());
    defender.may_interrupt &= surprise::may_interrupt(surprised, had_a_phase, other);
    defender
}

/// Returns the context of an attack on a unit.
pub fn attack_context(attack: UnitAttack<'_>) -> AttackContext {
    let (attacker, unit) = (&attack.attacker, &attack.target.defender);
    let (mut sight, mut barriers) = (attack.sight, attack.barriers.clone());
    // A carried body shields a carrier who took cover behind it. `SS-BARR-44`.
    if let Some(shield) = unit.carries.as_ref().filter(|_| sight.took_cover) {
        sight.hidden = sight.hidden.max(HIDDEN_PERCENT);
        barriers.push(unit_barrier(shield));
    }
    AttackContext {
        attacker: fighter(attacker),
        defender: defending_fighter(unit, attacker),
        weapon: attack.weapon.swan_song().clone(),
        mode: attack.mode,
        sight,
        barriers,
        in_contact: false,
        charge: attack.target.charge,
        hand: attacker.held_weapon(attack.slot).and_then(|held| held.hand),
        called_shot: find_called_shot(attack.option.as_deref()),
        rounds_fired: attack.rounds_fired,
        visibility_penalty: visibility_penalty(&attack),
        share: attack.target.share,
        switches: switches(&attack.rules).clone(),
    }
}

/// Returns the dice lost to light and smoke if the switch is on: 2 in dim light, 4 in the dark, 2 through smoke.
/// `SS-BASE-29`.
fn visibility_penalty(request: &AttackRequest) -> u8 {
    if switches(&request.rules).environment == Environment::BlindFireOnly {
        return 0;
    }
    let surroundings = &request.surroundings;
    let light_penalty = match surroundings.target.light {
        Light::Normal => 0,
        Light::Low => 2,
        Light::Dark => 4,
    };
    light_penalty + if surroundings.target.obscured || surroundings.obscured_between { 2 } else { 0 }
}

/// Returns the context of an attack on a barrier.
pub(super) fn barrier_attack_context(
    request: &AttackRequest,
    barrier: &BarrierOnLine,
) -> BarrierAttackContext {
    BarrierAttackContext {
        attacker: fighter(&request.attacker),
        weapon: request.weapon.swan_song().clone(),
        mode: request.mode,
        hand: request.attacker.held_weapon(request.slot).and_then(|held| held.hand),
        barrier: barrier.clone(),
        hidden: request.sight.hidden,
        barriers: request.barriers.clone(),
        rounds_fired: request.rounds_fired,
        switches: switches(&request.rules).clone(),
    }
}
