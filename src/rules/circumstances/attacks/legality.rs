//! Checks whether an attack is allowed before it is rolled: reach, ammunition, jams, cover and fire mode. `AttackError`
//! names the clause that forbids it.

use thiserror::Error;

use super::range::RangeBand;
use crate::RuleViolation;
use crate::circumstances::damage::cover::EXPOSED_TO_SHOOT;
use crate::circumstances::{AttackAttempt, AttackMode, WeaponClass, WeaponState};
use dice::{Clause, RuleLine};

/// Why an attack is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Error)]
pub enum AttackError {
    /// Helpless and Stunned characters cannot act. `CS-BASE-21`, `CS-BASE-27`.
    #[error("cannot act")]
    CannotAct,
    /// A concealed unit cannot be targeted. `CS-UNA-05`.
    #[error("the target is concealed")]
    Concealed,
    /// Melee attacks reach adjacent squares. `CS-BASE-33`.
    #[error("out of reach: melee attacks need an adjacent target")]
    OutOfReach,
    /// Beyond three times the Range value. `CS-RNG-06`.
    #[error("out of range: at most {most} m")]
    OutOfRange {
        /// The weapon's maximum range in metres.
        most: u32,
    },
    /// The weapon is jammed and has to be cleared. `CS-JAM-03`.
    #[error("the weapon is jammed")]
    Jammed,
    /// The weapon is empty and has to be reloaded. `CS-JAM-12`.
    #[error("the weapon is not loaded")]
    Unloaded,
    /// Only pistols can shoot in melee. `CS-GUN-01`.
    #[error("only pistols can be fired in melee")]
    InMelee,
    /// Head and both arms must be out of cover. `CS-COV-02`.
    #[error("head and arms are behind cover")]
    BehindCover,
    /// The weapon is activated and goes off later. `SS-TIMED-04`.
    #[error("this item is activated, not used to attack")]
    Activated,
    /// It has no burst mode. `CS-BASE-36`.
    #[error("the weapon has no burst mode")]
    NoBurst,
    /// Only melee attacks end a Charge, and only unarmed attacks grapple. Table CS-T2.
    #[error("only melee attacks can be used this way")]
    NotMelee,
    /// Grapples are off in this battle. `CS-BASE-37`.
    #[error("grapples are off in this battle")]
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

impl RuleLine for AttackError {}

impl From<AttackError> for RuleViolation {
    fn from(why: AttackError) -> Self {
        Self::new(why, why.clause())
    }
}

/// Checks whether an attack with a weapon in this state is allowed. `CS-BASE-33`, `CS-BASE-36`,
/// `CS-COV-02`, `CS-GUN-01`, `CS-JAM-03`, `CS-JAM-12`, `CS-RNG-06`, `CS-UNA-05`.
///
/// # Errors
/// Returns `AttackError` if the attack is not allowed.
pub fn may_attack(attempt: &AttackAttempt<'_>, loaded: WeaponState) -> Result<(), AttackError> {
    let AttackAttempt { attacker, weapon, mode, sight, switches, .. } = *attempt;
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
        return match (sight.chebyshev_distance, mode) {
            (_, AttackMode::Burst) => Err(AttackError::NoBurst),
            (_, AttackMode::Grapple) if !switches.grapple => Err(AttackError::NoGrapples),
            // Only a controlled unit attacks its own square. `CS-BRWA-08`
            (0..=1, _) => Ok(()),
            _ => Err(AttackError::OutOfReach),
        };
    }
    if matches!(mode, AttackMode::Charge | AttackMode::Grapple) {
        return Err(AttackError::NotMelee);
    }
    if mode == AttackMode::Burst && (weapon.burst.is_none() || weapon.is_area()) {
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
