//! Whether an attack may be made at all.

use thiserror::Error;

use super::range::RangeBand;
use crate::circumstances::damage::cover::EXPOSED_TO_SHOOT;
use crate::circumstances::{AttackAttempt, AttackMode, WeaponClass, WeaponState};
use dice::Clause;

/// Why an attack cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
pub enum AttackError {
    /// Helpless and Stunned characters do nothing. `CS-BASE-21`, `CS-BASE-27`.
    #[error("can make no actions")]
    CannotAct,
    /// Nobody picks a concealed target. `CS-UNA-05`.
    #[error("the target is concealed")]
    Concealed,
    /// A blow reaches the neighbouring squares. `CS-BASE-33`.
    #[error("out of reach: a melee attack needs a neighbour")]
    OutOfReach,
    /// Beyond three times the Range value. `CS-RNG-06`.
    #[error("out of range: at most {most} m")]
    OutOfRange {
        /// How far the weapon goes.
        most: u32,
    },
    /// To be cleared first. `CS-JAM-03`.
    #[error("the weapon is jammed")]
    Jammed,
    /// To be reloaded first. `CS-JAM-12`.
    #[error("the weapon is not loaded")]
    Unloaded,
    /// In melee only pistols shoot. `CS-GUN-01`.
    #[error("no gun but a pistol can be used in melee")]
    InMelee,
    /// Head and both arms must be out of cover. `CS-COV-02`.
    #[error("head and arms are behind cover")]
    BehindCover,
    /// It goes off by itself, later. `SS-TIMED-04`.
    #[error("it is activated, not used in an attack")]
    Activated,
    /// It has no burst mode. `CS-BASE-36`.
    #[error("the weapon fires no bursts")]
    NoBurst,
    /// Only blows end a Charge, and only hands grapple. Table CS-T2.
    #[error("only a melee attack can be made so")]
    NotMelee,
    /// The skirmish has no grapples. `CS-BASE-37`.
    #[error("there are no grapples in this skirmish")]
    NoGrapples,
}

impl AttackError {
    /// The clause that forbids it.
    pub const fn clause(self) -> Clause {
        match self {
            Self::CannotAct => "CS-BASE-27",
            Self::Concealed => "CS-UNA-05",
            Self::OutOfReach => "CS-BASE-33",
            Self::OutOfRange { .. } => "CS-RNG-06",
            Self::Jammed => "CS-JAM-03",
            Self::Unloaded => "CS-JAM-12",
            Self::InMelee => "CS-GUN-01",
            Self::BehindCover => "CS-COV-02",
            Self::Activated => "SS-TIMED-04",
            Self::NoBurst => "CS-BASE-36",
            Self::NotMelee => "CS-BASE-20",
            Self::NoGrapples => "CS-BASE-37",
        }
    }
}

/// Whether an attack may be made with a weapon in this state. `CS-BASE-33`, `CS-BASE-36`, `CS-COV-02`, `CS-GUN-01`,
/// `CS-JAM-03`, `CS-JAM-12`, `CS-RNG-06`, `CS-UNA-05`.
///
/// # Errors
/// What forbids it.
pub fn may_attack(attempt: &AttackAttempt<'_>, loaded: WeaponState) -> Result<(), AttackError> {
    let AttackAttempt { attacker, weapon, mode: manner, sight, switches, .. } = *attempt;
    if !attacker.can_act() {
        return Err(AttackError::CannotAct);
    }
    if weapon.trigger.is_some() {
        return Err(AttackError::Activated);
    }
    if attempt.target.is_some_and(|target| target.concealed) {
        return Err(AttackError::Concealed);
    }
    if weapon.is_melee() {
        return match (sight.chebyshev_distance, manner) {
            (_, AttackMode::Burst) => Err(AttackError::NoBurst),
            (_, AttackMode::Grapple) if !switches.grapple => Err(AttackError::NoGrapples),
            // None but a mind that is not its own strikes its own square. `CS-BRWA-08`
            (0..=1, _) => Ok(()),
            _ => Err(AttackError::OutOfReach),
        };
    }
    if matches!(manner, AttackMode::Charge | AttackMode::Grapple) {
        return Err(AttackError::NotMelee);
    }
    if manner == AttackMode::Burst && (weapon.burst.is_none() || weapon.is_area()) {
        return Err(AttackError::NoBurst);
    }
    if loaded.jammed {
        return Err(AttackError::Jammed);
    }
    if !loaded.is_ready(weapon) {
        return Err(AttackError::Unloaded);
    }
    if attacker.in_melee && weapon.class == WeaponClass::Ranged && !weapon.pistol {
        return Err(AttackError::InMelee);
    }
    if attacker.shielded.intersects(EXPOSED_TO_SHOOT) {
        return Err(AttackError::BehindCover);
    }
    if RangeBand::from_distance(sight.distance_squared, weapon.range).is_none() {
        return Err(AttackError::OutOfRange { most: weapon.range.saturating_mul(3) });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
