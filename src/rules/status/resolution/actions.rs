//! What neighbours and the unit itself do about ailments: putting out fire, waking.

use super::{cost_effect, in_play, roll_ailment_test};
use crate::status::{self, Ailment, EndCondition, PhaseEffort};
use crate::turn_engine::Action;
use crate::{
    ActionOutcome, ActionRequest, AvailableAction, CostError, Effect, HitResult, Payment, RuleSet,
    RuleViolation, SpecialAction, SpecialActionTarget, UnitSnapshot, play,
};
use dice::{RuleResult, Table};

/// Key of putting out a fire, one's own or a neighbour's.
pub const PUT_OUT: &str = "put_out";
/// Key of waking a neighbour.
pub const WAKE: &str = "wake";
/// What neighbours and the unit itself can do about ailments: buttons of the action bar. `CS-BURN-06`, `CS-UNCO-05`.
pub fn available_actions(
    unit: &UnitSnapshot,
    neighbours: &[UnitSnapshot],
    rules: &RuleSet,
) -> Vec<AvailableAction> {
    let policy = rules.status_options();
    let mut offers = Vec::new();
    if !in_play(rules) {
        return offers;
    }
    let burns = |unit: &UnitSnapshot| status::has(&unit.ailments, Ailment::Burning);
    let price = |effort| if effort == PhaseEffort::Full { "2 AP" } else { "1 AP" }.to_owned();
    if burns(unit) || neighbours.iter().any(burns) {
        let aim = if burns(unit) { SpecialActionTarget::Nothing } else { SpecialActionTarget::Neighbour };
        offers.push(AvailableAction {
            key: PUT_OUT,
            label: "Put out fire".to_owned(),
            detail: "Agility test at -20, on itself or on a neighbour".to_owned(),
            price: price(policy.extinguish),
            aim,
            clause: "CS-BURN-06",
        });
    }
    let sleeps = |other: &UnitSnapshot| {
        other.side == unit.side && status::relieved_by(&other.ailments, EndCondition::Waking).next().is_some()
    };
    if policy.wake && neighbours.iter().any(sleeps) {
        offers.push(AvailableAction {
            key: WAKE,
            label: "Wake".to_owned(),
            detail: "A neighbour who is Unconscious comes round".to_owned(),
            price: price(PhaseEffort::Half),
            aim: SpecialActionTarget::Neighbour,
            clause: "CS-UNCO-05",
        });
    }
    offers
}

/// Whether a deed about ailments may be done, and its price; `None` for other deeds. `CS-BURN-06`, `CS-UNCO-05`.
pub fn may_do(deed: &SpecialAction<'_>, rules: &RuleSet) -> Option<Result<Payment, CostError>> {
    let refused = |text: &str, clause| Some(Err(RuleViolation::new(text, clause).into()));
    let near = deed.target.filter(|(_, rings)| *rings <= 1).map(|(unit, _)| unit);
    match deed.key {
        PUT_OUT => {
            let whom = near.unwrap_or(deed.unit);
            if deed.target.is_some() && near.is_none() {
                return refused("only a neighbour's fire can be put out", "CS-BURN-06");
            }
            if !status::has(&whom.ailments, Ailment::Burning) {
                return refused("nothing burns there", "CS-BURN-05");
            }
            Some(pay_effort(deed.unit, rules.status_options().extinguish, rules))
        }
        WAKE => match near {
            _ if !rules.status_options().wake => {
                refused("nobody can be woken in this skirmish", "CS-UNCO-05")
            }
            Some(other)
                if other.side == deed.unit.side
                    && status::relieved_by(&other.ailments, EndCondition::Waking).next().is_some() =>
            {
                Some(pay_effort(deed.unit, PhaseEffort::Half, rules))
            }
            _ => refused("wakes a friend beside it who is Unconscious", "CS-UNCO-05"),
        },
        _ => None,
    }
}

/// Pays half a phase or a whole one.
///
/// # Errors
/// Why it cannot be paid.
fn pay_effort(unit: &UnitSnapshot, effort: PhaseEffort, rules: &RuleSet) -> Result<Payment, CostError> {
    let once = play::pay(unit, ActionRequest::for_action(Action::Ready), rules)?;
    if effort == PhaseEffort::Half {
        return Ok(once);
    }
    let mut left = unit.clone();
    left.purse = once.purse;
    left.spent += once.points;
    if let Some(after) = &once.condition {
        left.condition = after.clone();
    }
    let twice = play::pay(&left, ActionRequest::for_action(Action::Ready), rules)?;
    let points = once.points + twice.points;
    status::check_price(&unit.ailments, unit.spent, points)?;
    let condition = twice.condition.or(once.condition);
    Ok(Payment { points, free: once.free + twice.free, condition, purse: twice.purse })
}

/// Does a deed about ailments; `None` for other deeds. `CS-BURN-05`, `CS-UNCO-05`.
///
/// # Errors
/// As the table.
pub fn perform(
    table: &mut impl Table,
    deed: &SpecialAction<'_>,
    rules: &RuleSet,
) -> RuleResult<Option<ActionOutcome>> {
    let whom = deed.target.map_or(deed.unit, |(unit, _)| unit);
    match deed.key {
        PUT_OUT => {
            let tried = roll_ailment_test(table, deed.unit, &status::put_out_fire_test(), rules)?;
            let mut effects: Vec<_> = cost_effect(deed.unit, &tried).into_iter().collect();
            if tried.passed {
                let (ailment, clause) = (Ailment::Burning, "CS-BURN-05");
                effects.push(Effect::Relieve { unit: whom.id, ailment, part: None, clause });
            }
            let (contact, words) =
                if tried.passed { (HitResult::Hit, "out") } else { (HitResult::Miss, "still burning") };
            Ok(Some(ActionOutcome { contact, net: 0, damage: 0, words: words.to_owned(), effects }))
        }
        WAKE => {
            let woken = status::relieved_by(&whom.ailments, EndCondition::Waking);
            let effects = woken.map(|one| Effect::Relieve {
                unit: whom.id,
                ailment: one.ailment,
                part: one.part,
                clause: "CS-UNCO-05",
            });
            Ok(Some(ActionOutcome {
                words: "awake".to_owned(),
                ..ActionOutcome::from_effects(effects.collect())
            }))
        }
        _ => Ok(None),
    }
}
