//! Carrying a body as a shield, and dropping it. `SS-ACT-62`, `SS-BARR-51`.

use crate::swan_song::UnitKind;
use crate::swan_song::lines::recovery::{RecoveryLabel, SpecialActionRefusal};
use crate::turn_engine::Action;
use crate::turn_engine::actions::{ActionCost, action_cost};
use crate::{
    ActionOutcome, ActionRequest, AvailableAction, BattleEvent, CostError, Grip, Payment, RuleSet, RuleStep,
    RuleViolation, SpecialAction, SpecialActionTarget, UnitSnapshot, play,
};

/// Key of picking up a body.
const LIFT_BODY: &str = "lift_body";
/// Key of dropping it.
const DROP_BODY: &str = "drop_body";

/// Lists the actions: pick up a body, or drop the carried one.
pub(super) fn list_actions(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<AvailableAction> {
    if let Some(body) = &unit.carries {
        return vec![AvailableAction {
            key: DROP_BODY,
            label: RecoveryLabel::DropBody.into(),
            detail: format!("Drops {} here.", body.name),
            price: "free".to_owned(),
            aim: SpecialActionTarget::Nothing,
            clause: "SS-ACT-62",
        }];
    }
    let price = match action_cost(Action::LiftBody, &rules.engine) {
        ActionCost::Points(points) => format!("{points} AP"),
        _ => "free".to_owned(),
    };
    vec![AvailableAction {
        key: LIFT_BODY,
        label: RecoveryLabel::CarryBody.into(),
        detail: "Picks up a dead or unconscious unit as good cover.".to_owned(),
        price,
        aim: SpecialActionTarget::Neighbour,
        clause: "SS-ACT-62",
    }]
}

/// Checks and pays an action; `None` if it is not one of these.
///
/// # Errors
/// Returns a `CostError` if it is not possible.
pub(super) fn pay_action(
    special_action: &SpecialAction<'_>,
    rules: &RuleSet,
) -> Option<Result<Payment, CostError>> {
    let action = match special_action.key {
        LIFT_BODY => {
            if let Err(why) = may_pick_up_body(special_action) {
                return Some(Err(why.into()));
            }
            Action::LiftBody
        }
        DROP_BODY if special_action.unit.carries.is_some() => Action::DropObject,
        DROP_BODY => {
            return Some(Err(RuleViolation::new(SpecialActionRefusal::NoBodyCarried, "SS-ACT-62").into()));
        }
        _ => return None,
    };
    Some(play::pay_action(special_action.unit, ActionRequest::for_action(action), rules))
}

/// Checks that the target can be picked up. `SS-BARR-51`.
fn may_pick_up_body(special_action: &SpecialAction<'_>) -> Result<(), RuleViolation> {
    let refuse = |why: SpecialActionRefusal| Err(RuleViolation::new(why, "SS-BARR-51"));
    if special_action.unit.carries.is_some() {
        return refuse(SpecialActionRefusal::AlreadyCarrying);
    }
    match special_action.target {
        None => refuse(SpecialActionRefusal::NoBodyChosen),
        Some((_, 2..)) => refuse(SpecialActionRefusal::BodyOutOfReach),
        Some((body, _)) if body.sheet.swan_song().kind == UnitKind::Vehicle => {
            refuse(SpecialActionRefusal::BodyIsVehicle)
        }
        Some((body, _)) if body.down.is_none() => refuse(SpecialActionRefusal::BodyIsConscious),
        Some((body, _)) if body.grip.is_some() => refuse(SpecialActionRefusal::BodyHeldByAnother),
        Some(_) => Ok(()),
    }
}

/// Resolves an action; `None` if it is not one of these.
pub(super) fn resolve_action(special_action: &SpecialAction<'_>) -> Option<ActionOutcome> {
    let unit = special_action.unit.id;
    let steps = match special_action.key {
        LIFT_BODY => {
            let (body, _) = special_action.target?;
            vec![RuleStep::SetGrip { unit, grip: Some(Grip::Holding(body.id)) }]
        }
        DROP_BODY => {
            let leave_cover =
                special_action.unit.in_cover.then_some(RuleStep::Record(BattleEvent::CoverLeft { unit }));
            [RuleStep::SetGrip { unit, grip: None }].into_iter().chain(leave_cover).collect()
        }
        _ => return None,
    };
    Some(ActionOutcome::from_effects(steps))
}
