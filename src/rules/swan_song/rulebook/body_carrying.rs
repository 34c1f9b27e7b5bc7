//! Lifting a body as a shield, and putting it down. `SS-ACT-62`, `SS-BARR-51`.

use super::{fighter, purse_of};
use crate::turn_engine::Action;
use crate::turn_engine::actions;
use crate::{
    ActionOutcome, AvailableAction, CostError, Effect, Grip, Payment, RuleSet, RuleViolation, SpecialAction,
    SpecialActionTarget, UnitSnapshot,
};

/// Key of lifting a body.
pub const LIFT: &str = "lift_body";
/// Key of putting it down.
pub const DROP: &str = "drop_body";

/// Lift a body, or put down the one that is carried.
pub fn offers(unit: &UnitSnapshot, rules: &RuleSet) -> Vec<AvailableAction> {
    if let Some(body) = &unit.carries {
        return vec![AvailableAction {
            key: DROP,
            label: "Drop the body".to_owned(),
            detail: format!("Lets {} fall where it stands.", body.name),
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
        label: "Lift a body".to_owned(),
        detail: "Takes up somebody who is dead or unconscious: behind it there is good cover.".to_owned(),
        price,
        aim: SpecialActionTarget::Neighbour,
        clause: "SS-ACT-62",
    }]
}

/// Whether it may be done, and what is left after paying; nothing for other deeds.
///
/// # Errors
/// Why not.
pub fn may_do(deed: &SpecialAction<'_>, rules: &RuleSet) -> Option<Result<Payment, CostError>> {
    let action = match deed.key {
        LIFT => {
            if let Err(why) = may_lift(deed) {
                return Some(Err(why.into()));
            }
            Action::LiftBody
        }
        DROP if deed.unit.carries.is_some() => Action::DropObject,
        DROP => return Some(Err(RuleViolation::new("it carries nobody", "SS-ACT-62").into())),
        _ => return None,
    };
    let (before, switches) = (deed.unit.purse.swan_song(), &rules.engine);
    let paid = before.pay(action, switches).map(|after| Payment {
        points: before.points.saturating_sub(after.points),
        free: after.free_used.saturating_sub(before.free_used),
        purse: purse_of(after),
        condition: super::turns::bled(deed.unit, actions::action_category(action, switches)),
    });
    Some(paid.map_err(CostError::from))
}

/// `SS-BARR-51`.
fn may_lift(deed: &SpecialAction<'_>) -> Result<(), RuleViolation> {
    let refused = |text: &str| Err(RuleViolation::new(text, "SS-BARR-51"));
    if deed.unit.carries.is_some() {
        return refused("it carries a body already");
    }
    match deed.target {
        None => refused("a body has to be named"),
        Some((_, 2..)) => refused("the body is out of reach"),
        Some((body, _)) if fighter(body).sheet.kind == super::UnitKind::Vehicle => {
            refused("nobody lifts a vehicle")
        }
        Some((body, _)) if body.down.is_none() => refused("only the dead and the unconscious can be lifted"),
        Some((body, _)) if body.grip.is_some() => refused("somebody else has hold of it"),
        Some(_) => Ok(()),
    }
}

/// Does it; nothing for other deeds.
pub fn perform(deed: &SpecialAction<'_>) -> Option<ActionOutcome> {
    let unit = deed.unit.id;
    let effects = match deed.key {
        LIFT => {
            let (body, _) = deed.target?;
            vec![Effect::Grip { unit, grip: Some(Grip::Holding(body.id)) }]
        }
        DROP => {
            let uncovered = deed.unit.in_cover.then_some(Effect::CoverLost { unit });
            [Effect::Grip { unit, grip: None }].into_iter().chain(uncovered).collect()
        }
        _ => return None,
    };
    Some(ActionOutcome::from_effects(effects))
}
