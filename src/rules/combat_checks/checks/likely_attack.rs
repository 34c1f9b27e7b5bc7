//! How a unit is likely to attack another one next: that decides what it is worth to knock the other one down.

use super::barriers::FULLY_HIDDEN;
use super::range::check_range;
use crate::TargetSight;
use crate::combat_checks::turns::action_economy::move_squares;
use crate::combat_checks::{Fighter, Switches, WieldedWeapon};

/// How a unit is likely to attack another one in its next turn. `CC-THT-09`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LikelyAttack {
    /// Not at all, or nothing is known of it.
    #[default]
    None,
    /// Beside the other one, which is easier if that lies.
    Strike,
    /// With a shot or a throw, which is harder if the other one lies.
    Shot,
}

impl LikelyAttack {
    /// The attack of a unit on one that it sees like this: a strike if it is beside it with a weapon for that, or with nothing
    /// else; a shot if one of its weapons reaches so far; a strike after a Move. `CC-RNG-07`, `CC-RNG-11`, `CC-RNG-13`.
    pub fn of(attacker: &Fighter, sight: &TargetSight, switches: &Switches) -> Self {
        if attacker.down.is_some() {
            return Self::None;
        }
        let usable = || {
            attacker.held.iter().filter(|held| !held.useless && attacker.can_wield(&held.weapon, switches))
        };
        let strikes = |held: &WieldedWeapon| held.weapon.class.is_melee() && held.weapon.hands > 0;
        let shoots = |held: &WieldedWeapon| {
            !held.weapon.class.is_melee()
                && sight.hidden < FULLY_HIDDEN
                && check_range(&held.weapon, sight, switches).is_ok()
        };
        let (has_blade, can_shoot) = (usable().any(strikes), usable().any(shoots));
        let is_beside = sight.chebyshev_distance <= 1;
        let reach = 1 + move_squares(&attacker.sheet, &attacker.condition, switches);
        match (is_beside, has_blade, can_shoot) {
            (true, true, _) | (true, _, false) => Self::Strike,
            (_, _, true) => Self::Shot,
            (false, true, false) if sight.chebyshev_distance <= reach => Self::Strike,
            _ => Self::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat_checks::Limb;
    use crate::combat_checks::test_support::{fighter, pistol, rifle, sight, sword, wielded};

    fn attack(weapons: Vec<crate::combat_checks::Weapon>, squares: u32) -> LikelyAttack {
        let mut unit = fighter(2, |_| ());
        unit.held = weapons.into_iter().map(|weapon| wielded(weapon, Limb::RightArm)).collect();
        LikelyAttack::of(&unit, &sight(squares), &Switches::default())
    }

    #[test]
    fn cc_tht_09_a_unit_strikes_or_shoots_with_what_it_holds() {
        assert_eq!(attack(vec![sword()], 1), LikelyAttack::Strike);
        assert_eq!(attack(vec![sword(), pistol()], 1), LikelyAttack::Strike);
        assert_eq!(attack(vec![pistol()], 1), LikelyAttack::Shot);
        assert_eq!(attack(vec![rifle()], 1), LikelyAttack::Strike, "too close for it");
        assert_eq!(attack(vec![sword(), rifle()], 6), LikelyAttack::Shot);
        assert_eq!(attack(vec![sword()], 7), LikelyAttack::Strike, "after a Move of six squares");
        assert_eq!(attack(vec![sword()], 8), LikelyAttack::None);
    }

    #[test]
    fn cc_tht_12_nobody_attacks_with_what_is_broken_or_through_a_wall() {
        let mut unit = fighter(2, |_| ());
        unit.held.push(wielded(rifle(), Limb::RightArm));
        let hidden = TargetSight { hidden: FULLY_HIDDEN, ..sight(10) };
        assert_eq!(LikelyAttack::of(&unit, &hidden, &Switches::default()), LikelyAttack::None);
        unit.held[0].useless = true;
        assert_eq!(LikelyAttack::of(&unit, &sight(10), &Switches::default()), LikelyAttack::None);
    }
}
