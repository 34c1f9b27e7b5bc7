//! Answers of books that have no rule of their own, where an answer takes more than a line.

use crate::knockback::profile;
use crate::knockback::profile::FootingResult;
use crate::lines::{InterceptLine, SharedRefusal};
use crate::status::{AilmentTest, TestTrait};
use crate::turn_engine::interception;
use crate::turn_engine::interception::Interceptor;
use crate::{
    CostError, Effect, InterceptOption, Payment, RuleSet, RuleViolation, UnitSnapshot, WeaponReach, play,
};
use dice::{GivenText, RuleResult, Table};

/// Refuses to share one pool: attacks are made one by one.
pub(crate) fn refuse_shared_pool() -> RuleViolation {
    RuleViolation::new(SharedRefusal::OneAttackAtATime, "SS-MULTI-01")
}

/// Pays the engine's action points for an interception. `SS-ACT-41`.
///
/// # Errors
/// Too few points.
pub(super) fn pay_interception(unit: &UnitSnapshot, rules: &RuleSet) -> Result<Payment, CostError> {
    let points = rules.engine.ap_intercept;
    let purse = unit
        .purse
        .spend(points)
        .ok_or(CostError::TooFewPoints { needed: points, left: unit.purse.points() })?;
    Ok(Payment { purse, points, free: 0, condition: None })
}

/// Lists a blow with every melee weapon in hand, bare hands among them. `SS-INTC-07`, `SS-INTC-08`.
pub(super) fn intercept_options(
    unit: &UnitSnapshot,
    mover: &UnitSnapshot,
    rules: &RuleSet,
) -> Vec<InterceptOption> {
    let Ok(paid) = play::intercepts(unit, rules) else { return Vec::new() };
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
    let in_reach =
        unit.held.iter().filter_map(|held| match play::arm(&held.weapon, &unit.sheet, rules).reach {
            WeaponReach::Melee { beyond } => Some((held, beyond)),
            WeaponReach::Ranged { .. } => None,
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
            detail: GivenText(play::weapon_line(unit, &held.weapon, rules)).into(),
            weapon: held.weapon.clone(),
            slot: Some(held.slot),
            beyond,
            paid: paid.clone(),
            clause: "SS-INTC-07",
        })
        .collect()
}

/// Tests Agility against the metres: ten points of a hundred, or a die, for each. `AB-KNOCK-03`, `AB-KNOCK-04`.
///
/// # Errors
/// As the table.
pub(super) fn test_footing(
    table: &mut impl Table,
    unit: &UnitSnapshot,
    metres: u32,
    rules: &RuleSet,
) -> RuleResult<(bool, Vec<Effect>)> {
    let difficulty = match profile::footing_result(play::frame(unit, rules), metres) {
        FootingResult::Unmoved => return Ok((true, Vec::new())),
        FootingResult::KnockedDown => return Ok((false, Vec::new())),
        FootingResult::MustBalance { difficulty } => i32::try_from(difficulty).unwrap_or(i32::MAX),
    };
    let trial = AilmentTest::new(&[TestTrait::Agility], "keep its feet", "AB-KNOCK-04");
    let trial = trial.with_bonus(difficulty.saturating_mul(-10), "metres", "AB-KNOCK-04");
    let tried = play::ailment_test(table, unit, &trial, rules)?;
    let effects = tried.after.map(|after| Effect::HealthState { unit: unit.id, after, damage: 0 });
    Ok((tried.passed, effects.into_iter().collect()))
}
