//! Which actions of the engine an ailment forbids.

use super::{ActiveAilment, Ailment, Forbids, forbidding_ailment};
use crate::RuleViolation;
use crate::turn_engine::Action;

/// Why a unit may not do something, if one of its ailments forbids it.
///
/// # Errors
/// The ailment and its clause.
pub fn check_action(suffered: &[ActiveAilment], action: Action) -> Result<(), RuleViolation> {
    let bars = restrictions_on(action);
    match bars.iter().find_map(|bar| forbidding_ailment(suffered, *bar)) {
        Some(ailment) => Err(violation(ailment)),
        None => Ok(()),
    }
}

/// Why a unit that has spent so many points of its phase may not do something that costs so many, if one of its
/// ailments forbids it. `CS-DAZE-01`, `CS-PIN-01`.
///
/// # Errors
/// The ailment and its clause.
pub fn check_price(suffered: &[ActiveAilment], spent: u8, points: u8) -> Result<(), RuleViolation> {
    let whole = forbidding_ailment(suffered, Forbids::WholePhase).filter(|_| points > 1);
    let second =
        || forbidding_ailment(suffered, Forbids::SecondHalf).filter(|_| points > 0 && spent + points > 1);
    whole.or_else(second).map_or(Ok(()), |ailment| Err(violation(ailment)))
}

/// Why a unit may not take an action of so many points, if one of its ailments leaves it only simple ones. `SS-CALL-20`.
///
/// # Errors
/// The ailment and its clause.
pub fn check_complex(suffered: &[ActiveAilment], points: u8) -> Result<(), RuleViolation> {
    match forbidding_ailment(suffered, Forbids::Complex).filter(|_| points > 1) {
        Some(ailment) => Err(violation(ailment)),
        None => Ok(()),
    }
}

/// "Stunned: can do nothing and is easier to hit".
fn violation(ailment: Ailment) -> RuleViolation {
    let rule = ailment.rule();
    RuleViolation::new(format!("{}: {}", rule.name, rule.brief), rule.clause)
}

/// Everything whose bar catches an action.
const fn restrictions_on(action: Action) -> &'static [Forbids] {
    match action {
        // What happens to a unit is no action of its own, and a plain defence is none either.
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
        Action::MultipleAttacks | Action::Intercept => &[Forbids::Everything],
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
        | Action::FirstAid
        | Action::UseItem
        | Action::SetCharges
        | Action::FullDefense => &[Forbids::Everything, Forbids::AllButBlows],
    }
}

/// Why a unit may not do a deed of its book, if one of its ailments forbids it. Keys are those of offers.
pub fn forbids_special_action(suffered: &[ActiveAilment], key: &str) -> Option<RuleViolation> {
    let bars: &[Forbids] = match key {
        "charge" => &[Forbids::Everything, Forbids::Movement, Forbids::StartingMelee],
        "full_move" => &[Forbids::Everything, Forbids::Movement],
        "engage" => &[Forbids::Everything, Forbids::StartingMelee, Forbids::AllButBlows],
        _ => &[Forbids::Everything, Forbids::AllButBlows],
    };
    bars.iter().find_map(|bar| forbidding_ailment(suffered, *bar)).map(violation)
}
