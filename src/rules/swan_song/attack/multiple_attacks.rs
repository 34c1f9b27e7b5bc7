//! Multiple attacks: one pool split between several attacks. Chapter MULTI of the catalogue.

use super::pool::{attack_parts, rounds_per_attack};
use crate::PoolShare;
use crate::lines::DiceCount;
use crate::swan_song::{AttackContext, Skill, WeaponClass};
use dice::{Clause, RuleLine};

/// Maximum number of different weapons in a multiple attack. `SS-MULTI-03`, `SS-RULING-57`.
const MAX_WEAPONS: usize = 2;

/// One attack of a multiple attack.
#[derive(Clone, Copy, Debug)]
pub struct SplitAttack<'a> {
    /// The attack as it would be made on its own.
    pub context: &'a AttackContext,
    /// Inventory slot of the weapon.
    pub slot: usize,
}

/// Reasons why attacks cannot be combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum MultipleAttackError {
    /// Fewer than two attacks. `SS-MULTI-01`.
    #[error("a multiple attack needs at least two attacks")]
    Single,
    /// More attacks than the skill allows. `SS-MULTI-10`, `SS-MULTI-12`.
    #[error("your skill allows at most {most} (half the lower skill, rounded up)")]
    TooMany {
        /// Attacks that the skill allows.
        most: u32,
    },
    /// The same firearm twice. `SS-MULTI-04`.
    #[error("each firearm can make only one of the attacks")]
    OneFirearm,
    /// Too many weapons. `SS-MULTI-03`.
    #[error("use one melee weapon or two weapons")]
    ManyWeapons,
    /// Fewer dice than attacks. `SS-MULTI-15`.
    #[error("{} for {attacks} attacks: each needs at least one", DiceCount(*.dice))]
    Dice {
        /// Dice in the whole pool.
        dice: u32,
        /// Number of attacks.
        attacks: u32,
    },
}

impl RuleLine for MultipleAttackError {}

impl MultipleAttackError {
    /// The clause that defines the limit.
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

/// Returns how many attacks a skill rating allows: half of it, rounded up. `SS-MULTI-10`.
pub const fn max_attacks(rating: u8) -> u32 {
    (rating as u32).div_ceil(2)
}

/// Splits a pool as evenly as possible, the larger shares first. `SS-MULTI-07`.
pub fn split_pool(pool: u32, attacks: u32) -> Vec<u32> {
    (0..attacks).map(|nth| pool / attacks + u32::from(nth < pool % attacks)).collect()
}

/// Splits the pool of a multiple attack, in order of the attacks. The pool is the smallest that any of them would have
/// alone, with the recoil of all. `SS-MULTI-01` to `SS-MULTI-07`, `SS-MULTI-09`, `SS-MULTI-12`, `SS-MULTI-15`.
///
/// # Errors
/// Returns the first rule that the combination breaks.
pub fn split_attack_pool(split_attacks: &[SplitAttack<'_>]) -> Result<Vec<PoolShare>, MultipleAttackError> {
    if split_attacks.len() < 2 {
        return Err(MultipleAttackError::Single);
    }
    may_combine(split_attacks)?;
    let attacks = u32::try_from(split_attacks.len()).unwrap_or(u32::MAX);
    let lowest = split_attacks.iter().map(|attack| skill_rating(attack.context)).min().unwrap_or(0);
    let most = max_attacks(lowest);
    if attacks > most {
        return Err(MultipleAttackError::TooMany { most });
    }
    let dice = split_attacks.iter().map(|attack| pool_before_split(attack, split_attacks)).min().unwrap_or(0);
    if dice < attacks {
        return Err(MultipleAttackError::Dice { dice, attacks });
    }
    let share = |(nth, own): (u32, u32)| PoolShare { dice: own, of: dice, nth, attacks, rerolls: false };
    Ok((1..).zip(split_pool(dice, attacks)).map(share).collect())
}

/// Rating of the skill that an attack uses. `SS-MULTI-10`.
fn skill_rating(context: &AttackContext) -> u8 {
    let skill: Skill = context.weapon.skill;
    context.attacker.sheet.skill(skill)
}

/// Checks the combination of weapons. `SS-MULTI-02` to `SS-MULTI-04`.
fn may_combine(split_attacks: &[SplitAttack<'_>]) -> Result<(), MultipleAttackError> {
    let mut slots: Vec<_> = split_attacks.iter().map(|attack| attack.slot).collect();
    slots.sort_unstable();
    slots.dedup();
    let attacks_with = |slot| split_attacks.iter().filter(move |attack| attack.slot == slot);
    let is_firearm =
        |slot: &usize| attacks_with(*slot).all(|attack| attack.context.weapon.class == WeaponClass::Ranged);
    if slots.iter().any(|slot| is_firearm(slot) && attacks_with(*slot).count() > 1) {
        return Err(MultipleAttackError::OneFirearm);
    }
    if slots.len() > MAX_WEAPONS { Err(MultipleAttackError::ManyWeapons) } else { Ok(()) }
}

/// Pool of one attack before the split, with the recoil of all shots. `SS-MULTI-05`, `SS-MULTI-06`.
fn pool_before_split(attack: &SplitAttack<'_>, all: &[SplitAttack<'_>]) -> u32 {
    let fired: u32 = all.iter().map(|other| rounds_per_attack(other.context.mode)).sum();
    let other_rounds = fired - rounds_per_attack(attack.context.mode);
    let context =
        AttackContext { rounds_fired: attack.context.rounds_fired + other_rounds, ..attack.context.clone() };
    attack_parts(&context).pool()
}

#[cfg(test)]
mod tests;
