//! Actions that ailments forbid, and movement that they shorten.

use super::{ActiveAilment, Ailment, Forbids, forbidding_ailment, has};
use crate::RuleViolation;
use crate::lines::ForbiddenByAilment;
use crate::turn_engine::Action;

/// Whether a unit's ailments allow an action.
///
/// # Errors
/// Returns the violation of the ailment that forbids it.
pub fn check_action(suffered: &[ActiveAilment], action: Action) -> Result<(), RuleViolation> {
    violated_restriction(suffered, restrictions_on(action)).map_or(Ok(()), Err)
}

/// The violation of the first restriction that an ailment of a unit has; `None` if it has none.
fn violated_restriction(suffered: &[ActiveAilment], restrictions: &[Forbids]) -> Option<RuleViolation> {
    restrictions.iter().find_map(|restriction| {
        let ailment = forbidding_ailment(suffered, *restriction)?;
        let violation = ForbiddenByAilment(ailment).violation();
        let clause = match restriction {
            Forbids::StartingMelee if ailment == Ailment::Pinned => "CS-PIN-14",
            _ => violation.clause,
        };
        Some(RuleViolation { clause, ..violation })
    })
}

/// Whether the ailments of a unit that has spent `spent` points in its phase allow an action of `points`.
/// `CS-DAZE-01`, `CS-PIN-01`.
///
/// # Errors
/// Returns the violation of the ailment that forbids it.
pub fn check_price(suffered: &[ActiveAilment], spent: u8, points: u8) -> Result<(), RuleViolation> {
    let whole = forbidding_ailment(suffered, Forbids::WholePhase).filter(|_| points > 1);
    let second =
        || forbidding_ailment(suffered, Forbids::SecondHalf).filter(|_| points > 0 && spent + points > 1);
    whole.or_else(second).map_or(Ok(()), |ailment| Err(ForbiddenByAilment(ailment).violation()))
}

/// Whether a unit's ailments allow an action of this many points, or only simple ones. `SS-CALL-20`.
///
/// # Errors
/// Returns the violation of the ailment that forbids it.
pub fn check_complex(suffered: &[ActiveAilment], points: u8) -> Result<(), RuleViolation> {
    match forbidding_ailment(suffered, Forbids::Complex).filter(|_| points > 1) {
        Some(ailment) => Err(ForbiddenByAilment(ailment).violation()),
        None => Ok(()),
    }
}

/// All restrictions that apply to an action.
const fn restrictions_on(action: Action) -> &'static [Forbids] {
    match action {
        // Forced events and standard defences are no actions of the unit.
        Action::ForcedDrop | Action::StandardDefence => &[],
        Action::Walk | Action::Run => &[Forbids::Everything, Forbids::Movement],
        Action::Sprint => &[Forbids::Everything, Forbids::Movement, Forbids::Sprint],
        Action::StandUp => &[Forbids::Everything, Forbids::StandingUp],
        Action::SayWord => &[Forbids::Everything, Forbids::Speech],
        Action::Dodge | Action::Parry | Action::Block => &[Forbids::Everything, Forbids::Evasion],
        Action::MeleeAttack | Action::UnarmedAttack => &[Forbids::Everything, Forbids::StartingMelee],
        Action::AttackProgram | Action::Detonate => {
            &[Forbids::Everything, Forbids::AllButBlows, Forbids::Wireless]
        }
        Action::Intercept => &[Forbids::Everything, Forbids::Enemies, Forbids::StartingMelee],
        Action::MultipleAttacks => &[Forbids::Everything],
        Action::DropObject
        | Action::Gesture
        | Action::DropProne
        | Action::ChangeMode
        | Action::Fire(_)
        | Action::Throw
        | Action::Rocket
        | Action::LiftBody
        | Action::TakeCover
        | Action::Ready
        | Action::PickUp
        | Action::Reload
        | Action::Door
        | Action::Evade
        | Action::Cast
        | Action::Heal
        | Action::FirstAid
        | Action::UseItem
        | Action::SetCharges
        | Action::FullDefense => &[Forbids::Everything, Forbids::AllButBlows],
    }
}

/// The violation if one of a unit's ailments forbids a special action; `None` if it is allowed. Keys are those of
/// `AvailableAction`.
pub fn forbids_special_action(suffered: &[ActiveAilment], key: &str) -> Option<RuleViolation> {
    let bars: &[Forbids] = match key {
        "charge" => &[Forbids::Everything, Forbids::Movement, Forbids::StartingMelee],
        "full_move" => &[Forbids::Everything, Forbids::Movement],
        "engage" => &[Forbids::Everything, Forbids::StartingMelee, Forbids::AllButBlows],
        _ => &[Forbids::Everything, Forbids::AllButBlows],
    };
    violated_restriction(suffered, bars)
}

/// Walk or Run distance after called-shot injuries, in half metres. `SS-CALL-16`, `SS-CALL-17`, `SS-CALL-111`.
pub fn slowed_distance(half_metres: u32, suffered: &[ActiveAilment]) -> u32 {
    if has(suffered, Ailment::BrokenAxle) {
        half_metres.min(2)
    } else if has(suffered, Ailment::Slowed) {
        2 * (half_metres / 2 / 2)
    } else {
        half_metres
    }
}
