//! Carrying a body as a shield, and dropping it. `SS-ACT-62`, `SS-BARR-51`.

use super::{fighter, wrap_turn_budget};
use crate::swan_song::lines::recovery::{RecoveryLabel, SpecialActionRefusal};
use crate::turn_engine::Action;
use crate::turn_engine::actions;
use crate::{
    ActionOutcome, AvailableAction, BattleEvent, CostError, Grip, Payment, RuleSet, RuleStep, RuleViolation,
    SpecialAction, SpecialActionTarget, UnitSnapshot,
};

/// Key of picking up a body.
pub const LIFT: &str = "lift_body";
/// Key of dropping it.
pub const DROP: &str = "drop_body";

/// Returns the actions: pick up a body, or drop the carried one.
pub fn available_actions(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<AvailableAction> {
    if let Some(body) = &unit.carries {
        return vec![AvailableAction {
            key: DROP,
            label: RecoveryLabel::DropBody.into(),
            detail: format!("Drops {} here.", body.name),
            price: "free".to_owned(),
            aim: SpecialActionTarget::Nothing,
            clause: "SS-ACT-62",
        }];
    }
    let price = match actions::action_cost(Action::LiftBody, &rules.engine) {
        actions::ActionCost::Points(points) => format!("{points} AP"),
        _ => "free".to_owned(),
    };
    vec![AvailableAction {
        key: LIFT,
        label: RecoveryLabel::CarryBody.into(),
        detail: "Picks up a dead or unconscious unit as good cover.".to_owned(),
        price,
        aim: SpecialActionTarget::Neighbour,
        clause: "SS-ACT-62",
    }]
}

/// Checks the action and returns what is left after paying; `None` if it is not one of these.
///
/// # Errors
/// Returns why it is not possible.
pub fn pay_special_action(
    special: &SpecialAction<'_>,
    rules: &RuleSet,
) -> Option<Result<Payment, CostError>> {
    let action = match special.key {
        LIFT => {
            if let Err(why) = may_lift(special) {
                return Some(Err(why.into()));
            }
            Action::LiftBody
        }
        DROP if special.unit.carries.is_some() => Action::DropObject,
        DROP => {
            return Some(Err(RuleViolation::new(SpecialActionRefusal::NoBodyCarried, "SS-ACT-62").into()));
        }
        _ => return None,
    };
    let (before, switches) = (special.unit.budget.swan_song(), &rules.engine);
    let paid = before.pay(action, switches).map(|after| Payment {
        points: before.points.saturating_sub(after.points),
        free: after.free_used.saturating_sub(before.free_used),
        budget: wrap_turn_budget(after),
        condition: super::turns::bled(special.unit, actions::action_category(action, switches)),
    });
    Some(paid.map_err(CostError::from))
}

/// Checks that the target can be picked up. `SS-BARR-51`.
fn may_lift(special: &SpecialAction<'_>) -> Result<(), RuleViolation> {
    let refused = |why: SpecialActionRefusal| Err(RuleViolation::new(why, "SS-BARR-51"));
    if special.unit.carries.is_some() {
        return refused(SpecialActionRefusal::AlreadyCarrying);
    }
    match special.target {
        None => refused(SpecialActionRefusal::NoBodyChosen),
        Some((_, 2..)) => refused(SpecialActionRefusal::BodyOutOfReach),
        Some((body, _)) if fighter(body).sheet.kind == super::UnitKind::Vehicle => {
            refused(SpecialActionRefusal::BodyIsVehicle)
        }
        Some((body, _)) if body.down.is_none() => refused(SpecialActionRefusal::BodyIsConscious),
        Some((body, _)) if body.grip.is_some() => refused(SpecialActionRefusal::BodyHeldByAnother),
        Some(_) => Ok(()),
    }
}

/// Performs the action; `None` if it is not one of these.
pub fn resolve_special_action(special: &SpecialAction<'_>) -> Option<ActionOutcome> {
    let unit = special.unit.id;
    let effects = match special.key {
        LIFT => {
            let (body, _) = special.target?;
            vec![RuleStep::SetGrip { unit, grip: Some(Grip::Holding(body.id)) }]
        }
        DROP => {
            let uncovered =
                special.unit.in_cover.then_some(RuleStep::Record(BattleEvent::CoverLeft { unit }));
            [RuleStep::SetGrip { unit, grip: None }].into_iter().chain(uncovered).collect()
        }
        _ => return None,
    };
    Some(ActionOutcome::from_effects(effects))
}
