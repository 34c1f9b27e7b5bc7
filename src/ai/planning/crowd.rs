//! Crowds: units of a side that one area attack of an enemy would catch together.

use super::known_unit::KnownUnit;
use super::situation::Situation;
use super::unit_estimate::uses_left;
use battle::BattleView;
use model::{Cell, UnitId};
use rules::play;

/// Danger of a square for each friend near it, and the most friends that count.
const EACH_FRIEND: f64 = 0.02;
const MAX_FRIENDS: usize = 3;

/// Radius in metres of the largest area that one of these units can attack with what it carries; `None` if none can.
pub(super) fn largest_area(view: &BattleView, enemies: &[KnownUnit]) -> Option<u32> {
    enemies.iter().filter_map(|enemy| area_of(view, enemy.id)).max()
}

/// Radius in metres of the largest area that a unit can attack, with what it has in hand or can take in hand.
fn area_of(view: &BattleView, enemy: UnitId) -> Option<u32> {
    let unit = view.unit(enemy)?;
    let attacker = view.unit_snapshot(&unit);
    let harmful = unit.inventory.items().filter(|carried| {
        carried.needs_bystanders()
            && carried.weapon().attack_properties().lays.is_none()
            && uses_left(&attacker, carried) > 0
    });
    let blasts = harmful.filter_map(|carried| play::blast_profile(&attacker, carried.weapon(), view.rules()));
    blasts.map(|blast| blast.radius_m).max()
}

/// Danger of ending a phase on a square where an area attack of an enemy would catch friends as well: it is the more likely to be
/// made there. None where it would catch an enemy, too.
pub(super) fn crowd_danger(situation: &Situation, cell: Cell) -> f64 {
    let Some(radius) = situation.area_radius else { return 0.0 };
    let is_near = |other: &KnownUnit| other.cell.distance_squared(cell) <= radius.pow(2);
    if situation.enemies.iter().any(is_near) {
        return 0.0;
    }
    let grid = situation.view.field().grid();
    let is_caught = |friend: &&KnownUnit| is_near(friend) && field::blast_reaches(grid, friend.cell, cell);
    let caught = situation.friends.iter().filter(is_caught).count();
    EACH_FRIEND * caught.min(MAX_FRIENDS) as f64
}
