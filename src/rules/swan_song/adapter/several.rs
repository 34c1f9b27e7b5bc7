//! Several attacks at once, actions of several phases, and items that go off. Chapters MULTI, ACT and TIMED.

use super::super::extended::Progress;
use super::super::multiple::{self, Strike};
use super::super::timed::Trigger;
use super::combat::scene;
use super::purse_of;
use crate::{Combatant, Engagement, Paid, Refused, Share, Unpaid, Weapon};

/// Chapter MULTI.
///
/// # Errors
/// Why the attacks cannot be made together.
pub fn shares(attacks: &[Engagement]) -> Result<Vec<Share>, Refused> {
    let scenes: Vec<_> = attacks.iter().map(|attack| (scene(attack), attack.slot)).collect();
    let strikes: Vec<_> = scenes.iter().map(|(scene, slot)| Strike { scene, slot: *slot }).collect();
    multiple::shares(&strikes).map_err(|why| Refused::new(why.to_string(), why.clause()))
}

/// Table SS-T4.
pub fn trigger(item: &Weapon) -> Option<Trigger> {
    item.swan_song().trigger
}

/// `SS-ACT-18`.
///
/// # Errors
/// Why it cannot.
pub fn pay_towards(unit: &Combatant, progress: Progress) -> Result<(Paid, Progress), Unpaid> {
    let before = *unit.purse.swan_song();
    let (after, progress) = before.pay_towards(progress)?;
    let points = before.points - after.points;
    Ok((Paid { purse: purse_of(after), points, free: 0, condition: None }, progress))
}
