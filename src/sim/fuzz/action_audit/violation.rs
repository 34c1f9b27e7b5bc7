//! Violations that the audit of actions finds.

use std::borrow::Cow;

use thiserror::Error;

use model::UnitId;
use rules::status::Ailment;

/// An action that breaks a rule of every book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AuditViolation {
    /// A unit acted while it was out of action.
    #[error("unit {} acted while out of action: {what}", .unit.0)]
    ActedWhileDown {
        /// The unit.
        unit: UnitId,
        /// The event.
        what: &'static str,
    },
    /// A unit acted although an ailment leaves it no action.
    #[error("unit {} acted while {}: {what}", .unit.0, .ailment.name())]
    ActedWhileForbidden {
        /// The unit.
        unit: UnitId,
        /// The ailment.
        ailment: Ailment,
        /// The event.
        what: &'static str,
    },
    /// A unit attacked with a weapon that was not in its hand.
    #[error("unit {} attacked with slot {slot}, which was not in hand", .unit.0)]
    WeaponNotInHand {
        /// The unit.
        unit: UnitId,
        /// Slot of the weapon.
        slot: usize,
    },
    /// A unit attacked with another weapon than it had declared, or had declared no attack.
    #[error("unit {} attacked with slot {slot} without declaring it", .unit.0)]
    WeaponNotDeclared {
        /// The unit.
        unit: UnitId,
        /// Slot of the weapon.
        slot: usize,
    },
    /// A unit used another item, or aimed at another target, than its order names.
    #[error("unit {} used slot {slot} otherwise than ordered", .unit.0)]
    NotAsOrdered {
        /// The unit.
        unit: UnitId,
        /// Slot of the item that it used.
        slot: usize,
    },
    /// An action was not paid for.
    #[error("unit {} did not pay for: {what}", .unit.0)]
    NotPaid {
        /// The unit.
        unit: UnitId,
        /// The action.
        what: Cow<'static, str>,
    },
    /// A payment left another number of points than the points before less the price.
    #[error("unit {} paid {paid} of {before} AP for {what} and has {left}", .unit.0)]
    WrongPayment {
        /// The unit.
        unit: UnitId,
        /// The action.
        what: Cow<'static, str>,
        /// Points before.
        before: u8,
        /// Points paid.
        paid: u8,
        /// Points left.
        left: u8,
    },
    /// An action cost another number of points than the table of its book says.
    #[error("unit {} paid {paid} AP for {what}, which is not the price of its table", .unit.0)]
    WrongPrice {
        /// The unit.
        unit: UnitId,
        /// The action.
        what: Cow<'static, str>,
        /// Points paid.
        paid: u8,
    },
    /// A held unit moved by itself, or is no longer beside its holder.
    #[error("unit {} left the grip of unit {}", .unit.0, .holder.0)]
    LeftGrip {
        /// The held unit.
        unit: UnitId,
        /// The unit that holds it.
        holder: UnitId,
    },
    /// A grip ended although nothing that ends grips has happened.
    #[error("the grip of unit {} on unit {} ended without a cause", .holder.0, .unit.0)]
    GripEnded {
        /// The held unit.
        unit: UnitId,
        /// The unit that held it.
        holder: UnitId,
    },
}
