//! An area weapon in hand besides others, or an explosive to take in hand: what it does from squares that the unit may walk to.

use super::attack_methods::{is_announced, range_half_metres, rank_weapon_use};
use super::known_unit::KnownUnit;
use super::odds_cache::{OddsEstimate, WeaponUse};
use super::situation::{ActionsLeft, Situation};
use super::special_tactics::CAUGHT_BONUS;
use super::unit_estimate::weapon_uses_of;
use crate::exchange::AreaEffect;
use battle::CarriedItem;
use model::Cell;
use rules::play;

/// Radius in metres of an area that is no blast, such as the spread of a shotgun.
const SPREAD_RADIUS: u32 = 2;
/// Metres beyond the area in which the unit itself does not stand: what misses its target comes down elsewhere.
const SCATTER_METRES: u32 = 2;
/// Share of the effect on the target that counts for each further enemy in the area: it is less far from the centre.
const BESIDE_SHARE: f64 = 0.7;

/// An area weapon in hand besides others, or an explosive to take in hand, as it is judged from any square: by what stands near its
/// target. What exactly it does is known where the unit attacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct AreaWeapon {
    pub weapon_use: WeaponUse,
    /// Radius of the area in metres.
    radius: u32,
    /// Whether it is gone after one attack.
    is_thrown: bool,
}

impl AreaWeapon {
    /// Finds the one with the longest reach; `None` without one, and where all weapons in hand are such: then they are judged as any
    /// others.
    pub fn find(situation: &Situation) -> Option<Self> {
        let inventory = &situation.me.inventory;
        let is_area = |weapon_use: &WeaponUse| inventory[weapon_use.weapon].needs_bystanders();
        let uses = situation.weapon_uses();
        if uses.iter().all(is_area) {
            return None;
        }
        let harms =
            |weapon_use: &WeaponUse| inventory[weapon_use.weapon].weapon().attack_properties().lays.is_none();
        let usable = uses.into_iter().filter(|weapon_use| {
            is_area(weapon_use)
                && harms(weapon_use)
                && range_half_metres(situation, *weapon_use) > 0
                && is_announced(situation, weapon_use.weapon)
        });
        let weapon_use = usable.max_by_key(|weapon_use| rank_weapon_use(situation, *weapon_use))?;
        let carried = &inventory[weapon_use.weapon];
        let radius = blast_radius(situation, carried).unwrap_or(SPREAD_RADIUS);
        Some(Self { weapon_use, radius, is_thrown: is_thrown(carried) })
    }

    /// An explosive that has to be taken in hand before it is thrown; `None` for any other item.
    pub fn carried(situation: &Situation, slot: usize, carried: &CarriedItem) -> Option<Self> {
        let has_use = !carried.in_hand() && carried.hands() > 0 && carried.needs_bystanders();
        let lays = carried.weapon().attack_properties().lays.is_some();
        if !has_use || lays || weapon_uses_of(slot, carried).is_empty() {
            return None;
        }
        let radius = blast_radius(situation, carried)?;
        Some(Self { weapon_use: Self::use_of((slot, carried)), radius, is_thrown: is_thrown(carried) })
    }

    /// The use of a carried weapon in its first fire mode.
    pub fn use_of((slot, carried): (usize, &CarriedItem)) -> WeaponUse {
        WeaponUse { weapon: slot, mode: carried.modes().first().copied(), option: None }
    }

    /// Whether an attack on an enemy reaches another one as well.
    pub fn catches_another(&self, situation: &Situation, enemy: &KnownUnit) -> bool {
        let mut others = situation.enemies.iter().filter(|other| other.id != enemy.id);
        others.any(|other| self.reaches(situation, enemy.cell, other.cell))
    }

    /// What a unit can do with it of all that it could pay for.
    pub fn limit(&self, left: ActionsLeft) -> ActionsLeft {
        let most = if self.is_thrown { 1 } else { u32::MAX };
        ActionsLeft {
            attacks: left.attacks.min(most),
            attacks_with_cover: left.attacks_with_cover.map(|attacks| attacks.min(most)),
        }
    }

    /// Whether it can be used again in the next phase.
    pub fn lasts(&self) -> bool {
        !self.is_thrown
    }

    /// Whether an attack on an enemy from a cell is likely to catch neither the unit nor a friend.
    pub fn spares_own_side(&self, situation: &Situation, cell: Cell, enemy: &KnownUnit) -> bool {
        let is_caught = |friend: &KnownUnit| self.reaches(situation, enemy.cell, friend.cell);
        is_clear(self.radius, enemy.cell, cell) && !situation.friends.iter().any(is_caught)
    }

    /// What an attack with this effect on an enemy does to those near it, with their scores.
    pub fn effects_beside(
        &self,
        situation: &Situation,
        enemy: &KnownUnit,
        estimate: &OddsEstimate,
    ) -> Vec<(AreaEffect, f64)> {
        let others = situation.enemies.iter().filter(|other| other.id != enemy.id);
        let caught = others.filter(|other| self.reaches(situation, enemy.cell, other.cell));
        let effect = OddsEstimate { knockdown: 0.0, ..estimate.scaled(BESIDE_SHARE) };
        let score =
            |other: &KnownUnit| CAUGHT_BONUS * estimate.harm + other.value * effect.score(other.health_left);
        caught.map(|other| ((other.id, effect), score(other))).collect()
    }

    fn reaches(&self, situation: &Situation, centre: Cell, cell: Cell) -> bool {
        centre.distance_squared(cell) <= self.radius.pow(2)
            && field::blast_reaches(situation.view.field().grid(), centre, cell)
    }
}

/// Radius in metres of the blast of a weapon; `None` if it has none.
fn blast_radius(situation: &Situation, carried: &CarriedItem) -> Option<u32> {
    let blast = play::blast_profile(&situation.fighter, carried.weapon(), situation.view.rules());
    blast.map(|blast| blast.radius_m)
}

/// Whether a weapon is gone after an attack.
pub(super) fn is_thrown(carried: &CarriedItem) -> bool {
    carried.needs_bystanders() && carried.magazine() == 0
}

/// Whether a cell is out of an area, and of what goes astray.
fn is_clear(radius: u32, centre: Cell, cell: Cell) -> bool {
    centre.distance_squared(cell) > (radius + SCATTER_METRES).pow(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weapon(is_thrown: bool) -> AreaWeapon {
        let weapon_use = WeaponUse { weapon: 0, mode: None, option: None };
        AreaWeapon { weapon_use, radius: 3, is_thrown }
    }

    #[test]
    fn what_is_thrown_is_thrown_once() {
        let left = ActionsLeft { attacks: 3, attacks_with_cover: Some(2) };
        assert_eq!(weapon(true).limit(left), ActionsLeft { attacks: 1, attacks_with_cover: Some(1) });
        assert_eq!(weapon(false).limit(left), left);
        assert!(weapon(false).lasts() && !weapon(true).lasts());
    }

    #[test]
    fn a_cell_is_clear_only_beyond_the_area_and_where_misses_land() {
        let clear = [0, 3, 5, 6].map(|x| is_clear(3, Cell::new(10, 5), Cell::new(10 + x, 5)));
        assert_eq!(clear, [false, false, false, true]);
    }
}
