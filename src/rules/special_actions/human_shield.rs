//! Human shields: a held unit that the holder turns towards an enemy or releases. The shield guards one half of the
//! plane by its position; neither of the two can walk. `SS-BARR-44`, `SS-BARR-51`, `AB-SHIELD-01`.

use super::grappling;
use crate::lines::{HoldRefusal, SharedActionLabel};
use crate::turn_engine::Action;
use crate::{
    ActionOutcome, AvailableAction, CostError, Grip, Payment, RuleSet, RuleStep, RuleViolation,
    SpecialAction, SpecialActionTarget, UnitSnapshot, play,
};
use model::UnitId;

/// Key of turning the shield towards the nearest enemy.
pub const TURN: &str = "turn_shield";
/// Key of releasing the shield.
pub const RELEASE: &str = "release_shield";

/// Number of the live unit that a unit holds as a shield.
pub fn held_alive(unit: &UnitSnapshot) -> Option<UnitId> {
    match unit.grip {
        Some(Grip::Holding(other)) if unit.carries.is_none() => Some(other),
        _ => None,
    }
}

/// Whether releasing is offered here; books with their own holds offer their own action.
fn offers_release(rules: &RuleSet) -> bool {
    !grappling::in_play(rules) && !play::has_grapples(rules)
}

/// Turning and releasing the shield, as far as possible now.
pub fn available_actions(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<AvailableAction> {
    if held_alive(unit).is_none() {
        return Vec::new();
    }
    let offer = |key, label: SharedActionLabel, detail: &str, clause| AvailableAction {
        key,
        label: label.into(),
        detail: detail.to_owned(),
        price: "free".to_owned(),
        aim: SpecialActionTarget::Nothing,
        clause,
    };
    let turn = offer(
        TURN,
        SharedActionLabel::TurnShield,
        "Turns the hostage towards the nearest enemy.",
        "AB-SHIELD-01",
    );
    let release = offer(RELEASE, SharedActionLabel::ReleaseHostage, "Ends the hold.", "SS-BARR-50");
    [Some(turn), offers_release(rules).then_some(release)].into_iter().flatten().collect()
}

/// The price of a shield action, or why it is not possible; `None` for other actions. Both are free in the unit's own
/// phase.
///
/// # Errors
/// Returns the violation if the unit holds no one or it is not its phase.
pub fn pay_special_action(action: &SpecialAction<'_>) -> Option<Result<Payment, CostError>> {
    let clause = match action.key {
        TURN => "AB-SHIELD-01",
        RELEASE => "SS-BARR-50",
        _ => return None,
    };
    let unit = action.unit;
    if held_alive(unit).is_none() {
        return Some(Err(RuleViolation::new(HoldRefusal::NoHostage, clause).into()));
    }
    if unit.budget.phase_timing() != crate::turn_engine::PhaseTiming::Now {
        return Some(Err(CostError::NotItsPhase));
    }
    Some(Ok(Payment::nothing(unit.budget)))
}

/// Resolves a shield action; `None` for other actions.
pub fn resolve_special_action(action: &SpecialAction<'_>) -> Option<ActionOutcome> {
    let unit = action.unit.id;
    let effect = match action.key {
        TURN => RuleStep::TurnBodyShield { unit },
        RELEASE => RuleStep::SetGrip { unit, grip: None },
        _ => return None,
    };
    Some(ActionOutcome::from_effects(vec![effect]))
}

/// Whether a unit of a hold may walk, in a book without its own rule. `AB-BASE-10`.
///
/// # Errors
/// Returns the violation if the unit is held or holds a live unit.
pub fn may_move(unit: &UnitSnapshot, action: Action, rules: &RuleSet) -> Result<(), RuleViolation> {
    if !matches!(action, Action::Walk | Action::Run | Action::Sprint) || play::has_dragging(rules) {
        return Ok(());
    }
    match unit.grip {
        Some(Grip::HeldBy(_)) => Err(RuleViolation::new(HoldRefusal::Held, "SS-BARR-51")),
        Some(Grip::Holding(_)) if unit.carries.is_none() => {
            Err(RuleViolation::new(HoldRefusal::HoldsHostage, "SS-BARR-51"))
        }
        _ => Ok(()),
    }
}
