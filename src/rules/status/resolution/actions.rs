//! Actions of a unit and its neighbours against ailments: putting out fire, waking.

use super::{in_play, roll_ailment_test};
use crate::lines::{AilmentLine, AilmentRefusal, SharedActionLabel};
use crate::status::{self, Ailment, EndCondition, PhaseEffort, ailment_terms};
use crate::turn_engine::Action;
use crate::{
    ActionOutcome, ActionRequest, AvailableAction, Book, CostError, HitResult, Payment, RuleSet, RuleStep,
    RuleViolation, SpecialAction, SpecialActionTarget, UnitSnapshot, play,
};
use dice::{RuleResult, Table};

/// Key of putting out a fire, the unit's own or a neighbour's.
pub const PUT_OUT: &str = "put_out";
/// Key of waking a neighbour.
pub const WAKE: &str = "wake";
/// The actions against ailments that a unit can take now. `CS-BURN-06`, `CS-UNCO-05`.
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
    let price = |effort| play::effort_label(unit.sheet.book(), effort).to_owned();
    if burns(unit) || neighbours.iter().any(burns) {
        let aim = if burns(unit) { SpecialActionTarget::Nothing } else { SpecialActionTarget::Neighbour };
        offers.push(AvailableAction {
            key: PUT_OUT,
            label: SharedActionLabel::PutOutFire.into(),
            detail: format!("{}, for itself or a neighbour", put_out_test_text(unit.sheet.book())),
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
            label: SharedActionLabel::Wake.into(),
            detail: "Wakes an Unconscious neighbour".to_owned(),
            price: price(PhaseEffort::Half),
            aim: SpecialActionTarget::Neighbour,
            clause: "CS-UNCO-05",
        });
    }
    offers
}

/// The test that puts out a fire, in the terms of a book: "Agility test at -20". `CS-BURN-05`.
fn put_out_test_text(book: Book) -> String {
    let test = status::put_out_fire_test();
    let penalty = test.bonus.map_or(0, |bonus| ailment_terms::for_book(book).measure(bonus.amount));
    play::agility_test_text(book, penalty)
}

/// The price of an action against an ailment, or why it is not possible; `None` for other actions. `CS-BURN-06`,
/// `CS-UNCO-05`.
pub fn pay_special_action(action: &SpecialAction<'_>, rules: &RuleSet) -> Option<Result<Payment, CostError>> {
    let refused = |why: AilmentRefusal, clause| Some(Err(RuleViolation::new(why, clause).into()));
    let near = action.target.filter(|(_, rings)| *rings <= 1).map(|(unit, _)| unit);
    match action.key {
        PUT_OUT => {
            let whom = near.unwrap_or(action.unit);
            if action.target.is_some() && near.is_none() {
                return refused(AilmentRefusal::FireOutOfReach, "CS-BURN-06");
            }
            if !status::has(&whom.ailments, Ailment::Burning) {
                return refused(AilmentRefusal::NoFire, "CS-BURN-05");
            }
            Some(pay_effort(action.unit, rules.status_options().extinguish, rules))
        }
        WAKE => match near {
            _ if !rules.status_options().wake => refused(AilmentRefusal::WakingOff, "CS-UNCO-05"),
            Some(other)
                if other.side == action.unit.side
                    && status::relieved_by(&other.ailments, EndCondition::Waking).next().is_some() =>
            {
                Some(pay_effort(action.unit, PhaseEffort::Half, rules))
            }
            _ => refused(AilmentRefusal::NoUnitToWake, "CS-UNCO-05"),
        },
        _ => None,
    }
}

/// Pays half a phase or a whole one.
///
/// # Errors
/// Returns why it cannot be paid.
fn pay_effort(unit: &UnitSnapshot, effort: PhaseEffort, rules: &RuleSet) -> Result<Payment, CostError> {
    if effort == PhaseEffort::Full {
        play::check_permission(unit, Action::Ready, rules)?;
        play::check_full_effort(unit, rules)?;
    }
    let once = play::pay_action(unit, ActionRequest::for_action(Action::Ready), rules)?;
    if effort == PhaseEffort::Half {
        return Ok(once);
    }
    let left = unit.after_payment(once.clone());
    let twice = play::pay_action(&left, ActionRequest::for_action(Action::Ready), rules)?;
    let points = once.points + twice.points;
    status::check_price(&unit.ailments, unit.spent, points)?;
    let (condition, cause) = (twice.condition.or(once.condition), twice.cause.or(once.cause));
    Ok(Payment { points, free: once.free + twice.free, condition, cause, budget: twice.budget })
}

/// Resolves an action against an ailment; `None` for other actions. `CS-BURN-05`, `CS-UNCO-05`.
pub fn resolve_special_action(
    table: &mut impl Table,
    action: &SpecialAction<'_>,
    rules: &RuleSet,
) -> RuleResult<Option<ActionOutcome>> {
    let whom = action.target.map_or(action.unit, |(unit, _)| unit);
    match action.key {
        PUT_OUT => {
            let result = roll_ailment_test(table, action.unit, &status::put_out_fire_test(), rules)?;
            let mut effects: Vec<_> = result.cost_steps(action.unit.id).collect();
            if result.passed {
                let (ailment, clause) = (Ailment::Burning, "CS-BURN-05");
                effects.push(RuleStep::Relieve { unit: whom.id, ailment, part: None, clause });
            }
            let (contact, words) = if result.passed {
                (HitResult::Hit, AilmentLine::FireOut)
            } else {
                (HitResult::Miss, AilmentLine::StillBurning)
            };
            Ok(Some(ActionOutcome { contact, words: words.into(), ..ActionOutcome::from_effects(effects) }))
        }
        WAKE => {
            let woken = status::relieved_by(&whom.ailments, EndCondition::Waking);
            let effects = woken.map(|one| RuleStep::Relieve {
                unit: whom.id,
                ailment: one.ailment,
                part: one.part,
                clause: "CS-UNCO-05",
            });
            Ok(Some(ActionOutcome {
                words: AilmentLine::Awake.into(),
                ..ActionOutcome::from_effects(effects.collect())
            }))
        }
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cs_burn_06_price_and_test_are_in_the_terms_of_the_book() {
        let terms = |book| (play::effort_label(book, PhaseEffort::Full), put_out_test_text(book));
        let of = |price, test: &str| (price, test.to_owned());
        assert_eq!(terms(Book::Circumstances), of("2 AP", "Agility test at -20"));
        assert_eq!(terms(Book::CombatChecks), of("2 manoeuvres", "Agility check with 2 setback dice"));
        assert_eq!(terms(Book::SwanSong), of("2 AP", "Agility test with 2 dice less"));
        assert_eq!(play::effort_label(Book::CombatChecks, PhaseEffort::Half), "manoeuvre");
        assert_eq!(play::agility_test_text(Book::SwanSong, -1), "Agility test with 1 die less");
        assert_eq!(play::agility_test_text(Book::CombatChecks, -1), "Agility check with 1 setback die");
    }
}
