//! `PlanIntent`: what a plan does in the rest of the phase, as an exchange needs it: its attacks, their area, and the
//! cells where the unit may end.

use crate::planning::odds_cache::{OddsEstimate, WeaponUse};
use model::{Cell, UnitId};

/// An attack that a plan makes, one or several times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct IntendedAttack {
    /// The target.
    pub target: UnitId,
    /// Weapon, fire mode and option.
    pub weapon_use: WeaponUse,
    /// How often.
    pub times: u32,
    /// Cell that it is made from.
    pub from: Cell,
    /// Factor for its effect, by what the unit does before.
    pub factor: f64,
}

/// Where the unit may be at the end of the phase.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct IntendedEnd {
    /// The cell.
    pub cell: Cell,
    /// Whether it has taken cover there.
    pub is_covered: bool,
}

/// What an attack does to a unit that is not its target.
pub(crate) type AreaEffect = (UnitId, OddsEstimate);

/// What a plan does in the rest of the phase.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PlanIntent {
    /// Its attack.
    pub attack: Option<IntendedAttack>,
    /// What the attack does to other units; without one, what an explosive that is readied for it does to all that it catches.
    pub area: Vec<AreaEffect>,
    /// Ends of the phase that it leaves open; the best one counts.
    pub ends: Vec<IntendedEnd>,
    /// Share of the harm until the next phase that a defensive action prevents.
    pub guard: f64,
    /// Whether the unit holds its phase until an enemy comes into reach, or else until the end of the pass.
    pub holds: bool,
}
