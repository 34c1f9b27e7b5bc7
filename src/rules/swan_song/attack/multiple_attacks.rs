//! Multiple Attacks: one pool for several attacks. Chapter MULTI of the catalogue.

use super::pool::{attack_parts, rounds_per_attack};
use crate::PoolShare;
use crate::swan_song::{AttackContext, Skill, WeaponClass};
use dice::Clause;

/// Different weapons that one set of attacks may use. `SS-MULTI-03`, `SS-RULING-57`.
const MAX_WEAPONS: usize = 2;

/// One attack of a set.
#[derive(Clone, Copy, Debug)]
pub struct SplitAttack<'a> {
    /// The attack as it would be made alone.
    pub scene: &'a AttackContext,
    /// Which of the things the attacker carries makes it.
    pub slot: usize,
}

/// Why several attacks cannot be made together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum MultipleAttackError {
    /// `SS-MULTI-01`.
    #[error("Multiple Attacks are two attacks or more")]
    Single,
    /// `SS-MULTI-10`, `SS-MULTI-12`.
    #[error("half the lower skill, rounded up, allows {most}")]
    TooMany {
        /// Attacks that the skill allows.
        most: u32,
    },
    /// `SS-MULTI-04`.
    #[error("one firearm makes one attack of the set")]
    OneFirearm,
    /// `SS-MULTI-03`.
    #[error("the attacks of a set use one melee weapon or two weapons")]
    ManyWeapons,
    /// `SS-MULTI-15`.
    #[error("{dice} dice are too few for {attacks} attacks: each needs one")]
    Dice {
        /// Dice of the whole pool.
        dice: u32,
        /// Attacks of the set.
        attacks: u32,
    },
}

impl MultipleAttackError {
    /// The clause that says so.
    pub const fn clause(self) -> Clause {
        match self {
            Self::Single => "SS-MULTI-01",
            Self::TooMany { .. } => "SS-MULTI-10",
            Self::OneFirearm => "SS-MULTI-04",
            Self::ManyWeapons => "SS-MULTI-03",
            Self::Dice { .. } => "SS-MULTI-15",
        }
    }
}

/// Attacks that a skill of this rating allows at once: half of it, rounded up. `SS-MULTI-10`.
pub const fn max_attacks(rating: u8) -> u32 {
    (rating as u32).div_ceil(2)
}

/// Splits a pool as evenly as possible, the larger shares first. `SS-MULTI-07`.
pub fn split_pool(pool: u32, attacks: u32) -> Vec<u32> {
    (0..attacks).map(|nth| pool / attacks + u32::from(nth < pool % attacks)).collect()
}

/// Shares of the pool of a set of attacks, in their order: the smallest pool that any of them would have alone, with the
/// recoil of all of them, split evenly. `SS-MULTI-01` to `SS-MULTI-07`, `SS-MULTI-09`, `SS-MULTI-12`, `SS-MULTI-15`.
///
/// # Errors
/// Why the attacks cannot be made together.
pub fn attack_shares(strikes: &[SplitAttack<'_>]) -> Result<Vec<PoolShare>, MultipleAttackError> {
    if strikes.len() < 2 {
        return Err(MultipleAttackError::Single);
    }
    may_combine(strikes)?;
    let attacks = u32::try_from(strikes.len()).unwrap_or(u32::MAX);
    let lowest = strikes.iter().map(|strike| skill_rating(strike.scene)).min().unwrap_or(0);
    let most = max_attacks(lowest);
    if attacks > most {
        return Err(MultipleAttackError::TooMany { most });
    }
    let dice = strikes.iter().map(|strike| pool_before_split(strike, strikes)).min().unwrap_or(0);
    if dice < attacks {
        return Err(MultipleAttackError::Dice { dice, attacks });
    }
    let share = |(nth, own): (u32, u32)| PoolShare { dice: own, of: dice, nth, attacks, rerolls: false };
    Ok((1..).zip(split_pool(dice, attacks)).map(share).collect())
}

/// Rating of the skill that an attack uses. `SS-MULTI-10`.
fn skill_rating(scene: &AttackContext) -> u8 {
    let skill: Skill = scene.weapon.skill;
    scene.attacker.sheet.skill(skill)
}

/// `SS-MULTI-02` to `SS-MULTI-04`.
fn may_combine(strikes: &[SplitAttack<'_>]) -> Result<(), MultipleAttackError> {
    let mut slots: Vec<_> = strikes.iter().map(|strike| strike.slot).collect();
    slots.sort_unstable();
    slots.dedup();
    let uses = |slot| strikes.iter().filter(move |strike| strike.slot == slot);
    let fires = |slot: &usize| uses(*slot).all(|strike| strike.scene.weapon.class == WeaponClass::Ranged);
    if slots.iter().any(|slot| fires(slot) && uses(*slot).count() > 1) {
        return Err(MultipleAttackError::OneFirearm);
    }
    if slots.len() > MAX_WEAPONS { Err(MultipleAttackError::ManyWeapons) } else { Ok(()) }
}

/// The pool of one attack before the split, with the recoil of all shots of the set. `SS-MULTI-05`, `SS-MULTI-06`.
fn pool_before_split(strike: &SplitAttack<'_>, all: &[SplitAttack<'_>]) -> u32 {
    let fired: u32 = all.iter().map(|other| rounds_per_attack(other.scene.mode)).sum();
    let others = fired - rounds_per_attack(strike.scene.mode);
    let scene = AttackContext { rounds_fired: strike.scene.rounds_fired + others, ..strike.scene.clone() };
    attack_parts(&scene).pool()
}

#[cfg(test)]
mod tests;
