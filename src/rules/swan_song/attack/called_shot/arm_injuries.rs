//! Effects of an injured arm or broken grip on attacks and defences. `SS-CALL-41`, `SS-CALL-59` to `SS-CALL-61`.

use crate::RuleViolation;
use crate::status::{self, ActiveAilment, Ailment, BodySide};
use crate::swan_song::lines::attacks::AttackRefusal;
use crate::swan_song::options::switches::OneArmPenalty;
use crate::swan_song::{Fighter, Switches, Weapon};
use dice::Modifiers;

/// Modifier for using an arm that was useless and is untreated. `SS-CALL-60`.
const HURT_ARM: i32 = -6;
/// Melee defence modifier of a broken grip. `SS-CALL-41`.
const WEAK_GRIP: i32 = -1;
/// Melee defence modifier of a useless arm. `SS-CALL-61`.
const WEAK_ARM: i32 = -2;

/// Whether an arm that the weapon needs has this ailment.
fn has_arm_ailment(
    ailments: &[ActiveAilment],
    ailment: Ailment,
    weapon: &Weapon,
    hand: Option<BodySide>,
) -> bool {
    match (weapon.hands, hand) {
        (2.., _) => status::has(ailments, ailment),
        (1, Some(_)) => status::has_in(ailments, ailment, hand),
        _ => false,
    }
}

/// Adds the injured-arm modifier to the test of an action, and of the weapon that it uses. `SS-CALL-60`.
pub fn add_hurt_arm(
    fighter: &Fighter,
    used: Option<(&Weapon, Option<BodySide>)>,
    switches: &Switches,
    parts: &mut Modifiers,
) {
    let applies = match switches.one_arm_penalty {
        OneArmPenalty::Character => status::has(&fighter.ailments, Ailment::HurtArm),
        OneArmPenalty::Arm => uses_hurt_arm(fighter, used),
    };
    if applies {
        parts.add(HURT_ARM, "hurt arm", "SS-CALL-60");
    }
}

/// Adds the injured-arm modifier to a parry with a weapon: only if the penalty belongs to the arm, because a defence is
/// no action. `SS-CALL-60`.
pub fn add_hurt_arm_to_parry(
    fighter: &Fighter,
    used: (&Weapon, Option<BodySide>),
    switches: &Switches,
    parts: &mut Modifiers,
) {
    if switches.one_arm_penalty == OneArmPenalty::Arm && uses_hurt_arm(fighter, Some(used)) {
        parts.add(HURT_ARM, "hurt arm", "SS-CALL-60");
    }
}

fn uses_hurt_arm(fighter: &Fighter, used: Option<(&Weapon, Option<BodySide>)>) -> bool {
    used.is_some_and(|(weapon, hand)| has_arm_ailment(&fighter.ailments, Ailment::HurtArm, weapon, hand))
}

/// Whether an arm that the weapon needs is useless. `SS-CALL-59`.
pub fn is_arm_useless(ailments: &[ActiveAilment], weapon: &Weapon, hand: Option<BodySide>) -> bool {
    has_arm_ailment(ailments, Ailment::UselessArm, weapon, hand)
}

/// Checks that the attacker's arm allows an attack with this weapon. `SS-CALL-59`.
///
/// # Errors
/// Returns a `RuleViolation` if the arm is useless.
pub fn may_use_arm(
    ailments: &[ActiveAilment],
    weapon: &Weapon,
    hand: Option<BodySide>,
) -> Result<(), RuleViolation> {
    if is_arm_useless(ailments, weapon, hand) {
        let weapon = weapon.name.clone();
        return Err(RuleViolation::new(AttackRefusal::UselessArm { weapon }, "SS-CALL-59"));
    }
    Ok(())
}

/// Adds the weak-side modifier. Only the worse one counts, once. `SS-CALL-13`, `SS-CALL-41`, `SS-CALL-61`.
pub fn add_weak_side(fighter: &Fighter, parts: &mut Modifiers) {
    if status::has(&fighter.ailments, Ailment::UselessArm) {
        parts.add(WEAK_ARM, "weak side", "SS-CALL-61");
    } else if status::has(&fighter.ailments, Ailment::BrokenGrip) {
        parts.add(WEAK_GRIP, "weak side", "SS-CALL-41");
    }
}
