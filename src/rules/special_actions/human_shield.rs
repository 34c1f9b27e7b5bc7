//! Somebody alive who is held before another as a shield: turned towards whoever is near, and let go. Where he stands
//! guards one half of the plane; neither of the two walks. `SS-BARR-44`, `SS-BARR-51`, `AB-SHIELD-01`.

use super::grappling;
use crate::turn_engine::Action;
use crate::{
    ActionOutcome, AvailableAction, CostError, Effect, Grip, Payment, RuleSet, RuleViolation, SpecialAction,
    SpecialActionTarget, UnitSnapshot, play,
};

/// Key of turning a shield towards the nearest enemy.
pub const TURN: &str = "turn_shield";
/// Key of letting a shield go.
pub const RELEASE: &str = "release_shield";

/// Whom a unit holds alive, by number.
pub fn held_alive(unit: &UnitSnapshot) -> Option<u32> {
    match unit.grip {
        Some(Grip::Holding(other)) if unit.carries.is_none() => Some(other),
        _ => None,
    }
}

/// Books with holds of their own let go in their own words.
fn offers_release(rules: &RuleSet) -> bool {
    !grappling::in_play(rules) && !play::grapples_by_itself(rules)
}

/// Turning the shield, and letting it go.
pub fn available_actions(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<AvailableAction> {
    if held_alive(unit).is_none() {
        return Vec::new();
    }
    let offer = |key, label: &str, detail: &str, clause| AvailableAction {
        key,
        label: label.to_owned(),
        detail: detail.to_owned(),
        price: "free".to_owned(),
        aim: SpecialActionTarget::Nothing,
        clause,
    };
    let turn = offer(TURN, "Turn the shield", "Holds him towards the nearest enemy.", "AB-SHIELD-01");
    let release = offer(RELEASE, "Let him go", "Ends the hold.", "SS-BARR-50");
    [Some(turn), offers_release(rules).then_some(release)].into_iter().flatten().collect()
}

/// Whether a deed of this chapter may be done; nothing for other deeds. Both are free in the unit's own phase.
///
/// # Errors
/// Why not.
pub fn may_do(deed: &SpecialAction<'_>) -> Option<Result<Payment, CostError>> {
    let clause = match deed.key {
        TURN => "AB-SHIELD-01",
        RELEASE => "SS-BARR-50",
        _ => return None,
    };
    let unit = deed.unit;
    if held_alive(unit).is_none() {
        return Some(Err(RuleViolation::new("it holds nobody", clause).into()));
    }
    if unit.purse.phase_timing() != crate::turn_engine::PhaseTiming::Now {
        return Some(Err(CostError::NotItsPhase));
    }
    Some(Ok(Payment { purse: unit.purse, points: 0, free: 0, condition: None }))
}

/// Does it; nothing for other deeds.
pub fn perform(deed: &SpecialAction<'_>) -> Option<ActionOutcome> {
    let unit = deed.unit.id;
    let effect = match deed.key {
        TURN => Effect::ShieldTurned { unit },
        RELEASE => Effect::Grip { unit, grip: None },
        _ => return None,
    };
    Some(ActionOutcome::from_effects(vec![effect]))
}

/// Neither end of a hold walks, in a book that says nothing of it itself. `AB-BASE-10`.
///
/// # Errors
/// Who is held or holds somebody alive.
pub fn may_move(unit: &UnitSnapshot, action: Action) -> Result<(), RuleViolation> {
    if !matches!(action, Action::Walk | Action::Run | Action::Sprint) {
        return Ok(());
    }
    match unit.grip {
        Some(Grip::HeldBy(_)) => Err(RuleViolation::new("somebody holds it", "SS-BARR-51")),
        Some(Grip::Holding(_)) if unit.carries.is_none() => {
            Err(RuleViolation::new("it holds somebody before it", "SS-BARR-51"))
        }
        _ => Ok(()),
    }
}
