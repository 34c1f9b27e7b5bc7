//! Multiple attacks, extended actions and detonation triggers. Chapters MULTI, ACT and TIMED.

use super::attacks::scene;
use super::wrap_turn_budget;
use crate::swan_song::attack::multiple_attacks;
use crate::swan_song::attack::multiple_attacks::SplitAttack;
use crate::turn_engine::extended_action::ExtendedActionProgress;
use crate::turn_engine::timed_items::DetonationTrigger;
use crate::{CostError, Payment, PoolShare, RuleViolation, UnitAttack, UnitSnapshot, Weapon};

/// Splits the pool between attacks. Chapter MULTI.
///
/// # Errors
/// Returns why the attacks cannot be combined.
pub fn split_pool(attacks: &[UnitAttack<'_>]) -> Result<Vec<PoolShare>, RuleViolation> {
    let scenes: Vec<_> = attacks.iter().map(|attack| (scene(*attack), attack.slot)).collect();
    let strikes: Vec<_> = scenes.iter().map(|(scene, slot)| SplitAttack { scene, slot: *slot }).collect();
    multiple_attacks::attack_shares(&strikes).map_err(|why| RuleViolation::new(why, why.clause()))
}

/// Trigger of an item's detonation. Table SS-T4.
pub fn detonation_trigger(item: &Weapon) -> Option<DetonationTrigger> {
    item.swan_song().trigger
}

/// Pays towards an extended action. `SS-ACT-18`.
///
/// # Errors
/// Returns why it cannot be paid.
pub fn pay_extended_action(
    unit: &UnitSnapshot,
    progress: ExtendedActionProgress,
) -> Result<(Payment, ExtendedActionProgress), CostError> {
    let before = *unit.budget.swan_song();
    let (after, progress) = before.pay_extended_action(progress)?;
    let points = before.points - after.points;
    Ok((Payment { budget: wrap_turn_budget(after), points, free: 0, condition: None }, progress))
}
