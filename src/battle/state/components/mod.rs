//! Components of units and barriers. Only `apply` and `setup` write their fields.

mod barrier;
mod battle_entity;
mod cover;
pub mod held_phase;
pub mod inventory;
mod status;
mod turn;
mod unit;

pub use self::barrier::{Barrier, BarrierPlace, BarrierState};
pub use self::battle_entity::BattleEntity;
pub use self::cover::Cover;
pub use self::status::{Status, StatusEffects, StatusKind};
pub use self::turn::{ActionPoints, DefenceCount, Initiative, Movement, PhaseState};
pub(crate) use self::unit::Presence;
pub use self::unit::{
    CharacterSheet, GridPosition, Health, Identity, KarmaPoints, OutOfAction, SoakValue, VehicleSeats,
};

pub use rules::status::StatusEnd;
