//! Default methods of `Rulebook` that take more than a line.

use crate::knockback::profile;
use crate::knockback::profile::FootingResult;
use crate::lines::{InterceptLine, SharedRefusal};
use crate::status::{AilmentTest, TestTrait};
use crate::turn_engine::Action;
use crate::turn_engine::interception;
use crate::turn_engine::interception::Interceptor;
use crate::{
    AttackRequest, CostError, InterceptOption, Payment, RuleSet, RuleStep, RuleViolation, UnitSnapshot,
    Weapon, WeaponReach, play,
};
use dice::{GivenText, RuleResult, Table};

/// Refuses to share one pool: attacks are made one by one.
pub(crate) fn refuse_shared_pool() -> RuleViolation {
    RuleViolation::new(SharedRefusal::OneAttackAtATime, "SS-MULTI-01")
}

/// Refuses an attack on a square: every attack is aimed at a unit or a barrier. `SS-ATK-06`.
pub(crate) fn refuse_cell_target(request: &AttackRequest) -> RuleViolation {
    RuleViolation::new(SharedRefusal::NeedsTarget { weapon: request.weapon.name().into() }, "SS-ATK-06")
}

/// Pays an action at the turn engine's price.
///
/// # Errors
/// Returns a `CostError` if the unit is out of action or cannot pay.
pub(super) fn pay_engine_price(
    unit: &UnitSnapshot,
    action: Action,
    rules: &RuleSet,
) -> Result<Payment, CostError> {
    if unit.down.is_some() {
        return Err(RuleViolation::new(SharedRefusal::OutOfAction, "SS-BASE-31").into());
    }
    let mut budget = unit.budget;
    let free = budget.pay_engine_price(action, &rules.engine)?;
    let points = unit.budget.points().saturating_sub(budget.points());
    Ok(Payment { budget, points, free, condition: None, cause: None })
}

/// Lists an attack with every melee weapon in hand, including bare hands. `SS-INTC-07`, `SS-INTC-08`.
pub(super) fn intercept_options(
    unit: &UnitSnapshot,
    mover: &UnitSnapshot,
    rules: &RuleSet,
) -> Vec<InterceptOption> {
    let Ok(paid) = play::pay_interception(unit, rules) else { return Vec::new() };
    if !rules.borrows("interception") {
        return Vec::new();
    }
    let watcher = Interceptor {
        hostile: unit.side != mover.side,
        conscious: unit.down.is_none(),
        surprised: unit.surprised_by.contains(&mover.id),
        aware: !mover.concealed,
        prone: unit.prone,
    };
    if !interception::may_intercept(watcher) {
        return Vec::new();
    }
    let in_reach = unit.held.iter().filter_map(|held| {
        match play::weapon_traits(&held.weapon, &unit.sheet, rules).reach {
            WeaponReach::Melee { beyond } => Some((held, beyond)),
            WeaponReach::Ranged { .. } => None,
        }
    });
    (1..)
        .zip(in_reach)
        .map(|(nth, (held, beyond))| InterceptOption {
            key: if nth == 1 {
                interception::STRIKE_KEY.to_owned()
            } else {
                format!("{}_{nth}", interception::STRIKE_KEY)
            },
            label: InterceptLine::Strike { weapon: held.weapon.name().into() }.into(),
            detail: GivenText(strike_detail(unit, &held.weapon, &paid, rules)).into(),
            weapon: held.weapon.clone(),
            slot: Some(held.slot),
            beyond,
            paid: paid.clone(),
            clause: "SS-INTC-07",
        })
        .collect()
}

/// Price and harm of a strike: "costs 1 AP next turn; 12 bashing". `SS-ACT-41`.
fn strike_detail(unit: &UnitSnapshot, weapon: &Weapon, paid: &Payment, rules: &RuleSet) -> String {
    let summary = play::weapon_summary(unit, weapon, rules);
    match play::interception_price(unit, paid) {
        price if price.is_empty() => summary,
        price => format!("{price}; {summary}"),
    }
}

/// Tests Agility against the metres: ten points of a hundred, or a die, for each. `AB-KNOCK-03`, `AB-KNOCK-04`.
pub(super) fn test_footing(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    metres: u32,
    rules: &RuleSet,
) -> RuleResult<(bool, Vec<RuleStep>)> {
    let difficulty = match profile::footing_result(play::knockback_profile(unit, rules), metres) {
        FootingResult::Unmoved => return Ok((true, Vec::new())),
        FootingResult::KnockedDown => return Ok((false, Vec::new())),
        FootingResult::MustBalance { difficulty } => i32::try_from(difficulty).unwrap_or(i32::MAX),
    };
    let trial = AilmentTest::new(&[TestTrait::Agility], "keep its feet", "AB-KNOCK-04");
    let trial = trial.with_bonus(difficulty.saturating_mul(-10), "metres", "AB-KNOCK-04");
    let tried = play::roll_ailment_test(table, unit, &trial, rules)?;
    let effects =
        tried.after.map(|after| RuleStep::ChangeHealth { unit: unit.id, after, damage: 0, cause: None });
    Ok((tried.passed, effects.into_iter().collect()))
}
