//! Which actions of the engine an ailment forbids.

use super::{Ailment, Bar, Suffered, barred};
use crate::Refused;
use crate::engine::Action;

/// Why a unit may not do something, if one of its ailments forbids it.
///
/// # Errors
/// The ailment and its clause.
pub fn permits(suffered: &[Suffered], action: Action) -> Result<(), Refused> {
    let bars = of(action);
    match bars.iter().find_map(|bar| barred(suffered, *bar)) {
        Some(ailment) => Err(refusal(ailment)),
        None => Ok(()),
    }
}

/// Why a unit that has spent so many points of its phase may not do something that costs so many, if one of its
/// ailments forbids it. `CS-DAZE-01`, `CS-PIN-01`.
///
/// # Errors
/// The ailment and its clause.
pub fn permits_price(suffered: &[Suffered], spent: u8, points: u8) -> Result<(), Refused> {
    let whole = barred(suffered, Bar::WholePhase).filter(|_| points > 1);
    let second = || barred(suffered, Bar::SecondHalf).filter(|_| points > 0 && spent + points > 1);
    whole.or_else(second).map_or(Ok(()), |ailment| Err(refusal(ailment)))
}

/// Why a unit may not take an action of so many points, if one of its ailments leaves it only simple ones. `SS-CALL-20`.
///
/// # Errors
/// The ailment and its clause.
pub fn permits_complex(suffered: &[Suffered], points: u8) -> Result<(), Refused> {
    match barred(suffered, Bar::Complex).filter(|_| points > 1) {
        Some(ailment) => Err(refusal(ailment)),
        None => Ok(()),
    }
}

/// "Stunned: can do nothing and is easier to hit".
fn refusal(ailment: Ailment) -> Refused {
    let rule = ailment.rule();
    Refused::new(format!("{}: {}", rule.name, rule.brief), rule.clause)
}

/// Everything whose bar catches an action.
const fn of(action: Action) -> &'static [Bar] {
    match action {
        // What happens to a unit is no action of its own, and a plain defence is none either.
        Action::ForcedDrop | Action::StandardDefence => &[],
        Action::Walk | Action::Run => &[Bar::Everything, Bar::Movement],
        Action::Sprint => &[Bar::Everything, Bar::Movement, Bar::Sprint],
        Action::StandUp => &[Bar::Everything, Bar::StandingUp],
        Action::SayWord => &[Bar::Everything, Bar::Speech],
        Action::Dodge | Action::Parry | Action::Block => &[Bar::Everything, Bar::Evasion],
        Action::MeleeAttack | Action::UnarmedAttack => &[Bar::Everything, Bar::StartingMelee],
        Action::AttackProgram | Action::Detonate => &[Bar::Everything, Bar::AllButBlows, Bar::Wireless],
        Action::MultipleAttacks | Action::Intercept => &[Bar::Everything],
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
        | Action::FullDefense => &[Bar::Everything, Bar::AllButBlows],
    }
}

/// Why a unit may not do a deed of its book, if one of its ailments forbids it. Keys are those of offers.
pub fn forbids_deed(suffered: &[Suffered], key: &str) -> Option<Refused> {
    let bars: &[Bar] = match key {
        "charge" => &[Bar::Everything, Bar::Movement, Bar::StartingMelee],
        "full_move" => &[Bar::Everything, Bar::Movement],
        "engage" => &[Bar::Everything, Bar::StartingMelee, Bar::AllButBlows],
        _ => &[Bar::Everything, Bar::AllButBlows],
    };
    bars.iter().find_map(|bar| barred(suffered, *bar)).map(refusal)
}
