//! Blasts and items that detonate by themselves. Chapter TIMED.

use crate::rulebook::BookDefinition;
use crate::turn_engine::timed_items::DetonationTrigger;
use crate::{ActionOutcome, BlastProfile, Detonation, RuleSet, UnitSnapshot, Weapon};
use dice::{RuleResult, Table};

/// The area of blasts, and items that detonate by themselves. None by default.
pub trait DetonationRules: BookDefinition {
    /// Returns the area of a weapon's blast; `None` if it has a single target.
    /// `CS-BASE-35`, `SS-RULING-60`, `AB-AREA-02`.
    fn blast_profile(_attacker: &UnitSnapshot, _weapon: &Weapon, _rules: &RuleSet) -> Option<BlastProfile> {
        None
    }

    /// Returns the trigger of an item that detonates by itself; `None` for others. Chapter TIMED.
    fn detonation_trigger(_item: &Weapon) -> Option<DetonationTrigger> {
        None
    }

    /// Detonates an item where it lies. Chapter TIMED.
    fn detonate(_table: &mut impl Table, _detonation: &Detonation) -> RuleResult<ActionOutcome> {
        Ok(ActionOutcome::from_effects(Vec::new()))
    }
}
